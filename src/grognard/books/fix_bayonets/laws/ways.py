"""The search through friends worked out once more, hex by hex until nothing changes, from the charts as they are written down here.

Nothing of it is the program's own search; command and sight are asked of the book's own judges. [F-10.6, F-16.3, F-17.11]
"""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine.flow import replace
from grognard.geometry.hexarcs import field_of_fire
from grognard.geometry.hexes import disc

from ..facts.ground import seen
from ..facts.marching import allowed_there
from ..state import State, Unit
from ..words import Order, Weather
from .charts import (
    ART,
    CAV,
    CLOSED,
    FORCED,
    INF,
    F,
    Stack,
    allowance,
    awake,
    before_it,
    crowded,
    foes_beside,
    front_sides,
    hexes,
    kept_depot,
    leading,
    price,
    too_many,
    zone_stops,
)

LET_THROUGH = frozenset({F.LINE, F.SQUARE, F.NONE})
"""What foot stands in that shares a hex with unlimbered guns. [F-6.1]"""
PASS_FREE = frozenset({F.COLUMN, F.OPEN, F.SCREEN, F.SQUARE, F.LIMBERED})
"""Who lets others through free, and passes free. [F-10.6]"""
Step = Callable[[int, int], bool]


def joins(state: State, stack: Stack, others: Stack, there: int) -> bool:
    """Whether a stack may come to friends; not to those under FB!, save a Screen to its own. [F-6.1a, F-10.6, STK-10]"""
    if len(stack) == 1 and any(unit.id == stack[0].parent for unit in others):
        return others[0].order is stack[0].order and not crowded(state, stack[0], others)
    whole = (*others, *stack)
    if others[0].hex2 >= 0 or len({unit.order for unit in whole}) > 1 or len({u.fb for u in whole}) > 1:
        return False
    foot = [unit for unit in whole if unit.arm is not ART]
    guns = [unit for unit in whole if unit.arm is ART]
    if len({unit.arm for unit in foot}) > 1 or len({unit.formation for unit in foot}) > 1:
        return False
    if guns and foot:
        loosened = foot[0].good and state.field.terrain[there] in FORCED  # [F-7.3]
        loose = foot[0].arm is CAV or foot[0].formation not in LET_THROUGH or loosened
        if loose or any(unit.formation is not F.UNLIMBERED for unit in guns):
            return False
    elif guns and len({unit.formation for unit in guns}) > 1:
        return False
    return not too_many(state, whole, foot[0].formation if foot else guns[0].formation, there)


def may_end(state: State, stack: Stack, there: int) -> bool:
    """Whether a stack may stand in a hex: alone, or with friends there. [F-10.6]"""
    others = state.at.get(there, ())
    if others:
        return others[0].side == stack[0].side and joins(state, stack, others, there)
    return not too_many(state, stack, _order_in(state, stack, there), there)


def _order_in(state: State, stack: Stack, there: int) -> F:
    lead = leading(stack)
    loosened = state.field.terrain[there] in FORCED and lead.good and lead.arm is not ART
    return F.GENERAL if loosened and lead.formation is not F.SCREEN else lead.formation


def after(state: State, stack: Stack, there: int) -> Stack:
    """A stack as it leaves a hex again: loose, if that was wood or farm. [F-7.3]"""
    shape = _order_in(state, stack, there)
    lead = leading(stack)
    return (
        tuple(replace(unit, formation=shape) if unit.arm is not ART else unit for unit in stack)
        if (shape is not lead.formation)
        else stack
    )


def cheapest(
    state: State, stack: Stack, points: int, may: Step, onward: Callable[[Stack, int], bool], ahead: bool
) -> dict[int, int]:
    """Every hex where a stack may end and the least it pays, in halves; `ahead`: off the front it pays double. [F-10.1, F-10.6]"""
    start, side = stack[0].hex, stack[0].side
    known: dict[tuple[int, F], int] = {(start, leading(stack).formation): 0}
    shapes = {leading(stack).formation: stack}
    ends: dict[int, int] = {}
    changed = True
    while changed:
        changed = False
        for (here, shape), paid in list(known.items()):
            now = shapes[shape]
            friends = state.at.get(here, ()) if here != start else ()
            free = leading(now).formation in PASS_FREE or (friends and friends[0].formation in PASS_FREE)
            paid += 2 if friends and not free else 0
            for way, there in state.field.grid.steps(here):
                others = state.at.get(there, ())
                if there == start or (others and others[0].side != side):
                    continue
                prices = [price(state, unit, here, there) for unit in now]
                if None in prices:
                    continue
                each = max(cost for cost in prices if cost is not None)
                total = paid + (2 * each if ahead and way not in front_sides(leading(now)) else each)
                if total > points or not may(here, there):
                    continue
                if may_end(state, now, there) and total < ends.get(there, points + 1):
                    ends[there] = total
                    changed = True
                if onward(now, there):
                    then = after(state, now, there)
                    key = there, leading(then).formation
                    shapes[key[1]] = then
                    if total < known.get(key, points + 1):
                        known[key] = total
                        changed = True
    return ends


def fixed(state: State, stack: Stack) -> bool:
    """Whether a stack does not march at all. [F-10.4, F-10.9, PT-01, STA-06]"""
    lead = leading(stack)
    if lead.halted or state.commands[lead.command].reserve or lead.order is Order.ROUTED:
        return True
    if any(unit.arm is ART and (unit.formation is F.UNLIMBERED or unit.stuck) for unit in stack):
        return True
    if lead.good and lead.formation is F.EXT_LINE:
        return True
    return lead.good and lead.formation is F.SQUARE and any(unit.poor for unit in stack)


def marches(state: State, stack: Stack, left: int, first: bool, road: bool = False) -> dict[int, int]:
    """Where a stack in one hex may march, and what it pays: beside it, and through friends. [F-10.1, F-10.6, F-11.3, OPS-05]"""
    lead, here = leading(stack), stack[0].hex
    if fixed(state, stack) or (not first and (left <= 0 or zone_stops(state, lead, here))):
        return {}

    def may(there: int, then: int) -> bool:
        roads = state.field.roads
        along = not road or (there, then) in roads or (then, there) in roads
        return along and allowed_there(state, stack[0], there, then)

    def onward(now: Stack, there: int) -> bool:
        return there in state.at and not zone_stops(state, leading(now), there)

    found = cheapest(state, stack, left, may, onward, True)
    square = lead.good and lead.formation is F.SQUARE
    if first and not square and not lead.ooc and lead.used == 0 and not zone_stops(state, lead, here):
        for _, there in state.field.grid.steps(here):  # one clear hex, whatever it costs
            clear = state.field.terrain[there] in ".hH"
            payable = all(price(state, unit, here, there) is not None for unit in stack)
            if clear and payable and may(here, there) and may_end(state, stack, there):
                found[there] = min(found.get(there, left), left)
    return found


def in_zones(state: State, side: int) -> set[int]:
    """The hexes in a zone of foot, guns or horse of the other side. [F-11.1]"""
    found: set[int] = set()
    for stack in state.stacks(1 - side):
        lead = leading(stack)
        guns = any(one.arm is ART and one.formation is F.UNLIMBERED and not one.suppressed for one in stack)
        foot = lead.arm is INF and lead.formation is not F.ROAD
        if awake(state, stack) and (guns or foot or lead.arm is CAV):
            found.update(before_it(state, lead))
    return found


def withdraws(state: State, stack: Stack) -> dict[int, int]:
    """Where a threatened stack in one hex may withdraw to. [F-16.3, F-10.6]"""
    lead = leading(stack)
    slips = lead.good and (
        lead.formation is F.SCREEN
        or (lead.arm is CAV and not lead.spent)
        or (lead.arm is ART and "horse" in lead.traits and lead.formation is F.LIMBERED)
    )
    if not slips or state.commands[lead.command].reserve:
        return {}
    zones = in_zones(state, lead.side)
    return cheapest(
        state,
        stack,
        allowance(state, stack),
        lambda _here, there: there not in zones,
        lambda now, there: there in state.at or may_end(state, now, there),
        False,
    )


def regroups(state: State, stack: Stack, fought: tuple[int, ...]) -> dict[int, int]:
    """Where horse in one hex may regroup to, its own hex among them. [F-17.11, F-10.6]"""
    lead, grid, side = stack[0], state.field.grid, stack[0].side
    hostile = [here for other in state.stacks(1 - side) for here in hexes(other[0])]
    mine = [hexes(state.units[one]) for one in fought if state.units[one].on_map]
    shape = lead.formation if lead.formation is F.GENERAL else F.COLUMN
    walkers = tuple(replace(unit, formation=shape) for unit in stack)

    def far(here: int, some: tuple[int, ...] | list[int]) -> int:
        return min((grid.distance(here, each) for each in some), default=99)

    def may(here: int, there: int) -> bool:
        if state.field.terrain[there] in FORCED or far(there, hostile) < far(here, hostile):
            return False
        if here != lead.hex and foes_beside(state, side, there):
            return False
        return all(far(there, some) >= far(here, some) for some in mine)

    found = cheapest(
        state,
        walkers,
        allowance(state, stack),
        may,
        lambda now, there: there in state.at or may_end(state, now, there),
        False,
    )
    return {**found, lead.hex: 0}


def dangers(state: State, side: int) -> set[int]:
    """Hexes in an enemy Skirmish or Opportunity-fire zone, or in any zone if so agreed. [F-11.1, F-11.2, R-87]"""
    found = in_zones(state, side) if state.options.retreats_shun_all_zones else set()
    for stack in state.stacks(1 - side):
        found |= shot_into(state, stack) | skirmished_in(state, stack)
    return found


def shot_into(state: State, stack: Stack) -> set[int]:
    """The hexes into which somebody of a stack may still shoot at those who move. [F-11.1, F-13.4]"""
    found: set[int] = set()
    if not awake(state, stack) or Weather.SQUALL in state.weather:
        return found
    found |= volleyed(state, stack)
    for gun in stack:
        ready = gun.arm is ART and gun.formation is F.UNLIMBERED and not gun.suppressed and not gun.fired
        if ready:
            found.update(_in_sight(state, gun, front_sides(gun), 1))
    return found


def volleyed(state: State, stack: Stack) -> set[int]:
    """The hexes into which the foot of a stack may still shoot at those who move. [F-11.1, F-13.4]"""
    lead = leading(stack)
    if not awake(state, stack) or Weather.SQUALL in state.weather or lead.arm is not INF:
        return set()
    ready = not lead.fb and not lead.spent and lead.formation is not F.ROAD
    return set(before_it(state, lead)) if ready else set()


def skirmished_in(state: State, stack: Stack) -> set[int]:
    """The hexes in which a stack skirmishes with whoever enters. [F-11.2]"""
    found: set[int] = set()
    lead = leading(stack)
    if not awake(state, stack) or Weather.SQUALL in state.weather:
        return found
    if lead.formation is F.SCREEN:
        for here in hexes(lead):
            found.update(disc(state.field.grid, here, 1)[1:])
            found.update(_in_sight(state, replace(lead, hex=here), front_sides(lead), 2))
    elif lead.arm is INF and lead.sv > 0 and lead.formation is not F.SQUARE and not lead.fb:
        found.update(before_it(state, lead))
    return found


def _in_sight(state: State, unit: Unit, sides: tuple[int, ...], near: int) -> set[int]:
    reach = field_of_fire(state.field.grid, unit.hex, sides, 2, near=near)
    return {there for there in reach if seen(state, unit.hex, there)}


def retreats(state: State, units: Stack, here: int, used: tuple[int, ...]) -> dict[int, int]:
    """The class of every hex a running stack could turn to. [RET-01 to RET-05, F-18.3]"""
    unit, grid = units[0], state.field.grid
    walkers = [one if one.arm is ART else replace(one, formation=F.COLUMN) for one in units]
    depot, bad = state.field.depots[unit.side], dangers(state, unit.side)
    classes: dict[int, int] = {}
    for _, there in grid.steps(here):
        stack = state.at.get(there)
        if there in used or there == unit.hex or None in [price(state, one, here, there) for one in walkers]:
            continue
        if stack:
            if stack[0].side == unit.side:
                classes[there] = 5
        elif too_many(state, units, leading(units).formation, there):
            continue
        elif there not in bad:
            nearer = grid.distance(there, depot) < grid.distance(here, depot)
            classes[there] = 1 if nearer and kept_depot(state, unit.side) else 2
        else:
            classes[there] = 4 if foes_beside(state, unit.side, there) else 3
    return classes


def lowest(classes: dict[int, int]) -> set[int]:
    """The hexes of the lowest class, and those of friends. [RET-06]"""
    best = min((each for each in classes.values() if each < 5), default=5)
    return {there for there, each in classes.items() if each in (best, 5)}


def chargeable(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether a charge may name a stack: near, seen, in the open, and in contact or with a hex to ride into. [F-17.1, F-10.4]"""
    grid, run = state.field.grid, 6 if "light" in unit.traits else 5

    def far(here: int) -> int:
        return min(grid.distance(here, each) for each in hexes(foe))

    if not any(
        grid.distance(unit.hex, here) <= run
        and state.field.terrain[here] not in CLOSED
        and seen(state, unit.hex, here, saddle=True)
        for here in hexes(foe)
    ):
        return False
    if set(before_it(state, unit)) & set(hexes(foe)):
        return True
    if state.field.terrain[unit.hex] == "~":
        return False
    for side, there in grid.steps(unit.hex):
        rise = _height(state, there) - _height(state, unit.hex)
        turned = [replace(unit, facing=(unit.facing + turn) % 12) for turn in (0, 2, -2)]
        if (
            there not in state.at
            and far(there) < far(unit.hex)
            and state.field.terrain[there] not in CLOSED
            and abs(rise) < 2
            and any(side in front_sides(one) for one in turned)
        ):
            return True
    return False


def _height(state: State, here: int) -> int:
    return {"h": 1, "R": 1, "H": 2}.get(state.field.terrain[here], 0)


def strikes(state: State, stack: Stack, foe: Stack) -> list[int]:
    """From where a stack would strike another: its own hex, or one hex between in front of it. [F-16.2]"""
    lead, grid = stack[0], state.field.grid
    aims = set(hexes(foe[0]))
    ahead = set(before_it(state, lead))
    if aims & ahead:
        return [lead.hex]
    far = field_of_fire(grid, lead.hex, front_sides(lead), 2, near=2)
    if not aims & set(far):
        return []
    return [
        there
        for there in ahead
        if there not in state.at
        and any(grid.distance(there, aim) == 1 for aim in aims)
        and price(state, lead, lead.hex, there) is not None
        and may_end(state, stack, there)
    ]


def assaultable(stack: Stack, foe: Stack) -> bool:
    """Whether open-order foot may assault a stack alone: only Screens, Disordered stacks and whoever is in General Order. [R-44]"""
    if stack[0].formation not in (F.GENERAL, F.SCREEN):
        return True
    lead = foe[0]
    return not lead.good or lead.formation in (F.SCREEN, F.GENERAL)
