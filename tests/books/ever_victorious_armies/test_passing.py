"""Keeping off enemies, passing friends, the table's edge, leaving and arriving. [EVA M8–M10, M13]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.entering import entry_places
from grognard.books.ever_victorious_armies.state import Arrival, Exit, State, Unit
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.books.ever_victorious_armies.steps.movement import Arrivals
from grognard.books.ever_victorious_armies.words import Where
from grognard.engine.choices import Throw
from tests.books.ever_victorious_armies.drill import (
    game_of,
    legs,
    moving,
    offered,
    on,
    place,
    refused,
    why,
)
from tests.books.ever_victorious_armies.scenes import (
    Halt,
    area,
    column,
    field_gun,
    find,
    foot,
    formed,
    general,
    horse,
    limbered,
    odds,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

param = pytest.param

F = Fraction
LINE = unit("A", at=(30, 20))

# ---- enemies


@pytest.mark.parametrize(
    ("said", "number"),
    [
        param(("forward 8",), "", id="to 1.00"),
        param(("forward 8.01",), "M8", id="to 0.99"),
        param(("forward 8.01", "back 1"), "M8", id="not even on the way"),
        param(("side 3.01", "forward 8", "side -3.01"), "", id="1.00 all the way"),
        param(("forward 7.9", "turn 20"), "M8", id="nor by turning"),
    ],
)
@rule("M8")
def test_a_march_keeps_an_inch_from_enemies(said: tuple[str, ...], number: str) -> None:
    # A's front edge is at y 20.5, the enemy's at y 29.5.
    state = scene(LINE, unit("c", at=(30, 30), facing=180))
    assert why(state, "A", *said, good=40) == number


@rule("M8", "M9")
def test_enemies_are_never_passed_whatever_their_order() -> None:
    for words in ((12,), (8, skirmish)):
        state = scene(LINE, unit("c", foot, *words, at=(30, 24), facing=180))
        assert why(state, "A", "forward 9") == "M8"
        assert why(scene(unit("A", general, at=(30, 20)), state.units[1]), "A", "forward 9") == "M8"
    # A lone enemy general is in nobody's way; what becomes of him is told in N6.
    assert why(scene(LINE, unit("g", general, at=(30, 24))), "A", "forward 9") == ""


@pytest.mark.parametrize(
    ("said", "number"),
    [
        param((), "", id="stay"),
        param(("back 0.2",), "", id="away, if not yet 1"),
        param(("back 4",), "", id="away"),
        param(("turn 180", "forward 4"), "", id="away after an about-face"),
        param(("forward 0.1",), "M8", id="not nearer"),
        param(("side 2",), "M8", id="not along him"),
        param(("back 4", "forward 4"), "M8", id="nor away and back"),
        param(("back 4", "forward 3.5"), "", id="away, and then as far as any march may"),
        param(("back 4", "forward 3.51"), "M8", id="but no nearer than that"),
        param(("back 0.5", "forward 0.01"), "M8", id="nor once it is just 1 away"),
        param(("back 0.49", "forward 0.01"), "", id="short of that only not back"),
    ],
)
@rule("M8")
def test_a_unit_that_begins_nearer_may_only_go_away(said: tuple[str, ...], number: str) -> None:
    state = scene(LINE, unit("c", at=(30, 21.5), facing=180))
    assert why(state, "A", *said, good=40) == number


@pytest.mark.parametrize("apart", [0, 0.01, 0.02, 0.03])
@pytest.mark.parametrize(
    ("said", "number"),
    [
        param(("back 1",), "", id="away"),
        param(("forward 4",), "M8", id="not through him"),
        param(("turn 20", "back 4"), "M8", id="nor by a turn into him"),
        param(("turn 180", "forward 1"), "", id="away after an about-face"),
    ],
)
@rule("M8")
def test_nor_does_a_unit_pass_an_enemy_it_begins_beside(
    said: tuple[str, ...], number: str, apart: float
) -> None:
    state = scene(LINE, unit("c", at=(30, 21 + apart), facing=180))
    assert why(state, "A", *said) == number


@rule("M8", "H1")
def test_or_charge() -> None:
    state = scene(LINE, unit("c", at=(30, 21.5), facing=180))
    assert offered(moving(state), "charge") == {("A", "c")}


# ---- friends


UNITS = {
    "line": unit("B", at=(30, 24)),
    "column": unit("B", foot, 12, column, at=(30, 24)),
    "skirmishers": unit("B", foot, 8, skirmish, at=(30, 24)),
    "horse": unit("B", horse, at=(30, 24)),
    "skirmish horse": unit("B", horse, 6, skirmish, at=(30, 24)),
    "unlimbered gun": unit("B", field_gun, at=(30, 24)),
    "limbered gun": unit("B", field_gun, 4, limbered, at=(30, 24)),
    "general": unit("B", general, at=(30, 24)),
}
LOOSE = {"skirmishers", "skirmish horse", "general"}


@pytest.mark.parametrize("friend", UNITS)
@pytest.mark.parametrize("mover", UNITS)
@rule("M9")
def test_who_passes_whom(mover: str, friend: str) -> None:
    passes = mover in LOOSE or friend in LOOSE or (mover in ("line", "column") and friend == "unlimbered gun")
    went = UNITS[mover]
    state = scene(
        Unit(**{**{f: getattr(went, f) for f in went.__struct_fields__}, "key": "A", "y": 2000}),
        UNITS[friend],
    )
    assert why(state, "A", "forward 9", good=20, difficult=20) == ("" if passes else "M9")
    # Beside him anybody goes.
    assert why(state, "A", "side 9", "forward 9", "side -9", good=80, difficult=80) == ""


@pytest.mark.parametrize(
    ("each", "friend", "number"),
    [
        param(unit("A", foot, 8, skirmish, at=(30, 20)), UNITS["line"], "M9", id="skirmishers on a line"),
        param(unit("A", at=(30, 20)), UNITS["skirmishers"], "M9", id="a line on skirmishers"),
        param(unit("A", at=(30, 20)), UNITS["unlimbered gun"], "M9", id="foot on a gun"),
        param(unit("A", general, at=(30, 20)), UNITS["line"], "", id="a general is in nobody's way"),
        param(unit("A", at=(30, 20)), UNITS["general"], "", id="nor is anybody in his"),
    ],
)
@rule("M9", "B6")
def test_no_unit_ends_on_another(each: Unit, friend: Unit, number: str) -> None:
    assert why(scene(each, friend), "A", "forward 4") == number


@pytest.mark.parametrize(
    ("said", "number"),
    [
        param("forward 3", "", id="up to him"),
        param("forward 3.02", "", id="two hundredths are touching"),
        param("forward 3.03", "M9", id="three are not"),
    ],
)
@rule("M9")
def test_shoulder_to_shoulder(said: str, number: str) -> None:
    assert why(scene(LINE, UNITS["line"]), "A", said) == number


# ---- the table's edge


@pytest.mark.parametrize(
    ("said", "number"),
    [
        param(("forward 7.5",), "", id="up to the edge"),
        param(("forward 7.51",), "M10", id="over it"),
        param(("forward 7.51", "back 1"), "M10", id="not even for a moment"),
        param(("forward 7.5", "leave 0"), "M10", id="no edge is open"),
    ],
)
@rule("M10")
def test_nobody_leaves_the_table_by_choice(said: tuple[str, ...], number: str) -> None:
    assert why(scene(unit("A", at=(30, 40))), "A", *said) == number


def rear_guard(*units: Unit) -> State:
    """The north edge is open to side 0 between x 20 and x 40."""
    return on(scene(*units), exit=Exit(0, ((2000, 4800), (4000, 4800))))


@pytest.mark.parametrize(
    ("at", "said", "number"),
    [
        param((30, 40), ("forward 7.5", "leave 0"), "", id="front edge on the open stretch"),
        param((30, 40), ("forward 7.4", "leave 0"), "M10", id="not quite there"),
        param((23, 40), ("forward 7.5", "leave 0"), "", id="its end just on it"),
        param((22.9, 40), ("forward 7.5", "leave 0"), "M10", id="its end just off it"),
        param((10, 40), ("forward 7.5", "leave 0"), "M10", id="beside it"),
        param((30, 47.5), ("leave 0",), "", id="already there"),
        param((30, 40), ("leave 0", "forward 7.5"), "M10", id="leaving comes last"),
        param((30, 40), ("turn 180", "back 3.75", "leave 0"), "M10", id="the front edge, not the rear"),
    ],
)
@rule("M10")
def test_leaving_by_an_open_edge(at: tuple[float, float], said: tuple[str, ...], number: str) -> None:
    assert why(rear_guard(unit("A", at=at)), "A", *said, good=20) == number


@rule("M10", "V2")
def test_who_left_is_gone_but_not_lost_and_takes_his_general_along() -> None:
    state = rear_guard(unit("A", at=(30, 40)), unit("G", general, joined="A"), unit("B", at=(60, 20)))
    game = moving(state).play(("march", "A"), (6, 6), ("go", legs("forward 7.5", "leave 0")))
    assert game.unit("A").where is game.unit("G").where is Where.LEFT
    assert offered(game, "march") == {"B"}


@rule("M10")
def test_the_open_edge_is_open_to_one_side() -> None:
    state = rear_guard(unit("A", at=(30, 20)), unit("c", at=(30, 40)))
    assert why(state, "c", "forward 7.5", "leave 0") == "M10"


# ---- reinforcements


DUE = Arrival(1, ("d", "e", "f"), 5, 4, 8, ((7200, 1600), (7200, 3200)))


def relief(*units: Unit, turn: int = 5, arrived: bool = False) -> State:
    """Reinforcements of side 1, due from turn 5 on the east edge between y 16 and y 32."""
    state = scene(unit("A", at=(10, 20)), unit("c", at=(50, 40)), *units, turn=turn, arrived=arrived)
    return on(state, arrival=DUE)


def due(key: str, *words: Any) -> Unit:
    return unit(key, *words, where=Where.LATER, still=0)


@pytest.mark.parametrize(
    ("turn", "face", "come"),
    [
        param(4, None, False, id="too early for a throw"),
        param(5, 3, False, id="3"),
        param(5, 4, True, id="4"),
        param(7, 6, True, id="6 in turn 7"),
        param(8, None, True, id="turn 8 without a throw"),
    ],
)
@rule("M13")
def test_when_reinforcements_come(turn: int, face: int | None, come: bool) -> None:
    game = game_of(relief(due("d", foot, 12, column), turn=turn), Arrivals(), Halt(), env=Turn())
    assert isinstance(game.pending, Throw) is (face is not None)
    if face is not None:
        game.play(face)
    assert game.state.arrived is come


@rule("M13")
def test_example_36_the_relief_has_come() -> None:
    chances, come = {}, F(0)
    for turn in (5, 6, 7, 8):
        game = game_of(relief(turn=turn), Arrivals(), env=Turn())
        come += (1 - come) * odds(game, lambda after: after.arrived).chance_of(True)
        chances[turn] = come
    assert chances == {5: F(1, 2), 6: F(3, 4), 7: F(7, 8), 8: 1}


@rule("M13")
def test_nobody_throws_twice_for_what_has_come() -> None:
    assert not isinstance(game_of(relief(arrived=True), Arrivals(), Halt(), env=Turn()).pending, Throw)
    assert not isinstance(
        game_of(scene(unit("A", at=(10, 20)), turn=9), Arrivals(), Halt(), env=Turn()).pending, Throw
    )


@rule("M13")
def test_only_arrived_reinforcements_of_the_list_enter() -> None:
    waiting = due("d", foot, 12, column), due("z", foot, 12, column)
    assert offered(moving(relief(*waiting), 1), "enter") == set()
    game = moving(relief(*waiting, arrived=True), 1)
    assert offered(game, "enter") == {"d"}
    assert refused(game, "enter", "z") == "M13"
    assert offered(moving(relief(*waiting, arrived=True), 0), "enter") == set()


@rule("M13", "T3", "M11")
def test_they_start_with_the_rear_edge_on_the_table_edge_and_march() -> None:
    game = moving(relief(due("d", foot, 12, column), arrived=True), 1).play(("enter", "d"))
    assert refused(game, "at", 1650) == "M13"  # half of it would stand beside the stretch
    game.play(("at", 1700))
    assert place(game.unit("d")) == (70.5, 17, 270)
    entered = game.play((2, 3), ("go", legs("forward 5"))).unit("d")
    assert place(entered) == (65.5, 17, 270)
    assert (entered.where, entered.today.moved, entered.today.acted) == (Where.TABLE, True, True)


@rule("M13")
def test_they_have_moved_even_if_they_march_no_farther_and_may_not_charge() -> None:
    near = relief(due("d", foot, 12, column), unit("B", at=(64, 17)), arrived=True)
    game = moving(near, 1).play(("enter", "d"), ("at", 1700), (6, 6), ("go", ()))
    assert game.unit("d").today.moved
    assert "charge" not in game.ask.offers
    assert refused(game, "march", "d") == "M1"


@pytest.mark.parametrize(
    ("each", "x"),
    [
        param(due("d", foot, 12, column), 70.5, id="foot in column is 3 deep"),
        param(due("d", horse, 6, skirmish), 71.25, id="horse 1½"),
        param(due("d", horse, 8, formed), 71.25, id="formed horse as well"),
        param(due("d", field_gun, 4, limbered), 71, id="a gun 2"),
    ],
)
@rule("M13")
def test_everybody_enters_with_his_own_depth(each: Unit, x: float) -> None:
    game = moving(relief(each, arrived=True), 1).play(
        ("enter", "d"), ("at", entry_places(relief(each), each)[0])
    )
    assert place(game.unit("d"))[0] == x


@pytest.mark.parametrize(
    ("wide", "places"),
    [
        param(1.99, (), id="too narrow for a column"),
        param(2, (1700,), id="as wide as it is"),
        param(2.49, (1700,), id="not half an inch to spare"),
        param(2.5, (1700, 1750), id="half an inch to spare"),
    ],
)
@rule("M13")
def test_wholly_on_the_stretch_every_half_inch(wide: float, places: tuple[int, ...]) -> None:
    stretch = (7200, 1600), (7200, 1600 + round(100 * wide))
    each = due("d", foot, 12, column)
    for edge in (stretch, stretch[::-1]):
        state = on(relief(each, arrived=True), arrival=Arrival(1, ("d",), 5, 4, 8, edge))
        assert entry_places(state, find(state, "d")) == places


@pytest.mark.parametrize(
    ("edge", "pose"),
    [
        param(((7200, 1600), (7200, 3200)), (70.5, 17, 270), id="east"),
        param(((0, 1600), (0, 3200)), (1.5, 17, 90), id="west"),
        param(((1600, 0), (3200, 0)), (17, 1.5, 0), id="south"),
        param(((1600, 4800), (3200, 4800)), (17, 46.5, 180), id="north"),
    ],
)
@rule("M13")
def test_over_any_edge_facing_inwards(edge: Any, pose: tuple[float, float, float]) -> None:
    state = on(relief(due("d", foot, 12, column), arrived=True), arrival=Arrival(1, ("d",), 5, 4, 8, edge))
    assert place(moving(state, 1).play(("enter", "d"), ("at", 1700)).unit("d")) == pose


@rule("M13", "M8", "M9")
def test_an_edge_that_is_taken_is_closed() -> None:
    each = due("d", foot, 12, column)
    free = entry_places(relief(each), each)
    assert (free[0], free[-1]) == (1700, 3100)
    friend = entry_places(relief(each, unit("e", at=(71.5, 24), facing=270)), each)
    assert 2000 in friend
    assert 2050 not in friend  # the friend covers y 21 to y 27
    enemy = entry_places(relief(each, unit("B", at=(69, 24), facing=270)), each)
    assert 1900 in enemy
    assert 1950 not in enemy  # an inch more
    water = on(relief(each), terrain=(area("canal", 60, 20, 72, 23),))
    assert 1900 in entry_places(water, each)
    assert 1950 not in entry_places(water, each)


@pytest.mark.parametrize(
    ("other", "places"),
    [
        param({"units": (unit("B", foot, 2, at=(71.5, 24.5)),)}, (1700, 2700), id="an inch from an enemy"),
        param({"units": (unit("z", foot, 2, at=(71.5, 24.5)),)}, (1700, 2600), id="beside a friend"),
        param({"terrain": (area("canal", 68, 24, 72, 25),)}, (1700, 2600), id="not in closed ground"),
    ],
)
@rule("M13", "M8", "M9")
def test_who_stands_where_they_would_come_on(other: dict[str, Any], places: tuple[int, int]) -> None:
    """The first place, and the first beyond what stands between y 24 and y 25."""
    each = due("d", foot, 12, column)
    state = on(relief(each, *other.get("units", ()), arrived=True), terrain=other.get("terrain", ()))
    found = entry_places(state, find(state, "d"))
    assert (found[0], min(place_ for place_ in found if place_ > 2450)) == places
    assert not [place_ for place_ in found if 2300 < place_ < places[1]]
