"""Lengths and bearings in words, as every player reads them."""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt
from typing import Any

from grognard.engine.view import Board

COMPASS = (
    "north", "north-north-east", "north-east", "east-north-east", "east", "east-south-east", "south-east", "south-south-east",
    "south", "south-south-west", "south-west", "west-south-west", "west", "west-north-west", "north-west", "north-north-west",
)  # fmt: skip
UNITS = {"inch": "″", "inches": "″", "in": "″", '"': "″", "centimetre": " cm", "centimetres": " cm"}


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things: "1 unit", "2 units"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def compass(tenths: float, points: int = 16) -> str:
    """A facing in words."""
    return COMPASS[round(tenths * points / 3600) % points * (16 // points)]


def length(hundredths: float, unit: str) -> str:
    """A length in the book's unit."""
    sign = UNITS.get(unit, f" {unit}" if unit else "")
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".") + sign


def way(board: Board, before: Any, now: Any) -> str:
    """From one pose to another: "6.5″ north-east", "2 hexes south", "facing west"; nothing if it stays where it is."""
    east, north = now[0] - before[0], now[1] - before[1]
    points = 16 if board.kind == "table" else 8  # of a hex's sides people say north-east, not east-north-east
    to = compass(10 * degrees(atan2(east, north)), points)
    if board.kind == "table":
        hundredths = round(hypot(east, north), -1)
        far = length(hundredths, board.unit) if hundredths else ""
    else:
        # Hexes are 100 high and stand in columns √3 / 2 of that apart.
        columns = round(abs(east) / (50 * sqrt(3)))
        hexes = columns + max(0, round(abs(north) / 100 - columns / 2))
        far = counted(hexes, "hex", "hexes") if hexes else ""
    if far:
        return f"{far} {to}"
    return f"facing {compass(now[2], points)}" if now[2] != before[2] else ""
