"""Ratings of every choice there is in this book, in points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Reach
from grognard.engine.verbs import numbers, rated_by
from grognard.geometry.points import Point

from ..facts.charging import Onset, onset
from ..facts.command import in_command
from ..facts.fighting import melee_cover
from ..facts.gunnery import Aim, accuracy_of, aim, artillery_cover, blow, exactly, unit_at
from ..facts.laying import Laying
from ..facts.moving import rate
from ..facts.shooting import Volley, targets, volley
from ..state import Contact, State, Unit, centre
from ..steps.verbs import VERBS, Rating
from ..tables.guns import TRUE_SHOT
from ..words import Ammo, Answer, Arm, Cover, Fire, Pace
from .clash import answer_worth, charge_worth, meeting, slips_away
from .engineers import barricade, blow_up, lay_charge
from .gunnery import battering
from .leading import attach, detach
from .lurking import sneak, spring
from .manoeuvres import Rated, acting, advance, come_on, enter, limber, redress, regroup, roll, sally
from .places import CENTIMETRE, far, ground_of
from .storming import stormed
from .worth import best_gap, price, volley_worth

HOLDS = numbers(VERBS)["hold"]
"""What standing still is worth."""
WASTED = 4.0
"""What canister at stone walls costs: the gun is not loaded when somebody comes on."""
FORMED = 0.5
"""What a formed target is better than others for a gun."""
HURRY = 25.0
"""Wagons go before others get into their way."""


def rated(look: Look) -> Rated:
    """Every offered verb with its ratings."""
    for verb in look.ask.offers:
        yield from RATERS[verb](look, verb)


# --- picks -------------------------------------------------------------------------------------------------


def _activate(look: Look, verb: str) -> Rated:
    state: State = look.position.state
    for unit in look.ask.offers[verb]:
        yield Move(look.side, verb, unit), _nearness(state, state.units[unit])


def _nearness(state: State, unit: Unit) -> float:
    """Who acts first: leaders, wagons, then whoever is nearest to the enemy."""
    if unit.is_command or unit.arm is Arm.WAGON:
        return HURRY
    here = centre(unit)
    return -min((far(here, centre(foe)) for foe in state.standing(1 - unit.side) if foe.figures), default=0.0)


def _urgency(state: State, unit: Unit) -> float:
    """Who has most to gain by being told to act."""
    if state.engaged(unit.id):
        return 15.0
    if unit.fleeing:
        return 2.0
    best = max((volley_worth(state, v) for v in _volleys(state, unit, Fire.HOLD)), default=0.0)
    ground = ground_of(state, unit)
    if unit.arm is Arm.WAGON:
        return HURRY
    # Those in front go first, so that they are not in the way of the others.
    front = max(0.0, 4.0 - ground.nearest(unit) / 1500)
    return max(best, 0.8 * ground.promise(unit)) + 0.1 * ground.harm(unit) + front + 2.0 * unit.mounted


def _volleys(state: State, unit: Unit, occasion: Fire) -> Iterator[Volley]:
    for target in targets(state, unit, occasion):
        found = volley(state, unit, state.units[target], occasion)
        if found is not None:
            yield found


def _arrive(look: Look, verb: str) -> Rated:
    for unit in look.ask.offers[verb]:
        yield Move(look.side, verb, unit), 5.0


# --- fire --------------------------------------------------------------------------------------------------


def _fire(look: Look, verb: str) -> Rated:
    state, unit = look.position.state, acting(look)
    stage = look.position.agenda[-1].env.stage
    occasion = (
        Fire.ADVANCE
        if verb == "fire_first" or stage == "moved"
        else Fire.REGROUP
        if stage == "regrouped"
        else Fire.HOLD
    )
    for target in look.ask.offers[verb]:
        found = volley(state, unit, state.units[target], occasion)
        if found is not None:
            bonus = _going_on(state, unit) if verb == "fire_first" else 0.0
            yield Move(look.side, verb, target), volley_worth(state, found) + bonus


def _going_on(state: State, unit: Unit) -> float:
    """What the move after a first shot may bring: half of the way to where a unit likes to be."""
    if unit.mounted:
        return -1.0
    ground = ground_of(state, unit)
    way = min(max(0, ground.nearest(unit) - best_gap(unit)), rate(unit, Pace.NORMAL)) / 100
    return 0.5 * ground.taste * CENTIMETRE * way - 1.0


def _gun(look: Look, verb: str) -> Rated:
    state, unit = look.position.state, acting(look)
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Laying)
    for legs in domain.mover.candidates():
        made = domain.mover.work_out(legs)
        if isinstance(made, Aim):
            target = unit_at(state, exactly(made.point), unit.side)
            if target is not None and target.side != unit.side:
                wasted = WASTED if made.ammo is Ammo.CANISTER and target.house else 0.0
                formed = FORMED if target.formed and not target.house else 0.0
                walls = battering(state, unit, target, made.reach) if target.house else 0.0
                worth = _shot_worth(state, unit, target, made) + walls + formed - wasted
                yield Move(look.side, verb, legs), worth


def _shot_worth(state: State, gun: Unit, target: Unit, made: Aim) -> float:
    true = TRUE_SHOT / accuracy_of(gun)
    near = 0.25 + 0.02 * target.size
    found = blow(target, gun, made.ammo, made.reach, artillery_cover(state, gun, target, made.ammo))
    lost = (true + (1 - true) * near) * found.throws * min(found.need - 1, found.die) / found.die
    return lost * price(target)


# --- charges -----------------------------------------------------------------------------------------------


def _charge(look: Look, verb: str) -> Rated:
    """What a charge may be expected to change."""
    state, unit = look.position.state, acting(look)
    for target in look.ask.offers[verb]:
        found = onset(state, unit, state.units[target], verb == "close_in")
        if isinstance(found, Onset):
            sprung = look.position.agenda[-1].env.sprung
            value = _rush_worth(state, unit, state.units[target], found, sprung)
            yield Move(look.side, verb, target), value


def _rush_worth(state: State, unit: Unit, target: Unit, made: Onset, sprung: bool = False) -> float:
    contact = Contact(unit.id, target.id, wall=made.wall, house=made.house)
    how = meeting(state, unit, target, melee_cover(state, contact, target, unit), made.closing)
    if sprung:
        how = how._replace(ready=False)  # charged from hiding it only stands [H3]
    how = stormed(state, unit, target, how)
    value = charge_worth(unit, target, how)
    room = made.gap + rate(target, Pace.NORMAL) - made.reach
    if slips_away(target, how, room):
        value = min(value, answer_worth(unit, target, how, Answer.EVADE) - 2.0)
    if unit.is_command:
        return min(value, 0.0) - 40.0
    return value + 0.1 * target.size


def _answer(look: Look, verb: str) -> Rated:
    """The answer to a charge."""
    state, env = look.position.state, look.position.agenda[-1].env
    charger, charged = state.units[env.unit], state.units[env.target]
    contact = Contact(charger.id, charged.id, wall=env.wall, house=env.house)
    how = meeting(state, charger, charged, melee_cover(state, contact, charged, charger), env.closing)
    how = stormed(state, charger, charged, how)
    answer = Answer(verb)
    worth = -answer_worth(charger, charged, how, answer)
    if answer is Answer.EVADE and env.gap + rate(charged, Pace.NORMAL) <= env.reach:
        # It is caught all the same, loose and without cover.
        worth = -answer_worth(charger, charged, how._replace(flank=True, cover=Cover.NONE), Answer.STAND)
    for noun in look.ask.offers[verb]:
        yield Move(look.side, verb, noun), worth + _gun_answer(state, charged, charger, env.start, noun)


def _gun_answer(state: State, gun: Unit, charger: Unit, spot: Point, ammo: object) -> float:
    """What the round a charged gun fires is worth. [X11]"""
    if gun.gun is None or not isinstance(ammo, str):
        return 0.0
    made = aim(state, gun, Ammo(ammo), spot)
    return _shot_worth(state, gun, charger, made) if isinstance(made, Aim) else 0.0


# --- leaders and the rest ----------------------------------------------------------------------------------


def _command(look: Look, verb: str) -> Rated:
    state: State = look.position.state
    for unit in look.ask.offers[verb]:
        each = state.units[unit]
        need = 0.0 if in_command(state, each) else 3.0
        yield Move(look.side, verb, unit), 9.0 + _urgency(state, each) + need


def _start(look: Look, verb: str) -> Rated:
    """Begin if there is somebody to be hurt at once; otherwise see what the enemy does."""
    state: State = look.position.state
    units = [u for u in state.standing(look.side) if u.figures and not u.is_command and not u.fleeing]
    hope = max((ground_of(state, u).promise(u) for u in units), default=0.0)
    fear = max((ground_of(state, u).harm(u) for u in units), default=0.0)
    yield Move(look.side, verb), 1.0 if max(hope, fear) > 3.0 or not units else -0.5


def _flat(value: float) -> Callable[[Look, str], Rated]:
    def rater(look: Look, verb: str) -> Rated:
        for noun in look.ask.offers[verb]:
            yield Move(look.side, verb, noun), value

    return rater


R = Rating
SUMS: dict[Enum, Callable[[Look, str], Rated]] = {
    R.TURN_TO_ACT: _activate, R.ARRIVAL: _arrive, R.AMBUSH: spring, R.EDGE: come_on, R.BEGINNING: _start, R.VOLLEY: _fire,
    R.ROUND: _gun, R.ONSET: _charge, R.MINE: lay_charge, R.FUSE: blow_up, R.WALLS: barricade, R.ANSWER: _answer, R.WALK: advance,
    R.DRESSING: regroup, R.DOOR: enter, R.WAY_OUT: sally, R.PUSH: roll, R.TEAM: limber, R.ORDER: _command, R.LEAD: attach,
    R.LEAVE: detach, R.RANKS: redress, R.SECRET: sneak,
}  # fmt: skip
RATERS = {verb: _flat(rating) for verb, rating in numbers(VERBS).items()} | rated_by(VERBS, SUMS)
