"""Plain measuring for the laws: who stands in what, how far apart, how far gone; beside the program's own ways."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from grognard.engine.choices import Move
from grognard.engine.soundness import Deed
from grognard.geometry.gaps import point_gap2
from grognard.geometry.outlines import tidy
from grognard.geometry.points import Point, Poly

from ..state import GUN_RADIUS, Figure, State, Terrain, Unit
from ..words import Arm, Class, Pace, Role

# fmt: off
RATE = {
    (Arm.FOOT, Class.LINE): (6, 10, 15),   (Arm.FOOT, Class.LIGHT): (8, 15, 20),   (Arm.FOOT, Class.QUICK): (10, 15, 20),
    (Arm.HORSE, Class.LINE): (15, 20, 25), (Arm.HORSE, Class.LIGHT): (20, 25, 30), (Arm.HORSE, Class.QUICK): (25, 30, 35),
    (Arm.WAGON, Class.LINE): (10, 14, 0),
}
"""Normal, March and Charge in centimetres. [1–6, S3]"""
SLOWER = {
    "light_wood": (2, 5), "wood": (4, 0), "heavy_wood": (6, 0), "ford": (2, 1), "crops": (2, 4), "rocks": (4, 6),
    "ridden_wood": (4, 5), "ridden_heavy_wood": (6, 5),
}
"""What ground takes off a move, foot and horse. [29–31, 35, 39, 40]"""
# fmt: on
NO_HORSE = frozenset({"wood", "heavy_wood"})
RIDDEN = frozenset({"ridden_wood", "ridden_heavy_wood"})
"""Woods a scenario opens to horse. [A-27]"""
UNFORMS = {
    False: frozenset({"light_wood", "wood", "heavy_wood"}) | RIDDEN,
    True: frozenset({"light_wood", "rocks"}) | RIDDEN,
}
"""Where formed foot, and formed horse, lose formation. [105, 107]"""
LINES = frozenset({"wall", "road", "path", "track"})
ROAD_GAIN = {False: 6, True: 8}
"""The most a road gives. [38]"""
ORDER = (Role.RANKER, Role.ESCORT, Role.GUIDE, Role.MUSICIAN, Role.FLAG, Role.OFFICER)
PACES = {Pace.NORMAL: 0, Pace.MARCH: 1, Pace.CHARGE: 2}
SLACK = 2
"""Hundredths of a centimetre that rounding may take."""


def verb(deed: Deed) -> str:
    """What a player said; nothing where dice fell."""
    return deed.action.verb if isinstance(deed.action, Move) else ""


def noun(deed: Deed) -> Any:
    """What a player said it of."""
    return deed.action.noun if isinstance(deed.action, Move) else None


def strictly_inside(spot: Point, poly: Poly) -> bool:
    """Whether a point lies in the inside of a shape, not on its outline: the rays are counted."""
    x, y = spot
    found = False
    for (ax, ay), (bx, by) in zip(poly, (*poly[1:], poly[0])):
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return False
        if (ay > y) != (by > y) and (side > 0) == (by > ay):
            found = not found
    return found


def areas(state: State) -> Iterator[Terrain]:
    """The patches of ground: neither walls nor roads nor houses."""
    return (each for each in state.field.terrain if each.kind not in LINES and each.kind != "building")


def boxes(state: State) -> tuple[tuple[Terrain, int, int, int, int], ...]:
    """Every patch with the box round it, kept beside the field."""
    memo = state.field.__dict__
    if "law boxes" not in memo:
        memo["law boxes"] = tuple(
            (each, min(p[0] for p in each.poly), min(p[1] for p in each.poly),
             max(p[0] for p in each.poly), max(p[1] for p in each.poly))
            for each in (*areas(state), *(t for t in state.field.terrain if t.kind == "building"))
        )  # fmt: skip
    found: tuple[tuple[Terrain, int, int, int, int], ...] = memo["law boxes"]
    return found


def grounds(state: State, figure: Figure) -> list[str]:
    """The kinds of ground a figure's centre is inside of."""
    return [
        each.kind
        for each, west, south, east, north in boxes(state)
        if west < figure.x < east
        and south < figure.y < north
        and strictly_inside((figure.x, figure.y), each.poly)
    ]


def by_road(state: State, unit: Unit, aside: int = 0) -> bool:
    """Whether the middle of a unit stands on a road, path or track: other ground does not count there. [P2, A-24]

    `aside`: how far figures who found no room where they wanted may have drawn it off the road.
    """
    x, y = middle(unit)
    spot = round(x), round(y)
    for each in state.field.terrain:
        if each.kind in ("road", "path", "track"):
            for piece in zip(each.poly, each.poly[1:]):
                top, bottom = point_gap2(spot, piece)
                if top <= (150 + aside + SLACK) ** 2 * bottom:
                    return True
    return False


def bases(unit: Unit) -> list[tuple[int, int, int]]:
    """Centres and radii of all bases, the gun's among them. [B2]"""
    found = [(f.x, f.y, unit.radius) for f in unit.figures]
    if unit.gun is not None and not unit.gun.taken and not unit.gun.abandoned:
        found.append((unit.gun.x, unit.gun.y, GUN_RADIUS))
    return found


def outside(state: State) -> list[Unit]:
    """Units that stand on the table and in no house."""
    return [unit for unit in state.units if unit.on_table and not unit.house]


def apart(state: State, one: Unit, other: Unit) -> float:
    """The gap of two units from base edge to base edge; a garrison is as near as its house. [B2, G4]"""
    if one.house and not other.house:
        one, other = other, one
    if other.house:
        # A file may go round a house either way; distances are asked of outlines that go round clockwise.
        poly = tidy(next(each.poly for each in state.field.terrain if each.name == other.house))
        gaps = []
        for x, y, r in bases(one):
            top, bottom = point_gap2((x, y), poly)
            gaps.append(max(0.0, (top / bottom) ** 0.5 - r))
        return min(gaps, default=1e9)
    return min(
        (max(0.0, hypot(x - u, y - v) - r - s) for x, y, r in bases(one) for u, v, s in bases(other)),
        default=1e9,
    )


def box(unit: Unit) -> tuple[int, int, int, int]:
    """The box round all bases of a unit, kept beside it."""
    memo = unit.__dict__
    if "law box" not in memo:
        every = bases(unit)
        memo["law box"] = (
            min(x - r for x, _, r in every), min(y - r for _, y, r in every),
            max(x + r for x, _, r in every), max(y + r for _, y, r in every),
        )  # fmt: skip
    found: tuple[int, int, int, int] = memo["law box"]
    return found


def farther(one: Unit, other: Unit, distance: int) -> bool:
    """Whether two units in the open are surely farther apart than that: the boxes round them are."""
    if not one.figures or not other.figures:
        return True
    a, b = box(one), box(other)
    return (
        b[0] - a[2] > distance or a[0] - b[2] > distance or b[1] - a[3] > distance or a[1] - b[3] > distance
    )


def on_open_ground(state: State, unit: Unit) -> bool:
    """Whether no patch and no house comes near a unit, as the boxes round them say."""
    west, south, east, north = box(unit)
    return not any(w <= east and e >= west and s <= north and n >= south for _, w, s, e, n in boxes(state))


def gone(old: Unit, new: Unit) -> float:
    """How far the figure that went farthest has gone, straight; of a formed unit, how far its middle has gone."""
    if old.size != new.size or not old.figures:
        return 0.0
    if old.formed and new.formed:
        (ax, ay), (bx, by) = middle(old), middle(new)
        return hypot(ax - bx, ay - by)
    return max(hypot(a.x - b.x, a.y - b.y) for a, b in zip(old.figures, new.figures))


def middle(unit: Unit) -> tuple[float, float]:
    """The mean of its figures. [B6]"""
    n = unit.size
    return sum(f.x for f in unit.figures) / n, sum(f.y for f in unit.figures) / n


def rate(unit: Unit, pace: Pace) -> int:
    """A rate in hundredths. [1–6]"""
    arm = Arm.FOOT if unit.arm is Arm.GUN else unit.arm
    return 100 * RATE[arm, unit.class_][PACES[pace]]


def chained(unit: Unit) -> bool:
    """Whether every figure is within 5 of another, all in one chain. [B5]"""
    left = list(unit.figures)
    reached = [left.pop()] if left else []
    for here in reached:
        near = [f for f in left if hypot(f.x - here.x, f.y - here.y) <= 500 + 2 * unit.radius + SLACK]
        reached += near
        left = [f for f in left if f not in near]
    return not left
