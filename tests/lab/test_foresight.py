"""How far to look ahead: what is told apart into truth and luck, and that more time is worth looking farther."""

from __future__ import annotations

import random

import pytest

from examples.toy_brigade.toy import RULESET
from grognard import books
from grognard.engine.advice import END
from grognard.lab.foresight import DRAWN, TURNS, Weighed, _apart, collect, sights

SHORT, LONG = TURNS.index(1), TURNS.index(END)


def test_truth_and_luck_are_told_apart() -> None:
    """Three moves, truly worth -0.1, 0 and 0.1; judged early they look half as far apart, but with little luck."""
    rng, true = random.Random(5), (-0.1, 0.0, 0.1)
    luck = (0.05, 0.1, 0.2, 0.4)
    table = [
        [[(0.5 if h == SHORT else 1.0) * worth + rng.gauss(0, luck[h]) for h in range(4)] for worth in true]
        for _ in range(4000)
    ]
    found = _apart(table, (1.0, 2.0, 3.0, 4.0))
    varies = sum(worth * worth for worth in true) / 3
    assert found.shared[LONG][LONG] == pytest.approx(varies, abs=0.0008)
    assert found.shared[SHORT][LONG] == pytest.approx(varies / 2, abs=0.0005)
    assert found.shared[SHORT][SHORT] == pytest.approx(varies / 4, abs=0.0003)
    for h, spread in enumerate(luck):  # against the mean of three, a third of the luck is everybody's
        assert found.luck[h][h] == pytest.approx(spread**2 * 2 / 3, rel=0.06)


def test_what_falls_alike_on_all_moves_is_no_luck() -> None:
    rng = random.Random(1)
    dice = [rng.random() for _ in range(50)]
    found = _apart([[[roll + worth] * 4 for worth in (0.0, 0.2)] for roll in dice], (1.0,) * 4)
    assert found.luck[LONG][LONG] == pytest.approx(0.0, abs=1e-12)
    assert found.shared[LONG][LONG] == pytest.approx(0.01)


def square(diagonal: tuple[float, ...], with_last: tuple[float, ...]) -> tuple[tuple[float, ...], ...]:
    last = len(diagonal) - 1
    return tuple(
        tuple(
            with_last[min(i, j)] if last in (i, j) else (diagonal[i] if i == j else 0.0)
            for j in range(last + 1)
        )
        for i in range(last + 1)
    )


def test_whoever_has_little_time_judges_early_and_whoever_has_much_late() -> None:
    choice = Weighed(
        square((0.0004, 0.0006, 0.0006, 0.0016), (0.0003, 0.0005, 0.0005, 0.0016)),
        square((0.0010, 0.01, 0.02, 0.2), (0.0, 0.0, 0.0, 0.2)),
        (10.0, 20.0, 30.0, 60.0),
    )
    hurried, patient = (sights([choice], decisions, (2,)) for decisions in (100, 1_000_000))
    assert hurried[0].turns[0] == 1
    assert END not in hurried[0].turns
    assert patient[0].turns == (END,)
    assert patient[0].gain == pytest.approx(0.04, rel=0.01), "all there is to know"
    assert len(hurried) == 15
    now = next(sight for sight in hurried if sight.turns == (2,))
    assert (now.ahead, now.error) == (0.0, 0.0)


def test_choices_are_the_same_whoever_looks_and_take_longer_the_farther() -> None:
    seen: list[tuple[int, int]] = []
    found = collect(RULESET, "battle", 2, 3, seed=4, progress=lambda *now: seen.append(now))
    assert found == collect(RULESET, "battle", 2, 3, seed=4)
    assert 0 < len(found) <= 2 * DRAWN
    assert seen == [(1, 2), (2, 2)]
    assert any(choice.simulated[-1] > choice.simulated[0] for choice in found)
    for choice in found:
        assert list(choice.simulated) == sorted(choice.simulated)
        assert choice.simulated[0] > 0


@pytest.mark.parametrize("name", books.names())
def test_captains_look_ahead_in_a_way_that_can_be_measured(name: str) -> None:
    turns = books.load(name).advice.foresight
    assert turns
    assert list(turns) == sorted(set(turns))
    assert set(turns) <= set(TURNS)
