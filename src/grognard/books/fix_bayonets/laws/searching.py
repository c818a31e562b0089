"""Searches beside the program's own: what is offered is legal, and nothing legal is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.engine.choices import Ask
from grognard.engine.dice import Rng
from grognard.engine.flow import Position
from grognard.engine.soundness import Law
from grognard.geometry.hexes import disc

from ..facts.command import sees, superiors
from ..state import LEADERS, Leader, State, Unit
from ..steps.env import Act, Charging, Melee
from ..words import Formation, Trait
from . import ways
from .charts import (
    ART,
    CAV,
    CLOSED,
    FORCED,
    INF,
    F,
    Stack,
    allowance,
    hexes,
    kept_depot,
    leading,
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


WITHDRAW_AT = 1
"""Where in an assault that is asked. [ASP-02]"""


def nouns(ask: Ask, verb: str) -> list[Any]:
    """Everything a verb is offered for; nothing if it is not offered."""
    domain = ask.offers.get(verb)
    return [] if domain is None else list(domain)


def retreats(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A retreat goes to the lowest class of hex there is, or to friends: no other, and none of these is missing."""
    if "run" not in ask.offers:
        return
    state: State = position.state
    flight = state.fleeing[0]
    units = tuple(state.units[one] for one in flight.units)
    unit = units[0]
    classes = ways.retreats(state, units, flight.used[-1] if flight.used else unit.hex, flight.used)
    due = ways.lowest(classes)
    given = set(nouns(ask, "run"))
    for there in due ^ given:
        how = "is kept from" if there in due else "may run to"
        yield f"{unit!r} {how} {where(state, there)} (class {classes.get(there)})"


def marches(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Every hex a stack may enter is offered, beside it and behind its friends, and no other."""
    env, state = acting(position), position.state
    stack = stack_of(state, env) if env is not None and "done" in ask.offers else ()
    if not stack or env is None or stack[0].hex2 >= 0 or any(unit.shot for unit in stack):
        return
    due = set(ways.marches(state, stack, env.left, not env.moved, env.road))
    given = set(nouns(ask, "march"))
    for there in sorted(due - given)[:3]:
        yield f"{stack[0]!r} is kept from {where(state, there)}"
    for there in sorted(given - due)[:3]:
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
    if kept_depot(state, one.side):
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
    """Who regroups may go wherever half its MCF takes it without coming nearer to whom it fought or any enemy, and nowhere else."""
    env = inner(position, Charging)
    if env is None or ("regroup" not in ask.offers and "draw_off" not in ask.offers):
        return
    state: State = position.state
    # Who was stopped on the way has met nobody, though others have fought his target.
    riders = [one for one in env.riders if one.state in ("contact", "met")]
    if "draw_off" in ask.offers:
        pairs = nouns(ask, "draw_off")
    else:
        due = [one for one in env.regroup if state.units[one].on_map and state.units[one].good]
        first = min(
            due, key=lambda one: state.units[one].side != env.side
        )  # the active side goes first [CHG-04]
        pairs = [(first, there) for there in nouns(ask, "regroup")]
    for one in dict.fromkeys(who for who, _ in pairs):
        unit = state.units[one]
        met = tuple(
            dict.fromkeys(
                foe
                for each in riders
                for own, foe in ((each.unit, each.target), (each.target, each.unit))
                if own == one
            )
        )
        party = next((each for each in env.rode if one in each), ()) or tuple(
            u.id for u in state.stack_of(unit)
        )
        stack = tuple(state.units[each] for each in party if state.units[each].on_map)
        legal = set(ways.regroups(state, stack, met))
        for there in sorted({there for who, there in pairs if who == one} - legal)[:3]:
            yield f"{unit!r} may regroup to {where(state, there)}"


def withdrawals(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A threatened stack may withdraw wherever half its MCF takes it, through friends and to them, and nowhere else."""
    env = inner(position, Melee)
    if env is None or ("withdraw" not in ask.offers and "stand" not in ask.offers) or env.moved:
        return
    state: State = position.state
    stack = state.stack_of(state.units[env.target])
    asked = position.agenda[-1].sequence == "assault" and position.agenda[-1].at <= WITHDRAW_AT
    if not asked or not stack or stack[0].hex2 >= 0:
        return
    given, due = set(nouns(ask, "withdraw")), set(ways.withdraws(state, stack))
    for there in sorted(given ^ due)[:3]:
        how = "is kept from" if there in due else "may withdraw to"
        yield f"{stack[0]!r} {how} {where(state, there)}"


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
        near = [here for here in hexes(foe) if state.field.grid.distance(unit.hex, here) <= run]
        if all(state.field.terrain[here] in CLOSED for here in near):
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
    Law("a stack may march wherever price, stacking, zones and command allow, and nowhere else", ("F-10.1", "F-10.6", "F-11.3", "STK-10", "OPS-05", "OOC-05"), seek=marches),
    Law("a stack may take every formation its ground, size and MCF allow, and no other", ("F-10.3", "F-6.3", "F-10.4", "FCC-04", "STK-01"), seek=changes),
    Law("initiative places an order wherever one of its lines allows", ("INI-01a", "INI-01b", "INI-01c", "INI-01d", "INI-02"), seek=initiatives),
    Law("who regroups comes no nearer to the stack it fought", ("F-17.11", "F-10.6", "LEG-05", "LEG-06"), seek=regroups),
    Law("a threatened stack may withdraw through friends and to them", ("F-16.3", "F-10.6", "ASP-02"), seek=withdrawals),
    Law("a charge is declared by fresh horse at enemies in reach", ("F-17.1", "STA-03", "OOC-04"), seek=targets),
    Law("an assault that is not offered says why", ("F-16.1",), seek=says_why),
)
# fmt: on
