"""The shelves of the servers the browser looks at: one with a real book and a very short scenario, one that hides things and
one whose figures go by themselves; and one with every book, each with a battle of a single turn."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from grognard.books import load, names
from grognard.engine.book import Book, ScenarioInfo
from grognard.testing.shelf import in_browser
from tests.server.shelf import library as toys

BOOK = "ever_victorious_armies"
LOOSE = "men_who_would_be_kings"
SHORT = ScenarioInfo(
    "short",
    "A brush on the road",
    ("Ever Victorious Army", "Taiping"),
    "Two turns, a few units a side.",
    Path(__file__).with_name("short.toml"),
)


def library() -> dict[str, Book]:
    """The book with the short scenario first, so that it is the one recommended; then Toy Brigade; then loose figures."""
    book = load(BOOK)
    return {BOOK: book._replace(scenarios={"short": SHORT, **book.scenarios}), **toys(), LOOSE: load(LOOSE)}


def everything() -> dict[str, Book]:
    """Every book there is, each with a battle that is soon over, and so is its battle for any two lists."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-short-"))
    return {name: _shortened(library().get(name) or load(name), folder) for name in names()}


def _shortened(book: Book, folder: Path) -> Book:
    """A book with its smallest scenario cut to one turn, and the one for any two lists to two."""
    least = in_browser(book.name).get("short_battle")
    short = {"short": _cut(book, least, 1, folder)._replace(name="short")} if least else {}
    fits_all = book.army.workshop.kit().battle
    return book._replace(
        scenarios={**book.scenarios, fits_all: _cut(book, fits_all, 2, folder), **short},
    )


def _cut(book: Book, name: str, turns: int, folder: Path) -> ScenarioInfo:
    """A scenario of so many turns."""
    info = book.scenarios[name]
    path = folder / f"{book.name}-{name}-{turns}.toml"
    path.write_text(
        re.sub(r"(?m)^turns = \d+", f"turns = {turns}", info.path.read_text("utf-8"), count=1), "utf-8"
    )
    return info._replace(path=path)
