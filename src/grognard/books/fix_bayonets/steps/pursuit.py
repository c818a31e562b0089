"""After the melees of a charge: regroup and pursuit. [CHG-04, CHG-05, CHG-06]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Cells, LatePairs, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step

from ..facts import charging
from ..facts.checks import tally
from ..facts.moving import new_facing
from ..facts.stacks import room
from ..state import NOBODY, Desk
from ..words import Arm, Formation, Trait, Trial, Where
from .common import D10, Flee, all_leaders, ids, join, lose_from, place
from .env import Victor
from .fire import provoked
from .markers import ride_to, under

F = Formation


PURSUIT = 3
HALT_OR_PURSUE, HOW_FAR = "halt or pursue", "how far"
"""What a pursuer is being asked."""


def regrouped(t: Desk, unit: int, there: int) -> None:
    """Into Column, Spent. [F-17.11]"""
    stack, moves = under(t, unit), there != t.unit(unit).hex
    if moves:
        place(t, stack, there, all_leaders(t, stack))
    for each in (t.unit(one) for one in stack):
        good = each.good and each.formation is not F.GENERAL
        facing = new_facing(each, F.COLUMN) if good else each.facing
        t.put(each.id, formation=F.COLUMN if good else each.formation, facing=facing, spent=True)
    t.note("F-17.11", "regroups", unit=unit, hex=t.state.field.grid.label(there))
    if moves:
        join(t, stack)


def regroups(t: Desk, unit: int) -> tuple[int, ...]:
    """Where a stack may regroup to. [F-17.11]"""
    stack = tuple(t.unit(one) for one in under(t, unit))
    return charging.regroup_hexes(t.state, stack, fought(t, unit))


def fought(t: Desk, unit: int) -> tuple[int, ...]:
    """Whom a stack has been in contact with in this segment. [F-17.11]"""
    met = [one for one in t.env.riders if one.state in ("contact", "met")]
    return tuple(
        dict.fromkeys(
            foe for one in met for own, foe in ((one.unit, one.target), (one.target, one.unit)) if own == unit
        )
    )


def must_regroup(t: Desk) -> int:
    """The next stack that must regroup, those of the active side first, or nobody. [F-17.11, CHG-04]"""
    due = sorted(t.env.regroup, key=lambda one: t.unit(one).side != t.env.side)
    return next((one for one in due if t.unit(one).on_map and t.unit(one).good), NOBODY)


class ForcedRegroup(Step):
    """Whoever must regroup does, before anybody runs. [CHG-04, F-17.11]"""

    cite = "CHG-04"
    title = "Forced regroup"

    def ask(self, t: Desk) -> Ask | None:
        one = must_regroup(t)
        if one == NOBODY:
            return None
        cells = regroups(t, one)
        return Ask(t.unit(one).side, f"{t.unit(one).name} regroups", self.cite, {"regroup": Cells(cells)})

    def regroup(self, t: Desk, there: int) -> Flow:
        """Draw off there."""
        one = must_regroup(t)
        t.bind(regroup=tuple(each for each in t.env.regroup if each != one))
        regrouped(t, one, there)
        return AGAIN


class FleeInTurn(Flee):
    """Whoever must run after a charge runs now, the active side first. [CHG-04, F-18.3]"""

    cite = "CHG-04"

    def begin(self, t: Desk) -> Flow | Call:
        own = t.env.side
        t.set(fleeing=tuple(sorted(t.state.fleeing, key=lambda one: t.unit(one.units[0]).side != own)))
        return super().begin(t)


class Pursuit(Step):
    """The victor over a routed stack checks: halt there or pursue, or must pursue. [CHG-04, F-17.11]"""

    cite = "F-17.11"
    title = "Pursuit"

    def _victors(self, t: Desk) -> tuple[Victor, ...]:
        return tuple(each for each in t.env.victors if t.unit(each.unit).on_map and t.unit(each.unit).good)

    def _victor(self, t: Desk) -> Victor:
        """The pursuer and whom he has routed."""
        return next(each for each in self._victors(t) if each.unit == t.env.now)

    def _running(self, t: Desk) -> tuple[int, ...]:
        """The routers who are still on the map."""
        return tuple(one for one in self._victor(t).routers if t.unit(one).on_map)

    def ask(self, t: Desk) -> Ask | Throw | None:
        victors = self._victors(t)
        if not victors:
            return None
        side = t.unit(victors[0].unit).side
        if t.env.now == NOBODY:
            able = tuple(each.unit for each in victors if each.beaten == victors[0].beaten)
            return Ask(side, "Who takes up the pursuit?", self.cite, {"follow": Units(able)})
        unit = t.unit(t.env.now)
        if t.env.question == HALT_OR_PURSUE:
            return Ask(side, f"{unit.name}: pursue?", self.cite, {"pursue": None, "halt": None})
        if t.env.question == HOW_FAR:
            return Ask(side, f"How far does {unit.name} pursue?", self.cite, {"chase": Cells(self._ways(t))})
        why = tally(t.state, t.stack(unit.id), Trial.PURSUIT)
        return Throw("pursuit", D10, self.cite, why, side=side, unit=unit.id, tem=unit.tem)

    def _ways(self, t: Desk) -> dict[int, int]:
        """Hexes a pursuer may end in, each with its facing there."""
        running = self._running(t)
        if not running:
            return {}
        return charging.pursuit_hexes(t.state, t.unit(t.env.now), t.unit(running[0]), PURSUIT)

    def follow(self, t: Desk, one: int) -> Flow:
        """This regiment."""
        t.bind(now=one)
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow | Call:
        unit = t.unit(t.env.now)
        if die + tally(t.state, t.stack(unit.id), Trial.PURSUIT).total <= unit.tem:
            t.bind(question=HALT_OR_PURSUE)
            return AGAIN
        t.note("F-15.4", "must pursue", unit=unit.id)
        return self.pursue(t)

    def halt(self, t: Desk) -> Flow:
        """Stop in the hex they left."""
        left = self._victor(t).ground
        unit = t.unit(t.env.now)
        if left not in t.state.at and room(t.state, t.stack(unit.id), left):
            way = charging.toward(t.state, unit, left)
            self._go(t, left, way)
        self._close(t)
        return AGAIN

    def pursue(self, t: Desk) -> Flow | Call:
        """Ride them down, the whole stack, and on after them."""
        unit, running = t.unit(t.env.now), self._running(t)
        if not running:
            return self.halt(t)
        cv = sum(each.strength for each in t.stack(unit.id))
        count = -(-cv // 2)
        if (unit.has(Trait.LANCE) or unit.has(Trait.SHOCK)) and t.unit(running[0]).arm is not Arm.CAV:
            count += 1
        for _ in range(int(count)):
            if left := self._running(t):
                lose_from(t, left[0], 1, "F-17.11")
        t.note(self.cite, "pursues", unit=unit.id, target=running[0])
        ways = self._ways(t)
        if len(ways) > 1:
            t.bind(question=HOW_FAR)
            return AGAIN
        return self.chase(t, next(iter(ways), unit.hex))

    def chase(self, t: Desk, there: int) -> Flow | Call:
        """As far as that hex; whoever can shoots at them there."""
        one = t.env.now
        ways = self._ways(t)
        if there in ways:
            self._go(t, there, ways[there])
        self._close(t)
        return provoked(t, (one,), charge=True) or AGAIN

    def resume(self, t: Desk) -> Flow:
        return AGAIN

    def _go(self, t: Desk, there: int, way: int) -> None:
        t.put_all(ids(t.stack(t.env.now)), facing=way)
        called = any(one.unit == t.env.now and one.reaction for one in t.env.riders)
        ride_to(t, t.env.now, there, called=called)

    def _close(self, t: Desk) -> None:
        foe = self._victor(t).beaten
        t.bind(victors=tuple(each for each in t.env.victors if each.beaten != foe), now=NOBODY, question="")


class FreeRegroup(Step):
    """Other active chargers in good order may regroup. [CHG-05]"""

    cite = "CHG-05"
    title = "Regroup"

    def _able(self, t: Desk) -> tuple[int, ...]:
        riders = [(one.unit, t.unit(one.unit)) for one in t.env.riders if not one.reaction]
        return tuple([one for one, unit in riders if unit.on_map and unit.good and not unit.spent])

    def ask(self, t: Desk) -> Ask | None:
        able = self._able(t)
        if not able:
            return None
        pairs = LatePairs(lambda: ((one, regroups(t, one)) for one in able), to="cell")
        return Ask(t.env.side, "Regroup?", self.cite, {"draw_off": pairs, "stay_put": None})

    def draw_off(self, t: Desk, pair: tuple[int, int]) -> Flow:
        """Regroup there."""
        regrouped(t, *pair)
        return AGAIN

    def stay_put(self, t: Desk) -> Flow:
        """Stay where you are."""
        return NEXT


class EndCharge(Step):
    """Markers off; everybody who charged is Spent. [CHG-06, F-17.12, R-78]"""

    cite = "CHG-06"

    def begin(self, t: Desk) -> Flow:
        for one in t.env.riders:
            unit = t.unit(one.unit)
            if unit.where is Where.MAP:
                t.put_all(under(t, unit.id), spent=True, failed_charge=False)
                t.note("F-17.12", "is spent", unit=unit.id)
        return NEXT
