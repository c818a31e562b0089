"""Five seconds of fuzzing a book, always with the same seeds. `make fuzz` goes on for longer."""

from __future__ import annotations

import pytest

from grognard import books
from grognard.lab.fuzz import fuzz
from tests.tools.shelf import BOOKS, ROOT

SECONDS = 5


@pytest.mark.parametrize("name", BOOKS)
def test_random_games_show_no_fault(name: str) -> None:
    report = fuzz(books.load(name), SECONDS, seed=1, folder=ROOT / "failures")
    told = "\n".join(
        f"{fault.law}: {fault.found} ({fault.scenario} after {fault.at} actions: {fault.file})"
        for fault in report.faults
    )
    assert not report.faults, told
    assert report.actions > 0
