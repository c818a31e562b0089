"""Every table of the book, in the order of the quick reference."""

from __future__ import annotations

from grognard.books.men_who_would_be_kings.tables.actions import ACCESS, ACTIVATE
from grognard.books.men_who_would_be_kings.tables.fighting import (
    CREW_DICE,
    FIRE_DICE,
    FIRE_HITS,
    FIRE_SCORE,
    MELEE_DICE,
    MELEE_HITS,
    MELEE_SCORE,
)
from grognard.books.men_who_would_be_kings.tables.leaders import FLAT, ROLLED, TRAITS
from grognard.books.men_who_would_be_kings.tables.nerve import FAILED_RALLY, ORDER, PINNING, RALLY
from grognard.books.men_who_would_be_kings.tables.profiles import LADDERS, PRICES, PROFILES, WEAPONS
from grognard.books.men_who_would_be_kings.tables.solo import APPEARANCES, DISTANCES, POSITIONS
from grognard.books.men_who_would_be_kings.tables.terrain import TERRAIN
from grognard.engine.tables import AnyTable

TABLES: tuple[AnyTable, ...] = (
    ACCESS, ACTIVATE, ORDER,
    WEAPONS, CREW_DICE, FIRE_DICE, FIRE_SCORE, FIRE_HITS,
    MELEE_DICE, MELEE_SCORE, MELEE_HITS,
    PINNING, RALLY, FAILED_RALLY,
    TERRAIN, PROFILES, PRICES, LADDERS, FLAT, ROLLED, TRAITS,
    APPEARANCES, POSITIONS, DISTANCES,
)  # fmt: skip
