"""The fuzzer plays battles that nobody shipped: drawn by a number, and changed by hand as it were."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.toy_brigade.toy import RULESET
from grognard import books
from grognard.engine.battles import from_text, read_battle
from grognard.engine.book import is_text
from grognard.lab.fuzz import ENDLESS, AndOthers, fuzz
from grognard.lab.own_battles import drawn, made
from tests.tools.shelf import BOOKS


@pytest.mark.parametrize("name", BOOKS)
def test_a_battle_that_is_made_is_sound_and_none_of_the_books_own(name: str) -> None:
    book = books.load(name)
    texts = [made(book, 3, at) for at in range(6)]
    assert texts == [made(book, 3, at) for at in range(6)], "the same number makes the same"
    assert len(set(texts)) > 3
    for text in texts:
        assert not read_battle(book, from_text(text)).faults
        book.start(text)


def test_other_edges_are_open_in_some_of_them() -> None:
    book = books.load("ever_victorious_armies")
    made_ones = [from_text(made(book, 3, at)) for at in range(40)]
    edges = [battle["exit"]["edge"] for battle in made_ones if "exit" in battle]
    assert any(y == y2 for (_, y), (_, y2) in edges)
    assert any(x == x2 for (x, _), (x2, _) in edges)


@pytest.mark.parametrize("name", BOOKS)
def test_shipped_drawn_and_made_battles_take_turns(name: str) -> None:
    book = books.load(name)
    names, order = tuple(book.scenarios), AndOthers(book, 5, ENDLESS)
    assert tuple(order[at] for at in range(len(names))) == names
    first, second, third = (order[len(names) + at] for at in range(3))
    assert (first, second, third) == (drawn(book, 5, 0), made(book, 5, 0), names[0])
    assert is_text(first)
    assert is_text(second)


def test_a_book_that_takes_no_others_is_fuzzed_with_its_own(tmp_path: Path) -> None:
    assert RULESET.battles is None
    report = fuzz(RULESET, 100, seed=2, folder=tmp_path, most_games=4)
    assert report.games == 4
    assert not report.faults


def test_a_drawn_and_a_made_battle_are_held_to_the_laws(tmp_path: Path) -> None:
    book = books.load("ever_victorious_armies")
    for scenario in (drawn(book, 1, 1), made(book, 1, 2)):
        report = fuzz(book, 100, seed=1, scenarios=(scenario,), folder=tmp_path, most_games=1)
        assert not report.faults
        assert report.actions > 20
