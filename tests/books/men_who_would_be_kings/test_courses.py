"""Ways of attackers, victors and beaten units, exactly: whom they reach, where they stop, how far they run. [TMWWBK R-09, R-27, R-31, R-56]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import gap, heart, in_cohesion, middle, ranks, without
from grognard.books.men_who_would_be_kings.facts.driven_out import outside
from grognard.books.men_who_would_be_kings.facts.flights import Slide, Slider, Surroundings
from grognard.books.men_who_would_be_kings.facts.melee import why_not_attack
from grognard.books.men_who_would_be_kings.facts.outlook import SURELY_BEHIND, Outlook
from grognard.books.men_who_would_be_kings.facts.paths import Way, in_charge_range, in_the_way, reach
from grognard.books.men_who_would_be_kings.facts.retreat import (
    Flight,
    Toll,
    _bearings,
    _course,
    allowance,
    first_bearing,
    flight,
    homeward,
    own_edge,
    retreat,
)
from grognard.books.men_who_would_be_kings.facts.sight import glance, sees
from grognard.books.men_who_would_be_kings.facts.storming import close_up, facing_them
from grognard.books.men_who_would_be_kings.state import Edge, Point, State, Task, Terrain, Unit
from grognard.books.men_who_would_be_kings.steps.move import affordable, fall_short
from grognard.books.men_who_would_be_kings.words import Action, Trait
from grognard.engine.flow import replace
from grognard.geometry.crowds import strikes_any
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    area,
    gets_away,
    horse,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param


def one(key: str, x: int, y: int, kind: object = tribal, **more: Any) -> Unit:
    """A unit of one model."""
    return unit(key, kind, 1, places=[(x, y)], **more)  # type: ignore[arg-type]


def way(limit: int, *units: Unit, terrain: tuple[Terrain, ...] = ()) -> Way | None:
    """How the first of some units gets at the second."""
    state = scene(*units, terrain=terrain)
    return reach(state, state.units[0], state.units[1], limit)


# ---- reach


@rule("T014", "R-09", "R-15")
def test_within_the_limit_to_the_hundredth() -> None:
    a, b = one("A", 3600, 1000), one("b", 3600, 1700)
    assert way(600, a, b) == Way(600, 0, ((3600, 1600),))
    assert way(599, a, b) is None
    assert way(0, a, one("b", 3600, 1100)) == Way(0, 0, ((3600, 1000),))
    assert way(600, replace(a, key="A"), one("b", 3600, 1700, horse)) == Way(575, 0, ((3600, 1575),))


@rule("R-09", "R-15")
def test_of_two_as_near_the_first_goes() -> None:
    pair = unit("A", tribal, 2, places=[(3400, 1000), (3800, 1000)])
    found = way(800, pair, unit("b", tribal, 2, places=[(3400, 1500), (3800, 1500)]))
    assert found == Way(400, 0, ((3400, 1400),))
    nearer = way(800, pair, unit("b", tribal, 2, places=[(3400, 1500), (3800, 1499)]))
    assert nearer == Way(399, 1, ((3800, 1399),))


@rule("R-09", "T091")
def test_the_cheapest_way_is_not_always_the_shortest() -> None:
    sand = (area("sand", 33, 11, 35, 14),)
    pair = unit("A", regular, 2, places=[(3400, 1000), (3800, 1000)])
    found = way(800, pair, unit("b", tribal, 2, places=[(3400, 1500), (3800, 1550)]), terrain=sand)
    assert found == Way(450, 1, ((3800, 1450),))
    dear = way(699, pair, one("b", 3400, 1500), terrain=(area("sand", 20, 11, 52, 14),))
    assert dear is None
    assert way(700, pair, one("b", 3400, 1500), terrain=(area("sand", 20, 11, 52, 14),)) is not None


@rule("R-62", "R-56")
def test_garrisons_are_reached_at_their_walls_and_reach_nobody() -> None:
    hut = (area("building", 34, 16, 38, 20),)
    inside = one("b", 3600, 1800, inside=0)
    found = way(600, one("A", 3600, 1000), inside, terrain=hut)
    assert found is not None
    assert (found.cost, found.points[-1]) == (550, (3600, 1550))
    assert way(549, one("A", 3600, 1000), inside, terrain=hut) is None
    assert way(550, one("A", 3600, 1000), inside, terrain=hut) is not None
    state = scene(one("A", 3600, 1000), inside, terrain=hut)
    assert reach(state, state.units[1], state.units[0], 5000) is None
    long_house = (area("building", 34, 16, 38, 40),)
    far = one("b", 3600, 3900, inside=0)
    assert way(600, one("A", 3600, 1000), far, terrain=long_house) is not None


@rule("R-43", "T077", "R-56")
def test_friends_are_passed_but_nobody_ends_on_them() -> None:
    a, b = one("A", 3600, 1000), one("b", 3600, 1700)
    assert way(600, a, b, one("B", 3600, 1300)) == Way(600, 0, ((3600, 1600),))
    blocked = way(800, a, b, one("B", 3600, 1550))
    assert blocked is None or blocked.points[-1] != (3600, 1600)
    beside = way(600, a, b, one("B", 3500, 1600))
    assert beside == Way(600, 0, ((3600, 1600),))
    hut = (area("building", 34, 15.6, 35.4, 17.4),)
    assert way(600, a, b, one("B", 3450, 1650, inside=0), terrain=hut) == Way(600, 0, ((3600, 1600),))
    ranked = unit("B", regular, 6, at=(36, 13.5), close_order=True)
    round_ = way(1200, a, b, ranked)
    assert round_ is None or len(round_.points) > 1
    touching = scene(one("A", 3600, 1000), one("b", 3600, 1100), one("B", 3500, 1000))
    assert reach(touching, touching.units[0], touching.units[1], 600) == Way(0, 0, ((3600, 1000),))


@rule("R-56", "T093")
def test_ways_round_what_bars() -> None:
    a, b = one("A", 3600, 1000, regular), one("b", 3600, 1700)
    cliff = (area("cliff", 35, 13, 37, 14),)
    found = way(900, a, b, terrain=cliff)
    assert found is not None
    assert len(found.points) > 1
    assert 600 < found.cost <= 900
    assert way(found.cost, a, b, terrain=cliff) == found
    assert way(found.cost - 1, a, b, terrain=cliff) is None
    wall = way(1500, a, b, terrain=(line("wall", 35, 13.5, 37, 13.5),))
    assert wall is not None
    assert len(wall.points) > 1
    third = way(1500, a, b, one("c", 3600, 1350))
    assert third is not None
    assert len(third.points) > 1
    assert way(600, a, b, one("c", 3600, 1350)) is None
    far_off = way(600, a, b, one("c", 5600, 1350), one("B", 1000, 1000, close_order=False))
    assert far_off == Way(600, 0, ((3600, 1600),))


@rule("T014", "R-56")
def test_what_is_known_of_one_position_is_not_taken_for_another() -> None:
    state = scene(one("A", 3600, 1000), one("b", 3600, 1700), one("c", 1000, 4000))
    a, b, c = state.units
    assert reach(state, a, b, 600) is not None
    assert sees(state, a, b)
    gone = replace(a, models=((600, 600),))
    assert reach(state, gone, b, 600) is None
    assert reach(state, a, replace(b, models=((600, 4000),)), 600) is None
    assert reach(state, a, b, 600) is not None
    screen = replace(c, models=tuple((3000 + 101 * i, 1350) for i in range(13)))
    barred = replace(state, units=(a, b, screen))
    assert reach(barred, a, b, 600) is None
    assert not sees(barred, a, b)
    assert glance(state, gone, b).line[0] == (600, 600)
    assert glance(state, a, replace(b, models=((600, 4000),))).line[1] == (600, 4000)
    assert glance(state, a, b).line == ((3600, 1000), (3600, 1700))


@rule("R-56", "R-14")
def test_who_bars_the_way_is_named() -> None:
    state = scene(
        one("A", 3600, 1000),
        one("b", 3600, 1700),
        unit("c", tribal, 13, places=[(3000 + 101 * i, 1350) for i in range(13)]),
    )
    a, b, _ = state.units
    assert in_the_way(state, a, b, 600) == ("c",)
    assert in_the_way(state, a, b, 599) == ()
    assert in_charge_range(state, b, a)  # round them
    free = scene(one("A", 3600, 1000), one("b", 3600, 1900))
    assert in_charge_range(free, free.units[1], free.units[0])
    assert not in_charge_range(
        scene(one("A", 3600, 1000), one("b", 3600, 1901)),
        one("b", 3600, 1901, id=1),
        one("A", 3600, 1000, id=0),
    )
    hidden = why_not_attack(free, free.units[0], free.units[1], Action.CHARGE)
    assert hidden is None


# ---- charges that fall short


@rule("R-24", "T091")
def test_as_far_as_the_allowance_goes() -> None:
    state = scene(
        one("A", 3600, 1000, regular), one("B", 5000, 1000), terrain=(area("sand", 35, 11, 37, 30),)
    )
    foot, light = state.units
    assert affordable(state, foot, (3600, 1000), (3600, 2000), 100) == 100
    assert affordable(state, foot, (3600, 1000), (3600, 2000), 300) == 200
    assert affordable(state, foot, (3600, 1000), (3600, 2000), 301) in (200, 201)
    assert affordable(state, light, (3600, 1000), (3600, 2000), 300) == 300
    assert affordable(state, light, (3600, 1000), (3600, 1200), 300) == 200
    assert affordable(state, foot, (3600, 1000), (3600, 2000), 0) == 0


@rule("R-24", "R-25")
def test_where_a_charge_stops_that_falls_short() -> None:
    state = scene(one("A", 3600, 1000), one("b", 3600, 2000), one("B", 3600, 1400), one("d", 3000, 4000))
    a, b = state.units[:2]
    route = Way(900, 0, ((3600, 1900),))
    assert fall_short(state, a, b, route, 700) == ((3600, 1700),)
    assert fall_short(state, a, b, route, 799) == ((3600, 1799),)
    assert fall_short(state, a, b, route, 800) == ((3600, 1800),)
    assert fall_short(state, a, b, route, 809) == ((3600, 1800),)
    assert fall_short(state, a, b, route, 850) == ((3600, 1800),)
    assert fall_short(state, a, b, route, 400) == ((3600, 1300),)  # not on a friend
    corner = Way(900, 0, ((3300, 1000), (3300, 1600)))
    assert fall_short(state, a, b, corner, 500) == ((3300, 1200),)
    assert fall_short(state, a, b, corner, 200) == ((3400, 1000),)
    for y, end in ((1789, 1799), (1790, 1800), (1791, 1791), (1795, 1795), (1801, 1801)):
        close = scene(one("A", 3600, y), one("b", 3600, 2000))
        found = fall_short(close, *close.units, Way(2000 - y, 0, ((3600, 1900),)), 35)
        assert found == ((3600, end),), y
    pair = unit("A", tribal, 2, places=[(3600, 1000), (3900, 1000)])
    broad = scene(pair, unit("b", tribal, 2, places=[(3600, 2000), (3900, 1950)]))
    assert fall_short(broad, *broad.units, route, 850) == ((3600, 1800), (3900, 1750))


# ---- Retreats


def run(state: State, bearing: int, at: int = 0) -> Flight:
    return flight(state, state.units[at], bearing)


@rule("T133", "R-27", "F-T5")
def test_half_a_move_straight() -> None:
    state = scene(
        one("A", 3600, 2400, regular), one("B", 1000, 1000, regular, trait=Trait.CAD), one("b", 3600, 3500)
    )
    assert run(state, 1800) == Flight(((3600, 2100),), 0, False, 1800, 300, "")
    assert [allowance(u) for u in state.units] == [300, 600, 400]
    assert run(state, 1800, 1).models == ((1000, 400),)


@rule("R-27", "F-SH1")
def test_home_is_square_to_the_own_edge() -> None:
    for own, bearing in ((SOUTH, 1800), (NORTH, 0), (WEST, 2700), (EAST, 900)):
        state = scene(one("A", 3000, 2000), tasks=(Task((own,)), Task((NORTH,))))
        assert homeward(state, state.units[0]) == bearing
        assert first_bearing(state, state.units[0], None) == bearing
    both = scene(one("A", 3000, 2000), one("B", 5000, 2000), tasks=(Task((WEST, EAST)), Task((NORTH,))))
    assert [own_edge(both, u) for u in both.units] == [WEST, EAST]
    camp = scene(one("A", 3000, 2000), one("b", 5000, 2000))
    assert own_edge(replace(camp, edge=0), camp.units[1]) == Edge((0, 0), (0, 4800))
    assert own_edge(replace(camp, edge=0), camp.units[0]) == Edge((7200, 0), (7200, 4800))
    assert own_edge(replace(camp, edge=1), camp.units[1]) == Edge((7200, 0), (7200, 4800))
    assert own_edge(replace(camp, edge=1), camp.units[0]) == Edge((0, 0), (0, 4800))


@rule("R-27")
def test_away_from_whom() -> None:
    state = scene(one("A", 3000, 2000), one("b", 3000, 2600), one("c", 2500, 2000), one("d", 3700, 2000))
    a, b, c, _ = state.units
    assert first_bearing(state, a, b) == 1800
    assert first_bearing(state, a, None) == 900  # the nearest it sees
    assert first_bearing(state, a, replace(b, models=())) == 1800
    assert first_bearing(state, a, replace(b, models=a.models)) == 1800
    tie = scene(one("A", 3000, 2000), one("b", 3000, 2600), one("c", 2400, 2000))
    assert first_bearing(tie, tie.units[0], None) == 1800
    assert first_bearing(state, c, a) == 2700


@rule("R-25", "T134", "T137")
def test_enemies_in_the_way_of_a_retreat() -> None:
    def south(*units: Unit) -> Flight:
        return run(scene(one("A", 3600, 2400, regular), *units), 1800)

    assert south(one("b", 3600, 1901)) != south()
    assert south(one("b", 3600, 1900)).models == ((3600, 2100),)
    assert south(one("b", 3400, 2200)).models == ((3600, 2100),)
    assert south(one("b", 3401, 2200)).bearing != 1800
    assert south(one("b", 3450, 2400)).models == ((3600, 2100),)  # square to it from too near
    assert south(one("b", 3450, 2401)).models == ((3600, 2100),)
    assert south(one("b", 3450, 2399)).bearing != 1800
    assert south(one("b", 3600, 2530)).models == ((3600, 2100),)


@rule("T137", "R-27", "R-59")
def test_cut_off_on_all_sides() -> None:
    ring = [(3600 + dx, 2400 + dy) for dx in range(-250, 251, 125) for dy in range(-250, 251, 125)]
    ring = [p for p in ring if max(abs(p[0] - 3600), abs(p[1] - 2400)) == 250]
    state = scene(one("A", 3600, 2400, regular), unit("b", tribal, 16, places=ring))
    found = run(state, 1800)
    assert (found.lost, found.stopped, found.leaves) == (2, "enemy", False)
    assert 50 <= found.gone < 100
    twice = scene(one("A", 3600, 2400, regular, trait=Trait.CAD), unit("b", tribal, 16, places=ring))
    assert run(twice, 1800).lost == 5
    assert not gets_away(state, state.units[0], None)


@rule("T137", "T136", "R-27")
def test_ground_cuts_off_and_obstacles_only_stop() -> None:
    def pit(kind: str) -> tuple[Terrain, ...]:
        boxes = ((34, 20, 38, 22.4), (34, 25.6, 38, 28), (33, 20, 35, 28), (37, 20, 39, 28))
        if kind == "wall":
            corners = [(3400, 2200), (3400, 2700), (3800, 2700), (3800, 2200), (3400, 2200)]
            return (Terrain("wall", "the pen", tuple(corners)),)
        return tuple(area(kind, *box, name=str(i)) for i, box in enumerate(boxes))

    caught = scene(one("A", 3600, 2400, regular), one("b", 3600, 4000), terrain=pit("cliff"))
    found = run(caught, 1800)
    assert (found.stopped, found.leaves) == ("ground", False)
    assert found.lost == (300 - found.gone) // 100 == 1 or found.lost == 2
    assert not gets_away(caught, caught.units[0], caught.units[1])
    penned = scene(one("A", 3600, 2450, regular), one("b", 3600, 4000), terrain=pit("wall"))
    found = run(penned, 1800)
    assert (found.stopped, found.lost) == ("obstacle", 0)
    assert gets_away(penned, penned.units[0], penned.units[1])


@rule("R-27", "R-43")
def test_a_retreat_that_would_end_on_friends_turns_aside() -> None:
    def south(*units: Unit, terrain: tuple[Terrain, ...] = ()) -> Flight:
        return run(scene(one("A", 3600, 2400, regular), *units, terrain=terrain), 1800)

    assert south(one("B", 3600, 2000)).models == ((3600, 2100),)
    assert south(one("B", 3600, 2001)).bearing != 1800
    assert south(one("B", 3600, 2250)).models == ((3600, 2100),)
    assert south(one("B", 3600, 2100)).gone == 300
    hut = (area("building", 30, 19, 34, 21),)
    inside = one("B", 3200, 2000, inside=0)
    assert south(inside, terrain=hut).models == ((3600, 2100),)
    ranked = unit("B", regular, 6, at=(36, 22), close_order=True)
    found = south(ranked)
    assert found.bearing != 1800
    astride = run(scene(one("A", 3600, 2400, regular), terrain=(line("hedge", 30, 21, 42, 21),)), 1800)
    assert astride.bearing != 1800 or astride.gone < 300
    own_hedge = scene(one("A", 3600, 2240, regular), terrain=(line("hedge", 20, 21, 60, 21),))
    assert run(own_hedge, 1800).models == ((3600, 1940),)


@rule("R-27")
def test_directions_in_pairs_the_one_nearer_home_first() -> None:
    foe = one("b", 3600, 1950)
    for own, east in ((EAST, True), (WEST, False)):
        state = scene(one("A", 3600, 2400, regular), foe, tasks=(Task((own,)), Task((NORTH,))))
        found = run(state, 1800)
        assert found.gone == 300
        assert (found.models[0][0] > 3600) == east
        assert (found.bearing - 1800) % 50 == 0


@rule("T135", "T091")
def test_ground_slows_a_retreat_only_where_it_is_met() -> None:
    def gone(*boxes: tuple[float, float, float, float], bearing: int = 1800, kind: object = regular) -> int:
        sand = tuple(area("sand", *box, name=str(i)) for i, box in enumerate(boxes))
        return run(scene(one("A", 3600, 2400, kind), terrain=sand), bearing).gone

    assert gone((30, 10, 42, 30)) == 150
    assert gone((30, 10, 35.9, 30)) == 300
    assert gone((30, 10, 42, 30), kind=tribal) == 400
    assert gone((30, 22, 42, 23)) == 200
    assert gone((30, 21.01, 42, 21)) == 300 or gone((30, 21, 42, 21.02)) in (299, 300)
    for bearing in (150, 625, 1175, 2050, 3333):
        assert gone((10, 10, 12, 12), bearing=bearing) == 300
        assert abs(gone((20, 10, 60, 40), bearing=bearing) - 150) <= 1


@rule("R-62", "R-27")
def test_a_garrison_is_driven_out_on_the_far_side() -> None:
    hut = (area("building", 34, 22, 38, 26),)
    inside = unit("A", regular, 2, places=[(3550, 2400), (3650, 2400)], inside=0)
    state = scene(inside, one("b", 3600, 3000), terrain=hut)
    found = run(state, 1800)
    assert (found.lost, found.leaves, found.bearing, found.gone, found.stopped) == (0, False, 1800, 300, "")
    assert max(y for _, y in found.models) == 2200 - 50 - 300
    assert gets_away(state, state.units[0], state.units[1])
    blocked = scene(inside, one("b", 3600, 3000), terrain=(*hut, area("deep_water", 20, 0, 52, 19)))
    assert run(blocked, 1800).gone < 300 or run(blocked, 1800).bearing != 1800
    moat = (
        *hut,
        *(
            area("deep_water", *box, name=str(i))
            for i, box in enumerate(
                ((0, 0, 72, 21.1), (0, 26.9, 72, 48), (0, 21, 33.1, 27), (38.9, 21, 72, 27))
            )
        ),
    )
    drowned = scene(inside, terrain=moat)
    caught = run(drowned, 1800)
    assert (caught.models, caught.lost, caught.leaves, caught.stopped) == (inside.models, 3, False, "ground")
    assert not gets_away(drowned, drowned.units[0], None)
    near = scene(inside, one("b", 3600, 2100), terrain=hut)
    assert all(
        gap(near, replace(near.units[0], inside=None, models=run(near, b).models), near.units[1]) >= 100
        for b in (1800, 0)
    )
    for far in (0, 1, 150):
        group = outside(hut[0].poly, 1800, inside, far)
        assert max(y for _, y in group) == 2150 - far


# ---- victors


WALL = line("wall", 20, 25, 40, 25)


def storms(each: Unit, *others: Unit, wall: Terrain = WALL) -> tuple[Point, ...] | None:
    state = scene(each, *others, terrain=(wall,))
    return close_up(state, state.units[0], (wall.name,))


@rule("R-31", "T037")
def test_no_farther_than_a_move_up_to_the_wall() -> None:
    assert storms(one("A", 3000, 2449 - 600, regular)) == ((3000, 2449),)
    assert storms(one("A", 3000, 2449 - 601, regular)) == ((3000, 2360),)
    assert storms(one("A", 3000, 2360 - 600, regular)) == ((3000, 2360),)
    assert storms(one("A", 3000, 2351 - 600, regular)) == ((3000, 2351),)
    assert storms(one("A", 3000, 2351 - 602, regular)) is None
    assert storms(one("A", 3000, 2551 + 600, regular)) == ((3000, 2551),)
    ranked = unit("A", regular, 6, at=(30, 20), close_order=True)
    assert storms(ranked) is not None
    upright = line("wall", 30, 20, 30, 40)
    assert storms(one("A", 2600, 3000, regular), wall=upright) == ((2949, 3000),)
    assert storms(one("A", 3400, 3000, regular), wall=upright) == ((3051, 3000),)


@rule("R-31", "T090")
def test_who_stands_at_the_wall_keeps_to_his_leader() -> None:
    foot = storms(unit("A", tribal, 24, at=(30, 21)))
    assert foot is not None
    assert sorted(x for x, y in foot if y == 2449) == list(range(2500, 3501, 100))
    assert sorted(x for x, y in foot if y == 2360) == list(range(2550, 3451, 100))
    riders = storms(unit("A", horse, 14, at=(30, 21)))
    assert riders is not None
    assert max(abs(x - riders[0][0]) for x, y in riders if y == 2424) in (450, 525, 550)
    assert in_cohesion(replace(unit("A", horse, 14), models=riders))


@rule("R-31")
def test_more_than_half_must_find_a_place() -> None:
    pair = unit("A", regular, 2, places=[(3000, 2200), (3000, 2090)])
    stub = line("wall", 29.9, 25, 30.1, 25)
    assert storms(pair, wall=stub) is None or len(set(storms(pair, wall=stub) or ())) == 2
    ahead_, behind = (3000, 2250), (3000, 1745)
    half = unit("A", regular, 2, places=[ahead_, behind])
    assert storms(half) is None
    assert storms(unit("A", regular, 4, places=[ahead_, (3110, 2250), behind, (3110, 1745)])) is None
    most = storms(unit("A", regular, 3, places=[ahead_, (3110, 2250), behind]))
    assert most is not None
    assert [y for _, y in most[:2]] == [2449, 2449]
    corner = Terrain("wall", "corner", ((2000, 2500), (3000, 2500), (3000, 3500)))
    inner = storms(unit("A", tribal, 6, at=(27, 28)), wall=corner)
    assert inner is not None
    assert all(x < 3000 and y > 2500 for x, y in inner)
    friend = unit("B", regular, 9, places=[(2600 + 100 * i, 2449) for i in range(9)])
    crowded = storms(one("A", 3000, 2200, regular), friend)
    assert crowded is None or crowded[0] not in friend.models


@rule("R-23")
def test_ranks_draw_back_until_they_stand_clear() -> None:
    block = unit("A", regular, 6, at=(30, 20), close_order=True, facing=270)
    north = one("b", middle(block)[0], 4000)
    state = scene(block, north, one("B", 2899, 2060))
    turned = facing_them(state, state.units[0], state.units[1])
    assert turned.facing == 0
    assert turned.models == ranks(state.units[0], 0, (3000, 1960))
    deep = [(2899, 2060 - 95 * i) for i in range(0, 4, 2)]
    hemmed = scene(
        block, north, unit("B", tribal, 2, places=deep), terrain=(area("cliff", 20, 10, 40, 16.6),)
    )
    assert facing_them(hemmed, hemmed.units[0], hemmed.units[1]).facing in (0, 2700)
    far = scene(block, one("b", 3000, 3000))
    free = facing_them(far, far.units[0], far.units[1])
    assert heart(free) == (3000, 2000)
    walled = scene(block, one("b", 3000, 3000), terrain=(line("wall", 28.5, 18.5, 31.5, 18.5),))
    assert all(y > 1850 for _, y in facing_them(walled, walled.units[0], walled.units[1]).models)


# ---- what odds may take for granted


def outlook(
    *others: Unit, terrain: tuple[Terrain, ...] = (), a: Unit | None = None, b: Unit | None = None
) -> Outlook:
    mine = a or unit("A", regular, 2, places=[(3600, 2400), (3700, 2400)])
    state = scene(mine, b or one("b", 3650, 2510), *others, terrain=terrain)
    return Outlook(state, state.units[0], state.units[1])


@rule("R-27", "T137", "T138")
def test_who_surely_gets_away() -> None:
    assert outlook().free
    assert not outlook(a=unit("A", regular, 2, places=[(3600, 299), (3700, 299)]), b=one("b", 3650, 420)).free
    assert outlook(a=unit("A", regular, 2, places=[(3600, 300), (3700, 300)]), b=one("b", 3650, 420)).free
    hut = (area("building", 10, 10, 14, 14),)
    assert not outlook(a=one("A", 1200, 1200, regular, inside=0), terrain=hut).free
    assert not outlook(b=one("b", 1200, 1200, inside=0), terrain=hut).free
    near_hut = (area("building", 34, 18, 38, 21),)
    assert not outlook(one("c", 3600, 1950, inside=0), terrain=near_hut).free
    assert outlook(one("c", 1200, 1200, inside=0), terrain=hut).free
    assert outlook(terrain=near_hut).free  # round it
    assert outlook(one("c", 3650, 2000)).free  # past him
    ring = [(3650 + dx, 2400 + dy) for dx in range(-300, 301, 120) for dy in range(-300, 181, 120)]
    ring = [p for p in ring if max(abs(p[0] - 3650), abs(p[1] - 2400)) == 300]
    assert not outlook(unit("c", tribal, len(ring), places=ring)).free
    pit = tuple(
        area("cliff", *box, name=str(i))
        for i, box in enumerate(((34, 18, 39, 22), (32, 18, 34, 27), (39, 18, 41, 27)))
    )
    assert not outlook(terrain=pit).free


def straight_back(seen: Outlook, left: tuple[Point, ...], against: tuple[Point, ...]) -> Toll | None:
    """Those who are left straight back from those who are."""
    return seen.straight_back(replace(seen.unit, models=left), replace(seen.foe, models=against))


@rule("R-27")
def test_straight_back() -> None:
    left, against = ((3600, 2400),), ((3600, 2510),)
    assert straight_back(outlook(), left, against)
    assert not straight_back(outlook(), left, left)
    assert not straight_back(outlook(), ((3600, 2400), (3600, 2600)), ((3600, 2510),))
    pair = (3600, 2400), (3800, 2400)
    assert straight_back(outlook(), pair, ((3650, 2400), (3750, 2500)))  # one of them stands level
    assert not straight_back(outlook(), pair, ((3650, 2399), (3750, 2501)))
    assert straight_back(outlook(), ((3600, 2400), (3700, 2400)), ((3650, 2400 + 110),))
    assert not straight_back(outlook(one("c", 3600, 2000)), left, against)
    assert straight_back(outlook(one("c", 3400, 2200)), left, against)
    assert not straight_back(outlook(one("c", 3401, 2200)), left, against)
    assert straight_back(outlook(one("c", 3600, 1900)), left, against)
    assert not straight_back(outlook(one("c", 3600, 1901)), left, against)
    block = (area("cliff", 34, 18, 38, 20.5),)
    assert straight_back(outlook(terrain=block), left, against)
    nearer = (area("cliff", 34, 18, 38, 20.51),)
    assert not straight_back(outlook(terrain=nearer), left, against)


@rule("R-25")
@pytest.mark.parametrize(
    ("x", "y", "spread", "meets"),
    [
        param(0, 150, False, False, id="just aside"),
        param(0, 149, False, True, id="aside"),
        param(0, 150, True, False, id="just aside, astray"),
        param(-1, 100, False, False, id="behind"),
        param(-1, 100, True, True, id="behind, astray"),
        param(-150, 0, True, False, id="straight behind, astray"),
        param(-100, 10, True, False, id="nearly straight behind, astray"),
        param(-1, 151, True, False, id="far aside behind, astray"),
        param(450, 0, False, False, id="just beyond"),
        param(449, 0, False, True, id="at the end"),
        param(300, 150, False, False, id="beside the end"),
        param(301, 149, False, True, id="at the end, aside"),
        param(150, 149, True, True, id="on the way"),
        param(150, -150, True, False, id="beside the way"),
    ],
)
def test_whom_a_runner_meets(x: int, y: int, spread: bool, meets: bool) -> None:
    if (x, y) == (0, 149):
        x = 1
    behind = SURELY_BEHIND if spread else 0
    assert strikes_any([(0, 0)], 300, 0, [(x, y, 150)], 0, behind) == meets


@rule("R-62", "R-56")
def test_there_is_a_way_round_to_a_garrison() -> None:
    ground = area("building", 34, 16, 38, 20, "hut"), area("cliff", 33, 13, 39, 14, "cliff")
    found = way(1500, one("A", 3600, 1000, regular), one("b", 3600, 1800, inside=0), terrain=ground)
    assert found is not None
    assert len(found.points) > 1
    assert found.cost > 550


@rule("R-62", "R-27")
def test_a_garrison_cut_short_one_way_takes_another() -> None:
    ground = area("building", 34, 22, 38, 26, "hut"), area("deep_water", 20, 0, 52, 18.3, "sea")
    inside = unit("A", regular, 2, places=[(3550, 2400), (3650, 2400)], inside=0)
    state = scene(inside, one("b", 3600, 3000), terrain=ground)
    found = run(state, 1800)
    assert (found.gone, found.lost, found.stopped) == (300, 0, "")
    assert found.bearing != 1800
    assert min(y for _, y in found.models) >= 1880


def sliding(state: State, unit: Unit) -> Slider:
    return Slider(Surroundings(state, unit, allowance(unit)), unit, allowance(unit))


def plainly(state: State, unit: Unit, bearing: int) -> Slide:
    """A course found by trying one direction after the other to its end."""
    slider = sliding(state, unit)
    tried: list[Slide] = []
    for way in _bearings(state, unit, bearing):
        found = slider.slide(way)
        tried.append(found._replace(clear=found.far) if found.stop == "edge" else slider.ended(found))
        if found.stop == "edge" or (found.stop == "" and tried[-1].clear == found.far):
            return tried[-1]
    return max(tried, key=lambda slide: (not slide.hunted, slide.spent if slide.hunted else slide.clear))


@rule("R-27", "T137")
@pytest.mark.parametrize("seed", range(10))
def test_a_course_found_at_a_glance_is_the_one_found_by_trying_all(seed: int) -> None:
    state = melee_in_a_crowd(seed)
    for bearing in range(0, 3600, 700):
        found = _course(sliding(state, state.units[0]), bearing)
        assert found == plainly(state, state.units[0], bearing)


@rule("R-27", "T137", "T138")
@pytest.mark.parametrize("seed", range(20))
def test_what_a_retreat_costs_whoever_is_left_is_what_it_would_really_cost(seed: int) -> None:
    state = melee_in_a_crowd(seed)
    loser, foe = state.units[0], state.units[2]
    outlook = Outlook(state, loser, foe)
    for lost in range(loser.count):
        for killed in range(foe.count):
            left, against = without(loser, lost), without(foe, killed)
            after = replace(state, units=(left, state.units[1], against, *state.units[3:]))
            way = retreat(after, left, against)
            assert outlook.toll(left, against) == (way.lost, way.leaves)


def melee_in_a_crowd(seed: int) -> State:
    """Two units among friends and enemies, by an edge or a cliff."""
    rng = random.Random(seed)
    x, y = rng.choice((200, 3600)), rng.choice((250, 2400))

    ground = [area("cliff", 37, 23, 39, 26, name="a"), area("marsh", 33, 21, 35, 22, name="b")]
    free = [
        (x + dx, y + dy)
        for dx in range(-440, 441, 110)
        for dy in range(-440, 441, 110)
        if min(x + dx, y + dy) >= 0 and not (3600 < x + dx < 4000 and 2200 < y + dy < 2700)
    ]
    rng.shuffle(free)

    def spots(count: int, apart: int) -> list[tuple[int, int]]:
        near = [spot for spot in free if max(abs(spot[0] - x), abs(spot[1] - y)) <= apart][:count]
        for spot in near:
            free.remove(spot)
        return near

    return scene(
        *[
            unit(key, kind, len(places), places=places)
            for key, kind, places in (
                ("A", regular, spots(5, 120)),
                ("B", regular, spots(6, 440)),
                ("b", tribal, spots(6, 330)),
                ("c", tribal, spots(8, 440)),
            )
        ],
        terrain=tuple(ground[: rng.randrange(3)]),
    )
