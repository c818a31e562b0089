"""All games: made, imported, loaded when somebody comes, put away when nobody is there."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic, time
from typing import TypeVar

from grognard.engine.book import BadInput, Book, is_text
from grognard.engine.choices import Action, thaw
from grognard.engine.replay import Divergence, Save
from grognard.server import dice
from grognard.server import seats as seating
from grognard.server.affairs import Affairs, Over, row_of
from grognard.server.agents import Players
from grognard.server.bodies.games import GameMade, NewGame, SeatGiven, SeatWish
from grognard.server.clock import ClockKept, new_clock
from grognard.server.config import Config
from grognard.server.faults import ApiError, check_noun, place_of
from grognard.server.now import now
from grognard.server.plainly import in_words_of
from grognard.server.record import Record, Row, action_of, decode_row, encode_row, replay
from grognard.server.room import Room
from grognard.server.standing import card_of
from grognard.server.store import Damaged, Store
from grognard.server.tables import AffairKept, GameKept, SeatKept
from grognard.server.workers import Workers

_log = logging.getLogger("grognard.server")
T = TypeVar("T")
SWEEP = 30.0
"""Seconds between two looks for rooms nobody is in."""


class Rooms:
    """Every game that is held in memory, and the way to all others."""

    def __init__(self, config: Config, books: Mapping[str, Book], store: Store, thinkers: Workers):
        self.config, self.books, self.store, self.thinkers = config, books, store, thinkers
        self._rooms: dict[str, tuple[Room, Players]] = {}
        self._emptied = 0
        """Rooms put away since garbage was last looked for."""
        self._loading: dict[str, asyncio.Future[Room]] = {}
        # One thread for each: replaying a long game takes a while, and must not stop the others.
        self._loader = ThreadPoolExecutor(1, "loader")
        self._importer = ThreadPoolExecutor(1, "importer")

    # ---- new games

    async def create(self, wish: NewGame, origin: str = "") -> GameMade:
        """Begin a game for somebody at an address."""
        book, scenario = self.book(wish.book), wish.scenario if wish.battle is None else wish.battle
        if is_text(scenario) != (wish.battle is not None):
            raise BadInput("a game is begun with the name of a scenario, or with the text of a battle")
        sides = await self._sides(self._loader, book, scenario)
        kept_seats, given = seating.assign(wish.seats, sides, book)
        with in_words_of(book):
            options = book.read_options({**wish.options, **book.fielding(wish.armies)})
        record = await self._in(self._loader, lambda: Record(book, scenario, options, dice.new_seed()))
        clock = new_clock(wish.clock, len(kept_seats), now())
        return await self._open(record, kept_seats, given, wish.guide, clock, origin=origin)

    async def again(self, room: Room, changed: bool) -> str:
        """The same battle with the same people, on their sides or on each other's; the new game's name.

        The token of a seat in the old game is the invitation to one in the new: nothing secret need be sent to anybody.
        """
        book, old = room.record.book, room.kept
        options = book.read_options(old.options)
        record = await self._in(self._loader, lambda: Record(book, old.scenario, options, dice.new_seed()))
        moved = tuple(reversed(old.seats)) if changed else old.seats
        kept_seats = tuple(seating.taken_over(seat, side, old.card.sides) for side, seat in enumerate(moved))
        clock = None if old.clock is None else new_clock(old.clock.wish, len(kept_seats), now())
        made = await self._open(
            record, kept_seats, (), guide=False, clock=clock, host_hash=old.host_hash, origin=room.origin
        )
        return made.game

    async def take_over(
        self, save: Save, rows: Sequence[bytes], wishes: Sequence[SeatWish] | None, origin: str = ""
    ) -> GameMade:
        """Go on with a game from a file, whose actions are given one by one."""
        book = self.book(save.book)
        if save.version != book.rulebook.version:
            raise ApiError(
                "outdated",
                f"the file is of version {save.version}, this server plays {book.rulebook.version}",
            )
        sides = await self._sides(self._importer, book, save.scenario)
        kept_seats, given = seating.assign(wishes or [SeatWish("here")] * len(sides), sides, book)
        record = await self._in(self._importer, lambda: self._imported(book, save, rows))
        return await self._open(record, kept_seats, given, guide=False, origin=origin)

    def _imported(self, book: Book, save: Save, rows: Sequence[bytes]) -> Record:
        record = Record(book, save.scenario, book.read_options(save.options), dice.new_seed())
        until = monotonic() + self.config.limits.import_seconds

        def tick() -> None:
            if monotonic() > until:
                raise BadInput("the game is too long to be imported")

        try:
            replay(record, [self._checked(action_of(row)) for row in rows], tick)
        except Divergence as fault:
            raise BadInput(str(fault)) from None
        if not record.position.over:
            record.ended = save.ended
        return record

    def _checked(self, action: Action) -> Action:
        """An action of a file, refused if it is too large to be looked at."""
        for part in (getattr(action, name) for name in action.__struct_fields__ if name != "side"):
            check_noun(part, self.config.limits.noun_parts)
        try:
            return thaw(action)
        except ValueError as fault:
            raise BadInput(f"an action of the file is malformed: {fault}") from None

    async def _open(
        self,
        record: Record,
        kept_seats: tuple[SeatKept, ...],
        given: tuple[SeatGiven, ...],
        guide: bool,
        clock: ClockKept | None = None,
        host_hash: str | None = None,
        origin: str = "",
    ) -> GameMade:
        moment, host = time(), seating.new_token()
        kept = GameKept(
            id=seating.new_game_id(),
            book=record.book.name,
            version=record.book.rulebook.version,
            scenario=record.scenario,
            options=record.as_save().options,
            seed=record.seed,
            seed_hash=dice.commitment(record.seed),
            dice_from=len(record.actions),
            guide=guide,
            created=moment,
            updated=moment,
            card=card_of(record, record.position, ended=record.ended),
            seats=kept_seats,
            host_hash=host_hash or seating.hashed(host),
            clock=clock,
        )
        affairs = [] if record.ended is None else [row_of(Over(record.ended), 0, moment)]
        try:
            await self.store.create(kept, [encode_row(action) for action in record.actions])
            for row in affairs:
                await self.store.add_affair(kept.id, row)
        except Exception as fault:
            _log.error("a new game could not be written: %s", type(fault).__name__)
            raise ApiError("busy", "games cannot be kept just now; try again later") from None
        await self._enter(kept, record, affairs, origin)
        return GameMade(kept.id, given, f"/#/game/{kept.id}", host)

    def book(self, book: str) -> Book:
        """A book by its name, as a wish or a file gives it."""
        if book not in self.books:
            raise BadInput(f"no book is called '{book}'; there are: {', '.join(self.books)}")
        return self.books[book]

    async def _sides(self, executor: ThreadPoolExecutor, book: Book, scenario: str) -> tuple[str, ...]:
        """The sides of one of a book's scenarios, by name or as a text: a path from outside is never looked at."""
        return await self._in(executor, lambda: tuple(book.told(scenario).sides))

    # ---- games that there are

    async def find(self, game: str, origin: str = "") -> Room:
        """A game by its name, loaded if need be for somebody at an address."""
        known = self._rooms.get(game)
        if known is not None and not known[0].broken:
            known[0].used = monotonic()
            return known[0]
        if known is not None:
            await self._put_away(game)
        if game not in self._loading:
            task = asyncio.ensure_future(self._load(game, origin))
            self._loading[game] = task
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str, origin: str) -> Room:
        found = await self._in(self._loader, lambda: self._read(game))
        if found is None:
            raise ApiError("not_found", "there is no such game")
        return await self._enter(*found, origin)

    def _read(self, game: str) -> tuple[GameKept, Record, list[AffairKept]] | None:
        try:
            loaded, affairs = self.store.load(game), self.store.affairs(game)
        except Damaged as fault:
            _log.error("game %s is damaged: %s", game, fault)
            raise ApiError("damaged", f"what is kept of this game is damaged: {fault}") from None
        except Exception as fault:
            _log.error("a game could not be read: %s", type(fault).__name__)
            raise ApiError("busy", "games cannot be read just now; try again later") from None
        if loaded is None:
            return None
        kept, rows = loaded
        book = self.books.get(kept.book)
        if book is None:
            raise ApiError("outdated", "the book of this game is not here")
        try:
            record = Record(book, kept.scenario, book.read_options(kept.options), kept.seed)
            listed: list[Row] = [decode_row(row) for row in rows]
            replay(record, listed)
            record.ended = Affairs(affairs).ended
        except Exception as fault:  # whatever stands in the database, nobody is left without an answer
            raise _unfit(kept, book, fault) from None
        return kept, record, affairs

    async def _enter(
        self, kept: GameKept, record: Record, affairs: Sequence[AffairKept] = (), origin: str = ""
    ) -> Room:
        room = Room(kept, record, self.store, affairs, self.config.limits, origin)
        room.people.begin_again = self.again
        players = Players(room, self.thinkers, self.config)
        self._rooms[kept.id] = (room, players)
        await room.settle()
        players.start()
        if len(self._rooms) > self.config.limits.rooms:
            await self.sweep(max(1, self.config.limits.rooms // 10))
        return room

    async def held(self, tokens: Sequence[str]) -> dict[str, GameKept]:
        """The games some tokens are seats of."""
        by_hash = {seating.hashed(token): token for token in tokens}
        try:
            found = await asyncio.to_thread(self.store.held, by_hash)
        except Exception as fault:
            _log.error("games could not be listed: %s", type(fault).__name__)
            raise ApiError("busy", "games cannot be read just now; try again later") from None
        return {by_hash[one]: kept for one, kept in found.items()}

    # ---- putting away

    async def keep_tidy(self) -> None:
        """Put away, again and again, what nobody has used for long."""
        while True:
            await asyncio.sleep(SWEEP)
            with suppress(Exception):  # the next act says what is wrong with the disk
                await self.store.beat()
            await self.sweep(0)
            self._tidy()

    def _tidy(self) -> None:
        """What little holds itself in circles is freed while nobody is here to notice."""
        if self._emptied and not any(room.guests for room, _ in self._rooms.values()):
            self._emptied = 0
            gc.collect()

    async def sweep(self, at_least: int) -> None:
        """Put away empty rooms: those idle for long, and in any case so many."""
        empty = [room for room, players in self._rooms.values() if not room.guests and not players.busy()]
        empty.sort(key=lambda room: room.used)
        old = monotonic() - self.config.limits.idle_seconds
        for number, room in enumerate(empty):
            # While others were put away somebody may have come.
            if (number < at_least or room.used < old) and not room.guests:
                await self._put_away(room.game)

    async def _put_away(self, game: str) -> None:
        found = self._rooms.pop(game, None)
        if found is not None:
            room, players = found
            self._emptied += 1
            await players.stop()
            await room.finish()

    async def close(self) -> None:
        """Send everybody away and end."""
        for room, _ in list(self._rooms.values()):
            for guest in list(room.guests):
                guest.dismiss(1012, "the server stops")
        for game in list(self._rooms):
            await self._put_away(game)
        self._loader.shutdown(wait=False, cancel_futures=True)
        self._importer.shutdown(wait=False, cancel_futures=True)

    async def _in(self, executor: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(executor, work)


def _unfit(kept: GameKept, book: Book, fault: Exception) -> ApiError:
    """Why a game cannot be played on: the rules are others by now, or what is kept of it is damaged."""
    if kept.version != book.rulebook.version:
        _log.error("game %s, begun under version %s, no longer fits", kept.id, kept.version)
        words = f"this game was begun under version {kept.version} of the rules and no longer fits"
        return ApiError("outdated", words)
    _log.error("game %s cannot be played again: %s", kept.id, place_of(fault))
    if isinstance(fault, Divergence):
        words = f"action {fault.at + 1} of this game does not fit the rules as they are played now: they were mended since, or what is kept is damaged"
        return ApiError("outdated", words)
    return ApiError("damaged", "what is kept of this game is damaged: it cannot be read")


__all__ = ["Rooms"]
