"""Orders, Rallies, Pinning tests, charges at the double. [T003, T068, T100, T118]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import Input, Scene, Situation
from grognard.engine.choices import Fall, Throw
from grognard.engine.dist import Dist
from grognard.engine.flow import Position
from grognard.geometry.shapes import upright
from grognard.odds.kit import Given

from ..facts.melee import why_not_attack
from ..facts.values import why_not
from ..state import State, Terrain, Unit
from ..steps.env import Bystanders, Deed, Moving, OnTrial, Rallying
from ..words import Action, Kind, Trait
from .fields import ORDERS, nerve, options, troops
from .sandtable import FAR, apart, shifted, table, under, unit_of
from .walks import ENGINE, Plan, alike, fate


class Obeyed(msgspec.Struct, frozen=True):
    """Tells whether an order is obeyed. [T003, T005]"""

    def __call__(self, position: Position) -> Dist[tuple[bool]] | None:
        throw = ENGINE.pending(position)
        if not isinstance(throw, Throw) or throw.what != "order":
            return None
        return throw.dice.dist().map(lambda n: (not ENGINE.follow(position, Fall(n)).over,))


def order(values: Mapping[str, Any]) -> Scene:
    """An order that is not free. [T003, R-02]"""
    state = table([unit_of(Given(values), 0, 0)], options(values))
    start = ENGINE.start(state, "action", Deed(0, Action.MOVE, 0))
    return Scene(start, Obeyed(), Plan(), ("obeyed",))


class Ends(msgspec.Struct, frozen=True):
    """Tells how units stand when all is over."""

    before: tuple[Unit, ...]

    def __call__(self, position: Position) -> tuple[str, ...] | None:
        if not position.over:
            return None
        return tuple(fate(unit, position.state.units[unit.id]) for unit in self.before)


class Rallied(msgspec.Struct, frozen=True):
    """Tells how a Rally went. [T119–T121]"""

    before: Unit

    def __call__(self, position: Position) -> tuple[str] | None:
        if not position.over:
            return None
        after = position.state.units[self.before.id]
        if not after.on_table:
            return ("routed",)
        return ("rallied" if after.pins == 0 else "retreats",)


def rally(values: Mapping[str, Any]) -> Scene:
    """A Rally. [T118, F-T23, F-T25]"""
    given = Given(values)
    unit = unit_of(given, 0, 0)
    if not unit.pinned:
        given.refuse("markers", "only a Pinned unit Rallies [T117a]")
    state = table([unit], options(values))
    return Scene(ENGINE.start(state, "rally", Rallying(0)), Rallied(unit), Plan(), ("unit",), alike)


def pinning(values: Mapping[str, Any]) -> Scene:
    """One Pinning test. [T100]"""
    given = Given(values)
    unit = unit_of(given, 0, 0)
    state = table([unit], options(values))
    start = ENGINE.start(state, "pinning", OnTrial(0, given.whole("casualties", 0, 40)))
    return Scene(start, Ends((unit,)), Plan(), ("unit",), alike)


BYSTANDERS = ("first_", "second_", "third_")


def bystanders(values: Mapping[str, Any]) -> Scene:
    """Friends who saw a unit lost. [T098, R-32]"""
    count = Given(values).whole("units", 1, 3)
    units = [
        shifted(unit_of(Given(values, p), at, 0), 0, at * FAR) for at, p in enumerate(BYSTANDERS[:count])
    ]
    state = table(units, options(values))
    start = ENGINE.start(state, "bystanders", Bystanders(tuple(range(count))))
    heads = tuple(prefix.strip("_") for prefix in BYSTANDERS[:count])
    return Scene(start, Ends(tuple(units)), Plan(), heads, alike)


class Contact(msgspec.Struct, frozen=True):
    """Tells whether a charge at the double gets home. [R-24]"""

    def __call__(self, position: Position) -> tuple[bool] | None:
        if any(frame.sequence == "melee" for frame in position.agenda):
            return (True,)
        return (False,) if position.over else None


def double(values: Mapping[str, Any]) -> Scene:
    """A charge at the double: does the die bring it home? [T068, T069]"""
    given = Given(values)
    unit = unit_of(given, 0, 0)
    state = table([unit], options(values))
    enemy = apart(state, unit, unit_of(Given({"models": 12}), 1, 1), given["distance"])
    state = _rough(table([unit, enemy], options(values)), unit, given["difficult"])
    reason = why_not(state, unit, Action.CHARGE) or why_not_attack(state, unit, enemy, Action.CHARGE)
    if reason is not None:
        field = "distance" if reason.cite == "R-24" else "troops"
        given.refuse(field, f"{reason.words} [{reason.cite}]")
    start = ENGINE.start(state, "double", Moving(0, 0, 0, "double", 1))
    return Scene(start, Contact(), Plan(), ("contact",))


def _rough(state: State, unit: Unit, inches: int) -> State:
    """Sand between the two, so much of it."""
    if not inches:
        return state
    south = max(y for _, y in unit.models) + 60
    sand = under(unit, "sand")
    west, east = sand.poly[0][0] - 3000, sand.poly[1][0] + 3000
    piece = Terrain("sand", "the sand", upright(west, south, east, south + inches))
    return table(state.units, state.options, (piece,))


SITUATIONS = (
    Situation(
        "order", "An order that is not free: is it obeyed?", "T003", (*nerve("", "the unit"), ORDERS), order
    ),
    Situation(
        "rally",
        "A Rally: markers off, a Retreat, or a rout",
        "T118",
        (
            *nerve("", "the unit"),
            Input("markers", "whole", 1, "Pinned markers", "markers"),
            Input(
                "trait",
                "choice",
                "ordinary",
                "trait of the Leader",
                choices=tuple(t.value for t in (Trait.ORDINARY, Trait.INSPIRING, Trait.PLEASANT)),
            ),
        ),
        rally,
    ),
    Situation(
        "pinning",
        "A Pinning test",
        "T100",
        (
            *nerve("", "the unit"),
            Input("casualties", "whole", 1, "casualties causing it; none for a bystander", "models"),
        ),
        pinning,
    ),
    Situation(
        "bystanders",
        "Friends of a unit lost within 12 inches test",
        "T098",
        (
            Input("units", "whole", 1, "how many friends saw it, 1 to 3", "units"),
            *(field for prefix in BYSTANDERS for field in nerve(prefix, f"the {prefix.strip('_')} friend")),
        ),
        bystanders,
    ),
    Situation(
        "double",
        "A charge at the double: does it get home?",
        "T068",
        (
            *troops("", "the charger", Kind.TRIBAL_INFANTRY, 16),
            Input("distance", "length", 1100, "gap to the enemy", "inches"),
            Input("difficult", "length", 0, "how much of the way is Difficult ground", "inches"),
            Input("trait", "choice", "ordinary", "trait of the Leader", choices=("ordinary", "jolly_sporty")),
        ),
        double,
    ),
)
