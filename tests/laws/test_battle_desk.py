"""`grognard battle` and `grognard fuzz --battles`: the battle desk from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from grognard import books
from grognard.cli.main import app
from grognard.engine.book import BadInput
from grognard.lab.fuzz import ByChance, fuzz
from grognard.testing.own_battles import SMALL, TITLE, text_of
from tests.tools.shelf import BOOKS


def run(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "140"})


@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_is_begun_checked_and_played(book: str, tmp_path: Path) -> None:
    assert SMALL[book] in run("battle", book).output
    assert json.loads(run("battle", book, "kit", "--json").output)["kinds"]
    assert "title" in run("battle", book, "kit").output
    for number, words in enumerate((("show", SMALL[book]), ("blank",), ("random", "--seed", 5, "--uneven"))):
        file = tmp_path / f"{number}.toml"
        file.write_text(run("battle", book, *words).output, "utf-8")
        done = run("battle", book, "check", file)
        assert (done.exit_code, done.output) == (0, f"{file}: nothing to object to\n")


@pytest.mark.parametrize("book", BOOKS)
def test_faults_are_listed_with_their_places(book: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text_of(book).replace("turns = ", "turns = -"), "utf-8")
    done = run("battle", book, "check", file)
    assert done.exit_code == 1
    assert "turns 1: turns: -" in done.output
    told = json.loads(run("battle", book, "check", file, "--json").output)
    assert not told["sound"]
    assert told["faults"][0]["at"] == ["turns", 0]


def test_a_file_is_simulated_under_its_title(tmp_path: Path) -> None:
    book, file = "ever_victorious_armies", tmp_path / "mine.toml"
    file.write_text(text_of(book), "utf-8")
    words = ("simulate", book, "--scenario", file, "--games", 1, "--agents", "random,random", "--jobs", 1)
    assert f"Ever Victorious Armies: {TITLE}" in run(*words).output
    assert json.loads(run(*words, "--json").output)["scenario"] == TITLE


def test_what_cannot_be_done_is_said_in_one_line(tmp_path: Path) -> None:
    book = "fix_bayonets"
    for words, said in (
        (("battle", book, "dance"), "battle cannot 'dance'"),
        (("battle", book, "check"), "wants a name or a file"),
        (("battle", book, "show", "nowhere"), "has no scenario"),
        (("battle", book, "check", tmp_path / "nowhere.toml"), "nowhere.toml"),
        (("battle", book, "random", "--seed", 0), "--seed must be at least 1"),
        (("battle", book, "random", "--size", 1), "the cheapest costs"),
        (("fuzz", book, "--battles", 1, "--scenario", "serra"), "leave --scenario out"),
    ):
        done = run(*words)
        assert done.exit_code == 2
        assert said in done.output
        assert done.output.count("\n") == 1


@pytest.mark.parametrize("book", BOOKS[:2])
def test_battles_by_chance_are_played_to_the_end(book: str, tmp_path: Path) -> None:
    ruleset = books.load(book)
    report = fuzz(ruleset, 600, scenarios=ByChance(ruleset, 3, 1), folder=tmp_path, most_games=1, share=0)
    assert (report.games, report.faults) == (1, ())


def test_battles_by_chance_differ() -> None:
    drawn = ByChance(books.load("fix_bayonets"), 0, 4)
    assert len(drawn) == 4
    assert len({drawn[at] for at in range(4)}) == 4
    with pytest.raises(BadInput):
        books.load("fix_bayonets").start(drawn[0].replace("turns = 8", "turns = 0"))
