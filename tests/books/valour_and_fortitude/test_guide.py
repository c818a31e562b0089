"""The guided first battle: its cards follow the learning scenario from the first moment on. [34, 41]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.engine.choices import Ask
from grognard.engine.guide import Card
from grognard.engine.replay import Game
from tests.laws.recorded import as_recorded, opened
from tests.rules import rule
from tests.tools.shelf import GOLDEN

CARDS = RULESET.guide
RECORDED = sorted((GOLDEN / "valour_and_fortitude").glob("first_brigade-*.txt"))


class Moment:
    """What a client knows when it looks for a card."""

    def __init__(self, game: Game, side: int):
        ask = game.pending
        mine = isinstance(ask, Ask) and side in ask.who
        self.verbs = set(ask.offers) if mine and isinstance(ask, Ask) else set()
        self.turn = game.position.state.turn

    def fits(self, card: Card) -> bool:
        when = card.when
        if when.verb is not None and when.verb not in self.verbs:
            return False
        return when.turn is None or self.turn >= when.turn


def shown(game: Game, side: int, read: list[str]) -> str | None:
    """The card a client would show now."""
    moment = Moment(game, side)
    return next((c.title for c in CARDS if c.title not in read and moment.fits(c)), None)


@rule("34")
def test_the_first_turn_is_taught_step_by_step() -> None:
    """Whoever reads each card as it comes meets them in the order of the turn."""
    game, read = Game(RULESET, "first_brigade"), list[str]()
    script: tuple[Any, ...] = (
        7,
        "go_on",
        "end_fire",
        ("brigade", 0),
        ("move", 0),
        "hold",
        "finish",
        "stay_put",
    )
    lessons: list[str] = []

    def look() -> None:
        while (title := shown(game, 0, read)) is not None:
            read.append(title)
            lessons.append(title)

    look()
    for action in script:
        if isinstance(action, int):
            game.fall(action)
        elif isinstance(action, tuple):
            game.move(*action)
        else:
            game.move(action)
        look()
    assert lessons == [
        "Your first battle",
        "A card of fate",
        "Fire comes first",
        "Orders go by brigade",
        "Columns march, lines fight",
        "Drag it where you want it",
        "Where the leader stands",
    ]


@rule("34")
def test_every_card_comes_up_in_some_first_battle() -> None:
    assert RECORDED
    waiting = {card.title: card for card in CARDS}
    for path in RECORDED:
        game, record = opened(RULESET, path)
        for _ in as_recorded(game, record):
            if game.position.over:
                break
            for side in (0, 1):
                moment = Moment(game, side)
                for title in [t for t, card in waiting.items() if moment.fits(card)]:
                    del waiting[title]
    assert not waiting


@rule("41")
@pytest.mark.parametrize("card", CARDS, ids=[card.title for card in CARDS])
def test_a_card_is_short_and_names_rules(card: Card) -> None:
    assert len(card.words.split()) <= 75
    assert card.rules
    if card.when.verb:
        assert card.when.verb in RULESET.sheet.labels


@rule("34")
def test_the_places_named_are_those_of_the_scenario() -> None:
    state = RULESET.start("first_brigade").state
    for objective in state.field.objectives:
        assert objective.name.removeprefix("the ") in CARDS[0].words
