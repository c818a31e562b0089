"""Where bases touch: ranks that form beside others, sides at which a broad base touches, a charge that goes home. [TMWWBK R-09, R-23, T069]"""

from __future__ import annotations

from math import isqrt

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import ranks
from grognard.books.men_who_would_be_kings.facts.contact import Men
from grognard.books.men_who_would_be_kings.facts.driven_out import clear_of
from grognard.books.men_who_would_be_kings.facts.moving import Walker
from grognard.books.men_who_would_be_kings.facts.placing import Facer
from grognard.books.men_who_would_be_kings.facts.sight import glance, sees
from grognard.books.men_who_would_be_kings.steps.env import Turn
from grognard.books.men_who_would_be_kings.steps.turn import CheckEnd, CloseTurn
from grognard.engine.flow import DONE, NEXT, replace
from grognard.geometry.points import square
from tests.books.men_who_would_be_kings.scenes import (
    ENGINE,
    area,
    begin,
    horse,
    irregular,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule


@rule("R-23", "F-S1", "R-25")
@pytest.mark.parametrize(
    ("key", "apart", "cite"),
    [("b", 99, "R-61"), ("b", 100, "R-25"), ("B", 99, "F-S1"), ("B", 100, None)],
)
def test_ranks_may_touch_others_and_no_more(key: str, apart: int, cite: str | None) -> None:
    block = unit("A", regular, 6, places=[(3600, 2400 - 110 * man) for man in range(6)])
    x, y = max(ranks(block, 0))
    state = scene(block, unit(key, tribal, 1, places=[(x + apart, y)]))
    refusal = Facer(state, state.units[0], True).judge(0)
    assert (refusal and refusal.cite) == cite


@rule("R-09", "R-56")
def test_a_base_may_touch_anywhere_round_a_man() -> None:
    rider = unit("A", horse, 1, places=[(3600, 1000)])
    state = scene(rider, unit("b", tribal, 1, places=[(3600, 1700)]))
    ends = Men(state.units[1].models, 125, lambda _spot: True)
    assert [ends.end((3600, 1000), man) for _, man in ends.direct((3600, 1000))] == [(3600, 1575)]
    assert len(list(ends.spots())) == 16
    assert all(125 <= isqrt(square(spot, (3600, 1700))) <= 128 for spot in ends.spots())
    pair = Men(((3600, 1700), (3700, 1700)), 125, lambda _spot: True)
    assert all(min(square(spot, man) for man in pair.men) >= 125 * 125 for spot in pair.spots())


@rule("R-56", "F-M2")
@pytest.mark.parametrize(("kind", "allowance", "far"), [(irregular, 600, 600), (tribal, 800, 800)])
def test_where_a_leader_may_get_to_is_drawn_in_steps_of_fifteen_degrees(
    kind: object, allowance: int, far: int
) -> None:
    state = scene(unit("A", kind, 1, places=[(3600, 2400)]))  # type: ignore[arg-type]
    corners = Walker(state, state.units[0], allowance).region()
    assert len(corners) == 24
    assert all(abs(square(corner, (3600, 2400)) - far * far) < 4 * far for corner in corners)


@rule("T069")
def test_a_charge_goes_home_at_the_first_unit_too() -> None:
    state = scene(unit("A", tribal, 1, places=[(3600, 2000)]), unit("b", tribal, 1, places=[(3600, 3100)]))
    game = begin(state, side=1).do("charge", "b", "A")
    while game.throw.what != "double":
        game.total(12)
    assert game.fall(6).cited("attacks") == ["T015"]


@rule("T140", "R-37")
def test_what_was_seen_is_not_taken_for_who_stands_elsewhere() -> None:
    cliff = (area("cliff", 30, 22, 42, 26),)
    state = scene(
        unit("A", regular, 1, places=[(3600, 2000)]),
        unit("b", tribal, 1, places=[(3600, 3000)]),
        terrain=cliff,
    )
    a, b = state.units
    north, south = replace(a, models=((3600, 2800),)), replace(b, models=((3600, 1800),))
    for look in (sees, lambda *who: glance(*who).clear):
        assert [look(state, *pair) for pair in ((a, b), (north, b), (a, south), (north, south))] == [
            False,
            True,
            True,
            False,
        ]
        assert not look(state, a, b)


@rule("R-41")
def test_a_battle_that_is_not_over_goes_on() -> None:
    state = scene(unit("A", at=(36, 10)), unit("b", at=(36, 40)))
    assert CloseTurn().begin(ENGINE.table(state, Turn(2), [], 0)) is DONE  # type: ignore[arg-type]
    assert CheckEnd().begin(ENGINE.table(state, Turn(2), [], 0)) is NEXT  # type: ignore[arg-type]


@rule("R-62")
@pytest.mark.parametrize(("far", "stands"), [(40, 40), (50, 50), (51, 51), (300, 51)])
def test_who_comes_out_stands_at_first_just_outside_the_wall(far: int, stands: int) -> None:
    assert clear_of((3600, 2400), (3600, 2400 + far), 50) == (3600, 2400 + stands)
