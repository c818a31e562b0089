"""`make perft`: counts positions afresh and rewrites tests/perft/<book>.perft; review the diff.

A line is `name [option=value …] depth: ways distinct over`. The name is a scenario of the book, or a scene of
its own, tests/perft/<book>/<name>.toml. How deep to count is kept from the file; what is new there starts
shallow.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from grognard.engine.book import Book
from grognard.lab.perft import Count, perft
from tests.tools.shelf import PERFT, ROOT, chosen

SHALLOW = 3
HEAD = "# name, options, depth: ways there, distinct positions, of which over. Written by `make perft`.\n"


def path_of(book: str) -> Path:
    """Where a book's counts lie."""
    return PERFT / f"{book}.perft"


def scenes(book: Book) -> list[str]:
    """The scenarios of a book, and the scenes made for counting."""
    return [*book.scenarios, *sorted(path.stem for path in (PERFT / book.name).glob("*.toml"))]


def recorded(book: Book) -> dict[str, list[str]]:
    """For each place to count from, the lines written down, depth by depth."""
    found: dict[str, list[str]] = {}
    path = path_of(book.name)
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        if line and not line.startswith("#"):
            where = line.partition(":")[0].rpartition(" ")[0]
            found.setdefault(where, []).append(line)
    return found


def count(book: Book, where: str, depth: int) -> list[Count]:
    """The counts from a place, with its options."""
    name, *switches = where.split(" ")
    given = {key: json.loads(value) for key, _, value in (switch.partition("=") for switch in switches)}
    scene = name if name in book.scenarios else str(PERFT / book.name / f"{name}.toml")
    return perft(book, scene, depth, book.read_options(given))


def lines(where: str, counts: Iterable[Count]) -> Iterator[str]:
    """The counts as they are written down."""
    for row in counts:
        yield f"{where} {row.depth}: {row.ways} {row.distinct} {row.over}"


def rewrite(book: Book) -> None:
    """Count everything again."""
    known = recorded(book)
    depths = dict.fromkeys(scenes(book), SHALLOW) | {where: len(old) for where, old in known.items()}
    text = "".join(
        f"{line}\n" for where, depth in depths.items() for line in lines(where, count(book, where, depth))
    )
    path_of(book.name).write_text(HEAD + text, "utf-8")
    print(path_of(book.name).relative_to(ROOT))


if __name__ == "__main__":
    for one in chosen(sys.argv[1:]):
        rewrite(one)
