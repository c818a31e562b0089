"""What goes wrong is told in words too: whatever the server refuses, and whatever is asked amiss in any book."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard import books
from grognard.engine.book import BadInput
from grognard.server.catalogue import options_of
from grognard.server.jobs import Bench
from grognard.server.plainly import in_words, in_words_of
from tests.laws.test_plain_words import CODE, INTERNAL, internal
from tests.tools.shelf import BOOKS

ROOT = Path(grognard.__file__).parent
HEARD = ("server", "engine/replay.py", "engine/domains.py", "engine/choices.py", "odds/explore.py")
"""Rooms whose refusals reach a browser as they are written; other rooms' are put into words on the way."""
CONFIG = ("server/config.py", "server/run.py", "server/store.py")
"""Whoever starts a server reads these, at a command line."""


def raised() -> Iterator[tuple[str, str]]:
    """Every plain text with which something that reaches a browser is raised."""
    paths = [
        path
        for room in HEARD
        for path in ((ROOT / room).rglob("*.py") if (ROOT / room).is_dir() else [ROOT / room])
    ]
    for path in sorted(paths):
        where = str(path.relative_to(ROOT))
        if where in CONFIG:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                called = node.exc.func
                name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                if name in ("ApiError", "BadInput", "ValueError", "IllegalAction"):
                    for arg in node.exc.args[name == "ApiError" :]:
                        yield from ((f"{where}:{node.lineno}", text) for text in _texts(arg))


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "…".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def test_what_the_server_refuses_is_plain() -> None:
    told = list(raised())
    assert len(told) > 80, "the sources are not where they were"
    found = [f"{where}: {text}" for where, text in told if internal(where, text)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", BOOKS)
def test_odds_asked_amiss_are_refused_in_words(name: str) -> None:
    book = books.load(name)
    bench, told = Bench({name: book}), []
    for situation in book.situations.values():
        for given in ({field.name: "such nonsense"} for field in situation.fields if field.kind != "text"):
            with pytest.raises(BadInput) as fault:
                bench.odds(name, situation.name, given)
            told.append(str(fault.value))
        with pytest.raises(BadInput) as fault:
            bench.odds(name, situation.name, {"no_such_field": 1})
        told.append(str(fault.value))
    assert told
    assert [text for text in told if re.search(INTERNAL["joined by an underscore"], text)] == []


@pytest.mark.parametrize("name", BOOKS)
def test_options_chosen_amiss_are_refused_in_words(name: str) -> None:
    book = books.load(name)
    told = []
    for option in options_of(book):
        for wrong in ("such nonsense", -(10**9), [1]):
            try:
                with in_words_of(book):
                    book.read_options({option.name: wrong})
            except BadInput as fault:
                told.append(str(fault))
    assert told
    assert [text for text in told if re.search(INTERNAL["joined by an underscore"], text)] == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("reactor_sv: nobody skirmishes with SV 0", "“its SV”: nobody skirmishes with SV 0"),
        ("range: '9' given, but out of range", "“how far”: '9' given, but out of range"),
        ("no field 'range'; there is heavy_wood", "no field “how far”; there is heavy wood"),
    ],
)
def test_keys_are_put_into_words_and_words_are_left(text: str, told: str) -> None:
    assert in_words(text, {"reactor_sv": "its SV", "range": "how far"}) == told
    assert not CODE["a quoted key"].search(told.replace("'9'", ""))
