"""Moving: the dice, what a march costs, what counts as moving and as advancing. [EVA 1–8a, M1–M3, M6, M11, M12]"""

from __future__ import annotations

from fractions import Fraction
from math import atan2, degrees
from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.facts.holding import Pivot
from grognard.books.ever_victorious_armies.facts.readiness import allowance, best_roll, may_move, move_throw
from grognard.books.ever_victorious_armies.state import Unit
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.books.ever_victorious_armies.steps.menu import why_not_charge
from grognard.books.ever_victorious_armies.words import Kind, Order, Where
from grognard.engine.choices import Move
from grognard.geometry.gaps import length
from tests.books.ever_victorious_armies.drill import (
    FOOT_ORDERS,
    cite,
    costs,
    duties,
    game_of,
    legs,
    marcher,
    moving,
    offered,
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
    formed,
    general,
    heavy_gun,
    horse,
    horse_gun,
    line,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

param = pytest.param

F = Fraction


def goods(kind: Kind, *words: Order) -> Any:
    """The distribution of what a unit may march in good going, in inches."""
    each = unit("A", kind, None, *words)
    return move_throw(each).dist().map(lambda reading: allowance(each, reading).good // 100)


def hards(kind: Kind, *words: Order) -> Any:
    """The same in difficult going."""
    each = unit("A", kind, None, *words)
    return move_throw(each).dist().map(lambda reading: (allowance(each, reading).difficult or 0) // 100)


# ---- the dice


@pytest.mark.parametrize(
    ("each", "number", "dice", "hard", "plus"),
    [
        param(unit("A", foot, 8, skirmish), "1", 3, 2, 0, marks=rule("1"), id="skirmish foot"),
        param(unit("A", foot, 12, column), "2", 2, 1, 3, marks=rule("2", "3a"), id="column"),
        param(unit("A", foot, 12, line), "3", 2, 1, 0, marks=rule("3"), id="line"),
        param(unit("A", horse, 6, skirmish), "4", 6, 3, 0, marks=rule("4"), id="skirmish horse"),
        param(unit("A", horse, 8, formed), "5", 4, 2, 0, marks=rule("5"), id="other horse"),
        param(unit("A", horse_gun), "6", 3, None, 0, marks=rule("6", "8a"), id="horse artillery"),
        param(unit("A", field_gun), "7", 2, 1, 0, marks=rule("7"), id="field artillery"),
        param(unit("A", heavy_gun), "8", 1, None, 0, marks=rule("8", "8a"), id="heavy artillery"),
        param(unit("A", general), "N1", 4, 2, 0, marks=rule("N1", "5"), id="general"),
    ],
)
@rule("M2", "G-42")
def test_every_arm_throws_its_own_dice_and_the_first_count_in_difficult_going(
    each: Unit, number: str, dice: int, hard: int | None, plus: int
) -> None:
    for face in (1, 6):
        game = moving(scene(Unit(**{**_fields(each), "x": 3000, "y": 2000})))
        game.play(("march", "A"))
        assert (game.throw.cite, game.throw.dice.faces()) == (number, (dice, 6))
        game.play((face,) * dice)
        allowed = game.position.agenda[-1].env
        assert allowed.good == 100 * (face * dice + plus)
        assert allowed.difficult == (None if hard is None else 100 * (face * hard + plus))


def _fields(each: Unit) -> dict[str, Any]:
    return {name: getattr(each, name) for name in each.__struct_fields__}


@rule("M2", "3a", "G-42")
def test_the_column_that_throws_five_and_two() -> None:
    game = moving(scene(unit("A", foot, 12, column, at=(30, 20)))).play(("march", "A"), (5, 2))
    allowed = game.position.agenda[-1].env
    assert (allowed.good, allowed.difficult) == (1000, 800)
    assert game.play(("go", ())).unit("A").today.acted


@rule("1", "2", "3", "M2")
def test_example_1_column_in_good_going() -> None:
    found = goods(foot, column)
    weights = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    assert found.fractions() == {total: F(weight, 36) for total, weight in zip(range(5, 16), weights)}
    assert found.mean() == 10
    reaching_8 = {o: goods(foot, o).chance(lambda inches: inches >= 8) for o in (column, line, skirmish)}
    assert reaching_8 == {column: F(5, 6), line: F(5, 12), skirmish: F(181, 216)}


@rule("1", "4", "5", "6")
def test_example_2_many_dice() -> None:
    half = {
        3: F(1, 216),
        4: F(1, 72),
        5: F(1, 36),
        6: F(5, 108),
        7: F(5, 72),
        8: F(7, 72),
        9: F(25, 216),
        10: F(1, 8),
    }
    three = {**half, **{21 - total: chance for total, chance in half.items()}}
    assert goods(foot, skirmish).fractions() == three
    assert goods(horse_gun).fractions() == three
    assert goods(foot, skirmish).mean() == F(21, 2)
    assert goods(horse).chance(lambda inches: inches >= 12) == F(493, 648)
    assert goods(horse, skirmish).chance(lambda inches: inches >= 20) == F(9905, 15552)
    assert goods(horse, skirmish).mean() == 21


@rule("2", "3", "3a", "6", "8", "8a")
def test_example_3_difficult_going() -> None:
    assert hards(foot, line).fractions() == {n: F(1, 6) for n in range(1, 7)}
    assert hards(foot, line).mean() == F(7, 2)
    assert hards(foot, column).fractions() == {n: F(1, 6) for n in range(4, 10)}
    assert hards(foot, column).mean() == F(13, 2)
    for kind in (horse_gun, heavy_gun):
        state = scene(unit("A", kind, at=(30, 20)), terrain=(area("paddy", 20, 22, 40, 26),))
        assert why(state, "A", "forward 4", difficult=None) == "8a"
        assert why(state, "A", "forward 1", difficult=None) == ""


# ---- who may be picked, and holding


@pytest.mark.parametrize(
    ("number", "more"),
    [
        param("", {}, id="free"),
        param("M1", {"today": {"acted": True}}, marks=rule("T3"), id="each unit once"),
        param("E3", {"today": {"evaded": True}}, marks=rule("E3"), id="evaded"),
        param("T2", {"today": {"retired": True}}, marks=rule("T2"), id="retired"),
        param("T2", {"today": {"pursued": True}}, marks=rule("T2"), id="pursued"),
        param("T2", {"duties": duties()}, marks=rule("T2"), id="named in T2"),
    ],
)
@rule("M1")
def test_who_may_be_picked(number: str, more: dict[str, Any]) -> None:
    state = scene(unit("A", at=(30, 20), **more), unit("B", at=(50, 20)))
    assert cite(may_move(state, find(state, "A"))) == number
    game = moving(state)
    assert offered(game, "march") == offered(game, "hold") == ({"B"} if number else {"A", "B"})
    if number:
        assert refused(game, "march", "A") == refused(game, "hold", "A") == number


@pytest.mark.parametrize(
    ("noun", "words"),
    [
        param(-1, "no such unit", id="before the first"),
        param(3, "no such unit", id="after the last"),
        param(1, "not yours", id="the enemy's"),
        param(2, "not on the table", id="lost"),
    ],
)
@rule("M1", "H1")
def test_what_is_no_unit_of_yours_is_told_so(noun: int, words: str) -> None:
    gone = unit("B", at=(10, 10), where=Where.LOST)
    ask = moving(scene(unit("A", at=(30, 20)), unit("c", at=(30, 26), facing=180), gone)).ask
    for verb, said in (("march", noun), ("hold", noun), ("charge", (noun, 1))):
        refusal = ask.refusal(Move(0, verb, said))
        assert cite(refusal) == "M1"
        assert refusal is not None
        assert words in refusal.words


@pytest.mark.parametrize("target", [-1, 0, 1, 2, 4])
@rule("H1")
def test_what_is_no_enemy_unit_is_not_charged(target: int) -> None:
    others = unit("d", at=(30, 26), where=Where.LOST), unit("g", general, at=(30, 24))
    ask = moving(scene(unit("A", at=(30, 20)), *others, unit("c", at=(30, 26), facing=180))).ask
    assert cite(ask.refusal(Move(0, "charge", (0, target)))) == "H1"
    assert Move(0, "charge", (0, 3)) in ask


@rule("M1", "T3")
def test_a_unit_touched_before_it_moved_does_not_move() -> None:
    touched = unit("A", at=(30, 20)), unit("B", at=(50, 20)), unit("c", at=(30, 21), facing=180)
    assert offered(moving(scene(*touched, contacts="c>A")), "march") == {"B"}
    assert refused(moving(scene(*touched, contacts="c>A")), "hold", "A") == "M1"
    assert offered(moving(scene(*touched)), "march") == {"A", "B"}


@rule("T3", "M1")
def test_each_unit_moves_once_and_all_need_not_move() -> None:
    game = moving(scene(unit("A", at=(30, 20)), unit("B", at=(50, 20)), unit("c", at=(30, 44))))
    game.play(("march", "B"), (1, 1), ("go", legs("forward 2")))
    assert offered(game, "march") == {"A"}
    assert refused(game, "march", "B") == "M1"
    assert refused(game, "march", "c") == "M1"
    assert game.play("end_moves").over


@rule("T3", "G-2", "21a")
def test_the_first_side_moves_before_the_second_and_both_before_anyone_shoots() -> None:
    for first in (0, 1):
        state = scene(unit("A", at=(30, 20)), unit("b", at=(30, 40)), unit("G", general, at=(1, 1)), turn=0)
        game = game_of(state, "turn", env=Turn()).play((6, 1) if first == 0 else (1, 6), "go_first")
        for side in (first, 1 - first):
            assert (game.ask.cite, game.ask.who) == ("M1", (side,))
            turn = next(frame.env for frame in game.position.agenda if isinstance(frame.env, Turn))
            assert turn.stage == (1 if side == first else 2)
            game.play("end_moves")
        assert game.state.turn == 1


@pytest.mark.parametrize(
    ("turn", "number"),
    [
        param("turn 45", "", id="45.0"),
        param("turn -45", "", id="45.0 to the left"),
        param("turn 45.1", "M1", id="45.1"),
        param("turn -45.1", "M1", id="45.1 to the left"),
        param("forward 1", "M1", id="no leg but a turn"),
        param("turn 10, turn 10", "M1", id="once"),
    ],
)
@rule("M1")
def test_hold_throws_nothing_and_may_turn_up_to_45(turn: str, number: str) -> None:
    game = moving(scene(unit("A", at=(30, 20)))).play(("hold", "A"))
    assert game.ask.cite == "M1"
    if number:
        assert refused(game, "face", legs(*turn.split(", "))) == number
        return
    held = game.play(("face", legs(turn))).unit("A")
    assert held.facing == legs(turn)[0][1] % 3600
    assert (held.today.acted, held.today.moved) == (True, False)


@rule("M1", "M9")
def test_a_unit_that_holds_turns_only_where_there_is_room() -> None:
    state = scene(unit("A", at=(30, 20)), unit("B", at=(30, 21.5)))
    game = moving(state).play(("hold", "A"))
    assert refused(game, "face", legs("turn 45")) == "M9"
    assert refused(game, "face", (("turn", 10, 10),)) == "M1"
    assert refused(game, "face", (("turn", "about"),)) == "M1"
    assert game.play(("face", ())).unit("A").today.acted


@rule("M1", "U1")
def test_what_is_shown_of_a_turn_on_the_spot() -> None:
    state = scene(unit("A", at=(30, 20), orders=FOOT_ORDERS), terrain=(area("paddy", 20, 10, 40, 30),))
    pivot = Pivot(state, find(state, "A"))
    shown = pivot.preview(legs("turn 45"))
    assert (shown["end"], shown["cost"], shown["difficult"]) == ([3000, 2000, 450, "line"], 0, False)
    assert shown["allowance"] == 0
    assert (pivot.orders(), pivot.region()) == ((), body(state, find(state, "A")))


@rule("M1", "M9", "8a", "Q6")
def test_nor_does_it_turn_into_ground_it_may_not_enter() -> None:
    ahead = unit("A", at=(30, 20)), unit("B", heavy_gun, at=(50, 20))
    dry = moving(scene(*ahead, terrain=(area("canal", 0, 23.2, 72, 26),))).play(("hold", "A"))
    assert dry.play(("face", legs("turn 45"))).unit("A").facing == 450
    wet = moving(scene(*ahead, terrain=(area("canal", 0, 22, 72, 26),))).play(("hold", "A"))
    assert refused(wet, "face", legs("turn 45")) == "Q6"
    gun = moving(scene(*ahead, terrain=(area("paddy", 0, 21.2, 72, 26),))).play(("hold", "B"))
    assert refused(gun, "face", legs("turn 45")) == "8a"


@pytest.mark.parametrize(
    ("words", "good", "reach"),
    [
        param(
            (foot, 12),
            12,
            {0: 12, 45: 12, -46: 10, 90: 10, 91: 8, 134: 8, -135: 10, 180: 10},
            id="a line: 45 free, then 2 for each 45 begun; to its rear by the about-face",
        ),
        param(
            (foot, 12, column), 12, {0: 12, -45: 12, 46: 11, -90: 11, 91: 10, 135: 10, 180: 10}, id="a column"
        ),
        param((foot, 6, skirmish), 9, {0: 9, 46: 9, -90: 9, 136: 9, 180: 9}, id="skirmishers"),
        param(
            (horse, 8),
            8,
            {0: 8, 45: 8, -46: 6, 90: 6, 91: 4, 135: 4, 180: 4},
            id="formed horse, back at double cost",
        ),
        param((horse, 8), 0, {0: 0, 90: 0, 180: 0}, id="nowhere without dice"),
    ],
)
@rule("M5", "M6")
def test_the_area_drawn_shows_how_far_it_gets(words: Any, good: int, reach: dict[int, int]) -> None:
    # It is drawn for every tenth degree, half an inch beyond.
    for turn, inches in reach.items():
        facing = -turn % 10
        drawn = marcher(scene(unit("A", *words, at=(30, 24), facing=facing)), "A", good=good).region()
        there = drawn[(facing + turn) % 360 // 10]
        assert length(there, (3000, 2400)) == pytest.approx(100 * inches + 50, abs=1)


# ---- legs and their cost


@pytest.mark.parametrize(
    ("said", "number"),
    [
        param(("forward 9",), "", id="all of it"),
        param(("forward 9.01",), "M3", id="a hair too far"),
        param(("forward 4", "turn 30", "forward 5"), "", id="a chain"),
        param(("forward 4", "turn 30", "forward 5.01"), "M3", id="a chain too long"),
        param(("forward 3",), "", id="less than allowed"),
        param((), "", id="nothing at all"),
        param(("turn 45", "forward 9"), "", id="a free turn"),
        param(("back -1",), "M3", id="no leg below nothing"),
        param(("forward 0",), "", id="but one of nothing"),
        param(("forward 0.1",) * 12, "", id="twelve legs"),
        param(("forward 0.1",) * 13, "M3", id="thirteen"),
    ],
)
@rule("M3")
def test_a_march_fits_the_allowance(said: tuple[str, ...], number: str) -> None:
    assert why(scene(unit("A", at=(30, 20))), "A", *said, good=9) == number


@rule("M3")
@pytest.mark.parametrize(
    "noun",
    [
        (("wheel", 100),),
        (("forward", 1, 2),),
        (("forward", "far"),),
        (("forward", 10),) * 13,
        (("forward", 10**9),),
    ],
)
def test_what_is_no_march_is_refused(noun: Any) -> None:
    game = moving(scene(unit("A", at=(30, 20)))).play(("march", "A"), (6, 6))
    assert refused(game, "go", noun) == "M3"


@pytest.mark.parametrize(
    ("each", "said", "inches"),
    [
        param(unit("A", at=(30, 20)), "forward 3", 3, id="line ahead"),
        param(unit("A", at=(30, 20)), "back 3", 6, id="line back"),
        param(unit("A", at=(30, 20)), "side 3", 6, id="line to the right"),
        param(unit("A", at=(30, 20)), "side -3", 6, id="line to the left"),
        param(unit("A", foot, 12, column, at=(30, 20)), "back 2.5", 5, id="column back"),
        param(unit("A", horse, at=(30, 20)), "back 4", 8, id="formed horse back"),
        param(unit("A", field_gun, at=(30, 20)), "back 1", 2, id="gun back"),
        param(unit("A", foot, 8, skirmish, at=(30, 20)), "back 3", 3, id="skirmish foot back"),
        param(unit("A", foot, 8, skirmish, at=(30, 20)), "side -3", 3, id="skirmish foot aside"),
        param(unit("A", horse, 6, skirmish, at=(30, 20)), "back 3", 3, id="skirmish horse back"),
    ],
)
@rule("M6")
def test_back_and_sideways_cost_double_except_in_skirmish_order(each: Unit, said: str, inches: float) -> None:
    assert costs(scene(each), "A", said) == inches
    assert why(scene(each), "A", said, good=inches) == ""
    assert why(scene(each), "A", said, good=inches - 0.01) == "M3"


@rule("M6", "M3")
def test_a_march_ends_where_its_legs_lead() -> None:
    said = legs("forward 3", "side -1", "back 0.5", "turn 30")
    game = moving(scene(unit("A", at=(30, 20), facing=90))).play(("march", "A"), (6, 6), ("go", said))
    assert place(game.unit("A")) == (32.5, 21, 120)


# ---- what counts as having moved


@pytest.mark.parametrize(
    ("said", "moved"),
    [
        param((), False, id="threw but did nothing"),
        param(("turn 45",), False, id="turned 45.0"),
        param(("turn 45.1",), True, id="turned 45.1"),
        param(("turn 30", "turn 15.1"), True, id="turned 45.1 in two"),
        param(("turn 180",), True, id="about-face"),
        param(("forward 0.01",), True, id="changed place"),
        param(("order column",), True, id="changed order"),
        param(("forward 2", "back 2"), True, id="out, and back to its place"),
    ],
)
@rule("M11", "G-6")
def test_what_counts_as_moving(said: tuple[str, ...], moved: bool) -> None:
    game = moving(scene(unit("A", at=(30, 20), orders=FOOT_ORDERS))).play(("march", "A"), (6, 6))
    marched = game.play(("go", legs(*said))).unit("A").today
    assert (marched.moved, marched.acted) == (moved, True)


# ---- advancing, and who is barred from it


SEEN = unit("c", at=(30, 40), facing=180)
"""18.5 inches ahead of A, whose front edge is at y 20.5."""


@pytest.mark.parametrize(
    ("said", "advanced"),
    [
        param(("forward 1",), True, id="nearer"),
        param(("back 1",), False, id="farther"),
        param(("side 1",), False, id="as near as before"),
        param((), False, id="nothing"),
        param(("turn 45",), False, id="a turn"),
        param(("order column",), False, id="a change of order"),
    ],
)
@rule("M12", "G-49")
def test_what_counts_as_advancing(said: tuple[str, ...], advanced: bool) -> None:
    state = scene(unit("A", at=(30, 20), orders=FOOT_ORDERS), SEEN)
    assert marcher(state, "A").advances(worked(state, "A", *said)) is advanced
    game = moving(state).play(("march", "A"), (6, 6), ("go", legs(*said)))
    assert game.unit("A").today.advanced is advanced


@rule("M12")
def test_whom_it_comes_nearer_to_counts_only_within_the_distance_of_the_nearest() -> None:
    near, far = unit("d", at=(40, 24), facing=180), unit("c", at=(20, 46), facing=180)
    state = scene(unit("A", at=(20, 20)), near, far)
    # Nearer to the far one, farther from the near one, and still farther from both than the near one was: no advance.
    assert not marcher(state, "A").advances(worked(state, "A", "turn -45", "forward 6"))
    hill = area("hill", 26, 19, 34, 26)
    hidden = scene(unit("A", at=(20, 20)), near, far, terrain=(hill,))
    assert marcher(hidden, "A").advances(worked(hidden, "A", "turn -45", "forward 6"))


@rule("M12", "82")
def test_a_marked_unit_may_not_walk_up_to_another_enemy_instead() -> None:
    near, far = unit("d", at=(40, 20), facing=180), unit("c", at=(20, 36), facing=180)
    marked = unit("A", at=(20, 20), markers=2)
    state = scene(marked, near, far)
    # 14 from the nearest; the other is 15 away.
    assert why(state, "A", "forward 6") == "82"
    assert why(state, "A", "forward 1.01") == "82"
    assert why(state, "A", "forward 1") == ""
    hill = area("hill", 16, 26, 24, 30)
    assert why(scene(marked, near, far, terrain=(hill,)), "A", "forward 6") == ""


@pytest.mark.parametrize(
    ("words", "markers", "number"),
    [
        param((8, skirmish), 0, "", marks=rule("81"), id="skirmishers unmarked"),
        param((8, skirmish), 1, "81", marks=rule("81"), id="skirmishers with a marker"),
        param((8, skirmish), 2, "82", marks=rule("82", "83a"), id="skirmishers with two"),
        param((12, line), 1, "", marks=rule("81", "G-24"), id="a line with a marker"),
        param((12, line), 2, "82", marks=rule("82"), id="a line with two"),
    ],
)
@rule("M12")
def test_barred_units_do_everything_but_advance(words: tuple[Any, ...], markers: int, number: str) -> None:
    state = scene(unit("A", foot, *words, at=(30, 20), markers=markers, orders=FOOT_ORDERS), SEEN)
    assert why(state, "A", "forward 1") == number
    for said in ("back 1", "side 1", "turn 30", "turn 45", "order column"):
        assert why(state, "A", said) == ""
    game = moving(state).play(("hold", "A"))
    assert game.play(("face", legs("turn 45"))).unit("A").facing == 450


@rule("M12", "81")
def test_a_barred_unit_may_come_nearer_to_an_enemy_it_did_not_see() -> None:
    hill = area("hill", 20, 28, 40, 32)
    state = scene(unit("A", foot, 8, skirmish, at=(30, 20), markers=1), SEEN, terrain=(hill,))
    assert why(state, "A", "forward 1") == ""


@pytest.mark.parametrize(
    ("order", "said", "number"),
    [
        param(line, ("order skirmish", "forward 3"), "81", id="a line that first takes skirmish order"),
        param(line, ("forward 3", "order skirmish"), "", id="a line that takes it at the end"),
        param(skirmish, ("order line", "forward 3"), "", id="skirmishers that first form line"),
        param(skirmish, ("forward 3", "order line"), "81", id="skirmishers that form it at the end"),
        param(line, ("order skirmish", "back 3"), "", id="back in any order"),
        param(line, ("order skirmish",), "", id="a change of order alone"),
    ],
)
@rule("81", "M7", "M12")
def test_the_order_a_marked_unit_goes_in_decides(order: Order, said: tuple[str, ...], number: str) -> None:
    state = scene(unit("A", foot, 12, order, at=(30, 20), markers=1, orders=FOOT_ORDERS), SEEN)
    assert why(state, "A", *said, good=16) == number
    two = scene(unit("A", foot, 12, order, at=(30, 20), markers=2, orders=FOOT_ORDERS), SEEN)
    assert why(two, "A", *said, good=16) == ("82" if any("forward" in leg for leg in said) else "")


@pytest.mark.parametrize(
    ("charger", "number"),
    [
        param(unit("A", foot, 8, skirmish, at=(30, 20), markers=1), "81", id="marked skirmishers"),
        param(unit("A", foot, 12, line, at=(30, 20), markers=2), "82", id="two markers"),
        param(unit("A", field_gun, at=(30, 20)), "X3", id="a gun"),
        param(unit("A", foot, 12, line, at=(30, 20), today={"acted": True}), "M1", id="moved already"),
    ],
)
@rule("81", "82", "H1", "X3")
def test_the_right_reason_is_given_though_nobody_of_the_side_may_charge(charger: Unit, number: str) -> None:
    other = unit("B", field_gun, at=(60, 10))
    state = scene(charger, other, unit("c", at=(30, 26.5), facing=180))
    game = moving(state)
    assert "charge" not in game.ask.offers
    assert refused(game, "charge", ("A", "c")) == number
    assert refused(game, "charge", ("B", "c")) == "X3"
    # And so it is once another unit can.
    with_one = scene(charger, other, unit("c", at=(30, 26.5), facing=180), unit("D", at=(36, 22)))
    assert refused(moving(with_one), "charge", ("A", "c")) == number


@rule("H1", "M1", "82")
def test_a_verb_that_vanishes_says_why() -> None:
    away = scene(unit("A", at=(30, 5)), unit("c", at=(30, 44), facing=180))
    assert moving(away).ask.barred["charge"].cite == "H1"
    marked = scene(unit("A", at=(30, 20), markers=2), unit("c", at=(30, 26), facing=180))
    assert moving(marked).ask.barred["charge"].cite == "82"
    fought = unit("A", at=(30, 20), today={"halted": True}, duties=duties())
    halted = scene(fought, unit("c", at=(30, 26), facing=180))
    assert moving(halted).ask.barred["march"].cite == "M1"
    assert refused(moving(halted), "march", "A") == "T2"
    gun = scene(unit("A", field_gun, at=(30, 20)), unit("c", at=(30, 26), facing=180))
    assert moving(gun).ask.barred["charge"].cite == "H1"
    led = scene(unit("G", general, at=(10, 10)), fought, unit("c", at=(30, 26), facing=180))
    assert moving(led).ask.barred["charge"].cite == "T2"


@pytest.mark.parametrize(
    ("mine", "verbs"),
    [
        param((unit("A", at=(30, 20)),), {"march", "hold"}, id="a free unit"),
        param(
            (unit("A", at=(30, 20), today={"halted": True}, duties=duties()),), {"hold"}, id="one that halted"
        ),
        param((unit("G", general, at=(30, 20)),), {"march"}, id="a general by himself"),
        param((unit("A", at=(30, 20), today={"acted": True}),), set(), id="one that has moved"),
        param((), set(), id="nobody"),
    ],
)
@rule("M1", "T3")
def test_a_side_is_asked_only_while_somebody_can_do_something(
    mine: tuple[Unit, ...], verbs: set[str]
) -> None:
    game = moving(scene(*mine, unit("c", at=(30, 44), facing=180)))
    assert game.over is not bool(verbs)
    if verbs:
        assert set(game.ask.offers) == {*verbs, "end_moves"}


@rule("M7", "M3")
@pytest.mark.parametrize(("said", "cost"), [(("forward 2",), 200), (("forward 2", "order column"), 800)])
def test_what_is_shown_of_a_march_counts_a_change_of_order(said: tuple[str, ...], cost: int) -> None:
    state = scene(unit("A", at=(30, 20), orders=FOOT_ORDERS))
    shown = marcher(state, "A", 12, 6).show(worked(state, "A", *said))
    assert (shown.allowance, shown.cost) == (1200, cost)


@rule("M3", "M5")
def test_no_leg_is_longer_than_any_table() -> None:
    state = scene(unit("A", foot, 6, skirmish, at=(30, 20)))
    for amount, number in ((20000, ""), (-20000, ""), (20001, "M3"), (-20001, "M3")):
        assert cite(marcher(state, "A").refusal((("turn", amount),))) == number


@pytest.mark.parametrize(("aside", "advanced"), [(15, False), (14.99, False), (0, False)])
@pytest.mark.parametrize(("y", "nearer"), [(30, False), (29.99, True)])
@rule("M12", "G-49")
def test_as_far_from_another_as_the_nearest_was_is_no_advance(
    aside: float, advanced: bool, y: float, nearer: bool
) -> None:
    state = scene(unit("A", at=(20, 20)), unit("c", at=(20, 30)), unit("d", at=(35, y)))
    judge = marcher(state, "A", good=40)
    march = worked(state, "A", f"side {aside}", good=40)
    assert judge.advances(march) is (nearer if aside else advanced)


@rule("M1")
def test_turns_worth_making_on_the_spot_are_towards_enemies() -> None:
    units = (
        unit("A", at=(30, 20)),
        unit("B", at=(20, 22)),
        unit("c", at=(35, 30), facing=180),
        unit("d", at=(60, 20)),
        unit("e", at=(30, 40), facing=180),
    )
    state = scene(*units)
    assert list(Pivot(state, find(state, "A")).ideas()) == [(("turn", 266),), (("turn", 450),)]
    # For the other side: at B, to its right, and hardly turning at A.
    turns = [legs_[0][1] for legs_ in Pivot(state, find(state, "e")).ideas()]
    assert turns == [round(10 * degrees(atan2(10, 18)))]


@rule("H1")
def test_the_first_of_the_roster_may_be_charged_too() -> None:
    state = scene(unit("A", at=(30, 20)), unit("c", at=(30, 26), facing=180))
    assert why_not_charge(state, 1, (1, 0)) is None
    assert offered(moving(state, 1), "charge") == {("c", "A")}


@rule("2", "6", "8", "8a")
def test_who_has_no_dice_for_difficult_going_counts_none_of_them() -> None:
    for kind in (horse_gun, heavy_gun):
        assert {early for _, early in move_throw(unit("A", kind)).dist()} == {0}


@pytest.mark.parametrize(
    ("each", "good", "hard"),
    [
        param(unit("A", foot, 8, skirmish), 18, 12, id="skirmish foot"),
        param(unit("A", foot, 12, column), 15, 9, id="column"),
        param(unit("A", foot, 12), 12, 6, id="line"),
        param(unit("A", horse, 6, skirmish), 36, 18, id="skirmish horse"),
        param(unit("A", horse, 8), 24, 12, id="other horse"),
        param(unit("A", horse_gun), 18, None, id="horse artillery"),
        param(unit("A", field_gun), 12, 6, id="field artillery"),
        param(unit("A", heavy_gun), 6, None, id="heavy artillery"),
        param(unit("A", general), 24, 12, id="a general"),
    ],
)
@rule("M2", "H1", "8a")
def test_the_best_throw_of_every_arm(each: Unit, good: int, hard: int | None) -> None:
    assert best_roll(each) == (100 * good, None if hard is None else 100 * hard)
    dice = move_throw(each)
    assert best_roll(each) == allowance(each, dice.read((6,) * dice.n))
