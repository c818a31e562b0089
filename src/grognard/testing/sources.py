"""What a book's code says, read without running it: what it writes into the log, and which verbs it offers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from grognard.testing.shelf import house


class Note(NamedTuple):
    """A log entry that some line may write; `facts` is None where they are not spelled out there."""

    what: str
    facts: frozenset[str] | None
    where: str


class Verb(NamedTuple):
    """A verb that some line offers."""

    verb: str
    where: str


@cache
def trees(book: str) -> tuple[tuple[Path, ast.Module], ...]:
    """Every module of a book."""
    return tuple((path, ast.parse(path.read_text("utf-8"))) for path in sorted(house(book).rglob("*.py")))


def calls(book: str) -> Iterator[tuple[ast.Call, str, str]]:
    """Every call in a book: the name called, and where."""
    for path, tree in trees(book):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                yield node, name, f"{path.relative_to(house(book))}:{node.lineno}"


def texts(node: ast.expr | None) -> Iterator[str]:
    """The texts an expression may come to."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def notes(book: str) -> Iterator[Note]:
    """Entries written by `note`, and by the book's own functions that take a `what`."""
    places = dict(_what_places(book))
    for node, name, where in calls(book):
        if name == "note" and len(node.args) >= 2:
            keywords = [keyword.arg for keyword in node.keywords]
            spelled = frozenset(key for key in keywords if key) if None not in keywords else None
            yield from (Note(text, spelled, where) for text in texts(node.args[1]))
        elif name in places:
            given = next((keyword.value for keyword in node.keywords if keyword.arg == "what"), None)
            if given is None and places[name] < len(node.args):
                given = node.args[places[name]]
            yield from (Note(text, None, where) for text in texts(given))


def _what_places(book: str) -> Iterator[tuple[str, int]]:
    for _, tree in trees(book):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args if argument.arg not in ("self", "cls")]
                if "what" in names and _notes_what(node):
                    yield node.name, names.index("what")


def _notes_what(function: ast.FunctionDef) -> bool:
    """Whether it writes its `what` into the log; a throw has one too."""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "note"
        and any(isinstance(argument, ast.Name) and argument.id == "what" for argument in node.args)
        for node in ast.walk(function)
    )


def offered(book: str) -> Iterator[Verb]:
    """Verbs that stand in an `Ask` as they are."""
    for node, name, where in calls(book):
        if name == "Ask":
            offers = node.args[3:4] + [keyword.value for keyword in node.keywords if keyword.arg == "offers"]
            for one in offers:
                keys = one.keys if isinstance(one, ast.Dict) else []
                yield from (Verb(text, where) for key in keys for text in texts(key))


# ---- imports


def imports(house: Path) -> dict[str, set[str]]:
    """Which modules of a house each of its modules imports, inside functions too; not what is imported for its types alone."""
    found: dict[str, set[tuple[str, str]]] = {}
    for path in sorted(house.rglob("*.py")):
        parts = path.relative_to(house).with_suffix("").parts
        package = parts[:-1]
        module = ".".join(package if path.name == "__init__.py" else parts)
        found[module] = set()
        tree = _Played().visit(ast.parse(path.read_text("utf-8")))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
                target = ".".join(part for part in base if part)
                found[module] |= {(target, f"{target}.{alias.name}".strip(".")) for alias in node.names}
    return {
        module: {name if name in found else target for target, name in named} & set(found) - {module, ""}
        for module, named in found.items()
    }


class _Played(ast.NodeTransformer):
    """Code as it runs: without what only a type checker reads."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        typing = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return None if typing else self.generic_visit(node)


def in_cycles(imported: dict[str, set[str]]) -> set[str]:
    """Modules that import themselves in the end."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = list(imported[start])
        while waiting:
            module = waiting.pop()
            if module not in seen:
                seen.add(module)
                waiting += imported[module]
        return seen

    return {module for module in imported if module in reached(module)}
