"""The shelf of the server the browser looks at: one real book with a very short scenario, one that hides things, and
one whose figures go by themselves."""

from __future__ import annotations

from pathlib import Path

from grognard.books import load, names
from grognard.engine.book import Ruleset, ScenarioInfo
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


def library() -> dict[str, Ruleset]:
    """The book with the short scenario first, so that it is the one recommended; then Toy Brigade; then loose figures."""
    book = load(BOOK)
    return {BOOK: book._replace(scenarios={"short": SHORT, **book.scenarios}), **toys(), LOOSE: load(LOOSE)}


def everything() -> dict[str, Ruleset]:
    """Every book there is, the short scenario among them."""
    return {**{name: load(name) for name in names()}, BOOK: library()[BOOK]}
