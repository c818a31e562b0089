"""Models of a loose unit that go elsewhere than the group does. [T088, T090]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.tabletop.manoeuvre import Legs, Places

from ..state import Point, Unit
from .bodies import COHESION

LAST = frozenset({"face", "leave"})


def apart(start: tuple[Point, ...], legs: Legs, end: tuple[Point, ...], places: Places) -> Iterator[Legs]:
    """A group's manoeuvre with some models ending elsewhere.

    First with everybody going straight to his place, for that is the shortest way; then with the group as it went
    and the others stepping out of it at the end.
    """
    spots = list(end)
    for model, x, y in places:
        if 0 <= model < len(spots):
            spots[model] = x, y
    first, body, last = _parts(legs)
    if len(body) <= 1 and all(leg[0] == "go" for leg in body):
        yield (*first, *_steps(start, tuple(spots)), *last)
    yield (*first, *body, *_steps(end, tuple(spots)), *last)


def _parts(legs: Legs) -> tuple[Legs, Legs, Legs]:
    """What comes before anybody walks, the walk, and what follows it."""
    first = legs[:1] if legs[:1] == (("mount", 1),) else ()
    last = tuple(leg for leg in legs if leg[0] in LAST or leg == ("mount", 0))
    return first, legs[len(first) : len(legs) - len(last)], last


def _steps(start: tuple[Point, ...], end: tuple[Point, ...]) -> Legs:
    return tuple(
        ("model", i, there[0] - here[0], there[1] - here[1])
        for i, (here, there) in enumerate(zip(start, end))
        if here != there
    )


def limit(unit: Unit, leader: int) -> dict[str, Any]:
    """The ring round the Leader that holds every base of a unit in cohesion. [T090]"""
    return {
        "model": leader,
        "radius": COHESION + 3 * unit.radius,
        "words": "4″ from the Leader",
        "cite": "T090",
    }
