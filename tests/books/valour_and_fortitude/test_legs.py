"""Which legs make a manoeuvre: moves, a reform before or after, a feature at the end. [70, 80, 98a, 171, B71, F5.9a, F5.11c, F5.12]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import Shape, stand_at
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.facts.strides import (
    figure_places,
    nimble,
    quarters,
    straight_length,
    successors,
    too_dear,
)
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.words import Deed, Special
from grognard.geometry.angles import turn_between
from grognard.geometry.gaps import length
from grognard.geometry.points import Pose
from grognard.tabletop.manoeuvre import Wish
from tests.books.valour_and_fortitude.drill import (
    area,
    cite,
    close,
    find,
    foot,
    gun,
    horse,
    legs_of,
    limbered,
    marcher,
    open_order,
    reform,
    scene,
    unit,
    unlimbered,
    why,
    worked,
)
from tests.rules import rule

param = pytest.param
HOUSE = area("building", 27, 20, 33, 24, "house")
LINE, COLUMN = reform(close, 12), reform(close, 6)
TO_GUN, TO_LIMBER = reform(unlimbered, 1), reform(limbered, 1)


def near_house(*words: Special) -> State:
    """A column two inches before a house."""
    return scene(unit("A", foot, *words, files=6, front=(30, 18)), unit("z", at=(60, 44)), terrain=(HOUSE,))


@pytest.mark.parametrize(
    ("words", "deed", "said", "number"),
    [
        param((Special.LIGHT_INFANTRY,), Deed.MOVE, ("forward 1", ("occupy", 0)), "", id="light infantry goes in at the end"),
        param((Special.LIGHT_INFANTRY,), Deed.MOVE, (("occupy", 0), "forward 1"), "F5.11c", id="not at the beginning"),
        param((Special.LIGHT_INFANTRY,), Deed.MOVE, ("forward 1", ("occupy", 0), "back 1"), "F5.11c", id="nor in the middle"),
        param((), Deed.MOVE, ("forward 1", ("occupy", 0)), "F5.11c", id="others do not"),
        param((Special.LIGHT_INFANTRY,), Deed.DOUBLE, ("forward 1", ("occupy", 0)), "F5.11c", id="nor in a double"),
        param((Special.LIGHT_INFANTRY,), Deed.MOVE, ("forward 1", ("occupy", 7)), "168", id="no such feature"),
        param((Special.LIGHT_INFANTRY,), Deed.MOVE, ("forward 1", ("occupy",)), "168", id="which one?"),
        param((Special.LIGHT_INFANTRY,), Deed.MOVE, ("forward 1", ("occupy", 0, 0)), "168", id="too many words"),
        param((Special.LIGHT_INFANTRY,), Deed.MOVE, ("back 2", ("occupy", 0)), "171", id="too far away"),
        param((), Deed.MOVE, (("jump", 100),), "70", id="no such leg"),
        param((), Deed.MOVE, (("forward", -1),), "70", id="a leg of less than nothing"),
        param((), Deed.MOVE, (("forward", 0),), "", id="of nothing"),
        param((), Deed.MOVE, (("glide", 1),), "70", id="half a leg"),
        param((), Deed.MOVE, (("glide", 100_001, 0, 0),), "70", id="over the hills and far away"),
    ],
)  # fmt: skip
@rule("70", "171", "F5.11c")
def test_what_is_a_leg(words: Any, deed: Deed, said: Any, number: str) -> None:
    assert why(near_house(*words), "A", *said, deed=deed) == number


@pytest.mark.parametrize(
    ("who", "said", "more", "number"),
    [
        param(unit("A", files=6, at=(30, 10)), (LINE,), {}, "", id="a reform"),
        param(unit("A", files=6, at=(30, 10)), (LINE, "forward 1"), {}, "", id="before a move"),
        param(unit("A", files=6, at=(30, 10)), ("forward 1", LINE), {}, "", id="after it"),
        param(unit("A", files=6, at=(30, 10)), ("forward 1", LINE, "forward 1"), {}, "80", id="in its middle"),
        param(unit("A", files=6, at=(30, 10)), (LINE, COLUMN), {}, "80", id="twice"),
        param(unit("A", files=6, at=(30, 10)), (LINE, "forward 1", COLUMN), {}, "80", id="before and after"),
        param(unit("A", files=6, at=(30, 10)), (LINE,), {"deed": Deed.DOUBLE}, "98a", id="in a double"),
        param(unit("A", files=6, at=(30, 10)), (LINE,), {"deed": Deed.RETREAT}, "", id="in a retreat"),
        param(unit("A", files=6, at=(30, 10)), (LINE,), {"reforms": False}, "98a", id="where none is allowed"),
        param(unit("A", foot, Special.MILITIA, files=6, at=(30, 10)), (LINE,), {}, "", id="militia reforms"),
        param(unit("A", foot, Special.MILITIA, files=6, at=(30, 10)), (LINE, "forward 1"), {}, "F5.12", id="or moves"),
        param(unit("A", foot, Special.MILITIA, files=6, at=(30, 10)), ("forward 1",), {}, "", id="moves"),
        param(unit("A", foot, Special.MILITIA, files=6, at=(30, 10)), (LINE,), {"under_way": True}, "F5.12", id="has moved"),
        param(unit("A", gun, Special.HORSE_ARTILLERY, at=(30, 10)), (TO_LIMBER, "forward 5", TO_GUN), {}, "", id="horse artillery"),
        param(unit("A", gun, at=(30, 10)), (TO_LIMBER, "forward 5", TO_GUN), {}, "80", id="field artillery"),
        param(unit("A", gun, Special.HORSE_ARTILLERY, at=(30, 10)), (TO_LIMBER, TO_GUN), {}, "80", id="without a move"),
        param(unit("A", gun, Special.HORSE_ARTILLERY, at=(30, 10)), (TO_LIMBER, TO_GUN, "forward 1"), {}, "80", id="both before"),
        param(unit("A", gun, Special.HORSE_ARTILLERY, at=(30, 10)), ("forward 1", TO_LIMBER, TO_GUN), {}, "80", id="both after"),
        param(unit("A", gun, Special.HORSE_ARTILLERY, at=(30, 10)), (TO_LIMBER, "forward 1", TO_GUN, TO_LIMBER), {}, "80", id="thrice"),
        param(unit("A", gun, Special.HORSE_ARTILLERY, at=(30, 10)), ("forward 1", TO_LIMBER), {}, "", id="once"),
    ],
)  # fmt: skip
@rule("80", "98a", "B71", "F5.9a", "F5.12")
def test_when_a_unit_may_reform(who: Any, said: Any, more: dict[str, Any], number: str) -> None:
    state = scene(who, unit("z", at=(60, 44)))
    assert cite(marcher(state, "A", **more).refusal(legs_of(said))) == number


@rule("70", "80")
def test_where_a_manoeuvre_ends_before_it_is_judged() -> None:
    judge = marcher(near_house(), "A")
    found = judge.end_of(legs_of(("forward 1", "side 2", ("occupy", 0))))
    assert found is not None
    at, occupies = found
    assert ((at.x, at.y), occupies) == ((3200, judge.unit.y + 100), 0)
    found = judge.end_of(legs_of(("forward 1",)))
    assert found is not None
    assert found[1] == -1
    assert judge.end_of((("reform", "square", 6, 0, 0),)) is None


@rule("76", "94", "150")
@pytest.mark.parametrize(
    ("deed", "limit", "far", "fixed"),
    [(Deed.MOVE, None, 1200, False), (Deed.DOUBLE, None, 2400, False), (Deed.DOUBLE, 500, 500, True), (Deed.MOVE, 0, 0, True)],
)  # fmt: skip
def test_how_far_a_march_goes(deed: Deed, limit: int | None, far: int, fixed: bool) -> None:
    state = scene(unit("A", files=6, at=(30, 10)), unit("z", at=(60, 44)))
    judge = Marcher(state, find(state, "A"), deed, limit=limit)
    assert (judge.limit, judge.fixed) == (far, fixed)
    assert judge.reforms is (deed is Deed.MOVE)


# ---- facing about


@rule("71")
@pytest.mark.parametrize(
    ("shape", "turn", "quarter"),
    [
        param(Shape(foot, 24, 12, close), 900, 0, id="a line does not face to a flank"),
        param(Shape(foot, 24, 12, close), 901, 2, id="it faces about"),
        param(Shape(foot, 24, 12, close), 1800, 2, id="quite"),
        param(Shape(foot, 16, 4, close), 449, 0, id="a block, hardly turned"),
        param(Shape(foot, 16, 4, close), 451, 1, id="to the right"),
        param(Shape(foot, 16, 4, close), 1351, 2, id="about"),
        param(Shape(foot, 16, 4, close), -451, 3, id="to the left"),
        param(Shape(horse, 9, 3, close), 900, 0, id="horses are longer than wide"),
        param(Shape(gun, 1, 1, unlimbered), 1800, 0, id="gun and limber keep their places"),
    ],
)
def test_by_how_many_quarters_figures_face_about(shape: Shape, turn: int, quarter: int) -> None:
    assert quarters(shape, turn) == quarter


@rule("71")
@pytest.mark.parametrize(
    ("shape", "turned", "places"),
    [
        param(Shape(foot, 6, 3, close), 0, (0, 1, 2, 3, 4, 5), id="as they are"),
        param(Shape(foot, 6, 3, close), 2, (5, 4, 3, 2, 1, 0), id="about"),
        param(Shape(foot, 9, 3, close), 1, (6, 3, 0, 7, 4, 1, 8, 5, 2), id="to the right"),
        param(Shape(foot, 9, 3, close), 3, (2, 5, 8, 1, 4, 7, 0, 3, 6), id="to the left"),
        param(Shape(gun, 1, 1, limbered), 0, (0, 1), id="gun and limber"),
    ],
)
def test_whose_place_each_figure_takes(shape: Shape, turned: int, places: tuple[int, ...]) -> None:
    assert successors(shape, turned) == places
    start, end = stand_at(shape, 3000, 2000, 0), stand_at(shape, 3000, 2000, 900 * turned)
    assert straight_length(start, end) == 0  # nobody goes anywhere
    away = stand_at(shape, 3000, 2500, 900 * turned)
    assert straight_length(start, away) == 500


@pytest.mark.parametrize("figures", range(7, 12))
@pytest.mark.parametrize("facing", range(0, 3600, 310))
@rule("70")
def test_the_longest_way_is_that_of_some_figure_also_where_the_last_rank_has_gaps(
    figures: int, facing: int
) -> None:
    shape = Shape(horse, figures, 5, close)
    start, end = stand_at(shape, 3000, 2000, 0), stand_at(shape, 2500, 2030, facing)
    after = successors(shape, quarters(shape, turn_between(0, facing)))
    ends = figure_places(end)
    ways = [length(place, ends[at]) for place, at in zip(figure_places(start), after)]
    assert straight_length(start, end) == max(ways)


@rule("70", "71")
def test_what_facing_about_costs() -> None:
    """A line that faces about on the spot goes nowhere; one that wheels half round goes far."""
    state = scene(unit("A", at=(36, 24)), unit("z", at=(5, 5)))
    assert worked(state, "A", ("glide", 3600, 2400, 1800)).cost == 0
    assert worked(state, "A", ("glide", 3600, 2400, 900)).cost > 500
    assert worked(state, "A", ("glide", 3600, 2600, 1800)).cost == 200
    assert worked(state, "A", "forward 3", "side 4").cost == 700


# ---- ways to a pose, with a change of formation


@rule("80", "82")
@pytest.mark.parametrize(
    ("pose", "order", "first"),
    [
        param((3000, 1000, 0), "", ("glide", 3000, 1000, 0), id="as it stands"),
        param((3000, 1000, 0), "attack column", ("glide", 3000, 1000, 0), id="in the formation it has"),
        param((3000, 1000, 0), "line", ("reform", "close", 12, 0, 0), id="a reform on the spot"),
    ],
)
def test_ways_to_where_it_stands(pose: tuple[int, int, int], order: str, first: Any) -> None:
    judge = marcher(scene(unit("A", files=6, at=(30, 10)), unit("z", at=(60, 44))), "A")
    assert next(iter(judge.ways(Wish(*pose, order))))[0] == first


@rule("80", "82")
def test_a_march_and_a_reform_end_in_the_pose_that_was_asked_for() -> None:
    state = scene(unit("A", foot, Special.LIGHT_INFANTRY, files=6, at=(30, 10)), unit("z", at=(60, 44)))
    judge = marcher(state, "A")
    found = list(judge.ways(Wish(3100, 1300, 100, "line")))
    # Marched there first, whichever way it faces on the way, or reformed first.
    assert [legs[0][0] for legs in found] == ["glide", "glide", "reform", "reform"]
    for legs in found[:2]:
        end = worked(state, "A", *legs).end
        assert abs(end.x - 3100) <= 1
        assert abs(end.y - 1300) <= 1
        assert (end.facing, end.shape.files) == (100, 12)
    assert [legs[1] for legs in found[2:]] == [("glide", 3100, 1300, 100)] * 2
    assert [legs[0] for legs in found[2:]] == [reform(close, 12, 0), reform(close, 12, 10)]
    loose = next(iter(judge.ways(Wish(3100, 1300, 0, "wide open order"))))
    assert loose[-1] == ("reform", open_order.value, 12, 0, 0, 50)


@rule("74", "98b", "F5.13g")
@pytest.mark.parametrize(
    ("mover", "friend", "brigade", "touched", "passes"),
    [
        (close, close, "I", False, True), (close, close, "II", False, False), (close, close, "I", True, False),
        (open_order, open_order, "II", False, True), (open_order, close, "II", False, False), (close, open_order, "II", False, False),
        (open_order, open_order, "II", True, False),
    ],
)  # fmt: skip
def test_which_friends_are_passed_over(
    mover: Any, friend: Any, brigade: str, touched: bool, passes: bool
) -> None:
    light = foot, Special.LIGHT_INFANTRY
    state = scene(
        unit("A", *light, mover, files=6, at=(30, 10)),
        unit("F", *light, friend, files=6, front=(30, 24), brigade=brigade),
        unit("z", files=6, front=(30, 24) if touched else (60, 44), facing=180),
    )
    judge = marcher(state, "A")
    assert (len(judge.setting.solid) == 0) is passes
    assert len(judge.setting.friends) >= 1


@rule("70")
@pytest.mark.parametrize(
    "leg",
    [("glide",), ("glide", 3406, 3313), ("glide", 1, 2, "3"), ("glide", 1, 2, 3, 4), ("glide", None, 2, 3)],
)
def test_a_glide_without_its_amounts_is_refused_and_breaks_nothing(leg: tuple[Any, ...]) -> None:
    state = near_house()
    mover = Marcher(state, find(state, "A"), Deed.MOVE)
    assert not mover.legal((leg,))
    assert cite(mover.refusal((leg,))) == "70"


@rule("70", "76", "163", "F5.13d")
@pytest.mark.parametrize(
    ("who", "limit", "dear"),
    [
        param(unit("A", foot, files=6, front=(30, 18)), 800, False, id="four inches of rough ground cost eight"),
        param(unit("A", foot, files=6, front=(30, 18)), 799, True, id="and not less"),
        param(unit("A", foot, open_order, Special.LIGHT_INFANTRY, files=6, front=(30, 18)), 400, False, id="but four for nimble troops"),
        param(unit("A", foot, open_order, files=6, front=(30, 18)), 400, True, id="who must be light infantry"),
        param(unit("A", foot, Special.LIGHT_INFANTRY, files=6, front=(30, 18)), 400, True, id="in open order"),
    ],
)  # fmt: skip
def test_what_a_corner_pays_tells_that_a_glide_is_too_dear(who: Any, limit: int, dear: bool) -> None:
    state = scene(who, unit("z", at=(60, 44)), terrain=(area("mud", 20, 5, 40, 40, "mire"),))
    start = marcher(state, "A").start
    pose = Pose(start.x, start.y + 400, start.facing)
    assert too_dear(state, nimble(find(state, "A"), start.shape), start, (pose,), limit) == dear
