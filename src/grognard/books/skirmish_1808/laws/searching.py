"""Searches beside the program's own: what is offered is legal, nothing legal is overlooked, and what is missing says why."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, radians, sin
from typing import Any

from grognard.engine.choices import Ask, Move
from grognard.engine.dice import Rng
from grognard.engine.domains import Reach
from grognard.engine.flow import Position
from grognard.engine.soundness import Law

from ..facts.sight import sees
from ..state import State, Unit
from ..steps.env import Place
from ..words import Arm, Pace, Weapon
from .measure import LINES, ROAD_GAIN, SLACK, apart, bases, boxes, by_road, outside, rate, strictly_inside
from .moves import acting

# fmt: off
LONG = {
    Weapon.MUSKET: 40, Weapon.LIGHT_MUSKET: 45, Weapon.CARBINE: 30, Weapon.RIFLE: 55, Weapon.PISTOL: 15,
    Weapon.CAVALRY_MUSKET: 35, Weapon.CAVALRY_CARBINE: 25, Weapon.CAVALRY_RIFLE: 40, Weapon.NONE: 0,
}
"""Beyond this nobody is shot at. [51–58]"""
# fmt: on
TRIES = 6
FIRST = frozenset({"hold", "regroup"})
SHOWN = ("fire", "charge", "march", "advance")


def nouns(ask: Ask, verb: str) -> list[Any]:
    """Everything a verb is offered for; nothing if it is not offered."""
    domain = ask.offers.get(verb)
    return [] if domain is None else list(domain)


def _unit(position: Position, ask: Ask) -> Unit | None:
    """The unit that is asked for its action, at the beginning of it."""
    env = acting(position)
    if env is None or position.agenda[-1].env is not env or env.stage or not FIRST & ask.offers.keys():
        return None
    unit: Unit = position.state.units[env.unit]
    return unit


def says_why(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Whatever troops usually may do is offered, or says which rule forbids it."""
    unit = _unit(position, ask)
    if unit is None or unit.arm not in (Arm.FOOT, Arm.HORSE) or unit.attached is not None:
        return
    for verb in SHOWN:
        if verb not in ask.offers and verb not in ask.barred and not (verb == "advance" and unit.house):
            yield f"{unit!r}: no {verb}, and no reason"


def _clear(state: State, unit: Unit, reach: float) -> bool:
    """Whether nothing at all lies near a unit but open ground and those who stand on it."""
    xs, ys = [f.x for f in unit.figures], [f.y for f in unit.figures]
    west, south = min(xs) - reach, min(ys) - reach
    east, north = max(xs) + reach, max(ys) + reach
    if any(b[1] < east and b[3] > west and b[2] < north and b[4] > south for b in boxes(state)):
        return False
    for each in state.field.terrain:
        if each.kind in LINES:
            px, py = [p[0] for p in each.poly], [p[1] for p in each.poly]
            if min(px) <= east and max(px) >= west and min(py) <= north and max(py) >= south:
                return False
    return True


def charges(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """On open ground loose troops may charge every enemy in sight and reach with nobody between; never one out of reach."""
    unit = _unit(position, ask)
    if unit is None or unit.arm not in (Arm.FOOT, Arm.HORSE) or unit.attached is not None or unit.house:
        return
    env = acting(position)
    if env is None or env.only_regroup:
        return
    state: State = position.state
    reach = rate(unit, Pace.CHARGE)
    given = set(nouns(ask, "charge"))
    clear = not unit.formed and not unit.is_command and _clear(state, unit, reach + 400)
    for enemy in outside(state):
        if enemy.side == unit.side or not enemy.figures or enemy.attached is not None:
            continue
        gap = apart(state, unit, enemy)
        if enemy.id in given and gap > reach + 100 * ROAD_GAIN[unit.mounted] + SLACK:
            yield f"{unit!r} may charge {enemy!r} at {gap / 100:.2f}"
        near = gap <= reach - SLACK and enemy.id not in given and clear
        if near and sees(state, unit, enemy).clear and _nobody_between(state, unit, enemy):
            yield f"{unit!r} is kept from charging {enemy!r} at {gap / 100:.2f}"


def _nobody_between(state: State, unit: Unit, enemy: Unit) -> bool:
    """Whether no third unit comes near the whole ground between two."""
    both = [*bases(unit), *bases(enemy)]
    west, east = min(x - r for x, _, r in both) - 150, max(x + r for x, _, r in both) + 150
    south, north = min(y - r for _, y, r in both) - 150, max(y + r for _, y, r in both) + 150
    for other in (*outside(state), *state.hidden):
        if other.id in (unit.id, enemy.id) or other.attached in (unit.id, enemy.id):
            continue
        if any(west <= x <= east and south <= y <= north for x, y, _ in bases(other)):
            return False
    return True


def moves(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A loose unit on open ground, nobody near, may go its rate any way; nobody may go farther than rate and road."""
    unit = _unit(position, ask)
    domain = ask.offers.get("advance") if unit is not None else None
    if unit is None or not isinstance(domain, Reach) or unit.formed or unit.arm not in (Arm.FOOT, Arm.HORSE):
        return
    state: State = position.state
    step = rate(unit, Pace.NORMAL)
    for _ in range(TRIES):
        turn, share = radians(rng.randint(0, 359)), rng.random()
        dx, dy = round(step * share * cos(turn)), round(step * share * sin(turn))
        move = Move(ask.who[0], "advance", (("go", dx, dy),))
        legal = _clear(state, unit, step + 200) and _room(state, unit, dx, dy) and (dx, dy) != (0, 0)
        if legal and move not in ask:
            yield f"{unit!r} is kept from going {hypot(dx, dy) / 100:.2f}: {ask.refusal(move)}"
    far = step + 100 * ROAD_GAIN[unit.mounted] * by_road(state, unit) + 50
    turn = radians(rng.randint(0, 359))
    move = Move(ask.who[0], "advance", (("go", round(far * cos(turn)), round(far * sin(turn))),))
    if move in ask and not _near_wall(state, unit):
        yield f"{unit!r} may go {far / 100:.2f}"


def _near_wall(state: State, unit: Unit) -> bool:
    return not _clear(state, unit, 300)


def _room(state: State, unit: Unit, dx: int, dy: int) -> bool:
    """Whether nobody is near the way, and its end is on the table and in cohesion as now."""
    mine = bases(unit)
    r = unit.radius
    west, east = (
        min(x + min(0, dx) for x, _, _ in mine) - 3 * r,
        max(x + max(0, dx) for x, _, _ in mine) + 3 * r,
    )
    south, north = (
        min(y + min(0, dy) for _, y, _ in mine) - 3 * r,
        max(y + max(0, dy) for _, y, _ in mine) + 3 * r,
    )
    if west < 0 or south < 0 or east > state.field.width or north > state.field.height:
        return False
    for other in (*outside(state), *state.hidden):
        if other.id == unit.id or other.attached == unit.id:
            continue
        if any(west - s < x < east + s and south - s < y < north + s for x, y, s in bases(other)):
            return False
    return True


def shots(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """Whoever may be shot at is an enemy on the table, out of melee, in range."""
    env = acting(position)
    if env is None or "fire" not in ask.offers:
        return
    state: State = position.state
    unit = state.units[env.unit]
    for one in nouns(ask, "fire"):
        target = state.units[one]
        if (
            target.side == unit.side
            or not target.on_table
            or state.engaged(one)
            or target.attached is not None
        ):
            yield f"{unit!r} may shoot at {target!r}"
        if apart(state, unit, target) > 100 * LONG[unit.weapon] + SLACK:
            yield f"{unit!r} may shoot at {target!r}, {apart(state, unit, target) / 100:.2f} off"


def placings(position: Position, ask: Ask, rng: Rng) -> Iterator[str]:
    """A unit set up freely stands in its own zone, or else in its side's."""
    env = position.agenda[-1].env
    domain = ask.offers.get("place")
    if not isinstance(env, Place) or not isinstance(domain, Reach) or env.picked is None:
        return
    state: State = position.state
    unit = next(u for u in (*state.units, *state.hidden) if u.id == env.picked)
    own = [z for z in state.field.zones if z.side == unit.side and z.unit == unit.key]
    zones = own or [z for z in state.field.zones if z.side == unit.side and not z.unit]
    for _ in range(TRIES):
        legs = domain.sample(rng)
        spots = domain.mover.preview(legs).get("spots") if legs else None
        if spots and not any(
            all(strictly_inside((x, y), z.poly) or _on(z.poly, x, y) for x, y, *_ in spots) for z in zones
        ):
            yield f"{unit!r} may be put outside its zone: {legs}"


def _on(poly: tuple[tuple[int, int], ...], x: int, y: int) -> bool:
    """Whether a spot lies in the box of a zone."""
    xs, ys = [p[0] for p in poly], [p[1] for p in poly]
    return min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys)


# fmt: off
LAWS = (
    Law("what troops usually may do is offered, or says why not", ("T6", "W1", "W2", "W3", "W4"), seek=says_why),
    Law("a charge is offered at everybody in sight and reach, and at nobody beyond", ("N5", "W4", "1", "6"), seek=charges),
    Law("a move is offered wherever the rate leads over open ground, and nowhere beyond", ("W2", "B6", "P1"), seek=moves),
    Law("only enemies in range and out of melee are shot at", ("7b", "F1", "L3", "51", "58"), seek=shots),
    Law("units are set up in their own zones", ("H1",), seek=placings),
)
# fmt: on
