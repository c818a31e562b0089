"""Where everybody stands: one value for one arrangement, and the only place with memory of a whole layout.

A book gives each of its units a *stand*: a frozen value with all that matters of it to the others (whose it is, how it is
drawn up, where), its room on the table, and nothing of what it has done or suffered. `crowd` gives the same `Crowd` whenever
everybody stands as before, so what is worked out of an arrangement and `@kept` on it serves every position that has it. Those
picked out of a crowd are a crowd as well, known as long as *they* stand still.

Every question here takes the place of a loop over units, and answers with stands. `Crowd` is for bodies made of convex
shapes, `Swarm` for loose figures on round bases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, Generic, Protocol, Self, TypeVar

from grognard.engine.memo import kept, lazily
from grognard.geometry.crowds import (
    Disc,
    close_pairs,
    disc_gap,
    first_disc_nearer,
    first_disc_struck,
    gap_to_any,
    near_boxes,
    slide,
    slide_clear,
)
from grognard.geometry.gaps import first_nearer_than, first_within, within
from grognard.geometry.points import Bounds, Poly, Segment, bounds
from grognard.geometry.points import Crowd as Shapes
from grognard.geometry.shapes import first_overlap

KNOWN = 8192
"""How many arrangements are remembered at once, of all and of few."""


class Stand(Protocol):
    """Somebody in his place; equal and of equal hash if he stands just so again."""

    @property
    def around(self) -> Bounds:
        """The upright rectangle round all of it."""


class Body(Stand, Protocol):
    """One whose room is made of convex shapes, mostly a single one."""

    @property
    def shapes(self) -> tuple[Poly, ...]:
        """His room on the table."""


class Loose(Stand, Protocol):
    """One whose figures stand on round bases."""

    @property
    def discs(self) -> tuple[Disc, ...]:
        """Every base."""


S = TypeVar("S", bound=Stand)
B = TypeVar("B", bound=Body)
L = TypeVar("L", bound=Loose)


class Gathering(Generic[S]):
    """Some who stand on a table, in an order of their own. Make it with `crowd` or `swarm`, so that it is known again."""

    def __init__(self, who: tuple[S, ...]):
        self.who = who
        self.boxes: tuple[Bounds, ...] = tuple([stand.around for stand in who])

    def __len__(self) -> int:
        return len(self.who)

    def __iter__(self) -> Iterator[S]:
        return iter(self.who)

    def __contains__(self, stand: object) -> bool:
        return stand in self.who

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.who)}: {', '.join(map(str, self.who))}>"

    def _some(self, who: tuple[S, ...]) -> Self:
        kind: Any = type(self)
        found: Self = self if len(who) == len(self.who) else _known(kind, who)
        return found

    def pick(self, holds: Callable[[S], bool]) -> Self:
        """Those for whom something holds."""
        return self._some(tuple([stand for stand in self.who if holds(stand)]))

    @kept
    def but(self, without: S) -> Self:
        """All but one."""
        return self._some(tuple([stand for stand in self.who if stand is not without and stand != without]))

    def near(self, around: Bounds, distance: int = 0) -> list[S]:
        """Those who are not surely farther than a distance from a rectangle: whoever is left out is."""
        who = self.who
        return [who[at] for at in near_boxes(self.boxes, around, distance)]


class Crowd(Gathering[B]):
    """Bodies on a table."""

    @lazily
    def owners(self) -> tuple[B, ...]:
        """For each shape, whose it is."""
        return tuple([stand for stand in self.who for _ in stand.shapes])

    @lazily
    def shapes(self) -> Shapes:
        """All their shapes, that know their bounds: what the questions of `geometry` ask for."""
        each = [stand.shapes for stand in self.who]
        try:
            return Shapes.of(
                [shape for (shape,) in each], self.boxes
            )  # mostly one each, whose bounds are known
        except ValueError:
            return Shapes(chain.from_iterable(each))

    def _owner(self, at: int | None) -> B | None:
        return None if at is None else self.owners[at]

    def on(self, shape: Poly, slack: int = 0, but: int = -1) -> B | None:
        """The first that a shape overlaps by more than a slack; one place may be left out."""
        return self._owner(first_overlap(shape, self.shapes, slack, but))

    def within(self, shape: Poly, distance: int) -> B | None:
        """The first at most a distance from a shape."""
        return self._owner(first_within(shape, self.shapes, distance))

    def nearer(self, shape: Poly, distance: int) -> B | None:
        """The first nearer than a distance to a shape; exactly so far is not nearer."""
        return self._owner(first_nearer_than(shape, self.shapes, distance))

    def all_on(self, shape: Poly, slack: int = 0) -> list[B]:
        """All that a shape overlaps by more than a slack."""
        near = self.near(bounds(shape))
        return [stand for stand in near if first_overlap(shape, stand.shapes, slack) is not None]

    def all_within(self, shape: Poly, distance: int) -> list[B]:
        """All at most a distance from a shape."""
        near = self.near(bounds(shape), distance)
        return [stand for stand in near if first_within(shape, stand.shapes, distance) is not None]

    def nearest(self, shapes: tuple[Poly, ...], far: int) -> int | None:
        """How far from some shapes the nearest is, rounded up; None if nobody is within `far`."""
        return gap_to_any(shapes, self.shapes, far)

    @kept
    def gap(self, one: B, other: B) -> int | None:
        """How far two stands are apart, rounded up; None if one has no room at all."""
        return gap_to_any(one.shapes, other.shapes, _FAR)

    @kept
    def close(self, distance: int) -> tuple[tuple[B, B], ...]:
        """The pairs, in the crowd's order, that are at most a distance apart."""
        found: dict[tuple[int, int], tuple[B, B]] = {}
        place = {id(stand): at for at, stand in enumerate(self.who)}
        for first, second in close_pairs(self.shapes, distance):
            one, other = self.owners[first], self.owners[second]
            key = place[id(one)], place[id(other)]
            if (
                one is not other
                and key not in found
                and within(self.shapes[first], self.shapes[second], distance)
            ):
                found[key] = one, other
        return tuple([found[key] for key in sorted(found)])

    def slide(self, shape: Poly, bearing: int, limit: int) -> tuple[int, B | None]:
        """How far a shape may slide before it touches somebody, and whom."""
        distance, by = slide(shape, bearing, limit, self.shapes)
        return distance, self._owner(by)

    def slide_clear(self, shape: Poly, bearing: int, limit: int, keep: int) -> tuple[int, B | None]:
        """How far a shape may slide and come no nearer than `keep` to anybody, and who stops it."""
        distance, by = slide_clear(shape, bearing, limit, self.shapes, keep)
        return distance, self._owner(by)


class Swarm(Gathering[L]):
    """Loose figures on a table."""

    def nearer(self, base: Disc, keep: int = 0) -> L | None:
        """The first that a base overlaps, or comes nearer to than `keep`."""
        x, y, radius = base
        around = x - radius, y - radius, x + radius, y + radius
        for at in near_boxes(self.boxes, around, keep):
            if first_disc_nearer(x, y, radius, self.who[at].discs, keep) is not None:
                return self.who[at]
        return None

    def struck(self, way: Segment, radius: int, keep: int = 0) -> L | None:
        """The first, in the crowd's order, that a base strikes on a straight way, or passes nearer than `keep`."""
        (x, y), (x2, y2) = way
        around = min(x, x2) - radius, min(y, y2) - radius, max(x, x2) + radius, max(y, y2) + radius
        for at in near_boxes(self.boxes, around, keep):
            if first_disc_struck(way, radius, self.who[at].discs, keep) is not None:
                return self.who[at]
        return None

    @kept
    def gap(self, one: L, other: L) -> int | None:
        """How far two stands are apart, base to base, rounded up; None if one has no figures."""
        found = disc_gap(one.discs, other.discs)
        return None if found is None else found[0]


_FAR = 1 << 21
"""Farther than any two on a table."""


@lru_cache(maxsize=KNOWN)
def _known(kind: type[Gathering[Any]], who: tuple[Any, ...]) -> Any:
    return kind(who)


def crowd(who: Iterable[B]) -> Crowd[B]:
    """Those who stand so: the same value whenever they do."""
    found: Crowd[B] = _known(Crowd, tuple(who))
    return found


def swarm(who: Iterable[L]) -> Swarm[L]:
    """The same of loose figures."""
    found: Swarm[L] = _known(Swarm, tuple(who))
    return found
