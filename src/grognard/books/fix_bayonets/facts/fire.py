"""Shots: who may fire at whom, and what decides the value. [F-13.1, F-13.6, F-13.7, F-13.8]"""

from __future__ import annotations

from grognard.engine.tables import Refusal, Tally
from grognard.geometry.hexarcs import field_of_fire
from grognard.geometry.hexlines import beyond, nudged

from ..state import State, Unit
from ..tables.fire import FV, Shot
from ..tables.limits import COVER, NA, WEATHER
from ..tables.needs import FIRING, Aim
from ..words import Arm, Cover, Formation, Kind, Order, Trait, Weather
from .ground import cover, distance, ground, level, seen
from .stacks import Stack, best, density, hexes, layout, mixed

RICOCHET_FROM = 3


def reach(unit: Unit) -> int:
    """How far a unit shoots. [F-13.1, R-13]"""
    if unit.arm is Arm.ART:
        return unit.range * 3 // 2
    return 2 if unit.formation is Formation.SCREEN or unit.has(Trait.RIFLE) else 1


def no_fire(state: State) -> bool:
    """Whether the weather forbids fire. [WX-08a, R-48]"""
    return any(WEATHER[kind].inf_fire == NA for kind in state.weather if kind is not Weather.CLEAR)


def why_not_fire(state: State, unit: Unit, kind: Kind) -> Refusal | None:
    """Why a unit may not fire now, or None. [F-13.3, R-60]"""
    active = kind is Kind.ACTIVE
    return FIRING.refusal(
        Aim(
            able=unit.arm is Arm.INF or (unit.arm is Arm.ART and unit.formation is Formation.UNLIMBERED),
            good=unit.good,
            suppressed=unit.suppressed > 0,
            reserve=state.commands[unit.command].reserve,
            weather_bars=no_fire(state),
            fb=unit.fb,
            shot=active and unit.shot,
            moved_guns=active and foot_guns(unit) and _shifted(state, unit),
        )
    )


def foot_guns(unit: Unit) -> bool:
    """Guns without horses for their crews. [F-13.3]"""
    return unit.arm is Arm.ART and not unit.has(Trait.HORSE)


def _shifted(state: State, unit: Unit) -> bool:
    """Whether guns have moved or changed in this activation; a turn is neither. [F-13.3, R-89]"""
    return unit.shifted or (state.options.turned_guns_hold_fire and unit.used > 0)


def targets(state: State, unit: Unit, passing: Stack = ()) -> tuple[int, ...]:
    """Top units of the enemy stacks a unit may fire at; of those who pass through friends just now, instead of these.

    [F-5.3, F-13.8, F-10.6]
    """
    found: dict[int, int] = {}
    passed = hexes(passing[0]) if passing else ()
    for here in hexes(unit):
        for there in field_of_fire(state.field.grid, here, layout(unit).front, reach(unit)):
            stack = passing if there in passed else state.at.get(there)
            if not stack or stack[0].side == unit.side or not seen(state, here, there):
                continue
            if unit.arm is Arm.ART and _over_friends(state, unit, there):
                continue
            found[stack[0].id] = min(distance(state.field, here, there), found.get(stack[0].id, reach(unit)))
    if unit.arm is Arm.ART and any(far <= 2 for far in found.values()):
        return tuple(one for one, far in found.items() if far <= 2)
    return tuple(found)


def _over_friends(state: State, gun: Unit, there: int) -> bool:
    """Whether guns would fire close over friends. [F-13.7]"""
    grid = state.field.grid
    near = any(
        (stack := state.at.get(beside)) and stack[0].side == gun.side and beside != gun.hex
        for _, beside in grid.steps(there)
    )
    if not near:
        return False

    def crossed(path: tuple[int, ...]) -> bool:
        return any(
            (stack := state.at.get(here))
            and stack[0].side == gun.side
            and level(state.field, gun.hex) <= level(state.field, here)
            for here in path[1:-1]
        )

    return all(crossed(path) for path in nudged(grid, gun.hex, there))


def target_hex(state: State, unit: Unit, target: Unit) -> int:
    """The hex of a wide target that is nearer. [F-10.4]"""
    return min(hexes(target), key=lambda there: apart(state, unit, there))


def apart(state: State, unit: Unit, there: int) -> int:
    """How far off a hex is from the nearer hex of a unit. [F-10.4]"""
    return min(distance(state.field, here, there) for here in hexes(unit))


def shot(state: State, unit: Unit, there: int, kind: Kind, first: int = 0, *, passing: bool = False) -> Shot:
    """What a shot at the stack in a hex looks at; `first` is how far a ricochet's first target was. [FV-07a, R-70, R-73]

    `passing`: at the stack that passes through the friends there; the steps in the hex are those of both. [F-10.6, R-06]
    """
    standing: Stack = state.at.get(there, ())
    stack: Stack = state.passers if passing else standing
    foot = [one for one in stack if one.arm is not Arm.ART] or list(stack)
    top = foot[0]
    far = first or apart(state, unit, there)
    grade = cover(state.field, there)
    limit = COVER[grade].limit
    steps = density(state.options, stack) + (density(state.options, standing) if passing and standing else 0)
    return Shot(
        arm=unit.arm,
        formation=unit.formation,
        steps=unit.steps,
        british=unit.british,
        extra=extra_steps(unit),
        fatigue=state.commands[unit.command].fatigue,
        weather=state.weather,
        art_bonus=best(state, unit, "art"),
        distance=far,
        range=unit.range,
        ricochet=kind is Kind.RICOCHET,
        long=unit.arm is Arm.INF and far == 2,
        short=unit.short,
        in_full=state.options.road_columns_fire_in_full,
        target_arm=top.arm,
        target=top.formation,
        disordered=top.order is not Order.GOOD,
        mixed=mixed(stack),
        cover=grade,
        target_steps=steps,
        over=limit is not None and steps > limit,
    )


def extra_steps(unit: Unit) -> int:
    """Steps an Extended Line brings to bear beyond four. [F-10.4, FV-17]"""
    return min(2, max(0, unit.halves // 2 - 4)) if unit.formation is Formation.EXT_LINE else 0


def mfv(state: State, unit: Unit, there: int, kind: Kind, first: int = 0, *, passing: bool = False) -> Tally:
    """The modified fire value. [F-13.2, FV-30a]"""
    return FV.tally(shot(state, unit, there, kind, first, passing=passing), base=unit.fire_value)


def bounce(state: State, gun: Unit, there: int) -> tuple[int, ...]:
    """The hexes a ricochet may go on to; none if it cannot or nobody stands there. [F-13.6, R-12]"""
    if gun.arm is not Arm.ART or distance(state.field, gun.hex, there) < RICOCHET_FROM:
        return ()
    wet = state.is_(Weather.RAIN, Weather.SNOWFALL, Weather.SQUALL)
    uphill = level(state.field, there) > level(state.field, gun.hex)
    if wet or uphill or ground(state.field, there).cover in (Cover.MEDIUM, Cover.HEAVY):
        return ()
    ways = tuple(beyond(state.field.grid, gun.hex, there))
    hit = tuple(here for here in ways if here in state.at)
    if len(hit) == 1 and state.at[hit[0]][0].side != gun.side:
        return hit  # nobody would rather spare the enemy
    return ways if hit else ()
