"""Fitting a chance to win: the regression finds what decided, and says how good it is."""

from __future__ import annotations

import random
from math import exp, log
from typing import Any

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET
from examples.toy_brigade.toy.advice import Advice
from examples.toy_brigade.toy.state import State
from grognard import books
from grognard.engine.advice import POINTS, SPREAD
from grognard.engine.book import BadInput, Book
from grognard.engine.files import parsed
from grognard.engine.worth import Worth
from grognard.lab.fit import Sample, as_toml, fit, regress, told_apart


class Counting(Advice):
    """Toy Brigade's advice, with something to count."""

    def signs(self, state: State, side: int) -> dict[str, float]:
        return {"men": float(sum(unit.strength for unit in state.of(side)))}

    def late(self, state: Any, ahead: int = 0) -> float:
        return min(1.0, (state.turn + ahead) / 6)

    def battle(self, state: Any) -> str:
        return "battle"


def counting() -> Book:
    return RULESET._replace(advice=Counting())


def invented(count: int, early: float, last: float) -> list[Sample]:
    """Positions of which one thing decides by known weights, and another by nothing."""
    rng, found = random.Random(5), []
    for game in range(count):
        late, men, noise = rng.random(), rng.gauss(0, 2), rng.gauss(0, 2)
        chance = 1 / (1 + exp(-(early + (last - early) * late) * men))
        found.append(Sample("x", game, 1, late, {"men": men, "noise": noise}, float(rng.random() < chance)))
    return found


def test_the_regression_finds_weights_that_were_put_in() -> None:
    weights = regress(invented(3000, 0.4, 1.6))
    assert weights["men"] == pytest.approx((0.4, 1.6), abs=0.2)
    assert weights["noise"] == pytest.approx((0.0, 0.0), abs=0.1)


def test_weights_that_rise_begin_at_nothing() -> None:
    """Points that count against their side at first say nothing then."""
    weights = regress(invented(1500, -0.4, 0.8), rising=True)
    assert weights["men"][0] == 0.0 < weights["men"][1]


def test_that_one_side_mostly_loses_a_battle_is_not_put_down_to_what_it_has() -> None:
    """Its four men more hardly ever helped it to win; each man more or less did."""
    fair = invented(600, 0.8, 0.8)
    storm = [s._replace(scenario="storm", signs={**s.signs, "men": s.signs["men"] + 4}) for s in fair]
    assert regress(storm)["men"] == pytest.approx((0.8, 0.8), abs=0.25)
    assert regress(fair + storm)["men"] == pytest.approx((0.8, 0.8), abs=0.25)


def test_a_battle_of_its_own_is_held_to_what_is_known_of_all() -> None:
    """A few games of it change little; many say what is true of it, whatever is true elsewhere."""
    known = {"men": (0.4, 1.6), "noise": (0.0, 0.0)}
    few, many = invented(2, -1.0, -1.0), invented(3000, -1.0, -1.0)
    assert regress(few)["men"][1] < 0 < regress(few, known)["men"][1]
    assert regress(many, known)["men"] == pytest.approx((-1.0, -1.0), abs=0.2)


def test_a_battle_goes_by_its_own_weights_and_any_other_by_those_of_all() -> None:
    worth = Worth("", 1, {"men": (1.0, 1.0)}, battles={"ford": {"men": (-1.0, -1.0)}})
    more, fewer = {"men": 2.0}, {"men": 1.0}
    assert worth.chance(more, fewer, 0.5, "ford") < 0.5 < worth.chance(more, fewer, 0.5, "hill")
    assert parsed("worth.toml", as_toml(worth), Worth) == worth


def test_positions_are_told_apart() -> None:
    assert told_apart([0.9, 0.8], [0.1, 0.2]) == 1.0
    assert told_apart([0.5], [0.5]) == 0.5
    assert told_apart([], [0.5]) is None


def test_a_fit_is_the_same_again_and_can_be_read_back() -> None:
    found = fit(counting(), ["battle"], 16, seed=3)
    assert found == fit(counting(), ["battle"], 16, seed=3)
    assert found.weights["men"][1] > 0  # who has more men at the end wins
    again = parsed("worth.toml", as_toml(found), Worth)
    assert again.weights["men"] == pytest.approx(found.weights["men"], abs=1e-4)
    assert again.quality == found.quality


def test_a_fitted_chance_is_even_for_equals_and_turns_round_for_the_other_side() -> None:
    worth = Worth("", 1, {"men": (1.0, 2.0)})
    assert worth.chance({"men": 3.0}, {"men": 3.0}, 0.5) == 0.5
    mine = worth.chance({"men": 4.0}, {"men": 3.0}, 0.0)
    assert mine == pytest.approx(0.731, abs=0.001)
    assert worth.chance({"men": 3.0}, {"men": 4.0}, 0.0) == pytest.approx(1 - mine)
    assert worth.chance({"men": 4.0}, {"men": 3.0}, 1.0) > mine


def test_a_book_that_counts_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match="counts nothing"):
        fit(RULESET, ["battle"], 4, seed=1)


@pytest.mark.parametrize("name", books.names())
def test_every_book_counts_finite_things_and_its_chance_adds_up_to_one(name: str) -> None:
    book = books.load(name)
    scenario = next(iter(book.scenarios))
    state = book.start(scenario).state
    mine, theirs = book.advice.signs(state, 0), book.advice.signs(state, 1)
    assert mine.keys() == theirs.keys()
    assert msgspec.json.encode([mine, theirs])
    assert book.advice.chance(state, 0) + book.advice.chance(state, 1) == pytest.approx(1)
    assert book.advice.battle(state) == scenario
    if (worth := book.advice.worth) is not None:
        assert worth.battles.keys() <= book.scenarios.keys()
        assert all(set(weights) == set(mine) for weights in (worth.weights, *worth.battles.values()))
    if (reading := book.advice.reading) is not None:
        assert reading.battles.keys() <= book.scenarios.keys()
        assert all(
            weights[POINTS][1] > weights[POINTS][0] >= 0
            for weights in (reading.weights, *reading.battles.values())
        )


def points_read(early: float, last: float) -> Counting:
    """Toy Brigade's advice, whose points are read as a chance."""
    advice = Counting()
    advice.reading = Worth("", 0, {POINTS: (early, last)})
    return advice


def test_every_book_tells_people_a_chance_to_win() -> None:
    for name in books.names():
        book = books.load(name)
        state = book.start(next(iter(book.scenarios))).state
        assert book.advice.told_chance(state, 0.5) == pytest.approx(0.5, abs=1e-9)
    assert Counting().told_chance(None, 0.5) is None, "Toy Brigade has nothing that was fitted"


def test_points_read_as_a_chance_keep_their_order_and_what_is_decided_stays_so() -> None:
    advice, state = points_read(0.1, 0.6), RULESET.start("battle").state
    told = [advice.told_chance(state, chance) for chance in (0.0, 0.2, 0.4, 0.5, 0.7, 0.9, 1.0)]
    assert told == sorted(told, key=float)
    assert (told[0], told[3], told[-1]) == (0.0, pytest.approx(0.5), 1.0)
    assert told[1] + advice.told_chance(state, 0.8) == pytest.approx(1)


def test_the_same_points_say_more_the_later_they_are_judged() -> None:
    advice, state = points_read(0.1, 0.6), RULESET.start("battle").state
    soon, later, end = (advice.told_chance(state, 0.7, ahead) for ahead in (0, 2, 99))
    assert 0.5 < soon < later < end
    lead = SPREAD * log(0.7 / 0.3)
    assert end == pytest.approx(1 / (1 + exp(-0.6 * lead)))
