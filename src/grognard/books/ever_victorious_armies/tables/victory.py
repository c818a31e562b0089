"""Victory: what the enemy's losses are worth, and what the points decide. [V3, V4]"""

from __future__ import annotations

from grognard.engine.tables import Item, Lookup, Result, Results

# fmt: off
POINTS: Lookup[str, int] = Lookup("Points", "V3", columns=("points",), rows=(
    Item("V3", "unit",    "each enemy foot or horse unit lost",              1),
    Item("V3", "gun",     "each enemy gun lost",                             2),
    Item("V3", "general", "enemy commander-in-chief killed or captured",     3),
    Item("V3", "other general", "another enemy general killed or captured", 1),
    Item("V3", "broken",  "the enemy army broken, one's own not",            5),
))

MARGINS: Results[str] = Results("Points ahead at the end", "V4", rows=(
    Result("V4", None,    1, "a draw",             ""),
    Result("V4",    2,    5, "a victory",          "a victory"),
    Result("V4",    6, None, "a decisive victory", "a decisive victory"),
))
# fmt: on
