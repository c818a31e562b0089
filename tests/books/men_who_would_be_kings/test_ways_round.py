"""Whom an attacker reaches by going round: bad ground, lines, friends at a wall; where the others end, and who marches off. [TMWWBK T014, T043, R-09, R-56, R-57, R-61]"""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import in_cohesion, outline
from grognard.books.men_who_would_be_kings.facts.houses import indoors
from grognard.books.men_who_would_be_kings.facts.melee import why_not_attack
from grognard.books.men_who_would_be_kings.facts.moving import Walker
from grognard.books.men_who_would_be_kings.facts.paths import in_charge_range, reach
from grognard.books.men_who_would_be_kings.state import Edge, Terrain, Unit
from grognard.books.men_who_would_be_kings.words import Action
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.geometry.ways import way_round
from tests.books.men_who_would_be_kings.scenes import (
    NORTH,
    SOUTH,
    Task,
    area,
    begin,
    gun,
    horse,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

MARSH = area("marsh", 35, 24, 37, 28, "the marsh")
FILE = [(3600, 2000 - 160 * i) for i in range(3)]


@rule("T014", "R-56")
@pytest.mark.parametrize("gap", [1000, 1050])
def test_an_enemy_within_a_move_round_bad_ground_may_be_attacked(gap: int) -> None:
    enemy = unit("b", horse, 1, places=[(3600, 2000 + gap + 150)])
    assert begin(scene(unit("A", horse, 3, places=FILE), enemy, terrain=(MARSH,))).may("attack", "A", "b")
    wide = area("marsh", 26, 24, 46, 28, "the marsh")
    game = begin(scene(unit("A", horse, 3, places=FILE), enemy, terrain=(wide,)))
    assert game.refused("attack", "A", "b").cite == "T014"


@rule("R-09", "R-26", "R-56")
def test_a_way_partly_through_bad_ground_is_the_cheapest_there_is() -> None:
    enemy = unit("b", horse, 1, places=[(4200, 3000)])
    strip = area("marsh", 0, 22, 72, 25, "the marsh")
    state = scene(unit("A", horse, 1, places=[(3000, 2000)]), enemy, terrain=(strip,))
    straight = reach(state, *state.units, 2500)
    assert straight is not None
    assert len(straight.points) == 1
    bent = reach(state, *state.units, straight.cost - 20)
    assert bent is not None
    assert len(bent.points) == 3
    assert reach(state, *state.units, 1700) is None


@rule("T043", "R-14")
def test_who_could_charge_round_bad_ground_forces_the_target() -> None:
    rifles = unit("A", regular, 3, places=[(3600 + 102 * (i - 1), 3100) for i in range(3)])
    riders = unit("b", horse, 3, places=FILE)
    state = scene(rifles, riders, unit("c", tribal, at=(36, 44)), terrain=(MARSH,))
    assert in_charge_range(state, state.units[1], state.units[0])
    assert begin(state).refused("fire", "A", "c").cite == "T043"
    lame = replace(state, units=(state.units[0], replace(riders, id=1, pins=1), state.units[2]))
    assert begin(lame).may("fire", "A", "c")


@rule("R-56", "R-62")
@pytest.mark.parametrize("count", [3, 4])
@pytest.mark.parametrize("attackers", [4, 12])
def test_friends_along_part_of_a_wall_do_not_shield_the_garrison(count: int, attackers: int) -> None:
    house = area("building", 33, 20, 39, 24, "the farm")
    friends = [(int(3600 + (i - (count - 1) / 2) * 102), 2452) for i in range(count)]
    held = unit("b", regular, 12, places=indoors(house.poly, 12, 50), inside=0)
    game = begin(
        scene(
            unit("A", tribal, attackers, at=(36, 28.2)),
            unit("C", regular, count, places=friends),
            held,
            terrain=(house,),
        )
    )
    assert game.may("attack", "A", "b")
    all_round = tuple(
        area("cliff", *box, name=str(box)) for box in ((20, 24.2, 52, 24.6), (20, 19.4, 52, 19.8))
    )
    sides = tuple(
        area("cliff", *box, name=str(box)) for box in ((32, 19.4, 32.8, 24.6), (39.2, 19.4, 40, 24.6))
    )
    shut = begin(
        scene(unit("A", tribal, attackers, at=(36, 28.2)), held, terrain=(house, *all_round, *sides))
    )
    assert not shut.may("attack", "A", "b")


def in_a_line(key: str, kind: object, count: int, y: int, step: int, **more: object) -> Unit:
    places = [(int(3600 + (i - (count - 1) / 2) * step), y) for i in range(count)]
    return unit(key, kind, count, places=places, leader=count // 2, **more)  # type: ignore[arg-type]


@rule("R-56", "T014")
def test_a_man_on_the_flank_goes_round_a_line() -> None:
    """The two nearest find no way; the line lies down, so that the gun behind is in sight."""
    line_ = in_a_line("c", tribal, 10, 2000, 102, to_ground=True)
    state = scene(in_a_line("A", horse, 8, 1600, 152), line_, unit("b", gun, 4, at=(36, 24)))
    assert why_not_attack(state, state.units[0], state.units[2], Action.ATTACK) is None
    way = reach(state, state.units[0], state.units[2], 1200)
    assert way is not None
    assert way.model in (0, 7)
    longer = in_a_line("c", tribal, 16, 2000, 125, to_ground=True)
    barred = scene(in_a_line("A", horse, 8, 1600, 152), longer, unit("b", gun, 4, at=(36, 24)))
    assert reach(barred, barred.units[0], barred.units[2], 1200) is None


@rule("T013", "R-37", "R-56")
def test_who_is_hidden_by_a_line_is_not_attacked_though_there_is_a_way_round_it() -> None:
    """Every line from a horseman to a gunner crosses the line of foot between its outermost men."""
    foot = in_a_line("c", regular, 10, 2000, 102)
    state = scene(in_a_line("A", horse, 8, 1600, 152), foot, unit("b", gun, 4, at=(36, 24)))
    found = why_not_attack(state, state.units[0], state.units[2], Action.ATTACK)
    assert found is not None
    assert found.cite == "T013"
    assert reach(state, state.units[0], state.units[2], 1200) is not None


@rule("R-56")
def test_the_words_of_a_refusal_are_true() -> None:
    enemy = unit("b", horse, 1, places=[(3600, 2800)])
    cliff = area("cliff", 0, 24, 72, 25, "the cliff")
    state = scene(unit("A", horse, 1, places=[(3600, 2000)]), enemy, terrain=(cliff,))
    found = why_not_attack(state, *state.units, Action.ATTACK)
    assert found is not None
    assert (found.cite, found.words) == (
        "T014",
        "the enemy is out of reach: no way of 12″ or less leads to it",
    )


@rule("R-56", "R-09", "T014")
def test_a_base_gets_in_between_a_man_and_a_friend_at_him() -> None:
    """All other places at the man are taken or farther than the move."""
    state = scene(
        unit("A", regular, 1, places=[(3600, 1762)]),
        unit("b", tribal, 1, places=[(3600, 2400)]),
        unit("C", tribal, 1, places=[(3600, 2300)]),
    )
    way = reach(state, *state.units[:2], 600)
    assert way is not None
    (end,) = way.points
    assert 100 <= math.dist(end, (3600, 2400)) < 104
    assert reach(state, *state.units[:2], 590) is None


@rule("R-56", "R-62", "T014")
def test_a_base_gets_in_between_two_friends_at_a_wall() -> None:
    """The free part of the wall is a hundredth wide."""
    house = area("building", 34, 20, 38, 24, "the house")
    held = unit("b", regular, 12, places=indoors(house.poly, 12, 50), inside=0)
    friends = unit("C", regular, 3, places=[(x, 2451) for x in (3503, 3704, 3880)])
    state = scene(unit("A", regular, 1, places=[(3700, 2651)]), held, friends, terrain=(house,))
    way = reach(state, *state.units[:2], 230)
    assert way is not None
    assert 3602 <= way.points[-1][0] <= 3605
    assert reach(state, *state.units[:2], 215) is None


# ---- where the others end


@rule("T077", "R-57")
def test_no_attacker_passes_through_friends_in_ranks() -> None:
    ranks = unit("C", regular, 12, at=(32, 24), close_order=True, facing=0)
    game = begin(
        scene(unit("A", tribal, 16, at=(33, 19.5)), ranks, unit("b", regular, 12, at=(33, 27), row=True))
    )
    before = game.unit("A").models
    game.do("attack", "A", "b").total(12)
    for start, end in zip(before, game.unit("A").models):
        way = way_round(
            start, end, [outline(ranks)], 50, lambda a, b: round(math.dist(a, b)), (0, 0, 7200, 4800)
        )
        points = (start, *(way or ()))
        assert len(points) == 2 or sum(math.dist(p, q) for p, q in pairwise(points)) <= 810
    assert in_cohesion(game.unit("A"))
    loose = unit("C", regular, 12, at=(32, 24))
    free = begin(
        scene(unit("A", tribal, 16, at=(33, 19.5)), loose, unit("b", regular, 12, at=(33, 27), row=True))
    )
    free.do("attack", "A", "b").total(12)
    assert in_cohesion(free.unit("A"))


# ---- off the table

RANKS = unit("C", regular, 12, at=(36, 1.6), close_order=True, facing=0)


@rule("R-61", "T093", "T077", "R-56")
@pytest.mark.parametrize(
    ("terrain", "others", "cite"),
    [
        ((area("deep_water", 0, 0.3, 72, 1.5, "the sea"),), (), "R-56"),
        ((area("cliff", 0, 0.3, 72, 1, "the cliff"),), (), "R-56"),
        ((line("wall", 0, 1, 72, 1, "the wall"),), (), "T093"),
        ((), (RANKS,), "T077"),
        ((), (), ""),
    ],
)
def test_nobody_leaves_across_what_bars_a_move(
    terrain: tuple[Terrain, ...], others: tuple[Unit, ...], cite: str
) -> None:
    tasks = Task((NORTH,), exits=(SOUTH,)), Task((NORTH,))
    state = scene(
        unit("A", tribal, 6, at=(36, 4)),
        unit("b", tribal, at=(60, 40)),
        *others,
        terrain=terrain,
        tasks=tasks,
    )
    game = begin(state).do("move", "A")
    assert (Move(0, "go", (("leave", 1),)) in game.ask) == (not cite)
    refusal = Walker(game.state, game.unit("A"), 800).refusal((("leave", 1),))
    assert (refusal.cite if refusal else "") == cite


@rule("R-61", "R-56")
def test_one_man_leads_off_the_table_round_what_bars_the_straight_way() -> None:
    tasks = Task((NORTH,), exits=(SOUTH,)), Task((NORTH,))
    state = scene(unit("A", tribal, 6, at=(36, 4)), unit("b", tribal, at=(60, 40)), RANKS, tasks=tasks)
    walker = Walker(state, state.units[0], 800)
    assert any(legs and legs[-1][0] == "leave" for legs in walker.candidates())
    slow = Walker(state, state.units[0], 300)
    assert not any(legs and legs[-1][0] == "leave" for legs in slow.candidates())


@rule("R-61", "R-25", "R-56")
@pytest.mark.parametrize(("x", "y", "move"), [(2153, 165, 240), (2150, 260, 400)])
def test_who_begins_within_an_enemys_inch_leaves_past_him(x: int, y: int, move: int) -> None:
    """Straight aside from him, never nearer, then on by the narrow strip between his inch and the edge."""
    tasks = Task((NORTH,), exits=(Edge((1143, 0), (2043, 0)),)), Task((NORTH,))
    state = scene(
        unit("A", tribal, 1, places=[(x, y)]), unit("b", tribal, 1, places=[(2040, 203)]), tasks=tasks
    )
    walker = Walker(state, state.units[0], move)
    (off,) = (legs for legs in walker.candidates() if legs and legs[-1][0] == "leave")
    assert off[0][0] == "model"
