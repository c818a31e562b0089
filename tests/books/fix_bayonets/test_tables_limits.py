"""Stacking, cover, formation changes, weather, status, casualties, fatigue: cell by cell."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.books.fix_bayonets.steps.fire import time_away
from grognard.books.fix_bayonets.tables.limits import (
    CASUALTY,
    CHANGES,
    COVER,
    FATIGUE,
    RETREAT,
    STACKING,
    STATUS,
    TERRAIN,
    WEATHER,
)
from grognard.books.fix_bayonets.words import Arm, Cover, Weather
from tests.rules import rule

H = Fraction(1, 2)


# fmt: off
@pytest.mark.parametrize(("row", "cells"), [
    pytest.param("line", (12, 12, 2), marks=rule("STK-01", "R-40")), pytest.param("column", (12, 12, None), marks=rule("STK-02", "STK-12a")),
    pytest.param("open_column", (None, 4, None), marks=rule("STK-03", "STK-12a")), pytest.param("road_column", (2, 2, 1), marks=rule("STK-04")),
    pytest.param("screen", (1, 2, None), marks=rule("STK-05")), pytest.param("square", (12, None, 2), marks=rule("STK-06")),
    pytest.param("masse", ("ABS", None, None), marks=rule("STK-07")), pytest.param("general_order", ("ABS", "ABS", None), marks=rule("STK-08")),
    pytest.param("disorder", ("ABS", "ABS", 2), marks=rule("STK-09")),
])
def test_stacking(row: str, cells: tuple[object, ...]) -> None:
    assert STACKING[row] == cells


@pytest.mark.parametrize(("grade", "limits"), [
    pytest.param(Cover.NONE, (18, None), marks=rule("COV-01")), pytest.param(Cover.LIGHT, (18, None), marks=rule("COV-01")),
    pytest.param(Cover.MEDIUM, (12, 6), marks=rule("COV-02")), pytest.param(Cover.HEAVY, (6, 3), marks=rule("COV-03")),
])
def test_cover_limits(grade: Cover, limits: tuple[int, int | None]) -> None:
    assert COVER[grade] == limits


@pytest.mark.parametrize(("key", "cost"), [
    pytest.param(("poor", Arm.INF), "ALL", marks=rule("FCC-01", "PT-05")), pytest.param(("poor", Arm.CAV), "1/2 FRU", marks=rule("FCC-02")),
    pytest.param(("poor", Arm.ART), "2", marks=rule("FCC-03")), pytest.param(("other", Arm.INF), "1", marks=rule("FCC-04")),
    pytest.param(("other", Arm.CAV), "3", marks=rule("FCC-05")), pytest.param(("other", Arm.ART), "2", marks=rule("FCC-06")),
    pytest.param(("difficult", Arm.ART), "ALL", marks=rule("FCC-07")),
])
def test_formation_changes(key: tuple[str, Arm], cost: str) -> None:
    assert CHANGES[key] == cost


@pytest.mark.parametrize(("sky", "cells"), [
    pytest.param(Weather.DUSK, (5, None, None, -1, -1, None, 2, 2, None), marks=rule("WX-01")),
    pytest.param(Weather.NIGHT, (1, H, 0, -2, -2, 1, "NA", 2, "NA"), marks=rule("WX-02", "WX-08a")),
    pytest.param(Weather.MIST, (5, *(None,) * 8), marks=rule("WX-03")),
    pytest.param(Weather.FOG, (2, H, 0, -2, -2, None, None, None, None), marks=rule("WX-04")),
    pytest.param(Weather.RAIN, (5, H, None, -2, None, None, 2, None, None), marks=rule("WX-05")),
    pytest.param(Weather.SQUALL, (0, Fraction(1, 3), 0, "NA", "NA", None, "NA", None, None), marks=rule("WX-06", "WX-08a")),
    pytest.param(Weather.SNOWFALL, (5, H, H, -2, -2, 1, None, 2, None), marks=rule("WX-07")),
])
def test_weather(sky: Weather, cells: tuple[object, ...]) -> None:
    assert tuple(WEATHER[sky]) == cells


@pytest.mark.parametrize(("key", "no", "mcf"), [
    pytest.param("disordered", ("charge", "assault", "fire"), H, marks=rule("STA-01")),
    pytest.param("suppressed", ("limber", "prolonge", "fire"), None, marks=rule("STA-02")),
    pytest.param("spent_cav", ("charge", "reform"), H, marks=rule("STA-03")),
    pytest.param("square", ("assault",), Fraction(1, 3), marks=rule("STA-04")),
    pytest.param("line", (), None, marks=rule("STA-05")),
    pytest.param("reserve", ("charge", "assault", "fire", "move", "reaction"), None, marks=rule("STA-06")),
])
def test_status(key: str, no: tuple[str, ...], mcf: Fraction | None) -> None:
    assert STATUS[key][:2] == (no, mcf)


@pytest.mark.parametrize(("die", "result"), [
    pytest.param(0, "none", marks=rule("LCT-01")), pytest.param(1, "stunned", marks=rule("LCT-02")), pytest.param(2, "stunned", marks=rule("LCT-02")),
    pytest.param(3, "wounded", marks=rule("LCT-03")), pytest.param(5, "wounded", marks=rule("LCT-03")), pytest.param(6, "serious", marks=rule("LCT-04")),
    pytest.param(7, "serious", marks=rule("LCT-04")), pytest.param(8, "killed", marks=rule("LCT-05")), pytest.param(9, "killed", marks=rule("LCT-05")),
])
def test_casualties(die: int, result: str) -> None:
    assert CASUALTY.find(die).value == result


@pytest.mark.parametrize(("result", "die", "turns"), [
    pytest.param("stunned", 0, 1, marks=rule("LCT-02")), pytest.param("stunned", 1, 1, marks=rule("LCT-02")), pytest.param("stunned", 2, 2, marks=rule("LCT-02")),
    pytest.param("wounded", 4, 5, marks=rule("LCT-03", "R-42")), pytest.param("serious", 0, 3, marks=rule("LCT-04", "R-52")),
])
def test_time_away(result: str, die: int, turns: int) -> None:
    assert time_away(result, die) == turns


@pytest.mark.parametrize(("die", "off"), [
    pytest.param(0, -3, marks=rule("FAT-01")), pytest.param(2, -3, marks=rule("FAT-01")), pytest.param(3, -2, marks=rule("FAT-02")),
    pytest.param(5, -2, marks=rule("FAT-02")), pytest.param(6, -1, marks=rule("FAT-03")), pytest.param(8, -1, marks=rule("FAT-03")), pytest.param(9, 0, marks=rule("FAT-04")),
])
def test_fatigue_reduction(die: int, off: int) -> None:
    assert FATIGUE.find(die).value == off
# fmt: on


@rule("RET-01", "RET-02", "RET-03", "RET-04", "RET-05")
def test_retreat_priorities_stand_in_order() -> None:
    assert [row.key for row in RETREAT] == [1, 2, 3, 4, 5]


@rule("F-7")
def test_terrain() -> None:
    assert {row.key for row in TERRAIN} == set(".hHrRowf~")
    assert TERRAIN["w"].guns is None
    assert TERRAIN["w"].cover is Cover.MEDIUM
    assert TERRAIN["f"].number == 2
    assert TERRAIN["."].number == 0
