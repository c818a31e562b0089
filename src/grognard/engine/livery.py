"""What armies wear: coats, facings, headgear, horses, shields and flags, so that each is known by its own colours.

A book keeps them in `liveries.toml`, dyes by their names:

    [army.french]
    colour = "blue"
    flag = ["thirds", "blue", "white", "scarlet"]

    [livery.fr-rifle]
    like = "fr-line"
    army = ["french"]
    worn_by = ["Voltigeurs"]
    plume = "yellow"

`worn_by` names units, types or arms, whatever the sheet asks by; a livery that names nobody is for the rest of its
armies. The drawing is a client's business: nothing here is a rule.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from typing import Any, Literal, Protocol, TypeVar, get_args

import msgspec

from grognard.engine.tables import Refusal

DYES = {
    "scarlet": "#b3232b", "madder": "#93362f", "crimson": "#8a1c3c", "rose": "#d08d98", "orange": "#cc6a24",
    "yellow": "#dfb23c", "buff": "#d6bd88", "straw": "#d8bc74", "khaki": "#b39c68", "ochre": "#a8792c",
    "white": "#efe9db", "grey": "#8d8c86", "iron": "#565b61", "black": "#25232a", "fur": "#2c231d",
    "blue": "#294b98", "indigo": "#24376c", "sky": "#6d93c2", "teal": "#1f6a70", "purple": "#67396f",
    "green": "#3a7345", "rifle": "#2d5940", "leaf": "#5c8a3f", "brown": "#6b472c", "russet": "#8c5230",
    "bay": "#6b4226", "chestnut": "#8b4a29", "sooty": "#3a3028", "dapple": "#aeaaa2", "camel": "#c0975c",
    "steel": "#b7c1c8", "brass": "#c79d3f", "fair": "#dfb391", "olive": "#b07d52", "umber": "#85563a", "ebony": "#4a3226",
}  # fmt: skip
"""The colours there are, as a map's colourist would mix them."""
CLOTH = (
    "scarlet", "madder", "crimson", "rose", "orange", "yellow", "buff", "straw", "khaki", "ochre", "white", "grey", "iron", "black",
    "blue", "indigo", "sky", "teal", "purple", "green", "rifle", "leaf", "brown", "russet",
)  # fmt: skip
"""The dyes of cloth: what coats and facings of a list of one's own may have."""

Headgear = Literal[
    "shako", "bearskin", "bonnet", "busby", "bicorne", "helmet", "tarleton", "czapka", "round", "cap",
    "turban", "pith", "slouch", "fez", "cone", "band", "scarf", "hood", "bare",
]  # fmt: skip
"""What is on a head; `band` is a ring of skin or cloth, `cone` a hat of plaited bamboo."""
Weapon = Literal["musket", "rifle", "lance", "sabre", "spear", "sword", "bow", "none"]
Pattern = Literal["plain", "thirds", "bands", "cross", "saltire", "union", "border", "disc", "halves"]


class Livery(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a figure is drawn. Colours are `#rrggbb`; no shield, plume or plate where none is named."""

    key: str
    coat: str
    facings: str
    legs: str = DYES["white"]
    head: Headgear = "shako"
    crown: str = DYES["black"]
    """The colour of what is on the head."""
    plume: str = ""
    belts: str = DYES["white"]
    """Crossed over the coat; empty: none."""
    pack: str = DYES["brown"]
    """On the back; empty: none."""
    plate: str = ""
    """A cuirass over the coat."""
    skin: str = DYES["fair"]
    weapon: Weapon = "musket"
    horse: str = DYES["bay"]
    shield: tuple[str, ...] = ()
    """Its colour and that of its marks."""


class Army(msgspec.Struct, frozen=True):
    """The colour a whole side goes by, and its flag: a pattern and the colours in it."""

    colour: str
    flag: tuple[str, ...]


class Coloured(Protocol):
    """A list, or a unit of one, with coats and facings of its own; empty: as its livery has them."""

    @property
    def coat(self) -> str: ...
    @property
    def facings(self) -> str: ...


C = TypeVar("C", bound=msgspec.Struct)


def in_colours(army: Coloured, units: Iterable[C]) -> tuple[C, ...]:
    """The units of a list, those without colours of their own in their army's."""
    if not army.coat and not army.facings:
        return tuple(units)
    rows: Iterable[Any] = units
    return tuple(
        msgspec.structs.replace(row, coat=row.coat or army.coat, facings=row.facings or army.facings)
        for row in rows
    )


def cloth_of(unit: Coloured) -> str:
    """What it wears over its livery: `/#coat/#facings`; empty if it has no colours of its own."""
    return f"/{DYES.get(unit.coat, '')}/{DYES.get(unit.facings, '')}" if unit.coat or unit.facings else ""


def cloth_faults(cite: str, *coloured: Coloured) -> Iterator[Refusal]:
    """Colours that nobody dyes cloth in."""
    for word in dict.fromkeys(word for one in coloured for word in (one.coat, one.facings)):
        if word and word not in CLOTH:
            yield Refusal(cite, f"no cloth is dyed '{word[:40]}'; there is: {', '.join(CLOTH)}")


class Wardrobe:
    """The liveries of a book, found by who asks."""

    def __init__(
        self,
        liveries: dict[str, Livery],
        armies: dict[str, Army],
        worn: dict[tuple[str, str], str],
    ):
        self.liveries, self.armies, self.worn = liveries, armies, worn

    def of(self, army: str, *words: str, cloth: str = "") -> str:
        """The key of what somebody wears: by the first of these words that an army (or any) dresses; empty: nobody knows.

        Cloth of his own (`cloth_of`) stands behind the key.
        """
        for word in (*words, ""):
            for whose in (army, ""):
                if key := self.worn.get((whose, word)):
                    return key + cloth
        return cloth

    def closet(self, *armies: str) -> tuple[Livery, ...]:
        """What these armies may wear."""
        keys = {key for (army, _), key in self.worn.items() if army in armies or not army}
        return tuple(livery for key, livery in self.liveries.items() if key in keys)

    def army(self, name: str) -> Army:
        """An army's colour and flag; unbleached cloth for one that is not known."""
        return self.armies.get(name, UNKNOWN)


UNKNOWN = Army(DYES["iron"], ("plain", DYES["white"]))


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    like: str = ""
    army: tuple[str, ...] = ("",)
    worn_by: tuple[str, ...] = ()
    coat: str = ""
    facings: str = ""
    legs: str | None = None
    head: Headgear | None = None
    crown: str | None = None
    plume: str | None = None
    belts: str | None = None
    pack: str | None = None
    plate: str | None = None
    skin: str | None = None
    weapon: Weapon | None = None
    horse: str | None = None
    shield: tuple[str, ...] | None = None


class _Banner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    colour: str
    flag: tuple[str, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    army: dict[str, _Banner]
    livery: dict[str, _Entry]


@cache
def load_wardrobe(package: str) -> Wardrobe:
    """Read `liveries.toml` from a book's package; nothing in it if there is none."""
    file = resources.files(package).joinpath("liveries.toml")
    if not file.is_file():
        return Wardrobe({}, {}, {})
    read = msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File)
    liveries: dict[str, Livery] = {}
    worn: dict[tuple[str, str], str] = {}
    for key, entry in read.livery.items():
        liveries[key] = _livery(key, entry, liveries)
        for army in entry.army:
            for word in entry.worn_by or ("",):
                if (army, word) in worn:
                    raise ValueError(f"{package}: '{word}' of '{army}' wears {worn[army, word]} and {key}")
                worn[army, word] = key
    armies = {name: Army(_dye(banner.colour), _flag(banner.flag)) for name, banner in read.army.items()}
    return Wardrobe(liveries, armies, worn)


def _livery(key: str, entry: _Entry, known: dict[str, Livery]) -> Livery:
    base: dict[str, Any] = {"key": key}
    if entry.like:
        if entry.like not in known:
            raise ValueError(f"livery '{key}' is like '{entry.like}', which does not come before it")
        base = msgspec.structs.asdict(known[entry.like]) | base
    for field in msgspec.structs.fields(Livery)[1:]:
        value = getattr(entry, field.name)
        if value in (None, "") and not (value == "" and field.name in ("plume", "belts", "pack", "plate")):
            continue
        base[field.name] = value if field.name in ("head", "weapon") else _dyed(value)
    return msgspec.convert(base, Livery)


def _dyed(value: str | tuple[str, ...]) -> str | tuple[str, ...]:
    return tuple(_dye(one) for one in value) if isinstance(value, tuple) else _dye(value) if value else ""


def _dye(name: str) -> str:
    if name not in DYES:
        raise ValueError(f"there is no dye '{name}'; there are: {', '.join(DYES)}")
    return DYES[name]


def _flag(flag: tuple[str, ...]) -> tuple[str, ...]:
    if not flag or flag[0] not in get_args(Pattern):
        raise ValueError(f"a flag begins with its pattern: {', '.join(get_args(Pattern))}")
    return (flag[0], *(_dye(name) for name in flag[1:]))
