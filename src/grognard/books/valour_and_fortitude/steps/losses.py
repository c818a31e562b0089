"""Losses, valour, routs, shattered and wavering brigades. [128–146]"""

from __future__ import annotations

from grognard.engine.choices import Throw
from grognard.engine.dice import Pool, Sum
from grognard.engine.flow import AGAIN, DONE, NEXT, Call, Flow, Step

from ..facts.layout import near_enemies
from ..facts.morale import WAVER_NEAR, brigades_to_test, fortitude, left_of, valour
from ..state import Desk
from ..tables.dice import HIT, Hits, natural
from ..tables.fate import FATE
from ..tables.fighting import UNPREDICTABLE
from ..words import Phase, Special, Where
from .cards import Inspiration
from .env import Suffering, Testing
from .hands import Window, play_on_unit

STOIC_LOSSES = 2


def rout(t: Desk, unit: int, cite: str, tested: bool = True) -> None:
    """A unit is removed for good; its brigade will test for it, and is shattered with its last. [138, 140]"""
    routed = t.unit(unit)
    t.put(unit, where=Where.ROUTED, inside=-1)
    t.note(cite, "routs", unit=unit)
    if tested:
        t.set(routed=(*t.state.routed, unit))
    if not left_of(t.state, routed.brigade):
        shatter(t, routed.brigade)


def shatter(t: Desk, brigade: int) -> None:
    """The last unit has routed: the leader is removed, the army suffers a defeat. [140]"""
    each = t.state.brigades[brigade]
    t.put_brigade(brigade, shattered=True)
    t.put_leader(each.leader, where=Where.ROUTED, inside=-1)
    t.note("140", "shattered", brigade=each.name, side=each.side)
    defeat(t, each.side)


def defeat(t: Desk, side: int) -> None:
    """An army suffers a defeat. [146]"""
    mine, theirs = t.state.defeats
    t.set(defeats=(mine + 1, theirs) if side == 0 else (mine, theirs + 1))
    t.note("146", "defeat", side=side)


class StoicResolve(Window):
    """Stoic Resolve: losses of one attack beyond two are ignored. [FC13R]"""

    cite = "FC13R"
    card = "stoic_resolve"
    often = FATE[card].rank

    def told(self, t: Desk) -> str:
        return f"{t.unit(t.env.unit).name} is to take {t.env.losses} losses: play a card?"

    def who(self, t: Desk) -> int:
        return t.unit(t.env.unit).side

    def open(self, t: Desk) -> bool:
        return bool(t.env.losses > STOIC_LOSSES)

    def stoic_resolve(self, t: Desk) -> Flow:
        """Two losses, no more."""
        play_on_unit(t, self.who(t), "stoic_resolve", t.env.unit)
        t.bind(losses=STOIC_LOSSES)
        return NEXT


class Conquerors(Window):
    """Conquerors of the Conquerors: instead of an unpredictability roll, +1 for the battle. [FC13S]"""

    cite = "FC13S"
    card = "conquerors"
    often = FATE[card].rank

    def __init__(self, which: str = "unit"):
        self.which = which

    def told(self, t: Desk) -> str:
        return f"{t.unit(getattr(t.env, self.which)).name} is to show what it is worth: play a card?"

    def who(self, t: Desk) -> int:
        return t.unit(getattr(t.env, self.which)).side

    def open(self, t: Desk) -> bool:
        return unpredictable(t, getattr(t.env, self.which))

    def conquerors(self, t: Desk) -> Flow:
        """It turns out well."""
        play_on_unit(t, self.who(t), "conquerors", getattr(t.env, self.which))
        settle(t, getattr(t.env, self.which), 1)
        return NEXT


def unpredictable(t: Desk, unit: int) -> bool:
    """Whether a unit still has to roll for its unpredictability."""
    each = t.unit(unit)
    return each.has(Special.UNPREDICTABLE) and not each.rolled and each.on_table


def settle(t: Desk, unit: int, plus: int) -> None:
    """Its worth is known from now on."""
    each = t.unit(unit)
    t.put(unit, rolled=True, melee_plus=each.melee_plus + plus, tenacity_plus=each.tenacity_plus + plus)
    if t.unit(unit).losses > t.unit(unit).tenacity:
        t.put(unit, losses=t.unit(unit).tenacity)
    worth = f"melee and tenacity {plus:+d} for the battle" if plus else "as its list says"
    t.note("F5.19", "turns out", unit=unit, change=plus, worth=worth)


class Unpredictable(Step):
    """The first time it fights or takes a loss, a unit shows what it is worth. [F5.19, B3]"""

    cite = "F5.19"

    def __init__(self, which: str = "unit"):
        self.which = which

    def ask(self, t: Desk) -> Throw | None:
        unit = getattr(t.env, self.which)
        if not unpredictable(t, unit):
            return None
        return Throw("unpredictable", Sum(1), self.cite, side=t.unit(unit).side, unit=unit)

    def fell(self, t: Desk, reading: int) -> Flow:
        settle(t, getattr(t.env, self.which), UNPREDICTABLE.find(reading).value)
        return NEXT


class TakeLosses(Step):
    """A marker for each loss up to tenacity; each further one is a valour die. [3, 129, 131, B28]"""

    cite = "129"

    def begin(self, t: Desk) -> Flow:
        env: Suffering = t.env
        unit = t.unit(env.unit)
        if not unit.on_table:
            return DONE
        markers = max(0, min(env.losses, unit.tenacity - unit.losses))
        if markers:
            t.put(unit.id, losses=unit.losses + markers)
            t.note(self.cite, "loses", unit=unit.id, losses=markers)
            if t.unit(unit.id).shaken:
                t.note("130", "shaken", unit=unit.id)
        tests = env.losses - markers
        if tests <= 0:
            return DONE
        if env.safe or (unit.today.won and t.state.phase is Phase.MELEE):
            t.note("135", "stands", unit=unit.id)
            return DONE
        t.bind(tests=tests)
        return NEXT


class ValourDice(Step):
    """4 or more on every die, or the unit routs. [133]"""

    cite = "133"

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        tally = valour(t.state, unit)
        dice = Hits(t.env.tests, natural(HIT, tally.total))
        return Throw("valour", dice, self.cite, tally, side=unit.side, unit=unit.id)

    def fell(self, t: Desk, reading: tuple[int, int]) -> Flow:
        passed, ones = reading
        stoic = t.unit(t.env.unit).has(Special.STOIC)
        t.bind(passed=passed, ones=ones if stoic else 0, failed=passed < t.env.tests)
        return NEXT


class StoicReroll(Step):
    """Stoic units reroll natural 1s of valour tests. [F5.22]"""

    cite = "F5.22"

    def ask(self, t: Desk) -> Throw | None:
        env: Suffering = t.env
        if not env.ones:
            return None
        unit = t.unit(env.unit)
        need = natural(HIT, valour(t.state, unit).total)
        return Throw("valour again", Pool.of(env.ones, need), self.cite, side=unit.side, unit=unit.id)

    def fell(self, t: Desk, reading: int) -> Flow:
        t.bind(failed=t.env.passed + reading < t.env.tests, ones=0)
        return NEXT


class ValourResult(Step):
    """A failed valour test routs the unit. [133, 138]"""

    cite = "133"

    def begin(self, t: Desk) -> Flow:
        if t.env.failed:
            rout(t, t.env.unit, self.cite)
        else:
            t.note(self.cite, "passes", unit=t.env.unit)
        return NEXT


class FortitudeTests(Step):
    """At the end of the phase each brigade that lost units tests, the active side's first; in the action phase too. [141, B35]"""

    cite = "141"
    title = "Fortitude tests"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        due = brigades_to_test(t.state)
        if not due:
            t.set(routed=())
            return NEXT
        return Call("fortitude", Testing(due[0]))


class FortitudeDice(Step):
    """A die for each unit routed this phase, 4 or more on all. [141, 142]"""

    cite = "142"

    def ask(self, t: Desk) -> Throw:
        brigade = t.env.brigade
        number = sum(t.state.units[i].brigade == brigade for i in t.state.routed)
        tally = fortitude(t.state, brigade)
        side = t.state.brigades[brigade].side
        dice = Pool.of(number, natural(HIT, tally.total))
        return Throw("fortitude", dice, self.cite, tally, side=side, brigade=t.state.brigades[brigade].name)

    def fell(self, t: Desk, reading: int) -> Flow:
        number = sum(t.state.units[i].brigade == t.env.brigade for i in t.state.routed)
        t.bind(failed=reading < number)
        return NEXT


class FortitudeResult(Step):
    """A failed test is a defeat, and the brigade wavers. [143, 144]"""

    cite = "143"

    def begin(self, t: Desk) -> Flow:
        brigade = t.env.brigade
        t.set(routed=tuple(i for i in t.state.routed if t.state.units[i].brigade != brigade))
        each = t.state.brigades[brigade]
        if not t.env.failed:
            t.note("142", "brigade holds", brigade=each.name, side=each.side)
            return NEXT
        t.note(self.cite, "wavers", brigade=each.name, side=each.side)
        defeat(t, each.side)
        t.bind(wavering=waver(t, brigade))
        return NEXT


def waver(t: Desk, brigade: int) -> tuple[int, ...]:
    """All its shaken units rout; those left within 6 of an enemy are to take a loss. [144]"""
    for unit in left_of(t.state, brigade):
        if unit.shaken:
            rout(t, unit.id, "144", tested=False)
    return tuple([u.id for u in t.state.of_brigade(brigade) if near_enemies(t.state, u, WAVER_NEAR)])


class WaverLosses(Step):
    """Each of them takes its loss; nobody who goes now causes another test. [144, B34]"""

    cite = "144"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        gone = t.env.wavering[0]
        t.set(routed=tuple(i for i in t.state.routed if i != gone))
        t.bind(wavering=t.env.wavering[1:])
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        return Call("suffer", Suffering(t.env.wavering[0], 1)) if t.env.wavering else NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "suffer": (
        Conquerors(),
        Unpredictable(),
        StoicResolve(),
        TakeLosses(),
        ValourDice(),
        StoicReroll(),
        Inspiration(),
        ValourResult(),
    ),
    "fortitude": (FortitudeDice(), Inspiration(), FortitudeResult(), WaverLosses()),
}
__all__ = ["AGAIN", "SEQUENCES", "FortitudeTests", "defeat", "rout", "unpredictable"]
