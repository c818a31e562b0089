"""Exact borders that whole games only happen to pass: distances, counts, fronts tried. [TMWWBK T135, R-24, F-SD2, R-23]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import in_cohesion
from grognard.books.men_who_would_be_kings.facts.deploy import placer_for
from grognard.books.men_who_would_be_kings.facts.ground import held
from grognard.books.men_who_would_be_kings.facts.houses import indoors, why_not_hold
from grognard.books.men_who_would_be_kings.facts.lanes import breaks_gap, enemies_round
from grognard.books.men_who_would_be_kings.facts.melee import chase, pursuit
from grognard.books.men_who_would_be_kings.facts.outlook import farther_out
from grognard.books.men_who_would_be_kings.facts.paths import in_the_way, reach
from grognard.books.men_who_would_be_kings.facts.placing import Facer
from grognard.books.men_who_would_be_kings.facts.retreat import flight
from grognard.books.men_who_would_be_kings.facts.sight import sees
from grognard.books.men_who_would_be_kings.facts.soundness import faults
from grognard.books.men_who_would_be_kings.facts.storming import holds
from grognard.books.men_who_would_be_kings.facts.wheeling import why_not_wheel
from grognard.books.men_who_would_be_kings.state import Task
from grognard.books.men_who_would_be_kings.steps.env import Turn
from grognard.books.men_who_would_be_kings.steps.menu import Menu
from grognard.books.men_who_would_be_kings.steps.solo import ComeBack
from grognard.books.men_who_would_be_kings.steps.turn import CloseTurn
from grognard.books.men_who_would_be_kings.steps.verbs import ORDERS
from grognard.books.men_who_would_be_kings.words import Where
from grognard.engine.flow import replace
from grognard.engine.verbs import Barred, offered
from grognard.tabletop.straight import seg_nearer
from tests.books.men_who_would_be_kings.scenes import (
    ENGINE,
    NORTH,
    SOUTH,
    Play,
    area,
    begin,
    gets_away,
    horse,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule


@rule("T135", "R-27")
@pytest.mark.parametrize(
    ("edge", "gone"), [(19, 200), (18.5, 225), (17, 300), (16.99, 300), (17.02, 299), (20, 150)]
)
def test_a_retreat_into_difficult_ground_goes_exactly_as_far_as_it_can_pay(edge: float, gone: int) -> None:
    sand = (area("sand", 20, 5, 52, edge),)
    state = scene(unit("A", regular, 1, at=(36, 20)), unit("b", tribal, at=(36, 40)), terrain=sand)
    way = flight(state, state.units[0], 1800)
    assert (way.bearing, way.lost) == (1800, 0)
    assert abs(way.gone - gone) <= 1


@rule("R-24", "T068")
@pytest.mark.parametrize(("die", "y"), [(1, 1900), (2, 2000), (3, 2100), (4, 2200)])
def test_a_charge_that_falls_short_goes_all_it_has(die: int, y: int) -> None:
    state = scene(unit("A", tribal, 1, at=(36, 10)), unit("b", regular, 1, at=(36, 24.5)))
    game = begin(state).do("charge", "A", "b").total(12).fall(die)
    assert game.told("falls short")
    assert game.unit("A").models[0] == (3600, y)


@rule("R-24", "R-25")
def test_a_charge_that_falls_just_short_stops_an_inch_away() -> None:
    state = scene(unit("A", tribal, 1, at=(36, 10)), unit("b", regular, 1, at=(36, 24.5)))
    game = begin(state).do("charge", "A", "b").total(12).fall(5)
    assert game.told("falls short")
    assert 2240 <= game.unit("A").models[0][1] <= 2250


@rule("F-SD2")
def test_turns_without_a_loss_are_counted_from_none() -> None:
    tasks = Task((SOUTH,)), Task((NORTH,))
    hut = area("building", 33, 2, 39, 6)
    state = scene(
        unit("A", regular, 11, at=(36, 20), fallen=1),
        unit("b", tribal, at=(36, 40)),
        terrain=(hut,),
        victory="bullet",
        tasks=tasks,
        quiet=3,
        fallen_before=0,
    )

    def closed(before: int) -> int:
        desk = ENGINE.table(replace(state, fallen_before=before), Turn(2), [], 0)
        CloseTurn().begin(desk)
        quiet: int = desk.state.quiet
        return quiet

    assert closed(0) == 0  # somebody fell: it begins anew
    assert closed(1) == 4


@rule("R-23")
def test_fronts_are_tried_in_sixteenths() -> None:
    state = scene(unit("A", regular, at=(36, 20), facing=10))
    fronts = [legs[0][1] for legs in Facer(state, state.units[0], True).candidates()]
    assert fronts == [100, *range(0, 3600, 225)]


@rule("R-25")
@pytest.mark.parametrize(("end", "bad"), [((3600, 2251), True), ((3600, 2250), False)])
def test_an_inch_is_an_inch(end: tuple[int, int], bad: bool) -> None:
    state = scene(unit("A", regular, 1, at=(36, 20)), unit("b", tribal, 1, at=(36, 24.5)))
    crowd = enemies_round(state, state.units[0], (3000, 1500, 4200, 3000))
    assert breaks_gap(((3600, 2000), end), 50, crowd) == bad


@rule("R-62")
def test_who_may_hold_a_building() -> None:
    hut = area("building", 34, 24, 38, 28)
    state = scene(unit("A", tribal, at=(36, 20)), unit("B", horse, at=(20, 20)), terrain=(hut,))
    foot, riders = state.units
    assert why_not_hold(state, foot, 0, 16) is None
    assert why_not_hold(state, foot, 0, 17) is not None
    assert why_not_hold(state, riders, 0, 8) is not None
    assert why_not_hold(state, replace(foot, close_order=True), 0, 16) is not None
    held = scene(
        unit("A", tribal, at=(36, 20)), unit("B", tribal, 1, places=[(3600, 2600)], inside=0), terrain=(hut,)
    )
    assert why_not_hold(held, held.units[0], 0, 16) is not None
    assert why_not_hold(held, held.units[1], 0, 1) is None
    rows = indoors(hut.poly, 16, 50)
    assert len({y for _, y in rows}) == 4
    assert rows[0] == (3450, 2750)
    assert indoors(hut.poly, 1, 50) == ((3600, 2600),)
    assert len({y for _, y in indoors(hut.poly, 4, 50)}) == 1


@rule("R-30", "T036")
def test_the_pursuit_has_no_distance_and_a_fresh_enemy_half_a_move() -> None:
    state = scene(unit("A", horse, at=(36, 14)), unit("b", tribal, at=(36, 24)))
    rider, beaten = state.units
    assert chase(state, rider, beaten) == pursuit(state) == 2 * (7200 + 4800)
    assert chase(state, rider, replace(beaten, where=Where.DESTROYED, models=())) == 600


@rule("R-31", "R-11")
@pytest.mark.parametrize(("y", "held"), [(2351, True), (2350, True), (2349, False), (2650, False)])
def test_a_wall_is_held_within_an_inch_and_from_behind_it(y: int, held: bool) -> None:
    from grognard.books.men_who_would_be_kings.facts.ground import layout

    state = scene(unit("A", tribal, at=(36, 10)), terrain=(line("wall", 20, 25, 50, 25),))
    wall = layout(state).barriers[0]
    assert holds(wall, (3600, y), 50, (3600, 3000)) == held


@rule("R-23", "R-25")
def test_wheeling_is_measured_to_the_hundredth() -> None:
    state = scene(unit("A", regular, 6, at=(36, 20)), unit("b", tribal, 1, at=(36, 30)))
    mine, old = state.units[0], state.units[0].models
    assert why_not_wheel(state, mine, old[:1], ((3600, 2600),)) is None
    found = why_not_wheel(state, mine, old[:1], ((3600, 2601),))
    assert found is not None
    assert found.cite == "R-23"
    near = why_not_wheel(state, mine, ((3600, 2500),), ((3600, 2801),))
    assert near is not None
    assert near.cite == "R-25"
    assert why_not_wheel(state, mine, ((3600, 2500),), ((3600, 2800),)) is None
    assert why_not_wheel(state, mine, ((3600, 2850),), ((3600, 2850),)) is None


@rule("R-27", "T138")
@pytest.mark.parametrize(
    ("box", "out"),
    [
        ((0, 0, 7200, 4800), False),
        ((-1, 0, 7200, 4800), True),
        ((0, -1, 7200, 4800), True),
        ((0, 0, 7201, 4800), True),
        ((0, 0, 7200, 4801), True),
    ],
)
def test_near_an_edge(box: tuple[int, int, int, int], out: bool) -> None:
    assert farther_out(box, 7200, 4800) == out


@rule("R-27", "T137", "T138")
def test_who_gets_away() -> None:
    free = scene(unit("A", regular, at=(36, 20)), unit("b", tribal, at=(36, 26)))
    assert gets_away(free, free.units[0], free.units[1])
    edge = scene(unit("A", regular, at=(36, 3)), unit("b", tribal, at=(36, 9)))
    assert not gets_away(edge, edge.units[0], edge.units[1])


@rule("R-56")
def test_nobody_is_in_the_way_of_whom_one_reaches_or_cannot_see_the_end_of() -> None:
    state = scene(unit("A", regular, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 16.9)))
    assert reach(state, state.units[0], state.units[1], 600) is not None
    far = scene(unit("A", regular, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 17.01)))
    assert in_the_way(far, far.units[0], far.units[1], 600) == ()
    cliff = scene(
        unit("A", regular, 1, at=(36, 10)),
        unit("b", tribal, 1, at=(36, 16.9)),
        terrain=(area("cliff", 20, 12, 52, 14),),
    )
    assert in_the_way(cliff, cliff.units[0], cliff.units[1], 600) == ()


def barred_by(menu: Menu) -> Barred:
    return Barred(ORDERS, menu, offered(ORDERS, menu))


@rule("T012d", "T149")
def test_the_reason_is_that_of_whoever_comes_nearest_to_it() -> None:
    state = scene(
        unit("A", tribal, at=(20, 20)), unit("B", regular, 5, at=(40, 20)), unit("b", tribal, at=(36, 40))
    )
    barred = barred_by(Menu(state, state.on_table(0)))
    assert barred["form_close_order"].cite == "T073"
    assert "move" not in barred
    assert len(barred) == len(list(barred)) > 3
    acted = Menu(state, [replace(u, acted=True) for u in state.on_table(0)])
    assert barred_by(acted)["move"].cite == "T149"
    assert barred_by(Menu(state, (), idiots=(0,)))["move"].cite == "F-T3"


@rule("F-SB1", "F-S1")
def test_a_placer_without_leave_puts_nobody_indoors() -> None:
    from grognard.books.men_who_would_be_kings import RULESET

    state = RULESET.start("seek_and_destroy").state
    foot = next(u for u in state.on_table(0) if not u.cavalry and not u.crewed)
    placer = placer_for(state, foot)
    assert placer.house((3000, 3000)) is not None
    assert placer.house((3600, 3400)) is None
    placer.indoors = False
    assert placer.house((3000, 3000)) is None


@rule("F-SH1")
@pytest.mark.parametrize(("verb", "west"), [("from_west", True), ("from_east", False)])
def test_the_edge_chosen_is_the_edge_one_comes_from(verb: str, west: bool) -> None:
    from grognard.books.men_who_would_be_kings import RULESET

    game = Play(RULESET.start("sigh_of_relief")).do(verb)
    assert all((x <= 600) == west for u in game.state.on_table(1) for x, _ in u.models)


@rule("F-B5")
def test_a_unit_that_comes_back_is_fresh() -> None:
    lost = unit(
        "b",
        tribal,
        places=(),
        where=Where.DESTROYED,
        fallen=0,
        acted=True,
        engaged=True,
        dry=True,
        leader=None,
    )
    state = scene(unit("A", regular, at=(36, 14)), lost, solo=1, victory="solo")
    desk = ENGINE.table(state, None, [], 0)
    ComeBack().fell(desk, 6)
    back = desk.state.units[1]
    assert (back.where, back.acted, back.engaged, back.dry, back.leader) == (
        Where.POOL,
        False,
        False,
        False,
        0,
    )


@rule("T149")
def test_a_player_turn_opens_for_its_own_side_alone() -> None:
    state = scene(unit("A", regular, at=(36, 10), acted=True), unit("b", tribal, at=(36, 40), acted=True))
    game = begin(state).do("end_turn")
    assert game.state.side == 1
    assert (game.unit("A").acted, game.unit("b").acted) == (True, False)


@rule("T102", "T088")
def test_the_journal_counts_markers_and_tells_of_moves() -> None:
    state = scene(unit("A", regular, at=(36, 20)), unit("b", tribal, at=(36, 28), pins=1))
    game = begin(state).do("fire", "A", "b").hits(3).total(7).total(2)
    assert [e.facts["markers"] for e in game.log if e.what == "pinned"] == [2]
    moved = begin(scene(unit("A", tribal, at=(36, 10)))).do("move", "A").do("go", (("go", 0, 300),))
    assert [e.facts["inches"] for e in moved.log if e.what == "moves"] == [3.0]
    still = begin(scene(unit("A", tribal, at=(36, 10)))).do("move", "A").do("go", ())
    assert not still.told("moves")


@rule("T149", "T012d")
def test_whoever_has_acted_is_not_on_the_menu() -> None:
    state = scene(unit("A", regular, at=(36, 10), acted=True), unit("B", regular, at=(50, 10)))
    assert [u.key for u in Menu(state, state.units).units] == ["B"]
    gone = replace(state.units[1], where=Where.DESTROYED, models=())
    assert Menu(state, (gone,)).units == []


@rule("R-30")
def test_no_way_is_told_only_where_there_is_none() -> None:
    state = scene(unit("A", horse, at=(36, 14)), unit("b", tribal, 8, at=(36, 24)))
    game = begin(state).do("attack", "A", "b").hits(3).hits(0).total(7).total(12)
    assert game.offers("follow_up") == [1]
    assert not game.told("no way after them")
    foot = scene(unit("A", tribal, at=(36, 18)), unit("b", tribal, 8, at=(36, 24)))
    game = begin(foot).do("attack", "A", "b").total(12).hits(3).hits(0).total(7).total(12)
    assert not game.told("no way after them")


@rule("T043", "F-T10")
def test_a_pinned_enemy_out_of_the_choice_is_refused_for_the_threat() -> None:
    state = scene(
        unit("A", regular, at=(36, 20)),
        unit("b", tribal, at=(36, 28)),
        unit("c", tribal, at=(54, 30), pins=1),
    )
    assert begin(state).refused("fire", "A", "c").cite == "T043"


@rule("F-G2", "R-37")
def test_four_inches_of_wood_only_if_both_ends_are_in_it() -> None:
    wood = (area("wood", 30, 20, 42, 30),)
    one_in = scene(unit("A", regular, 1, at=(36, 18)), unit("b", tribal, 1, at=(36, 23)), terrain=wood)
    assert not sees(one_in, *one_in.units)
    both = scene(unit("A", regular, 1, at=(36, 21)), unit("b", tribal, 1, at=(36, 24.5)), terrain=wood)
    assert sees(both, *both.units)


@rule("R-09", "R-11")
def test_a_wall_is_held_by_more_than_half_within_an_inch() -> None:
    wall = (line("wall", 20, 25, 50, 25),)
    near, far = [(3600, 2560), (3710, 2560)], [(3600, 2800), (3710, 2800)]

    def walls(places: list[tuple[int, int]]) -> int:
        state = scene(unit("b", regular, len(places), places=places), terrain=wall)
        return len(held(state, state.units[0], (3600, 2000)))

    assert walls([*near, (3820, 2560), *far]) == 1
    assert walls([*near, *far]) == 0
    assert walls([*far, (3820, 2800)]) == 0


@rule("R-25", "R-55")
def test_touching_is_not_pressing() -> None:
    assert not seg_nearer((0, 0), (-100, 0), (100, 0, 100))
    assert seg_nearer((1, 0), (-100, 0), (100, 0, 100))
    assert not seg_nearer((0, 100), (200, 100), (100, 0, 100))


@rule("R-57", "T015")
def test_attackers_with_nothing_in_their_way_all_go_alike() -> None:
    state = scene(unit("A", horse, at=(36, 14)), unit("b", tribal, 1, at=(36, 26)))
    before = state.units[0].models
    after = begin(state).do("attack", "A", "b").unit("A").models
    assert len({(x - u, y - v) for (x, y), (u, v) in zip(after, before)}) == 1


@rule("R-57", "T150")
def test_attackers_find_room_beside_friends() -> None:
    state = scene(
        unit("A", tribal, at=(36, 18)),
        unit("B", tribal, 6, at=(33, 25), row=True),
        unit("b", regular, 4, at=(38, 24.5)),
    )
    game = begin(state).do("attack", "A", "b").total(12)
    assert not list(faults(game.state))
    assert in_cohesion(game.unit("A"))
