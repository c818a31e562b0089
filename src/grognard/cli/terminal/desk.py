"""What one player has before him: the view of the table, names, distances."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from grognard.cli.terminal.words import arrow
from grognard.engine.book import Book
from grognard.engine.flow import Engine, Position
from grognard.engine.measures import length
from grognard.engine.view import Board, Piece, View
from grognard.geometry.shapes import gap


class Desk:
    """A position as one side (None: a spectator) may know it, with what is needed to talk about it."""

    def __init__(self, book: Book, engine: Engine, position: Position, side: int | None):
        self.book, self.engine, self.side = book, engine, side
        self.position = book.view_of(position, side)

    @cached_property
    def view(self) -> View:
        """What the side sees."""
        return self.book.sheet.view(self.position.state, self.side)

    @cached_property
    def board(self) -> Board:
        """The table."""
        return self.book.sheet.board(self.position.state)

    @cached_property
    def names(self) -> dict[int, str]:
        """Units' names by their numbers."""
        return dict(self.book.sheet.names(self.position.state))

    @cached_property
    def pieces(self) -> dict[int, Piece]:
        """Units by their numbers."""
        return {piece.id: piece for piece in self.view.pieces}

    def strength(self, side: int) -> int:
        """How many units a side has."""
        return sum(1 for piece in self.view.pieces if piece.side == side)

    def is_unit(self, noun: Any) -> bool:
        """Whether a noun is the number of a unit."""
        return isinstance(noun, int) and not isinstance(noun, bool) and noun in self.names

    def name(self, noun: Any) -> str:
        """A unit with its number; anything else as it is."""
        return f"#{noun} {self.names[noun]}" if self.is_unit(noun) else str(noun).replace("_", " ")

    def place(self, unit: int) -> str:
        """Where a unit stands and how it faces, and how strong it is."""
        piece = self.pieces.get(unit)
        if piece is None or piece.status != "on table":
            return "" if piece is None else piece.status
        x, y, facing = piece.pose
        return f"at {self.spot(x, y)} {arrow(facing)}"

    def spot(self, x: int, y: int) -> str:
        """A place on the table: so far east, so far north."""
        return f"{length(x, '')}·{length(y, self.board.unit)}"

    def gap(self, first: Any, second: Any) -> str:
        """The distance of two units; empty if it cannot be told."""
        a, b = self.pieces.get(first), self.pieces.get(second)
        if a is None or b is None or not a.footprint or not b.footprint:
            return ""
        apart = min(
            gap(one, other) for one in a.bases or (a.footprint,) for other in b.bases or (b.footprint,)
        )
        return length(apart, self.board.unit)

    def where(self) -> str:
        """The open sequences, outermost first."""
        return " › ".join(step.title or sequence for sequence, step in self.engine.where(self.position))
