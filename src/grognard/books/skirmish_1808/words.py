"""The book's own vocabulary."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Arm(StrEnum):
    """What a unit is: on foot, mounted, a gun with its crew, or a convoy of wagons."""

    FOOT = "foot"
    HORSE = "horse"
    GUN = "gun"
    WAGON = "wagon"


class Class(StrEnum):
    """How fast a unit is. [1–6]"""

    LINE = "LI"
    LIGHT = "LG"
    QUICK = "SP"


class Quality(StrEnum):
    """How good its men are."""

    RAW = "raw"
    REGULAR = "regular"
    VETERAN = "veteran"
    ELITE = "elite"


class Role(StrEnum):
    """What a figure is; losses are taken in this order. [17, 28, A-2]"""

    RANKER = "ranker"
    ESCORT = "escort"
    GUIDE = "guide"
    MUSICIAN = "musician"
    FLAG = "flag"
    OFFICER = "officer"


class Weapon(StrEnum):
    """What a figure shoots with. [51–58]"""

    NONE = "-"
    MUSKET = "IM"
    LIGHT_MUSKET = "LM"
    CARBINE = "IC"
    RIFLE = "RF"
    PISTOL = "PT"
    CAVALRY_MUSKET = "CM"
    CAVALRY_CARBINE = "CC"
    CAVALRY_RIFLE = "CR"


RIFLES = frozenset({Weapon.RIFLE, Weapon.CAVALRY_RIFLE})


class Trait(StrEnum):
    """What else is said of a profile."""

    DOUBLE = "double"
    HIDDEN = "hidden"
    CANNOT_FORM = "cannot form"
    LANCE = "lance"
    CUIRASS = "cuirass"
    CREW = "crew"
    ENGINEER = "engineer"


class Rank(IntEnum):
    """A leader's rank; `tables/nerve.RANKS` says what each adds to the initiative and how many units he activates. [T1, C2, C6]"""

    NONE = 0
    OFFICER = 1
    STAFF = 2
    HQ = 3
    SERGEANT = 4


class Cover(IntEnum):
    """Classes of cover, better and better. [23–25]"""

    NONE = 0
    LIGHT = 1
    MEDIUM = 2
    HEAVY = 3


class Band(StrEnum):
    """Range bands of small arms. [12–14]"""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


class Reach(StrEnum):
    """Range bands of guns. [83, 84]"""

    EFFECTIVE = "effective"
    LONG = "long"


class Ammo(StrEnum):
    """What a gun fires. [83, 84, A-45]"""

    CANISTER = "canister"
    ROUND = "round shot"
    SHELL = "shell"


class Calibre(StrEnum):
    """Gun types. [71–74]"""

    I = "I"  # noqa: E741
    II = "II"
    III = "III"
    IV = "IV"


class Pace(StrEnum):
    """The three rates."""

    NORMAL = "normal"
    MARCH = "march"
    CHARGE = "charge"


class Where(StrEnum):
    """Whether a unit is still in the battle."""

    TABLE = "table"
    LATER = "later"
    LEFT = "left"
    LOST = "lost"


class Fire(StrEnum):
    """The occasions on which a unit shoots. [W1, W2, W5, R2]"""

    HOLD = "hold"
    ADVANCE = "advance"
    REGROUP = "regroup"
    STAND = "stand"


class Answer(StrEnum):
    """What a charged unit does. [R1–R5]"""

    STAND = "stand"
    FIRE = "stand_and_fire"
    COUNTER = "counter_charge"
    EVADE = "evade"
