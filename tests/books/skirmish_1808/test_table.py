"""What is drawn on the table: figures, perimeters, how far one may go, where a shot may land."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.books.skirmish_1808.facts.gunnery import Aim, aim
from grognard.books.skirmish_1808.facts.laying import Laying, hit_chances
from grognard.books.skirmish_1808.facts.moving import Marching
from grognard.books.skirmish_1808.facts.victory import judgement
from grognard.books.skirmish_1808.sheet import SHEET
from grognard.books.skirmish_1808.sheet.bridges import bridges
from grognard.books.skirmish_1808.sheet.pieces import marks_of, piece_of
from grognard.books.skirmish_1808.state import State, Terrain, Unit, centre
from grognard.books.skirmish_1808.words import Ammo, Pace, Quality, Role, Where
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from tests.books.skirmish_1808.drill import area, battle, foot, gun, horse, leader, road
from tests.rules import rule


def stands(unit: Unit) -> list[str]:
    return list(piece_of(battle(unit), replace(unit, id=0)).stands)


@rule("B2", "17")
def test_every_figure_has_its_own_base_and_is_what_it_is() -> None:
    roles = (Role.RANKER, Role.RANKER, Role.GUIDE, Role.MUSICIAN, Role.FLAG)
    piece = piece_of(battle(foot("A", roles=roles)), replace(foot("A", roles=roles), id=0))
    assert list(piece.stands) == ["man", "man", "guide", "musician", "flag"]
    assert len(piece.bases) == 5
    assert stands(leader("L")) == ["officer"]


@rule("B2", "75")
def test_a_gun_stands_once_among_its_crew() -> None:
    assert stands(gun("G", crew=4)) == ["man"] * 4 + ["gun"]


@rule("X12")
def test_a_gun_that_was_left_is_still_seen() -> None:
    piece = gun("G", crew=3)
    assert piece.gun is not None
    left = replace(piece, gun=replace(piece.gun, abandoned=True))
    assert stands(left)[-1] == "gun", "where they left it"
    taken = replace(piece, gun=replace(piece.gun, abandoned=True, taken=True))
    assert stands(taken) == ["man"] * 3
    state = battle(left)
    dead = replace(state, units=(replace(state.units[0], figures=(), where=Where.LOST),))
    assert [mark["at"] for mark in marks_of(dead)] == [[piece.gun.x, piece.gun.y]]
    assert not marks_of(state)


@rule("X6")
def test_the_perimeter_goes_round_the_bases() -> None:
    unit = replace(foot("A", count=1, at=(30, 30)), id=0)
    xs = [x for x, _ in piece_of(battle(unit), unit).footprint]
    assert (min(xs), max(xs)) == (2900, 3100), "a lone figure has one too"


@pytest.mark.parametrize(
    ("ground", "north", "east"),
    [
        pytest.param((), 600, 600, id="the open"),
        pytest.param((area("wood", 20, 31, 40, 60),), 200, 600, id="a wood in front"),
        pytest.param((road("road", (31.1, 0), (31.1, 120)),), 1200, 600, id="along a road"),
    ],
)
@rule("P1", "P2", "B6")
def test_the_line_drawn_round_a_unit_is_how_far_it_may_go(
    ground: tuple[Terrain, ...], north: int, east: int
) -> None:
    state = battle(foot("A", count=1, at=(31.1, 30)), foot("B", side=1, at=(90, 100)), ground=ground)
    x, y = centre(state.units[0])
    region = Marching(state, state.units[0], Pace.NORMAL).region()
    assert abs(region[0][1] - y - north) <= 20
    assert abs(region[9][0] - x - east) <= 20


@rule("B7")
def test_a_formed_unit_is_not_drawn_going_backwards_far() -> None:
    state = battle(foot("A", count=8, at=(30, 30), formed=True), foot("B", side=1, at=(90, 100)))
    x, y = centre(state.units[0])
    region = Marching(state, state.units[0], Pace.NORMAL).region()
    assert (region[0][1] - y, y - region[18][1], region[9][0] - x) == (600, 200, 200)


@pytest.mark.parametrize(
    ("spot", "facing", "legs"),
    [
        pytest.param((0, 400), 0, (("move", 0, 400),), id="ahead"),
        pytest.param((150, 0), 0, (("side", 150),), id="a step aside"),
        pytest.param((0, -150), 0, (("back", 150),), id="a step back"),
        pytest.param((10, 10), 1800, (("about", 1),), id="turned about"),
        pytest.param((600, 0), 0, None, id="never far aside"),
    ],
)
@rule("B7")
def test_a_formed_unit_is_dragged_to_where_it_can_stand(
    spot: tuple[int, int], facing: int, legs: object
) -> None:
    state = battle(foot("A", count=8, at=(60, 60), formed=True), foot("B", side=1, at=(10, 100)))
    x, y = centre(state.units[0])
    found = Marching(state, state.units[0], Pace.NORMAL).plan((x + spot[0], y + spot[1], facing, ""))
    assert found == legs if legs else isinstance(found, Refusal)


def laid(state: State, at: tuple[int, int]) -> Aim:
    found = aim(state, state.units[0], Ammo.ROUND, at)
    assert isinstance(found, Aim)
    return found


@rule("77", "78", "80", "X5", "89")
def test_chances_of_being_hit() -> None:
    state = battle(gun("G", at=(30, 30), quality=Quality.REGULAR), foot("B", side=1, count=8, at=(30, 55)))
    target = state.units[1]
    shot = laid(state, centre(target))
    chances = hit_chances(state, state.units[0], shot)
    assert Fraction(3, 10) < chances[1] < 1, "a true shot, and some that stray no farther than it is wide"
    bare = laid(state, (4500, 4500))
    assert hit_chances(state, state.units[0], bare) == {}, "nobody is near"
    elite = replace(state, units=(replace(state.units[0], quality=Quality.ELITE), target))
    assert hit_chances(elite, elite.units[0], shot)[1] > chances[1]


@rule("80", "78")
def test_the_ring_of_a_shot() -> None:
    state = battle(gun("G", at=(30, 30)), foot("B", side=1, at=(30, 55)))
    laying = Laying(state, state.units[0], Ammo.ROUND)
    near, far = laying.preview((("aim", 3000, 5500, -1),)), laying.preview((("aim", 4500, 7000, -1),))
    assert (near["rings"][0]["radius"], far["rings"][0]["radius"]) == (800, 1000), "D8 effective, D10 long"
    assert [note["unit"] for note in near["notes"]] == [1]
    assert laying.preview((("aim", 3000, 9500, -1),))["refusal"]["cite"] == "84"


@rule("H1", "X4")
def test_what_is_hidden_is_bare_ground_to_the_gunner() -> None:
    seen = battle(gun("G", at=(30, 30)), foot("B", side=1, at=(30, 55)))
    hidden = replace(seen, units=seen.units[:1], hidden=(replace(seen.units[1], id=-1),))
    spot = centre(seen.units[1])[0] + 70, centre(seen.units[1])[1]
    assert laid(seen, spot).unit == 1
    assert laid(seen, spot).origin != spot, "a stray is measured from a figure"
    assert laid(hidden, spot) == laid(replace(seen, units=seen.units[:1]), spot)
    assert laid(hidden, spot).origin == spot


@rule("7a", "8")
def test_bands_and_cover_while_aiming() -> None:
    state = battle(
        foot("A", count=4, at=(30, 30)),
        foot("B", side=1, at=(30, 42)),
        foot("C", side=1, at=(68, 30)),
        foot("D", side=1, at=(30, 110)),
        ground=(area("crops", 55, 20, 80, 40),),
    )
    found = SHEET.overlay(state, "aim", 0)
    assert [shape.label for shape in found.shapes] == ["long 40", "medium 25", "short 15"]
    assert {(note.unit, note.words) for note in found.notes} == {
        (1, "shots: 4 at short"),
        (1, "no cover"),
        (2, "shots: 4 at long"),
        (2, "light cover"),
    }, "D is out of range"


@rule("95", "98", "C3")
def test_the_ring_of_a_leader() -> None:
    for unit, reach in ((leader("L", at=(60, 60)), 1000), (leader("L", at=(60, 60), mounted=True), 1500)):
        shapes = SHEET.overlay(battle(unit, horse("H", side=1, at=(10, 10))), "range", 0).shapes
        ring = next(shape for shape in shapes if shape.label.startswith("commands"))
        assert max(y for _, y in ring.poly) - 6000 == reach


@rule("75", "76", "77", "84")
def test_the_card_of_a_gun_speaks_of_the_gun() -> None:
    state = battle(gun("G"), foot("B", side=1, at=(60, 60)))
    rows = {row.label: row.value for row in SHEET.card(state, 0)}
    assert rows["Moves"] == "6, man-handled"
    assert rows["Ranges"] == "canister 20 / 35; round shot 35 / 45"
    assert rows["Shoots"] == "true on 1 to 3 of D10"
    assert "Gun" not in {row.label for row in SHEET.card(state, 1)}


@rule("V2", "V3", "V4")
def test_the_end_says_who_won() -> None:
    state = battle(foot("A"), foot("B", side=1, at=(30, 60)))
    alone = replace(state, units=(state.units[0], replace(state.units[1], where=Where.LOST, figures=())))
    won, drawn = judgement(alone, over=False), judgement(state, over=True)
    assert won is not None
    assert won.words == f"{state.field.sides[0].name} win: nothing of the enemy is left"
    assert drawn is not None
    assert (drawn.winner, drawn.words) == (None, "A draw: 0 points to 0")


@rule("S2", "38")
def test_a_bridge_is_drawn_where_a_road_parts_a_stream() -> None:
    banks = (area("stream", 29, 0, 32, 31), area("stream", 29, 37, 32, 60))
    across = (*banks, road("road", (0, 34), (60, 34)))
    assert [a.look for a in bridges(across)] == ["bridge"]
    assert not list(bridges(banks)), "no road"
    assert not list(bridges((*across, area("ford", 29, 31, 32, 37)))), "a ford is waded"
    assert not list(bridges((*banks, road("road", (0, 20), (60, 20))))), "the road runs elsewhere"
