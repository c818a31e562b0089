"""All games: made, imported, loaded when somebody comes, put away when nobody is there."""

from __future__ import annotations

import asyncio
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
from grognard.server.faults import ApiError, check_noun
from grognard.server.plainly import in_words_of
from grognard.server.record import Record, Row, decode_row, encode_row, replay
from grognard.server.room import Room
from grognard.server.standing import card_of
from grognard.server.store import Store
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
        self._loading: dict[str, asyncio.Future[Room]] = {}
        # One thread for each: replaying a long game takes a while, and must not stop the others.
        self._loader = ThreadPoolExecutor(1, "loader")
        self._importer = ThreadPoolExecutor(1, "importer")

    # ---- new games

    async def create(self, wish: NewGame) -> GameMade:
        """Begin a game."""
        book, scenario = self._scenario(wish.book, wish.scenario if wish.battle is None else wish.battle)
        if is_text(scenario) != (wish.battle is not None):
            raise BadInput("a game is begun with the name of a scenario, or with the text of a battle")
        kept_seats, given = seating.assign(wish.seats, book.told(scenario).sides, book)
        with in_words_of(book):
            options = book.read_options({**wish.options, **book.fielding(wish.armies)})
        record = await self._in(self._loader, lambda: Record(book, scenario, options, dice.new_seed()))
        clock = new_clock(wish.clock, len(kept_seats), time())
        return await self._open(record, kept_seats, given, wish.guide, clock)

    async def again(self, room: Room, changed: bool) -> str:
        """The same battle with the same people, on their sides or on each other's; the new game's name.

        The token of a seat in the old game is the invitation to one in the new: nothing secret need be sent to anybody.
        """
        book, old = room.record.book, room.kept
        options = book.read_options(old.options)
        record = await self._in(self._loader, lambda: Record(book, old.scenario, options, dice.new_seed()))
        moved = tuple(reversed(old.seats)) if changed else old.seats
        kept_seats = tuple(seating.taken_over(seat, side, old.card.sides) for side, seat in enumerate(moved))
        clock = None if old.clock is None else new_clock(old.clock.wish, len(kept_seats), time())
        made = await self._open(record, kept_seats, (), guide=False, clock=clock, host_hash=old.host_hash)
        return made.game

    async def take_over(self, save: Save, wishes: Sequence[SeatWish] | None) -> GameMade:
        """Go on with a game from a file."""
        book, scenario = self._scenario(save.book, save.scenario)
        if save.version != book.rulebook.version:
            raise ApiError(
                "outdated",
                f"the file is of version {save.version}, this server plays {book.rulebook.version}",
            )
        sides = book.told(scenario).sides
        kept_seats, given = seating.assign(wishes or [SeatWish("here")] * len(sides), sides, book)
        record = await self._in(self._importer, lambda: self._imported(book, scenario, save))
        return await self._open(record, kept_seats, given, guide=False)

    def _imported(self, book: Book, scenario: str, save: Save) -> Record:
        record = Record(book, scenario, book.read_options(save.options), dice.new_seed())
        until = monotonic() + self.config.limits.import_seconds

        def tick() -> None:
            if monotonic() > until:
                raise BadInput("the game is too long to be imported")

        rows = [self._checked(action) for action in save.actions]
        try:
            replay(record, rows, tick)
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
    ) -> GameMade:
        now, host = time(), seating.new_token()
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
            created=now,
            updated=now,
            card=card_of(record, record.position, ended=record.ended),
            seats=kept_seats,
            host_hash=host_hash or seating.hashed(host),
            clock=clock,
        )
        affairs = [] if record.ended is None else [row_of(Over(record.ended), 0, now)]
        try:
            await self.store.create(kept, [encode_row(action) for action in record.actions])
            for row in affairs:
                await self.store.add_affair(kept.id, row)
        except Exception as fault:
            _log.error("a new game could not be written: %s", type(fault).__name__)
            raise ApiError("busy", "games cannot be kept just now; try again later") from None
        await self._enter(kept, record, affairs)
        return GameMade(kept.id, given, f"/#/game/{kept.id}", host)

    def _scenario(self, book: str, scenario: str) -> tuple[Book, str]:
        """A book and one of its scenarios, by name or as a text: a path from outside is never looked at."""
        if book not in self.books:
            raise BadInput(f"no book is called '{book}'; there are: {', '.join(self.books)}")
        found = self.books[book]
        found.told(scenario)
        return found, scenario

    # ---- games that there are

    async def find(self, game: str) -> Room:
        """A game by its name, loaded if need be."""
        known = self._rooms.get(game)
        if known is not None and not known[0].broken:
            known[0].used = monotonic()
            return known[0]
        if known is not None:
            await self._put_away(game)
        if game not in self._loading:
            task = asyncio.ensure_future(self._load(game))
            self._loading[game] = task
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str) -> Room:
        found = await self._in(self._loader, lambda: self._read(game))
        if found is None:
            raise ApiError("not_found", "there is no such game")
        return await self._enter(*found)

    def _read(self, game: str) -> tuple[GameKept, Record, list[AffairKept]] | None:
        try:
            loaded, affairs = self.store.load(game), self.store.affairs(game)
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
        except (Divergence, BadInput) as fault:
            _log.error("game %s, begun under version %s, no longer fits", game, kept.version)
            raise ApiError(
                "outdated",
                f"this game was begun under version {kept.version} of the rules and no longer fits",
            ) from fault
        return kept, record, affairs

    async def _enter(self, kept: GameKept, record: Record, affairs: Sequence[AffairKept] = ()) -> Room:
        room = Room(kept, record, self.store, affairs, self.config.limits)
        room.people.begin_again = lambda changed: self.again(room, changed)
        players = Players(room, self.thinkers, self.config)
        self._rooms[kept.id] = (room, players)
        await room.settle()
        players.start()
        if len(self._rooms) > self.config.limits.rooms:
            await self.sweep(self.config.limits.rooms // 10)
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

    async def sweep(self, at_least: int) -> None:
        """Put away empty rooms: those idle for long, and in any case so many."""
        empty = [room for room, players in self._rooms.values() if not room.guests and not players.busy()]
        empty.sort(key=lambda room: room.used)
        old = monotonic() - self.config.limits.idle_seconds
        for number, room in enumerate(empty):
            if number < at_least or room.used < old:
                await self._put_away(room.game)

    async def _put_away(self, game: str) -> None:
        room, players = self._rooms.pop(game)
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


__all__ = ["Rooms"]
