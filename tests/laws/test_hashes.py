"""Games stay what they were: the beginnings of recorded random games, by their hashes, on whichever kernel runs."""

from __future__ import annotations

import pytest

from grognard import books
from tests.tools.hashes import CUT, Task, line, recorded
from tests.tools.shelf import BOOKS

SEEDS = (1, 2)
KEPT = {"random": 50, "greedy": 10}


@pytest.mark.parametrize("book", BOOKS)
def test_seeded_games_begin_as_they_were_recorded(book: str) -> None:
    """After a change of rules on purpose: `python -m tests.tools.hashes BOOK`."""
    known_games = recorded(book)
    assert set(known_games) == set(books.load(book).scenarios)
    for scenario, kinds in known_games.items():
        assert {kind: len(lines) for kind, lines in kinds.items()} == KEPT, scenario
        for seed in SEEDS:
            known = kinds["random"][seed - 1].split()[0]
            assert line(Task(book, scenario, "random", seed), CUT).split()[0] == known, (scenario, seed)
