"""Rallying. [EVA 84–87a, T7, O5, G-21, G-26, G-27, G-51]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.nerve import Rallying
from grognard.books.ever_victorious_armies.facts.readiness import barred_from_advancing
from grognard.books.ever_victorious_armies.state import State
from grognard.books.ever_victorious_armies.steps.morale import Morale
from grognard.books.ever_victorious_armies.steps.rally import Rally
from grognard.books.ever_victorious_armies.tables.nerve import RALLY
from grognard.books.ever_victorious_armies.words import Where
from grognard.engine.flow import IllegalAction
from tests.books.ever_victorious_armies.scenes import (
    begin,
    foot,
    general,
    irregular,
    raw,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule


@pytest.mark.parametrize(
    ("facts", "cite"),
    [
        pytest.param(Rallying(markers=1, near=True), "", marks=rule("84", "O5")),
        pytest.param(Rallying(general=False, markers=1, near=True), "N7", marks=rule("N7")),
        pytest.param(Rallying(markers=0, near=True), "84", marks=rule("84")),
        pytest.param(Rallying(markers=1, near=False), "O5", marks=rule("O5", "G-26")),
        pytest.param(Rallying(markers=1, near=True, in_contact=True), "O5", marks=rule("O5", "G-26")),
    ],
)
def test_each_condition_of_a_rally(facts: Rallying, cite: str) -> None:
    refusal = RALLY.refusal(facts)
    assert (refusal.cite if refusal else "") == cite


def camp(*words: Any, markers: int = 1, **more: Any) -> State:
    return scene(
        unit("A", foot, 12, *words, markers=markers, at=(20, 20)),
        unit("G", general, at=(20, 24)),
        unit("z", at=(60, 40)),
        **more,
    )


@rule("84", "T7")
def test_the_general_may_rally_or_not() -> None:
    game = begin(camp(), Rally())
    assert game.ask.who == (0,)
    assert set(game.ask.offers) == {"rally", "no_rally"}
    game.play("no_rally")
    assert game.over
    assert game.unit("A").markers == 1


@pytest.mark.parametrize(
    ("words", "die", "rallies"),
    [
        pytest.param((), 4, True, marks=rule("85")),
        pytest.param((), 3, False, marks=rule("85", "86")),
        pytest.param((raw,), 4, True, marks=rule("85")),
        pytest.param((irregular,), 6, True, marks=rule("85")),
        pytest.param((irregular,), 5, False, marks=rule("85", "86")),
        pytest.param((raw, irregular), 6, True, marks=rule("85", "G-27")),
        pytest.param((raw, irregular), 5, False, marks=rule("85", "G-27")),
    ],
)
@rule("O5")
def test_the_rally_die(words: tuple[Any, ...], die: int, rallies: bool) -> None:
    game = begin(camp(*words), Rally()).play(("rally", "A"), die)
    assert game.over
    assert game.unit("A").markers == (0 if rallies else 1)
    assert [entry.cite for entry in game.log if entry.what != "dice"] == ["87" if rallies else "86"]


@rule("87", "G-21")
def test_one_marker_comes_off_even_if_there_are_two() -> None:
    game = begin(camp(markers=2), Rally()).play(("rally", "A"), 6)
    assert game.unit("A").markers == 1
    assert game.notes("rallies")[0].markers == 1


@rule("87a", "G-51")
def test_with_the_marker_go_its_ban_and_one_failure() -> None:
    game = begin(camp(skirmish), Rally())
    assert barred_from_advancing(game.unit("A")) == "81"
    game.play(("rally", "A"), 6)
    assert barred_from_advancing(game.unit("A")) == ""
    hurt = unit("A", foot, 9, markers=2, at=(20, 20), today={"lost_to_fire": 3})
    state = scene(hurt, unit("G", general, at=(20, 24)), unit("z", at=(60, 40)))
    rallied = begin(state, Rally(), Morale()).play(("rally", "A"), 6, 1)
    assert rallied.unit("A").on_table
    assert rallied.unit("A").markers == 2


@rule("O5", "G-26")
def test_the_general_is_within_six_or_with_the_unit() -> None:
    """Half an inch of general, 6 between, half an inch of line."""

    def offered(at: tuple[float, float]) -> bool:
        state = scene(unit("A", foot, 12, markers=1, at=(20, 20)), unit("G", general, at=at))
        return not begin(state, Rally()).over

    assert offered((20, 27))
    assert not offered((20, 27.01))
    joined = scene(unit("A", foot, 12, markers=1), unit("G", general, joined="A"))
    assert not begin(joined, Rally()).over


@rule("O5", "84", "N7")
def test_who_cannot_be_rallied_is_refused_with_the_rule() -> None:
    state = scene(
        unit("A", foot, 12, markers=1, at=(20, 20)),
        unit("B", foot, 12, at=(20, 22)),
        unit("C", foot, 12, markers=1, at=(20, 40)),
        unit("D", foot, 12, markers=1, at=(20, 18)),
        unit("G", general, at=(20, 24)),
        unit("z", foot, 12, markers=1, at=(20, 17)),
        contacts="z>D",
    )
    game = begin(state, Rally())
    assert list(game.ask.offers["rally"]) == [0]
    for key, cite in (("B", "84"), ("C", "O5"), ("D", "O5"), ("z", "84"), ("G", "84")):
        with pytest.raises(IllegalAction) as refused:
            game.play(("rally", key))
        assert refused.value.refusal.cite == cite, key
    with pytest.raises(IllegalAction):
        game.play(("rally", -1))


@rule("84", "T7")
def test_one_try_a_general_and_first_side_first() -> None:
    units = (
        unit("A", foot, 12, markers=1, at=(20, 20)),
        unit("B", foot, 12, markers=1, at=(20, 22)),
        unit("G", general, at=(20, 24)),
        unit("y", foot, 12, markers=1, at=(50, 20)),
        unit("g", general, at=(50, 24)),
    )
    game = begin(scene(*units, first=1), Rally())
    assert game.ask.who == (1,)
    game.play(("rally", "y"), 1)
    assert game.ask.who == (0,)
    game.play(("rally", "B"), 6)
    assert game.over
    assert [game.unit(key).markers for key in "ABy"] == [1, 0, 1]


@rule("N7", "T7")
def test_a_side_without_its_commander_is_not_asked() -> None:
    state = scene(unit("A", foot, 12, markers=1), unit("G", general, where=Where.LOST))
    assert begin(state, Rally()).over
    assert begin(scene(unit("A"), unit("G", general)), Rally()).over
