"""Army lists: what may stand in one and what it costs; one's own is read from its text, never from a path. [B1–B6, Y1, Y2]"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from grognard.engine.files import Record, Shelf, twice
from grognard.engine.lists import by_name_or_text
from grognard.engine.livery import cloth_faults
from grognard.engine.measures import counted
from grognard.engine.tables import Item, Lookup, Refusal

from ..words import GUNS, Kind, Order, Training, Trait, Weapon

HOUSE = Path(__file__).parent.parent
LONGEST_NAME, MOST_UNITS = 60, 24
"""Letters of a list, letters of a name, units of an army. [Y2]"""


class ArmyUnit(Record, frozen=True):
    """A unit as an army list writes it."""

    id: str
    name: str
    type: Kind
    figures: int
    weapon: Weapon
    points: int
    orders: tuple[Order, ...] = ()
    training: Training = Training.REGULAR
    traits: tuple[Trait, ...] = ()
    reserve: bool = False
    subordinate: bool = False
    """For a general: he serves under the commander-in-chief. [N7]"""
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""


class Army(Record, frozen=True):
    """An army list."""

    title: str
    key: str
    source: str
    points: int
    unit: tuple[ArmyUnit, ...]
    book: str = ""
    dress: str = ""
    """Which of the book's armies it is dressed as."""
    notes: str = ""
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""


ARMIES = Shelf(HOUSE / "armies", Army, "army")

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
        faults.append(
            Refusal(_size_cite(unit), f"{unit.name} has {unit.figures} figures; allowed: {allowed}")
        )
    if (unit.type in GUNS) != (unit.weapon in ARTILLERY):
        faults.append(Refusal("26", f"{unit.name}: artillery weapons and guns go together"))
    if unit.type is not Kind.FOOT and {Trait.FEROCIOUS, Trait.STUBBORN} & set(unit.traits):
        faults.append(Refusal("37", f"{unit.name}: only foot is ferocious or stubborn"))
    if len(set(unit.traits)) != len(unit.traits) or len(set(unit.orders)) != len(unit.orders):
        faults.append(Refusal("Y1", f"{unit.name}: traits and orders are listed once each"))
    faults += _order_faults(unit)
    if unit.points != unit_points(unit):
        faults.append(
            Refusal("Y1", f"{unit.name} is listed at {unit.points} points; it costs {unit_points(unit)}")
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
        return [Refusal("G-33", f"{unit.name} cannot take the orders it lists")]
    if unit.type is Kind.HORSE and len(unit.orders) != 1:
        return [Refusal("G-33", f"{unit.name}: horse has one order, formed or skirmish, and keeps it")]
    return []


def list_faults(listed: Army) -> list[Refusal]:
    """Every fault of a list, one cited line each; empty if it is sound. [Y1, Y2, N7]"""
    faults = [fault for unit in listed.unit for fault in unit_faults(unit)]
    ids = [unit.id for unit in listed.unit]
    faults += [Refusal("Y1", f"{each} is listed twice") for each in twice(ids)]
    generals = [unit for unit in listed.unit if unit.type is Kind.GENERAL]
    if sum(not general.subordinate for general in generals) != 1:
        faults.append(Refusal("N7", "an army has exactly one commander-in-chief"))
    faults += [
        Refusal("N7", f"{unit.name} is no general, and cannot serve as one under the commander-in-chief")
        for unit in listed.unit
        if unit.subordinate and unit.type is not Kind.GENERAL
    ]
    total = sum(unit.points for unit in listed.unit if not unit.reserve)
    if total != listed.points:
        faults.append(Refusal("Y1", f"the list says {listed.points} points; its units cost {total}"))
    return faults + _size_faults(listed)


def _size_faults(listed: Army) -> list[Refusal]:
    """What a table and a card hold. [Y2]"""
    faults = []
    troops = [unit for unit in listed.unit if unit.type is not Kind.GENERAL and not unit.reserve]
    if not 0 < len(troops) <= MOST_UNITS or len(listed.unit) > 2 * MOST_UNITS:
        faults.append(
            Refusal("Y2", f"the list has {counted(len(troops), 'unit')}; an army has 1 to {MOST_UNITS}")
        )
    names = [listed.title, *(unit.id for unit in listed.unit), *(unit.name for unit in listed.unit)]
    if any(not name.strip() or len(name) > LONGEST_NAME for name in names):
        faults.append(Refusal("Y2", f"names have 1 to {LONGEST_NAME} letters"))
    if listed.dress and listed.dress not in ARMIES.names():
        faults.append(Refusal("Y2", f"nobody is dressed as '{listed.dress[:LONGEST_NAME]}'"))
    faults += cloth_faults("Y2", listed, *listed.unit)
    return faults


@lru_cache(maxsize=256)
def army(name: str) -> Army:
    """One of the book's own lists by its name, or a player's own by its text: never a file. [Y2]"""
    return by_name_or_text(name, ARMIES, list_faults)


def dress_of(name: str) -> str:
    """Which of the book's armies a list is, or is dressed as."""
    return army(name).dress if "\n" in name else name
