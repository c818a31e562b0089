"""What people are told of a level's strength is what research/ladder-runs.md measured, run by run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from grognard import books
from grognard.ai.levels import RANKS
from grognard.engine.book import BadInput
from grognard.engine.strength import BASE, Run, Strength
from grognard.lab.strength import RATED, summed_up, write
from grognard.server.catalogue import book_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "research/ladder-runs.md").read_text("utf-8")


def section(book: str, part: str) -> str:
    """One run of the page."""
    name = " ".join((book, *part.split()))
    found = re.search(
        f"<!-- ladder {re.escape(name)} -->(.*?)<!-- end {re.escape(name)} -->", PAGE, re.DOTALL
    )
    assert found, f"research/ladder-runs.md has no section '{name}'"
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
    page = (ROOT / "docs/strength.md").read_text("utf-8")
    _, _, table = page.partition("<!-- neighbours -->\n")
    lines = table.partition("<!-- end neighbours -->")[0].splitlines()[2:]
    assert len(lines) == len(books.names()) * (len(RANKS) - 1)
    measured: dict[str, list[tuple[str, ...]]] = {}
    for title, run in RUN.findall(PAGE):
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


# ---- how a page is written

REPORT: dict[str, Any] = {
    "book": "toy",
    "agents": ["greedy", "random"],
    "pairs": 1,
    "seed": 0,
    "scenarios": ["ford"],
    "games": 2,
    "unfinished": 0,
    "anchor": "random",
    "ratings": [{"agent": "random", "elo": 0, "low": 0, "high": 0}],
    "meetings": [],
    "sprt": None,
}
MINE, THEIRS = (
    f"<!-- ladder {name} -->\n## Toy\n\n{name} as it was\n<!-- end {name} -->\n" for name in ("toy", "other")
)

BROKEN = {
    "no end": (
        MINE.replace("<!-- end toy -->", "") + THEIRS,
        "'toy' has no end .* <!-- end toy --> is missing",
    ),
    "no begin": (MINE.replace("<!-- ladder toy -->", "") + THEIRS, "<!-- ladder toy --> is missing"),
    "the end first": (
        "<!-- end toy -->\n" + THEIRS + "<!-- ladder toy -->\n",
        "'toy' ends before it begins: the mark <!-- ladder toy -->",
    ),
    "another within": (MINE.replace("toy as it was", THEIRS), "'toy' has no end where it should"),
    "twice": (MINE + THEIRS + MINE, "'toy' begins twice: its mark <!-- ladder toy -->"),
    "no end of another": (
        MINE + THEIRS.replace("<!-- end other -->", ""),
        "'other' has no end .* <!-- end other -->",
    ),
    "no end of the summary": ("<!-- summary -->\n" + MINE, "<!-- summary --> but not <!-- end summary -->"),
    "no begin of the summary": (
        "<!-- end summary -->\n" + MINE,
        "<!-- end summary --> but not <!-- summary -->",
    ),
    "the summary's end first": (
        "<!-- end summary -->\n<!-- summary -->\n" + MINE,
        "the summary ends before it begins",
    ),
}


@pytest.mark.parametrize(("text", "words"), BROKEN.values(), ids=BROKEN)
def test_a_page_with_a_mark_lost_is_refused_and_left_as_it_is(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "page.md"
    path.write_text(text)
    with pytest.raises(BadInput, match=words):
        write(path, "Toy", REPORT)
    assert path.read_text() == text


def test_a_page_that_is_no_text_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_bytes(b"\xe4")
    with pytest.raises(BadInput, match=f"{path} is no text in UTF-8"):
        write(path, "Toy", REPORT)
    assert path.read_bytes() == b"\xe4"


def test_a_section_takes_the_place_of_its_own_alone(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(f"Before.\n{MINE}Between.\n{THEIRS}After.\n")
    write(path, "Toy", REPORT)
    text = path.read_text()
    assert "toy as it was" not in text
    assert all(kept in text for kept in ("Before.", "Between.", THEIRS, "After."))


@pytest.mark.parametrize("part", ["a > b", "a -- b", "a\n  b", "a | b"])
def test_a_part_of_any_name_is_in_the_summary_and_written_once(tmp_path: Path, part: str) -> None:
    path = tmp_path / "page.md"
    for games in (2, 4):
        write(path, "Toy", {**REPORT, "games": games}, part)
    text = path.read_text()
    assert text.count("## Toy: ") == 1
    assert [line[:19] for line in text.splitlines() if line.startswith("| Toy, ")] == ["| Toy, ford | 4 |  "]


def test_the_page_of_this_house_stands_as_it_would_be_written() -> None:
    assert summed_up(PAGE) == PAGE
