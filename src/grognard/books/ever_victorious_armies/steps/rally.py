"""Rallying. [T7, 84–87a]"""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Pool
from grognard.engine.domains import Units
from grognard.engine.flow import LOOP, NEXT, Call, Flow, Step
from grognard.engine.tables import Refusal

from ..facts.nerve import can_rally, next_to_rally, rally_row, why_not_rally
from ..state import Desk, State, Unit
from .env_fight import Rallies


class Rally(Step):
    """The first side's generals may rally a unit each, then the second's. [T7]"""

    cite = "T7"
    title = "Rally"

    def begin(self, t: Desk) -> Call:
        return Call("rally", Rallies())


class PickRally(Step):
    """Each general may try to rally one unit a turn. [84, G-26]"""

    cite = "84"

    def begin(self, t: Desk) -> None:
        t.bind(unit=None)

    def ask(self, t: Desk) -> Ask | None:
        general = next_to_rally(t.state, t.env.done)
        if general is None:
            return None
        domain = Units(can_rally(t.state, general), why=lambda noun: _why_not(t.state, general, noun))
        offers = {"rally": domain, "no_rally": None}
        return Ask(general.side, f"{general.name} may rally a unit", self.cite, offers, about=general.id)

    def rally(self, t: Desk, unit: int) -> Flow:
        """He tries this one."""
        return self._tries(t, unit)

    def no_rally(self, t: Desk) -> Flow:
        """He tries nobody."""
        return self._tries(t, None)

    def _tries(self, t: Desk, unit: int | None) -> Flow:
        general = next_to_rally(t.state, t.env.done)
        assert general is not None
        t.bind(unit=unit, general=general.id, done=(*t.env.done, general.id))
        return NEXT


def _why_not(state: State, general: Unit, noun: Any) -> Refusal | None:
    """Why something may not be rallied, if it is one of the side's units at all."""
    unit = next((u for u in state.of_side(general.side) if u.id == noun), None)
    return None if unit is None else why_not_rally(state, general, unit)


class RallyDie(Step):
    """6 for irregulars, 4 to 6 for all others; success takes off one marker, failure does nothing. [85, 87]"""

    cite = "85"

    def ask(self, t: Desk) -> Throw | None:
        if t.env.unit is None:
            return None
        unit = t.unit(t.env.unit)
        row = rally_row(unit)
        return Throw(
            "rally", Pool.of(1, row.value), row.cite, side=unit.side, unit=unit.id, general=t.env.general
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


class NextGeneral(Step):
    """Then the next general, if one has anybody to rally. [T7]"""

    cite = "T7"

    def begin(self, t: Desk) -> Flow:
        return NEXT if next_to_rally(t.state, t.env.done) is None else LOOP


SEQUENCES: dict[str, tuple[Step, ...]] = {
    "rally": (PickRally(), RallyDie(), NextGeneral()),
}
