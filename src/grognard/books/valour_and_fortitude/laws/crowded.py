"""Crowded positions by chance, and what the program's searches answer in them: for `grognard soundness`.

What is refused is looked for by chance with the book's own judge (`groping`), which knows nothing of the searches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from grognard.engine.dice import Rng
from grognard.engine.flow import Position, replace
from grognard.engine.soundness import Asked, Crowded
from grognard.geometry.angles import ahead
from grognard.geometry.contact import Side, flush
from grognard.geometry.points import Point, Pose
from grognard.tabletop.manoeuvre import Legs

from ..facts.assaults import barred, first_onset
from ..facts.bodies import shape_of, size_of
from ..facts.command import doer, move_distance
from ..facts.contact import in_contact
from ..facts.ground import feature
from ..facts.layout import distance, nearest_enemy
from ..facts.moving import Marcher
from ..facts.onsets import farthest
from ..facts.placing import Entrant, Leaver, first_arrival, first_exit
from ..facts.retreats import first_retreat
from ..facts.sight import in_front_arc, visible
from ..facts.soundness import standing_faults
from ..situations.walks import ENGINE
from ..state import (
    Battlefield,
    Brigade,
    Fate,
    Leader,
    Options,
    Profile,
    SideFacts,
    State,
    Terrain,
    Unit,
)
from ..steps.arrivals import due
from ..steps.env import Turn
from ..tables.moving import MAY_ASSAULT
from ..words import Arm, Deed, Nation, Order, Phase, Where
from . import groping
from .playing import played
from .standing import apart_from_friends

T = TypeVar("T")
WIDTH, HEIGHT = 7200, 4800
TRIES, LOOKS = 2000, 600
"""How often chance looks for what was refused: for a place or a way, and for a line of sight."""
FILES = {12: (2, 3, 4, 6), 18: (3, 6, 9), 24: (2, 3, 4, 6, 8, 12), 36: (3, 6, 9, 18)}
NOWHERE = Pose(0, 0, 0)
NARROW, WIDE = (5, 20, 60, 150, 300, 300), (5, 100, 300, 300, 400)
"""How far off a crowd stands from what it stands round."""
FOOT, HORSE, GUN = Arm.INFANTRY, Arm.CAVALRY, Arm.ARTILLERY
VALUES = {FOOT: (3, 1200, 4, 4), HORSE: (0, 0, 6, 3), GUN: (1, 4800, 1, 2)}
"""Fire, range, melee and tenacity."""


def some(parts: Sequence[T], rng: Rng) -> T:
    """One of some."""
    return parts[rng.randint(0, len(parts) - 1)]


def anybody(rng: Rng, side: int, arms: Sequence[Arm], at: Pose = NOWHERE, brigade: int = -1) -> Unit:
    """A unit of some arm, size and formation."""
    arm = some(arms, rng)
    figures, files, order, words = 1, 1, some((Order.UNLIMBERED, Order.LIMBERED), rng), ()
    if arm is not GUN:
        figures = some(tuple(FILES), rng) if arm is FOOT else some((6, 8, 9, 12), rng)
        files = some(FILES[figures] if arm is FOOT else ((figures + 1) // 2, max(3, figures // 3)), rng)
        order = Order.CLOSE
    profile = Profile(arm.value, arm, *VALUES[arm], words, 20)
    mine = (0, 2, 4)[rng.randint(0, 2)] if side == 0 else 1
    return Unit(
        -1, "", "", side, mine if brigade < 0 else brigade, profile, figures, *at, files=files, order=order
    )


def scene(units: Sequence[Unit], terrain: Sequence[Terrain]) -> State:
    """A battle of these units on this ground, in the first side's action phase."""
    named = [
        replace(unit, id=number, key=f"{'Ab'[unit.side]}{number}", name=f"{'Ab'[unit.side]}{number}")
        for number, unit in enumerate(units)
    ]
    count = len(named)
    sides = (SideFacts("N", "North", Nation.GENERIC, ""), SideFacts("S", "South", Nation.GENERIC, ""))
    field = Battlefield("crowd", "A crowd", WIDTH, HEIGHT, 9, 0, sides, tuple(terrain))
    corners = ((100, 100), (100, 4700), (7100, 100), (7100, 4700), (300, 100))
    leaders = [Leader(count + i, f"leader {i}", i % 2, i, *corners[i]) for i in range(5)]
    leaders += [
        Leader(count + 5 + side, f"general {side}", side, x=500 + 200 * side, y=100) for side in (0, 1)
    ]
    brigades = tuple([Brigade(i, f"brigade {i}", i % 2, count + i, active=True) for i in range(5)])
    return State(
        field,
        Options(pause_at_windows=False),
        tuple(named),
        tuple(leaders),
        brigades,
        (Fate(), Fate()),
        turn=2,
        phase=Phase.ACTION,
        first_pick=False,
    )


def crowd(units: Sequence[Unit], terrain: Sequence[Terrain]) -> list[Unit]:
    """Those of some units who find room, one after another."""
    kept: list[Unit] = []
    for unit in units:
        if not any(standing_faults(scene([*kept, unit], terrain))) and not _touches(kept, unit, terrain):
            kept.append(unit)
    return kept


def _touches(kept: Sequence[Unit], unit: Unit, terrain: Sequence[Terrain]) -> bool:
    """Whether a unit would touch a friend. [74]"""
    if not unit.in_open:
        return False
    return any(apart_from_friends(scene([*kept, unit], terrain)))


def boxed(kind: str, x: int, y: int, rng: Rng) -> Terrain:
    """A piece of ground about a place."""
    wide, high = rng.randint(100, 400), rng.randint(100, 400)
    box = ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))
    return Terrain(kind, kind, box)


def ground_near(x: int, y: int, rng: Rng) -> tuple[Terrain, ...]:
    """Sometimes a piece of ground near a place, or a low wall across it."""
    if rng.randint(0, 1):
        return ()
    x, y = x + rng.randint(-900, 900), y + rng.randint(-900, 900)
    kind = some(("river", "mud", "building", "wood", "low_wall", "hill"), rng)
    if kind != "low_wall":
        return (boxed(kind, x, y, rng),)
    return (Terrain(kind, kind, ((x - 600, y), (x + 700, y + rng.randint(-200, 200)))),)


def facing(rng: Rng) -> int:
    """Square to the table every other time."""
    return 900 * rng.randint(0, 3) if rng.randint(0, 1) else rng.randint(0, 3599)


def somewhere(rng: Rng) -> Pose:
    """A place not too near the edges, and now and then at one."""
    x, y = rng.randint(1500, 5700), rng.randint(1200, 3600)
    if rng.randint(0, 3) == 0:
        y = rng.randint(200, 900)
    return Pose(x, y, facing(rng))


def around(at: Unit, count: int, near: int, far: int, rng: Rng, sides: Sequence[int] = (0, 1)) -> list[Unit]:
    """Units about another, mostly in line with it."""
    found = []
    for _ in range(count):
        x, y = ahead(at.x, at.y, rng.randint(0, 3599), rng.randint(near, far))
        way = some((at.facing, at.facing + 900, rng.randint(0, 3599)), rng) % 3600
        found.append(anybody(rng, some(sides, rng), (FOOT, FOOT, HORSE, GUN), Pose(x, y, way)))
    return found


def hemmed(
    middle: Pose,
    size: tuple[int, int],
    count: int,
    gaps: Sequence[int],
    rng: Rng,
    sides: Sequence[int] = (0, 1),
) -> list[Unit]:
    """Units flush against a box, somewhere along its sides, with so much of a gap between."""
    found = []
    for _ in range(count):
        gap, which = some(gaps, rng), some(tuple(Side), rng)
        unit = anybody(rng, some(sides, rng), (FOOT, FOOT, HORSE, GUN))
        wide, deep = size[0] + 2 * gap, size[1] + 2 * gap
        half = (wide if which in (Side.FRONT, Side.REAR) else deep) // 2 + 100
        body = size_of(shape_of(unit))
        at = flush(middle, (wide, deep), which, *body, rng.randint(-half, half))
        turned = at.facing + 1800 * rng.randint(0, 1)
        found.append(replace(unit, x=at.x, y=at.y, facing=turned % 3600))
    return found


# ---- scenes


def contact(rng: Rng) -> State:
    """A unit touches an enemy; up to seven others stand close around."""
    unit, enemy, terrain = _locked(rng)
    return scene(crowd([unit, enemy, *around(unit, rng.randint(4, 9), 430, 1300, rng)], terrain), terrain)


def pressed(rng: Rng) -> State:
    """The same, with others at arm's length on all sides, most of them friends."""
    unit, enemy, terrain = _locked(rng)
    wall = hemmed(_pose(unit), size_of(shape_of(unit)), rng.randint(5, 12), NARROW, rng, (0, 0, 0, 1))
    if rng.randint(0, 2) == 0:  # behind it
        behind = ahead(unit.x, unit.y, unit.facing + 1800, rng.randint(500, 900))
        terrain = (boxed(some(("river", "building", "wood"), rng), *behind, rng),)
    return scene(crowd([unit, enemy, *wall, *around(unit, 2, 600, 1300, rng)], terrain), terrain)


def _locked(rng: Rng) -> tuple[Unit, Unit, tuple[Terrain, ...]]:
    """A unit that touches an enemy, and some ground."""
    enemy = anybody(rng, 1, (FOOT, FOOT, HORSE), somewhere(rng))
    unit = anybody(rng, 0, (HORSE, HORSE, FOOT))
    unit = against(unit, enemy, some((Side.FRONT, Side.FRONT, *Side), rng), rng)
    return unit, enemy, ground_near(unit.x, unit.y, rng)


def _pose(unit: Unit) -> Pose:
    return Pose(unit.x, unit.y, unit.facing)


def against(unit: Unit, enemy: Unit, side: Side, rng: Rng) -> Unit:
    """A unit flush against one side of another, somewhere along it."""
    size = size_of(shape_of(enemy))
    long = size[0] if side in (Side.FRONT, Side.REAR) else size[1]
    shift = rng.randint(-long // 3, long // 3)
    at = flush(_pose(enemy), size, side, *size_of(shape_of(unit)), shift)
    return replace(unit, x=at.x, y=at.y, facing=at.facing)


def ranks(rng: Rng) -> State:
    """Three against three, shoulder to shoulder."""
    south, gap = rng.randint(1500, 3000), some((5, 10, 30, 60, 100, 150), rng)
    found: list[Unit] = []
    for side, way in ((0, 0), (1, 1800)):
        x = rng.randint(2000, 2600)
        for _ in range(3):
            unit = anybody(rng, side, (FOOT, FOOT, HORSE, GUN))
            if unit.order is Order.LIMBERED:
                unit = replace(unit, order=Order.UNLIMBERED)
            wide, deep = size_of(shape_of(unit))
            back = deep // 2 + (some((0, 0, 5, 30), rng) if side else 0)
            x += wide // 2
            found.append(replace(unit, x=x, y=south + (back if side else -back), facing=way))
            x += wide // 2 + gap
    return scene(crowd(found, ()), ())


def villages(rng: Rng) -> State:
    """Garrisons, each with others about its feature, most of them along its walls."""
    houses, units = list[Terrain](), list[Unit]()
    for number in range(3):
        x, y = 1200 + 2400 * number + rng.randint(-300, 300), rng.randint(400, 4400)
        house = boxed(some(("building", "wood"), rng), x, y, rng)
        inside = replace(anybody(rng, 0, (FOOT, FOOT, FOOT, HORSE, GUN), Pose(x, y, 0)), inside=number)
        west, south = house.poly[0]
        size = 2 * (x - west), 2 * (y - south)
        others = hemmed(Pose(x, y, 0), size, rng.randint(8, 18), WIDE, rng, (0, 1, 1))
        units += [inside, *others, *around(inside, rng.randint(0, 4), 250, 1100, rng, (0, 1, 1))]
        houses.append(house)
    terrain = (*houses, *ground_near(x, y, rng))
    return scene(crowd(units, terrain), terrain)


def arrivals(rng: Rng) -> State:
    """Units that are to come on, and others about the places, some of them in a ring round them."""
    units, entries = list[Unit](), dict[int, Point]()
    for brigade, west in zip((0, 2, 4), (900, 3100, 5300)):
        x, y = entries[brigade] = west + rng.randint(0, 1000), some((0, HEIGHT), rng)
        coming = replace(anybody(rng, 0, (FOOT, FOOT, HORSE, GUN), brigade=brigade), where=Where.LATER)
        if coming.arm is GUN:
            coming = replace(coming, order=Order.LIMBERED)
        size = rng.randint(50, 700), rng.randint(50, 700)
        others = hemmed(Pose(x, y, 0), size, rng.randint(5, 16), NARROW, rng, (0, 0, 0, 1))
        units += [coming, *others]
        units += around(replace(coming, x=x, y=y), rng.randint(0, 5), 250, 1200, rng, (0, 0, 1))
    terrain = ground_near(x, abs(y - 600), rng) if rng.randint(0, 1) else ()
    state = scene(crowd(units, terrain), terrain)
    brigades = [replace(b, arrives=2, entry=entries[b.id]) if b.id in entries else b for b in state.brigades]
    return replace(state, brigades=tuple(brigades))


def pairs(rng: Rng) -> State:
    """A unit with enemies within reach and others between."""
    unit = anybody(rng, 0, (FOOT, HORSE, HORSE), somewhere(rng))
    enemies = around(unit, rng.randint(1, 3), 300, 1900, rng, (1,))
    others = around(unit, rng.randint(2, 7), 300, 1500, rng)
    terrain = ground_near(unit.x, unit.y, rng)
    return scene(crowd([unit, *enemies, *others], terrain), terrain)


SCENES: tuple[Callable[[Rng], State], ...] = (
    *(contact, contact, pressed, pressed, pressed, villages, villages),
    *(arrivals, arrivals, arrivals, pairs, ranks),
)
"""Those that bring seldom refusals come oftener."""


def some_scene(rng: Rng) -> Position:
    """One of the kinds of scenes; again, if its first unit found no room."""
    kind = some(SCENES, rng)
    while True:
        state = kind(rng)
        if state.units and (state.units[0].side == 0):
            return opened(state)


def opened(state: State) -> Position:
    """A scene as its action phase begins."""
    return ENGINE.start(state, "action", Turn())


# ---- questions


def asked(position: Position) -> Iterator[Asked]:
    """Whatever a search decides for anybody here."""
    state: State = position.state
    for unit in state.units:
        if unit.on_table and unit.in_feature:
            yield _exit(state, unit)
        elif unit.on_table and unit.side == state.side:
            yield from _retreats(state, unit)
            yield from _assaults(state, unit)
    for unit in due(state):
        yield _arrival(state, unit)
    yield from _looks(state)


def _exit(state: State, unit: Unit) -> Asked:
    found = first_exit(state, unit)
    return Asked(
        "leave a feature",
        f"{unit.key} out of {feature(state, unit.inside).name}",
        found is not None,
        lambda: _against(Leaver(state, unit), found),
        lambda rng: _words(groping.some_exit(state, unit, rng, TRIES)),
    )


def _arrival(state: State, unit: Unit) -> Asked:
    found = first_arrival(state, unit)
    return Asked(
        "arrive",
        unit.key,
        found is not None,
        lambda: _against(Entrant(state, unit), found),
        lambda rng: _words(groping.some_arrival(state, unit, rng, TRIES)),
    )


def _retreats(state: State, unit: Unit) -> Iterator[Asked]:
    """In its own action, and after a fight. [83, 108]"""
    for kind, phase in (("voluntary retreat", Phase.ACTION), ("forced retreat", Phase.MELEE)):
        now = state if phase is state.phase else replace(state, phase=phase)
        if nearest_enemy(now, unit) < 300 and (phase is Phase.ACTION or in_contact(now, unit)):
            found = first_retreat(now, unit)
            yield Asked(
                kind,
                unit.key,
                found is not None,
                partial(_against, Marcher(now, unit, Deed.RETREAT), found),
                partial(_retreat_by_chance, now, unit),
            )


def _retreat_by_chance(state: State, unit: Unit, rng: Rng) -> str | None:
    return _words(groping.some_retreat(state, unit, rng, TRIES))


def _assaults(state: State, unit: Unit) -> Iterator[Asked]:
    if not MAY_ASSAULT.met(doer(state, unit)):
        return
    far = farthest(state, unit, move_distance(state, unit).total)
    for enemy in state.of_side(1 - unit.side):
        if distance(state, unit, enemy) > far or barred(state, unit, enemy) is not None:
            continue
        if visible(state, unit, enemy):
            found = first_onset(state, unit, enemy)
            yield Asked(
                "reach an enemy",
                f"{unit.key} at {enemy.key}",
                found is not None,
                partial(_against, Marcher(state, unit, Deed.ASSAULT, target=enemy.id), found),
                partial(_assault_by_chance, state, unit, enemy),
            )


def _assault_by_chance(state: State, unit: Unit, enemy: Unit, rng: Rng) -> str | None:
    return _words(groping.some_assault(state, unit, enemy, rng, TRIES))


def _looks(state: State) -> Iterator[Asked]:
    for viewer in state.units:
        for target in state.of_side(1 - viewer.side):
            if viewer.on_table and target.on_table and in_front_arc(state, viewer, target):
                yield Asked(
                    "see",
                    f"{viewer.key} {target.key}",
                    visible(state, viewer, target),
                    partial(groping.why_not_seen, state, viewer, target),
                    partial(_line_by_chance, state, viewer, target),
                )


def _line_by_chance(state: State, viewer: Unit, target: Unit, rng: Rng) -> str | None:
    return _words(groping.some_line(state, viewer, target, rng, LOOKS))


def _against(mover: Leaver | Entrant | Marcher, legs: Legs | None) -> str | None:
    """What the judge has against what was found."""
    reason = None if legs is None else mover.refusal(legs)
    return None if reason is None else f"{legs}: {reason.words} [{reason.cite}]"


def _words(found: object | None) -> str | None:
    return None if found is None else str(found)


CROWDED = Crowded(some_scene, asked, played)
