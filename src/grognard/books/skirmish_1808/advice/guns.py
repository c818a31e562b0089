"""What a gun's crew does at once: fire, or else push the gun to where the nearest enemy is a good shot off. [X1, X10]"""

from __future__ import annotations

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Reach
from grognard.tabletop.manoeuvre import Legs

from ..facts.driving import Driving, placed_gun
from ..facts.menu import AMMO_VERBS
from ..state import Unit
from .manoeuvres import in_arc, off_range
from .moves import HOLDS, RATERS
from .strides import Found, better

TURNED = 4.0
"""More than a gun gains by what it turns and where its crew then stands, beyond the way it is pushed."""
FORWARD = 2.0
"""What pushing it costs."""


def serve(look: Look, gun: Unit) -> Move | None:
    """The best shot, or where to push it; None where all is to be rated, briefly."""
    offers = look.ask.offers
    if gun.gun is None or gun.gun.taken or gun.gun.abandoned or gun.gun.limbered:
        return None
    best: Found = (HOLDS, Move(look.side, "hold"))
    for verb in (*AMMO_VERBS.values(), "limber"):
        if verb in offers:
            for move, worth in RATERS[verb](look, verb):
                best = better(best, (worth, move))
    foes = [u for u in look.position.state.standing(1 - gun.side) if u.figures]
    for verb in ("turn_gun", "manhandle"):
        domain = offers.get(verb)
        if isinstance(domain, Reach) and isinstance(domain.mover, Driving):
            best = _pushed(look, verb, domain.mover, foes, best)
    return best[1]


def _pushed(look: Look, verb: str, mover: Driving, foes: list[Unit], best: Found) -> Found:
    """Where a gun stands better; whether it may go there is looked at of the best, and of none where a shot is better than any."""
    if best[0] > mover.base / 100 + 2 * TURNED:
        return best
    state, gun = mover.state, mover.unit
    now = off_range(state, gun, foes) - in_arc(gun, foes)
    found: list[tuple[float, Legs]] = []
    for legs in mover.ideas():
        after = placed_gun(gun, *legs[0][1:])
        gain = now - off_range(state, after, foes) + in_arc(after, foes) - FORWARD
        if gain > best[0]:
            found.append((gain, legs))
    found.sort(key=lambda each: -each[0])
    legal = next((each for each in found if mover.legal(each[1])), None)
    return best if legal is None else (legal[0], Move(look.side, verb, legal[1]))


__all__ = ["serve"]
