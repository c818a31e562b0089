"""A catalogue of verbs: steps, offers, reasons, labels, ratings and odds come from the same rows."""

from __future__ import annotations

from enum import Enum
from typing import Any

import msgspec
import pytest

from grognard.engine.choices import Ask, Move
from grognard.engine.domains import Cells, Domain
from grognard.engine.flow import NEXT, Engine, Flow, IllegalAction, Step, Table
from grognard.engine.sheet import Label
from grognard.engine.tables import Refusal
from grognard.engine.verbs import (
    Barred,
    Mood,
    Verb,
    in_mood,
    labels_of,
    numbers,
    offered,
    rated_by,
    told_by,
)


class Quiet(msgspec.Struct, frozen=True):
    """A state of which nothing is asked."""


class Sum(Enum):
    FAR = "far"


class Odds(Enum):
    SHOT = "shot"


class Shot(Verb[int, Table[Any]], frozen=True, kw_only=True):
    """A shot at whatever is within so many zones."""

    reach: int
    asked: list[str] = []

    def nouns(self, asked: int) -> Domain | None:
        found = range(asked, self.reach + 1)
        return Cells(found) if found else None

    def why_not(self, asked: int) -> Refusal:
        self.asked.append("why")
        return Refusal("6.1", f"nothing is within {self.reach}")

    def does(self, t: Table[Any], noun: Any) -> Flow:
        t.note("6.1", "fires", at=noun)
        return NEXT


ROWS: dict[str, Shot] = {
    "fire": Shot(Label("Fire"), Sum.FAR, Odds.SHOT, Mood.BOLD, reach=3),
    "lob": Shot(Label("Lob", "Over the wall"), 0.5, reach=1),
}
CATALOGUE: dict[str, Verb[Any, Any]] = {**ROWS, "wait": Verb(Label("Wait"), mood=Mood.WARY)}


class Shoot(Step):
    cite = "6.1"
    rows = ROWS

    def ask(self, t: Table[Any]) -> Ask:
        offers = offered(ROWS, 2)
        return Ask(0, "Shoot", self.cite, {**offers, "wait": None}, Barred(ROWS, 2, offers))

    def wait(self, t: Table[Any]) -> Flow:
        t.note("6.1", "waits")
        return NEXT


ENGINE = Engine({"shoot": (Shoot(),)})


def test_a_step_takes_a_verb_from_its_rows_and_else_from_its_methods() -> None:
    start = ENGINE.start(Quiet(), "shoot")
    log: list[Any] = []
    ENGINE.apply(start, Move(0, "fire", 3), log)
    ENGINE.apply(start, Move(0, "wait"), log)
    assert [entry.what for entry in log] == ["fires", "waits"]
    step = Shoot()
    assert step.answers("fire")
    assert step.answers("wait")
    assert not step.answers("charge")


def test_only_rows_with_a_noun_are_offered_in_the_order_of_the_catalogue() -> None:
    assert {verb: list(domain or ()) for verb, domain in offered(ROWS, 1).items()} == {
        "fire": [1, 2, 3],
        "lob": [1],
    }
    assert list(offered(ROWS, 2)) == ["fire"]


def test_a_row_that_is_not_offered_says_why_when_it_is_asked() -> None:
    ROWS["lob"].asked.clear()
    start = ENGINE.start(Quiet(), "shoot")
    waiting = ENGINE.pending(start)
    assert isinstance(waiting, Ask)
    assert not ROWS["lob"].asked
    with pytest.raises(IllegalAction, match="nothing is within 1"):
        ENGINE.apply(start, Move(0, "lob", 1))
    assert list(waiting.barred) == ["lob"]
    assert len(waiting.barred) == 1


def test_one_more_reason_may_be_known_already() -> None:
    barred = Barred(ROWS, 2, offered(ROWS, 2))
    barred.also("wait", Refusal("6.2", "there is no time"))
    assert {verb: reason.cite for verb, reason in barred.items()} == {"lob": "6.1", "wait": "6.2"}


def test_labels_ratings_odds_and_moods_are_read_off_the_rows() -> None:
    assert labels_of(CATALOGUE)["lob"].hint == "Over the wall"
    assert numbers(CATALOGUE) == {"lob": 0.5, "wait": 0.0}
    assert rated_by(CATALOGUE, {Sum.FAR: len}) == {"fire": len}
    assert told_by(CATALOGUE, {Odds.SHOT: "a shot"}) == {"fire": "a shot"}
    assert in_mood(CATALOGUE, Mood.BOLD) == {"fire"}
    assert in_mood(CATALOGUE, Mood.WARY) == {"wait"}


def test_a_plain_row_has_no_deed_of_its_own() -> None:
    wait = CATALOGUE["wait"]
    for deed in (lambda: wait.nouns(1), lambda: wait.why_not(1), lambda: wait.does(None, None)):
        with pytest.raises(NotImplementedError, match="'Wait'"):
            deed()
