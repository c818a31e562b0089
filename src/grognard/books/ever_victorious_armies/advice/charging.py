"""What a charge is worth: getting there, the fight as it will be, and the way it leads off from the scenario's aim."""

from __future__ import annotations

from typing import NamedTuple

from grognard.geometry.angles import ahead
from grognard.geometry.gaps import gap

from ..facts.bodies import body
from ..facts.ground import inside
from ..facts.lanes import Lane
from ..facts.parties import linked_with
from ..facts.readiness import may_evade
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


def charge_worth(state: State, unit: Unit, target: Unit, found: Lane) -> float:
    """The expected gain of one charge, against staying where one is."""
    chance = reach_chance(unit, found.cost, found.difficult)
    first = state.units[found.hit]
    runs = may_evade(state, first) is None
    if (spent(unit) and not (first.is_gun or spent(first))) or held_back(state, unit, target):
        return SPENT
    if runs:
        chance = catch_chance(unit, first, found.cost)
    fight = joined(state, unit, target)
    loose = is_loose(unit, unit.order)
    hits = 0.67 * salvo(state, target, Cover.NONE, moved=target.today.moved, still=False, loose=loose).at(100)
    cost = hits * figure_worth(state, unit)
    prize = stake(state, target) * fight.drives - stake(state, unit) * fight.fails
    short = (1 - chance) * (0.2 if runs else 0.08) * unit_worth(state, unit)
    dare = ardour(state, unit.side)
    gain = fight.gain + prize if fight.gain + prize > 0 else (fight.gain + prize) / dare
    together = STORM if storming(state, unit, target) else 0.0
    return (
        chance * (gain - cost / dare) - short / (1.0 if runs else dare) + together - _left(state, unit, first)
    )


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
    theirs = body(state, target)
    there = state.touching(target.id)
    for friend in state.of_side(unit.side):
        if friend.id == unit.id or friend.is_gun or friend.today.acted or friend.id in there:
            continue
        if friend.raw and not unit.raw:
            continue
        apart = gap(body(state, friend), theirs)
        if apart <= 1200 and reach_chance(friend, apart) > 0.5:
            figures += friend.figures // 3
    return figures


def attacker_of(state: State, units: tuple[int, ...]) -> int:
    """The side that attacks in a fight: the one that made its oldest contact. [G-29]"""
    oldest = min((c for c in state.contacts if c.attacker in units), key=lambda c: c.number)
    return state.units[oldest.attacker].side


__all__ = ["Joined", "attacker_of", "charge_worth", "joined", "way_lost"]
