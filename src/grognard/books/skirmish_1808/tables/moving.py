"""How far, and over what. [1–6, 29–41, 76, A-23]"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.tables import Item, Lookup, Need, Needs

from ..words import Arm, Calibre, Class

if TYPE_CHECKING:
    from ..facts.driving import Rolling
    from ..facts.garrisons import Door
    from ..facts.moving import Moved
    from ..facts.regrouping import Dressed
    from ..facts.sneaking import Crept
    from ..facts.walks import Drilled, LaidOut


class Rates(NamedTuple):
    """Normal, March and Charge, in hundredths."""

    normal: int
    march: int
    charge: int


# fmt: off
RATES: Lookup[tuple[Arm, Class], Rates] = Lookup("Movement rates", "6a", (
    Item("1", (Arm.FOOT, Class.LINE),   "foot, line",    Rates( 600, 1000, 1500)),
    Item("2", (Arm.FOOT, Class.LIGHT),  "foot, light",   Rates( 800, 1500, 2000)),
    Item("3", (Arm.FOOT, Class.QUICK),  "foot, quick",   Rates(1000, 1500, 2000)),
    Item("4", (Arm.HORSE, Class.LINE),  "horse, line",   Rates(1500, 2000, 2500)),
    Item("5", (Arm.HORSE, Class.LIGHT), "horse, light",  Rates(2000, 2500, 3000)),
    Item("6", (Arm.HORSE, Class.QUICK), "horse, quick",  Rates(2500, 3000, 3500)),
    Item("S3", (Arm.WAGON, Class.LINE), "wagons",        Rates(1000, 1400, 0)),
), columns=("normal (cm)", "march (cm)", "charge (cm)"))

MANHANDLING: Lookup[Calibre, int] = Lookup("Gun movement", "76", (
    Item("76", Calibre.I,   "type I",   600),
    Item("76", Calibre.II,  "type II",  600),
    Item("76", Calibre.III, "type III", 400),
    Item("76", Calibre.IV,  "type IV",  400),
), columns=("moves (cm)",))
# fmt: on

LIMBERED = {False: 1000, True: 1500}
"""A limbered gun's move: foot team, horse team. [X1]"""


class Going(NamedTuple):
    """What one terrain does to one arm's move."""

    modifier: int = 0
    no_march: bool = False
    no_charge: bool = False
    barred: bool = False

    def __str__(self) -> str:
        if self.barred:
            return "no entry"
        bans = [word for word, ban in (("march", self.no_march), ("charge", self.no_charge)) if ban]
        far = f"{self.modifier / 100:+g} cm" if self.modifier else "as in the open"
        return f"{far}, no {' or '.join(bans)}" if bans else far


class Row(NamedTuple):
    """A line of the terrain table: foot, horse, and who loses formation there. [105–107]"""

    foot: Going
    horse: Going
    unforms_foot: bool = False
    unforms_horse: bool = False


NO = Going(barred=True)
FREE = Going()

# [41a] One modifier serves all three rates. [38a] Roads carry no ban. [108, 108a] Formed units take the same numbers;
# [106] they keep their ranks where no mark stands.
# fmt: off
TERRAIN: Lookup[str, Row] = Lookup("Terrain and movement", "41", (
    Item("29", "light_wood", "light wood",            Row(Going(-200), Going(-500, True, True), True, True)),
    Item("30", "wood",       "wood",                  Row(Going(-400, True, True), NO, True, True)),
    Item("31", "heavy_wood", "heavy wood",            Row(Going(-600, True, True), NO, True, True)),
    Item("32", "wall",       "wall, each 2 cm",       Row(Going(-400, True, True), Going(-200, True))),
    Item("34", "building",   "inside a building",     Row(Going(-100, True, True), NO, True, True)),
    Item("35", "ford",       "ford",                  Row(Going(-200), Going(-100))),
    Item("36", "track",      "track",                 Row(Going(200), Going(300))),
    Item("37", "path",       "path",                  Row(Going(400), Going(600))),
    Item("38", "road",       "road",                  Row(Going(600), Going(800))),
    Item("39", "crops",      "crops, brush, orchard", Row(Going(-200), Going(-400))),
    Item("40", "rocks",      "rocks or steep hill",   Row(Going(-400, True, True), Going(-600, True, True), False, True)),
    Item("A-27", "ridden_wood", "wood open to horse",       Row(Going(-400, True, True), Going(-500, True, True), True, True)),
    Item("A-27", "ridden_heavy_wood", "heavy wood open to horse", Row(Going(-600, True, True), Going(-500, True, True), True, True)),
    Item("B10", "hill",      "gentle hill",           Row(FREE, FREE)),
    Item("S2", "stream",     "stream",                Row(NO, NO)),
    Item("D4", "bridge",     "bridge that can be blown", Row(FREE, FREE)),
), columns=("foot", "horse", "unforms foot", "unforms horse"))
# fmt: on

ROADS = frozenset({"track", "path", "road"})
WOODS = frozenset({"light_wood", "wood", "heavy_wood", "ridden_wood", "ridden_heavy_wood"})
RIDDEN = {"wood": "ridden_wood", "heavy_wood": "ridden_heavy_wood"}
"""Woods a scenario opens to horse: it goes there as in light wood. [A-27]"""
HIGHEST_JUMP = 600
"""Walls above this cannot be jumped. [33]"""
WAYPOINTS = 2
"""So many turning points may lie on the way of a loose unit. [B6]"""
LEAST = 100
"""A unit may always go this far where it may go at all. [P4, A-22]"""


def going(kind: str, horse: bool) -> Going:
    """What a terrain does to foot or horse."""
    row = TERRAIN[kind]
    return row.horse if horse else row.foot


def unforms(kind: str, horse: bool) -> bool:
    """Whether formed units lose their formation there. [105–107, A-18]"""
    row = TERRAIN[kind]
    return row.unforms_horse if horse else row.unforms_foot


# fmt: off
MOVES: Needs[Moved] = Needs("Where a move leads", "B8", (
    Need("S6", "it leaves the table only where the scenario lets it",   lambda m: not m.astray,            "there is no way out for it there"),
    Need("M7", "every figure ends on the table",                        lambda m: m.over is None,          "that is over the edge of the table", lambda m: m.over),
    Need("B8", "nobody comes within 1 of an enemy, but by a charge",    lambda m: not m.bump.hostile,      "it would come within 1 cm of an enemy, as only a charge does", lambda m: m.bump.place),
    Need("B8", "nobody goes through formed friends, guns or wagons",    lambda m: m.bump.place is None,    "a friend who cannot be passed is in the way", lambda m: m.bump.place),
))

ENDS: Needs[Moved] = Needs("Where a move ends", "B8", (
    Need("B8", "nobody ends on another unit",                           lambda m: m.leaves or not m.on_somebody, "it would end on somebody else"),
    Need("B5", "every figure ends within 5 of another, all in one chain", lambda m: m.leaves or m.together, "its figures would end too far apart"),
    Need("W3", "a March does not end within 10 of an enemy it sees",    lambda m: m.leaves or not m.marched_up_to, lambda m: f"it would end within 10 cm of {m.marched_up_to}, and it marches"),
))

DRILL: Needs[Drilled] = Needs("How a formed unit moves", "B7", (
    Need("B7", "straight with one wheel before or after, or one step aside, back or about", lambda d: d.allowed,
         "that is too much in one move: it is formed, and goes straight with one wheel before or after, or one step aside, back or about"),
    Need("B7", "ahead, or 45° off its front at most",                   lambda d: d.ahead,                 "that is more than 45° off its front, and it is formed"),
    Need("B7", "it wheels by half a turn at most",                      lambda d: d.half_turn,             "it would wheel by more than half a turn"),
    Need("B7", "2 at most sideways or back",                            lambda d: d.short,                 "it would go more than 2 cm sideways or back"),
))

LOOSE_WAYS: Needs[int] = Needs("How a loose unit moves", "B6", (
    Need("B6", "by two turning points at most",                         lambda turns: turns <= WAYPOINTS,  "the way has more than two turning points"),
))

LAYOUTS: Needs[LaidOut] = Needs("How figures stand", "B4", (
    Need("B3", "a formed unit has 3 ranks at most",                     lambda w: w.ranks or not w.formed, "it would have more than 3 ranks"),
    Need("B4", "a loose unit has 3 ranks at most",                      lambda w: w.ranks or w.formed,     "it would have more than 3 ranks"),
    Need("B4", "loose figures stand beside each other, none on another nor too far off", lambda w: w.spaced, "its figures would stand on each other, or too far apart"),
))

ROLLS: Needs[Rolling] = Needs("How far a gun rolls", "76", (
    Need("76", "no farther than its rate and the ground let it",        lambda r: r.far <= r.limit,        lambda r: f"it would roll {r.far / 100:g} cm, and may roll {r.limit / 100:g} cm"),
))

SNEAKS: Needs[Crept] = Needs("Where a hidden unit moves", "H2", (
    Need("H4", "no enemy figure comes within 10",                       lambda c: not c.found,             "an enemy figure within 10 would find it at once"),
    Need("H2", "it goes through cover, or out of every enemy's sight",  lambda c: not c.in_the_open,       "it would leave cover in sight of an enemy, and it is hidden"),
))

FORMS: Needs[Dressed] = Needs("Who forms", "O1", (
    Need("O1", "6 or more figures are left",                            lambda d: d.size >= d.least,       "fewer than 6 are left, who cannot form"),
    Need("O1", "troops that can form, no guns, wagons or command",      lambda d: d.can,                   lambda d: f"{d.name} cannot form"),
    Need("O1", "the ground does not break up formations",               lambda d: not d.broken,            "the ground breaks up formations"),
))

ENTERS: Needs[Door] = Needs("Who enters a building", "G2", (
    Need("34", "foot alone goes into buildings",                        lambda d: d.foot,                  "it is not foot, which alone goes into buildings"),
    Need("G2", "the unit is not inside one already",                    lambda d: not d.inside,            "it is in a building already"),
    Need("G1", "troops go in, and a leader with those he is with",      lambda d: not d.alone,             "a leader by himself holds no house: he goes in with the unit he has joined"),
    Need("G1", "the building holds all its figures",                    lambda d: d.size <= d.holds,       lambda d: f"{d.name} holds only {d.holds} figures"),
    Need("G1", "nobody else is inside",                                 lambda d: not d.occupied,          lambda d: f"{d.name} is occupied"),
    Need("34", "no mounted leader is with it",                          lambda d: not d.mounted_leader,    "the leader with it is mounted"),
    Need("G2", "every figure reaches the outline",                      lambda d: d.far <= d.reach,        lambda d: f"a figure is {d.far / 100:g} cm from the outline, and reaches {d.reach / 100:g} cm"),
    Need("G2", "no wall is in the way",                                 lambda d: not d.found.wall,        "a wall is in the way"),
    Need("G2", "the ground before it is not too heavy",                 lambda d: d.far <= d.allowed,      "the ground before the house is too heavy"),
))
# fmt: on
