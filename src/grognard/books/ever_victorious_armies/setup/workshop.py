"""What there is to make an army of: the units of the book's own, each to be changed at will. [B1–B6, Y1, Y2]"""

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
    said,
)

from ..words import GUNS, Kind, Order, Training, Trait, Weapon
from .lists import ARMIES, SIZES, Army, ArmyUnit, list_faults, unit_points

FIELDS = (
    KitField("name", "Name"),
    KitField("type", "Troops", "choice", choices(Kind)),
    KitField("figures", "Figures", "whole", (), 1, 18),
    KitField("training", "Training", "choice", choices(Training)),
    KitField("weapon", "Weapon", "choice", choices(Weapon)),
    KitField("orders", "Orders", "many", choices((Order.LINE, Order.COLUMN, Order.SKIRMISH, Order.FORMED))),
    KitField("traits", "Traits", "many", choices(Trait)),
    KitField("reserve", "Stays at home", "flag"),
    KitField("subordinate", "Serves under the commander-in-chief", "flag"),
    *colours(AS_THE_ARMY),
)


def _kit() -> Kit:
    dress = (KitChoice("", "–"), *(KitChoice(name, ARMIES.own(name).title) for name in ARMIES.names()))
    head = (
        KitField("title", "Title"),
        KitField("dress", "Dressed as", "choice", dress),
        *colours(AS_DRESSED),
        KitField("notes", "Notes"),
    )
    lists = [(name, ARMIES.own(name)) for name in ARMIES.names()]
    return Kit(
        head=head,
        sections=(KitSection("unit", "Units", FIELDS, numbered="U"),),
        offers=tuple(_offer(army.title, unit) for _, army in lists for unit in army.unit),
        blanks=tuple(_blank(name, army) for name, army in lists),
        lists=tuple(KitList(name, army.title, army.points) for name, army in lists),
        battle="open_battle",
    )


def _row(unit: ArmyUnit) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(unit)
    return {
        key: value for key, value in row.items() if key not in ("id", "points", "reserve", "coat", "facings")
    }


def _offer(group: str, unit: ArmyUnit) -> KitOffer:
    cells = (
        ("Troops", said(unit.type)),
        ("Figures", str(unit.figures)),
        ("Training", said(unit.training)),
        ("Weapon", said(unit.weapon)),
        ("Orders", ", ".join(map(said, unit.orders))),
        ("Traits", ", ".join(map(said, unit.traits))),
    )
    sizes = SIZES[unit.type]
    return KitOffer(
        "unit",
        group,
        unit.name,
        cells,
        _row(unit),
        unit_points(unit),
        limits={"figures": (sizes[0], sizes[-1])},
    )


def _blank(name: str, army: Army) -> KitBlank:
    chief = next(u for u in army.unit if u.type is Kind.GENERAL and not u.subordinate)
    head = {
        "title": "My army",
        "key": army.key,
        "source": "a player's own",
        "points": 0,
        "book": "ever_victorious_armies",
    }
    return KitBlank(army.title, {**head, "dress": name, "notes": "", "unit": [{"id": "U0", **_row(chief)}]})


def _prices(listed: Army) -> dict[str, int]:
    return {f"unit/{at}": unit_points(unit) for at, unit in enumerate(listed.unit)}


def _shares(listed: Army) -> Counter[str]:
    found: Counter[str] = Counter()
    for unit in listed.unit:
        if not unit.reserve:
            found["guns" if unit.type in GUNS else said(unit.type)] += unit_points(unit)
    return found


def _total(listed: Army) -> int:
    return sum(unit_points(unit) for unit in listed.unit if not unit.reserve)


DESK = Desk(_kit, Army, list_faults, _prices, _shares, (("unit", "points"), ("", "points")), _total)
