"""The worked examples, exactly."""

from __future__ import annotations

from fractions import Fraction as Fr
from typing import Any

import pytest

from grognard import books
from grognard.books.skirmish_1808.facts.ground import Met
from grognard.books.skirmish_1808.facts.moving import allowance, banned
from grognard.books.skirmish_1808.tables.guns import ACCURACY, DEVIATION, TRUE_SHOT
from grognard.books.skirmish_1808.tables.moving import LEAST, RATES, going
from grognard.books.skirmish_1808.tables.nerve import COMMAND_RANGE, morale_need
from grognard.books.skirmish_1808.tables.shooting import band_of
from grognard.books.skirmish_1808.words import Arm, Band, Class, Pace, Quality, Rank, Reach, Weapon
from grognard.odds.report import solve
from tests.rules import rule

param = pytest.param

BOOK = books.load("skirmish_1808")


def odds(situation: str, **given: Any) -> dict[Any, Fr]:
    """A situation's exact odds."""
    found: dict[Any, Fr] = solve(BOOK, situation, {k: str(v) for k, v in given.items()}).dist.fractions()
    return found


def lost(situation: str, at: int = 0, **given: Any) -> dict[int, Fr]:
    """The odds of one part of the outcome."""
    found: dict[int, Fr] = {}
    for outcome, chance in odds(situation, **given).items():
        found[outcome[at]] = found.get(outcome[at], Fr(0)) + chance
    return found


def mean(dist: dict[int, Fr]) -> Fr:
    """The mean of a distribution."""
    return sum((k * v for k, v in dist.items()), Fr(0))


def fractions(*texts: str) -> dict[int, Fr]:
    """Fractions by their place."""
    return {n: Fr(text) for n, text in enumerate(texts)}


@rule("7", "9", "11", "12")
def test_example_1_ten_loose_shots_at_short_range() -> None:
    found = odds("shots", shooters=10, formed="no")
    assert found == fractions(
        "1024/59049", "5120/59049", "1280/6561", "5120/19683", "4480/19683", "896/6561", "1120/19683",
        "320/19683", "20/6561", "20/59049", "1/59049",
    )  # fmt: skip
    assert mean(found) == Fr(10, 3)


@rule("13", "14", "A-7")
def test_example_2_impossible_shots_stay_impossible() -> None:
    for band in ("medium", "long"):
        assert odds("shots", shooters=1, formed="no", band=band) == {0: 1}


@rule("101", "13")
def test_example_3_formed_fire() -> None:
    for band, chance in (("short", Fr(5, 8)), ("medium", Fr(3, 8)), ("long", Fr(1, 8))):
        assert mean(odds("shots", shooters=6, band=band)) == 6 * chance
    found = odds("shots", shooters=8, band="medium")
    assert found == fractions(
        "390625/16777216", "234375/2097152", "984375/4194304", "590625/2097152", "1771875/8388608",
        "212625/2097152", "127575/4194304", "10935/2097152", "6561/16777216",
    )  # fmt: skip
    assert mean(found) == 3


@rule("102", "A-17")
def test_example_5_formed_with_a_d12() -> None:
    for band, chance in (("short", Fr(5, 6)), ("medium", Fr(2, 3)), ("long", Fr(1, 2))):
        assert mean(odds("shots", shooters=6, die=12, band=band)) == 6 * chance


@pytest.mark.parametrize(
    ("given", "chance"),
    [
        param({}, "1/4", marks=rule("13")),
        param({"precise": "yes"}, "3/8", marks=rule("18", "22")),
        param({"precise": "yes", "cavalry": "yes"}, "1/4", marks=rule("18", "19", "22")),
        param({"cavalry": "yes"}, "1/8", marks=rule("19", "A-35")),
        param({"cavalry": "yes", "regrouped": "yes"}, "0", marks=rule("19", "20")),
    ],
)
def test_example_6_modifiers_at_medium(given: dict[str, str], chance: str) -> None:
    found = odds("shots", shooters=1, formed="no", die=8, band="medium", **given)
    assert found.get(1, Fr(0)) == Fr(chance)


@rule("25", "F4", "A-19")
def test_example_8_rifles_at_long_range() -> None:
    found = lost("fire", shooters=8, formed="no", die=10, band="long", cover="heavy")
    assert found[0] == Fr("5352009260481/6553600000000")
    assert found[1] == Fr("137231006679/819200000000")
    assert found[2] == Fr("24631206327/1638400000000")
    assert mean(found) == Fr(1, 5)


@rule("16", "F4a", "F4b", "M3")
def test_example_10_ligne_at_short_range() -> None:
    found = lost("fire", shooters=10)
    assert mean(found) == Fr(25, 8)
    assert sum(v for k, v in found.items() if k >= 4) == Fr("105553878125/274877906944")
    assert sum(v for k, v in found.items() if k >= 3) == Fr("178630769375/274877906944")
    six = lost("fire", shooters=6)
    assert six[0] == Fr(11, 16) ** 6


@pytest.mark.parametrize(
    ("given", "win", "tie", "lose"),
    [
        param({"a_charged": "no"}, "7/16", "1/8", "7/16", marks=rule("K4", "A-21"), id="13 even"),
        param({}, "43/64", "3/32", "15/64", marks=rule("59"), id="13 charging"),
        param({"b_quality": "veteran"}, "9/16", "7/64", "21/64", marks=rule("67"), id="13 v veterans"),
        param(
            {"a_die": 10, "a_quality": "elite", "a_horse": "yes", "a_cuirass": "yes", "b_horse": "yes", "b_quality": "veteran"},
            "7/8", "1/20", "3/40", marks=rule("62", "67"), id="15 cuirassiers",
        ),
        param({"b_horse": "yes"}, "7/16", "1/8", "7/16", marks=rule("63", "A-12"), id="16 foot charging horse"),
        param({"b_horse": "yes", "a_led": "yes"}, "9/16", "7/64", "21/64", marks=rule("64"), id="16 led"),
        param(
            {"a_die": 8, "a_formed": "yes", "a_quality": "veteran", "a_horse": "yes", "b_formed": "yes"},
            "18/25", "7/100", "21/100", marks=rule("103"), id="31 dragoons, front",
        ),
        param(
            {"a_die": 8, "a_formed": "yes", "a_quality": "veteran", "a_horse": "yes", "b_formed": "yes", "b_flanked": "yes"},
            "7/8", "1/20", "3/40", marks=rule("O4"), id="31 dragoons, flank",
        ),
    ],
)  # fmt: skip
def test_examples_13_to_31_one_pair(given: dict[str, Any], win: str, tie: str, lose: str) -> None:
    found = odds("strokes", **given)
    assert found == {(0, 1): Fr(win), (0, 0): Fr(tie), (1, 0): Fr(lose)}


@rule("77", "78", "79", "79a", "80")
def test_example_19_accuracy_and_deviation() -> None:
    chances = [
        Fr(TRUE_SHOT, ACCURACY[q]) for q in (Quality.ELITE, Quality.VETERAN, Quality.REGULAR, Quality.RAW)
    ]
    assert chances == [Fr(1, 2), Fr(3, 8), Fr(3, 10), Fr(1, 4)]
    assert (1 - chances[0]) / DEVIATION[Reach.EFFECTIVE] == Fr(1, 16)
    assert (1 - chances[2]) / DEVIATION[Reach.LONG] == Fr(7, 100)


@rule("90", "91", "92", "X8")
def test_example_22_round_shot() -> None:
    found = odds("gun", gun="IV", ammunition="round shot", evade_die=6, figures=8)
    assert {k for k in found if k[0] == "hit"} == {("hit", 3)}, "evasion is impossible"
    found = odds("gun", gun="I", ammunition="round shot", evade_die=10, cover="heavy", figures=8)
    assert found["hit", 0] / (found["hit", 0] + found["hit", 1]) == Fr(4, 5)


def _allowed(arm: Arm, class_: Class, pace: Pace, *kinds: str, wall: int = 0, road: str = "") -> int | None:
    met = Met(frozenset(kinds), wall, "")
    horse = arm is Arm.HORSE
    if any(going(kind, horse).barred for kind in kinds) or banned(met, horse, pace, road) is not None:
        return None
    total = allowance(getattr(RATES[arm, class_], pace.value), horse, met, road).total
    return total if wall else max(LEAST, total)


@pytest.mark.parametrize(
    ("given", "distance"),
    [
        param((Arm.FOOT, Class.LINE, Pace.NORMAL, "light_wood"), 4, marks=rule("29")),
        param((Arm.FOOT, Class.LINE, Pace.NORMAL, "heavy_wood"), 1, marks=rule("31", "A-22", "P4")),
        param((Arm.FOOT, Class.LINE, Pace.CHARGE, "wood"), None, marks=rule("30", "P3")),
        param((Arm.HORSE, Class.LIGHT, Pace.NORMAL, "crops"), 16, marks=rule("39")),
        param((Arm.HORSE, Class.QUICK, Pace.NORMAL, "light_wood"), 20, marks=rule("29")),
        param((Arm.HORSE, Class.LINE, Pace.NORMAL, "wood"), None, marks=rule("30")),
        param((Arm.FOOT, Class.LINE, Pace.NORMAL, "crops", "ford"), 2, marks=rule("P1")),
    ],
)
def test_example_23_ground(given: tuple[Any, ...], distance: int | None) -> None:
    assert _allowed(*given) == (None if distance is None else 100 * distance)


@rule("32", "33", "38", "P2", "P6", "A-23")
def test_example_23_walls_and_roads() -> None:
    assert _allowed(Arm.FOOT, Class.LINE, Pace.MARCH, road="road") == 1600
    assert _allowed(Arm.FOOT, Class.LIGHT, Pace.NORMAL, wall=200) == 400
    assert _allowed(Arm.FOOT, Class.LIGHT, Pace.NORMAL, wall=400) == 0
    assert _allowed(Arm.HORSE, Class.LINE, Pace.CHARGE, wall=400) == 2100
    assert _allowed(Arm.HORSE, Class.LINE, Pace.MARCH, wall=400) is None


@rule("T5", "M1", "M2", "T1")
def test_example_24_command_morale_initiative() -> None:
    for quality, plain, played in (("elite", 9, 9), ("veteran", 8, 9), ("regular", 6, 7), ("raw", 4, 5)):
        assert odds("command", quality=quality)["acts freely"] == Fr(plain, 10)
        assert odds("command", quality=quality, musician="yes")["acts freely"] == Fr(played, 10)
    for quality, passes in (
        (Quality.ELITE, (7, 8, 9, 9)),
        (Quality.VETERAN, (6, 7, 8, 9)),
        (Quality.REGULAR, (5, 6, 7, 8)),
        (Quality.RAW, (3, 4, 5, 6)),
    ):
        assert tuple(11 - morale_need(quality, modifier) for modifier in (-1, 0, 1, 2)) == passes
    assert odds("initiative", first=1, second=2) == {
        "first": Fr(9, 25),
        "tie": Fr(9, 100),
        "second": Fr(11, 20),
    }


@rule("95", "100", "54")
def test_example_26_limits() -> None:
    assert COMMAND_RANGE[Rank.HQ, True] == 3000
    assert COMMAND_RANGE[Rank.OFFICER, False] == 1000
    bands = [band_of(Weapon.RIFLE, gap) for gap in (2500, 2510, 3510, 5510)]
    assert bands == [Band.SHORT, Band.MEDIUM, Band.LONG, None]


@rule("R2", "R2a", "A-40", "19")
@pytest.mark.parametrize("band", ["short", "medium", "long"])
def test_example_27_stand_and_fire(band: str) -> None:
    found = lost("fire", shooters=10, charging="yes", cavalry="yes", figures=10, band=band)
    assert found == fractions(
        "59049/1048576", "98415/524288", "295245/1048576", "32805/131072", "76545/524288", "15309/262144",
        "8505/524288", "405/131072", "405/1048576", "15/524288", "1/1048576",
    )  # fmt: skip
    assert mean(found) == Fr(5, 2)
    assert sum(v for k, v in found.items() if k >= 3) == Fr("124363/262144")


@rule("F5", "A-20")
def test_example_29_open_order() -> None:
    loose = lost("fire", shooters=10, band="medium", open_order="yes")
    assert mean(loose) == Fr(45, 32)
    formed = lost("fire", shooters=10, band="medium", target_formed="yes")
    assert mean(formed) == Fr(15, 8)


@rule("X5", "X5a", "X6", "89", "A-15", "A-31")
def test_example_33_canister_and_round_shot_with_deviation() -> None:
    found = odds("gun", gun="II", target_formed="yes")
    hit = sum(v for k, v in found.items() if k[0] == "hit")
    assert hit == Fr(2039, 3600)
    assert [found["hit", n] / hit for n in range(5)] == [
        Fr(1, 256),
        Fr(3, 64),
        Fr(27, 128),
        Fr(27, 64),
        Fr(81, 256),
    ]
    assert mean(lost("gun", 1, gun="II", target_formed="yes")) == Fr(2039, 1200)
    found = odds("gun", gun="II", target_formed="yes", ammunition="round shot", range="long")
    assert sum(v for k, v in found.items() if k[0] == "hit") == Fr(2309, 4500)
    assert mean(lost("gun", 1, gun="II", target_formed="yes", ammunition="round shot", range="long")) == Fr(
        2309, 3000
    )
