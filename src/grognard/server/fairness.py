"""Whether a battle is fair, worked out beside the games: many games between computer players, in processes of their own.

These stand back behind everything else the server does, and askers take turns game by game. A run is known by a name
nobody can guess; whoever has it sees how far it is, and may end it. A run that nobody asks for any more ends by itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from secrets import token_urlsafe
from time import monotonic
from typing import Any

import msgspec

from grognard.engine.book import Book
from grognard.lab.balance import Balance, Tally, orders_of
from grognard.lab.evening import Advised
from grognard.lab.play import GameResult
from grognard.lab.runner import Order
from grognard.server.bodies.balance import FairRun, FairWish, RunState
from grognard.server.config import Limits
from grognard.server.faults import ApiError
from grognard.server.turns import Crowded
from grognard.server.workers import Errand, Refused, TooLong, WorkerFault, Workers

_log = logging.getLogger("grognard.server")
PLAYERS = ("corporal", "sergeant")
"""Who may play: those who choose at once."""
TIDY = 0.25
"""Seconds from one look for runs that nobody wants any more to the next."""
RUNNING = ("waiting", "playing", "trying")


class Contest:
    """One run: what was asked, what is known so far, and who is at it."""

    def __init__(self, address: str, wish: FairWish, options: Mapping[str, Any], tally: Tally):
        self.id = token_urlsafe(18)
        self.address, self.wish, self.options, self.tally = address, wish, options, tally
        self.scenario = wish.battle if wish.battle is not None else wish.scenario or ""
        self.state: RunState = "waiting"
        self.words = ""
        self.trying: str = ""
        self.trial: Tally | None = None
        self.advised: Advised | None = None
        self.asked = monotonic()
        self._added: tuple[int, Balance] | None = None
        self.errands: set[Errand] = set()
        self.task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether games are still to be played."""
        return self.state in RUNNING

    def told(self) -> FairRun:
        """How it stands."""
        return FairRun(
            self.id,
            self.state,
            self.words,
            self._balance(),
            self.trying,
            len(self.trial.results) if self.trial is not None else 0,
            self.advised,
        )

    def _balance(self) -> Balance:
        """What the games so far come to; added up once for as long as there are no more."""
        played = len(self.tally.results)
        if self._added is None or self._added[0] != played:
            self._added = played, self.tally.balance()
        return self._added[1]

    def end(self, state: RunState, words: str = "") -> None:
        """Be done, unless it is already; whoever plays for it stops at the next choice."""
        if self.running:
            self.state, self.words, self.trying = state, words, ""
        for errand in self.errands:
            errand.hurry()
        if self.task is not None and self.task is not asyncio.current_task():
            self.task.cancel()


class Contests:
    """All runs of a server: one for an address, a few in all."""

    def __init__(self, books: Mapping[str, Book], umpires: Workers, limits: Limits):
        self.books, self.umpires, self.limits = books, umpires, limits
        self._all: dict[str, Contest] = {}

    def begin(
        self, address: str, wish: FairWish, options: Mapping[str, Any], sides: tuple[str, ...]
    ) -> Contest:
        """A new run, unless this address has one or there are too many."""
        self.may_begin(address)
        contest = Contest(address, wish, options, Tally(self.books[wish.book], sides, wish.games))
        self._all[contest.id] = contest
        contest.task = asyncio.create_task(self._run(contest))
        return contest

    def may_begin(self, address: str) -> None:
        """Refuse whoever has a run already, or anybody while there are too many."""
        running = [each for each in self._all.values() if each.running]
        if any(each.address == address for each in running):
            raise ApiError("slow_down", "one run at a time: another from this address is not over yet")
        if len(running) >= self.limits.fair_runs:
            raise ApiError("busy", "others are finding out about their battles; try again in a few minutes")

    def find(self, name: str) -> Contest:
        """A run by its name; it is wanted still."""
        contest = self._all.get(name)
        if contest is None:
            raise ApiError("not_found", "there is no such run, or it is long over")
        contest.asked = monotonic()
        return contest

    async def keep_tidy(self) -> None:
        """End runs nobody asks for, and forget those long over."""
        while True:
            await asyncio.sleep(min(TIDY, self.limits.fair_idle_seconds / 2))
            now = monotonic()
            for contest in list(self._all.values()):
                idle = now - contest.asked
                if contest.running and idle > self.limits.fair_idle_seconds:
                    contest.end("cut", "nobody asked for it any more")
                elif not contest.running and idle > self.limits.fair_kept_seconds:
                    del self._all[contest.id]

    async def close(self) -> None:
        """End all runs."""
        tasks = [each.task for each in self._all.values() if each.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- a run

    async def _run(self, contest: Contest) -> None:
        try:
            async with asyncio.timeout(self.limits.fair_seconds):
                contest.state = "playing"
                await self._games(contest, contest.tally, contest.scenario, contest.options, "")
                if contest.wish.suggest and contest.running:
                    await self._even_out(contest)
            contest.end("done")
        except TooLong:
            contest.end("cut", "a single game takes longer than a run may wait for")
        except TimeoutError:
            contest.end("cut", "the time a run may take is over")
        except Refused as fault:
            contest.end("failed", str(fault))
        except (Crowded, WorkerFault) as fault:
            _log.warning("a run of games failed: %s", type(fault).__name__)
            contest.end("failed", "the games could not be played")
        except asyncio.CancelledError:
            contest.end("cut", "the server is ending")
            raise

    async def _games(
        self, contest: Contest, tally: Tally, scenario: str, options: Mapping[str, Any], run: str
    ) -> None:
        """Play all games of a tally, as many at once as there are processes."""
        wish = contest.wish
        # The same games as `grognard balance` plays.
        orders = iter(orders_of(scenario, wish.agent, len(tally.sides), wish.games, wish.seed, run))
        hands = [
            asyncio.create_task(self._some(contest, tally, orders, options))
            for _ in range(min(self.umpires.count, wish.games))
        ]
        try:
            await asyncio.gather(*hands)
        finally:
            for hand in hands:
                hand.cancel()
            await asyncio.gather(*hands, return_exceptions=True)

    async def _some(
        self, contest: Contest, tally: Tally, orders: Iterator[Order], options: Mapping[str, Any]
    ) -> None:
        """Have game after game played until there is none left."""
        for order in orders:
            if not contest.running:
                return
            args = {"book": contest.wish.book, "order": msgspec.to_builtins(order), "options": dict(options)}
            found: GameResult | None = await self._ask(contest, "contest", args, GameResult | None)
            if found is not None and contest.running:
                tally.add(found)

    async def _even_out(self, contest: Contest) -> None:
        """Turn what can be turned, play, and again; the search itself is worked out where the games are."""
        found = contest.tally.balance()
        told: list[list[float]] = []
        while contest.running:
            args = {
                "book": contest.wish.book,
                "scenario": contest.scenario,
                "options": dict(contest.options),
                "found": msgspec.to_builtins(found),
                "told": told,
            }
            kind = tuple[tuple[str, str, dict[str, Any]] | None, Advised, str]
            wanted, contest.advised, contest.trying = await self._ask(contest, "even_out", args, kind)
            if wanted is None or not contest.running:
                return
            contest.state = "trying"
            run, scenario, options = wanted
            tally = contest.trial = Tally(contest.tally.book, contest.tally.sides, contest.wish.games)
            await self._games(contest, tally, scenario, options, run)
            told.append([tally.balance().sides[contest.advised.side].share, len(tally.results)])

    async def _ask(self, contest: Contest, job: str, args: dict[str, Any], kind: Any) -> Any:
        errand = Errand(lambda _done, _most: None)
        contest.errands.add(errand)
        try:
            limit = self.limits.fair_game_seconds
            return await self.umpires.call(job, args, limit, kind, asker=contest.address, errand=errand)
        except asyncio.CancelledError:
            errand.hurry()
            raise
        finally:
            contest.errands.discard(errand)


__all__ = ["PLAYERS", "Contest", "Contests"]
