"""Processes for whatever may take long: computer players, odds, plans, overlays, luck.

A worker is a child that reads requests on its standard input and writes answers on its standard output. It is
ended when it takes longer than it may, and another takes its place; the event loop never waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from grognard.server.turns import Turns, patience

_log = logging.getLogger("grognard.server")
HEAD = 4
"""Bytes that say how long a request or an answer is."""
PULSE = 1 << 31
"""Set in the head of what is no answer yet, but says how far the worker has come: done, of how many."""
HURRY = getattr(signal, "SIGUSR1", None)
"""The signal by which a worker is told to come to an end."""


START_SECONDS, PATIENCE = 60.0, 4.0
"""How long a worker may take until it is ready, and how much of that an asker waits for."""


class Request(msgspec.Struct, frozen=True, array_like=True):
    """Something to work out."""

    job: str
    args: dict[str, Any]


class Reply(msgspec.Struct, frozen=True, array_like=True):
    """What came of it: `found`, or `fault` in words that tell nothing secret."""

    found: bytes | None = None
    fault: str = ""
    told: bool = False
    """Whether the fault is the asker's own, to be told to him; else it is ours."""
    code: str = "bad_input"
    """What such a fault is called."""


class _Place(NamedTuple):
    """Where somebody waits for a worker."""

    asker: str
    worker: asyncio.Future[Worker | None]


_NOTHING = msgspec.msgpack.encode(Request("nothing", {}))


class TooLong(TimeoutError):
    """A worker took longer than it may and was ended."""


class WorkerFault(RuntimeError):
    """A worker failed; the message tells where, and nothing secret."""


class Refused(ValueError):
    """What was asked cannot be answered; the message is for whoever asked, and so is the code."""

    def __init__(self, message: str, code: str = "bad_input"):
        super().__init__(message)
        self.code = code


class Worker:
    """One child process."""

    def __init__(self, process: asyncio.subprocess.Process):
        self.process = process

    async def ask(
        self, request: bytes, heard: Callable[[int, int], None] = lambda _done, _most: None
    ) -> bytes:
        """One request and its answer; `heard` is told on the way how far it is."""
        reader, writer = self.process.stdout, self.process.stdin
        assert reader is not None, "a worker has an output"
        assert writer is not None, "a worker has an input"
        writer.write(len(request).to_bytes(HEAD, "big") + request)
        await writer.drain()
        while True:
            length = int.from_bytes(await reader.readexactly(HEAD), "big")
            data = await reader.readexactly(length & ~PULSE)
            if not length & PULSE:
                return data
            heard(*msgspec.msgpack.decode(data, type=tuple[int, int]))

    async def end(self) -> None:
        """End the process, whatever it does, and let go of its pipes."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        # asyncio closes the pipes some time later; we may not have that long.
        self.process._transport.close()  # type: ignore[attr-defined]


class Errand:
    """Something a worker has under way: whoever asked hears how far it is, and may hurry it."""

    def __init__(self, heard: Callable[[int, int], None], full: float | None = None):
        self.heard, self.full = heard, full
        """`full`: seconds after which it is hurried, sooner if others wait; None: it is left to itself."""
        self.worker: Worker | None = None
        """Who is at it; nobody before it is begun and once it is done."""
        self.began = 0.0
        self._alarm: asyncio.TimerHandle | None = None

    def begin(self, worker: Worker) -> None:
        """A worker is at it from now on."""
        self.worker, self.began = worker, monotonic()

    def press(self, others: bool, games: int) -> None:
        """Have it hurried when it has had its time, as things stand now."""
        if self.full is None or self.worker is None:
            return
        self._still()
        left = self.began + patience(self.full, others, games) - monotonic()
        self._alarm = asyncio.get_running_loop().call_later(max(0.0, left), self.hurry)

    def end(self) -> None:
        """It is done."""
        self.worker = None
        self._still()

    def _still(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def hurry(self) -> None:
        """Have the worker answer with what it knows so far."""
        if self.worker is not None and HURRY is not None:
            with suppress(ProcessLookupError):
                self.worker.process.send_signal(HURRY)


class Workers:
    """A few workers that share the work; whoever asks waits for one to be free, and addresses take turns."""

    def __init__(
        self,
        name: str,
        count: int,
        shelf: str,
        nice: int = 0,
        each: int = 10_000,
        in_all: int = 10_000,
        most: int | None = None,
        backlog: int = 10_000,
    ):
        self.name, self.shelf, self.nice = name, shelf, nice
        self.count, self.backlog = count, backlog
        """How many there are, and how many may wait before we are not well."""
        self._idle: list[Worker | None] = [None] * count  # started when first needed
        self._turns: Turns[_Place] = Turns(each, in_all, most or count)
        self._under_way: set[tuple[str, Errand]] = set()
        self._all: set[Worker] = set()
        self._running: set[asyncio.Task[bytes]] = set()
        self._endings: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many wait."""
        return self._turns.waiting

    def well(self) -> bool:
        """Whether work goes on: somebody could be asked now, or soon."""
        alive = any(worker.process.returncode is None for worker in self._all)
        return not self._closed and (alive or bool(self._idle))

    def keeps_up(self) -> bool:
        """Whether not too many wait."""
        return self.waiting < self.backlog

    def long_for(self, address: str) -> bool:
        """Whether somebody at this address would have a long queue before him."""
        return self._turns.long(address, self.count)

    async def warm_up(self) -> None:
        """Start the workers before anybody needs them."""
        calls = (self.call("nothing", {}, 60.0, Any, asker=f"#{number}") for number in range(self.count))
        await asyncio.gather(*calls, return_exceptions=True)

    async def call(
        self,
        job: str,
        args: dict[str, Any],
        limit: float,
        kind: Any,
        begun: Callable[[], None] = lambda: None,
        asker: str = "",
        errand: Errand | None = None,
        game: str = "",
    ) -> Any:
        """Have something worked out within so many seconds, as a value of the kind expected.

        If the asker gives up while he waits for a free worker (before `begun`), nothing is done; if he does so
        later, the worker ends what it began and is free again.
        """
        try:
            request = msgspec.msgpack.encode(Request(job, args))
        except (OverflowError, RecursionError):
            raise Refused("a number is too large, or lists are nested too deep") from None
        worker = await self._next(asker, game)
        begun()
        task = asyncio.create_task(self._answered(worker, job, request, limit, asker, errand))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # the asker may have gone
        try:
            data = await asyncio.wait_for(asyncio.shield(task), limit + PATIENCE)
        except TimeoutError:  # it is still being started; it goes on with that, and is free then
            raise TooLong(f"{job} took longer than {limit:g} s") from None
        finally:
            del task  # what went wrong in it would know this frame, and this frame the task
        reply = msgspec.msgpack.decode(data, type=Reply)
        if reply.found is None:
            raise Refused(reply.fault, reply.code) if reply.told else WorkerFault(reply.fault)
        return msgspec.msgpack.decode(reply.found, type=kind)

    async def _next(self, asker: str, game: str = "") -> Worker | None:
        """A free worker, when it is this asker's turn."""
        place = _Place(asker, asyncio.get_running_loop().create_future())
        self._turns.add(asker, game, place)
        self._serve()
        try:
            return await place.worker
        except asyncio.CancelledError:
            if place.worker.done() and not place.worker.cancelled():
                self._free(asker, place.worker.result())
            else:
                self._turns.drop(asker, game, place)
            raise

    def _free(self, asker: str, worker: Worker | None) -> None:
        """A worker is free: the next asker in turn gets it."""
        self._turns.give_back(asker)
        self._idle.append(worker)
        self._serve()

    def _serve(self) -> None:
        """Whoever is next gets a worker, as long as there are any; who has one is pressed if others wait."""
        while self._idle and (place := self._turns.take()) is not None:
            if place.worker.done():  # whoever waited has just given up
                self._turns.give_back(place.asker)
            else:
                place.worker.set_result(self._idle.pop())
        for asker, errand in self._under_way:
            self._press(asker, errand)

    def _press(self, asker: str, errand: Errand) -> None:
        errand.press(self._turns.wanted_by_others(asker), self._turns.games(asker))

    async def _answered(
        self, worker: Worker | None, job: str, request: bytes, limit: float, asker: str, errand: Errand | None
    ) -> bytes:
        """Put a request to a worker, which is free again afterwards, or replaced."""
        kept: Worker | None = None
        errand = errand or Errand(lambda _done, _most: None)
        try:
            kept = worker or await self._start()
            if worker is None:  # it has books to read first; that is not the asker's time
                # Whoever gives way to all others comes up slowly where these have much to do.
                await asyncio.wait_for(kept.ask(_NOTHING), START_SECONDS * (1 + self.nice))
            errand.begin(kept)
            self._under_way.add((asker, errand))
            self._press(asker, errand)
            return await asyncio.wait_for(kept.ask(request, errand.heard), limit)
        except TimeoutError:
            self._drop(kept)
            kept = None
            raise TooLong(f"{job} took longer than {limit:g} s") from None
        except (OSError, asyncio.IncompleteReadError) as fault:
            self._drop(kept)
            kept = None
            raise WorkerFault(f"{self.name}: a worker was lost ({type(fault).__name__})") from None
        except asyncio.CancelledError:
            self._drop(kept)
            kept = None
            raise
        finally:
            errand.end()
            self._under_way.discard((asker, errand))
            self._free(asker, kept)

    async def _start(self) -> Worker:
        if self._closed:
            raise WorkerFault(f"{self.name} are closed")
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "grognard.server.worker",
            self.shelf,
            str(self.nice),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            # A traceback may quote what only one side may know.
            stderr=None if os.environ.get("GROGNARD_DEBUG") else asyncio.subprocess.DEVNULL,
        )
        worker = Worker(process)
        self._all.add(worker)
        return worker

    def _drop(self, worker: Worker | None) -> None:
        if worker is not None:
            if not self._closed:
                _log.warning("%s: a worker was ended", self.name)
            self._all.discard(worker)
            ending = asyncio.create_task(worker.end())
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._all), *self._endings, return_exceptions=True)
        self._all.clear()
