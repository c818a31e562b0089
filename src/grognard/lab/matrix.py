"""The matrix: each rule of a book with its code, its tests, and how often the golden games reach it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import grognard
from grognard import books
from grognard.engine.book import BadInput, Book
from grognard.lab.citations import Citation, citations

if TYPE_CHECKING:
    from rich.table import Table

ROOT = Path(grognard.__file__).resolve().parents[2]
PROCESSES = 2
RuleTests = Mapping[str, Mapping[str, Any]]
"""For each rule how many tests passed and failed, and which they are."""


class MatrixRow(NamedTuple):
    """One rule and all that holds it."""

    number: str
    words: str
    source: str
    code: tuple[str, ...]
    passed: int
    failed: int
    seen: int
    """How often the recorded games cite it; once if they only run its code."""
    left_out: str = ""
    cited: int = 0
    """How often the recorded games cite it in so many words."""
    not_in_play: str = ""

    @property
    def can_occur(self) -> bool:
        """Whether it can be met in a game."""
        return not self.left_out and not self.not_in_play

    def missing(self) -> list[str]:
        """What it lacks; nothing for a rule left out with a reason."""
        if self.left_out:
            return []
        reasons = [] if self.code else ["no code"]
        if self.failed:
            reasons.append(f"{self.failed} tests fail")
        elif not self.passed:
            reasons.append("no test")
        return reasons


class Matrix(NamedTuple):
    """All rules of one book."""

    book: str
    rows: tuple[MatrixRow, ...]
    unknown: tuple[str, ...]
    """Citations of numbers that are not in the rulebook, and where they stand."""

    @property
    def sound(self) -> bool:
        """Whether nothing is missing and nothing unknown."""
        return not self.unknown and not any(row.missing() for row in self.rows)

    @property
    def never_met(self) -> list[str]:
        """The rules that can occur and that no recorded game meets."""
        return [row.number for row in self.rows if row.can_occur and not row.seen]

    @property
    def share_met(self) -> float:
        """How many of the rules that can occur the recorded games meet, from 0 to 1."""
        can = sum(row.can_occur for row in self.rows)
        return 1 - len(self.never_met) / can if can else 1.0

    def as_json(self) -> dict[str, Any]:
        """The matrix as plain data."""
        return {
            "book": self.book,
            "rules": len(self.rows),
            "coded": sum(bool(row.code) for row in self.rows),
            "tested": sum(row.passed > 0 and not row.failed for row in self.rows),
            "left_out": {row.number: row.left_out for row in self.rows if row.left_out},
            "missing": [
                {"number": row.number, "words": row.words, "reasons": row.missing()}
                for row in self.rows
                if row.missing()
            ],
            "unknown": list(self.unknown),
            "not_in_play": {row.number: row.not_in_play for row in self.rows if row.not_in_play},
            "cited": sum(row.cited > 0 for row in self.rows),
            "met": sum(row.can_occur and row.seen > 0 for row in self.rows),
            "never_met": self.never_met,
            "share_met": round(self.share_met, 4),
            "never_seen": [row.number for row in self.rows if not row.seen and not row.left_out],
            "rows": [{**row._asdict(), "code": list(row.code)} for row in self.rows],
        }

    def table(self) -> Table:
        """The matrix for a terminal."""
        from rich.table import Table
        from rich.text import Text

        table = Table("rule", "in our words", "source", "code", "tests", "seen")
        for row in self.rows:
            code = (
                row.code[0] + (f" +{len(row.code) - 1}" if len(row.code) > 1 else "") if row.code else "none"
            )
            tests = f"{row.passed}/{row.passed + row.failed}" if row.passed + row.failed else "none"
            style = "dim" if row.left_out else "bold red" if row.missing() else ""
            words = f"{row.words} (left out: {row.left_out})" if row.left_out else row.words
            cells = (row.number, words, row.source, code, tests, str(row.seen or "–"))
            table.add_row(*(Text(cell) for cell in cells), style=style)
        return table


def matrix(
    book: Book, report: Path | None = None, package: Path | None = None, root: Path | None = None
) -> Matrix:
    """Join rulebook, code, tests and goldens.

    `report` is the file that `pytest --rule-report` wrote; without it the book's tests are run. `package` is
    where the book's code lies, if not on the shelf.
    """
    package = package or package_of(book.name)
    root = root or root_of(package)
    cited = citations(package, book.key)
    tests = read_report(report, book.name) if report else run_tests(book.name, root)
    seen, reached = golden_counts(book, root), golden_reached(book, root)
    rules = book.rulebook.rules
    places: dict[str, list[str]] = {}
    for citation in sorted(cited, key=lambda one: one.kind != "declared"):
        places.setdefault(citation.number, []).append(citation.where)
    rows = tuple(
        MatrixRow(
            number,
            rule.words,
            rule.source,
            tuple(dict.fromkeys(places.get(number, ()))),
            tests.get(number, {}).get("passed", 0),
            tests.get(number, {}).get("failed", 0),
            seen.get(number, 0) or int(number in reached),
            book.rulebook.left_out.get(number, ""),
            seen.get(number, 0),
            book.rulebook.not_in_play.get(number, ""),
        )
        for number, rule in rules.items()
    )
    return Matrix(book.name, rows, tuple(_unknown(book, cited, tests, seen)))


def _unknown(book: Book, cited: list[Citation], tests: RuleTests, seen: Mapping[str, int]) -> dict[str, None]:
    """Numbers that stand in code, tests or goldens but not in the rulebook, each once."""
    rules = book.rulebook.rules
    found = [f"{one.number} in {one.where}" for one in cited if _astray(one, rules)]
    for number, held in tests.items():
        if number not in rules:
            found.append(f"{number} in {', '.join(held.get('tests', ['a test']))}")
    found += [f"{number} in the goldens" for number in seen if number not in rules]
    return dict.fromkeys(found)


def _astray(one: Citation, rules: Mapping[str, Any]) -> bool:
    """Whether a citation leads nowhere. Prose may name a whole chapter: [TB 5] where there is a 5.1."""
    if one.number in rules or one.kind == "loose":
        return False
    chapter = re.compile(re.escape(one.number) + r"\b[.-]?")
    return one.kind == "declared" or not any(chapter.match(number) for number in rules)


def package_of(book: str) -> Path:
    """Where a book's code lies."""
    file = import_module(books.home(book)).__file__
    assert file is not None, "a book is a package with files"
    return Path(file).parent


def root_of(package: Path) -> Path:
    """The project that a book's package belongs to: the nearest folder above it with a pyproject.toml, else ours."""
    return next((above for above in package.parents if (above / "pyproject.toml").is_file()), ROOT)


def read_report(report: Path, book: str) -> RuleTests:
    """What the tests of one book hold, from the file pytest wrote."""
    try:
        found: dict[str, RuleTests] = json.loads(report.read_text("utf-8"))
    except (OSError, ValueError) as fault:
        raise BadInput(f"{report} is not a rule report: {fault}") from None
    return found.get(book, {})


def run_tests(book: str, root: Path = ROOT) -> RuleTests:
    """What the tests of one book hold, by running them; nothing if there are none."""
    folder = tests_of(book, root)
    if not folder.is_dir():
        return {}
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "rules.json"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "grognard.testing.plugin",
            str(folder),
        ]
        command += ["--grognard-book", book] if folder == root / "tests" else []
        if find_spec("xdist") is not None:
            command += ["-n", str(PROCESSES)]
        run = subprocess.run(
            [*command, "--rule-report", str(report)], cwd=root, capture_output=True, text=True, check=False
        )
        # 1: some fail, which the report tells; 5: there are none. Anything else, and not all were run.
        if not report.exists() or run.returncode not in (0, 1, 5):
            raise BadInput(f"the tests of {book} could not be run: {run.stdout[-400:]}{run.stderr[-400:]}")
        return read_report(report, book)


def tests_of(book: str, root: Path) -> Path:
    """Where the tests of one book lie: a project of one book has them in `tests`, one of several in `tests/books/<book>`."""
    of_several = root / "tests" / "books" / book
    return root / "tests" if root != ROOT and not of_several.is_dir() else of_several


def golden_reached(book: Book, root: Path = ROOT) -> frozenset[str]:
    """The rules whose code the golden games run, where somebody has written them down (`reached.list`)."""
    path = root / "tests" / "golden" / book.name / "reached.list"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return frozenset(line for line in lines if line and not line.startswith("#"))


def golden_counts(book: Book, root: Path = ROOT) -> dict[str, int]:
    """How often each rule is cited in the transcripts of the book's golden games and drills."""
    pattern = re.compile(rf"\[{re.escape(book.key)} ([^\[\]\n]+)\]")
    counts: dict[str, int] = {}
    for path in sorted((root / "tests" / "golden" / book.name).rglob("*.txt")):
        for number in pattern.findall(path.read_text("utf-8")):
            counts[number] = counts.get(number, 0) + 1
    return counts
