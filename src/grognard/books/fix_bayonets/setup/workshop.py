"""What there is to make an order of battle of: counters of the book's own, each to be changed at will. [F-24]"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from grognard.engine.workshop import (
    AS_DRESSED,
    AS_THE_ARMY,
    Desk,
    Kit,
    KitBlank,
    KitChoice,
    KitField,
    KitList,
    KitOffer,
    KitSection,
    choices,
    colours,
)

from ..words import Rank, Trait
from .lists import (
    ARMIES,
    ARMS,
    VALUES,
    Army,
    ListedLeader,
    ListedUnit,
    leader_points,
    list_faults,
    total,
    unit_points,
)


def _value(name: str, words: str, row: str) -> KitField:
    return KitField(name, words, "whole", (), *VALUES[row])


FORMATIONS = (
    KitField("key", "Name"),
    KitField("corps", "Corps"),
    KitField("british", "British or Portuguese", "flag"),
)
IN_FORMATION = KitField("formation", "Formation", "row", of=("formation", "key"))
UNITS = (
    KitField("name", "Name"), IN_FORMATION,
    _value("steps", "Steps", "steps"), _value("fv", "FV", "infantry"), _value("cv", "CV", "steps"), _value("tem", "TEM", "tem"),
    _value("sv", "SV", "sv"), _value("mcf", "MCF", "mcf"), KitField("traits", "Traits", "many", choices(Trait)),
    *colours(AS_THE_ARMY),
)  # fmt: skip
LEADERS = (
    KitField("name", "Name"), IN_FORMATION, KitField("superior", "Serves under", "row", of=("leader", "name")),
    KitField("rank", "Rank", "choice", choices(Rank)), _value("sr", "SR", "sr"), _value("cr", "CR", "cr"),
    _value("tem", "TEM", "value"), _value("inf", "Infantry", "value"), _value("cav", "Cavalry", "value"), _value("art", "Guns", "value"),
    KitField("flexible", "Flexible", "flag"), KitField("passive", "Passive", "flag"), KitField("card", "Has a card", "flag", on=True),
)  # fmt: skip


def _kit() -> Kit:
    dress = (KitChoice("", "–"), *(KitChoice(name, ARMIES.own(name).title) for name in ARMIES.names()))
    head = (
        KitField("title", "Title"),
        KitField("dress", "Dressed as", "choice", dress),
        *colours(AS_DRESSED),
        KitField("notes", "Notes"),
    )
    lists = [(name, ARMIES.own(name)) for name in ARMIES.names()]
    offers = [
        KitOffer(
            "formation",
            "Formations",
            "A Formation",
            (),
            {"key": "A Formation", "corps": "", "british": False},
        )
    ]
    for _, army in lists:
        offers += [_leader(army.title, leader) for leader in army.leader]
        offers += [_unit(army.title, unit) for unit in army.unit]
    return Kit(
        head=head,
        sections=(
            KitSection("formation", "Formations", FORMATIONS),
            KitSection("leader", "Leaders", LEADERS),
            KitSection("unit", "Units", UNITS),
        ),
        offers=tuple(offers),
        blanks=tuple(_blank(name, army) for name, army in lists),
        lists=tuple(KitList(name, army.title, total(army)) for name, army in lists),
        battle="open_battle",
    )


def _row(listed: ListedUnit | ListedLeader) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(listed)
    row = {key: value for key, value in row.items() if key not in ("coat", "facings")}
    return row | {key: "" for key in ("formation", "superior") if key in row}


def _unit(group: str, unit: ListedUnit) -> KitOffer:
    value = ("CV", str(unit.cv)) if unit.arm == "cav" else ("FV", str(unit.fv))
    numbers = (("Steps", unit.steps), ("TEM", unit.tem), ("SV", unit.sv), ("MCF", unit.mcf))
    traits = ", ".join(trait.value for trait in unit.traits)
    cells = (
        ("Arm", ARMS[unit.arm].value),
        value,
        *((words, str(number)) for words, number in numbers),
        ("Traits", traits),
    )
    fire = (0, 0) if Trait.TRAIN in unit.traits else VALUES["guns"]
    limits = {"fv": fire, "steps": (1, 1)} if unit.arm == "art" else {}
    return KitOffer("unit", group, unit.name, cells, _row(unit), unit_points(unit), limits=limits)


def _leader(group: str, leader: ListedLeader) -> KitOffer:
    numbers = (("SR", leader.sr), ("CR", leader.cr), ("TEM", leader.tem))
    cells = (("Rank", leader.rank.value), *((words, str(number)) for words, number in numbers))
    return KitOffer("leader", group, leader.name, cells, _row(leader), leader_points(leader))


def _blank(name: str, army: Army) -> KitBlank:
    formation, first = army.formation[0], next(one for one in army.leader if one.formation)
    head = {"title": "My army", "source": "invented", "book": "fix_bayonets", "dress": name, "notes": ""}
    rows = {
        "formation": [{"key": "First", "corps": "", "british": formation.british}],
        "leader": [{**_row(first), "formation": "First"}],
        "unit": [],
    }
    return KitBlank(army.title, {**head, **rows})


def _prices(listed: Army) -> dict[str, int]:
    found = {f"leader/{at}": leader_points(leader) for at, leader in enumerate(listed.leader)}
    return found | {f"unit/{at}": unit_points(unit) for at, unit in enumerate(listed.unit)}


def _shares(listed: Army) -> Counter[str]:
    found: Counter[str] = Counter(leaders=sum(leader_points(leader) for leader in listed.leader))
    for unit in listed.unit:
        found[ARMS[unit.arm].value] += unit_points(unit)
    return found


DESK = Desk(_kit, Army, list_faults, _prices, _shares)
