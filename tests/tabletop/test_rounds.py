"""Corners to go round at, spots that are clear, how deep places lie in what should keep them off."""

from __future__ import annotations

from grognard.geometry.gaps import point_gap
from grognard.tabletop.rounds import clear_spots, corners_of, corners_of_bases, depth_in, spots_on_outline

BOX = ((0, 0), (0, 100), (100, 100), (100, 0))


def test_corners_keep_off_what_is_gone_round() -> None:
    assert all(50 <= point_gap(corner, BOX) <= 65 for corner in corners_of([BOX], 50))
    assert len(corners_of_bases(((0, 0, 50),))) == 12
    assert all(2500 <= x * x + y * y <= 56 * 56 for x, y in corners_of_bases(((0, 0, 50),)))


def test_corners_in_another_base_are_none() -> None:
    pair = corners_of_bases(((0, 0, 50), (60, 0, 50)))
    assert len(pair) < 24
    assert all((x - u) ** 2 + y * y >= 2500 for x, y in pair for u in (0, 60))


def test_spots_on_an_outline_lie_so_far_apart_on_it() -> None:
    spots = spots_on_outline(BOX, 25)
    assert {(0, 25), (0, 50), (0, 75)} <= set(spots)
    assert all(point_gap(spot, BOX) <= 4 for spot in spots)


def test_who_is_too_near_is_told_by_how_much() -> None:
    assert depth_in([(130, 50), (300, 50)], [BOX], 50) == 20
    assert depth_in([(150, 50)], [BOX], 50) == 0
    assert clear_spots([(130, 50), (150, 50)], BOX, 50) == ((150, 50),)
