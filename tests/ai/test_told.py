"""People are told chances from where a battle stands between equal players."""

from __future__ import annotations

from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from examples.toy_brigade.toy.advice import Advice
from grognard import books
from grognard.ai.told import told_chance
from grognard.engine.about import About, Measured
from grognard.engine.advice import POINTS
from grognard.engine.book import Book
from grognard.engine.worth import Worth


class Read(Advice):
    """Toy Brigade's advice, whose points are read as a chance."""

    reading = Worth("", 0, {POINTS: (0.5, 0.5)})

    def battle(self, state: Any) -> str:
        return "battle"

    def late(self, state: Any, ahead: int = 0) -> float:
        return 0.0


def measured(won: int, lost: int, advice: Advice | None = None) -> Book:
    """Toy Brigade with a battle that was played by equal players."""
    info = RULESET.scenarios["battle"]._replace(about=About(measured=Measured(won + lost, won, 0, lost)))
    return RULESET._replace(advice=advice or Read(), scenarios={"battle": info})


@pytest.mark.parametrize("name", books.names())
def test_a_battle_begins_as_it_was_measured(name: str) -> None:
    book = books.load(name)
    for battle, info in book.scenarios.items():
        assert info.about.measured is not None
        # Half a game to either side: a battle measured in few games is told as a little less uneven.
        state, found = book.start(battle).state, info.about.measured
        share = (found.won + found.drawn / 2 + 0.5) / (found.games + 1)
        for side, wanted in enumerate((share, 1 - share)):
            told = told_chance(book, state, side, book.advice.chance(state, side))
            assert told == pytest.approx(wanted, abs=0.006), (battle, side)


def test_what_is_liked_better_is_told_as_better_and_what_is_decided_stays_so() -> None:
    book = measured(90, 10)
    state = book.start("battle").state
    told = [told_chance(book, state, 0, chance) or 0.0 for chance in (0.0, 0.2, 0.5, 0.7, 1.0)]
    assert told == sorted(set(told))
    assert (told[0], told[-1]) == (0.0, 1.0)
    theirs = [told_chance(book, state, 1, chance) or 0.0 for chance in (0.8, 0.5, 0.3)]
    assert theirs == [pytest.approx(1 - mine) for mine in told[1:4]]


def test_a_battle_that_was_always_won_is_not_certain() -> None:
    book = measured(40, 0)
    state = book.start("battle").state
    assert 0.95 < (told_chance(book, state, 0, book.advice.chance(state, 0)) or 0.0) < 1.0


def test_what_nobody_measured_is_told_as_it_looks() -> None:
    book = RULESET._replace(advice=Read(), scenarios={})
    state = RULESET.start("battle").state
    assert told_chance(book, state, 0, 0.7) == book.advice.told_chance(state, 0.7)
    assert told_chance(measured(9, 1, Advice()), state, 0, 0.7) is None, "nothing was fitted"
