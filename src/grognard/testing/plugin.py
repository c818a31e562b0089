"""The pytest plug-in: `--grognard-book NAME` runs the general tests on a book, `--rule-report FILE` writes which rules tests hold.

The general tests lie beside this file, in two grades. *Playable*: every game keeps the laws, whatever is offered can be done and undone,
every level plays, terminal and server play it, every row and word has its rule. *Complete*: it has besides what a shipped book has, army
lists, own battles, guide, lesson, glossary, overlays, things to print.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

GRADES = ("playable", "complete")
HERE = Path(__file__).parent
chosen: tuple[str, ...] = ()
"""The books that `--grognard-book` names; none: every book there is."""
grade = GRADES[0]
"""What is asked of them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("grognard", "books of Grognard")
    group.addoption(
        "--grognard-book",
        action="append",
        default=[],
        metavar="NAME",
        help="run the general tests on this book, beside its own; may be given again",
    )
    group.addoption(
        "--grognard-grade",
        choices=GRADES,
        default=GRADES[0],
        help="what is asked of the book: that it can be played (the default), or all that a shipped book has",
    )
    group.addoption(
        "--rule-report",
        metavar="FILE",
        default=os.environ.get("RULE_REPORT"),
        help="write which rules of which book the tests hold, as JSON (or set RULE_REPORT)",
    )


def pytest_configure(config: pytest.Config) -> None:
    global chosen, grade
    config.addinivalue_line(
        "markers", "rule(number, ...): the numbered paragraphs of the book that this test holds"
    )
    config.addinivalue_line("markers", "gauntlet: more games than a law needs in every run of the suite")
    chosen, grade = tuple(config.getoption("--grognard-book")), config.getoption("--grognard-grade")
    if chosen:
        _see(chosen)
        _add_general_tests(config)
    # Under xdist every worker loads this file, but only the controller hears of all the tests.
    target = config.getoption("--rule-report")
    if target and not hasattr(config, "workerinput"):
        config.pluginmanager.register(RuleReport(Path(target)), "rule-report")


def _see(names: tuple[str, ...]) -> None:
    """A book that is not there or cannot be opened ends the run with one line."""
    from grognard import books
    from grognard.engine.book import BadInput

    try:
        for name in names:
            books.load(name)
    except BadInput as fault:
        raise pytest.UsageError(str(fault)) from None


def _add_general_tests(config: pytest.Config) -> None:
    """The general tests of the grade, where no files are named to be run instead of all."""
    if config.args_source is pytest.Config.ArgsSource.ARGS:
        return
    grades = GRADES[: GRADES.index(grade) + 1]
    there = {Path(each).resolve() for each in config.args}
    folders = [HERE / grade for grade in grades if HERE / grade not in there]
    config.args += [str(folder) for folder in folders if not there & set(folder.parents)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # A user property is the one thing about a mark that travels home from an xdist worker.
    for item in items:
        numbers = {str(number) for mark in item.iter_markers("rule") for number in mark.args}
        item.user_properties += [("rule", number) for number in sorted(numbers)]


class RuleReport:
    """Gathers `{book: {rule: {passed, failed, tests}}}` as the reports of single tests come in."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.outcomes: dict[tuple[str, str], dict[str, bool]] = {}  # (book, rule) -> test -> passed?

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        book = book_of(report.nodeid)
        if book is None or report.skipped or (report.passed and report.when != "call"):
            return
        for name, number in report.user_properties:
            if name == "rule":
                # A test that passed and then failed in teardown has failed.
                tests = self.outcomes.setdefault((book, str(number)), {})
                tests[report.nodeid] = report.passed and tests.get(report.nodeid, True)

    def pytest_sessionfinish(self) -> None:
        books: dict[str, dict[str, object]] = {}
        for (book, number), tests in sorted(self.outcomes.items()):
            passed = sum(tests.values())
            books.setdefault(book, {})[number] = {
                "passed": passed,
                "failed": len(tests) - passed,
                "tests": sorted(tests),
            }
        self.target.parent.mkdir(parents=True, exist_ok=True)
        self.target.write_text(json.dumps(books, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def book_of(nodeid: str) -> str | None:
    """The book a test belongs to: its folder under tests/books; elsewhere the one book that is asked for."""
    match nodeid.split("::")[0].split("/"):
        case ["tests", "books", book, _, *_]:
            return book
    return chosen[0] if len(chosen) == 1 else None
