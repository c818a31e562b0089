"""Rows with their rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.tables import Item, Lookup, Mod, ModTable, Need, Needs

from .state import Arm

if TYPE_CHECKING:
    from .facts import Shot, Way  # facts look at these rows: rows know the facts for their types alone

# fmt: off
MOVES: Lookup[Arm, int] = Lookup("Moves", "2.2", columns=("inches",), rows=(
    Item("2.2a", Arm.FOOT,  "foot",  600),
    Item("2.2b", Arm.HORSE, "horse", 1200),
))

MAY_MOVE: Needs[Way] = Needs("Where a unit may move", "2.1", (
    Need("2.1e", "the move goes somewhere",          lambda w: w.goes,                "the move goes nowhere"),
    Need("2.1a", "the move is within the allowance", lambda w: w.cost <= w.allowance, lambda w: f"the move costs {w.cost / 100:g}″, and {w.allowance / 100:g}″ is allowed"),
    Need("2.1d", "the move stays on the table",      lambda w: w.on_table,            "it would leave the table"),
    Need("2.1b", "the move keeps 1″ from enemies",   lambda w: not w.enemy,           lambda w: f"it would come within 1″ of {w.enemy}"),
    Need("2.1c", "the way is free",                  lambda w: not w.friend,          lambda w: f"{w.friend} is in the way"),
))

MAY_FIRE: Needs[Shot] = Needs("Who may fire at whom", "3.1", (
    Need("3.1a", "the unit is foot",               lambda s: s.unit.arm is not Arm.HORSE, "horse does not fire"),
    Need("3.1b", "the target is within 12″",       lambda s: s.range <= 1200,             lambda s: f"the target is {s.range / 100:g}″ away, and muskets carry 12″"),
    Need("3.1c", "the target is in the front arc", lambda s: s.in_arc,                    "the target is beside or behind it"),
))

HIT: ModTable[Shot] = ModTable("To hit", "3.2", (
    Mod("3.2a", +1, "beyond 6″", lambda s: s.range > 600),
))
# fmt: on

TABLES = (MOVES, MAY_MOVE, MAY_FIRE, HIT)
