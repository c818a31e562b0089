"""Places and forces have names of their own: no "North" against "South", no "hill 1"."""

from __future__ import annotations

import re

import pytest

from grognard import books
from tests.tools.shelf import SCENES

NUMBERED = re.compile(r"^[a-z ]+ \d+$")
COMPASS = re.compile(
    r"^(north|south|east|west|left|right|attackers?|defenders?|side .*|player .*|[a-z]|\d+)$", re.IGNORECASE
)


@pytest.mark.parametrize(("book", "scenario"), SCENES)
def test_places_and_sides_have_names(book: str, scenario: str) -> None:
    house = books.load(book)
    state = house.start(scenario).state
    board = house.sheet.board(state)
    labels = [thing.label for thing in (*board.areas, *board.rails) if thing.label]
    marks = [mark.get("words") or "" for mark in house.sheet.view(state, None).extra.get("marks", ())]
    assert [label for label in (*labels, *marks) if NUMBERED.match(label)] == []
    sides = house.sheet.sides(state)
    assert [side for side in sides if COMPASS.match(side)] == []
    assert sides == house.scenarios[scenario].sides
    if board.kind == "table":
        nameless = [
            area.kind for area in board.areas if not area.label and area.look in ("village", "wood", "water")
        ]
        assert nameless == []


@pytest.mark.parametrize(
    ("book", "scenario", "options", "sides"),
    [
        ("men_who_would_be_kings", "meeting", {}, ("British", "Beja")),
        ("men_who_would_be_kings", "meeting", {"second_force": "boer"}, ("British", "Boers")),
        ("valour_and_fortitude", "meeting_engagement", {}, ("Prussians", "French")),
        ("valour_and_fortitude", "meeting_engagement", {"first_army": "russian_300"}, ("Russians", "French")),
        (
            "valour_and_fortitude",
            "meeting_engagement",
            {"second_army": "austrian_300"},
            ("Prussians", "Austrians"),
        ),
    ],
)
def test_a_side_is_called_after_the_army_it_brings(
    book: str, scenario: str, options: dict[str, str], sides: tuple[str, str]
) -> None:
    house = books.load(book)
    assert house.sheet.sides(house.start(scenario, house.read_options(options)).state) == sides
