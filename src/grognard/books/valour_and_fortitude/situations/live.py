"""The odds of a choice in a real game: the whole sequence it opens, walked from where everybody stands.

Nobody plays a card on the way, nobody adds support that has not been named, and a fight ends when its losers are
about to fall back: by then everything is settled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.books.valour_and_fortitude.facts.assaults import first_onset
from grognard.books.valour_and_fortitude.facts.contact import enemies_touching
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.facts.strides import March
from grognard.books.valour_and_fortitude.situations.walks import (
    ENGINE,
    PLAN,
    FightTale,
    FireTale,
    alike,
    end_of,
)
from grognard.books.valour_and_fortitude.state import Fate, State, Unit
from grognard.books.valour_and_fortitude.steps.env import Melee, Shooting
from grognard.books.valour_and_fortitude.steps.melee import muster
from grognard.books.valour_and_fortitude.words import Deed, Mode, Phase
from grognard.engine.book import Scene
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position, replace

MODES = {"fire": Mode.VOLLEY, "skirmish": Mode.SKIRMISH, "canister": Mode.CANISTER}


def scene_for(position: Position, move: Move) -> Scene | None:
    """The scene of the sequence a move starts, or None where no dice follow from it by themselves."""
    waiting = ENGINE.pending(position)
    if not isinstance(waiting, Ask) or move.verb not in waiting.offers:
        return None
    teller = TELLERS.get(move.verb)
    return None if teller is None else teller(position, move)


def hushed(state: State) -> State:
    """The same table with no cards in anybody's hand."""
    return replace(state, fates=(Fate(), Fate()))


def _shot(position: Position, move: Move) -> Scene:
    """A fire attack without support. [61]"""
    unit, target = move.noun
    return _shooting(position.state, Shooting(unit, target, MODES[move.verb]))


def _resolve(position: Position, move: Move) -> Scene:
    """A fire attack with the support named so far. [121]"""
    return _shooting(position.state, position.agenda[-1].env)


def _support(position: Position, move: Move) -> Scene:
    """A fire attack with one supporter more. [121]"""
    env: Shooting = position.agenda[-1].env
    modes = {"support": Mode.VOLLEY, "support_skirmishing": Mode.SKIRMISH, "support_canister": Mode.CANISTER}
    more = replace(env, supporters=(*env.supporters, (move.noun, modes[move.verb])))
    return _shooting(position.state, more)


def _shooting(state: State, env: Shooting) -> Scene:
    done = FireTale(state.units[env.target])
    return Scene(ENGINE.start(hushed(state), "odds: shoot", env), done, PLAN, done.heads, alike)


def _assault(position: Position, move: Move) -> Scene | None:
    """An assault and the fight that follows it, with everybody already there. [87, 103]"""
    unit, target = move.noun
    legs = first_onset(position.state, position.state.units[unit], position.state.units[target])
    return None if legs is None else _onset(position.state, unit, target, legs)


def _go(position: Position, move: Move) -> Scene | None:
    """The assault as it is planned. [87]"""
    env = position.agenda[-1].env
    if getattr(env, "deed", None) is not Deed.ASSAULT:
        return None
    return _onset(position.state, env.unit, env.target, move.noun)


def _charge(position: Position, move: Move) -> Scene | None:
    """A headstrong unit's second fight. [B65]"""
    env = position.agenda[-1].env
    return _onset(position.state, env.unit, env.target, move.noun)


def _onset(state: State, unit: int, target: int, legs: Any) -> Scene | None:
    marcher = Marcher(state, state.units[unit], Deed.ASSAULT, target=target)
    march = marcher.work_out(legs)
    if not isinstance(march, March):
        return None
    units = (*state.units[:unit], marcher.moved(march), *state.units[unit + 1 :])
    units = tuple([replace(u, today=replace(u.today, fought=False, won=False)) for u in units])
    return _clash(replace(hushed(state), units=units, phase=Phase.MELEE), unit, target)


def _clash(state: State, unit: int, target: int) -> Scene:
    picks = tuple(
        (u.id, target)
        for u in state.of_side(state.units[unit].side)
        if u.id == unit or target in [e.id for e in enemies_touching(state, u)]
    )
    done = FightTale(state.units[unit], state.units[target])
    start = ENGINE.start(state, "fight", muster(state, Melee(picks=picks), unit, target))
    return Scene(start, done, PLAN, done.heads, alike)


def _fight(position: Position, move: Move) -> Scene:
    """The fight as it stands, with those who have picked the same target. [101]"""
    state: State = hushed(position.state)
    unit, target = move.noun
    done = FightTale(state.units[unit], state.units[target])
    start = ENGINE.start(state, "fight", muster(state, position.agenda[-1].env, unit, target))
    return Scene(start, done, PLAN, done.heads, alike)


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
        return (self.unit.losses - after.losses, end_of(self.unit, after)) if after.today.acted else None


def _rally(position: Position, move: Move) -> Scene:
    unit = position.state.units[move.noun]
    after = ENGINE.follow(Position(hushed(position.state), position.agenda, position.reveals), move)
    return Scene(after, Rallied(unit), PLAN, ("removed", "unit"))


TELLERS: dict[str, Callable[[Position, Move], Scene | None]] = {
    "fire": _shot,
    "skirmish": _shot,
    "canister": _shot,
    "resolve": _resolve,
    "support": _support,
    "support_skirmishing": _support,
    "support_canister": _support,
    "assault": _assault,
    "go": _go,
    "charge": _charge,
    "fight": _fight,
    "brigade": _first(("activates",)),
    "move": _first(("messenger arrives",)),
    "double": _first(("messenger arrives",)),
    "retreat": _first(("messenger arrives",)),
    "rally": _rally,
}
