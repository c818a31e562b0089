"""What there is to make a force of: leaders, the profiles of each nation, guns. [E1–E8]"""

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
    choices,
    colours,
    said,
)

from ..tables.guns import CREWS
from ..tables.points import CREW, GUNS, LEADERS
from ..words import Calibre, Quality, Trait
from .files import FORCES, ForceFile, GunFile, Profile, UnitFile, profiles
from .lists import (
    CARRONADES,
    HOWITZERS,
    LARGEST,
    MOST_CREW,
    MOST_ESCORT,
    SMALLEST,
    faults_of,
    leader_points,
    total,
    unit_points,
)
from .musters import RANKS


def _nations() -> tuple[str, ...]:
    return tuple(dict.fromkeys(p.nation for p in profiles().values() if Trait.CREW not in p.traits))


def _nation_choices() -> tuple[KitChoice, ...]:
    return tuple(KitChoice(one.value, one.words.capitalize()) for one in choices(_nations()))


def _sections() -> tuple[KitSection, ...]:
    nations = _nation_choices()
    troops = [p for p in profiles().values() if Trait.CREW not in p.traits]
    escorts = (KitChoice("", "–"), *(KitChoice(p.code, f"{p.name} ({said(p.nation)})") for p in troops))
    leaders = (
        KitField("name", "Name"), KitField("rank", "Rank", "choice", choices(RANKS)), KitField("mounted", "Mounted", "flag"),
        KitField("nation", "Nation", "choice", nations), KitField("escort", "Escort", "choice", escorts),
        KitField("escorts", "Escorts", "whole", (), 0, MOST_ESCORT),
    )  # fmt: skip
    units = (
        KitField("name", "Name"), KitField("figures", "Figures", "whole", (), SMALLEST, LARGEST),
        KitField("formed", "Begins formed", "flag"), KitField("plain", "Without a command group", "flag"), *colours(AS_THE_ARMY),
    )  # fmt: skip
    guns = (
        KitField("name", "Name"), KitField("crew", "Crew", "whole", (), 2, MOST_CREW), KitField("quality", "Crew are", "choice", choices(Quality)),
        KitField("howitzer", "Howitzer", "flag"), KitField("mortar", "Mortar", "flag"), KitField("carronade", "Carronade", "flag"), KitField("horse_team", "Horse team", "flag"), *colours(AS_THE_ARMY),
    )  # fmt: skip
    return (
        KitSection("leader", "Leaders", leaders, numbered="L"),
        KitSection("unit", "Units", units, by=("profile",), numbered="U"),
        KitSection("gun", "Guns", guns, by=("type",), numbered="G"),
    )


def _kit() -> Kit:
    head = (
        KitField("title", "Title"),
        KitField("nations", "Nations", "many", _nation_choices()),
        *colours(AS_DRESSED),
        KitField("notes", "Notes"),
    )
    leaders = [_leader(rank, mounted) for rank in RANKS for mounted in (False, True)]
    troops = [_troops(line) for line in profiles().values() if Trait.CREW not in line.traits]
    forces = [(name, FORCES.own(name)) for name in FORCES.names()]
    return Kit(
        head=head,
        sections=_sections(),
        offers=(*leaders, *troops, *(_gun(kind) for kind in Calibre)),
        blanks=tuple(_blank(nation) for nation in _nations()),
        lists=tuple(KitList(name, force.title, force.points) for name, force in forces),
        battle="encounter",
    )


def _leader(rank: str, mounted: bool) -> KitOffer:
    cost = LEADERS.row((RANKS[rank], mounted))
    row = {"name": said(cost.words).capitalize(), "rank": rank, "mounted": mounted}
    return KitOffer(
        "leader",
        "Leaders",
        cost.words,
        (("Rank", rank), ("Mounted", "yes" if mounted else "no")),
        row,
        cost.value,
    )


def _troops(line: Profile) -> KitOffer:
    cells = (
        ("Arm", line.arm.value), ("Class", line.class_.value), ("Quality", line.quality.value),
        ("Combat", f"D{line.combat}"), ("Fire", f"D{line.fire}" if line.fire else "–"), ("Evade", f"{line.ev}+"),
        ("Weapon", line.weapon.value), ("Traits", ", ".join(trait.value for trait in line.traits)),
        ("A figure", str(line.cost)),
    )  # fmt: skip
    row: dict[str, Any] = {"profile": line.code, "figures": line.size, "name": line.name, "formed": False}
    price = unit_points(UnitFile("", line.code, line.size))
    return KitOffer("unit", said(line.nation).capitalize(), line.name, cells, row, price)


def _gun(kind: Calibre) -> KitOffer:
    crew = CREWS[kind]
    row: dict[str, Any] = {
        "type": kind.value,
        "crew": crew,
        "name": f"Type {kind.value} gun",
        "quality": "regular",
    }
    howitzer, carronade = ("may be" if kind in kinds else "no" for kinds in (HOWITZERS, CARRONADES))
    cells = (("Crew", f"{crew}–{MOST_CREW}"), ("Howitzer or mortar", howitzer), ("Carronade", carronade))
    price = GUNS[kind] + CREW[Quality.REGULAR] * crew
    return KitOffer(
        "gun", "Guns", f"Type {kind.value}", cells, row, price, limits={"crew": (crew, MOST_CREW)}
    )


def _blank(nation: str) -> KitBlank:
    officer = {"id": "L0", "name": "An officer", "rank": "officer", "mounted": False, "nation": nation}
    head = {"book": "skirmish_1808", "title": "My force", "nations": [nation], "points": 0, "notes": ""}
    return KitBlank(said(nation).capitalize(), {**head, "leader": [officer], "unit": [], "gun": []})


def _gun_points(gun: GunFile) -> int:
    return GUNS[gun.type] + CREW[gun.quality] * gun.crew


def _prices(listed: ForceFile) -> dict[str, int]:
    found = {f"leader/{at}": leader_points(leader) for at, leader in enumerate(listed.leader)}
    found |= {f"unit/{at}": unit_points(unit) for at, unit in enumerate(listed.unit)}
    return found | {f"gun/{at}": _gun_points(gun) for at, gun in enumerate(listed.gun)}


def _shares(listed: ForceFile) -> Counter[str]:
    found: Counter[str] = Counter(leaders=sum(leader_points(leader) for leader in listed.leader))
    for unit in listed.unit:
        found[profiles()[unit.profile].arm.value] += unit_points(unit)
    found["guns"] += sum(_gun_points(gun) for gun in listed.gun)
    assert sum(found.values()) == total(listed)
    return +found


DESK = Desk(_kit, ForceFile, faults_of, _prices, _shares, (("", "points"),))
