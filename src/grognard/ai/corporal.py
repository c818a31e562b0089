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


ROUND = 6
"""So many moves on he looks whether a slip leads him back to where he slipped."""


class Corporal:
    """The book's quick choice, with slips. They fall by his seed and what he sees, so a position always gets the same answer.

    That is why a slip must not lead him back to the position it fell in: he would go round for ever.
    Battles played out in thought are played by the drill itself, which never slips.
    """

    def __init__(self, book: Book, seed: int = 0, slips: float | None = None):
        self.book, self.seed = book, seed
        self.slips = book.advice.slips if slips is None else slips
        self._engine = book.engine()
        self._drill = Drill(book, self._engine)

    def choose(self, view: Position, ask: Ask, side: int) -> Move:
        """The quick choice, or one of the next best."""
        only = only_move(ask, side)
        if only is not None:
            return only
        best = self._drill.choose(view, ask, side)
        slip = self._slip(view, ask, side, best)
        return best if slip is None or self._comes_round(view, ask, side, slip) else slip

    def _slip(self, view: Position, ask: Ask, side: int, best: Move) -> Move | None:
        """What he does by mistake, if he makes one here."""
        chance = Stream(crc32(self.book.encode(view), self.seed & 0xFFFFFFFF))
        if chance.random() >= self.slips:
            return None
        others = [move for move in self._drill.thought_of(view, ask, side, NEXT + 1) if move != best][:NEXT]
        return others[chance.randint(0, len(others) - 1)] if others else None

    def _comes_round(self, view: Position, ask: Ask, side: int, move: Move) -> bool:
        """Whether his own next moves would bring him back here, before dice fall or anybody else is asked."""
        now = view
        for _ in range(ROUND):
            if ask.who != (side,) or now.agenda[-1].sealed:
                return False
            now = self._engine.apply(now, move)
            waiting = self._engine.pending(now)
            if now == view or not isinstance(waiting, Ask) or waiting.who != (side,):
                return now == view
            ask = waiting.for_side(side)
            best = only_move(ask, side) or self._drill.choose(now, ask, side)
            move = self._slip(now, ask, side, best) or best
        return False


__all__ = ["Corporal"]
