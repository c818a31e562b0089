"""What hangs on a hair: the last ring looked through, the exact reach, who leads when the leading man has fallen."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.arriving import arrival_of, due, entries
from grognard.books.skirmish_1808.facts.bodies import disc, point_distance, point_to_poly
from grognard.books.skirmish_1808.facts.charging import onset
from grognard.books.skirmish_1808.facts.cover import shelter
from grognard.books.skirmish_1808.facts.driving import Driving
from grognard.books.skirmish_1808.facts.fighting import shares
from grognard.books.skirmish_1808.facts.garrisons import Outside, Sallied, Sally
from grognard.books.skirmish_1808.facts.ground import lined_walls, met, shared_area
from grognard.books.skirmish_1808.facts.gunnery import FINE, Impact, artillery_cover, on_table
from grognard.books.skirmish_1808.facts.layout import front_middle, spots
from grognard.books.skirmish_1808.facts.moving import Marching, climb, with_unit
from grognard.books.skirmish_1808.facts.onrush import block_at, wheeled
from grognard.books.skirmish_1808.facts.regrouping import Regrouping
from grognard.books.skirmish_1808.facts.shifting import _farther_from, _spiral, away, retreat, settle
from grognard.books.skirmish_1808.facts.shooting import can_hit, has_target, shooters, targets
from grognard.books.skirmish_1808.facts.sight import in_front, look_between, looks_at
from grognard.books.skirmish_1808.facts.victory import decided, is_broken, judgement, points
from grognard.books.skirmish_1808.facts.walks import Walk, walk
from grognard.books.skirmish_1808.state import Arrival, Contact, Desk, Today, Unit, centre, places_of
from grognard.books.skirmish_1808.steps.common import lose
from grognard.books.skirmish_1808.steps.env import Act, Round, Turn
from grognard.books.skirmish_1808.steps.melee import StrokeLosses
from grognard.books.skirmish_1808.steps.turn import Picks
from grognard.books.skirmish_1808.steps.winners import chase
from grognard.books.skirmish_1808.tables.shooting import RANGES
from grognard.books.skirmish_1808.words import Ammo, Cover, Fire, Pace, Role, Weapon, Where
from grognard.engine.flow import AGAIN, NEXT, replace
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead, heading, turn_between
from grognard.geometry.points import Point
from tests.books.skirmish_1808.drill import area, battle, foot, gun, horse, light, play, road, wall
from tests.rules import rule

HOUSE = area("building", 26, 36, 34, 44, "farm")


@rule("B7b", "F6")
@pytest.mark.parametrize("bearing", [0, 300, 3300])
def test_who_lost_the_man_that_led_turns_about_the_first_of_the_front_rank(bearing: int) -> None:
    block = foot("A", count=6, files=3, formed=True, at=(30, 30))
    first = block.figures[0]
    turned = wheeled(block, (5000, 5000), bearing)
    assert turned[0] == (first.x, first.y)
    assert [point_distance(turned[0], spot) for spot in turned[1:4]] == [200, 400, 200]
    assert turned[3] == ahead(*turned[0], bearing + 1800, 200), "the second rank stands right behind"


@rule("B4a")
def test_room_is_looked_for_ring_by_ring_up_to_twelve_bases_away() -> None:
    rings = list(_spiral(3000, 3000, 100))
    assert rings[0] == (3000, 3000)
    assert len(rings) == 1 + sum(8 * ring for ring in range(1, 25))
    assert rings[-192 + 53] == ahead(3000, 3000, 53 * 3600 // 192, 1200), (
        "a tenth of a degree is two hundredths there"
    )
    assert [point_distance((3000, 3000), spot) for spot in (rings[1], rings[9], rings[-1])] == [50, 100, 1200]
    assert rings[1:9] == [
        (3000, 3050), (3035, 3035), (3050, 3000), (3035, 2965), (3000, 2950), (2965, 2965), (2950, 3000), (2965, 3035),
    ]  # fmt: skip


@rule("B4a", "M7")
@pytest.mark.parametrize(("off", "shifted"), [(1100, True), (1101, False)])
def test_who_finds_no_room_so_near_stays_where_he_is(off: int, shifted: bool) -> None:
    """Off the table there is no room: the edge is at 12 cm less a base, or a hair more."""
    state = battle(foot("A", count=1, at=(60, 60)))
    found = settle(state, state.units[0], [(-off, 3000)])
    assert found == (((100, 3000) if shifted else (6000, 6000)),)


@rule("G2", "G2a")
@pytest.mark.parametrize(("more", "apart"), [(0, 300), (1, 230)])
def test_a_garrison_comes_out_at_its_ease_as_far_as_it_may_go(more: int, apart: int) -> None:
    state = battle(foot("A", count=4, at=(30, 40), house="farm"), ground=(HOUSE,))
    sally = Sally(state, state.units[0])
    y = 4400 + sally.reach - 150 + more
    done = sally.work_out((("place", 3000, y, 0),))
    assert isinstance(done, Outside)
    assert max(point_to_poly(spot, HOUSE.poly) for spot in done.places) - sally.reach == (
        0 if not more else -34
    )
    assert point_distance(done.places[0], done.places[1]) == apart
    assert done.places[2][0] - done.places[0][0] == apart // 2, "the second rank looks through the gaps"


@rule("34", "G2")
@pytest.mark.parametrize(("west", "refused"), [(33.5, ""), (33.49, "G2")])
def test_who_comes_out_may_touch_the_next_house(west: float, refused: str) -> None:
    barn = area("building", west, 46, 50, 60, "barn")
    state = battle(foot("A", count=1, at=(30, 40), house="farm"), ground=(HOUSE, barn))
    found = Sally(state, state.units[0]).refusal((("place", 3250, 4700, 0),))
    assert (found.cite if found else "") == refused


@rule("G2")
def test_how_far_is_too_far_is_told_of_who_goes_too_far() -> None:
    state = battle(foot("A", count=2, at=(30, 40), house="farm"), ground=(HOUSE,))
    sally = Sally(state, state.units[0])
    edge = 4400 + sally.reach
    out = Sallied(sally, ((2900, edge), (3100, edge + 50)))
    assert (out.far, out.beyond, out.farthest) == (sally.reach + 50, (3100, edge + 50), sally.reach + 50)


@rule("P6", "K14")
def test_every_stretch_of_a_wall_is_a_wall() -> None:
    """Who stands at the foot of its second stretch climbs it, and lines that one alone."""
    bent = wall(4, (0, 31.5), (20, 31.5), (40, 31.5))
    state = battle(foot("A", count=1, at=(30, 30)), ground=(bent,))
    assert climb(state, ((3000, 3000, 100),), (((3000, 3000), (3000, 3400)),)) == 150 + 300 + 100
    assert [stretch.pieces for stretch in lined_walls(state, state.units[0])] == [
        (((2000, 3150), (4000, 3150)),)
    ]


@rule("41", "N5c", "B9a")
@pytest.mark.parametrize(
    ("ground", "shifted_into"), [((), False), ((road("road", (32.25, 0), (32.25, 90)),), True)]
)
def test_horse_that_charges_is_not_shifted_among_trees_but_from_a_road(
    ground: Any, shifted_into: bool
) -> None:
    """The second rider's place is taken, and the nearest free one lies in a light wood, closed to charges of horse."""
    trees = area("light_wood", 32, 39, 40, 50)
    state = battle(
        horse("A", count=2, files=2, at=(32.25, 20)),
        foot("B", side=1, count=1, at=(30, 40)),
        foot("F", count=1, at=(34.5, 37.5)),
        ground=(trees, *ground),
    )
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("stand")
    riders = game.unit(0)
    among = [bool(met(game.state, [((f.x, f.y), (f.x, f.y))]).kinds) for f in riders.figures]
    assert among == [False, shifted_into]


@rule("V2", "V3", "V4")
@pytest.mark.parametrize(
    ("ours", "theirs", "words"),
    [
        ({"where": Where.LOST}, {}, "nobody was left of a side"),
        ({}, {"where": Where.LOST}, "nobody was left of a side"),
        ({"count": 1, "full": 100}, {"count": 1, "full": 100}, "both sides broke"),
        ({"count": 1, "full": 100}, {}, "a side broke"),
        ({}, {"count": 1, "full": 100}, "a side broke"),
        ({}, {}, "the last turn was over: points"),
    ],
)
def test_what_decided_a_battle_is_told(ours: Any, theirs: Any, words: str) -> None:
    state = battle(foot("A", **ours), foot("B", side=1, at=(60, 60), **theirs))
    assert decided(state) == words


@rule("M6", "W7", "T3")
def test_who_tried_to_rally_has_acted_while_friends_still_test() -> None:
    state = battle(foot("A", at=(30, 60), fleeing=1), foot("F", at=(38, 60)), foot("E", side=1, at=(90, 110)))
    game = play(state, "rally", Act(0)).fall(0)
    assert game.waiting.facts["unit"] == 1, "a friend beside whom it ran"
    assert game.unit(0).today.acted
    assert not game.unit(1).today.acted


@rule("K9", "K9a", "O3")
def test_ranks_that_pursue_are_loose() -> None:
    state = battle(foot("A", at=(30, 30), formed=True), foot("B", side=1, at=(30, 50), fleeing=1))
    table = Desk(state, Round(0))
    chase(table, 0, 1)
    assert not table.unit(0).formed
    assert centre(table.unit(0))[1] > centre(state.units[0])[1]


@rule("P6", "B7", "32")
@pytest.mark.parametrize(
    ("north", "turn", "refused"), [(31.5, 650, ""), (31.5, 720, "P1"), (32.2, 650, "P6")]
)
def test_one_base_at_a_walls_end_is_enough_to_wheel_over_it(north: float, turn: int, refused: str) -> None:
    """The wall runs north before the second man from the right; the left-hand man is 8.14 from it and may go 12.14."""
    block = foot("A", count=6, files=6, formed=True, at=(30, 30))
    state = battle(block, ground=(wall(4, (33, north), (33, 45)),))
    found = Marching(state, state.units[0], Pace.NORMAL).refusal((("wheel", turn),))
    assert (found.cite if found else "") == refused


@rule("B3", "F6")
def test_full_ranks_stand_behind_one_another_when_the_last_closes_up() -> None:
    state = battle(foot("A", count=9, files=3, formed=True, at=(30, 30)))
    table = Desk(state, Act(0))
    lose(table, 0, 1, "16")
    places = places_of(table.unit(0))
    assert [x for x, _ in places[:6]] == [2800, 3000, 3200] * 2, "nobody of a full rank steps into a gap"
    assert [x for x, _ in places[6:]] == [2900, 3100], "the last rank closes to its middle"


def round_fought(first: Unit, second: Unit, losses: tuple[int, int]) -> Desk:
    """A round between two units in contact, with these losses."""
    state = replace(battle(first, second), contacts=(Contact(0, 1),))
    table = Desk(state, Round(0, lost=tuple(enumerate(losses))))
    StrokeLosses().begin(table)
    return table


@rule("F6", "K6")
@pytest.mark.parametrize(("losses", "left"), [((1, 0), [0, 0, 0, 1, 1, 1, 1]), ((8, 3), [])])
def test_who_stands_nearest_to_the_foe_falls(losses: tuple[int, int], left: list[int]) -> None:
    """Loose units lose their nearest figures; of a foe that is gone nobody is nearest, and the last fall."""
    mine = foot("A", count=8, files=4, at=(30, 30))
    theirs = foot("B", side=1, count=8, files=4, at=(30, 35), facing=180)
    after = round_fought(mine, theirs, losses)
    rear = {spot: int(at > 3) for at, spot in enumerate(places_of(mine))}
    assert [rear[spot] for spot in places_of(after.unit(0))] == left
    if losses[1]:
        assert places_of(after.unit(1)) == places_of(theirs)[:5]


@rule("K8", "K8a")
@pytest.mark.parametrize(
    ("sizes", "losses", "winner"), [((8, 3), (3, 3), 0), ((3, 8), (3, 3), 1), ((8, 3), (4, 3), 0)]
)
def test_who_alone_is_left_has_won_whatever_he_lost(
    sizes: tuple[int, int], losses: tuple[int, int], winner: int
) -> None:
    first, second = (
        foot(key, side=side, count=sizes[side], at=(30, 30 + 2 * side)) for side, key in enumerate("AB")
    )
    after = round_fought(first, second, losses)
    assert not after.unit(1 - winner).on_table
    assert (after.env.winners, after.env.beaten, after.env.over) == ((winner,), (), True)


@rule("T2", "T3", "H3")
def test_when_both_are_done_the_turn_goes_on() -> None:
    acted = Today(acted=True)
    state = battle(foot("A", today=acted), foot("B", side=1, at=(60, 60), today=acted), conceals=(True, True))
    first = Desk(state, Turn(side=0))
    assert Picks().done(first) is AGAIN
    assert (first.env.side, first.env.done) == (1, (0,))
    assert Picks().done(first) is NEXT


@rule("T8", "M7")
@pytest.mark.parametrize(
    ("edge", "places"),
    [
        (((0, 0), (12000, 0)), range(600, 11201, 200)),  # four files and the half step of the second rank
        (((3000, 0), (3599, 0)), range(0, 401, 200)),
        (((3000, 0), (3600, 0)), range(0, 601, 200)),
    ],
)
def test_nobody_comes_on_beyond_the_end_of_his_edge(edge: Any, places: range) -> None:
    late = foot("L", count=8, files=4, where=Where.LATER)
    state = battle(late, foot("E", side=1, at=(60, 110)), arrivals=(Arrival(0, ("L",), 1, edge),))
    assert entries(state, state.units[0]) == tuple(places)
    assert due(state, 0) == (0,)
    assert arrival_of(state, state.units[1]) is None
    assert entries(state, state.units[1]) == ()


@rule("B2", "B6")
def test_what_is_round_is_drawn_round() -> None:
    drawn = disc((0, 0, 10000))
    assert drawn[:5] == ((0, 10000), (3827, 9239), (7071, 7071), (9239, 3827), (10000, 0))
    assert len(drawn) == 16
    state = battle(foot("A", count=1, at=(60, 60)))
    region = Marching(state, state.units[0], Pace.NORMAL).region()
    assert len(region) == 36
    bearings = [heading((6000, 6000), spot) for spot in region]
    assert all(abs(turn_between(100 * at, bearing)) <= 5 for at, bearing in enumerate(bearings))


@rule("O2", "N5", "N5c")
@pytest.mark.parametrize(("formed", "refused"), [(True, "the formed block has no room there"), (False, "")])
def test_only_ranks_need_room_for_ranks_where_they_charge(formed: bool, refused: str) -> None:
    """Friends stand in a file where the left of the ranks would come to stand; loose figures find a place beside them."""
    mine = foot("A", count=6, files=6, formed=formed, at=(60, 30))
    theirs = foot("B", side=1, count=1, at=(60.9, 42))
    state = battle(mine, theirs, foot("F", count=8, files=1, pitch=200, at=(56.5, 39.5)))
    made = onset(state, state.units[0], state.units[1])
    assert (made.words if isinstance(made, Refusal) else "") == refused


@rule("76", "X1")
def test_a_gun_turned_on_the_spot_has_no_rate() -> None:
    state = battle(gun("G", at=(30, 30)))
    shown = Driving(state, state.units[0], on_the_spot=True).preview((("roll", 3000, 3000, 900),))
    assert shown["steps"][0] == ["man-handled", 0, "76"]
    assert shown["allowance"] == 0
    rolled = Driving(state, state.units[0]).preview((("roll", 3000, 3100, 0),))
    assert rolled["steps"][0] == ["man-handled", rolled["allowance"], "76"]


@rule("26", "K2a")
def test_figures_are_shared_out_in_proportion_and_nobody_is_left_over() -> None:
    """Beside a plain reckoning: whole parts, then one each by the largest rest; who had less than one has one all the same."""
    for count, foes in itertools.product(
        range(1, 14), [*itertools.product(range(1, 7), repeat=3), (3,), (2, 5)]
    ):
        parts = [Fraction(count * foe, sum(foes)) for foe in foes]
        found = [max(1, int(part)) for part in parts]
        rests = sorted(range(len(foes)), key=lambda at: (int(parts[at]) - parts[at], at))
        while sum(found) < count:
            found[rests.pop(0)] += 1
        while sum(found) > max(count, len(foes)):
            found[max(range(len(found)), key=lambda at: (found[at], at))] -= 1
        assert shares(count, foes) == tuple(found), (count, foes)


@rule("A-25", "44")
def test_foot_and_horse_in_one_field_share_it() -> None:
    """Crops give cover to foot and none to horse; in the same field they give it to neither against the other."""
    state = battle(
        foot("A", count=4, at=(30, 30)),
        horse("B", side=1, count=4, at=(30, 36)),
        horse("C", side=1, count=4, at=(90, 90)),
        ground=(area("crops", 20, 20, 40, 46),),
    )
    ours, theirs, far = state.units
    assert shared_area(state, ours, theirs)
    assert shared_area(state, theirs, ours)
    assert not shared_area(state, ours, far)


@rule("X9", "G2")
def test_a_ruin_bars_no_way_and_the_house_beside_it_does() -> None:
    barn = area("building", 50, 36, 58, 44, "barn")
    whole = battle(foot("A"), ground=(HOUSE, barn))
    ruined = replace(whole, damage=(("farm", 5),))
    through = {name: ((x, 3000), (x, 5000)) for name, x in (("farm", 3000), ("barn", 5400))}
    assert {name: met(whole, (way,)).house for name, way in through.items()} == {
        "farm": "farm",
        "barn": "barn",
    }
    assert {name: met(ruined, (way,)).house for name, way in through.items()} == {"farm": "", "barn": "barn"}


@rule("X5", "X5a")
def test_a_shot_lands_on_the_table_up_to_its_very_edge() -> None:
    state = battle(foot("A"))
    far = 12000 * FINE
    spots = [(0, 0), (far, far), (-1, 5), (5, -1), (far + 1, 5), (5, far + 1)]
    assert [on_table(state, Impact(*spot)) for spot in spots] == [True, True, False, False, False, False]


@rule("F5", "X8")
@pytest.mark.parametrize(
    "target", [light("B", side=1, count=4, at=(30, 50)), gun("B", side=1, at=(30, 50), facing=180)]
)
def test_open_order_and_a_gun_before_one_are_cover_from_small_arms_alone(target: Unit) -> None:
    state = battle(gun("G", at=(30, 30)), target)
    assert artillery_cover(state, *state.units, Ammo.ROUND) is Cover.NONE
    assert shelter(state, state.units[1], (3000, 3000), ((3000, 3000),)) is Cover.LIGHT


@rule("B4")
def test_of_three_loose_ranks_only_the_second_stands_in_the_gaps() -> None:
    xs = [x for x, _ in spots(9, 3, 300, (0, 0), 0, False)]
    assert xs == [-300, 0, 300, -150, 150, 450, -300, 0, 300]


@rule("X1", "W5")
def test_a_gun_that_is_turned_stays_where_it_is() -> None:
    game = play(battle(gun("G", at=(30, 30))), "activation", Act(0, commanded=True))
    assert game.refusal("turn_gun", (("roll", 3000, 3050, 900),)) == "X1"
    turned = game.say("turn_gun", (("roll", 3000, 3000, 900),)).unit(0)
    assert turned.facing == 900
    assert turned.gun is not None
    assert (turned.gun.x, turned.gun.y) == (3000, 3000)


@rule("P6", "P4", "3")
@pytest.mark.parametrize(("y", "far", "refused"), [(30, 550, ""), (30, 551, "P1"), (29.49, 250, "P6")])
def test_light_foot_whose_whole_rate_a_wall_takes_climbs_it(y: float, far: int, refused: str) -> None:
    """8 less 8 leaves nothing, not even the least of 1."""
    state = battle(light("A", count=1, at=(30, y)), ground=(wall(3, (20, 31.5), (40, 31.5)),))
    found = Marching(state, state.units[0], Pace.NORMAL).refusal((("go", 0, far),))
    assert (found.cite if found else "") == refused


@rule("N5c", "B7b")
def test_a_block_that_finds_no_room_before_it_stays_where_it_turned() -> None:
    state = battle(foot("A", count=6, files=6, formed=True, at=(30, 30)), foot("F", count=1, at=(29, 31.99)))
    unit = state.units[0]
    assert block_at(state, unit, (2500, 3000), 0, 10) == places_of(unit)


@rule("W5")
@pytest.mark.parametrize(("facing", "regroups"), [(9999, True), (10000, False), (-9999, True)])
def test_numbers_without_end_are_no_way_to_regroup(facing: int, regroups: bool) -> None:
    state = battle(foot("A", count=4))
    found = Regrouping(state, state.units[0]).work_out((("dress", 2, 300, facing, 0, 0, 0),))
    assert isinstance(found, Walk) is regroups


@rule("G3")
def test_a_hair_before_a_side_is_before_it() -> None:
    side = ((0, 0), (1, 0))
    assert [in_front(side, (0, y)) for y in (-1, 0, 1)] == [False, False, True]


@rule("L2", "L2b")
@pytest.mark.parametrize(("x", "clear"), [(30.99, False), (31, True)])
def test_a_line_of_sight_may_touch_a_base(x: float, clear: bool) -> None:
    state = battle(
        foot("A", count=1, at=(30, 30)),
        foot("B", side=1, count=1, at=(30, 60)),
        foot("F", count=1, at=(x, 45)),
    )
    assert looks_at(state, state.units[0], state.units[1]).clear is clear


@rule("L2", "L2b")
@pytest.mark.parametrize(
    ("start", "end", "hides"),
    [
        ((3000, 3000), (3000, 5000), "farm"),
        ((3000, 4000), (3000, 5000), ""),
        ((3000, 3000), (3000, 4000), ""),
        ((5000, 3000), (5000, 5000), "F"),
        ((5000, 4000), (5000, 5000), ""),
        ((5000, 3000), (5050, 4050), ""),
        ((4000, 3000), (4000, 5000), ""),
    ],
)
def test_the_tape_looks_past_what_stands_at_its_ends(start: Point, end: Point, hides: str) -> None:
    state = battle(foot("F", count=1, at=(50, 40)), ground=(HOUSE,))
    found = look_between(state, start, end)
    assert (found.clear, found.blocker) == ((True, "") if not hides else (False, hides))


@rule("B6")
def test_one_unit_is_changed_and_all_others_stay() -> None:
    state = battle(foot("A"), foot("B", at=(60, 30)), foot("C", at=(90, 30)))
    for number, unit in enumerate(state.units):
        there = with_unit(state, replace(unit, facing=900))
        assert [each.facing for each in there.units] == [900 * (at == number) for at in range(3)]


@rule("M4", "R4", "B8")
@pytest.mark.parametrize(("x", "goes"), [(31.99, True), (31.98, False)])
def test_who_stands_too_near_already_may_brush_past(x: float, goes: bool) -> None:
    """A hundredth is lost in rounding; nearer than that he would be run into."""
    state = battle(foot("A", count=1, at=(30, 30)), foot("E", side=1, count=1, at=(x, 32)))
    assert (away(state, state.units[0], 0, 600).distance == 600) is goes


@rule("M4")
@pytest.mark.parametrize(("off", "farther"), [(1051, False), (1052, True)])
def test_over_the_tables_edge_is_at_it(off: int, farther: bool) -> None:
    """Half a centimetre farther from its edge is no farther; over every side of the table alike."""
    state = battle(foot("A", count=1))
    west, south = ((0, 0), (0, 1)), ((0, 0), (1, 0))
    assert _farther_from(state, west, ((0, 1001), (-300, off))) is farther
    assert _farther_from(state, south, ((1001, 0), (off, -300))) is farther
    east, north = ((12000, 0), (12000, 1)), ((0, 12000), (1, 12000))
    assert _farther_from(state, east, ((12000, 1001), (12300, off))) is farther
    assert _farther_from(state, north, ((1001, 12000), (off, 12300))) is farther


@rule("B4a", "B8")
def test_nobody_is_set_on_a_friend_however_far_he_is_shifted() -> None:
    state = battle(foot("A", count=1, at=(60, 60)), foot("F", count=1, at=(1, 30)))
    (spot,) = settle(state, state.units[0], [(-1050, 3000)])
    assert point_distance(spot, (100, 3000)) >= 199


@rule("K8", "M4")
@pytest.mark.parametrize(
    ("y", "distance", "bearing"), [(51.3, 550, 1800), (51.6, 500, 1800), (56, 100, 1800), (56.1, 100, 2100)]
)
def test_who_falls_back_goes_straight_unless_not_even_1_is_open(
    y: float, distance: int, bearing: int
) -> None:
    state = battle(foot("A", count=1, at=(30, 60)), foot("E", side=1, count=1, at=(30, y)))
    found = retreat(state, state.units[0], (3000, 9000))
    assert found is not None
    assert (found.distance, found.bearing) == (distance, bearing)


@rule("B7")
@pytest.mark.parametrize(
    ("leg", "shift"),
    [(("side", 200), (141, -141)), (("side", -200), (-141, 141)), (("back", 200), (-141, -141))],
)
def test_steps_aside_and_back_are_at_right_angles(leg: tuple[str, int], shift: Point) -> None:
    """Facing north-east, where a tenth of a degree shows."""
    block = foot("A", count=6, files=3, formed=True, facing=45, at=(30, 30))
    found = walk(block, (leg,))
    assert isinstance(found, Walk)
    x, y = front_middle(block)
    places = spots(6, 3, 200, (x + shift[0], y + shift[1]), 450, True)
    assert found.places == places


@rule("B7")
@pytest.mark.parametrize("step", [-1, 1, -200])
def test_a_step_to_the_left_costs_as_much_as_one_to_the_right(step: int) -> None:
    found = walk(foot("A", count=6, files=3, formed=True), (("side", step),))
    assert isinstance(found, Walk)
    assert found.cost == abs(step)


@rule("B7")
def test_who_turns_about_leaves_nobody_aside() -> None:
    """Facing north-east, three ranks deep: the new front is 4 back along both axes alike."""
    block = foot("A", count=9, files=3, formed=True, facing=45, at=(30, 30))
    found = walk(block, (("about", 1),))
    assert isinstance(found, Walk)
    x, y = front_middle(block)
    assert found.places[1] == (x - 283, y - 283)


@rule("N1", "G3")
def test_a_flag_in_front_does_not_shoot_and_one_in_a_house_silences_nobody() -> None:
    enemy = foot("B", side=1, count=1, at=(30, 44))
    open_ = battle(foot("A", roles=(Role.FLAG, Role.RANKER), files=1, at=(30, 30)), enemy)
    assert [one.point for one in shooters(open_, *open_.units)] == [places_of(open_.units[0])[1]]
    held = battle(
        foot("A", roles=(Role.RANKER, Role.RANKER, Role.FLAG), at=(30, 40), house="farm"),
        foot("B", side=1, count=1, at=(30, 52)),
        ground=(HOUSE,),
    )
    assert len(shooters(held, *held.units)) == 2


@rule("7b", "F2", "G3")
@pytest.mark.parametrize("more", [-1, 0, 1, 2])
def test_the_last_hundredth_of_the_range_is_in_range(more: int) -> None:
    """Base edge to base edge, or from the wall at a window: whether anybody hits is what the shooters say."""
    far = RANGES[Weapon.MUSKET][-1] + more
    loose = battle(foot("A", count=1, at=(30, 10)), foot("B", side=1, count=1, at=(30, 12 + far / 100)))
    formed = battle(
        foot("A", count=6, files=6, formed=True, at=(30, 10)),
        foot("B", side=1, count=1, at=(31, 12 + far / 100)),
    )
    held = battle(
        foot("A", count=4, at=(30, 40), house="farm"),
        foot("B", side=1, count=1, at=(27, 45 + far / 100)),
        ground=(HOUSE,),
    )
    for state in (loose, formed, held):
        assert can_hit(state, *state.units) is (more <= 0)
        assert can_hit(state, *state.units) is bool(shooters(state, *state.units))


@rule("L1", "O2", "F1")
@pytest.mark.parametrize(
    ("facing", "formed", "found"), [(0, True, (1,)), (180, True, ()), (180, False, (1,))]
)
def test_ranks_shoot_at_nobody_behind_them(facing: int, formed: bool, found: tuple[int, ...]) -> None:
    state = battle(foot("A", count=6, files=6, formed=formed, facing=facing), foot("B", side=1, at=(30, 40)))
    assert targets(state, state.units[0], Fire.HOLD) == found
    assert has_target(state, state.units[0], Fire.HOLD) is bool(found)
    assert bool(shooters(state, *state.units)) is bool(found)


@rule("V2", "S1")
@pytest.mark.parametrize(("total", "broken"), [(0, False), (1, True), (4000, True), (4001, False)])
def test_half_of_what_a_side_is_worth_breaks_it(total: int, broken: bool) -> None:
    state = battle(foot("A", count=100, full=300), foot("B", side=1, at=(60, 60)))
    sides = (replace(state.field.sides[0], total=total), state.field.sides[1])
    state = replace(state, field=replace(state.field, sides=sides))
    assert is_broken(state, 0) is broken
    assert points(state) == (0, 2000), "each of the lost counts whole"


@rule("S6", "V4")
@pytest.mark.parametrize("away", [0, 1])
def test_who_has_marched_off_is_not_beaten(away: int) -> None:
    units = [foot(key, side=side, at=(30, 30 + 60 * side)) for side, key in enumerate("AB")]
    units[away] = replace(units[away], where=Where.LEFT)
    found = judgement(battle(*units), False)
    assert found is not None
    assert (found.winner, found.cite) == (None, "V4"), "nobody has points"
    units[away] = replace(units[away], where=Where.LOST)
    lost = judgement(battle(*units), False)
    assert lost is not None
    assert lost.winner == 1 - away
