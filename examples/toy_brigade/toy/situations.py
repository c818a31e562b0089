"""Toy Brigade's set pieces without a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.book import Input, Scene, Situation
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Engine, Position

from .sequence import SEQUENCES
from .state import Charge, Field, Options, State, Unit, Volley


def _facing(given: Mapping[str, Any]) -> State:
    """Two units looking at each other."""
    unit = Unit(0, 0, "Attackers", given["arm"], 0, given["strength"], given["strength"])
    target = Unit(1, 1, "Defenders", "line", given["range"], 6, 6, cover=given["cover"])
    sides = ("Attackers", "Defenders")
    return State("", sides, 1, Options(), (unit, target), ("middle", "middle"), ((), ()), (), ())


def _volley(given: Mapping[str, Any]) -> Scene:
    position = Engine(SEQUENCES, Field).start(_facing(given), "volley", Volley(0, 0, 1))
    return Scene(position, _when_over, _first, ("fallen",))


def _charge(given: Mapping[str, Any]) -> Scene:
    position = Engine(SEQUENCES, Field).start(_facing(given), "charge", Charge(0, 0, 1))
    return Scene(position, _both_when_over, _first, ("attackers fallen", "defenders fallen"))


def _when_over(position: Position) -> int | None:
    fallen: int = position.state.fallen[1]
    return fallen if position.over else None


def _both_when_over(position: Position) -> tuple[int, int] | None:
    fallen: tuple[int, int] = position.state.fallen
    return fallen if position.over else None


def _first(position: Position, ask: Ask) -> Move:
    """The first thing offered: stand, decline, take the hits."""
    return next(ask.moves())


INPUTS = (
    Input("strength", "whole", 4, "figures that fire"),
    Input("arm", "choice", "line", "arm of the attackers", choices=("line", "guard")),
    Input("range", "length", 200, "range", unit="paces"),
    Input("cover", "flag", False, "the target is in cover"),
)

SITUATIONS = {
    "volley": Situation("volley", "one volley", "6.2", INPUTS, _volley),
    "charge": Situation("charge", "a charge met standing", "7.2", INPUTS, _charge),
}
