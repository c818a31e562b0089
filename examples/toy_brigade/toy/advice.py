"""What a computer player of Toy Brigade goes by."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine import book
from grognard.engine.choices import Move

from .state import State

WORTH = {
    "charge": 2.0,
    "fire": 3.0,
    "rally": 2.5,
    "play": 1.5,
    "stand": 1.0,
    "go": 1.2,
    "end": -1.0,
    "halt": -0.5,
}


class Advice(book.Advice):
    """Strength counts; shooting comes before running."""

    def value(self, state: State, side: int) -> float:
        def worth(one: int) -> float:
            return sum(unit.strength - 0.5 * unit.disorder for unit in state.of(one))

        return worth(side) - worth(1 - side)

    def moves(self, look: book.Look) -> Iterator[tuple[Move, float]]:
        for move in look.ask.moves(look.side):
            yield move, WORTH.get(move.verb, 0.0)

    def late(self, state: State, ahead: int = 0) -> float:
        return min(1.0, (state.turn + ahead) / max(1, state.turns))

    def battle(self, state: State) -> str:
        return state.title
