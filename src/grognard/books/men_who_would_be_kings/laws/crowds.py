"""Crowded positions by chance: units in contact, at edges and walls, in houses, on mixed ground, with reserves due."""

from __future__ import annotations

from grognard.engine.dice import Rng
from grognard.engine.flow import Frame, Position, replace
from grognard.geometry.angles import ahead
from grognard.geometry.shapes import upright

from ..facts.bodies import cluster, ranks
from ..facts.ground import layout
from ..facts.houses import indoors
from ..facts.placing import why_not_stand
from ..facts.soundness import faults
from ..facts.values import weapon_of
from ..state import Battlefield, Edge, Options, Point, SideFacts, State, Task, Terrain, Unit
from ..steps.env import Opening, PlayerTurn, Turn
from ..tables.leaders import COLUMNS, FLAT
from ..tables.profiles import PROFILES
from ..words import Kind, Upgrade, Where

WIDTH, HEIGHT = 4800, 3600
AREAS = (
    "marsh",
    "rocks",
    "wood",
    "cliff",
    "deep_water",
    "hill",
    "steep_hill",
    "sand",
    "building",
    "building",
)
LINES = ("wall", "hedge", "stream", "trench", "wall")
KINDS = (*Kind, *[Kind.REGULAR_INFANTRY] * 4)
MOST_UNITS, TRIES = 16, 30
SOUTH, NORTH = Edge((0, 0), (WIDTH, 0)), Edge((0, HEIGHT), (WIDTH, HEIGHT))


def crowded(rng: Rng) -> Position:
    """Side 0 about to activate a unit, in a crowd."""
    middle = rng.randint(400, WIDTH - 400), rng.randint(200, HEIGHT - 200)
    state = _ground(middle, rng)
    for number in range(rng.randint(5, MOST_UNITS)):
        state = _with_another(state, number, middle, rng)
    assert not list(faults(state)), list(faults(state))
    agenda = (
        Frame("battle", _step("battle", "Turns"), Opening(), True),
        Frame("turn", _step("turn", "SidesPlay"), Turn(1), True),
        Frame("player turn", _step("player turn", "Activate"), PlayerTurn(0), True),
    )
    return Position(state, agenda)


def _step(sequence: str, name: str) -> int:
    from ..sequence import SEQUENCES

    return [type(step).__name__ for step in SEQUENCES[sequence]].index(name)


def _ground(middle: Point, rng: Rng) -> State:
    terrain = [_area(middle, rng, at) for at in range(rng.randint(2, 6))]
    terrain += [_line(middle, rng, at) for at in range(rng.randint(0, 4))]
    tasks = _task(middle, 0, SOUTH, rng), _task(middle, HEIGHT, NORTH, rng)
    sides = SideFacts("A", "South", 24, tasks[0]), SideFacts("B", "North", 24, tasks[1])
    field = Battlefield("crowd", "A crowd", WIDTH, HEIGHT, 15, sides, tuple(terrain), "passing", 0)
    return State(field, Options(), (), turn=1)


def _task(middle: Point, y: int, own: Edge, rng: Rng) -> Task:
    """Reserves come by a stretch of the edge near the crowd, and units leave by it."""
    x = min(max(0, middle[0] - rng.randint(0, 600)), WIDTH - 1200)
    stretch = Edge((x, y), (x + rng.randint(4, 12) * 100, y))
    return Task((own,), (stretch,), (stretch,), 1, 1)


def _near(middle: Point, rng: Rng) -> Point:
    """Somewhere in the crowd, mostly."""
    x, y = middle[0] + rng.randint(-1000, 1000), middle[1] + rng.randint(-800, 800)
    return min(max(0, x), WIDTH - 700), min(max(0, y), HEIGHT - 600)


def _area(middle: Point, rng: Rng, at: int) -> Terrain:
    kind, (x, y) = AREAS[rng.randint(0, len(AREAS) - 1)], _near(middle, rng)
    if kind == "building":
        far = x + rng.randint(3, 6) * 100, y + rng.randint(3, 5) * 100
        return Terrain(kind, f"house {at}", upright(x, y, *far))
    sides, reach = rng.randint(4, 8), rng.randint(100, 400)
    poly = tuple([ahead(x, y, 3600 * side // sides, reach) for side in range(sides)])
    return Terrain(kind, f"{kind} {at}", poly)


def _line(middle: Point, rng: Rng, at: int) -> Terrain:
    start, kind = _near(middle, rng), LINES[rng.randint(0, len(LINES) - 1)]
    end = ahead(*start, rng.randint(0, 3599), rng.randint(300, 1500))
    return Terrain(kind, f"{kind} {at}", (start, end))


def _with_another(state: State, number: int, middle: Point, rng: Rng) -> State:
    """One unit more: in a house, waiting, or wherever it finds room near the middle of the crowd."""
    unit = _recruit(number, rng)
    free = _free_house(state, rng)
    if unit.where is Where.WAITING:
        return _and(state, unit)
    if free is not None and not unit.cavalry and not unit.crewed and not unit.rides and rng.random() < 0.25:
        poly = state.field.terrain[free].poly
        return _and(state, replace(unit, models=indoors(poly, unit.start, unit.radius), inside=free))
    for _ in range(TRIES):
        spot = _spot(state, middle, unit.radius, rng)
        placed = _drawn_up(unit, spot, rng)
        if why_not_stand(_and(state, replace(placed, where=Where.POOL)), placed, placed.models, 0, 0) is None:
            return _and(state, placed)
    return _and(state, replace(unit, where=Where.WAITING))


def _spot(state: State, middle: Point, radius: int, rng: Rng) -> Point:
    """Beside an Obstacle, close to a model, or anywhere in the crowd."""
    lines, models, chance = layout(state).barriers.who, _models(state), rng.random()
    if models and chance < 0.4:
        return ahead(*models[rng.randint(0, len(models) - 1)], rng.randint(0, 3599), rng.randint(100, 400))
    if lines and chance < 0.6:
        start, end = lines[rng.randint(0, len(lines) - 1)].pieces[0]
        part = rng.random()
        foot = round(start[0] + part * (end[0] - start[0])), round(start[1] + part * (end[1] - start[1]))
        return ahead(*foot, rng.randint(0, 3599), radius + rng.randint(2, 60))
    return middle[0] + rng.randint(-800, 800), middle[1] + rng.randint(-600, 600)


def _models(state: State) -> list[Point]:
    return [model for unit in state.on_table() for model in unit.models]


def _and(state: State, unit: Unit) -> State:
    return replace(state, units=(*state.units, unit))


def _recruit(number: int, rng: Rng) -> Unit:
    kind = KINDS[rng.randint(0, len(KINDS) - 1)]
    profile = PROFILES[kind]
    ups = (Upgrade.MOUNTED_INFANTRY,) if kind is Kind.IRREGULAR_INFANTRY and rng.random() < 0.2 else ()
    count = rng.randint(max(1, profile.models // 3), profile.models)
    return Unit(
        number, f"u{number}", f"u{number}", number % 2, kind, ups, profile.points, count, weapon_of(kind, ups),
        leadership=FLAT[COLUMNS[kind]], where=Where.WAITING if rng.random() < 0.12 else Where.TABLE,
    )  # fmt: skip


def _drawn_up(unit: Unit, spot: Point, rng: Rng) -> Unit:
    """In a group, in a line, or in Close Order; some Leaderless, some Pinned."""
    facing, count, step = rng.randint(0, 3599), unit.start, 2 * unit.radius + 2
    leader = None if rng.random() < 0.15 else 0
    pins = int(rng.random() < 0.15)
    if rng.random() < 0.4 and count * step <= 900:
        models = tuple([ahead(*spot, facing + 900, (at - count // 2) * step) for at in range(count)])
        leader = None if leader is None else count // 2
    else:
        models = cluster(spot, count, unit.radius)
    loose = replace(unit, models=models, facing=facing, leader=leader, pins=pins)
    if unit.kind is Kind.REGULAR_INFANTRY and count >= 6 and not pins and rng.random() < 0.4:
        return replace(loose, models=ranks(loose, facing), close_order=True)
    return loose


def _free_house(state: State, rng: Rng) -> int | None:
    """A building nobody holds and nobody has been set up on."""
    held = {unit.inside for unit in state.units}
    free = [each.number for each in layout(state).houses if each.number not in held]
    return free[rng.randint(0, len(free) - 1)] if free else None
