"""Turning, about-faces and changes of order. [EVA M5, M7, X2]"""

from __future__ import annotations

import pytest

from grognard.books.ever_victorious_armies.facts.plans import plain_ways
from grognard.books.ever_victorious_armies.state import Unit
from grognard.geometry.paths import walk
from grognard.geometry.points import Pose
from grognard.tabletop.manoeuvre import Wish
from tests.books.ever_victorious_armies.drill import (
    FOOT_ORDERS,
    cite,
    costs,
    legs,
    marcher,
    moving,
    place,
    refused,
    why,
    worked,
)
from tests.books.ever_victorious_armies.scenes import (
    area,
    column,
    field_gun,
    find,
    foot,
    general,
    heavy_gun,
    horse,
    horse_gun,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

param = pytest.param

LINE = unit("A", at=(30, 20))
COLUMN = unit("A", foot, 12, column, at=(30, 20))
LOOSE = unit("A", foot, 8, skirmish, at=(30, 20))
HORSE = unit("A", horse, at=(30, 20))
LOOSE_HORSE = unit("A", horse, 6, skirmish, at=(30, 20))
GUN = unit("A", field_gun, at=(30, 20))
GENERAL = unit("A", general, at=(30, 20))


@pytest.mark.parametrize(
    ("each", "said", "inches"),
    [
        param(LINE, ("turn 45",), 0, id="the first 45 are free"),
        param(LINE, ("turn 45.1",), 2, id="the next are begun at 45.1"),
        param(LINE, ("turn 90",), 2, id="and last to 90.0"),
        param(LINE, ("turn 90.1",), 4, id="the third are begun at 90.1"),
        param(LINE, ("turn -90.1",), 4, id="left as right"),
        param(LINE, ("turn 135.1",), 6, id="the fourth"),
        param(LINE, ("turn 20", "forward 1", "turn 25"), 1, id="all turns of a march together: 45.0"),
        param(LINE, ("turn 20", "forward 1", "turn -25.1"), 3, id="all turns of a march together: 45.1"),
        param(COLUMN, ("turn 45",), 0, id="column, free"),
        param(COLUMN, ("turn 45.1",), 1, id="column"),
        param(COLUMN, ("turn 135",), 2, id="column, 135.0"),
        param(HORSE, ("turn 90",), 2, id="formed horse"),
        param(HORSE, ("turn 180",), 6, id="formed horse knows no about-face"),
        param(GUN, ("turn 90",), 2, id="field gun"),
        param(unit("A", horse_gun, at=(30, 20)), ("turn 90",), 2, id="horse gun"),
        param(unit("A", heavy_gun, at=(30, 20)), ("turn 180",), 6, id="heavy gun knows no about-face"),
        param(LOOSE, ("turn 170",), 0, id="skirmish foot turns free"),
        param(LOOSE, ("turn 180",), 0, id="skirmish foot, about"),
        param(LOOSE_HORSE, ("turn 180",), 0, id="skirmish horse turns free"),
        param(GENERAL, ("turn 180",), 0, id="a general turns free"),
        param(LINE, ("turn 180",), 2, id="about-face of a line"),
        param(LINE, ("turn -180",), 2, id="about-face to the left"),
        param(COLUMN, ("turn 180",), 2, id="about-face of a column"),
        param(LINE, ("turn 180", "turn 45"), 2, id="about-face, and the free turn"),
        param(LINE, ("turn 180", "forward 3", "turn 180"), 7, id="about-face twice"),
        param(LINE, ("turn 179.9",), 6, id="not quite about"),
    ],
)
@rule("M5")
def test_what_turning_costs(each: Unit, said: tuple[str, ...], inches: float) -> None:
    assert costs(scene(each), "A", *said) == inches
    if inches:
        assert why(scene(each), "A", *said, good=inches) == ""
        assert why(scene(each), "A", *said, good=inches - 0.01) == "M3"


@rule("M5", "M9")
def test_turning_sweeps_the_ground_but_an_about_face_does_not() -> None:
    state = scene(LINE, unit("B", at=(30, 21.2)))
    assert why(state, "A", "turn 20") == "M9"
    assert why(state, "A", "turn 180") == ""
    assert why(scene(HORSE, unit("B", horse, at=(30, 21.8))), "A", "turn 180") == "M9"


@rule("M5", "M8")
def test_an_about_face_in_front_of_an_enemy() -> None:
    state = scene(LINE, unit("c", at=(30, 22.2), facing=180))
    assert why(state, "A", "turn 20") == "M8"
    assert why(state, "A", "turn 180", "forward 3") == ""


@rule("X2", "M11")
def test_a_gun_turns_45_on_the_spot_without_having_moved() -> None:
    for said, moved in (("turn 45", False), ("turn 45.1", True)):
        game = moving(scene(unit("A", field_gun, at=(30, 20)))).play(
            ("march", "A"), (6, 6), ("go", legs(said))
        )
        assert game.unit("A").today.moved is moved
        assert game.unit("A").order.value == ("limbered" if moved else "unlimbered")


# ---- change of order


LIGHT = unit("A", at=(30, 20), orders=FOOT_ORDERS)


@pytest.mark.parametrize(
    ("said", "good", "number"),
    [
        param(("order column",), 2, "", id="half of any allowance"),
        param(("order column", "forward 4.5"), 9, "", id="4½ of 9 are left, before the legs"),
        param(("order column", "forward 4.51"), 9, "M3", id="and no more"),
        param(("forward 4.5", "order column"), 9, "", id="after the legs"),
        param(("forward 4.51", "order column"), 9, "M3", id="after too many legs"),
        param(("forward 1", "order column", "forward 1"), 9, "M7", id="not between the legs"),
        param(("order column", "order line"), 9, "M7", id="once a turn"),
        param(("order column", "order skirmish"), 9, "M7", id="nor two different ones"),
        param(("order line",), 9, "M7", id="not to the order it has"),
        param(("order formed",), 9, "M7", id="not to one it does not know"),
    ],
)
@rule("M7")
def test_changing_order_costs_half_the_allowance(said: tuple[str, ...], good: float, number: str) -> None:
    assert why(scene(LIGHT), "A", *said, good=good) == number


@pytest.mark.parametrize(
    ("each", "said"),
    [
        param(LINE, "order column", id="the roster does not allow it"),
        param(HORSE, "order skirmish", id="horse keeps its order"),
        param(GUN, "order limbered", id="limbering is no change of order"),
        param(GENERAL, "order line", id="nor a general"),
    ],
)
@rule("M7", "G-33")
def test_only_orders_of_the_roster(each: Unit, said: str) -> None:
    assert why(scene(each), "A", said) == "M7"


@rule("M7")
def test_a_new_order_stands_on_the_same_centre_and_facing() -> None:
    state = scene(unit("A", at=(30, 20), facing=30, orders=FOOT_ORDERS))
    game = moving(state).play(("march", "A"), (3, 4), ("go", legs("order column")))
    changed = game.unit("A")
    assert place(changed) == (30, 20, 30)
    assert (changed.order, changed.today.moved, changed.today.unformed) == (column, True, "")


@rule("M7", "M2")
def test_the_dice_are_those_of_the_order_before_the_change() -> None:
    game = moving(scene(LIGHT)).play(("march", "A"))
    assert game.throw.cite == "3"
    game.play((3, 4))
    assert game.position.agenda[-1].env.good == 700
    # Turning and stepping after the change are those of the new order.
    assert costs(scene(LIGHT), "A", "order column", "turn 90", good=8) == 4 + 1
    assert costs(scene(LIGHT), "A", "order skirmish", "side 3", good=8) == 4 + 3


@rule("M7", "G-34")
def test_in_difficult_going_it_is_half_the_difficult_allowance() -> None:
    state = scene(LIGHT, terrain=(area("paddy", 20, 15, 40, 25),))
    assert costs(state, "A", "order column", good=12, difficult=5) == 2.5
    assert why(state, "A", "order column", "forward 2.5", difficult=5) == ""
    assert why(state, "A", "order column", "forward 2.51", difficult=5) == "M4"


@pytest.mark.parametrize(
    ("friend", "said", "number"),
    [
        param(unit("B", at=(30, 21.9)), ("order column",), "M7", id="a column would stand on a friend"),
        param(unit("B", at=(30, 22)), ("order column",), "", id="just room enough"),
        param(
            unit("B", foot, 8, skirmish, at=(30, 21.9)),
            ("order column", "back 2"),
            "M7",
            id="even if it goes on",
        ),
        param(unit("B", foot, 8, skirmish, at=(30, 22)), ("order column", "back 2"), "", id="room, then on"),
    ],
)
@rule("M7")
def test_a_new_order_must_fit(friend: Unit, said: tuple[str, ...], number: str) -> None:
    # A column of twelve is 2 by 3: its front edge at y 21.5 touches a line whose centre is at y 22.
    assert why(scene(LIGHT, friend), "A", *said) == number


@pytest.mark.parametrize(
    ("apart", "number"),
    [
        param(0.99, "M7", id="0.99"),
        param(1.0, "M8", id="1.00, but the column reaches nearer"),
        param(2, "", id="2.00"),
    ],
)
@rule("M7", "M8")
def test_no_change_of_order_near_an_enemy(apart: float, number: str) -> None:
    enemy = unit("c", at=(30, 21 + apart), facing=180)
    assert why(scene(LIGHT, enemy), "A", "order column") == number


@rule("M7")
def test_never_with_a_charge() -> None:
    charger = unit("A", foot, 12, column, at=(30, 20), orders=FOOT_ORDERS)
    state = scene(charger, unit("B", at=(50, 20)), unit("c", at=(30, 26), facing=180))
    game = moving(state).play(("charge", ("A", "c")), (6, 6))
    assert (game.unit("A").order, game.unit("A").today.charged) == (column, True)
    assert refused(game, "march", "A") == "M1"


@rule("M9", "M7")
def test_who_is_passed_depends_on_the_order_of_the_moment() -> None:
    friend = unit("B", at=(30, 24))
    loose = unit("A", foot, 12, skirmish, at=(30, 20), orders=FOOT_ORDERS)
    assert why(scene(loose, friend), "A", "forward 6", "order line", good=18) == ""
    assert why(scene(loose, friend), "A", "order line", "forward 6", good=18) == "M9"
    assert why(scene(LIGHT, friend), "A", "order skirmish", "forward 6", good=12) == ""
    assert why(scene(LIGHT, friend), "A", "forward 6", "order skirmish", good=12) == "M9"


# ---- the planner knows these costs


@rule("M3", "M7", "M8")
def test_what_cannot_be_planned_is_refused() -> None:
    state = scene(LIGHT, unit("c", at=(30, 30), facing=180))
    judge = marcher(state, "A")
    assert cite(judge.plan("there")) == "M3"
    assert cite(judge.plan((3000, 6000, 0, ""))) == "M3"
    assert cite(judge.plan((3000, 2000, 0, "formed"))) == "M7"
    assert cite(judge.plan((3000, 2900, 0, ""))) == "M8"
    assert judge.preview((("wheel", 3),))["refusal"]["cite"] == "M3"
    assert judge.preview((("forward", 1000),))["refusal"]["cite"] == "M8"


@pytest.mark.parametrize(
    ("pose", "said"),
    [
        param((3000, 2600, 0, ""), ("forward 6",), id="ahead"),
        param((3000, 1700, 0, ""), ("back 3",), id="back, facing kept"),
        param((3200, 2000, 0, ""), ("side 2",), id="to the right"),
        param((2800, 2000, 0, ""), ("side -2",), id="to the left"),
        param((3000, 1200, 1800, ""), ("turn 180", "forward 8"), id="about and away"),
        param((3000, 2000, 1700, ""), ("turn 180", "turn -10"), id="about and a little back"),
        param((3000, 2000, 450, ""), ("turn 45",), id="a turn"),
        param((3000, 2000, 0, ""), (), id="nothing"),
        param((3000, 2400, 0, "column"), ("forward 4", "order column"), id="another order"),
    ],
)
@rule("M5", "M6")
def test_the_planner_finds_the_cheapest_way(pose: tuple[int, int, int, str], said: tuple[str, ...]) -> None:
    state = scene(LIGHT)
    found = marcher(state, "A").plan(pose)
    assert found == legs(*said)
    end = worked(state, "A", *said).end
    assert (*end, find(state, "A").order.value if not pose[3] else pose[3]) == (*pose[:3], pose[3] or "line")


@pytest.mark.parametrize(
    ("turn", "also_about"),
    [
        param(0, False, id="none"),
        param(89.9, False, id="89.9"),
        param(90, False, id="a quarter"),
        param(90.1, True, id="90.1"),
        param(-90.1, True, id="90.1 to the left"),
        param(179.9, True, id="179.9"),
        param(180, False, id="about, and no more"),
    ],
)
@rule("M5")
def test_a_turn_of_more_than_a_quarter_is_tried_by_an_about_face_too(turn: float, also_about: bool) -> None:
    angle = round(turn * 10)
    ways = list(plain_ways(Pose(3000, 2000, 0), Pose(3000, 2000, angle % 3600)))
    straight = (("turn", angle),) if turn else ()
    back = angle - 1800 if turn > 0 else angle + 1800
    assert ways == [straight, *([(("turn", 1800), ("turn", back))] if also_about else [])]


@pytest.mark.parametrize("facing", [0, 100, 2700, 3599])
@rule("M5", "M6")
def test_every_plain_way_leads_there(facing: int) -> None:
    start, to = Pose(3000, 2000, facing), Pose(3300, 2400, 1234)
    found = list(plain_ways(start, to))
    assert {leg[0] for legs_ in found for leg in legs_} == {"turn", "forward", "back", "side"}
    for legs_ in found:
        end = walk(start, legs_, 600, 100)[-1].end
        assert end.facing == 1234
        assert abs(end.x - 3300) <= 1
        assert abs(end.y - 2400) <= 1
        assert all(-1800 <= leg[1] <= 1800 for leg in legs_ if leg[0] == "turn")


@rule("M3", "M7")
def test_of_what_the_dice_cannot_pay_one_way_is_left_to_say_why_not() -> None:
    judge = marcher(scene(LIGHT), "A", good=3)
    assert list(judge.ways(Wish(3000, 2600, 0))) == [legs("forward 6")]
    assert cite(judge.plan((3000, 2600, 0, ""))) == "M3"
    assert marcher(scene(LIGHT), "A", good=4).plan((3000, 1800, 0, "")) == legs("back 2")
    assert cite(marcher(scene(LIGHT), "A", good=3.99).plan((3000, 1800, 0, ""))) == "M3"
    # A plan that can be paid leaves out those that cannot.
    assert list(marcher(scene(LIGHT), "A", good=6).ways(Wish(3000, 2600, 0))) == [legs("forward 6")]
    first, *others = marcher(scene(LIGHT), "A", good=20).ways(Wish(3000, 2600, 0))
    assert first == legs("forward 6")
    assert others


@rule("M7")
def test_the_orders_it_may_choose_from_begin_with_its_own() -> None:
    loose = unit("A", foot, 12, skirmish, at=(30, 20), orders=FOOT_ORDERS)
    assert marcher(scene(LIGHT), "A").orders() == ("line", "column", "skirmish")
    assert marcher(scene(loose), "A").orders() == ("skirmish", "line", "column")
    assert marcher(scene(LINE), "A").orders() == ()
