"""Every number and word of a book's tables, and every number its facts and steps give a name, line by line, as they were
when readers compared them with the source.

Rewrite after a change on purpose, and compare the lines that changed with the source: python -m tests.tools.numbers [BOOK …]
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator, Mapping, Set
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from grognard import books

RECORDS = Path(__file__).parents[1] / "books"


def record_of(book: str) -> Path:
    """Where the numbers of a book are kept."""
    return RECORDS / book / "numbers.txt"


def numbers(book: str) -> dict[str, str]:
    """The cells of each of a book's tables, then the named numbers of its facts and steps."""
    house = f"grognard.books.{book}"
    found = {
        f"{module.__name__.removeprefix(house + '.tables.')}.{name}": "\n".join(_lines(value))
        for module in _modules(f"{house}.tables")
        for name, value in _own(module)
    }
    return found | {
        f"{module.__name__.removeprefix(house + '.')}.{name}": _words(value)
        for room in ("facts", "steps")
        for module in _modules(f"{house}.{room}")
        for name, value in _own(module)
        if _plain(value)
    }


def tables(found: Mapping[str, str]) -> set[str]:
    """Those of the names that are tables."""
    return {name for name in found if not name.startswith(("facts.", "steps."))}


def _modules(room: str) -> Iterator[ModuleType]:
    path = importlib.import_module(room).__path__
    for found in pkgutil.walk_packages(path, f"{room}."):
        yield importlib.import_module(found.name)


def _plain(value: Any) -> bool:
    """Numbers, and rows of numbers."""
    if isinstance(value, tuple | list | range):
        return bool(value) and all(map(_plain, value))
    return isinstance(value, int) and not isinstance(value, Enum)


def _own(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module says itself, in its order; functions are for other tests, kinds of things have no numbers."""
    text = Path(module.__file__ or "").read_text("utf-8")
    for name, value in vars(module).items():
        if name.startswith("__") or isinstance(value, type | FunctionType | ModuleType):
            continue
        if any(line.startswith((f"{name}:", f"{name} =")) for line in text.splitlines()):
            yield name, value


def _lines(value: Any) -> Iterator[str]:
    """A table: what holds for all of it, then row by row."""
    rows = getattr(value, "rows", None)
    if isinstance(rows, tuple) and not isinstance(value, tuple):
        yield _words({key: each for key, each in _parts(value).items() if key != "rows"})
        for row in rows:
            yield f"  {_words(row)}"
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield f"  {_words(key)}: {_words(each)}"
    else:
        yield _words(value)


def _words(value: Any) -> str:
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if value is None or isinstance(value, int | str | float):
        return repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_words(key)}: {_words(each)}" for key, each in value.items()) + "}"
    if isinstance(value, Set):
        return "{" + ", ".join(sorted(map(_words, value))) + "}"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _call(value, {key: each for key, each in zip(value._fields, value) if key != "where"})
    if isinstance(value, tuple | list | range):
        return "(" + ", ".join(map(_words, value)) + ")"
    if callable(value):
        return "…"
    return _call(value, _parts(value))


def _call(value: Any, parts: dict[str, Any]) -> str:
    return (
        type(value).__name__ + "(" + ", ".join(f"{key}={_words(each)}" for key, each in parts.items()) + ")"
    )


def _parts(value: Any) -> dict[str, Any]:
    """What a value is made of, without what it has worked out from it."""
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    found = {name: getattr(value, name) for name in slots if hasattr(value, name)} | getattr(
        value, "__dict__", {}
    )
    return {name: each for name, each in found.items() if not name.startswith("_")}


def told(found: Mapping[str, str]) -> str:
    """The record's text."""
    return "\n".join(f"[{name}]\n{text}\n" for name, text in found.items())


def kept(book: str) -> dict[str, str]:
    """What the record says, table by table."""
    blocks = record_of(book).read_text("utf-8").split("\n[")
    heads = [block.removeprefix("[").split("]\n", 1) for block in blocks]
    return {name: text.rstrip("\n") for name, text in heads}


if __name__ == "__main__":
    for named in sys.argv[1:] or books.names():
        record_of(named).write_text(told(numbers(named)), "utf-8")
