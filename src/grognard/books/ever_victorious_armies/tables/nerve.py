"""Morale: who tests, who passes over a test, what passes, what failing does; rallying; generals' risks. [69–87a]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Item, Lookup, Need, Needs, Result, Results

from ..words import Exception_

if TYPE_CHECKING:
    from ..facts.nerve import Nerve, Rallying

MOST_EXCEPTIONS = 2
"""However many grounds a unit has. [78]"""
RALLY_RANGE = 600
"""How near the general must be to rally a unit. [O5, G-26]"""
ESCAPES_ON = 4
"""The lowest die on which a general gets away from a lost unit. [N5]"""

# fmt: off
CASUALTIES: Results[int] = Results("Casualties in one turn that call for a test, by figures at its start", "71", rows=(
    Result("71", None,    6, "1 figure or more", 1),  # [73a]
    Result("72",    7,   12, "2 figures or more", 2),
    Result("73",   13, None, "3 figures or more", 3),
))

_AT_MOST_TWO: tuple[Need[Nerve], ...] = (
    Need("78",  "a unit has two exceptions at most", lambda n: len(n.used) < MOST_EXCEPTIONS, "it has used both of its exceptions"),
)

FEROCIOUS: Needs[Nerve] = Needs("Ferocious infantry passes over a test", "76", rows=(
    Need("76",   "the unit is ferocious infantry",               lambda n: n.ferocious, "it is not ferocious infantry"),
    Need("O6",   "the unit advanced this turn",                  lambda n: n.advanced, "it has not advanced this turn"),
    Need("G-22", "each exception serves once a game",            lambda n: Exception_.FEROCIOUS not in n.used, "it has used this exception already"),
    *_AT_MOST_TWO,
))

STUBBORN: Needs[Nerve] = Needs("Stubborn infantry passes over a test", "77", rows=(
    Need("77",   "the unit is stubborn infantry",                lambda n: n.stubborn, "it is not stubborn infantry"),
    Need("K5",   "its centre is inside a village or a work",     lambda n: n.sheltered, "its centre is in no village and no work"),
    Need("K5",   "it has not advanced this turn",                lambda n: not n.advanced, "it has advanced this turn"),
    Need("G-22", "each exception serves once a game",            lambda n: Exception_.STUBBORN not in n.used, "it has used this exception already"),
    *_AT_MOST_TWO,
))

ELITE: Needs[Nerve] = Needs("Elite troops may pass over a test", "75", rows=(
    Need("75",   "the unit is elite",                            lambda n: n.elite, "it is not elite"),
    Need("G-22", "each exception serves once a game",            lambda n: Exception_.ELITE not in n.used, "it has used this exception already"),
    *_AT_MOST_TWO,
))

COMMAND: Needs[Nerve] = Needs("A unit the commander-in-chief leads may pass over a test", "74", rows=(
    Need("74",   "the commander-in-chief is with the unit",      lambda n: n.commanded, "the commander-in-chief is not with it"),
    Need("G-22", "each exception serves once a game",            lambda n: Exception_.COMMAND not in n.used, "it has used this exception already"),
    *_AT_MOST_TWO,
))

PASSES: Lookup[bool, int] = Lookup("Morale test", "80", columns=("passes on",), rows=(
    Item("79", True,  "raw or irregular",  5),  # [G-27]
    Item("80", False, "everyone else",     4),
))

FAILURES: Results[bool] = Results("Failed tests, by markers then present", "81", rows=(
    Result("81", None, 1, "one marker; skirmishers may not advance", False),  # [G-24]
    Result("82",    2, 2, "two markers; the unit may not advance",   False),
    Result("83",    3, None, "the unit routs and is removed",        True),
))

RALLY: Needs[Rallying] = Needs("Whom a general may rally", "84", rows=(
    Need("N7", "the general is on the table",            lambda r: r.general, "the general is not on the table"),
    Need("84", "the unit has a marker",                  lambda r: r.markers > 0, "it has no marker"),
    Need("O5", "the general is within 6 of the unit",    lambda r: r.near, "the general is more than 6″ away"),
    Need("O5", "the unit is not in contact",             lambda r: not r.in_contact, "it is in contact"),
))

RALLIES: Lookup[bool, int] = Lookup("Rally", "85", columns=("rallies on",), rows=(
    Item("85", True,  "irregular",                 6),
    Item("85", False, "everyone else, raw too",    4),
))

KILLS: Lookup[str, int] = Lookup("A general whose unit lost a figure: first die 6, then", "N4", columns=("killed on",), rows=(
    Item("N4", "fire",   "by shooting",       6),
    Item("N4", "combat", "in close combat",   4),
))
# fmt: on

AUTOMATIC: dict[Exception_, Needs[Nerve]] = {
    Exception_.FEROCIOUS: FEROCIOUS,
    Exception_.STUBBORN: STUBBORN,
}
"""Exceptions that apply by themselves, and go first. [G-23, G-57]"""

BY_CHOICE: dict[Exception_, Needs[Nerve]] = {Exception_.ELITE: ELITE, Exception_.COMMAND: COMMAND}
"""Exceptions the owner may use. [G-23]"""
