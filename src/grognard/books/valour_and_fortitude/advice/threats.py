"""What enemies could do to a unit at a place, and it to them: fire next turn, and charges. Judgement, not rules.

Enemies fire before they move, so whoever reaches a place from where he stands now will; then he may charge.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.geometry.crowds import near_boxes

from ..facts.bodies import Stand, form, form_of
from ..facts.command import Pace
from ..facts.contact import in_contact
from ..facts.fighting import bout_alone, melee_to_hit, melee_value, rerolls_alone
from ..facts.layout import around_of, distance
from ..facts.shooting import CANISTER_RANGE, fire_value, modes, shot_alone
from ..facts.shooting import reach_of as shot_reach
from ..state import State, Unit
from ..tables.dice import HIT, natural
from ..tables.moving import DISTANCES, MORE_MOVE
from ..words import Arm, Form, Special
from .prospects import Array, Prospect, array_of
from .worth import chance, losses_worth, spread, unit_worth

CHARGES = {
    Form.LINE: DISTANCES["line"],
    Form.ATTACK: DISTANCES["column"],
    Form.OPEN: DISTANCES["open"],
    Form.MARCH: DISTANCES["column"],
}
BEHIND = 0.35
"""How much of an enemy's fire is left for whoever stands behind a friend."""


class Enemy(NamedTuple):
    """What matters of one enemy, worked out once for each of our units."""

    number: int
    """His place among the enemies of a `Prospect`."""
    unit: Unit
    how: Form
    engaged: bool
    reach: int
    """Beyond this he can do nothing next turn."""
    friend: int
    """How far the nearest of our other units is from it, where that is nearer than he can reach."""


def enemies_of(state: State, unit: Unit) -> tuple[Enemy, ...]:
    """All enemies as one unit sees them."""
    found = []
    for number, (each, how, engaged, reach, near) in enumerate(_foes(state, unit.side)):
        others = [far for far, friend in near if friend != unit.id]
        friend = (others[0] if others else reach) if reach else 0
        found.append(Enemy(number, each, how, engaged, reach, min(friend, reach)))
    return tuple(found)


Foe = tuple[Unit, Form, bool, int, list[tuple[int, int]]]
"""An enemy, how he stands, whether he is engaged, how far he reaches, and the two nearest to him of those he may reach."""


@kept
def _foes(state: State, side: int) -> list[Foe]:
    """The enemies of a side, the same for all its units but for which friend is nearest to each."""
    mine, found = state.of_side(side), list[Foe]()
    boxes = tuple([around_of(state, u) for u in mine])
    for each in state.of_side(1 - side):
        how, engaged = form(each), in_contact(state, each)
        reach = 0 if engaged else reach_of(each, how)
        # Whoever is farther than he reaches does not count.
        close = [mine[n] for n in near_boxes(boxes, around_of(state, each), reach)] if reach else []
        near = sorted([(distance(state, each, u), u.id) for u in close])[:2]
        found.append((each, how, engaged, reach, near))
    return found


def fire_dice(unit: Unit, how: Form, far: int) -> int:
    """With how many dice a unit so drawn up shoots so far."""
    return max([dice for reach, dice in _volleys(unit, how) if far <= reach], default=0)


@kept
def _volleys(unit: Unit, how: Form) -> tuple[tuple[int, int], ...]:
    """How far a unit so drawn up shoots in each of its ways, and with how many dice."""
    if how is Form.MARCH:
        return ()
    return tuple(
        [(shot_reach(unit, mode), fire_value(shot_alone(unit, how, mode)).total) for mode in modes(unit)]
    )


def fire_reach(unit: Unit, how: Form) -> int:
    """How far a unit so drawn up shoots at all."""
    return max([reach for reach, _ in _volleys(unit, how)], default=0)


@kept
def reach_of(unit: Unit, how: Form) -> int:
    """How far it can do anything next turn, by fire or charge."""
    return max(fire_reach(unit, how), charge_reach(unit, how))


class Place(NamedTuple):
    """A unit drawn up at a place, with the enemies who matter to it there by their distance."""

    unit: Unit
    at: Stand
    how: Form
    prospect: Prospect
    near: tuple[tuple[int, Enemy], ...]
    """Those who can reach it or whom it can reach."""
    nearest: int


def place_of(state: State, unit: Unit, at: Stand, enemies: tuple[Enemy, ...]) -> Place:
    """What a place is judged by."""
    return place_among(array_of(state, 1 - unit.side), unit, at, enemies)


def place_among(array: Array, unit: Unit, at: Stand, enemies: tuple[Enemy, ...]) -> Place:
    """The same among enemies who stand so."""
    prospect = array.seen_from(at)
    how = form_of(at.shape)
    mine = reach_of(unit, how)
    rows = []
    for number in prospect.perhaps_within(max([mine, *[enemy.reach for enemy in enemies]])):
        far = prospect.far(number)
        if far <= mine or far <= enemies[number].reach:
            rows.append((far, number))
    rows.sort()
    near = tuple([(far, enemies[number]) for far, number in rows])
    return Place(unit, at, how, prospect, near, prospect.nearest)


def fire_danger(place: Place) -> float:
    """What enemy fire would cost it there: the strongest shooter, helped by up to three others."""
    blows: list[tuple[float, float]] = []
    prospect = place.prospect
    dense = place.how in (Form.ATTACK, Form.MARCH, Form.SQUARE)
    for far, enemy in place.near:
        if enemy.engaged or far > enemy.reach:
            continue
        dice = fire_dice(enemy.unit, enemy.how, far)
        if not dice or not prospect.seen(enemy.number) or prospect.hidden(enemy.number):
            continue
        share = BEHIND if enemy.friend + 100 < far else 1.0
        gun = enemy.unit.arm is Arm.ARTILLERY
        blows.append((share * (dice + (gun and dense)), share * (2 if gun and far <= CANISTER_RANGE else 1)))
    if not blows:
        return 0.0
    blows.sort(reverse=True)
    together = blows[0][0] + sum(sorted((b[1] for b in blows[1:]), reverse=True)[:3])
    hits = together * (0.25 if place.how is Form.OPEN else 0.5)
    return losses_worth(place.unit, hits, True)


class Side(NamedTuple):
    """One side of a fight to come."""

    dice: int
    chance: float


def fighter(unit: Unit, how: Form, seen: bool, hidden: bool) -> Side:
    """A unit's dice in melee: whether it sees its enemy, and whether that one does not see it."""
    alone = bout_alone(unit, how)
    bout = alone._replace(
        outflanked=not seen and how not in (Form.SQUARE, Form.INSIDE),
        half_fire=alone.half_fire if seen else 0,
        canister=seen and how is Form.LINE and alone.artillery and unit.has(Special.CANISTER),
        enfilade=hidden,
    )
    reroll = rerolls_alone(unit, how) or unit.has(Special.HEAVY_CAVALRY)
    return Side(melee_value(bout).total, chance(natural(HIT, melee_to_hit(bout).total), reroll))


@lru_cache(maxsize=8192)
def winning(mine: Side, other: Side) -> float:
    """How likely the attacker wins, ties included."""
    a, b = _spread(mine), _spread(other)
    below = 0.0
    total = 0.0
    for k, p in enumerate(a):
        below += b[k] if k < len(b) else 0.0
        total += p * below
    return total


def _spread(side: Side) -> tuple[float, ...]:
    need = round(7 - 6 * side.chance)  # only for the cache of plain chances
    if abs(side.chance - (7 - need) / 6) < 1e-9:
        return spread(side.dice, need, False)
    need = round(7 - 6 * side.chance * 6 / 7)
    return spread(side.dice, need, True)


@lru_cache(maxsize=8192)
def charge_worth(
    attacker: Unit, how: Form, target: Unit, formed: Form, seen: bool, gap_support: int = 0
) -> float:
    """What a charge is worth to the attacker; `seen`: the target faces it."""
    if formed is Form.SQUARE and attacker.arm is Arm.CAVALRY:
        return -0.4
    mine = fighter(attacker, how, True, not seen)
    other = fighter(target, formed, seen, False)
    if attacker.arm is Arm.CAVALRY and formed is Form.INSIDE:
        mine = mine._replace(dice=max(1, mine.dice // 2))
    mine = mine._replace(dice=mine.dice + gap_support)
    win = winning(mine, other)
    hits, back = mine.dice * mine.chance, other.dice * other.chance
    routs = formed is not Form.INSIDE and (
        target.arm is Arm.ARTILLERY or formed is Form.SQUARE
        or (attacker.arm is Arm.CAVALRY and target.arm is Arm.INFANTRY)
    )  # fmt: skip
    won = unit_worth(target) * 1.1 if routs else losses_worth(target, hits, False) + 0.1
    won -= (
        min(back * 0.7, max(0, attacker.tenacity - attacker.losses))
        * unit_worth(attacker)
        * 0.5
        / attacker.tenacity
    )
    lost = losses_worth(attacker, back, False) + 0.15
    lost -= (
        min(hits * 0.7, max(0, target.tenacity - target.losses)) * unit_worth(target) * 0.5 / target.tenacity
    )
    return win * won - (1 - win) * lost


def charge_reach(unit: Unit, how: Form) -> int:
    """How far a unit may charge as it stands."""
    if unit.arm is Arm.CAVALRY:
        return _gallop(unit.has(Special.SWIFT))
    return 0 if unit.arm is Arm.ARTILLERY else CHARGES.get(how, 0)


@cache
def _gallop(swift: bool) -> int:
    """How far horse charges."""
    return MORE_MOVE.tally(Pace(swift, ""), DISTANCES["cavalry"]).total


def charge_danger(place: Place) -> float:
    """What the best charge of an enemy there would cost it, and a part of the others."""
    found = []
    prospect = place.prospect
    for far, enemy in place.near:
        if far > 2400:
            break
        foe = enemy.unit
        if far > charge_reach(foe, enemy.how) or enemy.engaged or foe.inside >= 0:
            continue
        if foe.arm is Arm.INFANTRY and place.unit.arm is Arm.CAVALRY and far >= 600:
            continue
        if not prospect.seen(enemy.number):
            continue
        share = 0.5 if enemy.friend + 100 < far else 1.0
        seen = prospect.sees(enemy.number)
        found.append(share * charge_worth(foe, enemy.how, place.unit, place.how, seen))
    found = sorted((f for f in found if f > 0), reverse=True)
    return found[0] + 0.3 * sum(found[1:3]) if found else 0.0


def chances(place: Place) -> tuple[float, float]:
    """What it could do from there next turn: the best shot, and the best charge."""
    shot = charge = 0.0
    first = True
    reach = charge_reach(place.unit, place.how)
    prospect = place.prospect
    for far, enemy in place.near:
        if enemy.engaged or not prospect.sees(enemy.number):
            continue
        dice = fire_dice(place.unit, place.how, far) if first else 0
        if dice:
            first = False
            plus = place.unit.arm is Arm.ARTILLERY and enemy.how in (Form.ATTACK, Form.MARCH, Form.SQUARE)
            cover = 0.25 if enemy.unit.inside >= 0 or enemy.how is Form.OPEN else 0.5
            shot = losses_worth(enemy.unit, (dice + plus) * cover, True)
        if far <= reach and not (
            place.unit.arm is Arm.INFANTRY and enemy.unit.arm is Arm.CAVALRY and far >= 600
        ):
            seen = prospect.seen(enemy.number)
            charge = max(charge, charge_worth(place.unit, place.how, enemy.unit, enemy.how, seen))
    return shot, charge
