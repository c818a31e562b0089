"""Guns: crews, accuracy, ranges, effects. [71–94, X3, X7]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Lookup

from ..words import Ammo, Calibre, Quality, Reach

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

TRUE_SHOT = 3
"""The accuracy die up to this is a true shot. [78, 79]"""
DEVIATION = {Reach.EFFECTIVE: 8, Reach.LONG: 10}
"""The die for how far a shot strays. [80]"""
SHELL_LEAST = 1000
"""Shell is not fired nearer than this. [X10]"""


def ranges(calibre: Calibre, ammo: Ammo) -> tuple[int, int]:
    """Effective and long range of a gun with this ammunition. [83, 84, 84a]"""
    return (CANISTER_RANGES if ammo is Ammo.CANISTER else SHOT_RANGES)[calibre]


def reach_of(calibre: Calibre, ammo: Ammo, distance: int) -> Reach | None:
    """Effective or long, limits included; None beyond. [X10, A-43]"""
    effective, long = ranges(calibre, ammo)
    if distance <= effective:
        return Reach.EFFECTIVE
    return Reach.LONG if distance <= long else None


def effect(calibre: Calibre, ammo: Ammo, reach: Reach) -> Effect:
    """The cell of the artillery table. [90, A-16, A-45]"""
    return EFFECTS[calibre][(0 if ammo is Ammo.CANISTER else 2) + (reach is Reach.LONG)]
