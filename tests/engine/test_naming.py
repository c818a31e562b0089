"""Sides in sentences: verbs agree with their names, and the end of a battle is told for both."""

from __future__ import annotations

import re

import pytest

from grognard.books import load
from grognard.engine.ended import Ended
from grognard.engine.log import Entry
from grognard.engine.naming import SideName, ending, is_one, opened
from grognard.engine.phrases import render
from tests.tools.shelf import BOOKS

SIDES = ("British", "Ever Victorious Army")


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("French", False),
        ("Zulus", False),
        ("Beja", False),
        ("South", True),
        ("Anglo-French", False),
        ("Ever Victorious Army", True),
        ("Army of the North", True),
        ("Rearguard of Ney", False),
        ("Field Force (Kabul)", True),
        ("", False),
    ],
)
def test_an_army_is_one_and_a_people_many(name: str, one: bool) -> None:
    assert is_one(name) is one


def test_a_phrase_gives_a_side_its_verb() -> None:
    british, army, guards = SideName("British"), SideName("Ever Victorious Army"), SideName("The Guards")
    assert f"{british:win|wins}" == "the British win"
    assert f"{army:win|wins}" == "the Ever Victorious Army wins"
    assert f"{guards:win|wins}" == "the Guards win"
    assert f"{SideName('Red'):win|wins}" == "Red wins"
    assert f"{SideName('British, with a gun'):win|wins}" == "the British, with a gun, win"
    assert f"{british}, {british:|}, {british:>8}" == "British, the British,  British"
    assert opened("the British") == "The British"


@pytest.mark.parametrize(
    ("words", "winner", "told"),
    [
        ("British wins on points", 0, "The British win on points"),
        ("British win: 316 points to 198", 0, "The British win: 316 points to 198"),
        ("Ever Victorious Army wins, 3 to 1", 1, "The Ever Victorious Army wins, 3 to 1"),
        ("British win: the enemy is broken", 0, "The British win: the Ever Victorious Army is broken"),
        ("Ever Victorious Army win: the enemy is broken", 1, "The Ever Victorious Army wins: the British are broken"),
        ("British win: both broke, the enemy has lost more", 0, "The British win: both broke, the Ever Victorious Army has lost more"),
        ("Ever Victorious Army win: nothing of the enemy is left", 1, "The Ever Victorious Army wins: nothing of the British is left"),
        ("Ever Victorious Army: the enemy army is destroyed", 1, "Ever Victorious Army: the army of the British is destroyed"),
        ("every enemy unit is lost", 1, "every unit of the British is lost"),
        ("the enemy is within the walls", None, "the enemy is within the walls"),
        ("British: decisive, 9 to 1", 0, "British: decisive, 9 to 1"),
    ],
)  # fmt: skip
def test_the_end_of_a_battle_names_who_broke(words: str, winner: int | None, told: str) -> None:
    assert ending(words, winner, SIDES) == told


def test_who_gives_up_is_named_as_in_a_sentence() -> None:
    assert Ended("resigned", 1).outcome(SIDES).words == "The Ever Victorious Army resigned."


@pytest.mark.parametrize("book", BOOKS)
def test_no_phrase_of_a_book_gives_every_side_the_verb_of_one(book: str) -> None:
    for what, phrase in load(book).sheet.phrases.items():
        assert not re.search(r"\{(side|winner)\} (?:[a-z]+s|has)\b", phrase), (what, phrase)


@pytest.mark.parametrize(
    ("book", "what", "facts", "told"),
    [
        ("valour_and_fortitude", "takes", {"objective": "the bridge"}, "The British take the bridge [VF 1]"),
        ("ever_victorious_armies", "initiative", {}, "The British have the initiative [EVA 1]"),
        ("men_who_would_be_kings", "the end", {"winner": 0, "words": "British wins on points"}, "The battle is over: the British win on points [TMWWBK 1]"),
        ("skirmish_1808", "over", {"winner": 0, "words": "British win: the enemy is broken"}, "The battle is over. The British win: the Ever Victorious Army is broken [SK 1]"),
    ],
)  # fmt: skip
def test_the_journal_agrees(book: str, what: str, facts: dict[str, object], told: str) -> None:
    ruleset = load(book)
    entry = Entry("1", what, {"side": 0, **facts})
    assert render(entry, ruleset.sheet, {}, ruleset.key, SIDES) == told
