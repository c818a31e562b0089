"""Reinforcements. [149–152]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Ask
from grognard.engine.domains import Domain, Pairs, Reach, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step, replace
from grognard.engine.memo import kept
from grognard.geometry.points import Point
from grognard.geometry.shapes import hull, overlap

from ..facts.assaults import reachable
from ..facts.bodies import leader_box, stand
from ..facts.command import doer
from ..facts.forming import form_words
from ..facts.moving import Marcher
from ..facts.placing import Entrant
from ..facts.riding import beside
from ..facts.strides import March, inches_gone
from ..state import Desk, State, Unit
from ..tables.moving import MAY_ASSAULT, MAY_DOUBLE, MAY_RALLY
from ..words import Deed, Special, Where
from .common import carry_out, may_occupy, push_leaders
from .deeds import SpanishUlcer
from .env import Acting, Displacing


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


@kept
def able_to_arrive(state: State) -> list[int]:
    """Those for whom there is room. [152]"""
    return [u.id for u in due(state) if Entrant(state, u).possible()]


class Arrivals(Step):
    """Reinforcements that have not come on between the brigades come now, without a test; none waits that could. [149, B86]"""

    cite = "149"
    title = "Reinforcements"

    def ask(self, t: Desk) -> Ask | None:
        able = able_to_arrive(t.state)
        if not able:
            return None
        offers: dict[str, Domain | None] = {"arrive": Units(able)}
        if t.state.options.reinforcements_may_wait:
            offers["wait"] = None
        return Ask(t.state.side, "Reinforcements arrive", self.cite, offers)

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

    def come_on(self, t: Desk, legs: Any) -> Flow | Call:
        """Here; its leader comes with the first unit of his brigade. [B80]"""
        unit = t.unit(t.env.unit)
        placed = on_table(Entrant(t.state, unit).set_down(legs))
        ridden_over = enemy_leaders_on_the_way(t.state, placed, t.state.brigades[unit.brigade].entry)
        t.put_unit(placed)
        t.today(unit.id, acted=True, arrived=True)
        t.note(self.cite, "arrives", unit=unit.id)
        leader = t.state.leader(t.state.brigades[unit.brigade].leader)
        if leader.where is Where.LATER:
            near = beside(t.state, leader, (placed.x, placed.y), placed.facing)
            t.put_leader(leader.id, where=Where.TABLE, x=near.x, y=near.y)
        push_leaders(t, unit.id)
        return Call("displace", Displacing(ridden_over)) if ridden_over else NEXT


def enemy_leaders_on_the_way(state: State, placed: Unit, entry: Point) -> tuple[int, ...]:
    """Enemy leaders an arriving unit passes over. [79]"""
    lanes = [hull((entry, *base)) for base in stand(placed).bases]
    return tuple(
        x.id
        for x in state.leaders
        if x.side != placed.side and x.in_open and any(overlap(lane, leader_box(x)) for lane in lanes)
    )


class MoveOn(Step):
    """A second move, or a reform instead; a detachment takes any action instead of it. [150, 151, B80]"""

    cite = "150"

    def _mover(self, t: Desk, forming: bool) -> Marcher:
        unit = t.unit(t.env.unit)
        if forming:
            return Marcher(t.state, unit, Deed.MOVE, limit=0, under_way=True)
        return Marcher(t.state, unit, Deed.MOVE, reforms=unit.profile.detachment)

    def ask(self, t: Desk) -> Ask:
        unit = t.unit(t.env.unit)
        offers: dict[str, Domain | None] = {"move_on": Reach(unit.id, self._mover(t, False))}
        if unit.profile.detachment:
            offers.update(self._actions(t.state, unit))
        elif not unit.has(Special.MILITIA):
            offers["form_up"] = Reach(unit.id, self._mover(t, True))
        prompt = f"{unit.name}: a second move, or form up"
        return Ask(unit.side, prompt, self.cite, {**offers, "halt": None})

    def _actions(self, state: State, unit: Unit) -> dict[str, Domain | None]:
        """What else a detachment may do; a retreat would be a move like any other. [151, B67]"""
        facts = doer(state, unit)._replace(acted=False, spent=False, active=True)
        found: dict[str, Domain | None] = {}
        if MAY_DOUBLE.met(facts):
            found["double"] = Units([unit.id])
        if MAY_RALLY.met(facts):
            found["rally"] = Units([unit.id])
        if MAY_ASSAULT.met(facts) and (near := reachable(state, unit)):
            found["assault"] = Pairs({unit.id: near})
        if places := may_occupy(state, unit):
            found["occupy"] = Pairs({unit.id: places})
        return found

    def move_on(self, t: Desk, legs: Any) -> Flow | Call:
        """A second move."""
        return self._go(t, legs, False)

    def form_up(self, t: Desk, legs: Any) -> Flow | Call:
        """A reform instead."""
        return self._go(t, legs, True)

    def _go(self, t: Desk, legs: Any, forming: bool) -> Flow | Call:
        mover = self._mover(t, forming)
        march = mover.work_out(legs)
        assert isinstance(march, March)
        leaders = carry_out(t, mover, march)
        if forming:
            t.note("80", "forms up", unit=t.env.unit, formation=form_words(t.unit(t.env.unit)))
        else:
            t.note("70", "moves", unit=t.env.unit, inches=inches_gone(march))
        return Call("displace", Displacing(leaders)) if leaders else NEXT

    def double(self, t: Desk, unit: int) -> Call:
        """A detachment doubles. [151]"""
        return Call("free move", Acting(unit, Deed.DOUBLE))

    def rally(self, t: Desk, unit: int) -> Call:
        """A detachment rallies. [151]"""
        return Call("free move", Acting(unit, Deed.RALLY))

    def assault(self, t: Desk, noun: tuple[int, int]) -> Call:
        """A detachment assaults as it arrives. [151]"""
        return Call("free move", Acting(noun[0], Deed.ASSAULT, noun[1]))

    def occupy(self, t: Desk, noun: tuple[int, int]) -> Call:
        """A detachment occupies a feature. [151, 171]"""
        return Call("free move", Acting(noun[0], Deed.OCCUPY, noun[1]))

    def halt(self, t: Desk) -> Flow:
        """Stay there."""
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {"arrive": (ComeOn(), MoveOn(), SpanishUlcer())}
