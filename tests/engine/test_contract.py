"""What a book lacks is told when it is loaded, a line for each thing; a sound one has none."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from grognard import books
from grognard.engine import memo
from grognard.engine.book import Book
from grognard.engine.contract import faults
from grognard.engine.soundness import Law
from grognard.engine.tables import Mod, ModTable
from grognard.starter import RULESET, state, steps
from grognard.starter.advice import Advice
from grognard.starter.sheet import BookSheet


class Field(msgspec.Struct, frozen=True):
    """A field that does not say how long the battle is."""

    name: str


class Unit(msgspec.Struct, frozen=True):
    """A unit without its number."""

    name: str
    side: int


class Bare(msgspec.Struct, frozen=True):
    """A state of these."""

    field: Field
    options: state.Options
    units: tuple[Unit, ...]
    turn: int = 0


class Empty(msgspec.Struct, frozen=True):
    """A state without anything that is asked for."""


class Soft(state.State, frozen=False):
    """A state that can be changed."""


class Listed(msgspec.Struct, frozen=True):
    """A state with its units in a list."""

    field: state.Battlefield
    options: state.Options
    units: list[state.Unit]
    turn: int = 0


class Drawn(BookSheet):
    """A sheet with overlays for units that do not say whether they are on the table."""

    overlays = {"range": lambda state, unit: None}  # type: ignore[assignment, return-value]


class Timeless(Advice):
    """Advice that does not ask the field."""

    def late(self, state: Any, ahead: int = 0) -> float:
        return 0.5


class Silent(BookSheet):
    """A sheet that does not say what units are called."""

    names = BookSheet.__mro__[1].names  # type: ignore[assignment]


Spoil = Callable[[Book], Book]
ROW: ModTable[Any] = ModTable("Rows", "3.2", (Mod("9.9", 1, "a row", bool),))
CASES: dict[str, tuple[Spoil, list[str]]] = {
    "nothing": (lambda b: b, []),
    "scenarios": (lambda b: b._replace(scenarios={}), ["it has no scenario"]),
    "opening": (lambda b: b._replace(opening="bottle"), ["opening: there is no sequence 'bottle'"]),
    "a comma": (
        lambda b: b._replace(sequences={**b.sequences, "fire": steps.Volley()}),
        ["sequence 'fire' is no tuple of steps; one step is written (Step(),)"],
    ),
    "brackets": (
        lambda b: b._replace(sequences={**b.sequences, "fire": (steps.Volley,)}),
        ["sequence 'fire': <class 'grognard.starter.steps.Volley'> is no step; a step is written with (), as Step()"],
    ),
    "a step's rule": (
        lambda b: b._replace(sequences={**b.sequences, "more": (type("Odd", (steps.Volley,), {"cite": "9.9"})(),)}),
        ["sequence 'more': Odd cites '9.9', which the rulebook has not"],
    ),
    "a row's rule": (lambda b: b._replace(tables=(ROW,)), ["table 'Rows' cites '9.9', which the rulebook has not"]),
    "a law's rule": (
        lambda b: b._replace(laws=(Law("it holds", ("9.9",), at=lambda state: ()),)),
        ["the law 'it holds' cites '9.9', which the rulebook has not"],
    ),
    "a state without anything": (
        lambda b: b._replace(state=Empty),
        [
            "state: Empty.units is missing: the computer players and the sheet look through its units, each at the place of its id",
            "state: Empty.options is missing: the server tells by which options a game is played",
            "state: Empty.turn is missing: chances to win and computer players go by the turn",
            "state: Empty.field is missing: chances to win are told by the name of the battle; computer players ask how much of the battle is over",
        ],
    ),
    "a field without turns": (
        lambda b: b._replace(state=Bare),
        [
            "state.units: Unit.id is missing: steps, journal and clients name a unit by its id",
            "state.field: Field.turns is missing: computer players ask how much of the battle is over",
        ],
    ),
    "turns that the advice does not ask": (
        lambda b: b._replace(state=Bare, advice=Timeless()),
        ["state.units: Unit.id is missing: steps, journal and clients name a unit by its id"],
    ),
    "units drawn that are not on the table": (
        lambda b: b._replace(state=Bare, advice=Timeless(), sheet=Drawn()),
        [
            "state.units: Unit.id is missing: steps, journal and clients name a unit by its id",
            "state.units: Unit.on_table is missing: overlays are drawn for units on the table",
        ],
    ),
    "a list of units": (
        lambda b: b._replace(state=Listed),
        ["state: units is list[grognard.starter.state.Unit], and must be tuple[Unit, ...]"],
    ),
    "no struct": (
        lambda b: b._replace(options=dict),
        ["options: <class 'dict'> is no msgspec.Struct"],
    ),
    "the sheet's names": (lambda b: b._replace(sheet=Silent()), ["sheet: names() is missing"]),
    "the advice": (
        lambda b: b._replace(advice=object()),
        ["advice: value() is missing", "advice: moves() is missing"],
    ),
    "labels": (
        lambda b: b._replace(sheet=type("Mute", (BookSheet,), {"labels": None})()),
        ["sheet: labels is missing"],
    ),
    "the version": (
        lambda b: b._replace(api=7, scenarios={}),
        ["it is written for version 7 of what a book must be (api), and this program has 1"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_each_thing_missing_has_its_line(case: str) -> None:
    spoil, told = CASES[case]
    assert list(faults(spoil(RULESET), "starter")) == told


def test_what_is_kept_on_a_value_without_room_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python says only "This object has no __dict__", in play, and not of what."""

    monkeypatch.setattr(memo, "_FUNCTIONS", dict(memo._FUNCTIONS))

    def strength(unit: Unit) -> int:
        return 1

    strength.__module__ = "grognard.starter.facts"
    memo.kept(strength)
    (line,) = faults(RULESET, "starter")
    assert line.endswith("strength is kept on Unit, which needs dict=True")


@pytest.mark.parametrize("name", books.names())
def test_it_takes_no_time(name: str) -> None:
    """Milliseconds, where reading a book takes hundreds of them."""
    book, began = books.load(name), time.process_time()
    assert not list(faults(book, name))
    assert time.process_time() - began < 0.05
