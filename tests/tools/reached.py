"""`python -m tests.tools.reached BOOK`: which rules' code the golden games and drills run; rewrites tests/golden/<book>/reached.list.

A transcript cites what it tells: dice, sums, log. Much of a book works without being told: a condition that
is met, a distance that is measured. So the games are played again while every function of the book that
runs is noted; a rule is reached if one of the places that cite it lies in a function, a row or a step that ran.
"""

from __future__ import annotations

import ast
import sys
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from grognard.engine.book import Ruleset
from grognard.lab.citations import citations
from tests.tools import transcript
from tests.tools.drills import drills, played
from tests.tools.shelf import GOLDEN, ROOT, chosen, house

HEAD = "# Rules whose code the golden games run, in the book's order. Written by `python -m tests.tools.reached`.\n"


def path_of(book: str) -> Path:
    """Where a book's list lies."""
    return GOLDEN / book / "reached.list"


class Piece(NamedTuple):
    """A function, lambda or class of a file by its lines; it ran if a function beginning in `starts` did."""

    first: int
    last: int
    starts: range


def pieces(text: str) -> list[Piece]:
    """Everything in a file that can run."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            above = getattr(node, "decorator_list", [])
            first = min([node.lineno, *[each.lineno for each in above]])
            last = node.end_lineno or node.lineno
            starts = (
                range(first, last + 1) if isinstance(node, ast.ClassDef) else range(first, node.lineno + 1)
            )
            found.append(Piece(first, last, starts))
    return found


def ran_in(book: Ruleset) -> dict[str, set[int]]:
    """The first lines of all functions of a book that its golden games and drills run, file by file."""
    folder = str(house(book.name))
    ran: dict[str, set[int]] = {}

    def noted(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(folder):
            ran.setdefault(code.co_filename, set()).add(code.co_firstlineno)

    records = [
        transcript.parse(path.read_text("utf-8")) for path in sorted((GOLDEN / book.name).glob("*.txt"))
    ]
    games = [partial(transcript.write, book, record) for record in records]
    games += [partial(played, book, script) for script in drills(book.name).values()]
    for game in games:
        sys.setprofile(noted)
        try:
            game()
        finally:
            sys.setprofile(None)
    return ran


def reached(book: Ruleset) -> list[str]:
    """The rules whose code ran, in the order of the rulebook."""
    folder, ran = house(book.name), ran_in(book)
    known = {path: pieces(path.read_text("utf-8")) for path in folder.rglob("*.py")}
    found = set()
    for cited in citations(folder, book.key):
        path = folder / cited.file
        around = [piece for piece in known.get(path, ()) if piece.first <= cited.line <= piece.last]
        if around:
            inner = max(around, key=lambda piece: (piece.first, -piece.last))
            if any(line in inner.starts for line in ran.get(str(path), ())):
                found.add(cited.number)
    return [number for number in book.rulebook.rules if number in found]


def main(names: list[str]) -> None:
    """Write the lists of some books, or of all."""
    for book in chosen(names):
        path = path_of(book.name)
        path.write_text(HEAD + "".join(f"{number}\n" for number in reached(book)), "utf-8")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main(sys.argv[1:])
