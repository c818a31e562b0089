"""Leaders and nerve. [95–100, C1–C5, M1–M3, T1, T5]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.dice import Pool
from grognard.engine.flow import replace
from grognard.engine.memo import kept
from grognard.engine.tables import Tally

from ..state import State, Unit
from ..tables.cover import wall_cover
from ..tables.nerve import COMMAND_RANGE, NERVE, RANKS, morale_need
from ..words import Cover, Role
from .bodies import within_units
from .ground import area_cover_of, lined_walls


class Nerve(NamedTuple):
    """What a morale test looks at."""

    in_command: bool = False
    formed: bool = False
    cover: Cover = Cover.NONE
    half: bool = False
    friend_fleeing: bool = False
    beaten: int = 0
    """Figures by which its side lost the melee round. [K8]"""
    closing: bool = False
    rallied_by_command: bool = False
    flag: bool = False
    """A living flag, for a rally. [M6]"""


NEAR_FLIGHT = 1500
"""A friend fleeing so near unnerves. [M2]"""


def leaders(state: State, side: int) -> tuple[Unit, ...]:
    """A side's command units with a living leader on the table."""
    return tuple([u for u in state.standing(side) if u.is_command and u.has(Role.OFFICER)])


def best_rank(state: State, side: int) -> int:
    """What the rank of its best living commander adds to the initiative, 0 without one. [T1, C5, C6]"""
    return max((RANKS[u.rank].adds for u in leaders(state, side)), default=0)


def command_range(leader: Unit) -> int:
    """How far a leader commands. [95–100]"""
    return COMMAND_RANGE[leader.rank, leader.mounted]


def commands(state: State, leader: Unit, unit: Unit) -> bool:
    """Whether a unit is inside a leader's range, any figure counting. [C3]"""
    if leader.attached == unit.id:
        return not leader.fleeing and not is_busy(state, leader)
    return not in_flight(state, leader) and not is_busy(state, leader) and in_range(state, leader, unit)


def in_range(state: State, leader: Unit, unit: Unit) -> bool:
    """Whether any figure of a unit is inside a leader's range, measured from himself and not from his escort. [95–100, C3]"""
    return within_units(state, himself(leader), unit, command_range(leader))


@kept
def himself(leader: Unit) -> Unit:
    """The leader without his escort, where he stands. [C1, C3]"""
    return replace(leader, figures=tuple([f for f in leader.figures if f.role is Role.OFFICER]))


def in_flight(state: State, unit: Unit) -> bool:
    """Whether a unit flees, or is a leader carried off by the unit he is with. [C3, C4a, V2]"""
    return bool(unit.fleeing or (unit.attached is not None and state.units[unit.attached].fleeing))


def is_busy(state: State, leader: Unit) -> bool:
    """Whether he is engaged himself, or with a unit that is. [C3]"""
    if state.engaged(leader.id):
        return True
    return leader.attached is not None and state.engaged(leader.attached)


def in_command(state: State, unit: Unit) -> bool:
    """In command of some leader, or with one attached to itself. [C3]"""
    for leader in leaders(state, unit.side):
        if leader.id == unit.id:
            return True
        if leader.attached == unit.id:
            if not leader.fleeing:
                return True
        elif commands(state, leader, unit):
            return True
    return False


def led_by(state: State, unit: Unit) -> Unit | None:
    """The leader at the head of a unit's charge: he who is with it, or rides by himself. [64, C4a]"""
    return unit if unit.is_command else state.leader_with(unit.id)


def at_half(unit: Unit) -> bool:
    """At or below half its original strength. [M2, M3]"""
    return 2 * unit.size <= unit.full


def friend_fleeing(state: State, unit: Unit) -> bool:
    """Whether a friend flees within 15. [M2]"""
    return any(
        other.fleeing and other.id != unit.id and within_units(state, unit, other, NEAR_FLIGHT)
        for other in state.standing(unit.side)
    )


def nerve_cover(state: State, unit: Unit) -> Cover:
    """The cover that steadies a unit: of its ground or house, or of a wall it lines. [M2, F3]"""
    walls = () if unit.house else lined_walls(state, unit)
    return max([area_cover_of(state, unit), *(wall_cover(w.piece.height, unit.mounted) for w in walls)])


def nerve(state: State, unit: Unit, **more: int | bool) -> Nerve:
    """What a morale test of a unit looks at. [M2]"""
    return Nerve(
        in_command=in_command(state, unit),
        formed=unit.formed,
        cover=nerve_cover(state, unit),
        half=at_half(unit),
        friend_fleeing=friend_fleeing(state, unit),
        **more,  # type: ignore[arg-type]
    )


def test_dice(unit: Unit, found: Nerve) -> tuple[Pool, Tally]:
    """The D10 of a morale test, with its tally. [M1]"""
    tally = NERVE.tally(found)
    return Pool.of(1, morale_need(unit.quality, tally.total), 10), tally
