"""How far a move goes, and whether a pursuit catches anybody. [1–8a, T2]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import Input, Scene, Situation
from grognard.engine.flow import Position, replace
from grognard.odds.kit import Given

from ..facts.parties import fates
from ..facts.readiness import best_roll
from ..state import Contact, Options, Terrain
from ..steps.env import Marching, Turn
from ..words import Band, Toll
from .fields import FOOT, HORSE, troops
from .sandtable import MIDDLE, facing_north, facing_south, ground, table, unit_of
from .sequel import Chase
from .walks import ENGINE, Plan, alike

GOING = Input("going", "choice", "good", "the going", choices=("good", "difficult"))
ARTILLERY = ("horse_gun", "field_gun", "heavy_gun")
REACH = 12000


class Distance(msgspec.Struct, frozen=True):
    """Reads off what a march allows, once its dice have fallen."""

    difficult: bool
    need: int

    def __call__(self, position: Position) -> tuple[int, bool] | None:
        env = position.agenda[-1].env
        if not env.good:
            return None
        allowed: int = env.difficult if self.difficult else env.good
        return allowed // 100, allowed >= self.need


def move(values: Mapping[str, Any]) -> Scene:
    """A unit throws for its move. [M2]"""
    given, options = Given(values), Options()
    unit = unit_of(given, 0, 0)
    difficult = given["going"] == "difficult"
    if difficult and best_roll(unit).difficult is None:
        given.refuse("going", f"{unit.kind.value.replace('_', ' ')}s may not enter difficult going [8a]")
    state = table((facing_north(unit, options),), options)
    position = ENGINE.start(state, "march", Marching(0))
    return Scene(position, Distance(difficult, given["need"]), Plan(), ("inches", "far enough"))


BEATEN = {"pushed": Band.PUSHED, "driven": Band.DRIVEN, "repulsed": Band.REPULSED}


def pursuit(values: Mapping[str, Any]) -> Scene:
    """A beaten unit retires from contact, and the winner goes after it if it may. [R1, P1, P3]"""
    options, band = Options(), BEATEN[values["result"]]
    winner = facing_north(unit_of(Given(values), 0, 0), options)
    beaten = facing_south(unit_of(Given(values, "target_"), 1, 1), options, MIDDLE)
    attacker = 1 if band is Band.REPULSED else 0
    contacts = (Contact(0, attacker, 1 - attacker),)
    state = table((winner, beaten), options, _behind(values["going"]), contacts=contacts)
    orders = fates(state, (0, 1), attacker, band)
    if orders[1].toll is Toll.ALL:
        words = f"such troops are destroyed by that result, and do not retire [{orders[1].toll_cite}]"
        Given(values).refuse("target_troops", words)
    units = tuple([replace(unit, tomorrow=fate.duties) for unit, fate in zip(state.units, orders)])
    position = ENGINE.start(replace(state, units=units), "odds: next turn", Turn())
    return Scene(position, Chase((1,)), Plan(pursue=frozenset({0})), ("next turn",), alike)


def _behind(going: str) -> tuple[Terrain, ...]:
    """Bad ground over which the beaten unit goes back."""
    return (
        () if going == "good" else (ground("paddy", MIDDLE - REACH, MIDDLE, MIDDLE + REACH, MIDDLE + REACH),)
    )


SITUATIONS = (
    Situation(
        "move",
        "How far a unit goes, and whether that is far enough",
        "M2",
        (
            Input("troops", "choice", "line", "what the unit is", choices=(*FOOT, *HORSE, *ARTILLERY)),
            GOING,
            Input("need", "length", 0, "how far it wants to go", "inches"),
        ),
        move,
    ),
    Situation(
        "pursuit",
        "Next turn's pursuit of a unit driven from close combat: caught, or away",
        "P3",
        (
            *troops("", "the pursuer", (*FOOT, *HORSE), "formed_horse", 8),
            *troops("target_", "the beaten unit", (*FOOT, *HORSE)),
            Input(
                "result",
                "choice",
                "driven",
                "the result of the combat for the beaten unit",
                choices=tuple(BEATEN),
            ),
            Input("going", "choice", "good", "the ground they go over", choices=("good", "difficult")),
        ),
        pursuit,
    ),
)
