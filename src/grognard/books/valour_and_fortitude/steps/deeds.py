"""One action: the messenger, the deed itself, what cards do about it. [68–96]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Pool
from grognard.engine.domains import Domain, Mover, Reach, Units
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step
from grognard.geometry.gaps import point_within

from ..facts.assaults import assault_targets, first_onset
from ..facts.command import (
    messenger,
    needs_messenger,
    rallying,
)
from ..facts.forming import form_words
from ..facts.ground import feature
from ..facts.layout import shapes
from ..facts.moving import Marcher
from ..facts.placing import Leaver
from ..facts.strides import March, enemy_leaders_on, inches_gone
from ..state import Desk, Unit, foe
from ..tables.dice import HIT, RALLY, natural
from ..tables.fate import FATE
from ..words import Deed
from .cards import AnyCard
from .common import (
    carry_out,
    enter,
    push_leaders,
)
from .env import Acting, Displacing, Suffering
from .hands import Window, holds, play_on_unit

ULCER_NEAR = 600


class Messenger(Step):
    """A unit more than 12 from its leader needs a messenger, 4 or more. [69]"""

    cite = "69"

    def begin(self, t: Desk) -> Flow | None:
        if t.env.free or not needs_messenger(t.state, t.unit(t.env.unit)):
            return NEXT
        return None

    def ask(self, t: Desk) -> Throw:
        unit = t.unit(t.env.unit)
        tally = messenger(t.state, unit)
        return Throw(
            "messenger", Pool.of(1, natural(HIT, tally.total)), self.cite, tally, side=unit.side, unit=unit.id
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        t.bind(failed=not reading)
        t.note(self.cite, "messenger arrives" if reading else "messenger lost", unit=t.env.unit)
        t.bind(reached=bool(reading))
        return NEXT


class InvisibleEnemy(Window):
    """An Invisible Enemy: a messenger test the enemy passed fails instead. [FC12S]"""

    cite = "FC12S"
    card = "invisible_enemy"
    often = FATE[card].rank

    def told(self, t: Desk) -> str:
        return f"The enemy's messenger to {t.unit(t.env.unit).name} gets through: play a card?"

    def who(self, t: Desk) -> int:
        return foe(t.state.side)

    def open(self, t: Desk) -> bool:
        return bool(t.env.reached)

    def invisible_enemy(self, t: Desk) -> Flow:
        """The messenger never arrives."""
        play_on_unit(t, self.who(t), "invisible_enemy", t.env.unit)
        t.bind(failed=True, reached=False)
        return NEXT


class LostAction(Step):
    """A failed messenger loses the action. [69]"""

    cite = "69"

    def begin(self, t: Desk) -> Flow:
        if t.env.failed:
            t.today(t.env.unit, acted=True)
            return DONE
        return NEXT


class SurpriseAttack(Step):
    """Surprise Attack: the unit makes one move, then it assaults whom it can reach from there. [FC9]"""

    cite = "FC9"

    def begin(self, t: Desk) -> Flow | Call:
        """The card is spent only now that the order has arrived; it may have been thrown away for it."""
        if t.env.deed is not Deed.ASSAULT or t.env.target >= 0:
            return NEXT
        if not holds(t.state, t.state.side, "surprise_attack"):
            return NEXT
        play_on_unit(t, t.state.side, "surprise_attack", t.env.unit)
        return Call("free move", Acting(t.env.unit, Deed.MOVE, free=True))

    def resume(self, t: Desk) -> Flow:
        return NEXT if t.unit(t.env.unit).on_table else DONE


class NameTarget(Step):
    """After a surprise move the unit names whom it assaults, or stays there. [FC9]"""

    cite = "FC9"

    def ask(self, t: Desk) -> Ask | None:
        if t.env.deed is not Deed.ASSAULT or t.env.target >= 0:
            return None
        unit = t.unit(t.env.unit)
        targets = assault_targets(t.state, unit)
        offers: dict[str, Domain | None] = {"strike": Units(targets)} if targets else {}
        return Ask(unit.side, f"{unit.name}: assault", self.cite, {**offers, "hold": None})

    def strike(self, t: Desk, target: int) -> Flow:
        """This enemy."""
        t.bind(target=target)
        return NEXT

    def hold(self, t: Desk) -> Flow:
        """Nobody: the action is spent."""
        t.today(t.env.unit, acted=True)
        return DONE


class Perform(Step):
    """The action itself. [68]"""

    cite = "68"

    def begin(self, t: Desk) -> Flow | Call | None:
        env: Acting = t.env
        if env.deed in (Deed.OCCUPY, Deed.STEP):
            t.today(env.unit, acted=True)
            leaders = enter(t, env.unit, env.target)
            return Call("displace", Displacing(tuple(leaders))) if leaders else NEXT
        return None

    def ask(self, t: Desk) -> Ask | Throw | None:
        env: Acting = t.env
        unit = t.unit(env.unit)
        if env.deed in (Deed.OCCUPY, Deed.STEP):
            return None
        if env.deed is Deed.RALLY:
            tally = rallying(t.state, unit)
            dice = Pool.of(unit.losses, natural(RALLY, tally.total))
            return Throw("rally", dice, "95", tally, side=unit.side, unit=unit.id)
        whom = f" {t.unit(env.target).name}" if env.deed is Deed.ASSAULT else ""
        prompt = f"{unit.name}: {env.deed.value}{whom}"
        offers: dict[str, Domain | None] = {"hold": None}
        if env.deed is not Deed.ASSAULT or first_onset(t.state, unit, t.unit(env.target)) is not None:
            offers = {"go": Reach(unit.id, self._mover(t)), **offers}
        return Ask(unit.side, prompt, self.cite, offers)

    def _mover(self, t: Desk) -> Mover:
        env: Acting = t.env
        unit = t.unit(env.unit)
        if env.deed is Deed.EXIT:
            return Leaver(t.state, unit)
        target = env.target if env.deed is Deed.ASSAULT else None
        return Marcher(t.state, unit, env.deed, target=target)

    def go(self, t: Desk, legs: Any) -> Flow | Call:
        """Do it so."""
        env: Acting = t.env
        mover = self._mover(t)
        if isinstance(mover, Leaver):
            return self._come_out(t, mover.set_down(legs))
        if not env.free:
            t.today(env.unit, acted=True)
        assert isinstance(mover, Marcher)
        march = mover.work_out(legs)
        assert isinstance(march, March)
        leaders = carry_out(t, mover, march)
        if env.deed is Deed.ASSAULT:
            t.today(env.unit, assaulted=True)
            t.note("87", "assaults", unit=env.unit, target=env.target, inches=inches_gone(march))
        elif all(stride.reform for stride in march.strides) and march.strides:
            t.note("80", "forms up", unit=env.unit, formation=form_words(t.unit(env.unit)))
        else:
            cite = "83" if env.deed is Deed.RETREAT else "70"
            t.note(cite, _words(env.deed), unit=env.unit, inches=inches_gone(march))
        return Call("displace", Displacing(leaders)) if leaders else NEXT

    def _come_out(self, t: Desk, placed: Unit) -> Flow | Call:
        """It stands outside; leaders it ends on give way as to any move. [79, 176, B81]"""
        name = feature(t.state, t.unit(placed.id).inside).name
        leaders = enemy_leaders_on(t.state, placed)
        t.put_unit(placed)
        t.today(placed.id, acted=True)
        push_leaders(t, placed.id)
        t.note("176", "leaves", unit=placed.id, feature=name)
        return Call("displace", Displacing(leaders)) if leaders else NEXT

    def hold(self, t: Desk) -> Flow:
        """Stay after all."""
        if not t.env.free:
            t.today(t.env.unit, acted=True)
        t.bind(deed=Deed.STAY)
        return NEXT

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.unit(t.env.unit)
        t.put(unit.id, losses=unit.losses - reading)
        t.today(unit.id, acted=True)
        t.note("95", "rallies", unit=unit.id, markers=reading)
        return NEXT


def _words(deed: Deed) -> str:
    return {Deed.RETREAT: "retreats", Deed.DOUBLE: "doubles"}.get(deed, "moves")


class SpanishUlcer(Window):
    """The Spanish Ulcer: an enemy that occupies, or ends near an objective of ours, takes a loss. [FC11S]"""

    cite = "FC11S"
    card = "spanish_ulcer"
    often = FATE[card].rank

    def told(self, t: Desk) -> str:
        return f"{t.unit(t.env.unit).name} has come close: play a card?"

    def who(self, t: Desk) -> int:
        return foe(t.unit(t.env.unit).side)

    def open(self, t: Desk) -> bool:
        unit = t.unit(t.env.unit)
        if not unit.on_table or t.env.deed in (Deed.RALLY, Deed.STAY, Deed.EXIT):
            return False
        if unit.in_feature:
            return True
        ours = [o.at for o, h in zip(t.state.field.objectives, t.state.holders) if h == self.who(t)]
        return any(point_within(at, shape, ULCER_NEAR) for at in ours for shape in shapes(t.state, unit))

    def spanish_ulcer(self, t: Desk) -> Call:
        """It takes a loss."""
        play_on_unit(t, self.who(t), "spanish_ulcer", t.env.unit)
        return Call("suffer", Suffering(t.env.unit, 1))

    def resume(self, t: Desk) -> Flow:
        return NEXT


class UlcerInside(SpanishUlcer):
    """The same for a unit that has just taken a feature by storm. [FC11S, 181]"""

    def open(self, t: Desk) -> bool:
        unit = t.unit(t.env.unit)
        return unit.on_table and unit.in_feature and unit.inside == t.env.feature and unit.today.entered


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "act": (
        Messenger(),
        InvisibleEnemy(),
        AnyCard(),
        LostAction(),
        SurpriseAttack(),
        NameTarget(),
        Perform(),
        SpanishUlcer(),
    ),
    "free move": (Perform(), SpanishUlcer()),
}
