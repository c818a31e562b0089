"""What comes to mind at once, for battles played out in thought: one unit after the other, and the best it can do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Domain, LazyPairs
from grognard.engine.tasks import under_orders
from grognard.geometry.gaps import length

from ..facts.bodies import form, stand
from ..facts.contact import in_contact
from ..facts.layout import nearest_enemy
from ..state import State, Unit
from ..words import Mode, Special
from .cards import CARD_RATERS
from .moves import MODES, MODES_OF_SUPPORT, RATERS, other_shot
from .places import leaving_worth, scape
from .prospects import middle_of
from .threats import chances, charge_reach, place_of
from .worth import is_gun, shot_worth

SLOW = {"surprise_attack", "rouse"}
"""Cards that take long to think about; nobody plays them in thought."""
DEEDS = ("rally", "assault", "occupy", "step_across", "exit", "move")
"""What a unit does of itself; it doubles after longer thought only, and retreats only out of contact."""
LEAST = 0.05
"""A card is played for more than this."""


def drill(look: Look) -> Move | None:
    """Fire and action, which come most often; None: everything else as it is rated."""
    offers = look.ask.offers
    if "resolve" in offers:
        return _support(under_orders(look.position.state, look.plan), look) or Move(look.side, "resolve")
    if "end_fire" not in offers and not ("finish" in offers and offers.keys() & DEEDS):
        return None
    state: State = under_orders(look.position.state, look.plan)
    card = _card(state, look)
    if card is not None:
        return card
    if "end_fire" in offers:
        return _fire(state, look) or Move(look.side, "end_fire")
    return _act(state, look) or Move(look.side, "finish")


def _card(state: State, look: Look) -> Move | None:
    """The best card there is to be played now, if one is worth it."""
    best: tuple[float, Move] | None = None
    for verb, domain in look.ask.offers.items():
        if verb in CARD_RATERS and verb not in SLOW:
            for noun, worth in CARD_RATERS[verb](state, look, domain):
                if worth > LEAST and (best is None or worth > best[0]):
                    best = worth, Move(look.side, verb, noun)
    return best[1] if best else None


def _fire(state: State, look: Look) -> Move | None:
    """The first unit that has a shot worth more than what it gives up, at its best target."""
    offers = {verb: domain for verb, domain in look.ask.offers.items() if verb in MODES}
    for number in _actors(offers):
        unit, costs = state.units[number], dict[Mode, float]()
        best: tuple[float, Move] | None = None
        for verb, domain in offers.items():
            mode = MODES[verb]
            for target in _seconds(domain, number):
                if mode not in costs:
                    costs[mode] = quick_cost(state, unit, mode)
                worth = shot_worth(state, unit, state.units[target], mode) + 0.05 - costs[mode]
                if worth > 0 and (best is None or worth > best[0]):
                    best = worth, Move(look.side, verb, (number, target))
        if best is not None:
            return best[1]
    return None


def _support(state: State, look: Look) -> Move | None:
    """The first who has nothing better to do, if he adds anything to a fire attack."""
    env = look.position.agenda[-1].env
    main, target = state.units[env.unit], state.units[env.target]
    before = shot_worth(state, main, target, env.mode, env.supporters)
    for verb in (each for each in MODES_OF_SUPPORT if each in look.ask.offers):
        mode = MODES_OF_SUPPORT[verb]
        for unit in look.ask.offers[verb]:
            friend = state.units[unit]
            gain = shot_worth(state, main, target, env.mode, (*env.supporters, (unit, mode))) - before
            if gain > quick_cost(state, friend, mode) and gain > other_shot(state, friend, target):
                return Move(look.side, verb, unit)
    return None


def quick_cost(state: State, unit: Unit, mode: Mode) -> float:
    """What a unit gives up when it shoots: a charge it seems to have, or its way."""
    if mode is Mode.SKIRMISH or is_gun(unit) or unit.has(Special.HORSE_ARTILLERY):
        return 0.0
    if unit.inside >= 0:
        return max(0.02, leaving_worth(state, unit))
    view = scape(state, unit)
    if nearest_enemy(state, unit) <= charge_reach(unit, form(unit)):
        charge = chances(place_of(state, unit, stand(unit), view.enemies))[1]
        if charge > 0:
            return charge
    away = max(0, length(middle_of(state, unit), view.goal) - 700)
    return 0.02 + 0.4 * view.want * view.urgency * min(1.0, away / 900)


def _act(state: State, look: Look) -> Move | None:
    """The first unit with something worth doing does the best of it."""
    offers = {verb: look.ask.offers[verb] for verb in DEEDS if verb in look.ask.offers}
    if "retreat" in look.ask.offers and any(
        in_contact(state, state.units[u]) for u in look.ask.offers["retreat"]
    ):
        offers["retreat"] = look.ask.offers["retreat"]
    for number in _actors(offers):
        best: tuple[float, Move] | None = None
        for verb, domain in offers.items():
            for noun, worth in RATERS[verb](state, look, _of(domain, number)):
                if worth > 0 and (best is None or worth > best[0]):
                    best = worth, Move(look.side, verb, noun)
        if best is not None:
            return best[1]
    return None


def _actors(offers: Mapping[str, Domain]) -> Iterator[int]:
    """Everybody who is offered something, once."""
    seen: set[int] = set()
    for domain in offers.values():
        firsts: Iterable[Any] = domain.firsts if isinstance(domain, LazyPairs) else domain
        for noun in firsts:
            number = noun[0] if isinstance(noun, tuple) else noun
            if number not in seen:
                seen.add(number)
                yield number


def _of(domain: Domain, number: int) -> Any:
    """What of a domain is one unit's."""
    if isinstance(domain, LazyPairs):
        return [(number, target) for target in _seconds(domain, number)]
    return [noun for noun in domain if (noun[0] if isinstance(noun, tuple) else noun) == number]


def _seconds(domain: Domain, number: int) -> Iterable[int]:
    if isinstance(domain, LazyPairs):
        return domain.seconds(number) if number in domain.firsts else ()
    return [target for unit, target in domain if unit == number]


__all__ = ["drill"]
