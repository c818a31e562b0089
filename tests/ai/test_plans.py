"""Plans: the favourite task of each command, made once a side and turn, and lent to whoever rates moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.ai.greedy import GreedyAgent
from grognard.ai.plans import Plans, plan_for
from grognard.ai.playout import Drill
from grognard.engine.book import Advice, Look
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.engine.tasks import Choices, Duty, Task
from tests.ai.test_agents import at_the_act
from tests.toy import RULESET

TAKE, HOLD = Task(Duty.TAKE, "farm", 3), Task(Duty.HOLD)


class Planned(Advice):
    """Commands may take the farm or hold; who counts as told to take it rates the last move highest."""

    def __init__(self, favourite: Task = TAKE) -> None:
        self.favourite, self.asked = favourite, 0

    def value(self, state: Any, side: int) -> float:
        return 0.0

    def tasks(self, state: Any, side: int) -> Choices:
        self.asked += 1
        return {"1st": (self.favourite, HOLD), "2nd": (HOLD,), "nobody": ()}

    def moves(self, look: Look) -> Iterator[tuple[Move, float]]:
        listed = list(look.ask.moves())
        yield listed[-1] if look.plan["1st"].duty is Duty.TAKE else listed[0], 1.0


def test_the_favourite_of_each_command_is_the_plan() -> None:
    assert plan_for(Planned(), None, 0) == {"1st": TAKE, "2nd": HOLD}


def test_moves_are_rated_by_the_plan_for_those_who_think_and_those_who_do_not() -> None:
    view, ask = at_the_act()
    listed = list(ask.moves())
    for favourite, wanted in ((TAKE, listed[-1]), (HOLD, listed[0])):
        book = RULESET._replace(advice=Planned(favourite))
        assert GreedyAgent(book).choose(view, ask, ask.who[0]) == wanted
        assert Drill(book).choose(view, ask, ask.who[0]) == wanted


def test_a_plan_is_kept_for_a_turn_and_made_anew_in_the_next() -> None:
    view, _ = at_the_act()
    advice = Planned()
    plans = Plans(advice)
    for _ in range(3):
        plans.of(view.state, 0)
    assert advice.asked == 1
    plans.of(view.state, 1)
    plans.of(replace(view.state, turn=view.state.turn + 1), 0)
    assert advice.asked == 3


def test_a_book_without_tasks_has_no_plan() -> None:
    assert plan_for(RULESET.advice, at_the_act()[0].state, 0) == {}
