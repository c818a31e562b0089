"""What the enemy's fate cards may be, by what has been seen of them. [40, 44]"""

from __future__ import annotations

from grognard.engine.dice import Rng
from grognard.engine.flow import Position, replace

from ..state import Fate, State
from ..tables.fate import RANKS


def guess(view: Position, side: int, rng: Rng) -> Position:
    """The other side's hand and deck, dealt anew from the cards that do not lie open in its discards."""
    state: State = view.state
    fates = tuple(fate if number == side else _dealt(fate, rng) for number, fate in enumerate(state.fates))
    if fates == state.fates:
        return view
    return Position(replace(state, fates=fates), view.agenda, view.reveals)


def _dealt(fate: Fate, rng: Rng) -> Fate:
    if not fate.hand and not fate.deck:
        return fate
    cards = [rank for rank in range(1, len(RANKS)) if rank not in fate.discards]
    for last in range(len(cards) - 1, 0, -1):
        other = rng.randint(0, last)
        cards[last], cards[other] = cards[other], cards[last]
    hand, all_ = len(fate.hand), len(fate.hand) + len(fate.deck)
    return Fate(tuple(sorted(cards[hand:all_])), tuple(cards[:hand]), fate.discards)
