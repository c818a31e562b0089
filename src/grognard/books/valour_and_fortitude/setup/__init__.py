"""Reading sheets, army lists and scenarios: what is written in them becomes the first state, or one line of refusal.

Three kinds of files, all TOML, lengths in inches, facings in degrees clockwise from north:

`armies/<nation>.toml`, a sheet (`kind = "sheet"`, see `SheetFile` in files.py): profiles, costs of list options, fate table.
`armies/<name>.toml`, a list (`kind = "list"`, see `ForceFile`): brigades of units bought from one or more sheets.
`scenarios/<name>.toml` (see `ScenarioFile`): table, terrain, sides, zones, objectives, places, arrivals.

A unit that a scenario does not place is drawn up by itself in its side's zone, brigade beside brigade, so that a
scenario also serves with other armies (options `first_army`, `second_army`).
"""

from __future__ import annotations

import msgspec

from grognard.engine.book import BadInput, ScenarioInfo
from grognard.engine.files import first_states, hundredths, scenarios_of, side_called
from grognard.engine.livery import cloth_of
from grognard.geometry.outlines import simple
from grognard.tabletop.ground import wished, within_size

from ..facts.arrange import arrange
from ..facts.forming import shape_refusal
from ..facts.room import with_room
from ..facts.soundness import standing_faults
from ..state import (
    HALF,
    Battlefield,
    Brigade,
    Fate,
    Leader,
    Objective,
    Options,
    SideFacts,
    State,
    Terrain,
    Unit,
    Zone,
)
from ..tables.terrain import FEATURES
from ..words import Arm, Nation, Order, Where
from .files import (
    HOUSE,
    ArrivalRow,
    Corner,
    ForceFile,
    ListedUnit,
    ObjectiveRow,
    PlaceRow,
    ScenarioFile,
    TerrainRow,
    ZoneRow,
    figure_limits,
    figures_of,
    profile_of,
    row_for,
    sheet,
)
from .files import SheetFile as SheetFile
from .files import force_names as force_names
from .files import sheet_names as sheet_names
from .grounds import redrawn
from .lists import army, total
from .smaller import as_written, halved

CARDS = tuple(range(1, 14))
PEOPLES = {
    Nation.FRENCH: "French",
    Nation.BRITISH: "British",
    Nation.SPANISH: "Spanish",
    Nation.PRUSSIAN: "Prussians",
    Nation.RUSSIAN: "Russians",
    Nation.AUSTRIAN: "Austrians",
    Nation.GENERIC: "Confederates",
}
FAR_OFF = 1000
"""Nothing in a scenario lies farther off than this, in inches."""


def _corner(corner: Corner) -> tuple[int, int]:
    if max(abs(corner[0]), abs(corner[1])) > FAR_OFF:
        raise BadInput(f"{list(corner)} is no place on a table")
    return hundredths(corner[0]), hundredths(corner[1])


def _corners(poly: tuple[Corner, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(_corner(corner) for corner in poly)


def _state(name: str, file: ScenarioFile, options: Options) -> State:
    state = drawn_up(name, file, options)
    for fault in standing_faults(state):
        raise BadInput(fault)
    return state


def drawn_up(name: str, file: ScenarioFile, options: Options) -> State:
    """The first state, whoever may stand where he may not."""
    number = wished(options.ground or 0, file.draws)
    file = redrawn(file, number) if number else file
    armies = (options.first_army or file.side[0].army, options.second_army or file.side[1].army)
    # What an option or a battle names comes from outside, and is never taken for a path.
    first, second = (army(chosen) for chosen in armies)
    forces = first, second
    within_size(options.size or 0, [(listed.title, total(listed)) for listed in forces], "F7.7")
    field = _field(name, file, forces)
    units, brigades, leaders = _armies(file, forces)
    if options.scale == HALF:
        units = tuple([halved(unit) for unit in units])
    fate = Fate(deck=CARDS if options.fate_cards else ())
    holders = tuple(side_called(file.side, o.holder) if o.holder else -1 for o in file.objective)
    state = State(field, options, units, leaders, brigades, (fate, fate), side=field.first, holders=holders)
    own = frozenset(side for side in (0, 1) if armies[side] == file.side[side].army)
    _check_brigades(file)
    state, placed = _place_units(file, state, own)
    return _place_leaders(file, arrange(state, placed), own)


def _side_names(file: ScenarioFile, forces: tuple[ForceFile, ForceFile]) -> list[str]:
    """The scenario's names for its own armies; others go by their people, and by their leader where that is not enough."""
    names = [
        side.name if listed == army(side.army) else PEOPLES[sheet(listed.sheet).nation]
        for side, listed in zip(file.side, forces)
    ]
    if names[0] == names[1]:
        names = [f"{called} of {army.commander}" for called, army in zip(names, forces)]
    return names if names[0] != names[1] else [names[0], f"{names[1]} (2)"]


def _field(name: str, file: ScenarioFile, forces: tuple[ForceFile, ForceFile]) -> Battlefield:
    if file.turns < 1 or min(file.table) <= 0:
        raise BadInput("turns and table must be above zero")
    if file.side[0].key == file.side[1].key:
        raise BadInput(f"both sides have the key '{file.side[0].key}'")
    names = _side_names(file, forces)
    sides = [
        SideFacts(side.key, called, sheet(listed.sheet).nation, listed.commander)
        for side, called, listed in zip(file.side, names, forces)
    ]
    terrain = tuple(_terrain(t) for t in file.terrain)
    return Battlefield(
        name,
        file.title,
        hundredths(file.table[0]),
        hundredths(file.table[1]),
        file.turns,
        side_called(file.side, file.first),
        (sides[0], sides[1]),
        terrain,
        tuple(_zone(file, z) for z in file.zone),
        tuple(_objective(o, terrain) for o in file.objective),
    )


def _zone(file: ScenarioFile, zone: ZoneRow) -> Zone:
    poly = _corners(zone.poly)
    if len(poly) < 3 or not simple(poly):
        raise BadInput(f"the zone of '{zone.side}' is not a simple shape")
    return Zone(side_called(file.side, zone.side), poly)


def _terrain(terrain: TerrainRow) -> Terrain:
    if terrain.kind not in FEATURES:
        raise BadInput(f"'{terrain.name}' is of unknown kind '{terrain.kind}'")
    poly = _corners(terrain.poly)
    line = FEATURES[terrain.kind].line
    if len(poly) < (2 if line else 3) or (not line and not simple(poly)):
        raise BadInput(f"the outline of '{terrain.name}' is not a simple shape")
    if terrain.kind == "hill" and len(terrain.crest) < 2:
        raise BadInput(f"the hill '{terrain.name}' has no crest line [B56]")
    contours = tuple(_corners(c) for c in terrain.contours)
    if not all(len(each) > 2 and simple(each) for each in contours):
        raise BadInput(f"a contour of '{terrain.name}' is not a simple shape")
    return Terrain(terrain.kind, terrain.name, poly, _corners(terrain.crest), contours, terrain.group)


def _objective(objective: ObjectiveRow, terrain: tuple[Terrain, ...]) -> Objective:
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


def _check_brigades(file: ScenarioFile) -> None:
    """Leaders belong to brigades of the scenario's own lists; brigades, also of other lists, arrive at an edge. [149]"""
    for row in file.leader:
        side = file.side[side_called(file.side, row.side)]
        if row.brigade and row.brigade not in [b.name for b in army(side.army).brigade]:
            raise BadInput(f"{side.name} has no brigade '{row.brigade}'")
    for due in file.arrival:
        (x, y), (width, height) = due.at, file.table
        on_edge = x in (0, width) or y in (0, height)
        if not (on_edge and 0 <= x <= width and 0 <= y <= height):
            raise BadInput(f"{due.brigade} arrives at no edge of the table [149]")


Armies = tuple[tuple[Unit, ...], tuple[Brigade, ...], tuple[Leader, ...]]


def _armies(file: ScenarioFile, forces: tuple[ForceFile, ForceFile]) -> Armies:
    """Every unit, brigade and leader of both lists, numbered in their order. [32, 33a]"""
    units: list[Unit] = []
    brigades: list[Brigade] = []
    leaders: list[tuple[str, int, int]] = []
    for side, listed in enumerate(forces):
        leaders.append((listed.commander, side, -1))
        taken = {unit.key for unit in units}
        arrivals = _arrivals(file, side, listed)
        for brigade in listed.brigade:
            due = arrivals.get(brigade.name)
            turn, entry = (due.turn, _corner(due.at)) if due else (0, (0, 0))
            leaders.append((brigade.leader, side, len(brigades)))
            for unit in brigade.unit:
                made = _unit(len(units), side, len(brigades), unit, listed.sheet, turn > 0)
                if made.key in {u.key for u in units if u.side == side}:
                    raise BadInput(f"two units of {file.side[side].name} have the id '{made.key}'")
                # Both sides may bring the same list: then the second side's units tell whose they are.
                key = f"{made.key}.{file.side[side].key}" if made.key in taken else made.key
                units.append(msgspec.structs.replace(made, key=key))
            brigades.append(Brigade(len(brigades), brigade.name, side, len(leaders) - 1, turn, entry))
    count = len(units)
    later = {b.id for b in brigades if b.arrives}
    return (
        tuple(units),
        tuple(msgspec.structs.replace(b, leader=count + b.leader) for b in brigades),
        tuple(
            Leader(count + i, name, side, brigade, where=Where.LATER if brigade in later else Where.TABLE)
            for i, (name, side, brigade) in enumerate(leaders)
        ),
    )


def _arrivals(file: ScenarioFile, side: int, listed: ForceFile) -> dict[str, ArrivalRow]:
    """When each brigade of a list comes on: as named; of another list as many deploy as of the scenario's own. [149]

    The others take the rows that name none of its brigades in turn, and the last row serves all that remain.
    """
    rows = [row for row in file.arrival if side_called(file.side, row.side) == side]
    names = [brigade.name for brigade in listed.brigade]
    found = {row.brigade: row for row in rows if row.brigade in names}
    own = [brigade.name for brigade in army(file.side[side].army).brigade]
    if not rows or names == own:
        return found
    deploying = len(own) - sum(row.brigade in own for row in rows)
    spare = [row for row in rows if row.brigade not in names] or rows[-1:]
    waiting = [name for name in names[deploying:] if name not in found]
    return found | {name: spare[min(at, len(spare) - 1)] for at, name in enumerate(waiting)}


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
        cloth=cloth_of(listed),
    )


def _place_units(file: ScenarioFile, state: State, own: frozenset[int]) -> tuple[State, frozenset[int]]:
    """Units stand where the scenario says, on the sides that play their own army; and which units those are."""
    units = list(state.units)
    found = set()
    for place in file.unit:
        side = _side_of(file, place)
        if side not in own:
            continue  # the scenario is played with another army
        names = place.id, f"{place.id}.{file.side[side].key}"
        unit = next(u for u in units if u.side == side and u.key in names)
        units[unit.id] = _placed(state, unit, place)
        found.add(unit.id)
        if state.options.scale == HALF:
            others = [units[i] for i in found if i != unit.id]
            units[unit.id] = with_room(state, units[unit.id], others)
    return msgspec.structs.replace(state, units=tuple(units)), frozenset(found)


def _side_of(file: ScenarioFile, place: PlaceRow) -> int:
    """Whose unit a row places: the side it names, or the only one whose own list has such a unit."""
    has = []
    for side, each in enumerate(file.side):
        listed = {unit.id for brigade in army(each.army).brigade for unit in brigade.unit}
        if place.id in listed and place.side in ("", each.key):
            has.append(side)
    if not has:
        raise BadInput(f"there is no unit '{place.id}' to place")
    if len(has) > 1:
        raise BadInput(f"both sides have a unit '{place.id}': name the side")
    return has[0]


def _placed(state: State, unit: Unit, place: PlaceRow) -> Unit:
    gun = unit.arm is Arm.ARTILLERY
    order = place.order or (Order.UNLIMBERED if gun else Order.CLOSE)
    files = 1 if gun else place.files or unit.files
    if unit.twofold:
        order, files, _ = as_written(unit, order, place.files)
    inside = _feature(state, place.feature) if place.feature else -1
    reason = None if inside >= 0 else shape_refusal(unit, order, files)
    if reason is not None:
        raise BadInput(f"{unit.key}: {reason.words} [{reason.cite}]")
    x, y = _corner(place.at)
    return msgspec.structs.replace(
        unit,
        x=x,
        y=y,
        facing=round(place.facing * 10) % 3600,
        files=files,
        order=order,
        inside=inside,
    )


def _feature(state: State, name: str) -> int:
    for number, terrain in enumerate(state.field.terrain):
        if terrain.name == name and FEATURES[terrain.kind].has("defendable"):
            return number
    raise BadInput(f"there is no building or wood '{name}'")


def _place_leaders(file: ScenarioFile, state: State, own: frozenset[int]) -> State:
    names = {b.id: b.name for b in state.brigades}
    places = {
        (side_called(file.side, p.side), p.brigade): p.at
        for p in file.leader
        if side_called(file.side, p.side) in own
    }
    leaders = []
    for leader in state.leaders:
        at = places.get((leader.side, names.get(leader.brigade, "")))
        if at is not None:
            x, y = _corner(at)
            leader = msgspec.structs.replace(leader, x=x, y=y)
        leaders.append(leader)
    return msgspec.structs.replace(state, leaders=tuple(leaders))


def scenarios() -> dict[str, ScenarioInfo]:
    """The book's own scenarios, the learning one first."""
    names = (path.stem for path in (HOUSE / "scenarios").glob("*.toml"))
    order = sorted(names, key=lambda name: (name != "first_brigade", name))
    return scenarios_of(HOUSE / "scenarios", order, ScenarioFile)


setup = first_states(HOUSE / "scenarios", ScenarioFile, _state)
