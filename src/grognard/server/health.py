"""Whether the server is well: it looks, and does not look more often than is needed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from time import monotonic

from grognard import __version__
from grognard.server.bodies.house import Health
from grognard.server.store import Store
from grognard.server.workers import Workers

_log = logging.getLogger("grognard.server")
LASTS = 2.0
"""Seconds a look is good for, however many ask."""
PATIENCE = 5.0
"""Seconds the disk may take."""
TROUBLED = 15.0
"""Seconds a fault of the disk is remembered, though our own small look at it went well."""
BACKLOG = 2000
"""Writes that may wait."""


class Pulse:
    """The last look at the disk, the writer and the workers."""

    def __init__(self, store: Store, workers: Sequence[Workers], besides: Sequence[Workers] = ()):
        self.store, self.workers, self.besides = store, workers, besides
        """The workers whom games wait for, and those whom they do not."""
        self._lock = asyncio.Lock()
        self._last: tuple[float, Health] | None = None

    async def feel(self) -> Health:
        """How the server is; a new look if the last is too old."""
        async with self._lock:
            # A fault is not hidden by a look at what was before it.
            fresh = self._last is not None and self._last[0] > self.store.troubled
            if self._last is None or not fresh or monotonic() - self._last[0] > LASTS:
                self._last = monotonic(), await self._look()
            return self._last[1]

    async def _look(self) -> Health:
        wrong = []
        waiting = self.store.waiting
        try:
            await asyncio.wait_for(self.store.probe(), PATIENCE)
        except Exception as fault:
            _log.warning("games cannot be kept: %s", type(fault).__name__)
            wrong.append("games cannot be kept")
        if waiting > BACKLOG:
            wrong.append("the disk does not keep up")
        if monotonic() - self.store.troubled < TROUBLED and not wrong:
            wrong.append("a game could not be read or kept a moment ago")
        workers = (*self.workers, *self.besides)
        wrong += [f"the {each.name} do not work" for each in workers if not each.well()]
        wrong += [f"too many wait for the {each.name}" for each in self.workers if not each.keeps_up()]
        return Health(not wrong, __version__, tuple(wrong), waiting, sum(w.waiting for w in self.workers))
