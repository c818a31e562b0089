"""Small arms: ranges, difficulty, modifiers, formed fire. [7–22a, 51–58, 101, 102]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Item, Lookup, Mod, ModTable, Need, Needs

from ..words import Band, Weapon

if TYPE_CHECKING:
    from ..facts.shooting import Firer, Firing, Mark

# All lengths are centimetres. The sheet's "gun" with code PT is a pistol.
# fmt: off
RANGES: Lookup[Weapon, tuple[int, int, int]] = Lookup("Weapon ranges", "A-5", (
    Item("51", Weapon.MUSKET,          "infantry musket",       (1500, 2500, 4000)),
    Item("52", Weapon.LIGHT_MUSKET,    "light infantry musket", (2000, 3000, 4500)),
    Item("53", Weapon.CARBINE,         "infantry carbine",      (1000, 2000, 3000)),
    Item("54", Weapon.RIFLE,           "rifle",                 (2500, 3500, 5500)),
    Item("55", Weapon.PISTOL,          "pistol",                ( 500, 1000, 1500)),
    Item("56", Weapon.CAVALRY_MUSKET,  "cavalry musket",        (1500, 2500, 3500)),
    Item("57", Weapon.CAVALRY_CARBINE, "cavalry carbine",       (1000, 2000, 2500)),
    Item("58", Weapon.CAVALRY_RIFLE,   "cavalry rifle",         (2000, 3000, 4000)),
), columns=("short (cm)", "medium (cm)", "long (cm)"))

DIFFICULTY: Lookup[Band, int] = Lookup("Difficulty by range", "11", (
    Item("12", Band.SHORT,  "short range",  5),
    Item("13", Band.MEDIUM, "medium range", 7),
    Item("14", Band.LONG,   "long range",   9),
), columns=("needs",))
# fmt: on

BANDS = (Band.SHORT, Band.MEDIUM, Band.LONG)


# [22a, A-28] Neither cover nor quality touches the firing die; a cavalry target is harder to hit, as printed.
# A D12 that is formed has +2 in all. What no die can reach stays out of reach.
# fmt: off
FIRING: ModTable[Firing] = ModTable("Firing", "22", (
    Mod("18",  +1, "precision",               lambda f: f.precise),
    Mod("19",  -1, "the target is cavalry",   lambda f: f.at_cavalry),
    Mod("20",  -1, "not aimed: regrouped",    lambda f: f.regrouped),
    Mod("21",  -1, "cavalry that moves",      lambda f: f.moving_cavalry),
    Mod("101", +1, "formed",                  lambda f: f.formed and f.die != 12),
    Mod("102", +2, "formed, with a D12",      lambda f: f.formed and f.die == 12),
))
# fmt: on

# fmt: off
WHO_FIRES: Needs[Firer] = Needs("Who fires", "W2", (
    Need("N4", "the unit has small arms",                                  lambda f: f.armed,                            lambda f: f"{f.name} has no small arms"),
    Need("W2", "foot that is formed does not fire in an Advance",          lambda f: not (f.advances and f.formed_foot), "it is formed foot that advanced, and so does not fire"),
    Need("W2", "rifles are not fired in an Advance",                       lambda f: not (f.advances and f.rifles),      "it advanced, and rifles are not fired then"),
    Need("N1", "a leader shoots when his command unit acts alone",         lambda f: not f.attached,                     "its leader shoots only when his command unit acts alone, which it does not"),
))

AT_WHOM: Needs[Mark] = Needs("At whom it fires", "F1", (
    Need("F1", "the target is an enemy unit on the table",                 lambda m: m.enemy,         "that is no enemy unit on the table"),
    Need("L3", "the target is in no melee",                                lambda m: not m.engaged,   "the target is in a melee"),
    Need("C4", "a leader who is with a unit is no target of his own",      lambda m: not m.carried,   "he is with a unit, and no target of his own"),
    Need("L1", "the target lies in its front",                             lambda m: not m.aside,     lambda m: f"it does not see {m.name}: {m.seen.blocker}"),
    Need("L2", "nothing blocks the line of sight",                         lambda m: m.seen.clear,    lambda m: f"it does not see {m.name}: {m.seen.blocker}"),
    Need("F1", "a command unit near its own troops is the nearest enemy seen", lambda m: m.fair,      lambda m: f"{m.name} is near its own troops and not the nearest enemy seen"),
    Need("7b", "a figure that sees the target has it in range",            lambda m: m.in_range,      lambda m: f"{m.name} is out of range: {m.gap / 100:.3g} cm away"),
))
# fmt: on

STEP = {6: 8, 8: 10, 10: 12, 12: 12}
"""The next better die. [101, 103, A-49]"""


def die_of(die: int, formed: bool) -> int:
    """The die a unit throws: one step better if formed, a D12 stays. [101–104, A-48]"""
    return STEP[die] if formed else die


def band_of(weapon: Weapon, gap: int) -> Band | None:
    """The band a gap falls into; a limit belongs to the nearer band, beyond long there is no shot. [A-5]"""
    limits = RANGES.get(weapon)
    if limits is None:
        return None
    short, medium, long = limits
    if gap <= medium:
        return Band.SHORT if gap <= short else Band.MEDIUM
    return Band.LONG if gap <= long else None
