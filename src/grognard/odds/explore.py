"""The exact odds of a whole procedure, decisions included: walk the engine over every fall.

There is no second implementation of the rules that could drift from the first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import msgspec

from grognard.engine.book import Scene, Summed
from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Engine, Position
from grognard.engine.tables import Tally
from grognard.odds.graph import Row, spread

LIMIT = 200_000
Alike = Callable[[Position, Throw], Callable[[Any], Hashable] | None]


class TooWide(RuntimeError):
    """More positions than the walk was allowed."""


class DeadEnd(LookupError):
    """The game ended, or nothing was due, before the scene was done."""


class Met(NamedTuple):
    """A tally met on the way, and the throw it shaped."""

    what: str
    cite: str
    tally: Tally


class Odds(NamedTuple):
    """What came out of a walk."""

    dist: Dist[Any]
    heads: tuple[str, ...]
    tallies: tuple[Met, ...]
    """Every distinct tally, in the order of the procedure."""
    cites: tuple[str, ...]
    """Every rule that a choice, a throw or a line of a tally cited, in the order met."""
    positions: int
    falls: int


def explore(
    engine: Engine, scene: Scene, limit: int = LIMIT, alarm: Callable[[], None] | None = None
) -> Odds:
    """The exact distribution of `scene.done(position)` over every fall of the dice.

    `limit` is the most positions it may look at before it gives up with `TooWide`; `alarm` is called before
    every fall and may raise, for callers with a clock.
    """
    walk = Walk(engine, scene.done, scene.choose, limit, alarm, scene.alike, scene.matters)
    walk.run(scene.position)
    ends = spread(walk.rows)
    return Odds(
        _gather(walk.ends, ends),
        scene.heads,
        tuple(walk.tallies),
        tuple(walk.cites),
        len(walk.rows),
        walk.falls,
    )


def expect(
    engine: Engine,
    position: Position,
    worth: Callable[[Position], float],
    limit: int = 2000,
    alarm: Callable[[], None] | None = None,
) -> float:
    """What a position is worth on average at the next choice: exact within `limit` positions.

    Past the limit, positions whose dice have not fallen are valued as they stand.
    """
    walk = Walk(engine, lambda p: None if isinstance(engine.pending(p), Throw) else p, _nobody, limit, alarm)
    walk.run(position, cut=True)
    ends = spread(walk.rows)
    whole, total = sum(ends.values()), 0.0
    for end, weight in ends.items():
        if alarm is not None:
            alarm()
        total += worth(walk.ends[end]) * (weight / whole)
    return total


def _nobody(_position: Position, ask: Ask) -> Move:
    raise AssertionError(f"an expectation stops before {ask}")


def _gather(outcomes: dict[int, Any], ends: Row) -> Dist[Any]:
    """The weights of ends as one distribution of outcomes; an end may itself be a distribution."""
    plain: dict[Any, int] = {}
    mixed: list[tuple[Dist[Any], int]] = []
    for end, weight in ends.items():
        outcome = outcomes[end]
        if isinstance(outcome, Dist):
            mixed.append((outcome, weight))
        else:
            plain[outcome] = plain.get(outcome, 0) + weight
    if mixed:
        rest = [(Dist(plain), sum(plain.values()))] if plain else []
        return Dist.mix(mixed + rest).reduced()
    return Dist(plain).reduced()


def key_for(start: Position) -> Callable[[Position], Any]:
    """How positions reached from a start are told apart: as they are, or by their bytes if they do not hash.

    Where units and ground keep their hash (`cache_hash=True`), hashing a position costs less than a
    microsecond, because all but the changed unit is shared with the start. Nothing built on top is cheaper.
    """
    try:
        hash(start)
    except TypeError:
        return msgspec.msgpack.encode
    return _itself


def _itself(position: Position) -> Position:
    return position


class Walk:
    """Every position that can be reached, each looked at once, as a graph of chances."""

    def __init__(
        self,
        engine: Engine,
        done: Callable[[Position], Any],
        choose: Callable[[Position, Ask], Move],
        limit: int,
        alarm: Callable[[], None] | None = None,
        alike: Alike | None = None,
        matters: Callable[[Position], Hashable] | None = None,
    ):
        self.engine, self.done, self.choose, self.limit, self.alarm = engine, done, choose, limit, alarm
        self.alike, self.matters = alike, matters
        self.rows: list[Row | None] = []
        self.ends: dict[int, Any] = {}
        self.tallies: dict[Met, None] = {}
        self.cites: dict[str, None] = {}
        self.falls = 0
        self._found: list[Position] = []
        self._numbers: dict[Any, int] = {}
        self._key: Callable[[Position], Any]

    def run(self, start: Position, cut: bool = False) -> None:
        """Walk from `start`; past the limit raise `TooWide`, or if `cut`, let what is left be ends."""
        self._key = self.matters or key_for(start)
        self._number(start)
        for node, position in enumerate(self._found):  # the list grows as we go
            outcome = self.done(position)
            if outcome is None and len(self._found) > self.limit:
                if not cut:
                    raise TooWide(f"the odds need more than {self.limit:,} positions, which is the limit")
                outcome = position
            if outcome is None:
                self.rows.append(self._look(position))
            else:
                self.rows.append(None)
                self.ends[node] = outcome
                self._cite_end(position, outcome)

    def _look(self, position: Position) -> Row:
        waiting = self.engine.pending(position)
        if isinstance(waiting, Throw):
            return self._throw(position, waiting)
        if waiting is None:
            raise DeadEnd("the game is over but the scene is not done; `done` must know this end")
        self.cites[waiting.cite] = None
        return {self._number(self.engine.apply(position, self.choose(position, waiting))): 1}

    def _throw(self, position: Position, throw: Throw) -> Row:
        self._cite(throw)
        row: Row = {}
        follow, key_of, numbers, found = self.engine.follow, self._key, self._numbers, self._found
        same = None if self.alike is None else self.alike(position, throw)
        dist = throw.dice.dist()
        weights = (dist if same is None else dist.merged(same)).weights
        self.falls += len(weights)
        alarm = self.alarm
        for reading, weight in weights.items():
            if alarm is not None:
                alarm()
            after = follow(position, Fall(reading))
            key = key_of(after)
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(found)
                found.append(after)
            row[number] = row.get(number, 0) + weight
        return row

    def _number(self, position: Position) -> int:
        number = self._numbers.setdefault(self._key(position), len(self._found))
        if number == len(self._found):
            self._found.append(position)
        return number

    def _cite_end(self, position: Position, outcome: Any) -> None:
        """A scene that answers a throw with a distribution stands for it: its tallies are told too."""
        if isinstance(outcome, Summed):
            for throw in outcome.throws:
                self._cite(throw)
            self.cites.update(dict.fromkeys(outcome.cites))
            return
        waiting = self.engine.pending(position) if isinstance(outcome, Dist) else None
        if isinstance(waiting, Throw):
            self._cite(waiting)

    def _cite(self, throw: Throw) -> None:
        self.cites[throw.cite] = None
        if throw.why is None:
            return
        for tally in (throw.why,) if isinstance(throw.why, Tally) else throw.why:
            self.tallies[Met(throw.what, throw.cite, tally)] = None
            for line in tally.lines:
                self.cites[line.cite] = None
