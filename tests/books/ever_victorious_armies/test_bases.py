"""Sizes, bases and footprints. [EVA B1–B7, G-10]"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.books.ever_victorious_armies.facts.bodies import (
    base_boxes,
    bases,
    body,
    place_of,
    shooting_bases,
    size,
    size_of,
    standing,
)
from grognard.books.ever_victorious_armies.state import Desk, Options
from grognard.books.ever_victorious_armies.steps.common import lose_figures
from grognard.books.ever_victorious_armies.words import Kind
from grognard.engine.flow import replace
from grognard.geometry.shapes import box, centre, contains_all, overlap_beyond
from tests.books.ever_victorious_armies.scenes import (
    column,
    field_gun,
    foot,
    general,
    heavy_gun,
    horse,
    horse_gun,
    limbered,
    line,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

param = pytest.param


@pytest.mark.parametrize(
    ("figures", "expected"), [(12, 6), (11, 6), (10, 5), (7, 4), (2, 1), (1, 1)], ids=lambda value: str(value)
)
@rule("B7")
def test_example_34_bases_by_figures(figures: int, expected: int) -> None:
    assert bases(figures, 2) == expected
    state = scene(unit("A", foot, figures, at=(30, 20)))
    assert len(base_boxes(state, state.units[0])) == expected


@pytest.mark.parametrize(
    ("words", "wide", "deep", "shooting"),
    [
        param((foot, 12), 6, 1, 6, marks=rule("B1"), id="line of 12"),
        param((foot, 18), 9, 1, 9, marks=rule("B1"), id="line of 18"),
        param((foot, 11), 6, 1, 6, marks=rule("B7"), id="line of 11"),
        param((foot, 12, column), 2, 3, 2, marks=rule("B1"), id="column of 12"),
        param((foot, 18, column), 2, 5, 2, marks=rule("B1"), id="column of 18"),
        param((foot, 3, column), 2, 1, 2, marks=rule("B7"), id="column of two bases"),
        param((foot, 2, column), 1, 1, 1, marks=rule("B7"), id="column of one base"),
        param((foot, 6, skirmish), 5, 1, 3, marks=rule("B2"), id="6 skirmishers"),
        param((foot, 8, skirmish), 7, 1, 4, marks=rule("B2"), id="8 skirmishers"),
        param((foot, 12, skirmish), 11, 1, 6, marks=rule("B2"), id="12 skirmishers"),
        param((foot, 1, skirmish), 1, 1, 1, marks=rule("B7"), id="the last skirmisher"),
        param((horse, 8), 4, 1.5, 4, marks=rule("B3"), id="formed horse"),
        param((horse, 6, skirmish), 5, 1.5, 3, marks=rule("B4"), id="skirmish horse"),
        param((horse_gun, 3), 2, 2, 1, marks=rule("B5"), id="horse gun"),
        param((field_gun, 4), 2, 2, 1, marks=rule("B5"), id="field gun"),
        param((heavy_gun, 1), 2, 2, 1, marks=rule("B5"), id="heavy gun with one man"),
        param((field_gun, 4, limbered), 2, 2, 1, marks=rule("B5"), id="limbered gun"),
        param((general, 1), 1, 1, 1, marks=rule("B6"), id="general"),
    ],
)
def test_footprints(words: Any, wide: float, deep: float, shooting: int) -> None:
    state = scene(unit("A", *words, at=(30, 20)))
    assert size(state, state.units[0]) == (100 * wide, 100 * deep)
    assert len(shooting_bases(state, state.units[0])) == shooting
    assert body(state, state.units[0]) == box(3000, 2000, 0, round(100 * wide), round(100 * deep))


@pytest.mark.parametrize(
    ("per_base", "line", "deep", "loose"),
    [(1, 12, 6, 23), (2, 6, 3, 11), (3, 4, 2, 7), (4, 3, 2, 5), (6, 2, 1, 3)],
)
@rule("G-10", "B7")
def test_the_switch_figures_per_base(per_base: int, line: int, deep: int, loose: int) -> None:
    options = Options(figures_per_base=per_base)
    for order, expected in ((None, (line, 1)), (column, (2, deep)), (skirmish, (loose, 1))):
        words = (foot, 12) if order is None else (foot, 12, order)
        state = scene(unit("A", *words, at=(30, 20)), options=options)
        assert size(state, state.units[0]) == (100 * expected[0], 100 * expected[1])
    gun = scene(unit("A", field_gun, at=(30, 20)), options=options)
    assert size(gun, gun.units[0]) == (200, 200)  # a gun is a whole


@pytest.mark.parametrize("wrong", [0, 7])
@rule("G-10")
def test_the_switch_has_limits(wrong: int) -> None:
    with pytest.raises(ValueError, match="figures_per_base"):
        Options(figures_per_base=wrong)


@pytest.mark.parametrize("wrong", [-1, 13])
@rule("G-12")
def test_so_has_the_one_for_canister(wrong: int) -> None:
    with pytest.raises(ValueError, match="canister_extra_dice"):
        Options(canister_extra_dice=wrong)


@rule("B7")
def test_losses_shrink_a_unit_on_its_centre_and_contact_stands() -> None:
    state = scene(unit("A", at=(30, 20), facing=30), unit("c", at=(31, 21), facing=210), contacts="A>c")
    desk = Desk(state, None)
    lose_figures(desk, 0, 5, "fire", "G-11")
    shrunk = desk.state.units[0]
    assert (shrunk.x, shrunk.y, shrunk.facing) == (3000, 2000, 300)
    assert size(desk.state, shrunk) == (400, 100)
    assert desk.state.touching(0) == (1,)


@rule("B1", "B2", "B4")
def test_where_the_bases_stand() -> None:
    in_line = scene(unit("A", foot, 4, at=(30, 20)))
    assert base_boxes(in_line, in_line.units[0]) == (
        box(2950, 2000, 0, 100, 100),
        box(3050, 2000, 0, 100, 100),
    )
    loose = scene(unit("A", foot, 4, skirmish, at=(30, 20)))
    assert base_boxes(loose, loose.units[0]) == (box(2900, 2000, 0, 100, 100), box(3100, 2000, 0, 100, 100))
    deep = scene(unit("A", foot, 6, column, at=(30, 20)))
    assert base_boxes(deep, deep.units[0]) == (
        box(2950, 2050, 0, 100, 100),
        box(3050, 2050, 0, 100, 100),
        box(3000, 1950, 0, 100, 100),
    )
    riders = scene(unit("A", horse, 4, skirmish, at=(30, 20)))
    assert base_boxes(riders, riders.units[0])[0] == box(2900, 2000, 0, 100, 150)


@given(
    st.sampled_from([(foot, None), (foot, column), (foot, skirmish), (horse, None), (horse, skirmish)]),
    st.integers(1, 18),
    st.integers(0, 3599),
    st.integers(1, 6),
)
@settings(max_examples=100)
@rule("B7")
def test_bases_fill_the_footprint_and_stand_on_nobody(
    who: Any, figures: int, facing: int, per_base: int
) -> None:
    kind, order = who
    words = (kind, figures) if order is None else (kind, figures, order)
    state = scene(
        unit("A", *words, at=(36, 24), facing=facing / 10), options=Options(figures_per_base=per_base)
    )
    each = state.units[0]
    wide, deep = size(state, each)
    grown = box(each.x, each.y, each.facing, wide + 6, deep + 6)  # corners are rounded
    boxes = base_boxes(state, each)
    assert len(boxes) == bases(figures, per_base)
    assert all(contains_all(grown, one) for one in boxes)
    assert not any(overlap_beyond(a, b, 3) for at, a in enumerate(boxes) for b in boxes[:at])
    x, y = centre(body(state, each))
    assert abs(x - each.x) <= 1
    assert abs(y - each.y) <= 1


@rule("B7", "G-10")
def test_a_unit_that_stood_in_another_game_is_measured_anew() -> None:
    each = unit("A", foot, 12, at=(30, 20))
    pairs, threes = scene(each), scene(each, options=Options(figures_per_base=3))
    same = replace(threes, units=pairs.units)
    assert [size(state, state.units[0]) for state in (pairs, threes)] == [(600, 100), (400, 100)]
    assert len(base_boxes(pairs, pairs.units[0])) == 6
    assert len(base_boxes(same, same.units[0])) == 4
    assert len(base_boxes(pairs, pairs.units[0])) == 6


@rule("B7")
def test_where_nobody_is_left_one_base_was_the_last() -> None:
    for order in (column, skirmish, line):
        assert size_of(Kind.FOOT, order, 0, 2) == (100, 100)


@rule("B6")
def test_whoever_takes_up_no_room_has_no_place_in_the_crowd() -> None:
    state = scene(unit("A", at=(30, 20)), unit("G", general, at=(10, 10)), unit("c", at=(40, 20)))
    assert [place_of(standing(state), u.id) for u in state.units] == [0, -1, 1]
