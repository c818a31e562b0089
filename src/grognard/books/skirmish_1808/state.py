"""The state of a battle: frozen values of this book alone. Lengths in hundredths of a centimetre."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from grognard.engine.book import Outcome
from grognard.engine.desks import UnitTable
from grognard.engine.memo import kept
from grognard.engine.options import LEFT_OUT, Whole

from .words import Arm, Calibre, Class, Quality, Rank, Role, Trait, Weapon, Where

Point = tuple[int, int]

RADIUS = {Arm.FOOT: 100, Arm.HORSE: 150, Arm.GUN: 100, Arm.WAGON: 200}
"""Radius of a figure's base; the gun's crew stand on foot bases. [B2]"""
GUN_RADIUS = 200


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The book's switches, with the defaults of the rulings."""

    precision_literal: bool = False
    """Precision even after a move in this activation. [A-3]"""
    free_deployment: bool = False
    """The players place their units by themselves, in their zones, instead of the standard set-up."""
    first_force: str = ""
    """A list for the first side, instead of the scenario's: one of the book's, or a file of your own. [E1]"""
    second_force: str = ""
    """A list for the second side, instead of the scenario's: one of the book's, or a file of your own. [E1]"""
    ground: Whole = LEFT_OUT
    """An open battle's table is drawn by this number; 0: as it is written. [E9]"""
    size: Whole = LEFT_OUT
    """The most points either side may bring; 0: as many as it likes. [E9]"""


class Figure(NamedTuple):
    """One figure: what it is and where it stands."""

    role: Role
    x: int
    y: int


class Terrain(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of ground, a wall or a house."""

    kind: str
    name: str
    poly: tuple[Point, ...]
    height: int = 0
    """Of a wall. [32, 45–47]"""
    toughness: int = 0
    """Of a building. [G1]"""
    level: int = 0
    """Hills stand one level up. [B10]"""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a side, or one unit, may be set up."""

    side: int
    poly: tuple[Point, ...]
    unit: str = ""


class Arrival(msgspec.Struct, frozen=True):
    """Late units: who, from which turn, over which stretch of edge. [T8]"""

    side: int
    units: tuple[str, ...]
    turn: int
    edge: tuple[Point, Point]


class Exit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stretch of edge over which units of a side may leave, and what that is worth. [S6]"""

    side: int
    edge: tuple[Point, Point]
    units: tuple[str, ...] = ()
    """Empty: everybody."""
    points: int = 0
    """For each figure, wagon or named unit that left."""
    share: int = 0
    """Percent of the cost of what left."""
    ends: bool = False
    """The game ends when all named units have left or are lost."""


class Prize(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the scenario gives points for besides losses. [S1]"""

    kind: str
    """house: held at the end; area: more figures in it at the end; wagon: each one not brought off; bridge: down at the end."""
    side: int | None
    points: int
    area: str = ""


class SideFacts(msgspec.Struct, frozen=True):
    """A side as the scenario names it."""

    key: str
    name: str
    home: tuple[Point, Point]
    """Its own edge, to which it flees. [M4]"""
    conceals: bool = False
    """It began with hidden forces. [H3]"""
    total: int = 0
    """Its points, command groups not counted. [V1, V2]"""
    nation: str = ""
    """Whose coats those wear of whom nothing else is said."""


class Battlefield(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """What does not change during a game, but for a bridge that is blown and becomes a stream. [D4]"""

    name: str
    title: str
    width: int
    height: int
    turns: int
    sides: tuple[SideFacts, SideFacts]
    terrain: tuple[Terrain, ...]
    zones: tuple[Zone, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    exits: tuple[Exit, ...] = ()
    prizes: tuple[Prize, ...] = ()
    losses_share: int = 100
    """Percent of the cost of enemies lost that counts as scenario points. [S1]"""
    sneaks: bool = True
    """Hidden units may move in secret. [H2]"""


class Gun(msgspec.Struct, frozen=True, omit_defaults=True):
    """The gun of a gun unit. [X1]"""

    calibre: Calibre
    x: int = 0
    y: int = 0
    howitzer: bool = False
    mortar: bool = False
    carronade: bool = False
    horse_team: bool = False
    limbered: bool = False
    abandoned: bool = False
    """Its crew have left it; they may come back. [X12]"""
    taken: bool = False


class Memory(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit remembers of an activation. [T7]"""

    moved: bool = True
    shot_at: int | None = None


class Today(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit has done or suffered this turn."""

    acted: bool = False
    moved: bool = False
    shot_at: int | None = None
    regrouped: bool = False
    steady: bool = False
    """Horse that fired without the penalty: no move later this turn. [N3, A-4]"""
    led: bool = False
    """A leader attached here has acted, so he does not move again. [C4]"""
    found: bool = False
    """It was discovered by the enemy this turn. [H6]"""
    crept: bool = False
    """It moved in secret this turn, before it showed itself. [H2, 21]"""


class Unit(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, dict=True):
    """One unit: troops, a command group with its leader, a gun with its crew, or a convoy."""

    id: int
    key: str
    name: str
    side: int
    code: str
    arm: Arm
    class_: Class
    quality: Quality
    combat: int
    fire: int
    ev: int
    weapon: Weapon
    traits: tuple[Trait, ...]
    price: int
    """Points for each figure; of a command unit, for all of it."""
    full: int
    figures: tuple[Figure, ...]
    facing: int = 0
    formed: bool = False
    files: int = 6
    """Figures in a full rank; with its ranks from one to three. [B3, B4]"""
    pitch: int = 300
    where: Where = Where.TABLE
    rank: Rank = Rank.NONE
    """Of a command unit's leader. [C1]"""
    escort: int = 0
    """Of a command unit: points for each escort. [E3, V1]"""
    attached: int | None = None
    """For a command unit: whom its leader is with. [C4]"""
    house: str = ""
    """The building it is in. [G2]"""
    gun: Gun | None = None
    fleeing: int = 0
    """0: steady; else 1 and the rallies it has failed in a row. [M4, M6]"""
    halved: bool = False
    """It has been tested for half strength already. [M3, K13]"""
    wounds: tuple[int, ...] = ()
    """Failures of each wagon. [S4]"""
    last: Memory = Memory()
    today: Today = Today()
    cloth: str = ""
    """Coat and facings of its list's own, over its livery; nothing to the rules."""

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.where is Where.TABLE

    @property
    def mounted(self) -> bool:
        """Whether it rides."""
        return self.arm is Arm.HORSE

    @property
    def is_command(self) -> bool:
        """Whether it is a leader with his escort. [C1]"""
        return self.rank > 0

    @property
    def radius(self) -> int:
        """Radius of its figures' bases. [B2]"""
        return RADIUS[self.arm]

    @property
    def size(self) -> int:
        """Figures present."""
        return len(self.figures)

    @property
    def open_order(self) -> bool:
        """Loose light or quick foot. [F5]"""
        return self.arm is Arm.FOOT and not self.formed and self.class_ is not Class.LINE

    def has(self, role: Role) -> bool:
        """Whether a figure of this role is alive."""
        return any(f.role is role for f in self.figures)

    def __repr__(self) -> str:
        how = "formed" if self.formed else "loose"
        x, y = centre(self) if self.figures else (0, 0)
        return f"<{self.key} {self.name}: {self.size}/{self.full} {how} at ({x / 100:g}, {y / 100:g}) {self.where}>"


@kept
def centre(unit: Unit) -> Point:
    """The mean of its figures, rounded. [B6, P2]"""
    n = len(unit.figures)
    x = sum([f.x for f in unit.figures])
    y = sum([f.y for f in unit.figures])
    return (2 * x + n) // (2 * n), (2 * y + n) // (2 * n)


@kept
def places_of(unit: Unit) -> tuple[Point, ...]:
    """Where its figures stand."""
    return tuple([(x, y) for _, x, y in unit.figures])


class Contact(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two units at hand strokes. [N5, K1]"""

    attacker: int
    defender: int
    round: int = 1
    charged: tuple[int, ...] = ()
    """Who charged or counter-charged into it. [K7, A-11]"""
    led: tuple[int, ...] = ()
    """Whose charge a leader led. [64, C4]"""
    loose: tuple[int, ...] = ()
    """Who fights the first round as if loose: struck in flank or rear, caught evading. [O4, R4]"""
    exposed: tuple[int, ...] = ()
    """Who has given up its cover. [R3, R4]"""
    wall: int = 0
    """Height of the wall between them; nobody jumps it. [K14]"""
    house: str = ""
    """The building that is stormed. [G5]"""
    fought: int = 0
    """The turn of its last round: there is one a turn. [K1]"""


class Cause(msgspec.Struct, frozen=True):
    """A morale test that is due: who, and why. [M3]"""

    unit: int
    cite: str
    penalty: int = 0


class Charge(NamedTuple):
    """Charges that a side has laid at a bridge. [D2]"""

    bridge: str
    side: int
    laid: int


class State(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A whole battle. What is worked out from it is kept beside it, on the frozen value."""

    field: Battlefield
    options: Options
    units: tuple[Unit, ...]
    hidden: tuple[Unit, ...] = ()
    """Units nobody but their owner knows of; they get a number among the others when they show. [H1]"""
    turn: int = 0
    first: int = 0
    had_second: int | None = None
    """Who went second last turn. [T1]"""
    contacts: tuple[Contact, ...] = ()
    tests: tuple[Cause, ...] = ()
    tested: tuple[int, ...] = ()
    """Who has tested in this activation. [T6, M3]"""
    damage: tuple[tuple[str, int], ...] = ()
    """Toughness lost by buildings. [X9]"""
    charges: tuple[Charge, ...] = ()
    """What is laid at bridges. [D2]"""
    down: tuple[str, ...] = ()
    """Bridges that have been blown. [D4]"""
    barricades: tuple[tuple[str, int], ...] = ()
    """Houses that a side's garrison has barricaded. [D6]"""
    wagons_off: int = 0
    wagons_lost: int = 0
    outcome: Outcome | None = None

    @kept(of=("units",))
    def standing(self, side: int) -> tuple[Unit, ...]:
        """A side's units on the table, attached command units among them."""
        return tuple([u for u in self.units if u.side == side and u.where is Where.TABLE])

    def engaged(self, unit: int) -> bool:
        """Whether a unit is at hand strokes. [K1]"""
        return any(unit in (c.attacker, c.defender) for c in self.contacts)

    def foes(self, unit: int) -> tuple[int, ...]:
        """The enemies a unit fights."""
        return tuple(
            [
                c.defender if c.attacker == unit else c.attacker
                for c in self.contacts
                if unit in (c.attacker, c.defender)
            ]
        )

    def leader_with(self, unit: int) -> Unit | None:
        """The command unit attached to a unit. [C4]"""
        for each in self.units:
            if each.attached == unit and each.where is Where.TABLE:
                return each
        return None


class Desk(UnitTable[State, Unit]):
    """What this book's steps work on."""

    __slots__ = ()


def foe(side: int) -> int:
    """The other side."""
    return 1 - side
