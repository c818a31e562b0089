"""What things cost. [E1–E6]"""

from __future__ import annotations

from grognard.engine.tables import Item, Lookup

from ..words import Arm, Calibre, Class, Quality, Rank, Trait, Weapon

# fmt: off
QUALITY_COST: Lookup[Quality, int] = Lookup("Cost of quality", "E1", (
    Item("E1", Quality.RAW,     "raw",     -2),
    Item("E1", Quality.REGULAR, "regular",  0),
    Item("E1", Quality.VETERAN, "veteran",  3),
    Item("E1", Quality.ELITE,   "elite",    6),
), columns=("points",))
CLASS_COST: Lookup[Class, int] = Lookup("Cost of class", "E1", (
    Item("E1", Class.LINE,  "line",  0),
    Item("E1", Class.LIGHT, "light", 2),
    Item("E1", Class.QUICK, "quick", 3),
), columns=("points",))
TRAIT_COST: Lookup[Trait, int] = Lookup("Cost of traits", "E1", (
    Item("E1", Trait.LANCE,   "lance",   2),
    Item("E1", Trait.CUIRASS, "cuirass", 2),
    Item("E1", Trait.DOUBLE,  "double",  1),
    Item("E1", Trait.HIDDEN,  "hidden",  1),
    Item("D1", Trait.ENGINEER, "engineer", 4),
), columns=("points",))
LEADERS: Lookup[tuple[Rank, bool], int] = Lookup("Leaders", "E3", (
    Item("C6", (Rank.SERGEANT, False), "sergeant on foot",     20),
    Item("C6", (Rank.SERGEANT, True), "mounted sergeant",     25),
    Item("E3", (Rank.OFFICER, False), "foot officer",         40),
    Item("E3", (Rank.OFFICER, True),  "mounted officer",      50),
    Item("E3", (Rank.STAFF, False),   "foot staff",           70),
    Item("E3", (Rank.STAFF, True),    "mounted staff",        85),
    Item("E3", (Rank.HQ, False),      "foot headquarters",   100),
    Item("E3", (Rank.HQ, True),       "mounted headquarters", 120),
), columns=("points",))
GUNS: Lookup[Calibre, int] = Lookup("Guns", "E4", (
    Item("E4", Calibre.I,   "type I",    60),
    Item("E4", Calibre.II,  "type II",  100),
    Item("E4", Calibre.III, "type III", 125),
    Item("E4", Calibre.IV,  "type IV",  155),
), columns=("points",))
CREW: Lookup[Quality, int] = Lookup("Crew, each", "E4", (
    Item("E4", Quality.RAW,     "raw",      4),
    Item("E4", Quality.REGULAR, "regular",  6),
    Item("E4", Quality.VETERAN, "veteran",  9),
    Item("E4", Quality.ELITE,   "elite",   12),
), columns=("points",))
# fmt: on

COMMAND_GROUP = 30
GROUP_FROM = 8
WEAPON_COST = {Weapon.RIFLE: 3, Weapon.CAVALRY_RIFLE: 3, Weapon.LIGHT_MUSKET: 1}
MOUNTED = 6


def figure_cost(
    arm: Arm,
    class_: Class,
    quality: Quality,
    combat: int,
    fire: int,
    weapon: Weapon,
    traits: tuple[Trait, ...],
) -> int:
    """What one figure costs. [E1]"""
    if Trait.CREW in traits:
        return CREW[quality]
    return (
        combat
        + fire
        + QUALITY_COST[quality]
        + CLASS_COST[class_]
        + (MOUNTED if arm is Arm.HORSE else 0)
        + WEAPON_COST.get(weapon, 0)
        + sum(TRAIT_COST[trait] for trait in traits if trait in TRAIT_COST)
    )
