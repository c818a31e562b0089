"""A garrison driven out of its building: it comes out through a wall as a group, and runs on like any unit. [R-62, R-27]"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from grognard.engine.flow import replace
from grognard.geometry.angles import ahead, heading, offset, rotate
from grognard.geometry.gaps import length
from grognard.geometry.points import Poly, Segment, bounds, grown
from grognard.geometry.shapes import centre
from grognard.tabletop.bodies import any_nearer
from grognard.tabletop.figures import feet, gap_to
from grognard.tabletop.rounds import clear_spots
from grognard.tabletop.straight import overlaps

from ..state import Point, State, Unit
from .bodies import KEEP, cluster_slots, cohesive, house, reference, spacing
from .flights import Flight, Slide, Slider, Stop, Surroundings, cut_off
from .ground import barriers_met, layout, runs_into
from .lanes import Crowded, breaks_gap, enemies_round, hits, solid_friends

FARTHEST_OUT = 3000
"""More than it ever takes to come out of a building."""
RANKS = (2, 1)
"""In how many ranks square to its way it comes out where a compact group has no room."""
Shape = tuple[Point, ...]
"""The places of a group: to the right and ahead of its middle."""


class _Run(NamedTuple):
    """One way out: the group at the wall, and how far it gets from there."""

    models: tuple[Point, ...]
    slide: Slide
    stands: bool
    """Whether it can end there at all."""


def driven_out(state: State, unit: Unit, ways: Iterable[int], most: int) -> Flight:
    """The Retreat of a garrison: the first direction in which its half move ends clear, counted from the wall.

    Else, of the directions that neither enemies nor Impassable ground cut short, the one in which it gets farthest; else the one
    in which it spends most, with a model lost for each inch that is missing. If it can stand nowhere outside it stays. [R-27, T137]
    """
    runs: list[_Run] = []
    for way in ways:
        for run, slider in _each_run(state, unit, way, most):
            if not run.slide.hunted and run.stands and slider is not None and slider.arrives(run.slide):
                return _flight(run, run.slide.far, most)
            runs.append(run if slider is None else _settled(run, slider))
    free = [run for run in runs if not run.slide.hunted]
    if free:
        best = max(free, key=lambda run: (run.stands, run.slide.clear))
        return _flight(best, best.slide.clear, most) if best.stands else _stays(unit, best.slide, 0)
    standing = [run for run in runs if run.stands]
    if not standing:
        return _stays(unit, runs[0].slide, most // 100)
    best = max(standing, key=lambda run: run.slide.spent)
    return _flight(best, best.slide.clear, most)


def _flight(run: _Run, far: int, most: int) -> Flight:
    dx, dy = offset(run.slide.bearing, far)
    models = tuple([(x + dx, y + dy) for x, y in run.models])
    slide = run.slide
    return Flight(models, cut_off(slide, most), slide.stop == "edge", slide.bearing, far, slide.stop)


def _stays(unit: Unit, slide: Slide, lost: int) -> Flight:
    """It finds no place outside. [R-62]"""
    return Flight(unit.models, lost, False, slide.bearing, 0, slide.stop)


def _settled(run: _Run, slider: Slider) -> _Run:
    """The same, slid back until it ends clear; at the wall there may be no room either. [R-43]"""
    slide = slider.ended(run.slide)
    return run._replace(slide=slide, stands=not slider.too_deep(slide.bearing, slide.clear))


def _each_run(state: State, unit: Unit, way: int, most: int) -> Iterator[tuple[_Run, Slider | None]]:
    """The Retreat in one direction by every shape of group; without a slider where it does not even get out."""
    wall = house(state, unit)
    assert wall is not None
    for shape in _shapes(unit):
        models = _at_the_wall(wall, way, shape, unit, 0)
        barred = _barred(state, unit, wall, models)
        if barred:
            yield _Run(models, Slide(way, 0, 0, barred), False), None
            continue
        there = replace(unit, models=models)
        slider = Slider(Surroundings(state, there, most), there, most)
        yield _Run(models, slider.slide(way), True), slider


def _barred(state: State, unit: Unit, wall: Poly, models: tuple[Point, ...]) -> Stop:
    """What keeps a garrison from coming out through the wall to its group there, each model the shortest way. [R-25, R-26, R-43]"""
    around = grown(bounds(models), 2 * unit.radius + KEEP)
    enemies = enemies_round(state, unit, around)
    others = [block for block in layout(state).blocks if block != wall]
    friends, stops = solid_friends(state, unit, around), barriers_met(state, unit)
    legs = list(_ways_out(models, wall, unit.radius))
    if any(breaks_gap(leg, unit.radius, enemies) for leg in legs) or _too_near(models, unit.radius, enemies):
        return "enemy"
    if any_nearer(legs, others, unit.radius):
        return "ground"
    if any(hits(leg, friends) for leg in legs):
        return "friend"
    return "obstacle" if any(runs_into(stops, leg, unit.radius) is not None for leg in legs) else ""


def _ways_out(models: tuple[Point, ...], wall: Poly, radius: int) -> Iterator[Segment]:
    """How each of some models comes out of a wall."""
    for model, foot in zip(models, feet(models, (wall,))):
        yield clear_of(foot.spot, model, radius), model


def _too_near(models: tuple[Point, ...], radius: int, enemies: Crowded) -> bool:
    """Whether somebody coming out would stand within 1 of an enemy. [R-25]"""
    places = [(model,) for model in models]
    return overlaps(models, 0, enemies.discs) or any_nearer(places, enemies.walls, radius + KEEP)


def clear_of(start: Point, end: Point, radius: int) -> Point:
    """Where a model coming out of a wall stands at first: just outside."""
    far = length(start, end)
    return end if far <= radius else ahead(*start, heading(start, end), min(far, radius + 1))


def _shapes(unit: Unit) -> Iterator[Shape]:
    """A compact group, then ranks square to its way where they are in cohesion, the Leader in the middle. [T090]"""
    step = spacing(unit.radius)
    yield cluster_slots(unit.count, step)
    for ranks in RANKS if unit.count > 1 else ():
        files = -(-unit.count // ranks)
        slots = [(file * step, -rank * step) for rank in range(ranks) for file in range(files)][: unit.count]
        middle = slots[files // 2]
        shape = tuple(sorted(slots, key=lambda slot: (slot != middle, slot)))
        if cohesive(shape, middle, unit.radius):
            yield shape


def _at_the_wall(wall: Poly, bearing: int, shape: Shape, unit: Unit, far: int) -> tuple[Point, ...]:
    """A group whose nearest base is so far from a wall, in a direction from the middle of the building."""
    x, y = centre(wall)
    turned = shape if shape == cluster_slots(unit.count, spacing(unit.radius)) else _turned(shape, bearing)
    at = reference(unit)
    slots = [*turned[1 : at + 1], turned[0], *turned[at + 1 :]]

    def group(distance: int) -> tuple[Point, ...]:
        dx, dy = offset(bearing, distance)
        return tuple([(x + dx + right, y + dy + up) for right, up in slots])

    def far_enough(distance: int) -> bool:
        models = group(distance)
        if far:
            return gap_to(models, wall) - unit.radius >= far
        return len(clear_spots(models, wall, unit.radius)) == unit.count

    return group(bisect_left(range(FARTHEST_OUT), True, key=far_enough))


def _turned(shape: Shape, bearing: int) -> Shape:
    """Places square to a direction."""
    return tuple([rotate(right, forward, bearing) for right, forward in shape])


def outside(wall: Poly, bearing: int, unit: Unit, far: int) -> tuple[Point, ...]:
    """A loose group whose nearest base is so far from a wall, in a direction from the middle of the building."""
    return _at_the_wall(wall, bearing, cluster_slots(unit.count, spacing(unit.radius)), unit, far)
