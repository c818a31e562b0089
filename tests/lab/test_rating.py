"""Elo and the sequential test, against cases whose answers are known."""

from __future__ import annotations

import random
from math import inf, isfinite, log10, nan

import pytest

from grognard.engine.book import BadInput
from grognard.lab.rating import SCORES, Sprt, expected, ratings, sprt_between


def test_two_players_differ_by_the_logarithm_of_their_odds() -> None:
    scores = [1.0] * 75 + [0.0] * 25
    best, other = ratings(("new", "old"), {("new", "old"): scores}, "old")
    # One drawn game more than was played: 150½ of 201 points.
    assert best.elo == pytest.approx(400 * log10(150.5 / 50.5), abs=1e-6)
    assert (best.player, other.player, other.elo) == ("new", "old", 0.0)
    assert best.low < 400 * log10(3) < best.high


def test_three_who_have_all_met_agree_with_the_known_strengths() -> None:
    """The scores that strengths of 0, 100 and 250 lead to on average are rated so again."""
    true = {"a": 0.0, "b": 100.0, "c": 250.0}
    met = {
        (one, two): [expected(true[one] - true[two])] * 10_000
        for one, two in (("a", "b"), ("a", "c"), ("b", "c"))
    }
    found = {rating.player: rating.elo for rating in ratings("abc", met, "a")}
    assert found == pytest.approx(true, abs=0.1)


def test_who_is_measured_from_changes_no_difference() -> None:
    met = {("a", "b"): [0.5, 0.75, 0.0], ("a", "c"): [1.0, 0.25], ("b", "c"): [0.5]}
    from_a = {rating.player: rating.elo for rating in ratings("abc", met, "a")}
    from_c = {rating.player: rating.elo for rating in ratings("abc", met, "c")}
    assert {name: elo - from_a["c"] for name, elo in from_a.items()} == pytest.approx(from_c, abs=1e-6)


def test_somebody_who_never_lost_is_not_rated_endlessly_and_more_games_say_more() -> None:
    few, many = (ratings("ab", {("a", "b"): [1.0] * pairs}, "b")[0] for pairs in (10, 100))
    assert 400 < few.elo < many.elo < 1200
    assert few.high - few.low > 300


def test_an_interval_is_as_wide_as_single_games_or_whole_pairs_make_it() -> None:
    """100 games of which half are won: 35 Elo; if both games of a pair always go alike, 1.4 times that."""
    swept, split = (ratings("ab", {("a", "b"): scores}, "b")[0] for scores in ([1.0, 0.0] * 50, [0.5] * 100))
    assert split.high == pytest.approx(48, abs=1)
    assert swept.high == pytest.approx(48 * 2**0.5, abs=1)


def test_nobody_to_compare_with() -> None:
    assert ratings(("a", "b"), {("a", "b"): []}, "a")[0].elo == 0


def test_a_player_so_much_stronger_scores_so_much() -> None:
    assert [round(expected(elo), 2) for elo in (0, 100, 200, 400)] == [0.5, 0.64, 0.76, 0.91]


# ---- the sequential test


def test_it_is_settled_at_the_bounds_of_wald() -> None:
    assert Sprt(0, 10).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)


def test_scores_halfway_between_say_nothing_and_turned_round_they_say_the_opposite() -> None:
    test = Sprt(-20, 20)
    assert test.ratio([0.5, 0.25, 0.75, 0.5]) == pytest.approx(0, abs=1e-6)
    up = [0.75, 0.5, 1.0, 0.5, 0.5]
    assert test.ratio(up) == pytest.approx(-test.ratio([1 - score for score in up]), abs=1e-6)
    assert test.ratio(up) > 0
    assert test.ratio([]) == 0


def test_many_pairs_agree_with_the_normal_law() -> None:
    """pairs · (s1 − s0) · (2·mean − s0 − s1) / (2·variance), for small differences."""
    scores = [0.0] * 150 + [0.25] * 450 + [0.5] * 800 + [0.75] * 420 + [1.0] * 180
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / len(scores)
    low, high = expected(0), expected(10)
    plain = len(scores) * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert Sprt(0, 10).ratio(scores) == pytest.approx(plain, rel=0.02)


@pytest.mark.parametrize(("elo", "wrong"), [(0, "stronger"), (100, "not stronger")])
def test_it_is_seldom_wrong(elo: float, wrong: str) -> None:
    """At either end of what it tells apart it errs in about 5 of 100, and it always comes to an end."""
    rng, test, errors = random.Random(1), Sprt(0, 100), 0
    for _ in range(60):
        scores: list[float] = []
        while (said := test.verdict(scores)) == "open":
            scores.append(sum(rng.random() < expected(elo) for _ in range(2)) / 2)
            assert len(scores) < 2000
        errors += said == wrong
    assert errors <= 7


@pytest.mark.parametrize("elos", [(-2000, 2000), (1999, 2000), (-2000, -1999)])
def test_the_farthest_elos_can_still_be_reckoned_with(elos: tuple[float, float]) -> None:
    for score in SCORES:
        assert isfinite(sprt_between(*elos).ratio([score] * 300))


@pytest.mark.parametrize(
    ("elos", "words"),
    [
        ((0, inf), "from -2000 to 2000"),
        ((-inf, 0), "from -2000 to 2000"),
        ((nan, 0), "from -2000 to 2000"),
        ((0, 2000.5), "not 0 and 2000.5"),
        ((5, 5), "must be less"),
        ((30, 0), "must be less"),
    ],
)
def test_what_cannot_be_tested_is_refused(elos: tuple[float, float], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        sprt_between(*elos)


def test_every_score_of_a_pair_is_known() -> None:
    assert {(first + second) / 2 for first in (0, 0.5, 1) for second in (0, 0.5, 1)} == set(SCORES)
