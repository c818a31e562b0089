"""Lists and battles that mean harm, in every book and by every way in: the workshop's check, the command line, a game on the server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.books import load
from grognard.cli.main import app
from grognard.engine.book import BadInput
from grognard.engine.workshop import from_text, look_at
from grognard.server.config import LIBRARY
from tests.engine.test_own_battles import HOSTILE as BATTLES
from tests.engine.test_own_battles import TITLE, text_of
from tests.server.running import Running, in_thread
from tests.test_fielding import OWN
from tests.tools.shelf import BOOKS, house


def sound(book: str) -> str:
    """One of the book's own lists."""
    return (house(book) / "armies" / f"{OWN[book][0]}.toml").read_text("utf-8")


def called(text: str, name: str) -> str:
    """The same list with another name for its first unit."""
    at = re.search(r"^\[\[(brigade\.)?unit\]\]$", text, re.MULTILINE)
    assert at is not None
    return text[: at.end()] + re.sub(
        r"(?m)^name = .*$", lambda _: f"name = {name}", text[at.end() :], count=1
    )


def titled(text: str, title: str) -> str:
    """The same list with another title."""
    return re.sub(r"(?m)^title = .*$", f"title = {title}", text, count=1)


Harm = Callable[[str], str]
HOSTILE: dict[str, Harm] = {
    "empty": lambda text: "\n",
    "no TOML": lambda text: "title\n=",
    "other lines": lambda text: f"weather = 'rain'\n{text}",
    "huge": lambda text: f"{text}\n# {'x' * 50_000}\n",
    "many rows": lambda text: f"{text}\n" + "[[unit]]\nname = 'x'\n" * 1_000,
    "deep": lambda text: f"notes = {'[' * 40}{']' * 40}\n{text}",
    "very deep": lambda text: f"notes = {'[' * 15_000}\n{text}",
    "a long number": lambda text: f"points = {'9' * 5_000}\n",
    "an absurd number": lambda text: re.sub(r"(?m)^(figures|steps|points) = .*$", r"\1 = 999999999999", text),
    "below zero": lambda text: re.sub(r"(?m)^(figures|steps|points) = .*$", r"\1 = -5", text),
    "not a number": lambda text: re.sub(r"(?m)^(figures|steps|points) = .*$", r"\1 = nan", text),
    "a date": lambda text: titled(text, "1979-05-27"),
    "script in its title": lambda text: titled(text, "'<script>alert(1)</script>'"),
    "script in a name": lambda text: called(text, "'<img src=x onerror=alert(1)>'"),
    "a bell in a name": lambda text: called(text, '"a\\u0007b"'),
    "an endless name": lambda text: called(text, f"'{'x' * 3_000}'"),
}
CASES = [pytest.param(book, harm, id=f"{book} {name}") for book in BOOKS for name, harm in HOSTILE.items()]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the real shelf."""
    with in_thread(tmp_path_factory.mktemp("library") / "games.db", shelf=LIBRARY) as running:
        yield running


@pytest.mark.parametrize(("book", "harm"), CASES)
def test_a_list_that_means_harm_is_refused(book: str, harm: Harm, tmp_path: Path) -> None:
    ruleset, text = load(book), harm(sound(book))
    assert text != sound(book)
    # The builder: no list at all, or one with its faults; wrong prices alone are put right.
    battle = ruleset.army.workshop.kit().battle
    with suppress(BadInput):
        draft = look_at(ruleset.army.workshop, from_text(text))
        again = ruleset.read_options(ruleset.fielding({"1": draft.text}))
        assert draft.faults or ruleset.start(battle, again)
    # A game that is given the text.
    with pytest.raises(BadInput) as refused:
        ruleset.start(battle, ruleset.read_options(ruleset.fielding({"1": text})))
    assert plain(str(refused.value))
    # The command line, by file.
    file = tmp_path / "mine.toml"
    file.write_text(text, "utf-8")
    for words in (
        ("simulate", book, "--army", f"1={file}", "--games", "1"),
        ("army", book, "check", str(file)),
    ):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 2 or (words[0] == "army" and done.exit_code == 1), done.output
        assert "Traceback" not in done.output
        if done.exit_code == 2:
            assert "mine.toml" in done.stderr
            assert plain(done.stderr.strip())


def plain(words: str) -> bool:
    """One line that can be read."""
    return 0 < len(words) < 500 and "\n" not in words


@pytest.mark.parametrize("book", BOOKS)
def test_the_server_fields_no_list_that_means_harm(library: Running, book: str) -> None:
    battle = load(book).army.workshop.kit().battle
    seats = [{"kind": "here"}, {"kind": "here"}]
    for name, harm in HOSTILE.items():
        text = harm(sound(book))
        wish = {"book": book, "scenario": battle, "seats": seats, "armies": {"2": text}}
        answer = library.http.post("/api/games", json=wish, timeout=60)
        assert answer.status_code in (413, 422), f"{name}: {answer.text}"
        assert answer.json()["error"]["message"], name
        draft = library.http.post(f"/api/books/{book}/workshop", json={"text": text}, timeout=60)
        assert draft.status_code in (413, 422) or draft.json()["faults"] or draft.json()["text"] != text, name


def harmful_battles(book: str) -> dict[str, str]:
    """What is no battle at all, and one with a program for a title."""
    return {**BATTLES, "script": text_of(book).replace(TITLE, "<script>alert(1)</script>")}


@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_that_means_harm_is_refused(library: Running, book: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    for name, text in harmful_battles(book).items():
        file.write_text(text, "utf-8")
        done = CliRunner().invoke(app, ("simulate", book, "--scenario", str(file), "--games", "1"))
        assert done.exit_code == 2, f"{name}: {done.output}"
        assert plain(done.stderr.strip()), f"{name}: {done.stderr}"
        seats = [{"kind": "here"}, {"kind": "here"}]
        wishes = (
            ("/api/games", {"book": book, "battle": text, "seats": seats}),
            (f"/api/books/{book}/battles", {"text": text}),
        )
        for address, wish in wishes:
            answer = library.http.post(address, json=wish, timeout=60)
            refused = answer.status_code in (400, 413, 422) and answer.json()["error"]["message"]
            assert refused or answer.json()["faults"], f"{name}: {answer.text}"
