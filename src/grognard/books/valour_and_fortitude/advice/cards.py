"""When a fate card is worth playing. Numbers here are judgement, not rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from grognard.engine.book import Look
from grognard.engine.domains import Domain
from grognard.engine.verbs import rated_by
from grognard.geometry.gaps import length

from ..facts.bodies import form
from ..facts.command import move_distance
from ..facts.contact import in_contact
from ..facts.layout import distance, nearest_enemy
from ..state import State
from ..steps.verbs import VERBS, Rating
from ..words import Arm, Form
from .charges import assaults_of
from .prospects import middle_of
from .threats import charge_reach, charge_worth, enemies_of
from .worth import losses_worth, rally_worth, unit_worth

KEPT = 0.22
"""What a card that rerolls is worth in the hand."""
LATE = 0.12
"""What a card is worth that can hardly be played any more."""
PRESSED = 1800
"""An enemy so near may fire or charge next."""

Rated = Iterable[tuple[Any, float]]
Rater = Callable[[State, Look, Domain], Rated]


def _any_card(state: State, look: Look, domain: Domain) -> Rated:
    hand = state.fates[look.side].hand
    for rank in domain:
        yield rank, 0.15 if len(hand) > 2 else -0.1


def _rouse(state: State, look: Look, domain: Domain) -> Rated:
    """For a unit with an assault in hand, or one that must rally now; cards left over at the end are worth nothing."""
    cost = 0.25 if len(state.fates[look.side].hand) > 1 else 0.5
    cost = min(cost, LATE) if state.turns - state.turn < 2 else cost
    for unit, rank in domain:
        each = state.units[unit]
        best = max((g for _, g in assaults_of(state, each)), default=0.0)
        pressed = each.shaken and nearest_enemy(state, each) <= PRESSED
        yield (unit, rank), max(best, 2 * rally_worth(state, each) if pressed else 0.0) - cost


def _stubborn(state: State, look: Look, domain: Domain) -> Rated:
    """For a unit that the next fire may rout; not for one that only marches."""
    for unit in domain:
        each = state.units[unit]
        pressed = each.losses + 1 >= each.tenacity and nearest_enemy(state, each) <= PRESSED
        yield unit, 0.6 if each.shaken else 0.25 if pressed else -0.1


def _deadly(state: State, look: Look, domain: Domain) -> Rated:
    """What rolling the misses again may bring, against keeping the card for a full volley. [FC6]"""
    env = look.position.agenda[-1].env
    attacks = [a for a in (env.main, getattr(env, "back", None)) if a is not None and a.spare]
    attack = next((a for a in attacks if state.units[a.attacker].side == look.side), None)
    if attack is None:
        yield None, -0.1
        return
    target, melee = state.units[attack.target], hasattr(env, "back")
    more = attack.spare * (7 - attack.need) / 6
    gain = losses_worth(target, attack.hits + more, not melee) - losses_worth(target, attack.hits, not melee)
    if melee and more >= 1:
        gain += 0.3  # it may turn the fight
    yield None, gain - (KEPT if state.turns > state.turn else 0.05)


def _volleys(state: State, look: Look, domain: Domain) -> Rated:
    """A die more for every battalion of a brigade that fires. [FC13B]"""
    fire = look.ask.offers.get("fire")
    firing = {unit for unit, _ in fire} if fire is not None else set()
    for brigade in domain:
        units = [state.units[unit] for unit in firing]
        ready = sum(u.brigade == brigade and u.arm is Arm.INFANTRY for u in units)
        yield brigade, 0.12 * ready - 0.15


def _battery(state: State, look: Look, domain: Domain) -> Rated:
    """More guns may support one: where more than three stand together. [FC12R]"""
    guns = [u for u in state.of_side(look.side) if u.arm is Arm.ARTILLERY]
    for unit in domain:
        here = middle_of(state, state.units[unit])
        together = sum(length(here, middle_of(state, gun)) <= 1200 for gun in guns)
        yield unit, 0.1 * (together - 4)


def _masses(state: State, look: Look, domain: Domain) -> Rated:
    """For columns that come under the fire of guns. [FC12A]"""
    guns = [middle_of(state, u) for u in state.of_side(1 - look.side) if u.arm is Arm.ARTILLERY]
    for brigade in domain:
        columns = [u for u in state.of_brigade(brigade) if form(u) is Form.ATTACK]
        near = sum(any(length(middle_of(state, u), gun) <= 3000 for gun in guns) for u in columns)
        yield brigade, 0.1 * near - 0.15


def _activates(state: State, look: Look, domain: Domain) -> Rated:
    """For a brigade that must not fail: one near the enemy. [FC13A]"""
    for brigade in domain:
        units = state.of_brigade(brigade)
        near = sum(nearest_enemy(state, u) <= 1800 for u in units)
        yield brigade, 0.08 * near - 0.15


def _faster(state: State, look: Look, domain: Domain) -> Rated:
    """Six inches more: for a brigade that has somewhere to go. [43]"""
    units = state.of_brigade(look.position.agenda[-1].env.brigade)
    going = sum(not in_contact(state, u) and 1200 < nearest_enemy(state, u) <= 3600 for u in units)
    yield None, 0.08 * going - 0.1


def _directed(state: State, look: Look, domain: Domain) -> Rated:
    fire = look.ask.offers.get("fire") or look.ask.offers.get("canister")
    aimed = {target for _, target in fire} if fire is not None else set()
    for target in domain:
        each = state.units[target]
        yield target, (0.3 if each.losses + 1 >= each.tenacity else -0.05) if target in aimed else -1.0


def _best_brigade(state: State, look: Look, domain: Domain) -> Rated:
    for brigade in domain:
        fighting = sum(in_contact(state, u) for u in state.of_brigade(brigade))
        yield brigade, 0.2 * fighting - 0.15


def _leaders(state: State, look: Look, domain: Domain) -> Rated:
    for number in domain:
        leader = state.leader(number)
        near = [
            u
            for u in state.of_side(leader.side)
            if in_contact(state, u) and length((leader.x, leader.y), middle_of(state, u)) < 1200
        ]
        yield number, 0.2 * len(near) - 0.15


def _worth_most(state: State, look: Look, domain: Domain) -> Rated:
    for unit in domain:
        yield unit, 0.1 * unit_worth(state.units[unit])


def _capture(state: State, look: Look, domain: Domain) -> Rated:
    for number in domain:
        at = state.field.objectives[number].at
        mine = sum(length(at, middle_of(state, u)) < 1800 for u in state.of_side(look.side))
        yield number, 0.1 * mine


def _surprise(state: State, look: Look, domain: Domain) -> Rated:
    """Worth it where a move brings a unit near enough for a charge it could not make from here."""
    for unit in domain:
        each, best = state.units[unit], 0.0
        far = move_distance(state, each).total + charge_reach(each, form(each))
        for enemy in enemies_of(state, each):
            if not enemy.engaged and distance(state, each, enemy.unit) <= far - 200:
                best = max(best, charge_worth(each, form(each), enemy.unit, enemy.how, True))
        plain = max((g for _, g in assaults_of(state, each)), default=0.0)
        yield unit, best - max(plain, 0.0) - 0.3


def _breakthrough(state: State, look: Look, domain: Domain) -> Rated:
    """Another move is worth most to a brigade whose goals are far and whose enemies are not."""
    for brigade in domain:
        units = state.of_brigade(brigade)
        idle = sum(not in_contact(state, u) for u in units)
        late = state.turns - state.turn <= 2
        yield brigade, 0.06 * idle - (0.0 if late else 0.12)


R = Rating
CARD_SUMS: dict[Enum, Rater] = {
    R.SPARE: _any_card, R.SPARE_FOR_ONE: _rouse, R.RELIEF: _stubborn, R.AGAIN: _deadly, R.GUNS: _battery, R.COLUMNS: _masses,
    R.CERTAIN: _activates, R.FASTER: _faster, R.TARGET: _directed, R.VOLLEYS: _volleys, R.BEST_BRIGADE: _best_brigade,
    R.ONE_MORE_MOVE: _breakthrough, R.LEADER: _leaders, R.BEST_UNIT: _worth_most, R.OBJECTIVE: _capture, R.SURPRISE: _surprise,
}  # fmt: skip
CARD_RATERS = rated_by(VERBS, CARD_SUMS)
