"""Orders, Pinning tests, Rally. [T003, T100–T102, T118–T121]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Mod, ModTable, Result, Results


class Trial(NamedTuple):
    """What a test on 2d6 looks at."""

    discipline: int
    casualties: int = 0
    markers: int = 0
    pleasant: bool = False
    counts: bool = True
    """Whether Discipline counts: not for orders, unless the switch says so."""
    bonus: int = 0


# fmt: off
ORDER: ModTable[Trial] = ModTable("Order roll", "T003", base_words="to 2d6", rows=(
    Mod("R-02", lambda t: t.discipline, "Discipline, if the switch says so",         lambda t: t.counts and t.discipline != 0),
    Mod("F-B7", lambda t: t.bonus,      "Mr Babbage's bonus, if the switch says so", lambda t: t.bonus != 0),
))

PINNING: ModTable[Trial] = ModTable("Pinning test", "T100", base_words="to 2d6", rows=(
    Mod("T100", lambda t: -t.casualties, "casualties causing the test", lambda t: t.casualties > 0),
    Mod("T100", lambda t: t.discipline,  "Discipline",                  lambda t: t.discipline != 0),
))

RALLY: ModTable[Trial] = ModTable("Rally", "T118", base_words="to 2d6", rows=(
    Mod("T118",  lambda t: -t.markers,   "Pinned markers", lambda t: t.markers > 0),
    Mod("T118",  lambda t: t.discipline, "Discipline",     lambda t: t.discipline != 0),
    Mod("F-T25", +1,                     "Pleasant",       lambda t: t.pleasant),
))

FAILED_RALLY: Results[str] = Results("Failed Rally", "R-34", rows=(
    Result("T121", None, 2, "the unit routs and is removed", "rout"),
    Result("T120", 3, None, "still Pinned, Retreat half a move", "retreat"),
))
# fmt: on
