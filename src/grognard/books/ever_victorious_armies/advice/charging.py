"""What a charge is worth: getting there, the fight as it will be, and the way it leads off from the scenario's aim."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.angles import ahead
from grognard.geometry.gaps import point_gap

from ..facts.bodies import Stand, apart, stand, standing
from ..facts.ground import inside
from ..facts.lanes import Lane
from ..facts.parties import linked_with
from ..facts.readiness import best_roll, evades
from ..state import State, Unit
from ..words import Cover, Kind, Weapon
from .aims import ardour, goal_worth, march_on, stake
from .storming import held_back, storming
from .worth import (
    catch_chance,
    clash,
    figure_worth,
    is_loose,
    mean_move,
    reach_chance,
    salvo,
    spent,
    unit_worth,
)

STORM = 0.4
"""What it is worth to go in with the others."""
SPENT = -0.5
"""A charge that is not to be made."""
ROUNDING = 20
"""More than corners are rounded by, and the touch of two bodies."""


class Onset(NamedTuple):
    """What a charge that comes to an enemy is worth by how likely it is to come home: all but the way to him."""

    gain: float
    """What the fight brings, less what his fire costs on the way."""
    risk: float
    """What a charge that falls short puts at stake of its unit."""
    own: float
    dare: float
    together: float
    left: float
    runs: bool
    """He may run."""

    def worth(self, chance: float) -> float:
        """The expected gain, against staying where one is."""
        return (
            chance * self.gain - (1 - chance) * self.risk * self.own / self.dare + self.together - self.left
        )


@kept
def _onset(state: State, unit_id: int, target_id: int) -> Onset | None:
    """A charge as it will be if it comes to this enemy; None if it is not to be made."""
    unit, target = state.units[unit_id], state.units[target_id]
    if (spent(unit) and not (target.is_gun or spent(target))) or held_back(state, unit, target):
        return None
    runs = evades(state, target)
    fight = joined(state, unit, target)
    loose = is_loose(unit, unit.order)
    hits = 0.67 * salvo(state, target, Cover.NONE, moved=target.today.moved, still=False, loose=loose).at(100)
    cost = hits * figure_worth(state, unit)
    prize = stake(state, target) * fight.drives - stake(state, unit) * fight.fails
    dare = ardour(state, unit.side)
    gain = fight.gain + prize if fight.gain + prize > 0 else (fight.gain + prize) / dare
    return Onset(
        gain - cost / dare,
        0.2 if runs else 0.08,
        unit_worth(state, unit),
        1.0 if runs else dare,
        STORM if storming(state, unit, target) else 0.0,
        _left(state, unit, target),
        runs,
    )


def charge_worth(state: State, unit: Unit, target: Unit, found: Lane) -> float:
    """The expected gain of one charge along a lane that ends at this enemy."""
    onset = _onset(state, unit.id, target.id)
    if onset is None:
        return SPENT
    if onset.runs:
        return onset.worth(catch_chance(unit, target, found.cost))
    return onset.worth(reach_chance(unit, found.cost, found.difficult))


def may_be_worth(state: State, unit: Unit, least: float) -> bool:
    """Whether any charge of a unit can be worth so much, whatever lanes there are: if not, none need be looked for."""
    mine, most = stand(state, unit), best_roll(unit).good
    for there in standing(state, 1 - unit.side):
        needs = _nearest_contact(mine, there)
        onset = _onset(state, unit.id, there.id) if needs <= most else None
        if onset is None:
            continue
        target = state.units[there.id]
        likely = catch_chance(unit, target, needs) if onset.runs else reach_chance(unit, needs)
        # The worth is a straight line over the chance: no lane is worth more than at one of its ends.
        if onset.worth(likely) >= least or onset.worth(0.0) >= least:
            return True
    return False


@kept
def _nearest_contact(unit: Stand, target: Stand) -> int:
    """How far a charger has to go at least, whichever way it turns: its front is half its depth before its centre."""
    width, depth = unit.size
    far = point_gap((unit.x, unit.y), target.body)
    return isqrt(max(0, far * far - (width * width + 3) // 4)) - depth // 2 - ROUNDING


def _left(state: State, unit: Unit, target: Unit) -> float:
    """What foot gives up by running after horse: its place, and its fire."""
    if unit.kind is not Kind.FOOT or target.kind is not Kind.HORSE or state.in_contact(target.id):
        return 0.0
    return 0.5 + 0.5 * stake(state, unit) + (0.0 if unit.weapon is Weapon.NONE else 0.5)


def way_lost(state: State, unit: Unit, found: Lane) -> float:
    """What a charge costs by leading away from what the scenario wants: this turn's march, and half the next."""
    there = ahead(unit.x, unit.y, found.facing, found.distance)
    return max(0.0, march_on(state, unit, 3 * mean_move(unit) // 2) - goal_worth(state, unit, there))


class Joined(NamedTuple):
    """What a unit changes by charging in: the expected gain, and the chances to drive or be driven off, roughly."""

    gain: float
    drives: float
    fails: float


def joined(state: State, unit: Unit, target: Unit) -> Joined:
    """A charge on its own, or what it adds to a fight that is on already."""
    breached = _same_work(state, unit, target)
    if not state.in_contact(target.id):
        fight = clash(state, (unit,), (target,), _followers(state, unit, target), breached=breached)
        likely = _likely(fight.net)
        return Joined(fight.gain, likely, 1 - likely)
    linked = [state.units[i] for i in linked_with(state, target.id)]
    ours = tuple(u for u in linked if u.side == unit.side)
    theirs = tuple(u for u in linked if u.side != unit.side)
    if attacker_of(state, tuple(u.id for u in linked)) == unit.side:
        before = clash(state, ours, theirs)
        after = clash(state, (*ours, unit), theirs, _followers(state, unit, target), breached=breached)
        sign = 1
    else:
        before, after = clash(state, theirs, ours), clash(state, theirs, (*ours, unit))
        sign = -1
    gain = sign * (after.gain - before.gain)
    return Joined(gain, _likely(sign * after.net) - _likely(sign * before.net), 1 - _likely(sign * after.net))


def _likely(net: int) -> float:
    """How likely the enemy is to give way, roughly."""
    return max(0.0, min(1.0, 0.5 + 0.12 * net))


def _same_work(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit is inside the enemy's work already, where it helps him no more. [G-45]"""
    work = inside(state.field, "work", (target.x, target.y))
    return work is not None and inside(state.field, "work", (unit.x, unit.y)) == work


def _followers(state: State, unit: Unit, target: Unit) -> int:
    """A third of the figures that could follow a charger in; raw troops would only help the enemy. [39]"""
    if unit.skirmishing:
        return 0  # skirmishers do not open an assault: who follows may come too late for them
    figures = 0
    for friend in _in_reach(state, unit.side, target.id):
        if friend.id != unit.id and (unit.raw or not friend.raw):
            figures += friend.figures // 3
    return figures


@kept
def _in_reach(state: State, side: int, target: int) -> list[Unit]:
    """Those of a side who have not moved and are likely to get to an enemy whom they do not touch yet."""
    theirs, there, found = stand(state, state.units[target]), state.touching(target), []
    for friend in state.of_side(side):
        if friend.is_gun or friend.today.acted or friend.id in there:
            continue
        far = apart(stand(state, friend), theirs)
        if far <= 1200 and reach_chance(friend, far) > 0.5:
            found.append(friend)
    return found


def attacker_of(state: State, units: tuple[int, ...]) -> int:
    """The side that attacks in a fight: the one that made its oldest contact. [G-29]"""
    oldest = min((c for c in state.contacts if c.attacker in units), key=lambda c: c.number)
    return state.units[oldest.attacker].side


__all__ = ["Joined", "attacker_of", "charge_worth", "joined", "may_be_worth", "way_lost"]
