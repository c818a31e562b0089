"""What players see of a book: labels, phrases, the board, the pieces, cards and what is drawn over the table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from grognard.engine.flow import Position
from grognard.engine.view import Board, Overlay, Point, Row, Sightline, View

S = TypeVar("S")


class Label(NamedTuple):
    """What a player reads for a verb."""

    words: str
    hint: str = ""
    confirm: bool = False
    """Whether the client should ask again because it cannot be undone."""
    alone: bool = False
    """Whether a client may do it unasked where nothing else can be chosen."""
    passes: bool = False
    """Whether it lets a moment for cards go by: done unasked if every card that fits is held back."""
    drag: bool = False
    """Whether dragging a unit means this, or has to begin with it: to activate it, to throw for its march."""
    travels: bool = False
    """Whether it goes one place on: a client may string several together, and draw where they lead."""
    shows: str = ""
    """The overlay of the unit that a client lays over the table while it is chosen: "range" for aiming."""


class Sheet(Generic[S]):
    """A book's sheet. What it must have raises here; the rest a book says only where it has something to say."""

    labels: Mapping[str, Label]
    phrases: Mapping[str, str]
    """How a log entry reads: by its `what`, with {names} of its facts."""
    announces: Collection[str] = ()
    """Entries that only say what their unit is about to do: whoever hears of the deed need not hear of these."""
    deeds: Collection[str] = ()
    """Tags that tell what a unit has done or must do, or who leads it, and nothing of how it stands."""
    overlays: Mapping[str, Callable[[S, Any], Overlay]] = MappingProxyType({})
    """What can be drawn for one unit, by kind: range, sight, threat, reach, aim."""

    def board(self, state: S) -> Board:
        """The table itself."""
        raise NotImplementedError

    def view(self, state: S, side: int | None) -> View:
        """All that a side may know."""
        raise NotImplementedError

    def card(self, state: S, unit: int) -> tuple[Row, ...]:
        """A unit's card."""
        raise NotImplementedError

    def names(self, state: S) -> Mapping[int, str]:
        """What units are called."""
        raise NotImplementedError

    def sides(self, state: S) -> tuple[str, ...]:
        """What the sides are called."""
        raise NotImplementedError

    def redraws(self, before: S, after: S) -> bool:
        """Whether the table itself is drawn otherwise after an action than before it: on most tables nothing ever changes."""
        return False

    def overlay(self, state: S, kind: str, unit: int) -> Overlay:
        """What is drawn over the table for one unit; empty if there is nothing to draw."""
        draw, one = self.overlays.get(kind), self.drawn(state, unit)
        return Overlay() if draw is None or one is None else draw(state, one)

    sightline: Callable[[S, Point, Point], Sightline] | None = None
    """Whether one sees from a point of the table to another, and what hides it; none where a book has no such lines."""

    def drawn(self, state: S, unit: int) -> Any:
        """The unit that overlays are drawn for; None if it is not on the table."""
        units: Any = getattr(state, "units", ())
        return units[unit] if 0 <= unit < len(units) and units[unit].on_table else None

    def noun_words(self, state: S, verb: str, noun: Any) -> str | None:
        """How to say a noun that is neither a unit nor a manoeuvre; None where the plain form will do."""
        return None

    def noun_units(self, state: S, verb: str, noun: Any) -> tuple[int, ...]:
        """The units a noun stands for though it is none: a brigade's."""
        return ()

    def noun_spot(self, position: Position, verb: str, noun: Any) -> tuple[int, int, int] | None:
        """Where on the table a noun is, and facing where."""
        return None

    pips: bool = True
    """Whether its dice are six-sided ones with pips; others are written as numbers."""

    def needed(self, facts: Mapping[str, Any]) -> str:
        """What a throw in the journal needed, in a few words; nothing where the dice say it all."""
        return ""

    def left(self, position: Position) -> tuple[int, str] | None:
        """What whoever acts can still spend: to compare ways by, and in words."""
        return None
