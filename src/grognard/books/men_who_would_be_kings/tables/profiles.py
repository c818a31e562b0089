"""Profiles, weapons, and what may be bought besides. [R-39]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Lookup

from ..words import Class, Kind, Upgrade, Weapon


class Profile(NamedTuple):
    """One row of the list of troops; Fighting and Firing are the lowest score that hits."""

    points: int
    models: int
    move: int
    discipline: int
    fighting: int
    firing: int
    weapon: Weapon
    troops: Class


class Range(NamedTuple):
    """How far a weapon carries, in hundredths; no Long band: None."""

    short: int
    long: int | None


class Price(NamedTuple):
    """What an option costs each class; None: not to be had."""

    regular_foot: int | None = None
    irregular_foot: int | None = None
    tribal_foot: int | None = None
    regular_horse: int | None = None
    irregular_horse: int | None = None
    tribal_horse: int | None = None
    drilled_crew: int | None = None
    undrilled_crew: int | None = None


R, IR, T, H, C = Class.REGULAR, Class.IRREGULAR, Class.TRIBAL, Class.CAVALRY, Class.CREWED
W, K, U = Weapon, Kind, Upgrade

# fmt: off
PROFILES: Lookup[Kind, Profile] = Lookup("Troops", "R-39", columns=("points", "models", "move, inches", "Discipline", "Fighting", "Firing", "weapon", "class"), rows=(
    Item("F-P1",  K.REGULAR_INFANTRY,      "regular infantry",      Profile(6, 12,  600, +1, 5, 5, W.MODERN_RIFLE,     R)),
    Item("F-P2",  K.IRREGULAR_INFANTRY,    "irregular infantry",    Profile(4, 12,  600,  0, 6, 5, W.OBSOLETE_RIFLE,   IR)),
    Item("F-P3",  K.TRIBAL_INFANTRY,       "tribal infantry",       Profile(3, 16,  800,  0, 5, 6, W.TRIBAL_SPEARS,    T)),
    Item("F-P4",  K.REGULAR_CAVALRY,       "regular cavalry",       Profile(6,  8, 1200, +1, 4, 6, W.MODERN_CARBINE,   H)),
    Item("F-P5",  K.IRREGULAR_CAVALRY,     "irregular cavalry",     Profile(4,  8, 1200,  0, 5, 6, W.OBSOLETE_CARBINE, H)),
    Item("F-P6",  K.TRIBAL_CAVALRY,        "tribal cavalry",        Profile(3, 10, 1200,  0, 5, 6, W.MOUNTED_BOWS,     H)),
    Item("F-P7",  K.FIELD_GUN_DRILLED,     "drilled field gun",     Profile(6,  4,  400, +1, 6, 4, W.FIELD_GUN,        C)),
    Item("F-P8",  K.FIELD_GUN_UNDRILLED,   "undrilled field gun",   Profile(4,  4,  400,  0, 6, 5, W.FIELD_GUN,        C)),
    Item("F-P9",  K.MACHINE_GUN_DRILLED,   "drilled machine gun",   Profile(6,  4,  400, +1, 6, 4, W.MACHINE_GUN,      C)),
    Item("F-P10", K.MACHINE_GUN_UNDRILLED, "undrilled machine gun", Profile(4,  4,  400,  0, 6, 5, W.MACHINE_GUN,      C)),
))

WEAPONS: Lookup[Weapon, Range] = Lookup("Weapons", "T040", columns=("Short to, inches", "Long to, inches"), rows=(
    Item("T046", W.MODERN_RIFLE,      "Modern Rifle",      Range(1200, 2400)),
    Item("T047", W.OBSOLETE_RIFLE,    "Obsolete Rifle",    Range( 900, 1800)),
    Item("T047", W.MODERN_CARBINE,    "Modern Carbine",    Range( 900, 1800)),
    Item("T048", W.ANTIQUATED_MUSKET, "Antiquated Musket", Range( 600, 1200)),
    Item("T048", W.OBSOLETE_CARBINE,  "Obsolete Carbine",  Range( 600, 1200)),
    Item("T049", W.FIELD_GUN,         "Field Gun",         Range(1600, 3600)),
    Item("T050", W.MACHINE_GUN,       "Machine Gun",       Range(1200, 2400)),
    Item("T051", W.FOOT_BOWS,         "Foot Bows",         Range( 600, 1200)),
    Item("T052", W.TRIBAL_SPEARS,     "Tribal Spears",     Range( 600, None)),
    Item("T052", W.RAG_TAG_MUSKETS,   "Rag-tag Muskets",   Range( 600, None)),
    Item("T052", W.MOUNTED_BOWS,      "Mounted Bows",      Range( 600, None)),
))

PRICES: Lookup[Upgrade, Price] = Lookup("Upgrades and downgrades", "F-3", columns=("regular foot", "irregular foot", "tribal foot", "regular cavalry", "irregular cavalry", "tribal cavalry", "drilled crew", "undrilled crew"), rows=(
    Item("F-U1",  U.FIERCE,           "Fierce: Fighting one better",                 Price(+1, +1, +1, +1, +1, +1)),
    Item("F-U2",  U.VETERAN,          "Veteran: Discipline +1",                      Price(None, +1, +1, None, +1, +1)),
    Item("F-U3",  U.ELITE,            "Elite: Discipline +1",                        Price(+1, None, None, +1)),
    Item("F-U4",  U.SHARPSHOOTERS,    "Sharpshooters: Firing one better",            Price(+2, +2, +1)),
    Item("F-U5",  U.WELL_ARMED,       "Well-armed: the next better weapon",          Price(None, +1, +1, None, +1, +1)),
    Item("F-U5",  U.BOWS,             "Well-armed with Foot Bows",                   Price(None, None, +1)),
    Item("F-U6",  U.POORLY_ARMED,     "Poorly armed: the next worse weapon",         Price(-1, -1, None, -1, -1)),
    Item("F-U7",  U.BADLY_ARMED,      "Badly armed: Antiquated Muskets",             Price(-2)),
    Item("F-U8",  U.POOR_SHOTS,       "Poor shots: Firing one worse",                Price(-1, -1, None, None, None, None, None, -1)),
    Item("F-U9",  U.UNENTHUSIASTIC,   "Unenthusiastic: Discipline −1",               Price(-1, -1, -1, -1, -1, -1, -1, -1)),
    Item("F-U10", U.FIELDCRAFT,       "Fieldcraft: may Go to Ground",                Price(+1, +1)),
    Item("F-U11", U.GURKHAS,          "Gurkhas: Difficult ground costs no more",     Price(+1)),
    Item("F-U12", U.MOUNTED_INFANTRY, "Mounted infantry: may ride",                  Price(+1, +1)),
))

LADDERS: Lookup[tuple[Weapon, Upgrade], Weapon] = Lookup("Weapon ladders", "F-U5", columns=("weapon",), rows=(
    Item("F-U5", (W.OBSOLETE_RIFLE, U.WELL_ARMED),    "irregular foot, well-armed",      W.MODERN_RIFLE),
    Item("F-U5", (W.TRIBAL_SPEARS, U.WELL_ARMED),     "tribal foot, well-armed",         W.ANTIQUATED_MUSKET),
    Item("F-U5", (W.TRIBAL_SPEARS, U.BOWS),           "tribal foot, with bows",          W.FOOT_BOWS),
    Item("F-U5", (W.OBSOLETE_CARBINE, U.WELL_ARMED),  "irregular cavalry, well-armed",   W.MODERN_CARBINE),
    Item("F-U5", (W.MOUNTED_BOWS, U.WELL_ARMED),      "tribal cavalry, well-armed",      W.OBSOLETE_CARBINE),
    Item("F-U6", (W.MODERN_RIFLE, U.POORLY_ARMED),    "regular foot, poorly armed",      W.OBSOLETE_RIFLE),
    Item("F-U6", (W.OBSOLETE_RIFLE, U.POORLY_ARMED),  "irregular foot, poorly armed",    W.ANTIQUATED_MUSKET),
    Item("F-U6", (W.MODERN_CARBINE, U.POORLY_ARMED),  "regular cavalry, poorly armed",   W.OBSOLETE_CARBINE),
    Item("F-U6", (W.OBSOLETE_CARBINE, U.POORLY_ARMED), "irregular cavalry, poorly armed", W.MOUNTED_BOWS),
    Item("F-U7", (W.MODERN_RIFLE, U.BADLY_ARMED),     "regular foot, badly armed",       W.ANTIQUATED_MUSKET),
))
# fmt: on

COLUMNS: dict[Kind, str] = {
    K.REGULAR_INFANTRY: "regular_foot",
    K.IRREGULAR_INFANTRY: "irregular_foot",
    K.TRIBAL_INFANTRY: "tribal_foot",
    K.REGULAR_CAVALRY: "regular_horse",
    K.IRREGULAR_CAVALRY: "irregular_horse",
    K.TRIBAL_CAVALRY: "tribal_horse",
    K.FIELD_GUN_DRILLED: "drilled_crew",
    K.FIELD_GUN_UNDRILLED: "undrilled_crew",
    K.MACHINE_GUN_DRILLED: "drilled_crew",
    K.MACHINE_GUN_UNDRILLED: "undrilled_crew",
}

SPARE_ARMS: dict[Kind, tuple[Weapon, ...]] = {
    K.TRIBAL_INFANTRY: (W.RAG_TAG_MUSKETS,), K.TRIBAL_CAVALRY: (W.RAG_TAG_MUSKETS,),
}  # fmt: skip
"""What a class may carry instead of its own at no cost: of the same reach. [T052]"""

OPPOSITES: tuple[frozenset[Upgrade], ...] = (
    frozenset({U.VETERAN, U.UNENTHUSIASTIC}),
    frozenset({U.ELITE, U.UNENTHUSIASTIC}),
    frozenset({U.SHARPSHOOTERS, U.POOR_SHOTS}),
    frozenset({U.WELL_ARMED, U.POORLY_ARMED}),
    frozenset({U.WELL_ARMED, U.BADLY_ARMED}),
    frozenset({U.WELL_ARMED, U.BOWS}),
    frozenset({U.POORLY_ARMED, U.BADLY_ARMED}),
)
"""Options that exclude each other. [F-3]"""
