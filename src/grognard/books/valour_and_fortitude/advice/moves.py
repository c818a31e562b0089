"""Ratings for every choice there is. A rating is roughly in victory points; doing nothing is about 0."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import islice
from typing import Any

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Domain, Reach
from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.engine.tasks import under_orders
from grognard.engine.verbs import numbers, rated_by
from grognard.geometry.gaps import length

from ..facts.bodies import stand, stand_at
from ..facts.command import automatic, nearest_in_open
from ..facts.contact import enemies_touching
from ..facts.ideas import ideas
from ..facts.judging import KEEP
from ..facts.layout import nearest_enemy
from ..facts.moving import Marcher
from ..facts.placing import Placer
from ..facts.shooting import each_target, modes
from ..state import State, Unit
from ..steps.env import Acting
from ..steps.verbs import SHOTS, SUPPORTS, VERBS, Rating
from ..words import Arm, Deed, Mode, Special
from .cards import CARD_RATERS
from .charges import assaults_of, onset_worth
from .places import feature_worth, leaving_worth, place_worth, scape
from .prospects import middle_of
from .threats import chances, place_of
from .ways import BRIEFLY, FEW, MOST, WORTH_IT, best_moves, best_way, past
from .worth import clash, is_gun, rally_worth, shot_worth, support_there

MODES = {verb: shot.mode for verb, shot in SHOTS.items()}
MODES_OF_SUPPORT = {verb: support.mode for verb, support in SUPPORTS.items()}
PLAIN = numbers(VERBS)
UNRALLIED = 1.0
"""What a shaken unit gives away that moves and does not rally."""


def rated(look: Look) -> Iterator[tuple[Move, float]]:
    """Every move worth thinking of, with its rating."""
    state: State = under_orders(look.position.state, look.plan)
    for verb, domain in look.ask.offers.items():
        rate = RATERS.get(verb)
        if rate is not None:
            for noun, value in rate(state, look, domain):
                yield Move(look.side, verb, noun), value
        elif verb in PLAIN:
            for noun in islice(domain, 4):
                yield Move(look.side, verb, noun), PLAIN[verb]
        else:
            for noun in islice(domain, 12):
                yield Move(look.side, verb, noun), 0.02


def instead(look: Look, move: Move) -> Iterator[tuple[Move, float]]:
    """What else the unit of a move could do: the others have their turn after it."""
    state: State = under_orders(look.position.state, look.plan)
    for verb, domain in look.ask.offers.items() if isinstance(move.noun, int | tuple) else ():
        rate = RATERS.get(verb)
        if rate is not None and verb not in CARD_RATERS and not isinstance(domain, Reach):
            same = [noun for noun in domain if _actor(noun) == _actor(move.noun)]
            for noun, value in rate(state, look, same):
                if (verb, noun) != (move.verb, move.noun):
                    yield Move(look.side, verb, noun), value


def _actor(noun: Any) -> Any:
    return noun[0] if isinstance(noun, tuple) and noun else noun


Rated = Iterable[tuple[Any, float]]
Rater = Callable[[State, Look, Any], Rated]


def _fire(mode: Mode) -> Rater:
    def rate(state: State, look: Look, domain: Domain) -> Rated:
        for unit, target in domain:
            shooter = state.units[unit]
            value = shot_worth(state, shooter, state.units[target], mode)
            yield (unit, target), value + 0.05 - _cost_of_firing(state, shooter, mode)

    return rate


def _cost_of_firing(state: State, unit: Unit, mode: Mode) -> float:
    """What a unit gives up when it shoots instead of acting."""
    if mode is Mode.SKIRMISH or is_gun(unit) or unit.has(Special.HORSE_ARTILLERY):
        return 0.0
    best = max((g for _, g in assaults_of(state, unit)), default=0.0)
    if best > 0:
        return best
    view = scape(state, unit)
    away = max(0, length(middle_of(state, unit), view.goal) - 700)
    if unit.inside >= 0:
        return max(0.02, leaving_worth(state, unit))
    return 0.02 + 0.4 * view.want * view.urgency * min(1.0, away / 900)


def _support(mode: Mode) -> Rater:
    def rate(state: State, look: Look, domain: Domain) -> Rated:
        env = look.position.agenda[-1].env
        main, target = state.units[env.unit], state.units[env.target]
        before = shot_worth(state, main, target, env.mode, env.supporters)
        for unit in domain:
            after = shot_worth(state, main, target, env.mode, (*env.supporters, (unit, mode)))
            friend = state.units[unit]
            other = other_shot(state, friend, target)
            yield unit, after - before - max(other, _cost_of_firing(state, friend, mode))

    return rate


def other_shot(state: State, unit: Unit, target: Unit) -> float:
    """What a supporter could do on its own against somebody else."""
    later = _later(state, target.id)
    return max(
        (
            shot_worth(later, unit, later.units[t], mode)
            for mode in modes(unit)
            for t in islice(each_target(later, unit, mode), 2)
        ),
        default=0.0,
    )


@kept
def _later(state: State, target: int) -> State:
    """The state when a target has been shot at: one for all who ask, so that what one sees is known to the next."""
    return replace(state, shot_at=(*state.shot_at, target))


def _assault(state: State, look: Look, domain: Domain) -> Rated:
    for unit, target in domain:
        yield (unit, target), onset_worth(state, state.units[unit], state.units[target]) + 0.05


def _move(deed: Deed) -> Rater:
    def rate(state: State, look: Look, domain: Domain) -> Rated:
        rallies = look.ask.offers.get("rally")
        # One unit at a time is enough: the first whose move is worth it; the others will be asked again.
        for unit in domain:
            each = state.units[unit]
            best = best_way(state, each, deed, BRIEFLY if look.brief else FEW)
            if (
                deed is Deed.MOVE
                and assaults_of(state, each)
                and max(g for _, g in assaults_of(state, each)) > 0.1
            ):
                best -= 0.3
            if each.shaken and rallies is not None and unit in rallies:
                best -= UNRALLIED
            yield unit, best - WORTH_IT - 0.01
            if best > 0.1:
                return

    return rate


def _go(state: State, look: Look, domain: Domain) -> Rated:
    assert isinstance(domain, Reach)
    mover = domain.mover
    if isinstance(mover, Marcher):
        if surprising(look):
            return nearer_to_charge(state, mover)
        if mover.deed is Deed.ASSAULT:
            return ((legs, 1.0 - 0.01 * i) for i, legs in enumerate(islice(mover.candidates(), 6)))
        if look.brief:
            return best_moves(state, mover.unit, mover, BRIEFLY)
        return [*best_moves(state, mover.unit, mover, MOST), *past(state, mover.unit, mover)]
    if isinstance(mover, Placer):
        return _set_down(state, mover)
    return ((legs, 0.1) for legs in islice(domain, 4))


def surprising(look: Look) -> bool:
    """Whether this is the move before a surprise attack."""
    frames = look.position.agenda
    before = frames[-2].env if len(frames) > 1 else None
    return isinstance(before, Acting) and before.deed is Deed.ASSAULT and before.target < 0


def nearer_to_charge(state: State, mover: Marcher) -> Rated:
    """Where the best charge can be made from."""
    unit = mover.unit
    view = scape(state, unit)
    for legs in islice(ideas(mover), MOST):
        end = mover.end_of(legs)
        if end is not None:
            yield legs, chances(place_of(state, unit, end[0], view.enemies))[1]


def _strike(state: State, look: Look, domain: Domain) -> Rated:
    unit = state.units[look.position.agenda[-1].env.unit]
    for target in domain:
        yield target, onset_worth(state, unit, state.units[target]) + 0.1


def _garrison(state: State, look: Look, domain: Domain) -> Rated:
    """At deployment only what counts at the end is worth a garrison."""
    kept = {o.feature for o in state.field.objectives}
    for unit, number in domain:
        each = state.units[unit]
        fits = number in kept and each.arm is Arm.INFANTRY and not each.profile.detachment
        yield (unit, number), 1.2 if fits else -1.0


def _set_down(state: State, mover: Placer) -> Rated:
    unit = mover.unit
    view = scape(state, unit)
    for legs in islice(mover.candidates(), 40):
        down = mover.set_down(legs)
        at = stand_at(stand(down).shape, down.x, down.y, down.facing)
        yield legs, place_worth(state, unit, at, view) + 20.0


def _rally(state: State, look: Look, domain: Domain) -> Rated:
    for unit in domain:
        yield unit, rally_worth(state, state.units[unit])


def _retreat(state: State, look: Look, domain: Domain) -> Rated:
    for unit in domain:
        each = state.units[unit]
        foes = enemies_touching(state, each)
        if foes:
            fight = max(clash(state, each, foe, support_there(state, each, foe)) for foe in foes)
            yield unit, -fight - (0.0 if each.shaken else 0.15)
        elif nearest_in_open(state, each) < KEEP:
            yield unit, best_way(state, each, Deed.RETREAT, BRIEFLY if look.brief else FEW) - 0.1


def _occupy(state: State, look: Look, domain: Domain) -> Rated:
    for unit, number in domain:
        yield (unit, number), feature_worth(state, state.units[unit], number) - 0.1


def _exit(state: State, look: Look, domain: Domain) -> Rated:
    for unit in domain:
        yield unit, leaving_worth(state, state.units[unit])


def _brigade(state: State, look: Look, domain: Domain) -> Rated:
    for brigade in domain:
        near = min((nearest_enemy(state, u) for u in state.of_brigade(brigade)), default=9999)
        yield brigade, (1.0 if automatic(state, brigade) else 0.0) + 1000 / (near + 1000)


def _ride(state: State, look: Look, domain: Domain) -> Rated:
    assert isinstance(domain, Reach)
    leader = state.leader(domain.unit)
    units = [u for u in state.of_side(leader.side) if leader.brigade in (-1, u.brigade)]
    spots = [middle_of(state, u) for u in units]
    if leader.brigade < 0:
        spots = [(x.x, x.y) for x in state.leaders if x.side == leader.side and x.brigade >= 0] or spots

    def value(at: tuple[int, int]) -> float:
        return -sum(max(0, length(at, s) - 1000) for s in spots) / 1000.0

    now = value((leader.x, leader.y)) + 0.3
    for legs in islice(domain, 30):
        yield legs, value((legs[0][1], legs[0][2])) - now


def _fight(state: State, look: Look, domain: Domain) -> Rated:
    for unit, target in domain:
        mine, other = state.units[unit], state.units[target]
        yield (unit, target), clash(state, mine, other, support_there(state, mine, other)) + 5


def _fall_back(state: State, look: Look, domain: Domain) -> Rated:
    assert isinstance(domain, Reach)
    mover = domain.mover
    assert isinstance(mover, Marcher)
    tired = mover.unit.losses / mover.unit.tenacity
    free = "stand_fast" in look.ask.offers
    for legs, value in best_moves(state, mover.unit, mover, BRIEFLY if look.brief else 24):
        yield legs, (value * 0.3 + tired - 0.4) if free else value


R = Rating
SUMS: dict[Enum, Rater] = {
    R.VOLLEY: _fire(Mode.VOLLEY), R.SKIRMISH: _fire(Mode.SKIRMISH), R.CANISTER: _fire(Mode.CANISTER),
    R.VOLLEY_MORE: _support(Mode.VOLLEY), R.SKIRMISH_MORE: _support(Mode.SKIRMISH), R.CANISTER_MORE: _support(Mode.CANISTER),
    R.ONSET: _assault, R.WALK: _move(Deed.MOVE), R.RUN: _move(Deed.DOUBLE), R.LEGS: _go, R.RIDE: _ride, R.MEND: _rally,
    R.BACK: _retreat, R.FEATURE: _occupy, R.WAY_OUT: _exit, R.BRIGADE: _brigade, R.FIGHT: _fight, R.WITHDRAWAL: _fall_back,
    R.BLOW: _strike, R.POST: _garrison,
}  # fmt: skip
RATERS = {**rated_by(VERBS, SUMS), **CARD_RATERS}
