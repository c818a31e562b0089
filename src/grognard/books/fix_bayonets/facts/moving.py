"""What a stack may do with its movement. [F-8.3, F-10.1, F-10.2, F-10.3, F-10.6]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from grognard.engine.flow import replace
from grognard.engine.memo import kept

from ..state import NOBODY, NOWHERE, State, Unit
from ..tables.limits import CHANGES
from ..words import BY_ARM, Arm, Formation, Order, Trait
from .command import chief, commanded
from .ground import distance, ground, on_road, price
from .homecoming import comes_home
from .stacks import (
    AT_CORNER,
    ROUND,
    Stack,
    allowance,
    fits,
    front,
    hexes,
    layout,
    per_hex,
    room,
    shape_at,
    spots,
    together,
)
from .zones import halts, next_to_enemy, stops

F = Formation
LOOSE = frozenset({F.COLUMN, F.OPEN, F.SCREEN, F.SQUARE, F.LIMBERED})
"""Stacks that let others through, or pass through others, free. [F-10.6]"""
NIMBLE = frozenset({F.COLUMN, F.OPEN, F.ROAD, F.SCREEN, F.LIMBERED})
"""Formations that turn 60 degrees free on entering a hex. [F-10.2]"""
STIFF = frozenset({F.MASSE, F.EXT_LINE})
OOC_FORMS = frozenset({F.COLUMN, F.ROAD, F.GENERAL})
"""What an out-of-command stack may change into. [OOC-03]"""
FORCE_MARCH_SHARE = 3, 2


def barred_from_moving(state: State, stack: Stack) -> bool:
    """Whether a stack cannot move at all. [STA-06, F-10.4, PT-01, R-57, F-6.5]"""
    top = stack[0]
    if top.order is Order.ROUTED or top.halted or state.commands[top.command].reserve:
        return True
    if any(unit.arm is Arm.ART and unit.formation is F.UNLIMBERED for unit in stack):
        return True
    if top.good and top.formation is F.SQUARE and any(unit.poor for unit in stack):
        return True
    return top.good and top.formation is F.EXT_LINE


def allowed_there(state: State, unit: Unit, here: int, there: int) -> bool:
    """Whether command lets a stack enter a hex. [OOC-01, OOC-05, F-9.2a, OPS-05]"""
    if not unit.ooc and commanded(state, unit, there):
        return True
    head = chief(state, unit)
    if head is None or head.hex == NOWHERE:
        return False
    nearer = distance(state.field, there, head.hex) < distance(state.field, here, head.hex)
    return nearer and not (unit.ooc and next_to_enemy(state, unit.side, there))


@kept
def steps(state: State, stack: Stack, left: int, first: bool) -> dict[int, int]:
    """Hexes a stack may enter now and the least that each costs. [F-10.6, F-11.3]"""
    found: dict[int, int] = {}
    for there, cost in each_step(state, stack, left, first):
        found[there] = min(cost, found.get(there, cost))
    return found


def each_step(
    state: State, stack: Stack, left: int, first: bool, *, ahead_first: bool = False
) -> Iterator[tuple[int, int]]:
    """Hexes a stack may enter now and what each costs; two hexes at once through a friend. [F-10.6, F-11.3]

    Whoever asks only whether there is one has them ahead first, where they cost least.
    """
    if not first and (left <= 0 or halts(state, stack[0])):
        return
    if barred_from_moving(state, stack):
        return
    top = stack[0]
    ways = _wide_steps(state, top) if top.wide else _narrow_steps(state, stack, ahead_first)
    for there, cost in ways:
        if (cost <= left or (first and _crawls(state, top, there))) and allowed_there(
            state, top, top.hex, there
        ):
            yield there, min(cost, left)


def _narrow_steps(state: State, stack: Stack, ahead_first: bool) -> Iterator[tuple[int, int]]:
    """Where a stack in one hex may go, could it pay: beside it, or through friends. [F-10.6]"""
    top, grid, at = stack[0], state.field.grid, state.at
    ahead = layout(top).front
    around = grid.steps(top.hex)
    if ahead_first:
        beside = tuple([step for step in around if step[0] not in ahead])
        around = (*[step for step in around if step[0] in ahead], *beside)
    for direction, there in around:
        cost = _cost(state, stack, top.hex, there, direction in ahead)
        if cost is None:
            continue
        there_now = at.get(there)
        if _open(state, stack, there_now, there):
            yield there, cost
        if there_now is not None and there_now[0].side == top.side:
            free = top.formation in LOOSE or there_now[0].formation in LOOSE
            for further, beyond in grid.steps(there):
                if (
                    beyond in at
                    or beyond == top.hex
                    or further not in ahead
                    or not room(state, stack, beyond)
                ):
                    continue
                more = _cost(state, stack, there, beyond, True)
                if more is not None and not stops(state, top, there):
                    yield beyond, cost + more + (0 if free else 2)


def _wide_steps(state: State, top: Unit) -> Iterator[tuple[int, int]]:
    """Where a Screen over two hexes may go: both halves side by side, neither into friends. [R-65, F-10.2]"""
    own = hexes(top)
    for direction, there in state.field.grid.steps(top.hex):
        after = spots(state, top, there)
        if len(after) < len(own) or any(spot in state.at and spot not in own for spot in after):
            continue
        prices = [price(state.field, top.arm, top.formation, *each) for each in zip(own, after)]
        if None not in prices:
            dearest = max(each for each in prices if each is not None)
            yield there, dearest if direction in layout(top).front else 2 * dearest


def _open(state: State, stack: Stack, others: Stack | None, there: int) -> bool:
    return room(state, stack, there) if others is None else _joins(state, stack, others, there)


def _crawls(state: State, top: Unit, there: int) -> bool:
    """A stack that can pay nothing may still move 1 clear hex. [F-10.1, R-41]"""
    square = top.good and top.formation is F.SQUARE
    clear = state.field.terrain[there] in ".hH"
    return clear and not square and not top.ooc and top.used == 0 and not halts(state, top)


def _cost(state: State, stack: Stack, here: int, there: int, ahead: bool) -> int | None:
    dearest = 0
    for unit in stack:
        cost = price(state.field, unit.arm, unit.formation, here, there)
        if cost is None:
            return None
        dearest = max(dearest, cost)
    return dearest if ahead else 2 * dearest


def _joins(state: State, stack: Stack, others: Stack, there: int) -> bool:
    """Whether a stack may end in a hex with friends, in the order the ground forces on it. [F-6.1a, F-7.3, F-10.6]"""
    if others[0].side != stack[0].side:
        return False
    if comes_home(state, stack, others):
        return True
    whole = (*others, *stack)
    return together(whole) and fits(
        state, tuple(replace(u, hex=there) for u in whole), shape_at(state, whole, there), there
    )


# ---- turning and changing


def steered(stack: Stack) -> Unit:
    """The unit whose facing a stack turns: the top, or in a Square the guns that stand in it. [F-10.2, F-5.2]"""
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


def change_price(state: State, stack: Stack, to: Formation, whole: int) -> int:
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
        if to is not top.formation
        and change_price(state, stack, to, whole) <= left
        and may_become(state, stack, to)
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
    return not top.ooc


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


def screen_hexes(state: State, unit: Unit) -> tuple[int, ...]:
    """Where a battalion may detach its Screen. [F-10.5]"""
    if unit.arm is not Arm.INF or not unit.good or unit.halves < 6 or unit.sv <= 0 or unit.ooc or unit.halted:
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
            and (others is None or _joins(state, stack, others, there))
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
    """Whether a reinforcement may come in by a hex: free, with room for it, and it can pay for it. [F-10.11, F-10.1]"""
    cost = entry_price(state, unit, there)
    if there in state.at or cost is None or not room(state, (unit,), there):
        return False
    return cost <= allowance(state, (unit,)) or state.field.terrain[there] in ".hH"


def entry_price(state: State, unit: Unit, there: int) -> int | None:
    """What the hex costs by which a reinforcement comes in; roads begin on the map. [F-10.11]"""
    return price(state.field, unit.arm, unit.formation, there, there)
