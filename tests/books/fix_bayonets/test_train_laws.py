"""The laws of trains, cartridges and depots bite: a position or a deed spoilt in one place breaks them, the sound one does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.books.fix_bayonets.laws.supply import LAWS
from grognard.books.fix_bayonets.state import NOWHERE, State
from grognard.books.fix_bayonets.words import Formation, Where
from grognard.engine.choices import Fall
from grognard.engine.flow import Position, replace
from grognard.engine.log import Entry
from grognard.engine.soundness import Deed
from tests.books.fix_bayonets.drill import at
from tests.books.fix_bayonets.test_trains import foot, scene, train
from tests.rules import rule

BY_WORDS = {law.words: law for law in LAWS}
ALONE = "trains are limbered, alone and unarmed"
WITH = "only a side with trains runs short of cartridges"
NINE = "a 9 leaves short, a train within 2 hexes or an event fills again"
AWAY = "a train goes by handing out and comes up at its depot two turns later"


def field() -> State:
    return scene(train(0, "1620"), foot(1, "1618"), foot(2, "1606", 1))


def spoil(first: State, unit: int, **changes: Any) -> State:
    units = list(first.units)
    units[unit] = replace(units[unit], **changes)
    return replace(first, units=tuple(units))


def deed(before: State, after: State, *told: Entry) -> Deed:
    return Deed(Position(before, ()), Fall(0), Position(after, ()), told)


def fired(die: int, unit: int = 1) -> Entry:
    return Entry("F-13.2", "dice", {"throw": "fire", "reading": die, "unit": unit})


HANDED = Entry("F-26.4", "hands out", {"unit": 0, "count": 1})
FILLED = Entry("F-28.1", "is filled", {"unit": 1})


def short(label: str = "1618") -> State:
    return spoil(field(), 1, short=True, hex=at(label))


def gone(**more: Any) -> State:
    return spoil(field(), 0, **{"where": Where.SUPPLY, "hex": NOWHERE, "arrives": 5, **more})


@rule("F-26", "F-26.1", "STK-11")
@pytest.mark.parametrize(
    ("words", "spoiled"),
    [
        (ALONE, lambda: spoil(field(), 0, formation=Formation.UNLIMBERED)),
        (ALONE, lambda: spoil(field(), 0, hex=at("1618"))),
        (ALONE, lambda: spoil(field(), 0, short=True)),
        (WITH, lambda: spoil(field(), 2, short=True)),
    ],
)
def test_a_spoilt_position_breaks_its_law(words: str, spoiled: Callable[[], State]) -> None:
    law = BY_WORDS[words].at
    assert law is not None
    assert list(law(spoiled()))
    assert not list(law(field()))
    assert not list(law(short())) or words != WITH


@rule("F-26.2", "F-26.4", "F-26.5", "F-27.2", "F-28.1")
@pytest.mark.parametrize(
    ("words", "done", "breaks"),
    [
        (NINE, lambda: deed(field(), short(), fired(9)), False),
        (NINE, lambda: deed(field(), short(), fired(8)), True),
        (NINE, lambda: deed(field(), short(), fired(9, 2)), True),
        (NINE, lambda: deed(short(), field(), HANDED), False),
        (NINE, lambda: deed(short("1617"), spoil(short("1617"), 1, short=False), HANDED), True),
        (NINE, lambda: deed(short(), field(), FILLED), False),
        (NINE, lambda: deed(short(), field()), True),
        (AWAY, lambda: deed(field(), gone(), HANDED), False),
        (AWAY, lambda: deed(field(), gone()), True),
        (AWAY, lambda: deed(field(), gone(arrives=4), HANDED), True),
        (AWAY, lambda: deed(gone(arrives=3), spoil(field(), 0, hex=at("1630"), arrives=3)), False),
        (AWAY, lambda: deed(gone(), spoil(field(), 0, hex=at("1630"), arrives=5)), True),
        (AWAY, lambda: deed(gone(arrives=3), spoil(field(), 0, hex=at("1620"), arrives=3)), True),
        (
            AWAY,
            lambda: deed(
                replace(gone(arrives=3), holders=((at("1631"), 1),)),
                spoil(field(), 0, hex=at("1630"), arrives=3),
            ),
            True,
        ),
    ],
)
def test_a_deed_breaks_its_law_or_not(words: str, done: Callable[[], Deed], breaks: bool) -> None:
    law = BY_WORDS[words].over
    assert law is not None
    assert bool(list(law(done()))) is breaks
