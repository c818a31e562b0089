"""Which places of a book have done their work: run, bitten, judged, read; looked at is not enough."""

from __future__ import annotations

import sys
from importlib import util
from pathlib import Path
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.lab.citations import Citation
from tests.tools import reached
from tests.tools.reached import Reached, Seen

CODE = '''
from grognard.engine.tables import Item, Lookup, Mod, ModTable, Need, Needs
LONG = 12  # [V1]
UNUSED = 13
"""A note. [V2]"""
SPEED = {
    "foot": 6,  # [K1]
    "horse": 9,  # [K2]
}
TABLE = ModTable("Volley", "6", (
    Mod("M1", 1, "near", lambda range: range < LONG),
    Mod("M2", 1, "far", lambda range: range > LONG),
))
NEEDS = Needs("Volley", "6", (
    Need("N1", "in reach", lambda range: range < 50, "out of reach"),
    Need("N2", "loaded", lambda range: False, "not loaded"),
    Need("N3", "in sight", lambda range: False, "out of sight"),
))


def volley(range):
    """Fires. [F1]"""
    NEEDS.refusal(range)
    return TABLE.tally(range).total + (SPEED["foot"] if range < LONG else 0)


def idle():
    """Does nothing. [F2]"""
    return UNUSED


def listed(unit):
    """Before a game. [F3]"""
    return SPEED[unit], SIZES.row("horse")


SIZES = Lookup("Sizes", "6", columns=("size",), rows=(Item("L1", "horse", "horse", 2),))
'''


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A book of one file: horse are listed before the game, and a volley is fired once at short range in it."""
    path = tmp_path / "fire.py"
    path.write_text(CODE, "utf-8")
    name = "grognard.books.toy.fire"
    spec = util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(reached, "house", lambda book: tmp_path)
    seen = Seen(tmp_path)

    def game() -> None:
        module.listed("horse")
        RULESET.start("skirmish")
        module.volley(5)

    reached._play(seen, RULESET, [game])
    return Reached(RULESET, seen)


@pytest.mark.parametrize(
    ("number", "met"),
    [
        ("F1", True),
        ("F2", False),
        ("F3", False),
        ("L1", False),
        ("M1", True),
        ("M2", False),
        ("N1", True),
        ("N2", True),
        ("N3", False),
        ("K1", True),
        ("K2", False),
        ("V1", True),
        ("V2", False),
    ],
)
def test_what_did_its_work_is_met(place: Any, number: str, met: bool) -> None:
    line = next(
        at for at, text in enumerate(CODE.splitlines(), 1) if f'"{number}"' in text or f"[{number}]" in text
    )
    assert place.met(Citation(number, "fire.py", line, "loose")) is met


def test_a_scenario_that_is_played_meets_what_it_cites(place: Any) -> None:
    place.seen.scenarios.add("ford")
    assert place.met(Citation("S1", "scenarios/ford.toml", 3, "declared"))
    assert not place.met(Citation("S1", "scenarios/hill.toml", 3, "declared"))
    assert not place.met(Citation("S1", "nowhere.py", 3, "declared"))
