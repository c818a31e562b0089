"""Small-arms fire: who shoots, at whom, with what. [7–25, N1–N4, F1–F5, R2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from grognard.engine.dice import Pool
from grognard.engine.memo import kept, lazily
from grognard.engine.tables import Refusal, Tally
from grognard.geometry.crowds import near_boxes
from grognard.geometry.points import Point, farther
from grognard.tabletop.sight import Blocks, Lookers, any_sees, squares_seen

from ..state import State, Unit
from ..tables.cover import EVADING
from ..tables.shooting import AT_WHOM, BANDS, DIFFICULTY, FIRING, RANGES, WHO_FIRES, band_of, die_of
from ..words import RIFLES, Arm, Band, Cover, Fire, Role, Trait
from .bodies import as_they_stand, gap_between, point_to_poly, root_up, spots_of, within_units
from .cover import Throwing, shelter
from .ground import house_named
from .layout import rank_of
from .sight import (
    ALL_ROUND,
    ANYWHERE,
    Eye,
    Seen,
    blocks,
    extent,
    extents,
    eyes,
    eyes_of,
    in_front,
    in_sight,
    lookers,
    sees,
    sees_house,
    windows,
)
from .walks import mean


class Firing(NamedTuple):
    """What the firing modifiers look at."""

    die: int
    formed: bool = False
    precise: bool = False
    at_cavalry: bool = False
    regrouped: bool = False
    moving_cavalry: bool = False


SILENT = frozenset({Role.FLAG, Role.MUSICIAN, Role.OFFICER})
"""Who does not shoot in a unit of troops. [N1]"""
SHIELDED = 500
"""A command unit so near to its own troops is picked out only if it is nearest. [F1]"""


class Shooter(NamedTuple):
    """One figure that may fire: its band and whether it stands in the front rank."""

    point: Point
    band: Band
    front: bool


class Volley(NamedTuple):
    """A volley worked out: shots by band and what changes the dice. [7a]"""

    unit: int
    target: int
    shots: tuple[tuple[Band, int], ...]
    firing: Firing
    cover: Cover

    @property
    def total(self) -> int:
        """Shots in all."""
        return sum(n for _, n in self.shots)

    def tally(self) -> Tally:
        """The modifiers of every die. [10, 22]"""
        return FIRING.tally(self.firing)

    def pool(self) -> Pool:
        """The dice, band by band. [9, 11, F2]"""
        plus = self.tally().total
        die = die_of(self.firing.die, self.firing.formed)
        return Pool(tuple((n, DIFFICULTY[band] - plus) for band, n in self.shots), die)


class Evasion(NamedTuple):
    """Evasion throws: the die, and the lowest face that saves. [15, F4]"""

    die: int
    need: int
    tally: Tally


def evasion_die(unit: Unit) -> int:
    """The better of its combat and firing dice, never improved by being formed. [92, F4, 108b, A-20]"""
    return max(unit.combat, unit.fire)


def evasion(unit: Unit, cover: Cover) -> Evasion:
    """How a unit evades small arms: die and cover against its number; a natural 1 fails. [F4a, F4b, A-19]"""
    tally = EVADING.tally(Throwing(cover))
    return Evasion(evasion_die(unit), evasion_need(unit.ev, cover), tally)


def evasion_need(ev: int, cover: Cover) -> int:
    """The lowest face that saves. [F4a, F4b]"""
    return max(2, ev - EVADING.tally(Throwing(cover)).total)


class Firer(NamedTuple):
    """What decides whether a unit fires at all. [N1, N4, W2]"""

    name: str
    armed: bool
    advances: bool
    formed_foot: bool
    rifles: bool
    attached: bool


def may_fire(state: State, unit: Unit, occasion: Fire) -> Refusal | None:
    """Whether a unit fires at all on an occasion. [W2, X1, N1]"""
    return _fires(unit, occasion)


@kept
def _fires(unit: Unit, occasion: Fire) -> Refusal | None:
    return WHO_FIRES.refusal(
        Firer(
            unit.name,
            bool(unit.fire) and unit.arm not in (Arm.GUN, Arm.WAGON),
            occasion is Fire.ADVANCE,
            unit.formed and not unit.mounted,
            unit.weapon in RIFLES,
            unit.attached is not None,
        )
    )


def shooters(state: State, unit: Unit, target: Unit, held: bool = False) -> tuple[Shooter, ...]:
    """Every figure that sees the target within its range, nearest band first. [7, 7b, N1, F2]"""
    if as_they_stand(state, unit, target):
        return _own_shooters(state, unit.id, target.id, held)
    return _shooters(state, unit, target, held)


@kept
def _own_shooters(state: State, unit: int, target: int, held: bool) -> tuple[Shooter, ...]:
    return _shooters(state, state.units[unit], state.units[target], held)


def _shooters(state: State, unit: Unit, target: Unit, held: bool) -> tuple[Shooter, ...]:
    room = sum([_shoots(unit, f.role) for f in unit.figures])
    muzzles, by = _muzzles(state, unit), blocks(state, unit, target)
    if target.house:
        bands = [_band(state, unit, target, eye, held, by) for eye in muzzles]
    else:
        bands = _bands(state, unit, target, held, by)
    # At a window nobody is formed.
    found = [
        Shooter(eye.point, band, unit.formed and rank_of(unit, eye.figure) == 0)
        for eye, band in zip(muzzles, bands)
        if band is not None
    ]
    found.sort(key=lambda s: (BANDS.index(s.band), not s.front))
    return tuple(found[:room])


def _shoots(unit: Unit, role: Role) -> bool:
    return role not in SILENT or (unit.is_command and role is Role.OFFICER)


def _muzzles(state: State, unit: Unit) -> Sequence[Eye]:
    """Where shots may come from: the eyes of those who shoot, or every place at a window. [N1, G3]"""
    return eyes(state, unit) if unit.house else _armed(unit)


@kept
def _armed(unit: Unit) -> tuple[Eye, ...]:
    figures = unit.figures
    return tuple([eye for eye in eyes_of(unit) if _shoots(unit, figures[eye.figure].role)])


@kept
def _barrels(unit: Unit) -> tuple[Point, ...]:
    """Where shots may come from out of doors."""
    return tuple([eye.point for eye in _armed(unit)])


@kept
def _carry(unit: Unit) -> int:
    """How far from the middle of a base its fire reaches, or from a window; -1 if none of its figures fires. [7b, N1]"""
    if unit.weapon not in RANGES or not any(_shoots(unit, f.role) for f in unit.figures):
        return -1
    return RANGES[unit.weapon][-1] + (0 if unit.house else unit.radius)


def can_hit(state: State, unit: Unit, target: Unit) -> bool:
    """Whether any figure sees the target within its range, as `shooters` would tell. [7b, F2]"""
    reach = _carry(unit)
    if reach < 0 or farther(extent(state, unit), extent(state, target), reach):
        return False
    by = blocks(state, unit, target)
    if target.house:
        return any(_band(state, unit, target, eye, False, by) is not None for eye in _muzzles(state, unit))
    return any_sees(_shots(state, unit, target), reach + target.radius, by)


def _shots(state: State, unit: Unit, target: Unit) -> Iterator[Lookers]:
    """Whoever shoots at a target out of doors: each side of a house looks out by itself. [L1, G3]"""
    if not unit.house:
        yield lookers(unit, _barrels(unit), target)
        return
    for side, some in groupby(windows(state.field, unit.house), attrgetter("side")):
        outside = [spot for spot in spots_of(target) if in_front(side, spot)]
        yield Lookers([eye.point for eye in some], outside, 0, ALL_ROUND)


def _bands(state: State, unit: Unit, target: Unit, held: bool, by: Blocks) -> list[Band | None]:
    """For each who shoots at a target out of doors, the band of the gap to the nearest figure he sees. [F2, A-6]"""
    bases = target.radius + (0 if unit.house else unit.radius)
    if not held and unit.weapon not in RANGES:
        return []
    far = ANYWHERE if held else RANGES[unit.weapon][-1] + bases
    seen = squares_seen(_shots(state, unit, target), far, by)
    if held:
        return [None if square < 0 else Band.SHORT for square in seen]
    return [None if square < 0 else band_of(unit.weapon, root_up(square) - bases) for square in seen]


def _band(state: State, unit: Unit, target: Unit, eye: Eye, held: bool, by: Blocks) -> Band | None:
    """The band of one figure's gap to the house a garrison is in, if it sees a side of it. [F2, A-6, G4]"""
    house = house_named(state, target.house).poly
    gap = point_to_poly(eye.point, house) - (0 if unit.house else unit.radius)
    band = Band.SHORT if held else band_of(unit.weapon, gap)
    return band if band is not None and sees_house(state, eye, target.house, by) else None


def volley(state: State, unit: Unit, target: Unit, occasion: Fire) -> Volley | None:
    """The volley a unit would fire; None if nobody can. Horse always half, an advance half, the front rank twice. [7a, N2, A-1, A-39]"""
    if as_they_stand(state, unit, target):
        return _own_volley(state, unit.id, target.id, occasion)
    return _volley(state, unit, target, occasion)


@kept
def _own_volley(state: State, unit: int, target: int, occasion: Fire) -> Volley | None:
    return _volley(state, state.units[unit], state.units[target], occasion)


def _volley(state: State, unit: Unit, target: Unit, occasion: Fire) -> Volley | None:
    held = occasion is Fire.STAND
    able = shooters(state, unit, target, held)
    if not able:
        return None
    halved = unit.mounted or occasion is Fire.ADVANCE
    firing = able[: -(-len(able) // 2)] if halved else able
    shots: dict[Band, int] = {}
    twice = occasion is Fire.HOLD and unit.formed and Trait.DOUBLE in unit.traits
    for shooter in firing:
        double = twice and shooter.front and shooter.band is Band.SHORT
        shots[shooter.band] = shots.get(shooter.band, 0) + (2 if double else 1)
    spots = tuple([s.point for s in firing])
    cover = Cover.NONE if held else shelter(state, target, mean(spots), spots)
    ordered = tuple((band, shots[band]) for band in BANDS if band in shots)
    return Volley(unit.id, target.id, ordered, firing_facts(state, unit, target, occasion), cover)


def firing_facts(state: State, unit: Unit, target: Unit, occasion: Fire) -> Firing:
    """What the firing modifiers look at. [18–21, A-3, A-4]"""
    still = state.options.precision_literal or not unit.today.moved
    precise = not unit.last.moved and unit.last.shot_at == target.id and still
    if occasion is Fire.ADVANCE and not state.options.precision_literal:
        precise = False
    return Firing(
        die=unit.fire,
        formed=unit.formed,
        precise=precise,
        at_cavalry=target.mounted,
        regrouped=occasion is Fire.REGROUP,
        moving_cavalry=unit.mounted and (occasion is Fire.ADVANCE or unit.today.moved or unit.today.crept),
    )


class Mark:
    """What decides whether a unit that fires may shoot at another; looked at only as far as need be. [F1, L3]"""

    name: str
    enemy: bool
    engaged: bool
    carried: bool

    def __init__(self, state: State, unit: Unit, target: Unit):
        self.state, self.unit, self.target = state, unit, target
        self.name = target.name
        self.enemy = target.side != unit.side and target.on_table
        self.engaged = state.engaged(target.id)
        self.carried = target.attached is not None

    @lazily
    def seen(self) -> Seen:
        """The look at it. [L1, L2]"""
        return sees(self.state, self.unit, self.target)

    @property
    def aside(self) -> bool:
        """Whether it lies beside the front. [L1]"""
        return not self.seen.clear and self.seen.cite == "L1"

    @property
    def fair(self) -> bool:
        """Whether nobody shields it. [F1]"""
        return not self.target.is_command or _may_pick_out(self.state, self.unit, self.target)

    @property
    def in_range(self) -> bool:
        """Whether some figure reaches it. [7b]"""
        return can_hit(self.state, self.unit, self.target)

    @property
    def gap(self) -> int:
        """How far it is."""
        return gap_between(self.state, self.unit, self.target)


def why_not_target(state: State, unit: Unit, target: Unit, occasion: Fire) -> Refusal | None:
    """Why a unit may not shoot at another. [F1, L3]"""
    return may_fire(state, unit, occasion) or AT_WHOM.refusal(Mark(state, unit, target))


def _may_pick_out(state: State, unit: Unit, target: Unit) -> bool:
    """A command unit near its own troops only if it is the nearest visible enemy. [F1]"""
    shielded = any(
        _shields(u) and within_units(state, u, target, SHIELDED) for u in state.standing(target.side)
    )
    if not shielded:
        return True
    own = gap_between(state, unit, target)
    return not any(
        u.id != target.id and gap_between(state, unit, u) < own and in_sight(state, unit, u)
        for u in state.standing(target.side)
    )


def _shields(unit: Unit) -> bool:
    """Whether a unit is one of the troop units among whom a leader is not picked out: steady foot, horse or gunners. [F1]"""
    return not unit.is_command and not unit.fleeing and unit.arm is not Arm.WAGON


def _is_target(state: State, unit: Unit, target: Unit) -> bool:
    """Whether one that may fire may shoot at another: as `why_not_target`, the cheapest test first."""
    if as_they_stand(state, unit, target):
        return _own_target(state, unit.id, target.id)
    return _fair_game(state, unit, target)


@kept
def _own_target(state: State, unit: int, target: int) -> bool:
    return _fair_game(state, state.units[unit], state.units[target])


def _fair_game(state: State, unit: Unit, target: Unit) -> bool:
    return (
        target.attached is None
        and not state.engaged(target.id)
        and can_hit(state, unit, target)
        and (not target.is_command or _may_pick_out(state, unit, target))
    )


def _near_enough(state: State, unit: Unit) -> list[Unit]:
    """The enemies whom its fire may reach: it reaches nobody else. [7b]"""
    reach, enemies = _carry(unit), state.standing(1 - unit.side)
    if reach < 0:
        return []
    return [enemies[at] for at in near_boxes(extents(state, 1 - unit.side), extent(state, unit), reach)]


def has_target(state: State, unit: Unit, occasion: Fire) -> bool:
    """Whether there is anybody it may shoot at."""
    if may_fire(state, unit, occasion) is not None:
        return False
    return _own_mark(state, unit.id) if state.units[unit.id] is unit else _has_mark(state, unit)


@kept
def _own_mark(state: State, unit: int) -> bool:
    return _has_mark(state, state.units[unit])


def _has_mark(state: State, unit: Unit) -> bool:
    return any(_is_target(state, unit, u) for u in _near_enough(state, unit))


def targets(state: State, unit: Unit, occasion: Fire) -> tuple[int, ...]:
    """All units it may shoot at."""
    if may_fire(state, unit, occasion) is not None:
        return ()
    return tuple([u.id for u in _near_enough(state, unit) if _is_target(state, unit, u)])
