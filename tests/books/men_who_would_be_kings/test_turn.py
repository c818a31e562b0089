"""Turns, activations, free actions and orders. [TMWWBK T001–T012d]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.facts.values import is_free, why_not
from grognard.books.men_who_would_be_kings.state import Options
from grognard.books.men_who_would_be_kings.steps.env import Opening, PlayerTurn
from grognard.books.men_who_would_be_kings.words import Action, Kind, Trait, Upgrade, Where
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import replace
from tests.books.men_who_would_be_kings.scenes import (
    ENGINE,
    begin,
    gun,
    horse,
    irregular,
    light_horse,
    maxim,
    regular,
    scene,
    tribal,
    unit,
    wild_horse,
)
from tests.rules import rule

param = pytest.param
A = Action


def pair(kind: Kind, **more: Any) -> Any:
    """A unit of a kind with an enemy to act on, 5 inches away."""
    return begin(scene(unit("A", kind, at=(36, 20), **more), unit("b", tribal, at=(36, 27.5))))


ACCESS = {
    #              stand   fire     move     attack   double   charge   skirm    form   ground
    regular:     ("free", "free",  "order", "order", "order", "no",    "order", "order", "no"),
    irregular:   ("free", "free",  "order", "order", "order", "no",    "order", "no",    "no"),
    tribal:      ("free", "order", "free",  "order", "order", "order", "order", "no",    "order"),
    horse:       ("free", "order", "order", "free",  "order", "order", "order", "no",    "no"),
    light_horse: ("free", "order", "order", "free",  "order", "order", "order", "no",    "no"),
    wild_horse:  ("free", "order", "order", "free",  "order", "order", "order", "no",    "no"),
    gun:         ("free", "order", "order", "order", "no",    "no",    "no",    "no",    "no"),
    maxim:       ("free", "order", "order", "order", "no",    "no",    "no",    "no",    "no"),
}  # fmt: skip
COLUMNS = (
    A.STAND_TO, A.FIRE, A.MOVE, A.ATTACK, A.DOUBLE, A.CHARGE, A.SKIRMISH, A.FORM_CLOSE_ORDER, A.GO_TO_GROUND,
)  # fmt: skip


@rule(
    "T002",
    "T007",
    "T008",
    "T009",
    "T010",
    "T011",
    "T012a",
    "T012b",
    "T012c",
    "T012d",
    "T071",
    "T072a",
    "T116",
    "T127",
    "R-46",
    "T067",
    "T070",
    "T072",
    "T107",
    "T123",
    "T069a",
    "R-38",
)
@pytest.mark.parametrize("kind", list(ACCESS))
@pytest.mark.parametrize("column", range(len(COLUMNS)))
def test_who_may_do_what(kind: Kind, column: int) -> None:
    state = scene(unit("A", kind))
    action, wanted = COLUMNS[column], ACCESS[kind][column]
    allowed = why_not(state, state.units[0], action) is None
    assert allowed == (wanted != "no")
    if allowed:
        assert is_free(state.units[0], action) == (wanted == "free")


@rule("T107", "F-U10")
def test_fieldcraft_may_go_to_ground() -> None:
    state = scene(unit("A", irregular, None, Upgrade.FIELDCRAFT))
    assert why_not(state, state.units[0], A.GO_TO_GROUND) is None


@rule("T001", "T003", "R-01", "R-48")
def test_an_action_is_declared_with_its_target_before_the_roll() -> None:
    game = pair(tribal).do("attack", "A", "b")
    assert isinstance(game.pending, Throw)
    assert game.throw.what == "order"
    game.total(6)
    assert game.told("attacks")


@rule("T005", "R-01", "R-07", "T149")
def test_a_failed_order_ends_the_activation() -> None:
    mine = unit("A", tribal, at=(36, 20), to_ground=True), unit("B", tribal, at=(20, 10))
    game = begin(scene(*mine, unit("b", tribal, at=(36, 27.5)))).do("attack", "A", "b").total(5)
    assert game.told("does nothing")
    assert not game.told("attacks")
    assert game.unit("A").to_ground
    assert game.refused("move", "A").cite == "T149"
    assert not game.offers("fire")


@rule("T004", "R-03")
def test_a_leaderless_unit_needs_eight() -> None:
    game = pair(tribal, leader=None, leadership=10).do("attack", "A", "b")
    assert game.throw.cite == "T004"
    assert game.throw.facts["need"] == 8
    assert not game.total(7).told("attacks")


@rule("T002", "T007")
def test_a_free_action_needs_no_roll() -> None:
    game = pair(regular).do("fire", "A", "b")
    assert game.throw.what == "fire"


@rule("T006", "T012", "T103", "T117", "R-08")
def test_a_pinned_unit_may_only_rally() -> None:
    game = pair(regular, pins=1)
    assert set(game.ask.offers) == {"rally", "end_turn"}
    assert game.refused("fire", "A", "b").cite in ("T103", "T001")
    game.do("rally", "A")
    assert game.throw.what == "rally"


@rule("T117a")
def test_only_a_pinned_unit_rallies() -> None:
    state = scene(unit("A", regular))
    refusal = why_not(state, state.units[0], A.RALLY)
    assert refusal is not None
    assert refusal.cite == "T117a"


@rule("R-08", "T117")
def test_a_turn_does_not_end_before_forgotten_rallies() -> None:
    state = scene(
        unit("A", regular, at=(20, 20), pins=1),
        unit("B", regular, at=(40, 20), pins=2),
        unit("b", tribal, at=(36, 40)),
    )
    game = begin(state).do("end_turn")
    assert (game.throw.what, game.throw.facts["unit"]) == ("rally", 0)
    game.total(12)
    assert (game.throw.what, game.throw.facts["unit"]) == ("rally", 1)


@rule("R-08")
def test_a_unit_pinned_after_its_activation_rallies_next_turn() -> None:
    state = scene(unit("A", regular, at=(20, 20), pins=1, acted=True), unit("b", tribal, at=(36, 40)))
    game = begin(state).do("end_turn")
    assert isinstance(game.pending, Ask)
    assert game.ask.who == (1,)


@rule("T149", "R-42")
def test_units_act_once_a_turn_in_any_order() -> None:
    state = scene(
        unit("A", tribal, at=(20, 20)), unit("B", tribal, at=(40, 20)), unit("b", tribal, at=(36, 40))
    )
    game = begin(state).do("stand_to", "B").do("stand_to", "A")
    assert set(game.ask.offers) == {"end_turn"}
    game.do("end_turn").do("stand_to", "b").do("end_turn")
    assert game.may("stand_to", "A")


@rule("R-41")
def test_a_game_turn_is_a_turn_of_each_side() -> None:
    state = scene(unit("A", tribal, at=(20, 5)), unit("b", tribal, at=(36, 44)))
    game = begin(state)
    assert game.state.turn == 1
    game.do("end_turn").do("end_turn")
    assert game.state.turn == 2
    assert game.ask.who == (0,)


@rule("R-41", "F-S6")
def test_the_clock_ends_the_game() -> None:
    state = scene(unit("A", tribal, at=(20, 5)), unit("b", tribal, at=(36, 44)), turn=15)
    game = begin(state).do("end_turn").do("end_turn")
    assert game.position.over
    assert game.state.outcome is not None
    assert game.state.outcome.winner is None


@rule("R-40")
def test_the_roll_off_is_thrown_again_when_even_and_the_winner_chooses() -> None:
    state = replace(scene(unit("A", at=(20, 5)), unit("b", at=(36, 44))), turn=0)
    state = replace(state, field=replace(state.field, first=None))
    game = begin(state, "battle", Opening())
    game.total(7).total(7)
    assert game.throw.what == "roll-off"
    game.total(5).total(9)
    assert game.ask.who == (1,)
    game.do("go_second")
    assert game.ask.who == (0,)
    assert game.state.first == 0


@rule("R-40", "F-S7")
def test_the_scenario_may_say_who_goes_first() -> None:
    position = RULESET.start("seek_and_destroy")
    waiting = ENGINE.pending(position)
    assert isinstance(waiting, Ask)
    assert waiting.who == (1,)


@rule("F-T8", "R-48")
def test_a_drunkard_throws_as_his_turn_begins() -> None:
    state = scene(unit("A", at=(20, 5), trait=Trait.DRUNKARD_BOTTLE, leadership=5), unit("b", at=(36, 44)))
    game = begin(state, "player turn", PlayerTurn(0))
    assert game.throw.what == "drink"
    game.fall(4)
    assert game.unit("A").drink == 8
    again = begin(state, "player turn", PlayerTurn(0)).fall(3)
    assert again.unit("A").drink == 6


@rule("F-T9")
def test_a_mild_drunkard_throws_once_before_the_game() -> None:
    state = replace(scene(unit("A", at=(20, 5), trait=Trait.DRUNKARD_MILD), unit("b", at=(36, 44))), turn=0)
    game = begin(state, "battle", Opening())
    assert game.throw.what == "drink"
    game.fall(5)
    assert game.unit("A").drink == 8
    assert isinstance(game.pending, Ask)


@rule("F-T3")
@pytest.mark.parametrize(("die", "decides"), [(1, 1), (2, 0), (6, 0)])
def test_an_idiot_may_do_what_the_enemy_wants(die: int, decides: int) -> None:
    state = scene(unit("A", tribal, at=(36, 20), trait=Trait.IDIOT), unit("b", tribal, at=(36, 40)))
    game = begin(state)
    assert not game.offers("move")
    game.do("rouse", "A").fall(die)
    assert game.ask.who == (decides,)
    game.do("move", "A")
    assert game.ask.who == (decides,)


@rule("F-T3")
def test_the_enemy_may_not_send_an_idiot_off_the_table() -> None:
    from grognard.books.men_who_would_be_kings.state import Task
    from tests.books.men_who_would_be_kings.scenes import EAST, NORTH, SOUTH

    tasks = Task((SOUTH,), (EAST,)), Task((NORTH,))
    state = scene(
        unit("A", tribal, at=(69, 20), trait=Trait.IDIOT), unit("b", tribal, at=(36, 40)), tasks=tasks
    )
    game = begin(state).do("rouse", "A").fall(1).do("move", "A")
    assert game.refused("go", (("leave", 0),)).cite == "R-61"
    own = begin(state).do("rouse", "A").fall(2).do("move", "A").do("go", (("leave", 0),))
    assert own.unit("A").where is Where.EXITED


@rule("F-T3")
def test_a_pinned_idiot_rallies_like_anybody() -> None:
    state = scene(unit("A", tribal, at=(36, 20), trait=Trait.IDIOT, pins=1), unit("b", tribal, at=(36, 40)))
    assert begin(state).may("rally", "A")


@rule("F-T17")
def test_up_and_at_em_must_attack_if_he_can() -> None:
    near = scene(unit("A", tribal, at=(36, 20), trait=Trait.UP_AND_AT_EM), unit("b", tribal, at=(36, 26)))
    game = begin(near)
    assert set(game.ask.offers) == {"attack"}
    assert game.refused("move", "A").cite == "F-T17"
    assert game.refused("end_turn").cite == "F-T17"  # to pass him over would be to let him Stand To
    game.do("attack", "A", "b").total(2)
    assert game.may("end_turn")
    far = scene(unit("A", tribal, at=(36, 10), trait=Trait.UP_AND_AT_EM), unit("b", tribal, at=(36, 40)))
    assert begin(far).may("move", "A")


@rule("F-T4", "F-T6")
@pytest.mark.parametrize(
    ("trait", "engaged", "attack", "fire"),
    [
        param(Trait.COWARD, False, False, True, id="a Coward fires but never attacks"),
        param(Trait.SHIRKER, False, False, False, id="a Shirker waits"),
        param(Trait.SHIRKER, True, True, True, id="a Shirker who has been shot at"),
        param(Trait.ORDINARY, False, True, True, id="anybody else"),
    ],
)
def test_cowards_and_shirkers(trait: Trait, engaged: bool, attack: bool, fire: bool) -> None:
    state = scene(
        unit("A", regular, at=(36, 20), trait=trait, engaged=engaged), unit("b", tribal, at=(36, 26))
    )
    game = begin(state)
    assert game.may("attack", "A", "b") == attack
    assert game.may("fire", "A", "b") == fire


@rule("F-T6", "R-64")
def test_a_shirker_may_still_skirmish_without_firing() -> None:
    state = scene(unit("A", regular, at=(36, 20), trait=Trait.SHIRKER), unit("b", tribal, at=(36, 30)))
    game = begin(state)
    assert not game.may("fire_and_move", "A", "b")
    game.do("skirmish", "A").total(12).do("go", (("go", 0, -200),))
    assert isinstance(game.pending, Ask)
    assert "aim" not in game.ask.offers


@rule("R-02")
def test_discipline_on_orders_switch() -> None:
    state = scene(unit("A", regular, at=(36, 20)), unit("b", tribal, at=(36, 40)))
    plain = begin(state).do("move", "A")
    assert plain.total(5).told("does nothing")
    switched = begin(replace(state, options=Options(discipline_on_orders=True))).do("move", "A")
    assert switched.total(5).told("obeys")
