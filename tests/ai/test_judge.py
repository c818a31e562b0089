"""A finished game in the computer's eyes: judged as the search judges, and where it turned."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET as BOOK
from grognard.ai.agents import make
from grognard.ai.judge import LEAST, SPAN, Sample, samples_of, swings
from grognard.books import load
from grognard.engine.choices import Ask
from grognard.engine.replay import read_save
from grognard.lab.play import play_game
from tests.tools.shelf import BOOKS


def curve(*chances: float) -> list[Sample]:
    return [Sample(2 * number, chance) for number, chance in enumerate(chances)]


def test_a_battle_that_never_turned_has_no_turning_points() -> None:
    assert swings([]) == []
    assert swings(curve(0.5, 0.5 + LEAST / 2, 0.5)) == []


def test_a_turning_point_is_found_where_one_step_did_most() -> None:
    (found,) = swings(curve(0.5, 0.52, 0.8, 0.8, 0.8))
    assert (found.start.real, found.end.real) == (0, 4)
    assert (found.start.chance, found.end.chance) == (0.5, 0.8)


def test_what_only_drifts_is_no_turning_point() -> None:
    """Marches that each help a little: no choice did half of what they did together."""
    step = 0.9 * LEAST / 2
    assert swings(curve(*(0.1 + number * step for number in range(3 * SPAN)))) == []


def test_half_of_a_swing_must_be_one_step() -> None:
    assert len(swings(curve(0.3, 0.37, 0.44))) == 1
    assert swings(curve(0.3, 0.34, 0.38, 0.42)) == []


def test_too_small_a_change_is_none() -> None:
    assert swings(curve(0.5, 0.5 + 0.9 * LEAST)) == []
    assert len(swings(curve(0.5, 0.5 + LEAST))) == 1


def test_a_rise_and_the_fall_after_it_are_two() -> None:
    found = sorted(swings(curve(0.5, 0.5, 0.8, 0.8, 0.4, 0.4)), key=lambda one: one.start)
    assert [(one.start.real, one.end.real) for one in found] == [(2, 4), (6, 8)]
    assert [one.change > 0 for one in found] == [True, False]


def test_a_step_the_other_way_is_not_what_did_it() -> None:
    """It rises by small steps round one large fall: only the fall is told."""
    (found,) = swings(curve(0.3, 0.34, 0.38, 0.28, 0.32, 0.36, 0.4))
    assert found.change < 0


def test_the_largest_come_first_and_none_lies_within_another() -> None:
    heights = [0.5, 0.5] + [part for number in range(8) for part in (0.1 + number / 10,) * 8]
    found = swings(curve(*heights))
    changes = [round(abs(one.change), 3) for one in found]
    assert changes == sorted(changes, reverse=True)
    assert min(changes) >= LEAST
    ordered = sorted(found, key=lambda one: one.start)
    assert all(one.end.real <= later.start.real for one, later in pairwise(ordered))


def test_it_falls_as_well_as_it_rises() -> None:
    (found,) = swings(curve(0.9, 0.9, 0.3, 0.3))
    assert found.change < 0


def test_a_game_is_judged_as_the_search_judges_at_every_choice() -> None:
    agents = [make("corporal", BOOK, 1), make("corporal", BOOK, 2)]
    result = play_game(BOOK, next(iter(BOOK.scenarios)), agents, 5, save=True)
    assert result.save is not None
    found = {one.real: one.chance for one in samples_of(BOOK, result.save)}
    engine, position, asked = BOOK.engine(), BOOK.start(result.save.scenario), 0
    for real, action in enumerate(result.save.actions):
        if isinstance(engine.pending(position), Ask):
            asked += 1
            assert found[real] == round(BOOK.advice.chance(position.state, 0), 4)
        position = engine.follow(position, action)
    assert asked == len(found) == result.decisions


@pytest.mark.parametrize("name", BOOKS)
def test_a_game_is_judged_from_its_file(name: str) -> None:
    """Nouns come out of a file as lists; every book must be played on from them."""
    book = load(name)
    agents = [make("corporal", book, 1), make("corporal", book, 2)]
    result = play_game(book, next(iter(book.scenarios)), agents, 5, limit=60, save=True)
    assert result.save is not None
    written = msgspec.json.encode(result.save)
    found = samples_of(book, read_save(written))
    assert found == samples_of(book, result.save)
    assert all(0 <= one.chance <= 1 for one in found)
