"""What the searches answer in crowded positions, and what chance finds of what they refused: for `grognard soundness`."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from typing import TypeVar

from grognard.engine.choices import Move, Throw
from grognard.engine.dice import Rng
from grognard.engine.flow import Position, replace
from grognard.engine.log import Entry
from grognard.engine.soundness import Asked, Crowded
from grognard.engine.tables import Refusal
from grognard.geometry.angles import offset
from grognard.geometry.points import bounds
from grognard.tabletop.figures import feet
from grognard.tabletop.last_resort import Seeded

from ..facts.bodies import KEEP, heart, in_cohesion
from ..facts.deploy import arrival_placer
from ..facts.ground import Barrier, at_barrier, layout, price
from ..facts.moving import Walker
from ..facts.paths import Search, out_of_reach, reach
from ..facts.placing import Facer
from ..facts.retreat import flight
from ..facts.sight import glance, screen_between, sees
from ..facts.storming import close_up, holding
from ..facts.values import LEAST_CLOSE_ORDER, move_of
from ..situations.bouts import settled
from ..situations.live import Deeds, scene_for
from ..situations.walks import ENGINE, Plan
from ..state import Point, State, Unit
from ..words import Kind, Where
from . import groping
from .crowds import crowded
from .searches import retreat_faults

TRIES, BENDS, WAYS, LINES, HOLDS = 400, 100, 500, 400, 60
"""How often chance looks for a place, a bent way, a way to an enemy, a line of sight, places at a wall."""
MOST = 5
"""How many questions of one kind are asked in a position, where many would be much alike."""
TURNS = (450, 1350, 2250, 3150)
T = TypeVar("T")


def asked(position: Position) -> Iterator[Asked]:
    """Questions of every kind *cannot* in a position: a few of each, for those of one crowd are much alike."""
    state: State = position.state
    units = state.on_table()
    rng = Seeded(*[part for unit in units for spot in unit.models for part in spot])
    pairs = [(unit, enemy) for unit in units for enemy in state.on_table(1 - unit.side)]
    near = [(a, b) for a, b in pairs if a.inside is None and not out_of_reach(state, a, b, move_of(a))]
    runs = [(unit, unit.facing + turn) for unit in units for turn in (0, 1800)]
    loose = [unit for unit in units if unit.inside is None]
    plans = [(unit, turn) for unit in loose if unit.count > 1 and in_cohesion(unit) for turn in TURNS]
    due = [unit for unit in state.units if unit.where is Where.WAITING]
    yield from (_of_sight(state, *pair) for pair in _some([(a, b) for a, b in pairs if a.id < b.id], rng))
    yield from (_of_reach(state, *pair) for pair in _some(near, rng))
    yield from (_of_run(state, *run) for run in _some(runs, rng))
    yield from (_of_plan(Walker(state, unit, move_of(unit)), turn) for unit, turn in _some(plans, rng))
    for unit in loose:
        yield from _of_leaving(state, unit)
        yield from _of_walls(state, unit)
        yield from _of_ranks(state, unit)
    yield from (_of_arrival(state, unit) for unit in _some(due, rng, 1))


def _some(them: list[T], rng: Seeded, most: int = MOST) -> list[T]:
    """As many of them as are asked about."""
    return sorted(them, key=lambda _each: rng.random())[:most]


def _of_sight(state: State, unit: Unit, enemy: Unit) -> Asked:
    """Whether two units see each other. [R-37, R-62]"""
    look = partial(_seen_wrongly, state, unit, enemy)
    found = partial(groping.line_to, state, unit, enemy, tries=LINES)
    return Asked("target seen", f"{unit.key} at {enemy.key}", sees(state, unit, enemy), look, found)


def _of_reach(state: State, unit: Unit, enemy: Unit) -> Asked:
    """Whether some model of a unit gets at an enemy. [R-09, R-56]"""
    limit = move_of(unit)
    offered = reach(state, unit, enemy, limit) is not None
    wrong = partial(_reached_wrongly, state, unit, enemy, limit)
    way = partial(groping.way_to, state, unit, enemy, limit, tries=WAYS)
    return Asked("attack reach", f"{unit.key} at {enemy.key}", offered, wrong, way)


def _seen_wrongly(state: State, unit: Unit, enemy: Unit) -> str | None:
    """Of a yes: one of those who see must see along the line that is told, or a hair's breadth beside it."""
    line = glance(state, unit, enemy).line
    screen = screen_between(state, unit, enemy)
    if not screen.blocks(line):
        return None
    if unit.inside is None and enemy.inside is None:
        return f"the line {line} is blocked"
    near = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    (x, y), (u, v) = line
    beside = [((x + a, y + b), (u + c, v + d)) for a, b in near for c, d in near]
    # Through a gap of no width sees who looks exactly through it, which whole numbers need not name.
    return None if any(not screen.blocks(each) for each in beside) else f"the lines by {line} are blocked"


def _reached_wrongly(state: State, unit: Unit, enemy: Unit, limit: int) -> str | None:
    """Of a yes: the way, leg by leg."""
    way = reach(state, unit, enemy, limit)
    assert way is not None
    search = Search(state, unit, enemy, limit)
    here, total = unit.models[way.model], 0
    solid = [each for each in search.obstacles if not way.across or not each.shapes]
    for point in way.points:
        if any(each.bars((here, point)) for each in solid if point != here):
            return f"the leg from {here} to {point} is barred"
        total += price(state, unit, here, point)
        here = point
    if total > limit:
        return f"the way is {total / 100:.2f} long"
    return (
        None if here == unit.models[way.model] or search.may_end(here) else f"it ends on somebody at {here}"
    )


def _of_run(state: State, unit: Unit, first: int) -> Asked:
    """Whether a unit can Retreat in some direction without losing anybody. [T137, R-27]"""
    offered = not flight(state, unit, first).lost
    wrong = partial(_run_wrongly, state, unit, first)

    def way(_rng: Rng) -> str | None:
        return groping.direction(state, unit, first)

    return Asked("retreat", f"{unit.key} to {first % 3600 / 10}", offered, wrong, way)


def _run_wrongly(state: State, unit: Unit, first: int) -> str | None:
    found = flight(state, unit, first)
    return None if found.leaves else next(retreat_faults(state, unit, found), None)


def _of_leaving(state: State, unit: Unit) -> Iterator[Asked]:
    """Whether a unit can march off. [R-61]"""
    walker = Walker(state, unit, move_of(unit))
    exits = [(edge.start, edge.end) for edge in walker.exits()]
    if not unit.close_order and min(foot.far for foot in feet(unit.models, exits)) <= walker.allowance:
        off = next((legs for legs in walker.candidates() if legs and legs[-1][0] == "leave"), None)
        found = partial(groping.way_off, walker, tries=TRIES)
        yield Asked("leave the table", unit.key, off is not None, found=found)


def _of_plan(walker: Walker, turn: int) -> Asked:
    """Whether a place is found to which a way leads, straight or bent. [R-56]"""
    unit, (x, y) = walker.unit, heart(walker.unit)
    dx, dy = offset(unit.facing + turn, walker.allowance * 4 // 5)
    goal = x + dx, y + dy
    planned = walker.plan((*goal, unit.facing, "as it stands"))
    found = partial(groping.bent, walker, goal, tries=BENDS)
    return Asked("move planned", f"{unit.key} to {goal}", not isinstance(planned, Refusal), found=found)


def _of_ranks(state: State, unit: Unit) -> Iterator[Asked]:
    """Whether a unit can form Close Order where it stands. [R-23]"""
    if unit.kind is Kind.REGULAR_INFANTRY and unit.count >= LEAST_CLOSE_ORDER and not unit.close_order:
        judge = Facer(state, unit, True)
        found = partial(groping.front, judge.judge, tries=TRIES)
        wrong = partial(_formed_wrongly, judge)
        yield Asked("form close order", unit.key, judge.possible(), wrong, found)


def _formed_wrongly(judge: Facer) -> str | None:
    refusal = judge.refusal(next(judge.candidates()))
    return None if refusal is None else refusal.words


def _of_walls(state: State, unit: Unit) -> Iterator[Asked]:
    """Whether a victor could close up on an Obstacle it stands at. [R-31]"""
    near = layout(state).barriers.near(bounds(unit.models), unit.radius + KEEP)
    for barrier in [each for each in near if at_barrier(state, unit, each)]:
        loose = replace(unit, close_order=False)
        places = close_up(state, loose, (barrier.name,))
        _, lead, _foot = min(feet(unit.models, barrier.pieces))
        own = unit.models[lead]
        found = partial(groping.hold_of, state, loose, barrier, own, tries=HOLDS)

        def wrong(barrier: Barrier = barrier, places: tuple[Point, ...] | None = places) -> str | None:
            assert places is not None
            held = sum(holding(barrier, place, unit.radius) for place in places)
            return None if 2 * held > unit.count else f"{held} of {unit.count} hold it"

        yield Asked("storm", f"{unit.key} at {barrier.name}", places is not None, wrong, found)


def _of_arrival(state: State, unit: Unit) -> Asked:
    """Whether a reserve finds room. [R-61]"""
    placer = arrival_placer(state, unit)
    first = placer.first()

    def wrong() -> str | None:
        assert first is not None
        refusal = placer.judge(first)
        return None if refusal is None else refusal.words

    found = partial(groping.spot, placer.judge, bounds(placer.region()), tries=TRIES)
    return Asked("arrive", unit.key, first is not None, wrong, found)


def played(position: Position, move: Move, rng: Rng) -> Hashable | None:
    """A choice played on in the live game, decided as the odds decide; None where the odds tell of something else."""
    scene = scene_for(position, move)
    if scene is None or not isinstance(scene.done, Deeds):
        return None
    log: list[Entry] = []
    deep, plan, done = len(position.agenda), Plan(), scene.done
    now = ENGINE.apply(position, move, log)
    while len(now.agenda) > deep and not settled(now):
        if any(frame.sequence in ("move", "form") for frame in now.agenda[deep:]):
            break
        waiting = ENGINE.pending(now)
        if waiting is None:
            break
        if isinstance(waiting, Throw):
            now = ENGINE.follow(now, waiting.roll(rng), log)
        else:
            now = ENGINE.apply(now, plan(now, waiting), log)
    return done.read(now.state, any(entry.what == "does nothing" for entry in log))


CROWDED = Crowded(crowded, asked, played)
