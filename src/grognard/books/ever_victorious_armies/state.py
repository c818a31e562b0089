"""The state of a battle: frozen values of this book alone. Lengths in hundredths of an inch."""

from __future__ import annotations

import msgspec

from grognard.engine.book import Outcome
from grognard.engine.desks import UnitTable
from grognard.engine.memo import kept
from grognard.engine.options import LEFT_OUT, Whole, Words

from .words import GUNS, Duty, Exception_, Kind, Order, Round, Training, Trait, Weapon, Where

Point = tuple[int, int]
TABLE, GENERAL, SKIRMISH = Where.TABLE, Kind.GENERAL, Order.SKIRMISH
"""Looked at for every unit again and again: a name of the module is found sooner than a member of an enumeration."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The book's switches, with the defaults of the rulings."""

    unmodified_six_hits: bool = True
    """A natural 6 always hits. [G-3, S2]"""
    skirmishers_evade: bool = True
    """Skirmishers may evade a charge. [G-44]"""
    canister_extra_dice: int = 2
    """Dice canister adds to the crew's. [G-12, S7]"""
    figures_per_base: int = 2
    """Figures on a base of foot or horse. [G-10]"""
    gun_moves_and_fires: bool = False
    """A gun may move and fire in one turn, at the penalty for moving. [G-13]"""
    friends_mask_fire: bool = True
    """Nobody shoots into a fight past a friend within 1; off: the sheet's penalty alone. [S14, G-55]"""
    crews_lose_guns: bool = True
    """A crew that must retire is lost with its gun; off: it limbers up and goes back like others. [G-56, X4]"""
    retire_to_rear: bool = False
    """A unit touched on its front alone retires straight to its own rear. [R1]"""
    free_deployment: bool = False
    """The players set up by themselves, in their zones, instead of the standard set-up."""
    first_army: Words = LEFT_OUT
    """The army of the first side: a name, or the text of a list; empty: the scenario's own. [Y2]"""
    second_army: Words = LEFT_OUT
    """The army of the second side: a name, or the text of a list; empty: the scenario's own. [Y2]"""
    ground: Whole = LEFT_OUT
    """An open battle's table is drawn by this number; 0: as it is written. [Y3]"""
    size: Whole = LEFT_OUT
    """The most points either side may bring; 0: as many as it likes. [Y3]"""

    def __post_init__(self) -> None:
        if not 1 <= self.figures_per_base <= 6:
            raise ValueError("figures_per_base must be from 1 to 6")
        if not 0 <= self.canister_extra_dice <= 12:
            raise ValueError("canister_extra_dice must be from 0 to 12")


class Terrain(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of ground or a line across it."""

    kind: str
    name: str
    poly: tuple[Point, ...]
    gates: tuple[tuple[Point, Point], ...] = ()


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a side, or one unit, may be set up."""

    side: int
    poly: tuple[Point, ...]
    unit: str = ""


class Arrival(msgspec.Struct, frozen=True):
    """Reinforcements: who, from when, on which score, where."""

    side: int
    units: tuple[str, ...]
    from_turn: int
    need: int
    sure_turn: int
    edge: tuple[Point, Point]


class Exit(msgspec.Struct, frozen=True):
    """A stretch of table edge over which a side may leave."""

    side: int
    edge: tuple[Point, Point]


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the scenario itself gives points for; the kind says which fields count."""

    kind: str
    side: int | None = None
    points: int = 0
    area: str = ""
    shared: int = 0
    gun: int = 0
    foot_large: int = 0
    large_from: int = 0
    foot_small: int = 0
    general: int = 0
    unless_broken: bool = False
    north_of: int = 0
    figures: int = 0
    clear: int = 0


class SideFacts(msgspec.Struct, frozen=True):
    """A side as the scenario names it."""

    key: str
    name: str
    break_at: int
    army: str = ""
    """Which of the book's armies it is."""


class Battlefield(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """What never changes during a game."""

    name: str
    title: str
    width: int
    height: int
    turns: int
    tie: int
    sides: tuple[SideFacts, SideFacts]
    terrain: tuple[Terrain, ...]
    zones: tuple[Zone, ...] = ()
    arrival: Arrival | None = None
    exit: Exit | None = None
    scores: tuple[Score, ...] = ()


class Duties(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a combat orders a unit to do in the turn after it. [T0, C9]"""

    retire: Duty = Duty.NO
    pursue: Duty = Duty.NO
    retire_by: str = ""
    """The rule that sends it back, or lets it go. [50, 54, 56a, 57, 63]"""
    pursue_by: str = ""
    """The rule that sends it after the enemy, or lets it go. [51, 52, 58, 64, 65, 67, 68]"""
    fought: bool = False
    """It was in a combat last turn, so it has no move in T3. [T2]"""
    no_shot: str = ""
    """The rule that forbids it to shoot this turn, if one does. [55, 59]"""
    away_from: Point | None = None
    foes: tuple[int, ...] = ()
    """The enemies it touched when the combat was resolved. [R1, R3, P1]"""
    locked: bool = False
    """It was still in contact when the last turn closed. [X1, G-39]"""
    led: bool = False
    """The general led it in the fight it is locked in. [N3]"""


class Today(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit has done or suffered this turn; wiped at T0."""

    acted: bool = False
    """It has had its move in T3."""
    moved: bool = False
    advanced: bool = False
    unformed: str = ""
    """The rule that made it unformed. [U1, U2, U3]"""
    charged: bool = False
    evaded: bool = False
    retired: bool = False
    pursued: bool = False
    halted: bool = False
    touched: bool = False
    """An enemy has come into contact with it this turn. [S13]"""
    led: bool = False
    """The general was with it before its charge or before it was touched. [N3]"""
    shot: bool = False
    lost_to_fire: int = 0
    lost_in_combat: int = 0


class Unit(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, dict=True):
    """One unit, or a general."""

    id: int
    key: str
    name: str
    side: int
    kind: Kind
    full: int
    figures: int
    orders: tuple[Order, ...]
    order: Order
    training: Training
    traits: tuple[Trait, ...]
    weapon: Weapon
    points: int
    x: int = 0
    y: int = 0
    facing: int = 0
    where: Where = Where.TABLE
    subordinate: bool = False
    """For a general: he serves under the commander-in-chief, who is another. [74, N7]"""
    joined: int | None = None
    """For a general: the unit he is with. [N2]"""
    markers: int = 0
    used: tuple[Exception_, ...] = ()
    ever_shot: bool = False
    """It has shot in an earlier turn: its loaded volley is spent. [12, G-4]"""
    loaded_in: int = 0
    """For a gun: the first turn in which it may shoot again. [29, G-14]"""
    still: int = 1
    """For a gun: whole turns it has stood still, before this one. [30, G-36]"""
    start: int = 0
    """Figures at T0, the size for 71–73. [O1]"""
    today: Today = Today()
    duties: Duties = Duties()
    tomorrow: Duties = Duties()
    cloth: str = ""
    """Coat and facings of its list's own, over its livery; nothing to the rules."""

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.where is TABLE

    @property
    def is_gun(self) -> bool:
        """Whether it is artillery of any weight."""
        return self.kind in GUNS

    @property
    def is_general(self) -> bool:
        """Whether it is a general, who is no unit."""
        return self.kind is GENERAL

    @property
    def skirmishing(self) -> bool:
        """In skirmish order, foot or horse. [G-37]"""
        return self.order is SKIRMISH

    @property
    def raw(self) -> bool:
        """Whether it is raw."""
        return self.training is Training.RAW

    @property
    def elite(self) -> bool:
        """Whether it is elite."""
        return self.training is Training.ELITE

    @property
    def irregular(self) -> bool:
        """Whether it is irregular."""
        return Trait.IRREGULAR in self.traits

    def __repr__(self) -> str:
        place = f"({self.x / 100:g}, {self.y / 100:g}) facing {self.facing / 10:g}"
        return f"<{self.key} {self.name}: {self.figures}/{self.full} {self.order} at {place} {self.where}>"


class Contact(msgspec.Struct, frozen=True):
    """Two enemies touch. The older a contact, the lower its number. [C2, G-29]"""

    number: int
    attacker: int
    defender: int


class Aim(msgspec.Struct, frozen=True):
    """A target named in the shooting step."""

    shooter: int
    target: int
    round: Round = Round.BALL


class Loss(msgspec.Struct, frozen=True):
    """A general lost this turn, or his unit routed: who may have to test. [69, 70, O2]"""

    side: int
    cite: str
    witnesses: tuple[int, ...]


class Peril(msgspec.Struct, frozen=True):
    """A general in danger whose dice have still to be thrown. [N4, N5]"""

    general: int
    how: str
    """fire or combat: his unit lost a figure so; gone: his unit is destroyed or has routed."""
    unit: int


class State(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A whole battle. What is worked out from it is kept beside it, on the frozen value."""

    field: Battlefield
    options: Options
    units: tuple[Unit, ...]
    turn: int = 0
    first: int = 0
    """The side that goes first this turn. [T1]"""
    had_initiative: int | None = None
    contacts: tuple[Contact, ...] = ()
    next_contact: int = 0
    aims: tuple[Aim, ...] = ()
    losses: tuple[Loss, ...] = ()
    perils: tuple[Peril, ...] = ()
    arrived: bool = False
    outcome: Outcome | None = None

    @kept(of=("units",))
    def of_side(self, side: int) -> tuple[Unit, ...]:
        """A side's units on the table, generals not among them."""
        return tuple([u for u in self.units if u.side == side and u.where is TABLE and u.kind is not GENERAL])

    @kept(of=("units",))
    def generals(self, side: int) -> tuple[Unit, ...]:
        """A side's generals on the table, in roster order."""
        return tuple([u for u in self.units if u.kind is GENERAL and u.side == side and u.where is TABLE])

    def commander(self, side: int) -> Unit | None:
        """A side's commander-in-chief, while he is on the table. [N7]"""
        return next((general for general in self.generals(side) if not general.subordinate), None)

    def general_with(self, unit: int) -> Unit | None:
        """The general joined to a unit. [N2]"""
        for each in self.units:
            joined = each.joined
            if joined is not None and joined == unit and each.where is TABLE:
                return each
        return None

    def touching(self, unit: int) -> tuple[int, ...]:
        """The enemies in contact with a unit."""
        return tuple(
            [
                c.defender if c.attacker == unit else c.attacker
                for c in self.contacts
                if unit in (c.attacker, c.defender)
            ]
        )

    def in_contact(self, unit: int) -> bool:
        """Whether any enemy touches a unit."""
        for contact in self.contacts:  # noqa: SIM110 - asked of every unit at every action: a generator costs more than it finds
            if unit == contact.attacker or unit == contact.defender:
                return True
        return False


class Desk(UnitTable[State, Unit]):
    """What this book's steps work on."""

    __slots__ = ()


def foe(side: int) -> int:
    """The other side."""
    return 1 - side
