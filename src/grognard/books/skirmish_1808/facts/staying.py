"""What a mover shows of a unit that stays where it is."""

from __future__ import annotations

from typing import Any

from ..state import Unit, centre


def staying(unit: Unit, order: str = "") -> dict[str, Any]:
    """The preview of no move at all: it costs nothing and nothing refuses it."""
    return {
        "end": [*centre(unit), unit.facing, order],
        "body": [],
        "steps": [],
        "cost": 0,
        "allowance": 0,
        "difficult": False,
        "refusal": None,
    }
