"""`pytest --grognard-book NAME`: the general tests on one book, in two grades, in a process of their own as its author runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.books.places import VARIABLE
from grognard.testing import complete
from tests.books.outside import NAME, change, door, written
from tests.tools.shelf import ROOT

COMPLETE = Path(complete.__file__).parent


def asked(project: Path, *words: object, book: str = NAME) -> tuple[int, str]:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-rs",
        "-p",
        "no:cacheprovider",
        "-p",
        "grognard.testing.plugin",
    ]
    done = subprocess.run(
        [*command, "--grognard-book", book, *map(str, words)],
        cwd=project,
        env={**os.environ, VARIABLE: ".", "PYTEST_ADDOPTS": "", "GAMES": "8"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_a_new_book_is_playable_with_its_own_tests(tmp_path: Path) -> None:
    status, told = asked(written(tmp_path))
    assert status == 0, told[-4000:]
    count = int(told.rsplit(" passed", 1)[0].split()[-1])
    assert count >= 45


@pytest.mark.slow
def test_toy_brigade_is_playable() -> None:
    status, told = asked(ROOT / "examples" / "toy_brigade", book="toy")
    assert status == 0, told[-4000:]


def test_the_complete_grade_names_what_is_missing(tmp_path: Path) -> None:
    project = written(tmp_path)
    rooms = COMPLETE / "test_rooms.py"
    status, told = asked(project, "--grognard-grade", "complete", rooms, "-k", "has_the_rooms")
    assert status == 1
    assert (
        "missing: ['armies', 'army', 'liveries.toml', 'printing', 'rulings.md', 'switches.toml', 'words'"
        in told
    )


def test_what_a_playable_book_does_not_tell_is_skipped_by_name(tmp_path: Path) -> None:
    status, told = asked(written(tmp_path), COMPLETE / "test_open_battles.py", "-k", "drawn_by_a_number")
    assert status == 0
    assert f"{NAME}: book.toml does not say 'open_battle'" in told


def test_a_book_that_does_not_open_ends_the_run_with_its_line(tmp_path: Path) -> None:
    project = written(tmp_path)
    change(door(project), "api=1", "api=9")
    status, told = asked(project)
    assert status == 4
    assert "is written for version 9" in told
    assert "Traceback" not in told
