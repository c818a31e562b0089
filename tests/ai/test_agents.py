"""Computer players: what they see, how they choose, how much they may look at."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.ai.agents import make, names, usual
from grognard.ai.greedy import GreedyAgent
from grognard.ai.look import AgentLook, Budget, OddsCache, Spent, sameness
from grognard.ai.random_agent import RandomAgent
from grognard.engine.book import BadInput, Book, Look
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import Position

ENGINE = RULESET.engine()
Rate = Callable[[Look], Iterator[tuple[Move, float]]]


class Advised:
    """Advice made to order."""

    def __init__(self, moves: Rate, value: Callable[[Any, int], float] = lambda state, side: 0.0):
        self.moves, self.value = moves, value


def advised(moves: Rate, value: Callable[[Any, int], float] = lambda state, side: 0.0) -> Book:
    return RULESET._replace(advice=Advised(moves, value))


def nothing(look: Look) -> Iterator[tuple[Move, float]]:
    return iter(())


def at_the_act(seed: int = 1, scenario: str = "battle") -> tuple[Position, Ask]:
    """A position in which a side may act with its units, as that side sees it."""
    rng, position = random.Random(seed), RULESET.start(scenario)
    while True:
        waiting = ENGINE.pending(position)
        if isinstance(waiting, Ask) and waiting.cite == "5.1":
            view = RULESET.view_of(position, waiting.who[0])
            ask = ENGINE.pending(view)
            assert isinstance(ask, Ask)
            return view, ask
        assert waiting is not None
        action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
        position = ENGINE.apply(position, action)


def test_agents_are_made_by_name() -> None:
    assert names() == ("recruit", "corporal", "sergeant", "lieutenant", "captain")
    assert usual() in names()
    assert isinstance(make("greedy", RULESET, 1), GreedyAgent)
    with pytest.raises(
        BadInput, match=r"no computer player is called 'napoleon'; there are: recruit, corporal"
    ):
        make("napoleon", RULESET)


def test_random_takes_every_verb_about_equally_often_and_is_the_same_by_its_seed() -> None:
    view, ask = at_the_act()
    agent, again = RandomAgent(3), RandomAgent(3)
    side = ask.who[0]
    moves = [agent.choose(view, ask, side) for _ in range(1500)]
    assert all(move in ask for move in moves)
    assert moves == [again.choose(view, ask, side) for _ in range(1500)]
    verbs = Counter(move.verb for move in moves)
    assert set(verbs) == set(ask.offers)
    assert all(abs(count - 1500 / len(verbs)) < 120 for count in verbs.values())


def test_greedy_takes_the_best_rating_and_shows_the_best_three() -> None:
    view, ask = at_the_act()
    listed = list(ask.moves())
    ratings = {move: float(at) for at, move in enumerate(listed)}
    agent = GreedyAgent(advised(lambda look: iter(ratings.items())))
    assert agent.choose(view, ask, ask.who[0]) == listed[-1]
    assert agent.trace == tuple((move, ratings[move]) for move in listed[:-4:-1])
    assert not agent.cut_short


def level(look: Look) -> Iterator[tuple[Move, float]]:
    """Thinks as much of one move as of another."""
    return ((move, 1.0) for move in look.ask.moves())


def test_of_equals_the_first_that_came_to_mind_is_taken() -> None:
    view, ask = at_the_act()
    chosen = [GreedyAgent(advised(level), seed).choose(view, ask, ask.who[0]) for seed in range(30)]
    assert set(chosen) == {next(iter(ask.moves()))}


def test_advice_never_decides_what_is_legal() -> None:
    view, ask = at_the_act()
    end = Move(ask.who[0], "end")

    def wild(look: Look) -> Iterator[tuple[Move, float]]:
        yield Move(look.side, "fire", (99, 99)), 100.0
        yield Move(1 - look.side, "end"), 50.0
        yield end, -3.0

    agent = GreedyAgent(advised(wild))
    assert agent.choose(view, ask, ask.who[0]) == end
    assert agent.misadvised == 2


def test_without_advice_it_values_what_each_move_leads_to() -> None:
    view, ask = at_the_act()
    side = ask.who[0]

    def generals_east(state: Any, _side: int) -> float:
        return float(state.generals[side] == "east")

    agent = GreedyAgent(advised(nothing, generals_east))
    assert agent.choose(view, ask, side) == Move(side, "ride", "east")


def test_a_sealed_choice_is_not_looked_beyond() -> None:
    position = RULESET.start("skirmish")
    agent = GreedyAgent(advised(nothing, lambda state, side: 1.0))
    for side in (0, 1):
        view = RULESET.view_of(position, side)
        ask = ENGINE.pending(view)
        assert isinstance(ask, Ask)
        move = agent.choose(view, ask, side)
        assert move.side == side
        position = ENGINE.apply(position, move)
    assert not position.agenda[-1].sealed


def test_a_lone_button_is_pressed_without_a_thought() -> None:
    def never(look: Look) -> Iterator[tuple[Move, float]]:
        raise AssertionError("asked for advice")

    view, _ = at_the_act()
    ask = Ask(1, "Nothing for it", "1", {"go_on": None})
    assert GreedyAgent(advised(never)).choose(view, ask, 1) == Move(1, "go_on")


def test_the_best_so_far_when_the_budget_runs_out_between_moves() -> None:
    view, ask = at_the_act()
    asked: list[float] = []

    def endless(look: Look) -> Iterator[tuple[Move, float]]:
        while True:
            asked.append(1.0)
            yield Move(look.side, "end"), 1.0

    agent = GreedyAgent(advised(endless), budget=7)
    assert agent.choose(view, ask, ask.who[0]) == Move(ask.who[0], "end")
    assert len(asked) == 8
    assert agent.cut_short


def test_the_best_so_far_when_the_budget_runs_out_while_looking_ahead() -> None:
    view, ask = at_the_act()
    side = ask.who[0]
    scene = RULESET.situations["charge"].scene({"strength": 9, "arm": "line", "range": 200, "cover": False})

    def deep(look: Look) -> Iterator[tuple[Move, float]]:
        yield Move(side, "end"), 0.0
        while True:  # another value each time: never the same scene
            look.odds(scene._replace(done=partial(_done_with, object(), scene.done)))

    agent = GreedyAgent(advised(deep), budget=500)
    assert agent.choose(view, ask, side) == Move(side, "end")
    assert agent.cut_short


def test_how_fast_the_machine_is_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped() -> float:
        raise AssertionError("a computer player looked at the clock")

    view, ask = at_the_act()
    monkeypatch.setattr("time.perf_counter", stopped)
    monkeypatch.setattr("time.monotonic", stopped)
    choices = [
        GreedyAgent(RULESET, 4, budget=budget).choose(view, ask, ask.who[0]) for budget in (5, 5, 5000)
    ]
    assert choices[0] == choices[1]


def test_odds_remembered_cost_what_they_cost_at_first() -> None:
    scene = RULESET.situations["charge"].scene({"strength": 4, "arm": "line", "range": 200, "cover": False})
    cache, first, second = OddsCache(), Budget(10_000), Budget(10_000)
    cache.of(ENGINE, scene, first)
    cache.of(ENGINE, scene, second)
    assert first.left == second.left < 10_000
    with pytest.raises(Spent):
        cache.of(ENGINE, scene, Budget(1))


def _done_with(_mark: object, done: Callable[[Position], Any], position: Position) -> Any:
    return done(position)


def test_a_budget_of_nothing_still_plays_something_offered() -> None:
    view, ask = at_the_act()
    agent = GreedyAgent(advised(nothing), budget=0)
    assert agent.choose(view, ask, ask.who[0]) in ask


# ---- looking ahead


def look(looks: int = 50_000) -> AgentLook:
    view, ask = at_the_act()
    return AgentLook(ENGINE, view, ask, ask.who[0], Budget(looks), OddsCache())


def test_after_gives_the_position_before_any_dice() -> None:
    here = look()
    fire = next((move for move in here.ask.moves() if move.verb == "march"), None)
    assert fire is not None
    after = here.after(fire)
    assert after == ENGINE.apply(here.position, fire)
    assert here.after(fire) is after


def test_nothing_is_looked_at_beyond_the_budget() -> None:
    late = look(looks=0)
    with pytest.raises(Spent):
        late.after(Move(late.side, "end"))


def test_odds_of_the_same_scene_are_worked_out_once() -> None:
    here, situation = look(), RULESET.situations["charge"]
    inputs = {"strength": 4, "arm": "line", "range": 200, "cover": False}
    scene = situation.scene(inputs)
    first = here.odds(scene)
    assert here.odds(situation.scene(inputs)) is first
    assert here.odds(situation.scene({**inputs, "strength": 5})) != first


def test_functions_are_the_same_if_code_and_closed_values_are() -> None:
    def make_done(least: int) -> Callable[[int], bool]:
        return lambda hits: hits >= least

    assert sameness(make_done(2)) == sameness(make_done(2))
    assert sameness(make_done(2)) != sameness(make_done(3))
    assert sameness(partial(max, 3)) == sameness(partial(max, 3))
    assert sameness(partial(max, 3)) != sameness(partial(max, 4))


def test_functions_within_functions_are_compared_too() -> None:
    def at_least(least: int) -> Callable[[int], bool]:
        return lambda hits: hits >= least

    def negate(inner: Callable[[int], bool]) -> Callable[[int], bool]:
        return lambda hits: not inner(hits)

    assert sameness(negate(at_least(2))) == sameness(negate(at_least(2)))
    assert sameness(negate(at_least(2))) != sameness(negate(at_least(3)))


class Clockwork:
    """An opponent of a book's own making: always the first thing offered."""

    def choose(self, view: Position, ask: Ask, side: int) -> Move:
        return next(iter(ask.moves(side)))


def test_a_book_may_offer_an_opponent_of_its_own() -> None:
    book = RULESET._replace(automata={"clockwork": lambda seed: Clockwork()})
    assert names(book)[0] == "clockwork"
    assert isinstance(make("clockwork", book), Clockwork)
    with pytest.raises(BadInput, match="clockwork, recruit, corporal"):
        make("nobody", book)
    with pytest.raises(BadInput, match="clockwork"):
        make("clockwork", RULESET)
