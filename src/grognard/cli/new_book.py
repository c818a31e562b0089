"""`grognard new-book`: a small book that plays, in a package of its own, to be made one's own."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

STARTER = Path(__file__).parents[1] / "starter"
PROJECT = "project"
"""The folder of the starter that becomes what stands round the new package."""
WORDS = {"NAME": "starter", "TITLE": "Starter", "KEY": "ST"}
"""What is written in the starter where the new book's own name, title and key go."""


def new_book(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The package: thin_red_lines.", show_default=False)
    ],
    title: Annotated[str, typer.Argument(metavar="TITLE", help='"Thin Red Lines".', show_default=False)],
    key: Annotated[
        str,
        typer.Argument(metavar="KEY", help="What stands before its rule numbers: TRL.", show_default=False),
    ],
    into: Annotated[Path, typer.Option(metavar="DIR", file_okay=False, help="Where to put it.")] = Path(),
) -> None:
    """Write a small table book that plays at once: a package of its own, with rules, tests and one battle.

    Two brigades move, fire or hold on a free table with a wood. Then make it your own, by docs/guide/writing-a-book.md.
    """
    _check(name, title, key)
    home = into / name
    count = write(home, name, title, key)
    typer.echo(f"{home}: {count} files")
    typer.echo(f"Play it:  grognard --books {home} play {name}")
    typer.echo(
        f"Test it:  cd {home} && GROGNARD_BOOKS=. pytest -p grognard.testing.plugin --grognard-book {name}"
    )


def write(home: Path, name: str, title: str, key: str) -> int:
    """Write the book into a new folder; how many files it has."""
    from grognard.engine.book import BadInput

    if home.exists():
        raise BadInput(f"{home} is there already; nothing was written")
    files = list(_files(name))
    for source, target in files:
        text = source.read_text("utf-8")
        for word, ours in zip(WORDS.values(), (name, title, key)):
            text = re.sub(rf"\b{word}\b", ours, text)
        path = home / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return len(files)


def _files(name: str) -> Iterator[tuple[Path, Path]]:
    """Every file of the starter, and where it goes."""
    for source in sorted(STARTER.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            path = source.relative_to(STARTER)
            inside = path.parts[0] == PROJECT
            yield source, path.relative_to(PROJECT) if inside else Path(name) / path


def _check(name: str, title: str, key: str) -> None:
    """Refuse words that could not be a package, a title or a key."""
    from importlib.util import find_spec

    from grognard import books
    from grognard.engine.book import BadInput

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BadInput(f"NAME is a package in small letters, digits and _, as thin_red_lines; not '{name}'")
    if name in books.names():
        raise BadInput(f"there is a book '{name}' already")
    if find_spec(name) is not None:
        raise BadInput(f"Python has a package '{name}' already; take another NAME")
    if not title.strip() or not title.isprintable() or set(title) & set('"\\'):
        raise BadInput('TITLE is one line without " and \\')
    if not re.fullmatch(r"[A-Z][A-Z0-9]{0,7}", key):
        raise BadInput(f"KEY is up to eight capital letters and digits, as TRL; not '{key}'")
