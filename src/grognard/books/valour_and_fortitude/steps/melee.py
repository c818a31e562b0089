"""The melee phase: squares, targets, the order of fights. [99–102, 191]"""

from __future__ import annotations

from functools import partial
from typing import Any

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Sum
from grognard.engine.domains import Domain, Pairs, Reach, Units
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step
from grognard.engine.tables import Line, Refusal, Tally

from ..facts.bodies import form
from ..facts.contact import enemies_touching
from ..facts.moving import Marcher
from ..facts.picking import bound_to_fight, choices, may_pick, open_fights, with_forced
from ..facts.retreats import some_retreat
from ..facts.strides import March, inches_gone
from ..facts.support import leaves_one
from ..state import Desk, State, Unit
from ..tables.fighting import HIT_AND_RUN, SQUARE_DIE
from ..words import Arm, Deed, Form, Special
from .common import carry_out
from .env import Displacing, Fight, Melee, Retreating, Suffering
from .losses import rout

SHAKEN_SQUARE = 2


def squares_touched(state: State, unit: Unit) -> list[Unit]:
    """The enemy squares a unit touches."""
    return [u for u in enemies_touching(state, unit) if form(u) is Form.SQUARE]


class SquareDice(Step):
    """At the start of the phase each horse unit that touches squares rolls. [191, F5.17e]"""

    cite = "F5.17e"
    title = "Melee phase"

    def waiting(self, t: Desk) -> Unit | None:
        """The next horse to roll, the active side's first."""
        state = t.state
        for side in (state.side, 1 - state.side):
            for unit in state.of_side(side):
                if unit.arm is Arm.CAVALRY and unit.id not in t.env.rolled and squares_touched(state, unit):
                    return unit
        return None

    def ask(self, t: Desk) -> Ask | Throw | None:
        unit = self.waiting(t)
        if unit is None:
            return None
        squares = squares_touched(t.state, unit)
        if unit.has(Special.HIT_AND_RUN) and -1 - unit.id not in t.env.rolled:
            return Ask(
                unit.side,
                f"{unit.name} faces a square: hit and run?",
                "F5.8",
                # Of several squares its player picks the target.
                {
                    "hit_and_run": Units([u.id for u in squares]) if len(squares) > 1 else None,
                    "face_the_square": None,
                },
            )
        shaken = all(u.shaken for u in squares)
        lines = (Line(SHAKEN_SQUARE, "the square is shaken", "F5.17e"),) if shaken else ()
        plus = SHAKEN_SQUARE if shaken else 0
        tally = Tally(0, "on the die", lines, plus)
        return Throw("square", Sum(1, plus=plus), self.cite, tally, side=unit.side, unit=unit.id)

    def hit_and_run(self, t: Desk, target: int | None = None) -> Call:
        """Roll for that instead, against one of the squares."""
        unit = self.waiting(t)
        assert unit is not None
        t.bind(rolled=(*t.env.rolled, unit.id))
        square = squares_touched(t.state, unit)[0].id if target is None else target
        return Call("hit and run", Fight(unit.id, square))

    def face_the_square(self, t: Desk) -> Flow:
        """Roll against the square."""
        unit = self.waiting(t)
        assert unit is not None
        t.bind(rolled=(*t.env.rolled, -1 - unit.id))
        return AGAIN

    def fell(self, t: Desk, reading: int) -> Flow | Call:
        unit = self.waiting(t)
        assert unit is not None
        t.bind(rolled=(*t.env.rolled, unit.id))
        row = SQUARE_DIE.find(reading)
        t.note(self.cite, "meets a square", unit=unit.id, result=row.words)
        if row.value.loss:
            return Call("repelled", Suffering(unit.id, 1))
        return Call("retreat", Retreating(unit.id)) if row.value.retreat else AGAIN

    def resume(self, t: Desk) -> Flow:
        return AGAIN


class Repelled(Step):
    """Horse thrown back by a square: a loss, then it retreats if it stands. [F5.17e, B78]"""

    cite = "F5.17e"

    def begin(self, t: Desk) -> Call:
        return Call("suffer", t.env)

    def resume(self, t: Desk) -> Flow:
        return NEXT


class FallBack(Step):
    """Then it retreats. [B78]"""

    cite = "108"

    def begin(self, t: Desk) -> Flow | Call:
        return Call("retreat", Retreating(t.env.unit)) if t.unit(t.env.unit).on_table else NEXT


class Retreat(Step):
    """A unit that must retreat, or may, outside its action; if it must and cannot, it routs. [86, 108, B82]"""

    cite = "108"

    def begin(self, t: Desk) -> Flow | None:
        unit = t.unit(t.env.unit)
        if not unit.on_table or unit.in_feature:
            return DONE
        if some_retreat(t.state, unit):
            return None
        if t.env.forced:
            rout(t, unit.id, "86")
        return DONE

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        offers: dict[str, Domain | None] = {"fall_back": Reach(unit.id, Marcher(t.state, unit, Deed.RETREAT))}
        if not t.env.forced:
            offers["stand_fast"] = None
        verb = "must" if t.env.forced else "may"
        return Ask(unit.side, f"{unit.name} {verb} retreat", self.cite, offers)

    def fall_back(self, t: Desk, legs: Any) -> Flow | Call:
        """There."""
        marcher = Marcher(t.state, t.unit(t.env.unit), Deed.RETREAT)
        march = marcher.work_out(legs)
        assert isinstance(march, March)
        leaders = carry_out(t, marcher, march)
        t.note("83", "retreats", unit=t.env.unit, inches=inches_gone(march))
        return Call("displace", Displacing(leaders)) if leaders else NEXT

    def stand_fast(self, t: Desk) -> Flow:
        """It stays."""
        return NEXT


class PickFights(Step):
    """Every active unit that touches enemies names one as its target, all before any fight. [99, 100]"""

    cite = "100"

    def near(self, t: Desk) -> dict[int, tuple[int, ...]]:
        """The enemies each unit that has not picked may fight; sections next door need not be fought. [184]"""
        return may_pick(t.state, t.env.picks, t.env.passed)

    def choices(self, t: Desk) -> dict[int, tuple[int, ...]]:
        """Whom each of them may pick, so that no supporter leaves an enemy unfought. [123, 129b]"""
        return choices(t.state, t.env.picks, self.near(t))

    def begin(self, t: Desk) -> None:
        """Where there is no choice, none is asked for."""
        t.bind(picks=with_forced(t.state, t.env.picks, t.env.passed))

    def ask(self, t: Desk) -> Ask | None:
        found = self.choices(t)
        if not found:
            return None
        offers: dict[str, Domain | None] = {"pick": Pairs(found, partial(self._why, self.near(t)))}
        free = [u for u in found if not enemies_touching(t.state, t.unit(u))]
        if free:
            offers["let_be"] = Units(free)
        return Ask(t.state.side, "Who fights whom?", self.cite, offers)

    def _why(self, near: dict[int, tuple[int, ...]], noun: Any) -> Refusal:
        unit, target = noun
        if target in near.get(unit, ()):
            return Refusal("129b", "it would only support there, and leave an enemy whom nobody fights")
        return Refusal(self.cite, "it does not touch that one")

    def pick(self, t: Desk, noun: tuple[int, int]) -> Flow:
        """This one."""
        t.bind(picks=(*t.env.picks, noun))
        self.begin(t)
        return AGAIN

    def let_be(self, t: Desk, unit: int) -> Flow:
        """No fight between connected sections. [184]"""
        t.bind(passed=(*t.env.passed, unit))
        return AGAIN


class Fights(Step):
    """Fights are resolved one at a time; of several attackers one is the main attacker; enemies nobody chose make no attack. [101, 102, 108a]"""

    cite = "102"

    def open_fights(self, t: Desk) -> dict[int, tuple[int, ...]]:
        """Main attackers there may be for each target still to be fought. [B50]"""
        state, env = t.state, t.env
        chosen = frozenset(target for _, target in env.picks)
        ready: dict[int, list[int]] = {}
        for unit, target in open_fights(state, env.picks):
            ready.setdefault(target, []).append(unit)
        found: dict[int, tuple[int, ...]] = {}
        for target, units in ready.items():
            # Whoever leaves an enemy unfought may attack but not support, so it has to lead. [123]
            leading = [u for u in units if leaves_one(state, state.units[u], chosen)]
            for unit in leading or units:
                found[unit] = (target,)
        return found

    def ask(self, t: Desk) -> Ask | None:
        fights = self.open_fights(t)
        if not fights:
            return None
        prompt = "Which fight, with whom as main attacker?"
        if len(fights) == 1:
            ((unit, (target,)),) = fights.items()
            prompt = f"{t.unit(unit).name} fights {t.unit(target).name}"
        return Ask(t.state.side, prompt, self.cite, {"fight": Pairs(fights)})

    def fight(self, t: Desk, noun: tuple[int, int]) -> Call:
        """This one."""
        unit, target = noun
        t.note(self.cite, "fights", unit=unit, target=target)
        return Call("fight", muster(t.state, t.env, unit, target))

    def resume(self, t: Desk) -> Flow:
        return AGAIN


def muster(state: State, env: Melee, main: int, target: int) -> Fight:
    """A fight with everybody who picked its target. [101, B51]"""
    chosen = tuple(sorted({t for _, t in env.picks}))
    others = tuple(
        u
        for u, t in env.picks
        if t == target and u != main and state.units[u].on_table and not state.units[u].today.fought
    )
    bound = tuple(sorted(bound_to_fight(state, env.picks) - {main, target}))
    held = state.units[target].inside
    inside = state.units[target].in_feature or state.units[main].in_feature
    return Fight(main, target, idle=others, chosen=chosen, bound=bound, feature=held, inside=inside)


class HitAndRun(Step):
    """Instead of fighting, such a unit may roll, and must then retreat. [F5.8, B3]"""

    cite = "F5.8"

    def __init__(self, which: str):
        self.which = which

    def ask(self, t: Desk) -> Ask | None:
        unit = t.unit(getattr(t.env, self.which))
        if not unit.has(Special.HIT_AND_RUN) or not unit.on_table:
            return None
        return Ask(
            unit.side, f"{unit.name}: hit and run?", self.cite, {"hit_and_run": None, "stand_and_fight": None}
        )

    def hit_and_run(self, t: Desk) -> Call:
        """Roll for that instead."""
        mine = getattr(t.env, self.which)
        other = t.env.target if self.which == "unit" else t.env.unit
        t.today(mine, fought=True)
        return Call("hit and run", Fight(mine, other))

    def stand_and_fight(self, t: Desk) -> Flow:
        """Fight."""
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return DONE  # the fight does not take place; others who picked the target may still fight it [B50]


class HitAndRunDie(Step):
    """1: it takes a loss; 4 or more: the enemy does. [F5.8]"""

    cite = "F5.8"

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        return Throw("hit and run", Sum(1), self.cite, side=unit.side, unit=unit.id)

    def fell(self, t: Desk, reading: int) -> Flow | Call:
        row = HIT_AND_RUN.find(reading)
        t.note(self.cite, "hits and runs", unit=t.env.unit, result=row.words)
        if not row.value:
            return NEXT
        return Call("suffer", Suffering(t.env.unit if row.value < 0 else t.env.target, 1))


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "repelled": (Repelled(), FallBack()),
    "retreat": (Retreat(),),
    "hit and run": (HitAndRunDie(), FallBack()),
}
__all__ = ["SEQUENCES", "Fights", "PickFights", "SquareDice"]
