"""Values and dice: halving, floors, naturals, rerolls. [VF 1–11, 33b, B1, B3, B62, B63, B73]"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.assaults import barred
from grognard.books.valour_and_fortitude.facts.bodies import stand
from grognard.books.valour_and_fortitude.facts.command import doer
from grognard.books.valour_and_fortitude.facts.fighting import Bout, melee_value
from grognard.books.valour_and_fortitude.facts.layout import distance
from grognard.books.valour_and_fortitude.facts.shooting import Shot, fire_losses, fire_value
from grognard.books.valour_and_fortitude.facts.sight import visible
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.tables.dice import Hits, natural
from grognard.books.valour_and_fortitude.tables.fighting import HIT_AND_RUN, SQUARE_DIE, UNPREDICTABLE
from grognard.books.valour_and_fortitude.tables.shooting import halved
from grognard.books.valour_and_fortitude.words import Deed, Phase, Special
from grognard.engine.domains import Reach
from grognard.geometry.gaps import gap_key
from tests.books.valour_and_fortitude.drill import (
    area,
    begin,
    both,
    find,
    foot,
    horse,
    offered,
    open_order,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param


# ---- values


@pytest.mark.parametrize(
    ("shot", "dice"),
    [
        param({"base": 3}, 3, id="nothing"),
        param({"base": 3, "attack_column": True}, 1, marks=rule("5"), id="half of 3 is 1"),
        param({"base": 4, "attack_column": True}, 2, marks=rule("5"), id="half of 4 is 2"),
        param({"base": 3, "attack_column": True, "support": 2}, 3, marks=rule("4"), id="1, then +2"),
        param({"base": 5, "attack_column": True, "obscured": True}, 2, marks=rule("6"), id="halved once"),
        param(
            {"base": 5, "attack_column": True, "obscured": True, "skirmishing": True},
            2,
            marks=rule("6", "B63"),
            id="skirmishing too",
        ),
        param(
            {"base": 6, "square": True, "skirmishing": True}, 3, marks=rule("6", "B63"), id="from a square"
        ),
        param(
            {"base": 4, "foot_inside": True, "skirmishing": True},
            2,
            marks=rule("6", "B63"),
            id="from a house",
        ),
        param({"base": 1, "obscured": True}, 1, marks=rule("7"), id="never below 1"),
        param({"base": 1, "obscured": True, "support": 1}, 2, marks=rule("7", "B1"), id="1 before adding"),
    ],
)
def test_fire_values(shot: dict[str, Any], dice: int) -> None:
    assert fire_value(Shot(**shot)).total == dice


@pytest.mark.parametrize(
    ("bout", "dice"),
    [
        param({"base": 4, "half_fire": 1}, 5, id="added"),
        param({"base": 4, "outflanked": True, "half_fire": 1}, 3, marks=rule("4"), id="halved, then added"),
        param(
            {"base": 6, "outflanked": True, "mounted_or_guns": True, "rough": True},
            3,
            marks=rule("6"),
            id="outflanked in rough ground: once",
        ),
        param({"base": 1, "open_order": True}, 1, marks=rule("7"), id="-1 leaves 1"),
        param(
            {"base": 1, "outflanked": True, "open_order": True}, 1, marks=rule("7", "B1"), id="both leave 1"
        ),
        param(
            {"base": 1, "open_order": True, "brigade_support": True},
            1,
            marks=rule("7", "B1"),
            id="the net is added, not one by one",
        ),
    ],
)
def test_melee_values(bout: dict[str, Any], dice: int) -> None:
    assert melee_value(Bout(**bout)).total == dice


@rule("5", "7")
def test_what_halving_takes_off() -> None:
    assert [value + halved(value) for value in range(1, 8)] == [1, 1, 1, 2, 2, 3, 3]


@rule("6", "B62")
def test_light_infantry_in_open_order_inside_a_wood_halves_its_losses_once() -> None:
    inside = unit("A", foot, open_order, Special.LIGHT_INFANTRY, inside="wood")
    state = scene(inside, terrain=(area("wood", 10, 10, 20, 20),))
    assert fire_losses(state, find(state, "A"), 4) == 2
    loose = scene(unit("A", foot, open_order, Special.LIGHT_INFANTRY, at=(30, 20)))
    assert fire_losses(loose, find(loose, "A"), 4) == 2
    tight = scene(unit("A", foot, Special.LIGHT_INFANTRY, at=(30, 20)))
    assert fire_losses(tight, find(tight, "A"), 4) == 4


# ---- dice


@pytest.mark.parametrize(
    ("need", "plus", "lowest"),
    [
        param(4, 0, 4, id="plain"),
        param(4, 1, 3, id="+1"),
        param(4, 2, 2, id="+2"),
        param(4, 5, 2, marks=rule("9"), id="a 1 fails whatever is added"),
        param(4, -1, 5, id="-1"),
        param(4, -2, 6, id="-2"),
        param(4, -4, 6, marks=rule("8"), id="a 6 passes whatever is taken off"),
        param(2, -1, 3, marks=rule("33b"), id="activation: a 2 becomes 1 and fails"),
        param(6, 1, 5, id="rally far from enemies"),
    ],
)
def test_the_lowest_natural_roll_that_passes(need: int, plus: int, lowest: int) -> None:
    assert natural(need, plus) == lowest
    # The same, die by die: 8, 9 and 33b spelt out.
    passing = [face for face in range(1, 7) if face == 6 or (face != 1 and face + plus >= need)]
    assert min(passing) == lowest


@rule("3", "8", "9")
@pytest.mark.parametrize("lowest", [2, 3, 4, 5, 6])
def test_hit_tests_are_d6s_and_their_odds_are_exact(lowest: int) -> None:
    dice = Hits(3, lowest)
    assert dice.faces() == (3, 6)
    falls = [dice.read(faces) for faces in product(range(1, 7), repeat=3)]
    chances = {reading: Fraction(falls.count(reading), 216) for reading in set(falls)}
    assert dice.dist().fractions() == chances


@rule("B3")
def test_tables_have_no_success_so_naturals_mean_nothing_there() -> None:
    # A natural 1 with +2 is a 3, a natural 6 that somehow lost two would be a 4: the row of the sum counts.
    assert SQUARE_DIE.find(1 + 2).value.loss
    assert not SQUARE_DIE.find(2 + 2).value.loss
    assert SQUARE_DIE.find(4 + 2).value.retreat is False
    assert [HIT_AND_RUN.find(face).value for face in range(1, 7)] == [-1, 0, 0, 1, 1, 1]
    assert [UNPREDICTABLE.find(face).value for face in range(1, 7)] == [-1, 0, 0, 0, 0, 1]


def shooting(*words: Special, **more: Any) -> Any:
    """Line infantry of fire 4 shoots at another, 10 inches off."""
    ours = unit("A", foot, *words, front=(30, 20), fire=4, **more)
    state = scene(ours, unit("b", front=(30, 30), facing=180, tenacity=6), phase=Phase.FIRE)
    return begin(state, "fire").play(("fire", ("A", "b")))


@rule("10", "11")
def test_natural_ones_are_rerolled_before_modifiers_and_once() -> None:
    game = shooting(Special.DISCIPLINED_MUSKETRY, losses=4)  # shaken: -1, so 5 or more
    assert game.throw.dice == Hits(4, 5)
    game.play((1, 1, 4, 5))
    # The 4 fails with its -1 and is not rerolled: only natural 1s are.
    assert game.throw.dice.faces() == (2, 6)
    game.play((1, 6))
    # The second 1 stays a 1.
    assert game.unit("b").losses == 2


@rule("10")
def test_without_a_rule_nothing_is_rerolled() -> None:
    game = shooting().play((1, 1, 4, 5))
    assert game.unit("b").losses == 2


# ---- markers, friends and measuring


@rule("3")
def test_losses_are_counted_for_the_unit_and_defeats_for_the_army() -> None:
    game = shooting().play((4, 4, 1, 1))
    assert game.unit("b").losses == 2
    assert game.unit("A").losses == 0
    assert game.state.defeats == (0, 0)


@rule("1")
def test_everybody_of_the_other_army_is_an_enemy_and_nobody_of_ones_own() -> None:
    state = scene(
        unit("A", front=(30, 20)),
        unit("B", front=(30, 28), facing=180, brigade="II"),
        unit("c", front=(45, 28), facing=180, brigade="ii"),
        phase=Phase.FIRE,
    )
    # The friend of another brigade is nearer, in range and in sight, and no target.
    assert visible(state, find(state, "A"), find(state, "B"))
    assert offered(begin(state, "fire"), "fire") == {("A", "c")}


@pytest.mark.parametrize(
    ("apart", "yes"),
    [param(12, True, id="exactly at range"), param(12.01, False, id="a hundredth more")],
)
@rule("2", "B73")
def test_distances_are_in_inches_and_exactly_so_far_is_within(apart: float, yes: bool) -> None:
    state = scene(unit("A", front=(30, 20)), unit("b", front=(30, 20 + apart), facing=180), phase=Phase.FIRE)
    assert distance(state, *state.units) == round(apart * 100)
    assert (offered(begin(state, "fire"), "fire") == {("A", "b")}) is yes


@rule("2", "B73")
def test_between_turned_units_too_exactly_so_far_is_within() -> None:
    # 3-4-5: the corner of one is 7.2 and 9.6 off the corner of the other, 12 in all.
    ours = unit("A", figures=6, files=6, front=(30, 20))
    state = scene(ours, unit("b", figures=6, files=6, front=(30 + 7.2 + 4.8, 29.6), facing=180))
    assert distance(state, *state.units) == 1200


@rule("2")
def test_anybody_may_measure_before_he_chooses() -> None:
    state = scene(unit("A", front=(30, 20)), unit("b", horse, front=(30, 28), facing=180))
    game = begin(state, "action").play(("brigade", "I"), ("move", "A"))
    reach = game.ask.offers["go"]
    assert isinstance(reach, Reach)
    mover = reach.mover
    told = mover.preview((("forward", 500),))
    assert told["cost"] == 500
    assert told["allowance"] == 800
    assert told["refusal"] is None
    # Nothing has happened by measuring.
    assert (game.unit("A").x, game.unit("A").y) == (state.units[0].x, state.units[0].y)


@rule("B73", "78", "93")
def test_less_than_is_exact_between_turned_units_too() -> None:
    """A corner 2.99 and a bit away, which rounds up to 3, is still less than 3 away; so with infantry and horse at 6."""
    for limit, deed in ((3, Deed.MOVE), (6, Deed.ASSAULT)):
        column = unit("A", figures=12, files=4, at=(30, 20), facing=45)
        # Corner against a slanting edge: a step of a hundredth changes the distance by less.
        spots = [(30.5, 20 + limit + step / 100) for step in range(500)]
        states = [scene(column, unit("b", horse, figures=3, files=3, front=at, facing=200)) for at in spots]
        near = [s for s in states if distance(s, *both(s)) == limit * 100]
        exact = [s for s in near if nearer_than_inches(s, limit)]
        assert exact, "no such place among those tried"
        for state in exact:
            if deed is Deed.MOVE:
                assert doer(state, find(state, "A")).enemy < 300
            else:
                assert barred(state, *both(state)) is None


def nearer_than_inches(state: State, limit: float) -> bool:
    """By the exact squared distance of the two outlines."""
    ours, theirs = both(state)
    return min(gap_key(p, q) for p in stand(ours).rims for q in stand(theirs).rims) < (limit * 100) ** 2
