"""Tests passed over. [EVA 74–78, O3, O6, K5, G-22, G-23, G-32, G-48, G-49, G-57]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.nerve import Nerve
from grognard.books.ever_victorious_armies.steps.morale import Morale
from grognard.books.ever_victorious_armies.tables.nerve import COMMAND, ELITE, FEROCIOUS, STUBBORN
from grognard.books.ever_victorious_armies.words import Exception_, Where
from grognard.engine.choices import Ask, Move
from grognard.engine.flow import IllegalAction
from grognard.engine.tables import Needs
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    begin,
    elite,
    ferocious,
    foot,
    general,
    horse,
    scene,
    stubborn,
    unit,
)
from tests.rules import rule

USED = tuple(Exception_)
COMMANDED, ELITES, FEROCIOUSLY, STUBBORNLY = USED
WORK, VILLAGE = area("work", 10, 10, 30, 30), area("village", 10, 10, 30, 30)

# fmt: off
ROWS = [
    pytest.param(COMMAND,   Nerve(commanded=True),                                       "",     marks=rule("74", "G-48")),
    pytest.param(COMMAND,   Nerve(),                                                     "74",   marks=rule("74")),
    pytest.param(COMMAND,   Nerve(commanded=True, used=(COMMANDED,)),                    "G-22", marks=rule("74", "G-22")),
    pytest.param(ELITE,     Nerve(elite=True),                                           "",     marks=rule("75")),
    pytest.param(ELITE,     Nerve(),                                                     "75",   marks=rule("75")),
    pytest.param(ELITE,     Nerve(elite=True, used=(ELITES,)),                           "G-22", marks=rule("75", "G-22")),
    pytest.param(ELITE,     Nerve(elite=True, used=(COMMANDED,)),                        "",     marks=rule("75", "78")),
    pytest.param(ELITE,     Nerve(elite=True, used=(COMMANDED, FEROCIOUSLY)),            "78",   marks=rule("78")),
    pytest.param(COMMAND,   Nerve(commanded=True, used=(ELITES, FEROCIOUSLY)),           "78",   marks=rule("78")),
    pytest.param(FEROCIOUS, Nerve(ferocious=True, advanced=True),                        "",     marks=rule("76", "O6")),
    pytest.param(FEROCIOUS, Nerve(ferocious=True),                                       "O6",   marks=rule("76", "O6", "G-49")),
    pytest.param(FEROCIOUS, Nerve(advanced=True),                                        "76",   marks=rule("76")),
    pytest.param(FEROCIOUS, Nerve(ferocious=True, advanced=True, used=(FEROCIOUSLY,)),   "G-22", marks=rule("76", "G-22")),
    pytest.param(FEROCIOUS, Nerve(ferocious=True, advanced=True, used=(ELITES, COMMANDED)), "78", marks=rule("78")),
    pytest.param(STUBBORN,  Nerve(stubborn=True, sheltered=True),                        "",     marks=rule("77", "O6", "K5")),
    pytest.param(STUBBORN,  Nerve(stubborn=True),                                        "K5",   marks=rule("77", "K5", "G-32")),
    pytest.param(STUBBORN,  Nerve(stubborn=True, sheltered=True, advanced=True),         "K5",   marks=rule("77", "K5")),
    pytest.param(STUBBORN,  Nerve(sheltered=True),                                       "77",   marks=rule("77")),
    pytest.param(STUBBORN,  Nerve(stubborn=True, sheltered=True, used=(STUBBORNLY,)),    "G-22", marks=rule("77", "G-22")),
    pytest.param(STUBBORN,  Nerve(stubborn=True, sheltered=True, used=(ELITES, COMMANDED)), "78", marks=rule("78")),
]
# fmt: on


@pytest.mark.parametrize(("needs", "facts", "cite"), ROWS)
def test_each_condition_of_an_exception(needs: Needs[Nerve], facts: Nerve, cite: str) -> None:
    refusal = needs.refusal(facts)
    assert (refusal.cite if refusal else "") == cite


def tried(
    *words: Any, terrain: Any = (), led: bool = False, kind: Any = foot, today: Any = None, **more: Any
) -> Play:
    """A unit of 12 that has lost 4 this turn comes to its test."""
    losses = {"lost_to_fire": 4, **(today or {})}
    units = [unit("A", kind, 8, *words, at=(20, 20), today=losses, **more), unit("z", at=(60, 40))]
    if led:
        units.append(unit("G", general, joined="A"))
    return begin(scene(*units, terrain=terrain), Morale())


@rule("76", "G-23", "O3")
def test_advancing_ferocious_foot_passes_over_its_test_by_itself() -> None:
    game = tried(ferocious, today={"advanced": True})
    assert game.over
    assert game.unit("A").used == (FEROCIOUSLY,)
    assert game.notes("stands firm")[0].cite == "76"


@rule("76", "O6")
def test_ferocious_foot_that_stood_still_tests() -> None:
    assert tried(ferocious).throw.what == "morale"


@rule("76", "77")
def test_both_are_for_infantry() -> None:
    assert tried(ferocious, kind=horse, today={"advanced": True}).throw.what == "morale"
    assert tried(stubborn, kind=horse, terrain=(WORK,)).throw.what == "morale"


@pytest.mark.parametrize("ground", [WORK, VILLAGE])
@rule("77", "K5", "G-23")
def test_stubborn_foot_in_a_building_or_work_passes_over_its_test_by_itself(ground: Any) -> None:
    game = tried(stubborn, terrain=(ground,))
    assert game.over
    assert game.unit("A").used == (STUBBORNLY,)
    assert game.notes("stands firm")[0].cite == "77"


@rule("77", "K5", "G-32")
def test_stubborn_foot_elsewhere_or_advancing_tests() -> None:
    assert tried(stubborn).throw.what == "morale"
    assert tried(stubborn, terrain=(area("wood", 10, 10, 30, 30),)).throw.what == "morale"
    assert tried(stubborn, terrain=(area("village", 10, 10, 30, 19.99),)).throw.what == "morale"
    assert tried(stubborn, terrain=(WORK,), today={"advanced": True}).throw.what == "morale"


@rule("G-22")
def test_once_a_game() -> None:
    assert tried(ferocious, today={"advanced": True}, used=(FEROCIOUSLY,)).throw.what == "morale"


@rule("75", "G-23")
def test_elite_troops_may_stand_or_test() -> None:
    game = tried(elite)
    assert set(game.ask.offers) == {"stand_firm_elite", "test"}
    assert game.ask.who == (0,)
    game.play("stand_firm_elite")
    assert game.over
    assert game.unit("A").used == (ELITES,)
    again = tried(elite).play("test")
    assert again.throw.what == "morale"
    assert again.unit("A").used == ()


@rule("74", "G-48", "N2")
def test_under_the_commanders_eye_a_unit_may_stand() -> None:
    game = tried(led=True)
    assert set(game.ask.offers) == {"stand_firm_command", "test"}
    game.play("stand_firm_command")
    assert game.over
    assert game.unit("A").used == (COMMANDED,)


@rule("74", "N7")
def test_a_lost_commander_helps_nobody() -> None:
    state = scene(
        unit("A", foot, 8, today={"lost_to_fire": 4}),
        unit("G", general, where=Where.LOST),
        unit("z", at=(60, 40)),
    )
    assert begin(state, Morale()).throw.what == "morale"


@rule("75", "G-22", "74")
def test_what_is_not_open_is_refused_with_its_rule() -> None:
    game = tried(elite, led=True, used=(ELITES,))
    assert set(game.ask.offers) == {"stand_firm_command", "test"}
    with pytest.raises(IllegalAction) as refused:
        game.play("stand_firm_elite")
    assert refused.value.refusal.cite == "G-22"
    with pytest.raises(IllegalAction) as without:
        tried(elite).play("stand_firm_command")
    assert without.value.refusal.cite == "74"


@rule("G-57", "O3", "G-23")
def test_automatic_exceptions_go_first_and_one_is_enough() -> None:
    game = tried(ferocious, elite, led=True, today={"advanced": True})
    assert game.over
    assert game.unit("A").used == (FEROCIOUSLY,)


@rule("78", "G-22")
def test_two_exceptions_are_all_a_unit_has() -> None:
    game = tried(elite, led=True, used=(FEROCIOUSLY,))
    assert set(game.ask.offers) == {"stand_firm_elite", "stand_firm_command", "test"}
    spent = tried(elite, led=True, used=(FEROCIOUSLY, ELITES))
    assert spent.throw.what == "morale"
    assert not isinstance(spent.pending, Ask)


@rule("O3")
def test_an_exception_comes_before_the_die_and_is_the_owners() -> None:
    game = tried(elite)
    with pytest.raises(IllegalAction):
        game.engine.apply(game.position, Move(1, "stand_firm_elite"))
    assert game.ask.cite == "O3"
