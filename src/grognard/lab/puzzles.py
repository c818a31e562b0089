"""Puzzles: positions in which a decent player knows what to do, and a sentence why. Tests of taste, not of rules.

A puzzle is a file `name.toml` beside the position `name.json` it is about:

    title = "The gun stays in its embrasure"
    why = "It sees the whole approach from there; outside it sees less and is shot at."
    from = "stockade, greedy against greedy, seed 1, action 80"
    bad = [{verb = "march", unit = "Emplaced gun"}]

`good` lists moves of which one must be made, `bad` moves of which none may be. A line fits by its verb and, if given,
by the unit that acts, its target, both by their names, by a leg of its manoeuvre, or by its whole noun; with `ahead = true`
only if that unit has gone at the enemy, not back or sideways. `choices`
says how many choices of the side in a row are looked at, up to the next of the other side; left out: one.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from math import dist
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard.ai.agents import Agent, make
from grognard.engine.book import BadInput, Book
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.domains import frozen
from grognard.engine.flow import Position

SEEDS = (0, 1, 2)
"""A puzzle is solved if it is solved with each of these: not by luck among equals."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Moves that are meant."""

    verb: str
    unit: str | None = None
    target: str | None = None
    leg: str | None = None
    noun: Any = None
    ahead: bool = False

    def fits(self, move: Move, names: Mapping[int, str], advanced: Collection[int] = ()) -> bool:
        """Whether a move is one of them; `advanced` are those who came nearer to the enemy."""
        parts = move.noun if isinstance(move.noun, tuple) else (move.noun,)
        legs = {part[0] for part in parts if isinstance(part, tuple) and part}
        return (
            move.verb == self.verb
            and (self.unit is None or _named(parts, 0, names) == self.unit)
            and (self.target is None or _named(parts, 1, names) == self.target)
            and (self.leg is None or self.leg in legs)
            and (self.noun is None or move.noun == frozen(self.noun))
            and (not self.ahead or parts[0] in advanced)
        )


def _named(parts: tuple[Any, ...], at: int, names: Mapping[int, str]) -> str | None:
    part = parts[at] if at < len(parts) else None
    return names.get(part) if isinstance(part, int) else None


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file says."""

    title: str
    why: str
    source: str = msgspec.field(name="from")
    good: tuple[Line, ...] = ()
    bad: tuple[Line, ...] = ()
    choices: int = 1


class Puzzle(NamedTuple):
    """A puzzle, ready to be tried."""

    name: str
    told: Told
    position: Position
    ask: Ask
    side: int


class Tried(NamedTuple):
    """What an agent made of a puzzle."""

    name: str
    title: str
    solved: bool
    moves: tuple[str, ...]
    """What it did, in the first try that failed or else in the first."""


def load(book: Book, folder: Path) -> list[Puzzle]:
    """Every puzzle of a folder, by name; BadInput names what is wrong with one."""
    if not folder.is_dir():
        raise BadInput(f"there are no puzzles in {folder}")
    found = [_read(book, path) for path in sorted(folder.glob("*.toml"))]
    if not found:
        raise BadInput(f"there are no puzzles in {folder}")
    return found


def _read(book: Book, path: Path) -> Puzzle:
    told = _told(path)
    beside = path.with_suffix(".json")
    try:
        position = book.decode(beside.read_bytes())
    except BadInput as fault:
        raise BadInput(f"{beside}: {fault}") from None
    waiting = book.engine().pending(position)
    if not isinstance(waiting, Ask) or len(waiting.who) != 1:
        raise BadInput(f"{path}: one side must be asked in the position")
    for wrong in _faults(book, told, position, waiting):
        raise BadInput(f"{path}: {wrong}")
    return Puzzle(path.stem, told, position, waiting, waiting.who[0])


def _told(path: Path) -> Told:
    data = path.read_bytes()
    try:
        return msgspec.convert(tomllib.loads(data.decode("utf-8")), Told)
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise BadInput(f"{path}: line {line} is no text in UTF-8") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as fault:
        raise BadInput(f"{path}: {fault}") from None


def _faults(book: Book, told: Told, position: Position, waiting: Ask) -> Iterator[str]:
    """What a file says that nothing in its position can answer to."""
    if not told.good and not told.bad:
        yield "neither good nor bad moves are named"
    if told.choices < 1:
        yield f"choices must be at least 1, not {told.choices}"
    names = set(book.sheet.names(position.state).values())
    verbs = {*book.sheet.labels, *waiting.offers}
    for line in (*told.good, *told.bad):
        if line.verb not in verbs:
            yield f"no move is called '{line.verb}'; there are: {', '.join(sorted(verbs))}"
        for name in (line.unit, line.target):
            if name is not None and name not in names:
                yield f"nobody is called '{name}'; there are: {', '.join(sorted(names))}"
        try:
            frozen(line.noun)
        except ValueError as fault:
            yield f"the noun of '{line.verb}' cannot be one: {fault}"


def solve(book: Book, puzzle: Puzzle, agent: str) -> Tried:
    """Let an agent try a puzzle with several seeds; it sees what its side may see."""
    tries = [_moves(book, puzzle, make(agent, book, seed), seed) for seed in SEEDS]
    names = book.sheet.names(puzzle.position.state)
    failed = [moves for moves, advanced in tries if not right(puzzle.told, moves, names, advanced)]
    shown = failed[0] if failed else tries[0][0]
    return Tried(puzzle.name, puzzle.told.title, not failed, tuple(words(move, names) for move in shown))


def right(
    told: Told, moves: Iterable[Move], names: Mapping[int, str], advanced: Collection[int] = ()
) -> bool:
    """Whether moves made in a row are acceptable."""
    made = list(moves)
    if any(line.fits(move, names, advanced) for line in told.bad for move in made):
        return False
    return not told.good or any(line.fits(move, names, advanced) for line in told.good for move in made)


def words(move: Move, names: Mapping[int, str]) -> str:
    """A move for people to read."""
    parts = move.noun if isinstance(move.noun, tuple) else (move.noun,)
    said = [
        names.get(part, str(part)) if isinstance(part, int) else str(part)
        for part in parts
        if part is not None
    ]
    return " ".join((move.verb, ", ".join(said))).strip()


def _moves(book: Book, puzzle: Puzzle, agent: Agent, seed: int) -> tuple[list[Move], set[int]]:
    """The side's next choices, until the other side is asked or enough are made; and who of it came nearer to the enemy."""
    engine, rng, position = book.engine(), random.Random(seed), puzzle.position
    moves: list[Move] = []
    while len(moves) < puzzle.told.choices and not position.over:
        waiting = engine.pending(position)
        if isinstance(waiting, Throw):
            position = engine.apply(position, waiting.roll(rng))
            continue
        if not isinstance(waiting, Ask) or waiting.who[0] != puzzle.side:
            break
        view = book.view_of(position, puzzle.side)
        ask = engine.pending(view)
        assert isinstance(ask, Ask), "a view waits for the same as the position"
        moves.append(agent.choose(view, ask.for_side(puzzle.side), puzzle.side))
        position = engine.apply(position, moves[-1])
    return moves, _advanced(book, puzzle.side, puzzle.position, position)


def _advanced(book: Book, side: int, before: Position, after: Position) -> set[int]:
    """Who of a side came nearer to the enemy, by at least half of the way he made."""
    views = [book.sheet.view(position.state, side).pieces for position in (before, after)]
    foes = [piece.pose[:2] for piece in views[0] if piece.side != side]
    was, now = ({p.id: p.pose[:2] for p in pieces if p.side == side} for pieces in views)
    if not foes:
        return set()
    return {
        unit
        for unit, spot in now.items()
        if unit in was and _nearest(was[unit], foes) - _nearest(spot, foes) > dist(was[unit], spot) / 2
    }


def _nearest(spot: tuple[int, int], foes: list[tuple[int, int]]) -> float:
    return min(dist(spot, foe) for foe in foes)
