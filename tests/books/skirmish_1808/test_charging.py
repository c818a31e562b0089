"""Charges, closing in and the answers to them. [W4, N5–N7, R1–R6, O4, M5]"""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.answering import answers
from grognard.books.skirmish_1808.facts.bodies import gap_between, point_distance
from grognard.books.skirmish_1808.facts.charging import Onset, on_flank, onset
from grognard.books.skirmish_1808.state import Today, Unit
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.words import Answer, Class
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from tests.books.skirmish_1808.drill import Play, area, battle, foot, gun, horse, leader, light, play, wall
from tests.rules import rule

param = pytest.param


def charge(
    first: Unit, second: Unit, *more: Unit, ground: tuple[object, ...] = (), closing: bool = False
) -> Onset | Refusal:
    """A charge of the first unit on the second."""
    state = battle(first, second, *more, ground=ground)  # type: ignore[arg-type]
    return onset(state, state.units[0], state.units[1], closing)


def cite(found: Onset | Refusal) -> str:
    """The rule that refuses it."""
    return found.cite if isinstance(found, Refusal) else ""


def charging(first: Unit, second: Unit, *more: Unit, ground: tuple[object, ...] = ()) -> Play:
    """A charge set going."""
    state = battle(first, second, *more, ground=ground)  # type: ignore[arg-type]
    return play(state, "activation", Act(0, commanded=True)).say("charge", 1)


@rule("W4", "N5")
def test_how_far_a_charge_goes() -> None:
    target = foot("B", side=1, count=1, at=(30, 47))
    assert isinstance(charge(foot("A", count=1, at=(30, 30)), target), Onset), "15 away, 15 allowed"
    assert cite(charge(foot("A", count=1, at=(30, 29.9)), target)) == "N5"
    crops = area("crops", 20, 35, 40, 40)
    assert cite(charge(foot("A", count=1, at=(30, 30)), target, ground=(crops,))) == "N5", "crops take 2"


@rule("N5a", "41")
def test_ground_that_bans_a_charge() -> None:
    target = foot("B", side=1, count=1, at=(30, 42))
    for kind, refused in (("wood", "30"), ("rocks", "40"), ("light_wood", ""), ("ford", "")):
        found = charge(foot("A", count=1, at=(30, 30)), target, ground=(area(kind, 20, 34, 40, 36),))
        assert cite(found) == refused, kind
    rider = horse("A", count=1, at=(30, 30))
    assert cite(charge(rider, target, ground=(area("light_wood", 20, 34, 40, 36),))) == "29"
    assert cite(charge(rider, target, ground=(wall(2, (20, 34), (40, 34)),))) == "", (
        "horse may charge over a wall"
    )
    assert (
        cite(charge(foot("A", count=1, at=(30, 30)), target, ground=(wall(2, (20, 34), (40, 34)),))) == "32"
    )


@rule("N5b", "O2")
def test_the_line_must_be_free_and_in_the_arc() -> None:
    target = foot("B", side=1, count=1, at=(30, 42))
    assert cite(charge(foot("A", count=1, at=(30, 30)), target, foot("C", count=1, at=(30.9, 36)))) == "N5"
    assert cite(charge(foot("A", count=1, at=(30, 30)), target, foot("C", count=1, at=(33, 36)))) == ""
    assert cite(charge(foot("A", count=6, formed=True, at=(30, 30), facing=90), target)) == "N5", (
        "outside its arc"
    )
    hidden = charge(foot("A", count=1, at=(30, 30)), target, ground=(area("building", 25, 34, 35, 38),))
    assert cite(hidden) == "N5", "not visible"


@rule("N5b", "N5c", "W4", "K1")
def test_contact() -> None:
    game = charging(
        foot("A", count=4, at=(30, 30)), foot("B", side=1, count=4, at=(30, 42), today=Today(acted=True))
    )
    assert game.waiting.what == "strokes", "the melee is fought at once"
    assert gap_between(game.state, game.unit(0), game.unit(1)) == 0
    assert game.state.engaged(0)
    assert game.state.engaged(1)
    assert game.state.contacts[0].charged == (0,)


@rule("B7b", "N5c")
def test_a_formed_charger_wheels_to_its_line() -> None:
    game = charging(
        foot("A", count=6, formed=True, at=(30, 30), facing=0),
        foot("B", side=1, count=1, at=(36, 40), today=Today(acted=True)),
    )
    assert game.unit(0).formed
    assert 200 < game.unit(0).facing < 450


@pytest.mark.parametrize(
    ("target", "found"),
    [
        param(
            foot("B", side=1, at=(30, 42), facing=180),
            {Answer.STAND, Answer.FIRE, Answer.COUNTER},
            marks=rule("R2", "R3", "R5"),
            id="line foot",
        ),
        param(
            light("B", side=1, at=(30, 42)),
            {Answer.STAND, Answer.FIRE, Answer.COUNTER, Answer.EVADE},
            marks=rule("R4"),
            id="loose light foot",
        ),
        param(
            light("B", side=1, at=(30, 42), formed=True, facing=180),
            {Answer.STAND, Answer.FIRE, Answer.COUNTER},
            marks=rule("R4"),
            id="formed light foot",
        ),
        param(
            horse("B", side=1, at=(30, 42), class_=Class.LIGHT),
            {Answer.STAND, Answer.FIRE, Answer.COUNTER, Answer.EVADE},
            marks=rule("R4"),
            id="light horse",
        ),
        param(
            foot("B", side=1, at=(30, 42), today=Today(acted=True)),
            {Answer.STAND},
            marks=rule("R1"),
            id="has acted",
        ),
        param(
            foot("B", side=1, at=(30, 42), formed=True, facing=90),
            {Answer.STAND},
            marks=rule("R1", "O4"),
            id="not in its arc",
        ),
        param(
            gun("B", side=1, at=(30, 45), facing=180),
            {Answer.STAND, Answer.FIRE, Answer.EVADE},
            marks=rule("R4", "X11"),
            id="gun",
        ),
    ],
)
def test_the_answers_to_a_charge(target: Unit, found: set[Answer]) -> None:
    state = battle(foot("A", at=(30, 30)), target)
    made = onset(state, state.units[0], state.units[1])
    assert isinstance(made, Onset)
    assert set(answers(state, made)) == found


@rule("R3")
def test_who_counter_charges_whom() -> None:
    def may(first: Unit, second: Unit, ground: tuple[object, ...] = ()) -> bool:
        state = battle(first, second, ground=ground)  # type: ignore[arg-type]
        made = onset(state, state.units[0], state.units[1])
        assert isinstance(made, Onset)
        return Answer.COUNTER in answers(state, made)

    assert may(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 42)))
    assert not may(horse("A", at=(30, 30)), foot("B", side=1, at=(30, 45))), "foot not against horse"
    assert may(horse("A", at=(30, 30)), horse("B", side=1, at=(30, 48)))
    walled = (wall(2, (20, 38), (40, 38)),)
    assert not may(horse("A", at=(30, 30)), horse("B", side=1, at=(30, 48)), walled)


@rule("R2", "R2a", "A-40", "T3")
def test_standing_and_firing() -> None:
    game = charging(horse("A", count=8, at=(30, 30)), foot("B", side=1, count=8, at=(30, 55)))
    game.say("stand_and_fire")
    assert game.waiting.what == "shots"
    assert game.waiting.dice.groups == ((8, 6),), "short range, cavalry −1"
    assert game.unit(1).today.acted, "it has used its activation"
    game.fall(0)
    assert game.unit(1).today.shot_at == 0


@rule("R2b")
def test_chargers_hurt_enough_test_at_once() -> None:
    game = charging(horse("A", count=8, at=(30, 30)), foot("B", side=1, count=8, at=(30, 50)))
    before = game.unit(0).figures[0]
    game.say("stand_and_fire").fall(4).fall(0)
    assert (game.waiting.what, game.unit(0).size) == ("morale", 4)
    game.fall(0)
    assert game.unit(0).fleeing
    assert game.unit(0).figures[0].y < before.y, "from where they started"
    assert not game.state.contacts
    safe = charging(horse("A", count=8, at=(30, 30)), foot("B", side=1, count=8, at=(30, 50)))
    safe.say("stand_and_fire").fall(1).fall(0)
    assert safe.waiting.what == "strokes"


@rule("R3", "A-11", "A-25")
def test_a_counter_charge_meets_half_way() -> None:
    game = charging(
        foot("A", at=(30, 30)), foot("B", side=1, at=(30, 44)), ground=(area("crops", 20, 42, 40, 60),)
    )
    game.say("counter_charge")
    contact = game.state.contacts[0]
    assert contact.charged == (0, 1), "both charge"
    assert contact.exposed == (1,), "cover is given up"
    assert game.unit(1).figures[0].y < 4400


@rule("R4")
def test_evading() -> None:
    game = charging(horse("A", count=4, at=(30, 30)), light("B", side=1, count=4, at=(30, 48)))
    assert game.waiting.offers["evade"].low == -45
    start = game.unit(1).figures[0]
    game.say("evade", 0)
    assert game.told("evades")
    assert abs(point_distance((start.x, start.y), game.unit(1).figures[0][1:]) - 800) <= 2, (
        "a Normal move straight away"
    )
    assert not game.unit(1).formed


@rule("R4a", "O3")
def test_an_evader_that_is_caught_fights_loose_and_without_cover() -> None:
    game = charging(
        horse("A", count=4, at=(30, 30)),
        light("B", side=1, count=4, at=(30, 40)),
        ground=(area("crops", 0, 38, 99, 70),),
    )
    game.say("evade", 0)
    assert game.told("caught")
    assert game.state.contacts[0].loose == (1,)
    assert game.state.contacts[0].exposed == (1,)


@rule("N6")
def test_a_charge_that_misses() -> None:
    game = charging(foot("A", count=4, at=(30, 30)), light("B", side=1, count=4, at=(30, 44)))
    start = game.unit(0).figures[0]
    game.say("evade", 0)
    assert game.told("misses")
    assert abs(point_distance((start.x, start.y), game.unit(0).figures[0][1:]) - 1500) <= 2, (
        "its full allowance"
    )
    assert not game.state.contacts


@rule("R6", "A-41")
def test_horse_before_formed_foot() -> None:
    target = foot("B", side=1, count=8, at=(30, 50), facing=180, formed=True, today=Today(acted=True))
    game = charging(horse("A", count=8, at=(30, 30), formed=True), target)
    assert game.waiting.what == "closing"
    assert "-2 closing" in str(game.waiting.why)
    before = [(f.x, f.y) for f in game.unit(0).figures]
    game.fall(0)
    assert game.told("pulls_up")
    assert [(f.x, f.y) for f in game.unit(0).figures] == before, "back where it started"
    assert not game.unit(0).formed
    for other in (
        replace(target, formed=False),
        foot("B", side=1, count=8, at=(30, 50), facing=0, formed=True),
    ):
        free = charging(horse("A", count=8, at=(30, 30)), replace(other, today=Today(acted=True)))
        assert free.waiting.what == "strokes", "no test against loose foot, nor from behind"
    ours = charging(foot("A", count=8, at=(30, 36)), target)
    assert ours.waiting.what == "strokes", "nor for foot"


@rule("O4")
def test_flank_and_rear() -> None:
    target = foot("B", side=1, count=8, at=(30, 42), facing=180, formed=True)
    assert not on_flank(foot("A", at=(30, 30)), target)
    assert on_flank(foot("A", at=(30, 54)), target)
    assert not on_flank(foot("A", at=(30, 54)), replace(target, formed=False))
    game = charging(foot("A", at=(30, 54), facing=180), target)
    assert game.waiting.what == "strokes", "it may only stand"
    assert game.state.contacts[0].loose == (1,), "and fights as if loose"


@rule("N7", "N7a", "N7b", "A-46")
def test_closing_in() -> None:
    target = foot("B", side=1, count=1, at=(30, 34))
    wood = (area("wood", 20, 31.5, 40, 60),)
    assert isinstance(charge(foot("A", count=1, at=(30, 30)), target, ground=wood, closing=True), Onset)
    assert cite(charge(foot("A", count=1, at=(30, 30)), target, closing=True)) == "N7", (
        "in the open one charges"
    )
    far = foot("B", side=1, count=1, at=(30, 34.1))
    assert cite(charge(foot("A", count=1, at=(30, 30)), far, ground=wood, closing=True)) == "N5", "6 - 4"
    state = battle(foot("A", count=1, at=(30, 30)), target, ground=wood)
    game = play(state, "activation", Act(0, commanded=True)).say("close_in", 1)
    assert "stand_and_fire" in game.offers(), "it answers as to a charge"
    game.say("stand")
    assert game.state.contacts[0].charged == (), "nothing starred counts"


@rule("M5")
def test_charging_a_fleeing_unit() -> None:
    game = charging(horse("A", count=4, at=(30, 30)), foot("B", side=1, count=8, at=(30, 48), fleeing=1))
    assert game.waiting.what == "run_down"
    game.fall(3)
    assert game.unit(1).size == 5
    assert game.unit(1).fleeing
    assert not game.state.contacts


@rule("64", "C4a")
def test_a_charge_led_by_command() -> None:
    boss = leader("L", at=(30, 27), attached=0)
    game = charging(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 42), today=Today(acted=True)), boss)
    assert game.state.contacts[0].led == (0,)
    assert "led by command" in str(game.waiting.why[0])
    plain = charging(
        foot("A", at=(30, 30)),
        foot("B", side=1, at=(30, 42), today=Today(acted=True)),
        leader("L", at=(50, 27)),
    )
    assert plain.state.contacts[0].led == ()


@rule("X11")
def test_a_gun_stands_and_fires() -> None:
    game = charging(horse("A", count=6, at=(30, 30)), gun("B", side=1, at=(30, 50), facing=180))
    game.say("stand_and_fire", "canister")
    assert game.waiting.what == "accuracy"
    assert game.told("fires_gun")[0].facts["ammo"] == "canister"


@rule("X1", "S3")
def test_who_never_charges() -> None:
    state = battle(gun("G", at=(30, 30)), foot("B", side=1, at=(30, 40)))
    assert cite(onset(state, state.units[0], state.units[1])) == "X1"
