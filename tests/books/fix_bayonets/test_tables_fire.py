"""Fire value rows, each where it bites and where it does not; bands, spiked guns, leaders."""

from __future__ import annotations

import pytest

from grognard.books.fix_bayonets.tables.fire import FV, LEADER_DICE, SPIKED, Shot, band
from grognard.books.fix_bayonets.words import Arm, Cover, Formation, Weather
from tests.rules import rule

F = Formation
GUNS = Shot(arm=Arm.ART, formation=F.UNLIMBERED, distance=3)


def total(shot: Shot) -> int:
    return FV.tally(shot).total


# fmt: off
@pytest.mark.parametrize(("shot", "added"), [
    pytest.param(Shot(target=F.SQUARE), 1, marks=rule("FV-01")),
    pytest.param(Shot(target=F.MASSE), 1, marks=rule("FV-01", "R-19")),
    pytest.param(Shot(target=F.SQUARE, disordered=True), -1, marks=rule("FV-01", "FV-02")),
    pytest.param(Shot(target=F.LINE), -1, marks=rule("FV-02")),
    pytest.param(Shot(target=F.ROAD), -1, marks=rule("FV-02")),
    pytest.param(Shot(target=F.LINE, disordered=True), -1, marks=rule("FV-02", "R-03")),
    pytest.param(Shot(target=F.COLUMN), 0, marks=rule("FV-02", "R-03")),
    pytest.param(Shot(target_arm=Arm.ART, target=F.UNLIMBERED), -2, marks=rule("FV-03", "R-70")),
    pytest.param(Shot(target_arm=Arm.ART, target=F.UNLIMBERED, disordered=True), -3, marks=rule("R-70")),
    pytest.param(Shot(target_arm=Arm.INF, target=F.LINE, mixed=True), -1, marks=rule("FV-03", "R-70")),
    pytest.param(Shot(target=F.SCREEN), -3, marks=rule("FV-04")),
    pytest.param(Shot(target=F.SCREEN, disordered=True), -1, marks=rule("FV-04")),
    pytest.param(Shot(target_arm=Arm.CAV, target=F.SCREEN), -2, marks=rule("FV-05")),
    pytest.param(Shot(target_arm=Arm.CAV, target=F.COLUMN), 0, marks=rule("FV-05")),
    pytest.param(Shot(cover=Cover.LIGHT), -1, marks=rule("FV-06")),
    pytest.param(Shot(cover=Cover.LIGHT, target=F.SCREEN), -4, marks=rule("FV-06", "R-04", "FV-10")),
    pytest.param(Shot(cover=Cover.MEDIUM, over=True, target=F.GENERAL), -1, marks=rule("FV-07", "R-05")),
    pytest.param(Shot(cover=Cover.LIGHT, over=True), -1, marks=rule("FV-07a")),
    pytest.param(Shot(cover=Cover.NONE, over=True), 0, marks=rule("FV-07", "FV-07a")),
    pytest.param(Shot(cover=Cover.MEDIUM, target=F.GENERAL), -2, marks=rule("FV-08")),
    pytest.param(Shot(cover=Cover.HEAVY, target=F.GENERAL), -3, marks=rule("FV-09")),
    pytest.param(Shot(cover=Cover.HEAVY, over=True, target=F.GENERAL), -1, marks=rule("FV-09", "R-05")),
    pytest.param(Shot(cover=Cover.HEAVY, target=F.SCREEN), -4, marks=rule("FV-10", "R-04")),
    pytest.param(Shot(target_steps=3), 0, marks=rule("FV-11", "FV-13")),
    pytest.param(Shot(target_steps=4), 1, marks=rule("FV-11")),
    pytest.param(Shot(target_steps=6), 1, marks=rule("FV-11", "FV-30a")),
    pytest.param(Shot(target_steps=7), 2, marks=rule("FV-12")),
    pytest.param(Shot(target_steps=8), 2, marks=rule("FV-12")),
    pytest.param(Shot(target_steps=9), 3, marks=rule("FV-13")),
    pytest.param(Shot(formation=F.GENERAL, steps=2), -2, marks=rule("FV-14")),
    pytest.param(Shot(formation=F.GENERAL, steps=1), 0, marks=rule("FV-14")),
    pytest.param(Shot(formation=F.COLUMN, steps=2), -2, marks=rule("FV-15")),
    pytest.param(Shot(formation=F.COLUMN, steps=1), 0, marks=rule("FV-15")),
    pytest.param(Shot(formation=F.MASSE), -2, marks=rule("F-6.3")),
    pytest.param(Shot(formation=F.COLUMN, british=True), -3, marks=rule("FV-16", "R-07")),
    pytest.param(Shot(formation=F.COLUMN, british=True, steps=1), -3, marks=rule("FV-16a", "R-79")),
    pytest.param(Shot(formation=F.LINE, british=True), 0, marks=rule("FV-16")),
    pytest.param(Shot(formation=F.EXT_LINE, extra=1), 1, marks=rule("FV-17")),
    pytest.param(Shot(formation=F.EXT_LINE, extra=2), 2, marks=rule("FV-17")),
    pytest.param(Shot(formation=F.LINE), 0, marks=rule("FV-17")),
    pytest.param(Shot(formation=F.SQUARE), -2, marks=rule("FV-18")),
    pytest.param(Shot(fatigue=5), 0, marks=rule("FV-19")),
    pytest.param(Shot(fatigue=6), -1, marks=rule("FV-19")),
    pytest.param(Shot(fatigue=9), -1, marks=rule("FV-19")),
    pytest.param(Shot(fatigue=10), -2, marks=rule("FV-20")),
    pytest.param(GUNS._replace(fatigue=10), 0, marks=rule("FV-20")),
    pytest.param(Shot(weather=(Weather.RAIN,)), -2, marks=rule("FV-21", "R-11")),
    pytest.param(GUNS._replace(weather=(Weather.RAIN,)), 0, marks=rule("FV-21")),
    pytest.param(Shot(weather=(Weather.NIGHT,)), -2, marks=rule("FV-22")),
    pytest.param(GUNS._replace(weather=(Weather.FOG,)), -2, marks=rule("FV-22")),
    pytest.param(Shot(weather=(Weather.SNOWFALL,)), -2, marks=rule("FV-22")),
    pytest.param(Shot(weather=(Weather.MIST,)), 0, marks=rule("FV-22")),
    pytest.param(Shot(weather=(Weather.DUSK,)), -1, marks=rule("FV-23")),
    pytest.param(GUNS._replace(art_bonus=2), 2, marks=rule("FV-24", "R-10")),
    pytest.param(Shot(art_bonus=2), 0, marks=rule("FV-24")),
    pytest.param(GUNS._replace(distance=1), 2, marks=rule("FV-25")),
    pytest.param(GUNS._replace(distance=2), 1, marks=rule("FV-26")),
    pytest.param(GUNS._replace(distance=4), 0, marks=rule("FV-27", "R-13")),
    pytest.param(GUNS._replace(distance=5), -2, marks=rule("FV-27")),
    pytest.param(GUNS._replace(distance=8), -2, marks=rule("FV-27")),
    pytest.param(GUNS._replace(distance=9), -4, marks=rule("FV-28")),
    pytest.param(GUNS._replace(ricochet=True), -1, marks=rule("FV-29")),
    pytest.param(Shot(long=True), -2, marks=rule("F-13.1")),
])
def test_what_a_row_adds(shot: Shot, added: int) -> None:
    assert total(shot) == added


@pytest.mark.parametrize(("die", "mfv", "cite"), [
    pytest.param(9, 8, "FIRE-01", marks=rule("FIRE-01")),
    pytest.param(8, 8, "FIRE-02", marks=rule("FIRE-02")),
    pytest.param(7, 8, "FIRE-03", marks=rule("FIRE-03")),
    pytest.param(2, 8, "FIRE-03", marks=rule("FIRE-03", "R-08")),
    pytest.param(1, 8, "FIRE-04", marks=rule("FIRE-04")),
    pytest.param(1, 5, "FIRE-04", marks=rule("FIRE-04", "R-08")),
    pytest.param(0, 0, "FIRE-02", marks=rule("R-08")),
    pytest.param(0, -3, "FIRE-01", marks=rule("FIRE-01", "R-08")),
])
def test_bands(die: int, mfv: int, cite: str) -> None:
    assert band(die, mfv).cite == cite


@pytest.mark.parametrize(("die", "assault", "charge"), [
    pytest.param(0, "ELIM", "ELIM", marks=rule("SPK-01")), pytest.param(1, "ELIM", "ELIM", marks=rule("SPK-01")),
    pytest.param(2, "ELIM", "ROUT", marks=rule("SPK-02")), pytest.param(3, "ELIM", "ROUT", marks=rule("SPK-02")),
    pytest.param(4, "ROUT", "ROUT", marks=rule("SPK-03")), pytest.param(9, "ROUT", "ROUT", marks=rule("SPK-03")),
])
def test_spiked_guns(die: int, assault: str, charge: str) -> None:
    assert SPIKED.find(die).value == (assault, charge)
# fmt: on


@rule("FIRE-06", "FIRE-07")
def test_dice_that_endanger_leaders() -> None:
    assert LEADER_DICE[False] == (0,)
    assert LEADER_DICE[True] == (0, 1)
