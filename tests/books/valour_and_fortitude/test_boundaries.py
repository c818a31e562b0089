"""Distances and counts at which a rule turns, from both sides. [66, 69, 75, 77, 81, 84, 94, 96, 119, 142, 161, 171]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import Shape, stand
from grognard.books.valour_and_fortitude.facts.command import (
    automatic,
    leader_to_unit,
    messenger,
    near_army_leader,
    nearest_in_open,
    needs_messenger,
    rallying,
)
from grognard.books.valour_and_fortitude.facts.fighting import tie_breaker
from grognard.books.valour_and_fortitude.facts.forming import files_of
from grognard.books.valour_and_fortitude.facts.ground import off_table, path_cost
from grognard.books.valour_and_fortitude.facts.layout import distance
from grognard.books.valour_and_fortitude.facts.riding import HALF, LeaderPlacer
from grognard.books.valour_and_fortitude.facts.shooting import barrier_cover, fire_losses, halves_losses
from grognard.books.valour_and_fortitude.facts.strides import _corners_of
from grognard.books.valour_and_fortitude.state import Today
from grognard.books.valour_and_fortitude.steps.common import may_occupy
from grognard.books.valour_and_fortitude.steps.leaders import shelters
from grognard.books.valour_and_fortitude.words import Cover, Deed, Order, Special
from grognard.engine.flow import replace
from grognard.geometry.shapes import upright
from tests.books.valour_and_fortitude.drill import (
    area,
    both,
    close,
    find,
    foot,
    ground,
    gun,
    horse,
    lead,
    leader,
    put,
    reform,
    scene,
    square,
    unit,
    why,
    worked,
)
from tests.rules import rule

param = pytest.param


@rule("75")
@pytest.mark.parametrize(
    ("x", "y", "off"),
    [
        (4.8, 10, False), (4.79, 10, True), (67.2, 10, False), (67.21, 10, True),
        (30, 0.8, False), (30, 0.79, True), (30, 47.2, False), (30, 47.21, True),
    ],
)  # fmt: skip
def test_the_edge_of_the_table(x: float, y: float, off: bool) -> None:
    state = scene(unit("A", at=(x, y)))
    assert off_table(state, stand(state.units[0]).body) is off


@rule("94")
@pytest.mark.parametrize(("gap", "number"), [(18.0, "94"), (18.01, "")])
def test_a_double_ends_more_than_18_from_enemies(gap: float, number: str) -> None:
    state = scene(unit("A", files=6, front=(30, 8)), unit("z", front=(30, 10 + gap), facing=180))
    assert why(state, "A", "forward 2", deed=Deed.DOUBLE) == number


@rule("77")
@pytest.mark.parametrize(("gap", "number"), [(3.0, ""), (2.99, "77")])
def test_a_move_ends_at_least_3_from_enemies(gap: float, number: str) -> None:
    state = scene(unit("A", files=6, front=(30, 8)), unit("z", front=(30, 10 + gap), facing=180))
    assert why(state, "A", "forward 2") == number


@rule("81")
@pytest.mark.parametrize(("gap", "number"), [(3.0, "81"), (3.01, "")])
def test_a_reform_is_more_than_3_from_enemies(gap: float, number: str) -> None:
    state = scene(unit("A", files=6, front=(30, 10)), unit("z", front=(30, 10 + gap), facing=180))
    assert why(state, "A", reform("close", 8)) == number
    # Where it ends counts as well.
    back = scene(unit("A", files=6, front=(30, 10)), unit("z", front=(30, 12 + gap), facing=180))
    assert why(back, "A", "forward 2", reform("close", 8)) == number


@rule("84")
@pytest.mark.parametrize(("back", "number"), [(3.0, ""), (2.99, "84")])
def test_a_retreat_ends_at_least_3_from_enemies(back: float, number: str) -> None:
    state = scene(unit("A", horse, front=(30, 20)), unit("z", front=(30, 20), facing=180))
    assert why(state, "A", f"back {back}", deed=Deed.RETREAT) == number


@rule("76")
@pytest.mark.parametrize(("far", "number"), [(12, ""), (12.01, "76")])
def test_a_column_goes_12(far: float, number: str) -> None:
    state = scene(unit("A", files=6, front=(30, 8)), unit("z", front=(30, 44), facing=180))
    assert why(state, "A", f"forward {far}") == number


@rule("70")
@pytest.mark.parametrize(("said", "facing"), [(3599, 3599), (3600, 0), (7201, 1), (-1, 3599)])
def test_a_glide_faces_within_a_turn(said: int, facing: int) -> None:
    state = scene(unit("A", files=6, at=(30, 10)))
    assert worked(state, "A", ("glide", 3000, 1000, said)).end.facing == facing


@rule("70", "71")
@pytest.mark.parametrize(
    ("shape", "corners"),
    [
        (Shape(foot, 24, 12, close), (0, 11, 12, 23)),
        (Shape(foot, 24, 6, close), (0, 5, 18, 23)),
        (Shape(foot, 25, 6, close), tuple(range(25))),
        (Shape(foot, 27, 6, close), tuple(range(27))),
        (Shape(foot, 6, 6, close), (0, 5)),
        (Shape(foot, 3, 1, close), (0, 2)),
        (Shape(foot, 7, 6, close), tuple(range(7))),
        (Shape(gun, 1, 1, Order.UNLIMBERED), (0, 1)),
    ],
)
def test_who_stands_at_the_corners(shape: Shape, corners: tuple[int, ...]) -> None:
    """No other figure goes farther in a rigid move; where the last rank has gaps, anybody might."""
    assert _corners_of(shape) == corners


@rule("25", "80")
def test_guns_have_one_file() -> None:
    assert files_of(unit("G", gun), Order.LIMBERED, 5) == 1
    assert files_of(unit("A"), close, 5) == 5


@rule("160")
@pytest.mark.parametrize(
    ("way", "cost"),
    [
        param(((1000, 500), (1499, 500)), 499, id="not quite there"),
        param(((1000, 500), (1500, 500)), 500 + 400, id="it ends on the wall"),
        param(((1500, 500), (2000, 500)), 500, id="it starts on it"),
        param(((1000, 500), (2000, 500)), 1000 + 400, id="across"),
    ],
)
def test_a_wall_is_crossed_where_a_path_reaches_it(way: Any, cost: int) -> None:
    state = scene(unit("A", at=(40, 40)), terrain=(ground("low_wall", (15, 0), (15, 10)),))
    assert path_cost(state, way, march=False) == cost


@rule("66", "142")
@pytest.mark.parametrize(("gap", "within12", "within24"), [
    (12, True, True), (12.01, False, True), (24, False, True), (24.01, False, False),
])  # fmt: skip
def test_how_near_the_army_leader_a_brigade_is_led(gap: float, within12: bool, within24: bool) -> None:
    state = scene(unit("A", at=(30, 40)), leaders={"I": (10, 10), "General": (11 + gap, 10)})
    assert near_army_leader(state, 0, 1200) is within12
    assert automatic(state, 0) is within24
    assert not automatic(replace(state, first_pick=False), 0)


@rule("69", "B37")
@pytest.mark.parametrize(("gap", "needed"), [(12, False), (12.01, True)])
def test_a_messenger_rides_farther_than_12(gap: float, needed: bool) -> None:
    state = scene(unit("A", at=(30, 20)), leaders={"I": (30, 20 - 0.8 - gap - 0.5)})
    assert leader_to_unit(state, leader(state, "I"), find(state, "A")) == round(gap * 100)
    assert needs_messenger(state, find(state, "A")) is needed
    freed = put(state, "A", today=Today(freed=True))
    assert not needs_messenger(freed, find(freed, "A"))


@rule("69", "F5.10a", "F5.11a")
@pytest.mark.parametrize(
    ("mine", "mates", "detachment", "plus"),
    [
        param((Special.LIGHT_INFANTRY,), (), False, 0, id="light in a brigade that is not"),
        param((Special.LIGHT_INFANTRY,), (Special.LIGHT_INFANTRY,), False, 2, id="all light"),
        param((Special.LIGHT_INFANTRY,), (), True, 2, id="a detachment"),
        param((), (Special.LIGHT_INFANTRY,), True, 0, id="a detachment that is not light"),
        param((Special.LIGHT_CAVALRY,), (), False, 2, id="light horse"),
    ],
)
def test_messengers_find_light_troops(mine: Any, mates: Any, detachment: bool, plus: int) -> None:
    state = scene(
        unit("A", foot, *mine, at=(30, 20), detachment=detachment), unit("B", foot, *mates, at=(50, 20))
    )
    assert messenger(state, find(state, "A")).total == plus


@rule("96")
@pytest.mark.parametrize(("gap", "plus"), [(12, 0), (12.01, 1), (18, 1)])
def test_a_rally_far_from_enemies(gap: float, plus: int) -> None:
    state = scene(unit("A", front=(30, 10)), unit("z", front=(30, 10 + gap), facing=180))
    assert rallying(state, find(state, "A")).total == plus


@rule("171", "170")
@pytest.mark.parametrize(("gap", "near"), [(2.99, True), (3.0, False)])
def test_a_feature_is_entered_from_less_than_3(gap: float, near: bool) -> None:
    house = area("building", 28, 20, 34, 26, "house")
    state = scene(unit("A", front=(31, 20 - gap)), terrain=(house,), leaders={"I": (31, 20 - gap - 0.5)})
    assert may_occupy(state, find(state, "A")) == ([0] if near else [])
    assert shelters(state, leader(state, "I")) == ([0] if near else [])


@rule("171", "183", "170")
def test_nobody_enters_what_is_held_and_an_occupant_steps_only_next_door() -> None:
    house = area("building", 28, 20, 34, 26, "house")
    held = scene(
        unit("A", front=(31, 18)), unit("z", inside="house"), terrain=(house,), leaders={"I": (31, 19)}
    )
    assert may_occupy(held, find(held, "A")) == []
    assert shelters(held, leader(held, "I")) == []
    inside = scene(unit("A", inside="house"), terrain=(house,))
    assert may_occupy(inside, find(inside, "A")) == []
    enemy = lead(
        scene(unit("A", front=(31, 18)), unit("z", at=(60, 40)), terrain=(house,)), "i", inside="house"
    )
    assert may_occupy(enemy, find(enemy, "A")) == [0]
    assert shelters(lead(enemy, "I", at=(31, 19)), leader(lead(enemy, "I", at=(31, 19)), "I")) == []


@rule("161", "B85")
@pytest.mark.parametrize(
    ("wide", "cover"),
    [
        param(3, Cover.SOFT, id="three of six touch the wall"),
        param(2, Cover.NONE, id="two of six"),
        param(6, Cover.SOFT, id="all"),
    ],
)
def test_half_a_front_rank_behind_a_wall(wide: int, cover: Cover) -> None:
    east = 30 - 2.4 + 0.8 * wide - 0.2
    state = scene(
        unit("A", figures=12, files=6, front=(30, 20)),
        unit("z", front=(30, 30), facing=180),
        terrain=(ground("low_wall", (20, 20), (east, 20)),),
    )
    assert barrier_cover(state, *both(state)) is cover


@rule("161", "B85")
def test_of_five_figures_three_are_half() -> None:
    for wide, cover in ((3, Cover.SOFT), (2, Cover.NONE)):
        state = scene(
            unit("A", figures=5, files=5, front=(30, 20)),
            unit("z", front=(30, 30), facing=180),
            terrain=(ground("low_wall", (20, 20), (30 - 2.0 + 0.8 * wide - 0.2, 20)),),
        )
        assert barrier_cover(state, *both(state)) is cover


@rule("161", "F5.17")
def test_half_of_one_side_of_a_square_will_do() -> None:
    for wide, cover in ((2, Cover.SOFT), (1, Cover.NONE)):
        state = scene(
            unit("A", foot, Special.SQUARE, square, figures=16, files=4, front=(30, 20)),
            unit("z", front=(30, 30), facing=180),
            terrain=(ground("low_wall", (28.5, 20), (30 - 1.6 + 0.8 * wide - 0.2, 20)),),
        )
        assert barrier_cover(state, *both(state)) is cover


HILL = area("hill", 20, 10, 50, 20, "hill", crest=((20, 15), (50, 15)))


@rule("106", "139", "145")
@pytest.mark.parametrize(
    ("mine", "theirs", "number"),
    [
        param((30, 30), (30, 30), "", id="both below"),
        param((30, 20), (30, 20), "139", id="he stands higher"),
        param((30, 14), (30, 14), "", id="both on the hill"),
    ],
)
def test_a_tie_is_decided_by_height_only_if_one_is_higher(mine: Any, theirs: Any, number: str) -> None:
    state = scene(
        unit("A", figures=6, files=6, front=mine, facing=180),
        unit("z", figures=6, files=6, front=theirs),
        terrain=(HILL,),
    )
    attacker, target = both(state)
    line = tie_breaker(state, target, attacker, ())
    assert ("" if line is None else line.cite) == number


@rule("128", "189", "B61", "F5.11b")
@pytest.mark.parametrize(
    ("hits", "least", "losses"),
    [(0, True, 0), (1, True, 1), (1, False, 0), (2, True, 1), (3, True, 1), (4, True, 2), (5, False, 2)],
)
def test_open_order_halves_what_hits_it(hits: int, least: bool, losses: int) -> None:
    state = scene(
        unit("A", foot, Order.OPEN, Special.OPEN_ORDER, at=(20, 20)),
        unit("B", at=(50, 20)),
        options={"open_order_min_one": least},
    )
    loose, dense = both(state)
    assert fire_losses(state, loose, hits) == losses
    assert fire_losses(state, dense, hits) == hits
    assert (halves_losses(state, loose), halves_losses(state, dense)) == (True, False)


@pytest.mark.parametrize(
    ("east", "north", "far", "near"),
    [(1.80, 2.40, 300, 300), (2.10, 2.13, 300, 299), (2.09, 2.13, 299, 299), (2.12, 2.13, 301, 301)],
)
@rule("77", "B73")
def test_who_is_a_hair_nearer_than_three_inches_is_told_so(
    east: float, north: float, far: int, near: int
) -> None:
    """Rounded up the first two are 3″ away: the second is nearer by the exact measure."""
    state = scene(unit("A", at=(30, 20)), unit("b", at=(39.6 + east, 21.6 + north)))
    assert distance(state, *state.units) == far
    assert nearest_in_open(state, state.units[0]) == near


@rule("75", "98")
@pytest.mark.parametrize(("x", "y", "there"), [(0, 0, True), (-1, 0, False), (0, -1, False)])
@pytest.mark.parametrize("corner", [0, 1])
def test_a_leader_stands_wholly_on_the_table(corner: int, x: int, y: int, there: bool) -> None:
    state = scene(unit("A", at=(30, 20)))
    width, height = state.field.width, state.field.height
    whole = upright(0, 0, width, height)
    placer = LeaderPlacer(state, state.leaders[0], "98", (whole,), limit=100)
    spot = (width - HALF - x, height - HALF - y) if corner else (HALF + x, HALF + y)
    assert placer.allows(spot) is there
    assert (placer.judge(spot) is None) is there
