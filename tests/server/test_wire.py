"""Messages are written as they always would be, though what does not change is written once."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from grognard import books
from grognard.engine.choices import Ask
from grognard.engine.view import Piece, View
from grognard.server import wire
from grognard.server.record import Record
from grognard.server.views import Sight

CHOICES = 40


@pytest.mark.parametrize("name", books.names())
def test_a_view_is_written_as_it_would_be_without_memory(name: str) -> None:
    book, rng, ink = books.load(name), random.Random(4), wire.Ink()
    record = Record(book, next(iter(book.scenarios)), book.read_options({}), bytes(32))
    for _ in range(CHOICES):
        asked = record.pending
        for one in record.try_out(asked.sample(rng) if isinstance(asked, Ask) else None):
            record.take_in(one)
        if record.over:
            break
        ink.moved()
        for side in (0, 1, None):
            view = Sight(book, record.engine, record.position, side).view()
            assert msgspec.json.encode(ink.written(view)) == msgspec.json.encode(view)


def piece(number: int, name: str = "1st Foot") -> Piece:
    return Piece(number, 0, name, "foot", "F", (0, 0, 0), ())


def view(*pieces: Piece) -> View:
    return View("toy", "field", 0, ("Red", "Blue"), "Turn 1", pieces, ())


def test_a_piece_is_written_once_for_all_sides_and_until_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Any] = []
    monkeypatch.setattr(
        wire.msgspec.json, "encode", lambda one: written.append(one) or msgspec.json.Encoder().encode(one)
    )
    ink, stands, goes, gone = wire.Ink(), piece(1), piece(2), piece(2, "2nd Foot")
    for _side in range(2):
        ink.written(view(stands, goes))
    assert written == [stands, goes]
    ink.moved()
    for _side in range(2):
        ink.written(view(stands, gone))
    assert written == [stands, goes, gone]
    assert [one for one, _ in ink._now.values()] == [stands, gone], "what has changed is forgotten"


def test_a_game_that_stands_still_is_not_written_down_for_ever() -> None:
    ink = wire.Ink()
    for number in range(3 * wire.MOST):
        ink.written(view(piece(number)))
    assert len(ink._now) + len(ink._before) <= 2 * (wire.MOST + 1)
