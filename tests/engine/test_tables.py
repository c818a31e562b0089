"""Rules as rows: sums that explain themselves, needs, results, look-ups."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.tables import (
    Item,
    Line,
    Lookup,
    Mod,
    ModTable,
    Need,
    Needs,
    Refusal,
    Result,
    Results,
)


class Facts(NamedTuple):
    wet: bool = False
    far: bool = False
    worn: int = 0


# fmt: off
ROWS = (
    Mod[Facts]("1a", -1,                "wet",  lambda f: f.wet),
    Mod[Facts]("1b", -2,                "far",  lambda f: f.far),
    Mod[Facts]("1c", lambda f: -f.worn, "worn", lambda f: f.worn > 0),
    Mod[Facts]("1d", +3,                "dry",  lambda f: not f.wet),
)
# fmt: on


@pytest.mark.parametrize(
    ("facts", "base", "total", "cites"),
    [
        (Facts(), 4, 7, ["1d"]),
        (Facts(wet=True), 4, 3, ["1a"]),
        (Facts(far=True), 4, 5, ["1b", "1d"]),
        (Facts(worn=2), 4, 5, ["1c", "1d"]),
        (Facts(True, True, 5), 4, 1, ["1a", "1b", "1c"]),
        (Facts(), 6, 8, ["1d"]),
    ],
    ids=str,
)
def test_a_tally_adds_what_bites_and_clamps(facts: Facts, base: int, total: int, cites: list[str]) -> None:
    tally = ModTable("Test", "1", ROWS, least=1, most=8).tally(facts, base)
    assert tally.total == total
    assert [line.cite for line in tally.lines] == cites
    assert tally.base == base


def test_only_the_best_counts_where_the_book_says_so() -> None:
    table = ModTable("Test", "1", ROWS, stacking="best")
    assert table.lines(Facts(worn=4)) == (Line(3, "dry", "1d"),)
    assert table.tally(Facts(wet=True, far=True), 5).total == 4
    assert ModTable("Test", "1", ROWS[:2], stacking="best").lines(Facts()) == ()


def test_an_unknown_way_of_stacking_is_refused() -> None:
    with pytest.raises(ValueError, match="not by 'most'"):
        ModTable("Test", "1", ROWS, stacking="most")


def test_a_tally_reads_as_a_player_would_say_it() -> None:
    tally = ModTable("Test", "1", ROWS, least=2, base_words="strength").tally(Facts(worn=9), 4)
    assert str(tally) == "4 strength, -9 worn [1c], +3 dry [1d] = 2"
    assert str(ModTable("Test", "1", ()).tally(Facts())) == "0 = 0"


NEEDS = Needs[Facts](
    "Test",
    "2",
    (
        Need("2a", "it is dry", lambda f: not f.wet, "it is wet"),
        Need("2b", "it is near", lambda f: not f.far, lambda f: f"it is far, {f.far}"),
    ),
)


@pytest.mark.parametrize(
    ("facts", "cites"),
    [
        (Facts(), []),
        (Facts(wet=True), ["2a"]),
        (Facts(far=True), ["2b"]),
        (Facts(wet=True, far=True), ["2a", "2b"]),
    ],
    ids=str,
)
def test_needs_name_the_row_that_fails(facts: Facts, cites: list[str]) -> None:
    first = NEEDS.refusal(facts)
    assert [refusal.cite for refusal in NEEDS.refusals(facts)] == cites
    assert (first and first.cite) == (cites[0] if cites else None)
    assert NEEDS.met(facts) == (not cites)


def test_a_refusal_reads_with_its_citation() -> None:
    assert str(NEEDS.refusal(Facts(wet=True))) == "it is wet [2a]"
    assert str(NEEDS.refusal(Facts(far=True))) == "it is far, True [2b]"
    assert Refusal("2a", "here", (3, 4)).place == (3, 4)


RESULTS = Results("Test", "3", (Result("3a", None, 2, "low", "L"), Result("3b", 3, 5, "middle", "M")))


@pytest.mark.parametrize(("number", "value"), [(-99, "L"), (2, "L"), (3, "M"), (5, "M")])
def test_results_by_range(number: int, value: str) -> None:
    assert RESULTS.find(number).value == value


def test_a_number_without_a_row_is_a_fault_in_the_book() -> None:
    with pytest.raises(LookupError, match="Test has no row for 6"):
        RESULTS.find(6)


@pytest.mark.parametrize(("low", "words"), [(2, "ends with 2, the next begins with 2"), (4, "begins with 4")])
def test_rows_that_overlap_or_leave_a_gap_are_a_fault_in_the_book(low: int, words: str) -> None:
    rows = (Result("3b", low, None, "high", "H"), Result("3a", None, 2, "low", "L"))
    with pytest.raises(ValueError, match=words):
        Results("Test", "3", rows)


def test_lookup_by_key() -> None:
    table = Lookup("Test", "4", (Item("4a", "foot", "on foot", 6), Item("4b", "horse", "mounted", 12)))
    assert table["horse"] == 12
    assert (table.get("horse"), table.get("guns")) == (12, None)
    assert table.row("foot").cite == "4a"
    assert "foot" in table
    assert "guns" not in table
    with pytest.raises(KeyError):
        table["guns"]
    with pytest.raises(ValueError, match="stands twice"):
        Lookup("Test", "4", (Item("4a", "foot", "on foot", 6), Item("4b", "foot", "again", 7)))


@pytest.mark.parametrize("table", RULESET.tables, ids=lambda table: table.title)
def test_every_table_lists_its_cited_rows_and_prints(table: Any) -> None:
    assert tuple(table) == table.rows
    assert all(row.cite in RULESET.rulebook.rules and row.words for row in table)
    assert table.title in repr(table)
    assert f"[{table.cite}]" in repr(table)


@pytest.mark.parametrize(
    "table", [t for t in RULESET.tables if isinstance(t, Results)], ids=lambda table: table.title
)
def test_every_whole_number_falls_into_exactly_one_row(table: Results[Any]) -> None:
    for number in range(-30, 31):
        hits = [
            row
            for row in table
            if (row.low is None or row.low <= number) and (row.high is None or number <= row.high)
        ]
        assert len(hits) == 1
        assert table.find(number) is hits[0]


def test_a_condition_says_where_it_fails() -> None:
    row = Need[tuple[int, int]]("1.2", "it stays west", lambda at: at[0] < 10, "it goes east", lambda at: at)
    assert row.refusal((12, 3)) == Refusal("1.2", "it goes east", (12, 3))
    plain = Need[tuple[int, int]]("1.2", "it stays west", lambda at: at[0] < 10, "it goes east")
    assert plain.refusal((12, 3)).place is None
