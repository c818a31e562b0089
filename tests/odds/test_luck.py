"""The luck of many throws agrees with their exact distribution."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grognard.engine.dice import Dice, Draw, Faced, Opposed, Pool, Row, Sum
from grognard.engine.dist import Dist
from grognard.odds import luck
from grognard.odds.luck import Thrown


@pytest.mark.parametrize(
    "dice",
    [
        (Sum(3),),
        (Sum(2, plus=1), Sum(1, plus=-3), Sum(2)),
        (Sum(2, least=5), Sum(1, sides=10)),
        (Pool(((3, 5), (2, 4))), Pool.of(4, 7), Pool.of(2, 0), Pool.of(0, 5)),
        (Opposed(1, 2), Opposed(), Sum(2)),
        (Pool.of(5, 4), Sum(2), Pool.of(3, 6, sides=10)),
    ],
    ids=range(6),
)
def test_the_percentile_is_that_of_the_exact_distribution(dice: tuple[Dice, ...]) -> None:
    whole: Dist[int] = Dist.sure(0)
    for one in dice:
        whole = whole.plus(one.dist())
    throws = [luck.thrown(one, 0) for one in dice]
    for read in range(min(whole) - 1, max(whole) + 2):
        listed = [throw for throw in throws if throw is not None]
        listed[0] = listed[0]._replace(read=read)
        found = luck.luck(listed)
        exactly = whole.chance(lambda value: value < read) + whole.chance_of(read) / 2  # noqa: B023
        assert found.percentile == pytest.approx(float(exactly), abs=1e-12)
        assert found.expected == whole.mean()
        assert (found.throws, found.read) == (len(dice), read)


def test_only_whole_numbers_can_be_summed_up() -> None:
    assert luck.thrown(Row(2, first=1), (7, 3)) is None
    assert luck.thrown(Faced(2), (1, 2)) is None
    assert luck.thrown(Draw((("a", 1),)), "a") is None
    assert luck.pips(Draw((("a", 1),)), ("a",)) is None
    assert luck.pips(Sum(2), None) is None


def test_bare_faces_are_summed_up_for_every_kind_of_dice() -> None:
    rng = random.Random(1)
    throws = []
    for dice in (Sum(2, plus=9), Pool.of(3, 5), Row(2, first=1), Faced(2), Opposed(3, 1)):
        throw = luck.pips(dice, dice.roll(rng))
        assert throw is not None
        throws.append(throw)
    found = luck.luck(throws)
    assert found.expected == Fraction(7, 2) * 11


def test_thousands_of_dice_are_no_trouble_and_far_too_many_are_left() -> None:
    six = (0, 1, 1, 1, 1, 1, 1)
    found = luck.luck([Thrown([(six, 3000)], 0, 10_500)])
    assert found.percentile == pytest.approx(0.5)
    assert luck.luck([Thrown([(six, 100_000)], 0, 0)]).percentile is None
    assert luck.luck([]).percentile is None
