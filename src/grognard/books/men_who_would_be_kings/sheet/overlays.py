"""What can be drawn over the table: ranges, sight, threats. Everything comes from the rules' own functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from grognard.engine.dice import Pool, Sum
from grognard.engine.flow import replace
from grognard.engine.view import Note, Overlay, Shape, Sightline
from grognard.geometry.angles import ahead
from grognard.geometry.shapes import hull

from ..facts.melee import why_not_attack
from ..facts.shooting import shot, tallies, targets, why_not_shoot
from ..facts.sight import glance, look_between
from ..facts.values import is_free, leadership, why_not
from ..state import Point, State, Unit
from ..tables.profiles import WEAPONS
from ..words import Action, Cover


def ranges(state: State, unit: Unit) -> Overlay:
    """How far the unit's weapon carries in each band, and what each target offers. [T046–T052]"""
    row = WEAPONS.row(unit.weapon)
    shapes = [
        Shape("half range", _swath(unit, row.value.short), f"Short {row.value.short / 100:g}″", row.cite)
    ]
    if row.value.long is not None:
        shapes.insert(
            0, Shape("range", _swath(unit, row.value.long), f"Long {row.value.long / 100:g}″", row.cite)
        )
    return Overlay(tuple(shapes), notes=tuple(_aims(state, unit)))


def _aims(state: State, unit: Unit) -> Iterator[Note]:
    """Band and cover of everybody it might fire at, and what that makes of the dice. [T053, T058]"""
    action = Action.VOLLEY if unit.close_order else Action.FIRE
    for target in targets(state, unit, action):
        facts = shot(state, unit, state.units[target], action)
        dice, score, hits = (tally.total for tally in tallies(facts))
        cover = {Cover.SOFT: ", Soft cover", Cover.HARD: ", Hard cover"}.get(facts.cover, "")
        yield Note(target, f"{facts.band.value.capitalize()} range{cover}", cite="T058")
        each = "1 hit" if hits == 1 else f"{hits} hits"
        yield Note(target, f"{dice} dice at {score}+, {each} a model", cite="T053")


def _swath(unit: Unit, reach: int) -> tuple[Point, ...]:
    return hull(
        ahead(*model, bearing, reach + unit.radius)
        for model in unit.models
        for bearing in range(0, 3600, 150)
    )


def sight(state: State, unit: Unit) -> Overlay:
    """Whom the unit sees, and what hides the others. [R-37]"""
    lines = []
    for enemy in state.on_table(1 - unit.side):
        seen = glance(state, unit, enemy)
        lines.append(Sightline(*seen.line, enemy.id, seen.clear, seen.blocker, "R-37"))
    return Overlay(lines=tuple(lines))


def threat(state: State, unit: Unit) -> Overlay:
    """What each enemy could do to the unit as things stand: fire, with what to expect, or attack. [R-14]"""
    notes: list[Note] = []
    for enemy in state.on_table(1 - unit.side):
        fresh = replace(enemy, acted=False)
        notes += _fire_at(state, fresh, unit)
        notes += _attack_at(state, fresh, unit)
    return Overlay(notes=tuple(notes))


def _fire_at(state: State, enemy: Unit, unit: Unit) -> Iterator[Note]:
    if why_not(state, enemy, Action.FIRE) is None and why_not_shoot(state, enemy, unit, Action.FIRE) is None:
        dice, score, hits = (tally.total for tally in tallies(shot(state, enemy, unit, Action.FIRE)))
        lost = Pool.of(dice, score).dist().map(lambda n: min(unit.count, n // hits))
        some = lost.chance(lambda n: n > 0)
        words = f"{enemy.name} can fire with {dice} dice, {float(lost.mean()):.2f} models to expect; any fall"
        yield Note(enemy.id, words, f"{some.numerator}/{some.denominator}", "T053")


def _obeys(need: int) -> Fraction:
    return Sum(2).dist().chance(lambda n: n >= need)


def _attack_at(state: State, enemy: Unit, unit: Unit) -> Iterator[Note]:
    for action in (Action.ATTACK, Action.CHARGE):
        if why_not(state, enemy, action) is None and why_not_attack(state, enemy, unit, action) is None:
            free = is_free(enemy, action)
            chance = _obeys(leadership(enemy))
            said = "1" if free else f"{chance.numerator}/{chance.denominator}"
            words = "attack" if action is Action.ATTACK else "charge at the double"
            words += "" if free else "; obeys"
            yield Note(enemy.id, f"{enemy.name} can {words}", said, "T014" if free else "T003")
            return


def sightline(state: State, start: Point, end: Point) -> Sightline:
    """A look from one point to another, whoever looks. [T140, R-37]"""
    blocker = look_between(state, start, end)
    return Sightline(start, end, -1, not blocker, blocker, "T140")


OVERLAYS: dict[str, Callable[[State, Unit], Overlay]] = {"range": ranges, "sight": sight, "threat": threat}
