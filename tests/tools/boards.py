"""`python -m tests.tools.boards`: every scenario's board and first view as JSON, for the client's tests."""

from __future__ import annotations

import sys

import msgspec

from grognard import books
from tests.tools.shelf import SCENES


def tables() -> dict[str, dict[str, object]]:
    """By book and scenario: what a client is sent before the first move."""
    found: dict[str, dict[str, object]] = {}
    for name, scenario in SCENES:
        book = books.load(name)
        state = book.start(scenario).state
        found[f"{name}/{scenario}"] = {"board": book.sheet.board(state), "view": book.sheet.view(state, 0)}
    return found


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(tables()))
