"""What a leader may do besides: give orders, join a unit; and why not. [C2–C4, 30, 31, 34]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.domains import Domain, Units
from grognard.engine.memo import lazily
from grognard.engine.tables import Refusal
from grognard.geometry.points import farther

from ..state import State, Unit
from ..tables.actions import JOINS, ORDERS
from ..tables.nerve import RANKS
from ..words import Arm, Role
from .bodies import body_of, gap_between
from .command import commands, in_flight, is_busy
from .ground import barred, standing_in
from .reasons import Reasons

if TYPE_CHECKING:
    from ..steps.env import Act

TOUCH = 100
"""A leader so near a unit may join it. [C4]"""


class Ordering:
    """What decides whether a leader gives orders; looked at only as far as need be. [C2, C3]"""

    flees: bool
    fights: bool
    given: int

    def __init__(self, state: State, leader: Unit, given: int):
        self.state, self.leader, self.given = state, leader, given
        self.flees, self.fights = in_flight(state, leader), is_busy(state, leader)
        self.rank: int = RANKS[leader.rank].activates

    @lazily
    def reach(self) -> tuple[int, ...]:
        """Those inside his range who have still to act."""
        state, leader = self.state, self.leader
        return tuple([u.id for u in state.standing(leader.side) if _takes_orders(state, leader, u)])


class Joined:
    """What decides whether a leader joins a unit; looked at only as far as need be. [C4]"""

    name: str

    def __init__(self, state: State, leader: Unit, unit: Unit):
        self.state, self.leader, self.unit = state, leader, unit
        self.name = unit.name

    @property
    def troops(self) -> bool:
        """Whether it is foot or horse of his own side on the table."""
        unit = self.unit
        return unit.side == self.leader.side and unit.on_table and _is_troops(unit)

    @property
    def steady(self) -> bool:
        """Whether it does not flee."""
        return not self.unit.fleeing

    @property
    def engaged(self) -> bool:
        """Whether it fights."""
        return self.state.engaged(self.unit.id)

    @property
    def led(self) -> bool:
        """Whether another leader is with it."""
        return self.state.leader_with(self.unit.id) is not None

    @property
    def rides_in(self) -> bool:
        """Whether he would ride into its house. [34]"""
        return bool(self.unit.house) and self.leader.mounted

    @lazily
    def gap(self) -> int:
        """How far he is from it, or from the house it is in."""
        return gap_between(self.state, self.leader, self.unit)

    @property
    def touches(self) -> bool:
        """Whether he is in contact with it."""
        return self.gap <= TOUCH


def give_orders(state: State, unit: Unit, act: Act, offers: dict[str, Domain | None], bars: Reasons) -> None:
    """Up to his rank in units inside his range that have not acted; the enemy picks nobody in between. [C2, C2a]"""
    if not unit.is_command or not unit.has(Role.OFFICER):
        return
    ordering = Ordering(state, unit, act.given)
    reason = ORDERS.refusal(ordering)
    if reason is None:
        offers["command"] = Units(ordering.reach)
    else:
        bars["command"] = reason


def _takes_orders(state: State, leader: Unit, unit: Unit) -> bool:
    """Whether a unit is one he may order to act now. [C2]"""
    ours = unit.id != leader.id and not unit.today.acted and not unit.is_command
    return ours and commands(state, leader, unit)


def join(state: State, unit: Unit, offers: dict[str, Domain | None], bars: Reasons) -> None:
    """Joining a unit he touches is part of his activation; why not the nearest is told. [C4, C4b]"""
    if not unit.is_command or unit.attached is not None:
        return
    box = body_of(unit).box
    beside = [
        u
        for u in state.standing(unit.side)
        if _is_troops(u) and (u.house or not farther(body_of(u).box, box, TOUCH))
    ]
    found = tuple([u.id for u in beside if _may_join(state, unit, u)])
    if found:
        offers["attach"] = Units(found, lambda noun: why_not_join(state, unit, state.units[noun]))
        return
    if any(_is_troops(u) for u in state.standing(unit.side)):
        bars.later("attach", lambda: _why_not_the_nearest(state, unit))


def _is_troops(unit: Unit) -> bool:
    """Whether it is foot or horse, and no leader."""
    return unit.arm in (Arm.FOOT, Arm.HORSE) and not unit.is_command


def _why_not_the_nearest(state: State, leader: Unit) -> Refusal:
    """Why a leader who may join nobody does not join the nearest of his troops. [C4]"""
    troops = [u for u in state.standing(leader.side) if _is_troops(u)]
    reason = why_not_join(state, leader, min(troops, key=lambda u: (gap_between(state, leader, u), u.id)))
    assert reason is not None
    return reason


def _may_join(state: State, leader: Unit, unit: Unit) -> bool:
    return JOINS.met(Joined(state, leader, unit)) and barred_for(state, leader, unit) is None


def why_not_join(state: State, leader: Unit, unit: Unit) -> Refusal | None:
    """Why a leader may not join a unit. [C4]"""
    return JOINS.refusal(Joined(state, leader, unit)) or barred_for(state, leader, unit)


def barred_for(state: State, leader: Unit, unit: Unit) -> Refusal | None:
    """A mounted leader does not join who stands where no horse may. [C4, 30, 31]"""
    if unit.house:
        return None  # whether he may go in there is said already [34]
    found, road = standing_in(state, unit)
    return barred(state, unit, found, road=road, horse=unit.mounted or leader.mounted)
