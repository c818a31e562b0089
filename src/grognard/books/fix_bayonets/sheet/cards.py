"""Leader cards: those in hand, and the activation stack on the table. [OPS-01, SEQ-06]"""

from __future__ import annotations

from typing import Any

from ..facts.command import command_range
from ..state import LEADERS, Leader, State
from ..words import Card

PLAYED_BY = ["play", "interrupt", "first", "bring"]


def hands(state: State) -> dict[str, dict[str, Any]]:
    """Each side's cards in hand; leaders are known to all, so nothing is hidden."""
    found: dict[str, dict[str, Any]] = {}
    for side in range(len(state.field.sides)):
        hand = [face(state, one) for one in state.leaders if one.side == side and one.card is Card.HAND]
        found[str(side)] = {"in_hand": len(hand), "hand": hand}
    return found


def piles(state: State) -> list[dict[str, Any]]:
    """The activation stack, the card that acts now on top."""
    stack = [face(state, state.leaders[one - LEADERS]) for one in reversed(state.stack)]
    return [{"title": "Activation stack", "cite": "SEQ-06", "cards": stack}] if stack else []


def face(state: State, one: Leader) -> dict[str, Any]:
    """What a leader's card says."""
    return {
        "name": one.name,
        "words": f"{one.rank.value.capitalize()}, SR {one.sr}, range {command_range(state, one)}",
        "when": "Passive" if one.passive else _orders(state, one),
        "side": one.side,
        "noun": one.id,
        "verbs": PLAYED_BY,
        "cite": "OPS-01",
    }


def _orders(state: State, one: Leader) -> str:
    return "" if one.om is None else f"ordered to {state.field.grid.label(one.om.hex)}"
