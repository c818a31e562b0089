"""Every table of the book, in the order of the quick reference."""

from __future__ import annotations

from grognard.books.fix_bayonets.tables.checks import (
    ASSAULT,
    ASSAULT_HORSE,
    SKIRMISH,
    SKIRMISH_RESULT,
    SQUARE,
    SQUARE_HORSE,
    SR,
    TEM,
)
from grognard.books.fix_bayonets.tables.fire import FIRE, FV, LEADER_DICE, SPIKED
from grognard.books.fix_bayonets.tables.limits import (
    CASUALTY,
    CHANGES,
    COVER,
    FATIGUE,
    RETREAT,
    STACKING,
    STATUS,
    TERRAIN,
    WEATHER,
)
from grognard.books.fix_bayonets.tables.melee import DRM, LEGEND, MELEE, MULTIPLIERS, SPECIAL, STARRED
from grognard.books.fix_bayonets.tables.needs import ALONG, CHARGE, DECLARE, FIRING, SHIFT, SQUARE_NEEDS
from grognard.engine.tables import AnyTable

TABLES: tuple[AnyTable, ...] = (
    FV, FIRE, LEADER_DICE, SPIKED, FIRING, SHIFT,
    MELEE, SPECIAL, MULTIPLIERS, DRM, STARRED, LEGEND,
    TEM, SQUARE, SQUARE_HORSE, SQUARE_NEEDS, ASSAULT, ASSAULT_HORSE, DECLARE, CHARGE,
    SKIRMISH, SKIRMISH_RESULT, SR, ALONG,
    STACKING, COVER, CHANGES, TERRAIN, WEATHER, STATUS, CASUALTY, FATIGUE, RETREAT,
)  # fmt: skip
