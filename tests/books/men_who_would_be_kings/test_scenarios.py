"""Scenarios: set-up, arrivals, tasks, scoring, ends. [TMWWBK F-S1–F-S7, F-SA1–F-SZ1, R-61]"""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.facts.bodies import gap, in_cohesion
from grognard.books.men_who_would_be_kings.facts.deploy import sector_poly, zones_of
from grognard.books.men_who_would_be_kings.facts.soundness import faults
from grognard.books.men_who_would_be_kings.facts.victory import bitten, escaped, holder, over, points
from grognard.books.men_who_would_be_kings.state import Options, State, Task, Unit
from grognard.books.men_who_would_be_kings.steps.env import PlayerTurn
from grognard.books.men_who_would_be_kings.words import Where
from grognard.engine.choices import Ask
from grognard.engine.flow import replace
from grognard.geometry.points import square
from grognard.geometry.shapes import contains, upright
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
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


def lost(key: str, cost: int, where: Where = Where.DESTROYED, **more: object) -> Unit:
    """A unit that is no more, or away."""
    made = unit(key, regular, **more)  # type: ignore[arg-type]
    fallen = made.fallen if where is Where.EXITED else made.start
    return replace(made, where=where, models=(), fallen=fallen, cost=cost)


def started(name: str, **options: object) -> State:
    state: State = RULESET.start(name, Options(**options)).state  # type: ignore[arg-type]
    return state


@rule("F-S1", "F-S7", "F-5")
@pytest.mark.parametrize("name", list(RULESET.scenarios))
def test_everybody_is_set_up_whole_in_the_zone_and_together(name: str) -> None:
    state = started(name)
    assert not list(faults(state))
    assert (state.field.width, state.field.height) == (7200, 4800)
    for each in state.on_table():
        zone = zones_of(state, each.side)
        assert in_cohesion(each)
        if zone.spot is None:
            assert any(all(contains(poly, m) for m in each.models) for poly in zone.polys)
        for friend in state.on_table(each.side):
            assert friend is each or gap(state, each, friend) >= 100


@rule("F-S1", "T090")
@pytest.mark.parametrize(
    ("name", "force"),
    [
        ("just_passing_by", "zulu_plain"),
        ("storm_the_fort", "boer"),
        ("sigh_of_relief", "afghan"),
        ("awfully_quiet", "zulu"),
    ],
)
def test_any_force_finds_room_in_any_role(name: str, force: str) -> None:
    for options in (Options(first_force=force), Options(second_force=force)):
        state: State = RULESET.start(name, options).state
        assert not list(faults(state))
        assert all(in_cohesion(u) for u in state.on_table())


@rule("F-S7", "F-S1")
def test_free_deployment() -> None:
    game = Play(RULESET.start("storm_the_fort", Options(free_deployment=True)))
    assert game.ask.who == (0,)
    game.do("set_up", 0)
    assert game.refused("place", (("at", 100, 100),)).cite in ("F-S1", "R-55")
    game.do("place", (("at", 3000, 3300),)).do("ready")
    assert game.ask.who == (1,)
    game.do("ready")
    assert game.ask.prompt.startswith("Activate")


@rule("F-SG1")
def test_half_the_garrison_stays_inside_the_walls() -> None:
    game = Play(RULESET.start("storm_the_fort", Options(free_deployment=True)))
    inside = [u for u in game.state.on_table(0) if all(contains(game.state.field.area, m) for m in u.models)]
    assert 2 * len(inside) >= 3
    game.do("set_up", inside[0].id)
    assert game.refused("place", (("at", 1000, 2500),)).cite == "F-SG1"


@rule("F-SD1")
def test_leaders_stand_within_their_move_of_the_centre() -> None:
    state = started("to_the_last_bullet")
    assert sum(u.cost for u in state.units if u.side == 0) == 18
    assert sum(u.cost for u in state.units if u.side == 1) == 24
    for each in state.on_table(0):
        assert square(each.models[0], (3600, 2400)) <= 600**2


@rule("F-SE1")
def test_hunters_wait_on_the_flanks_twelve_away() -> None:
    state = started("run_to_the_hills")
    for hunter in state.on_table(1):
        assert all(y <= 600 or y >= 4200 for _, y in hunter.models)
        assert all(gap(state, hunter, runner) >= 1200 for runner in state.on_table(0))


@rule("F-SF1")
def test_the_column_is_strung_out_on_the_road() -> None:
    state = started("awfully_quiet")
    column = sorted(state.on_table(0), key=lambda u: -u.models[0][0])
    assert sum(u.cost for u in column) == 18
    for first, second in pairwise(column):
        assert 300 <= gap(state, first, second) <= 1200
    assert all(2100 <= y <= 2700 for u in column for _, y in u.models)


# ---- arrivals


def village(**more: object) -> State:
    tasks = Task((NORTH,), (), (NORTH,), 2, 5), Task((SOUTH,))
    waiting = replace(unit("A", tribal), where=Where.WAITING, models=())
    return scene(waiting, unit("B", tribal, at=(36, 30)), unit("b", regular, at=(36, 5)), tasks=tasks, **more)


@rule("F-S3", "F-SB1", "R-61", "R-48")
def test_reserves_come_on_four_then_by_themselves() -> None:
    assert isinstance(begin(village(turn=1), "player turn", PlayerTurn(0)).pending, Ask)
    game = begin(village(turn=2), "player turn", PlayerTurn(0))
    assert game.throw.what == "arrival"
    assert game.fall(3).ask.prompt.startswith("Activate")
    come = begin(village(turn=2), "player turn", PlayerTurn(0)).fall(4)
    assert "bring_on" in come.ask.offers
    assert "bring_on" in begin(village(turn=5), "player turn", PlayerTurn(0)).ask.offers


@rule("R-61", "F-S3")
def test_an_arrival_stands_within_three_of_its_edge_and_six_from_enemies() -> None:
    game = begin(village(turn=5), "player turn", PlayerTurn(0))
    assert game.refused("bring_on", (("at", 3600, 3000),)).cite == "R-61"
    game.do("bring_on", (("at", 3600, 4650),))
    assert all(y >= 4500 for _, y in game.unit("A").models)
    assert in_cohesion(game.unit("A"))
    assert game.may("move", "A")
    near = village(turn=5)
    near = replace(
        near, units=(*near.units[:2], replace(near.units[2], models=unit("b", at=(36, 42)).models))
    )
    assert begin(near, "player turn", PlayerTurn(0)).refused("bring_on", (("at", 3600, 4650),)).cite == "R-61"


@rule("F-SB1")
def test_part_of_the_defence_is_at_home() -> None:
    state = started("seek_and_destroy")
    at_home = sum(u.cost for u in state.on_table(0))
    assert 8 <= at_home <= 12
    assert any(u.where is Where.WAITING for u in state.units)
    assert state.field.first == 1


@rule("F-SH1")
def test_the_attacker_picks_a_short_edge_and_relief_comes_by_the_other() -> None:
    from grognard.books.men_who_would_be_kings.facts.deploy import entries
    from grognard.books.men_who_would_be_kings.facts.retreat import homeward

    game = Play(RULESET.start("sigh_of_relief"))
    assert game.ask.who == (1,)
    assert sum(u.cost for u in game.state.on_table(0)) <= 10
    game.do("from_east")
    assert all(x >= 6600 for u in game.state.on_table(1) for x, _ in u.models)
    assert entries(game.state, 0) == (WEST,)
    assert homeward(game.state, game.state.on_table(0)[0]) == 2700
    assert homeward(game.state, game.state.on_table(1)[0]) == 900
    assert game.state.field.sides[0].task.from_turn == 4
    assert game.state.field.sides[0].task.sure_turn == 7


# ---- hidden natives and the prize


@rule("F-SC1")
def test_natives_hide_in_sectors_only_they_know() -> None:
    position = RULESET.start("get_off_my_land")
    game = Play(position)
    hidden = [u for u in game.state.units if u.where is Where.HIDDEN]
    assert hidden
    on_table = sum(u.cost for u in game.state.on_table(0))
    assert on_table >= 12
    assert game.refused("hide", 1).cite == "F-SC1"  # the southern row
    while "hide" in game.ask.offers:
        game.do("hide", 7)
    assert all(u.sector == 7 for u in game.state.units if u.where is Where.HIDDEN)
    seen = RULESET.view_of(game.position, 1).state
    assert all(u.sector is None for u in seen.units)
    own = RULESET.view_of(game.position, 0).state
    assert any(u.sector == 7 for u in own.units)


def ambush(turn: int, **more: object) -> State:
    tasks = Task((NORTH,), (), (NORTH,), 8, 8), Task((SOUTH,), (SOUTH,))
    hidden = replace(unit("A", tribal), where=Where.HIDDEN, models=(), sector=4)
    return scene(
        hidden,
        unit("B", tribal, at=(36, 44)),
        unit("b", regular, at=(36, 5)),
        tasks=tasks,
        turn=turn,
        victory="land",
        **more,
    )


@rule("F-SC1")
def test_hidden_units_appear_in_their_sector_and_do_nothing_that_turn() -> None:
    game = begin(ambush(3), "player turn", PlayerTurn(0))
    assert set(game.ask.offers) == {"show", "lie_low"}
    game.do("show", "A")
    assert game.refused("appear", (("at", 1000, 2400),)).cite == "F-SC1"
    game.do("appear", (("at", 3600, 2400),))
    assert all(contains(sector_poly(game.state, 4), m) for m in game.unit("A").models)
    assert not game.may("move", "A")
    assert game.may("move", "B")


@rule("F-SC1")
def test_at_turn_eight_they_must() -> None:
    game = begin(ambush(8), "player turn", PlayerTurn(0))
    assert set(game.ask.offers) == {"show"}


@rule("F-SC1", "F-S3")
def test_one_without_room_comes_over_the_edge() -> None:
    wall = (area("cliff", 24, 16, 48, 32),)
    game = begin(ambush(8, terrain=wall), "player turn", PlayerTurn(0))
    assert game.told("comes round")
    assert "bring_on" in game.ask.offers


SPOTS = ((3600, 2000), (5000, 2000))


def treasure(**more: object) -> State:
    tasks = Task((NORTH,)), Task((SOUTH,), (SOUTH,), plays_on=True)
    seeker = unit("b", regular, at=(36, 20), **more)  # type: ignore[arg-type]
    return scene(unit("A", tribal, at=(36, 44)), seeker, tasks=tasks, victory="land", spots=SPOTS)


@rule("F-SC2")
def test_standing_to_at_a_marker_searches_it() -> None:
    game = begin(treasure(), side=1).do("stand_to", "b")
    assert game.throw.what == "search"
    assert str(game.throw.dice.dist().fractions()["prize"]) == "1/2"
    nothing = Play(game.position).fall("nothing")
    assert nothing.state.markers == (1,)
    game.fall("prize")
    assert game.unit("b").prize
    last = begin(replace(treasure(), markers=(0,)), side=1).do("stand_to", "b")
    assert last.throw.dice.dist().fractions() == {"prize": 1}
    away = replace(treasure(), markers=(1,))
    assert isinstance(begin(away, side=1).do("stand_to", "b").pending, Ask)


@rule("F-SC3")
def test_a_lost_carrier_drops_the_prize_and_another_takes_it_up() -> None:
    state = replace(treasure(pins=1), markers=())
    state = replace(state, units=(state.units[0], replace(state.units[1], prize=True)))
    game = begin(state, side=1).do("rally", "b").total(2)
    assert game.state.prize == (3600, 2000)
    lying = scene(
        unit("A", tribal, at=(36, 44)), unit("b", regular, at=(36, 16)), victory="land", spots=SPOTS, prize=(3600, 2000),
        tasks=(Task((NORTH,)), Task((SOUTH,), (SOUTH,))),
    )  # fmt: skip
    taken = begin(lying, side=1).do("move", "b").total(12).do("go", (("go", 0, 200),))
    assert taken.unit("b").prize
    native = scene(
        unit("A", tribal, at=(36, 24)), unit("b", at=(10, 5)), victory="land", spots=SPOTS, prize=(3600, 2000)
    )
    assert not begin(native).do("move", "A").do("go", (("go", 0, -200),)).unit("A").prize


@rule("F-SC4")
def test_who_wins_the_prize() -> None:
    state = treasure(prize=True)
    assert over(replace(state, prize_out=True), False).winner == 1  # type: ignore[union-attr]
    end = replace(state, turn=15)
    assert over(end, True).winner is None  # type: ignore[union-attr]
    bare = replace(treasure(), turn=15)
    assert over(bare, True).winner == 0  # type: ignore[union-attr]


@rule("F-SC4", "F-SC3", "R-61")
def test_the_carrier_leaves_and_wins() -> None:
    state = treasure(prize=True)
    state = replace(
        state, units=(state.units[0], replace(state.units[1], models=unit("b", at=(36, 4)).models))
    )
    game = begin(state, side=1).do("move", "b").total(12).do("go", (("leave", 0),))
    assert game.position.over
    assert game.state.outcome is not None
    assert game.state.outcome.winner == 1


# ---- holding and scoring


@rule("F-S4")
def test_holding_a_place() -> None:
    camp = upright(3000, 1800, 4200, 3000)
    mine, theirs = unit("A", tribal, at=(36, 22)), unit("b", tribal, at=(36, 27))
    assert holder(scene(mine), camp) == 0
    assert holder(scene(mine, theirs), camp) is None
    assert holder(scene(mine, replace(theirs, pins=1)), camp) == 0
    assert holder(scene(replace(mine, pins=1)), camp) is None


@rule("F-SA1", "F-SA2", "F-S2")
def test_just_passing_by_scores_exits_and_bites() -> None:
    out = lost("A", 6, Where.EXITED)
    hurt = unit("b", regular, 9, at=(36, 30), fallen=3)
    state = scene(out, unit("B", at=(10, 10)), hurt, lost("c", 4), victory="passing")
    assert bitten(state, 1) == 6 * 3 / 12 + 4
    assert points(state) == (6 + 2, 0)
    retreated = scene(
        lost("A", 6, Where.RETREATED), unit("B", at=(10, 10)), unit("b", at=(36, 30)), victory="passing"
    )
    assert points(retreated) == (0, 3)


def hamlet(left: tuple[int, ...] = (3, 3), **more: object) -> State:
    houses = (
        area("building", 30, 28, 34, 32, "one", structure=3),
        area("building", 40, 28, 44, 32, "two", structure=3),
    )
    column = unit("b", regular, at=(32, 25.5))
    state = scene(unit("A", tribal, at=(60, 40)), column, terrain=houses, victory="destroy", **more)
    return replace(state, structure=left)


@rule("F-SB2")
def test_standing_to_pulls_a_building_down() -> None:
    game = begin(hamlet(), side=1).do("stand_to", "b")
    assert game.state.structure == (2, 3)
    assert not begin(hamlet()).do("stand_to", "A").told("levels")  # only the column does
    down = begin(hamlet((1, 3)), side=1).do("stand_to", "b")
    assert down.state.standing[0].kind == "rubble"
    crew = scene(
        unit("A", tribal, at=(60, 40)),
        unit("b", gun, at=(32, 26)),
        terrain=hamlet().field.terrain,
        victory="destroy",
    )
    assert not begin(crew, side=1).do("stand_to", "b").told("levels")


@rule("F-SB2", "T098", "F-G6")
def test_a_garrison_dies_with_its_building() -> None:
    state = hamlet((1, 3))
    garrison = replace(
        state.units[0],
        models=tuple((3050 + 100 * (i % 4), 2850 + 100 * (i // 4)) for i in range(16)),
        inside=0,
    )
    state = replace(state, units=(garrison, state.units[1]))
    game = begin(state, side=1).do("stand_to", "b")
    assert game.unit("A").where is Where.DESTROYED


@rule("F-SB3")
def test_seek_and_destroy_scores_buildings_and_units() -> None:
    state = replace(hamlet((0, 3)), units=(lost("A", 5), lost("b", 7)))
    assert points(state) == (4 + 3, 4 + 2)
    assert over(hamlet((0, 0)), False) is not None
    assert over(hamlet((0, 1)), False) is None


def farm(**more: object) -> State:
    house = (area("building", 33, 2, 39, 6, "the farmstead"),)
    holder_ = unit(
        "A", regular, places=[(3350 + 100 * (i % 6), 350 + 100 * (i // 6)) for i in range(12)], inside=0
    )
    return scene(
        holder_,
        lost("B", 6),
        unit("b", tribal, at=(36, 40)),
        lost("c", 3),
        terrain=house,
        victory="bullet",
        **more,
    )


@rule("F-SD2", "F-S4")
def test_to_the_last_bullet_scores_losses_and_the_farm() -> None:
    assert points(farm()) == (1 + 6, 6)
    empty = farm()
    empty = replace(empty, units=(replace(empty.units[0], pins=1), *empty.units[1:]))
    assert points(empty) == (1, 6)


@rule("F-SD2")
def test_five_quiet_turns_end_it() -> None:
    assert over(farm(quiet=5), True) is not None
    assert over(farm(quiet=4), True) is None
    state = scene(
        unit("A", regular, at=(36, 10)),
        unit("b", tribal, at=(36, 40)),
        terrain=farm().field.terrain,
        victory="bullet",
    )
    game = begin(state).do("end_turn").do("end_turn")
    assert game.state.quiet == 1


@rule("F-SE2")
@pytest.mark.parametrize(("exited", "winner"), [((6, 6, 6), 0), ((6, 6), None), ((6,), 1), ((), 1)])
def test_run_to_the_hills(exited: tuple[int, ...], winner: int | None) -> None:
    gone = [lost(key, 6, Where.EXITED) for key in "ABC"[: len(exited)]]
    left = [lost(key, 6) for key in "DEFG"[: 4 - len(exited)]]
    state = scene(
        *gone,
        *left,
        unit("b", at=(36, 30)),
        victory="hills",
        tasks=(Task((WEST,), (EAST,), plays_on=True), Task((SOUTH,))),
    )
    found = over(state, True)
    assert found is not None
    assert found.winner == winner


@rule("F-SE2")
def test_a_unit_below_half_strength_counts_half() -> None:
    weak = replace(lost("A", 6, Where.EXITED), fallen=7)
    assert escaped(scene(weak, unit("b", at=(36, 30)), victory="hills")) == 3
    assert escaped(scene(replace(weak, fallen=6), unit("b", at=(36, 30)), victory="hills")) == 6


@rule("F-SF2")
def test_awfully_quiet_scores() -> None:
    units = (
        lost("A", 6, Where.EXITED),
        unit("B", regular, at=(20, 24)),
        lost("C", 4),
        unit("b", tribal, at=(36, 40)),
        lost("c", 5),
    )
    assert points(scene(*units, victory="quiet")) == (6 + 3 + 2, 4)


FORT = upright(2700, 3000, 4500, 4200)


@rule("F-SG2", "F-S4")
def test_the_fort() -> None:
    attacker, garrison = unit("b", tribal, at=(36, 38)), unit("A", regular, at=(36, 32.5))
    taken = scene(unit("A", regular, at=(10, 40)), attacker, victory="fort", area=FORT)
    assert over(taken, True).winner == 1  # type: ignore[union-attr]
    assert over(taken, False) is None
    disputed = scene(garrison, attacker, victory="fort", area=FORT, turn=15)
    assert over(disputed, True).winner is None  # type: ignore[union-attr]
    held = scene(garrison, unit("b", tribal, at=(36, 5)), victory="fort", area=FORT, turn=15)
    assert over(held, True).winner == 0  # type: ignore[union-attr]


@rule("F-SH2", "F-S5")
def test_the_camp() -> None:
    state = scene(
        unit("A", regular, at=(36, 36)), unit("b", tribal, at=(36, 5)), victory="relief", area=FORT, turn=15
    )
    assert over(state, True).winner == 0  # type: ignore[union-attr]
    nobody = scene(
        unit("A", regular, at=(10, 36)), unit("b", tribal, at=(36, 5)), victory="relief", area=FORT, turn=15
    )
    assert over(nobody, True).winner is None  # type: ignore[union-attr]
    alone = scene(lost("A", 6), unit("b", tribal, at=(36, 5)), victory="relief", area=FORT)
    assert over(alone, False).winner == 1  # type: ignore[union-attr]


@rule("F-SZ1", "F-S6")
def test_the_meeting_engagement() -> None:
    even = scene(
        unit("A", at=(10, 10)),
        unit("B", at=(30, 10)),
        unit("C", at=(50, 10)),
        unit("b", at=(36, 40)),
        lost("c", 4),
        unit("d", at=(56, 40)),
    )
    assert points(even) == (4, 0)
    assert over(even, True) is None
    half = replace(
        even,
        units=tuple(
            replace(u, where=Where.ROUTED, models=(), fallen=u.start) if u.key == "d" else u
            for u in even.units
        ),
    )
    assert over(half, False) is None
    found = over(half, True)
    assert found is not None
    assert found.winner == 0


@rule("F-S5", "R-41")
def test_a_side_with_a_task_plays_on_alone() -> None:
    tasks = Task((WEST,), (EAST,), plays_on=True), Task((EAST,), (WEST,), plays_on=True)
    assert over(scene(unit("A", at=(10, 10)), lost("b", 6), victory="passing", tasks=tasks), False) is None
    assert over(scene(lost("A", 6), lost("b", 6), victory="passing", tasks=tasks), False) is not None
    assert over(scene(unit("A", at=(10, 10)), lost("b", 6)), False) is not None


@rule("F-T14", "F-S6")
def test_nephews_count_where_points_do() -> None:
    state = replace(scene(unit("A", at=(10, 10)), unit("b", at=(36, 40))), nephews=(1, 0))
    assert points(state) == (1, 0)


@rule("F-S6")
def test_an_end_is_told() -> None:
    state = scene(unit("A", at=(10, 10)), lost("b", 6), turn=15)
    found = over(state, True)
    assert found is not None
    assert (found.winner, found.scores) == (0, (6, 0))
