"""One fight: attack, fighting back, result, losses, cavalry falling back, what follows. [103–108, 181, B65]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Ask
from grognard.engine.domains import Reach, Units
from grognard.engine.flow import NEXT, Call, Flow, Step
from grognard.engine.tables import Line, Tally

from ..facts.assaults import reachable
from ..facts.bodies import form
from ..facts.contact import in_contact
from ..facts.fighting import (
    Bout,
    automatic_rout,
    bout_of,
    melee_rerolls,
    melee_to_hit,
    melee_value,
    tie_breaker,
    with_light_help,
)
from ..facts.ground import feature, occupant
from ..facts.moving import Marcher
from ..facts.strides import March, inches_gone
from ..state import Desk, Unit
from ..tables.dice import HIT, natural
from ..words import Arm, Deed, Form, Special
from .attack import HitTests, RerollFailed, RerollOnes
from .cards import Deadly
from .common import carry_out, enter
from .deeds import UlcerInside
from .env import (
    Attack,
    Displacing,
    Fight,
    Pursuing,
    Retreating,
    Suffering,
)
from .losses import Conquerors, Unpredictable, rout
from .melee import HitAndRun
from .support import (
    BackSupport,
    BrigadeSupport,
    MeleeSupport,
    opponents,
)


class MainAttack(HitTests):
    """The main attacker attacks its target. [103]"""

    cite = "103"

    def begin(self, t: Desk) -> Flow | None:
        env: Fight = t.env
        if not opponents(t):
            return NEXT
        supporters = tuple(unit for unit, _ in env.supporters)
        t.bind(idle=tuple(u for u in env.idle if u not in supporters))
        t.bind(main=self.attack(t)[0])
        # A headstrong unit's second fight does not count against its new enemy's one attack. [B65]
        target = () if env.second else (env.target,)
        for unit in (env.unit, *target, *supporters, env.friend):
            if unit >= 0:
                t.today(unit, fought=True)
        return None

    def attack(self, t: Desk) -> tuple[Attack, tuple[Tally, Tally]]:
        env: Fight = t.env
        support = sum(plus for _, plus in env.supporters)
        bout = bout_of(
            t.state, t.unit(env.unit), t.unit(env.target), support, env.friend >= 0, second=env.second
        )
        bout = with_light_help(t.state, bout, lent(env))
        return blows(t, bout._replace(**dict(env.told)), env.unit, env.target, True)


def blows(t: Desk, bout: Bout, unit: int, target: int, main: bool) -> tuple[Attack, tuple[Tally, Tally]]:
    """The dice of one melee attack, and why. [109, 125]"""
    value, plus = melee_value(bout), melee_to_hit(bout)
    reroll = melee_rerolls(t.state, t.unit(unit), t.unit(target), main)
    return Attack(unit, target, value.total, natural(HIT, plus.total), reroll), (value, plus)


class FightBack(HitTests):
    """The target fights back; the losses it took are not yet applied. [104, D3]"""

    cite = "104"

    def begin(self, t: Desk) -> Flow | None:
        env: Fight = t.env
        if env.main is None:
            return NEXT
        t.bind(back=self.attack(t)[0])
        for unit in (*[helper for helper, _ in env.helpers], env.back_friend):
            if unit >= 0:
                t.today(unit, fought=True)
        return None

    def attack(self, t: Desk) -> tuple[Attack, tuple[Tally, Tally]]:
        env: Fight = t.env
        support = sum(plus for _, plus in env.helpers)
        bout = bout_of(
            t.state, t.unit(env.target), t.unit(env.unit), support, env.back_friend >= 0, main=False
        )
        bout = with_light_help(t.state, bout, [helper for helper, _ in env.helpers])
        return blows(t, bout._replace(**dict(env.told_back)), env.target, env.unit, False)


def lent(env: Fight) -> tuple[int, ...]:
    """The main attacker's melee supporters."""
    return tuple(unit for unit, _ in env.supporters)


class Verdict(Step):
    """More losses caused wins; ties go to the active side, unless cover or height says otherwise; 0 to 0 is a tie. [105, 106, 108b, B23]"""

    cite = "105"

    def begin(self, t: Desk) -> Flow:
        env: Fight = t.env
        if env.main is None:
            return NEXT
        assert env.back is not None  # whoever is attacked fights back
        unit, target = t.unit(env.unit), t.unit(env.target)
        ours, theirs = env.main.hits, env.back.hits
        cite, winner = self.cite, unit.side if ours > theirs else target.side
        if ours == theirs:
            held = tie_breaker(t.state, target, unit, lent(env))
            # A second fight of a headstrong unit on the passive side is still fought by it. [B65]
            active = unit.side if not env.second else t.state.side
            winner = active if held is None else target.side
            cite = "106" if held is None else held.cite
            t.note(cite, "ties", unit=unit.id, target=target.id, why=tied(target, held))
        t.bind(won=winner)
        t.note(cite, "fight result", unit=unit.id, target=target.id, side=winner, losses=[ours, theirs])
        for each in (env.unit, env.target):
            if t.unit(each).side == winner:
                t.today(each, won=True)
        return NEXT


def tied(target: Unit, held: Line | None) -> str:
    """How the journal says who wins a tie, and why. [106, 139, 145]"""
    if held is None:
        return "the active side wins ties"
    return f"{target.name} {held.words.removeprefix('it ')}"


class Toll(Step):
    """Losses, then valour; winners need none, and some losing targets rout at once. [107, B29, B30]"""

    cite = "107"

    def __init__(self, which: str):
        self.which = which

    def begin(self, t: Desk) -> Flow | Call:
        env: Fight = t.env
        if env.main is None:
            return NEXT
        assert env.back is not None  # whoever is attacked fights back
        unit = t.unit(getattr(env, self.which))
        losses = env.main.hits if self.which == "target" else env.back.hits
        won = unit.side == env.won
        if not won and self.which == "target":
            row = automatic_rout(t.state, unit, t.unit(env.unit), lent(env))
            if row is not None:
                rout(t, unit.id, row.cite)
                return NEXT
        if not won and self.which == "unit" and form(unit) is Form.SQUARE:
            rout(t, unit.id, "F5.17d")
            return NEXT
        return Call("suffer", Suffering(unit.id, losses, safe=won)) if losses else NEXT


class CavalryRetreats(Step):
    """Losing cavalry must retreat, then winning cavalry may; not if either side is in a feature. [108, 182, B22]"""

    cite = "108"

    def __init__(self, losers: bool):
        self.losers = losers

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        env: Fight = t.env
        if env.won < 0 or env.inside:
            return NEXT
        helpers = [unit for unit, _ in env.helpers]
        everyone = (env.unit, env.target, *lent(env), *env.idle, *helpers)
        for each in everyone:
            unit = t.unit(each)
            lost = unit.side != env.won
            if each in env.fallen or each in env.asked or lost is not self.losers:
                continue
            if unit.on_table and unit.arm is Arm.CAVALRY and not self._stubborn(env, unit):
                if self.losers:
                    t.bind(fallen=(*env.fallen, each))
                else:
                    t.bind(asked=(*env.asked, each))
                return Call("retreat", Retreating(each, forced=self.losers))
        return NEXT

    def _stubborn(self, env: Fight, unit: Unit) -> bool:
        """A headstrong unit that won its second fight may not choose to retreat. [F5.6a]"""
        return not self.losers and env.second and unit.id == env.unit


class TakeFeature(Step):
    """If the occupant lost and routed, the attacking unit may occupy the feature. [181]"""

    cite = "181"

    def ask(self, t: Desk) -> Ask | None:
        env: Fight = t.env
        unit = t.unit(env.unit)
        if env.feature < 0 or not unit.on_table or t.unit(env.target).on_table or env.won != unit.side:
            return None
        if occupant(t.state, env.feature) is not None:
            return None
        name = feature(t.state, env.feature).name
        return Ask(unit.side, f"{unit.name} may occupy {name}", self.cite, {"take": None, "stay_out": None})

    def take(self, t: Desk) -> Flow | Call:
        """Go in."""
        leaders = enter(t, t.env.unit, t.env.feature)
        return Call("displace", Displacing(tuple(leaders))) if leaders else NEXT

    def stay_out(self, t: Desk) -> Flow:
        """Stay outside."""
        return NEXT


class Headstrong(Step):
    """A headstrong unit whose opponent routs or retreats must charge another it can reach. [F5.6, B65]"""

    cite = "F5.6"

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        return NEXT

    def _next(self, t: Desk) -> Flow | Call:
        env: Fight = t.env
        if env.main is None or env.second:
            return NEXT
        pairs = [(env.unit, env.target)]
        if t.state.options.headstrong_fighting_back:
            pairs.append((env.target, env.unit))
        for mine, theirs in pairs:
            unit = t.unit(mine)
            gone = not t.unit(theirs).on_table or theirs in env.fallen
            able = unit.has(Special.HEADSTRONG) and unit.in_open and mine not in env.fallen
            if able and gone and _charges(t, unit):
                t.bind(asked=(*env.asked, mine))
                return Call("headstrong", Pursuing(mine, bound=env.bound))
        return NEXT


def _charges(t: Desk, unit: Unit) -> list[int]:
    """Whom a headstrong unit may charge: not while it still touches an enemy. [91]"""
    return [] if in_contact(t.state, unit) else reachable(t.state, unit)


class ChargeOn(Step):
    """It assaults the closest visible enemy it can reach. [90, B65]"""

    cite = "B65"

    def ask(self, t: Desk) -> Ask | None:
        unit = t.unit(t.env.unit)
        if t.env.target >= 0:
            mover = Marcher(t.state, unit, Deed.ASSAULT, target=t.env.target)
            return Ask(unit.side, f"{unit.name} charges on", self.cite, {"charge": Reach(unit.id, mover)})
        found = _charges(t, unit)
        if not found:
            return None
        return Ask(
            unit.side, f"{unit.name} is carried away: at whom?", self.cite, {"charge_at": Units(found)}
        )

    def charge_at(self, t: Desk, target: int) -> None:
        """At this one."""
        t.bind(target=target)

    def charge(self, t: Desk, legs: Any) -> Flow | Call:
        """So."""
        marcher = Marcher(t.state, t.unit(t.env.unit), Deed.ASSAULT, target=t.env.target)
        march = marcher.work_out(legs)
        assert isinstance(march, March)
        leaders = carry_out(t, marcher, march)
        t.today(t.env.unit, assaulted=True)
        t.note(self.cite, "charges on", unit=t.env.unit, target=t.env.target, inches=inches_gone(march))
        return Call("displace", Displacing(leaders)) if leaders else NEXT


class SecondFight(Step):
    """The second fight: at -1, without melee supporters. [B65]"""

    cite = "B65"

    def begin(self, t: Desk) -> Flow | Call:
        env: Pursuing = t.env
        target = t.unit(env.target)
        return Call(
            "fight",
            Fight(
                env.unit,
                env.target,
                bound=env.bound,
                second=True,
                feature=target.inside,
                inside=target.in_feature,
            ),
        )


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "fight": (
        HitAndRun("unit"),
        HitAndRun("target"),
        Conquerors("unit"),
        Unpredictable("unit"),
        Conquerors("target"),
        Unpredictable("target"),
        MeleeSupport(),  # 8.2.2
        BrigadeSupport("friend", "unit"),  # 8.2.3
        MainAttack("main"),  # 7.2.1
        RerollOnes("main"),
        Deadly("main"),
        RerollFailed("main"),
        BackSupport(),
        BrigadeSupport("back_friend", "target"),
        FightBack("back"),  # 7.2.2
        RerollOnes("back"),
        Deadly("back"),
        RerollFailed("back"),
        Verdict(),  # 7.2.3
        Toll("target"),  # 7.2.4
        Toll("unit"),
        CavalryRetreats(losers=True),  # 7.2.5
        Headstrong(),  # before the winners may fall back: it must charge on
        CavalryRetreats(losers=False),
        TakeFeature(),
        UlcerInside(),
    ),
    "headstrong": (ChargeOn(), SecondFight()),
}
