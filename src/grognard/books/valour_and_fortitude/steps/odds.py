"""Stretches of play that only the odds room enters: the book's own steps, and a place to look at the end."""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Pool
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step, replace
from grognard.tabletop.manoeuvre import Legs

from ..facts.assaults import first_onset
from ..facts.contact import touching
from ..facts.moving import Marcher
from ..facts.picking import with_everybody
from ..facts.strides import March
from ..state import Desk, State
from ..tables.dice import HitsAgain
from ..words import Deed, Phase
from .action import Activate
from .attack import HitTests, RerollFailed, RerollOnes
from .cards import Deadly
from .deeds import LostAction, Messenger
from .env import Attack, Fight, Melee
from .fight import SEQUENCES as FIGHT
from .fight import FightBack, Headstrong, MainAttack
from .fire import SEQUENCES as FIRE
from .fire import FireTests, LendSupport
from .hands import holds
from .losses import FortitudeTests
from .melee import SquareDice, muster


class Look(Step):
    """Everything has happened, and nothing is cleared away yet."""

    cite = "41"

    def ask(self, t: Desk) -> Ask:
        return Ask(0, "Look", self.cite, {"looked": None})

    def looked(self, t: Desk) -> Flow:
        """Enough."""
        return NEXT


class Rouse(Activate):
    """A brigade that is not active yet tests. [63]"""

    def begin(self, t: Desk) -> Flow | None:
        return NEXT if t.state.brigades[t.env.brigade].active else super().begin(t)


class Roused(Step):
    """If it failed, nobody acts. [65]"""

    cite = "65"

    def begin(self, t: Desk) -> Flow:
        return DONE if t.env.failed else NEXT


class Strike(Step):
    """The assault goes home, and the melee phase comes. [87, 103]"""

    cite = "87"

    def begin(self, t: Desk) -> Flow | Call:
        unit, target = t.env.unit, t.env.target
        if touching(t.state, t.unit(unit), t.unit(target)):
            t.set(phase=Phase.MELEE)
            return Call("odds: fight", t.env.fight)
        legs = first_onset(t.state, t.unit(unit), t.unit(target))
        if legs is None:
            return DONE
        t.state = closed(t.state, unit, target, legs)
        return Call("odds: fight", joined(t.state, unit, target))


def closed(state: State, unit: int, target: int, legs: Legs) -> State:
    """The table when an assault has closed, in the melee phase of the same turn."""
    marcher = Marcher(state, state.units[unit], Deed.ASSAULT, target=target)
    march = marcher.work_out(legs)
    assert isinstance(march, March)
    moved = marcher.moved(march)
    moved = replace(moved, today=replace(moved.today, acted=True, assaulted=True))
    units = (*state.units[:unit], moved, *state.units[unit + 1 :])
    units = tuple([replace(u, today=replace(u.today, fought=False, won=False)) for u in units])
    return replace(state, units=units, phase=Phase.MELEE, routed=())


def joined(state: State, unit: int, target: int) -> Fight:
    """Its fight, with every friend that touches the same enemy and may pick him; others pick the first they may. [100, 101, B19]"""
    return muster(state, Melee(picks=with_everybody(state, ((unit, target),), target)), unit, target)


class AtOnce(HitTests):
    """Hit tests with their reroll as one throw: where nobody holds a card, only the hits matter in the end."""

    def ask(self, t: Desk) -> Throw | None:
        attack: Attack | None = getattr(t.env, self.which)
        if attack is None:
            return None
        upto = 1 if attack.reroll else 0
        if holds(t.state, t.unit(attack.attacker).side, "deadly_attack"):
            upto = (
                attack.need - 1
            )  # a question gives the card to be used; games are asked without cards [FC6]
        dice = HitsAgain(attack.dice, attack.need, upto) if upto else Pool.of(attack.dice, attack.need)
        return Throw("hit tests", dice, self.cite, self.attack(t)[1], unit=attack.attacker)

    def fell(self, t: Desk, reading: int) -> Flow:  # type: ignore[override]
        attack: Attack = getattr(t.env, self.which)
        t.bind(**{self.which: replace(attack, hits=reading)})
        return NEXT


class MainAtOnce(AtOnce, MainAttack):
    """The main attacker's dice. [103]"""

    cite = "103"


class BackAtOnce(AtOnce, FightBack):
    """The dice of the unit that fights back. [104]"""

    cite = "104"


class FireAtOnce(AtOnce, FireTests):
    """The main shooter's dice. [125]"""

    cite = "125"


SHORT: dict[type[Step], Step] = {
    MainAttack: MainAtOnce("main"),
    FightBack: BackAtOnce("back"),
    FireTests: FireAtOnce(),
}
# The second fight of a headstrong unit is a fight of its own, asked for when it comes.
LEFT_OUT = RerollOnes, Deadly, RerollFailed, Headstrong, LendSupport


def _short(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The same stretch with fewer throws."""
    return tuple(SHORT.get(type(step), step) for step in steps if not isinstance(step, LEFT_OUT))


EXCERPTS: dict[str, tuple[Step, ...]] = {
    "odds: shoot": (*_short(FIRE["shoot"]), Look()),
    "odds: square": (SquareDice(),),
    "odds: fight": (*_short(FIGHT["fight"]), FortitudeTests(), Look()),
    "odds: assault": (Rouse(), Roused(), Messenger(), LostAction(), Strike()),
    "odds: orders": (Rouse(), Roused(), Messenger(), LostAction(), Look()),
}
