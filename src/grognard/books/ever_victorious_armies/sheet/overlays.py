"""What can be drawn over the table: ranges, sight, threats. Everything comes from the rules' own functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.engine.view import Note, Overlay, Shape, Sightline
from grognard.geometry.angles import ahead
from grognard.geometry.gaps import point_within
from grognard.geometry.points import Point, Poly, bounds

from ..facts.bodies import body, stand, standing
from ..facts.lanes import Lane, lane
from ..facts.readiness import may_charge, move_dice, move_throw
from ..facts.shots import Volley, may_shoot, pool, volley
from ..facts.sight import blocked, eye_of, hiding, sees_unit
from ..state import State, Unit
from ..tables.shooting import CANISTER, RANGES
from ..words import Order, Round, Weapon

STEP = 75


def ranges(state: State, unit: Unit) -> Overlay:
    """How far the unit's weapon carries, and half of that, within its arc. [22–28, S8, S9]"""
    if unit.weapon is Weapon.NONE or unit.is_general or unit.order is Order.FORMED:
        return Overlay()
    row = RANGES.row(unit.weapon)
    shapes = list(_bands(state, unit, row.value, row.cite))
    if unit.is_gun:
        shapes += _bands(state, unit, CANISTER[Round.CANISTER], "28", "canister ")
    return Overlay(tuple(shapes))


def _bands(state: State, unit: Unit, carry: int, cite: str, what: str = "") -> Iterator[Shape]:
    shape = body(state, unit)
    yield Shape("range", _swath(unit, shape, carry), f"{what}{carry / 100:g}″", cite)
    yield Shape("half range", _swath(unit, shape, carry // 2), f"{what}{carry / 200:g}″", "15")


def _swath(unit: Unit, shape: Poly, reach: int) -> tuple[Point, ...]:
    """The ground within a reach of the front edge and in the arc; all round for skirmishers."""
    if unit.skirmishing:
        corners = zip(shape, (2700, 0, 900, 1800))
        return tuple(
            ahead(*corner, unit.facing + start + turn, reach)
            for corner, start in corners
            for turn in range(0, 901, STEP * 2)
        )
    left, right = shape[0], shape[1]
    fan = [ahead(*left, unit.facing + turn, reach) for turn in range(-450, 1, STEP)]
    fan += [ahead(*right, unit.facing + turn, reach) for turn in range(0, 451, STEP)]
    return (left, *fan, right)


def sight(state: State, unit: Unit) -> Overlay:
    """Whom the unit sees, and what hides the others. [S12, K3, K4]"""
    eye = eye_of(stand(state, unit))
    lines = []
    for enemy in state.of_side(1 - unit.side):
        seen = sees_unit(state, unit, enemy)
        end = seen.point or (enemy.x, enemy.y)
        lines.append(Sightline(eye, end, enemy.id, seen.point is not None, seen.blocker, seen.cite))
    return Overlay(lines=tuple(lines))


def threat(state: State, unit: Unit) -> Overlay:
    """What each enemy could do to the unit as things stand: shoot, with what to expect, or charge, with the odds.

    Nothing to who does not take up room on the table: generals, and whoever has not come on or is gone. [S11, H1]
    """
    notes: list[Note] = []
    there = unit in state.of_side(unit.side)
    for enemy in state.of_side(1 - unit.side) if there else ():
        notes += _fire_at(state, enemy, unit)
        notes += _charge_at(state, enemy, unit)
    return Overlay(notes=tuple(notes))


def _fire_at(state: State, enemy: Unit, unit: Unit) -> Iterator[Note]:
    if enemy.weapon is Weapon.NONE or may_shoot(state, enemy) is not None:
        return
    found = volley(state, enemy, unit)
    if isinstance(found, Volley):
        hits = pool(found, state.options.unmodified_six_hits).dist()
        mean, some = hits.mean(), hits.chance(lambda n: n > 0)
        words = f"{enemy.name} can shoot with {found.dice} dice, {float(mean):.2f} hits to expect; any hit"
        yield Note(enemy.id, words, f"{some.numerator}/{some.denominator}", "S11")


def _charge_at(state: State, enemy: Unit, unit: Unit) -> Iterator[Note]:
    if may_charge(state, enemy) is not None:
        return
    found = lane(state, enemy, unit)
    if isinstance(found, Lane):
        plus = move_dice(enemy).plus
        chance = (
            move_throw(enemy)
            .dist()
            .chance(lambda fall: 100 * (fall[1 if found.difficult else 0] + plus) >= found.cost)
        )
        words = f"{enemy.name} can charge from {found.cost / 100:g}″; gets there"
        yield Note(enemy.id, words, f"{chance.numerator}/{chance.denominator}", "H3")


def sightline(state: State, start: Point, end: Point) -> Sightline:
    """A look from one point to another: ground hides it, and units that stand at neither end. [S12, K3, K4]"""
    near = hiding(standing(state)).near(bounds((start, end)), 0)
    between = [each for each in near if not any(point_within(at, each.body, 0) for at in (start, end))]
    hidden = blocked(state.field, start, end, between, None)
    if hidden is None:
        return Sightline(start, end, -1, True, cite="S12")
    return Sightline(start, end, -1, False, hidden.blocker, hidden.cite)


OVERLAYS: dict[str, Callable[[State, Unit], Overlay]] = {"range": ranges, "sight": sight, "threat": threat}
