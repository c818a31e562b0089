"""Charges: who may declare, where markers go, reactions, regroup. [F-17.1, F-17.2, F-17.3, F-17.7]"""

from __future__ import annotations

from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.engine.tables import Refusal
from grognard.geometry.hexarcs import to_side, to_vertex, turned

from ..state import State, Unit
from ..tables.needs import CHARGE, Gallop
from ..words import RANKS, Arm, Cover, Formation, Rank
from .assault import no_melee
from .ground import distance, distances, ground, level, price, seen
from .homecoming import comes_home
from .passage import drawn_back
from .stacks import Stack, allowance, front, hexes, layout, spots

RUN_LIGHT, RUN_HEAVY = 6, 5
REACT_LIGHT, REACT_HEAVY = 6, 4
MOST_AT_ONE = 3
GRAND_UNITS, GRAND_APART = 3, 2


def run(unit: Unit) -> int:
    """How many hexes a charge may go. [F-17.2]"""
    return RUN_LIGHT if unit.light else RUN_HEAVY


@kept
def targets(state: State, unit: Unit) -> tuple[int, ...]:
    """Enemy stacks a charge may name. [F-17.1]"""
    most = run(unit)
    return tuple(
        stack[0].id
        for stack in state.stacks(1 - unit.side)
        if named_at(state, unit, stack[0], most)
        and (in_contact(state, unit, stack[0]) or bool(next_hexes(state, unit, stack[0], most)))
    )


def named_at(state: State, unit: Unit, target: Unit, most: int) -> tuple[int, ...]:
    """The hexes of a stack by which a charge may name it: near enough, in sight, and no wood, orchard or farm. [F-17.1, F-10.4]"""
    far = distances(state.field, unit.hex)
    return tuple(
        here
        for here in hexes(target)
        if far[here] <= most and ground(state.field, here).charge and seen(state, unit.hex, here, saddle=True)
    )


def sheltered(state: State, target: Unit) -> bool:
    """Whether no charge goes in where a stack stands: a marker has lost it as its target. [F-17.1, F-17.2, F-17.5]"""
    return not any(ground(state.field, here).charge for here in hexes(target))


def nearest_hex(state: State, target: Unit, here: int) -> int:
    """How far the nearer hex of a stack is. [F-10.4]"""
    if not target.wide:
        return distance(state.field, here, target.hex)
    return min([distance(state.field, here, spot) for spot in hexes(target)])


def why_not_charge(state: State, stack: Stack) -> Refusal | None:
    """Why a stack may not declare a charge, or None. [F-17.1]"""
    top = stack[0]
    facts = Gallop(
        cavalry=top.arm is Arm.CAV,
        good=top.good,
        spent=top.spent,
        ooc=top.ooc,
        reserve=state.commands[top.command].reserve,
        halted=top.halted,
        formation=top.formation,
        steps=sum([unit.steps for unit in stack]),
        fresh=2 * top.used <= allowance(state, stack),
        failed=top.failed_charge,
        weather_bars=no_melee(state),
    )
    refused = CHARGE.refusal(facts)
    if refused is not None or targets(state, top):  # the costliest last
        return refused
    return CHARGE.refusal(facts._replace(target=False))


def in_contact(state: State, unit: Unit, target: Unit) -> bool:
    """Adjacent, with the target in a front hex. [F-17.7]"""
    return bool(set(hexes(target)) & set(front(state, unit)))


def facings(unit: Unit) -> tuple[int, ...]:
    """Its facing and those 60 degrees beside it. [F-17.2]"""
    return unit.facing, turned(unit.facing, 1), turned(unit.facing, -1)


def faced(unit: Unit, direction: int) -> int | None:
    """The facing with least turn that has a direction in front; None if 60 degrees do not do. [F-17.2]"""
    return next((way for way in facings(unit) if direction in layout(replace(unit, facing=way)).front), None)


def next_hexes(state: State, unit: Unit, target: Unit, left: int) -> tuple[int, ...]:
    """Where a Charge marker may go next: empty, in front, nearer the target; never on out of a brook. [F-17.2]"""
    if state.field.terrain[unit.hex] == "~":
        return ()
    now = nearest_hex(state, target, unit.hex)
    found = []
    for direction, there in state.field.grid.steps(unit.hex):
        if there in state.at or nearest_hex(state, target, there) >= now:
            continue
        rise = level(state.field, there) - level(state.field, unit.hex)
        if not ground(state.field, there).charge or abs(rise) >= 2 or 1 + (rise == 1) > left:
            continue
        if faced(unit, direction) is not None:
            found.append(there)
    return tuple(found)


def pursuit_hexes(state: State, unit: Unit, beaten: Unit, far: int) -> dict[int, int]:
    """Where a pursuer may end: up to so many hexes, each nearer the routers; with its facing there. [F-17.11]"""
    found: dict[int, int] = {}
    ring = [unit]
    for _ in range(far):
        further = []
        for one in ring:
            for there in next_hexes(state, one, beaten, far):
                if there not in found:
                    found[there] = toward(state, one, there)
                    further.append(replace(one, hex=there, facing=found[there]))
        ring = further
    return found


def ride_in(state: State, unit: Unit, target: Unit) -> tuple[int, ...] | None:
    """A run of a charge as things stand, as directions, that ends in contact; None if nothing leads there. [F-17.2]"""
    if in_contact(state, unit, target):
        return ()
    ways: list[tuple[Unit, int, tuple[int, ...]]] = [(unit, run(unit), ())]
    while ways:
        one, left, path = ways.pop(0)
        for there in next_hexes(state, one, target, left):
            way = state.field.grid.direction_between(one.hex, there)
            assert way is not None
            moved = replace(one, hex=there, facing=toward(state, one, there))
            over = [state.field.grid.direction_between(there, spot) for spot in hexes(target)]
            if any(each is not None and faced(moved, each) is not None for each in over):
                return (*path, way)
            ways.append((moved, left - cost(state, one.hex, there), (*path, way)))
    return None


def cost(state: State, here: int, there: int) -> int:
    """How much of the run a hex takes. [F-17.2]"""
    return 1 + (level(state.field, there) > level(state.field, here))


def toward(state: State, unit: Unit, there: int) -> int:
    """A facing that looks at a neighbouring hex; as it is for one farther off, of a target that stood in two."""
    direction = state.field.grid.direction_between(unit.hex, there)
    if direction is None:
        return unit.facing
    found = faced(unit, direction)
    if found is not None:
        return found
    return to_vertex(direction) if unit.facing % 2 else to_side(direction)


def reactors(state: State, marker: Unit, tried: tuple[int, ...]) -> tuple[int, ...]:
    """Enemy cavalry that may charge back at a marker. [F-17.3, STA-06]"""
    found = []
    for stack in state.stacks(1 - marker.side):
        top = stack[0]
        if top.arm is not Arm.CAV or not top.good or top.spent or top.id in tried or top.failed_charge:
            continue
        if top.formation not in (Formation.LINE, Formation.COLUMN, Formation.OPEN):
            continue
        if state.commands[top.command].reserve or no_melee(state):
            continue
        near = distance(state.field, top.hex, marker.hex) <= (REACT_LIGHT if top.light else REACT_HEAVY)
        if near and seen(state, top.hex, marker.hex, saddle=True):
            found.append(top.id)
    return tuple(found)


def screen_exits(state: State, stack: Stack) -> tuple[int, ...]:
    """Where a charged Screen may slip to: cover, or a formed friend it can join. [F-17.5]"""
    top = stack[0]
    if not top.good or top.formation is not Formation.SCREEN or state.commands[top.command].reserve:
        return ()
    own = set(hexes(top))

    def sheltered(there: int) -> bool:
        new = [spot for spot in spots(state, top, there) if spot not in own]
        return len(spots(state, top, there)) == len(own) and all(
            spot not in state.at
            and ground(state.field, spot).cover is not Cover.NONE
            and price(state.field, top.arm, top.formation, top.hex, spot) is not None
            for spot in new
        )

    return tuple(
        there
        for _, there in state.field.grid.steps(top.hex)
        if sheltered(there) or _taken_in(state, stack, state.at.get(there, ()))
    )


def _taken_in(state: State, stack: Stack, others: Stack) -> bool:
    """Whether a Screen finds its battalion formed, and with room for it. [F-17.5, F-10.6]"""
    return comes_home(state, stack, others) and others[0].formation is not Formation.SCREEN


def grand_charge(state: State, units: tuple[Unit, ...], company: tuple[int, ...]) -> tuple[int, ...]:
    """The chargers that are part of a Grand Charge: three or more near each other under a corps leader or better who rides with one.

    Whoever charges elsewhere neither makes nor undoes it. [F-17.10, R-46]
    """
    near = _massed(state, list(units))
    found: list[int] = []
    while near:
        group = [near.pop()]
        for one in group:
            linked = [other for other in near if _close(state, one, other)]
            group += linked
            near = [other for other in near if other not in linked]
        if any(_leads(state, unit, company) for unit in group):
            found += [unit.id for unit in group]
    return tuple(sorted(found))


def _massed(state: State, units: list[Unit]) -> list[Unit]:
    """Those of some units who have two others of them within 2 hexes. [F-17.10]"""
    while True:
        near = [unit for unit in units if sum([_close(state, unit, other) for other in units]) >= GRAND_UNITS]
        if len(near) == len(units):
            return near
        units = near


def _close(state: State, one: Unit, other: Unit) -> bool:
    return distance(state.field, one.hex, other.hex) <= GRAND_APART


def _leads(state: State, unit: Unit, company: tuple[int, ...]) -> bool:
    """Whether a corps leader or better rides with a unit. [F-17.10]"""
    return any(
        one.id in company and RANKS.index(one.rank) >= RANKS.index(Rank.CORPS)
        for one in state.leaders_at(unit.hex, unit.side)
    )


def straight(path: tuple[int, ...], contact: int) -> int:
    """Hexes entered in a row before contact, all in the direction of the contact hexside. [F-17.7, R-18]"""
    count = 0
    for direction in reversed(path):
        if direction != contact:
            break
        count += 1
    return count


def regroup_hexes(state: State, stack: Stack, fought: tuple[int, ...]) -> tuple[int, ...]:
    """Where a regrouping stack may go: half its MCF, away from whom it fought and from all enemies, through friends and to them.

    [F-17.11, F-10.6]
    """
    top, field = stack[0], state.field
    foes = [
        [distances(field, foe) for foe in hexes(state.units[one])]
        for one in fought
        if state.units[one].on_map
    ]
    enemies = [distances(field, there) for other in state.stacks(1 - top.side) for there in hexes(other[0])]
    known: dict[int, int] = {}

    def nearest(here: int) -> int:
        found = known.get(here)
        if found is None:
            found = known[here] = min([far[here] for far in enemies], default=field.grid.size)
        return found

    def closes_in(here: int, there: int) -> bool:
        return any(min([far[there] for far in own]) < min([far[here] for far in own]) for own in foes)

    def may(here: int, there: int) -> bool:
        if ground(field, there).forced:  # it would leave the order it regroups in
            return False
        far = nearest(there)
        return far >= nearest(here) and (far > 1 or here == top.hex) and not closes_in(here, there)

    loose = top.formation is Formation.GENERAL
    found = drawn_back(state, stack, top.formation if loose else Formation.COLUMN, may)
    return tuple(sorted({top.hex, *found}))
