"""What every position shows: stacks, formations, ground, markers, sums. [F-6.1, F-10.6]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.soundness import Deed, Law

from ..facts.victory import points
from ..state import State
from ..words import Card, Fate, Order, Rank, Weather, Where
from .charts import ART, CAV, FORCED, INF, MOST, F, leading, too_many, where

ROUSED = 3
"""An enemy so near ends a Reserve. [F-10.10]"""
DEEPEST = 4
ALL_ROUND = (F.SQUARE, F.GENERAL, F.NONE)
AT_CORNER = (F.LINE, F.EXT_LINE, F.SCREEN)
ROOMY = frozenset({F.LINE, F.COLUMN, F.GENERAL, F.MASSE, F.SQUARE, F.NONE})


def one_side(state: State) -> Iterator[str]:
    """Only one side's units, and no enemy leader, in a hex."""
    for here, stack in state.at.items():
        if len({unit.side for unit in stack}) > 1:
            yield f"both sides stand in {where(state, here)}"
    for one in state.leaders:
        stack = state.at.get(one.hex, ()) if one.on_map and not one.routed else ()
        if stack and stack[0].side != one.side:
            yield f"{one.name} is among enemies"


def on_the_map(state: State) -> Iterator[str]:
    """Who is on the map stands in a hex and has steps; who is not, has a reason."""
    grid = state.field.grid
    for unit in state.units:
        if unit.on_map and (unit.halves <= 0 or not grid.is_hex(unit.hex)):
            yield f"{unit.name} is a ghost at {unit.hex}"
        if unit.where is Where.DEAD and unit.halves:
            yield f"{unit.name} is eliminated and has steps"
    for one in state.leaders:
        if one.on_map and not grid.is_hex(one.hex):
            yield f"{one.name} is nowhere"


def within_limits(state: State) -> Iterator[str]:
    """No hex holds more than the stacking chart."""
    running = {one for flight in state.fleeing for one in flight.units}
    for here, stack in state.at.items():
        if any(unit.id in running for unit in stack):
            continue  # it has not come to rest
        if len(stack) == 1 and stack[0].formation in ROOMY and stack[0].halves <= 12:
            continue  # no ground is too small for six steps
        if too_many(state, stack, leading(stack).formation, here):
            yield f"too many in {where(state, here)}"


def one_stack(state: State) -> Iterator[str]:
    """One arm to a stack but for unlimbered guns with foot; one order, one formation, one facing."""
    running = {one for flight in state.fleeing for one in flight.units}
    for here, together in state.at.items():
        if len(together) == 1:
            continue
        stack = [unit for unit in together if unit.id not in running]  # who runs is no longer of it
        arms = {unit.arm for unit in stack}
        label = where(state, here)
        if arms not in (set(), {INF}, {CAV}, {ART}, {INF, ART}):
            yield f"{label} mixes arms"
        foot = [unit for unit in stack if unit.arm is not ART]
        if foot and len(arms) > 1:
            if foot[0].formation not in (F.LINE, F.SQUARE, F.NONE):
                yield f"guns stand with foot in {foot[0].formation.value} in {label}"
            if any(unit.formation is F.LIMBERED and unit.order is not Order.ROUTED for unit in stack):
                yield f"limbered guns share {label}"
        if len({unit.formation for unit in foot}) > 1:
            yield f"two formations in {label}"
        if len({unit.order for unit in stack}) > 1:
            yield f"two states in {label}"
        if foot and foot[0].good and foot[0].formation is F.LINE and len({u.facing for u in stack}) > 1:
            yield f"two facings in {label}"
        if len({unit.seat for unit in stack}) < len(stack):
            yield f"two on one seat in {label}"


def formed_by_arm(state: State) -> Iterator[str]:
    """A formation of one's arm in good order, none in Disorder or rout; guns are limbered or not."""
    for unit in state.units:
        if not unit.on_map:
            continue
        if unit.arm is ART:
            wrong = unit.formation not in (F.LIMBERED, F.UNLIMBERED) or (
                unit.order is Order.ROUTED and unit.formation is not F.LIMBERED
            )
        elif unit.good:
            wrong = unit.formation is F.NONE or (unit.formation, unit.arm) not in MOST
        else:
            wrong = unit.formation is not F.NONE
        if wrong:
            yield f"{unit!r} is {unit.formation.value}"


def ground_kept(state: State) -> Iterator[str]:
    """In wood and farm foot and horse are in General Order or a Screen; guns are in a wood only on a road."""
    roads = {end for road in state.field.roads for end in road}
    for here, stack in state.at.items():
        if state.field.terrain[here] not in FORCED:
            continue
        for unit in stack:
            if unit.arm is not ART and unit.good and unit.formation not in (F.GENERAL, F.SCREEN):
                yield f"{unit!r} keeps its formation in {where(state, here)}"
            if unit.arm is ART and state.field.terrain[here] == "w" and here not in roads:
                yield f"{unit!r} stands in a wood"


def wide_units(state: State) -> Iterator[str]:
    """Two hexes for an Extended Line of 5 steps and a Screen too wide for one; side by side, and its own."""
    for unit in state.units:
        if not unit.on_map:
            continue
        if unit.hex2 < 0:
            if unit.good and unit.formation is F.EXT_LINE:
                yield f"{unit!r} is extended in one hex"
            continue
        steps = unit.halves // 2
        if unit.formation not in (F.EXT_LINE, F.SCREEN) or not unit.good:
            yield f"{unit!r} spreads over two hexes"
        if unit.formation is F.EXT_LINE and steps < 5:
            yield f"{unit!r} is too weak for an Extended Line"
        alone = unit.passing or len(state.at[unit.hex2]) == 1  # on its way it may be among friends
        if state.field.grid.distance(unit.hex, unit.hex2) != 1 or not alone:
            yield f"{unit!r} is torn apart"


def squares(state: State) -> Iterator[str]:
    """A Square has two steps of foot or more."""
    for stack in state.stacks():
        foot = [unit for unit in stack if unit.arm is INF]
        square = foot and foot[0].good and foot[0].formation is F.SQUARE
        if square and sum(unit.halves for unit in foot) < 4:
            yield f"{foot[0]!r} is a Square"


def fronts(state: State) -> Iterator[str]:
    """Lines and Screens look at a corner of their hex, everything else that has a front at a side; unlimbered guns at either."""
    for unit in state.units:
        shaken = unit.order is Order.ROUTED or (not unit.good and unit.arm is not ART)
        if not unit.on_map or shaken or unit.formation in (*ALL_ROUND, F.UNLIMBERED):
            continue
        corner = bool(unit.facing % 2)
        if corner != (unit.formation in AT_CORNER):
            yield f"{unit!r} looks at a {'corner' if corner else 'side'}"


def markers(state: State) -> Iterator[str]:
    """Markers that exclude each other, and those an arm never bears."""
    for unit in state.units:
        if not unit.on_map:
            continue
        if unit.fb and (not unit.good or unit.arm is CAV or unit.formation in (F.SQUARE, F.ROAD, F.EXT_LINE)):
            yield f"{unit!r} is under FB!"
        if unit.fb and unit.shot:
            yield f"{unit!r} has shot and is under FB!"
        if unit.suppressed and unit.arm is not ART:
            yield f"{unit!r} is Suppressed"
        if unit.fired and unit.arm is not ART:
            yield f"{unit!r} has a gun's marker"
        if unit.failed_charge and unit.arm is not CAV:
            yield f"{unit!r} has failed a charge"


def in_reserve(state: State) -> Iterator[str]:
    """In Reserve nobody is under FB! or has done anything, and no enemy is within 3."""
    held = {number for number, each in enumerate(state.commands) if each.reserve}
    if not held:
        return
    distance = state.field.grid.distance
    for unit in state.units:
        if unit.command not in held or not unit.on_map:
            continue
        if unit.fb or unit.shot or unit.used:
            yield f"{unit!r} in Reserve has done something"
        for there, foe in state.at.items():
            if foe[0].side != unit.side and distance(unit.hex, there) <= ROUSED:
                yield f"{unit!r} is in Reserve with {foe[0].name} within 3"


def steps_add_up(state: State) -> Iterator[str]:
    """What a battalion has, its Screen has and both have lost is what it began with."""
    screens: dict[int, int] = {}
    for unit in state.units:
        if unit.parent >= 0:
            screens[unit.parent] = screens.get(unit.parent, 0) + unit.halves + unit.lost
    for unit in state.units:
        if unit.halves < 0 or unit.lost < 0:
            yield f"{unit!r} has lost more than it had"
        if unit.parent < 0 and unit.halves + unit.lost + screens.get(unit.id, 0) != 2 * unit.full:
            yield f"{unit!r} has {unit.halves}, lost {unit.lost}, in Screens {screens.get(unit.id, 0)} half steps"


def score(deed: Deed) -> Iterator[str]:
    """A point for each step lost, two for each unit routed or driven off, three for a battery, and the ground."""
    state: State = deed.after.state
    if state.units is deed.before.state.units and state.holders is deed.before.state.holders:
        return
    due = [0, 0]
    for unit in state.units:
        routed = unit.where is Where.GONE or (unit.on_map and unit.order is Order.ROUTED)
        lost = unit.lost + 4 * routed + 6 * (unit.arm is ART and unit.where is Where.DEAD)
        due[1 - unit.side] += lost
    for here, *worth, nobody in state.field.prizes:
        stack = state.at.get(here, ())
        held = nobody if state.field.held_now else dict(state.holders).get(here, nobody)
        side = stack[0].side if stack and stack[0].good else held
        if side >= 0:
            due[side] += 2 * worth[side]
    given = [2 * each for each in points(state)]
    if given != due:
        yield f"the points are {given} halves, {due} are due"


def worn(state: State) -> Iterator[str]:
    """Fatigue from 0 to 10, cohesion from 0 to 3."""
    for each in state.commands:
        if not 0 <= each.fatigue <= 10:
            yield f"{each.key} has fatigue {each.fatigue}"
    if not all(0 <= level <= 3 for level in state.cohesion):
        yield f"cohesion is {state.cohesion}"


def cards(state: State) -> Iterator[str]:
    """A card lies where its leader is: in play with him, out of play without him; the stack is at most 4 deep."""
    if len(state.stack) > DEEPEST or len(set(state.stack)) < len(state.stack):
        yield f"the activation stack is {state.stack}"
    for one in state.leaders:
        if one.fate in (Fate.AWAY, Fate.KILLED) and one.card not in (Card.OUT, Card.NONE):
            yield f"{one.name} is gone and his card is {one.card.value}"
        if one.on_map and one.card is Card.OUT:
            yield f"{one.name} is there and his card is not"
        if (one.id in state.stack) != (one.card is Card.STACK) and one.id not in state.active:
            yield f"{one.name}'s card is {one.card.value}, the stack is {state.stack}"
        if one.rank is Rank.ARMY and (one.om or one.pending):
            yield f"{one.name} has an OM"


def clock(state: State) -> Iterator[str]:
    """Dusk and Night come with their turn, at once."""
    for begins, kind in ((state.field.dusk, Weather.DUSK), (state.field.night, Weather.NIGHT)):
        night = state.field.night and state.turn >= state.field.night
        if (
            begins
            and state.turn >= begins
            and kind not in state.weather
            and not (kind is Weather.DUSK and night)
        ):
            yield f"turn {state.turn} is not {kind.value}"


# fmt: off
LAWS = (
    Law("only one side stands in a hex, and no leader among enemies", ("F-6.1", "F-10.6", "F-9.7"), at=one_side),
    Law("who is on the map has steps and stands in a hex", ("F-18.2",), at=on_the_map),
    Law("no hex holds more than the stacking chart lets it", ("STK-01", "STK-10", "COV-01", "COV-02", "COV-03", "F-10.6"), at=within_limits),
    Law("a stack is of one arm, one order and one formation, or unlimbered guns with foot", ("F-6.1", "F-5.2", "STK-11"), at=one_stack),
    Law("every arm stands in formations of its own, and in none when out of order", ("STK-12a", "F-6.2", "F-16.9"), at=formed_by_arm),
    Law("wood and farm make foot and horse loose, and guns keep out of woods", ("F-7.3",), at=ground_kept),
    Law("two hexes are for Extended Lines and wide Screens", ("F-10.4", "R-65", "R-66"), at=wide_units),
    Law("Lines and Screens look at a corner, all others at a side", ("F-5.2",), at=fronts),
    Law("a Square has two steps or more", ("F-18.2", "R-66"), at=squares),
    Law("markers that exclude each other are never on one stack", ("F-16.1", "F-15.2", "R-32"), at=markers),
    Law("in Reserve nobody acts, and no enemy is within 3", ("STA-06", "F-10.10", "R-47"), at=in_reserve),
    Law("steps present and lost are those it began with", ("F-18.1", "F-18.2", "F-10.5"), at=steps_add_up),
    Law("points are those of losses, routs, batteries and ground", ("F-19.4", "F-21.3", "F-22.2"), over=score),
    Law("fatigue is 0 to 10 and cohesion 0 to 3", ("F-19.1", "F-19.2", "TEM-01"), at=worn),
    Law("cards are where their leaders are", ("F-9.6", "F-20", "F-8.1"), at=cards),
    Law("dusk and night come by the clock", ("F-23", "SEQ-17", "TEM-11"), at=clock),
)
# fmt: on
