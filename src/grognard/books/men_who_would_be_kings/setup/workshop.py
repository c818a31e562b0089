"""What there is to make a force of: the troops of the book with their upgrades and prices. [F-1–F-6]"""

from __future__ import annotations

from collections import Counter
from typing import Any

from grognard.engine.workshop import (
    AS_DRESSED,
    AS_THE_ARMY,
    Desk,
    DraftTold,
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

from ..facts.values import discipline, fighting, firing, weapon_of
from ..state import Unit
from ..tables.profiles import COLUMNS, PRICES, PROFILES, SPARE_ARMS, WEAPONS
from ..words import Kind, Upgrade
from .forces import (
    FORCES,
    Force,
    ForceUnit,
    force_faults,
    leader_sound,
    leader_words,
    price,
    said,
    unit_faults,
)

ROLLS = (
    KitChoice(0, "flat Leadership"),
    KitChoice(1, "Leadership rolled"),
    KitChoice(3, "Leadership and trait rolled"),
)
"""With how many dice a Leader is made. [F-L1–F-L4]"""
FIELDS = (
    KitField("name", "Name"),
    KitField("leader", "Leader"),
    KitField("rolled", "His qualities", "dice", ROLLS),
    KitField("options", "Upgrades and downgrades", "many", choices(Upgrade)),
    KitField("weapon", "Carries instead", "choice"),
    *colours(AS_THE_ARMY),
)


def _kit() -> Kit:
    dress = (KitChoice("", "–"), *(KitChoice(name, FORCES.own(name).title) for name in FORCES.names()))
    head = (
        KitField("title", "Title"),
        KitField("dress", "Dressed as", "choice", dress),
        *colours(AS_DRESSED),
        KitField("notes", "Notes"),
    )
    forces = [(name, FORCES.own(name)) for name in FORCES.names()]
    blank = {"title": "My force", "source": "invented", "points": 0, "book": "men_who_would_be_kings"}
    return Kit(
        head=head,
        sections=(KitSection("unit", "Units", FIELDS, by=("type",)),),
        offers=(
            *(_offer(row.key) for row in PROFILES),
            *(_named(force.title, unit) for _, force in forces for unit in force.unit),
        ),
        blanks=(KitBlank("An empty force", {**blank, "dress": "", "notes": "", "unit": []}),),
        lists=tuple(KitList(name, force.title, force.points) for name, force in forces),
        battle="meeting",
    )


def _named(group: str, unit: ForceUnit) -> KitOffer:
    """A unit of one of the book's forces, as it is there: by nation and time. [F-6]"""
    profile, weapon = PROFILES[unit.type], weapon_of(unit.type, unit.options, unit.weapon)
    drawn = Unit(0, "", unit.name, 0, unit.type, unit.options, 0, profile.models, weapon)
    cells = (
        ("Troops", PROFILES.row(unit.type).words),
        ("Models", str(profile.models)),
        ("Move", f"{profile.move // 100}″"),
        ("Discipline", f"{discipline(drawn):+d}"),
        ("Fighting", f"{fighting(drawn)}+"),
        ("Firing", f"{firing(drawn)}+"),
        ("Weapon", WEAPONS.row(weapon).words),
        ("Options", ", ".join(map(said, unit.options))),
    )
    row: dict[str, Any] = {"name": unit.name, "type": unit.type.value, "leader": unit.leader}
    row["options"] = [option.value for option in unit.options]
    if unit.weapon is not None:
        row["weapon"] = unit.weapon.value
    return KitOffer("unit", group, unit.name, cells, row, price(unit.type, unit.options))


def _offer(kind: Kind) -> KitOffer:
    row = PROFILES.row(kind)
    profile = row.value
    cells = (
        ("Models", str(profile.models)),
        ("Move", f"{profile.move // 100}″"),
        ("Discipline", f"{profile.discipline:+d}"),
        ("Fighting", f"{profile.fighting}+"),
        ("Firing", f"{profile.firing}+"),
        ("Weapon", WEAPONS.row(profile.weapon).words),
    )
    arms = [
        KitChoice("", "–"),
        *(KitChoice(arm.value, WEAPONS.row(arm).words) for arm in SPARE_ARMS.get(kind, ())),
    ]
    return KitOffer(
        "unit",
        "Troops",
        row.words,
        cells,
        {"name": row.words.capitalize(), "type": kind.value, "options": [], "leader": ""},
        profile.points,
        choices={"options": _upgrades(kind), "weapon": tuple(arms)},
    )


def _upgrades(kind: Kind) -> tuple[KitChoice, ...]:
    """The upgrades a class may have, with what they cost it; one that would change nothing is none. [F-3, F-4]"""
    found = []
    for row in PRICES:
        cost = getattr(row.value, COLUMNS[kind])
        if cost is None:
            continue
        tried = ForceUnit("x", kind, price(kind, (row.key,)), (row.key,))
        if not any(fault.cite == "F-4" for fault in unit_faults(tried)):
            found.append(KitChoice(row.key.value, said(row.key), cost))
    return tuple(found)


def _prices(listed: Force) -> dict[str, int]:
    return {f"unit/{at}": price(unit.type, unit.options) for at, unit in enumerate(listed.unit)}


def _told(listed: Force) -> dict[str, DraftTold]:
    """What the dice of each Leader came to. [F-L4]"""
    rows = enumerate(listed.unit)
    return {f"unit/{at}": DraftTold(leader_words(unit), "F-L4") for at, unit in rows if leader_sound(unit)}


def _shares(listed: Force) -> Counter[str]:
    found: Counter[str] = Counter()
    for unit in listed.unit:
        found[PROFILES[unit.type].troops.value] += price(unit.type, unit.options)
    return found


DESK = Desk(
    _kit,
    Force,
    lambda listed: list(force_faults(listed)),
    _prices,
    _shares,
    (("unit", "points"), ("", "points")),
    told=_told,
)
