"""Manoeuvres: what every mover of every book does alike.

A book says what legs come to (`work_out`), which of its rows forbid that (`judge`, and `allows` where yes or no can
be had cheaper than a reason), how it looks (`show`), which legs might lead to a wish (`ways`) and which are worth a
machine's while (`ideas`, `whim`). Refusing, planning, offering, sampling and previewing are written here, once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from grognard.engine.dice import Rng
from grognard.engine.domains import Mover
from grognard.engine.tables import Refusal
from grognard.geometry.angles import FULL_TURN
from grognard.geometry.points import Point

Leg = tuple[Any, ...]
Legs = tuple[Leg, ...]
Places = tuple[tuple[int, int, int], ...]
W = TypeVar("W")

FARTHEST = 10**6
"""No amount of a leg and no coordinate of a wish is larger: nonsense stays out, and sums stay exact."""


class Wish(NamedTuple):
    """Where somebody would like a unit to end: a pose, an order to stand in, single models at places of their own, and by
    which places it is to go there."""

    x: int
    y: int
    facing: int
    order: str = ""
    places: Places = ()
    by: tuple[Point, ...] = ()

    @property
    def spot(self) -> Point:
        """The place alone."""
        return self.x, self.y


def wish(pose: Any, places: Places = (), by: tuple[Point, ...] = ()) -> Wish | None:
    """A pose [x, y, facing, order or nothing] as anybody may send it; None if it is none."""
    if not isinstance(pose, list | tuple) or not 3 <= len(pose) <= 4:
        return None
    x, y, facing = pose[:3]
    order = pose[3] if len(pose) == 4 else None
    if not all(_whole(part) for part in (x, y, facing)) or not isinstance(order, str | None):
        return None
    return Wish(int(x), int(y), int(facing) % FULL_TURN, order or "", places, by)


def _whole(part: Any) -> bool:
    """A number that has no fraction worth keeping: a client may send 12.0."""
    return isinstance(part, int | float) and not isinstance(part, bool) and abs(part) <= FARTHEST


def amounts(legs: Legs, kind: str, count: int, most: int = FARTHEST) -> Leg | None:
    """The whole numbers of a manoeuvre that is one leg of a kind; None if it is not."""
    if len(legs) != 1 or len(legs[0]) != count + 1 or legs[0][0] != kind:
        return None
    found = legs[0][1:]
    for number in found:
        if not isinstance(number, int) or abs(number) > most:
            return None
    return found


def once(ideas: Iterable[Legs]) -> Iterator[Legs]:
    """Ideas without those that came before: judging is dear."""
    seen: set[Legs] = set()
    for legs in ideas:
        if legs not in seen:
            seen.add(legs)
            yield legs


class Posed(Protocol):
    """Whatever stands somewhere and faces somewhere."""

    @property
    def x(self) -> int:
        """How far east."""

    @property
    def y(self) -> int:
        """How far north."""

    @property
    def facing(self) -> int:
        """Which way."""


def path_of(strides: Sequence[tuple[Posed, Posed]]) -> tuple[tuple[int, int, int], ...] | None:
    """The poses that strides lead by, if they lead to more places than one."""
    if not strides:
        return None
    found = [(at.x, at.y, at.facing) for at in (strides[0][0], *(end for _, end in strides))]
    return tuple(found) if len({spot[:2] for spot in found}) > 2 else None


class Shown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a manoeuvre comes to, for the one who looks at it."""

    end: tuple[int, int, int, str] | None = None
    """Where it ends: x, y, facing, and the order it stands in."""
    path: tuple[tuple[int, int, int], ...] | None = None
    """The poses it goes by, the first and the last among them, where it is led in several legs."""
    body: tuple[Point, ...] | None = None
    """The outline at the end."""
    bases: tuple[tuple[Point, ...], ...] | None = None
    """Where every figure would stand, in the order of the piece's bases."""
    spots: tuple[tuple[int, int, int], ...] | None = None
    """The same for round bases: x, y and radius."""
    limit: dict[str, Any] | None = None
    """The ring round one of the figures that must hold them all."""
    steps: tuple[tuple[str, int, str], ...] | None = None
    """What each part of the way costs: words, cost, rule."""
    cost: int | None = None
    costs: tuple[int, ...] | None = None
    """What each figure pays."""
    allowance: int | None = None
    difficult: bool | None = None
    start: tuple[int, int] | None = msgspec.field(default=None, name="from")
    """Of a shot: where it begins."""
    mark: dict[str, Any] | None = None
    """Of a shot: where it is meant to land."""
    rings: tuple[dict[str, Any], ...] | None = None
    """Of a shot: how far it may stray."""
    notes: tuple[dict[str, Any], ...] | None = None
    """Of a shot: who may be hit."""

    def as_json(self, fault: Refusal | None = None) -> dict[str, Any]:
        """As the client reads it, with the reason if it may not be."""
        told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return {**told, "refusal": None if fault is None else fault._asdict()}


class Manoeuvre(Mover, Generic[W]):
    """One unit's move of some kind, as its book judges it. `W` is what legs are worked out to."""

    cite: str = ""
    """The rule that says what such a manoeuvre is made of."""
    stays: ClassVar[bool] = False
    """Whether not moving is always allowed, and is the first thing worth trying."""
    weighs: ClassVar[bool] = False
    """Whether a plan takes the cheapest way instead of the first."""
    tries: ClassVar[int] = 0
    """How many whims are tried before the candidates are looked through."""

    # --- what a book gives ---------------------------------------------------------------------------------

    def work_out(self, legs: Legs) -> W | Refusal:
        """What the legs come to, before anything is judged but their shape."""
        raise NotImplementedError

    def judge(self, done: W) -> Refusal | None:
        """The first row of the book that forbids it."""
        raise NotImplementedError

    def allows(self, done: W) -> bool:
        """Whether no row forbids it: the same answer as `judge`, by the cheapest test first."""
        return self.judge(done) is None

    def price(self, done: W) -> int:
        """What it costs, where plans are weighed."""
        raise NotImplementedError

    def show(self, done: W) -> Shown:
        """How it looks and what it costs."""
        raise NotImplementedError

    def staying(self) -> Shown:
        """How not moving looks, where it always may be."""
        raise NotImplementedError

    def ways(self, to: Wish) -> Iterable[Legs]:
        """Legs that may lead where somebody wishes, the best first."""
        raise NotImplementedError

    def bends(self) -> int:
        """By how many places, named one by one, its way may be led."""
        return 0

    def detours(self, to: Wish) -> Iterable[Legs]:
        """Ways of several legs, the best first: looked for where none of the others is allowed."""
        return ()

    def nowhere(self, done: W) -> bool:
        """Whether it may not stand where a way ends, so that no other way there is any better."""
        return False

    def ideas(self) -> Iterable[Legs]:
        """Legs worth a machine's while; they need not be legal."""
        raise NotImplementedError

    def whim(self, rng: Rng, attempt: int) -> Legs:
        """Legs at random, sensible more often than not."""
        raise NotImplementedError

    def last_resort(self) -> Iterable[Legs]:
        """What is looked for where no idea is legal."""
        return ()

    # --- what every book does alike ------------------------------------------------------------------------

    _legal: Legs | None = None
    """The last manoeuvre found legal: whoever picks one asks about it again."""

    turned_from: Refusal | None = None
    """Of the way planned last: what forbids the plain ones, if it is a detour."""

    def refusal(self, legs: Legs) -> Refusal | None:
        """Why this manoeuvre is not allowed, or None."""
        if legs is self._legal or (not legs and self.stays):
            return None
        done = self.work_out(legs)
        reason = done if isinstance(done, Refusal) else self.judge(done)
        if reason is None:
            self._legal = legs
        return reason

    def legal(self, legs: Legs) -> bool:
        """Whether it is allowed; nobody asks why."""
        if legs is self._legal or (not legs and self.stays):
            return True
        done = self.work_out(legs)
        if isinstance(done, Refusal) or not self.allows(done):
            return False
        self._legal = legs
        return True

    def plan(self, pose: Any) -> Legs | Refusal:
        """The first way to a pose that is allowed, or why the best one is not."""
        return self.arrange(pose, ())

    def arrange(self, pose: Any, places: Places, by: tuple[Point, ...] = ()) -> Legs | Refusal:
        """As `plan`, with single models at places of their own, and by way of some places."""
        to = wish(pose, places, by)
        if to is None:
            return Refusal(self.cite, "that is no place on the table")
        self.turned_from = None
        if len(by) > self.bends():
            return Refusal(self.cite, self._too_many_bends())
        first: Refusal | None = None
        best: tuple[int, Legs] | None = None
        hopeless = True
        for legs in self.ways(to):
            done = self.work_out(legs)
            reason = done if isinstance(done, Refusal) else self.judge(done)
            first = first or reason
            if isinstance(done, Refusal) or reason is not None:
                hopeless = hopeless and not isinstance(done, Refusal) and self.nowhere(done)
                continue
            if not self.weighs:
                return legs
            price = self.price(done)
            best = (price, legs) if best is None or price < best[0] else best
        if best is not None:
            return best[1]
        bent = None if hopeless else next(filter(self.legal, self.detours(to)), None)
        if bent is None:
            return first or Refusal(self.cite, "no way leads there")
        self.turned_from = first
        return bent

    def _too_many_bends(self) -> str:
        most = self.bends()
        if most == 0:
            return "its way goes by no places that one could name"
        return f"its way goes by {most} {'place' if most == 1 else 'places'} at most"

    def candidates(self) -> Iterator[Legs]:
        """Every idea that is legal; where none is, what a longer search finds."""
        found = self.stays
        if self.stays:
            yield ()
        for legs in self.ideas():
            if (legs or not self.stays) and self.legal(legs):
                found = True
                yield legs
        if not found:
            yield from self.last_resort()

    def possible(self) -> bool:
        """Whether anything at all may be done."""
        return next(iter(self.candidates()), None) is not None

    def sample(self, rng: Rng) -> Legs:
        """Some legal manoeuvre: a whim, or the fallback; without whims, any of the candidates."""
        if not self.tries:
            found = list(self.candidates())
            return found[rng.randint(0, len(found) - 1)] if found else ()
        for attempt in range(self.tries):
            legs = self.whim(rng, attempt)
            if self.legal(legs):
                return legs
        return self.fallback()

    def fallback(self) -> Legs:
        """Something legal where whims fail."""
        return () if self.stays else next(iter(self.candidates()), ())

    def preview(self, legs: Legs) -> dict[str, Any]:
        """Where the manoeuvre ends and what it costs, or why it cannot even be worked out."""
        if not legs and self.stays:
            return self.staying().as_json()
        done = self.work_out(legs)
        if isinstance(done, Refusal):
            return {"refusal": done._asdict()}
        return self.show(done).as_json(self.judge(done))
