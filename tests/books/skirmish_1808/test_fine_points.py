"""Points so fine that only a changed line of code shows them: units thought of elsewhere, strays, the meeting half-way."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.arriving import STEP, entries, standing_at
from grognard.books.skirmish_1808.facts.bodies import circles_of, point_distance
from grognard.books.skirmish_1808.facts.charging import onset
from grognard.books.skirmish_1808.facts.driving import Driving, Roll
from grognard.books.skirmish_1808.facts.garrisons import outside, rooms
from grognard.books.skirmish_1808.facts.ground import houses
from grognard.books.skirmish_1808.facts.gunnery import Aim, aim, blow, unit_at
from grognard.books.skirmish_1808.facts.hiding import could_find, unseen
from grognard.books.skirmish_1808.facts.laying import Laying, hit_chances, landings
from grognard.books.skirmish_1808.facts.moving import Marching, climb
from grognard.books.skirmish_1808.facts.onrush import coming, stops_at
from grognard.books.skirmish_1808.facts.regrouping import Regrouping
from grognard.books.skirmish_1808.facts.shooting import shooters, why_not_target
from grognard.books.skirmish_1808.facts.victory import left_points, points
from grognard.books.skirmish_1808.facts.walks import Walk, walk
from grognard.books.skirmish_1808.state import (
    GUN_RADIUS,
    Arrival,
    Contact,
    Desk,
    Exit,
    Figure,
    State,
    Unit,
    centre,
)
from grognard.books.skirmish_1808.steps.env import Act, Round
from grognard.books.skirmish_1808.steps.melee import _shared_out
from grognard.books.skirmish_1808.steps.winners import chase
from grognard.books.skirmish_1808.tables.guns import DEVIATION
from grognard.books.skirmish_1808.words import Ammo, Calibre, Cover, Fire, Pace, Reach, Role, Trait, Where
from grognard.engine.flow import replace
from grognard.geometry.angles import heading
from grognard.tabletop.manoeuvre import Wish
from tests.books.skirmish_1808.drill import area, battle, foot, gun, horse, leader, light, play, wall
from tests.rules import rule


def shifted(unit: Unit, dx: int, dy: int) -> Unit:
    return replace(unit, figures=tuple(f._replace(x=f.x + dx, y=f.y + dy) for f in unit.figures))


ASKED: dict[str, Callable[[State, Unit, Unit], Any]] = {
    "who shoots": shooters,
    "a charge": onset,
}


@rule("F2", "N5")
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("thought", ["one", "other", "both"])
@pytest.mark.parametrize("first", ["as they stand", "in thought"])
def test_who_stands_elsewhere_in_thought_is_judged_there(asked: str, thought: str, first: str) -> None:
    """What was answered for units as they stand is no answer for the same units thought of elsewhere, nor the other way round."""
    question = ASKED[asked]

    def scene() -> State:
        mud = area("crops", 20, 33, 60, 36)
        return battle(foot("A", at=(30, 30)), foot("B", side=1, at=(30, 42)), ground=(mud,))

    def there(state: State) -> tuple[Unit, Unit]:
        one, other = state.units
        return (
            shifted(one, 4000, 0) if thought != "other" else one,
            shifted(other, 3500, 300) if thought != "one" else other,
        )

    state = scene()
    one, other = there(state)
    standing = question(scene(), *state.units)
    alone = scene()
    elsewhere = question(replace(alone, units=(one, other)), one, other)
    if first == "as they stand":
        assert question(state, *state.units) == standing
        assert question(state, one, other) == elsewhere
    else:
        assert question(state, one, other) == elsewhere
        assert question(state, *state.units) == standing
    assert standing != elsewhere


@rule("80", "X5")
def test_a_stray_shot_may_go_to_every_degree() -> None:
    state = battle(gun("G", at=(30, 30)), foot("B", side=1, at=(30, 60)))
    laid = aim(state, state.units[0], Ammo.ROUND, (3000, 6000))
    assert isinstance(laid, Aim)
    found = list(landings(state, state.units[0], laid))
    assert sum(chance for _, chance in found) == Fraction(1)
    assert (len(found) - 1) % 360 == 0


CROSS = {
    "front": (0, -1100), "rear": (0, 1100), "left": (-1100, 0), "right": (1100, 0),
    "front left": (-1000, -1000), "front right": (1000, -1000), "rear left": (-1000, 1000), "rear right": (1000, 1000),
}  # fmt: skip


@rule("82", "X4")
@pytest.mark.parametrize("where", ["front", "rear", "left", "right"])
def test_a_stray_is_measured_from_the_figure_farthest_that_way(where: str) -> None:
    """Farthest along the line of fire alone, or farthest across it alone: no corner counts for more."""
    target = foot("B", side=1, at=(60, 60))
    spread = tuple(Figure(Role.RANKER, 6000 + x, 6000 + y) for x, y in CROSS.values())
    state = battle(gun("G", at=(60, 30)), replace(target, figures=spread))
    legs = Laying(state, state.units[0], Ammo.ROUND)._figure((6000, 6000), f"stray_from_{where}")
    assert list(CROSS)[legs] == where


@rule("R3")
def test_chargers_meet_half_way_between_them() -> None:
    state = battle(foot("A", count=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, 42)))
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("counter_charge")
    (ours,), (theirs,) = game.unit(0).figures, game.unit(1).figures
    assert (ours.x, theirs.x) == (3000, 3000)
    assert abs((ours.y - 3000) - (4200 - theirs.y)) <= 2, "each goes half the gap"


@rule("27", "K10")
@pytest.mark.parametrize(
    ("lost", "left"),
    [({0: 1}, {0: 0, 1: 1}), ({0: 3}, {0: 1, 1: 2}), ({0: 1, 1: 1}, {0: 0, 1: 2}), ({0: 1, 1: 2}, {0: 1, 1: 2})],
)  # fmt: skip
def test_comrades_fall_for_their_leader_as_long_as_there_are_any(
    lost: dict[int, int], left: dict[int, int]
) -> None:
    state = battle(leader("L", escorts=3, at=(28, 30)), foot("A", count=2, at=(30, 30)), foot("B", side=1, at=(30, 33)))  # fmt: skip
    contacts = (Contact(0, 2), Contact(1, 2))
    assert _shared_out(state, contacts, lost) == left


@rule("G2")
def test_figures_in_a_house_stand_two_centimetres_apart() -> None:
    state = battle(foot("A", count=5), ground=(area("building", 50, 50, 54, 54),))
    (house,) = houses(state)
    spots = [(5100, 5100), (5300, 5100), (5100, 5300), (5300, 5300), (5100, 5100)]
    assert list(rooms(state.units[0], house)) == spots


@rule("B6")
def test_in_the_open_it_may_go_as_far_every_way() -> None:
    state = battle(foot("A", at=(60, 60)), foot("B", side=1, at=(10, 110)))
    unit = state.units[0]
    region = Marching(state, unit, Pace.NORMAL).region()
    assert [round(heading(centre(unit), spot), -1) % 3600 for spot in region] == list(range(0, 3600, 100))
    assert all(580 <= point_distance(centre(unit), spot) <= 600 for spot in region)


@rule("P6")
@pytest.mark.parametrize(("walled", "farthest"), [(True, 1200), (False, 600)])
def test_the_region_shows_that_a_climb_may_bring_beyond_the_rate(walled: bool, farthest: int) -> None:
    """The last figure stands 8 behind the first, who touches the wall: all may be placed beyond it."""
    high = (wall(6, (0, 61), (120, 61)),) if walled else ()
    state = battle(foot("A", count=3, at=(60, 60)), foot("B", side=1, at=(10, 110)), ground=high)
    file = tuple(Figure(Role.RANKER, 6000, y) for y in (6000, 5600, 5200))
    unit = replace(state.units[0], figures=file)
    region = Marching(replace(state, units=(unit, *state.units[1:])), unit, Pace.NORMAL).region()
    assert max(y for _, y in region) == 5600 + farthest


@rule("B7")
@pytest.mark.parametrize(("facing", "about"), [(1350, False), (1351, True), (2249, True), (2250, False)])
def test_turning_about_is_for_who_wants_to_face_nearly_backwards(facing: int, about: bool) -> None:
    state = battle(foot("A", at=(60, 60), formed=True), foot("B", side=1, at=(10, 110)))
    unit = state.units[0]
    x, y = centre(unit)
    ways = list(Marching(state, unit, Pace.NORMAL).ways(Wish(x, y + 10, facing)))
    assert ((("about", 1),) in ways) == about


@rule("B7")
def test_a_formed_unit_may_be_dragged_by_a_hair() -> None:
    state = battle(foot("A", at=(60, 60), formed=True), foot("B", side=1, at=(10, 110)))
    x, y = centre(state.units[0])
    assert Marching(state, state.units[0], Pace.NORMAL).plan((x, y + 1, 0, "")) == (("move", 0, 1),)


@rule("P6", "A-30")
@pytest.mark.parametrize(
    ("calibre", "height", "limit"),
    [(Calibre.II, 2, 200), (Calibre.III, 2, None), (Calibre.II, 4, None)],
)
def test_a_gun_that_a_wall_leaves_no_move_is_lifted_over_it(
    calibre: Calibre, height: int, limit: int | None
) -> None:
    state = battle(gun("G", calibre, at=(30, 30)), ground=(wall(height, (0, 33), (60, 33)),))
    unit = state.units[0]
    mover = Driving(state, unit)
    done = mover.work_out((("roll", 3000, 3700, 0),))
    assert isinstance(done, Roll)
    assert mover._limit(done) == (climb(state, circles_of(unit), done.ways) if limit is None else limit)
    assert climb(state, circles_of(unit), done.ways) > 200


@rule("L3", "H4")
def test_a_hidden_unit_is_found_by_any_of_its_figures() -> None:
    """The two nearest are behind a house, the third is in plain sight."""
    lurkers = replace(
        foot("lurkers", side=1, traits=(Trait.HIDDEN,)),
        figures=tuple(Figure(Role.RANKER, x, y) for x, y in ((3000, 3700), (3150, 3700), (4500, 3700))),
    )
    house = area("building", 28, 33, 33, 35)
    crops = area("crops", 25, 36, 60, 60)
    state = battle(foot("A", count=1, at=(30, 31)), hidden=(lurkers,), conceals=(False, True), ground=(house, crops))  # fmt: skip
    assert could_find(state, state.units[0]) == state.hidden


@rule("H2", "L3")
@pytest.mark.parametrize(("gap", "seen"), [(False, False), (True, True)])
def test_one_figure_that_sees_one_figure_is_enough(gap: bool, seen: bool) -> None:
    """Two walls of houses with one gap between them: only the last file looks through it, and sees only the last figure."""
    watch = replace(
        foot("A", count=9), figures=tuple(Figure(Role.RANKER, 1000 + 300 * n, 3000) for n in range(9))
    )
    lurkers = replace(
        foot("lurkers", side=1, count=9, traits=(Trait.HIDDEN,)),
        figures=tuple(Figure(Role.RANKER, 1000 + 300 * n, 5000) for n in range(9)),
    )
    ground = (
        area("building", 0, 36, 32.5 if gap else 80, 44, "west"),
        area("building", 34.5, 36, 80, 44, "east"),
    )
    state = battle(watch, hidden=(lurkers,), conceals=(False, True), ground=ground)
    assert unseen(state, state.hidden[0]) is not seen


@rule("B8")
@pytest.mark.parametrize(("side", "words"), [(0, "in the way"), (1, "within 1 cm of an enemy")])
def test_who_bars_the_way_is_told_apart(side: int, words: str) -> None:
    state = battle(foot("A", at=(30, 30)), foot("B", side=side, at=(30, 33.5), formed=True))
    found = Marching(state, state.units[0], Pace.NORMAL).refusal((("go", 0, 600),))
    assert found is not None
    assert words in found.words


@rule("B8")
@pytest.mark.parametrize(("overlap", "refused"), [(0, False), (1, False), (2, True)])
def test_bases_may_touch_and_no_more(overlap: int, refused: bool) -> None:
    """A hundredth is lost in rounding; two are not."""
    piece = gun("G", at=(30, 30))
    friend = replace(
        foot("A", count=1), figures=(Figure(Role.RANKER, 3000, 3500 + GUN_RADIUS + 100 - overlap),)
    )
    state = battle(piece, friend)
    found = Driving(state, state.units[0]).refusal((("roll", 3000, 3500, 0),))
    assert (found is not None) is refused
    lone = replace(foot("B", count=1), figures=(Figure(Role.RANKER, 3000, 3000),))
    friend = replace(friend, figures=(Figure(Role.RANKER, 3000, 3400 - overlap),))
    state = battle(lone, friend)
    found = Regrouping(state, state.units[0]).refusal((("dress", 1, 300, 0, 0, 200, 0),))
    assert (found is not None) is refused


@rule("K9a", "M5")
@pytest.mark.parametrize(("gap", "reached"), [(1650, True), (1651, False)])
def test_how_near_a_pursuer_must_come_to_ride_down(gap: int, reached: bool) -> None:
    """After its whole move it is within a step of the distance it keeps, or it is not."""
    rider = horse("A", count=1, at=(30, 30))
    start = rider.figures[0].y + rider.radius
    runner = replace(
        foot("B", side=1, count=1, fleeing=1), figures=(Figure(Role.RANKER, 3000, start + gap + 100),)
    )
    t = Desk(battle(rider, runner), Round(0), [])
    chase(t, 0, 1)
    assert (t.env.prey == 1) is reached


@rule("B7", "B7a")
@pytest.mark.parametrize("facing", [0, 370, 1999])
def test_turned_about_the_last_rank_stands_where_it_stood(facing: int) -> None:
    """Six in two full ranks: the same six places, but for the rounding of a hundredth."""
    unit = foot("A", count=6, files=3, formed=True, facing=facing / 10, at=(60, 60))
    turned = walk(unit, (("about", 1),))
    assert isinstance(turned, Walk)
    assert turned.facing == (facing + 1800) % 3600
    rounded = {(round(x, -1), round(y, -1)) for x, y in turned.places}
    assert len(rounded) == 6
    for f in unit.figures:
        assert min(point_distance((f.x, f.y), spot) for spot in turned.places) <= 2


@rule("B4")
def test_loose_ranks_stand_in_the_gaps_of_those_before() -> None:
    """Every second full rank is shifted by half a place; one that dresses its ranks is loose, however it is asked for."""
    unit = foot("A", count=6, files=3, at=(60, 60), pitch=300)
    dressed = walk(unit, (("go", 0, 0), ("dress", 3, 300, 0)))
    assert isinstance(dressed, Walk)
    front, rear = dressed.places[:3], dressed.places[3:]
    assert [b[0] - a[0] for a, b in zip(front, rear)] == [150] * 3
    state = battle(
        replace(unit, house="mill"),
        foot("B", side=1, at=(60, 110)),
        ground=(area("building", 57, 57, 63, 63, "mill"),),
    )
    found = outside(state, state.units[0])
    assert found is not None
    places, out = found
    assert out == 1800, "away from the enemy"
    assert sorted(abs(x - 6000) for x, _ in places) == [75, 75, 225, 225, 375, 375]


@rule("B7")
@pytest.mark.parametrize(("angle", "pivot", "outermost"), [(900, 3, 0), (-900, 0, 3)])
def test_a_wheel_turns_about_the_figure_at_its_corner(angle: int, pivot: int, outermost: int) -> None:
    unit = foot("A", count=4, files=4, formed=True, at=(60, 60))
    wheeled = walk(unit, (("wheel", angle),))
    assert isinstance(wheeled, Walk)
    before = [(f.x, f.y) for f in unit.figures]
    x, y = before[pivot]
    width = abs(before[0][0] - before[3][0])
    assert wheeled.places[pivot] == (x, y)
    assert wheeled.places[outermost] == (x, y + width)


@rule("89", "X6")
def test_the_chance_to_be_hit_is_the_sum_of_all_places_that_hit() -> None:
    state = battle(gun("G", at=(30, 30)), foot("B", side=1, at=(30, 60)), foot("C", side=1, at=(36, 62)))
    piece = state.units[0]
    laid = aim(state, piece, Ammo.ROUND, (3000, 6000))
    assert isinstance(laid, Aim)
    every = list(landings(state, piece, laid))
    assert len(every) == 1 + DEVIATION[laid.reach] * 360, "true, or each centimetre at each degree"
    expected: dict[int, Fraction] = {}
    for spot, chance in every:
        hit = unit_at(state, spot, piece.side)
        if hit is not None:
            expected[hit.id] = expected.get(hit.id, Fraction()) + chance
    assert len(expected) == 2
    assert hit_chances(state, piece, laid) == expected


@rule("X1", "X4")
def test_the_reach_of_a_gun_is_drawn_to_both_sides_of_its_front() -> None:
    state = battle(gun("G", at=(60, 60)), size=(400, 400))
    place, *fan = Laying(state, state.units[0], Ammo.ROUND).region()
    assert [round(heading(place, spot), -1) for spot in fan] == [
        2700, 2850, 3000, 3150, 3300, 3450, 0, 150, 300, 450, 600, 750, 900,
    ]  # fmt: skip


@rule("B8")
@pytest.mark.parametrize(
    ("start", "end", "allowed"),
    [
        ((-250, 0), (-550, 0), True), ((250, 0), (550, 0), True), ((0, 250), (0, 550), True), ((0, -250), (0, -550), True),
        ((-250, 0), (-240, 0), False), ((-250, -50), (-250, 50), False), ((-50, 250), (50, 250), False),
    ],
)  # fmt: skip
def test_who_stands_too_near_may_only_draw_off(
    start: tuple[int, int], end: tuple[int, int], allowed: bool
) -> None:
    lone = replace(foot("A", count=1), figures=(Figure(Role.RANKER, 6000 + start[0], 6000 + start[1]),))
    enemy = replace(foot("B", side=1, count=1), figures=(Figure(Role.RANKER, 6000, 6000),))
    state = battle(lone, enemy)
    legs = (("go", end[0] - start[0], end[1] - start[1]),)
    found = Marching(state, state.units[0], Pace.NORMAL).refusal(legs)
    assert (found is None) is allowed


@rule("L1", "L2")
@pytest.mark.parametrize(("at", "cite"), [((30, 20), "L1"), ((30, 45), "L2")])
def test_why_a_target_is_not_seen(at: tuple[int, int], cite: str) -> None:
    """Behind the front, or behind a house."""
    house = area("building", 20, 35, 40, 40)
    state = battle(foot("A", at=(30, 30), formed=True), foot("B", side=1, at=at), ground=(house,))
    found = why_not_target(state, state.units[0], state.units[1], Fire.HOLD)
    assert found is not None
    assert found.cite == cite


@rule("G6")
def test_a_garrison_comes_out_on_the_side_farthest_from_the_enemy() -> None:
    inside = foot("A", count=2, at=(60, 60), house="mill")
    mill = area("building", 57, 57, 63, 63, "mill")
    state = battle(inside, foot("B", side=1, count=1, at=(45, 74)), ground=(mill,))
    found = outside(state, state.units[0])
    assert found is not None
    assert found[1] == 900, "the middle of the east side is a little farther than that of the south side"


@rule("T8", "G2")
def test_a_late_unit_does_not_come_on_in_a_house() -> None:
    late = replace(foot("late", count=4), where=Where.LATER)
    barn = area("building", 40, 0, 60, 10, "barn")
    arrivals = (Arrival(0, ("late",), 1, ((0, 0), (12000, 0))),)
    state = battle(late, foot("B", side=1, at=(60, 100)), ground=(barn,), arrivals=arrivals)
    found = entries(state, state.units[0])
    assert found == tuple(
        at for at in range(0, 12001, STEP) if standing_at(state, state.units[0], at) is not None
    )
    assert found
    assert not any(4000 <= at <= 6000 for at in found)


@rule("B7")
@pytest.mark.parametrize(
    ("leg", "shift"), [(("side", 150), (150, 0)), (("side", -150), (-150, 0)), (("back", 150), (0, -150))]
)
def test_steps_aside_and_back_go_straight(leg: tuple[str, int], shift: tuple[int, int]) -> None:
    unit = foot("A", count=4, files=4, formed=True, at=(60, 60))
    stepped = walk(unit, (leg,))
    assert isinstance(stepped, Walk)
    assert stepped.places == tuple((f.x + shift[0], f.y + shift[1]) for f in unit.figures)


@rule("B7")
def test_the_least_wheel_to_the_right_turns_about_the_right_hand_man() -> None:
    unit = foot("A", count=4, files=4, formed=True, at=(60, 60))
    wheeled = walk(unit, (("wheel", 1),))
    assert isinstance(wheeled, Walk)
    assert wheeled.places[3] == (unit.figures[3].x, unit.figures[3].y)


@rule("93", "X8")
def test_no_cover_makes_a_throw_surer_than_two() -> None:
    skirmisher = light("B", side=1, at=(30, 60))
    found = blow(skirmisher, gun("G", Calibre.II), Ammo.CANISTER, Reach.LONG, Cover.HEAVY)
    assert found.need == 2
    assert blow(skirmisher, gun("G", Calibre.II), Ammo.CANISTER, Reach.LONG, Cover.MEDIUM).need == 2
    assert blow(skirmisher, gun("G", Calibre.II), Ammo.CANISTER, Reach.LONG, Cover.LIGHT).need == 3


@rule("S6")
def test_a_share_of_what_left_is_counted_in_hundredths() -> None:
    gone = replace(foot("A", count=1, price=199), where=Where.LEFT)
    way_out = Exit(0, ((0, 0), (0, 12000)), share=50)
    state = battle(gone, foot("B", side=1, at=(60, 60)), exits=(way_out,))
    assert points(state)[0] == left_points(state.units[0]) * 50 // 100
    assert left_points(state.units[0]) * 50 // 100 != left_points(state.units[0]) * 50 // 99


@rule("B7")
@pytest.mark.parametrize(
    ("facing", "kept"), [(0, True), (19, True), (20, False), (3581, True), (3580, False)]
)
@pytest.mark.parametrize("formed", [False, True])
def test_a_hair_of_a_turn_is_no_wish_to_turn(facing: int, kept: bool, formed: bool) -> None:
    state = battle(foot("A", at=(60, 60), formed=formed), foot("B", side=1, at=(10, 110)))
    x, y = centre(state.units[0])
    first = next(iter(Marching(state, state.units[0], Pace.NORMAL).ways(Wish(x, y + 300, facing))))
    assert (first in ((("go", 0, 300),), (("move", 0, 300),))) is kept


@rule("N5c", "K14")
@pytest.mark.parametrize(("at", "end"), [(3150, 3175), (3190, 3190), (3100, 3175)])
def test_who_stands_close_to_a_wall_comes_up_to_it_by_a_step(at: int, end: int) -> None:
    unit = replace(foot("A", count=1), figures=(Figure(Role.RANKER, 3000, at),))
    state = battle(unit, foot("B", side=1, count=1, at=(30, 34)), ground=(wall(2, (20, 32), (40, 32)),))
    stops = stops_at(state, state.units[1], 200)
    (found,) = coming(unit, (3000, at), 0, 100, stops).ends
    assert found == (3000, end)
