"""Short scripted games for what whole games seldom come upon; recorded under tests/golden."""

from __future__ import annotations

from typing import Any

from grognard.books.skirmish_1808.state import Charge, Contact, State, Today, Unit
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.words import Calibre, Quality, Rank, Trait
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import area, battle, foot, gun, horse, leader, light, play, wall
from tests.tools.drills import Drill, drill


@drill
def a_high_wall_hides_the_enemy(d: Drill) -> None:
    """Foot may not fire over a high wall, but fires at whoever stands clear of it."""
    state = battle(
        foot("A", at=(30, 30)),
        foot("B", side=1, at=(30, 50)),
        foot("C", side=1, at=(50, 35)),
        ground=(wall(6, (20, 40), (40, 40)),),
    )
    d.start(play(state, "activation", Act(0)))
    d.fall(9)
    d.refused("fire", "B", cite="L2")
    d.move("fire", "C")


def go_on(d: Drill, *verbs: str, reading: Any) -> Drill:
    """Nothing but these verbs, every throw read alike, until nothing is waited for."""
    for _ in range(30):
        if d.over:
            return d
        waiting = d.game.pending
        if isinstance(waiting, Throw):
            readings = list(waiting.dice.dist())
            d.reading(reading if reading in readings else readings[0])
        else:
            verb = next((verb for verb in verbs if verb in d.ask.offers), None)
            if verb is None:
                return d
            d.move(verb)
    return d


@drill
def foot_is_shot_at_in_a_light_wood(d: Drill) -> None:
    """A light wood is medium cover for foot. [24, 42]"""
    state = battle(
        foot("A", at=(30, 30)), foot("B", side=1, at=(30, 42)), ground=(area("light_wood", 20, 38, 40, 50),)
    )
    d.start(play(state, "activation", Act(0, commanded=True)))
    d.move("fire", "B").reading(3).reading(1)


@drill
def the_best_dice_of_all_in_ranks(d: Drill) -> None:
    """A D12 has no better die: formed, it adds two to its fire. [102]"""
    state = battle(
        foot("A", at=(30, 30), formed=True, fire=12, combat=12),
        foot("B", side=1, at=(30, 42), today=Today(acted=True)),
    )
    d.start(play(state, "activation", Act(0, commanded=True)))
    d.move("fire", "B").reading(1).reading(1)


@drill
def a_charge_with_the_best_dice(d: Drill) -> None:
    """Formed men with a D12 add two to each stroke. [104]"""
    state = battle(
        foot("A", at=(30, 30), formed=True, combat=12),
        foot("B", side=1, at=(30, 42), today=Today(acted=True)),
    )
    d.start(play(state, "activation", Act(0, commanded=True)))
    go_on(d.move("charge", "B"), "stay", reading=(0, 2))


@drill
def lancers_ride_at_foot(d: Drill) -> None:
    """Lances tell in the first round of a charge on foot. [60, A-11]"""
    state = battle(
        horse("A", at=(30, 30), traits=(Trait.LANCE,)),
        foot("B", side=1, at=(30, 48), today=Today(acted=True)),
    )
    d.start(play(state, "activation", Act(0, commanded=True)))
    go_on(d.move("charge", "B"), "halt", reading=(0, 2))


@drill
def an_evader_is_caught(d: Drill) -> None:
    """Light foot runs eight, and the horse behind it rides farther. [R4a]"""
    state = battle(horse("A", at=(30, 30)), light("B", side=1, at=(30, 44), facing=180))
    d.start(play(state, "activation", Act(0, commanded=True)))
    d.move("charge", "B").move("evade", 0)
    go_on(d, "halt", reading=(0, 2))


@drill
def winners_on_foot_dress_their_ranks(d: Drill) -> None:
    """A second round is fought without any throw for command, and the winners form again. [T5a, W6, K9b]"""
    state = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 37)))
    state = replace(state, contacts=(Contact(0, 1, 2),))
    d.start(play(state, "fight", Act(0)))
    d.reading((0, 3)).reading(1)
    d.move("redress", (("dress", 4, 200, 0, 0, 0, 1),))


@drill
def a_leader_joins_and_leaves(d: Drill) -> None:
    """Joining a unit he touches, and leaving it, are part of his own activation. [C4b]"""
    state = battle(foot("A", at=(30, 30)), leader("L", at=(30, 35)), foot("B", side=1, at=(30, 90)))
    d.start(play(state, "activation", Act(1)))
    d.move("advance", (("go", 0, -100),)).move("attach", "A")


@drill
def a_leader_leaves_his_unit(d: Drill) -> None:
    """He leaves it in his own activation, unless it has carried him this turn. [C4b]"""
    state = battle(
        foot("A", at=(30, 30)), leader("L", at=(30, 34), attached=0), foot("B", side=1, at=(30, 90))
    )
    d.start(play(state, "activation", Act(1)))
    d.move("detach")


@drill
def a_raw_crew_lays_its_gun(d: Drill) -> None:
    """Raw gunners throw a D12 for accuracy. [X3, A-13]"""
    state = battle(gun("G", at=(30, 30), quality=Quality.RAW), foot("B", side=1, at=(30, 50)))
    d.start(play(state, "activation", Act(0, commanded=True)))
    legs = next(legs for legs in d.offered("round_shot") if legs)
    d.move("round_shot", legs).reading(2)


@drill
def gunners_come_back_to_their_gun(d: Drill) -> None:
    """A crew that left its gun mans it again. [X12a]"""
    state = battle(gun("G", at=(30, 30), abandoned=True), foot("B", side=1, at=(30, 90)))
    d.start(play(state, "activation", Act(0, commanded=True)))
    d.move("man_the_gun")


@drill
def a_side_is_set_up_by_hand(d: Drill) -> None:
    """With free deployment the very first unit may be put elsewhere in its zone, and nowhere else. [H1]"""
    d.scenario("bridge", free_deployment=True)
    d.move("pick", d.offered("pick")[0])
    d.refused("place", (("place", 5900, 100, 900),), cite="H1")
    d.move("place", next(legs for legs in d.offered("place") if legs))
    d.move("ready").move("ready")


RIVER = (
    area("stream", 0, 40, 28, 46, "the river"),
    area("bridge", 28, 40, 36, 46, "the bridge"),
    area("stream", 36, 40, 120, 46, "the lower river"),
)


def mined(laid: int, enemy: Unit) -> State:
    """Engineers near a bridge with charges, and an enemy."""
    sappers = foot("Sappers", at=(32, 36), traits=(Trait.ENGINEER,))
    state = battle(sappers, enemy, ground=RIVER)
    return replace(state, charges=(Charge("the bridge", 0, laid),))


@drill
def a_charge_is_laid(d: Drill) -> None:
    """A second charge is laid at the bridge. [D1, D2, D4]"""
    d.start(play(mined(1, foot("F", side=1, at=(32, 70), facing=180)), "activation", Act(0, commanded=True)))
    d.move("lay_charge", "the bridge")


@drill
def a_fuse_goes_out(d: Drill) -> None:
    """A failed throw spoils one charge. [D3]"""
    d.start(play(mined(2, foot("F", side=1, at=(32, 70), facing=180)), "activation", Act(0, commanded=True)))
    d.move("blow", "the bridge").reading(0)


@drill
def a_bridge_is_blown_under_the_enemy(d: Drill) -> None:
    """The bridge comes down with four of the enemy on it, and two are saved. [D3–D5]"""
    crossing = foot("F", side=1, at=(32, 43), count=4, files=2, facing=180)
    d.start(play(mined(2, crossing), "activation", Act(0, commanded=True)))
    go_on(d.move("blow", "the bridge").reading(1).reading(2), "hold", reading=0)


@drill
def charges_are_torn_out(d: Drill) -> None:
    """Horse come to the bridge and tear the charges out. [D7]"""
    raiders = horse("F", side=1, at=(32, 47), count=1, facing=180)
    d.start(play(mined(2, raiders), "activation", Act(1, commanded=True)))
    d.move("hold")


@drill
def a_mortar_fires_over_a_house(d: Drill) -> None:
    """The mortar does not see the enemy, but a friend does. [X13]"""
    piece = gun("M", Calibre.III, crew=4, mortar=True, quality=Quality.VETERAN)
    state = battle(
        piece,
        foot("B", side=1, at=(30, 60)),
        foot("C", at=(50, 55)),
        ground=(area("building", 26, 42, 34, 48, "the mill"),),
    )
    d.start(play(state, "activation", Act(0, commanded=True)))
    d.refused("manhandle", (), cite="X13")
    go_on(d.move("shell", (("aim", 3000, 6000, -1),)), "hold", reading=1)


@drill
def a_carronade_fires_canister(d: Drill) -> None:
    """A carronade's canister hits one more. [X14]"""
    state = battle(gun("C", Calibre.II, carronade=True), foot("B", side=1, at=(30, 45)))
    d.start(play(state, "activation", Act(0, commanded=True)))
    go_on(d.move("canister", (("aim", 3000, 4500, -1),)), "hold", reading=1)


@drill
def a_sergeant_leads_one_unit(d: Drill) -> None:
    """He commands within five, once. [C6]"""
    state = battle(
        leader("S", Rank.SERGEANT, at=(30, 30)),
        foot("A", at=(30, 36), count=4),
        foot("B", at=(30, 24), count=4),
    )
    d.start(play(state, "activation", Act(0)))
    d.move("command", "A").move("hold")
