"""What players see: leader cards, the activation stack, orders on the map, counters by their formation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.fix_bayonets.sheet import SHEET
from grognard.books.fix_bayonets.sheet.cards import hands, piles
from grognard.books.fix_bayonets.sheet.counters import outline, stands
from grognard.books.fix_bayonets.situations.live import scene_for
from grognard.books.fix_bayonets.situations.sandtable import ENGINE
from grognard.books.fix_bayonets.state import LEADERS, OM, Leader, State, Unit
from grognard.books.fix_bayonets.steps.env import Activation, Operations
from grognard.books.fix_bayonets.words import Card, Order, Rank, Where
from grognard.engine.choices import Move
from grognard.engine.flow import replace
from grognard.odds.explore import explore
from tests.books.fix_bayonets.drill import CAV, GRID, INF, Drill, at, chief, man, state
from tests.rules import rule

ONE, TWO, THREE = LEADERS, LEADERS + 1, LEADERS + 2
US, THEM = man(0, 0, INF, "column", 4, "1620"), man(1, 1, INF, "column", 4, "1610")


def led(*leaders: Leader, units: tuple[Unit, ...] = (US, THEM), **more: Any) -> State:
    return replace(state(*units, **more), leaders=tuple(leaders))


def own(number: int, side: int, label: str, sr: int = 6, card: Card = Card.HAND, **more: Any) -> Leader:
    return replace(chief(number, side, label, sr=sr, card=card), **{"command": side, **more})


@rule("OPS-01", "SEQ-06")
def test_cards_in_hand_and_on_the_stack() -> None:
    scene = led(
        own(0, 0, "1620"),
        own(1, 1, "1610", card=Card.STACK),
        own(2, 0, "1622", card=Card.STACK),
        stack=(TWO, THREE),
    )
    told = hands(scene)
    assert [card["noun"] for card in told["0"]["hand"]] == [ONE]
    assert told["1"] == {"in_hand": 0, "hand": []}
    assert [card["noun"] for card in piles(scene)[0]["cards"]] == [THREE, TWO]  # the one who acts is on top
    assert piles(replace(scene, stack=())) == []


@rule("R-37")
def test_a_flag_stands_where_a_leader_is_ordered_to() -> None:
    scene = led(own(0, 0, "1620", om=OM(at("1612"))), own(1, 1, "1610"))
    marks = SHEET.view(scene, 0).extra["marks"]
    assert [(mark["words"], mark["side"]) for mark in marks] == [(scene.leaders[0].name, 0)]


@rule("F-6.2")
@pytest.mark.parametrize(
    ("form", "parts"),
    [("line", 1), ("column", 1), ("square", 4), ("general order", 3), ("skirmish screen", 3)],
)
def test_every_formation_has_its_shape(form: str, parts: int) -> None:
    assert len(stands(man(0, 0, INF, form, 4, "1620"), (0, 0))) == parts


@rule("F-6.2", "F-10.4")
def test_a_line_is_wide_a_column_deep_and_broken_units_a_huddle() -> None:
    def size(unit: Unit) -> tuple[int, int]:
        xs, ys = zip(*outline(replace(unit, facing=0), (0, 0)))
        return max(xs) - min(xs), max(ys) - min(ys)

    wide, deep = size(man(0, 0, INF, "line", 4, "1620"))
    assert wide > 2 * deep
    wide, deep = size(man(0, 0, CAV, "column", 4, "1620"))
    assert deep > wide
    broken = replace(man(0, 0, INF, "line", 4, "1620"), order=Order.DISORDERED)
    assert len(stands(broken, (0, 0))) == 3
    turned = outline(replace(man(0, 0, INF, "line", 4, "1620"), facing=3), (0, 0))  # to the east
    xs, ys = zip(*turned)
    assert max(ys) - min(ys) > 2 * (max(xs) - min(xs))


@rule("F-10.11")
def test_units_to_come_are_not_on_the_map() -> None:
    scene = led(own(0, 0, "1620"), units=(US, replace(THEM, where=Where.WAITING)))
    pieces = {piece.id: piece for piece in SHEET.view(scene, 0).pieces}
    assert pieces[0].footprint
    assert pieces[1].footprint == ()
    assert pieces[1].status == "to come"


def test_every_hex_can_be_pointed_at_by_its_number() -> None:
    areas = [area for area in SHEET.board(led(own(0, 0, "1620"))).areas if area.cell is not None]
    assert len(areas) == GRID.size
    assert areas[at("0305")].number == "0305"
    assert SHEET.noun_words(led(own(0, 0, "1620")), "march", at("0305")) == "0305"


def odds(drill: Drill, verb: str, noun: Any, side: int = 0) -> dict[str, Fraction]:
    scene = scene_for(drill.position, Move(side, verb, noun))
    assert scene is not None
    return {values[0]: chance for values, chance in explore(ENGINE, scene).dist.fractions().items()}


@rule("F-8.1")
def test_the_odds_of_an_interruption() -> None:
    scene = led(own(0, 0, "1620", card=Card.STACK), own(1, 1, "1610", sr=5), stack=(ONE,))
    drill = Drill(scene, "operations", Operations(winner=-2))
    while "interrupt" not in getattr(drill.waits, "offers", {}):
        drill.do("play", ONE)
    assert odds(drill, "interrupt", TWO, 1) == {
        "he acts first": Fraction(4, 10),
        "he does not": Fraction(6, 10),
    }


@rule("F-9.4", "R-36")
def test_the_odds_of_initiative() -> None:
    scene = led(own(0, 0, "1620", sr=6, card=Card.STACK), own(1, 1, "1610"), stack=(ONE,), active=(ONE,))
    drill = Drill(scene, "activation", Activation())
    pair = next(iter(drill.waits.offers["initiative"]))
    assert odds(drill, "initiative", pair) == {
        "he goes there": Fraction(7, 10),
        "he stays put": Fraction(2, 10),
        "he turns Passive": Fraction(1, 10),
    }


@rule("F-10.10", "R-47")
def test_the_odds_of_leaving_reserve() -> None:
    scene = led(own(0, 0, "1620", sr=6, card=Card.STACK), own(1, 1, "1610"), stack=(ONE,), active=(ONE,))
    scene = replace(scene, commands=(replace(scene.commands[0], reserve=True), scene.commands[1]))
    drill = Drill(scene, "activation", Activation()).do("forgo")
    assert odds(drill, "leave_reserve", None) == {
        "they leave Reserve": Fraction(7, 10),
        "they stay in Reserve": Fraction(3, 10),
    }


@rule("F-9.3")
def test_the_odds_of_an_order() -> None:
    above = own(0, 0, "1620", card=Card.STACK, rank=Rank.ARMY, command=-1)
    below = own(1, 0, "1621", sr=5, card=Card.PLAYED, superior=ONE)
    drill = Drill(led(above, below, stack=(ONE,), active=(ONE,)), "activation", Activation())
    assert odds(drill, "give_om", (TWO, at("1610"))) == {
        "he obeys at once": Fraction(6, 10),
        "not yet": Fraction(4, 10),
    }
    far = Drill(
        led(above, replace(below, hex=at("1630")), stack=(ONE,), active=(ONE,)), "activation", Activation()
    )
    assert (
        scene_for(far.position, Move(0, "give_om", (TWO, at("1610")))) is None
    )  # no dice: he hears of it later
