"""Odds of whole assaults: exact, equal to the unshortened walk, and close to assaults played out. [VF 87, 103–108, 141]"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.sequence import SEQUENCES
from grognard.books.valour_and_fortitude.situations.attacks import arena
from grognard.books.valour_and_fortitude.situations.live import scene_for
from grognard.books.valour_and_fortitude.situations.walks import ENGINE, PLAN, FightTale, alike
from grognard.books.valour_and_fortitude.state import Desk
from grognard.books.valour_and_fortitude.steps.fight import Headstrong
from grognard.books.valour_and_fortitude.steps.losses import FortitudeTests
from grognard.books.valour_and_fortitude.steps.odds import EXCERPTS, Look
from grognard.books.valour_and_fortitude.tables.dice import Hits, HitsAgain
from grognard.engine.book import Scene
from grognard.engine.dist import Dist
from grognard.engine.flow import Engine
from grognard.odds.explore import explore
from grognard.odds.inputs import read_inputs
from grognard.odds.report import solve
from tests.books.valour_and_fortitude.assaults import ASSAULTS, farthest, opened, wanted
from tests.rules import rule

F = Fraction
FIGHT = RULESET.situations["fight"]
FEW, MANY = (150, 0.1), (2000, 0.03)
"""Assaults played for a comparison, and how near it must come; `assaults.py` plays twenty thousand, for 0.01."""
LONG = (*[s for s in SEQUENCES["fight"] if not isinstance(s, Headstrong)], FortitudeTests(), Look())
WHOLE = Engine({**SEQUENCES, **EXCERPTS, "odds: fight": LONG}, Desk)


@rule("10", "11")
@pytest.mark.parametrize("need", range(2, 7))
def test_a_reroll_at_once_is_a_reroll(need: int) -> None:
    for n in (1, 2):
        dice = HitsAgain(n, need)
        every = Counter(dice.read(faces) for faces in dice.every())
        assert dice.dist() == Dist(every)
        card = HitsAgain(n, need, need - 1)
        assert card.dist() == Dist(Counter(card.read(faces) for faces in card.every()))
    single = HitsAgain(1, need).dist().chance_of(1)
    assert single == F(7 - need, 6) * F(7, 6)


@rule("125")
@pytest.mark.parametrize("need", range(2, 7))
def test_hits_and_ones(need: int) -> None:
    dice = Hits(3, need)
    assert dice.dist() == Dist(Counter(dice.read(faces) for faces in dice.every()))


@rule("103", "104", "107", "108", "141")
@pytest.mark.parametrize(
    "given",
    [
        {},
        {"elan": "yes", "target_disciplined": "yes", "losses": 3, "target_losses": 2},
        {"troops": "cavalry", "melee": 3, "heavy": "yes", "target_troops": "cavalry", "target_melee": 3},
        {"troops": "cavalry", "melee": 3, "heavy": "yes", "brigade": 1, "target_brigade": 1},
        {"target_stoic": "yes", "target_losses": 4, "melee": 3, "unpredictable": "yes", "elan": "yes"},
        {"target_troops": "square", "elan": "yes", "target_elan": "yes", "supporters": 1},
        {"ground": "building", "target_losses": 4, "elan": "yes", "general": "yes"},
    ],
)
def test_no_short_cut_changes_the_odds(given: dict[str, Any]) -> None:
    state, fight = arena(read_inputs(FIGHT.fields, given, "fight"))
    done = FightTale(state.units[0], state.units[1], hits=True)
    found = [
        explore(engine, Scene(engine.start(state, "odds: fight", fight), done, PLAN, done.heads, same)).dist
        for engine, same in ((ENGINE, alike), (WHOLE, None))
    ]
    assert found[0] == found[1]


@rule("87", "103", "108", "136", "137", "141")
@pytest.mark.parametrize("name", ASSAULTS)
def test_assaults_played_out_come_near_their_odds(name: str) -> None:
    count, near = FEW
    gap, where = farthest(ASSAULTS[name], count)
    assert gap < near, where


@pytest.mark.slow
@pytest.mark.parametrize("name", ASSAULTS)
def test_many_assaults_played_out_come_nearer(name: str) -> None:
    count, near = MANY
    gap, where = farthest(ASSAULTS[name], count)
    assert gap < near, where


@rule("69", "87")
def test_a_messenger_may_be_lost() -> None:
    position = opened(ASSAULTS["a messenger, a shaken line"])
    told = scene_for(position, wanted(position))
    assert told is not None
    ends = explore(RULESET.engine(), told).dist
    assert ends.chance(lambda end: end[0] == "no fight") == F(1, 2)
    near = opened(ASSAULTS["column at a line"])
    sure = scene_for(near, wanted(near))
    assert sure is not None
    assert explore(RULESET.engine(), sure).dist.chance(lambda end: end[0] == "no fight") == 0


@rule("63", "64", "69", "87")
@pytest.mark.parametrize(
    ("given", "chance"),
    [
        ({}, F(1)),
        ({"activation": "test"}, F(5, 6)),
        ({"activation": "after_rout"}, F(2, 3)),
        ({"far": "yes"}, F(1, 2)),
        ({"activation": "after_rout", "far": "yes"}, F(1, 3)),
        ({"activation": "after_rout", "far": "yes", "troops": "cavalry", "light_cavalry": "yes"}, F(5, 9)),
    ],
)
def test_whether_an_assault_comes_about(given: dict[str, Any], chance: Fraction) -> None:
    report = solve(RULESET, "assault", given)
    assert report.dist.chance(lambda end: end[2] != "no fight") == chance
    # What is left is the fight, as if nothing had gone before.
    plain = {name: value for name, value in given.items() if name not in ("activation", "far")}
    won = solve(RULESET, "fight", plain).marginals["won by"].chance_of("attacker")
    assert report.marginals["won by"].chance_of("attacker") == chance * won


@rule("140", "141", "143")
def test_what_a_rout_does_to_a_brigade() -> None:
    asked = {"target_troops": "gun", "target_melee": 1, "target_tenacity": 2}
    routed = solve(RULESET, "fight", asked).marginals["target"].chance_of("routs")
    four = solve(RULESET, "fight", asked).marginals["target's brigade"]
    assert four.chance_of("wavers") == routed / 2
    near = solve(RULESET, "fight", {**asked, "target_brigade": 6, "target_general": "yes"}).marginals
    assert near["target's brigade"].chance_of("wavers") == routed / 6
    alone = solve(RULESET, "fight", {**asked, "target_brigade": 1}).marginals
    assert alone["target's brigade"].fractions() == {"shattered": routed, "holds": 1 - routed}
    shaken = solve(RULESET, "fight", {**asked, "target_brigade_shaken": "yes"}).marginals
    # The test fails on 1 to 4, and then its shaken units all go.
    assert shaken["target's brigade"].chance_of("wavers, shattered") == routed * F(2, 3)


@rule("FC6", "11")
def test_deadly_attack_rerolls_what_failed() -> None:
    """Rerolled natural 1s stay: every die has one second chance, however it came by it."""
    half = solve(RULESET, "shoot", {"fire": 1, "deadly": "yes"}).marginals["hits"].chance_of(1)
    assert half == F(3, 4)
    plain = solve(RULESET, "fight", {"deadly": "yes"}).marginals["hits"]
    assert plain == solve(RULESET, "fight", {"deadly": "yes", "elan": "yes"}).marginals["hits"]
    assert plain.mean() == 4 * F(8, 9)
    back = solve(RULESET, "fight", {"target_deadly": "yes"}).marginals
    assert back["hits back"].mean() == 5 * F(8, 9)
    assert back["hits"].mean() == 4 * F(2, 3)


@rule("86", "108")
def test_beaten_cavalry_is_told_to_retreat() -> None:
    asked = {"troops": "cavalry", "target_troops": "cavalry"}
    ends = solve(RULESET, "fight", asked).dist
    for hits, back, won, attacker, target, *_ in ends:
        loser = target if won == "attacker" else attacker
        assert loser == "routs" or loser.startswith("retreats")
        winner = attacker if won == "attacker" else target
        assert winner.startswith("stands")
        assert (won == "attacker") == (hits >= back)
