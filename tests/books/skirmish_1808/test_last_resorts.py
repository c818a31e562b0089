"""Before a search of this book says no it looks on: layouts, narrow gaps, other lines, other sides. [T8, B4, G2a, G4, N5b, N5c, O1, H2, K12]"""

from __future__ import annotations

import pytest

from grognard.books.skirmish_1808.facts.arriving import (
    USUAL,
    Shape,
    due,
    entries,
    name_of,
    open_shapes,
    shape_named,
    standing_at,
)
from grognard.books.skirmish_1808.facts.charging import Onset, onset
from grognard.books.skirmish_1808.facts.garrisons import Sally, outside, rooms
from grognard.books.skirmish_1808.facts.ground import house_named
from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.facts.onrush import STEP, block_at
from grognard.books.skirmish_1808.facts.regrouping import Regrouping
from grognard.books.skirmish_1808.facts.shifting import retreat
from grognard.books.skirmish_1808.facts.sight import can_see
from grognard.books.skirmish_1808.facts.sliding import Beside, clear
from grognard.books.skirmish_1808.facts.sneaking import Sneaking
from grognard.books.skirmish_1808.state import Arrival, State, Unit
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.tables.moving import LEAST
from grognard.books.skirmish_1808.words import Where
from grognard.engine.flow import replace
from grognard.lab.soundness import look
from tests.books.skirmish_1808.drill import area, battle, foot, horse, light, play, wall
from tests.rules import rule

EDGE = ((0, 0), (12000, 0))


def late(*others: Unit, count: int = 8, edge: tuple[tuple[int, int], tuple[int, int]] = EDGE) -> State:
    """A unit that is due, and whoever stands at its edge."""
    unit = foot("L", count=count, files=4, where=Where.LATER)
    return battle(unit, *others, foot("E", side=1, at=(60, 110)), arrivals=(Arrival(0, ("L",), 0, edge),))


@rule("T8", "B4")
def test_the_owner_of_a_late_unit_chooses_its_layout() -> None:
    game = play(late(), "arrival", Act(0))
    assert set(game.offers()) == {"come_on", "draw_up"}
    deep = name_of(Shape(3, 300, False))
    game.say("draw_up", deep)
    assert set(game.offers()) == {"come_on"}
    game.say("come_on", 6000)
    assert (game.unit(0).files, game.unit(0).pitch, game.unit(0).formed) == (3, 300, False)
    assert len({figure.y for figure in game.unit(0).figures}) == 3
    assert (shape_named(deep), shape_named("")) == (Shape(3, 300, False), USUAL)


@rule("T8", "B4", "B8")
@pytest.mark.parametrize(("gap", "usual", "comes"), [(16, True, True), (10, False, True), (4, False, False)])
def test_where_two_ranks_find_no_room_three_may(gap: float, usual: bool, comes: bool) -> None:
    """Two files of enemies leave a gap at the edge."""
    west = foot("W", side=1, count=6, files=1, pitch=200, at=(60 - gap / 2 - 1, 6))
    east = foot("X", side=1, count=6, files=1, pitch=200, at=(60 + gap / 2 + 1, 6))
    stretch = (round(100 * (60 - gap / 2)), 0), (round(100 * (60 + gap / 2)), 0)
    state = late(west, east, edge=stretch)
    assert bool(entries(state, state.units[0])) is usual
    assert (due(state, 0) == (0,)) is comes
    for shape in open_shapes(state, state.units[0]):
        for at in entries(state, state.units[0], shape):
            assert standing_at(state, state.units[0], at, shape) is not None


@rule("T8", "B4", "B8")
@pytest.mark.parametrize(
    ("aside", "comes"), [(2.1, True), (2.35, True), (2.6, True), (3.3, True), (1.95, False)]
)
def test_a_late_unit_comes_on_in_the_one_layout_that_finds_room(aside: float, comes: bool) -> None:
    """Friends four ranks deep line its edge; in the first of them three gaps are as wide as one man, at one distance."""
    behind = [
        foot(f"B{y}", count=14, files=14, pitch=200, at=(51, y), formed=False, facing=180)
        for y in (3, 5, 7, 9)
    ]
    spots = [51 + side * (3 * aside + 2 * n) for side in (-1, 1) for n in range(4)] + [51 - aside, 51 + aside]
    front = [foot(f"F{n}", count=1, at=(x, 1)) for n, x in enumerate(spots)]
    unit = foot("L", count=3, files=2, where=Where.LATER)
    arrival = Arrival(0, ("L",), 0, ((5000, 0), (5200, 0)))
    state = battle(unit, *behind, *front, foot("E", side=1, at=(60, 110)), arrivals=(arrival,))
    assert (due(state, 0) == (0,)) is comes
    for shape in open_shapes(state, state.units[0]):
        for at in entries(state, state.units[0], shape):
            assert standing_at(state, state.units[0], at, shape) is not None


HOUSE = area("building", 25, 25, 35, 35, "house")


def inside(unit: Unit, *more: Unit, ground: tuple = (HOUSE,)) -> State:  # type: ignore[type-arg]
    """A garrison."""
    state = battle(unit, *more, ground=ground)
    held = replace(unit, id=0, house="house", figures=placed(unit, rooms(unit, house_named(state, "house"))))
    return replace(state, units=(held, *state.units[1:]))


@rule("G2a", "B4")
@pytest.mark.parametrize(
    ("files", "pitch", "y", "cite"),
    [(1, 200, 38, ""), (3, 200, 36.5, ""), (3, 300, 36.5, ""), (1, 300, 39, "G2"), (1, 199, 38, "B4"), (1, 701, 38, "B4")],
)  # fmt: skip
def test_a_garrison_comes_out_in_the_layout_its_owner_likes(
    files: int, pitch: int, y: float, cite: str
) -> None:
    state = inside(foot("A", count=3))
    reason = Sally(state, state.units[0]).refusal((("place", 3000, round(100 * y), 0, files, pitch),))
    assert ("" if reason is None else reason.cite) == cite


@rule("G6", "B4")
@pytest.mark.parametrize("blocked", [False, True])
def test_a_garrison_is_driven_out_in_any_layout_that_finds_room(blocked: bool) -> None:
    """Beside the farthest side stands a file that leaves no room for two ranks in the middle of it."""
    enemy = foot("E", side=1, at=(30, 60))
    friends = [foot("F", count=3, files=1, pitch=200, at=(30, 20), formed=False)] if blocked else []
    state = inside(foot("A", count=4), enemy, *friends)
    found = outside(state, state.units[0])
    assert found is not None
    assert found[1] == 1800, "away from the enemy"


@rule("G6", "G2a", "B8")
@pytest.mark.parametrize(("y", "free"), [(20.9, True), (21.5, False)])
def test_a_garrison_is_driven_out_to_any_place_it_could_come_out_to(y: float, free: bool) -> None:
    """Enemies stand before all its walls; before one of them they leave room for one rank that touches the wall."""
    state = inside(
        foot("A", count=3),
        foot("N", side=1, count=8, files=8, pitch=200, at=(30, 37)),
        foot("W", side=1, count=8, files=8, pitch=200, at=(23, 30), facing=90),
        foot("E", side=1, count=8, files=8, pitch=200, at=(37, 30), facing=90),
        foot("S", side=1, count=8, files=8, pitch=200, at=(30, y)),
    )
    found = outside(state, state.units[0])
    assert (found is not None) is free
    if found is not None:
        assert (found[1], {y for _, y in found[0]}) == (1800, {2400})


@rule("G2a", "B8")
@pytest.mark.parametrize(("x", "cite"), [(30, "B8"), (36, "")])
def test_nobody_comes_out_past_an_enemy(x: float, cite: str) -> None:
    """He stands between the wall and the place, or beside the way."""
    state = inside(foot("A", count=1), foot("E", side=1, count=1, at=(x, 37)))
    reason = Sally(state, state.units[0]).refusal((("place", 3000, 4000, 0, 1, 200),))
    assert ("" if reason is None else reason.cite) == cite


@rule("N5b")
@pytest.mark.parametrize(("third", "may"), [((27, 40), True), ((27, 40, 33, 40), False)])
def test_a_charge_goes_by_any_of_several_nearest_figures(third: tuple[float, ...], may: bool) -> None:
    """Two pairs of men are equally near; somebody stands in the way of one, or of both."""
    state = battle(
        foot("A", count=2, files=2, pitch=600, at=(30, 34)),
        foot("E", side=1, count=2, files=2, pitch=600, at=(30, 46), facing=180),
        *[foot(f"C{x}", count=1, at=(x, y)) for x, y in zip(third[::2], third[1::2])],
    )
    assert isinstance(onset(state, state.units[0], state.units[1]), Onset) is may


@rule("N5c")
def test_a_block_finds_room_between_two_of_its_steps() -> None:
    """It stands short by what it needs, to the hundredth."""
    block = foot("A", count=6, files=6, formed=True, at=(30, 30))
    state = battle(block, foot("E", side=1, count=1, at=(30, 40)), foot("F", count=1, at=(34.9, 39.13)))
    made = onset(state, state.units[0], state.units[1])
    assert isinstance(made, Onset)
    places = block_at(state, state.units[0], made.start, made.bearing, made.gap)
    assert places is not None
    assert (made.gap - (places[0][1] - state.units[0].figures[0].y)) < 16 * STEP


@rule("G4", "L2")
@pytest.mark.parametrize(("width", "seen"), [(4, True), (40, False)])
def test_who_sees_a_corner_of_a_house_sees_its_side(width: float, seen: bool) -> None:
    """A high wall hides the nearest point of the side, and perhaps all of it."""
    screen = wall(8, (30 - width / 2, 45), (30 + width / 2, 45))
    state = inside(foot("A", side=1, count=3), foot("B", count=1, at=(30, 60)), ground=(HOUSE, screen))
    assert can_see(state, state.units[1], state.units[0]) is seen


@rule("O1", "W5")
@pytest.mark.parametrize(("ground", "may"), [((), True), ((area("light_wood", 20, 20, 40, 40),), False)])
def test_a_unit_forms_facing_any_way_that_finds_room(ground: tuple, may: bool) -> None:  # type: ignore[type-arg]
    """A friend stands where its usual ranks would be."""
    state = battle(
        foot("A", count=6, files=3, at=(30, 30)),
        foot("F", count=1, at=(33.6, 31.2)),
        foot("E", side=1, at=(30, 90)),
        ground=ground,
    )
    mover = Regrouping(state, state.units[0])
    formed = [legs for legs in mover.candidates() if legs and legs[0][-1]]
    assert bool(formed) is may
    assert all(mover.legal(legs) for legs in formed)


@rule("H2")
@pytest.mark.parametrize(("ground", "may"), [((area("crops", 28, 36, 32, 46),), True), ((), False)])
def test_who_is_hidden_finds_the_one_step_nobody_sees(ground: tuple, may: bool) -> None:  # type: ignore[type-arg]
    state = battle(
        foot("W", at=(30, 20)),
        hidden=(light("H", side=1, at=(30, 40), count=1),),
        conceals=(False, True),
        ground=ground,
    )
    mover = Sneaking(state, state.hidden[0])
    assert any(mover.candidates()) is may


@rule("H2")
def test_steps_of_who_is_hidden_pass_over_no_opening_of_4_by_4() -> None:
    """Every place a horseman may creep to lies within 2 of one that is tried."""
    state = battle(foot("W", at=(10, 10)), hidden=(horse("H", side=1, at=(60, 60), count=1),))
    mover = Sneaking(state, state.hidden[0])
    tried = [(dx, dy) for ((_, dx, dy),) in mover.steps()]
    far = range(-mover.base, mover.base + 1, 100)
    places = [(x, y) for x in far for y in far if LEAST**2 <= x * x + y * y <= mover.base**2]
    nearest = (min((x - u) ** 2 + (y - v) ** 2 for u, v in tried) for x, y in places)
    assert max(nearest) <= 200**2


@rule("B4", "B8", "T8")
def test_who_stands_in_the_way_of_a_row_is_looked_at_as_of_each_of_its_bases() -> None:
    """Two ranks slid north, past a crowd: the same places are closed as if each base were slid by itself."""
    ranks = [(x, y, 100) for y in (0, -200) for x in range(0, 1400, 200)]
    crowd = [([(317 * n % 2900 - 700, 911 * n % 3100, 100 + n) for n in range(25)], 100)]
    together, apart = Beside(0, crowd), [Beside(0, crowd) for _ in ranks]
    by_itself = [span for one, base in zip(apart, ranks) for span in one.closed([base])]
    assert [*clear(together.closed(ranks), 0, 3000, 25)] == [*clear(by_itself, 0, 3000, 25)]


@rule("K8", "K12")
def test_nobody_surrenders_who_has_a_narrow_way_out() -> None:
    """The way between two enemies is open for some degrees only, and between the coarse ones."""
    ring = [(24.4, 27.6), (27.4, 24.3), (32.6, 24.3), (35.6, 27.6), (36.2, 31), (23.8, 31)]
    state = battle(
        foot("A", count=1, at=(30, 30)),
        *[foot(f"E{x}", side=1, count=1, at=(x, y)) for x, y in ring],
    )
    assert retreat(state, state.units[0], (3000, 9000)) is not None


@pytest.mark.slow
def test_crowded_positions_hold_no_untrue_answer() -> None:
    counted = look("skirmish_1808", 77, 0, 6)
    assert sum(counted.refused.values()) > 3
    assert not counted.faults
