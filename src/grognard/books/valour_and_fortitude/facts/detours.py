"""Ways to a place: straight, in two turns, or round what stands between; and whether there is any way at all. [70, B20, B42]

A move may bend as it likes as long as no figure's path is too long, so what cannot be reached straight may be
reached round a corner. The corners tried are those of whatever bars the straight way, grown by the body that
must pass them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, compress, islice, pairwise
from typing import TYPE_CHECKING, Any

from grognard.engine.tables import Refusal
from grognard.geometry.angles import FULL_TURN, ahead, heading, offset, turn_between
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import length
from grognard.geometry.points import Crowd, Point, Poly, Pose, bounds, disjoint, grown
from grognard.geometry.shapes import box, hull
from grognard.tabletop.bends import Bars, Keeping, Room, aside, chained, round_about, shadows
from grognard.tabletop.bodies import any_overlap, any_within, those_near, those_within
from grognard.tabletop.land import pieces_of
from grognard.tabletop.last_resort import Seeded
from grognard.tabletop.slides import ring_round

from ..words import Deed
from .bodies import FOOT_BASE, Stand, size_of, stand, stand_at
from .contact import features_touch, in_contact
from .forming import form_name, named_form, reformed
from .ground import land_of, off_table
from .judging import KEEP, why_not_so_far, why_not_that_way, why_not_there
from .onsets import exact_onsets, onset_poses, out_of_reach
from .strides import March, nimble, reached_for
from .withdrawing import else_one_of, withdrawals

if TYPE_CHECKING:
    from grognard.tabletop.manoeuvre import Legs, Wish

    from .moving import Marcher

ROOM = 3
"""How much clearer than it must a way round passes a corner: places are rounded."""
MOST_WAYS = 60
"""How many ways to one place are tried."""
BENT_TRIES = 120
"""Seeded tries to bend round something where no corner does."""
CURVED_TRIES = 600
"""Seeded tries of a way that turns as it bends."""
TURNED = 900
"""How far from its front at both ends such a way may turn."""
SPLITS = 40
"""In so many parts a whole move straight ahead is split at most to end where rounding has led it."""
STRAIGHT = {("forward", 1): 0, ("side", 1): 900, ("back", 1): 1800, ("side", -1): 2700}
"""The legs that lead straight, and whither."""
MOST_KNOWN = 1 << 12
MOST_TRIES = 400
"""After so many ways that fail there is taken to be none: those that are found are found sooner, by far."""


def ways_to(marcher: Marcher, to: Wish) -> Iterator[Legs]:
    """Manoeuvres to a pose, not yet judged: plain, or with a reform before or after."""
    yield from with_reform(
        marcher, to, lambda end: by_places(marcher, to.by, end) if to.by else ways(marcher, end)
    )


def bent_ways_to(marcher: Marcher, to: Wish) -> Iterator[Legs]:
    """Longer ways, where none of those is allowed. [70]"""
    yield from with_reform(marcher, to, lambda end: bent(marcher, to.by, end))


def with_reform(marcher: Marcher, to: Wish, ways: Callable[[Pose], Iterator[Legs]]) -> Iterator[Legs]:
    """Ways to a pose, with a reform before or after if another formation is wished for. [80]"""
    end, name = Pose(to.x, to.y, to.facing), to.order
    unit = marcher.unit
    wanted = named_form(unit, name) if name and name != form_name(marcher.start.shape) else None
    if wanted is None:
        yield from ways(end)
        return
    order, files, spread = wanted
    leg = ("reform", order.value, files, end.facing, 0, *spread)
    if end == (unit.x, unit.y, unit.facing):
        yield (leg,)
        return
    for facing in dict.fromkeys((end.facing, unit.facing)):
        before = _before(marcher, end, facing, leg)
        if before is not None:
            yield from ((*legs, leg) for legs in ways(before))
    for facing in dict.fromkeys((unit.facing, end.facing)):
        stops = tuple([("glide", *spot, end.facing) for spot in to.by])
        yield (("reform", order.value, files, facing, 0, *spread), *stops, ("glide", *end))


def by_places(marcher: Marcher, by: Sequence[Point], end: Pose) -> Iterator[Legs]:
    """By the places named, with the front one has, the front one is to have, or each time the front of the way. [70, 71]"""
    start = marcher.start
    for facing in dict.fromkeys((start.facing, end.facing)):
        yield _by(by, end, [facing] * len(by))
    stops = ((start.x, start.y), *by)
    yield _by(by, end, [heading(*both) for both in pairwise(stops)])


def _by(by: Sequence[Point], end: Pose, facings: Sequence[int]) -> Legs:
    return (*[("glide", *spot, facing) for spot, facing in zip(by, facings)], ("glide", *end))


def bent(marcher: Marcher, by: Sequence[Point], end: Pose) -> Iterator[Legs]:
    """By the corners of all that stands about, as far round as it takes, and by places beside the way. [70]"""
    start, field = marcher.start, marcher.state.field
    here, there = (start.x, start.y), (end.x, end.y)
    room = Room((0, 0, field.width, field.height), marcher.most)
    bars = _all_bars(marcher)
    half = start.facing + turn_between(start.facing, end.facing) // 2
    for facing in dict.fromkeys((start.facing, end.facing, (start.facing + 900) % 3600, half % 3600)):
        solid = shadows(bars, _outline(marcher, facing))
        found = (
            chained(here, (*by, there), Bars(solid), room)
            if by
            else round_about(here, there, Bars(solid), room)
        )
        for stops in found:
            yield _by(stops[:-1], end, [facing] * len(stops))
    for stop, _ in aside(here, there, room) if not by else ():
        for facing in dict.fromkeys((start.facing, end.facing, half % 3600)):
            yield _by((stop,), end, [facing])
    if not by:
        yield from _curved(marcher, end)


def _curved(marcher: Marcher, end: Pose) -> Iterator[Legs]:
    """In two glides or three, turning on the way, by places of a seeded source: among close neighbours no corner may do. [70]"""
    start, most = marcher.start, marcher.most
    rng = Seeded(start.x, start.y, start.facing, *end)
    facings = (start.facing, end.facing, start.facing + turn_between(start.facing, end.facing) // 2)
    x, y = (start.x + end.x) // 2, (start.y + end.y) // 2
    for number in range(CURVED_TRIES):
        stops = [
            ahead(x, y, rng.randint(0, FULL_TURN - 1), rng.randint(0, most // 2))
            for _ in range(1 + number % 2)
        ]
        turned = [
            facings[rng.randint(0, 2)] + (rng.randint(-TURNED, TURNED) if number % 4 > 1 else 0)
            for _ in stops
        ]
        yield _by(stops, end, [facing % FULL_TURN for facing in turned])


def _outline(marcher: Marcher, facing: int) -> Poly:
    """A body as it faces, and a little more: places are rounded."""
    width, depth = size_of(marcher.start.shape)
    return box(0, 0, facing, width + 2 * ROOM, depth + 2 * ROOM)


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
    yield from _in_steps(marcher, end)
    march = marcher.work_out(direct)
    if not isinstance(march, March) or why_not_there(marcher, march) is not None:
        return
    slow = why_not_so_far(marcher, march) is not None
    if slow and land_of(marcher.state).plain:
        return
    if slow or why_not_that_way(marcher, march) is not None:
        yield from ways_round(marcher, end, slow)


def _in_steps(marcher: Marcher, end: Pose) -> Iterator[Legs]:
    """Straight ahead, back or aside to a pose for which a glide is too long by rounding alone: steps are as long as they say. [70, 76]"""
    start, limit = marcher.start, marcher.limit
    here = Pose(start.x, start.y, start.facing)
    far = length((here.x, here.y), (end.x, end.y))
    if end.facing != here.facing or not limit < far <= limit + ROOM:
        return
    square_on = turn_between(here.facing, heading((here.x, here.y), (end.x, end.y))) % FULL_TURN
    kind, sign = min(STRAIGHT, key=lambda way: abs(turn_between(STRAIGHT[way], square_on)))
    gone = [offset(here.facing + STRAIGHT[kind, sign], part) for part in range(limit + 1)]
    east, north = end.x - here.x, end.y - here.y
    for first in range(0, limit // 2, max(1, limit // SPLITS)):
        for second in range((limit - first) // 2 + 1):
            parts = first, second, limit - first - second
            if sum(gone[part][0] for part in parts) == east and sum(gone[part][1] for part in parts) == north:
                yield tuple([(kind, sign * part) for part in parts if part])
                return


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
    whole = hull(marcher.start.body + end.body)
    found: list[tuple[Poly, int]] = []
    for crowd, apart in _barring(marcher, slow):
        found += [(crowd[at], apart) for at in those_within(whole, crowd, max(apart, 0))]
    return found


def _all_bars(marcher: Marcher) -> list[Keeping]:
    """What may bar a way anywhere."""
    around = grown(bounds(marcher.start.body), marcher.most)
    each = _barring(marcher, False)
    return [Keeping(shape, keep) for crowd, keep in each for shape in those_near(crowd, around, keep)]


def _barring(marcher: Marcher, slow: bool) -> tuple[tuple[Sequence[Poly], int], ...]:
    """All that bars ways, with how far to keep from it."""
    land = land_of(marcher.state)
    keep = TOUCH if marcher.deed is Deed.ASSAULT else KEEP
    # A figure pays for what its middle crosses, so a body may brush rough ground and low walls by half a base.
    brush = -(FOOT_BASE[0] // 2)
    far_ones = [u.id not in marcher.close_ones for u in marcher.setting.enemy_units]
    return (
        (Crowd(compress(marcher.setting.enemies, far_ones)), keep),
        (marcher.setting.solid, TOUCH),
        (land.impassable, 0),
        (land.defendable, 0),
        (pieces_of(land.high), 0),
        (pieces_of(land.barriers) if slow else (), brush),
        (land.rough if slow else (), brush),
    )


def _ring(marcher: Marcher, block: Poly, keep: int, facing: int) -> tuple[Point, ...]:
    """Where a body's centre passes the corners of a block so that no part of it comes too near."""
    width, depth = size_of(marcher.start.shape)
    more = 2 * (keep + ROOM)
    body = box(0, 0, facing, width + more, depth + more)
    return tuple([spot for spot in ring_round(block, body) if not off_table(marcher.state, (spot,))])


# --- is there any way at all? ----------------------------------------------------------------------------------


def last_resorts(marcher: Marcher) -> Iterator[Legs]:
    """Assaults and retreats that end where nobody would look first, or are not straight; legal ones only. [B20, B42]

    That there is none is remembered as long as all who stand around stay where they are, whoever else moves.
    """
    retreats = marcher.deed is Deed.RETREAT
    if not retreats and (marcher.deed is not Deed.ASSAULT or marcher.target is None):
        return
    nowhere: set[object] = marcher.state.field.__dict__.setdefault("nowhere", set())
    key = surroundings(marcher)
    if key in nowhere:
        return
    found = False
    for legs in withdrawals(marcher) if retreats else _onsets(marcher):
        found = True
        yield legs
    if not found:
        if len(nowhere) >= MOST_KNOWN:
            nowhere.clear()
        nowhere.add(key)


def surroundings(marcher: Marcher) -> tuple[object, ...]:
    """All that decides whether a unit has a way: where it stands, who is within reach, and of a retreat who saw it start."""
    state, unit, start = marcher.state, marcher.unit, marcher.start
    far = marcher.most + KEEP + max(size_of(start.shape))
    west, south, east, north = start.around
    reach = west - far, south - far, east + far, north + far
    near = [
        (u.id, u.side, u.brigade, u.inside if u.in_feature else stand(u), in_contact(state, u))
        for u in state.units
        if u.on_table and u.id != unit.id and (u.in_feature or not disjoint(stand(u).around, reach))
    ]
    seers: list[object] = []
    if marcher.deed is Deed.RETREAT:
        seers = [(u.id, stand(u)) for u in state.of_side(1 - unit.side) if u.in_open and marcher.saw(u)]
    who = marcher.deed, marcher.target, unit.id, unit.side, unit.brigade, unit.profile, state.options
    return *who, start, marcher.limit, features_touch(state), *near, *seers


def _onsets(marcher: Marcher) -> Iterator[Legs]:
    """Every assault that is reckoned; where that is none, one that seeded tries meet."""
    blocked: dict[Pose, bool] = {}
    return else_one_of(_last_onsets(marcher, blocked), lambda: bent_by_chance(marcher, blocked))


def _last_onsets(marcher: Marcher, noted: dict[Pose, bool] | None = None) -> Iterator[Legs]:
    """Straight to the places that cost least or just find room, then all along his sides; then round about."""
    blocked = {} if noted is None else noted
    yield from _straight_there(marcher, blocked)
    yield from _round_about(marcher, blocked)


def _straight_there(marcher: Marcher, blocked: dict[Pose, bool]) -> Iterator[Legs]:
    """Assaults in one leg; notes the places that find room and are barred, with whether they are too far."""
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


def bent_by_chance(marcher: Marcher, blocked: Mapping[Pose, bool]) -> Iterator[Legs]:
    """One assault round a corner that nobody reckoned, to a place that finds room and is barred, if seeded tries meet one."""
    start, ends = marcher.start, tuple(blocked)
    rng = Seeded(start.x, start.y, start.facing, marcher.limit)
    for number in range(BENT_TRIES if ends else 0):
        end = ends[rng.randint(0, len(ends) - 1)]
        middle = (start.x + end.x) // 2, (start.y + end.y) // 2
        bend = ahead(*middle, rng.randint(0, FULL_TURN - 1), rng.randint(0, marcher.limit // 2))
        legs = ("glide", *bend, end.facing if number % 2 else start.facing), ("glide", *end)
        if marcher.legal(legs):
            yield legs
            return


def _round_about(marcher: Marcher, blocked: dict[Pose, bool]) -> Iterator[Legs]:
    """Assaults by corners of what bars the straight way to some places."""
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
