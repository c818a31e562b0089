"""Leadership and traits. [F-L1–F-L3]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Lookup

from ..words import Kind, Trait

K, T = Kind, Trait


class Values(NamedTuple):
    """Leadership by the column of the troops."""

    regular: int
    tribal: int
    irregular: int


class Effect(NamedTuple):
    """What a trait makes of Leadership and Discipline; the rest is done where it bites."""

    sets: int | None = None
    adds: int = 0
    discipline: int = 0


COLUMNS: dict[Kind, str] = {
    K.REGULAR_INFANTRY: "regular", K.REGULAR_CAVALRY: "regular",
    K.TRIBAL_INFANTRY: "tribal", K.TRIBAL_CAVALRY: "tribal",
    K.IRREGULAR_INFANTRY: "irregular", K.IRREGULAR_CAVALRY: "irregular",
    K.FIELD_GUN_DRILLED: "regular", K.MACHINE_GUN_DRILLED: "regular",
    K.FIELD_GUN_UNDRILLED: "irregular", K.MACHINE_GUN_UNDRILLED: "irregular",
}  # fmt: skip

# fmt: off
FLAT: Lookup[str, int] = Lookup("Flat Leadership", "F-L1", columns=("Leadership",), rows=(
    Item("F-L1", "regular",   "regulars and drilled crews",     6),
    Item("F-L1", "tribal",    "tribals",                        6),
    Item("F-L1", "irregular", "irregulars and undrilled crews", 7),
))

ROLLED: Lookup[int, Values] = Lookup("Rolled Leadership", "F-L2", columns=("regular, drilled crew", "tribal", "irregular, undrilled crew"), rows=(
    Item("F-L2", 1, "1", Values(7, 7, 8)),
    Item("F-L2", 2, "2", Values(6, 7, 8)),
    Item("F-L2", 3, "3", Values(6, 6, 7)),
    Item("F-L2", 4, "4", Values(6, 6, 7)),
    Item("F-L2", 5, "5", Values(5, 6, 6)),
    Item("F-L2", 6, "6", Values(5, 5, 6)),
))

TRAITS: Lookup[Trait, Effect] = Lookup("Traits", "F-L3", columns=("Leadership set to", "Leadership", "Discipline"), rows=(
    Item("F-T18", T.ORDINARY,            "Ordinary",                 Effect()),
    Item("F-T1",  T.HAPLESS,             "Hapless",                  Effect(sets=10)),
    Item("F-T2",  T.BULLETPROOF_BUMBLER, "Bulletproof Bumbler",      Effect(sets=9)),
    Item("F-T3",  T.IDIOT,               "Idiot",                    Effect()),
    Item("F-T4",  T.COWARD,              "Coward",                   Effect()),
    Item("F-T5",  T.CAD,                 "Cad",                      Effect()),
    Item("F-T6",  T.SHIRKER,             "Shirker",                  Effect()),
    Item("F-T7",  T.TERRIBLE_PLANNER,    "Terrible Planner",         Effect()),
    Item("F-T8",  T.DRUNKARD_BOTTLE,     "Drunkard with a bottle",   Effect()),
    Item("F-T9",  T.DRUNKARD_MILD,       "Drunkard",                 Effect()),
    Item("F-T10", T.SPORTING_UMPIRE,     "Sporting Umpire",          Effect()),
    Item("F-T11", T.BAG_OF_NERVES,       "A Bag of Nerves",          Effect()),
    Item("F-T12", T.INEPT,               "Inept",                    Effect(adds=+1)),
    Item("F-T13", T.BRUTAL,              "Brutal",                   Effect(sets=5, discipline=-2)),
    Item("F-T14", T.GENERALS_NEPHEW,     "The General's nephew",     Effect()),
    Item("F-T15", T.SHORT_SIGHTED,       "Short-sighted",            Effect()),
    Item("F-T16", T.WEAKLING,            "Weakling",                 Effect()),
    Item("F-T17", T.UP_AND_AT_EM,        "Up and at 'em",            Effect()),
    Item("F-T19", T.STEADY,              "Steady",                   Effect(sets=6)),
    Item("F-T20", T.JOLLY_SPORTY,        "Jolly Sporty",             Effect()),
    Item("F-T21", T.EXPERT_MARKSMAN,     "Expert marksman",          Effect()),
    Item("F-T22", T.JOLLY_GOOD_CHAP,     "A Jolly Good Chap",        Effect(adds=-1)),
    Item("F-T23", T.INSPIRING,           "Inspiring",                Effect()),
    Item("F-T24", T.BRAVE,               "Brave",                    Effect()),
    Item("F-T25", T.PLEASANT,            "Pleasant",                 Effect()),
    Item("F-T26", T.DESTINED,            "Destined for Greatness",   Effect(adds=-1)),
    Item("F-T27", T.HERO,                "Hero of the Empire",       Effect(sets=4)),
))
# fmt: on

D66: dict[int, Trait] = {
    11: T.HAPLESS, 12: T.BULLETPROOF_BUMBLER, 13: T.IDIOT, 14: T.COWARD, 15: T.CAD, 16: T.SHIRKER,
    21: T.TERRIBLE_PLANNER, 22: T.DRUNKARD_BOTTLE, 23: T.DRUNKARD_MILD, 24: T.SPORTING_UMPIRE,
    25: T.BAG_OF_NERVES, 26: T.INEPT,
    31: T.BRUTAL, 32: T.GENERALS_NEPHEW, 33: T.SHORT_SIGHTED, 34: T.WEAKLING, 35: T.UP_AND_AT_EM,
    51: T.STEADY, 52: T.JOLLY_SPORTY, 53: T.EXPERT_MARKSMAN, 54: T.JOLLY_GOOD_CHAP, 55: T.INSPIRING, 56: T.BRAVE,
    61: T.STEADY, 62: T.PLEASANT, 63: T.EXPERT_MARKSMAN, 64: T.DESTINED, 65: T.INSPIRING, 66: T.HERO,
}  # fmt: skip
"""Two dice, tens first; what is not listed (36, 41–46) is an ordinary man. [F-L3]"""


def trait_of(tens: int, ones: int) -> Trait:
    """The trait two dice give. [F-L3]"""
    return D66.get(10 * tens + ones, Trait.ORDINARY)
