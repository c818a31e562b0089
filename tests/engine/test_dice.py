"""The law every kind of dice keeps: `dist()` equals `read` counted over `every()` fall."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.choices import Fall, Throw
from grognard.engine.dice import Burst, Dice, Draw, Faced, Opposed, Pool, Row, Sum
from grognard.engine.dist import Dist
from tests.engine.play import Script

n, sides, bonus = st.integers(0, 4), st.integers(1, 6), st.integers(-9, 9)
cards = st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 4)), min_size=1, max_size=6)
KINDS: dict[str, st.SearchStrategy[Any]] = {
    "Sum": st.builds(Sum, n, sides, bonus, st.none() | bonus, st.integers(0, 1)),
    "Row": st.builds(Row, n, sides, st.integers(0, 5)),
    "Pool": st.builds(
        Pool, st.lists(st.tuples(st.integers(0, 2), st.integers(-1, 8)), max_size=3).map(tuple), sides
    ),
    "Burst": st.builds(Burst, n, st.integers(-1, 8), st.integers(0, 3), sides),
    "Opposed": st.builds(Opposed, bonus, bonus, sides, st.integers(0, 1)),
    "Faced": st.builds(Faced, n, sides),
    "Draw": cards.filter(lambda some: any(count for _, count in some)).map(lambda some: Draw(tuple(some))),
}
every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
@given(st.data())
def test_the_law(kind: str, data: st.DataObject) -> None:
    dice = data.draw(KINDS[kind])
    assert dice.dist() == Dist(Counter(dice.read(faces) for faces in dice.every()))


@every_kind
@given(st.data(), st.integers(0, 2**32))
def test_what_is_rolled_can_fall(kind: str, data: st.DataObject, seed: int) -> None:
    throw = Throw("test", data.draw(KINDS[kind]), "1")
    fall = throw.roll(Random(seed))
    assert fall in throw
    assert fall.faces is not None
    assert len(fall.faces) == throw.dice.faces()[0]
    assert throw.of(fall.faces) == fall
    assert Fall(fall.reading) in throw  # the faces are for the eye only


@every_kind
@given(st.data())
def test_dice_are_plain_data(kind: str, data: st.DataObject) -> None:
    dice = data.draw(KINDS[kind])
    assert isinstance(dice, Dice)
    assert hash(dice) == hash(msgspec.convert(msgspec.to_builtins(dice), type(dice)))
    assert msgspec.json.decode(msgspec.json.encode(dice), type=type(dice)) == dice


@pytest.mark.parametrize(
    ("dice", "asked", "reading"),
    [
        (Sum(3, plus=2), [(1, 6)] * 3, 10),
        (Sum(2, plus=-9, least=1), [(1, 6)] * 2, 1),
        (Sum(1, 10, low=0), [(0, 9)], 5),
        (Row(3, first=2), [(1, 6)] * 3, (8, 7)),
        (Pool(((1, 4), (2, 3)), 8), [(1, 8)] * 3, 1),
        (Pool.of(2, 2), [(1, 6)] * 2, 2),
        (Opposed(plus=1, against=3), [(1, 6)] * 2, 1),
        (Faced(3), [(1, 6)] * 3, (5, 2, 1)),
    ],
    ids=str,
)
def test_each_face_is_one_fair_throw(dice: Any, asked: list[tuple[int, int]], reading: object) -> None:
    rng = Script(5, 2, 1)
    faces = dice.roll(rng)
    assert faces == (5, 2, 1)[: len(asked)]
    assert rng.asked == asked
    assert dice.read(faces) == reading


def test_every_card_left_is_as_likely_as_the_next() -> None:
    dice = Draw((("ace", 2), ("gone", 0), ("king", 1), ("ace", 1)))
    drawn = [dice.roll(Script(ticket))[0] for ticket in range(1, 5)]
    assert Dist.even(drawn) == dice.dist() == Dist({"ace": 3, "king": 1})


@pytest.mark.parametrize(
    ("dice", "readings"),
    [
        (Pool(()), {0}),
        (Pool.of(0, 4), {0}),
        (Pool.of(3, 7), {0}),
        (Pool.of(3, 1), {3}),
        (Sum(0, plus=4), {4}),
        (Row(2, first=9), {(k, k) for k in range(2, 13)}),
        (Faced(0), {()}),
    ],
    ids=str,
)
def test_nothing_automatic_and_impossible(dice: Any, readings: set[object]) -> None:
    assert set(dice.dist()) == readings


def test_an_empty_deck_cannot_be_drawn_from() -> None:
    with pytest.raises(ValueError, match="positive weights"):
        Draw((("ace", 0),)).dist()


@pytest.mark.parametrize(
    "faces", [(), (1,), (1, 2, 3), (0, 1), (1, 7), (1.0, 2), (True, 2), ("1", 2), (None, 2)], ids=str
)
def test_faces_that_cannot_lie_so(faces: tuple[Any, ...]) -> None:
    throw = Throw("test", Sum(2), "1")
    with pytest.raises(ValueError, match="takes 2 faces from 1 to 6"):
        throw.of(faces)
    assert Fall(sum(face for face in faces if isinstance(face, int | float)), faces) not in throw


def test_ten_sided_dice_may_be_numbered_from_nought() -> None:
    throw = Throw("test", Sum(1, 10, low=0), "1")
    assert throw.of((0,)) == Fall(0, (0,))
    assert throw.of((9,)).reading == 9
    with pytest.raises(ValueError, match="takes 1 faces from 0 to 9"):
        throw.of((10,))
