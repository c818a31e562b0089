"""How attackers, runners and ranks get past what is just beside them. [TMWWBK R-23, R-27, R-56, R-57]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.advance import advance
from grognard.books.men_who_would_be_kings.facts.outlook import CONES, HALF_STEP
from grognard.books.men_who_would_be_kings.facts.paths import Way, reach
from grognard.books.men_who_would_be_kings.facts.placing import Facer
from grognard.books.men_who_would_be_kings.facts.retreat import MOST, STEP, Flight, flight
from grognard.books.men_who_would_be_kings.facts.shooting import in_arc
from grognard.books.men_who_would_be_kings.state import Point, Unit
from grognard.books.men_who_would_be_kings.steps.common import lose_models
from tests.books.men_who_would_be_kings.scenes import ENGINE, area, line, regular, scene, tribal, unit
from tests.rules import rule

param = pytest.param


def one(key: str, x: int, y: int, kind: object = tribal, **more: object) -> Unit:
    """A unit of one model."""
    return unit(key, kind, 1, places=[(x, y)], **more)  # type: ignore[arg-type]


# ---- attackers


@rule("R-57", "R-25")
@pytest.mark.parametrize(
    ("third", "far"),
    [
        param((300, 0), 100, id="up to an inch of a third enemy"),
        param((201, 0), 1, id="by a hundredth"),
        param((211, 0), 11, id="by eleven"),
        param((200, 0), 0, id="not at all"),
        param((600, 0), 400, id="up to him all the way"),
        param((599, 0), 399, id="almost all the way"),
        param((300, -200), 400, id="past him"),
        param((300, -199), 280, id="past him, but too near"),
        param((-150, 0), 400, id="away from who is near already"),
        param((-150, 100), 400, id="away from who is near already, aside"),
        param((-150, -100), 400, id="away from who is near already, on the other side"),
    ],
)
def test_who_comes_along_keeps_an_inch_from_third_enemies(third: Point, far: int) -> None:
    """The second of two goes along with the first, four inches, whichever way that is."""
    for turn in range(4):

        def turned(x: int, y: int, quarter: int = turn) -> Point:
            for _ in range(quarter):
                x, y = -y, x
            return 3600 + x, 2400 + y

        mate = turned(0, 200)
        state = scene(
            unit("A", regular, 2, places=[mate, turned(0, 0)]),
            one("b", *turned(500, 200)),
            one("c", *turned(*third)),
        )
        way = Way(400, 0, (turned(400, 200),))
        models = advance(state, state.units[0], state.units[1], way, 600)
        assert models == (turned(400, 200), turned(far, 0)), turn


@rule("R-57", "T094", "R-26")
def test_who_began_at_a_wall_gets_over_it_with_the_others() -> None:
    wall = (line("wall", 30, 21, 42, 21),)
    state = scene(
        unit("A", regular, 2, places=[(3600, 2000), (3720, 2000)]), one("b", 3600, 2500), terrain=wall
    )
    models = advance(state, *state.units, Way(400, 0, ((3600, 2400),)), 600)
    assert models == ((3600, 2400), (3720, 2400))


@rule("R-56")
def test_a_way_round_is_looked_for_by_every_model() -> None:
    rock = (area("cliff", 30, 23, 42, 24),)
    nearest, next_, aside = (3600, 2150), (3710, 2150), (4090, 2150)

    def who(*places: Point) -> int | None:
        state = scene(unit("A", tribal, len(places), places=places), one("b", 3600, 2600), terrain=rock)
        way = reach(state, *state.units, 1000)
        return None if way is None else way.model

    assert who(nearest) is None
    assert who(aside) == 0
    assert who(nearest, aside) == 1
    assert who(nearest, next_, aside) == 2


# ---- runners


@rule("R-27", "T137")
def test_in_a_narrow_place_one_runs_by_a_hundredth() -> None:
    pocket = (
        area("cliff", 30, 20, 42, 23.49, "s"), area("cliff", 30, 24.5, 42, 28, "n"),
        area("cliff", 30, 23.49, 35.5, 24.5, "w"), area("cliff", 36.5, 23.49, 42, 24.5, "e"),
    )  # fmt: skip
    state = scene(one("A", 3600, 2400, regular), terrain=pocket)
    assert flight(state, state.units[0], 1800) == Flight(((3600, 2399),), 2, False, 1800, 1, "ground")


@rule("R-27")
def test_the_cones_looked_at_beforehand_hold_every_direction() -> None:
    """Every direction that is tried lies in one of them."""
    assert 2 * HALF_STEP > STEP
    tried = range(-MOST + STEP, MOST, STEP)
    assert all(any(abs(way - cone) <= HALF_STEP for cone in CONES) for way in tried)


# ---- ranks


@rule("R-23", "T150")
def test_ranks_turn_beside_whom_they_touch() -> None:
    touched = scene(unit("A", regular, 6, at=(36, 20), close_order=True), one("B", 3600, 2100))
    front = Facer(touched, touched.units[0], False)
    assert front.refusal((("face", 100),)) is None
    assert front.refusal((("face", 1800),)) is not None  # a man would stand where the other is


@rule("T081", "T042")
@pytest.mark.parametrize(("y", "there"), [(2000, True), (1997, True), (1996, False)])
def test_the_line_of_the_front_rank_to_the_hundredth(y: int, there: bool) -> None:
    state = scene(unit("A", regular, 6, at=(36, 20), close_order=True), one("b", 4500, y))
    assert in_arc(state, *state.units) == there


# ---- losses


@rule("T143", "R-44")
@pytest.mark.parametrize(("number", "told"), [(0, []), (1, [1]), (2, [2])])
def test_nobody_lost_is_not_told(number: int, told: list[int]) -> None:
    state = scene(unit("A", regular, 4, at=(36, 20)))
    log: list[object] = []
    desk = ENGINE.table(state, None, log, 0)  # type: ignore[arg-type]
    lose_models(desk, 0, number, "T058")
    assert [entry.models for entry in log] == told  # type: ignore[attr-defined]
