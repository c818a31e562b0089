"""What the shelf says of the battles: everything of every one."""

from __future__ import annotations

import re

import pytest

from grognard import books
from grognard.testing.shelf import SCENES


@pytest.mark.parametrize(("name", "scenario"), SCENES)
def test_every_battle_has_its_date_place_length_and_difficulty(name: str, scenario: str) -> None:
    info = books.load(name).scenarios[scenario]
    about = info.about
    assert about.date
    assert about.place
    assert about.difficulty
    assert 10 <= about.minutes <= 240
    assert info.turns > 0
    # A fight that took place has its day, or at least its month and year.
    assert about.imagined or re.search(r"[A-Z][a-z]+ 1[78]\d\d$", about.date), about.date


@pytest.mark.parametrize(("name", "scenario"), SCENES)
def test_forces_and_places_have_names_of_their_own(name: str, scenario: str) -> None:
    """No "North", no "hill 1": who fights, and where, is said as it was called."""
    book = books.load(name)
    assert not {"North", "South", "East", "West", "Red", "Blue"} & set(book.scenarios[scenario].sides)
    board = book.sheet.board(book.start(scenario).state)
    numbered = [area.label for area in board.areas if re.search(r"\b[a-z]+ \d+$", area.label)]
    assert not numbered, numbered
