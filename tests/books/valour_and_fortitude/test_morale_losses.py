"""Losses, shaken units, valour. [VF 128–135, B25–B29, B78]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.command import doer
from grognard.books.valour_and_fortitude.facts.morale import Valour, valour
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.steps.env import Suffering
from grognard.books.valour_and_fortitude.tables.morale import VALOUR
from grognard.books.valour_and_fortitude.tables.moving import MAY_ACT, MAY_ASSAULT, MAY_MOVE, MAY_RALLY
from grognard.books.valour_and_fortitude.words import Phase, Special, Where
from tests.books.valour_and_fortitude.drill import Play, begin, brigaded, find, foot, odds, scene, unit
from tests.rules import rule

F = Fraction


def suffering(taken: int, phase: Phase = Phase.MELEE, *words: Any, safe: bool = False, **more: Any) -> Play:
    """A takes so many losses; C is of its brigade, b far away."""
    state = scene(
        unit("A", foot, *words, front=(36, 20), **more),
        unit("C", front=(10, 10)),
        unit("b", front=(36, 45), facing=180),
        phase=phase,
    )
    return begin(state, "suffer", env=Suffering(0, taken, safe=safe))


@rule("129", "130", "B28")
@pytest.mark.parametrize(
    ("before", "taken", "markers", "tests"),
    [(0, 1, 1, 0), (0, 3, 3, 0), (3, 1, 4, 0), (3, 3, 4, 2), (4, 1, 4, 1), (0, 6, 4, 2)],
)
def test_markers_up_to_tenacity_then_valour_dice(before: int, taken: int, markers: int, tests: int) -> None:
    game = suffering(taken, losses=before)
    assert game.unit("A").losses == markers
    assert game.unit("A").shaken is (markers == 4)
    assert (0 if game.over else game.throw.dice.faces()[0]) == tests


@rule("130", "B27")
def test_shaken_is_a_state_and_ends_with_a_marker_less() -> None:
    a = unit("A", losses=4)
    assert a.shaken
    assert not unit("A", losses=3).shaken
    assert not unit("A", losses=4, tenacity_plus=1).shaken
    assert unit("A", losses=3, tenacity_plus=-1).shaken


@rule("133", "138")
@pytest.mark.parametrize(("faces", "stands"), [((4, 6), True), ((4, 3), False), ((1, 6), False)])
def test_every_valour_die_must_pass(faces: tuple[int, ...], stands: bool) -> None:
    game = suffering(2, losses=4).play(faces)
    assert game.unit("A").on_table is stands
    assert game.unit("A").losses == 4
    assert game.state.routed == (() if stands else (0,))


@rule("134")
@pytest.mark.parametrize(
    ("phase", "stands"), [(Phase.FIRE, True), (Phase.MELEE, False), (Phase.ACTION, False)]
)
def test_one_more_in_the_fire_phase_only(phase: Phase, stands: bool) -> None:
    assert suffering(1, phase, losses=4).play(3).unit("A").on_table is stands


@rule("134", "FC11B")
@pytest.mark.parametrize(
    ("facts", "total"), [(Valour(False, False), 0), (Valour(True, False), 1), (Valour(False, True), -1)]
)
def test_what_is_added_to_valour(facts: Valour, total: int) -> None:
    assert VALOUR.tally(facts).total == total


@rule("135", "B29")
def test_a_winner_stands_without_a_die() -> None:
    game = suffering(5, losses=3, safe=True)
    assert game.over
    assert game.unit("A").losses == 4
    assert game.unit("A").on_table
    assert "135" in game.cites()


@rule("135")
@pytest.mark.parametrize(("phase", "tested"), [(Phase.MELEE, False), (Phase.FIRE, True)])
def test_whoever_won_this_phase_passes_later_tests_of_it(phase: Phase, tested: bool) -> None:
    game = suffering(1, phase, losses=4, today={"won": True})
    assert game.over is not tested


@rule("131", "B78")
def test_losses_out_of_season_are_losses_like_others() -> None:
    """The square's die, hit and run and cards use the same procedure; no +1 outside the fire phase."""
    game = suffering(1, Phase.ACTION, losses=4)
    assert game.throw.what == "valour"
    assert game.throw.dice.faces() == (1, 6)
    assert valour(game.state, game.unit("A")).total == 0


@rule("133", "131")
def test_odds_of_standing() -> None:
    game = suffering(2, losses=4)
    assert odds(game, lambda s: s.units[0].on_table).chance_of(True) == F(1, 4)


@rule("F5.22")
def test_stoic_rerolls_natural_ones() -> None:
    game = suffering(2, Phase.MELEE, Special.STOIC, losses=4)
    assert odds(game, lambda s: s.units[0].on_table).chance_of(True) == F(7, 12) ** 2
    game = suffering(2, Phase.MELEE, Special.STOIC, losses=4).play((1, 5))
    assert game.throw.what == "valour again"
    assert game.play(6).unit("A").on_table
    # A 2 or 3 stays; a reroll that shows 1 again is not rerolled.
    assert not suffering(1, Phase.MELEE, Special.STOIC, losses=4).play(2).unit("A").on_table
    assert not suffering(1, Phase.MELEE, Special.STOIC, losses=4).play(1, 1).unit("A").on_table


def steady(**more: Any) -> State:
    """A unit that may act."""
    state = scene(unit("A", front=(36, 20), **more), unit("b", front=(36, 28), facing=180))
    return brigaded(state, "I", active=True)


@rule("146b", "B26")
def test_being_shaken_forbids_nothing() -> None:
    state = steady(losses=4)
    facts = doer(state, find(state, "A"))
    assert all(needs.refusal(facts) is None for needs in (MAY_ACT, MAY_MOVE, MAY_ASSAULT, MAY_RALLY))


@rule("138")
def test_a_routed_unit_is_gone_for_good() -> None:
    game = suffering(1, losses=4).play(1)
    assert game.unit("A").where is Where.ROUTED
    assert 0 not in [u.id for u in game.state.of_side(0)]
