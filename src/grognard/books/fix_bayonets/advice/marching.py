"""Stacks on the move: where, how formed, how faced. [F-10.1, F-10.2, F-10.3]"""

from __future__ import annotations

from typing import Any

from grognard.engine.book import Look
from grognard.engine.flow import replace
from grognard.engine.tasks import Duty
from grognard.geometry.hexarcs import to_side, to_vertex, turned

from ..facts.ground import distance, ground, on_road
from ..facts.stacks import AT_CORNER
from ..state import State, Unit
from ..steps.env import Act
from ..words import Arm, Cover, Formation, Order
from . import guns, horse, supply
from .aims import enemies, faces_enemy, goal, guns_upon, holds, horse_near, nearest, ridden, wanted
from .tasks import turns_to

F = Formation
COVERED = 6
"""How near an enemy must be for infantry to stay with guns."""
SHORT, LAST = 3, 2
"""How far from the enemy one waits for the others; turns before the end in which nobody waits any longer."""
NEARBY = 2
"""So near to what it holds a Formation is on the spot."""
RIDE_DOWN = 0.5
"""A charge worth as much to the enemy is worth a Square."""


def acting(look: Look) -> Unit:
    """The top of the stack that acts, of those of it still on the map."""
    state: State = look.position.state
    env = look.position.agenda[-1].env
    ids: tuple[int, ...] = env.units if isinstance(env, Act) else (env.unit,)
    units: list[Unit] = [state.units[one] for one in ids]
    return min((unit for unit in units if unit.on_map), key=lambda unit: unit.seat)


def used(look: Look) -> int:
    """How much of its movement the stack that acts has used, in halves of MCF. [F-17.1]"""
    env = look.position.agenda[-1].env
    return env.whole - env.left if isinstance(env, Act) else 0


def act(look: Look, unit: int) -> float:
    """Guns before foot, so that it goes in on what they have shaken; else the nearest to the enemy first."""
    state: State = look.position.state
    each = state.units[unit]
    first = {Arm.ART: 0.8, Arm.INF: 0.0, Arm.CAV: -0.3}[each.arm] if each.good else -0.5
    return 2.0 + first - 0.05 * nearest(state, look.side, each.hex)


def act_alone(look: Look, unit: int) -> float:
    """Infantry leaves the guns it covered once no enemy is near; else nobody leaves his stack."""
    state: State = look.position.state
    each = state.units[unit]
    covers = each.arm is Arm.INF and any(one.arm is Arm.ART for one in state.stack_of(each))
    return 2.5 if covers and nearest(state, look.side, each.hex) > COVERED else -5.0


def march(look: Look, there: int) -> float:
    """Nearer to the goal; each arm in its own way. [F-11.3]"""
    state: State = look.position.state
    unit = acting(look)
    if unit.order is not Order.GOOD:
        return _back(state, unit, there)
    gain = _gain(look, unit, there) + supply.guard(state, unit, there)
    if unit.arm is Arm.CAV:
        return horse.ride(state, unit, there, gain, used(look))
    if unit.train:
        return supply.march(state, unit, there)
    if unit.arm is Arm.ART:
        return guns.march(state, unit, there, gain)
    return _advance(look, unit, there, gain)


def _gain(look: Look, unit: Unit, there: int) -> int:
    """How much nearer a step comes to what the Formation is told to take or hold."""
    state: State = look.position.state
    task = look.plan.get(unit.command)
    if task is None or not isinstance(task.place, int):
        aim, enough = goal(state, unit.side, unit.hex), 0
    else:
        aim, enough = task.place, NEARBY if task.duty is Duty.HOLD else 0
    now, then = distance(state.field, unit.hex, aim), distance(state.field, there, aim)
    return max(now, enough) - max(then, enough)


def waits(look: Look, unit: Unit) -> bool:
    """Whether it is ahead of those who are to go in with it."""
    state: State = look.position.state
    task = look.plan.get(unit.command)
    if task is None or task.duty is not Duty.TAKE or not isinstance(task.place, int):
        return False
    if state.turn + LAST >= state.field.turns:
        return False
    return state.turn + turns_to(state, unit.hex, task.place) < task.when


def _back(state: State, unit: Unit, there: int) -> float:
    """A shaken stack draws off, towards its depot."""
    depot = state.field.depots[unit.side]
    home = distance(state.field, unit.hex, depot) - distance(state.field, there, depot)
    away = nearest(state, unit.side, there) - nearest(state, unit.side, unit.hex)
    if nearest(state, unit.side, unit.hex) > 5:
        return -0.5
    return 0.4 * away + 0.25 * home - 0.4 * guns_upon(state, unit.side, unit.hex)


def _advance(look: Look, unit: Unit, there: int, gain: int) -> float:
    """Foot goes for its ground, but not out of a fight, nor off what it holds, nor in before the others."""
    state: State = look.position.state
    if there in state.at and state.at[there][0].arm is Arm.ART:  # cover guns that need it, else keep clear
        return 1.0 if nearest(state, unit.side, there) <= 2 else -1.0
    prize = wanted(state, unit.side, there)
    now, near = nearest(state, unit.side, unit.hex), nearest(state, unit.side, there)
    if unit.formation in (F.LINE, F.EXT_LINE) and near <= 2 and ground(state.field, there).forced:
        return -0.8  # it has just formed: the volley is worth more than the ground
    if prize:
        return 1.5 + 0.1 * prize - 0.15 * guns_upon(state, unit.side, there)
    if holds(state, unit) or unit.formation is F.SQUARE:
        return -1.0
    if now == 1 and (near > 1 or faces_enemy(state, unit)):
        return -0.6
    if near < SHORT <= now and waits(look, unit):
        return -0.4
    bullets = guns_upon(state, unit.side, there)
    return 0.6 * gain + (0.5 if near == 1 else 0.0) - 0.15 * max(0, bullets - 1)


def turn(sixth: int) -> Any:
    """Worth it if the enemy comes into front by it, the less so under fire."""

    def rated(look: Look, _: Any) -> float:
        state: State = look.position.state
        unit = acting(look)
        if unit.arm is Arm.ART and unit.formation is F.UNLIMBERED:
            return guns.turn(state, unit, sixth)
        if faces_enemy(state, unit) or nearest(state, unit.side, unit.hex) > 6:
            return -0.5
        fire = 0.1 * guns_upon(state, unit.side, unit.hex)
        once = replace(unit, facing=turned(unit.facing, sixth))
        if faces_enemy(state, once):
            return 1.0 - fire
        twice = faces_enemy(state, replace(unit, facing=turned(once.facing, sixth)))
        return (0.5 if twice else 0.2) - fire + (0.02 if sixth == 1 else 0.0)

    return rated


def face(look: Look, there: int) -> float:
    """Towards the nearest enemies, the more of them the better."""
    state: State = look.position.state
    unit = state.units[look.position.agenda[-1].env.unit]
    way = state.field.grid.direction_between(unit.hex, there) or 0
    corner = any(each.formation in AT_CORNER for each in state.stack_of(unit))
    looking = replace(unit, facing=to_vertex(way) if corner else to_side(way))
    gain = sum(
        (distance(state.field, unit.hex, foe.hex) - distance(state.field, there, foe.hex))
        / distance(state.field, unit.hex, foe.hex) ** 2
        for foe in enemies(state, unit.side)
    )
    return 1.0 * faces_enemy(state, looking) + gain


def form_line(look: Look, _: Any) -> float:
    """Foot with the enemy at hand, unless horse is about to ride it down."""
    state: State = look.position.state
    unit = acting(look)
    near = nearest(state, unit.side, unit.hex)
    if unit.arm is Arm.CAV or unit.formation is F.SCREEN:
        return -0.5
    if unit.formation is F.SQUARE and horse_near(state, unit):
        return -0.5
    ahead = [there for _, there in state.field.grid.steps(unit.hex) if there not in state.at]
    if any(wanted(state, unit.side, there) and ground(state.field, there).forced for there in ahead):
        return -0.2  # it would fall out of line again on the ground it is about to take
    return 2.5 if near <= 2 or (holds(state, unit) and near <= 6) else -0.5


def form_column(look: Look, _: Any) -> float:
    """To march, and out of Square or Screen when horse is gone or comes."""
    state: State = look.position.state
    unit = acting(look)
    if unit.formation is F.SCREEN:
        return 2.0 if horse_near(state, unit) else -0.5
    if unit.formation is F.SQUARE:
        return -0.5 if horse_near(state, unit) else 2.0
    far = nearest(state, unit.side, unit.hex) > 5
    return 1.5 if far and unit.formation is not F.COLUMN and not holds(state, unit) else -0.5


def _foot_near(state: State, unit: Unit, far: int = 3) -> bool:
    """Whether enemy foot or guns would shoot a close formation to pieces."""
    return any(
        foe.arm is not Arm.CAV and foe.good and distance(state.field, foe.hex, unit.hex) <= far
        for foe in enemies(state, unit.side)
    )


def form_square(look: Look, _: Any) -> float:
    """Nobody but horse about; or horse that would gain by riding at it, and no foot close by.

    Else it goes on: it may still form when they come.
    """
    state: State = look.position.state
    unit = acting(look)
    if not horse_near(state, unit) or _foot_near(state, unit):
        return -1.0
    if not _foot_near(state, unit, COVERED):
        return 1.2
    return 1.0 + ridden(state, unit) if ridden(state, unit) > RIDE_DOWN else -0.4


def form_masse(look: Look, _: Any) -> float:
    """Steady against horse while foot is near too, and it can still go on."""
    state: State = look.position.state
    unit = acting(look)
    if not horse_near(state, unit):
        return -1.0
    threat = ridden(state, unit)
    return 0.4 + 0.5 * threat if threat > RIDE_DOWN and _foot_near(state, unit) else -0.5


def form_general(look: Look, _: Any) -> float:
    """Any order is better than none; in cover, with horse about, it is as good as any."""
    state: State = look.position.state
    unit = acting(look)
    covered = ground(state.field, unit.hex).cover is not Cover.NONE
    if not isinstance(look.position.agenda[-1].env, Act):  # as it rallies, any way it likes
        return 1.2 if covered and horse_near(state, unit) else -0.5
    threat = horse_near(state, unit) and ridden(state, unit) > RIDE_DOWN
    return 0.6 if covered and threat and unit.formation is not F.SQUARE else -0.7


def form_open(look: Look, _: Any) -> float:
    """Horse that waits under the guns; not horse that is about to charge."""
    state: State = look.position.state
    unit = acting(look)
    shot_at = guns_upon(state, unit.side, unit.hex)
    return 0.3 * shot_at - 0.5 if nearest(state, unit.side, unit.hex) > 3 and not unit.spent else -0.8


def form_road(look: Look, _: Any) -> float:
    """A long way to go, by a road that leads there, and nobody near."""
    state: State = look.position.state
    unit = acting(look)
    if nearest(state, unit.side, unit.hex) <= 8 or holds(state, unit):
        return -1.0
    ways = [
        _gain(look, unit, there)
        for _, there in state.field.grid.steps(unit.hex)
        if on_road(state.field, unit.hex, there)
    ]
    return 1.2 if max(ways, default=0) > 0 else -1.0


def force_march(look: Look, _: Any) -> float:
    """Only to be in time at all: it tires the Formation."""
    state: State = look.position.state
    unit = acting(look)
    task = look.plan.get(unit.command)
    if task is None or not isinstance(task.place, int) or state.commands[unit.command].fatigue > 1:
        return -1.0
    way = distance(state.field, unit.hex, task.place)
    late = way - 6 * (state.field.turns - state.turn + 1)
    return 0.3 + 0.05 * late if late > 0 and nearest(state, unit.side, unit.hex) > 8 else -0.6


def extend(look: Look, there: int) -> float:
    """A strong line that holds ground, so that nobody gets round it; not where its other half is shot at more."""
    state: State = look.position.state
    unit = acting(look)
    if not holds(state, unit) or unit.steps < 6 or nearest(state, unit.side, unit.hex) > 4:
        return -0.8
    bullets = guns_upon(state, unit.side, there) - guns_upon(state, unit.side, unit.hex)
    return 0.3 - 0.2 * max(0, bullets) - 0.5 * horse_near(state, unit)


def put_on_top(look: Look, unit: int) -> float:
    """The steadiest leads, then the strongest."""
    state: State = look.position.state
    top, other = acting(look), state.units[unit]
    return 0.15 * (other.tem - top.tem) + 0.05 * (other.steps - top.steps) - 0.2


def enter(look: Look, pair: tuple[int, int]) -> float:
    """At once, where it is nearest to its ground."""
    state: State = look.position.state
    aim = goal(state, look.side, pair[1])
    return 3.0 - 0.05 * distance(state.field, pair[1], aim)


def end_formation(look: Look, _: Any) -> float:
    """When nobody is left who may act."""
    return -1.0


def done(look: Look, _: Any) -> float:
    """When nothing else is worth while."""
    return 0.1


def form_screen(look: Look, _: Any) -> float:
    """A handful of light infantry before the enemy's foot, if no horse is near."""
    state: State = look.position.state
    unit = acting(look)
    near = nearest(state, unit.side, unit.hex)
    ready = unit.arm is Arm.INF and unit.sv >= 2 and 2 <= near <= 4 and not horse_near(state, unit)
    return 1.2 if ready else -1.0


def unlimber(look: Look, _: Any) -> float:
    """Guns with somebody in front to shoot at."""
    return guns.unlimber(look, acting(look))


def limber(look: Look, _: Any) -> float:
    """Guns that see nobody go on."""
    return guns.limber(look, acting(look))


def detach(look: Look, there: int) -> float:
    """A Screen before the enemy comes close, where it meets him."""
    state: State = look.position.state
    unit = acting(look)
    near = nearest(state, unit.side, unit.hex)
    ready = 2 <= near <= 4 and unit.sv >= 2 and unit.steps >= 5 and not horse_near(state, unit)
    return 1.2 - 0.05 * nearest(state, unit.side, there) if ready else -1.0
