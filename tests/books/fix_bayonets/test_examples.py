"""Worked examples, exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard import books
from grognard.books.fix_bayonets.facts.victory import gain, level_of, share_lost
from grognard.books.fix_bayonets.words import Weather
from grognard.odds.report import solve
from tests.rules import rule

BOOK = books.load("fix_bayonets")
Chances = dict[Any, Fraction]


def odds(situation: str, **given: Any) -> Chances:
    report = solve(BOOK, situation, {name: str(value) for name, value in given.items()})
    return dict(report.dist.fractions())


def summed(chances: Chances, at: int) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for outcome, chance in chances.items():
        found[outcome[at]] = found.get(outcome[at], Fraction(0)) + chance
    return found


def f(text: str) -> dict[str, Fraction]:
    """`NONE 1/10, TEM 1/10` as chances."""
    return {part.split()[0]: Fraction(part.split()[1]) for part in text.split(", ")}


# fmt: off
@pytest.mark.parametrize(("given", "wanted"), [
    pytest.param({}, "NONE 1/10, TEM 1/10, TEM+STRAGGLERS 3/5, TEM+STEP 1/5", marks=rule("FV-11", "F-13.2"), id="E01"),
    pytest.param({"fv": 6, "formation": "column", "target_formation": "line"},
          "NONE 1/2, TEM 1/10, TEM+STRAGGLERS 3/10, TEM+STEP 1/10", marks=rule("FV-15"), id="E02"),
    pytest.param({"british": "yes", "formation": "column", "target_formation": "line", "target_steps": 4},
          "NONE 1/2, TEM 1/10, TEM+STRAGGLERS 3/10, TEM+STEP 1/10", marks=rule("FV-16"), id="E03"),
    pytest.param({"arm": "artillery", "formation": "unlimbered", "distance": 6, "target_formation": "line", "cover": "light"},
          "NONE 1/2, TEM 1/10, TEM+STRAGGLERS 3/10, TEM+STEP 1/10", marks=rule("FV-27"), id="E06"),
    pytest.param({"arm": "artillery", "formation": "unlimbered", "distance": 10, "leader_art": 1, "target_formation": "square"},
          "NONE 3/10, TEM 1/10, TEM+STRAGGLERS 2/5, TEM+STEP 1/5", marks=rule("FV-28"), id="E07"),
    pytest.param({"fv": 6, "fatigue": 7, "weather": "rain", "target_steps": 8},
          "NONE 2/5, TEM 1/10, TEM+STRAGGLERS 3/10, TEM+STEP 1/5", marks=rule("FV-21"), id="E09"),
    pytest.param({"fv": 3, "steps": 2, "formation": "column", "target_formation": "skirmish screen", "target_steps": 1, "cover": "light"},
          "NONE 1", marks=rule("FV-10"), id="E11"),
    pytest.param({"fv": 8, "target": "cavalry", "target_formation": "open column", "target_steps": 3, "charge": "yes"},
          "NONE 1/5, STRAGGLERS 3/5, TEM+STEP 1/5", marks=rule("FIRE-05", "R-09"), id="E13"),
    pytest.param({"arm": "artillery", "formation": "unlimbered", "target": "cavalry", "target_formation": "open column", "target_steps": 4,
           "target_tem": 7, "charge": "yes"}, "TEM+STEP 3/10, STRAGGLERS 7/10", marks=rule("FV-25"), id="E30"),
])
def test_fire(given: dict[str, Any], wanted: str) -> None:
    assert summed(odds("fire", **given), 0) == f(wanted)
# fmt: on


@rule("F-15.1", "R-25")
def test_e01_disorder() -> None:
    chances = odds("fire")
    assert sum(c for outcome, c in chances.items() if outcome[1].startswith("disordered")) == Fraction(
        27, 100
    )


@rule("FIRE-05")
def test_e30_disorder() -> None:
    chances = odds("fire", arm="artillery", formation="unlimbered", target="cavalry", target_formation="open column",
                   target_steps=4, target_tem=7, charge="yes")  # fmt: skip
    assert sum(c for outcome, c in chances.items() if outcome[1].startswith("disordered")) == Fraction(3, 50)


@rule("TEM-01", "TEM-06", "TEM-10", "F-15.1")
def test_e14_loaded_check() -> None:
    found = odds("check", tem=6, cohesion=1, fatigue=7, formation="disordered", leader=1, weather="night")
    assert summed(found, 0)["pass"] == Fraction(2, 5)


@rule("ASR-02", "ASR-04", "ASR-05")
def test_e16_the_buffs() -> None:
    found = odds("receive", tem=7, direction="flank", fb="yes", chargers="lance")
    assert summed(found, 0) == {"pass": Fraction(1, 5), "fail": Fraction(4, 5)}


@rule("MUL-03", "MUL-07", "R-72", "R-69")
def test_e17_the_melee_that_follows() -> None:
    given = {
        "attack": "charge",
        "horse": "lance",
        "cv": 6,
        "steps": 6,
        "formation": "line",
        "target_steps": 8,
        "direction": "flank",
    }
    found = odds("melee", **given, target_formation="disordered")
    assert summed(found, 0) == f("DR 3/5, DDS 1/5, DD 1/5")
    assert summed(found, 2) == {"routed": Fraction(1)}
    held = odds("melee", **given, target_formation="line")
    assert summed(held, 0) == f("DR 3/10, DDS 1/10, DD 1/5, SPECIAL:FORCED_REGROUP 2/5")


@rule("SPR-02", "DRM-06", "R-55")
def test_e19_assault_to_the_front() -> None:
    found = odds("melee", steps=10, formation="column", target_steps=6, att_leader=1, def_leader=1, fatigue=8)
    assert summed(found, 0) == f("DDS 1/10, DD 1/5, SPECIAL:FIREFIGHT 1/2, AD 1/5")


@rule("SPK-01", "SPK-02", "SPK-03")
def test_e24_guns_overrun() -> None:
    assert summed(odds("spiked", by="assault"), 0)["ELIM"] == Fraction(2, 5)
    assert summed(odds("spiked", by="charge"), 0)["ELIM"] == Fraction(1, 5)


@rule("LCT-01", "LCT-05", "FAT-01")
def test_e25_leader_risk_and_recovery() -> None:
    found = odds("casualty")
    killed = sum(c for (what,), c in found.items() if what == "killed")
    assert killed / 10 == Fraction(1, 50)

    def mean(word: str) -> Fraction:
        part = {int(what.split()[1]): c for (what,), c in found.items() if what.startswith(word)}
        return sum((turns * chance for turns, chance in part.items()), Fraction(0)) / sum(
            part.values(), Fraction(0)
        )

    assert (mean("stunned"), mean("wounded"), mean("serious")) == (
        Fraction(3),
        Fraction(11, 2),
        Fraction(33, 2),
    )
    assert -sum(int(what) * c for (what,), c in odds("rest").items()) == Fraction(9, 5)


@rule("CHG-03", "F-17.8", "R-85", "SQR-11", "F-17.2")
def test_e26_a_whole_charge() -> None:
    chances = odds("charge")
    found: dict[str, Fraction] = {}
    for (verdict, _horse, foot), chance in chances.items():
        if foot.startswith("routed"):
            key = "rout"
        elif foot.startswith("disordered"):
            key = "disordered S" if "-" in foot else "disordered"
        else:
            key = verdict.rpartition(":")[2]
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == {
        "rout": Fraction(1129, 10000),
        "disordered": Fraction(1081, 5000),
        "disordered S": Fraction(91, 10000),
        "FORCED_REGROUP": Fraction(4349, 12500),
        "STOPPED": Fraction(241, 5000),
        "AD": Fraction(498, 3125),
        "ADS": Fraction(1329, 12500),
    }


@rule("MUL-04", "SPR-04")
def test_e28_assault_on_a_hamlet() -> None:
    found = odds(
        "melee", steps=10, formation="column", target_formation="general order", target_steps=6, cover="heavy"
    )
    assert summed(found, 0) == f("DD 3/10, SPECIAL:HAND_TO_HAND 2/5, AD 1/5, ADS 1/10")


@rule("F-19.1", "F-19.2", "R-22", "R-51")
def test_e32_fatigue_and_cohesion() -> None:
    assert gain(True, 10, 98, False, ()) == 2
    assert gain(True, 10, 98, False, (Weather.DUSK,)) == 4
    assert gain(False, 0, 98, False, (Weather.DUSK,)) == 0
    share = share_lost(Fraction(17, 2), Fraction(5), Fraction(9), Fraction(64))
    assert share == Fraction(9, 32)
    assert level_of(share) == 1
    assert [level_of(Fraction(n, 100)) for n in (19, 20, 30, 45)] == [0, 1, 2, 3]


@rule("SKC-08", "R-34", "F-14.1")
def test_e33_skirmish_check_in_the_rye() -> None:
    assert summed(odds("skirmish", sv=2, steps=6, cover="light"), 0) == f("free 4/5, stop 1/5")
    assert summed(odds("skirmish", sv=1, steps=6, reactor_sv=3), 0) == f(
        "free 2/5, stop 3/10, stop+stragglers 3/10"
    )
    assert summed(odds("skirmish", sv=1, reactor_sv=1), 0) == f("free 7/10, stop 3/10")


@rule("MCT-C")
def test_even_odds() -> None:
    found = odds("melee", formation="column", steps=5, target_steps=5)
    assert summed(found, 0) == f("DDS 1/10, DD 1/5, SPECIAL:FIREFIGHT 1/2, AD 1/5")


@rule("R-28", "ASP-04", "F-16.5")
def test_a_whole_assault_sums_to_one() -> None:
    assert sum(odds("assault").values()) == 1
