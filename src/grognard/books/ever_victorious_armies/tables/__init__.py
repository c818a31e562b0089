"""Every table of the book, in its order: the quick reference prints them."""

from __future__ import annotations

from grognard.engine.tables import AnyTable

from .fighting import FACTORS, LOSSES, ORDERS, OUTCOMES
from .moving import MAY_CHARGE, MAY_EVADE, MAY_HOLD, MAY_MOVE, MOVES, TURNING
from .nerve import CASUALTIES, COMMAND, ELITE, FAILURES, FEROCIOUS, KILLS, PASSES, RALLIES, RALLY, STUBBORN
from .shooting import CANISTER, MAY_SHOOT, RANGES, SHOOTING
from .terrain import EDGES, TERRAIN
from .turn import INITIATIVE
from .victory import MARGINS, POINTS

TABLES: tuple[AnyTable, ...] = (
    INITIATIVE, MOVES, TURNING, TERRAIN, EDGES, MAY_MOVE, MAY_HOLD, MAY_CHARGE, MAY_EVADE,
    RANGES, CANISTER, MAY_SHOOT, SHOOTING,
    FACTORS, OUTCOMES, LOSSES, ORDERS, KILLS,
    CASUALTIES, FEROCIOUS, STUBBORN, ELITE, COMMAND, PASSES, FAILURES, RALLY, RALLIES,
    POINTS, MARGINS,
)  # fmt: skip
