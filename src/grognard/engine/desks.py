"""The table of a book whose state holds its units in a tuple, each at the place of its number."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from grognard.engine.flow import S, Table, replace

U = TypeVar("U", bound=msgspec.Struct)


class UnitTable(Table[S], Generic[S, U]):
    """What the steps of such a book work on: units are looked up by their number and put back changed."""

    __slots__ = ()

    def unit(self, unit: int) -> U:
        """A unit by its id."""
        state: Any = self.state
        found: U = state.units[unit]
        return found

    def put(self, unit: int, **changes: Any) -> U:
        """Change fields of a unit."""
        state: Any = self.state
        units = state.units
        changed: U = replace(units[unit], **changes)
        self.state = replace(self.state, units=(*units[:unit], changed, *units[unit + 1 :]))
        return changed

    def put_unit(self, unit: U) -> None:
        """Put a changed unit back."""
        state: Any = self.state
        one: Any = unit
        units, at = state.units, one.id
        self.state = replace(self.state, units=(*units[:at], unit, *units[at + 1 :]))

    def today(self, unit: int, **changes: Any) -> U:
        """Note what a unit has done this turn."""
        one: Any = self.unit(unit)
        return self.put(unit, today=replace(one.today, **changes))
