"""Assaults: who may declare, whom a stack reaches, and how it gets there. [F-16.1, F-16.2]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.tables import Refusal
from grognard.geometry.hexarcs import field_of_fire

from ..state import State, Unit
from ..tables.limits import NA, WEATHER
from ..tables.needs import DECLARE, Onset
from ..words import Arm, Attack, Formation, Trait, Weather
from .ground import distances, number, price
from .melee import Bout, open_order_allowed
from .passage import drawn_back
from .stacks import Stack, aspect, front, hexes, layout, mixed, room, spots
from .zones import zones

MOST_STACKS = 3
FARTHEST = 3
"""No assault reaches a stack whose first hex is farther off: 2 hexes to its second. [F-16.2]"""


def no_melee(state: State) -> bool:
    """Whether the weather forbids assaults and charges. [WX-08a, R-21, R-48]"""
    return any(WEATHER[kind].melee == NA for kind in state.weather if kind is not Weather.CLEAR)


def approaches(state: State, stack: Stack, target: Stack) -> tuple[int, ...]:
    """Hexes from which a stack would strike: its own if the target is in front, else one between. [F-16.2]"""
    top, grid = stack[0], state.field.grid
    aims = set(hexes(target[0]))
    if aims & set(front(state, top)):
        return (top.hex,)
    far = set(field_of_fire(grid, top.hex, layout(top).front, 2, near=2))
    if not aims & far:
        return ()
    return tuple(
        there
        for there in front(state, top)
        if there not in state.at
        and room(state, stack, there)
        and price(state.field, top.arm, top.formation, top.hex, there) is not None
        and any(grid.distance(there, spot) == 1 for spot in aims)
    )


def reached(state: State, stack: Stack) -> tuple[Stack, ...]:
    """Enemy stacks a stack could assault. [F-16.2, R-44]"""
    return tuple(_each_reached(state, stack))


def reaches_any(state: State, stack: Stack) -> bool:
    """Whether there is an enemy stack that it could assault. [F-16.2, R-44]"""
    return next(_each_reached(state, stack), None) is not None


def _each_reached(state: State, stack: Stack) -> Iterator[Stack]:
    far = distances(state.field, stack[0].hex)
    for target in state.stacks(1 - stack[0].side):
        if (
            far[target[0].hex] <= FARTHEST
            and approaches(state, stack, target)
            and open_order_allowed(Bout((stack,), target, Attack.ASSAULT, "front"))
        ):
            yield target


def easiest(state: State, stack: Stack) -> int:
    """The terrain number of the easiest target. [F-16.1]"""
    return min(
        (
            number(state.field, spot, there)
            for target in reached(state, stack)
            for spot in approaches(state, stack, target)
            for there in hexes(target[0])
            if state.field.grid.distance(spot, there) == 1
        ),
        default=0,
    )


def why_not_assault(state: State, stack: Stack) -> Refusal | None:
    """Why a stack may not declare an assault, or None. [F-16.1]"""
    top = stack[0]
    facts = Onset(
        infantry=top.arm is Arm.INF,
        guns=mixed(stack),
        good=top.good,
        formation=top.formation,
        ooc=top.ooc,
        reserve=state.commands[top.command].reserve,
        shot=any(unit.shot for unit in stack),
        halted=top.halted,
        weather_bars=no_melee(state),
    )
    refused = DECLARE.refusal(facts)
    if refused is not None or reaches_any(state, stack):  # the costliest last
        return refused
    return DECLARE.refusal(facts._replace(target=False))


def marked(state: State, side: int) -> tuple[Stack, ...]:
    """Stacks under FB! that can reach somebody. [ASP-01]"""
    return tuple(
        stack for stack in state.stacks(side) if stack[0].fb and stack[0].good and reaches_any(state, stack)
    )


def worst_aspect(state: State, target: Unit, spots: tuple[int, ...]) -> str:
    """The direction that counts: the best single hexside of the attackers. [F-16.6, F-5.3a]"""
    found = [aspect(state, target, spot) for spot in spots]
    return "rear" if "rear" in found else "flank" if "flank" in found else "front"


def withdrawals(state: State, stack: Stack) -> tuple[int, ...]:
    """Where a threatened stack may slip away to: half its MCF, by hexes free of enemy zones, through friends and to them.

    [F-16.3, ASP-02, F-10.6]
    """
    top = stack[0]
    slips = (
        (top.good and top.formation is Formation.SCREEN)
        or (top.arm is Arm.CAV and top.good and not top.spent)
        or (top.has(Trait.HORSE) and top.good and top.formation is Formation.LIMBERED)
    )
    if not slips or state.commands[top.command].reserve:
        return ()
    enemy = zones(state, 1 - top.side)
    closed = enemy.foot | enemy.guns | enemy.horse

    def may(here: int, there: int) -> bool:
        return not closed & set(spots(state, top, there))

    return tuple(sorted(drawn_back(state, stack, top.formation, may)))
