"""Losses, broken sides, scenario points. [V1–V4, S1, G7]"""

from __future__ import annotations

from grognard.engine.book import Outcome

from ..state import State, Unit
from ..tables.points import GUNS
from ..words import Arm, Where
from .command import in_flight
from .ground import House, houses, land_of, near_house
from .mining import is_down

NEAR_HOUSE = 500
LEAD = 50
"""A lead under this is a draw. [V3]"""


def worth(unit: Unit) -> int:
    """The points of a unit as it began, its command group not counted. [V1]"""
    if unit.is_command:
        return unit.price
    gun = GUNS[unit.gun.calibre] if unit.gun is not None else 0
    return unit.price * unit.full + gun


def fallen_points(unit: Unit) -> int:
    """The cost of a unit's figures that have fallen: of a command unit, its escorts. [V1]"""
    return (unit.escort if unit.is_command else unit.price) * (unit.full - unit.size)


def left_points(unit: Unit) -> int:
    """The cost of a unit's figures still there, its leader among them."""
    return (unit.price if unit.is_command else unit.price * unit.full) - fallen_points(unit)


def lost_points(state: State, side: int) -> int:
    """The cost of a side's figures removed or off the table, leaders killed, guns taken; who left safely is not lost. [V1, S6]"""
    return sum(
        figures_lost(unit) + gun_lost(unit)
        for unit in state.units
        if unit.side == side and unit.arm is not Arm.WAGON
    )


def figures_lost(unit: Unit) -> int:
    """The points of a unit's figures that are lost: all of them once it is, a leader too. [V1]"""
    if unit.where is not Where.LOST:
        return fallen_points(unit)
    return unit.price if unit.is_command else unit.price * unit.full


def gun_lost(unit: Unit) -> int:
    """The points of its gun once the enemy has taken it; one that stands without a crew is not lost yet. [V1, X12]"""
    return GUNS[unit.gun.calibre] if unit.gun is not None and unit.gun.taken else 0


def fleeing_points(state: State, side: int) -> int:
    """The points of what now flees. [V2]"""
    return sum(left_points(unit) for unit in state.standing(side) if in_flight(state, unit))


def is_broken(state: State, side: int) -> bool:
    """Lost points and those of fleeing units reach half the total. [V2]"""
    total = state.field.sides[side].total
    return total > 0 and 2 * (lost_points(state, side) + fleeing_points(state, side)) >= total


def gone(state: State, side: int) -> bool:
    """Nothing left on the table and nothing due. [V4]"""
    if any(h.side == side for h in state.hidden):
        return False
    return not any(u.side == side and u.where in (Where.TABLE, Where.LATER) for u in state.units)


def holder(state: State, house: House) -> int | None:
    """Who holds a house: with a unit inside that does not flee, or alone beside an empty one. [G7]"""
    inside = [u for u in state.units if u.on_table and u.house == house.name]
    if inside:
        return None if inside[0].fleeing else inside[0].side
    near = {
        u.side
        for u in state.units
        if u.on_table
        and not u.fleeing
        and not u.is_command
        and u.arm is not Arm.WAGON
        and not state.engaged(u.id)
        and near_house(state, u, house, NEAR_HOUSE)
    }
    return near.pop() if len(near) == 1 else None


def points(state: State) -> tuple[int, int]:
    """Scenario points of both sides as things stand. [S1]"""
    score = [0, 0]
    for side in (0, 1):
        score[1 - side] += lost_points(state, side) * state.field.losses_share // 100
    for prize in state.field.prizes:
        if prize.kind == "house":
            house = next(h for h in land_of(state).houses if h.name == prize.area)
            held = holder(state, house) if house in houses(state) else None
            if held is not None and prize.side in (None, held):
                score[held] += prize.points
        elif prize.kind == "area":
            winner = _area_holder(state, prize.area)
            if winner is not None and prize.side in (None, winner):
                score[winner] += prize.points
        elif prize.kind == "bridge" and prize.side is not None:
            score[prize.side] += prize.points * is_down(state, prize.area)
        elif prize.kind == "wagon" and prize.side is not None:
            score[prize.side] += prize.points * _wagons_not_off(state)
    for way_out in state.field.exits:
        score[way_out.side] += _brought_off(state, way_out.units, way_out.points, way_out.share)
        if any(u.arm is Arm.WAGON for u in state.units):
            score[way_out.side] += way_out.points * state.wagons_off
    return score[0], score[1]


def _wagons_not_off(state: State) -> int:
    on = sum(u.size for u in state.units if u.arm is Arm.WAGON and u.on_table)
    return on + state.wagons_lost


def _brought_off(state: State, units: tuple[str, ...], each: int, share: int) -> int:
    left = [
        u
        for u in state.units
        if u.where is Where.LEFT and u.arm is not Arm.WAGON and (not units or u.key in units)
    ]
    return sum(each + left_points(u) * share // 100 for u in left)


def _area_holder(state: State, name: str) -> int | None:
    """The side with more unshaken figures in an area."""
    area = next((a for a in land_of(state).areas if a.name == name), None)
    if area is None:
        return None
    count = [0, 0]
    for unit in state.units:
        if unit.on_table and not unit.fleeing and not unit.is_command:
            count[unit.side] += area.count([(figure.x, figure.y) for figure in unit.figures])
    if count[0] == count[1]:
        return None
    return count.index(max(count))


def judgement(state: State, over: bool) -> Outcome | None:
    """How the game stands at the end of a turn. [T4, V2–V4]"""
    empty = [gone(state, side) for side in (0, 1)]
    if any(empty):
        score = points(state)
        if any(_brought_away(state, side) for side in (0, 1) if empty[side]):
            return _by_points(state, "V4")
        if all(empty):
            return Outcome(None, "A draw: nobody is left", "V4", score)
        return _won(state, empty.index(False), "nothing of the enemy is left", "V4")
    broken = [is_broken(state, side) for side in (0, 1)]
    if all(broken):
        return _both_broken(state)
    if any(broken):
        return _won(state, broken.index(False), "the enemy is broken", "V2")
    return _by_points(state, "V3") if over or _settled(state) else None


def _brought_away(state: State, side: int) -> bool:
    """Whether a side is off the table because some of it left by its road. [S6, V4]"""
    return any(u.side == side and u.where is Where.LEFT for u in state.units)


def _both_broken(state: State) -> Outcome:
    """The smaller lost share wins, equal shares draw. [V2a]"""
    shares = [lost_points(state, s) * state.field.sides[1 - s].total for s in (0, 1)]
    if shares[0] == shares[1]:
        return Outcome(None, "A draw: both sides are broken", "V2", points(state))
    return _won(state, shares.index(min(shares)), "both sides are broken, the enemy has lost more", "V2")


def _by_points(state: State, cite: str) -> Outcome:
    score = points(state)
    if abs(score[0] - score[1]) < LEAD:
        return Outcome(None, f"A draw: {score[0]} points to {score[1]}", cite, score)
    return _won(state, score.index(max(score)), f"{max(score)} points to {min(score)}", cite)


def _won(state: State, side: int, how: str, cite: str) -> Outcome:
    return Outcome(side, f"{state.field.sides[side].name} win: {how}", cite, points(state))


def _settled(state: State) -> bool:
    """Whether all those whose leaving ends the game have left or are lost. [S6]"""
    for way_out in state.field.exits:
        if way_out.ends:
            named = [
                u
                for u in state.units
                if u.side == way_out.side and (not way_out.units or u.key in way_out.units)
            ]
            if named and all(u.where in (Where.LEFT, Where.LOST) for u in named):
                return True
    return False


def decided(state: State) -> str:
    """What ended the game: a side broke, nothing of it was left, or points. [V2–V4]"""
    if any(gone(state, side) for side in (0, 1)):
        return "nobody was left of a side"
    beaten = [is_broken(state, side) for side in (0, 1)]
    if all(beaten):
        return "both sides broke"
    return "a side broke" if any(beaten) else "the last turn was over: points"
