"""Short scripted games for what whole games seldom come upon; recorded under tests/golden."""

from __future__ import annotations

from typing import Any

from grognard.books.ever_victorious_armies.state import State, Unit
from grognard.books.ever_victorious_armies.steps.combat import Combats
from grognard.books.ever_victorious_armies.steps.compulsory import (
    Pursuits,
    Retirements,
    SayWhoPursues,
    SayWhoRetires,
)
from grognard.books.ever_victorious_armies.steps.env import SideTurn, Turn
from grognard.books.ever_victorious_armies.steps.turn import OpenTurn
from tests.books.ever_victorious_armies.scenes import general, unit
from tests.tools.drills import Drill

NEXT_TURN = OpenTurn(), SayWhoRetires(), Retirements(), SayWhoPursues(), Pursuits()
RAN = {"moved": True, "acted": True}
CHARGED = {**RAN, "charged": True, "advanced": True}
PURSUED = {**RAN, "pursued": True, "advanced": True}


def second(key: str = "H", **more: Any) -> Unit:
    """A general under the commander-in-chief."""
    return unit(key, general, subordinate=True, **more)


def moving(d: Drill, state: State, side: int = 0) -> Drill:
    """One side's movement."""
    return d.start(state, "side moves", SideTurn(side))


def fight(d: Drill, state: State, difference: int, *steps: Any) -> Drill:
    """A close combat that comes out so, and what steps follow."""
    d.start(state, Combats(), *steps, env=Turn())
    dice = d.throw.dice
    spread = difference - dice.plus + dice.against  # type: ignore[attr-defined]
    return d.fall(max(1, 1 + spread), max(1, 1 - spread))
