"""Moves: how far, what is free, where one may pass and end. [70–79, 98b]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.command import move_distance
from grognard.books.valour_and_fortitude.facts.strides import successors
from grognard.books.valour_and_fortitude.state import Spell, Unit
from grognard.books.valour_and_fortitude.steps.env import Brigading
from grognard.books.valour_and_fortitude.words import Special
from tests.books.valour_and_fortitude.drill import (
    area,
    begin,
    cite,
    foot,
    glide,
    gun,
    horse,
    legs,
    limbered,
    marcher,
    offered,
    open_order,
    place,
    reform,
    scene,
    square,
    unit,
    unlimbered,
    why,
    worked,
)
from tests.books.valour_and_fortitude.drill import refused as rule_against
from tests.rules import rule

param = pytest.param


def column(key: str = "A", *words: Any, **more: Any) -> Unit:
    """An attack column of 24, six wide, its front 20 inches up the table, facing north."""
    place = {} if "at" in more else {"front": (30, 20)}
    return unit(key, foot, *words, **{"files": 6, **place, **more})


def far_enemy(**more: Any) -> Unit:
    """An enemy out of everybody's way."""
    return unit("z", **{"files": 12, "front": (60, 46), "facing": 180, **more})


# --- distances -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "inches"),
    [
        param(unit("A", horse), 18, marks=rule("76"), id="cavalry"),
        param(unit("A", horse, files=3), 18, marks=rule("76"), id="cavalry in column"),
        param(unit("A", horse, Special.LIGHT_CAVALRY, open_order), 18, marks=rule("F5.13c"), id="cavalry in open order"),
        param(unit("A", files=3), 12, marks=rule("76"), id="march column"),
        param(unit("A", files=6), 12, marks=rule("76"), id="attack column"),
        param(unit("A", files=12), 8, marks=rule("76"), id="line"),
        param(unit("A", foot, Special.OPEN_ORDER, open_order), 9, marks=rule("185", "F5.13c"), id="open order"),
        param(unit("A", foot, Special.SQUARE, square, files=6), 3, marks=rule("185", "F5.17a"), id="square"),
        param(unit("A", gun, limbered), 12, marks=rule("76"), id="limbered gun"),
        param(unit("A", gun, unlimbered), 3, marks=rule("76"), id="unlimbered gun"),
        param(unit("A", gun, limbered, Special.HORSE_ARTILLERY), 18, marks=rule("185", "F5.9"), id="limbered horse gun"),
        param(unit("A", gun, unlimbered, Special.HORSE_ARTILLERY), 9, marks=rule("185", "F5.9"), id="unlimbered horse gun"),
        param(unit("A", gun, limbered, Special.SLOW), 6, marks=rule("185", "F5.16"), id="limbered slow gun"),
        param(unit("A", gun, unlimbered, Special.SLOW), 1, marks=rule("185", "F5.16"), id="unlimbered slow gun"),
        param(unit("A", horse, Special.SWIFT), 24, marks=rule("F5.18"), id="swift cavalry"),
    ],
)  # fmt: skip
def test_move_distances(who: Unit, inches: int) -> None:
    state = scene(who, far_enemy())
    assert move_distance(state, state.units[0]).total == inches * 100


@rule("FC13F", "76")
def test_a_card_adds_six() -> None:
    state = scene(column(), far_enemy(), spells=(Spell("vive_lempereur", 0, 0),))
    assert move_distance(state, state.units[0]).total == 1800


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        param("forward 12", "", marks=rule("70", "76"), id="exactly the distance"),
        param("forward 12.01", "76", marks=rule("70", "76"), id="a hundredth more"),
        param("back 12", "", marks=rule("71"), id="backwards"),
        param("side -12", "", marks=rule("71"), id="sideways"),
        param("side 12.01", "76", marks=rule("71"), id="sideways, too far"),
    ],
)
def test_how_far(said: str, refused: str) -> None:
    assert why(scene(column(front=(36, 24)), far_enemy()), "A", said) == refused


@pytest.mark.parametrize("facing", [0, 15, 45, 100, 222.5, 301])
@rule("70")
def test_the_full_distance_may_be_gone_in_any_direction(facing: float) -> None:
    state = scene(column(at=(36, 24), facing=facing), size=(72, 48))
    assert why(state, "A", "forward 12") == ""
    assert worked(state, "A", "forward 12").cost == 1200
    assert why(state, "A", "forward 6", "side 6") == ""


@rule("70", "71")
def test_the_longest_path_of_any_figure_counts() -> None:
    """Turning on the spot by 90: figures at the corners go along chords, root 2 times their distance from the centre."""
    state = scene(column(front=(36, 24)), far_enemy())
    march = worked(state, "A", "turn 90")
    # Six files and four ranks of 0.8: the corner figures stand 2.0 and 1.2 from the centre.
    assert march.cost == pytest.approx(2.3324 * 1.41421 * 100, abs=2)
    assert why(state, "A", "turn 90", "forward 8.6") == ""
    assert why(state, "A", "turn 90", "forward 8.8") == "76"


@rule("71")
def test_an_about_face_costs_nothing() -> None:
    state = scene(column(front=(36, 24)), far_enemy())
    assert worked(state, "A", "turn 180").cost == 0
    assert why(state, "A", "turn 180", "forward 12") == ""


@rule("70", "71")
def test_after_an_about_face_each_figures_whole_path_counts() -> None:
    """Turn by 90 and by 90 more is twice a quarter turn; a half turn and on is none."""
    state = scene(column(front=(36, 24)), far_enemy())
    quarter = worked(state, "A", "turn 90").cost
    assert worked(state, "A", "turn 90", "turn 90").cost == pytest.approx(2 * quarter, abs=3)
    assert worked(state, "A", "turn 180", "turn 90").cost == pytest.approx(quarter, abs=3)
    assert worked(state, "A", "turn 150", "forward 3").cost < 2 * quarter + 300


@pytest.mark.parametrize(
    ("figures", "files", "turn", "free"),
    [
        param(16, 4, "turn 90", True, id="a square block, to the right"),
        param(16, 4, "turn -90", True, id="a square block, to the left"),
        param(16, 4, "turn 180", True, id="a square block, about"),
        param(16, 8, "turn 90", False, id="a line"),
        param(15, 4, "turn 90", False, id="a block with a gap"),
    ],
)
@rule("71")
def test_figures_of_a_square_block_turn_where_they_stand(
    figures: int, files: int, turn: str, free: bool
) -> None:
    state = scene(unit("A", figures=figures, files=files, at=(36, 24)), far_enemy())
    march = worked(state, "A", turn)
    assert (march.cost <= 2) is free
    # Whoever goes where, nobody is lost and nobody stands on another.
    for stride in march.strides:
        assert sorted(successors(stride.start.shape, stride.turned)) == list(range(figures))
    if free:
        assert why(state, "A", turn, "forward 11.9") == ""


@rule("70")
def test_a_short_rear_rank_comes_round_to_the_rear() -> None:
    """Ten figures, four wide: after an about-face the two in the third rank stand behind again, so somebody walks."""
    state = scene(unit("A", figures=10, files=4, at=(36, 24)), far_enemy())
    assert 0 < worked(state, "A", "turn 180").cost < 400


@rule("70", "25")
def test_gun_and_limber_do_not_change_places() -> None:
    state = scene(unit("A", gun, at=(36, 24)), far_enemy())
    assert worked(state, "A", "turn 180").cost > 300
    assert why(state, "A", "turn 180") == "76"
    assert why(state, "A", "turn 45") == ""


@rule("72", "B38")
def test_a_move_keeps_ranks_and_files() -> None:
    state = scene(column(), far_enemy())
    game = begin(state, "brigade", env=brigading()).play(("move", "A"), ("go", legs("forward 8", "turn 30")))
    after = game.unit("A")
    assert (after.files, after.order) == (6, state.units[0].order)
    assert place(after)[2] == 30


def brigading() -> Brigading:
    """The first brigade's actions; with its leader near the general it needs no roll."""
    return Brigading(0)


@rule("70")
def test_what_is_no_manoeuvre_is_refused_with_a_number() -> None:
    state = scene(column(), far_enemy())
    judge = marcher(state, "A")
    for nonsense in (
        (("fly", 3),),
        (("forward", -3),),
        (("glide", 1, 2),),
        (("turn", "round"),),
        (("side", 10**6),),
    ):
        assert cite(judge.refusal(nonsense)) == "70"
    assert cite(judge.refusal(legs(*["forward 1"] * 9))) == "70"


# --- the table and what stands on it ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "refused"),
    [
        param(2.4, "", marks=rule("75"), id="its flank on the edge"),
        param(2.39, "75", marks=rule("75"), id="over the edge"),
    ],
)
def test_nobody_leaves_the_table(x: float, refused: str) -> None:
    assert why(scene(column(at=(8, 20)), far_enemy()), "A", glide(x, 20, 0)) == refused


def friend(brigade: str = "I", **more: Any) -> Unit:
    """A line across the way, 2 ahead."""
    return unit("F", files=12, front=(30, 23.6), brigade=brigade, **more)


@pytest.mark.parametrize(
    ("other", "refused"),
    [
        param(friend(), "", marks=rule("73"), id="of the same brigade"),
        param(friend("II"), "98b", marks=rule("73", "98b"), id="of another brigade"),
    ],
)
def test_passing_over_friends(other: Unit, refused: str) -> None:
    assert why(scene(column(), other, far_enemy()), "A", "forward 9") == refused


@rule("73", "98b")
def test_friends_that_touch_an_enemy_are_not_passed_over() -> None:
    # z touches F's right flank, more than 3 from where A passes.
    z = unit("z", figures=6, files=6, front=(34.8, 23), facing=270)
    state = scene(column(front=(26, 20)), friend(), z)
    assert why(state, "A", "forward 9") == "98b"
    apart = unit("z", figures=6, files=6, front=(36, 23), facing=270)
    assert why(scene(column(front=(26, 20)), friend(), apart), "A", "forward 9") == ""


@pytest.mark.parametrize(
    ("mine", "theirs", "refused"),
    [
        param(open_order, open_order, "", marks=rule("F5.13g"), id="both in open order"),
        param(open_order, None, "98b", marks=rule("F5.13g"), id="only the mover"),
        param(None, open_order, "98b", marks=rule("F5.13g"), id="only the other"),
    ],
)
def test_open_order_passes_open_order(mine: Any, theirs: Any, refused: str) -> None:
    words = [Special.OPEN_ORDER] if mine is None else [Special.OPEN_ORDER, mine]
    others = [Special.OPEN_ORDER] if theirs is None else [Special.OPEN_ORDER, theirs]
    mover = unit("A", foot, *words, figures=12, files=6, front=(30, 20))
    other = unit("F", foot, *others, figures=12, files=6, front=(30, 24), brigade="II")
    assert why(scene(mover, other, far_enemy()), "A", "forward 7") == refused


@pytest.mark.parametrize(
    ("y", "refused"),
    [
        param(26.03, "", marks=rule("74", "B70"), id="a gap, however small"),
        param(26.0, "74", marks=rule("74"), id="touching"),
        param(25.0, "74", marks=rule("74"), id="on it"),
    ],
)
def test_no_move_ends_touching_a_friend(y: float, refused: str) -> None:
    other = unit("F", files=6, front=(30, 24.4), figures=12)  # its front is at 24.4
    state = scene(column(front=(30, 20)), other, far_enemy())
    assert why(state, "A", glide(30, y, 0)) == refused


@rule("74", "B71")
def test_a_reform_before_the_move_ends_clear_of_friends_too() -> None:
    beside = unit("F", figures=12, files=6, front=(36, 20))  # 1.2 to the right of A's flank
    state = scene(column(front=(30, 20)), beside, far_enemy())
    assert why(state, "A", reform("close", 12), "forward 6") == "74"
    away = unit("F", figures=12, files=6, front=(40, 20))
    assert why(scene(column(front=(30, 20)), away, far_enemy()), "A", reform("close", 12), "forward 6") == ""


# --- enemies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ahead", "refused"),
    [
        param(3.0, "", marks=rule("77", "B73"), id="exactly 3"),
        param(3.01, "77", marks=rule("77"), id="nearer"),
    ],
)
def test_a_move_stays_three_from_enemies(ahead: float, refused: str) -> None:
    enemy = unit("z", files=12, front=(30, 26), facing=180)
    assert why(scene(column(), enemy), "A", f"forward {ahead}") == refused


@rule("77")
def test_three_inches_hold_all_along_the_way() -> None:
    post = unit("z", figures=4, files=4, front=(35.6, 24), facing=180)  # 1.6 beside A's way, not ahead
    assert why(scene(column(), post), "A", "forward 12") == "77"
    aside = unit("z", figures=4, files=4, front=(37.0, 24), facing=180)  # 3 beside it
    assert why(scene(column(), aside), "A", "forward 12") == ""


@rule("77", "177")
def test_an_enemy_inside_a_feature_keeps_nobody_at_a_distance() -> None:
    house = area("building", 33, 24, 37, 27, name="house")
    state = scene(column(), unit("z", inside="house", files=6), terrain=(house,))
    assert why(state, "A", "forward 8") == ""
    assert why(state, "A", "forward 4", "side 0.6") == "177"
    assert why(state, "A", "forward 4", "side 0.6", "forward 1", "side -1") == "177"  # nor along its walls
    assert why(state, "A", "forward 4", "side 0.5", "forward 4") == ""


@pytest.mark.parametrize(
    ("apart", "refused"),
    [
        param(3.0, "", marks=rule("78", "B73"), id="exactly 3"),
        param(2.99, "78", marks=rule("78"), id="less than 3"),
        param(0.0, "78", marks=rule("78"), id="in contact"),
    ],
)
def test_no_plain_move_from_near_an_enemy(apart: float, refused: str) -> None:
    enemy = unit("z", files=12, front=(30, 20 + apart), facing=180)
    game = begin(scene(column(), enemy), "brigade", env=brigading())
    assert ("A" in offered(game, "move")) is (refused == "")
    assert "A" in offered(game, "retreat")
    assert (("A", "z") in offered(game, "assault")) is (apart > 0)
    if refused:
        # With a second unit that may move the verb is there, and says why this one may not.
        helper = unit("H", files=6, figures=12, front=(10, 10))
        two = begin(scene(column(), helper, enemy), "brigade", env=brigading())
        assert rule_against(two, "move", "A") == refused
