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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, time
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from grognard.engine.book import BadInput
from grognard.server.clock import ClockKept
from grognard.server.now import now
from grognard.server.owner import LockFile, claim
from grognard.server.tables import (
    SCHEMA,
    AffairKept,
    Card,
    GameKept,
    SeatKept,
    about,
    actions,
    affairs,
    bring_up,
    games,
    meta,
    pulse,
    seats,
    stops,
)

GATHERED = 256
"""How many transactions at most share one commit."""
REMEMBERED = 400 * 86_400.0
"""For so many seconds we know when the server stood."""


class Gone(RuntimeError):
    """The store is closed or broken; nothing more can be kept."""


class Damaged(ValueError):
    """What is kept of a game cannot be made sense of; the message says where."""


class _Work(NamedTuple):
    """One thing to write, and whom to tell."""

    write: Callable[[sa.Connection], None]
    done: Callable[[BaseException | None], None]
    of_a_game: bool = True


class Store:
    """Games on disk."""

    def __init__(self, url: str):
        self.engine = _engine(url)
        self._lock: LockFile | None = None
        self._line: sa.Connection | None = None
        try:
            self._own()
            self._prepare()
        except sa.exc.DBAPIError as fault:
            self._let_go()
            raise BadInput(f"--db cannot be used: {' '.join(str(fault.orig).split())}") from None
        except OSError as fault:
            self._let_go()
            raise BadInput(f"--db cannot be used: {fault.strerror}") from None
        except BadInput:
            self._let_go()
            raise
        self._add_actions = _Prepared(self.engine, actions.insert(), ("game", "n", "data", "at"))
        self._touch = _Prepared(self.engine, _TOUCH)
        self._queue: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._closed = False
        self.troubled = float("-inf")
        """When a game could last not be read or kept."""
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def _own(self) -> None:
        """See that no other server uses the database."""
        if self.engine.dialect.name == "sqlite":
            self._lock = LockFile(Path(str(self.engine.url.database)))
        else:
            self._line = self._connect()

    def _connect(self) -> sa.Connection:
        """The one connection that writes."""
        line = self.engine.connect()
        if self.engine.dialect.name != "sqlite":
            try:
                claim(line)
            except BaseException:
                line.invalidate()
                line.close()
                raise
        return line

    def _let_go(self) -> None:
        self._hang_up()
        self.engine.dispose()
        if self._lock is not None:
            self._lock.release()

    def _prepare(self) -> None:
        """Make the tables, or see that they are ours."""
        with self.engine.begin() as connection:
            meta.create_all(connection)
            kept = connection.execute(sa.select(about.c.schema)).scalar()
            if kept is None:
                connection.execute(about.insert().values(schema=SCHEMA))
            elif 1 <= kept < SCHEMA:
                bring_up(connection, kept)
            elif kept != SCHEMA:
                raise BadInput(
                    f"the database is of form {kept}, this program knows form {SCHEMA}; use another --db"
                )
            self.stops = _woken(connection, now())
            """When the server did not run."""

    # ---- writing

    async def create(self, game: GameKept, rows: Sequence[str]) -> None:
        """A new game with the actions it begins with; returns once it is on disk."""

        def write(connection: sa.Connection) -> None:
            connection.execute(games.insert().values(**_as_row(game)))
            connection.execute(seats.insert(), [{"game": game.id, **seat._asdict()} for seat in game.seats])
            self._add_actions.run(connection, _rows(game.id, 0, rows, game.created))

        await self._written(write)

    async def append(
        self, game: str, first: int, rows: Sequence[str], card: Card, clock: ClockKept | None = None
    ) -> None:
        """More rows of a game, the first of them numbered `first`; returns once they are on disk."""
        at = time()
        told = msgspec.json.encode(card).decode()

        def write(connection: sa.Connection) -> None:
            self._add_actions.run(connection, _rows(game, first, rows, at))
            self._touch.run(connection, [{"game": game, "now": at, "told": told}])
            _set_clock(connection, game, clock)

        await self._written(write)

    async def add_affair(
        self,
        game: str,
        affair: AffairKept,
        *,
        drop: int | None = None,
        card: Card | None = None,
        clock: ClockKept | None = None,
    ) -> None:
        """What people did beside the rules; `drop` names an older one that makes room, card and clock change with it."""

        def write(connection: sa.Connection) -> None:
            connection.execute(affairs.insert().values(game=game, **affair._asdict()))
            if drop is not None:
                connection.execute(affairs.delete().where((affairs.c.game == game) & (affairs.c.n == drop)))
            if card is not None:
                told = msgspec.json.encode(card).decode()
                self._touch.run(connection, [{"game": game, "now": affair.at, "told": told}])
            _set_clock(connection, game, clock)

        await self._written(write)

    async def set_clock(self, game: str, clock: ClockKept) -> None:
        """Everybody's time; returns once it is on disk."""
        await self._written(lambda connection: _set_clock(connection, game, clock))

    async def beat(self) -> None:
        """Write down that the server runs: when it did not, no clock went."""
        moment = now()

        def write(connection: sa.Connection) -> None:
            _beat(connection, moment)

        await self._written(write)

    async def set_seat(self, game: str, seat: SeatKept) -> None:
        """Another token or invitation for a seat; returns once it is on disk."""

        def write(connection: sa.Connection) -> None:
            here = (seats.c.game == game) & (seats.c.side == seat.side)
            values = {"token_hash": seat.token_hash, "invite_hash": seat.invite_hash, "name": seat.name}
            connection.execute(seats.update().where(here).values(values))

        await self._written(write)

    async def probe(self) -> None:
        """Write something that changes nothing: fails if a game could not be kept either."""

        def write(connection: sa.Connection) -> None:
            connection.execute(about.update().values(schema=SCHEMA))

        await self._written(write, of_a_game=False)

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return self._queue.qsize()

    async def _written(self, write: Callable[[sa.Connection], None], *, of_a_game: bool = True) -> None:
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
        self._queue.put(_Work(write, lambda fault: _tell(loop, settle, fault), of_a_game))
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
                break
        self._hang_up()

    def _hang_up(self) -> None:
        """The writer's connection is kept from one commit to the next, until something goes wrong with it."""
        connection, self._line = self._line, None
        if connection is not None:
            with suppress(Exception):
                connection.invalidate()  # not back into the pool: on PostgreSQL it holds our lock
            with suppress(Exception):
                connection.close()

    def _commit(self, batch: list[_Work]) -> None:
        kept = self._line is not None
        try:
            self._line = self._line or self._connect()
            with self._line.begin():
                for work in batch:
                    work.write(self._line)
        except Exception as fault:
            self._hang_up()
            if kept:  # the database may have been begun anew since: once more, over a fresh connection
                self._commit(batch)
                return
            if len(batch) == 1:
                if batch[0].of_a_game and not isinstance(fault, sa.exc.IntegrityError):
                    self.troubled = monotonic()
                batch[0].done(fault)
                return
            for work in batch:  # one of them is at fault: let each stand for itself
                self._commit([work])
            return
        for work in batch:
            work.done(None)

    # ---- reading (each call blocks: run it in a thread)

    @contextmanager
    def _read(self) -> Iterator[sa.Connection]:
        """A connection to read over; when that goes wrong, it is noted."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except (sa.exc.DBAPIError, OSError):
            self.troubled = monotonic()
            raise

    def load(self, game: str) -> tuple[GameKept, list[str]] | None:
        """A game with its rows in order; None if there is none such."""
        with self._read() as connection:
            found = connection.execute(sa.select(games).where(games.c.id == game)).one_or_none()
            if found is None:
                return None
            rows = connection.execute(
                sa.select(actions.c.n, actions.c.data).where(actions.c.game == game).order_by(actions.c.n)
            ).all()
            gap = next((place for place, row in enumerate(rows) if row.n != place), None)
            if gap is not None:
                raise Damaged(f"its row {gap + 1} is missing")
            return _kept(found, self._seats(connection, game)), [row.data for row in rows]

    def affairs(self, game: str) -> list[AffairKept]:
        """What people did in a game beside the rules, in order."""
        with self._read() as connection:
            found = connection.execute(
                sa.select(affairs.c.n, affairs.c.data, affairs.c.at)
                .where(affairs.c.game == game)
                .order_by(affairs.c.n)
            )
            return [AffairKept(row.n, row.data, row.at) for row in found]

    def stood(self, since: float, now: float) -> float:
        """For how many seconds between two moments the server did not run."""
        return sum(max(0.0, min(now, ended) - max(since, began)) for began, ended in self.stops)

    def held(self, token_hashes: Iterable[str]) -> dict[str, GameKept]:
        """The games some seats belong to, by the hashes of their tokens."""
        wanted = list(token_hashes)
        with self._read() as connection:
            found = connection.execute(
                sa.select(seats.c.token_hash, games)
                .join_from(seats, games)
                .where(seats.c.token_hash.in_(wanted))
            ).all()
            games_held = {}
            for row in found:
                with suppress(Damaged):  # whoever comes to it is told; the others are listed all the same
                    games_held[row.token_hash] = _kept(row, self._seats(connection, row.id))
            return games_held

    def _seats(self, connection: sa.Connection, game: str) -> tuple[SeatKept, ...]:
        rows = connection.execute(sa.select(seats).where(seats.c.game == game).order_by(seats.c.side))
        return tuple(
            SeatKept(row.side, row.kind, row.agent, row.name, row.token_hash, row.invite_hash) for row in rows
        )

    def close(self) -> None:
        """Write what is waiting, then end."""
        if not self._closed:
            self._closed = True
            moment = now()
            self._queue.put(_Work(lambda connection: _beat(connection, moment), lambda _fault: None))
            self._queue.put(None)
            self._writer.join(timeout=10)
            self.engine.dispose()
            if self._lock is not None:
                self._lock.release()


_TOUCH = (
    games.update()
    .where(games.c.id == sa.bindparam("game"))
    .values(updated=sa.bindparam("now"), card=sa.bindparam("told"))
)


def _beat(connection: sa.Connection, moment: float) -> None:
    connection.execute(pulse.update().values(at=moment))


def _set_clock(connection: sa.Connection, game: str, clock: ClockKept | None) -> None:
    if clock is not None:
        told = msgspec.json.encode(clock).decode()
        connection.execute(games.update().where(games.c.id == game).values(clock=told))


def _woken(connection: sa.Connection, moment: float) -> tuple[tuple[float, float], ...]:
    """Write down that we run again; when we did not, as far as anybody's clock may still ask."""
    last = connection.execute(sa.select(pulse.c.at)).scalar()
    if last is None:
        connection.execute(pulse.insert().values(id=1, at=moment))
    else:
        if moment > last:
            connection.execute(stops.insert().values(began=last, ended=moment))
        connection.execute(pulse.update().values(at=moment))
        connection.execute(stops.delete().where(stops.c.ended < moment - REMEMBERED))
    return tuple((row.began, row.ended) for row in connection.execute(sa.select(stops)))


def _tell(loop: asyncio.AbstractEventLoop, settle: Callable[..., None], fault: BaseException | None) -> None:
    with suppress(RuntimeError):  # the loop has ended meanwhile; the row is kept all the same
        loop.call_soon_threadsafe(settle, fault)


def _rows(game: str, first: int, rows: Sequence[str], now: float) -> list[dict[str, Any]]:
    return [{"game": game, "n": first + n, "data": data, "at": now} for n, data in enumerate(rows)]


class _Prepared:
    """A statement put into the database's own words once: it runs with every action of every game."""

    def __init__(self, engine: sa.Engine, statement: sa.Insert | sa.Update, columns: Sequence[str] = ()):
        compiled = statement.compile(engine, column_keys=list(columns) or None)
        self._words = str(compiled)
        self._faults: Any = engine.dialect.loaded_dbapi.Error
        self._order: Sequence[str] | None = getattr(compiled, "positiontup", None)

    def run(self, connection: sa.Connection, values: list[dict[str, Any]]) -> None:
        """Run it for each of some rows."""
        order = self._order
        # The driver's own cursor, in the transaction that is open: a statement is no news to it.
        cursor = connection.connection.cursor()
        try:
            for one in values:
                cursor.execute(self._words, one if order is None else tuple([one[name] for name in order]))
        except self._faults as fault:
            raise sa.exc.DBAPIError.instance(self._words, None, fault, self._faults) from fault
        finally:
            cursor.close()


def _as_row(game: GameKept) -> dict[str, Any]:
    row = game._asdict()
    del row["seats"]
    row["options"] = msgspec.json.encode(game.options).decode()
    row["card"] = msgspec.json.encode(game.card).decode()
    row["clock"] = None if game.clock is None else msgspec.json.encode(game.clock).decode()
    row["seed"] = game.seed.hex()
    return row


def _kept(row: sa.Row[Any], seated: tuple[SeatKept, ...]) -> GameKept:
    """A game as its row says; Damaged if that is nonsense."""
    try:
        return _from_row(row, seated)
    except ValueError as fault:
        raise Damaged(f"its head cannot be read ({type(fault).__name__})") from None


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
        None if row.clock is None else msgspec.json.decode(row.clock, type=ClockKept),
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
