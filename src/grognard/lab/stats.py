"""Numbers about many games."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

Z95 = 1.959963984540054


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The interval that holds the true win rate with 95 % confidence, by Wilson's score; a draw may be half a win."""
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, z * z
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = z * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def rate_of(wins: int, games: int) -> dict[str, float]:
    """A win rate with its interval, as plain data."""
    low, high = wilson(wins, games)
    return {"rate": round(wins / games, 4) if games else 0.0, "low": round(low, 4), "high": round(high, 4)}


def percent(share: float) -> str:
    """A share as people write it."""
    return f"{100 * share:.0f} %"


def mean(values: Iterable[float]) -> float:
    """The average; 0 of nothing."""
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names with a number after each that has come before: greedy, greedy (2)."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return tuple(found)
