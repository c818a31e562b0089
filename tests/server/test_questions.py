"""Questions about a game: why not, what if, how to get there, what is this."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.engine.domains import Mover
from grognard.engine.tables import Tally
from grognard.server.jobs import _planned
from grognard.server.words import reading_of
from tests.server.player import Player
from tests.server.running import Running
from tests.server.test_game import table, to_act


@pytest.fixture
def actor(server: Running) -> Any:
    """Somebody who may act with a unit."""
    _, first, second = table(server)
    with first, second:
        yield to_act(first, second)


def offer(actor: Player, verb: str) -> dict[str, Any]:
    (found,) = (offer for offer in actor.state["ask"]["offers"] if offer["verb"] == verb)
    return dict(found)


def test_why_not_names_the_rule(actor: Player) -> None:
    assert actor.ask("why", verb="end", noun=None)["refusal"] is None
    mine, theirs = ([p["id"] for p in actor.state["view"]["pieces"] if p["side"] == s] for s in (0, 1))
    pair = [mine[0], mine[1]] if actor.state["side"] == 0 else [theirs[0], theirs[1]]
    refusal = actor.ask("why", verb="fire", noun=pair)["refusal"]
    assert refusal == {"cite": "5.1", "words": "one of ours acts on one of theirs"}
    assert actor.ask("why", verb="rally", noun=None)["refusal"]["cite"] == "5.1"
    assert actor.ask("why", verb="march", noun=["x", [3]])["refusal"]["cite"] == "5.1"


def test_why_may_be_asked_by_the_side_that_waits(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        other = second if to_act(first, second) is first else first
        assert "not this side's choice" in other.ask("why", verb="end", noun=None)["refusal"]["words"]


def test_a_preview_tells_the_exact_odds_of_the_whole_and_of_the_throw(actor: Player) -> None:
    unit, targets = offer(actor, "fire")["from"][0]
    seen = actor.ask("preview", verb="fire", noun=[unit, targets[0]])
    assert (seen["refusal"], seen["preview"], seen["whole"]) == (None, None, True)
    assert seen["odds"]["heads"] == ["fallen"]
    assert sum(Fraction(row["fraction"]) for row in seen["odds"]["outcomes"]) == 1
    assert seen["throw"]["heads"] == ["volley (Foot)"], "the next throw says whose it is"
    assert sum(Fraction(row["fraction"]) for row in seen["throw"]["outcomes"]) == 1
    (marginal,) = seen["throw"]["marginals"]
    dice = seen["throw"]["tallies"][0]["total"]
    assert Fraction(marginal["mean"]) == Fraction(dice, 3)
    assert "6.3" in seen["throw"]["cites"]


def test_a_preview_without_a_scene_tells_the_throw(actor: Player) -> None:
    assert actor.ask("preview", verb="end", noun=None)["odds"] is None
    before = actor.state
    seen = actor.ask("preview", verb="ride", noun=offer(actor, "ride")["ids"][0])
    assert (seen["odds"], seen["throw"], seen["whole"]) == (None, None, False)
    assert not seen["final"]
    assert actor.ask("preview", verb="end", noun=None)["final"]  # the other side is asked next
    actor.ask("ping")
    assert actor.state == before  # a preview changes nothing


def test_a_preview_of_what_is_not_allowed_says_why(actor: Player) -> None:
    seen = actor.ask("preview", verb="fire", noun=[0, 0])
    assert seen["refusal"]["cite"]
    assert seen["odds"] is None


def test_a_plan_leads_to_a_pose_or_says_where_it_fails(actor: Player) -> None:
    unit = offer(actor, "march")["ids"][0]
    assert actor.act("march", unit)["type"] == "answer"
    go = offer(actor, "go")
    assert (go["pick"], go["unit"]) == ("reach", unit)
    x, y, _ = next(piece["pose"] for piece in actor.state["view"]["pieces"] if piece["id"] == unit)
    ahead = 1 if actor.state["side"] == 0 else -1
    plan = actor.ask("plan", verb="go", pose=[x + 20 * ahead, y, 0, None])
    assert plan["legs"] == [["advance", 20]]
    assert plan["preview"]["cost"] == 20
    far = actor.ask("plan", verb="go", pose=[x + 900 * ahead, y, 0, None])
    assert far["legs"] is None
    assert far["refusal"]["cite"].startswith("5.2")
    assert far["refusal"]["place"]
    seen = actor.ask("preview", verb="go", noun=plan["legs"])
    assert seen["preview"] == plan["preview"]
    reach = actor.ask("overlay", kind="reach", unit=unit)
    region = actor.ask("region", verb="go")["region"]
    assert reach["shapes"][0]["poly"] == region
    assert min(x for x, _ in region) <= x <= max(x for x, _ in region)
    assert actor.ask("region", verb="halt")["region"] == []
    assert actor.ask("plan", verb="halt", pose=[0, 0, 0, None])["refusal"]["cite"]
    assert actor.act("go", plan["legs"])["type"] == "answer"


def test_single_models_count_only_where_the_book_lets_them_go(actor: Player) -> None:
    class Loose(Mover):
        def singles(self) -> bool:
            return True

        def arrange(self, pose: Any, places: Any, *by: Any) -> Any:
            return ("arranged", pose, places, *by)

        def plan(self, pose: Any) -> Any:
            return ("planned", pose)

    class Stiff(Loose):
        def singles(self) -> bool:
            return False

    pose = (1, 2, 3, None)
    assert _planned(Loose(), pose, [[4, 5, 6]]) == ("arranged", pose, ((4, 5, 6),))
    assert _planned(Loose(), pose, []) == ("planned", pose)
    assert _planned(Stiff(), pose, [[4, 5, 6]]) == ("planned", pose)
    assert _planned(Stiff(), pose, [], [[7, 8]]) == ("arranged", pose, (), ((7, 8),))
    assert _planned(Loose(), pose, [[4, 5, 6]], [[7, 8]]) == ("arranged", pose, ((4, 5, 6),), ((7, 8),))
    # Over the wire: a book without single models plans as ever; what has no such shape is no message.
    unit = offer(actor, "march")["ids"][0]
    actor.act("march", unit)
    assert "singles" not in offer(actor, "go")
    x, y, _ = next(piece["pose"] for piece in actor.state["view"]["pieces"] if piece["id"] == unit)
    assert "legs" in actor.ask("plan", verb="go", pose=[x, y, 0, None], places=[[0, x, y]])
    assert actor.ask("plan", verb="go", pose=[x, y, 0, None], places=[[0, "x"]])["code"] == "bad_message"


def test_cards_and_overlays(actor: Player) -> None:
    rows = actor.ask("card", unit=0)["rows"]
    assert [row["label"] for row in rows] == ["arm", "strength", "disorder", "known"]
    assert actor.ask("card", unit=77)["code"] == "bad_input"
    assert actor.ask("overlay", kind="range", unit=0)["shapes"][0]["cite"] == "6.1"
    assert actor.ask("overlay", kind="sight", unit=0)["lines"][0]["clear"] is True
    assert actor.ask("overlay", kind="threat", unit=0)["notes"][0]["unit"] == 0
    assert actor.ask("overlay", kind="threat", unit=0)["shapes"] == []
    assert actor.ask("overlay", kind="range", unit=77)["code"] == "bad_input"


def test_of_many_plans_that_wait_only_the_latest_is_answered(actor: Player) -> None:
    actor.act("march", offer(actor, "march")["ids"][0])
    asked = [actor.post("plan", verb="go", pose=[n, 20, 0, None]) for n in range(60)]
    actor.until(lambda: all(id in actor.answers for id in asked))
    codes = [actor.answers[id].get("code", "answered") for id in asked]
    assert codes[-1] == "answered"
    assert set(codes) == {"answered", "superseded"}


@pytest.mark.parametrize(
    ("phrase", "reading", "words"),
    [
        ("{reading[0]}, or {reading[1]} in woods", (9, 4), "9, or 4 in woods"),
        ("no hit|1 hit|{reading} hits", 0, "no hit"),
        ("no hit|1 hit|{reading} hits", 1, "1 hit"),
        ("no hit|1 hit|{reading} hits", 5, "5 hits"),
        ("{reading[0]} inches", 3, ""),  # not that kind of reading
        ("{count} hits", (4, 1), "4 hits"),
        ("{total} against {need}", 3, ""),  # the journal does not know the sum
        ("", 3, ""),
    ],
)
def test_a_book_has_words_for_what_a_throw_reads(phrase: str, reading: Any, words: str) -> None:
    sheet = SimpleNamespace(phrases={"dice volley": phrase})
    book: Any = SimpleNamespace(sheet=sheet)
    assert reading_of(book, "volley", reading) == words
    assert reading_of(book, "march", reading) == "", "another throw has no words"


def test_a_phrase_may_tell_the_total_and_what_it_is_held_against() -> None:
    sheet = SimpleNamespace(phrases={"dice order": "{total} against {need}"})
    book: Any = SimpleNamespace(sheet=sheet)
    why = Tally(0, "to 2d6", (), 1)
    assert reading_of(book, "order", 7, {"need": 6, "why": why}) == "8 against 6"
    assert reading_of(book, "order", 7, {"need": 6, "why": None}) == "7 against 6"
    assert reading_of(book, "order", 7, {"need": 6}) == ""
