"""The cells of the tables nobody looked at one by one. [29–50, 101–104, A-27, E1–E4, M1, T5, X10]"""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.command import Nerve
from grognard.books.skirmish_1808.facts.cover import Throwing
from grognard.books.skirmish_1808.facts.fighting import Bout
from grognard.books.skirmish_1808.facts.shooting import Firing
from grognard.books.skirmish_1808.state import RADIUS, Terrain
from grognard.books.skirmish_1808.tables.cover import COVER, EVADING
from grognard.books.skirmish_1808.tables.guns import SHELL_LEAST
from grognard.books.skirmish_1808.tables.melee import MELEE
from grognard.books.skirmish_1808.tables.moving import (
    HIGHEST_JUMP,
    LEAST,
    LIMBERED,
    RIDDEN,
    ROADS,
    TERRAIN,
    WOODS,
    Going,
    Row,
)
from grognard.books.skirmish_1808.tables.nerve import INITIATIVE, MORALE, NERVE, activation_need
from grognard.books.skirmish_1808.tables.points import (
    CLASS_COST,
    COMMAND_GROUP,
    CREW,
    GROUP_FROM,
    GUNS,
    LEADERS,
    MOUNTED,
    QUALITY_COST,
    TRAIT_COST,
    WEAPON_COST,
    figure_cost,
)
from grognard.books.skirmish_1808.tables.shooting import FIRING
from grognard.books.skirmish_1808.words import Arm, Calibre, Class, Cover, Quality, Rank, Trait, Weapon
from tests.books.skirmish_1808.drill import area, battle, foot, horse, wall
from tests.books.skirmish_1808.test_moving import cite, go
from tests.rules import rule

param = pytest.param
NO = Going(barred=True)
N, L, M, H = Cover.NONE, Cover.LIGHT, Cover.MEDIUM, Cover.HEAVY


@pytest.mark.parametrize(
    ("kind", "row", "cited"),
    [
        param("light_wood", Row(Going(-200), Going(-500, True, True), True, True), "29", marks=rule("29", "105")),
        param("wood", Row(Going(-400, True, True), NO, True, True), "30", marks=rule("30", "105")),
        param("heavy_wood", Row(Going(-600, True, True), NO, True, True), "31", marks=rule("31", "105")),
        param("wall", Row(Going(-400, True, True), Going(-200, True)), "32", marks=rule("32")),
        param("building", Row(Going(-100, True, True), NO, True, True), "34", marks=rule("34")),
        param("ford", Row(Going(-200), Going(-100)), "35", marks=rule("35")),
        param("track", Row(Going(200), Going(300)), "36", marks=rule("36")),
        param("path", Row(Going(400), Going(600)), "37", marks=rule("37")),
        param("road", Row(Going(600), Going(800)), "38", marks=rule("38")),
        param("crops", Row(Going(-200), Going(-400)), "39", marks=rule("39")),
        param("rocks", Row(Going(-400, True, True), Going(-600, True, True), False, True), "40", marks=rule("40", "107")),
        param("ridden_wood", Row(Going(-400, True, True), Going(-500, True, True), True, True), "A-27", marks=rule("A-27")),
        param("ridden_heavy_wood", Row(Going(-600, True, True), Going(-500, True, True), True, True), "A-27", marks=rule("A-27")),
        param("hill", Row(Going(), Going()), "B10", marks=rule("B10")),
        param("stream", Row(NO, NO), "S2", marks=rule("S2")),
        param("bridge", Row(Going(), Going()), "D4", marks=rule("D4")),
    ],
)  # fmt: skip
def test_every_line_of_the_terrain_table(kind: str, row: Row, cited: str) -> None:
    assert TERRAIN[kind] == row
    assert TERRAIN.row(kind).cite == cited
    assert len(list(TERRAIN)) == 16


@rule("42", "43", "44", "45", "46", "47", "48", "49", "50", "A-27", "X9")
def test_every_line_of_the_cover_table() -> None:
    assert {row.key: row.value for row in COVER} == {
        "light_wood": (M, L), "wood": (H, M), "heavy_wood": (H, H), "ridden_wood": (H, M),
        "ridden_heavy_wood": (H, H), "wall_2": (L, N), "wall_4": (M, L), "wall_6": (H, H),
        "building": (H, N), "crops": (L, N), "rocks": (M, L), "ruin": (M, M),
    }  # fmt: skip


@rule("41", "P4", "33", "X1", "X10", "A-27", "S3")
def test_the_numbers_beside_the_tables() -> None:
    assert (HIGHEST_JUMP, LEAST, SHELL_LEAST) == (600, 100, 1000)
    assert LIMBERED == {False: 1000, True: 1500}
    assert {"track", "path", "road"} == ROADS
    assert {"light_wood", "wood", "heavy_wood", "ridden_wood", "ridden_heavy_wood"} == WOODS
    assert RIDDEN == {"wood": "ridden_wood", "heavy_wood": "ridden_heavy_wood"}
    assert RADIUS == {Arm.FOOT: 100, Arm.HORSE: 150, Arm.GUN: 100, Arm.WAGON: 200}


@rule("33", "32")
@pytest.mark.parametrize(("height", "refused"), [(6, ""), (6.01, "33")])
def test_how_high_a_wall_is_jumped(height: float, refused: str) -> None:
    ground: tuple[Terrain, ...] = (wall(height, (20, 31.2), (40, 31.2)),)
    state = battle(foot("A", count=1, at=(30, 30)), foot("E", side=1, at=(60, 110)), ground=ground)
    assert cite(state, go(0, 2.4)) == refused


@rule("101", "102", "103", "104", "A-17")
@pytest.mark.parametrize(("die", "plus"), [(6, 1), (8, 1), (10, 1), (12, 2)])
def test_what_being_formed_adds(die: int, plus: int) -> None:
    assert FIRING.tally(Firing(die, formed=True)).total == plus
    assert MELEE.tally(Bout(die, formed=True)).total == plus
    assert FIRING.tally(Firing(die)).lines == ()
    assert MELEE.tally(Bout(die)).lines == ()


@rule("M2", "K8")
@pytest.mark.parametrize(("beaten", "lines"), [(0, []), (1, [-1]), (2, [-2]), (3, [-3]), (4, [-3])])
def test_what_being_beaten_adds(beaten: int, lines: list[int]) -> None:
    assert [line.value for line in NERVE.tally(Nerve(beaten=beaten)).lines] == lines


@rule("T5", "M1")
def test_the_numbers_by_quality() -> None:
    order = (Quality.ELITE, Quality.VETERAN, Quality.REGULAR, Quality.RAW)
    assert [INITIATIVE[q] for q in order] == [2, 3, 5, 7]
    assert [MORALE[q] for q in order] == [3, 4, 5, 7]
    assert [activation_need(q, False) for q in order] == [2, 3, 5, 7]
    assert [activation_need(q, True) for q in order] == [2, 2, 4, 6], "a musician helps, a 1 fails"


@rule("M2")
@pytest.mark.parametrize(("cover", "total"), [(N, 0), (L, 0), (M, 1), (H, 1)])
def test_cover_that_steadies(cover: Cover, total: int) -> None:
    assert NERVE.tally(Nerve(cover=cover)).total == total


@rule("23", "24", "25", "X8")
@pytest.mark.parametrize(
    ("facts", "total"),
    [
        (Throwing(), 0), (Throwing(L), 1), (Throwing(M), 2), (Throwing(H), 4),
        (Throwing(artillery=True), 0), (Throwing(artillery=True, formed=True), -1), (Throwing(formed=True), 0),
        (Throwing(artillery=True, cavalry=True), -1), (Throwing(cavalry=True), 0),
        (Throwing(artillery=True, skirmishing=True), 1), (Throwing(skirmishing=True), 0),
        (Throwing(L, True, True, True), -1),
    ],
)  # fmt: skip
def test_what_changes_an_evasion_throw(facts: Throwing, total: int) -> None:
    assert EVADING.tally(facts).total == total


@rule("60", "61", "62", "63", "64", "66")
@pytest.mark.parametrize(
    ("facts", "total"),
    [
        (Bout(8, impact=True, lance=True), 2), (Bout(8, impact=True, lance=True, foe_cavalry=True), 0),
        (Bout(8, lance=True, cavalry=True, foe_cavalry=True), 0), (Bout(8, impact=True, cavalry=True), 2),
        (Bout(8, impact=True, cavalry=True, foe_cavalry=True), 2), (Bout(8, cuirass=True), 0),
        (Bout(8, cavalry=True), 0), (Bout(8, impact=True, foe_cavalry=True), 0), (Bout(8, cavalry=True, foe_cavalry=True), 0),
        (Bout(8, cavalry=True, in_woods=False), 0),
    ],
)  # fmt: skip
def test_factors_that_need_more_than_one_thing(facts: Bout, total: int) -> None:
    assert MELEE.tally(facts).total == total


@rule("E1", "E2", "E3", "E4")
def test_what_things_cost() -> None:
    assert [QUALITY_COST[q] for q in Quality] == [-2, 0, 3, 6]
    assert [CLASS_COST[c] for c in Class] == [0, 2, 3]
    assert {row.key: row.value for row in TRAIT_COST} == {
        Trait.LANCE: 2,
        Trait.CUIRASS: 2,
        Trait.DOUBLE: 1,
        Trait.HIDDEN: 1,
        Trait.ENGINEER: 4,
    }
    assert [GUNS[c] for c in Calibre] == [60, 100, 125, 155]
    assert [CREW[q] for q in Quality] == [4, 6, 9, 12]
    ranks = (Rank.OFFICER, Rank.STAFF, Rank.HQ)
    assert [LEADERS[r, mounted] for r in ranks for mounted in (False, True)] == [40, 50, 70, 85, 100, 120]
    assert (COMMAND_GROUP, GROUP_FROM, MOUNTED) == (30, 8, 6)
    assert WEAPON_COST == {Weapon.RIFLE: 3, Weapon.CAVALRY_RIFLE: 3, Weapon.LIGHT_MUSKET: 1}


@rule("E1", "E4")
@pytest.mark.parametrize(
    ("given", "points"),
    [
        ((Arm.FOOT, Class.LINE, Quality.REGULAR, 8, 6, Weapon.MUSKET, ()), 14),
        ((Arm.HORSE, Class.LIGHT, Quality.ELITE, 8, 6, Weapon.CAVALRY_RIFLE, (Trait.LANCE, Trait.CANNOT_FORM)), 33),
        ((Arm.FOOT, Class.QUICK, Quality.RAW, 6, 6, Weapon.LIGHT_MUSKET, (Trait.DOUBLE, Trait.HIDDEN)), 16),
        ((Arm.GUN, Class.LINE, Quality.VETERAN, 6, 0, Weapon.NONE, (Trait.CREW,)), 9),
    ],
)  # fmt: skip
def test_what_a_figure_costs(given: tuple[object, ...], points: int) -> None:
    assert figure_cost(*given) == points  # type: ignore[arg-type]


@rule("X9", "42")
@pytest.mark.parametrize(
    ("kind", "damage", "cover"),
    [("crops", 5, M), ("crops", 4, L), ("heavy_wood", 5, H), ("", 5, M), ("", 4, N)],
)
def test_the_cover_of_a_ruin(kind: str, damage: int, cover: Cover) -> None:
    from grognard.books.skirmish_1808.facts.ground import cover_at
    from grognard.engine.flow import replace

    ground = (area("building", 20, 20, 40, 40, "farm"), *((area(kind, 10, 10, 60, 60),) if kind else ()))
    state = replace(battle(horse("A", at=(90, 90)), ground=ground), damage=(("farm", damage),))
    assert cover_at(state, (3000, 3000), False) is cover
