"""What the guards look after: every book on the shelf, found by looking, and where its records lie."""

from __future__ import annotations

from pathlib import Path

from grognard import books
from grognard.engine.book import Book
from grognard.testing.shelf import BOOKS as BOOKS
from grognard.testing.shelf import citations_of as citations_of

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
GOLDEN, PERFT, HASHES = TESTS / "golden", TESTS / "perft", TESTS / "hashes"
RULES = ROOT / "docs" / "rules"
SCENES = [(name, scenario) for name in BOOKS for scenario in books.load(name).scenarios]


def house(book: str) -> Path:
    """Where a book's code lies."""
    return ROOT / "src" / "grognard" / "books" / book


def chosen(words: list[str]) -> list[Book]:
    """The books somebody names on the command line; all of them if none."""
    return [books.load(name) for name in words or BOOKS]
