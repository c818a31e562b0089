"""Manoeuvres worth trying: for machines, sensible more often than not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from grognard.engine.dice import Rng
from grognard.geometry.angles import COS, SCALE, ahead, heading, turn_between
from grognard.geometry.gaps import length
from grognard.geometry.points import Point
from grognard.geometry.shapes import box
from grognard.tabletop.ideas import aim, aim_at, all_round, any_of, free_run, middle_of, nearest, shares

from ..words import Deed, Special
from .assaults import onsets
from .bodies import size_of
from .forming import formations, sensible_files
from .ground import feature, land_of, occupant
from .strides import quarters

if TYPE_CHECKING:
    from grognard.tabletop.manoeuvre import Legs

    from .moving import Marcher

ROOM = 301
SWINGS = (0, 150, -150, 300, -300, 450, -450, 600, -600, 900, -900, 1200, -1200, 1500, -1500, 1800)
"""Which ways a retreat is looked for: straight away from the nearest enemy first."""
NEAREST = 3


def goals(marcher: Marcher) -> list[Point]:
    """Places worth going to: the nearest enemies, and the objectives."""
    state, unit = marcher.state, marcher.unit
    here = unit.x, unit.y
    enemies = nearest(here, [_at(marcher, u) for u in state.of_side(1 - unit.side)], NEAREST)
    objectives = nearest(here, [o.at for o in state.field.objectives], NEAREST)
    return [p for p in (*enemies, *objectives) if p != here]


def _at(marcher: Marcher, unit: Any) -> Point:
    if not unit.in_feature:
        return unit.x, unit.y
    return middle_of(feature(marcher.state, unit.inside).around)


def _swing(marcher: Marcher, turn: int) -> int:
    """How far the outermost figure goes when the unit turns so on its centre."""
    shape = marcher.start.shape
    width, depth = size_of(shape)
    # What figures turn on the spot costs nothing.
    turn = abs(turn_between(900 * quarters(shape, turn), turn))
    half = length((0, 0), (width, depth))
    chord2 = 2 * half * half * (SCALE - COS[turn]) // SCALE
    return int(chord2**0.5) // 2 + 2


def run(marcher: Marcher, bearing: int, facing: int, most: int) -> int:
    """How far a unit may slide along a bearing, turned to a facing, 3 from enemies and on the table."""
    unit = marcher.unit
    body = box(unit.x, unit.y, facing % 3600, *size_of(marcher.start.shape))
    size = marcher.state.field.width, marcher.state.field.height
    return free_run(body, bearing, max(0, most), size, marcher.setting.enemies, ROOM)


def glide(marcher: Marcher, bearing: int, distance: int, facing: int) -> Legs:
    """One glide: so far along a bearing, ending with a facing."""
    unit = marcher.unit
    return (("glide", *ahead(unit.x, unit.y, bearing, distance), facing % 3600),)


def _towards(marcher: Marcher, goal: Point) -> Iterator[Legs]:
    unit = marcher.unit
    here = unit.x, unit.y
    bearing, far = aim(here, goal)
    for facing in dict.fromkeys((bearing, unit.facing)):
        spare = marcher.limit - _swing(marcher, turn_between(unit.facing, facing))
        if spare <= 0:
            continue
        free = run(marcher, bearing, facing, min(spare, far))
        for share in shares(free, (4, 3, 2, 1), 4):
            if share > 20:
                yield glide(marcher, bearing, share, facing)


def _around(marcher: Marcher) -> Iterator[Legs]:
    """Every way round the compass, facing kept or turned that way."""
    unit = marcher.unit
    for bearing in all_round(unit.facing, 300):
        for facing in (unit.facing, bearing):
            spare = marcher.limit - _swing(marcher, turn_between(unit.facing, facing))
            free = run(marcher, bearing, facing, spare)
            if free > 20:
                yield glide(marcher, bearing, free, facing)
                yield glide(marcher, bearing, free // 2, facing)


def reforms(marcher: Marcher) -> Iterator[Legs]:
    """A new formation on the spot, facing as now or towards the nearest goals."""
    unit = marcher.unit
    here = unit.x, unit.y
    facings = [unit.facing, *[heading(here, goal) for goal in goals(marcher)[:2]]]
    for order, files in sensible_files(unit):
        for facing in facings:
            if (order, files) != (unit.order, unit.files) or facing != unit.facing:
                yield (("reform", order.value, files, facing, 0),)


def _loosely(marcher: Marcher) -> Iterator[Legs]:
    """Reforms nobody needs but everybody may make: a limber to the side, open order at its widest. [25, F5.13]"""
    for order, files, spread in formations(marcher.unit).values():
        if spread:
            yield (("reform", order.value, files, marcher.unit.facing, 0, *spread),)


def _with_reforms(marcher: Marcher) -> Iterator[Legs]:
    """Move towards the first goals, then form up facing them; or form a column first and go."""
    unit = marcher.unit
    here = unit.x, unit.y
    for goal in goals(marcher)[:2]:
        bearing = heading(here, goal)
        for legs in list(_towards(marcher, goal))[:2]:
            for order, files in sensible_files(unit):
                if (order, files) != (unit.order, unit.files):
                    yield (*legs, ("reform", order.value, files, bearing, 0))


def _backwards(marcher: Marcher) -> Iterator[Legs]:
    """Away from the enemies, in all directions and at several distances; `detours` has the rest."""
    unit = marcher.unit
    here = unit.x, unit.y
    enemies = [u for u in marcher.state.of_side(1 - unit.side) if u.in_open]
    nearest = min(enemies, key=lambda u: length(here, (u.x, u.y)), default=None)
    first = unit.facing + 1800 if nearest is None else heading((nearest.x, nearest.y), here)
    limit = marcher.limit
    for share in (8, 6, 4, 7, 5, 3, 2, 1):
        for swing in SWINGS:
            bearing = (first + swing) % 3600
            yield glide(marcher, bearing, limit * share // 8, unit.facing)
            if share in (8, 4) and abs(swing) <= 450:
                spare = limit * share // 8 - _swing(marcher, turn_between(unit.facing, bearing + 1800))
                if spare > 0:
                    yield glide(marcher, bearing, spare, bearing + 1800)


def ideas(marcher: Marcher) -> Iterator[Legs]:
    """Everything worth trying, the likeliest first."""
    if marcher.deed is Deed.ASSAULT:
        yield from onsets(marcher)
        return
    if marcher.deed is Deed.RETREAT:
        yield from _backwards(marcher)
        return
    for goal in goals(marcher):
        yield from _towards(marcher, goal)
    yield from _garrisons(marcher)
    if marcher.reforms:
        yield from reforms(marcher)
        yield from _with_reforms(marcher)
    yield from _around(marcher)


def _garrisons(marcher: Marcher) -> Iterator[Legs]:
    """Light infantry moves up to an empty feature and occupies it at once. [F5.11c]"""
    unit, state = marcher.unit, marcher.state
    if not unit.has(Special.LIGHT_INFANTRY) or marcher.deed is not Deed.MOVE:
        return
    for number, area in land_of(state).features.items():
        bearing, far = aim_at((unit.x, unit.y), area.parts[0])
        if occupant(state, number) is not None or far > marcher.limit + 800:
            continue
        for short in (150, 250, 350, 450):
            step = min(marcher.limit, far - short - size_of(marcher.start.shape)[1] // 2)
            yield (*glide(marcher, bearing, max(0, step), unit.facing), ("occupy", number))


def whim(marcher: Marcher, rng: Rng, attempt: int) -> Legs:
    """Some manoeuvre at random, not yet judged."""
    unit = marcher.unit
    if marcher.deed is Deed.ASSAULT:
        found = marcher.tried
        return any_of(found, rng) if found else ()
    if marcher.deed is Deed.RETREAT:
        found = marcher.tried
        return any_of(found, rng) if attempt else found[0]
    if marcher.reforms and attempt == 0 and rng.random() < 0.3:
        found = [*reforms(marcher), *_loosely(marcher)]
        if found:
            return any_of(found, rng)
    places = goals(marcher)
    if places and attempt < 3:
        found = list(_towards(marcher, any_of(places, rng)))
        if found:
            return any_of(found, rng)
    bearing = rng.randint(0, 3599)
    far = run(marcher, bearing, unit.facing, rng.randint(0, marcher.limit))
    return glide(marcher, bearing, far, unit.facing)
