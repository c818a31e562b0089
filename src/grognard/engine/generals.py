"""Generals: computer players with a character. It is a matter of weights; nobody sees or rolls what others do not."""

from __future__ import annotations

from typing import NamedTuple


class Temper(NamedTuple):
    """What somebody leans to."""

    words: str
    dash: float
    """How much more he thinks of a bold deed, and how much less of a wary one, than his book's advice does."""
    risk: float
    """From -1 to 1: below 0 he would rather be safe, above 0 he looks at how well it could go."""
    margin: float
    """Standard errors by which another thought must be ahead of his first to be taken."""
    candidates: int
    """How many thoughts he has at a time."""
    turns: tuple[int, ...] = (1,)
    """How many turns he looks ahead, in turn."""


RASH = Temper("goes at the enemy and trusts to luck", 1.0, 0.7, 1.0, 3)
STEADY = Temper("keeps his line whole and lets the enemy come", -0.7, -0.7, 0.5, 3, (2,))
WILY = Temper("looks at more ways than others", 0.0, 0.0, 0.5, 5, (2,))


class General(NamedTuple):
    """Somebody of the period as he is chosen."""

    name: str
    title: str
    words: str
    """A sentence on who he was and how he plays."""
    temper: Temper


class Generals(NamedTuple):
    """The generals of a book, and what is bold and what wary in it."""

    bold: frozenset[str]
    """Verbs of those who go at the enemy."""
    wary: frozenset[str]
    """Verbs of those who wait, rally or go back."""
    scale: float
    """What makes a clear difference in the ratings of its advice."""
    who: tuple[General, ...] = ()

    def leaning(self, temper: Temper, verb: str) -> float:
        """What somebody adds to the rating of a deed."""
        return temper.dash * self.scale * ((verb in self.bold) - 0.5 * (verb in self.wary))


NOBODY = Generals(frozenset(), frozenset(), 0.0)


def felt(temper: Temper, chance: float) -> float:
    """A chance to win as somebody feels it: dearer or cheaper in the middle, the same at both ends.

    >>> felt(WILY, 0.5), felt(RASH, 0.5) < 0.5 < felt(STEADY, 0.5), felt(RASH, 1.0)
    (0.5, True, 1.0)
    """
    return chance - temper.risk * chance * (1 - chance)


__all__ = ["NOBODY", "RASH", "STEADY", "WILY", "General", "Generals", "Temper", "felt"]
