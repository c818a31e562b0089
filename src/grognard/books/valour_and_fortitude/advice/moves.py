"""Ratings for every choice there is. A rating is roughly in victory points; doing nothing is about 0."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from grognard.books.valour_and_fortitude.advice.places import (
    centre_of,
    feature_worth,
    objective_worth,
    place_worth,
    scape,
)
from grognard.books.valour_and_fortitude.advice.worth import (
    clash,
    is_gun,
    shot_worth,
    support_there,
    unit_worth,
)
from grognard.books.valour_and_fortitude.facts.assaults import first_onset
from grognard.books.valour_and_fortitude.facts.bodies import form, stand, stand_at
from grognard.books.valour_and_fortitude.facts.command import automatic, rallying
from grognard.books.valour_and_fortitude.facts.contact import enemies_touching, in_contact
from grognard.books.valour_and_fortitude.facts.layout import nearest_enemy
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.facts.placing import Placer
from grognard.books.valour_and_fortitude.facts.strides import March
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.tables.dice import RALLY, natural
from grognard.books.valour_and_fortitude.words import Arm, Deed, Form, Mode, Special
from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Domain, Reach
from grognard.engine.flow import replace
from grognard.field.gaps import length

MODES = {"fire": Mode.VOLLEY, "skirmish": Mode.SKIRMISH, "canister": Mode.CANISTER}
SUPPORTS = {"support": Mode.VOLLEY, "support_skirmishing": Mode.SKIRMISH, "support_canister": Mode.CANISTER}
MOST = 60
"""How many manoeuvres of one unit are looked at."""

# fmt: off
PLAIN: dict[str, float] = {
    "end_fire": 0.0, "resolve": 0.0, "finish": 0.0, "hold": 0.0, "decline": 0.0, "stay_put": 0.0, "halt": 0.0,
    "wait": -1.0, "play_on": 0.0, "time_is_up": -1.0, "ready": 1.0, "leave_it": 0.0, "let_be": 0.0, "stay_out": 0.0, "stand_fast": 0.05, "take": 1.0,
    "hit_and_run": 0.1, "face_the_square": 0.0, "stand_and_fight": 0.0, "arrive": 1.0,
    "join": 0.3, "join_canister": 0.5, "no_more": 0.0, "stand_by": 0.2, "keep_back": 0.0,
    "confusion": 0.3, "deadly_attack": 0.4, "inspiration": 1.0, "vive_lempereur": 0.2, "vorwaerts": 0.2, "forward": 0.2,
    "not_this_phase": -1.0, "go_on": 0.0, "tide_of_battle": 0.0, "scum_of_the_earth": 0.2, "spanish_ulcer": 0.5, "invisible_enemy": 0.3, "conquerors": 0.4,
    "stoic_resolve": 0.6, "set_up": -1.0, "garrison": -1.0, "post": -1.0, "billet": -1.0,
}
# fmt: on


def rated(look: Look) -> Iterator[tuple[Move, float]]:
    """Every move worth thinking of, with its rating."""
    state: State = look.position.state
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


Rated = Iterable[tuple[Any, float]]
Rater = Callable[[State, Look, Domain], Rated]


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
    goal = scape(state, unit)
    return 0.12 if length((unit.x, unit.y), goal.goal) > 900 and nearest_enemy(state, unit) > 800 else 0.02


def _support(mode: Mode) -> Rater:
    def rate(state: State, look: Look, domain: Domain) -> Rated:
        env = look.position.agenda[-1].env
        main, target = state.units[env.unit], state.units[env.target]
        before = shot_worth(state, main, target, env.mode, env.supporters)
        for unit in domain:
            after = shot_worth(state, main, target, env.mode, (*env.supporters, (unit, mode)))
            yield unit, after - before - _cost_of_firing(state, state.units[unit], mode)

    return rate


def assaults_of(state: State, unit: Unit) -> list[tuple[int, float]]:
    """Whom a unit could assault now, and what it may expect."""
    if unit.arm is Arm.ARTILLERY or unit.inside >= 0 or nearest_enemy(state, unit) > 2400:
        return []
    from grognard.books.valour_and_fortitude.facts.assaults import assault_targets

    memo = state.__dict__.setdefault("advised assaults", {})
    if unit.id not in memo:
        free = replace(unit, today=replace(unit.today, acted=False, freed=True, shot=False))
        units = (*state.units[: unit.id], free, *state.units[unit.id + 1 :])
        able = replace(state, units=units) if free != unit else state
        memo[unit.id] = [(t, onset_worth(able, free, able.units[t])) for t in assault_targets(able, free)]
    found: list[tuple[int, float]] = memo[unit.id]
    return found


def onset_worth(state: State, unit: Unit, target: Unit) -> float:
    """What an assault may expect: the fight as it would stand."""
    legs = first_onset(state, unit, target)
    if legs is None:
        return -1.0
    marcher = Marcher(state, unit, Deed.ASSAULT, target=target.id)
    march = marcher.work_out(legs)
    if not isinstance(march, March):
        return -1.0
    moved = marcher.moved(march)
    after = replace(state, units=(*state.units[: unit.id], moved, *state.units[unit.id + 1 :]))
    if form(target) is Form.SQUARE and unit.arm is Arm.CAVALRY:
        return -0.5
    gain = clash(after, moved, target, support_there(after, moved, target))
    for number, objective in enumerate(state.field.objectives):
        if objective.feature == target.inside and target.inside >= 0:
            gain += 0.3 * objective_worth(state, unit.side, number)
    return gain


def _assault(state: State, look: Look, domain: Domain) -> Rated:
    for unit, target in domain:
        yield (unit, target), onset_worth(state, state.units[unit], state.units[target]) + 0.05


def best_moves(state: State, unit: Unit, mover: Marcher, most: int = MOST) -> list[tuple[Any, float]]:
    """A unit's manoeuvres with how much better each place is than where it stands."""
    view = scape(state, unit)
    now = place_worth(state, unit, stand(unit), view)
    found: list[tuple[Any, float]] = []
    for legs in islice(mover.candidates(), most):
        march = mover.work_out(legs)
        if isinstance(march, March):
            value = place_worth(state, unit, march.end, view) - now
            if march.occupies >= 0:
                value += feature_worth(state, unit, march.occupies)
            found.append((legs, value))
    return found


def _move(deed: Deed) -> Rater:
    def rate(state: State, look: Look, domain: Domain) -> Rated:
        # One unit at a time is enough: the first whose move is worth it; the others will be asked again.
        for unit in domain:
            each = state.units[unit]
            best = _best(state, each, deed)
            if (
                deed is Deed.MOVE
                and assaults_of(state, each)
                and max(g for _, g in assaults_of(state, each)) > 0.1
            ):
                best -= 0.3
            yield unit, best - 0.04
            if best > 0.5:
                return

    return rate


def _best(state: State, unit: Unit, deed: Deed) -> float:
    memo = state.__dict__.setdefault("advised moves", {})
    key = unit.id, deed
    if key not in memo:
        moves = best_moves(state, unit, Marcher(state, unit, deed), 24)
        memo[key] = max((value for _, value in moves), default=-1.0)
    return float(memo[key])


def _go(state: State, look: Look, domain: Domain) -> Rated:
    assert isinstance(domain, Reach)
    mover = domain.mover
    if isinstance(mover, Marcher):
        if mover.deed is Deed.ASSAULT:
            return ((legs, 1.0 - 0.01 * i) for i, legs in enumerate(islice(mover.candidates(), 6)))
        return best_moves(state, mover.unit, mover)
    if isinstance(mover, Placer):
        return _set_down(state, mover)
    return ((legs, 0.1) for legs in islice(domain, 4))


def _set_down(state: State, mover: Placer) -> Rated:
    unit = mover.unit
    view = scape(state, unit)
    for legs in islice(mover.candidates(), 40):
        down = mover.set_down(legs)
        at = stand_at(stand(down).shape, down.x, down.y, down.facing)
        yield legs, place_worth(state, unit, at, view) + 20.0


def _rally(state: State, look: Look, domain: Domain) -> Rated:
    for unit in domain:
        each = state.units[unit]
        p = (7 - natural(RALLY, rallying(state, each).total)) / 6
        yield unit, each.losses * p * unit_worth(each) * (0.7 if each.shaken else 0.45) / each.tenacity


def _retreat(state: State, look: Look, domain: Domain) -> Rated:
    for unit in domain:
        each = state.units[unit]
        foes = enemies_touching(state, each)
        stay = max((clash(state, each, foe, support_there(state, each, foe)) for foe in foes), default=0.0)
        yield unit, -stay - 0.15 if foes else -0.1


def _occupy(state: State, look: Look, domain: Domain) -> Rated:
    for unit, number in domain:
        yield (unit, number), feature_worth(state, state.units[unit], number) - 0.1


def _exit(state: State, look: Look, domain: Domain) -> Rated:
    for unit in domain:
        each = state.units[unit]
        here = [o for o in state.field.objectives if o.feature == each.inside]
        useful = bool(here) or nearest_enemy(state, each) < 2000
        yield unit, -0.5 if useful else 0.3


def _brigade(state: State, look: Look, domain: Domain) -> Rated:
    for brigade in domain:
        near = min((nearest_enemy(state, u) for u in state.of_brigade(brigade)), default=9999)
        yield brigade, (1.0 if automatic(state, brigade) else 0.0) + 1000 / (near + 1000)


def _ride(state: State, look: Look, domain: Domain) -> Rated:
    assert isinstance(domain, Reach)
    leader = state.leader(domain.unit)
    units = [u for u in state.of_side(leader.side) if leader.brigade in (-1, u.brigade)]
    spots = [centre_of(state, u) for u in units]
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
    for legs, value in best_moves(state, mover.unit, mover, 24):
        yield legs, (value * 0.3 + tired - 0.4) if free else value


def _any_card(state: State, look: Look, domain: Domain) -> Rated:
    hand = state.fates[look.side].hand
    for rank in domain:
        yield rank, 0.15 if len(hand) > 2 else -0.1


def _rouse(state: State, look: Look, domain: Domain) -> Rated:
    hand = state.fates[look.side].hand
    for rank, unit in domain:
        best = max((g for _, g in assaults_of(state, state.units[unit])), default=0.0)
        yield (rank, unit), best - 0.25 if len(hand) > 1 else best - 0.5


def _stubborn(state: State, look: Look, domain: Domain) -> Rated:
    for unit in domain:
        each = state.units[unit]
        yield unit, 0.6 if each.shaken else 0.0 if each.losses < 2 else 0.3


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
            if in_contact(state, u) and length((leader.x, leader.y), centre_of(state, u)) < 1200
        ]
        yield number, 0.2 * len(near) - 0.15


def _worth_most(state: State, look: Look, domain: Domain) -> Rated:
    for unit in domain:
        yield unit, 0.1 * unit_worth(state.units[unit])


def _capture(state: State, look: Look, domain: Domain) -> Rated:
    for number in domain:
        at = state.field.objectives[number].at
        mine = sum(length(at, centre_of(state, u)) < 1800 for u in state.of_side(look.side))
        yield number, 0.1 * mine


RATERS: dict[str, Rater] = {
    **{verb: _fire(mode) for verb, mode in MODES.items()},
    **{verb: _support(mode) for verb, mode in SUPPORTS.items()},
    "assault": _assault,
    "move": _move(Deed.MOVE),
    "double": _move(Deed.DOUBLE),
    "go": _go,
    "come_on": _go,
    "move_on": _go,
    "form_up": _go,
    "place": _go,
    "charge": _go,
    "put_back": _ride,
    "ride": _ride,
    "rally": _rally,
    "retreat": _retreat,
    "occupy": _occupy,
    "step_across": _occupy,
    "exit": _exit,
    "brigade": _brigade,
    "fight": _fight,
    "pick": _fight,
    "fall_back": _fall_back,
    "any_card": _any_card,
    "rouse": _rouse,
    "stubborn": _stubborn,
    "directed_fire": _directed,
    "perfect_volleys": _best_brigade,
    "attaque_a_outrance": _best_brigade,
    "attack_all": _best_brigade,
    "defensive_fire": _best_brigade,
    "hurrah": _best_brigade,
    "breakthrough": _brigade,
    "all_out_attack": _leaders,
    "les_grognards": _worth_most,
    "old_soldiers": _worth_most,
    "landwehr_spirit": _worth_most,
    "for_the_tsar": _worth_most,
    "hold_the_village": _worth_most,
    "capture": _capture,
}
