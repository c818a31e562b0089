"""Leaders and nerve. [95–100, C1–C5, M1–M3, T1, T5]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.dice import Pool
from grognard.engine.tables import Tally

from ..state import State, Unit
from ..tables.cover import wall_cover
from ..tables.nerve import COMMAND_RANGE, NERVE, morale_need
from ..words import Cover, Rank, Role
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
    """The rank of its best living commander, 0 without one. [T1, C5]"""
    return max((int(u.rank) for u in leaders(state, side)), default=int(Rank.NONE))


def command_range(leader: Unit) -> int:
    """How far a leader commands. [95–100]"""
    return COMMAND_RANGE[leader.rank, leader.mounted]


def commands(state: State, leader: Unit, unit: Unit) -> bool:
    """Whether a unit is inside a leader's range, any figure counting. [C3]"""
    if leader.fleeing or _busy(state, leader):
        return False
    return leader.attached == unit.id or within_units(state, leader, unit, command_range(leader))


def _busy(state: State, leader: Unit) -> bool:
    """Engaged himself, or with a unit that is."""
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
