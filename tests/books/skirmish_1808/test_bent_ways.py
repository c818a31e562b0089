"""Loose units led by turning points: round who and what bars the way, and round slow ground. [B6, B8, P1]"""

from __future__ import annotations

import random
from math import cos, pi, sin
from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.bodies import body_of, circles_of, clash
from grognard.books.skirmish_1808.facts.moving import Marching
from grognard.books.skirmish_1808.state import State, Terrain, Unit, centre
from grognard.books.skirmish_1808.words import Pace
from grognard.engine.tables import Refusal
from grognard.tabletop.manoeuvre import Legs, Wish
from tests.books.skirmish_1808.drill import area, battle, foot, horse, light, road, wall
from tests.rules import rule
from tests.tools.wandering import gone_by, in_order, missed, wandered

param = pytest.param
GROUND = ("light_wood", "heavy_wood", "building", "stream", "wall", "rocks", "crops")


def marching(*others: Unit, ground: tuple[Terrain, ...] = (), pace: Pace = Pace.NORMAL) -> Marching:
    """A loose man who may move, and what stands about."""
    state = battle(light("A", count=1, at=(60, 60)), *others, ground=ground)
    return Marching(state, state.units[0], pace)


def ahead(mover: Marching, far: int = 600) -> tuple[int, int, int, str]:
    x, y = centre(mover.unit)
    return x, y + far, mover.unit.facing, ""


BARS = [
    param((foot("b", side=1, count=1, at=(62.5, 63)),), (), "B8", id="an enemy"),
    param((foot("B", count=1, formed=True, files=1, at=(61.5, 63)),), (), "B8", id="a formed friend"),
    param((), (area("building", 59.5, 62, 61, 64, "house"),), "G2", id="a house"),
    param((), (area("heavy_wood", 59.5, 62, 61, 64, "wood"),), "P1", id="slow ground"),
]


@rule("B6", "B8", "P1")
@pytest.mark.parametrize(("others", "ground", "cite"), BARS)
def test_what_bars_the_straight_way_is_gone_round(
    others: tuple[Unit, ...], ground: tuple[Terrain, ...], cite: str
) -> None:
    mover = marching(*others, ground=ground)
    assert mover.base >= 800
    straight = mover.refusal((("go", 0, 600),))
    assert straight is not None
    assert straight.cite == cite
    found = mover.plan(ahead(mover))
    assert not isinstance(found, Refusal)
    assert 2 <= len(found) <= 3
    assert mover.refusal(found) is None
    assert mover.turned_from == straight


@rule("B6")
def test_nobody_goes_round_what_does_not_bar_the_way() -> None:
    mover = marching(foot("b", side=1, count=1, at=(70, 63)))
    assert mover.plan(ahead(mover)) == (("go", 0, 600),)
    assert mover.turned_from is None


@rule("B6", "P2")
@pytest.mark.parametrize("kind", ["road", ""])
def test_a_bent_road_is_followed_for_it_carries_farther(kind: str) -> None:
    ground = (road(kind, (60, 60), (60, 67), (67, 67)),) if kind else ()
    mover = marching(ground=ground)
    assert mover.refusal((("go", 650, 700),)) is not None
    found = mover.plan((6650, 6700, mover.unit.facing, ""))
    if kind:
        assert found == (("go", 0, 700), ("go", 650, 0))
        assert mover.refusal(found) is None
    else:
        assert isinstance(found, Refusal)


@rule("B6")
def test_two_turning_points_may_be_named_and_no_more() -> None:
    mover = marching()
    x, y = centre(mover.unit)
    by = ((x - 100, y + 200), (x + 100, y + 300), (x, y + 400))
    assert mover.bends() == 2
    assert mover.arrange(ahead(mover), (), by[:2]) == (("go", -100, 200), ("go", 200, 100), ("go", -100, 300))
    refusal = mover.arrange(ahead(mover), (), by)
    assert isinstance(refusal, Refusal)
    assert refusal.words == "its way goes by 2 places at most"


@rule("B7")
def test_formed_units_go_by_no_turning_points() -> None:
    state = battle(foot("A", count=6, formed=True, files=3, at=(60, 60)))
    mover = Marching(state, state.units[0], Pace.NORMAL)
    assert mover.bends() == 0
    assert list(mover.detours(Wish(6000, 6600, 0))) == []


# ---- by chance


def crowded(rng: random.Random) -> Marching | None:
    """A unit among others and all kinds of ground."""
    units = [_somebody(rng, at) for at in range(rng.randint(4, 9))]
    ground = tuple(_something(rng, at) for at in range(rng.randint(0, 5)))
    state = _standing(units, ground)
    return Marching(state, state.units[0], rng.choice((Pace.NORMAL, Pace.NORMAL, Pace.MARCH)))


def _somebody(rng: random.Random, at: int) -> Unit:
    make, count = rng.choice((foot, light, horse)), rng.randint(1, 10)
    more: dict[str, Any] = {}
    if make is not light and rng.random() < 0.4:
        more = {"formed": True, "files": rng.randint(1, count)}
    spot = (60.0, 60.0) if at == 0 else (60 + rng.uniform(-25, 25), 60 + rng.uniform(-25, 25))
    side = 0 if at == 0 else rng.choice((0, 1))
    return make(
        "ABCDEFGHI"[at],
        side=side,
        count=count,
        at=spot,
        facing=rng.choice((0, 90, rng.randint(0, 359))),
        **more,
    )


def _something(rng: random.Random, at: int) -> Terrain:
    kind, x, y = rng.choice(GROUND), rng.uniform(40, 78), rng.uniform(40, 78)
    if kind == "wall":
        return wall(2, (x, y), (x + rng.uniform(-12, 12), y + rng.uniform(-12, 12)), name=f"wall {at}")
    return area(kind, x, y, x + rng.uniform(3, 10), y + rng.uniform(3, 10), f"area {at}")


def _standing(units: list[Unit], ground: tuple[Terrain, ...]) -> State:
    """The scene without those who would stand on another."""
    kept: list[Unit] = []
    for each in units:
        if not any(clash(circles_of(each), body_of(other)) for other in kept):
            kept.append(each)
    return battle(*kept, ground=ground)


def strolled(mover: Marching, rng: random.Random) -> Legs:
    """Two or three legs in any direction; of formed units a wheel and a move."""
    if mover.unit.formed:
        move = "move", rng.randint(-450, 450), round(rng.uniform(0.1, 1) * mover.base)
        wheel = "wheel", rng.choice((1, -1)) * rng.randint(20, 1800)
        return rng.choice(((wheel, move), (move, wheel)))
    left, legs = float(mover.base), []
    for _ in range(rng.choice((2, 3))):
        angle, far = rng.uniform(0, 2 * pi), rng.uniform(0.05, 0.7) * left
        left -= far
        legs.append(("go", round(far * cos(angle)), round(far * sin(angle))))
    return tuple(legs)


@pytest.mark.gauntlet
@rule("B6", "B7")
def test_where_a_legal_move_of_several_legs_ends_a_plan_finds_a_way() -> None:
    assert len(missed(1, 100, crowded, strolled)) <= 1


@rule("B6")
def test_the_turns_of_any_legal_move_will_do_as_way_points() -> None:
    moves = wandered(7, crowded, strolled)
    tried = 0
    while tried < 150:
        mover, legs, pose = next(moves)
        if mover.bends() == 0:
            continue
        tried += 1
        x, y = centre(mover.unit)
        by = []
        for _, dx, dy in legs[:-1]:
            x, y = x + dx, y + dy
            by.append((x, y))
        found = mover.arrange(pose, (), tuple(by))
        assert not isinstance(found, Refusal)
        assert in_order(gone_by(mover, found), [*by, pose[:2]], slack=1)
