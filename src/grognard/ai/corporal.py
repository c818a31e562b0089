"""Does what comes to mind first, and now and then something else that came to mind."""

from __future__ import annotations

from zlib import crc32

from grognard.ai.dice import Stream
from grognard.ai.greedy import only_move
from grognard.ai.playout import Drill
from grognard.engine.book import Book
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Position

NEXT = 3
"""What he does then is one of so many that he thought of next."""


class Corporal:
    """The book's quick choice, with slips. They fall by his seed and what he sees, so a position always gets the same answer.

    Battles played out in thought are played by the drill itself, which never slips.
    """

    def __init__(self, book: Book, seed: int = 0, slips: float | None = None):
        self.book, self.seed = book, seed
        self.slips = book.advice.slips if slips is None else slips
        self._drill = Drill(book)

    def choose(self, view: Position, ask: Ask, side: int) -> Move:
        """The quick choice, or one of the next best."""
        only = only_move(ask, side)
        if only is not None:
            return only
        best = self._drill.choose(view, ask, side)
        chance = Stream(crc32(self.book.encode(view), self.seed & 0xFFFFFFFF))
        if chance.random() >= self.slips:
            return best
        others = [move for move in self._drill.thought_of(view, ask, side, NEXT + 1) if move != best][:NEXT]
        return others[chance.randint(0, len(others) - 1)] if others else best


__all__ = ["Corporal"]
