"""Manoeuvres worth trying, and names for what is neither a unit nor a number."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_game import table, to_act
from tests.server.test_questions import offer


@pytest.fixture
def actor(server: Running) -> Any:
    """Somebody who may act with a unit."""
    _, first, second = table(server)
    with first, second:
        yield to_act(first, second)


def test_every_way_is_legal_and_shows_where_it_ends(actor: Player) -> None:
    assert actor.act("march", offer(actor, "march")["ids"][0])["type"] == "answer"
    ways = actor.ask("ways", verb="go")["ways"]
    assert ways
    for way in ways:
        assert actor.ask("why", verb="go", noun=way["legs"])["refusal"] is None
        assert way["preview"]["cost"] >= 0
    assert actor.act("go", ways[0]["legs"])["type"] == "answer"


def test_where_nothing_moves_there_are_no_ways(actor: Player) -> None:
    assert actor.ask("ways", verb="end")["ways"] == []
    assert actor.ask("ways", verb="nonsense")["ways"] == []


def test_places_and_cards_come_with_their_names(actor: Player) -> None:
    ride = offer(actor, "ride")
    assert ride["pick"] == "cell"
    assert len(ride["names"]) == len(ride["ids"])
    assert all(isinstance(name, str) for name in ride["names"])
