"""Reading scenarios: what is written in them becomes the first state, or one clear line of refusal. [F-5.1, F-23]"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from grognard.engine.about import About
from grognard.engine.book import BadInput, ScenarioInfo
from grognard.engine.files import Record, first_states, scenarios_of
from grognard.engine.livery import cloth_of
from grognard.engine.soundness import broken_at
from grognard.geometry.hexarcs import facing_named
from grognard.geometry.hexes import Grid
from grognard.tabletop.ground import wished, within_size

from ..facts.depots import depot_prizes
from ..laws import standing
from ..state import LEADERS, OM, Battlefield, Command, Leader, Options, State, Unit
from ..tables.limits import TERRAIN
from ..words import BY_ARM, Arm, Card, Fate, Formation, Trait, Weather, Where
from .fielding import SidePlaces, placed
from .grounds import drawn
from .lists import ARMS, GUN_RANGE, HOUSE, Army, ListedLeader, ListedUnit, army, dress_of, has_trains, total

NAMES = (
    "first_blood", "serra", "arroyo", "bucaco", "redinha", "albuera", "quatre_bras", "auerstedt", "campaign_day", "open_battle",
)  # fmt: skip
FORMS = {form.value: form for form in Formation}
CORNERED = (Formation.LINE, Formation.SCREEN)
LARGEST = 60


class SideFile(Record, frozen=True):
    """A side as it is written down."""

    name: str
    army: str
    depot: str
    home: int
    deploy: dict[str, str] = {}
    leaders: dict[str, str] = {}
    fatigue: dict[str, int] = {}


class _Prize(Record, frozen=True):
    hex: str
    points: tuple[int, int]
    otherwise: int = -1


class ScenarioFile(Record, frozen=True):
    """A scenario as it is written down."""

    title: str
    blurb: str
    source: str
    turns: int
    clock: str
    map: str
    side: tuple[SideFile, SideFile]
    initiative: int = 0
    roads: tuple[str, ...] = ()
    bridges: tuple[str, ...] = ()
    places: dict[str, str] = {}
    weather: tuple[Weather, ...] = ()
    rolls: tuple[tuple[int, Weather], ...] = ()
    dusk: int = 0
    night: int = 0
    prize: tuple[_Prize, ...] = ()
    held: Literal["at the end", "last entered"] = "last entered"
    lead: int = 5
    hasty: tuple[int, ...] = ()
    rye: bool = False
    about: About = About()
    events: bool = False
    """Whether special events are rolled for. [F-28, F-29]"""
    draws: bool = False
    """Whether its map may be drawn by a number. [F-25]"""


def _hex(grid: Grid, label: str) -> int:
    try:
        return grid.at_label(label)
    except ValueError as fault:
        raise BadInput(str(fault)) from None


def _field(name: str, file: ScenarioFile, forces: tuple[_Force, _Force]) -> Battlefield:
    lines = [line.split()[-1] for line in file.map.strip().splitlines() if line.strip()]
    widths = {len(line) for line in lines}
    if len(widths) != 1 or not 2 <= len(lines) <= LARGEST or not 2 <= max(widths) <= LARGEST:
        raise BadInput("the rows of the map must be equally long, 2 to 60 hexes each way")
    letters = "".join(lines)
    unknown = sorted(set(letters) - {row.key for row in TERRAIN})
    if unknown:
        raise BadInput(f"the map has unknown terrain: {' '.join(unknown)}")
    grid = Grid(max(widths), len(lines))
    if file.turns < 1:
        raise BadInput("a battle has at least one turn")
    roads = []
    for chain in file.roads:
        hexes = [_hex(grid, label) for label in chain.split()]
        for here, there in itertools.pairwise(hexes):
            if grid.distance(here, there) != 1:
                raise BadInput(f"the road jumps from {grid.label(here)} to {grid.label(there)}")
            roads.append((here, there))
    field = Battlefield(
        name=name, title=file.title, columns=max(widths), rows=len(lines), terrain=letters, turns=file.turns,
        sides=_names(file, forces), armies=(forces[0].key, forces[1].key),
        depots=(_hex(grid, file.side[0].depot), _hex(grid, file.side[1].depot)),
        home=(file.side[0].home - 1, file.side[1].home - 1),
        roads=tuple(roads), bridges=tuple(_hex(grid, label) for label in file.bridges),
        places=tuple((_hex(grid, label), name) for label, name in file.places.items()),
        clock=_minutes(file.clock), weather=file.weather, rolls=file.rolls, dusk=file.dusk, night=file.night,
        prizes=tuple((_hex(grid, prize.hex), *prize.points, prize.otherwise) for prize in file.prize),
        held_now=file.held == "at the end", lead=file.lead, hasty=file.hasty, rye=file.rye,
        supply=tuple(side for side, force in enumerate(forces) if has_trains(force.army)), events=file.events,
    )  # fmt: skip
    return msgspec.structs.replace(field, prizes=(*field.prizes, *depot_prizes(field)))  # [F-27]


def _minutes(clock: str) -> int:
    hours, colon, minutes = clock.partition(":")
    if not colon or not (hours.isdigit() and minutes.isdigit()) or int(hours) > 23 or int(minutes) > 59:
        raise BadInput(f"'{clock}' is not a time of day")
    return 60 * int(hours) + int(minutes)


class _Force(NamedTuple):
    """The army a side brings."""

    army: Army
    own: bool
    """Whether it is the scenario's own."""
    key: str
    """Which of the book's armies it is, or is dressed as."""


def redrawn(file: ScenarioFile, number: int, mirrored: bool = True) -> ScenarioFile:
    """The battle on another map, with what counts on it. [F-25]"""
    found = drawn(number, mirrored)
    hamlet, (near, far) = found.middles, found.rises
    prizes = (*(_Prize(half, (3, 3)) for half in hamlet), _Prize(near, (0, 3)), _Prize(far, (3, 0)))
    places = {hamlet[0]: "the hamlet", near: "the northern rise", far: "the southern rise"}
    return msgspec.structs.replace(file, map=found.text, roads=(), bridges=(), places=places, prize=prizes)


def _forces(file: ScenarioFile, options: Options) -> tuple[_Force, _Force]:
    """What an option or a battle names comes from outside, and is never taken for a path. [F-24.2]"""
    first, second = (
        _Force(army(side.army), True, dress_of(side.army))
        if not chosen or chosen == side.army
        else _Force(army(chosen), False, dress_of(chosen))
        for side, chosen in zip(file.side, (options.first_army, options.second_army))
    )
    return first, second


def _names(file: ScenarioFile, forces: tuple[_Force, _Force]) -> tuple[str, str]:
    """The scenario's names for its own armies; another goes by its title."""
    first, second = (side.name if force.own else force.army.title for side, force in zip(file.side, forces))
    return first, f"{second} (2)" if second == first else second


def _state(name: str, file: ScenarioFile, options: Options) -> State:
    state = drawn_up(name, file, options)
    for fault in standing_faults(state):
        raise BadInput(fault)
    return state


def standing_faults(state: State) -> Iterator[str]:
    """Who stands where he may not."""
    return (fault for _, fault in broken_at(standing.LAWS, state))


def drawn_up(name: str, file: ScenarioFile, options: Options) -> State:
    """The first state, whoever may stand where he may not."""
    number = wished(options.ground or 0, file.draws)
    if number:
        file = redrawn(file, number)
    forces = _forces(file, options)
    within_size(options.size or 0, [(force.army.title, total(force.army)) for force in forces], "F-25")
    field = _field(name, file, forces)
    commands: list[Command] = []
    units: list[Unit] = []
    leaders: list[Leader] = []
    for side, force in enumerate(forces):
        troops = force.army
        here = file.side[side]
        listed = here if force.own and here.deploy else placed(field, file.side, side, troops)
        first = len(commands)
        for formation in troops.formation:
            start = 2 * sum(unit.steps for unit in troops.unit if unit.formation == formation.key)
            commands.append(
                Command(formation.key, side, formation.corps, listed.fatigue.get(formation.key, 0), start)
            )
        keys = {formation.key: first + at for at, formation in enumerate(troops.formation)}
        british = {formation.key for formation in troops.formation if formation.british}
        for unit in troops.unit:
            units.append(_unit(field, len(units), side, unit, keys, unit.formation in british, listed))
        leaders += _leaders(field, len(leaders), side, troops, keys, listed)
    for parent in [unit for unit in units if unit.arm is Arm.INF and unit.sv > 0 and unit.full >= 3]:
        units.append(_screen(len(units), parent))
    return State(field, options, tuple(units), tuple(leaders), tuple(commands), initiative=file.initiative)


def _screen(number: int, parent: Unit) -> Unit:
    """The step a battalion may detach. [F-10.5]"""
    return Unit(
        id=number, name=f"Screen of {parent.name}", side=parent.side, command=parent.command, arm=Arm.INF, full=1,
        fv=parent.fv - min(4, parent.full) + 1, tem=parent.tem, sv=parent.sv, mcf=parent.mcf, halves=0,
        traits=parent.traits, british=parent.british, parent=parent.id, where=Where.ATTACHED,
        formation=Formation.SCREEN, facing=1, cloth=parent.cloth,
    )  # fmt: skip


def _unit(
    field: Battlefield,
    number: int,
    side: int,
    unit: ListedUnit,
    keys: dict[str, int],
    british: bool,
    listed: SidePlaces,
) -> Unit:
    text = listed.deploy.get(unit.name)
    if text is None or unit.formation not in keys:
        raise BadInput(f"nobody says where {unit.name} stands, or its Formation is unknown")
    turn, words = _due(text)
    if len(words) < 3:
        raise BadInput(f"{unit.name}: a place is hex, formation, facing: “{text}”")
    here, form, facing = _hex(field.grid, words[0]), FORMS.get(" ".join(words[1:-1])), words[-1]
    arm = ARMS[unit.arm]
    waggons = Trait.TRAIN in unit.traits
    if form is None or form not in BY_ARM[arm] or (waggons and form is not Formation.LIMBERED):
        raise BadInput(f"{unit.name} cannot stand in '{' '.join(words[1:-1])}'")
    try:
        faced = facing_named(facing)
    except ValueError as fault:
        raise BadInput(f"{unit.name}: {fault}") from None
    if (form in CORNERED) != bool(faced % 2):
        raise BadInput(f"{unit.name}: {form.value} faces a {'corner' if form in CORNERED else 'hexside'}")
    return Unit(
        id=number, name=unit.name, side=side, command=keys[unit.formation], arm=arm, full=unit.steps, fv=unit.fv,
        tem=unit.tem, sv=unit.sv, mcf=unit.mcf, halves=2 * unit.steps, cv=unit.cv, traits=unit.traits,
        british=british, range=unit.range or GUN_RANGE.get(unit.fv, 7) if arm is Arm.ART and not waggons else 0, hex=here,
        where=Where.WAITING if turn > 1 else Where.MAP, arrives=turn, formation=form, facing=faced, cloth=cloth_of(unit),
    )  # fmt: skip


def _due(text: str) -> tuple[int, list[str]]:
    """The turn a place is for, and the rest of its words. [F-10.11]"""
    words = text.split()
    if words and words[0].startswith("T") and words[0][1:].isdecimal():
        return int(words[0][1:]), words[1:]
    return 0, words


def _leaders(
    field: Battlefield, count: int, side: int, troops: Army, keys: dict[str, int], listed: SidePlaces
) -> list[Leader]:
    numbers = {leader.name: LEADERS + count + at for at, leader in enumerate(troops.leader)}
    return [_leader(field, numbers, side, leader, keys, listed) for leader in troops.leader]


def _leader(
    field: Battlefield,
    numbers: dict[str, int],
    side: int,
    leader: ListedLeader,
    keys: dict[str, int],
    listed: SidePlaces,
) -> Leader:
    text = listed.leaders.get(leader.name)
    if text is None:
        raise BadInput(f"nobody says where {leader.name} is")
    turn, words = _due(text)
    if not words:
        raise BadInput(f"{leader.name}: a place is a hex, and “om” with another for his orders: “{text}”")
    here = _hex(field.grid, words[0])
    om = pending = None
    if len(words) >= 3 and words[1] == "om":
        marker = OM(_hex(field.grid, words[2]))
        om, pending = (None, marker) if "pending" in words else (marker, None)
    if leader.superior and leader.superior not in numbers:
        raise BadInput(f"{leader.name} serves under nobody known: '{leader.superior}'")
    waiting = turn > 1
    return Leader(
        id=numbers[leader.name], name=leader.name, side=side, rank=leader.rank, sr=leader.sr, cr=leader.cr,
        tem=leader.tem, inf=leader.inf, cav=leader.cav, art=leader.art, flexible=leader.flexible,
        passive=leader.passive, command=keys.get(leader.formation, -1),
        superior=numbers.get(leader.superior, -1), hex=here, fate=Fate.WAITING if waiting else Fate.MAP,
        card=Card.HAND if leader.card and not waiting else Card.NONE, arrives=turn, om=om, pending=pending,
    )  # fmt: skip


def scenarios() -> dict[str, ScenarioInfo]:
    """The book's own scenarios, the smallest first."""
    return scenarios_of(HOUSE / "scenarios", NAMES, ScenarioFile)


setup = first_states(HOUSE / "scenarios", ScenarioFile, _state)
