"""After the melees of a charge: regroup and pursuit. [CHG-04, CHG-05, CHG-06]"""

from __future__ import annotations

from grognard.books.fix_bayonets.facts import charging
from grognard.books.fix_bayonets.facts.checks import tally
from grognard.books.fix_bayonets.facts.moving import new_facing
from grognard.books.fix_bayonets.facts.stacks import room
from grognard.books.fix_bayonets.state import Desk
from grognard.books.fix_bayonets.steps.common import D10, ids, lose, place
from grognard.books.fix_bayonets.steps.fire import provoked
from grognard.books.fix_bayonets.words import Arm, Formation, Trait, Trial, Where
from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Cells, Pairs, Units
from grognard.engine.flow import AGAIN, NEXT, Call, Flow, Step

F = Formation


PURSUIT = 3
HALT_OR_PURSUE, HOW_FAR = 3, 4
"""What a pursuer is being asked, as stages of the segment."""


def regrouped(t: Desk, unit: int, there: int) -> None:
    """Into Column, Spent. [F-17.11]"""
    stack = t.stack(unit)
    if there != stack[0].hex:
        place(t, ids(stack), there)
    for each in t.stack(unit):
        good = each.good and each.formation is not F.GENERAL
        facing = new_facing(each, F.COLUMN) if good else each.facing
        t.put(each.id, formation=F.COLUMN if good else each.formation, facing=facing, spent=True)
    t.note("F-17.11", "regroups", unit=unit)


class ForcedRegroup(Step):
    """Whoever must regroup does, before anybody runs. [CHG-04, F-17.11]"""

    cite = "CHG-04"
    title = "Forced regroup"

    def _who(self, t: Desk) -> int:
        return next((one for one in t.env.regroup if t.unit(one).on_map and t.unit(one).good), -1)

    def ask(self, t: Desk) -> Ask | None:
        one = self._who(t)
        if one < 0:
            return None
        cells = charging.regroup_hexes(t.state, t.stack(one))
        return Ask(t.unit(one).side, f"{t.unit(one).name} regroups", self.cite, {"regroup": Cells(cells)})

    def regroup(self, t: Desk, there: int) -> Flow:
        """Draw off there."""
        one = self._who(t)
        t.bind(regroup=tuple(each for each in t.env.regroup if each != one))
        regrouped(t, one, there)
        return AGAIN


class Pursuit(Step):
    """The victor over a routed stack checks: halt there or pursue, or must pursue. [CHG-04, F-17.11]"""

    cite = "F-17.11"
    title = "Pursuit"

    def _pairs(self, t: Desk) -> tuple[tuple[int, int, int], ...]:
        return tuple(each for each in t.env.victors if t.unit(each[0]).on_map and t.unit(each[0]).good)

    def _beaten(self, t: Desk) -> tuple[int, int]:
        """Whom the pursuer has routed, and where that stack stood."""
        return next((foe, left) for one, foe, left in self._pairs(t) if one == t.env.now)

    def ask(self, t: Desk) -> Ask | Throw | None:
        pairs = self._pairs(t)
        if not pairs:
            return None
        side = t.unit(pairs[0][0]).side
        if t.env.now < 0:
            able = tuple(one for one, beaten, _ in pairs if beaten == pairs[0][1])
            return Ask(side, "Who takes up the pursuit?", self.cite, {"follow": Units(able)})
        unit = t.unit(t.env.now)
        if t.env.stage == HALT_OR_PURSUE:
            return Ask(side, f"{unit.name}: pursue?", self.cite, {"pursue": None, "halt": None})
        if t.env.stage == HOW_FAR:
            return Ask(side, f"How far does {unit.name} pursue?", self.cite, {"chase": Cells(self._ways(t))})
        why = tally(t.state, t.stack(unit.id), Trial.PURSUIT)
        return Throw("pursuit", D10, self.cite, why, side=side, unit=unit.id, tem=unit.tem)

    def _ways(self, t: Desk) -> dict[int, int]:
        """Hexes a pursuer may end in, each with its facing there."""
        beaten = t.unit(self._beaten(t)[0])
        return charging.pursuit_hexes(t.state, t.unit(t.env.now), beaten, PURSUIT) if beaten.on_map else {}

    def follow(self, t: Desk, one: int) -> Flow:
        """This regiment."""
        t.bind(now=one)
        return AGAIN

    def fell(self, t: Desk, die: int) -> Flow | Call:
        unit = t.unit(t.env.now)
        if die + tally(t.state, t.stack(unit.id), Trial.PURSUIT).total <= unit.tem:
            t.bind(stage=HALT_OR_PURSUE)
            return AGAIN
        t.note("F-15.4", "must pursue", unit=unit.id)
        return self.pursue(t)

    def halt(self, t: Desk) -> Flow:
        """Stop in the hex they left."""
        _, left = self._beaten(t)
        unit = t.unit(t.env.now)
        if left not in t.state.at and room(t.state, t.stack(unit.id), left):
            way = charging.toward(t.state, unit, left)
            self._go(t, left, way)
        self._close(t)
        return AGAIN

    def pursue(self, t: Desk) -> Flow | Call:
        """Ride them down, and on after them."""
        foe, _ = self._beaten(t)
        unit, beaten = t.unit(t.env.now), t.unit(foe)
        if not beaten.on_map:
            return self.halt(t)
        cv = sum(each.strength for each in t.stack(unit.id))
        count = -(-cv // 2)
        if (unit.has(Trait.LANCE) or unit.has(Trait.SHOCK)) and beaten.arm is not Arm.CAV:
            count += 1
        for _ in range(int(count)):
            if t.unit(foe).on_map:
                lose(t, foe, 1, "F-17.11")
        t.note(self.cite, "pursues", unit=unit.id, target=foe)
        ways = self._ways(t)
        if len(ways) > 1:
            t.bind(stage=HOW_FAR)
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
        stack = ids(t.stack(t.env.now))
        t.put_all(stack, facing=way)
        place(t, stack, there)

    def _close(self, t: Desk) -> None:
        foe, _ = self._beaten(t)
        t.bind(victors=tuple(each for each in t.env.victors if each[1] != foe), now=-1, stage=2)


class FreeRegroup(Step):
    """Other active chargers in good order may regroup. [CHG-05]"""

    cite = "CHG-05"
    title = "Regroup"

    def _able(self, t: Desk) -> dict[int, tuple[int, ...]]:
        return {
            one.unit: charging.regroup_hexes(t.state, t.stack(one.unit))
            for one in t.env.riders
            if not one.reaction
            and t.unit(one.unit).on_map
            and t.unit(one.unit).good
            and not t.unit(one.unit).spent
        }

    def ask(self, t: Desk) -> Ask | None:
        able = self._able(t)
        if not able:
            return None
        return Ask(t.env.side, "Regroup?", self.cite, {"draw_off": Pairs(able, to="cell"), "stay_put": None})

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
                t.put_all(ids(t.stack(unit.id)), spent=True, failed_charge=False)
                t.note("F-17.12", "is spent", unit=unit.id)
        return NEXT
