"""Command and morale. [95–100, T5, M1, M2]"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.tables import Item, Lookup, Mod, ModTable

from ..words import Cover, Quality, Rank

if TYPE_CHECKING:
    from ..facts.command import Nerve

# fmt: off
COMMAND_RANGE: Lookup[tuple[Rank, bool], int] = Lookup("Command range", "C3", (
    Item("C6",  (Rank.SERGEANT, False), "sergeant on foot",      500),
    Item("C6",  (Rank.SERGEANT, True), "mounted sergeant",       800),
    Item("95",  (Rank.OFFICER, False), "foot officer",          1000),
    Item("96",  (Rank.STAFF, False),   "foot staff",            1500),
    Item("97",  (Rank.HQ, False),      "foot headquarters",     2000),
    Item("98",  (Rank.OFFICER, True),  "mounted officer",       1500),
    Item("99",  (Rank.STAFF, True),    "mounted staff officer", 2000),
    Item("100", (Rank.HQ, True),       "mounted headquarters",  3000),
), columns=("reaches (cm)",))

INITIATIVE: Lookup[Quality, int] = Lookup("Acting without command", "T5", (
    Item("T5", Quality.ELITE,   "elite",   2),
    Item("T5", Quality.VETERAN, "veteran", 3),
    Item("T5", Quality.REGULAR, "regular", 5),
    Item("T5", Quality.RAW,     "raw",     7),
), columns=("acts on",))


class Orders(NamedTuple):
    """What a rank adds to the initiative die, and how many units it activates."""

    adds: int
    activates: int


RANKS: Lookup[Rank, Orders] = Lookup("Ranks", "C1", (
    Item("C6", Rank.SERGEANT, "sergeant",     Orders(0, 1)),
    Item("C1", Rank.OFFICER,  "officer",      Orders(1, 1)),
    Item("C1", Rank.STAFF,    "staff",        Orders(2, 2)),
    Item("C1", Rank.HQ,       "headquarters", Orders(3, 3)),
), columns=("initiative", "activates"))

MORALE: Lookup[Quality, int] = Lookup("Morale", "M1", (
    Item("M1", Quality.ELITE,   "elite",   3),
    Item("M1", Quality.VETERAN, "veteran", 4),
    Item("M1", Quality.REGULAR, "regular", 5),
    Item("M1", Quality.RAW,     "raw",     7),
), columns=("passes on",))



NERVE: ModTable[Nerve] = ModTable("Morale modifiers", "M2", (
    Mod("M2", +1, "in command",                   lambda n: n.in_command),
    Mod("M2", +1, "formed",                       lambda n: n.formed),
    Mod("M2", +1, "medium or heavy cover",        lambda n: n.cover >= Cover.MEDIUM),
    Mod("M2", -1, "half strength or less",        lambda n: n.half),
    Mod("M2", -1, "a friend flees within 15",     lambda n: n.friend_fleeing),
    Mod("K8", lambda n: -min(3, n.beaten), "beaten in melee", lambda n: n.beaten > 0),
    Mod("R6", -2, "closing with formed foot",     lambda n: n.closing),
    Mod("M6", +1, "rallied by a command unit",    lambda n: n.rallied_by_command),
    Mod("M6", +1, "its flag still flies",         lambda n: n.flag),
))
# fmt: on


def activation_need(quality: Quality, musician: bool) -> int:
    """The lowest D10 with which a unit out of command acts freely; a 1 always fails. [T5]"""
    return max(2, INITIATIVE[quality] - musician)


def morale_need(quality: Quality, modifier: int) -> int:
    """The lowest D10 that passes; 1 always fails, 10 always passes. [M1]"""
    return min(10, max(2, MORALE[quality] - modifier))
