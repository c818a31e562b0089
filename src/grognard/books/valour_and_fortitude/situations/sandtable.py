"""A table made up for a question: units by their numbers, drawn up opposite each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.books.valour_and_fortitude.facts.bodies import Shape, size_of, square_files
from grognard.books.valour_and_fortitude.state import (
    Battlefield,
    Brigade,
    Fate,
    Leader,
    Options,
    Profile,
    SideFacts,
    State,
    Terrain,
    Unit,
)
from grognard.books.valour_and_fortitude.words import Arm, Nation, Order, Phase, Special
from grognard.engine.book import BadInput, Field
from grognard.engine.flow import replace
from grognard.field.contact import Side, flush
from grognard.field.points import Pose

SIZE = 20000
MIDDLE = 10000
NORTH, SOUTH = 0, 1800
TROOPS = ("line", "attack_column", "march_column", "open_order", "square", "cavalry", "gun", "limbered_gun")
PLACES = ("open", "building", "wood", "low_wall", "stream", "mud", "hill")
FLAGS: Mapping[str, tuple[Special, str]] = {
    "elan": (Special.ELAN, "Elan"),
    "disciplined": (Special.DISCIPLINED_MUSKETRY, "Disciplined Musketry"),
    "heavy": (Special.HEAVY_CAVALRY, "Heavy Cavalry"),
    "light": (Special.LIGHT_INFANTRY, "Light Infantry"),
    "skirmishers": (Special.SKIRMISHERS, "Skirmishers"),
    "canister": (Special.CANISTER, "Cannister"),
    "battery": (Special.BATTERY, "Battery"),
    "stoic": (Special.STOIC, "Stoic"),
    "militia": (Special.MILITIA, "Militia"),
}


def unit_fields(prefix: str, who: str, troops: str = "line") -> tuple[Field, ...]:
    """What a unit is: the same words wherever one is asked for."""
    return (
        Field(f"{prefix}troops", "choice", troops, f"what {who} is", choices=TROOPS),
        Field(f"{prefix}figures", "whole", 24, f"figures of {who} (a gun counts by itself)", "figures"),
        Field(f"{prefix}fire", "whole", 3, f"fire value of {who} (0: none)"),
        Field(f"{prefix}melee", "whole", 4, f"melee value of {who}"),
        Field(f"{prefix}tenacity", "whole", 4, f"tenacity of {who}"),
        Field(f"{prefix}losses", "whole", 0, f"loss markers on {who}", "markers"),
        *[Field(f"{prefix}{flag}", "flag", False, f"{who} has {name}") for flag, (_, name) in FLAGS.items()],
    )


SWITCHES = (
    Field("fight_back_is_main", "flag", True, "switch: whoever fights back counts as main attacker"),
    Field("open_order_min_one", "flag", True, "switch: open order loses at least one"),
    Field("tie_needs_edge", "flag", False, "switch: ties to the defender only with an edge"),
)


def options_of(values: Mapping[str, Any]) -> Options:
    """The switches a question names."""
    known = {field.name: values[field.name] for field in SWITCHES if field.name in values}
    return Options(**known)


def whole(values: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """A whole number within bounds; BadInput names the field."""
    value: int = values[name]
    if not low <= value <= high:
        raise BadInput(f"{name}: {value} given, but allowed is from {low} to {high}")
    return value


def unit_of(values: Mapping[str, Any], prefix: str, number: int, side: int, **more: Any) -> Unit:
    """A unit as a question describes it, somewhere on the table."""
    troops = values[f"{prefix}troops"]
    arm = {"cavalry": Arm.CAVALRY, "gun": Arm.ARTILLERY, "limbered_gun": Arm.ARTILLERY}.get(
        troops, Arm.INFANTRY
    )
    figures = 1 if arm is Arm.ARTILLERY else whole(values, f"{prefix}figures", 3, 48)
    tenacity = whole(values, f"{prefix}tenacity", 1, 12)
    specials = tuple(special for flag, (special, _) in FLAGS.items() if values.get(prefix + flag))
    profile = Profile(
        troops,
        arm,
        whole(values, f"{prefix}fire", 0, 12),
        4800 if arm is Arm.ARTILLERY else 1200,
        whole(values, f"{prefix}melee", 1, 12),
        tenacity,
        specials,
        20,
    )
    order, files = drawn_up(troops, figures)
    losses = whole(values, f"{prefix}losses", 0, tenacity)
    return replace(
        Unit(number, f"{'AB'[side]}{number}", _name(prefix, side), side, side, profile, figures),
        files=files,
        order=order,
        losses=losses,
        **more,
    )


def _name(prefix: str, side: int) -> str:
    return "the target" if side else "the attacker" if not prefix else prefix.strip("_")


def drawn_up(troops: str, figures: int) -> tuple[Order, int]:
    """Ranks and files of a formation by its name."""
    match troops:
        case "gun":
            return Order.UNLIMBERED, 1
        case "limbered_gun":
            return Order.LIMBERED, 1
        case "square":
            return Order.SQUARE, square_files(figures)
        case "open_order":
            return Order.OPEN, -(-figures // 2)
        case "attack_column":
            return Order.CLOSE, max(4, -(-figures // 4))
        case "march_column":
            return Order.CLOSE, 3 if figures > 9 else 1
    return Order.CLOSE, figures if figures <= 6 else -(-figures // 2)


def size(unit: Unit) -> tuple[int, int]:
    """Width and depth of a unit."""
    return size_of(Shape(unit.arm, unit.figures, unit.files, unit.order))


def facing_south(unit: Unit, front: int) -> Unit:
    """A unit that looks south, its front on a line."""
    return replace(unit, x=MIDDLE, y=front + size(unit)[1] // 2, facing=SOUTH)


def facing_north(unit: Unit, front: int, x: int = MIDDLE) -> Unit:
    """A unit that looks north, its front on a line."""
    return replace(unit, x=x, y=front - size(unit)[1] // 2, facing=NORTH)


def against(unit: Unit, target: Unit, side: Side) -> Unit:
    """A unit flush against one side of another."""
    at = flush(Pose(target.x, target.y, target.facing), size(target), side, *size(unit))
    return replace(unit, x=at.x, y=at.y, facing=at.facing)


def ground(kind: str, unit: Unit) -> tuple[Terrain, ...]:
    """Ground for a unit that looks south: a feature it is inside of, a wall along its front, mud or a hill under it."""
    wide, deep = size(unit)
    west, east = unit.x - wide // 2 - 50, unit.x + wide // 2 + 50
    south, north = unit.y - deep // 2, unit.y + deep // 2 + 50
    if kind == "open":
        return ()
    if kind in ("low_wall", "stream"):
        return (Terrain(kind, "the wall", ((west - 400, south), (east + 400, south))),)
    box = ((west, south), (west, north), (east, north), (east, south))
    return (Terrain(kind, f"the {kind}", box),)


def table(
    units: Iterable[Unit],
    options: Options,
    terrain: Iterable[Terrain] = (),
    phase: Phase = Phase.FIRE,
    **more: Any,
) -> State:
    """An open table with these units on it, in the middle of the first side's turn."""
    found = tuple(units)
    sides = (
        SideFacts("A", "first side", Nation.GENERIC, ""),
        SideFacts("B", "second side", Nation.GENERIC, ""),
    )
    field = Battlefield("odds", "An open table", SIZE, SIZE, 99, 0, sides, tuple(terrain))
    count = len(found)
    leaders = tuple(Leader(count + i, f"leader {i}", i, i, x=500, y=500 + 500 * i) for i in (0, 1))
    brigades = tuple(Brigade(i, f"brigade {i}", i, count + i, active=True) for i in (0, 1))
    return State(
        field, options, found, leaders, brigades, (Fate(), Fate()), **{"turn": 2, "phase": phase, **more}
    )
