"""Sealed choices: all answer before any is revealed, and nobody learns, repeats or takes back an answer."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.book import BadInput
from grognard.engine.choices import Ask, Move
from grognard.engine.domains import Cards, Number, Pairs
from grognard.engine.flow import AGAIN, NEXT, IllegalAction, Position, Step, Table, redact_agenda
from grognard.engine.replay import Game
from tests.engine.play import told


class Seen(msgspec.Struct, frozen=True):
    """What came out of the envelopes."""

    answers: tuple[tuple[int, str, Any], ...] = ()


class Vote(Step):
    """Three sides choose in secret; a quarrel is voted on again."""

    cite = "3"

    def ask(self, t: Table[Seen]) -> Ask:
        return Ask(
            (2, 0, 1), "Vote", self.cite, {"point": Pairs({1: (2, 3)}), "say": Number(0, 9), "pass_on": None}
        )

    def revealed(self, t: Table[Seen], answers: Mapping[int, tuple[str, Any]]) -> Any:
        t.set(answers=tuple((side, verb, noun) for side, (verb, noun) in answers.items()))
        return AGAIN if answers[0] == ("say", 9) else NEXT


VOTING = RULESET._replace(
    name="voting", sequences={"vote": (Vote(), Vote())}, opening="vote", state=Seen, table=Table, redact=lambda s, _: s
)  # fmt: skip
MACHINE = VOTING.engine()
ANSWERS = {0: Move(0, "point", (1, 3)), 1: Move(1, "pass_on"), 2: Move(2, "say", 4)}


def start() -> Position:
    return MACHINE.start(Seen(), "vote")


def who(position: Position) -> tuple[int, ...]:
    waiting = MACHINE.pending(position)
    assert isinstance(waiting, Ask)
    return waiting.who


@pytest.mark.parametrize("order", list(permutations(ANSWERS)), ids=str)
def test_answers_come_in_any_order_and_out_in_the_same(order: tuple[int, ...]) -> None:
    position = start()
    for given, side in enumerate(order):
        assert set(who(position)) == set(order[given:])
        assert position.state.answers == ()
        assert position.reveals == 0
        position = MACHINE.apply(position, ANSWERS[side])
    assert position.state.answers == ((0, "point", (1, 3)), (1, "pass_on", None), (2, "say", 4))
    assert position.reveals == 1
    assert position.agenda[-1].at == 1
    assert position.agenda[-1].sealed == ()


def test_asking_again_wants_all_answers_anew() -> None:
    position = start()
    for move in (Move(0, "say", 9), ANSWERS[1], ANSWERS[2]):
        position = MACHINE.apply(position, move)
    assert position.agenda[-1].at == 0
    assert who(position) == (2, 0, 1)
    assert position.reveals == 1


@pytest.mark.parametrize(
    "again", [Move(0, "pass_on"), ANSWERS[0], Move(0, "say", 99), Move(3, "pass_on")], ids=str
)
def test_nobody_answers_twice_or_for_another(again: Move) -> None:
    position = MACHINE.apply(start(), ANSWERS[0])
    with pytest.raises(IllegalAction) as fault:
        MACHINE.apply(position, again)
    assert fault.value.refusal.cite == "3"


def test_sealed_answers_survive_json() -> None:
    position = start()
    for side in (2, 0):
        position = MACHINE.apply(position, ANSWERS[side])
        read = VOTING.decode(VOTING.encode(position))
        assert read == position
        assert told(MACHINE.pending(read)) == told(MACHINE.pending(position))
    assert MACHINE.apply(read, ANSWERS[1]) == MACHINE.apply(position, ANSWERS[1])


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_side_sees_its_own_answer_and_that_others_have_answered(viewer: int | None) -> None:
    position = MACHINE.apply(MACHINE.apply(start(), ANSWERS[2]), ANSWERS[0])
    (frame,) = redact_agenda(position.agenda, viewer, VOTING.secrets.env)
    hidden = {2: (2, "", None), 0: (0, "", None)}
    if viewer in hidden:
        move = ANSWERS[viewer]
        hidden[viewer] = (viewer, move.verb, move.noun)
    assert frame.sealed == (hidden[2], hidden[0])
    view = VOTING.view_of(position, viewer)
    assert view.agenda == (frame,)
    assert who(view) == (1,)
    assert VOTING.view_of(view, viewer) == view


@pytest.mark.parametrize("viewer", [1, None])
@pytest.mark.parametrize("other", [Move(0, "bid", 0), Move(0, "bid", 2), Move(0, "hold_back")], ids=str)
def test_the_other_sides_bid_cannot_be_told(viewer: int | None, other: Move) -> None:
    views = []
    for answer in (Move(0, "bid", 1), other):
        game = Game(RULESET, "skirmish")
        entries = game.apply(answer)
        assert entries == []
        views.append(RULESET.encode(RULESET.view_of(game.position, viewer)))
    assert views[0] == views[1]


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_a_sealed_answer_is_not_taken_back(first: int, second: int) -> None:
    game = Game(RULESET, "skirmish")
    game.move("bid", 2, side=first)
    assert not game.can_undo()
    with pytest.raises(BadInput):
        game.undo()
    game.move("hold_back", side=second)
    assert not game.can_undo()
    assert game.log[-1].what == "player turn"
    assert game.log[-1].side == first


def test_a_sealed_choice_may_offer_each_side_something_else():
    ask = Ask(
        (0, 1),
        "A card each",
        "1",
        {},
        by_side={0: {"play": Cards(("ace",))}, 1: {"play": Cards(("king", "queen")), "pass": None}},
    )
    assert Move(0, "play", "ace") in ask
    assert Move(1, "play", "ace") not in ask
    assert Move(1, "pass") in ask
    assert Move(0, "pass") not in ask
    assert list(ask.for_side(1).moves(1)) == [
        Move(1, "play", "king"),
        Move(1, "play", "queen"),
        Move(1, "pass"),
    ]
    assert "not among the choices now" in ask.refusal(Move(0, "pass")).words
