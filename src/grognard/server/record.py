"""A game as the server keeps it: actions and steps back as rows, one after another, never changed.

A row is what was played (`move`, `fall`) or `undo` or `redo`. The game is what comes of replaying them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from grognard.engine.book import BadInput, Ruleset
from grognard.engine.choices import Action, Ask, Fall, Move, Throw, thaw
from grognard.engine.flow import Engine, IllegalAction, Position
from grognard.engine.log import Entry
from grognard.engine.replay import Divergence, Game
from grognard.server import dice

MOST_FALLS = 1000
"""Dice that may fall one after another before somebody must choose; more is a fault of a book."""


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """The last action was taken back."""


class Redone(msgspec.Struct, frozen=True, tag="redo"):
    """What was last taken back was played again."""


Row = Move | Fall | Undone | Redone
_ROW: msgspec.json.Decoder[Row] = msgspec.json.Decoder(Row)


class Tried(NamedTuple):
    """An action that was tried out: what came of it, not yet in the record."""

    action: Action
    after: Position
    entries: list[Entry]


class Record(Game):
    """A game whose next actions are tried out first, written down, and only then taken into the record."""

    def __init__(self, book: Ruleset, scenario: str, options: Any, seed: bytes):
        super().__init__(book, scenario, options)
        self.seed = seed
        self.sides = tuple(book.sheet.sides(self.position.state))
        self.rows = 0
        """Rows written so far."""
        self.undos = 0
        self.hides = _hides(book, self.position)
        """Whether anything has been hidden from anybody so far."""

    def try_out(self, first: Action | None, *, checked: bool = False) -> list[Tried]:
        """An action, and the fall of all dice that are due after it; checked, but not yet taken in."""
        position, found = self.position, list[Tried]()
        if first is not None:
            entries: list[Entry] = []
            play = self.engine.follow if checked else self.engine.apply
            position = play(position, first, entries)
            found.append(Tried(first, position, entries))
        while isinstance(throw := self.engine.pending(position), Throw):
            if len(found) > MOST_FALLS:
                raise RuntimeError(f"{self.book.name}: dice fall without end at '{throw.what}'")
            fell = dice.fall(throw, self.seed, len(self.actions) + len(found))
            entries = []
            position = self.engine.follow(position, fell, entries)
            found.append(Tried(fell, position, entries))
        return found

    def take_in(self, played: Tried, *, redone: bool = False) -> None:
        """Make what was tried out and written down part of the record."""
        if redone:
            self._undone.pop()
        else:
            self._undone.clear()
        self._push(played.action, played.after, played.entries)
        self.rows += 1
        self.hides = self.hides or _hides(self.book, played.after)

    def take_back(self) -> None:
        """Take the last action out of the record."""
        self.undo()
        self.rows += 1
        self.undos += 1

    def undoer(self) -> int | None:
        """The side that may take its last choice back, if any."""
        last = self.actions[-1] if self.actions else None
        return last.side if isinstance(last, Move) and self.can_undo() else None

    def redoer(self) -> int | None:
        """The side that may play again what it took back, if any."""
        last = self._undone[-1] if self._undone else None
        return last.side if isinstance(last, Move) else None

    def redoable(self) -> Action:
        """What would be played again."""
        return self._undone[-1]

    def sealed_since(self) -> int:
        """The action before which the present choice began: others' sealed answers belong to it."""
        agenda = self.position.agenda
        return len(self.actions) - (len(agenda[-1].sealed) if agenda else 0)


def view_of(book: Ruleset, position: Position, side: int | None) -> Position:
    """What a side may know; the position itself if there is nothing it may not."""
    view = book.view_of(position, side)
    # The position knows its pending choice already, a view would have to work it out again.
    if view.state is position.state and view.agenda == position.agenda:
        return position
    return view


def was_sealed(engine: Engine, before: Position) -> bool:
    """Whether the choice made here is one that all make before any is shown."""
    waiting = engine.pending(before)
    return bool(before.agenda[-1].sealed) or (isinstance(waiting, Ask) and len(waiting.who) > 1)


def encode_row(row: Row) -> str:
    """A row as it is written down."""
    return msgspec.json.encode(row).decode()


def decode_row(data: str) -> Row:
    """A row as it was written down."""
    return _ROW.decode(data)


def replay(record: Record, rows: Sequence[Row], tick: Callable[[], None] = lambda: None) -> None:
    """Bring a fresh record to where its rows lead; Divergence names the first that no longer fits."""
    for row in rows:
        tick()
        if isinstance(row, Undone):
            record.take_back()
            continue
        action = record.redoable() if isinstance(row, Redone) else thaw(row)
        entries: list[Entry] = []
        try:
            after = record.engine.apply(record.position, action, entries)
        except IllegalAction as fault:
            raise Divergence(len(record.actions), action, fault) from None
        except ValueError as fault:
            raise BadInput(f"action {len(record.actions) + 1} is malformed: {fault}") from None
        record.take_in(Tried(action, after, entries), redone=isinstance(row, Redone))


def _hides(book: Ruleset, position: Position) -> bool:
    """Whether an onlooker may not know everything about a position."""
    view = book.view_of(position, None)
    return (view.state is not position.state and view.state != position.state) or (
        view.agenda != position.agenda
    )
