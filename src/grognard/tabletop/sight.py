"""Looking: what can stand between two bodies at all, from where one looks out of a shape, and the search for a clear line.

What blocks, and how near, is the book's: it gives the shapes that may be in the way, and `screen` for the ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from grognard.geometry.arcs import Arc, front_arc, in_arc, part_in_arc, poly_in_arc
from grognard.geometry.crowds import Disc, clear_line, near_boxes, nearest_seen, sees_any
from grognard.geometry.points import Bounds, Point, Poly, Segment, bounds, bounds_of_all
from grognard.geometry.points import Crowd as Shapes
from grognard.geometry.shapes import front_middle
from grognard.geometry.sight import Bar, Screen, aims, behind, glimpses
from grognard.tabletop.bodies import corners_of
from grognard.tabletop.land import P, Patch, all_parts

ROUNDING = 5
"""More hundredths than a point of a shape may stick out of its bounds when it is rounded."""
CLEAR = -1
"""In place of who blocks a line: nobody does."""
GROUND = -2
"""In place of who blocks a line: the ground does."""

NEVER, TOUCHED, STOOD_ON = 0, 1, 2
"""What excuses ground that a line passes through: nothing, a body at one of its ends that touches it, or an end in it as well."""

Screening = Callable[[Point, Point], Poly | None]
"""The shape of the ground that hides a point from another, empty if there is no way round it; None if none does."""


class Veil(NamedTuple):
    """Ground that hides from each other the ends of a line through its inside, unless that is excused, or over its ridge."""

    around: Bounds
    parts: Shapes
    corners: Poly
    ridge: tuple[Segment, ...]
    over: Poly
    """The corners of the ridge."""
    excuse: int
    number: int


def veil(
    around: Bounds, parts: Iterable[Poly], ridge: tuple[Segment, ...], excuse: int, number: int = -2
) -> Veil:
    """Some ground as `clear_looks` takes it."""
    shapes = Shapes(parts)
    return Veil(around, shapes, corners_of(shapes), ridge, corners_of(ridge), excuse, number)


def corridor(one: Bounds, other: Bounds) -> Bounds:
    """A rectangle no line between two bodies leaves."""
    return (
        min(one[0], other[0]) - ROUNDING,
        min(one[1], other[1]) - ROUNDING,
        max(one[2], other[2]) + ROUNDING,
        max(one[3], other[3]) + ROUNDING,
    )


def between(boxes: Sequence[Bounds], one: Bounds, other: Bounds, near: int = 0) -> list[int]:
    """Which of some bodies, by their bounds, a line from one body to another may come so near to."""
    return near_boxes(boxes, corridor(one, other), near)


def on_base(bases: Iterable[tuple[int, int, int]], point: Point) -> bool:
    """Whether a point lies on one of some round bases."""
    return any((x - point[0]) ** 2 + (y - point[1]) ** 2 <= r * r for x, y, r in bases)


def outlook(outline: Poly) -> list[Point]:
    """From where one looks out of a shape: its corners, then the middles of its sides."""
    return [
        *outline,
        *[((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in zip(outline, (*outline[1:], outline[0]))],
    ]


def slits(
    outlines: Iterable[Poly],
    targets: Sequence[Poly],
    others: Sequence[Poly],
    near: int,
    ground: Sequence[Poly],
) -> list[Point]:
    """From where on some outlines one looks at corners of a target close past what stands between: bodies by so much, ground by a hair."""
    bars = [(shape, near) for shape in others] + [(shape, 0) for shape in ground]
    corners = [corner for target in targets for corner in target]
    return [
        eye
        for outline in outlines
        for corner in corners
        for shape, far in bars
        for eye in glimpses(corner, shape, far, outline)
    ]


def front_eyes(boxes: Iterable[Poly]) -> tuple[Point, ...]:
    """From where each of some boxes looks ahead: the middle of its front edge."""
    return tuple(map(front_middle, boxes))


def front_arcs(bases: Iterable[tuple[Poly, int]], half_angle: int) -> tuple[Arc, ...]:
    """The arc before each of some bases that face so."""
    return tuple([front_arc(base, facing, half_angle) for base, facing in bases])


def those_in_arc(arc: Arc, points: Iterable[Point]) -> list[Point]:
    """Those of some points that lie in an arc, its sides included."""
    return [point for point in points if in_arc(arc, point)]


def any_in_arcs(arcs: Iterable[Arc], shapes: Sequence[Poly], *, edge: bool = True) -> bool:
    """Whether any of some shapes lies in any of some arcs, their sides included unless `edge` is false."""
    return any(poly_in_arc(arc, shape, edge=edge) for arc in arcs for shape in shapes)


class Screens:
    """Ground that may hide one point from another."""

    def __init__(self, who: Iterable[Screen]):
        self.who = tuple(who)
        self.boxes: tuple[Bounds, ...] = tuple([bounds_of_all(screen.parts) for screen in self.who])

    def __len__(self) -> int:
        return len(self.who)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Screens) and self.who == other.who

    def __hash__(self) -> int:
        return hash(self.boxes)

    def first(self, line: Segment) -> Screen | None:
        """The first that hides the ends of a line from each other."""
        # A line along the outline of one is inside: only what lies clear of its bounds is passed over.
        for at in near_boxes(self.boxes, bounds(line)):
            if self.who[at].blocks(line):
                return self.who[at]
        return None


def first_hiding(line: Segment, screens: Iterable[Screen]) -> Screen | None:
    """The first of some screens, in their order, that hides the ends of a line from each other."""
    return next((screen for screen in screens if screen.blocks(line)), None)


def first_behind(line: Segment, hills: Iterable[Patch[P]]) -> Patch[P] | None:
    """The first of some hills that a line passes over with neither end on it."""
    return next((hill for hill in hills if behind(line, hill.parts)), None)


class Lookers(NamedTuple):
    """Figures that all face one way, what they may look at, and how far to either side of their front they see."""

    eyes: Sequence[Point]
    marks: Sequence[Point]
    facing: int
    arc: int


class Blocks(NamedTuple):
    """What may block the looks of many figures: shapes, round bases with the rectangle round them, and what takes a closer look."""

    shapes: Sequence[Poly] = ()
    bodies: Sequence[tuple[Bounds, Sequence[Disc]]] = ()
    hidden: Callable[[Segment], bool] | None = None


def any_sees(groups: Iterable[Lookers], far: int, by: Blocks) -> bool:
    """Whether anybody of some groups sees any of what it may look at, no farther than that."""
    shapes, bodies, hidden = by
    for eyes, marks, facing, arc in groups:
        if sees_any(eyes, marks, far, facing, arc, shapes, bodies, hidden):
            return True
    return False


def squares_seen(groups: Iterable[Lookers], far: int, by: Blocks) -> list[int]:
    """For each figure of some groups, one after another, the squared distance of the nearest mark it sees; -1 where it sees none."""
    shapes, bodies, hidden = by
    found: list[int] = []
    for eyes, marks, facing, arc in groups:
        found += nearest_seen(eyes, marks, far, facing, arc, shapes, bodies, hidden)
    return found


def screens_of(
    areas: Iterable[Patch[Any]], bar: Bar, amounts: Mapping[str, int] | None = None
) -> list[Screen]:
    """Areas of ground that all hide in one way, each kind of them by its amount."""
    return [Screen(area.name, area.whole, bar, (amounts or {}).get(area.kind, 0)) for area in areas]


def screens_by_kind(areas: Iterable[Patch[Any]], bar: Bar, amounts: Mapping[str, int]) -> tuple[Screen, ...]:
    """The same, but areas of one kind that follow each other are one screen: what a line has of them all counts together."""
    kinds = groupby(areas, attrgetter("kind"))
    return tuple([Screen(kind, all_parts(some), bar, amounts[kind]) for kind, some in kinds])


def marks(eye: Point, arc: Arc, target: Poly, steps: int) -> list[Point]:
    """Points of a target in an arc to look at: the usual ones; of a sliver of it, those of the sliver."""
    found = [aim for aim in aims(eye, target, steps) if in_arc(arc, aim, edge=False)]
    if found:
        return found
    # Only a sliver lies in the arc: its corners are not among the usual points.
    return [corner for part in part_in_arc(arc, target) for corner in (*part, _middle(part))]


def _middle(part: Poly) -> Point:
    return sum(x for x, _ in part) // len(part), sum(y for _, y in part) // len(part)


def search(
    eye: Point,
    arc: Arc,
    target: Poly,
    others: Sequence[Poly],
    near: int,
    screen: Screening | None = None,
    steps: int = 3,
) -> tuple[Point, int] | None:
    """A line from an eye to a target, some of which lies in its arc, that comes near no other body and is not screened.

    First to the usual points, then close past both sides of everything that stood in the way. Gives the point and `CLEAR`; else
    the first point tried and who was in the way, or `GROUND`; None if there is nothing to look at.
    """
    return clear_line(eye, marks(eye, arc, target, steps), arc, target, others, near, screen)
