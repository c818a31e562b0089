"""Ratings of every choice there is in this book, in points."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.books.skirmish_1808.advice.worth import (
    best_gap,
    boldness,
    exposure,
    fails,
    goals,
    price,
    promise,
    standing,
    volley_worth,
    wants_to_close,
)
from grognard.books.skirmish_1808.facts.bodies import gap_between
from grognard.books.skirmish_1808.facts.command import commands, in_command
from grognard.books.skirmish_1808.facts.garrisons import Sally
from grognard.books.skirmish_1808.facts.gunnery import Aim, Laying, artillery_cover, blow, exactly, unit_at
from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.facts.moving import moved, rate, with_unit
from grognard.books.skirmish_1808.facts.regrouping import Regrouping
from grognard.books.skirmish_1808.facts.shooting import targets, volley
from grognard.books.skirmish_1808.facts.walks import Legs, Walk, walk
from grognard.books.skirmish_1808.situations.live import scene_for
from grognard.books.skirmish_1808.state import State, Unit, centre
from grognard.books.skirmish_1808.tables.guns import ACCURACY, TRUE_SHOT
from grognard.books.skirmish_1808.words import Arm, Fire, Pace
from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Reach
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.field.points import Point

Rated = Iterator[tuple[Move, float]]
CENTIMETRE = 0.35
"""What a centimetre towards the enemy is worth, before taste."""


def rated(look: Look) -> Rated:
    """Every offered verb with its ratings."""
    for verb in look.ask.offers:
        rater = RATERS.get(verb)
        if rater is not None:
            yield from rater(look, verb)
        else:
            for noun in look.ask.offers[verb]:
                yield Move(look.side, verb, noun), 0.0


def _acting(look: Look) -> Unit:
    state: State = look.position.state
    number: int = look.position.agenda[-1].env.unit
    return state.units[number]


# --- picks -------------------------------------------------------------------------------------------------


def _activate(look: Look, verb: str) -> Rated:
    state: State = look.position.state
    for unit in look.ask.offers[verb]:
        yield Move(look.side, verb, unit), _urgency(state, state.units[unit])


def _urgency(state: State, unit: Unit) -> float:
    """Who has most to gain by acting first."""
    if state.engaged(unit.id):
        return 15.0
    if unit.fleeing:
        return 2.0
    if unit.is_command:
        idle = [
            u
            for u in state.standing(unit.side)
            if u.id != unit.id and not u.today.acted and not u.is_command and commands(state, unit, u)
        ]
        return 6.0 + 2.0 * min(len(idle), int(unit.rank))
    best = max((volley_worth(state, v) for v in _volleys(state, unit, Fire.HOLD)), default=0.0)
    return best + 0.3 * exposure(state, unit) / 10 + (3.0 if unit.mounted else 0.0)


def _volleys(state: State, unit: Unit, occasion: Fire):  # type: ignore[no-untyped-def]
    for target in targets(state, unit, occasion):
        found = volley(state, unit, state.units[target], occasion)
        if found is not None:
            yield found


def _spring(look: Look, verb: str) -> Rated:
    """An ambush is sprung when there is somebody to hurt."""
    state: State = look.position.state
    for number in look.ask.offers[verb]:
        hidden = next(h for h in state.hidden if h.id == number)
        near = [gap_between(state, hidden, u) for u in state.standing(1 - hidden.side) if u.figures]
        close = bool(near) and min(near) <= 1500
        late = state.turn * 2 >= state.field.turns
        yield Move(look.side, verb, number), 20.0 if close else (4.0 if late else -5.0)


def _arrive(look: Look, verb: str) -> Rated:
    for unit in look.ask.offers[verb]:
        yield Move(look.side, verb, unit), 5.0


def _come_on(look: Look, verb: str) -> Rated:
    """Where it will be nearest to where it wants to be."""
    from grognard.books.skirmish_1808.facts.arriving import standing_at

    state, unit = look.position.state, _acting(look)
    for at in look.ask.offers[verb]:
        found = standing_at(state, unit, at)
        if found is not None:
            yield Move(look.side, verb, at), _place(state, unit, found)


# --- fire --------------------------------------------------------------------------------------------------


def _fire(look: Look, verb: str) -> Rated:
    state, unit = look.position.state, _acting(look)
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
            bonus = -1.0 if verb == "fire_first" else 0.0
            yield Move(look.side, verb, target), volley_worth(state, found) + bonus


def _gun(look: Look, verb: str) -> Rated:
    state, unit = look.position.state, _acting(look)
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Laying)
    for legs in domain.mover.candidates():
        made = domain.mover.laid(legs)
        if isinstance(made, Aim):
            target = unit_at(state, exactly(made.point), unit.side)
            if target is not None and target.side != unit.side:
                yield Move(look.side, verb, legs), _shot_worth(state, unit, target, made)


def _shot_worth(state: State, gun: Unit, target: Unit, made: Aim) -> float:
    true = TRUE_SHOT / ACCURACY[gun.quality]
    near = 0.25 + 0.02 * target.size
    found = blow(target, gun, made.ammo, made.reach, artillery_cover(state, gun, target, made.ammo))
    lost = (true + (1 - true) * near) * found.throws * min(found.need - 1, found.die) / found.die
    return lost * price(target)


# --- charges -----------------------------------------------------------------------------------------------


def _charge(look: Look, verb: str) -> Rated:
    """What a charge may be expected to change, from its exact odds."""
    state, unit = look.position.state, _acting(look)
    for target in look.ask.offers[verb]:
        move = Move(look.side, verb, target)
        scene = scene_for(look.position, move)
        if scene is None:
            continue
        worth = _met(look.odds(scene), unit, state.units[target])
        yield move, worth + 0.1 * state.units[target].size


def _met(odds, unit: Unit, target: Unit) -> float:  # type: ignore[no-untyped-def]
    total = 0.0
    for (mine, theirs, result), weight in odds.items():
        value = theirs * price(target) - mine * price(unit)
        value += _result_worth(result, unit, target, mine, theirs)
        total += value * weight / odds.total
    return total


def _result_worth(result: str, unit: Unit, target: Unit, mine: int, theirs: int) -> float:
    left, against = (unit.size - mine) * price(unit), (target.size - theirs) * price(target)
    if result == "they flee":
        return 0.5 * against + (60 if target.gun is not None else 0)
    if result == "we flee":
        return -0.5 * left
    if result == "they fall back":
        return 0.15 * against + (40 if target.gun is not None else 0)
    if result == "we fall back":
        return -0.15 * left
    return 0.0


def _answer(look: Look, verb: str) -> Rated:
    """The answer to a charge, by its exact odds."""
    state = look.position.state
    env = look.position.agenda[-1].env
    charger, charged = state.units[env.unit], state.units[env.target]
    for noun in look.ask.offers[verb]:
        move = Move(look.side, verb, noun)
        scene = scene_for(look.position, move)
        if scene is not None:
            yield move, -_met(look.odds(scene), charger, charged) - (1.0 if verb == "evade" else 0.0)


# --- moves -------------------------------------------------------------------------------------------------


def _move(look: Look, verb: str) -> Rated:
    state, unit = look.position.state, _acting(look)
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    stay = _place(state, unit, unit)
    for legs in domain.mover.candidates():
        walked = walk(unit, legs) if legs else None
        if legs and not isinstance(walked, Walk):
            continue
        if walked is not None and walked.leaves:  # type: ignore[union-attr]
            yield Move(look.side, verb, legs), 400.0
            continue
        after = moved(unit, walked) if isinstance(walked, Walk) else unit
        gain = _place(state, unit, after) - stay
        yield Move(look.side, verb, legs), gain + _shot_after(state, after, verb)


def _shot_after(state: State, after: Unit, verb: str) -> float:
    """Half the fire is still to come after an advance, for those who may."""
    if verb != "advance" or after.formed or not after.fire or after.is_command or after.arm is not Arm.FOOT:
        return -0.5
    return 0.35 * promise(with_unit(state, after), after)


def _place(state: State, unit: Unit, after: Unit) -> float:
    """What a place is worth to a unit."""
    there = with_unit(state, after)
    value = -0.35 * exposure(there, after) + 0.5 * promise(there, after)
    x, y = centre(after)
    for spot, worth in goals(state, unit):
        value -= worth * _far((x, y), spot)
    if unit.is_command:
        return value - _leader_far(there, after)
    gaps = [gap_between(there, after, u) for u in state.standing(1 - unit.side) if u.figures]
    taste = wants_to_close(state, unit) * boldness(state, unit.side)
    if gaps and taste:
        value -= taste * CENTIMETRE * max(0, min(gaps) - best_gap(after)) / 100
    elif taste:
        value -= taste * CENTIMETRE * abs(x - state.field.width // 2) / 100
    return value


def _far(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5) / 100


def _leader_far(state: State, leader: Unit) -> float:
    """A leader wants his units in range, and the enemy far."""
    friends = [u for u in state.standing(leader.side) if u.id != leader.id and not u.is_command and u.figures]
    commanded = sum(commands(state, leader, u) for u in friends)
    near = min(
        (gap_between(state, leader, u) for u in state.standing(1 - leader.side) if u.figures), default=9999
    )
    far = sum(_far(centre(leader), centre(u)) for u in friends) / max(1, len(friends))
    return -8.0 * commanded + 0.2 * far + (30.0 if near < 1200 else 0.0)


def _regroup(look: Look, verb: str) -> Rated:
    state, unit = look.position.state, _acting(look)
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Regrouping)
    stay = _place(state, unit, unit)
    for legs in domain.mover.candidates():
        found = domain.mover.dressed(legs) if legs else None
        after = moved(unit, found) if isinstance(found, Walk) else unit
        forming = 6.0 if after.formed and not unit.formed and _should_form(state, unit) else 0.0
        loosening = -6.0 if unit.formed and not after.formed else 0.0
        gain = _place(state, unit, after) - stay + 0.5 * promise(with_unit(state, after), after)
        yield Move(look.side, verb, legs), gain + forming + loosening - 1.0


def _should_form(state: State, unit: Unit) -> bool:
    """Line troops with an enemy not too far off."""
    gaps = [gap_between(state, unit, u) for u in state.standing(1 - unit.side) if u.figures]
    return bool(gaps) and 800 < min(gaps) < 4500


def _enter(look: Look, verb: str) -> Rated:
    state, _unit = look.position.state, _acting(look)
    prized = {p.area: p.points for p in state.field.prizes if p.kind == "house"}
    for name in look.ask.offers[verb]:
        yield Move(look.side, verb, name), 8.0 + prized.get(name, 0) / 5


def _sally(look: Look, verb: str) -> Rated:
    state, unit = look.position.state, _acting(look)
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Sally)
    holding = any(p.kind == "house" and p.area == unit.house for p in state.field.prizes)
    for legs in domain.mover.candidates():
        if not legs:
            yield Move(look.side, verb, legs), -2.0
            continue
        places = domain.mover.places(legs)
        after = (
            replace(unit, house="", figures=placed(unit, places)) if not isinstance(places, Refusal) else unit
        )
        yield (
            Move(look.side, verb, legs),
            _place(state, unit, after) - _place(state, unit, unit) - (60.0 if holding else 6.0),
        )


def _roll(look: Look, verb: str) -> Rated:
    state, unit = look.position.state, _acting(look)
    from grognard.books.skirmish_1808.facts.driving import placed_gun

    for legs in look.ask.offers[verb]:
        if not legs:
            yield Move(look.side, verb, legs), -3.0
            continue
        after = placed_gun(unit, *legs[0][1:])
        gaps = [gap_between(state, after, u) for u in state.standing(1 - unit.side) if u.figures]
        far = abs(min(gaps) - 2500) / 100 if gaps else 0.0
        now = [gap_between(state, unit, u) for u in state.standing(1 - unit.side) if u.figures]
        yield Move(look.side, verb, legs), (abs(min(now) - 2500) / 100 if now else 0.0) - far - 2.0


def _limber(look: Look, verb: str) -> Rated:
    state, unit = look.position.state, _acting(look)
    gaps = [gap_between(state, unit, u) for u in state.standing(1 - unit.side) if u.figures]
    near = min(gaps) if gaps else 9999
    assert unit.gun is not None
    wanted = near > 5000 if not unit.gun.limbered else near <= 3500
    yield Move(look.side, verb), 4.0 if wanted else -6.0


# --- leaders and the rest ----------------------------------------------------------------------------------


def _command(look: Look, verb: str) -> Rated:
    state: State = look.position.state
    for unit in look.ask.offers[verb]:
        each = state.units[unit]
        need = 0.0 if in_command(state, each) else 3.0
        yield Move(look.side, verb, unit), 9.0 + _urgency(state, each) + need


def _attach(look: Look, verb: str) -> Rated:
    for unit in look.ask.offers[verb]:
        yield Move(look.side, verb, unit), -2.0


def _flat(value: float) -> Callable[[Look, str], Rated]:
    def rater(look: Look, verb: str) -> Rated:
        for noun in look.ask.offers[verb]:
            yield Move(look.side, verb, noun), value

    return rater


def _expected(look: Look, verb: str) -> Rated:
    """By the value of what it leads to."""
    for noun in look.ask.offers[verb]:
        move = Move(look.side, verb, noun)
        yield move, look.expect(move, lambda position: standing(position.state, look.side))


def _redress(look: Look, verb: str) -> Rated:
    state = look.position.state
    domain = look.ask.offers[verb]
    assert isinstance(domain, Reach)
    assert isinstance(domain.mover, Regrouping)
    unit = domain.mover.unit
    for legs in domain.mover.candidates():
        found = domain.mover.dressed(legs) if legs else None
        after = moved(unit, found) if isinstance(found, Walk) else unit
        yield (
            Move(look.side, verb, legs),
            3.0 * (after.formed and not unit.formed) - 0.1 * exposure(with_unit(state, after), after),
        )


def _sneak(look: Look, verb: str) -> Rated:
    """Hidden units keep still."""
    yield Move(look.side, verb, ()), -1.0


def _evaders(look: Look, verb: str) -> Rated:
    yield from _answer(look, verb)


RATERS: dict[str, Callable[[Look, str], Rated]] = {
    "activate": _activate,
    "arrive": _arrive,
    "spring": _spring,
    "come_on": _come_on,
    "done": _flat(0.0),
    "start": _flat(1.0),
    "let_them_start": _flat(0.0),
    "hold": _flat(0.5),
    "no_fire": _flat(0.0),
    "fire": _fire,
    "fire_first": _fire,
    "canister": _gun,
    "round_shot": _gun,
    "shell": _gun,
    "charge": _charge,
    "close_in": _charge,
    "stand": _answer,
    "stand_and_fire": _answer,
    "counter_charge": _answer,
    "evade": _evaders,
    "advance": _move,
    "march": _move,
    "regroup": _regroup,
    "enter": _enter,
    "sally": _sally,
    "manhandle": _roll,
    "limber": _limber,
    "man_the_gun": _flat(10.0),
    "command": _command,
    "attach": _attach,
    "detach": _flat(-1.0),
    "finish": _flat(0.0),
    "halt": _flat(1.0),
    "pursue": _flat(2.0),
    "stay": _flat(0.0),
    "redress": _redress,
    "go_in": _flat(20.0),
    "sneak": _sneak,
    "ready": _flat(0.0),
    "pick": _flat(-1.0),
    "place": _flat(0.0),
}

__all__ = ["Legs", "Pace", "fails", "rate", "rated"]
