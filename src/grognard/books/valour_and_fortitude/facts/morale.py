"""Valour and fortitude, brigades, objectives and the end of the battle. [130–148]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.book import Outcome
from grognard.engine.tables import Tally
from grognard.geometry.gaps import point_within
from grognard.geometry.points import farther

from ..state import State, Unit
from ..tables.morale import FORTITUDE, SCORES, VALOUR
from ..words import Arm, Phase, Where
from .bodies import figure_count, lost, stand
from .command import near_army_leader
from .contact import count, enemies_touching
from .ground import occupant
from .layout import shapes

NEAR_CHIEF = 1200
WAVER_NEAR = 600
OBJECTIVE = 600


class Valour(NamedTuple):
    """What decides a valour test. [134]"""

    fire_phase: bool
    scum: bool


class Fortitude(NamedTuple):
    """What decides a fortitude test. [142]"""

    units: int
    near: bool
    all_shaken: bool


def valour(state: State, unit: Unit) -> Tally:
    """What is added to valour dice. [133, 134]"""
    scum = state.spell("scum_of_the_earth", 1 - unit.side) and any(
        u.arm is Arm.INFANTRY and not u.profile.guest for u in enemies_touching(state, unit)
    )
    return VALOUR.tally(Valour(state.phase is Phase.FIRE, scum))


def left_of(state: State, brigade: int) -> list[Unit]:
    """A brigade's units that have not routed, wherever they are. [B32]"""
    return [u for u in state.units if u.brigade == brigade and not lost(u)]


def fortitude(state: State, brigade: int) -> Tally:
    """What is added to fortitude dice. [142]"""
    units = left_of(state, brigade)
    shaken = bool(units) and all(u.shaken for u in units)
    return FORTITUDE.tally(Fortitude(len(units), near_army_leader(state, brigade, NEAR_CHIEF), shaken))


def brigades_to_test(state: State) -> list[int]:
    """Brigades that lost units this phase, the active side's first; none that is shattered, unless the switch says so. [141, B31]"""
    found = {state.units[i].brigade for i in state.routed}
    every = state.options.shattered_brigades_test
    due = [b for b in sorted(found) if every or not state.brigades[b].shattered]
    return sorted(due, key=lambda b: (state.brigades[b].side != state.side, b))


def figures_at(state: State, number: int, side: int) -> int:
    """A side's figures within 6 of an objective; occupants by their feature, leaders never. [31, 35, B8]"""
    place = state.field.objectives[number].at
    return sum(
        _figures_near(state, unit, place) for unit in state.units if unit.side == side and unit.on_table
    )


def _figures_near(state: State, unit: Unit, place: tuple[int, int]) -> int:
    if unit.in_feature:
        near = any(point_within(place, part, OBJECTIVE) for part in shapes(state, unit))
        return figure_count(unit) if near else 0
    if farther(stand(unit).around, (*place, *place), OBJECTIVE):
        return 0
    return count(unit, sum(point_within(place, base, OBJECTIVE) for base in stand(unit).bases))


def gains(state: State, number: int) -> int | None:
    """The side that gains an objective now, or None. [35–37, B72]"""
    objective, holder = state.field.objectives[number], state.holders[number]
    if objective.feature >= 0:
        inside = occupant(state, objective.feature)
        side = None if inside is None else state.units[inside].side
        return None if side == holder else side
    mine, theirs = figures_at(state, number, 0), figures_at(state, number, 1)
    if mine == theirs:
        return None
    winner = 0 if mine > theirs else 1
    return None if winner == holder else winner


def score(state: State) -> tuple[int, int]:
    """Objectives held and defeats inflicted. [148]"""
    found = []
    for side in (0, 1):
        total = SCORES["defeat"] * state.defeats[1 - side]
        for number, holder in enumerate(state.holders):
            if holder == side:
                named = state.spell("capture", side, number)
                total += SCORES["captured" if named else "objective"]
        found.append(total)
    return found[0], found[1]


def wiped_out(state: State, side: int) -> bool:
    """Nobody on the table and nobody to come. [B66]"""
    return all(u.where is Where.ROUTED for u in state.units if u.side == side)


def outcome(state: State) -> Outcome:
    """Who wins. [148, B66]"""
    a, b = score(state)
    gone = [wiped_out(state, side) for side in (0, 1)]
    if state.options.wipeout_wins and gone[0] != gone[1]:
        winner = 1 if gone[0] else 0
        name = state.field.sides[winner].name
        return Outcome(winner, f"{name}: the enemy army is destroyed", "B66", (a, b))
    if a == b:
        return Outcome(None, f"A draw, {a} to {b}", "148", (a, b))
    winner = 0 if a > b else 1
    return Outcome(
        winner, f"{state.field.sides[winner].name} wins, {max(a, b)} to {min(a, b)}", "148", (a, b)
    )


def decided(state: State) -> str:
    """What ended the battle: an army was destroyed, or objectives and defeats were counted. [148, B66]"""
    if state.options.wipeout_wins and wiped_out(state, 0) != wiped_out(state, 1):
        return "an army was destroyed"
    return "objectives held and brigades beaten"
