"""The odds of a charge on the table, before it is made. [N5, R2, K8]"""

from __future__ import annotations

from fractions import Fraction

from grognard.books.skirmish_1808.situations.live import scene_for
from grognard.books.skirmish_1808.state import State, Today
from grognard.books.skirmish_1808.steps.env import Act
from grognard.engine.choices import Move
from grognard.engine.dist import Dist
from grognard.odds.explore import explore
from tests.books.skirmish_1808.drill import ENGINE, battle, foot, gun, horse, leader, play
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
