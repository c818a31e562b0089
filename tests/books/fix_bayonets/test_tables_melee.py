"""The melee table cell by cell, SPECIAL results, multipliers, die modifiers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.books.fix_bayonets.facts.melee import line_length
from grognard.books.fix_bayonets.situations.sandtable import MIDDLE, unit
from grognard.books.fix_bayonets.tables.melee import (
    COLUMNS,
    LEGEND,
    MELEE,
    SPECIAL,
    Fight,
    Fighter,
    blow,
    column,
    melee_tally,
    multiplied,
)
from grognard.books.fix_bayonets.words import Arm, Blow, Formation, Weather
from tests.rules import rule

F = Formation
CAV = Fighter(Fraction(4), Arm.CAV, F.COLUMN)
CHARGE = CAV._replace(charging=True)


# fmt: off
@pytest.mark.parametrize(("row", "cells"), [
    pytest.param(-2, "AD SPECIAL DD DD DDS DDS DR DR DR DR DR DR DR", marks=rule("MCT-02")),
    pytest.param(-1, "AD SPECIAL SPECIAL DD DD DDS DDS DR DR DR DR DR DR", marks=rule("MCT-01")),
    pytest.param(0, "AD AD SPECIAL SPECIAL DD DD DDS DR DR DR DR DR DR", marks=rule("MCT+00")),
    pytest.param(1, "ADS AD SPECIAL SPECIAL DD DD DD DDS DR DR DR DR DR", marks=rule("MCT+01")),
    pytest.param(2, "ADS AD AD SPECIAL SPECIAL DD DD DD DR DR DR DR DR", marks=rule("MCT+02")),
    pytest.param(3, "ADS ADS AD SPECIAL SPECIAL SPECIAL SPECIAL DD DDS DR DR DR DR", marks=rule("MCT+03")),
    pytest.param(4, "AR ADS AD AD SPECIAL SPECIAL SPECIAL SPECIAL DD DDS DR DR DR", marks=rule("MCT+04")),
    pytest.param(5, "AR ADS ADS AD SPECIAL SPECIAL SPECIAL SPECIAL DD DDS DR DR DR", marks=rule("MCT+05")),
    pytest.param(6, "AR AR ADS AD AD SPECIAL SPECIAL SPECIAL SPECIAL DD DDS DR DR", marks=rule("MCT+06")),
    pytest.param(7, "AR AR ADS ADS AD AD SPECIAL SPECIAL SPECIAL DD DDS DDS DDS", marks=rule("MCT+07")),
    pytest.param(8, "AR AR AR ADS ADS AD AD SPECIAL SPECIAL DD DD DDS DDS", marks=rule("MCT+08")),
    pytest.param(9, "AR AR AR ADS ADS ADS AD AD SPECIAL SPECIAL DD DDS DDS", marks=rule("MCT+09")),
    pytest.param(10, "AR AR AR AR ADS ADS ADS AD SPECIAL SPECIAL SPECIAL DD DDS", marks=rule("MCT+10")),
    pytest.param(11, "AR AR AR AR AR ADS ADS ADS AD SPECIAL SPECIAL SPECIAL DD", marks=rule("MCT+11")),
])
def test_every_cell(row: int, cells: str) -> None:
    assert [cell.value for cell in MELEE[row]] == cells.split()


@rule("MCT-C", "R-01")
def test_columns_and_the_shape_of_the_table() -> None:
    assert COLUMNS == ("<1/5", "1/5", "1/4", "1/3", "1/2", "2/3", "1/1", "3/2", "2/1", "3/1", "4/1", "5/1", "6/1")
    order = list(Blow)
    rows = [row.value for row in MELEE]
    for row in rows:
        ranks = [order.index(cell) for cell in row]
        assert len(row) == 13
        assert ranks == sorted(ranks)
    for at in range(13):
        ranks = [order.index(row[at]) for row in rows]
        assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize(("ratio", "head"), [
    pytest.param(Fraction(1, 6), "<1/5", marks=rule("R-01")), pytest.param(Fraction(1, 5), "1/5", marks=rule("R-15")),
    pytest.param(Fraction(5, 3), "3/2", marks=rule("R-15")), pytest.param(Fraction(99), "6/1", marks=rule("R-15")),
    pytest.param(Fraction(99, 100), "2/3", marks=rule("R-15")),
])
def test_odds_columns(ratio: Fraction, head: str) -> None:
    assert COLUMNS[column(ratio)] == head


@rule("R-02")
def test_the_modified_die_is_held() -> None:
    assert blow(0, -9).key == -2
    assert blow(9, 9).key == 11
    assert blow(4, 1).key == 5


@pytest.mark.parametrize(("row", "cells"), [
    pytest.param("screen_or_disordered", "DD HAND_TO_HAND DR", marks=rule("SPR-01")),
    pytest.param("close_inf_front", "FIREFIGHT NOT_ALLOWED FORCED_REGROUP", marks=rule("SPR-02")),
    pytest.param("close_inf_flank_rear", "DD NOT_ALLOWED FORCED_REGROUP", marks=rule("SPR-03")),
    pytest.param("inf_general_order", "HAND_TO_HAND HAND_TO_HAND FORCED_REGROUP", marks=rule("SPR-04")),
    pytest.param("close_cav", "DD NOT_ALLOWED BOTH_REGROUP", marks=rule("SPR-05")),
    pytest.param("cav_general_order", "DD DD DD", marks=rule("SPR-06")),
    pytest.param("unlimbered_art_not_mixed", "ROUTED_NO_SPIKE NOT_ALLOWED FORCED_REGROUP", marks=rule("SPR-07")),
    pytest.param("limbered_art_or_train", "ROUTED_NO_SPIKE NOT_ALLOWED ROUTED_NO_SPIKE", marks=rule("SPR-08", "SPR-09a")),
])
def test_special_cells(row: str, cells: str) -> None:
    assert [cell.value for cell in SPECIAL[row]] == cells.split()


@pytest.mark.parametrize(("fighter", "total"), [
    pytest.param(CHARGE._replace(shock=True, foe_cav=True), 8, marks=rule("MUL-01")),
    pytest.param(CHARGE._replace(shock=True, foe_cav=True, foe_shock=True, foe_charging=True), 4, marks=rule("MUL-01", "R-17")),
    pytest.param(CHARGE._replace(shock=True, foe_cav=True, foe_shock=True), 8, marks=rule("R-17")),
    pytest.param(CHARGE._replace(shock=True, momentum=True), 8, marks=rule("MUL-02", "R-18")),
    pytest.param(CHARGE._replace(shock=True), 4, marks=rule("MUL-02", "R-18")),
    pytest.param(CHARGE._replace(lance=True, formation=F.LINE), 8, marks=rule("MUL-03")),
    pytest.param(CHARGE._replace(lance=True), 4, marks=rule("MUL-03")),
    pytest.param(CHARGE._replace(lance=True, shock=True, momentum=True, formation=F.LINE), 16, marks=rule("R-16")),
    pytest.param(Fighter(Fraction(4), defending=True, covered=True), 8, marks=rule("MUL-04")),
    pytest.param(Fighter(Fraction(4), covered=True), 4, marks=rule("MUL-04")),
    pytest.param(CAV._replace(defending=True), 2, marks=rule("MUL-05")),
    pytest.param(CAV._replace(defending=True, charging=True), 4, marks=rule("MUL-05")),
    pytest.param(CHARGE._replace(spent=True), 2, marks=rule("MUL-06")),
    pytest.param(Fighter(Fraction(4), formation=F.SCREEN), 2, marks=rule("MUL-07")),
    pytest.param(Fighter(Fraction(4), formation=F.ROAD), 2, marks=rule("MUL-07")),
    pytest.param(Fighter(Fraction(4), formation=F.NONE, disordered=True), 2, marks=rule("MUL-07")),
    pytest.param(CAV._replace(defending=True, spent=True, disordered=True), Fraction(1, 2), marks=rule("R-81")),
    pytest.param(Fighter(Fraction(4), formation=F.SQUARE, charged=True), 12, marks=rule("MUL-08")),
    pytest.param(Fighter(Fraction(4), formation=F.MASSE, charged=True), 12, marks=rule("MUL-08")),
    pytest.param(Fighter(Fraction(4), formation=F.SQUARE), 4, marks=rule("MUL-08")),
])
def test_multipliers(fighter: Fighter, total: Fraction) -> None:
    assert multiplied(fighter) == total


C = Fight(charge=True)
@pytest.mark.parametrize(("fight", "added"), [
    pytest.param(Fight(cav_fight=True, longer=1), -1, marks=rule("DRM-01")),
    pytest.param(Fight(cav_fight=True, longer=-1), 1, marks=rule("DRM-01")),
    pytest.param(Fight(longer=1), 0, marks=rule("DRM-01")),
    pytest.param(C._replace(weather=(Weather.RAIN,)), 2, marks=rule("DRM-02")),
    pytest.param(C._replace(weather=(Weather.DUSK,)), 2, marks=rule("DRM-02")),
    pytest.param(Fight(weather=(Weather.DUSK,)), 0, marks=rule("DRM-02", "R-21")),
    pytest.param(C._replace(straight=2), 1, marks=rule("DRM-03", "R-18")),
    pytest.param(C._replace(straight=2, foe_cav=True), 0, marks=rule("DRM-03")),
    pytest.param(C._replace(open_column=True), 1, marks=rule("DRM-04")),
    pytest.param(Fight(att_leader=2, def_leader=1), -1, marks=rule("DRM-05")),
    pytest.param(Fight(att_fatigue=6), 1, marks=rule("DRM-06")),
    pytest.param(Fight(att_fatigue=10), 2, marks=rule("DRM-06")),
    pytest.param(Fight(def_fatigue=9), -1, marks=rule("DRM-07")),
    pytest.param(Fight(def_fatigue=10), -2, marks=rule("DRM-07")),
    pytest.param(Fight(direction="flank"), -2, marks=rule("DRM-08")),
    pytest.param(Fight(direction="rear"), -3, marks=rule("DRM-09")),
    pytest.param(Fight(direction="flank", cav_fight=True, longer=-1), -2, marks=rule("DRM-10", "DRM-10a")),
])
def test_die_modifiers(fight: Fight, added: int) -> None:
    assert melee_tally(fight).total == added


@pytest.mark.parametrize(("form", "steps", "length"), [
    pytest.param("line", 5, 5, marks=rule("F-17.9", "R-20")), pytest.param("column", 5, 2, marks=rule("F-17.9")),
    pytest.param("open column", 4, 1, marks=rule("F-17.9")), pytest.param("disordered", 4, 0, marks=rule("F-17.9")),
])
def test_length_of_line(form: str, steps: int, length: int) -> None:
    assert line_length((unit(0, 0, Arm.CAV, form, steps, MIDDLE),)) == length
# fmt: on


@rule("LEG-01", "LEG-02", "LEG-03", "LEG-04", "LEG-05", "LEG-06", "LEG-07a")
def test_every_result_is_in_the_legend() -> None:
    names = {blow.value for blow in Blow if blow is not Blow.SPECIAL}
    names |= {cell.value for row in SPECIAL for cell in row.value} - {"NOT_ALLOWED"}
    assert names <= {row.key for row in LEGEND}
