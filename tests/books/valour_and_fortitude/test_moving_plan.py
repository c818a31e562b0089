"""Pointing at a place: the way there is found, straight or round about, and every way offered is legal. [70, 80, B42]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import form_of
from grognard.books.valour_and_fortitude.facts.strides import March
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.words import Deed, Form, Special
from grognard.engine.tables import Refusal
from tests.books.valour_and_fortitude.drill import (
    area,
    cite,
    foot,
    ground,
    gun,
    horse,
    limbered,
    marcher,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param


def mine(*words: Any, **more: Any) -> Unit:
    """An attack column of 24, six wide, its front 20 inches up the table, facing north."""
    return unit("A", foot, *words, **{"files": 6, "front": (30, 20), **more})


def foe(**more: Any) -> Unit:
    """An enemy line far away."""
    return unit("z", **{"files": 12, "front": (60, 46), "facing": 180, **more})


def plan(
    state: State, x: float, y: float, facing: float = 0, name: str = "", deed: Deed = Deed.MOVE
) -> March:
    """The way to a pose; it must be legal and end there."""
    judge = marcher(state, "A", deed)
    pose = round(x * 100), round(y * 100), round(facing * 10), name
    legs = judge.plan(pose)
    assert not isinstance(legs, Refusal), legs
    assert judge.refusal(legs) is None
    march = judge.work_out(legs)
    assert isinstance(march, March)
    assert (march.end.x, march.end.y, march.end.facing) == pytest.approx(pose[:3], abs=1)
    return march


def no_plan(
    state: State, x: float, y: float, facing: float = 0, name: str = "", deed: Deed = Deed.MOVE
) -> str:
    """The rule that forbids to end in a pose."""
    found = marcher(state, "A", deed).plan((round(x * 100), round(y * 100), round(facing * 10), name))
    assert isinstance(found, Refusal)
    return cite(found)


@rule("70", "71")
def test_a_straight_way() -> None:
    march = plan(scene(mine(), foe()), 33, 22.4)
    assert len(march.strides) == 1
    assert march.cost == 500


@rule("70", "76")
def test_too_far_is_too_far() -> None:
    assert no_plan(scene(mine(), foe()), 30, 30.5) == "76"


@pytest.mark.parametrize(
    ("name", "form"),
    [
        param("line", Form.LINE, id="line"),
        param("march column", Form.MARCH, id="march column"),
        param("attack column", Form.ATTACK, id="as it is"),
    ],
)
@rule("80", "82")
def test_a_way_with_a_reform_ends_in_the_place_pointed_at(name: str, form: Form) -> None:
    march = plan(scene(mine(), foe()), 32, 25, 0, name)
    assert form_of(march.end.shape) is form


@rule("80")
def test_the_cheapest_order_of_move_and_reform() -> None:
    """A line goes 8, a column 12: to go 11 and end in line the column moves first; the other way round it reforms first."""
    far = plan(scene(mine(), foe()), 30, 29.5, 0, "line")
    assert [stride.reform for stride in far.strides] == [False, True]
    line = scene(mine(files=12), foe())
    quick = plan(line, 30, 29.5, 0, "attack column")
    assert [stride.reform for stride in quick.strides] == [True, False]


@rule("80", "B71")
def test_a_reform_on_the_spot() -> None:
    state = scene(mine(), foe())
    judge = marcher(state, "A")
    legs = judge.plan((state.units[0].x, state.units[0].y, 0, "line"))
    assert not isinstance(legs, Refusal)
    assert [leg[0] for leg in legs] == ["reform"]


@rule("81")
def test_no_reform_near_the_enemy() -> None:
    near = scene(mine(), foe(front=(30, 23)))
    assert no_plan(near, 30, 18.4, 0, "line") == "81"


@rule("98a")
def test_a_double_cannot_end_in_another_formation() -> None:
    assert no_plan(scene(mine(), foe()), 30, 19, 0, "line", Deed.DOUBLE) == "98a"


BARS = {
    "a friend of another brigade": ((unit("F", figures=4, files=4, front=(30, 23), brigade="II"),), ()),
    "a high wall": ((), (ground("high_wall", (28.5, 22), (31.5, 22)),)),
    "a pond": ((), (area("river", 28.5, 22, 31.5, 23),)),
    "a copse": ((), (area("wood", 28.5, 22, 31.5, 23),)),
}


@pytest.mark.parametrize("bar", BARS)
@rule("70", "73", "164", "168")
def test_a_way_round(bar: str) -> None:
    """Three files of horse, an inch each, go round what is three inches wide."""
    units, terrain = BARS[bar]
    rider = unit("A", horse, figures=3, files=3, front=(30, 20))
    state = scene(rider, *units, foe(), terrain=terrain)
    march = plan(state, 30, 26)
    assert len(march.strides) > 1
    assert march.cost > 700


@rule("70", "71")
@pytest.mark.parametrize(("wide", "fits"), [(3, True), (1.9, False)])
def test_a_line_turns_its_flank_to_a_gap(wide: float, fits: bool) -> None:
    """Six horse abreast, two inches deep, go through a gap between two ponds, if it is wider than they are deep."""
    ponds = area("river", 15, 22, 30 - wide / 2, 24), area("river", 30 + wide / 2, 22, 45, 24)
    state = scene(unit("A", horse, figures=6, files=6, front=(30, 20)), foe(), terrain=ponds)
    if fits:
        assert len(plan(state, 30, 27).strides) == 3
    else:
        assert no_plan(state, 30, 27) == "164"


@rule("77", "70")
def test_a_way_round_an_enemy_keeps_three_from_him() -> None:
    post = unit("y", figures=2, files=2, front=(33, 24), facing=180)
    rider = unit("A", horse, figures=3, files=3, front=(30, 20))
    state = scene(rider, post, foe())
    march = plan(state, 30, 29)
    assert len(march.strides) > 1


@rule("166", "70")
def test_a_way_round_rough_ground_may_be_the_shorter() -> None:
    mud = area("mud", 28, 21, 30.9, 28)
    state = scene(mine(figures=8, files=2, front=(30, 20)), foe(), terrain=(mud,))
    assert cite(marcher(state, "A").refusal((("glide", 3180, 2920, 0),))) == "76"
    assert plan(state, 31.8, 29.2).cost <= 1200


@rule("70")
def test_no_way_at_all_says_what_bars_the_straight_one() -> None:
    river = area("river", 0, 22, 72, 23)
    assert no_plan(scene(mine(), foe(), terrain=(river,)), 30, 26) == "164"


@rule("80")
def test_the_formations_one_may_end_in() -> None:
    assert marcher(scene(mine(), foe()), "A").orders() == ("attack column", "line", "march column")
    assert marcher(scene(mine(), foe()), "A", Deed.ASSAULT).orders() == ()
    piece = scene(unit("A", gun, limbered, front=(30, 20)), foe())
    aside = "limber to the left", "limber to the right"
    assert marcher(piece, "A").orders() == ("limbered", "unlimbered", *aside)


@rule("70", "76")
def test_a_preview_tells_cost_and_refusal() -> None:
    judge = marcher(scene(mine(), foe()), "A")
    seen = judge.preview((("forward", 500),))
    assert (seen["cost"], seen["allowance"], seen["refusal"]) == (500, 1200, None)
    assert seen["steps"] == [["move", 500, "70"]]
    assert judge.preview((("forward", 1300),))["refusal"]["cite"] == "76"
    in_line = judge.preview((("reform", "close", 12, 0, 0), ("forward", 700)))
    assert (in_line["cost"], in_line["allowance"], in_line["refusal"]) == (700, 800, None)
    assert judge.preview((("fly", 1),))["refusal"]["cite"] == "70"
    assert len(judge.region()) > 6


CROWDED = (
    unit("F", files=12, front=(36, 26), brigade="II"),
    unit("G", figures=12, files=6, front=(24, 17)),
    unit("y", files=6, front=(28, 28), facing=170),
    unit("x", horse, front=(44, 24), facing=260),
)
GROUND = (
    area("wood", 20, 20, 24, 24),
    area("mud", 30, 8, 40, 14),
    ground("low_wall", (18, 12), (30, 14)),
    area("building", 40, 12, 43, 15, name="house"),
)


@pytest.mark.parametrize("deed", [Deed.MOVE, Deed.RETREAT, Deed.DOUBLE, Deed.ASSAULT])
@pytest.mark.parametrize(
    "who",
    [
        param(mine(front=(30, 20)), id="column"),
        param(mine(Special.LIGHT_INFANTRY, files=12, front=(31, 20)), id="light line"),
        param(unit("A", horse, front=(31, 20)), id="horse"),
        param(unit("A", gun, Special.HORSE_ARTILLERY, front=(31, 20)), id="gun"),
    ],
)
@rule("70")
def test_whatever_a_machine_may_choose_is_legal(who: Unit, deed: Deed) -> None:
    state = scene(who, *CROWDED, terrain=GROUND)
    judge = marcher(state, "A", deed, target="y")
    found = list(judge.candidates())
    assert all(judge.refusal(legs) is None for legs in found)
    rng = random.Random(5)
    if found:
        for _ in range(10):
            assert judge.refusal(judge.sample(rng)) is None
