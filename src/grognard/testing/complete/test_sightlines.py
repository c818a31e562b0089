"""The tape says whether one sees along it: from any point of the table to any other, as the book's own looks do."""

from __future__ import annotations

import random

import pytest

from grognard import books
from grognard.testing.shelf import BOOKS

LINES = 40
"""So many are laid on every table."""


def look(name: str, scenario: str, start: tuple[int, int], end: tuple[int, int]) -> tuple[bool, str]:
    book = books.load(name)
    assert book.sheet.sightline is not None
    found = book.sheet.sightline(book.start(scenario).state, start, end)
    assert found.cite in book.rulebook.rules
    return found.clear, found.blocker


@pytest.mark.parametrize("name", BOOKS)
def test_one_sees_back_along_every_line_and_what_hides_it_is_named(name: str) -> None:
    book, rng = books.load(name), random.Random(5)
    hidden = 0
    for scenario in book.scenarios:
        board = book.sheet.board(book.start(scenario).state)
        for _ in range(LINES // len(book.scenarios) + 1):
            start, end = ((rng.randrange(board.width), rng.randrange(board.height)) for _ in range(2))
            clear, blocker = look(name, scenario, start, end)
            assert clear == look(name, scenario, end, start)[0], (scenario, start, end)
            assert not (clear and blocker)
            assert "_" not in blocker
            hidden += not clear
        assert look(name, scenario, start, start)[0], "one sees where one stands"
    assert hidden, "nothing hides anything: the test shows nothing"
