"""`grognard print`: what there is, what is written, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard.books
from grognard.books.ever_victorious_armies import RULESET
from grognard.engine.workshop import from_text, look_at
from grognard.paper import pdf
from tests.cli.conftest import Run, only_json

BOOK = RULESET.name


@pytest.fixture(autouse=True)
def quick(shelf: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book that prints, its files without the second that each of them takes."""
    monkeypatch.setattr(grognard.books, "load", lambda name: RULESET)
    monkeypatch.setattr(pdf, "as_pdf", lambda leaves: b"%PDF " + leaves.title.encode())


def test_it_says_what_there_is(run: Run) -> None:
    done = run("print", BOOK)
    assert done.exit_code == 0
    assert "quickref  the quick reference, on two pages\n" in done.stdout
    assert "scenario  a battle with its map to scale: stockade, rearguard" in done.stdout
    sheets = only_json(run("print", BOOK, "--json"))["sheets"]
    assert {"what": "roster", "name": "taiping"} in sheets


def test_one_sheet_is_written_and_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new" / "t.pdf"
    told = only_json(run("print", BOOK, "roster", "taiping", "--paper", "letter", "-o", file, "--json"))
    assert told["paper"] == "letter"
    assert told["written"] == [{"file": str(file), "what": "roster", "name": "taiping", "pages": 1}]
    assert file.read_bytes().startswith(b"%PDF Taiping")


def test_without_a_file_it_is_named_after_what_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("print", BOOK, "scenario", "palikao")
    assert done.stdout == f"{BOOK}-scenario-palikao.pdf: 1 page\n"
    assert (tmp_path / f"{BOOK}-scenario-palikao.pdf").is_file()


def test_everything_goes_into_a_folder(run: Run, tmp_path: Path) -> None:
    told = only_json(run("print", BOOK, "--all", "-o", tmp_path / "all", "--json"))
    sheets = only_json(run("print", BOOK, "--json"))["sheets"]
    assert len(told["written"]) == len(sheets) == len(list((tmp_path / "all").glob("*.pdf")))


def test_a_list_of_ones_own_is_printed_from_its_file(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    plain = RULESET.army.plain("taiping") | {"title": "Heavenly host"}
    mine.write_text(look_at(RULESET.army.workshop, plain).text, "utf-8")
    assert from_text(mine.read_text("utf-8"))["title"] == "Heavenly host"
    assert run("print", BOOK, "cards", mine, "-o", tmp_path / "c.pdf").exit_code == 0
    assert (tmp_path / "c.pdf").read_bytes().startswith(b"%PDF Heavenly host")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("poster",), "nothing is called 'poster'"),
        (("roster",), "say which army"),
        (("scenario",), "say which scenario"),
        (("roster", "nobody"), "there is no army 'nobody'"),
        (("roster", "taiping", "--paper", "a3"), "no paper is called 'a3'; there are: a4, letter"),
        (("roster", "--all"), "--all prints everything"),
        (("record", "-o", "/proc/nowhere/x.pdf"), "/proc/nowhere"),
    ],
)
def test_wrong_wishes_are_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("print", BOOK, *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
