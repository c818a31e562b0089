"""The calculator: every worked example that is a chance, exact, through the reports people read. [EVA]"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.books.ever_victorious_armies import RULESET
from grognard.engine.dist import Dist
from grognard.odds.report import Report, solve
from tests.rules import rule

F = Fraction
BANDS = ("repulsed", "held", "pushed", "driven", "destroyed")


def report(situation: str, **given: Any) -> Report:
    return solve(RULESET, situation, given)


def by(head: str, situation: str, **given: Any) -> Dist[Any]:
    """One part of the outcome alone."""
    return report(situation, **given).marginals[head]


def bands(**given: Any) -> tuple[Fraction, ...]:
    """The chances of the five results, from the attacker's worst to his best."""
    found = by("result", "combat", **given)
    return tuple(found.chance_of(band) for band in BANDS)


def cited(found: Report) -> set[str]:
    """The rules whose lines stand in the tallies."""
    return {line.cite for met in found.odds.tallies for line in met.tally.lines}


@rule("1", "2", "3")
def test_examples_1_and_2_how_far_troops_move() -> None:
    column = by("inches", "move", troops="column")
    expected = {5: 1, 6: 2, 7: 3, 8: 4, 9: 5, 10: 6, 11: 5, 12: 4, 13: 3, 14: 2, 15: 1}
    assert column.fractions() == {inches: F(weight, 36) for inches, weight in expected.items()}
    assert column.mean() == 10
    for troops, chance in (("column", F(5, 6)), ("line", F(5, 12)), ("skirmishers", F(181, 216))):
        assert by("far enough", "move", troops=troops, need=8).chance_of(True) == chance
    assert by("inches", "move", troops="horse_gun").mean() == F(21, 2)
    assert by("far enough", "move", troops="formed_horse", need=12).chance_of(True) == F(493, 648)
    skirmishing = report("move", troops="skirmish_horse", need=20).marginals
    assert skirmishing["far enough"].chance_of(True) == F(9905, 15552)
    assert skirmishing["inches"].mean() == 21


@rule("3a", "6", "8", "8a")
def test_example_3_difficult_going() -> None:
    line = by("inches", "move", going="difficult")
    assert line.fractions() == {n: F(1, 6) for n in range(1, 7)}
    assert by("inches", "move", troops="column", going="difficult").fractions() == {
        n: F(1, 6) for n in range(4, 10)
    }


@rule("9", "10")
def test_example_4_four_bases_no_modifier() -> None:
    found = by("hits", "shoot", figures=8)
    assert found.fractions() == {0: F(1, 16), 1: F(1, 4), 2: F(3, 8), 3: F(1, 4), 4: F(1, 16)}


@rule("12")
def test_example_5_the_second_volley_of_six_bases() -> None:
    found = by("hits", "shoot", first_fire="no")
    assert found.fractions() == {
        0: F(64, 729), 1: F(64, 243), 2: F(80, 243), 3: F(160, 729), 4: F(20, 243), 5: F(4, 243), 6: F(1, 729),
    }  # fmt: skip
    assert found.mean() == 2


@rule("12", "15", "17", "G-3")
def test_example_7_three_penalties_leave_the_six() -> None:
    given = {"figures": 8, "first_fire": "no", "target_moved": "no", "distance": 6}
    assert by("hits", "shoot", **given).mean() == F(2, 3)
    assert by("hits", "shoot", **given, six_hits="no").fractions() == {0: 1}


@rule("17", "20", "G-3", "S3")
def test_example_8_an_entrenched_target_that_stays_still() -> None:
    given = {"figures": 2, "weapon": "minie", "distance": 8, "target_moved": "no", "cover": "entrenched"}
    assert by("hits", "shoot", **given).chance_of(1) == F(1, 6)
    assert by("hits", "shoot", **given, six_hits="no").chance_of(1) == 0
    assert cited(report("shoot", **given)) == {"17", "20"}


@rule("15", "S9")
@pytest.mark.parametrize(
    ("given", "near", "far"),
    [
        ({}, 4, "4.1"),
        ({"weapon": "minie"}, 10, "10.1"),
        ({"weapon": "repeater"}, 8, "8.01"),
        ({"troops": "gun", "figures": 4}, 18, "18.1"),
        ({"troops": "gun", "figures": 4, "weapon": "rifled"}, 24, "24.01"),
        ({"troops": "gun", "figures": 4, "round": "canister"}, 8, "8.1"),
    ],
)
def test_example_10_half_range(given: dict[str, Any], near: int, far: str) -> None:
    assert cited(report("shoot", **given, distance=near)) == set()
    assert cited(report("shoot", **given, distance=far)) == {"15"}


@rule("S1", "9")
def test_hits_beyond_the_last_figure_are_lost() -> None:
    found = report("shoot", target_figures=2)
    lost = found.marginals["figures lost"]
    assert max(lost) == 2
    assert lost.chance_of(2) == found.marginals["hits"].chance(lambda hits: hits >= 2)


@rule("11", "13", "14", "16", "17", "18", "19", "20")
@pytest.mark.parametrize(
    ("given", "rules"),
    [
        ({"raw": "yes"}, {"11"}),
        ({"moved": "yes"}, {"13"}),
        ({"target_troops": "skirmishers"}, {"14"}),
        ({"target_troops": "skirmish_horse", "target_figures": 6, "distance": 3}, {"14"}),
        ({"target_troops": "gun", "target_figures": 4, "distance": 3}, {"14"}),
        ({"target_troops": "limbered_gun", "target_figures": 4, "distance": 3}, set()),
        ({"in_contact": "yes"}, {"16"}),
        ({"in_contact": "yes", "distance": 0}, {"16"}),
        ({"target_moved": "no"}, {"17"}),
        ({"cover": "soft"}, {"17"}),
        ({"cover": "soft", "target_moved": "no"}, {"17"}),
        ({"cover": "hard"}, {"18"}),
        ({"cover": "village", "target_moved": "no"}, {"17", "18"}),
        ({"cover": "village", "troops": "gun", "figures": 4}, set()),
        ({"cover": "hard", "troops": "gun", "figures": 4}, set()),
        ({"cover": "entrenched"}, {"20"}),
        ({"cover": "entrenched", "troops": "gun", "figures": 4}, {"20"}),
        ({"weapon": "repeater", "first_fire": "no"}, set()),
        ({"weapon": "patched", "first_fire": "no"}, {"12"}),
    ],
)
def test_every_circumstance_of_a_shot_has_its_field(given: dict[str, Any], rules: set[str]) -> None:
    assert cited(report("shoot", **given)) == rules


@rule("B1", "B2", "B5", "B7")
def test_example_34_dice_by_order_and_crew() -> None:
    for given, dice in (
        ({"figures": 11}, 6),
        ({"figures": 10}, 5),
        ({"figures": 7}, 4),
        ({"figures": 1}, 1),
        ({"troops": "column"}, 2),
        ({"troops": "gun", "figures": 3}, 3),
        ({"per_base": 3}, 4),
    ):
        assert max(by("hits", "shoot", **given)) == dice


@rule("28", "G-12")
def test_example_28_canister() -> None:
    near = by("hits", "shoot", troops="gun", figures=4, round="canister", distance=8)
    assert near.mean() == 3
    assert near.chance(lambda hits: hits >= 3) == F(21, 32)
    far = by("hits", "shoot", troops="gun", figures=4, round="canister", distance="8.1")
    assert far.mean() == 2
    assert far.chance(lambda hits: hits >= 2) == F(473, 729)
    assert max(by("hits", "shoot", troops="gun", figures=3, round="canister")) == 5
    assert max(by("hits", "shoot", troops="gun", figures=4, round="canister", canister_dice=0)) == 4


@rule("72", "80")
def test_a_volley_and_the_test_it_calls_for() -> None:
    found = report("shoot_and_test").marginals
    assert found["test"].chance_of("none") == F(7, 64)  # two casualties of twelve make a test
    assert found["test"].chance_of("passed") == found["test"].chance_of("failed") == F(57, 128)
    raw = report("shoot_and_test", target_training="raw").marginals
    assert raw["target"].chance_of("1 marker") == F(57, 64) * F(2, 3)


@rule("74", "75", "76", "77", "78")
def test_exceptions_pass_over_the_test() -> None:
    for given in (
        {"target_training": "elite"},
        {"target_ferocious": "yes", "target_advanced": "yes"},
        {"target_stubborn": "yes", "cover": "village", "target_moved": "no"},
        {"general": "yes"},
    ):
        found = by("test", "shoot_and_test", **given)
        assert found.chance_of("excepted") > 0
        kind = next(iter(given))
        spent = {"general": "command"}.get(kind, kind.removeprefix("target_"))
        used = {"training": "elite"}.get(spent, spent)
        assert (
            by("test", "shoot_and_test", **given, **{f"target_{used}_used": "yes"}).chance_of("excepted") == 0
        )
    declined = by("test", "shoot_and_test", target_training="elite", use_exceptions="no")
    assert declined.chance_of("excepted") == 0


@rule("N4", "69")
def test_the_general_with_the_target_takes_his_chance() -> None:
    hit = 1 - F(1, 64)
    found = report("shoot_and_test", general="yes").marginals
    assert found["general"].chance_of("lost") == hit * F(1, 36)


@rule("46")
def test_example_13_even_foot() -> None:
    assert bands() == (F(1, 12), F(7, 36), F(4, 9), F(7, 36), F(1, 12))


@rule("32", "40", "41")
def test_example_14_cavalry_on_skirmishers() -> None:
    given = {
        "attacker_troops": "formed_horse", "attacker_figures": 8,
        "defender_troops": "skirmishers", "defender_figures": 8,
    }  # fmt: skip
    assert bands(**given) == (0, 0, 0, F(1, 12), F(11, 12))
    assert bands(**given, attacker_general="yes") == (0, 0, 0, F(1, 36), F(35, 36))


@rule("37", "44", "G-30")
def test_example_15_ferocious_and_three_to_two() -> None:
    given = {"attacker_figures": 18, "attacker_ferocious": "yes"}
    assert bands(**given) == (0, F(1, 36), F(1, 4), F(11, 36), F(5, 12))


@rule("53", "G-18", "72")
def test_example_18_the_lighter_loss() -> None:
    found = report("combat").dist
    held = {outcome: weight for outcome, weight in found.items() if outcome[0] == "held"}
    light = Dist(held).map(lambda outcome: outcome[1])
    assert light.fractions() == {0: F(1, 3), 1: F(1, 6), 2: F(1, 6), 3: F(1, 6), 4: F(1, 6)}
    assert light.mean() == F(5, 3)
    assert light.chance(lambda lost: lost >= 2) == F(1, 2)


@rule("44", "45", "C4")
@pytest.mark.parametrize(
    ("figures", "bonus"), [(17, 0), (18, 1), (23, 1), (24, 2), (36, 3), (48, 4), (60, 4)]
)
def test_example_20_outnumbering(figures: int, bonus: int) -> None:
    attack = report("combat", attacker_figures=figures).odds.tallies[0].tally
    assert attack.total == bonus


@rule("2", "3", "5", "H3", "H4")
@pytest.mark.parametrize(
    ("given", "chance"),
    [
        ({"troops": "column"}, F(7, 12)),
        ({"troops": "line"}, F(1, 6)),
        ({"troops": "skirmishers"}, F(5, 8)),
        ({"troops": "formed_horse", "figures": 8}, F(65, 72)),
        ({"troops": "formed_horse", "figures": 8, "going": "difficult"}, F(1, 6)),
    ],
)
def test_example_26_a_charge_that_needs_nine_and_a_half(given: dict[str, Any], chance: Fraction) -> None:
    assert by("reached", "charge", **given, distance="9.5").chance_of(True) == chance
    move = {name: value for name, value in given.items() if name != "figures"}
    assert by("far enough", "move", **move, need="9.5").chance_of(True) == chance


@rule("H3")
def test_example_26_a_column_never_gets_so_far_over_difficult_ground() -> None:
    found = by("far enough", "move", troops="column", going="difficult", need="9.5")
    assert found.chance_of(True) == 0


@rule("X4", "G-56", "G-28")
def test_example_30_foot_touch_a_gun() -> None:
    found = by("defending units gone", "combat", defender_troops="gun", defender_figures=4)
    assert found.chance_of(1) == F(211, 216)


@rule("35", "36", "43", "G-45")
def test_example_32_unformed_foot_against_a_stubborn_garrison() -> None:
    found = bands(attacker_unformed="yes", defender_stubborn="yes", entrenched="yes")
    assert found == (F(5, 6), F(5, 36), F(1, 36), 0, 0)


@rule("G-47", "C1", "C3")
def test_two_units_a_side_count_together() -> None:
    both = report("combat", attacker2_figures=6)
    assert cited(both) == {"44"}
    mixed = report(
        "combat", attacker_troops="formed_horse", attacker_figures=8, attacker2_figures=8, defender_figures=16
    )
    assert cited(mixed) == {"40"}
    assert max(mixed.marginals["defenders lose"]) == 16
    assert by("defending units gone", "combat", attacker2_figures=12, defender2_figures=12).chance_of(2) == F(
        1, 12
    )


@rule("N4", "N5")
def test_generals_in_danger() -> None:
    assert by("general", "general", cause="fire").chance_of("killed") == F(1, 36)
    assert by("general", "general", cause="combat").chance_of("killed") == F(1, 12)
    assert by("general", "general", cause="gone").chance_of("captured") == F(1, 2)
    assert by("general", "general", cause="gone", refuge="no").chance_of("captured") == 1


@rule("79", "80", "81", "83")
def test_morale_alone() -> None:
    assert by("test", "morale").chance_of("passed") == F(1, 2)
    assert by("test", "morale", irregular="yes").chance_of("passed") == F(1, 3)
    assert by("unit", "morale", markers=2).chance_of("routs") == F(1, 2)
    twice = report("morale", sees="general", markers=1).marginals["unit"]
    assert twice.fractions() == {"1 marker": F(1, 4), "2 markers": F(1, 2), "routs": F(1, 4)}
    assert by("test", "morale", training="elite").chance_of("excepted") == 1


@rule("84", "85", "87", "G-21")
def test_rallying() -> None:
    assert by("rallied", "rally").chance_of(True) == F(1, 2)
    assert by("markers left", "rally", irregular="yes", markers=2, distance=6).fractions() == {
        1: F(1, 6),
        2: F(5, 6),
    }


@rule("T1", "N7")
def test_example_35_initiative() -> None:
    even = by("higher", "initiative")
    assert even.fractions() == {"ours": F(5, 12), "theirs": F(5, 12), "tie": F(1, 6)}
    alone = report("initiative", enemy_commander="no", tie="theirs").marginals
    assert alone["higher"].fractions() == {"ours": F(7, 12), "tie": F(5, 36), "theirs": F(5, 18)}
    assert alone["initiative"].chance_of("ours") == F(7, 12)
    assert by("initiative", "initiative", enemy_commander="no").chance_of("ours") == F(7, 12) + F(5, 36)


@rule("M13")
def test_example_36_the_relief_comes() -> None:
    turns = by("turn", "arrival")
    come = [turns.chance(lambda turn, by=by: turn <= by) for by in (5, 6, 7, 8)]
    assert come == [F(1, 2), F(3, 4), F(7, 8), 1]


@rule("P3", "R1")
def test_a_pursuit_is_a_race() -> None:
    # In the open, face to face: the pursuer of equal depth must throw what the beaten unit threw, to the inch.
    rolls = list(product(range(1, 7), repeat=2))
    caught = F(sum(sum(a) >= sum(b) for a in rolls for b in rolls), len(rolls) ** 2)
    assert by("next turn", "pursuit", troops="line", figures=12).chance_of("caught") == caught


@pytest.mark.parametrize("name", list(RULESET.situations))
def test_chances_sum_to_one(name: str) -> None:
    found = report(name)
    assert sum(found.dist.fractions().values()) == 1
    for dist in found.marginals.values():
        assert sum(dist.fractions().values()) == 1
    assert found.rules or name == "general"
