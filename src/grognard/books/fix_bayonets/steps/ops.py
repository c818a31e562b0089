"""Operations: the order of an activation, from cards to markers off. [SEQ-08, OPS-07]"""

from __future__ import annotations

from typing import Any

from grognard.engine.flow import NEXT, Call, Flow, Step

from ..state import NOBODY, Desk
from ..words import Card
from .cards import Activate, Contest, Interrupt, OrderCards, PlayCards
from .command import LeaveReserve, MarkOOC, formations
from .common import Flee
from .env import Charging
from .formations import EachFormation, Ride, UnitsAct
from .orders import Bring, GiveOrders, Initiative

DONE_WITH = {"shot": False, "halted": False, "used": 0, "shifted": False}
"""What comes off at the end of an activation; off others of a stack too, who have gone along. [F-8.3]"""
FRESH = {"ooc": False, "failed_charge": False, "acted": False}
"""What comes off the activated Formations besides. [SEQ-08]"""


class ChargeSegment(Step):
    """Charges of all activated Formations together. [OPS-07, CHG-01]"""

    cite = "OPS-07"
    title = "Charges"

    def begin(self, t: Desk) -> Flow | Call:
        return Call("charge", Charging(t.leader(t.state.active[0]).side))


class Tidy(Step):
    """Markers come off, the cards go to the played pile. [SEQ-08, F-8.3]"""

    cite = "SEQ-08"
    title = "End of activation"

    def begin(self, t: Desk) -> Flow:
        numbers = formations(t)
        changes: dict[int, dict[str, Any]] = {}
        rested = {**DONE_WITH, **FRESH, "suppressed": 0}
        for unit in t.state.units:
            if unit.command in numbers:
                less = unit.suppressed - 1
                changes[unit.id] = {**rested, "suppressed": less} if less > 0 else rested
            elif unit.used or unit.shot or unit.halted or unit.shifted:
                changes[unit.id] = DONE_WITH
        t.put_each(changes)
        for each in t.state.leaders:
            if each.rode or each.along != NOBODY:
                t.put_leader(each.id, rode=False, along=NOBODY)
        for number in numbers:
            t.put_command(number, activated=True)
        for one in t.state.active:
            if t.leader(one).card is Card.STACK:
                t.put_leader(one, card=Card.PLAYED)
        t.set(stack=tuple(one for one in t.state.stack if one not in t.state.active), active=())
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "operations": (PlayCards(), Contest(), OrderCards(), Interrupt(), Activate()),  # SEQ-06 to SEQ-08
    "activation": (
        Bring(),  # OPS-02
        GiveOrders(),  # F-9.3
        Initiative(),  # SEQ-08 (a)
        LeaveReserve(),  # F-10.10
        MarkOOC(),  # SEQ-08 (b)
        EachFormation(),  # SEQ-08 (c)
        ChargeSegment(),  # SEQ-08 (d)
        Flee(),
        Tidy(),  # SEQ-08 (e)
    ),
    "formation": (Ride(), UnitsAct()),  # OPS-04, OPS-05
}
