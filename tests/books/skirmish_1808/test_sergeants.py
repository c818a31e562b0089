"""Sergeants lead near by, one unit at a time, and add nothing to the initiative. [C6]"""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.command import best_rank, command_range, commands
from grognard.books.skirmish_1808.setup.files import FORCES, LeaderFile
from grognard.books.skirmish_1808.setup.lists import faults_of, leader_points
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.words import Rank
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import battle, foot, leader, play
from tests.rules import rule


@rule("C6", "C3")
@pytest.mark.parametrize(("mounted", "reach"), [(False, 500), (True, 800)])
def test_how_far_a_sergeant_leads(mounted: bool, reach: int) -> None:
    assert command_range(leader("S", Rank.SERGEANT, mounted)) == reach


@rule("C6", "C3")
@pytest.mark.parametrize(("rank", "led"), [(Rank.SERGEANT, False), (Rank.OFFICER, True)])
def test_a_unit_seven_away_is_led_by_an_officer_and_not_by_a_sergeant(rank: Rank, led: bool) -> None:
    state = battle(leader("S", rank, at=(30, 30)), foot("A", at=(30, 41), count=3, files=3))
    assert commands(state, state.units[0], state.units[1]) == led


@rule("C6", "T1")
def test_a_sergeant_adds_nothing_to_the_initiative() -> None:
    assert best_rank(battle(leader("S", Rank.SERGEANT), foot("A", at=(50, 50))), 0) == 0
    assert best_rank(battle(leader("S", Rank.SERGEANT), leader("O", at=(50, 50))), 0) == 1
    assert best_rank(battle(leader("O", Rank.HQ)), 0) == 3


@rule("C6", "C2")
def test_a_sergeant_activates_one_unit() -> None:
    state = battle(
        leader("S", Rank.SERGEANT, at=(30, 30)),
        foot("A", at=(30, 36), count=4),
        foot("B", at=(30, 24), count=4),
    )
    game = play(state, "activation", Act(0))
    game.say("command", 1).say("hold")
    assert "command" not in game.offers()


@rule("C6", "E3", "E6")
def test_a_sergeant_is_cheap_and_no_officer() -> None:
    assert leader_points(LeaderFile("S", "x", "sergeant")) == 20
    assert leader_points(LeaderFile("S", "x", "sergeant", mounted=True)) == 25
    listed = FORCES.own("siege_french")
    alone = replace(listed, leader=tuple(one for one in listed.leader if one.rank == "sergeant"))
    cost = listed.points - sum(leader_points(one) for one in listed.leader if one.rank != "sergeant")
    assert "E6" in [fault.cite for fault in faults_of(replace(alone, points=cost))]
    assert not faults_of(listed)
