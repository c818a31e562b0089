"""A table of sand: a few units on open ground, made from what people at a real table can say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine.flow import replace
from grognard.geometry.points import bounds
from grognard.geometry.shapes import box
from grognard.odds.kit import Given

from ..facts.bodies import size_of
from ..state import Battlefield, Options, SideFacts, State, Terrain, Today, Unit
from ..words import GUNS, Exception_, Kind, Order, Training, Trait, Weapon
from .fields import EXCEPTIONS, MOST_FIGURES

SIZE = 40000
MIDDLE = SIZE // 2
"""Where the first side's front stands; the table is so large that nobody gets near its edges."""
NORTH, SOUTH = 0, 1800
FAR = 6000
"""Where units stand that only have to be there."""

KINDS: dict[str, tuple[Kind, Order]] = {
    "line": (Kind.FOOT, Order.LINE),
    "column": (Kind.FOOT, Order.COLUMN),
    "skirmishers": (Kind.FOOT, Order.SKIRMISH),
    "formed_horse": (Kind.HORSE, Order.FORMED),
    "skirmish_horse": (Kind.HORSE, Order.SKIRMISH),
    "horse_gun": (Kind.HORSE_GUN, Order.LIMBERED),
    "field_gun": (Kind.FIELD_GUN, Order.LIMBERED),
    "heavy_gun": (Kind.HEAVY_GUN, Order.LIMBERED),
    "gun": (Kind.FIELD_GUN, Order.UNLIMBERED),
    "limbered_gun": (Kind.FIELD_GUN, Order.LIMBERED),
}

GUN_WEAPONS = {"smoothbore": Weapon.SMOOTHBORE_ARTILLERY, "rifled": Weapon.RIFLED_ARTILLERY}

GROUNDS = {"soft": "grove", "village": "village", "entrenched": "work"}
"""Cover that is an area; the hard cover left over is a wall."""


def unit_of(given: Given, number: int, side: int, **more: Any) -> Unit:
    """A unit as described; whatever its situation does not ask for is as plain as can be."""
    kind, order = KINDS[given["troops"]]
    figures = given.whole("figures", 1, MOST_FIGURES) if given.get("figures") is not None else 4
    fields: dict[str, Any] = {
        "id": number,
        "key": f"{number}",
        "name": given.prefix.strip("_") or "unit",
        "side": side,
        "kind": kind,
        "full": figures,
        "figures": figures,
        "orders": (order,),
        "order": order,
        "training": _training(given),
        "traits": _traits(given, kind),
        "weapon": _weapon(given, kind),
        "points": 0,
        "start": figures,
        "markers": given.whole("markers", 0, 2) if given.get("markers") is not None else 0,
        "used": _used(given),
    }
    return Unit(**{**fields, **more})


def _training(given: Given) -> Training:
    if given.get("raw"):
        return Training.RAW
    return Training(given.get("training", Training.REGULAR))


def _traits(given: Given, kind: Kind) -> tuple[Trait, ...]:
    for name in (Trait.FEROCIOUS, Trait.STUBBORN):
        if given.get(name) and kind is not Kind.FOOT:
            given.refuse(name, f"only foot is {name.value}")
    return tuple(trait for trait in Trait if given.get(trait))


def _weapon(given: Given, kind: Kind) -> Weapon:
    name = given.get("weapon", "smoothbore" if kind in GUNS else "none")
    if kind in GUNS:
        if name not in GUN_WEAPONS:
            given.refuse("weapon", f"a gun is smoothbore or rifled, not '{name}'")
        return GUN_WEAPONS[name]
    if name == "rifled":
        given.refuse("weapon", "only a gun is rifled artillery; a rifle is patched or minie")
    return Weapon(name)


def _used(given: Given) -> tuple[Exception_, ...]:
    used = tuple(Exception_(name) for name in EXCEPTIONS if given.get(f"{name}_used"))
    if len(used) > 2:
        given.refuse(f"{used[-1].value}_used", "a unit has two exceptions at most [78]")
    return used


def facing_north(unit: Unit, options: Options, front: int = MIDDLE, x: int = MIDDLE) -> Unit:
    """A unit with its front edge on a line, looking north."""
    return replace(unit, x=x, y=front - _depth(unit, options) // 2, facing=NORTH)


def facing_south(unit: Unit, options: Options, front: int, x: int = MIDDLE) -> Unit:
    """A unit with its front edge on a line, looking south."""
    return replace(unit, x=x, y=front + _depth(unit, options) // 2, facing=SOUTH)


def _depth(unit: Unit, options: Options) -> int:
    return size_of(unit.kind, unit.order, unit.figures, options.figures_per_base)[1]


def extra(number: int, side: int, y: int, x: int = MIDDLE, **more: Any) -> Unit:
    """Some other unit: foot in line that has had its move and does nothing."""
    other = unit_of(Given({"troops": "line", "figures": 4}), number, side, **more)
    return replace(other, x=x, y=y, name="friend", today=Today(acted=True, moved=True))


def general(number: int, unit: Unit) -> Unit:
    """The commander-in-chief, with a unit. [N2]"""
    him = unit_of(Given({"troops": "line", "figures": 1}), number, unit.side, joined=unit.id)
    return replace(
        him, kind=Kind.GENERAL, order=Order.NONE, name="general", x=unit.x, y=unit.y, facing=unit.facing
    )


def table(units: Iterable[Unit], options: Options, terrain: Iterable[Terrain] = (), **more: Any) -> State:
    """An open table with these units on it, in the middle of some turn."""
    sides = SideFacts("A", "first side", 0), SideFacts("B", "second side", 0)
    field = Battlefield("odds", "An open table", SIZE, SIZE, 99, 0, sides, tuple(terrain))
    return State(field, options, tuple(units), **{"turn": 2, **more})


def ground(kind: str, west: int, south: int, east: int, north: int) -> Terrain:
    """A rectangle of ground."""
    return Terrain(kind, f"the {kind}", ((west, south), (west, north), (east, north), (east, south)))


def wall(y: int, width: int = 4000) -> Terrain:
    """A wall across the way."""
    return Terrain("wall", "the wall", ((MIDDLE - width, y), (MIDDLE + width, y)))


def cover(kind: str, unit: Unit, options: Options) -> tuple[Terrain, ...]:
    """Ground under a unit that looks south, or a wall before its front, for the cover wanted. [K2]"""
    if kind == "none":
        return ()
    shape = box(
        unit.x, unit.y, unit.facing, *size_of(unit.kind, unit.order, unit.figures, options.figures_per_base)
    )
    west, south, east, north = bounds(shape)
    if kind == "hard":
        return (wall(south),)
    return (ground(GROUNDS[kind], west - 100, south, east + 100, north + 100),)
