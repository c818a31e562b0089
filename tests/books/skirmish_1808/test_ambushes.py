"""Hidden troops: when they show, how they creep, who finds them, and what is not taken back. [H2–H6a, L1, W6, W7, O3, 21]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.hiding import could_find
from grognard.books.skirmish_1808.facts.sneaking import Sneaking
from grognard.books.skirmish_1808.state import Contact, Exit, State, Today
from grognard.books.skirmish_1808.steps.env import Act, Turn
from grognard.books.skirmish_1808.words import Class, Where
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import barrier, replace
from tests.books.skirmish_1808.drill import ENGINE, Play, area, battle, foot, horse, light, play, wall
from tests.rules import rule

CROPS = area("crops", 20, 42, 60, 60)


def readings(game: Play) -> list[int]:
    """What the dice due may show."""
    return list(game.waiting.dice.dist().fractions())


def lain_in_wait() -> Play:
    """Two units come on, a third lies hidden before them and waits at its side's first pick."""
    lurker = light("H", side=1, at=(30, 48))
    state = battle(
        foot("A", at=(30, 30)),
        foot("B", at=(60, 30)),
        hidden=(lurker,),
        conceals=(False, True),
        ground=(CROPS,),
    )
    game = play(state, "turn", Turn()).say("ready").fall(5).say("let_them_start")
    assert set(game.offers()) == {"spring", "done"}
    assert game.waiting.prompt == "Show hidden troops now, or wait"
    return game.say("done")


def holds(game: Play, unit: int, search: int = 0) -> Play:
    """A unit is picked and holds; its search finds somebody or nobody."""
    game.say("activate", unit)
    while isinstance(game.waiting, Throw) and game.waiting.what != "search":
        game.fall(max(readings(game)))
    if isinstance(game.waiting, Ask) and "hold" in game.waiting.offers:
        game.say("hold")
    return game.fall(search)


@rule("H3", "H3a", "T2")
def test_an_ambush_waits_for_its_moment() -> None:
    game = holds(lain_in_wait(), 0)
    assert (game.waiting.who, set(game.waiting.offers)) == ((1,), {"spring", "done"})
    holds(game.say("done"), 1)
    assert (game.waiting.who, set(game.waiting.offers)) == ((1,), {"spring", "done"})
    assert game.say("done").position.over, "nobody goes on: the turn is over"


@rule("H6a", "H3a")
def test_who_is_found_acts_that_turn_though_his_side_waited() -> None:
    game = holds(lain_in_wait(), 0, search=1)
    assert [entry.what for entry in game.log].count("is_found") == 1
    assert (game.waiting.who, set(game.waiting.offers)) == ((1,), {"activate"})
    assert Move(1, "activate", 2) in game.waiting


@rule("H3a", "T2")
def test_two_hidden_sides_that_wait_in_turn_end_the_turn() -> None:
    acted = Today(acted=True)
    state = battle(foot("A", today=acted), foot("B", side=1, at=(60, 60), today=acted), conceals=(True, True))
    game = play(state, "turn", Turn()).say("ready").say("ready").fall(5).say("start")
    assert game.waiting.who == (0,)
    assert game.say("done").waiting.who == (1,)
    assert game.say("done").position.over


# ---- creeping


def creeping(
    *ground: Any, at: tuple[float, float] = (30, 40), watch: tuple[float, float] = (40, 20)
) -> State:
    """Two quick horsemen hidden, one unit that might see them."""
    rider = horse("H", side=1, at=at, count=2, files=2, class_=Class.QUICK, pitch=300)
    return battle(foot("W", at=watch), hidden=(rider,), conceals=(False, True), ground=ground)


LAIR, NEXT = area("light_wood", 25, 34, 33, 46, "w1"), area("light_wood", 46, 34, 56, 46, "w2")


@rule("H2")
@pytest.mark.parametrize(
    ("ground", "legs", "allowed"),
    [
        pytest.param((LAIR, NEXT), (("go", 1850, 0),), False, id="13 of open ground before their eyes"),
        pytest.param((LAIR, NEXT), (("go", 0, 200),), True, id="inside the wood"),
        pytest.param((LAIR, NEXT), (("go", 400, 0),), False, id="out of it"),
        pytest.param((LAIR, NEXT, area("building", 20, 26, 70, 33)), (("go", 1850, 0),), True, id="behind a house"),
        pytest.param((area("light_wood", 25, 34, 56, 46),), (("go", 1000, 0),), True, id="in one wood"),
        pytest.param((area("light_wood", 25, 34, 38, 46, "a"), area("light_wood", 38, 34, 56, 46, "b")), (("go", 1000, 0),), True, id="in two that touch"),
        pytest.param((area("light_wood", 25, 34, 38, 46, "a"), area("light_wood", 38.02, 34, 56, 46, "b")), (("go", 1000, 0),), False, id="over a gap of a hair"),
    ],
)  # fmt: skip
def test_who_is_hidden_creeps_in_cover_or_out_of_sight_all_the_way(
    ground: Any, legs: Any, allowed: bool
) -> None:
    state = creeping(*ground)
    reason = Sneaking(state, state.hidden[0]).refusal(legs)
    assert ("" if reason is None else reason.cite) == ("" if allowed else "H2")


@rule("O3", "105", "H2")
@pytest.mark.parametrize(("kind", "formed"), [("light_wood", False), ("crops", True)])
def test_a_formed_unit_that_creeps_into_a_wood_is_loose(kind: str, formed: bool) -> None:
    lurker = foot("H", side=1, at=(30, 40), count=8, files=8, formed=True)
    ground = (area("crops", 15, 36, 45, 40.4, "c"), area(kind, 15, 40.4, 45, 60, "w"))
    state = battle(foot("W", at=(30, 100)), hidden=(lurker,), conceals=(False, True), ground=ground)
    game = play(state, "turn", Turn()).say("sneak", (("move", 0, 200),))
    assert game.state.hidden[0].formed is formed


@rule("21")
@pytest.mark.parametrize("crept", [True, False])
def test_horse_that_crept_this_turn_has_moved_this_turn(crept: bool) -> None:
    rider = horse("H", side=1, at=(30, 42), count=4, files=4, class_=Class.QUICK)
    state = battle(
        foot("W", at=(30, 62), count=4, files=4),
        hidden=(rider,),
        conceals=(False, True),
        ground=(area("light_wood", 10, 34, 60, 46),),
    )
    game = play(state, "turn", Turn()).say("sneak", (("go", 100, 0),) if crept else ())
    game.say("ready").fall(-5).say("start").say("spring", -1).say("fire", 0)
    assert ("[21]" in str(game.waiting.why)) is crept


@rule("21", "T4")
def test_who_crept_last_turn_has_not_moved_this_turn() -> None:
    state = creeping(LAIR)
    state = replace(state, units=tuple(replace(u, today=Today(acted=True)) for u in state.units))
    game = play(state, "turn", Turn()).say("sneak", (("go", 0, 100),)).say("ready")
    assert game.state.hidden[0].today == Today(crept=True)
    game.fall(5).say("let_them_start").say("done")
    assert game.position.over
    assert game.state.hidden[0].today == Today()


# ---- searching


@rule("H4a", "L1")
@pytest.mark.parametrize(
    ("formed", "facing", "finds"), [(True, 0, False), (True, 180, True), (False, 0, True)]
)
def test_a_formed_unit_finds_what_lies_before_its_front(formed: bool, facing: float, finds: bool) -> None:
    state = battle(
        foot("A", at=(30, 40), formed=formed, facing=facing),
        hidden=(light("H", side=1, at=(30, 22)),),
        conceals=(False, True),
        ground=(area("crops", 15, 10, 45, 26),),
    )
    assert bool(could_find(state, state.units[0])) is finds


@rule("H4a", "W6", "W7")
@pytest.mark.parametrize("conceals", [True, False])
@pytest.mark.parametrize("sequence", ["fight", "rally"])
def test_who_fights_or_rallies_searches_too(sequence: str, conceals: bool) -> None:
    state = battle(foot("A", at=(30, 30)), foot("F", side=1, at=(30, 34)), conceals=(False, conceals))
    if sequence == "fight":
        state = replace(state, contacts=(Contact(0, 1, 2),))
    else:
        state = replace(state, units=(replace(state.units[0], fleeing=1), state.units[1]))
    game, met = play(state, sequence, Act(0)), []
    while isinstance(game.waiting, Throw):
        met.append(game.waiting.what)
        game.fall((0, 0) if game.waiting.what == "strokes" else 1)
    assert ("search" in met) is conceals


# ---- undo


@rule("H4")
@pytest.mark.parametrize("conceals", [True, False])
@pytest.mark.parametrize(
    ("verb", "noun"), [("advance", (("go", 0, 700),)), ("regroup", (("dress", 4, 300, 100, 0, 0, 0),))]
)
def test_a_move_that_might_have_found_somebody_is_not_taken_back(
    verb: str, noun: Any, conceals: bool
) -> None:
    """Whether anybody was there or not: else one lane after the other could be tried for nothing."""
    enemy = foot("E", side=1, at=(50, 45), count=4)
    state = battle(light("A", at=(30, 30)), enemy, conceals=(False, conceals))
    game = play(state, "activation", Act(0, commanded=True))
    move = Move(0, verb, noun)
    assert move in game.waiting
    after = ENGINE.apply(game.position, move)
    waiting = ENGINE.pending(after)
    assert isinstance(waiting, Ask)
    assert waiting.who == (0,), "it may still fire"
    assert barrier(game.position, move, after, ENGINE) is conceals


@rule("H4", "H5", "S6")
@pytest.mark.parametrize(
    ("at", "left", "found"), [((30, 6), False, 1), ((42, 8), True, 1), ((60, 8), True, 0)]
)
def test_who_leaves_the_table_finds_whom_it_passes(at: tuple[float, float], left: bool, found: int) -> None:
    state = battle(
        light("A", at=(30, 12), count=2, files=2),
        foot("E", side=1, at=(60, 100)),
        hidden=(light("H", side=1, count=1, at=at),),
        conceals=(False, True),
        exits=(Exit(0, ((0, 0), (12000, 0))),),
    )
    game = play(state, "activation", Act(0, commanded=True)).say("march", (("go", 0, -1100), ("leave", 1)))
    assert (game.unit(0).where is Where.LEFT) is left
    assert [entry.what for entry in game.log].count("is_found") == found


def test_walls_give_no_cover_to_who_creeps() -> None:
    """Cover that hides is that of ground; a wall hides nobody who goes along it. [H1, H2]"""
    state = creeping(wall(4, (20, 30), (60, 30)))
    assert Sneaking(state, state.hidden[0]).refusal((("go", 500, 0),)) is not None
