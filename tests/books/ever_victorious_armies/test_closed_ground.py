"""Ground that is closed to a unit and that it stands on all the same: left, and not gone into deeper. [EVA M4, R2, K1, G-33, Q6, Q7]"""

from __future__ import annotations

import pytest

from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.facts.exits import any_way_off
from grognard.books.ever_victorious_armies.facts.ground import land, meets_barred
from grognard.books.ever_victorious_armies.facts.marching import Marcher
from grognard.books.ever_victorious_armies.facts.readiness import Allowance
from grognard.books.ever_victorious_armies.state import Terrain, Unit
from grognard.geometry.outlines import in_parts
from tests.books.ever_victorious_armies.drill import (
    compulsory,
    costs,
    duties,
    moving,
    offered,
    place,
    why,
    work,
)
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    column,
    foot,
    formed,
    general,
    heavy_gun,
    horse,
    line,
    scene,
    unit,
)  # fmt: skip
from tests.rules import rule

FAR = unit("z", foot, 12, line, at=(64, 44), facing=180)
VILLAGE = area("village", 26, 16, 36, 26)


# ---- out of a village


def with_general(at: tuple[float, float] = (31, 21), *ground: Terrain) -> Play:
    state = scene(
        unit("A", foot, 12, line, at=at), unit("G", general, joined="A"), FAR, terrain=ground or (VILLAGE,)
    )
    return moving(state)


@rule("M4", "G-33", "N1")
@pytest.mark.parametrize(
    ("legs", "rule_"),
    [
        (("forward 6",), ""),
        (("turn 90", "forward 6"), ""),
        (("turn 180", "forward 8"), ""),
        (("forward 3",), ""),  # not out of it yet, but nearer to its edge
    ],
)
def test_a_general_rides_out_of_a_village(legs: tuple[str, ...], rule_: str) -> None:
    assert why(with_general().state, "G", *legs, good=24, difficult=12) == rule_


@rule("M4", "G-33")
def test_he_goes_no_deeper_into_it() -> None:
    game = with_general((28, 21))
    assert why(game.state, "G", "turn 90", "forward 2", good=24, difficult=12) == "G-33"
    assert why(game.state, "G", "turn -90", "forward 1", good=24, difficult=12) == ""


@rule("M4")
def test_out_of_a_village_he_pays_as_in_difficult_going() -> None:
    state = with_general().state
    assert why(state, "G", "forward 6", good=24, difficult=5) == "M4"
    assert costs(state, "G", "forward 6", good=24, difficult=12) == 6


@rule("G-33", "M4")
def test_from_outside_he_still_may_not_enter_it() -> None:
    state = scene(
        unit("A", foot, 12, line, at=(10, 10)), unit("G", general, at=(31, 14)), FAR, terrain=(VILLAGE,)
    )
    assert why(state, "G", "forward 3", good=24, difficult=12) == "G-33"


@rule("G-33", "M4")
def test_out_of_one_village_he_does_not_ride_into_another() -> None:
    other = area("village", 26, 28, 36, 34, name="the other village")
    state = with_general((31, 21), VILLAGE, other).state
    assert why(state, "G", "forward 8", good=24, difficult=12) == "G-33"
    assert why(state, "G", "forward 6", good=24, difficult=12) == ""


@rule("8a", "M4")
def test_a_gun_set_up_in_a_wood_drives_out_of_it() -> None:
    wood = area("wood", 26, 16, 36, 26)
    state = scene(unit("A", heavy_gun, at=(31, 24)), FAR, terrain=(wood,))
    assert why(state, "A", "forward 3", good=6, difficult=None) == ""
    assert why(state, "A", "turn 180", "forward 3", good=9, difficult=None) != ""


@rule("Q7", "N1")
def test_a_general_climbs_out_of_a_work_and_not_into_it() -> None:
    square = work(26, 16, 36, 26)
    inside = with_general((31, 21), square).state
    assert why(inside, "G", "forward 8", good=9, difficult=10) == "M3"
    assert costs(inside, "G", "forward 8", good=10, difficult=10) == 10
    outside = scene(
        unit("A", foot, 12, line, at=(10, 10)), unit("G", general, at=(31, 14)), FAR, terrain=(square,)
    )
    assert why(outside, "G", "forward 5", good=24, difficult=12) == "Q7"
    horsemen = scene(unit("A", horse, 8, formed, at=(31, 21)), FAR, terrain=(square,))
    assert why(horsemen, "A", "forward 8", good=24, difficult=12) == "Q7"


# ---- roads and bridges

CANAL, BRIDGE = area("canal", 0, 20, 72, 26), area("bridge", 34.5, 19.5, 37.5, 26.5)
ALONG = area("road", 35.5, 0, 36.5, 48)
PALIKAO = (
    area("canal", 0, 36, 72, 39), area("bridge", 34, 35.5, 38, 39.5),
    area("road", 34.5, 0, 37.5, 36, name="the south road"), area("road", 34.5, 39, 37.5, 48, name="the north road"),
)  # fmt: skip
BEATEN = [
    (horse, formed, 8, (35.5, 38.4), (39.3, 39.2), (1, 1, 1, 1), PALIKAO),
    (foot, column, 12, (36.86, 38.95), (33.6, 40.6), (1, 1), PALIKAO),
    (foot, column, 12, (36, 24), (40.2, 24.5), (1, 2), (CANAL, BRIDGE, ALONG)),
    (horse, formed, 8, (36, 24), (38.5, 27.2), (1, 1, 1, 1), (CANAL, BRIDGE, ALONG)),
]


def beaten(
    kind: object, order: object, figures: int, at: object, away: object, dice: object, ground: object
) -> Play:
    u: Unit = unit("H", kind, figures, order, at=at, duties=duties("must", away=away, foes=(1,)))  # type: ignore[arg-type]
    b = unit("b", foot, 12, column, at=away, facing=180)  # type: ignore[arg-type]
    return compulsory(scene(u, b, FAR, terrain=ground, contacts="b>H")).play(dice)  # type: ignore[arg-type]


def dry(game: Play) -> bool:
    """Whether it is lost, on open ground, or where a road carries it."""
    unit_ = game.unit("H")
    if not unit_.on_table:
        return True
    closed = meets_barred(game.state.field, unit_.kind, (body(game.state, unit_),))
    return closed is None or in_parts(land(game.state.field).roads, (unit_.x, unit_.y))


@rule("R2", "Q6", "K1")
@pytest.mark.parametrize("case", BEATEN)
def test_nobody_retires_from_a_bridge_into_the_water(case: tuple[object, ...]) -> None:
    assert dry(beaten(*case))  # type: ignore[arg-type]


@rule("R2", "K1")
def test_straight_along_the_bridge_it_goes_its_whole_throw() -> None:
    game = beaten(horse, formed, 8, (36, 24), (36, 27), (2, 2, 2, 2), (CANAL, BRIDGE, ALONG))
    assert place(game.unit("H"))[:2] == (36, 16)


@rule("R2", "K1")
def test_where_the_road_ends_behind_the_water_it_goes_on_over_open_ground() -> None:
    short = area("road", 35.5, 17, 36.5, 30)
    game = beaten(horse, formed, 8, (36, 24), (36, 27), (4, 4, 4, 4), (CANAL, BRIDGE, short))
    assert place(game.unit("H"))[:2] == (36, 8)


@rule("R2", "G-33")
def test_horse_beaten_on_a_road_does_not_retire_through_the_houses() -> None:
    road = area("road", 30.5, 0, 31.5, 48)
    game = beaten(horse, formed, 8, (31, 21), (27, 21), (1, 1, 1, 1), (VILLAGE, road))
    assert dry(game)
    assert game.notes("retires")[0].facts["distance"] <= 50


@rule("M4", "K1")
def test_from_a_road_by_the_river_a_column_marches_off_the_bank_and_not_into_the_water() -> None:
    river, road = area("river", 0, 20, 72, 26), area("road", 0, 18.8, 72, 19.8)
    state = scene(unit("A", foot, 12, column, at=(36, 19.2)), FAR, terrain=(river, road))
    assert "A" in offered(moving(state), "march")
    assert why(state, "A", "back 3", good=12) == ""
    assert why(state, "A", "forward 1", good=12) == "Q6"
    assert why(state, "A", "turn 30", "forward 3", good=12) == "Q6"


# ---- the way out is looked for


SLANTED = Terrain("village", "the slanted village", ((2000, 2000), (3000, 2700), (3700, 1700), (2700, 1000)))


@rule("M4", "G-33")
@pytest.mark.parametrize("allowed", [201, 198])
def test_the_shortest_way_out_of_a_village_is_found_to_the_hundredth(allowed: int) -> None:
    """He stands 1.99 inches from an edge that lies aslant, and no other way out is so short."""
    state = with_general((25.8, 21.62), SLANTED).state
    mover = Marcher(state, state.units[1], Allowance(400, allowed))
    found = any_way_off(mover)
    assert (found is not None) == (allowed > 200)
    assert found is None or found in list(mover.candidates())


@rule("M4", "K1")
def test_a_road_through_a_village_is_a_way_out_of_it() -> None:
    road = area("road", 32, 10, 34, 40)
    state = with_general((31, 21), VILLAGE, road).state
    found = any_way_off(Marcher(state, state.units[1], Allowance(400, 200)))
    assert found is not None
    assert why(state, "G", "turn 90", "forward 1.01", good=4, difficult=2) == ""


@rule("M4")
def test_out_of_ground_that_is_open_to_it_no_way_is_looked_for() -> None:
    state = with_general((10, 10)).state
    assert any_way_off(Marcher(state, state.units[1], Allowance(2400, 1200))) is None
