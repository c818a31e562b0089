"""Guides: cards that teach a first battle."""

from __future__ import annotations

import pytest

from grognard.books import library
from grognard.engine.book import Book
from grognard.engine.guide import Card, When, load_guide
from grognard.engine.rulebook import Chapter, Rule, Rulebook

BOOKS = [pytest.param(book, id=name) for name, book in library().items() if book.guide]


def test_a_book_without_a_guide_has_no_cards() -> None:
    assert load_guide("examples.toy_brigade.toy", Rulebook("TB", "Toy", "1", {})) == ()


@pytest.mark.parametrize("book", BOOKS)
def test_cards_are_short_and_speak_of_verbs_and_rules_that_exist(book: Book) -> None:
    for card in book.guide:
        assert len(card.words) < 500, f"'{card.title}' is too long to be read in passing"
        assert card.when.verb is None or card.when.verb in book.sheet.labels, card.title
        assert set(card.rules) <= set(book.rulebook.rules), card.title
    titles = [card.title for card in book.guide]
    assert len(titles) == len(set(titles)), "clients remember a card by its title"


def test_a_card_that_names_a_strange_rule_is_refused(tmp_path, monkeypatch) -> None:
    package = tmp_path / "house"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "guide.toml").write_text('[[card]]\ntitle = "A"\nwords = "B"\nrules = ["9"]\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    known = Rulebook("TB", "Toy", "1", {"a": Chapter("A", {"9": Rule("x", "given")})})
    assert load_guide("house", known) == (Card("A", "B", When(), ("9",)),)
    with pytest.raises(ValueError, match=r"card 'A' names rules not in the book: 9"):
        load_guide("house", Rulebook("TB", "Toy", "1", {}))
