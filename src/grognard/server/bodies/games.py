"""Games: begun, listed, joined, looked at again."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.engine.view import View
from grognard.server.bodies.texts import BattleText, Name
from grognard.server.clock import ClockWish
from grognard.server.parts import Crumb, EntryOf, OutcomeOf, Played
from grognard.server.said import Token


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall play a side."""

    kind: Literal["here", "open", "agent"]
    agent: Name | None = None
    name: Name | None = None


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to begin."""

    book: Name
    seats: Annotated[tuple[SeatWish, ...], Meta(max_length=8)]
    scenario: Name = ""
    """One of the book's; left out if there is a battle instead."""
    battle: BattleText | None = None
    """A battle of one's own, the whole text of its file."""
    options: dict[str, Any] = {}
    guide: bool = False
    armies: dict[str, str] = {}
    """For sides counted from 1: one of the book's lists by its name, or one written out as TOML."""
    clock: ClockWish | None = None


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seats somebody holds."""

    tokens: tuple[Token, ...]


class SeatGiven(msgspec.Struct, frozen=True):
    """A seat with the token that proves it; an open seat has an invitation instead, a computer player neither."""

    side: int
    token: str | None
    invitation: str | None = None


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one-time code of a link to a seat."""

    invitation: Token
    name: Name | None = None
    """What to call whoever comes."""


class SideNamed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side whose seat is meant."""

    side: Annotated[int, Meta(ge=0, le=7)]


class Invited(msgspec.Struct, frozen=True):
    """An open seat with its new invitation; null if there is none any more."""

    side: int
    invitation: str | None


class Claimed(msgspec.Struct, frozen=True):
    """A seat taken by its invitation, with a token that nobody else has ever had."""

    side: int
    token: str


class GameMade(msgspec.Struct, frozen=True):
    """A game begun. `watch` is its address for onlookers, `host` the token of whoever began it: it opens no seat, it
    gives out and takes back invitations."""

    game: str
    seats: tuple[SeatGiven, ...]
    watch: str
    host: str


class Listed(msgspec.Struct, frozen=True):
    """One of somebody's games. `waiting`: this seat is asked."""

    game: str
    token: str
    book: str
    scenario: str
    """Empty: a battle of one's own."""
    title: str
    side: int
    sides: tuple[str, ...]
    turn: int | None
    seq: int
    headline: str
    waiting: bool
    over: bool
    created: float
    updated: float
    outcome: OutcomeOf | None = None


class Moment(msgspec.Struct, frozen=True):
    """The game after so many actions, as a seat may know it."""

    seq: int
    total: int
    view: View
    entries: tuple[EntryOf, ...]
    where: tuple[Crumb, ...]
    action: Played | None
    outcome: OutcomeOf | None
