"""Checks: what decides them for a stack. [F-15.1, F-9.1]"""

from __future__ import annotations

from typing import Any

from grognard.engine.flow import replace
from grognard.engine.tables import Refusal, Tally

from ..state import NOWHERE, State, Unit
from ..tables.checks import SKIRMISH, Check, Skirmish, check_tally
from ..tables.needs import SQUARE_NEEDS, Form
from ..words import Arm, Cover, Formation, Trait, Trial, Weather
from .ground import cover, distance, ground, seen
from .stacks import Stack, best, fits, hexes, spots
from .zones import skirmishing_in


def check(state: State, stack: Stack, trial: Trial, **more: Any) -> Check:
    """What a check of a stack looks at: its top unit's numbers. [F-15.1, R-23, R-24, R-82]"""
    top = stack[0]
    return Check(
        trial=trial,
        cohesion=state.cohesion[top.side],
        fatigue=state.commands[top.command].fatigue,
        arm=top.arm,
        formation=top.formation,
        order=top.order,
        heavy=cover(state.field, top.hex) is Cover.HEAVY,
        forced=any(unit.forced for unit in stack),
        mixed_corps=len({state.commands[unit.command].corps for unit in stack}) > 1,
        leader=best(state, top, "tem"),
        weather=state.weather,
        inf_bonus=best(state, top, "inf"),
        wide=top.wide,
        fb=top.fb,
        train=top.train,
        **more,
    )


def horse_facts(chargers: Stack, grand: bool) -> dict[str, bool]:
    """What of the chargers a check looks at; the worst of them counts."""
    return {
        "charged": True,
        "light": any(unit.light for unit in chargers),
        "lance": any(unit.has(Trait.LANCE) for unit in chargers),
        "shock": any(unit.has(Trait.SHOCK) for unit in chargers),
        "cuirassier": any(unit.has(Trait.CUIRASSIER) for unit in chargers),
        "grand": grand,
    }


def tally(state: State, stack: Stack, trial: Trial, **more: Any) -> Tally:
    """The sum added to the die of a check."""
    return check_tally(check(state, stack, trial, **more))


def why_not_square(state: State, stack: Stack, charger: Unit) -> Refusal | None:
    """Why a stack may not try for Square against a marker, or None. [F-17.4, R-66, R-58]"""
    top = stack[0]
    apart = min(distance(state.field, here, charger.hex) for here in hexes(top))
    surprised = state.is_(Weather.RAIN) and top.side in state.field.hasty  # F-21.2
    blinded = state.field.rye and state.field.terrain[top.hex] in "rR"  # F-22.1
    foot = [unit for unit in stack if unit.arm is Arm.INF]
    steps = sum(unit.halves for unit in foot) // 2
    return SQUARE_NEEDS.refusal(
        Form(
            infantry=bool(foot),
            good=top.good,
            steps=steps if top.formation is not Formation.SCREEN or top.wide else min(1, steps),
            poor=any(unit.poor for unit in foot),
            square=top.formation is Formation.SQUARE,
            road=top.formation is Formation.ROAD,
            sees=any(seen(state, here, charger.hex) for here in hexes(top)),
            distance=apart,
            closed=not ground(state.field, top.hex).charge,
            late=surprised or blinded,
            reserve=state.commands[top.command].reserve,
            room=fits(state, tuple(replace(unit, hex2=NOWHERE) for unit in stack), Formation.SQUARE, top.hex),
        )
    )


def skirmish(state: State, stack: Stack, here: int) -> Tally | None:
    """The sum of a skirmish check on entering a hex; None if no enemy skirmishes there. [F-14.1, R-65]"""
    top = stack[0]
    reacting = [
        state.units[one]
        for spot in spots(state, top, here)
        for one in skirmishing_in(state, 1 - top.side, spot)
    ]
    if not reacting:
        return None
    horse = [unit for unit in reacting if unit.arm is Arm.CAV]
    return SKIRMISH.tally(
        Skirmish(
            mover_sv=top.sv,
            reactor_sv=max(unit.sv for unit in reacting),
            active_cav=top.steps if top.arm is Arm.CAV and top.formation is Formation.SCREEN else 0,
            reacting_cav=max((unit.steps for unit in horse), default=0),
            steps=sum(unit.steps for unit in stack),
            cover=ground(state.field, here).cover,
            weather=state.weather,
        )
    )
