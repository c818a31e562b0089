"""When a gun counts as lost, who takes it, who leaves it, and what one shot of it costs. [V1, V2, X9a, X12, M3, R4, T5]"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from grognard import books
from grognard.books.skirmish_1808.facts.garrisons import rooms
from grognard.books.skirmish_1808.facts.ground import house_named
from grognard.books.skirmish_1808.facts.laying import Laying
from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.facts.victory import fleeing_points, lost_points
from grognard.books.skirmish_1808.state import State, Today, Unit
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.words import Ammo, Calibre, Quality, Where
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import replace
from grognard.odds.explore import explore
from tests.books.skirmish_1808.drill import ENGINE, Play, area, battle, foot, gun, horse, leader, play
from tests.rules import rule


def act(state: State, unit: int) -> Play:
    """A unit acts, by order."""
    return play(state, "activation", Act(unit, commanded=True))


def housed(unit: Unit, state: State, name: str = "house") -> Unit:
    """A unit inside a house."""
    return replace(unit, house=name, figures=placed(unit, rooms(unit, house_named(state, name))))


def laid(game: Play, unit: int, ammo: Ammo, verb: str) -> Play:
    """The gun is laid somewhere it may be, and fired."""
    mover = Laying(game.state, game.unit(unit), ammo)
    return game.say(verb, next(legs for legs in mover.ideas() if Move(1, verb, legs) in game.waiting))


def readings(game: Play) -> list[int]:
    """What the dice due may show."""
    return list(game.waiting.dice.dist().fractions())


@rule("V1", "X12")
@pytest.mark.parametrize(("taken", "lost"), [(False, 40), (True, 140)])
@pytest.mark.parametrize("where", [Where.TABLE, Where.LOST])
def test_a_gun_counts_as_lost_only_when_it_is_taken(taken: bool, lost: int, where: Where) -> None:
    state = battle(gun("G", Calibre.II, crew=4, at=(30, 30)), foot("F", side=1, at=(30, 90)))
    piece = state.units[0].gun
    assert piece is not None
    crew = replace(state.units[0], figures=(), where=where, gun=replace(piece, abandoned=True, taken=taken))
    assert lost_points(replace(state, units=(crew, state.units[1])), 0) == lost


@rule("V2", "C4a")
@pytest.mark.parametrize("attached", [True, False])
def test_a_leader_with_fugitives_flees_with_them(attached: bool) -> None:
    chief = replace(leader("L", at=(30, 33)), attached=0 if attached else None)
    state = battle(foot("A", at=(30, 30), fleeing=1), chief, foot("F", side=1, at=(30, 100)))
    alone = fleeing_points(replace(state, units=(state.units[0], state.units[2])), 0)
    assert fleeing_points(state, 0) - alone == (state.units[1].price if attached else 0)


@rule("X12", "M5")
@pytest.mark.parametrize("runs", [True, False])
def test_who_runs_past_a_gun_does_not_take_it(runs: bool) -> None:
    """The charger breaks under fire and stops beside the gun, or comes through."""
    gunners = gun("G", at=(30, 71.5), abandoned=True)
    crew = tuple(f._replace(x=10000 + 300 * i, y=1000) for i, f in enumerate(gunners.figures))
    state = battle(
        foot("A", at=(30, 48), count=12),
        foot("C", side=1, at=(30, 60), count=8),
        replace(gunners, figures=crew),
    )
    game = act(state, 1).say("charge", 0).say("stand_and_fire").fall(4).fall(1).fall(0 if runs else 1)
    assert bool(game.unit(1).fleeing) is runs
    assert not game.unit(2).gun.taken  # type: ignore[union-attr]


@rule("X12", "W7")
@pytest.mark.parametrize("rallies", [True, False])
def test_who_rallies_beside_a_gun_takes_it(rallies: bool) -> None:
    gunners = gun("G", side=1, at=(30, 34.5), abandoned=True)
    crew = tuple(f._replace(x=10000 + 300 * i, y=1000) for i, f in enumerate(gunners.figures))
    state = battle(foot("A", at=(30, 30), files=4, fleeing=1), replace(gunners, figures=crew))
    game = play(state, "rally", Act(0)).fall(int(rallies))
    assert game.unit(1).gun.taken is rallies  # type: ignore[union-attr]


@rule("R4", "X12a")
@pytest.mark.parametrize("limbered", [True, False])
def test_gunners_evade_and_leave_their_gun_limbered_or_not(limbered: bool) -> None:
    state = battle(
        gun("G", at=(30, 30), limbered=limbered), horse("C", side=1, at=(30, 50), count=6, facing=180)
    )
    game = act(state, 1).say("charge", 0)
    assert "evade" in game.offers()
    game.say("evade", 0)
    assert game.unit(0).gun.abandoned  # type: ignore[union-attr]


@rule("T5", "X12a", "B5")
def test_gunners_away_from_their_gun_who_hesitate_only_regroup() -> None:
    state = battle(gun("G", at=(30, 30), abandoned=True), foot("F", side=1, at=(100, 100)))
    calm = play(state, "activation", Act(0)).fall(1)
    assert set(calm.offers()) == {"hold", "man_the_gun", "regroup", "advance"}
    game = play(state, "activation", Act(0)).fall(0)
    assert set(game.offers()) == {"regroup"}
    assert {verb: game.refusal(verb) for verb in ("hold", "man_the_gun", "advance")} == dict.fromkeys(
        ("hold", "man_the_gun", "advance"), "T5"
    )
    assert game.waiting.prompt == "G hesitates: it may only regroup"


HOUSE = area("building", 24, 24, 38, 38, "house")


def battered(*units: Unit) -> State:
    """A house that the next shot brings down, its garrison and their leader inside."""
    state = battle(*units, ground=(HOUSE,))
    inside = [housed(unit, state) if unit.side == 0 else unit for unit in state.units]
    inside = [replace(unit, attached=0) if unit.is_command else unit for unit in inside]
    return replace(state, units=tuple(inside), damage=(("house", 4),))


@rule("M3", "X9a")
@pytest.mark.parametrize(
    ("ball", "walls", "tests"), [(2, 2, True), (1, 1, False), (0, 2, False), (0, 3, True)]
)
def test_what_the_ball_and_the_walls_kill_is_the_loss_of_one_activation(
    ball: int, walls: int, tests: bool
) -> None:
    state = battered(foot("B", at=(30, 30), count=12), gun("G", Calibre.III, side=1, at=(31, 70), facing=180))
    game = laid(act(state, 1), 1, Ammo.ROUND, "round_shot")
    kills, met = [ball, walls], []
    while isinstance(game.waiting, Throw):
        throw = game.waiting
        met.append(throw.what)
        if throw.what == "evasion":
            game.fall(max(readings(game)) - kills.pop(0))
        else:
            game.fall(1 if throw.what == "accuracy" else min(readings(game)))
    assert not kills
    assert game.unit(0).size == 12 - ball - walls
    assert ("morale" in met) is tests


@rule("X9a")
@pytest.mark.parametrize("falls", [True, False])
def test_the_leader_of_a_garrison_throws_as_the_house_comes_down(falls: bool) -> None:
    state = battered(
        foot("B", at=(30, 30), count=6),
        leader("L", at=(30, 50)),
        gun("G", Calibre.III, side=1, at=(30, 70), facing=180),
    )
    game = laid(act(state, 2), 2, Ammo.ROUND, "round_shot").fall(1)
    thrown = []
    while isinstance(game.waiting, Throw) and game.waiting.what == "evasion":
        if game.waiting.cite == "X9":
            thrown.append(game.waiting.facts["unit"])
        game.fall(max(readings(game)) - (falls and thrown[-1:] == [1]))
    assert thrown == [0, 1]
    assert game.unit(1).on_table is not falls
    assert (game.unit(0).house, game.unit(1).house) == ("", "")


@rule("89", "90", "94")
def test_told_odds_of_a_shot_are_those_of_whom_it_hits() -> None:
    """The officer beside a unit that is hit may run off the table: he was not hit."""
    state = battle(
        leader("L", at=(30, 3)),
        foot("B", at=(30, 9), count=8, quality=Quality.RAW, files=4),
        gun("G", Calibre.IV, side=1, at=(30, 35), facing=180, quality=Quality.ELITE),
    )
    game = act(state, 2)
    mover = Laying(game.state, game.unit(2), Ammo.CANISTER)
    legs = next(legs for legs in mover.ideas() if Move(1, "canister", legs) in game.waiting)
    book = books.load("skirmish_1808")
    scene = book.scene_for(game.position, Move(1, "canister", legs))
    assert scene is not None
    told = explore(ENGINE, scene).dist.fractions()
    seen: Counter[str] = Counter()
    rng = random.Random(5)
    for _ in range(600):
        again = Play(game.position, [])
        again.say("canister", legs)
        while isinstance(again.waiting, Throw):
            again.position = ENGINE.apply(again.position, again.waiting.roll(rng), again.log)
        hit = [e.facts["unit"] for e in again.log if e.what == "loses"]
        seen["B" if 1 in hit else "L" if 0 in hit else "nobody falls"] += 1
    for name, count in seen.items():
        chance = float(sum(p for outcome, p in told.items() if outcome[0] == name))
        assert abs(chance - count / 600) < 0.08, name


@rule("M3", "M5", "K9a")
@pytest.mark.parametrize("cut_down", [6, 5])
def test_half_strength_is_reached_once_under_the_sabres_too(cut_down: int) -> None:
    state = battle(
        foot("A", at=(30, 60), count=12, fleeing=1),
        horse("C", side=1, at=(30, 75), count=6),
        foot("S", side=1, at=(60, 70), count=3),
    )
    game = act(state, 1).say("charge", 0).fall(cut_down)
    while isinstance(game.waiting, Throw):
        game.fall(max(readings(game)))
    runner = game.unit(0)
    assert runner.halved is (cut_down == 6)
    from grognard.books.skirmish_1808.state import centre

    x, y = centre(runner)
    shooter = replace(foot("S", side=1, at=(x / 100, y / 100 + 12), count=3, facing=180), id=2)
    far = tuple(f._replace(x=f.x + 6000) for f in game.unit(1).figures)
    units = (replace(runner, fleeing=0), replace(game.unit(1), figures=far), shooter)
    again = act(replace(game.state, units=tuple(replace(u, today=Today()) for u in units)), 2)
    again.say("fire", 0).fall(1).fall(0)
    assert (isinstance(again.waiting, Throw) and again.waiting.what == "morale") is (cut_down == 5)


def test_every_answer_that_is_missing_says_why() -> None:
    """R1–R5: what a charged unit may not do is told with its rule."""
    state = battle(foot("A", at=(30, 30), count=8), horse("C", side=1, at=(30, 50), count=6))
    game = act(state, 1).say("charge", 0)
    assert isinstance(game.waiting, Ask)
    assert {verb: reason.cite for verb, reason in game.waiting.barred.items()} == {
        "counter_charge": "R3",
        "evade": "R4",
    }
