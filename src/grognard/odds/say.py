"""Outcomes and chances as plain values and words."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import Any

from grognard.engine.dist import Dist


def parts(outcome: Any, heads: int) -> tuple[Any, ...]:
    """An outcome as one part per head; a single head may come bare."""
    if isinstance(outcome, tuple) and len(outcome) == heads:
        return tuple(outcome)
    if heads == 1:
        return (outcome,)
    raise ValueError(f"an outcome has {heads} heads but reads {outcome!r}")


def chances(dist: Dist[Any]) -> list[tuple[Any, dict[str, Any]]]:
    """Every outcome with its exact fraction and a float, in order where the outcomes have one."""
    try:
        outcomes = sorted(dist)
    except TypeError:
        outcomes = list(dist)
    rows = []
    for outcome in outcomes:
        chance = dist.chance_of(outcome)
        rows.append((outcome, {"fraction": say_fraction(chance), "chance": float(chance)}))
    return rows


def say_fraction(chance: Fraction) -> str:
    """A fraction as "a/b", whole numbers too."""
    return f"{chance.numerator}/{chance.denominator}"


def plain(value: Any) -> Any:
    """An outcome as JSON can carry it."""
    if isinstance(value, Enum):
        return value.value if isinstance(value.value, str) else value.name.lower()
    if isinstance(value, tuple | list | frozenset):
        return [plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)
