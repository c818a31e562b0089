"""Another army takes the field. [EVA Y2]"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.facts.victory import break_point
from grognard.books.ever_victorious_armies.setup.fielding import draw_up
from grognard.books.ever_victorious_armies.setup.lists import HOUSE, army
from grognard.books.ever_victorious_armies.state import State, Zone
from grognard.books.ever_victorious_armies.words import Kind, Where
from grognard.engine.book import BadInput
from tests.rules import rule

BEGIN = """title = "Mine"
key = "MY"
source = "mine"
points = {points}
dress = "taiping"
"""
GENERAL = """
[[unit]]
id = "TP0"
name = "Wang"
type = "general"
figures = 1
weapon = "none"
points = 40
"""
FOOT = """
[[unit]]
id = "F{n}"
name = "Spearmen {n}"
type = "foot"
figures = 18
weapon = "none"
orders = ["line", "column"]
points = 90
"""


def mine(units: int) -> str:
    return (
        BEGIN.format(points=40 + 90 * units)
        + GENERAL
        + "".join(FOOT.format(n=n) for n in range(units))
        + "\n"
    )


def field(scenario: str = "stockade", **chosen: str) -> State:
    found: Any = RULESET.start(scenario, RULESET.read_options(chosen)).state
    return found


@rule("Y2")
def test_a_list_stands_in_its_zone_foot_in_front_and_breaks_at_half() -> None:
    state = field("tungchow", first_army=mine(5))
    own = [u for u in state.units if u.side == 0]
    assert len(own) == 6
    assert all(800 <= u.x <= 7200 and 0 <= u.y <= 1000 for u in own)
    assert min(u.y for u in own if u.kind is Kind.FOOT) > 500
    assert break_point(state, 0) == 3
    assert state.field.sides[0].name == "Mine"
    assert state.field.sides[0].army == "taiping"


@rule("Y2")
@rule("M13")
def test_as_many_come_late_as_the_battle_has_coming_but_never_all() -> None:
    for units, late in ((5, 3), (2, 1), (1, 0)):
        state = field(second_army=mine(units))
        waiting = [u.key for u in state.units if u.side == 1 and u.where is Where.LATER]
        assert len(waiting) == late
        assert (state.field.arrival is None) == (late == 0)
        if state.field.arrival is not None:
            assert state.field.arrival.units == tuple(waiting)


@rule("Y2")
def test_reserves_stay_at_home_and_both_sides_may_bring_one_list() -> None:
    state = field("tungchow", first_army="taiping", second_army="taiping")
    keys = [u.key for u in state.units]
    assert len(set(keys)) == len(keys)
    assert not any(key.startswith("TP9") for key in keys)
    assert state.field.sides[0].name != state.field.sides[1].name


@rule("Y2")
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("figures = 18", "figures = 17", "17 figures"),
        ("points = 90", "points = 9", "listed at 9"),
        ('dress = "taiping"', 'dress = "martians"', "dressed as"),
        ('name = "Wang"', 'name = "' + "W" * 61 + '"', "letters"),
        ('type = "general"', 'type = "king"', "king"),
        ('orders = ["line", "column"]', 'orders = ["line", "line"]', "once each"),
    ],
)
def test_a_faulty_list_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        field(first_army=mine(2).replace(old, new))


@rule("Y2")
def test_too_many_units_or_none_are_refused_and_what_finds_no_room_is_named() -> None:
    for count in (0, 25):
        with pytest.raises(BadInput, match="1 to 24"):
            army(mine(count))
    state = field(first_army=mine(5))
    for zones, words in (
        ((Zone(0, ((0, 0), (500, 0), (500, 500), (0, 500))),), "no room for Spearmen"),
        ((), "no zone"),
    ):
        with pytest.raises(BadInput, match=words):
            draw_up(
                msgspec.structs.replace(state, field=msgspec.structs.replace(state.field, zones=zones)), 0
            )


def test_a_list_of_the_book_chosen_by_name_is_the_battles_own() -> None:
    own = field()
    chosen = field(first_army="ever_victorious_army")
    assert chosen.units == own.units
    assert (HOUSE / "armies" / "taiping.toml").is_file()
