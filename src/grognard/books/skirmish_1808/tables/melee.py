"""Melee: the factors. [59–70a, K7]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Mod, ModTable

from ..words import Cover, Quality

if TYPE_CHECKING:
    from ..facts.fighting import Bout


# Charging and charging cavalry both hold, so they add up. The plus for a higher level is 1.
# It is the hidden unit itself that suffers for being found.
# fmt: off
MELEE: ModTable[Bout] = ModTable("Melee", "70a", (
    Mod("59",  +2, "has charged",                   lambda b: b.impact),
    Mod("60",  +2, "lances v infantry",             lambda b: b.impact and b.lance and b.cavalry and not b.foe_cavalry),
    Mod("61",  +1, "lances v cavalry",              lambda b: b.impact and b.lance and b.cavalry and b.foe_cavalry),
    Mod("62",  +1, "cuirass",                       lambda b: b.cuirass and b.cavalry),
    Mod("63",  -2, "infantry charging cavalry",     lambda b: b.impact and not b.cavalry and b.foe_cavalry),
    Mod("64",  +1, "charge led by command",         lambda b: b.impact and b.led),
    Mod("65",  +1, "from a higher level",           lambda b: b.higher),
    Mod("66",  -1, "cavalry in woods",              lambda b: b.cavalry and b.in_woods),
    Mod("67",  +2, "elite",                         lambda b: b.quality is Quality.ELITE),
    Mod("67",  +1, "veteran",                       lambda b: b.quality is Quality.VETERAN),
    Mod("67",  -1, "raw",                           lambda b: b.quality is Quality.RAW),
    Mod("68",  -2, "hidden, and discovered",        lambda b: b.found),
    Mod("69",  +1, "in light cover",                lambda b: b.cover is Cover.LIGHT),
    Mod("69",  +2, "in medium cover",               lambda b: b.cover is Cover.MEDIUM),
    Mod("70",  +3, "in heavy cover",                lambda b: b.cover is Cover.HEAVY),
    Mod("D6",  +1, "behind barricades",             lambda b: b.barricaded),
    Mod("103", +1, "formed",                        lambda b: b.formed and b.die != 12),
    Mod("104", +2, "formed, with a D12",            lambda b: b.formed and b.die == 12),
))
# fmt: on
