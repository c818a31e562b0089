"""Which tests say they hold which rule, read from the source without running anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.tools.shelf import TESTS


class Mark(NamedTuple):
    """One number in one `rule(...)`; `number` is empty where it is not spelled out."""

    number: str
    file: str
    test: str
    line: int

    @property
    def where(self) -> str:
        """The place as people write it."""
        return f"{self.file}:{self.line}"


@cache
def marks(book: str) -> tuple[Mark, ...]:
    """Every mark in the tests of a book."""
    folder = TESTS / "books" / book
    return tuple(mark for path in sorted(folder.rglob("test_*.py")) for mark in _in_file(path, folder))


def _in_file(path: Path, folder: Path) -> Iterator[Mark]:
    file = path.relative_to(folder).as_posix()
    tree = ast.parse(path.read_text("utf-8"))
    for top in tree.body:
        test = top.name if isinstance(top, ast.FunctionDef | ast.ClassDef) else ""
        for node in ast.walk(top):
            if isinstance(node, ast.Call) and _is_rule(node.func):
                for argument in node.args:
                    spelled = argument.value if isinstance(argument, ast.Constant) else ""
                    yield Mark(str(spelled), file, test, node.lineno)


def _is_rule(function: ast.expr) -> bool:
    """`rule` itself, or `pytest.mark.rule`."""
    if isinstance(function, ast.Attribute):
        return function.attr == "rule" and isinstance(function.value, ast.Attribute)
    return isinstance(function, ast.Name) and function.id == "rule"


def by_rule(book: str) -> dict[str, list[Mark]]:
    """The marks of every rule."""
    found: dict[str, list[Mark]] = {}
    for mark in marks(book):
        found.setdefault(mark.number, []).append(mark)
    return found
