"""Where a stack may march: into the hexes beside it, and through friends to those behind them. [F-10.1, F-10.6, F-11.3]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.memo import kept

from ..state import NOWHERE, State, Unit
from ..words import Arm, Formation, Order
from .command import chief, commanded
from .ground import distance, on_road
from .passage import May, Paces, Risk, Way, held, hostile, paces, search, stands
from .stacks import Stack, layout, spots
from .zones import halts, next_to_enemy, shooting_into, skirmishing_in, stops

F = Formation


def barred_from_moving(state: State, stack: Stack) -> bool:
    """Whether a stack cannot move at all. [STA-06, F-10.4, PT-01, R-57, F-6.5]"""
    top = stack[0]
    if top.order is Order.ROUTED or top.halted or state.commands[top.command].reserve:
        return True
    if any(unit.arm is Arm.ART and (unit.formation is F.UNLIMBERED or unit.stuck) for unit in stack):
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
def steps(state: State, stack: Stack, left: int, first: bool, road: bool = False) -> dict[int, int]:
    """Hexes a stack may enter now and the least that each costs. [F-10.6, F-11.3]"""
    found: dict[int, int] = {}
    for there, cost in each_step(state, stack, left, first, road=road):
        found[there] = min(cost, found.get(there, cost))
    return found


def each_step(
    state: State, stack: Stack, left: int, first: bool, *, road: bool = False
) -> Iterator[tuple[int, int]]:
    """Hexes a stack may enter now and what each costs; several hexes at once through friends. [F-10.6, F-11.3]"""
    if barred_now(state, stack, left, first):
        return
    top, passes = stack[0], False
    may, known = _may(state, top, road), dict[int, int]()
    for there, cost in _beside(state, stack):
        affordable = cost <= left
        if not (affordable or (first and _crawls(state, top, there))) or not may(top.hex, there):
            continue
        if stands(state, stack, there):
            known[there] = min(cost, left)
            yield there, known[there]
        if affordable and not passes and (top.wide or there in state.at):
            passes = _passes(state, top, there)
    if passes:
        for there, way in _through(state, stack, left, road, known):
            yield there, way.cost


def barred_now(state: State, stack: Stack, left: int, first: bool) -> bool:
    """Whether a stack goes nowhere now: it has nothing left, a zone has stopped it, or it cannot move at all. [F-11.3]"""
    return (not first and (left <= 0 or halts(state, stack[0]))) or barred_from_moving(state, stack)


def way(
    state: State, stack: Stack, there: int, left: int, first: bool, road: bool = False
) -> tuple[int, ...]:
    """The hexes by which a stack comes to one it may enter now: the cheapest way, of equal ones the safest. [F-10.6, F-13.4]"""
    given, foe = steps(state, stack, left, first, road), 1 - stack[0].side
    most, free = given[there], {each: 0 for each in given if each != there}
    if any(near == there and cost <= most for near, cost in _beside(state, stack)):
        return (there,)
    seen: dict[int, int] = {}

    def risk(here: int) -> int:
        if here not in seen:
            seen[here] = len(shooting_into(state, foe, here)) + len(skirmishing_in(state, foe, here))
        return seen[here]

    found = dict(_through(state, stack, most, road, free, risk)).get(there)
    return (there,) if found is None else found.path


def _may(state: State, top: Unit, road: bool) -> May:
    """Whether command, and a force march, let a stack from one hex into the next. [OOC-05, F-9.2a, F-10.8]"""

    def may(here: int, there: int) -> bool:
        return (not road or on_road(state.field, here, there)) and allowed_there(state, top, here, there)

    return may


def _passes(state: State, top: Unit, there: int) -> bool:
    """Whether a marching stack may go on from a hex within one march: friends stand there, and no zone stops it. [F-10.6, F-11.3]"""
    if held(state, top, there) is None:
        return False
    return not any(stops(state, top, spot) for spot in (spots(state, top, there) if top.wide else (there,)))


def _through(
    state: State, stack: Stack, left: int, road: bool, known: dict[int, int], risk: Risk | None = None
) -> Iterator[tuple[int, Way]]:
    """Every hex a stack comes to through friends, as many as it can pay for, at less than is `known`. [F-10.6]"""
    top = stack[0]
    return search(
        state,
        stack,
        left,
        lambda now, here: paces(state, now, here, layout(now[0]).front),
        lambda there: _passes(state, top, there),
        _may(state, top, road),
        known,
        risk,
    )


def _beside(state: State, stack: Stack) -> Paces:
    """The hexes round a stack that the ground and the enemy let it into, and what each costs. [F-10.1, F-10.2]"""
    top, at = stack[0], state.at
    found = paces(state, stack, top.hex, layout(top).front)
    if top.wide:
        closed = hostile(state, top.side)
        return tuple([pace for pace in found if closed.isdisjoint(spots(state, top, pace[0]))])
    return tuple([pace for pace in found if pace[0] not in at or at[pace[0]][0].side == top.side])


def _crawls(state: State, top: Unit, there: int) -> bool:
    """A stack that can pay nothing may still move 1 clear hex. [F-10.1, R-41]"""
    square = top.good and top.formation is F.SQUARE
    clear = state.field.terrain[there] in ".hH"
    return clear and not square and not top.ooc and top.used == 0 and not halts(state, top)
