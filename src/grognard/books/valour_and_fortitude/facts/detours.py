"""Ways to a place: straight, in two turns, or round what stands between; and whether there is any way at all. [70, B20, B42]

A move may bend as it likes as long as no figure's path is too long, so what cannot be reached straight may be
reached round a corner. The corners tried are those of whatever bars the straight way, grown by the body that
must pass them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, compress, islice
from typing import TYPE_CHECKING, Any

from grognard.engine.tables import Refusal
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import length
from grognard.geometry.points import Crowd, Point, Poly, Pose
from grognard.geometry.shapes import box, hull
from grognard.tabletop.bodies import any_overlap, any_within, those_within
from grognard.tabletop.land import pieces_of
from grognard.tabletop.slides import ring_round

from ..words import Deed
from .bodies import FOOT_BASE, Stand, size_of, stand_at
from .forming import form_name, named_form, reformed
from .ground import land_of, off_table
from .judging import KEEP, why_not_so_far, why_not_that_way, why_not_there
from .onsets import exact_onsets, onset_poses, out_of_reach
from .strides import March, nimble, reached_for
from .withdrawing import withdrawals

if TYPE_CHECKING:
    from grognard.tabletop.manoeuvre import Legs, Wish

    from .moving import Marcher

ROOM = 3
"""How much clearer than it must a way round passes a corner: places are rounded."""
MOST_WAYS = 60
"""How many ways to one place are tried."""
MOST_TRIES = 400
"""After so many ways that fail there is taken to be none: those that are found are found sooner, by far."""


def ways_to(marcher: Marcher, to: Wish) -> Iterator[Legs]:
    """Manoeuvres to a pose, not yet judged: plain, or with a reform before or after."""
    end, name = Pose(to.x, to.y, to.facing), to.order
    unit = marcher.unit
    wanted = named_form(unit, name) if name and name != form_name(marcher.start.shape) else None
    if wanted is None:
        yield from ways(marcher, end)
        return
    order, files, spread = wanted
    leg = ("reform", order.value, files, end.facing, 0, *spread)
    if end == (unit.x, unit.y, unit.facing):
        yield (leg,)
        return
    for facing in dict.fromkeys((end.facing, unit.facing)):
        before = _before(marcher, end, facing, leg)
        if before is not None:
            yield from ((*legs, leg) for legs in ways(marcher, before))
    for facing in dict.fromkeys((unit.facing, end.facing)):
        yield (("reform", order.value, files, facing, 0, *spread), ("glide", *end))


def _before(marcher: Marcher, end: Pose, facing: int, leg: tuple[Any, ...]) -> Pose | None:
    """Where a unit must stand for a reform to end in a pose: wherever it stands, the reform shifts it alike."""
    there = reformed(marcher.unit, stand_at(marcher.start.shape, end.x, end.y, facing), leg)
    if not isinstance(there, Stand):
        return None
    return Pose(2 * end.x - there.x, 2 * end.y - there.y, facing)


def ways(marcher: Marcher, end: Pose) -> Iterator[Legs]:
    """Ways to a pose in the formation one is in, not yet judged; round about only if the straight way is barred."""
    direct: Legs = (("glide", *end),)
    yield direct
    march = marcher.work_out(direct)
    if not isinstance(march, March) or why_not_there(marcher, march) is not None:
        return
    slow = why_not_so_far(marcher, march) is not None
    if slow and land_of(marcher.state).plain:
        return
    if slow or why_not_that_way(marcher, march) is not None:
        yield from ways_round(marcher, end, slow)


def ways_round(marcher: Marcher, end: Pose, slow: bool) -> Iterator[Legs]:
    """Ways to a pose by one or two corners of what bars the straight way, and by turning before or after.

    The last ones turn a flank to the gap: a line is thinner than it is wide.
    """
    start = marcher.start
    if start.facing != end.facing:
        yield ("glide", start.x, start.y, end.facing), ("glide", *end)
        yield ("glide", end.x, end.y, start.facing), ("glide", *end)
    budget = marcher.most
    here, there = (start.x, start.y), (end.x, end.y)
    bars = _bars(marcher, stand_at(start.shape, *end), slow)
    sideways = (start.facing + 900) % 3600
    for facing in dict.fromkeys((start.facing, end.facing, sideways)):
        for block, keep in bars:
            ring = _ring(marcher, block, keep, facing)
            near = [length(here, spot) for spot in ring]
            far = [length(spot, there) for spot in ring]
            for i, spot in enumerate(ring):
                if near[i] + far[i] <= budget:
                    yield ("glide", *spot, facing), ("glide", *end)
            for i, one in enumerate(ring):
                for j in (i - 1, (i + 1) % len(ring)):
                    if near[i] + length(one, ring[j]) + far[j] <= budget:
                        yield ("glide", *one, facing), ("glide", *ring[j], facing), ("glide", *end)


def _bars(marcher: Marcher, end: Stand, slow: bool) -> list[tuple[Poly, int]]:
    """What may bar the straight way, with how far to keep from each; rough ground if it makes the way too long."""
    land = land_of(marcher.state)
    whole = hull(marcher.start.body + end.body)
    keep = TOUCH if marcher.deed is Deed.ASSAULT else KEEP
    # A figure pays for what its middle crosses, so a body may brush rough ground and low walls by half a base.
    brush = -(FOOT_BASE[0] // 2)
    found: list[tuple[Poly, int]] = []
    far_ones = [u.id not in marcher.close_ones for u in marcher.setting.enemy_units]
    each: tuple[tuple[Sequence[Poly], int], ...] = (
        (Crowd(compress(marcher.setting.enemies, far_ones)), keep),
        (marcher.setting.solid, TOUCH),
        (land.impassable, 0),
        (land.defendable, 0),
        (pieces_of(land.high), 0),
        (pieces_of(land.barriers) if slow else (), brush),
        (land.rough if slow else (), brush),
    )
    for crowd, apart in each:
        found += [(crowd[at], apart) for at in those_within(whole, crowd, max(apart, 0))]
    return found


def _ring(marcher: Marcher, block: Poly, keep: int, facing: int) -> tuple[Point, ...]:
    """Where a body's centre passes the corners of a block so that no part of it comes too near."""
    width, depth = size_of(marcher.start.shape)
    more = 2 * (keep + ROOM)
    body = box(0, 0, facing, width + more, depth + more)
    return tuple([spot for spot in ring_round(block, body) if not off_table(marcher.state, (spot,))])


# --- is there any way at all? ----------------------------------------------------------------------------------


def last_resorts(marcher: Marcher) -> Iterator[Legs]:
    """Assaults and retreats that end where nobody would look first, or are not straight; legal ones only. [B20, B42]"""
    if marcher.deed is Deed.RETREAT:
        yield from withdrawals(marcher)
    elif marcher.deed is Deed.ASSAULT and marcher.target is not None:
        yield from _last_onsets(marcher)


def _last_onsets(marcher: Marcher) -> Iterator[Legs]:
    """Straight to the places that cost least or just find room, then all along his sides; then round about."""
    blocked: dict[Pose, bool] = {}
    light = nimble(marcher.unit, marcher.start.shape)
    for legs in chain(exact_onsets(marcher), _all_along(marcher)):
        stride = marcher.stride(marcher.start, legs[0])
        if isinstance(stride, Refusal):
            continue
        cost = reached_for(marcher.state, stride, light, marcher.limit)
        if cost is None or not _clear_at(marcher, stride.end):
            continue
        if why_not_there(marcher, March(stride.end)) is not None:
            continue
        if cost <= marcher.limit and why_not_that_way(marcher, March(stride.end, (stride,))) is None:
            yield legs
        else:
            blocked[Pose(stride.end.x, stride.end.y, stride.end.facing)] = cost > marcher.limit
    tries = 0
    for place, slow in blocked.items():
        for legs in islice(ways_round(marcher, place, slow), MOST_WAYS):
            tries += 1
            if marcher.legal(legs):
                yield legs
                break
            if tries >= MOST_TRIES:
                return


def _clear_at(marcher: Marcher, at: Stand) -> bool:
    """Whether there is room for a unit among the others, however it came. [74]"""
    setting = marcher.setting
    return not any_within(at.rims, setting.friends, TOUCH) and not any_overlap(
        at.rims, setting.enemies, TOUCH
    )


def _all_along(marcher: Marcher) -> Iterator[Legs]:
    """Half a base apart, all along the sides of the target."""
    assert marcher.target is not None
    far = marcher.most
    enemy = marcher.state.units[marcher.target]
    for pose in onset_poses(marcher.state, marcher.unit, enemy, True, far):
        if not out_of_reach(marcher, pose):
            yield (("glide", *pose),)
