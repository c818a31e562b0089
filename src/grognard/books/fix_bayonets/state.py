"""The state of a battle: frozen values of this book alone. Strength is counted in half steps."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from grognard.engine.book import Outcome
from grognard.engine.flow import Table, replace
from grognard.engine.memo import kept
from grognard.engine.options import LEFT_OUT, Whole, Words
from grognard.geometry.hexes import Grid

from .words import Arm, Card, Fate, Formation, Order, Rank, Trait, Weather, Where

LEADERS = 500
"""Leaders are numbered from here, units from 0."""
NOBODY = NOWHERE = -1
"""No unit, leader, side or Formation; no hex."""
NO_PIVOT, ANY_WAY = -1, -2
"""Instead of a facing from which turns are free: there is none, or every turn is. [F-10.2]"""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The book's switches, with the defaults of the rulings."""

    guns_count_in_line_only: bool = False
    """A battery counts 2 steps in a mixed Line only, not in Square and Disorder. [R-68]"""
    road_columns_fire_in_full: bool = False
    """A Road Column fires with its whole FV, since the chart's Column row does not name it. [R-86]"""
    retreats_shun_all_zones: bool = False
    """Any enemy zone makes a bad retreat hex, not only Skirmish and Opportunity-fire zones. [R-87]"""
    short_road_columns: bool = False
    """Only units of 2 steps or fewer form Road Column, as the chart's stacking row has it. [R-88]"""
    turned_guns_hold_fire: bool = False
    """Foot guns that have turned do not fire in the same activation. [R-89]"""
    first_army: Words = LEFT_OUT
    """The army of the first side: a name, or the text of a list; empty: the scenario's own. [F-24.2]"""
    second_army: Words = LEFT_OUT
    """The army of the second side: a name, or the text of a list; empty: the scenario's own. [F-24.2]"""
    ground: Whole = LEFT_OUT
    """An open battle's table is drawn by this number; 0: as it is written. [F-25]"""
    size: Whole = LEFT_OUT
    """The most points either side may bring; 0: as many as it likes. [F-25]"""


class Battlefield(msgspec.Struct, frozen=True, cache_hash=True, dict=True, omit_defaults=True):
    """What never changes during a game."""

    name: str
    title: str
    columns: int
    rows: int
    terrain: str
    """One letter for each hex, row by row. [F-7]"""
    turns: int
    sides: tuple[str, str]
    depots: tuple[int, int]
    home: tuple[int, int]
    """The row (from 0) by which each side leaves in rout. [F-21.4]"""
    armies: tuple[str, str] = ("", "")
    """Which of the book's armies they are."""
    roads: tuple[tuple[int, int], ...] = ()
    bridges: tuple[int, ...] = ()
    places: tuple[tuple[int, str], ...] = ()
    clock: int = 640
    """Minutes after midnight at the start of turn 1."""
    weather: tuple[Weather, ...] = ()
    """Fixed for the first turns; rolled after that, or clear. [F-23]"""
    rolls: tuple[tuple[int, Weather], ...] = ()
    """A die up to this number brings that weather. [F-21.1]"""
    dusk: int = 0
    night: int = 0
    """From which turn it is dusk, and night; 0: never. [F-23]"""
    prizes: tuple[tuple[int, int, int, int], ...] = ()
    """Hex, points for side 0, points for side 1, and the side that has it if nobody does, or -1."""
    held_now: bool = False
    """Whether ground counts by who stands there at the end, or who was there last. [F-21.3, F-22.2]"""
    lead: int = 5
    hasty: tuple[int, ...] = ()
    """Sides that in rain try squares at 2 hexes or less only. [F-21.2]"""
    rye: bool = False
    """Squares in rye are tried at 2 hexes or less only. [F-22.1]"""
    supply: tuple[int, ...] = ()
    """Sides with trains: their cartridges run short, and their depots can be taken. [F-26.1]"""
    events: bool = False
    """Whether a special event is rolled for after the weather. [F-28]"""
    cover: tuple[tuple[int, str], ...] = ()
    """Cover written over that of the letters, for odds without a board."""

    @cached_property
    def grid(self) -> Grid:
        """The hexes. [F-5.1]"""
        return Grid(self.columns, self.rows)


class Unit(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True):
    """One counter. What belongs to the stack (hex, formation, order, markers) is the same in all of its units."""

    id: int
    name: str
    side: int
    command: int
    arm: Arm
    full: int
    """Steps at the start."""
    fv: int
    tem: int
    sv: int
    mcf: int
    halves: int
    """Half steps now: an odd number means a Stragglers half is lost. [F-18.1]"""
    cv: int = 0
    traits: tuple[Trait, ...] = ()
    british: bool = False
    range: int = 0
    parent: int = NOBODY
    """The battalion a Screen was detached from. [F-10.5]"""
    hex: int = NOWHERE
    hex2: int = NOWHERE
    """The second hex of an Extended Line or a wide Screen. [F-10.4, R-65]"""
    seat: int = 0
    """Its place in the stack, the top unit at 0. [F-6.1]"""
    where: Where = Where.MAP
    arrives: int = 0
    formation: Formation = Formation.COLUMN
    facing: int = 0
    order: Order = Order.GOOD
    lost: int = 0
    """Half steps lost for good."""
    spent: bool = False
    suppressed: int = 0
    """How many of its activations must still end before guns are free again. [F-14.2]"""
    fb: bool = False
    """Under FB!, which the charts write TB! as well. [R-27]"""
    fired: bool = False
    shot: bool = False
    halted: bool = False
    failed_charge: bool = False
    ooc: bool = False
    forced: bool = False
    acted: bool = False
    used: int = 0
    """MCF used in this activation, in halves. [F-17.1]"""
    shifted: bool = False
    """Moved, limbered or unlimbered in this activation. [F-13.3]"""
    routed_now: bool = False
    passing: bool = False
    """In a hex of friends on its way through, and not of their stack. [F-10.6]"""
    short: bool = False
    """Short of cartridges. [F-26.2]"""
    cloth: str = ""
    """Coat and facings of its list's own, over its livery; nothing to the rules."""

    @property
    def on_map(self) -> bool:
        """Whether it stands on the map."""
        return self.where is Where.MAP

    @property
    def wide(self) -> bool:
        """Whether it stands in two hexes. [F-10.4, R-65]"""
        return self.hex2 != NOWHERE

    @property
    def steps(self) -> int:
        """Steps, halves rounded up: for stacking and density. [F-18.1]"""
        return (self.halves + 1) // 2

    @property
    def good(self) -> bool:
        """In good order."""
        return self.order is Order.GOOD

    def has(self, trait: Trait) -> bool:
        """Whether it has a trait."""
        return trait in self.traits

    @property
    def light(self) -> bool:
        """Light cavalry."""
        return Trait.LIGHT in self.traits

    @property
    def train(self) -> bool:
        """Waggons, not guns. [F-26]"""
        return Trait.TRAIN in self.traits

    @property
    def stuck(self) -> bool:
        """A train that is Suppressed, and so does not move. [F-26.6]"""
        return self.train and self.suppressed > 0

    @property
    def poor(self) -> bool:
        """Poorly trained."""
        return Trait.POOR in self.traits

    @property
    def fire_value(self) -> int:
        """FV as it is now: 1 less for each full step below 4; a battery that lost a half 2 less. [F-6, F-18.1]"""
        if self.arm is Arm.ART:
            return self.fv - 2 * (self.halves < 2 * self.full)
        return self.fv - min(4, self.full) + min(4, self.halves // 2)

    @property
    def strength(self) -> Fraction:
        """Steps of foot, CV of horse by the steps left, 1 for guns alone. [R-14]"""
        if self.arm is Arm.ART:
            return Fraction(1)
        if self.arm is Arm.CAV:
            return Fraction(self.cv * self.halves, 2 * self.full)
        return Fraction(self.halves, 2)

    def __repr__(self) -> str:
        return f"<{self.name}: {self.halves / 2:g}/{self.full} {self.formation.value} {self.order.value} at {self.hex}>"


def by_seat(unit: Unit) -> tuple[bool, int]:
    """Where a unit comes in its stack: a mixed stack stands and checks as its infantry does. [F-6.1, F-5.2]"""
    return unit.arm is Arm.ART, unit.seat


class OM(msgspec.Struct, frozen=True, omit_defaults=True):
    """An objective marker. [R-37]"""

    hex: int
    temporary: bool = False


class Leader(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True):
    """A leader with his ratings, his card and his orders. [F-9.1]"""

    id: int
    name: str
    side: int
    rank: Rank
    sr: int
    cr: int
    tem: int = 0
    inf: int = 0
    cav: int = 0
    art: int = 0
    flexible: bool = False
    passive: bool = False
    command: int = NOBODY
    superior: int = NOBODY
    hex: int = NOWHERE
    fate: Fate = Fate.MAP
    card: Card = Card.NONE
    arrives: int = 0
    clock: int = 0
    wounded: bool = False
    om: OM | None = None
    pending: OM | None = None
    tried: bool = False
    """Initiative, this turn. [F-9.4]"""
    barred: bool = False
    """His card has tried to interrupt this turn. [F-8.1]"""
    replaces: int = NOBODY
    """The leader he stands in for. [F-9.6]"""
    rode: bool = False
    """He has ridden himself in this activation. [F-9.1a]"""
    along: int = NOBODY
    """The unit he has gone along with in this activation. [F-9.1a]"""
    routed: bool = False

    @property
    def on_map(self) -> bool:
        """Whether he is on the map."""
        return self.fate is Fate.MAP

    def __repr__(self) -> str:
        return f"<{self.name} ({self.rank.value}) at {self.hex} {self.fate.value} card {self.card.value}>"


class Command(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Formation: the units of one Formation Leader, tired together. [F-19.1]"""

    key: str
    side: int
    corps: str
    fatigue: int = 0
    start: int = 0
    """Half steps at the start of the game."""
    lost: int = 0
    """Half steps lost this turn."""
    fought: bool = False
    active: bool = False
    """Moved, fired or stood in a zone this turn."""
    forced: bool = False
    reserve: bool = False
    activated: bool = False
    """It has had its activation this turn. [F-8.4]"""


class Flight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stack that must run or fall back: whom, how far, and what it has cost. [F-18.3]"""

    units: tuple[int, ...]
    left: int
    rout: bool = True
    used: tuple[int, ...] = ()
    paid: bool = False
    led: bool = True
    """Leaders of the stack may still be shifted to friends beside it. [F-9.7]"""


class State(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A whole battle. What is worked out from it is kept beside it, on the frozen value."""

    field: Battlefield
    options: Options
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...] = ()
    commands: tuple[Command, ...] = ()
    turn: int = 0
    weather: tuple[Weather, ...] = ()
    initiative: int = 0
    contested: bool = False
    """The first contest of the turn has been decided."""
    stack: tuple[int, ...] = ()
    """The activation stack, the top last."""
    interrupted: tuple[int, ...] = ()
    active: tuple[int, ...] = ()
    """Leaders activating now."""
    cohesion: tuple[int, int] = (0, 0)
    holders: tuple[tuple[int, int], ...] = ()
    """Who stood last in each hex that scores. [F-22.2]"""
    fleeing: tuple[Flight, ...] = ()
    verdict: str = ""
    """What the last melee or check came to."""
    batteries: tuple[int, int] = (0, 0)
    """Batteries each side has lost for good."""
    outcome: Outcome | None = None

    @property
    def at(self) -> dict[int, tuple[Unit, ...]]:
        """The units in each hex, the top unit first, infantry above its guns; both hexes of a wide one. [F-6.1, F-5.2]"""
        return _at(self)

    def stack_of(self, unit: Unit) -> tuple[Unit, ...]:
        """The stack a unit belongs to; who is passing through friends belongs to those who pass with it."""
        return self.passers if unit.passing else self.at.get(unit.hex, ())

    @property
    def passers(self) -> tuple[Unit, ...]:
        """The stack that is in a hex of friends just now, on its way through. [F-10.6]"""
        return _passers(self)

    def stacks(self, side: int | None = None) -> tuple[tuple[Unit, ...], ...]:
        """Every stack on the map, each once."""
        return _stacks(self, side)

    def leaders_at(self, here: int, side: int) -> tuple[Leader, ...]:
        """The leaders of one side in a hex."""
        return _leaders_by_hex(self).get((here, side), ())

    def is_(self, *kinds: Weather) -> bool:
        """Whether the turn has one of these."""
        return any(kind in self.weather for kind in kinds)


@kept(of=("units",))
def _at(state: State) -> dict[int, tuple[Unit, ...]]:
    found: dict[int, tuple[Unit, ...]] = {}
    shared, on_map = set(), Where.MAP
    for unit in state.units:
        if unit.where is on_map and not unit.passing:
            if (here := unit.hex) in found:
                found[here] += (unit,)
                shared.add(here)
            else:
                found[here] = (unit,)
            if (wing := unit.hex2) != NOWHERE:
                found[wing] = (*found.get(wing, ()), unit)
                shared.add(wing)
    for here in shared:
        found[here] = tuple(sorted(found[here], key=by_seat))
    return found


@kept(of=("units",))
def _passers(state: State) -> tuple[Unit, ...]:
    return tuple(sorted([unit for unit in state.units if unit.passing and unit.on_map], key=by_seat))


@kept(of=("units",))
def _stacks(state: State, side: int | None) -> tuple[tuple[Unit, ...], ...]:
    return tuple(
        [
            units
            for here, units in state.at.items()
            if units[0].hex == here and (side is None or units[0].side == side)
        ]
    )


@kept(of=("leaders",))
def _leaders_by_hex(state: State) -> dict[tuple[int, int], tuple[Leader, ...]]:
    found: dict[tuple[int, int], tuple[Leader, ...]] = {}
    for one in state.leaders:
        if one.fate is Fate.MAP:
            found[one.hex, one.side] = (*found.get((one.hex, one.side), ()), one)
    return found


ARRANGED = ("units", "commands", "weather", "field", "options")
"""What zones, sight and rides depend on, and nothing else: most actions change none of it."""


V = TypeVar("V", Unit, Leader, Command)


def _with(value: V, changes: dict[str, Any]) -> V:
    """A value with these fields; the very same where nothing changes, so that what is kept of it stays."""
    for name, wanted in changes.items():
        if getattr(value, name) != wanted:
            return replace(value, **changes)
    return value


class Desk(Table[State]):
    """What this book's steps work on."""

    __slots__ = ()

    def unit(self, unit: int) -> Unit:
        """A unit by its id."""
        return self.state.units[unit]

    def leader(self, leader: int) -> Leader:
        """A leader by his id."""
        return self.state.leaders[leader - LEADERS]

    def put(self, unit: int, **changes: Any) -> None:
        """Change fields of a unit."""
        units = self.state.units
        if (one := _with(units[unit], changes)) is not units[unit]:
            self.state = replace(self.state, units=(*units[:unit], one, *units[unit + 1 :]))

    def put_all(self, units: tuple[int, ...], **changes: Any) -> None:
        """Change fields of several units."""
        self.put_each(dict.fromkeys(units, changes))

    def put_each(self, changes: Mapping[int, dict[str, Any]]) -> None:
        """Change fields of several units, each its own."""
        before = self.state.units
        found = {
            unit: one
            for unit, each in changes.items()
            if (one := _with(before[unit], each)) is not before[unit]
        }
        if found:
            now = list(before)
            for unit, one in found.items():
                now[unit] = one
            self.state = replace(self.state, units=tuple(now))

    def put_leader(self, leader: int, **changes: Any) -> None:
        """Change fields of a leader."""
        at = leader - LEADERS
        leaders = self.state.leaders
        if (one := _with(leaders[at], changes)) is not leaders[at]:
            self.state = replace(self.state, leaders=(*leaders[:at], one, *leaders[at + 1 :]))

    def put_command(self, command: int, **changes: Any) -> None:
        """Change fields of a Formation."""
        commands = self.state.commands
        if (one := _with(commands[command], changes)) is not commands[command]:
            self.state = replace(self.state, commands=(*commands[:command], one, *commands[command + 1 :]))

    def stack(self, unit: int) -> tuple[Unit, ...]:
        """The stack a unit belongs to, as it is now."""
        return self.state.stack_of(self.unit(unit))
