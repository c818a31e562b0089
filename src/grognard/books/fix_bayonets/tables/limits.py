"""Stacking, cover limits, formation changes, terrain, weather, status. [STK-01, COV-01, FCC-01, WX-01, STA-01]"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.engine.tables import Item, Lookup, Result, Results

from ..words import Arm, Cover, Formation, Weather

ABS = "ABS"
Cell = int | str | None
F = Formation

# fmt: off
STACKING: Lookup[str, tuple[Cell, Cell, Cell]] = Lookup("Stacking limits", "R-40", columns=("infantry", "cavalry", "guns"), rows=(
    Item("STK-01", "line",          "Line",            (12, 12, 2)),
    Item("STK-02", "column",        "Column",          (12, 12, None)),
    Item("STK-03", "open_column",   "Open Column",     (None, 4, None)),
    Item("STK-04", "road_column",   "Road Column",     (2, 2, 1)),
    Item("STK-05", "screen",        "Skirmish Screen", (1, 2, None)),
    Item("STK-06", "square",        "Square",          (12, None, 2)),
    Item("STK-07", "masse",         "Masse Column",    (ABS, None, None)),
    Item("STK-08", "general_order", "General Order",   (ABS, ABS, None)),
    Item("STK-09", "disorder",      "Disorder",        (ABS, ABS, 2)),
))
"""A dash: the arm cannot use the formation. [STK-12a]"""
ROW = {
    F.LINE: "line", F.EXT_LINE: "line", F.COLUMN: "column", F.OPEN: "open_column", F.ROAD: "road_column",
    F.SCREEN: "screen", F.SQUARE: "square", F.MASSE: "masse", F.GENERAL: "general_order", F.NONE: "disorder",
    F.UNLIMBERED: "line", F.LIMBERED: "road_column",
}
"""Limbered guns are always in Road Column. [STK-11]"""
ARM_AT = {Arm.INF: 0, Arm.CAV: 1, Arm.ART: 2}
GUN_STEPS = 2
"""Infantry steps a battery counts in a mixed stack. [STK-10, STK-10a]"""


class CoverRow(NamedTuple):
    """Limits of a grade of cover."""

    absolute: int
    limit: int | None


COVER: Lookup[Cover, CoverRow] = Lookup("Cover limits", "COV-01", columns=("absolute", "cover limit"), rows=(
    Item("COV-01", Cover.NONE,   "no cover",     CoverRow(18, None)),
    Item("COV-01", Cover.LIGHT,  "light cover",  CoverRow(18, None)),
    Item("COV-02", Cover.MEDIUM, "medium cover", CoverRow(12, 6)),
    Item("COV-03", Cover.HEAVY,  "heavy cover",  CoverRow(6, 3)),
))

CHANGES: Lookup[tuple[str, Arm], str] = Lookup("Formation change costs", "FCC-04", columns=("MCF",), rows=(
    Item("FCC-01", ("poor", Arm.INF), "poorly trained infantry",  "ALL"),
    Item("FCC-02", ("poor", Arm.CAV), "poorly trained cavalry",   "1/2 FRU"),
    Item("FCC-03", ("poor", Arm.ART), "poorly trained artillery", "2"),
    Item("FCC-04", ("other", Arm.INF), "other infantry",          "1"),
    Item("FCC-05", ("other", Arm.CAV), "other cavalry",           "3"),
    Item("FCC-06", ("other", Arm.ART), "other artillery",         "2"),
    Item("FCC-07", ("difficult", Arm.ART), "difficult to limber", "ALL"),
))


class Ground(NamedTuple):
    """What a kind of terrain does; prices in MCF, None: closed."""

    level: int
    foot: int
    horse: int
    guns: int | None
    cover: Cover
    forced: bool
    """Foot and horse fall into General Order."""
    number: int
    """Added to an Assault check, taken off a Receive check."""
    charge: bool
    """Whether one charges over it, and forms Square on it. [F-17.1, F-17.4]"""
    height: int
    """Half levels it stands in the way of sight."""


C = Cover
TERRAIN: Lookup[str, Ground] = Lookup("Terrain", "F-7", rows=(
    Item("F-7", ".", "clear",            Ground(0, 1, 1, 1,    C.NONE,   False, 0, True,  0)),
    Item("F-7", "h", "rise",             Ground(1, 1, 1, 1,    C.NONE,   False, 0, True,  0)),
    Item("F-7", "H", "crest",            Ground(2, 1, 1, 1,    C.NONE,   False, 0, True,  0)),
    Item("F-7", "r", "tall rye",         Ground(0, 1, 1, 2,    C.LIGHT,  False, 0, True,  1)),
    Item("F-7", "R", "tall rye on a rise", Ground(1, 1, 1, 2,  C.LIGHT,  False, 0, True,  1)),
    Item("F-7", "o", "orchard",          Ground(0, 2, 2, 4,    C.LIGHT,  False, 1, False, 2)),
    Item("F-7", "w", "wood",             Ground(0, 3, 5, None, C.MEDIUM, True,  1, False, 2)),
    Item("F-7", "f", "farm or hamlet",   Ground(0, 3, 3, 3,    C.HEAVY,  True,  2, False, 2)),
    Item("F-7", "~", "brook",            Ground(0, 2, 3, 4,    C.NONE,   False, 1, True,  0)),
))


class Sky(NamedTuple):
    """What weather or time of day does; None: nothing."""

    visibility: int
    mcf: Fraction | None
    army_range: Fraction | None
    inf_fire: int | str | None
    art_fire: int | str | None
    tem: int | None
    melee: int | str | None
    fatigue_gain: int | None
    fatigue_recovery: str | None


HALF, THIRD, NIL = Fraction(1, 2), Fraction(1, 3), Fraction(0)
NA = "NA"
WEATHER: Lookup[Weather, Sky] = Lookup("Weather and time of day", "WX-08a", rows=(
    Item("WX-01", Weather.DUSK,     "Dusk",     Sky(5, None,  None, -1, -1, None, 2, 2, None)),
    Item("WX-02", Weather.NIGHT,    "Night",    Sky(1, HALF,  NIL, -2, -2, 1, NA, 2, NA)),
    Item("WX-03", Weather.MIST,     "Mist",     Sky(5, None,  None, None, None, None, None, None, None)),
    Item("WX-04", Weather.FOG,      "Fog",      Sky(2, HALF,  NIL, -2, -2, None, None, None, None)),
    Item("WX-05", Weather.RAIN,     "Rain",     Sky(5, HALF,  None, -2, None, None, 2, None, None)),
    Item("WX-06", Weather.SQUALL,   "Squall",   Sky(0, THIRD, NIL, NA, NA, None, NA, None, None)),
    Item("WX-07", Weather.SNOWFALL, "Snowfall", Sky(5, HALF,  HALF, -2, -2, 1, None, 2, None)),
))
CLEAR_SIGHT = 20


class Status(NamedTuple):
    """What a status forbids, what is left of MCF, and what each hex costs more."""

    no: tuple[str, ...]
    mcf: Fraction | None = None
    per_hex: int = 0


STATUS: Lookup[str, Status] = Lookup("Status restrictions", "STA-01", columns=("forbidden", "MCF", "more per hex"), rows=(
    Item("STA-01", "disordered", "Disordered",    Status(("charge", "assault", "fire"), HALF)),
    Item("STA-02", "suppressed", "Suppressed",    Status(("limber", "prolonge", "fire"))),
    Item("STA-03", "spent_cav",  "Spent cavalry", Status(("charge", "reform"), HALF)),
    Item("STA-04", "square",     "Square",        Status(("assault",), THIRD)),
    Item("STA-05", "line",       "Line",          Status((), per_hex=1)),
    Item("STA-06", "reserve",    "Reserve",       Status(("charge", "assault", "fire", "move", "reaction"))),
))

CASUALTY: Results[str] = Results("Leader casualty", "LCT-01", rows=(
    Result("LCT-01", None, 0, "scratch: no effect",                "none"),
    Result("LCT-02", 1, 2, "stunned for (d10+1)/2 turns, rounded up", "stunned"),
    Result("LCT-03", 3, 5, "wounded for d10+1 turns",              "wounded"),
    Result("LCT-04", 6, 7, "seriously wounded for d10+1 hours",    "serious"),
    Result("LCT-05", 8, None, "killed",                            "killed"),
))

FATIGUE: Results[int] = Results("Fatigue reduction", "FAT-01", rows=(
    Result("FAT-01", None, 2, "three levels off", -3),
    Result("FAT-02", 3, 5, "two levels off",      -2),
    Result("FAT-03", 6, 8, "one level off",       -1),
    Result("FAT-04", 9, None, "none",             0),
))

RETREAT: Lookup[int, str] = Lookup("Retreat priorities", "RET-06", columns=("hex",), rows=(
    Item("RET-01", 1, "first",  "empty, outside skirmish and fire zones, nearer a depot"),
    Item("RET-02", 2, "second", "empty, outside those zones"),
    Item("RET-03", 3, "third",  "empty, not next to an enemy"),
    Item("RET-04", 4, "fourth", "empty"),
    Item("RET-05", 5, "last, or by choice", "held by friends"),
))
# fmt: on
