"""One game from the first position to the last, between agents who see only what they may."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from time import perf_counter, process_time
from typing import Any

import msgspec

from grognard.ai.agents import Agent
from grognard.engine.book import BadInput, Book
from grognard.engine.choices import Action, Ask, Throw
from grognard.engine.flow import Engine, Position
from grognard.engine.log import Entry
from grognard.engine.replay import Save
from grognard.engine.tables import Tally
from grognard.engine.view import Piece

LIMIT = 50_000


class GameResult(msgspec.Struct, frozen=True):
    """How one game went."""

    winner: int | None
    """The side that won; None for a draw or a game that did not end."""
    words: str
    ended: bool
    """Whether the game came to its end, or was broken off at the limit."""
    actions: int
    decisions: int
    turns: int | None
    """Turns played, where the state counts them in a field `turn`."""
    seconds: float
    slowest_ms: tuple[float, ...]
    """The longest thought of each side, in processor time."""
    rules: dict[str, int] = {}
    """How often each rule was cited in the log, if it was kept."""
    summed: tuple[str, ...] = ()
    """Rules by which dice were thrown, and those that bit in their sums; if the log was kept."""
    decided: str = ""
    """What decided it, in the book's few words."""
    cite: str = ""
    """The rule by which it ended so."""
    figures: tuple[tuple[int, int], ...] = ()
    """For each side: figures at the beginning, and those still on the table at the end; if the log was kept."""
    save: Save | None = None


class _Watch:
    """Counts decisions and keeps the longest of each side, and by which rules dice fell."""

    def __init__(self, sides: int):
        self.slowest = [0.0] * sides
        self.decisions = 0
        self.summed: set[str] = set()

    def note(self, side: int, seconds: float) -> None:
        self.decisions += 1
        self.slowest[side] = max(self.slowest[side], seconds * 1000)

    def threw(self, throw: Throw) -> None:
        """Note the rules of a throw and of its sums."""
        why = throw.why or ()
        tallies = why if why and isinstance(why[0], Tally) else (why,)
        self.summed.add(throw.cite)
        self.summed.update(line.cite for tally in tallies if isinstance(tally, Tally) for line in tally.lines)


def play_game(
    book: Book,
    scenario: str,
    agents: Sequence[Agent],
    seed: int,
    options: Any = None,
    log: bool = False,
    limit: int = LIMIT,
    save: bool = False,
    go_on: Callable[[], bool] = lambda: True,
) -> GameResult:
    """Play a game with dice from `seed`, one agent a side; every action is checked by the engine.

    `go_on` is asked before every action whether to; a game broken off so has not ended.
    """
    options = options if options is not None else book.options()
    entries: list[Entry] | None = [] if log else None
    began = perf_counter()
    position = first = book.start(scenario, options, entries)
    actions: list[Action] = []
    watch = _Watch(len(agents))
    engine, rng = book.engine(), random.Random(seed)
    while not position.over and len(actions) < limit and go_on():
        action = _next_action(book, engine, position, agents, rng, watch)
        position = engine.apply(position, action, entries)
        actions.append(action)
    outcome = book.outcome(position.state) if position.over else None
    return GameResult(
        winner=outcome.winner if outcome else None,
        words=outcome.words if outcome else "the game did not end",
        ended=position.over,
        actions=len(actions),
        decisions=watch.decisions,
        turns=getattr(position.state, "turn", None),
        seconds=perf_counter() - began,
        slowest_ms=tuple(watch.slowest),
        rules=dict(Counter(entry.cite for entry in entries or ())),
        summed=tuple(sorted(watch.summed)) if log else (),
        decided=book.decided_by(position.state) if outcome else "",
        cite=outcome.cite if outcome else "",
        figures=_figures(book, first, position, len(agents)) if log else (),
        save=_save(book, scenario, options, actions) if save else None,
    )


def _next_action(
    book: Book,
    engine: Engine,
    position: Position,
    agents: Sequence[Agent],
    rng: random.Random,
    watch: _Watch,
) -> Action:
    waiting = engine.pending(position)
    if isinstance(waiting, Throw):
        watch.threw(waiting)
        return waiting.roll(rng)
    assert isinstance(waiting, Ask), "a game that is not over waits for somebody"
    side = waiting.who[0]
    if side >= len(agents):
        raise BadInput(f"side {side} has nobody to play it: {len(agents)} agents were given")
    began = process_time()  # not what the clock says: the machine may be busy with other things
    view = book.view_of(position, side)
    ask = engine.pending(view)
    assert isinstance(ask, Ask), "a view waits for the same as the position"
    move = agents[side].choose(view, ask.for_side(side), side)
    watch.note(side, process_time() - began)
    return move


def _save(book: Book, scenario: str, options: Any, actions: list[Action]) -> Save:
    return Save(
        book.name, book.rulebook.version, book.kept(scenario), msgspec.to_builtins(options), tuple(actions)
    )


def _figures(book: Book, first: Position, last: Position, sides: int) -> tuple[tuple[int, int], ...]:
    """What each side began with, whoever came later among them, and what of it is on the table at the end."""
    found = []
    for side in range(sides):
        began = {piece.id: piece for piece in _troops(book, first, side)}
        left = {piece.id: piece for piece in _troops(book, last, side)}
        whole = sum(piece.full or piece.figures for piece in {**left, **began}.values())
        found.append((whole, sum(piece.figures for piece in left.values())))
    return tuple(found)


def _troops(book: Book, position: Position, side: int) -> list[Piece]:
    pieces = book.sheet.view(position.state, side).pieces
    return [piece for piece in pieces if piece.side == side and not piece.leader]
