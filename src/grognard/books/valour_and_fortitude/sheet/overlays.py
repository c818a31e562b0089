"""Drawings over the table: ranges, arcs, sight lines, threats; anybody may measure at any time. [2]"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.view import Note, Overlay, Shape, Sightline
from grognard.geometry.angles import ahead
from grognard.geometry.points import Bounds, Point, Poly
from grognard.geometry.reach import fan

from ..facts.bodies import form, size_of, stand
from ..facts.command import move_distance
from ..facts.ground import feature
from ..facts.layout import distance
from ..facts.shooting import modes, range_to, reach_of
from ..facts.sight import lines, look_between, visible
from ..state import State, Unit
from ..words import Arm, Form


def _ranges(state: State, unit: Unit) -> list[Shape]:
    """The front arc out to the reach of each way of shooting. [55]"""
    found = []
    half = state.options.front_arc_half_angle
    at = stand(unit)
    left, right = at.front[0].base[0], at.front[-1].base[1]
    for mode in modes(unit):
        far = reach_of(unit, mode)
        if unit.inside >= 0:
            # From the feature's own outline, all round. [174, 175]
            poly = grown(feature(state, unit.inside).around, far)
        elif form(unit) is Form.SQUARE:
            far_ = far + max(size_of(at.shape)) // 2
            poly = fan(unit.x, unit.y, lambda _, far_=far_: far_, None, 150)  # type: ignore[misc]
        else:
            arc = [left, *[ahead(*left, unit.facing - half + half * k // 4, far) for k in range(5)]]
            arc += [*[ahead(*right, unit.facing + half * k // 4, far) for k in range(5)], right]
            poly = tuple(arc)
        found.append(Shape("range", poly, f"{mode.value} {far / 100:g}″", "55"))
    return found


def grown(around: Bounds, far: int) -> Poly:
    """An upright rectangle grown by a distance, its corners cut."""
    west, south, east, north = around
    cut = far * 414 // 1000
    return (
        (west - cut, north + far), (east + cut, north + far), (east + far, north + cut), (east + far, south - cut),
        (east + cut, south - far), (west - cut, south - far), (west - far, south - cut), (west - far, north + cut),
    )  # fmt: skip


def _sight(state: State, unit: Unit) -> list[Sightline]:
    found = []
    for enemy in state.of_side(1 - unit.side):
        seen = lines(state, unit, enemy)
        best = next((line for line in seen if line.clear), seen[0] if seen else None)
        if best is not None:
            cite = "57" if best.clear else "60"
            found.append(Sightline(best.start, best.end, enemy.id, best.clear, best.blocker, cite))
    return found


def _threats(state: State, unit: Unit) -> list[Note]:
    """Who could shoot at it or reach it next turn."""
    found = []
    for enemy in state.of_side(1 - unit.side):
        if any(range_to(state, enemy, unit) <= reach_of(enemy, m) for m in modes(enemy)) and visible(
            state, enemy, unit
        ):
            found.append(Note(enemy.id, "can shoot at it", "", "52"))
        far = distance(state, unit, enemy)
        if enemy.arm is not Arm.ARTILLERY and far <= move_distance(state, enemy).total:
            found.append(Note(enemy.id, f"may assault it from {far / 100:g}″", "", "87"))
    return found


def _reach(state: State, unit: Unit) -> Shape:
    far = move_distance(state, unit).total + max(size_of(stand(unit).shape)) // 2
    return Shape("reach", fan(unit.x, unit.y, lambda _: far, None, 150), "move", "76")


def sightline(state: State, start: Point, end: Point) -> Sightline:
    """A look from one point to another, whoever looks. [57–60]"""
    found = look_between(state, start, end)
    return Sightline(start, end, -1, found.clear, found.blocker, "60" if found.blocker else "57")


OVERLAYS: dict[str, Callable[[State, Unit], Overlay]] = {
    "range": lambda state, unit: Overlay(tuple(_ranges(state, unit))),
    "sight": lambda state, unit: Overlay(lines=tuple(_sight(state, unit))),
    "threat": lambda state, unit: Overlay(notes=tuple(_threats(state, unit))),
    "reach": lambda state, unit: Overlay((_reach(state, unit),)),
}
