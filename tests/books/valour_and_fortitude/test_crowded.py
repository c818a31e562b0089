"""Crowded positions: every kind of question is asked and refused, none is answered wrongly; played choices keep their odds."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.facts.assaults import first_onset
from grognard.books.valour_and_fortitude.facts.retreats import first_retreat
from grognard.books.valour_and_fortitude.facts.sight import visible
from grognard.books.valour_and_fortitude.laws import crowded
from grognard.books.valour_and_fortitude.laws.playing import played
from grognard.books.valour_and_fortitude.situations.live import scene_for
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.words import Deed, Order, Phase
from grognard.engine.choices import Move
from grognard.lab.soundness import answer_is_wrong, furthest_off
from grognard.odds.explore import explore
from tests.books.valour_and_fortitude.bouts import foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    find,
    foot,
    gun,
    horse,
    numbers,
    scene,
    unit,
    why,
)
from tests.rules import rule


@pytest.mark.slow
@rule("57", "84", "87", "152", "176")
def test_every_kind_of_question_is_refused_and_no_answer_is_wrong() -> None:
    refused, wrong = Counter[str](), list[str]()
    for number in range(24):
        kind = crowded.SCENES[number % len(crowded.SCENES)]
        for asked in crowded.asked(crowded.opened(kind(random.Random(number)))):
            refused[asked.kind] += not asked.offered
            if answer_is_wrong(asked, random.Random(number)):
                wrong.append(f"{number}: {asked.kind} {asked.about}")
    assert wrong == []
    assert +refused == refused


# --- what was refused before -------------------------------------------------------------------------------------------


@rule("57", "58", "60")
@pytest.mark.parametrize(("turned", "seen"), [(0, True), (0.5, True), (1, True), (2, False)])
def test_the_last_of_a_unit_that_lies_in_the_arc_is_looked_at(turned: float, seen: bool) -> None:
    """Past the gun only the strip of him beside the arc's edge is free, and none of his corners lies in it."""
    others = (
        unit("b", foot, figures=18, files=9, at=(31.34, 21.06), facing=275.3),
        unit("c", foot, figures=36, files=6, at=(26.67, 16.67), facing=185.3),
        unit("d", gun, Order.LIMBERED, at=(35.62, 20.64), facing=275.3),
    )
    state = scene(unit("A", horse, figures=8, files=3, at=(31.46, 11.98), facing=38.7 + turned), *others)
    assert visible(state, find(state, "A"), find(state, "b")) is seen


@rule("60", "174", "175")
@pytest.mark.parametrize(("north", "seen"), [(0, True), (0.2, False)])
def test_an_occupant_looks_out_between_two_units_from_anywhere_along_its_walls(
    north: float, seen: bool
) -> None:
    state = scene(
        unit("A", foot, figures=18, files=3, inside="house"),
        unit("C", gun, at=(41.22, 21.52), facing=0),
        unit("d", horse, figures=6, files=3, at=(44.89, 9.62 + north), facing=0),
        unit("b", foot, figures=24, files=3, at=(53.21, 4.24), facing=177.7),
        terrain=(area("building", 37.15, 15.62, 40.45, 18.02, name="house"),),
    )
    assert visible(state, find(state, "A"), find(state, "b")) is seen


@rule("84", "86", "B20")
def test_a_retreat_turns_into_the_only_corner_left() -> None:
    """Between a gun it may not end upon and a wood, and only if it turns a quarter while it goes."""
    state = scene(
        unit("A", horse, figures=12, files=4, at=(34.21, 32.67), facing=197.9, brigade="I"),
        unit("b", foot, figures=36, files=9, at=(33.25, 28.14), facing=17.9),
        unit("C", gun, Order.LIMBERED, at=(39.57, 31.67), facing=287.9, brigade="II"),
        unit("D", gun, Order.LIMBERED, at=(28.25, 33.10), facing=107.9, brigade="I"),
        unit("E", gun, at=(26.49, 36.25), facing=107.9, brigade="III"),
        unit("F", horse, figures=9, files=5, at=(41.21, 22.67), facing=287.9, brigade="II"),
        terrain=(area("wood", 33.18, 37.74, 40.38, 43.52),),
    )
    found = first_retreat(state, find(state, "A"))
    assert found is not None
    assert why(state, "A", *found, deed=Deed.RETREAT) == ""


@rule("71", "76", "87", "B42")
@pytest.mark.parametrize(("east", "found"), [(15.99, True), (17, False)])
def test_an_assault_at_right_angles_is_found_where_only_facing_about_on_the_way_reaches(
    east: float, found: bool
) -> None:
    """Turned by a quarter and a tenth of a degree, its figures go to the places that lie nearer."""
    state = scene(
        unit("A", foot, figures=36, files=9, at=(east, 35.42)),
        unit("b", gun, Order.LIMBERED, at=(4.31, 41.63), facing=90),
        unit("c", foot, figures=18, files=6, at=(17.52, 40.42)),
    )
    onset = first_onset(state, find(state, "A"), find(state, "b"))
    assert (onset is not None) is found
    if onset is not None:
        assert why(state, "A", *onset, deed=Deed.ASSAULT, target="b") == ""


@rule("71", "84", "86", "B20")
def test_a_retreat_faces_about_on_its_way_into_a_corner() -> None:
    """A block looks alike from behind, but its figures come there by other ways."""
    state = scene(
        unit("A", foot, figures=18, files=6, at=(7.12, 37.04)),
        unit("b", horse, figures=6, files=3, at=(14.58, 44.02), facing=270),
        unit("c", gun, at=(3.65, 39.51), facing=270),
        unit("d", gun, at=(11.95, 34.79), facing=180),
        unit("e", foot, figures=36, files=6, at=(16.86, 37.01)),
        terrain=(area("wood", 7.15, 38.29, 12.53, 45.09),),
    )
    found = first_retreat(state, find(state, "A"))
    assert found is not None
    assert why(state, "A", *found, deed=Deed.RETREAT) == ""


# --- choices played on in the live game --------------------------------------------------------------------------------


def holds(game: Play, verb: str, noun: Any = None, times: int = 600) -> str | None:
    """Whether the odds told of a choice are those of the live game: what is off, or None where they are not compared."""
    move = Move(game.ask.who[0], verb, numbers(game.state, noun))
    told = scene_for(game.position, move)
    assert told is not None
    chances = explore(RULESET.engine(), told).dist.fractions()
    rng = random.Random(11)
    seen = Counter(played(game.position, move, rng) for _ in range(times))
    return None if None in seen else furthest_off({end: float(c) for end, c in chances.items()}, seen, times)


def lines(**more: Any) -> State:
    """Two lines in range of each other."""
    front = unit("A", front=(36, 20))
    return scene(front, unit("C", front=(46, 20)), unit("b", front=(36, 30), facing=180, losses=3), **more)


@rule("61", "109", "121", "133")
def test_volleys_played_out_keep_their_odds() -> None:
    game = begin(lines(phase=Phase.FIRE), "fire")
    assert holds(game, "fire", ("A", "b")) == ""
    game.play(("fire", ("A", "b")))
    assert holds(game, "support", "C") == ""
    assert holds(game, "resolve") == ""


@rule("63", "69", "95")
def test_orders_and_rallies_played_out_keep_their_odds() -> None:
    away = {"I": (2, 2), "General": (70, 40)}
    state = scene(unit("A", front=(36, 20), losses=2), unit("b", front=(36, 45), facing=180), leaders=away)
    game = begin(state, "action")
    assert holds(game, "brigade", "I") == ""
    game.play(("brigade", "I"), 6)
    assert holds(game, "move", "A") == ""
    assert holds(game, "rally", "A") == ""


@rule("87", "103", "105", "108", "141")
def test_assaults_and_fights_played_out_keep_their_odds() -> None:
    state = scene(unit("A", files=6, front=(36, 20)), unit("b", front=(36, 25), facing=180))
    assert holds(begin(state, "turn").play("end_fire", ("brigade", "I")), "assault", ("A", "b")) == ""
    assert holds(begin(melee(foremost("A"), foe("b")), "melee"), "fight", ("A", "b")) == ""


@rule("102", "141")
def test_a_fight_beside_another_is_not_compared() -> None:
    """Whoever routs there is tested for at the end of the same phase, and the odds tell of one fight alone."""
    state = melee(
        foremost("A", files=4, figures=12, front=(30, 24)), foe("b", figures=8, files=4, front=(30, 24)),
        foremost("D", files=4, figures=12, front=(42, 24)), foe("e", figures=8, files=4, front=(42, 24)),
    )  # fmt: skip
    assert holds(begin(state, "melee"), "fight", ("A", "b"), 30) is None


@rule("87")
def test_odds_that_are_wrong_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    state = scene(unit("A", files=6, front=(36, 20)), unit("b", front=(36, 25), facing=180))
    game = begin(state, "turn").play("end_fire", ("brigade", "I"))
    gone = scene(unit("A", files=6, front=(36, 20), losses=3), unit("b", front=(36, 25), facing=180))
    weaker = begin(gone, "turn").play("end_fire", ("brigade", "I"))
    told = scene_for(weaker.position, Move(0, "assault", numbers(weaker.state, ("A", "b"))))
    monkeypatch.setitem(globals(), "scene_for", lambda *_: told)
    assert holds(game, "assault", ("A", "b"))
