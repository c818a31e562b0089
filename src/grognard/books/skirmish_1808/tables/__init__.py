"""The book's tables, in its order."""

from __future__ import annotations

from grognard.engine.tables import AnyTable

from .cover import COVER, EVADING
from .guns import ACCURACY, CANISTER_RANGES, CREWS, EFFECTS, SHOT_RANGES
from .melee import MELEE
from .moving import MANHANDLING, RATES, TERRAIN
from .nerve import COMMAND_RANGE, INITIATIVE, MORALE, NERVE
from .points import CLASS_COST, CREW, GUNS, LEADERS, QUALITY_COST, TRAIT_COST
from .shooting import DIFFICULTY, FIRING, RANGES

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
