"""Ground counts alike for cost, bans, ranks, cover and hiding: on the outline, for every figure, on and off roads."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.answering import answers
from grognard.books.skirmish_1808.facts.arriving import standing_at
from grognard.books.skirmish_1808.facts.charging import Onset, onset
from grognard.books.skirmish_1808.facts.deploying import Placing
from grognard.books.skirmish_1808.facts.ground import area_cover_of, in_woods, level_of, met, standing_in
from grognard.books.skirmish_1808.facts.hiding import sheltered
from grognard.books.skirmish_1808.facts.moving import Marching
from grognard.books.skirmish_1808.facts.regrouping import Regrouping
from grognard.books.skirmish_1808.facts.shifting import flight, settle
from grognard.books.skirmish_1808.state import Arrival, Options, State, Unit, Zone, centre
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.tables.guns import CREWS
from grognard.books.skirmish_1808.tables.moving import going
from grognard.books.skirmish_1808.words import Answer, Calibre, Class, Cover, Pace, Rank, Where
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from tests.books.skirmish_1808.drill import RULES, area, battle, foot, horse, leader, light, play, road, wall
from tests.rules import rule

WOOD = area("wood", 30, 40, 90, 60)


def cite(found: object) -> str:
    return found.cite if isinstance(found, Refusal) else ""


def advance(state: State, *legs: Any) -> Refusal | None:
    return Marching(state, state.units[0], Pace.NORMAL).refusal(legs)


def inside(state: State, unit: Unit) -> int:
    """How many figures stand in ground forbidden to them."""
    spots = [met(state, [((f.x, f.y), (f.x, f.y))]).kinds for f in unit.figures]
    return sum(any(going(kind, unit.mounted).barred for kind in kinds) for kinds in spots)


# --- the outline -------------------------------------------------------------------------------------------


@rule("B9", "B9a", "30")
@pytest.mark.parametrize(("far", "refused"), [(399, ""), (400, "P1"), (401, "P1")])
def test_who_comes_to_the_outline_of_a_wood_has_met_it(far: int, refused: str) -> None:
    state = battle(foot("A", at=(60, 36), count=6, files=6, formed=True), ground=(WOOD,))
    assert cite(advance(state, ("move", 0, far))) == refused


@rule("B9", "B9a", "30")
@pytest.mark.parametrize(("x", "refused"), [(3601, ""), (3600, "30"), (3599, "30")])
def test_no_horse_on_the_outline_of_a_wood(x: int, refused: str) -> None:
    state = battle(leader("L", mounted=True, at=(45, 50)), ground=(area("wood", 22, 40, 36, 60),))
    assert cite(advance(state, ("go", x - 4500, 0))) == refused


@rule("B9", "105", "O3")
def test_ranks_break_on_the_outline() -> None:
    state = battle(
        foot("A", at=(60, 37), count=6, files=6, formed=True), ground=(area("light_wood", 30, 40, 90, 60),)
    )
    short = play(state, "activation", Act(0, commanded=True)).say("advance", (("move", 0, 299),))
    assert short.unit(0).formed
    assert area_cover_of(short.state, short.unit(0)) is Cover.NONE
    onto = play(state, "activation", Act(0, commanded=True)).say("advance", (("move", 0, 300),))
    assert not onto.unit(0).formed
    assert area_cover_of(onto.state, onto.unit(0)) is Cover.MEDIUM


@rule("B9", "B10", "H1", "66")
def test_cover_level_wood_and_hiding_agree_with_what_a_way_meets() -> None:
    hill = area("rocks", 30, 40, 90, 60, level=1)
    for ground, y in (((WOOD,), 40.0), ((hill,), 40.0), ((WOOD,), 39.99), ((hill,), 39.99)):
        state = battle(foot("A", at=(60, y), count=4, files=4), ground=ground)
        unit = state.units[0]
        entered = bool(standing_in(state, unit)[0].kinds)
        assert entered is (y == 40.0)
        assert (area_cover_of(state, unit) > Cover.NONE) is entered
        assert sheltered(state, unit) is entered
        assert in_woods(state, unit) is (entered and ground == (WOOD,))
        assert level_of(state, unit) == int(entered and ground == (hill,))


# --- every figure of a charge ------------------------------------------------------------------------------


@rule("30", "B9a", "N5a", "S2")
@pytest.mark.parametrize(
    ("ground", "refused"),
    [
        (area("wood", 63, 0, 100, 100), "30"),
        (area("stream", 63, 0, 65, 100), "S2"),
        (area("light_wood", 63, 0, 100, 100), "29"),
        (area("crops", 63, 0, 100, 100), ""),
        (area("wood", 73, 0, 100, 100), ""),
    ],
)
def test_the_whole_line_of_horse_is_judged(ground: Any, refused: str) -> None:
    line = horse("A", at=(60, 30), count=8, files=8, pitch=300)
    state = battle(line, foot("B", side=1, at=(60, 45), count=4), ground=(ground,))
    made = onset(state, *state.units)
    assert cite(made) == refused
    if isinstance(made, Onset):
        after = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("stand")
        assert after.waiting.what == "strokes"
        assert not inside(after.state, after.unit(0))


@rule("41", "B9a", "N5a", "N7")
def test_a_ban_on_any_figures_way_bans_the_charge() -> None:
    mine = foot("A", at=(58, 30), count=8, files=8)
    state = battle(mine, foot("B", side=1, at=(52, 42), count=4), ground=(area("wood", 55, 36, 90, 60),))
    assert cite(onset(state, *state.units)) == "30"
    near = battle(mine, foot("B", side=1, at=(52, 35.5), count=4), ground=(area("wood", 55, 32, 90, 60),))
    assert isinstance(onset(near, *near.units, closing=True), Onset | Refusal)
    assert cite(onset(near, *near.units)) == "30"


@rule("N5", "39", "B9a")
def test_ground_under_one_figure_costs_the_charge() -> None:
    mine = foot("A", at=(60, 30), count=8, files=8)
    for ground, reach in (((), 1500), ((area("crops", 68, 32, 90, 50),), 1300)):
        state = battle(mine, foot("B", side=1, at=(60, 42), count=4), ground=ground)
        made = onset(state, *state.units)
        assert isinstance(made, Onset)
        assert made.reach == reach


@rule("B4a", "B8", "30")
def test_nobody_is_shifted_into_forbidden_ground() -> None:
    ground = (area("wood", 40, 30, 60, 50),)
    state = battle(
        horse("A", at=(30, 30), count=3), foot("B", at=(38.5, 40), count=3, files=1, pitch=200), ground=ground
    )
    spots = settle(state, state.units[0], [(3850, 4000)] * 3)
    assert all(x < 4000 or not 3000 <= y <= 5000 for x, y in spots)


@rule("M4", "30", "P5")
def test_flights_and_their_ends_keep_out_of_forbidden_ground() -> None:
    state = battle(
        horse("A", at=(30, 40), count=4),
        foot("B", at=(24, 20), count=6),
        ground=(area("wood", 24, 0, 60, 28),),
    )
    run = flight(state, state.units[0])
    assert run is not None
    assert not inside(state, run.unit)


# --- ranks -------------------------------------------------------------------------------------------------


@rule("105", "O3", "103")
def test_a_formed_charge_through_light_wood_loses_its_ranks() -> None:
    mine, theirs = foot("A", at=(60, 43), formed=True), foot("B", side=1, at=(60, 55))
    for ground, formed in (((), True), ((area("light_wood", 40, 46, 80, 50),), False)):
        state = battle(mine, theirs, ground=ground)
        game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("stand")
        assert game.unit(0).formed is formed
        words = [line.words for line in game.waiting.why[0].lines]
        assert ("formed" in words) is formed
        assert bool(game.told("loses_formation")) is not formed


@rule("107", "O3", "R3")
def test_a_formed_counter_charge_through_light_wood_loses_its_ranks() -> None:
    state = battle(
        foot("A", at=(60, 40)), foot("B", side=1, at=(60, 54), facing=180, formed=True),
        ground=(area("light_wood", 40, 47, 80, 50),),
    )  # fmt: skip
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("counter_charge")
    assert not game.unit(1).formed


@rule("T8", "O1", "O3")
@pytest.mark.parametrize(("kind", "formed"), [("light_wood", False), ("crops", True)])
def test_late_units_come_on_formed_only_where_ranks_hold(kind: str, formed: bool) -> None:
    late = replace(foot("A", count=8, formed=True), where=Where.LATER)
    state = battle(
        late,
        ground=(area(kind, 0, 0, 120, 20),),
        arrivals=(Arrival(0, ("A",), 1, ((0, 0), (12000, 0))),),
    )
    found = standing_at(state, state.units[0], 6000)
    assert found is not None
    assert found.formed is formed


@rule("O1", "O3", "H1")
def test_set_up_is_formed_only_where_ranks_hold() -> None:
    state = battle(
        foot("A", at=(20, 20), count=8, formed=True),
        ground=(area("wood", 40, 0, 80, 40),),
        zones=(Zone(0, ((0, 0), (0, 4000), (8000, 4000), (8000, 0))),),
        options=Options(free_deployment=True),
    )
    placing = Placing(state, state.units[0])
    assert cite(placing.refusal((("place", 6000, 2000, 0),))) == "O1"
    assert placing.refusal((("place", 6000, 2000, 0, 0),)) is None
    assert not placing.work_out((("place", 6000, 2000, 0, 0),)).formed
    assert placing.orders() == ("formed", "loose")
    assert placing.plan((6000, 2000, 0, "loose")) == (("place", 6000, 2000, 0, 0),)
    assert placing.refusal((("place", 3000, 2000, 0),)) is None


@rule("O1", "O3", "W5")
def test_nobody_regroups_formed_through_ground_that_breaks_ranks() -> None:
    state = battle(
        foot("A", at=(30, 30), count=6, files=3), ground=(area("light_wood", 29.8, 29, 30.2, 29.6),)
    )
    legs = (("dress", 3, 200, 0, 0, 0, 1),)
    assert cite(Regrouping(state, state.units[0]).refusal(legs)) in ("", "O1")
    wide = battle(foot("A", at=(30, 30), count=6, files=3), ground=(area("light_wood", 25, 25, 35, 35),))
    assert cite(Regrouping(wide, wide.units[0]).refusal(legs)) == "O1"


# --- roads -------------------------------------------------------------------------------------------------

ROAD = road("road", (60, 0), (60, 120))


@rule("38", "A-24", "P2", "N5")
@pytest.mark.parametrize(
    ("mine", "gap", "on_road", "off_road"),
    [(foot("A", at=(60, 20), count=4), 18, 2100, 0), (horse("A", at=(60, 20), count=4), 27, 3300, 0)],
)
def test_a_charge_on_a_road_has_its_bonus(mine: Unit, gap: int, on_road: int, off_road: int) -> None:
    theirs = foot("B", side=1, at=(60, 26 + gap), count=4)
    state = battle(mine, theirs, ground=(ROAD,))
    made = onset(state, *state.units)
    assert isinstance(made, Onset)
    assert made.reach == on_road
    aside = battle(mine, theirs, ground=(road("road", (63, 0), (63, 120)),))
    assert cite(onset(aside, *aside.units)) == "N5"


@rule("38", "P2", "P5", "M4", "R4")
def test_flights_and_evasions_use_the_road() -> None:
    state = battle(foot("A", at=(60, 60), count=4), ground=(ROAD,))
    run = flight(state, state.units[0])
    assert run is not None
    assert run.distance == 1600
    plain = flight(battle(foot("A", at=(60, 60), count=4)), state.units[0])
    assert plain is not None
    assert plain.distance == 1000
    chased = battle(horse("H", at=(60, 20)), light("A", side=1, at=(60, 60), count=4), ground=(ROAD,))
    near = replace(chased.units[1], figures=light("A", side=1, at=(60, 40), count=4).figures)
    game = (
        play(replace(chased, units=(chased.units[0], near)), "activation", Act(0, commanded=True))
        .say("charge", 1)
        .say("evade", 0)
    )
    assert centre(game.unit(1))[1] - 4000 > 1350, "8 and the road's 6"


@rule("30", "A-24", "P2")
def test_horse_rides_a_road_through_a_wood() -> None:
    ground = (ROAD, area("wood", 40, 30, 80, 50))
    state = battle(horse("A", at=(60, 25), count=4), ground=ground)
    assert advance(state, ("go", 0, 1500)) is None
    assert cite(advance(state, ("go", 300, 1200))) == "30"
    inside_ = battle(horse("A", at=(60, 40), count=4), ground=ground)
    assert advance(inside_, ("go", 0, 1500)) is None
    assert cite(advance(inside_, ("go", 1000, 0))) == "30"
    assert flight(inside_, inside_.units[0]) is not None, "who rode in on the road may also run out"


@rule("105", "A-24", "P2", "O3")
def test_formed_foot_on_a_road_through_light_wood_keep_their_ranks() -> None:
    ground = (ROAD, area("light_wood", 40, 33, 80, 50))
    state = battle(foot("A", at=(60, 30), count=6, files=3, formed=True), ground=ground)
    on = play(state, "activation", Act(0, commanded=True)).say("march", (("move", 0, 1600),))
    assert on.unit(0).formed
    off = battle(foot("A", at=(63, 30), count=6, files=3, formed=True), ground=ground)
    loose = play(off, "activation", Act(0, commanded=True)).say("march", (("move", 0, 600),))
    assert not loose.unit(0).formed


@rule("S2", "P2")
def test_a_road_does_not_bridge_a_stream() -> None:
    state = battle(foot("A", at=(60, 25), count=2), ground=(ROAD, area("stream", 0, 28, 120, 30)))
    assert cite(advance(state, ("go", 0, 600))) == "S2"


@rule("38", "P2", "A-24")
@pytest.mark.parametrize(
    ("second", "far"),
    [
        (road("road", (60, 30), (90, 30)), 1200),
        (road("path", (60, 30), (90, 30)), 1000),
        (road("road", (66, 30), (90, 30)), 600),
    ],
)
def test_joined_roads_are_one_road_of_the_poorer_kind(second: Any, far: int) -> None:
    state = battle(foot("A", at=(56, 30), count=2), ground=(road("road", (30, 30), (60, 30)), second))
    assert advance(state, ("go", far, 0)) is None
    assert cite(advance(state, ("go", far + 1, 0))) in ("P1", "P2")


@rule("W3", "G4")
def test_a_march_keeps_off_a_held_house() -> None:
    house = area("building", 30, 50, 40, 58)
    garrison = replace(foot("B", side=1, at=(35, 54), count=4), house="building")
    state = battle(foot("A", at=(35, 30), count=2), garrison, ground=(house,))
    march = Marching(state, state.units[0], Pace.MARCH)
    assert cite(march.refusal((("go", 0, 1000),))) == "W3"
    assert march.refusal((("go", 0, 700),)) is None


# --- woods opened to horse, leaders who ride ---------------------------------------------------------------


@rule("A-27", "66", "50a")
def test_a_scenario_may_open_a_wood_to_horse() -> None:
    state = battle(horse("A", at=(60, 35), count=4), ground=(area("ridden_wood", 40, 38, 80, 60),))
    assert advance(state, ("go", 0, 1000)) is None
    assert cite(advance(state, ("go", 0, 1001))) == "P1"
    assert cite(Marching(state, state.units[0], Pace.MARCH).refusal((("go", 0, 900),))) == "A-27"
    within = battle(horse("A", at=(60, 50), count=4), ground=(area("ridden_wood", 40, 38, 80, 60),))
    assert area_cover_of(within, within.units[0]) is Cover.MEDIUM
    assert in_woods(within, within.units[0])


@rule("30", "C4a")
def test_a_mounted_leader_is_not_taken_into_a_wood() -> None:
    rider = replace(leader("L", mounted=True, at=(60, 33)), attached=0)
    walker = replace(leader("L", at=(60, 33)), attached=0)
    for chief, refused in ((rider, "30"), (walker, "")):
        state = battle(light("A", at=(60, 38), count=4), chief, ground=(WOOD,))
        assert cite(advance(state, ("go", 0, 400))) == refused
    beside = battle(
        leader("L", Rank.STAFF, mounted=True, at=(60, 37.4)), foot("A", at=(60, 41), count=2), ground=(WOOD,)
    )
    assert "attach" not in play(beside, "activation", Act(0)).offers()


@rule("B7b", "N5c")
def test_a_formed_charger_does_not_slide_sideways() -> None:
    mine = foot("A", at=(60, 30), count=8, files=8, formed=True)
    state = battle(mine, foot("B", side=1, at=(67, 40), count=2, files=1))
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("stand")
    lead = max(range(8), key=lambda i: mine.figures[i].x)
    line = mine.figures[lead], game.unit(0).figures[lead]
    assert abs(line[0].x - line[1].x) <= 100
    assert all(f.x <= 6760 for f in game.unit(0).figures)


@rule("B7b", "O2", "N5")
@pytest.mark.parametrize(("facing", "refused"), [(0, ""), (30, ""), (50, "B7b"), (-50, "B7b")])
def test_a_formed_charge_wheels_45_degrees_at_most(facing: float, refused: str) -> None:
    mine = foot("A", at=(60, 40), count=6, files=6, formed=True, facing=facing)
    wide = foot("B", side=1, at=(60, 49), count=12, files=12)
    state = battle(mine, wide)
    assert cite(onset(state, *state.units)) == refused
    loose = battle(foot("A", at=(60, 40), count=6, facing=facing), wide)
    assert isinstance(onset(loose, *loose.units), Onset)


@rule("G2", "34", "N5b")
@pytest.mark.parametrize(("west", "refused"), [(64, ""), (58, "N5"), (80, "")])
def test_who_charges_beside_a_house_goes_round_it(west: float, refused: str) -> None:
    house = area("building", west, 34, west + 6, 38)
    mine = horse("A", at=(60, 30), count=8, files=8, pitch=300)
    state = battle(mine, foot("B", side=1, at=(60, 45), count=4), ground=(house,))
    made = onset(state, *state.units)
    assert (cite(made) in ("34", "N5")) if refused else isinstance(made, Onset)
    if isinstance(made, Onset):
        game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("stand")
        spots = [(f.x, f.y) for f in game.unit(0).figures]
        assert not any(west * 100 <= x <= west * 100 + 600 and 3400 <= y <= 3800 for x, y in spots)


@rule("R3", "41")
def test_no_counter_charge_through_ground_that_bans_it_for_any_figure() -> None:
    theirs = foot("B", side=1, at=(60, 54), count=6, files=6, facing=180)
    clear = battle(foot("A", at=(60, 42), count=4), theirs)
    made = onset(clear, *clear.units)
    assert isinstance(made, Onset)
    assert Answer.COUNTER in answers(clear, made)
    rough = battle(foot("A", at=(60, 42), count=4), theirs, ground=(area("rocks", 66, 40, 80, 52),))
    made = onset(rough, *rough.units)
    assert isinstance(made, Onset)
    assert Answer.COUNTER not in answers(rough, made)


@rule("K14", "K14a")
def test_nobody_of_a_charge_at_a_lined_wall_jumps_it() -> None:
    state = battle(
        foot("A", at=(60, 40), count=8, files=8, class_=Class.LIGHT),
        foot("B", side=1, at=(60, 51.5), count=6, files=6, facing=180),
        ground=(wall(4, (40, 50), (80, 50)),),
    )
    game = play(state, "activation", Act(0, commanded=True)).say("charge", 1).say("stand")
    assert all(f.y < 5000 for f in game.unit(0).figures)


@rule("73", "V2", "V2a", "X1a")
def test_the_words_that_were_cut() -> None:
    assert "heavy carronades" in CREWS.row(Calibre.III).words
    assert "regroups" in RULES["X1a"].words
    assert not RULES["V2"].words.endswith("Both broken.")
    assert "both sides are broken" in RULES["V2a"].words


@rule("B8", "W5")
def test_nobody_regroups_nearer_to_an_enemy_who_is_close_already() -> None:
    state = battle(foot("A", at=(30, 30), count=3, files=3), foot("B", side=1, at=(30, 32.5), count=1))
    regroup = Regrouping(state, state.units[0])
    assert cite(regroup.refusal((("dress", 3, 300, 0, 0, 40, 0),))) == "B8"
    assert regroup.refusal((("dress", 3, 300, 0, 0, -40, 0),)) is None
