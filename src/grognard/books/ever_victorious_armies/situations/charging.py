"""A whole charge: from the throw to the pursuit. [H1–H7, E1–E4, T4–T6, T2]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.book import Input, Scene, Situation
from grognard.engine.choices import Move
from grognard.engine.flow import Frame, Position
from grognard.odds.kit import Given

from ..state import Options, State, Terrain, Today, Unit
from ..steps.env import SideTurn, Turn
from ..steps.menu import why_not_charge
from ..words import Round
from .fields import (
    COVERS,
    CREWS,
    FOOT,
    GUNS,
    HORSE,
    REFUGE,
    SIX,
    SMALL_ARMS,
    USE,
    nerves,
    options,
    refuse,
    traits,
    troops,
)
from .moving import GOING
from .sandtable import (
    FAR,
    MIDDLE,
    cover,
    extra,
    facing_north,
    facing_south,
    general,
    ground,
    table,
    unit_of,
    wall,
)
from .tales import ChargeTale
from .walks import ENGINE, Plan

CHARGER, TARGET = 0, 1
CITED = {"81": "markers", "82": "markers", "H7": "target_cover", "X3": "troops"}
"""Which field a rule that forbids a charge looks at; all the others look at the distance."""
WIDE = 5000


def at_the_charge(state: State, side: int) -> Position:
    """A position in which a side may name a charge; what comes after its move is the rest of the turn. [T3]"""
    agenda = (
        Frame("odds: charge", 0, Turn(stage=2), True),
        Frame("side moves", 0, SideTurn(side), True),
    )
    return Position(state, agenda)


def charge(values: Mapping[str, Any]) -> Scene:
    """A charge, the fire that meets it, the combat, losses, nerves, and next turn's moves."""
    switches = options(values)
    state = _state(values, switches)
    barred = why_not_charge(state, 0, (CHARGER, TARGET))
    if barred is not None:
        refuse(barred, CITED, "distance")
    plan = _plan(values, state)
    position = ENGINE.apply(at_the_charge(state, 0), Move(0, "charge", (CHARGER, TARGET)))
    first, second = (state.general_with(unit) for unit in (CHARGER, TARGET))
    led = None if first is None else first.id, None if second is None else second.id
    done = ChargeTale(CHARGER, TARGET, plan, True, led)
    return Scene(position, done, plan, done.heads, done.alike)


def _plan(values: Mapping[str, Any], state: State) -> Plan:
    given = Given(values)
    if given["evade"] and not state.units[TARGET].skirmishing:
        given.refuse("evade", "only a unit in skirmish order may evade [E1]")
    canister = given["target_round"] == Round.CANISTER
    if canister and not state.units[TARGET].is_gun:
        given.refuse("target_round", "only artillery fires canister [28]")
    leaving = {"stay": (), "charger": (CHARGER,), "target": (TARGET,), "both": (CHARGER, TARGET)}
    return Plan(
        shots=frozenset({(TARGET, CHARGER)} if given["target_shoots"] else ()),
        canister=frozenset({TARGET} if canister else ()),
        evade=given["evade"],
        exceptions=given["use_exceptions"],
        retire=frozenset(leaving[given["if_held"]]),
        pursue=frozenset(unit for unit, name in enumerate(("pursue", "target_pursues")) if given[name]),
    )


def _state(values: Mapping[str, Any], switches: Options) -> State:
    given = Given(values)
    charger = facing_north(unit_of(given, CHARGER, 0), switches)
    target = _target(values, switches)
    units = [charger, target]
    for unit, name in ((charger, "general"), (target, "target_general")):
        if given[name]:
            units.append(general(len(units), unit))
            rear = unit.y + (2 * unit.side - 1) * FAR
            # Aside, so that nobody who goes back runs into it.
            units += [extra(len(units), unit.side, rear, MIDDLE + WIDE)] * given["refuge"]
    return table(units, switches, _ground(values, target, switches))


def _target(values: Mapping[str, Any], switches: Options) -> Unit:
    theirs = Given(values, "target_")
    if theirs["unformed"] and theirs["troops"] not in ("line", "column"):
        theirs.refuse("unformed", "only foot in line or column is ever unformed [U1]")
    today = Today(moved=theirs["moved"], unformed="U3" if theirs["unformed"] else "")
    target = unit_of(theirs, TARGET, 1, today=today, ever_shot=not theirs["first_fire"])
    return facing_south(target, switches, MIDDLE + values["distance"])


def _ground(values: Mapping[str, Any], target: Unit, switches: Options) -> list[Terrain]:
    """Bad going between the two, walls to cross, and the target's cover."""
    given, distance = Given(values), values["distance"]
    found = list(cover(given["target_cover"], target, switches))
    if given["going"] == "difficult":
        found.append(ground("paddy", MIDDLE - WIDE, MIDDLE, MIDDLE + WIDE, MIDDLE + distance))
    walls = given.whole("walls", 0, 5)
    if walls and distance <= 100 + 10 * walls:
        given.refuse("walls", "there is no room for them more than 1 before the target [H3]")
    return found + [wall(MIDDLE + 10 * (n + 1)) for n in range(walls)]


CHARGERS = (
    *troops("", "the charger", (*FOOT, *HORSE), "column"),
    *traits("", "the charger"),
    *nerves("", "the charger"),
    Input("general", "flag", False, "the commander-in-chief leads the charge"),
    Input("distance", "length", 600, "from front to front, straight ahead", "inches"),
    GOING,
    Input("walls", "whole", 0, "walls, hedges or works to cross, not counting the target's own", "lines"),
)
TARGETS = (
    *troops("target_", "the target", (*FOOT, *HORSE, *GUNS)),
    *traits("target_", "the target"),
    *nerves("target_", "the target"),
    Input("target_general", "flag", False, "the commander-in-chief is with the target"),
    Input("target_weapon", "choice", "smoothbore", "weapon of the target (a gun: smoothbore or rifled)",
          choices=("none", *SMALL_ARMS, "rifled")),
    Input("target_round", "choice", "ball", "what a gun fires", choices=tuple(Round)),
    Input("target_shoots", "flag", True, "the target shoots at the charger if it may"),
    Input("target_first_fire", "flag", True, "it is the first turn of the game in which the target shoots"),
    Input("target_moved", "flag", False, "the target moved this turn"),
    Input("target_unformed", "flag", False, "the target is unformed"),
    Input("target_cover", "choice", "none", "what the target holds (hard: a wall)", choices=COVERS),
)  # fmt: skip
CHOICES = (
    Input("evade", "flag", False, "the target, in skirmish order, evades"),
    Input("if_held", "choice", "stay", "who retires if the result is held", choices=("stay", "charger", "target", "both")),
    Input("pursue", "flag", True, "the charger pursues where it may"),
    Input("target_pursues", "flag", False, "the target pursues where it may"),
)  # fmt: skip

SITUATIONS = (
    Situation(
        "charge",
        "A whole charge: the throw, fire, combat, losses, morale, next turn's retirement and pursuit",
        "H1",
        (*CHARGERS, *TARGETS, *CHOICES, REFUGE, USE, SIX, CREWS),
        charge,
    ),
)
