"""What the program reckons by short cuts, reckoned again the long way. [70, 71, 83–86, B20, B42]"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from grognard.books.valour_and_fortitude.facts import strides, withdrawing
from grognard.books.valour_and_fortitude.facts.bodies import Shape, Stand, stand_at
from grognard.books.valour_and_fortitude.facts.ground import land_of, off_table
from grognard.books.valour_and_fortitude.facts.judging import KEEP, why_not_that_way
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.facts.sight import shapes_in_arc
from grognard.books.valour_and_fortitude.facts.strides import March, Stride, figure_places, successors
from grognard.books.valour_and_fortitude.state import Unit
from grognard.books.valour_and_fortitude.words import Deed
from grognard.geometry.angles import ahead, offset, turn_between
from grognard.geometry.contact import TOUCH
from grognard.geometry.gaps import length
from grognard.geometry.points import Poly, Pose, shifted
from grognard.tabletop.bodies import any_nearer, any_overlap
from grognard.tabletop.slides import clear_from
from tests.books.valour_and_fortitude.crowds import contact
from tests.books.valour_and_fortitude.drill import (
    area,
    close,
    foot,
    ground,
    gun,
    horse,
    lead,
    leader,
    limbered,
    marcher,
    open_order,
    reform,
    scene,
    unit,
    unlimbered,
    worked,
)
from tests.rules import rule

param = pytest.param

# --- the length of a way ------------------------------------------------------------------------------------------------

SHAPES = (
    Shape(foot, 24, 12, close),
    Shape(foot, 24, 6, close),
    Shape(foot, 16, 4, close),
    Shape(foot, 23, 6, close),
    Shape(foot, 12, 6, open_order, (50,)),
    Shape(horse, 9, 5, close),
    Shape(horse, 10, 5, close),
    Shape(gun, 1, 1, limbered),
    Shape(gun, 1, 1, unlimbered),
)


def _turned(shape: Shape, turn: int) -> int:
    """The quarter turns on the spot that leave the figures least to turn on their way."""
    square = shape.arm is foot and shape.files**2 == shape.figures
    every = (0,) if shape.arm is gun else (0, 1, 2, 3) if square else (0, 2)
    return min(every, key=lambda quarter: abs(turn_between(900 * quarter, turn)))


def _walks(start: Stand, poses: list[Pose]) -> list[list[int]]:
    """How far each figure goes on each leg, figure by figure."""
    at, who = start, list(range(len(figure_places(start))))
    walks: list[list[int]] = [[] for _ in who]
    for pose in poses:
        turned = _turned(at.shape, turn_between(at.facing, pose.facing))
        after = successors(at.shape, turned)
        end = stand_at(at.shape, *pose)
        places, ends = figure_places(at), figure_places(end)
        for number, here in enumerate(who):
            walks[number].append(length(places[here], ends[after[here]]))
        who = [after[here] for here in who]
        at = end
    return walks


def _poses(rng: random.Random, count: int) -> list[Pose]:
    return [
        Pose(
            3000 + rng.randint(-900, 900),
            2000 + rng.randint(-900, 900),
            rng.choice((0, 0, 30, 3300, 890, 910, 1800, 2100, 2700, rng.randint(0, 3599))),
        )
        for _ in range(count)
    ]


@rule("70", "71")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_no_figure_goes_farther_than_the_longest_way_says(shape: Shape) -> None:
    """The corners alone tell how far a body goes at least; leg by leg where figures take the places of others."""
    rng = random.Random(str(shape))
    for number in range(60):
        start = stand_at(shape, 3000, 2000, rng.choice((0, 100, 1800, 2690)))
        poses = _poses(rng, 1 + number % 3)
        walks = _walks(start, poses)
        stands = [start, *(stand_at(shape, *pose) for pose in poses)]
        quarters = [_turned(shape, turn_between(a.facing, b.facing)) for a, b in pairwise(stands)]
        legs = [Stride(a, b, False, turned) for (a, b), turned in zip(pairwise(stands), quarters)]
        assert [
            strides.quarters(shape, turn_between(a.facing, b.facing)) for a, b in pairwise(stands)
        ] == quarters
        judge = marcher(scene(unit("A", files=6, at=(30, 20))), "A")
        cost, steps = strides.cost_of(judge.state, judge.unit, legs)
        assert cost == max(map(sum, walks))
        assert [step.cost for step in steps] == [max(leg) for leg in zip(*walks)]
        assert strides.inches_gone(March(stands[-1], tuple(legs), cost)) == cost / 100
        least = strides.least_cost(start, poses)
        if any(quarters) and len(poses) > 1:
            assert max(max(walk) for walk in walks) <= least <= cost
        else:
            assert least == cost
        if len(poses) == 1:
            assert strides.straight_length(start, poses[0]) == cost


@rule("70", "71")
def test_a_gun_that_goes_round_a_corner_pays_for_both_legs() -> None:
    start = stand_at(Shape(gun, 1, 1, limbered), 3000, 2000, 0)
    assert strides.least_cost(start, [Pose(3000, 2500, 0), Pose(3400, 2500, 0)]) == 900
    # Of a block that turns about on the way, the dearer leg is all the corners tell.
    block = stand_at(Shape(foot, 16, 4, close), 3000, 2000, 0)
    assert strides.least_cost(block, [Pose(3000, 2500, 1800), Pose(3400, 2500, 1800)]) == 500
    assert strides.least_cost(block, [Pose(3000, 2500, 1800), Pose(3000, 2500, 0)]) == 500
    assert strides.least_cost(block, [Pose(3000, 2500, 0), Pose(3400, 2500, 0)]) == 900


@rule("70", "71")
@pytest.mark.parametrize(
    ("shape", "facings", "mixed"),
    [
        param(Shape(foot, 16, 4, close), (0, 30, 3590), False, id="hardly turned"),
        param(Shape(foot, 16, 4, close), (900,), True, id="a quarter to the right"),
        param(Shape(foot, 16, 4, close), (2700,), True, id="to the left"),
        param(Shape(foot, 16, 4, close), (1800,), True, id="about"),
        param(Shape(foot, 16, 4, close), (0, 1800, 1800), True, id="about, and on as they are"),
        param(Shape(foot, 24, 12, close), (800,), False, id="a line wheels"),
        param(Shape(gun, 1, 1, limbered), (1800,), False, id="gun and limber keep their places"),
    ],
)
def test_whether_figures_take_the_places_of_others(
    shape: Shape, facings: tuple[int, ...], mixed: bool
) -> None:
    """If they do, the ways of the corners leg by leg are not those of single figures."""
    start = stand_at(shape, 3000, 2000, 0)
    poses = [Pose(3000 + 100 * at, 2300, facing) for at, facing in enumerate(facings)]
    legs, found = strides._corner_legs(start, poses)
    assert found is mixed
    assert len(legs) == len(poses)
    for leg, walks in zip(legs, zip(*_walks(start, poses))):
        assert max(length(*way) for way in leg) == max(walks)
        assert {length(*way) for way in leg} <= set(walks)


@rule("70", "76", "163")
@pytest.mark.parametrize(
    ("far", "files", "limit", "cost"),
    [
        param(12, 6, 1200, 1200, id="exactly as far as may be"),
        param(12.01, 6, 1200, None, id="too far by a hair"),
        param(14, 3, 1200, 700, id="on a road for half"),
        param(24, 3, 1200, 1200, id="twice as far"),
        param(24.02, 3, 1200, None, id="and no farther"),
        param(14, 6, 1200, None, id="roads serve march columns alone"),
    ],
)
def test_what_is_reached_whoever_stands_around(far: float, files: int, limit: int, cost: int | None) -> None:
    road = area("road", 28, 0, 32, 48)
    state = scene(unit("A", files=files, at=(30, 8)), unit("z", at=(60, 44)), terrain=(road,))
    (stride,) = worked(state, "A", ("glide", 3000, 800 + round(100 * far), 0)).strides
    assert strides.reached_for(state, stride, False, limit) == cost


@rule("70", "80")
def test_who_only_reforms_goes_nowhere() -> None:
    state = scene(unit("A", files=6, at=(30, 10)), unit("z", at=(60, 44)))
    assert strides.inches_gone(worked(state, "A", reform(close, 12))) == 0
    assert strides.inches_gone(worked(state, "A", reform(close, 12), "forward 2")) == 2


@rule("76", "160")
@pytest.mark.parametrize(
    ("half", "most", "dear"),
    [
        param(900, 1400, False, id="over the wall for four inches more"),
        param(900, 1399, True, id="too dear over it, and round it too"),
        param(300, 1168, False, id="but not round a short one"),
        param(300, 1167, True, id="unless that is too far by a hair"),
    ],
)
def test_a_wall_makes_a_way_too_dear_over_it_and_round_both_its_ends(
    half: int, most: int, dear: bool
) -> None:
    """Ten inches across a wall so far to both sides: 14 over it, and 2 times 5.84 round the end of a short one."""
    wide = half / 100
    state = scene(unit("A", at=(30, 20)), terrain=(ground("low_wall", (20 - wide, 15), (20 + wide, 15)),))
    (wall,) = land_of(state).barriers
    assert strides._dear_past(wall, ((2000, 1000), (2000, 2000)), most) is dear
    assert not strides._dear_past(wall, ((4000, 1000), (4000, 2000)), most)  # it is not in his way


@rule("76", "160")
@pytest.mark.parametrize(("limit", "off"), [(998, False), (997, True)])
def test_a_way_is_too_long_by_more_than_its_legs_are_rounded(limit: int, off: bool) -> None:
    wall = ground("low_wall", (29, 15), (29, 15.5))
    start, end = (stand_at(Shape(foot, 24, 6, close), 3000, y, 0) for y in (1000, 2000))
    assert strides.walled_off(scene(unit("A", at=(60, 40)), terrain=(wall,)), start, end, limit) is off


@rule("79")
@pytest.mark.parametrize(
    ("at", "inside", "over"),
    [
        param((30, 24), False, True, id="in its way"),
        param((30, 24), True, False, id="in the house there"),
        param((30, 27.1), False, True, id="where it ends"),
        param((36, 24), False, False, id="beside its way"),
        param((27.75, 18.8), False, False, id="in the gap of its last rank"),
        param((28.4, 19), False, True, id="a little nearer"),
    ],
)
def test_leaders_that_a_move_passes_over(at: tuple[float, float], inside: bool, over: bool) -> None:
    """Eight figures, five before three; the house is the first piece of ground."""
    state = scene(
        unit("A", figures=8, files=5, at=(30, 20)),
        unit("z", at=(66, 44)),
        terrain=(area("building", 29, 23, 31, 25, "house"),),
        leaders={"i": at},
    )
    state = lead(state, "i", inside="house") if inside else state
    march = worked(state, "A", "forward 6")
    found = strides.enemy_leaders_under(state, state.units[0], march)
    assert (leader(state, "i").id in found) is over


# --- slides ---------------------------------------------------------------------------------------------------------------


def _retreats(*seeds: int) -> list[Marcher]:
    """Units in contact with others around them, about to retreat."""
    states = [contact(seed) for seed in seeds]
    return [Marcher(state, state.units[0], Deed.RETREAT) for state in states if state is not None]


def _along(at: Stand, bearing: int, far: int) -> tuple[Poly, ...]:
    return tuple(shifted(rim, *offset(bearing, far)) for rim in at.rims)


@rule("73", "77", "83", "84", "164")
@pytest.mark.parametrize("seeds", [range(500, 510), range(510, 520), range(520, 530)], ids=str)
def test_a_slide_is_open_up_to_the_first_bar_and_no_farther(seeds: range) -> None:
    for judge in _retreats(*seeds):
        at, bars = judge.start, withdrawing._bars(judge)
        others = [
            poly
            for poly, foe in zip(judge.setting.enemies, judge.setting.enemy_units)
            if foe.id not in judge.close_ones
        ]

        def barred(far: int, slack: int, at: Stand = at, judge: Marcher = judge) -> bool:
            rims = _along(at, bearing, far)  # noqa: B023
            return (
                any(off_table(judge.state, rim) for rim in rims)
                or any_overlap(rims, bars, slack)  # noqa: B023
                or any_nearer(rims, others, KEEP)  # noqa: B023
            )

        for bearing in range(25, 3600, 450):
            far = withdrawing._open(judge, at, bearing, judge.limit)
            assert 0 <= far <= judge.limit
            if not barred(0, TOUCH):
                assert not any(barred(part, TOUCH) for part in range(0, far + 1, 25))
            assert far == judge.limit or any(barred(far + more, 0) for more in (1, 2, 3))


@rule("84")
@pytest.mark.parametrize("seeds", [range(500, 512), range(512, 524)], ids=str)
def test_a_retreat_may_end_from_the_first_place_3_inches_away(seeds: range) -> None:
    for judge in _retreats(*seeds):
        at = judge.start
        for bearing in range(0, 3600, 225):
            near = clear_from(at.rims, bearing, judge.limit, judge.all_enemies, KEEP)
            clear = [
                not any_nearer(_along(at, bearing, far), judge.all_enemies, KEEP)
                for far in ((judge.limit,) if near is None else (near, max(0, near - 1)))
            ]
            assert clear == ([False] if near is None else [True, near == 0])


@rule("85")
def test_where_a_slide_enters_or_leaves_an_arc_is_marked_on_both_sides() -> None:
    """An enemy off to the side saw it start: on the last place that he sees, and the first that he does not."""
    met = unseen = 0
    for judge in _retreats(*range(500, 540)):
        at = judge.start
        foes = [u for u in judge.state.of_side(1 - judge.unit.side) if u.inside < 0]
        for bearing in range(0, 3600, 450):
            marks = withdrawing._arc_marks(judge, at, bearing, [0, judge.limit])
            expected = set()
            for foe in foes:

                def seen(far: int, foe: Unit = foe) -> bool:
                    return shapes_in_arc(judge.state, foe, _along(at, bearing, far))  # noqa: B023

                if seen(0) == seen(judge.limit):
                    continue
                if not judge.saw(foe):
                    unseen += 1
                    continue
                met += 1
                here = {mark for mark in marks if seen(mark) != seen(0) and seen(mark - 1) == seen(0)}
                assert len(here) == 1
                expected |= {mark - back for mark in here for back in (0, 1)}
            assert marks == expected
    assert min(met, unseen) > 5


@rule("83", "B20")
@pytest.mark.parametrize("facing", [0, 90, 180, 270, 300])
def test_the_compass_turns_with_the_unit(facing: int) -> None:
    state = scene(unit("A", horse, at=(36, 24), facing=facing), unit("z", at=(70, 46)))
    judge = marcher(state, "A", Deed.RETREAT)
    back = (10 * facing + 1800) % 3600
    turns = [0, *(sign * turn for turn in range(150, 1800, 150) for sign in (1, -1)), 1800]
    assert withdrawing._compass(judge, judge.start, 150) == [(back + turn) % 3600 for turn in turns]


@rule("74", "83")
@pytest.mark.parametrize(("facing", "wide", "deep"), [(0, 253, 203), (900, 203, 253), (1800, 253, 203)])
def test_a_centre_passes_a_corner_as_far_off_as_the_body_asks(facing: int, wide: int, deep: int) -> None:
    """Half of 5 by 4 inches, and a little more than touching, round a block of 2 by 1."""
    at = stand_at(Shape(horse, 10, 5, close), 3000, 2000, facing)
    block = ((2000, 2000), (2200, 2000), (2200, 2100), (2000, 2100))
    assert sorted(withdrawing._ring(at, block)) == [
        (2000 - wide, 2000 - deep), (2000 - wide, 2100 + deep), (2200 + wide, 2000 - deep), (2200 + wide, 2100 + deep),
    ]  # fmt: skip


@rule("86", "B20", "B21")
def test_no_retreat_bends_where_it_may_not_go() -> None:
    """Forward over the line that it touches the way is open to nobody."""
    line = unit("b", files=12, front=(36, 24), facing=180)
    judge = marcher(scene(unit("A", horse, front=(36, 24)), line), "A", Deed.RETREAT)
    bends = list(withdrawing._bends(judge))
    assert bends
    for legs, end in bends:
        march = judge.work_out(legs)
        assert isinstance(march, March)
        assert march.end == end
        assert why_not_that_way(judge, march) is None
        assert end.y < judge.start.y or end.y == judge.start.y != end.x


@rule("83", "84")
def test_nothing_left_of_a_move_leads_nowhere() -> None:
    judge = marcher(scene(unit("A", horse, at=(36, 24)), unit("z", at=(70, 46))), "A", Deed.RETREAT)
    for most in (0, -1, -7):
        assert withdrawing._open(judge, judge.start, 1800, most) == 0
    assert withdrawing._open(judge, judge.start, 1800, 1) == 1


@rule("70", "84")
@pytest.mark.parametrize("facing", [0, 450, 900, 1800, 3375])
def test_a_slide_that_turns_pays_for_its_turn_too(facing: int) -> None:
    """As far as no figure goes too far, and not a hundredth farther."""
    judge = marcher(scene(unit("A", horse, at=(36, 24)), unit("z", at=(70, 46))), "A", Deed.RETREAT)
    at = stand_at(judge.start.shape, judge.start.x, judge.start.y, facing)
    for bearing in ((facing + 1800) % 3600, (facing + 900) % 3600, 1700):
        far = withdrawing._affordable(judge, at, bearing, 0, judge.limit + 50, ())
        costs = [
            worked(judge.state, "A", ("glide", *ahead(at.x, at.y, bearing, far + more), facing)).cost
            for more in (0, 1)
        ]
        assert costs[0] <= judge.limit < costs[1]


@rule("166", "84")
def test_a_slide_goes_as_far_as_is_paid_for_and_not_beyond() -> None:
    """Mud from an inch behind it on: what is too dear is cut back once, and nothing farther is tried."""
    line = unit("b", files=12, front=(36, 24), facing=180)
    mud = area("mud", 0, 0, 72, 18)
    judge = marcher(scene(unit("A", horse, front=(36, 24)), line, terrain=(mud,)), "A", Deed.RETREAT)
    found = list(withdrawing._slide(judge, judge.start, 1800, ()))
    assert [legs[0][0] for legs in found] == ["back"] * len(found)
    costs = [worked(judge.state, "A", *legs, deed=Deed.RETREAT).cost for legs in found]
    assert costs == [300, judge.limit, judge.limit]


# --- outlines -------------------------------------------------------------------------------------------------------------


@rule("12", "25", "F5.13", "F8.3")
@pytest.mark.parametrize(
    ("shape", "corners"),
    [
        param(Shape(gun, 1, 1, unlimbered), [(2880, 1655), (2880, 2345), (3120, 1655), (3120, 2345)], id="a limber behind its gun"),
        param(Shape(gun, 1, 1, limbered), [(2880, 1680), (2880, 2320), (3120, 1680), (3120, 2320)], id="a gun limbered up"),
        param(
            Shape(gun, 1, 1, unlimbered, (270, 0, 0)),
            [(2880, 2105), (2880, 2345), (3170, 2025), (3170, 2425), (3370, 2025), (3370, 2425)],
            id="a limber beside its gun",
        ),
        param(Shape(foot, 12, 6, open_order, (50,)), [(2635, 1895), (2635, 2105), (3365, 1895), (3365, 2105)], id="wide open order"),
        param(Shape(foot, 10, 6, open_order, (50,)), [(2635, 1895), (2635, 2105), (3365, 1895), (3365, 2105)], id="with a short rank"),
        param(Shape(horse, 9, 5, close), [(2750, 1800), (2750, 2200), (3250, 1800), (3250, 2200)], id="horse"),
    ],
)  # fmt: skip
def test_the_shape_round_a_whole_unit(shape: Shape, corners: list[tuple[int, int]]) -> None:
    at = stand_at(shape, 3000, 2000, 0)
    assert sorted(at.body) == corners
    assert len(at.places) == len(at.bases) == max(shape.figures, 2)
