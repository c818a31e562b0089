"""Cartridges: who is short, whom a train can serve, where it comes up again; whom a special event may befall. [F-26, F-28]"""

from __future__ import annotations

from grognard.engine.tables import Refusal
from grognard.geometry.hexes import disc

from ..state import State, Unit
from ..tables.supply import HAND_OUT, SUPPLY, Event, Load
from ..words import Arm, Formation, Order, Where
from .depots import friendly_depot
from .ground import distance, price
from .zones import next_to_enemy


def empties(state: State, unit: Unit, die: int) -> bool:
    """Whether a shot leaves its unit short: on a 9, where its side has trains. [F-26.1, F-26.2]"""
    return die == SUPPLY["short"] and unit.side in state.field.supply


def short_of(state: State, side: int) -> tuple[Unit, ...]:
    """The units of a side that are short and can be reached: not the Routed. [F-26.4]"""
    return tuple(
        unit
        for unit in state.units
        if unit.short and unit.side == side and unit.on_map and unit.order is not Order.ROUTED
    )


def served(state: State, train: Unit) -> tuple[int, ...]:
    """The units that a train would fill. [F-26.4]"""
    reach = SUPPLY["reach"]
    return tuple(
        unit.id for unit in short_of(state, train.side) if distance(state.field, unit.hex, train.hex) <= reach
    )


def why_not_hand_out(state: State, train: Unit) -> Refusal | None:
    """Why a train does not hand out now, or None. [F-26.4]"""
    return HAND_OUT.refusal(
        Load(
            train=train.train and train.on_map,
            good=train.good,
            clear=not next_to_enemy(state, train.side, train.hex),
            needed=bool(served(state, train)),
        )
    )


def loaded(state: State, side: int) -> tuple[int, ...]:
    """The trains of a side that may hand out. [F-26.4]"""
    if side not in state.field.supply:
        return ()
    return tuple(
        unit.id
        for unit in state.units
        if unit.train and unit.side == side and unit.on_map and why_not_hand_out(state, unit) is None
    )


def due(state: State, side: int) -> tuple[Unit, ...]:
    """The trains of a side that have loaded. [F-26.5]"""
    return tuple(
        unit
        for unit in state.units
        if unit.where is Where.SUPPLY and unit.side == side and unit.arrives <= state.turn
    )


def yard(state: State, side: int) -> tuple[int, ...]:
    """Where a train comes up: empty hexes it can drive on at its depot, with no enemy beside them; none if the depot is lost. [F-26.5]"""
    depot = friendly_depot(state, side)
    if depot is None:
        return ()
    return tuple(
        here
        for here in disc(state.field.grid, depot, SUPPLY["yard"])
        if here not in state.at and _drivable(state, here) and not next_to_enemy(state, side, here)
    )


def _drivable(state: State, here: int) -> bool:
    """Whether waggons can be in a hex: in a wood on a road only. [F-7.3]"""
    return any(
        price(state.field, Arm.ART, Formation.LIMBERED, beside, here) is not None
        for _, beside in state.field.grid.steps(here)
    )


def befalls(state: State, event: Event, side: int) -> tuple[int, ...]:
    """Whom a special event may befall on a side: units, or a unit of each Formation. [F-28.1, F-28.2, F-28.3]"""
    if event.kind == "found":
        return tuple(unit.id for unit in short_of(state, side))
    if event.kind == "axle":
        return tuple(unit.id for unit in state.units if unit.train and unit.side == side and unit.on_map)
    if event.kind == "wind":
        return tuple(
            next(unit.id for unit in state.units if unit.command == number and unit.on_map)
            for number, each in enumerate(state.commands)
            if each.side == side and each.fatigue > 0 and _present(state, number)
        )
    return ()


def _present(state: State, number: int) -> bool:
    return any(unit.command == number and unit.on_map for unit in state.units)
