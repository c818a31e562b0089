"""Front arcs and lines of sight: what a unit sees, and what hides it. [VF 13, 57–60, 165, 174, 175, B2, B12–B14, B40, B56, B57, B60, B74]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import stand
from grognard.books.valour_and_fortitude.facts.fighting import outflanked
from grognard.books.valour_and_fortitude.facts.shooting import enfiladed, half_see
from grognard.books.valour_and_fortitude.facts.sight import height, in_front_arc, lines, seen_by, visible
from grognard.books.valour_and_fortitude.sheet.overlays import OVERLAYS
from grognard.books.valour_and_fortitude.state import State, Terrain, Unit
from grognard.geometry.shapes import contains
from tests.books.valour_and_fortitude.drill import (
    area,
    both,
    find,
    foot,
    ground,
    gun,
    horse,
    lead,
    scene,
    square,
    unit,
)
from tests.rules import rule

param = pytest.param


def sees(state: State, viewer: str = "A", target: str = "b") -> bool:
    """Whether a unit sees another."""
    return visible(state, find(state, viewer), find(state, target))


def small(key: str, front: tuple[float, float], facing: float = 0, **more: Any) -> Unit:
    """Two figures abreast: 1.6 wide, 0.8 deep."""
    return unit(key, figures=2, files=2, front=front, facing=facing, **more)


# ---- front arcs


@pytest.mark.parametrize(
    ("x", "y", "yes"),
    [
        # The viewer's front corners are at 29.2 and 30.8, 20; the target's nearest corner is named.
        param(40.8, 30, False, id="a corner on the ray itself"),
        param(40.79, 30, True, id="a hundredth inside"),
        param(30.8, 20, False, id="touching the corner, flush with the front edge"),
        param(31.8, 20, False, id="level with the front edge"),
        param(31.8, 20.99, False, id="under the ray"),
        param(31.8, 21.01, True, id="over the ray"),
    ],
)
@rule("13", "58", "B2")
def test_the_front_arc_goes_45_degrees_outward_from_the_front_corners(x: float, y: float, yes: bool) -> None:
    # The target lies to the right of its nearest corner and below its line, with its upper left corner there.
    target = small("b", front=(x + 0.8, y), facing=0)
    state = scene(small("A", front=(30, 20)), target)
    assert in_front_arc(state, find(state, "A"), find(state, "b")) is yes


@rule("13", "B2")
def test_what_lies_behind_the_front_is_in_no_arc() -> None:
    state = scene(small("A", front=(30, 20)), small("b", front=(30, 10)))
    assert not in_front_arc(state, *state.units)
    assert in_front_arc(state, *reversed(state.units))


@rule("B2")
def test_the_angle_is_a_switch() -> None:
    pair = small("A", front=(30, 20)), small("b", front=(40, 21.5))
    assert not sees(scene(*pair))
    assert sees(scene(*pair, options={"front_arc_half_angle": 890}))


@rule("13", "B2")
def test_a_units_arc_is_that_of_its_front_rank_together() -> None:
    # Ahead of the right-hand figures only: some see, the unit does; the rear rank does not look.
    wide = unit("A", figures=24, files=12, front=(30, 20))
    state = scene(wide, small("b", front=(37, 22), facing=180))
    assert 0 < seen_by(state, *both(state)) < 12
    assert sees(state)
    deep = unit("A", figures=24, files=3, front=(30, 20))
    beside = scene(deep, small("b", front=(36, 18), facing=270))
    assert not sees(beside)


@rule("13", "B40")
def test_any_part_in_any_figures_arc_counts_whatever_stands_between() -> None:
    screen = unit("c", figures=24, files=12, front=(30, 24), facing=180)
    state = scene(
        unit("A", figures=6, files=6, front=(30, 20)), small("b", front=(30, 30), facing=180), screen
    )
    assert in_front_arc(state, find(state, "A"), find(state, "b"))
    assert not sees(state)


@rule("13", "B60")
def test_a_squares_front_rank_looks_out_on_four_sides() -> None:
    body = unit("A", foot, square, figures=24, files=6, at=(30, 20))
    facings = sorted(figure.facing for figure in stand(body).front)
    assert facings == [0] * 6 + [900] * 2 + [1800] * 6 + [2700] * 2
    around = [(30, 30), (40, 20), (30, 10), (20, 20)]
    for place in around:
        state = scene(body, unit("b", figures=6, files=3, at=place))
        assert sees(state)
        # One side sees it: fewer than half, so it is obscured and lends no fire support.
        assert not half_see(state, find(state, "A"), find(state, "b"))
        assert not enfiladed(state, find(state, "A"), find(state, "b"))


# ---- other units in the way


@pytest.mark.parametrize(
    ("gap", "yes"),
    [
        param(1.0, False, marks=rule("60", "B73"), id="exactly an inch blocks"),
        param(1.01, True, marks=rule("60"), id="a hundredth more does not"),
    ],
)
@pytest.mark.parametrize("key", ["C", "c"])
def test_a_line_keeps_more_than_an_inch_from_other_units(gap: float, yes: bool, key: str) -> None:
    # One figure looks north at one figure, between two others.
    eye, aim = (
        unit("A", figures=1, files=1, front=(30, 20)),
        unit("b", figures=1, files=1, front=(30, 30), facing=180),
    )
    # On both sides, so that no slanting line gets through.
    right = unit(key, figures=1, files=1, at=(30 + gap + 0.4, 25))
    left = unit("D", figures=1, files=1, at=(30 - gap - 0.4, 25))
    assert sees(scene(eye, aim, right, left)) is yes


@rule("60", "31", "B81")
def test_leaders_block_no_line() -> None:
    state = scene(unit("A", figures=6, files=6, front=(30, 20)), small("b", front=(30, 30), facing=180))
    for x in (28, 29, 30, 31, 32):
        state = lead(state, "General", at=(x, 25))
        assert sees(state)


@rule("B12")
def test_own_ranks_own_limber_and_the_target_itself_never_block() -> None:
    column = unit("A", figures=24, files=3, front=(30, 20))
    deep = unit("b", figures=24, files=3, front=(30, 30), facing=180)
    assert seen_by(scene(column, deep), column_in(column, deep), find(scene(column, deep), "b")) == 3
    # A limber stood in front of the muzzle hides nothing.
    piece = unit("A", gun, front=(30, 20), spread=(0, -370, 0))
    assert sees(scene(piece, unit("b", front=(30, 40), facing=180)))


def column_in(*units: Unit) -> Unit:
    """The first unit as a scene numbers it."""
    return scene(*units).units[0]


@rule("B12", "57")
def test_sight_runs_from_the_middle_of_the_front_edge_of_each_figure() -> None:
    state = scene(unit("A", figures=4, files=4, front=(30, 20)), unit("b", front=(30, 30), facing=180))
    starts = [line.start for line in lines(state, *both(state))]
    assert starts == [(2880, 2000), (2960, 2000), (3040, 2000), (3120, 2000)]


@pytest.mark.parametrize(
    ("width", "yes"),
    [param(2.2, True, id="just wide enough"), param(1.9, False, id="too narrow")],
)
@rule("57", "60", "B12")
def test_a_narrow_gap_between_two_units_is_found(width: float, yes: bool) -> None:
    """A lane more than 2 wide leaves a line that keeps more than 1 from both; nobody has to hit it by chance."""
    viewer = unit("A", figures=1, files=1, front=(30, 10))
    target = unit("b", figures=24, files=12, front=(30.7, 40), facing=180)
    middle = 31.05  # about straight ahead of nobody in particular
    left = unit("c", figures=12, files=6, at=(middle - width / 2 - 2.4, 25))
    right = unit("d", figures=12, files=6, at=(middle + width / 2 + 2.4, 25))
    assert sees(scene(viewer, target, left, right)) is yes


# ---- walls and woods


WALL = ground("high_wall", (20, 25), (40, 25))


@pytest.mark.parametrize(
    ("kind", "yes"),
    [
        ("high_wall", False),
        ("high_fence", False),
        ("high_hedge", False),
        ("low_wall", True),
        ("low_hedge", True),
        ("low_fence", True),
        ("stream", True),
    ],
)
@rule("59", "154", "165")
def test_high_walls_hide_and_low_ones_do_not(kind: str, yes: bool) -> None:
    wall = ground(kind, (20, 25), (40, 25))
    pair = small("A", front=(30, 20)), small("b", front=(30, 30), facing=180)
    assert sees(scene(*pair, terrain=(wall,))) is yes
    aside = ground(kind, (40, 25), (60, 25))
    assert sees(scene(*pair, terrain=(aside,)))


@rule("165", "B74")
def test_a_figure_touching_the_wall_sees_and_is_seen_over_it() -> None:
    lining = small("A", front=(30, 25))
    beyond = small("b", front=(30, 35), facing=180)
    state = scene(lining, beyond, terrain=(WALL,))
    assert sees(state, "A", "b")
    assert sees(state, "b", "A")


@rule("165")
def test_only_the_figures_that_touch_the_wall_are_seen_over_it() -> None:
    """A unit with one end at the wall shows that end, not all of it."""
    wall = ground("high_wall", (20, 25), (31, 25))
    # Ten in file, its last figure against the wall's far side; the viewer sees that far end of the column only.
    target = unit("b", figures=10, files=1, at=(30, 29), facing=0)
    state = scene(small("A", front=(30, 15)), target, terrain=(wall,))
    clear = [line for line in lines(state, *both(state)) if line.clear]
    assert clear
    assert all(line.end[1] <= 2580 for line in clear)
    away = unit("b", figures=10, files=1, at=(30, 29.5), facing=0)
    assert not sees(scene(small("A", front=(30, 15)), away, terrain=(wall,)))


@pytest.mark.parametrize("kind", ["wood", "building"])
@rule("59", "165", "168")
def test_woods_and_buildings_hide_what_is_beyond(kind: str) -> None:
    state = scene(
        small("A", front=(30, 10)),
        small("b", front=(30, 40), facing=180),
        terrain=(area(kind, 25, 20, 35, 30),),
    )
    assert not sees(state)
    beside = scene(
        small("A", front=(30, 10)),
        small("b", front=(30, 40), facing=180),
        terrain=(area(kind, 35, 20, 45, 30),),
    )
    assert sees(beside)


@rule("B74", "165")
def test_nobody_sees_through_a_wood_he_touches_unless_the_switch_says_so() -> None:
    wood = area("wood", 25, 20, 35, 30)
    pair = small("A", front=(30, 20)), small("b", front=(30, 34), facing=180)
    assert not sees(scene(*pair, terrain=(wood,)))
    assert sees(scene(*pair, terrain=(wood,), options={"see_through_touched_feature": True}))
    # Neither touches: the switch opens nothing.
    apart = small("A", front=(30, 19)), small("b", front=(30, 34), facing=180)
    assert not sees(scene(*apart, terrain=(wood,), options={"see_through_touched_feature": True}))


@rule("165", "B74")
def test_a_unit_touching_the_near_side_of_a_wood_is_in_plain_view() -> None:
    wood = area("wood", 25, 20, 35, 30)
    state = scene(small("A", front=(30, 10)), small("b", front=(30, 19.2), facing=180), terrain=(wood,))
    assert sees(state)
    assert sees(state, "b", "A")


# ---- those inside


@rule("174", "175")
def test_sight_to_and_from_those_inside_is_the_features() -> None:
    house = area("building", 25, 20, 35, 30)
    # Its figures would stand far off: they do not count.
    state = scene(
        small("A", front=(60, 5), inside="building"), small("b", front=(30, 40), facing=180), terrain=(house,)
    )
    assert sees(state, "A", "b")
    assert sees(state, "b", "A")


@pytest.mark.parametrize(("x", "y"), [(30, 40), (45, 25), (30, 10), (15, 25)])
@rule("175", "B57")
def test_occupants_look_all_round_and_are_never_enfiladed_obscured_or_outflanked(x: float, y: float) -> None:
    house = area("building", 25, 20, 35, 30)
    outside = unit("b", figures=6, files=3, at=(x, y), facing=0)
    state = scene(unit("A", inside="building"), outside, terrain=(house,))
    ours, theirs = state.units
    assert visible(state, ours, theirs)
    assert half_see(state, ours, theirs)
    assert not enfiladed(state, ours, theirs)
    assert not outflanked(state, ours, theirs)


@rule("174")
def test_an_occupant_sees_past_a_screen_from_another_part_of_its_feature() -> None:
    house = area("building", 20, 20, 40, 24)
    target = small("b", front=(22, 40), facing=180)
    screen = unit("c", figures=6, files=3, at=(22, 30))
    state = scene(unit("A", inside="building"), target, screen, terrain=(house,))
    assert sees(state)
    walls = [unit(k, figures=6, files=6, at=(x, 36)) for k, x in (("c", 18), ("d", 23), ("e", 28))]
    assert not sees(scene(unit("A", inside="building"), target, *walls, terrain=(house,)))


@rule("174", "168")
def test_a_second_feature_between_hides_the_first() -> None:
    near, far = area("wood", 25, 20, 35, 24, name="near"), area("wood", 25, 30, 35, 34, name="far")
    state = scene(small("A", front=(30, 10)), unit("b", inside="far"), terrain=(near, far))
    assert not sees(state)
    assert sees(scene(small("A", front=(30, 10)), unit("b", inside="near"), terrain=(near, far)))


# ---- hills


def hill(*crest: tuple[float, float], contours: tuple[Any, ...] = ()) -> Terrain:
    """A hill 20 wide and 10 deep."""
    return area("hill", 20, 20, 40, 30, crest=crest, contours=contours)


CREST = (20, 25), (40, 25)
HIGH = ((24, 22), (36, 22), (36, 28), (24, 28))


@pytest.mark.parametrize(
    ("viewer", "target", "yes"),
    [
        param((30, 10), (30, 40), False, id="from plain to plain across it"),
        param((30, 10), (30, 22), True, id="up the near slope"),
        param((30, 10), (30, 28), False, id="to the reverse slope"),
        param((30, 23), (30, 28), False, id="from slope to reverse slope"),
        param((30, 20), (30, 40), False, id="from its foot across it"),
        param((30, 25), (30, 40), True, id="down from the crest"),
        param((30, 26), (30, 40), True, id="down the far slope"),
        param((50, 10), (50, 40), True, id="past it"),
    ],
)
@rule("155", "165", "59", "B56")
def test_a_crest_hides_the_reverse_slope_and_a_hill_what_is_beyond(
    viewer: tuple[float, float], target: tuple[float, float], yes: bool
) -> None:
    state = scene(small("A", front=viewer), small("b", front=target, facing=180), terrain=(hill(*CREST),))
    assert sees(state) is yes


@rule("B56", "155")
def test_without_a_crest_a_hill_hides_only_between_two_points_off_it() -> None:
    off = small("A", front=(30, 10)), small("b", front=(30, 40), facing=180)
    assert not sees(scene(*off, terrain=(hill(),)))
    on = small("A", front=(30, 10)), small("b", front=(30, 29), facing=180)
    assert sees(scene(*on, terrain=(hill(),)))


@rule("165", "B74")
def test_only_the_part_of_a_unit_that_is_on_the_hill_is_seen_across_it() -> None:
    """A column that begins on the far slope of a crestless hill is seen there, not where it stands behind it."""
    target = unit("b", figures=12, files=1, at=(30, 33), facing=0)
    state = scene(small("A", front=(30, 10)), target, terrain=(hill(),))
    clear = [line for line in lines(state, *both(state)) if line.clear]
    assert clear
    assert all(line.end[1] <= 3080 for line in clear)  # a base touching the hill's foot at most


@pytest.mark.parametrize(
    ("y", "level"),
    [(10, 0), (20.5, 1), (25, 2), (31.5, 0), (30.4, 1)],
    ids=["plain", "slope", "top", "off", "foot"],
)
@rule("B56")
def test_height_is_the_highest_contour_any_figure_stands_on(y: float, level: int) -> None:
    state = scene(small("A", front=(30, y)), terrain=(hill(*CREST, contours=(HIGH,)),))
    assert height(state, find(state, "A")) == level


# ---- enfilade


@rule("B13")
def test_enfilade_asks_for_full_visibility_blocking_included() -> None:
    target = unit("b", front=(30, 30), facing=180)
    attacker = unit("A", front=(30, 20))
    assert not enfiladed(scene(attacker, target), *_pair(scene(attacker, target)))
    screen = unit("C", figures=40, files=20, front=(30, 26))
    state = scene(attacker, target, screen)
    assert enfiladed(state, *_pair(state))


def _pair(state: State) -> tuple[Unit, Unit]:
    return find(state, "b"), find(state, "A")


@pytest.mark.parametrize(
    ("south", "yes"),
    [
        param(20.2, True, id="wholly behind the front line"),
        param(20, True, id="flush with it"),
        param(19.9, False, id="sticking out"),
    ],
)
@rule("B14", "B2")
def test_on_the_flank_whoever_sticks_out_past_the_front_is_seen(south: float, yes: bool) -> None:
    # The target's front is the line y 20, facing south; the rider, 1 wide, stands against its east flank at x 34.8.
    target = unit("b", figures=24, files=12, front=(30, 20), facing=180)
    rider = unit("A", horse, figures=1, files=1, front=(34.8, south + 0.5), facing=270)
    state = scene(rider, target)
    assert enfiladed(state, *_pair(state)) is yes


@rule("174", "2")
def test_the_range_drawn_for_an_occupant_is_its_features_all_round() -> None:
    house = area("building", 25, 20, 35, 30)
    state = scene(unit("A", inside="building", at=(60, 5)), terrain=(house,))
    (drawn,) = OVERLAYS["range"](state, find(state, "A")).shapes
    for spot, inside in (
        ((3000, 4199), True),
        ((3000, 4201), False),
        ((1301, 2500), True),
        ((6000, 500), False),
    ):
        assert contains(drawn.poly, spot) is inside
