"""Games played by agents, many of them, and their statistics."""

from __future__ import annotations

from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from examples.toy_brigade.toy.state import UNKNOWN
from grognard.ai.agents import make
from grognard.engine.book import BadInput
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import IllegalAction, Position
from grognard.engine.replay import restore
from grognard.lab.play import play_game
from grognard.lab.runner import game_seed
from grognard.lab.simulate import simulate
from grognard.lab.stats import distinct, wilson


def random_pair(seed: int = 0) -> list[Any]:
    return [make("random", RULESET, seed), make("random", RULESET, seed + 1)]


def test_a_game_is_played_to_its_end_and_recorded() -> None:
    result = play_game(RULESET, "battle", random_pair(), seed=5, log=True, save=True)
    assert result.ended
    assert result.actions > result.decisions > 0
    assert result.turns is not None
    assert 1 <= result.turns <= 5
    assert result.rules["3.1"] == result.turns
    assert all(milliseconds > 0 for milliseconds in result.slowest_ms)
    assert result.save is not None
    game = restore(result.save, {"toy": RULESET})
    assert game.position.over
    outcome = RULESET.outcome(game.position.state)
    assert outcome is not None
    assert (outcome.winner, outcome.words) == (result.winner, result.words)


def test_the_same_seed_is_the_same_game() -> None:
    def actions(seed: int) -> Any:
        saved = play_game(RULESET, "battle", random_pair(), seed=seed, save=True).save
        assert saved is not None
        return saved.actions

    assert actions(5) == actions(5)
    assert actions(5) != actions(6)


def test_a_game_is_broken_off_at_the_limit() -> None:
    result = play_game(RULESET, "battle", random_pair(), seed=5, limit=7)
    assert (result.ended, result.actions, result.winner) == (False, 7, None)


def test_an_agent_never_sees_what_its_side_may_not() -> None:
    class Nosy:
        def __init__(self) -> None:
            self.inner = make("random", RULESET, 1)

        def choose(self, view: Position, ask: Ask, side: int) -> Move:
            assert set(view.state.hands[1 - side]) <= {UNKNOWN}
            assert set(view.state.deck) <= {UNKNOWN}
            for answered, verb, _ in view.agenda[-1].sealed:
                assert answered == side or verb == ""
            return self.inner.choose(view, ask, side)

    assert play_game(RULESET, "skirmish", [Nosy(), Nosy()], seed=1).ended


def test_an_illegal_move_is_not_played() -> None:
    class Cheat:
        def choose(self, view: Position, ask: Ask, side: int) -> Move:
            return Move(side, "win")

    with pytest.raises(IllegalAction):
        play_game(RULESET, "skirmish", [Cheat(), Cheat()], seed=1)


def test_every_side_needs_an_agent() -> None:
    with pytest.raises(BadInput, match="side 1 has nobody"):
        play_game(RULESET, "skirmish", random_pair()[:1], seed=1)


def steady(told: dict[str, Any]) -> dict[str, Any]:
    """The part of the statistics that does not depend on the clock."""
    return {name: value for name, value in told.items() if "seconds" not in name and not name.endswith("ms")}


def test_statistics_add_up_and_greedy_beats_random() -> None:
    ticks: list[tuple[int, int]] = []
    simulation = simulate(
        RULESET,
        "battle",
        ("greedy", "random"),
        60,
        swap=True,
        seed=3,
        progress=lambda done, of: ticks.append((done, of)),
    )
    told = simulation.as_json()
    assert told["games"] == 60
    assert set(told["wins"]) == {"greedy", "random"}
    assert sum(told["wins"].values()) + told["draws"] == 60
    assert sum(told["side_wins"].values()) + told["draws"] == 60
    assert list(told["side_wins"]) == ["Reds", "Blues"]
    assert told["wins"]["greedy"] > told["wins"]["random"]
    rate = told["win_rates"]["greedy"]
    assert rate["low"] < rate["rate"] < rate["high"]
    assert told["actions"] == sum(played.result.actions for played in simulation.games)
    assert told["slowest_decision_ms"] == max(told["slowest_by_agent_ms"].values())
    assert told["rules"]["3.1"] >= 60
    assert ticks == [(done, 60) for done in range(1, 61)]
    assert [played.seats for played in simulation.games[:3]] == [(0, 1), (1, 0), (0, 1)]


def test_the_number_of_processes_makes_no_difference() -> None:
    told = [
        simulate(
            RULESET,
            "skirmish",
            ("greedy", "greedy"),
            10,
            jobs=jobs,
            swap=True,
            home="examples.toy_brigade.toy",
        ).as_json()
        for jobs in (1, 2)
    ]
    assert steady(told[0]) == steady(told[1])
    assert list(told[0]["wins"]) == ["greedy", "greedy (2)"]


def test_options_reach_the_games() -> None:
    plain = simulate(RULESET, "battle", ("random", "random"), 12).as_json()
    day = simulate(
        RULESET, "battle", ("random", "random"), 12, options=RULESET.read_options({"nightfall": False})
    ).as_json()
    assert "9.1" in plain["rules"]
    assert "9.1" not in day["rules"]


@pytest.mark.parametrize(
    ("agents", "words"), [(("greedy",), "2 sides"), (("greedy", "napoleon"), "no computer player")]
)
def test_wrong_agents_are_refused_before_any_game(agents: tuple[str, ...], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        simulate(RULESET, "skirmish", agents, 2)


def test_seeds_differ_from_game_to_game_and_are_the_same_everywhere() -> None:
    assert len({game_seed(seed, game) for seed in range(20) for game in range(20)}) == 400
    assert game_seed(0, 0) == 0xAC72368A586A18C1  # results stored elsewhere depend on it


def test_wilson_intervals_match_published_values() -> None:
    # Newcombe (1998): 81 of 263
    low, high = wilson(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def test_names_are_told_apart() -> None:
    assert distinct(("a", "b", "a", "a")) == ("a", "b", "a (2)", "a (3)")
