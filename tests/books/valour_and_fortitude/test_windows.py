"""Cards in hand, cards one must reckon with, and windows that are silenced. [43, 44]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.sight import in_front_arc
from grognard.books.valour_and_fortitude.state import Desk, Fate, State
from grognard.books.valour_and_fortitude.steps.hands import (
    ANY,
    brigades,
    held,
    holds,
    might_hold,
    only_held,
    own,
    reckoned_with,
    silence,
    silenced,
    throw_away,
)
from grognard.books.valour_and_fortitude.words import Nation, Where
from grognard.engine.domains import Units
from grognard.engine.flow import replace
from tests.books.valour_and_fortitude.drill import area, both, brigaded, find, put, scene, unit
from tests.rules import rule

param = pytest.param
SOME, NONE = Units([0]), Units([])


def hand(*cards: int, discards: tuple[int, ...] = (), pause: bool = True, **more: Any) -> State:
    """Two brigades of ours, one of theirs; we are French and hold these."""
    state = scene(
        unit("A", at=(20, 10)),
        unit("B", at=(40, 10), brigade="II"),
        unit("z", at=(40, 40)),
        nations=(Nation.FRENCH, Nation.SPANISH),
        options={"pause_at_windows": pause},
        **more,
    )
    return replace(state, fates=(Fate(hand=cards, discards=discards), state.fates[1]))


@rule("44", "43")
@pytest.mark.parametrize(
    ("state", "card", "on", "yes"),
    [
        param(hand(0), "stubborn", SOME, True, id="a card nobody knows might be it"),
        param(hand(1), "stubborn", SOME, True, id="or one that only its owner knows"),
        param(hand(1), "inspiration", None, True, id="a card that needs no object"),
        param(hand(0), "stubborn", NONE, False, id="nobody to work on"),
        param(hand(), "stubborn", SOME, False, id="an empty hand"),
        param(hand(0, discards=(5,)), "stubborn", SOME, False, id="it has been played"),
        param(hand(0), "spanish_ulcer", None, False, id="a card of another army"),
        param(hand(0), "les_grognards", None, True, id="one of its own"),
        param(hand(0, pause=False), "stubborn", SOME, False, id="the switch that asks only holders"),
    ],
)
def test_when_a_side_pauses_for_a_card_it_may_not_hold(state: State, card: str, on: Any, yes: bool) -> None:
    assert reckoned_with(state, 0, {card: on}) is yes
    assert reckoned_with(state, 0, {}) is False
    if state.options.pause_at_windows and on is not NONE:
        assert might_hold(state, 0, card) is yes


@rule("43", "44")
@pytest.mark.parametrize(
    ("state", "offers", "left"),
    [
        param(hand(5, 8), {"stubborn": SOME, "inspiration": None}, {"stubborn", "inspiration"}, id="both"),
        param(hand(5), {"stubborn": SOME, "inspiration": None}, {"stubborn"}, id="one"),
        param(hand(5, 8), {"stubborn": NONE, "inspiration": None}, {"inspiration"}, id="nobody to work on"),
        param(hand(), {"stubborn": SOME, "inspiration": None}, set(), id="none"),
        param(hand(11), {"les_grognards": SOME, "spanish_ulcer": None}, {"les_grognards"}, id="of its own army"),
    ],
)  # fmt: skip
def test_only_cards_in_hand_with_somebody_to_work_on_are_offered(
    state: State, offers: Any, left: set[str]
) -> None:
    assert set(only_held(state, 0, offers)) == left
    assert only_held(state, 1, offers) == {}


@rule("43", "44")
def test_what_a_hand_holds() -> None:
    state = hand(5, 0, 11)
    assert held(state, 0) == {"stubborn", "les_grognards"}
    assert held(state, 1) == frozenset()
    assert holds(state, 0, "stubborn")
    assert not holds(state, 0, "inspiration")
    assert not holds(state, 1, "stubborn")


@rule("44", "FC0")
def test_a_card_thrown_away_frees_one_unit_and_lies_on_the_discards() -> None:
    desk = Desk(hand(5, 8, 5), None)
    throw_away(desk, 0, 5, 1)
    assert desk.state.fates[0] == Fate(hand=(8, 5), discards=(5,))
    assert [u.today.freed for u in desk.state.units] == [False, True, False]


@rule("44")
def test_silence_holds_for_one_side_and_one_number() -> None:
    desk = Desk(hand(5), None)
    silence(desk, 0, 5)
    assert [silenced(desk.state, side, number) for side, number in ((0, 5), (0, 6), (1, 5), (0, None))] == [
        True, False, False, False,
    ]  # fmt: skip
    assert not silenced(desk.state, 0, ANY)
    any_card = Desk(hand(5), None)
    silence(any_card, 0, ANY)
    assert silenced(any_card.state, 0, ANY)
    assert not any(silenced(any_card.state, 0, rank) for rank in range(1, 14))


@rule("43")
def test_ones_units_and_brigades_are_those_on_the_table() -> None:
    state = hand(5)
    assert [u.key for u in own(state, 0)] == ["A", "B"]
    assert brigades(state, 0) == [0, 1]
    assert brigades(state, 1) == [2]
    gone = put(state, "B", where=Where.ROUTED)
    assert [u.key for u in own(gone, 0)] == ["A"]
    assert brigades(gone, 0) == [0]
    assert brigades(brigaded(state, "I", active=True), 0) == [0, 1]


@rule("174", "13")
@pytest.mark.parametrize(("first", "seen"), [(True, True), (False, True)])
def test_an_occupant_looks_all_round_whichever_house_it_holds(first: bool, seen: bool) -> None:
    houses = area("building", 30, 20, 34, 24, "house"), area("building", 50, 20, 54, 24, "other")
    state = scene(
        unit("A", inside="house", facing=0),
        unit("z", at=(32, 5)),
        terrain=houses if first else houses[::-1],
    )
    assert in_front_arc(state, *both(state)) is seen
    outside = put(state, "A", inside=-1)
    assert not in_front_arc(outside, find(outside, "A"), find(outside, "z"))
