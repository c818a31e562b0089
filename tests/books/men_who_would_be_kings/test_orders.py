"""What units are told, and the quick choice: the wave, the line, horse, wrecks. [TMWWBK F-S1]"""

from __future__ import annotations

import pytest

from grognard.ai.greedy import GreedyAgent
from grognard.ai.plans import plan_for
from grognard.ai.playout import Drill
from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.advice.closing import SPACE
from grognard.books.men_who_would_be_kings.advice.moves import RATES, STANDING, SUMS
from grognard.books.men_who_would_be_kings.advice.orders import tasks, told
from grognard.books.men_who_would_be_kings.facts.bodies import middle
from grognard.books.men_who_would_be_kings.state import State
from grognard.books.men_who_would_be_kings.steps.verbs import VERBS, Rating
from grognard.books.men_who_would_be_kings.words import Kind
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.engine.tasks import Duty
from tests.books.men_who_would_be_kings.scenes import begin, horse, regular, scene, tribal, unit


def duties(state: State, side: int) -> list[Duty]:
    """The favourite of every unit of a side."""
    told = tasks(state, side)
    return [told[u.id][0].duty for u in state.on_table(side)]


def test_the_wave_goes_for_the_same_day_and_horse_waits_behind() -> None:
    state = scene(
        unit("A", tribal, at=(20, 40)), unit("B", tribal, at=(36, 46)), unit("H", horse, at=(60, 40)),
        unit("r", regular, at=(30, 8)),
    )  # fmt: skip
    told = tasks(state, 0)
    assert duties(state, 0) == [Duty.TAKE, Duty.TAKE, Duty.RESERVE]
    assert told[0][0].when == told[1][0].when > state.turn
    assert told[2][0].place[1] > 43  # type: ignore[index]


def test_two_go_for_one_and_the_third_for_the_other() -> None:
    wave = [unit(key, tribal, at=(x, 40)) for key, x in zip("ABC", (28, 34, 40))]
    state = scene(*wave, unit("r", regular, at=(34, 16)), unit("s", regular, at=(42, 14)))
    places = [tasks(state, 0)[n][0].place for n in range(3)]
    assert len(set(places)) == 2


def test_a_wreck_keeps_away_and_is_sent_nowhere() -> None:
    state = scene(unit("A", tribal, at=(20, 30)), unit("r", regular, at=(20, 8)))
    few = replace(state.units[0], models=state.units[0].models[:3], leader=0)
    state = replace(state, units=(few, *state.units[1:]))
    assert duties(state, 0) == [Duty.WITHDRAW]
    game = begin(state)
    move = GreedyAgent(RULESET, 1).choose(game.position, game.ask, 0)
    assert move.verb in ("go_to_ground", "end_turn", "stand_to")


@pytest.mark.parametrize(("north", "duty"), [(20, Duty.HOLD), (44, Duty.BOMBARD)])
def test_the_line_stands_before_those_who_rush_it(north: int, duty: Duty) -> None:
    state = scene(unit("R", regular, at=(36, 8)), unit("a", tribal, at=(36, north)))
    assert duties(state, 0) == [duty]


def line(*wide: int, foe: Kind = tribal, far: int = 44) -> State:
    """Companies and lancers side by side, and as many of the enemy before them."""
    mine = [unit(key, regular, at=(x, 4)) for key, x in zip("RST", wide)]
    theirs = [unit(key, foe, at=(x, far)) for key, x in zip("abc", wide)]
    return scene(*mine, unit("H", horse, at=(66, 4)), *theirs)


def test_companies_that_will_be_rushed_close_up_on_the_one_nearest_to_an_edge() -> None:
    places = {n: told[0].place for n, told in tasks(line(10, 26, 44), 0).items()}
    assert [told[0].duty for told in tasks(line(10, 26, 44), 0).values()] == [
        Duty.BOMBARD,
        *[Duty.SUPPORT] * 3,
    ]
    near = middle(line(10, 26, 44).units[0])
    assert places[1] == (near[0] + SPACE, near[1])
    assert places[2] == (near[0] + 2 * SPACE, near[1])
    assert places[3][1] < near[1], "horse stands behind them"  # type: ignore[index]
    mirrored = tasks(line(28, 44, 58), 0)
    assert [mirrored[n][0].duty for n in range(3)] == [Duty.SUPPORT, Duty.SUPPORT, Duty.BOMBARD]


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(line(10, 16, 22), id="they stand together already"),
        pytest.param(line(10, 26, 44, foe=regular), id="the enemy shoots as they do"),
        pytest.param(line(36), id="there is one only"),
        pytest.param(line(10, 26, 44, far=16), id="too late: they stand and shoot"),
    ],
)
def test_otherwise_nobody_closes_up(state: State) -> None:
    assert Duty.SUPPORT not in duties(state, 0)[:-1]


def test_a_company_runs_to_the_others_and_not_at_the_enemy() -> None:
    game = begin(line(10, 16, 44))
    move = GreedyAgent(RULESET, 1).choose(game.position, game.ask, 0)
    assert move in (Move(0, "double", 2), Move(0, "double", 3))


def test_the_quick_choice_shoots_strikes_and_walks() -> None:
    shot = begin(scene(unit("R", regular, at=(36, 8)), unit("a", tribal, at=(36, 20))))
    assert Drill(RULESET).choose(shot.position, shot.ask, 0) == Move(0, "fire", (0, 1))
    struck = begin(scene(unit("A", tribal, at=(36, 20)), unit("r", regular, 5, at=(36, 14))))
    assert Drill(RULESET).choose(struck.position, struck.ask, 0) == Move(0, "attack", (0, 1))
    walk = begin(scene(unit("A", tribal, at=(36, 40)), unit("r", regular, at=(36, 8))))
    assert Drill(RULESET).choose(walk.position, walk.ask, 0) == Move(0, "move", 0)


def test_every_verb_of_the_book_is_rated_once() -> None:
    assert sorted([*RATES, *STANDING]) == sorted(RULESET.sheet.labels)
    assert (
        set(SUMS) == {row.rating for row in VERBS.values() if isinstance(row.rating, Rating)} == set(Rating)
    )


def test_a_plan_is_told_once_for_all_who_are_told_the_same() -> None:
    state = scene(
        unit("A", tribal, at=(20, 40)), unit("B", tribal, at=(36, 46)), unit("H", horse, at=(60, 40)),
        unit("r", regular, at=(30, 8)),
    )  # fmt: skip
    first, second, rider, rifles = (u.name for u in state.units)
    when = tasks(state, 0)[0][0].when
    assert told(state, 0, plan_for(RULESET.advice, state, 0)) == (
        f"{first}, {second}: to go in together on turn {when}", f"{rider}: to wait behind the others",
    )  # fmt: skip
    assert told(state, 1, plan_for(RULESET.advice, state, 1)) == (f"{rifles}: to come into range",)
    assert told(state, 0, {}) == ()
