"""What is done at once in a battle that is only thought: the move that rates best, without rating those that cannot. [M1]

`moves` rates every charge and every march; of them all a battle played out in thought takes one. Charges worth making come
before everything but those who enter, and a march before standing still: so most need not be worked out.
"""

from __future__ import annotations

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import LazyPairs

from ..facts import lanes
from ..state import State
from .charging import may_be_worth
from .moves import BEST_MARCH, CHARGING, ENTERING, HESITATION, as_ordered, charge_rating, march

Found = tuple[float, Move]


def drill(look: Look) -> Move | None:
    """The best rated move where a unit is picked; None where all are to be rated."""
    offers, side = look.ask.offers, look.side
    if "end_moves" not in offers:
        return None
    state = as_ordered(look)
    # Of moves that rate alike the first on offer is taken: a march before a charge, a charge before who enters.
    best = (0.0, Move(side, "end_moves"))
    if "enter" in offers:
        best = (ENTERING, Move(side, "enter", next(iter(offers["enter"]))))
    charges = offers.get("charge")
    if isinstance(charges, LazyPairs):
        best = _charge(state, charges, side, best)
    if best[0] <= BEST_MARCH and "march" in offers:
        for unit, rating in march(look, offers["march"]):
            if rating >= best[0]:
                best = (rating, Move(side, "march", unit))
    return best[1]


def _charge(state: State, charges: LazyPairs, side: int, best: Found) -> Found:
    """The best charge, if one rates as well as what is known or better."""
    found = False
    for unit_id in charges.firsts:
        unit = state.units[unit_id]
        least = (best[0] - CHARGING if best[0] >= CHARGING else 0.0) - SLACK
        if not may_be_worth(state, unit, least + HESITATION - SLACK):
            continue
        for target, way in lanes.charges(state, unit):
            rating = charge_rating(state, unit, way, least)
            if rating > best[0] or (rating == best[0] and not found):
                best, found = (rating, Move(side, "charge", (unit_id, target))), True
    return best


SLACK = 1e-9
"""More than sums of the same numbers differ by that are added up in another order."""

__all__ = ["drill"]
