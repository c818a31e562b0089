"""The charts written down once more, and plain readings of them: what the laws hold the game to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.engine.flow import replace

from ..state import State, Unit
from ..words import Arm, Formation, Order, Trait, Weather

F = Formation
Stack = tuple[Unit, ...]
INF, CAV, ART = Arm.INF, Arm.CAV, Arm.ART
WHOLE = 99
"""Up to the absolute limit of the ground."""

# fmt: off
MOST: dict[tuple[Formation, Arm], int] = {
    (F.LINE, INF): 12,     (F.LINE, CAV): 12,      (F.EXT_LINE, INF): 12,
    (F.COLUMN, INF): 12,   (F.COLUMN, CAV): 12,    (F.OPEN, CAV): 4,
    (F.SCREEN, INF): 1,    (F.SCREEN, CAV): 2,     (F.SQUARE, INF): 12,
    (F.MASSE, INF): WHOLE, (F.GENERAL, INF): WHOLE, (F.GENERAL, CAV): WHOLE,
    (F.NONE, INF): WHOLE,  (F.NONE, CAV): WHOLE,   (F.ROAD, INF): WHOLE, (F.ROAD, CAV): WHOLE,
}
"""Steps of an arm in a hex; what is not here an arm cannot form. [STK-01 to STK-09, STK-12a]"""
ABSOLUTE = {"none": 18, "light": 18, "medium": 12, "heavy": 6}
COVER = {".": "none", "h": "none", "H": "none", "~": "none", "r": "light", "R": "light", "o": "light", "w": "medium",
         "f": "heavy"}
LEVEL = {"h": 1, "R": 1, "H": 2}
PRICE = {".": (1, 1, 1), "h": (1, 1, 1), "H": (1, 1, 1), "r": (1, 1, 2), "R": (1, 1, 2), "o": (2, 2, 4),
         "w": (3, 5, 0), "f": (3, 3, 3), "~": (2, 3, 4)}
"""MCF for foot, horse and guns; 0: closed. [F-7]"""
# fmt: on
FORCED = frozenset("wf")
"""Wood and farm: General Order. [F-7.3]"""
CLOSED = frozenset("wof")
"""Wood, orchard and farm: no charge goes in, no Square is formed. [F-17.1, F-17.4]"""
SLOWER = {
    Weather.NIGHT: 2,
    Weather.FOG: 2,
    Weather.RAIN: 2,
    Weather.SQUALL: 3,
    Weather.SNOWFALL: 2,
}
"""By what the weather divides the MCF. [WX-02 to WX-07]"""


def where(state: State, here: int) -> str:
    """A hex by its number on the map."""
    return state.field.grid.label(here)


def grade(state: State, here: int) -> str:
    """The cover of a hex."""
    return dict(state.field.cover).get(here) or COVER[state.field.terrain[here]]


def kept_depot(state: State, side: int) -> bool:
    """Whether a side still has its depot: it cannot lose it if it has no trains. [F-27, F-27.2]"""
    if not any(unit.train and unit.side == side for unit in state.units):
        return True
    here = state.field.depots[side]
    stack = state.at.get(here, ())
    held = dict(state.holders).get(here, side) if not state.field.held_now else side
    return (stack[0].side if stack and stack[0].good else held) == side


def leading(stack: Stack) -> Unit:
    """Whose row a stack uses: in a mixed stack the infantry's, else the top unit's. [F-5.2]"""
    return next((unit for unit in stack if unit.arm is not ART), stack[0])


def hexes(unit: Unit) -> tuple[int, ...]:
    """The hex or the two hexes of a unit."""
    return (unit.hex,) if unit.hex2 < 0 else (unit.hex, unit.hex2)


def front_sides(unit: Unit) -> tuple[int, ...]:
    """The hexsides a formation has in front. [F-5.2]"""
    side, corner = divmod(unit.facing, 2)
    if unit.order is not Order.GOOD:
        turns: Iterable[int] = range(6)
    elif unit.formation in (F.SQUARE, F.GENERAL, F.NONE):
        turns = range(6)
    elif unit.formation in (F.LINE, F.EXT_LINE) or (corner and unit.formation is F.UNLIMBERED):
        turns = (0, 1)
    elif unit.formation is F.SCREEN:
        turns = (-1, 0, 1, 2)
    elif unit.formation in (F.ROAD, F.LIMBERED):
        turns = (0,)
    elif unit.formation is F.COLUMN and unit.arm is CAV and unit.has(Trait.LIGHT):
        turns = (-2, -1, 0, 1, 2)
    else:
        turns = (-1, 0, 1)
    return tuple((side + turn) % 6 for turn in turns)


def before_it(state: State, unit: Unit) -> Iterator[int]:
    """The hexes next to its front."""
    own = hexes(unit)
    for here in own:
        around = state.field.grid.neighbours(here)
        for side in front_sides(unit):
            there = around[side]
            if there is not None and there not in own:
                yield there


def foes_beside(state: State, side: int, here: int) -> bool:
    """Whether an enemy stands in a neighbouring hex."""
    return any(
        there in state.at and state.at[there][0].side != side for _, there in state.field.grid.steps(here)
    )


def awake(state: State, stack: Stack) -> bool:
    """Whether a stack has zones at all: Disordered, Routed and Reserve stacks have none. [F-11.4]"""
    return leading(stack).good and not state.commands[stack[0].command].reserve


def zone_stops(state: State, unit: Unit, here: int) -> bool:
    """Whether an enemy zone stops a unit in a hex, stack by stack. [F-11.1, F-11.3]"""
    rides = unit.arm is CAV or unit.has(Trait.HORSE)
    for stack in state.stacks(1 - unit.side):
        lead = leading(stack)
        if not awake(state, stack) or here not in set(before_it(state, lead)):
            continue
        if any(one.arm is ART and one.formation is F.UNLIMBERED and not one.suppressed for one in stack):
            return True
        if rides and lead.arm is CAV:
            return True
        if not rides and lead.arm is INF and lead.formation is not F.ROAD:
            return True
    return False


def steps_of(state: State, stack: Stack) -> int:
    """Steps in a hex as the stacking chart counts them. [R-06, R-40, R-68]"""
    foot = [unit for unit in stack if unit.arm is not ART]
    guns = len(stack) - len(foot)
    if state.options.guns_count_in_line_only and foot and foot[0].formation is not F.LINE:
        guns, foot = 0, [*foot, *(unit for unit in stack if unit.arm is ART)]
    halved = sum((unit.steps + 1) // 2 if unit.hex2 >= 0 else unit.steps for unit in foot)
    return halved + (2 * guns if foot else guns)


def too_many(state: State, stack: Stack, formation: Formation, here: int) -> bool:
    """Whether a stack is more than the chart lets into a hex. [STK-01 to STK-10, COV-01 to COV-03, F-10.7]"""
    foot = [unit for unit in stack if unit.arm is not ART]
    guns = len(stack) - len(foot)
    if not foot:
        return guns > (1 if formation is F.LIMBERED else 2)
    if guns > 2 or (formation in (F.ROAD, F.SCREEN, F.EXT_LINE) and len(stack) > 1):
        return True
    most = MOST.get((formation, foot[0].arm), 0)
    if formation is F.ROAD and state.options.short_road_columns:
        most = 2  # the chart's letter [STK-04]
    return steps_of(state, stack) > min(most, ABSOLUTE[grade(state, here)])


def crowded(state: State, screen: Unit, others: Stack) -> bool:
    """Whether a hex would hold too many with a Screen back in its battalion there. [F-10.5, F-10.6]"""
    whole = tuple(
        replace(unit, halves=unit.halves + screen.halves) if unit.id == screen.parent else unit
        for unit in others
    )
    return too_many(state, whole, leading(whole).formation, others[0].hex)


def allowance(state: State, stack: Stack) -> int:
    """The MCF of a stack: the slowest unit's, each fraction rounded down in turn, weather first. [R-41, F-10.1]"""
    foot = [unit for unit in stack if unit.arm is not ART] or list(stack)
    unit = min(foot, key=lambda one: one.mcf)
    points = unit.mcf
    for kind in state.weather:
        points //= SLOWER.get(kind, 1)
    for slow, share in (
        (unit.order is Order.DISORDERED, 2),
        (unit.spent and unit.arm is CAV, 2),
        (unit.good and unit.formation is F.SQUARE, 3),
        (unit.good and unit.formation is F.MASSE, 2),
    ):
        points //= share if slow else 1
    return points


def price(state: State, unit: Unit, here: int, there: int) -> int | None:
    """Halves of MCF for the next hex; None where the unit may not go. [F-7, F-7.2, F-7.3, STA-05]"""
    field = state.field
    road = (here, there) in field.roads or (there, here) in field.roads
    if road and unit.formation in (F.ROAD, F.LIMBERED):
        return 1
    base = PRICE[field.terrain[there]][(INF, CAV, ART).index(unit.arm)]
    if not base or (unit.arm is ART and field.terrain[there] in FORCED and unit.formation is not F.LIMBERED):
        return None
    rise = LEVEL.get(field.terrain[there], 0) - LEVEL.get(field.terrain[here], 0)
    if abs(rise) > 1 and unit.arm is ART:
        return None
    cost = 2 if there in field.bridges else 2 * base
    cost += 6 if abs(rise) > 1 else (4 if unit.arm is ART else 2) if rise == 1 else 0
    return cost + (2 if unit.formation is F.LINE else 0)
