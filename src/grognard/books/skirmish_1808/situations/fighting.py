"""Melee without a board. [K1–K9, 59–70a]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import Input, Scene, Situation
from grognard.engine.flow import Position, replace
from grognard.odds.kit import refuse, whole

from ..state import Contact, State, Terrain, Today, Unit
from ..steps.env import Round
from ..words import Arm, Class, Quality, Trait
from .sandtable import (
    COVERS,
    DICE,
    ENGINE,
    GROUND,
    MIDDLE,
    MOST,
    area,
    leader,
    nobody,
    table,
    unit_of,
)

AWAY = 6000


def _fields(who: str, words: str, charged: bool) -> tuple[Input, ...]:
    p = f"{who}_"
    return (
        Input(f"{p}figures", "whole", 1, f"figures of the {words}", "figures"),
        Input(f"{p}of", "whole", 0, "figures it began with (0: as many)", "figures"),
        Input(f"{p}die", "choice", "8", "its combat die (of the profile)", choices=DICE),
        Input(f"{p}quality", "choice", "regular", "its quality", choices=tuple(q.value for q in Quality)),
        Input(f"{p}formed", "flag", False, "it is formed"),
        Input(f"{p}horse", "flag", False, "it is cavalry"),
        Input(
            f"{p}charged", "flag", charged, "it has charged or counter-charged, this round being the first"
        ),
        Input(f"{p}lance", "flag", False, "it has lances"),
        Input(f"{p}cuirass", "flag", False, "it wears cuirasses"),
        Input(f"{p}led", "flag", False, "its charge is led by command"),
        Input(f"{p}higher", "flag", False, "it stands on a higher level"),
        Input(f"{p}in_woods", "flag", False, "cavalry that fights in light wood"),
        Input(f"{p}in_command", "flag", False, "it is in command, for its test"),
    )


FIELDS = (
    *_fields("a", "first unit", True),
    *_fields("b", "second unit", False),
    Input("b_cover", "choice", "none", "cover of the second unit, if it was charged", choices=COVERS),
    Input("b_found", "flag", False, "the second unit was hidden and discovered"),
    Input("b_flanked", "flag", False, "the second unit is struck in flank or rear: it fights as loose"),
    Input("round", "whole", 1, "the round of the melee"),
)


def _unit(values: Mapping[str, Any], prefix: str, number: int) -> Unit:
    p = f"{prefix}_"
    count = whole(values, f"{p}figures", 1, MOST)
    full = whole(values, f"{p}of", 0, 2 * MOST)
    if full and full < count:
        refuse(f"{p}of", f"{full} given, but {count} are left")
    horse = values[f"{p}horse"]
    for name in ("lance", "cuirass", "in_woods"):
        if values[p + name] and not horse:
            refuse(p + name, "only cavalry")
    traits = tuple(t for t, name in ((Trait.LANCE, "lance"), (Trait.CUIRASS, "cuirass")) if values[p + name])
    y = MIDDLE[1] - AWAY if number == 0 else MIDDLE[1] + AWAY
    return unit_of(
        number,
        number,
        count,
        arm=Arm.HORSE if horse else Arm.FOOT,
        class_=Class.LINE,
        quality=Quality(values[f"{p}quality"]),
        combat=int(values[f"{p}die"]),
        traits=traits,
        full=full,
        at=(MIDDLE[0], y),
        facing=0 if number == 0 else 1800,
        formed=values[f"{p}formed"],
        files=count,
        heap=False,
    )


def _ground(values: Mapping[str, Any], units: tuple[Unit, Unit]) -> tuple[Terrain, ...]:
    found = []
    for unit, prefix in zip(units, ("a", "b")):
        at = unit.figures[0].x, unit.figures[0].y
        if values[f"{prefix}_higher"]:
            found.append(area("hill", f"hill {prefix}", at, 5000, 1))
        if values[f"{prefix}_in_woods"]:
            found.append(area("light_wood", f"wood {prefix}", at, 5000))
    cover = values["b_cover"]
    if cover != "none":
        if values["b_in_woods"]:
            refuse("b_in_woods", "light wood is light cover for horse already: leave it out")
        at = units[1].figures[0].x, units[1].figures[0].y
        found.append(area(GROUND[units[1].mounted][cover], "cover", at, 5000))
    return tuple(found)


def melee_state(values: Mapping[str, Any]) -> State:
    """Two units at hand strokes, drawn apart so that the ground of each is its own."""
    a, b = _unit(values, "a", 0), _unit(values, "b", 1)
    if values["a_higher"] and values["b_higher"]:
        refuse("b_higher", "one of the two stands higher")
    number = whole(values, "round", 1, 99)
    if values["b_found"]:
        b = replace(b, today=Today(found=True))
    charged = tuple(u.id for u, p in ((a, "a"), (b, "b")) if values[f"{p}_charged"])
    led = tuple(u.id for u, p in ((a, "a"), (b, "b")) if values[f"{p}_led"])
    exposed = (1,) if values["b_charged"] else ()
    loose = (1,) if values["b_flanked"] else ()
    contact = Contact(0, 1, number, charged, led, loose, exposed)
    units = [a, b]
    for unit, prefix in ((a, "a"), (b, "b")):
        if values[f"{prefix}_in_command"]:
            away = -900 if unit.side == 0 else 900
            units.append(leader(len(units), unit.side, (unit.figures[0].x, unit.figures[0].y + away)))
    state = table(*units, terrain=_ground(values, (a, b)))
    return replace(state, contacts=(contact,))


class Losses(msgspec.Struct, frozen=True):
    """Figures lost on both sides in one round, before anybody tests."""

    first: int
    second: int

    def __call__(self, position: Position) -> Any:
        top = position.agenda[-1] if position.agenda else None
        if top is not None and top.sequence == "melee" and top.at < 2:
            return None
        a, b = position.state.units[0], position.state.units[1]
        return self.first - a.size, self.second - b.size


class Result(msgspec.Struct, frozen=True):
    """Figures lost and how the round ends. [K8]"""

    first: int
    second: int

    def __call__(self, position: Position) -> Any:
        top = position.agenda[-1] if position.agenda else None
        if top is not None and top.sequence == "melee" and top.at < 3:
            return None
        a, b = position.state.units[0], position.state.units[1]
        return self.first - a.size, self.second - b.size, _ending(position.state, a, b)


def _ending(state: State, a: Unit, b: Unit) -> str:
    for unit, words in ((a, "first"), (b, "second")):
        if not unit.on_table:
            return f"{words} is destroyed" if not unit.figures else f"{words} is gone"
        if unit.fleeing:
            return f"{words} flees"
    if state.contacts:
        return "locked"
    lost = (a.full - a.size, b.full - b.size)
    return "first falls back" if lost[0] > lost[1] else "second falls back"


def bout(values: Mapping[str, Any]) -> Scene:
    """One round, to the losses. [K2–K6]"""
    state = melee_state(values)
    position = ENGINE.start(state, "melee", Round(0))
    sizes = state.units[0].size, state.units[1].size
    return Scene(position, Losses(*sizes), nobody, ("first loses", "second loses"))


def melee(values: Mapping[str, Any]) -> Scene:
    """One round with its test. [K8]"""
    state = melee_state(values)
    position = ENGINE.start(state, "melee", Round(0))
    sizes = state.units[0].size, state.units[1].size
    return Scene(position, Result(*sizes), nobody, ("first loses", "second loses", "result"))


BOUT = Situation("strokes", "one round of melee: the losses", "K4", FIELDS, bout)
MELEE = Situation("melee", "one round of melee, with the test of the loser", "K8", FIELDS, melee)
