"""Reforming: a unit rebuilt around the centre figure of its front rank; guns limbered and unlimbered. [80–82, B39]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.books.valour_and_fortitude.facts.bodies import (
    GUN,
    LIMBER,
    PARTED,
    Shape,
    Stand,
    block_of,
    form_of,
    gun_poses,
    shape_of,
    square_files,
    stand_at,
)
from grognard.books.valour_and_fortitude.facts.shooting import has_open_order
from grognard.books.valour_and_fortitude.state import Unit
from grognard.books.valour_and_fortitude.words import Arm, Form, Order, Special
from grognard.engine.tables import Refusal
from grognard.field.angles import FULL_TURN, ahead
from grognard.field.formations import central_figures, figures_at, pose_with_figure_at

Leg = tuple[Any, ...]
OPEN_RANKS = 4


def orders_for(unit: Unit) -> tuple[Order, ...]:
    """How a unit may be drawn up."""
    if unit.arm is Arm.ARTILLERY:
        return Order.LIMBERED, Order.UNLIMBERED
    found = [Order.CLOSE]
    if has_open_order(unit):
        found.append(Order.OPEN)
    if unit.has(Special.SQUARE):
        found.append(Order.SQUARE)
    return tuple(found)


def shape_refusal(unit: Unit, order: Order, files: int) -> Refusal | None:
    """Why a unit cannot be drawn up so. [19, 20, 22]"""
    if order not in orders_for(unit):
        return Refusal("80", f"{unit.name} cannot form '{order.value}'")
    if unit.arm is Arm.ARTILLERY:
        return None
    if order is Order.SQUARE:
        fits = files == square_files(unit.figures)
        return None if fits else Refusal("F5.17a", "a square is as nearly square as its figures allow")
    if not 1 <= files <= unit.figures:
        return Refusal("19", "a rank has at least one figure, and no more than the unit")
    deep = -(-unit.figures // files)
    if unit.figures > 6 and deep < 2:
        return Refusal("20", "more than 6 figures stand in at least 2 ranks")
    if order is Order.OPEN and deep > OPEN_RANKS:
        return Refusal("F5.13", "open order has one to four ranks")
    return None


def files_of(unit: Unit, order: Order, files: int) -> int:
    """The files a unit really has in an order."""
    if unit.arm is Arm.ARTILLERY:
        return 1
    return square_files(unit.figures) if order is Order.SQUARE else files


def reformed(unit: Unit, start: Stand, leg: Leg) -> Stand | Refusal:
    """Where a unit stands after a reform leg ("reform", order, files, facing, which). [82, B39]"""
    if len(leg) != 5 or leg[1] not in list(Order) or not all(isinstance(part, int) for part in leg[2:]):
        return Refusal("80", 'a reform is ("reform", order, files, facing, which of two central figures)')
    order, files, facing, which = Order(leg[1]), leg[2], leg[3] % FULL_TURN, leg[4]
    reason = shape_refusal(unit, order, files)
    if reason is not None:
        return reason
    if which not in (0, 1):
        return Refusal("82", "the centre figure is the first or the second of two")
    shape = Shape(unit.profile.arm, unit.figures, files_of(unit, order, files), order)
    if unit.arm is Arm.ARTILLERY:
        return _limbered(start, shape, facing)
    before = block_of(start.shape)
    middles = central_figures(before)
    pivot = middles[min(which, len(middles) - 1)]
    centre = figures_at(start.x, start.y, start.facing, before)[pivot]
    block = block_of(shape)
    centres = central_figures(block)
    pose = pose_with_figure_at(centre, centres[min(which, len(centres) - 1)], facing, block)
    return stand_at(shape, *pose)


def _limbered(start: Stand, shape: Shape, facing: int) -> Stand:
    """The gun base keeps its place and turns; the limber is set behind it or hooked on. [B39]"""
    gun, _ = gun_poses(start)
    if shape.order is Order.LIMBERED:
        # The unit's facing is the limber's, away from the gun; the gun is the rear base.
        back = LIMBER[1] // 2
        return stand_at(shape, *ahead(gun.x, gun.y, facing, back), facing)
    return stand_at(shape, *ahead(gun.x, gun.y, facing + 1800, (PARTED + LIMBER[1]) // 2), facing)


def gun_depth() -> int:
    """How deep a gun base is."""
    return GUN[1]


def sensible_files(unit: Unit) -> Iterator[tuple[Order, int]]:
    """Formations worth taking: line, attack column, march column, open order, square."""
    if unit.arm is Arm.ARTILLERY:
        yield Order.UNLIMBERED, 1
        yield Order.LIMBERED, 1
        return
    n = unit.figures
    line = n if n <= 6 else -(-n // 2)
    yield Order.CLOSE, line
    if n > 6:
        yield Order.CLOSE, max(4, -(-n // 4))
    if n >= 4:
        yield Order.CLOSE, 3 if n > 9 else 1 if n < 4 else 2
    if has_open_order(unit):
        yield Order.OPEN, line
    if unit.has(Special.SQUARE):
        yield Order.SQUARE, square_files(n)


def named_form(unit: Unit, name: str) -> tuple[Order, int] | None:
    """The usual files of a formation by its name: for a client that thinks in formations."""
    for order, files in sensible_files(unit):
        shape = Shape(unit.profile.arm, unit.figures, files, order)
        if name in (form_of(shape).value, order.value, f"{order.value} {files}"):
            return order, files
    return None


def form_words(unit: Unit) -> str:
    """A unit's formation with its ranks and files."""
    shape = shape_of(unit)
    if unit.arm is Arm.ARTILLERY:
        return unit.order.value
    deep = -(-unit.figures // unit.files)
    words = Form.SQUARE.value if unit.order is Order.SQUARE else form_of(shape).value
    return f"{words}, {unit.files} files of {deep}"
