"""The book's tables, in its order."""

from __future__ import annotations

from grognard.engine.tables import AnyTable

from .actions import COMES_ON, DETACHES, GOES, PICKED, SERVES
from .charging import CHARGED, COMES_HOME, INSTEAD, WHO_CHARGES
from .cover import COVER, EVADING
from .guns import ACCURACY, AIMED, CANISTER_RANGES, CREWS, EFFECTS, GUN_FIRES, SHOT_RANGES
from .melee import MELEE
from .moving import (
    DRILL,
    ENDS,
    ENTERS,
    FORMS,
    LAYOUTS,
    LOOSE_WAYS,
    MANHANDLING,
    MOVES,
    RATES,
    ROLLS,
    SNEAKS,
    TERRAIN,
)
from .nerve import COMMAND_RANGE, INITIATIVE, MORALE, NERVE
from .placing import FINDS_ROOM, PARKS, REGROUPS, SALLIES, SET_UP, STANDS
from .points import CLASS_COST, CREW, GUNS, LEADERS, QUALITY_COST, TRAIT_COST
from .shooting import AT_WHOM, DIFFICULTY, FIRING, RANGES, WHO_FIRES

TABLES: tuple[AnyTable, ...] = (
    PICKED,
    COMES_ON,
    GOES,
    DETACHES,
    RATES,
    TERRAIN,
    LOOSE_WAYS,
    DRILL,
    MOVES,
    ENDS,
    LAYOUTS,
    REGROUPS,
    STANDS,
    FORMS,
    ENTERS,
    SALLIES,
    SNEAKS,
    SET_UP,
    FINDS_ROOM,
    WHO_FIRES,
    AT_WHOM,
    RANGES,
    DIFFICULTY,
    FIRING,
    COVER,
    EVADING,
    WHO_CHARGES,
    CHARGED,
    COMES_HOME,
    INSTEAD,
    MELEE,
    SERVES,
    GUN_FIRES,
    AIMED,
    CREWS,
    MANHANDLING,
    ROLLS,
    PARKS,
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
