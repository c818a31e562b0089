"""Exact distributions, against brute force and against icepool."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.dist import Dist, binomial, total_of

dists = st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1, max_size=5).map(Dist)


def counted(die: icepool.Die) -> Dist[int]:
    """What icepool says, as one of ours."""
    return Dist(dict(die))


@given(st.integers(0, 4), st.integers(1, 6), st.data())
def test_binomial_counts_the_good_faces(n: int, sides: int, data: st.DataObject) -> None:
    good = data.draw(st.integers(0, sides))
    falls = product(range(sides), repeat=n)
    assert binomial(n, good, sides) == Dist(Counter(sum(face < good for face in fall) for fall in falls))


@given(st.integers(0, 4), st.integers(1, 6))
def test_total_adds_the_faces(n: int, sides: int) -> None:
    falls = product(range(1, sides + 1), repeat=n)
    assert total_of(n, sides) == Dist(Counter(map(sum, falls)))


@pytest.mark.parametrize(
    ("n", "sides", "hits_on"), [(1, 6, 4), (7, 6, 5), (20, 10, 3), (40, 6, 6), (3, 20, 20)]
)
def test_many_dice_as_icepool_has_them(n: int, sides: int, hits_on: int) -> None:
    die = icepool.d(sides)
    assert total_of(n, sides) == counted(n @ die)
    assert binomial(n, sides + 1 - hits_on, sides) == counted(n @ die.map(lambda face: int(face >= hits_on)))


def test_a_chain_of_throws_as_icepool_has_it() -> None:
    """Throw to hit on 4, then to save on 5, then a die of damage for each: a whole procedure."""
    ours = binomial(4, 3, 6).then(lambda hits: binomial(hits, 4, 6)).then(lambda wounds: total_of(wounds, 3))
    hit, fail = icepool.d(6).map(lambda f: int(f >= 4)), icepool.d(6).map(lambda f: int(f <= 4))
    theirs = (4 @ hit).map(lambda hits: hits @ fail).map(lambda wounds: wounds @ icepool.d(3))
    assert ours == counted(theirs)


@given(dists, dists)
def test_plus_and_map_as_icepool_has_them(a: Dist[int], b: Dist[int]) -> None:
    ours, theirs = icepool.Die(dict(a)), icepool.Die(dict(b))
    assert a.plus(b) == counted(ours + theirs)
    assert a.map(lambda n: n // 2) == counted(ours.map(lambda n: n // 2))
    assert a.mean() == ours.mean()


@given(st.lists(st.tuples(dists, st.integers(1, 7)), min_size=1, max_size=4))
def test_a_mixture_weighs_its_parts(parts: list[tuple[Dist[int], int]]) -> None:
    whole = sum(weight for _, weight in parts)
    mixed = Dist.mix(parts)
    for outcome in range(-5, 6):
        expected = sum(part.chance_of(outcome) * weight for part, weight in parts) / whole
        assert mixed.chance_of(outcome) == expected
    assert sum(mixed.fractions().values()) == 1


@given(dists, st.lists(dists, min_size=11, max_size=11))
def test_then_depends_on_the_first_throw(first: Dist[int], following: list[Dist[int]]) -> None:
    both = first.then(lambda n: following[n + 5])
    for outcome in range(-5, 6):
        paths = (chance * following[n + 5].chance_of(outcome) for n, chance in first.fractions().items())
        assert both.chance_of(outcome) == sum(paths)


@given(dists, st.integers(2, 9))
def test_only_the_proportions_matter(dist: Dist[int], factor: int) -> None:
    scaled = Dist({outcome: weight * factor for outcome, weight in dist.items()})
    assert scaled == dist
    assert hash(scaled) == hash(dist)
    assert scaled.reduced().total == dist.reduced().total
    assert scaled.reduced() == dist


def test_nothing_is_rounded() -> None:
    third = Dist({"yes": 1, "no": 2})
    assert third.chance_of("yes") == Fraction(1, 3)
    assert third.chance_of("never") == 0
    assert third.chance(lambda word: len(word) == 2) == Fraction(2, 3)
    assert third.mean(len) == Fraction(7, 3)
    rare = binomial(60, 1, 6)
    assert rare.chance_of(60) == Fraction(1, 6**60)
    assert sum(rare.fractions().values()) == 1


def test_a_distribution_is_a_map_of_what_can_happen() -> None:
    dist = Dist({1: 3, 2: 0, 3: 1})
    assert dict(dist) == {1: 3, 3: 1}
    assert len(dist) == 2
    assert 2 not in dist
    assert dist.total == 4
    assert Dist.even("aab") == Dist({"a": 2, "b": 1})
    assert Dist.sure(7) == Dist({7: 5})
    assert repr(dist) == "Dist({1: 3/4, 3: 1/4})"
    assert dist != {1: 3, 3: 1}  # weights alone are no distribution
    assert pickle.loads(pickle.dumps(dist)) == dist


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1}, {1: 5, 2: -1}], ids=str)
def test_weights_are_positive(weights: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="positive weights"):
        Dist(weights)


def test_nothing_is_no_distribution() -> None:
    with pytest.raises(ValueError, match="positive weights"):
        Dist.even([])
    with pytest.raises(ValueError, match="positive weights"):
        Dist.mix([])


def test_one_outcome_stands_for_all_told_alike() -> None:
    dist = Dist({1: 1, 2: 2, 3: 3, 4: 4})
    merged = dist.merged(lambda n: n > 2)
    assert merged.fractions() == {1: Fraction(3, 10), 3: Fraction(7, 10)}
    assert dist.merged(lambda n: n) == dist
