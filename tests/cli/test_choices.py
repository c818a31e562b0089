"""Numbered lists of choices: what is listed at once, what opens further, and what typed words mean."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET
from grognard.cli import reference
from grognard.cli.terminal.chances import Foresight
from grognard.cli.terminal.choices import MANY, SCREENFUL, Choice, Menu
from grognard.cli.terminal.desk import Desk
from grognard.engine.book import BadInput, Scene
from grognard.engine.choices import Ask, Move
from grognard.engine.domains import Cards, Cells, Number, Pairs, Split, Units
from grognard.engine.flow import Position
from grognard.engine.rulebook import Chapter, Rule, Rulebook
from grognard.engine.tables import Item, Lookup, Mod, ModTable, Result, Results


def desk(book: Any = RULESET) -> Desk:
    return Desk(book, book.engine(), book.start("skirmish"), 0)


def menu(opened: Choice | None = None, **offers: Any) -> Menu:
    return Menu(desk(), Ask(0, "What now?", "5.1", offers), 0, opened)


def test_a_few_nouns_are_listed_at_once() -> None:
    listed = menu(fire=Pairs({0: [2, 3]}), ride=Cells(["west"]), play=Cards(["cartridges"]), end=None)
    assert [choice.words for choice in listed.choices] == [
        "Fire: #0 Foot → #2 Militia, 2.95 paces",
        "Fire: #0 Foot → #3 Rifles, 3.52 paces",
        "Ride: west",
        "Play a card: cartridges",
        "End the turn",
    ]


def test_many_nouns_open_on_their_own() -> None:
    many = Pairs({first: range(MANY) for first in (0, 1)})
    listed = menu(fire=many, rally=Units(range(MANY + 1)), end=None)
    assert [choice.words for choice in listed.choices] == [
        "Fire … 28 choices",
        "Rally … 15 choices",
        "End the turn",
    ]
    opened = listed.picked(["1"])
    assert isinstance(opened, Choice)
    firsts = menu(opened, fire=many, end=None)
    assert [choice.words for choice in firsts.choices] == ["#0 Foot … 14 choices", "#1 Guards … 14 choices"]
    assert list(firsts.keys) == ["0", "1"]  # the numbers on the map
    of_guards = firsts.picked(["1"])
    assert isinstance(of_guards, Choice)
    seconds = menu(of_guards, fire=many, end=None)
    assert seconds.picked(["3"]) == Move(0, "fire", (1, 2))  # not all are units: simply the third
    assert seconds.picked(["fire", "0", "3"]) == Move(0, "fire", (0, 3))


def test_a_long_list_ends_somewhere() -> None:
    assert len(menu(rally=Units(range(500))).choices) == SCREENFUL


def test_an_opened_list_of_units_goes_by_the_numbers_on_the_map() -> None:
    opened = Choice("rally", "Rally", ready=False)
    listed = menu(opened, rally=Units([3, 1]), end=None)
    assert list(listed.keys) == ["3", "1"]
    assert listed.picked(["3"]) == Move(0, "rally", 3)
    with pytest.raises(BadInput, match="choose from the list"):
        listed.picked(["2"])


def test_lists_close_where_there_is_no_room() -> None:
    offers: dict[str, Any] = {"fire": Pairs({0: [2, 3], 1: [2, 3]}), "rally": Units([0, 1]), "end": None}
    tight = Menu(desk(), Ask(0, "What now?", "5.1", offers), 0, room=4)
    assert [choice.words.split(" at ")[0] for choice in tight.choices] == [
        "Fire … 4 choices",
        "Rally: #0 Foot",
        "Rally: #1 Guards",
        "End the turn",
    ]


def test_a_share_is_listed_or_typed() -> None:
    few = menu(allot=Split(2, {2: 2, 3: 2}), end=None)
    assert few.choices[0].words == "Share the hits: 0 to #2 Militia, 2 to #3 Rifles"
    many = Split(9, {0: 9, 1: 9, 2: 9})
    listed = menu(allot=many, end=None)
    assert listed.choices[0].words == "Share the hits … share out 9"
    assert listed.picked(["1", "3", "3", "3"]) == Move(0, "allot", ((0, 3), (1, 3), (2, 3)))
    with pytest.raises(ValueError, match="3 shares adding up to 9: #0 Foot, #1 Guards, #2 Militia"):
        listed.picked(["1", "9"])


def test_a_number_is_typed_at_once_or_after() -> None:
    listed = menu(bid=Number(0, 20, 5, "dice"), end=None)
    assert listed.choices[0].words == "Bid: a number from 0 to 20 dice in steps of 5"
    assert listed.picked(["1", "15"]) == Move(0, "bid", 15)
    assert listed.picked(["bid", "10"]) == Move(0, "bid", 10)
    opened = listed.picked(["1"])
    assert isinstance(opened, Choice)
    assert menu(opened, bid=Number(0, 20, 5), end=None).picked(["5"]) == Move(0, "bid", 5)


def test_units_are_named_by_number_or_name() -> None:
    listed = menu(fire=Pairs({0: [2, 3]}), rally=Units([0, 1]), play=Cards(["cartridges"]))
    assert listed.picked(["fire", "foot>militia"]) == Move(0, "fire", (0, 2))
    assert listed.picked(["fire", "0", "3"]) == Move(0, "fire", (0, 3))
    assert listed.picked(["ral", "Guards"]) == Move(0, "rally", 1)
    assert listed.picked(["play", "Cartridges"]) == Move(0, "play", "cartridges")
    with pytest.raises(BadInput, match="neither a number"):
        listed.picked(["x"])


def test_odds_of_a_whole_sequence_where_the_book_tells_it() -> None:
    def scene_for(_position: Position, _move: Move) -> Scene | None:
        return RULESET.situations["charge"].scene(
            {"strength": 4, "arm": "line", "range": 200, "cover": False}
        )

    book = RULESET._replace(scene_for=scene_for)
    words = Foresight(desk(book)).words(Move(0, "hold_back"))
    assert words.startswith("attackers fallen mean 2.52, 1+ 98 %, 3+ 49 %")
    assert "; defenders fallen mean" in words


def test_a_sheet_may_have_its_own_words_for_a_noun() -> None:
    class Wordy(type(RULESET.sheet)):  # type: ignore[misc]
        def noun_words(self, state: Any, verb: str, noun: Any) -> str | None:
            return f"the {noun}ern wing" if verb == "ride" else None

    book = RULESET._replace(sheet=Wordy())
    asked = Ask(0, "What now?", "5.1", {"ride": Cells(["west"]), "play": Cards(["blank"])})
    assert [choice.words for choice in Menu(desk(book), asked, 0).choices] == [
        "Ride: the western wing",
        "Play a card: blank",
    ]


class Range(msgspec.Struct, frozen=True):
    near: int
    far_off: int | None


def test_look_ups_of_any_shape_have_their_columns() -> None:
    rules = {"1": Rule("one", "found"), "2": Rule("two", "deduced", "R1")}
    book = Rulebook("X", "X", "1", {"a": Chapter("A", rules)})
    table = Lookup(
        "Ranges", "1", (Item("1", "gun", "gun", Range(6, 12)), Item("2", "bow", "bow", Range(3, None)))
    )
    sheet = reference.table_sheet(table, book)
    assert sheet.columns == ("", "near", "far off")
    assert sheet.rows[1] == reference.TableRow(("bow", "3", "–"), "2", "deduced", "R1")
    plain = Lookup("Moves", "1", (Item("1", "gun", "gun", (True, ("a", "b"))),), columns=("goes", "by"))
    assert reference.table_sheet(plain, book).rows[0].cells == ("gun", "yes", "a, b")
    best = ModTable[Any]("Cover", "1", (Mod("1", 2, "wall", bool),), stacking="best")
    assert reference.table_sheet(best, book).notes == ("only the greatest counts",)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(None, 3, "3 or less"), (4, None, "4 or more"), (2, 2, "2"), (1, 3, "1 to 3"), (None, None, "any")],
)
def test_ranges_of_results(low: int | None, high: int | None, words: str) -> None:
    book = Rulebook("X", "X", "1", {})
    table = Results[int]("R", "1", (Result("1", low, high, "done", 0),))
    assert reference.table_sheet(table, book).rows[0].cells == (words, "done")
