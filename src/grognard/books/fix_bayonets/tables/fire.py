"""Fire: the modifiers of FV, what a die does, spiked guns. [FV-01, FIRE-01, SPK-01]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.tables import Item, Lookup, Mod, ModTable, Result, Results

from ..words import Arm, Cover, Formation, Weather

F = Formation


class Shot(NamedTuple):
    """What a shot looks at."""

    arm: Arm = Arm.INF
    formation: Formation = Formation.LINE
    steps: int = 4
    british: bool = False
    extra: int = 0
    """Extra steps of an Extended Line."""
    fatigue: int = 0
    weather: tuple[Weather, ...] = ()
    art_bonus: int = 0
    distance: int = 1
    range: int = 8
    ricochet: bool = False
    long: bool = False
    short: bool = False
    """Short of cartridges. [F-26.2]"""
    """Foot that shoots 2 hexes. [F-13.1]"""
    target_arm: Arm = Arm.INF
    target: Formation = Formation.COLUMN
    disordered: bool = False
    mixed: bool = False
    cover: Cover = Cover.NONE
    target_steps: int = 1
    over: bool = False
    """More steps in the hex than the cover limit. [R-05]"""
    in_full: bool = False
    """A Road Column is no Column when it fires: a switch. [R-86]"""


def _screen(s: Shot) -> bool:
    """A Screen takes its own rows, never those of graded cover as well. [R-04]"""
    return s.target is Formation.SCREEN and not s.disordered


def _guns(s: Shot) -> bool:
    return s.arm is Arm.ART


def _column(s: Shot) -> bool:
    """Every kind of column fires as one, Road Column too. [F-6.3, R-86]"""
    return s.formation in (F.COLUMN, F.MASSE) or (s.formation is F.ROAD and not s.in_full)


def _national(s: Shot) -> bool:
    """Replaces the plain Column row, whatever the steps. [R-07, R-79, FV-16a]"""
    return s.british and _column(s)


# Weather stands on two charts; it counts here, once.
CLOSE_MARKED = (F.LINE, F.EXT_LINE, F.ROAD, F.LIMBERED)
"""Formations FV-02 names; plain Column, Open Column and General Order count 0. [R-03]"""

# fmt: off
FV: ModTable[Shot] = ModTable("Fire value", "FV-30a", base_words="FV", rows=(
    Mod("FV-01", +1, "target in Square or Masse Column",       lambda s: s.target in (F.SQUARE, F.MASSE) and not s.disordered),
    Mod("FV-02", -1, "target in Line, Road Column or Disordered", lambda s: s.disordered or s.target in CLOSE_MARKED),
    Mod("FV-03", -2, "target is unlimbered guns alone",        lambda s: s.target_arm is Arm.ART and s.target is F.UNLIMBERED and not s.mixed),
    Mod("FV-04", -3, "target is infantry in Skirmish Screen",  lambda s: _screen(s) and s.target_arm is Arm.INF),
    Mod("FV-05", -2, "target is cavalry in Skirmish Screen",   lambda s: _screen(s) and s.target_arm is Arm.CAV),
    Mod("FV-06", -1, "target in light cover",                  lambda s: s.cover is Cover.LIGHT and not _screen(s)),
    Mod("FV-07", -1, "target over the cover limit",            lambda s: s.over and s.cover in (Cover.MEDIUM, Cover.HEAVY) and not _screen(s)),
    Mod("FV-08", -2, "target in medium cover",                 lambda s: s.cover is Cover.MEDIUM and not s.over and not _screen(s)),
    Mod("FV-09", -3, "target in heavy cover",                  lambda s: s.cover is Cover.HEAVY and not s.over and not _screen(s)),
    Mod("FV-10", -1, "target is a Screen in cover",            lambda s: _screen(s) and s.cover is not Cover.NONE),
    Mod("FV-11", +1, "4 to 6 steps in the target hex",         lambda s: 4 <= s.target_steps <= 6),
    Mod("FV-12", +2, "7 or 8 steps in the target hex",         lambda s: 7 <= s.target_steps <= 8),
    Mod("FV-13", +3, "9 or more steps in the target hex",      lambda s: s.target_steps >= 9),
    Mod("FV-14", -2, "firer in General Order",                 lambda s: s.formation is F.GENERAL and s.steps >= 2),
    Mod("FV-15", -2, "firer in Column",                        lambda s: _column(s) and s.steps >= 2 and not s.british),
    Mod("FV-16", -3, "British or Portuguese Column",           _national),
    Mod("FV-17", lambda s: s.extra, "Extended Line",           lambda s: s.formation is F.EXT_LINE and s.extra > 0),
    Mod("FV-18", -2, "firer in Square",                        lambda s: s.formation is F.SQUARE),
    Mod("FV-19", -1, "infantry with Fatigue 6 to 9",           lambda s: s.arm is Arm.INF and 6 <= s.fatigue <= 9),
    Mod("FV-20", -2, "infantry with Fatigue 10",               lambda s: s.arm is Arm.INF and s.fatigue >= 10),
    Mod("FV-21", -2, "infantry in Rain",                       lambda s: s.arm is Arm.INF and Weather.RAIN in s.weather),
    Mod("FV-22", -2, "Night, Fog or Snowfall",                 lambda s: bool({Weather.NIGHT, Weather.FOG, Weather.SNOWFALL} & set(s.weather))),
    Mod("FV-23", -1, "Dusk",                                   lambda s: Weather.DUSK in s.weather),
    Mod("FV-24", lambda s: s.art_bonus, "leader's artillery bonus", lambda s: _guns(s) and s.art_bonus > 0),
    Mod("FV-25", +2, "canister at an adjacent hex",            lambda s: _guns(s) and s.distance == 1),
    Mod("FV-26", +1, "canister at 2 hexes",                    lambda s: _guns(s) and s.distance == 2),
    Mod("FV-27", -2, "range 5 up to the printed range",        lambda s: _guns(s) and 5 <= s.distance <= s.range),
    Mod("FV-28", -4, "beyond the printed range",               lambda s: _guns(s) and s.distance > s.range),
    Mod("FV-29", -1, "ricochet",                               lambda s: s.ricochet),
    Mod("F-13.1", -2, "foot shooting 2 hexes",                 lambda s: s.long),
    Mod("F-26.3", -2, "short of cartridges",                   lambda s: s.short),
))
# fmt: on


class Band(NamedTuple):
    """What a die does to the target."""

    check: bool
    starred: bool
    halves: int
    """Half steps lost."""
    told: str
    """What befell the target, as the journal has it."""


# fmt: off
FIRE: Results[Band] = Results("Fire result", "FIRE-01", rows=(
    Result("FIRE-04", None, 0, "die below a quarter of MFV: TEM check and a step lost", Band(True, False, 2, "they check their TEM and lose a step")),
    Result("FIRE-03", 1, 1,    "die below MFV: TEM check* and a Stragglers loss",       Band(True, True, 1, "they check their TEM and lose Stragglers")),
    Result("FIRE-02", 2, 2,    "die equal to MFV: TEM check*",                          Band(True, True, 0, "they check their TEM")),
    Result("FIRE-01", 3, None, "die above MFV: nothing",                                Band(False, False, 0, "no effect")),
))
"""Bands numbered from the worst; `band` finds the one a die falls into."""

SPIKED: Results[tuple[str, str]] = Results("Spiked guns (assault, charge)", "SPK-01", rows=(
    Result("SPK-01", None, 1, "eliminated by assault and by charge",    ("ELIM", "ELIM")),
    Result("SPK-02", 2, 3,    "eliminated by assault, Routed by charge", ("ELIM", "ROUT")),
    Result("SPK-03", 4, None, "Routed by either",                        ("ROUT", "ROUT")),
))

LEADER_DICE: Lookup[bool, tuple[int, ...]] = Lookup("Leader check by fire", "FIRE-06", columns=("die",), rows=(
    Item("FIRE-06", False, "any firer",   (0,)),
    Item("FIRE-07", True,  "an R unit",   (0, 1)),
))
# fmt: on


def band(die: int, mfv: int) -> Result[Band]:
    """The band a die falls into: the lowest that fits, with the exact quarter. [R-08, FIRE-01]"""
    if 4 * die < mfv:
        return FIRE.find(0)
    if die < mfv:
        return FIRE.find(1)
    return FIRE.find(2 if die == mfv else 3)
