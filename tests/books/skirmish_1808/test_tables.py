"""The sheet, cell by cell. [1–6, 12–14, 23–25, 29–58, 71–84, 95–100]"""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.cover import Throwing
from grognard.books.skirmish_1808.facts.fighting import Bout
from grognard.books.skirmish_1808.facts.shooting import Firing
from grognard.books.skirmish_1808.tables import TABLES
from grognard.books.skirmish_1808.tables.cover import EVADING, area_cover, wall_cover
from grognard.books.skirmish_1808.tables.guns import (
    ACCURACY,
    CREWS,
    DEVIATION,
    TRUE_SHOT,
    effect,
    ranges,
    reach_of,
)
from grognard.books.skirmish_1808.tables.melee import MELEE
from grognard.books.skirmish_1808.tables.moving import MANHANDLING, RATES, TERRAIN, going, unforms
from grognard.books.skirmish_1808.tables.nerve import COMMAND_RANGE
from grognard.books.skirmish_1808.tables.shooting import DIFFICULTY, FIRING, RANGES, STEP, band_of, die_of
from grognard.books.skirmish_1808.words import (
    Ammo,
    Arm,
    Band,
    Calibre,
    Class,
    Cover,
    Quality,
    Rank,
    Reach,
    Weapon,
)
from tests.rules import rule

param = pytest.param

F, H = Arm.FOOT, Arm.HORSE
N, L, M, V = Cover.NONE, Cover.LIGHT, Cover.MEDIUM, Cover.HEAVY


@pytest.mark.parametrize(
    ("arm", "class_", "rates"),
    [
        param(F, Class.LINE, (6, 10, 15), marks=rule("1")),
        param(F, Class.LIGHT, (8, 15, 20), marks=rule("2")),
        param(F, Class.QUICK, (10, 15, 20), marks=rule("3")),
        param(H, Class.LINE, (15, 20, 25), marks=rule("4")),
        param(H, Class.LIGHT, (20, 25, 30), marks=rule("5")),
        param(H, Class.QUICK, (25, 30, 35), marks=rule("6")),
        param(Arm.WAGON, Class.LINE, (10, 14, 0), marks=rule("S3")),
    ],
)
def test_rates(arm: Arm, class_: Class, rates: tuple[int, int, int]) -> None:
    assert tuple(RATES[arm, class_]) == tuple(100 * r for r in rates)


@rule("6a", "A-37")
def test_lengths_are_centimetres() -> None:
    assert RATES[F, Class.LINE].normal == 600
    assert RANGES[Weapon.MUSKET][0] == 1500


@pytest.mark.parametrize(
    ("kind", "foot", "horse"),
    [
        param("light_wood", (-2, "", False), (-5, "#@", False), marks=rule("29")),
        param("wood", (-4, "#@", False), (0, "", True), marks=rule("30")),
        param("heavy_wood", (-6, "#@", False), (0, "", True), marks=rule("31")),
        param("wall", (-4, "#@", False), (-2, "#", False), marks=rule("32")),
        param("building", (-1, "#@", False), (0, "", True), marks=rule("34")),
        param("ford", (-2, "", False), (-1, "", False), marks=rule("35")),
        param("track", (2, "", False), (3, "", False), marks=rule("36", "38a")),
        param("path", (4, "", False), (6, "", False), marks=rule("37", "38a")),
        param("road", (6, "", False), (8, "", False), marks=rule("38", "38a")),
        param("crops", (-2, "", False), (-4, "", False), marks=rule("39")),
        param("rocks", (-4, "#@", False), (-6, "#@", False), marks=rule("40")),
    ],
)
@rule("41", "108", "108a")
def test_terrain(kind: str, foot: tuple[int, str, bool], horse: tuple[int, str, bool]) -> None:
    for mounted, (modifier, bans, barred) in ((False, foot), (True, horse)):
        row = going(kind, mounted)
        assert row.barred is barred
        if not barred:
            assert row.modifier == 100 * modifier
            assert ("#" in bans, "@" in bans) == (row.no_march, row.no_charge)


@pytest.mark.parametrize(
    ("kind", "foot", "horse"),
    [
        param("light_wood", True, True, marks=rule("105", "107", "A-18")),
        param("wood", True, True, marks=rule("105")),
        param("heavy_wood", True, True, marks=rule("105")),
        param("building", True, True, marks=rule("105")),
        param("wall", False, False, marks=rule("106", "107")),
        param("ford", False, False, marks=rule("106", "107")),
        param("track", False, False, marks=rule("106", "107")),
        param("path", False, False, marks=rule("106", "107")),
        param("road", False, False, marks=rule("106", "107")),
        param("crops", False, False, marks=rule("106", "107")),
        param("rocks", False, True, marks=rule("106", "107")),
    ],
)
def test_who_loses_formation_where(kind: str, foot: bool, horse: bool) -> None:
    assert unforms(kind, False) is foot
    if not going(kind, True).barred:
        assert unforms(kind, True) is horse


@pytest.mark.parametrize(
    ("kind", "foot", "horse"),
    [
        param("light_wood", M, L, marks=rule("42")),
        param("wood", V, M, marks=rule("43")),
        param("heavy_wood", V, V, marks=rule("44", "50a", "A-27")),
        param("building", V, N, marks=rule("48")),
        param("crops", L, N, marks=rule("49")),
        param("rocks", M, L, marks=rule("50")),
        param("ford", N, N, marks=rule("50")),
    ],
)
def test_cover_of_areas(kind: str, foot: Cover, horse: Cover) -> None:
    assert (area_cover(kind, False), area_cover(kind, True)) == (foot, horse)


@pytest.mark.parametrize(
    ("height", "foot", "horse"),
    [
        param(199, N, N, marks=rule("45", "A-8")),
        param(200, L, N, marks=rule("45")),
        param(399, L, N, marks=rule("45", "A-8")),
        param(400, M, L, marks=rule("46")),
        param(599, M, L, marks=rule("46", "A-8")),
        param(600, V, V, marks=rule("47", "A-8")),
        param(900, V, V, marks=rule("47")),
    ],
)
def test_cover_of_walls(height: int, foot: Cover, horse: Cover) -> None:
    assert (wall_cover(height, False), wall_cover(height, True)) == (foot, horse)


@pytest.mark.parametrize(
    ("cover", "gain"),
    [
        param(N, 0, marks=rule("23")),
        param(L, 1, marks=rule("23")),
        param(M, 2, marks=rule("24")),
        param(V, 4, marks=rule("25")),
    ],
)
@rule("A-33")
def test_cover_on_evasion_throws(cover: Cover, gain: int) -> None:
    assert EVADING.tally(Throwing(cover)).total == gain


@pytest.mark.parametrize(
    ("weapon", "limits"),
    [
        param(Weapon.MUSKET, (15, 25, 40), marks=rule("51")),
        param(Weapon.LIGHT_MUSKET, (20, 30, 45), marks=rule("52")),
        param(Weapon.CARBINE, (10, 20, 30), marks=rule("53")),
        param(Weapon.RIFLE, (25, 35, 55), marks=rule("54")),
        param(Weapon.PISTOL, (5, 10, 15), marks=rule("55", "A-9")),
        param(Weapon.CAVALRY_MUSKET, (15, 25, 35), marks=rule("56")),
        param(Weapon.CAVALRY_CARBINE, (10, 20, 25), marks=rule("57")),
        param(Weapon.CAVALRY_RIFLE, (20, 30, 40), marks=rule("58")),
    ],
)
@rule("A-5")
def test_ranges(weapon: Weapon, limits: tuple[int, int, int]) -> None:
    assert RANGES[weapon] == tuple(100 * n for n in limits)
    for band, limit in zip(Band, RANGES[weapon]):
        assert band_of(weapon, limit) is band, "a limit belongs to the nearer band"
    assert band_of(weapon, RANGES[weapon][2] + 1) is None
    assert band_of(weapon, RANGES[weapon][0] + 1) is Band.MEDIUM


@pytest.mark.parametrize(
    ("band", "need"),
    [
        param(Band.SHORT, 5, marks=rule("12")),
        param(Band.MEDIUM, 7, marks=rule("13")),
        param(Band.LONG, 9, marks=rule("14")),
    ],
)
def test_difficulty(band: Band, need: int) -> None:
    assert DIFFICULTY[band] == need


@pytest.mark.parametrize(
    ("facts", "plus"),
    [
        param(Firing(6), 0, marks=rule("18", "19", "20", "21"), id="nothing"),
        param(Firing(6, precise=True), 1, marks=rule("18"), id="precise"),
        param(Firing(6, at_cavalry=True), -1, marks=rule("19", "A-35"), id="at cavalry"),
        param(Firing(6, regrouped=True), -1, marks=rule("20"), id="regrouped"),
        param(Firing(6, moving_cavalry=True), -1, marks=rule("21"), id="moving cavalry"),
        param(Firing(6, precise=True, at_cavalry=True, regrouped=True), -1, marks=rule("22"), id="added up"),
        param(Firing(6, formed=True), 1, marks=rule("101"), id="formed"),
        param(Firing(12, formed=True), 2, marks=rule("102", "A-17"), id="formed with a D12"),
    ],
)
def test_firing_modifiers(facts: Firing, plus: int) -> None:
    assert FIRING.tally(facts).total == plus


@rule("22a", "A-28")
def test_neither_cover_nor_quality_touches_the_firing_die() -> None:
    assert "cover" not in Firing._fields
    assert "quality" not in Firing._fields


@rule("101", "102", "103", "104", "A-48", "A-49")
def test_the_ladder_of_dice() -> None:
    assert STEP == {6: 8, 8: 10, 10: 12, 12: 12}
    assert [die_of(d, True) for d in (6, 8, 10, 12)] == [8, 10, 12, 12]
    assert [die_of(d, False) for d in (6, 8, 10, 12)] == [6, 8, 10, 12]


@pytest.mark.parametrize(
    ("facts", "plus"),
    [
        param(Bout(8), 0, marks=rule("59", "62", "65", "67"), id="nothing"),
        param(Bout(8, impact=True), 2, marks=rule("59"), id="charged"),
        param(Bout(8, impact=True, cavalry=True, lance=True), 4, marks=rule("60"), id="lance v foot"),
        param(Bout(8, cavalry=True, lance=True), 0, marks=rule("60", "A-11"), id="lance, later round"),
        param(
            Bout(8, impact=True, cavalry=True, lance=True, foe_cavalry=True),
            3,
            marks=rule("61"),
            id="lance v horse",
        ),
        param(Bout(8, cavalry=True, cuirass=True), 1, marks=rule("62"), id="cuirass"),
        param(Bout(8, impact=True, foe_cavalry=True), 0, marks=rule("63", "A-12"), id="foot charging horse"),
        param(Bout(8, foe_cavalry=True), 0, marks=rule("63"), id="foot standing v horse"),
        param(Bout(8, impact=True, led=True), 3, marks=rule("64"), id="led charge"),
        param(Bout(8, led=True), 0, marks=rule("64"), id="led, later round"),
        param(Bout(8, higher=True), 1, marks=rule("65", "A-10"), id="higher"),
        param(Bout(8, cavalry=True, in_woods=True), -1, marks=rule("66", "A-27"), id="horse in woods"),
        param(Bout(8, in_woods=True), 0, marks=rule("66"), id="foot in woods"),
        param(Bout(8, Quality.ELITE), 2, marks=rule("67"), id="elite"),
        param(Bout(8, Quality.VETERAN), 1, marks=rule("67"), id="veteran"),
        param(Bout(8, Quality.RAW), -1, marks=rule("67"), id="raw"),
        param(Bout(8, found=True), -2, marks=rule("68", "A-26"), id="discovered"),
        param(Bout(8, cover=L), 1, marks=rule("69"), id="light cover"),
        param(Bout(8, cover=M), 2, marks=rule("69"), id="medium cover"),
        param(Bout(8, cover=V), 3, marks=rule("70"), id="heavy cover"),
        param(Bout(8, formed=True), 1, marks=rule("103"), id="formed"),
        param(Bout(12, formed=True), 2, marks=rule("104"), id="formed with a D12"),
        param(
            Bout(8, Quality.ELITE, cavalry=True, cuirass=True, higher=True, cover=L),
            5,
            marks=rule("70a"),
            id="unstarred count always",
        ),
    ],
)
def test_melee_factors(facts: Bout, plus: int) -> None:
    assert MELEE.tally(facts).total == plus


@rule("71", "72", "73", "74", "75", "76")
def test_guns_crews_and_moves() -> None:
    assert [CREWS[c] for c in Calibre] == [2, 3, 4, 4]
    assert [MANHANDLING[c] for c in Calibre] == [600, 600, 400, 400]
    assert ["3-" in CREWS.row(Calibre.I).words, "12-" in CREWS.row(Calibre.IV).words] == [True, True]


@rule("77", "77a", "78", "79", "A-13", "A-36", "A-42")
def test_accuracy_dice() -> None:
    dice = [ACCURACY[q] for q in (Quality.ELITE, Quality.VETERAN, Quality.REGULAR, Quality.RAW)]
    assert dice == [6, 8, 10, 12]
    assert dice == sorted(dice), "the better the crew, the likelier a true shot"
    assert TRUE_SHOT == 3


@rule("80")
def test_deviation_dice() -> None:
    assert DEVIATION == {Reach.EFFECTIVE: 8, Reach.LONG: 10}


@rule("83", "84", "84a", "A-45")
def test_gun_ranges() -> None:
    canister = [ranges(c, Ammo.CANISTER) for c in Calibre]
    assert canister == [(2000, 3000), (2000, 3500), (2500, 4000), (3000, 4500)]
    shot = [ranges(c, Ammo.ROUND) for c in Calibre]
    assert shot == [(3000, 4000), (3500, 4500), (4500, 6500), (5000, 7500)]
    assert [ranges(c, Ammo.SHELL) for c in Calibre] == shot


@rule("X10", "A-43")
def test_gun_bands_include_their_limits() -> None:
    assert reach_of(Calibre.I, Ammo.CANISTER, 2000) is Reach.EFFECTIVE
    assert reach_of(Calibre.I, Ammo.CANISTER, 2001) is Reach.LONG
    assert reach_of(Calibre.I, Ammo.CANISTER, 3000) is Reach.LONG
    assert reach_of(Calibre.I, Ammo.CANISTER, 3001) is None


@rule("90", "X7", "A-16")
@pytest.mark.parametrize(
    ("calibre", "cells"),
    [
        (Calibre.I, ((3, 6), (2, 5), (1, 7), (1, 6))),
        (Calibre.II, ((4, 6), (3, 5), (2, 7), (2, 6))),
        (Calibre.III, ((5, 7), (3, 6), (2, 8), (2, 7))),
        (Calibre.IV, ((6, 7), (4, 6), (3, 8), (2, 7))),
    ],
)
def test_artillery_table(calibre: Calibre, cells: tuple[tuple[int, int], ...]) -> None:
    found = [effect(calibre, ammo, reach) for ammo in (Ammo.CANISTER, Ammo.ROUND) for reach in Reach]
    assert [tuple(cell) for cell in found] == list(cells)
    assert effect(calibre, Ammo.SHELL, Reach.LONG) == effect(calibre, Ammo.ROUND, Reach.LONG)


@pytest.mark.parametrize(
    ("rank", "mounted", "reach"),
    [
        param(Rank.OFFICER, False, 10, marks=rule("95")),
        param(Rank.STAFF, False, 15, marks=rule("96")),
        param(Rank.HQ, False, 20, marks=rule("97")),
        param(Rank.OFFICER, True, 15, marks=rule("98")),
        param(Rank.STAFF, True, 20, marks=rule("99")),
        param(Rank.HQ, True, 30, marks=rule("100")),
    ],
)
def test_command_ranges(rank: Rank, mounted: bool, reach: int) -> None:
    assert COMMAND_RANGE[rank, mounted] == 100 * reach


@rule("41a", "A-23")
def test_one_modifier_for_all_three_rates() -> None:
    for row in TERRAIN:
        assert isinstance(row.value.foot.modifier, int), "one number serves normal, march and charge"


def test_every_table_cites_rules_of_the_book() -> None:
    from grognard.books.skirmish_1808 import PAGES

    for table in TABLES:
        for row in table:
            assert row.cite in PAGES.rulebook.rules, (table.title, row.cite)
