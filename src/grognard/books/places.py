"""Where books are: in this package, in packages that other people installed, and in folders named by GROGNARD_BOOKS."""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple

GROUP = "grognard.books"
"""The entry points of installed packages that bring books: `NAME = "PACKAGE"`, the package that holds the RULESET."""
VARIABLE = "GROGNARD_BOOKS"
"""Folders with books, separated as in PATH; `grognard --books DIR` adds to it, so worker processes see the same."""
INSIDE = __package__


class Place(NamedTuple):
    """Where one book is."""

    name: str
    home: str
    """The module that holds its RULESET."""
    whence: str
    """Who brings it, in words."""
    folder: Path | None = None
    """Where it must be imported from; None: from wherever Python finds it."""


class Places(NamedTuple):
    """Every book that was found, and what was refused."""

    found: dict[str, Place]
    refused: dict[str, str]
    """What cannot be a book, each with a line that says why."""


@cache
def places() -> Places:
    """Every book by its name; a name belongs to the first that has it: ours, an installed one, one in a folder."""
    found: dict[str, Place] = {}
    refused: dict[str, str] = {}
    for place in (*_ours(), *_installed(), *_in_folders(refused)):
        first = found.setdefault(place.name, place)
        if not place.name.isidentifier() or place.name != place.name.lower():
            del found[place.name]
            refused[place.name] = (
                f"the book '{place.name}' of {place.whence} is left out: a name has small letters, digits and _"
            )
        elif place.home != first.home or (place.folder and first.folder and place.folder != first.folder):
            refused[f"{place.name} of {place.whence}"] = (
                f"the book '{place.name}' of {place.whence} is left out: {first.whence} has a book of that name"
            )
    return Places(dict(sorted(found.items())), refused)


def _ours() -> Iterator[Place]:
    package = sys.modules[INSIDE]
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda each: each.name):
        if module.ispkg:
            yield Place(module.name, f"{INSIDE}.{module.name}", "Grognard itself")


def _installed() -> Iterator[Place]:
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        whence = f"the package {point.dist.name}" if point.dist is not None else f"the package {point.module}"
        yield Place(point.name, point.module, whence)


def _in_folders(refused: dict[str, str]) -> Iterator[Place]:
    """The books in the folders of GROGNARD_BOOKS, which join the places that Python imports from, as the last."""
    for named in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        folder = Path(named).expanduser().resolve()
        if not folder.is_dir():
            refused[named] = f"{VARIABLE} names {named}, which is no folder"
            continue
        packages = [folder] if is_book(folder) else sorted(filter(is_book, folder.iterdir()))
        for package in packages:
            if (home := str(package.parent)) not in sys.path:
                sys.path.append(home)
            yield Place(package.name, package.name, f"the folder {package.parent}", package)
        if not packages:
            refused[named] = f"{VARIABLE} names {named}, in which there is no book"


def is_book(folder: Path) -> bool:
    """Whether a folder is a package with the front door of a book, sound or not."""
    door = folder / "__init__.py"
    if folder.name.startswith((".", "_")) or not door.is_file():
        return False
    return (folder / "rulebook.toml").is_file() or "RULESET" in door.read_text("utf-8", "replace")
