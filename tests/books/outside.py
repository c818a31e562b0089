"""A book in a package of its own, as `grognard new-book` writes it, and the places where it may be found."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grognard import books
from grognard.books.places import GROUP, VARIABLE
from grognard.cli.new_book import write

NAME, TITLE, KEY = "paper_tigers", "Paper Tigers", "PT"


def written(folder: Path) -> Path:
    """The project of a new book."""
    write(folder / NAME, NAME, TITLE, KEY)
    return folder / NAME


def door(project: Path) -> Path:
    """Its front door."""
    return project / NAME / "__init__.py"


def change(file: Path, before: str, after: str) -> None:
    """Change a file of it."""
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after), "utf-8")


def installed(project: Path, name: str = NAME, distribution: str = NAME) -> None:
    """What an installer would write beside it: its entry point."""
    info = project / f"{distribution}-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 0.1\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {NAME}\n", "utf-8")


@contextmanager
def shelved(patch: pytest.MonkeyPatch, *folders: Path, on_path: Path | None = None) -> Iterator[None]:
    """The shelf with books in some folders, and with a package on Python's path."""
    patch.setattr(sys, "path", [*sys.path, *([str(on_path)] if on_path else [])])
    patch.setenv(VARIABLE, os.pathsep.join(map(str, folders)))
    books.look_again()
    try:
        yield
    finally:
        for module in [each for each in sys.modules if each == NAME or each.startswith(f"{NAME}.")]:
            del sys.modules[module]
        patch.undo()
        books.look_again()
