"""The books: one house each, all with the same rooms. Found by looking, so nothing outside names one."""

from __future__ import annotations

import gc
import pkgutil
import tomllib
import traceback
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

from grognard.engine.book import BadInput, Book

SELDOM = (50_000, 20, 50)
"""When garbage is looked for. Games are trees without circles, and much of them is remembered: by Python's own numbers a
tenth of play went into looking through that for nothing."""


class BrokenBook(BadInput):
    """A book that is there and cannot be opened; the message says in one line what is wrong with it."""


@cache
def names() -> tuple[str, ...]:
    """Every book there is, in alphabetical order, whether it can be opened or not."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def load(name: str) -> Book:
    """One book by its name; BadInput if there is none such, or if it is broken."""
    if name not in names():
        raise BadInput(f"no book is called '{name}'; there are: {', '.join(names())}")
    found = _opened(name)
    if isinstance(found, BrokenBook):
        raise found
    # A book is never let go of again: looking through all of it for garbage, time after time, cost a quarter of play.
    gc.freeze()
    gc.set_threshold(*SELDOM)
    return found


def library() -> dict[str, Book]:
    """All books that can be opened, by name."""
    broken_ones = broken()
    return {name: load(name) for name in names() if name not in broken_ones}


def broken() -> dict[str, str]:
    """The books that cannot be opened, by name, each with a line that says why."""
    whole = {name: _whole(name) for name in names()}
    return {name: str(found) for name, found in whole.items() if isinstance(found, BrokenBook)}


@cache
def _opened(name: str) -> Book | BrokenBook:
    """A book, or what is wrong with it."""
    try:
        book = import_module(f"{__name__}.{name}").RULESET
        if not isinstance(book, Book):
            raise TypeError("its RULESET is no book")
    except (Exception, SystemExit) as fault:
        return _broken(name, fault)
    return book


@cache
def _whole(name: str) -> Book | BrokenBook:
    """The same with its armies read, which are opened when they are asked for: the shelf shows them all."""
    book = _opened(name)
    if isinstance(book, BrokenBook) or book.army is None:
        return book
    try:
        for army in book.army.names():
            book.army.load(army)
    except Exception as fault:
        return _broken(name, fault)
    return book


def _broken(name: str, fault: BaseException) -> BrokenBook:
    return BrokenBook(" ".join(f"the book '{name}' cannot be opened: {_words(name, fault)}".split()))


def _words(name: str, fault: BaseException) -> str:
    """What is wrong and where: the file of the book that cannot be read, or the line that failed."""
    if isinstance(fault, BadInput):
        return str(fault)
    if isinstance(fault, tomllib.TOMLDecodeError):
        return next(_unread(name), str(fault))
    words = f"{type(fault).__name__}: {fault}"
    if isinstance(fault, SyntaxError):  # names its file and line itself
        return words
    houses = [Path(folder) / name for folder in __path__]
    frames = [
        (Path(frame.filename).relative_to(house), frame.lineno)
        for frame in traceback.extract_tb(fault.__traceback__)
        for house in houses
        if Path(frame.filename).is_relative_to(house)
    ]
    return f"{words} ({frames[-1][0]}, line {frames[-1][1]})" if frames else words


def _unread(name: str) -> Iterator[str]:
    """The files of a book that are no TOML, each with what is wrong in it."""
    for folder in __path__:
        house = Path(folder) / name
        for file in sorted(house.rglob("*.toml")):
            try:
                tomllib.loads(file.read_text("utf-8"))
            except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
                yield f"{file.relative_to(house)}: {fault}"
