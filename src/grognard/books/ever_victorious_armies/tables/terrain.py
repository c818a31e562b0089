"""What each kind of ground means for moving, cover and sight: buildings, soft cover and hard. [Q1–Q9, G-46]"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from grognard.engine.tables import Item, Lookup

from ..words import Cover, Kind


class Going(StrEnum):
    """How ground carries a kind of troops."""

    GOOD = "good"
    DIFFICULT = "difficult"
    NO = "no"


class Ground(NamedTuple):
    """One row of the terrain table."""

    foot: Going
    horse: Going
    field_gun: Going
    other_gun: Going
    cover: Cover = Cover.NONE
    sight: int | None = None
    """How much of it a line of sight may cross, in hundredths; None: any amount."""


class Edge(NamedTuple):
    """A line across the ground: what crossing it costs, in hundredths; None: not at all."""

    foot: int | None
    horse: int | None
    gun: int | None
    cover: Cover


GOOD, DIFFICULT, NO = Going.GOOD, Going.DIFFICULT, Going.NO

# fmt: off
TERRAIN: Lookup[str, Ground] = Lookup("Ground", "Q1", columns=("foot", "horse", "field gun", "horse or heavy gun", "cover", "sight, inches"), rows=(
    Item("Q1", "open",    "open ground, the inside of a work", Ground(GOOD, GOOD, GOOD, GOOD)),
    Item("Q1", "work",    "a work: its inside is open ground", Ground(GOOD, GOOD, GOOD, GOOD, Cover.ENTRENCHED)),
    Item("Q2", "road",    "road",    Ground(GOOD, GOOD, GOOD, GOOD)),
    Item("Q2", "bridge",  "bridge",  Ground(GOOD, GOOD, GOOD, GOOD)),
    Item("Q3", "grove",   "grove",   Ground(DIFFICULT, DIFFICULT, DIFFICULT, NO, Cover.SOFT, 200)),
    Item("Q3", "wood",    "wood",    Ground(DIFFICULT, DIFFICULT, DIFFICULT, NO, Cover.SOFT, 200)),
    Item("Q4", "paddy",   "paddy",   Ground(DIFFICULT, DIFFICULT, DIFFICULT, NO)),
    Item("Q4", "marsh",   "marsh",   Ground(DIFFICULT, DIFFICULT, DIFFICULT, NO)),
    Item("Q4", "creek",   "creek",   Ground(DIFFICULT, DIFFICULT, DIFFICULT, NO)),
    Item("Q4", "ford",    "ford",    Ground(DIFFICULT, DIFFICULT, DIFFICULT, NO)),
    Item("Q5", "village", "village; horse only by a road [G-33]", Ground(DIFFICULT, NO, NO, NO, Cover.HARD, 200)),
    Item("Q6", "river",   "river",   Ground(NO, NO, NO, NO)),
    Item("Q6", "canal",   "canal",   Ground(NO, NO, NO, NO)),
    Item("Q9", "hill",    "hill",    Ground(GOOD, GOOD, GOOD, GOOD)),
))

EDGES: Lookup[str, Edge] = Lookup("Lines across the ground", "Q7", columns=("foot, inches", "horse, inches", "guns, inches", "cover"), rows=(
    Item("Q7", "work",  "edge of a work; a gate is free for all", Edge(200, None, None, Cover.ENTRENCHED)),
    Item("Q8", "wall",  "wall",                                   Edge(200, 200, None, Cover.HARD)),
    Item("Q8", "hedge", "hedge",                                  Edge(200, 200, None, Cover.SOFT)),
))
# fmt: on

WATER = frozenset({"creek", "river", "canal"})
CROSSINGS = frozenset({"bridge", "ford"})
ROADS = frozenset({"road", "bridge"})


def going(kind: str, troops: Kind) -> Going:
    """How a kind of ground carries a kind of troops; a general rides like horse. [N1]"""
    row = TERRAIN[kind]
    if troops is Kind.FOOT:
        return row.foot
    if troops is Kind.HORSE or troops is Kind.GENERAL:
        return row.horse
    return row.field_gun if troops is Kind.FIELD_GUN else row.other_gun


def crossing_cost(kind: str, troops: Kind) -> int | None:
    """What crossing a line costs a kind of troops; None: it cannot."""
    row = EDGES[kind]
    if troops is Kind.FOOT:
        return row.foot
    return row.horse if troops in (Kind.HORSE, Kind.GENERAL) else row.gun
