"""Scenario files: the three that come with the book, and what is refused. [EVA M10, M13, V1, T1, G-36]"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.laws import census, faults
from grognard.books.ever_victorious_armies.setup import setup
from grognard.books.ever_victorious_armies.setup.lists import HOUSE
from grognard.books.ever_victorious_armies.state import Options, State
from grognard.books.ever_victorious_armies.words import Order, Where
from grognard.engine.book import BadInput
from tests.rules import rule

param = pytest.param

ORDERS = {
    "": "",
    "L": "line",
    "C": "column",
    "S": "skirmish",
    "F": "formed",
    "U": "unlimbered",
    "G": "limbered",
}

# Unit, order, x, y, facing.
STOCKADE = """
EV0 - 8 24 90      EV1 S 11 41 90   EV2 C 10 19 90      EV3 C 10 30 90   EV4 C 10 15 90   EV5 C 10 34 90
EV6 U 11 22 90     EV7 U 11 27 90   EV8 C 9.5 11 90
TP0 - 53 24 270    TP3 L 46.75 29.25 270   TP4 L 46.75 19 270   TP5 S 26 35 180   TP6 S 40 10 270
TP8 U 47.25 23.5 270
"""
REARGUARD = """
EV0 - 33 26.5 90   EV1 S 28 29.5 270   EV2 C 53 24 90   EV3 L 31 24 270   EV4 C 45 24 90   EV5 C 35 24 90
EV6 G 49 24 90     EV7 G 58 24 90      EV8 C 40 24 90
TP0 - 1 26 90      TP1 C 4.5 20.5 90   TP2 C 3.5 28 90  TP3 C 3.5 24 90   TP4 L 49 30 180
TP5 S 30 42 180    TP6 S 60 42 180     TP7 S 67 44 180
"""
PALIKAO = """
AF0 - 36 3 0       AF1 C 30 6 0        AF2 C 36 6 0     AF3 C 42 6 0      AF4 C 24 6 0
AF5 F 60 6 0       AF6 F 14 6 0        AF7 U 46 7 0     AF8 U 33 7 0
QI0 - 36 31 180    QI1 L 34.3 26.75 180   QI2 L 26.1 26.75 180   QI3 L 44 26.75 180   QI4 C 36 43 180
QI5 F 10 31 180    QI6 F 62 31 180     QI7 U 30.2 27.25 180      QI8 U 38.4 27.25 180
QI9 S 17 29 180    QI10 S 55 29 180
"""


def listed(text: str) -> dict[str, tuple[str, float, float, float]]:
    """A set-up as the lists above write it."""
    words = text.split()
    rows = [words[at : at + 5] for at in range(0, len(words), 5)]
    return {
        key: (ORDERS[order.strip("-")], float(x), float(y), float(facing))
        for key, order, x, y, facing in rows
    }


def standing(state: State) -> dict[str, tuple[str, float, float, float]]:
    """How a battle begins."""
    return {
        u.key: (u.order.value, u.x / 100, u.y / 100, u.facing / 10)
        for u in state.units
        if u.where is Where.TABLE
    }


@pytest.mark.parametrize(
    ("name", "text", "turns", "tie", "breaks", "units"),
    [
        param("stockade", STOCKADE, 10, "EV", (4, 4), (8, 8), id="stockade"),
        param("rearguard", REARGUARD, 8, "TP", (4, 4), (8, 7), id="rearguard"),
        param("palikao", PALIKAO, 10, "AF", (5, 6), (8, 10), id="palikao"),
    ],
)
@rule("T1", "V1")
def test_the_scenarios_that_come_with_the_book(
    name: str, text: str, turns: int, tie: str, breaks: tuple[int, int], units: tuple[int, int]
) -> None:
    state = RULESET.start(name).state
    assert standing(state) == listed(text)
    field = state.field
    assert (field.width, field.height, field.turns, field.sides[field.tie].key) == (7200, 4800, turns, tie)
    assert tuple(side.break_at for side in field.sides) == breaks
    assert tuple(sum(u.side == side and not u.is_general for u in state.units) for side in (0, 1)) == units
    assert list(faults(state)) == []
    assert census(state)["units"] == len(state.units)


def corners(name: str) -> list[tuple[str, tuple[tuple[float, float], ...]]]:
    field = RULESET.start(name).state.field
    return [(t.kind, tuple((x / 100, y / 100) for x, y in t.poly)) for t in field.terrain]


def square(west: float, south: float, east: float, north: float) -> tuple[tuple[float, float], ...]:
    return ((west, south), (east, south), (east, north), (west, north))


GROUND = {
    "stockade": [
        ("road", square(0, 22.5, 46, 25.5)),
        ("road", square(60, 22.5, 72, 25.5)),
        ("bridge", square(33, 22.5, 38, 25.5)),
        ("creek", square(34, 0, 37, 48)),
        ("paddy", square(10, 0, 30, 9)),
        ("grove", square(20, 34, 32, 46)),
        ("work", square(46, 14, 60, 34)),
    ],
    "rearguard": [
        ("road", square(0, 22.5, 72, 25.5)),
        ("village", square(44, 28, 54, 38)),
        ("paddy", square(10, 8, 66, 19)),
        ("canal", square(0, 2, 72, 5)),
    ],
    "palikao": [
        ("road", square(34.5, 0, 37.5, 36)),
        ("road", square(34.5, 39, 37.5, 48)),
        ("bridge", square(34, 35.5, 38, 39.5)),
        ("ford", square(60, 36, 64, 39)),
        ("canal", square(0, 36, 72, 39)),
        ("work", square(23, 26, 49, 36)),
        ("village", square(4, 16, 12, 24)),
        ("grove", square(50, 14, 60, 22)),
    ],
}


@pytest.mark.parametrize("name", GROUND)
@rule("G-46")
def test_their_ground(name: str) -> None:
    assert corners(name) == GROUND[name]


@rule("Q7")
def test_the_gates_of_the_works() -> None:
    def gates(name: str) -> list[Any]:
        terrain = RULESET.start(name).state.field.terrain
        return [gate for t in terrain for gate in t.gates]

    assert gates("stockade") == [((4600, 2250), (4600, 2550)), ((6000, 2250), (6000, 2550))]
    assert gates("palikao") == [((3450, 2600), (3750, 2600)), ((2300, 3600), (4900, 3600))]


@rule("M13", "M10")
def test_who_comes_later_and_who_may_leave() -> None:
    stockade = RULESET.start("stockade").state
    later = [u.key for u in stockade.units if u.where is Where.LATER]
    due = stockade.field.arrival
    assert due is not None
    assert later == list(due.units) == ["TP1", "TP2", "TP7"]
    assert (due.side, due.from_turn, due.need, due.sure_turn, due.edge) == (
        1,
        5,
        4,
        8,
        ((7200, 1600), (7200, 3200)),
    )
    orders = {u.key: u.order for u in stockade.units if u.key in later}
    assert orders == {"TP1": Order.COLUMN, "TP2": Order.COLUMN, "TP7": Order.SKIRMISH}
    way_out = RULESET.start("rearguard").state.field.exit
    assert way_out is not None
    assert (way_out.side, way_out.edge) == (0, ((7200, 1600), (7200, 3200)))
    assert stockade.field.exit is None


# ---- what is refused


def changed(tmp_path: Path, *changes: tuple[str, str], name: str = "stockade") -> Path:
    """One of the book's scenarios with some of its text changed."""
    text = (HOUSE / "scenarios" / f"{name}.toml").read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        param((("turns = 10", "turns = 0"),), "above zero", id="no turns"),
        param((("table = [72, 48]", "table = [72, 0]"),), "above zero", id="no table"),
        param((('tie = "EV"', 'tie = "XX"'),), "no side 'XX'", id="unknown side"),
        param((('kind = "creek"', 'kind = "lava"'),), "unknown kind 'lava'", id="unknown ground"),
        param(
            (("[[34, 0], [37, 0], [37, 48], [34, 48]]", "[[34, 0], [37, 48], [37, 0], [34, 48]]"),),
            "simple",
            id="crossed outline",
        ),
        param(
            (("[[34, 0], [37, 0], [37, 48], [34, 48]]", "[[34, 0], [37, 0]]"),), "simple", id="two corners"
        ),
        param((("at = [8, 24]", "at = [80, 24]"),), "EV0 stands off the table", id="off the table"),
        param((("at = [10, 19]", "at = [10, 15.5]"),), "overlap", id="two on one place"),
        param((('army = "taiping"', 'army = "martians"'),), "no army 'martians'", id="unknown army"),
        param((('id = "EV8"', 'id = "EV88"'),), "no army has a unit 'EV88'", id="unknown unit"),
        param((('id = "EV8"', 'id = "EV5"'),), "placed twice", id="a unit twice"),
        param(
            (('later = ["TP1", "TP2", "TP7"]', 'later = ["TP1", "TP2"]'),),
            "TP7 is missing in 'later'",
            id="due, not later",
        ),
        param(
            (('units = ["TP1", "TP2", "TP7"]', 'units = ["TP1", "TP7"]'),),
            "TP2 is missing in the arrival",
            id="later, not due",
        ),
        param(
            (
                ('later = ["TP1", "TP2", "TP7"]', 'later = ["TP1", "TP2", "TP7", "TP5"]'),
                ('units = ["TP1", "TP2", "TP7"]', 'units = ["TP1", "TP2", "TP7", "TP5"]'),
            ),
            "placed twice",
            id="placed and due",
        ),
        param(
            (("edge = [[72, 16], [72, 32]]", "edge = [[60, 16], [60, 32]]"),),
            "table's edge",
            id="no edge of the table",
        ),
        param(
            (("edge = [[72, 16], [72, 32]]", "edge = [[72, 16], [72, 52]]"),),
            "table's edge",
            id="beyond the table",
        ),
        param((('area = "the stockade"', 'area = "the moon"'),), "the moon", id="unknown area"),
        param(
            (('id = "EV2"\norder = "column"', 'id = "EV2"\norder = "formed"'),),
            "cannot stand in order 'formed'",
            id="impossible order",
        ),
        param(
            (('id = "EV6"\norder = "unlimbered"', 'id = "EV6"\norder = "line"'),),
            "cannot stand in order 'line'",
            id="a gun in line",
        ),
        param((("turns = 10", "turns = 10\nweather = 3"),), "weather", id="unknown field"),
        param((("turns = 10", ""),), "turns", id="missing field"),
        param((("turns = 10", "turns = ten"),), "not TOML", id="no TOML"),
        param(
            (("[[0, 0], [12, 0], [12, 48], [0, 48]]", "[[0, 0], [12, 48], [12, 0], [0, 48]]"),),
            "zone",
            id="crossed zone",
        ),
    ],
)
def test_what_is_wrong_is_named_in_one_line(
    tmp_path: Path, changes: tuple[tuple[str, str], ...], words: str
) -> None:
    with pytest.raises(BadInput, match=words) as fault:
        setup(changed(tmp_path, *changes), Options())
    told = str(fault.value)
    assert told.startswith("mine.toml")
    assert "\n" not in told


@pytest.mark.parametrize(
    ("change", "words"),
    [
        param(("at = [58, 24]", "at = [58, 4]"), "stands in", id="a heavy gun in a canal"),
        param(("at = [58, 24]", "at = [58, 14]"), "stands in", id="a heavy gun in a paddy"),
    ],
)
@rule("8a", "Q6")
def test_nobody_is_set_up_where_he_may_not_go(tmp_path: Path, change: tuple[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        setup(changed(tmp_path, change, name="rearguard"), Options())


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        setup(tmp_path / "nowhere.toml", Options())
    with pytest.raises(BadInput, match="no scenario"):
        RULESET.start("waterloo")


def test_a_sound_copy_is_accepted(tmp_path: Path) -> None:
    assert standing(setup(changed(tmp_path), Options())) == listed(STOCKADE)
    assert standing(RULESET.start(changed(tmp_path)).state) == listed(STOCKADE)


@pytest.mark.parametrize("per_base", [1, 2, 3])
@rule("G-10", "B7")
def test_the_standard_set_ups_know_their_own_size_of_bases(per_base: int) -> None:
    """Other sizes of base change footprints: a set-up that no longer fits says so in one line."""
    for name in RULESET.scenarios:
        options = Options(figures_per_base=per_base)
        if per_base == 1 and name != "open_battle":  # drawn up anew for any two armies
            with pytest.raises(BadInput, match=r"overlap|off the table"):
                RULESET.start(name, options)
        else:
            assert list(faults(RULESET.start(name, options).state)) == []
