"""Finished games in a file: what is read of one that was cut or spoiled, and that nothing of it is lost."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from grognard.engine.book import BadInput
from grognard.lab.finished import add, read


class Head(msgspec.Struct, frozen=True):
    seed: int
    book: str


class Game(msgspec.Struct, frozen=True):
    number: int
    words: str = ""


HEAD = Head(3, "toy")
FIRST = msgspec.json.encode(HEAD)
ONE, TWO = (msgspec.json.encode(Game(number, "ü")) for number in (1, 2))


def lines(*given: bytes) -> bytes:
    return b"".join(line + b"\n" for line in given)


BEGUN = {"nothing": b"", "part of the head": FIRST[:7], "the head without its end": FIRST}


@pytest.mark.parametrize("data", BEGUN.values(), ids=BEGUN)
def test_a_file_that_came_no_farther_than_its_head_is_begun(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "games"
    path.write_bytes(data)
    assert read(path, HEAD, Game) == []
    add(path, Game(1, "ü"))
    assert path.read_bytes() == lines(FIRST, ONE)
    assert read(path, HEAD, Game) == [Game(1, "ü")]


def test_a_last_line_that_was_cut_is_dropped_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games"
    path.write_bytes(lines(FIRST, ONE) + TWO[:9])
    monkeypatch.setattr(Path, "write_bytes", lambda *_: pytest.fail("all of it was written anew"))
    assert read(path, HEAD, Game) == [Game(1, "ü")]
    assert path.read_bytes() == lines(FIRST, ONE)


SPOILED = {
    "a head that was cut": (b'{"seed":4,"bo', "its first line, which says of what run, is cut off"),
    "a head of something else": (lines(b"Dear diary,"), "line 1 cannot be read: JSON is malformed"),
    "a head that is no text": (
        lines(b'{"seed":3,"book":"\xe4"}', ONE),
        "line 1 cannot be read: it is not UTF-8",
    ),
    "a broken line": (lines(FIRST, ONE, TWO[:9], ONE), "line 3 cannot be read: Input data was truncated"),
    "an empty line": (lines(FIRST, b"", ONE), "line 2 cannot be read"),
    "another thing": (lines(FIRST, ONE, b'{"no":1}'), "line 3 cannot be read: Object missing required field"),
    "a line that is no text": (
        lines(FIRST, ONE, b'{"number":2,"words":"\xe4"}', ONE),
        "line 3 cannot be read: it is not UTF-8",
    ),
    "another run": (lines(b'{"seed":4,"book":"toy"}', ONE), "holds games of another run: seed is 4, not 3"),
}


@pytest.mark.parametrize(("data", "words"), SPOILED.values(), ids=SPOILED)
def test_what_is_wrong_is_told_by_file_and_line_and_nothing_is_changed(
    tmp_path: Path, data: bytes, words: str
) -> None:
    path = tmp_path / "games"
    path.write_bytes(data)
    with pytest.raises(BadInput) as told:
        read(path, HEAD, Game)
    assert words in str(told.value)
    assert str(told.value).startswith(str(path))
    assert path.read_bytes() == data
