"""The book's own vocabulary."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a unit is: its profile. [R-39]"""

    REGULAR_INFANTRY = "regular_infantry"
    IRREGULAR_INFANTRY = "irregular_infantry"
    TRIBAL_INFANTRY = "tribal_infantry"
    REGULAR_CAVALRY = "regular_cavalry"
    IRREGULAR_CAVALRY = "irregular_cavalry"
    TRIBAL_CAVALRY = "tribal_cavalry"
    FIELD_GUN_DRILLED = "field_gun_drilled"
    FIELD_GUN_UNDRILLED = "field_gun_undrilled"
    MACHINE_GUN_DRILLED = "machine_gun_drilled"
    MACHINE_GUN_UNDRILLED = "machine_gun_undrilled"


class Class(StrEnum):
    """What the lists of actions tell apart. [T012d]"""

    REGULAR = "regular foot"
    IRREGULAR = "irregular foot"
    TRIBAL = "tribal foot"
    CAVALRY = "cavalry"
    CREWED = "crewed"


CAVALRY = frozenset({Kind.REGULAR_CAVALRY, Kind.IRREGULAR_CAVALRY, Kind.TRIBAL_CAVALRY})
FIELD_GUNS = frozenset({Kind.FIELD_GUN_DRILLED, Kind.FIELD_GUN_UNDRILLED})
MACHINE_GUNS = frozenset({Kind.MACHINE_GUN_DRILLED, Kind.MACHINE_GUN_UNDRILLED})
CREWED = FIELD_GUNS | MACHINE_GUNS


class Upgrade(StrEnum):
    """What a unit may be bought with, for better or worse."""

    FIERCE = "fierce"
    VETERAN = "veteran"
    ELITE = "elite"
    SHARPSHOOTERS = "sharpshooters"
    WELL_ARMED = "well_armed"
    BOWS = "bows"
    """Well-armed tribal foot with Foot Bows instead of muskets."""
    POORLY_ARMED = "poorly_armed"
    BADLY_ARMED = "badly_armed"
    POOR_SHOTS = "poor_shots"
    UNENTHUSIASTIC = "unenthusiastic"
    FIELDCRAFT = "fieldcraft"
    GURKHAS = "gurkhas"
    MOUNTED_INFANTRY = "mounted_infantry"


class Weapon(StrEnum):
    """What a unit shoots with."""

    MODERN_RIFLE = "modern_rifle"
    OBSOLETE_RIFLE = "obsolete_rifle"
    MODERN_CARBINE = "modern_carbine"
    ANTIQUATED_MUSKET = "antiquated_musket"
    OBSOLETE_CARBINE = "obsolete_carbine"
    FIELD_GUN = "field_gun"
    MACHINE_GUN = "machine_gun"
    FOOT_BOWS = "foot_bows"
    TRIBAL_SPEARS = "tribal_spears"
    RAG_TAG_MUSKETS = "rag_tag_muskets"
    MOUNTED_BOWS = "mounted_bows"


class Trait(StrEnum):
    """What sort of man leads."""

    ORDINARY = "ordinary"
    HAPLESS = "hapless"
    BULLETPROOF_BUMBLER = "bulletproof_bumbler"
    IDIOT = "idiot"
    COWARD = "coward"
    CAD = "cad"
    SHIRKER = "shirker"
    TERRIBLE_PLANNER = "terrible_planner"
    DRUNKARD_BOTTLE = "drunkard_bottle"
    DRUNKARD_MILD = "drunkard_mild"
    SPORTING_UMPIRE = "sporting_umpire"
    BAG_OF_NERVES = "bag_of_nerves"
    INEPT = "inept"
    BRUTAL = "brutal"
    GENERALS_NEPHEW = "generals_nephew"
    SHORT_SIGHTED = "short_sighted"
    WEAKLING = "weakling"
    UP_AND_AT_EM = "up_and_at_em"
    STEADY = "steady"
    JOLLY_SPORTY = "jolly_sporty"
    EXPERT_MARKSMAN = "expert_marksman"
    JOLLY_GOOD_CHAP = "jolly_good_chap"
    INSPIRING = "inspiring"
    BRAVE = "brave"
    PLEASANT = "pleasant"
    DESTINED = "destined"
    HERO = "hero"


class Action(StrEnum):
    """What a unit may be told to do."""

    STAND_TO = "stand_to"
    FIRE = "fire"
    VOLLEY = "volley"
    MOVE = "move"
    ATTACK = "attack"
    DOUBLE = "double"
    CHARGE = "charge"
    SKIRMISH = "skirmish"
    FORM_CLOSE_ORDER = "form_close_order"
    BREAK_CLOSE_ORDER = "break_close_order"
    GO_TO_GROUND = "go_to_ground"
    RALLY = "rally"


class Where(StrEnum):
    """Whether a unit is on the table, and if not, why."""

    TABLE = "table"
    WAITING = "waiting"
    """Comes later over an edge."""
    HIDDEN = "hidden"
    """Lies in its sector, known to its owner only."""
    POOL = "pool"
    """In one of Mr Babbage's queues."""
    DESTROYED = "destroyed"
    ROUTED = "routed"
    RETREATED = "retreated"
    """Retreated off the table."""
    EXITED = "exited"


LOST = frozenset({Where.DESTROYED, Where.ROUTED, Where.RETREATED})
TO_COME = frozenset({Where.WAITING, Where.HIDDEN, Where.POOL})


class Band(StrEnum):
    """How far away a target is."""

    SHORT = "short"
    LONG = "long"


class Cover(StrEnum):
    """What protects from fire."""

    NONE = "none"
    SOFT = "soft"
    HARD = "hard"


COVER_POINTS = {Cover.NONE: 0, Cover.SOFT: 1, Cover.HARD: 2}


class Tag(StrEnum):
    """What Mr Babbage calls a unit. [F-B1]"""

    CHARGER = "charger"
    RIDER = "rider"
    SHOOTER = "shooter"
    GUNNER = "gunner"
