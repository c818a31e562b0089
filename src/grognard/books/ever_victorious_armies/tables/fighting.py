"""Close combat: factors, results, losses, and what each result orders for the next turn. [31–68a]"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.dice import Sum
from grognard.engine.tables import Item, Lookup, Mod, ModTable, Result, Results

from ..words import Arm, Band, Duty, Plight, Role, Toll

if TYPE_CHECKING:
    from ..facts.parties import Contest


class Orders(NamedTuple):
    """What a result leaves a unit to do in the turn after it. [T2]"""

    retire: Duty = Duty.NO
    pursue: Duty = Duty.NO
    no_shot: str = ""
    """The rule that forbids it to shoot then, if one does."""
    retire_by: str = ""
    """The rule by which it may retire, where another row gives the rest."""


NO, MAY, MUST = Duty.NO, Duty.MAY, Duty.MUST
REPULSED, HELD, PUSHED, DRIVEN, DESTROYED = Band
ATTACKER, DEFENDER = Role
INFANTRY, CAVALRY, GUNNERS = Arm
SKIRMISHERS, FACING_CAVALRY, OTHERS = Plight

RATIOS = (2, 3, 4)
"""So many to one, each worth a further +1 after 3:2. [45, C4]"""

# fmt: off
FACTORS: ModTable[Contest] = ModTable("Close combat", "31", base_words="to the side's die", rows=(
    Mod("32", +6, "cavalry against skirmishers",                         lambda c: c.cavalry and c.on_skirmishers),
    Mod("33", +6, "cavalry against unformed infantry",                   lambda c: c.cavalry and c.on_unformed),
    Mod("34", +3, "infantry against skirmishers",                        lambda c: c.infantry and not c.cavalry and c.on_skirmishers),  # [G-16]
    Mod("35", +3, "infantry against unformed infantry",                  lambda c: c.infantry and not c.cavalry and c.on_unformed),  # [C3]
    Mod("36", +2, "infantry defending an entrenchment",                  lambda c: c.defending and c.most(c.own.entrenched)),
    Mod("37", +2, "ferocious infantry against infantry",                 lambda c: c.most(c.own.ferocious) and c.on_infantry),
    Mod("38", +2, "ferocious infantry against gunners",                  lambda c: c.most(c.own.ferocious) and c.on_gunners),
    Mod("39", +2, "raw figures among the enemy",                         lambda c: c.foe.raw > 0),
    Mod("40", +1, "cavalry",                                             lambda c: c.cavalry),  # [G-17] on top of the +6
    Mod("41", +1, "cavalry led by the general",                          lambda c: c.cavalry and c.own.led > 0),
    Mod("42", +1, "elite",                                               lambda c: c.most(c.own.elite)),
    Mod("43", +1, "stubborn infantry defending",                         lambda c: c.defending and c.most(c.own.stubborn)),  # [G-32]
    Mod("44", +1, "at least three figures to two",                       lambda c: 2 * c.own.figures >= 3 * c.foe.figures),  # [G-30, C4]
    Mod("45", lambda c: sum(c.own.figures >= n * c.foe.figures for n in RATIOS),
                  "a further +1 each at 2:1, 3:1 and 4:1",               lambda c: c.own.figures >= 2 * c.foe.figures),
))

OUTCOMES: Results[Band] = Results("Close combat: attacker's score less defender's", "46", rows=(
    Result("47", None, -4, "attacking skirmishers destroyed; attackers lose 1D6 (2D6 facing cavalry) and must retire", REPULSED),
    Result("53",   -3, -2, "every unit loses 1D6−2 and may retire; no other move, no shooting",                        HELD),
    Result("56",   -1,  1, "every unit loses 1D6−2; defenders must retire, attackers may; no shooting",                PUSHED),
    Result("60",    2,  3, "defending skirmishers destroyed; defenders lose 1D6 (2D6 facing cavalry) and must retire", DRIVEN),
    Result("66",    4, None, "all defenders destroyed",                                                                DESTROYED),
))

LOSSES: Lookup[tuple[Band, Role, Plight], Toll] = Lookup("Losses in close combat", "C5", columns=("loses",), rows=(
    Item("47",  (REPULSED,  ATTACKER, SKIRMISHERS),    "−4 or worse: attacking skirmishers",             Toll.ALL),
    Item("49",  (REPULSED,  ATTACKER, FACING_CAVALRY), "−4 or worse: attackers touched by enemy horse",  Toll.TWO),  # [G-47]
    Item("48",  (REPULSED,  ATTACKER, OTHERS),         "−4 or worse: other attackers",                   Toll.ONE),
    Item("68a", (REPULSED,  DEFENDER, OTHERS),         "−4 or worse: defenders",                         Toll.NOTHING),
    Item("53",  (HELD,      ATTACKER, OTHERS),         "−3 or −2: attackers",                            Toll.LIGHT),
    Item("53",  (HELD,      DEFENDER, OTHERS),         "−3 or −2: defenders",                            Toll.LIGHT),
    Item("56",  (PUSHED,    ATTACKER, OTHERS),         "−1 to +1: attackers",                            Toll.LIGHT),
    Item("56",  (PUSHED,    DEFENDER, OTHERS),         "−1 to +1: defenders",                            Toll.LIGHT),
    Item("60",  (DRIVEN,    DEFENDER, SKIRMISHERS),    "+2 or +3: defending skirmishers",                Toll.ALL),
    Item("62",  (DRIVEN,    DEFENDER, FACING_CAVALRY), "+2 or +3: defenders touched by enemy horse",     Toll.TWO),  # [G-47]
    Item("61",  (DRIVEN,    DEFENDER, OTHERS),         "+2 or +3: other defenders",                      Toll.ONE),
    Item("68a", (DRIVEN,    ATTACKER, OTHERS),         "+2 or +3: attackers",                            Toll.NOTHING),
    Item("66",  (DESTROYED, DEFENDER, OTHERS),         "+4 or better: all defenders",                    Toll.ALL),
    Item("68a", (DESTROYED, ATTACKER, OTHERS),         "+4 or better: attackers",                        Toll.NOTHING),
))

ORDERS: Lookup[tuple[Band, Role, Arm | None], Orders] = Lookup("After a close combat, next turn", "T2", rows=(
    Item("50",   (REPULSED,  ATTACKER, None),     "−4 or worse: attackers",             Orders(retire=MUST)),
    Item("51",   (REPULSED,  DEFENDER, CAVALRY),  "−4 or worse: defending cavalry",     Orders(pursue=MUST)),
    Item("52",   (REPULSED,  DEFENDER, INFANTRY), "−4 or worse: defending infantry",    Orders(pursue=MAY)),
    Item("C8",   (REPULSED,  DEFENDER, GUNNERS),  "−4 or worse: defending gunners",     Orders()),
    Item("54",   (HELD,      ATTACKER, None),     "−3 or −2: attackers",                Orders(MAY, NO, no_shot="55")),
    Item("54",   (HELD,      DEFENDER, None),     "−3 or −2: defenders",                Orders(MAY, NO, no_shot="55")),
    Item("G-56", (HELD,      ATTACKER, GUNNERS),  "−3 or −2: gunners attacking",        Orders(no_shot="55")),
    Item("G-56", (HELD,      DEFENDER, GUNNERS),  "−3 or −2: gunners defending",        Orders(no_shot="55")),
    Item("58a",  (PUSHED,    ATTACKER, INFANTRY), "−1 to +1: attacking infantry",       Orders(MAY, NO, "59", retire_by="56a")),  # [56b]
    Item("58",   (PUSHED,    ATTACKER, CAVALRY),  "−1 to +1: attacking cavalry",        Orders(MAY, MAY, "59", retire_by="56a")),  # [C6, G-38]
    Item("G-56", (PUSHED,    ATTACKER, GUNNERS),  "−1 to +1: gunners attacking",        Orders(no_shot="59")),
    Item("57",   (PUSHED,    DEFENDER, None),     "−1 to +1: defenders",                Orders(MUST, NO, no_shot="59")),  # [G-19]
    Item("63",   (DRIVEN,    DEFENDER, None),     "+2 or +3: defenders",                Orders(retire=MUST)),
    Item("64",   (DRIVEN,    ATTACKER, CAVALRY),  "+2 or +3: attacking cavalry",        Orders(pursue=MUST)),
    Item("65",   (DRIVEN,    ATTACKER, INFANTRY), "+2 or +3: attacking infantry",       Orders(pursue=MAY)),  # [65a] shoots only if it halts
    Item("C8",   (DRIVEN,    ATTACKER, GUNNERS),  "+2 or +3: gunners attacking",        Orders()),
    Item("67",   (DESTROYED, ATTACKER, CAVALRY),  "+4 or better: attacking cavalry",    Orders(pursue=MUST)),
    Item("68",   (DESTROYED, ATTACKER, INFANTRY), "+4 or better: attacking infantry",   Orders(pursue=MAY)),
    Item("C8",   (DESTROYED, ATTACKER, GUNNERS),  "+4 or better: gunners attacking",    Orders()),
))
# fmt: on

DICE = {
    Toll.LIGHT: Sum(1, plus=-2, least=0),  # [C7, G-18]
    Toll.ONE: Sum(1),
    Toll.TWO: Sum(2),
}
"""The dice of each loss that is thrown for."""


def toll_row(band: Band, role: Role, plight: Plight) -> Item[tuple[Band, Role, Plight], Toll]:
    """The row of the losses table for a unit: its own, or that of all others. [C5]"""
    key = band, role, plight
    return LOSSES.row(key if key in LOSSES else (band, role, OTHERS))


def order_row(
    band: Band, role: Role, arm: Arm, crews_retire: bool = False
) -> Item[tuple[Band, Role, Arm | None], Orders]:
    """The row of next turn's orders for a unit: its arm's, or that of every arm. [T2, G-38]

    At −1 the defender retires though he scored better. [G-19] Where crews take their guns along, they are sent back as infantry is. [G-56]
    """
    row = _row_of(band, role, arm)
    return _row_of(band, role, INFANTRY) if crews_retire and row.cite == "G-56" else row


def _row_of(band: Band, role: Role, arm: Arm) -> Item[tuple[Band, Role, Arm | None], Orders]:
    key = band, role, arm
    return ORDERS.row(key if key in ORDERS else (band, role, None))
