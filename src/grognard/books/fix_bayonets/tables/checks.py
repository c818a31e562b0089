"""TEM checks, square reactions, Assault and Receive checks, skirmish checks, SR checks. [TEM-01, SQR-01, ASR-01]"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.engine.tables import Line, Mod, ModTable, Result, Results, Tally

from ..words import Arm, Cover, Formation, Order, Trial, Weather


class Check(NamedTuple):
    """What a TEM check looks at."""

    trial: Trial = Trial.FIRE
    cohesion: int = 0
    fatigue: int = 0
    arm: Arm = Arm.INF
    formation: Formation = Formation.COLUMN
    order: Order = Order.GOOD
    heavy: bool = False
    forced: bool = False
    mixed_corps: bool = False
    leader: int = 0
    weather: tuple[Weather, ...] = ()
    terrain: int = 0
    """The number of the ground between the two. [F-7.1]"""
    direction: str = "front"
    fb: bool = False
    charged: bool = False
    light: bool = False
    lance: bool = False
    shock: bool = False
    cuirassier: bool = False
    grand: bool = False
    inf_bonus: int = 0
    wide: bool = False
    distance: int = 3
    train: bool = False


def _tires(c: Check) -> bool:
    return c.arm is not Arm.ART


# fmt: off
TEM: ModTable[Check] = ModTable("TEM check", "TEM-01", base_words="to the die", rows=(
    Mod("TEM-01", lambda c: c.cohesion, "Cohesion", lambda c: c.cohesion > 0),
    Mod("TEM-02", +1, "Fatigue 6 to 9",             lambda c: _tires(c) and 6 <= c.fatigue <= 9),
    Mod("TEM-03", +2, "Fatigue 10",                 lambda c: _tires(c) and c.fatigue >= 10),
    Mod("TEM-04", -2, "Square, or General Order in heavy cover",
        lambda c: c.order is Order.GOOD and (c.formation is Formation.SQUARE or (c.formation is Formation.GENERAL and c.heavy))),
    Mod("TEM-05", +3, "Road Column",                lambda c: c.order is Order.GOOD and c.formation in (Formation.ROAD, Formation.LIMBERED)),
    Mod("TEM-06", +1, "force marching or Disordered", lambda c: c.forced or c.order is Order.DISORDERED),
    Mod("TEM-07", +2, "rallying a Routed unit",     lambda c: c.trial is Trial.RALLY and c.order is Order.ROUTED and (c.arm is not Arm.ART or c.train)),
    Mod("TEM-08", +2, "passed through by routers",  lambda c: c.trial is Trial.TRAVERSED),
    Mod("TEM-09", +2, "units of different Corps",   lambda c: c.mixed_corps),
    Mod("TEM-10", lambda c: -c.leader, "leader",    lambda c: c.leader > 0),
    Mod("TEM-11", +1, "Night or Snowfall",          lambda c: bool({Weather.NIGHT, Weather.SNOWFALL} & set(c.weather))),
))

SQUARE: ModTable[Check] = ModTable("Square reaction", "SQR-01", base_words="with the TEM check", rows=(
    Mod("SQR-01", lambda c: -c.inf_bonus, "leader's infantry bonus", lambda c: c.inf_bonus > 0),
    Mod("SQR-02", +1, "from a Line",                lambda c: c.formation in (Formation.LINE, Formation.EXT_LINE) and c.order is Order.GOOD),
    Mod("SQR-03", +2, "from Skirmish Screen",       lambda c: c.formation is Formation.SCREEN and c.order is Order.GOOD),
    Mod("SQR-04", +2, "spread over two hexes",      lambda c: c.wide),
    Mod("SQR-08", +2, "Charge marker adjacent",     lambda c: c.distance <= 1),
    Mod("SQR-09", +1, "Charge marker at 2 hexes",   lambda c: c.distance == 2),
    Mod("SQR-10", 0,  "Charge marker at 3 hexes",   lambda c: c.distance == 3),
    Mod("SQR-11", -1, "Charge marker at 4 hexes",   lambda c: c.distance == 4),
))

SQUARE_HORSE: ModTable[Check] = ModTable("Square reaction, starred rows", "SQR-05", stacking="best", rows=(
    Mod("SQR-05", +1, "charged by light cavalry",   lambda c: c.light),
    Mod("SQR-06", +2, "charged by lancers",         lambda c: c.lance),
    Mod("SQR-07", +2, "part of a Grand Charge",     lambda c: c.grand),
))

ASSAULT: ModTable[Check] = ModTable("Assault and Receive checks", "ASR-01", base_words="with the TEM check", rows=(
    Mod("ASR-01", lambda c: c.terrain if c.trial is Trial.ASSAULT else -c.terrain, "terrain", lambda c: c.terrain > 0),
    Mod("ASR-02", +2, "through a flank hex",        lambda c: c.trial is Trial.RECEIVE and c.direction == "flank"),
    Mod("ASR-03", +3, "through a rear hex",         lambda c: c.trial is Trial.RECEIVE and c.direction == "rear"),
    Mod("ASR-04", +3, "charged while under FB!",    lambda c: c.trial is Trial.RECEIVE and c.charged and c.fb),
))

ASSAULT_HORSE: ModTable[Check] = ModTable("Receive check, starred rows", "ASR-09", stacking="best", rows=(
    Mod("ASR-05", +1, "charged by lancers",         lambda c: c.charged and c.lance),
    Mod("ASR-06", +2, "charged by Shock cavalry",   lambda c: c.charged and c.shock),
    Mod("ASR-07", +3, "charged by Cuirassiers",     lambda c: c.charged and c.cuirassier),
    Mod("ASR-08", +3, "part of a Grand Charge",     lambda c: c.charged and c.grand),
))
# fmt: on


@lru_cache(maxsize=1024)
def check_tally(check: Check) -> Tally:
    """All that is added to the die of a check. [ASR-09, R-25, R-26]"""
    lines: tuple[Line, ...] = TEM.lines(check)
    if check.trial is Trial.SQUARE:
        lines += SQUARE.lines(check) + SQUARE_HORSE.lines(check)
    elif check.trial in (Trial.ASSAULT, Trial.RECEIVE):
        lines += ASSAULT.lines(check) + ASSAULT_HORSE.lines(check)
    return Tally(0, "to the die", lines, sum(line.value for line in lines))


class Skirmish(NamedTuple):
    """What a skirmish check looks at."""

    mover_sv: int = 0
    reactor_sv: int = 0
    active_cav: int = 0
    """Steps of an active cavalry Screen."""
    reacting_cav: int = 0
    steps: int = 1
    cover: Cover = Cover.NONE
    weather: tuple[Weather, ...] = ()


# fmt: off
SKIRMISH: ModTable[Skirmish] = ModTable("Skirmish check", "SKC-01", base_words="to the die", rows=(
    Mod("SKC-01", lambda s: -s.mover_sv, "moving unit's SV",       lambda s: s.mover_sv > 0),
    Mod("SKC-02", lambda s: s.reactor_sv, "best reacting SV",      lambda s: s.reactor_sv > 0),
    Mod("SKC-03", -1, "active cavalry Screen of 1 or 2 steps",     lambda s: 1 <= s.active_cav <= 2),
    Mod("SKC-04", -2, "active cavalry Screen of 3 or 4 steps",     lambda s: s.active_cav >= 3),
    Mod("SKC-05", +1, "reacting cavalry Screen of 1 or 2 steps",   lambda s: 1 <= s.reacting_cav <= 2),
    Mod("SKC-06", +2, "reacting cavalry Screen of 3 or 4 steps",   lambda s: s.reacting_cav >= 3),
    Mod("SKC-07", +1, "active stack above 5 steps",                lambda s: s.steps > 5),
    Mod("SKC-08", -1, "active stack in light cover",               lambda s: s.cover is Cover.LIGHT),
    Mod("SKC-09", -2, "active stack in medium cover",              lambda s: s.cover is Cover.MEDIUM),
    Mod("SKC-10", -3, "active stack in heavy cover",               lambda s: s.cover is Cover.HEAVY),
    Mod("SKC-11", -1, "Dusk",                                      lambda s: Weather.DUSK in s.weather),
    Mod("SKC-12", -2, "Night, Fog, Snowfall or Rain",
        lambda s: bool({Weather.NIGHT, Weather.FOG, Weather.SNOWFALL, Weather.RAIN} & set(s.weather))),
))

SKIRMISH_RESULT: Results[str] = Results("Skirmish result", "F-14.2", rows=(
    Result("R-34", None, 6, "no effect",                        "free"),
    Result("F-14.2", 7, 9, "halted; guns Suppressed",           "stop"),
    Result("F-14.2", 10, None, "halted and a Stragglers loss",  "stop+stragglers"),
))


class Flip(NamedTuple):
    """What an SR check looks at."""

    adjacent: bool = False
    superior: int = 0


SR: ModTable[Flip] = ModTable("SR check to stop being Passive", "SRF-01", base_words="to the die", rows=(
    Mod("SRF-01", +1, "next to an enemy",                     lambda f: f.adjacent),
    Mod("SRF-02", lambda f: -f.superior, "superior's TEM modifier", lambda f: f.superior > 0),
))
# fmt: on
