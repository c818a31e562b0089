"""What a client, a terminal or an agent is shown: one closed vocabulary of drawings for all books.

Lengths are hundredths of the book's unit, angles tenths of a degree clockwise from north.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from grognard.engine.livery import Army, Livery

Point = tuple[int, int]
Look = Literal[
    "road", "water", "wood", "marsh", "field", "village", "house", "work", "hill", "bridge", "zone", "open",
]  # fmt: skip
"""How ground is drawn."""
RailLook = Literal["wall", "hedge", "bank", "gate", "stream", "edge"]
"""How a line is drawn."""


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ground to draw: a polygon of one kind. `look` is a drawing style, never a rule."""

    kind: str
    look: Look
    poly: tuple[Point, ...]
    label: str = ""
    note: str = ""
    cell: int | str | None = None
    """What a choice of places calls it, so that it can be pointed at."""
    number: str = ""
    """What the log calls it, written small on the map: a hex's number."""


class Rail(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line to draw: a wall, a hedge, the edge of a work, a hexside."""

    kind: str
    look: RailLook
    points: tuple[Point, ...]
    label: str = ""


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table itself; never changes during a game."""

    kind: Literal["table", "hex"]
    width: int
    height: int
    unit: str
    areas: tuple[Area, ...] = ()
    rails: tuple[Rail, ...] = ()
    armies: tuple[Army, ...] = ()
    """The colours of each side."""
    liveries: tuple[Livery, ...] = ()
    """What units wear; a piece names its own. Sent once, with the board."""
    men: str = "figures"
    """What the strength of a unit is counted in."""
    shrunk: int = 1
    """How many times shorter than told a length is on the table of this game: 2 at half scale."""

    def __hash__(self) -> int:
        # The liveries are a dictionary, and tables that differ in nothing else are not met.
        return hash((self.kind, self.width, self.height, self.areas, self.rails))


Tone = Literal["good", "bad", "plain", "spent"]
"""What a state of a unit means: good news, bad news, neither, or that it has done its part."""


class Tag(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state readable at a glance: a word, its rule, whether it is good or bad news, or that it is spent for now."""

    words: str
    cite: str
    tone: Tone = "plain"
    short: str = ""
    """The same in a few letters, for where there is little room."""


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who leads a unit: his name, what is to be known of him, and on which of its bases he stands."""

    name: str
    words: str = ""
    cite: str = ""
    base: int | None = None


Stand = Literal["man", "officer", "escort", "guide", "musician", "flag", "gun", "wagon"]
"""Who or what stands on a base that is no bigger than one figure."""


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit on the table."""

    id: int
    side: int
    name: str
    arm: str
    glyph: str
    pose: tuple[int, int, int]
    footprint: tuple[Point, ...]
    bases: tuple[tuple[Point, ...], ...] = ()
    figures: int = 0
    full: int = 0
    front: bool = True
    tags: tuple[Tag, ...] = ()
    leader: bool = False
    status: str = "on table"
    face: Face | None = None
    group: str = ""
    """The body it belongs to, a brigade: lists are told in such groups."""
    stands: tuple[Stand, ...] = ()
    """Where every figure has a base of its own: who stands on each, in the order of `bases`."""
    livery: str = ""
    """What it wears, by its name in the board's liveries."""
    hidden: bool = False
    """Whether only its owner knows of it."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a unit's card."""

    label: str
    value: str
    cite: str = ""


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that one side may know."""

    book: str
    scenario: str
    side: int | None
    sides: tuple[str, ...]
    headline: str
    pieces: tuple[Piece, ...]
    score: tuple[Row, ...] = ()
    extra: dict[str, Any] = {}


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """A soft polygon drawn over the table."""

    look: Literal["half range", "range", "arc", "reach", "threat"]
    poly: tuple[Point, ...]
    label: str = ""
    cite: str = ""


class Sightline(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of sight to a unit: clear, or with what blocks it."""

    start: Point
    end: Point
    unit: int
    clear: bool
    blocker: str = ""
    cite: str = ""


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A remark on a unit: what it could do to another, with the exact chance where there is one."""

    unit: int
    words: str
    chance: str = ""
    cite: str = ""


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to draw over the table on request."""

    shapes: tuple[Shape, ...] = ()
    lines: tuple[Sightline, ...] = ()
    notes: tuple[Note, ...] = ()
