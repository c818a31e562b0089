"""Distances, layouts, ways and arcs to the hundredth, each limit from both sides. [B1–B8, P2, O4, L1, G3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.arriving import entries, standing_at
from grognard.books.skirmish_1808.facts.bodies import (
    Body,
    body_of,
    box_round,
    clash,
    disc,
    gap_between,
    muzzle,
    nearest_pair,
    off_by,
    perimeter,
    perimeter_figures,
    point_distance,
    runs_into,
    within_units,
)
from grognard.books.skirmish_1808.facts.charging import on_flank
from grognard.books.skirmish_1808.facts.compass import farthest, reach_round, straight
from grognard.books.skirmish_1808.facts.driving import STATIONS, placed_gun, rolled, stations
from grognard.books.skirmish_1808.facts.ground import (
    Met,
    along_road,
    area_cover_of,
    areas_at,
    barred,
    in_woods,
    level_of,
    lined_walls,
    met,
    near_house,
    off_table,
    shared_area,
)
from grognard.books.skirmish_1808.facts.layout import (
    default_files,
    depth_of,
    front_middle,
    front_of,
    in_cohesion,
    placed,
    spots,
    touching_pitch,
    widest_pitch,
)
from grognard.books.skirmish_1808.facts.sight import Eye, eyes, marks, sees, sides_of
from grognard.books.skirmish_1808.facts.walks import (
    FARTHEST,
    Walk,
    layout,
    mean,
    order_after,
    trail_length,
    walk,
)
from grognard.books.skirmish_1808.state import Arrival, State, Unit, centre
from grognard.books.skirmish_1808.words import Arm, Cover, Where
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead
from tests.books.skirmish_1808.drill import (
    area,
    battle,
    foot,
    gun,
    horse,
    leader,
    light,
    road,
    wagons,
    wall,
)
from tests.rules import rule

param = pytest.param


def body(*circles: tuple[int, int, int]) -> Body:
    """Some bases."""
    return Body(1, circles, box_round(circles))


# --- bases -------------------------------------------------------------------------------------------------


@rule("B1", "B2")
@pytest.mark.parametrize(
    ("spot", "far"),
    [((0, 0), 0), ((1, 0), 1), ((0, -1), 1), ((1, 1), 2), ((300, 400), 500), ((300, 401), 501), ((-3, 4), 5)],
)
def test_distances_are_rounded_up(spot: tuple[int, int], far: int) -> None:
    assert point_distance((0, 0), spot) == far


@rule("B1", "B2a")
def test_the_nearest_pair() -> None:
    one = ((0, 0, 100), (1000, 0, 100))
    other = ((5000, 0, 100), (1000, 500, 150), (1000, -500, 150))
    assert nearest_pair(one, other) == (250, 1, 1), "of two as near the first"
    assert nearest_pair(one, ((100, 0, 100),)) == (0, 0, 0), "never less than nothing"
    assert nearest_pair(one[::-1], other[::-1]) == (250, 0, 0)


@rule("B2", "X6")
def test_the_box_round_bases() -> None:
    assert box_round(((0, 0, 100), (500, 300, 100))) == (-100, -100, 600, 400)
    assert box_round(((0, 0, 200), (500, 300, 100))) == (-200, -200, 600, 400)
    assert box_round(((0, 0, 100), (500, 300, 200))) == (-100, -100, 700, 500)
    assert not clash(((0, 0, 100),), Body(1, (), box_round(())))


@rule("B8")
@pytest.mark.parametrize("keep", [0, 100])
@pytest.mark.parametrize("way", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_bases_may_touch_but_not_overlap(keep: int, way: tuple[int, int]) -> None:
    """A hundredth is lost in rounding."""
    least = 200 + keep
    for far, hit in ((least - 2, True), (least - 1, False), (least, False), (least + 500, False)):
        other = body((way[0] * far, way[1] * far, 100))
        assert clash(((0, 0, 100),), other, keep) is hit
        assert runs_into(((0, 0), (0, 0)), 100, other, keep) is hit
        assert runs_into(((-9000 * way[0], -9000 * way[1]), (0, 0)), 100, other, keep) is hit, "at its end"
        assert runs_into(((0, 0), (-9000 * way[0], -9000 * way[1])), 100, other, keep) is hit, "at its start"
        across = (-500 * way[1], -500 * way[0]), (500 * way[1], 500 * way[0])
        assert runs_into(across, 100, other, keep) is hit, "in passing"


@rule("B8")
def test_a_corner_of_the_box_is_not_the_base() -> None:
    other = body((0, 0, 100), (1000, 1000, 100))
    assert not clash(((1000, 0, 100),), other)
    assert not runs_into(((1000, 0), (900, 100)), 100, other)
    assert runs_into(((1000, 0), (0, 1000)), 100, body((500, 500, 100)))


@rule("B2", "X6")
def test_what_is_round_is_drawn_with_sixteen_corners() -> None:
    found = disc((100, 200, 5000))
    assert found == tuple(ahead(100, 200, 225 * n, 5000) for n in range(16))
    assert found[0] == (100, 5200)
    assert len(perimeter(foot("A", count=1))) == 16


@rule("X4", "X6")
def test_who_stands_on_the_perimeter() -> None:
    assert perimeter_figures(foot("A", count=1)) == (0,)
    assert perimeter_figures(foot("A", count=2, files=2)) == (0, 1)
    assert perimeter_figures(foot("A", count=3, files=3)) == (0, 1, 2), "all of a line, the middle too"
    assert perimeter_figures(foot("A", count=9, files=3, formed=True)) == (0, 1, 2, 3, 5, 6, 7, 8)


@rule("B2", "X6")
def test_how_far_a_perimeter_stands_off() -> None:
    assert [off_by(u) for u in (foot("A"), horse("A"), gun("A"), wagons("A"))] == [100, 150, 200, 200]
    assert [off_by(gun("A", abandoned=True)), off_by(gun("A", taken=True))] == [100, 100]
    assert [len(body_of(u).circles) for u in (gun("A"), gun("A", abandoned=True), gun("A", taken=True))] == [
        5,
        4,
        4,
    ]
    assert muzzle(gun("A", at=(30, 30), facing=90)) == (3200, 3000)


@rule("B2", "G4")
def test_gaps_of_garrisons() -> None:
    ground = area("building", 10, 10, 20, 20, "a"), area("building", 25, 10, 30, 20, "b")
    state = battle(
        foot("A", house="a"), foot("B", house="b"), foot("C", count=1, at=(22, 15)), foot("D", count=1, at=(20.5, 15)),
        foot("E", count=2, files=2, at=(15, 30)), ground=ground,
    )  # fmt: skip
    one, two, out, near, far = state.units
    assert gap_between(state, one, two) == 500
    assert gap_between(state, out, one) == gap_between(state, one, out) == 100
    assert gap_between(state, near, one) == 0
    assert gap_between(state, far, one) == 900
    assert within_units(state, one, two, 500)
    assert not within_units(state, one, two, 499)


@rule("B2", "C3")
@pytest.mark.parametrize(
    ("way", "other"), [((5, 0), 300), ((0, 5), 300), ((-5, 0), 300), ((0, -5), 300), ((3, 4), 300)]
)
def test_exactly_as_far_is_within(way: tuple[int, int], other: int) -> None:
    state = battle(foot("A", count=1, at=(30, 30)), foot("B", count=1, at=(30 + way[0], 30 + way[1])))
    assert within_units(state, state.units[0], state.units[1], other)
    assert not within_units(state, state.units[0], state.units[1], other - 1)


# --- layouts -----------------------------------------------------------------------------------------------


@rule("B3", "B4", "B5")
def test_pitches_and_files() -> None:
    assert [touching_pitch(arm) for arm in (Arm.FOOT, Arm.HORSE, Arm.WAGON)] == [200, 300, 400]
    assert [widest_pitch(arm) for arm in (Arm.FOOT, Arm.HORSE, Arm.WAGON)] == [700, 800, 900]
    assert [default_files(n) for n in (0, 1, 2, 3, 8, 9)] == [1, 1, 1, 2, 4, 5]
    assert [depth_of(n, 4, 300) for n in (1, 4, 5, 9)] == [0, 0, 300, 600]


@rule("B3", "B4")
@pytest.mark.parametrize(
    ("count", "files", "formed", "places"),
    [
        param(2, 2, False, [(-150, 0), (150, 0)], id="one rank"),
        param(4, 2, False, [(-150, 0), (150, 0), (0, -300), (300, -300)], id="the second half a pitch aside"),
        param(3, 2, False, [(-150, 0), (150, 0), (0, -300)], id="one left over in the middle"),
        param(6, 2, False, [(-150, 0), (150, 0), (0, -300), (300, -300), (-150, -600), (150, -600)], id="the third as the first"),
        param(4, 2, True, [(-150, 0), (150, 0), (-150, -300), (150, -300)], id="formed"),
        param(3, 2, True, [(-150, 0), (150, 0), (0, -300)], id="formed, one left over"),
    ],
)  # fmt: skip
def test_where_figures_stand(count: int, files: int, formed: bool, places: list[tuple[int, int]]) -> None:
    assert list(spots(count, files, 300, (0, 0), 0, formed)) == places
    turned = [(y, -x) for x, y in places]
    assert list(spots(count, files, 300, (0, 0), 900, formed)) == turned
    middle = sum(x for x, _ in places) // count, sum(y for _, y in places) // count
    assert front_of(middle, 0, count, files, 300, formed) == (0, 0)


@rule("B3")
def test_the_middle_of_the_front() -> None:
    assert front_middle(foot("A", count=8, files=4, formed=True, at=(30, 30))) == (3000, 3100)
    assert front_middle(foot("A", count=7, files=3, formed=True, at=(30, 30)))[0] == 3000


@rule("B5")
def test_a_chain_of_figures() -> None:
    assert in_cohesion([], 100)
    assert in_cohesion([(0, 0)], 100)
    assert in_cohesion([(0, 0), (1400, 0), (700, 0)], 100), "through the one between"
    assert in_cohesion([(0, 0), (800, 0)], 150)
    assert not in_cohesion([(0, 0), (801, 0)], 150)


# --- ways --------------------------------------------------------------------------------------------------


@rule("B6", "B7")
def test_small_measures_of_walks() -> None:
    assert mean([(0, 0), (3, 5)]) == (2, 3)
    assert mean([(0, 0), (1, 1), (1, 1)]) == (1, 1)
    assert trail_length([(0, 0), (300, 400), (300, 500)]) == 600
    unit = foot("A", formed=True)
    assert [order_after(unit, f) for f in (True, False)] == ["", "loose"]
    assert [order_after(replace(unit, formed=False), f) for f in (True, False)] == ["formed", ""]


def gone(unit: Unit, *legs: tuple[Any, ...]) -> Walk:
    found = walk(unit, legs)
    assert isinstance(found, Walk)
    return found


@rule("B6a", "B6b")
def test_a_loose_way() -> None:
    unit = foot("A", count=2, files=2, at=(30, 30), facing=90)
    found = gone(unit, ("go", 300, 400), ("go", 0, 100))
    assert (found.cost, found.facing, found.formed, found.files, found.pitch) == (600, 900, False, 2, 300)
    assert found.middles == ((3000, 3000), (3300, 3400), (3300, 3500))
    assert [trail[-1] for trail in found.trails] == list(found.places)
    assert found.places[0] == (unit.figures[0].x + 300, unit.figures[0].y + 500)
    assert gone(unit).middles == ((3000, 3000),)
    assert not found.leaves
    assert gone(unit, ("go", 0, 1), ("leave", 1)).leaves


@rule("B4", "B6b")
def test_dressing_at_the_end_of_a_way() -> None:
    unit = foot("A", count=4, files=2, at=(30, 30))
    found = gone(unit, ("go", 0, 400), ("dress", 4, 200, 3700))
    assert (found.facing, found.formed, found.files, found.pitch) == (100, False, 4, 200)
    assert list(found.places) == list(layout(unit, (3000, 3400), 4, 200, 100, False))
    assert all(len(trail) == 2 for trail in found.trails), "straight to its place"
    assert found.cost == max(trail_length(t) for t in found.trails)
    still = gone(unit, ("dress", 4, 200, 0))
    assert all(len(trail) == 2 for trail in still.trails)
    assert still.middles[0] == (3000, 3000)


@pytest.mark.parametrize(
    ("legs", "refused"),
    [
        param((("dress", 4, 300, 0),), "", id="one rank"),
        param((("dress", 5, 300, 0),), "B4", id="more files than men"),
        param((("dress", 2, 300, 0),), "", id="two ranks"),
        param((("dress", 0, 300, 0),), "B4", id="no files"),
        param((("dress", 1, 300, 0),), "B4", id="four ranks"),
        param((("dress", 4, 200, 0),), "", id="touching"),
        param((("dress", 4, 199, 0),), "B4", id="overlapping"),
        param((("dress", 4, 700, 0),), "", id="widest"),
        param((("dress", 4, 701, 0),), "B4", id="too wide"),
        param((("dress", 4, 300),), "B4", id="no facing"),
        param((("dress", 4, 300, 0), ("go", 0, 1)), "B6", id="dressed before the end"),
        param((("go", 0, 1, 2),), "B6", id="a leg of three numbers"),
        param((("go", 0, "x"),), "B6", id="a leg of words"),
        param((("move", 0, 100),), "B6", id="like a formed one"),
        param((("go", 0, 1), ("wheel", 100)), "B6", id="a wheel"),
        param((("go", 0, 1),) * 3, "", id="two way points"),
        param((("go", 0, 1),) * 4, "B6", id="three way points"),
        param((("go", FARTHEST, 1),), "", id="far"),
        param((("go", FARTHEST + 1, 1),), "B6", id="beyond any table"),
    ],
)
@rule("B4", "B6")
def test_the_ways_of_loose_units(legs: Any, refused: str) -> None:
    found = walk(foot("A", count=4, files=4), legs)
    assert (found.cite if isinstance(found, Refusal) else "") == refused


@rule("B4")
def test_three_ranks_are_deep_enough() -> None:
    assert isinstance(walk(foot("A", count=3, files=3), (("dress", 1, 300, 0),)), Walk)
    assert isinstance(walk(foot("A", count=1), (("dress", 1, 300, 0),)), Walk)
    assert isinstance(walk(foot("A", count=4, files=2), (("dress", 1, 300, 0),)), Refusal)


@pytest.mark.parametrize(
    ("legs", "refused"),
    [
        param((("move", 450, 100),), "", id="45 degrees off"),
        param((("move", -451, 100),), "B7", id="more"),
        param((("move", 0, 0),), "", id="nowhere"),
        param((("move", 0, -1),), "B7", id="backwards"),
        param((("wheel", 1800),), "", id="half a turn"),
        param((("wheel", -1800),), "", id="half a turn to the left"),
        param((("wheel", 1801),), "B7", id="more than half a turn"),
        param((("side", -200),), "", id="2 to the left"),
        param((("side", -201),), "B7", id="more than 2 to the left"),
        param((("back", 0),), "", id="no step back"),
        param((("back", 201),), "B7", id="more than 2 back"),
        param((("back", -1),), "B7", id="back and forward"),
        param((("about", 1, 2),), "B7", id="too many numbers"),
        param((("move", 0),), "B7", id="too few numbers"),
        param((("wheel", 10), ("side", 10)), "B7", id="a wheel and a step"),
        param((("move", 0, 100), ("wheel", 10)), "", id="the wheel last"),
        param((("move", 0, 100), ("move", 0, 100)), "B7", id="two moves"),
        param((("dress", 4, 300, 0),), "B7", id="like a loose one"),
    ],
)
@rule("B7", "B7a")
def test_the_ways_of_formed_units(legs: Any, refused: str) -> None:
    found = walk(foot("A", count=6, formed=True), legs)
    assert (found.cite if isinstance(found, Refusal) else "") == refused


@pytest.mark.parametrize(
    ("legs", "end", "facing", "cost"),
    [
        param((("move", 0, 300),), (3000, 3300), 0, 300, id="on"),
        param((("move", 450, 100),), (3071, 3071), 0, 100, id="obliquely"),
        param((("side", 150),), (3150, 3000), 0, 150, id="to the right"),
        param((("side", -150),), (2850, 3000), 0, 150, id="to the left"),
        param((("back", 150),), (3000, 2850), 0, 150, id="back"),
        param((("about", 1),), (3000, 3000), 1800, 200, id="about"),
        param((("wheel", 900),), (3400, 3600), 900, 1571, id="a wheel to the right"),
        param((("wheel", -900),), (2600, 3600), 2700, 1571, id="a wheel to the left"),
        param((("wheel", 900), ("move", 0, 100)), (3500, 3600), 900, 1671, id="and on"),
        param((("move", 0, 100), ("wheel", 900)), (3400, 3700), 900, 1671, id="on and a wheel"),
    ],
)
@rule("B7", "B7a")
def test_where_formed_units_end(legs: Any, end: tuple[int, int], facing: int, cost: int) -> None:
    """Six files and two ranks: the front corner on which it wheels is 5 aside, 1 ahead."""
    unit = foot("A", count=12, files=6, formed=True, at=(30, 30))
    found = gone(unit, *legs)
    x, y = found.middles[-1]
    assert (abs(x - end[0]) <= 1, abs(y - end[1]) <= 1) == (True, True), found.middles[-1]
    assert (found.facing, found.cost, found.formed, found.pitch, found.files) == (facing, cost, True, 200, 6)


@rule("B7")
def test_a_wheel_is_judged_in_short_chords() -> None:
    unit = foot("A", count=12, files=6, formed=True, at=(30, 30))
    assert [len(gone(unit, ("wheel", angle)).trails[0]) - 1 for angle in (0, 150, 151, 300, 900)] == [
        1,
        1,
        2,
        2,
        6,
    ]
    about = gone(foot("A", count=10, files=4, formed=True, at=(30, 30)), ("about", 1))
    assert about.places[0][1] == foot("A", count=10, files=4, formed=True, at=(30, 30)).figures[8].y, (
        "the last rank leads"
    )


# --- the compass -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formed", "bearing", "legs"),
    [
        (False, 900, (("go", 500, 0),)), (False, 0, (("go", 0, 500),)),
        (True, 450, (("move", 450, 500),)), (True, 451, (("side", 500),)), (True, 3149, (("side", -500),)),
        (True, 1350, (("side", 500),)), (True, 1351, (("back", 500),)), (True, 2250, (("side", -500),)),
        (True, 1800, (("back", 500),)),
    ],
)  # fmt: skip
@rule("B6", "B7")
def test_the_plain_way_in_a_direction(formed: bool, bearing: int, legs: Any) -> None:
    assert straight(foot("A", formed=formed), bearing, 500) == legs


@rule("B6")
@pytest.mark.parametrize(("limit", "far"), [(700, 640), (639, 630), (136, 130), (0, 0), (-1, 0)])
def test_how_far_is_found_by_halving(limit: int, far: int) -> None:
    unit = foot("A", count=1)
    assert farthest(unit, 0, (900, 640), lambda legs: legs[0][2] > limit or None) == far


@rule("B6", "B7")
def test_the_line_round_a_unit() -> None:
    loose, formed = foot("A", count=1, at=(60, 60)), foot("A", count=6, formed=True, at=(60, 60))
    assert reach_round(loose, (5000,), lambda _: None) == tuple(
        ahead(6000, 6000, 100 * n, 5000) for n in range(36)
    )
    rim = reach_round(replace(formed, facing=50), (5000,), lambda _: None)
    far = [n for n, (x, y) in enumerate(rim) if (x - 6000) ** 2 + (y - 6000) ** 2 > 1000**2]
    assert far == [0, 1, 2, 3, 4, 5, 32, 33, 34, 35]
    assert max(abs(x - 6000) for x, _ in (rim[9], rim[27])) <= 200


# --- arcs and sides ----------------------------------------------------------------------------------------


@rule("O4")
@pytest.mark.parametrize("facing", [0, 90, 180])
@pytest.mark.parametrize(("off", "flank"), [(0, False), (-1, True), (1, False)])
def test_the_line_of_the_front_rank(facing: int, off: int, flank: bool) -> None:
    target = foot("B", side=1, count=8, files=4, formed=True, at=(60, 60), facing=facing)
    x, y = front_middle(target)
    spot = ahead(x, y, facing * 10, 0)
    back = {0: (0, off), 90: (off, 0), 180: (0, -off)}[facing]
    aside = {0: (900, 0), 90: (0, 900), 180: (900, 0)}[facing]
    charger = foot("A", count=1)
    there = replace(
        charger, figures=placed(charger, [(spot[0] + aside[0] + back[0], spot[1] + aside[1] + back[1])])
    )
    assert on_flank(there, target) is flank


@rule("O4")
@pytest.mark.parametrize(("behind", "flank"), [(2, False), (3, True), (1, False)])
def test_most_of_the_charger_decides_about_the_flank(behind: int, flank: bool) -> None:
    target = foot("B", side=1, count=8, files=4, formed=True, at=(60, 60))
    charger = foot("A", count=4)
    ys = [5000] * behind + [7000] * (4 - behind)
    assert on_flank(replace(charger, figures=placed(charger, [(8000, y) for y in ys])), target) is flank


@rule("L1", "O2")
@pytest.mark.parametrize(
    ("eye", "spot", "seen"),
    [
        (Eye((0, 0), 0, 0), (1000, 1000), True),
        (Eye((0, 0), 0, 0), (1003, 1000), False),
        (Eye((0, 0), 0), (0, -1000), True),
        (Eye((0, 0), -1, None, ((0, 0), (0, 1000))), (-1, 500), True),
        (Eye((0, 0), -1, None, ((0, 0), (0, 1000))), (0, 500), False),
        (Eye((0, 0), -1, None, ((0, 0), (0, 1000))), (1, 500), False),
    ],
)
def test_what_lies_in_an_arc(eye: Eye, spot: tuple[int, int], seen: bool) -> None:
    assert eye.faces(spot) is seen


@rule("G3", "G3a", "G4")
def test_the_windows_of_a_house() -> None:
    state = battle(foot("A", house="farm"), ground=(area("building", 20, 20, 26, 25, "farm"),))
    found = eyes(state, state.units[0])
    by_side = [
        [eye.point for eye in found if eye.side == side]
        for side in sides_of(((2000, 2000), (2000, 2500), (2600, 2500), (2600, 2000)))
    ]
    assert by_side == [
        [(2500, 2000), (2300, 2000), (2100, 2000)], [(2000, 2125), (2000, 2375)],
        [(2100, 2500), (2300, 2500), (2500, 2500)], [(2600, 2375), (2600, 2125)],
    ]  # fmt: skip
    assert {eye.figure for eye in found} == {-1}
    hut = battle(foot("A", house="hut"), ground=(area("building", 20, 20, 21.9, 21.9, "hut"),))
    assert len(eyes(hut, hut.units[0])) == 4, "one at least"
    assert marks(state, state.units[0], (2300, 9000))[0] == (2300, 2500)
    assert {y for _, y in marks(state, state.units[0], (2300, 9000))} == {2500}, "one side is before it"
    assert marks(state, state.units[0], (9000, 9000))[:2] == ((2600, 2500), (2600, 2500))
    assert {(2000, 2500), (2600, 2000)} < set(marks(state, state.units[0], (9000, 9000)))
    deep = foot("A", count=9, files=3, formed=True)
    assert [eye.figure for eye in eyes(battle(deep), deep)] == [0, 1, 2, 3, 4, 5]


# --- the ground --------------------------------------------------------------------------------------------


@rule("B9", "B9a")
def test_an_outline_belongs_to_its_area() -> None:
    state = battle(foot("A", at=(90, 90)), ground=(area("crops", 20, 20, 40, 40),))
    inside = [(2000, 2000), (4000, 4000), (2000, 4000), (4000, 2000), (3000, 3000)]
    assert all(areas_at(state, spot) for spot in inside)
    for spot in ((1999, 3000), (4001, 3000), (3000, 1999), (3000, 4001)):
        assert not areas_at(state, spot)
    assert met(state, [((1000, 3000), (2000, 3000))]).kinds == {"crops"}
    assert not met(state, [((1000, 3000), (1999, 3000))]).kinds
    assert met(state, []) == Met(frozenset(), 0, "")


@rule("B9", "66", "A-25", "K14")
@pytest.mark.parametrize(("inside", "most"), [(1, False), (2, False), (3, True), (4, True)])
def test_more_than_half_of_the_figures_decide(inside: int, most: bool) -> None:
    def stood(*kinds: str) -> tuple[State, Unit]:
        xs = [3000] * inside + [9000] * (4 - inside)
        unit = foot("A", count=4)
        unit = replace(unit, figures=placed(unit, [(x, 3000 + 200 * n) for n, x in enumerate(xs)]))
        state = battle(
            unit,
            foot("B", side=1, count=1, at=(30, 28)),
            ground=tuple(area(k, 20, 20, 40, 60) for k in kinds),
        )
        return state, state.units[0]

    assert in_woods(*stood("wood")) is most
    assert (area_cover_of(*stood("crops")) is Cover.LIGHT) is most
    assert level_of(*stood("hill")) == int(most)
    state, unit = stood("crops")
    assert shared_area(state, unit, state.units[1]) is most
    assert shared_area(state, state.units[1], unit) is most
    assert not shared_area(*stood("ford"), state.units[1])
    lined = battle(unit, ground=(wall(2, (31, 20), (31, 60)),))
    assert bool(lined_walls(lined, lined.units[0])) is most


@rule("K14", "F3")
@pytest.mark.parametrize(("x", "lines"), [(32, True), (32.01, False)])
def test_who_lines_a_wall(x: float, lines: bool) -> None:
    state = battle(foot("A", count=1, at=(30, 30)), ground=(wall(2, (x, 20), (x, 60)),))
    assert bool(lined_walls(state, state.units[0])) is lines


@rule("M7", "B2")
@pytest.mark.parametrize(
    ("x", "y", "off"),
    [
        (100, 100, False), (99, 100, True), (100, 99, True), (11900, 11900, False), (11901, 500, True), (500, 11901, True),
    ],
)  # fmt: skip
def test_the_edge_of_the_table(x: int, y: int, off: bool) -> None:
    assert off_table(battle(foot("A")), x, y, 100) is off


@rule("G7")
@pytest.mark.parametrize(("x", "near"), [(46, True), (46.01, False)])
def test_how_near_a_house_is_beside_it(x: float, near: bool) -> None:
    from grognard.books.skirmish_1808.facts.ground import house_named

    state = battle(foot("A", count=1, at=(x, 30)), ground=(area("building", 20, 20, 40, 40, "farm"),))
    assert near_house(state, state.units[0], house_named(state, "farm"), 500) is near


@rule("P2", "A-24")
@pytest.mark.parametrize(
    ("ways", "kind"),
    [
        param([((3000, 0), (3000, 2000))], "road", id="along it"),
        param([((3150, 0), (3150, 2000))], "road", id="1.5 beside it"),
        param([((3151, 0), (3151, 2000))], "", id="farther beside it"),
        param([((3000, 4000), (3000, 6000))], "track", id="on to a track"),
        param([((3000, 4000), (3000, 5150))], "road", id="1.5 beyond its end"),
        param([((3000, 4000), (3000, 5151))], "track", id="from the one to the other"),
        param([((3000, 0), (5000, 0))], "", id="off it"),
        param([((3000, 0), (3000, 2000)), ((3000, 2000), (9000, 2000))], "", id="on it and off it"),
        param([((5000, 5000), (3000, 5000))], "", id="towards it"),
        param([], "road", id="nowhere"),
    ],
)
def test_who_keeps_to_a_road(ways: Any, kind: str) -> None:
    state = battle(foot("A"), ground=(road("road", (30, 0), (30, 50)), road("track", (30, 50), (30, 100))))
    assert along_road(state, ways) == kind
    assert along_road(battle(foot("A")), ways) == ""


@pytest.mark.parametrize(
    ("unit", "found", "road_", "cited"),
    [
        param(foot("A"), Met(frozenset(), 0, ""), "", "", id="nothing"),
        param(foot("A"), Met(frozenset({"wood"}), 0, ""), "", "", id="foot in a wood"),
        param(horse("A"), Met(frozenset({"wood"}), 0, ""), "", "30", id="horse in a wood"),
        param(horse("A"), Met(frozenset({"wood"}), 0, ""), "road", "", id="horse on a road through it"),
        param(horse("A"), Met(frozenset({"wood", "ford"}), 0, ""), "road", "30", id="a ford on that road"),
        param(foot("A"), Met(frozenset({"stream"}), 0, ""), "road", "S2", id="no road leads through water"),
        param(wagons("A"), Met(frozenset({"light_wood"}), 0, ""), "", "S3", id="wagons in a light wood"),
        param(wagons("A"), Met(frozenset({"rocks"}), 0, ""), "", "S3", id="wagons in rocks"),
        param(wagons("A"), Met(frozenset({"crops"}), 0, ""), "", "", id="wagons in crops"),
        param(wagons("A"), Met(frozenset({"stream"}), 0, ""), "", "S2", id="wagons in a stream"),
        param(wagons("A"), Met(frozenset(), 200, ""), "", "S3", id="wagons over a wall"),
        param(wagons("A"), Met(frozenset(), 200, ""), "road", "", id="through its gate"),
        param(foot("A"), Met(frozenset(), 600, ""), "", "", id="a wall of 6"),
        param(foot("A"), Met(frozenset(), 601, ""), "", "33", id="a higher wall"),
        param(wagons("A"), Met(frozenset(), 601, ""), "road", "33", id="wagons before a higher wall"),
        param(foot("A"), Met(frozenset(), 0, "farm"), "", "G2", id="foot before a house"),
        param(horse("A"), Met(frozenset(), 0, "farm"), "", "34", id="horse before a house"),
    ],
)
@rule("30", "33", "34", "S2", "S3", "P2", "G2")
def test_what_bars_the_way(unit: Unit, found: Met, road_: str, cited: str) -> None:
    state = battle(unit)
    refused = barred(state, state.units[0], found, road=road_)
    assert (refused.cite if refused else "") == cited


@rule("C4a", "30")
@pytest.mark.parametrize(
    ("mounted", "attached", "cited"), [(True, 0, "30"), (False, 0, ""), (True, None, "")]
)
def test_a_mounted_leader_bars_woods_to_his_unit(mounted: bool, attached: int | None, cited: str) -> None:
    state = battle(foot("A"), leader("L", mounted=mounted, attached=attached, at=(60, 60)))
    refused = barred(state, state.units[0], Met(frozenset({"wood"}), 0, ""))
    assert (refused.cite if refused else "") == cited


# --- sight -------------------------------------------------------------------------------------------------


def clear(*ground: Any, **more: Any) -> bool:
    units = foot("A", count=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, 50)), *more.get("others", ())
    state = battle(*units, ground=ground)
    return sees(state, state.units[0], state.units[1]).clear


@rule("L2", "L2a")
@pytest.mark.parametrize(
    ("kind", "deep"),
    [("light_wood", 6), ("wood", 4), ("heavy_wood", 2), ("ridden_wood", 4), ("ridden_heavy_wood", 2)],
)
def test_how_much_wood_one_sees_through(kind: str, deep: float) -> None:
    assert clear(area(kind, 20, 36, 40, 36 + deep))
    assert not clear(area(kind, 20, 36, 40, 36.01 + deep))
    half = deep / 2
    assert clear(area(kind, 20, 32, 40, 32 + half), area(kind, 20, 40, 40, 40 + half)), "in all"
    assert not clear(area(kind, 20, 32, 40, 32 + half), area(kind, 20, 40, 40, 40.01 + half))
    assert clear(area(kind, 30.01, 32, 40, 48)), "beside the line"


@rule("L2")
@pytest.mark.parametrize(
    ("y", "height", "seen"),
    [(32, 6, True), (32.01, 6, False), (47.99, 6, False), (48, 6, True), (40, 5.99, True), (40, 6, False)],
)
def test_high_walls_hide_but_those_who_line_them(y: float, height: float, seen: bool) -> None:
    assert clear(wall(height, (20, y), (40, y))) is seen
    assert clear(wall(height, (31, y), (40, y))), "beside the line"


@rule("L2", "B10")
def test_hills_hide_what_lies_behind_them() -> None:
    assert not clear(area("hill", 20, 36, 40, 42))
    assert clear(area("hill", 20, 36, 40, 55)), "who stands on it is seen"
    low, high = area("hill", 20, 20, 40, 33), area("hill", 20, 36, 40, 42, "high", level=2)
    assert not clear(low, high), "a higher one"
    assert clear(low, area("hill", 20, 36, 40, 42)), "over one as low as his own"


@rule("L2b", "B10")
def test_units_are_looked_over_from_above_only() -> None:
    third = foot("C", count=1, at=(30, 40))
    assert not clear(others=(third,))
    assert clear(area("hill", 20, 20, 40, 33), others=(third,))
    assert clear(area("hill", 20, 48, 40, 60), others=(third,)), "or up to a hill"
    assert not clear(area("hill", 20, 20, 40, 60), others=(third,)), "not on the same level"
    assert not clear(area("hill", 60, 20, 80, 60), others=(third,))
    assert clear(others=(foot("C", count=1, at=(31.01, 40)),)), "beside the line"
    assert not clear(others=(foot("C", count=1, at=(30.9, 40)),))
    assert clear(others=(leader("C", at=(30, 40)),))


# --- guns and arrivals -------------------------------------------------------------------------------------


@rule("X1", "B2")
def test_where_a_crew_stands() -> None:
    assert STATIONS == ((-250, -150), (250, -150), (-250, 50), (250, 50), (0, -350), (-350, -350))
    crew = gun("G", crew=7, at=(30, 30))
    places = [
        (2750, 2850),
        (3250, 2850),
        (2750, 3050),
        (3250, 3050),
        (3000, 2650),
        (2650, 2650),
        (2750, 2850),
    ]
    assert list(stations(crew, 3000, 3000, 0)) == places
    turned = placed_gun(crew, 3000, 3000, 3600 + 900)
    assert turned.facing == 900
    assert (turned.figures[0].x, turned.figures[0].y) == (2850, 3250)
    ways = rolled(crew, placed_gun(crew, 3000, 3500, 0))
    assert ways[0] == ((3000, 3000), (3000, 3500))
    assert ways[1] == ((2750, 2850), (2750, 3350))
    assert len(ways) == 8


def arriving(unit: Unit, edge: Any, *more: Unit, **ground: Any) -> State:
    """A unit that is due at an edge."""
    late = replace(unit, where=Where.LATER)
    return battle(late, *more, arrivals=(Arrival(unit.side, (unit.key,), 1, edge),), **ground)


@pytest.mark.parametrize(
    ("edge", "facing", "front"),
    [
        (((2000, 0), (8000, 0)), 0, (3000, 300)),
        (((2000, 12000), (8000, 12000)), 1800, (3000, 11700)),
        (((0, 2000), (0, 8000)), 900, (300, 3000)),
        (((12000, 2000), (12000, 8000)), 2700, (11700, 3000)),
    ],
)
@rule("T8")
def test_late_units_touch_their_edge_and_face_inward(edge: Any, facing: int, front: tuple[int, int]) -> None:
    state = arriving(foot("C", count=8, files=4, formed=True), edge)
    found = standing_at(state, state.units[0], 1000)
    assert found is not None
    assert (found.facing, front_middle(found), found.where, found.files, found.pitch) == (
        facing,
        front,
        Where.TABLE,
        4,
        200,
    )
    loose = arriving(light("C", count=3, files=1), edge)
    there = standing_at(loose, loose.units[0], 1000)
    assert there is not None
    assert (there.files, there.pitch, there.formed) == (2, 300, False)
    piece = arriving(gun("C"), edge)
    rolled_on = standing_at(piece, piece.units[0], 1000)
    assert rolled_on is not None
    assert rolled_on.gun is not None
    assert (rolled_on.gun.x, rolled_on.gun.y) == ahead(
        *((edge[0][0] + 1000, edge[0][1]) if edge[0][1] == edge[1][1] else (edge[0][0], edge[0][1] + 1000)),
        facing,
        600,
    )
    assert rolled_on.facing == facing


@rule("T8", "B8")
def test_where_late_units_find_room() -> None:
    edge = ((2000, 0), (3000, 0))
    alone = arriving(foot("C", count=1), edge)
    assert entries(alone, alone.units[0]) == (0, 200, 400, 600, 800, 1000)
    friend = arriving(foot("C", count=1), edge, foot("F", count=1, at=(25, 1)))
    assert entries(friend, friend.units[0]) == (0, 200, 800, 1000), "touching a friend"
    enemy = arriving(foot("C", count=1), edge, foot("E", side=1, count=1, at=(25, 1)))
    assert entries(enemy, enemy.units[0]) == (0, 200, 800, 1000)
    closer = arriving(foot("C", count=1), edge, foot("E", side=1, count=1, at=(24.5, 1)))
    assert entries(closer, closer.units[0]) == (0, 800, 1000), "1 from an enemy"
    water = arriving(foot("C", count=1), edge, ground=(area("stream", 24, 0, 26, 5),))
    assert entries(water, water.units[0]) == (0, 200, 800, 1000)
    nobody = battle(foot("C", where=Where.LATER))
    assert entries(nobody, nobody.units[0]) == ()


@rule("T8", "O3")
@pytest.mark.parametrize(("kind", "formed"), [("light_wood", False), ("crops", True)])
def test_late_units_keep_their_ranks_where_they_can(kind: str, formed: bool) -> None:
    edge = ((2000, 0), (8000, 0))
    state = arriving(foot("C", count=8, files=4, formed=True), edge, ground=(area(kind, 20, 0, 90, 20),))
    found = standing_at(state, state.units[0], 1000)
    assert found is not None
    assert found.formed is formed
    assert centre(found)[0] == 3000
