"""The books that are tested, where their files lie, and what their `book.toml` tells the general tests."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard import books
from grognard.lab.citations import Citation, citations
from grognard.lab.matrix import package_of, root_of, tests_of
from grognard.testing import plugin

BOOKS: tuple[str, ...] = plugin.chosen or books.names()
"""The books asked for by `--grognard-book`; every one there is, if none is."""
SCENES = [(name, scenario) for name in BOOKS for scenario in books.load(name).scenarios]
COMPLETE = not plugin.chosen or plugin.grade == "complete"

by_book = pytest.mark.parametrize("name", BOOKS)


@cache
def house(book: str) -> Path:
    """Where a book's code lies."""
    return package_of(book)


@cache
def citations_of(book: str) -> tuple[Citation, ...]:
    """Every citation in a book's code."""
    return tuple(citations(house(book), books.load(book).key))


def facts(book: str) -> Path:
    """The file in which a book says what the general tests must know of it."""
    return tests_of(book, root_of(house(book))) / "book.toml"


def in_browser(book: str) -> dict[str, Any]:
    """What the tests in a browser must know of a book."""
    found: dict[str, Any] = _facts(book).get("browser", {})
    return found


@cache
def _facts(book: str) -> dict[str, Any]:
    file = facts(book)
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def told(book: str, key: str) -> Any:
    """What the book's `book.toml` says under a key; a playable book may leave it out, and the test is skipped with its name."""
    found = _facts(book).get(key)
    if found is None:
        words = f"{book}: {facts(book).name} does not say '{key}'"
        pytest.fail(words) if COMPLETE else pytest.skip(words)
    return found


class Told:
    """One key of every book's `book.toml`, looked up by the book's name: `SMALL["toy"]`."""

    def __init__(self, key: str) -> None:
        self.key = key

    def __getitem__(self, book: str) -> Any:
        return told(book, self.key)
