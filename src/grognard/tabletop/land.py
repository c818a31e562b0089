"""The ground of a table, made ready once: patches of it, lines across it, and what a point, a way or a shape meets there.

What a kind of ground means for moving, cover or sight is the book's business. It sorts its terrain into groups by what its rules
ask about (`patches` of all that is rough, `lines` of all walls), keeps them on the battlefield, and asks a whole group at once: every
question here takes the place of a loop over corners. Answers come in the order of the list, so a book may list what lies on top last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from grognard.engine.memo import lazily
from grognard.geometry.carve import carve_all
from grognard.geometry.crowds import near_boxes
from grognard.geometry.gaps import any_nearer, first_within, point_within
from grognard.geometry.outlines import convex_parts, in_parts, meet, meeting, meetings, tidy
from grognard.geometry.points import (
    Bounds,
    Crowd,
    Point,
    Poly,
    Segment,
    bounds,
    bounds_of_all,
    each_bounds,
    farther,
)
from grognard.geometry.shapes import first_overlap, hull
from grognard.geometry.sight import crosses, crosses_parts, length_inside, span
from grognard.geometry.sight import first_crossed as crossed_in


class Piece(Protocol):
    """A piece of terrain as a scenario lists it."""

    @property
    def kind(self) -> str:
        """A word of the book's."""

    @property
    def name(self) -> str:
        """What players call it."""

    @property
    def poly(self) -> tuple[Point, ...]:
        """Its corners, either way round, or the points of a line."""


P = TypeVar("P", bound=Piece)


class Patch(NamedTuple, Generic[P]):
    """An area of ground; its outline need not be convex, its parts are."""

    kind: str
    name: str
    poly: Poly
    """Its outline, clockwise."""
    parts: tuple[Poly, ...]
    """What is left of it under bridges and fords."""
    whole: tuple[Poly, ...]
    around: Bounds
    level: int
    number: int
    """Its place among the terrain of the table."""
    piece: P

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>"

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it, its outline included."""
        return in_parts(self.whole, point)

    def count(self, points: Iterable[Point]) -> int:
        """How many of some points lie in it, its outline included."""
        return sum([in_parts(self.whole, point) for point in points])

    def any_touched(self, ways: Sequence[Segment]) -> bool:
        """Whether any of some straight ways comes to it; who comes to its outline does."""
        for way in ways:
            for part in self.whole:
                if span(way, part) is not None:
                    return True
        return False


class Line(NamedTuple, Generic[P]):
    """A line across the ground, in straight pieces: a wall, a hedge, a stream, a road."""

    kind: str
    name: str
    pieces: tuple[Segment, ...]
    boxes: tuple[Bounds, ...]
    """The upright rectangle round each piece."""
    around: Bounds
    number: int
    piece: P

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}>"

    def within(self, point: Point, distance: int) -> bool:
        """Whether a point is at most a distance from it."""
        return first_within((point,), self.pieces, distance) is not None

    def spots(self, way: Segment) -> list[Point]:
        """Where a straight way meets its pieces, one after the other."""
        return [spot for piece in self.pieces if (spot := meeting(way, piece)) is not None]

    @property
    def ends(self) -> Segment:
        """Where it begins and where it ends."""
        return self.pieces[0][0], self.pieces[-1][1]

    def crosses(self, shape: Poly) -> bool:
        """Whether it passes through the inside of a shape."""
        return any(crosses(piece, shape) for piece in self.pieces)

    def met(self, way: Segment, around: Bounds) -> list[Point]:
        """Where a straight way meets its pieces in a rectangle; where it starts is not met again."""
        near = near_boxes(self.boxes, around)
        return [spot for at in near if (spot := meeting(way, self.pieces[at])) is not None and spot != way[0]]

    def stretches(self, point: Point, distance: int) -> list[Segment]:
        """Its pieces that a point is at most a distance from."""
        return [piece for piece in self.pieces if point_within(point, piece, distance)]

    def between(self, one: Point, other: Point) -> bool:
        """Whether a straight way between two points comes to it."""
        return any(meet(one, other, *piece) for piece in self.pieces)

    def any_across(self, ways: Sequence[Segment]) -> bool:
        """Whether any of some straight ways comes to it."""
        return any(meet(*way, *piece) for way in ways for piece in self.pieces)

    def nearer(self, way: Segment, distance: int) -> bool:
        """Whether a straight way comes nearer to it than a distance."""
        return any_nearer(way, self.pieces, distance)

    def near_shape(self, shape: Poly, distance: int) -> bool:
        """Whether a shape is at most a distance from it."""
        return first_within(shape, self.pieces, distance) is not None


class Lying(Protocol):
    """Something of the ground."""

    @property
    def kind(self) -> str:
        """A word of the book's."""

    @property
    def name(self) -> str:
        """What players call it."""

    @property
    def around(self) -> Bounds:
        """The upright rectangle round it."""


G = TypeVar("G", bound=Lying)


class Group(Generic[G]):
    """Some of the ground that a rule asks about together."""

    def __init__(self, who: Iterable[G]):
        self.who: tuple[G, ...] = tuple(who)
        self.boxes: tuple[Bounds, ...] = tuple([each.around for each in self.who])

    def __len__(self) -> int:
        return len(self.who)

    def __getitem__(self, at: int) -> G:
        return self.who[at]

    def __iter__(self) -> Iterator[G]:
        return iter(self.who)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Group) and self.who == other.who

    def __hash__(self) -> int:
        return hash(self.boxes)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(map(str, self.who))}>"

    def pick(self, holds: Callable[[G], object]) -> Self:
        """Those for which something holds."""
        return type(self)([each for each in self.who if holds(each)])

    def of(self, *kinds: str) -> Self:
        """Those of some kinds."""
        return self.pick(lambda each: each.kind in kinds)

    def named(self, name: str) -> G | None:
        """The first of a name."""
        return next((each for each in self.who if each.name == name), None)

    def near(self, around: Bounds, distance: int = 0) -> list[G]:
        """Those that are not surely farther than a distance from a rectangle: whatever is left out is."""
        who = self.who
        return [who[at] for at in near_boxes(self.boxes, around, distance)]

    def clear_of(self, around: Bounds, distance: int = 0) -> bool:
        """Whether nothing of it comes near a rectangle: a glance for many questions."""
        return not near_boxes(self.boxes, around, distance)


class Patches(Group[Patch[P]]):
    """Areas of ground."""

    def at(self, point: Point) -> list[Patch[P]]:
        """Those a point lies in, outlines included."""
        who = self.who
        return [who[at] for at in near_boxes(self.boxes, (*point, *point)) if in_parts(who[at].whole, point)]

    def holds(self, point: Point) -> bool:
        """Whether a point lies in any of them."""
        who = self.who
        return any(in_parts(who[at].whole, point) for at in near_boxes(self.boxes, (*point, *point)))

    def level(self, point: Point) -> int:
        """The highest level of those a point lies in, 0 beside them all."""
        best = 0
        for patch in self.who:
            if patch.level > best and in_parts(patch.whole, point):
                best = patch.level
        return best

    def highest(self, points: Iterable[Point]) -> int:
        """The highest level that any of some points reaches."""
        return max([self.level(point) for point in points])

    def level_of(self, points: Sequence[Point]) -> int:
        """The highest level that more than half of some points reach."""
        return of_most([self.level(point) for point in points]) if self.who and points else 0

    @lazily
    def shapes(self) -> Crowd:
        """All their convex parts, that know their bounds."""
        return Crowd([part for patch in self.who for part in patch.parts])

    @lazily
    def owners(self) -> tuple[Patch[P], ...]:
        """For each shape, of what it is a part."""
        return tuple([patch for patch in self.who for _ in patch.parts])

    def under(self, shape: Poly, slack: int = 0) -> Patch[P] | None:
        """The first that a shape stands on by more than a slack; touching is not standing on."""
        if not self.who:
            return None
        at = first_overlap(shape, self.shapes, slack)
        return None if at is None else self.owners[at]

    def under_any(self, shapes: Iterable[Poly], slack: int = 0) -> Patch[P] | None:
        """The first that any of some shapes stands on: what a move passes over, one shape after the other."""
        if not self.who:
            return None
        for shape in shapes:
            at = first_overlap(shape, self.shapes, slack)
            if at is not None:
                return self.owners[at]
        return None

    def reached(self, points: Sequence[Point], distance: int) -> list[Patch[P]]:
        """Those that any of some points is at most a distance from."""
        return [
            patch
            for patch in self.who
            if any(point_within(point, part, distance) for part in patch.whole for point in points)
        ]

    def shapes_near(self, around: Bounds) -> list[Poly]:
        """The parts that may matter in a rectangle."""
        shapes = self.shapes
        return [shapes[at] for at in near_boxes(shapes.bounds, around)] if self.who else []

    def length_in(self, way: Segment) -> int:
        """How much of a straight way lies on them, rounded up to a hundredth."""
        near = self.shapes_near(bounds(way))
        return length_inside(way, near) if near else 0


class Lines(Group[Line[P]]):
    """Lines across the ground."""

    def met(self, way: Segment) -> list[tuple[Line[P], Point]]:
        """Where a straight way meets each of their pieces; where it starts is not met again."""
        pieces, owners = self.all_pieces
        start = way[0]
        return [(owners[at], spot) for at, spot in meetings(way, pieces) if spot != start]

    @lazily
    def all_pieces(self) -> tuple[Crowd, tuple[Line[P], ...]]:
        """The pieces of all of them, and for each, whose it is."""
        return Crowd(pieces_of(self.who)), tuple([line for line in self.who for _ in line.pieces])

    def met_near(self, way: Segment, shape: Poly, distance: int) -> list[Line[P]]:
        """Those that a straight way meets at most a distance from a shape; where it starts counts as well."""
        box = bounds(way)
        return [
            line
            for line in self.near(box)
            if any(
                (spot := meeting(way, line.pieces[at])) is not None and point_within(spot, shape, distance)
                for at in near_boxes(line.boxes, box)
            )
        ]

    def crossing(self, shape: Poly) -> Line[P] | None:
        """The first that passes through the inside of a shape."""
        return (
            next((line for line in self.near(bounds(shape)) if line.crosses(shape)), None)
            if self.who
            else None
        )

    def pressed(self, way: Segment, radius: int) -> Line[P] | None:
        """The first that a round base on a straight way would press into."""
        for line in self.near(bounds(way), radius):
            if line.nearer(way, radius):
                return line
        return None


def met_between(way: Segment, pieces: Iterable[Segment]) -> bool:
    """Whether a straight way meets one of some stretches, and not just with its own ends."""
    return any((spot := meeting(way, piece)) is not None and spot not in way for piece in pieces)


def all_parts(areas: Iterable[Patch[P]]) -> tuple[Poly, ...]:
    """The parts of some areas together."""
    return tuple([part for area in areas for part in area.parts])


def all_wholes(areas: Iterable[Patch[P]]) -> list[Poly]:
    """The shapes of some areas, one after the other, with what bridges and fords cut out of them."""
    return [part for area in areas for part in area.whole]


def pieces_of(some: Iterable[Line[P]]) -> list[Segment]:
    """All straight pieces of some lines."""
    return [piece for line in some for piece in line.pieces]


def first_crossed(blocks: Sequence[Patch[P]], ways: Sequence[Segment]) -> Patch[P] | None:
    """The first of some areas that the first of some straight ways passes through the inside of."""
    for way in ways:
        for block in blocks:
            if crossed_in(way, block.whole) is not None:
                return block
    return None


def each_crossed(areas: Iterable[Patch[P]], way: Segment) -> Iterator[Patch[P]]:
    """Those of some areas, as what is left of them goes, that a straight way passes through the inside of."""
    around = bounds(way)
    return (area for area in areas if not farther(area.around, around, 0) and crosses_parts(way, area.parts))


def any_through(ways: Iterable[Segment], shapes: Sequence[Poly]) -> bool:
    """Whether any of some straight ways passes through the inside of any of some shapes."""
    return any(crossed_in(way, shapes) is not None for way in ways)


def keeps_beside(way: Segment, stretches: Sequence[Segment], distance: int, finest: int) -> bool:
    """Whether every spot of a way is at most a distance from one of some stretches; it is looked at in pieces down to `finest`."""
    one, other = way
    near = [stretch for stretch in stretches if point_within(one, stretch, distance)]
    if any(point_within(other, stretch, distance) for stretch in near):
        return True  # what lies beside one straight stretch at both ends never leaves it
    if not near or max(abs(one[0] - other[0]), abs(one[1] - other[1])) < finest:
        return False
    half = (one[0] + other[0]) // 2, (one[1] + other[1]) // 2
    return keeps_beside((one, half), stretches, distance, finest) and keeps_beside(
        (half, other), stretches, distance, finest
    )


def best_at(point: Point, valued: Iterable[tuple[int, Patch[P]]]) -> int:
    """The highest value of those areas a point lies in, 0 beside them all."""
    best = 0
    for value, patch in valued:
        if value > best and in_parts(patch.whole, point):
            best = value
    return best


def of_most(values: Iterable[int]) -> int:
    """The highest value that more than half of some reach; exactly half is not enough."""
    ordered = sorted(values, reverse=True)
    return ordered[len(ordered) // 2]


def _flat(piece: Any) -> int:
    return 0


def patches(
    terrain: Sequence[P],
    holds: Callable[[P], object],
    *,
    level: Callable[[P], int] = _flat,
    convex: bool = False,
    water: Collection[str] = (),
    dry: Iterable[Poly] = (),
) -> Patches[P]:
    """The areas among some terrain, made ready: of kinds of `water`, what `dry` shapes leave; `convex` where bends inward do not count."""
    holes = tuple(dry)
    found = []
    for number, piece in enumerate(terrain):
        if holds(piece):
            ring = hull(piece.poly) if convex else tidy(piece.poly)
            whole = (ring,) if convex else convex_parts(ring)
            left = carve_all(whole, holes) if holes and piece.kind in water else whole
            around = bounds_of_all(whole)
            found.append(
                Patch(piece.kind, piece.name, ring, left, whole, around, level(piece), number, piece)
            )
    return Patches(found)


def lines(
    terrain: Sequence[P],
    holds: Callable[[P], object],
    *,
    closed: Collection[str] = (),
    apart: bool = False,
) -> Lines[P]:
    """The lines among some terrain, made ready; `closed` are the kinds whose outline is meant, `apart` takes each piece by itself."""
    found: list[Line[P]] = []
    for number, piece in enumerate(terrain):
        if holds(piece):
            points = (*piece.poly, piece.poly[0]) if piece.kind in closed else piece.poly
            stretches = tuple(pairwise(points))
            for some in [(each,) for each in stretches] if apart else [stretches]:
                boxes = tuple(each_bounds(some))
                found.append(Line(piece.kind, piece.name, some, boxes, bounds_of_all(some), number, piece))
    return Lines(found)


def parts_of(terrain: Iterable[P], kinds: Collection[str]) -> tuple[Poly, ...]:
    """All ground of some kinds in convex parts: bridges and fords, under which there is no water."""
    return tuple(chain.from_iterable(each_parts([piece.poly for piece in terrain if piece.kind in kinds])))


def each_parts(outlines: Iterable[Poly]) -> tuple[tuple[Poly, ...], ...]:
    """The convex parts of each of some outlines."""
    return tuple([convex_parts(tidy(outline)) for outline in outlines])


class Table(Protocol):
    """How large a table is."""

    @property
    def width(self) -> int:
        """West to east."""

    @property
    def height(self) -> int:
        """South to north."""


def over_edge(table: Table, around: Bounds) -> bool:
    """Whether what fills a rectangle sticks out over the table's edge."""
    west, south, east, north = around
    return west < 0 or south < 0 or east > table.width or north > table.height


def first_off_table(table: Table, ways: Iterable[Segment], exits: Sequence[Poly]) -> Point | None:
    """Where the first of some straight ways ends that leads off the table, but not over a stretch of its edges that is open."""
    for way in ways:
        x, y = way[1]
        if over_edge(table, (x, y, x, y)) and not meetings(way, exits):
            return way[1]
    return None
