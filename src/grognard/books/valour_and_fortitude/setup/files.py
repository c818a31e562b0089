"""The files a battle is read from: sheets, lists and scenarios, as they are written."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from grognard.engine.about import About
from grognard.engine.book import BadInput
from grognard.engine.files import Record, Shelf, hundredths, parsed, text_of

from ..state import Profile
from ..words import Arm, Nation, Order, Special

HOUSE = Path(__file__).parent.parent
Inches = int | float
Corner = tuple[Inches, Inches]


class ProfileRow(Record, frozen=True):
    """[[profile]] of a sheet: one line of the army sheet. [33]"""

    id: str
    """How lists name it: "line_infantry"."""
    name: str
    arm: Arm
    figures: tuple[int, int]
    """Minimum and maximum; artillery one gun. [15]"""
    melee: int
    tenacity: int
    points: int
    fire: int = 0
    """0 or left out: no fire value. [B16]"""
    weapon: str = ""
    range: Inches = 0
    specials: tuple[Special, ...] = ()
    detachment: bool = False
    """The name says Detachment. [B67]"""
    source: Literal["found", "recalled", "invented"] = "found"


class SheetOptions(Record, frozen=True):
    """[options] of a sheet: what list options cost. [F2.1]"""

    elite_fire: int = 3
    elite_fire_artillery: int = 9
    elite_melee: int = 2
    elite_tenacity: int = 4
    understrength: int = -5
    unenthusiastic: int | None = None
    """None: this army has no such option."""
    stoic: int | None = None
    """Russians: reroll natural 1s in valour tests. [F4.1]"""
    stoics: tuple[str, ...] = ()
    """The profiles that may be so."""


class SheetFile(Record, frozen=True):
    """armies/<nation>.toml with kind = "sheet"."""

    kind: Literal["sheet"]
    book: str
    title: str
    nation: Nation
    """Whose fate table it has. [43]"""
    source: str
    profile: tuple[ProfileRow, ...]
    options: SheetOptions = SheetOptions()
    guests: tuple[str, ...] = ()
    """Other sheets whose units may stand in this army's brigades. [F4.2]"""


class ListedUnit(Record, frozen=True):
    """[[brigade.unit]] of a list."""

    id: str
    profile: str
    figures: int = 0
    """0: the minimum."""
    name: str = ""
    """Left out: the profile's name."""
    sheet: str = ""
    """Left out: the list's own sheet (Portuguese with the British)."""
    elite: tuple[Literal["fire", "melee", "tenacity"], ...] = ()
    understrength: bool = False
    unenthusiastic: bool = False
    stoic: bool = False
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""

    @property
    def called(self) -> str:
        """What a fault is told of."""
        return self.name or self.id


class ListedBrigade(Record, frozen=True):
    """[[brigade]] of a list: 2 to 8 units and a leader. [32]"""

    name: str
    leader: str
    unit: tuple[ListedUnit, ...]


class ForceFile(Record, frozen=True):
    """armies/<name>.toml with kind = "list"."""

    kind: Literal["list"]
    book: str
    title: str
    sheet: str
    commander: str
    """The army leader's name. [30]"""
    limit: int
    """Points it may cost; the true cost is worked out."""
    brigade: tuple[ListedBrigade, ...]
    source: str = ""
    notes: str = ""
    coat: str = ""
    facings: str = ""
    """Colours of its own cloth."""


class SideRow(Record, frozen=True):
    """[[side]]: exactly two."""

    key: str
    name: str
    army: str
    """A list of armies/."""


class TerrainRow(Record, frozen=True):
    """[[terrain]]: kind is a key of tables/terrain.py; poly an outline, or the points of a wall, hedge or stream."""

    kind: str
    name: str
    poly: tuple[Corner, ...]
    crest: tuple[Corner, ...] = ()
    contours: tuple[tuple[Corner, ...], ...] = ()
    group: str = ""


class ZoneRow(Record, frozen=True):
    """[[zone]]: where a side deploys; convex is best, the first zone of a side is where units are drawn up."""

    side: str
    poly: tuple[Corner, ...]


class ObjectiveRow(Record, frozen=True):
    """[[objective]]: `at`, or `feature` (a building or wood by name); `holder` is a side's key or left out."""

    name: str
    at: Corner | None = None
    feature: str = ""
    holder: str = ""


class PlaceRow(Record, frozen=True):
    """[[unit]]: where a unit of a list stands. `order` close (files count), open, square, limbered, unlimbered.

    `side` is needed only where both lists have a unit of that id.
    """

    id: str
    side: str = ""
    at: Corner = (0, 0)
    facing: Inches = 0
    files: int = 0
    order: Order | None = None
    feature: str = ""
    """A building or wood it occupies instead of standing at a place. [172]"""


class LeaderRow(Record, frozen=True):
    """[[leader]]: `brigade` by name, left out for the army leader."""

    side: str
    at: Corner
    brigade: str = ""


class ArrivalRow(Record, frozen=True):
    """[[arrival]]: a brigade, by name, that comes as reinforcements. [149]"""

    side: str
    brigade: str
    turn: int
    at: Corner
    """The arrival point, on an edge of the table."""


class ScenarioFile(Record, frozen=True):
    """scenarios/<name>.toml."""

    title: str
    blurb: str
    source: str
    table: tuple[Inches, Inches]
    turns: int
    first: str
    """The key of the side that takes the first turn. [34]"""
    side: tuple[SideRow, SideRow]
    terrain: tuple[TerrainRow, ...] = ()
    zone: tuple[ZoneRow, ...] = ()
    objective: tuple[ObjectiveRow, ...] = ()
    unit: tuple[PlaceRow, ...] = ()
    leader: tuple[LeaderRow, ...] = ()
    arrival: tuple[ArrivalRow, ...] = ()
    about: About = About()
    draws: bool = False
    """Whether its table may be drawn by a number. [F7.7]"""


class _Kind(msgspec.Struct, frozen=True):
    kind: str = ""


@cache
def kinds() -> dict[str, str]:
    """What each file of armies/ is: a sheet or a list."""
    paths = sorted((HOUSE / "armies").glob("*.toml"))
    return {path.stem: parsed(path.name, text_of(path), _Kind).kind for path in paths}


def _of(kind: str) -> tuple[str, ...]:
    return tuple(name for name, each in kinds().items() if each == kind)


SHEETS = Shelf(HOUSE / "armies", SheetFile, "army sheet", besides=_of("list"))
FORCES = Shelf(HOUSE / "armies", ForceFile, "army list", besides=_of("sheet"))
force = FORCES.load
sheet = SHEETS.own
force_names = FORCES.names
sheet_names = SHEETS.names


def row_for(listed: ListedUnit, of: str) -> ProfileRow:
    """The line of the sheet a listed unit is bought from; another sheet may be named. [F4.2]"""
    for row in sheet(listed.sheet or of).profile:
        if row.id == listed.profile:
            return row
    raise BadInput(f"{listed.called}: {sheet(listed.sheet or of).title} has no “{listed.profile}”")


def profile_of(listed: ListedUnit, of: str) -> Profile:
    """A listed unit's profile, its options included, each once. [33, F2.1, F2.2, F2.3, F2.4, F2.5a, F2.6, F4.1]"""
    row, costs = row_for(listed, of), sheet(listed.sheet or of).options
    weak = int(listed.understrength and Special.MILITIA not in row.specials) + int(listed.unenthusiastic)
    fire = row.fire + ("fire" in listed.elite and row.fire > 0)
    specials = (*row.specials, Special.STOIC) if listed.stoic else row.specials
    points = row.points + (costs.understrength if listed.understrength else 0)
    points += (costs.unenthusiastic or 0) if listed.unenthusiastic else 0
    points += (costs.stoic or 0) if listed.stoic else 0
    for option in listed.elite:
        gun = option == "fire" and row.arm is Arm.ARTILLERY
        points += costs.elite_fire_artillery if gun else getattr(costs, f"elite_{option}")
    return Profile(
        row.id,
        row.arm,
        fire,
        hundredths(row.range),
        max(1, row.melee + ("melee" in listed.elite) - weak),
        max(1, row.tenacity + ("tenacity" in listed.elite) - weak),
        specials,
        points,
        row.weapon,
        row.detachment,
        "" if listed.sheet == of else listed.sheet,
    )


def figures_of(listed: ListedUnit, of: str) -> int:
    """How many figures a listed unit has."""
    return listed.figures or figure_limits(listed, of)[0]


def figure_limits(listed: ListedUnit, of: str) -> tuple[int, int]:
    """The fewest and most figures; understrength halves both, cavalry never below 3. [15, F2.5]"""
    row = row_for(listed, of)
    low, high = row.figures
    if not listed.understrength or row.arm is Arm.ARTILLERY:
        return low, high
    least = 3 if row.arm is Arm.CAVALRY else 1
    return max(least, -(-low // 2)), max(least, high // 2)
