"""Markers ride hex by hex, under fire, until contact. [CHG-02, F-17.2]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Cells, Domain, Units
from grognard.engine.flow import AGAIN, LOOP, NEXT, Call, Flow, Step
from grognard.geometry.hexarcs import field_of_fire

from ..facts import charging
from ..facts.checks import tally
from ..facts.ground import ground
from ..facts.stacks import hexes, layout
from ..state import NOBODY, Desk
from ..words import Formation, Trial
from .common import D10, ids
from .env import FIGHT, RIDE
from .fire import provoked
from .markers import put_rider, ride_to, rider, riding, stop, touch, touched

F = Formation


class Gallop(Step):
    """One hex for each marker by turns; or a Recall, or another target. [CHG-02, F-17.2, F-17.6]"""

    cite = "CHG-02"
    title = "Charge"

    def begin(self, t: Desk) -> Flow | None:
        t.bind(now=NOBODY, galloped=False)
        if t.env.stage != RIDE:
            return NEXT
        while True:
            at = self._turn(t)
            if at == NOBODY:
                t.bind(stage=FIGHT)
                return NEXT
            t.bind(at=at)
            if rider(t).fresh:  # [F-17.3, F-17.4] the enemy sees the marker placed before it moves
                put_rider(t, at, fresh=False)
                return NEXT
            if self._ways(t) or self._others(t):
                return None
            stop(t, at, "R-78")

    def _turn(self, t: Desk) -> int:
        """The next marker that runs, from here on and round again. [CHG-02]"""
        count = len(t.env.riders)
        order = [*range(t.env.at, count), *range(t.env.at)]
        return next((at for at in order if riding(t, t.env.riders[at])), NOBODY)

    def _ways(self, t: Desk) -> tuple[int, ...]:
        one = rider(t)
        target = t.unit(one.target)
        if not target.on_map or charging.sheltered(t.state, target):
            return ()
        return charging.next_hexes(t.state, t.unit(one.unit), target, one.left)

    def _others(self, t: Desk) -> tuple[int, ...]:
        """Another enemy in front within 2 that it can still reach, if the target is gone, in Square or in shelter. [F-17.2]"""
        one = rider(t)
        unit, target = t.unit(one.unit), t.unit(one.target)
        lost = not target.on_map or target.formation is F.SQUARE or charging.sheltered(t.state, target)
        if one.reaction or not lost:
            return ()
        seen = field_of_fire(t.state.field.grid, unit.hex, layout(unit).front, 2)
        return tuple(
            stack[0].id
            for stack in t.state.stacks(1 - unit.side)
            if any(here in seen and ground(t.state.field, here).charge for here in hexes(stack[0]))
            and stack[0].id not in (target.id, *one.former)
            and (
                touched(t.state, unit, stack[0]) is not None
                or charging.next_hexes(t.state, unit, stack[0], one.left)
            )
        )

    def ask(self, t: Desk) -> Ask | Throw:
        one = rider(t)
        unit = t.unit(one.unit)
        if t.env.now != NOBODY:
            why = tally(t.state, t.stack(unit.id), Trial.RECALL)
            return Throw("recall", D10, "F-17.6", why, side=unit.side, unit=unit.id, tem=unit.tem)
        offers: dict[str, Domain | None] = {}
        if ways := self._ways(t):
            offers["gallop"] = Cells(ways)
        if others := self._others(t):
            offers["switch"] = Units(others)
        if not one.recalled:
            offers["recall"] = None
        return Ask(unit.side, f"{unit.name} charges", self.cite, offers)

    def gallop(self, t: Desk, there: int) -> Flow:
        """One hex nearer."""
        one = rider(t)
        unit = t.unit(one.unit)
        direction = t.state.field.grid.direction_between(unit.hex, there)
        assert direction is not None
        t.put_all(ids(t.stack(unit.id)), facing=charging.toward(t.state, unit, there))
        left = one.left - charging.cost(t.state, unit.hex, there)
        put_rider(t, t.env.at, left=left, path=(*one.path, direction))
        t.bind(galloped=True)
        ride_to(t, unit.id, there, called=one.reaction)
        t.note(self.cite, "gallops", unit=unit.id, hex=t.state.field.grid.label(there))
        return NEXT

    def switch(self, t: Desk, target: int) -> Flow:
        """Name another target."""
        one = rider(t)
        put_rider(t, t.env.at, target=target, former=(*one.former, one.target))
        t.note("F-17.2", "charges", unit=one.unit, target=target)
        return NEXT

    def recall(self, t: Desk) -> Flow:
        """Call them back: one try."""
        put_rider(t, t.env.at, recalled=True)
        t.bind(now=t.env.at)
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow:
        one = rider(t)
        unit = t.unit(one.unit)
        t.bind(now=NOBODY)
        if die + tally(t.state, t.stack(unit.id), Trial.RECALL).total <= unit.tem:
            stop(t, t.env.at, "F-17.6")
            return NEXT
        t.note("F-15.4", "rides on", unit=unit.id)
        if self._ways(t) or self._others(t):
            return AGAIN
        stop(t, t.env.at, "R-78")
        return NEXT


class ChargeFire(Step):
    """Others than the target may shoot at a marker that has just moved. [F-17.2, F-13.4]"""

    cite = "F-17.2"

    def begin(self, t: Desk) -> Flow | Call:
        if t.env.stage != RIDE or not t.env.galloped or not riding(t, rider(t)):
            return NEXT
        return provoked(t, ids(t.stack(rider(t).unit)), charge=True, but=rider(t).target) or NEXT

    def resume(self, t: Desk) -> Flow:
        if not riding(t, rider(t)) and rider(t).state == "riding":
            stop(t, t.env.at, "R-78")
        return NEXT


class SettleTick(Step):
    """Contact stops a marker, and the one it meets; then the next marker. [CHG-02, F-17.7]"""

    cite = "CHG-02"

    def begin(self, t: Desk) -> Flow:
        if t.env.stage != RIDE:
            return NEXT
        at, one = t.env.at, rider(t)
        if riding(t, one):
            touch(t, at, one)
        t.bind(at=(at + 1) % len(t.env.riders), asked=())
        return LOOP
