"""The book's own vocabulary."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a unit is made of. [G-28]"""

    FOOT = "foot"
    HORSE = "horse"
    HORSE_GUN = "horse_gun"
    FIELD_GUN = "field_gun"
    HEAVY_GUN = "heavy_gun"
    GENERAL = "general"


GUNS = frozenset({Kind.HORSE_GUN, Kind.FIELD_GUN, Kind.HEAVY_GUN})


class Order(StrEnum):
    """How a unit is drawn up: foot in three orders, horse in two, guns on or off their limbers."""

    LINE = "line"
    COLUMN = "column"
    SKIRMISH = "skirmish"
    FORMED = "formed"
    UNLIMBERED = "unlimbered"
    LIMBERED = "limbered"
    NONE = ""


class Training(StrEnum):
    """How well a unit is drilled."""

    RAW = "raw"
    REGULAR = "regular"
    ELITE = "elite"


class Trait(StrEnum):
    """What else is said of a unit; raw and irregular may go together. [G-27]"""

    IRREGULAR = "irregular"
    FEROCIOUS = "ferocious"
    STUBBORN = "stubborn"


class Weapon(StrEnum):
    """What a unit shoots with."""

    NONE = "none"
    SMOOTHBORE = "smoothbore"
    PATCHED = "patched"
    MINIE = "minie"
    REPEATER = "repeater"
    SMOOTHBORE_ARTILLERY = "smoothbore_artillery"
    RIFLED_ARTILLERY = "rifled_artillery"


class Round(StrEnum):
    """What a gun fires; small arms have one kind only."""

    BALL = "ball"
    CANISTER = "canister"


class Where(StrEnum):
    """Whether a unit is still in the battle."""

    TABLE = "table"
    LATER = "later"
    LEFT = "left"
    LOST = "lost"


class Cover(StrEnum):
    """The one physical cover a target has. [G-7]"""

    NONE = ""
    SOFT = "soft"
    HARD = "hard"
    ENTRENCHED = "entrenched"


class Band(StrEnum):
    """The five results of a close combat, from the attacker's side."""

    REPULSED = "repulsed"
    HELD = "held"
    PUSHED = "pushed"
    DRIVEN = "driven"
    DESTROYED = "destroyed"


class Duty(StrEnum):
    """What a combat has left a unit to do next turn."""

    NO = ""
    MAY = "may"
    MUST = "must"


class Exception_(StrEnum):
    """The four grounds on which a unit may pass over one morale test."""

    COMMAND = "command"
    ELITE = "elite"
    FEROCIOUS = "ferocious"
    STUBBORN = "stubborn"


class Role(StrEnum):
    """Which side of a close combat a unit is on. [C2]"""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class Arm(StrEnum):
    """What fights in close combat; gunners are not infantry. [G-28]"""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    GUNNERS = "gunners"


class Plight(StrEnum):
    """What makes a unit's loss in close combat greater. [C5, G-47]"""

    SKIRMISHERS = "skirmishers"
    FACING_CAVALRY = "facing cavalry"
    OTHERS = "others"


class Toll(StrEnum):
    """What a close combat costs one unit."""

    NOTHING = "nothing"
    LIGHT = "1D6−2"
    ONE = "1D6"
    TWO = "2D6"
    ALL = "destroyed"
