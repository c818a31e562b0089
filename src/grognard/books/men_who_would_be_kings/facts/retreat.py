"""Retreats: which way, how far, what it costs. [T132, R-27]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from grognard.engine.tables import Refusal
from grognard.geometry.angles import heading, offset
from grognard.geometry.crowds import Disc
from grognard.geometry.gaps import point_gap
from grognard.geometry.points import bounds
from grognard.tabletop.ideas import FEW, both_sides

from ..state import REMEMBERED, Edge, State, Unit
from ..words import Trait
from .bodies import gap, middle
from .driven_out import driven_out
from .flights import HUNTERS, Slide, Slider, Surroundings, cut_off
from .flights import Flight as Flight
from .ground import ROUNDED, layout
from .sight import visible
from .values import half_move, light_footed, trait

STEP, MOST = 50, 900
"""Directions are tried in steps of 5° up to 90° to each side. [R-27]"""
AHEAD = 300
"""So far along a direction it is looked how near to the own edge it leads."""


class Toll(NamedTuple):
    """What a Retreat costs: models lost on the way, or all of them off the table. [T137, T138]"""

    lost: int
    leaves: bool


def allowance(unit: Unit) -> int:
    """Half a move; twice that under a Cad. [T133, F-T5]"""
    return half_move(unit) * (2 if trait(unit) is Trait.CAD else 1)


def own_edge(state: State, unit: Unit) -> Edge:
    """A unit's own table edge: of several the nearest. [R-27]"""
    edges = state.field.sides[unit.side].task.own
    if state.edge is not None:
        west = (state.edge == 0) == (unit.side == 1)
        x = 0 if west else state.field.width
        return Edge((x, 0), (x, state.field.height))
    if len(edges) == 1:
        return edges[0]
    here = middle(unit)
    return min(edges, key=lambda edge: point_gap(here, (edge.start, edge.end)))


def homeward(state: State, unit: Unit) -> int:
    """The bearing square to the own edge. [R-27]"""
    edge = own_edge(state, unit)
    if edge.start[0] == edge.end[0]:
        return 2700 if edge.start[0] == 0 else 900
    return 1800 if edge.start[1] == 0 else 0


def first_bearing(state: State, unit: Unit, foe: Unit | None) -> int:
    """Away from the opponent, or from the nearest enemy in sight; else home. [R-27]"""
    if foe is None:
        seen = sorted(visible(state, unit), key=lambda e: (gap(state, unit, e), e.id))
        foe = seen[0] if seen else None
    if foe is None or not foe.models or middle(foe) == middle(unit):
        return homeward(state, unit)
    return heading(middle(foe), middle(unit))


def retreat(state: State, unit: Unit, foe: Unit | None) -> Flight:
    """The Retreat of a unit from its opponent. [T132, R-27]"""
    return flight(state, unit, first_bearing(state, unit, foe))


HELD = {
    "friend": Refusal("T136", "ranks that nobody passes"),
    "obstacle": Refusal("R-26", "an Obstacle"),
}
SLOW, FULL = Refusal("T135", "bad ground"), Refusal("R-43", "friends, with no room between them")


def what_held(state: State, unit: Unit, way: Flight) -> Refusal | None:
    """What kept a unit from going all of its half move without costing anybody; None if it went, or paid. [R-27]"""
    short = allowance(unit) - way.gone
    if way.leaves or way.lost or short <= ROUNDED or way.stopped in HUNTERS:
        return None
    if way.stopped in HELD:
        return HELD[way.stopped]
    slow = not light_footed(unit) and not layout(state).difficult.clear_of(
        bounds((*unit.models, *way.models))
    )
    return SLOW if slow else FULL


def flight(state: State, unit: Unit, bearing: int) -> Flight:
    """The Retreat of a unit: the first direction in which its half move ends clear. [T132, R-27]"""
    # Odds meet the same Retreat again and again: with the Leader dead or alive, Pinned or not.
    memo: dict[Any, Flight] = state.field.__dict__.setdefault("flights", {})
    key = (
        (
            unit.id,
            unit.models,
            unit.radius,
            light_footed(unit),
            unit.inside,
            unit.close_order,
            allowance(unit),
            bearing,
            state.structure,
            state.edge,
        ),
        tuple(
            [(u.id, u.models, u.close_order, u.inside) for u in state.units if u.on_table and u.id != unit.id]
        ),
    )
    found = memo.get(key)
    if found is None:
        if len(memo) >= REMEMBERED:
            memo.clear()
        found = memo[key] = _flight(state, unit, bearing)
    return found


def _flight(state: State, unit: Unit, bearing: int) -> Flight:
    if unit.inside is not None:
        return driven_out(state, unit, _bearings(state, unit, bearing), allowance(unit))
    return flight_amid(Surroundings(state, unit, allowance(unit)), unit, bearing)


def flight_amid(near: Surroundings, unit: Unit, bearing: int, foes: Sequence[Disc] = ()) -> Flight:
    """The Retreat of a unit in the open, or of what is left of it, from what stands around it and from these. [R-27]"""
    most = allowance(unit)
    best = _course(Slider(near, unit, most, foes), bearing)
    dx, dy = offset(best.bearing, best.clear)
    models = tuple([(x + dx, y + dy) for x, y in unit.models])
    return Flight(models, cut_off(best, most), best.stop == "edge", best.bearing, best.clear, best.stop)


def toll_amid(near: Surroundings, unit: Unit, bearing: int, foes: Sequence[Disc], edged: bool) -> Toll:
    """What the same Retreat costs, wherever it ends; `edged` says whether it may come to the table's edge. [T137, T138]"""
    most = allowance(unit)
    slider, short, full, spared = Slider(near, unit, most, foes), list[int](), list[int](), False
    for way in _open_ways(slider, bearing, short):
        if not edged or slider.lonely(way):
            stop = slider.stop(way)
            if stop == "" or (not edged and stop not in HUNTERS):
                return Toll(0, False)
        elif slider.full(way):
            full.append(way)
            continue
        else:
            found = slider.slide(way)
            stop = found.stop
            if slider.arrives(found):
                return Toll(0, stop == "edge")
        if stop in HUNTERS:
            short.append(way)
        else:
            spared = True
    if spared or any(slider.stop(way) not in HUNTERS for way in full):
        return Toll(0, False)
    return Toll(slider.least_lost([*short, *full]), False)


def _course(slider: Slider, bearing: int) -> Slide:
    """The first direction in which it goes all the way and ends clear; else, of those neither enemies nor Impassable
    ground cut short, the one it gets farthest in; else the one it has spent most in. [R-27]
    """
    short, others = list[int](), list[int]()
    for way in _open_ways(slider, bearing, short):
        if not slider.full(way):
            found = slider.slide(way)
            if not found.hunted and slider.arrives(found):
                return found._replace(clear=found.far)
        others.append(way)
    free = [found for found in map(slider.slide, others) if not found.hunted]
    if free:
        return max(map(slider.ended, free), key=lambda slide: slide.clear)
    order = {way: at for at, way in enumerate(_bearings(slider.state, slider.unit, bearing))}
    return slider.ended(slider.farthest(sorted([*short, *others], key=order.__getitem__)))


def _open_ways(slider: Slider, bearing: int, short: list[int]) -> Iterator[int]:
    """The directions in their order; those in which enemies or Impassable ground surely cut it short are put aside. [R-27]"""
    bearings = _bearings(slider.state, slider.unit, bearing)
    for many in (1, 2 * FEW, None):  # the first is often enough
        ways, at = tuple(islice(bearings, many)), 0
        while (after := slider.first_open(ways, at, slider.most)) < len(ways):
            short += ways[at:after]
            yield ways[after]
            at = after + 1
        short += ways[at:]


def _bearings(state: State, unit: Unit, first: int) -> Iterator[int]:
    """The first direction, then pairs: the one ending nearer the own edge, then clockwise. [R-27]"""
    edge = own_edge(state, unit)
    return both_sides(middle(unit), first, STEP, MOST, AHEAD, (edge.start, edge.end))
