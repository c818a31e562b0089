"""Reading armies and scenarios: what is written in them becomes the first state, or one clear line of refusal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from grognard.engine.about import About
from grognard.engine.book import BadInput, ScenarioInfo
from grognard.engine.files import (
    Record,
    corners,
    first_states,
    hundredths,
    scenarios_of,
    side_called,
    stretch_of_edge,
)
from grognard.engine.livery import cloth_of
from grognard.geometry.contact import TOUCH
from grognard.geometry.outlines import simple
from grognard.geometry.shapes import first_overlap
from grognard.tabletop.ground import wished, within_size

from ..facts.bodies import body
from ..facts.ground import meets_barred, off_table
from ..state import Arrival, Battlefield, Exit, Options, Score, SideFacts, State, Terrain, Unit, Zone
from ..tables.terrain import EDGES, TERRAIN
from ..words import GUNS, Order, Where
from .fielding import draw_up, muster
from .grounds import pieces, prizes
from .lists import HOUSE, Army, ArmyUnit, army, dress_of

NAMES = ("stockade", "rearguard", "palikao", "tungchow", "sanho", "kilns", "open_battle")
LARGEST = 240
Inches = int | float
Corner = tuple[Inches, Inches]


class _Side(Record, frozen=True):
    key: str
    name: str
    army: str
    break_at: int


class _Terrain(Record, frozen=True):
    kind: str
    name: str
    poly: tuple[Corner, ...]
    gates: tuple[tuple[Corner, Corner], ...] = ()


class _Zone(Record, frozen=True):
    poly: tuple[Corner, ...]
    side: str = ""
    unit: str = ""


class _Place(Record, frozen=True):
    id: str
    order: Order
    at: Corner
    facing: Inches


class _Arrival(Record, frozen=True):
    side: str
    units: tuple[str, ...]
    from_turn: int
    need: int
    sure_turn: int
    edge: tuple[Corner, Corner]


class _Exit(Record, frozen=True):
    side: str
    edge: tuple[Corner, Corner]


class _Score(Record, frozen=True):
    kind: Literal["hold", "exit", "remain", "crossing"]
    side: str = ""
    points: int = 0
    area: str = ""
    shared: int = 0
    gun: int = 0
    foot_large: int = 0
    large_from: int = 0
    foot_small: int = 0
    general: int = 0
    unless_broken: bool = False
    north_of: Inches = 0
    figures: int = 0
    clear: Inches = 0


class ScenarioFile(Record, frozen=True):
    """A scenario as it is written down."""

    title: str
    blurb: str
    source: str
    table: tuple[Inches, Inches]
    turns: int
    tie: str
    side: tuple[_Side, _Side]
    terrain: tuple[_Terrain, ...]
    unit: tuple[_Place, ...] = ()
    zone: tuple[_Zone, ...] = ()
    later: tuple[str, ...] = ()
    arrival: _Arrival | None = None
    exit: _Exit | None = None
    score: tuple[_Score, ...] = ()
    about: About = About()
    draws: bool = False
    """Whether its table may be drawn by a number. [Y3]"""


class _Force(NamedTuple):
    """The army a side brings, and what it is called."""

    army: Army
    own: bool
    """Whether it is the scenario's own."""
    key: str
    """Which of the book's armies it is, or is dressed as."""
    placed: bool
    """Whether the scenario says where everybody stands."""


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
    forces = _forces(file, options)
    within_size(options.size or 0, [(force.army.title, force.army.points) for force in forces], "Y3")
    state = State(_field(name, file, forces), options, _units(file, forces))
    for side, force in enumerate(forces):
        if not force.placed:
            state = draw_up(_awaited(state, side), side)
    return state


def redrawn(file: ScenarioFile, number: int, mirrored: bool = True) -> ScenarioFile:
    """The battle on another table, with what there is to hold on it. [Y3]"""
    found = pieces(number, mirrored)
    terrain = tuple(_Terrain(piece.kind, piece.name, piece.poly) for piece in found)
    scores = tuple(_Score("hold", points=worth, area=name) for name, worth in prizes(found))
    return msgspec.structs.replace(file, terrain=terrain, score=scores, unit=())


def _forces(file: ScenarioFile, options: Options) -> tuple[_Force, _Force]:
    """What an option or a battle names comes from outside, and is never taken for a path. [Y2]"""
    first, second = (
        _Force(army(side.army), True, dress_of(side.army), _has_places(file, army(side.army)))
        if not chosen or chosen == side.army
        else _Force(army(chosen), False, dress_of(chosen), False)
        for side, chosen in zip(file.side, (options.first_army, options.second_army))
    )
    return first, second


def _has_places(file: ScenarioFile, listed: Army) -> bool:
    """Whether the battle says where an army stands; then it says so of all who take part."""
    ids = {unit.id for unit in listed.unit}
    return any(place.id in ids for place in file.unit)


def _awaited(state: State, side: int) -> State:
    """Another army's late units come where and when the scenario's would have. [M13]"""
    due = state.field.arrival
    if due is None or due.side != side:
        return state
    late = tuple(u.key for u in state.units if u.side == side and u.where is Where.LATER)
    arrival = msgspec.structs.replace(due, units=late) if late else None
    return msgspec.structs.replace(state, field=msgspec.structs.replace(state.field, arrival=arrival))


def _field(name: str, file: ScenarioFile, forces: tuple[_Force, _Force]) -> Battlefield:
    if file.turns < 1 or not all(0 < side <= LARGEST for side in file.table):
        raise BadInput(f"turns and table must be above zero, and the table no larger than {LARGEST}")
    return Battlefield(
        name=name,
        title=file.title,
        width=hundredths(file.table[0]),
        height=hundredths(file.table[1]),
        turns=file.turns,
        tie=side_called(file.side, file.tie),
        sides=_side_facts(file, forces),
        terrain=tuple(_terrain(t) for t in file.terrain),
        zones=tuple(_zone(file, z) for z in file.zone),
        arrival=_arrival(file, file.arrival),
        exit=None
        if file.exit is None
        else Exit(side_called(file.side, file.exit.side), _table_edge(file, file.exit.edge)),
        scores=tuple(_score(file, score) for score in file.score),
    )


def _side_facts(file: ScenarioFile, forces: tuple[_Force, _Force]) -> tuple[SideFacts, SideFacts]:
    """The scenario's names for its own armies; another goes by its title, and breaks at half. [V1]"""
    first, second = (
        SideFacts(side.key, side.name, side.break_at, force.key)
        if force.own
        else SideFacts(side.key, force.army.title, 0, force.key)
        for side, force in zip(file.side, forces)
    )
    if first.name == second.name:
        second = msgspec.structs.replace(second, name=f"{second.name} ({second.key})")
    return first, second


def _edge(edge: tuple[Corner, Corner]) -> tuple[tuple[int, int], tuple[int, int]]:
    first, second = corners(edge)
    return first, second


def _table_edge(file: ScenarioFile, edge: tuple[Corner, Corner]) -> tuple[tuple[int, int], tuple[int, int]]:
    """A stretch of the table's own edge, over which units come or go. [M10, M13]"""
    return stretch_of_edge(corners(edge), hundredths(file.table[0]), hundredths(file.table[1]))


def _terrain(terrain: _Terrain) -> Terrain:
    if terrain.kind not in TERRAIN and terrain.kind not in EDGES:
        raise BadInput(f"'{terrain.name}' is of unknown kind '{terrain.kind}'")
    poly = corners(terrain.poly)
    line = terrain.kind in ("wall", "hedge")
    if len(poly) < (2 if line else 3) or (not line and not simple(poly)):
        raise BadInput(f"the outline of '{terrain.name}' is not a simple shape")
    return Terrain(terrain.kind, terrain.name, poly, tuple(_edge(gate) for gate in terrain.gates))


def _zone(file: ScenarioFile, zone: _Zone) -> Zone:
    key = zone.side or next((s.key for s in file.side if zone.unit.startswith(s.key)), "")
    poly = corners(zone.poly)
    if not simple(poly):
        raise BadInput(f"the zone of '{zone.unit or key}' is not a simple shape")
    return Zone(side_called(file.side, key), poly, zone.unit)


def _arrival(file: ScenarioFile, due: _Arrival | None) -> Arrival | None:
    """Reinforcements: whoever is due later must be told of here, and nobody else. [M13]"""
    listed = () if due is None else due.units
    for unit in sorted(set(listed) ^ set(file.later)):
        where = "the arrival" if unit in file.later else "'later'"
        raise BadInput(f"{unit} is missing in {where}")
    if due is None:
        return None
    edge = _table_edge(file, due.edge)
    return Arrival(side_called(file.side, due.side), due.units, due.from_turn, due.need, due.sure_turn, edge)


def _score(file: ScenarioFile, score: _Score) -> Score:
    facts = msgspec.structs.asdict(score)
    facts["side"] = side_called(file.side, score.side) if score.side else None
    facts["north_of"], facts["clear"] = hundredths(score.north_of), hundredths(score.clear)
    if score.area and score.area not in [t.name for t in file.terrain]:
        raise BadInput(f"a score names '{score.area}', which is not on the table")
    return Score(**facts)


def _units(file: ScenarioFile, forces: tuple[_Force, _Force]) -> tuple[Unit, ...]:
    """Every unit with a place or due later, in the order of the army lists."""
    places = {place.id: place for place in file.unit}
    if len(places) != len(file.unit) or set(places) & set(file.later):
        raise BadInput("a unit is placed twice")
    known = {unit.id: number for number, side in enumerate(file.side) for unit in army(side.army).unit}
    unknown = (set(places) | set(file.later)) - set(known)
    units: list[Unit] = []
    for number, force in enumerate(forces):
        if force.placed:
            units += _set_up(force.army, number, len(units), places, file.later)
        else:
            due = sum(known.get(key) == number for key in file.later)
            taken = {key for key, side in known.items() if side != number} | {u.key for u in units}
            units += _raised(force.army, number, len(units), due, taken, file.side[number].key)
    if unknown:
        raise BadInput(f"no army has a unit '{sorted(unknown)[0]}'")
    return tuple(units)


def _set_up(
    listed: Army, side: int, first: int, places: Mapping[str, _Place], later: Sequence[str]
) -> list[Unit]:
    """The units of a list that the scenario places or keeps for later."""
    coming = [unit for unit in listed.unit if unit.id in places or unit.id in later]
    return [
        _placed(number, side, unit, places[unit.id]) if unit.id in places else _due(number, side, unit)
        for number, unit in enumerate(coming, first)
    ]


def _raised(listed: Army, side: int, first: int, due: int, taken: set[str], name: str) -> list[Unit]:
    """The units of another list, to be drawn up; names that somebody has already get the side's behind them."""
    found = []
    for number, (unit, late) in enumerate(muster(listed, due), first):
        key = f"{unit.id}.{name}" if unit.id in taken else unit.id
        made = (_due if late else _mustered)(number, side, unit)
        found.append(msgspec.structs.replace(made, key=key))
    return found


def _mustered(number: int, side: int, listed: ArmyUnit) -> Unit:
    """A unit that will be drawn up in its zone."""
    return _unit(number, side, listed, listed.orders[0] if listed.orders else Order.NONE)


def _unit(number: int, side: int, listed: ArmyUnit, order: Order) -> Unit:
    return Unit(
        id=number,
        key=listed.id,
        name=listed.name,
        side=side,
        kind=listed.type,
        full=listed.figures,
        figures=listed.figures,
        orders=listed.orders,
        order=order,
        training=listed.training,
        traits=listed.traits,
        weapon=listed.weapon,
        points=listed.points,
        subordinate=listed.subordinate,
        start=listed.figures,
        cloth=cloth_of(listed),
    )


def _placed(number: int, side: int, listed: ArmyUnit, place: _Place) -> Unit:
    allowed = (
        {Order.UNLIMBERED, Order.LIMBERED} if listed.type in GUNS else set(listed.orders) or {Order.NONE}
    )
    if place.order not in allowed:
        raise BadInput(f"{listed.id} cannot stand in order '{place.order.value}'")
    x, y = (hundredths(part) for part in place.at)
    return msgspec.structs.replace(
        _unit(number, side, listed, place.order),
        x=x,
        y=y,
        facing=round(place.facing * 10) % 3600,
        # Deployed unlimbered counts as still before turn 1; limbered as having moved. [G-36, S6]
        still=0 if place.order is Order.LIMBERED else 1,
    )


def _due(number: int, side: int, listed: ArmyUnit) -> Unit:
    """A unit that comes later: foot in column, guns limbered. [M13]"""
    if listed.type in GUNS:
        order = Order.LIMBERED
    elif Order.COLUMN in listed.orders:
        order = Order.COLUMN
    else:
        order = listed.orders[0] if listed.orders else Order.NONE
    return msgspec.structs.replace(_unit(number, side, listed, order), where=Where.LATER, still=0)


def standing_faults(state: State) -> Iterator[str]:
    """Nobody stands on another, off the table, or where he may not."""
    standing = [u for u in state.units if u.on_table]
    for unit in standing:
        if off_table(state.field, body(state, unit)):
            yield f"{unit.key} stands off the table"
    blocks = [u for u in standing if not u.is_general]
    for at, unit in enumerate(blocks):
        hit = first_overlap(body(state, unit), [body(state, u) for u in blocks[:at]], TOUCH)
        if hit is not None:
            yield f"{blocks[hit].key} and {unit.key} overlap"
        closed = meets_barred(state.field, unit.kind, (body(state, unit),))
        if closed is not None:
            yield f"{unit.key} stands in {closed}, where it may not"


def scenarios() -> dict[str, ScenarioInfo]:
    """The book's own scenarios, the first one first."""
    return scenarios_of(HOUSE / "scenarios", NAMES, ScenarioFile)


setup = first_states(HOUSE / "scenarios", ScenarioFile, _state)
