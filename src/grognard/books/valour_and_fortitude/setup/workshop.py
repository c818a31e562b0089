"""What there is to make an army of: the sheets of the nations, in brigades with their leaders. [15, 32, 33, F2.1–F2.7]"""

from __future__ import annotations

from collections import Counter
from typing import Any

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
    colours,
    said,
)

from ..words import Arm, Special
from .files import FORCES, ForceFile, ProfileRow, SheetFile, profile_of, sheet, sheet_names
from .lists import LARGEST, SMALLEST, list_faults, total, unknown

UNITS = (
    KitField("name", "Name"),
    KitField("figures", "Figures", "whole", (), 0, 48),
    KitField("elite", "Elite in", "many"),
    KitField("understrength", "Understrength", "flag"),
    KitField("unenthusiastic", "Unenthusiastic", "flag"),
    KitField("stoic", "Stoic", "flag"),
    *colours(AS_THE_ARMY),
)


def _kit() -> Kit:
    sheets = tuple(KitChoice(name, sheet(name).title) for name in sheet_names())
    head = (
        KitField("title", "Title"),
        KitField("sheet", "Army sheet", "choice", sheets),
        KitField("commander", "Army leader"),
        KitField("limit", "Points", "whole", (), 20, 2000),
        *colours(AS_DRESSED),
        KitField("notes", "Notes"),
    )
    brigade = (KitField("name", "Name"), KitField("leader", "Leader"))
    lists = [(name, FORCES.own(name)) for name in FORCES.names()]
    first = KitOffer(
        "brigade",
        "Brigades",
        "A brigade",
        (("Units", f"{SMALLEST}–{LARGEST}"),),
        {"name": "A brigade", "leader": "A brigadier", "unit": []},
    )
    return Kit(
        head=head,
        sections=(
            KitSection("brigade", "Brigades", brigade),
            KitSection("unit", "Units", UNITS, within="brigade", by=("profile", "sheet"), numbered="U"),
        ),
        offers=(first, *(_offer(name, row) for name in sheet_names() for row in sheet(name).profile)),
        blanks=tuple(_blank(name) for name in sheet_names()),
        lists=tuple(KitList(name, listed.title, total(listed)) for name, listed in lists),
        battle="setpiece_battle",
        limit="limit",
    )


def _offer(name: str, row: ProfileRow) -> KitOffer:
    low, high = row.figures
    cells = (
        ("Arm", said(row.arm)), ("Figures", str(low) if low == high else f"{low}–{high}"), ("Fire", str(row.fire or "–")),
        ("Range", f"{row.range}″" if row.range else "–"), ("Melee", str(row.melee)), ("Tenacity", str(row.tenacity)),
        ("Special rules", ", ".join(special.value for special in row.specials)),
    )  # fmt: skip
    taken: dict[str, Any] = {"profile": row.id, "sheet": name, "name": row.name, "elite": []}
    if row.arm is not Arm.ARTILLERY:
        taken["figures"] = high
    own = sheet(name)
    return KitOffer(
        "unit", own.title, row.name, cells, taken, row.points, {"elite": _elites(own, row), **_flags(own, row)},
        {"figures": (1 if row.arm is not Arm.ARTILLERY else 0, high)},
    )  # fmt: skip


def _elites(own: SheetFile, row: ProfileRow) -> tuple[KitChoice, ...]:
    fire = own.options.elite_fire_artillery if row.arm is Arm.ARTILLERY else own.options.elite_fire
    found = (KitChoice("fire", "fire", fire),) if row.fire else ()
    return (
        *found,
        KitChoice("melee", "melee", own.options.elite_melee),
        KitChoice("tenacity", "tenacity", own.options.elite_tenacity),
    )


def _flags(own: SheetFile, row: ProfileRow) -> dict[str, tuple[KitChoice, ...]]:
    """What else is to be had, with its price; none where it is not. [F2.5, F2.6, F4.1]"""
    options, militia = own.options, Special.MILITIA in row.specials
    weak = not row.detachment and row.arm is not Arm.ARTILLERY
    found = {
        "understrength": options.understrength if weak else None,
        "unenthusiastic": None if militia else options.unenthusiastic,
        "stoic": options.stoic if row.id in options.stoics else None,
    }
    return {name: () if cost is None else (KitChoice(name, name, cost),) for name, cost in found.items()}


def _blank(name: str) -> KitBlank:
    head = {
        "kind": "list",
        "book": "valour_and_fortitude",
        "title": "My army",
        "sheet": name,
        "commander": "A general",
    }
    brigade: dict[str, Any] = {"name": "1st Brigade", "leader": "A brigadier", "unit": []}
    return KitBlank(sheet(name).title, {**head, "limit": 300, "notes": "", "brigade": [brigade]})


def _prices(listed: ForceFile) -> dict[str, int]:
    return {
        f"brigade/{at}/unit/{n}": profile_of(unit, listed.sheet).points
        for at, brigade in enumerate(listed.brigade)
        for n, unit in enumerate(brigade.unit)
        if unknown(unit, listed.sheet) is None
    }


def _shares(listed: ForceFile) -> Counter[str]:
    found: Counter[str] = Counter()
    for unit in (unit for brigade in listed.brigade for unit in brigade.unit):
        if unknown(unit, listed.sheet) is None:
            profile = profile_of(unit, listed.sheet)
            found[said(profile.arm)] += profile.points
    return found


DESK = Desk(_kit, ForceFile, list_faults, _prices, _shares)
