"""What may be chosen and what would come of it, as types for the wire: a kind of offer for each kind of noun."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from grognard.engine.view import Note

Noun = Annotated[Any, Meta(title="Noun")]
"""Whatever a verb is said of: an id, a pair, a number, shares, legs; null for a button."""
Cell = Annotated[Any, Meta(title="Id")]
"""What a place, a card or a share goes by: a number or a word."""
Leg = Annotated[tuple[Any, ...], Meta(title="Leg")]
"""One leg of a manoeuvre: its kind and amounts."""
Point = tuple[int, int]


class _Offer(msgspec.Struct, frozen=True, tag_field="pick", kw_only=True, omit_defaults=True):
    verb: str
    label: str
    hint: str = ""
    confirm: bool = False
    """Whether to ask again, because it cannot be undone."""
    alone: bool = False
    """Whether it is done unasked where nothing else can be chosen."""
    passes: bool = False
    """Whether it lets a moment for cards go by: done unasked if every card that fits is held back."""
    drag: bool = False
    """Whether dragging a unit means this, or begins with it."""
    travels: bool = False
    """Whether it goes one place on: several may be strung together."""
    shows: Annotated[str, Meta(title="OverlayKind")] = ""
    """What is laid over the table for the unit while this is chosen."""


class ButtonOffer(_Offer, frozen=True, tag="button"):
    """A verb that needs no noun."""


class UnitOffer(_Offer, frozen=True, tag="unit", kw_only=True):
    """One unit out of some."""

    ids: tuple[int, ...]


class PairOffer(_Offer, frozen=True, tag="pair", kw_only=True):
    """A unit, and what it is to do something to."""

    start: tuple[tuple[int, tuple[Noun, ...]], ...] = msgspec.field(name="from")
    to: Annotated[str, Meta(title="'cell'")] = ""
    """Said where the second halves are places of the map."""
    names: tuple[tuple[str, ...], ...] = ()
    """What the second halves are called where they are no units."""


class CellOffer(_Offer, frozen=True, tag="cell", kw_only=True):
    """One place out of some."""

    ids: tuple[Cell, ...]
    names: tuple[str, ...] = ()
    units: tuple[tuple[int, ...], ...] = ()
    """Whom each place stands for, where it is not a place on the map: a brigade's units."""
    spots: tuple[tuple[int, int, int] | None, ...] = ()
    """Where each is on the table."""


class CardOffer(_Offer, frozen=True, tag="card", kw_only=True):
    """One card out of a hand."""

    ids: tuple[Cell, ...]
    names: tuple[str, ...] = ()
    units: tuple[tuple[int, ...], ...] = ()
    spots: tuple[tuple[int, int, int] | None, ...] = ()


class NumberOffer(_Offer, frozen=True, tag="number", kw_only=True):
    """A number."""

    low: int
    high: int
    step: int
    unit: str
    marks: tuple[int, ...] | None = None
    """The numbers where something changes."""


class SplitOffer(_Offer, frozen=True, tag="split", kw_only=True):
    """A total shared out among some, each with a limit."""

    total: int
    limits: tuple[tuple[Cell, int], ...]


class ReachOffer(_Offer, frozen=True, tag="reach", kw_only=True):
    """Where one unit may go on an open table; the line round it is worked out for whoever asks (`region`)."""

    unit: int
    orders: tuple[str, ...] = ()
    """The orders it may stand in at the end."""
    singles: bool = False
    """Whether single models may be put elsewhere."""
    bends: int = 0
    """How many way-points may be named."""
    stays: bool = True
    """Whether it may stay where it is."""
    aim: bool = False
    """Whether a spot is chosen, and the unit stays."""


Offer = ButtonOffer | UnitOffer | PairOffer | CellOffer | CardOffer | NumberOffer | SplitOffer | ReachOffer
Offered = Annotated[Offer, Meta(title="Offer")]


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why not: the rule's number, our words, where on the table it fails."""

    cite: str
    words: str
    place: Point | None = None


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ring round one of the figures that must hold them all."""

    model: int
    """The figure it is drawn round."""
    radius: int
    words: str = ""
    cite: str = ""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a shot is meant to land."""

    at: Point
    words: str
    cite: str = ""


class Ring(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far it may stray."""

    at: Point
    radius: int
    words: str
    cite: str = ""


class Shown(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where a manoeuvre ends and what it costs; a book may tell less. `refusal`: why it may not be, if so."""

    end: tuple[int, int, int, str] | None = None
    path: tuple[tuple[int, int, int], ...] | None = None
    """The poses it goes by, the first and the last among them, where it is led in several legs."""
    body: tuple[Point, ...] | None = None
    """The outline at the end."""
    bases: tuple[tuple[Point, ...], ...] | None = None
    """Where every figure would stand, in the order of the piece's bases."""
    spots: tuple[tuple[int, int, int], ...] | None = None
    """The same for round bases: x, y and radius."""
    limit: Limit | None = None
    steps: tuple[tuple[str, int, str], ...] | None = None
    """What each part of the way costs: words, cost, rule."""
    cost: int | None = None
    costs: tuple[int, ...] | None = None
    """What each figure pays."""
    allowance: int | None = None
    difficult: bool | None = None
    refusal: Reason | None = None
    start: Point | None = msgspec.field(default=None, name="from")
    """Of a shot: where it starts."""
    mark: Mark | None = None
    rings: tuple[Ring, ...] | None = None
    notes: tuple[Note, ...] | None = None
    """Of a shot: who may be hit."""


class LineOfSight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of sight to a unit: clear, or with what blocks it."""

    start: tuple[int, int] = msgspec.field(name="from")
    end: tuple[int, int] = msgspec.field(name="to")
    unit: int
    clear: bool
    blocker: str = ""
    cite: str = ""
