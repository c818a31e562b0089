"""Lines of sight."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.geometry.hexes import Grid
from grognard.geometry.hexlines import nudged
from grognard.geometry.hexsight import Blocker, Relief, Ties, blockers, screens, sees, visible
from tests.geometry.test_hexes import FLAT, spots

TIES: tuple[Ties, ...] = get_args(Ties)


def land(
    levels: dict[str, int] | None = None,
    obstacles: dict[str, int] | None = None,
    sides: dict[tuple[str, str], int] | None = None,
) -> Relief:
    """Flat land but for what is said, hexes by label."""
    ground, tall = [0] * FLAT.size, [0] * FLAT.size
    for label, height in (levels or {}).items():
        ground[FLAT.at_label(label)] = height
    for label, height in (obstacles or {}).items():
        tall[FLAT.at_label(label)] = height
    walls = tuple((wall(*pair), height) for pair, height in (sides or {}).items())
    return Relief(FLAT, tuple(ground), tuple(tall), walls)


def wall(one: str, other: str) -> int:
    """The hexside between two hexes."""
    side = FLAT.side_between(FLAT.at_label(one), FLAT.at_label(other))
    assert side is not None
    return side


def look(relief: Relief, here: str, there: str, **options: object) -> bool:
    """Whether one hex is seen from another, by label; and that it is the same from there."""
    one, other = FLAT.at_label(here), FLAT.at_label(there)
    seen = sees(relief, one, other, **options)  # type: ignore[arg-type]
    swapped = {**options, "eye": options.get("mark", 0), "mark": options.get("eye", 0)}
    assert sees(relief, other, one, **swapped) == seen  # type: ignore[arg-type]
    return seen


# Straight up a column: 0506 0505 0504 0503 0502, four steps.
@pytest.mark.parametrize(
    ("levels", "obstacles", "options", "seen"),
    [
        pytest.param({}, {}, {}, True, id="open ground"),
        pytest.param({}, {"0504": 1}, {}, False, id="wood between"),
        pytest.param({}, {"0506": 9, "0502": 9}, {}, True, id="the ends never block"),
        pytest.param({"0504": 1}, {}, {}, False, id="hill between"),
        pytest.param({"0506": 2}, {"0504": 1}, {}, True, id="halfway down just touches"),
        pytest.param({"0506": 2}, {"0504": 1}, {"touching": True}, False, id="touching counts"),
        pytest.param({"0506": 2}, {"0503": 1}, {}, False, id="three quarters down is too low"),
        pytest.param({"0506": 2}, {"0505": 1}, {}, True, id="one quarter down is over it"),
        pytest.param({"0506": 1, "0502": 1, "0504": 1}, {}, {}, True, id="along a plateau"),
        pytest.param({}, {"0504": 1}, {"eye": 2}, True, id="from the saddle"),
        pytest.param({}, {"0504": 1}, {"eye": 1}, False, id="from a low saddle"),
        pytest.param({}, {"0504": 1}, {"eye": 1, "mark": 1}, True, id="saddle to saddle"),
        pytest.param({"0504": -1}, {"0504": 1}, {}, True, id="wood in a hollow"),
        pytest.param({}, {}, {"extra": {FLAT.at_label("0503"): 1}}, False, id="troops between"),
        pytest.param(
            {"0506": 2}, {"0504": 1}, {"extra": {FLAT.at_label("0504"): 1}}, True, id="troops in a wood"
        ),
    ],
)
def test_straight_lines(
    levels: dict[str, int], obstacles: dict[str, int], options: dict[str, object], seen: bool
) -> None:
    assert look(land(levels, obstacles), "0506", "0502", **options) == seen


@pytest.mark.parametrize(
    ("pair", "height", "levels", "options", "seen"),
    [
        pytest.param(("0505", "0504"), 1, {}, {}, False, id="wall between"),
        pytest.param(("0505", "0605"), 1, {}, {}, True, id="wall beside"),
        pytest.param(("0506", "0505"), 1, {}, {}, True, id="own wall"),
        pytest.param(("0506", "0505"), 1, {}, {"end_sides": True}, False, id="own wall counted"),
        pytest.param(("0503", "0502"), 1, {}, {}, True, id="their wall"),
        pytest.param(("0503", "0502"), 1, {}, {"end_sides": True}, False, id="their wall counted"),
        pytest.param(("0505", "0504"), 5, {"0506": 8}, {}, True, id="three eighths down just touches"),
        pytest.param(("0505", "0504"), 6, {"0506": 8}, {}, False, id="a wall just too high"),
        pytest.param(("0505", "0504"), 1, {"0505": -2}, {}, False, id="on the higher of its hexes"),
        pytest.param(("0505", "0504"), 0, {}, {"touching": True}, False, id="a bare crest touches"),
    ],
)
def test_walls(
    pair: tuple[str, str], height: int, levels: dict[str, int], options: dict[str, object], seen: bool
) -> None:
    relief = land(levels, sides={pair: height})
    if options.get("touching"):
        relief = land({**dict.fromkeys(("0505", "0504", "0503"), -5)}, sides={pair: height + 5})
    assert look(relief, "0506", "0502", **options) == seen


# 0505 to 0905 runs along two hexsides: 0604|0605 and 0804|0805.
@pytest.mark.parametrize(
    ("woods", "line_seen", "pair_seen", "either_seen"),
    [
        pytest.param("", True, True, True, id="open"),
        pytest.param("0604", True, True, False, id="left"),
        pytest.param("0605", True, True, False, id="right"),
        pytest.param("0604 0605", False, False, False, id="both at one place"),
        pytest.param("0604 0804", True, True, False, id="left at both places"),
        pytest.param("0604 0805", False, True, False, id="left, then right"),
        pytest.param("0705", False, False, False, id="in the middle"),
        pytest.param("0803 0606", True, True, True, id="beside the line"),
    ],
)
def test_lines_along_hexsides(woods: str, line_seen: bool, pair_seen: bool, either_seen: bool) -> None:
    relief = land(obstacles=dict.fromkeys(woods.split(), 1))
    seen = [look(relief, "0505", "0905", ties=ties) for ties in TIES]
    assert seen == [line_seen, pair_seen, either_seen]


@pytest.mark.parametrize(
    ("walls", "expected"),
    [
        pytest.param([("0804", "0805")], [True, True, False], id="wall along the line"),
        pytest.param([("0604", "0705")], [True, True, False], id="wall across the left"),
        pytest.param(
            [("0604", "0705"), ("0605", "0705")], [False, False, False], id="across both at one place"
        ),
        pytest.param([("0604", "0705"), ("0705", "0805")], [False, True, False], id="left, then right"),
        pytest.param([("0505", "0604"), ("0505", "0605")], [True, True, True], id="own walls"),
    ],
)
def test_walls_beside_hexside_lines(walls: list[tuple[str, str]], expected: list[bool]) -> None:
    relief = land(sides=dict.fromkeys(walls, 1))
    assert [look(relief, "0505", "0905", ties=ties) for ties in TIES] == expected


def test_the_blocker_can_be_named() -> None:
    relief = land({"0506": 1}, {"0504": 1, "0503": 7}, {("0505", "0504"): 3})
    here, there = FLAT.at_label("0506"), FLAT.at_label("0502")
    hedge = wall("0505", "0504")
    assert blockers(relief, here, there) == (Blocker(FLAT.at_label("0505"), hedge, 3, (3, 8), (5, 8)),)
    assert blockers(relief, there, here) == (Blocker(FLAT.at_label("0503"), None, 7, (2, 8), (2, 8)),)
    assert FLAT.side_label(hedge) == "0504-0505"


def test_both_blockers_of_a_hexside_line_are_named() -> None:
    relief = land(obstacles={"0604": 1, "0605": 1, "0805": 1})
    here, there = FLAT.at_label("0505"), FLAT.at_label("0905")
    for ties, expected in zip(TIES, (["0604", "0605"], ["0604", "0605"], ["0604"])):
        assert [FLAT.label(each.hex) for each in blockers(relief, here, there, ties=ties)] == expected
    middle = land(obstacles={"0705": 1})
    assert [FLAT.label(each.hex) for each in blockers(middle, here, there)] == ["0705"]


def test_neighbours_always_see_each_other() -> None:
    relief = land({"0505": 3}, {"0505": 3, "0504": 3}, {("0505", "0504"): 9})
    assert look(relief, "0505", "0504")
    assert look(relief, "0505", "0505")


def test_what_is_visible() -> None:
    relief = land(obstacles=dict.fromkeys(("0504", "0604", "0605", "0506", "0405", "0404"), 1))
    here = FLAT.at_label("0505")
    assert len(visible(relief, here, 3)) == 7  # a ring of woods hides everything beyond
    assert len(visible(land(), here, 3)) == 37


@pytest.mark.parametrize("bad", [{"ground": (0,)}, {"obstacles": ()}, {"side_obstacles": ((-1, 1),)}])
def test_a_relief_fits_its_map(bad: dict[str, tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match=r"relief of 4 hexes|hexside"):
        Relief(**{"grid": Grid(2, 2), "ground": (0,) * 4, "obstacles": (0,) * 4, **bad})  # type: ignore[arg-type]


@st.composite
def reliefs(draw: st.DrawFn) -> tuple[Relief, int, int]:
    """A land and two of its hexes."""
    grid, (here, there) = draw(spots(2))
    heights = st.lists(st.integers(0, 3), min_size=grid.size, max_size=grid.size)
    sides = st.sampled_from([side for side in range(6 * grid.size) if grid.is_side(side)])
    walls = draw(st.dictionaries(sides, st.integers(0, 3), max_size=8))
    return Relief(grid, tuple(draw(heights)), tuple(draw(heights)), tuple(walls.items())), here, there


@given(reliefs(), st.integers(0, 3), st.integers(0, 3), st.sampled_from(TIES), st.booleans(), st.booleans())
def test_sight_is_mutual(
    scene: tuple[Relief, int, int], eye: int, mark: int, ties: Ties, end_sides: bool, touching: bool
) -> None:
    relief, here, there = scene
    extra = {relief.grid.size // 2: 2}
    one = blockers(
        relief,
        here,
        there,
        eye=eye,
        mark=mark,
        extra=extra,
        ties=ties,
        end_sides=end_sides,
        touching=touching,
    )
    other = blockers(
        relief,
        there,
        here,
        eye=mark,
        mark=eye,
        extra=extra,
        ties=ties,
        end_sides=end_sides,
        touching=touching,
    )
    assert bool(one) == bool(other)


def clear(relief: Relief, path: tuple[int, ...], eye: int, mark: int) -> bool:
    """Whether nothing on a path rises over the line, by plain fractions."""
    start, end = relief.ground[path[0]] + eye, relief.ground[path[-1]] + mark
    steps = len(path) - 1
    walls = dict(relief.side_obstacles)
    for number in range(1, steps):
        height = start + (end - start) * Fraction(number, steps)
        if relief.ground[path[number]] + relief.obstacles[path[number]] > height:
            return False
    for number in range(1, steps - 1):
        one, other = path[number], path[number + 1]
        height = start + (end - start) * Fraction(2 * number + 1, 2 * steps)
        wall = walls.get(relief.grid.side_between(one, other) or -1)
        if wall is not None and max(relief.ground[one], relief.ground[other]) + wall > height:
            return False
    return True


@given(reliefs(), st.integers(0, 3), st.integers(0, 3))
def test_sight_agrees_with_plain_fractions(scene: tuple[Relief, int, int], eye: int, mark: int) -> None:
    relief, here, there = scene
    left, right = (clear(relief, path, eye, mark) for path in nudged(relief.grid, here, there))
    assert sees(relief, here, there, eye=eye, mark=mark) == (left or right)
    generous = sees(relief, here, there, eye=eye, mark=mark, ties="pair")
    strict = sees(relief, here, there, eye=eye, mark=mark, ties="either")
    assert generous or not (left or right)
    assert (left and right) or not strict


@given(reliefs(), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.data())
def test_screens_are_where_something_so_high_takes_the_sight(
    scene: tuple[Relief, int, int], eye: int, mark: int, height: int, data: st.DataObject
) -> None:
    relief, here, there = scene
    line = sorted({spot for path in nudged(relief.grid, here, there) for spot in path})
    stood = set(data.draw(st.lists(st.sampled_from(line), max_size=4)))
    ways = screens(relief, here, there, height=height, eye=eye, mark=mark)
    seen = sees(relief, here, there, eye=eye, mark=mark, extra=dict.fromkeys(stood, height))
    assert seen == any(way.isdisjoint(stood) for way in ways)
