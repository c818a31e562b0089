"""Morale tests, rallying and generals in danger, each by itself. [69–87a, N4, N5]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.book import Input, Scene, Situation
from grognard.engine.flow import Position, replace
from grognard.odds.kit import Given

from ..facts.nerve import high_casualties, why_not_rally
from ..state import Contact, Loss, Options, Peril, Today, Unit
from ..steps.env import Firing
from ..steps.env_fight import Nerves, Rallies
from ..words import Where
from .fields import FOOT, GUN, HORSE, REFUGE, USE, nerves, refuse, traits, troops
from .sandtable import FAR, MIDDLE, cover, extra, facing_south, general, table, unit_of
from .shooting import how_tested
from .sides import End
from .walks import ENGINE, Plan

ANY = (*FOOT, *HORSE, *GUN)
SEEN = {"none": "", "general": "69", "rout": "70"}


class Tested(msgspec.Struct, frozen=True):
    """Tells how a unit's tests went."""

    before: Unit
    seen: bool

    def __call__(self, position: Position) -> tuple[str, str] | None:
        if not position.over:
            return None
        unit: Unit = position.state.units[0]
        end = End(0, unit.start, unit.figures, unit.markers, unit.where, unit.used)
        return how_tested(self.before, end, self.seen), end.how


def morale(values: Mapping[str, Any]) -> Scene:
    """One unit's morale step: the test for casualties, then that for a general. [T6]"""
    given, options = Given(values), Options()
    lost = given.whole("lost", 0, 59)
    today = Today(advanced=given["advanced"], moved=given["advanced"], lost_to_fire=lost)
    unit = unit_of(given, 0, 0, today=today)
    if lost >= unit.start:
        given.refuse("lost", f"{lost} given, but the unit began the turn with {unit.start} figures")
    unit = facing_south(replace(unit, figures=unit.start - lost), options, MIDDLE)
    seen = SEEN[given["sees"]]
    if not seen and not high_casualties(unit):
        given.refuse("lost", f"{lost} given, but such a loss calls for no test [{_band(unit)}]")
    units = [unit] + ([general(1, unit)] if given["general"] else [])
    if given["sees"] == "general" and given["general"]:
        given.refuse("sees", "a general who is lost is not with the unit")
    losses = (Loss(0, seen, (0,)),) if seen else ()
    state = table(units, options, cover(given["shelter"], unit, options), losses=losses)
    position = ENGINE.start(state, "morale", Nerves())
    return Scene(
        position, Tested(unit, bool(seen)), Plan(exceptions=given["use_exceptions"]), ("test", "unit")
    )


def _band(unit: Unit) -> str:
    return "71" if unit.start <= 6 else "72" if unit.start <= 12 else "73"


class Rallied(msgspec.Struct, frozen=True):
    """Tells whether a marker came off. [87]"""

    markers: int

    def __call__(self, position: Position) -> tuple[bool, int] | None:
        left = position.state.units[0].markers
        return (left < self.markers, left) if position.over else None


def rally(values: Mapping[str, Any]) -> Scene:
    """The general tries to rally a unit. [84, 85]"""
    given, options = Given(values), Options()
    unit = facing_south(unit_of(given, 0, 0), options, MIDDLE)
    him = replace(general(1, unit), joined=None, y=unit.y - 100 - given["distance"])
    if given["distance"] == 0:
        him = general(1, unit)
    contacts = (Contact(0, 0, 2),) if given["in_contact"] else ()
    state = table((unit, him, extra(2, 1, unit.y + FAR)), options, contacts=contacts)
    barred = why_not_rally(state, him, unit)
    if barred is not None:
        fields = {"84": "markers", "O5": "in_contact" if given["in_contact"] else "distance"}
        refuse(barred, fields, "markers")
    position = ENGINE.start(state, "rally", Rallies())
    return Scene(position, Rallied(unit.markers), Plan(rally=frozenset({0})), ("rallied", "markers left"))


class InDanger(msgspec.Struct, frozen=True):
    """Tells what became of a general. [N4, N5]"""

    how: str

    def __call__(self, position: Position) -> str | None:
        if not position.over:
            return None
        if position.state.units[1].on_table:
            return "safe"
        return "captured" if self.how == "gone" else "killed"


def general_at_risk(values: Mapping[str, Any]) -> Scene:
    """A general whose unit lost figures, or is lost itself. [N4, N5, G-25]"""
    given, options = Given(values), Options()
    unit = facing_south(unit_of(Given({"troops": "line", "figures": 12}), 0, 0), options, MIDDLE)
    him, how = general(1, unit), given["cause"]
    units = [unit, him, *[extra(2, 0, unit.y + FAR)] * given["refuge"]]
    state = table(units, options, perils=(Peril(1, how, 0),))
    if how == "gone":
        state = replace(state, units=(replace(unit, where=Where.LOST), *state.units[1:]))
    # The real step stands at the end of the volleys; a combat ends with the same.
    position = ENGINE.start(state, "volleys", Firing())
    return Scene(position, InDanger(how), Plan(), ("general",))


SITUATIONS = (
    Situation(
        "morale",
        "A unit's morale: the test for casualties, and for a general lost or his unit routing",
        "T6",
        (
            *troops("", "the unit", ANY),
            Input("lost", "whole", 2, "figures it has lost this turn (figures are those it began with)", "figures"),
            Input("sees", "choice", "none", "what it saw within 12 inches: its general lost, or his unit rout", choices=tuple(SEEN)),
            *traits("", "the unit"),
            *nerves("", "the unit"),
            Input("advanced", "flag", False, "it advanced this turn"),
            Input("shelter", "choice", "none", "it stands in", choices=("none", "village", "entrenched")),
            Input("general", "flag", False, "the commander-in-chief is with it"),
            USE,
        ),
        morale,
    ),
    Situation(
        "rally",
        "The general tries to rally a unit",
        "84",
        (
            Input("troops", "choice", "line", "what the unit is", choices=ANY),
            Input("irregular", "flag", False, "the unit is irregular"),
            Input("markers", "whole", 1, "markers it has", "markers"),
            Input("distance", "length", 0, "from the general to the unit; 0: he is with it", "inches"),
            Input("in_contact", "flag", False, "the unit is in contact"),
        ),
        rally,
    ),
    Situation(
        "general",
        "A general in danger: his unit lost figures, or is destroyed or routs",
        "G-25",
        (
            Input("cause", "choice", "combat", "figures lost by fire, in combat; or his unit is gone", choices=("fire", "combat", "gone")),
            REFUGE,
        ),
        general_at_risk,
    ),
)  # fmt: skip
