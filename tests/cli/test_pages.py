"""A page to be written is looked at before any game, and the report is printed before it is written: no run is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard.books
from tests.cli.conftest import Run
from tests.lab.test_fit import counting

RUNS = {
    "ladder": ("ladder", "toy", "--pairs", "1", "--jobs", "1", "--scenario", "skirmish"),
    "fit": ("fit", "toy", "--games", "8", "--jobs", "1", "--scenario", "skirmish"),
}


def folder(at: Path) -> Path:
    return at


def missing(at: Path) -> Path:
    return at / "none" / "page.md"


def in_a_file(at: Path) -> Path:
    (at / "file").write_text("")
    return at / "file" / "page.md"


def latin(at: Path) -> Path:
    (at / "page.md").write_bytes("Äußerst stark".encode("latin-1"))
    return at / "page.md"


def without_end(at: Path) -> Path:
    (at / "page.md").write_text("<!-- ladder toy -->\nmine\n")
    return at / "page.md"


SPOILED: list[tuple[str, Callable[[Path], Path], str]] = [
    (command, page, words)
    for command in RUNS
    for page, words in (
        (folder, "it is a folder; name a file in it"),
        (missing, "there is no folder"),
        (in_a_file, "there is no folder"),
        (latin, "no text in UTF-8"),
    )
] + [("ladder", without_end, "the section 'toy' has no end")]


@pytest.fixture(autouse=True)
def book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grognard.books, "load", lambda name: counting())


@pytest.mark.parametrize(
    ("command", "page", "words"), SPOILED, ids=lambda part: getattr(part, "__name__", "")
)
def test_a_page_that_cannot_be_written_is_told_before_any_game(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    page: Callable[[Path], Path],
    words: str,
) -> None:
    def played(*given: Any, **more: Any) -> Any:
        raise AssertionError("a game was played")

    monkeypatch.setattr("grognard.lab.ladder.ladder", played)
    monkeypatch.setattr("grognard.lab.fit.fit", played)
    path = page(tmp_path)
    before = path.read_bytes() if path.is_file() else None
    result = run(*RUNS[command], "--write", str(path))
    assert result.exit_code == 2
    assert words in result.stderr
    assert str(path) in result.stderr
    assert result.stderr.count("\n") == 1
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize("command", RUNS)
def test_a_page_that_is_spoiled_meanwhile_takes_no_report_with_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    path = tmp_path / "page.md"

    def gone(self: Path, *given: Any, **more: Any) -> Any:
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_text", gone)
    result = run(*RUNS[command], "--write", str(path))
    assert result.exit_code == 2
    assert "No space left on device" in result.stderr
    assert {"ladder": "2 games, 0 did not end", "fit": "[weights]"}[command].split()[-1] in result.stdout


def test_a_page_is_begun_where_there_is_none(run: Run, tmp_path: Path) -> None:
    for command in RUNS:
        assert run(*RUNS[command], "--write", str(tmp_path / command)).exit_code == 0
        assert (tmp_path / command).read_text("utf-8")
