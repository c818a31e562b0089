"""Close Order, Gone to Ground, Pinned, Stand To, Rally, Retreat. [TMWWBK T072–T087, T095–T122, T128–T138]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.placing import Facer
from grognard.books.men_who_would_be_kings.facts.retreat import allowance, first_bearing, flight
from grognard.books.men_who_would_be_kings.facts.shooting import in_arc, targets, why_not_shoot
from grognard.books.men_who_would_be_kings.facts.sight import sees
from grognard.books.men_who_would_be_kings.facts.values import fighting, move_of
from grognard.books.men_who_would_be_kings.state import Options, Task, Unit
from grognard.books.men_who_would_be_kings.steps.env import OnTrial, Rallying
from grognard.books.men_who_would_be_kings.words import Action, Trait, Upgrade, Where
from grognard.engine.choices import Ask
from grognard.geometry.gaps import length
from tests.books.men_who_would_be_kings.scenes import (
    NORTH,
    SOUTH,
    WEST,
    area,
    begin,
    find,
    gun,
    irregular,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param
FOE = unit("b", tribal, at=(36, 40))


def formed(count: int = 12, **more: object) -> object:
    return unit("A", regular, count, at=(36, 10), close_order=True, **more)  # type: ignore[arg-type]


# ---- Close Order


@rule("T072", "T072a", "T073", "R-23", "T083")
def test_forming_takes_an_order_and_the_activation() -> None:
    game = begin(scene(unit("A", regular, at=(36, 10)), FOE)).do("form_close_order", "A").total(12)
    leader = game.unit("A").models[0]
    game.do("face", (("face", 900),))
    after = game.unit("A")
    assert after.close_order
    assert after.models[0] == leader
    assert {x for x, _ in after.models} == {leader[0], leader[0] - 101}  # two ranks, facing east
    assert game.ask.prompt.startswith("Activate")


@rule("T073")
@pytest.mark.parametrize(("models", "may"), [(6, True), (5, False)])
def test_six_models_are_needed(models: int, may: bool) -> None:
    assert begin(scene(unit("A", regular, models, at=(36, 10)), FOE)).may("form_close_order", "A") == may


@rule("R-23")
def test_not_where_the_block_does_not_fit() -> None:
    wall = (area("building", 30, 11, 42, 14, "one"), area("building", 30, 6, 42, 9, "two"))
    places = [(3600 + 101 * i, 1000) for i in (0, 1, -1, 2, -2, 3, -3, 4)]
    state = scene(unit("A", regular, 8, places=places), FOE, terrain=wall)
    assert not Facer(state, state.units[0], True).possible()
    assert not begin(state).offers("form_close_order")


@rule("T074", "T075")
def test_it_moves_four_and_two_in_difficult_ground() -> None:
    assert move_of(find(scene(formed()), "A")) == 400  # type: ignore[arg-type]
    sand = (area("sand", 20, 5, 52, 30),)
    game = begin(scene(formed(), FOE, terrain=sand)).do("move", "A").total(12)  # type: ignore[arg-type]
    assert game.refused("go", (("go", 0, 201),)).cite == "R-56"
    game.do("go", (("go", 0, 200),))


@rule("T076", "T087")
def test_no_double_and_no_skirmish() -> None:
    from grognard.books.men_who_would_be_kings.facts.values import why_not

    state = scene(formed(), FOE)  # type: ignore[arg-type]
    for action, cite in ((Action.DOUBLE, "T076"), (Action.SKIRMISH, "T087")):
        refusal = why_not(state, state.units[0], action)
        assert refusal is not None
        assert refusal.cite == cite


@rule("T078", "T128", "T129", "T130", "R-22")
def test_a_volley_is_free_and_at_short_range() -> None:
    near = begin(scene(formed(), unit("b", tribal, at=(36, 20))))  # type: ignore[arg-type]
    near.do("volley", "A", "b")
    assert near.throw.what == "fire"
    assert near.throw.cite == "T129"
    far = scene(formed(), unit("b", tribal, at=(36, 30)))  # type: ignore[arg-type]
    assert not begin(far).may("volley", "A", "b")
    assert begin(far).may("fire", "A", "b")
    reason = why_not_shoot(far, far.units[0], far.units[1], Action.VOLLEY)
    assert reason is not None
    assert reason.cite == "T130"
    loose = begin(scene(unit("A", regular, at=(36, 10)), unit("b", tribal, at=(36, 20))))
    assert not loose.offers("volley")


@rule("T081", "R-23", "R-49")
@pytest.mark.parametrize(
    ("at", "inside"), [((36, 20), True), ((46, 10), True), ((36, 2), False), ((46, 7), False)]
)
def test_the_front_half(at: tuple[int, int], inside: bool) -> None:
    state = scene(formed(), unit("b", tribal, 1, at=at))  # type: ignore[arg-type]
    assert in_arc(state, state.units[0], state.units[1]) == inside
    assert (1 in targets(state, state.units[0], Action.FIRE)) == inside


@rule("R-38")
@pytest.mark.parametrize(("arc", "inside"), [(360, True), (180, False)])
def test_crews_have_an_arc_only_by_the_switch(arc: int, inside: bool) -> None:
    options = Options(crew_arc_deg=arc)  # type: ignore[arg-type]
    state = scene(unit("A", gun, at=(36, 20), facing=0), unit("b", tribal, at=(36, 8)), options=options)
    assert in_arc(state, state.units[0], state.units[1]) == inside
    game = begin(state).do("stand_to", "A")
    assert ("face" in game.ask.offers) == (arc == 180)


@rule("T079", "T080", "T082", "R-51")
def test_it_fights_better_is_easier_to_hit_and_caps_the_enemy() -> None:
    state = scene(formed(9), unit("b", tribal, at=(36, 17)))  # type: ignore[arg-type]
    assert fighting(state.units[0]) == 5
    game = begin(state, side=1).do("attack", "b", "A").total(12)
    assert game.throw.dice.faces()[0] == 9
    game.hits(0)
    assert game.throw.dice.groups == ((9, 4),)  # type: ignore[union-attr]
    shot = begin(scene(formed(), unit("b", irregular, at=(36, 20))), side=1).do("fire", "b", "A")  # type: ignore[arg-type]
    assert shot.throw.dice.groups == ((12, 4),)  # type: ignore[union-attr]


@rule("R-51", "T082", "R-23")
def test_it_may_attack_and_then_faces_the_enemy() -> None:
    state = scene(formed(facing=90), unit("b", tribal, at=(36, 16)))  # type: ignore[arg-type]
    game = begin(state).do("attack", "A", "b").total(12)
    assert abs(game.unit("A").facing % 3600) < 100 or game.unit("A").facing > 3500
    game.hits(2)
    assert game.throw.dice.faces()[0] == 12


@rule("T083", "T115")
def test_nobody_starts_in_a_status() -> None:
    from grognard.books.men_who_would_be_kings import RULESET

    for name in RULESET.scenarios:
        state = RULESET.start(name).state
        assert not any(u.close_order or u.to_ground or u.pins for u in state.units)


@rule("T084", "T113", "T102", "T145", "R-60")
def test_a_marker_ends_every_other_status() -> None:
    state = scene(formed(), unit("b", tribal, at=(36, 40), to_ground=True))  # type: ignore[arg-type]
    game = begin(state, "pinning", OnTrial(0, 1)).total(2)
    assert (game.unit("A").pins, game.unit("A").close_order) == (1, False)
    other = begin(state, "pinning", OnTrial(1, 1)).total(2)
    assert (other.unit("b").pins, other.unit("b").to_ground) == (1, False)


@rule("T085", "R-23")
def test_it_is_left_by_order() -> None:
    game = begin(scene(formed(), FOE)).do("break_close_order", "A").total(12)  # type: ignore[arg-type]
    assert not game.unit("A").close_order
    assert game.ask.prompt.startswith("Activate")
    failed = begin(scene(formed(), FOE)).do("break_close_order", "A").total(2)  # type: ignore[arg-type]
    assert failed.unit("A").close_order


@rule("T086", "T146", "R-23")
def test_it_ends_below_six_before_any_test() -> None:
    game = begin(scene(formed(6), unit("b", irregular, at=(36, 18))), side=1).do("fire", "b", "A").hits(1)  # type: ignore[arg-type]
    assert not game.unit("A").close_order
    assert game.throw.what == "leader"
    kept = begin(scene(formed(7), unit("b", irregular, at=(36, 18))), side=1).do("fire", "b", "A").hits(1)  # type: ignore[arg-type]
    assert kept.unit("A").close_order


@rule("R-52", "R-23")
def test_a_beaten_unit_that_is_not_pinned_keeps_it() -> None:
    game = begin(scene(formed(), unit("b", tribal, at=(36, 17))), side=1).do("attack", "b", "A").total(12)  # type: ignore[arg-type]
    game.hits(3).hits(0).total(7).total(12)
    after = game.unit("A")
    assert after.close_order
    assert after.facing == 0  # a Retreat does not turn it
    assert length((3600, 1000), after.models[0]) <= 201


@rule("R-60", "T148")
def test_statuses_exclude_each_other() -> None:
    craft = unit("A", regular, None, Upgrade.FIELDCRAFT, at=(36, 10), close_order=True)
    assert not begin(scene(craft, FOE)).offers("go_to_ground")
    lying = unit("A", regular, None, Upgrade.FIELDCRAFT, at=(36, 10), to_ground=True)
    game = begin(scene(lying, FOE)).do("form_close_order", "A").total(12).do("face", (("face", 0),))
    assert (game.unit("A").close_order, game.unit("A").to_ground) == (True, False)


@rule("R-23")
def test_standing_to_turns_the_front_and_being_skipped_does_not() -> None:
    game = begin(scene(formed(), FOE)).do("stand_to", "A").do("face", (("face", 1800),))  # type: ignore[arg-type]
    assert game.unit("A").facing == 1800
    moved = begin(scene(formed(), FOE)).do("move", "A").total(12).do("go", (("go", 0, 200), ("face", 2700)))  # type: ignore[arg-type]
    assert moved.unit("A").facing == 2700


# ---- Gone to Ground, Stand To


@rule("T107", "T108", "T116", "F-U10")
def test_going_to_ground_takes_an_order_and_works_anywhere() -> None:
    game = begin(scene(unit("A", tribal, at=(36, 10)), FOE)).do("go_to_ground", "A")
    assert game.throw.what == "order"
    assert game.total(12).unit("A").to_ground
    assert not begin(scene(unit("A", irregular, at=(36, 10)), FOE)).offers("go_to_ground")


@rule("T095", "T114", "R-36", "R-45")
def test_standing_to_keeps_the_status() -> None:
    lying = scene(unit("A", tribal, at=(36, 10), to_ground=True), FOE)
    assert begin(lying).do("stand_to", "A").unit("A").to_ground
    assert begin(scene(formed(), FOE)).do("stand_to", "A").do("as_it_is").unit("A").close_order  # type: ignore[arg-type]


@rule("R-36", "R-45")
def test_any_other_action_ends_lying_down() -> None:
    lying = scene(unit("A", tribal, at=(36, 10), to_ground=True), FOE)
    assert not begin(lying).do("move", "A").unit("A").to_ground
    rifles = unit("A", irregular, None, Upgrade.FIELDCRAFT, at=(36, 10), to_ground=True)
    assert not begin(scene(rifles, unit("b", tribal, at=(36, 24)))).do("fire", "A", "b").unit("A").to_ground


@rule("R-07")
def test_a_skipped_unit_keeps_everything() -> None:
    lying = scene(unit("A", tribal, at=(36, 10), to_ground=True), FOE)
    assert begin(lying).do("end_turn").unit("A").to_ground


@rule("T106", "T111", "R-37")
@pytest.mark.parametrize(("status", "clear"), [({}, False), ({"pins": 1}, True), ({"to_ground": True}, True)])
def test_pinned_and_lying_units_do_not_block_sight(status: dict[str, object], clear: bool) -> None:
    between = unit("C", tribal, at=(36, 20), row=True, **status)  # type: ignore[arg-type]
    state = scene(unit("A", regular, 1, at=(36, 10)), between, unit("b", tribal, 1, at=(36, 30)))
    assert sees(state, state.units[0], state.units[2]) == clear


# ---- Rally


@rule("T119", "T144")
def test_a_rally_takes_all_markers_off_and_ends_the_activation() -> None:
    game = begin(scene(unit("A", regular, at=(36, 10), pins=3), FOE)).do("rally", "A").total(12)
    assert game.unit("A").pins == 0
    assert set(game.ask.offers) == {"end_turn"}


@rule("T118")
def test_nine_less_two_markers_and_discipline_is_enough_without_a_leader() -> None:
    each = unit("A", regular, at=(36, 10), pins=2, leader=None)
    game = begin(scene(each, FOE)).do("rally", "A").total(9)
    assert game.unit("A").pins == 0


@rule("T120", "T132")
def test_a_failed_rally_is_a_retreat() -> None:
    game = begin(scene(unit("A", regular, at=(36, 20), pins=1), FOE)).do("rally", "A").total(4)
    after = game.unit("A")
    assert after.pins == 1
    assert after.models[0][1] == 1700


@rule("T121", "T122", "R-34", "T099", "R-33")
def test_a_rout_removes_the_unit_and_friends_test() -> None:
    friend = unit("B", regular, at=(46, 20))
    state = scene(unit("A", regular, at=(36, 20), pins=2), friend, FOE)
    game = begin(state).do("rally", "A").total(3)
    assert game.unit("A").where is Where.ROUTED
    assert (game.throw.what, game.throw.facts["unit"]) == ("pinning", 1)
    stays = begin(state).do("rally", "A").total(4)
    assert stays.unit("A").on_table


@rule("F-T23")
def test_the_inspiring_try_once_more() -> None:
    each = unit("A", regular, at=(36, 20), pins=1, trait=Trait.INSPIRING)
    game = begin(scene(each, FOE)).do("rally", "A").total(3)
    assert game.throw.what == "rally"
    game.total(3)
    assert isinstance(game.pending, Ask)
    assert game.unit("A").pins == 1


# ---- pinning tests


@rule("T098", "T099", "R-32")
def test_the_already_pinned_test_too_and_nearest_first() -> None:
    near, far = unit("c", tribal, at=(46, 40), pins=1), unit("d", tribal, at=(27, 40))
    state = scene(unit("A", regular, at=(36, 31)), unit("b", tribal, 1, at=(36, 40)), near, far)
    game = begin(state).do("fire", "A", "b").hits(1)
    assert game.throw.facts["unit"] == 3
    game.total(12)
    assert game.throw.facts["unit"] == 2
    game.total(2)
    assert game.unit("c").pins == 2


@rule("R-33", "T098")
@pytest.mark.parametrize(("inches", "tests"), [(12, True), (12.01, False)])
def test_twelve_inches_base_to_base(inches: float, tests: bool) -> None:
    friend = unit("c", tribal, 1, at=(36 + 1 + inches, 40))
    state = scene(unit("A", regular, at=(36, 31)), unit("b", tribal, 1, at=(36, 40)), friend)
    game = begin(state).do("fire", "A", "b").hits(1)
    assert (not isinstance(game.pending, Ask)) == tests


# ---- Retreat


@rule("T133", "R-27", "T134")
def test_straight_away_from_the_nearest_enemy_in_sight() -> None:
    state = scene(
        unit("A", regular, at=(36, 20)), unit("b", tribal, at=(26, 20)), unit("c", tribal, at=(36, 44))
    )
    away = first_bearing(state, state.units[0], None)
    assert abs(away - 900) < 30
    hidden = scene(
        unit("A", regular, at=(36, 20)),
        unit("b", tribal, at=(36, 44)),
        terrain=(area("building", 10, 30, 62, 32),),
    )
    assert first_bearing(hidden, hidden.units[0], None) == 1800  # square to the own edge


@rule("T135", "R-27")
def test_difficult_ground_slows_a_retreat() -> None:
    sand = (area("sand", 20, 5, 52, 30),)
    state = scene(unit("A", regular, 1, at=(36, 20)), FOE, terrain=sand)
    way = flight(state, state.units[0], 1800)
    assert length((3600, 2000), way.models[0]) == 150
    assert way.lost == 0


@rule("F-T5", "T133")
def test_a_cad_runs_twice_as_far() -> None:
    assert allowance(unit("A", tribal, trait=Trait.CAD)) == 800
    assert allowance(unit("A", tribal)) == 400


@rule("T136", "R-43", "R-27")
def test_friends_are_passed_unless_in_close_order() -> None:
    me = unit("A", regular, 1, at=(36, 20))
    loose = scene(me, unit("B", tribal, 1, at=(36, 18.5)), FOE)
    assert length((3600, 2000), flight(loose, loose.units[0], 1800).models[0]) == 300
    closed = scene(me, *pen(close_order=True), FOE)
    way = flight(closed, closed.units[0], 1800)
    assert way.lost == 0
    assert way.stopped == "friend"
    assert way.gone == 184


def pen(**more: object) -> list[Unit]:
    """Friends on three sides of (36, 20), one inch from a single model there."""
    return [
        unit("B", regular, at=(36, 18), **more),  # type: ignore[arg-type]
        unit("C", regular, at=(34, 22), facing=90, **more),  # type: ignore[arg-type]
        unit("D", regular, at=(38, 22.2), facing=270, **more),  # type: ignore[arg-type]
    ]


@rule("R-27", "T137", "R-26")
def test_an_obstacle_stops_it_without_loss() -> None:
    walls = (
        line("wall", 33, 18, 39, 18, "south"),
        line("wall", 33.9, 18, 33.9, 24, "west"),
        line("wall", 38.1, 18, 38.1, 24, "east"),
    )
    state = scene(unit("A", regular, 1, at=(36, 20)), FOE, terrain=walls)
    way = flight(state, state.units[0], 1800)
    assert (way.stopped, way.lost) == ("obstacle", 0)
    assert 150 <= way.gone < 300
    open_ = scene(unit("A", regular, 1, at=(36, 20)), FOE, terrain=walls[:2])
    aside = flight(open_, open_.units[0], 1800)
    assert (aside.stopped, aside.gone) == ("", 300)


@rule("T137", "R-27", "R-59", "T134")
def test_enemies_all_round_cost_a_model_for_each_inch_left() -> None:
    ring = [
        (3600 + dx, 2000 + dy)
        for dx, dy in (
            (-320, -320),
            (0, -320),
            (320, -320),
            (-320, 0),
            (320, 0),
            (-320, 320),
            (0, 320),
            (320, 320),
            (-160, -320),
            (160, -320),
            (320, -160),
            (320, 160),
            (-320, -160),
            (-320, 160),
            (160, 320),
            (-160, 320),
        )
    ]
    state = scene(
        unit("A", regular, 5, places=[(3600, 2000), (3600, 1890), (3600, 2110), (3490, 2000), (3710, 2000)]),
        unit("b", tribal, 16, places=ring),
    )
    way = flight(state, state.units[0], 1800)
    assert way.stopped == "enemy"
    assert way.lost == (300 - way.gone) // 100 > 0


@rule("R-59", "T098", "R-28")
def test_a_unit_used_up_in_its_retreat_is_destroyed_and_friends_test() -> None:
    ring = [
        (3600 + dx, 2000 + dy)
        for dx, dy in (
            (-210, -210),
            (0, -210),
            (210, -210),
            (-210, 0),
            (210, 0),
            (-210, 210),
            (0, 210),
            (210, 210),
            (-105, -210),
            (105, -210),
            (210, -105),
            (210, 105),
            (-210, -105),
            (-210, 105),
            (105, 210),
            (-105, 210),
        )
    ]
    state = scene(
        unit("A", regular, 1, at=(36, 20), pins=1),
        unit("b", tribal, 16, places=ring),
        unit("B", regular, at=(44, 20)),
    )
    game = begin(state, "rally", Rallying(0)).total(4)
    assert game.unit("A").where is Where.DESTROYED
    assert (game.throw.what, game.throw.facts["unit"]) == ("pinning", 2)


@rule("T138", "R-35", "F-S2")
@pytest.mark.parametrize("switch", [False, True])
def test_off_the_table_the_whole_unit_is_lost(switch: bool) -> None:
    state = scene(
        unit("A", regular, at=(36, 3), pins=1),
        unit("B", regular, at=(44, 6)),
        unit("b", tribal, at=(36, 20)),
        options=Options(edge_exit_causes_tests=switch),
    )
    game = begin(state).do("rally", "A").total(4)
    assert game.unit("A").where is Where.RETREATED
    assert game.unit("A").lost
    assert (not isinstance(game.pending, Ask)) == switch


@rule("R-27")
def test_another_direction_is_taken_when_the_first_is_barred() -> None:
    cliff = (area("cliff", 34, 16, 38, 19),)
    state = scene(unit("A", regular, 1, at=(36, 20)), FOE, terrain=cliff)
    way = flight(state, state.units[0], 1800)
    assert way.lost == 0
    assert way.bearing != 1800
    assert length((3600, 2000), way.models[0]) >= 299


@rule("R-27")
def test_of_several_own_edges_the_nearest_counts() -> None:
    tasks = Task((SOUTH, NORTH)), Task((WEST,))
    from grognard.books.men_who_would_be_kings.facts.retreat import homeward

    state = scene(unit("A", at=(36, 40)), unit("B", at=(36, 8)), tasks=tasks)
    assert homeward(state, state.units[0]) == 0
    assert homeward(state, state.units[1]) == 1800
