"""Army lists, of whatever a book makes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

import grognard.books
from examples.toy_brigade.toy import RULESET
from grognard.engine.book import BadInput
from grognard.engine.tables import Refusal
from tests.cli.conftest import Run, only_json


class Line(NamedTuple):
    unit: str
    points: int


class Lists:
    """A book's builder of lists."""

    def names(self) -> list[str]:
        return ["reds"]

    def roster(self, name: str) -> list[Any]:
        if name != "reds" and not Path(name).exists():
            raise BadInput(f"no army '{name}'")
        return [Line("Foot", 12), {"unit": "Guards", "points": 15, "note": "old"}]

    def check(self, path: Path) -> list[Refusal]:
        return [Refusal("5.3", "guns want gunners")] if "guns" in path.read_text() else []


@pytest.fixture(autouse=True)
def lists(shelf: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grognard.books, "load", lambda name: RULESET._replace(army=Lists()))


def test_lists_are_named(run: Run) -> None:
    assert run("army", "toy").stdout == "reds\n"
    assert only_json(run("army", "toy", "list", "--json")) == {"book": "toy", "armies": ["reds"]}


@pytest.mark.parametrize("deed", ["show", "roster"])
def test_a_roster(run: Run, deed: str) -> None:
    report = only_json(run("army", "toy", deed, "reds", "--json"))
    assert report["rows"][0] == {"unit": "Foot", "points": 12}
    text = run("army", "toy", deed, "reds").stdout
    assert "Guards" in text
    assert "old" in text


def test_a_sound_list(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('book = "toy"\n')
    for words in (("army", "toy", "check", str(path)), ("army", "check", str(path))):
        result = run(*words)
        assert result.exit_code == 0
        assert "nothing to object to" in result.stdout
        assert "Guards" in result.stdout
    assert only_json(run("army", "toy", "check", str(path), "--json"))["sound"] is True


def test_a_faulty_list_has_a_cited_line_for_each_fault(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('book = "toy"\nguns = 9\n')
    result = run("army", "toy", "check", str(path))
    assert result.exit_code == 1
    assert result.stdout == "guns want gunners [TB 5.3]\n"
    report = only_json(run("army", "check", str(path), "--json"))
    assert report["faults"] == [{"cite": "TB 5.3", "words": "guns want gunners"}]


@pytest.mark.parametrize(
    ("text", "names"), [("x = 1\n", "has no 'book' line"), ("not toml", "is not an army list")]
)
def test_a_file_that_is_no_list(run: Run, tmp_path: Path, text: str, names: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    result = run("army", "check", str(path))
    assert result.exit_code == 2
    assert names in result.stderr


def test_a_name_is_wanted(run: Run) -> None:
    result = run("army", "toy", "show")
    assert result.exit_code == 2
    assert "wants a name or a file" in result.stderr
    assert run("army", "toy", "show", "greens").exit_code == 2
