"""Reading forces and scenarios: what is written in them becomes the first state, or one clear line of refusal."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.engine.about import About
from grognard.engine.book import BadInput, ScenarioInfo
from grognard.engine.files import Record, first_states, hundredths, scenarios_of, side_called, stretch_of_edge
from grognard.engine.livery import cloth_of
from grognard.geometry.angles import ahead
from grognard.geometry.shapes import upright
from grognard.tabletop.ground import wished, within_size

from ..facts.babbage import queues
from ..facts.deploy import Post, auto_deploy, posted
from ..facts.values import weapon_of
from ..facts.victory import KINDS
from ..state import Battlefield, Edge, Options, Point, SideFacts, State, Task, Terrain, Unit, Zone
from ..tables.profiles import PROFILES
from ..tables.terrain import TERRAIN
from ..words import Where
from .forces import FORCES, HOUSE, Force, ForceUnit, force, leadership_of, trait_rolled
from .grounds import pieces

NAMES = (
    "meeting", "just_passing_by", "seek_and_destroy", "get_off_my_land", "to_the_last_bullet", "run_to_the_hills",
    "awfully_quiet", "storm_the_fort", "sigh_of_relief", "the_ford", "dargai", "hlobane", "mr_babbage",
)  # fmt: skip
ROUND = 24
"""Corners of a disc. [F-G1]"""
LARGEST = 24000
Inches = int | float
Box = tuple[Inches, Inches, Inches, Inches]
Circle = tuple[Inches, Inches, Inches]
EdgeWord = Literal["west", "east", "south", "north"] | Box


class _Side(Record, frozen=True):
    key: str
    name: str
    force: str
    points: int
    own: tuple[EdgeWord, ...]
    exits: tuple[EdgeWord, ...] = ()
    entries: tuple[EdgeWord, ...] = ()
    from_turn: int = 0
    sure_turn: int = 0
    plays_on: bool = False
    on_table: tuple[int, int] = (0, 999)
    rest: Literal["table", "waiting", "hidden", "pool"] = "table"
    easy: str = ""
    hard: str = ""


class _Zone(Record, frozen=True):
    side: str
    rects: tuple[Box, ...] = ()
    disc: Circle | None = None
    keep: Inches = 1
    spot: tuple[Inches, Inches] | None = None
    first_half: bool = False
    file: bool = False


class _Terrain(Record, frozen=True):
    kind: str
    name: str
    rect: Box | None = None
    disc: Circle | None = None
    line: Box | None = None
    level: int = 0
    structure: int = 0


class _Place(Record, frozen=True):
    """Where a unit of the scenario's own force is set up; the others find their places by themselves. [F-S1]"""

    id: str
    """What its list calls it."""
    at: tuple[Inches, Inches]
    side: str = ""
    """Needed where both forces have a unit of that name."""
    facing: Inches | None = None


class ScenarioFile(Record, frozen=True):
    """A scenario as it is written down."""

    title: str
    blurb: str
    source: str
    table: tuple[Inches, Inches]
    turns: int
    victory: str
    side: tuple[_Side, _Side]
    zone: tuple[_Zone, ...]
    terrain: tuple[_Terrain, ...] = ()
    unit: tuple[_Place, ...] = ()
    first: str = ""
    markers: tuple[tuple[Inches, Inches], ...] = ()
    marker_names: tuple[str, ...] = ()
    area: Box | None = None
    solo: str = ""
    crossroads: Circle | None = None
    """Solo: the circle to hold if that is the goal. [F-B13]"""
    opponent: str = ""
    """Who plays the other side unless somebody else is wished. [F-B1]"""
    about: About = About()
    draws: bool = False
    """Whether its table may be drawn by a number. [F-S8]"""


def drawn_up(name: str, file: ScenarioFile, options: Options) -> State:
    """The first state; whoever finds no room in his zone is refused. [F-S1]"""
    number = wished(options.ground or 0, file.draws)
    if number:
        file = redrawn(file, number)
    forces = [_force_of(file, side, options) for side in (0, 1)]
    within_size(options.size or 0, [(force.title, force.points) for force in forces], "F-S8")
    field, units = _field(name, file, options), _units(file, options)
    state = State(
        field,
        options,
        units,
        structure=tuple(t.structure for t in field.terrain)
        if any(t.structure for t in field.terrain)
        else (),
        markers=tuple(range(len(field.markers))),
        queues=queues(units, field.solo) if field.solo is not None else ((), (), ()),
    )
    posts = _posts(file, state, options)
    state = posted(state, posts) if posts else state
    return auto_deploy(auto_deploy(state, 0, posts), 1, posts)


def _posts(file: ScenarioFile, state: State, options: Options) -> dict[int, Post]:
    """Whom the scenario sets up where, on the sides that bring its own force. [F-S1]"""
    found: dict[int, Post] = {}
    for place in file.unit:
        side = _side_of(file, place)
        if _force_name(file, side, options) != file.side[side].force:
            continue  # the scenario is played with another force
        unit = next(u for u in state.units if u.side == side and u.name == place.id)
        if unit.id in found:
            raise BadInput(f"{unit.name} is set up twice")
        if unit.where is not Where.TABLE:
            raise BadInput(f"{unit.name} does not start on the table [F-SB1]")
        facing = None if place.facing is None else round(place.facing * 10) % 3600
        found[unit.id] = (_length(place.at[0]), _length(place.at[1])), facing
    return found


def _side_of(file: ScenarioFile, place: _Place) -> int:
    """Whose unit is meant: of the side that is named, or of the only one that has such a unit."""
    has = [
        number
        for number, side in enumerate(file.side)
        if place.side in ("", side.key) and any(unit.name == place.id for unit in force(side.force).unit)
    ]
    if len(has) != 1:
        words = (
            f"both sides have a unit '{place.id}': name the side"
            if has
            else f"nobody has a unit '{place.id}'"
        )
        raise BadInput(words)
    if file.victory == "relief" and has[0] == 1:
        raise BadInput(
            "the attacker of the camp chooses his edge first, so nobody of his has a place [F-SH1]"
        )
    return has[0]


def redrawn(file: ScenarioFile, number: int, mirrored: bool = True) -> ScenarioFile:
    """The battle on another table. [F-S8]"""
    terrain = tuple(_Terrain(*piece) for piece in pieces(number, mirrored))
    return msgspec.structs.replace(file, terrain=terrain)


def _length(inches: Inches) -> int:
    """Inches as hundredths; two decimals are enough."""
    if not abs(inches) * 100 <= LARGEST:
        raise BadInput(f"no length here is over {LARGEST // 100}")
    return hundredths(inches)


def _area(file: ScenarioFile, options: Options) -> tuple[Point, ...]:
    """The place to hold: the scenario's, or in the solo game the crossroads if they are the goal. [F-S4, F-B13]"""
    if file.crossroads is not None and options.goal == "crossroads":
        return _disc(file.crossroads)
    return () if file.area is None else _rect(file.area)


def _field(name: str, file: ScenarioFile, options: Options) -> Battlefield:
    width, height = (_length(part) for part in file.table)
    if file.turns < 1 or not 0 < width <= LARGEST or not 0 < height <= LARGEST:
        raise BadInput("turns and table must be above zero, and the table no larger than 240")
    if file.victory not in KINDS:
        raise BadInput(f"nobody knows the victory '{file.victory}'")
    terrain = tuple(_terrain(t) for t in file.terrain)
    if len({t.name for t in terrain}) != len(terrain):
        raise BadInput("two pieces of terrain have one name")
    _fits_victory(file, terrain)
    return Battlefield(
        name=name,
        title=file.title,
        width=width,
        height=height,
        turns=file.turns,
        sides=_both_sides(file, options),
        terrain=terrain,
        victory=file.victory,
        first=side_called(file.side, file.first) if file.first else None,
        markers=tuple((_length(x), _length(y)) for x, y in file.markers),
        marker_names=file.marker_names,
        area=_area(file, options),
        zones=tuple(_zone(file, zone) for zone in file.zone),
        solo=side_called(file.side, file.solo) if file.solo else None,
    )


def _fits_victory(file: ScenarioFile, terrain: tuple[Terrain, ...]) -> None:
    """A scenario has what its scoring looks at."""
    houses = [t for t in terrain if t.kind == "building"]
    needs = {
        "destroy": (bool(houses) and all(t.structure for t in houses), "buildings with structure points"),
        "land": (bool(file.markers), "markers"),
        "bullet": (bool(houses), "a building"),
        "fort": (file.area is not None, "an area"),
        "relief": (file.area is not None, "an area"),
        "solo": (bool(file.solo), "a side for Mr Babbage"),
    }
    good, what = needs.get(file.victory, (True, ""))
    if not good:
        raise BadInput(f"the victory '{file.victory}' needs {what}")
    for number, side in enumerate(file.side):
        if not any(zone.side == side.key for zone in file.zone):
            raise BadInput(f"the side '{file.side[number].key}' has no zone")


def _both_sides(file: ScenarioFile, options: Options) -> tuple[SideFacts, SideFacts]:
    """One force against its like: the second goes by another name."""
    first, second = (_side_facts(file, number, options) for number in (0, 1))
    same = first.name == second.name
    return first, msgspec.structs.replace(second, name=f"{second.name} (2)") if same else second


def _side_facts(file: ScenarioFile, number: int, options: Options) -> SideFacts:
    side = file.side[number]
    width, height = (_length(part) for part in file.table)
    if not side.own:
        raise BadInput(f"the side '{side.key}' has no edge of its own")

    def edges(words: tuple[EdgeWord, ...]) -> tuple[Edge, ...]:
        return tuple(_edge(word, width, height) for word in words)

    task = Task(
        edges(side.own), edges(side.exits), edges(side.entries), side.from_turn, side.sure_turn, side.plays_on
    )
    chosen = (options.first_force, options.second_force)[number]
    name = _force_of(file, number, options).title if chosen not in ("", side.force) else side.name
    known = _force_name(file, number, options)
    return SideFacts(
        side.key,
        name,
        side.points,
        task,
        side.on_table,
        side.rest,
        known if known in FORCES.names() else force(known).dress,
    )


def _edge(word: EdgeWord, width: int, height: int) -> Edge:
    """A side of the table by its name, or a stretch of one. [R-61]"""
    named = {
        "west": ((0, 0), (0, height)),
        "east": ((width, 0), (width, height)),
        "south": ((0, 0), (width, 0)),
        "north": ((0, height), (width, height)),
    }
    if isinstance(word, str):
        return Edge(*named[word])
    x, y, x2, y2 = (_length(part) for part in word)
    return Edge(*stretch_of_edge(((x, y), (x2, y2)), width, height))


def _rect(box: Box) -> tuple[Point, ...]:
    west, south, east, north = (_length(part) for part in box)
    if west >= east or south >= north:
        raise BadInput("a rectangle is west, south, east, north")
    return upright(west, south, east, north)


def _disc(circle: Circle) -> tuple[Point, ...]:
    """A disc as corners on its circle, clockwise. [F-G1]"""
    x, y, radius = (_length(part) for part in circle)
    if radius <= 0:
        raise BadInput("a disc has a radius above zero")
    return tuple(ahead(x, y, 3600 * at // ROUND, radius) for at in range(ROUND))


def _terrain(piece: _Terrain) -> Terrain:
    if piece.kind not in TERRAIN:
        raise BadInput(f"'{piece.name}' is of unknown kind '{piece.kind}'")
    shapes = [shape for shape in (piece.rect, piece.disc, piece.line) if shape is not None]
    if len(shapes) != 1 or TERRAIN[piece.kind].linear != (piece.line is not None):
        raise BadInput(f"'{piece.name}' needs one shape that fits a {piece.kind}: rect or disc, or a line")
    if piece.structure and piece.kind != "building":
        raise BadInput(f"'{piece.name}': only a building has structure points")
    if piece.rect is not None:
        poly = _rect(piece.rect)
    elif piece.disc is not None:
        poly = _disc(piece.disc)
    else:
        assert piece.line is not None
        x, y, x2, y2 = (_length(part) for part in piece.line)
        if (x, y) == (x2, y2):
            raise BadInput(f"the line '{piece.name}' has no length")
        poly = ((x, y), (x2, y2))
    return Terrain(piece.kind, piece.name, poly, piece.level, piece.structure)


def _zone(file: ScenarioFile, zone: _Zone) -> Zone:
    polys = tuple(_rect(box) for box in zone.rects) + ((_disc(zone.disc),) if zone.disc else ())
    if not polys:
        raise BadInput(f"the zone of '{zone.side}' has no shape")
    spot = None if zone.spot is None else (_length(zone.spot[0]), _length(zone.spot[1]))
    return Zone(
        side_called(file.side, zone.side), polys, _length(zone.keep), spot, zone.first_half, zone.file
    )


def _force_of(file: ScenarioFile, number: int, options: Options) -> Force:
    """The force a side brings. [F-6]"""
    return force(_force_name(file, number, options))


def _force_name(file: ScenarioFile, number: int, options: Options) -> str:
    """Its name or its text: chosen, or the scenario's; Mr Babbage's goes by difficulty. [F-B1]"""
    side = file.side[number]
    chosen = (options.first_force, options.second_force)[number]
    level = {"easy": side.easy, "hard": side.hard}.get(options.difficulty, "")
    return chosen or level or side.force


def _units(file: ScenarioFile, options: Options) -> tuple[Unit, ...]:
    """Every unit of both sides, in the order of the lists. [F-5]"""
    units: list[Unit] = []
    for number, side in enumerate(file.side):
        here = _split(_force_of(file, number, options), side)
        for at, listed in enumerate(_force_of(file, number, options).unit):
            where = Where.TABLE if at in here else Where(side.rest)
            units.append(make_unit(len(units), number, f"{side.key}{at + 1}", listed, where))
    return tuple(units)


def _split(listed: Force, side: _Side) -> set[int]:
    """Which units start on the table: in the order of the list, as many points as the scenario wants. [F-SB1]"""
    if side.rest == "table":
        return set(range(len(listed.unit)))
    least, most = side.on_table
    here: set[int] = set()
    total = 0
    for at, unit in enumerate(listed.unit):
        enough = total >= least and side.rest != "waiting"
        if total + unit.points <= most and not enough:
            here.add(at)
            total += unit.points
    if total < min(least, sum(u.points for u in listed.unit)):
        raise BadInput(f"the force of '{side.key}' cannot put {least} to {most} points on the table")
    return here


def make_unit(number: int, side: int, key: str, listed: ForceUnit, where: Where = Where.TABLE) -> Unit:
    """A unit fresh from its list: whole, in no status, its Leader flat or as he was rolled. [F-5, F-L4, T083, T115]"""
    return Unit(
        id=number,
        key=key,
        name=listed.name,
        side=side,
        kind=listed.type,
        upgrades=listed.options,
        cost=listed.points,
        start=PROFILES[listed.type].models,
        weapon=weapon_of(listed.type, listed.options, listed.weapon),
        captain=listed.leader,
        leadership=leadership_of(listed),
        trait=trait_rolled(listed),
        where=where,
        cloth=cloth_of(listed),
    )


def scenarios() -> dict[str, ScenarioInfo]:
    """The book's own scenarios, the plain fight first."""
    return scenarios_of(HOUSE / "scenarios", NAMES, ScenarioFile)


setup = first_states(HOUSE / "scenarios", ScenarioFile, drawn_up)
