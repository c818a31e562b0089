"""What a unit sees: arcs, obstacles, and other units within 1 inch of the line. [57–60, B12, B13]"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from grognard.geometry.arcs import ALL_ROUND, Arc, in_arc, part_in_arc, poly_in_arc
from grognard.geometry.gaps import first_within, nearest_points, point_gap2
from grognard.geometry.points import Crowd, Point, Poly
from grognard.geometry.sight import aims, glimpses

from ..state import State, Unit
from ..words import Arm
from .bodies import Host, front_count, host, stand
from .contact import count
from .ground import feature, hidden_by_feature, hides, land_of, level_at
from .layout import layout, shapes

BLOCKS = 100
"""A line that passes so near another unit is blocked; exactly so near too. [60]"""


class Line(NamedTuple):
    """A line of sight: from where to where, and what blocks it, if anything."""

    start: Point
    end: Point
    blocker: str = ""

    @property
    def clear(self) -> bool:
        """Whether nothing blocks."""
        return not self.blocker


class Lookout(NamedTuple):
    """One look from a unit at another: everything that may be in the way."""

    state: State
    viewer: Unit
    target: Unit
    crowd: Host
    plain: bool

    def blocker(self, eye: Point, aim: Point, base: Poly | None) -> tuple[str, Poly]:
        """What blocks a line, by name, and its shape where there may be a way round; nothing if nothing does."""
        if not self.plain:
            bases = base, self.figure_at(aim)
            open_ = tuple(n for n in (self.viewer.inside, self.target.inside) if n >= 0)
            found = hides(self.state, eye, aim, bases) or hidden_by_feature(
                self.state, eye, aim, bases, open_
            )
            if found is not None:
                return found.name, found.shape
        hit = first_within((eye, aim), self.crowd.shapes, BLOCKS)
        return ("", ()) if hit is None else (self.crowd.units[hit].name, self.crowd.shapes[hit])

    def figure_at(self, aim: Point) -> Poly | None:
        """The figure of the target a line ends at: an obstacle it touches does not hide it. [165]"""
        if self.target.inside >= 0:
            return None
        theirs = stand(self.target)
        if self.target.arm is Arm.ARTILLERY:
            return min(theirs.bases, key=lambda base: Fraction(*point_gap2(aim, base)))
        # Bases are all alike and in ranks and files: the one with the nearest centre.
        x, y = aim
        far = [(u - x) * (u - x) + (v - y) * (v - y) for u, v in theirs.places]
        return theirs.bases[far.index(min(far))]


def lookout(state: State, viewer: Unit, target: Unit, over: str = "") -> Lookout:
    """Make ready for a look; `over` lets one see over units that are not on a hill. [7, Rockets]"""
    ground = land_of(state)
    plain = not (ground.hills or ground.high or ground.features)
    crowd = host(state).pick(
        lambda u: u.id != viewer.id and u.id != target.id and not _overlooked(state, viewer, u, over)
    )
    return Lookout(state, viewer, target, crowd, plain)


def _overlooked(state: State, viewer: Unit, unit: Unit, over: str) -> bool:
    """Whether a unit in between is looked over: all units not on a hill, or friends only."""
    if not over or (over == "friends" and unit.side != viewer.side):
        return False
    return not on_hill(state, unit)


def on_hill(state: State, unit: Unit) -> bool:
    """Whether any figure of a unit stands on a hill."""
    return height(state, unit) > 0


def height(state: State, unit: Unit) -> int:
    """The highest contour any figure of it stands on. [B56]"""
    if not land_of(state).hills:
        return 0
    memo = layout(state).memo
    key = ("height", unit.id)
    if key not in memo:
        memo[key] = max([level_at(state, shape) for shape in shapes(state, unit)], default=0)
    found: int = memo[key]
    return found


def _clear_line(look: Lookout, eye: Point, arc: Arc, poly: Poly, base: Poly | None) -> Line | None:
    """A clear line from an eye to a shape in its arc; else the first blocked one; None if it is not in the arc.

    First to the usual points; then close past both sides of everything that stood in the way, until nothing new does.
    """
    if not poly_in_arc(arc, poly, edge=False):
        return None
    blocked: Line | None = None
    tried: set[Point] = set()
    passed: set[Poly] = set()
    waiting = _points(arc, eye, poly)
    while waiting:
        aim = waiting.pop(0)
        if aim in tried:
            continue
        tried.add(aim)
        name, shape = look.blocker(eye, aim, base)
        if not name:
            return Line(eye, aim)
        blocked = blocked or Line(eye, aim, name)
        if shape and shape not in passed:
            passed.add(shape)
            round_ = BLOCKS if shape in look.crowd.shapes else 0
            past = glimpses(eye, shape, round_, poly)
            waiting += [point for point in past if in_arc(arc, point, edge=False)]
    return blocked


def _points(arc: Arc, eye: Point, poly: Poly) -> list[Point]:
    found = [aim for aim in aims(eye, poly, 3) if in_arc(arc, aim, edge=False)]
    if found:
        return found
    # Only a sliver lies in the arc: its corners are not among the usual points.
    return [corner for part in part_in_arc(arc, poly) for corner in (*part, _middle(part))]


def _middle(part: Poly) -> Point:
    return sum(x for x, _ in part) // len(part), sum(y for _, y in part) // len(part)


def lines(state: State, viewer: Unit, target: Unit, over: str = "") -> tuple[Line, ...]:
    """The best line of each front-rank figure that has the target in its arc. [57, 58]"""
    return tuple(_each_line(state, viewer, target, over))


def _each_line(state: State, viewer: Unit, target: Unit, over: str) -> Iterator[Line]:
    look = lookout(state, viewer, target, over)
    theirs = shapes(state, target)
    if viewer.inside >= 0:
        yield from _from_inside(look, theirs)
        return
    mine = stand(viewer)
    for figure, arc in zip(mine.front, mine.arcs(state.options.front_arc_half_angle)):
        best: Line | None = None
        for poly in theirs:
            line = _clear_line(look, figure.eye, arc, poly, figure.base)
            if line is not None and (best is None or line.clear):
                best = line
                if line.clear:
                    break
        if best is not None:
            yield best


def _from_inside(look: Lookout, theirs: tuple[Poly, ...]) -> tuple[Line, ...]:
    """An occupant looks out from its feature, in any direction: from the nearest point, else from all round it. [174, 175]"""
    parts = feature(look.state, look.viewer.inside).parts
    eyes = [nearest_points(p, q)[0] for p in parts for q in theirs]
    eyes += [eye for part in parts for eye in _round(part)]
    blocked: tuple[Line, ...] = ()
    for eye in dict.fromkeys(eyes):
        for poly in theirs:
            line = _clear_line(look, eye, ALL_ROUND, poly, None)
            if line is not None and line.clear:
                return (line,)
            if line is not None and not blocked:
                blocked = (line,)
    return blocked


def _round(part: Poly) -> list[Point]:
    """Its corners and the middles of its sides."""
    return [*part, *[((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(part, (*part[1:], part[0]))]]


def seen_by(state: State, viewer: Unit, target: Unit, over: str = "") -> int:
    """How many front-rank figures of a unit see another; all of an occupant's or none. [57, B57]"""
    memo = layout(state).memo
    key = ("sight", viewer.id, target.id, over)
    if key not in memo:
        clear = sum(line.clear for line in lines(state, viewer, target, over))
        if viewer.inside >= 0:
            memo[key] = front_count(viewer) if clear else 0
        else:
            memo[key] = count(viewer, clear)
    found: int = memo[key]
    return found


def visible(state: State, viewer: Unit, target: Unit, over: str = "") -> bool:
    """Whether a target is visible to a unit. [57]"""
    memo = layout(state).memo
    if ("sight", viewer.id, target.id, over) in memo:
        return seen_by(state, viewer, target, over) > 0
    key = ("visible", viewer.id, target.id, over)
    if key not in memo:
        # One clear line is enough: the other figures need not look.
        memo[key] = in_front_arc(state, viewer, target) and any(
            line.clear for line in _each_line(state, viewer, target, over)
        )
    found: bool = memo[key]
    return found


def in_front_arc(state: State, viewer: Unit, target: Unit) -> bool:
    """Whether some part of a unit lies in another's front arc, blocking ignored. [13, B40]"""
    if viewer.inside >= 0:
        return True
    memo = layout(state).memo
    key = ("arc", viewer.id, target.id)
    if key not in memo:
        memo[key] = shapes_in_arc(state, viewer, shapes(state, target))
    found: bool = memo[key]
    return found


def shapes_in_arc(state: State, viewer: Unit, polys: tuple[Poly, ...]) -> bool:
    """Whether some part of some shapes lies in a unit's front arc."""
    arcs = stand(viewer).arcs(state.options.front_arc_half_angle)
    return any(poly_in_arc(arc, poly, edge=False) for arc in arcs for poly in polys)


def blockers(state: State) -> Crowd:
    """Everybody who may stand in a line of sight."""
    return host(state).shapes
