"""What happens, step by step."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.engine.book import Outcome
from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Pool
from grognard.engine.domains import Domain, Pairs, Reach, Units
from grognard.engine.flow import AGAIN, DONE, LOOP, NEXT, Call, Flow, Step, replace
from grognard.engine.tables import Refusal

from .facts import Marcher, shot, targets
from .state import Desk, State
from .tables import HIT, MAY_FIRE


class Turn(msgspec.Struct, frozen=True, tag=True):
    """Whose choice it is, and which unit is moving."""

    side: int = 0
    unit: int = -1


class Firing(msgspec.Struct, frozen=True, tag=True):
    """One unit fires at another."""

    unit: int
    target: int


Env = Turn | Firing


class NewTurn(Step):
    """A new turn, or the end. [1.1, 4.1]"""

    cite = "1.1"
    title = "Turn"

    def begin(self, t: Desk) -> Call | Flow:
        state = t.state
        left = [sum(unit.stands for unit in state.of(side)) for side in (0, 1)]
        if state.turn == state.field.turns or not all(left):
            winner = None if left[0] == left[1] else int(left[1] > left[0])
            words = "both have as many stands left" if winner is None else f"{state.field.sides[winner]} win"
            t.set(outcome=Outcome(winner, words, "4.1", tuple(left)))
            t.note("4.1", "ends", winner=winner, words=words)
            return t.end()
        t.set(turn=state.turn + 1, units=tuple(replace(unit, acted=False) for unit in state.units))
        t.note("1.1", "turn", number=t.state.turn)
        return Call("turn", Turn((t.state.turn - 1) % 2))

    def resume(self, t: Desk) -> Flow:
        return LOOP


class Use(Step):
    """One unit moves, fires or holds; then the other side. [1.1, 1.2]"""

    cite = "1.2"
    title = "Units"

    def begin(self, t: Desk) -> Flow | None:
        return _next(t, t.env.side)

    def ask(self, t: Desk) -> Ask:
        state, side = t.state, t.env.side
        if t.env.unit >= 0:
            unit = t.unit(t.env.unit)
            return Ask(
                side, f"Move {unit.name}", "2.1", {"go": Reach(unit.id, Marcher(state, unit)), "halt": None}
            )
        waiting = [unit for unit in state.of(side) if not unit.acted]
        pairs = {unit.id: found for unit in waiting if (found := targets(state, unit))}
        movers = [unit.id for unit in waiting if Marcher(state, unit).possible()]
        offers: dict[str, Domain | None] = {}
        if movers:
            offers["move"] = Units(movers)
        if pairs:
            offers["fire"] = Pairs(pairs, lambda noun: _why_not(state, noun))
        offers["hold"] = Units([unit.id for unit in waiting])
        return Ask(side, "Use a unit", self.cite, offers, {"fire": Refusal("3.1", "no unit has a target")})

    def move(self, t: Desk, unit: int) -> Flow:
        """Choose the unit that moves."""
        t.bind(unit=unit)
        return AGAIN

    def go(self, t: Desk, legs: Any) -> Flow:
        """Choose where it goes. [2.1]"""
        done = Marcher(t.state, t.unit(t.env.unit)).work_out(legs)
        assert not isinstance(done, Refusal), "what was offered can be worked out"
        t.put(t.env.unit, x=done.end.x, y=done.end.y, facing=done.end.facing, acted=True)
        t.note("2.1", "moves", unit=t.env.unit)
        return self.resume(t)

    def halt(self, t: Desk) -> Flow:
        """It stays where it is. [1.2]"""
        return self.hold(t, t.env.unit)

    def hold(self, t: Desk, unit: int) -> Flow:
        """It does nothing. [1.2]"""
        t.put(unit, acted=True)
        t.note("1.2", "holds", unit=unit)
        return self.resume(t)

    def fire(self, t: Desk, pair: tuple[int, int]) -> Call:
        """It fires. [3.1]"""
        t.put(pair[0], acted=True)
        t.note("3.1", "fires", unit=pair[0], target=pair[1])
        return Call("fire", Firing(*pair))

    def resume(self, t: Desk) -> Flow:
        t.bind(unit=-1)
        return _next(t, 1 - t.env.side) or AGAIN


def _next(t: Desk, side: int) -> Flow | None:
    """The choice goes to a side, or to the other where all its units were used; the turn is done where none is left. [1.1]"""
    for each in (side, 1 - side):
        if any(not unit.acted for unit in t.state.of(each)):
            t.bind(side=each)
            return None
    return DONE


def _why_not(state: State, noun: tuple[int, int]) -> Refusal | None:
    unit, target = (state.units[each] for each in noun)
    return MAY_FIRE.refusal(shot(unit, target))


class Volley(Step):
    """A die a stand; two hits cost a stand. [3.2, 3.3]"""

    cite = "3.2"
    title = "Fire"

    def ask(self, t: Desk) -> Throw:
        facts = shot(t.unit(t.env.unit), t.unit(t.env.target))
        need = HIT.tally(facts, 4)
        dice = Pool.of(facts.unit.stands, need.total)
        return Throw("fire", dice, self.cite, need, facts.unit.side, unit=t.env.unit, target=t.env.target)

    def fell(self, t: Desk, reading: int) -> Flow:
        target = t.unit(t.env.target)
        t.put(target.id, hits=min(2 * target.full, target.hits + reading))
        if reading:
            t.note("3.3", "loses", unit=target.id, hits=reading, left=t.unit(target.id).stands)
        return NEXT
