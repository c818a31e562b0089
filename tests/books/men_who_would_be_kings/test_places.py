"""Battles of one's own that say who is set up where. [TMWWBK F-S1, F-SB1, F-SH1]"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.facts.bodies import heart
from grognard.books.men_who_would_be_kings.setup.battles import placed
from grognard.books.men_who_would_be_kings.state import Options, State
from grognard.engine.battles import read_battle
from grognard.engine.book import BadInput
from grognard.engine.toml import written
from tests.rules import rule

param = pytest.param


def plain(scenario: str = "meeting") -> dict[str, Any]:
    return tomllib.loads(RULESET.scenarios[scenario].path.read_text("utf-8"))


def with_places(*rows: dict[str, Any], scenario: str = "meeting") -> dict[str, Any]:
    return {**plain(scenario), "title": "Mine", "unit": list(rows)}


def begun(battle: dict[str, Any], options: Options | None = None) -> State:
    state: State = RULESET.start(written(battle), options or Options()).state
    return state


FIRST = begun(plain()).units[0]
"""The first unit of the first side."""
SPOT = (20.0, 3.0)


@rule("F-S1")
def test_a_unit_stands_where_the_battle_has_it_and_the_others_beside_it_by_themselves() -> None:
    state = begun(with_places({"id": FIRST.name, "at": SPOT, "facing": 90}))
    assert (heart(state.units[0]), state.units[0].facing) == ((2000, 300), 900)
    assert heart(begun(plain()).units[0]) != (2000, 300)
    assert all(unit.models for unit in state.on_table())
    assert not list(RULESET.check(state))


@rule("F-S1")
def test_without_a_facing_it_looks_to_the_middle_as_if_nobody_had_placed_it() -> None:
    state = begun(with_places({"id": FIRST.name, "at": SPOT}))
    assert state.units[0].facing == begun(plain()).units[0].facing


@rule("F-S1")
@pytest.mark.parametrize("scenario", ["meeting", "storm_the_fort", "dargai", "hlobane"])
def test_everybody_written_down_where_he_stands_stands_there_again(scenario: str) -> None:
    before = begun(plain(scenario))
    after = begun(with_places(*placed(before)["unit"], scenario=scenario))
    assert [heart(unit) for unit in after.on_table()] == [heart(unit) for unit in before.on_table()]
    assert [unit.facing for unit in after.on_table()] == [unit.facing for unit in before.on_table()]


@pytest.mark.parametrize(
    ("row", "words", "cite"),
    [
        param({"at": (36, 24)}, "it would not be wholly in its zone", "F-S1", marks=rule("F-S1")),
        param({"id": "Nobody"}, "nobody has a unit 'Nobody'", "F-S1", marks=rule("F-S1")),
    ],
)
def test_a_place_that_cannot_be_is_named_with_its_row_and_rule(
    row: dict[str, Any], words: str, cite: str
) -> None:
    draft = read_battle(RULESET, with_places({"id": FIRST.name, "at": SPOT, **row}))
    (fault,) = [fault for fault in draft.faults if words in fault.words]
    assert (fault.cite, fault.at) == (cite, ("unit", 0))


@rule("F-S1")
def test_two_units_are_not_placed_on_each_other_and_one_not_twice() -> None:
    second = begun(plain()).units[1].name
    with pytest.raises(BadInput, match="stand on another unit"):
        begun(with_places({"id": FIRST.name, "at": SPOT}, {"id": second, "at": SPOT}))
    with pytest.raises(BadInput, match="set up twice"):
        begun(with_places({"id": FIRST.name, "at": SPOT}, {"id": FIRST.name, "at": (30, 3)}))


@rule("F-S1")
def test_where_both_forces_have_the_name_the_side_is_named() -> None:
    battle = with_places({"id": FIRST.name, "at": SPOT})
    battle["side"][1]["force"] = battle["side"][0]["force"]
    with pytest.raises(BadInput, match="both sides have a unit"):
        begun(battle)
    battle["unit"][0]["side"] = battle["side"][0]["key"]
    assert heart(begun(battle).units[0]) == (2000, 300)


@rule("F-S1")
def test_places_are_for_the_battles_own_force() -> None:
    battle = with_places({"id": FIRST.name, "at": SPOT})
    other = begun(battle, Options(first_force="zulu"))
    assert [heart(u) for u in other.on_table(0)] == [
        heart(u) for u in begun(plain(), Options(first_force="zulu")).on_table(0)
    ]


@rule("F-SH1")
def test_who_chooses_his_edge_first_has_no_places_before() -> None:
    attacker = next(unit for unit in begun(plain("sigh_of_relief")).units if unit.side == 1)
    battle = with_places({"id": attacker.name, "side": "", "at": SPOT}, scenario="sigh_of_relief")
    with pytest.raises(BadInput, match="chooses his edge first"):
        begun(battle)


@rule("F-SB1")
def test_who_starts_elsewhere_has_no_place() -> None:
    state = begun(plain("seek_and_destroy"))
    away = next(unit for unit in state.units if not unit.on_table)
    battle = with_places({"id": away.name, "at": SPOT}, scenario="seek_and_destroy")
    with pytest.raises(BadInput, match="does not start on the table"):
        begun(battle)
