"""What of the mechanisms nobody calls: python -m tests.tools.idle

A top-level name of `geometry/` or `tabletop/` is alive if some module above them names it, or another name that is alive does. Names
are compared as words, so a few that are dead may pass for alive; none that is alive is told here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from tests.tools.shelf import ROOT

SOURCE = ROOT / "src" / "grognard"
LAYERS = ("geometry", "tabletop")
KERNEL = "kernel.py"
"""Its questions are asked by name from beside the compiled twin."""


def idle() -> dict[str, list[str]]:
    """The names nobody needs, by module."""
    defined: dict[str, list[tuple[str, ast.stmt]]] = {}
    waiting: set[str] = set()
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        if path.parent.name not in LAYERS or path.name == KERNEL:
            waiting |= _words([tree])
            continue
        for node in tree.body:
            names = _names(node)
            waiting |= set() if names or isinstance(node, ast.ImportFrom) else _words([node])
            for name in names:
                defined.setdefault(name, []).append((f"{path.parent.name}/{path.stem}", node))
    alive: set[str] = set()
    waiting &= set(defined)
    while waiting:
        name = waiting.pop()
        alive.add(name)
        waiting |= (_words(node for _, node in defined[name]) & set(defined)) - alive
    found: dict[str, list[str]] = {}
    for name in sorted(set(defined) - alive):
        for module, _ in defined[name]:
            if not name.startswith("_"):
                found.setdefault(module, []).append(name)
    return found


def _names(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _words(nodes: Iterable[ast.AST]) -> set[str]:
    found = set()
    for node in (part for each in nodes for part in ast.walk(each)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            found.add(node.value)
    return found


if __name__ == "__main__":
    for module, names in sorted(idle().items()):
        print(f"{module}: {', '.join(names)}")
