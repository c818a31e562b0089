"""Reinforcements. [149–152]"""

from __future__ import annotations

from typing import Any

from grognard.books.valour_and_fortitude.facts.assaults import reachable
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.facts.placing import Entrant
from grognard.books.valour_and_fortitude.facts.strides import March
from grognard.books.valour_and_fortitude.state import Desk, State, Unit
from grognard.books.valour_and_fortitude.steps.common import carry_out, push_leaders
from grognard.books.valour_and_fortitude.steps.env import Acting, Displacing
from grognard.books.valour_and_fortitude.words import Deed, Where
from grognard.engine.choices import Ask
from grognard.engine.domains import Domain, Reach, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step, replace


def due(state: State) -> list[Unit]:
    """Units of the active side that may come on now. [149, 152]"""
    return [
        u
        for u in state.units
        if u.side == state.side
        and u.where is Where.LATER
        and 0 < state.brigades[u.brigade].arrives <= state.turn
        and not u.today.arrived
    ]


def on_table(unit: Unit) -> Unit:
    """A unit as it would be once it has come on."""
    return replace(unit, where=Where.TABLE)


class Arrivals(Step):
    """Reinforcements come on at their arrival point, without a test. [149]"""

    cite = "149"
    title = "Reinforcements"

    def able(self, state: State) -> list[int]:
        """Those for whom there is room. [152]"""
        return [u.id for u in due(state) if next(iter(Entrant(state, u).candidates()), None) is not None]

    def ask(self, t: Desk) -> Ask | None:
        able = self.able(t.state) if due(t.state) else []
        if not able:
            return None
        return Ask(t.state.side, "Reinforcements arrive", self.cite, {"arrive": Units(able), "wait": None})

    def arrive(self, t: Desk, unit: int) -> Call:
        """This unit comes on."""
        return Call("arrive", Acting(unit, Deed.MOVE))

    def wait(self, t: Desk) -> Flow:
        """The others come later."""
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return AGAIN


class ComeOn(Step):
    """Every figure's path starts at the arrival point. [150, B80]"""

    cite = "150"

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        mover = Entrant(t.state, unit)
        return Ask(unit.side, f"{unit.name} comes on", self.cite, {"come_on": Reach(unit.id, mover)})

    def come_on(self, t: Desk, legs: Any) -> Flow:
        """Here."""
        unit = t.unit(t.env.unit)
        placed = on_table(Entrant(t.state, unit).set_down(legs))
        t.put_unit(placed)
        t.today(unit.id, acted=True, arrived=True)
        t.note(self.cite, "arrives", unit=unit.id)
        leader = t.state.leader(t.state.brigades[unit.brigade].leader)
        if leader.where is Where.LATER:
            t.put_leader(leader.id, where=Where.TABLE, x=placed.x, y=placed.y)
        push_leaders(t, unit.id)
        return NEXT


class MoveOn(Step):
    """A second move, or a reform instead; detachments act as they like. [150, 151]"""

    cite = "150"

    def _mover(self, t: Desk, reforms: bool) -> Marcher:
        return Marcher(
            t.state, t.unit(t.env.unit), Deed.MOVE, reforms=reforms, limit=None if not reforms else 0
        )

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        offers: dict[str, Domain | None] = {
            "move_on": Reach(unit.id, self._mover(t, False)),
            "form_up": Reach(unit.id, self._mover(t, True)),
            "halt": None,
        }
        if unit.profile.detachment and (near := reachable(t.state, unit)):
            offers["assault_at"] = Units(near)
        return Ask(unit.side, f"{unit.name}: a second move, or form up", self.cite, offers)

    def move_on(self, t: Desk, legs: Any) -> Flow | Call:
        """A second move."""
        return self._go(t, legs, False)

    def form_up(self, t: Desk, legs: Any) -> Flow | Call:
        """A reform instead."""
        return self._go(t, legs, True)

    def _go(self, t: Desk, legs: Any, reforms: bool) -> Flow | Call:
        mover = self._mover(t, reforms)
        march = mover.work_out(legs)
        assert isinstance(march, March)
        leaders = carry_out(t, mover, march)
        t.note("70", "moves", unit=t.env.unit)
        return Call("displace", Displacing(leaders)) if leaders else NEXT

    def assault_at(self, t: Desk, target: int) -> Call:
        """A detachment may assault as it arrives. [151]"""
        return Call("free move", Acting(t.env.unit, Deed.ASSAULT, target, free=True))

    def halt(self, t: Desk) -> Flow:
        """Stay there."""
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {"arrive": (ComeOn(), MoveOn())}
