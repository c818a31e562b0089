"""Marches of several legs: ahead and aside, turns on the way, corners gone round, places that a player names. [M3–M9]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.bends import MOST_NAMED, pairs
from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.facts.marching import Marcher
from grognard.books.ever_victorious_armies.facts.readiness import allowance
from grognard.books.ever_victorious_armies.state import State, Terrain, Unit
from grognard.engine.tables import Refusal
from grognard.geometry.shapes import overlap
from grognard.tabletop.manoeuvre import Legs
from tests.books.ever_victorious_armies.drill import marcher
from tests.books.ever_victorious_armies.scenes import (
    area,
    column,
    field_gun,
    find,
    foot,
    horse,
    line,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule
from tests.tools.wandering import gone_by, in_order, missed, wandered

param = pytest.param


def end_of(mover: Marcher, legs: Legs) -> tuple[int, int, int, str]:
    """Where a march ends."""
    done = mover.work_out(legs)
    assert not isinstance(done, Refusal)
    return (*done.end, "")


@rule("M6", "M8")
@pytest.mark.parametrize("legs", [(("forward", 195), ("side", 46)), (("side", -60), ("forward", 150))])
def test_whoever_cannot_turn_goes_ahead_and_aside(legs: Legs) -> None:
    """The enemy behind it is too near for a turn on the spot."""
    state = scene(
        unit("A", foot, 12, line, at=(30, 20)), unit("b", foot, 12, line, at=(30, 18.4), facing=180)
    )
    mover = marcher(state, "A", 6)
    assert mover.refusal(legs) is None
    found = mover.plan(end_of(mover, legs))
    assert not isinstance(found, Refusal)
    assert len(found) >= 2
    assert not any(leg[0] == "turn" for leg in found)


@rule("M4", "M8")
@pytest.mark.parametrize(
    ("others", "ground"),
    [
        param((unit("b", foot, 3, skirmish, at=(30, 24), facing=90),), (), id="an enemy"),
        param((), (area("river", 29.8, 23, 30.2, 24, "the pond"),), id="water"),
    ],
)
def test_what_bars_the_straight_way_is_gone_round(
    others: tuple[Unit, ...], ground: tuple[Terrain, ...]
) -> None:
    state = scene(unit("A", foot, 4, column, at=(30, 20)), unit("z", at=(5, 5)), *others, terrain=ground)
    mover = marcher(state, "A", 19)
    assert mover.refusal((("forward", 800),)) is not None
    found = mover.plan((3000, 2800, 0, ""))
    assert not isinstance(found, Refusal)
    assert mover.refusal(found) is None
    assert mover.turned_from is not None


@rule("M3", "M6")
def test_what_is_free_is_gone_straight() -> None:
    mover = marcher(scene(unit("A", foot, 4, column, at=(30, 20))), "A", 14)
    assert mover.plan((3000, 2800, 0, "")) == (("forward", 800),)
    assert mover.turned_from is None


@rule("M3", "M5")
def test_way_points_are_gone_by_one_after_another() -> None:
    mover = marcher(scene(unit("A", foot, 4, column, at=(30, 20))), "A", 14)
    by = ((3200, 2200), (3200, 2500))
    found = mover.arrange((3000, 2700, 0, ""), (), by)
    assert not isinstance(found, Refusal)
    assert in_order(gone_by(mover, found), [*by, (3000, 2700)], slack=3)
    assert mover.bends() == MOST_NAMED
    assert isinstance(mover.arrange((3000, 2700, 0, ""), (), ((3000, 2100),) * 5), Refusal)


@rule("M6")
@pytest.mark.parametrize(("facing", "then"), [(0, 0), (0, 900), (300, 1700), (2700, 300)])
def test_two_legs_along_fronts_lead_exactly_so_far(facing: int, then: int) -> None:
    start = unit("A", foot, 4, column, at=(30, 20), facing=facing / 10)
    mover = marcher(scene(start), "A", 30)
    turn = (then - facing + 1800) % 3600 - 1800
    ways = list(pairs((300, 200), facing, then))
    assert ways
    for one, other in ways:
        x, y, _, _ = end_of(mover, (*one, *((("turn", turn),) if turn else ()), *other))
        assert abs(x - 3300) <= 3
        assert abs(y - 2200) <= 3


# ---- by chance


def crowded(rng: random.Random) -> Marcher | None:
    """A unit among others and all kinds of ground."""
    keys = rng.sample("BCDEFbcdefg", rng.randint(4, 8))
    units = [_somebody(rng, key, rng.uniform(-8, 8), rng.uniform(-8, 8)) for key in keys]
    units.insert(0, _somebody(rng, "A"))
    state = _standing(units, tuple(_something(rng, at) for at in range(rng.randint(0, 3))))
    mine = find(state, "A")
    return Marcher(state, mine, allowance(mine, (rng.randint(5, 9), rng.randint(3, 5))))


def _somebody(rng: random.Random, key: str, x: float = 0, y: float = 0) -> Unit:
    kind = rng.choice((foot, foot, foot, horse, field_gun))
    orders = (line, column, skirmish)
    more: dict[str, Any] = {"orders": orders} if kind is foot else {}
    words = (rng.choice(orders),) if kind is foot else ()
    facing = rng.choice((0, 90, 180, 270, rng.randint(0, 359)))
    return unit(key, kind, None, *words, at=(30 + x, 22 + y), facing=facing, **more)


def _something(rng: random.Random, at: int) -> Terrain:
    x, y = rng.uniform(22, 36), rng.uniform(14, 28)
    kind = rng.choice(("wood", "marsh", "river", "village"))
    return area(kind, x, y, x + rng.uniform(1, 4), y + rng.uniform(1, 4), f"area {at}")


def _standing(units: list[Unit], terrain: tuple[Terrain, ...]) -> State:
    """The scene without those who would stand on another."""
    kept: list[Unit] = []
    for each in units:
        alone = scene(each)
        here = body(alone, alone.units[0])
        others = scene(*kept) if kept else None
        if others is None or not any(overlap(here, body(others, other)) for other in others.units):
            kept.append(each)
    return scene(*kept, terrain=terrain)


def strolled(mover: Marcher, rng: random.Random) -> Legs:
    """Two or three legs of any kind."""
    left, legs = mover.allowance.good, []
    for _ in range(rng.choice((2, 3))):
        kind = rng.choice(("forward", "forward", "forward", "back", "side", "turn", "turn"))
        far = round(rng.uniform(0.05, 0.7) * left)
        if kind == "turn":
            legs.append((kind, rng.choice((rng.randint(-900, 900), 450, -450, 900, -900, 1800))))
            continue
        left -= far
        legs.append((kind, far if kind != "side" else rng.choice((1, -1)) * far // 2))
    return tuple(legs)


@pytest.mark.gauntlet
@rule("M5", "M6")
def test_where_a_legal_march_of_several_legs_ends_a_plan_finds_a_way() -> None:
    assert len(missed(1, 200, crowded, strolled)) <= 2


@rule("M5", "M6")
def test_the_corners_of_any_legal_march_will_do_as_way_points() -> None:
    moves = wandered(7, crowded, strolled)
    tried, found = 0, 0
    while tried < 100:
        mover, legs, pose = next(moves)
        by = list(dict.fromkeys(gone_by(mover, legs)[1:-1]))
        if not by or pose[:2] in by or len(by) > mover.bends():
            continue
        tried += 1
        way = mover.arrange(pose, (), tuple(by))
        if not isinstance(way, Refusal):
            found += 1
            assert in_order(gone_by(mover, way), [*by, pose[:2]], slack=5)
    assert found >= 97
