"""What is kept: games, their seats and an append-only table of actions. SQLite by default, PostgreSQL if wished.

An action is acknowledged only after `append` has returned, and `append` returns only after the database has
written it to the disk. One thread writes: it gathers what has come in meanwhile and commits it together, so
many games share the price of one flush.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa

from grognard.engine.book import BadInput

SCHEMA = 3
GATHERED = 256
"""How many transactions at most share one commit."""

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


class Gone(RuntimeError):
    """The store is closed or broken; nothing more can be kept."""


class _Work(NamedTuple):
    """One thing to write, and whom to tell."""

    write: Callable[[sa.Connection], None]
    done: Callable[[BaseException | None], None]


class Store:
    """Games on disk."""

    def __init__(self, url: str):
        self.engine = _engine(url)
        try:
            self._prepare()
        except sa.exc.DBAPIError as fault:
            self.engine.dispose()
            raise BadInput(f"--db cannot be used: {' '.join(str(fault.orig).split())}") from None
        except BadInput:
            self.engine.dispose()
            raise
        self._queue: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._closed = False
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def _prepare(self) -> None:
        """Make the tables, or see that they are ours."""
        with self.engine.begin() as connection:
            meta.create_all(connection)
            kept = connection.execute(sa.select(about.c.schema)).scalar()
            if kept is None:
                connection.execute(about.insert().values(schema=SCHEMA))
            elif kept in (1, 2):
                if kept == 1:
                    _from_form_1(connection)
                _from_form_2(connection)
            elif kept != SCHEMA:
                raise BadInput(
                    f"the database is of form {kept}, this program knows form {SCHEMA}; use another --db"
                )

    # ---- writing

    async def create(self, game: GameKept, rows: Sequence[str]) -> None:
        """A new game with the actions it begins with; returns once it is on disk."""

        def write(connection: sa.Connection) -> None:
            connection.execute(games.insert().values(**_as_row(game)))
            connection.execute(seats.insert(), [{"game": game.id, **seat._asdict()} for seat in game.seats])
            _insert_actions(connection, game.id, 0, rows, game.created)

        await self._written(write)

    async def append(self, game: str, first: int, rows: Sequence[str], card: Card) -> None:
        """More rows of a game, the first of them numbered `first`; returns once they are on disk."""
        now = time()
        told = msgspec.json.encode(card).decode()

        def write(connection: sa.Connection) -> None:
            _insert_actions(connection, game, first, rows, now)
            connection.execute(_TOUCH, {"game": game, "now": now, "told": told})

        await self._written(write)

    async def set_seat(self, game: str, seat: SeatKept) -> None:
        """Another token or invitation for a seat; returns once it is on disk."""

        def write(connection: sa.Connection) -> None:
            here = (seats.c.game == game) & (seats.c.side == seat.side)
            values = {"token_hash": seat.token_hash, "invite_hash": seat.invite_hash}
            connection.execute(seats.update().where(here).values(values))

        await self._written(write)

    async def probe(self) -> None:
        """Write something that changes nothing: fails if a game could not be kept either."""

        def write(connection: sa.Connection) -> None:
            connection.execute(about.update().values(schema=SCHEMA))

        await self._written(write)

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return self._queue.qsize()

    async def _written(self, write: Callable[[sa.Connection], None]) -> None:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()

        def settle(fault: BaseException | None) -> None:
            if future.done():
                return
            if fault is None:
                future.set_result(None)
            else:
                future.set_exception(fault)

        if self._closed:
            raise Gone("the store is closed")
        self._queue.put(_Work(write, lambda fault: _tell(loop, settle, fault)))
        await future

    def _write_all(self) -> None:
        """The writer's thread: take what has come in, commit it together, tell everybody."""
        while (first := self._queue.get()) is not None:
            batch, last = [first], False
            while len(batch) < GATHERED and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[_Work]) -> None:
        try:
            with self.engine.begin() as connection:
                for work in batch:
                    work.write(connection)
        except Exception as fault:
            if len(batch) == 1:
                batch[0].done(fault)
                return
            for work in batch:  # one of them is at fault: let each stand for itself
                self._commit([work])
            return
        for work in batch:
            work.done(None)

    # ---- reading (each call blocks: run it in a thread)

    def load(self, game: str) -> tuple[GameKept, list[str]] | None:
        """A game with its rows in order; None if there is none such."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(games).where(games.c.id == game)).one_or_none()
            if found is None:
                return None
            rows = connection.execute(
                sa.select(actions.c.data).where(actions.c.game == game).order_by(actions.c.n)
            ).scalars()
            return _from_row(found, self._seats(connection, game)), list(rows)

    def held(self, token_hashes: Iterable[str]) -> dict[str, GameKept]:
        """The games some seats belong to, by the hashes of their tokens."""
        wanted = list(token_hashes)
        with self.engine.connect() as connection:
            found = connection.execute(
                sa.select(seats.c.token_hash, games)
                .join_from(seats, games)
                .where(seats.c.token_hash.in_(wanted))
            ).all()
            return {row.token_hash: _from_row(row, self._seats(connection, row.id)) for row in found}

    def _seats(self, connection: sa.Connection, game: str) -> tuple[SeatKept, ...]:
        rows = connection.execute(sa.select(seats).where(seats.c.game == game).order_by(seats.c.side))
        return tuple(
            SeatKept(row.side, row.kind, row.agent, row.name, row.token_hash, row.invite_hash) for row in rows
        )

    def close(self) -> None:
        """Write what is waiting, then end."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._writer.join(timeout=10)
            self.engine.dispose()


_TOUCH = (
    games.update()
    .where(games.c.id == sa.bindparam("game"))
    .values(updated=sa.bindparam("now"), card=sa.bindparam("told"))
)


def _from_form_1(connection: sa.Connection) -> None:
    """Games kept before there were invitations: their seats are all claimed, by the tokens they have."""
    connection.execute(sa.text("ALTER TABLE games ADD COLUMN host_hash VARCHAR(64)"))
    connection.execute(sa.text("ALTER TABLE seats ADD COLUMN invite_hash VARCHAR(64)"))


def _from_form_2(connection: sa.Connection) -> None:
    """Games kept before there were battles of one's own: a scenario's name becomes a text of any length."""
    if connection.dialect.name != "sqlite":  # which never minded how long a text is
        connection.execute(sa.text("ALTER TABLE games ALTER COLUMN scenario TYPE TEXT"))
    connection.execute(about.update().values(schema=SCHEMA))


def _tell(loop: asyncio.AbstractEventLoop, settle: Callable[..., None], fault: BaseException | None) -> None:
    with suppress(RuntimeError):  # the loop has ended meanwhile; the row is kept all the same
        loop.call_soon_threadsafe(settle, fault)


def _insert_actions(
    connection: sa.Connection, game: str, first: int, rows: Sequence[str], now: float
) -> None:
    if rows:
        connection.execute(
            actions.insert(),
            [{"game": game, "n": first + n, "data": data, "at": now} for n, data in enumerate(rows)],
        )


def _as_row(game: GameKept) -> dict[str, Any]:
    row = game._asdict()
    del row["seats"]
    row["options"] = msgspec.json.encode(game.options).decode()
    row["card"] = msgspec.json.encode(game.card).decode()
    row["seed"] = game.seed.hex()
    return row


def _from_row(row: sa.Row[Any], seated: tuple[SeatKept, ...]) -> GameKept:
    return GameKept(
        row.id,
        row.book,
        row.version,
        row.scenario,
        msgspec.json.decode(row.options),
        bytes.fromhex(row.seed),
        row.seed_hash,
        row.dice_from,
        row.guide,
        row.created,
        row.updated,
        msgspec.json.decode(row.card, type=Card),
        seated,
        row.host_hash,
    )


def _engine(url: str) -> sa.Engine:
    """The database behind a URL; BadInput if it cannot be one."""
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise BadInput("--db takes a URL such as sqlite:///games.db or postgresql://…") from None
    if parsed.get_backend_name() == "postgresql":
        return _opened(parsed.set(drivername="postgresql+psycopg"), {"pool_size": 4})
    if parsed.get_backend_name() != "sqlite":
        raise BadInput(f"--db: {parsed.get_backend_name()} is not known; take sqlite or postgresql")
    if not parsed.database or parsed.database == ":memory:":
        raise BadInput("--db: a database in memory would lose every game; name a file: sqlite:///games.db")
    _own_file(Path(parsed.database))
    engine = _opened(parsed, {"connect_args": {"timeout": 30}})
    sa.event.listen(engine, "connect", _harden)
    return engine


def _opened(url: sa.URL, options: dict[str, Any]) -> sa.Engine:
    try:
        return sa.create_engine(url, **options)
    except ImportError as fault:
        raise BadInput(f"--db: {fault}; install grognard[postgres]") from None


def _own_file(path: Path) -> None:
    """A file nobody else on this machine may read: it holds the seeds of games that are not over."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _harden(connection: Any, _record: Any) -> None:
    """Every commit is flushed to the disk before it returns, and readers never block the writer."""
    cursor = connection.cursor()
    for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {line}")
    cursor.close()
