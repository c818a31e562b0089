"""What units, fights and places are worth, in victory points. Numbers here are judgement, not rules."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from grognard.engine.dice import Opposed, Sum
from grognard.engine.memo import kept

from ..facts.bodies import bases
from ..facts.parties import Contest, Party, party
from ..facts.shots import Shot, dispersed
from ..facts.victory import break_point, points
from ..state import State, Unit
from ..tables.fighting import FACTORS, OUTCOMES
from ..tables.moving import MOVES, row_of
from ..tables.shooting import HITS_ON, MUZZLE_LOADERS, RANGES, SHOOTING
from ..words import Band, Cover, Kind, Order, Trait, Weapon, Where

BREAK = 5.0
"""Breaking the enemy is worth this much in points. [V3]"""


@kept(of=("field", "units"))
def share(state: State, side: int) -> float:
    """What one unit's loss is worth for the break it brings nearer."""
    return BREAK / max(1, break_point(state, side))


def unit_worth(state: State, unit: Unit) -> float:
    """What losing this unit costs: its points and its share of a break."""
    return (2.0 if unit.is_gun else 1.0) + share(state, unit.side)


def figure_worth(state: State, unit: Unit) -> float:
    """What one figure of it is worth while it stands; the fewer are left, the more."""
    return 0.75 * unit_worth(state, unit) / max(4, unit.figures + 1)


def standing(state: State, side: int) -> float:
    """Points, and what is left of both armies."""
    score = points(state)
    total = float(score[side] - score[1 - side])
    for unit in state.units:
        if unit.where is not Where.TABLE or unit.is_general:
            continue
        left = unit_worth(state, unit) * (0.4 + 0.6 * unit.figures / unit.full) - 0.25 * unit.markers
        total += (left if unit.side == side else -left) * 0.5
    return total


class Bout(NamedTuple):
    """What a charge is expected to bring, if it gets home: to the attacker, in points."""

    gain: float
    net: int


def bout(state: State, attacker: Unit, defender: Unit, extra: int = 0) -> Bout:
    """One unit against another, by the real factors and the exact odds of the dice."""
    return _duel(state, attacker.id, defender.id, attacker.skirmishing, defender.skirmishing, extra)


@kept(of=("field", "options", "units", "contacts"))
def _duel(state: State, attacker: int, defender: int, loose: bool, foe_loose: bool, extra: int) -> Bout:
    one, other = state.units[attacker], state.units[defender]
    ours = _with(party(state, (attacker,), one.side), extra)
    theirs = party(state, (defender,), other.side)
    return _bout(ours, theirs, unit_worth(state, one), unit_worth(state, other), loose, foe_loose)


def _with(ours: Party, extra: int) -> Party:
    """A party that so many figures may still join."""
    if not extra:
        return ours
    return ours._replace(
        figures=ours.figures + extra, infantry=ours.infantry + (extra if ours.infantry else 0)
    )


def clash(
    state: State,
    attackers: tuple[Unit, ...],
    defenders: tuple[Unit, ...],
    extra: int = 0,
    *,
    breached: bool = False,
) -> Bout:
    """Several units against several; `extra` figures may still come, `breached` works help nobody. [C1, G-45]"""
    ours = _with(party(state, tuple([u.id for u in attackers]), attackers[0].side), extra)
    theirs = party(state, tuple([u.id for u in defenders]), defenders[0].side)
    if breached and theirs.entrenched:
        theirs = theirs._replace(entrenched=0)
    return _bout(
        ours,
        theirs,
        sum(unit_worth(state, u) for u in attackers),
        sum(unit_worth(state, u) for u in defenders),
        sum(u.skirmishing for u in attackers) / len(attackers),
        sum(u.skirmishing for u in defenders) / len(defenders),
    )


@lru_cache(maxsize=4096)
def _bout(
    ours: Party, theirs: Party, own_worth: float, foe_worth: float, loose: float, foe_loose: float
) -> Bout:
    net = (
        FACTORS.tally(Contest(ours, theirs)).total
        - FACTORS.tally(Contest(theirs, ours, defending=True)).total
    )
    gain = 0.0
    guns = theirs.gunners > 0
    for difference, weight in Opposed(net).dist().items():
        gain += weight * _band_gain(
            OUTCOMES.find(difference).value, own_worth, foe_worth, loose, foe_loose, guns
        )
    return Bout(gain / 36, net)


def _band_gain(band: Band, own: float, foe: float, loose: float, foe_loose: float, guns: bool) -> float:
    """What a result brings the attacker; `loose` is the share of skirmishers, who are swept away. [47, 60]"""
    match band:
        case Band.DESTROYED:
            return foe
        case Band.DRIVEN:
            return foe if guns else (0.55 + 0.45 * foe_loose) * foe
        case Band.PUSHED:
            return foe if guns else 0.3 * foe - 0.2 * own
        case Band.HELD:
            return 0.12 * foe - 0.2 * own
        case Band.REPULSED:
            return -(0.6 + 0.4 * loose) * own


@cache
def _reach_chance(kind: Kind, order: Order, needs: int, difficult: bool) -> float:
    """The same by whole inches."""
    dice = MOVES[row_of(kind, order)]
    n = (dice.difficult or 0) if difficult else dice.good
    return float(Sum(n, plus=dice.plus).dist().chance(lambda total: total >= needs))


def reach_chance(unit: Unit, needs: int, difficult: bool = False) -> float:
    """How likely a unit's throw is to cover a distance."""
    return _reach_chance(unit.kind, unit.order, -(-max(0, needs) // 100), difficult)


@cache
def _catch_chance(kind: Kind, order: Order, prey: Kind, loose: Order, needs: int) -> float:
    """The same by whole inches."""
    dice, his = MOVES[row_of(kind, order)], MOVES[row_of(prey, loose)]
    mine = Sum(dice.good, plus=dice.plus).dist()
    away = Sum(his.good, plus=his.plus).dist()
    return sum(float(p * q) for a, p in mine.items() for b, q in away.items() if a >= b + needs) / float(
        sum(p for _, p in mine.items()) * sum(q for _, q in away.items())
    )


def catch_chance(unit: Unit, prey: Unit, needs: int) -> float:
    """How likely a unit is to catch one that runs from it. [E2, E4]"""
    return _catch_chance(unit.kind, unit.order, prey.kind, prey.order, -(-max(0, needs) // 100))


def spent(unit: Unit) -> bool:
    """Whether a unit is worn out: it goes back and rallies, and charges nobody."""
    if unit.is_gun or unit.is_general:
        return False
    return (
        unit.markers >= 2
        or 5 * unit.figures <= 2 * unit.full
        or (unit.markers > 0 and 2 * unit.figures <= unit.full)
    )


def mean_move(unit: Unit, order: Order | None = None) -> int:
    """What a unit's throw gives on average, in hundredths, in its own order or another."""
    return _mean_move(unit.kind, order or unit.order)


@cache
def _mean_move(kind: Kind, order: Order) -> int:
    dice = MOVES[row_of(kind, order)]
    return 350 * dice.good + 100 * dice.plus


def dice_of(state: State, unit: Unit) -> int:
    """How many dice a unit shoots with, all bases bearing."""
    if unit.weapon is Weapon.NONE or (unit.kind is Kind.HORSE and unit.order is Order.FORMED):
        return 0
    if unit.is_gun:
        return unit.figures
    n = bases(unit.figures, state.options.figures_per_base)
    return min(2, n) if unit.order is Order.COLUMN else n


@lru_cache(maxsize=2048)
def hit_chance(shot: Shot, six: bool) -> float:
    """How likely one die is to hit."""
    hits_on = HITS_ON - SHOOTING.tally(shot).total
    return (7 - min(6 if six else 7, hits_on)) / 6


class Salvo(NamedTuple):
    """Hits to expect within half range and beyond it, and how far the weapon carries."""

    near: float
    far: float
    carry: int

    def at(self, distance: int) -> float:
        """Hits to expect at a distance."""
        if distance > self.carry:
            return 0.0
        return self.far if 2 * distance > self.carry else self.near


NO_FIRE = Salvo(0.0, 0.0, -1)


def salvo(state: State, shooter: Unit, cover: Cover, *, moved: bool, still: bool, loose: bool) -> Salvo:
    """A unit's fire at somebody in some cover, all bases bearing."""
    n, gun = dice_of(state, shooter), shooter.is_gun
    if not n or (gun and moved):
        return NO_FIRE
    six, first = state.options.unmodified_six_hits, not shooter.ever_shot
    return _salvo(n, gun, shooter.weapon, shooter.raw, first, cover, moved, still, loose, six)


@lru_cache(maxsize=4096)
def _salvo(
    n: int,
    gun: bool,
    weapon: Weapon,
    raw: bool,
    first: bool,
    cover: Cover,
    moved: bool,
    still: bool,
    loose: bool,
    six: bool,
) -> Salvo:
    share = 0.5 if gun else 1.0  # a gun reloads every other turn
    shot = Shot(
        raw=raw,
        muzzle_loader=weapon in MUZZLE_LOADERS,
        first_fire=first,
        moved=moved,
        dispersed=loose,
        still=still,
        soft=cover is Cover.SOFT,
        hard=cover is Cover.HARD,
        entrenched=cover is Cover.ENTRENCHED,
        artillery=gun,
    )
    near, far = (share * n * hit_chance(shot._replace(over_half=half), six) for half in (False, True))
    return Salvo(near, far, RANGES[weapon])


def is_loose(unit: Unit, order: Order | None = None) -> bool:
    """Whether fire finds a unit dispersed, in its own order or another."""
    return order is Order.SKIRMISH if order is not None and not unit.is_gun else dispersed(unit)


def brawler(unit: Unit) -> bool:
    """A unit that lives by the charge: horse in order, the ferocious, those without firearms."""
    if unit.is_gun or unit.is_general:
        return False
    return (
        (unit.kind is Kind.HORSE and unit.order is Order.FORMED)
        or Trait.FEROCIOUS in unit.traits
        or unit.weapon is Weapon.NONE
    )


__all__ = [
    "NO_FIRE",
    "Bout",
    "Salvo",
    "bout",
    "brawler",
    "catch_chance",
    "clash",
    "dice_of",
    "figure_worth",
    "is_loose",
    "mean_move",
    "reach_chance",
    "salvo",
    "share",
    "spent",
    "standing",
    "unit_worth",
]  # fmt: skip
