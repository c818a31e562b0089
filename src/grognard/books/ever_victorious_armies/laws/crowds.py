"""Tables full of units at random: on roads, by the water, in villages, shoulder to shoulder, with edges to come and go by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from grognard.engine.dice import Rng
from grognard.engine.flow import replace
from grognard.geometry.points import Poly
from grognard.geometry.shapes import box, first_overlap

from ..facts.bodies import size_of
from ..facts.ground import meets_barred, off_table
from ..state import Arrival, Battlefield, Exit, Options, Point, SideFacts, State, Terrain, Unit
from ..words import GUNS, Kind, Order, Training, Weapon, Where

T = TypeVar("T")
WIDTH, HEIGHT = 4800, 3600
ATTEMPTS = 60
CLOSE = 2
FOOT = (Order.LINE, Order.COLUMN, Order.SKIRMISH)
ARMS = (Kind.FOOT, Kind.FOOT, Kind.FOOT, Kind.FOOT, Kind.HORSE, Kind.HORSE, Kind.FIELD_GUN, Kind.HEAVY_GUN)
SMALL_ARMS = (Weapon.SMOOTHBORE, Weapon.MINIE, Weapon.NONE)


def crowd_of(rng: Rng) -> State:
    """A battle in the middle: some on the table, two of a side to come, a general in each village."""
    field = _field(rng)
    units: list[Unit] = []
    bodies: list[Poly] = []
    for side in (0, 1):
        for _ in range(rng.randint(5, 9)):
            unit = _somebody(rng, len(units), side)
            placed = _placed(rng, field, unit, bodies)
            if placed is not None:
                units.append(placed)
                bodies.append(_body(placed))
    units += [
        replace(_somebody(rng, 0, 0, Kind.FOOT), id=len(units) + n, key=f"R{n}", where=Where.LATER)
        for n in (0, 1)
    ]
    villages = [piece for piece in field.terrain if piece.kind == "village"]
    generals = [_general(rng, village, len(units) + n) for n, village in enumerate(villages)]
    units += [replace(general, subordinate=n > 0) for n, general in enumerate(generals)]
    return State(field, Options(), tuple(units), turn=3, arrived=True)


def _field(rng: Rng) -> Battlefield:
    sides = SideFacts("a", "First", 0), SideFacts("b", "Second", 0)
    ways_in, ways_out = _stretch(rng, 900, 2200), _stretch(rng, 500, 2000)
    arrival = Arrival(0, ("R0", "R1"), 1, 4, 2, ways_in)
    return Battlefield(
        "crowd", "A crowd", WIDTH, HEIGHT, 8, 0, sides, _ground(rng), arrival=arrival, exit=Exit(0, ways_out)
    )  # fmt: skip


def _stretch(rng: Rng, least: int, most: int) -> tuple[Point, Point]:
    """Part of one of the four edges."""
    upright, length = rng.random() < 0.5, rng.randint(least, most)
    low = rng.randint(0, (HEIGHT if upright else WIDTH) - length)
    if upright:
        x = WIDTH * rng.randint(0, 1)
        return (x, low), (x, low + length)
    y = HEIGHT * rng.randint(0, 1)
    return (low, y), (low + length, y)


def _ground(rng: Rng) -> tuple[Terrain, ...]:
    """A village, a wood, a hill, a wall, and in half of them a canal with a bridge and a road."""
    found = [_square(rng, kind, n) for n, kind in enumerate(("village", "village", "wood", "hill", "paddy"))]
    x, y = rng.randint(500, WIDTH - 1200), rng.randint(500, HEIGHT - 500)
    found.append(
        Terrain("wall", "the wall", ((x, y), (x + rng.randint(200, 700), y + rng.randint(-300, 300))))
    )
    if rng.random() < 0.5:
        bank, x = rng.randint(1000, 2200), rng.randint(1000, 3800)
        found += [
            Terrain("canal", "the canal", _rectangle(0, bank, WIDTH, bank + 300)),
            Terrain("bridge", "the bridge", _rectangle(x - 200, bank - 50, x + 200, bank + 350)),
            Terrain("road", "the road", _rectangle(x - 100, 0, x + 100, HEIGHT)),
        ]
    return tuple(found)


def _square(rng: Rng, kind: str, n: int) -> Terrain:
    wide, high = rng.randint(300, 1000), rng.randint(300, 1000)
    x, y = rng.randint(200, WIDTH - 1200), rng.randint(200, HEIGHT - 1200)
    return Terrain(kind, f"{kind} {n}", _rectangle(x, y, x + wide, y + high))


def _rectangle(west: int, south: int, east: int, north: int) -> Poly:
    return (west, south), (west, north), (east, north), (east, south)


def _somebody(rng: Rng, number: int, side: int, kind: Kind | None = None) -> Unit:
    kind = kind or _any(rng, ARMS)
    gun = kind in GUNS
    orders = FOOT if kind is Kind.FOOT else (Order.FORMED, Order.SKIRMISH) if kind is Kind.HORSE else ()
    order = Order.UNLIMBERED if gun else _any(rng, orders)
    figures = rng.randint(3, 5) if gun else rng.randint(4, 16)
    weapon = Weapon.SMOOTHBORE_ARTILLERY if gun else _any(rng, SMALL_ARMS)
    key = f"{'Aa'[side]}{number}"
    return Unit(
        number, key, key, side, kind, figures, figures, orders or (order,), order, Training.REGULAR, (), weapon, 0,
        start=figures,
    )  # fmt: skip


def _any(rng: Rng, some: Sequence[T]) -> T:
    return some[rng.randint(0, len(some) - 1)]


def _body(unit: Unit) -> Poly:
    return box(unit.x, unit.y, unit.facing, *size_of(unit.kind, unit.order, unit.figures, 2))


def _placed(rng: Rng, field: Battlefield, unit: Unit, bodies: Sequence[Poly]) -> Unit | None:
    """Somewhere in the middle or at an edge, on nobody and on no ground it may not enter; None if there was no room."""
    for _ in range(ATTEMPTS):
        facing = rng.randint(0, 3599) if rng.random() < 0.6 else 900 * rng.randint(0, 3)
        tried = replace(unit, x=rng.randint(0, WIDTH), y=rng.randint(0, HEIGHT), facing=facing)
        body = _body(tried)
        if off_table(field, body) or meets_barred(field, unit.kind, (body,)) is not None:
            continue
        if first_overlap(body, bodies, CLOSE) is None:
            return tried
    return None


def _general(rng: Rng, village: Terrain, number: int) -> Unit:
    """A general alone in a village, whom his foot has brought there and left."""
    (west, south), _, (east, north), _ = village.poly
    x, y, key = rng.randint(west, east), rng.randint(south, north), f"G{number}"
    return Unit(
        number, key, key, 0, Kind.GENERAL, 1, 1, (Order.NONE,), Order.NONE, Training.REGULAR, (), Weapon.NONE, 0,
        x=x, y=y, facing=rng.randint(0, 3599), start=1,
    )  # fmt: skip
