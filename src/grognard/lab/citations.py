"""Where a book's code cites which rule, read from the source without running it.

A citation is a text in a place declared as one: a keyword or class attribute `cite`, or whatever stands
where a function, method or record of the engine or of the book itself has a parameter of that name. Numbers
in square brackets in docstrings and comments count too, if the rulebook has them.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from grognard.engine import book as engine_book
from grognard.engine import choices, flow, log, situations, tables, view

BRACKETS = re.compile(r"\[([^\[\]\n]+)\]")
REMARK = re.compile(r"#.*\[")
"""Only where there is one need a file be taken apart for its comments."""
TOML_CITE = re.compile(r'\bcite\s*=\s*"([^"]+)"')
PARAMETER = "cite"
TELLS = "printing.py"
"""A room that tells rules on paper and does none: what stands in it alone has no code."""

Nodes = tuple[ast.AST, ...]
"""All there is in a file, walked through once."""


class Citation(NamedTuple):
    """One number in one line of the code."""

    number: str
    file: str
    line: int
    kind: Literal["declared", "keyed", "loose"]
    """In a place declared for citations; in brackets with the book's key; in brackets without."""

    @property
    def where(self) -> str:
        """The place as people write it."""
        return f"{self.file}:{self.line}"


def citations(package: Path, key: str) -> list[Citation]:
    """Every citation in a book's package, file by file; `key` is the book's short key."""
    files = [path for path in sorted(package.rglob("*.py")) if path.name != TELLS]
    sources = {path: path.read_text("utf-8") for path in files}
    parts = {path: tuple(ast.walk(ast.parse(text))) for path, text in sources.items()}
    places = {**_engine_places(), **_own_places(parts.values())}
    found: list[Citation] = []
    for path, nodes in parts.items():
        file = path.relative_to(package).as_posix()
        found += [Citation(text, file, line, "declared") for text, line in _declared(nodes, places)]
        found += [
            Citation(text, file, line, "keyed" if keyed else "loose")
            for text, line, keyed in _bracketed(sources[path], nodes, key)
        ]
    for path in sorted(package.rglob("*.toml")):
        if path.name != "rulebook.toml":
            file = path.relative_to(package).as_posix()
            found += [
                Citation(text, file, line, "declared") for text, line in _in_toml(path.read_text("utf-8"))
            ]
    return found


def _engine_places() -> dict[str, int]:
    """For every record, class and function of the engine that takes a citation: at which place."""
    places: dict[str, int] = {"note": 0}
    for module in (tables, choices, flow, view, log, situations, engine_book):
        for name, thing in vars(module).items():
            if callable(thing) and getattr(thing, "__module__", "") == module.__name__:
                at = _place_of(thing)
                if at is not None:
                    places[name] = at
    return places


def _place_of(thing: Any) -> int | None:
    try:
        names = list(inspect.signature(thing).parameters)
    except (TypeError, ValueError):
        return None
    return names.index(PARAMETER) if PARAMETER in names else None


def _own_places(files: Iterable[Nodes]) -> dict[str, int]:
    """The same for the book's own functions, methods and records."""
    places: dict[str, int] = {}
    for nodes in files:
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                names = _fields(node)
            elif isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
                names = names[1:] if names[:1] in (["self"], ["cls"]) else names
            else:
                continue
            if PARAMETER in names:
                places[node.name] = names.index(PARAMETER)
    return places


def _fields(node: ast.ClassDef) -> list[str]:
    """What a record is made of, or what a class is called with."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return [argument.arg for argument in part.args.args[1:]]
    return [
        part.target.id
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    ]


def _declared(nodes: Nodes, places: dict[str, int]) -> Iterator[tuple[str, int]]:
    """Texts in places declared for citations, with their lines."""
    for node in nodes:
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg == PARAMETER:
                    yield from _texts(keyword.value)
            at = places.get(_name(node.func))
            if at is not None and at < len(node.args):
                yield from _texts(node.args[at])
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if PARAMETER in _targets(part):
                    assert isinstance(part, ast.Assign | ast.AnnAssign)
                    yield from _texts(part.value)


def _targets(part: ast.stmt) -> list[str]:
    targets = part.targets if isinstance(part, ast.Assign) else []
    targets = [part.target] if isinstance(part, ast.AnnAssign) else targets
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    if isinstance(function, ast.Subscript):  # Mod[Shot](…)
        return _name(function.value)
    return function.id if isinstance(function, ast.Name) else ""


def _texts(value: ast.expr | None) -> Iterator[tuple[str, int]]:
    """The texts an expression may come to: both arms of a condition, all of an `or`."""
    match value:
        case ast.Constant(value=str(text)) if text:
            yield text, value.lineno
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _texts(body)
            yield from _texts(otherwise)
        case ast.BoolOp(values=values) | ast.Tuple(elts=values):
            for one in values:
                yield from _texts(one)


def _bracketed(source: str, nodes: Nodes, key: str) -> Iterator[tuple[str, int, bool]]:
    """Numbers in brackets in comments and docstrings, and whether the book's key stands before them."""
    for line, text in (*_comments(source), *_docstrings(nodes)):
        for inside in BRACKETS.findall(text):
            keyed = inside.startswith(f"{key} ")
            for part in re.split(r"[,;]", inside):
                yield part.strip().removeprefix(f"{key} ").strip(), line, keyed


def _comments(source: str) -> Iterator[tuple[int, str]]:
    if not REMARK.search(source):
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _docstrings(nodes: Nodes) -> Iterator[tuple[int, str]]:
    """Every line of every text that stands by itself: docstrings, and notes under a field."""
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = node.value.value
            if isinstance(text, str):
                for offset, line in enumerate(text.splitlines()):
                    yield node.lineno + offset, line


def _in_toml(text: str) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(text.splitlines(), 1):
        for found in TOML_CITE.findall(line):
            yield found, number
