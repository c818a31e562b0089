"""What each kind of ground means for moving, cover and sight."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Lookup

from ..words import Cover


class Ground(NamedTuple):
    """One row of the terrain table."""

    movement: str = ""
    cover: Cover = Cover.NONE
    linear: bool = False
    blocks_sight: bool = False


DIFFICULT, OBSTACLE, IMPASSABLE, HOUSE = "Difficult", "Obstacle", "Impassable", "building"
HARD, SOFT, BARE = Cover.HARD, Cover.SOFT, Cover.NONE

# fmt: off
TERRAIN: Lookup[str, Ground] = Lookup("Ground", "R-63", columns=("movement", "cover", "a line", "blocks sight"), rows=(
    Item("F-G13", "open",         "open ground",            Ground("none")),
    Item("F-G13", "road",         "road",                   Ground("none")),
    Item("F-G1",  "hill",         "hill: a level",          Ground("none")),
    Item("F-G1",  "steep_hill",   "steep hill: a level",    Ground(DIFFICULT)),
    Item("F-G2",  "wood",         "wood: 2 may be seen through, 4 inside", Ground(DIFFICULT, SOFT, False, True)),
    Item("F-G3",  "scrub",        "scrub",                  Ground("none", SOFT)),
    Item("F-G3",  "crops",        "crops, tall grass",      Ground("none", SOFT)),
    Item("F-G4",  "rocks",        "rocks",                  Ground(DIFFICULT, HARD)),
    Item("F-G5",  "sand",         "sand",                   Ground(DIFFICULT)),
    Item("F-G5",  "marsh",        "marsh",                  Ground(DIFFICULT)),
    Item("F-G6",  "rubble",       "rubble",                 Ground(DIFFICULT, SOFT)),
    Item("F-G7",  "wall",         "wall",                   Ground(OBSTACLE, HARD, True)),
    Item("F-G7",  "sangar",       "sangar, mealie bags, zariba", Ground(OBSTACLE, HARD, True)),
    Item("F-G8",  "hedge",        "hedge",                  Ground(OBSTACLE, SOFT, True)),
    Item("F-G8",  "fence",        "fence",                  Ground(OBSTACLE, SOFT, True)),
    Item("F-G8",  "gate",         "gate",                   Ground(OBSTACLE, SOFT, True)),
    Item("F-G9",  "stream",       "stream: not for crews",  Ground(OBSTACLE, BARE, True)),
    Item("F-G9",  "ditch",        "ditch: not for crews",   Ground(OBSTACLE, BARE, True)),
    Item("F-G10", "trench",       "trench: cover both ways", Ground(OBSTACLE, HARD, True)),
    Item("F-G11", "building",     "building: its garrison only", Ground(HOUSE, HARD, False, True)),
    Item("F-G12", "cliff",        "cliff",                  Ground(IMPASSABLE, BARE, False, True)),
    Item("F-G12", "deep_water",   "deep water",             Ground(IMPASSABLE)),
))
# fmt: on
HILLS = frozenset({"hill", "steep_hill"})
"""Ground that is a level higher. [F-G1]"""
WET = frozenset({"stream", "ditch"})
"""Lines no crew gets over. [F-G9]"""
WOOD_BETWEEN, WOOD_INSIDE = 200, 400
"""How much wood a line of sight may run through. [F-G2]"""
