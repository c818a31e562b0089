"""Whom one may assault and why not, who touches whom from inside, who is wanted where. [87, 90, 93, 120, 124, 159, 180, 184, B42]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.assaults import why_not_him
from grognard.books.valour_and_fortitude.facts.contact import figures_on, front_touched, neighbours, touching
from grognard.books.valour_and_fortitude.facts.morale import figures_at, gains
from grognard.books.valour_and_fortitude.facts.support import (
    Support,
    risks_nothing,
    wanted_elsewhere,
    ways_to_support,
)
from grognard.books.valour_and_fortitude.state import Objective, State
from grognard.books.valour_and_fortitude.words import Phase, Special, Where
from grognard.engine.flow import replace
from tests.books.valour_and_fortitude.bouts import foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    area,
    brigaded,
    cite,
    find,
    gun,
    horse,
    put,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param


# ---- whom one may assault


def column(*more: Any, **fields: Any) -> State:
    """A column that could assault 12 ahead; its brigade is active."""
    return brigaded(scene(unit("A", files=6, front=(36, 12)), *more, **fields), "I", active=True)


@pytest.mark.parametrize(
    ("state", "whom", "number"),
    [
        param(column(unit("b", front=(36, 20), facing=180)), "b", "", id="in sight and reach"),
        param(brigaded(column(unit("b", front=(36, 20), facing=180)), "I", active=False), "b", "65", id="not its turn", marks=rule("65")),
        param(column(unit("B", front=(36, 20), facing=180)), "B", "87", id="a friend", marks=rule("87")),
        param(column(unit("b", front=(36, 20), facing=180, where=Where.ROUTED)), "b", "87", id="gone", marks=rule("87")),
        param(column(unit("b", front=(36, 6), facing=180)), "b", "87", id="behind it", marks=rule("87")),
        param(column(unit("b", horse, front=(36, 20), facing=180)), "b", "93", id="horse, 8 away", marks=rule("93")),
        param(column(unit("b", horse, front=(36, 17.9), facing=180)), "b", "", id="horse, less than 6 away", marks=rule("93")),
        param(column(unit("b", front=(36, 24.5), facing=180)), "b", "B42", id="too far", marks=rule("B42")),
        param(column(unit("b", front=(36, 20), facing=180), unit("c", front=(44, 21), facing=180)), "c", "90", id="another is closer", marks=rule("90")),
        param(column(unit("b", front=(36, 20), facing=180), unit("c", front=(44, 21), facing=180)), "b", "", id="the closest", marks=rule("90")),
    ],
)  # fmt: skip
def test_why_one_may_not_assault_somebody(state: State, whom: str, number: str) -> None:
    assert cite(why_not_him(state, find(state, "A"), find(state, whom))) == number


# ---- from inside

LEFT, RIGHT = (
    area("building", 30, 20, 34, 24, "left", group="street"),
    area("building", 34, 20, 38, 24, "right", group="street"),
)
APART = area("building", 50, 20, 54, 24, "apart")


def street(**more: Any) -> State:
    """A holds the left house, b the one next door, c one apart; d stands with its front on the left house."""
    return scene(
        unit("A", inside="left"),
        unit("b", inside="right"),
        unit("c", inside="apart"),
        unit("d", files=4, figures=12, front=(32, 24), facing=180),
        unit("e", files=2, figures=6, front=(32, 20)),
        terrain=(LEFT, RIGHT, APART),
        phase=Phase.MELEE,
        **more,
    )


@rule("180", "184", "B57")
@pytest.mark.parametrize(
    ("who", "whom", "side", "figures"),
    [
        param("A", "d", 0, 3, id="on whoever touches the feature"),
        param("A", "b", 0, 3, id="next door, in its own turn"),
        param("A", "b", 1, 0, id="next door, in the other's"),
        param("A", "c", 0, 0, id="not across the street"),
        param("b", "A", 1, 3, id="the other way"),
        param("b", "A", 0, 0, id="not in our turn"),
        param("A", "e", 0, 0, id="two figures on a feature are no contact"),
        param("d", "A", 0, 4, id="the front rank that touches the feature"),
        param("e", "A", 0, 2, id="two of them"),
    ],
)
def test_with_how_many_figures_one_touches_from_and_on_a_feature(
    who: str, whom: str, side: int, figures: int
) -> None:
    state = street(side=side)
    assert figures_on(state, find(state, who), find(state, whom)) == figures


@rule("180", "184", "159")
def test_who_touches_whom_in_the_street() -> None:
    state = street()
    at = {u.key: u for u in state.units}
    assert touching(state, at["A"], at["d"])
    assert touching(state, at["d"], at["A"])
    assert not touching(state, at["A"], at["e"])
    assert not touching(state, at["A"], at["b"])
    assert [u.key for u in neighbours(state, at["A"])] == ["b"]
    assert neighbours(state, at["c"]) == neighbours(state, at["d"]) == ()
    assert front_touched(state, at["d"], at["A"]) == 3


# ---- who is wanted where


@rule("120", "124")
@pytest.mark.parametrize(
    ("gap", "fought", "wanted"),
    [
        param(3, False, True, id="exactly 3 from another fight"),
        param(3.01, False, False, id="a hundredth more"),
        param(3, True, False, id="that fight is over"),
    ],
)
def test_a_brigade_supporter_near_another_fight_is_wanted_there(
    gap: float, fought: bool, wanted: bool
) -> None:
    """A fights b and its mate M fights y; the helper H stands so far from M."""
    state = melee(
        foremost("A", figures=12, files=6),
        foe("b", figures=12, files=6),
        unit("M", figures=12, files=6, front=(50, 24), today={"fought": fought}),
        unit("y", figures=12, files=6, front=(50, 24), facing=180),
        unit("H", figures=12, files=6, front=(50, 24 - 1.6 - gap)),
    )
    assert wanted_elsewhere(state, find(state, "A"), [find(state, "H").id]) is wanted
    assert not wanted_elsewhere(state, find(state, "A"), [])


@rule("B65", "120")
def test_a_headstrong_mate_may_want_any_supporter() -> None:
    state = melee(
        foremost("A", figures=12, files=6), foe("b", figures=12, files=6), unit("M", horse, at=(5, 5))
    )
    assert not wanted_elsewhere(state, find(state, "A"), [2])
    bold = melee(
        foremost("A", figures=12, files=6),
        foe("b", figures=12, files=6),
        unit("M", horse, Special.HEADSTRONG, at=(5, 5)),
    )
    assert wanted_elsewhere(bold, find(bold, "A"), [2])


@rule("122", "B46", "F5.13f")
@pytest.mark.parametrize(
    ("helper", "options", "ways"),
    [
        param(unit("C", figures=12, files=6, front=(36, 24)), {}, ((2, 1, False),), id="closed up"),
        param(unit("C", gun, front=(36, 24)), {}, ((2, 1, False),), id="a gun"),
        param(unit("C", gun, Special.CANISTER, front=(36, 24)), {}, ((4, 2, True), (2, 1, False)), id="with canister"),
        param(unit("C", gun, Special.CANISTER, front=(36, 24)), {"canister_fills_two": False}, ((4, 1, True), (2, 1, False)), id="with canister, by the switch"),
        param(unit("C", figures=12, files=6, front=(36, 24), today={"fought": True}), {}, (), id="it has fought"),
    ],
)  # fmt: skip
def test_how_a_unit_may_lend_melee_support(helper: Any, options: dict[str, Any], ways: Any) -> None:
    state = melee(helper, foe("b", files=24, figures=48), options=options)
    found = ways_to_support(state, state.units[0], state.units[1], frozenset({1}))
    assert tuple((way.plus, way.counts, way.canister) for way in found) == ways


@rule("B19", "122")
def test_more_support_than_there_is_room_for_is_a_choice() -> None:
    state = melee(foremost("A", figures=12, files=6), foe("b", figures=12, files=6))
    for counts, plain in (((1, 1, 1), True), ((1, 1, 1, 1), False), ((2, 1), True), ((2, 2), False)):
        lent = [(Support(0, 2, each),) for each in counts]
        assert risks_nothing(state, lent, find(state, "b")) is plain


# ---- objectives


@rule("35", "37", "B8")
@pytest.mark.parametrize(
    ("place", "figures"),
    [(((32, 30)), 24), (((32, 30.01)), 0), (((28, 22)), 24), (((60, 40)), 0)],
)
def test_occupants_count_by_their_feature(place: Any, figures: int) -> None:
    """All of them or none: the north wall of the house is at 24."""
    spot = Objective("well", (round(place[0] * 100), round(place[1] * 100)))
    state = scene(unit("A", inside="left"), unit("z", at=(5, 45)), terrain=(LEFT,), objectives=(spot,))
    assert figures_at(state, 0, 0) == figures
    assert figures_at(state, 0, 1) == 0


@rule("35", "36", "B72")
@pytest.mark.parametrize(
    ("mine", "theirs", "holder", "winner"),
    [
        (12, 0, -1, 0), (0, 12, -1, 1), (12, 12, -1, None), (12, 18, 0, 1), (18, 12, 0, None), (18, 12, 1, 0), (0, 0, 1, None),
        (12, 18, 1, None),
    ],
)  # fmt: skip
def test_more_figures_gain_an_objective(mine: int, theirs: int, holder: int, winner: int | None) -> None:
    spot = Objective("hill", (3600, 2400))
    units = [unit("Far", at=(5, 3)), unit("far", at=(5, 45))]
    if mine:
        units.append(unit("A", figures=mine, files=6, front=(36, 22)))
    if theirs:
        units.append(unit("b", figures=theirs, files=6, front=(36, 26), facing=180))
    state = scene(*units, objectives=(spot,), holders=(holder,))
    assert gains(state, 0) == winner


@rule("37")
def test_an_occupied_feature_belongs_to_whoever_is_inside() -> None:
    spot = Objective("house", (3200, 2200), feature=0)
    state = scene(
        unit("A", inside="left"), unit("z", at=(5, 45)), terrain=(LEFT,), objectives=(spot,), holders=(1,)
    )
    assert gains(state, 0) == 0
    assert gains(replace(state, holders=(0,)), 0) is None
    assert gains(put(state, "A", inside=-1, x=500, y=500), 0) is None
    assert gains(put(put(state, "A", inside=-1, x=500, y=500), "z", inside=0), 0) is None
    assert gains(replace(put(put(state, "A", inside=-1), "z", inside=0), holders=(-1,)), 0) == 1
