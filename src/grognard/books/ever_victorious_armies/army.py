"""Army lists: points, checks and rosters. [Y1]"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from grognard.engine.files import twice
from grognard.engine.tables import Item, Lookup, Refusal
from grognard.engine.view import Row

from .setup import ARMIES, Army, ArmyUnit
from .words import GUNS, Kind, Order, Training, Trait, Weapon

# fmt: off
FIGURE_POINTS: Lookup[str, int] = Lookup("Points a figure", "Y1", columns=("points",), rows=(
    Item("Y1", "foot",       "foot figure",            6),
    Item("Y1", "horse",      "horse figure",          10),
    Item("Y1", "raw",        "raw",                   -3),
    Item("Y1", "elite",      "elite",                  2),
    Item("Y1", "irregular",  "irregular",             -1),
    Item("Y1", "ferocious",  "ferocious",              3),
    Item("Y1", "stubborn",   "stubborn",               1),
    Item("Y1", "none",       "foot without a firearm", -1),
    Item("Y1", "smoothbore", "smoothbore musket",      0),
    Item("Y1", "patched",    "patched-ball rifle",     1),
    Item("Y1", "minie",      "Minié-type rifle",       2),
    Item("Y1", "repeater",   "repeater",               3),
    Item("Y1", "skirmish only", "skirmish order only",    -1),
))

GUN_POINTS: Lookup[str, int] = Lookup("Points a gun", "Y1", columns=("points",), rows=(
    Item("Y1", "field_gun", "field gun, smoothbore, with crew", 50),
    Item("Y1", "horse_gun", "horse gun, smoothbore, with crew", 44),
    Item("Y1", "heavy_gun", "heavy gun, smoothbore, with crew", 44),
    Item("Y1", "rifled",    "rifled",                           10),
    Item("Y1", "raw",       "raw crew",                        -15),
    Item("Y1", "irregular", "irregular crew",                   -5),
    Item("Y1", "general",   "commander-in-chief",               40),
    Item("Y1", "other general", "another general",              20),
))

SIZES: Lookup[Kind, tuple[int, ...]] = Lookup("Unit sizes", "B1", columns=("figures",), rows=(
    Item("B1", Kind.FOOT,      "foot, line or column 12 or 18; skirmish only 6, 8 or 12 (B2)", (6, 8, 12, 18)),
    Item("B3", Kind.HORSE,     "horse, formed 8; skirmish 6 (B4)",                             (6, 8)),
    Item("B5", Kind.HORSE_GUN, "horse gun",                                                    (3,)),
    Item("B5", Kind.FIELD_GUN, "field gun",                                                    (4,)),
    Item("B5", Kind.HEAVY_GUN, "heavy gun",                                                    (4,)),
    Item("B6", Kind.GENERAL,   "general",                                                      (1,)),
))
# fmt: on

ARTILLERY = frozenset({Weapon.SMOOTHBORE_ARTILLERY, Weapon.RIFLED_ARTILLERY})
FOOT_SKIRMISH_SIZES = (6, 8, 12)
FOOT_FORMED_SIZES = (12, 18)


def unit_points(unit: ArmyUnit) -> int:
    """What a unit costs. [Y1]"""
    if unit.type is Kind.GENERAL:
        return GUN_POINTS["other general" if unit.subordinate else "general"]
    if unit.type in GUNS:
        cost = GUN_POINTS[unit.type.value]
        cost += GUN_POINTS["rifled"] if unit.weapon is Weapon.RIFLED_ARTILLERY else 0
        cost += GUN_POINTS["raw"] if unit.training is Training.RAW else 0
        return cost + (GUN_POINTS["irregular"] if Trait.IRREGULAR in unit.traits else 0)
    each = FIGURE_POINTS[unit.type.value]
    if unit.training is not Training.REGULAR:
        each += FIGURE_POINTS[unit.training.value]
    each += sum(FIGURE_POINTS[trait.value] for trait in unit.traits)
    if unit.type is Kind.FOOT:
        each += 0 if unit.weapon in ARTILLERY else FIGURE_POINTS[unit.weapon.value]
    each += FIGURE_POINTS["skirmish only"] if unit.orders == (Order.SKIRMISH,) else 0
    return max(1, each) * unit.figures


def unit_faults(unit: ArmyUnit) -> list[Refusal]:
    """What is wrong with one unit of a list, a line for each fault. [B1–B6, Y1]"""
    faults = []
    if unit.figures not in _sizes(unit):
        allowed = ", ".join(str(n) for n in _sizes(unit))
        faults.append(Refusal(_size_cite(unit), f"{unit.id} has {unit.figures} figures; allowed: {allowed}"))
    if (unit.type in GUNS) != (unit.weapon in ARTILLERY):
        faults.append(Refusal("26", f"{unit.id}: artillery weapons and guns go together"))
    if unit.type is not Kind.FOOT and {Trait.FEROCIOUS, Trait.STUBBORN} & set(unit.traits):
        faults.append(Refusal("37", f"{unit.id}: only foot is ferocious or stubborn"))
    faults += _order_faults(unit)
    if unit.points != unit_points(unit):
        faults.append(
            Refusal("Y1", f"{unit.id} is listed at {unit.points} points; it costs {unit_points(unit)}")
        )
    return faults


def _size_cite(unit: ArmyUnit) -> str:
    """The row that sets a unit's size; skirmishers have their own. [B2, B4]"""
    loose = {Kind.FOOT: "B2", Kind.HORSE: "B4"} if unit.orders == (Order.SKIRMISH,) else {}
    return loose.get(unit.type) or SIZES.row(unit.type).cite


def _sizes(unit: ArmyUnit) -> tuple[int, ...]:
    if unit.type is Kind.FOOT:
        return FOOT_SKIRMISH_SIZES if unit.orders == (Order.SKIRMISH,) else FOOT_FORMED_SIZES
    if unit.type is Kind.HORSE:
        return (6,) if unit.orders == (Order.SKIRMISH,) else (8,)
    return SIZES[unit.type]


def _order_faults(unit: ArmyUnit) -> list[Refusal]:
    allowed = {
        Kind.FOOT: {Order.LINE, Order.COLUMN, Order.SKIRMISH},
        Kind.HORSE: {Order.FORMED, Order.SKIRMISH},
    }.get(unit.type, set())
    if not set(unit.orders) <= allowed or (allowed and not unit.orders):
        return [Refusal("G-33", f"{unit.id} cannot take the orders it lists")]
    if unit.type is Kind.HORSE and len(unit.orders) != 1:
        return [Refusal("G-33", f"{unit.id}: horse has one order, formed or skirmish, and keeps it")]
    return []


class Builder(NamedTuple):
    """What `grognard army` asks of this book."""

    def names(self) -> tuple[str, ...]:
        """The armies that come with the book."""
        return ARMIES.names()

    def load(self, name: str | Path) -> Army:
        """An army by name or from a file."""
        return ARMIES.load(name)

    def check(self, name: str | Path) -> list[Refusal]:
        """Every fault of a list, one cited line each; empty if it is sound."""
        listed = self.load(name)
        faults = [fault for unit in listed.unit for fault in unit_faults(unit)]
        ids = [unit.id for unit in listed.unit]
        faults += [Refusal("Y1", f"{each} is listed twice") for each in twice(ids)]
        generals = [unit for unit in listed.unit if unit.type is Kind.GENERAL]
        if sum(not general.subordinate for general in generals) != 1:
            faults.append(Refusal("N7", "an army has exactly one commander-in-chief"))
        faults += [
            Refusal("N7", f"{unit.id} is no general, and cannot serve as one under the commander-in-chief")
            for unit in listed.unit
            if unit.subordinate and unit.type is not Kind.GENERAL
        ]
        total = sum(unit.points for unit in listed.unit if not unit.reserve)
        if total != listed.points:
            faults.append(Refusal("Y1", f"the list says {listed.points} points; its units cost {total}"))
        return faults

    def roster(self, name: str | Path) -> list[Row]:
        """The list, a line a unit."""
        listed = self.load(name)
        rows = [Row(listed.title, f"{listed.points} points", "Y1")]
        for unit in listed.unit:
            words = [f"{unit.figures}", unit.type.value.replace("_", " ")]
            words += ["/".join(order.value for order in unit.orders)] if unit.orders else []
            words += [unit.training.value, *(trait.value for trait in unit.traits)]
            words += [unit.weapon.value.replace("_", " ")] if unit.weapon is not Weapon.NONE else []
            words += ["(reserve)"] if unit.reserve else []
            rows.append(Row(f"{unit.id} {unit.name}", f"{' '.join(words)}, {unit.points} points"))
        return rows
