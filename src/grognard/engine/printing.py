"""What a book gives to be printed: rosters, what a scenario asks, cards, templates, records. How it is set is not its business.

Rules are named by their numbers; their words are those of the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple


class Told(NamedTuple):
    """A line in our words, with its rule; no words: those of the rule."""

    words: str
    cite: str = ""


def by_rule(*cites: str) -> tuple[Told, ...]:
    """Rules told in the rulebook's own words."""
    return tuple(Told("", cite) for cite in cites)


def extent(poly: Sequence[tuple[int, int]]) -> str:
    """Where an area lies on the map's grid, counted from its lower left corner; lengths in hundredths."""
    xs, ys = [x for x, _ in poly], [y for _, y in poly]
    across, up = (_span(min(each), max(each)) for each in (xs, ys))
    return f"{across} across, {up} up"


def _span(low: int, high: int) -> str:
    return f"at {low / 100:g}" if low == high else f"{low / 100:g} to {high / 100:g}"


class Special(NamedTuple):
    """Something special about a unit, and the rules that tell it."""

    name: str
    cites: tuple[str, ...]


class RosterRow(NamedTuple):
    """A unit or leader of an army: its name, what it is, its numbers in the order of the heads."""

    name: str
    kind: str
    cells: tuple[str, ...]
    points: int | None = None
    options: str = ""
    boxes: int = 0
    """What it can lose, to be ticked off; 0: nothing is counted."""
    specials: tuple[Special, ...] = ()


class RosterPart(NamedTuple):
    """Units of one sort, or of one brigade, whose numbers have the same heads."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[RosterRow, ...]
    note: str = ""
    boxes: str = "lost"
    """What the boxes count."""
    leaders: bool = False
    """Whether these are leaders, who have cards of their own."""


class Roster(NamedTuple):
    """An army with all its numbers."""

    title: str
    points: int
    parts: tuple[RosterPart, ...]
    lines: tuple[Told, ...] = ()
    """What holds for the whole army."""
    notes: str = ""


class Brief(NamedTuple):
    """What the players of a scenario have to know besides the map: how it is set up, how it is won, what is special."""

    setup: tuple[Told, ...] = ()
    victory: tuple[Told, ...] = ()
    special: tuple[Told, ...] = ()


class PrintCard(NamedTuple):
    """A card to cut out."""

    title: str
    kind: str
    cells: tuple[tuple[str, str], ...] = ()
    lines: tuple[Told, ...] = ()
    boxes: int = 0
    boxes_words: str = ""
    aside: str = ""
    """Said small beside what it is: what it costs."""


class Deck(NamedTuple):
    """Cards that belong together."""

    name: str
    title: str
    cards: tuple[PrintCard, ...]


class Stick(NamedTuple):
    """A measuring stick: lengths in the book's unit, each with what it is the length of."""

    title: str
    marks: tuple[tuple[float, str], ...]
    cite: str = ""


class Wedge(NamedTuple):
    """An arc ahead of a front: so many degrees to each side of straight ahead, from the corners of a front so wide."""

    title: str
    degrees: float
    cite: str
    front: float = 0.0
    words: str = ""


class Wheel(NamedTuple):
    """A protractor to turn by: steps of so many degrees up to a whole, from a corner."""

    title: str
    steps: float
    most: float
    cite: str
    words: str = ""


class Dial(NamedTuple):
    """A ring of directions around a point, with circles at distances in the book's unit."""

    title: str
    cite: str
    rings: tuple[float, ...]
    directions: int = 12
    words: str = ""


class Outline(NamedTuple):
    """A base at its size, as often as given."""

    title: str
    width: float
    depth: float
    copies: int
    cite: str
    round: bool = False


class HexFan(NamedTuple):
    """A hex with its front, flanks and rear: which of its six neighbours, counted from straight ahead, are which.

    `corner`: it faces a corner; its sides are then counted clockwise from just right of it.
    """

    title: str
    front: tuple[int, ...]
    flank: tuple[int, ...]
    rear: tuple[int, ...]
    cite: str
    corner: bool = False


Template = Stick | Wedge | Wheel | Dial | Outline | HexFan


class Record(NamedTuple):
    """A blank sheet to keep a battle on."""

    turns: int
    phases: tuple[str, ...]
    """What is done in a turn, in the book's words."""
    columns: tuple[tuple[str, float], ...]
    """What is noted of a unit, with its share of the width; the first is its name."""
    boxes: int = 12
    """Boxes for losses in the last column."""
    tracks: tuple[tuple[str, int], ...] = ()
    """What is counted for each side, up to a number."""


class Printing(NamedTuple):
    """All that a book gives to be printed."""

    unit: Literal["inch", "cm", "hex"]
    roster: Callable[[Any], Roster]
    """Of a list as the book's builder loads it."""
    brief: Callable[[Any], Brief]
    """Of a scenario's first state."""
    templates: tuple[Template, ...]
    record: Record
    decks: Callable[[], tuple[Deck, ...]] = tuple
    turn: str = ""
    """The chapter that tells the sequence of play."""
