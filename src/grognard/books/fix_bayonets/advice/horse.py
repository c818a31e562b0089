"""Horse on the move: out of shot, within reach, and to where it has a charge worth making. [F-17.1, F-17.2]"""

from __future__ import annotations

from grognard.engine.flow import replace
from grognard.engine.memo import kept

from ..facts.charging import targets
from ..facts.ground import price
from ..facts.stacks import allowance
from ..state import State, Unit
from ..words import Formation
from .aims import guns_upon, nearest
from .chances import charge_worth

WORTH_IT = 0.4
"""A charge worth less is not declared."""
WAITING = 4, 5
"""So far from the enemy it is out of musket shot and yet in reach."""
READY = (Formation.LINE, Formation.COLUMN, Formation.OPEN)


@kept
def best_charge(state: State, unit: Unit, used: int) -> float:
    """What its best charge would be worth from where it is thought to stand, having used so much of its movement.

    One that is not worth making counts as none.
    """
    stack = state.stack_of(state.units[unit.id])
    if unit.formation not in READY or unit.ooc or 2 * used > allowance(state, stack):
        return WORTH_IT
    party = (unit, *stack[1:])
    worth = [charge_worth(state, party, state.stack_of(state.units[one])) for one in targets(state, unit)]
    return max([WORTH_IT, *worth])


def ride(state: State, unit: Unit, there: int, gain: int, used: int) -> float:
    """It waits out of musket shot within reach of the enemy; once Spent, farther back; and rides to where it can charge."""
    near, now = nearest(state, unit.side, there), nearest(state, unit.side, unit.hex)
    shot_at = guns_upon(state, unit.side, there) - guns_upon(state, unit.side, unit.hex)
    if unit.spent:
        return 0.4 * (min(near, 6) - min(now, 6)) - 0.5 * shot_at - 0.05
    comfort = _off(now) - _off(near)
    cost = price(state.field, unit.arm, unit.formation, unit.hex, there) or 0
    chance = best_charge(state, replace(unit, hex=there), used + cost) - best_charge(state, unit, used)
    return 0.35 * comfort + 0.15 * gain - 0.6 * shot_at + chance


def _off(near: int) -> int:
    """How far it is from where it waits best: a hex to and fro within that brings nothing."""
    closest, farthest = WAITING
    return max(closest - near, near - farthest, 0)
