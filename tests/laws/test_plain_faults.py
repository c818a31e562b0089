"""What is wrong with a list or a battle of one's own is told in words: no key, no field, no type of the program.

The army builder and the battle editor answer whatever they are given. So every list and battle that comes with a book is spoilt in
every place, in every way one may be spoilt, and all that is said against it is read.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from grognard import books
from grognard.engine.battles import desk_of, read_battle, shipped
from grognard.engine.book import BadInput, Book
from grognard.engine.workshop import look_at
from tests.laws.test_plain_words import internal
from tests.tools.shelf import BOOKS

NONSENSE = "Such nonsense"
MORE = "No such field"
WRONG: tuple[Any, ...] = (NONSENSE, "", -7, 0, 2.5, 99_999, True, [], {}, [NONSENSE], {NONSENSE: 1})
"""What is put in the place of something."""
FEW = 6
"""Every so manieth spoilt battle is looked at: each is laid out, and begun if nothing is wrong with it."""
PROGRAM = re.compile(r"[`$]|\b(str|int|float|bool|object|array)\b|Object [mc]|Expected|enum\b")
Path = tuple[str | int, ...]


def places(plain: Any, way: Path = ()) -> Iterator[Path]:
    """The way to everything in it."""
    if isinstance(plain, dict):
        keys: list[str | int] = list(plain)
    elif isinstance(plain, list):
        keys = [0] if plain else []  # the other rows are like the first
    else:
        return
    for key in keys:
        yield (*way, key)
        yield from places(plain[key], (*way, key))


def spoilt(plain: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The same with one thing wrong, and what."""
    for way in places(plain):
        at = "/".join(map(str, way))
        for value in WRONG:
            yield f"{at} = {value!r}", _changed(plain, way, value)
        yield f"{at} left out", _changed(plain, way)
        if isinstance(rows := _found(plain, way), list) and rows:
            yield f"{at} twice", _changed(plain, way, [*rows, rows[-1]])
            yield f"{at} many", _changed(plain, way, (rows * 150)[:150])
        if isinstance(_found(plain, way), dict):
            yield f"{at} with more", _changed(plain, (*way, MORE), 1)
    yield "with more", plain | {MORE: 1}


def _found(plain: Any, way: Path) -> Any:
    for key in way:
        plain = plain[key]
    return plain


def _changed(plain: dict[str, Any], way: Path, *value: Any) -> dict[str, Any]:
    given = copy.deepcopy(plain)
    home = _found(given, way[:-1])
    if value:
        home[way[-1]] = value[0]
    else:
        del home[way[-1]]
    return given


def told_of_lists(book: Book) -> Iterator[tuple[str, str]]:
    """What the army builder says against lists."""
    desk = book.army.workshop
    for name in (*(one.title for one in desk.kit().blanks[:2]), *book.army.names()[:3]):
        blanks = {one.title: one.list for one in desk.kit().blanks}
        for what, given in spoilt(blanks[name] if name in blanks else book.army.plain(name)):
            try:
                for fault in look_at(desk, given).faults:
                    yield f"{name}, {what}", _without_ids(given, fault.words)
            except BadInput as fault:
                yield f"{name}, {what}", str(fault)


def _without_ids(given: dict[str, Any], text: str) -> str:
    """The text, in which a number that no page shows is marked as a key; one that stands there twice has to be named."""
    ids = {
        str(row["id"]) for row in _rows(given) if row.get("name") and row.get("id") and row["id"] not in WRONG
    }
    return text if text.endswith("is listed twice") else _marked(ids, text)


def _marked(ids: set[str], text: str) -> str:
    words = set(re.findall(r"\w+", text))
    return f"{text} (by key_word {sorted(words & ids)})" if words & ids else text


def _rows(plain: Any) -> Iterator[dict[str, Any]]:
    """Every row of a list, those within others too."""
    if isinstance(plain, dict):
        yield plain
    for each in plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ():
        yield from _rows(each)


def told_of_battles(book: Book) -> Iterator[tuple[str, str]]:
    """What the battle editor says against battles."""
    first, *_ = book.scenarios
    ids = {unit.id for army in desk_of(book).kit().lists for unit in army.units if unit.id != unit.name}
    for name, plain in (("blank", desk_of(book).kit().blanks[0].battle), (first, shipped(book, first))):
        for what, given in islice(spoilt(plain), 0, None, FEW):
            try:
                for fault in read_battle(book, given).faults:
                    yield f"{name}, {what}", _marked(ids, fault.words)
            except BadInput as fault:
                yield f"{name}, {what}", str(fault)


def unplain(told: Iterator[tuple[str, str]]) -> list[str]:
    """What a player should not have to read, once for each wording."""
    found: dict[str, str] = {}
    for where, text in told:
        kind = internal(where, text) or ("a type of the program" if PROGRAM.search(text) else "")
        if kind:
            found.setdefault(text, f"{where}: {kind}: {text}")
    return list(found.values())


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_wrong_with_a_list_is_plain(name: str) -> None:
    found = unplain(told_of_lists(books.load(name)))
    assert not found, "\n".join(found[:60])


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_wrong_with_a_battle_is_plain(name: str) -> None:
    found = unplain(told_of_battles(books.load(name)))
    assert not found, "\n".join(found[:60])
