"""Mr Babbage's dice: what appears, where, how far away. [F-B2, F-B3]"""

from __future__ import annotations

from grognard.engine.tables import Item, Lookup, Result, Results

from ..words import Tag

# fmt: off
APPEARANCES: Results[Tag | None] = Results("Appearances", "F-B2", rows=(
    Result("F-B2", None, 2, "nothing", None),
    Result("F-B2", 3, 3, "a shooter: second d6, 1–3 short, 4–6 long rifle range", Tag.SHOOTER),
    Result("F-B2", 4, 5, "a charger: on 4 short rifle range; on 5 a second d6, 1–3 its own move, 4–6 long rifle range", Tag.CHARGER),
    Result("F-B2", 6, None, "a rider at long rifle range", Tag.RIDER),
))

POSITIONS: Results[int] = Results("Where natives appear", "F-B3", rows=(
    Result("F-B3", None, 3, "in front", 0),
    Result("F-B3", 4, 4, "to the left", 2700),
    Result("F-B3", 5, 5, "to the right", 900),
    Result("F-B3", 6, None, "behind", 1800),
))

DISTANCES: Lookup[str, int] = Lookup("How far natives appear", "F-B3", columns=("inches",), rows=(
    Item("F-B3", "short", "short rifle range",  900),
    Item("F-B3", "long",  "long rifle range",  1800),
))
# fmt: on
