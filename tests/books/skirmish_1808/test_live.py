"""The odds of a charge on the table, before it is made. [N5, R2, K8]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.skirmish_1808.situations.live import Fell, Met, _over, scene_for
from grognard.books.skirmish_1808.state import State, Today, Unit
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.words import Arm, Quality, Rank
from grognard.engine.choices import Move
from grognard.engine.dist import Dist
from grognard.engine.flow import Position
from grognard.odds.explore import explore
from tests.books.skirmish_1808.drill import ENGINE, battle, foot, gun, horse, leader, light, play, wagons
from tests.rules import rule


def charged(state: State) -> Dist[tuple[str, int, int]]:
    """What comes of unit 0 charging unit 1."""
    game = play(state, "activation", Act(0, commanded=True))
    scene = scene_for(game.position, Move(0, "charge", 1))
    assert scene is not None
    return explore(ENGINE, scene).dist


def share(odds: Dist[tuple[str, int, int]], lost: tuple[int, int], result: str) -> Fraction:
    """How often a result follows given losses."""
    whole = odds.chance(lambda end: end[1:] == lost)
    return odds.chance_of((result, *lost)) / whole


@rule("K8", "M1", "M2")
def test_the_beaten_hold_by_their_own_test() -> None:
    # Regular, out of command, above half: needs 5 and one more for each figure of difference.
    state = battle(
        horse("A", at=(30, 30), count=6), foot("B", side=1, at=(30, 45), count=8, today=Today(acted=True))
    )
    odds = charged(state)
    assert share(odds, (0, 1), "they fall back") == Fraction(5, 10)
    assert share(odds, (0, 1), "they flee") == Fraction(5, 10)
    assert share(odds, (0, 3), "they fall back") == Fraction(3, 10)
    assert share(odds, (1, 1), "locked") == 1
    assert odds.chance(lambda end: end[0] == "no contact") == 0


@rule("R2", "K8")
def test_who_lost_men_to_fire_may_still_win_the_melee() -> None:
    odds = charged(battle(horse("A", at=(30, 30), count=10), foot("B", side=1, at=(30, 45), facing=180)))
    won_dearly = odds.chance(lambda end: end[1] > end[2] > 0 and end[0] in ("they fall back", "they flee"))
    assert won_dearly > 0
    assert odds.chance(lambda end: end[2] == 0 and end[0].startswith("they f")) == 0


@rule("K8", "X12")
def test_beaten_gunners_run_or_fall_back() -> None:
    crew = gun("G", side=1, at=(30, 45), facing=0, today=Today(acted=True))
    odds = charged(battle(horse("A", at=(30, 30), count=6), crew, leader("L", at=(90, 90))))
    assert odds.chance(lambda end: end[0] == "they flee") > 0
    assert odds.chance(lambda end: end[0] == "they fall back") > 0, "gunners who pass their test go back"


@rule("R3", "K8")
def test_charged_horse_charges_back_in_the_odds_and_foot_does_not() -> None:
    """Two equal bodies of horse that both charge are equal; one that had to stand is not."""
    lines = (horse("A", at=(30, 30), count=6), horse("B", side=1, at=(30, 45), facing=180, count=6))
    odds = charged(battle(*lines))
    turned = {
        "they flee": "we flee",
        "they fall back": "we fall back",
        "they are destroyed": "we are destroyed",
    }
    for (end, ours, theirs), chance in odds.fractions().items():
        if end in turned:
            assert odds.chance_of((turned[end], theirs, ours)) == chance
    spent = charged(
        battle(lines[0], horse("B", side=1, at=(30, 45), facing=180, count=6, today=Today(acted=True)))
    )
    assert spent.fractions() != odds.fractions(), "who has acted may only stand"
    infantry = (foot("A", at=(30, 30), count=6), foot("B", side=1, at=(30, 45), facing=180, count=6))
    told = charged(battle(*infantry))
    assert told.chance(lambda end: end[1] > 0) > told.chance(lambda end: end[2] > 0), "they fire first"


class ToTheEnd(Met):
    """Tells a charge only where nothing of the activation is open, and whoever may act next is asked."""

    def _ended(self, position: Position) -> bool:
        return _over(position)


class FellToTheEnd(Fell):
    """Tells a volley only there."""

    def __call__(self, position: Position) -> Any:
        return Fell.__call__(self, position) if _over(position) else None


LEGION = {"side": 1, "facing": 180}
HILL = leader("L", at=(26, 24), rank=Rank.STAFF)
LINES = {
    "friends who would run with the chargers": (
        HILL, foot("A", at=(30, 30), count=10), foot("B", at=(30, 38), count=8, **LEGION), foot("C", at=(42, 28)), foot("D", at=(18, 30)),
    ),
    "friends of the charged, some of the elite": (
        HILL, horse("A", at=(30, 24), count=8), light("B", at=(30, 38), count=5, **LEGION), foot("C", at=(34, 41), quality=Quality.ELITE, **LEGION),
        foot("D", at=(26, 41), quality=Quality.RAW, **LEGION),
    ),
    "an elite charger among raw friends": (
        HILL, foot("A", at=(30, 30), count=6, quality=Quality.ELITE), foot("B", at=(30, 38), count=10, **LEGION), foot("C", at=(35, 30), quality=Quality.RAW),
    ),
    "close to the edge": (
        HILL, foot("A", at=(30, 6), count=10), foot("B", at=(30, 14), count=10, **LEGION), foot("C", at=(36, 5), quality=Quality.RAW),
    ),
    "wagons with a guard": (
        HILL, horse("A", at=(30, 30), count=6), wagons("W", at=(30, 42), **LEGION), foot("C", at=(34, 44), count=2, **LEGION),
    ),
    "a gun and its escort": (
        HILL, horse("A", at=(30, 20), count=6), gun("G", at=(30, 38), facing=180, side=1), foot("C", at=(40, 40), **LEGION), foot("D", at=(42, 21)),
    ),
}  # fmt: skip


@rule("T6", "M3", "S5")
@pytest.mark.parametrize("units", LINES.values(), ids=LINES)
@pytest.mark.parametrize("verb", ["charge", "fire"])
def test_what_is_told_early_is_what_comes_of_it(verb: str, units: tuple[Unit, ...]) -> None:
    """Tests of others, and who acts next, are left out; the odds are those of playing on until somebody is asked."""
    game = play(battle(*units), "activation", Act(0)).say("command", 1)
    scene = scene_for(game.position, Move(0, verb, 2))
    assert scene is not None
    slow = (ToTheEnd if verb == "charge" else FellToTheEnd)(1, 2, game.state)
    whole = scene._replace(position=ENGINE.apply(game.position, Move(0, verb, 2)), done=slow)
    short, long = explore(ENGINE, scene), explore(ENGINE, whole)
    assert short.dist.fractions() == long.dist.fractions()
    assert (short.positions < long.positions) is (units[2].arm is not Arm.WAGON), (
        "wagons may be taken at the end"
    )
