"""Manoeuvres worth trying: towards enemies and goals, back, aside, into cover. No noise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.engine.dice import Rng
from grognard.geometry.angles import ahead, heading, norm, turn_between
from grognard.geometry.gaps import point_within
from grognard.geometry.points import Point
from grognard.tabletop.manoeuvre import Legs

from ..state import State, Unit, centre
from ..tables.cover import area_cover
from ..tables.moving import going
from .bodies import outdoors
from .ground import ROADSIDE, land_of

if TYPE_CHECKING:
    from .moving import Marching


def goals(state: State, unit: Unit) -> list[Point]:
    """Places a unit might want to be near: enemies, cover, houses, ways out."""
    here = centre(unit)
    found = [centre(u) for u in outdoors(state, 1 - unit.side) if u.figures and u.attached is None]
    found.sort(key=lambda p: (p[0] - here[0]) ** 2 + (p[1] - here[1]) ** 2)
    found = found[:3]
    land = land_of(state)
    for area in land.areas:
        if area_cover(area.kind, unit.mounted):
            box = area.bounds
            found.append((min(max(here[0], box[0]), box[2]), min(max(here[1], box[1]), box[3])))
    found += [_middle(house.poly) for house in land.houses]
    for way_out in state.field.exits:
        if way_out.side == unit.side and (not way_out.units or unit.key in way_out.units):
            found.append(_middle(way_out.edge))
    return found


def _middle(points: tuple[Point, ...]) -> Point:
    n = len(points)
    return sum(p[0] for p in points) // n, sum(p[1] for p in points) // n


def ideas(mover: Marching) -> Iterator[Legs]:
    """Legs worth a look, not yet checked."""
    unit, state = mover.unit, mover.state
    here = centre(unit)
    if unit.formed:
        yield from _formed_ideas(mover, here)
        return
    for goal in goals(state, unit):
        distance = round(((goal[0] - here[0]) ** 2 + (goal[1] - here[1]) ** 2) ** 0.5)
        bearing = heading(here, goal)
        for part in (4, 3, 2):
            length = min(mover.base * part // 4, max(0, distance - 300))
            for swing in (0, 300, -300):
                yield (("go", *stride(bearing + swing, length)),)
        yield (("go", *stride(bearing, min(mover.base, distance))),)
    for enemy in [centre(u) for u in outdoors(state, 1 - unit.side) if u.figures][:3]:
        yield (("go", *stride(heading(enemy, here), mover.base)),)
    yield from _roads(mover, here)
    yield from _out(mover, here)


def _roads(mover: Marching, here: Point) -> Iterator[Legs]:
    """Along a road either way, as far as it carries. [P2]"""
    for road in land_of(mover.state).roads:
        gain = going(road.kind, mover.unit.mounted).modifier
        for stretch in road.stretches:
            if not point_within(here, stretch, ROADSIDE):
                continue
            for start, end in (stretch, stretch[::-1]):
                bearing = heading(start, end)
                room = round(((end[0] - here[0]) ** 2 + (end[1] - here[1]) ** 2) ** 0.5)
                for length in (mover.base + gain, mover.base):
                    yield (("go", *stride(bearing, min(length, room))),)


def stride(bearing: int, length: int) -> Point:
    """A straight step of a length, or a hair less: a step that rounds up to more is refused."""
    dx, dy = ahead(0, 0, norm(bearing), length)
    return (dx, dy) if dx * dx + dy * dy <= length * length else ahead(0, 0, norm(bearing), length - 1)


def _out(mover: Marching, here: Point) -> Iterator[Legs]:
    """Off the table, where there is a way out. [S6]"""
    unit = mover.unit
    for way_out in mover.state.field.exits:
        if way_out.side != unit.side or (way_out.units and unit.key not in way_out.units):
            continue
        (ax, ay), (bx, by) = way_out.edge
        for spot in (
            ((ax + bx) // 2, (ay + by) // 2),
            (min(max(here[0], min(ax, bx)), max(ax, bx)), min(max(here[1], min(ay, by)), max(ay, by))),
        ):
            dx, dy = spot[0] - here[0], spot[1] - here[1]
            if max(abs(dx), abs(dy)) <= mover.base + 900:
                length = round((dx * dx + dy * dy) ** 0.5)
                go = stride(heading(here, spot), min(length, mover.base))
                yield (("go", *go), ("leave", 1))


def _formed_ideas(mover: Marching, here: Point) -> Iterator[Legs]:
    unit = mover.unit
    for part in (4, 3, 2, 1):
        yield (("move", 0, mover.base * part // 4),)
    for goal in goals(mover.state, unit):
        off = turn_between(unit.facing, heading(here, goal))
        distance = round(((goal[0] - here[0]) ** 2 + (goal[1] - here[1]) ** 2) ** 0.5)
        length = min(mover.base, max(0, distance - 300))
        if abs(off) <= 450:
            yield (("move", off, length),)
            yield (("move", off, length // 2),)
        turn = max(-600, min(600, off))
        yield (("wheel", turn),)
        for share in (3, 2, 1):
            yield (("wheel", turn), ("move", 0, length * share // 4))
    yield (("back", 200),)
    yield (("about", 1),)


def whim(mover: Marching, rng: Rng, attempt: int) -> Legs:
    """One idea at random; a plain short move if the first ones fail."""
    unit = mover.unit
    if attempt < 2:
        found = list(ideas(mover))
        if found:
            return found[rng.randint(0, len(found) - 1)]
    length = mover.base * rng.randint(1, 4) // 4
    if unit.formed:
        return (("move", rng.randint(-450, 450), length),)
    return (("go", *stride(rng.randint(0, 3599), length)),)
