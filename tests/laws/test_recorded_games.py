"""Recorded games keep the laws of `grognard.lab.laws`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard import books
from grognard.engine.choices import thaw
from grognard.engine.log import Entry
from grognard.engine.replay import read_save, state_hash
from grognard.testing import reaches
from grognard.testing.games import hold
from tests.laws.recorded import as_recorded, opened
from tests.tools.shelf import BOOKS, GOLDEN

RECORDED = [(book, path) for book in BOOKS for path in sorted((GOLDEN / book).glob("*.txt"))]


@pytest.mark.parametrize(("name", "path"), RECORDED, ids=[f"{book} {path.stem}" for book, path in RECORDED])
def test_recorded_games_keep_the_laws(name: str, path: Path) -> None:
    """Deep positions: lines in contact, shaken units, a last turn fought for points."""
    game, record = opened(books.load(name), path)
    rng = random.Random(path.stem)

    def moves() -> Iterator[list[Entry]]:
        for entries in as_recorded(game, record):
            reaches.hold(game.book, game, rng)
            yield entries

    hold(game, moves(), share=0.02, seed=record.seed)
    # The goldens replay the same choices and compare all that is told: here it is enough to come to the same end.
    assert path.read_text("utf-8").rstrip().endswith(f"hash: {state_hash(game.book, game.position)}")
    assert [thaw(action) for action in read_save(game.save()).actions] == game.actions
