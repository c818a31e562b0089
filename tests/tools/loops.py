"""Where a book's facts still do what the floor below them should: python -m tests.tools.loops

Facts ask `tabletop` and hold numbers and conditions. Told here, by module, are the loops in them that go over the corners, parts or
pieces of a shape, or ask `geometry` about one shape after another. Turning, measuring and naming points is no such question.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.tools.shelf import ROOT

BOOKS = ROOT / "src" / "grognard" / "books"
CORNERS = frozenset(
    {"parts", "whole", "pieces", "corners", "poly", "body", "outline", "rims", "circles", "shapes"}
)
"""Names of what a shape is made of."""
PLAIN = frozenset({"angles", "points", "formations"})
MEASURES = frozenset({"length", "within", "point_within", "points_within"})
Loop = ast.For | ast.comprehension


@cache
def loops() -> dict[str, int]:
    """How many such loops each module of facts has."""
    found: Counter[str] = Counter()
    for path in sorted(BOOKS.glob("*/facts/*.py")):
        count = sum(1 for _ in told(ast.parse(path.read_text("utf-8"))))
        if count:
            found[f"{path.parts[-3]}/{path.stem}"] = count
    return dict(found)


def places(path: Path) -> list[int]:
    """The lines of a module that have one."""
    return list(told(ast.parse(path.read_text("utf-8"))))


def told(tree: ast.Module) -> Iterator[int]:
    """The lines of some source that have one."""
    asked = _asked(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.For):
            over, inside = [node.iter], [*node.body]
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            over, inside = [each.iter for each in node.generators], _within(node, node.elt)
        elif isinstance(node, ast.DictComp):
            over, inside = [each.iter for each in node.generators], _within(node, node.value)
        else:
            continue
        if any(_corners(each) for each in over) or any(_asks(each, asked) for each in inside):
            yield node.lineno


def _within(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, what: ast.expr
) -> list[ast.AST]:
    return [what, *[test for each in node.generators for test in each.ifs]]


def _asked(tree: ast.Module) -> set[str]:
    """The questions of geometry a module imports."""
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("grognard.geometry.")
        and (node.module or "").rsplit(".", 1)[-1] not in PLAIN
        and not (node.module or "").rsplit(".", 1)[-1].startswith("hex")
        for alias in node.names
        if alias.name not in MEASURES
    }


def _corners(over: ast.expr) -> bool:
    return isinstance(over, ast.Attribute) and over.attr in CORNERS


def _asks(node: ast.AST, asked: set[str]) -> bool:
    return any(
        isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in asked
        for each in ast.walk(node)
    )


if __name__ == "__main__":
    for module, count in loops().items():
        book, stem = module.split("/")
        where = ", ".join(map(str, places(BOOKS / book / "facts" / f"{stem}.py")))
        print(f"{module}: {count} (lines {where})")
    print(sum(loops().values()))
