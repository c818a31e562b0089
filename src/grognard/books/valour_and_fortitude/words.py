"""The book's own vocabulary."""

from __future__ import annotations

from enum import StrEnum


class Arm(StrEnum):
    """The type of a unit. [33]"""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


class Form(StrEnum):
    """How a unit stands; worked out from its ranks and files, except where a special rule names it. [21–28]"""

    MARCH = "march column"
    LINE = "line"
    ATTACK = "attack column"
    OPEN = "open order"
    SQUARE = "square"
    INSIDE = "inside"


class Order(StrEnum):
    """How a unit was last drawn up: what cannot be read off its ranks and files."""

    CLOSE = "close"
    OPEN = "open"
    SQUARE = "square"
    LIMBERED = "limbered"
    UNLIMBERED = "unlimbered"


class Special(StrEnum):
    """The special rules of the army sheets."""

    BATTERY = "Battery"
    CANISTER = "Cannister"
    CARBINES = "Carbines"
    DISCIPLINED_MUSKETRY = "Disciplined Musketry"
    ELAN = "Elan"
    HEADSTRONG = "Headstrong"
    HEAVY_ARTILLERY = "Heavy Artillery"
    HEAVY_CAVALRY = "Heavy Cavalry"
    HIT_AND_RUN = "Hit & Run"
    HORSE_ARTILLERY = "Horse Artillery"
    LIGHT_CAVALRY = "Light Cavalry"
    LIGHT_INFANTRY = "Light Infantry"
    MILITIA = "Militia"
    """Landwehr too. [F5.21]"""
    OPEN_ORDER = "Open Order"
    ROCKETS = "Rockets"
    SKIRMISHERS = "Skirmishers"
    SLOW = "Slow"
    SQUARE = "Square"
    STOIC = "Stoic"
    SWIFT = "Swift"
    UNPREDICTABLE = "Unpredictable"


class Where(StrEnum):
    """Whether a unit is still in the battle."""

    TABLE = "table"
    LATER = "later"
    ROUTED = "routed"


class Phase(StrEnum):
    """The phases of a turn, in their order. [41]"""

    DEPLOYMENT = "deployment"
    FATE = "fate"
    FIRE = "fire"
    ACTION = "action"
    MELEE = "melee"


class Mode(StrEnum):
    """How a unit shoots or lends fire support."""

    VOLLEY = "volley"
    SKIRMISH = "skirmish"
    CANISTER = "canister"


class Cover(StrEnum):
    """What shelters a unit. [161]"""

    NONE = ""
    MELEE = "stream"
    """A stream: cover in the melee phase only. [156]"""
    SOFT = "soft"
    HARD = "hard"


class Deed(StrEnum):
    """What a unit does with its action. [68]"""

    STAY = "stay"
    MOVE = "move"
    RETREAT = "retreat"
    ASSAULT = "assault"
    DOUBLE = "double"
    RALLY = "rally"
    OCCUPY = "occupy"
    EXIT = "exit"
    STEP = "step"


class Nation(StrEnum):
    """Whose fate table the army leader's sheet has. [43]"""

    FRENCH = "french"
    BRITISH = "british"
    SPANISH = "spanish"
    PRUSSIAN = "prussian"
    RUSSIAN = "russian"
    AUSTRIAN = "austrian"
    GENERIC = "generic"
