"""The advice as it first was: kept to measure by, never mended. What is not here is as it was in `advice`."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.book import Look
from grognard.engine.choices import Move

from ..advice import SkirmishAdvice
from .moves import rated


class FirstAdvice(SkirmishAdvice):
    """This book's first advice."""

    def moves(self, look: Look) -> Iterable[tuple[Move, float]]:
        """The moves the first sergeant looked at, with what each seemed worth to him."""
        return rated(look)


FIRST_ADVICE = FirstAdvice()
