"""The quick choice, for battles played out in thought: one unit after the other, no sums. [T012d]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Domain, LazyPairs, Reach
from grognard.engine.tasks import Duty
from grognard.geometry.gaps import length

from ..facts.bodies import middle
from ..facts.moving import Walker
from ..facts.values import fighting, move_of
from ..state import State, Unit
from .aims import aim_of, is_fighter, useful_stand
from .orders import aim_for, apart, wrecked
from .ways import towards

NEAR_ENOUGH = 150
"""Who is as near as this to where he wants to be stays there."""


def drill(look: Look) -> Move | None:
    """Rally, shoot, strike, walk; None where nothing so plain is asked."""
    offers = look.ask.offers
    if "end_turn" in offers:
        return _activate(look)
    if "go" in offers:
        return _go(look)
    if "aim" in offers or "follow_up" in offers:
        verb = "aim" if "aim" in offers else "follow_up"
        unit = _state(look).units[look.position.agenda[-1].env.unit]
        return Move(look.side, verb, _nearest(look, unit, offers[verb]))
    return None


def _state(look: Look) -> State:
    state: State = look.position.state
    return state


def _nearest(look: Look, unit: Unit, among: Iterable[int]) -> int:
    state = _state(look)
    found: int = min(among, key=lambda e: (not state.units[e].pinned, apart(unit, state.units[e]), e))
    return found


def _activate(look: Look) -> Move:
    """Who rallies, then who shoots, then who strikes, then who walks."""
    offers, state = look.ask.offers, _state(look)
    if "rally" in offers:
        return Move(look.side, "rally", next(iter(offers["rally"])))
    for verb in ("volley", "fire"):
        for unit in _firsts(state, offers.get(verb), shooters=True):
            shot = _target(look, verb, unit)
            if shot is not None:
                return shot
    for verb in ("attack", "charge"):
        for unit in _firsts(state, offers.get(verb), shooters=False):
            struck = _target(look, verb, unit)
            if struck is not None and _dares(unit, state.units[struck.noun[1]]):
                return struck
    for noun in offers.get("stand_to") or ():
        if useful_stand(state, state.units[noun]):
            return Move(look.side, "stand_to", noun)
    for noun in offers.get("move") or ():
        if _wants_to_go(look, state.units[noun]):
            return Move(look.side, "move", noun)
    return Move(look.side, "end_turn")


def _firsts(state: State, domain: Domain | None, shooters: bool) -> list[Unit]:
    if not isinstance(domain, LazyPairs):
        return []
    units = [state.units[one] for one in domain.firsts]
    return [u for u in units if is_fighter(u) is not shooters]


def _target(look: Look, verb: str, unit: Unit) -> Move | None:
    """The nearest it may do it to, of those who are Pinned or else of all."""
    domain = look.ask.offers[verb]
    assert isinstance(domain, LazyPairs)
    seconds = tuple(domain.seconds(unit.id))
    return Move(look.side, verb, (unit.id, _nearest(look, unit, seconds))) if seconds else None


def _dares(unit: Unit, target: Unit) -> bool:
    """Whether it is strong enough for a fight, roughly: men, and how many of their blows tell."""
    mine = unit.count * (7 - fighting(unit))
    theirs = target.count * (7 - fighting(target)) * (0.5 if target.pinned else 1.0)
    return not wrecked(unit) and mine >= 0.8 * theirs


def _wants_to_go(look: Look, unit: Unit) -> bool:
    task = look.plan.get(unit.id)
    if unit.inside is not None and not aim_of(_state(look), unit).task:
        return False
    if task is not None and task.duty in (Duty.WITHDRAW, Duty.RESERVE, Duty.HOLD):
        return task.duty is Duty.HOLD and is_fighter(unit)
    aim = aim_for(look, unit)
    left = length(middle(unit), aim.spot) - aim.near
    return left > (NEAR_ENOUGH if aim.task else move_of(unit) // 2)


def _go(look: Look) -> Move | None:
    domain = look.ask.offers["go"]
    assert isinstance(domain, Reach)
    walker = domain.mover
    assert isinstance(walker, Walker)
    if walker.unit.side != look.side:
        return None
    aim = aim_for(look, walker.unit)
    return Move(look.side, "go", towards(walker, aim.spot, aim.near, "towards"))


__all__ = ["drill"]
