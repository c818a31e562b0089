"""A game as the server keeps it: actions and steps back as rows, one after another, never changed.

A row is what was played (`move`, `fall`) or `undo` or `redo`. The game is what comes of replaying them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from grognard.engine.book import BadInput, Book
from grognard.engine.choices import Action, Fall, Move, Throw, Waiting, thaw
from grognard.engine.flow import IllegalAction, Position
from grognard.engine.log import Entry
from grognard.engine.replay import Divergence, Game
from grognard.engine.secrets import unnoticed
from grognard.server import dice
from grognard.server.parts import EntryOf

MOST_FALLS = 1000
"""Dice that may fall one after another before somebody must choose; more is a fault of a book."""


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """The last action was taken back."""


class Redone(msgspec.Struct, frozen=True, tag="redo"):
    """What was last taken back was played again."""


Row = Move | Fall | Undone | Redone
_ROW: msgspec.json.Decoder[Row] = msgspec.json.Decoder(Row)
_ACTION: msgspec.json.Decoder[Action] = msgspec.json.Decoder(Action)


class Tried(NamedTuple):
    """An action that was tried out: what came of it, not yet in the record."""

    action: Action
    after: Position
    entries: list[Entry]
    unnoticed: frozenset[int | None]
    """Those who may not notice it: an onlooker is None."""


class Story:
    """The game as one side lives through it: actions it may not notice are not in it, and not counted.

    `ends[k]` is the place in the record after the k-th action of the story; what lies between two of them looks alike.
    """

    def __init__(self) -> None:
        self.ends = [0]
        self.undos = 0
        """How often an action of the story was taken back."""

    @property
    def seq(self) -> int:
        """How many actions it has."""
        return len(self.ends) - 1

    def after(self, real: int) -> int:
        """How many actions of the story lie before a place of the record."""
        return bisect_right(self.ends, real) - 1


class Record(Game):
    """A game whose next actions are tried out first, written down, and only then taken into the record."""

    def __init__(self, book: Book, scenario: str, options: Any, seed: bytes):
        super().__init__(book, scenario, options)
        self.seed = seed
        self.title = book.told(scenario).title
        self.sides = tuple(book.sheet.sides(self.position.state))
        self.rows = 0
        """Rows written so far."""
        self.stories: dict[int | None, Story] = {side: Story() for side in (*range(len(self.sides)), None)}
        self.lines: dict[tuple[int, int | None], list[EntryOf]] = {}
        """The journal in words, by the place in the record and the reader: told once, read often."""
        self.hides = self._hides(self.position)
        """Whether anything may have been hidden from anybody so far."""

    @property
    def pending(self) -> Waiting | None:
        """What the game waits for; nothing once people have ended it."""
        return None if self.ended is not None else super().pending

    @property
    def over(self) -> bool:
        """Whether it has ended, by the rules or by the people."""
        return self.position.over or self.ended is not None

    def try_out(self, first: Action | None, *, checked: bool = False) -> list[Tried]:
        """An action, and the fall of all dice that are due after it; checked, but not yet taken in."""
        position, found = self.position, list[Tried]()
        if first is not None:
            entries: list[Entry] = []
            play = self.engine.follow if checked else self.engine.apply
            before, position = position, play(position, first, entries)
            found.append(self.tried(before, first, position, entries))
        while isinstance(throw := self.engine.pending(position), Throw):
            if len(found) > MOST_FALLS:
                raise RuntimeError(f"{self.book.name}: dice fall without end at '{throw.what}'")
            fell = dice.fall(throw, self.seed, len(self.actions) + len(found))
            entries = []
            position = self.engine.follow(position, fell, entries)
            found.append(Tried(fell, position, entries, frozenset()))
        return found

    def tried(self, before: Position, action: Action, after: Position, entries: list[Entry]) -> Tried:
        """An action that was tried out, with those who may not notice it."""
        missing = (
            side
            for side in self.stories
            if unnoticed(self.book, self.engine, before, action, after, entries, side)
        )
        return Tried(action, after, entries, frozenset(missing))

    def take_in(self, played: Tried, *, redone: bool = False) -> None:
        """Make what was tried out and written down part of the record."""
        if redone:
            self._undone.pop()
        else:
            self._undone.clear()
        self._push(played.action, played.after, played.entries)
        self.rows += 1
        self.hides = self.hides or self._hides(played.after)
        for side, story in self.stories.items():
            if side not in played.unnoticed:
                story.ends.append(len(self.actions))

    def forget_views(self, first: int) -> None:
        """What others saw of the positions from one on is told, and would only fill our memory; but not of the last."""
        for position in self.positions[first:-1]:
            position.__dict__.pop("views", None)

    def take_back(self) -> None:
        """Take the last action out of the record."""
        for story in self.stories.values():
            if story.ends[-1] == len(self.actions):
                story.ends.pop()
                story.undos += 1
        for side in self.stories:
            self.lines.pop((len(self.actions), side), None)
        self.undo()
        self.rows += 1

    def noticed(self, index: int, side: int | None) -> bool:
        """Whether a side may notice the action at a place of the record."""
        ends = self.stories[side].ends
        return ends[self.stories[side].after(index + 1)] == index + 1

    def _hides(self, position: Position) -> bool:
        return self.book.secrets.may_be(position.state)

    def undoer(self) -> int | None:
        """The side that may take its last choice back, if any."""
        if self.ended is not None:
            return None
        last = self.actions[-1] if self.actions else None
        return last.side if isinstance(last, Move) and self.can_undo() else None

    def redoer(self) -> int | None:
        """The side that may play again what it took back, if any."""
        last = self._undone[-1] if self._undone and self.ended is None else None
        return last.side if isinstance(last, Move) else None

    def redoable(self) -> Action:
        """What would be played again."""
        return self._undone[-1]

    def sealed_since(self) -> int:
        """The action before which the present choice began: others' sealed answers belong to it."""
        agenda = self.position.agenda
        return len(self.actions) - (len(agenda[-1].sealed) if agenda else 0)


def encode_row(row: Row) -> str:
    """A row as it is written down."""
    return msgspec.json.encode(row).decode()


def decode_row(data: str) -> Row:
    """A row as it was written down."""
    return _ROW.decode(data)


def action_of(data: bytes) -> Action:
    """An action of a game file, by itself."""
    return _ACTION.decode(data)


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
        tried = record.tried(record.position, action, after, entries)
        record.take_in(tried, redone=isinstance(row, Redone))
        record.forget_views(-2)
