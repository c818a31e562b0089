"""Brigades, activation, who acts. [49, 62–68, 98c, 98d]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.command import activation, automatic
from grognard.books.valour_and_fortitude.state import Spell, Unit
from grognard.books.valour_and_fortitude.steps.env import Brigading
from grognard.books.valour_and_fortitude.tables.dice import ACTIVATION, natural
from grognard.books.valour_and_fortitude.words import Special, Where
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    find,
    foot,
    gun,
    lead,
    offered,
    refused,
    scene,
    told,
    unit,
)
from tests.rules import rule

param = pytest.param
FAR = {"General": (70, 2)}
"""The army leader too far from everybody to help."""


def mine(key: str = "A", *words: Any, **more: Any) -> Unit:
    """An attack column of twelve, its front 10 inches up the table."""
    return unit(key, foot, *words, **{"figures": 12, "files": 4, "front": (10, 10), **more})


def foe(**more: Any) -> Unit:
    """An enemy far away."""
    return unit("z", **{"files": 12, "front": (60, 46), "facing": 180, **more})


def brigade(*units: Unit, **more: Any) -> Play:
    """The first brigade, just picked."""
    return begin(scene(*units, **more), "brigade", env=Brigading(0))


def chance(need: int, plus: int) -> Fraction:
    """What a test of one die passes with."""
    return Fraction(7 - natural(need, plus), 6)


# --- picking brigades ----------------------------------------------------------------------------------------------


@rule("62")
def test_every_brigade_is_picked_once() -> None:
    game = begin(scene(mine(), mine("B", front=(30, 10), brigade="II"), foe()), "action")
    assert offered_cells(game, "brigade") == {0, 1}
    game.play(("brigade", "II"), "finish", "stay_put")
    assert offered_cells(game, "brigade") == {0}
    game.play(("brigade", "I"), 6, "finish", "stay_put")
    # All picked: the army leader moves, and the phase ends.
    assert set(game.ask.offers) == {"ride", "stay_put"}
    game.play("stay_put")
    assert game.over


def offered_cells(game: Play, verb: str) -> set[int]:
    """The numbers a verb offers."""
    return set(game.ask.offers[verb])


@rule("62")
def test_a_brigade_with_nobody_on_the_table_is_not_picked() -> None:
    gone = mine("B", front=(30, 10), brigade="II", where=Where.ROUTED)
    assert offered_cells(begin(scene(mine(), gone, foe()), "action"), "brigade") == {0}


# --- activation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "active"),
    [
        param(2, True, marks=rule("63"), id="two"),
        param(6, True, marks=rule("63", "8"), id="six"),
        param(1, False, marks=rule("63", "9"), id="one"),
    ],
)
def test_two_or_more_activates(face: int, active: bool) -> None:
    game = brigade(mine(), foe(), leaders=FAR).play(face)
    assert game.state.brigades[0].active is active
    assert game.state.brigades[0].tested
    assert (offered(game, "move") == {"A"}) is active


@pytest.mark.parametrize(
    ("lost", "plus", "share"),
    [
        param(0, 0, Fraction(5, 6), marks=rule("63", "64"), id="example 21: nobody routed"),
        param(1, -1, Fraction(2, 3), marks=rule("64", "33b"), id="example 21: one routed"),
        param(3, -1, Fraction(2, 3), marks=rule("64", "B36"), id="three routed: once"),
    ],
)
def test_routed_units_cost_one(lost: int, plus: int, share: Fraction) -> None:
    gone = [mine(k, where=Where.ROUTED) for k in "BCD"[:lost]]
    state = scene(mine(), *gone, foe(), leaders=FAR)
    tally = activation(state, 0)
    assert tally.total == plus
    assert [line.cite for line in tally.lines] == ["64"] * bool(lost)
    assert chance(ACTIVATION, tally.total) == share


@rule("64")
def test_routs_of_another_brigade_do_not_matter() -> None:
    state = scene(mine(), mine("B", brigade="II", where=Where.ROUTED), foe())
    assert activation(state, 0).total == 0


@rule("64", "33b", "9")
def test_a_natural_two_fails_with_a_routed_unit() -> None:
    game = brigade(mine(), mine("B", where=Where.ROUTED), foe(), leaders=FAR)
    assert told(game) == ("64",)
    game.play(2)
    assert not game.state.brigades[0].active


@rule("65", "B43")
def test_a_brigade_that_fails_does_nothing_and_its_leader_stays() -> None:
    game = brigade(mine(), mine("B", front=(16, 10)), foe(), leaders=FAR).play(1)
    assert game.over
    assert not game.unit("A").today.acted
    assert game.notes("fails to activate")


@rule("65")
def test_a_brigade_that_failed_still_fights() -> None:
    touching = unit("z", figures=12, files=6, front=(10, 10), facing=180)
    game = brigade(mine(), touching, leaders=FAR).play(1)
    melee = begin(game.state, "melee")
    assert offered(melee, "fight") == {("A", "z")}


@pytest.mark.parametrize(
    ("apart", "free"),
    [
        param(24, True, marks=rule("66", "B73"), id="exactly 24"),
        param(24.01, False, marks=rule("66"), id="more than 24"),
    ],
)
def test_the_first_brigade_near_the_army_leader_needs_no_roll(apart: float, free: bool) -> None:
    # Bases are an inch wide.
    state = scene(mine(), foe(), leaders={"I": (10, 4), "General": (11 + apart, 4)})
    assert automatic(state, 0) is free
    game = begin(state, "brigade", env=Brigading(0))
    assert game.state.brigades[0].active is free
    if free:
        assert game.notes("activates")[0].cite == "66"
    else:
        assert game.throw.what == "activation"


@rule("66", "B33")
def test_a_leader_inside_a_feature_is_measured_from_it() -> None:
    house = area("building", 20, 2, 34, 6, name="house")
    state = lead(
        scene(mine(), foe(), terrain=(house,), leaders={"General": (58, 4)}), "I", inside="house", at=(27, 4)
    )
    assert automatic(state, 0)


@rule("66", "98c")
def test_only_the_first_brigade_goes_free() -> None:
    both = mine(), mine("B", front=(20, 10), brigade="II")
    game = begin(scene(*both, foe()), "action").play(
        ("brigade", "I"), "finish", "stay_put", ("brigade", "II")
    )
    assert game.throw.what == "activation"


@rule("98c")
def test_if_the_first_does_not_qualify_no_later_one_goes_free() -> None:
    both = mine(), mine("B", front=(50, 10), brigade="II")
    game = begin(scene(*both, foe(), leaders={"General": (52, 4)}), "action")
    game.play(("brigade", "I"))
    assert game.throw.what == "activation"
    game.play(1, ("brigade", "II"))
    assert game.throw.what == "activation"


@rule("66", "FC3")
def test_confusion_takes_the_free_activation_away() -> None:
    state = scene(mine(), foe(), spells=(Spell("confusion", 1, until="turn"),))
    assert not automatic(state, 0)


# --- acting ------------------------------------------------------------------------------------------------------------


@rule("67", "68")
def test_units_act_one_at_a_time_once_each_in_any_mix() -> None:
    game = brigade(mine(losses=1), mine("B", front=(14, 10)), mine("C", front=(18, 10)), foe())
    game.play(
        ("move", "B"),
        ("go", (("forward", 300),)),
        ("rally", "A"),
        5,
        ("double", "C"),
        ("go", (("forward", 2400),)),
    )
    assert [game.unit(k).today.acted for k in "ABC"] == [True, True, True]
    assert game.unit("A").losses == 0
    # Nobody is left to act: the leader is due.
    assert set(game.ask.offers) == {"ride", "stay_put"}


@rule("67")
def test_nobody_acts_twice() -> None:
    game = brigade(mine(), mine("B", front=(18, 10)), foe())
    game.play(("move", "B"), ("go", (("forward", 300),)))
    assert offered(game, "move") == {"A"}
    assert refused(game, "move", "B") == "67"


@rule("67", "68")
def test_units_may_stay_where_they_are() -> None:
    game = brigade(mine(), mine("B", front=(18, 10)), foe()).play("finish")
    assert game.unit("A") == find(game.state, "A")
    assert not game.unit("A").today.acted


@rule("68")
def test_the_actions() -> None:
    near = unit("z", files=12, front=(10, 20), facing=180)
    game = brigade(mine(losses=1), mine("B", front=(40, 4)), near)
    assert set(game.ask.offers) == {"move", "double", "rally", "retreat", "assault", "finish"}


@rule("68")
def test_one_may_think_better_of_it() -> None:
    game = brigade(mine(), foe()).play(("move", "A"), "hold")
    assert game.unit("A").today.acted
    assert (game.unit("A").x, game.unit("A").y) == (1000, 880)


@pytest.mark.parametrize(
    ("who", "acts"),
    [
        param(mine(), True, marks=rule("49"), id="did not shoot"),
        param(mine(today={"shot": True}), False, marks=rule("49", "98d"), id="shot"),
        param(mine("A", Special.SKIRMISHERS, today={"shot": True, "skirmished": True}), True, marks=rule("190", "F5.15a"), id="skirmished"),
        param(unit("A", gun, Special.HORSE_ARTILLERY, front=(10, 10), today={"shot": True}), True, marks=rule("187", "F5.9b"), id="horse artillery"),
        param(unit("A", gun, front=(10, 10), today={"shot": True}), False, marks=rule("49"), id="foot artillery"),
    ],
)  # fmt: skip
def test_who_shot_takes_no_action(who: Unit, acts: bool) -> None:
    game = brigade(who, mine("B", front=(20, 10)), foe())
    assert ("A" in offered(game, "move")) is acts
    assert "B" in offered(game, "move")  # that does not hinder the others
    if not acts:
        assert refused(game, "move", "A") == "49"


@rule("67", "78", "92", "94", "95")
@pytest.mark.parametrize(
    ("who", "verb", "refusal"),
    [
        param(mine(), "rally", "95", id="no losses"),
        param(mine(), "double", "94", id="an enemy too near for a double"),
        param(unit("A", gun, front=(10, 10)), "assault", "92", id="a gun"),
        param(mine(front=(10, 16)), "move", "78", id="an enemy too near for a move"),
        param(mine(facing=180), "assault", "B42", id="nobody in sight"),
    ],
)
def test_what_nobody_may_do_is_refused_with_its_rule(who: Unit, verb: str, refusal: str) -> None:
    game = brigade(who, unit("z", files=12, front=(10, 18), facing=180))
    assert verb not in game.ask.offers
    assert refused(game, verb, ("A", "z") if verb == "assault" else "A") == refusal
