"""`grognard new-book` writes a book that plays at once, by every level and every command."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from grognard import books
from grognard.ai.agents import make
from grognard.ai.levels import RANKS
from grognard.cli.main import app
from grognard.cli.new_book import STARTER
from grognard.engine.book import Book
from grognard.engine.livery import load_wardrobe
from grognard.engine.switches import load_switches
from grognard.lab.fuzz import fuzz
from grognard.lab.play import play_game
from tests.books.outside import KEY, NAME, TITLE, shelved, written


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The new book, in a folder, beside those of the program."""
    with shelved(monkeypatch, written(tmp_path)):
        yield


@pytest.fixture
def book() -> Book:
    return books.load(NAME)


def run(*words: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=typed, env={"COLUMNS": "120"})


def test_every_word_of_the_starter_was_replaced(tmp_path: Path) -> None:
    texts = {path: path.read_text("utf-8") for path in (tmp_path / NAME).rglob("*") if path.is_file()}
    assert len(texts) >= 17
    assert not [path for path, text in texts.items() if "starter" in text.lower()]
    assert books.load(NAME).title == TITLE
    assert books.load(NAME).key == KEY


@pytest.mark.parametrize("level", RANKS)
def test_every_level_plays_it(book: Book, level: str) -> None:
    agents = [make(level, book, 1), make("recruit", book, 2)]
    result = play_game(book, "meeting", agents, seed=4, limit=24)
    assert result.actions == 24


def test_it_is_fuzzed(book: Book, tmp_path: Path) -> None:
    report = fuzz(book, 100, seed=1, folder=tmp_path, most_games=6)
    assert (report.games, report.faults) == (6, ())


def test_it_is_played_in_the_terminal() -> None:
    typed = "".join(f"{line}\n" for line in (*["auto"] * 30, "m", "log", "q"))
    shown = run("play", NAME, "--side", 1, "--seed", 3, typed=typed)
    assert shown.exit_code == 0
    assert shown.stderr == ""
    assert TITLE in shown.stdout


@pytest.mark.parametrize(
    "words",
    [("odds", NAME, "fire", "distance=9"), ("quickref", NAME), ("perft", NAME, "meeting", "--depth", 1)],
)
def test_every_report_has_something_to_say(words: tuple[object, ...]) -> None:
    told = run(*words)
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("Toy", "Toy", "TY"), "small letters"),
        (("class", "Toy", "TY"), "small letters"),
        (("json", "Toy", "TY"), "Python has a package 'json' already"),
        ((NAME, "Toy", "TY"), f"there is a book '{NAME}' already"),
        (("own_toy", 'a "quote"', "TY"), "TITLE is one line"),
        (("own_toy", "Toy", "ty"), "capital letters"),
    ],
)
def test_what_cannot_be_a_book_is_refused(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    refused = run("new-book", *words, "--into", tmp_path / "new")
    assert refused.exit_code == 2
    assert told in refused.stderr
    assert not (tmp_path / "new").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "own_toy").mkdir()
    refused = run("new-book", "own_toy", "Toy", "TY", "--into", tmp_path)
    assert refused.exit_code == 2
    assert "is there already" in refused.stderr


def test_the_samples_can_be_read(book: Book, tmp_path: Path) -> None:
    """Each beside the front door, as its first lines say."""
    for sample in (tmp_path / NAME / "samples").glob("*.toml"):
        shutil.copy(sample, tmp_path / NAME / NAME)
    assert set(load_wardrobe(NAME).armies) == {"reds", "blues"}
    assert load_switches(NAME, book.options).group == ()


def test_the_starter_is_small() -> None:
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in STARTER.glob("*.py"))
    assert lines <= 900
