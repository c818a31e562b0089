"""What can be drawn over the table: ranges, sight, threats, command. From the rules' own functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from grognard.engine.view import Note, Overlay, Shape, Sightline
from grognard.geometry.angles import ahead
from grognard.geometry.points import Point

from ..facts.bodies import muzzle
from ..facts.charging import Onset, onset
from ..facts.command import command_range, himself
from ..facts.gunnery import ammunition, ranges_of
from ..facts.shooting import evasion, targets, volley, why_not_target
from ..facts.sight import look_between, sees
from ..state import State, Unit, centre
from ..tables.nerve import COMMAND_RANGE
from ..tables.shooting import BANDS, RANGES
from ..words import Ammo, Fire


def _fan(unit: Unit, start: Point, reach: int, half: int = 450) -> tuple[Point, ...]:
    if not unit.formed and unit.gun is None:
        return tuple(ahead(*start, turn, reach) for turn in range(0, 3600, 50))
    return (start, *(ahead(*start, unit.facing + turn, reach) for turn in range(-half, half + 1, 50)))


def ranges(state: State, unit: Unit) -> Overlay:
    """The bands of its weapon, a gun's reach, or a leader's command range. [51–58, 83, 84, 95–100]"""
    shapes: list[Shape] = []
    if unit.is_command:
        row = COMMAND_RANGE.row((unit.rank, unit.mounted))
        reach = command_range(unit)
        ring = tuple(ahead(*centre(himself(unit)), turn, reach) for turn in range(0, 3600, 50))
        shapes.append(Shape("arc", ring, f"commands {reach / 100:g}", row.cite))
    if unit.gun is not None:
        for ammo in reversed(ammunition(unit)):
            effective, long = ranges_of(unit.gun, ammo)
            cite = "X14" if unit.gun.carronade else "83" if ammo is Ammo.CANISTER else "84"
            start, words = muzzle(unit), "canister" if ammo is Ammo.CANISTER else "shot"
            shapes.append(Shape("range", _fan(unit, start, long, 900), f"{words} {long / 100:g}", cite))
            near = _fan(unit, start, effective, 900)
            shapes.append(Shape("half range", near, f"{words} {effective / 100:g}", cite))
    elif unit.weapon in RANGES and not unit.is_command:
        weapon = RANGES.row(unit.weapon)
        for band, limit in reversed(list(zip(BANDS, weapon.value))):
            look: Literal["half range", "range"] = "half range" if band is BANDS[0] else "range"
            shapes.append(
                Shape(look, _fan(unit, centre(unit), limit), f"{band.value} {limit / 100:g}", weapon.cite)
            )
    return Overlay(tuple(shapes))


def sight(state: State, unit: Unit) -> Overlay:
    """Whom the unit sees, and what hides the others. [L1–L3]"""
    lines = []
    for enemy in state.standing(1 - unit.side):
        if enemy.figures:
            seen = sees(state, unit, enemy)
            lines.append(
                Sightline(centre(unit), centre(enemy), enemy.id, seen.clear, seen.blocker, seen.cite)
            )
    return Overlay(lines=tuple(lines))


def threat(state: State, unit: Unit) -> Overlay:
    """What each enemy could do to the unit as things stand."""
    notes: list[Note] = []
    for enemy in state.standing(1 - unit.side):
        if not enemy.figures or enemy.fleeing or state.engaged(enemy.id):
            continue
        if why_not_target(state, enemy, unit, Fire.HOLD) is None:
            made = volley(state, enemy, unit, Fire.HOLD)
            if made is not None:
                pool, how = made.pool(), evasion(unit, made.cover)
                hits = sum(n * max(0, pool.sides + 1 - max(1, need)) / pool.sides for n, need in pool.groups)
                fail = (min(how.need, how.die + 1) - 1) / how.die
                notes.append(Note(enemy.id, f"fires {made.total}", f"expect {hits * fail:.1f}", "F1"))
        if isinstance(onset(state, enemy, unit), Onset):
            notes.append(Note(enemy.id, "can charge", "", "N5"))
    return Overlay(notes=tuple(notes))


def aiming(state: State, unit: Unit) -> Overlay:
    """The bands of its weapon, and of every target how many shots fall in which band and its cover. [7a, 8]"""
    notes = []
    for target in targets(state, unit, Fire.HOLD):
        made = volley(state, unit, state.units[target], Fire.HOLD)
        if made is None:
            continue
        bands = ", ".join(f"{count} at {band.value}" for band, count in made.shots)
        notes.append(Note(target, f"shots: {bands}", "", "F2"))
        cover = made.cover.name.lower() if made.cover else "no"
        notes.append(Note(target, f"{cover} cover", "", "F3"))
    return Overlay(ranges(state, unit).shapes, notes=tuple(notes))


def sightline(state: State, start: Point, end: Point) -> Sightline:
    """A look from one point to another, whoever looks. [L1, L2]"""
    found = look_between(state, start, end)
    return Sightline(start, end, -1, found.clear, found.blocker, found.cite)


OVERLAYS: dict[str, Callable[[State, Unit], Overlay]] = {
    "range": ranges,
    "sight": sight,
    "threat": threat,
    "aim": aiming,
}
