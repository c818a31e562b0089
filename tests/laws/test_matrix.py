"""The gate: every rule of every book is coded and tested, or left out for a reason; nothing cites a rule that is not.

Read from the source, so it needs no other test to have run. That the marked tests pass is seen by running
them: `make test` writes what they hold, and `make gate` joins it (as `grognard matrix` does by itself).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import books
from grognard.lab.matrix import golden_counts, golden_reached, matrix
from tests.tools import marks
from tests.tools.shelf import BOOKS, ROOT, citations_of

by_book = pytest.mark.parametrize("name", BOOKS)


@by_book
def test_every_rule_is_coded(name: str) -> None:
    book = books.load(name)
    cited = {one.number for one in citations_of(name)}
    missing = [number for number in book.rulebook.rules if number not in cited | set(book.rulebook.left_out)]
    assert not missing, f"no code cites {', '.join(missing)}"


@by_book
def test_every_rule_is_tested(name: str, request: pytest.FixtureRequest) -> None:
    book = books.load(name)
    tested = set(marks.by_rule(name)) | set(book.rulebook.left_out)
    for item in request.session.items:  # marks made while collecting, if those tests are collected too
        if item.nodeid.startswith(f"tests/books/{name}/"):
            tested |= {str(number) for mark in item.iter_markers("rule") for number in mark.args}
    missing = [number for number in book.rulebook.rules if number not in tested]
    assert not missing, f"no test is marked {', '.join(missing)}"


@by_book
def test_no_test_is_marked_with_an_unknown_rule(name: str) -> None:
    book = books.load(name)
    astray = [
        f"{mark.number} in {mark.where}"
        for mark in marks.marks(name)
        if mark.number and mark.number not in book.rulebook.rules
    ]
    assert not astray


@by_book
def test_marked_tests_are_not_skipped(name: str) -> None:
    """A test that never runs holds nothing."""
    asleep = [
        f"{path.name}:{number}"
        for path in (ROOT / "tests" / "books" / name).rglob("test_*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if "mark.skip" in line or "mark.xfail" in line or "pytest.skip" in line
    ]
    assert not asleep


@by_book
def test_what_is_left_out_is_not_coded_and_has_a_reason(name: str) -> None:
    book = books.load(name)
    declared = {one.number: one.where for one in citations_of(name) if one.kind == "declared"}
    for number, reason in book.rulebook.left_out.items():
        assert reason.strip(), number
        assert number not in declared, f"{number} is left out but cited in {declared[number]}"


MOST_NOT_IN_PLAY = 0.05
LEAST_MET = 0.95


@by_book
def test_recorded_games_and_drills_meet_nearly_every_rule(name: str) -> None:
    book = books.load(name)
    met = {*golden_counts(book, ROOT), *golden_reached(book, ROOT)}
    away = {*book.rulebook.left_out, *book.rulebook.not_in_play}
    can = [number for number in book.rulebook.rules if number not in away]
    never = [number for number in can if number not in met]
    assert len(never) <= (1 - LEAST_MET) * len(can), f"never met: {', '.join(never)}"


@by_book
def test_few_rules_are_said_not_to_come_up_and_those_do_not(name: str) -> None:
    rulebook = books.load(name).rulebook
    assert len(rulebook.not_in_play) <= MOST_NOT_IN_PLAY * len(rulebook.rules)
    assert all(reason.strip() for reason in rulebook.not_in_play.values())
    assert not set(rulebook.not_in_play) & set(rulebook.left_out)
    met = {*golden_counts(books.load(name), ROOT), *golden_reached(books.load(name), ROOT)}
    assert not met & set(rulebook.not_in_play), "they come up after all"


@by_book
def test_the_goldens_cite_known_rules_only(name: str) -> None:
    book = books.load(name)
    assert not [number for number in golden_counts(book, ROOT) if number not in book.rulebook.rules]


@by_book
def test_the_matrix_finds_nothing_unknown(name: str, tmp_path: Path) -> None:
    """Code, goldens and tests all at once, as the command joins them; with no test run it says so."""
    report = tmp_path / "rules.json"
    report.write_text("{}", "utf-8")
    found = matrix(books.load(name), report)
    assert not found.unknown
    assert not found.sound, "a matrix without a single passing test must not be sound"
