"""Crowded positions: every kind of question comes up, none is answered wrongly, and a search gone wrong is found out."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from grognard import books
from grognard.books.fix_bayonets.laws import standing
from grognard.books.fix_bayonets.laws.crowded import CROWDED, asked, played, scene
from grognard.engine.soundness import broken_at
from grognard.lab.soundness import answer_is_wrong, live_scene
from tests.rules import rule

BOOK = books.load("fix_bayonets")
KINDS = {
    "march", "march on", "force march", "withdraw", "regroup", "retreat", "charge", "assault", "go in by a hex", "arrive",
    "send out a Screen", "price of a march", "price of a march on", "price of a force march",
}  # fmt: skip


def wrong(numbers: range) -> Counter[str]:
    """The wrong answers in some positions, by what was asked; every kind of question with 0."""
    found = Counter[str]()
    for number in numbers:
        for one in asked(scene(random.Random(number))):
            found[one.kind] += answer_is_wrong(one, random.Random(0)) is not None
    return found


@rule("F-10.6", "F-16.3", "F-17.11", "RET-06", "F-17.1", "F-16.2", "F-10.11", "F-10.5")
def test_every_kind_of_question_comes_up_and_none_is_answered_wrongly() -> None:
    found = wrong(range(8))
    assert set(found) == KINDS
    assert not +found


@rule("F-10.6", "F-16.3", "F-17.11", "RET-06", "F-17.1", "F-16.2", "F-10.11", "F-10.5")
def test_every_kind_of_question_is_refused_somewhere_prices_too() -> None:
    refused = {
        one.kind for number in range(8) for one in asked(scene(random.Random(number))) if not one.offered
    }
    assert refused == KINDS


def test_positions_keep_the_laws_and_can_be_written_down() -> None:
    for number in range(8):
        position = scene(random.Random(number))
        assert not list(broken_at(standing.LAWS, position.state))
        assert BOOK.decode(BOOK.encode(position)) == position
        assert scene(random.Random(number)) == position


@pytest.mark.parametrize(
    ("place", "gone", "kind"),
    [
        ("grognard.books.fix_bayonets.facts.passage.held", lambda *_: None, "march"),
        ("grognard.books.fix_bayonets.facts.passage.toll", lambda *_: 6, "price of a march"),
        ("grognard.books.fix_bayonets.facts.passage.toll", lambda *_: 0, "price of a march"),
        ("grognard.books.fix_bayonets.facts.passage.joins", lambda *_: False, "withdraw"),
        ("grognard.books.fix_bayonets.facts.moving.joins", lambda *_: False, "arrive"),
        ("grognard.books.fix_bayonets.facts.charging.seen", lambda *_, **__: True, "charge"),
        ("grognard.books.fix_bayonets.facts.retreat.dangerous", lambda *_: False, "retreat"),
    ],
)
def test_a_search_gone_wrong_is_found_out(
    place: str, gone: object, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, gone)
    if place.endswith("held"):  # the marching search has a name of its own for it
        monkeypatch.setattr("grognard.books.fix_bayonets.facts.marching.held", gone)
    assert wrong(range(100, 112))[kind]


def test_a_choice_is_played_on_in_the_game_as_its_odds_take_it() -> None:
    met = None
    for seed in range(6):
        met = live_scene(BOOK, random.Random(seed))
        if met is not None and met[1].verb != "charge":
            break
    assert met is not None
    told = BOOK.scene_for(*met)
    assert told is not None
    outcome = played(*met, random.Random(1))
    assert isinstance(outcome, tuple)
    assert len(outcome) == len(told.heads)
    assert BOOK.crowded is CROWDED
