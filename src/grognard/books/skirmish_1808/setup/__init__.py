"""Reading forces and scenarios: what is written in them becomes the first state, or one clear line of refusal."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.book import BadInput, ScenarioInfo
from grognard.engine.files import (
    corners,
    first_states,
    hundredths,
    scenarios_of,
    side_called,
    stretch_of_edge,
)
from grognard.engine.flow import replace
from grognard.geometry.outlines import convex, simple, tidy
from grognard.geometry.points import Point
from grognard.tabletop.ground import wished, within_size

from ..facts.driving import placed_gun
from ..facts.garrisons import rooms
from ..facts.ground import house_named
from ..facts.layout import LOOSE_PITCH, default_files, placed, touching_pitch
from ..facts.victory import worth
from ..facts.walks import layout
from ..state import Arrival, Battlefield, Exit, Options, Prize, SideFacts, State, Terrain, Unit, Zone
from ..tables.moving import RIDDEN, ROADS, TERRAIN
from ..words import Arm, Where
from .fielding import take_the_field, why_not_here
from .files import (
    FORCES,
    HOUSE,
    ForceFile,
    PlaceFile,
    ScenarioFile,
    TerrainFile,
    written_out,
)
from .grounds import redrawn
from .lists import faults_of, total
from .musters import muster

SMALLEST, LARGEST, MOST_TURNS = 10, 500, 99
ORDER = (
    "farm",
    "bridge",
    "ambush",
    "despatches",
    "stragglers",
    "convoy",
    "redinha",
    "penedes",
    "salamanca",
    "usagre",
    "esla",
    "encounter",
)


def _edge(file: ScenarioFile, edge: tuple[tuple[float, float], tuple[float, float]]) -> tuple[Point, Point]:
    """A stretch of the table's own edge."""
    return stretch_of_edge(corners(edge), hundredths(file.table[0]), hundredths(file.table[1]))


def _state(name: str, file: ScenarioFile, options: Options) -> State:
    state = drawn_up(name, file, options)
    for fault in standing_faults(state):
        raise BadInput(fault)
    return state


def drawn_up(name: str, file: ScenarioFile, options: Options) -> State:
    """The first state, whoever may stand where he may not."""
    number = wished(options.ground or 0, file.draws)
    if number:
        file = redrawn(file, number)
    forces = [listed for listed, _ in _forces(file, options)]
    within_size(options.size or 0, [(listed.title, total(listed)) for listed in forces], "E9")
    return _muster(file, _field(name, file), options)


def _field(name: str, file: ScenarioFile) -> Battlefield:
    if not 1 <= file.turns <= MOST_TURNS:
        raise BadInput(f"turns must be from 1 to {MOST_TURNS}")
    if not all(SMALLEST <= side <= LARGEST for side in file.table):
        raise BadInput(f"a table measures from {SMALLEST} to {LARGEST} cm")
    first, second = file.side
    return Battlefield(
        name=name,
        title=file.title,
        width=hundredths(file.table[0]),
        height=hundredths(file.table[1]),
        turns=file.turns,
        sides=(
            SideFacts(first.key, first.name, _edge(file, first.home), first.conceals),
            SideFacts(
                second.key,
                f"{second.name} (2)" if second.name == first.name else second.name,
                _edge(file, second.home),
                second.conceals,
            ),
        ),
        terrain=tuple(_terrain(t) for t in file.terrain),
        zones=tuple(Zone(side_called(file.side, z.side), corners(z.poly), z.unit) for z in file.zone),
        arrivals=tuple(
            Arrival(side_called(file.side, a.side), a.units, a.turn, _edge(file, a.edge))
            for a in file.arrival
        ),
        exits=tuple(
            Exit(side_called(file.side, e.side), _edge(file, e.edge), e.units, e.points, e.share, e.ends)
            for e in file.exit
        ),
        prizes=tuple(
            Prize(p.kind, side_called(file.side, p.side) if p.side else None, p.points, p.area)
            for p in file.prize
        ),
        losses_share=file.losses_share,
        sneaks=file.sneaks,
    )


def _terrain(t: TerrainFile) -> Terrain:
    if t.kind not in TERRAIN or t.kind in RIDDEN.values():
        raise BadInput(f"'{t.name}' is of unknown kind '{t.kind}'")
    poly = corners(t.poly)
    line = t.kind == "wall" or t.kind in ROADS
    if len(poly) < (2 if line else 3) or (not line and not simple(poly)):
        raise BadInput(f"the outline of '{t.name}' is not a simple shape")
    if t.kind == "building" and not convex(tidy(poly)):
        raise BadInput(f"'{t.name}': no corner of a building points inwards; make two of it [G1]")
    if (t.kind == "wall") != bool(t.height) or (t.kind == "building") != bool(t.toughness):
        raise BadInput(f"'{t.name}': walls have a height, buildings a toughness, nothing else has")
    if t.horse and t.kind not in RIDDEN:
        raise BadInput(f"'{t.name}': only wood and heavy wood are opened to horse [A-27]")
    if t.kind == "bridge" and not convex(tidy(poly)):
        raise BadInput(f"'{t.name}': no corner of a bridge points inwards [D4]")
    level = t.level or int(t.kind == "hill")
    kind = RIDDEN[t.kind] if t.horse else t.kind
    return Terrain(kind, t.name, poly, hundredths(t.height), t.toughness, level)


def _forces(file: ScenarioFile, options: Options) -> tuple[tuple[ForceFile, bool], ...]:
    """Each side's list, and whether it is the scenario's own."""
    chosen = (options.first_force, options.second_force)
    return tuple(
        (_force(other or side.force), not other or other == side.force)
        for side, other in zip(file.side, chosen)
    )


def _force(name: str) -> ForceFile:
    """The list a battle or an option names, or one written out in it. Both come from outside: they name no files. [E1]"""
    return _sound(written_out(name)) if "{" in name or "\n" in name else FORCES.own(name)


def _sound(listed: ForceFile) -> ForceFile:
    for fault in faults_of(listed):
        raise BadInput(f"{listed.title}: {fault.words} [{fault.cite}]")
    return listed


def _muster(file: ScenarioFile, field: Battlefield, options: Options) -> State:
    """Every unit with a place or due later, in the order of the lists."""
    places = {p.id: p for p in file.place}
    if len(places) != len(file.place):
        raise BadInput("a unit is placed twice")
    late = {key for a in file.arrival for key in a.units}
    state = State(field, options, ())
    forces = _forces(file, options)
    state = _in_their_coats(state, forces[0][0].nations, forces[1][0].nations)
    for number, (listed, own) in enumerate(forces):
        if own and has_places(file, number, listed):
            state = _own(state, number, listed, places, late)
            continue
        scenario_list = _force(file.side[number].force)
        for unit in muster(scenario_list, number):
            places.pop(unit.key, None)
            late.discard(unit.key)
        state = take_the_field(state, file, number, scenario_list, listed, _placed)
    if places:
        raise BadInput(f"no force has a unit '{sorted(places)[0]}'")
    known = {u.key for u in (*state.units, *state.hidden)}
    for key in sorted(late - known):
        raise BadInput(f"no force has a unit '{key}'")
    return _with_totals(_joined(state, file))


def has_places(file: ScenarioFile, side: int, listed: ForceFile) -> bool:
    """Whether the battle says where and when a side begins; then it says so of all its units."""
    keys = {unit.key for unit in muster(listed, side)}
    late = any(arrival.side == file.side[side].key for arrival in file.arrival)
    return late or any(place.id in keys for place in file.place)


def _own(state: State, side: int, listed: ForceFile, places: dict[str, PlaceFile], late: set[str]) -> State:
    """A side with the list the scenario is made for."""
    units, hidden = list(state.units), list(state.hidden)
    for unit in muster(listed, side):
        if unit.key in places:
            place = places.pop(unit.key)
            if place.hidden:
                hidden.append(_placed(state, replace(unit, id=-1 - len(hidden)), place))
            else:
                units.append(_placed(state, replace(unit, id=len(units)), place))
        elif unit.key in late:
            units.append(replace(unit, id=len(units), where=Where.LATER, formed=unit.formed))
        else:
            raise BadInput(f"{unit.key} has no place and no arrival")
    return replace(state, units=tuple(units), hidden=tuple(hidden))


def _placed(state: State, unit: Unit, place: PlaceFile) -> Unit:
    x, y = (hundredths(part) for part in place.at)
    facing = round(place.facing * 10) % 3600
    if unit.gun is not None:
        return placed_gun(replace(unit, gun=replace(unit.gun, limbered=place.limbered)), x, y, facing)
    if place.house:
        if place.house not in [t.name for t in state.field.terrain if t.kind == "building"]:
            raise BadInput(f"there is no building '{place.house}'")
        house = house_named(state, place.house)
        return replace(
            unit, house=place.house, formed=False, figures=placed(unit, rooms(unit, house)), facing=facing
        )
    formed = place.formed
    pitch = touching_pitch(unit.arm) if formed else LOOSE_PITCH[unit.arm]
    files = place.files or default_files(unit.size)
    if files < 1 or -(-unit.size // files) > 3:
        raise BadInput(f"{unit.key}: a layout has one to three ranks")
    places = layout(unit, (x, y), files, pitch, facing, formed)
    return replace(unit, figures=placed(unit, places), facing=facing, formed=formed, files=files, pitch=pitch)


def _joined(state: State, file: ScenarioFile) -> State:
    """Leaders who begin with a unit."""
    units = list(state.units)
    keys = {u.key: u.id for u in units}
    for place in file.place:
        if place.with_ and place.id in keys:
            if place.with_ not in keys:
                raise BadInput(f"{place.id} cannot be with '{place.with_}'")
            leader = units[keys[place.id]]
            house = units[keys[place.with_]].house
            units[leader.id] = replace(leader, attached=keys[place.with_], house=house)
    return replace(state, units=tuple(units))


def _in_their_coats(state: State, first: tuple[str, ...], second: tuple[str, ...]) -> State:
    """Each side's first nation dresses its staff and its gunners."""
    sides = tuple(
        replace(side, nation=nations[0]) if nations else side
        for side, nations in zip(state.field.sides, (first, second))
    )
    return replace(state, field=replace(state.field, sides=(sides[0], sides[1])))


def _with_totals(state: State) -> State:
    totals = [0, 0]
    for unit in (*state.units, *state.hidden):
        if unit.arm is not Arm.WAGON:
            totals[unit.side] += worth(unit)
    sides = tuple(replace(side, total=totals[n]) for n, side in enumerate(state.field.sides))
    return replace(state, field=replace(state.field, sides=(sides[0], sides[1])))


def standing_faults(state: State) -> Iterator[str]:
    """Nobody stands on another, off the table, or where he may not."""
    standing = [u for u in (*state.units, *state.hidden) if u.on_table and not u.house]
    for at, unit in enumerate(standing):
        fault = why_not_here(state, unit, standing[:at])
        if fault:
            yield fault


def scenarios() -> dict[str, ScenarioInfo]:
    """The book's own scenarios, the first one first."""
    return scenarios_of(HOUSE / "scenarios", ORDER, ScenarioFile)


setup = first_states(HOUSE / "scenarios", ScenarioFile, _state)
