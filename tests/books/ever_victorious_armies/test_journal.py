"""What the journal and the guide say of a fight and what follows it. [EVA 50–73, T2]"""

from __future__ import annotations

import pytest

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.state import State
from grognard.books.ever_victorious_armies.steps.combat import Combats
from grognard.books.ever_victorious_armies.steps.compulsory import (
    Pursuits,
    Retirements,
    SayWhoPursues,
    SayWhoRetires,
)
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.books.ever_victorious_armies.steps.turn import OpenTurn
from grognard.engine.choices import Ask, Throw
from grognard.engine.dice import Opposed
from grognard.engine.log import Entry
from tests.books.ever_victorious_armies.drill import game_of
from tests.books.ever_victorious_armies.scenes import foot, horse, scene, unit
from tests.rules import rule

NEXT_TURN = OpenTurn(), SayWhoRetires(), Retirements(), SayWhoPursues(), Pursuits()


def told(state: State, difference: int, *choices: str) -> list[Entry]:
    """The journal of a fight that comes out so and of the turn after; of each choice the first wanted verb is said."""
    game = game_of(state, Combats(), *NEXT_TURN, env=Turn())
    while not game.over:
        waiting = game.pending
        if isinstance(waiting, Throw):
            if isinstance(waiting.dice, Opposed):
                spread = difference - waiting.dice.plus + waiting.dice.against
                game.play((max(1, 1 + spread), max(1, 1 - spread)))
            else:
                game.play((3,) * waiting.dice.faces()[0])
            continue
        assert isinstance(waiting, Ask)
        verb = next(verb for verb in (*choices, "stay", "halt", "go_on") if verb in waiting.offers)
        domain = waiting.offers[verb]
        game.play(verb if domain.kind == "button" else (verb, next(iter(domain))))
    return game.log


def duel(attacker: str, defender: str) -> State:
    kinds = {"foot": (foot, 12), "horse": (horse, 12)}
    deep = 0.5 if attacker == "foot" else 0.75
    theirs = 0.5 if defender == "foot" else 0.75
    return scene(
        unit("A", *kinds[attacker], at=(30, 24 - deep)),
        unit("b", *kinds[defender], at=(30, 24 + theirs), facing=180),
        contacts="A>b",
    )


# fmt: off
ROWS = [
    (-4, "foot",  "foot",  ("pursue",), {"retires": "50", "will pursue": "52", "pursues": "52"}),
    (-4, "foot",  "foot",  ("halt",),   {"retires": "50", "halts": "52"}),
    (-4, "foot",  "horse", (),          {"retires": "50", "pursues": "51"}),
    (-2, "foot",  "foot",  ("retire",), {"will retire": "54", "retires": "54", "no shooting": "55"}),
    (-3, "foot",  "foot",  ("stay",),   {"stays": "55"}),
    (0,  "foot",  "foot",  ("stay",),   {"retires": "57", "stays": "56b", "no shooting": "59"}),
    (0,  "foot",  "foot",  ("retire",), {"will retire": "56a"}),
    (1,  "horse", "foot",  ("pursue", "stay"), {"retires": "57", "will pursue": "58", "pursues": "58"}),
    (1,  "horse", "foot",  ("halt", "stay"),   {"halts": "58"}),
    (2,  "foot",  "foot",  ("pursue",), {"retires": "63", "will pursue": "65", "pursues": "65"}),
    (3,  "horse", "foot",  (),          {"retires": "63", "pursues": "64"}),
    (4,  "foot",  "foot",  ("halt",),   {"halts": "68"}),
    (4,  "foot",  "foot",  ("pursue",), {"pursues": "68"}),
    (5,  "horse", "foot",  (),          {"pursues": "67"}),
]
# fmt: on


@pytest.mark.parametrize(("difference", "attacker", "defender", "choices", "expected"), ROWS)
@rule("50", "51", "52", "54", "55", "56a", "56b", "57", "58", "59", "63", "64", "65", "67", "68", "T2")
def test_what_follows_a_fight_is_told_by_the_sheets_own_lines(
    difference: int, attacker: str, defender: str, choices: tuple[str, ...], expected: dict[str, str]
) -> None:
    log = told(duel(attacker, defender), difference, *choices)
    for what, cite in expected.items():
        assert {entry.cite for entry in log if entry.what == what} == {cite}, what


@rule("54", "R2", "R3")
def test_the_card_on_breaking_off_promises_nothing_untrue() -> None:
    card = next(card for card in RULESET.guide if card.title.startswith("Break off"))
    assert "lives" not in card.words
    assert {"R2", "R3"} <= set(card.rules)
