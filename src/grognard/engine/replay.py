"""Games as lists of actions: playing, undo, saving, replaying."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import BadInput, Book
from grognard.engine.choices import Action, Ask, Fall, Move, Throw, Waiting, thaw
from grognard.engine.ended import Ended
from grognard.engine.flow import Engine, IllegalAction, Position, barrier
from grognard.engine.log import Entry


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game file: what was chosen and what fell. The position is worked out from it."""

    book: str
    version: str
    scenario: str
    """One of the book's by its name, or the whole text of a battle of one's own."""
    options: dict[str, Any]
    actions: tuple[Action, ...]
    ended: Ended | None = None
    """How people ended it before the rules did."""


class Divergence(ValueError):
    """An action of a recorded game that the rules no longer allow."""

    def __init__(self, at: int, action: Action, fault: IllegalAction):
        super().__init__(f"action {at + 1} no longer fits: {say(action)}: {fault}")
        self.at, self.action, self.fault = at, action, fault


def say(action: Action) -> str:
    """An action in a few words."""
    if isinstance(action, Move):
        return f"side {action.side} {action.verb}" + ("" if action.noun is None else f" {action.noun}")
    return f"dice {list(action.faces) if action.faces is not None else action.reading}"


class Game:
    """One game being played: its positions, its actions, what happened; with undo."""

    def __init__(self, book: Book, scenario: str, options: Any = None):
        self.book, self.scenario = book, book.kept(scenario)
        self.options = options if options is not None else book.options()
        self.engine: Engine = book.engine()
        opening: list[Entry] = []
        self.positions: list[Position] = [book.start(self.scenario, self.options, opening)]
        self.actions: list[Action] = []
        self.entries: list[list[Entry]] = [opening]
        self._undone: list[Action] = []
        self.ended: Ended | None = None
        """How people ended it, if the rules did not."""

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.positions[-1]

    @property
    def pending(self) -> Waiting | None:
        """What the game waits for."""
        return self.engine.pending(self.position)

    @property
    def log(self) -> list[Entry]:
        """Everything that has happened."""
        return [entry for entries in self.entries for entry in entries]

    def apply(self, action: Action) -> list[Entry]:
        """Play one action; gives the log entries it caused."""
        entries: list[Entry] = []
        after = self.engine.apply(self.position, action, entries)
        self._push(action, after, entries)
        self._undone.clear()
        return entries

    def _push(self, action: Action, after: Position, entries: list[Entry]) -> None:
        self.positions.append(after)
        self.actions.append(action)
        self.entries.append(entries)

    def move(self, verb: str, noun: Any = None, side: int | None = None) -> list[Entry]:
        """A player's choice; the side asked, unless another is named."""
        waiting = self.pending
        who = waiting.who[0] if side is None and isinstance(waiting, Ask) else side
        return self.apply(Move(-1 if who is None else who, verb, noun))

    def fall(self, *faces: int) -> list[Entry]:
        """Let the dice show these faces."""
        waiting = self.pending
        if not isinstance(waiting, Throw):
            raise ValueError(f"no dice are due: {waiting}")
        return self.apply(waiting.of(faces))

    def can_undo(self) -> bool:
        """Whether the last action may be taken back."""
        if not self.actions:
            return False
        return not barrier(self.positions[-2], self.actions[-1], self.positions[-1], self.engine)

    def undo(self) -> Action:
        """Take back the last action; not over dice, a reveal or a change of hands."""
        if not self.can_undo():
            raise BadInput("nothing to undo since the last dice, reveal or change of hands")
        action = self.actions.pop()
        self.positions.pop()
        self.entries.pop()
        self._undone.append(action)
        return action

    def redo(self) -> Action:
        """Play again what was last taken back."""
        if not self._undone:
            raise BadInput("nothing to redo")
        action = self._undone.pop()
        entries: list[Entry] = []
        after = self.engine.apply(self.position, action, entries)
        self._push(action, after, entries)
        return action

    def save(self) -> bytes:
        """The game as a file."""
        return encode_save(self.as_save())

    def as_save(self) -> Save:
        """The game as a record."""
        return Save(
            self.book.name,
            self.book.rulebook.version,
            self.scenario,
            msgspec.to_builtins(self.options),
            tuple(self.actions),
            self.ended,
        )


def encode_save(save: Save) -> bytes:
    """A game file as readable JSON, one action a line."""
    head = msgspec.to_builtins(save)
    actions = head.pop("actions")
    lines = ",\n    ".join(msgspec.json.encode(action).decode() for action in actions)
    text = msgspec.json.format(msgspec.json.encode(head), indent=2).decode().rstrip("}").rstrip()
    return f'{text},\n  "actions": [\n    {lines}\n  ]\n}}\n'.encode()


def read_save(data: bytes, name: str = "the save") -> Save:
    """A game file, checked for shape; BadInput says what is wrong with it."""
    try:
        return msgspec.json.decode(data, type=Save)
    except msgspec.ValidationError as fault:
        raise BadInput(f"{name} is not a game file: {fault}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise BadInput(f"{name} is broken or cut short: {fault}") from None
    except RecursionError:
        raise BadInput(f"{name} is not a game file: lists are nested too deep") from None


def restore(save: Save, books: Mapping[str, Book], *, any_version: bool = False) -> Game:
    """Replay a game file; names the first action that no longer fits."""
    if save.book not in books:
        raise BadInput(f"the save is of an unknown book '{save.book}'")
    book = books[save.book]
    if save.version != book.rulebook.version and not any_version:
        raise BadInput(
            f"the save is of version {save.version} of {book.name}, this program plays version "
            f"{book.rulebook.version}; replay it with --any-version to see what no longer fits"
        )
    game = Game(book, save.scenario, book.read_options(save.options))
    for at, action in enumerate(save.actions):
        try:
            game.apply(thaw(action))
        except IllegalAction as fault:
            raise Divergence(at, action, fault) from None
        except ValueError as fault:
            raise BadInput(f"action {at + 1} of the save is malformed: {fault}") from None
    if not game.position.over:
        game.ended = save.ended
    return game


def state_hash(book: Book, position: Position) -> str:
    """A fingerprint of a position, the same on every machine."""
    return hashlib.sha256(book.encode(position)).hexdigest()


__all__ = ["Divergence", "Fall", "Game", "Save", "encode_save", "read_save", "restore", "say", "state_hash"]
