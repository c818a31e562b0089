"""Leaders go only as they may. [OPS-04a, OPS-04b, F-9.1a, F-9.5]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.soundness import Deed, Law

from ..state import Leader, State
from ..words import Card, Order, Rank
from .charts import ART, INF, F, awake, before_it, hexes, kept_depot, leading, where

RIDE = 18


def _moved(deed: Deed) -> Iterator[tuple[Leader, Leader]]:
    """Leaders who were on the map, still are, and stand elsewhere."""
    for old, new in zip(deed.before.state.leaders, deed.after.state.leaders):
        if old.hex != new.hex and old.on_map and new.on_map:
            yield old, new


def _driven(deed: Deed, old: Leader) -> bool:
    """Whether a retreat, the loss of his stack, its drawing off or drawing together has moved him. [F-9.7, F-10.4]"""
    joined = any(entry.facts.get("leader") == old.name for entry in deed.told("leader joins"))
    wide = any(old.hex in (unit.hex, unit.hex2) and unit.hex2 >= 0 for unit in deed.before.state.units)
    return (
        joined
        or wide
        or any(deed.told("runs", "regroups", "withdraws", "slips away"))
        or bool(deed.before.state.fleeing)
    )


def _rode(deed: Deed, old: Leader) -> bool:
    return any(entry.facts.get("leader") == old.name for entry in deed.told("rides"))


def passive_stays(deed: Deed) -> Iterator[str]:
    """A Passive leader is moved by a retreat alone."""
    for old, new in _moved(deed):
        if old.passive and not _driven(deed, old):
            yield f"{old.name} is Passive and went from {where(deed.before.state, old.hex)} to {where(deed.after.state, new.hex)}"


def _shaken(state: State, one: Leader, here: int) -> bool:
    """Whether a Disordered or Stragglers unit of his Formation stands in a hex, or passes through friends there. [R-83, F-10.6]"""
    return any(
        unit.command == one.command and (unit.order is Order.DISORDERED or (unit.good and unit.halves % 2))
        for unit in state.units
        if unit.on_map and here in hexes(unit)
    )


def orderless_stays(deed: Deed) -> Iterator[str]:
    """Without an OM he goes one hex nearer to a depot, or to or with a shaken stack of his own."""
    state = deed.before.state
    for old, new in _moved(deed):
        bound = (
            old.om is None and old.rank is not Rank.ARMY and old.command >= 0 and old.card is not Card.NONE
        )
        if not bound or _driven(deed, old):
            continue
        grid, depot = state.field.grid, state.field.depots[old.side]
        home = kept_depot(state, old.side)
        nearer = home and grid.distance(new.hex, depot) < grid.distance(old.hex, depot)
        if nearer and grid.distance(old.hex, new.hex) == 1:
            continue
        if not _shaken(state, old, new.hex) and not _shaken(state, old, old.hex):
            yield f"{old.name} has no orders and went from {where(state, old.hex)} to {where(state, new.hex)}"


def goes_once(deed: Deed) -> Iterator[str]:
    """Who has ridden does not go along as well, and nobody rides more than 18 hexes."""
    for old, new in _moved(deed):
        if _driven(deed, old):
            continue
        if old.rode and not _rode(deed, old):
            yield f"{old.name} has ridden and is carried on to {where(deed.after.state, new.hex)}"
        if deed.before.state.field.grid.distance(old.hex, new.hex) > RIDE:
            yield f"{old.name} rides too far"


def among_friends(deed: Deed) -> Iterator[str]:
    """A leader who rides ends in no zone of enemy foot or guns but with friends."""
    state = deed.after.state
    for old, new in _moved(deed):
        alone = not state.at.get(new.hex) and _rode(deed, old)
        if alone and any(
            there in state.at and state.at[there][0].side != new.side and _covers(state, there, new.hex)
            for _, there in state.field.grid.steps(new.hex)
        ):
            yield f"{new.name} rides alone to an enemy in {where(state, new.hex)}"


def _covers(state: State, there: int, here: int) -> bool:
    """Whether the foot or guns in a hex have a zone in the next one. [F-11.1, F-11.4]"""
    stack = state.at[there]
    lead = leading(stack)
    if not awake(state, stack) or here not in set(before_it(state, lead)):
        return False
    guns = any(one.arm is ART and one.formation is F.UNLIMBERED and not one.suppressed for one in stack)
    return guns or (lead.arm is INF and lead.formation is not F.ROAD)


def kept_in_range(deed: Deed) -> Iterator[str]:
    """A leader without a card stays in his superior's range where he rides."""
    state = deed.after.state
    for old, new in _moved(deed):
        if _rode(deed, old) and old.card is Card.NONE and old.superior >= 0:
            up = next(one for one in state.leaders if one.id == old.superior)
            if up.on_map and up.rank is not Rank.ARMY and state.field.grid.distance(up.hex, new.hex) > up.cr:
                yield f"{new.name} rides out of the range of {up.name}"


# fmt: off
LAWS = (
    Law("a Passive leader is moved by a retreat only", ("OPS-04a", "F-9.5"), over=passive_stays),
    Law("a leader without orders goes only towards a depot or with shaken troops", ("OPS-04b", "F-9.1a", "R-83"), over=orderless_stays),
    Law("a leader who has ridden is not carried as well", ("F-9.1a", "OPS-04c"), over=goes_once),
    Law("a leader rides to no enemy but among friends", ("F-9.1a",), over=among_friends),
    Law("a leader without a card stays in his superior's range", ("F-9.1a",), over=kept_in_range),
)
# fmt: on
