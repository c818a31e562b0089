"""Moving: distances, and who may do what with his action. [62–98]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Item, Lookup, Mod, ModTable, Need, Needs

if TYPE_CHECKING:
    from ..facts.command import Courier, Doer, Pace, Roused, Steadied


def _too_near(facts: Doer) -> str:
    if facts.in_contact:
        return "it is in contact, and so does not make a plain move"
    return f"an enemy is {facts.enemy / 100:.3g}″ away, and a plain move starts 3″ or more from all"


# fmt: off
DISTANCES: Lookup[str, int] = Lookup("Move distances", "76", columns=("inches",), rows=(
    Item("76",  "cavalry",          "cavalry",                                1800),
    Item("76",  "column",           "infantry in march or attack column",     1200),
    Item("F5.13c", "open",             "infantry in open order",                  900),
    Item("76",  "line",             "infantry in line",                        800),
    Item("F5.17a", "square",           "infantry in square",                      300),
    Item("76",  "limbered",         "limbered field artillery",               1200),
    Item("F5.9", "limbered horse",   "limbered horse artillery",               1800),
    Item("F5.16", "limbered slow",    "limbered slow artillery",                 600),
    Item("76",  "unlimbered",       "unlimbered field artillery",              300),
    Item("F5.9", "unlimbered horse", "unlimbered horse artillery",              900),
    Item("F5.16", "unlimbered slow",  "unlimbered slow artillery",               100),
    Item("98",  "leader",           "leaders, placed anywhere within",        3600),
))

MORE_MOVE: ModTable[Pace] = ModTable("More distance", "185", unit="″", rows=(
    Mod("F5.18", 600, "swift",                                    lambda f: f.swift),
    Mod("FC13F", 600, "Vive l'Empereur",                          lambda f: f.urged == "vive_lempereur"),
    Mod("FC13P", 600, "Vorwärts!",                                lambda f: f.urged == "vorwaerts"),
    Mod("FC13G", 600, "Forward!",                                 lambda f: f.urged == "forward"),
))

MAY_ACT: Needs[Doer] = Needs("Who may act", "67", rows=(
    Need("67",  "the unit has not acted this turn",             lambda f: not f.acted, "it has acted already this turn"),
    Need("49",  "a unit that shot or lent fire support does not act", lambda f: not f.spent, "it shot or lent fire support, and so does not act this turn"),
    Need("65",  "its brigade is activated",                     lambda f: f.active, "its brigade is not activated"),
))

MAY_MOVE: Needs[Doer] = Needs("Who may move", "78", rows=(
    *MAY_ACT.rows,
    Need("B84", "an occupant leaves only by exiting",           lambda f: not f.inside, "it is inside a feature, and leaves only by exiting"),
    Need("78",  "a unit in contact or less than 3 from an enemy does not make a plain move", lambda f: f.enemy >= 300, _too_near),
))

MAY_RETREAT: Needs[Doer] = Needs("Who may retreat", "83", rows=(
    *MAY_ACT.rows,
    Need("B84", "an occupant leaves only by exiting",           lambda f: not f.inside, "it is inside a feature, and leaves only by exiting"),
))

MAY_ASSAULT: Needs[Doer] = Needs("Who may assault", "91", rows=(
    *MAY_ACT.rows,
    Need("B84", "an occupant leaves only by exiting",           lambda f: not f.inside, "it is inside a feature, and leaves only by exiting"),
    Need("91",  "a unit in contact cannot assault",             lambda f: not f.in_contact, "it is in contact already"),
    Need("92",  "artillery cannot assault",                     lambda f: not f.artillery, "it is artillery, which never assaults"),
    Need("F5.15a", "a unit that skirmished does not assault",      lambda f: not f.skirmished, "it skirmished this turn, and so does not assault"),
    Need("F5.17a", "a square does not assault",                    lambda f: not f.square, "it stands in square, and so does not assault"),
    Need("B41", "an assault needs three figures in the front rank", lambda f: f.front >= 3, lambda f: f"only {f.front} of its figures {'stands' if f.front == 1 else 'stand'} in the front rank, and an assault takes 3"),
))

MAY_DOUBLE: Needs[Doer] = Needs("Who may double", "94", rows=(
    *MAY_MOVE.rows,
    Need("94",  "a double starts more than 18 from enemies",    lambda f: f.any_enemy > 1800, lambda f: f"an enemy is {f.any_enemy / 100:.3g}″ away, and a double starts more than 18″ from all"),
))

MAY_RALLY: Needs[Doer] = Needs("Who may rally", "95", rows=(
    *MAY_ACT.rows,
    Need("95",  "it has losses to rally",                       lambda f: f.losses > 0, "it has no losses to rally"),
))

ACTIVATION: ModTable[Roused] = ModTable("Activation", "63", base_words="2 or more", rows=(
    Mod("64",  -1, "a unit of the brigade has routed",          lambda f: f.routed),
))

MESSENGER: ModTable[Courier] = ModTable("Messenger", "69", base_words="4 or more", rows=(
    Mod("F5.10a", +2, "light cavalry",                          lambda f: f.light_cavalry),
    Mod("F5.11a", +2, "light infantry: a detachment, or an all-light brigade", lambda f: f.light),
))

RALLYING: ModTable[Steadied] = ModTable("Rally", "95", base_words="6 or more for each marker", rows=(
    Mod("96",  +1, "more than 12 from all enemies",             lambda f: f.far),
))
# fmt: on
