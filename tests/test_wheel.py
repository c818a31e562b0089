"""What is installed has all it needs: fonts, battles, armies, words and the browser's client."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from grognard.books import load
from tests.tools.shelf import BOOKS, ROOT


@pytest.fixture(scope="module")
def packed() -> frozenset[str]:
    """Where every file of the wheel would lie; nothing is built for it."""
    return frozenset(each.distribution_path for each in WheelBuilder(str(ROOT)).recurse_included_files())


def test_every_file_of_ours_is_in_the_wheel(packed: frozenset[str]) -> None:
    words = ["git", "ls-files", "--", "src/grognard"]
    tracked = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    lacking = {path.removeprefix("src/") for path in tracked if (ROOT / path).is_file()} - packed
    assert lacking == set()


@pytest.mark.parametrize("book", BOOKS)
def test_a_books_battles_and_armies_are_in_the_wheel(packed: frozenset[str], book: str) -> None:
    ruleset = load(book)
    paths = [info.path for info in ruleset.scenarios.values()]
    paths += [paths[0].parents[1] / "armies" / f"{name}.toml" for name in ruleset.army.names()]
    assert {_place(path) for path in paths} <= packed


def test_fonts_are_in_the_wheel(packed: frozenset[str]) -> None:
    fonts = sorted((ROOT / "src/grognard/paper/fonts").glob("*.ttf"))
    assert fonts
    assert {_place(path) for path in fonts} <= packed


def test_the_client_is_in_the_wheel_though_git_ignores_it() -> None:
    patterns = WheelBuilder(str(ROOT)).config.artifact_spec
    assert patterns is not None
    assert patterns.match_file("src/grognard/server/static/index.html")


def _place(path: Path) -> str:
    return path.resolve().relative_to(ROOT / "src").as_posix()
