"""A book is played in the terminal with its switches thrown, and in a battle drawn by a number."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard import books
from grognard.cli.main import app
from grognard.testing.playable.test_terminal import played, sound
from grognard.testing.shelf import BOOKS


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
def test_a_battle_drawn_by_a_number(name: str, tmp_path: Path) -> None:
    drawn = CliRunner().invoke(app, ["battle", name, "random", "--seed", "7"], catch_exceptions=False)
    file = tmp_path / "drawn.toml"
    file.write_text(drawn.stdout, "utf-8")
    sound(played(tmp_path, name, "--scenario", str(file), "--side", "1"))
