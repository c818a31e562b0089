"""The counts of positions hold: a fingerprint of what the rules allow and do. `make perft` rewrites them."""

from __future__ import annotations

import pytest

from grognard import books
from tests.tools import perft
from tests.tools.shelf import BOOKS

COUNTED = [(book, where) for book in BOOKS for where in perft.recorded(books.load(book))]


@pytest.mark.parametrize(("name", "where"), COUNTED)
def test_the_counts_hold(name: str, where: str) -> None:
    book = books.load(name)
    written = perft.recorded(book)[where]
    counts = perft.count(book, where, len(written))
    assert list(perft.lines(where, counts)) == written, "if so meant, `make perft`"


@pytest.mark.parametrize("name", BOOKS)
def test_every_scenario_and_scene_is_counted(name: str) -> None:
    book = books.load(name)
    counted = {where.split(" ")[0] for where in perft.recorded(book)}
    assert counted == set(perft.scenes(book)), "`make perft`"
