"""Shooting: ranges, who may shoot, and every modifier. [9–30]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Item, Lookup, Mod, ModTable, Need, Needs

from ..words import Round, Weapon

if TYPE_CHECKING:
    from ..facts.shots import Shooter, Shot

HITS_ON = 4
"""A die of 4 or better hits. [10]"""

# fmt: off
RANGES: Lookup[Weapon, int] = Lookup("Ranges", "22", columns=("inches",), rows=(
    Item("22", Weapon.SMOOTHBORE,           "smoothbore musket",     800),
    Item("23", Weapon.PATCHED,              "patched-ball rifle",   1600),
    Item("24", Weapon.MINIE,                "Minié-type rifle",     2000),
    Item("25", Weapon.REPEATER,             "repeater",             1600),
    Item("26", Weapon.SMOOTHBORE_ARTILLERY, "smoothbore artillery", 3600),
    Item("27", Weapon.RIFLED_ARTILLERY,     "rifled artillery",     4800),
))

CANISTER: Lookup[Round, int] = Lookup("Canister", "28", columns=("inches",), rows=(
    Item("28", Round.CANISTER,              "artillery firing canister", 1600),
))

SHOOTING: ModTable[Shot] = ModTable("Shooting", "9", base_words="to the die; 4, 5 and 6 hit", rows=(
    Mod("11", -1, "firer is raw",                                      lambda s: s.raw),
    Mod("12", -1, "muzzle-loader, not its first turn of firing",       lambda s: s.muzzle_loader and not s.first_fire),  # [G-8, S5]
    Mod("13", -1, "firer moved this turn",                             lambda s: s.moved),
    Mod("14", -1, "target is dispersed",                               lambda s: s.dispersed),
    Mod("15", -1, "target beyond half range",                          lambda s: s.over_half),  # [S9]
    Mod("16", -1, "target's movement ended in close combat",           lambda s: s.in_contact),
    Mod("17", -1, "target did not move, or is in soft cover",          lambda s: s.still or s.soft),
    Mod("18", -1, "target behind hard cover (not against artillery)",  lambda s: s.hard and not s.artillery),  # [19]
    Mod("20", -2, "target in an entrenchment",                         lambda s: s.entrenched),
))

MAY_SHOOT: Needs[Shooter] = Needs("Who may shoot", "S10", rows=(
    Need("S10",  "the unit has a firearm",                                        lambda f: f.armed, "it has no firearm"),
    Need("G-53", "formed horse does not shoot",                                   lambda f: not f.formed_horse, "it is formed horse, which does not shoot"),
    Need("S4",   "a unit that charged this turn does not shoot",                  lambda f: not f.charged, "it charged this turn, and so does not shoot"),
    Need("E3",   "a unit that evaded this turn does not shoot",                   lambda f: not f.evaded, "it evaded this turn, and so does not shoot"),
    Need("R4",   "a unit that retired this turn does not shoot",                  lambda f: not f.retired, "it retired this turn, and so does not shoot"),
    Need("52a",  "a defender that pursued this turn does not shoot",              lambda f: not f.pursued or f.pursued_on, "it pursued this turn, and so does not shoot"),
    Need("65a",  "an attacker that pursued this turn does not shoot",             lambda f: not f.pursued or not f.pursued_on, "it pursued this turn, and so does not shoot"),
    Need("55",   "last turn's combat (−3 or −2) bars it from shooting",           lambda f: f.barred_by != "55", "it lost last turn's combat by 2 or 3, and so does not shoot"),
    Need("59",   "last turn's combat (−1 to +1) bars it from shooting",           lambda f: f.barred_by != "59", "last turn's combat ended level or within 1, and so it does not shoot"),
    Need("G-40", "horse that halted after winning does not shoot",                lambda f: not f.halted_horse, "it is horse that halted after winning, and so does not shoot"),
    Need("S10",  "a unit still locked in last turn's fight does not shoot",       lambda f: not f.locked, "it is still locked in last turn's fight"),
    Need("X3",   "the gun is unlimbered",                                         lambda f: not f.limbered, "it is limbered"),
    Need("G-13", "a gun that moves this turn does not shoot",                     lambda f: not f.gun_moved, "it moves this turn, and guns do not move and shoot"),
    Need("30",   "the gun stood still in the turn before",                        lambda f: not f.gun_unsettled, "it moved in the turn before"),
    Need("29",   "the gun has had a turn to reload since its last shot",          lambda f: not f.reloading, "it shot last turn, and is reloading"),
))
# fmt: on

MUZZLE_LOADERS = frozenset({Weapon.SMOOTHBORE, Weapon.PATCHED, Weapon.MINIE})
"""Small arms loaded from the muzzle; artillery is not meant. [G-8, S5]"""
