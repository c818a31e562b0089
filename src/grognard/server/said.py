"""What a client may send over the socket. Unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grognard.server.offers import Noun

Id = Annotated[int, Meta(ge=-(2**53), le=2**53)] | Annotated[str, Meta(max_length=64)]
Seq = Annotated[int, Meta(ge=0, le=2**53)]
Verb = Annotated[str, Meta(max_length=64)]
Token = Annotated[str, Meta(max_length=128)]
Unit = Annotated[int, Meta(ge=0, le=1_000_000)]
Length = Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]
Spot = tuple[Length, Length]


class _Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Hello(_Said, frozen=True, tag="hello"):
    """Who I am and how far I have come. Said again, it changes seats: two people at one screen."""

    token: Token | None = None
    since: Seq | None = None
    undos: Seq | None = None
    """`undos` of the last frame seen; the log is sent from `since` on only if it is still the same."""


class Act(_Said, frozen=True, tag="act"):
    """My choice."""

    id: Id
    seq: Seq
    verb: Verb
    noun: Noun = None


class Undo(_Said, frozen=True, tag="undo"):
    """Take my last choice back."""

    id: Id
    seq: Seq


class Redo(_Said, frozen=True, tag="redo"):
    """Play again what I took back."""

    id: Id
    seq: Seq


class Why(_Said, frozen=True, tag="why"):
    """Why may this not be said?"""

    id: Id
    verb: Verb
    noun: Noun = None


class PreviewOf(_Said, frozen=True, tag="preview"):
    """What would follow?"""

    id: Id
    verb: Verb
    noun: Noun = None


class PlanTo(_Said, frozen=True, tag="plan"):
    """How could the unit get there? x, y, facing, order; single models at places of their own: model, x, y; and by which way-points."""

    id: Id
    verb: Verb
    pose: tuple[Length, Length, Length, Annotated[str, Meta(max_length=64)] | None]
    places: Annotated[tuple[tuple[Length, Length, Length], ...], Meta(max_length=100)] = ()
    by: Annotated[tuple[tuple[Length, Length], ...], Meta(max_length=40)] = ()


class WaysOf(_Said, frozen=True, tag="ways"):
    """Which manoeuvres are worth trying?"""

    id: Id
    verb: Verb


class RegionOf(_Said, frozen=True, tag="region"):
    """How far could the unit get, all round?"""

    id: Id
    verb: Verb


class JourneysOf(_Said, frozen=True, tag="journeys"):
    """Where can a unit be sent, over as many places as it takes?"""

    id: Id
    unit: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class CardOf(_Said, frozen=True, tag="card"):
    """A unit's card."""

    id: Id
    unit: Unit


class OverlayOf(_Said, frozen=True, tag="overlay"):
    """What to draw over the table for a unit."""

    id: Id
    kind: Literal["range", "sight", "threat", "reach", "aim"]
    unit: Unit


class SightOf(_Said, frozen=True, tag="sight"):
    """Does one see from a point of the table to another?"""

    id: Id
    start: Spot
    end: Spot


class HintOf(_Said, frozen=True, tag="hint"):
    """What would an officer do in my place, by what I may know?"""

    id: Id


class MotivesOf(_Said, frozen=True, tag="motives"):
    """What did the computer players go by, from this action on, or in the choice that led to one?"""

    id: Id
    since: Seq = 0
    at: Seq | None = None


class Hurry(_Said, frozen=True, tag="hurry"):
    """Let the computer player that is thinking choose by what it knows so far, and briskly until somebody else is asked."""

    id: Id


class Say(_Said, frozen=True, tag="say"):
    """Some words to the others at the table."""

    id: Id
    words: Annotated[str, Meta(max_length=2000)]


class Draw(_Said, frozen=True, tag="draw"):
    """A draw: offered, agreed to, declined, or the offer taken back."""

    id: Id
    answer: Literal["offer", "agree", "decline", "withdraw"]


class Resign(_Said, frozen=True, tag="resign"):
    """I give the battle up."""

    id: Id


class Claim(_Said, frozen=True, tag="claim"):
    """The other's time is up: the victory is mine."""

    id: Id


class Again(_Said, frozen=True, tag="again"):
    """The same battle once more, on the same sides or on the others'; said of what another has wished, it begins. Or: no."""

    id: Id
    answer: Literal["same", "changed", "no"]


class Ping(_Said, frozen=True, tag="ping"):
    """Are you there?"""

    id: Id


Said = (
    Hello
    | Act
    | Undo
    | Redo
    | Why
    | PreviewOf
    | PlanTo
    | WaysOf
    | RegionOf
    | JourneysOf
    | CardOf
    | OverlayOf
    | SightOf
    | HintOf
    | MotivesOf
    | Hurry
    | Say
    | Draw
    | Resign
    | Claim
    | Again
    | Ping
)
