"""A book is played for some turns in the terminal, with every screen and command there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from grognard import books
from grognard.cli.main import app
from grognard.engine.replay import read_save
from grognard.testing.shelf import BOOKS

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
def test_two_people_and_two_computers(name: str, tmp_path: Path) -> None:
    scenario = list(books.load(name).scenarios)[-1]
    sound(played(tmp_path, name, "--scenario", scenario, "--opponent", "hotseat"))
    sound(played(tmp_path, name, "--scenario", scenario, "--side", "watch", "--opponent", "greedy"))
