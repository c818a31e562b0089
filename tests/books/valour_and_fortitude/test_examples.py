"""The worked examples of the audit, exact, through the calculator that players use. [VF]"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.engine.dist import Dist
from grognard.odds.report import solve
from tests.rules import rule

F = Fraction


def told(situation: str, head: str, **given: Any) -> Dist[Any]:
    """One column of a situation's odds, inputs as somebody types them."""
    return solve(RULESET, situation, given).marginals[head]


def chances(situation: str, head: str, **given: Any) -> list[Fraction]:
    """The chances of 0, 1, 2 … in one column."""
    found = told(situation, head, **given)
    return [found.chance_of(n) for n in range(max(found) + 1)]


def totals(situation: str, **given: Any) -> list[int]:
    """What the tallies on the way came to, in their order."""
    return [met.tally.total for met in solve(RULESET, situation, given).odds.tallies]


LINE_FIRE: Mapping[str, Any] = {"troops": "line", "fire": 3}


@rule("109", "125", "128", "8", "9")
def test_example_1_a_line_fires_three_dice() -> None:
    found = told("shoot", "hits", **LINE_FIRE)
    assert chances("shoot", "hits", **LINE_FIRE) == [F(1, 8), F(3, 8), F(3, 8), F(1, 8)]
    assert found.mean() == F(3, 2)
    assert found.chance(lambda hits: hits >= 1) == F(7, 8)


@rule("112", "5")
def test_example_2_a_column_fires_one() -> None:
    assert chances("shoot", "hits", troops="attack_column", fire=3) == [F(1, 2), F(1, 2)]


@rule("6", "118", "F5.15", "B63")
def test_example_3_halved_once_however_often() -> None:
    thrice = {"troops": "attack_column", "obscured": "yes", "skirmishers": "yes", "mode": "skirmish"}
    assert chances("shoot", "hits", fire=5, **thrice) == [F(1, 4), F(1, 2), F(1, 4)]
    assert chances("shoot", "hits", fire=3, **thrice) == [F(1, 2), F(1, 2)]
    assert totals("shoot", fire=5, troops="attack_column") == totals("shoot", fire=5, obscured="yes")


@rule("7", "118", "121", "B1")
def test_example_4_an_obscured_gun_with_a_supporter() -> None:
    gun = {"troops": "gun", "fire": 1, "obscured": "yes", "supporters": 1, "distance": 30}
    assert chances("shoot", "hits", **gun) == [F(1, 4), F(1, 2), F(1, 4)]
    assert chances("shoot", "hits", **{**gun, "supporters": 0}) == [F(1, 2), F(1, 2)]


@rule("127", "162", "8", "111")
def test_example_6_shaken_fire_at_soft_cover() -> None:
    asked = {**LINE_FIRE, "losses": 4, "supporters": 3, "target_tenacity": 12}
    for ground in ("wood", "low_wall"):
        found = told("shoot", "hits", **asked, ground=ground)
        assert found.mean() == 1
        assert found.chance(lambda hits: hits >= 1) == F(31031, 46656)
        assert found.chance(lambda hits: hits >= 2) == F(12281, 46656)
    # Hard cover makes it no worse: a natural 6 always hits.
    assert told("shoot", "hits", **asked, ground="building").mean() == 1


@rule("F5.13a", "F5.15", "189", "B61")
def test_example_8_skirmishers_at_open_order() -> None:
    asked = {"troops": "line", "fire": 4, "light": "yes", "mode": "skirmish", "distance": 18}
    asked |= {"target_troops": "open_order"}
    assert chances("shoot", "hits", **asked) == [F(1, 4), F(1, 2), F(1, 4)]
    assert chances("shoot", "losses", **asked) == [F(1, 4), F(3, 4)]
    assert chances("shoot", "losses", **asked, open_order_min_one="no") == [F(3, 4), F(1, 4)]
    four = {"troops": "line", "fire": 4, "target_troops": "open_order"}
    assert chances("shoot", "losses", **four) == [F(1, 16), F(7, 8), F(1, 16)]
    assert chances("shoot", "losses", **four, open_order_min_one="no") == [F(5, 16), F(5, 8), F(1, 16)]


@rule("130", "131", "133", "134", "B28")
def test_example_9_three_losses_under_fire() -> None:
    found = told("valour", "unit", tenacity=4, losses=3, taken=3, fire_phase="yes")
    assert found.fractions() == {"stands, shaken": F(4, 9), "routs": F(5, 9)}


@rule("131", "133", "135", "B29")
def test_example_10_the_same_in_melee() -> None:
    found = told("valour", "unit", tenacity=4, losses=3, taken=3)
    assert found.fractions() == {"stands, shaken": F(1, 4), "routs": F(3, 4)}
    won = solve(RULESET, "valour", {"tenacity": 4, "losses": 3, "taken": 3, "won": "yes"}).dist
    assert won.fractions() == {(4, "stands, shaken"): 1}


COLUMN_AT_LINE: Mapping[str, Any] = {
    "troops": "attack_column",
    "melee": 4,
    "fire": 3,
    "target_troops": "line",
    "target_melee": 4,
    "target_fire": 3,
}


@rule("103", "104", "105", "106", "115", "126", "B16")
def test_example_11_a_french_column_at_a_british_line() -> None:
    found = solve(RULESET, "fight", COLUMN_AT_LINE).dist
    assert found.chance(lambda end: end[0] > end[1]) == F(4000, 19683)
    assert found.chance(lambda end: end[0] == end[1]) == F(1627, 6561)
    assert found.chance(lambda end: end[0] < end[1]) == F(10802, 19683)
    assert told("fight", "won by", **COLUMN_AT_LINE).chance_of("attacker") == F(8881, 19683)


@rule("F5.4", "F5.5", "10", "11", "B18", "B64")
def test_example_11_with_rerolls_and_without_fighting_back_as_main() -> None:
    fierce = {**COLUMN_AT_LINE, "elan": "yes", "target_disciplined": "yes"}
    assert told("fight", "won by", **fierce).chance_of("attacker") == F(156890882, 387420489)
    off = {**COLUMN_AT_LINE, "fight_back_is_main": "no"}
    assert told("fight", "won by", **off).chance_of("attacker") == F(587, 864)
    # Off, the target also loses the reroll that is tied to the main attacker.
    both = {**off, "elan": "yes"}
    assert told("fight", "won by", **both) == told("fight", "won by", **both, target_disciplined="yes")


@rule("4", "115", "119")
def test_example_13_outflanked_before_the_line_bonus() -> None:
    asked = {"troops": "line", "fire": 3, "melee": 4, "outflanked": "yes"}
    assert totals("fight", **asked)[0] == 3


@rule("6", "119", "167", "F5.7")
def test_example_15_cuirassiers_in_rough_and_outflanked() -> None:
    horse = {"troops": "cavalry", "melee": 6, "fire": 0, "heavy": "yes"}
    assert totals("fight", **horse, rough="yes", outflanked="yes")[0] == 3
    assert totals("fight", **horse, rough="yes")[0] == 3
    assert totals("fight", **horse, ground="mud")[0] == 3
    assert totals("fight", **horse)[0] == 6


@rule("114", "124", "126", "B17")
def test_example_16_a_march_column_fights_back() -> None:
    asked = {"target_troops": "march_column", "target_brigade_support": "yes"}
    assert chances("fight", "hits back", **asked) == [F(1, 9), F(4, 9), F(4, 9)]


@rule("117", "122", "124", "126")
def test_example_17_everything_at_once() -> None:
    asked = {"melee": 4, "supporters": 2, "brigade_support": "yes", "from": "rear"}
    assert totals("fight", **asked)[0] == 10
    found = told("fight", "hits", **asked)
    assert found.mean() == F(20, 3)
    assert found.chance(lambda hits: hits >= 4) == F(2144, 2187)


@rule("95", "96")
def test_example_20_rallying_three_markers() -> None:
    near, far = told("rally", "losses left", losses=3), told("rally", "losses left", losses=3, far="yes")
    assert [near.chance_of(3 - k) for k in range(4)] == [F(125, 216), F(25, 72), F(5, 72), F(1, 216)]
    assert [far.chance_of(3 - k) for k in range(4)] == [F(8, 27), F(4, 9), F(2, 9), F(1, 27)]
    assert near.chance(lambda left: left < 3) == F(91, 216)
    assert far.chance(lambda left: left < 3) == F(19, 27)


@rule("63", "64", "66", "69", "F5.10a", "F5.11a", "B36")
@pytest.mark.parametrize(
    ("situation", "given", "chance"),
    [
        ("activation", {}, F(5, 6)),
        ("activation", {"routed": "yes"}, F(2, 3)),
        ("activation", {"automatic": "yes"}, F(1)),
        ("messenger", {}, F(1, 2)),
        ("messenger", {"light_cavalry": "yes"}, F(5, 6)),
        ("messenger", {"light": "yes"}, F(5, 6)),
        ("orders", {"activation": "after_rout", "far": "yes"}, F(1, 3)),
        ("orders", {"activation": "after_rout", "far": "yes", "light_cavalry": "yes"}, F(5, 9)),
        ("orders", {"far": "no"}, F(1)),
    ],
)
def test_example_21_activation_and_messenger(situation: str, given: dict[str, Any], chance: Fraction) -> None:
    head = "acts"
    assert told(situation, head, **given).chance_of(True) == chance


@rule("62", "66", "98c")
def test_example_21_three_brigades() -> None:
    first, second, third = (
        told("activation", "acts", **given).chance_of(True)
        for given in ({"automatic": "yes"}, {}, {"routed": "yes"})
    )
    assert first * second * third == F(5, 9)


@rule("141", "142", "143")
@pytest.mark.parametrize(
    ("given", "chance"),
    [
        ({"routed": 2, "left": 5, "near": "yes"}, F(25, 36)),
        ({"routed": 1}, F(1, 2)),
        ({"routed": 1, "all_shaken": "yes"}, F(1, 3)),
        ({"routed": 3, "near": "yes"}, F(8, 27)),
        ({"routed": 3, "left": 5}, F(8, 27)),
        ({"routed": 2}, F(1, 4)),
        ({"routed": 1, "left": 5, "near": "yes", "all_shaken": "yes"}, F(2, 3)),
    ],
)
def test_example_22_fortitude(given: dict[str, Any], chance: Fraction) -> None:
    assert told("fortitude", "holds", **given).chance_of(True) == chance


@rule("61", "121", "130", "133", "134")
def test_example_25_a_volley_that_may_rout() -> None:
    asked = {**LINE_FIRE, "supporters": 1, "target_tenacity": 4, "target_losses": 2}
    expected = [F(1, 16), F(1, 4), F(3, 8), F(1, 4), F(1, 16)]
    assert chances("shoot", "hits", **asked) == expected
    ends = told("shoot", "target", **asked)
    assert ends.chance_of("routs") == F(17, 144)
    assert ends.chance_of("stands, shaken") == F(41, 72)
    drilled = told("shoot", "target", **asked, disciplined="yes")
    assert drilled.chance_of("routs") == F(32585, 186624)


@rule("F5.1", "F5.1a", "121")
def test_example_28_a_heavy_battery() -> None:
    asked = {"troops": "gun", "fire": 2, "battery": "yes", "supporters": 5, "distance": 20}
    found = told("shoot", "hits", **asked, target_tenacity=12)
    assert found.mean() == F(49, 12)
    assert found.chance(lambda hits: hits >= 4) == F(6067327, 8957952)


@rule("178", "179", "121")
def test_example_29_fire_from_a_building() -> None:
    asked = {"troops": "line", "fire": 4, "shooter_ground": "building", "supporters": 1}
    assert chances("shoot", "hits", **asked) == [F(1, 8), F(3, 8), F(3, 8), F(1, 8)]
    gun = {"troops": "gun", "fire": 1, "shooter_ground": "building"}
    assert chances("shoot", "hits", **gun) == [F(1, 2), F(1, 2)]
    assert totals("shoot", troops="gun", fire=2, shooter_ground="building")[0] == 2


@rule("133", "8", "9", "33b", "FC11B")
def test_check_d10_modified_dice() -> None:
    """A natural 1 fails and a natural 6 passes whatever is added or taken off."""
    scum = told("valour", "unit", losses=4, taken=1, scum="yes")
    assert scum.chance_of("routs") == F(4, 6)  # a natural 4 fails, 5 and 6 pass
    assert told("fortitude", "holds", left=5, near="yes").chance_of(True) == F(5, 6)


@rule("F5.17e", "131", "133", "B78")
def test_check_d9_shaken_horse_at_a_steady_square() -> None:
    ends = told("square", "horse", losses=4)
    # 1 to 3: a valour die at 4 or more, then it retreats; 4 and 5: it retreats; 6: it stays.
    assert ends.fractions() == {"routs": F(1, 4), "retreats, shaken": F(7, 12), "stands, shaken": F(1, 6)}


def test_examples_name_only_rules_there_are() -> None:
    assert {"109", "B61", "F5.17e", "FC11B"} <= set(RULESET.rulebook.rules)
