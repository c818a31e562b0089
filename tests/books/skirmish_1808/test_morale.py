"""Morale, flight, rally, command. [M1–M7, C1–C5, T1–T8, V1–V4]"""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.bodies import gap_between
from grognard.books.skirmish_1808.facts.command import Nerve, best_rank, commands, in_command, nerve
from grognard.books.skirmish_1808.facts.victory import is_broken, judgement, lost_points, points
from grognard.books.skirmish_1808.state import Arrival, Cause, Contact, Exit, Prize, State, Today, Unit
from grognard.books.skirmish_1808.steps.env import Act, Turn
from grognard.books.skirmish_1808.tables.nerve import NERVE, activation_need, morale_need
from grognard.books.skirmish_1808.words import Cover, Quality, Rank, Role, Where
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import Play, area, battle, foot, gun, horse, leader, light, play, wagons
from tests.rules import rule

param = pytest.param


@rule("M1")
def test_the_numbers_of_morale() -> None:
    assert [morale_need(q, 0) for q in (Quality.ELITE, Quality.VETERAN, Quality.REGULAR, Quality.RAW)] == [
        3,
        4,
        5,
        7,
    ]
    assert morale_need(Quality.ELITE, 5) == 2, "a 1 fails"
    assert morale_need(Quality.RAW, -9) == 10, "a 10 passes"


@pytest.mark.parametrize(
    ("facts", "modifier"),
    [
        param(Nerve(), 0, id="nothing"),
        param(Nerve(in_command=True), 1, id="in command"),
        param(Nerve(formed=True), 1, id="formed"),
        param(Nerve(cover=Cover.LIGHT), 0, id="light cover"),
        param(Nerve(cover=Cover.MEDIUM), 1, id="medium cover"),
        param(Nerve(half=True), -1, id="half strength"),
        param(Nerve(friend_fleeing=True), -1, id="a friend flees"),
        param(Nerve(beaten=2), -2, id="beaten by two", marks=rule("K8")),
        param(Nerve(beaten=7), -3, id="beaten by many", marks=rule("K8")),
        param(Nerve(closing=True), -2, id="closing", marks=rule("R6")),
        param(Nerve(rallied_by_command=True), 1, id="rallied by command", marks=rule("M6")),
        param(Nerve(flag=True), 1, id="flag", marks=rule("M6")),
    ],
)
@rule("M2")
def test_modifiers_of_morale(facts: Nerve, modifier: int) -> None:
    assert NERVE.tally(facts).total == modifier


@rule("M2")
def test_what_a_test_looks_at() -> None:
    runner = foot("R", at=(40, 30), fleeing=1)
    state = battle(
        foot("A", count=4, full=8, at=(30, 30)),
        runner,
        leader("L", at=(30, 36)),
        ground=(area("light_wood", 20, 20, 38, 40),),
    )
    found = nerve(state, state.units[0])
    assert found == Nerve(in_command=True, cover=Cover.MEDIUM, half=True, friend_fleeing=True)
    far = battle(foot("A", at=(30, 30)), foot("R", at=(60, 30), fleeing=1), leader("L", at=(30, 60)))
    assert nerve(far, far.units[0]) == Nerve()


def shot_at(count: int, failed: int, **given: object) -> Play:
    """A unit loses figures by a volley."""
    target = foot("B", side=1, count=count, at=(30, 42), **given)
    game = play(battle(foot("A", count=12, at=(30, 30)), target), "activation", Act(0, commanded=True))
    return game.say("fire", 1).fall(failed).fall(0)


@rule("M3", "T6a")
@pytest.mark.parametrize(
    ("count", "failed", "tests"),
    [
        param(12, 3, True, id="a quarter"),
        param(12, 2, False, id="less than a quarter"),
        param(4, 1, False, id="one is never enough"),
        param(3, 2, True, id="two of three"),
    ],
)
def test_losses_that_cause_a_test(count: int, failed: int, tests: bool) -> None:
    game = shot_at(count, failed)
    assert (not game.position.over and game.waiting.what == "morale") is tests


@rule("M3")
def test_half_strength_is_tested_once() -> None:
    game = shot_at(12, 1, full=22)
    assert game.waiting.what == "morale", "eleven of twenty-two"
    game.fall(1)
    assert game.unit(1).halved
    assert shot_at(12, 1, full=22, halved=True).position.over


@rule("M3a", "T6a")
def test_flight_is_catching() -> None:
    def near(friend: Unit) -> list[int]:
        units = foot("A", count=12, at=(30, 30)), foot("B", side=1, count=8, at=(30, 42)), friend
        game = play(battle(*units), "activation", Act(0, commanded=True)).say("fire", 1).fall(4).fall(0)
        game.fall(0)
        assert game.unit(1).fleeing
        return [] if game.position.over else [game.waiting.facts["unit"]]

    assert near(foot("C", side=1, at=(40, 42))) == [2], "within 5 of where it started"
    assert near(foot("C", side=1, at=(60, 42))) == []
    assert near(foot("C", side=1, at=(40, 42), quality=Quality.ELITE)) == [], "not the elite"
    assert near(foot("C", side=1, at=(40, 52))) == [2], "past which it flees"


@rule("M4", "O3")
def test_flight() -> None:
    game = shot_at(8, 4, formed=True, facing=180)
    start = game.unit(1).figures[0]
    game.fall(0)
    unit = game.unit(1)
    assert unit.fleeing
    assert not unit.formed
    assert unit.figures[0].y - start.y == 1000, "a March move straight to its own edge"
    near = battle(
        foot("A", at=(30, 30)),
        foot("B", side=1, count=8, at=(30, 40)),
        foot("E", at=(30, 52)),
        foot("E2", at=(24, 52)),
    )
    near = replace(near, tests=(Cause(1, "M3"),))
    from grognard.books.skirmish_1808.state import Desk
    from grognard.books.skirmish_1808.steps.common import flee

    desk = Desk(near, None)
    flee(desk, 1, "M4")
    assert desk.unit(1).on_table
    assert all(gap_between(desk.state, desk.unit(1), desk.unit(n)) >= 250 for n in (2, 3)), (
        "3 from enemies, by a detour"
    )


@rule("P5", "M4")
def test_flights_take_the_ground_they_meet_but_no_bans() -> None:
    from grognard.books.skirmish_1808.facts.shifting import flight

    open_ = battle(foot("A", count=1, at=(30, 60)), foot("B", side=1, at=(30, 90)))
    plain = flight(open_, open_.units[0])
    wooded = battle(
        foot("A", count=1, at=(30, 60)), foot("B", side=1, at=(30, 90)), ground=(area("wood", 0, 0, 120, 59),)
    )
    slowed = flight(wooded, wooded.units[0])
    assert plain is not None
    assert slowed is not None
    assert (plain.distance, slowed.distance) == (1000, 600), "10, and 10 - 4 though no march is allowed there"
    rider = battle(
        horse("A", count=1, at=(30, 60)),
        foot("B", side=1, at=(30, 90)),
        ground=(area("wood", 0, 0, 120, 59),),
    )
    kept_out = flight(rider, rider.units[0])
    assert kept_out is None or kept_out.unit.figures[0].y > 5800, "forbidden ground stays forbidden"


@rule("M5", "R1")
def test_a_fleeing_unit_does_nothing() -> None:
    state = battle(foot("A", at=(30, 30), fleeing=1), foot("B", side=1, at=(30, 90)))
    game = play(state, "turn", Turn()).fall(3).say("start").say("activate", 0)
    assert game.waiting.what == "rally"


@rule("M6", "W7")
def test_rallying() -> None:
    flagged = foot("A", roles=(Role.RANKER,) * 5 + (Role.FLAG,), at=(30, 30), fleeing=1)
    state = battle(flagged, foot("B", side=1, at=(30, 90)))
    game = play(state, "rally", Act(0, commanded=True))
    assert "+1 rallied by a command unit" in str(game.waiting.why)
    assert "+1 its flag" in str(game.waiting.why)
    game.fall(1)
    assert (game.unit(0).fleeing, game.unit(0).today.acted) == (0, True)
    failed = play(state, "rally", Act(0)).fall(0)
    assert failed.unit(0).fleeing == 2
    again = play(failed.state, "rally", Act(0)).fall(0)
    assert again.unit(0).where is Where.LOST, "a second failure in a row"


@rule("M7")
def test_over_the_edge() -> None:
    from grognard.books.skirmish_1808.state import Desk
    from grognard.books.skirmish_1808.steps.common import flee

    desk = Desk(battle(foot("A", at=(30, 8)), foot("B", side=1, at=(30, 90))), None)
    flee(desk, 0, "M4")
    assert desk.unit(0).where is Where.LOST


# --- command -----------------------------------------------------------------------------------------------


@rule("C1", "E8")
def test_command_units() -> None:
    boss = leader("L", Rank.STAFF, mounted=True, escorts=3)
    assert boss.is_command
    assert (boss.combat, boss.fire, boss.ev, boss.quality) == (8, 6, 4, Quality.VETERAN)
    from grognard.books.skirmish_1808.facts.moving import rate
    from grognard.books.skirmish_1808.words import Pace

    assert rate(boss, Pace.NORMAL) == 2000, "as light horse"
    assert rate(leader("M"), Pace.NORMAL) == 800, "as light foot"


@rule("C3", "95", "98")
def test_command_range() -> None:
    unit = foot("A", count=1, at=(30, 30))
    assert in_command(battle(unit, leader("L", at=(42, 30))), replace(unit, id=0)), "10 away"
    assert not in_command(battle(unit, leader("L", at=(42.01, 30))), replace(unit, id=0))
    assert not in_command(battle(unit, leader("L", at=(36, 30), fleeing=1)), replace(unit, id=0))
    state = battle(unit, leader("L", at=(36, 30)), foot("B", side=1, at=(38, 32)))
    fighting = replace(state, contacts=(Contact(2, 1),))
    assert not in_command(fighting, fighting.units[0]), "he is engaged"


@rule("T5", "T5a")
def test_acting_out_of_command() -> None:
    alone = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 90)))
    game = play(alone, "activation", Act(0))
    assert (game.waiting.what, game.waiting.dice.groups) == ("command", ((1, 5),))
    game.fall(0)
    assert set(game.offers()) == {"regroup"}
    assert game.refusal("advance", ()) == "T5"
    led = battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 90)), leader("L", at=(34, 30)))
    assert "advance" in play(led, "activation", Act(0)).offers(), "no test in command"
    assert [activation_need(q, True) for q in (Quality.ELITE, Quality.RAW)] == [2, 6]
    assert (
        play(
            replace(alone, units=(replace(alone.units[0], fleeing=1), alone.units[1])), "rally", Act(0)
        ).waiting.what
        == "rally"
    )


@rule("C2", "C2a")
def test_a_leader_activates_units_in_his_range() -> None:
    units = (
        leader("L", Rank.STAFF, at=(30, 25)),
        foot("A", at=(30, 30)),
        foot("C", at=(20, 25)),
        foot("D", at=(42, 25)),
        foot("F", at=(90, 20)),
        foot("B", side=1, at=(30, 100)),
    )
    game = play(battle(*units), "activation", Act(0))
    assert set(game.offers()["command"]) == {1, 2, 3}
    game.say("command", 1)
    assert game.waiting.prompt == "A acts", "at once, without a test"
    game.say("hold").say("command", 2).say("hold")
    assert "command" not in game.offers(), "two, for his rank"
    game.say("hold")
    assert game.position.over, "there is nobody left to command, and nobody is asked"
    assert [game.unit(n).today.acted for n in range(4)] == [True, True, True, False]


@rule("C4", "C4a", "C4b")
def test_attaching_a_leader() -> None:
    units = leader("L", at=(30, 25.9)), foot("A", count=4, at=(30, 30)), foot("B", side=1, at=(30, 100))
    game = play(battle(*units), "activation", Act(0)).say("attach", 1)
    assert game.unit(0).attached == 1
    assert "command" in game.offers(), "he may still send it in"
    game.say("finish")
    moved = play(game.state, "activation", Act(1)).say("advance", (("go", 0, 600),))
    assert moved.unit(0).figures[0].y > 3000, "he goes with it"
    assert moved.position.over, "nobody is in range, so nobody asks whether to fire"
    later = play(moved.state, "activation", Act(0))
    assert "advance" not in later.offers()
    assert "detach" not in later.offers(), "he does not move again"
    fresh = replace(moved.state, units=tuple(replace(u, today=Today()) for u in moved.state.units))
    assert not play(fresh, "activation", Act(0)).say("detach").unit(0).attached


@rule("C5", "T1")
def test_ranks_for_initiative() -> None:
    state = battle(foot("A"), leader("L", Rank.HQ, at=(60, 30)), foot("B", side=1, at=(30, 90)))
    assert (best_rank(state, 0), best_rank(state, 1)) == (3, 0)
    game = play(state, "turn", Turn())
    assert (game.waiting.dice.plus, game.waiting.dice.against, game.waiting.dice.sides) == (3, 0, 10)
    assert not commands(state, replace(state.units[1], fleeing=1), state.units[0])


# --- the turn ----------------------------------------------------------------------------------------------


@rule("T1", "A-34")
def test_initiative() -> None:
    state = battle(foot("A"), foot("B", side=1, at=(30, 90)))
    game = play(state, "turn", Turn()).fall(-2)
    assert game.waiting.who == (1,)
    game.say("let_them_start")
    assert game.waiting.who == (0,)
    assert game.state.had_second == 1
    again = play(state, "turn", Turn()).fall(0)
    assert again.waiting.what == "initiative", "on turn 1 a tie is thrown again"
    later = play(replace(state, had_second=1), "turn", Turn()).fall(0)
    assert later.waiting.who == (1,), "later the side that went second chooses"


@rule("T2", "T3")
def test_picks_in_turn() -> None:
    state = battle(foot("A"), foot("C", at=(60, 30)), foot("D", at=(90, 30)), foot("B", side=1, at=(30, 90)))
    game = play(state, "turn", Turn()).fall(3).say("start")
    who = []
    for _ in range(4):
        who.append(game.waiting.who[0])
        game.say("activate", next(iter(game.offers()["activate"])))
        game.fall(1) if game.waiting.__class__.__name__ == "Throw" else None
        game.say("hold")
    assert who == [0, 1, 0, 0], "when a side has none left the other finishes"
    assert game.position.over


@rule("T4", "T7")
def test_the_end_of_a_turn() -> None:
    unit = foot("A", today=Today(acted=True, moved=False, shot_at=1))
    from grognard.books.skirmish_1808.state import Memory

    state = battle(replace(unit, last=Memory(False, 1)), foot("B", side=1, at=(30, 90)))
    game = play(state, "turn", Turn()).fall(3).say("start")
    game.say("activate", 1).fall(1).say("hold")
    assert not game.unit(0).today.acted
    assert game.unit(0).last == Memory(False, 1), "the memory is kept"
    idle = play(
        battle(
            foot("A", at=(30, 30), today=Today(acted=True)),
            foot("B", side=1, at=(30, 90), today=Today(acted=True)),
        ),
        "turn",
        Turn(),
    )
    idle.fall(3).say("start")
    assert idle.position.over


@rule("T6")
def test_an_activation_marks_the_unit() -> None:
    game = play(battle(foot("A"), foot("B", side=1, at=(30, 90))), "activation", Act(0, commanded=True)).say(
        "hold"
    )
    assert game.unit(0).today.acted
    assert game.unit(0).last.moved is False


@rule("T8")
def test_late_units() -> None:
    late = foot("C", side=1, at=(60, 60), where=Where.LATER)
    edge = ((2000, 12000), (8000, 12000))
    state = battle(foot("A"), foot("B", side=1, at=(30, 90)), late, arrivals=(Arrival(1, ("C",), 3, edge),))
    assert "arrive" not in play(state, "turn", Turn()).fall(-3).say("start").offers(), "not before its turn"
    game = play(replace(state, turn=3), "turn", Turn()).fall(-3).say("start").say("arrive", 2)
    game.say("come_on", next(iter(game.offers()["come_on"])))
    assert max(f.y for f in game.unit(2).figures) == 11900, "touching its edge"
    assert set(game.offers()) == {"advance", "march"}, "no charge and no fire"
    game.say("march", (("go", 0, -1000),))
    assert game.unit(2).today.acted


# --- victory -----------------------------------------------------------------------------------------------


@rule("V1")
def test_lost_points() -> None:
    state = battle(
        foot("A", count=6, full=8),
        leader("L", at=(60, 30), where=Where.LOST),
        gun("G", at=(80, 30), taken=True),
    )
    assert lost_points(state, 0) == 2 * 10 + 40 + 100


@rule("V2", "V2a")
def test_broken_sides() -> None:
    def end(first: int, second: int, fleeing: int = 0) -> object:
        units = (
            foot("A", count=80 - first, full=80, fleeing=fleeing, files=40),
            foot("B", side=1, count=80 - second, full=80, files=40, at=(60, 90)),
        )
        state: State = battle(*units)
        sides = tuple(replace(s, total=800) for s in state.field.sides)
        return replace(state, field=replace(state.field, sides=(sides[0], sides[1])))

    state = end(40, 0)
    assert is_broken(state, 0)  # type: ignore[arg-type]
    assert not is_broken(end(39, 0), 0)  # type: ignore[arg-type]
    assert is_broken(end(10, 0, fleeing=1), 0)  # type: ignore[arg-type]
    found = judgement(state, False)  # type: ignore[arg-type]
    assert found is not None
    assert (found.winner, found.cite) == (1, "V2")
    both = judgement(end(50, 45), False)  # type: ignore[arg-type]
    assert both is not None
    assert both.winner == 1, "the smaller lost share wins"
    level = judgement(end(45, 45), False)  # type: ignore[arg-type]
    assert level is not None
    assert level.winner is None


@rule("V3", "S1")
def test_the_turn_limit() -> None:
    def lead(lost: int) -> object:
        found = judgement(battle(foot("A"), foot("B", side=1, count=8 - lost, full=8, at=(30, 90))), True)
        assert found is not None
        return found.winner

    assert lead(5) == 0, "a lead of 50"
    assert lead(4) is None
    assert judgement(battle(foot("A"), foot("B", side=1, at=(30, 90))), False) is None


@rule("V4")
def test_nothing_left() -> None:
    found = judgement(battle(foot("A"), foot("B", side=1, where=Where.LOST)), False)
    assert found is not None
    assert (found.winner, found.cite) == (0, "V4")
    due = judgement(battle(foot("A"), foot("B", side=1, where=Where.LATER)), False)
    assert due is None


@rule("V4", "S6")
def test_a_side_that_has_left_by_its_road_is_judged_by_points() -> None:
    found = judgement(battle(foot("A"), foot("B", side=1, where=Where.LEFT)), False)
    assert found is not None
    assert (found.winner, found.cite, found.scores) == (None, "V4", (0, 0))
    ahead = judgement(
        battle(foot("A", count=2, full=12), foot("B", side=1, where=Where.LEFT), foot("C", at=(30, 90))),
        False,
    )
    assert ahead is not None
    assert (ahead.winner, ahead.cite) == (1, "V4"), "the losses it inflicted still count"


@rule("S1", "S6")
def test_scenario_points() -> None:
    out = Exit(0, ((0, 0), (6000, 0)), ("A",), 50, 100, True)
    state = battle(foot("A", where=Where.LEFT), foot("B", side=1, at=(30, 90)), exits=(out,))
    assert points(state) == (50 + 80, 0)
    assert judgement(state, False) is not None, "all who should leave have left"
    house = area("building", 20, 20, 40, 40, "farm")
    held = battle(
        foot("A", house="farm"),
        foot("B", side=1, at=(30, 90)),
        ground=(house,),
        prizes=(Prize("house", None, 150, "farm"),),
    )
    assert points(held) == (150, 0)
    halved = battle(foot("A"), foot("B", side=1, count=6, full=8, at=(30, 90)), losses_share=50)
    assert points(halved) == (10, 0)


@rule("S6")
def test_leaving_the_table() -> None:
    out = Exit(0, ((2000, 0), (4000, 0)), (), 10)
    state = battle(light("A", count=2, files=2, at=(30, 6)), foot("B", side=1, at=(30, 90)), exits=(out,))
    game = play(state, "activation", Act(0, commanded=True))
    assert game.refusal("advance", (("go", 0, -100), ("leave", 1))) == "S6", "not at the edge yet"
    game.say("advance", (("go", 0, -460), ("leave", 1)))
    assert game.unit(0).where is Where.LEFT


@rule("S3", "S4")
def test_wagons() -> None:
    state = battle(foot("A", count=12, at=(30, 30)), wagons("W", 2, side=1, at=(30, 44)))
    game = play(state, "activation", Act(0, commanded=True)).say("fire", 1).fall(4)
    assert (game.waiting.cite, game.waiting.dice.sides, game.waiting.dice.groups) == ("S4", 8, ((4, 5),))
    game.fall(1)
    assert game.unit(1).wounds == (3, 0)
    wrecked = play(
        battle(foot("A", count=12, at=(30, 30)), replace(wagons("W", 2, side=1, at=(30, 44)), wounds=(3, 0))),
        "activation",
        Act(0, commanded=True),
    )
    wrecked.say("fire", 1).fall(1).fall(0)
    assert (wrecked.unit(1).size, wrecked.state.wagons_lost) == (1, 1)
    driver = play(battle(wagons("W", 1, at=(30, 30)), foot("B", side=1, at=(30, 90))), "activation", Act(0))
    assert set(driver.offers()) == {"hold", "advance", "march"}, "no test, no charge"


@rule("S5")
def test_taking_wagons() -> None:
    def taken(*guards: Unit) -> int:
        units = horse("A", count=1, at=(30, 36)), wagons("W", 1, side=1, at=(30, 44)), *guards
        game = (
            play(battle(*units), "activation", Act(0, commanded=True))
            .say("advance", (("go", 0, 350),))
            .say("no_fire")
        )
        return game.state.wagons_lost

    assert taken() == 1
    assert taken(foot("G", side=1, count=2, files=2, at=(30, 50))) == 0, "its escort is within 5"


@rule("S5")
def test_wagons_neither_fight_nor_flee() -> None:
    def charged(*guards: Unit) -> tuple[int, int, bool]:
        units = horse("A", count=4, files=2, at=(30, 30)), wagons("W", 1, side=1, at=(30, 46)), *guards
        game = play(battle(*units), "activation", Act(0, commanded=True)).say("charge", 1)
        return game.state.wagons_lost, len(game.state.contacts), any(u.fleeing for u in game.state.units)

    assert charged() == (1, 0, False), "who comes up unhindered takes them"
    guard = foot("G", side=1, count=2, files=2, at=(30, 52))
    assert charged(guard) == (0, 0, False), "its escort is within 5; nobody fights, nobody runs"
