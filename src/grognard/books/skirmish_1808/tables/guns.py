"""Guns: crews, accuracy, ranges, effects. [71–94, X3, X7]"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.tables import Item, Lookup, Need, Needs

from ..words import Ammo, Calibre, Quality, Reach

if TYPE_CHECKING:
    from ..facts.gunnery import Served, Sighted

# [77a] The better the crew, the smaller the die. This die only says true or not; another one how far. The
# sheet's own reference to its accuracy rules means these.
# fmt: off
CREWS: Lookup[Calibre, int] = Lookup("Minimum crew", "75", (
    Item("71", Calibre.I,   "type I: 3- and 4-pounders, regimental pieces",           2),
    Item("72", Calibre.II,  "type II: 5- and 6-pounders, light carronades",           3),
    Item("73", Calibre.III, "type III: 8- and 9-pounders, heavy carronades, light howitzers and mortars", 4),
    Item("74", Calibre.IV,  "type IV: 12-pounders and up, medium howitzers and mortars", 4),
), columns=("crew",))

ACCURACY: Lookup[Quality, int] = Lookup("Accuracy die", "77", (
    Item("77",  Quality.ELITE,   "elite crew",   6),
    Item("77",  Quality.VETERAN, "veteran crew", 8),
    Item("77",  Quality.REGULAR, "regular crew", 10),
    Item("A-13", Quality.RAW,    "raw crew",     12),
), columns=("faces",))

CANISTER_RANGES: Lookup[Calibre, tuple[int, int]] = Lookup("Canister ranges", "83", (
    Item("83", Calibre.I,   "type I",   (2000, 3000)),
    Item("83", Calibre.II,  "type II",  (2000, 3500)),
    Item("83", Calibre.III, "type III", (2500, 4000)),
    Item("83", Calibre.IV,  "type IV",  (3000, 4500)),
), columns=("effective (cm)", "long (cm)"))

SHOT_RANGES: Lookup[Calibre, tuple[int, int]] = Lookup("Shell and round shot ranges", "84", (
    Item("84", Calibre.I,   "type I",   (3000, 4000)),
    Item("84", Calibre.II,  "type II",  (3500, 4500)),
    Item("84", Calibre.III, "type III", (4500, 6500)),
    Item("84", Calibre.IV,  "type IV",  (5000, 7500)),
), columns=("effective (cm)", "long (cm)"))

CARRONADE_RANGES: Lookup[Calibre, tuple[int, int, int, int]] = Lookup("Carronade ranges", "X14", (
    Item("72", Calibre.II,  "light carronade, type II",  (1500, 2500, 2500, 3500)),
    Item("73", Calibre.III, "heavy carronade, type III", (2000, 3000, 3000, 4500)),
), columns=("canister effective (cm)", "canister long", "round shot effective", "round shot long"))


class Effect(NamedTuple):
    """Figures hit, and the evasion number. [90]"""

    hits: int
    number: int

    def __str__(self) -> str:
        return f"{self.hits} hit, evade on {self.number}"


EFFECTS: Lookup[Calibre, tuple[Effect, Effect, Effect, Effect]] = Lookup("Artillery table", "90", (
    Item("X7", Calibre.I,   "type I",   (Effect(3, 6), Effect(2, 5), Effect(1, 7), Effect(1, 6))),
    Item("X7", Calibre.II,  "type II",  (Effect(4, 6), Effect(3, 5), Effect(2, 7), Effect(2, 6))),
    Item("X7", Calibre.III, "type III", (Effect(5, 7), Effect(3, 6), Effect(2, 8), Effect(2, 7))),
    Item("X7", Calibre.IV,  "type IV",  (Effect(6, 7), Effect(4, 6), Effect(3, 8), Effect(2, 7))),
), columns=("canister effective", "canister long", "shot effective", "shot long"))
# fmt: on

# fmt: off
GUN_FIRES: Needs[Served] = Needs("Which gun fires", "X1", (
    Need("X12", "its crew has the gun",                     lambda g: g.here,              "there is no gun to fire"),
    Need("X1",  "the gun is unlimbered",                    lambda g: not g.limbered,      "the gun is limbered"),
    Need("X2",  "enough of its crew are left",              lambda g: g.crew >= g.takes,   lambda g: f"too few of its crew are left: it takes {g.takes}"),
    Need("X1",  "it has not moved this turn",               lambda g: not g.moved,         "it has moved, and does not shoot after that"),
))

AIMED: Needs[Sighted] = Needs("Where a gun may aim", "X10", (
    Need("87",  "the spot is on the table",                 lambda s: s.on_table,          "the spot is not on the table"),
    Need("X10", "the spot is within 45° of its front, after a turn of 45°", lambda s: s.in_arc, "the spot is more than 45° off its front, even after turning by 45°"),
    Need("X10", "shell is fired 10 or farther, by a mortar 15 or farther", lambda s: not s.too_near, lambda s: f"the spot is nearer than {s.least / 100:g} cm, and shell is not fired so near"),
    Need("83",  "canister is fired within its long range",  lambda s: s.ammo is not Ammo.CANISTER or not s.too_far, lambda s: s.carries),
    Need("84",  "shot and shell are fired within their long range", lambda s: not s.too_far, lambda s: s.carries),
    Need("X10", "the spot is seen from the muzzle; of a mortar, by anybody of its side", lambda s: s.seen.clear or s.observed, lambda s: f"the spot is not seen from the muzzle: {s.seen.blocker}"),
    Need("X10", "no friend is within 2 of the line of fire", lambda s: s.friend is None,   lambda s: f"{s.friend} is within 2 cm of the line of fire"),
))
# fmt: on

TRUE_SHOT = 3
"""The accuracy die up to this is a true shot. [78, 79]"""
COLLAPSE = 7
"""What the occupants of a house that comes down must throw. [X9]"""
DEVIATION = {Reach.EFFECTIVE: 8, Reach.LONG: 10}
"""The die for how far a shot strays. [80]"""
SHELL_LEAST, MORTAR_LEAST = 1000, 1500
"""Shell is not fired nearer than this. [X10, X13]"""
LARGEST_DIE = 12


def accuracy_die(quality: Quality, mortar: bool = False) -> int:
    """The die of a crew; a mortar's is the next larger. [77, X13]"""
    faces = ACCURACY[quality]
    return min(LARGEST_DIE, faces + 2) if mortar else faces


def ranges(calibre: Calibre, ammo: Ammo, carronade: bool = False) -> tuple[int, int]:
    """Effective and long range of a gun with this ammunition. [83, 84, 84a, X14]"""
    if carronade:
        found = CARRONADE_RANGES[calibre]
        return (found[0], found[1]) if ammo is Ammo.CANISTER else (found[2], found[3])
    return (CANISTER_RANGES if ammo is Ammo.CANISTER else SHOT_RANGES)[calibre]


def reach_of(calibre: Calibre, ammo: Ammo, distance: int) -> Reach | None:
    """Effective or long, limits included; None beyond. [X10, A-43]"""
    effective, long = ranges(calibre, ammo)
    if distance <= effective:
        return Reach.EFFECTIVE
    return Reach.LONG if distance <= long else None


def effect(calibre: Calibre, ammo: Ammo, reach: Reach, carronade: bool = False) -> Effect:
    """The cell of the artillery table; canister of a carronade hits one figure more near by. [90, A-16, A-45, X14]"""
    found = EFFECTS[calibre][(0 if ammo is Ammo.CANISTER else 2) + (reach is Reach.LONG)]
    heavy = carronade and ammo is Ammo.CANISTER and reach is Reach.EFFECTIVE
    return found._replace(hits=found.hits + 1) if heavy else found
