"""The closed set of noun domains: what a verb may be said of.

button, unit, pair, cell, reach, number, split, card. A new verb is a book's affair; a new *kind* of
domain needs a decision record, a class here and a widget in the client. Testing membership never lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Literal

from grognard.engine.dice import Rng
from grognard.engine.memo import lazily
from grognard.engine.tables import Refusal

Noun = Any
Why = Callable[[Any], Refusal | None]


def _silent(_noun: Any) -> Refusal | None:
    return None


class Domain:
    """What every domain can do. Nouns are plain hashable values that JSON can carry."""

    kind: ClassVar[str] = ""

    def __contains__(self, noun: object) -> bool:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Noun]:
        """Every noun, where they can be listed; else the candidates worth trying."""
        raise NotImplementedError

    def listable(self) -> bool:
        """Whether iterating gives every noun there is."""
        return True

    def sample(self, rng: Rng) -> Noun:
        """Some legal noun."""
        nouns = list(self)
        return nouns[rng.randint(0, len(nouns) - 1)]

    def size(self) -> int:
        """How many nouns iteration gives."""
        return sum(1 for _ in self)

    def why_not(self, noun: Noun) -> Refusal | None:
        """The row that refuses a noun, if a row does."""
        return None

    def parse(self, raw: Any) -> Noun:
        """A noun read from JSON (lists become tuples); ValueError if it has the wrong shape."""
        return frozen(raw)

    def as_json(self) -> dict[str, Any]:
        """What the client's widget needs."""
        return {"pick": self.kind}


DEEPEST = 16
"""How deep lists may nest in a noun or a fall; what comes from outside may be nested to crash us."""


def frozen(raw: Any, depth: int = 0) -> Any:
    """JSON data as hashable values: lists become tuples, all the way down."""
    if isinstance(raw, list | tuple):
        if depth == DEEPEST:
            raise ValueError("lists are nested too deep")
        return tuple(frozen(item, depth + 1) for item in raw)
    if isinstance(raw, dict):
        raise ValueError("a choice holds no objects")
    return raw


def plain(noun: object) -> bool:
    """Whether a value is made of whole numbers, words and None: 1.0 and True equal 1, but are no ids."""
    kind = type(noun)
    if kind is int or kind is str or noun is None:
        return True
    if isinstance(noun, tuple):
        return all(map(plain, noun))
    return isinstance(noun, str) or (isinstance(noun, int) and not isinstance(noun, bool))


class Button(Domain):
    """A verb that needs no noun."""

    kind = "button"

    def __contains__(self, noun: object) -> bool:
        return noun is None

    def __iter__(self) -> Iterator[None]:
        yield None


BUTTON = Button()


class _Ids(Domain):
    """A set of ids, in the order the book lists them."""

    def __init__(self, ids: Iterable[Any], why: Why = _silent):
        self.ids = tuple(ids)
        self._why = why

    @lazily
    def _set(self) -> frozenset[Any]:
        # Of many verbs on offer one is asked about.
        return frozenset(self.ids)

    def __contains__(self, noun: object) -> bool:
        try:
            return noun in self._set and plain(noun)
        except TypeError:
            return False

    def __iter__(self) -> Iterator[Any]:
        return iter(self.ids)

    def __bool__(self) -> bool:
        return bool(self.ids)

    def size(self) -> int:
        return len(self.ids)

    def why_not(self, noun: Noun) -> Refusal | None:
        return None if noun in self else self._why(noun)

    def sample(self, rng: Rng) -> Any:
        return self.ids[rng.randint(0, len(self.ids) - 1)]

    def as_json(self) -> dict[str, Any]:
        return {"pick": self.kind, "ids": list(self.ids)}

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.ids!r}"


NOBODY = 1 << 40
"""A number that no unit has."""


def _asked_about(number: Any) -> Any:
    """Whom a number means that is not on offer: below zero nobody, and not somebody counted from the end of a list."""
    return NOBODY if isinstance(number, int) and number < 0 else number


class Units(_Ids):
    """One unit out of some."""

    kind = "unit"

    def why_not(self, noun: Noun) -> Refusal | None:
        return None if noun in self else self._why(_asked_about(noun))


class Cells(_Ids):
    """One place of a map that has places: a hex, a section of a building, a zone."""

    kind = "cell"


class _Lazy(_Ids):
    """Ids that are listed only when somebody asks which: whoever offers them has seen that there is one."""

    def __init__(self, ids: Callable[[], Iterable[Any]], why: Why = _silent):
        self._list, self._why = ids, why

    def __getattr__(self, name: str) -> Any:
        # They are worked out at the first question, and from then on found without coming here.
        if name != "ids":
            raise AttributeError(name)
        self.ids = tuple(self._list())
        return self.ids

    def __bool__(self) -> bool:
        return True


class LazyUnits(_Lazy, Units):
    """Units that are listed only when somebody asks which."""


class LazyCells(_Lazy, Cells):
    """Places that are listed only when somebody asks which."""


class Cards(_Ids):
    """One card out of a hand."""

    kind = "card"


class Pairs(Domain):
    """A unit and something it acts on: a target, a place (`to` cell), a round of ammunition."""

    kind = "pair"

    def __init__(
        self, pairs: Mapping[Any, Iterable[Any]], why: Why = _silent, to: Literal["unit", "cell"] = "unit"
    ):
        self.to = to
        self._pairs = {first: tuple(seconds) for first, seconds in pairs.items()}
        self._why = why

    @property
    def pairs(self) -> dict[Any, tuple[Any, ...]]:
        """What each unit may act on."""
        return self._pairs

    def __contains__(self, noun: object) -> bool:
        if not isinstance(noun, tuple) or len(noun) != 2:
            return False
        try:
            return noun[1] in self._pairs.get(noun[0], ()) and plain(noun)
        except TypeError:
            return False

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        for first, seconds in self.pairs.items():
            for second in seconds:
                yield first, second

    def __bool__(self) -> bool:
        return any(self._pairs.values())

    def size(self) -> int:
        return sum(map(len, self._pairs.values()))

    def why_not(self, noun: Noun) -> Refusal | None:
        if noun in self:
            return None
        if not isinstance(noun, tuple) or len(noun) != 2:
            return self._why(noun)
        first, second = noun
        return self._why((_asked_about(first), _asked_about(second) if self.to == "unit" else second))

    def as_json(self) -> dict[str, Any]:
        found = {"pick": "pair", "from": [[first, list(seconds)] for first, seconds in self.pairs.items()]}
        return found if self.to == "unit" else {**found, "to": self.to}

    def __repr__(self) -> str:
        return f"Pairs({self.pairs!r})"


class LazyPairs(Pairs):
    """Pairs whose second parts are worked out only for the first parts somebody asks about, once each."""

    def __init__(
        self,
        firsts: Iterable[Any],
        seconds: Callable[[Any], Iterable[Any]],
        why: Why = _silent,
        to: Literal["unit", "cell"] = "unit",
    ):
        self.firsts, self.to = tuple(firsts), to
        self._seconds, self._why = seconds, why
        self._known: dict[Any, tuple[Any, ...]] = {}
        self._any: bool | None = None

    def seconds(self, first: Any) -> tuple[Any, ...]:
        """What one unit may act on."""
        if first not in self._known:
            self._known[first] = tuple(self._seconds(first))
        return self._known[first]

    @property
    def pairs(self) -> dict[Any, tuple[Any, ...]]:
        """Everything, worked out."""
        return {first: found for first in self.firsts if (found := self.seconds(first))}

    def __contains__(self, noun: object) -> bool:
        return (
            plain(noun)
            and isinstance(noun, tuple)
            and len(noun) == 2
            and noun[0] in self.firsts
            and noun[1] in self.seconds(noun[0])
        )

    def __bool__(self) -> bool:
        # One pair is enough to know: nothing more is worked out than it takes to find it.
        if self._any is None:
            self._any = any(True for first in self.firsts for _ in self._seconds(first))
        return self._any

    def size(self) -> int:
        return sum(len(self.seconds(first)) for first in self.firsts)

    def sample(self, rng: Rng) -> tuple[Any, Any]:
        start = rng.randint(0, len(self.firsts) - 1)
        for first in (*self.firsts[start:], *self.firsts[:start]):
            found = self.seconds(first)
            if found:
                return first, found[rng.randint(0, len(found) - 1)]
        raise LookupError("no pair is offered")


class LatePairs(Pairs):
    """Pairs that are listed, all of them, only when somebody asks which: whoever offers them has seen that there is one."""

    def __init__(
        self,
        pairs: Callable[[], Iterable[tuple[Any, Iterable[Any]]]],
        why: Why = _silent,
        to: Literal["unit", "cell"] = "unit",
    ):
        self._list, self._why, self.to = pairs, why, to

    def __getattr__(self, name: str) -> Any:
        # At the first question; from then on found without coming here.
        if name != "_pairs":
            raise AttributeError(name)
        super().__init__(dict(self._list()), self._why, self.to)
        return self._pairs

    def __bool__(self) -> bool:
        return True


class Number(Domain):
    """A whole number between two bounds, in steps; `marks` are the ones worth listing if there are many."""

    kind = "number"

    def __init__(
        self,
        low: int,
        high: int,
        step: int = 1,
        unit: str = "",
        why: Why = _silent,
        marks: Iterable[int] | None = None,
    ):
        self.low, self.high, self.step, self.unit, self._why = low, high, step, unit, why
        self.marks = None if marks is None else tuple(dict.fromkeys(marks))

    def __contains__(self, noun: object) -> bool:
        return (
            isinstance(noun, int)
            and not isinstance(noun, bool)
            and self.low <= noun <= self.high
            and (noun - self.low) % self.step == 0
        )

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1, self.step) if self.marks is None else self.marks)

    def listable(self) -> bool:
        return self.marks is None

    def size(self) -> int:
        return len(range(self.low, self.high + 1, self.step) if self.marks is None else self.marks)

    def sample(self, rng: Rng) -> int:
        return self.low + self.step * rng.randint(0, (self.high - self.low) // self.step)

    def why_not(self, noun: Noun) -> Refusal | None:
        return None if noun in self else self._why(noun)

    def as_json(self) -> dict[str, Any]:
        return {"pick": "number", "low": self.low, "high": self.high, "step": self.step, "unit": self.unit}


class Split(Domain):
    """A total shared out among some ids, each with a limit: ((id, share), …) in the ids' order."""

    kind = "split"

    def __init__(self, total: int, limits: Mapping[Any, int], why: Why = _silent):
        self.total, self.limits, self._why = total, dict(limits), why

    def __contains__(self, noun: object) -> bool:
        if not isinstance(noun, tuple) or not all(isinstance(s, tuple) and len(s) == 2 for s in noun):
            return False
        if not plain(noun) or tuple(key for key, _ in noun) != tuple(self.limits):
            return False
        shares = [share for _, share in noun]
        return (
            all(isinstance(share, int) and 0 <= share <= self.limits[key] for key, share in noun)
            and sum(shares) == self.total
        )

    def __iter__(self) -> Iterator[tuple[tuple[Any, int], ...]]:
        yield from self._ways(tuple(self.limits.items()), self.total)

    def _ways(self, left: tuple[tuple[Any, int], ...], total: int) -> Iterator[tuple[tuple[Any, int], ...]]:
        if not left:
            if total == 0:
                yield ()
            return
        (key, limit), *rest = left
        for share in range(min(limit, total) + 1):
            for tail in self._ways(tuple(rest), total - share):
                yield ((key, share), *tail)

    def sample(self, rng: Rng) -> tuple[tuple[Any, int], ...]:
        left, keys, shares = self.total, list(self.limits), dict.fromkeys(self.limits, 0)
        while left:
            open_keys = [key for key in keys if shares[key] < self.limits[key]]
            shares[open_keys[rng.randint(0, len(open_keys) - 1)]] += 1
            left -= 1
        return tuple(shares.items())

    def why_not(self, noun: Noun) -> Refusal | None:
        return None if noun in self else self._why(noun)

    def as_json(self) -> dict[str, Any]:
        return {"pick": "split", "total": self.total, "limits": [[k, v] for k, v in self.limits.items()]}


class Reach(Domain):
    """Where one unit may go on an open table.

    It cannot be listed: it has a check with cited reasons, a region to draw, a planner from a pose to the
    manoeuvre that gets there, candidates worth trying and a sampler. The noun is a manoeuvre: a tuple of
    legs, each a tuple (kind, amount, …), so that a replay never depends on a planner.
    """

    kind = "reach"

    def __init__(self, unit: Any, mover: Mover):
        self.unit, self.mover = unit, mover

    def __contains__(self, noun: object) -> bool:
        return is_manoeuvre(noun) and self.mover.legal(noun)

    def __iter__(self) -> Iterator[Noun]:
        return iter(self.mover.candidates())

    def listable(self) -> bool:
        return False

    def sample(self, rng: Rng) -> Noun:
        return self.mover.sample(rng)

    def why_not(self, noun: Noun) -> Refusal | None:
        return self.mover.refusal(noun) if is_manoeuvre(noun) else None

    def parse(self, raw: Any) -> Noun:
        noun = frozen(raw)
        if not is_manoeuvre(noun):
            raise ValueError("a manoeuvre is a list of legs, each a list: a kind and its amounts")
        return noun

    def as_json(self) -> dict[str, Any]:
        orders = self.mover.orders()
        return {
            "pick": "reach",
            "unit": self.unit,
            **({"orders": list(orders)} if orders else {}),
            **({"singles": True} if self.mover.singles() else {}),
            **({"bends": self.mover.bends()} if self.mover.bends() else {}),
            **({"aim": True} if self.mover.aims else {}),
            **({"stays": False} if self.mover.refusal(()) is not None else {}),
        }


class Mover:
    """How a book moves one unit now: what `Reach` asks of it."""

    turned_from: Refusal | None = None
    """Of the way planned last: what forbids the plain ones, if it is a detour."""
    aims = False
    """Whether a spot is chosen for something the unit sends there, and it stays where it is."""

    def refusal(self, legs: Noun) -> Refusal | None:
        """Why this manoeuvre is not allowed, or None."""
        raise NotImplementedError

    def legal(self, legs: Noun) -> bool:
        """Whether it is allowed; nobody asks why."""
        return self.refusal(legs) is None

    def region(self) -> tuple[tuple[int, int], ...]:
        """A polygon to draw; slightly generous, the check is the judge. Asked for only by whoever draws it."""
        raise NotImplementedError

    def plan(self, pose: Any) -> Noun | Refusal:
        """The cheapest legal manoeuvre that ends in this pose (x, y, facing, formation), or the reason why not."""
        raise NotImplementedError

    def singles(self) -> bool:
        """Whether single models may be set elsewhere than the group has them."""
        return False

    def bends(self) -> int:
        """By how many places, named one by one, its way may be led."""
        return 0

    def arrange(
        self, pose: Any, places: tuple[tuple[int, int, int], ...], by: tuple[tuple[int, int], ...] = ()
    ) -> Noun | Refusal:
        """As `plan`, with single models at places of their own, (model, x, y), and by way of some places, (x, y)."""
        raise NotImplementedError

    def orders(self) -> tuple[str, ...]:
        """The orders the unit could end in, the present one first; none where there is no choice."""
        return ()

    def candidates(self) -> Iterable[Noun]:
        """Legal manoeuvres worth a machine's while."""
        raise NotImplementedError

    def sample(self, rng: Rng) -> Noun:
        """Some legal manoeuvre, sensible more often than not."""
        raise NotImplementedError

    def preview(self, legs: Noun) -> dict[str, Any]:
        """Where the manoeuvre ends and what each leg costs, for the client."""
        raise NotImplementedError


def is_manoeuvre(noun: object) -> bool:
    """Whether a noun has the shape of a manoeuvre: a tuple of (kind, whole number or word, …)."""
    return isinstance(noun, tuple) and all(
        isinstance(leg, tuple)
        and len(leg) >= 2
        and isinstance(leg[0], str)
        and all(isinstance(part, int | str) and not isinstance(part, bool) for part in leg[1:])
        for leg in noun
    )
