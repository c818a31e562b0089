"""Conditions of one word each: who turns, who comes out, who falls short, what the journal tells. [TMWWBK R-23, R-24, R-56, R-62]"""

from __future__ import annotations

from itertools import accumulate

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.facts.babbage import nearest_the_middle
from grognard.books.men_who_would_be_kings.facts.bodies import middle
from grognard.books.men_who_would_be_kings.facts.contact import short_of
from grognard.books.men_who_would_be_kings.facts.moving import Walker
from grognard.books.men_who_would_be_kings.facts.paths import reach
from grognard.books.men_who_would_be_kings.facts.retreat import Flight, flight
from grognard.books.men_who_would_be_kings.facts.secrecy import SECRETS
from grognard.books.men_who_would_be_kings.facts.singles import apart
from grognard.books.men_who_would_be_kings.facts.storming import facing_them
from grognard.books.men_who_would_be_kings.facts.walk import Walk
from grognard.books.men_who_would_be_kings.state import Options, Point, Unit, Zone
from grognard.books.men_who_would_be_kings.steps.env import Placing
from grognard.books.men_who_would_be_kings.steps.solo import ComeBack
from grognard.books.men_who_would_be_kings.words import Upgrade, Where
from grognard.engine.choices import Move, Throw
from grognard.engine.flow import replace
from grognard.geometry.angles import ahead
from grognard.geometry.gaps import point_gap
from grognard.geometry.shapes import upright
from tests.books.men_who_would_be_kings.scenes import (
    ENGINE,
    Play,
    area,
    begin,
    gun,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param
RIDERS = Upgrade.MOUNTED_INFANTRY
HUT = area("building", 34, 24, 38, 28)


def one(key: str, x: int, y: int, kind: object = tribal, **more: object) -> Unit:
    """A unit of one model."""
    return unit(key, kind, 1, places=[(x, y)], **more)  # type: ignore[arg-type]


# ---- turning


@rule("R-38", "R-23", "T042")
def test_a_crew_turns_its_gun_and_stays_where_it_is() -> None:
    crew = unit("A", gun, 4, places=[(3000, 2000), (3110, 2000), (3220, 2000), (3110, 2110)], facing=10)
    state = scene(crew, one("B", 2860, 2060), options=Options(crew_arc_deg=180))
    game = begin(state).do("stand_to", "A")
    assert game.ask.cite == "R-23"
    game.do("face", (("face", 900),))  # ranks would stand on a friend
    assert (game.unit("A").facing, game.unit("A").models) == (900, crew.models)


@rule("R-23", "T015")
@pytest.mark.parametrize(("lower", "back"), [(0, 300), (10, None)])
def test_ranks_draw_back_three_inches_at_most(lower: int, back: int | None) -> None:
    block = unit("A", regular, 6, at=(36, 20), close_order=True, facing=90)
    x = middle(replace(block, id=0))[0]
    friends = one("B", 3761, 1900 - lower), one("C", 3761, 1780 - lower)
    state = scene(block, one("b", x, 4000), *friends)
    after = facing_them(state, state.units[0], state.units[1])
    if back is None:
        assert after == state.units[0]
    else:
        assert (after.facing, after.models[0]) == (0, (3600, 2000 - back))


# ---- ways


@rule("R-56")
def test_one_corner_on_the_way_is_a_way_round() -> None:
    state = scene(one("A", 3300, 2000), terrain=(area("cliff", 35, 18, 50, 24),))
    mover = Walker(state, state.units[0], 2000)
    found = list(mover.round((3540, 2550)))
    assert found
    assert all(len(legs) > 1 and mover.legal(legs) for legs in found)
    assert min(len(legs) for legs in found) == 2
    assert list(mover.round((3400, 2550))) == []  # the straight way is free
    assert list(mover.round((3400, 2000))) == []
    assert list(mover.round((4000, 2000))) == []  # in the rock


@rule("R-56", "R-55")
def test_a_way_round_may_lead_along_the_very_edge() -> None:
    south, west = area("cliff", 30, 0.56, 40, 48), area("cliff", 0.56, 20, 72, 30)
    for rock, start, goal, at in (
        (south, (2000, 1000), (5000, 1000), 1),
        (west, (3000, 1000), (3000, 4000), 0),
    ):
        state = scene(one("A", *start), terrain=(rock,))
        legs = next(iter(Walker(state, state.units[0], 9000).round(goal)))
        spots = list(accumulate(legs, lambda spot, leg: (spot[0] + leg[1], spot[1] + leg[2]), initial=start))
        assert min(spot[at] for spot in spots) == 0
        assert spots[-1] == goal


@rule("R-09", "R-56", "R-55")
def test_an_attack_may_lead_along_the_very_edge() -> None:
    south, west = area("cliff", 30, 0.56, 40, 48), area("cliff", 0.56, 20, 72, 30)
    for rock, start, goal, at in (
        (south, (2900, 200), (4100, 200), 1),
        (west, (200, 1900), (200, 3100), 0),
    ):
        state = scene(one("A", *start), one("b", *goal), terrain=(rock,))
        way = reach(state, *state.units, 9000)
        assert way is not None
        assert min(point[at] for point in way.points) == 0


@rule("R-62", "R-56")
@pytest.mark.parametrize(("out", "cost"), [(30, 0), (49, 0), (50, 0), (51, 1), (150, 100)])
def test_coming_out_is_paid_from_the_wall_less_half_a_base(out: int, cost: int) -> None:
    state = scene(one("A", 3600, 2600, inside=0), terrain=(HUT,))
    walk = Walker(state, state.units[0], 800).work_out((("out", 3600, 2400 - out),))
    assert isinstance(walk, Walk)
    assert walk.costs == (cost,)
    assert walk.legs == ((0, ((3600, 2400 - min(out, 51)), (3600, 2400 - out))),)


@rule("T089", "R-57")
def test_who_was_pushed_on_another_may_stay_but_not_go_there() -> None:
    """Attackers without room stand anywhere; nobody has to move for that."""
    clear = scene(one("A", 3600, 2000), one("B", 4000, 2000))
    state = replace(clear, units=(clear.units[0], replace(clear.units[1], models=((3650, 2000),))))
    mover = Walker(state, state.units[0], 600)
    assert mover.refusal(()) is None
    refusal = mover.refusal((("go", 10, 0),))
    assert refusal is not None
    assert refusal.cite == "T089"
    assert mover.refusal((("go", -60, 0),)) is None


@rule("R-24", "R-25", "R-62")
@pytest.mark.parametrize(("die", "y"), [(1, 1900), (3, 2100), (4, 2200), (5, 2250)])
def test_a_charge_that_falls_short_of_a_house_keeps_an_inch_from_it(die: int, y: int) -> None:
    state = scene(unit("A", tribal, 1, at=(36, 10)), one("b", 3600, 2600, inside=0), terrain=(HUT,))
    game = begin(state).do("charge", "A", "b").total(12).fall(die)
    assert game.told("falls short")
    assert game.unit("A").models[0] == (3600, y)


@rule("R-24", "R-25", "R-62")
def test_nobody_comes_nearer_to_a_house_than_whoever_leads_the_charge() -> None:
    crowd = unit("A", tribal, 16, at=(36, 8))
    state = scene(crowd, one("b", 3600, 2600, inside=0), terrain=(HUT,))
    game = begin(state).do("charge", "A", "b").total(12).fall(5)
    assert game.told("falls short")
    assert min(point_gap(model, HUT.poly) for model in game.unit("A").models) >= 150


@rule("T088", "F-M2")
def test_who_mounts_does_so_before_anybody_goes_his_own_way() -> None:
    legs = (("mount", 1), ("go", 0, 300))
    found = list(apart(((0, 0), (200, 0)), legs, ((0, 300), (200, 300)), ((1, 250, 300),)))
    assert found == [
        (("mount", 1), ("model", 0, 0, 300), ("model", 1, 50, 300)),
        (("mount", 1), ("go", 0, 300), ("model", 1, 50, 0)),
    ]


# ---- out of doors


@rule("R-62", "R-27")
@pytest.mark.parametrize(("shore", "straight"), [(23, 0), (22.71, 29), (22.5, 50), (20.5, 250)])
def test_a_garrison_goes_out_as_far_as_there_is_room_and_pays_for_the_rest(
    shore: float, straight: int
) -> None:
    sea = (
        area("deep_water", 0, 0, 72, shore, "s"), area("deep_water", 0, 28, 72, 48, "n"),
        area("deep_water", 0, shore, 34, 28, "w"), area("deep_water", 38, shore, 72, 28, "e"),
    )  # fmt: skip
    state = scene(one("A", 3600, 2600, regular, inside=0), terrain=(HUT, *sea))
    found = flight(state, state.units[0], 1800)
    assert (found.stopped, found.leaves, found.lost) == ("ground", False, (300 - found.gone) // 100)
    assert straight <= found.gone < 300
    assert min(y for _, y in found.models) >= 100 * shore + 50


@rule("R-62", "R-27")
@pytest.mark.parametrize("shore", [20, 10])
def test_a_garrison_with_room_goes_all_of_its_half_move(shore: float) -> None:
    state = scene(one("A", 3600, 2600, regular, inside=0), terrain=(HUT, area("deep_water", 0, 0, 72, shore)))
    assert flight(state, state.units[0], 1800) == Flight(((3600, 2050),), 0, False, 1800, 300, "")


@rule("R-62", "T137")
def test_a_garrison_that_finds_no_room_outside_stays_and_pays_for_all_of_its_way() -> None:
    sea = (
        area("deep_water", 0, 0, 72, 24, "s"), area("deep_water", 0, 28, 72, 48, "n"),
        area("deep_water", 0, 24, 34, 28, "w"), area("deep_water", 38, 24, 72, 28, "e"),
    )  # fmt: skip
    garrison = unit("A", regular, 4, at=(36, 26), inside=0)
    state = scene(garrison, terrain=(HUT, *sea))
    assert flight(state, state.units[0], 1800) == Flight(garrison.models, 3, False, 1800, 0, "ground")


@rule("R-27", "R-43")
def test_who_finds_no_clear_place_among_friends_stays() -> None:
    """Loose friends are passed, but nobody ends on them: here they stand like a honeycomb."""
    spots = [
        (3600 + 102 * file + 51 * (row % 2), 2400 + 89 * row)
        for row in range(-5, 6)
        for file in range(-5, 6)
        if (file, row) != (0, 0)
    ]
    friends = [one(f"B{number}", *spot) for number, spot in enumerate(spots)]
    state = scene(one("A", 3600, 2400, regular), *friends)
    assert flight(state, state.units[0], 1800) == Flight(((3600, 2400),), 0, False, 1800, 0, "")


# ---- drawing


@rule("R-56", "F-M2")
@pytest.mark.parametrize(
    ("upgrades", "allowance", "far"),
    [((), 300, 300), ((), 800, 800), ((RIDERS,), 300, 600), ((RIDERS,), 600, 600), ((RIDERS,), 1200, 1200)],
)
def test_how_far_a_unit_may_get_at_most(upgrades: tuple[Upgrade, ...], allowance: int, far: int) -> None:
    state = scene(unit("A", regular, 1, *upgrades, at=(36, 24)))
    region = Walker(state, state.units[0], allowance).region()
    assert region == tuple(ahead(3600, 2400, bearing, far) for bearing in range(0, 3600, 150))


@rule("T090", "T074", "R-62")
def test_who_may_go_by_himself() -> None:
    def alone(each: Unit) -> bool:
        state = scene(each, terrain=(HUT,))
        return Walker(state, state.units[0], 600).singles()

    assert not alone(one("A", 1000, 1000))
    assert alone(unit("A", regular, 2, at=(10, 10)))
    assert not alone(unit("A", regular, 6, at=(10, 10), close_order=True))
    assert not alone(unit("A", regular, 2, at=(36, 26), inside=0))


@rule("R-62", "F-M4", "R-61")
def test_in_and_out_of_doors_nobody_mounts_or_leaves() -> None:
    def done(each: Unit, *legs: tuple[str | int, ...]) -> tuple[bool, int | None, bool]:
        state = scene(each, terrain=(HUT,))
        walk = Walker(state, state.units[0], 600).work_out(legs)
        assert isinstance(walk, Walk)
        return walk.mounted, walk.inside, walk.leaves

    garrison = unit("A", regular, 2, RIDERS, places=[(3550, 2600), (3700, 2600)], inside=0)
    assert done(garrison) == (False, 0, False)
    assert done(garrison, ("out", 3600, 2200)) == (False, None, False)
    assert done(unit("A", regular, 2, RIDERS, places=[(3550, 2250), (3700, 2250)]), ("enter", 0)) == (
        False,
        0,
        False,
    )


# ---- the journal


@rule("F-SH1")
@pytest.mark.parametrize("verb", ["from_west", "from_east"])
def test_the_journal_tells_who_chose_the_edge(verb: str) -> None:
    game = Play(RULESET.start("sigh_of_relief")).do(verb)
    assert [entry.side for entry in game.log if entry.what == "edge"] == [1]


# ---- Mr Babbage


@rule("F-B4", "F-B2")
def test_a_turn_in_which_somebody_moved_is_not_quiet() -> None:
    state = scene(
        one("A", 1000, 1000, regular), one("B", 3000, 1000, regular), unit("c", tribal, where=Where.POOL, places=()),
        solo=1, victory="solo", queues=((2,), (), ()),
    )  # fmt: skip
    game = begin(state).do("stand_to", "B").do("end_turn")
    assert game.throw.what == "appearance"
    assert game.throw.facts["unit"] == 1
    game = begin(state).do("move", "A").total(12).do("go", (("go", 0, 300),))
    assert game.throw.what == "appearance"
    game.fall(1).do("end_turn")
    assert not isinstance(game.pending, Throw)


@rule("F-B5")
def test_a_unit_gone_for_good_is_not_thrown_for_again() -> None:
    lost = unit("b", tribal, places=(), where=Where.DESTROYED, fallen=0)
    desk = ENGINE.table(scene(one("A", 1000, 1000), lost, solo=1, victory="solo"), None, [], 0)
    ComeBack().fell(desk, 1)
    assert (desk.state.units[1].gone, desk.state.lost_for_good, desk.state.points_gone) == (True, 1, 3)
    assert ComeBack().ask(desk) is None


@rule("F-B4")
@pytest.mark.parametrize("other", [(2500, 2400), (5000, 2400), (3600, 1500), (3600, 4000)])
def test_a_quiet_turn_rolls_for_whoever_is_nearest_the_middle(other: Point) -> None:
    state = scene(one("B", *other), one("A", 3500, 2300), solo=1, victory="solo")
    assert nearest_the_middle(state) == 1


# ---- secrets


@rule("F-SC1")
def test_only_where_somebody_hides_is_a_secret() -> None:
    hidden = unit("b", tribal, places=(), where=Where.HIDDEN, sector=4)
    waits = unit("b", tribal, places=(), where=Where.WAITING)
    state = scene(one("A", 1000, 1000), hidden)
    assert SECRETS.may_be(state)
    assert not SECRETS.may_be(scene(one("A", 1000, 1000), waits))
    told = Move(0, "move", 0)
    assert SECRETS.told(state, told) is told
    assert SECRETS.told(state, Move(1, "hide", 4)) is None


# ---- whom one aims at


@rule("T039", "T013")
@pytest.mark.parametrize("verb", ["fire", "attack"])
def test_only_an_enemy_on_the_table_is_aimed_at(verb: str) -> None:
    gone = unit("c", tribal, places=(), where=Where.ROUTED)
    state = scene(one("A", 3600, 1000, regular), one("B", 3800, 1000), one("b", 3600, 1400), gone)
    game = begin(state)
    assert game.may(verb, "A", "b")
    assert [game.refused(verb, "A", other).cite for other in ("B", "c")] == ["T039", "T039"]


# ---- setting up


@rule("F-SB1", "F-S7")
def test_only_ones_own_are_called_up() -> None:
    zones = Zone(0, (upright(0, 0, 7200, 1200),)), Zone(1, (upright(0, 3600, 7200, 4800),))
    waits = {"where": Where.WAITING, "places": ()}
    state = scene(
        one("A", 1000, 1000), unit("B", regular, **waits), one("b", 1000, 4000), unit("c", regular, **waits), zones=zones
    )  # fmt: skip
    sides = tuple(replace(side, rest="waiting") for side in state.field.sides)
    state = replace(state, field=replace(state.field, sides=sides))
    for side, own, away in ((0, [0], [1]), (1, [2], [3])):
        game = begin(state, "set up", Placing(side))
        assert (game.offers("set_up"), game.offers("keep_back"), game.offers("call_up")) == (own, own, away)


# ---- where a base touches


@rule("R-09", "R-55")
@pytest.mark.parametrize(
    ("end", "point"),
    [
        param((300, 0), (200, 0), id="straight"),
        param((-300, 0), (-200, 0), id="straight back"),
        param((22, 166), (8, 66), id="a step back for rounding"),
        param((15, 111), (1, 11), id="and another"),
        param((100, 0), (0, 0), id="touching"),
        param((50, 0), (0, 0), id="on it"),
        param((101, 0), (1, 0), id="almost"),
    ],
)
def test_the_point_at_which_a_base_just_touches(end: Point, point: Point) -> None:
    assert short_of((0, 0), end, 100) == point
