"""The odds: of a fire without a board, and of a fire in play."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from grognard.engine.book import Scene, Situation
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Engine, Position
from grognard.odds.kit import by_name, by_verb, number

from .sequence import SEQUENCES
from .state import Arm, Battlefield, Desk, Options, State, Unit
from .steps import Firing

ENGINE = Engine(SEQUENCES, Desk)
BARE = Battlefield("", "", 6000, 6000, 1, ("we", "they"), ())
"""A table without ground."""


def _scene(position: Position, target: int) -> Scene:
    """From a fire that was just begun until it is over: how many stands the target loses."""
    before = position.state.units[target].stands

    def done(at: Position) -> Hashable:
        firing = any(frame.sequence == "fire" for frame in at.agenda)
        return None if firing else before - at.state.units[target].stands

    def choose(at: Position, ask: Ask) -> Move:
        return next(ask.moves())

    return Scene(position, done, choose, ("stands lost",))


def _fire(given: Mapping[str, Any]) -> Scene:
    us = Unit(0, 0, "we", Arm.FOOT, 3000, 1000, 0, given["stands"])
    them = Unit(1, 1, "they", Arm.FOOT, 3000, 1075 + 100 * given["distance"], 1800, given["against"])
    return _scene(ENGINE.start(State(BARE, Options(), (us, them), 1), "fire", Firing(0, 1)), 1)


STANDS = number("stands", 6, "stands that fire")
AGAINST = number("against", 6, "stands of the target")
DISTANCE = number("distance", 6, "how far", "inches")
SITUATIONS = by_name((Situation("fire", "one fire", "3.2", (STANDS, AGAINST, DISTANCE), _fire),))
scene_for = by_verb(
    ENGINE, {"fire": lambda position, move: _scene(ENGINE.follow(position, move), move.noun[1])}
)
