"""The command line with Toy Brigade on the shelf."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import grognard.books
from examples.toy_brigade.toy import RULESET
from grognard.ai.agents import make
from grognard.cli.main import app
from grognard.engine.book import BadInput, Book
from grognard.engine.replay import Game, restore
from grognard.lab.play import play_game

Run = Callable[..., Result]


def load(name: str) -> Book:
    if name != "toy":
        raise BadInput(f"no book is called '{name}'; there are: toy")
    return RULESET


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grognard.books, "names", lambda: ("toy",))
    monkeypatch.setattr(grognard.books, "load", load)
    monkeypatch.setattr(grognard.books, "broken", dict)
    monkeypatch.setattr(grognard.books, "library", lambda: {"toy": RULESET})


@pytest.fixture
def run() -> Run:
    """Run the command line; `typed` is what stands on standard input."""

    def call(*words: str, typed: str = "") -> Result:
        return CliRunner().invoke(
            app, [str(word) for word in words], input=typed, env={"COLUMNS": "100"}, catch_exceptions=False
        )

    return call


@pytest.fixture
def finished(tmp_path: Path) -> tuple[Path, Game]:
    """A finished game and the file that holds it."""
    agents = [make("random", RULESET, seed) for seed in (1, 2)]
    result = play_game(RULESET, "skirmish", agents, seed=3, save=True)
    assert result.save is not None
    game = restore(result.save, {"toy": RULESET})
    path = tmp_path / "game.json"
    path.write_bytes(game.save())
    return path, game


def only_json(result: Result) -> Any:
    """What a report printed: one JSON value and nothing else, anywhere."""
    assert result.stderr == ""
    return json.loads(result.stdout)
