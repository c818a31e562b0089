"""What things are worth, in points: losses to expect, ground to be had."""

from __future__ import annotations

from functools import lru_cache

from grognard.books.skirmish_1808.facts.bodies import gap_between
from grognard.books.skirmish_1808.facts.ground import area_cover_of, land_of
from grognard.books.skirmish_1808.facts.moving import rate
from grognard.books.skirmish_1808.facts.shooting import Volley, evasion
from grognard.books.skirmish_1808.facts.victory import fleeing_points, lost_points, points
from grognard.books.skirmish_1808.state import Point, State, Unit, centre
from grognard.books.skirmish_1808.tables.shooting import DIFFICULTY, FIRING, Firing, band_of, die_of
from grognard.books.skirmish_1808.words import RIFLES, Arm, Band, Cover, Pace

FLIGHT = 0.5
"""What a fleeing unit still is worth to its side."""


def standing(state: State, side: int) -> float:
    """How well a side stands: scenario points, losses, flights."""
    score = points(state)
    lead = score[side] - score[1 - side]
    mine, theirs = (lost_points(state, s) + FLIGHT * fleeing_points(state, s) for s in (side, 1 - side))
    return 0.6 * lead + theirs - mine


def price(unit: Unit) -> float:
    """What one figure is worth."""
    return max(6.0, float(unit.price)) if not unit.is_command else float(unit.price) / max(1, unit.size)


def fails(target: Unit, cover: Cover) -> float:
    """The chance that one hit removes a figure."""
    how = evasion(target, cover)
    return min(how.need - 1, how.die) / how.die


def volley_worth(state: State, volley: Volley) -> float:
    """Points a volley may be expected to cost its target, with what its nerve may cost."""
    target = state.units[volley.target]
    pool = volley.pool()
    hits = sum(n * min(pool.sides, max(0, pool.sides + 1 - need)) / pool.sides for n, need in pool.groups)
    lost = min(float(target.size), hits * fails(target, volley.cover))
    return lost * price(target) + _nerve(target, lost)


def _nerve(target: Unit, lost: float) -> float:
    """Losses of a quarter bring a test, and flight with it."""
    if target.is_command or target.arm is Arm.WAGON:
        return 0.0
    share = lost / max(1, target.size)
    return max(0.0, min(1.0, 2 * share - 0.2)) * 0.25 * price(target) * target.size


@lru_cache(maxsize=4096)
def _hit(die: int, formed: bool, band: Band, cavalry: bool) -> float:
    plus = FIRING.tally(Firing(die, formed, at_cavalry=cavalry)).total
    sides = die_of(die, formed)
    return min(sides, max(0, sides + 1 - (DIFFICULTY[band] - plus))) / sides


def fire_from(unit: Unit, target: Unit, gap: int, cover: Cover) -> float:
    """About what a unit's fire costs a target at a gap, if it stands and shoots."""
    if not unit.fire or unit.arm in (Arm.GUN, Arm.WAGON) or unit.is_command:
        return 0.0
    band = band_of(unit.weapon, gap)
    if band is None:
        return 0.0
    shooters = max(1, unit.size - 2) * (0.5 if unit.mounted else 1.0)
    lost = shooters * _hit(unit.fire, unit.formed, band, target.mounted) * fails(target, cover)
    return min(float(target.size), lost) * price(target)


def shelter_of(unit: Unit, cover: Cover) -> Cover:
    """Cover with open order. [F5]"""
    return max(cover, Cover.LIGHT) if unit.open_order else cover


def exposure(state: State, unit: Unit) -> float:
    """About what enemies can do to a unit where it stands: fire, and horse that may ride it down."""
    cover = shelter_of(unit, area_cover_of(state, unit))
    total = 0.0
    for enemy in state.standing(1 - unit.side):
        if not enemy.figures or enemy.fleeing:
            continue
        gap = gap_between(state, enemy, unit)
        total += 0.8 * fire_from(enemy, unit, max(0, gap - rate(enemy, Pace.NORMAL) // 2), cover)
        if enemy.mounted and gap <= rate(enemy, Pace.CHARGE) and not unit.house and not unit.mounted:
            risk = 0.15 if unit.formed else 0.6
            total += risk * min(enemy.size, unit.size) * price(unit) * (0.3 if cover >= Cover.MEDIUM else 1.0)
    return total


def promise(state: State, unit: Unit) -> float:
    """About the best a unit could do next from where it stands, by fire or by a charge."""
    best = 0.0
    for enemy in state.standing(1 - unit.side):
        if enemy.figures:
            cover = shelter_of(enemy, area_cover_of(state, enemy))
            gap = gap_between(state, unit, enemy)
            best = max(best, fire_from(unit, enemy, gap, cover), _impact(unit, enemy, gap, cover))
    return best


def _impact(unit: Unit, enemy: Unit, gap: int, cover: Cover) -> float:
    """About what a charge could do: much to loose foot and guns, little to ranks, houses and woods."""
    if unit.arm not in (Arm.FOOT, Arm.HORSE) or unit.is_command or gap > rate(unit, Pace.CHARGE):
        return 0.0
    if enemy.house or cover >= Cover.MEDIUM:
        return 0.0
    power = (unit.combat + 2 + 2 * unit.mounted) * unit.size
    against = (enemy.combat + (3 if enemy.formed else 0)) * max(1, enemy.size)
    odds = power / (power + against)
    if enemy.gun is not None or enemy.arm is Arm.WAGON:
        return 40.0 * odds
    edge = max(0.0, odds - (0.55 if enemy.formed else 0.42))
    return edge * 2.2 * min(unit.size, enemy.size) * price(enemy)


def goals(state: State, unit: Unit) -> list[tuple[Point, float]]:
    """Where a unit should go, with what a centimetre nearer is worth."""
    found: list[tuple[Point, float]] = []
    for way_out in state.field.exits:
        if way_out.side == unit.side and (not way_out.units or unit.key in way_out.units):
            worth = way_out.points * max(1, unit.size) + price(unit) * unit.size * way_out.share / 100
            found.append((_middle(way_out.edge), worth / 60))
    for prize in state.field.prizes:
        if prize.kind in ("house", "area") and prize.side in (None, unit.side):
            spot = _named(state, prize.area)
            if spot is not None and unit.arm in (Arm.FOOT, Arm.HORSE):
                found.append((spot, prize.points / 150))
    hunted = [
        u for u in state.units if u.arm is Arm.WAGON and u.side != unit.side and u.on_table and u.figures
    ]
    found += [(centre(u), 2.5) for u in hunted]
    couriers = {key for e in state.field.exits if e.side != unit.side and e.points for key in e.units}
    found += [(centre(u), 1.5) for u in state.standing(1 - unit.side) if u.key in couriers and u.figures]
    return found


def _middle(edge: tuple[Point, ...]) -> Point:
    return sum(p[0] for p in edge) // len(edge), sum(p[1] for p in edge) // len(edge)


def _named(state: State, name: str) -> Point | None:
    land = land_of(state)
    for house in land.houses:
        if house.name == name:
            return _middle(house.poly)
    for area in land.areas:
        if area.name == name:
            return (area.bounds[0] + area.bounds[2]) // 2, (area.bounds[1] + area.bounds[3]) // 2
    return None


def wants_to_close(state: State, unit: Unit) -> float:
    """How much nearer to the enemy is better: horse and good fighters close, rifles stand off."""
    if unit.arm is Arm.WAGON or unit.is_command:
        return 0.0
    if unit.weapon in RIFLES:
        return 0.2
    return 0.9 if unit.mounted else 0.7


def best_gap(unit: Unit) -> int:
    """The gap a unit likes to an enemy."""
    if unit.weapon in RIFLES:
        return 2400
    if unit.mounted:
        return 2000
    return 1200 if unit.formed or not unit.open_order else 1700


def boldness(state: State, side: int) -> float:
    """Who is behind on points must come on, the more the later it is."""
    score = points(state)
    behind = score[side] - score[1 - side] < 50
    late = state.turn / max(1, state.field.turns)
    return 1.0 + 2.0 * late if behind else 0.6
