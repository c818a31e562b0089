"""Melee: strengths, odds, the die's modifiers, what SPECIAL means. [F-16.6, R-14, R-45, R-64, R-69]"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.engine.memo import kept
from grognard.engine.tables import Item, Line, Tally

from ..state import State, Unit
from ..tables.melee import COLUMNS, SPECIAL, Fight, Fighter, column, melee_tally, multiplied, multipliers
from ..words import OPEN_ORDER, Arm, Attack, Cover, Formation, Special, Trait
from .ground import cover
from .stacks import Stack, best, close_order, mixed

F = Formation
LENGTH = {F.COLUMN: 2, F.OPEN: 1}


class Bout(NamedTuple):
    """A melee about to be fought."""

    attackers: tuple[Stack, ...]
    defender: Stack
    attack: Attack
    direction: str
    straight: tuple[int, ...] = ()
    """For each attacking stack the straight hexes before contact. [R-18]"""
    defender_charges: bool = False


def _fighter(state: State, unit: Unit, bout: Bout, straight: int | None) -> Fighter:
    """What counts of one unit; `straight` is the run of one that attacks, None if it defends."""
    attacks = straight is not None
    foes = [foe for stack in bout.attackers for foe in stack] if not attacks else list(bout.defender)
    charge = bout.attack is Attack.CHARGE
    charging = (charge and attacks) or (not attacks and bout.defender_charges)
    return Fighter(
        strength=unit.strength,
        arm=unit.arm,
        formation=unit.formation,
        disordered=not unit.good,
        spent=unit.spent and unit.arm is Arm.CAV,
        shock=unit.has(Trait.SHOCK),
        lance=unit.has(Trait.LANCE),
        charging=charging,
        momentum=straight is not None and straight >= 3,
        defending=not attacks,
        covered=cover(state.field, unit.hex) in (Cover.MEDIUM, Cover.HEAVY),
        charged=charge and not attacks,
        foe_cav=any(foe.arm is Arm.CAV for foe in foes),
        foe_shock=any(foe.has(Trait.SHOCK) for foe in foes),
        foe_charging=(charge and not attacks) or (attacks and bout.defender_charges),
    )


def fighters(state: State, bout: Bout) -> tuple[tuple[Fighter, ...], tuple[Fighter, ...]]:
    """Who fights on each side. Guns count only alone. [R-14, R-84]"""
    runs = bout.straight or (0,) * len(bout.attackers)
    attack = tuple(
        _fighter(state, unit, bout, run) for stack, run in zip(bout.attackers, runs) for unit in stack
    )
    counted = [unit for unit in bout.defender if unit.arm is not Arm.ART] or list(bout.defender[:1])
    return attack, tuple(_fighter(state, unit, bout, None) for unit in counted)


def strengths(state: State, bout: Bout) -> tuple[Fraction, Fraction]:
    """What each side brings, multiplied. [MUL-01, R-14, R-84]"""
    attack, defence = fighters(state, bout)
    return sum(map(multiplied, attack), Fraction(0)), sum(map(multiplied, defence), Fraction(0))


def multiplier_lines(state: State, bout: Bout) -> tuple[Line, ...]:
    """The multipliers that bite on either side, told once each; they add nothing to the die. [MUL-01, R-16]"""
    found = (
        Line(0, f"{who} x {row.value}: {row.words}", row.cite)
        for who, side in zip(("attacker", "defender"), fighters(state, bout))
        for fighter in side
        for row in multipliers(fighter)
    )
    return tuple(dict.fromkeys(found))


def line_length(stack: Stack) -> int:
    """The length of a cavalry line. [F-17.9, R-20]"""
    top = stack[0]
    if not top.good:
        return 0
    if top.formation is F.LINE:
        return sum(unit.steps for unit in stack)
    return LENGTH.get(top.formation, 0)


def fight(state: State, bout: Bout) -> Fight:
    """What the die looks at. [DRM-01, R-59, R-21, R-84]"""
    tops = [stack[0] for stack in bout.attackers]
    top = bout.defender[0]
    cav_fight = all(one.arm is Arm.CAV for one in tops) and top.arm is Arm.CAV
    mine = max(line_length(stack) for stack in bout.attackers)
    theirs = line_length(bout.defender)

    def tired(units: list[Unit]) -> int:
        return max((state.commands[u.command].fatigue for u in units if u.arm is not Arm.ART), default=0)

    return Fight(
        charge=bout.attack is Attack.CHARGE,
        weather=state.weather,
        foe_cav=top.arm is Arm.CAV,
        cav_fight=cav_fight,
        longer=(mine > theirs) - (mine < theirs),
        straight=min(bout.straight, default=0),
        open_column=any(one.formation is F.OPEN for one in tops),
        att_leader=max(best(state, one, _bonus(one)) for one in tops),
        def_leader=best(state, top, _bonus(top)),
        att_fatigue=tired([unit for stack in bout.attackers for unit in stack]),
        def_fatigue=tired(list(bout.defender)),
        direction=bout.direction,
    )


def _bonus(unit: Unit) -> str:
    """The bonus a leader lends: I with foot, C with horse. [F-9.1]"""
    return {Arm.INF: "inf", Arm.CAV: "cav", Arm.ART: "art"}[unit.arm]


class Odds(NamedTuple):
    """A melee worked out but for its die."""

    attack: Fraction
    defence: Fraction
    column: int
    tally: Tally

    def __str__(self) -> str:
        return f"{self.attack}:{self.defence} = {COLUMNS[self.column]}"


@kept(most=16)
def odds(state: State, bout: Bout) -> Odds:
    """Strengths, column and modifiers. [R-15, F-16.6]"""
    attack, defence = strengths(state, bout)
    die = melee_tally(fight(state, bout))
    why = die._replace(lines=(*multiplier_lines(state, bout), *die.lines))
    return Odds(attack, defence, column(attack / defence), why)


def special_row(bout: Bout) -> str:
    """The defender's row: Disordered whatever the arm if all are, else that of the top unit. [R-45, SPR-01]"""
    top = bout.defender[0]
    if not top.good or top.formation is F.SCREEN:
        return "screen_or_disordered"
    if top.arm is Arm.ART and not mixed(bout.defender):
        return "limbered_art_or_train" if top.formation is F.LIMBERED else "unlimbered_art_not_mixed"
    if top.arm is Arm.CAV:
        return "cav_general_order" if top.formation is F.GENERAL else "close_cav"
    if top.formation is F.GENERAL:
        return "inf_general_order"
    return "close_inf_front" if bout.direction == "front" else "close_inf_flank_rear"


def special(bout: Bout) -> tuple[Item[str, tuple[Special, ...]], Special]:
    """What a SPECIAL result comes to: the column of the largest contingent. [R-44, R-45, SPR-01]"""
    row = SPECIAL.row(special_row(bout))
    if bout.attack is Attack.CHARGE:
        return row, row.value[2]
    close = sum(unit.halves for stack in bout.attackers for unit in stack if close_order(unit))
    loose = sum(unit.halves for stack in bout.attackers for unit in stack if not close_order(unit))
    return row, row.value[0 if close >= loose else 1]


def open_order_allowed(bout: Bout) -> bool:
    """Open-order foot may not assault close-order targets or guns alone. [R-44, F-16.1]"""
    alone = all(stack[0].formation in OPEN_ORDER for stack in bout.attackers)
    return not alone or SPECIAL[special_row(bout)][1] is not Special.NOT_ALLOWED
