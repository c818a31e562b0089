"""Field forces as they are written down: the book's own, and a player's. [F-1–F-6]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

from grognard.engine.files import Record, Shelf, twice
from grognard.engine.lists import by_name_or_text
from grognard.engine.livery import cloth_faults
from grognard.engine.tables import Refusal

from ..facts.values import DRUNKARDS, obeyed_on
from ..tables.leaders import COLUMNS as TROOPS
from ..tables.leaders import FLAT, ROLLED, TRAITS, trait_of
from ..tables.profiles import COLUMNS, LADDERS, OPPOSITES, PRICES, PROFILES, SPARE_ARMS
from ..words import Kind, Trait, Upgrade, Weapon

HOUSE = Path(__file__).parent.parent
CHEAPEST, DEAREST = 2, 9
"""What a unit may cost. [F-2]"""
MOST_UNITS = 24
"""How many units a list of one's own may have."""
DICE = (0, 1, 3)
"""How many dice may have been thrown for a Leader. [F-L2, F-L3, F-L4]"""
ARMING = frozenset({Upgrade.WELL_ARMED, Upgrade.BOWS, Upgrade.POORLY_ARMED, Upgrade.BADLY_ARMED})


class ForceUnit(Record, frozen=True):
    """A unit as a force lists it."""

    name: str
    type: Kind
    points: int
    options: tuple[Upgrade, ...] = ()
    leader: str = ""
    weapon: Weapon | None = None
    """What it carries instead, where its class has the choice. [F-P3, F-P6]"""
    rolled: tuple[int, ...] = ()
    """Dice thrown for its Leader beforehand: one for Leadership, two more for a trait; none: flat. [F-L4]"""
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""


class Force(Record, frozen=True):
    """A field force."""

    title: str
    source: Literal["given", "found", "deduced", "invented"]
    points: int
    unit: tuple[ForceUnit, ...]
    book: str = ""
    dress: str = ""
    """Which of the book's forces it is dressed as."""
    notes: str = ""
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""


FORCES = Shelf(HOUSE / "armies", Force, "force")


@lru_cache(maxsize=256)
def force(name: str) -> Force:
    """One of the book's own forces by its name, or a player's own by its text: never a file. [F-6]"""
    return by_name_or_text(name, FORCES, force_faults, noun="force")


def leadership_of(unit: ForceUnit) -> int:
    """Its Leader's value before his trait: flat, or as his die has it. [F-L1, F-L2, F-L4]"""
    column = TROOPS[unit.type]
    return getattr(ROLLED[unit.rolled[0]], column) if unit.rolled else FLAT[column]


def trait_rolled(unit: ForceUnit) -> Trait:
    """His trait, if dice were thrown for one. [F-L3, F-L4]"""
    return trait_of(*unit.rolled[1:]) if len(unit.rolled) == 3 else Trait.ORDINARY


def leader_words(unit: ForceUnit) -> str:
    """What a Leader is like, and the dice that made him so. [F-L1–F-L4]"""
    trait, (value, *of) = trait_rolled(unit), unit.rolled or (0,)
    words = (
        "Leadership as he drinks"
        if trait in DRUNKARDS
        else f"Leadership {obeyed_on(leadership_of(unit), trait)}+"
    )
    if of:
        return f"{words}, {TRAITS.row(trait).words} (rolled {value}, then {of[0]} and {of[1]})"
    return f"{words} (rolled {value})" if value else words


def leader_sound(unit: ForceUnit) -> bool:
    """Whether the dice of a Leader can have fallen so. [F-L4]"""
    return len(unit.rolled) in DICE and all(1 <= die <= 6 for die in unit.rolled)


# ---- what is wrong with a list


def price(kind: Kind, upgrades: tuple[Upgrade, ...]) -> int:
    """What a unit costs with what it was bought with. [F-2, F-U1–F-U12]"""
    return PROFILES[kind].points + sum(getattr(PRICES[u], COLUMNS[kind]) or 0 for u in upgrades)


def force_faults(listed: Force) -> Iterator[Refusal]:
    """Every fault of a list, one cited line each; empty if it is sound. [F-1–F-6]"""
    for unit in listed.unit:
        yield from unit_faults(unit)
    names = [unit.name for unit in listed.unit]
    for each in twice(names):
        yield Refusal("F-6", f"{each} is listed twice")
    if listed.dress and listed.dress not in FORCES.names():
        yield Refusal("F-6", f"nobody is dressed as '{listed.dress[:40]}'")
    yield from cloth_faults("F-6", listed, *listed.unit)
    if not 0 < len(listed.unit) <= MOST_UNITS:
        yield Refusal("F-1", f"a force has 1 to {MOST_UNITS} units")
    total = sum(price(unit.type, unit.options) for unit in listed.unit)
    if total != listed.points:
        yield Refusal("F-1", f"the list says {listed.points} points; its units cost {total}")


def unit_faults(unit: ForceUnit) -> Iterator[Refusal]:
    """What is wrong with one unit of a list, a line for each fault. [F-2–F-4]"""
    name = unit.name
    for upgrade in sorted(set(unit.options)):
        if unit.options.count(upgrade) > 1:
            yield Refusal("F-3", f"{name} has bought {said(upgrade)} twice")
        if getattr(PRICES[upgrade], COLUMNS[unit.type]) is None:
            yield Refusal(
                PRICES.row(upgrade).cite, f"{name}: {said(upgrade)} is not to be had for this class"
            )
        elif (upgrade in ARMING and (PROFILES[unit.type].weapon, upgrade) not in LADDERS) or _idle(
            unit.type, upgrade
        ):
            yield Refusal("F-4", f"{name}: {said(upgrade)} would change nothing")
    for pair in OPPOSITES:
        if pair <= set(unit.options):
            first, second = sorted(pair)
            yield Refusal("F-3", f"{name}: {said(first)} and {said(second)} exclude each other")
    if unit.weapon is not None and (
        unit.weapon not in SPARE_ARMS.get(unit.type, ()) or ARMING & set(unit.options)
    ):
        yield Refusal("T052", f"{name}: this weapon is not to be had for this class, or not besides another")
    if not leader_sound(unit):
        words = "a Leader is rolled with one die, or with three for a trait too, each 1 to 6"
        yield Refusal("F-L4", f"{name}: {words}")
    cost = price(unit.type, unit.options)
    if unit.points != cost:
        yield Refusal("F-6", f"{name} is listed at {unit.points} points; it costs {cost}")
    if not CHEAPEST <= cost <= DEAREST:
        yield Refusal("F-2", f"{name} costs {cost} points; allowed are {CHEAPEST} to {DEAREST}")


def _idle(kind: Kind, upgrade: Upgrade) -> bool:
    """Whether an option would change nothing. [F-4]"""
    profile = PROFILES[kind]
    return (upgrade is Upgrade.POOR_SHOTS and profile.firing >= 6) or (
        upgrade is Upgrade.FIELDCRAFT and kind is Kind.TRIBAL_INFANTRY
    )


def said(upgrade: Upgrade) -> str:
    """An option in words."""
    return upgrade.value.replace("_", " ")
