"""Close combats worked out: who fights whom, with what figures, and what a result does to each unit. [C1–C10]"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.engine.tables import Tally

from ..state import Battlefield, Duties, Point, State, Unit
from ..tables.fighting import FACTORS, order_row, toll_row
from ..words import Arm, Band, Duty, Kind, Plight, Role, Toll, Trait
from .bodies import Stand, stand
from .ground import Area, inside
from .readiness import is_formed_foot


class Party(NamedTuple):
    """One side of a combat, counted in figures; generals are none. [C1, G-54]"""

    figures: int
    infantry: int = 0
    cavalry: int = 0
    gunners: int = 0
    skirmishers: int = 0
    """In skirmish order, foot and horse. [G-37]"""
    unformed: int = 0
    """Unformed infantry. [U1, U2, U3, G-28]"""
    raw: int = 0
    elite: int = 0
    ferocious: int = 0
    stubborn: int = 0
    entrenched: int = 0
    """Infantry inside a work whose enemies are all outside. [G-45]"""
    led: int = 0
    """Cavalry with the general at its head. [N3]"""


NOBODY = Party(0)


class Contest(NamedTuple):
    """One side's view of a combat: what the factors look at. [32–45]"""

    own: Party
    foe: Party
    defending: bool = False

    def most(self, figures: int) -> bool:
        """At least half of one's own figures: enough for a factor of one's own kind. [C3]"""
        return 2 * figures >= self.own.figures

    def most_foes(self, figures: int) -> bool:
        """At least half of the enemy's: enough for a factor of the target's kind. [C3]"""
        return 2 * figures >= self.foe.figures

    @property
    def cavalry(self) -> bool:
        """Fights as cavalry. [G-15]"""
        return self.most(self.own.cavalry)

    @property
    def infantry(self) -> bool:
        """Fights as infantry. [G-15]"""
        return self.most(self.own.infantry)

    @property
    def on_loose(self) -> bool:
        """The enemy is mostly skirmishers and unformed infantry, counted together. [C3]"""
        return self.most_foes(self.foe.skirmishers + self.foe.unformed)

    @property
    def on_skirmishers(self) -> bool:
        """Loose enemies, and skirmishers the greater part of them: one printed line counts once. [35a]"""
        return self.on_loose and self.foe.skirmishers >= self.foe.unformed

    @property
    def on_unformed(self) -> bool:
        """Loose enemies, and unformed infantry the greater part of them. [35a]"""
        return self.on_loose and self.foe.skirmishers < self.foe.unformed

    @property
    def on_infantry(self) -> bool:
        """The enemy is mostly infantry and gunners together, infantry the greater part. [C3]"""
        return self.most_foes(self.foe.infantry + self.foe.gunners) and self.foe.infantry >= self.foe.gunners

    @property
    def on_gunners(self) -> bool:
        """The enemy is mostly infantry and gunners together, gunners the greater part. [C3]"""
        return self.most_foes(self.foe.infantry + self.foe.gunners) and self.foe.infantry < self.foe.gunners


class Fight(NamedTuple):
    """A separate combat: all units linked by contact, and the side that attacks. [C1, C2]"""

    units: tuple[int, ...]
    attacker: int
    age: int
    """The number of its oldest contact."""


class Fate(NamedTuple):
    """What a result does to one unit: its loss, its orders, and the rules for both."""

    unit: int
    toll: Toll
    toll_cite: str
    duties: Duties


def next_fight(state: State) -> Fight | None:
    """The combat with the oldest contact among those not yet fought this turn. [T5, G-29]"""
    waiting = [c for c in state.contacts if not state.units[c.attacker].tomorrow.fought]
    if not waiting:
        return None
    first = min(waiting, key=lambda c: c.number)
    linked = linked_with(state, first.attacker)
    return Fight(linked, state.units[first.attacker].side, first.number)


def linked_with(state: State, unit: int) -> tuple[int, ...]:
    """A unit and all that are linked to it by contact, in roster order. [C1]"""
    found, fresh = {unit}, [unit]
    while fresh:
        for other in state.touching(fresh.pop()):
            if other not in found:
                found.add(other)
                fresh.append(other)
    return tuple(sorted(found))


def arm_of(unit: Unit) -> Arm:
    """Infantry, cavalry or gunners. [G-28]"""
    if unit.is_gun:
        return Arm.GUNNERS
    return Arm.CAVALRY if unit.kind is Kind.HORSE else Arm.INFANTRY


def unformed(unit: Unit) -> bool:
    """Foot in line or column that lost its order this turn. [U1, U2, U3]"""
    return is_formed_foot(unit) and unit.today.unformed != ""


def led(state: State, unit: Unit) -> bool:
    """The general has been with this unit since before it charged or was touched. [N3, G-48]"""
    return (unit.today.led or unit.duties.led) and state.general_with(unit.id) is not None


def behind_work(state: State, unit: Unit) -> bool:
    """Infantry centred inside a work, every enemy touching it centred outside that work. [G-45, C10]"""
    work = _work(stand(state, unit), state.field) if unit.kind is Kind.FOOT else None
    if work is None:
        return False
    foes = [state.units[i] for i in state.touching(unit.id)]
    return all(_work(stand(state, foe), state.field) != work for foe in foes)


@kept
def _work(unit: Stand, field: Battlefield) -> Area | None:
    """The work a unit is centred in."""
    return inside(field, "work", (unit.x, unit.y))


def party(state: State, units: tuple[int, ...], side: int) -> Party:
    """Count one side of a combat; generals are no figures. [C1, G-54]"""
    counted = [_figures(state, state.units[i]) for i in units if state.units[i].side == side]
    return counted[0] if len(counted) == 1 else Party(*map(sum, zip(NOBODY, *counted, strict=True)))


def _figures(state: State, unit: Unit) -> Party:
    """One unit of a combat: a work helps infantry only, the general cavalry."""
    if unit.kind is Kind.FOOT:
        return _counted(unit, behind_work(state, unit), False)
    return _counted(unit, False, unit.kind is Kind.HORSE and led(state, unit))


@kept
def _counted(unit: Unit, entrenched: bool, headed: bool) -> Party:
    """One unit of a combat; whether a work and the general help it, others decide. [C1]"""
    foot, figures, arm = unit.kind is Kind.FOOT, unit.figures, arm_of(unit)
    return Party(
        figures,
        infantry=figures * (arm is Arm.INFANTRY),
        cavalry=figures * (arm is Arm.CAVALRY),
        gunners=figures * (arm is Arm.GUNNERS),
        skirmishers=figures * unit.skirmishing,
        unformed=figures * unformed(unit),
        raw=figures * unit.raw,
        elite=figures * unit.elite,
        ferocious=figures * (foot and Trait.FEROCIOUS in unit.traits),
        stubborn=figures * (foot and Trait.STUBBORN in unit.traits),
        entrenched=figures * entrenched,
        led=figures * headed,
    )


def tallies(state: State, units: tuple[int, ...], attacker: int) -> tuple[Tally, Tally]:
    """The attacker's factors, then the defender's. [46]"""
    attackers, defenders = party(state, units, attacker), party(state, units, 1 - attacker)
    return (
        FACTORS.tally(Contest(attackers, defenders)),
        FACTORS.tally(Contest(defenders, attackers, defending=True)),
    )


def fates(state: State, units: tuple[int, ...], attacker: int, band: Band) -> tuple[Fate, ...]:
    """What a result does to every unit of a combat. [C5, C6]"""
    return tuple([fate(state, state.units[i], attacker, band) for i in units])


def fate(state: State, unit: Unit, attacker: int, band: Band) -> Fate:
    """What a result does to one unit: crews that must retire lose the gun. [C5, X4, G-56]"""
    role = Role.ATTACKER if unit.side == attacker else Role.DEFENDER
    loss = toll_row(band, role, plight(state, unit))
    if loss.value is Toll.ALL:
        return Fate(unit.id, loss.value, loss.cite, Duties())
    lose_guns = state.options.crews_lose_guns
    row = order_row(band, role, arm_of(unit), crews_retire=not lose_guns)
    orders = row.value
    if unit.is_gun and orders.retire is Duty.MUST and lose_guns:
        return Fate(unit.id, Toll.ALL, "X4", Duties())
    foes = state.touching(unit.id)
    duties = Duties(
        retire=orders.retire,
        pursue=orders.pursue,
        fought=True,
        retire_by="" if orders.retire is Duty.NO else orders.retire_by or row.cite,
        pursue_by="" if orders.pursue is Duty.NO else row.cite,
        no_shot=orders.no_shot,
        away_from=mean([(state.units[i].x, state.units[i].y) for i in foes]),
        foes=foes,
    )
    return Fate(unit.id, loss.value, loss.cite, duties)


def plight(state: State, unit: Unit) -> Plight:
    """Whether a beaten unit is swept away or loses double: by its order, and by who touches it. [G-37, G-47]"""
    if unit.skirmishing:
        return Plight.SKIRMISHERS
    if any(state.units[i].kind is Kind.HORSE for i in state.touching(unit.id)):
        return Plight.FACING_CAVALRY
    return Plight.OTHERS


def mean(points: list[Point]) -> Point:
    """The middle of some points, to the nearest hundredth. [R1]"""
    n = len(points)
    xs, ys = sum(x for x, _ in points), sum(y for _, y in points)
    return (2 * xs + n) // (2 * n), (2 * ys + n) // (2 * n)
