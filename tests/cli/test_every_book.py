"""Every book is played for some turns in the terminal, with every screen and command there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner, Result

from grognard import books
from grognard.cli.main import app
from grognard.cli.terminal.commands import COMMANDS
from grognard.cli.terminal.panels import TONES
from grognard.engine.replay import read_save
from grognard.engine.view import Tone
from tests.tools.shelf import BOOKS

SCREENS = (
    "?", "o", "m", "map", "log", "more", "b", "hint", "ref move", "i 0", "i 1", "card 2",
    "w", "w march 0", "w march 1", "why charge 0 1", "w fire 1 20", "w dance", "p", "p forward 6", "p turn 30, forward 3", "u", "r",
)  # fmt: skip
"""What may be asked and done at every choice; most of it is refused at some of them."""
TURNS = 16
"""Choices made: some turns of any book."""
SAMPLE = [
    (name, scenario, str(1 + at % 2))
    for name in BOOKS
    for at, scenario in enumerate(list(books.load(name).scenarios)[::5])
]
"""Battles of every book, seen from one side or the other."""


@pytest.fixture(autouse=True)
def shelf() -> None:
    """The books themselves, not the toy."""


def typed(folder: Path) -> list[str]:
    """A game: twice all screens are asked for, at others a list is opened and left again."""
    kept = folder / "game.json"
    lines: list[str] = []
    for choice in range(TURNS):
        if choice in (0, 10):
            lines += SCREENS
        if choice % 8 == 3:
            lines += ["1", "b", "2", "b", "more", "b", "u", "u"]
        lines += ["s", f"s {kept}", "auto", f"l {kept}"] if choice == 6 else []
        lines.append("auto")
    return [*lines, "o", "m", "log", "auto", "q", ""]


def played(folder: Path, *words: str) -> Result:
    lines = "".join(f"{line}\n" for line in typed(folder))
    return CliRunner().invoke(
        app, ["play", *words, "--seed", "4"], input=lines, env={"COLUMNS": "100"}, catch_exceptions=False
    )


def sound(result: Result) -> str:
    """What was shown: no fault of ours, and no words of the program."""
    assert result.exit_code == 0
    assert result.stderr == ""
    assert "Traceback" not in result.stdout
    raw = re.search(r"^.*\{'\w+':.*$|^.*Refusal\(.*$|^.*<\w+\.\w+: .*$", result.stdout, re.MULTILINE)
    assert raw is None, raw[0]
    return result.stdout


@pytest.mark.parametrize(("name", "scenario", "side"), SAMPLE)
def test_some_turns_with_every_screen(name: str, scenario: str, side: str, tmp_path: Path) -> None:
    told = sound(played(tmp_path, name, "--scenario", scenario, "--side", side))
    assert "The computer would:" in told
    assert "take back your last action" in told
    assert "Saved to " in told
    assert "Loaded " in told
    assert read_save((tmp_path / "game.json").read_bytes(), "game.json").book == name


@pytest.mark.parametrize("name", BOOKS)
def test_with_every_switch_thrown(name: str, tmp_path: Path) -> None:
    usual = books.load(name).options()
    flags = [field for field in usual.__struct_fields__ if isinstance(getattr(usual, field), bool)]
    assert flags
    words = [
        word for flag in flags for word in ("--option", f"{flag}={'off' if getattr(usual, flag) else 'on'}")
    ]
    sound(played(tmp_path, name, "--scenario", next(iter(books.load(name).scenarios)), "--side", "1", *words))


@pytest.mark.parametrize("name", BOOKS)
def test_two_people_and_two_computers(name: str, tmp_path: Path) -> None:
    scenario = list(books.load(name).scenarios)[-1]
    sound(played(tmp_path, name, "--scenario", scenario, "--opponent", "hotseat"))
    sound(played(tmp_path, name, "--scenario", scenario, "--side", "watch", "--opponent", "greedy"))


@pytest.mark.parametrize("name", BOOKS)
def test_a_battle_drawn_by_a_number(name: str, tmp_path: Path) -> None:
    drawn = CliRunner().invoke(app, ["battle", name, "random", "--seed", "7"], catch_exceptions=False)
    file = tmp_path / "drawn.toml"
    file.write_text(drawn.stdout, "utf-8")
    sound(played(tmp_path, name, "--scenario", str(file), "--side", "1"))


def test_every_command_is_among_the_screens_and_choices() -> None:
    said = {line.split()[0] for line in typed(Path()) if line}
    assert {COMMANDS[word] for word in said if word in COMMANDS} == set(COMMANDS.values())


def test_every_tone_has_a_colour() -> None:
    assert set(TONES) == set(get_args(Tone))


def test_a_book_without_battles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = books.load(BOOKS[0])._replace(scenarios={})
    monkeypatch.setattr(books, "load", lambda _name: empty)
    result = CliRunner().invoke(app, ["play", BOOKS[0]])
    assert result.exit_code == 2
    assert "has no scenarios" in result.stderr
