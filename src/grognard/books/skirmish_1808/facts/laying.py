"""Laying a gun: the point of impact, where it may stray to, and whom it may hit. [77–89, X4, X5]"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction

from grognard.engine.dice import Rng
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead
from grognard.geometry.points import Point
from grognard.tabletop.manoeuvre import Legs, Manoeuvre, Shown, Wish, amounts

from ..state import Gun, State, Unit
from ..tables.guns import DEVIATION, TRUE_SHOT
from ..words import Ammo
from .bodies import perimeter_figures, point_distance
from .gunnery import (
    Aim,
    Impact,
    Sighted,
    accuracy_of,
    aim,
    exactly,
    landing,
    muzzle_towards,
    on_table,
    ranges_of,
    unit_at,
)
from .ideas import aims, any_bare_ground, bare_ground, some_aim

FAN = tuple(150 * step for step in range(-6, 7))
"""The headings, from its front, at which the reach of a gun is drawn."""
NEAREST = (0, 0)
STRAYS = {
    "stray_from_nearest": NEAREST,
    "stray_from_front": (-1, 0),
    "stray_from_rear": (1, 0),
    "stray_from_left": (0, -1),
    "stray_from_right": (0, 1),
}
"""Perimeter figures by name: how far along the line of fire and to its right. [82]"""


def landings(state: State, gun: Unit, laid: Aim) -> Iterable[tuple[Impact, Fraction]]:
    """Every place the marker may come to rest, with its chance: true, or each centimetre at each degree. [78–81, X5]"""
    die, far = accuracy_of(gun), DEVIATION[laid.reach]
    yield exactly(laid.point), Fraction(TRUE_SHOT, die)
    each = Fraction(die - TRUE_SHOT, die * far * 360)
    for distance in range(1, far + 1):
        for degrees in range(360):
            yield landing(laid.origin, distance, degrees), each


def hit_chances(state: State, gun: Unit, laid: Aim) -> dict[int, Fraction]:
    """For every unit the exact chance that the marker ends in its perimeter. [89, X6]"""
    counts: Counter[tuple[int, Fraction]] = Counter()
    for spot, chance in landings(state, gun, laid):
        unit = unit_at(state, spot, gun.side) if on_table(state, spot) else None
        if unit is not None:
            counts[unit.id, chance] += 1
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (hit, chance), count in counts.items():
        found[hit] += count * chance
    return dict(found)


def _gun(unit: Unit) -> Gun:
    assert unit.gun is not None
    return unit.gun


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.3g} %"


class Laying(Manoeuvre[Aim]):
    """Choosing the point of impact: the noun is (("aim", x, y, figure),)."""

    aims = True
    cite = "X4"

    def __init__(self, state: State, unit: Unit, ammo: Ammo):
        self.state, self.unit, self.ammo = state, unit, ammo

    def work_out(self, legs: Legs) -> Aim | Refusal:
        """The aim a noun stands for."""
        found = amounts(legs, "aim", 3)
        if found is None:
            return Refusal("X4", "that is nothing to aim at")
        x, y, figure = found
        return aim(self.state, self.unit, self.ammo, (x, y), figure)

    def judge(self, done: Aim) -> Refusal | None:
        """Where a gun can be laid, it may be fired."""
        return None

    def region(self) -> tuple[Point, ...]:
        assert self.unit.gun is not None
        long = ranges_of(self.unit.gun, self.ammo)[1]
        place = self.unit.gun.x, self.unit.gun.y
        fan = [ahead(*place, self.unit.facing + turn, long + 200) for turn in FAN]
        width, height = self.state.field.width, self.state.field.height
        return tuple((min(max(x, 0), width), min(max(y, 0), height)) for x, y in (place, *fan))

    def ways(self, to: Wish) -> Iterable[Legs]:
        yield (("aim", to.x, to.y, self._figure(to.spot, to.order)),)

    def orders(self) -> tuple[str, ...]:
        """From which figure of the perimeter a stray is measured, as the gunner sees them. [82, X4]"""
        return tuple(STRAYS)

    def _figure(self, spot: Point, order: str) -> int:
        """The figure an order names, of the unit aimed at; -1 the one nearest to the spot."""
        target = unit_at(self.state, exactly(spot), self.unit.side, known=True)
        if STRAYS.get(order, NEAREST) == NEAREST or target is None or target.house:
            return -1
        gun = _gun(self.unit)
        ahead_, aside = STRAYS[order]
        dx, dy = spot[0] - gun.x, spot[1] - gun.y

        def lies(index: int) -> int:
            x, y = target.figures[index].x - gun.x, target.figures[index].y - gun.y
            return ahead_ * (x * dx + y * dy) + aside * (x * dy - y * dx)

        return max(perimeter_figures(target), key=lies)

    def ideas(self) -> Iterable[Legs]:
        return aims(self)

    def sample(self, rng: Rng) -> Legs:
        return some_aim(self, rng)

    def masked(self, point: Point) -> bool:
        """Whether a friend is in the line to a spot. [X10b]"""
        return Sighted(self.state, self.unit, self.ammo, point).friend is not None

    def anywhere(self) -> bool:
        """Whether there is anything it may be laid at, if only bare ground."""
        return self.possible() or any_bare_ground(self)

    def fallback(self) -> Legs:
        """Bare ground in front of the muzzle; there is always some, or the verb is not offered."""
        return bare_ground(self)

    def show(self, done: Aim) -> Shown:
        x, y = done.point
        far = DEVIATION[done.reach]
        die = accuracy_of(self.unit)
        true = Fraction(TRUE_SHOT, die)
        start = muzzle_towards(self.unit, done.point)
        return Shown(
            end=(x, y, self.unit.facing, ""),
            start=start,
            steps=((f"{done.reach.value} range", point_distance(start, done.point), "X10"),),
            cost=point_distance(start, done.point),
            allowance=ranges_of(_gun(self.unit), self.ammo)[1],
            rings=(
                {
                    "at": list(done.origin),
                    "radius": 100 * far,
                    "words": f"strays 1 to {far} cm, any way: {_percent(1 - true)}",
                    "cite": "80",
                },
            ),
            mark={"at": [x, y], "words": f"true: {_percent(true)}", "cite": "78"},
            notes=tuple(
                {"unit": unit, "words": "is hit", "chance": str(chance), "cite": "89"}
                for unit, chance in sorted(hit_chances(self.state, self.unit, done).items())
            ),
        )
