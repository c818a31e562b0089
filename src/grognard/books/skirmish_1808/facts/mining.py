"""Bridges that can be blown, the charges laid at them, and houses that are barricaded. [D1–D7]"""

from __future__ import annotations

from functools import cached_property

from grognard.engine.flow import replace
from grognard.engine.tables import Refusal

from ..state import Charge, State, Unit, places_of
from ..tables.mining import BLOWS, LAYS
from ..words import Arm
from .bodies import point_to_poly
from .ground import Area, land_of

BRIDGE, STREAM = "bridge", "stream"


def bridges(state: State) -> tuple[Area, ...]:
    """The bridges that stand and can be blown. [D4]"""
    return land_of(state).areas.of(BRIDGE).who


def bridge_named(state: State, name: str) -> Area:
    """A bridge that stands, by its name."""
    return next(bridge for bridge in bridges(state) if bridge.name == name)


def is_down(state: State, name: str) -> bool:
    """Whether a bridge of this name has been blown. [D4]"""
    return name in state.down


def charges_at(state: State, name: str, side: int) -> int:
    """How many charges a side has laid at a bridge. [D2]"""
    return next((laid.laid for laid in state.charges if laid[:2] == (name, side)), 0)


def with_charges(state: State, name: str, side: int, count: int) -> tuple[Charge, ...]:
    """What is laid, with so many charges of a side at a bridge. [D2, D3, D7]"""
    others = tuple(laid for laid in state.charges if laid[:2] != (name, side))
    return (*others, Charge(name, side, count)) if count else others


def figures_on(unit: Unit, bridge: Area) -> int:
    """How many figures of a unit stand on a bridge, by their centres. [D5, B9]"""
    return sum(bridge.holds(spot) for spot in places_of(unit)) if unit.on_table and not unit.house else 0


class Mining:
    """What decides whether engineers lay a charge or fire it; looked at only as far as need be. [D2, D3]"""

    def __init__(self, state: State, unit: Unit, bridge: Area):
        self.state, self.unit, self.bridge = state, unit, bridge
        self.charges: int = charges_at(state, bridge.name, unit.side)

    @cached_property
    def gap(self) -> int:
        """How far the nearest figure is from the bridge, base edge to outline."""
        found = min(point_to_poly(spot, self.bridge.poly) for spot in places_of(self.unit))
        return max(0, found - self.unit.radius)

    @property
    def on_it(self) -> bool:
        """Whether figures of the engineers stand on it."""
        return figures_on(self.unit, self.bridge) > 0

    @property
    def blocked(self) -> bool:
        """Whether a gun, wagons or a unit at hand strokes stand on it."""
        return any(
            figures_on(unit, self.bridge)
            and (unit.arm in (Arm.GUN, Arm.WAGON) or self.state.engaged(unit.id))
            for unit in self.state.units
        )


def why_not_lay(state: State, unit: Unit, bridge: Area) -> Refusal | None:
    """Why engineers cannot lay a charge at a bridge. [D2]"""
    return LAYS.refusal(Mining(state, unit, bridge))


def why_not_blow(state: State, unit: Unit, bridge: Area) -> Refusal | None:
    """Why engineers cannot fire the charges at a bridge. [D3]"""
    return BLOWS.refusal(Mining(state, unit, bridge))


def blown(state: State, name: str) -> State:
    """The battle with a bridge down: its ground is a stream. [D4]"""
    terrain = tuple(
        replace(piece, kind=STREAM) if piece.kind == BRIDGE and piece.name == name else piece
        for piece in state.field.terrain
    )
    left = tuple(laid for laid in state.charges if laid.bridge != name)
    field = replace(state.field, terrain=terrain)
    return replace(state, field=field, charges=left, down=(*state.down, name))


def charges_in_reach(state: State, unit: Unit) -> tuple[str, ...]:
    """The bridges that a unit stands on or touches, and where the enemy has laid charges: it tears them out. [D7]"""
    if unit.fleeing or not state.charges:
        return ()
    return tuple(
        bridge.name
        for bridge in bridges(state)
        if charges_at(state, bridge.name, 1 - unit.side)
        and min(point_to_poly(spot, bridge.poly) for spot in places_of(unit)) <= unit.radius
    )


def may_barricade(state: State, unit: Unit) -> bool:
    """Whether a garrison may barricade its house: once, and not while it is stormed. [D6]"""
    return bool(unit.house) and (unit.house, unit.side) not in state.barricades and not state.engaged(unit.id)
