"""Computer players set against each other: swapped pairs of games over a book's scenarios, and who is how strong.

A pair's dice depend on (seed, scenario, number of the pair) only, never on who plays or how many processes there
are, so that a run that was cut, or that is later given more pairs or players, goes on where it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from inspect import getfile
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

import grognard
from grognard.ai.agents import make
from grognard.engine.book import BadInput, Book
from grognard.lab import finished
from grognard.lab.rating import Pairing, Rating, Sprt, ratings
from grognard.lab.runner import Crew, Done, Order, Progress, crew_of, game_seed, sides_of, terms_of
from grognard.lab.stats import wilson

ANCHORS = ("corporal", "greedy", "sergeant")
"""Who the others are measured from, if he plays: the first of these, or else the first named."""


class Header(msgspec.Struct, frozen=True):
    """What the games of a file have in common; a run goes on only in a file that has the same."""

    book: str
    rules: str
    seed: int
    options: dict[str, Any]
    code: str
    """What tells one state of players and rules from another: games of two states are never added up."""


class Record(msgspec.Struct, frozen=True):
    """A finished game as it is kept."""

    scenario: str
    pair: int
    agents: tuple[str, str]
    winner: int | None
    ended: bool
    actions: int
    turns: int | None
    slowest_ms: tuple[float, ...]

    @property
    def key(self) -> tuple[str, int, tuple[str, str]]:
        """What tells it from the others of its run."""
        return self.scenario, self.pair, self.agents

    def points(self, side: int) -> float:
        """What a side has of it: 1, ½ or 0."""
        return 0.5 if self.winner is None else float(self.winner == side)


class Match(NamedTuple):
    """Two games with the same dice: the first player begins on the first side, then on the second."""

    scenario: str
    pair: int
    first: str
    second: str

    @property
    def games(self) -> tuple[tuple[str, int, tuple[str, str]], ...]:
        """The keys of its games."""
        swapped = ((self.first, self.second), (self.second, self.first))
        return tuple((self.scenario, self.pair, agents) for agents in swapped)


class Tally(NamedTuple):
    """How two players fared against each other: games of the first."""

    first: str
    second: str
    scenario: str
    """Empty: over all of them."""
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The first player's share of the points."""
        return (self.won + self.drawn / 2) / self.games

    def as_json(self) -> dict[str, Any]:
        """As plain data, with the share's interval."""
        low, high = wilson(self.won + self.drawn / 2, self.games)
        return {
            **self._asdict(),
            "share": round(self.share, 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }


class Ladder(NamedTuple):
    """What a run came to."""

    header: Header
    agents: tuple[str, ...]
    scenarios: tuple[str, ...]
    pairs: int
    """How many were asked for, in each scenario and between each two."""
    matches: tuple[Match, ...]
    """Those that count, all of them finished."""
    records: Mapping[tuple[str, int, tuple[str, str]], Record]
    sprt: Sprt | None
    neighbours: bool = False
    """Whether only those named next to each other have met."""

    @property
    def anchor(self) -> str:
        """Who stands at 0."""
        return next((name for name in ANCHORS if name in self.agents), self.agents[0])

    def scores(self) -> dict[Pairing, list[float]]:
        """The scores of pairs of each two."""
        found: dict[Pairing, list[float]] = {two: [] for two in combinations(self.agents, 2)}
        for match in self.matches:
            found[match.first, match.second].append(_score(match, self.records))
        return found

    def ratings(self) -> list[Rating]:
        """Everybody's Elo."""
        return ratings(self.agents, self.scores(), self.anchor)

    def tallies(self) -> Iterator[Tally]:
        """How each two fared, over all and in each scenario."""
        for first, second in combinations(self.agents, 2):
            scenarios = ("", *self.scenarios) if len(self.scenarios) > 1 else self.scenarios
            for scenario in scenarios:
                games = [
                    (self.records[key], side)
                    for match in self.matches
                    if (match.first, match.second) == (first, second) and scenario in ("", match.scenario)
                    for side, key in enumerate(match.games)
                ]
                points = [record.points(side) for record, side in games]
                if points:
                    yield Tally(
                        first, second, scenario, points.count(1.0), points.count(0.5), points.count(0.0)
                    )

    @property
    def verdict(self) -> Literal["stronger", "not stronger", "open"] | None:
        """What the sequential test says, if there was one."""
        return None if self.sprt is None else self.sprt.verdict(self._tested())

    def _tested(self) -> list[float]:
        return [_score(match, self.records) for match in self.matches]

    def as_json(self) -> dict[str, Any]:
        """As plain data; nothing in it depends on the clock."""
        played = [self.records[key] for match in self.matches for key in match.games]
        return {
            **msgspec.to_builtins(self.header),
            "agents": list(self.agents),
            "scenarios": list(self.scenarios),
            "pairs": self.pairs,
            "neighbours": self.neighbours,
            "games": len(played),
            "unfinished": sum(not record.ended for record in played),
            "anchor": self.anchor,
            "ratings": [
                {"agent": r.player, "elo": round(r.elo), "low": round(r.low), "high": round(r.high)}
                for r in self.ratings()
            ],
            "meetings": [tally.as_json() for tally in self.tallies()],
            "sprt": None if self.sprt is None else self._tested_json(self.sprt),
        }

    def _tested_json(self, sprt: Sprt) -> dict[str, Any]:
        low, high = sprt.bounds
        return {
            **sprt._asdict(),
            "new": self.agents[0],
            "old": self.agents[1],
            "pairs": len(self.matches),
            "ratio": round(sprt.ratio(self._tested()), 3),
            "bounds": [round(low, 3), round(high, 3)],
            "verdict": self.verdict,
        }


def ladder(
    book: Book,
    agents: Sequence[str],
    pairs: int,
    *,
    scenarios: Sequence[str] = (),
    seed: int = 0,
    jobs: int = 1,
    options: Any = None,
    kept: Path | None = None,
    sprt: Sprt | None = None,
    progress: Progress | None = None,
    home: str | None = None,
    crew: Crew | None = None,
    neighbours: bool = False,
) -> Ladder:
    """Let every two agents, or only `neighbours` as they are named, play `pairs` swapped pairs in each scenario.

    A `crew` plays them instead of `jobs` processes of this machine. `kept` is a file of finished games: those in it are not played again, new ones are added as they end. With
    `sprt` the first of two agents is tested against the second, and the run ends when that is settled.
    """
    chosen = tuple(scenarios) or tuple(book.scenarios)
    _check(book, agents, chosen, sprt)
    terms = terms_of(book, options, home)
    header = Header(book.name, book.rulebook.version, seed, terms.options, code_of(book))
    records = {} if kept is None else {each.key: each for each in finished.read(kept, header, Record)}
    meetings = list(pairwise(agents) if neighbours else combinations(agents, 2))
    matches = [
        Match(scenario, pair, *two) for pair in range(pairs) for scenario in chosen for two in meetings
    ]
    settled = _Settled(matches, sprt)
    orders = list(_orders(matches, records, seed))
    total, played = 2 * len(matches), 2 * len(matches) - len(orders)
    if settled.after(records) is None and orders:
        # One game at a time: officers take minutes, and nobody waits for games that no longer count.
        for done in (crew or crew_of(book, min(jobs, len(orders)), batch=1))(terms, orders):
            record = _record(done, matches)
            records[record.key] = record
            finished.add(kept, record)
            played += 1
            if progress is not None:
                progress(played, total)
            if settled.after(records) is not None:
                break
    end = settled.after(records)
    return Ladder(header, tuple(agents), chosen, pairs, tuple(matches[:end]), records, sprt, neighbours)


class _Settled:
    """Looks at the matches in their order, however they were finished, for the first after which all is settled."""

    def __init__(self, matches: Sequence[Match], sprt: Sprt | None):
        self.matches, self.sprt = matches, sprt
        self.scores: list[float] = []
        self.end: int | None = None

    def after(self, records: Mapping[Any, Record]) -> int | None:
        """How many matches count; None while the next must be waited for, or none of them settles it."""
        if self.sprt is None:
            return None
        while self.end is None and len(self.scores) < len(self.matches):
            match = self.matches[len(self.scores)]
            if not all(key in records for key in match.games):
                break
            self.scores.append(_score(match, records))
            if self.sprt.verdict(self.scores) != "open":
                self.end = len(self.scores)
        return self.end


def _score(match: Match, records: Mapping[Any, Record]) -> float:
    """The first player's share of the two games."""
    return sum(records[key].points(side) for side, key in enumerate(match.games)) / 2


def _orders(matches: Sequence[Match], records: Mapping[Any, Record], seed: int) -> Iterator[Order]:
    for number, match in enumerate(matches):
        dice = game_seed(seed, f"{match.scenario}:{match.pair}")
        for key in match.games:
            if key not in records:
                yield Order(number, match.scenario, key[2], dice)


def _record(done: Done, matches: Sequence[Match]) -> Record:
    order, result = done.order, done.result
    first, second = order.agents
    slowest = tuple(round(each, 1) for each in result.slowest_ms)
    return Record(
        order.scenario,
        matches[order.number].pair,
        (first, second),
        result.winner,
        result.ended,
        result.actions,
        result.turns,
        slowest,
    )


def code_of(book: Book) -> str:
    """A short mark of all the code a game depends on: the book's own house, the engine, the players."""
    package = Path(grognard.__file__).parent
    rooms = [package / room for room in ("engine", "geometry", "tabletop", "odds", "ai")]
    rooms.append(Path(getfile(book.state)).parent)
    mark = hashlib.sha256()
    for room in rooms:
        for file in sorted(each for each in room.rglob("*") if each.suffix in (".py", ".toml")):
            mark.update(file.relative_to(room).as_posix().encode() + file.read_bytes())
    return mark.hexdigest()[:12]


def _check(book: Book, agents: Sequence[str], scenarios: Sequence[str], sprt: Sprt | None) -> None:
    """Whatever is wrong is said here, not in another process."""
    if len(agents) < 2 or len(set(agents)) < len(agents):
        raise BadInput("a ladder needs two agents or more, each named once")
    if sprt is not None and len(agents) != 2:
        raise BadInput(f"a test is between two agents, the new one and the old one, not {len(agents)}")
    if sprt is not None and not sprt.elo0 < sprt.elo1:
        raise BadInput(f"the test's first Elo must be less than its second, not {sprt.elo0:g},{sprt.elo1:g}")
    for name in agents:
        make(name, book)
    for scenario in scenarios:
        sides = sides_of(book, scenario)
        if len(sides) != 2:
            raise BadInput(f"{scenario} has {len(sides)} sides; a ladder is for battles of two")
