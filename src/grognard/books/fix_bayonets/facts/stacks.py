"""Stacks: tops, steps, arcs, limits, movement allowance, leaders. [F-6.1, F-5.2, F-10.1]"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grognard.engine.memo import kept
from grognard.geometry.hexarcs import Arcs, arcs, hexes_in

from ..state import Battlefield, Options, State, Unit
from ..tables.limits import ABS, ARM_AT, COVER, GUN_STEPS, HALF, ROW, STACKING, STATUS, WEATHER
from ..words import OPEN_ORDER, Arm, Formation, Order, Trait, Weather
from .ground import cover, ground

Stack = tuple[Unit, ...]
F = Formation
EVERY = Arcs(tuple(range(6)), (), ())
AT_CORNER = frozenset({F.LINE, F.EXT_LINE, F.SCREEN})
"""Formations that face a corner. [F-5.2]"""
ROUND = frozenset({F.SQUARE, F.GENERAL, F.NONE})


def layout(unit: Unit) -> Arcs:
    """Front, flank and rear of a stack, by its top unit. [F-5.2]"""
    formation = unit.formation
    if unit.order is not Order.GOOD or formation in ROUND:
        return EVERY
    if formation in (F.LINE, F.EXT_LINE):
        return arcs(unit.facing, 2, 2)
    if formation is F.SCREEN:
        return arcs(unit.facing, 4, 2)
    if formation in (F.ROAD, F.LIMBERED):
        return arcs(unit.facing, 1, 4)
    if formation is F.COLUMN and unit.arm is Arm.CAV and unit.light:
        return arcs(unit.facing, 5, 0)
    if formation is F.UNLIMBERED and unit.facing % 2:
        return arcs(unit.facing, 2, 2)  # guns in a mixed Line face its corner
    return arcs(unit.facing, 3, 2)


def hexes(unit: Unit) -> tuple[int, ...]:
    """The hex a unit stands in, or both. [F-10.4]"""
    return (unit.hex, unit.hex2) if unit.wide else (unit.hex,)


def front(state: State, unit: Unit) -> tuple[int, ...]:
    """The hexes next to its front."""
    return front_of(state.field, unit)


@kept
def front_of(field: Battlefield, unit: Unit) -> tuple[int, ...]:
    """The same, for whoever has the ground only."""
    dirs, own = layout(unit).front, hexes(unit)
    found = dict.fromkeys(there for here in own for there in hexes_in(field.grid, here, dirs))
    return tuple(there for there in found if there not in own)


def aspect(state: State, defender: Unit, attacker_hex: int) -> str:
    """Through which side an adjacent attacker comes: front, flank or rear. [F-5.3]"""
    grid = state.field.grid
    for here in hexes(defender):
        direction = grid.direction_between(here, attacker_hex)
        if direction is not None:
            return layout(defender).aspect(direction)
    return "front"


def per_hex(arm: Arm) -> int:
    """Steps of a Skirmish Screen in one hex; more of them stand in two. [STK-05, R-65]"""
    cell = STACKING["screen"][ARM_AT[arm]]
    assert isinstance(cell, int)
    return cell


def wing(state: State, unit: Unit, there: int) -> int | None:
    """The second hex of a wide unit if it moved to a hex, its wing on the same side; None off the map. [R-65]"""
    side = state.field.grid.direction_between(unit.hex, unit.hex2)
    assert side is not None
    return state.field.grid.neighbours(there)[side]


def spots(state: State, unit: Unit, there: int) -> tuple[int, ...]:
    """The hexes a unit would stand in, were it at a hex."""
    second = wing(state, unit, there) if unit.wide else None
    return (there,) if second is None else (there, second)


def shape(stack: Iterable[Unit]) -> Formation:
    """The formation of a stack: that of its infantry, where guns are with it. [F-5.2]"""
    units = tuple(stack)
    return next((unit.formation for unit in units if unit.arm is not Arm.ART), units[0].formation)


def mixed(stack: Iterable[Unit]) -> bool:
    """Guns with infantry. [F-6.1]"""
    arms = {unit.arm for unit in stack}
    return Arm.ART in arms and Arm.INF in arms


def density(options: Options, stack: Stack) -> int:
    """Steps in a hex: half-steps up, a battery 2 with infantry, else 1; half of a wide unit. [R-06, R-68]"""
    together = len(stack) > 1 and mixed(stack)
    if together and options.guns_count_in_line_only:
        together = stack[0].formation is F.LINE
    total = 0
    for unit in stack:
        if unit.arm is Arm.ART:
            total += GUN_STEPS if together else 1
        else:
            total += (unit.steps + 1) // 2 if unit.wide else unit.steps
    return total


def fits(state: State, units: Stack, formation: Formation, here: int) -> bool:
    """Whether these units may stand together so in a hex. [STK-01, COV-01, STK-10, F-10.6]"""
    others = [unit for unit in units if unit.arm is not Arm.ART]
    guns = len(units) - len(others)
    if not others:
        limit = STACKING[ROW[formation]][2]
        return isinstance(limit, int) and guns <= limit
    if len(others) > 1 and len({unit.arm for unit in others}) > 1:
        return False
    if guns and (others[0].arm is Arm.CAV or formation not in (F.LINE, F.SQUARE, F.NONE) or guns > 2):
        return False
    cell = STACKING[ROW[formation]][ARM_AT[others[0].arm]]
    if cell is None:
        return False
    if formation is F.ROAD:  # [F-10.7] a long column stays in one hex, unless the chart's letter is played
        return len(others) == 1 and (others[0].steps <= int(cell) or not state.options.short_road_columns)
    if formation is F.EXT_LINE:
        return len(units) == 1
    if formation is F.SCREEN:
        return len(units) == 1 and others[0].steps <= 2 * int(cell)  # two hexes at most
    most = COVER[cover(state.field, here)].absolute
    limit = most if cell == ABS else min(most, int(cell))
    return density(state.options, units) <= limit


def room(state: State, units: Stack, there: int) -> bool:
    """Whether a stack may stand alone in a hex, in the order the ground forces on it, and beside it if it is wide.

    [F-7.3, F-10.6, R-65]
    """
    top = units[0]
    if top.wide and not _wing_free(state, top, there):
        return False
    return fits(state, units, shape_at(state, units, there), there)


def shape_at(state: State, stack: Stack, there: int) -> Formation:
    """The formation of a stack in a hex: foot and horse in wood or farm are in General Order. [F-5.2, F-7.3]"""
    lead = stack[0]
    if len(stack) > 1:
        lead = next((unit for unit in stack if unit.arm is not Arm.ART), lead)
    loose = lead.arm is not Arm.ART and lead.good and lead.formation is not F.SCREEN
    return F.GENERAL if loose and ground(state.field, there).forced else lead.formation


def _wing_free(state: State, unit: Unit, there: int) -> bool:
    second = wing(state, unit, there)
    return second is not None and (second not in state.at or second in hexes(unit))


def together(units: Stack) -> bool:
    """Whether two stacks may become one: same formation, or a Line with unlimbered guns, and no FB! shared. [F-6.1a]"""
    kinds = {unit.formation for unit in units}
    if len({unit.order for unit in units}) > 1 or len({unit.fb for unit in units}) > 1:
        return False
    return len(kinds) == 1 or kinds in (
        {F.LINE, F.UNLIMBERED},
        {F.SQUARE, F.UNLIMBERED},
        {F.NONE, F.UNLIMBERED},
    )


def fraction(state: State, unit: Unit) -> list[Fraction]:
    """The fractions of MCF that apply, weather first. [R-41]"""
    found = [
        share
        for kind in state.weather
        if kind is not Weather.CLEAR and (share := WEATHER[kind].mcf) is not None
    ]
    for key, holds in (
        ("disordered", unit.order is Order.DISORDERED),
        ("spent_cav", unit.spent and unit.arm is Arm.CAV),
        ("square", unit.good and unit.formation is F.SQUARE),
    ):
        share = STATUS[key].mcf
        if holds and share is not None:
            found.append(share)
    if unit.good and unit.formation is F.MASSE:
        found.append(HALF)  # [F-6.3, R-76]
    return found


def allowance(state: State, stack: Stack) -> int:
    """MCF of a stack in halves: the slowest unit, each fraction rounded down in turn. [F-10.1, R-41]"""
    slowest = min(
        (unit for unit in stack if unit.arm is not Arm.ART),
        key=lambda u: u.mcf,
        default=stack[0],
    )
    points = slowest.mcf
    for share in fraction(state, slowest):
        points = points * share.numerator // share.denominator
    return 2 * points


def best(state: State, unit: Unit, what: str) -> int:
    """The best number among the leaders in a stack's hexes. [F-9.1, R-10]"""
    found = [
        int(getattr(leader, what)) for here in hexes(unit) for leader in state.leaders_at(here, unit.side)
    ]
    return max(found, default=0)


def shooters(stack: Stack) -> Stack:
    """Who shoots from a hex: the top unit that can, and each battery. [F-13.1]"""
    guns = tuple(unit for unit in stack if unit.arm is Arm.ART and unit.formation is F.UNLIMBERED)
    foot = tuple(unit for unit in stack if unit.arm is Arm.INF)[:1]
    return foot + guns


def close_order(unit: Unit) -> bool:
    """Close order: every formation of good-order foot and horse but General Order and Screen. [R-64]"""
    return unit.good and unit.formation not in OPEN_ORDER and unit.arm is not Arm.ART


def heavy(unit: Unit) -> bool:
    """Heavy cavalry: all that is not light."""
    return unit.arm is Arm.CAV and not unit.light


def rides(unit: Unit) -> bool:
    """Cavalry or horse guns. [F-11.3]"""
    return unit.arm is Arm.CAV or unit.has(Trait.HORSE)
