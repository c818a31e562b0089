"""The books: one package each, all of the same parts. They are found by looking, so nothing outside names one."""

from __future__ import annotations

import gc
import re
import tomllib
import traceback
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from grognard.books.places import Place, places
from grognard.engine.book import API, BadInput, Book
from grognard.engine.contract import faults

SELDOM = (50_000, 20, 50)
"""When garbage is looked for. Games are trees without circles, and much of them is remembered: by Python's own numbers a
tenth of play went into looking through that for nothing."""


class BrokenBook(BadInput):
    """A book that is there and cannot be opened; the message says in one line what is wrong with it."""


def names() -> tuple[str, ...]:
    """Every book there is, in alphabetical order, whether it can be opened or not."""
    return tuple(places().found)


def home(name: str) -> str:
    """The module that holds the RULESET of a book; BadInput if no book has that name."""
    if name not in places().found:
        raise BadInput(f"no book is called '{name}'; there are: {', '.join(names())}")
    return places().found[name].home


def at(module: str) -> Book:
    """The book of a module, in whatever process: the folders with books are imported from there too."""
    places()
    book: Book = import_module(module).RULESET
    return book


@cache
def load(name: str) -> Book:
    """One book by its name; BadInput if there is none such, or if it is broken."""
    home(name)
    found = _opened(name)
    if isinstance(found, BrokenBook):
        raise found
    # A book is never let go of again: looking through all of it for garbage, time after time, cost a quarter of play.
    gc.freeze()
    gc.set_threshold(*SELDOM)
    return found


def library() -> dict[str, Book]:
    """All books that can be opened, by name."""
    return {name: load(name) for name in names() if not isinstance(_whole(name), BrokenBook)}


def broken() -> dict[str, str]:
    """What cannot be opened, or was refused because its name is taken, each with a line that says why."""
    whole = {name: _whole(name) for name in names()}
    lines = {name: str(found) for name, found in whole.items() if isinstance(found, BrokenBook)}
    return {**lines, **places().refused}


def look_again() -> None:
    """Forget which books there are and which cannot be opened, because the places to look in have changed."""
    for memo in (places, load, _opened, _whole):
        memo.cache_clear()


@cache
def _opened(name: str) -> Book | BrokenBook:
    """A book, or what is wrong with it."""
    place = places().found[name]
    try:
        module = import_module(place.home)
        book = module.RULESET
        if not isinstance(book, Book):
            raise TypeError("its RULESET is no book")
        told = _misplaced(module, place) or list(faults(book, name))
    except (Exception, SystemExit) as fault:
        return _broken(place, _words(place, fault))
    return _broken(place, "; ".join(told)) if told else book


def _misplaced(module: ModuleType, place: Place) -> list[str]:
    """Another package may have the name of one in a folder."""
    if place.folder is None or module.__file__ is None or Path(module.__file__).parent == place.folder:
        return []
    return [f"another package of that name is imported, from {Path(module.__file__).parent}"]


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
        place = places().found[name]
        return _broken(place, _words(place, fault))
    return book


def _broken(place: Place, words: str) -> BrokenBook:
    return BrokenBook(" ".join(f"the book '{place.name}' cannot be opened: {words}".split()))


def _words(place: Place, fault: BaseException) -> str:
    """What is wrong and where: the file of the book that cannot be read, or the line that failed."""
    package = package_of(place)
    if (wanted := _api_of(package)) not in (None, API):
        return f"it is written for version {wanted} of what a book must be (api), and this program has {API}"
    if isinstance(fault, BadInput):
        return str(fault)
    if isinstance(fault, tomllib.TOMLDecodeError):
        return next(_unread(package), str(fault))
    words = f"{type(fault).__name__}: {fault}"
    if package is None or isinstance(fault, SyntaxError):  # names its file and line itself
        return words
    frames = [
        (Path(frame.filename).relative_to(package), frame.lineno)
        for frame in traceback.extract_tb(fault.__traceback__)
        if Path(frame.filename).is_relative_to(package)
    ]
    return f"{words} ({frames[-1][0]}, line {frames[-1][1]})" if frames else words


def package_of(place: Place) -> Path | None:
    """The folder with a book's files; None if no such package can be found."""
    if place.folder is not None:
        return place.folder
    try:
        spec = find_spec(place.home)
    except (ImportError, ValueError):
        return None
    return Path(spec.origin).parent if spec is not None and spec.origin else None


def _api_of(package: Path | None) -> int | None:
    """The version that the front door asks for, read without running it."""
    door = package / "__init__.py" if package is not None else None
    if door is None or not door.is_file():
        return None
    told = re.search(r"^\s*api\s*=\s*(\d+)", door.read_text("utf-8", "replace"), re.MULTILINE)
    return int(told[1]) if told else None


def _unread(package: Path | None) -> Iterator[str]:
    """The files of a book that are no TOML, each with what is wrong in it."""
    if package is None:
        return
    for file in sorted(package.rglob("*.toml")):
        try:
            tomllib.loads(file.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            yield f"{file.relative_to(package)}: {fault}"
