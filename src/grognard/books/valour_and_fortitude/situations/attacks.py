"""Fire attacks and fights, without a board. [109–129, 136–145]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.books.valour_and_fortitude.facts.contact import in_contact
from grognard.books.valour_and_fortitude.facts.shooting import modes, reach_of
from grognard.books.valour_and_fortitude.situations.sandtable import (
    MIDDLE,
    PLACES,
    SWITCHES,
    against,
    facing_north,
    facing_south,
    ground,
    options_of,
    table,
    unit_fields,
    unit_of,
    whole,
)
from grognard.books.valour_and_fortitude.situations.walks import ENGINE, PLAN, FightTale, FireTale, alike
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.steps.env import Fight, Melee, Shooting
from grognard.books.valour_and_fortitude.steps.melee import muster
from grognard.books.valour_and_fortitude.words import Mode, Phase
from grognard.engine.book import BadInput, Field, Scene, Situation
from grognard.engine.flow import replace
from grognard.field.contact import Side

SIDES = {"front": Side.FRONT, "flank": Side.LEFT, "rear": Side.REAR}
SUPPORT_SIDES = (Side.LEFT, Side.RIGHT, Side.REAR)


def _placed(kind: str, target: Unit) -> tuple[Unit, tuple[Any, ...]]:
    """A target on its ground, inside it if it is a feature."""
    terrain = ground(kind, target)
    return (replace(target, inside=0) if kind in ("building", "wood") else target), terrain


def shoot(values: Mapping[str, Any]) -> Scene:
    """One fire attack with its supporters. [61]"""
    options = options_of(values)
    mode = Mode(values["mode"])
    target = facing_south(unit_of(values, "target_", 1, 1), MIDDLE + whole(values, "distance", 100, 6000))
    if values["enfilade"]:
        target = replace(target, facing=0)
    unit = facing_north(unit_of(values, "", 0, 0), MIDDLE)
    target, terrain = _placed(values["ground"], target)
    if mode not in modes(unit) or values["distance"] > reach_of(unit, mode):
        raise BadInput(f"mode: {mode.value} is not possible for this unit at this distance [55]")
    helpers = whole(values, "supporters", 0, 5)
    units = [unit, target]
    for number in range(helpers):
        friend = unit_of(values, "", 2 + number, 0)
        units.append(facing_north(friend, 2000, 2000 + 1500 * number))
    state = table(units, options, terrain)
    with_ = tuple((2 + number, Mode.VOLLEY if mode is Mode.CANISTER else mode) for number in range(helpers))
    start = ENGINE.start(state, "odds: shoot", Shooting(0, 1, mode, with_))
    done = FireTale(target)
    return Scene(start, done, PLAN, done.heads, alike)


def arena(values: Mapping[str, Any]) -> State:
    """An attacker in contact with a target, supporters on its other sides, all alone on the table."""
    options = options_of(values)
    target = facing_south(unit_of(values, "target_", 1, 1), MIDDLE)
    side = SIDES[values["from"]]
    target, terrain = _placed(values["ground"], target)
    units = [against(unit_of(values, "", 0, 0), target, side), target]
    free = [s for s in SUPPORT_SIDES if s is not side] + ([Side.FRONT] if side is not Side.FRONT else [])
    for number in range(whole(values, "supporters", 0, 3)):
        column = {**values, "support_troops": values["support_troops"]}
        friend = unit_of(
            {**{f"support_{k}": v for k, v in values.items()}, **column}, "support_", 2 + number, 0
        )
        units.append(against(friend, target, free[number]))
    if values["brigade_support"]:
        units.append(facing_north(unit_of(values, "", len(units), 0), units[0].y - 500))
    if values["target_brigade_support"]:
        far = target.y + 500 + 200
        units.append(facing_south(unit_of(values, "target_", len(units), 1), far))
    return table(units, options, terrain, Phase.MELEE)


def fight(values: Mapping[str, Any]) -> Scene:
    """One fight: both attacks, the result, losses, valour, automatic rout. [103–108]"""
    state = arena(values)
    if not in_contact(state, state.units[0]):
        raise BadInput("from: the attacker does not touch the target so [88]")
    picks = tuple((u.id, 1) for u in state.of_side(0) if in_contact(state, u))
    found: Fight = muster(state, Melee(picks=picks), 0, 1)
    start = ENGINE.start(state, "fight", found)
    done = FightTale(state.units[0], state.units[1])
    return Scene(start, done, PLAN, done.heads, alike)


GROUND = Field("ground", "choice", "open", "where the target stands", choices=PLACES)

SITUATIONS = (
    Situation(
        "shoot",
        "A fire attack: losses, valour, rout",
        "109",
        (
            *unit_fields("", "the main shooter"),
            Field("mode", "choice", "volley", "how it shoots", choices=tuple(Mode)),
            Field("distance", "length", 1000, "from the shooter to the target", "inches"),
            Field("supporters", "whole", 0, "units that lend fire support", "units"),
            *unit_fields("target_", "the target"),
            Field("enfilade", "flag", False, "the target does not see the shooter"),
            GROUND,
            *SWITCHES,
        ),
        shoot,
    ),
    Situation(
        "fight",
        "A fight in contact: both attacks, result, losses, valour, automatic rout, retreat",
        "103",
        (
            *unit_fields("", "the main attacker", "attack_column"),
            Field("from", "choice", "front", "which side of the target it is on", choices=tuple(SIDES)),
            Field("supporters", "whole", 0, "units that lend melee support", "units"),
            Field(
                "support_troops",
                "choice",
                "attack_column",
                "what they are",
                choices=("attack_column", "cavalry", "open_order"),
            ),
            Field("brigade_support", "flag", False, "the attacker has brigade support"),
            *unit_fields("target_", "the target"),
            Field("target_brigade_support", "flag", False, "the target has brigade support"),
            GROUND,
            *SWITCHES,
        ),
        fight,
    ),
)
