"""Charges to the hundredth, and what losses, flights and leaders come to. [N5–N7, R2–R6, M3–M7, 16, 17, C4, X12]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.facts.shooting import volley
from grognard.books.skirmish_1808.state import Cause, Contact, Desk, Terrain, Today, Unit, centre
from grognard.books.skirmish_1808.steps.charge import Home, come_up
from grognard.books.skirmish_1808.steps.common import (
    bring_leader,
    cause,
    destroyed,
    flee,
    leave_house,
    lose,
    removed,
    shaken_by_losses,
)
from grognard.books.skirmish_1808.steps.env import Act, Rush
from grognard.books.skirmish_1808.words import Answer, Class, Fire, Quality, Role, Where
from grognard.engine.dice import Sum
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import (
    Play,
    area,
    battle,
    foot,
    gun,
    horse,
    leader,
    light,
    play,
    wagons,
)
from tests.rules import rule

param = pytest.param
DONE = Today(acted=True)


def charging(
    first: Unit, second: Unit, *more: Unit, ground: tuple[Terrain, ...] = (), verb: str = "charge"
) -> Play:
    """A charge set going."""
    return play(battle(first, second, *more, ground=ground), "activation", Act(0, commanded=True)).say(
        verb, 1
    )


def spots(unit: Unit) -> list[tuple[int, int]]:
    return [(f.x, f.y) for f in unit.figures]


# --- where everybody ends ----------------------------------------------------------------------------------


@rule("M5")
@pytest.mark.parametrize(("y", "end"), [(42, 3900), (33, 3000), (32.5, 3000), (33.01, 3001)])
def test_who_rides_down_a_fleeing_unit_stops_one_short(y: float, end: int) -> None:
    runners = foot("B", side=1, count=3, files=3, at=(30, y), fleeing=1)
    game = charging(foot("A", count=1, at=(30, 30)), runners)
    assert (game.waiting.what, game.waiting.dice) == ("run_down", Sum(1, 6))
    game.fall(1)
    assert centre(game.unit(0)) == (3000, end)


@rule("R3")
@pytest.mark.parametrize(
    ("first", "second", "ends"),
    [
        param(foot("A", count=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, 42)), (3600 - 100, 3700), id="north"),
        param(horse("A", count=1, at=(30, 30)), horse("B", side=1, count=1, at=(30, 53)), (4000, 4300), id="horse"),
    ],
)  # fmt: skip
def test_counter_charges_meet_half_way(first: Unit, second: Unit, ends: tuple[int, int]) -> None:
    game = charging(first, second).say("counter_charge")
    assert (game.unit(0).figures[0].y, game.unit(1).figures[0].y) == ends
    assert (game.unit(0).facing, game.unit(1).facing) == (0, 1800)
    assert game.unit(0).figures[0].x == game.unit(1).figures[0].x == 3000


@rule("R4")
@pytest.mark.parametrize(
    ("swing", "end"), [(0, (3000, 5600)), (45, (3566, 5366)), (-45, (2434, 5366)), (30, (3400, 5493))]
)
def test_an_evader_goes_a_normal_move_away(swing: int, end: tuple[int, int]) -> None:
    game = charging(horse("A", count=1, at=(30, 30)), light("B", side=1, count=1, at=(30, 48)))
    assert game.offers()["evade"].marks == (0, -45, 45)
    game.say("evade", swing)
    assert centre(game.unit(1)) == end
    assert game.unit(1).today == Today(acted=True, moved=True)


@rule("R4", "X12")
def test_gunners_who_evade_leave_their_gun() -> None:
    game = charging(horse("A", count=4, at=(30, 30)), gun("B", side=1, at=(30, 50), facing=180)).say(
        "evade", 0
    )
    piece = game.unit(1).gun
    assert piece is not None
    assert piece.abandoned
    assert (piece.x, piece.y) == (3000, 5000)


@rule("S5")
@pytest.mark.parametrize(("y", "end"), [(46, 4150), (34, 3000 - 50 + 50), (34.5, 3000), (34.51, 3001)])
def test_who_charges_wagons_comes_up_to_one(y: float, end: int) -> None:
    guard = foot("G", side=1, count=2, files=2, at=(30, y + 6))
    game = charging(horse("A", count=1, at=(30, 30)), wagons("W", 1, side=1, at=(30, y)), guard)
    assert centre(game.unit(0)) == (3000, end)
    assert game.unit(0).today.moved
    assert not game.state.contacts


@rule("N6", "N7")
def test_a_charge_that_misses_goes_on_as_far_as_its_pace() -> None:
    state = battle(
        foot("A", count=1, at=(30, 30)),
        light("B", side=1, count=1, at=(30, 33)),
        ground=(area("wood", 0, 30.5, 60, 90),),
    )
    game = play(state, "activation", Act(0, commanded=True)).say("close_in", 1).say("evade", 0)
    assert game.told("misses")
    assert centre(game.unit(0)) == (3000, 3200), "closing in: 6 less 4"


@rule("R4a", "N7")
@pytest.mark.parametrize(
    ("closing", "wooded", "reach", "caught"),
    [
        param(False, False, 0, True, id="a charge reaches as far as it charges"),
        param(True, False, 500, True, id="who closed in comes as far in the open as he could"),
        param(True, False, 499, False, id="and no farther"),
        param(True, True, 0, True, id="or closes in again"),
        param(False, True, 900, False, id="who charged does not close in"),
    ],
)
def test_whom_a_charge_still_catches(closing: bool, wooded: bool, reach: int, caught: bool) -> None:
    wood = (area("wood", 0, 0, 60, 31),) if wooded else ()
    state = battle(
        light("A", count=1, at=(30, 30), class_=Class.QUICK),
        light("B", side=1, count=1, at=(30, 37)),
        ground=wood,
    )
    env = Rush(0, 1, (3000, 3000), (3000, 3400), 0, 200, reach, closing, answer=Answer.EVADE)
    t = Desk(state, env)
    Home()._chase(t, t.unit(0), t.unit(1))
    assert bool(t.state.contacts) is caught
    assert [c.charged for c in t.state.contacts] == ([() if closing else (0,)] if caught else [])


@rule("R4a")
def test_an_evader_out_of_reach_gets_away() -> None:
    near = charging(foot("A", count=1, at=(30, 30)), light("B", side=1, count=1, at=(30, 39)))
    near.say("evade", 0)
    assert near.told("caught"), "15 away after 8"
    assert near.state.contacts[0].charged == (0,)
    far = charging(foot("A", count=1, at=(30, 30)), light("B", side=1, count=1, at=(30, 39.01))).say(
        "evade", 0
    )
    assert far.told("misses")


@rule("N5c", "B7b")
@pytest.mark.parametrize(("ys", "end"), [((44,), 3800), ((38,), 3600), ((35, 37.5), None)])
def test_a_block_stops_short_where_a_neighbour_leaves_no_room(ys: tuple[float, ...], end: int | None) -> None:
    state = battle(
        foot("A", count=7, files=7, formed=True, at=(30, 30)),
        foot("B", side=1, count=1, at=(30, 40), today=DONE),
        *(foot("C", count=1, at=(34, y)) for y in ys),
    )
    game = play(state, "activation", Act(0, commanded=True))
    if end is None:
        assert game.refusal("charge", 1) == "N5", "4 short is not enough"
        return
    game.say("charge", 1)
    assert game.unit(0).formed
    assert {each for _, each in spots(game.unit(0))} == {end}


@rule("B7b", "N5c", "O3")
def test_a_block_without_any_room_comes_on_loose() -> None:
    units = foot("A", count=6, files=6, formed=True, at=(30, 30)), horse("C", count=1, at=(30.7, 27.2))
    t = Desk(battle(*units), Act(0))
    first = spots(t.unit(0))
    come_up(t, 0, first[0], 450, 400)
    assert not t.unit(0).formed
    assert spots(t.unit(0)) == [(x + 283, y + 283) for x, y in first], (
        "every figure straight on, nobody wheels"
    )
    assert (t.unit(0).facing, t.unit(0).today.moved) == (450, True)
    come_up(t, 0, spots(t.unit(0))[0], 450 + 3600, 100)
    assert t.unit(0).facing == 450


# --- answers -----------------------------------------------------------------------------------------------


@rule("R2", "N1")
@pytest.mark.parametrize(("roles", "fire"), [((Role.RANKER,) * 2, True), ((Role.MUSICIAN, Role.FLAG), False)])
def test_who_has_nobody_to_fire_does_not_stand_and_fire(roles: tuple[Role, ...], fire: bool) -> None:
    target = light("B", side=1, roles=roles, at=(30, 42))
    game = charging(foot("A", count=4, at=(30, 30)), target)
    assert ("stand_and_fire" in game.offers()) is fire
    state = battle(foot("A", count=4, at=(30, 30)), target)
    assert (volley(state, state.units[1], state.units[0], Fire.STAND) is not None) is fire


@rule("R2b", "M3")
def test_a_charger_that_tests_leaves_the_tests_of_others() -> None:
    game = charging(horse("A", count=8, at=(30, 30)), foot("B", side=1, count=8, at=(30, 50)))
    game.say("stand_and_fire").fall(4)
    game.position = replace(game.position, state=replace(game.state, tests=(Cause(1, "M3"),)))
    game.fall(0)
    assert [c.unit for c in game.state.tests] == [1, 0]
    game.fall(1)
    assert [c.unit for c in game.state.tests] == [1]
    assert game.state.tested == (0,)
    assert game.told("comes_on")


@rule("R6", "R3")
def test_the_closing_test_names_who_rides_at_whom() -> None:
    formed = foot("B", side=1, count=8, at=(30, 50), facing=180, formed=True, today=DONE)
    game = charging(horse("A", count=8, at=(30, 30)), formed)
    assert (game.waiting.facts["unit"], game.waiting.facts["target"]) == (0, 1)
    game.fall(1)
    assert game.state.engaged(0), "passed: it comes home"
    rider = horse("H", side=1, count=8, at=(30, 44), facing=180)
    counter = charging(foot("A", count=8, formed=True, at=(30, 30)), rider).say("counter_charge")
    assert (counter.waiting.what, counter.waiting.facts["unit"], counter.waiting.facts["target"]) == (
        "closing",
        1,
        0,
    )
    counter.fall(0)
    assert counter.told("pulls_up")
    assert counter.state.contacts[0].charged == (0,), "the foot come on alone"


# --- losses ------------------------------------------------------------------------------------------------


def desk(*units: Unit, ground: tuple[Terrain, ...] = (), **more: Any) -> Desk:
    """A desk with some units on it."""
    return Desk(replace(battle(*units, ground=ground), **more), None)


@rule("16", "17", "F6")
@pytest.mark.parametrize(
    ("towards", "gone"),
    [((0, 3000), 0), ((6000, 3000), 3), ((2800, 9000), 1), ((3200, 9000), 2), ((2800, 0), 1)],
)
def test_the_nearest_figure_falls(towards: tuple[int, int], gone: int) -> None:
    t = desk(foot("A", count=4, files=4, at=(30, 30)))
    before = spots(t.unit(0))
    assert lose(t, 0, 1, "16", towards) == 1
    assert spots(t.unit(0)) == before[:gone] + before[gone + 1 :]


@rule("S4", "16")
def test_wagons_are_not_lost_like_figures() -> None:
    t = desk(wagons("W", 2))
    assert lose(t, 0, 1, "16") == 0
    assert t.unit(0).size == 2


@rule("O3", "F6", "B3")
def test_six_stay_formed_and_five_do_not() -> None:
    t = desk(foot("A", count=8, files=4, formed=True, at=(30, 30)))
    lose(t, 0, 1, "16")
    middle = [f.x for f in t.unit(0).figures[4:]]
    assert middle == [2800, 3000, 3200], "the last rank closes to its middle"
    lose(t, 0, 1, "16")
    assert (t.unit(0).size, t.unit(0).formed) == (6, True)
    assert [f.x for f in t.unit(0).figures[4:]] == [2900, 3100]
    lose(t, 0, 1, "16")
    assert (t.unit(0).size, t.unit(0).formed) == (5, False)


@rule("O3", "F6")
@pytest.mark.parametrize(("kind", "formed"), [("light_wood", False), ("crops", True)])
def test_a_last_rank_that_closes_up_into_a_wood_is_broken_up(kind: str, formed: bool) -> None:
    unit = foot("A", count=11, files=4, formed=True, at=(30, 30))
    rear = unit.figures[8].y / 100
    t = desk(unit, ground=(area(kind, 28.5, rear - 0.5, 29.5, rear + 0.5),))
    lose(t, 0, 1, "16")
    assert [f.x for f in t.unit(0).figures[8:]] == [2900, 3100]
    assert t.unit(0).formed is formed


@rule("C4", "16")
@pytest.mark.parametrize(("count", "men", "led"), [(1, 1, 1), (2, 0, 1), (3, 0, 0)])
def test_what_is_left_over_falls_on_the_leader(count: int, men: int, led: int) -> None:
    t = desk(foot("A", count=2, files=2, at=(30, 30)), leader("L", at=(34, 30), attached=0))
    lose(t, 0, count, "16")
    assert (t.unit(0).size, t.unit(1).size) == (men, led)
    assert t.unit(1).where is (Where.TABLE if led else Where.LOST)
    plain = desk(foot("A", count=2, files=2, at=(30, 30)), leader("L", at=(34, 30)))
    lose(plain, 0, 3, "16")
    assert plain.unit(1).size == 1, "not on one who stands by himself"


@rule("X12", "M6", "K12")
@pytest.mark.parametrize("taken", [True, False])
def test_a_gun_whose_crew_is_gone_is_left(taken: bool) -> None:
    t = desk(gun("G", taken=taken), gun("H", at=(60, 30), taken=taken))
    destroyed(t, 0, "16")
    removed(t, 1, "surrenders", "K12")
    for unit in (0, 1):
        piece = t.unit(unit).gun
        assert piece is not None
        assert piece.abandoned is not taken, "who took it has it"


@rule("K12", "M6", "M7")
def test_who_is_gone_is_nothing_else() -> None:
    unit = foot("A", count=6, formed=True, fleeing=2, house="farm")
    t = desk(unit, foot("B", count=2, fleeing=2), leader("L", at=(60, 60), attached=0, fleeing=1))
    removed(t, 0, "breaks_up", "M6")
    for each in (t.unit(0), t.unit(2)):
        assert (each.where, each.figures, each.formed, each.house, each.fleeing, each.attached) == (
            Where.LOST, (), False, "", 0, None,
        )  # fmt: skip
    lose(t, 1, 2, "16")
    assert (t.unit(1).where, t.unit(1).fleeing) == (Where.LOST, 0)


@rule("C4a", "K10")
@pytest.mark.parametrize("attacks", [True, False])
def test_a_leader_takes_over_the_contacts_of_his_unit(attacks: bool) -> None:
    contact = Contact(0, 1) if attacks else Contact(1, 0)
    t = desk(
        foot("A", count=1), foot("B", side=1, at=(30, 33)), leader("L", at=(30, 28), attached=0),
        contacts=(contact, Contact(1, 3)),
    )  # fmt: skip
    lose(t, 0, 1, "K6")
    assert Contact(2, 1) in t.state.contacts if attacks else Contact(1, 2) in t.state.contacts
    assert Contact(1, 3) in t.state.contacts
    assert len(t.state.contacts) == 2


# --- tests to come -----------------------------------------------------------------------------------------


@rule("M3")
@pytest.mark.parametrize(
    ("before", "lost", "full", "due"),
    [
        param(8, 2, 8, True, id="a quarter"),
        param(9, 2, 9, False, id="less than a quarter"),
        param(7, 2, 7, True, id="more than a quarter"),
        param(4, 1, 4, False, id="a quarter, but one"),
        param(12, 3, 12, True, id="three of twelve"),
        param(13, 3, 13, False, id="three of thirteen"),
        param(20, 1, 38, True, id="half strength"),
        param(20, 1, 37, False, id="more than half"),
        param(4, 0, 8, False, id="nobody fell"),
    ],
)
def test_which_losses_shake(before: int, lost: int, full: int, due: bool) -> None:
    t = desk(foot("A", count=before - lost, full=full))
    assert shaken_by_losses(t, 0, before, lost) is due
    assert t.unit(0).halved is (lost > 0 and 2 * (before - lost) <= full)
    gone = desk(foot("A", count=1))
    lose(gone, 0, 1, "16")
    assert shaken_by_losses(gone, 0, 4, 4) is False, "nobody is left to test"


@rule("M3", "T6")
@pytest.mark.parametrize(
    ("unit", "state", "due"),
    [
        param(foot("A"), {}, True, id="it tests"),
        param(foot("A", where=Where.LOST), {}, False, id="gone"),
        param(foot("A", fleeing=1), {}, False, id="flees already"),
        param(foot("A"), {"tested": (0,)}, False, id="has tested"),
        param(foot("A"), {"tested": (1,)}, True, id="another has tested"),
        param(foot("A"), {"tests": (Cause(0, "K8"),)}, False, id="will test already"),
        param(foot("A"), {"tests": (Cause(1, "M3"),)}, True, id="another will test"),
        param(wagons("A", 2), {}, False, id="wagons"),
        param(leader("A", attached=1), {}, False, id="a leader with a unit"),
        param(leader("A"), {}, True, id="a leader alone"),
    ],
)
def test_who_will_test(unit: Unit, state: dict[str, Any], due: bool) -> None:
    t = desk(unit, foot("B", at=(60, 60)), **state)
    cause(t, 0, "M3")
    assert (Cause(0, "M3") in t.state.tests) is due


# --- flight ------------------------------------------------------------------------------------------------


@rule("M3a")
@pytest.mark.parametrize(
    ("at", "shaken"),
    [
        param((37, 60), True, id="5 of its start"),
        param((37.01, 60), False, id="more than 5 of its start"),
        param((37, 52), True, id="5 of its way"),
        param((37.01, 52), False, id="more than 5 of its way"),
        param((30, 38), True, id="5 of its end"),
        param((30, 37.99), False, id="more than 5 of its end"),
    ],
)
def test_how_near_a_flight_is_catching(at: tuple[float, float], shaken: bool) -> None:
    """A single figure of quick foot flees fifteen southward."""
    runner = light("R", count=1, at=(30, 60), class_=Class.QUICK)
    t = desk(runner, foot("F", count=1, at=at), foot("E", side=1, at=(90, 110)))
    flee(t, 0, "M4")
    assert (t.unit(0).fleeing, centre(t.unit(0))) == (1, (3000, 4500))
    assert [c.unit for c in t.state.tests] == ([1] if shaken else [])


@rule("M3a", "M4")
def test_neither_itself_nor_the_enemy_nor_the_elite_are_shaken() -> None:
    t = desk(
        foot("R", count=4, at=(30, 60)),
        foot("E", side=1, at=(36, 66), count=4),
        foot("G", count=4, at=(24, 60), quality=Quality.ELITE),
        foot("V", count=4, at=(36, 54), quality=Quality.VETERAN),
    )
    flee(t, 0, "M4")
    assert [c.unit for c in t.state.tests] == [3]


@rule("M6", "M4")
def test_a_second_flight_is_remembered() -> None:
    t = desk(foot("R", count=4, at=(30, 60), fleeing=2), foot("E", side=1, at=(90, 110)))
    flee(t, 0, "M6")
    assert t.unit(0).fleeing == 2


HOUSE = area("building", 26, 46, 34, 54, "farm")


@rule("G6", "M4")
def test_a_garrison_that_flees_leaves_its_house_first() -> None:
    t = desk(foot("R", count=4, at=(30, 50), house="farm"), foot("E", side=1, at=(30, 100)), ground=(HOUSE,))
    flee(t, 0, "M4")
    each = t.unit(0)
    assert (each.house, each.fleeing, each.where) == ("", 1, Where.TABLE)
    assert max(f.y for f in each.figures) < 4600, "away from the enemy"
    out = desk(
        foot("R", count=4, at=(30, 50), house="farm"), foot("E", side=1, at=(30, 100)), ground=(HOUSE,)
    )
    left = leave_house(out, 0)
    assert left is not None
    assert (left.house, left.formed, left.facing) == ("", False, 1800)
    assert (
        spots(left) == [(3150, 4200), (2850, 4200), (3000, 4500), (2700, 4500)][:0] or len(spots(left)) == 4
    )
    assert centre(left)[1] == 4200, "3 and a base before the wall, in the mean"


# --- leaders with units ------------------------------------------------------------------------------------


@rule("C4", "C4a", "B3")
@pytest.mark.parametrize(
    ("unit", "chief", "places"),
    [
        param(foot("A", count=8, files=4, formed=True, at=(30, 30)), leader("L", attached=0), [(3500, 3100)], id="beside a formed front"),
        param(foot("A", count=8, files=4, formed=True, at=(30, 30), facing=90), leader("L", attached=0), [(3100, 2500)], id="wherever it faces"),
        param(foot("A", count=6, files=8, formed=True, at=(30, 30)), leader("L", attached=0), [(3700, 3000)], id="a rank not full"),
        param(foot("A", count=8, files=4, formed=True, at=(30, 30)), leader("L", escorts=2, attached=0), [(3500, 3100), (3720, 3100), (3940, 3100)], id="with his escort"),
        param(horse("A", count=8, files=4, formed=True, at=(30, 30)), leader("L", mounted=True, attached=0), [(3750, 3150)], id="horse"),
        param(foot("A", count=2, files=2, pitch=700, at=(30, 30)), leader("L", attached=0), [(3000, 3000)], id="amid loose figures"),
    ],
)  # fmt: skip
def test_where_a_leader_goes_with_his_unit(unit: Unit, chief: Unit, places: list[tuple[int, int]]) -> None:
    t = desk(unit, replace(chief, figures=placed(chief, [(9000 + 300 * n, 9000) for n in range(chief.size)])))
    bring_leader(t, 0)
    assert spots(t.unit(1)) == places
    assert t.unit(1).facing == unit.facing
    assert t.unit(1).today.led
    bring_leader(t, 0, carried=False)


@rule("C4", "G1", "G2")
def test_a_leader_goes_in_and_comes_out_with_his_unit() -> None:
    t = desk(
        foot("A", count=4, at=(30, 50), house="farm"), leader("L", at=(60, 60), escorts=1, attached=0),
        ground=(HOUSE,),
    )  # fmt: skip
    bring_leader(t, 0, carried=False)
    first = spots(t.unit(0))[0]
    assert (t.unit(1).house, spots(t.unit(1))) == ("farm", [first, first])
    assert not t.unit(1).today.led
    leave_house(t, 0)
    assert t.unit(1).house == ""
    gone = desk(foot("A", count=1, where=Where.LOST), leader("L", at=(60, 60), attached=0))
    bring_leader(gone, 0)
    assert spots(gone.unit(1)) == [(6000, 6000)]


@rule("R3", "N5c", "41", "P3")
@pytest.mark.parametrize("edge", [75.9, 76])
def test_ranks_that_find_no_room_wheel_past_the_wood_that_bars_charges(edge: float) -> None:
    """Horse charges back between a man and a wood: straight on, its last rider would end among the trees."""
    state = battle(
        horse("A", side=1, count=2, files=1, pitch=300, at=(70.7, 58.5), facing=180, class_=Class.QUICK),
        horse("B", count=8, files=4, at=(72.53, 36.72), facing=322, formed=True, class_=Class.QUICK),
        foot("F", count=1, at=(71, 44)),
        ground=(area("light_wood", edge, 41, 94, 58),),
    )
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("counter_charge")
    assert not game.unit(1).formed
    assert all(figure.x < 100 * edge for figure in game.unit(1).figures)
