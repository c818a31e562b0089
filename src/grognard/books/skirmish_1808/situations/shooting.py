"""Small-arms fire without a board. [7a, F1–F6, M3]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import BadInput, Input, Scene, Situation
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Position, replace
from grognard.odds.kit import refuse, whole

from ..state import Memory, Today, Unit
from ..steps.env import Act, Shot
from ..words import Arm, Class, Fire, Trait, Weapon
from .sandtable import (
    DICE,
    ENGINE,
    MIDDLE,
    MOST,
    ground_under,
    leader,
    table,
    target_fields,
    target_of,
    unit_of,
)

GAPS = {"short": 1000, "medium": 2000, "long": 3000}
"""A gap in each band of a musket. [51]"""

FIRER: tuple[Input, ...] = (
    Input("shooters", "whole", 10, "figures that shoot", "figures"),
    Input("die", "choice", "6", "their firing die (of the profile)", choices=DICE),
    Input("formed", "flag", True, "the firers are formed"),
    Input("band", "choice", "short", "the range band", choices=tuple(GAPS)),
    Input("precise", "flag", False, "no move and the same target last time"),
    Input("regrouped", "flag", False, "the firers have regrouped in this activation"),
    Input("horse", "flag", False, "the firers are cavalry (half of them shoot)"),
    Input(
        "moving", "flag", False, "cavalry that has moved or will move; loose foot on an advance: half shoot"
    ),
    Input("double", "whole", 0, "front-rank figures of a formed unit that fires twice", "figures"),
    Input("charging", "flag", False, "the target is charging: fire is held to the short band"),
)


def firer_of(values: Mapping[str, Any]) -> tuple[Unit, Fire]:
    """The firing unit, and the occasion."""
    count = whole(values, "shooters", 1, MOST)
    formed, horse = values["formed"], values["horse"]
    double = whole(values, "double", 0, count)
    if double and not formed:
        refuse("double", "only formed units fire twice [N4]")
    if formed and values["moving"] and not horse:
        refuse("moving", "formed foot does not fire on an advance [W2]")
    if formed and count < 6:
        refuse("formed", "fewer than six cannot form [O1]")
    occasion = Fire.HOLD
    if values["charging"]:
        occasion = Fire.STAND
    elif values["regrouped"]:
        occasion = Fire.REGROUP
    elif values["moving"]:
        occasion = Fire.ADVANCE
    at = (
        MIDDLE[0],
        MIDDLE[1] - GAPS[values["band"]] - (150 if horse else 100) - (150 if values["cavalry"] else 100),
    )
    unit = unit_of(
        0,
        0,
        count,
        arm=Arm.HORSE if horse else Arm.FOOT,
        class_=Class.LINE,
        fire=int(values["die"]),
        weapon=Weapon.CAVALRY_MUSKET if horse else Weapon.MUSKET,
        traits=(Trait.DOUBLE,) if double else (),
        at=at,
        formed=formed,
        files=max(double, -(-count // 2)) if formed else count,
    )
    moved = values["moving"] and not values["charging"]
    last = Memory(False, 1) if values["precise"] else Memory(True, None)
    return replace(unit, last=last, today=Today(moved=moved and horse)), occasion


class Hits(msgspec.Struct, frozen=True):
    """The hits of a volley that is about to be thrown."""

    def __call__(self, position: Position) -> Any:
        waiting = ENGINE.pending(position)
        return waiting.dice.dist() if isinstance(waiting, Throw) else None


class Told(msgspec.Struct, frozen=True):
    """The figures a target lost, and whether it stands, when all is over."""

    before: int
    charging: bool

    def __call__(self, position: Position) -> Any:
        if position.agenda:
            return None
        target = position.state.units[1]
        lost = self.before - target.size
        if not target.on_table:
            return lost, "destroyed"
        if self.charging:
            return lost, "must test" if position.state.tests else "comes on"
        return lost, "flees" if target.fleeing else "stands"


class FireAtIt(msgspec.Struct, frozen=True):
    """The one decision: fire."""

    def __call__(self, position: Position, ask: Ask) -> Move:
        if "fire" not in ask.offers:
            raise BadInput(f"shooters: {ask.barred['fire'].words} [{ask.barred['fire'].cite}]")
        return Move(0, "fire", 1)


STAGES = {Fire.HOLD: "", Fire.ADVANCE: "moved", Fire.REGROUP: "regrouped"}


def start(values: Mapping[str, Any]) -> Position:
    """A volley about to be fired, with the tests that follow it."""
    unit, occasion = firer_of(values)
    if values["charging"] and values["cover"] != "none":
        refuse("cover", "chargers have no cover [R2]")
    target = target_of(values, 1, 1, MIDDLE)
    units = [unit, target]
    if values["in_command"]:
        units.append(leader(2, 1, (MIDDLE[0], MIDDLE[1] + 600)))
    state = table(*units, terrain=ground_under(values, MIDDLE))
    if occasion is Fire.STAND:
        return ENGINE.start(state, "volley", Shot(0, 1, occasion))
    return ENGINE.start(state, "activation", Act(0, commanded=True, stage=STAGES[occasion]))


def shots(values: Mapping[str, Any]) -> Scene:
    """Only the shots: how many hit. [9–14]"""
    given = {**{f.name: f.default for f in target_fields()}, **values}
    return Scene(start(given), Hits(), FireAtIt(), ("hits",))


def fire(values: Mapping[str, Any]) -> Scene:
    """A whole volley: shots, evasion throws, losses, and the test they cause. [7a, M3]"""
    position = start(values)
    told = Told(position.state.units[1].size, values["charging"])
    return Scene(position, told, FireAtIt(), ("figures lost", "the target"))


SHOTS = Situation(
    "shots",
    "how many shots of a volley hit",
    "9",
    (*FIRER, Input("cavalry", "flag", False, "the target is cavalry")),
    shots,
)
FIRE = Situation("fire", "a whole volley: losses and nerve", "7a", (*FIRER, *target_fields()), fire)
