"""Battles of one's own in what measures players: called by their titles, asked for by their files, and each played once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import grognard.books
from examples.toy_brigade.toy import RULESET
from grognard.engine.book import Book, ScenarioInfo
from tests.cli.conftest import Run, only_json
from tests.lab.test_fit import counting

SKIRMISH = RULESET.scenarios["skirmish"].path
TITLE = "The mill [[side]] | at dawn"


class Own:
    """Battles of one's own for Toy Brigade, which has none."""

    def __init__(self, folder: Path):
        self.folder = folder

    def told(self, text: str) -> ScenarioInfo:
        raw = tomllib.loads(text)
        return ScenarioInfo("own", raw["title"], tuple(raw["sides"]), "", Path())

    def first(self, text: str, options: Any) -> Any:
        path = self.folder / "being_read.toml"
        path.write_text(text, "utf-8")
        return RULESET.setup(path, options)

    def whole(self, path: Path) -> str:
        return path.read_text("utf-8")


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a battle, in the folder we are in; the book on the shelf takes such."""
    book: Book = counting()._replace(battles=Own(tmp_path))
    monkeypatch.setattr(grognard.books, "load", lambda name: book)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.toml"
    path.write_text(SKIRMISH.read_text("utf-8").replace("A skirmish at the farm", TITLE), "utf-8")
    return path


COMMANDS = {
    "ladder": ("ladder", "--pairs", "1", "--jobs", "1"),
    "thinking": ("thinking", "--agent", "recruit", "--choices", "1"),
    "foresight": ("foresight", "--games", "2", "--trials", "2", "--jobs", "1"),
    "simulate": ("simulate", "--games", "1", "--jobs", "1"),
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("how", [(), ("--json",)], ids=("words", "json"))
def test_it_is_called_by_its_title(
    run: Run, mine: Path, words: tuple[str, ...], how: tuple[str, ...]
) -> None:
    command, *rest = words
    result = run(command, "toy", "--scenario", "mine.toml", *rest, *how)
    told = result.stdout + result.stderr
    assert "[[units]]" not in told
    assert "generals" not in told
    if how and result.exit_code == 0:
        report = only_json(result)
        names = [report["scenario"]] if "scenario" in report else report.get("scenarios")
        assert (names or [row["scenario"] for row in report["battles"]]) == [TITLE]
    elif command == "foresight":
        assert TITLE in " ".join(told.split())
    elif command != "ladder":
        assert "[[side]]" in told


def test_a_complaint_calls_it_by_its_title_too(run: Run, mine: Path) -> None:
    result = run("simulate", "toy", "--scenario", "mine.toml", "--agents", "greedy")
    assert result.stderr == f"grognard: {TITLE} has 2 sides (Reds, Blues) but 1 agents\n"


def test_a_page_has_its_title_in_tables_and_its_file_in_the_command(run: Run, mine: Path) -> None:
    mine.rename("my mill.toml")
    result = run(
        *("ladder", "toy", "--pairs", "1", "--jobs", "1", "--agents", "recruit,sergeant"),
        *("--scenario", "my mill.toml", "--scenario", "skirmish", "--write", "page.md"),
    )
    assert result.exit_code == 0
    assert TITLE.partition(" |")[0] in result.stdout
    page = Path("page.md").read_text("utf-8")
    assert "[[units]]" not in page
    assert "--scenario 'my mill.toml' --scenario skirmish`" in page
    escaped = TITLE.replace("|", r"\|")
    assert f"| recruit | sergeant | {escaped} | " in page
    assert f"| Toy Brigade, {escaped}, skirmish | 4 |" in page


SPELT_TWICE = {
    "a path in several ways": ("mine.toml", "./mine.toml", "nowhere/../mine.toml"),
    "a name": ("skirmish", "skirmish"),
    "a name and its file": ("skirmish", str(SKIRMISH)),
}


@pytest.mark.parametrize("spelt", SPELT_TWICE.values(), ids=SPELT_TWICE)
@pytest.mark.parametrize("command", ["ladder", "thinking"])
def test_a_battle_spelt_in_two_ways_is_played_once(
    run: Run, mine: Path, command: str, spelt: tuple[str, ...]
) -> None:
    Path("nowhere").mkdir()
    named = [part for word in spelt for part in ("--scenario", word)]
    name, *rest = COMMANDS[command]
    report = only_json(run(name, "toy", *named, *rest, "--json"))
    if command == "ladder":
        assert report["games"] == 2
        assert report["asked"] == [spelt[0]]
    else:
        assert len(report["battles"]) == 1


def test_two_of_one_title_are_told_apart(run: Run, mine: Path) -> None:
    other = mine.with_name("other.toml")
    other.write_text(mine.read_text("utf-8") + "\n# another\n", "utf-8")
    name, *rest = COMMANDS["ladder"]
    named = ("--scenario", "mine.toml", "--scenario", "other.toml")
    report = only_json(run(name, "toy", *named, *rest, "--json"))
    assert report["scenarios"] == [TITLE, f"{TITLE} (other.toml)"]


def test_the_path_of_a_battle_may_hold_what_a_text_holds(run: Run, mine: Path) -> None:
    mine.rename("size=small.toml")
    name, *rest = COMMANDS["simulate"]
    report = only_json(run(name, "toy", "--scenario", "size=small.toml", *rest, "--json"))
    assert report["scenario"] == TITLE


def test_weights_are_fitted_to_the_books_own(run: Run, mine: Path) -> None:
    result = run("fit", "toy", "--scenario", "mine.toml", "--games", "4", "--jobs", "1", "--write", "w.toml")
    assert result.exit_code == 2
    assert "weights are fitted to a book's own battles, not to files; toy has: battle" in result.stderr
    assert result.stderr.count("\n") == 1
    assert not Path("w.toml").exists()


def test_a_fit_counts_no_battle_twice(run: Run, mine: Path) -> None:
    named = ("--scenario", "skirmish", "--scenario", str(SKIRMISH))
    result = run("fit", "toy", *named, "--games", "8", "--jobs", "1")
    assert result.exit_code == 0, result.stderr
    found = tomllib.loads(result.stdout)
    assert found["games"] == 8
    assert found["fitted"].count("--scenario") == 1
