"""Odds without a board: any input gives exact odds that sum to one, or one line that says why not."""

from __future__ import annotations

import random
from fractions import Fraction

import msgspec
import pytest

from grognard import books
from grognard.engine.book import BadInput, Input
from grognard.odds.report import Report, solve
from grognard.testing.shelf import BOOKS

SITUATIONS = [(name, situation) for name in BOOKS for situation in books.load(name).situations]
TRIED = 12


def some_value(field: Input, rng: random.Random) -> str:
    """Something a person might type, at the edge of sense now and then."""
    if field.choices:
        return rng.choice(field.choices)
    if field.kind == "flag":
        return rng.choice(("yes", "no"))
    if field.kind == "length":
        return rng.choice(("0", "0.01", "1", "4", "7.5", "8", "8.01", "12", "20", "36.5", "99"))
    return str(rng.choice((-1, 0, 1, 2, 3, 4, 6, 8, 12, 18, 30, 99)))


def sound(report: Report) -> None:
    """Exact fractions of the whole, written down, with rules that the book has."""
    told = report.as_json()
    msgspec.json.encode(told)
    assert sum(report.dist.fractions().values()) == Fraction(1)
    assert sum(Fraction(row["fraction"]) for row in told["outcomes"]) == 1
    rules = books.load(report.book).rulebook.rules
    assert set(report.odds.cites) <= set(rules)
    for met in report.odds.tallies:
        assert {line.cite for line in met.tally.lines} <= set(rules)


@pytest.mark.parametrize(("name", "situation"), SITUATIONS)
def test_a_situation_as_it_comes(name: str, situation: str) -> None:
    sound(solve(books.load(name), situation, {}))


@pytest.mark.parametrize(("name", "situation"), SITUATIONS)
def test_whatever_is_asked_is_answered(name: str, situation: str) -> None:
    book, rng = books.load(name), random.Random(situation)
    solved = 0
    for _ in range(TRIED):
        fields = book.situations[situation].fields
        given = {field.name: some_value(field, rng) for field in rng.sample(fields, min(2, len(fields)))}
        try:
            sound(solve(book, situation, given))
            solved += 1
        except BadInput as fault:
            line = str(fault)
            assert "\n" not in line, given
    assert solved, "nothing that was asked could be answered"
