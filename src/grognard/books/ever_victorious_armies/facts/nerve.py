"""Who has to test morale, and on what. [69–78, O1–O6]"""

from __future__ import annotations

from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.state import State
from grognard.field.gaps import within
from grognard.field.points import Poly

SIGHT_OF_LOSS = 1200
"""How far the loss of a general is felt. [69, 70, G-35]"""


def witnesses(state: State, side: int, where: Poly) -> tuple[int, ...]:
    """A side's units with any part within 12 of a place. [O2]"""
    return tuple(u.id for u in state.of_side(side) if within(body(state, u), where, SIGHT_OF_LOSS))
