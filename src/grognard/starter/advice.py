"""What computer players go by."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine import book
from grognard.engine.choices import Move
from grognard.engine.tables import Refusal
from grognard.geometry.gaps import length

from .facts import Marcher
from .state import State

RATES = {"fire": 3.0, "move": 2.0, "hold": 0.0, "halt": -1.0}
"""How a choice is rated by its verb alone."""


class Advice(book.Advice):
    """Stands count, and half of one that was hit once; units fire if they can, and else go nearer to the enemy."""

    def value(self, state: State, side: int) -> float:
        ours, theirs = (
            sum(2 * unit.full - unit.hits for unit in state.of(each)) for each in (side, 1 - side)
        )
        return float(ours - theirs)

    def moves(self, look: book.Look) -> Iterator[tuple[Move, float]]:
        for move in look.ask.moves(look.side):
            yield move, _nearer(look, move) if move.verb == "go" else RATES[move.verb]


def _nearer(look: book.Look, move: Move) -> float:
    """How many inches a move leads towards the nearest enemy."""
    state: State = look.position.state
    unit = state.units[look.position.agenda[-1].env.unit]
    done = Marcher(state, unit).work_out(move.noun)
    assert not isinstance(done, Refusal), "what is offered can be worked out"
    foes = [(foe.x, foe.y) for foe in state.of(1 - look.side)]
    here, there = (
        min(length(spot, foe) for foe in foes) for spot in ((unit.x, unit.y), (done.end.x, done.end.y))
    )
    return (here - there) / 100


ADVICE = Advice()
