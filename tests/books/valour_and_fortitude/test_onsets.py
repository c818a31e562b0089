"""Where along his sides an enemy is looked at for an assault, and how close a thing may be. [87–89, B14, B42]"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts import detours, onsets, strides
from grognard.books.valour_and_fortitude.facts.bodies import Shape, stand, stand_at
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.words import Deed
from grognard.geometry.contact import Side, count_touching
from grognard.geometry.points import Pose
from tests.books.valour_and_fortitude.drill import (
    area,
    close,
    foot,
    ground,
    gun,
    horse,
    limbered,
    marcher,
    open_order,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param
COLUMN, RIDERS = unit("A", files=6), unit("A", horse, files=5)


def assault(who: Any, line: Any, *more: Any, **fields: Any) -> Marcher:
    """A's assault on b, to be judged."""
    return marcher(scene(who, line, *more, **fields), "A", Deed.ASSAULT, target="b")


def facing_him(gap: float, facing: float = 0) -> Marcher:
    """A column of six, its centre 1.6 behind its front; a line straight ahead of it."""
    return assault(
        unit("A", files=6, at=(36, 12), facing=facing),
        unit("b", files=12, front=(36, 13.6 + gap), facing=180),
    )


@rule("B14", "88")
@pytest.mark.parametrize(
    ("who", "long", "width", "fine", "held", "shifts"),
    [
        param(COLUMN, 960, 480, False, False, [0, 240, -240, 520, -520, 260, -260], id="a line"),
        param(COLUMN, 960, 480, False, True, [0, 240, -240], id="a feature"),
        param(COLUMN, 160, 480, False, False, [0, -160, 160, 120, -120, 60, -60], id="a flank"),
        param(COLUMN, 82, 320, False, False, [0, -119, 119, 1, -1], id="three figures hardly fit"),
        param(COLUMN, 80, 320, False, False, [0, -120, 120], id="they only fit in the middle"),
        param(COLUMN, 70, 320, False, False, [0, -125, 125], id="they do not fit"),
        param(COLUMN, 70, 320, True, False, [0, -125, 125, 40, -40, 80, -80], id="and yet all is looked at"),
        param(COLUMN, 240, 320, True, True, [0, -40, 40, 80, -80], id="all along a short wall"),
        param(RIDERS, 960, 500, False, False, [0, 230, -230, 480, -480, 240, -240], id="horse"),
    ],
)  # fmt: skip
def test_how_far_beside_the_middle_of_a_side(
    who: Any, long: int, width: int, fine: bool, held: bool, shifts: list[int]
) -> None:
    assert onsets._shifts(who, long, width, fine, held) == shifts


@rule("87", "B42", "76")
@pytest.mark.parametrize(
    ("gap", "ahead", "more"),
    [
        param(11.99, 1199, 3, id="straight ahead, a place beside, and the last ones to both sides"),
        param(12, 1200, 52, id="exactly as far as it goes: places a hair beside are tried"),
        param(12.02, 1200, 30, id="contact forgives two hundredths"),
        param(12.03, None, 19, id="and no more, straight ahead"),
        param(12.05, None, 3, id="nothing a hair beside is near enough"),
        param(12.11, None, 3, id="just worth a look"),
        param(12.12, None, 0, id="too far for any"),
    ],
)
def test_an_assault_at_the_end_of_its_move(gap: float, ahead: int | None, more: int) -> None:
    found = list(onsets.exact_onsets(facing_him(gap)))
    straight = [legs[0][1] for legs in found if legs[0][0] == "forward"]
    assert straight == ([] if ahead is None else [ahead])
    assert len(found) - len(straight) == more


@rule("87", "B42")
@pytest.mark.parametrize(
    ("facing", "turned"), [(357, {0, 3595, 3590, 3580}), (3, {0, 5, 10, 20}), (0.7, {0, 5, 7})]
)
def test_where_it_would_have_to_turn_it_may_turn_less(facing: float, turned: set[int]) -> None:
    """Too far by a hair, it looks at places where it need not turn quite so far."""
    gaps = (11.9, 11.92, 11.94, 11.96, 11.98, 12)
    seen = [
        {legs[0][3] for legs in onsets.exact_onsets(facing_him(gap, facing)) if legs[0][0] == "glide"}
        for gap in gaps
    ]
    assert turned in seen
    assert set().union(*seen) == turned


@rule("74", "88", "B42")
def test_places_just_clear_of_neighbours() -> None:
    """Two friends touch the same line, the gap between them a little wider than the column."""
    friends = unit("C", files=6, front=(31.28, 24)), unit("D", files=6, front=(40.98, 24))
    line = unit("b", figures=40, files=20, front=(36, 24), facing=180)
    found = list(onsets.exact_onsets(assault(unit("A", files=6, front=(36.5, 18)), line, *friends)))
    places = [legs[0][1] for legs in found if legs[0][0] == "glide"]
    # C ends at 33.68 and D begins at 38.58; a column is 4.8 wide and keeps 0.02 off: from 36.11 or so to 36.16.
    assert {place for place in places if 3600 < place < 3630} == {3612, 3614, 3616}
    # The others are the last places that three figures touch, to both sides.
    assert sorted(places)[0] == 2721
    assert sorted(places)[-1] == 4480


@rule("89", "177")
def test_every_wall_of_a_house_may_be_met() -> None:
    house = area("building", 30, 20, 38, 24, "house")
    judge = assault(unit("A", files=6, front=(34, 14)), unit("b", inside="house"), terrain=(house,))
    sides = onsets.edges(judge.state, judge.unit, judge.state.units[1])
    assert sorted(edge.long for edge in sides) == [400, 400, 800, 800]
    assert {edge.level for edge in sides} == {None}
    # In the middle of each wall, facing it, with the column's centre 1.6 away.
    assert {tuple(edge.place(0)) for edge in sides} == {
        (3400, 1840, 0), (3400, 2560, 1800), (2840, 2200, 900), (3960, 2200, 2700),
    }  # fmt: skip


@rule("89", "B14")
@pytest.mark.parametrize(
    ("who", "files", "longs"),
    [
        param((36, 12, 0), 12, [960], id="in his arc only his front"),
        param((36, 36, 180), 12, [960, 960, 160, 160], id="behind him every side"),
        param((36, 12, 0), 1, [80, 80, 1920, 1920], id="one base is his whole front rank"),
    ],
)
def test_which_sides_may_be_met(who: tuple[float, float, float], files: int, longs: list[int]) -> None:
    x, y, facing = who
    judge = assault(
        unit("A", files=6, at=(x, y), facing=facing), unit("b", files=files, front=(36, 24), facing=180)
    )
    sides = onsets.edges(judge.state, judge.unit, judge.state.units[1])
    assert sorted(edge.long for edge in sides) == sorted(longs)
    flanks = [edge for edge in sides if edge.level is not None]
    assert len(flanks) == len(longs) // 2


@rule("70", "163")
def test_a_march_column_on_a_table_with_roads_may_go_twice_as_far() -> None:
    road = area("road", 35, 0, 37, 48)
    for files, terrain, far in ((3, (road,), 2400), (3, (), 1200), (6, (road,), 1200)):
        state = scene(unit("A", files=files, at=(36, 12)), unit("b", at=(60, 40)), terrain=terrain)
        assert onsets.farthest(state, state.units[0], 1200) == far


@rule("87", "B42")
@pytest.mark.parametrize(("best", "found"), [(0, 0), (137, 137), (-137, -137), (499, 499), (500, 500), (501, 500), (900, 500), (-500, -500), (-900, -500)])  # fmt: skip
def test_the_cheapest_place_along_a_side(best: int, found: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths grow towards both ends of it; beyond its last place nobody is looked at."""
    monkeypatch.setattr(onsets, "straight_length", lambda start, pose: abs(pose - best))
    edge: Any = SimpleNamespace(place=lambda shift: shift)
    for last in (500, 501):
        at = found if abs(found) < 500 else max(-last, min(last, best))
        assert onsets._cheapest.__wrapped__(facing_him(6).start, edge, last) == at


@rule("76", "160", "B42")
@pytest.mark.parametrize(
    ("lines", "limit", "off"),
    [
        param([ground("low_wall", (20, 20), (52, 20))], 1200, True, id="too far over it and round it"),
        param([ground("low_wall", (20, 20), (52, 20))], 1400, False, id="it pays for crossing it"),
        param([ground("low_wall", (20, 20), (35.5, 20))], 1200, False, id="its end is near"),
        param([ground("low_wall", (20, 20), (34, 20), (35.5, 20))], 1200, False, id="bent, the end alone counts"),
        param([ground("low_wall", (20, 20), (36, 20.4), (52, 20))], 1200, True, id="bent, the ends are far"),
        param([ground("low_wall", (20, 30), (52, 30))], 1200, False, id="it lies beyond"),
        param([ground("low_wall", (20, 10.8), (52, 10.8))], 1200, False, id="the rear rank starts at it"),
        param([ground("stream", (20, 20), (52, 20))], 1200, True, id="a stream"),
        param([ground("stream", (20, 20), (52, 20)), area("bridge", 30, 19, 32, 21)], 1200, False, id="bridged"),
        param([area("mud", 20, 19, 52, 21)], 1200, False, id="rough ground is no wall"),
    ],
)  # fmt: skip
def test_walls_over_and_round_which_no_figure_gets(lines: list[Any], limit: int, off: bool) -> None:
    """Ten ahead of a column of six, whose middle is 12 up the table."""
    state = scene(unit("A", files=6, at=(36, 12)), terrain=tuple(lines))
    start = stand(state.units[0])
    there = stand_at(start.shape, start.x, start.y + 1000, start.facing)
    assert strides.walled_off(state, start, there, limit) is off


@rule("163", "B42")
def test_on_a_road_a_wall_is_gone_round() -> None:
    """A march column may go twice as far on a road, so nothing is said beforehand."""
    lines = ground("low_wall", (20, 20), (52, 20)), area("road", 0, 11, 72, 13)
    for files, off in ((2, False), (6, True)):
        state = scene(unit("A", files=files, at=(36, 12)), terrain=lines)
        start = stand(state.units[0])
        there = stand_at(start.shape, start.x, start.y + 1000, start.facing)
        assert strides.walled_off(state, start, there, 1200) is off


# --- whichever way the picture is turned -----------------------------------------------------------------------------


def turned(place: tuple[float, float], quarter: int) -> tuple[float, float]:
    """A place, the table turned about its middle by quarters to the right."""
    right, up = place[0] - 36, place[1] - 24
    for _ in range(quarter % 4):
        right, up = up, -right
    return 36 + right, 24 + up


@rule("74", "88", "B42")
@pytest.mark.parametrize("quarter", range(4))
def test_places_just_clear_of_neighbours_are_the_same_from_every_side(quarter: int) -> None:
    """As above, the whole picture turned: the line's front, then its right flank, its rear, its left."""

    def stands(key: str, place: tuple[float, float], about: int = 0, **more: Any) -> Any:
        return unit(key, front=turned(place, quarter), facing=(90 * quarter + about) % 360, **more)

    judge = assault(
        stands("A", (36.5, 18), files=6),
        stands("b", (36, 24), 180, figures=40, files=20),
        stands("C", (31.28, 24), files=6),
        stands("D", (40.98, 24), files=6),
    )
    (front,) = onsets.edges(judge.state, judge.unit, judge.state.units[1])
    assert list(onsets._beside_neighbours(judge, front, 1000)) == [-956, 12, 14, 982]
    found = [legs[0] for legs in onsets.exact_onsets(judge) if legs[0][0] == "glide"]
    assert {leg[3] for leg in found} == {(900 * quarter + turn) % 3600 for turn in (0, 2, -2)}
    back = [turned((leg[1] / 100, leg[2] / 100), -quarter) for leg in found]
    assert sorted({(round(100 * x), round(100 * y)) for x, y in back}) == [
        (2721, 2240), (3612, 2238), (3612, 2240), (3614, 2238), (3614, 2240), (3616, 2240), (4480, 2240),
    ]  # fmt: skip


@rule("B14", "117")
@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize(
    ("shape", "off", "back", "met"),
    [
        param(Shape(foot, 24, 6, close), 640, 160, 3, id="a column"),
        param(Shape(foot, 10, 5, open_order, (50,)), 585, 220, 2, id="open order: its third figure stands clear of the flank"),
        param(Shape(foot, 6, 1, close), 720, -40, 1, id="a single file"),
        param(Shape(horse, 8, 4, close), 680, 120, 2, id="horse"),
        param(Shape(gun, 1, 1, limbered), 800, 40, 1, id="a limber"),
    ],
)  # fmt: skip
def test_the_place_on_a_flank_that_is_level_with_the_front(
    shape: Shape, off: int, back: int, met: int, quarter: int
) -> None:
    """Flush, its own side in line with the front edge: so far off the middle of the line, and so far behind it."""
    line = stand_at(Shape(foot, 24, 12, close), 3600, 2400, 900 * quarter)
    for side, sign in ((Side.LEFT, -1), (Side.RIGHT, 1)):
        pose = onsets.level_with_front(line, side, shape, 450)
        assert pose is not None
        x, y = turned((pose.x / 100, pose.y / 100), -quarter)
        assert (round(100 * x), round(100 * y)) == (3600 + sign * off, 2400 - back)
        assert pose.facing == (900 * quarter - 900 * sign) % 3600
        assert count_touching([figure.base for figure in stand_at(shape, *pose).front], line.rims) == met


@rule("87", "B42")
@pytest.mark.parametrize("gap", [9, 11.5, 12.02])
def test_all_along_his_sides_only_what_is_in_reach_is_tried(gap: float) -> None:
    judge = facing_him(gap)
    every = onsets.onset_poses(judge.state, judge.unit, judge.state.units[1], True)
    tried = [Pose(*legs[0][1:]) for legs in detours._all_along(judge)]
    assert tried == [pose for pose in every if strides.straight_length(judge.start, pose) <= 1200]
    assert bool(tried) is (gap < 12)
