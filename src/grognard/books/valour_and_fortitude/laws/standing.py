"""Where everybody may stand, and how drawn up. [17–20, 74, 75, 164, 168–170]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.soundness import Law
from grognard.geometry.gaps import first_within, within

from ..facts import soundness
from ..facts.bodies import form, gun_and_limber, host, stand
from ..facts.shooting import has_open_order
from ..facts.soundness import SLACK
from ..state import State, Unit
from ..words import Arm, Form, Order, Special

CLOSE_BY = 100
"""How far a gun's limber stands away at most. [25]"""


def _in_the_open(state: State) -> Iterator[Unit]:
    return (unit for unit in state.units if unit.in_open)


def apart_from_friends(state: State) -> Iterator[str]:
    """No two units of one side touch in the open. [74, B70]"""
    everyone = host(state)
    for at, unit in enumerate(everyone.units):
        friends = [
            i for i in range(at) if everyone.units[i].side == unit.side and everyone.units[i].id != unit.id
        ]
        hit = first_within(everyone.shapes[at], [everyone.shapes[i] for i in friends], 0)
        if hit is not None:
            yield f"{unit.key} touches {everyone.units[friends[hit]].key}"


def orders_of_its_arm(state: State) -> Iterator[str]:
    """Only guns limber, only who may stands in open order or square. [26, F5.13, F5.17]"""
    for unit in state.units:
        if not unit.on_table:
            continue
        guns = unit.order in (Order.LIMBERED, Order.UNLIMBERED)
        if guns is not (unit.arm is Arm.ARTILLERY):
            yield f"{unit.key}, {unit.arm.value}, is {unit.order.value}"
        if unit.order is Order.OPEN and not has_open_order(unit):
            yield f"{unit.key} is in open order and has no such rule"
        if unit.order is Order.SQUARE and not unit.has(Special.SQUARE):
            yield f"{unit.key} is in square and has no such rule"


def formations_by_count(state: State) -> Iterator[str]:
    """Three files at most and more ranks than files are march column; one or two ranks line; else attack column. [22–24]"""
    for unit in _in_the_open(state):
        if unit.order is not Order.CLOSE:
            continue
        ranks = -(-unit.figures // unit.files)
        due = Form.LINE if ranks <= 2 else Form.ATTACK
        if unit.files <= 3 and ranks > unit.files:
            due = Form.MARCH
        if form(unit) is not due:
            yield f"{unit.key}, {unit.figures} in {unit.files} files, counts as {form(unit).value}"


def limbers_close_by(state: State) -> Iterator[str]:
    """A gun's limber stands within 1 of it. [25]"""
    for unit in _in_the_open(state):
        if unit.arm is Arm.ARTILLERY:
            gun, limber = stand(unit).bases if not unit.spread else gun_and_limber(unit.spread)
            if not within(gun, limber, CLOSE_BY + SLACK):
                yield f"{unit.key}'s limber stands too far from the gun"


LAWS = (
    Law("units and leaders stand on the table", ("75",), at=soundness.off_the_table),
    Law("nobody stands on impassable ground", ("164",), at=soundness.on_closed_ground),
    Law(
        "nobody's figures stand in a building or wood: one is inside or out",
        ("168",),
        at=soundness.in_features,
    ),
    Law("no two units stand on each other", ("17", "77"), at=soundness.on_each_other),
    Law("no two units of one side touch", ("74", "B70"), at=apart_from_friends),
    Law("ranks and files are such as the unit may form", ("18", "19", "20"), at=soundness.badly_drawn_up),
    Law(
        "limbers, open order and squares belong to those who have them",
        ("26", "F5.13", "F5.17"),
        at=orders_of_its_arm,
    ),
    Law("ranks and files make the formation", ("22", "23", "24"), at=formations_by_count),
    Law("gun and limber stand within 1 of each other", ("25",), at=limbers_close_by),
    Law("a feature holds one unit at most", ("169",), at=soundness.crowded_features),
    Law("no leader is where an enemy unit is inside", ("170",), at=soundness.misplaced_leaders),
)
