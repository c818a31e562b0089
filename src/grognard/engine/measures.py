"""Lengths and bearings in words, as every player reads them."""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt
from typing import Any

from grognard.engine.view import Board

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
UNITS = {"inch": "″", "inches": "″", "in": "″", '"': "″", "centimetre": " cm", "centimetres": " cm"}


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things: "1 unit", "2 units"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def compass(tenths: float) -> str:
    """A facing in words."""
    return COMPASS[round(tenths / 450) % 8]


def length(hundredths: float, unit: str) -> str:
    """A length in the book's unit."""
    sign = UNITS.get(unit, f" {unit}" if unit else "")
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".") + sign


def way(board: Board, before: Any, now: Any) -> str:
    """From one pose to another: "6.5″ north-east", "2 hexes south", "facing west"."""
    east, north = now[0] - before[0], now[1] - before[1]
    if not east and not north:
        return f"facing {compass(now[2])}"
    to = compass(10 * degrees(atan2(east, north)))
    if board.kind == "table":
        return f"{length(round(hypot(east, north), -1), board.unit)} {to}"
    # Hexes are 100 high and stand in columns √3 / 2 of that apart.
    columns = round(abs(east) / (50 * sqrt(3)))
    far = columns + max(0, round(abs(north) / 100 - columns / 2))
    return f"{counted(far, 'hex', 'hexes')} {to}"
