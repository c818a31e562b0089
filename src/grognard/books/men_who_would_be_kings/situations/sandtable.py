"""A table of sand: a few units on open ground, made from what people at a real table can say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine.flow import replace
from grognard.geometry.points import bounds, grown
from grognard.geometry.shapes import upright
from grognard.odds.kit import Given

from ..facts.bodies import cluster, gap, ranks
from ..state import Battlefield, Edge, Options, SideFacts, State, Task, Terrain, Unit
from ..tables.profiles import PROFILES
from ..words import Kind, Trait, Weapon
from .fields import MOST_MODELS, PROFILE

SIZE = 40000
MIDDLE = SIZE // 2
"""Where the first unit stands; the table is so large that nobody gets near its edges."""
FAR = 5000
COVERS = {"none": "", "soft": "scrub", "hard": "rocks"}


def unit_of(given: Given, number: int, side: int, **more: Any) -> Unit:
    """A unit as described; whatever its situation does not ask for is as plain as can be."""
    kind = Kind(given.get("troops", Kind.REGULAR_INFANTRY.value))
    profile = PROFILES[kind]
    models = given.whole("models", 1, MOST_MODELS) if given.get("models") is not None else profile.models
    fields: dict[str, Any] = {
        "id": number,
        "key": f"{number}",
        "name": given.prefix.strip("_") or "unit",
        "side": side,
        "kind": kind,
        "upgrades": (),
        "cost": profile.points,
        "start": models,
        "weapon": _weapon(given, profile.weapon),
        "models": cluster((MIDDLE, MIDDLE), models, 75 if "cavalry" in kind.value else 50),
        "leader": None if given.get("leaderless") else 0,
        "leadership": given.whole("leadership", 2, 12) if given.get("leadership") is not None else 6,
        "trait": Trait(given.get("trait", Trait.ORDINARY.value)),
        "steady": given.whole("discipline", -5, 5) if given.get("discipline") is not None else None,
        "fights": _score(given, "fighting"),
        "fires": _score(given, "firing"),
        "pins": given.whole("markers", 0, 12) if given.get("markers") is not None else 0,
        "to_ground": bool(given.get("to_ground")),
    }
    return Unit(**{**fields, **more})


def _weapon(given: Given, usual: Weapon) -> Weapon:
    name = given.get("weapon", PROFILE)
    found = usual if name == PROFILE else Weapon(name)
    crewed = Weapon.FIELD_GUN, Weapon.MACHINE_GUN
    if (found in crewed) != (usual in crewed) or (usual in crewed and found is not usual):
        given.refuse("weapon", "guns and their crews go together [R-38]")
    return found


def _score(given: Given, name: str) -> int | None:
    value = given.get(name, PROFILE)
    return None if value == PROFILE else int(value)


def formed(given: Given, unit: Unit, facing: int) -> Unit:
    """The unit in Close Order, if it is said to be; it must be able to. [T072, T073]"""
    if not given.get("close_order"):
        return unit
    if unit.kind is not Kind.REGULAR_INFANTRY:
        given.refuse("close_order", "only Regular Infantry forms Close Order [T072]")
    if unit.count < 6:
        given.refuse("close_order", "Close Order needs six models [T073]")
    if unit.pins or unit.to_ground:
        given.refuse("close_order", "statuses exclude each other [R-60]")
    return replace(unit, close_order=True, facing=facing, models=ranks(unit, facing))


def apart(state: State, first: Unit, second: Unit, distance: int) -> Unit:
    """The second unit moved north until the smallest gap to the first is exactly a distance."""
    low, high = 0, SIZE // 3
    while low < high:
        half = (low + high) // 2
        there = shifted(second, half)
        low, high = (
            (low, half) if gap(state, first, there) >= distance and _north(first, there) else (half + 1, high)
        )
    return shifted(second, low)


def _north(first: Unit, second: Unit) -> bool:
    return min(y for _, y in second.models) > max(y for _, y in first.models)


def shifted(unit: Unit, dy: int, dx: int = 0) -> Unit:
    """A unit moved as it stands."""
    return replace(unit, models=tuple((x + dx, y + dy) for x, y in unit.models))


def under(unit: Unit, kind: str, level: int = 0) -> Terrain:
    """Ground under a whole unit and no more."""
    west, south, east, north = grown(bounds(unit.models), 10)
    return Terrain(kind, f"the {kind}", upright(west, south, east, north), level)


def table(units: Iterable[Unit], options: Options, terrain: Iterable[Terrain] = (), **more: Any) -> State:
    """An open table with these units on it, in the middle of some turn."""
    south, north = Edge((0, 0), (SIZE, 0)), Edge((0, SIZE), (SIZE, SIZE))
    sides = (
        SideFacts("A", "first side", 24, Task((south,))),
        SideFacts("B", "second side", 24, Task((north,))),
    )
    field = Battlefield("odds", "An open table", SIZE, SIZE, 99, sides, tuple(terrain), first=0)
    return State(field, options, tuple(units), **{"turn": 2, **more})
