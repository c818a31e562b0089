"""Faults of battles of our books are named, battles by chance are mirrored; every book's desk is tested in `grognard.testing`."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard import books
from grognard.engine.battles import BattleDraft, desk_of, random_battle, read_battle, shipped
from grognard.engine.book import BadInput
from grognard.engine.toml import written
from grognard.testing.own_battles import SMALL


@pytest.mark.parametrize(
    ("book", "change", "at", "words"),
    [
        pytest.param("ever_victorious_armies", lambda p: p["unit"].append(p["unit"][0]), "unit", "two of places", id="placed twice"),
        pytest.param("ever_victorious_armies", lambda p: p["unit"][1].update(at=[500, 3]), "unit", "off the table", id="far off"),
        pytest.param("ever_victorious_armies", lambda p: p["unit"][1].update(at=p["unit"][2]["at"]), "unit", "overlap", id="on another"),
        pytest.param("ever_victorious_armies", lambda p: p["unit"][1].update(id="EV99"), "unit", "no army has a unit", id="unknown unit"),
        pytest.param("ever_victorious_armies", lambda p: p["side"][0].update(army="taiping"), "side", "both armies have a unit", id="the same army"),
        pytest.param("skirmish_1808", lambda p: p["side"][0].update(force=p["side"][1]["force"]), "side", "both forces have a unit", id="the same force"),
        pytest.param("men_who_would_be_kings", lambda p: p.update(victory="glory"), "victory", "there is no “glory”", id="unknown victory"),
        pytest.param("men_who_would_be_kings", lambda p: p.update(victory="fort"), None, "needs an area", id="victory without its place"),
        pytest.param("skirmish_1808", lambda p: p["arrival"][0].update(edge=[[10, 10], [10, 20]]), "arrival", "edge", id="no edge"),
        pytest.param("valour_and_fortitude", lambda p: p["unit"][0].update(id="nobody"), "unit", "no unit 'nobody'", id="nobody placed"),
        pytest.param("fix_bayonets", lambda p: p["side"][0]["deploy"].update({"1st Foot": "9999 line v2"}), "side", "not on the map", id="off the map"),
        pytest.param("fix_bayonets", lambda p: p["side"][0]["deploy"].update({"Old Guard": "0101 line v2"}), "side", "nobody called", id="a stranger"),
    ],
)  # fmt: skip
def test_a_fault_is_named(book: str, change: Any, at: str | None, words: str) -> None:
    plain = shipped(books.load(book), SMALL[book])
    change(plain)
    faults = read_battle(books.load(book), plain).faults
    assert any(words in fault.words and (fault.at or (None,))[0] == at for fault in faults), faults


@pytest.mark.parametrize(
    ("book", "section"), [("ever_victorious_armies", "unit"), ("valour_and_fortitude", "unit")]
)
def test_an_army_without_places_is_drawn_up_beside_one_that_has_them(book: str, section: str) -> None:
    ruleset = books.load(book)
    plain = desk_of(ruleset).kit().blanks[0].battle
    listed = {one.name: {unit.id for unit in one.units} for one in desk_of(ruleset).kit().lists}
    mine = listed[plain["side"][0]["army"]]
    draft = read_battle(ruleset, {**plain, section: [row for row in plain[section] if row["id"] in mine]})
    assert draft.faults == ()
    sides = {piece.side for piece in ruleset.sheet.view(ruleset.start(draft.text).state, None).pieces}
    assert sides == {0, 1}


def turned(draft: BattleDraft) -> set[Any]:
    """The middles of all pieces, and of all pieces turned half round."""
    width, height = draft.battle["table"]
    found = set()
    for row in draft.battle["terrain"]:
        xs, ys = zip(*row["poly"])
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        found.add((round(x, 1), round(y, 1)))
    return {(round(width - x, 1), round(height - y, 1)) for x, y in found} ^ found


def test_one_half_is_the_other_turned_round_or_not() -> None:
    book = books.load("ever_victorious_armies")
    assert not any(turned(random_battle(book, seed)) for seed in range(1, 6))
    assert all(turned(random_battle(book, seed, mirrored=False)) for seed in range(1, 6))


def test_only_a_book_with_a_desk_takes_drafts() -> None:
    with pytest.raises(BadInput, match="only its own battles"):
        read_battle(RULESET, {})
    with pytest.raises(BadInput, match="has no scenario"):
        shipped(books.load("fix_bayonets"), "../first_blood")


@pytest.mark.parametrize(
    "data",
    [
        {"a": "two\nlines\n", "b": {"c": 1, "d e": 'a"b\\"""'}, "r": [{"x": {"y": [1, 2.5]}}, {"x": {}}]},
        {"m": "\nleading", "n": [], "about": {"measured": {"games": 3}}},
        {"s": [[0, 1], [2.0, 3]], "0605": "Casa Roja", "t": True, "u": "tab\there"},
    ],
    ids=range(3),
)
def test_what_is_written_reads_as_it_was(data: dict[str, Any]) -> None:
    assert tomllib.loads(written(data)) == data
