"""Rating the moves on offer: quick sums for the whole side, a closer look at where to go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any

from grognard.engine.book import Look
from grognard.engine.choices import Move
from grognard.engine.domains import Domain, Reach
from grognard.engine.flow import replace
from grognard.engine.tasks import Duty
from grognard.engine.verbs import numbers, rated_by
from grognard.geometry.gaps import length
from grognard.tabletop.manoeuvre import Legs

from ..facts.bodies import gap, in_cohesion, middle, nearest_pair
from ..facts.ground import defends, level_of, unit_cover
from ..facts.melee import DOUBLE
from ..facts.moving import Walk, Walker
from ..facts.paths import reach
from ..facts.shooting import has_target, reach_of
from ..facts.values import leadership, move_of
from ..state import State, Unit
from ..steps.verbs import ORDERS, VERBS, Rating
from ..words import Action, Cover
from . import opening
from .aims import Aim, is_fighter, stand_worth, useful_stand
from .orders import aim_for, in_reach, nearest, wrecked
from .tasks import share_of_time, task_of
from .walls import line_up, posts
from .ways import towards
from .worth import chance, fire_worth, melee_worth, obeys

A = Action
HOPED, LATER, MOST_THREATS = 350, 0.6, 2
"""What At the Double adds on average; what a rush in two turns counts for; how many come at once."""
WARY, DREAD = 0.4, 1.0
"""What is left of a shooter's wish to move towards a rush, and what being rushed there is worth avoiding."""
SHORT, SILENCED, FOLLOWED = 600, 0.5, 0.4
"""How near spearmen shoot at each other; what part of his fire an attack spares us; what each friend who may follow is worth."""
BEHIND_WALLS = 0.4
"""What is left of that before a wall: better shoot until they are Pinned."""
GIVE_WAY = 0.15
"""What part of a rush a step back after the shot spares us."""
URGENT = 2.0
"""How much more a shot is worth at those who may be upon the shooter in two moves."""
STORMING = 0.45
"""What a way round the wall is worth to those who could strike at it where they are."""
IN_TIME = 0.8
"""Who needs less of the time that is left has time to shoot first."""
AWAY = -0.05
"""What going anywhere is worth to those who are to stay."""
Rated = Iterator[tuple[Move, float]]


def rated(look: Look) -> Iterable[tuple[Move, float]]:
    """Every move worth thinking of, with a rating."""
    return _in_turn(list(_plainly(look))) if "end_turn" in look.ask.offers else _plainly(look)


def _in_turn(pairs: list[tuple[Move, float]]) -> Rated:
    """Of each unit only the best, and the units in a sensible order: fire before attacks, moves last."""
    best: dict[int, tuple[Move, float]] = {}
    for move, worth in pairs:
        if move.noun is None:
            yield move, worth
            continue
        unit = _actor(move)
        if unit not in best or worth > best[unit][1]:
            best[unit] = move, worth
    for move, worth in best.values():
        yield move, worth + FIRST.get(move.verb, 0.0) if worth > 0 else worth


def instead(look: Look, move: Move) -> Rated:
    """What else the unit of an activation could do: the others have theirs after it."""
    if "end_turn" in look.ask.offers and move.noun is not None:
        whose = _actor(move)
        yield from (pair for pair in _plainly(look) if _actor(pair[0]) == whose and pair[0] != move)


def _actor(move: Move) -> Any:
    return move.noun[0] if isinstance(move.noun, tuple) else move.noun


def _plainly(look: Look) -> Rated:
    for verb, domain in look.ask.offers.items():
        rate = RATES.get(verb)
        if rate is None:
            for noun in domain:
                yield Move(look.side, verb, noun), STANDING[verb]
        else:
            yield from rate(look, verb, domain)


def _whose(look: Look, unit: Unit, worth: float) -> float:
    """What is good for somebody else's Idiot is bad for us. [F-T3]"""
    return worth if unit.side == look.side else -worth


def _state(look: Look) -> State:
    state: State = look.position.state
    return state


# ---- activations


def _rally(look: Look, verb: str, domain: Domain) -> Rated:
    """Before all else, the dearest first: a Pinned unit is shot at and does nothing."""
    state = _state(look)
    for noun in domain:
        unit = state.units[noun]
        yield (
            Move(look.side, verb, noun),
            _whose(look, unit, 20.0 + 0.1 * unit.cost * unit.count / unit.start),
        )


def _fire(look: Look, verb: str, domain: Domain) -> Rated:
    order = ORDERS[verb]
    action = order.action
    state = _state(look)
    for noun in domain:
        unit, target = state.units[noun[0]], state.units[noun[1]]
        worth = fire_worth(state, unit, target, action) * obeys(unit, action)
        worth = (URGENT * worth if _comes_on(state, unit, target) else worth) + 0.02
        if order.first:
            shy = _threatened(state, unit) and not is_fighter(unit)
            worth += (0.05 if look.brief else 0.05 + GIVE_WAY * exposure(state, unit)) if shy else -0.05
        yield Move(look.side, verb, noun), _whose(look, unit, worth)


def _comes_on(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether an enemy better hand to hand may be upon a unit in two moves."""
    return is_fighter(enemy) and not enemy.pinned and gap(state, unit, enemy) <= 2 * move_of(enemy)


def _threatened(state: State, unit: Unit) -> bool:
    return any(gap(state, unit, e) <= move_of(e) and is_fighter(e) for e in state.on_table(1 - unit.side))


def _attack(look: Look, verb: str, domain: Domain) -> Rated:
    state = _state(look)
    action = ORDERS[verb].action
    for noun in domain:
        unit, target = state.units[noun[0]], state.units[noun[1]]
        worth = (melee_worth(state, unit, target) + _pressing(state, unit, target)) * obeys(unit, action)
        if action is A.CHARGE:
            way = reach(state, unit, target, move_of(unit) + DOUBLE)
            short = 0 if way is None else max(0, -(-(way.cost - move_of(unit)) // 100))
            worth *= min(1.0, (7 - max(1, short)) / 6)
        if worth > 0:
            worth += 0.3
        yield Move(look.side, verb, noun), _whose(look, unit, worth)


def _pressing(state: State, unit: Unit, target: Unit) -> float:
    """What else speaks for going in now: who is struck does not shoot, and friends about him strike too."""
    if wrecked(unit) or not is_fighter(unit) or target.pinned:
        return 0.0
    worth = 0.0
    if not is_fighter(target) or gap(state, unit, target) <= SHORT:
        worth = SILENCED * fire_worth(state, target, unit, A.FIRE)
    friends = sum(
        u.id != unit.id
        and not u.pinned
        and is_fighter(u)
        and not wrecked(u)
        and gap(state, u, target) <= SHORT
        for u in state.on_table(unit.side)
    )
    whole = worth + FOLLOWED * min(2, friends)
    walled = target.inside is not None or defends(state, target, middle(unit))
    return whole * BEHIND_WALLS if walled else whole


def _walk(look: Look, verb: str, domain: Domain) -> Rated:
    """Moving is worth what its aim is, if there is a way to go."""
    state = _state(look)
    action = ORDERS[verb].action
    for noun in domain:
        unit = state.units[noun]
        aim = aim_for(look, unit)
        left = length(middle(unit), aim.spot) - aim.near
        worth = aim.zeal * obeys(unit, action) * min(1.0, max(0, left) / 600)
        if unit.mounted and not aim.task and left < 600:
            worth = 0.5
        if action is A.SKIRMISH:
            worth *= 0.55 if not is_fighter(unit) else 0.2
        elif action is A.DOUBLE:
            worth *= 1.1 if left > move_of(unit) + 300 and not _threatened(state, unit) else 0.6
        if unit.inside is not None and not aim.task:
            worth = -0.1
        if not is_fighter(unit) and _rushed(state, unit):
            worth *= WARY
        if not in_cohesion(unit):
            worth += 0.1
        worth = _as_told(look, unit, action, aim, worth)
        yield Move(look.side, verb, noun), _whose(look, unit, worth)


def _as_told(look: Look, unit: Unit, action: Action, aim: Aim, worth: float) -> float:
    """A walk by what the unit is told: the line stands, wrecks stay away, who is near enough goes in instead."""
    state, task = _state(look), look.plan.get(unit.id)
    if task is None:
        return worth
    if task.duty is Duty.WITHDRAW:
        return min(worth, AWAY)
    if task.duty is Duty.SUPPORT:
        return worth  # beside the others before anybody comes, at a run if need be
    if task.duty is Duty.RESERVE:
        ahead = _ahead(state, unit)
        return -0.1 if ahead or action is A.DOUBLE else worth
    if task.duty is Duty.HOLD and not is_fighter(unit):
        if has_target(state, unit, A.FIRE):
            return min(worth, AWAY) if action is A.DOUBLE else worth * 0.4
        return worth if aim.task else min(worth, 0.05 if action is A.MOVE else AWAY)
    if task.duty is Duty.TAKE and aim.task and not aim.leaves and not is_fighter(unit):
        way = length(middle(unit), aim.spot)
        if share_of_time(state, unit, way) < IN_TIME and has_target(state, unit, A.FIRE):
            return worth * 0.5
    if is_fighter(unit) and not aim.task and in_reach(state, unit):
        return min(worth, 0.1 if task_of(state, unit) is None else STORMING)
    if action is A.DOUBLE and not is_fighter(unit) and not aim.task:
        return min(worth, AWAY)  # the line keeps together and may shoot when it arrives
    return worth


def _ahead(state: State, unit: Unit) -> bool:
    """Whether no friend on foot is nearer to the enemy."""
    foes = state.on_table(1 - unit.side)
    if not foes:
        return False
    mine = nearest(unit, foes)
    return all(nearest(u, foes) > mine - 300 for u in state.on_table(unit.side) if not u.cavalry)


def _rushed(state: State, unit: Unit) -> bool:
    """Whether a step forward would bring a unit within reach of a rush: better let them come."""
    foes = state.on_table(1 - unit.side)
    return any(
        is_fighter(e) and not e.pinned and gap(state, unit, e) <= move_of(e) + move_of(unit) for e in foes
    )


def _form(look: Look, verb: str, domain: Domain) -> Rated:
    """Close Order is for meeting a rush; it draws fire. [T077–T082]"""
    state = _state(look)
    for noun in domain:
        unit = state.units[noun]
        formed = replace(unit, close_order=True)
        worth = exposure(state, unit) - exposure(state, formed)
        enemies = state.on_table(1 - unit.side)
        worth -= sum(not is_fighter(e) and gap(state, unit, e) <= reach_of(e) for e in enemies) * 0.4
        worth = chance(leadership(unit)) * worth if worth > 0 else -0.2
        yield Move(look.side, verb, noun), _whose(look, unit, worth)


def exposure(state: State, unit: Unit) -> float:
    """What the enemies who will soon be upon a unit may do to it."""
    threats: list[float] = []
    for enemy in state.on_table(1 - unit.side):
        if _comes_on(state, unit, enemy):
            soon = 1.0 if gap(state, unit, enemy) <= move_of(enemy) + HOPED else LATER
            threats.append(soon * max(0.0, melee_worth(state, enemy, unit)) * obeys(enemy, A.ATTACK))
    return sum(sorted(threats)[-MOST_THREATS:])


def _break(look: Look, verb: str, domain: Domain) -> Rated:
    """When nobody is about to rush it any more, and the more they shoot at it."""
    state = _state(look)
    for noun in domain:
        unit = state.units[noun]
        loose = replace(unit, close_order=False)
        worth = exposure(state, unit) - exposure(state, loose) + 0.3 * _shooters(state, unit)
        far = all(gap(state, unit, e) > 2400 for e in state.on_table(1 - unit.side))
        yield Move(look.side, verb, noun), _whose(look, unit, max(worth, 0.3) if far else worth - 0.2)


def _ground(look: Look, verb: str, domain: Domain) -> Rated:
    """Under fire, with nothing better to do; not in front of spears, nor those who are to go in."""
    state = _state(look)
    for noun in domain:
        unit = state.units[noun]
        task = look.plan.get(unit.id)
        still = task is not None and task.duty in (Duty.WITHDRAW, Duty.HOLD, Duty.RESERVE)
        worth = 0.12 * _shooters(state, unit) * obeys(unit, A.GO_TO_GROUND) - (0.05 if still else 0.4)
        yield Move(look.side, verb, noun), _whose(look, unit, -0.3 if _threatened(state, unit) else worth)


def _shooters(state: State, unit: Unit) -> int:
    """How many enemies may shoot at it where it stands."""
    return sum(
        not e.pinned and not is_fighter(e) and gap(state, unit, e) <= reach_of(e)
        for e in state.on_table(1 - unit.side)
    )


def _stand(look: Look, verb: str, domain: Domain) -> Rated:
    state = _state(look)
    for noun in domain:
        unit = state.units[noun]
        yield Move(look.side, verb, noun), _whose(look, unit, stand_worth(state, unit) or -0.01)


# ---- where to go


def _go(look: Look, verb: str, domain: Domain) -> Rated:
    assert isinstance(domain, Reach)
    walker = domain.mover
    assert isinstance(walker, Walker)
    state, unit = walker.state, walker.unit
    aim = aim_for(look, unit)
    sign = 1 if unit.side == look.side else -1
    # Briefly: straight for the aim, or not at all.
    ways = (
        (towards(walker, aim.spot, aim.near, "towards"),)
        if look.brief
        else (*domain, *_thought_of(walker, aim))
    )
    for legs in ways:
        walk = walker.work_out(legs)
        if isinstance(walk, Walk):
            yield Move(look.side, verb, legs), sign * place_worth(state, unit, walk, aim)


def _thought_of(walker: Walker, aim: Aim) -> Iterator[Legs]:
    """Ways the rules' own list does not have: straight for the aim, along the nearest walls."""
    yield towards(walker, aim.spot, aim.near, "towards")
    unit = walker.unit
    if unit.inside is None and not unit.close_order and not unit.mounted:
        for post in posts(walker.state):
            if length(middle(unit), post.spot) <= walker.allowance + 400:
                legs = line_up(walker, post)
                if walker.refusal(legs) is None:
                    yield legs


def place_worth(state: State, unit: Unit, walk: Walk, aim: Aim) -> float:
    """What standing there is worth: nearer to the aim, in cover, out of reach of the wrong people."""
    if walk.leaves:
        return 50.0 if aim.leaves else -50.0
    there = replace(unit, models=walk.models, mounted=walk.mounted, inside=walk.inside, facing=walk.facing)
    left = length(middle(there), aim.spot)
    worth = -abs(left - aim.near) / 600 if left > aim.near or not aim.near else -abs(left - aim.near) / 2400
    worth *= max(aim.zeal, 0.3)
    if aim.task and useful_stand(state, there):
        worth += 1.0
    enemies = state.on_table(1 - unit.side)
    if enemies:
        worth += _beside(state, there, min(enemies, key=lambda e: (gap(state, there, e), e.id)), aim)
        worth -= 0.0 if is_fighter(unit) else DREAD * exposure(state, there)
    return worth + (0.1 if walk.mounted != unit.mounted and not walk.mounted and left < 1500 else 0.0)


def _beside(state: State, unit: Unit, enemy: Unit, aim: Aim) -> float:
    """What the nearest enemy makes of a place."""
    worth = 0.0
    cover = unit_cover(state, unit, middle(enemy))
    worth += {Cover.NONE: 0.0, Cover.SOFT: 0.15, Cover.HARD: 0.3}[cover]
    distance = gap(state, unit, enemy)
    judge = enemy.models[nearest_pair(unit, enemy)[2]]
    if distance <= 2 * move_of(enemy) and not is_fighter(unit):
        high = level_of(state, unit.models) > level_of(state, enemy.models)
        worth += 0.3 if high or defends(state, unit, judge) else 0.0
    if is_fighter(unit) and not aim.task and distance <= move_of(unit):
        worth += 0.25
    return worth


# ---- the rest


def _aim(look: Look, verb: str, domain: Domain) -> Rated:
    state = _state(look)
    unit = state.units[look.position.agenda[-1].env.unit]
    for noun in domain:
        yield Move(look.side, verb, noun), 0.1 + fire_worth(state, unit, state.units[noun], A.SKIRMISH)


def _follow(look: Look, verb: str, domain: Domain) -> Rated:
    state = _state(look)
    unit = state.units[look.position.agenda[-1].env.unit]
    for noun in domain:
        yield Move(look.side, verb, noun), melee_worth(state, unit, state.units[noun])


R = Rating
FIRST = {verb: order.urgency for verb, order in ORDERS.items() if order.urgency}
"""What comes first in a turn: a Pinned enemy fights with half his dice."""
STANDING = numbers(VERBS)
"""What it is worth to let a thing be, or to go on: what others must be worth to be done."""
SUMS: dict[Enum, Callable[[Look, str, Any], Rated]] = {
    R.RALLY: _rally, R.SHOT: _fire, R.ASSAULT: _attack, R.WALK: _walk, R.FORM: _form, R.BREAK: _break, R.GROUND: _ground,
    R.STAND: _stand, R.LEGS: _go, R.TARGET: _aim, R.CHASE: _follow, R.FRONT: opening.face, R.SPOT: opening.set_down,
    R.SHOW: opening.show, R.SECTOR: opening.hide, R.EDGE: opening.edge, R.AGAIN: opening.again, R.MORE: opening.call_up,
    R.FEWER: opening.keep_back, R.HOUSE: opening.level, R.WALL: opening.storm,
}  # fmt: skip
RATES = rated_by(VERBS, SUMS)
