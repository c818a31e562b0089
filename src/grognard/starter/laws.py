"""What holds in every position, worked out anew and not by the rules' own code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.engine.soundness import Law
from grognard.geometry.contact import TOUCH
from grognard.tabletop.bodies import overlapping

from .facts import standing
from .state import State


def apart(state: State) -> Iterator[str]:
    """Units do not overlap. [2.1c]"""
    bodies = standing(state)
    for at, before in overlapping(bodies.shapes, TOUCH):
        yield f"{bodies.owners[at].name} stands on {bodies.owners[before].name}"


def census(state: State) -> Mapping[str, int]:
    """What no action changes: how many units there are, on the table or lost."""
    return {"units": len(state.units)}


LAWS = (Law("units do not overlap", ("2.1c",), at=apart),)
