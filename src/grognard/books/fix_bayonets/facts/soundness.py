"""What never changes in the course of a game; what holds besides is in `laws`."""

from __future__ import annotations

from ..state import State


def census(state: State) -> dict[str, int]:
    """Half steps of each side, whole, lost or driven off; the units."""
    found = {
        f"half steps of side {side}": sum(
            unit.halves + unit.lost for unit in state.units if unit.side == side
        )
        for side in (0, 1)
    }
    return {**found, "units": len(state.units)}
