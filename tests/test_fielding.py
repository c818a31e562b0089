"""Armies of other lists take the field by one and the same switch, in every book that has lists to choose."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from grognard.books import load
from grognard.cli import given
from grognard.cli.main import app
from grognard.engine.book import BadInput
from grognard.testing.shelf import Told
from tests.tools.shelf import BOOKS, house

OWN = Told("own_list")
"""One of the book's lists, and what in its text is changed to make it a wrong one."""


BATTLE = Told("fielded_battle")


def test_every_book_fields_lists() -> None:
    assert all(OWN[book][0] in load(book).army.names() for book in BOOKS)


def run(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def mine(book: str, folder: Path, wrong: bool = False) -> Path:
    """A list of one's own: a copy of one of the book's, by another name."""
    name, line, other = OWN[book]
    text = (house(book) / "armies" / f"{name}.toml").read_text("utf-8")
    path = folder / "mine.toml"
    path.write_text(text.replace(line, other, 1) if wrong else text, "utf-8")
    return path


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("side", [1, 2])
def test_a_list_of_ones_own_is_played(book: str, side: int, tmp_path: Path) -> None:
    words = ("--army", f"{side}={mine(book, tmp_path)}", "--games", "1", "--agents", "random,random")
    result = run("simulate", book, "--scenario", BATTLE[book], *words, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["games"] == 1


@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_list_is_refused_with_its_rule(book: str, tmp_path: Path) -> None:
    result = run("simulate", book, "--army", f"1={mine(book, tmp_path, wrong=True)}", "--games", "1")
    assert result.exit_code != 0
    assert "mine.toml" in result.stderr
    assert "[" in result.stderr


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_in_the_file_is_kept_and_no_path(book: str, tmp_path: Path) -> None:
    ruleset, path = load(book), mine(book, tmp_path)
    found = given.options(ruleset, (), (f"2={path}",))
    kept = getattr(found, ruleset.forces[1])
    path.unlink()
    assert str(tmp_path) not in kept
    by_text = ruleset.read_options(ruleset.fielding({"2": kept}))
    scenario = BATTLE[book]
    assert ruleset.start(scenario, found).state == ruleset.start(scenario, by_text).state
    for elsewhere in (str(path), "/etc/passwd", "x" * 30_000 + "\n", "kind = \n"):
        with pytest.raises(BadInput):
            ruleset.start(scenario, ruleset.read_options(ruleset.fielding({"1": elsewhere})))


@pytest.mark.parametrize("book", BOOKS)
def test_one_of_the_books_lists_goes_by_its_name(book: str) -> None:
    ruleset = load(book)
    name = OWN[book][0]
    assert getattr(given.options(ruleset, (), (f"1={name}",)), ruleset.forces[0]) == name


@pytest.mark.parametrize("book", BOOKS)
def test_an_army_against_its_like_is_told_from_it(book: str) -> None:
    ruleset, name = load(book), OWN[book][0]
    both = ruleset.read_options(ruleset.fielding({"1": name, "2": name}))
    text = ruleset.scenarios[BATTLE[book]].path.read_text("utf-8")
    once, first, second = re.split(r"^\[\[side\]\]$", text, maxsplit=2, flags=re.MULTILINE)
    called = re.search(r"^name = .*$", first, re.MULTILINE)
    assert called is not None
    alike = re.sub(r"^name = .*$", called[0], second, count=1, flags=re.MULTILINE)
    for state in (
        ruleset.start(BATTLE[book], both).state,
        ruleset.start(f"{once}[[side]]{first}[[side]]{alike}").state,
    ):
        assert len(set(ruleset.sheet.view(state, 0).sides)) == 2


@pytest.mark.parametrize(
    ("book", "armies", "words"),
    [
        ("valour_and_fortitude", ("3=british_300",), "no side '3'"),
        ("valour_and_fortitude", ("british_300",), "cannot be read as an army"),
        ("valour_and_fortitude", ("1=british_300", "1=french_300"), "given twice"),
    ],
)
def test_who_is_given_what_is_said_plainly(book: str, armies: tuple[str, ...], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        given.options(load(book), (), armies)


def test_a_book_without_lists_says_so() -> None:
    toy = load("fix_bayonets")._replace(forces=())
    with pytest.raises(BadInput, match="the armies they name"):
        given.options(toy, (), ("1=albuera_french",))


@pytest.mark.parametrize("book", BOOKS[:2])
def test_what_nobody_chose_is_not_written_down(book: str) -> None:
    """So a position without another army has the bytes, and the hash, it had before armies could be chosen."""
    ruleset = load(book)
    plain = ruleset.encode(ruleset.start(BATTLE[book]))
    assert b"first_army" not in plain
    chosen = ruleset.start(BATTLE[book], ruleset.read_options(ruleset.fielding({"1": OWN[book][0]})))
    assert ruleset.decode(ruleset.encode(chosen)) == chosen
