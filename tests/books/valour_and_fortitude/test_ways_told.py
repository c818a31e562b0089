"""The journal tells how far a unit went: the way of the figure that went farthest, whatever it cost. [70, 71, 83, 87]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.laws.doing import ways_as_told
from grognard.books.valour_and_fortitude.steps.env import Brigading, Retreating
from grognard.engine.book import render
from grognard.engine.choices import Move
from grognard.engine.log import Entry
from grognard.engine.soundness import Deed
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    horse,
    legs,
    reform,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param


def acting(*more: Any, **fields: Any) -> Play:
    """A column with all the room it wants."""
    state = scene(unit("A", files=6, front=(30, 12)), *more, **fields)
    return begin(state, "brigade", env=Brigading(0))


def gone(game: Play, *actions: Any) -> tuple[str, str, float | None]:
    """What the journal says of the last of some actions, and that the law has nothing against it."""
    *first, last = actions
    game.play(*first)
    before, known = game.position, len(game.log)
    game.play(last)
    told = game.log[known:]
    assert not list(ways_as_told(Deed(before, Move(0, *last), game.position, told)))
    entry = next(entry for entry in told if "unit" in entry.facts)
    return entry.cite, entry.what, entry.facts.get("inches")


ROUGH = (area("mud", 0, 13, 72, 15, "mud"),)


@rule("70", "71", "80", "166")
@pytest.mark.parametrize(
    ("way", "told"),
    [
        param(legs("forward 6"), ("70", "moves", 6.0), id="straight ahead"),
        param(legs("side -2.5"), ("70", "moves", 2.5), id="aside"),
        param(legs("forward 2", "side 3"), ("70", "moves", 5.0), id="two legs are added up"),
        param((("glide", 3000, 1040, 1800),), ("70", "moves", 0.0), id="facing about on the spot"),
        param((*legs("forward 3"), reform("close", 8)), ("70", "moves", 3.0), id="the reform is no way"),
        param((reform("close", 8),), ("80", "forms up", None), id="nothing but a reform"),
    ],
)
def test_a_move_is_told_with_its_way(way: Any, told: Any) -> None:
    assert gone(acting(), ("move", "A"), ("go", way)) == told


@rule("70", "160", "166")
def test_ground_that_slows_makes_no_way_longer() -> None:
    """Three inches through mud cost more than three."""
    game = acting(terrain=ROUGH)
    game.play(("move", "A"))
    way = legs("forward 3")
    cost = game.ask.offers["go"].mover.work_out(way).cost
    assert gone(game, ("go", way)) == ("70", "moves", 3.0)
    assert cost > 300


@rule("71")
def test_a_wheel_is_as_long_as_its_outer_figures_way() -> None:
    cite, what, inches = gone(acting(), ("move", "A"), ("go", legs("wheel 30 left")))
    assert (cite, what) == ("70", "moves")
    assert inches is not None
    assert 1.5 < inches < 3


@rule("94", "87", "83")
def test_doubles_assaults_and_retreats_are_told_with_theirs() -> None:
    assert gone(acting(), ("double", "A"), ("go", legs("forward 17"))) == ("70", "doubles", 17.0)
    enemy = unit("z", files=12, front=(30, 17), facing=180)
    assert gone(acting(enemy), ("assault", ("A", "z")), ("go", legs("forward 5"))) == ("87", "assaults", 5.0)
    state = scene(unit("A", horse, front=(30, 20)), unit("z", files=12, front=(30, 20), facing=180))
    falling = begin(state, "retreat", env=Retreating(0))
    assert gone(falling, ("fall_back", legs("back 4.5"))) == ("83", "retreats", 4.5)


@rule("70", "83", "87")
@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("moves", "Foot moves 6.5″ [VF 70]"),
        ("doubles", "Foot doubles 6.5″ [VF 70]"),
        ("retreats", "Foot retreats 6.5″ [VF 70]"),
        ("assaults", "Foot assaults Horse over 6.5″ [VF 70]"),
        ("charges on", "Foot charges on at Horse over 6.5″ [VF 70]"),
    ],
)
def test_a_player_reads_it_in_inches(what: str, words: str) -> None:
    entry = Entry("70", what, {"unit": 0, "target": 1, "inches": 6.5})
    assert render(entry, RULESET.sheet, {0: "Foot", 1: "Horse"}, "VF") == words


@rule("70")
@pytest.mark.parametrize(
    ("told", "found"), [(6.0, False), (6.02, False), (6.03, True), (5.97, True), (0, True)]
)
def test_the_law_holds_one_leg_to_the_hundredth(told: float, found: bool) -> None:
    game = acting().play(("move", "A"))
    way = ("go", legs("forward 6"))
    before = game.position
    game.play(way)
    entry = Entry("70", "moves", {"unit": 0, "inches": told})
    assert bool(list(ways_as_told(Deed(before, Move(0, *way), game.position, [entry])))) is found


@rule("70")
@pytest.mark.parametrize(("told", "found"), [(5.0, False), (2.9, True), (5.1, True)])
def test_the_law_holds_two_legs_between_the_longer_and_both(told: float, found: bool) -> None:
    game = acting().play(("move", "A"))
    way = ("go", legs("forward 2", "side 3"))
    before = game.position
    game.play(way)
    entry = Entry("70", "moves", {"unit": 0, "inches": told})
    assert bool(list(ways_as_told(Deed(before, Move(0, *way), game.position, [entry])))) is found
