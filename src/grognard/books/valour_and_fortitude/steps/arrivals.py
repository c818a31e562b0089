"""Reinforcements and free deployment. [44a, 149–152, 172]"""

from __future__ import annotations

from typing import Any

from grognard.books.valour_and_fortitude.facts.assaults import reachable
from grognard.books.valour_and_fortitude.facts.ground import feature, land_of, occupant
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.facts.placing import Deployer, Entrant
from grognard.books.valour_and_fortitude.facts.strides import March
from grognard.books.valour_and_fortitude.state import Desk, State, Unit, foe
from grognard.books.valour_and_fortitude.steps.common import carry_out, push_leaders
from grognard.books.valour_and_fortitude.steps.env import Acting, Displacing, Placing
from grognard.books.valour_and_fortitude.words import Deed, Where
from grognard.engine.choices import Ask
from grognard.engine.domains import Cells, Domain, Pairs, Reach, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step, replace
from grognard.field.outlines import convex_parts, in_parts, tidy


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


class Deploy(Step):
    """Free deployment, if it is switched on, each side in its zone. [44a]"""

    cite = "44a"
    title = "Deployment"

    def begin(self, t: Desk) -> Flow | Call:
        if not t.state.options.free_deployment:
            return NEXT
        return Call("deploy", Placing(foe(t.state.field.first)))

    def resume(self, t: Desk) -> Flow:
        return NEXT


class PickDeployment(Step):
    """Brigades deploy by turns, the side that moves second first. [F7.1]"""

    cite = "F7.1"
    title = "Deployment"

    def left(self, state: State, done: tuple[int, ...], side: int) -> list[int]:
        """A side's brigades that have not deployed."""
        return [
            b.id for b in state.brigades if b.side == side and b.id not in done and state.of_brigade(b.id)
        ]

    def ask(self, t: Desk) -> Ask | None:
        env: Placing = t.env
        left = self.left(t.state, env.done, env.side)
        if not left:
            return None
        return Ask(env.side, "Which brigade deploys next?", self.cite, {"deploy": Cells(left)})

    def deploy(self, t: Desk, brigade: int) -> Call:
        """This one."""
        t.bind(done=(*t.env.done, brigade))
        return Call("set up brigade", Placing(t.env.side, brigade=brigade))

    def resume(self, t: Desk) -> Flow:
        env: Placing = t.env
        if self.left(t.state, env.done, foe(env.side)):
            t.bind(side=foe(env.side))
        return AGAIN


class SetUp(Step):
    """A side sets up a brigade, or leaves it in the standard set-up. [44a, 172]"""

    cite = "44a"
    title = "Deployment"

    def ask(self, t: Desk) -> Ask:
        state, side = t.state, t.env.side
        units = [u for u in state.of_brigade(t.env.brigade) if u.inside < 0]
        offers: dict[str, Domain | None] = {"set_up": Units([u.id for u in units])} if units else {}
        cells = garrisons(state, side)
        if cells and units:
            offers["garrison"] = Pairs({u.id: cells for u in units})
        name = state.brigades[t.env.brigade].name
        return Ask(side, f"Set up {name}", self.cite, {**offers, "ready": None})

    def set_up(self, t: Desk, unit: int) -> Call:
        """Move this unit in the zone."""
        return Call("set up unit", Placing(t.env.side, unit=unit))

    def garrison(self, t: Desk, noun: tuple[int, int]) -> Flow:
        """A unit occupies a feature wholly in the zone. [172]"""
        t.put(noun[0], inside=noun[1])
        t.note("172", "occupies", unit=noun[0], feature=feature(t.state, noun[1]).name)
        return AGAIN

    def ready(self, t: Desk) -> Flow:
        """Done with this brigade; its leader takes his place behind it."""
        leader = t.state.brigade_leader(t.env.brigade)
        if leader is not None:
            units = t.state.of_brigade(t.env.brigade)
            x = sum(u.x for u in units) // len(units)
            y = sum(u.y for u in units) // len(units)
            t.put_leader(leader.id, x=x, y=y)
        return NEXT

    def resume(self, t: Desk) -> Flow:
        return AGAIN


def garrisons(state: State, side: int) -> list[int]:
    """Empty features wholly in a side's zone. [172]"""
    zones = [convex_parts(tidy(z.poly)) for z in state.field.zones if z.side == side]
    return [
        n
        for n, area in land_of(state).features.items()
        if occupant(state, n) is None
        and any(all(in_parts(zone, c) for part in area.parts for c in part) for zone in zones)
    ]


class SetUpUnit(Step):
    """One unit is set down in its zone. [44a]"""

    cite = "44a"

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        return Ask(
            unit.side,
            f"Set up {unit.name}",
            self.cite,
            {"place": Reach(unit.id, Deployer(t.state, unit)), "leave_it": None},
        )

    def place(self, t: Desk, legs: Any) -> Flow:
        """Here."""
        unit = t.unit(t.env.unit)
        t.put_unit(Deployer(t.state, unit).set_down(legs))
        t.note(self.cite, "is set up", unit=unit.id)
        return NEXT

    def leave_it(self, t: Desk) -> Flow:
        """It stays where it is."""
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "arrive": (ComeOn(), MoveOn()),
    "deploy": (PickDeployment(),),
    "set up brigade": (SetUp(),),
    "set up unit": (SetUpUnit(),),
}
