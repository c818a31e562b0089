"""Breaking, points and victory: what each side has, and what it would win by if the game ended now. [V1–V5]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.book import Outcome
from grognard.engine.memo import kept
from grognard.geometry.gaps import within
from grognard.geometry.outlines import in_parts

from ..state import Score, State, Unit
from ..tables.victory import MARGINS, POINTS
from ..words import Kind, Where
from .bodies import body
from .ground import named

HOLDERS = 3
"""Figures a unit needs to hold an area. [V5]"""


class Scored(NamedTuple):
    """One line of the score: for whom, how much, for what, by which rule."""

    side: int
    points: int
    words: str
    cite: str


@kept(of=("units",))
def army(state: State, side: int) -> tuple[Unit, ...]:
    """All units a side began with, also those still to come; generals are not counted. [V1]"""
    return tuple([u for u in state.units if u.side == side and not u.is_general])


def lost(state: State, side: int) -> int:
    """How many units a side has lost; those that left by an open edge are not. [V2]"""
    return sum([u.where is Where.LOST for u in army(state, side)])


def break_point(state: State, side: int) -> int:
    """How many lost units break an army: the scenario's number, else half of all, rounded up. [V1]"""
    return state.field.sides[side].break_at or -(-len(army(state, side)) // 2)


def broken(state: State, side: int) -> bool:
    """Whether an army has broken. [V1]"""
    return lost(state, side) >= break_point(state, side)


def items(state: State) -> tuple[Scored, ...]:
    """The score as it stands, line by line. [V3]"""
    found: list[Scored] = []
    for side in (0, 1):
        found += _losses(state, side)
    for score in state.field.scores:
        found += _KINDS[score.kind](state, score)
    return tuple(line for line in found if line.points)


@kept
def points(state: State) -> tuple[int, int]:
    """Each side's points as they stand. [V3]"""
    lines = items(state)
    a, b = (sum(line.points for line in lines if line.side == side) for side in (0, 1))
    return a, b


def _losses(state: State, side: int) -> list[Scored]:
    """What a side has from its enemy's losses. [V3]"""
    foes = [u for u in state.units if u.side != side and u.where is Where.LOST]
    lines = []
    for foe in foes:
        row = POINTS.row(_loss_of(foe))
        lines.append(Scored(side, row.value, f"{foe.name} lost", row.cite))
    if broken(state, 1 - side) and not broken(state, side):
        row = POINTS.row("broken")
        lines.append(Scored(side, row.value, f"{state.field.sides[1 - side].name} broken", row.cite))
    return lines


def _loss_of(unit: Unit) -> str:
    """Which row of the points a lost unit reads. [V3]"""
    if unit.is_general:
        return "other general" if unit.subordinate else "general"
    return "gun" if unit.is_gun else "unit"


def fit_to_hold(unit: Unit, figures: int = HOLDERS) -> bool:
    """Foot or horse with enough figures. [V5]"""
    return unit.kind in (Kind.FOOT, Kind.HORSE) and unit.figures >= figures


def holders(state: State, name: str, side: int) -> list[Unit]:
    """A side's units in an area that are fit to hold it. [V5]"""
    area = named(state.field, name)
    if area is None:
        return []
    return [u for u in state.of_side(side) if fit_to_hold(u) and area.holds((u.x, u.y))]


def _hold(state: State, score: Score) -> list[Scored]:
    """Points for the one side that holds an area; a share for each if both are there, or nobody. [V5]"""
    there = [bool(holders(state, score.area, side)) for side in (0, 1)]
    if there[0] == there[1]:
        who = "both are" if there[0] else "nobody is"
        return [Scored(side, score.shared, f"{who} in {score.area}", "V5") for side in (0, 1)]
    return [Scored(there.index(True), score.points, f"holds {score.area}", "V5")]


def _exit(state: State, score: Score) -> list[Scored]:
    """Points for guns, foot and the general that left by the open edge. [V3]"""
    away = [u for u in state.units if u.side == score.side and u.where is Where.LEFT]
    return [Scored(u.side, _worth(u, score), f"{u.name} got away", "V3") for u in away]


def _worth(unit: Unit, score: Score) -> int:
    """What a unit that left is worth: foot by its figures."""
    if unit.is_general:
        return 0 if unit.subordinate else score.general
    if unit.is_gun:
        return score.gun
    if unit.kind is not Kind.FOOT:
        return 0
    return score.foot_large if unit.figures >= score.large_from else score.foot_small


def _remain(state: State, score: Score) -> list[Scored]:
    """Points for each enemy unit still on the table, unless one's own army alone has broken. [V3]"""
    assert score.side is not None
    if score.unless_broken and broken(state, score.side) and not broken(state, 1 - score.side):
        return []
    left = state.of_side(1 - score.side)
    return [Scored(score.side, score.points, f"{u.name} still on the table", "V3") for u in left]


def _crossing(state: State, score: Score) -> list[Scored]:
    """Points for a unit on the crossing or beyond it, with no enemy unit near. [V3]"""
    assert score.side is not None
    for unit in state.of_side(score.side):
        if _across(state, unit, score) and _clear(state, unit, score.clear):
            return [Scored(score.side, score.points, f"{unit.name} is across", "V3")]
    return []


def _across(state: State, unit: Unit, score: Score) -> bool:
    area = named(state.field, score.area)
    on_it = area is not None and in_parts(area.whole, (unit.x, unit.y))
    return fit_to_hold(unit, score.figures) and (on_it or unit.y > score.north_of)


def _clear(state: State, unit: Unit, distance: int) -> bool:
    here = body(state, unit)
    return not any(within(here, body(state, foe), distance) for foe in state.of_side(1 - unit.side))


_KINDS = {"hold": _hold, "exit": _exit, "remain": _remain, "crossing": _crossing}


def ended(state: State) -> str:
    """The rule that ends the game now, if one does: a break, or the last turn. [V1, V4]"""
    if broken(state, 0) or broken(state, 1):
        return "V1"
    return "V4" if state.turn >= state.field.turns else ""


def outcome(state: State) -> Outcome:
    """Who wins: two points ahead, six are decisive, less is a draw. [V4]"""
    a, b = points(state)
    how = MARGINS.find(abs(a - b)).value
    if not how:
        return Outcome(None, f"A draw, {a} to {b}", "V4", (a, b))
    winner = (a, b).index(max(a, b))
    name = state.field.sides[winner].name
    return Outcome(winner, f"{name}: {how}, {max(a, b)} to {min(a, b)}", "V4", (a, b))


def decided(state: State) -> str:
    """What ended the battle: one army broke, both did, or the last turn was over. [V1, V4]"""
    gone = [broken(state, side) for side in (0, 1)]
    if all(gone):
        return "both armies broke"
    return "an army broke" if any(gone) else "the last turn was over: points"
