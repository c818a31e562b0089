"""research/audit-findings.md keeps its word: every defect and doubt has its row, and every row leads to a test or a ruling that is there."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec
import pytest

from grognard import books
from tests.tools.defects import exists as is_there
from tests.tools.shelf import BOOKS, ROOT, house

PAGE = ROOT / "research" / "audit-findings.md"
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


TEST = re.compile(r"(?:tests|web)/[\w/.-]+(?:::\w+)*")
NUMBER = re.compile(r"(?<![\w/:.-])(?:[A-Z]{1,3}-?[A-Z]{0,3}\d[\w.]*|\d+[a-z]?)(?![\w:/])")
SWITCH = re.compile(r"switch `(\w+)`")


def rulings(heading: str) -> str:
    """Where a book's rulings and rules are written down."""
    folder = house(HOUSES[heading])
    return (folder / "rulings.md").read_text("utf-8") + (folder / "rulebook.toml").read_text("utf-8")


def test_the_page_has_the_headings_it_should() -> None:
    headings = re.findall(r"^## (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert headings == list(FOUND)
    assert {*HOUSES, "The server"} == set(FOUND)


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_a_row_leads_somewhere(row: Row) -> None:
    assert row.what, f"not a row of four cells: {row.found}"
    became = re.match(r"\w+", row.became)
    assert became is not None, row.found
    assert became[0] in ("mended", "ruled"), f"{row.found}: only promised"
    told = f"{row.became} {row.where}"
    tests = TEST.findall(told)
    missing = [test for test in tests if not (is_there(test) if "::" in test else (ROOT / test).exists())]
    assert not missing, f"{row.found} names tests that are not there"
    counted = re.match(r"D\d|doubt", row.found) is not None
    assert tests or became[0] == "ruled" or not counted, f"{row.found} has no test"
    if row.heading in HOUSES:
        leads_to_rulings(row, TEST.sub("", told), needed=not tests)
    else:
        assert tests, f"{row.found} has no test"


def leads_to_rulings(row: Row, told: str, needed: bool) -> None:
    """The rulings and switches a row names are there; a row without a test names some."""
    options = {field.name for field in msgspec.structs.fields(books.load(HOUSES[row.heading]).options)}
    assert not set(SWITCH.findall(told)) - options, f"{row.found} names a switch that is not there"
    place = re.search(r"rulings\.md|rulebook\.toml", told)
    if place is None:
        assert not needed, f"{row.found} names no ruling"
        return
    text = rulings(row.heading)
    numbers = NUMBER.findall(told[place.end() :])
    assert numbers or not needed, f"{row.found} names no ruling"
    unknown = [
        number for number in numbers if not re.search(rf"(?<![\w-]){re.escape(number)}(?![\w-])", text)
    ]
    assert not unknown, f"{row.found} names rulings that are not there: {', '.join(unknown)}"


@pytest.mark.parametrize("heading", FOUND)
def test_every_defect_and_every_doubt_has_its_row(heading: str) -> None:
    told = " ".join(row.found for row in ROWS if row.heading == heading)
    defects, doubts = FOUND[heading]
    found = {int(number) for number in re.findall(r"\bD(\d+)", told)}
    assert not set(range(1, defects + 1)) - found, "defects without a row"
    weighed = {int(number) for number in re.findall(r"\bdoubt (\d+)", told)}
    assert not set(range(1, doubts + 1)) - weighed, "doubts without a row"
