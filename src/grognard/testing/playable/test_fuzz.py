"""A game of every book by the fuzzer, always the same: test_laws holds many more to the same laws. `make fuzz` goes on for longer."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import books
from grognard.lab.fuzz import fuzz
from grognard.testing.shelf import BOOKS

SECONDS = 100
"""More than any game takes: what is played hangs on no clock."""


@pytest.mark.parametrize("name", BOOKS)
def test_random_games_show_no_fault(name: str) -> None:
    report = fuzz(books.load(name), SECONDS, seed=1, folder=Path("failures"), most_games=1)
    told = "\n".join(
        f"{fault.law}: {fault.found} ({fault.scenario} after {fault.at} actions: {fault.file})"
        for fault in report.faults
    )
    assert not report.faults, told
    assert report.games == 1
    assert report.actions > 0
