"""What never changes in the course of a game; what holds besides is in `laws`."""

from __future__ import annotations

from ..state import State


def census(state: State) -> dict[str, int]:
    """Figures as they began; they are conserved on and off the table."""
    found: dict[str, int] = {}
    for unit in (*state.units, *state.hidden):
        found[unit.key] = unit.full
    return found
