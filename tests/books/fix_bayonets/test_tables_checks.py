"""Rows of the checks, each where it bites and where it does not."""

from __future__ import annotations

import pytest

from grognard.books.fix_bayonets.tables.checks import (
    SKIRMISH,
    SKIRMISH_RESULT,
    SR,
    Check,
    Flip,
    Skirmish,
    check_tally,
)
from grognard.books.fix_bayonets.words import Arm, Cover, Formation, Order, Trial, Weather
from tests.rules import rule

F, T = Formation, Trial
SQ, RC, AS = Check(trial=T.SQUARE), Check(trial=T.RECEIVE), Check(trial=T.ASSAULT)


# fmt: off
@pytest.mark.parametrize(("check", "added"), [
    pytest.param(Check(), 0, marks=rule("TEM-01", "TEM-04", "TEM-06")),
    pytest.param(Check(cohesion=3), 3, marks=rule("TEM-01")),
    pytest.param(Check(fatigue=5), 0, marks=rule("TEM-02")),
    pytest.param(Check(fatigue=6), 1, marks=rule("TEM-02")),
    pytest.param(Check(fatigue=10), 2, marks=rule("TEM-03")),
    pytest.param(Check(fatigue=10, arm=Arm.ART), 0, marks=rule("TEM-02", "TEM-03")),
    pytest.param(Check(formation=F.SQUARE), -2, marks=rule("TEM-04", "R-23")),
    pytest.param(Check(formation=F.GENERAL, heavy=True), -2, marks=rule("TEM-04", "R-23")),
    pytest.param(Check(formation=F.GENERAL), 0, marks=rule("TEM-04")),
    pytest.param(Check(formation=F.ROAD), 3, marks=rule("TEM-05")),
    pytest.param(Check(formation=F.LIMBERED, arm=Arm.ART), 3, marks=rule("TEM-05", "STK-11")),
    pytest.param(Check(formation=F.NONE, order=Order.DISORDERED), 1, marks=rule("TEM-06")),
    pytest.param(Check(forced=True, order=Order.DISORDERED, formation=F.NONE), 1, marks=rule("TEM-06", "R-24")),
    pytest.param(Check(trial=T.RALLY, order=Order.ROUTED, formation=F.NONE), 2, marks=rule("TEM-07", "R-82")),
    pytest.param(Check(trial=T.RALLY, order=Order.ROUTED, formation=F.LIMBERED, arm=Arm.ART), 0, marks=rule("TEM-07", "R-82")),
    pytest.param(Check(trial=T.TRAVERSED), 2, marks=rule("TEM-08")),
    pytest.param(Check(mixed_corps=True), 2, marks=rule("TEM-09")),
    pytest.param(Check(leader=2), -2, marks=rule("TEM-10")),
    pytest.param(Check(weather=(Weather.NIGHT,)), 1, marks=rule("TEM-11")),
    pytest.param(Check(weather=(Weather.SNOWFALL,)), 1, marks=rule("TEM-11")),
    pytest.param(Check(weather=(Weather.RAIN,)), 0, marks=rule("TEM-11")),
    pytest.param(SQ._replace(inf_bonus=2), -2, marks=rule("SQR-01")),
    pytest.param(Check(inf_bonus=2), 0, marks=rule("SQR-01")),
    pytest.param(SQ._replace(formation=F.LINE), 1, marks=rule("SQR-02")),
    pytest.param(SQ._replace(formation=F.SCREEN), 2, marks=rule("SQR-03")),
    pytest.param(SQ._replace(formation=F.SCREEN, wide=True), 4, marks=rule("SQR-04", "R-66")),
    pytest.param(SQ._replace(light=True), 1, marks=rule("SQR-05")),
    pytest.param(SQ._replace(light=True, lance=True), 2, marks=rule("SQR-06", "ASR-09")),
    pytest.param(SQ._replace(light=True, lance=True, grand=True), 2, marks=rule("SQR-07", "ASR-09")),
    pytest.param(SQ._replace(distance=1), 2, marks=rule("SQR-08")),
    pytest.param(SQ._replace(distance=2), 1, marks=rule("SQR-09")),
    pytest.param(SQ._replace(distance=3), 0, marks=rule("SQR-10")),
    pytest.param(SQ._replace(distance=4), -1, marks=rule("SQR-11")),
    pytest.param(AS._replace(terrain=2), 2, marks=rule("ASR-01", "R-26")),
    pytest.param(RC._replace(terrain=2), -2, marks=rule("ASR-01", "R-26")),
    pytest.param(RC._replace(direction="flank"), 2, marks=rule("ASR-02")),
    pytest.param(AS._replace(direction="flank"), 0, marks=rule("ASR-02")),
    pytest.param(RC._replace(direction="rear"), 3, marks=rule("ASR-03")),
    pytest.param(RC._replace(fb=True, charged=True), 3, marks=rule("ASR-04")),
    pytest.param(RC._replace(fb=True), 0, marks=rule("ASR-04")),
    pytest.param(RC._replace(charged=True, lance=True), 1, marks=rule("ASR-05")),
    pytest.param(RC._replace(charged=True, shock=True), 2, marks=rule("ASR-06")),
    pytest.param(RC._replace(charged=True, shock=True, cuirassier=True), 3, marks=rule("ASR-07", "ASR-09")),
    pytest.param(RC._replace(charged=True, lance=True, grand=True), 3, marks=rule("ASR-08", "ASR-09")),
])
def test_what_a_row_adds(check: Check, added: int) -> None:
    assert check_tally(check).total == added


S = Skirmish()
@pytest.mark.parametrize(("facts", "added"), [
    pytest.param(S, 0, marks=rule("SKC-01", "SKC-07")),
    pytest.param(S._replace(mover_sv=2), -2, marks=rule("SKC-01")),
    pytest.param(S._replace(reactor_sv=3), 3, marks=rule("SKC-02")),
    pytest.param(S._replace(active_cav=2), -1, marks=rule("SKC-03")),
    pytest.param(S._replace(active_cav=3), -2, marks=rule("SKC-04", "R-65")),
    pytest.param(S._replace(reacting_cav=1), 1, marks=rule("SKC-05")),
    pytest.param(S._replace(reacting_cav=4), 2, marks=rule("SKC-06", "R-65")),
    pytest.param(S._replace(steps=5), 0, marks=rule("SKC-07")),
    pytest.param(S._replace(steps=6), 1, marks=rule("SKC-07")),
    pytest.param(S._replace(cover=Cover.LIGHT), -1, marks=rule("SKC-08")),
    pytest.param(S._replace(cover=Cover.MEDIUM), -2, marks=rule("SKC-09")),
    pytest.param(S._replace(cover=Cover.HEAVY), -3, marks=rule("SKC-10")),
    pytest.param(S._replace(weather=(Weather.DUSK,)), -1, marks=rule("SKC-11")),
    pytest.param(S._replace(weather=(Weather.RAIN,)), -2, marks=rule("SKC-12")),
    pytest.param(S._replace(weather=(Weather.MIST,)), 0, marks=rule("SKC-12")),
])
def test_skirmish_rows(facts: Skirmish, added: int) -> None:
    assert SKIRMISH.tally(facts).total == added


@pytest.mark.parametrize(("score", "result"), [
    pytest.param(6, "free", marks=rule("R-34", "F-14.2")), pytest.param(7, "stop", marks=rule("F-14.2")),
    pytest.param(9, "stop", marks=rule("F-14.2")), pytest.param(10, "stop+stragglers", marks=rule("F-14.2")),
])
def test_skirmish_results(score: int, result: str) -> None:
    assert SKIRMISH_RESULT.find(score).value == result


@pytest.mark.parametrize(("flip", "added"), [
    pytest.param(Flip(), 0, marks=rule("SRF-01", "SRF-02")), pytest.param(Flip(adjacent=True), 1, marks=rule("SRF-01")),
    pytest.param(Flip(superior=2), -2, marks=rule("SRF-02")),
])
def test_waking_a_passive_leader(flip: Flip, added: int) -> None:
    assert SR.tally(flip).total == added
# fmt: on
