"""Whatever is given wrong to the program itself: one clear line on standard error, status 2, no traceback.

For every book on the shelf, as others start it. `tests/cli/test_bad_input.py` has many more cases inside one process.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard import books
from grognard.engine import files
from grognard.engine.book import BadInput, Book
from grognard.engine.replay import Game
from grognard.testing.games import some_action
from tests.tools.shelf import BOOKS, ROOT, SCENES, TESTS
from tests.tools.started import Ready

FAULTY_FILES = sorted((TESTS / "books").glob("*/faulty/*.toml"))
"""Scenario files with one fault each; the first line says what the answer must name."""


Refused = Callable[..., str]


@pytest.fixture(scope="session")
def ready() -> Iterator[Ready]:
    """The program, about to be started."""
    one = Ready()
    yield one
    one.close()


@pytest.fixture
def refused(ready: Ready) -> Refused:
    """What the program says to a wrong input."""

    def told(*words: object) -> str:
        done = ready.run(*words)
        assert done.returncode == 2, f"status {done.returncode}: {done.stdout}{done.stderr}"
        assert done.stdout == ""
        assert done.stderr.startswith("grognard: ")
        assert done.stderr.count("\n") == 1, done.stderr
        return done.stderr

    return told


def test_the_program_told_from_a_fork_is_the_program(ready: Ready) -> None:
    """Started afresh it says the same."""
    for words in (("frolic",), ("odds", "atlantis"), ("books",), ("--version",)):
        done = subprocess.run(
            [sys.executable, "-m", "grognard", *words],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ready.run(*words) == (done.returncode, done.stdout, done.stderr)


# ---- saves


def a_save(book: Book) -> dict[str, Any]:
    """A game of a dozen actions, as plain data."""
    game, rng = Game(book, next(iter(book.scenarios))), random.Random(1)
    for _ in range(12):
        game.apply(some_action(game, rng))
    found: dict[str, Any] = json.loads(game.save())
    return found


def spoiled(raw: dict[str, Any], fault: str) -> bytes:
    moves = [action for action in raw["actions"] if action["type"] == "move"]
    if fault == "truncated":
        return json.dumps(raw).encode()[:-40]
    if fault == "unknown verb":
        moves[0]["verb"] = "dance"
    elif fault == "other version":
        raw["version"] = "0.0"
    elif fault == "unknown book":
        raw["book"] = "atlantis"
    elif fault == "unknown scenario":
        raw["scenario"] = "moon"
    elif fault == "unknown option":
        raw["options"]["rain"] = True
    elif fault == "missing field":
        del raw["actions"]
    elif fault == "unknown field":
        raw["weather"] = "rain"
    elif fault == "not an object":
        return b"[]"
    elif fault == "empty":
        return b""
    elif fault == "binary":
        return bytes(range(256))
    return json.dumps(raw).encode()


SPOILED = {
    "truncated": "cut short",
    "unknown verb": "not among the choices",
    "other version": "version 0.0",
    "unknown book": "atlantis",
    "unknown scenario": "moon",
    "unknown option": "rain",
    "missing field": "actions",
    "unknown field": "weather",
    "not an object": "not a game file",
    "empty": "cut short",
    "binary": "cut short",
}


@pytest.mark.parametrize(("fault", "names"), SPOILED.items(), ids=list(SPOILED))
@pytest.mark.parametrize("name", BOOKS)
def test_a_spoiled_save(name: str, fault: str, names: str, tmp_path: Path, refused: Refused) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(spoiled(a_save(books.load(name)), fault))
    assert names in refused("replay", file, "--verify")


def test_a_folder_is_no_save(tmp_path: Path, refused: Refused) -> None:
    assert "directory" in refused("replay", tmp_path)


def test_a_folder_is_no_scenario(tmp_path: Path, refused: Refused) -> None:
    folder = tmp_path / "scene.toml"
    folder.mkdir()
    assert "scene.toml" in refused("simulate", BOOKS[0], "--scenario", folder)


# ---- words


WRONG = {
    "a command": (("frolic",), "frolic"),
    "a book": (("odds", "atlantis"), "no book is called 'atlantis'"),
    "an agent": (("simulate", "BOOK", "--agents", "greedy,genius"), "no agent is called 'genius'"),
    "an option": (("simulate", "BOOK", "--option", "rain=on"), "no option 'rain'"),
    "a switch": (("simulate", "BOOK", "--rain"), "--rain"),
    "a scenario": (("simulate", "BOOK", "--scenario", "moon"), "no scenario 'moon'"),
    "a situation": (("odds", "BOOK", "siege"), "siege"),
    "a field": (("odds", "BOOK", "SITUATION", "strngth=3"), "strngth"),
    "an army": (("army", "BOOK", "show", "atlanteans"), "atlanteans"),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", BOOKS)
def test_an_unknown_word(name: str, wrong: str, refused: Refused) -> None:
    words, names = WRONG[wrong]
    meant = {"BOOK": name, "SITUATION": next(iter(books.load(name).situations), "none")}
    assert names in refused(*(meant.get(word, word) for word in words))


# ---- scenario files


@pytest.mark.parametrize("path", FAULTY_FILES, ids=lambda path: f"{path.parts[-3]} {path.stem}")
def test_a_faulty_scenario_file(path: Path, refused: Refused) -> None:
    names = path.read_text("utf-8").splitlines()[0].removeprefix("# ")
    assert names in refused("simulate", path.parts[-3], "--scenario", path, "--games", 1)


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_has_faulty_files(name: str) -> None:
    found = {path.stem for path in FAULTY_FILES if path.parts[-3] == name}
    assert {"missing_field", "overlapping_units", "malformed"} <= found


OTHERS: tuple[Any, ...] = (None, "x", -1, 10**9, 2.5, [], {}, [[]])


def changes(raw: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place in a file, with what could stand there instead; `None` takes it out."""
    entries: list[tuple[Any, Any]] = []
    if isinstance(raw, dict):
        entries = list(raw.items())
    elif isinstance(raw, list):
        entries = list(enumerate(raw[:3]))  # the rest is like these
    for key, value in entries:
        yield from (((*way, key), other) for other in OTHERS)
        yield from changes(value, (*way, key))


def changed(raw: Any, way: tuple[Any, ...], other: Any) -> Any:
    """The same data with one thing changed."""
    key, *rest = way
    copy = dict(raw) if isinstance(raw, dict) else list(raw)
    if rest:
        copy[key] = changed(copy[key], tuple(rest), other)
    elif other is None:
        del copy[key]
    else:
        copy[key] = other
    return copy


def toml(value: Any) -> str:
    """Plain data as TOML on one line; at the top, a line for each key."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


class Parsed:
    """Stands where the reader of TOML stands: a text that was announced is what was announced, any other is read as ever.

    To write a file out as TOML and take it apart again is nine tenths of reading it, and none of it is ours.
    """

    def __init__(self) -> None:
        self.known: dict[str, bytes] = {}

    def loads(self, text: str) -> Any:
        """A text as plain data, new every time."""
        known = self.known.get(text)
        return tomllib.loads(text) if known is None else msgspec.json.decode(known)


@pytest.mark.parametrize(("name", "scenario"), SCENES)
def test_no_change_of_a_scenario_file_breaks_the_program(
    name: str, scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file with anything missing or of another kind is read or refused in one line, nothing else."""
    book, parser = books.load(name), Parsed()
    monkeypatch.setattr(files, "read", parser.loads)
    raw = tomllib.loads(book.scenarios[scenario].path.read_text("utf-8"))
    path, rng = tmp_path / "scene.toml", random.Random(scenario)
    every = list(changes(raw))
    said = set()
    for number, (way, other) in enumerate(rng.sample(every, min(400, len(every)))):
        spoilt = changed(raw, way, other)
        if number % 20:
            text = f"{scenario} of {name}, changed for the {number}th time"
            parser.known[text] = msgspec.json.encode(spoilt)
        else:
            text = "\n".join(f"{key} = {toml(part)}" for key, part in spoilt.items())
            assert tomllib.loads(text) == spoilt
        path.write_text(text, "utf-8")
        try:
            book.start(path)
        except BadInput as fault:
            said.add(str(fault))
    assert len(said) > 10
    assert not [line for line in said if "\n" in line or not line.startswith("scene.toml")]
