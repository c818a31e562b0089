"""What every position shows: where figures stand, what statuses go together, what adds up."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from grognard.engine.soundness import Law

from ..facts.ground import areas_at
from ..facts.victory import lost_points
from ..state import State, Unit
from ..words import Arm, Calibre, Role, Trait, Where
from .measure import (
    SLACK,
    UNFORMS,
    apart,
    bases,
    by_road,
    farther,
    grounds,
    on_open_ground,
    outside,
)

CREW_AT = 300
GUN_PRICE = {Calibre.I: 60, Calibre.II: 100, Calibre.III: 125, Calibre.IV: 155}
FOUND_AT = 1000
LIVES = 4


def whole(state: State) -> Iterator[str]:
    """Who stands on the table has figures, and never more than it began with."""
    for unit in (*state.units, *state.hidden):
        if unit.on_table and not unit.figures:
            yield f"{unit!r} stands without a figure"
        if unit.size > unit.full:
            yield f"{unit!r} has grown"


def on_table(state: State) -> Iterator[str]:
    """No base hangs over the edge."""
    width, height = state.field.width, state.field.height
    for unit in (*outside(state), *state.hidden):
        for x, y, r in bases(unit):
            if not (r <= x <= width - r and r <= y <= height - r):
                yield f"{unit!r} hangs over the edge at ({x / 100:g}, {y / 100:g})"
                break


def own_room(state: State) -> Iterator[str]:
    """Bases never overlap."""
    standing = outside(state)
    for at, one in enumerate(standing):
        mine = bases(one)
        for other in standing[:at]:
            if farther(one, other, 0):
                continue
            for x, y, r in mine:
                if any(hypot(x - u, y - v) < r + s - 22 for u, v, s in bases(other)):
                    yield f"{one!r} and {other!r} overlap"
                    break


def open_ground(state: State) -> Iterator[str]:
    """Nobody in a stream, and outdoors nobody in a house."""
    standing_houses = {each.name for each in state.field.terrain if each.kind == "building"} - {
        name for name, hits in state.damage if hits >= _tough(state, name)
    }
    for unit in (*outside(state), *state.hidden):
        if not unit.figures or on_open_ground(state, unit):
            continue
        for figure in unit.figures:
            kinds = grounds(state, figure)
            barred = [k for k in kinds if k == "stream"]
            if "building" in kinds and standing_houses:
                barred += [
                    k for k in kinds if k == "building" and _in_standing(state, figure, standing_houses)
                ]
            if barred and not by_road(state, unit):
                yield f"{unit!r} stands in {barred[0]} at ({figure.x / 100:g}, {figure.y / 100:g})"
                break


def _tough(state: State, name: str) -> int:
    return next(each.toughness for each in state.field.terrain if each.name == name)


def _in_standing(state: State, figure: tuple[Role, int, int], names: set[str]) -> bool:
    for each in state.field.terrain:
        if each.kind == "building" and each.name in names:
            xs, ys = [p[0] for p in each.poly], [p[1] for p in each.poly]
            if min(xs) < figure[1] < max(xs) and min(ys) < figure[2] < max(ys):
                return True
    return False


def entered(state: State) -> Iterator[str]:
    """Who has the cover and the name of an area has entered it: nobody a stream, nor formed where ranks break."""
    for unit in (*outside(state), *state.hidden):
        if not unit.figures or on_open_ground(state, unit):
            continue
        for figure in unit.figures:
            kinds = {area.kind for area in areas_at(state, (figure.x, figure.y))}
            wrong = kinds & {"stream"}
            if unit.formed:
                wrong |= kinds & UNFORMS[unit.mounted]
            if wrong and not by_road(state, unit):
                yield f"{unit!r} is in {', '.join(sorted(wrong))}{' and formed' if unit.formed else ''}"
                break


def formed_where_it_may(state: State) -> Iterator[str]:
    """Six or more, of a kind that can form, steady, outdoors, on ground that keeps ranks."""
    for unit in (*state.units, *state.hidden):
        if not unit.formed or not unit.on_table:
            continue
        never = Trait.CANNOT_FORM in unit.traits or unit.arm in (Arm.GUN, Arm.WAGON) or unit.is_command
        if never or unit.fleeing or unit.house or unit.size < 6:
            yield f"{unit!r} is formed"
            continue
        if on_open_ground(state, unit):
            continue
        for figure in unit.figures:
            broken = [k for k in grounds(state, figure) if k in UNFORMS[unit.mounted]]
            if broken and not by_road(state, unit):
                yield f"{unit!r} is formed in {broken[0]}"
                break


def contacts(state: State) -> Iterator[str]:
    """Two enemies at hand strokes: both there, steady, and their own masters."""
    for contact in state.contacts:
        one, other = state.units[contact.attacker], state.units[contact.defender]
        for each in (one, other):
            if not each.on_table or each.fleeing or each.attached is not None or each.arm is Arm.WAGON:
                yield f"{each!r} fights"
        if one.side == other.side:
            yield f"{one!r} fights {other!r}"


def statuses(state: State) -> Iterator[str]:
    """Hidden units have done and suffered nothing; lost ones are nowhere; flights are counted to two."""
    for unit in state.hidden:
        if (
            (unit.formed and Trait.CANNOT_FORM in unit.traits)
            or unit.fleeing
            or unit.house
            or unit.today.acted
        ):
            yield f"{unit!r} is hidden"
    for unit in state.units:
        if unit.where is not Where.TABLE and (unit.fleeing or unit.house or unit.attached is not None):
            yield f"{unit!r} is off the table"
        if not 0 <= unit.fleeing <= 2:
            yield f"{unit!r} has failed to rally {unit.fleeing} times"
        if unit.fleeing and unit.house:
            yield f"{unit!r} flees in a house"


def garrisons(state: State) -> Iterator[str]:
    """A house holds one unit of foot, no more than fit, and the leader with it."""
    inside: dict[str, list[Unit]] = {}
    for unit in state.units:
        if unit.on_table and unit.house:
            inside.setdefault(unit.house, []).append(unit)
    for name, units in inside.items():
        house = next((each for each in state.field.terrain if each.name == name), None)
        if house is None or house.kind != "building":
            yield f"{units[0]!r} is in {name}"
            continue
        troops = [unit for unit in units if unit.attached is None]
        if len(troops) != 1 or troops[0].arm is not Arm.FOOT:
            yield f"{name} holds {troops}"
        twice = sum(
            ax * by - bx * ay for (ax, ay), (bx, by) in zip(house.poly, (*house.poly[1:], house.poly[0]))
        )
        if any(unit.size * 40000 * 2 > abs(twice) for unit in troops):
            yield f"{name} is too small for {troops}"


def leaders(state: State) -> Iterator[str]:
    """An attached leader is with a unit of his side that is there, the only one; officers fall last."""
    with_: set[int] = set()
    for unit in state.units:
        if unit.attached is not None:
            friend = state.units[unit.attached]
            if not unit.is_command or friend.side != unit.side or friend.is_command or unit.attached in with_:
                yield f"{unit!r} is attached to {friend!r}"
            if unit.on_table and (not friend.on_table or friend.house != unit.house):
                yield f"{unit!r} is not where {friend!r} is"
            with_.add(unit.attached)
        if unit.is_command and unit.on_table and unit.figures and not unit.has(Role.OFFICER):
            yield f"{unit!r} has lost its officer before the rest"


def gun_crews(state: State) -> Iterator[str]:
    """The crew of a gun stand within 3 of it."""
    for unit in state.units:
        gun = unit.gun
        if gun is None or gun.taken or gun.abandoned or not unit.on_table:
            continue
        for f in unit.figures:
            if hypot(f.x - gun.x, f.y - gun.y) - unit.radius - 200 > CREW_AT + SLACK:
                yield f"a gunner of {unit!r} is too far from his gun"
                break


def lurking(state: State) -> Iterator[str]:
    """No hidden unit has an enemy figure within 10: he would have found it."""
    if not state.turn:
        return
    for unit in state.hidden:
        for enemy in state.units:
            if enemy.side != unit.side and enemy.on_table and enemy.figures:
                if not enemy.house and farther(unit, enemy, FOUND_AT):
                    continue
                if apart(state, unit, enemy) <= FOUND_AT - SLACK:
                    yield f"{unit!r} is hidden {apart(state, unit, enemy) / 100:.2f} from {enemy!r}"


def losses(state: State) -> Iterator[str]:
    """Lost points are those of figures removed, leaders killed and guns taken, each once, and nothing else."""
    due = [0, 0]
    for unit in state.units:
        if unit.arm is Arm.WAGON or unit.where is Where.LATER:
            continue
        lost = unit.where is Where.LOST
        if unit.is_command:
            due[unit.side] += unit.price if lost else unit.escort * (unit.full - unit.size)
            continue
        due[unit.side] += unit.price * (unit.full - (0 if lost else unit.size))
        if unit.gun is not None and unit.gun.taken:
            due[unit.side] += GUN_PRICE[unit.gun.calibre]
    for side in (0, 1):
        if lost_points(state, side) != due[side]:
            yield f"side {side} has lost {lost_points(state, side)}, {due[side]} are due"


def wagons(state: State) -> Iterator[str]:
    """Every wagon is on the table, off by its road, or lost; a wagon survives three failures."""
    convoys = [unit for unit in state.units if unit.arm is Arm.WAGON]
    if not convoys:
        return
    on = sum(unit.size for unit in convoys if unit.where in (Where.TABLE, Where.LATER))
    if on + state.wagons_off + state.wagons_lost != sum(unit.full for unit in convoys):
        yield f"{on} wagons there, {state.wagons_off} off and {state.wagons_lost} lost"
    for unit in convoys:
        if len(unit.wounds) != unit.size or any(not 0 <= each < LIVES for each in unit.wounds):
            yield f"{unit!r} has wounds {unit.wounds}"


def tests_once(state: State) -> Iterator[str]:
    """A unit tests once in an activation, and only if it is there to run."""
    due = [cause.unit for cause in state.tests]
    if len(set(due)) < len(due) or set(due) & set(state.tested):
        yield f"tests due {due}, taken {state.tested}"
    for cause in state.tests:
        unit = state.units[cause.unit]
        if unit.arm is Arm.WAGON or unit.attached is not None:
            yield f"{unit!r} is to test"


# fmt: off
LAWS = (
    Law("who stands on the table has figures, and no more than it began with", ("V1", "16"), at=whole),
    Law("no base hangs over the edge", ("M7",), at=on_table),
    Law("bases never overlap", ("B8", "B2"), at=own_room),
    Law("nobody stands in a stream or in a wall of a house", ("34", "S2", "G2"), at=open_ground),
    Law("who has the shelter of an area has entered it, at its price", ("29", "30", "31", "40", "105", "107", "B9"), at=entered),
    Law("a unit is formed only where and while it may be", ("105", "107", "O1", "O3"), at=formed_where_it_may),
    Law("who fights is there and steady", ("N5", "K1", "M5"), at=contacts),
    Law("statuses that exclude each other are never together", ("M5", "M6", "H1", "S6"), at=statuses),
    Law("a house holds one unit of foot that fits in, and its leader", ("G1", "34", "48"), at=garrisons),
    Law("a leader is with one unit, where it is, and an officer falls last", ("C4", "17", "28", "A-2"), at=leaders),
    Law("gunners stand by their gun", ("X1",), at=gun_crews),
    Law("nobody stays hidden with an enemy within 10", ("H4",), at=lurking),
    Law("every figure removed, leader killed and gun taken counts as lost, once", ("V1", "V2"), at=losses),
    Law("wagons add up", ("S4", "S5", "S6"), at=wagons),
    Law("a unit tests once in an activation", ("M3", "T6"), at=tests_once),
)
# fmt: on
