"""The records of forces and scenarios, as they are written down."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from grognard.engine.about import About
from grognard.engine.book import BadInput
from grognard.engine.files import Record, Shelf, players_list, read_toml

from ..words import Arm, Calibre, Class, Quality, Trait, Weapon

HOUSE = Path(__file__).parent.parent
Spot = tuple[float, float]
LONGEST_LIST = 20000
"""How long a list written out in an option may be."""


class Profile(Record, frozen=True, rename={"class_": "class"}):
    """A line of the profile table. [E1]"""

    code: str
    name: str
    nation: str
    arm: Arm
    class_: Class
    quality: Quality
    combat: Literal[6, 8, 10, 12]
    fire: Literal[0, 6, 8, 10, 12]
    ev: int
    weapon: Weapon
    cost: int
    size: int
    traits: tuple[Trait, ...] = ()


class _Profiles(Record, frozen=True):
    profile: tuple[Profile, ...]


class LeaderFile(Record, frozen=True):
    """A command unit in a list. [C1, E3]"""

    id: str
    name: str
    rank: Literal["sergeant", "officer", "staff", "hq"]
    mounted: bool = False
    escort: str = ""
    """Profile of the escort."""
    escorts: int = 0
    nation: str = ""


class UnitFile(Record, frozen=True):
    """A unit in a list. [E1, E2]"""

    id: str
    profile: str
    figures: int
    name: str = ""
    formed: bool = False
    """How it arrives, if it comes late."""
    plain: bool = False
    """Without its command group, though it is large enough: part of a split unit."""
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""

    @property
    def called(self) -> str:
        """What a fault is told of."""
        return self.name or self.id


class GunFile(Record, frozen=True):
    """A gun in a list. [E4]"""

    id: str
    type: Calibre
    crew: int
    name: str = ""
    quality: Quality = Quality.REGULAR
    howitzer: bool = False
    mortar: bool = False
    carronade: bool = False
    horse_team: bool = False
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""

    @property
    def called(self) -> str:
        """What a fault is told of."""
        return self.name or self.id


class ConvoyFile(Record, frozen=True):
    """Wagons in a list; they cost nothing. [S3]"""

    id: str
    name: str
    wagons: int


class ForceFile(Record, frozen=True):
    """A list. [E1–E7]"""

    title: str
    nations: tuple[str, ...]
    points: int
    leader: tuple[LeaderFile, ...] = ()
    unit: tuple[UnitFile, ...] = ()
    gun: tuple[GunFile, ...] = ()
    convoy: tuple[ConvoyFile, ...] = ()
    book: str = "skirmish_1808"
    source: str = "ours"
    notes: str = ""
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""


class _SideFile(Record, frozen=True):
    key: str
    name: str
    force: str
    home: tuple[Spot, Spot]
    conceals: bool = False


class TerrainFile(Record, frozen=True):
    """A piece of ground."""

    kind: str
    name: str
    poly: tuple[Spot, ...]
    height: float = 0
    toughness: int = 0
    level: int = 0
    horse: bool = False
    """A wood that horse may enter here. [A-27]"""


class _ZoneFile(Record, frozen=True):
    side: str
    poly: tuple[Spot, ...]
    unit: str = ""


class PlaceFile(Record, frozen=True, rename={"with_": "with"}):
    """Where a unit begins."""

    id: str
    at: Spot = (0, 0)
    facing: float = 0
    formed: bool = False
    files: int = 0
    house: str = ""
    hidden: bool = False
    limbered: bool = False
    with_: str = ""


class _ArrivalFile(Record, frozen=True):
    side: str
    units: tuple[str, ...]
    turn: int
    edge: tuple[Spot, Spot]


class _ExitFile(Record, frozen=True):
    side: str
    edge: tuple[Spot, Spot]
    units: tuple[str, ...] = ()
    points: int = 0
    share: int = 0
    ends: bool = False


class _PrizeFile(Record, frozen=True):
    kind: Literal["house", "area", "wagon", "bridge"]
    points: int
    side: str = ""
    area: str = ""


class ScenarioFile(Record, frozen=True):
    """A scenario as it is written down."""

    title: str
    blurb: str
    source: str
    table: tuple[float, float]
    turns: int
    side: tuple[_SideFile, _SideFile]
    terrain: tuple[TerrainFile, ...]
    place: tuple[PlaceFile, ...] = ()
    zone: tuple[_ZoneFile, ...] = ()
    arrival: tuple[_ArrivalFile, ...] = ()
    exit: tuple[_ExitFile, ...] = ()
    prize: tuple[_PrizeFile, ...] = ()
    losses_share: int = 100
    sneaks: bool = True
    about: About = About()
    draws: bool = False
    """Whether its table may be drawn by a number. [E9]"""


@cache
def profiles() -> dict[str, Profile]:
    """The profile table."""
    found = read_toml(HOUSE / "armies" / "profiles.toml", _Profiles)
    return {profile.code: profile for profile in found.profile}


def profile(code: str) -> Profile:
    """A line of the profile table; BadInput if there is none such."""
    if code not in profiles():
        raise BadInput(f"there is no profile '{code}'; there are: {', '.join(profiles())}")
    return profiles()[code]


FORCES = Shelf(HOUSE / "armies", ForceFile, "force", besides=("profiles",))


def written_out(text: str) -> ForceFile:
    """A list written out in an option: it names no file. [E1]"""
    if len(text) > LONGEST_LIST:
        raise BadInput("that list is too long")
    if not text.startswith("{"):
        return players_list(text, ForceFile)
    try:
        return msgspec.json.decode(text, type=ForceFile)
    except msgspec.DecodeError as fault:
        raise BadInput(f"that is no list of this book: {fault}") from None
