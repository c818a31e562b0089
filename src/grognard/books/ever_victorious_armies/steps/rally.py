"""Rallying. [T7, 84–87a]"""

from __future__ import annotations

from typing import Any

from grognard.books.ever_victorious_armies.facts.nerve import can_rally, rally_row, why_not_rally
from grognard.books.ever_victorious_armies.state import Desk, State
from grognard.books.ever_victorious_armies.steps.env_fight import Rallies
from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Pool
from grognard.engine.domains import Units
from grognard.engine.flow import NEXT, Call, Flow, Step
from grognard.engine.tables import Refusal


class Rally(Step):
    """The first side's general may rally a unit, then the second's. [T7]"""

    cite = "T7"
    title = "Rally"

    def begin(self, t: Desk) -> Call:
        return Call("rally", Rallies())


class PickRally(Step):
    """A general may try to rally one unit a turn. [84]"""

    cite = "84"

    def __init__(self, second: bool):
        self.second = second

    def side(self, t: Desk) -> int:
        """Whose general it is: the first side's, or the second's."""
        return 1 - t.state.first if self.second else t.state.first

    def begin(self, t: Desk) -> None:
        t.bind(unit=None)

    def ask(self, t: Desk) -> Ask | None:
        side = self.side(t)
        units = can_rally(t.state, side)
        if not units:
            return None
        domain = Units(units, why=lambda noun: _why_not(t.state, side, noun))
        return Ask(side, "Rally a unit?", self.cite, {"rally": domain, "no_rally": None})

    def rally(self, t: Desk, unit: int) -> Flow:
        t.bind(unit=unit)
        return NEXT

    def no_rally(self, t: Desk) -> Flow:
        return NEXT


def _why_not(state: State, side: int, noun: Any) -> Refusal | None:
    """Why something may not be rallied, if it is one of the side's units at all."""
    unit = next((u for u in state.of_side(side) if u.id == noun), None)
    return None if unit is None else why_not_rally(state, side, unit)


class RallyDie(Step):
    """6 for irregulars, 4 to 6 for all others; success takes off one marker, failure does nothing. [85, 87]"""

    cite = "85"

    def ask(self, t: Desk) -> Throw | None:
        if t.env.unit is None:
            return None
        unit = t.unit(t.env.unit)
        row = rally_row(unit)
        general = t.state.general(unit.side)
        assert general is not None
        return Throw(
            "rally", Pool.of(1, row.value), row.cite, side=unit.side, unit=unit.id, general=general.id
        )

    def fell(self, t: Desk, reading: int) -> Flow:
        unit = t.unit(t.env.unit)
        if reading:
            # With the marker go its ban and one failure: both are read from the markers. [87a, G-21]
            t.put(unit.id, markers=unit.markers - 1)
            t.note("87", "rallies", unit=unit.id, markers=unit.markers - 1)
        else:
            t.note("86", "does not rally", unit=unit.id)
        return NEXT


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "rally": (PickRally(second=False), RallyDie(), PickRally(second=True), RallyDie()),
}
