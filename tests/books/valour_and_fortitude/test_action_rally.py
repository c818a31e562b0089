"""Messengers and rallying. [69, 95, 96]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.command import messenger, rallying
from grognard.books.valour_and_fortitude.state import Unit
from grognard.books.valour_and_fortitude.steps.env import Brigading
from grognard.books.valour_and_fortitude.tables.dice import HIT, RALLY, natural
from grognard.books.valour_and_fortitude.words import Special, Where
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import Position
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    foot,
    horse,
    odds,
    offered,
    refused,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param


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


def idle(_position: Position, ask: Ask) -> Move:
    """Do no more."""
    verbs = ("finish", "stay_put")
    return next(move for verb in verbs for move in ask.moves() if move.verb == verb)


# --- messengers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("away", "needs"),
    [
        param(12, False, marks=rule("69", "B73"), id="exactly 12"),
        param(12.01, True, marks=rule("69"), id="more than 12"),
    ],
)
def test_a_unit_far_from_its_leader_needs_a_messenger(away: float, needs: bool) -> None:
    """A is 3.2 wide round 10; the leader's base is an inch wide. The closest figure counts."""
    game = brigade(mine(), foe(), leaders={"I": (11.6 + away + 0.5, 9), "General": (11.6 + away + 2, 9)})
    game.play(("move", "A"))
    assert (game.pending is not None and hasattr(game.pending, "dice")) is needs


@pytest.mark.parametrize(
    ("face", "acts"),
    [
        param(4, True, marks=rule("69"), id="four"),
        param(3, False, marks=rule("69"), id="three: the action is lost"),
    ],
)
def test_the_messenger(face: int, acts: bool) -> None:
    away = {"I": (40, 9), "General": (42, 9)}
    game = brigade(mine(), mine("B", front=(40, 14)), foe(), leaders=away).play(("move", "A"), face)
    if acts:
        assert "go" in game.ask.offers
    else:
        assert game.unit("A").today.acted
        assert offered(game, "move") == {"B"}
        assert game.notes("messenger lost")


@rule("69", "B37")
@pytest.mark.parametrize("deed", ["rally", "occupy", "exit"])
def test_every_action_needs_it(deed: str) -> None:
    house = area("building", 9, 11, 12, 13, name="house")
    inside = {"inside": "house"} if deed == "exit" else {}
    away = {"I": (40, 9), "General": (42, 9)}
    game = brigade(mine(losses=1, **inside), foe(), terrain=(house,), leaders=away)
    game.play((deed, ("A", "house")) if deed == "occupy" else (deed, "A"))
    assert game.throw.what == "messenger"


@pytest.mark.parametrize(
    ("units", "plus", "share"),
    [
        param((mine(),), 0, Fraction(1, 2), marks=rule("69"), id="example 21"),
        param((unit("A", horse, Special.LIGHT_CAVALRY),), 2, Fraction(5, 6), marks=rule("F5.10a"), id="example 21: light cavalry"),
        param((mine("A", Special.LIGHT_INFANTRY, detachment=True), mine("B")), 2, Fraction(5, 6), marks=rule("F5.11a"), id="light detachment"),
        param((mine("A", Special.LIGHT_INFANTRY), mine("B")), 0, Fraction(1, 2), marks=rule("F5.11a"), id="light infantry among others"),
        param((mine("A", Special.LIGHT_INFANTRY), mine("B", Special.LIGHT_INFANTRY)), 2, Fraction(5, 6), marks=rule("F5.11a"), id="all light"),
    ],
)  # fmt: skip
def test_messenger_modifiers(units: tuple[Unit, ...], plus: int, share: Fraction) -> None:
    state = scene(*units, foe())
    tally = messenger(state, state.units[0])
    assert tally.total == plus
    assert chance(HIT, tally.total) == share


@rule("9", "F5.10a")
def test_a_natural_one_loses_even_light_cavalry() -> None:
    rider = unit("A", horse, Special.LIGHT_CAVALRY, front=(10, 10))
    far = {"I": (40, 9), "General": (42, 9)}
    assert brigade(rider, foe(), leaders=far).play(("move", "A"), 1).unit("A").today.acted
    assert "go" in brigade(rider, foe(), leaders=far).play(("move", "A"), 2).ask.offers


@rule("64", "69")
def test_example_21_a_far_unit_of_a_beaten_brigade_acts_one_time_in_three() -> None:
    gone = mine("B", where=Where.ROUTED)
    game = brigade(mine(), gone, foe(), leaders={"I": (40, 9), "General": (2, 46)})

    def choose(_position: Position, ask: Ask) -> Move:
        if "go" in ask.offers:
            return Move(0, "go", (("forward", 300),))
        return next(
            move for verb in ("move", "finish", "stay_put") for move in ask.moves() if move.verb == verb
        )

    moved = odds(game, lambda state: state.units[0].y > 880, choose)
    assert moved.fractions() == {True: Fraction(1, 3), False: Fraction(2, 3)}


# --- rallying --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("front", "plus"),
    [
        param((10, 22), 0, marks=rule("96", "B73"), id="an enemy exactly 12 away"),
        param((10, 22.01), 1, marks=rule("96"), id="all enemies more than 12 away"),
        param((10, 10), 0, marks=rule("96", "B26"), id="in contact"),
    ],
)
def test_rally_modifier(front: tuple[float, float], plus: int) -> None:
    state = scene(mine(losses=3), unit("z", files=12, front=front, facing=180))
    tally = rallying(state, state.units[0])
    assert tally.total == plus
    assert natural(RALLY, tally.total) == 6 - plus


@rule("95", "132", "B25")
def test_example_20_rallying_near_the_enemy() -> None:
    game = brigade(mine(losses=3), unit("z", files=12, front=(10, 22), facing=180)).play(("rally", "A"))
    left = odds(game, lambda state: state.units[0].losses, idle)
    expected = {3: Fraction(125, 216), 2: Fraction(25, 72), 1: Fraction(5, 72), 0: Fraction(1, 216)}
    assert left.fractions() == expected


@rule("95", "96")
def test_example_20_rallying_far_from_the_enemy() -> None:
    game = brigade(mine(losses=3), foe()).play(("rally", "A"))
    left = odds(game, lambda state: state.units[0].losses, idle)
    assert left.fractions() == {3: Fraction(8, 27), 2: Fraction(4, 9), 1: Fraction(2, 9), 0: Fraction(1, 27)}


@rule("95")
def test_a_die_for_each_marker_and_only_sixes_help() -> None:
    game = brigade(mine(losses=3, tenacity=4), unit("z", files=12, front=(10, 20), facing=180))
    game.play(("rally", "A"))
    assert game.throw.dice.faces()[0] == 3
    game.play((6, 5, 1))
    assert game.unit("A").losses == 2


@rule("95", "146b")
def test_who_may_rally() -> None:
    game = brigade(mine(losses=4), mine("B", front=(20, 10)), foe())
    assert offered(game, "rally") == {"A"}  # shaken, and it may
    assert refused(game, "rally", "B") == "95"


@rule("B26", "95")
def test_rallying_in_contact() -> None:
    game = brigade(mine(losses=1), unit("z", files=12, front=(10, 10), facing=180))
    assert offered(game, "rally") == {"A"}


@rule("B27", "95")
def test_rallying_ends_being_shaken() -> None:
    game = brigade(mine(losses=4), foe())
    assert game.unit("A").shaken
    game.play(("rally", "A"), (5, 1, 1, 1))
    assert not game.unit("A").shaken
