"""What people are told of a level's strength is what docs/strength.md measured, run by run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard import books
from grognard.ai.levels import RANKS
from grognard.engine.strength import BASE, Run, Strength
from grognard.lab.strength import RATED
from grognard.server.catalogue import book_of

PAGE = (Path(__file__).parents[2] / "docs/strength.md").read_text("utf-8")


def section(book: str, part: str) -> str:
    """One run of the page."""
    name = " ".join((book, *part.split()))
    found = re.search(
        f"<!-- ladder {re.escape(name)} -->(.*?)<!-- end {re.escape(name)} -->", PAGE, re.DOTALL
    )
    assert found, f"docs/strength.md has no section '{name}'"
    return found[1]


@pytest.mark.parametrize("name", books.names())
def test_every_level_stands_where_the_page_has_it(name: str) -> None:
    strength = books.load(name).advice.strength
    assert strength is not None
    for run in strength.runs:
        told = section(name, run.part)
        assert f"--scenario {strength.battle}" in told
        elo = {player: int(mark) for player, mark, _ in re.findall(RATED, told)}
        assert elo[run.level] - elo[run.against] == run.elo, run.level


@pytest.mark.parametrize("name", books.names())
def test_every_level_has_an_elo_and_nobody_else(name: str) -> None:
    found = {agent.name: agent.elo for agent in book_of(books.load(name)).agents}
    assert all((found[level] is not None) == (level in RANKS) for level in found)
    ranked = [elo for level in RANKS if (elo := found[level]) is not None]
    assert ranked == sorted(ranked), "a higher level is not told to be weaker"
    assert found["sergeant"] == BASE


CELL = re.compile(r"\*?(\w+) (\d+)-(\d+)-(\d+), (\d+) % \[\d+, \d+\]\*?")
RUN = re.compile(r"^## ([^:\n]+).*?\n(.*?)<!-- end ", re.MULTILINE | re.DOTALL)
MEETING = re.compile(r"^\| (\w+) \| (\w+) \| (\w+) \| (\d+) \| (\d+) \| (\d+) \|", re.MULTILINE)
ENOUGH = 1 / (1 + 10 ** (-60 / 400))
"""The share of points that 60 Elo give; less stands in italics."""


def test_neighbours_are_told_as_they_were_measured() -> None:
    _, _, rest = PAGE.partition("<!-- neighbours -->\n")
    lines = rest.partition("<!-- end neighbours -->")[0].splitlines()[2:]
    assert len(lines) == len(books.names()) * (len(RANKS) - 1)
    measured: dict[str, list[tuple[str, ...]]] = {}
    for title, run in RUN.findall(rest):
        measured.setdefault(title, []).extend(MEETING.findall(run))
    title = ""
    for line in lines:
        book, pair, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        title, (stronger, weaker) = book or title, pair.split(", ")
        for cell in cells:
            told = CELL.fullmatch(cell)
            assert told, cell
            battle, won, drawn, lost, share = told.groups()
            either_way = (
                (stronger, weaker, battle, won, drawn, lost),
                (weaker, stronger, battle, lost, drawn, won),
            )
            assert any(way in measured[title] for way in either_way), line
            points = (int(won) + int(drawn) / 2) / (int(won) + int(drawn) + int(lost))
            assert abs(100 * points - int(share)) <= 0.5, cell
            assert (points < ENOUGH) == cell.startswith("*") == cell.endswith("*"), cell


def test_a_level_stands_on_those_it_was_measured_by() -> None:
    runs = (
        Run("captain", "lieutenant", 100, ""),
        Run("lieutenant", "sergeant", 50, ""),
        Run("major", "nobody", 9, ""),
    )
    strength = Strength("ford", "sergeant", runs)
    assert [strength.elo(level) for level in ("sergeant", "lieutenant", "captain")] == [1500, 1550, 1650]
    assert strength.elo("major") is None
    assert strength.elo("colonel") is None
