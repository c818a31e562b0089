"""Every book on our own shelf can be played through the socket, and answers every question about what it offers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from grognard import books
from grognard.server.config import LIBRARY
from tests.server.player import Player, level
from tests.server.running import Running, in_thread

CHOICES = 60


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the real shelf."""
    with in_thread(tmp_path_factory.mktemp("library") / "games.db", shelf=LIBRARY) as running:
        yield running


@pytest.mark.parametrize("book", books.names())
def test_a_book_is_played_with_every_question_asked(library: Running, book: str) -> None:
    scenario = next(iter(books.load(book).scenarios))
    made = library.new_game("here", "open", book=book, scenario=scenario)
    first, second = (Player(library, made["game"], seat["token"]) for seat in made["seats"])
    rng = random.Random(3)
    with first, second:
        for _ in range(CHOICES):
            level([first, second])
            if first.state["outcome"] is not None:
                break
            asked = first if first.mine else second
            question(asked, rng)
            asked.play_one(rng)
        assert not [fault for fault in first.faults + second.faults if fault["code"] != "superseded"]
        told = library.http.get(f"/api/games/{made['game']}/summary").json()
        assert all(line["percentile"] is not None for line in told["luck"] + told["pips"])


def question(player: Player, rng: random.Random) -> None:
    """Something about one of the offers and one of the units."""
    offer = rng.choice(player.state["ask"]["offers"])
    noun = player._noun(offer, rng)
    if noun is not None:
        seen = player.ask("preview", verb=offer["verb"], noun=noun[0])
        assert seen["refusal"] is None
        check_odds(seen["odds"])
        check_odds(seen["throw"])
        assert player.ask("why", verb=offer["verb"], noun=noun[0])["refusal"] is None
    unit = rng.choice(player.state["view"]["pieces"])["id"]
    assert player.ask("card", unit=unit)["rows"]
    for kind in ("range", "sight", "threat", "reach"):
        drawn = player.ask("overlay", kind=kind, unit=unit)
        assert all(shape["poly"] for shape in drawn["shapes"])
        assert all({"from", "to", "clear", "unit"} <= set(line) for line in drawn["lines"])


def check_odds(odds: dict[str, Any] | None) -> None:
    if odds is not None:
        assert sum(Fraction(row["fraction"]) for row in odds["outcomes"]) == 1
        assert [marginal["head"] for marginal in odds["marginals"]] == odds["heads"]
        assert all(len(row["values"]) == len(odds["heads"]) for row in odds["outcomes"])


@pytest.mark.parametrize("book", books.names())
def test_a_book_s_reference_and_scenarios_can_be_had(library: Running, book: str) -> None:
    reference = library.http.get(f"/api/books/{book}").json()
    assert reference["chapters"]
    assert all(option["words"] for option in reference["options"])
    for scenario in reference["scenarios"]:
        shown = library.http.get(f"/api/books/{book}/scenarios/{scenario['name']}").json()
        assert shown["view"]["pieces"]
        assert set(shown["cards"]) == {str(piece["id"]) for piece in shown["view"]["pieces"]}
    for situation in reference["situations"]:
        answer = library.http.post(f"/api/books/{book}/odds/{situation['name']}", json={})
        assert answer.status_code == 200, answer.text
