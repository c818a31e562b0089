"""What a position waits for, and what answers it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.engine.choices import Ask, Fall, Move, Throw, thaw
from grognard.engine.dice import Draw, Faced, Pool, Sum
from grognard.engine.domains import Number, Pairs, Units
from grognard.engine.tables import Refusal

NO_HORSES = Refusal("5.9", "no horses here")
ASK = Ask(
    1,
    "Do something",
    "5.1",
    {"fire": Pairs({1: (2, 3)}, lambda noun: Refusal("6.1", f"{noun[0]} is out of range")), "end": None},
    {"charge": NO_HORSES},
)

# What is said, and the citation and words of the answer (None: it is allowed).
SAID: list[tuple[Any, Any]] = [
    (Move(1, "end"), None),
    (Move(1, "fire", (1, 3)), None),
    (Move(0, "end"), Refusal("5.1", "it is not this side's choice: Do something")),
    (Move(True, "end"), Refusal("5.1", "it is not this side's choice: Do something")),
    (Move(1, "charge", 3), NO_HORSES),
    (Move(1, "fly"), Refusal("5.1", "that is not among the choices now: Do something")),
    (Move(1, "__class__"), Refusal("5.1", "that is not among the choices now: Do something")),
    (Move(1, "fire", (4, 3)), Refusal("6.1", "4 is out of range")),
    (Move(1, "fire", 4), Refusal("5.1", "it is not among those who may be chosen now: Do something")),
    (Move(1, "fire", ()), Refusal("5.1", "it is not among those who may be chosen now: Do something")),
    (Move(1, "fire"), Refusal("5.1", "it is not among those who may be chosen now: Do something")),
    (Move(1, "end", 0), Refusal("5.1", "it is not among those who may be chosen now: Do something")),
    (Fall(3), Refusal("5.1", "no dice are due here: Do something")),
    ("end", Refusal("5.1", "no dice are due here: Do something")),
    (None, Refusal("5.1", "no dice are due here: Do something")),
]


@pytest.mark.parametrize(("action", "answer"), SAID, ids=lambda value: str(value))
def test_an_ask_answers_everything_said_to_it(action: Any, answer: Refusal | None) -> None:
    assert (action in ASK) is (answer is None)
    if answer is not None:
        assert ASK.refusal(action) == answer


def test_an_ask_lists_and_samples_its_moves() -> None:
    moves = [Move(1, "fire", (1, 2)), Move(1, "fire", (1, 3)), Move(1, "end")]
    assert list(ASK.moves()) == moves
    rng = Random(5)
    assert {ASK.sample(rng) for _ in range(60)} == set(moves)
    assert repr(ASK) == "<Ask (1,) 'Do something' [5.1]: fire, end>"


def test_a_choice_of_several_is_listed_for_each() -> None:
    ask = Ask((0, 1), "Bid", "3", {"bid": Number(1, 2)})
    assert list(ask.moves()) == [Move(0, "bid", 1), Move(0, "bid", 2)]
    assert list(ask.moves(1)) == [Move(1, "bid", 1), Move(1, "bid", 2)]
    assert ask.sample(Random(0), 1).side == 1
    assert all(move in ask for side in ask.who for move in ask.moves(side))
    assert Move(2, "bid", 1) not in ask


TWO, DECK = Throw("two dice", Sum(2), "6.3"), Throw("card", Draw((("ace", 1), ("king", 0))), "11")


@pytest.mark.parametrize(
    ("throw", "action", "possible"),
    [
        (TWO, Fall(7), True),
        (TWO, Fall(7, (3, 4)), True),
        (TWO, Fall(7, (3, 3)), False),  # faces and reading disagree
        (TWO, Fall(13), False),
        (TWO, Fall(7, (3, 4, 0)), False),
        (TWO, Fall(7, (7, 0)), False),
        (TWO, Fall(7.0), False),
        (TWO, Fall(7.0, (3, 4)), False),
        (TWO, Fall("7"), False),
        (TWO, Fall(None), False),
        (TWO, Fall([7]), False),
        (TWO, Fall({}), False),
        (TWO, Fall(7, 5), False),  # type: ignore[arg-type]
        (TWO, Move(0, "end"), False),
        (TWO, 7, False),
        (Throw("one", Pool.of(1, 4), "6"), Fall(True), False),
        (Throw("rows", Faced(2), "6"), Fall((1, 2)), True),
        (Throw("rows", Faced(2), "6"), Fall((1.0, 2)), False),
        (Throw("rows", Faced(2), "6"), Fall([1, 2]), False),
        (DECK, Fall("ace"), True),
        (DECK, Fall("ace", ("ace",)), True),
        (DECK, Fall("king"), False),
        (DECK, Fall("king", ("king",)), False),
        (DECK, Fall("ace", (["ace"],)), False),
        (Throw("tarot", Draw(((1, 1), (2, 1))), "11"), Fall(1, (1,)), True),
        (Throw("tarot", Draw(((1, 1), (2, 1))), "11"), Fall(1, (1.0,)), False),
        (Throw("tarot", Draw(((1, 1), (2, 1))), "11"), Fall(1, (2,)), False),
    ],
    ids=str,
)
def test_a_throw_takes_only_what_can_fall(throw: Throw, action: Any, possible: bool) -> None:
    assert (action in throw) is possible
    assert throw.refusal(action).cite == throw.cite


def test_a_throw_says_what_it_waits_for() -> None:
    assert str(TWO.refusal(Fall(13))) == "two dice: these dice cannot fall so [6.3]"
    assert str(TWO.refusal(Move(0, "end"))) == "two dice: the dice must fall first [6.3]"
    assert "two dice" in repr(TWO)


def test_actions_read_from_json_are_thawed() -> None:
    assert thaw(Move(0, "fire", [1, [2]])) == Move(0, "fire", (1, (2,)))
    assert thaw(Fall([1, 2], (1, 2))) == Fall((1, 2), (1, 2))
    assert thaw(Fall("ace")) == Fall("ace")
    with pytest.raises(ValueError, match="no objects"):
        thaw(Move(0, "fire", {"unit": 1}))


def test_a_unit_domain_in_an_ask_wants_exactly_the_id() -> None:
    ask = Ask(0, "Pick", "5", {"pick": Units((0, 1))})
    assert [noun for noun in (0, 1, 1.0, True, False, "1", None) if Move(0, "pick", noun) in ask] == [0, 1]
