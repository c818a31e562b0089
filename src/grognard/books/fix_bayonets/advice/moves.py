"""Candidates for a choice, each with what it seems worth. [F-8.3]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.book import Look
from grognard.engine.choices import Move


def moves(look: Look) -> Iterable[tuple[Move, float]]:
    """Everything on offer, worth nothing yet."""
    for at, move in enumerate(look.ask.moves(look.side)):
        if at > 30:
            break
        yield move, 0.0
