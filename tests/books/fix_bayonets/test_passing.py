"""Through friends: how far, at what price, checked and shot at on the way, and where those stay who are stopped among them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.advice.chances import shot_worth
from grognard.books.fix_bayonets.facts import moving
from grognard.books.fix_bayonets.facts.charging import regroup_hexes
from grognard.books.fix_bayonets.laws.leading import orderless_stays
from grognard.books.fix_bayonets.state import Unit
from grognard.books.fix_bayonets.words import Order, Trait, Where
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import replace
from grognard.engine.soundness import Deed
from tests.books.fix_bayonets.drill import GRID, Drill, at, country
from tests.books.fix_bayonets.scenes import (
    LIGHT,
    acting,
    around,
    battle,
    boss,
    charge,
    foot,
    formation,
    guns,
    hexes,
    horse,
    kept_screen,
    quiet,
    rows,
    segment,
    sent,
    shaken,
    thrown,
)  # fmt: skip
from tests.rules import rule

RIDER = horse("1618", mcf=14, traits=LIGHT)
COLUMN = foot("1617", "column", 2, 0, 5)


def ahead(sv: int = 0, **more: Any) -> Unit:
    """An enemy Line before the column."""
    return foot("1616", sv=sv, **more)


# ---- checks and shots on the way


@rule("F-14.1", "F-10.6")
@pytest.mark.parametrize(("sv", "due"), [(2, True), (0, False)])
def test_who_passes_through_friends_before_skirmishers_is_checked_there(sv: int, due: bool) -> None:
    drill = acting(RIDER, ahead(sv, spent=True), COLUMN).do("march", at("1717"))
    assert (thrown(drill) == "skirmish check") is due
    if due:
        assert drill.unit(0).hex == at("1617")
        assert drill.unit(0).passing


@rule("F-13.4", "F-10.6")
@pytest.mark.parametrize(("spent", "asked"), [(False, True), (True, False)])
def test_who_passes_through_friends_may_be_shot_at_among_them(spent: bool, asked: bool) -> None:
    drill = acting(RIDER, ahead(spent=spent), COLUMN).do("march", at("1717"))
    assert ("shoot" in drill.verbs) is asked


@rule("F-13.4", "F-10.6", "F-13.2", "R-06")
def test_the_shot_is_at_those_who_pass_and_the_steps_are_those_in_the_hex() -> None:
    drill = acting(RIDER, ahead(), COLUMN).do("march", at("1717")).do("shoot", 1)
    assert drill.waits.facts["target"] == 0
    assert "FV-13" in rows(drill), "4 and 5 steps are in the hex"
    drill.fall(1)
    while thrown(drill):
        drill.fall(0)
    assert drill.unit(0).lost > 0
    assert drill.unit(2).lost == 0
    assert drill.unit(2).good


@rule("F-13.4", "F-10.6")
def test_computer_players_weigh_the_shot_at_those_who_pass() -> None:
    drill = acting(RIDER, ahead(), COLUMN).do("march", at("1717"))
    passing = shot_worth(drill.state, drill.unit(1), drill.unit(0))
    broken = replace(drill.unit(0), tem=0)
    units = (broken, *drill.state.units[1:])
    assert shot_worth(replace(drill.state, units=units), drill.unit(1), broken) > passing, (
        "their TEM, not that of the column"
    )


@rule("F-13.4", "F-10.6")
def test_who_passes_may_be_shot_at_as_it_comes_and_as_it_goes() -> None:
    drill = acting(RIDER, ahead(), COLUMN).do("march", at("1717"))
    shots = 0
    while "shoot" in drill.verbs:
        drill.do("hold_fire")
        shots += 1
    assert shots == 2, "entering the column's hex and leaving it"
    assert drill.unit(0).hex == at("1717")


@rule("F-14.1", "SKC-01", "SKC-07")
@pytest.mark.parametrize(("own", "total"), [(3, -1), (0, 2)])
def test_a_check_among_friends_is_that_of_those_who_march(own: int, total: int) -> None:
    mover = foot("1618", "column", 0, 0, 3, mcf=8, sv=own)
    drill = acting(mover, ahead(2), COLUMN).do("march", at("1617"))
    assert drill.waits.why.total == total
    assert "SKC-07" not in rows(drill), "five steps of friends do not march"


@rule("F-14.2", "SKC-01")
def test_stragglers_of_a_check_are_lost_by_those_who_march() -> None:
    mover = foot("1618", "column", 0, 0, 3, mcf=8)
    drill = acting(mover, ahead(3), COLUMN).do("march", at("1617")).fall(9)
    assert (drill.unit(0).lost, drill.unit(2).lost) == (1, 0)
    assert (drill.unit(0).halted, drill.unit(2).halted) == (True, False)


@rule("F-14.1", "F-10.5")
def test_a_screen_that_comes_home_before_skirmishers_is_checked_first() -> None:
    home = foot("1617", "column", 2, 0, 5, sv=1)
    screen = foot("1618", "skirmish screen", 0, 0, 1, sv=1, parent=2, mcf=8)
    drill = acting(screen, ahead(2, spent=True), home).do("march", at("1617"))
    assert thrown(drill) == "skirmish check"
    drill.fall(0)
    assert drill.unit(0).where is Where.ATTACHED
    assert drill.unit(2).halves == 12


# ---- stopped among friends


@rule("F-10.6", "F-14.2")
def test_who_is_halted_among_friends_it_cannot_join_goes_back() -> None:
    drill = acting(RIDER, ahead(3, spent=True), COLUMN).do("march", at("1717")).fall(9)
    assert drill.unit(0).hex == at("1618")
    assert drill.unit(0).halted
    assert not drill.unit(0).passing
    assert drill.told("goes back")


@rule("F-10.6", "F-14.2", "F-6.1a")
def test_who_is_halted_among_friends_it_may_join_stays_with_them() -> None:
    mover = foot("1618", "column", 0, 0, 3, mcf=12)
    drill = acting(mover, ahead(3, spent=True), COLUMN, field=country(h1717="r"))
    free = {label for label in hexes(drill, "march") if GRID.distance(at("1618"), at(label)) == 2}
    assert not free, "the enemy's zone stops foot where the friends stand"
    rider = replace(RIDER, halves=6, full=3)
    mates = horse("1617", number=2, steps=3, traits=LIGHT)
    drill = acting(rider, ahead(3, spent=True), mates).do("march", at("1717")).fall(9)
    assert drill.unit(0).hex == at("1617")
    assert not drill.unit(0).passing
    assert drill.told("joins")


@rule("F-10.6", "F-15.2", "F-8.3")
def test_who_is_disordered_among_friends_goes_back_and_leaves_them_in_order() -> None:
    drill = acting(replace(RIDER, tem=0), ahead(), COLUMN).do("march", at("1717")).do("shoot", 1)
    drill.fall(3).fall(9)
    assert drill.unit(0).order is Order.DISORDERED
    assert drill.unit(0).hex == at("1618")
    assert drill.unit(2).good
    assert "march" not in drill.verbs


@rule("F-10.6", "F-18.3")
def test_who_routs_among_friends_runs_from_there() -> None:
    first = shaken(replace(RIDER, tem=0))
    drill = acting(first, ahead(), COLUMN)
    drill.do("march", at("1717")).do("shoot", 1).fall(3).fall(9)
    assert drill.unit(0).order is Order.ROUTED
    while "run" in drill.verbs:
        drill.do("run", min(drill.nouns("run")))
    assert not drill.unit(0).passing
    assert drill.unit(0).hex != at("1617")
    assert drill.unit(2).good


@rule("F-10.6", "F-18.2")
def test_who_is_shot_to_nothing_among_friends_leaves_them_and_their_leader_alone() -> None:
    last = replace(RIDER, halves=1, lost=7)
    mate = replace(boss("1617"), id=501, command=1)
    drill = (
        acting(last, ahead(), COLUMN, leaders=(boss(), mate)).do("march", at("1717")).do("shoot", 1).fall(1)
    )
    assert drill.unit(0).where is Where.DEAD
    assert drill.state.leaders[1].hex == at("1617")
    assert not drill.told("leader joins")


@rule("F-9.1a", "F-10.6", "R-83")
@pytest.mark.parametrize(("halves", "lawful"), [(7, True), (8, False)])
def test_a_leader_without_orders_goes_on_from_among_friends_with_a_shaken_stack_only(
    halves: int, lawful: bool
) -> None:
    stragglers = replace(RIDER, halves=7, lost=1)
    drill = acting(stragglers, ahead(), COLUMN, leaders=(boss("1618", om=None),))
    drill.do("take_along", 500).do("march", at("1717")).do("hold_fire")
    before = drill.position
    assert before.state.units[0].passing, "shot at as it came, it may be shot at once more as it goes"
    drill.do("hold_fire")
    assert drill.state.leaders[0].hex == at("1717")
    told = replace(before.state.units[0], halves=halves)
    state = replace(before.state, units=(told, *before.state.units[1:]))
    deed = Deed(replace(before, state=state), Move(1, "hold_fire"), drill.position, ())
    assert (not list(orderless_stays(deed))) is lawful


# ---- how far, and at what price


@rule("F-10.6")
def test_friends_are_passed_through_one_behind_the_other() -> None:
    column = foot("1618", "column", 0, 0, mcf=12)
    drill = acting(column, foot("1617", "line", 1, 0), foot("1616", "line", 2, 0))
    assert "1615" in hexes(drill, "march")
    drill.do("march", at("1615"))
    assert drill.unit(0).hex == at("1615")
    assert [entry.facts["into"] for entry in drill.log if entry.what == "passes through"] == [1, 2]


@rule("F-10.6")
@pytest.mark.parametrize(("form", "cost"), [("column", 6), ("masse column", 10), ("general order", 10)])
def test_each_stack_passed_costs_one_more_unless_either_is_loose(form: str, cost: int) -> None:
    mover = foot("1618", form, 0, 0, mcf=24)
    scene = battle(mover, foot("1617", "line", 1, 0), foot("1616", "line", 2, 0))
    assert moving.steps(scene, (mover,), 24, True)[at("1615")] == cost


@rule("F-10.6")
def test_a_stack_joins_friends_behind_friends() -> None:
    mover = foot("1618", "column", 0, 0, mcf=12)
    scene = battle(mover, foot("1617", "line", 1, 0), foot("1616", "column", 2, 0))
    assert at("1616") in moving.steps(scene, (mover,), 24, True)
    full = battle(mover, foot("1617", "line", 1, 0), foot("1616", "column", 2, 0, 9))
    assert at("1616") not in moving.steps(full, (mover,), 24, True), "13 steps are too many"


@rule("F-10.6", "F-11.3")
def test_nobody_goes_on_from_friends_in_a_zone_that_stops_it() -> None:
    mover, friend = foot("1618", "column", 0, 0, mcf=12), foot("1617", "line", 2, 0)
    assert at("1517") in moving.steps(battle(mover, friend), (mover,), 24, True)
    scene = battle(mover, friend, foot("1616", "line", 1, 1))
    ways = moving.steps(scene, (mover,), 24, True)
    assert not {there for there in ways if GRID.distance(there, at("1618")) > 1}


@rule("F-10.6", "F-10.1")
def test_a_stack_that_can_pay_nothing_passes_through_nobody() -> None:
    slow = replace(foot("1618", "line", 0, 0, mcf=1), facing=1)
    scene = battle(slow, foot("1617", "column", 1, 0))
    assert set(moving.steps(scene, (slow,), 2, True)) <= {there for _, there in GRID.steps(at("1618"))}


@rule("R-65", "F-10.6")
def test_a_wide_screen_passes_through_friends_with_either_half() -> None:
    wide = replace(horse("1618", "skirmish screen", steps=4, mcf=14, facing=1), hex2=at("1718"))
    ahead_of_it = [there for _, there in GRID.steps(at("1718")) if GRID.distance(there, at("1618")) == 2]
    free = moving.steps(battle(wide), (wide,), 28, True)
    for there in ahead_of_it:
        scene = battle(wide, foot(GRID.label(there), "line", 1, 0))
        found = moving.steps(scene, (wide,), 28, True)
        assert any(GRID.distance(at("1618"), each) > 1 for each in found) or there not in free


@rule("OOC-05")
@pytest.mark.parametrize(("label", "may"), [("1718", False), ("2218", True)])
def test_who_is_out_of_command_passes_by_no_enemy(label: str, may: bool) -> None:
    mover = foot("1619", "column", 0, 0, 5, mcf=8, ooc=True)
    drill = formation(
        battle(
            mover,
            shaken(foot(label, "column", 1, 1)),
            foot("1618", "column", 2, 0, 5),
            leaders=(boss("1610", cr=3),),
        )
    ).do("act", 0)
    assert ("1617" in hexes(drill, "march")) is may


@rule("F-7.3", "F-10.6")
def test_a_wood_full_of_friends_loosens_who_passes_through_it() -> None:
    mover = foot("1618", "column", 0, 0, mcf=24)
    friend = replace(foot("1617", "general order", 1, 0), facing=0)
    drill = acting(mover, friend, field=country(h1617="w")).do("march", at("1616"))
    assert drill.unit(0).formation.value == "general order"
    assert drill.unit(1).hex == at("1617")


# ---- arriving among friends


@rule("F-10.11", "F-10.6")
@pytest.mark.parametrize(("steps", "entry"), [(4, {"1631"}), (11, {"1531", "1731"})])
def test_a_reinforcement_enters_where_friends_stand_if_there_is_room(steps: int, entry: set[str]) -> None:
    late = replace(foot("1631", "column", 0, 0, 4, mcf=8), where=Where.WAITING, arrives=2)
    drill = formation(battle(late, foot("1631", "column", 1, 0, steps, mcf=8), leaders=(boss("1628"),)))
    assert {GRID.label(there) for _, there in drill.nouns("enter")} == entry
    if steps == 4:
        drill.do("enter", (0, at("1631")))
        assert drill.unit(0).hex == at("1631")
        assert not drill.unit(0).passing
        assert len(drill.state.at[at("1631")]) == 2


# ---- off one's own turn


def before_the_line(unit: Unit) -> Any:
    line = [
        foot(there, "column", n, 1, 5)
        for n, there in ((1, "1616"), (3, "1516"), (4, "1517"), (5, "1717"), (6, "1716"))
    ]
    return battle(foot("1618", "column", 0, 0, 6, fb=True, mcf=8), line[0], unit, *line[1:])


@rule("F-16.3", "F-10.5", "F-10.6")
def test_a_screen_withdraws_into_its_battalion() -> None:
    drill = sent(before_the_line(foot("1617", "skirmish screen", 2, 1, 1, sv=1, parent=1, facing=7)), 2, 0)
    assert "1616" in hexes(drill, "withdraw")
    drill.do("withdraw", at("1616"))
    assert drill.unit(2).where is Where.ATTACHED
    assert drill.unit(1).halves == 12


@rule("F-16.3", "F-10.6")
@pytest.mark.parametrize(("arm", "may"), [("horse", True), ("foot", False)])
def test_horse_withdraws_through_its_own_columns(arm: str, may: bool) -> None:
    unit = (
        horse("1617", number=2, side=1, mcf=12, traits=()) if arm == "horse" else foot("1617", "column", 2, 1)
    )
    drill = sent(before_the_line(unit), 2, 0)
    found = hexes(drill, "withdraw")
    assert bool(found) is may
    if may:
        assert not found & {"1616", "1516", "1517", "1717", "1716"}, "horse does not join foot"
        assert "1615" in found


@rule("F-17.11", "F-10.6")
def test_horse_thrown_back_by_a_square_regroups_through_its_own_columns() -> None:
    friends = [
        foot(there, "column", 2 + n, 0, 5) for n, there in enumerate(("1717", "1718", "1618", "1518", "1517"))
    ]
    drill = charge(segment(horse("1617", mcf=14, traits=LIGHT), foot("1616", "square"), *friends))
    for _ in range(30):
        if "regroup" in drill.verbs:
            break
        if thrown(drill):
            drill.fall({"melee": 1, "fire": 9}.get(thrown(drill), 0))
        else:
            quiet(drill)
    found = hexes(drill, "regroup")
    assert len(found) > 1
    assert not found & set(around("1617")) - {"1616"}, "horse does not join foot"


@rule("F-17.11", "F-10.6", "F-17.12")
def test_horse_that_regroups_onto_horse_leaves_it_fresh() -> None:
    rider, mates = horse("1617", mcf=14, traits=LIGHT), horse("1620", number=2, traits=LIGHT)
    found = regroup_hexes(battle(rider, foot("1616", "square"), mates), (rider,), (1,))
    assert at("1620") in found
    drill = charge(segment(rider, foot("1616", "square"), mates))
    for _ in range(30):
        if "regroup" in drill.verbs:
            drill.do("regroup", at("1620"))
        elif drill.position.over or drill.waits is None:
            break
        elif thrown(drill):
            drill.fall({"melee": 1, "fire": 9}.get(thrown(drill), 0))
        else:
            quiet(drill)
    assert drill.unit(0).hex == drill.unit(2).hex == at("1620")
    assert (drill.unit(0).spent, drill.unit(2).spent) == (True, False)


# ---- Screens sent out


def sends(sv: int, *more: Unit, **changes: Any) -> Drill:
    home = replace(foot("1618", "column", 0, 0, 5, mcf=8, sv=1), **changes)
    return acting(home, kept_screen("1618", 1, 0), foot("1616", "line", 2, 1, sv=sv), *more)


@rule("F-14.1", "F-10.5", "F-13.4")
def test_a_screen_sent_out_before_the_enemy_is_checked_and_shot_at() -> None:
    drill = sends(1).do("detach", at("1617"))
    assert thrown(drill) == "skirmish check"
    drill.fall(0)
    assert "shoot" in drill.verbs
    drill = sends(0).do("detach", at("1617"))
    assert "shoot" in drill.verbs
    drill = acting(foot("1618", "column", 0, 0, 5, mcf=8, sv=1), kept_screen("1618", 1, 0)).do(
        "detach", at("1617")
    )
    assert isinstance(drill.waits, Ask)
    assert "march" in drill.verbs, "nobody is near"


@rule("F-13.4", "F-10.5")
@pytest.mark.parametrize(("die", "goes"), [(9, True), (3, False)])
def test_the_battalion_is_shot_at_as_it_sends_its_screen(die: int, goes: bool) -> None:
    drill = sends(0, foot("1719", "line", 3, 1, facing=9), tem=0)
    drill.do("detach", at("1617")).do("shoot", 3).fall(die)
    while thrown(drill):
        drill.fall(9)
    quiet(drill)
    assert drill.told("detaches") is goes
    assert drill.unit(0).good is goes


@rule("F-10.5", "F-8.3")
def test_a_battalion_sends_its_screen_after_a_march_and_after_its_first_shot() -> None:
    home, screen = foot("1620", "column", 0, 0, 5, mcf=8, sv=1), kept_screen("1620", 1, 0)
    drill = acting(home, screen).do("march", at("1619"))
    assert "detach" in drill.verbs
    drill = acting(home, screen, foot("1619", "column", 2, 1, 5)).do("fire", (0, 2))
    while thrown(drill):
        drill.fall(9)
    assert "detach" in drill.verbs
    drill.do("detach", min(drill.nouns("detach")))
    quiet(drill)
    assert drill.unit(1).shot, "both lose the shot that was used"


@rule("F-10.5", "F-11.3")
def test_a_battalion_stopped_by_a_zone_sends_nobody_on() -> None:
    home, screen = foot("1618", "column", 0, 0, 5, mcf=8, sv=1), kept_screen("1618", 1, 0)
    drill = quiet(acting(home, screen, foot("1616", "line", 2, 1, sv=0)).do("march", at("1617")))
    assert "detach" not in drill.verbs


@rule("F-10.5", "F-18.5")
def test_a_screen_brings_its_losses_home() -> None:
    home = replace(foot("1617", "column", 0, 0, 5, mcf=8, sv=1), halves=8)
    screen = replace(foot("1616", "skirmish screen", 1, 0, 1, sv=1, parent=0, mcf=8), halves=1, lost=1)
    drill = formation(battle(home, screen)).do("act", 1).do("march", at("1617"))
    assert (drill.unit(0).halves, drill.unit(0).lost, drill.unit(1).lost) == (9, 1, 0)


# ---- guns


@rule("F-10.6", "F-11.3")
def test_limbered_guns_pass_through_foot_and_draw_fire() -> None:
    team = guns("1618", "limbered", number=0, mcf=12, traits=(Trait.HORSE,))
    drill = acting(team, ahead(0), COLUMN)
    assert {"1517", "1717"} & hexes(drill, "march")
    drill.do("march", at("1616") if "1616" in hexes(drill, "march") else at("1717"))
    assert "shoot" in drill.verbs or drill.unit(0).hex == at("1717")
