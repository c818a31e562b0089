"""Where a book's code can be changed a little, and the changed code.

The kinds: a row of a table dropped, a comparison turned, `and` for `or`, a `not` left out, True for False, a
number one off. Left out is what no rule hangs on: docstrings, annotations, decorators, defaults, class keywords,
assertions, exceptions, f-strings, plain indices, looks into a memo, the laws themselves, and what machines try for
want of a better idea: ideas, a move at random (`whim`), how often they try one (`tries`).
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOMS = ("tables", "facts", "steps")
SPARED = ("ideas.py", "soundness.py", "laws.py")
ROWS = {"Mod", "Need", "Item", "Result"}
MEMO = re.compile(r"memo|cache|__dict__|_looked")
SHARES = {"row": 10, "comparison": 28, "and/or": 19, "not": 14, "truth": 5, "number": 24}
"""How many of a hundred mutants are of each kind."""
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SHOWN = 80


class Site(NamedTuple):
    """One small change that can be made."""

    file: str
    """From the book's house: facts/zones.py."""
    line: int
    kind: str
    within: str
    """The function, or the name that is defined, around it."""
    change: str
    """What stands there and what would: `a < b → a <= b`."""
    first: int
    last: int
    """The lines of the smallest thing that runs as a whole around it."""
    local: bool
    """Whether it stands in a function, so that only who runs it can notice."""
    number: int
    """Its place among the sites of its file."""

    @property
    def room(self) -> str:
        """The room of the house it stands in."""
        return Path(self.file).parts[0].removesuffix(".py")

    @property
    def where(self) -> str:
        """The place as people write it."""
        return f"{self.file}:{self.line}"


class _Found(NamedTuple):
    site: Site
    node: ast.expr
    other: ast.expr | None


class _Swap(ast.NodeTransformer):
    """Puts one node in the place of another; None drops it."""

    def __init__(self, node: ast.AST, other: ast.AST | None):
        self.node, self.other = node, other

    def visit(self, node: ast.AST) -> ast.AST | None:
        """This node, or the other."""
        return self.other if node is self.node else self.generic_visit(node)


class _Scope(NamedTuple):
    """What is known on the way down the tree."""

    names: tuple[str, ...] = ()
    first: int = 0
    last: int = 0
    local: bool = False
    in_class: bool = False
    memos: frozenset[str] = frozenset()
    around: tuple[ast.expr, ...] = ()
    """The expressions around, the nearest last."""
    whole: ast.stmt | None = None
    """The statement around, if it is a simple one."""


def files(house: Path) -> list[Path]:
    """The files of a book's house that hold its rules."""
    found = [path for room in ROOMS for path in (house / room).rglob("*.py")]
    found += [house / f"{room}.py" for room in ROOMS if (house / f"{room}.py").exists()]
    return sorted(path for path in found if path.name not in SPARED)


def sites(house: Path) -> list[Site]:
    """Every place of a book."""
    return [
        site
        for path in files(house)
        for site in sites_in(path.read_text("utf-8"), path.relative_to(house).as_posix())
    ]


def sites_in(text: str, file: str) -> list[Site]:
    """Every place of one file."""
    told: dict[tuple[str, str], int] = {}
    found = []
    for each in _Walk(file).walk(ast.parse(text)):
        site = each.site
        told[site.within, site.change] = times = told.get((site.within, site.change), 0) + 1
        found.append(site if times == 1 else site._replace(change=f"{site.change} ({times})"))
    return found


def mutated(text: str, site: Site) -> ast.Module:
    """The file with this one change."""
    tree = ast.parse(text)
    for found in list(_Walk(site.file).walk(tree)):
        if found.site.number == site.number:
            _Swap(found.node, found.other).visit(tree)
            return ast.fix_missing_locations(tree)
    raise LookupError(f"{site.where} is not in this text")


def draw(found: Iterable[Site], count: int, seed: int) -> list[Site]:
    """Some places: each kind by its share, from room to room, one a line, few a file; then whatever is left."""
    rng = random.Random(f"mutants {seed}")
    pool = sorted(found, key=lambda site: (site.file, site.number))
    rng.shuffle(pool)
    chosen: list[Site] = []
    lines: set[tuple[str, int]] = set()

    def take(some: list[Site], most: int) -> None:
        for site in some:
            if most and (site.file, site.line) not in lines:
                lines.add((site.file, site.line))
                chosen.append(site)
                most -= 1

    for kind, share in SHARES.items():
        take(_spread([site for site in pool if site.kind == kind]), count * share // 100)
    take(_spread([site for site in pool if site not in set(chosen)]), count - len(chosen))
    return sorted(chosen, key=lambda site: (site.file, site.number))


def _spread(pool: list[Site]) -> list[Site]:
    """The same places, in turn from each room, and within a room in turn from each file."""
    seen: dict[str, int] = {}
    ranked = []
    for site in pool:
        seen[site.file] = seen.get(site.file, 0) + 1
        ranked.append((seen[site.file], site))
    ranked.sort(key=lambda pair: pair[0])
    rooms = [[site for _, site in ranked if site.room == room] for room in ROOMS]
    longest = max(map(len, rooms), default=0)
    return [room[at] for at in range(longest) for room in rooms if at < len(room)]


def _left_alone(node: ast.AST, scope: _Scope) -> bool:
    """Whether nothing in a place is changed: words, imports, types, what only faults would show."""
    match node:
        case ast.FunctionDef(name=name):
            return name in ("__repr__", "__str__", "whim")
        case ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return True
        case ast.AnnAssign():
            return scope.in_class
        case ast.Assign():
            return scope.in_class and "tries" in _targets(node)
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


class _Walk:
    """Goes down a tree and gives every place with what changes it."""

    def __init__(self, file: str):
        self.file, self.count = file, 0

    def walk(self, tree: ast.Module) -> Iterator[_Found]:
        """Every place of the file."""
        for statement in tree.body:
            yield from self._go(statement, _Scope())

    def _go(self, node: ast.AST, scope: _Scope) -> Iterator[_Found]:
        if _left_alone(node, scope):
            return
        match node:
            case ast.FunctionDef(name=name):
                inner = scope._replace(
                    names=(*scope.names, name), local=True, in_class=False, memos=_memos(node)
                )
                for statement in node.body:
                    yield from self._go(statement, inner)
            case ast.ClassDef(name=name):
                inner = scope._replace(names=(*scope.names, name), in_class=True)
                for statement in node.body:
                    yield from self._go(statement, inner)
            case ast.stmt():
                yield from self._statement(node, scope)
            case ast.expr():
                yield from self._expression(node, scope)
            case ast.match_case(guard=guard, body=body):
                for each in (*([guard] if guard else ()), *body):
                    yield from self._go(each, scope)
            case _:
                yield from self._parts(node, scope)

    def _statement(self, node: ast.stmt, scope: _Scope) -> Iterator[_Found]:
        if not scope.names or scope.in_class:
            scope = scope._replace(names=(*scope.names, *_targets(node)))
        scope = scope._replace(in_class=False)
        bodies = [
            part
            for name in ("body", "orelse", "finalbody", "handlers", "cases")
            for part in _listed(node, name)
        ]
        heads = [each for each in ast.iter_child_nodes(node) if each not in bodies]
        for head in heads:
            if isinstance(node, ast.AnnAssign) and head is node.annotation:
                continue
            span = (node.lineno, node.end_lineno or node.lineno)
            if bodies and isinstance(head, ast.expr):
                span = (head.lineno, head.end_lineno or head.lineno)
            whole = None if bodies else node
            yield from self._go(head, scope._replace(first=span[0], last=span[1], whole=whole))
        for part in bodies:
            yield from self._go(part, scope)

    def _expression(self, node: ast.expr, scope: _Scope) -> Iterator[_Found]:
        if isinstance(node, ast.JoinedStr):
            return
        if isinstance(node, ast.Lambda) or (isinstance(node, ast.Call) and _called(node) in ROWS):
            inside = scope.local or isinstance(node, ast.Lambda)
            scope = scope._replace(first=node.lineno, last=node.end_lineno or node.lineno, local=inside)
        for kind, other in _others(node, scope):
            self.count += 1
            yield _Found(self._site(node, other, kind, scope), node, other)
        scope = scope._replace(around=(*scope.around, node))
        match node:
            case ast.Lambda(body=body):
                yield from self._go(body, scope)
            case ast.Subscript(value=value, slice=index):
                yield from self._go(value, scope)
                if _whole(index) is None:
                    yield from self._go(index, scope)
            case ast.UnaryOp(op=ast.USub()) if _whole(node) is not None:
                return  # -1 is one number
            case _:
                yield from self._parts(node, scope)

    def _parts(self, node: ast.AST, scope: _Scope) -> Iterator[_Found]:
        for part in ast.iter_child_nodes(node):
            yield from self._go(part, scope)

    def _site(self, node: ast.expr, other: ast.expr | None, kind: str, scope: _Scope) -> Site:
        return Site(
            self.file,
            node.lineno,
            kind,
            ".".join(scope.names),
            _told(node, other, scope),
            scope.first or node.lineno,
            scope.last or node.end_lineno or node.lineno,
            scope.local,
            self.count,
        )


def _others(node: ast.expr, scope: _Scope) -> Iterator[tuple[str, ast.expr | None]]:
    """What could stand in the place of an expression, by kind."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=right) if not _is_memo(node, scope.memos):
            for at, sign in enumerate(ops):
                signs = [*ops[:at], TURNED[type(sign)](), *ops[at + 1 :]]
                yield "comparison", _at(node, ast.Compare(left, signs, right))
        case ast.BoolOp(op=sign, values=values) if not all(_is_memo(each, scope.memos) for each in values):
            yield (
                "and/or",
                _at(node, ast.BoolOp(ast.Or() if isinstance(sign, ast.And) else ast.And(), values)),
            )
        case ast.UnaryOp(op=ast.Not(), operand=operand) if not _is_memo(node, scope.memos):
            yield "not", operand
        case ast.Constant(value=bool(truth)):
            yield "truth", _at(node, ast.Constant(not truth))
        case ast.Call() if _called(node) in ROWS and scope.around and _is_row(node, scope.around[-1]):
            yield "row", None
    number = _whole(node)
    if number is not None:
        yield "number", _at(node, _number(number + 1))
        yield "number", _at(node, _number(number - 1))


def _at(node: ast.expr, other: ast.expr) -> ast.expr:
    return ast.copy_location(other, node)


def _number(value: int) -> ast.expr:
    return ast.UnaryOp(ast.USub(), ast.Constant(-value)) if value < 0 else ast.Constant(value)


def _whole(node: ast.expr) -> int | None:
    """A whole number that is written out."""
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
    return None


def _is_row(node: ast.expr, around: ast.expr) -> bool:
    return isinstance(around, ast.Tuple | ast.List) and node in around.elts


def _called(node: ast.Call) -> str:
    function = node.func.value if isinstance(node.func, ast.Subscript) else node.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _told(node: ast.expr, other: ast.expr | None, scope: _Scope) -> str:
    """What stands there and what would, with as much around it as is short."""
    if other is None:
        return f"{_short(ast.unparse(node))} → nothing"
    outer: ast.AST = node
    nearest = scope.around[-1] if scope.around else scope.whole
    if nearest is not None and not isinstance(nearest, ast.Lambda) and len(ast.unparse(nearest)) <= SHOWN:
        outer = nearest
    before = ast.unparse(outer)
    if outer is node:
        return f"{_short(before)} → {_short(ast.unparse(other))}"
    _Swap(node, other).visit(outer)
    after = ast.unparse(ast.fix_missing_locations(outer))
    _Swap(other, node).visit(outer)
    return f"{_short(before)} → {_short(after)}"


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _is_memo(node: ast.expr, memos: frozenset[str]) -> bool:
    """Whether an expression only looks whether something is remembered already."""
    for part in ast.walk(node):
        name = getattr(part, "id", None) or getattr(part, "attr", None)
        if isinstance(name, str) and (MEMO.search(name) or name in memos):
            return True
    return False


def _memos(function: ast.FunctionDef) -> frozenset[str]:
    """The names in a function that hold what was remembered."""
    found = set()
    for part in ast.walk(function):
        value = getattr(part, "value", None)
        if isinstance(part, ast.Assign | ast.NamedExpr) and isinstance(value, ast.expr):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            if _is_memo(value, frozenset()):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(found)


def _targets(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    single = [
        each for target in targets for each in (target.elts if isinstance(target, ast.Tuple) else [target])
    ]
    return [target.id for target in single if isinstance(target, ast.Name)]


def _listed(node: ast.AST, name: str) -> list[ast.AST]:
    value = getattr(node, name, None)
    return value if isinstance(value, list) else []
