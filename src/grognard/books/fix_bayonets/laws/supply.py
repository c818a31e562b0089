"""What holds of trains, cartridges and depots. [F-26, F-27]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.soundness import Deed, Law

from ..state import State
from ..words import Where
from .charts import F, kept_depot, where

REACH, AWAY, YARD = 2, 2, 2
"""Hexes a train hands out over, turns until it comes up again, hexes from its depot. [F-26.4, F-26.5]"""


def waggons(state: State) -> Iterator[str]:
    """Trains are limbered, alone in their hex, and have neither shot nor cartridges to be short of."""
    for unit in state.units:
        if not unit.train or not unit.on_map:
            continue
        if unit.formation is not F.LIMBERED:
            yield f"{unit!r} is a train and stands {unit.formation.value}"
        running = any(unit.id in flight.units for flight in state.fleeing)
        if len(state.at[unit.hex]) > 1 and unit.good and not running:
            yield f"{unit!r} shares {where(state, unit.hex)}"
        if unit.shot or unit.fired or unit.short:
            yield f"{unit!r} has used a musket"


def short_with_trains(state: State) -> Iterator[str]:
    """Only a side with trains runs short."""
    with_trains = {unit.side for unit in state.units if unit.train}
    for unit in state.units:
        if unit.short and unit.side not in with_trains:
            yield f"{unit!r} is short, and its side has no trains"


def runs_short(deed: Deed) -> Iterator[str]:
    """Who is short now has shot a 9; who is short no longer was filled by a train within 2 hexes, or by an event."""
    old, new = deed.before.state, deed.after.state
    if old.units is new.units:
        return
    shot = {
        e.facts["unit"]
        for e in deed.told("dice")
        if (e.facts.get("throw"), e.facts.get("reading")) == ("fire", 9)
    }
    handed = [old.units[entry.facts["unit"]].hex for entry in deed.told("hands out")]
    found = {entry.facts["unit"] for entry in deed.told("is filled")}
    for before, after in zip(old.units, new.units):
        if after.short and not before.short and after.id not in shot:
            yield f"{after!r} is short without a 9"
        near = any(old.field.grid.distance(before.hex, here) <= REACH for here in handed)
        if before.short and not after.short and not near and after.id not in found:
            yield f"{after!r} is filled out of thin air"


def comes_and_goes(deed: Deed) -> Iterator[str]:
    """A train leaves by handing out, and comes up two turns later within 2 hexes of a depot its side still has."""
    old, new = deed.before.state, deed.after.state
    if old.units is new.units:
        return
    handed = {entry.facts["unit"] for entry in deed.told("hands out")}
    for before, after in zip(old.units, new.units):
        if before.where is after.where or Where.SUPPLY not in (before.where, after.where):
            continue
        if after.where is Where.SUPPLY:
            if after.id not in handed or after.arrives != new.turn + AWAY:
                yield f"{after!r} has gone for cartridges and is due on turn {after.arrives}"
        elif not after.on_map or new.turn < after.arrives or not kept_depot(old, after.side):
            yield f"{after!r} has come up out of its time"
        elif new.field.grid.distance(after.hex, new.field.depots[after.side]) > YARD:
            yield f"{after!r} has come up in {where(new, after.hex)}, far from its depot"


# fmt: off
LAWS = (
    Law("trains are limbered, alone and unarmed", ("F-26", "STK-11"), at=waggons),
    Law("only a side with trains runs short of cartridges", ("F-26.1",), at=short_with_trains),
    Law("a 9 leaves short, a train within 2 hexes or an event fills again", ("F-26.2", "F-26.4", "F-28.1"), over=runs_short),
    Law("a train goes by handing out and comes up at its depot two turns later", ("F-26.4", "F-26.5", "F-27.2"), over=comes_and_goes),
)
# fmt: on
