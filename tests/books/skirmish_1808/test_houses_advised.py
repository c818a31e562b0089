"""What the computer player knows of houses: who fires out of them, when a storm pays, when walls come down."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808 import RULESET
from grognard.books.skirmish_1808.advice.clash import Meeting, charge_worth
from grognard.books.skirmish_1808.advice.gunnery import battering, falling, strikes
from grognard.books.skirmish_1808.advice.storming import bearing, counts, spoils
from grognard.books.skirmish_1808.advice.worth import shooters_of
from grognard.books.skirmish_1808.facts.gunnery import Aim, aim, house_at
from grognard.books.skirmish_1808.facts.laying import landings
from grognard.books.skirmish_1808.state import State, Unit
from grognard.books.skirmish_1808.tables.guns import ACCURACY
from grognard.books.skirmish_1808.words import Ammo, Cover, Reach, Where
from grognard.engine.flow import replace
from tests.rules import rule

FARM = "Casa Castro"


def farm(**changes: Any) -> tuple[State, dict[str, Unit]]:
    """The farm with its garrison and the gun before it; nobody is still to come, unless somebody is named as late."""
    late = changes.pop("late", "")
    state: State = RULESET.start("farm").state
    units = tuple(
        u if u.where is not Where.LATER or u.key == late else replace(u, where=Where.LOST)
        for u in state.units
    )
    state = replace(state, units=units, **changes)
    return state, {u.key: u for u in state.units}


@rule("G3")
@pytest.mark.parametrize(("spot", "shots"), [((4000, 4000), 4), ((4000, 6000), 8), ((1800, 1000), 4)])
def test_out_of_a_house_only_those_fire_whose_side_looks_there(spot: tuple[int, int], shots: int) -> None:
    state, units = farm()
    assert bearing(state, units["A2"], spot) == shots
    assert bearing(state, units["A3"], spot) == shooters_of(units["A3"])


@rule("G5", "G6", "S1")
def test_a_storm_is_worth_the_points_of_the_place() -> None:
    state, units = farm()
    assert spoils(state, FARM) == counts(state, 0, FARM) + counts(state, 1, FARM) > 0
    assert spoils(state, "") == spoils(state, "the crag of Elviña") == 0
    how = Meeting(Cover.HEAVY, house=True, led=True, shots=4)
    worth = [charge_worth(units["F2"], units["A2"], how._replace(spoils=s)) for s in (0.0, 100.0)]
    assert 60 < worth[1] - worth[0] < 90  # as often as it is won


@rule("X9", "X9a", "T8")
@pytest.mark.parametrize(
    ("turn", "lost", "late", "pays"),
    [
        (2, 0, "", True),
        (8, 4, "", True),
        (8, 3, "", False),
        (5, 0, "", False),
        (4, 0, "", True),
        (2, 0, "F4", False),
        (2, 0, "A4", True),
    ],
    ids=["early", "the last round", "a round short", "too late", "just in time", "in the way", "not theirs"],
)
def test_walls_are_battered_while_they_may_still_come_down(
    turn: int, lost: int, late: str, pays: bool
) -> None:
    state, units = farm(turn=turn, damage=((FARM, lost),) if lost else (), late=late)
    assert (battering(state, units["F5"], units["A2"], Reach.LONG) > 0) is pays


@rule("X9", "X9a")
def test_walls_that_are_nearly_down_count_for_those_who_batter_them() -> None:
    after = [falling(farm(turn=4, damage=((FARM, lost),))[0], 1) for lost in range(5)]
    assert after == sorted(after), "every hit is a step nearer"
    assert after[0] == 0 < after[1] < after[4], "five hits are wanted, and four rounds are left after this"
    late = [falling(farm(turn=turn, damage=((FARM, 3),))[0], 1) for turn in range(3, 9)]
    assert late == sorted(late, reverse=True), "and every turn a round less"
    assert late[-1] == 0
    assert falling(farm(turn=4)[0], 0) == 0, "who has no gun batters nobody"


@rule("X9")
def test_a_round_is_worth_what_it_adds_to_the_chance_that_walls_come_down() -> None:
    state, units = farm(turn=4, damage=((FARM, 2),))
    hit = strikes(ACCURACY[units["F5"].quality], Reach.LONG, 400)
    struck, missed = (falling(farm(turn=4, damage=((FARM, lost),))[0], 1) for lost in (3, 2))
    assert battering(state, units["F5"], units["A2"], Reach.LONG) == pytest.approx(hit * (struck - missed))


@rule("78", "80", "X5")
def test_the_chance_to_strike_a_house_is_near_enough() -> None:
    state, units = farm()
    gun = units["F5"]
    laid = aim(state, gun, Ammo.ROUND, (1800, 4000))
    assert isinstance(laid, Aim)
    exact = float(sum(chance for spot, chance in landings(state, gun, laid) if house_at(state, spot) == FARM))
    assert strikes(ACCURACY[gun.quality], laid.reach, 400) == pytest.approx(exact, abs=0.02)
