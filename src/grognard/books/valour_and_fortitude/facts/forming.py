"""Reforming: a unit rebuilt around the centre figure of its front rank; guns limbered and unlimbered. [80–82, B39]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from grognard.engine.tables import Refusal
from grognard.geometry.angles import FULL_TURN, ahead
from grognard.geometry.contact import TOUCH, Side, side
from grognard.geometry.formations import central_figures, figures_at, pose_with_figure_at
from grognard.geometry.gaps import within
from grognard.geometry.shapes import overlap

from ..state import Unit
from ..words import Arm, Form, Order, Special
from .bodies import (
    GUN,
    LIMBER,
    LOOSE,
    PARTED,
    Shape,
    Stand,
    block_of,
    form_of,
    gun_and_limber,
    gun_poses,
    shape_of,
    shaped,
    square_files,
    stand_at,
)
from .shooting import has_open_order

Leg = tuple[Any, ...]
OPEN_RANKS = 4
MOST_IN_A_RANK = 6
"""Figures that may stand in a single rank. [20]"""
CORNER = 5
APART = 100
"""How far gun and limber may be apart. [25]"""


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


def shape_refusal(unit: Unit, order: Order, files: int, spread: tuple[int, ...] = ()) -> Refusal | None:
    """Why a unit cannot be drawn up so. [19, 20, 22]"""
    if order not in orders_for(unit):
        return Refusal("80", f"{unit.name} cannot form '{order.value}'")
    if spread:
        reason = _spread_refusal(order, spread)
        if reason is not None:
            return reason
    if unit.arm is Arm.ARTILLERY:
        return None
    if not 1 <= files <= unit.figures:
        return Refusal("19", "a rank would be empty, or hold more figures than the unit has")
    deep = -(-unit.figures // files)
    if order is Order.SQUARE:
        fits = min(files, deep) >= 2 and max(files, deep) <= 2 * min(files, deep)
        return (
            None if fits else Refusal("F5.17a", "the square would be more than twice as long as it is wide")
        )
    if order is Order.OPEN:
        # The army sheet goes before the text: one rank will do for any number. [20]
        fits = deep <= OPEN_RANKS
        return (
            None
            if fits
            else Refusal("F5.13", "it would be more than 4 ranks deep, and open order has 1 to 4")
        )
    if unit.figures > MOST_IN_A_RANK and deep < 2:
        return Refusal("20", "it has more than 6 figures, which stand in at least 2 ranks")
    return None


def _spread_refusal(order: Order, spread: tuple[int, ...]) -> Refusal | None:
    """Why figures cannot stand so loosely, or a limber there. [25, 26, F5.13]"""
    if order is Order.OPEN:
        fits = len(spread) == 1 and LOOSE[0] <= spread[0] <= LOOSE[1]
        return (
            None
            if fits
            else Refusal("F5.13", "the gaps would not be of a quarter to half an inch, as in open order")
        )
    if order is not Order.UNLIMBERED:
        return Refusal("18", "only open order and unlimbered guns stand more or less loosely")
    if len(spread) != 3 or max(map(abs, spread)) > 3600:
        return Refusal("25", "that is no place for a limber")
    gun, limber = gun_and_limber(spread)
    if not within(gun, limber, APART):
        return Refusal("25", "gun and limber would be more than 1″ apart")
    if overlap(gun, limber):
        return Refusal("17", "gun and limber would overlap")
    (x, y), (x2, _) = side(gun, Side.REAR)
    # A limber along the gun's flank touches only the corner of its back.
    if within(((x - CORNER, y), (x2 + CORNER, y)), limber, TOUCH):
        return Refusal("26", "the limber would touch the back of the gun, which is to be limbered")
    return None


def files_of(unit: Unit, order: Order, files: int) -> int:
    """The files a unit really has in an order."""
    return 1 if unit.arm is Arm.ARTILLERY else files


def reformed(unit: Unit, start: Stand, leg: Leg) -> Stand | Refusal:
    """Where a unit stands after a reform leg ("reform", order, files, facing, which, and how loosely). [82, B39]

    Of two central figures either may turn, and it may become either of two in the new front rank: `which` is 0 or 1
    for the left or right one staying so, 2 or 3 for it becoming the other.
    """
    if len(leg) < 5 or leg[1] not in list(Order) or not all(isinstance(part, int) for part in leg[2:]):
        return Refusal("80", "that is no reform")
    order, files, facing, which, spread = Order(leg[1]), leg[2], leg[3] % FULL_TURN, leg[4], leg[5:]
    reason = shape_refusal(unit, order, files, spread)
    if reason is not None:
        return reason
    if which not in range(4):
        return Refusal("82", "that is not one of its two central figures")
    shape = shaped(unit, order, files_of(unit, order, files), spread)
    if unit.arm is Arm.ARTILLERY:
        return _limbered(start, shape, facing)
    before, block = block_of(start.shape), block_of(shape)
    middles, centres = central_figures(before), central_figures(block)
    pivot = middles[min(which % 2, len(middles) - 1)]
    centre = figures_at(start.x, start.y, start.facing, before)[pivot]
    becomes = which % 2 if which < 2 else 1 - which % 2
    pose = pose_with_figure_at(centre, centres[min(becomes, len(centres) - 1)], facing, block)
    return stand_at(shape, *pose)


def _limbered(start: Stand, shape: Shape, facing: int) -> Stand:
    """The gun base keeps its place and turns; the limber is set close by or hooked on. [B39]"""
    gun, _ = gun_poses(start)
    if shape.order is Order.LIMBERED:
        # The unit's facing is the limber's, away from the gun; the gun is the rear base.
        back = LIMBER[1] // 2
        return stand_at(shape, *ahead(gun.x, gun.y, facing, back), facing)
    return stand_at(shape, *ahead(gun.x, gun.y, facing + 1800, (PARTED + LIMBER[1]) // 2), facing)


def march_files(figures: int) -> int:
    """The widest march column of so many figures. [22]"""
    return next(files for files in (3, 2, 1) if -(-figures // files) > files or files == 1)


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
        yield Order.CLOSE, max(4, -(-n // 4)) if n > 8 else 3
    if n > 1:
        yield Order.CLOSE, march_files(n)
    if has_open_order(unit):
        yield Order.OPEN, line
    if unit.has(Special.SQUARE):
        yield Order.SQUARE, square_files(n)


class Drawing(NamedTuple):
    """How a unit is to be drawn up."""

    order: Order
    files: int
    spread: tuple[int, ...] = ()


ASIDE = (LIMBER[0] + GUN[0]) // 2 + PARTED
"""How far to the side a limber usually stands that does not stand behind its gun."""


def form_name(shape: Shape) -> str:
    """What a player calls it; guns are limbered or not."""
    return shape.order.value if shape.arm is Arm.ARTILLERY else form_of(shape).value


def formations(unit: Unit) -> dict[str, Drawing]:
    """The formations a player is shown, by name, in the usual files; a gun's limber behind it or to a side. [25]"""
    found: dict[str, Drawing] = {}
    for order, files in sensible_files(unit):
        shape = shaped(unit, order, files)
        found.setdefault(form_name(shape), Drawing(order, files))
    if Order.UNLIMBERED in orders_for(unit):
        found["limber to the left"] = Drawing(Order.UNLIMBERED, 1, (-ASIDE, 0, 0))
        found["limber to the right"] = Drawing(Order.UNLIMBERED, 1, (ASIDE, 0, 0))
    if Order.OPEN in orders_for(unit):
        found["wide open order"] = found[Form.OPEN.value]._replace(spread=(LOOSE[1],))
    return found


def form_names(unit: Unit, shape: Shape) -> tuple[str, ...]:
    """The names of the formations a unit may be given, the present one first."""
    return tuple(dict.fromkeys((form_name(shape), *formations(unit))))


def named_form(unit: Unit, name: str) -> Drawing | None:
    """A formation by its name, or by order and files ("close 8"): for a client that thinks in formations."""
    known = formations(unit)
    if name in known:
        return known[name]
    word, _, number = name.partition(" ")
    if word not in list(Order):
        return None
    if number.isdecimal():
        return Drawing(Order(word), int(number))
    return next((drawing for drawing in known.values() if drawing.order is Order(word)), None)


def form_words(unit: Unit) -> str:
    """A unit's formation with its ranks and files."""
    if unit.arm is Arm.ARTILLERY:
        return unit.order.value
    deep = -(-unit.figures // unit.files)
    return f"{form_of(shape_of(unit)).value}, {unit.files} files of {deep}"
