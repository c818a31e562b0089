"""Battles of one's own: a whole text in a game, told apart from names and files, kept in its save."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard import books
from grognard.engine.battles import LARGEST, LONGEST, file_name
from grognard.engine.book import BadInput, Book, is_text
from grognard.engine.flow import replace
from grognard.engine.replay import Game, read_save, restore, state_hash
from grognard.lab.fuzz import fuzz
from grognard.testing.own_battles import SMALL, TITLE, play_on, text_of
from tests.tools.shelf import BOOKS, SCENES


def named(state: Any, name: str, title: str) -> Any:
    return replace(state, field=replace(state.field, name=name, title=title))


@pytest.mark.parametrize("book", BOOKS)
def test_a_text_begins_as_its_file_does(book: str, tmp_path: Path) -> None:
    ruleset, text = books.load(book), text_of(book)
    state = ruleset.start(text).state
    info = ruleset.scenarios[SMALL[book]]
    assert named(state, info.name, info.title) == ruleset.start(info.name).state
    assert ruleset.told(text)._replace(name="", path=Path()) == info._replace(
        title=TITLE, name="", path=Path()
    )
    file = tmp_path / "mine.toml"
    file.write_text(text, "utf-8")
    assert Game(ruleset, str(file)).position == Game(ruleset, text).position


@pytest.mark.parametrize("book", BOOKS)
def test_a_save_is_whole_in_itself(book: str, tmp_path: Path) -> None:
    ruleset, file = books.load(book), tmp_path / "mine.toml"
    file.write_text(text_of(book), "utf-8")
    game = Game(ruleset, str(file))
    play_on(game, 12, book)
    file.unlink()
    assert is_text(game.scenario)
    again = restore(read_save(game.save()), {book: ruleset})
    assert state_hash(ruleset, again.position) == state_hash(ruleset, game.position)


def test_another_process_replays_it(tmp_path: Path) -> None:
    book = "men_who_would_be_kings"
    game = Game(books.load(book), text_of(book))
    play_on(game, 20, book)
    kept = tmp_path / "kept.json"
    kept.write_bytes(game.save())
    words = [sys.executable, "-m", "grognard", "replay", str(kept)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path, input="q\n")
    assert done.returncode == 0, done.stderr
    assert "20 actions. The game is not finished." in done.stdout


def test_a_file_may_name_a_list_beside_it_and_the_save_holds_both(tmp_path: Path) -> None:
    book = books.load("ever_victorious_armies")
    info = book.scenarios["stockade"]
    text = info.path.read_text("utf-8").replace('army = "taiping"', 'army = "mine.toml"')
    assert "mine.toml" in text
    (tmp_path / "mine.toml").write_text(
        (info.path.parent.parent / "armies" / "taiping.toml").read_text("utf-8"), "utf-8"
    )
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    game = Game(book, str(file))
    for path in tmp_path.glob("*.toml"):
        path.unlink()
    assert restore(read_save(game.save()), {book.name: book}).position == game.position
    with pytest.raises(BadInput, match=r"there is no army 'mine.toml'"):
        book.start(text)


@pytest.mark.parametrize("book", BOOKS)
def test_a_text_reads_no_file(book: str, tmp_path: Path) -> None:
    ruleset = books.load(book)
    info = ruleset.scenarios[SMALL[book]]
    there = next((info.path.parent.parent / "armies").glob("*.toml"))
    key = "force" if "force =" in info.path.read_text("utf-8") else "army"
    lines = [
        f"{key} = '{there}'" if line.startswith(f"{key} =") else line for line in text_of(book).splitlines()
    ]
    with pytest.raises(BadInput, match="there is no"):
        ruleset.start("\n".join(lines))


HOSTILE: dict[str, Any] = {
    "a line": "title = 1",
    "no TOML": "title\n=",
    "empty": "\n",
    "too long": "# " + "x" * LONGEST + "\n",
    "deep": "side = " + "[" * 40 + "]" * 40 + "\n",
    "very deep": "side = " + "[" * 20_000 + "\n",
    "wide": "markers = [" + "1, " * 14_000 + "]\n",
    "a long number": "turns = " + "9" * 5_000 + "\n",
    "a date": "turns = 1979-05-27\n",
    "a bell": 'title = "\\u0007"\n',
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("book", BOOKS)
def test_what_is_no_battle_is_refused_in_one_line(book: str, text: str) -> None:
    for door in (books.load(book).start, books.load(book).told):
        with pytest.raises(BadInput, match=r"^the battle") as fault:
            door(text)
        assert "\n" not in str(fault.value)
        assert len(str(fault.value)) < 400


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e300", str(LARGEST + 1), "0", "-5", "'x'"])
@pytest.mark.parametrize("book", BOOKS)
def test_absurd_numbers_are_refused(book: str, value: str) -> None:
    lines = [
        f"turns = {value}" if line.startswith("turns =") else line for line in text_of(book).splitlines()
    ]
    with pytest.raises(BadInput, match=r"^the battle"):
        books.load(book).start("\n".join(lines))


@pytest.mark.parametrize("title", ["", "  ", "x" * 100, "<script>alert(1)</script>", "a\\nb"])
@pytest.mark.parametrize("book", BOOKS)
def test_titles_are_short_and_plain(book: str, title: str) -> None:
    with pytest.raises(BadInput, match=r"^the battle"):
        books.load(book).told(text_of(book).replace(TITLE, title))


def test_a_book_may_have_only_its_own_battles() -> None:
    with pytest.raises(BadInput, match="Toy Brigade has only its own battles"):
        RULESET.start("a = 1\n")
    with pytest.raises(BadInput, match="toy has no scenario 'x'"):
        RULESET.told("x")


def test_a_battle_is_held_to_the_laws(tmp_path: Path) -> None:
    book = books.load("men_who_would_be_kings")
    report = fuzz(book, 2, scenarios=(text_of(book.name),), folder=tmp_path, most_games=1)
    assert (report.games, report.faults) == (1, ())


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Süße Höhe, 1809", "sue_hohe_1809"),
        ("../../etc/passwd", "etc_passwd"),
        ("戦", "battle"),
        ("a" * 99, "a" * 40),
    ],
)
def test_a_title_names_a_file(title: str, name: str) -> None:
    assert file_name(title) == name


def test_every_scenario_can_be_a_text() -> None:
    for book, scenario in SCENES:
        ruleset: Book = books.load(book)
        assert ruleset.told(text_of(book, scenario)).sides == ruleset.scenarios[scenario].sides
