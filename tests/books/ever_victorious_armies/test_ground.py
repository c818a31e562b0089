"""Ground: going, closed ground, roads and bridges, lines across it, and when foot is unformed. [EVA M4, Q1–Q9, K1, U1]"""

from __future__ import annotations

import pytest

from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.facts.ground import cover_of, on_road
from grognard.books.ever_victorious_armies.facts.legs import March
from grognard.books.ever_victorious_armies.state import Terrain, Unit
from grognard.books.ever_victorious_armies.words import Cover
from grognard.geometry.points import Segment
from tests.books.ever_victorious_armies.drill import (
    FOOT_ORDERS,
    cite,
    costs,
    legs,
    marcher,
    moving,
    wall,
    why,
    work,
    worked,
)
from tests.books.ever_victorious_armies.scenes import (
    area,
    column,
    field_gun,
    foot,
    general,
    heavy_gun,
    horse,
    horse_gun,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

param = pytest.param

AT = (30, 20)
TROOPS = {
    "foot": unit("A", at=AT),
    "horse": unit("A", horse, at=AT),
    "field gun": unit("A", field_gun, at=AT),
    "horse gun": unit("A", horse_gun, at=AT),
    "heavy gun": unit("A", heavy_gun, at=AT),
    "general": unit("A", general, at=AT),
}
GOOD, HARD = "good", "difficult"
ALL_GOOD = dict.fromkeys(TROOPS, GOOD)
ROUGH = {**dict.fromkeys(TROOPS, HARD), "horse gun": "8a", "heavy gun": "8a"}
VILLAGE = {
    "foot": HARD,
    "horse": "G-33",
    "general": "G-33",
    "field gun": "Q5",
    "horse gun": "Q5",
    "heavy gun": "Q5",
}
CLOSED = dict.fromkeys(TROOPS, "Q6")


def carries(ground: Terrain, each: Unit) -> str:
    """How ground carries a unit that goes four inches into it: good, difficult, or the rule that closes it."""
    state = scene(each, terrain=(ground,))
    found = marcher(state, "A").work_out(legs("forward 4"))
    if not isinstance(found, March):
        return cite(found)
    return HARD if found.difficult else GOOD


@pytest.mark.parametrize("troops", TROOPS)
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        param("open", ALL_GOOD, marks=rule("Q1")),
        param("road", ALL_GOOD, marks=rule("Q2")),
        param("bridge", ALL_GOOD, marks=rule("Q2")),
        param("grove", ROUGH, marks=rule("Q3")),
        param("wood", ROUGH, marks=rule("Q3")),
        param("paddy", ROUGH, marks=rule("Q4")),
        param("marsh", ROUGH, marks=rule("Q4")),
        param("creek", ROUGH, marks=rule("Q4")),
        param("ford", ROUGH, marks=rule("Q4")),
        param("village", VILLAGE, marks=rule("Q5", "G-33")),
        param("river", CLOSED, marks=rule("Q6")),
        param("canal", CLOSED, marks=rule("Q6")),
        param("hill", ALL_GOOD, marks=rule("Q9")),
    ],
)
@rule("M4", "8a", "G-46")
def test_how_ground_carries_troops(kind: str, expected: dict[str, str], troops: str) -> None:
    assert carries(area(kind, 20, 22, 40, 30), TROOPS[troops]) == expected[troops]
    # Off to the side it does nothing.
    assert carries(area(kind, 50, 22, 60, 30), TROOPS[troops]) == GOOD


@pytest.mark.parametrize("troops", TROOPS)
@rule("Q1", "Q7")
def test_the_inside_of_a_work_is_good_going(troops: str) -> None:
    assert carries(work(20, 10, 40, 30), TROOPS[troops]) == GOOD


# ---- the whole march is difficult, or none of it


@pytest.mark.parametrize(
    ("said", "number"),
    [
        param(("forward 1.5",), "", id="up to the edge"),
        param(("forward 8",), "M4", id="good allowance does not carry into it"),
        param(("forward 5",), "", id="the whole cost within the difficult allowance"),
        param(("forward 5.01",), "M4", id="and not a hair more"),
        param(("forward 2", "back 2"), "M4", id="nor in and out again"),
        param(("turn 45", "forward 5"), "", id="a corner in it"),
        param(("turn 45", "forward 5.01"), "M4", id="a corner is enough"),
        param(("turn 90", "forward 7"), "", id="past it"),
    ],
)
@rule("M4", "G-34")
def test_a_march_that_touches_difficult_going_is_difficult_all_the_way(
    said: tuple[str, ...], number: str
) -> None:
    # The line's front edge is at y 20.5, the paddy begins at y 22; turned by 90 it stands 3 up and down.
    state = scene(
        unit("A", at=(30, 18.9) if "turn 90" in said else AT), terrain=(area("paddy", 20, 22, 44, 30),)
    )
    assert why(state, "A", *said, good=12, difficult=5) == number


@rule("M4", "G-34")
def test_standing_in_it_makes_every_march_difficult() -> None:
    state = scene(unit("A", at=(30, 25)), terrain=(area("wood", 20, 22, 40, 26),))
    assert why(state, "A", "forward 5", good=12, difficult=5) == ""
    assert why(state, "A", "forward 6", good=12, difficult=5) == "M4"
    assert why(state, "A", good=12, difficult=5) == ""


# ---- lines across the ground


GATE = ((29, 22), (31, 22))
EDGES = {
    "work": work(20, 22, 40, 40),
    "gate": work(20, 22, 40, 40, GATE),
    "wall": wall("wall", (20, 22), (40, 22)),
    "hedge": wall("hedge", (20, 22), (40, 22)),
}


@pytest.mark.parametrize(
    ("edge", "troops", "expected"),
    [
        param("work", "foot", 6, marks=rule("Q7"), id="foot over the edge of a work"),
        param("work", "horse", "Q7", marks=rule("Q7", "G-33"), id="horse"),
        param("work", "general", "Q7", marks=rule("Q7"), id="a general rides"),
        param("work", "field gun", "Q7", marks=rule("Q7"), id="field gun"),
        param("work", "heavy gun", "Q7", marks=rule("Q7"), id="heavy gun"),
        *(param("gate", who, 4, marks=rule("Q7"), id=f"{who} by the gate") for who in TROOPS),
        param("wall", "foot", 6, marks=rule("Q8"), id="foot over a wall"),
        param("wall", "horse", 6, marks=rule("Q8"), id="horse over a wall"),
        param("wall", "field gun", "Q8", marks=rule("Q8"), id="no gun over a wall"),
        param("hedge", "foot", 6, marks=rule("Q8"), id="foot over a hedge"),
        param("hedge", "horse", 6, marks=rule("Q8"), id="horse over a hedge"),
        param("hedge", "horse gun", "Q8", marks=rule("Q8"), id="no gun over a hedge"),
    ],
)
@rule("G-46")
def test_what_crossing_a_line_costs(edge: str, troops: str, expected: float | str) -> None:
    state = scene(TROOPS[troops], terrain=(EDGES[edge],))
    if isinstance(expected, str):
        assert why(state, "A", "forward 4") == expected
    else:
        assert costs(state, "A", "forward 4") == expected
    assert why(state, "A", "forward 1") == ""


@rule("Q7", "Q8")
def test_a_line_is_paid_for_once_each_time_it_is_crossed() -> None:
    bent = scene(unit("A", at=AT), terrain=(wall("wall", (20, 22), (30, 22), (40, 22)),))
    assert costs(bent, "A", "forward 4") == 6  # where two stretches meet it is one wall
    through = scene(unit("A", foot, 12, column, at=AT), terrain=(work(20, 22, 40, 25),))
    assert costs(through, "A", "forward 8") == 12  # in and out
    stops_on_it = scene(unit("A", at=AT), terrain=(EDGES["wall"],))
    assert costs(stops_on_it, "A", "forward 2", "forward 2") == 6
    beside = scene(unit("A", at=AT), terrain=(wall("wall", (34, 10), (34, 40)),))
    assert costs(beside, "A", "forward 8") == 8


@rule("Q7")
def test_a_gate_in_a_slanting_edge() -> None:
    # A work like a diamond with a gate in the middle of its south-west side.
    corners = ((2000, 3000), (3000, 2000), (4000, 3000), (3000, 4000))
    gate = ((2433, 2567), (2567, 2433))
    diamond = Terrain("work", "the redan", corners, (gate,))
    for x in (23.1, 23.17, 23.3):
        gun = scene(unit("A", field_gun, at=(x, 23.29), facing=46.3), terrain=(diamond,))
        assert why(gun, "A", "forward 5") == ""
    assert (
        why(scene(unit("A", field_gun, at=(21, 25), facing=45), terrain=(diamond,)), "A", "forward 6") == "Q7"
    )


@rule("Q7", "Q8")
def test_the_allowance_must_cover_the_crossing() -> None:
    state = scene(unit("A", at=AT), terrain=(EDGES["wall"],))
    assert why(state, "A", "forward 4", good=6) == ""
    assert why(state, "A", "forward 4", good=5.99) == "M3"


# ---- roads, bridges and fords


ROAD = area("road", 28.5, 0, 31.5, 48)
PADDY = area("paddy", 10, 21, 60, 40)


@pytest.mark.parametrize(
    ("each", "carried"),
    [
        param(unit("A", foot, 12, column, at=AT), True, id="column"),
        param(unit("A", horse, at=AT), True, id="formed horse"),
        param(unit("A", horse, 6, skirmish, at=AT), True, id="skirmish horse"),
        param(unit("A", field_gun, at=AT), True, id="field gun"),
        param(unit("A", heavy_gun, at=AT), True, id="heavy gun"),
        param(unit("A", general, at=AT), True, id="general"),
        param(unit("A", foot, 4, at=AT), False, id="line, though it is no wider"),
        param(unit("A", foot, 4, skirmish, at=AT), False, id="skirmish foot"),
    ],
)
@rule("K1")
def test_whom_a_road_carries(each: Unit, carried: bool) -> None:
    assert worked(scene(each, terrain=(PADDY, ROAD)), "A", "forward 8").difficult is not carried
    bare = scene(each, terrain=(PADDY,))
    assert why(bare, "A", "forward 8") in ("M4", "8a")


@pytest.mark.parametrize(
    ("at", "said", "carried"),
    [
        param((31.5, 20), ("forward 8",), True, id="centre on the road's edge"),
        param((31.51, 20), ("forward 8",), False, id="centre just off it"),
        param((30, 20), ("turn 5", "forward 8"), True, id="slanting within it"),
        param((30, 20), ("turn 15", "forward 8"), False, id="slanting off it"),
        param((30, 20), ("forward 4", "side 3"), False, id="stepping off it"),
    ],
)
@rule("K1")
def test_the_centre_must_stay_on_the_road_all_the_way(
    at: tuple[float, float], said: tuple[str, ...], carried: bool
) -> None:
    state = scene(unit("A", foot, 12, column, at=at), terrain=(PADDY, ROAD))
    assert worked(state, "A", *said, good=20).difficult is not carried


@rule("K1", "M7")
def test_a_road_carries_a_column_only_while_it_is_one() -> None:
    marching = scene(unit("A", foot, 12, column, at=(30, 30), orders=FOOT_ORDERS), terrain=(PADDY, ROAD))
    assert not worked(marching, "A", "forward 3").difficult
    assert worked(marching, "A", "forward 3", "order line").difficult
    in_line = scene(unit("A", at=(30, 30), orders=FOOT_ORDERS), terrain=(PADDY, ROAD))
    assert worked(in_line, "A", "order column", "forward 3").difficult
    before = scene(unit("A", at=(30, 19), orders=FOOT_ORDERS), terrain=(PADDY, ROAD))
    assert not worked(before, "A", "order column", "forward 3").difficult


CANAL = area("canal", 0, 24, 72, 27)
BRIDGE = area("bridge", 28, 23.5, 32, 27.5)
FORD = area("ford", 28, 24, 32, 27)


@pytest.mark.parametrize(
    ("over", "each", "expected"),
    [
        param(
            BRIDGE, unit("A", foot, 12, column, at=AT), GOOD, marks=rule("Q2"), id="column over the bridge"
        ),
        param(BRIDGE, unit("A", foot, 8, at=AT), GOOD, marks=rule("Q2"), id="a line as wide as the bridge"),
        param(BRIDGE, unit("A", foot, 12, at=AT), "Q6", marks=rule("Q6"), id="a line that is wider"),
        param(BRIDGE, unit("A", heavy_gun, at=AT), GOOD, marks=rule("Q2"), id="heavy gun over the bridge"),
        param(FORD, unit("A", foot, 12, column, at=AT), HARD, marks=rule("Q4"), id="column through the ford"),
        param(FORD, unit("A", foot, 12, at=AT), "Q6", marks=rule("Q6"), id="a line too wide for the ford"),
        param(FORD, unit("A", horse, at=AT), HARD, marks=rule("Q4"), id="horse through the ford"),
        param(FORD, unit("A", heavy_gun, at=AT), "8a", marks=rule("Q4", "8a"), id="no heavy gun through it"),
    ],
)
def test_bridge_and_ford_cancel_the_water(over: Terrain, each: Unit, expected: str) -> None:
    state = scene(each, terrain=(CANAL, over))
    found = marcher(state, "A", good=20).work_out(legs("forward 9"))
    told = (HARD if found.difficult else GOOD) if isinstance(found, March) else cite(found)
    assert told == expected


@rule("G-33", "K1", "Q5")
def test_horse_enters_a_village_only_along_a_road() -> None:
    village = area("village", 20, 22, 40, 30)
    rider = unit("A", horse, at=AT)
    assert why(scene(rider, terrain=(village,)), "A", "forward 4") == "G-33"
    assert why(scene(rider, terrain=(village, ROAD)), "A", "forward 4") == ""
    assert why(scene(rider, terrain=(village, ROAD)), "A", "turn 45", "forward 6") == "G-33"


# ---- unformed by difficult going


@pytest.mark.parametrize(
    ("each", "said", "unformed"),
    [
        param(unit("A", at=(30, 25)), ("forward 1",), "U1", id="a line that moved in it"),
        param(unit("A", foot, 12, column, at=(30, 25)), ("forward 1",), "U1", id="a column"),
        param(unit("A", at=(30, 20)), ("forward 2",), "U1", id="only its front rank in it"),
        param(unit("A", at=(30, 20)), ("forward 1",), "", id="short of it"),
        param(unit("A", at=(30, 25)), (), "", id="standing in it"),
        param(unit("A", at=(30, 25)), ("turn 45",), "", id="turning 45 in it is no move"),
        param(unit("A", at=(30, 25)), ("turn 46",), "U1", id="turning 46 in it is"),
        param(unit("A", foot, 8, skirmish, at=(30, 25)), ("forward 1",), "", id="skirmishers never"),
        param(unit("A", horse, at=(30, 25)), ("forward 1",), "", id="nor horse"),
        param(
            unit("A", foot, 12, column, at=(45, 25), facing=90),
            ("forward 1",),
            "",
            id="nor a column on a road",
        ),
    ],
)
@rule("U1", "G-28")
def test_foot_that_moves_in_difficult_going_is_unformed(
    each: Unit, said: tuple[str, ...], unformed: str
) -> None:
    ground = area("wood", 20, 22, 60, 30), area("road", 40, 24, 60, 26)
    game = moving(scene(each, terrain=ground)).play(("march", "A"))
    game.play((6,) * game.throw.dice.faces()[0], ("go", legs(*said)))
    assert game.unit("A").today.unformed == unformed


@rule("U1", "M7")
def test_a_change_of_order_in_difficult_going_unforms_what_ends_formed() -> None:
    wood = (area("wood", 20, 22, 40, 30),)
    for words, said, unformed in ((skirmish, "order line", "U1"), (column, "order skirmish", "")):
        state = scene(unit("A", foot, 12, words, at=(30, 26), orders=FOOT_ORDERS), terrain=wood)
        game = moving(state).play(("march", "A"))
        game.play((6,) * game.throw.dice.faces()[0], ("go", legs(said)))
        assert game.unit("A").today.unformed == unformed


@pytest.mark.parametrize(
    ("way", "on_it"),
    [
        param(((3150, 2000), (3150, 2800)), True, id="along its edge"),
        param(((3150, 2000), (3151, 2000)), False, id="a hair off at the end"),
        param(((3151, 2000), (3150, 2000)), False, id="a hair off at the start"),
        param(((3151, 2000), (3151, 2000)), False, id="standing off it"),
        param(((3150, 2000), (3150, 2000)), True, id="standing on its edge"),
        param(((3000, 4700), (3000, 4900)), False, id="beyond its end"),
    ],
)
@rule("K1")
def test_from_end_to_end_on_the_road(way: Segment, on_it: bool) -> None:
    assert on_road(scene(unit("A", at=AT), terrain=(ROAD,)).field, way) is on_it


@pytest.mark.parametrize(("hole", "on_it"), [(0, True), (0.01, True), (0.02, False)])
@rule("K1")
def test_two_roads_that_meet_are_one(hole: float, on_it: bool) -> None:
    roads = area("road", 28, 10, 32, 20, "south"), area("road", 28, 20 + hole, 32, 30, "north")
    field = scene(unit("A", at=AT), terrain=roads).field
    assert on_road(field, ((3000, 1500), (3000, 2500))) is on_it


@pytest.mark.parametrize(("x", "inches"), [(31, 4), (31.01, 4), (31.02, 6), (28.99, 4), (28.98, 6)])
@rule("Q7")
def test_how_wide_a_gate_is(x: float, inches: float) -> None:
    state = scene(unit("A", foot, 2, at=(x, 20)), terrain=(EDGES["gate"],))
    assert costs(state, "A", "forward 4") == inches


@pytest.mark.parametrize(
    ("x", "y", "cover"),
    [
        param(25, 27, Cover.HARD, id="behind its first stretch"),
        param(35, 27, Cover.HARD, id="behind its second"),
        param(35, 27.5, Cover.HARD, id="an inch behind it"),
        param(35, 27.51, Cover.NONE, id="farther off"),
        param(45, 27, Cover.NONE, id="past its end"),
        param(35, 25, Cover.NONE, id="before it"),
    ],
)
@rule("K2", "Q8")
def test_every_stretch_of_a_wall_covers(x: float, y: float, cover: Cover) -> None:
    state = scene(unit("c", at=(x, y)), terrain=(wall("wall", (20, 26), (30, 26), (40, 26)),))
    here = round(100 * x), round(100 * y)
    assert cover_of(state.field, (here[0], 1000), here, body(state, state.units[0])) is cover


@rule("K2", "G-7", "G-46")
def test_the_best_cover_counts_whichever_is_named_first() -> None:
    soft, hard = area("wood", 20, 20, 40, 30), wall("wall", (20, 26), (40, 26))
    village = area("village", 25, 24, 35, 32)
    target = unit("c", at=(30, 27))
    for ground, there, cover in (
        ((soft, hard), (3000, 1000), Cover.HARD),
        ((hard, soft), (3000, 1000), Cover.HARD),
        ((soft, village), (3000, 1000), Cover.HARD),
        ((village, soft), (3000, 1000), Cover.HARD),
        ((village, soft), (3000, 2500), Cover.SOFT),
        ((village,), (3000, 2500), Cover.NONE),
        ((), (3000, 1000), Cover.NONE),
    ):
        state = scene(target, terrain=ground)
        assert cover_of(state.field, there, (3000, 2700), body(state, target)) is cover


@pytest.mark.parametrize(
    ("said", "unformed"), [("order skirmish", ""), ("order line", "U3"), ("forward 1", "U3")]
)
@rule("U1", "U3", "G-28")
def test_only_foot_in_line_or_column_stays_unformed(said: str, unformed: str) -> None:
    passed = unit("A", foot, 12, column, at=(30, 20), orders=FOOT_ORDERS, today={"unformed": "U3"})
    game = moving(scene(passed)).play(("march", "A"), (6, 6), ("go", legs(said)))
    assert game.unit("A").today.unformed == unformed
