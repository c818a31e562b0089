"""Dice in words, whatever their kind: a throw nobody has words for must not stop the game."""

from __future__ import annotations

import pytest

from grognard.engine.choices import Throw
from grognard.engine.dice import Duels, Opposed, Pool, Sum
from grognard.server.words import dice_words


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        pytest.param(Pool(((3, 4), (2, 6)), 8), "3D8 at 4+ and 2D8 at 6+", id="a pool"),
        pytest.param(Pool(()), "no dice", id="an empty pool"),
        pytest.param(
            Duels(((4, 1, 1), (2, 2, 1)), 10, 3, 8, 1), "6 pairs, D10 against D8", id="pairs of fighters"
        ),
        pytest.param(Opposed(1, 2, 10), "2D10", id="one a side"),
        pytest.param(Sum(2, 6, plus=1), "2D6+1", id="a sum"),
    ],
)
def test_what_is_thrown(dice: object, words: str) -> None:
    assert dice_words(Throw("dice", dice, "1")) == words  # type: ignore[arg-type]
