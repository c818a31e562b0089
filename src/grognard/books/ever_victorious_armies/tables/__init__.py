"""Every table of the book, in its order: the quick reference prints them."""

from __future__ import annotations

from grognard.books.ever_victorious_armies.tables.fighting import FACTORS, LOSSES, ORDERS, OUTCOMES
from grognard.books.ever_victorious_armies.tables.moving import (
    MAY_CHARGE,
    MAY_EVADE,
    MAY_HOLD,
    MAY_MOVE,
    MOVES,
    TURNING,
)
from grognard.books.ever_victorious_armies.tables.nerve import (
    CASUALTIES,
    COMMAND,
    ELITE,
    FAILURES,
    FEROCIOUS,
    KILLS,
    PASSES,
    RALLIES,
    RALLY,
    STUBBORN,
)
from grognard.books.ever_victorious_armies.tables.shooting import CANISTER, MAY_SHOOT, RANGES, SHOOTING
from grognard.books.ever_victorious_armies.tables.terrain import EDGES, TERRAIN
from grognard.books.ever_victorious_armies.tables.turn import INITIATIVE
from grognard.books.ever_victorious_armies.tables.victory import MARGINS, POINTS
from grognard.engine.tables import AnyTable

TABLES: tuple[AnyTable, ...] = (
    INITIATIVE, MOVES, TURNING, TERRAIN, EDGES, MAY_MOVE, MAY_HOLD, MAY_CHARGE, MAY_EVADE,
    RANGES, CANISTER, MAY_SHOOT, SHOOTING,
    FACTORS, OUTCOMES, LOSSES, ORDERS, KILLS,
    CASUALTIES, FEROCIOUS, STUBBORN, ELITE, COMMAND, PASSES, FAILURES, RALLY, RALLIES,
    POINTS, MARGINS,
)  # fmt: skip
