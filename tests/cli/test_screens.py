"""The screens and commands of the terminal that `grognard.testing` goes through are all there are."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner

from grognard import books
from grognard.cli.main import app
from grognard.cli.terminal.commands import COMMANDS
from grognard.cli.terminal.panels import TONES
from grognard.engine.view import Tone
from grognard.testing.playable.test_terminal import typed
from tests.tools.shelf import BOOKS


@pytest.fixture(autouse=True)
def shelf() -> None:
    """The books themselves, not the toy."""


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
