"""A book outside this program is found by its entry point or its folder, and played, measured and served like the others."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from grognard import books
from grognard.books.places import VARIABLE
from grognard.cli.main import app
from grognard.engine.book import API, BadInput
from grognard.lab.fit import collect
from grognard.lab.foresight import collect as foresee
from grognard.lab.simulate import simulate
from grognard.server.catalogue import Catalogue
from grognard.server.config import LIBRARY, books_from, broken_in
from tests.books.outside import KEY, NAME, TITLE, change, door, installed, shelved, written

OURS = "ever_victorious_armies"


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "140"})


def test_an_entry_point_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = written(tmp_path)
    installed(project)
    with shelved(monkeypatch, on_path=project):
        assert {NAME, OURS} <= set(books.names())
        assert (books.load(NAME).title, books.load(NAME).key) == (TITLE, KEY)
        assert books.home(NAME) == NAME
        assert not books.broken()


@pytest.mark.parametrize("part", ["", NAME])
def test_a_folder_of_the_variable_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """The folder that holds the package, or the package itself."""
    with shelved(monkeypatch, written(tmp_path) / part):
        assert NAME in books.library()


def test_a_book_both_installed_and_in_a_folder_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = written(tmp_path)
    installed(project)
    with shelved(monkeypatch, project, on_path=project):
        assert NAME in books.library()
        assert not books.broken()


def test_the_option_adds_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = written(tmp_path)
    with shelved(monkeypatch):
        assert NAME not in run("books").stdout
        assert f"{NAME}  {TITLE} [{KEY}]" in run("--books", project, "books").stdout
        assert os.environ[VARIABLE] == str(project)  # for worker processes
        assert run("--books", tmp_path / "nowhere", "books").exit_code == 2


def test_a_folder_without_a_book_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with shelved(monkeypatch, tmp_path, tmp_path / "nowhere"):
        empty, nowhere = books.broken().values()
        assert "there is no book" in empty
        assert "no folder" in nowhere
        assert OURS in books.library()


def test_worker_processes_find_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with shelved(monkeypatch, written(tmp_path)):
        book = books.load(NAME)
        assert len(simulate(book, "meeting", ("random", "random"), 2, seed=1, jobs=2).games) == 2
        assert collect(book, ["meeting"], 2, seed=1, jobs=2)
        assert foresee(book, "meeting", 1, 2, seed=1, jobs=2) is not None


def test_the_server_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with shelved(monkeypatch, written(tmp_path)):
        found = books_from(LIBRARY)
        assert TITLE.encode() in Catalogue(found).listed
        assert broken_in(LIBRARY) == ()


def test_the_matrix_joins_its_rules_its_code_and_its_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with shelved(monkeypatch, written(tmp_path)):
        found = json.loads(run("matrix", NAME, "--json").stdout)
    assert found["rules"] == found["coded"] == 20
    assert found["tested"] == 6  # of 3.1 and 3.2, in the one test file of a new book
    assert not found["unknown"]


def test_mutants_are_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with shelved(monkeypatch, written(tmp_path)):
        refused = run("mutants", NAME, "--count", 1)
    assert refused.exit_code == 2
    assert (
        refused.stderr
        == f"grognard: {NAME} is no book of this repository, and mutants are tried on those alone\n"
    )


BROKEN = {
    "a name that is not there": ("RULESET = ", "RULESET = nobody or ", "NameError: name 'nobody' is not defined (__init__.py"),
    "another version": ("api=1", f"api={API + 1}", f"version {API + 1} of what a book must be (api), and this program has {API}"),
    "another version, and a field that is gone": ("api=1", f"api={API + 1},\n    gone=1", f"version {API + 1} of what"),
    "another name": (f'name="{NAME}"', 'name="tigers"', "its front door says name='tigers'"),
    "two things missing": ("advice=ADVICE", "advice=None", "advice: value() is missing; advice: moves() is missing"),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_one_is_one_line_and_the_shelf_without_it(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after, told = BROKEN[case]
    project = written(tmp_path)
    change(door(project), before, after)
    with shelved(monkeypatch, project):
        (line,) = books.broken().values()
        assert line.startswith(f"the book '{NAME}' cannot be opened: ")
        assert told in line
        assert "\n" not in line
        assert OURS in books.library()
        assert NAME not in books.library()
        with pytest.raises(BadInput, match="cannot be opened"):
            books.load(NAME)
        listed = run("books")
        assert (listed.exit_code, listed.stderr) == (0, line + "\n")
        assert broken_in(LIBRARY) == (line,)


def test_a_missing_package_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "empty"
    project.mkdir()
    installed(project)
    with shelved(monkeypatch, on_path=project):
        (line,) = books.broken().values()
        assert f"No module named '{NAME}'" in line


def test_a_name_twice_is_refused_and_the_first_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = written(tmp_path / "one"), written(tmp_path / "other")
    with shelved(monkeypatch, one, other):
        (line,) = books.broken().values()
        assert f"the book '{NAME}' of the folder {other} is left out: the folder {one} has" in line
        assert Path(str(books.load(NAME).scenarios["meeting"].path)).is_relative_to(one)


def test_no_book_takes_the_name_of_one_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = written(tmp_path)
    installed(project, OURS)
    with shelved(monkeypatch, on_path=project):
        (line,) = books.broken().values()
        assert f"the book '{OURS}' of the package {NAME} is left out: Grognard itself has" in line
        assert books.home(OURS) == f"grognard.books.{OURS}"


def test_a_name_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = written(tmp_path)
    installed(project, "Paper Tigers")
    with shelved(monkeypatch, on_path=project):
        (line,) = books.broken().values()
        assert "a name has small letters, digits and _" in line


def test_another_package_of_the_name_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = written(tmp_path / "one"), written(tmp_path / "other")
    with shelved(monkeypatch, other, on_path=one):
        (line,) = books.broken().values()
        assert f"another package of that name is imported, from {one / NAME}" in line
