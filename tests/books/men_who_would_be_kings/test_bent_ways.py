"""Moves of several legs: round what bars the way or makes it dear, and by way-points that a player names. [R-25, R-26, R-43, R-56]"""

from __future__ import annotations

import random
from math import cos, pi, sin
from typing import Any

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import heart
from grognard.books.men_who_would_be_kings.facts.moving import MOST_NAMED, Walker
from grognard.books.men_who_would_be_kings.state import Terrain, Unit
from grognard.engine.tables import Refusal
from grognard.tabletop.manoeuvre import Legs
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    NORTH,
    Task,
    area,
    gun,
    horse,
    irregular,
    light_horse,
    line,
    regular,
    scene,
    tribal,
    unit,
    wild_horse,
)
from tests.rules import rule
from tests.tools.wandering import gone_by, in_order, missed, wandered

param = pytest.param
KINDS = (regular, irregular, tribal, horse, light_horse, wild_horse, gun)
GROUND = ("marsh", "cliff", "rocks", "wall", "wall")
FAR = unit("z", tribal, at=(66, 40))


def riders(*others: Unit, terrain: tuple[Terrain, ...] = (), allowance: int = 1200) -> Walker:
    """Two horse that may move, and what stands about."""
    state = scene(unit("A", horse, 2, at=(35.7, 19)), *others, terrain=terrain)
    return Walker(state, state.units[0], allowance)


def ahead(walker: Walker, far: int = 980) -> tuple[int, int, int, str]:
    """The Leader's place so far to the north."""
    x, y = heart(walker.unit)
    return x, y + far, 0, "as it stands"


BARS = [
    param((unit("b", gun, 1, at=(36, 24)),), (), "R-25", id="an enemy's inch"),
    param((FAR,), (line("wall", 35.4, 24, 39, 24, "the wall"),), "T093", id="the end of a wall"),
    param((FAR,), (area("marsh", 35, 22, 37, 27, "the marsh"),), "R-56", id="a marsh"),
    param((FAR,), (area("cliff", 35.4, 22, 37, 24, "the cliff"),), "R-56", id="a cliff"),
    param((unit("B", regular, 6, at=(37, 24), close_order=True), FAR), (), "T077", id="ranks of friends"),
]


@rule("R-56", "R-25", "R-26")
@pytest.mark.parametrize(("others", "terrain", "cite"), BARS)
def test_what_bars_the_straight_way_is_gone_round(
    others: tuple[Unit, ...], terrain: tuple[Terrain, ...], cite: str
) -> None:
    walker = riders(*others, terrain=terrain)
    straight = walker.refusal(walker.straight(ahead(walker)[:2]))
    assert straight is not None
    assert straight.cite == cite
    found = walker.plan(ahead(walker))
    assert not isinstance(found, Refusal)
    assert 2 <= len(found) <= 4
    assert walker.refusal(found) is None
    assert walker.turned_from == straight, "the player is told why it does not go straight"
    assert gone_by(walker, found)[-1] == ahead(walker)[:2]


@rule("R-56")
def test_nobody_goes_round_what_does_not_bar_the_way() -> None:
    walker = riders(unit("b", gun, 1, at=(40, 24)))
    assert walker.plan(ahead(walker)) == (("go", 0, 980),)
    assert walker.turned_from is None


@rule("R-56")
def test_a_way_round_that_is_too_long_is_none() -> None:
    for allowance, found in ((1200, True), (985, False)):
        walker = riders(unit("b", gun, 1, at=(36, 24)), allowance=allowance)
        assert isinstance(walker.plan(ahead(walker)), Refusal) is not found


@rule("R-56", "T089")
def test_where_nobody_may_stand_no_way_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    walker = riders(unit("b", gun, 1, at=(35.7, 28.8)))
    monkeypatch.setattr(Walker, "detours", lambda *_: pytest.fail("a way was looked for"))
    assert isinstance(walker.plan(ahead(walker)), Refusal)


# ---- way-points


@rule("R-56")
def test_way_points_are_gone_by_one_after_another() -> None:
    walker = riders(FAR)
    x, y = heart(walker.unit)
    by = ((x - 200, y + 300), (x + 100, y + 500))
    found = walker.arrange((x, y + 700, 0, ""), (), by)
    assert found == (("go", -200, 300), ("go", 300, 200), ("go", -100, 200))
    assert isinstance(walker.arrange((x, y + 700, 0, ""), (), ((x - 600, y),)), Refusal), "a way too long"


@rule("R-56", "R-25")
def test_what_bars_the_way_to_a_way_point_is_gone_round() -> None:
    walker = riders(unit("b", gun, 1, at=(36, 24)))
    x, y = heart(walker.unit)
    found = walker.arrange((x, y + 980, 0, ""), (), ((x, y + 970),))
    assert not isinstance(found, Refusal)
    assert len(found) > 2
    assert in_order(gone_by(walker, found), [(x, y + 970), (x, y + 980)])


@rule("R-56")
def test_there_is_an_end_of_way_points() -> None:
    walker = riders(FAR)
    x, y = heart(walker.unit)
    assert walker.bends() == MOST_NAMED
    for count, legal in ((MOST_NAMED, True), (MOST_NAMED + 1, False)):
        by = tuple((x, y + 10 * step) for step in range(1, count + 1))
        assert isinstance(walker.arrange((x, y + 300, 0, ""), (), by), Refusal) is not legal


@rule("R-62")
def test_a_garrison_goes_by_no_way_points() -> None:
    house = area("building", 34, 22, 38, 25, "house")
    state = scene(unit("A", regular, 4, at=(36, 23), inside=0), FAR, terrain=(house,))
    walker = Walker(state, state.units[0], 600)
    assert walker.bends() == 0
    refusal = walker.arrange((3600, 3000, 0, ""), (), ((3600, 2700),))
    assert isinstance(refusal, Refusal)
    assert refusal.words == "its way goes by no places that one could name"


@rule("R-56", "T090")
def test_single_models_step_out_of_a_group_that_goes_by_way_points() -> None:
    walker = riders(FAR)
    x, y = heart(walker.unit)
    (u, v) = next(model for model in walker.unit.models if model != (x, y))
    place = u, v + 800
    found = walker.arrange(
        (x, y + 700, 0, ""), ((walker.unit.models.index((u, v)), *place),), ((x - 100, y + 300),)
    )
    assert not isinstance(found, Refusal)
    done = walker.work_out(found)
    assert not isinstance(done, Refusal)
    assert place in done.models


# ---- by chance


def crowded(rng: random.Random) -> Walker | None:
    """A unit among others and all kinds of ground."""
    units = [_somebody(rng, "A", 2, 2)]
    units += [_somebody(rng, "bBcCdDe"[at], 8, 8) for at in range(rng.randint(4, 7))]
    terrain = [_something(rng, at) for at in range(rng.randint(1, 7))]
    try:
        state = scene(*units, terrain=tuple(terrain))
    except AssertionError:  # somebody stands on somebody
        return None
    return Walker(state, state.units[0], rng.choice((600, 800, 1000, 1200)))


def _somebody(rng: random.Random, key: str, wide: float, deep: float) -> Unit:
    kind = rng.choice(KINDS)
    spot = 36 + rng.uniform(-wide, wide), 24 + rng.uniform(-deep, deep)
    ranks = kind is regular and rng.random() < 0.3
    return unit(key, kind, rng.choice((None, None, 2, 4, 1)), at=spot, close_order=ranks)


def _something(rng: random.Random, at: int) -> Terrain:
    kind, x, y = rng.choice(GROUND), rng.uniform(30, 40), rng.uniform(18, 28)
    if kind == "wall":
        return line(kind, x, y, x + rng.uniform(-5, 5), y + rng.uniform(-5, 5), f"line {at}")
    return area(kind, x, y, x + rng.uniform(1, 5), y + rng.uniform(1, 5), f"area {at}")


def strolled(walker: Walker, rng: random.Random) -> Legs:
    """Two or three legs in any direction."""
    left, legs = float(walker.allowance), []
    for _ in range(rng.choice((2, 3))):
        angle, far = rng.uniform(0, 2 * pi), rng.uniform(0.1, 0.8) * left
        left -= far
        legs.append(("go", round(far * cos(angle)), round(far * sin(angle))))
    return tuple(legs)


@pytest.mark.gauntlet
@rule("R-56")
def test_where_a_legal_move_of_several_legs_ends_a_plan_finds_a_way() -> None:
    assert len(missed(5, 200, crowded, strolled)) <= 2


@rule("R-56")
def test_the_turns_of_any_legal_move_will_do_as_way_points() -> None:
    moves: Any = wandered(7, crowded, strolled)
    for _ in range(150):
        walker, legs, pose = next(moves)
        x, y = heart(walker.unit)
        by = []
        for _, dx, dy in legs[:-1]:
            x, y = x + dx, y + dy
            by.append((x, y))
        found = walker.arrange(pose, (), tuple(by))
        assert not isinstance(found, Refusal)
        assert in_order(gone_by(walker, found), [*by, pose[:2]])


# ---- for machines


@rule("R-56", "R-25")
@pytest.mark.parametrize(("gunner", "bends"), [(36.0, True), (44.0, False)])
def test_a_machine_thinks_of_ways_round_to_a_marker(gunner: float, bends: bool) -> None:
    """Only where somebody bars the straight way up to it."""
    state = scene(
        unit("A", horse, 2, at=(35.7, 19)), unit("b", gun, 1, at=(gunner, 24)), spots=((3570, 2950),)
    )
    walker = Walker(state, state.units[0], 1200)
    near = 2950 - 75 - 200
    found = [legs for legs in walker.candidates() if end_of(walker, legs)[1] > near]
    assert any(len(legs) > 1 for legs in found) is bends
    assert any(len(legs) == 1 for legs in found) is not bends


def end_of(walker: Walker, legs: Legs) -> tuple[int, int]:
    """Where the Leader ends."""
    return gone_by(walker, legs)[-1]


@rule("R-55", "R-56", "R-61")
def test_no_way_leads_off_the_table_and_back() -> None:
    tasks = Task((NORTH,), exits=(EAST,)), Task((NORTH,))
    state = scene(unit("A", horse, 1, places=[(7000, 200)]), FAR, tasks=tasks)
    walker = Walker(state, state.units[0], 1200)
    for off in (("go", 0, -201), ("model", 0, 0, -201)):
        for back in (("go", 0, 300), ("leave", 1)):
            refusal = walker.refusal((off, back))
            assert refusal is not None
            assert (refusal.cite, refusal.place) == ("R-55", (7000, -1))
    assert walker.legal((("go", 0, -200), ("go", 0, 300)))
    assert walker.legal((("model", 0, 0, -200), ("leave", 1)))
    assert walker.legal((("go", 300, 0), ("leave", 1)))
    assert not walker.legal((("go", 300, 0),))
