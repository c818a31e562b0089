"""Every border from both sides: bases, ground, room for attackers, natives who appear. [TMWWBK R-11, R-15, R-25, R-57, F-B3]"""

from __future__ import annotations

from itertools import pairwise
from math import isqrt

import pytest

from grognard.books.men_who_would_be_kings.facts.advance import Room, advance
from grognard.books.men_who_would_be_kings.facts.babbage import front_of, nearest_the_middle, place_for
from grognard.books.men_who_would_be_kings.facts.bodies import (
    bases,
    cluster,
    cohesive,
    extent,
    gap,
    gathered,
    in_cohesion,
    near_point,
    nearest_pair,
    ranks,
    rings,
    surely_beyond,
    within,
    without,
)
from grognard.books.men_who_would_be_kings.facts.ground import (
    barriers_met,
    defends,
    held,
    layout,
    level_at,
    level_of,
    model_at,
    model_cover,
    on_table,
    price,
    runs_into,
    shut,
    unit_cover,
)
from grognard.books.men_who_would_be_kings.facts.lanes import breaks_gap, enemies_round, solid_friends
from grognard.books.men_who_would_be_kings.facts.paths import Way
from grognard.books.men_who_would_be_kings.state import Point, State, Terrain, Unit
from grognard.books.men_who_would_be_kings.words import Cover, Where
from grognard.engine.flow import replace
from grognard.geometry.angles import ahead
from grognard.tabletop.straight import (
    along,
    as_far_as,
    crowded_together,
    free_stretch,
    overlaps,
    seg_nearer,
    stands_in,
)
from tests.books.men_who_would_be_kings.scenes import (
    area,
    gun,
    horse,
    irregular,
    light_horse,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param


def one(key: str, x: int, y: int, kind: object = tribal, **more: object) -> Unit:
    """A unit of one model."""
    return unit(key, kind, 1, places=[(x, y)], **more)  # type: ignore[arg-type]


# ---- bases


@rule("R-55", "R-44")
def test_how_a_loose_group_stands() -> None:
    assert cluster((1000, 1000), 8, 50) == (
        (1000, 1000), (885, 1000), (1115, 1000), (1057, 1100), (1057, 900), (942, 1100), (942, 900), (1172, 1100),
    )  # fmt: skip
    assert cluster((0, 0), 5, 75) == ((0, 0), (82, 143), (82, -143), (-165, 0), (165, 0))
    for count in (1, 4, 12, 16):
        places = cluster((0, 0), count, 50)
        assert len(set(places)) == count
        assert places == tuple(sorted(places, key=lambda p: (p[0] ** 2 + p[1] ** 2, -p[1], p[0])))
        assert not crowded_together(places, 50)


@rule("R-55")
def test_a_base_is_drawn_with_eight_corners() -> None:
    (foot,) = bases(one("A", 0, 0))
    (mounted,) = bases(one("A", 0, 0, horse))
    assert foot == ((21, 51), (51, 21), (51, -21), (21, -51), (-21, -51), (-51, -21), (-51, 21), (-21, 51))
    assert mounted[0] == (31, 76)


@rule("R-57", "F-B3")
def test_rings_of_places() -> None:
    found = list(rings((100, 100), 50, 2, 900))
    assert found[:2] == [(150, 100), ahead(100, 100, 1125, 50)]
    assert found[16] == (200, 100)
    assert len(found) == 32


@rule("R-23")
def test_how_ranks_stand() -> None:
    seven = unit("A", regular, 7, at=(30, 20))
    assert set(ranks(seven, 0)) == {
        (2798, 2000), (2899, 2000), (3000, 2000), (3101, 2000), (2798, 1899), (2899, 1899), (3000, 1899),
    }  # fmt: skip
    assert ranks(seven, 0)[0] == (3000, 2000)
    assert ranks(seven, 900, (1000, 1000))[0] == (1000, 1000)
    assert set(ranks(seven, 900, (1000, 1000))) >= {(1000, 1202), (1000, 899), (899, 1000)}
    riders = unit("A", horse, 2, at=(30, 20))
    assert ranks(riders, 0) == ((3000, 2000), (3000, 1849))


@rule("R-44")
def test_models_gather_round_their_leader_each_to_the_nearest_place() -> None:
    spread = [(3000, 2000), (3300, 2000), (2700, 2000), (3000, 2300)]
    found = gathered(unit("A", tribal, 4, places=spread), (1000, 1000))
    assert found == ((1000, 1000), (1115, 1000), (885, 1000), (1057, 1100))


@rule("R-15", "R-16")
def test_the_nearest_two_and_the_gap_between_their_bases() -> None:
    a = unit("A", regular, 2, places=[(1000, 1000), (1000, 1102)])
    b = unit("b", tribal, 2, places=[(1300, 1000), (1300, 1102)])
    state = scene(a, b)
    assert nearest_pair(*state.units) == (90000, 0, 0)
    assert gap(state, *state.units) == 200
    turned = scene(replace(a, models=a.models[::-1]), b)
    assert nearest_pair(*turned.units) == (90000, 0, 1)
    assert nearest_pair(turned.units[1], turned.units[0]) == (90000, 0, 1)
    odd = scene(one("A", 1000, 1000), one("b", 1201, 1201))
    assert gap(odd, *odd.units) == isqrt(2 * 201 * 201) + 1 - 100
    touching = scene(one("A", 1000, 1000), one("b", 1100, 1000))
    assert gap(touching, *touching.units) == 0


@rule("R-15", "R-62")
def test_gaps_from_buildings_are_from_their_walls() -> None:
    huts = area("building", 10, 10, 14, 14, "a"), area("building", 20, 10, 24, 14, "b")
    a, b = one("A", 1200, 1200, inside=0), one("b", 2200, 1200, inside=1)
    outside = one("c", 1600, 1200)
    state = scene(a, b, outside, terrain=huts)
    first, second, third = state.units
    assert gap(state, first, second) == 600
    assert gap(state, first, third) == gap(state, third, first) == 150
    assert gap(state, third, second) == 350
    near = scene(a, one("c", 1450, 1200), terrain=huts)
    assert gap(near, *near.units) == 0
    assert extent(state, first) == (1000, 1000, 1400, 1400)
    assert extent(state, third) == (1600, 1200, 1600, 1200)
    assert not surely_beyond(state, first, second, 500)
    assert surely_beyond(state, first, second, 499)
    assert within(state, first, second, 600)
    assert not within(state, first, second, 599)
    assert surely_beyond(state, third, second, 299)
    assert not surely_beyond(state, third, second, 300)


@rule("F-SC2", "T090")
def test_near_and_together_to_the_hundredth() -> None:
    riders = unit("A", horse, 2, places=[(1000, 1000), (1000, 1400)])
    assert near_point(riders, (1000, 1575), 100)
    assert not near_point(riders, (1000, 1576), 100)
    assert cohesive(((0, 0), (0, 500)), (0, 0), 50)
    assert not cohesive(((0, 0), (0, 501)), (0, 0), 50)
    assert cohesive(((0, 0), (0, 550)), (0, 0), 75)
    assert not cohesive(((0, 0), (0, 551)), (0, 0), 75)


@rule("R-44")
def test_who_falls_first() -> None:
    places = [(1000, 1000), (1000, 1400), (1000, 1200), (1400, 1000)]
    men = unit("A", tribal, 4, places=places, leader=2)
    assert without(men, 0) is men
    assert without(men, -1) is men
    after = without(men, 1)  # of two as far the later
    assert (after.models, after.leader, after.fallen) == ((places[0], places[1], places[2]), 2, 1)
    assert without(men, 3).models == (places[2],)
    assert without(men, 3).leader == 0
    gone = without(men, 9)
    assert (gone.models, gone.leader, gone.fallen) == ((), None, 4)
    headless = without(replace(men, leader=None), 1)
    assert headless.leader is None
    assert headless.count == 3


# ---- straight ways


@rule("R-25")
@pytest.mark.parametrize(
    ("a", "b", "nearer"),
    [
        param((0, 99), (300, 99), True, id="past it"),
        param((0, 100), (300, 100), False, id="just past it"),
        param((150, 200), (150, 101), True, id="up to its side"),
        param((50, 100), (150, 100), False, id="just up to it"),
        param((150, 0), (400, 0), False, id="away"),
        param((101, 0), (400, 0), False, id="away from near"),
        param((-200, 0), (0, 0), False, id="just touching"),
        param((-200, 0), (1, 0), True, id="into it"),
    ],
)
def test_straight_past_a_base(a: Point, b: Point, nearer: bool) -> None:
    disc = (150, 0, 100) if a == (150, 200) else (100, 0, 100) if a[0] < 0 else (150, 0, 100)
    if a == (150, 200):
        assert seg_nearer(a, b, disc) == (b[1] < 100)
        assert seg_nearer(a, (150, 99), disc)
        return
    if a in ((150, 0), (101, 0)):
        assert not seg_nearer(a, b, (a[0] - 100, 0, 100))
        assert seg_nearer(a, b, (a[0] - 99, 0, 100))
        return
    assert seg_nearer(a, b, disc) == nearer


@rule("R-25")
def test_short_ways_are_judged_as_exactly_as_long_ones() -> None:
    assert seg_nearer((0, 0), (1, 0), (100, 0, 100))
    assert not seg_nearer((0, 0), (0, 1), (100, 0, 100))
    assert seg_nearer((0, 0), (2, 0), (101, 0, 100))
    assert not seg_nearer((0, 0), (1, 0), (101, 0, 100))
    assert not seg_nearer((5, 5), (5, 5), (5, 105, 100))
    assert seg_nearer((5, 5), (5, 5), (5, 104, 100))


@rule("R-57", "R-24")
def test_as_far_as_something_is_good() -> None:
    for border in (0, 1, 2, 7, 99, 100):
        assert as_far_as(lambda far, most=border: far <= most, 100) == border
    assert as_far_as(lambda far: True, 0) == 0
    assert along((0, 0), (0, 0), 0) == (0, 0)
    assert along((0, 0), (300, 400), 250) == (150, 200)
    assert along((0, 0), (300, 400), 500) == along((0, 0), (300, 400), 501) == (300, 400)
    assert along((0, 0), (-3, 1), 1) == (0, 0)
    assert along((0, 0), (-1, 9), 5) == (0, 4)
    assert free_stretch((0, 0), (0, 500), (0, 400, 100)) == 300
    assert free_stretch((0, 0), (0, 299), (0, 400, 100)) == 299
    assert free_stretch((0, 0), (0, 500), (100, 400, 100)) == 500


@rule("R-25", "R-58")
@pytest.mark.parametrize(
    ("start", "end", "bad"),
    [
        param((3600, 2000), (3600, 2250), False, id="up to an inch"),
        param((3600, 2000), (3600, 2251), True, id="nearer than an inch"),
        param((3600, 2251), (3600, 2250), False, id="from nearer, away"),
        param((3600, 2251), (3601, 2251), False, id="from nearer, square to it"),
        param((3600, 2251), (3601, 2252), True, id="from nearer, nearer still"),
        param((3600, 2250), (3600, 2251), True, id="from an inch, nearer"),
        param((3600, 2250), (3400, 2250), False, id="from an inch, along"),
        param((3450, 2330), (3451, 2330), True, id="nearer from aside"),
        param((3450, 2330), (3449, 2330), False, id="away to the side"),
    ],
)
def test_an_inch_from_enemies(start: Point, end: Point, bad: bool) -> None:
    state = scene(one("A", 3600, 2000), one("b", 3600, 2450))
    crowd = enemies_round(state, state.units[0], (3000, 1500, 4200, 3000))
    assert breaks_gap((start, end), 50, crowd) == bad


@rule("R-25", "R-62")
@pytest.mark.parametrize(
    ("start", "end", "bad"),
    [
        param((3600, 2000), (3600, 2250), False, id="up to an inch"),
        param((3600, 2000), (3600, 2251), True, id="nearer"),
        param((3600, 2260), (3600, 2259), False, id="away"),
        param((3600, 2260), (3650, 2260), False, id="along"),
        param((3600, 2260), (3600, 2261), True, id="nearer still"),
    ],
)
def test_an_inch_from_a_garrison(start: Point, end: Point, bad: bool) -> None:
    hut = area("building", 34, 24, 38, 28)
    state = scene(one("A", 3600, 2000), one("b", 3600, 2600, inside=0), terrain=(hut,))
    crowd = enemies_round(state, state.units[0], (3600, 1500, 3600, 2300))
    assert crowd.discs == ()
    assert breaks_gap((start, end), 50, crowd) == bad


@rule("R-25", "R-56")
def test_which_enemies_are_round() -> None:
    state = scene(one("A", 1000, 1000), one("b", 1000, 1300), one("c", 1000, 1401), one("B", 900, 900))
    mover = state.units[0]
    assert enemies_round(state, mover, (1000, 1000, 1000, 1100)).discs == ((1000, 1300, 200),)
    assert enemies_round(state, mover, (1000, 1000, 1000, 1099)).discs == ()
    assert enemies_round(state, mover, (1000, 1000, 1000, 1300), 1).discs == ((1000, 1401, 200),)
    assert enemies_round(state, mover, (1000, 1000, 1000, 1200), keep=0).discs == ((1000, 1300, 100),)
    assert [d[:2] for d in enemies_round(state, state.units[1], (1000, 1000, 1000, 1000)).discs] == [
        (1000, 1000), (900, 900),
    ]  # fmt: skip


@rule("T077", "R-43")
def test_friends_that_cannot_be_passed() -> None:
    ranked = unit("B", regular, 6, at=(12, 20), close_order=True)
    loose, hut = one("C", 1000, 1300), area("building", 8, 8, 9, 9)
    inside = one("D", 850, 850, inside=0)
    state = scene(one("A", 1000, 1000), ranked, loose, inside, one("b", 1000, 1500), terrain=(hut,))
    mover, block = state.units[:2]
    everywhere = (0, 0, 7200, 4800)
    assert {d[:2] for d in solid_friends(state, mover, everywhere)} == set(block.models)
    assert {d[:2] for d in solid_friends(state, block, everywhere)} == {(1000, 1000), (1000, 1300)}
    assert all(d[2] == 100 for d in solid_friends(state, mover, everywhere))
    west, south = min(block.models)[0], min(y for _, y in block.models)
    assert solid_friends(state, mover, (0, 0, west - 100, south - 100))
    assert not solid_friends(state, mover, (0, 0, west - 101, south))


@rule("T150", "T089")
def test_bases_may_touch_but_not_overlap() -> None:
    assert not overlaps(((0, 0), (500, 0)), 50, [(0, 100, 50), (500, 125, 75)])
    assert overlaps(((0, 0), (500, 0)), 50, [(500, 124, 75)])
    assert overlaps(((0, 0),), 50, [(0, 99, 50)])
    assert not crowded_together(((0, 0), (100, 0), (0, 100)), 50)
    assert crowded_together(((0, 0), (500, 0), (0, 99)), 50)
    box = (-100, -100, 100, 100), [(0, 0, 100)]
    assert not stands_in((0, 100), [box])
    assert stands_in((0, 99), [box])
    assert not stands_in((72, 72), [box])
    assert not stands_in((500, 0), [box])


# ---- ground


@rule("R-55")
@pytest.mark.parametrize(
    ("point", "there"),
    [
        ((0, 0), True), ((7200, 4800), True), ((-1, 5), False), ((5, -1), False), ((7201, 5), False), ((5, 4801), False),
    ],
)  # fmt: skip
def test_the_table_ends_at_its_edges(point: Point, there: bool) -> None:
    assert on_table(scene(), point) == there


@rule("T091", "T092", "R-26", "F-U11")
def test_difficult_ground_costs_double() -> None:
    state = scene(
        unit("A", regular, 1, at=(5, 5)),
        unit("B", tribal, 1, at=(9, 5)),
        terrain=(area("sand", 10, 10, 20, 20),),
    )
    foot, light = state.units
    assert price(state, foot, (500, 1500), (1500, 1500)) == 1500
    assert price(state, light, (500, 1500), (1500, 1500)) == 1000
    assert price(state, foot, (500, 500), (500, 1500)) == 1000
    assert price(state, foot, (1500, 1500), (1500, 1500)) == 0


@rule("R-56", "R-62")
@pytest.mark.parametrize("kind", ["cliff", "deep_water", "building"])
def test_closed_ground_is_touched_but_not_entered(kind: str) -> None:
    state = scene(unit("A", regular, 1, at=(5, 5)), terrain=(area(kind, 10, 10, 20, 20),))
    foot = state.units[0]
    for leg, bad in (
        (((1500, 500), (1500, 950)), False),
        (((1500, 500), (1500, 951)), True),
        (((950, 500), (950, 2500)), False),
        (((951, 500), (951, 2500)), True),
        (((2050, 2500), (2050, 500)), False),
        (((2049, 2500), (2049, 500)), True),
        (((2500, 2050), (500, 2050)), False),
        (((2500, 2049), (500, 2049)), True),
    ):
        assert shut(state, foot, leg) == bad, leg
    free = scene(unit("A", regular, 1, at=(5, 5)), terrain=(area("sand", 10, 10, 20, 20),))
    assert not shut(free, free.units[0], ((1500, 500), (1500, 1500)))


@rule("T093", "T094", "R-26", "F-G9")
def test_obstacles_stop_whoever_did_not_begin_at_them() -> None:
    lines = line("wall", 10, 10, 20, 10, "wall"), line("stream", 10, 20, 20, 20, "stream")
    far = scene(unit("A", regular, 1, at=(15, 5)), terrain=lines)
    assert [b.name for b in barriers_met(far, far.units[0])] == ["wall", "stream"]
    near = scene(unit("A", regular, 1, at=(15, 18.5)), terrain=lines)
    assert [b.name for b in barriers_met(near, near.units[0])] == ["wall"]
    crew = scene(unit("A", gun, 1, at=(15, 18.5)), terrain=lines)
    assert [b.name for b in barriers_met(crew, crew.units[0])] == ["wall", "stream"]
    at_wall = scene(unit("A", gun, 1, at=(15, 8.5)), terrain=lines)
    assert [b.name for b in barriers_met(at_wall, at_wall.units[0])] == ["stream"]
    wall = layout(far).barriers[:1]
    assert runs_into(wall, ((1500, 500), (1500, 950)), 50) is None
    assert runs_into(wall, ((1500, 500), (1500, 951)), 50) is not None
    assert runs_into(wall, ((500, 500), (500, 1500)), 50) is None


@rule("R-26", "R-11")
@pytest.mark.parametrize(
    ("model", "there"),
    [
        ((1500, 850), True), ((1500, 849), False), ((1500, 1150), True), ((1500, 1151), False),
        ((850, 1000), True), ((849, 1000), False), ((2150, 1000), True), ((2151, 1000), False),
    ],
)  # fmt: skip
def test_an_inch_from_an_obstacle_on_every_side(model: Point, there: bool) -> None:
    wall = layout(scene(terrain=(line("wall", 10, 10, 20, 10),))).barriers[0]
    assert model_at(model, 50, wall) == there


@rule("F-G1", "R-11")
def test_levels() -> None:
    hills = (
        area("hill", 10, 10, 30, 30),
        area("hill", 15, 15, 25, 25, "top", level=2),
        area("scrub", 40, 10, 50, 20),
    )
    state = scene(terrain=hills)
    assert [level_at(state, (x, 2000)) for x in (999, 1000, 1499, 1500, 2500, 2501, 3000, 3001)] == [
        0, 1, 1, 2, 2, 1, 1, 0,
    ]  # fmt: skip
    assert [level_at(state, (2000, y)) for y in (999, 1000, 3000, 3001)] == [0, 1, 1, 0]
    assert level_at(state, (4500, 1500)) == 0
    low, up, top = (500, 500), (1200, 1200), (2000, 2000)
    assert level_of(state, (low, up)) == 0
    assert level_of(state, (low, up, up)) == 1
    assert level_of(state, (top, up, low, low)) == 0
    assert level_of(state, (top, top, up)) == 2
    assert level_of(state, (top, up, low)) == 1
    assert level_of(state, ()) == 0
    assert level_of(scene(), (low,)) == 0


@rule("F-G1", "R-63")
def test_bends_inward_do_not_count() -> None:
    """Ground is as far as a string round it."""
    notched = (1000, 1000), (3000, 1000), (3000, 3000), (2000, 1200), (1000, 3000)
    state = scene(terrain=(Terrain("hill", "hill", notched), Terrain("rocks", "rocks", notched)))
    assert level_at(state, (2000, 2500)) == 1
    assert level_at(state, (2000, 3001)) == 0
    assert model_cover(state, (2000, 2500), 50, (0, 0)) is Cover.HARD


@rule("R-63", "F-G10")
def test_the_best_cover_of_a_model() -> None:
    ground = (
        area("scrub", 10, 10, 20, 20),
        area("rocks", 15, 15, 25, 25),
        line("hedge", 30, 20, 40, 20, "hedge"),
        line("wall", 30, 21, 40, 21, "wall"),
        line("trench", 50, 20, 60, 20, "trench"),
        area("building", 10, 30, 14, 34),
        area("wood", 44, 10, 48, 14),
    )
    state = scene(terrain=ground)

    def cover(x: int, y: int, judge: Point) -> Cover:
        return model_cover(state, (x, y), 50, judge)

    none, soft, hard = Cover.NONE, Cover.SOFT, Cover.HARD
    assert cover(1200, 1200, (0, 0)) is soft
    assert cover(1700, 1700, (0, 0)) is cover(2200, 2200, (0, 0)) is hard
    assert cover(2600, 2600, (0, 0)) is none
    assert cover(3500, 1900, (3500, 3000)) is soft  # the hedge, for the wall is too far
    assert cover(3500, 1900, (3500, 1000)) is none
    assert cover(3500, 1960, (3500, 3000)) is hard
    assert cover(3500, 2200, (3500, 1000)) is hard
    assert cover(5500, 1900, (5500, 3000)) is cover(5500, 1900, (5500, 1000)) is hard
    assert cover(5500, 1800, (5500, 3000)) is none
    assert cover(1200, 3200, (0, 0)) is none  # a building shelters its garrison alone
    assert cover(4600, 1200, (0, 0)) is soft


def men(*places: Point, **more: object) -> State:
    """Regulars just there, with a wall, a hedge and rocks."""
    ground = (
        line("wall", 10, 10, 20, 10, "wall"),
        line("hedge", 30, 10, 40, 10, "hedge"),
        area("rocks", 50, 10, 60, 20),
    )
    return scene(
        unit("b", regular, len(places), places=places, **more),
        terrain=(*ground, area("building", 5, 40, 9, 44)),
    )  # type: ignore[arg-type]


@rule("T062", "R-16", "T022", "R-11", "R-09")
def test_most_of_a_unit_is_more_than_half_of_it() -> None:
    wall, hedge, rocks, bare = (1500, 1100), (3500, 1100), (5500, 1500), (4500, 3000)
    south = 2500, 0

    def at(spot: Point, i: int) -> Point:
        return spot[0] + 110 * i, spot[1]

    def judged(*spots: Point) -> tuple[Cover, str, list[str]]:
        state = men(*(at(spot, i) for i, spot in enumerate(spots)))
        b = state.units[0]
        return unit_cover(state, b, south), defends(state, b, south), [h.name for h in held(state, b, south)]

    none, soft, hard = Cover.NONE, Cover.SOFT, Cover.HARD
    assert judged(wall, wall, bare) == (hard, "T022", ["wall"])
    assert judged(wall, bare) == (none, "", [])
    assert judged(wall, wall, bare, bare) == (none, "", [])
    assert judged(wall, hedge, bare) == (soft, "T022", [])
    assert judged(hedge, hedge, bare) == (soft, "T022", ["hedge"])
    assert judged(hedge, bare) == (none, "", [])
    assert judged(rocks, rocks, bare) == (hard, "T022", [])
    assert judged(rocks, bare) == (none, "", [])
    assert judged(bare, bare, bare) == (none, "", [])
    inside = men((700, 4200), inside=3)
    b = inside.units[0]
    assert (unit_cover(inside, b, south), defends(inside, b, south), held(inside, b, south)) == (
        hard,
        "T022",
        (),
    )
    north = men(wall)
    assert unit_cover(north, north.units[0], (1500, 4000)) is none
    assert defends(north, north.units[0], (1500, 4000)) == ""
    assert held(north, north.units[0], (1500, 4000)) == ()


# ---- room for attackers


def room(
    *units: Unit, terrain: tuple[Terrain, ...] = (), target: int | None = None, touch: bool = True
) -> Room:
    """Room for the first of some units."""
    state = scene(*units, terrain=terrain)
    return Room(state, state.units[0], target, list(layout(state).barriers), touch)


@rule("T150", "R-25", "R-57")
@pytest.mark.parametrize(
    ("other", "target", "touch", "least"),
    [
        param(one("B", 1000, 2000), None, True, 100, id="a friend"),
        param(one("B", 1000, 2000, horse), None, True, 125, id="a mounted friend"),
        param(one("b", 1000, 2000), None, True, 200, id="a third enemy"),
        param(one("b", 1000, 2000), 1, True, 100, id="whom it attacks"),
        param(one("b", 1000, 2000), 1, False, 200, id="whom it has not reached"),
    ],
)
def test_how_near_a_base_may_stand(other: Unit, target: int | None, touch: bool, least: int) -> None:
    here = room(one("A", 3000, 1000), other, target=target, touch=touch)
    assert here.clear((1000, 2000 - least))
    assert not here.clear((1000, 2001 - least))


@rule("T150", "R-62", "R-55")
def test_what_else_a_base_keeps_clear_of() -> None:
    hut = (area("building", 9, 20, 11, 24),)
    here = room(one("A", 3000, 1000), one("b", 1000, 2200, inside=0), terrain=hut)
    assert here.clear((1000, 1850))
    assert not here.clear((1000, 1851))
    aimed = room(one("A", 3000, 1000), one("b", 1000, 2200, inside=0), terrain=hut, target=1)
    assert aimed.clear((1000, 1950))
    assert not aimed.clear((1000, 1951))
    short = room(one("A", 3000, 1000), one("b", 1000, 2200, inside=0), terrain=hut, target=1, touch=False)
    assert short.clear((1000, 1850))
    assert not short.clear((1000, 1851))
    own = room(one("A", 3000, 1000), one("B", 1000, 2200, inside=0), terrain=hut)
    assert own.clear((1000, 1950))
    free = room(one("A", 3000, 1000))
    assert free.clear((3000, 1000))
    assert free.clear((0, 0))
    assert not free.clear((-1, 0))
    free.take((1000, 1000))
    assert free.clear((1000, 1100))
    assert not free.clear((1000, 1099))
    wall = room(one("A", 3000, 1000), terrain=(line("wall", 10, 20, 20, 20),))
    assert wall.clear((1500, 1950))
    assert not wall.clear((1500, 1951))
    assert wall.same_side((1500, 1950), (1500, 1000))
    assert not wall.same_side((1500, 2050), (1500, 1000))


@rule("R-57", "T090")
def test_the_nearest_clear_place_in_cohesion() -> None:
    here = room(one("A", 3000, 1000), one("B", 1000, 2000))
    assert here.settle((1200, 2000), (1200, 2000)) == (1200, 2000)
    assert here.settle((1000, 2000), (1000, 1700)) == (1000, 2100)
    heart = 5000, 1000
    assert here.settle((5000, 1500), heart) == (5000, 1500)
    assert here.settle((5000, 1501), heart) == ahead(5000, 1501, 1125, 50)
    assert here.settle((5000, 2200), heart) == (5000, 1500)
    assert here.settle((5000, 2201), heart) == (5000, 1050)  # out of every ring: beside the heart
    split = room(one("A", 3000, 1000), terrain=(line("wall", 40, 12, 60, 12),))
    assert split.settle((5000, 1260), heart) == ahead(5000, 1260, 1575, 150)
    drowned = room(one("A", 3000, 1000), terrain=(area("deep_water", 40, 0, 60, 30),))
    assert drowned.settle((5000, 1500), heart) is None


@rule("R-57")
def test_hemmed_in_on_all_sides_it_stands_anywhere() -> None:
    free = room(one("A", 3000, 4000))
    assert free.anywhere((1000, 1000)) == (1000, 1050)
    sea = room(one("A", 3000, 4000), terrain=(area("deep_water", 0, 0, 72, 30),))
    assert sea.anywhere((3600, 100)) == (3600, 3050)
    deeper = room(one("A", 3000, 4000), terrain=(area("deep_water", 0, 0, 72, 30.01),))
    assert deeper.anywhere((3600, 100)) == (3600, 100)
    walled = room(one("A", 3000, 4000), terrain=(line("wall", 30, 12, 42, 12),))
    assert walled.anywhere((3600, 1180)) == ahead(3600, 1180, 1350, 50)


@rule("R-57", "T015", "T090")
@pytest.mark.parametrize("aside", range(400, 500, 20))
def test_attackers_slowed_by_the_ground_keep_together(aside: int) -> None:
    sand = (area("sand", 36 - aside / 100 - 0.9, 5, 36 - aside / 100 + 0.9, 25),)
    state = scene(
        unit("A", regular, 2, places=[(3600, 1000), (3600 - aside, 1000)]), one("b", 3600, 1600), terrain=sand
    )
    models = advance(state, state.units[0], state.units[1], Way(500, 0, ((3600, 1500),)), 600)
    assert models[0] == (3600, 1500)
    assert in_cohesion(replace(state.units[0], models=models))
    if aside == 400:
        assert models[1] == (3200, 1300)


LOOSE = ((4213, 2765), (4098, 2765), (4328, 2765), (4270, 2865), (4474, 2804), (4155, 2865), (4155, 2665))
LOOSE += ((4385, 2865), (4600, 2811), (4040, 2865), (4040, 2665))
STRUNG_OUT = ((2850, 1386), (2759, 936), (2850, 1200), (2861, 928), (2714, 1055), (2602, 1157), (2850, 1094))
STRUNG_OUT += ((2755, 1274), (2851, 1671), (2749, 1418), (2614, 1042), (2802, 1578), (2759, 1146))
ROUND_THE_CLIFF = (2860, 1700), (2900, 1716), (3508, 1892)


@pytest.mark.parametrize(
    ("places", "way", "prey"),
    [
        pytest.param(LOOSE, Way(650, 8, ((4823, 2201),)), (4785, 1940), id="the first runs ahead"),
        pytest.param(STRUNG_OUT, Way(708, 8, ROUND_THE_CLIFF), (3628, 1927), id="and round a cliff"),
    ],
)
@rule("R-57", "R-44", "T090")
def test_attackers_without_a_leader_keep_round_whoever_is_in_the_middle_at_the_end(
    places: tuple[Point, ...], way: Way, prey: Point
) -> None:
    horse_ = unit("b", light_horse, 1, at=(prey[0] / 100, prey[1] / 100))
    cliff = (area("cliff", 29, 9.6, 42, 16.6),)
    loose = unit("A", tribal, len(places), places=places, leader=None)
    state = scene(loose, horse_, terrain=cliff)
    models = advance(state, state.units[0], state.units[1], way, 800)
    assert models[8] == way.points[-1]
    assert in_cohesion(replace(state.units[0], models=models))


@rule("R-57", "R-43", "T150")
def test_attackers_stop_short_of_who_stands_on_their_places() -> None:
    pair = unit("A", tribal, 2, places=[(3600, 1000), (3300, 1000)])
    way = Way(500, 0, ((3600, 1500),))

    def second(*others: Unit, limit: int = 800) -> Point:
        state = scene(pair, one("b", 3600, 1600), *others)
        return advance(state, state.units[0], state.units[1], way, limit)[1]

    assert second() == (3300, 1500)
    assert second(one("B", 3300, 1500)) == (3300, 1400)
    assert second(one("B", 3300, 1593)) == (3300, 1490)
    assert second(one("B", 3300, 1100)) == (3300, 1500)  # friends may be passed
    assert second(one("c", 3300, 1500)) == (3300, 1300)
    assert second(one("c", 3300, 1350)) == (3300, 1150)  # enemies may not
    assert second(limit=400) == (3300, 1400)
    assert second(limit=10) == ahead(3300, 1010, 675, 50) or second(limit=10)[1] > 1000


@rule("R-57", "R-09")
def test_nobody_is_carried_over_the_wall_the_first_has_reached() -> None:
    wall = (line("wall", 30, 20, 42, 20, "the wall"),)
    places = [(3600, 1900), (3400, 1700)]
    state = scene(unit("A", regular, 2, places=places), one("b", 3600, 2060), terrain=wall)
    way = Way(50, 0, ((3600, 1949),), "the wall")
    models = advance(state, state.units[0], state.units[1], way, 600)
    assert models == ((3600, 1949), (3400, 1749))
    over = advance(state, state.units[0], state.units[1], Way(400, 0, ((3600, 2300),), "the wall"), 600)
    assert over[1][1] < 2000


# ---- natives who appear


def sea(*holes: Point, half: int = 52) -> tuple[Terrain, ...]:
    """Deep water everywhere but in some small square holes."""
    xs = sorted({0, 7200, *(x + d for x, _ in holes for d in (-half, half))})
    found = []
    for west, east in pairwise(xs):
        open_ = sorted((y - half, y + half) for x, y in holes if west < x + half and x - half < east)
        south = 0
        for low, high in (*open_, (4800, 4800)):
            if low > south:
                found.append(
                    area("deep_water", west / 100, south / 100, east / 100, low / 100, f"w{len(found)}")
                )
            south = high
    return tuple(found)


def native(kind: object = tribal) -> Unit:
    return replace(unit("b", kind, 1), where=Where.POOL, models=(), start=1)  # type: ignore[arg-type]


def appears(
    *holes: Point, kind: object = tribal, terrain: tuple[Terrain, ...] = (), others: tuple[Unit, ...] = ()
) -> Point | None:
    """Where a lone native comes up 9 east of a lone man."""
    ground = sea((2000, 2400), *holes) if holes else terrain
    state = scene(
        one("A", 2000, 2400, regular), native(kind), *others, terrain=ground, solo=1, victory="solo"
    )
    found = place_for(state, state.units[1], state.units[0], 900, 900)
    return None if found is None else found[0]


def ring(number: int, turn: int) -> Point:
    """A place so many inches from where it would come up, so many sixteenths clockwise from the bearing."""
    return ahead(3000, 2400, 900 + 225 * turn, 100 * number)


@rule("F-B3")
def test_room_is_looked_for_twelve_inches_round() -> None:
    assert appears() == (3000, 2400)
    for place in (ring(1, 0), ring(5, 7), ring(12, 0), ring(12, 15)):
        assert appears(place) == place
    assert appears(ring(13, 0)) is None
    assert appears(ring(3, 5), ring(3, 2)) == ring(3, 2)
    assert appears(ring(3, 0), ring(2, 9)) == ring(2, 9)


@rule("F-B3", "R-61")
def test_natives_come_up_clear_of_others() -> None:
    assert appears(others=(one("c", 3100, 2400),)) == (3000, 2400)
    assert appears(others=(one("c", 3099, 2400),)) != (3000, 2400)
    assert appears(others=(one("B", 3200, 2400),)) == (3000, 2400)
    assert appears(others=(one("B", 3199, 2400),)) != (3000, 2400)


@rule("F-B3")
def test_shooters_look_for_cover_four_inches_round() -> None:
    def rocks(*spots: Point) -> tuple[Terrain, ...]:
        return tuple(
            area("rocks", x / 100 - 0.1, y / 100 - 0.1, x / 100 + 0.1, y / 100 + 0.1, f"r{i}")
            for i, (x, y) in enumerate(spots)
        )

    for place in (ring(1, 0), ring(2, 6), ring(4, 15)):
        assert appears(kind=irregular, terrain=rocks(place)) == place
        assert appears(kind=gun, terrain=rocks(place)) == place
        assert appears(kind=tribal, terrain=rocks(place)) == (3000, 2400)
    assert appears(kind=irregular, terrain=rocks(ring(5, 0))) == (3000, 2400)
    assert appears(kind=irregular, terrain=rocks((3000, 2400), ring(2, 3))) == (3000, 2400)
    assert appears(kind=irregular, terrain=rocks(ring(2, 8), ring(2, 3))) == ring(2, 3)
    taken = one("c", *ring(2, 3))
    assert appears(kind=irregular, terrain=rocks(ring(2, 3)), others=(taken,)) == (3000, 2400)


@rule("F-B3")
def test_the_gap_is_the_distance_whatever_the_shape() -> None:
    wide = unit("A", regular, 3, places=[(2000, 2400), (2000, 2890), (2000, 1910)])
    for human in (wide, unit("A", regular, 12, at=(20, 24)), one("A", 2000, 2400)):
        state = scene(human, native(), solo=1, victory="solo")
        for distance in (600, 900, 1800):
            found = place_for(state, state.units[1], state.units[0], 900, distance)
            assert found is not None
            there = replace(state.units[1], models=found)
            assert 0 <= gap(state, there, state.units[0]) - distance <= 1


@rule("F-B3", "F-B4")
def test_which_way_a_unit_went_and_who_is_in_the_middle() -> None:
    assert front_of(one("A", 2000, 2400, was=(2000, 2350))) == 0
    assert front_of(one("A", 2000, 2400, was=(2000, 2351))) == 900
    assert front_of(one("A", 2000, 2400, was=(2050, 2400))) == 2700
    assert front_of(one("A", 2000, 2400)) == 900
    sides = one("A", 2600, 2400), one("B", 4500, 2400), one("C", 3600, 1490), one("b", 3600, 2400)
    state = scene(*sides, solo=1, victory="solo")
    assert nearest_the_middle(state) == 1
    assert nearest_the_middle(scene(sides[0], sides[2], solo=1, victory="solo")) == 1
    assert nearest_the_middle(scene(sides[3], solo=1, victory="solo")) is None
    twins = scene(one("B", 4500, 2400), one("A", 2700, 2400), solo=1, victory="solo")
    assert nearest_the_middle(twins) == 0
    assert nearest_the_middle(scene(one("b", 4500, 2400), one("A", 2700, 2400), solo=0, victory="solo")) == 0
