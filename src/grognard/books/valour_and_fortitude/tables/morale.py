"""Valour, fortitude and what comes of them; objectives and the end. [130–148]"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Item, Lookup, Mod, ModTable

if TYPE_CHECKING:
    from ..facts.morale import Fortitude, Valour

# fmt: off
VALOUR: ModTable[Valour] = ModTable("Valour", "133", base_words="4 or more on every die", rows=(
    Mod("134", +1, "in the fire phase",                             lambda v: v.fire_phase),
    Mod("FC11B", -1, "Scum of the Earth",                             lambda v: v.scum),
))

FORTITUDE: ModTable[Fortitude] = ModTable("Fortitude", "142", base_words="4 or more on every die", rows=(
    Mod("142", +1, "five or more units not routed",                 lambda f: f.units >= 5),
    Mod("142", +1, "its leader is within 12 of the army leader",    lambda f: f.near),
    Mod("142", -1, "all its remaining units are shaken",            lambda f: f.all_shaken),
))

SCORES: Lookup[str, int] = Lookup("Victory", "148", columns=("points",), rows=(
    Item("148", "objective", "an objective held",                   1),
    Item("FC10", "captured",  "an objective held, named by Capture", 2),
    Item("146", "defeat",    "a defeat inflicted",                  1),
))
# fmt: on
