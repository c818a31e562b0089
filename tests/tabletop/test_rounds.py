"""Corners to go round at, spots that are clear, how deep places lie in what should keep them off."""

from __future__ import annotations

import math

from grognard.geometry.gaps import point_gap
from grognard.tabletop.rounds import (
    clear_spots,
    corners_of,
    corners_of_bases,
    depth_in,
    nooks,
    on_table,
    spots_on_outline,
    ways_out,
)

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


def test_nooks_just_clear_both_things() -> None:
    far = [math.dist((0, 0), spot) for spot in nooks((0, 0, 100), [(150, 40, 100)], (), 50)]
    assert len(far) == 2
    assert all(100 <= each <= 104 for each in far)
    ring = list(nooks((0, 140, 60), (), [BOX], 50))
    clear = [spot for spot in ring if point_gap(spot, BOX) >= 50]
    assert {x > 0 for x, _ in clear} == {True, False}, "on both sides of the free stretch"
    assert all(point_gap(spot, BOX) <= 54 for spot in clear)
    assert all(60 <= math.dist(spot, (0, 140)) <= 64 for spot in ring)
    assert not list(nooks((0, 0, 100), [(0, 0, 100), (300, 0, 90)], [((500, 0), (500, 0))], 50))


def test_ways_out_never_lead_nearer() -> None:
    ways = list(ways_out((120, -40), [(0, 0, 200), (500, 0, 200), (130, -40, 9)]))
    assert len(ways) == 2
    for x, y in ways:
        assert 200 <= math.dist((0, 0), (x, y)) <= 204
        assert 120 * (x - 120) - 40 * (y + 40) >= 0


def test_corners_beyond_an_edge_are_cut_off_there() -> None:
    table = 0, 0, 1000, 800
    assert list(on_table(((100, 100), (300, 100), (300, -100), (100, -100)), table)) == [
        (100, 100), (300, 100), (300, 0), (100, 0),
    ]  # fmt: skip
    assert list(on_table(((900, 700), (1100, 900)), table)) == [(900, 700), (1000, 800), (1000, 800)]
    assert not list(on_table(((-1, 0), (-1, 900)), table))
