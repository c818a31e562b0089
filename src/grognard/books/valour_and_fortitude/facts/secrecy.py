"""What is known of fate cards, and to whom. [44]"""

from __future__ import annotations

import msgspec

from grognard.engine.choices import Move
from grognard.engine.dice import Rng
from grognard.engine.secrets import Secrets

from ..state import Fate, State


def redact(state: State, side: int | None) -> State:
    """Cards in hand and deck are known to their owner only, and so is which of them he keeps quiet about. [44]"""
    fates = []
    for number, fate in enumerate(state.fates):
        if number != side:
            fate = Fate((0,) * len(fate.deck), (0,) * len(fate.hand), fate.discards)
        fates.append(fate)
    found = fates[0], fates[1]
    spells = state.spells
    if any(s.card == "quiet" and s.side != side for s in spells):
        spells = tuple([s for s in spells if s.card != "quiet" or s.side == side])
    if found == state.fates and spells is state.spells:
        return state
    return msgspec.structs.replace(state, fates=found, spells=spells)


def _may_be(state: State) -> bool:
    return state.options.fate_cards


def _told(state: State, move: Move) -> Move | None:
    """Whoever lets a moment for cards pass does not say for how long; a surprise attack is ordered aloud. [44, 69, FC9]"""
    if move.verb == "surprise_attack":
        # Its messenger rides before the card is shown, and all see to whom.
        return Move(move.side, move.verb, move.noun)
    return Move(move.side, "decline") if move.verb == "not_this_phase" else move


def _others(state: State, side: int, rng: Rng) -> State:
    """As many cards in hand and deck, but others."""
    fate = state.fates[side]
    cards = [*fate.hand, *fate.deck]
    for last in range(len(cards) - 1, 0, -1):
        other = rng.randint(0, last)
        cards[last], cards[other] = cards[other], cards[last]
    size = len(fate.hand)
    dealt = Fate(tuple(sorted(cards[size:])), tuple(cards[:size]), fate.discards)
    fates = (dealt, state.fates[1]) if side == 0 else (state.fates[0], dealt)
    return msgspec.structs.replace(state, fates=fates)


def _kept(state: State) -> bool:
    """Without pauses for cards that are not held, a pause tells that one is. [44]"""
    return state.options.pause_at_windows


SECRETS = Secrets(_may_be, told=_told, others=_others, kept=_kept)
