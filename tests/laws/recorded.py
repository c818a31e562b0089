"""Recorded games, for positions that random play never reaches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grognard.engine.book import Book
from grognard.engine.flow import IllegalAction
from grognard.engine.log import Entry
from grognard.engine.replay import Game
from tests.tools import transcript


def as_recorded(game: Game, record: transcript.Record) -> Iterator[list[Entry]]:
    """Play a recorded game, as far as the rules still allow it: the goldens tell where they do not."""
    yield game.entries[0]
    for action in record.actions:
        try:
            yield game.apply(action)
        except IllegalAction:
            return


def opened(book: Book, path: Path) -> tuple[Game, transcript.Record]:
    """A recorded game before its first action."""
    record = transcript.parse(path.read_text("utf-8"))
    return Game(book, record.scenario, book.read_options(record.options)), record
