"""Edges of rules that only a small change of the code would move. [EVA K1, E2, T8, N5, Z1, M10, S13, H2]"""

from __future__ import annotations

import pytest

from grognard.books.ever_victorious_armies.facts.bodies import body, place_of, stand, standing
from grognard.books.ever_victorious_armies.facts.ground import on_road
from grognard.books.ever_victorious_armies.facts.holding import Pivot
from grognard.books.ever_victorious_armies.facts.lanes import STAGES, facings_of, lane
from grognard.books.ever_victorious_armies.facts.marching import Marcher
from grognard.books.ever_victorious_armies.facts.readiness import Allowance
from grognard.books.ever_victorious_armies.laws.slides import can_be_charged
from grognard.books.ever_victorious_armies.state import Exit, Peril, Terrain, Zone
from grognard.books.ever_victorious_armies.steps.close import new_facing
from grognard.books.ever_victorious_armies.steps.deploy import GRID, Placer
from grognard.books.ever_victorious_armies.steps.env import SideTurn
from grognard.books.ever_victorious_armies.steps.generals import GeneralsAtRisk
from grognard.books.ever_victorious_armies.steps.menu import why_not_charge
from grognard.books.ever_victorious_armies.words import Where
from grognard.engine.tables import Refusal
from grognard.geometry.angles import heading
from tests.books.ever_victorious_armies.drill import cite, game_of, moving, on, refused, wall, why, work
from tests.books.ever_victorious_armies.scenes import (
    area,
    begin,
    field_gun,
    foot,
    general,
    horse,
    minie,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule


@pytest.mark.parametrize(("gap_", "road"), [(0, True), (1, True), (2, False)])
@rule("K1")
def test_a_road_with_a_gap_is_a_road_but_for_a_hundredth(gap_: int, road: bool) -> None:
    lower = Terrain("road", "south", ((2800, 0), (3200, 0), (3200, 1000), (2800, 1000)))
    upper = Terrain("road", "north", tuple((x, y + 1000 + gap_) for x, y in lower.poly))
    state = scene(unit("A", at=(30, 5)), terrain=(lower, upper))
    assert on_road(state.field, ((3000, 500), (3000, 1500))) is road


@rule("E2", "Q8")
def test_a_wall_right_behind_it_that_it_cannot_pay_for_stops_a_runner_where_it_stands() -> None:
    ground = area("marsh", 0, 0, 72, 48), wall("wall", (20, 25.01), (40, 25.01))
    runner = unit("c", foot, 8, skirmish, at=(30, 25), facing=180)
    game = moving(scene(unit("A", at=(30, 22)), runner, terrain=ground))
    game.play(("charge", ("A", "c")), "evade", (1, 1, 6))
    assert game.notes("evades")[0].distance == 0
    assert (game.unit("c").x, game.unit("c").y) == (3000, 2500)


@rule("T8")
def test_an_about_face_that_is_no_nearer_is_not_made() -> None:
    state = scene(unit("A", at=(30, 20)), unit("B", at=(30, 22.6)), unit("c", at=(60, 20)))
    # To the east there is no room to turn; about is just as far from it as the present facing.
    assert new_facing(state, state.units[0], 900) == 0
    assert new_facing(state, state.units[0], 910) == 1800


@rule("N5", "G-54")
def test_a_lost_general_has_no_figure_left() -> None:
    gone = unit("A", at=(20, 20), where=Where.LOST)
    state = scene(gone, unit("G", general, joined="A"), unit("z", at=(60, 44)), perils=(Peril(1, "gone", 0),))
    lost = begin(state, GeneralsAtRisk()).unit("G")
    assert (lost.where, lost.figures) == (Where.LOST, 0)


def zoned(west: int, south: int, east: int, north: int) -> Placer:
    """One unit that stands outside its only zone."""
    zone = Zone(0, ((west, south), (east, south), (east, north), (west, north)))
    state = on(scene(unit("A", foot, 2, at=(60, 40)), unit("b", at=(60, 4))), zones=(zone,))
    return Placer(state, state.units[0])


@rule("Z1")
def test_places_are_tried_from_the_middle_of_the_first_square() -> None:
    placer = zoned(1000, 1000, 1000 + GRID, 1000 + GRID)
    assert list(placer.candidates()) == [(("place", 1000 + GRID // 2, 1000 + GRID // 2, 0, "line"),)]


@pytest.mark.parametrize(("x", "number"), [(1_000_000, "M10"), (1_000_001, "Z1"), (1_500_000, "Z1")])
@rule("Z1", "M10")
def test_places_far_off_every_table_are_no_places(x: int, number: str) -> None:
    assert cite(zoned(1000, 1000, 2000, 2000).refusal((("place", x, 1500, 0, "line"),))) == number


@pytest.mark.parametrize(("y", "number"), [(20.0, ""), (16.9, "M10"), (23.1, "M10")])
@rule("M10")
def test_the_whole_front_edge_must_lie_on_the_open_stretch(y: float, number: str) -> None:
    state = scene(unit("A", at=(69, y), facing=90), unit("b", at=(10, 40)))
    way_out = Exit(0, ((7200, 1600), (7200, 2400)))
    assert why(on(state, exit=way_out), "A", "forward 2.5", "leave 0") == number


@rule("28", "S13")
def test_rounds_nobody_can_fire_say_why() -> None:
    state = scene(unit("A", foot, 12, minie, at=(30, 20)), unit("c", at=(30, 30), facing=180))
    game = game_of(state, "name targets", env=SideTurn(0))
    assert {verb: reason.cite for verb, reason in game.ask.barred.items()} == {"canister": "28"}
    assert refused(game, "canister", ("A", "c")) == "28"
    gun = scene(unit("A", field_gun, at=(30, 20)), unit("c", at=(30, 30), facing=180))
    assert dict(game_of(gun, "name targets", env=SideTurn(0)).ask.barred) == {}


@rule("H2")
def test_the_corners_of_a_target_are_tried_before_every_degree() -> None:
    state = scene(unit("A", foot, 2, at=(30, 20)), unit("c", foot, 12, at=(34.2, 32), facing=173))
    charger, target = state.units
    corners = {heading((charger.x, charger.y), corner) for corner in body(state, target)}
    tried = [set(facings_of(stand(state, charger), stand(state, target), stage)) for stage in STAGES]
    assert corners <= tried[0] | tried[1]
    assert not tried[1] & tried[2]
    assert {facing % 3600 for facing in range(-450, 451, 10)} <= tried[0] | tried[1] | tried[2]


@rule("H2")
def test_skirmishers_try_every_degree_round() -> None:
    state = scene(unit("A", foot, 2, skirmish, at=(30, 20)), unit("c", foot, 2, at=(34.2, 32), facing=173))
    charger, target = (stand(state, each) for each in state.units)
    tried = set().union(*(facings_of(charger, target, stage) for stage in STAGES))
    assert set(range(0, 3600, 10)) <= tried


@rule("M1")
@pytest.mark.parametrize("verb", ["march", "hold"])
def test_a_unit_that_is_not_there_is_not_the_last_one(verb: str) -> None:
    game = moving(scene(unit("B", at=(30, 20)), unit("A", at=(40, 20)), unit("c", at=(30, 40))))
    domain = game.ask.offers[verb]
    assert domain is not None
    found = [domain.why_not(noun) for noun in (-1, 3, 2)]
    words = "there is no such unit", "there is no such unit", "that unit is not yours"
    assert tuple(reason.words for reason in found if reason) == words


@rule("M1")
def test_a_unit_that_holds_has_nothing_to_march_with_and_turns_towards_enemies() -> None:
    state = scene(
        unit("A", at=(30, 20)), unit("b", at=(33, 30)), unit("c", at=(30, 40)), unit("d", at=(20, 20))
    )
    pivot = Pivot(state, state.units[0])
    assert pivot.allowance == Allowance(0, 0)
    north_east = heading((3000, 2000), (3300, 3000))
    assert list(pivot.ideas()) == [(("turn", -450),), (("turn", north_east),)]


@rule("M1")
def test_who_is_not_among_them_has_no_place() -> None:
    state = scene(unit("A", at=(30, 20)), unit("b", at=(30, 30)))
    assert [place_of(standing(state), each) for each in (0, 1, 2, -1)] == [0, 1, -1, -1]


@rule("H1", "M1")
def test_the_first_of_the_roster_is_charged_like_everybody() -> None:
    state = scene(unit("A", at=(30, 20)), unit("b", at=(30, 24), facing=180))
    assert why_not_charge(state, 1, (1, 0)) is None
    assert cite(why_not_charge(state, 1, (1, -1))) == "H1"
    assert cite(why_not_charge(state, 1, (1, 2))) == "H1"


@rule("M3")
@pytest.mark.parametrize(("kind", "amount", "legal"), [("forward", 0, True), ("back", 0, True), ("forward", -1, False), ("back", -1, False), ("side", -1, True)])  # fmt: skip
def test_no_march_of_less_than_nothing(kind: str, amount: int, legal: bool) -> None:
    state = scene(unit("A", at=(30, 20)))
    found = Marcher(state, state.units[0], Allowance(600, 600)).refusal(((kind, amount),))
    assert (found is None) == legal


@rule("H7", "G-33")
@pytest.mark.parametrize(("north", "told"), [(40.1, None), (39.9, True)])
def test_the_search_does_not_judge_horse_at_whoever_stands_half_out_of_a_work(
    north: float, told: bool | None
) -> None:
    """Its centre is in the work, and part of it before the line: the lane alone shows no work."""
    there = unit("b", foot, 12, at=(30, north))
    state = scene(unit("A", horse, at=(30, 15)), there, terrain=(work(20, 40, 40, 46),))
    assert can_be_charged(state, *state.units) is told
    assert isinstance(lane(state, *state.units), Refusal) is (told is None)
