"""Retreats along a bearing: the marks of a slide, and which bearings are looked along. [83–86, B20]"""

from __future__ import annotations

from itertools import islice, takewhile
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts import withdrawing
from grognard.books.valour_and_fortitude.facts.bodies import stand
from grognard.books.valour_and_fortitude.words import Deed
from grognard.tabletop import slides
from tests.books.valour_and_fortitude.drill import (
    area,
    find,
    horse,
    marcher,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param
RIVER = area("river", 0, 10, 72, 12)


def rider(gap: float, *more: Any, **fields: Any) -> Any:
    """Horse facing a line so far off, about to retreat 18."""
    line = unit("b", files=12, front=(36, 24 + gap), facing=180)
    return marcher(scene(unit("A", horse, front=(36, 24)), line, *more, **fields), "A", Deed.RETREAT)


@rule("83", "84", "B20")
@pytest.mark.parametrize(
    ("judge", "marks"),
    [
        param(rider(0), [300, 1050, 1800], id="from contact: 3 away, as far as it goes, and between"),
        param(rider(0.01), [299, 1049, 1800], id="a hundredth away"),
        param(rider(2.99), [1, 900, 1800], id="a hundredth less than 3"),
        param(rider(3), [0, 900, 1800], id="3 away it may stay"),
        param(rider(20), [0, 900, 1800], id="far away"),
        param(rider(2, terrain=(RIVER,)), [100, 450, 800], id="up to the bank"),
        param(rider(3, size=(72, 28)), [0, 900, 1800], id="the table is deep enough"),
        param(
            rider(0, unit("C", figures=12, files=6, front=(36, 12))),
            [300, 796, 1364, 1800],
            id="short of a friend, and past him",
        ),
    ],
)
def test_the_marks_of_a_slide_straight_back(judge: Any, marks: list[int]) -> None:
    found = takewhile(lambda legs: legs[0][0] == "back", withdrawing.straight_back(judge))
    assert [legs[0][1] for legs in found] == marks


@rule("84", "B20")
def test_no_retreat_where_nothing_is_clear() -> None:
    """Two inches to the bank, and 3 wanted: straight back there is nothing."""
    shut = rider(0, terrain=(area("river", 0, 16, 72, 18),))
    assert next(withdrawing.straight_back(rider(0)))[0] == ("back", 300)
    assert next(withdrawing.straight_back(shut))[0][0] != "back"


@rule("83", "B20")
def test_the_compass_begins_straight_back_and_square_to_close_enemies() -> None:
    near = rider(0)
    fine, coarse = (withdrawing._compass(near, near.start, step) for step in (50, 150))
    assert fine[:4] == coarse[:4] == [1800, 0, 2700, 900]
    assert sorted(fine) == list(range(0, 3600, 50))
    assert sorted(coarse) == list(range(0, 3600, 150))
    assert coarse[4:8] == [1950, 1650, 2100, 1500]
    # An enemy who stands askew, close by, is gone square from; farther off he is not.
    for gap, more in ((0.5, {1900, 100, 1000, 2800}), (9, set())):
        askew = unit("b", files=12, front=(36, 24 + gap), facing=190)
        judge = marcher(scene(unit("A", horse, front=(36, 24)), askew), "A", Deed.RETREAT)
        assert set(withdrawing._compass(judge, judge.start, 150)) - set(coarse) == more
    far = rider(9)
    assert sorted(withdrawing._compass(far, far.start, 150)) == list(range(0, 3600, 150))


@rule("84", "B20")
@pytest.mark.parametrize(
    ("holds_from", "low", "high", "least"),
    [(0, 0, 9, 0), (1, 0, 9, 1), (9, 0, 9, 9), (10, 0, 9, None), (3, 3, 4, 3), (4, 3, 4, 4), (5, 3, 4, None), (7, 2, 300, 7)],
)  # fmt: skip
def test_the_least_from_which_on_something_holds(
    holds_from: int, low: int, high: int, least: int | None
) -> None:
    assert slides.least(lambda far: far >= holds_from, low, high) == least


@rule("86", "B20")
def test_where_a_retreat_may_bend() -> None:
    """Half way and at the end of each open slide; not where a slide is hardly open."""
    judge = rider(0)
    bends = [legs for legs, _ in withdrawing._bends(judge)]
    assert bends[0] == (("glide", 3600, 400, 0),)
    assert (("glide", 3600, 1300, 0),) in bends
    assert len(bends) == len(set(bends))
    for bank, back in ((19.8, [2180]), (19.81, [])):
        narrow = rider(0, terrain=(area("river", 0, bank - 2, 72, bank),))
        found = [legs[0] for legs, _ in withdrawing._bends(narrow)]
        assert [y for _, x, y, _ in found if x == 3600 and y < 2200] == back


@rule("74", "83")
def test_bearings_past_the_corners_of_what_bars_the_way() -> None:
    """Each bearing leads the middle of the unit past a corner, as far off as its own body asks; none for what is far."""
    open_ground = rider(0)
    assert withdrawing._past_corners(open_ground, open_ground.start) == []
    wood = rider(0, terrain=(area("wood", 34, 10, 38, 14),))
    found = withdrawing._past_corners(wood, wood.start)
    assert found
    assert min(found) < 1800 < max(found)
    far = rider(0, terrain=(area("wood", 2, 2, 4, 4),))
    assert withdrawing._past_corners(far, far.start) == []


@rule("83", "85")
def test_a_slide_is_said_as_plainly_as_it_can_be() -> None:
    judge = rider(0)
    at = stand(find(judge.state, "A"))
    said = [withdrawing._leg(at, bearing, 300, True) for bearing in (1800, 900, 2700, 0, 1795)]
    assert said == [
        ("back", 300), ("side", 300), ("side", -300), ("glide", 3600, 2500, 0), ("glide", 3603, 1900, 0),
    ]  # fmt: skip
    assert withdrawing._leg(at, 1800, 300, False) == ("glide", 3600, 1900, 0)
    assert list(islice(withdrawing.withdrawals(judge), 3)) == [
        (("back", 300),),
        (("back", 1050),),
        (("back", 1800),),
    ]
