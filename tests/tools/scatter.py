"""How scattered a book is: how many files name one verb, card or trait, and how many files a deed runs through.

`python -m tests.tools.scatter [BOOK …] [--json] [--which verbs]` prints a table; `--which` lists the files of each name instead.

A file names a verb if it holds its name as a text outside docstrings, or as a method of a step; texts that mean something else
by the same word count too. It names a card likewise, and a trait if it also has the member of its enumeration. Only Python of the
book's folder counts. The walks are the first twelve of their kind in the recorded games, traced on the plain twins
(`GROGNARD_PURE=1`, set here), the median and the longest: files entered, and how often a call is in another file than the one before.
"""

from __future__ import annotations

import os

os.environ["GROGNARD_PURE"] = "1"

import argparse
import ast
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from statistics import mean, median
from types import FrameType
from typing import Any, NamedTuple

from grognard import books
from grognard.engine.book import Book
from grognard.engine.choices import Action, Fall, Move, Throw
from grognard.engine.flow import Engine, Position
from grognard.engine.tables import Item, Lookup
from tests.tools import transcript
from tests.tools.shelf import BOOKS, GOLDEN, ROOT, house

SOURCE = str(ROOT / "src" / "grognard")
TWELVE = 12
TRAITS = ("Trait", "Special")
"""What the enumerations of traits are called in `words.py`."""
CARDS = ("rank", "card")
"""Fields by which a table of cards is known."""


class Named(NamedTuple):
    """The files that name one thing."""

    name: str
    files: tuple[str, ...]


class Names(NamedTuple):
    """What one file names."""

    texts: frozenset[str]
    methods: frozenset[str]
    members: frozenset[tuple[str, str]]
    """Members of enumerations, as (class, member)."""


def names_in(path: Path) -> Names:
    """The texts outside docstrings, the methods of steps and the members of enumerations that a file has."""
    tree = ast.parse(path.read_text("utf-8"))
    docs = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    texts = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    }
    methods = {
        item.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for item in node.body
        if isinstance(item, ast.FunctionDef) and "steps" in path.parts
    }
    called = {each: each for each in TRAITS} | dict(_aliases(tree))
    members = {
        (called[node.value.id], node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in called
    }
    return Names(frozenset(texts), frozenset(methods), frozenset(members))


def _aliases(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Short names of the enumerations: `T = Trait`, or imported as another."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in TRAITS:
            yield from ((target.id, node.value.id) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.ImportFrom):
            yield from (
                (each.asname, each.name) for each in node.names if each.asname and each.name in TRAITS
            )


def files_of(book: str) -> dict[str, Names]:
    """What each file of a book names."""
    folder = house(book)
    return {str(path.relative_to(folder)): names_in(path) for path in sorted(folder.rglob("*.py"))}


def verbs(book: str) -> list[Named]:
    """The files that name each verb."""
    files = files_of(book)
    return [
        Named(verb, tuple(file for file, has in files.items() if verb in has.texts or verb in has.methods))
        for verb in books.load(book).sheet.labels
    ]


def cards(book: str) -> list[Named]:
    """The files that name each card, in books that have a table of cards."""
    files = files_of(book)
    tables = [table for table in books.load(book).tables if _of_cards(table)]
    keys = [row.key for table in tables for row in table.rows if isinstance(row, Item)]
    return [
        Named(key, tuple(file for file, has in files.items() if key in has.texts or key in has.methods))
        for key in keys
    ]


def _of_cards(table: Any) -> bool:
    return isinstance(table, Lookup) and any(head.startswith(CARDS) for head in table.columns)


def traits(book: str) -> list[Named]:
    """The files that name each trait of a unit or a leader."""
    files = files_of(book)
    words = import_module(f"grognard.books.{book}.words")
    found: Iterable[tuple[str, Enum]] = [(kind, each) for kind in TRAITS for each in getattr(words, kind, ())]
    return [
        Named(
            each.name.lower(),
            tuple(
                file
                for file, has in files.items()
                if (kind, each.name) in has.members or each.value in has.texts
            ),
        )
        for kind, each in found
    ]


# ---- walks


class Walked(NamedTuple):
    """What one deed runs through."""

    files: int
    of_the_book: int
    calls: int
    switches: int


class Trace:
    """Counts files, calls and switches while it is on."""

    def __init__(self, book: str):
        self.book = f"{SOURCE}{os.sep}books{os.sep}{book}{os.sep}"
        self.files: set[str] = set()
        self.calls = self.switches = 0
        self._at = ""

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        """One call."""
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(SOURCE):
            self.calls += 1
            self.files.add(file)
            self.switches += file != self._at and bool(self._at)
            self._at = file

    def of(self, deed: Callable[[], Position]) -> Position:
        """What a deed comes to, traced."""
        sys.setprofile(self)
        try:
            return deed()
        finally:
            sys.setprofile(None)

    def walked(self) -> Walked:
        """What has been counted."""
        mine = sum(file.startswith(self.book) for file in self.files)
        return Walked(len(self.files), mine, self.calls, self.switches)


class Deed(NamedTuple):
    """One kind of deed: where it begins in a game and where it ends."""

    book: str
    words: str
    begins: Callable[[Action, Throw | None], bool]
    ends: Callable[[Throw | None], bool]
    """Whether nothing of it is left, by the dice that are waited for now."""


DEEDS = (
    Deed(
        "men_who_would_be_kings",
        "a fire, order and dice",
        lambda action, _throw: isinstance(action, Move) and action.verb == "fire",
        lambda throw: throw is None or throw.what not in ("order", "fire"),
    ),
    Deed(
        "valour_and_fortitude",
        "one fall of hit tests in melee",
        lambda action, throw: isinstance(action, Fall) and throw is not None and throw.what == "hit tests",
        lambda _throw: True,
    ),
)


def walks(deed: Deed) -> list[Walked]:
    """The first deeds of its kind in the recorded games."""
    book, found = books.load(deed.book), list[Walked]()
    for path in sorted((GOLDEN / deed.book).glob("*.txt")):
        if len(found) >= TWELVE:
            break
        found += _in_game(book, deed, transcript.parse(path.read_text("utf-8")))
    return found[:TWELVE]


def _in_game(book: Book, deed: Deed, record: transcript.Record) -> Iterator[Walked]:
    engine = book.engine()
    position = book.start(record.scenario, book.read_options(record.options))
    trace: Trace | None = None
    for action in record.actions:
        throw = _throw(engine, position)
        if trace is None and deed.begins(action, throw) and _fits(deed, engine, position):
            trace = Trace(deed.book)
        if trace is None:
            position = engine.apply(position, action)
            continue
        position = trace.of(_apply(engine, position, action))
        if deed.ends(_throw(engine, position)):
            yield trace.walked()
            trace = None


def _apply(engine: Engine, position: Position, action: Action) -> Callable[[], Position]:
    return lambda: engine.apply(position, action)


def _throw(engine: Engine, position: Position) -> Throw | None:
    waiting = engine.pending(position)
    return waiting if isinstance(waiting, Throw) else None


def _fits(deed: Deed, engine: Engine, position: Position) -> bool:
    """Hit tests are thrown in fire and in melee."""
    return "melee" not in deed.words or any(
        "melee" in name or "fight" in name for name, _ in engine.where(position)
    )


def told_of(found: list[Walked]) -> dict[str, Any]:
    """The median of each count, and the longest walk."""
    middle = Walked(*(round(median(each)) for each in zip(*found)))
    return {
        "walks": len(found),
        **middle._asdict(),
        "longest": max(found, key=lambda each: each.calls)._asdict(),
    }


# ---- the table

KINDS: dict[str, Callable[[str], list[Named]]] = {"verbs": verbs, "cards": cards, "traits": traits}


def measured(names: Iterable[str]) -> dict[str, Any]:
    """Everything, as plain data."""
    told: dict[str, Any] = {}
    for book in names:
        told[book] = {}
        for kind, count in KINDS.items():
            files = [len(each.files) for each in count(book)]
            if files:
                told[book][kind] = {
                    "count": len(files), "median": median(files), "mean": round(mean(files), 2), "most": max(files),
                }  # fmt: skip
        told[book] |= {deed.words: told_of(walks(deed)) for deed in DEEDS if deed.book == book}
    return told


def table(told: dict[str, Any]) -> Iterator[str]:
    """The measures as lines to read."""
    yield f"{'book':24} {'what':32} {'number':>6} {'median':>6} {'mean':>6} {'most':>5}   files that name one"
    for book, found in told.items():
        for what, each in found.items():
            if "median" in each:
                yield f"{book:24} {what:32} {each['count']:6} {each['median']:6g} {each['mean']:6.2f} {each['most']:5}"
    yield ""
    yield f"{'book':24} {'walk':32} {'files':>6} {'its own':>7} {'calls':>6} {'switches':>8}"
    for book, found in told.items():
        for what, each in found.items():
            if "files" in each:
                yield _walk(book, what, each)
                yield _walk("", "the longest of them", each["longest"])


def _walk(book: str, what: str, each: dict[str, int]) -> str:
    cells = f"{each['files']:6} {each['of_the_book']:7} {each['calls']:6} {each['switches']:8}"
    return f"{book:24} {what:32} {cells}"


def main() -> None:
    """The command line."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("books", nargs="*", metavar="BOOK", help="the books; all of them if none is named")
    ask.add_argument("--json", action="store_true", help="plain data instead of a table")
    ask.add_argument("--which", choices=KINDS, help="list the files of each name instead")
    given = ask.parse_args()
    names = given.books or BOOKS
    if given.which:
        found = {book: {each.name: each.files for each in KINDS[given.which](book)} for book in names}
        print(json.dumps(found, indent=1))
    elif given.json:
        print(json.dumps(measured(names), indent=1))
    else:
        print("\n".join(table(measured(names))))


if __name__ == "__main__":
    main()
