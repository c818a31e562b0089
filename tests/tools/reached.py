"""`python -m tests.tools.reached BOOK`: which rules' code the recorded games run; rewrites tests/golden/<book>/reached.list.

A transcript cites what it tells: dice, sums, log. Much of a book works without being told: a condition that
is met, a distance that is measured. So golden games and drills are played again while it is noted what runs.
A rule is met if one of the places that cite it did its work: a function, method or step ran; a modifier bit; a
condition was judged; a row of a table was looked up; a named value was in the hands of a function that ran;
a scenario with its ground was set up. A modifier that was only looked at is not met, nor is a row nobody needed.
What draws up the first position is no play: lists are checked and options read before a game.
"""

from __future__ import annotations

import ast
import hashlib
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from grognard.engine.book import Book
from grognard.engine.flow import Engine, Position
from grognard.engine.tables import Lookup, ModTable, Needs, Results
from grognard.lab.citations import Citation
from grognard.lab.matrix import golden_counts
from tests.tools import transcript
from tests.tools.drills import Begun, drills, played
from tests.tools.shelf import GOLDEN, ROOT, chosen, citations_of, house

HEAD = "# Rules whose code the golden games run, in the book's order. Written by `python -m tests.tools.reached`.\n"
MODS, CONDITIONS, DATA = {"Mod"}, {"Need"}, {"Item", "Result"}


def path_of(book: str) -> Path:
    """Where a book's list lies."""
    return GOLDEN / book / "reached.list"


# ---- what runs


class Seen:
    """What happened while the games were played."""

    def __init__(self, folder: Path):
        self.folder = str(folder)
        self.ran: dict[str, set[int]] = {}
        self.true: dict[str, set[int]] = {}
        self.rows: set[str] = set()
        """Citations of rows of tables that bit, were judged or were looked up."""
        self.keys: dict[tuple[str, str], set[int]] = {}
        """For each dictionary of a file by its name: which of its rows were read."""
        self.scenarios: set[str] = set()
        self.playing = False
        """Whether a first position stands: what comes before is not looked at."""
        self._done: set[CodeType] = set()

    def begins(self) -> None:
        """From here on a game is played."""
        self.playing = True
        sys.settrace(self.note)

    def row(self, cite: str) -> None:
        """A row of a table did its work."""
        if self.playing:
            self.rows.add(cite)

    def note(self, frame: FrameType, event: str, _: Any) -> Any:
        """A tracer: which functions are called, and which lambdas say yes. Each is looked at no longer than needed."""
        code = frame.f_code
        if code in self._done:
            return None
        if not code.co_filename.startswith(self.folder):
            self._done.add(code)
            return None
        self.ran.setdefault(code.co_filename, set()).add(code.co_firstlineno)
        if code.co_name == "<lambda>":
            frame.f_trace_lines = False
            return self._answered
        self._done.add(code)
        return None

    def _answered(self, frame: FrameType, event: str, value: Any) -> Any:
        if event == "return" and value is not NotImplemented and value:
            self.true.setdefault(frame.f_code.co_filename, set()).add(frame.f_code.co_firstlineno)
            self._done.add(frame.f_code)
        return self._answered


@contextmanager
def watched(seen: Seen, book: Book) -> Iterator[None]:
    """The engine's tables and the book's dictionaries tell which of their rows are used."""
    usual = ModTable.lines, Needs.refusal, Needs.refusals, Lookup.__getitem__, Lookup.row, Results.find
    start, begun = Engine.start, Begun.__init__

    def lines(self: Any, facts: Any) -> Any:
        found = usual[0](self, facts)
        for line in found:
            seen.row(line.cite)
        return found

    def refusal(self: Any, facts: Any) -> Any:
        for row in self.rows:
            seen.row(row.cite)
            if not row.holds(facts):
                return row.refusal(facts)
        return None

    def refusals(self: Any, facts: Any) -> Any:
        for row in self.rows:
            seen.row(row.cite)
        return usual[2](self, facts)

    def row_of(self: Any, key: Any) -> Any:
        found = usual[4](self, key)
        seen.row(found.cite)
        return found

    def find(self: Any, number: int) -> Any:
        found = usual[5](self, number)
        seen.row(found.cite)
        return found

    def first(self: Engine, *given: Any) -> Position:
        seen.begins()
        return start(self, *given)

    def built(self: Begun, *given: Any) -> None:
        begun(self, *given)
        seen.begins()

    Engine.start, Begun.__init__ = first, built  # type: ignore[method-assign]
    ModTable.lines, Needs.refusal, Needs.refusals, Results.find = lines, refusal, refusals, find  # type: ignore[method-assign]
    Lookup.__getitem__, Lookup.row = (lambda self, key: row_of(self, key).value), row_of  # type: ignore[method-assign]
    restore = _watch_dictionaries(seen, book)
    try:
        yield
    finally:
        ModTable.lines, Needs.refusal, Needs.refusals, Lookup.__getitem__, Lookup.row, Results.find = usual  # type: ignore[method-assign]
        Engine.start, Begun.__init__ = start, begun  # type: ignore[method-assign]
        restore()


class Read(dict[Any, Any]):
    """A dictionary that notes which of its rows are read in play."""

    def __init__(self, rows: dict[Any, Any], seen: Seen, read: set[int]):
        super().__init__(rows)
        self.seen, self.read, self.at = seen, read, {key: at for at, key in enumerate(rows)}

    def __getitem__(self, key: Any) -> Any:
        if self.seen.playing and key in self.at:
            self.read.add(self.at[key])
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        return self[key] if key in self.at else default


def _watch_dictionaries(seen: Seen, book: Book) -> Callable[[], None]:
    """Put `Read` in the place of every dictionary that a module of the book defines, wherever it is known."""
    prefix = f"grognard.books.{book.name}"
    modules = [module for name, module in sys.modules.items() if name.startswith(prefix)]
    watching: dict[int, Read] = {}
    originals = []
    for module in modules:
        for name in _dictionaries(Path(str(module.__file__))):
            value = vars(module).get(name)
            if type(value) is dict:
                rows = seen.keys.setdefault((str(module.__file__), name), set())
                watching[id(value)] = Read(value, seen, rows)
    for module in modules:
        for name, value in list(vars(module).items()):
            if type(value) is dict and id(value) in watching:
                originals.append((module, name, value))
                setattr(module, name, watching[id(value)])

    def restore() -> None:
        for module, name, value in originals:
            setattr(module, name, value)

    return restore


def seen_in(book: Book) -> Seen:
    """What the golden games and drills of a book do."""
    seen = _kept_goldens(book)
    _play(seen, book, [partial(played, book, script) for script in drills(book.name).values()])
    return seen


def _play(seen: Seen, book: Book, games: list[Callable[[], Any]]) -> None:
    with watched(seen, book):
        for game in games:
            seen.playing = False
            try:
                game()
            finally:
                sys.settrace(None)


def _kept_goldens(book: Book) -> Seen:
    """What the golden games do; kept under build/ as long as neither they nor the sources change."""
    paths = sorted((GOLDEN / book.name).glob("*.txt"))
    rooms = [
        house(book.name),
        *(ROOT / "src" / "grognard" / room for room in ("engine", "geometry", "tabletop")),
    ]
    sources = [path for room in rooms for path in sorted(room.rglob("*")) if path.suffix in (".py", ".toml")]
    print_ = hashlib.sha256(
        b"".join(path.read_bytes() for path in (*paths, *sources, Path(__file__)))
    ).hexdigest()
    file = ROOT / "build" / "reached" / f"{book.name}.pickle"
    if file.exists():
        kept, found = pickle.loads(file.read_bytes())
        if kept == print_:
            seen = Seen(house(book.name))
            seen.ran, seen.true, seen.rows, seen.keys, seen.scenarios = found
            return seen
    records = [transcript.parse(path.read_text("utf-8")) for path in paths]
    seen = Seen(house(book.name))
    seen.scenarios |= {record.scenario for record in records}
    _play(seen, book, [partial(transcript.write, book, record) for record in records])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(pickle.dumps((print_, (seen.ran, seen.true, seen.rows, seen.keys, seen.scenarios))))
    return seen


# ---- what stands where


class Piece(NamedTuple):
    """Something in a file that does its work as a whole, by its lines."""

    first: int
    last: int
    kind: str
    """run: a function or class; mod, need, data: a row of a table; value: a name that is defined; key: a row of a dictionary."""
    starts: range = range(0)
    """Functions that begin in these lines are it, or are in it."""
    name: str = ""
    at: int = -1


def pieces(text: str) -> list[Piece]:
    """Everything in a file that can do its work; the innermost around a line counts."""
    tree = ast.parse(text)
    found = [piece for node in ast.walk(tree) for piece in _piece(node)]
    return found + list(_values(tree, text.splitlines()))


def _piece(node: ast.AST) -> Iterator[Piece]:
    if isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
        above = getattr(node, "decorator_list", [])
        first = min([node.lineno, *[each.lineno for each in above]])
        last = node.end_lineno or node.lineno
        starts = range(first, last + 1) if isinstance(node, ast.ClassDef) else range(first, node.lineno + 1)
        if not isinstance(node, ast.Lambda):
            yield Piece(first, last, "run", starts)
    elif isinstance(node, ast.Call):
        function = node.func.value if isinstance(node.func, ast.Subscript) else node.func
        name = function.id if isinstance(function, ast.Name) else ""
        kind = "mod" if name in MODS else "need" if name in CONDITIONS else "data" if name in DATA else ""
        if kind:
            last = node.end_lineno or node.lineno
            yield Piece(node.lineno, last, kind, range(node.lineno, last + 1))


def _values(tree: ast.Module, lines: list[str]) -> Iterator[Piece]:
    """Named values of a file, each with the note under it and the comment above; and the rows of dictionaries."""
    for at, node in enumerate(tree.body):
        for name, value in _assigned(node):
            first, last = node.lineno, node.end_lineno or node.lineno
            while first > 1 and lines[first - 2].startswith("#"):
                first -= 1
            after = tree.body[at + 1] if at + 1 < len(tree.body) else None
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                last = after.end_lineno or last
            yield Piece(first, last, "value", name=name)
            if isinstance(value, ast.Dict) and None not in value.keys:
                for row, (key, each) in enumerate(zip(value.keys, value.values)):
                    assert key is not None
                    yield Piece(key.lineno, each.end_lineno or key.lineno, "key", name=name, at=row)


def _assigned(node: ast.stmt) -> Iterator[tuple[str, ast.expr | None]]:
    if isinstance(node, ast.Assign | ast.AnnAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(each, ast.Name):
                    yield each.id, node.value


def _dictionaries(path: Path) -> list[str]:
    """The names of the dictionaries that a file spells out."""
    tree = ast.parse(path.read_text("utf-8"))
    return [piece.name for piece in _values(tree, [""] * 100_000) if piece.kind == "key" and piece.at == 0]


# ---- together


class Reached:
    """Joins what a book cites with what was seen."""

    def __init__(self, book: Book, seen: Seen):
        self.book, self.seen, self.folder = book, seen, house(book.name)
        self.texts = {path: path.read_text("utf-8") for path in self.folder.rglob("*.py")}
        self.known = {path: pieces(text) for path, text in self.texts.items()}
        self._used: dict[str, bool] = {}

    def met(self, cited: Citation) -> bool:
        """Whether the place that cites a rule did its work."""
        path = self.folder / cited.file
        if path.suffix == ".toml":
            return path.parent.name == "scenarios" and path.stem in self.seen.scenarios
        around = [piece for piece in self.known.get(path, ()) if piece.first <= cited.line <= piece.last]
        if not around:
            return False
        inner = max(around, key=lambda piece: (piece.first, -piece.last, piece.kind != "value"))
        return self._did(path, inner, cited)

    def _did(self, path: Path, piece: Piece, cited: Citation) -> bool:
        seen, file = self.seen, str(path)
        if piece.kind == "run":
            return any(line in piece.starts for line in seen.ran.get(file, ()))
        if piece.kind in ("mod", "need"):
            hits = seen.true if piece.kind == "mod" else seen.ran
            return cited.number in seen.rows or any(line in piece.starts for line in hits.get(file, ()))
        if piece.kind == "data":
            return cited.number in seen.rows
        if piece.kind == "key":
            return piece.at in seen.keys.get((file, piece.name), ())
        return self._in_use(piece.name)

    def _in_use(self, name: str) -> bool:
        """Whether some function that ran has this name in its body."""
        if name not in self._used:
            word = re.compile(rf"\b{re.escape(name)}\b")
            self._used[name] = any(
                word.search(text) and self._used_in(path, text, word) for path, text in self.texts.items()
            )
        return self._used[name]

    def _used_in(self, path: Path, text: str, word: re.Pattern[str]) -> bool:
        ran = self.seen.ran.get(str(path), ())
        for number, line in enumerate(text.splitlines(), 1):
            if word.search(line):
                around = [
                    each
                    for each in self.known[path]
                    if each.kind == "run" and each.first <= number <= each.last
                ]
                if around:
                    inner = max(around, key=lambda piece: (piece.first, -piece.last))
                    if any(start in inner.starts for start in ran):
                        return True
        return False


def reached(book: Book) -> list[str]:
    """The rules whose code did its work, in the order of the rulebook."""
    join = Reached(book, seen_in(book))
    found = join.seen.rows | {cited.number for cited in citations_of(book.name) if join.met(cited)}
    return [number for number in book.rulebook.rules if number in found]


def main(names: list[str]) -> None:
    """Write the lists of some books, or of all, and tell what was never met and where it is cited."""
    for book in chosen(names):
        path, found = path_of(book.name), reached(book)
        path.write_text(HEAD + "".join(f"{number}\n" for number in found), "utf-8")
        print(path.relative_to(ROOT))
        away = {*book.rulebook.left_out, *book.rulebook.not_in_play}
        can = [number for number in book.rulebook.rules if number not in away]
        never = [number for number in can if number not in {*found, *golden_counts(book, ROOT)}]
        places: dict[str, list[str]] = {}
        for cited in citations_of(book.name):
            places.setdefault(cited.number, []).append(cited.where)
        for number in never:
            print(f"  never met: {number} ({', '.join(places.get(number, ['not cited'])[:3])})")
        print(f"  {len(can) - len(never)} of {len(can)} rules met ({1 - len(never) / len(can):.1%})")


if __name__ == "__main__":
    main(sys.argv[1:])
