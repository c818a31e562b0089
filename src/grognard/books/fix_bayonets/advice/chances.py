"""What a shot, an assault or a charge is worth on the average, in steps, by the book's own tables. [F-13.2, F-16.6]"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.flow import replace

from ..facts.charging import ride_in, straight
from ..facts.checks import horse_facts, tally, why_not_square
from ..facts.fire import mfv, target_hex
from ..facts.ground import distance, number
from ..facts.melee import Bout, odds, special
from ..facts.stacks import Stack, aspect
from ..state import State, Unit
from ..tables.fire import band
from ..tables.melee import blow
from ..words import Arm, Attack, Blow, Formation, Kind, Order, Trial

F = Formation
DISORDER, ROUT = 1.5, 4.0
BLOWS: dict[str, float] = {
    "DR": 1.0, "DDS": 0.55, "DD": 0.45, "AD": -0.45, "ADS": -0.55, "AR": -1.0, "FIREFIGHT": 0.0, "HAND_TO_HAND": -0.1,
    "FORCED_REGROUP": -0.2, "BOTH_REGROUP": 0.0, "ROUTED_NO_SPIKE": 0.8, "NOT_ALLOWED": 0.0,
}  # fmt: skip
"""A result as a share of the side it strikes: below 0 the attacker's."""
SPENT = 0.8
"""What a charge costs in itself. [F-17.12]"""


def chance(plus: int, tem: int) -> float:
    """How likely a check is passed. [F-15.1]"""
    return min(10, max(0, tem - plus + 1)) / 10


def shot_worth(state: State, unit: Unit, target: Unit) -> float:
    """Steps a shot takes, and what a failed check is worth beside them. [FIRE-01]"""
    there = target_hex(state, unit, target)
    value = mfv(state, unit, there, Kind.ACTIVE, passing=target.passing).total
    stack = state.stack_of(target)
    fails = 1 - chance(tally(state, stack, Trial.FIRE).total, target.tem)
    broken = ROUT if target.order is Order.DISORDERED else DISORDER if target.good else 0.5
    total = 0.0
    for die in range(10):
        row = band(die, value).value
        total += row.halves / 2 + (fails * broken if row.check else 0.0)
    return total / 10


def weight(stack: Iterable[Unit]) -> float:
    """What breaking a stack is worth."""
    return sum(4.0 if unit.arm is Arm.ART else unit.halves / 2 for unit in stack)


def melee_worth(state: State, bout: Bout) -> float:
    """The average of a melee, each side's loss by its weight. [MCT-C]"""
    found = odds(state, bout)
    mine = sum(weight(stack) for stack in bout.attackers)
    theirs = weight(bout.defender)
    broken = not bout.defender[0].good
    total = 0.0
    for die in range(10):
        result = blow(die, found.tally.total).value[found.column]
        name = special(bout)[1].value if result is Blow.SPECIAL else result.value
        share = 1.0 if broken and name in ("DD", "DDS") else BLOWS[name]
        total += share * (theirs if share > 0 else mine)
    return total / 10


def _disordered(stack: Stack) -> Stack:
    return tuple(
        replace(unit, order=Order.DISORDERED, formation=unit.formation if unit.arm is Arm.ART else F.NONE)
        for unit in stack
    )


def received(state: State, bout: Bout, fails: float) -> float:
    """A melee after its Receive check: whoever fails is Disordered, or runs. [F-16.5]"""
    stands = melee_worth(state, bout)
    if not bout.defender[0].good:
        return fails * weight(bout.defender) + (1 - fails) * stands
    steady = bout.attack is Attack.CHARGE and bout.defender[0].formation in (F.SQUARE, F.MASSE)
    if steady or all(unit.arm is Arm.ART for unit in bout.defender):
        return stands
    loose = bout._replace(defender=_disordered(bout.defender))
    return fails * melee_worth(state, loose) + (1 - fails) * stands


def assault_worth(state: State, stacks: tuple[Stack, ...], target: Stack, spot: int) -> float:
    """An assault of several stacks on one. [F-16.4]"""
    way = aspect(state, target[0], spot)
    rough = number(state.field, spot, target[0].hex)
    plus = tally(state, target, Trial.RECEIVE, terrain=rough, direction=way).total
    return received(
        state, Bout(stacks, target, Attack.ASSAULT, way), 1 - chance(plus, target[0].tem)
    ) - 0.4 * (target[0].good and not target[0].spent)


def charge_worth(state: State, stack: Stack, target: Stack) -> float:
    """A charge, with the Square the target may form on the way; below 0 if it would not arrive. [F-17.4, F-17.8]"""
    top, aim = stack[0], target[0]
    path = ride_in(state, top, aim)
    if path is None:
        return -1.0
    spot = _end(state, top.hex, path)
    straight_ = straight(path, state.field.grid.direction_between(spot, aim.hex) or 0)
    horse = horse_facts(stack, False)

    def met(defender: Stack, way: str) -> float:
        plus = tally(state, defender, Trial.RECEIVE, direction=way, **horse).total
        bout = Bout((stack,), defender, Attack.CHARGE, way, (straight_,))
        return received(state, bout, 1 - chance(plus, aim.tem))

    open_ = met(target, aspect(state, aim, spot))
    if aim.arm is not Arm.INF or why_not_square(state, target, _at(state, top, aim, 4)) is not None:
        return open_ - SPENT
    apart = distance(state.field, top.hex, aim.hex)
    plus = tally(state, target, Trial.SQUARE, distance=min(4, apart), **horse).total
    forms = chance(plus, aim.tem)
    return forms * -0.3 + (1 - forms) * open_ - SPENT


def _end(state: State, here: int, path: tuple[int, ...]) -> int:
    """Where a run ends."""
    for way in path:
        here = state.field.grid.neighbours(here)[way] or here
    return here


def _at(state: State, top: Unit, aim: Unit, far: int) -> Unit:
    """The charger where the target would first try for Square."""
    return (
        top if distance(state.field, top.hex, aim.hex) <= far else replace(top, hex=_between(state, top, aim))
    )


def _between(state: State, top: Unit, aim: Unit) -> int:
    grid = state.field.grid
    here = top.hex
    while grid.distance(here, aim.hex) > 4:
        here = min((there for _, there in grid.steps(here)), key=lambda there: grid.distance(there, aim.hex))
    return here
