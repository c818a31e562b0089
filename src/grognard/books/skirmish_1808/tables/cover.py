"""Cover: what gives it, and what it is worth. [23–25, 42–50a, 69, 70]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Item, Lookup, Mod, ModTable

from ..words import Cover

if TYPE_CHECKING:
    from ..facts.cover import Throwing

N, L, M, H = Cover.NONE, Cover.LIGHT, Cover.MEDIUM, Cover.HEAVY

# fmt: off
COVER: Lookup[str, tuple[Cover, Cover]] = Lookup("Terrain and cover", "50a", (
    Item("42", "light_wood", "light wood",            (M, L)),
    Item("43", "wood",       "wood",                  (H, M)),
    Item("44", "heavy_wood", "heavy wood",            (H, H)),
    Item("43", "ridden_wood", "wood open to horse",       (H, M)),
    Item("44", "ridden_heavy_wood", "heavy wood open to horse", (H, H)),
    Item("45", "wall_2",     "wall of 2 cm",          (L, N)),
    Item("46", "wall_4",     "wall of 4 cm",          (M, L)),
    Item("47", "wall_6",     "wall of 6 cm or more",  (H, H)),
    Item("48", "building",   "inside a building",     (H, N)),
    Item("49", "crops",      "crops, brush, orchard", (L, N)),
    Item("50", "rocks",      "rocks or steep hill",   (M, L)),
    Item("X9", "ruin",       "ruin of a building",    (M, M)),
), columns=("foot", "horse"))
# fmt: on


# fmt: off
EVADING: ModTable[Throwing] = ModTable("Evasion throws", "F4", (
    Mod("23", +1, "light cover",          lambda e: e.cover is L),
    Mod("24", +2, "medium cover",         lambda e: e.cover is M),
    Mod("25", +4, "heavy cover",          lambda e: e.cover is H),
    Mod("X8", -1, "formed, v artillery",  lambda e: e.artillery and e.formed),
    Mod("X8", -1, "cavalry, v artillery", lambda e: e.artillery and e.cavalry),
    Mod("X8", +1, "loose light foot, v artillery", lambda e: e.artillery and e.skirmishing),
))
# fmt: on


def wall_row(height: int) -> str:
    """The line of the cover table a wall's height falls into; below 2 none. [45–47, A-8]"""
    if height >= 600:
        return "wall_6"
    if height >= 400:
        return "wall_4"
    return "wall_2" if height >= 200 else ""


def wall_cover(height: int, horse: bool) -> Cover:
    """The cover of a wall. [45–47, A-8]"""
    row = wall_row(height)
    return COVER[row][horse] if row else N


def area_cover(kind: str, horse: bool) -> Cover:
    """The cover of an area. [42–44, 48–50]"""
    return COVER[kind][horse] if kind in COVER else N
