"""Short scripted games for what whole games seldom come upon; recorded under tests/golden."""

from __future__ import annotations

from typing import Any

from grognard.books.men_who_would_be_kings.advice.automaton import Babbage
from grognard.books.men_who_would_be_kings.state import Options, Task
from grognard.books.men_who_would_be_kings.words import Kind, Trait, Upgrade, Where
from grognard.engine.choices import Ask, Throw
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    NORTH,
    SOUTH,
    area,
    begin,
    gun,
    horse,
    irregular,
    light_horse,
    line,
    maxim,
    regular,
    scene,
    tribal,
    unit,
    wild_horse,
)
from tests.tools.drills import Drill, drill

T = Trait
ROLLED_LIST = """
title = "Rolled beforehand"
source = "invented"
points = 12

[[unit]]
name = "The Rifles"
type = "regular_infantry"
points = 6
rolled = [6, 6, 6]

[[unit]]
name = "The Guides"
type = "regular_infantry"
points = 6
rolled = [1]
"""


def total(d: Drill, number: int) -> Drill:
    """Two dice with this total."""
    first = min(6, number - 1)
    return d.fall(first, number - first)


def hits(d: Drill, number: int) -> Drill:
    """So many sixes among the dice due, the others twos."""
    count = d.throw.dice.faces()[0]
    return d.fall(*[6] * number, *[2] * (count - number))


def settle(d: Drill, number: int = 12) -> Drill:
    """Leader rolls and Pinning tests that fall due all come to this."""
    while isinstance(d.game.pending, Throw) and d.throw.what in ("leader", "pinning", "nerves"):
        total(d, 7 if d.throw.what == "leader" else number)
    return d


def facing_off(d: Drill, trait: Trait, foe: Kind = tribal, gap: float = 8, **more: Any) -> Drill:
    """A unit of regulars under a Leader with a trait, an enemy before it."""
    state = scene(
        unit("A", regular, at=(36, 20), trait=trait, **more),
        unit("b", foe, at=(36, 20 + gap)),
        unit("c", tribal, at=(60, 40)),
    )
    return d.start(begin(state))


# ---- Leaders


@drill
def an_idiot_does_what_the_enemy_likes(d: Drill) -> None:
    """On a 1 the opponent names the action; the order roll is still needed."""
    facing_off(d, T.IDIOT)
    d.refused("end_turn", cite="F-T3")
    d.move("rouse", "A")
    d.fall(1)
    d.move("move", "A")
    total(d, 12)
    d.refused("go", (("leave", 0),), cite="R-61")
    d.move("go", (("go", 0, -300),))
    d.move("end_turn")


@drill
def a_coward_never_attacks(d: Drill) -> None:
    """He may fire."""
    facing_off(d, T.COWARD)
    d.refused("attack", ("A", "b"), cite="F-T4")
    d.move("fire", ("A", "b"))
    hits(d, 2)
    settle(d)


@drill
def a_shirker_waits_until_he_is_shot_at(d: Drill) -> None:
    """Then he fires back."""
    state = scene(unit("A", regular, at=(36, 20), trait=T.SHIRKER), unit("b", irregular, at=(36, 28)))
    d.start(begin(state))
    d.refused("fire", ("A", "b"), cite="F-T6")
    d.move("end_turn")
    d.move("fire", ("b", "A"))
    hits(d, 0)
    d.move("end_turn")
    d.move("fire", ("A", "b"))
    hits(d, 1)
    settle(d)


@drill
def up_and_at_em_attacks_whenever_he_can(d: Drill) -> None:
    """Nothing else is allowed, and he is not passed over."""
    facing_off(d, T.UP_AND_AT_EM, gap=6)
    d.refused("fire", ("A", "b"), cite="F-T17")
    d.refused("end_turn", cite="F-T17")
    d.move("attack", ("A", "b"))
    total(d, 12)
    hits(d, 3)
    hits(d, 1)
    settle(d)


@drill
def a_sporting_umpire_spares_the_pinned(d: Drill) -> None:
    """While others stand he neither shoots at nor attacks them."""
    state = scene(
        unit("A", regular, at=(36, 20), trait=T.SPORTING_UMPIRE),
        unit("b", tribal, at=(33, 27), pins=1),
        unit("c", tribal, at=(40, 27)),
    )
    d.start(begin(state))
    d.refused("fire", ("A", "b"), cite="F-T10")
    d.refused("attack", ("A", "b"), cite="F-T10")
    d.move("fire", ("A", "c"))
    hits(d, 1)
    settle(d)


@drill
def a_terrible_planner_runs_out_of_ammunition(d: Drill) -> None:
    """A 1 after the fire, and the unit fires no more."""
    facing_off(d, T.TERRIBLE_PLANNER)
    d.move("fire", ("A", "b"))
    hits(d, 0)
    d.fall(1)
    d.move("end_turn")
    d.move("end_turn")
    d.refused("fire", ("A", "b"), cite="F-T7")


@drill
def a_drunkard_throws_every_turn(d: Drill) -> None:
    """On 4 to 6 he is worth 8."""
    facing_off(d, T.DRUNKARD_BOTTLE, gap=20)
    d.move("end_turn")
    d.move("end_turn")
    d.fall(5)
    d.move("move", "A")
    total(d, 7)


@drill
def a_bag_of_nerves_deserts(d: Drill) -> None:
    """With the first marker he is tested, and the unit is Leaderless."""
    state = scene(unit("A", regular, at=(36, 20)), unit("b", tribal, at=(36, 28), trait=T.BAG_OF_NERVES))
    d.start(begin(state))
    d.move("fire", ("A", "b"))
    hits(d, 4)
    total(d, 7)
    total(d, 4)
    total(d, 3)
    d.move("end_turn")
    d.move("rally", "b")
    total(d, 7)


@drill
def short_sighted_leaders_fire_at_short_range(d: Drill) -> None:
    """And expert marksmen add a die."""
    state = scene(
        unit("A", regular, at=(36, 10), trait=T.SHORT_SIGHTED),
        unit("B", regular, at=(48, 10), trait=T.EXPERT_MARKSMAN),
        unit("b", tribal, at=(42, 30)),
    )
    d.start(begin(state))
    d.refused("fire", ("A", "b"), cite="F-T15")
    d.move("fire", ("B", "b"))
    hits(d, 4)
    settle(d)


@drill
def a_weakling_meets_a_brave_man(d: Drill) -> None:
    """One die fewer against one die more."""
    state = scene(
        unit("A", tribal, at=(36, 20), trait=T.WEAKLING), unit("b", tribal, at=(36, 26), trait=T.BRAVE)
    )
    d.start(begin(state))
    d.move("attack", ("A", "b"))
    total(d, 12)
    hits(d, 2)
    hits(d, 2)
    settle(d)


@drill
def the_jolly_sporty_double_farther(d: Drill) -> None:
    """Two dice, the higher counts; the charge reaches its enemy and is an Attack."""
    state = scene(unit("A", tribal, at=(36, 14), trait=T.JOLLY_SPORTY), unit("b", regular, at=(36, 27.5)))
    d.start(begin(state))
    d.move("charge", ("A", "b"))
    total(d, 12)
    d.fall(2, 6)
    hits(d, 3)
    hits(d, 1)
    settle(d)


@drill
def an_inspiring_leader_rallies_again(d: Drill) -> None:
    """A failed Rally is thrown once more; a pleasant one adds 1."""
    state = scene(
        unit("A", regular, at=(36, 20), trait=T.INSPIRING, pins=2),
        unit("B", regular, at=(20, 20), trait=T.PLEASANT, pins=1),
        unit("b", tribal, at=(36, 40)),
    )
    d.start(begin(state))
    d.move("rally", "A")
    total(d, 3)
    total(d, 9)
    d.move("rally", "B")
    total(d, 5)


@drill
def the_generals_nephew_is_worth_a_point(d: Drill) -> None:
    """When he falls the enemy scores, and a man destined for greatness is spared once."""
    state = scene(
        unit("A", regular, at=(36, 20)),
        unit("B", regular, at=(48, 20)),
        unit("b", tribal, at=(36, 28), trait=T.GENERALS_NEPHEW),
        unit("c", tribal, at=(48, 28), trait=T.DESTINED),
    )
    d.start(begin(state))
    d.move("fire", ("A", "b"))
    hits(d, 2)
    d.fall(1, 1)
    total(d, 12)
    d.move("fire", ("B", "c"))
    hits(d, 1)
    d.fall(1, 1)
    total(d, 12)


@drill
def a_cad_runs_twice_as_far(d: Drill) -> None:
    """And a bulletproof bumbler is never thrown for."""
    state = scene(
        unit("A", tribal, at=(36, 20)),
        unit("B", tribal, at=(52, 20)),
        unit("b", regular, at=(36, 26), trait=T.CAD),
        unit("c", regular, at=(52, 26), trait=T.BULLETPROOF_BUMBLER),
    )
    d.start(begin(state))
    d.move("attack", ("A", "b"))
    total(d, 12)
    hits(d, 3)
    hits(d, 0)
    settle(d)
    d.move("attack", ("B", "c"))
    total(d, 12)
    hits(d, 3)
    hits(d, 0)
    settle(d)


@drill
def leaders_with_values_of_their_own_give_orders(d: Drill) -> None:
    """Hapless 10, Brutal 5, Steady 6, a Hero 4; Inept one worse, a Jolly Good Chap one better."""
    traits = (T.HAPLESS, T.BRUTAL, T.STEADY, T.HERO, T.INEPT, T.JOLLY_GOOD_CHAP)
    units = [
        unit(key, irregular, at=(8 + 11 * i, 10), trait=trait)
        for i, (key, trait) in enumerate(zip("ABCDEF", traits))
    ]
    d.start(begin(scene(*units, unit("z", tribal, at=(36, 44)))))
    for key in "ABCDEF":
        d.move("move", key)
        total(d, 6)
        if "go" in d.ask.offers:
            d.move("go", (("go", 0, 200),))


@drill
def leaders_are_rolled_with_their_traits(d: Drill) -> None:
    """A value on one die, a trait on two, and a mild Drunkard throws once before the battle."""
    d.scenario("the_ford", leadership="rolled_with_traits")
    mild = True
    while isinstance(d.game.pending, Throw):
        if d.throw.what == "leadership":
            d.fall(4)
        elif d.throw.what == "trait":
            d.fall(*((2, 3) if mild else (3, 6)))
            mild = False
        elif d.throw.what == "drink":
            d.fall(2)
        else:
            d.fall(*((6, 6) if d.throw.side == 0 else (1, 1)))
    d.move("go_second")


@drill
def a_list_brings_leaders_rolled_beforehand(d: Drill) -> None:
    """Their traits and values are told before the first turn. [F-L4]"""
    d.scenario("meeting", first_force=ROLLED_LIST)
    d.fall(6, 6).fall(1, 1)
    d.move("go_first")


# ---- fire


@drill
def a_machine_gun_jams(d: Drill) -> None:
    """More ones than crew: the burst has no effect, or with the switch the gun is silent next turn."""
    state = scene(
        unit("A", maxim, at=(36, 20)), unit("b", tribal, at=(36, 28)), options=Options(jam_mode="next_turn")
    )
    d.start(begin(state))
    d.move("fire", ("A", "b"))
    total(d, 12)
    d.fall(*[1] * 5, *[6] * 7)
    settle(d)
    d.move("end_turn")
    d.move("rally", "b")
    total(d, 12)
    d.move("end_turn")
    d.refused("fire", ("A", "b"), cite="R-19")


@drill
def a_crew_with_an_arc_turns_its_gun(d: Drill) -> None:
    """The switch gives crews a front; they turn when they Stand To or have moved."""
    state = scene(
        unit("A", gun, at=(36, 20)),
        unit("b", tribal, at=(36, 10)),
        unit("c", tribal, at=(36, 36)),
        options=Options(crew_arc_deg=180),
    )
    d.start(begin(state))
    d.refused("fire", ("A", "b"), cite="T081")
    d.move("stand_to", "A")
    d.move("face", (("face", 1800),))
    d.move("end_turn")
    d.move("end_turn")
    d.move("fire", ("A", "b"))
    total(d, 12)
    hits(d, 3)
    settle(d)


@drill
def a_field_gun_ignores_a_point_of_cover(d: Drill) -> None:
    """Soft cover is none to it; a machine gun meets it in full; nobody lying down is a target beyond Short range."""
    ground = (area("scrub", 30, 34, 42, 42), area("rocks", 44, 30, 56, 36))
    state = scene(
        unit("A", gun, at=(36, 20)),
        unit("B", maxim, at=(48, 20)),
        unit("b", tribal, at=(36, 38)),
        unit("c", tribal, at=(50, 33)),
        unit("e", tribal, at=(20, 42), to_ground=True),
        terrain=ground,
    )
    d.start(begin(state))
    d.refused("fire", ("A", "e"), cite="T109")
    d.move("fire", ("A", "b"))
    total(d, 12)
    hits(d, 4)
    settle(d)
    d.move("fire", ("B", "c"))
    total(d, 12)
    hits(d, 6)
    settle(d)


@drill
def the_nearest_threat_must_be_shot_at(d: Drill) -> None:
    """Whoever could charge the firer limits the choice; the Pinned may be ignored."""
    state = scene(
        unit("A", regular, at=(36, 20)),
        unit("B", regular, at=(10, 20)),
        unit("b", tribal, at=(36, 29)),
        unit("c", tribal, at=(46, 34)),
        unit("e", tribal, at=(10, 28), pins=1),
    )
    d.start(begin(state))
    d.refused("fire", ("A", "c"), cite="T043")
    d.move("fire", ("A", "b"))
    hits(d, 1)
    settle(d)
    d.move("fire", ("B", "e"))
    hits(d, 2)
    settle(d)


@drill
def a_volley_is_fired_at_short_range_to_the_front(d: Drill) -> None:
    """Close Order fires volleys, not beyond Short range and not behind it."""
    state = scene(
        unit("A", regular, at=(36, 20), close_order=True),
        unit("b", tribal, at=(36, 30)),
        unit("c", tribal, at=(36, 40)),
        unit("e", tribal, at=(36, 8)),
    )
    d.start(begin(state))
    d.refused("volley", ("A", "c"), cite="T130")
    d.refused("volley", ("A", "e"), cite="T081")
    d.refused("double", "A", cite="T076")
    d.refused("skirmish", "A", cite="T087")
    d.refused("go_to_ground", "A", cite="T107")
    d.move("volley", ("A", "b"))
    hits(d, 3)
    settle(d)
    d.move("end_turn")
    d.move("end_turn")
    d.move("break_close_order", "A")
    total(d, 12)


@drill
def skirmishers_fire_and_move_in_either_order(d: Drill) -> None:
    """Half the models fire, the unit goes half a move; one of the two is done."""
    state = scene(
        unit("A", irregular, at=(36, 20)), unit("B", irregular, at=(48, 20)), unit("b", tribal, at=(42, 33))
    )
    d.start(begin(state))
    d.move("fire_and_move", ("A", "b"))
    total(d, 12)
    hits(d, 2)
    settle(d)
    d.move("go", (("go", 0, -300),))
    d.move("skirmish", "B")
    total(d, 12)
    d.move("go", ())
    d.refused("hold_fire", cite="R-21")
    d.move("aim", "b")
    hits(d, 2)
    settle(d)


# ---- melee


@drill
def cavalry_rides_down_one_and_takes_another(d: Drill) -> None:
    """The first enemy destroyed, a fresh one in sight within half a move may be attacked; friends of the lost test."""
    state = scene(
        unit("A", horse, at=(36, 14)), unit("b", tribal, 2, at=(36, 21)), unit("c", tribal, 8, at=(36, 26))
    )
    d.start(begin(state))
    d.move("attack", ("A", "b"))
    hits(d, 8)
    hits(d, 0)
    settle(d)
    d.move("follow_up", "c")
    hits(d, 4)
    hits(d, 2)
    settle(d)
    if "stay" in d.ask.offers:
        d.move("stay")


@drill
def cavalry_beats_cavalry_and_pursues(d: Drill) -> None:
    """The pursuit has no distance."""
    state = scene(unit("A", horse, at=(36, 14)), unit("b", light_horse, at=(36, 24)))
    d.start(begin(state))
    d.move("attack", ("A", "b"))
    hits(d, 3)
    hits(d, 0)
    settle(d)
    d.move("follow_up", "b")
    hits(d, 2)
    hits(d, 2)
    settle(d)


@drill
def a_wall_bars_the_pursuit(d: Drill) -> None:
    """Beaten horse has jumped the wall it stood at; the victor was not at it."""
    pen = (
        line("wall", 20, 25, 52, 25, "south wall"),
        line("wall", 20, 25, 20, 40, "west wall"),
        line("wall", 52, 25, 52, 40, "east wall"),
        line("wall", 20, 40, 52, 40, "north wall"),
    )
    b = unit("b", light_horse, 4, places=[(3600, 2400), (3440, 2400), (3760, 2400), (3280, 2400)])
    d.start(begin(scene(unit("A", horse, at=(36, 14)), b, terrain=pen)))
    d.move("attack", ("A", "b"))
    hits(d, 1)
    hits(d, 0)
    settle(d)


@drill
def a_held_wall_is_fought_across_and_stormed(d: Drill) -> None:
    """One more hit for each casualty; the victor closes up so that most of it holds the wall."""
    wall = (line("wall", 20, 25, 40, 25),)
    state = scene(unit("A", tribal, at=(30, 20)), unit("b", regular, at=(30, 25.6), row=True), terrain=wall)
    d.start(begin(state))
    d.move("attack", ("A", "b"))
    total(d, 12)
    hits(d, 12)
    hits(d, 1)
    settle(d)
    d.move("storm")


@drill
def ranks_take_a_building(d: Drill) -> None:
    """Close Order attacks with its bonus, caps the enemy, and gives up its ranks to go in."""
    hut = area("building", 28, 25, 34, 29)
    b = unit(
        "b", tribal, 8, places=[(2950 + 100 * (i % 4), 2650 + 100 * (i // 4)) for i in range(8)], inside=0
    )
    d.start(begin(scene(unit("A", regular, at=(30, 22.5), close_order=True), b, terrain=(hut,))))
    d.refused("charge", ("A", "b"), cite="T076")
    d.move("attack", ("A", "b"))
    total(d, 12)
    hits(d, 6)
    hits(d, 1)
    settle(d)
    d.move("storm")
    d.move("end_turn")
    while "end_turn" not in d.ask.offers:
        settle(d)
    d.move("end_turn")
    d.refused("form_close_order", "A", cite="R-62")
    d.move("move", "A")
    total(d, 12)
    d.move("go", (("out", 3000, 2200),))


@drill
def the_last_man_and_the_draw(d: Drill) -> None:
    """Both wiped out is a draw with nobody to move; a draw drives the attacker back untested."""
    state = scene(
        unit("A", tribal, 1, at=(30, 20)),
        unit("B", tribal, at=(50, 20)),
        unit("b", tribal, 1, at=(30, 26)),
        unit("c", tribal, at=(50, 26)),
    )
    d.start(begin(state))
    d.move("attack", ("A", "b"))
    total(d, 12)
    hits(d, 1)
    hits(d, 1)
    settle(d)
    d.move("attack", ("B", "c"))
    total(d, 12)
    hits(d, 0)
    hits(d, 0)


@drill
def somebody_bars_the_way(d: Drill) -> None:
    """An enemy near enough cannot be reached, and whoever stands in the way is named; others are out of sight."""
    screen = unit("c", tribal, 16, at=(36, 15), row=True)
    state = scene(
        unit("A", regular, 1, at=(36, 10)),
        unit("b", tribal, 1, at=(36, 16.9)),
        screen,
        unit("e", regular, 1, at=(60, 16)),
        unit("B", horse, 1, at=(60, 9)),
        terrain=(area("cliff", 58.5, 12, 61.5, 13),),
    )
    d.start(begin(state))
    d.refused("attack", ("A", "b"), cite="R-56")
    d.refused("attack", ("B", "e"), cite="T013")
    d.refused("attack", ("A", "e"), cite="T014")


# ---- Retreats and Rallies


@drill
def hemmed_in_men_are_lost(d: Drill) -> None:
    """Each inch of a Retreat that enemies bar costs a model; used up, the unit is destroyed and friends test."""
    around = [(-210, -210), (0, -210), (210, -210), (-210, 0), (210, 0), (-210, 210), (0, 210), (210, 210),
              (-105, -210), (105, -210), (210, -105), (210, 105), (-210, -105), (-210, 105), (105, 210), (-105, 210)]  # fmt: skip
    ring = [(3600 + dx, 2000 + dy) for dx, dy in around]
    state = scene(
        unit("A", regular, 1, at=(36, 20), pins=1),
        unit("b", tribal, 16, places=ring),
        unit("B", regular, at=(44, 20)),
    )
    d.start(begin(state))
    d.move("rally", "A")
    total(d, 5)
    settle(d)


@drill
def a_rout_shakes_friends(d: Drill) -> None:
    """A modified 2 or less: the unit is gone, friends within 12 test, and a forgotten Rally is thrown all the same."""
    state = scene(
        unit("A", irregular, at=(36, 20), pins=3),
        unit("B", irregular, at=(44, 20)),
        unit("C", irregular, at=(10, 10), pins=1, leader=None),
        unit("b", tribal, at=(36, 44)),
    )
    d.start(begin(state))
    d.move("rally", "A")
    total(d, 5)
    settle(d, 4)
    d.move("end_turn")
    while isinstance(d.game.pending, Throw):
        total(d, 8)


@drill
def a_unit_retreats_off_the_table(d: Drill) -> None:
    """It is lost; with the switch its friends test."""
    state = scene(
        unit("A", regular, at=(36, 3), pins=1),
        unit("B", regular, at=(44, 6)),
        unit("b", tribal, at=(36, 20)),
        options=Options(edge_exit_causes_tests=True),
    )
    d.start(begin(state))
    d.move("rally", "A")
    total(d, 5)
    settle(d)


@drill
def discipline_counts_for_orders_if_you_like(d: Drill) -> None:
    """A switch: 5 and 1 make 6."""
    state = scene(
        unit("A", regular, at=(36, 10)),
        unit("b", tribal, at=(36, 40)),
        options=Options(discipline_on_orders=True),
    )
    d.start(begin(state))
    d.move("move", "A")
    total(d, 5)
    d.move("go", (("go", 0, 600),))


# ---- moving


@drill
def moves_and_what_forbids_them(d: Drill) -> None:
    """Too far, too near, off the table, onto friends, out of cohesion, over a wall, into a house."""
    ground = (line("wall", 30, 26, 42, 26), area("building", 44, 18, 48, 22), area("sand", 20, 15, 28, 25))
    state = scene(
        unit("A", regular, at=(36, 20)),
        unit("B", regular, at=(36, 14), close_order=True),
        unit("C", irregular, at=(26.5, 12)),
        unit("b", tribal, at=(36, 31)),
        terrain=ground,
    )
    d.start(begin(state))
    d.move("move", "A")
    total(d, 12)
    d.refused("go", (("go", 0, 601),), cite="R-56")
    d.refused("go", (("go", 0, 450),), cite="T093")
    d.refused("go", (("go", 0, -600),), cite="T077")
    d.refused("go", (("go", 600, 0),), cite="R-56")
    d.refused("go", (("model", 3, -600, 0),), cite="T090")
    d.refused("go", (("face", 900),), cite="T042")
    d.move("go", (("go", 0, 300),))
    d.move("move", "B")
    total(d, 12)
    d.refused("go", (("model", 3, 100, 0),), cite="T074")
    d.move("go", (("face", 900),))
    d.move("end_turn")
    d.move("end_turn")
    d.move("move", "A")
    total(d, 12)
    d.refused("go", (("go", 0, 500),), cite="R-25")
    d.move("go", ())


@drill
def mounted_infantry_rides_up_and_fights_on_foot(d: Drill) -> None:
    """No fire from the saddle, no ranks, no lying down; dismounting costs half the ride."""
    U = Upgrade
    state = scene(
        unit("A", regular, 12, U.MOUNTED_INFANTRY, at=(36, 12), mounted=True),
        unit("B", irregular, 12, U.MOUNTED_INFANTRY, U.FIELDCRAFT, at=(54, 12)),
        unit("b", tribal, at=(42, 28)),
        terrain=(area("building", 52, 15.9, 58, 19),),
    )
    d.start(begin(state))
    d.refused("fire", ("A", "b"), cite="F-M1")
    d.refused("form_close_order", "A", cite="F-M4")
    d.move("move", "A")
    total(d, 12)
    d.refused("go", (("go", 0, 700), ("mount", 0)), cite="R-56")
    d.move("go", (("go", 0, 600), ("mount", 0)))
    d.move("skirmish", "B")
    total(d, 12)
    d.move("go", (("mount", 1), ("go", 0, -200)))
    d.move("end_turn")
    d.move("end_turn")
    d.refused("go_to_ground", "B", cite="F-M4")
    d.move("move", "B")
    total(d, 12)
    d.refused("go", (("enter", 0),), cite="R-62")
    d.move("go", (("mount", 0),))
    d.move("form_close_order", "A")
    total(d, 12)
    d.move("face", (("face", 0),))


@drill
def at_the_double_and_falling_short(d: Drill) -> None:
    """A run adds a die; a charge that does not reach stops an inch short; crews and Regulars may not charge so."""
    state = scene(
        unit("A", wild_horse, at=(20, 10)),
        unit("B", regular, at=(40, 10)),
        unit("C", gun, at=(60, 10)),
        unit("b", tribal, at=(20, 30)),
    )
    d.start(begin(state))
    d.refused("charge", ("B", "b"), cite="T070")
    d.refused("double", "C", cite="T067")
    d.refused("skirmish", "C", cite="T123")
    d.move("charge", ("A", "b"))
    total(d, 12)
    d.fall(1)
    d.move("double", "B")
    total(d, 12)
    d.fall(3)
    d.move("go", (("go", 0, 900),))


@drill
def lying_down_and_getting_up(d: Drill) -> None:
    """Tribesmen anywhere, others with Fieldcraft; any action but Stand To ends it."""
    state = scene(
        unit("A", tribal, at=(20, 10)),
        unit("B", irregular, 12, Upgrade.FIELDCRAFT, at=(40, 10)),
        unit("C", irregular, at=(60, 10)),
        unit("b", tribal, at=(36, 30)),
    )
    d.start(begin(state))
    d.refused("go_to_ground", "C", cite="T107")
    d.move("go_to_ground", "A")
    total(d, 12)
    d.move("go_to_ground", "B")
    total(d, 12)
    d.move("end_turn")
    d.move("end_turn")
    d.refused("go_to_ground", "A", cite="R-36")
    d.move("stand_to", "A")
    d.move("move", "B")
    total(d, 12)
    d.move("go", (("go", 0, 300),))


@drill
def a_column_leaves_over_its_edge(d: Drill) -> None:
    """The whole unit goes when one model reaches the edge."""
    tasks = Task((SOUTH,), (EAST,)), Task((NORTH,))
    state = scene(
        unit("A", tribal, at=(67, 20)), unit("b", tribal, at=(36, 40)), tasks=tasks, victory="passing"
    )
    d.start(begin(state))
    d.move("move", "A")
    d.move("go", (("leave", 0),))


# ---- scenarios


@drill
def the_owner_says_who_defends_the_village(d: Drill) -> None:
    """Some wait, some stand in buildings."""
    d.scenario("seek_and_destroy", free_deployment=True)
    here = [u.id for u in d.state.on_table(0)]
    d.move("keep_back", here[0])
    d.refused("ready", cite="F-SB1")
    d.move("call_up", here[0])
    foot = next(u.id for u in d.state.on_table(0) if not u.cavalry and not u.crewed)
    d.move("set_up", foot)
    d.refused("place", (("at", 100, 100),), cite="F-S1")
    d.move("place", (("at", 3000, 3000),))
    d.move("ready")
    d.move("ready")


@drill
def the_camp_is_attacked_from_an_edge(d: Drill) -> None:
    """The garrison sets up, the attacker picks his short edge, and relief comes later."""
    d.scenario("sigh_of_relief", free_deployment=True)
    d.move("ready")
    d.move("from_east")
    d.move("ready")
    for _ in range(4):
        while isinstance(d.game.pending, Throw):
            d.fall(*[4] * d.throw.dice.faces()[0])
        while "end_turn" not in d.ask.offers:
            d.move("bring_on", next(iter(d.ask.offers["bring_on"])))
        d.move("end_turn")
        if "bring_on" in getattr(d.game.pending, "offers", {}):
            break
        if isinstance(d.game.pending, Throw):
            continue
        d.move("end_turn")


@drill
def hidden_natives_show_themselves(d: Drill) -> None:
    """They hide in sectors, come out six inches from enemies, and do nothing that turn."""
    d.scenario("get_off_my_land", free_deployment=True)
    hidden = [u.id for u in d.state.units if u.where is Where.HIDDEN]
    if not hidden:
        d.move("keep_back", next(u.id for u in d.state.on_table(0)))
    d.move("ready")
    while "hide" in d.ask.offers:
        d.refused("hide", 1, cite="F-SC1")
        d.move("hide", 4)
    d.move("ready")
    d.move("end_turn")
    if "show" in d.ask.offers:
        d.move("show", next(iter(d.ask.offers["show"])))
        d.move("appear", next(iter(d.ask.offers["appear"])))
    while "lie_low" in d.ask.offers:
        d.move("lie_low")
    d.move("end_turn")


@drill
def a_building_is_pulled_down_over_its_garrison(d: Drill) -> None:
    """Standing To beside it takes its last point; the garrison dies and friends test."""
    hut = area("building", 34, 24, 38, 28, structure=1)
    inside = unit("B", tribal, 4, places=[(3550, 2550), (3650, 2550), (3550, 2650), (3650, 2650)], inside=0)
    state = scene(
        inside,
        unit("A", tribal, at=(44, 30)),
        unit("a", tribal, at=(36, 21)),
        terrain=(hut,),
        victory="destroy",
        tasks=(Task((NORTH,)), Task((SOUTH,))),
    )
    d.start(begin(state, side=1))
    d.move("stand_to", "a")
    settle(d)


@drill
def the_prize_is_found_carried_and_lost(d: Drill) -> None:
    """The last marker hides it; its bearer routs and drops it; another takes it up and leaves."""
    tasks = Task((NORTH,)), Task((SOUTH,), (SOUTH,))
    state = scene(
        unit("B", tribal, at=(60, 40)),
        unit("a", tribal, at=(36, 6), pins=0),
        unit("c", tribal, at=(40, 3.2)),
        tasks=tasks,
        spots=((3600, 900),),
        victory="land",
    )
    d.start(begin(state, side=1))
    d.move("stand_to", "a")
    d.reading("prize")
    d.move("move", "c")
    d.move("go", ())
    d.move("end_turn")


# ---- the solo game


def solo(*units: Any, **more: Any) -> Any:
    """A table of the solo game."""
    return scene(*units, solo=1, victory="solo", **more)


@drill
def natives_appear_wherever_you_stir(d: Drill) -> None:
    """A charger at short rifle range in front; nothing on a 1; a quiet turn rolls once."""
    state = solo(
        unit("A", regular, at=(30, 24)),
        unit("b", tribal, where=Where.POOL, places=()),
        unit("c", tribal, where=Where.POOL, places=()),
        unit("e", irregular, where=Where.POOL, places=()),
        unit("f", light_horse, where=Where.POOL, places=()),
        queues=((1, 2), (4,), (3,)),
    )
    d.start(begin(state))
    d.move("move", "A")
    total(d, 12)
    d.move("go", (("go", 300, 0),))
    d.fall(4)
    d.fall(2)
    d.move("end_turn")
    while isinstance(d.game.pending, Throw):
        d.fall(*[5] * d.throw.dice.faces()[0])
    d.move("end_turn")
    d.move("end_turn")
    while isinstance(d.game.pending, Throw):
        d.fall(*[1] * d.throw.dice.faces()[0])


@drill
def natives_come_back_or_are_gone_for_good(d: Drill) -> None:
    """A six brings a lost unit back to the tail of its queue; a one loses it for good, and the battle is won."""
    state = solo(
        unit("A", regular, at=(30, 24)),
        unit("B", regular, at=(44, 24)),
        unit("b", tribal, 1, at=(30, 30)),
        unit("c", tribal, 1, at=(44, 30)),
    )
    d.start(begin(state))
    d.move("fire", ("A", "b"))
    hits(d, 1)
    settle(d)
    d.fall(6)
    d.move("fire", ("B", "c"))
    hits(d, 1)
    settle(d)
    d.fall(1)


def by_babbage(d: Drill, side: int, face: int = 4) -> None:
    """Mr Babbage plays a side's turn to its end, every die showing the same."""
    automaton = Babbage()
    for _ in range(60):
        waiting = d.game.pending
        if isinstance(waiting, Throw):
            d.fall(*[face] * waiting.dice.faces()[0])
        elif isinstance(waiting, Ask) and waiting.who == (side,):
            move = automaton.choose(d.position, waiting, side)
            d.move(move.verb, move.noun, move.side)
            if move.verb == "end_turn":
                return
        else:
            return


@drill
def mr_babbages_chargers_and_riders(d: Drill) -> None:
    """Chargers rush, double when close, lie down when halved; riders take the weak and keep off steady rifles."""
    state = solo(
        unit("A", regular, at=(30, 12)),
        unit("B", regular, 6, at=(50, 12), pins=1),
        unit("b", tribal, at=(30, 19)),
        unit("c", tribal, at=(24, 24.5)),
        unit("e", tribal, 7, at=(12, 30), fallen=9),
        unit("f", light_horse, at=(50, 24)),
        unit("g", light_horse, at=(66, 34)),
    )
    d.start(begin(state, side=1))
    by_babbage(d, 1)


@drill
def mr_babbages_shooters_and_gunners(d: Drill) -> None:
    """Shooters look for cover and fire, close in to Short range, run from a rush; gunners fire where it hurts most."""
    state = solo(
        unit("A", tribal, at=(30, 12)),
        unit("B", regular, at=(50, 12)),
        unit("b", irregular, at=(30, 19)),
        unit("c", irregular, at=(50, 25)),
        unit("e", irregular, at=(62, 30)),
        unit("f", gun, at=(14, 34)),
        unit("g", irregular, at=(40, 33)),
        terrain=(area("rocks", 36, 27, 44, 31),),
    )
    d.start(begin(state, side=1))
    by_babbage(d, 1)


@drill
def mr_babbage_plays_the_empire(d: Drill) -> None:
    """Volleys from Close Order, ranks against a rush, cavalry against the weak, and on to the goal."""
    state = scene(
        unit("A", regular, at=(20, 12), close_order=True),
        unit("B", regular, at=(40, 12)),
        unit("C", irregular, at=(58, 12)),
        unit("D", horse, at=(66, 20)),
        unit("E", regular, at=(8, 12), pins=1),
        unit("F", gun, at=(30, 6)),
        unit("b", tribal, at=(20, 22)),
        unit("c", tribal, at=(40, 27)),
        unit("e", tribal, 4, at=(66, 29), pins=1),
    )
    d.start(begin(state))
    by_babbage(d, 0)


@drill
def men_who_lie_down_are_attacked(d: Drill) -> None:
    """Half of them fight; veterans and the unenthusiastic are tested; the poorly armed fire with what they have."""
    U = Upgrade
    state = scene(
        unit("A", tribal, 16, U.VETERAN, at=(36, 20)),
        unit("B", irregular, 12, U.POORLY_ARMED, at=(50, 20)),
        unit("b", irregular, 12, U.FIELDCRAFT, U.UNENTHUSIASTIC, at=(36, 26), to_ground=True),
        unit("c", regular, 12, U.ELITE, at=(50, 29)),
    )
    d.start(begin(state))
    d.move("attack", ("A", "b"))
    total(d, 12)
    hits(d, 2)
    hits(d, 1)
    settle(d, 4)
    d.move("fire", ("B", "c"))
    hits(d, 2)
    settle(d, 7)
