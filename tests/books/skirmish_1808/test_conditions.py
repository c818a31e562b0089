"""Conditions are rows: each bites where its fact is so and nowhere else, and those of a move say where."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.books.skirmish_1808 import RULESET
from grognard.books.skirmish_1808.facts import arriving
from grognard.books.skirmish_1808.facts.arriving import due, late
from grognard.books.skirmish_1808.facts.gunnery import Served
from grognard.books.skirmish_1808.facts.picking import Picked, picked, ready
from grognard.books.skirmish_1808.facts.regrouping import Dressed
from grognard.books.skirmish_1808.facts.shooting import Firer
from grognard.books.skirmish_1808.tables import TABLES
from grognard.books.skirmish_1808.tables.actions import COMES_ON, PICKED
from grognard.books.skirmish_1808.tables.guns import GUN_FIRES
from grognard.books.skirmish_1808.tables.moving import ENDS, FORMS, MOVES
from grognard.books.skirmish_1808.tables.shooting import WHO_FIRES
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from grognard.engine.tables import Needs
from tests.rules import rule

PICK = Picked(own=True, here=True, acted=False, carried=False)
FIRER = Firer("1st Line", armed=True, advances=False, formed_foot=False, rifles=False, attached=False)
GUN = Served(here=True, limbered=False, crew=4, takes=3, moved=False)
FOOT = Dressed("1st Line", size=6, can=True, broken=False)


@rule("T2", "T3", "C4a")
@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        (PICK, None),
        (PICK._replace(own=False), "it is the enemy's [T2]"),
        (PICK._replace(here=False), "it is not on the table [T2]"),
        (PICK._replace(acted=True), "it has acted this turn [T3]"),
        (PICK._replace(carried=True), "he is with a unit that fights, and fights with it [C4a]"),
    ],
)
def test_who_is_picked(facts: Picked, refused: str | None) -> None:
    found = PICKED.refusal(facts)
    assert (None if found is None else str(found)) == refused


@rule("T2", "T3", "T8", "C4a")
def test_whoever_may_be_picked_or_come_on_is_found_without_asking_why_not() -> None:
    engine, rng, met, came = RULESET.engine(), random.Random(3), 0, 0
    position = RULESET.start("farm")
    while (waiting := engine.pending(position)) is not None:
        state = position.state
        for side in (0, 1):
            may = {u.id for u in state.units if PICKED.met(picked(state, side, u))}
            assert may == set(ready(state, side))
            met += bool(may)
            coming = {u.id for u in state.units if COMES_ON.met(late(state, side, u))}
            assert coming == set(due(state, side))
            came += bool(coming)
        action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
        position = engine.apply(position, action)
    assert met > 100
    assert came > 10


@rule("T8")
@pytest.mark.parametrize(
    ("side", "turn", "unit", "refused"),
    [
        (0, 4, "Guerrilleros", None),
        (0, 3, "Guerrilleros", "it comes on turn 4, and this is turn 3 [T8]"),
        (1, 4, "Guerrilleros", "it is not among those still to come [T8]"),
        (0, 4, "95th Rifles", "it is not among those still to come [T8]"),
    ],
)
def test_who_comes_on(side: int, turn: int, unit: str, refused: str | None) -> None:
    state = replace(RULESET.start("farm").state, turn=turn)
    each = next(u for u in state.units if u.name == unit)
    found = COMES_ON.refusal(late(state, side, each))
    assert (None if found is None else str(found)) == refused
    assert (each.id in due(state, side)) is (refused is None)


@rule("T8")
def test_who_finds_no_room_at_its_edge_does_not_come_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state = replace(RULESET.start("farm").state, turn=4)
    each = next(u for u in state.units if u.name == "Guerrilleros")
    monkeypatch.setattr(arriving, "_has_entry", lambda _state, _unit: False)
    assert str(COMES_ON.refusal(late(state, 0, each))) == ("there is no room for it at its edge [T8]")
    assert each.id not in due(state, 0)


@rule("N1", "N4", "W2")
@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        (FIRER, None),
        (FIRER._replace(armed=False), "1st Line has no small arms [N4]"),
        (FIRER._replace(advances=True), None),
        (FIRER._replace(formed_foot=True, rifles=True), None),
        (
            FIRER._replace(advances=True, formed_foot=True),
            "it is formed foot that advanced, and so does not fire [W2]",
        ),
        (FIRER._replace(advances=True, rifles=True), "it advanced, and rifles are not fired then [W2]"),
        (
            FIRER._replace(attached=True),
            "its leader shoots only when his command unit acts alone, which it does not [N1]",
        ),
    ],
)
def test_who_fires(facts: Firer, refused: str | None) -> None:
    found = WHO_FIRES.refusal(facts)
    assert (None if found is None else str(found)) == refused


@rule("X1", "X2", "X12")
@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        (GUN, None),
        (GUN._replace(here=False), "there is no gun to fire [X12]"),
        (GUN._replace(limbered=True), "the gun is limbered [X1]"),
        (GUN._replace(crew=3), None),
        (GUN._replace(crew=2), "too few of its crew are left: it takes 3 [X2]"),
        (GUN._replace(moved=True), "it has moved, and does not shoot after that [X1]"),
    ],
)
def test_which_gun_fires(facts: Served, refused: str | None) -> None:
    found = GUN_FIRES.refusal(facts)
    assert (None if found is None else str(found)) == refused


@rule("O1")
@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        (FOOT, None),
        (FOOT._replace(size=5), "fewer than 6 are left, who cannot form [O1]"),
        (FOOT._replace(can=False), "1st Line cannot form [O1]"),
        (FOOT._replace(broken=True), "the ground breaks up formations [O1]"),
    ],
)
def test_who_forms(facts: Dressed, refused: str | None) -> None:
    found = FORMS.refusal(facts)
    assert (None if found is None else str(found)) == refused


class Way:
    """A move that breaks nothing, or what is said of it."""

    def __init__(self, **said: Any):
        self.astray, self.leaves, self.over = False, False, None
        self.bump = type("Bump", (), {"place": None, "hostile": False})
        self.on_somebody, self.together, self.marched_up_to = False, True, ""
        self.__dict__.update(said)


def into(place: tuple[int, int], hostile: bool) -> Any:
    return type("Bump", (), {"place": place, "hostile": hostile})


@rule("B5", "B8", "M7", "S6", "W3")
@pytest.mark.parametrize(
    ("said", "cite", "words", "place"),
    [
        ({"astray": True}, "S6", "no way out", None),
        ({"over": (9, 9)}, "M7", "over the edge", (9, 9)),
        ({"bump": into((1, 2), True)}, "B8", "within 1 cm of an enemy", (1, 2)),
        ({"bump": into((3, 4), False)}, "B8", "a friend who cannot be passed", (3, 4)),
        ({"on_somebody": True}, "B8", "end on somebody", None),
        ({"together": False}, "B5", "too far apart", None),
        ({"marched_up_to": "the Guard"}, "W3", "within 10 cm of the Guard", None),
    ],
)
def test_where_a_move_may_not_lead_and_where_that_is(
    said: dict[str, Any], cite: str, words: str, place: tuple[int, int] | None
) -> None:
    way: Any = Way(**said)
    found = MOVES.refusal(way) or ENDS.refusal(way)
    assert found is not None
    assert (found.cite, found.place) == (cite, place)
    assert words in found.words


def test_a_move_that_breaks_nothing_is_allowed_and_who_leaves_ends_nowhere() -> None:
    way: Any = Way()
    assert MOVES.refusal(way) is None
    assert ENDS.refusal(way) is None
    gone: Any = Way(leaves=True, on_somebody=True, together=False, marched_up_to="the Guard")
    assert ENDS.refusal(gone) is None


def test_the_quick_reference_has_every_condition() -> None:
    titles = {table.title for table in TABLES if isinstance(table, Needs)}
    assert titles >= {
        "Who fires",
        "At whom it fires",
        "Which gun fires",
        "Where a gun may aim",
        "Who charges",
        "Whom it charges",
        "Where a move leads",
        "Where a move ends",
        "Who forms",
        "Who enters a building",
    }
