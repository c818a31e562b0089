"""Every table of the book, in the order of the quick reference."""

from __future__ import annotations

from grognard.engine.tables import AnyTable

from .actions import ACCESS, ACTIVATE
from .fighting import CREW_DICE, FIRE_DICE, FIRE_HITS, FIRE_SCORE, MELEE_DICE, MELEE_HITS, MELEE_SCORE
from .leaders import FLAT, ROLLED, TRAITS
from .nerve import FAILED_RALLY, ORDER, PINNING, RALLY
from .profiles import LADDERS, PRICES, PROFILES, WEAPONS
from .solo import APPEARANCES, DISTANCES, POSITIONS
from .terrain import TERRAIN

TABLES: tuple[AnyTable, ...] = (
    ACCESS, ACTIVATE, ORDER,
    WEAPONS, CREW_DICE, FIRE_DICE, FIRE_SCORE, FIRE_HITS,
    MELEE_DICE, MELEE_SCORE, MELEE_HITS,
    PINNING, RALLY, FAILED_RALLY,
    TERRAIN, PROFILES, PRICES, LADDERS, FLAT, ROLLED, TRAITS,
    APPEARANCES, POSITIONS, DISTANCES,
)  # fmt: skip
