"""Reading sheets, army lists and scenarios: what is written in them becomes the first state, or one line of refusal.

Three kinds of files, all TOML, lengths in inches, facings in degrees clockwise from north:

`armies/<nation>.toml`, a sheet (`kind = "sheet"`, see `SheetFile`): profiles, costs of list options, fate table.
`armies/<name>.toml`, a list (`kind = "list"`, see `ForceFile`): brigades of units bought from one or more sheets.
`scenarios/<name>.toml` (see `ScenarioFile`): table, terrain, sides, zones, objectives, places, arrivals.

A unit that a scenario does not place is drawn up by itself in its side's zone, brigade beside brigade, so that a
scenario also serves with other armies (options `first_army`, `second_army`).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from grognard.books.valour_and_fortitude.facts.arrange import arrange
from grognard.books.valour_and_fortitude.facts.soundness import standing_faults
from grognard.books.valour_and_fortitude.state import (
    Battlefield,
    Brigade,
    Fate,
    Leader,
    Objective,
    Options,
    Profile,
    SideFacts,
    State,
    Terrain,
    Unit,
    Zone,
)
from grognard.books.valour_and_fortitude.tables.terrain import FEATURES
from grognard.books.valour_and_fortitude.words import Arm, Nation, Order, Special, Where
from grognard.engine.book import BadInput, ScenarioInfo
from grognard.field.outlines import simple

HOUSE = Path(__file__).parent
Inches = int | float
Corner = tuple[Inches, Inches]
CARDS = tuple(range(1, 14))


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record read from a file: nothing missing, nothing unknown."""


class ProfileRow(_Strict, frozen=True):
    """[[profile]] of a sheet: one line of the army sheet. [33]"""

    id: str
    """How lists name it: "line_infantry"."""
    name: str
    arm: Arm
    figures: tuple[int, int]
    """Minimum and maximum; artillery [1, 1]. [15]"""
    melee: int
    tenacity: int
    points: int
    fire: int = 0
    """0 or left out: no fire value. [B16]"""
    weapon: str = ""
    range: Inches = 0
    specials: tuple[Special, ...] = ()
    detachment: bool = False
    """The name says Detachment. [B67]"""
    source: Literal["found", "recalled", "invented"] = "found"


class SheetOptions(_Strict, frozen=True):
    """[options] of a sheet: what list options cost. [2.4]"""

    elite_fire: int = 3
    elite_fire_artillery: int = 9
    elite_melee: int = 2
    elite_tenacity: int = 4
    understrength: int = -5
    unenthusiastic: int | None = None
    """None: this army has no such option."""
    stoic: int | None = None
    """Russians: reroll natural 1s in valour tests."""


class SheetFile(_Strict, frozen=True):
    """armies/<nation>.toml with kind = "sheet"."""

    kind: Literal["sheet"]
    book: str
    title: str
    nation: Nation
    """Whose fate table it has. [43]"""
    source: str
    profile: tuple[ProfileRow, ...]
    options: SheetOptions = SheetOptions()


class ListedUnit(_Strict, frozen=True):
    """[[brigade.unit]] of a list."""

    id: str
    profile: str
    figures: int = 0
    """0: the minimum."""
    name: str = ""
    """Left out: the profile's name."""
    sheet: str = ""
    """Left out: the list's own sheet (Portuguese with the British)."""
    elite: tuple[Literal["fire", "melee", "tenacity"], ...] = ()
    understrength: bool = False
    unenthusiastic: bool = False
    stoic: bool = False


class ListedBrigade(_Strict, frozen=True):
    """[[brigade]] of a list: 2 to 8 units and a leader. [32]"""

    name: str
    leader: str
    unit: tuple[ListedUnit, ...]


class ForceFile(_Strict, frozen=True):
    """armies/<name>.toml with kind = "list"."""

    kind: Literal["list"]
    book: str
    title: str
    sheet: str
    commander: str
    """The army leader's name. [30]"""
    limit: int
    """Points it may cost; the true cost is worked out."""
    brigade: tuple[ListedBrigade, ...]
    source: str = ""


class _Side(_Strict, frozen=True):
    """[[side]]: exactly two."""

    key: str
    name: str
    army: str
    """A list of armies/."""


class _Terrain(_Strict, frozen=True):
    """[[terrain]]: kind is a key of tables/terrain.py; poly an outline, or the points of a wall, hedge or stream."""

    kind: str
    name: str
    poly: tuple[Corner, ...]
    crest: tuple[Corner, ...] = ()
    contours: tuple[tuple[Corner, ...], ...] = ()
    group: str = ""


class _Zone(_Strict, frozen=True):
    """[[zone]]: where a side deploys; convex is best, the first zone of a side is where units are drawn up."""

    side: str
    poly: tuple[Corner, ...]


class _Objective(_Strict, frozen=True):
    """[[objective]]: `at`, or `feature` (a building or wood by name); `holder` is a side's key or left out."""

    name: str
    at: Corner | None = None
    feature: str = ""
    holder: str = ""


class _Place(_Strict, frozen=True):
    """[[unit]]: where a unit of a list stands. `order` close (files count), open, square, limbered, unlimbered."""

    id: str
    at: Corner = (0, 0)
    facing: Inches = 0
    files: int = 0
    order: Order | None = None
    feature: str = ""
    """A building or wood it occupies instead of standing at a place. [172]"""


class _LeaderPlace(_Strict, frozen=True):
    """[[leader]]: `brigade` by name, left out for the army leader."""

    side: str
    at: Corner
    brigade: str = ""


class _Arrival(_Strict, frozen=True):
    """[[arrival]]: a brigade, by name, that comes as reinforcements. [149]"""

    side: str
    brigade: str
    turn: int
    at: Corner
    """The arrival point, on an edge of the table."""


class ScenarioFile(_Strict, frozen=True):
    """scenarios/<name>.toml."""

    title: str
    blurb: str
    source: str
    table: tuple[Inches, Inches]
    turns: int
    first: str
    """The key of the side that takes the first turn. [34]"""
    side: tuple[_Side, _Side]
    terrain: tuple[_Terrain, ...] = ()
    zone: tuple[_Zone, ...] = ()
    objective: tuple[_Objective, ...] = ()
    unit: tuple[_Place, ...] = ()
    leader: tuple[_LeaderPlace, ...] = ()
    arrival: tuple[_Arrival, ...] = ()


def read_toml(path: Path, kind: type[Any]) -> Any:
    """A file checked against its record; BadInput names the file and what is wrong."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), kind)
    except msgspec.ValidationError as fault:
        raise BadInput(f"{path.name}: {fault}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path.name} is not TOML: {fault}") from None
    except OSError as fault:
        raise BadInput(f"{path.name} cannot be read: {fault.strerror}") from None


@cache
def kinds() -> dict[str, str]:
    """What each file of armies/ is: a sheet or a list."""
    found = {}
    for path in sorted((HOUSE / "armies").glob("*.toml")):
        found[path.stem] = str(tomllib.loads(path.read_text("utf-8")).get("kind", ""))
    return found


def force_names() -> list[str]:
    """The lists that come with the book."""
    return [name for name, kind in kinds().items() if kind == "list"]


def sheet_names() -> list[str]:
    """The sheets that come with the book."""
    return [name for name, kind in kinds().items() if kind == "sheet"]


@cache
def sheet(name: str) -> SheetFile:
    """One of the book's army sheets."""
    if name not in sheet_names():
        raise BadInput(f"there is no army sheet '{name}'; there are: {', '.join(sheet_names())}")
    found: SheetFile = read_toml(HOUSE / "armies" / f"{name}.toml", SheetFile)
    return found


def force(name: str) -> ForceFile:
    """An army list, by its name or from a file."""
    path = HOUSE / "armies" / f"{name}.toml" if name in force_names() else Path(name)
    if not (path.suffix == ".toml" and path.is_file()):
        raise BadInput(
            f"there is no army list '{name}'; there are: {', '.join(force_names())}, or name a file"
        )
    found: ForceFile = read_toml(path, ForceFile)
    return found


def row_for(listed: ListedUnit, of: str) -> ProfileRow:
    """The line of the sheet a listed unit is bought from."""
    for row in sheet(listed.sheet or of).profile:
        if row.id == listed.profile:
            return row
    raise BadInput(f"{listed.id}: the sheet '{listed.sheet or of}' has no profile '{listed.profile}'")


def profile_of(listed: ListedUnit, of: str) -> Profile:
    """A listed unit's profile, its options included. [2.4]"""
    row, costs = row_for(listed, of), sheet(listed.sheet or of).options
    weak = int(listed.understrength and Special.MILITIA not in row.specials) + int(listed.unenthusiastic)
    fire = row.fire + ("fire" in listed.elite and row.fire > 0)
    specials = (*row.specials, Special.STOIC) if listed.stoic else row.specials
    points = row.points + (costs.understrength if listed.understrength else 0)
    points += (costs.unenthusiastic or 0) if listed.unenthusiastic else 0
    points += (costs.stoic or 0) if listed.stoic else 0
    for option in listed.elite:
        gun = option == "fire" and row.arm is Arm.ARTILLERY
        points += costs.elite_fire_artillery if gun else getattr(costs, f"elite_{option}")
    return Profile(
        row.id,
        row.arm,
        fire,
        _length(row.range),
        max(1, row.melee + ("melee" in listed.elite) - weak),
        max(1, row.tenacity + ("tenacity" in listed.elite) - weak),
        specials,
        points,
        row.weapon,
        row.detachment,
    )


def figures_of(listed: ListedUnit, of: str) -> int:
    """How many figures a listed unit has."""
    return listed.figures or figure_limits(listed, of)[0]


def figure_limits(listed: ListedUnit, of: str) -> tuple[int, int]:
    """The fewest and most figures; understrength halves both, cavalry never below 3. [15, 2.4]"""
    row = row_for(listed, of)
    low, high = row.figures
    if not listed.understrength or row.arm is Arm.ARTILLERY:
        return low, high
    least = 3 if row.arm is Arm.CAVALRY else 1
    return max(least, -(-low // 2)), max(least, high // 2)


@cache
def scenarios() -> dict[str, ScenarioInfo]:
    """The book's own scenarios, the learning one first."""
    found = {}
    paths = sorted((HOUSE / "scenarios").glob("*.toml"), key=lambda p: (p.stem != "first_brigade", p.stem))
    for path in paths:
        file: ScenarioFile = read_toml(path, ScenarioFile)
        sides = tuple(side.name for side in file.side)
        found[path.stem] = ScenarioInfo(path.stem, file.title, sides, file.blurb, path)
    return found


def setup(path: Path, options: Options) -> State:
    """The first state of a scenario."""
    file: ScenarioFile = read_toml(path, ScenarioFile)
    try:
        state = _state(path.stem, file, options)
        for fault in standing_faults(state):
            raise BadInput(fault)
    except BadInput as fault:
        raise BadInput(f"{path.name}: {fault}") from None
    return state


def _length(inches: Inches) -> int:
    """Inches as hundredths; two decimals are enough."""
    return round(inches * 100)


def _corner(corner: Corner) -> tuple[int, int]:
    return _length(corner[0]), _length(corner[1])


def _corners(poly: tuple[Corner, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(_corner(corner) for corner in poly)


def _side(file: ScenarioFile, key: str) -> int:
    for number, side in enumerate(file.side):
        if side.key == key:
            return number
    raise BadInput(f"there is no side '{key}'")


def _state(name: str, file: ScenarioFile, options: Options) -> State:
    armies = (options.first_army or file.side[0].army, options.second_army or file.side[1].army)
    forces = (force(armies[0]), force(armies[1]))
    field = _field(name, file, forces)
    units, brigades, leaders = _armies(file, forces)
    fate = Fate(deck=CARDS if options.fate_cards else ())
    holders = tuple(_side(file, o.holder) if o.holder else -1 for o in file.objective)
    state = State(field, options, units, leaders, brigades, (fate, fate), side=field.first, holders=holders)
    placed = _place_units(file, state)
    return _place_leaders(file, arrange(placed, frozenset(p.id for p in file.unit)))


def _field(name: str, file: ScenarioFile, forces: tuple[ForceFile, ForceFile]) -> Battlefield:
    if file.turns < 1 or min(file.table) <= 0:
        raise BadInput("turns and table must be above zero")
    sides = [
        SideFacts(side.key, side.name, sheet(army.sheet).nation, army.commander)
        for side, army in zip(file.side, forces)
    ]
    terrain = tuple(_terrain(t) for t in file.terrain)
    return Battlefield(
        name,
        file.title,
        _length(file.table[0]),
        _length(file.table[1]),
        file.turns,
        _side(file, file.first),
        (sides[0], sides[1]),
        terrain,
        tuple(Zone(_side(file, z.side), _corners(z.poly)) for z in file.zone),
        tuple(_objective(o, terrain) for o in file.objective),
    )


def _terrain(terrain: _Terrain) -> Terrain:
    if terrain.kind not in FEATURES:
        raise BadInput(f"'{terrain.name}' is of unknown kind '{terrain.kind}'")
    poly = _corners(terrain.poly)
    line = FEATURES[terrain.kind].line
    if len(poly) < (2 if line else 3) or (not line and not simple(poly)):
        raise BadInput(f"the outline of '{terrain.name}' is not a simple shape")
    contours = tuple(_corners(c) for c in terrain.contours)
    return Terrain(terrain.kind, terrain.name, poly, _corners(terrain.crest), contours, terrain.group)


def _objective(objective: _Objective, terrain: tuple[Terrain, ...]) -> Objective:
    if objective.feature:
        for number, each in enumerate(terrain):
            if each.name == objective.feature and FEATURES[each.kind].has("defendable"):
                xs, ys = zip(*each.poly)
                middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
                return Objective(objective.name, middle, number)
        raise BadInput(
            f"objective '{objective.name}' names '{objective.feature}', which is no building or wood"
        )
    if objective.at is None:
        raise BadInput(f"objective '{objective.name}' has neither a place nor a feature")
    return Objective(objective.name, _corner(objective.at))


Armies = tuple[tuple[Unit, ...], tuple[Brigade, ...], tuple[Leader, ...]]


def _armies(file: ScenarioFile, forces: tuple[ForceFile, ForceFile]) -> Armies:
    """Every unit, brigade and leader of both lists, numbered in their order."""
    arrivals = {(_side(file, a.side), a.brigade): a for a in file.arrival}
    units: list[Unit] = []
    brigades: list[Brigade] = []
    leaders: list[tuple[str, int, int]] = []
    for side, listed in enumerate(forces):
        leaders.append((listed.commander, side, -1))
        for brigade in listed.brigade:
            due = arrivals.get((side, brigade.name))
            turn, entry = (due.turn, _corner(due.at)) if due else (0, (0, 0))
            leaders.append((brigade.leader, side, len(brigades)))
            for unit in brigade.unit:
                units.append(_unit(len(units), side, len(brigades), unit, listed.sheet, turn > 0))
            brigades.append(Brigade(len(brigades), brigade.name, side, len(leaders) - 1, turn, entry))
    count = len(units)
    keys = [unit.key for unit in units]
    if len(set(keys)) != len(keys):
        raise BadInput("two units have the same id")
    later = {b.id for b in brigades if b.arrives}
    return (
        tuple(units),
        tuple(msgspec.structs.replace(b, leader=count + b.leader) for b in brigades),
        tuple(
            Leader(count + i, name, side, brigade, where=Where.LATER if brigade in later else Where.TABLE)
            for i, (name, side, brigade) in enumerate(leaders)
        ),
    )


def _unit(number: int, side: int, brigade: int, listed: ListedUnit, of: str, later: bool) -> Unit:
    row, profile = row_for(listed, of), profile_of(listed, of)
    low, high = figure_limits(listed, of)
    figures = figures_of(listed, of)
    if not low <= figures <= high:
        raise BadInput(f"{listed.id} has {figures} figures; {row.name} has {low} to {high}")
    gun = profile.arm is Arm.ARTILLERY
    return Unit(
        number,
        listed.id,
        listed.name or row.name,
        side,
        brigade,
        profile,
        1 if gun else figures,
        files=1 if gun else min(3, figures),
        order=Order.LIMBERED if gun else Order.CLOSE,
        where=Where.LATER if later else Where.TABLE,
    )


def _place_units(file: ScenarioFile, state: State) -> State:
    by_key = {unit.key: unit for unit in state.units}
    for place in file.unit:
        if place.id not in by_key:
            continue  # the scenario is played with another army
        unit = by_key[place.id]
        gun = unit.arm is Arm.ARTILLERY
        order = place.order or (Order.UNLIMBERED if gun else Order.CLOSE)
        if gun != (order in (Order.LIMBERED, Order.UNLIMBERED)):
            raise BadInput(f"{unit.key} cannot stand in order '{order.value}'")
        inside = -1
        if place.feature:
            inside = _feature(state, place.feature)
        by_key[place.id] = msgspec.structs.replace(
            unit,
            x=_length(place.at[0]),
            y=_length(place.at[1]),
            facing=round(place.facing * 10) % 3600,
            files=1 if gun else place.files or unit.files,
            order=order,
            inside=inside,
        )
    return msgspec.structs.replace(state, units=tuple(by_key[unit.key] for unit in state.units))


def _feature(state: State, name: str) -> int:
    for number, terrain in enumerate(state.field.terrain):
        if terrain.name == name and FEATURES[terrain.kind].has("defendable"):
            return number
    raise BadInput(f"there is no building or wood '{name}'")


def _place_leaders(file: ScenarioFile, state: State) -> State:
    names = {b.id: b.name for b in state.brigades}
    places = {(_side(file, p.side), p.brigade): p.at for p in file.leader}
    leaders = []
    for leader in state.leaders:
        at = places.get((leader.side, names.get(leader.brigade, "")))
        if at is not None:
            x, y = _corner(at)
            leader = msgspec.structs.replace(leader, x=x, y=y)
        leaders.append(leader)
    return msgspec.structs.replace(state, leaders=tuple(leaders))
