"""In every book of ours modules are named by chapters, and none imports itself in the end. What each must have is in `grognard.testing`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from grognard import books
from grognard.engine.verbs import Verb, Verbs, labels_of
from grognard.testing import sources
from grognard.testing.shelf import Told
from tests.tools import chapters
from tests.tools.shelf import BOOKS, TESTS, house

by_book = pytest.mark.parametrize("name", BOOKS)


def test_there_are_books() -> None:
    assert BOOKS


@by_book
def test_every_module_belongs_to_a_chapter(name: str) -> None:
    strays = [
        f"{room}/{module}" for room, module in chapters.modules(name) if not chapters.chapter_of(room, module)
    ]
    assert not strays, (
        f"name them as a chapter is named, or say in tests/tools/chapters.py which it is: {strays}"
    )


def test_a_chapters_name_stands_once_and_is_used() -> None:
    names = [name for each in chapters.CHAPTERS.values() for name in each]
    assert len(set(names)) == len(names)
    used = {
        part for book in BOOKS for room, name in chapters.modules(book) for part in (name, f"{room}/{name}")
    }
    assert not set(names) - used


def test_the_page_of_chapters_is_current() -> None:
    assert chapters.PAGE.read_text("utf-8") == chapters.page(), "docs/chapters.md is stale: `make docs`"


KNOWN_CYCLES = Told("import_cycles")
"""Modules of a book that still import one another; one may be taken away and none added."""


@by_book
def test_no_module_imports_itself_in_the_end(name: str) -> None:
    circling = sources.in_cycles(sources.imports(house(name)))
    assert circling <= set(KNOWN_CYCLES[name]), sorted(circling)


def test_a_cycle_of_imports_is_seen(tmp_path: Path) -> None:
    (tmp_path / "facts").mkdir()
    texts = {
        "state.py": "",
        "facts/one.py": "def f():\n    from .two import g\n",
        "facts/two.py": "from ..state import State\nfrom . import three\n",
        "facts/three.py": "if TYPE_CHECKING:\n    from .four import x\nfrom .one import f\n",
        "facts/four.py": "from .three import y\n",
    }
    for path, text in texts.items():
        (tmp_path / path).write_text(text, "utf-8")
    found = sources.imports(tmp_path)
    assert found["facts.two"] == {"state", "facts.three"}
    assert sources.in_cycles(found) == {"facts.one", "facts.two", "facts.three"}


@by_book
def test_a_house_has_its_tests(name: str) -> None:
    assert list((TESTS / "books" / name).rglob("test_*.py"))


@by_book
def test_a_verb_with_a_deed_of_its_own_is_taken_from_its_row(name: str) -> None:
    book = books.load(name)
    verbs: Verbs = import_module(f"grognard.books.{name}.steps.verbs").VERBS
    assert book.sheet.labels == labels_of(verbs)
    rows = [step.rows for run in (*book.sequences.values(), *book.excerpts.values()) for step in run]
    with_deeds = {verb: row for verb, row in verbs.items() if type(row).does is not Verb.does}
    assert with_deeds
    assert {verb: row for each in rows for verb, row in each.items()} == with_deeds
