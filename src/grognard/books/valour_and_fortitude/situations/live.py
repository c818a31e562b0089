"""The odds of a choice in a real game: the whole sequence it opens, walked from where everybody stands.

Nobody plays a card on the way and nobody adds fire support that has not been named; in melee everybody who can
supports. A fight is followed through its retreats to the fortitude of both brigades, as if it were the last of
the phase; the second fight of a headstrong unit is asked for when it comes.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

import msgspec

from grognard.engine.book import Scene
from grognard.engine.choices import Move, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position, replace
from grognard.engine.verbs import told_by
from grognard.odds.kit import Teller, by_verb

from ..facts.assaults import first_onset
from ..facts.moving import Marcher
from ..facts.picking import with_forced
from ..facts.strides import March
from ..state import Fate, State, Unit
from ..steps.env import Assaulting, Fight, Melee, Pursuing, Shooting
from ..steps.melee import muster
from ..steps.odds import closed, joined
from ..steps.verbs import SHOTS, SUPPORTS, VERBS, Odds
from ..words import Deed
from .walks import ENGINE, PLAN, FightTale, FireTale, alike, end_of


def hushed(state: State) -> State:
    """The same table with no cards in anybody's hand."""
    return replace(state, fates=(Fate(), Fate()))


def _shot(position: Position, move: Move) -> Scene:
    """A fire attack without support. [61]"""
    unit, target = move.noun
    return _shooting(position.state, Shooting(unit, target, SHOTS[move.verb].mode))


def _resolve(position: Position, move: Move) -> Scene:
    """A fire attack with the support named so far. [121]"""
    return _shooting(position.state, position.agenda[-1].env)


def _support(position: Position, move: Move) -> Scene:
    """A fire attack with one supporter more. [121]"""
    env: Shooting = position.agenda[-1].env
    more = replace(env, supporters=(*env.supporters, (move.noun, SUPPORTS[move.verb].mode)))
    return _shooting(position.state, more)


def _shooting(state: State, env: Shooting) -> Scene:
    done = FireTale(state.units[env.target])
    return Scene(ENGINE.start(hushed(state), "odds: shoot", env), done, PLAN, done.heads, alike, done.verdict)


def _assault(position: Position, move: Move) -> Scene | None:
    """An assault, messenger included, and the fight that follows with everybody already there. [69, 87, 103]"""
    state: State = hushed(position.state)
    unit, target = state.units[move.noun[0]], state.units[move.noun[1]]
    if first_onset(state, unit, target) is None:
        return None
    # Where it is offered the brigade has its orders; only in its own turn to act does a unit need a messenger. [B80]
    brigades = tuple(replace(b, active=True) if b.id == unit.brigade else b for b in state.brigades)
    free = position.agenda[-1].sequence != "brigade"
    env = Assaulting(unit.id, target.id, unit.brigade, Fight(unit.id, target.id), free=free)
    return _told(replace(state, brigades=brigades), "odds: assault", env, unit, target)


def _strike(position: Position, move: Move) -> Scene | None:
    """An assault after a surprise move. [FC9]"""
    return _assault(position, Move(move.side, "assault", (position.agenda[-1].env.unit, move.noun)))


def _go(position: Position, move: Move) -> Scene | None:
    """The assault as it is planned. [87]"""
    env = position.agenda[-1].env
    if getattr(env, "deed", None) is not Deed.ASSAULT:
        return None
    return _onset(position.state, env.unit, env.target, move.noun)


def _charge(position: Position, move: Move) -> Scene | None:
    """A headstrong unit's second fight: at -1, and nobody lends it melee support. [B65]"""
    env = position.agenda[-1].env
    return _onset(position.state, env.unit, env.target, move.noun, env)


def _charge_at(position: Position, move: Move) -> Scene | None:
    """The same before it is planned. [B65]"""
    state: State = position.state
    env: Pursuing = position.agenda[-1].env
    legs = first_onset(state, state.units[env.unit], state.units[move.noun])
    return None if legs is None else _onset(state, env.unit, move.noun, legs, env)


def _onset(state: State, unit: int, target: int, legs: Any, charge: Pursuing | None = None) -> Scene | None:
    marcher = Marcher(state, state.units[unit], Deed.ASSAULT, target=target)
    if not isinstance(marcher.work_out(legs), March):
        return None
    after = closed(hushed(state), unit, target, legs)
    if charge is not None:
        held = after.units[target].inside
        fight = Fight(unit, target, bound=charge.bound, second=True, feature=held, inside=held >= 0)
    else:
        fight = joined(after, unit, target)
    return _clash(after, fight)


def _clash(state: State, fight: Fight) -> Scene:
    """A fight to its end, and the fortitude of both brigades. [103–108, 141]"""
    unit, target = state.units[fight.unit], state.units[fight.target]
    # Other brigades have their own tests, whoever wins here.
    due = tuple(i for i in state.routed if state.units[i].brigade in (unit.brigade, target.brigade))
    return _told(replace(state, routed=due), "odds: fight", fight, unit, target)


def _told(state: State, sequence: str, env: Any, unit: Unit, target: Unit) -> Scene:
    done = FightTale(unit, target, defeats=state.defeats)
    return Scene(ENGINE.start(state, sequence, env), done, PLAN, done.heads, alike, done.verdict)


def _fight(position: Position, move: Move) -> Scene:
    """The fight as it stands, with those who have picked the same target. [101]"""
    state: State = hushed(position.state)
    unit, target = move.noun
    return _clash(state, muster(state, position.agenda[-1].env, unit, target))


def _pick(position: Position, move: Move) -> Scene:
    """The fight that this pick leads to, with those who have picked so far, or have no choice left. [100]"""
    state: State = hushed(position.state)
    env: Melee = position.agenda[-1].env
    picks = with_forced(state, (*env.picks, move.noun), env.passed)
    return _clash(state, muster(state, replace(env, picks=picks), *move.noun))


def _support_melee(position: Position, move: Move) -> Scene | None:
    """The main attacker's fight with this support; nothing once its dice have fallen. [122, 124]"""
    if position.agenda[-1].env.main is not None:
        return None
    after = ENGINE.follow(Position(hushed(position.state), position.agenda, position.reveals), move)
    env: Fight = after.agenda[-1].env
    return _clash(hushed(position.state), replace(env, main=None))


class FirstDie(msgspec.Struct, frozen=True):
    """Tells the first throw a choice leads to: passed, or how many. [63, 69, 95]"""

    count: bool = False

    def __call__(self, position: Position) -> Dist[Any] | None:
        """At once, by the throw itself."""
        throw = ENGINE.pending(position)
        if not isinstance(throw, Throw):
            return Dist.sure((True,)) if not self.count else Dist.sure((0,))
        return throw.dice.dist().map(lambda r: (r,) if self.count else (bool(r),))


def _first(heads: tuple[str, ...], count: bool = False) -> Callable[[Position, Move], Scene | None]:
    def tell(position: Position, move: Move) -> Scene | None:
        after = ENGINE.follow(Position(hushed(position.state), position.agenda, position.reveals), move)
        if not isinstance(ENGINE.pending(after), Throw):
            return None
        return Scene(after, FirstDie(count), PLAN, heads)

    return tell


class Rallied(msgspec.Struct, frozen=True):
    """Tells what a rally brings, messenger included. [69, 95]"""

    unit: Unit

    def __call__(self, position: Position) -> Any:
        """Done once it has acted."""
        after = position.state.units[self.unit.id]
        return (self.unit.losses - after.losses, end_of(after)) if after.today.acted else None


def _rally(position: Position, move: Move) -> Scene:
    unit = position.state.units[move.noun]
    after = ENGINE.follow(Position(hushed(position.state), position.agenda, position.reveals), move)
    return Scene(after, Rallied(unit), PLAN, ("removed", "unit"))


BY_ODDS: dict[Enum, Teller] = {
    Odds.SHOT: _shot,
    Odds.RESOLVED: _resolve,
    Odds.SUPPORTED: _support,
    Odds.ASSAULT: _assault,
    Odds.BLOW: _strike,
    Odds.PLANNED: _go,
    Odds.SECOND: _charge_at,
    Odds.SECOND_PLANNED: _charge,
    Odds.PICKED: _pick,
    Odds.FIGHT: _fight,
    Odds.JOINED: _support_melee,
    Odds.ACTIVATION: _first(("activates",)),
    Odds.MESSENGER: _first(("messenger arrives",)),
    Odds.RALLY: _rally,
}
scene_for = by_verb(ENGINE, told_by(VERBS, BY_ODDS))
