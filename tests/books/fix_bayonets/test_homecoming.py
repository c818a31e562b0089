"""A Screen going back to its battalion: where there is room for its step, and where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts.charging import screen_exits
from grognard.books.fix_bayonets.laws import LAWS
from grognard.books.fix_bayonets.state import Flight, State, Unit
from grognard.books.fix_bayonets.steps.env import Act
from grognard.books.fix_bayonets.words import Formation, Order, Where
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, INF, Drill, at, chief, country, man, state
from tests.rules import rule

F = Formation
HOME = "1616"
STANDING = (
    "no hex holds more than the stacking chart lets it",
    "a stack is of one arm, one order and one formation, or unlimbered guns with foot",
    "two hexes are for Extended Lines and wide Screens",
)
MARCHES = "a stack may march wherever price, stacking, zones and command allow, and nowhere else"


def broken(first: State) -> list[str]:
    """What the laws of stacks find."""
    return [fault for law in LAWS if law.at is not None and law.words in STANDING for fault in law.at(first)]


def screen(label: str = "1615", **more: Any) -> Unit:
    """The Screen of battalion 0, looking back at it."""
    return man(1, 0, INF, "skirmish screen", 1, label, **{"parent": 0, "facing": 7, "mcf": 8, **more})


def home(form: str, halves: int, **more: Any) -> Unit:
    """The battalion."""
    return man(0, 0, INF, form, 6, HOME, halves=halves, sv=1, **more)


def beside(number: int, form: str, halves: int, **more: Any) -> Unit:
    """Others in the battalion's hex."""
    return man(number, 0, INF, form, 6, HOME, halves=halves, seat=number, **more)


def coming(*units: Unit, boss: str = "1620", **more: Any) -> Drill:
    """The Screen acts."""
    one = replace(chief(0, 0, boss, cr=30), command=0)
    first = replace(state(*units, **more), leaders=(one,), active=(one.id,))
    return Drill(first, "act", Act((1,), 16, 16, good=units[1].good))


WIDE = {"facing": 1, "hex2": at("1716")}
GUN = man(2, 0, ART, "unlimbered", 1, HOME, seat=2, facing=1)
FARM = {"field": country(h1616="f")}
# fmt: off
CASES: list[tuple[tuple[Unit, ...], dict[str, Any], str]] = [
    ((home("column", 4), screen()), {}, ""),
    # Line and Column: 12 steps
    ((home("line", 8, facing=1), screen(), beside(2, "line", 8, facing=1), beside(3, "line", 6, facing=1)), {}, ""),
    ((home("line", 8, facing=1), screen(), beside(2, "line", 8, facing=1), beside(3, "line", 8, facing=1)), {}, "F-10.6"),
    ((home("line", 7, facing=1), screen(halves=1), beside(2, "line", 8, facing=1), beside(3, "line", 8, facing=1)), {}, ""),
    ((home("column", 8), screen(), beside(2, "column", 8), beside(3, "column", 8)), {}, "F-10.6"),
    # a battery counts 2 beside a Line
    ((home("line", 10, facing=1), screen(), GUN, beside(3, "line", 10, facing=1)), {}, "F-10.6"),
    ((home("line", 10, facing=1), screen(), GUN, beside(3, "line", 8, facing=1)), {}, ""),
    # the ground's own limit
    ((home("general order", 10), screen()), FARM, ""),
    ((home("general order", 10), screen(), beside(2, "general order", 2)), FARM, "F-10.6"),
    # a battalion that is a Screen itself: 1 step, or 2 in two hexes
    ((home("skirmish screen", 2, facing=1), screen()), {}, "F-10.6"),
    ((home("skirmish screen", 1, facing=1), screen(halves=1)), {}, ""),
    ((home("skirmish screen", 4, **WIDE), screen()), {}, "F-10.6"),
    ((home("skirmish screen", 3, **WIDE), screen(halves=1)), {}, ""),
    # others in two hexes, and a long Road Column, take it in
    ((home("extended line", 10, **WIDE), screen()), {}, ""),
    ((home("road column", 8), screen()), {}, ""),
    # order
    ((home("disordered", 8), screen()), {}, "F-10.5"),
    ((home("column", 8), screen(order=Order.DISORDERED, formation=F.NONE)), {}, "F-10.5"),
    ((home("disordered", 8), screen(order=Order.DISORDERED, formation=F.NONE)), {}, ""),
]
# fmt: on


@rule("F-10.5", "F-10.6", "STK-01", "STK-05")
@pytest.mark.parametrize(("units", "more", "cite"), CASES)
def test_a_screen_goes_back_only_where_there_is_room_for_it(
    units: tuple[Unit, ...], more: dict[str, Any], cite: str
) -> None:
    drill = coming(*units, **more)
    refusal = drill.waits.refusal(Move(0, "march", at(HOME)))
    if not cite:
        before = units[0].halves + units[1].halves
        drill.do("march", at(HOME))
        assert (drill.unit(0).halves, drill.unit(1).where) == (before, Where.ATTACHED)
    else:
        assert at(HOME) not in drill.nouns("march")
        assert refusal.cite == cite
    assert not broken(drill.state)


@rule("F-10.6")
@pytest.mark.parametrize(("units", "more", "cite"), CASES)
def test_the_law_of_marches_says_the_same(units: tuple[Unit, ...], more: dict[str, Any], cite: str) -> None:
    drill = coming(*units, **more)
    seek: Any = next(law.seek for law in LAWS if law.words == MARCHES)
    assert not list(seek(drill.position, drill.waits, None))


@rule("F-10.6")
def test_only_of_the_next_hex_it_is_said_that_it_is_full() -> None:
    full = (home("skirmish screen", 2, facing=1), screen("1614"))
    refusal = coming(*full).waits.refusal(Move(0, "march", at(HOME)))
    assert refusal.cite == "F-8.3"


@rule("F-10.6", "OOC-01")
def test_a_screen_out_of_command_that_may_only_go_home_is_told_the_same() -> None:
    drill = coming(home("skirmish screen", 2, facing=1), screen(ooc=True), boss=HOME)
    assert "march" not in drill.verbs
    assert drill.waits.refusal(Move(0, "march", at(HOME))).cite == "F-10.6"
    assert coming(home("column", 8), screen(ooc=True), boss=HOME).nouns("march") == {at(HOME)}


@rule("F-17.5", "F-10.6")
@pytest.mark.parametrize(
    ("units", "exits"),
    [
        ((home("column", 4), screen()), {at(HOME)}),
        ((home("skirmish screen", 1, facing=1), screen(halves=1)), set()),  # it is not formed
        ((home("disordered", 8), screen()), set()),
        ((home("column", 8), screen(), beside(2, "column", 8), beside(3, "column", 8)), set()),
        ((home("column", 8), screen(parent=-1)), set()),
    ],
)
def test_a_charged_screen_slips_into_a_formed_battalion_with_room(
    units: tuple[Unit, ...], exits: set[int]
) -> None:
    assert set(screen_exits(state(*units), (units[1],))) == exits


@rule("F-6.1", "F-16.9")
def test_guns_left_by_infantry_that_runs_are_a_stack_of_their_own() -> None:
    """Between the rout of their infantry and the dice for them the guns are still in good order, and no law is broken."""
    foot = man(0, 0, INF, "no formation", 4, HOME, order=Order.ROUTED)
    gun = man(1, 0, ART, "unlimbered", 1, HOME, seat=1)
    waiting = state(foot, gun)
    assert not broken(replace(waiting, fleeing=(Flight((0,), 4),)))
    assert broken(waiting), "once nobody runs they are two states in one hex"
