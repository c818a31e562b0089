"""A scenario file as the first state, or one line that says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from grognard.engine.about import About
from grognard.engine.book import BadInput, ScenarioInfo
from grognard.engine.files import Record, corners, first_states, hundredths, scenarios_of
from grognard.geometry.outlines import simple
from grognard.geometry.points import bounds
from grognard.tabletop.land import over_edge

from .facts import standing
from .state import Arm, Battlefield, Options, State, Terrain, Unit

FOLDER = Path(__file__).parent / "scenarios"
Inches = int | float
Corner = tuple[Inches, Inches]


class _Side(Record, frozen=True):
    name: str


class _Terrain(Record, frozen=True):
    kind: str
    name: str
    poly: tuple[Corner, ...]


class _Unit(Record, frozen=True):
    side: int
    name: str
    arm: Arm
    stands: int
    at: Corner
    facing: Inches


class ScenarioFile(Record, frozen=True):
    """What a scenario file may say."""

    title: str
    blurb: str
    table: tuple[Inches, Inches]
    turns: int
    side: tuple[_Side, _Side]
    terrain: tuple[_Terrain, ...]
    unit: tuple[_Unit, ...]
    about: About = About()


def _terrain(one: _Terrain) -> Terrain:
    poly = corners(one.poly)
    if len(poly) < 3 or not simple(poly):
        raise BadInput(f"the outline of {one.name} is not a simple shape")
    return Terrain(one.kind, one.name, poly)


def _unit(number: int, one: _Unit) -> Unit:
    if one.side not in (0, 1) or not 1 <= one.stands <= 12:
        raise BadInput(f"{one.name}: side must be 0 or 1, and stands from 1 to 12")
    x, y = corners((one.at,))[0]
    return Unit(number, one.side, one.name, one.arm, x, y, round(one.facing * 10) % 3600, one.stands)


def _state(name: str, file: ScenarioFile, options: Options) -> State:
    width, height = map(hundredths, file.table)
    first, second = file.side
    land = tuple(map(_terrain, file.terrain))
    field = Battlefield(name, file.title, width, height, file.turns, (first.name, second.name), land)
    state = State(field, options, tuple(_unit(number, one) for number, one in enumerate(file.unit)))
    for one, other in standing(state).close(0):
        raise BadInput(f"{one.name} and {other.name} touch")
    for each in standing(state).owners:
        if over_edge(field, bounds(each.body)):
            raise BadInput(f"{each.name} is not wholly on the table")
    return state


def scenarios() -> dict[str, ScenarioInfo]:
    """The book's own scenarios."""
    return scenarios_of(FOLDER, sorted(path.stem for path in FOLDER.glob("*.toml")), ScenarioFile)


setup = first_states(FOLDER, ScenarioFile, _state)
