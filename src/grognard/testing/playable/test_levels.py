"""Every level of computer player plays the book: legally, without a fault of its advice, and in good time."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import books
from grognard.ai.agents import make
from grognard.ai.levels import RANKS
from grognard.ai.search import SearchAgent
from grognard.lab.play import play_game
from grognard.testing.shelf import BOOKS

ACTIONS = 12
FEW = 4
"""A captain thinks for seconds."""


@pytest.mark.parametrize("level", RANKS)
@pytest.mark.parametrize("name", BOOKS)
def test_a_level_plays_some_actions(name: str, level: str) -> None:
    """Every action is checked by the engine; dice count as actions."""
    book = books.load(name)
    players: list[Any] = [make(level, book, 1), make("random", book, 2)]
    limit = FEW if level == "captain" else ACTIONS
    scenario = min(book.scenarios, key=lambda each: len(book.sheet.names(book.start(each).state)))
    result = play_game(book, scenario, players, seed=4, limit=limit)
    assert result.actions == limit or result.ended
    assert not any(isinstance(each, SearchAgent) and each.failed for each in players)


@pytest.mark.parametrize("name", BOOKS)
def test_a_value_is_the_others_loss(name: str) -> None:
    """What is good for one side is bad for the other, in every first position."""
    book = books.load(name)
    for scenario in book.scenarios:
        state = book.start(scenario).state
        assert book.advice.value(state, 0) == pytest.approx(-book.advice.value(state, 1))
