"""Processes for whatever may take long: computer players, odds, plans, overlays, luck.

A worker is a child that reads requests on its standard input and writes answers on its standard output. It is
ended when it takes longer than it may, and another takes its place; the event loop never waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

_log = logging.getLogger("grognard.server")
HEAD = 4
"""Bytes that say how long a request or an answer is."""


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


class TooLong(TimeoutError):
    """A worker took longer than it may and was ended."""


class WorkerFault(RuntimeError):
    """A worker failed; the message tells where, and nothing secret."""


class Refused(ValueError):
    """What was asked cannot be answered; the message is for whoever asked."""


class Worker:
    """One child process."""

    def __init__(self, process: asyncio.subprocess.Process):
        self.process = process

    async def ask(self, request: bytes) -> bytes:
        """One request and its answer."""
        reader, writer = self.process.stdout, self.process.stdin
        assert reader is not None, "a worker has an output"
        assert writer is not None, "a worker has an input"
        writer.write(len(request).to_bytes(HEAD, "big") + request)
        await writer.drain()
        length = int.from_bytes(await reader.readexactly(HEAD), "big")
        return await reader.readexactly(length)

    async def end(self) -> None:
        """End the process, whatever it does, and let go of its pipes."""
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        # asyncio closes the pipes some time later; we may not have that long.
        self.process._transport.close()  # type: ignore[attr-defined]


class Workers:
    """A few workers that share the work; whoever asks waits for one to be free."""

    def __init__(self, name: str, count: int, shelf: str, nice: int = 0):
        self.name, self.shelf, self.nice = name, shelf, nice
        self._free: asyncio.Queue[Worker | None] = asyncio.Queue()
        for _ in range(count):
            self._free.put_nowait(None)  # started when first needed
        self._all: set[Worker] = set()
        self._running: set[asyncio.Task[bytes]] = set()
        self._endings: set[asyncio.Task[None]] = set()
        self._closed = False

    async def warm_up(self) -> None:
        """Start the workers before anybody needs them."""
        await asyncio.gather(
            *(self.call("nothing", {}, 60.0, Any) for _ in range(self._free.qsize())), return_exceptions=True
        )

    async def call(
        self,
        job: str,
        args: dict[str, Any],
        limit: float,
        kind: Any,
        begun: Callable[[], None] = lambda: None,
    ) -> Any:
        """Have something worked out within so many seconds, as a value of the kind expected.

        If the asker gives up while he waits for a free worker (before `begun`), nothing is done; if he does so
        later, the worker ends what it began and is free again.
        """
        worker = await self._free.get()
        begun()
        task = asyncio.create_task(self._answered(worker, Request(job, args), limit))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        data = await asyncio.shield(task)
        reply = msgspec.msgpack.decode(data, type=Reply)
        if reply.found is None:
            raise (Refused if reply.told else WorkerFault)(reply.fault)
        return msgspec.msgpack.decode(reply.found, type=kind)

    async def _answered(self, worker: Worker | None, request: Request, limit: float) -> bytes:
        """Put a request to a worker, which is free again afterwards, or replaced."""
        kept: Worker | None = None
        try:
            kept = worker or await self._start()
            return await asyncio.wait_for(kept.ask(msgspec.msgpack.encode(request)), limit)
        except TimeoutError:
            self._drop(kept)
            kept = None
            raise TooLong(f"{request.job} took longer than {limit:g} s") from None
        except (OSError, asyncio.IncompleteReadError) as fault:
            self._drop(kept)
            kept = None
            raise WorkerFault(f"{self.name}: a worker was lost ({type(fault).__name__})") from None
        except asyncio.CancelledError:
            self._drop(kept)
            kept = None
            raise
        finally:
            self._free.put_nowait(kept)

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
