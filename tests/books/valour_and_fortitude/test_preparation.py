"""Objectives, the limit of the game, commanders-in-chief, decks. [VF 31, 34–40, 147, B7, B8, B9, B68, B72]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard import books
from grognard.books.valour_and_fortitude.facts.morale import figures_at, gains
from grognard.books.valour_and_fortitude.state import Fate, Objective, Options, State
from grognard.books.valour_and_fortitude.steps.turn import CloseTurn, TimeIsUp
from grognard.books.valour_and_fortitude.words import Phase
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from grognard.engine.replay import Game
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    find,
    gun,
    horse,
    lead,
    offered,
    put,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param
HILL = Objective("the hill", (3000, 2000))
VILLAGE = Objective("the village", (3000, 2500), 0)
HOUSE = area("building", 25, 20, 35, 30)


def held(state: State, holder: int = -1) -> State:
    """The same with its objectives held by a side."""
    return replace(state, holders=(holder,) * len(state.field.objectives))


def close_turn(state: State) -> Play:
    """The end of a turn."""
    return begin(state, CloseTurn())


# ---- objectives in the open


@pytest.mark.parametrize(
    ("ours", "theirs", "holder", "after"),
    [
        param(12, 6, -1, 0, id="more figures take it from nobody"),
        param(12, 6, 1, 0, id="and from the enemy"),
        param(6, 12, -1, 1, id="the inactive side too"),
        param(6, 12, 0, 1, id="from the active one"),
        param(6, 6, -1, -1, id="equal numbers change nothing"),
        param(6, 6, 1, 1, id="whoever holds it"),
    ],
)
@rule("35", "36")
def test_more_figures_within_six_take_an_objective(ours: int, theirs: int, holder: int, after: int) -> None:
    state = scene(
        unit("A", figures=ours, files=6, front=(30, 18)),
        unit("b", figures=theirs, files=6, front=(30, 22), facing=180),
        objectives=(HILL,),
    )
    assert close_turn(held(state, holder)).state.holders == (after,)


@rule("36")
def test_what_is_held_stays_held_unwatched() -> None:
    state = held(scene(unit("A", front=(60, 5)), objectives=(HILL,)), 0)
    assert close_turn(state).state.holders == (0,)
    assert gains(state, 0) is None


@rule("36", "35")
def test_nothing_is_taken_twice() -> None:
    state = held(scene(unit("A", front=(30, 20)), objectives=(HILL,)), 0)
    game = close_turn(state)
    assert not game.notes("takes")
    assert close_turn(held(state, 1)).notes("takes")[0].cite == "35"


@pytest.mark.parametrize(
    ("y", "count"),
    [
        # Six abreast in two ranks, their front south of the objective at y 20; files meet on its line x 30.
        param(14, 2, id="the two in the middle are exactly 6 away"),
        param(13.99, 0, id="nobody"),
        param(14.8, 8, id="all of the front rank and two behind"),
    ],
)
@rule("35", "B73")
def test_figures_exactly_six_away_count_and_each_by_itself(y: float, count: int) -> None:
    state = scene(unit("A", figures=12, files=6, front=(30, y)), objectives=(HILL,))
    assert figures_at(state, 0, 0) == count


@rule("29", "35")
def test_gun_and_limber_count_three_each_at_an_objective() -> None:
    near = scene(unit("A", gun, front=(30, 20)), objectives=(HILL,))
    assert figures_at(near, 0, 0) == 6
    # The limber's near end is 2.9 behind the gun's front: only the gun is within 6.
    half = scene(unit("A", gun, front=(30, 15)), objectives=(HILL,))
    assert figures_at(half, 0, 0) == 3


@rule("31", "B8")
def test_leaders_count_for_nobody() -> None:
    state = scene(unit("A", front=(60, 5)), objectives=(HILL,), leaders={"I": (30, 20), "General": (30, 21)})
    assert figures_at(state, 0, 0) == 0
    assert gains(state, 0) is None


@rule("B8", "174")
def test_those_inside_a_feature_near_an_objective_count_with_all_their_figures() -> None:
    # The house's south edge is at 20, six north of the objective.
    state = scene(unit("A", inside="building"), terrain=(HOUSE,), objectives=(Objective("x", (3000, 1400)),))
    assert figures_at(state, 0, 0) == 24
    far = scene(unit("A", inside="building"), terrain=(HOUSE,), objectives=(Objective("x", (3000, 1399)),))
    assert figures_at(far, 0, 0) == 0


@rule("B7", "35")
def test_objectives_change_hands_at_the_end_of_each_sides_turn() -> None:
    state = scene(unit("A", front=(30, 20)), objectives=(HILL,))
    for side in (0, 1):
        assert close_turn(replace(state, side=side)).state.holders == (0,)


# ---- a village


@rule("37", "B72")
def test_a_defendable_objective_is_taken_by_occupying_it_alone() -> None:
    crowd = unit("a", figures=30, files=15, front=(30, 19), facing=0)
    few = unit("B", figures=4, files=4, inside="building")
    state = held(scene(crowd, few, terrain=(HOUSE,), objectives=(VILLAGE,)), 1)
    game = close_turn(state)
    assert game.state.holders == (0,)
    assert game.notes("takes")[0].cite == "37"


@rule("37", "B72")
def test_nobody_inside_changes_nothing_whoever_stands_round_it() -> None:
    crowd = unit("A", figures=30, files=15, front=(30, 19))
    state = held(scene(crowd, terrain=(HOUSE,), objectives=(VILLAGE,)), 1)
    assert close_turn(state).state.holders == (1,)


@rule("37", "31")
def test_a_leader_inside_takes_nothing() -> None:
    state = scene(unit("A", front=(60, 5)), terrain=(HOUSE,), objectives=(VILLAGE,))
    state = lead(held(state, 1), "I", inside="building")
    assert close_turn(state).state.holders == (1,)


# ---- the limit


def last(**more: Any) -> State:
    """A battle of two turns each, in its second."""
    both = unit("A", front=(30, 10)), unit("b", front=(30, 40), facing=180)
    return scene(*both, **{"turns": 2, "turn": 2, "side": 1, **more})


@rule("38", "147")
def test_the_game_ends_at_the_limit_when_both_sides_have_had_their_turns() -> None:
    assert close_turn(last()).state.outcome is not None
    assert close_turn(last(side=0)).state.outcome is None  # the second side has a turn to come
    assert close_turn(last(turn=1)).state.outcome is None


@rule("38")
def test_the_players_may_agree_on_another_number_of_turns() -> None:
    assert close_turn(last(options={"turn_limit": 3})).state.outcome is None
    assert close_turn(last(turn=3, options={"turn_limit": 3})).state.outcome is not None


@rule("38", "B68")
def test_by_the_clock_the_game_ends_with_equal_turns_after_time_is_called() -> None:
    state = last(turn=1, side=0, turns=9, options={"clock": True})
    game = begin(state, TimeIsUp(), CloseTurn())
    assert game.ask.who == (0,)
    game.play("time_is_up")
    assert game.state.outcome is None
    assert game.state.side == 1
    # The second side plays its turn, is asked no more, and then it is over.
    game = begin(game.state, TimeIsUp(), CloseTurn())
    assert game.state.outcome is not None


@rule("B68", "38")
def test_called_in_the_second_sides_turn_time_ends_the_game_at_once() -> None:
    game = begin(last(turn=1, turns=9, options={"clock": True}), TimeIsUp(), CloseTurn()).play("time_is_up")
    assert game.state.outcome is not None
    again = begin(last(turn=1, turns=9, options={"clock": True}), TimeIsUp(), CloseTurn()).play("play_on")
    assert again.state.outcome is None


@rule("B68")
def test_without_the_clock_nobody_is_asked_and_with_it_the_turn_limit_still_holds() -> None:
    assert begin(last(turn=1), TimeIsUp(), CloseTurn()).state.side == 0
    game = begin(last(options={"clock": True}), TimeIsUp(), CloseTurn()).play("play_on")
    assert game.state.outcome is not None


# ---- commander-in-chief, decks, scenario


@rule("39", "97")
def test_the_commander_in_chief_picks_brigades_in_any_order_and_moves_the_army_leader_last() -> None:
    state = scene(unit("A", front=(20, 10)), unit("B", horse, front=(40, 10), brigade="II"))
    for order in (("I", "II"), ("II", "I")):
        game = begin(state, "action").play(("brigade", order[0]), "finish", "stay_put", ("brigade", order[1]))
        if not offered(game, "finish"):
            game.play(6)
        game.play("finish", "stay_put")
        assert game.ask.prompt == "Move General"
        assert game.ask.who == (0,)


@rule("40", "B9")
def test_each_side_begins_with_thirteen_cards_face_down_and_none_in_hand() -> None:
    game = Game(books.load("valour_and_fortitude"), "first_brigade")
    for fate in game.position.state.fates:
        assert fate == Fate(deck=tuple(range(1, 14)))
    assert Game(
        books.load("valour_and_fortitude"), "first_brigade", options=Options(fate_cards=False)
    ).position.state.fates == (Fate(), Fate())


@rule("34")
def test_the_scenario_says_who_begins_and_everything_else() -> None:
    for name, info in books.load("valour_and_fortitude").scenarios.items():
        state = Game(books.load("valour_and_fortitude"), name).position.state
        assert state.field.name == name
        assert state.side == state.field.first
        assert state.field.turns > 0
        assert info.sides == tuple(side.name for side in state.field.sides)
        assert {u.side for u in state.units} == {0, 1}


@rule("34", "41")
def test_the_side_the_scenario_names_has_the_first_turn() -> None:
    game = Game(books.load("valour_and_fortitude"), "first_brigade")
    assert isinstance(game.pending, Throw)
    assert game.pending.side == game.position.state.field.first


@rule("31")
def test_leaders_are_nobodys_target() -> None:
    state = scene(
        unit("A", front=(30, 20)),
        unit("b", at=(60, 44)),
        leaders={"i": (30, 25), "general": (32, 25)},
        phase=Phase.FIRE,
    )
    assert begin(state, "fire").over
    near = put(state, "b", x=3000, y=2800, facing=1800)
    assert offered(begin(near, "fire"), "fire") == {("A", "b")}
    assert find(near, "b").id == 1
