"""Where everybody is set up, comes on and appears: the fixed rule, and what it may not do. [TMWWBK F-S1, F-S3, F-SC1, R-61]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.facts.bodies import cluster, heart
from grognard.books.men_who_would_be_kings.facts.deploy import (
    _wanted,
    all_points,
    arrival_placer,
    auto_deploy,
    entries,
    must_appear,
    placer_for,
    sector_placer,
    sector_poly,
    sectors,
    starting_points,
    zones_of,
)
from grognard.books.men_who_would_be_kings.facts.placing import (
    Facer,
    Placer,
    in_rows,
    spread_out,
    why_not_stand,
)
from grognard.books.men_who_would_be_kings.state import Edge, Point, State, Task, Unit, Zone
from grognard.books.men_who_would_be_kings.words import Where
from grognard.engine.book import BadInput
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead, heading
from grognard.geometry.points import bounds
from grognard.geometry.shapes import centre, upright
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    area,
    gun,
    horse,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param

# fmt: off
LEADERS: dict[str, tuple[list[Point], int, list[Point], int]] = {
    "awfully_quiet": ([(5300, 2400), (4300, 2400), (3300, 2400)], 900, [(2100, 500), (2100, 4300), (5100, 500)], 0),
    "dargai": ([(2000, 3600), (3000, 3500), (3700, 3700), (4500, 3900), (5400, 3700)], 1835, [(1100, 500), (2100, 500), (3100, 500), (4100, 500), (5100, 500), (6100, 500)], 0),
    "get_off_my_land": ([(3200, 1900), (3900, 1800), (4200, 2300)], 0, [(1200, 300), (2400, 300), (3600, 300), (4800, 300), (6000, 300)], 0),
    "hlobane": ([(4800, 1600), (5500, 1600), (5600, 2200), (6200, 1600), (6900, 1600)], 2675, [(3600, 400), (3300, 4300), (3000, 200), (4800, 4300)], 3276),
    "just_passing_by": ([(900, 700), (900, 1200), (900, 1700), (600, 2200)], 682, [(6200, 2600), (6200, 3100), (6200, 3600), (6800, 3600), (6400, 4100), (6600, 4600)], 2482),
    "meeting": ([(1300, 300), (2800, 300), (4300, 300), (5800, 300)], 0, [(1100, 4400), (2100, 4400), (3100, 4400), (4100, 4400), (5100, 4400), (6100, 4400)], 1800),
    "mr_babbage": ([(300, 1000), (300, 1900), (300, 2900), (300, 3800)], 900, [], 0),
    "run_to_the_hills": ([(250, 200), (250, 800), (250, 1400), (250, 2000), (250, 2600), (250, 3200), (250, 3800), (250, 4400)], 900, [(3000, 300), (3000, 4500), (5400, 300)], 3368),
    "seek_and_destroy": ([(3500, 2400), (3700, 2900)], 1800, [(1100, 500), (2100, 500), (3100, 500), (4100, 500), (5100, 500), (6100, 500)], 0),
    "sigh_of_relief": ([(3350, 2050), (3850, 2350)], 0, [(300, 900), (300, 1600), (300, 2400), (300, 3200), (300, 3900)], 900),
    "storm_the_fort": ([(3050, 3250), (3650, 3250), (5600, 1800)], 1800, [(1100, 300), (2100, 300), (3100, 300), (4100, 300), (5100, 300), (6100, 300)], 0),
    "the_ford": ([(1200, 300), (2400, 300), (3600, 300), (4800, 300), (6000, 300)], 0, [(1000, 4400), (1900, 4400), (2700, 4400), (3600, 4400), (4500, 4400), (5300, 4400), (6200, 4400)], 1800),
    "to_the_last_bullet": ([(3600, 2400), (3300, 2900), (3900, 2900)], 0, [(1600, 4300), (3600, 4300), (5600, 4300)], 1800),
}
# fmt: on


@rule("F-S1")
def test_every_scenario_is_set_up_by_the_fixed_rule() -> None:
    assert set(LEADERS) == set(RULESET.scenarios)
    for name, (first, front, second, back) in LEADERS.items():
        state: State = RULESET.start(name).state
        for side, leaders, facing in ((0, first, front), (1, second, back)):
            assert [heart(u) for u in state.on_table(side)] == leaders, name
            assert {u.facing for u in state.on_table(side)} <= {facing}, name
            assert all(u.leader == 0 for u in state.on_table(side))


def field(*polys: tuple[Point, ...], side: int = 0, units: tuple[Unit, ...] = (), **more: Any) -> State:
    """A table with one zone, and another one elsewhere for the other side."""
    own = {key: more.pop(key) for key in ("spot", "first_half", "file", "keep") if key in more}
    zones = Zone(1 - side, (upright(6000, 4000, 7200, 4800),)), Zone(side, polys, **own)
    return scene(*units, zones=zones, **more)


WIDE, TALL = upright(0, 0, 7200, 600), upright(6400, 0, 7200, 4800)
NORTHERN, WESTERN = upright(1000, 4200, 5000, 4800), upright(0, 1000, 600, 4000)


@rule("F-S1", "F-SF1", "F-SD1", "F-SG1")
def test_where_units_would_like_to_stand() -> None:
    def spots(state: State, count: int, side: int = 0) -> list[Point]:
        return [_wanted(state, side, number, count) for number in range(count)]

    assert spots(field(WIDE), 3) == [(1600, 350), (3600, 350), (5600, 350)]
    assert spots(field(NORTHERN), 2) == [(2000, 4450), (4000, 4450)]
    assert spots(field(TALL), 2) == [(6650, 1450), (6650, 3350)]
    assert spots(field(WESTERN), 1) == [(350, 2500)]
    assert spots(field(WESTERN), 2, 0) == [(350, 1750), (350, 3250)]
    assert spots(field(upright(3000, 1800, 4200, 3000)), 1) == [(3600, 2050)]  # square, in the middle
    assert spots(field(upright(3300, 1800, 3900, 3000)), 1) == [(3550, 2400)]
    assert spots(field(WIDE, NORTHERN), 3) == [(2100, 350), (2000, 4450), (5100, 350)]
    road = upright(1200, 2100, 5600, 2700)
    assert spots(field(road, file=True), 3) == [(5350, 2400), (4350, 2400), (3350, 2400)]
    assert spots(field(road, file=True), 7)[-1] == (5350 - 6 * 650, 2400)
    assert spots(field(road, file=True), 1) == [(5350, 2400)]
    short = upright(1200, 2100, 2500, 2701)
    assert spots(field(short, file=True), 2) == [(2250, 2400), (1450, 2400)]
    assert spots(field(short, file=True), 3) == [(2250, 2400), (1850, 2400), (1450, 2400)]
    assert spots(field(upright(1200, 2100, 2700, 2700), file=True), 2)[1] == (1450, 2400)
    assert spots(field(upright(1200, 2100, 2701, 2700), file=True), 2)[1] == (1451, 2400)
    assert spots(field(WIDE, spot=(3600, 300)), 1) == [(3600, 300)]
    assert spots(field(WIDE, spot=(3600, 1000)), 2) == [(3600, 780), (3600, 1220)]
    bearings = (1800, 2314, 2828, 3342, 257, 771, 1285)  # a seventh of a full turn each
    assert spots(field(WIDE, spot=(3600, 1000)), 7) == [ahead(3600, 1000, way, 770) for way in bearings]
    hills = area("scrub", 30, 5, 40, 15), area("hill", 30, 8, 40, 16), area("hill", 50, 8, 60, 16)
    assert spots(field(WIDE, spot=(3600, 1000), terrain=hills), 4)[:2] == [(3500, 760), (3060, 1200)]
    half = field(WESTERN, WIDE, first_half=True)
    assert spots(half, 4) == [(350, 1375), (350, 2125), (350, 2875), (5850, 350)]
    assert [spot[0] for spot in spots(half, 3)] == [350, 350, 5600]


@rule("F-S1")
@pytest.mark.parametrize(
    ("zone", "spot"),
    [
        param((600, 0, 6600, 700), (3600, 450), id="as wide as it gets"),
        param((500, 0, 6600, 700), (3600, 450), id="6 from the west edge"),
        param((700, 0, 6600, 700), (3650, 450), id="farther from the west edge"),
        param((600, 0, 6700, 700), (3600, 450), id="6 from the east edge"),
        param((600, 0, 6500, 700), (3550, 450), id="farther from the east edge"),
        param((500, 0, 6599, 700), (3599, 450), id="6 from the west edge, rounded"),
        param((601, 0, 6700, 700), (3600, 450), id="6 from the east edge, rounded"),
        param((0, 400, 700, 4299), (450, 2399), id="5 from the south edge, rounded"),
        param((0, 501, 700, 4400), (450, 2400), id="5 from the north edge, rounded"),
        param((0, 500, 700, 4300), (450, 2400), id="as high as it gets"),
        param((0, 400, 700, 4300), (450, 2400), id="5 from the south edge"),
        param((0, 600, 700, 4300), (450, 2450), id="farther from the south edge"),
        param((0, 500, 700, 4400), (450, 2400), id="5 from the north edge"),
        param((0, 500, 700, 4200), (450, 2350), id="farther from the north edge"),
    ],
)
def test_one_unit_stands_in_the_middle_of_its_zone_but_not_by_counting_the_rim(
    zone: tuple[int, int, int, int], spot: Point
) -> None:
    assert _wanted(field(upright(*zone)), 0, 0, 1) == spot


@rule("F-S1")
@pytest.mark.parametrize(
    ("south", "north", "y"),
    [(1800, 3000, 2050), (1801, 3000, 2051), (1799, 3000, 2750), (1800, 3001, 2050), (1800, 2999, 2749)],
)
def test_units_face_the_middle_of_the_table(south: int, north: int, y: int) -> None:
    assert _wanted(field(upright(0, south, 7200, north)), 0, 0, 1)[1] == y
    aside = field(upright(south + 1200, 0, north + 1200, 4800))
    assert _wanted(aside, 0, 0, 1)[0] == y + 1200


@rule("F-S1")
def test_places_are_tried_by_whole_inches_from_the_corner_on_the_table() -> None:
    man = unit("A", tribal, 1, at=(40, 20))

    def stands(*zone: int) -> Point:
        after = auto_deploy(field(upright(*zone), units=(man,)), 0)
        assert after.units[0].facing == heading(centre(upright(*zone)), (3600, 2400))
        return after.units[0].models[0]

    assert stands(30, 40, 1030, 1040) == (830, 740)  # the nearest to (815, 790), and of two alike the western
    assert stands(-130, -140, 1030, 1040) == (800, 800)
    assert stands(6170, 3760, 7330, 4940) == (6370, 4060)

    def tried(*zone: int) -> list[Point]:
        state = field(upright(*zone), units=(unit("A", tribal, 2, at=(40, 20)),))
        return [legs[0][1:] for legs in placer_for(state, state.units[0]).ideas()]

    assert tried(-300, -300, 300, 201) == [(4000, 2000), (0, 0), (200, 0), (0, 200), (200, 200)]
    assert tried(6900, 4500, 7600, 5200) == [
        (4000, 2000), (6900, 4500), (7100, 4500), (6900, 4700), (7100, 4700),
    ]  # fmt: skip
    assert tried(6800, 4600, 7200, 4800) == [
        (4000, 2000), *((x, y) for y in (4600, 4800) for x in (6800, 7000, 7200)),
    ]  # fmt: skip


@rule("F-S1")
@pytest.mark.parametrize(
    ("count", "wide", "high", "rows"),
    [
        (8, 102, 306, 4), (8, 204, 204, 3), (8, 306, 102, 2), (10, 204, 306, 4), (10, 306, 204, 3), (10, 408, 102, 2),
    ],
)  # fmt: skip
def test_who_has_little_room_stands_in_close_rows(count: int, wide: int, high: int, rows: int) -> None:
    def packed(east: int, north: int) -> Unit:
        zone = upright(1000, 1000, 1000 + east, 1000 + north)
        return auto_deploy(field(zone, units=(unit("A", regular, count, at=(40, 20)),)), 0).units[0]

    assert packed(wide, high).models == in_rows((1000, 1000), count, 102, rows)
    for east, north in ((wide - 1, high), (wide, high - 1)):
        with pytest.raises(BadInput, match="finds no room"):
            packed(east, north)


@rule("F-S1")
def test_packed_before_in_rows_and_by_half_inches() -> None:
    loose = cluster((0, 0), 3, 50)
    west, south, east, north = bounds(loose)
    zone = upright(950 + west, 1000 + south, 950 + east + 50, 1000 + north + 50)
    after = auto_deploy(field(zone, units=(unit("A", tribal, 3, at=(40, 20)),)), 0).units[0]
    corner = 950 + west, 1000 + south
    spots = [(corner[0] + 50 * i, corner[1] + 50 * j) for i in range(6) for j in range(6)]
    fits = [
        spot
        for spot in spots
        if all(
            corner[0] <= spot[0] + x <= 1000 + east and corner[1] <= spot[1] + y <= 1050 + north
            for x, y in loose
        )
    ]
    assert after.models[0] == min(fits)
    assert after.models == cluster(min(fits), 3, 50)


@rule("F-S1", "F-SG1")
def test_half_of_an_even_number_stands_inside_the_walls() -> None:
    half = field(WESTERN, WIDE, first_half=True)
    inside = [
        [_wanted(half, 0, n, count)[0] == 350 for n in range(count)].count(True) for count in (1, 2, 3, 4, 5)
    ]
    assert inside == [1, 2, 2, 3, 3]


@rule("F-S1")
def test_a_side_without_room_is_told_so() -> None:
    tiny = upright(3000, 3000, 3100, 3100)
    with pytest.raises(BadInput, match="finds no room"):
        auto_deploy(field(tiny, units=(unit("A", regular, at=(10, 10)),)), 0)
    packed = upright(1000, 1000, 2010, 1340)
    after = auto_deploy(
        field(packed, units=(unit("A", tribal, at=(10, 30)), unit("b", tribal, at=(40, 40)))), 0
    )
    assert after.units[1].models[0] == (4000, 4000)
    assert all(1000 <= x <= 2010 and 1000 <= y <= 1340 for x, y in after.units[0].models)


@rule("F-SG1")
def test_who_stands_outside_the_walls() -> None:
    fort, outside = upright(1000, 1000, 2000, 2000), upright(3000, 0, 7200, 4800)
    a, b, c = (
        unit("A", tribal, 1, at=(15, 15)),
        unit("B", tribal, 1, at=(12, 12)),
        unit("C", tribal, 1, at=(40, 40)),
    )
    state = field(fort, outside, first_half=True, units=(a, b, c))
    placer = placer_for(state, state.units[0])
    refusal = placer.judge((4000, 2000))
    assert refusal is not None
    assert refusal.cite == "F-SG1"
    assert placer.judge((1800, 1800)) is None
    two = field(fort, outside, first_half=True, units=(a, b))
    assert placer_for(two, two.units[0]).judge((4000, 2000)) is None
    none = field(fort, outside, first_half=True, units=(a, c))
    found = placer_for(none, none.units[0]).judge((4000, 2000))
    assert found is not None
    assert placer_for(none, none.units[0]).judge((1500, 1500)) is None
    free = field(fort, outside, units=(a, c))
    assert placer_for(free, free.units[0]).judge((4000, 2000)) is None


@rule("F-S1", "F-SD1", "R-55")
def test_the_judge_of_a_place() -> None:
    zone, man = upright(1000, 1000, 3000, 2000), unit("A", regular, 1, at=(15, 15))
    friend, foe = unit("B", regular, 1, at=(20, 15)), unit("b", tribal, 1, at=(25, 15))
    state = field(zone, units=(man, friend, foe), keep=300)
    placer = placer_for(state, state.units[0])

    def cite(spot: Point) -> str:
        found = placer.judge(spot)
        return "" if found is None else found.cite

    assert [cite(spot) for spot in ((1000, 1000), (999, 1000), (3000, 2000), (3000, 2001))] == [
        "",
        "F-S1",
        "",
        "F-S1",
    ]
    assert [cite(spot) for spot in ((1800, 1500), (1801, 1500))] == ["", "F-S1"]
    assert [cite(spot) for spot in ((2900, 1500), (2899, 1500))] == ["", "R-61"]
    ring = field(zone, units=(man,), spot=(1500, 1500))
    near = placer_for(ring, ring.units[0])
    assert near.judge((1500, 2100)) is None
    found = near.judge((1500, 2101))
    assert found is not None
    assert found.cite == "F-SD1"
    assert starting_points(state, 0) == 12
    assert all_points(state, 1) == 3
    waiting = scene(man, replace(friend, where=Where.WAITING, models=()))
    assert (starting_points(waiting, 0), all_points(waiting, 0)) == (6, 12)


@rule("F-SH1")
def test_the_attacker_of_the_camp_comes_by_the_edge_he_chose() -> None:
    state = field(upright(3000, 1800, 4200, 3000), side=1, victory="relief")
    assert (
        zones_of(state, 1).polys == zones_of(replace(state, edge=0), 1).polys == (upright(0, 0, 600, 4800),)
    )
    assert zones_of(replace(state, edge=1), 1).polys == (upright(6600, 0, 7200, 4800),)
    assert zones_of(replace(state, edge=1), 0).polys == (upright(6000, 4000, 7200, 4800),)
    other = field(upright(3000, 1800, 4200, 3000), side=1)
    assert zones_of(replace(other, edge=1), 1).polys == (upright(3000, 1800, 4200, 3000),)
    assert entries(replace(state, edge=0), 0) == (Edge((7200, 0), (7200, 4800)),)
    assert entries(replace(state, edge=1), 0) == (Edge((0, 0), (0, 4800)),)


# ---- coming on


def coming(edge: Edge, kind: Any = tribal, count: int | None = None, *others: Unit) -> tuple[Placer, State]:
    waits = replace(unit("A", kind, count), where=Where.WAITING, models=())
    state = scene(waits, *others, tasks=(Task((SOUTH,), (), (edge,)), Task((NORTH,))))
    return arrival_placer(state, state.units[0]), state


@rule("R-61", "F-S3")
@pytest.mark.parametrize(
    ("edge", "good", "bad"),
    [
        (SOUTH, [(3600, 0), (3600, 300), (0, 0), (7200, 300)], [(3600, 301), (7201, 100)]),
        (NORTH, [(3600, 4800), (3600, 4500)], [(3600, 4499), (3600, 4801)]),
        (WEST, [(0, 2400), (300, 2400)], [(301, 2400), (100, 4801)]),
        (EAST, [(7200, 2400), (6900, 0)], [(6899, 2400), (7201, 2400)]),
        (Edge((0, 4800), (0, 2400)), [(300, 2400)], [(300, 2399)]),
        (Edge((5000, 0), (2000, 0)), [(2000, 0), (5000, 300)], [(1999, 0), (5001, 0)]),
    ],
)
def test_within_three_of_the_edge(edge: Edge, good: list[Point], bad: list[Point]) -> None:
    placer, _ = coming(edge, tribal, 1)
    assert [spot for spot in good if placer.judge(spot) is not None] == []
    assert [spot for spot in bad if placer.judge(spot) is None] == []


@rule("R-61")
def test_six_from_enemies() -> None:
    placer, _ = coming(SOUTH, tribal, 1, unit("b", tribal, 1, at=(36, 8)))
    assert placer.judge((3600, 100)) is None
    found = placer.judge((3600, 101))
    assert found is not None
    assert found.cite == "R-61"


@rule("R-61")
def test_arrivals_stand_in_rows_along_the_edge() -> None:
    foot, _ = coming(SOUTH, regular, 5)
    assert foot.models((1000, 150)) == ((1000, 150), (895, 150), (1105, 150), (895, 255), (1000, 255))
    upright_, _ = coming(EAST, regular, 5)
    assert upright_.models((7050, 1000)) == (
        (7050, 1000),
        (7050, 895),
        (7050, 1105),
        (7155, 895),
        (7155, 1000),
    )
    corner, _ = coming(Edge((3000, 0), (3300, 0)), regular, 3)
    assert corner.models((3150, 150)) == ((3150, 150), (3045, 150), (3045, 255))
    riders, _ = coming(SOUTH, horse, 3)
    assert riders.models((1000, 150)) == ((1000, 150), (845, 150), (1155, 150))
    assert [legs[0][1:] for legs in coming(SOUTH, tribal, 1)[0].candidates()] == [
        (x, 150) for x in range(200, 7001, 200)
    ]
    assert [legs[0][1:] for legs in coming(WEST, tribal, 1)[0].candidates()] == [
        (150, y) for y in range(200, 4601, 200)
    ]


@rule("R-61")
@pytest.mark.parametrize(("end", "last"), [(2400, 2200), (2399, 2000), (2599, 2200), (2600, 2400)])
def test_arrivals_are_tried_two_inches_from_the_ends_of_their_edge(end: int, last: int) -> None:
    for edge, at in ((Edge((0, 0), (0, end)), 2), (Edge((0, 0), (end, 0)), 1)):
        placer, _ = coming(edge, tribal, 1)
        assert [legs[0][at] for legs in placer.ideas()] == list(range(200, last + 1, 200))


# ---- hiding


@rule("F-SC1")
def test_sectors() -> None:
    assert sectors() == (3, 4, 5, 6, 7, 8)
    state = scene()
    assert sector_poly(state, 0) == upright(0, 0, 2400, 1600)
    assert sector_poly(state, 5) == upright(4800, 1600, 7200, 3200)
    assert sector_poly(state, 7) == upright(2400, 3200, 4800, 4800)
    assert [must_appear(replace(state, turn=turn)) for turn in (7, 8, 9)] == [False, True, True]
    hidden = replace(unit("A", tribal, 1), where=Where.HIDDEN, models=(), sector=5)
    there = scene(hidden, unit("b", tribal, 1, at=(60, 24)))
    placer = sector_placer(there, there.units[0])
    assert placer.judge((4800, 1600)) is None
    assert placer.judge((4799, 1600)) is not None
    assert placer.judge((6000, 1700)) is None
    assert placer.judge((6000, 1701)) is not None
    assert [legs[0][1:] for legs in placer.candidates()][:3] == [(4800, 1600), (5000, 1600), (5200, 1600)]
    assert sector_placer(there, replace(hidden, sector=None)).region() == sector_poly(there, 3)


# ---- setting down, turning


@rule("F-S1", "R-61", "R-56", "R-55")
def test_why_a_group_cannot_stand_somewhere() -> None:
    ground = area("cliff", 10, 10, 20, 20), line("wall", 30, 10, 40, 10)
    units = (
        unit("A", regular, 1, at=(50, 40)),
        unit("B", regular, 1, at=(50, 20)),
        unit("b", regular, 1, at=(60, 20)),
    )
    state = scene(*units, terrain=ground)

    def cite(x: int, y: int, keep: int = 300, apart: int = 100) -> str:
        found = why_not_stand(state, state.units[0], ((5000, 4000), (x, y)), keep, apart)
        return "" if found is None else found.cite

    assert [cite(0, 0), cite(-1, 0)] == ["", "R-55"]
    assert [cite(950, 1500), cite(951, 1500)] == ["", "R-56"]
    assert [cite(3500, 950), cite(3500, 951)] == ["", "R-56"]
    assert [cite(4800, 2000), cite(4801, 2000)] == ["", "F-S1"]
    assert [cite(5600, 2000), cite(5601, 2000)] == ["", "R-61"]
    assert cite(5000, 4000) == ""
    other = why_not_stand(state, state.units[0], ((5601, 2000),), 300, 0)
    assert other is not None
    assert "3" in other.words


@rule("F-S1")
def test_spots_and_rows() -> None:
    assert spread_out([(0, 0), (5, 0), (4, 0), (6, 0)], (5, 0)) == [(5, 0), (4, 0), (6, 0), (0, 0)]
    assert in_rows((0, 0), 5, 100, 2) == ((200, 0), (100, 0), (0, 0), (0, 100), (100, 100))
    assert in_rows((10, 20), 4, 100, 2) == ((10, 120), (110, 20), (10, 20), (110, 120))


def everywhere(_models: tuple[Point, ...]) -> Refusal | None:
    return None


@rule("F-S1", "T090")
def test_a_placer() -> None:
    state = scene(unit("A", regular, 4, at=(30, 30), fallen=1))
    spots = [(-500, 0), (1000, 1000), (2000, 2000)]
    placer = Placer(state, state.units[0], everywhere, spots, upright(0, 0, 100, 100))
    assert placer.count == 4
    assert placer.first() == (1000, 1000)
    assert list(placer.candidates()) == [(("at", 1000, 1000),), (("at", 2000, 2000),)]
    assert placer.first() == (1000, 1000)
    assert placer.refusal((("at", 1000, 1000),)) is None
    for legs in ((("at", 20000, 0),), (("at", 0, 20000),), (("at", -20000, 0),), (("go", 5, 5),), ()):
        found = placer.refusal(legs)
        assert found is not None
        assert found.cite == "F-S1"
    assert placer.plan((1000, 1000, 0, "")) == (("at", 1000, 1000),)
    assert isinstance(placer.plan(("x",)), Refusal)
    shown = placer.preview((("at", 1000, 1000),))
    assert (shown["end"], shown["refusal"]) == ([1000, 1000, 0, ""], None)
    assert len(shown["bases"]) == 4
    assert placer.preview((("at", -500, 0),))["refusal"]["cite"] == "R-55"
    nowhere = Placer(state, state.units[0], everywhere, spots[:1], ())
    assert nowhere.first() is None
    assert list(nowhere.candidates()) == []
    assert nowhere.first() is None
    long = scene(unit("A", tribal, 16, at=(30, 30)))
    rows = Placer(long, long.units[0], everywhere, [], ())
    rows.rows = 1
    found = rows.judge((1000, 1000))
    assert found is not None
    assert found.cite == "T090"
    rows.rows = 4
    assert rows.judge((1000, 1000)) is None
    assert rows.models((1000, 1000))[1] == (1102, 1000)


@rule("R-23")
def test_choosing_a_front() -> None:
    crew = scene(unit("A", gun, at=(30, 20), facing=10))
    turns = Facer(crew, crew.units[0], False)
    assert turns.ranks(900) == crew.units[0].models
    assert turns.refusal((("face", 900),)) is None
    ranked = scene(unit("A", regular, 6, at=(30, 20), close_order=True))
    front = Facer(ranked, ranked.units[0], False)
    assert front.ranks(900) != ranked.units[0].models
    for legs in ((("face", 20000),), (("face", -20000),), (("go", 1),), ()):
        found = front.refusal(legs)
        assert found is not None
        assert found.cite == "R-23"
    assert front.refusal((("face", 19999),)) is None
    assert front.plan((0, 0, 3700, "")) == (("face", 100),)
    assert isinstance(front.plan((0, 0)), Refusal)
    shown = front.preview((("face", 4500),))
    assert shown["end"] == [3000, 2000, 900, ""]
    assert shown["refusal"] is None
    headless = scene(unit("A", regular, 6, at=(30, 20), close_order=True, leader=None))
    assert Facer(headless, headless.units[0], False).preview((("face", 0),))["end"][2] == 0
    cliffs = area("cliff", 25, 24.6, 48, 30, "n"), area("cliff", 25, 18, 48, 23.4, "s")
    file = unit("A", regular, 8, places=[(3200 + 101 * i, 2400) for i in range(8)], leader=4)
    hemmed = scene(file, terrain=cliffs)
    assert not Facer(hemmed, hemmed.units[0], True).possible()
    free = scene(file)
    assert Facer(free, free.units[0], True).possible()
