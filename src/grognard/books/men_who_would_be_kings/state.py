"""The state of a battle: frozen values of this book alone. Lengths in hundredths of an inch."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from grognard.engine.book import Outcome
from grognard.engine.desks import UnitTable
from grognard.engine.flow import replace
from grognard.engine.options import LEFT_OUT, Whole

from .words import CAVALRY, CREWED, FIELD_GUNS, LOST, Kind, Trait, Upgrade, Weapon, Where

Point = tuple[int, int]
FOOT_RADIUS, MOUNTED_RADIUS = 50, 75
"""A foot or crew base is 1.0 across, a mounted one 1.5. [R-55]"""
LEADERLESS = 8
REMEMBERED = 4096
"""How many answers to one kind of question are kept."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The book's switches, with the defaults of the rulings."""

    leadership: Literal["flat", "rolled", "rolled_with_traits"] = "flat"
    """How Leaders get their values: as in the data, rolled, or rolled with traits. [F-L1]"""
    first_force: str = ""
    """The force of the first side: a name, or the text of a list; empty: the scenario's own. [F-6]"""
    second_force: str = ""
    """The force of the second side: a name, or the text of a list; empty: the scenario's own. [F-6]"""
    free_deployment: bool = False
    """The players set their units up by hand. [F-S7]"""
    discipline_on_orders: bool = False
    """Discipline is added to order rolls. [R-02]"""
    jam_mode: Literal["no_effect", "next_turn"] = "no_effect"
    """What a jam does: this Fire has no effect, or the hits stand and the gun is silent next turn. [R-19]"""
    edge_exit_causes_tests: bool = False
    """Friends test when a unit retreats off the table. [R-35]"""
    crew_arc_deg: Literal[360, 180] = 360
    """The firing arc of crewed weapons. [R-38]"""
    trigger_on_fire: bool = False
    """Solo: firing makes natives appear too. [F-B2]"""
    babbage_order_bonus: int = 0
    """Solo: added to the order rolls of Mr Babbage's natives. [F-B7]"""
    difficulty: Literal["easy", "normal", "hard"] = "normal"
    """Solo: natives for 18, 24 or 36 points. [F-B1]"""
    goal: Literal["straight", "crossroads"] = "straight"
    """Solo: fight on, or hold the crossroads at the end of turn 20. [F-B13]"""
    ground: Whole = LEFT_OUT
    """An open battle's table is drawn by this number; 0: as it is written. [F-S8]"""
    size: Whole = LEFT_OUT
    """The most points either side may bring; 0: as many as it likes. [F-S8]"""

    def __post_init__(self) -> None:
        if not -6 <= self.babbage_order_bonus <= 6:
            raise ValueError("babbage_order_bonus must be from -6 to 6")


class Terrain(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of ground, or a line across it."""

    kind: str
    name: str
    poly: tuple[Point, ...]
    level: int = 0
    structure: int = 0
    """Structure points of a building that can be levelled. [F-SB2]"""


class Edge(msgspec.Struct, frozen=True):
    """One side of the table, or a stretch of it."""

    start: Point
    end: Point


class Task(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a scenario asks of one side, and how it comes and goes."""

    own: tuple[Edge, ...] = ()
    """Its own edge, or edges: then the nearest counts. [R-27]"""
    exits: tuple[Edge, ...] = ()
    """Edges it may leave by. [R-61]"""
    entries: tuple[Edge, ...] = ()
    """Edges its reserves come by. [R-61]"""
    from_turn: int = 0
    """The first own turn in which reserves may come, on 4 or more each. [F-S3]"""
    sure_turn: int = 0
    plays_on: bool = False
    """It has a task left when the enemy has nobody. [F-S5]"""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a side sets up: wholly inside one of these shapes. [F-S1]"""

    side: int
    polys: tuple[tuple[Point, ...], ...]
    keep: int = 100
    """How far from enemies already set up."""
    spot: Point | None = None
    """Each Leader within his unit's move of this spot, instead. [F-SD1]"""
    first_half: bool = False
    """At least half of the units are in the first shape. [F-SG1]"""
    file: bool = False
    """Units in one file, 3 to 12 from the next. [F-SF1]"""


class SideFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side as the scenario names it."""

    key: str
    name: str
    points: int
    task: Task = Task()
    on_table: tuple[int, int] = (0, 999)
    """The least and the most points that start on the table. [F-SB1, F-SC1, F-SH1]"""
    rest: str = "table"
    """Where the others are: nowhere else, waiting, hidden, or in Mr Babbage's pool."""
    force: str = ""
    """Which of the book's forces it is; empty: one of a player's own."""


class Battlefield(msgspec.Struct, frozen=True, cache_hash=True, dict=True, omit_defaults=True):
    """What never changes during a game."""

    name: str
    title: str
    width: int
    height: int
    turns: int
    sides: tuple[SideFacts, SideFacts]
    terrain: tuple[Terrain, ...]
    victory: str = "meeting"
    """Which scenario's scoring counts."""
    first: int | None = None
    """The side that goes first; None: they roll for it. [R-40]"""
    markers: tuple[Point, ...] = ()
    marker_names: tuple[str, ...] = ()
    """Markers to search. [F-SC2]"""
    area: tuple[Point, ...] = ()
    """The fort, camp or circle to hold. [F-S4]"""
    zones: tuple[Zone, ...] = ()
    """Where each side sets up. [F-S1]"""
    solo: int | None = None
    """The side Mr Babbage's rules play, in the solo game. [F-B1]"""


class Unit(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, dict=True):
    """One unit: single models, one of them its Leader."""

    id: int
    key: str
    name: str
    side: int
    kind: Kind
    upgrades: tuple[Upgrade, ...]
    cost: int
    start: int
    weapon: Weapon
    models: tuple[Point, ...] = ()
    fallen: int = 0
    leader: int | None = 0
    """Which model leads; None: Leaderless. [R-05]"""
    captain: str = ""
    """What the Leader is called."""
    leadership: int = 6
    """The Leader's value, before his trait. [F-L1]"""
    trait: Trait = Trait.ORDINARY
    drink: int = 6
    """A drunkard's value just now. [F-T8]"""
    fights: int | None = None
    fires: int | None = None
    steady: int | None = None
    """Fighting, Firing and Discipline written over the profile's: for odds without a board."""
    facing: int = 0
    close_order: bool = False
    to_ground: bool = False
    pins: int = 0
    mounted: bool = False
    """Mounted infantry in the saddle. [F-M1]"""
    inside: int | None = None
    """The building it holds. [R-62]"""
    where: Where = Where.TABLE
    acted: bool = False
    """It has been activated in this player turn. [T149]"""
    arrived: bool = False
    """It came this turn and may do nothing. [F-SC1]"""
    jammed: int = 0
    """The own turn in which its machine gun may not fire. [R-19]"""
    dry: bool = False
    """Out of ammunition. [F-T7]"""
    engaged: bool = False
    """It has been attacked or fired at. [F-T6]"""
    unnerved: bool = False
    """Its first marker has come. [F-T11]"""
    spared: bool = False
    """The first double 1 has been ignored. [F-T26]"""
    prize: bool = False
    """It carries the prize. [F-SC3]"""
    sector: int | None = None
    """Where it lies hidden, known to its owner only. [F-SC1]"""
    gone: bool = False
    """Solo: lost for good. [F-B5]"""
    was: tuple[int, int] | None = None
    """Where its middle was when its activation began. [F-B3]"""
    cloth: str = ""
    """Coat and facings of its list's own, over its livery; nothing to the rules."""

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.where is Where.TABLE

    @property
    def lost(self) -> bool:
        """Destroyed, routed or retreated off. [F-S2]"""
        return self.where in LOST

    @property
    def cavalry(self) -> bool:
        """Of the three cavalry classes. [R-50]"""
        return self.kind in CAVALRY

    @property
    def crewed(self) -> bool:
        """A gun with its crew."""
        return self.kind in CREWED

    @property
    def field_gun(self) -> bool:
        """A field gun."""
        return self.kind in FIELD_GUNS

    @property
    def pinned(self) -> bool:
        """Whether it has a Pinned marker."""
        return self.pins > 0

    @property
    def rides(self) -> bool:
        """Mounted infantry, in the saddle or not. [F-M1]"""
        return Upgrade.MOUNTED_INFANTRY in self.upgrades

    @property
    def radius(self) -> int:
        """Half of a base. [R-55]"""
        memo: dict[str, int] = self.__dict__
        known = memo.get("radius_")
        if known is None:
            known = memo["radius_"] = MOUNTED_RADIUS if self.cavalry or self.rides else FOOT_RADIUS
        return known

    @property
    def count(self) -> int:
        """Living models."""
        return len(self.models)

    def __repr__(self) -> str:
        status = " pinned" * self.pinned + " close" * self.close_order + " to ground" * self.to_ground
        place = f" at {self.models[0]}" if self.models else ""
        return f"<{self.key} {self.name}: {self.count}/{self.start}{status}{place} {self.where}>"


class State(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A whole battle. What is worked out from it is kept beside it, on the frozen value."""

    field: Battlefield
    options: Options
    units: tuple[Unit, ...]
    turn: int = 0
    side: int = 0
    """Whose player turn it is."""
    first: int = 0
    structure: tuple[int, ...] = ()
    """Structure points left, for each piece of terrain. [F-SB2]"""
    markers: tuple[int, ...] = ()
    """Markers not searched yet. [F-SC2]"""
    prize: Point | None = None
    """Where the prize lies. [F-SC3]"""
    prize_out: bool = False
    """It has been carried off. [F-SC4]"""
    quiet: int = 0
    """Game turns in a row without a defender lost. [F-SD2]"""
    fallen_before: int = 0
    nephews: tuple[int, int] = (0, 0)
    """Points each side has for nephews of the other. [F-T14]"""
    edge: int | None = None
    """The short edge an attacker chose: 0 west, 1 east. [F-SH1]"""
    queues: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] = ((), (), ())
    """Solo: chargers, riders, shooters still to come. [F-B1]"""
    lost_for_good: int = 0
    points_gone: int = 0
    bouts: tuple[str, ...] = ()
    """How the melees of this activation went, as the attacker sees it. [R-30]"""
    triggered: bool = False
    """Solo: a human unit has set off an appearance this turn. [F-B4]"""
    outcome: Outcome | None = None

    def on_table(self, side: int | None = None) -> tuple[Unit, ...]:
        """The units standing on the table, of one side or both."""
        memo: dict[Any, tuple[Unit, ...]] = self.__dict__
        key = "on_table", side
        if key not in memo:
            memo[key] = tuple(
                [u for u in self.units if u.where is Where.TABLE and (side is None or u.side == side)]
            )
        return memo[key]

    @property
    def standing(self) -> tuple[Terrain, ...]:
        """The terrain as it is now: levelled buildings are rubble. [F-SB2]"""
        memo: dict[Any, tuple[Terrain, ...]] = self.__dict__
        if "standing" not in memo:
            memo["standing"] = terrain_now(self.field, self.structure)
        return memo["standing"]


def terrain_now(field: Battlefield, structure: tuple[int, ...]) -> tuple[Terrain, ...]:
    """The terrain with levelled buildings as rubble, worked out once for each."""
    memo: dict[Any, tuple[Terrain, ...]] = field.__dict__
    key = "terrain", structure
    if key not in memo:
        memo[key] = tuple(
            replace(piece, kind="rubble") if piece.structure and structure and structure[at] == 0 else piece
            for at, piece in enumerate(field.terrain)
        )
    return memo[key]


class Desk(UnitTable[State, Unit]):
    """What this book's steps work on."""

    __slots__ = ()


def foe(side: int) -> int:
    """The other side."""
    return 1 - side
