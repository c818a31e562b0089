"""Orders of battle: what may stand in one and what it costs; one's own is read from its text, never from a path. [F-6, F-24]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal

from grognard.engine.files import Record, Shelf, twice
from grognard.engine.lists import by_name_or_text
from grognard.engine.livery import cloth_faults
from grognard.engine.tables import Item, Lookup, Refusal

from ..words import Arm, Formation, Rank, Trait

HOUSE = Path(__file__).parent.parent
GUN_RANGE = {7: 8, 6: 7}
"""Printed range by FV. [F-6]"""
LONGEST_TITLE, LONGEST_NAME, MOST_UNITS, MOST_LEADERS = 100, 60, 24, 12
"""Letters of a list, of its title and of a name, units and leaders of an army. [F-24.2]"""


class ListedUnit(Record, frozen=True):
    """A unit as an order of battle lists it."""

    name: str
    formation: str
    arm: Literal["inf", "cav", "art"]
    steps: int
    tem: int
    mcf: int
    fv: int = 0
    cv: int = 0
    sv: int = 0
    men: int = 0
    traits: tuple[Trait, ...] = ()
    range: int = 0
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""


class ListedLeader(Record, frozen=True):
    """A leader as an order of battle lists him."""

    name: str
    rank: Rank
    sr: int
    cr: int
    tem: int = 0
    inf: int = 0
    cav: int = 0
    art: int = 0
    formation: str = ""
    superior: str = ""
    flexible: bool = False
    passive: bool = False
    card: bool = True


class ListedFormation(Record, frozen=True):
    """A Formation: its Corps, and whether it is British or Portuguese."""

    key: str
    corps: str
    british: bool = False


class Army(Record, frozen=True):
    """An order of battle."""

    title: str
    source: Literal["given", "found", "recalled", "deduced", "invented"]
    formation: tuple[ListedFormation, ...]
    unit: tuple[ListedUnit, ...]
    leader: tuple[ListedLeader, ...]
    book: str = ""
    dress: str = ""
    """Which of the book's armies it is dressed as."""
    notes: str = ""
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""


ARMIES = Shelf(HOUSE / "armies", Army, "army")
ARMS = {"inf": Arm.INF, "cav": Arm.CAV, "art": Arm.ART}


# fmt: off
POINTS: Lookup[str, int] = Lookup("Points", "F-24", columns=("points",), rows=(
    Item("F-24", "infantry",   "infantry: a step costs its TEM less 3, a unit besides for each SV",  2),
    Item("F-24", "fire",       "infantry: each FV above 4",                                          2),
    Item("F-24", "cavalry",    "cavalry: a step costs its TEM less 2, a unit besides for each SV",   1),
    Item("F-24", "artillery",  "guns: each FV",                                                      3),
    Item("F-24", "shock",      "shock, each step",                                                   1),
    Item("F-24", "lance",      "lance, each step",                                                   1),
    Item("F-24", "cuirassier", "cuirassiers, each step",                                             1),
    Item("F-24", "light",      "light horse",                                                        1),
    Item("F-24", "rifle",      "rifles",                                                             3),
    Item("F-24", "poor",       "poorly trained",                                                    -3),
    Item("F-24", "horse",      "horse artillery",                                                    4),
    Item("F-24", "difficult",  "difficult to limber",                                               -3),
    Item("F-24", "train",      "a train",                                                            6),
    Item("F-24", "leader",     "leader: SR, half his CR, and for each TEM and arm modifier",         2),
    Item("F-24", "flexible",   "flexible leader",                                                    3),
    Item("F-24", "passive",    "passive leader",                                                    -3),
))
VALUES: Lookup[str, tuple[int, int]] = Lookup("Values of a list", "F-24.1", columns=("least", "most"), rows=(
    Item("F-24.1", "steps",    "steps of infantry and cavalry; a battery has one", (1, 12)),
    Item("F-24.1", "infantry", "FV of infantry",                                   (4, 8)),
    Item("F-24.1", "guns",     "FV of guns",                                       (5, 8)),
    Item("F-24.1", "tem",      "TEM of a unit",                                    (4, 9)),
    Item("F-24.1", "sv",       "SV",                                               (0, 3)),
    Item("F-24.1", "mcf",      "MCF",                                              (4, 14)),
    Item("F-24.1", "range",    "range of guns; 0 as its FV has it",                (0, 10)),
    Item("F-24.1", "sr",       "SR of a leader",                                   (1, 9)),
    Item("F-24.1", "cr",       "CR of a leader",                                   (1, 15)),
    Item("F-24.1", "value",    "TEM and arm modifiers of a leader",                (0, 3)),
))
# fmt: on
STEPPED = (Trait.SHOCK, Trait.LANCE, Trait.CUIRASSIER)
"""Traits paid for step by step."""
TRAITS = {
    "inf": {Trait.RIFLE, Trait.POOR},
    "cav": {Trait.SHOCK, Trait.LANCE, Trait.CUIRASSIER, Trait.LIGHT, Trait.POOR},
    "art": {Trait.HORSE, Trait.DIFFICULT, Trait.POOR, Trait.TRAIN},
}
"""Which arm has which."""


def unit_points(unit: ListedUnit) -> int:
    """What a unit costs. [F-24]"""
    arm = ARMS[unit.arm].value
    if unit.arm == "art":
        cost = POINTS[arm] * unit.fv
    else:
        less = 3 if unit.arm == "inf" else 2
        cost = unit.steps * (unit.tem - less) + POINTS[arm] * unit.sv
    cost += POINTS["fire"] * (unit.fv - 4) if unit.arm == "inf" else 0
    cost += sum(POINTS[trait.value] * (unit.steps if trait in STEPPED else 1) for trait in unit.traits)
    return max(1, cost)


def leader_points(leader: ListedLeader) -> int:
    """What a leader costs. [F-24]"""
    gifts = leader.tem + leader.inf + leader.cav + leader.art
    cost = leader.sr + leader.cr // 2 + POINTS["leader"] * gifts
    return (
        cost + (POINTS["flexible"] if leader.flexible else 0) + (POINTS["passive"] if leader.passive else 0)
    )


def total(listed: Army) -> int:
    """What an order of battle costs. [F-24]"""
    return sum(unit_points(unit) for unit in listed.unit) + sum(leader_points(one) for one in listed.leader)


def list_faults(listed: Army) -> list[Refusal]:
    """What is wrong with an order of battle, a cited line each; empty if it is sound. [F-6, F-9.2, F-24]"""
    keys = {formation.key for formation in listed.formation}
    faults = [
        Refusal("F-6", f"{unit.name} belongs to an unknown Formation '{unit.formation}'")
        for unit in listed.unit
        if unit.formation not in keys
    ]
    names = [unit.name for unit in listed.unit]
    for each in (names, [one.name for one in listed.leader], [one.key for one in listed.formation]):
        faults += [Refusal("F-6", f"{name} is listed twice") for name in twice(each)]
    for unit in listed.unit:
        faults += _unit_faults(unit)
    for leader in listed.leader:
        faults += _leader_faults(leader)
    return faults + _led(listed, keys) + list(_sizes(listed, keys))


def _within(who: str, what: str, value: int, row: str) -> Iterator[Refusal]:
    least, most = VALUES[row]
    if not least <= value <= most:
        yield Refusal(VALUES.row(row).cite, f"{who} has {what} {value}; it is from {least} to {most}")


def _unit_faults(unit: ListedUnit) -> Iterator[Refusal]:
    name = unit.name
    if unit.arm == "cav" and not 0 < unit.cv <= unit.steps + 2:
        yield Refusal("F-6", f"{name} is cavalry without a CV fit for its steps")
    if Trait.TRAIN in unit.traits:
        yield from _train_faults(unit)
    elif unit.arm != "cav":
        if unit.fv <= 0:
            yield Refusal("F-6", f"{name} has no FV")
        else:
            yield from _within(name, "an FV of", unit.fv, "guns" if unit.arm == "art" else "infantry")
    if unit.arm == "art" and unit.steps != 1:
        yield Refusal("F-6", f"{name}: a battery has one step")
    elif not 1 <= unit.steps <= 18:
        yield Refusal("COV-01", f"{name} must have 1 to 18 steps")
    else:
        yield from _within(name, "a number of steps of", unit.steps, "steps")
    for what in ("tem", "sv", "mcf", "range"):
        yield from _within(name, f"a {what.upper()} of", getattr(unit, what), what)
    wrong = set(unit.traits) - TRAITS[unit.arm]
    if wrong or len(set(unit.traits)) != len(unit.traits):
        yield Refusal("F-24.1", f"{name}: its arm has no such trait, or it is listed twice")


def _train_faults(unit: ListedUnit) -> Iterator[Refusal]:
    """Waggons have neither guns nor gunners. [F-26]"""
    if unit.fv or unit.range or unit.sv:
        yield Refusal("F-26", f"{unit.name} is a train: it has no FV, no range and no SV")
    if len(unit.traits) > 1:
        yield Refusal("F-26", f"{unit.name} is a train and has no other trait")


def has_trains(listed: Army) -> bool:
    """Whether an army brings its cartridges in waggons: then they run short. [F-26.1]"""
    return any(Trait.TRAIN in unit.traits for unit in listed.unit)


def may_stand(unit: ListedUnit, form: Formation) -> bool:
    """Whether a unit of this arm may begin so: trains are always limbered. [STK-11]"""
    return form is Formation.LIMBERED or Trait.TRAIN not in unit.traits


def _leader_faults(leader: ListedLeader) -> Iterator[Refusal]:
    name = leader.name
    yield from _within(name, "an SR of", leader.sr, "sr")
    yield from _within(name, "a CR of", leader.cr, "cr")
    for what in ("tem", "inf", "cav", "art"):
        yield from _within(name, f"for {what.upper()}", getattr(leader, what), "value")


def _led(listed: Army, keys: set[str]) -> list[Refusal]:
    """Every Formation has one Formation Leader, and he a chain of superiors who are there. [F-9.1, F-9.2]"""
    by_name = {leader.name: leader for leader in listed.leader}
    commands = [leader.formation for leader in listed.leader if leader.card and leader.formation]
    faults = [Refusal("F-9.2", f"nobody commands {key}") for key in sorted(keys - set(commands))]
    faults += [Refusal("F-9.2", f"two leaders command {key}") for key in twice(commands)]
    for leader in listed.leader:
        if leader.formation and leader.formation not in keys:
            faults.append(
                Refusal("F-9.2", f"{leader.name} commands an unknown Formation '{leader.formation}'")
            )
        seen, above = {leader.name}, leader.superior
        while above:
            if above not in by_name or above in seen:
                faults.append(Refusal("F-9.1", f"{leader.name} serves under nobody known: '{above}'"))
                break
            seen.add(above)
            above = by_name[above].superior
    return faults


def _sizes(listed: Army, keys: set[str]) -> Iterator[Refusal]:
    """What a map and a card hold. [F-24.2]"""
    if not 0 < len(listed.unit) <= MOST_UNITS or not 0 < len(listed.leader) <= MOST_LEADERS:
        yield Refusal("F-24.2", f"an army has 1 to {MOST_UNITS} units and 1 to {MOST_LEADERS} leaders")
    for key in sorted(keys - {unit.formation for unit in listed.unit}):
        yield Refusal("F-24.2", f"the Formation {key} has no unit")
    names = [*keys, *(unit.name for unit in listed.unit), *(one.name for one in listed.leader)]
    wrong = any(not name.strip() or len(name) > LONGEST_NAME for name in names)
    if wrong or not listed.title.strip() or len(listed.title) > LONGEST_TITLE:
        yield Refusal("F-24.2", f"names have 1 to {LONGEST_NAME} letters, titles {LONGEST_TITLE}")
    if listed.dress and listed.dress not in ARMIES.names():
        yield Refusal("F-24.2", f"nobody is dressed as '{listed.dress[:LONGEST_NAME]}'")
    yield from cloth_faults("F-24.2", listed, *listed.unit)


@lru_cache(maxsize=256)
def army(name: str) -> Army:
    """One of the book's own by its name, or a player's own by its text: never a file. [F-24.2]"""
    return by_name_or_text(name, ARMIES, list_faults)


def dress_of(name: str) -> str:
    """Which of the book's armies a list is, or is dressed as."""
    return army(name).dress if "\n" in name else name
