"""Contacts fought out, target by target. [CHG-03]"""

from __future__ import annotations

from grognard.engine.flow import NEXT, Call, Flow, Step

from ..state import NOBODY, Desk, by_seat
from ..words import Arm, Attack, Order
from .env import Melee, Victor
from .markers import charges, in_grand


class Contacts(Step):
    """Receive checks, Defensive fire and melee for each target, cavalry against cavalry first. [CHG-03, R-75, R-84]"""

    cite = "CHG-03"
    title = "Contacts"

    def _targets(self, t: Desk) -> list[int]:
        found = dict.fromkeys(one.target for one in t.env.riders if one.state == "contact")
        left = [one for one in found if one not in t.env.fought]
        return sorted(left, key=lambda one: t.unit(one).arm is not Arm.CAV)

    def begin(self, t: Desk) -> Flow | Call:
        return self._next(t)

    def resume(self, t: Desk) -> Flow | Call:
        self._collect(t)
        return self._next(t)

    def _next(self, t: Desk) -> Flow | Call:
        for target in self._targets(t):
            t.bind(fought=(*t.env.fought, target))
            riders = [one for one in t.env.riders if one.state == "contact" and one.target == target]
            riders = [one for one in riders if t.unit(one.unit).on_map and t.unit(one.unit).good]
            if not riders or not t.unit(target).on_map:
                continue
            ways = [one.direction for one in riders]
            way = "rear" if "rear" in ways else "flank" if "flank" in ways else "front"
            meets = charges(t, target)
            t.bind(now=target)
            return Call(
                "home",
                Melee(
                    tuple(one.unit for one in riders),
                    target,
                    Attack.CHARGE,
                    t.unit(riders[0].unit).side,
                    direction=way,
                    straight=tuple(one.spot for one in riders),
                    grand=not riders[0].reaction and any(in_grand(t, one.unit) for one in riders),
                    reaction=meets,
                    hold=True,
                ),
            )
        t.bind(now=NOBODY)
        return NEXT

    def _collect(self, t: Desk) -> None:
        target = t.env.now
        own = tuple(one.unit for one in t.env.riders if one.state == "contact" and one.target == target)
        verdict = t.state.verdict.rpartition(":")[2]
        if verdict in ("FORCED_REGROUP", "BOTH_REGROUP"):
            more = (*own, target) if verdict == "BOTH_REGROUP" else own
            t.bind(regroup=(*t.env.regroup, *more))
        gone = t.unit(target)
        routed = not gone.on_map or gone.order is Order.ROUTED
        if routed:
            won = [(one, target) for one in own if t.unit(one).on_map and t.unit(one).good]
        elif verdict == "AR" and charges(t, target):
            won = [(target, one) for one in own]
        else:
            won = []
        for one, beaten in won:
            victor = Victor(one, beaten, self._routers(t, beaten), t.unit(beaten).hex)
            t.bind(victors=(*t.env.victors, victor))

    def _routers(self, t: Desk, beaten: int) -> tuple[int, ...]:
        """All of a routed stack, whether its top unit lives or not. [F-17.11]"""
        here, side = t.unit(beaten).hex, t.unit(beaten).side
        return tuple(
            unit.id
            for unit in sorted(t.state.units, key=by_seat)
            if unit.on_map and unit.hex == here and unit.side == side and unit.order is Order.ROUTED
        )
