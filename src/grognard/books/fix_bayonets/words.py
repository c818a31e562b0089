"""The book's own vocabulary."""

from __future__ import annotations

from enum import StrEnum


class Arm(StrEnum):
    """What a unit fights as."""

    INF = "infantry"
    CAV = "cavalry"
    ART = "artillery"


class Formation(StrEnum):
    """How a good-order stack stands; the others have none. One name each, however the charts spell it. [F-6.2, R-19]"""

    LINE = "line"
    EXT_LINE = "extended line"
    COLUMN = "column"
    MASSE = "masse column"
    SQUARE = "square"
    SCREEN = "skirmish screen"
    GENERAL = "general order"
    ROAD = "road column"
    OPEN = "open column"
    UNLIMBERED = "unlimbered"
    LIMBERED = "limbered"
    NONE = "no formation"


BY_ARM: dict[Arm, tuple[Formation, ...]] = {
    Arm.INF: (
        Formation.LINE, Formation.EXT_LINE, Formation.COLUMN, Formation.MASSE, Formation.SQUARE, Formation.SCREEN,
        Formation.GENERAL, Formation.ROAD,
    ),
    Arm.CAV: (
        Formation.LINE, Formation.COLUMN, Formation.OPEN, Formation.SCREEN, Formation.GENERAL, Formation.ROAD,
    ),
    Arm.ART: (Formation.UNLIMBERED, Formation.LIMBERED),
}  # fmt: skip
"""Which arm uses which formation; the rest are dashes on the chart. [STK-12a]"""
OPEN_ORDER = frozenset({Formation.GENERAL, Formation.SCREEN})
"""Open order; everything else of foot and horse in good order is close order. [R-64]"""


class Order(StrEnum):
    """The state of a stack. [F-6.2]"""

    GOOD = "good order"
    DISORDERED = "disordered"
    ROUTED = "routed"


class Trait(StrEnum):
    """What is special about a unit."""

    LANCE = "lance"
    LIGHT = "light"
    SHOCK = "shock"
    CUIRASSIER = "cuirassier"
    RIFLE = "rifle"
    POOR = "poor"
    HORSE = "horse"
    DIFFICULT = "difficult"
    TRAIN = "train"
    """Waggons with cartridges, which the charts put in the column of the guns. [F-26]"""


class Where(StrEnum):
    """Whether a unit is on the map, and if not, why."""

    MAP = "map"
    WAITING = "waiting"
    ATTACHED = "attached"
    """A step not detached as a Screen. [F-10.5]"""
    DEAD = "eliminated"
    GONE = "driven off"
    """Left the map in rout. [F-18.4]"""
    SUPPLY = "loading"
    """A train that has gone to its depot for more. [F-26.4]"""


class Fate(StrEnum):
    """Whether a leader is in play. [F-20]"""

    MAP = "map"
    WAITING = "waiting"
    AWAY = "away"
    """Stunned, wounded or routed: he comes back."""
    KILLED = "killed"


class Card(StrEnum):
    """Where a leader's card is."""

    NONE = "none"
    HAND = "hand"
    STACK = "stack"
    PLAYED = "played"
    OUT = "out of play"


class Rank(StrEnum):
    """A leader's rank, the lowest first. [F-9.1]"""

    BRIGADE = "brigade"
    DIVISION = "division"
    CORPS = "corps"
    ARMY = "army"


RANKS = tuple(Rank)


class Weather(StrEnum):
    """Weather and time of day."""

    CLEAR = "clear"
    DUSK = "dusk"
    NIGHT = "night"
    MIST = "mist"
    FOG = "fog"
    RAIN = "rain"
    SQUALL = "squall"
    SNOWFALL = "snowfall"


HOURS = (Weather.DUSK, Weather.NIGHT)
"""What the clock brings, not the sky."""


class Cover(StrEnum):
    """How well a hex protects."""

    NONE = "none"
    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"


class Kind(StrEnum):
    """Why somebody shoots."""

    ACTIVE = "active"
    OPPORTUNITY = "opportunity"
    DEFENSIVE = "defensive"
    RICOCHET = "ricochet"


class Attack(StrEnum):
    """How a melee comes about."""

    ASSAULT = "assault"
    CHARGE = "charge"


class Trial(StrEnum):
    """What a TEM check is for. [F-15.3]"""

    FIRE = "fire"
    TRAVERSED = "traversed"
    ASSAULT = "assault"
    RECEIVE = "receive"
    SQUARE = "square"
    REACTION = "reaction charge"
    RECALL = "recall"
    PURSUIT = "pursuit"
    CHARGE = "charge"
    RALLY = "rally"
    TURN = "turn"


class Blow(StrEnum):
    """What the melee table says, worst for the attacker first."""

    AR = "AR"
    ADS = "ADS"
    AD = "AD"
    SPECIAL = "SPECIAL"
    DD = "DD"
    DDS = "DDS"
    DR = "DR"


class Special(StrEnum):
    """What a SPECIAL result comes to."""

    DD = "DD"
    DR = "DR"
    HAND_TO_HAND = "HAND_TO_HAND"
    FIREFIGHT = "FIREFIGHT"
    FORCED_REGROUP = "FORCED_REGROUP"
    BOTH_REGROUP = "BOTH_REGROUP"
    ROUTED_NO_SPIKE = "ROUTED_NO_SPIKE"
    NOT_ALLOWED = "NOT_ALLOWED"
