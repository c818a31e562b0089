"""The odds of a choice in a real game: the whole sequence it opens, walked from where everybody stands.

Only what the choice is about is played on; whoever is not concerned stands still, as an obstacle and no more.
Where somebody concerned has a choice: skirmishers evade, the charged shoot, exceptions are used at once, nobody
retires of his own will, winners pursue, nobody is rallied.
"""

from __future__ import annotations

from enum import Enum

import msgspec

from grognard.engine.book import Scene
from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Frame, Position, replace
from grognard.engine.verbs import told_by
from grognard.geometry.gaps import length
from grognard.odds.kit import Teller, by_verb

from ..facts.parties import linked_with, next_fight
from ..facts.readiness import best_roll
from ..state import Aim, Duties, State, Unit
from ..steps.env import Charging, Firing, Pursuing, Retiring
from ..steps.env_fight import Combat
from ..steps.menu import Odds
from ..steps.verbs import TARGETS, VERBS
from ..words import Duty
from .charging import at_the_charge
from .fighting import CombatTale
from .sequel import Sequel, catches
from .shooting import Nerve
from .sides import End
from .tales import ChargeTale
from .walks import ENGINE, Plan, alike

SILENT = "55"
"""A rule that forbids to shoot: whoever is not concerned is held to it, so that nobody is asked about him."""


def _volley(position: Position, move: Move) -> Scene:
    """One volley, and the target's test if it were the only loss this turn. [S1, T6]"""
    shooter, target = move.noun
    aim = Aim(shooter, target, TARGETS[move.verb].round_)
    state: State = replace(position.state, aims=(aim,), losses=(), perils=())
    done = Nerve(target, True, _with(state, target))
    return Scene(ENGINE.start(state, "volleys", Firing()), done, Plan(), done.heads, None, done.verdict)


def _charge(position: Position, move: Move) -> Scene:
    """A whole charge, from the naming of its target. [H1]"""
    unit, target = move.noun
    quiet, plan, done = _onset(position.state, unit, target)
    start = ENGINE.follow(at_the_charge(quiet, move.side), move)
    return Scene(start, done, plan, done.heads, done.alike, done.verdict)


def _meet(position: Position, move: Move) -> Scene:
    """The same charge, once it is known whether its target stands or runs. [E1]"""
    env: Charging = position.agenda[-1].env
    quiet, plan, done = _onset(position.state, env.unit, env.target)
    before = at_the_charge(quiet, quiet.units[env.unit].side)
    named = Position(quiet, (*before.agenda, Frame("charge", 0, env, True)))
    return Scene(ENGINE.follow(named, move), done, plan, done.heads, done.alike, done.verdict.turned())


def _onset(state: State, unit: int, target: int) -> tuple[State, Plan, ChargeTale]:
    """Everything that a charge is about: who is in it, what they do, what is told."""
    fight = _fighters(state, unit, target)
    quiet = _hushed(state, fight)
    enemies = [i for i in fight if state.units[i].side != state.units[unit].side]
    plan = Plan(
        shots=frozenset((enemy, unit) for enemy in enemies),
        canister=frozenset(enemy for enemy in enemies if state.units[enemy].is_gun),
        evade=True,
        pursue=frozenset(fight),
    )
    goes_on = len(fight) == 2 and state.turn < state.field.turns
    return quiet, plan, ChargeTale(unit, target, plan, goes_on, (_with(state, unit), _with(state, target)))


def _with(state: State, *units: int) -> int | None:
    """The general with a unit, or the first with any of some."""
    generals = [general for unit in units if (general := state.general_with(unit)) is not None]
    return generals[0].id if generals else None


def _fighters(state: State, unit: int, target: int) -> tuple[int, ...]:
    """Who would be in the fight if the charge got home, whether those in its lane stand or run. [C1, H4, E1]"""
    found = {unit, target}
    for evade in (False, True):
        after = _home(state, unit, target, evade)
        found |= {*linked_with(after, unit), *linked_with(after, target)}
    return tuple(sorted(found))


def _home(state: State, unit: int, target: int, evade: bool) -> State:
    """How the table stands after a charge with the best of all throws."""
    quiet = at_the_charge(_hushed(state, ()), state.units[unit].side)
    at = Position(quiet.state, (*quiet.agenda, Frame("charge", 0, Charging(unit, target), True)))
    plan, charged = Plan(evade=evade), False
    while not charged:
        waiting = ENGINE.pending(at)
        if isinstance(waiting, Ask):
            at = ENGINE.follow(at, plan(at, waiting))
            continue
        if waiting is None:  # nobody is asked: on to the charger's dice
            at = Position(at.state, (*at.agenda[:-1], replace(at.agenda[-1], at=1)))
            continue
        charged = waiting.what == "charge"
        at = ENGINE.follow(at, Fall(max(waiting.dice.dist())))
    after: State = at.state
    return after


def _hushed(state: State, fight: tuple[int, ...]) -> State:
    """A state in which nobody else moves or shoots any more, and nobody else fights."""
    return replace(state, units=tuple([u if u.id in fight else _idle(u) for u in state.units]))


def _idle(unit: Unit) -> Unit:
    return replace(
        unit,
        today=replace(unit.today, acted=True),
        duties=replace(unit.duties, no_shot=SILENT),
        tomorrow=Duties(fought=True),
    )


class Allowed(msgspec.Struct, frozen=True):
    """Tells what a march allows: in good going, and in difficult if the unit may enter it. [M2]"""

    unit: Unit

    @property
    def heads(self) -> tuple[str, ...]:
        """What the parts of an outcome are."""
        return ("inches",) if best_roll(self.unit).difficult is None else ("inches", "in difficult going")

    def __call__(self, position: Position) -> tuple[int, ...] | None:
        env = position.agenda[-1].env
        if not env.good:
            return None
        return (env.good // 100,) if env.difficult is None else (env.good // 100, env.difficult // 100)


def _march(position: Position, move: Move) -> Scene:
    """The throw for a march. [M2]"""
    done = Allowed(position.state.units[move.noun])
    return Scene(ENGINE.follow(position, move), done, Plan(), done.heads)


class Die(msgspec.Struct, frozen=True):
    """Tells what a single die does to a unit: rally, morale. [80, 85]"""

    unit: Unit

    def __call__(self, position: Position) -> Dist[tuple[bool, str]]:
        throw = ENGINE.pending(position)
        assert isinstance(throw, Throw)

        def told(reading: int) -> tuple[bool, str]:
            unit = ENGINE.follow(position, Fall(reading)).state.units[self.unit.id]
            end = End(unit.id, unit.start, unit.figures, unit.markers, unit.where, unit.used)
            return bool(reading), end.how

        return throw.dice.dist().map(told)


def _rally(position: Position, move: Move) -> Scene:
    """The general's die. [85]"""
    done = Die(position.state.units[move.noun])
    return Scene(ENGINE.follow(position, move), done, Plan(), ("rallied", "unit"))


def _test(position: Position, move: Move) -> Scene:
    """The morale die, instead of an exception. [79, 80]"""
    done = Die(position.state.units[position.agenda[-1].env.unit])
    return Scene(ENGINE.follow(position, move), done, Plan(), ("passed", "unit"))


class Back(msgspec.Struct, frozen=True):
    """Tells how far a unit went back, and whether it was lost on the way. [R1–R3]"""

    before: Unit

    def __call__(self, position: Position) -> tuple[int, bool] | None:
        if not position.over:
            return None
        unit = position.state.units[self.before.id]
        gone = length((self.before.x, self.before.y), (unit.x, unit.y))
        return round(gone / 100), not unit.on_table


def _retire(position: Position, move: Move) -> Scene:
    """A retirement by choice. [54, R1]"""
    unit = position.state.units[move.noun]
    start = ENGINE.start(position.state, "retire", Retiring(unit.id))
    return Scene(start, Back(unit), Plan(), ("inches back", "lost"), alike)


class Hunt(msgspec.Struct, frozen=True):
    """Tells whether a pursuit runs into those it has beaten. [P3]"""

    unit: int

    def __call__(self, position: Position) -> Dist[bool]:
        unit = position.state.units[self.unit]
        return catches(position.state, unit, unit.duties.foes).map(lambda end: end is Sequel.CAUGHT)


def _pursue(position: Position, move: Move) -> Scene:
    """A pursuit by choice. [52, 58, 65]"""
    start = ENGINE.start(position.state, "pursue", Pursuing(move.noun))
    return Scene(start, Hunt(move.noun), Plan(), ("catches",))


def _stay(position: Position, move: Move) -> Scene | None:
    """Those who stay fight on, if their enemies do: the first such fight. [G-39]"""
    state: State = position.state
    for unit in state.of_side(move.side):
        fight = linked_with(state, unit.id)
        orders = [state.units[i].duties.retire for i in fight]
        if unit.duties.retire is Duty.MAY and len(fight) > 1 and Duty.MUST not in orders:
            return _combat(_hushed(state, fight))
    return None


def _combat(state: State) -> Scene | None:
    found = next_fight(state)
    if found is None:
        return None
    units = [state.units[i] for i in found.units]
    sides = [tuple(u.id for u in units if (u.side == found.attacker) == first) for first in (True, False)]
    done = CombatTale(sides[0], sides[1], (_with(state, *sides[0]), _with(state, *sides[1])))
    return Scene(ENGINE.start(state, "combat", Combat(*found)), done, Plan(), done.heads)


BY_ODDS: dict[Enum, Teller] = {
    Odds.VOLLEY: _volley,
    Odds.CHARGE: _charge,
    Odds.MEETING: _meet,
    Odds.THROW: _march,
    Odds.RALLY: _rally,
    Odds.MORALE: _test,
    Odds.RETREAT: _retire,
    Odds.PURSUIT: _pursue,
    Odds.FIGHT: _stay,
}
scene_for = by_verb(ENGINE, told_by(VERBS, BY_ODDS))
