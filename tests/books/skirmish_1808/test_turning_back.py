"""Missed charges, beaten units, storms: where they end and what they may enter. [41, P3, N6, K8, G6, R3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.shifting import retreat
from grognard.books.skirmish_1808.state import Contact, State, Terrain, Unit, centre
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.words import Class
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import Play, area, battle, foot, horse, leader, play, wall
from tests.rules import rule


def act(state: State, unit: int) -> Play:
    """A unit acts, by order."""
    return play(state, "activation", Act(unit, commanded=True))


def readings(game: Play) -> list[Any]:
    """What the dice due may show."""
    return list(game.waiting.dice.dist().fractions())


PREY = foot("E", side=1, at=(33, 40), count=4, files=2, class_=Class.QUICK)


@rule("41", "P3", "N5a", "N6")
@pytest.mark.parametrize(
    ("charger", "ground", "edge", "stops"),
    [
        pytest.param(foot("C", at=(30, 30), count=6, files=6), area("wood", 15, 39, 29.5, 90), 39, True, id="foot before a wood"),
        pytest.param(foot("C", at=(30, 30), count=6, files=6), area("rocks", 15, 39, 29.5, 90), 39, True, id="foot before rocks"),
        pytest.param(foot("C", at=(30, 30), count=6, files=6), wall(2, (15, 38.5), (29.5, 38.5)), 38.5, True, id="foot before a wall"),
        pytest.param(foot("C", at=(30, 30), count=6, files=6), area("light_wood", 15, 39, 29.5, 90), 39, False, id="foot into light wood"),
        pytest.param(horse("C", at=(30, 28), count=4, files=4), area("light_wood", 15, 39, 26, 90), 39, True, id="horse before light wood"),
        pytest.param(horse("C", at=(30, 20), count=4, files=4), wall(2, (15, 39), (26, 39)), 39, False, id="horse over a wall"),
    ],
)  # fmt: skip
def test_a_charge_that_misses_stops_before_what_bars_charges(
    charger: Unit, ground: Terrain, edge: float, stops: bool
) -> None:
    game = act(battle(charger, PREY, ground=(ground,)), 0).say("charge", 1).say("evade", 45)
    assert any(entry.what == "misses" for entry in game.log)
    beside = [f.y for f in game.unit(0).figures if f.x < 2600]
    assert beside
    assert (max(beside) <= 100 * edge) is stops


@rule("K8")
def test_who_has_no_enemy_of_his_own_left_goes_back_from_those_who_won() -> None:
    """A and B fight X and Y; A cuts down X, but the side has lost: A passes its test and goes back, loose."""
    state = battle(
        foot("A", at=(30, 30), count=8, formed=True),
        foot("B", at=(50, 30), count=8),
        foot("X", side=1, at=(38, 36), count=2),
        foot("Y", side=1, at=(54, 35), count=8),
    )
    state = replace(state, contacts=(Contact(0, 2, 2), Contact(1, 2, 2), Contact(1, 3, 2)))
    game = play(state, "fight", Act(0))
    while isinstance(game.waiting, Throw) and game.waiting.what == "strokes":
        ours = game.waiting.facts["target"] == 2
        game.fall(max(readings(game), key=lambda r: (r[1], -r[0]) if ours else (r[0], -r[1])))
    while isinstance(game.waiting, Throw):
        game.fall(max(readings(game)))
    assert any(entry.what == "falls_back" and entry.facts["unit"] == 0 for entry in game.log)
    assert not game.unit(0).formed
    assert centre(game.unit(0))[1] < centre(state.units[0])[1] - 100


@rule("K8", "K12")
@pytest.mark.parametrize(("y", "goes"), [(4, 300), (2.1, 100), (1.5, 0)])
def test_who_falls_back_goes_straight_as_long_as_that_is_open(y: float, goes: int) -> None:
    """At the edge of the table it stops there, and goes aside only where not even 1 is open behind it."""
    state = battle(
        foot("A", at=(60, y), count=4, files=4), foot("E", side=1, at=(60, y + 6.5), count=4, files=4)
    )
    found = retreat(replace(state, contacts=(Contact(0, 1, 2),)), state.units[0], (6000, 9000))
    assert found is not None
    assert (found.distance, found.bearing == 1800) == ((goes, True) if goes else (100, False))


BARN = area("building", 20, 20, 40, 27, "barn")


@rule("G6")
def test_a_winner_beside_a_barn_does_not_go_into_it_for_nothing() -> None:
    state = battle(foot("A", at=(30, 30), count=8), foot("B", side=1, at=(30, 34), count=3), ground=(BARN,))
    game = play(replace(state, contacts=(Contact(0, 1, 2),)), "fight", Act(0))
    while isinstance(game.waiting, Throw):
        best = (lambda r: (r[1], -r[0])) if game.waiting.what == "strokes" else None
        game.fall(max(readings(game), key=best))
    assert isinstance(game.waiting, Ask)
    assert "go_in" not in game.waiting.offers


@rule("G6", "G5")
def test_who_has_driven_a_garrison_out_goes_in() -> None:
    state = battle(foot("A", at=(30, 29), count=8), foot("B", side=1, at=(30, 23), count=3, house="barn"), ground=(BARN,))  # fmt: skip
    game = play(replace(state, contacts=(Contact(0, 1, 2, house="barn"),)), "fight", Act(0))
    while isinstance(game.waiting, Throw):
        best = (lambda r: (r[1], -r[0])) if game.waiting.what == "strokes" else None
        game.fall(max(readings(game), key=best))
    assert "go_in" in game.offers()
    assert game.say("go_in").unit(0).house == "barn"


@rule("R3")
@pytest.mark.parametrize(("mounted", "may"), [(True, True), (False, False)])
def test_a_mounted_leader_charges_back_at_horse(mounted: bool, may: bool) -> None:
    state = battle(
        leader("L", mounted=mounted, at=(30, 30), escorts=2), horse("C", side=1, at=(30, 50), count=6)
    )
    game = act(state, 1).say("charge", 0)
    assert ("counter_charge" in game.offers()) is may
    if not may:
        assert game.waiting.barred["counter_charge"].words == "it is on foot, and the charger rides"


@rule("64")
@pytest.mark.parametrize("by_himself", [True, False])
def test_a_leader_who_charges_leads_his_own_charge(by_himself: bool) -> None:
    chief = leader("L", at=(30, 30), escorts=2) if by_himself else foot("L", at=(30, 30), count=3, files=3)
    game = (
        act(battle(chief, foot("E", side=1, at=(30, 38), count=3, files=3)), 0).say("charge", 1).say("stand")
    )
    assert (game.state.contacts[0].led == (0,)) is by_himself
