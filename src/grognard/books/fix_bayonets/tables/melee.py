"""Melee: the table, SPECIAL results, multipliers, die modifiers. [MCT-C, SPR-01, MUL-01, DRM-01]"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from grognard.engine.tables import Item, Line, Lookup, Mod, ModTable, Tally

from ..words import Arm, Blow, Formation, Special, Weather

ODDS = (
    Fraction(0), Fraction(1, 5), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1),
    Fraction(3, 2), Fraction(2), Fraction(3), Fraction(4), Fraction(5), Fraction(6),
)  # fmt: skip
COLUMNS = ("<1/5", "1/5", "1/4", "1/3", "1/2", "2/3", "1/1", "3/2", "2/1", "3/1", "4/1", "5/1", "6/1")
"""The first column means worse than 1/5. [R-01, MCT-C]"""
LEAST, MOST = -2, 11
LEADER_CHECK = {0: "defender", 9: "attacker"}
"""Whose leaders an unmodified die endangers. [MCT-L0, MCT-L9, R-02]"""


def _row(text: str) -> tuple[Blow, ...]:
    return tuple(Blow("SPECIAL" if word == "SP" else word) for word in text.split())


# fmt: off
MELEE: Lookup[int, tuple[Blow, ...]] = Lookup("Melee combat", "MCT-C", columns=COLUMNS, rows=(
    Item("MCT-02", -2, "-2", _row("AD  SP  DD  DD  DDS DDS DR  DR  DR  DR  DR  DR  DR")),
    Item("MCT-01", -1, "-1", _row("AD  SP  SP  DD  DD  DDS DDS DR  DR  DR  DR  DR  DR")),
    Item("MCT+00", 0,  "0",  _row("AD  AD  SP  SP  DD  DD  DDS DR  DR  DR  DR  DR  DR")),
    Item("MCT+01", 1,  "1",  _row("ADS AD  SP  SP  DD  DD  DD  DDS DR  DR  DR  DR  DR")),
    Item("MCT+02", 2,  "2",  _row("ADS AD  AD  SP  SP  DD  DD  DD  DR  DR  DR  DR  DR")),
    Item("MCT+03", 3,  "3",  _row("ADS ADS AD  SP  SP  SP  SP  DD  DDS DR  DR  DR  DR")),
    Item("MCT+04", 4,  "4",  _row("AR  ADS AD  AD  SP  SP  SP  SP  DD  DDS DR  DR  DR")),
    Item("MCT+05", 5,  "5",  _row("AR  ADS ADS AD  SP  SP  SP  SP  DD  DDS DR  DR  DR")),
    Item("MCT+06", 6,  "6",  _row("AR  AR  ADS AD  AD  SP  SP  SP  SP  DD  DDS DR  DR")),
    Item("MCT+07", 7,  "7",  _row("AR  AR  ADS ADS AD  AD  SP  SP  SP  DD  DDS DDS DDS")),
    Item("MCT+08", 8,  "8",  _row("AR  AR  AR  ADS ADS AD  AD  SP  SP  DD  DD  DDS DDS")),
    Item("MCT+09", 9,  "9",  _row("AR  AR  AR  ADS ADS ADS AD  AD  SP  SP  DD  DDS DDS")),
    Item("MCT+10", 10, "10", _row("AR  AR  AR  AR  ADS ADS ADS AD  SP  SP  SP  DD  DDS")),
    Item("MCT+11", 11, "11", _row("AR  AR  AR  AR  AR  ADS ADS ADS AD  SP  SP  SP  DD")),
))

S = Special
SPECIAL: Lookup[str, tuple[Special, ...]] = Lookup("SPECIAL results", "SPR-01",
    columns=("close infantry", "open infantry", "charging cavalry"), rows=(
    Item("SPR-01", "screen_or_disordered",     "any Screen or Disordered unit",     (S.DD, S.HAND_TO_HAND, S.DR)),
    Item("SPR-02", "close_inf_front",          "close-order foot through the front", (S.FIREFIGHT, S.NOT_ALLOWED, S.FORCED_REGROUP)),
    Item("SPR-03", "close_inf_flank_rear",     "close-order foot, flank or rear",   (S.DD, S.NOT_ALLOWED, S.FORCED_REGROUP)),
    Item("SPR-04", "inf_general_order",        "foot in General Order",             (S.HAND_TO_HAND, S.HAND_TO_HAND, S.FORCED_REGROUP)),
    Item("SPR-05", "close_cav",                "close-order cavalry",               (S.DD, S.NOT_ALLOWED, S.BOTH_REGROUP)),
    Item("SPR-06", "cav_general_order",        "cavalry in General Order",          (S.DD, S.DD, S.DD)),
    Item("SPR-07", "unlimbered_art_not_mixed", "unlimbered guns alone",             (S.ROUTED_NO_SPIKE, S.NOT_ALLOWED, S.FORCED_REGROUP)),
    Item("SPR-08", "limbered_art_or_train",    "limbered guns or train",            (S.ROUTED_NO_SPIKE, S.NOT_ALLOWED, S.ROUTED_NO_SPIKE)),
))
"""Three columns only: cavalry attacks by charging and in no other way. [SPR-09a]"""
# fmt: on


class Fighter(NamedTuple):
    """What the multipliers of one unit look at."""

    strength: Fraction = Fraction(1)
    arm: Arm = Arm.INF
    formation: Formation = Formation.LINE
    disordered: bool = False
    spent: bool = False
    shock: bool = False
    lance: bool = False
    charging: bool = False
    momentum: bool = False
    defending: bool = False
    covered: bool = False
    """Medium or heavy cover."""
    charged: bool = False
    """The enemy charges."""
    foe_cav: bool = False
    foe_shock: bool = False
    foe_charging: bool = False


def _cav(f: Fighter) -> bool:
    return f.arm is Arm.CAV


# fmt: off
MULTIPLIERS: Lookup[str, Fraction] = Lookup("Strength and CV multipliers", "MUL-01", columns=("times",), rows=(
    Item("MUL-01", "shock_charging_vs_nonshock_or_noncharging_cav", "charging Shock against other or standing cavalry", Fraction(2)),
    Item("MUL-02", "shock_momentum_vs_noncav",      "charging Shock with momentum against non-cavalry", Fraction(2)),
    Item("MUL-03", "lance_charging_in_line",        "lancers charging in Line",                      Fraction(2)),
    Item("MUL-04", "inf_defending_medium_heavy_cover", "infantry defending medium or heavy cover",   Fraction(2)),
    Item("MUL-05", "cav_defending_not_charging",    "cavalry defending without charging",            Fraction(1, 2)),
    Item("MUL-06", "cav_spent",                     "Spent cavalry",                                 Fraction(1, 2)),
    Item("MUL-07", "skirmish_rc_or_disordered",     "Screen, Road Column or Disordered",             Fraction(1, 2)),
    Item("MUL-08", "inf_square_or_masse_vs_charge", "Square or Masse Column against a charge",       Fraction(3)),
))
WHEN: dict[str, Callable[[Fighter], bool]] = {
    "shock_charging_vs_nonshock_or_noncharging_cav":
        lambda f: _cav(f) and f.shock and f.charging and f.foe_cav and not (f.foe_shock and f.foe_charging),
    "shock_momentum_vs_noncav":      lambda f: _cav(f) and f.shock and f.charging and f.momentum and not f.foe_cav,
    "lance_charging_in_line":        lambda f: _cav(f) and f.lance and f.charging and f.formation is Formation.LINE,
    "inf_defending_medium_heavy_cover": lambda f: f.arm is Arm.INF and f.defending and f.covered,
    "cav_defending_not_charging":    lambda f: _cav(f) and f.defending and not f.charging,
    "cav_spent":                     lambda f: _cav(f) and f.spent,
    "skirmish_rc_or_disordered":
        lambda f: f.disordered or f.formation in (Formation.SCREEN, Formation.ROAD, Formation.LIMBERED),
    "inf_square_or_masse_vs_charge":
        lambda f: f.arm is Arm.INF and f.charged and not f.disordered and f.formation in (Formation.SQUARE, Formation.MASSE),
}
# fmt: on


def multiplied(fighter: Fighter) -> Fraction:
    """Strength with every multiplier that applies, once each; fractions kept. [R-16, R-17, R-81]"""
    total = fighter.strength
    for row in MULTIPLIERS:
        if WHEN[row.key](fighter):
            total *= row.value
    return total


def multipliers(fighter: Fighter) -> tuple[Item[str, Fraction], ...]:
    """The rows that bite, to be told."""
    return tuple(row for row in MULTIPLIERS if WHEN[row.key](fighter))


class Fight(NamedTuple):
    """What the die of a melee looks at."""

    charge: bool = False
    weather: tuple[Weather, ...] = ()
    foe_cav: bool = False
    cav_fight: bool = False
    longer: int = 0
    """1: the attacker's line is longer, -1: the defender's. [R-20]"""
    straight: int = 3
    """The fewest straight hexes of any charger. [R-84]"""
    open_column: bool = False
    att_leader: int = 0
    def_leader: int = 0
    att_fatigue: int = 0
    def_fatigue: int = 0
    direction: str = "front"


# fmt: off
DRM: ModTable[Fight] = ModTable("Melee die", "DRM-02", base_words="to the die", rows=(
    Mod("DRM-02", +2, "charge at Dusk or in Rain", lambda f: f.charge and bool({Weather.DUSK, Weather.RAIN} & set(f.weather))),
    Mod("DRM-03", +1, "charge of fewer than 3 hexes", lambda f: f.charge and f.straight < 3 and not f.foe_cav),
    Mod("DRM-04", +1, "charge in Open Column",     lambda f: f.charge and f.open_column),
    Mod("DRM-05", lambda f: -f.att_leader, "attacker's leader", lambda f: f.att_leader > 0),
    Mod("DRM-05", lambda f: f.def_leader,  "defender's leader", lambda f: f.def_leader > 0),
    Mod("DRM-06", lambda f: 2 if f.att_fatigue >= 10 else 1, "attacker tired",   lambda f: f.att_fatigue >= 6),
    Mod("DRM-07", lambda f: -2 if f.def_fatigue >= 10 else -1, "defender tired", lambda f: f.def_fatigue >= 6),
))

STARRED: ModTable[Fight] = ModTable("Melee die, starred rows", "DRM-10", base_words="largest only", rows=(
    Mod("DRM-01", lambda f: -f.longer, "longer line",  lambda f: f.cav_fight and f.longer != 0),
    Mod("DRM-08", -2, "through a flank hex",          lambda f: f.direction == "flank"),
    Mod("DRM-09", -3, "through a rear hex",           lambda f: f.direction == "rear"),
))
# fmt: on


def melee_tally(fight: Fight) -> Tally:
    """What is added to the melee die: of the starred rows only the largest, signs apart. [DRM-10, DRM-10a]"""
    plain = DRM.lines(fight)
    starred = STARRED.lines(fight)
    best: tuple[Line, ...] = (max(starred, key=lambda line: abs(line.value)),) if starred else ()
    lines = (*plain, *best)
    return Tally(0, "to the die", lines, sum(line.value for line in lines))


def column(ratio: Fraction) -> int:
    """The largest listed odds not above the ratio; below 1/5 the first column. [R-15, R-01]"""
    return max(at for at, odds in enumerate(ODDS) if odds <= ratio)


def blow(die: int, drm: int) -> Item[int, tuple[Blow, ...]]:
    """The row of a modified die, held between -2 and 11. [R-02]"""
    return MELEE.row(max(LEAST, min(MOST, die + drm)))


# fmt: off
LEGEND: Lookup[str, tuple[str, str]] = Lookup("Melee results", "LEG-01", columns=("attacker", "defender"), rows=(
    Item("LEG-01", "AD",             "AD",             ("Disordered", "")),
    Item("LEG-01", "DD",             "DD",             ("", "Disordered")),
    Item("LEG-02", "ADS",            "ADS",            ("Disordered, Stragglers", "")),
    Item("LEG-02", "DDS",            "DDS",            ("", "Disordered, Stragglers")),
    Item("LEG-03", "AR",             "AR",             ("rout", "")),
    Item("LEG-03", "DR",             "DR",             ("", "rout")),
    Item("LEG-04", "HAND_TO_HAND",   "HAND TO HAND",   ("Disordered, Stragglers", "Disordered, Stragglers")),
    Item("LEG-05", "FORCED_REGROUP", "FORCED REGROUP", ("Stragglers, regroup", "")),
    Item("LEG-06", "BOTH_REGROUP",   "BOTH REGROUP",   ("Stragglers, regroup", "Stragglers, regroup")),
    Item("LEG-07a", "FIREFIGHT",     "FIREFIGHT",      ("nothing", "nothing")),
    Item("LEG-07a", "ROUTED_NO_SPIKE", "ROUTED NO SPIKE", ("", "rout, no spike roll")),
))
# fmt: on
