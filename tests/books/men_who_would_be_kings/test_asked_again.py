"""The same question about somebody who stands elsewhere is another question; and of ways that cost alike the first is taken. [TMWWBK R-09, R-37, R-56]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.paths import reach
from grognard.books.men_who_would_be_kings.facts.shooting import has_target
from grognard.books.men_who_would_be_kings.facts.sight import Glance, glance, sees
from grognard.books.men_who_would_be_kings.state import Task, Unit
from grognard.books.men_who_would_be_kings.steps.env import PlayerTurn
from grognard.books.men_who_would_be_kings.words import Action, Where
from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Draw
from grognard.engine.flow import replace
from tests.books.men_who_would_be_kings.scenes import (
    NORTH,
    SOUTH,
    area,
    begin,
    find,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule


def one(key: str, x: int, y: int, kind: object = tribal, **more: object) -> Unit:
    """A unit of one model."""
    return unit(key, kind, 1, places=[(x, y)], **more)  # type: ignore[arg-type]


def elsewhere(each: Unit, x: int, y: int) -> Unit:
    """The same unit, somewhere else."""
    return replace(each, models=((x, y),))


@rule("R-09", "R-14")
def test_who_stands_elsewhere_reaches_another() -> None:
    state = scene(one("A", 3600, 1000), one("b", 3600, 1800))
    a, b = state.units
    near, far = elsewhere(a, 3600, 900), elsewhere(a, 100, 100)
    beside, away = elsewhere(b, 3600, 1700), elsewhere(b, 7000, 4700)
    for first, second, cost in (
        (a, b, 700), (far, b, None), (near, b, 800), (far, b, None), (a, away, None), (a, beside, 600),
        (a, away, None), (near, beside, 700), (far, beside, None), (near, away, None), (a, b, 700),
    ):  # fmt: skip
        way = reach(state, first, second, 800)
        assert (None if way is None else way.cost) == cost


@rule("R-37", "T041")
@pytest.mark.parametrize("look", [sees, lambda s, a, b: glance(s, a, b).clear])
def test_who_stands_elsewhere_sees_another(look: object) -> None:
    assert callable(look)
    state = scene(one("A", 3600, 1000), one("b", 3600, 2000), terrain=(area("cliff", 30, 14, 42, 16),))
    a, b = state.units
    open_, hidden = elsewhere(a, 5000, 1900), elsewhere(a, 3700, 1000)
    seen, unseen = elsewhere(b, 3600, 1200), elsewhere(b, 3700, 2000)
    for first, second, clear in (
        (a, b, False), (open_, b, True), (hidden, b, False), (open_, b, True), (a, seen, True), (a, unseen, False),
        (a, seen, True), (open_, unseen, True), (hidden, unseen, False), (hidden, seen, True), (a, b, False),
    ):  # fmt: skip
        assert look(state, first, second) == clear


@rule("F-G1", "R-37")
def test_a_hill_alone_hides_whom_it_stands_before() -> None:
    hill = (area("hill", 30, 14, 42, 16),)
    for below, above, seen in (((3600, 1000), (3600, 2000), False), ((3600, 1000), (3600, 1500), True)):
        state = scene(one("A", *below), one("b", *above), terrain=hill)
        assert sees(state, *state.units) == sees(state, *state.units[::-1]) == seen


@rule("R-37", "T041")
def test_what_blocks_the_shortest_line_is_named() -> None:
    rocks = area("cliff", 30, 14, 42, 16, "the near cliff"), area("cliff", 43, 14, 60, 16, "the far cliff")
    state = scene(
        unit("A", regular, 2, places=[(3600, 1000), (4000, 1000)]), one("b", 3600, 2000), terrain=rocks
    )
    assert glance(state, *state.units) == Glance(((3600, 1000), (3600, 2000)), False, "the near cliff")
    aside = replace(state.units[1], models=((4000, 2000), (4600, 2000)))
    found = glance(state, state.units[0], aside)
    assert (found.line, found.blocker) == (((4000, 1000), (4000, 2000)), "the near cliff")
    third = scene(one("A", 3600, 1000), one("b", 3600, 2000), one("c", 3600, 1500))
    assert glance(third, *third.units[:2]).blocker == "c"


@rule("T040", "T043")
def test_who_stands_elsewhere_has_other_targets() -> None:
    state = scene(one("A", 3600, 1000, regular), one("b", 3600, 2000))
    a = state.units[0]
    for each, action, any_ in (
        (a, Action.FIRE, True), (elsewhere(a, 100, 4700), Action.FIRE, False), (a, Action.FIRE, True),
        (elsewhere(a, 3600, 699), Action.FIRE, True), (elsewhere(a, 3600, 699), Action.VOLLEY, False),
    ):  # fmt: skip
        assert has_target(state, each, action) == any_


@rule("R-56", "R-09")
def test_whoever_has_gone_is_no_longer_in_the_way() -> None:
    """On the same table, one state after another."""
    cliffs = area("cliff", 30, 13, 35, 16, "w"), area("cliff", 37, 13, 42, 16, "e")
    state = scene(one("A", 3600, 1000), one("b", 3600, 1800), one("c", 3600, 1400), terrain=cliffs)

    def with_third(x: int, y: int) -> int | None:
        now = replace(state, units=(*state.units[:2], elsewhere(state.units[2], x, y)))
        way = reach(now, *now.units[:2], 800)
        return None if way is None else way.cost

    assert [with_third(3600, 1400), with_third(6000, 1400), with_third(3600, 1400), with_third(3600, 4000)] == [
        None, 700, None, 700,
    ]  # fmt: skip


# ---- of ways that cost alike


@rule("R-09")
def test_of_two_as_near_the_first_goes() -> None:
    state = scene(unit("A", regular, 2, places=[(3500, 2000), (3700, 2000)]), one("b", 3600, 2300))
    way = reach(state, *state.units, 600)
    assert way is not None
    assert way.model == 0
    turned = scene(unit("A", regular, 2, places=[(3700, 2000), (3500, 2000)]), one("b", 3600, 2300))
    way = reach(turned, *turned.units, 600)
    assert way is not None
    assert way.model == 0
    for places in ([(3500, 2000), (3700, 2000)], [(3700, 2000), (3500, 2000)]):
        wall = (line("wall", 30, 24, 42, 24),)
        held = scene(unit("A", regular, 2, places=places), one("b", 3600, 2550), terrain=wall)
        way = reach(held, *held.units, 600)
        assert way is not None
        assert (way.model, way.across) == (0, "the wall")


@rule("R-09", "R-11")
def test_a_held_wall_may_be_nearer_than_the_nearest_man() -> None:
    wall = line("wall", 30, 24.11, 35, 24.11)
    defenders = unit("b", tribal, 3, places=[(3700, 2500), (3210, 2560), (3320, 2560)])
    state = scene(
        unit("A", regular, 2, places=[(3700, 2100), (3210, 2110)]), defenders, terrain=(wall,)
    )  # fmt: skip
    way = reach(state, *state.units, 600)
    assert way is not None
    assert (way.cost, way.model, way.across) == (251, 1, "the wall")
    free = scene(*(replace(each, id=-1) for each in state.units))
    way = reach(free, *free.units, 600)
    assert way is not None
    assert (way.cost, way.model, way.across) == (300, 0, "")


@rule("R-09")
@pytest.mark.parametrize(("limit", "cost"), [(687, None), (688, 470), (2000, 470)])
def test_the_man_behind_a_held_wall_may_be_two_inches_farther(limit: int, cost: int | None) -> None:
    """Aslant to the wall he is 8.88 away, the wall 4.7."""
    wall = (line("wall", 20, 25, 60, 25),)
    state = scene(one("A", 2688, 2270), one("b", 3600, 2650, regular), terrain=wall)
    way = reach(state, *state.units, limit)
    assert (None if way is None else way.cost) == cost


@rule("R-09", "T014")
@pytest.mark.parametrize(("limit", "across"), [(349, None), (350, "the wall"), (351, "the wall")])
def test_a_held_wall_is_reached_with_the_last_hundredth(limit: int, across: str | None) -> None:
    state = scene(one("A", 3600, 2000), one("b", 3600, 2550), terrain=(line("wall", 30, 24, 42, 24),))
    way = reach(state, *state.units, limit)
    assert (None if way is None else way.across) == across


@rule("R-56", "T014")
def test_a_way_round_costs_what_it_costs() -> None:
    cliff = (area("cliff", 34, 23, 38, 25),)
    state = scene(
        unit("A", tribal, 2, places=[(3650, 2100), (3550, 2100)]), one("b", 3600, 2700), terrain=cliff
    )
    way = reach(state, *state.units, 2000)
    assert way is not None
    assert way.model in (0, 1)
    assert len(way.points) > 1
    same = reach(state, *state.units, way.cost)
    assert same is not None
    assert same.cost == way.cost
    assert reach(state, *state.units, way.cost - 1) is None


# ---- the first unit of all


@rule("R-24", "T069")
def test_the_first_unit_of_all_may_be_charged() -> None:
    state = scene(one("A", 3600, 1000, regular), one("b", 3600, 2200))
    game = begin(state, side=1).do("charge", "b", "A").total(12)
    assert game.throw.facts["needs"] == 300
    game.fall(3)
    assert game.told("attacks")
    short = begin(state, side=1).do("charge", "b", "A").total(12).fall(2)
    assert short.told("falls short")
    assert [entry.inches for entry in short.log if entry.what == "doubles"] == [10]


# ---- turns


@rule("F-S3")
@pytest.mark.parametrize(
    ("from_turn", "sure", "turn", "asked"),
    [
        (0, 0, 9, ""),
        (3, 5, 2, ""),
        (3, 5, 3, "throw"),
        (3, 5, 4, "throw"),
        (3, 5, 5, "ask"),
        (3, 5, 6, "ask"),
    ],
)
def test_when_reserves_come(from_turn: int, sure: int, turn: int, asked: str) -> None:
    task = Task((SOUTH,), (), (SOUTH,), from_turn, sure)
    waits = unit("A", regular, where=Where.WAITING, places=())
    state = scene(waits, one("B", 3600, 2000), one("b", 3600, 4000), tasks=(task, Task((NORTH,))), turn=turn)
    waiting = begin(state, "player turn", PlayerTurn(0)).pending
    found = (
        "throw"
        if isinstance(waiting, Throw)
        else "ask"
        if "bring_on" in getattr(waiting, "offers", {})
        else ""
    )
    assert found == asked


@rule("R-41")
def test_the_last_turn_is_played_to_its_end() -> None:
    state = scene(one("A", 1000, 1000), one("B", 3600, 1000), one("b", 3600, 4000), turn=15)
    game = begin(state).do("stand_to", "A")
    assert game.state.outcome is None
    assert isinstance(game.pending, Ask)


@rule("T149", "F-SC1")
@pytest.mark.parametrize("status", [{"acted": True}, {"arrived": True}, {"acted": True, "arrived": True}])
def test_a_turn_makes_everybody_fresh(status: dict[str, bool]) -> None:
    state = scene(one("A", 1000, 1000, **status), one("b", 3600, 4000, **status))
    after = begin(state, "player turn", PlayerTurn(0)).state
    assert (find(after, "A").acted, find(after, "A").arrived) == (False, False)
    assert (find(after, "b").acted, find(after, "b").arrived) == (
        status.get("acted", False),
        status.get("arrived", False),
    )


@rule("F-SC2")
@pytest.mark.parametrize(
    ("left", "cards"),
    [
        ((0, 1, 2), (("prize", 1), ("nothing", 2))),
        ((0, 2), (("prize", 1), ("nothing", 1))),
        ((0,), (("prize", 1),)),
    ],
)
def test_one_chance_in_the_markers_left(left: tuple[int, ...], cards: tuple[tuple[str, int], ...]) -> None:
    spots = ((3600, 2500), (1000, 1000), (5000, 1000))
    state = scene(one("A", 1000, 3000), one("b", 3600, 2500), spots=spots, markers=left)
    game = begin(state, side=1).do("stand_to", "b")
    assert game.throw.dice == Draw(cards)
