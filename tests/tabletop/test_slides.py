"""Bodies of one or more shapes that slide straight."""

from __future__ import annotations

import pytest

from grognard.geometry.points import Poly
from grognard.geometry.shapes import box, hull, overlap
from grognard.tabletop import slides

TABLE = (4000, 4000)
BODY = box(1000, 1000, 0, 200, 100)
GUN = (box(1000, 1000, 0, 200, 100), box(1000, 880, 0, 100, 100))
NORTH, EAST, SOUTH = 0, 900, 1800


def test_a_body_is_moved_with_all_its_shapes() -> None:
    assert slides.moved(GUN, 30, -40) == (box(1030, 960, 0, 200, 100), box(1030, 840, 0, 100, 100))


@pytest.mark.parametrize(
    ("others", "far"),
    [
        ((box(1000, 1500, 0, 200, 100),), 400),
        ((box(1000, 2000, 0, 200, 100), box(1050, 1300, 0, 200, 100)), 200),
        ((box(1000, 2000, 0, 200, 100), box(3000, 1300, 0, 200, 100)), 900),
        ((box(3000, 1300, 0, 200, 100),), None),
        ((), None),
    ],
)
def test_the_first_contact_is_the_nearest(others: tuple[Poly, ...], far: int | None) -> None:
    found = slides.first_contact(BODY, NORTH, others)
    assert found == far or (found is not None and far is not None and abs(found - far) <= 2)


def test_a_slide_is_free_to_the_edge_to_what_is_solid_and_clear_of_enemies() -> None:
    assert slides.free_slide(GUN, SOUTH, 5000, TABLE, (), 300) == 830  # the limber is 830 from the edge
    assert slides.free_slide(GUN, NORTH, 500, TABLE, (), 300) == 500
    solid = (box(1000, 1500, 0, 200, 100),)
    assert 398 <= slides.free_slide(GUN, NORTH, 5000, TABLE, (), 300, solid) <= 400
    assert 98 <= slides.free_slide(GUN, NORTH, 5000, TABLE, solid, 300) <= 100
    assert slides.free_slide(GUN, NORTH, -5, TABLE, (), 300) == 0


@pytest.mark.parametrize(("far", "near"), [(500, 200), (200, 200), (199, None), (0, None)])
def test_a_slide_is_clear_from_the_first_place_so_far_away_on(far: int, near: int | None) -> None:
    foe = box(1000, 1200, 0, 200, 100)  # 100 before its front; it goes back
    assert slides.clear_from((BODY,), SOUTH, far, (foe,), 300) == near
    assert slides.clear_from(GUN, SOUTH, far, (foe,), 300) == near


def test_who_is_far_enough_off_all_along_does_not_count() -> None:
    assert slides.clear_from(GUN, SOUTH, 500, (box(1000, 3000, 0, 200, 100),), 300) == 0
    assert slides.clear_from(GUN, SOUTH, 500, (), 300) == 0


@pytest.mark.parametrize(
    ("low", "high", "found"), [(0, 20, 7), (7, 9, 7), (9, 20, 9), (0, 6, None), (0, 7, 7)]
)
def test_the_least_number_from_which_on_it_holds(low: int, high: int, found: int | None) -> None:
    assert slides.least(lambda far: far >= 7, low, high) == found


def test_marks_lie_just_clear_of_whom_one_passes() -> None:
    friend = box(1000, 2000, 0, 200, 100)
    before, after = slides.clear_marks((BODY,), NORTH, (friend,), 4)
    for mark, step in ((before, 1), (after, -1)):
        there = box(1000, 1000 + mark, 0, 200, 100)
        pressed = box(1000, 1000 + mark + 3 * step, 0, 200, 100)
        wide = slides.widened(friend, 4)
        assert not overlap(there, wide)
        assert overlap(pressed, wide)
    assert slides.clear_marks((BODY,), EAST, (friend,), 4) == []
    assert len(slides.clear_marks(GUN, NORTH, (friend, friend), 4)) == 8


def test_a_shape_grows_to_all_four_sides() -> None:
    assert slides.widened(BODY, 5) == hull(box(1000, 1000, 0, 210, 110))


def test_the_middle_of_a_body_passes_a_block_on_its_ring() -> None:
    block = box(1000, 1000, 0, 200, 100)
    assert slides.ring_round(block, box(0, 0, 0, 40, 20)) == hull(box(1000, 1000, 0, 240, 120))
