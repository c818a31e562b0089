"""The tables that games are kept in, their rows as values, and how older databases are brought up to date."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from grognard.server.clock import ClockKept
from grognard.server.parts import OutcomeOf

SCHEMA = 4

meta = sa.MetaData()
about = sa.Table("about", meta, sa.Column("schema", sa.Integer, primary_key=True))
games = sa.Table(
    "games",
    meta,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("book", sa.String(80), nullable=False),
    sa.Column("version", sa.String(40), nullable=False),
    sa.Column("scenario", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("seed_hash", sa.String(64), nullable=False),
    sa.Column("dice_from", sa.Integer, nullable=False),
    sa.Column("guide", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("card", sa.Text, nullable=False),
    sa.Column("host_hash", sa.String(64)),
    sa.Column("clock", sa.Text),
)
seats = sa.Table(
    "seats",
    meta,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("side", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("agent", sa.String(80)),
    sa.Column("name", sa.String(80), nullable=False),
    sa.Column("token_hash", sa.String(64), unique=True),
    sa.Column("invite_hash", sa.String(64)),
)
actions = sa.Table(
    "actions",
    meta,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
affairs = sa.Table(
    "affairs",
    meta,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
pulse = sa.Table(
    "pulse", meta, sa.Column("id", sa.Integer, primary_key=True), sa.Column("at", sa.Float, nullable=False)
)
stops = sa.Table(
    "stops",
    meta,
    sa.Column("began", sa.Float, primary_key=True),
    sa.Column("ended", sa.Float, nullable=False),
)


class Card(msgspec.Struct, frozen=True):
    """How a game stands, for a list of games: what anybody may know."""

    title: str
    sides: tuple[str, ...]
    headline: str
    turn: int | None
    waiting: tuple[int, ...]
    over: bool
    seqs: tuple[int, ...] = ()
    """How many actions each side has noticed."""
    times: tuple[float, ...] = ()
    """When each side last noticed one."""
    outcome: OutcomeOf | None = None
    """How it ended."""


class SeatKept(NamedTuple):
    """Who plays a side; neither the token nor the invitation is kept, only their hashes."""

    side: int
    kind: Literal["here", "open", "agent"]
    agent: str | None
    name: str
    token_hash: str | None
    invite_hash: str | None = None
    """Of an open seat: the hash of the code that gives it, or once gave it."""


class GameKept(NamedTuple):
    """A game without its actions."""

    id: str
    book: str
    version: str
    scenario: str
    options: dict[str, Any]
    seed: bytes
    seed_hash: str
    dice_from: int
    guide: bool
    created: float
    updated: float
    card: Card
    seats: tuple[SeatKept, ...]
    host_hash: str | None = None
    """Of the token that gives out invitations; games of older programs have none."""
    clock: ClockKept | None = None
    """How much time everybody has."""


class AffairKept(NamedTuple):
    """Something people did at the table beside the rules: its number, what it was, and when."""

    n: int
    data: str
    at: float


def bring_up(connection: sa.Connection, kept: int) -> None:
    """From an older form to this one, one after another."""
    if kept == 1:  # before there were invitations: all seats are claimed, by the tokens they have
        connection.execute(sa.text("ALTER TABLE games ADD COLUMN host_hash VARCHAR(64)"))
        connection.execute(sa.text("ALTER TABLE seats ADD COLUMN invite_hash VARCHAR(64)"))
    # Before there were battles of one's own; SQLite never minded how long a text is.
    if kept <= 2 and connection.dialect.name != "sqlite":
        connection.execute(sa.text("ALTER TABLE games ALTER COLUMN scenario TYPE TEXT"))
    connection.execute(sa.text("ALTER TABLE games ADD COLUMN clock TEXT"))  # before there were clocks
    connection.execute(about.update().values(schema=SCHEMA))
