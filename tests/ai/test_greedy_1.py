"""The first greedy player is kept to measure by: it begins every battle as it was recorded."""

from __future__ import annotations

import json

import pytest

from grognard import books
from tests.tools.hashes import openings
from tests.tools.shelf import BOOKS, OPENINGS

RECORDED: dict[str, dict[str, str]] = json.loads(OPENINGS.read_text("utf-8"))


def test_every_book_that_keeps_its_first_advice_is_recorded() -> None:
    assert set(RECORDED) == {name for name in BOOKS if books.load(name).first_advice is not None}


@pytest.mark.parametrize("book", RECORDED)
def test_it_begins_as_it_always_did(book: str) -> None:
    """After a change of rules on purpose, and after that only: `python -m tests.tools.hashes --openings`."""
    assert openings(book) == RECORDED[book]
