"""What a stack may do with its movement. [F-8.3, F-10.1, F-10.2, F-10.3, F-10.6]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..state import NOBODY, State, Unit
from ..tables.limits import CHANGES
from ..words import BY_ARM, Arm, Formation, Trait
from .ground import ground, on_road, price
from .marching import allowed_there
from .marching import barred_from_moving as barred_from_moving
from .marching import each_step as each_step
from .marching import steps as steps
from .marching import way as way
from .passage import joins
from .stacks import (
    AT_CORNER,
    ROUND,
    Stack,
    allowance,
    fits,
    front,
    layout,
    per_hex,
    room,
)
from .zones import halts

F = Formation
NIMBLE = frozenset({F.COLUMN, F.OPEN, F.ROAD, F.SCREEN, F.LIMBERED})
"""Formations that turn 60 degrees free on entering a hex. [F-10.2]"""
STIFF = frozenset({F.MASSE, F.EXT_LINE})
OOC_FORMS = frozenset({F.COLUMN, F.ROAD, F.GENERAL})
"""What an out-of-command stack may change into. [OOC-03]"""
FORCE_MARCH_SHARE = 3, 2


# ---- turning and changing


def steered(stack: Stack) -> Unit:
    """The unit whose facing a stack turns: the top, or in a Square the guns that stand in it. [F-10.2, F-5.2]"""
    if len(stack) == 1:
        return stack[0]
    return next((unit for unit in stack if turn_price(unit) is not None), stack[0])


def turn_price(unit: Unit) -> int | None:
    """What 60 degrees cost, in halves; None for stacks without a facing. [F-10.2]"""
    if unit.formation in ROUND:
        return None
    return 4 if unit.formation in STIFF else 2


def changing(stack: Stack) -> Stack:
    """The units of a stack that change formation: its infantry, where guns stand with it. [F-10.3, STK-10]"""
    return stack if len(stack) == 1 else tuple([unit for unit in stack if unit.arm is stack[0].arm])


def change_row(stack: Stack, to: Formation) -> tuple[str, str]:
    """The rule a formation change is paid by, and its price as the chart has it. [FCC-04, R-39, F-10.3, PT-05]"""
    top = stack[0]
    if F.GENERAL in (top.formation, to) and to in (F.GENERAL, F.COLUMN) and top.arm is not Arm.ART:
        return "F-10.3", "0"
    hard = to is F.LIMBERED and top.has(Trait.DIFFICULT)
    kind = "difficult" if hard else "poor" if any(unit.poor for unit in changing(stack)) else "other"
    row = CHANGES.row((kind, top.arm))
    return row.cite, row.value


def change_price(stack: Stack, to: Formation, whole: int) -> int:
    """What a formation change costs, in halves; a half of MCF is that of what it has this turn. [FCC-02, FCC-04, R-39]"""
    _, text = change_row(stack, to)
    if text == "ALL":
        return whole
    if text == "1/2 FRU":
        return 2 * ((whole // 2 + 1) // 2)
    return 2 * int(text)


def changes(state: State, stack: Stack, left: int, whole: int, first: bool) -> tuple[Formation, ...]:
    """Formations a stack may take now. [F-10.3, F-6.3, F-6.4, F-10.4, OOC-02, OOC-03, STA-02, STA-03]"""
    top = stack[0]
    if not top.good or top.halted or state.commands[top.command].reserve:
        return ()
    if top.spent and top.arm is Arm.CAV:
        return ()
    if not first and halts(state, top):
        return ()
    return tuple(
        to
        for to in BY_ARM[top.arm]
        if to is not top.formation and change_price(stack, to, whole) <= left and may_become(state, stack, to)
    )


def may_become(state: State, stack: Stack, to: Formation) -> bool:
    """Whether a stack may stand in a formation where it is, whatever that costs. [F-6.3, F-6.4, F-10.4]"""
    return _may_form(state, stack, to) and fits(state, stack, to, stack[0].hex)


def _may_form(state: State, stack: Stack, to: Formation) -> bool:
    top = stack[0]
    if top.ooc and to not in OOC_FORMS and to is not F.LIMBERED:
        return False
    if top.arm is Arm.ART:
        return _limbers(state, stack, to)
    if to is not F.GENERAL and ground(state.field, top.hex).forced:
        return False
    if top.formation in LEFT_FOR:
        return to is LEFT_FOR[top.formation]
    if to in INTO:
        return INTO[to](state, stack)
    return top.formation is not F.SCREEN or top.parent == NOBODY  # thrown out, it only comes home


def _strength(stack: Stack) -> int:
    """The whole steps of those who change formation together."""
    return sum(unit.halves for unit in changing(stack)) // 2


def _extends(state: State, stack: Stack) -> bool:
    """A Line of five steps or more, alone in its hex, with room beside it. [F-10.4]"""
    alone = stack[0].formation is F.LINE and len(stack) == 1
    return alone and _strength(stack) >= 5 and bool(wings(state, stack[0]))


def _spreads(state: State, stack: Stack) -> bool:
    """A Screen: horse, or foot that skirmishes, alone and with room for its other half. [R-65, R-66]"""
    top = stack[0]
    skirmishes = top.arm is Arm.CAV or top.sv > 0
    return len(stack) == 1 and skirmishes and (not wide_screen(top) or bool(flanks(state, top)))


LEFT_FOR: Mapping[Formation, Formation] = {F.EXT_LINE: F.LINE, F.MASSE: F.COLUMN}
"""Formations that are left for one other only. [F-6.3, F-10.4]"""
INTO: Mapping[Formation, Callable[[State, Stack], bool]] = {
    F.EXT_LINE: _extends,
    F.MASSE: lambda _state, stack: stack[0].formation is F.COLUMN and _strength(stack) >= 4,
    F.SCREEN: _spreads,
    F.SQUARE: lambda _state, stack: stack[0].formation is not F.ROAD and _strength(stack) >= 2,
}
"""What a stack must be for a formation. [F-6.3, F-6.4, F-10.4]"""


def _limbers(state: State, stack: Stack, to: Formation) -> bool:
    """Guns: Suppressed ones do not limber, poor ones need a leader. [STA-02, FCC-03, PT-06, R-80, FCC-03a]"""
    top = stack[0]
    if to is F.LIMBERED:
        if any(unit.suppressed for unit in stack) or len(stack) > 1:
            return False
        return not top.poor or bool(state.leaders_at(top.hex, top.side))
    return not top.ooc and not top.train  # [STK-11, F-26]


def wide_screen(unit: Unit) -> bool:
    """Whether a unit needs two hexes for a Screen: foot of more than 1 step, horse of more than 2. [R-65, R-66]"""
    return unit.steps > per_hex(unit.arm)


def wings(state: State, unit: Unit) -> tuple[int, ...]:
    """Hexes an Extended Line may stretch into. [F-10.4]"""
    grid = state.field.grid
    around = grid.neighbours(unit.hex)
    return tuple(
        there
        for direction in layout(unit).flank
        if (there := around[direction]) is not None
        and there not in state.at
        and state.field.terrain[there] in ".hHrR"
    )


def swung(state: State, unit: Unit, sixth: int) -> int | None:
    """Where the second hex of an Extended Line comes to lie when it turns; None if it has no room there. [F-10.4]"""
    grid = state.field.grid
    side = grid.direction_between(unit.hex, unit.hex2) if unit.wide else None
    if side is None:
        return None
    there = grid.neighbours(unit.hex)[(side + sixth) % 6]
    open_ = there is not None and there not in state.at and state.field.terrain[there] in ".hHrR"
    return there if open_ else None


def may_turn(state: State, unit: Unit, sixth: int) -> bool:
    """Whether a stack with a facing has room to turn: an Extended Line needs some for its second hex. [F-10.4]"""
    return unit.formation is not F.EXT_LINE or swung(state, unit, sixth) is not None


def flanks(state: State, unit: Unit) -> tuple[int, ...]:
    """Empty hexes for the other half of a wide Screen. [R-65]"""
    return tuple(
        there
        for _, there in state.field.grid.steps(unit.hex)
        if there not in state.at and not ground(state.field, there).forced
    )


def new_facing(unit: Unit, to: Formation) -> int:
    """The facing after a change: a corner beside the old side, or the side beside the old corner. [F-5.2]"""
    corner = to in AT_CORNER
    if corner == bool(unit.facing % 2):
        return unit.facing
    return unit.facing + 1 if corner else unit.facing - 1


def sends_screens(unit: Unit) -> bool:
    """Whether a unit is a battalion that may send out a Screen. [F-10.5]"""
    return (
        unit.arm is Arm.INF
        and unit.halves >= 6
        and unit.sv > 0
        and unit.good
        and not (unit.ooc or unit.halted)
    )


def screen_hexes(state: State, unit: Unit) -> tuple[int, ...]:
    """Where a battalion may detach its Screen. [F-10.5]"""
    if not sends_screens(unit):
        return ()
    return tuple(
        there
        for there in front(state, unit)
        if there not in state.at
        and price(state.field, Arm.INF, F.SCREEN, unit.hex, there) is not None
        and allowed_there(state, unit, unit.hex, there)
    )


def prolonge_hexes(state: State, stack: Stack) -> tuple[int, ...]:
    """Where unlimbered guns may be manhandled. [F-10.9, STA-02]"""
    top = stack[0]
    if len(stack) > 1 or top.arm is not Arm.ART or top.formation is not F.UNLIMBERED or not top.good:
        return ()
    if top.suppressed or top.shot or top.used or top.ooc or top.halted or state.commands[top.command].reserve:
        return ()
    found = []
    for _, there in state.field.grid.steps(top.hex):
        clear = state.field.terrain[there] in ".hH" and price(
            state.field, Arm.ART, F.UNLIMBERED, top.hex, there
        )
        others = state.at.get(there)
        if (
            clear
            and (others is None or joins(state, stack, others, there))
            and allowed_there(state, top, top.hex, there)
        ):
            found.append(there)
    return tuple(found)


def may_force_march(state: State, stack: Stack) -> bool:
    """Road Column on a road, before anything else. [F-10.8]"""
    top = stack[0]
    if not top.good or top.forced or top.used or top.formation not in (F.ROAD, F.LIMBERED) or top.ooc:
        return False
    return any(on_road(state.field, top.hex, there) for _, there in state.field.grid.steps(top.hex))


def entry_hexes(state: State, unit: Unit) -> tuple[int, ...]:
    """Where a waiting unit comes in: its hex, or an edge hex of the same side within 3. [F-10.11]"""
    if _enters(state, unit, unit.hex):
        return (unit.hex,)
    grid = state.field.grid
    column, row = grid.offset(unit.hex)

    def same_edge(there: int) -> bool:
        c, r = grid.offset(there)
        if row in (0, grid.rows - 1):
            return r == row
        return c == column

    near = sorted(
        (there for there in range(grid.size) if same_edge(there) and grid.distance(unit.hex, there) <= 3),
        key=lambda there: (grid.distance(unit.hex, there), there),
    )
    free = [there for there in near if _enters(state, unit, there)]
    return tuple(
        there for there in free if grid.distance(unit.hex, there) == grid.distance(unit.hex, free[0])
    )


def _enters(state: State, unit: Unit, there: int) -> bool:
    """Whether a reinforcement may come in by a hex: with room for it, also among friends, and it can pay for it. [F-10.11, F-10.1]"""
    cost = entry_price(state, unit, there)
    others = state.at.get(there)
    free = room(state, (unit,), there) if others is None else joins(state, (unit,), others, there)
    if cost is None or not free:
        return False
    return cost <= allowance(state, (unit,)) or state.field.terrain[there] in ".hH"


def entry_price(state: State, unit: Unit, there: int) -> int | None:
    """What the hex costs by which a reinforcement comes in; roads begin on the map. [F-10.11]"""
    return price(state.field, unit.arm, unit.formation, there, there)
