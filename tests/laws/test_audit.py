"""docs/audit.md keeps its word: every defect and doubt has its row, and every row leads to a test or a ruling that is there."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from grognard import books
from tests.tools.defects import exists as is_there
from tests.tools.shelf import BOOKS, ROOT, house

PAGE = ROOT / "docs" / "audit.md"
FOUND = {
    # How many confirmed defects and how many doubts the readers listed under each heading.
    "Ever Victorious Armies": (6, 6),
    "Fix Bayonets!": (19, 12),
    "The Men Who Would Be Kings": (14, 7),
    "Skirmish 1808": (26, 12),
    "Valour & Fortitude": (3, 8),
    "The server": (10, 0),
}
HOUSES = {books.load(name).title: name for name in BOOKS}


class Row(NamedTuple):
    """One line of the page."""

    heading: str
    found: str
    what: str
    became: str
    where: str


def rows() -> list[Row]:
    found, heading = [], ""
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ").strip()
        elif line.startswith("|") and not line.startswith(("| found", "|---")):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            found.append(Row(heading, *cells) if len(cells) == 4 else Row(heading, line, "", "", ""))
    return found


ROWS = rows()
IDS = [f"{row.heading} {row.found}" for row in ROWS]


def places(row: Row) -> list[str]:
    """What the last column names."""
    return [part.strip(" `") for part in re.split(r"[,;]\s+", row.where) if part.strip(" `")]


def rulings(heading: str) -> str:
    """Where a book's rulings and rules are written down."""
    folder = house(HOUSES[heading])
    return (folder / "rulings.md").read_text("utf-8") + (folder / "rulebook.toml").read_text("utf-8")


def test_the_page_has_the_headings_it_should() -> None:
    headings = re.findall(r"^## (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert headings == list(FOUND)
    assert {*HOUSES, "The server"} == set(FOUND)


@pytest.mark.parametrize("row", ROWS or [None], ids=IDS or ["no rows"])
def test_a_row_leads_somewhere(row: Row | None) -> None:
    if row is None:
        return
    assert row.what, f"not a row of four cells: {row.found}"
    assert row.became in ("mended", "ruled"), f"{row.found}: only promised"
    tests = [place for place in places(row) if place.startswith("tests/")]
    assert not [test for test in tests if not is_there(test)], f"{row.found} names a test that is not there"
    if row.became == "mended":
        assert any(tests) or any(place.startswith("web/") for place in places(row)), (
            f"{row.found} has no test"
        )
    else:
        assert ruled(row), f"{row.found} names no ruling"


def ruled(row: Row) -> bool:
    """Whether the ruling a row names is written down: a number in the book's rulings, or a page of the docs."""
    text = rulings(row.heading) if row.heading in HOUSES else ""
    named = [place for place in places(row) if not place.startswith(("tests/", "web/"))]
    pages = [place for place in named if place.startswith("docs/")]
    assert not [page for page in pages if not (ROOT / page.partition("#")[0]).exists()], row.where
    numbers = [place for place in named if place not in pages and not place.endswith("rulings.md")]
    unknown = [
        number for number in numbers if not re.search(rf"(?<![\w-]){re.escape(number)}(?![\w-])", text)
    ]
    assert not unknown, f"{row.found} names rulings that are not there: {', '.join(unknown)}"
    return bool(numbers or pages)
