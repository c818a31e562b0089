"""What the enemy does about a charge: a Square, a Screen slipping away, a charge of his own. [F-17.3, F-17.4, F-17.5]"""

from __future__ import annotations

from grognard.engine.choices import Ask, Throw
from grognard.engine.domains import Cells, Domain, Units
from grognard.engine.flow import AGAIN, NEXT, Flow, Step, replace
from grognard.engine.tables import Tally
from grognard.geometry.hexarcs import field_of_fire, to_side, to_vertex

from ..facts import charging
from ..facts.checks import horse_facts, tally, why_not_square
from ..facts.company import followers
from ..facts.ground import distance
from ..facts.stacks import EVERY, Stack, hexes, layout
from ..state import NOBODY, Desk
from ..words import Arm, Formation, Order, Trial
from .common import D10, align, all_leaders, contract, ids, join, place
from .env import RIDE, Rider
from .markers import in_grand, put_rider, rider, riding

F = Formation
REACT = max(charging.REACT_LIGHT, charging.REACT_HEAVY)


class SquareReaction(Step):
    """The target may try for Square, once. [F-17.4, SQR-12a, R-58]"""

    cite = "F-17.4"
    title = "Square reaction"

    def _target(self, t: Desk) -> Stack:
        one = rider(t)
        unit = t.unit(one.target)
        return t.stack(unit.id) if unit.on_map else ()

    def _why(self, t: Desk) -> Tally:
        unit = t.unit(rider(t).unit)
        stack = self._target(t)
        apart = min(distance(t.state.field, here, unit.hex) for here in hexes(stack[0]))
        return tally(
            t.state,
            stack,
            Trial.SQUARE,
            distance=apart,
            **horse_facts(t.stack(unit.id), in_grand(t, unit.id)),
        )

    def ask(self, t: Desk) -> Ask | Throw | None:
        if (
            t.env.stage != RIDE
            or t.unit(rider(t).unit).order is not Order.GOOD
            or rider(t).state == "stopped"
        ):
            return None
        stack = self._target(t)
        if not stack or stack[0].side == t.unit(rider(t).unit).side:
            return None
        if t.env.now != NOBODY:
            return Throw(
                "square", D10, "SQR-01", self._why(t), side=stack[0].side, unit=stack[0].id, tem=stack[0].tem
            )
        if stack[0].id in t.env.squares or why_not_square(t.state, stack, t.unit(rider(t).unit)) is not None:
            return None
        return Ask(
            stack[0].side, f"{stack[0].name}: form Square?", self.cite, {"try_square": None, "wait": None}
        )

    def try_square(self, t: Desk) -> Flow:
        """Try it now."""
        t.bind(now=rider(t).target, squares=(*t.env.squares, self._target(t)[0].id))
        return AGAIN

    def wait(self, t: Desk) -> Flow:
        """Not yet."""
        return NEXT

    def fell(self, t: Desk, die: int) -> Flow:
        stack = self._target(t)
        passed = die + self._why(t).total <= stack[0].tem
        t.bind(now=NOBODY)
        if passed:
            for unit in stack:
                contract(t, unit.id)
                shape = unit.formation if unit.arm is Arm.ART else F.SQUARE
                t.put(unit.id, formation=shape, fb=False)
            align(t, t.unit(stack[0].id).hex)
            for at, one in enumerate(t.env.riders):  # also for those who are upon it already
                if one.target in ids(stack):
                    put_rider(t, at, direction="front")
            t.note(self.cite, "forms square", unit=stack[0].id)
        else:
            t.note("F-15.4", "fails to form", unit=stack[0].id)
        return NEXT


class SlipAway(Step):
    """A charged Screen may slip back once. [F-17.5]"""

    cite = "F-17.5"
    title = "Screen withdraws"

    def _ways(self, t: Desk) -> tuple[int, ...]:
        if t.env.stage != RIDE or not riding(t, rider(t)):
            return ()
        unit = t.unit(rider(t).target)
        if not unit.on_map or unit.id in t.env.slipped:
            return ()
        return charging.screen_exits(t.state, t.stack(unit.id))

    def ask(self, t: Desk) -> Ask | None:
        ways = self._ways(t)
        if not ways:
            return None
        return Ask(
            t.unit(rider(t).target).side,
            f"{t.unit(rider(t).target).name}: pull the Screen back?",
            self.cite,
            {"slip": Cells(ways), "stand": None},
        )

    def slip(self, t: Desk, there: int) -> Flow:
        """Back to friends or cover."""
        unit = rider(t).target
        t.bind(slipped=(*t.env.slipped, unit))
        place(t, (unit,), there, all_leaders(t, (unit,)))
        t.note(self.cite, "slips away", unit=unit)
        join(t, (unit,))
        return NEXT

    def stand(self, t: Desk) -> Flow:
        """Stay."""
        return NEXT


class CounterCharge(Step):
    """Enemy cavalry may charge back at a marker. [F-17.3, CHG-02]"""

    cite = "F-17.3"
    title = "Reaction charge"

    def _able(self, t: Desk) -> tuple[int, ...]:
        if t.env.stage != RIDE or not riding(t, rider(t)) or rider(t).reaction:
            return ()
        return charging.reactors(t.state, t.unit(rider(t).unit), (*t.env.tried, *t.env.asked))

    def ask(self, t: Desk) -> Ask | Throw | None:
        if t.env.now != NOBODY:
            stack = t.stack(t.env.now)
            why = tally(t.state, stack, Trial.REACTION)
            return Throw(
                "reaction charge", D10, self.cite, why, side=stack[0].side, unit=stack[0].id, tem=stack[0].tem
            )
        able = self._able(t)
        if not able:
            return None
        side = t.unit(able[0]).side
        words = f"Charge back at {t.unit(rider(t).unit).name}?"
        offers: dict[str, Domain | None] = {"charge_back": Units(able)}
        found = (one for unit in able for one in followers(t.state, t.stack(unit), called=True))
        if leaders := tuple(one for one in found if one not in t.env.company):
            offers["take_along"] = Units(leaders)
        return Ask(side, words, self.cite, {**offers, "stand_by": None})

    def take_along(self, t: Desk, leader: int) -> Flow:
        """He rides with them, if they go. [F-9.1a]"""
        t.bind(company=(*t.env.company, leader))
        t.note("F-9.1a", "rides along", leader=t.leader(leader).name)
        return AGAIN

    def charge_back(self, t: Desk, unit: int) -> Flow:
        """Try to charge back."""
        t.bind(now=unit, tried=(*t.env.tried, unit))
        return AGAIN

    def stand_by(self, t: Desk) -> Flow:
        """Nobody charges back now."""
        t.bind(asked=(*t.env.asked, *self._able(t)))
        return NEXT

    def fell(self, t: Desk, die: int) -> Flow:
        stack = t.stack(t.env.now)
        t.bind(now=NOBODY)
        if die + tally(t.state, stack, Trial.REACTION).total > stack[0].tem:
            t.note("F-15.4", "stands", unit=stack[0].id)
            return AGAIN
        foe = t.unit(rider(t).unit)
        t.put_all(ids(stack), facing=toward_far(t, stack[0].id, foe.hex))
        # [CHG-02] in each tick active markers go first: one that answers a marker just placed waits for it to move
        waits = not any(other.path for other in t.env.riders)
        one = Rider(stack[0].id, foe.id, charging.run(stack[0]), reaction=True, fresh=waits)
        t.bind(riders=(*t.env.riders, one), rode=(*t.env.rode, ids(stack)))
        t.note(self.cite, "charges", unit=stack[0].id, target=foe.id)
        return AGAIN


def toward_far(t: Desk, unit: int, there: int) -> int:
    """The facing of a reaction charge: any way, so the one that looks at its target. [F-17.3]"""
    each = t.unit(unit)
    grid = t.state.field.grid
    ways = (to_vertex(way) if each.facing % 2 else to_side(way) for way in EVERY.front)
    return next(
        (
            way
            for way in ways
            if there in field_of_fire(grid, each.hex, layout(replace(each, facing=way)).front, REACT)
        ),
        each.facing,
    )
