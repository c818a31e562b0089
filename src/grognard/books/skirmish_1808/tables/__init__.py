"""The book's tables, in its order."""

from __future__ import annotations

from grognard.books.skirmish_1808.tables.cover import COVER, EVADING
from grognard.books.skirmish_1808.tables.guns import ACCURACY, CANISTER_RANGES, CREWS, EFFECTS, SHOT_RANGES
from grognard.books.skirmish_1808.tables.melee import MELEE
from grognard.books.skirmish_1808.tables.moving import MANHANDLING, RATES, TERRAIN
from grognard.books.skirmish_1808.tables.nerve import COMMAND_RANGE, INITIATIVE, MORALE, NERVE
from grognard.books.skirmish_1808.tables.points import (
    CLASS_COST,
    CREW,
    GUNS,
    LEADERS,
    QUALITY_COST,
    TRAIT_COST,
)
from grognard.books.skirmish_1808.tables.shooting import DIFFICULTY, FIRING, RANGES
from grognard.engine.tables import AnyTable

TABLES: tuple[AnyTable, ...] = (
    RATES,
    TERRAIN,
    RANGES,
    DIFFICULTY,
    FIRING,
    COVER,
    EVADING,
    MELEE,
    CREWS,
    MANHANDLING,
    ACCURACY,
    CANISTER_RANGES,
    SHOT_RANGES,
    EFFECTS,
    COMMAND_RANGE,
    INITIATIVE,
    MORALE,
    NERVE,
    QUALITY_COST,
    CLASS_COST,
    TRAIT_COST,
    LEADERS,
    GUNS,
    CREW,
)
