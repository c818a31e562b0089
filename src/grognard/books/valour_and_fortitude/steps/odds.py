"""Stretches of play that only the odds room enters: the book's own steps, and a place to look at the end."""

from __future__ import annotations

from grognard.books.valour_and_fortitude.facts.assaults import first_onset
from grognard.books.valour_and_fortitude.facts.contact import touching
from grognard.books.valour_and_fortitude.facts.moving import Legs, Marcher
from grognard.books.valour_and_fortitude.facts.strides import March
from grognard.books.valour_and_fortitude.state import Desk, State
from grognard.books.valour_and_fortitude.steps.action import Activate
from grognard.books.valour_and_fortitude.steps.deeds import LostAction, Messenger
from grognard.books.valour_and_fortitude.steps.env import Fight, Melee
from grognard.books.valour_and_fortitude.steps.fight import SEQUENCES as FIGHT
from grognard.books.valour_and_fortitude.steps.fight import Headstrong
from grognard.books.valour_and_fortitude.steps.fire import SEQUENCES as FIRE
from grognard.books.valour_and_fortitude.steps.losses import FortitudeTests
from grognard.books.valour_and_fortitude.steps.melee import SquareDice, muster
from grognard.books.valour_and_fortitude.words import Deed, Phase
from grognard.engine.choices import Ask
from grognard.engine.flow import DONE, NEXT, Call, Flow, Step, replace


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
    """Its fight, with every friend that touches the same enemy and has nobody else to fight. [101]"""
    enemy = state.units[target]
    picks = tuple(
        (u.id, target)
        for u in state.of_side(state.units[unit].side)
        if u.id == unit or touching(state, u, enemy)
    )
    return muster(state, Melee(picks=picks), unit, target)


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "odds: shoot": (*FIRE["shoot"][1:], Look()),
    "odds: square": (SquareDice(),),
    # The second fight of a headstrong unit is a fight of its own, asked for when it comes.
    "odds: fight": (*[s for s in FIGHT["fight"] if not isinstance(s, Headstrong)], FortitudeTests(), Look()),
    "odds: assault": (Rouse(), Roused(), Messenger(), LostAction(), Strike()),
    "odds: orders": (Rouse(), Roused(), Messenger(), LostAction(), Look()),
}
