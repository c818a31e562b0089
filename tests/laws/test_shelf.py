"""What the shelf says of the battles: everything of every one, and no figures but those on record."""

from __future__ import annotations

import re

import msgspec
import pytest

from grognard import books
from grognard.engine.about import About, Measured
from grognard.server.catalogue import book_of
from tests.tools.shelf import BOOKS, ROOT

LINE = re.compile(
    r"^\| (?P<title>[^|]+?)(?: \(\d+ games\))? \| (?P<first>[^|]+) \| (\d+) \| (\d+) \| (\d+) \| "
)


def on_record() -> dict[str, dict[str, tuple[str, int, int, int]]]:
    """What docs/balance.md says, by the title of the book and of the battle."""
    found: dict[str, dict[str, tuple[str, int, int, int]]] = {}
    book = ""
    for line in (ROOT / "docs/balance.md").read_text("utf-8").splitlines():
        if head := re.match(r"\| (.+?) \| first side \|", line):
            book = head[1]
        elif row := LINE.match(line):
            found.setdefault(book, {})[row["title"]] = (row["first"], int(row[3]), int(row[4]), int(row[5]))
    return found


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_said_of_fairness_is_what_was_measured(name: str) -> None:
    book = books.load(name)
    record = dict(on_record()[book.title])
    for info in book.scenarios.values():
        titles = [title for title in record if info.title.startswith(title) or title.startswith(info.title)]
        measured = info.about.measured
        if measured is None:
            assert not titles, f"{info.name} was measured, and its file does not say so"
            continue
        (title,) = titles
        told = (info.sides[0], measured.won, measured.drawn, measured.lost)
        assert record.pop(title) == told, f"{info.name} and docs/balance.md differ"
    assert not record, "docs/balance.md tells of battles that are not there"


def test_the_catalogue_tells_all_of_it() -> None:
    told = {one.name: one for one in book_of(books.load("fix_bayonets")).scenarios}
    albuera = told["albuera"]
    assert (albuera.about.date, albuera.about.place) == ("16 May 1811", "Albuera, Extremadura")
    assert not albuera.about.imagined
    assert albuera.turns == 6
    assert albuera.about.measured is not None
    assert albuera.about.measured.games == 100
    assert told["first_blood"].about.imagined


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(
            {"measured": {"games": 5, "won": 1, "drawn": 1, "lost": 1}}, id="games that do not add up"
        ),
        pytest.param({"measured": {"games": 0, "won": 0, "drawn": 0, "lost": 0}}, id="no games"),
        pytest.param({"difficulty": "mild"}, id="a difficulty nobody knows"),
        pytest.param({"weather": "fair"}, id="a field nobody knows"),
    ],
)
def test_what_is_wrong_is_refused(raw: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, About)


def test_a_draw_counts_half() -> None:
    assert Measured(10, 4, 2, 4).share == 0.5
