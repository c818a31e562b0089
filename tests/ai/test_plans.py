"""Plans: the favourite task of each command, lent to whoever rates moves; orders that officers weigh against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from examples.toy_brigade.toy import RULESET
from grognard.ai.greedy import GreedyAgent
from grognard.ai.planner import Musing, Planner
from grognard.ai.plans import Plans, plan_for, variants
from grognard.ai.playout import Drill, Playout
from grognard.ai.race import SHORTEST
from grognard.ai.search import Depth, SearchAgent
from grognard.engine.book import Advice, Look
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.engine.tasks import NO_PLAN, Choices, Duty, Plan, Task, orders_of, under_orders
from tests.ai.test_agents import at_the_act

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


# ---- orders


GO, LATER, STAND = (
    Task(Duty.TAKE, "farm", 2, firm=True),
    Task(Duty.TAKE, "mill", 3, firm=True),
    Task(Duty.HOLD, firm=True),
)
TWO: Choices = {"1st": (TAKE, GO, LATER), "2nd": (HOLD, STAND), "guns": (HOLD,)}


def test_orders_are_thought_of_for_all_together_then_for_one() -> None:
    assert variants(TWO, NO_PLAN, 9) == [
        {},
        {"1st": GO, "2nd": STAND},
        {"1st": LATER, "2nd": STAND},
        {"1st": GO},
        {"2nd": STAND},
        {"1st": LATER},
    ]
    assert len(variants(TWO, NO_PLAN, 3)) == 3
    assert variants({"1st": (TAKE, HOLD)}, NO_PLAN, 9) == [{}], "what is not firm is no order"


def test_the_last_orders_are_the_favourite_as_long_as_they_can_be_given() -> None:
    before = GO._replace(when=1)
    first, second, *_ = variants(TWO, {"1st": before, "gone": STAND}, 9)
    assert first == {"1st": before}, "the date stays, and who is gone has no orders"
    assert second == {}
    assert variants(TWO, {"1st": GO._replace(place="ford")}, 9)[0] == {}


class Field(msgspec.Struct, frozen=True, dict=True):
    """A state with room beside its fields."""

    turn: int = 1


def test_firm_orders_hang_on_a_copy_of_the_state_and_on_nothing_else() -> None:
    state = Field()
    assert under_orders(state, {"1st": TAKE}) is state
    seen = under_orders(state, {"1st": GO, "2nd": HOLD})
    assert seen is not state
    assert seen == state
    assert orders_of(seen) == {"1st": GO}
    assert orders_of(state) == {}
    assert under_orders(state, {"1st": GO}) is seen
    assert orders_of(replace(seen)) == {}, "what the engine makes of it carries no orders"


class Commanded(Advice):
    """Who is ordered east rides there, the others stay west; being in the east is what wins."""

    def __init__(self, east: float = 0.9) -> None:
        self.east = east

    def value(self, state: Any, side: int) -> float:
        return 0.0

    def tasks(self, state: Any, side: int) -> Choices:
        return {"all": (Task(Duty.HOLD, "west"), Task(Duty.TAKE, "east", firm=True))}

    def moves(self, look: Look) -> Iterator[tuple[Move, float]]:
        wanted = look.plan["all"].place
        for move in look.ask.moves(look.side):
            yield move, 1.0 if move.noun == wanted else 0.0

    def chance(self, state: Any, side: int) -> float:
        return self.east if state.generals[side] == "east" else 1 - self.east


MUSING = Musing(plans=4, rounds=4, turns=1, nodes=2000)


def planned(east: float, musing: Musing = MUSING) -> tuple[Planner, Plan, int]:
    view, ask = at_the_act()
    planner = Planner(Playout(RULESET._replace(advice=Commanded(east))), musing)
    orders, spent = planner.orders(view, ask.who[0], 7)
    return planner, orders, spent


def test_the_plan_that_does_clearly_better_is_taken_and_kept_for_the_turn() -> None:
    planner, orders, spent = planned(0.9)
    assert orders == {"all": Task(Duty.TAKE, "east", firm=True)}
    assert 0 < spent <= MUSING.nodes
    view, ask = at_the_act()
    assert planner.orders(view, ask.who[0], 8) == (orders, 0)
    assert planned(0.1)[1] == {}


def test_how_far_ahead_other_orders_must_be_is_said_by_who_plans() -> None:
    """0.6 against 0.4 is ahead by 0.2, always the same."""
    for least, taken in ((0.0, True), (0.15, True), (0.25, False)):
        assert bool(planned(0.6, MUSING._replace(margin=0.5, least=least))[1]) is taken


def test_whoever_may_not_think_of_plans_or_runs_out_of_time_has_no_orders() -> None:
    assert planned(0.9, MUSING._replace(plans=0))[1:] == ({}, 0)
    assert planned(0.9, MUSING._replace(nodes=0))[1:] == ({}, 0)


def test_no_time_is_lost_on_plans_that_cannot_be_tried_twice() -> None:
    whole = planned(0.9, MUSING._replace(rounds=2))[2]
    planner, orders, spent = planned(0.9, MUSING._replace(nodes=whole // 3))
    assert orders == {}
    assert planner.changed == 0
    assert spent <= whole // 3 // SHORTEST, "the favourite is sent ahead, and that is all"


def test_an_officer_rates_by_its_orders_and_says_what_they_are() -> None:
    view, ask = at_the_act()
    side = ask.who[0]
    east = Move(side, "ride", "east")
    assert east in ask
    depth = Depth(candidates=1, rounds=2, turns=(1,), nodes=50)
    for musing, wanted in ((MUSING, "east"), (MUSING._replace(plans=0), "west")):
        officer = SearchAgent(RULESET._replace(advice=Commanded()), 1, depth._replace(musing=musing))
        assert (officer.choose(view, ask, side) == east) == (wanted == "east")
        assert officer.why().plan["all"].place == wanted
