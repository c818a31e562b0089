"""Every table of the book, in its order: the quick reference prints them."""

from __future__ import annotations

from grognard.engine.tables import AnyTable

from .fate import FATE
from .fighting import (
    AUTOMATIC_ROUTS,
    BRIGADE_SUPPORT,
    HIT_AND_RUN,
    MELEE_HALVED,
    MELEE_SUPPORT,
    MELEE_TO_HIT,
    MELEE_VALUE,
    SQUARE_DIE,
    TIES,
    UNPREDICTABLE,
)
from .morale import FORTITUDE, SCORES, VALOUR
from .moving import (
    ACTIVATION,
    DISTANCES,
    MAY_ACT,
    MAY_ASSAULT,
    MAY_DOUBLE,
    MAY_MOVE,
    MAY_RALLY,
    MAY_RETREAT,
    MESSENGER,
    MORE_MOVE,
    RALLYING,
)
from .shooting import FIRE_HALVED, FIRE_TO_HIT, FIRE_VALUE, MAY_SHOOT, MAY_SUPPORT
from .terrain import COVER, FEATURES, GOING

TABLES: tuple[AnyTable, ...] = (
    FATE, MAY_SHOOT, MAY_SUPPORT, FIRE_HALVED, FIRE_VALUE, FIRE_TO_HIT,
    ACTIVATION, MESSENGER, DISTANCES, MORE_MOVE, MAY_ACT, MAY_MOVE, MAY_RETREAT, MAY_ASSAULT, MAY_DOUBLE, MAY_RALLY,
    RALLYING, MELEE_HALVED, MELEE_VALUE, MELEE_TO_HIT, MELEE_SUPPORT, BRIGADE_SUPPORT, TIES, AUTOMATIC_ROUTS,
    SQUARE_DIE, HIT_AND_RUN, UNPREDICTABLE, VALOUR, FORTITUDE, FEATURES, COVER, GOING, SCORES,
)  # fmt: skip
