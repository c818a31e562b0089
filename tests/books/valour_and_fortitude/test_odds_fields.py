"""Every field of a question does what it says: dice, hit tests, who wins ties. [VF 109–129, 136–146]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.odds.report import solve
from tests.rules import rule

FIRE_CASES = [
    # what changes, fire dice, bonus to hit
    ({}, 3, 0, "109"),
    ({"fire": 5}, 5, 0, "109"),
    ({"troops": "attack_column"}, 1, 0, "112"),
    ({"troops": "square"}, 1, 0, "F5.17c"),
    ({"troops": "open_order"}, 3, 0, "F5.13b"),
    ({"troops": "open_order", "ranks": 3}, 1, 0, "F5.13b"),
    ({"troops": "line", "skirmishers": "yes", "mode": "skirmish", "distance": 18}, 1, 0, "F5.15"),
    ({"troops": "cavalry", "fire": 0, "carbines": "yes", "mode": "skirmish", "distance": 12}, 1, 0, "F5.3"),
    ({"obscured": "yes"}, 1, 0, "118"),
    ({"shooter_ground": "building"}, 1, 0, "178"),
    ({"shooter_ground": "wood"}, 1, 0, "178"),
    ({"supporters": 3}, 6, 0, "121"),
    ({"enfilade": "yes"}, 4, 0, "117"),
    ({"enfilade": "yes", "target_troops": "square"}, 3, 0, "B13"),
    ({"enfilade": "yes", "ground": "building"}, 3, -2, "175"),
    ({"losses": 4}, 3, -1, "127"),
    ({"losses": 3}, 3, 0, "127"),
    ({"ground": "building"}, 3, -2, "162"),
    ({"ground": "wood"}, 3, -1, "162"),
    ({"ground": "low_wall"}, 3, -1, "162"),
    ({"ground": "stream"}, 3, 0, "B55"),
    ({"ground": "mud"}, 3, 0, "162"),
    ({"directed": "yes"}, 4, 0, "FC7"),
    ({"perfect": "yes"}, 4, 0, "FC13B"),
    ({"range": 18, "distance": 18}, 3, 0, "55"),
    ({"target_troops": "attack_column"}, 3, 0, "116"),
]
GUN = {"troops": "gun", "fire": 1}
GUN_CASES = [
    ({}, 1, 0, "109"),
    ({"target_troops": "attack_column"}, 2, 0, "116"),
    ({"target_troops": "march_column"}, 2, 0, "116"),
    ({"target_troops": "limbered_gun"}, 2, 0, "129c"),
    ({"target_troops": "gun"}, 1, 0, "116"),
    ({"target_troops": "square"}, 2, 0, "F5.17b"),
    ({"canister": "yes", "mode": "canister", "distance": 12}, 3, 0, "F5.2"),
    ({"canister": "yes", "mode": "canister", "target_troops": "attack_column"}, 4, 0, "F5.2"),
    ({"canister": "yes", "supporters": 1, "support_canister": 1}, 3, 0, "F5.2a"),
    ({"supporters": 2, "distance": 48}, 3, 0, "121"),
    ({"shooter_ground": "building"}, 1, 0, "179"),
    ({"heavy_artillery": "yes", "supporters": 2}, 3, 1, "F5.20"),
    ({"heavy_artillery": "yes", "supporters": 2, "support_troops": "gun"}, 3, 0, "F5.20"),
    ({"rockets": "yes"}, 1, -1, "F5.14b"),
    ({"supporters": 1, "support_troops": "rockets"}, 2, -1, "F5.14b"),
    ({"battery": "yes", "fire": 2, "supporters": 5}, 7, 0, "F5.1a"),
]


def _cases(rows: list[Any]) -> list[Any]:
    return [pytest.param(*row[:-1], marks=rule(row[-1]), id=f"{row[-1]} {row[0]}") for row in rows]


def dice(situation: str, given: dict[str, Any], at: int = 0) -> tuple[int, int]:
    """Dice and bonus of the first, or second, attack."""
    met = [m.tally.total for m in solve(RULESET, situation, given).odds.tallies if m.what == "hit tests"]
    return met[2 * at], met[2 * at + 1]


@pytest.mark.parametrize(("given", "value", "plus"), _cases(FIRE_CASES))
def test_fire(given: dict[str, Any], value: int, plus: int) -> None:
    assert dice("shoot", given) == (value, plus)


@pytest.mark.parametrize(("given", "value", "plus"), _cases(GUN_CASES))
def test_fire_of_guns(given: dict[str, Any], value: int, plus: int) -> None:
    assert dice("shoot", {**GUN, **given}) == (value, plus)


FIGHT_CASES = [
    # what changes, the attacker's dice, its bonus to hit
    ({}, 4, 1, "109"),
    ({"melee": 6}, 6, 1, "109"),
    ({"losses": 1}, 4, 0, "126"),
    ({"losses": 4}, 4, -1, "127"),
    ({"troops": "line"}, 5, 1, "115"),
    ({"troops": "line", "fire": 5}, 6, 1, "115"),
    ({"troops": "line", "militia": "yes"}, 4, 1, "F5.12a"),
    ({"troops": "line", "ground": "wood"}, 4, 1, "115"),
    ({"ground": "building"}, 5, 1, "113"),
    ({"troops": "march_column"}, 1, 1, "114"),
    ({"troops": "open_order"}, 3, 1, "F5.13e"),
    ({"troops": "open_order", "ground": "low_wall"}, 4, 1, "F5.13e"),
    ({"troops": "square"}, 5, 1, "F5.17c"),
    ({"from": "flank"}, 5, 1, "117"),
    ({"from": "rear"}, 5, 1, "117"),
    ({"outflanked": "yes"}, 2, 1, "119"),
    ({"troops": "cavalry", "ground": "mud"}, 2, 1, "167"),
    ({"troops": "cavalry", "rough": "yes"}, 2, 1, "167"),
    ({"troops": "cavalry", "ground": "wood"}, 2, 1, "179"),
    ({"ground": "mud"}, 4, 1, "167"),
    ({"supporters": 3}, 10, 1, "122"),
    ({"supporters_open": 3}, 7, 1, "F5.13f"),
    ({"supporters_cavalry": 2}, 8, 1, "122"),
    ({"supporters_canister": 1, "supporters": 1}, 10, 1, "B46"),
    ({"brigade_support": "yes"}, 5, 1, "124"),
    ({"second": "yes"}, 3, 1, "F5.6"),
    ({"cards": 1}, 5, 1, "FC1"),
    ({"troops": "gun", "melee": 2, "canister": "yes"}, 4, 1, "186"),
    ({"troops": "gun", "melee": 2, "target_troops": "attack_column"}, 3, 1, "116"),
    ({"troops": "gun", "melee": 2, "target_troops": "square"}, 2, 1, "B59"),
]
BACK_CASES = [
    ({}, 5, 1, "115"),
    ({"target_fire": 1}, 4, 1, "B16"),
    ({"target_losses": 2}, 5, 0, "126"),
    ({"fight_back_is_main": "no"}, 5, 0, "B18"),
    ({"fight_back_is_main": "no", "target_losses": 4}, 5, -1, "B18"),
    ({"ground": "building"}, 5, 1, "178"),
    ({"from": "flank"}, 2, 1, "119"),
    ({"from": "rear"}, 2, 1, "119"),
    ({"target_outflanked": "yes"}, 3, 1, "119"),
    ({"target_troops": "square"}, 5, 1, "F5.17c"),
    ({"target_troops": "march_column"}, 1, 1, "114"),
    ({"target_supporters": 1}, 7, 1, "B19"),
    ({"target_brigade_support": "yes"}, 6, 1, "124"),
    ({"target_cards": 1}, 6, 1, "FC12B"),
    ({"target_troops": "gun", "target_melee": 2, "target_canister": "yes"}, 5, 1, "186"),
]


@pytest.mark.parametrize(("given", "value", "plus"), _cases(FIGHT_CASES))
def test_the_attackers_dice(given: dict[str, Any], value: int, plus: int) -> None:
    assert dice("fight", given) == (value, plus)


@pytest.mark.parametrize(("given", "value", "plus"), _cases(BACK_CASES))
def test_the_targets_dice(given: dict[str, Any], value: int, plus: int) -> None:
    assert dice("fight", given, at=1) == (value, plus)


@rule("106", "139", "145", "B24", "B54")
@pytest.mark.parametrize(
    ("given", "target_wins"),
    [
        ({}, False),
        ({"ground": "hill"}, True),
        ({"ground": "stream"}, True),
        ({"ground": "low_wall"}, True),
        ({"ground": "wood"}, True),
        ({"ground": "mud"}, False),
        ({"ground": "low_wall", "tie_needs_edge": "yes"}, False),
        ({"ground": "wood", "tie_needs_edge": "yes"}, True),
    ],
)
def test_ties(given: dict[str, Any], target_wins: bool) -> None:
    ends = solve(RULESET, "fight", given).dist
    tied = {end[2] for end in ends if end[0] == end[1]}
    assert tied == {"target" if target_wins else "attacker"}


@rule("136", "137", "146a", "182", "F5.17d")
@pytest.mark.parametrize(
    ("given", "routs"),
    [
        ({}, False),
        ({"troops": "cavalry"}, True),
        ({"supporters_cavalry": 1}, True),
        ({"target_troops": "gun"}, True),
        ({"target_troops": "square"}, True),
        ({"target_troops": "cavalry"}, False),
        ({"troops": "cavalry", "ground": "building"}, False),
        ({"target_troops": "gun", "ground": "wood"}, False),
    ],
)
def test_automatic_routs(given: dict[str, Any], routs: bool) -> None:
    """Beaten by a single loss, or by nothing at all."""
    ends = solve(RULESET, "fight", {**given, "target_tenacity": 12}).dist
    lost = {end[4] for end in ends if end[2] == "attacker" and end[0] <= 2}
    assert (lost == {"routs"}) is routs


@rule("F5.19")
def test_an_unpredictable_unit_is_three_units() -> None:
    asked = {"unpredictable": "yes", "melee": 4}
    whole = solve(RULESET, "fight", asked).marginals["hits"].mean()
    parts = [solve(RULESET, "fight", {"melee": melee}).marginals["hits"].mean() for melee in (3, 4, 5)]
    assert whole == (parts[0] + 4 * parts[1] + parts[2]) / 6


def test_help_names_kind_unit_and_default_of_every_field() -> None:
    for situation in RULESET.situations.values():
        names = [field.name for field in situation.fields]
        assert len(set(names)) == len(names)
        for field in situation.fields:
            assert field.words
            assert field.kind != "whole" or field.unit, f"{situation.name}.{field.name}"
