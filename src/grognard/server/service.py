"""Everything one running server has."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter

from grognard.server.catalogue import Catalogue
from grognard.server.config import Config, books_from
from grognard.server.fairness import Contests
from grognard.server.health import Pulse
from grognard.server.limits import Buckets, ByAddress, OneByOne, Share
from grognard.server.rooms import Rooms
from grognard.server.sheets import Sheets
from grognard.server.store import Store
from grognard.server.workers import Workers

_log = logging.getLogger("grognard.server")
POLITE, HUMBLE = 5, 15
"""How far workers stand back behind the server itself; those that nobody's game waits for, the farthest."""


class Service:
    """The shelf, the games, the workers and the limits of one server."""

    def __init__(self, config: Config):
        self.config = config
        limits = config.limits
        self.books = books_from(config.shelf)
        self.catalogue = Catalogue(self.books)
        self.store = Store(config.database)
        thinkers = config.thinkers or max(2, min(4, (os.cpu_count() or 2) - 1))
        reckoners = config.reckoners or max(1, min(2, os.cpu_count() or 2))
        self.thinkers = Workers(
            "thinkers",
            thinkers,
            config.shelf,
            POLITE,
            most=max(1, thinkers - 1),  # one is always left for another address
            backlog=limits.thoughts_waiting * thinkers,
        )
        self.reckoners = Workers(
            "reckoners",
            reckoners,
            config.shelf,
            POLITE - 2,
            limits.questions_waiting,
            limits.questions_in_all,
            backlog=limits.questions_in_all // 2,
        )
        # Sheets take seconds, and a move needs an answer at once: they are drawn by one process of their own.
        self.printers = Workers(
            "printers", 1, config.shelf, POLITE + 2, limits.sheets_waiting, limits.sheets_in_all
        )
        self.texts: ByAddress[OneByOne] = ByAddress(lambda: OneByOne(limits.questions_waiting))
        """What strangers wrote is dear to read: one address has one text read at a time."""
        self.sheets = Sheets(self.printers, limits)
        # Far behind everything else, and started when first wanted: nobody's game waits for these.
        umpires = config.umpires or max(1, min(2, os.cpu_count() or 2))
        self.umpires = Workers("umpires", umpires, config.shelf, HUMBLE)
        self.contests = Contests(self.books, self.umpires, limits)
        self.rooms = Rooms(config, self.books, self.store, self.thinkers)
        self.requests = Buckets(limits.requests_per_second, limits.requests_at_once)
        self.shares: ByAddress[Share] = ByAddress(
            lambda: Share(limits.loop_share, limits.loop_seconds_at_once, limits.turn_seconds)
        )
        self.health = Pulse(self.store, (self.thinkers, self.reckoners), (self.printers,))
        self.messages = Buckets(limits.address_messages_per_second, limits.address_messages_at_once)
        self.new_games = Buckets(limits.games_per_hour / 3600, limits.games_per_hour)
        self.sockets: Counter[str] = Counter()
        self.warm = asyncio.Event()
        """Those who reckon are up: whoever asks for odds now does not wait for a process to start."""
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin."""
        self._tasks = [
            asyncio.create_task(self.rooms.keep_tidy()),
            asyncio.create_task(self.contests.keep_tidy()),
            asyncio.create_task(self._warm_up()),
        ]

    async def _warm_up(self) -> None:
        """Those who reckon first: whoever comes back to his game asks for odds before anybody has to think."""
        await self.reckoners.warm_up()
        self.warm.set()
        await self.thinkers.warm_up()

    async def close(self) -> None:
        """End: nothing that was acknowledged is lost, whenever this happens or if it never does."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.contests.close()
        await self.umpires.close()
        await self.printers.close()
        await self.rooms.close()
        await self.thinkers.close()
        await self.reckoners.close()
        await asyncio.to_thread(self.store.close)
