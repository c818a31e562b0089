"""Ways that are barred and ways that are not: attacks past third enemies, held walls, Retreats among friends, ranks.

[TMWWBK R-09, R-23, R-25, R-27, R-56]
"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import gap
from grognard.books.men_who_would_be_kings.facts.ground import astride
from grognard.books.men_who_would_be_kings.facts.melee import why_not_attack
from grognard.books.men_who_would_be_kings.facts.paths import in_charge_range, reach
from grognard.books.men_who_would_be_kings.facts.placing import Facer
from grognard.books.men_who_would_be_kings.facts.retreat import flight
from grognard.books.men_who_would_be_kings.state import State, Unit
from grognard.books.men_who_would_be_kings.words import Action, Upgrade, Where
from grognard.engine.choices import Throw
from grognard.geometry.gaps import length
from tests.books.men_who_would_be_kings.scenes import (
    Play,
    area,
    begin,
    gets_away,
    gun,
    horse,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

A = Action


# ---- Attacks past others


def company(key: str, inner: float, outward: int, front: float = 25) -> Unit:
    """Twelve in two ranks, the inner files at an x, the others outward of it."""
    places = [
        (round(inner * 100) + outward * 101 * file, round(front * 100) + 101 * rank)
        for rank in (0, 1)
        for file in range(6)
    ]
    return unit(key, regular, places=places)


def between(aside: float, behind: float) -> State:
    """Tribesmen before a gun whose crew stands between two companies, so far from them and behind their front."""
    crew = [(2950, 2500), (3050, 2500), (2950, 2601), (3050, 2601)]
    back = round(behind * 100)
    return scene(
        unit("A", tribal, at=(30, 19)),
        company("c", 29.5 - 1 - aside, -1),
        company("d", 30.5 + 1 + aside, 1),
        unit("g", gun, places=[(x, y + back) for x, y in crew]),
    )


@rule("T014", "R-56", "T043")
@pytest.mark.parametrize(("aside", "behind"), [(0.5, 0.5), (0.3, 0), (0.3, 0.5), (1, 0)])
def test_an_enemy_in_plain_sight_can_be_attacked_beside_others(aside: float, behind: float) -> None:
    state = between(aside, behind)
    assert begin(state).may("attack", "A", "g")
    assert in_charge_range(state, state.units[0], state.units[3])


@rule("R-56", "T014")
def test_bases_bar_an_attack_and_the_refusal_names_whose() -> None:
    screen = unit("c", tribal, 16, at=(36, 15), row=True)
    state = scene(unit("A", regular, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 16.9)), screen)
    refusal = why_not_attack(state, state.units[0], state.units[1], A.ATTACK)
    assert refusal is not None
    assert (refusal.cite, refusal.words) == ("R-56", "c bars the way")
    far = scene(unit("A", regular, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 17.1)), screen)
    refusal = why_not_attack(far, far.units[0], far.units[1], A.ATTACK)
    assert refusal is not None
    assert (refusal.cite, refusal.words) == (
        "T014",
        "the enemy is out of reach: no way of 6″ or less leads to it",
    )


@rule("R-56")
def test_two_who_bar_the_way_together_are_both_named() -> None:
    left, right = (unit(key, tribal, 12, at=(x, 14), row=True) for key, x in (("c", 30), ("d", 42.2)))
    behind = unit("e", tribal, 16, at=(36, 15.2), row=True)
    state = scene(
        unit("A", regular, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 16.9)), left, right, behind
    )
    refusal = why_not_attack(state, state.units[0], state.units[1], A.ATTACK)
    assert refusal is not None
    assert refusal.words == "c and d and e bar the way"


@rule("R-56", "R-09")
def test_a_way_round_a_building_leads_to_men_hugging_its_far_wall() -> None:
    hut = (area("building", 34.5, 14, 37.5, 16),)
    for kind, limit in ((horse, 1200), (tribal, 800)):
        state = scene(unit("A", kind, 1, at=(36, 12)), unit("b", tribal, 1, at=(36, 16.5)), terrain=hut)
        way = reach(state, state.units[0], state.units[1], limit)
        assert way is not None, kind
        assert len(way.points) > 1
        assert 350 < way.cost <= limit


# ---- held walls


@rule("R-09", "R-11")
@pytest.mark.parametrize(("wall", "legal"), [(26.5, True), (26.52, False)])
def test_a_held_wall_within_a_move_is_reached_though_the_man_behind_is_not(wall: float, legal: bool) -> None:
    line_ = (line("wall", 20, wall, 40, wall),)
    state = scene(
        unit("A", regular, 1, at=(30, 20)),
        unit("b", regular, 5, at=(30, wall + 0.55), row=True),
        terrain=line_,
    )
    way = reach(state, state.units[0], state.units[1], 600)
    assert (way is not None) == legal
    if way is not None:
        assert (way.cost, way.across) == (600, "the wall")


@rule("R-09")
def test_a_wall_nobody_holds_brings_nobody_nearer() -> None:
    wall = (line("wall", 20, 26.5, 40, 26.5),)
    state = scene(
        unit("A", regular, 1, at=(30, 20)), unit("b", regular, 5, at=(30, 28.6), row=True), terrain=wall
    )
    assert reach(state, state.units[0], state.units[1], 600) is None


@rule("R-26", "R-57")
def test_no_attack_ends_astride_the_wall_it_crosses() -> None:
    wall = (line("wall", 26, 26, 34, 26),)
    state = scene(
        unit("A", horse, 1, at=(27, 24.8)), unit("b", tribal, 3, at=(23.6, 26.56), row=True), terrain=wall
    )
    way = reach(state, state.units[0], state.units[1], 1200)
    assert way is not None
    assert not astride(state, way.points[-1], 75)
    alone = scene(unit("A", horse, 1, at=(27, 25)), unit("b", tribal, 1, at=(25.6, 26.9)), terrain=wall)
    found = reach(alone, alone.units[0], alone.units[1], 1200)
    assert found is None or not astride(alone, found.points[-1], 75)


# ---- Retreats


def beaten(*friends: Unit) -> Play:
    """Six regulars in a row lose to tribesmen with friends close behind them."""
    state = scene(
        unit("A", tribal, at=(30, 18)),
        unit("b", regular, 6, at=(30, 24.5), row=True),
        *friends,
    )
    game = begin(state).do("attack", "A", "b").total(12).hits(2).hits(0)
    while isinstance(game.pending, Throw):
        game.total(12)
    return game


@rule("T028", "T133", "R-27", "R-43")
def test_a_beaten_unit_finds_a_way_past_its_friends() -> None:
    behind = unit("c", tribal, 12, places=[(2750 + 102 * (i % 2), 2570 + 105 * (i // 2)) for i in range(12)])
    game = beaten(behind)
    assert gap(game.state, game.unit("A"), game.unit("b")) > 150
    told = [entry.facts["inches"] for entry in game.log if entry.what == "retreats"]
    assert told == [3.0]


@rule("R-27", "R-43", "T136")
def test_hemmed_in_by_friends_it_goes_as_far_as_it_can_and_the_log_says_so() -> None:
    ring = [(3000 + dx, 2000 + dy) for dx in range(-400, 401, 160) for dy in range(-400, 401, 160)]
    ring = [p for p in ring if max(abs(p[0] - 3000), abs(p[1] - 2000)) > 150]
    friends = [unit(key, tribal, 16, places=ring[at : at + 16]) for key, at in (("B", 0), ("C", 16))]
    state = scene(unit("A", regular, 1, at=(30, 20), pins=1), *friends, unit("e", tribal, at=(30, 40)))
    game = begin(state).do("rally", "A").total(4)
    moved = length((3000, 2000), game.unit("A").models[0])
    told = [entry.facts["inches"] for entry in game.log if entry.what == "retreats"]
    assert abs(100 * told[0] - moved) <= 1
    assert 0 < moved < 300
    assert gets_away(state, state.units[0], None)


@rule("T138")
@pytest.mark.parametrize(("x", "y", "bearing"), [(3, 20, 2700), (69, 20, 900), (30, 3, 1800), (30, 45, 0)])
@pytest.mark.parametrize("over", [0, 0.01])
def test_a_centre_on_the_very_edge_is_on_the_table(x: float, y: float, bearing: int, over: float) -> None:
    dx, dy = {0: (0, 1), 900: (1, 0), 1800: (0, -1), 2700: (-1, 0)}[bearing]
    state = scene(unit("A", regular, 1, at=(x + dx * over, y + dy * over)))
    way = flight(state, state.units[0], bearing)
    assert way.leaves == (over > 0)


# ---- ranks that form or turn


@rule("R-25", "R-23", "T095")
def test_turning_ranks_keep_an_inch_from_enemies() -> None:
    state = scene(unit("A", regular, at=(30, 20), close_order=True), unit("b", tribal, 1, at=(30, 24.3)))
    game = begin(state).do("stand_to", "A")
    assert game.refused("face", (("face", 900),)).cite == "R-25"
    assert game.may("face", (("face", 1800),))
    free = scene(unit("A", regular, at=(30, 20), close_order=True), unit("b", tribal, 1, at=(30, 28)))
    assert begin(free).do("stand_to", "A").may("face", (("face", 900),))


@rule("R-25", "R-23")
def test_whoever_is_nearer_than_an_inch_may_turn_away_but_not_closer() -> None:
    state = scene(unit("A", regular, at=(30, 20), close_order=True), unit("b", tribal, 1, at=(30, 21.5)))
    game = begin(state).do("stand_to", "A")
    assert game.refused("face", (("face", 900),)).cite in ("R-25", "F-S1", "R-61")
    assert game.may("face", (("face", 0),))


@rule("R-25", "R-62")
def test_ranks_keep_an_inch_from_a_garrison_too() -> None:
    hut = area("building", 28, 24.2, 32, 27)
    b = unit("b", tribal, 1, places=[(3000, 2500)], inside=0)
    game = begin(scene(unit("A", regular, at=(30, 20), close_order=True), b, terrain=(hut,))).do(
        "stand_to", "A"
    )
    assert game.refused("face", (("face", 900),)).cite == "R-25"
    empty = begin(scene(unit("A", regular, at=(30, 20), close_order=True), terrain=(hut,))).do(
        "stand_to", "A"
    )
    assert empty.may("face", (("face", 900),))


@rule("R-23")
def test_nobody_goes_farther_than_a_move_to_his_place_in_the_ranks() -> None:
    spread = [(3000, 2000), *((2620 + 105 * i, 2300) for i in range(4)), (3490, 2000)]
    state = scene(unit("A", regular, 6, places=spread))
    assert begin(state).may("form_close_order", "A")
    stray = scene(unit("A", regular, 6, places=[*spread[:-1], (4000, 2000)]))
    game = begin(stray)
    assert game.refused("form_close_order", "A").cite == "R-23"


@rule("R-23", "T093", "R-56")
@pytest.mark.parametrize(("kind", "cite"), [("wall", "T093"), ("building", "R-56"), ("", "")])
def test_nobody_goes_through_what_bars_him_to_his_place(kind: str, cite: str) -> None:
    men = [(3000, 2000), (3000, 2101), (3000, 1899), (2899, 2000), (2899, 2101), (3490, 2000)]
    between_ = {"wall": line("wall", 33, 17, 33, 23), "building": area("building", 32.8, 17, 33.2, 23)}
    state = scene(unit("A", regular, 6, places=men), terrain=(between_[kind],) if kind else ())
    found = Facer(state, state.units[0], True).refusal((("face", 0),))
    assert (found.cite if found else "") == cite


@rule("R-23", "R-56")
def test_ranks_turn_only_where_there_is_room() -> None:
    cite = "R-56"
    state = scene(
        unit("A", regular, at=(30, 20), close_order=True), terrain=(area("building", 26, 16.6, 34, 17.2),)
    )
    game = begin(state).do("stand_to", "A")
    assert game.refused("face", (("face", 2700),)).cite == cite
    moving = begin(state).do("move", "A").total(12)
    assert moving.refused("go", (("face", 2700),)).cite == cite
    assert moving.may("go", (("face", 900),))


@rule("R-60", "F-M4")
def test_nobody_mounts_in_close_order() -> None:
    riders = unit("A", regular, 12, Upgrade.MOUNTED_INFANTRY, at=(30, 20))
    loose = begin(scene(riders)).do("move", "A").total(12)
    assert loose.may("go", (("mount", 1),))
    formed = unit("A", regular, 12, Upgrade.MOUNTED_INFANTRY, at=(30, 20), close_order=True)
    game = begin(scene(formed)).do("move", "A").total(12)
    assert game.refused("go", (("mount", 1),)).cite == "F-M4"


# ---- nobody can


@rule("T109", "T081", "T041", "T149", "R-62", "R-36", "T012d")
def test_a_verb_that_vanishes_says_why() -> None:
    lying = scene(unit("A", regular, at=(30, 20)), unit("b", tribal, at=(30, 38), to_ground=True))
    assert begin(lying).refused("fire", "A", "b").cite == "T109"
    behind = scene(unit("A", regular, at=(30, 20), close_order=True), unit("b", tribal, at=(30, 10)))
    assert begin(behind).refused("fire", "A", "b").cite == "T081"
    assert begin(behind).refused("volley", "A", "b").cite == "T081"
    done = begin(scene(unit("A", regular, at=(30, 20), acted=True), unit("b", tribal, at=(30, 10))))
    assert done.refused("move", "A").cite == "T149"
    alone = begin(scene(unit("A", regular, at=(30, 20))))
    assert alone.refused("attack", "A", "A").cite == "T039"
    assert alone.refused("fire_and_move", "A", "A").cite == "T039"
    assert alone.refused("go_to_ground", "A").cite == "T107"
    dry = begin(scene(unit("A", tribal, at=(30, 20), dry=True), unit("b", tribal, at=(30, 25))))
    assert dry.refused("fire", "A", "b").cite == "F-T7"
    assert dry.refused("fire_and_move", "A", "b").cite == "F-T7"


@rule("R-21")
def test_a_skirmisher_who_stood_still_may_not_hold_his_fire() -> None:
    state = scene(unit("A", tribal, at=(30, 20)), unit("b", tribal, at=(30, 27)))
    game = begin(state).do("skirmish", "A").total(12).do("go", ())
    assert game.refused("hold_fire").cite == "R-21"
    moved = begin(state).do("skirmish", "A").total(12).do("go", (("go", 0, 100),))
    assert moved.may("hold_fire")


@rule("F-T3", "R-07")
def test_an_idiot_is_not_passed_over() -> None:
    from grognard.books.men_who_would_be_kings.words import Trait

    state = scene(unit("A", tribal, at=(36, 20), trait=Trait.IDIOT), unit("b", tribal, at=(36, 40)))
    game = begin(state)
    assert set(game.ask.offers) == {"rouse"}
    assert game.refused("end_turn").cite == "F-T3"
    assert game.refused("move", "A").cite == "F-T3"
    game.do("rouse", "A").fall(3)
    assert game.refused("fire", "A", "b").cite in ("T040", "T041")
    game.do("stand_to", "A")
    assert game.may("end_turn")
    assert game.unit("A").where is Where.TABLE
