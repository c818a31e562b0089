"""What the whole suite shares: hypothesis profiles, and the report of which rules the tests hold."""

from __future__ import annotations

import gc
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from grognard.books import SELDOM

# Neither a slow test nor slow examples are a fault: both are told by the clock, and the machine may be busy.
CLOCKLESS: dict[str, Any] = {"deadline": None, "suppress_health_check": (HealthCheck.too_slow,)}
settings.register_profile("dev", **CLOCKLESS)
settings.register_profile("ci", **CLOCKLESS, derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule-report",
        metavar="FILE",
        default=os.environ.get("RULE_REPORT"),
        help="write which rules of which book the tests hold, as JSON (or set RULE_REPORT)",
    )


def pytest_configure(config: pytest.Config) -> None:
    # Under xdist every worker loads this file, but only the controller hears of all the tests.
    target = config.getoption("--rule-report")
    if target and not hasattr(config, "workerinput"):
        config.pluginmanager.register(RuleReport(Path(target)), "rule-report")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # A user property is the one thing about a mark that travels home from an xdist worker.
    for item in items:
        numbers = {str(number) for mark in item.iter_markers("rule") for number in mark.args}
        item.user_properties += [("rule", number) for number in sorted(numbers)]


def pytest_collection_finish() -> None:
    # Eighteen thousand tests and five books stay until the end: nobody need look through them for garbage again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


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
    """The book a test belongs to: its folder under tests/books."""
    match nodeid.split("::")[0].split("/"):
        case ["tests", "books", book, _, *_]:
            return book
    return None
