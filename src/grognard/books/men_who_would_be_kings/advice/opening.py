"""Setting up, hiding, arriving, and which way to look. [F-S1, F-S7, F-SC1]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Domain, Reach
from grognard.engine.flow import replace
from grognard.geometry.angles import heading, turn_between
from grognard.geometry.gaps import length
from grognard.geometry.shapes import centre

from ..facts.bodies import gap, middle
from ..facts.deploy import sector_poly
from ..state import State, Unit
from .aims import aim_of, is_fighter
from .orders import wrecked

Rated = Iterator[tuple[Move, float]]


def state_of(look: Look) -> State:
    """The state that is looked at."""
    state: State = look.position.state
    return state


def face(look: Look, verb: str, domain: Domain) -> Rated:
    state = state_of(look)
    unit = state.units[look.position.agenda[-1].env.unit]
    enemies = state.on_table(1 - unit.side)
    front = unit.facing
    if enemies:
        near = min(enemies, key=lambda e: (gap(state, unit, e), e.id))
        front = heading(middle(unit), middle(near))
    for noun in domain:
        yield Move(look.side, verb, noun), 0.5 - abs(turn_between(front, noun[0][1] % 3600)) / 3600


def set_down(look: Look, verb: str, domain: Domain) -> Rated:
    """Arrivals come as near to their aim as they can."""
    state = state_of(look)
    assert isinstance(domain, Reach)
    unit = state.units[domain.unit]
    for noun in domain:
        spot = noun[0][1], noun[0][2]
        there = replace(unit, models=(spot,), leader=0)
        yield Move(look.side, verb, noun), -length(spot, aim_of(state, there).spot) / 600


def show(look: Look, verb: str, domain: Domain) -> Rated:
    """Come out when somebody is near the sector."""
    state = state_of(look)
    for noun in domain:
        unit = state.units[noun]
        spot = centre(sector_poly(state, unit.sector or 4))
        near = min((length(middle(e), spot) for e in state.on_table(1 - unit.side)), default=9999)
        yield Move(look.side, verb, noun), 0.6 if near < 1800 else 0.1


def hide(look: Look, verb: str, domain: Domain) -> Rated:
    """Near what the others must come for. [F-SC1]"""
    state = state_of(look)
    spots = [state.field.markers[m] for m in state.markers] or [centre(sector_poly(state, 4))]
    for noun in domain:
        here = centre(sector_poly(state, noun))
        yield Move(look.side, verb, noun), -min(length(here, spot) for spot in spots) / 600


def edge(look: Look, verb: str, domain: Domain) -> Rated:
    """The edge from which it is the shorter way. [F-SH1]"""
    state = state_of(look)
    x = centre(state.field.area)[0] if state.field.area else state.field.width // 2
    way = x if verb == "from_west" else state.field.width - x
    for noun in domain:
        yield Move(look.side, verb, noun), -way / 600 + 0.01 * (verb == "from_west")


def again(look: Look, verb: str, domain: Domain) -> Rated:
    """Nothing is gained by moving about what stands in its zone."""
    for noun in domain:
        yield Move(look.side, verb, noun), -0.1


def call_up(look: Look, verb: str, domain: Domain) -> Rated:
    """The dearest first, until there are enough to begin. [F-SB1]"""
    state = state_of(look)
    for noun in domain:
        enough = "ready" in look.ask.offers
        yield Move(look.side, verb, noun), (-0.1 if enough else 0.5) + 0.01 * state.units[noun].cost


def keep_back(look: Look, verb: str, domain: Domain) -> Rated:
    """The cheapest, where too many stand there to begin. [F-SB1]"""
    state = state_of(look)
    many = _standing(state, look.side) > state.field.sides[look.side].on_table[1]
    for noun in domain:
        yield Move(look.side, verb, noun), (0.9 if many else -0.2) - 0.01 * state.units[noun].cost


def _standing(state: State, side: int) -> int:
    return sum(u.cost for u in state.on_table(side))


def level(look: Look, verb: str, domain: Domain) -> Rated:
    """What falls first. [F-SB2]"""
    state = state_of(look)
    for noun in domain:
        yield Move(look.side, verb, noun), 1.0 - 0.1 * state.structure[noun]


def storm(look: Look, verb: str, domain: Domain) -> Rated:
    """Over the wall, unless too few are left to stay there. [T037]"""
    state = state_of(look)
    unit: Unit = state.units[look.position.agenda[-1].env.unit]
    for noun in domain:
        yield Move(look.side, verb, noun), 0.2 if wrecked(unit) and not is_fighter(unit) else 1.0
