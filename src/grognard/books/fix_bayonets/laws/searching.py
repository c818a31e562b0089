"""Searches beside the program's own: what is offered is legal, and nothing legal is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine.choices import Ask
from grognard.engine.dice import Rng
from grognard.engine.flow import Position, replace
from grognard.engine.soundness import Law
from grognard.geometry.hexarcs import field_of_fire
from grognard.geometry.hexes import disc

from ..facts.command import sees, superiors
from ..facts.ground import seen
from ..facts.moving import allowed_there
from ..state import LEADERS, Leader, State, Unit
from ..steps.env import Act, Charging
from ..words import Formation, Order, Trait, Weather
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
    leading,
    price,
    too_many,
    where,
    zone_stops,
)
from .deeds import acting, inner, stack_of

# fmt: off
VERBS = {
    F.LINE: "form_line", F.COLUMN: "form_column", F.MASSE: "form_masse", F.SQUARE: "form_square", F.ROAD: "form_road",
    F.GENERAL: "form_general", F.OPEN: "form_open", F.EXT_LINE: "extend",
}
# fmt: on
def nouns(ask: Ask, verb: str) -> list[Any]:
    """Everything a verb is offered for; nothing if it is not offered."""
    domain = ask.offers.get(verb)
    return [] if domain is None else list(domain)


LET_THROUGH = frozenset({F.LINE, F.SQUARE, F.NONE})
"""What foot stands in that shares a hex with unlimbered guns. [F-6.1]"""


def _dangers(state: State, side: int) -> set[int]:
    """Hexes in an enemy Skirmish or Opportunity-fire zone, or in any zone if so agreed. [F-11.1, F-11.2, R-87]"""
    found: set[int] = set()
    blind = Weather.SQUALL in state.weather
    for stack in state.stacks(1 - side):
        lead = leading(stack)
        if not awake(state, stack):
            continue
        front = set(before_it(state, lead))
        foot = lead.arm is INF
        if not blind and foot and not lead.fb:
            shoots = not lead.spent and lead.formation is not F.ROAD
            if shoots or (lead.sv > 0 and lead.formation is not F.SQUARE):
                found |= front
        guns = [
            gun for gun in stack if gun.arm is ART and gun.formation is F.UNLIMBERED and not gun.suppressed
        ]
        for gun in guns:
            if not gun.fired and not blind:
                found.update(_in_sight(state, gun, front_sides(gun), 1))
        if lead.formation is F.SCREEN and not blind:
            for here in hexes(lead):
                found.update(disc(state.field.grid, here, 1)[1:])
                found.update(_in_sight(state, replace(lead, hex=here), front_sides(lead), 2))
        zone = lead.arm is CAV or (foot and lead.formation is not F.ROAD) or bool(guns)
        if state.options.retreats_shun_all_zones and zone:
            found |= front
    return found


def _in_sight(state: State, unit: Unit, sides: tuple[int, ...], near: int) -> Iterator[int]:
    for there in field_of_fire(state.field.grid, unit.hex, sides, 2, near=near):
        if seen(state, unit.hex, there):
            yield there


def retreats(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A retreat goes to the lowest class of hex there is, or to friends: no other, and none of these is missing."""
    if "run" not in ask.offers:
        return
    state: State = position.state
    flight = state.fleeing[0]
    units = tuple(state.units[one] for one in flight.units)
    unit, grid = units[0], state.field.grid
    here = flight.used[-1] if flight.used else unit.hex
    walker = replace(unit, formation=F.LIMBERED if unit.arm is ART else F.COLUMN)
    depot, dangers = state.field.depots[unit.side], _dangers(state, unit.side)
    classes: dict[int, int] = {}
    for _, there in grid.steps(here):
        stack = state.at.get(there)
        if there in flight.used or there == unit.hex or price(state, walker, here, there) is None:
            continue
        if stack:
            if stack[0].side == unit.side:
                classes[there] = 5
        elif too_many(state, units, unit.formation, there):
            continue
        elif there not in dangers:
            classes[there] = 1 if grid.distance(there, depot) < grid.distance(here, depot) else 2
        else:
            classes[there] = 4 if foes_beside(state, unit.side, there) else 3
    lowest = min((each for each in classes.values() if each < 5), default=5)
    due = {there for there, each in classes.items() if each in (lowest, 5)}
    given = set(nouns(ask, "run"))
    for there in due ^ given:
        how = "is kept from" if there in due else "may run to"
        yield f"{unit!r} {how} {where(state, there)} (class {classes.get(there)}, lowest {lowest})"


def _joins(state: State, stack: Stack, others: Stack, there: int) -> bool:
    """Whether a stack may come to friends; not to those under FB!, save a Screen to its own. [F-6.1a, F-10.6, STK-10]"""
    if len(stack) == 1 and any(unit.id == stack[0].parent for unit in others):
        return others[0].order is stack[0].order and not crowded(state, stack[0], others)
    whole = (*others, *stack)
    if others[0].hex2 >= 0 or len({unit.order for unit in whole}) > 1 or others[0].fb:
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


def _marches(state: State, env: Act, stack: Stack) -> Iterator[int]:
    """Neighbouring hexes a stack may march to, by the rules one by one. [F-10.1, F-10.6, F-11.3, OPS-05]"""
    lead, here = leading(stack), stack[0].hex
    for side, there in state.field.grid.steps(here):
        prices = [price(state, unit, here, there) for unit in stack]
        if None in prices:
            continue
        cost = max(each for each in prices if each is not None)
        cost *= 1 if side in front_sides(lead) else 2
        road = (here, there) in state.field.roads or (there, here) in state.field.roads
        if cost > env.left or (env.road and not road) or not allowed_there(state, stack[0], here, there):
            continue
        others = state.at.get(there)
        forced = state.field.terrain[there] in FORCED and lead.good and lead.arm is not ART
        shape = F.GENERAL if forced and lead.formation is not F.SCREEN else lead.formation
        if others is None:
            if not too_many(state, stack, shape, there):
                yield there
        elif others[0].side == lead.side and _joins(state, stack, others, there):
            yield there


def _fixed(state: State, stack: Stack) -> bool:
    """Whether a stack does not march at all. [F-10.4, F-10.9, PT-01, STA-06]"""
    lead = leading(stack)
    if not lead.order or lead.halted or state.commands[lead.command].reserve or lead.order is Order.ROUTED:
        return True
    if any(unit.arm is ART and unit.formation is F.UNLIMBERED for unit in stack):
        return True
    return lead.good and lead.formation is F.SQUARE and any(unit.poor for unit in stack)


def marches(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Every neighbouring hex a stack may enter is offered, and no other but through friends."""
    env, state = acting(position), position.state
    stack = stack_of(state, env) if env is not None and "done" in ask.offers else ()
    if not stack or env is None or stack[0].hex2 >= 0 or any(unit.shot for unit in stack):
        return
    grid, here = state.field.grid, stack[0].hex
    held = _fixed(state, stack) or (env.moved and zone_stops(state, leading(stack), here))
    due = set() if held else set(_marches(state, env, stack))
    given = {there for there in nouns(ask, "march") if grid.distance(here, there) == 1}
    for there in due - given:
        yield f"{stack[0]!r} is kept from {where(state, there)}"
    for there in given - due:
        passing = any(near in state.at for _, near in grid.steps(here) if near != there)
        if not passing and (stack[0].used or env.moved):
            yield f"{stack[0]!r} may march to {where(state, there)}"


def _may_become(state: State, env: Act, stack: Stack, to: Formation) -> bool:
    """Whether a stack may take a formation. [F-10.3, F-6.3, F-6.4, F-10.4, OOC-03, FCC-01, FCC-02]"""
    lead = leading(stack)
    old, steps = lead.formation, sum(unit.halves for unit in stack if unit.arm is not ART) // 2
    free = F.GENERAL in (old, to) and to in (F.GENERAL, F.COLUMN)
    poor = any(unit.poor for unit in stack)
    cost = 2 * (1 if lead.arm is INF else 3)
    if poor:
        cost = env.whole if lead.arm is INF else 2 * ((allowance(state, stack) + 1) // 2)
    if (cost > env.left and not free) or too_many(state, stack, to, lead.hex):
        return False
    if lead.ooc and to not in (F.COLUMN, F.ROAD, F.GENERAL):
        return False
    if len({unit.arm for unit in stack}) > 1 and to not in (F.LINE, F.SQUARE):
        return False
    if state.field.terrain[lead.hex] in FORCED and to is not F.GENERAL:
        return False
    if F.MASSE in (old, to):
        return {old, to} == {F.MASSE, F.COLUMN} and (to is F.COLUMN or steps >= 4)
    if F.EXT_LINE in (old, to):
        wings = [side for side in range(6) if side in _flanks(lead)]
        around = state.field.grid.neighbours(lead.hex)
        room = any(
            (there := around[side]) is not None
            and there not in state.at
            and state.field.terrain[there] in ".hHrR"
            for side in wings
        )
        return to is F.LINE or (old is F.LINE and len(stack) == 1 and steps >= 5 and room)
    if to is F.SQUARE:
        return old is not F.ROAD and steps >= 2
    return old is not F.SCREEN or lead.parent < 0


def _flanks(unit: Unit) -> tuple[int, int]:
    side = unit.facing // 2
    return (side - 1) % 6, (side + 2) % 6


def changes(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Every formation a stack of foot or horse may take is offered, and no other."""
    env, state = acting(position), position.state
    stack = stack_of(state, env) if env is not None and "done" in ask.offers else ()
    if not stack or env is None or any(unit.shot for unit in stack):
        return
    lead = leading(stack)
    if lead.arm is ART or len(state.stack_of(lead)) > len(stack) or lead.formation is F.SCREEN:
        return
    held = (
        not lead.good
        or lead.halted
        or env.changed
        or state.commands[lead.command].reserve
        or (lead.spent and lead.arm is CAV)
        or (env.moved and zone_stops(state, lead, lead.hex))
    )
    for to, verb in VERBS.items():
        arm = to not in (F.OPEN,) if lead.arm is INF else to in (F.LINE, F.COLUMN, F.OPEN, F.ROAD, F.GENERAL)
        due = arm and not held and to is not lead.formation and _may_become(state, env, stack, to)
        if due != (verb in ask.offers):
            yield f"{lead!r} {'is kept from' if due else 'may take'} {to.value}"


def _order_hexes(state: State, one: Leader) -> set[int]:
    """Where initiative may place or shift an order. [INI-01a to INI-02]"""
    grid = state.field.grid
    if one.om is not None:
        if state.field.terrain[one.om.hex] == "f":
            return set()
        return set(disc(grid, one.om.hex, 6 if one.flexible else 3)) - {one.om.hex}
    found: set[int] = set(disc(grid, one.hex, 15)) if one.flexible else set()
    for stack in state.stacks(1 - one.side):
        if sees(state, one, stack[0].hex):
            found.update(disc(grid, stack[0].hex, 1))
    depot = state.field.depots[one.side]
    found.update(
        there for there in range(grid.size) if grid.distance(there, depot) < grid.distance(one.hex, depot)
    )
    for other in state.leaders:
        above = any(up.id == one.id for up in superiors(state, other))
        below = any(up.id == other.id for up in superiors(state, one))
        if other.on_map and (above or below):
            found.add(other.hex)
    return found


def initiatives(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Initiative may place an order where any of its lines allows, Flexible leaders there and farther."""
    if "initiative" not in ask.offers:
        return
    state: State = position.state
    for number in state.active:
        one = state.leaders[number - LEADERS]
        given = {there for who, there in nouns(ask, "initiative") if who == number}
        if not given or one.side not in ask.who:
            continue
        due = _order_hexes(state, one)
        for there in sorted(due ^ given)[:3]:
            yield f"{one.name} {'is kept from' if there in due else 'may choose'} {where(state, there)}"


def regroups(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Who regroups comes no nearer to the stack it fought or any enemy, hex by hex, within half its MCF."""
    env = inner(position, Charging)
    if env is None or ("regroup" not in ask.offers and "draw_off" not in ask.offers):
        return
    state: State = position.state
    # Who was stopped on the way has met nobody, though others have fought his target.
    riders = [one for one in env.riders if one.state in ("contact", "met")]
    targets = {one.unit: one.target for one in riders} | {one.target: one.unit for one in riders}
    if "draw_off" in ask.offers:
        pairs = nouns(ask, "draw_off")
    else:
        first = next(one for one in env.regroup if state.units[one].on_map and state.units[one].good)
        pairs = [(first, there) for there in nouns(ask, "regroup")]
    for one in dict.fromkeys(who for who, _ in pairs):
        unit = state.units[one]
        foe = targets.get(one)
        met = foe is not None and (foe in env.fought or one in env.fought)
        legal = _drawn_off(state, unit, state.units[foe] if met and foe is not None else None)
        for there in sorted({there for who, there in pairs if who == one} - legal)[:3]:
            yield f"{unit!r} may regroup to {where(state, there)}"


def _drawn_off(state: State, unit: Unit, foe: Unit | None) -> set[int]:
    """Hexes to draw off to: by empty ones, never nearer to any enemy or to the stack it fought, never beside one on the way."""
    grid = state.field.grid
    hostile = [here for stack in state.stacks(1 - unit.side) for here in hexes(stack[0])]
    fought = hexes(foe) if foe is not None and foe.on_map else ()
    reached, ring = {unit.hex}, {unit.hex}
    for _ in range(allowance(state, state.stack_of(unit)) // 2):
        found = set()
        for here in ring:
            for _, there in grid.steps(here):
                if there in state.at or there in reached:
                    continue
                nearer = any(
                    min(grid.distance(there, each) for each in some)
                    < min(grid.distance(here, each) for each in some)
                    for some in (hostile, fought)
                    if some
                )
                beside = here != unit.hex and foes_beside(state, unit.side, there)
                if not nearer and not beside:
                    found.add(there)
        reached |= found
        ring = found
    return reached


def targets(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Charges are offered at every enemy in sight and reach, and at nobody else."""
    if "charge" not in ask.offers or "declared" not in ask.offers:
        return
    state: State = position.state
    for one, other in nouns(ask, "charge"):
        unit, foe = state.units[one], state.units[other]
        run = 6 if unit.has(Trait.LIGHT) else 5
        if unit.spent or unit.halted or unit.ooc or not unit.good or unit.failed_charge:
            yield f"{unit!r} may charge"
        if state.field.grid.distance(unit.hex, foe.hex) > run or state.field.terrain[foe.hex] in CLOSED:
            yield f"{unit!r} may charge {foe!r}"
        if 2 * unit.used > 2 * allowance(state, state.stack_of(unit)):
            yield f"{unit!r} has used {unit.used / 2:g} MCF and may charge"


def says_why(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """An assault that is not offered says why."""
    env = acting(position)
    if env is None or "done" not in ask.offers:
        return
    whole = len(position.state.stack_of(position.state.units[env.units[0]])) == len(
        stack_of(position.state, env)
    )
    if whole and "assault" not in ask.offers and "assault" not in ask.barred:
        yield "no assault, and no reason"


# fmt: off
LAWS = (
    Law("a retreat takes the lowest class of hex there is, or friends", ("RET-01", "RET-02", "RET-03", "RET-04", "RET-05", "RET-06", "F-11.4"), seek=retreats),
    Law("a stack may march wherever price, stacking, zones and command allow, and nowhere else", ("F-10.1", "F-10.6", "F-11.3", "STK-10", "OPS-05"), seek=marches),
    Law("a stack may take every formation its ground, size and MCF allow, and no other", ("F-10.3", "F-6.3", "F-10.4", "FCC-04", "STK-01"), seek=changes),
    Law("initiative places an order wherever one of its lines allows", ("INI-01a", "INI-01b", "INI-01c", "INI-01d", "INI-02"), seek=initiatives),
    Law("who regroups comes no nearer to the stack it fought", ("F-17.11", "LEG-05", "LEG-06"), seek=regroups),
    Law("a charge is declared by fresh horse at enemies in reach", ("F-17.1", "STA-03", "OOC-04"), seek=targets),
    Law("an assault that is not offered says why", ("F-16.1",), seek=says_why),
)
# fmt: on
