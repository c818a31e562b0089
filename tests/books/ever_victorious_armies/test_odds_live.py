"""Odds shown before a choice in a real game agree with what is then played. [EVA]"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from grognard.ai.playout import Drill
from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.situations.tales import ChargeTale
from grognard.books.ever_victorious_armies.state import State
from grognard.books.ever_victorious_armies.steps.env import SideTurn, Turn
from grognard.books.ever_victorious_armies.steps.env_fight import Nerves, Rallies
from grognard.books.ever_victorious_armies.words import Weapon
from grognard.engine.book import Scene
from grognard.engine.choices import Action, Ask, Fall, Move, Throw
from grognard.engine.flow import Position
from grognard.odds.explore import explore
from tests.books.ever_victorious_armies.plays import WHOLE, Dice, plainly
from tests.books.ever_victorious_armies.scenes import (
    area,
    column,
    field_gun,
    foot,
    general,
    horse,
    skirmish,
    smoothbore,
    unit,
)
from tests.books.ever_victorious_armies.scenes import scene as battle
from tests.rules import rule

F = Fraction
ENGINE = RULESET.engine()
scene_for = RULESET.scene_for


def far(key: str, y: float) -> Any:
    """Somebody else, well out of it."""
    return unit(key, foot, 12, at=(8, y), facing=0 if key.isupper() else 180)


def opened(state: State) -> Position:
    """The first side's movement in a battle that starts so."""
    position = WHOLE.start(state, "battle", Turn())
    while True:
        waiting = WHOLE.pending(position)
        if isinstance(waiting, Throw):
            position = WHOLE.apply(position, Fall(max(waiting.dice.dist())))
        elif isinstance(waiting, Ask) and "go_first" in waiting.offers:
            position = WHOLE.apply(position, Move(0, "go_first"))
        else:
            return position


def fresh(*units: Any, **more: Any) -> State:
    """A battle about to begin, that nobody breaks in."""
    return battle(*units, far("Y", 4), far("z", 44), turn=0, break_at=(9, 9), **more)


def told(position: Position, verb: str, noun: Any = None) -> Scene:
    waiting = ENGINE.pending(position)
    assert isinstance(waiting, Ask)
    found = scene_for(position, Move(waiting.who[0], verb, noun))
    assert found is not None
    return found


def on(position: Position, *actions: Any) -> Position:
    """Play verbs (with nouns) and readings on."""
    for action in actions:
        waiting = WHOLE.pending(position)
        if isinstance(waiting, Ask):
            verb, noun = action if isinstance(action, tuple) else (action, None)
            position = WHOLE.apply(position, Move(waiting.who[0], verb, noun))
        else:
            position = WHOLE.apply(position, Fall(action))
    return position


BATTLES = {
    "foot": fresh(
        unit("A", foot, 6, column, at=(36, 15)),
        unit("b", foot, 7, smoothbore, at=(36.4, 23), facing=175),
    ),
    "horse led by the general": fresh(
        unit("A", horse, 4, at=(36, 13)),
        unit("b", foot, 5, smoothbore, at=(36, 21.5), facing=180),
        unit("G", general, joined="A"),
    ),
    "skirmishers before a grove": fresh(
        unit("A", horse, 8, at=(36, 13)),
        unit("b", foot, 8, skirmish, smoothbore, at=(37, 19), facing=170),
        terrain=(area("grove", 28, 24, 48, 30),),
    ),
}


@pytest.mark.gauntlet
@rule("H4", "E2", "T5", "T6", "P3")
@pytest.mark.parametrize("name", list(BATTLES))
def test_twenty_thousand_charges_come_out_as_foretold(name: str) -> None:
    position, games = opened(BATTLES[name]), 20_000
    foretold = told(position, "charge", (0, 1))
    assert isinstance(foretold.done, ChargeTale)
    dice = Dice(on(position, ("charge", (0, 1))), foretold.done, seed=4)
    seen = Counter(dice.throw() for _ in range(games))
    dist = explore(ENGINE, foretold).dist
    assert set(seen) <= set(dist)
    for at, head in enumerate(foretold.heads):
        exact = dist.map(lambda outcome, at=at: outcome[at])
        counted: Counter[Any] = Counter()
        for outcome, count in seen.items():
            counted[outcome[at]] += count
        for value in exact:
            assert abs(counted[value] / games - float(exact.chance_of(value))) < 0.01, (head, value)


@rule("T3", "T4", "T5")
def test_everybody_else_is_an_obstacle_and_no_more() -> None:
    """Friends and enemies all round, another fight going on: the same odds as a plain walk of that scene."""
    state = battle(
        unit("A", foot, 3, at=(36, 15)),
        unit("b", foot, 3, smoothbore, at=(36, 19), facing=180),
        unit("C", foot, 12, at=(36, 9)),
        unit("D", foot, 12, at=(60, 20)),
        unit("e", foot, 12, at=(60, 21), facing=180),
        unit("f", foot, 12, smoothbore, at=(29, 26), facing=180),
        unit("G", general, at=(40, 5)),
        contacts="D>e",
        turn=1,
    )
    position = WHOLE.start(state, "side moves", SideTurn(0))
    foretold = told(position, "charge", (0, 1))
    assert isinstance(foretold.done, ChargeTale)
    assert foretold.done.plan.shots == {(1, 0)}
    dist = explore(ENGINE, foretold).dist
    assert dist == plainly(foretold.position, foretold.done)


@rule("S13")
@pytest.mark.parametrize(("armed", "asked"), [((smoothbore,), True), ((), False)])
def test_only_those_in_the_fight_are_asked_whom_they_shoot_at(armed: tuple[Any, ...], asked: bool) -> None:
    """A battalion beside them may shoot at the charger in play; in the odds of the charge it does not, and is not asked."""
    state = battle(
        unit("A", foot, 3, at=(36, 15)),
        unit("b", foot, 3, *armed, at=(36, 19), facing=180),
        unit("c", foot, 12, smoothbore, at=(29, 22), facing=180),
        turn=1,
    )
    foretold = told(WHOLE.start(state, "side moves", SideTurn(0)), "charge", (0, 1))
    assert ("S13" in explore(ENGINE, foretold).cites) is asked


@rule("E1", "H4")
def test_the_odds_of_a_charge_past_a_screen_are_those_of_play() -> None:
    """The line behind is named; the screen is asked, runs, and the line is met, or nobody."""
    state = fresh(
        unit("A", foot, 6, column, at=(36, 15)),
        unit("b", foot, 2, skirmish, smoothbore, at=(36, 20), facing=180),
        unit("c", foot, 3, smoothbore, at=(36, 23), facing=180),
    )
    position, games = opened(state), 400
    foretold = told(position, "charge", (0, 2))
    assert isinstance(foretold.done, ChargeTale)
    dist = explore(ENGINE, foretold).dist
    charged = on(position, ("charge", (0, 2)))
    assert explore(ENGINE, told(charged, "evade")).dist == dist
    dice = Dice(charged, foretold.done, seed=4)
    thrown = Counter(dice.throw()[:2] for _ in range(games))
    exact = dist.map(lambda outcome: outcome[:2])
    assert set(thrown) <= set(exact)
    for value in exact:
        assert abs(thrown[value] / games - float(exact.chance_of(value))) < 0.08, value
    # Whoever stands is met himself.
    stands = explore(ENGINE, told(charged, "stand")).dist
    assert stands.chance(lambda outcome: outcome[0]) > dist.chance(lambda outcome: outcome[0])


@rule("N4", "N5", "69", "74", "N7")
@pytest.mark.parametrize("subordinate", [False, True])
def test_the_odds_of_a_charge_led_by_either_general_are_those_of_play(subordinate: bool) -> None:
    state = battle(
        unit("A", foot, 3, at=(36, 15)),
        unit("b", foot, 3, smoothbore, at=(36, 18), facing=180),
        unit("G", general, joined="C" if subordinate else "A"),
        unit("H", general, joined="A" if subordinate else "C", subordinate=True),
        unit("C", foot, 12, at=(8, 4)),
        unit("e", foot, 12, at=(8, 44)),
        turn=1,
    )
    foretold = told(WHOLE.start(state, "side moves", SideTurn(0)), "charge", (0, 1))
    assert isinstance(foretold.done, ChargeTale)
    assert foretold.done.generals == (3 if subordinate else 2, None)
    assert explore(ENGINE, foretold).dist == plainly(foretold.position, foretold.done)


@rule("C1", "C2")
def test_a_charge_into_a_fight_tells_of_that_fight() -> None:
    state = battle(
        unit("A", foot, 12, at=(36, 15)),
        unit("b", foot, 12, at=(36, 20), facing=180),
        unit("C", foot, 12, at=(36, 21), facing=180),
        contacts="b>C",
        turn=1,
    )
    foretold = told(WHOLE.start(state, "side moves", SideTurn(0)), "charge", (0, 1))
    assert isinstance(foretold.done, ChargeTale)
    assert not foretold.done.sequel
    results = explore(ENGINE, foretold).dist.map(lambda outcome: outcome[1])
    assert "held (defending)" in results
    assert "held" not in results


@rule("E1", "E3")
def test_standing_and_evading_are_told_apart() -> None:
    position = opened(BATTLES["skirmishers before a grove"])
    charged = on(position, ("charge", (0, 1)))
    runs, stands = (explore(ENGINE, told(charged, verb)).dist for verb in ("evade", "stand"))
    assert runs == explore(ENGINE, told(position, "charge", (0, 1))).dist
    assert stands.chance(lambda outcome: outcome[0]) > runs.chance(lambda outcome: outcome[0])


@rule("S1", "72")
def test_a_volley_named_is_told_with_its_test() -> None:
    state = fresh(
        unit("A", foot, 12, smoothbore, at=(36, 15)), unit("b", foot, 12, smoothbore, at=(36, 20), facing=180)
    )
    position = on(opened(state), "end_moves", "end_moves")
    foretold = told(position, "aim", (0, 1))
    assert foretold.heads == ("figures lost", "test", "target")
    dist = explore(ENGINE, foretold).dist
    fired = on(position, ("aim", (0, 1)), "done_aiming")
    throw = WHOLE.pending(fired)
    assert isinstance(throw, Throw)
    assert dist.map(lambda outcome: outcome[0]) == throw.dice.dist()
    assert dist.chance(lambda outcome: outcome[1] == "failed") * 2 == dist.chance(
        lambda outcome: outcome[0] >= 2
    )


@rule("28", "S7")
def test_canister_is_told_as_canister() -> None:
    state = fresh(
        unit("A", field_gun, 4, at=(36, 15)), unit("b", foot, 12, Weapon.NONE, at=(36, 23), facing=180)
    )
    position = on(opened(state), "end_moves", "end_moves")
    most = {verb: max(explore(ENGINE, told(position, verb, (0, 1))).dist)[0] for verb in ("aim", "canister")}
    assert most == {"aim": 4, "canister": 6}


@rule("M2")
def test_a_march_is_told_in_both_goings() -> None:
    foretold = told(opened(BATTLES["foot"]), "march", 0)
    assert foretold.heads == ("inches", "in difficult going")
    dist = explore(ENGINE, foretold).dist
    assert dist.map(lambda outcome: outcome[0]).mean() == 10
    assert dist.map(lambda outcome: outcome[1]).mean() == F(13, 2)


@rule("79", "80", "84", "85")
def test_single_dice_of_nerve() -> None:
    state = battle(
        unit("A", foot, 12, at=(36, 15), markers=1), unit("G", general, joined="A"), unit("b", at=(36, 40))
    )
    position = WHOLE.start(state, "rally", Rallies())
    assert explore(ENGINE, told(position, "rally", 0)).dist.fractions() == {
        (True, "steady"): F(1, 2),
        (False, "1 marker"): F(1, 2),
    }
    state = battle(
        unit("A", foot, 9, at=(36, 15), today={"lost_to_fire": 3}, markers=2), unit("G", general, joined="A")
    )
    position = WHOLE.start(state, "morale", Nerves())
    assert explore(ENGINE, told(position, "test")).dist.fractions() == {
        (True, "2 markers"): F(1, 2),
        (False, "routs"): F(1, 2),
    }
    assert scene_for(position, Move(0, "stand_firm_command")) is None


def after_combat(difference: int, y: float = 25) -> Position:
    """The next turn of a battle in which horse charged foot, no figure fell, and the combat ended so."""
    enemy = unit("b", foot, 12, Weapon.NONE, at=(36, y + 5), facing=180)
    state = fresh(unit("A", horse, 8, at=(36, y)), enemy)
    position = on(opened(state), ("charge", (0, 1)), (24, 12), "end_moves", "end_moves", difference)
    while True:
        waiting = WHOLE.pending(position)
        if isinstance(waiting, Throw) and waiting.what == "losses":
            position = WHOLE.apply(position, Fall(min(waiting.dice.dist())))
        elif isinstance(waiting, Throw) and waiting.what == "initiative":
            position = WHOLE.apply(position, Fall(5))
        elif isinstance(waiting, Throw):
            return position
        else:
            assert isinstance(waiting, Ask)
            if "go_first" not in waiting.offers:
                return position
            position = WHOLE.apply(position, Move(waiting.who[0], "go_first"))


@rule("54", "R1", "G-39")
def test_retiring_and_staying_after_a_fight_that_was_held() -> None:
    position = after_combat(-2)
    back = explore(ENGINE, told(position, "retire", 0)).dist
    assert back.map(lambda outcome: outcome[1]).fractions() == {False: 1}
    assert back.map(lambda outcome: outcome[0]).mean() == 14
    # Nearer to the table's edge, a long way back is the last.
    near = explore(ENGINE, told(after_combat(-2, y=15), "retire", 0)).dist
    assert near.chance(lambda outcome: outcome[1]) == F(7, 72)
    again = explore(ENGINE, told(position, "stay")).dist
    # Eight horse against twelve foot: +1 for cavalry, +1 for three to two.
    assert again.chance(lambda outcome: outcome[0] == "repulsed") == F(1, 12)


@rule("58", "P3")
def test_a_pursuit_of_choice_is_told_by_whom_it_catches() -> None:
    position = on(after_combat(0), "stay", (7, 3))
    catches = explore(ENGINE, told(position, "pursue", 0)).dist
    dice = Counter(a + b + c + d >= 7 for a in R for b in R for c in R for d in R)
    assert catches.chance_of(True) == F(dice[True], 6**4)
    assert scene_for(position, Move(0, "halt")) is None


R = range(1, 7)


def test_what_throws_no_dice_has_no_scene() -> None:
    position = opened(BATTLES["foot"])
    assert scene_for(position, Move(0, "end_moves")) is None
    assert scene_for(position, Move(0, "hold", 0)) is None
    assert scene_for(position, Move(0, "retire", 0)) is None  # not on offer now


@pytest.mark.parametrize("scenario", list(RULESET.scenarios))
def test_every_choice_of_a_random_game_is_told(scenario: str) -> None:
    """In the middle of real battles: chances add up, and fit their heads."""
    met = Counter[str]()
    _play_and_ask(scenario, random.Random(5), met)
    if not met["charge"]:  # in a large battle sides that wander never close; a corporal makes for the enemy
        _play_and_ask(scenario, random.Random(6), met, Drill(RULESET))
    assert met["charge"]
    assert met["aim"]


def _play_and_ask(scenario: str, rng: random.Random, met: Counter[str], player: Drill | None = None) -> None:
    position = RULESET.start(scenario)
    while (waiting := ENGINE.pending(position)) is not None and sum(met.values()) < 60:
        if isinstance(waiting, Ask):
            for verb in set(waiting.offers) & {
                "charge",
                "aim",
                "canister",
                "evade",
                "stand",
                "rally",
                "test",
            }:
                if met[verb] >= 8:
                    continue
                move = Move(waiting.who[0], verb, next(iter(waiting.offers[verb])))
                found = scene_for(position, move)
                assert found is not None
                dist = explore(ENGINE, found).dist
                assert sum(dist.fractions().values()) == 1
                assert all(len(outcome) == len(found.heads) for outcome in dist)
                met[verb] += 1
        if isinstance(waiting, Throw):
            action: Action = waiting.roll(rng)
        elif player is not None:
            action = player.choose(position, waiting, waiting.who[0])
        else:
            action = waiting.sample(rng)
        if isinstance(waiting, Ask) and "charge" in waiting.offers and rng.random() < 0.5:
            action = Move(waiting.who[0], "charge", next(iter(waiting.offers["charge"])))
        position = ENGINE.apply(position, action)
