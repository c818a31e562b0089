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
BACKLOG = 2000
"""Writes that may wait."""


class Pulse:
    """The last look at the disk, the writer and the workers."""

    def __init__(self, store: Store, workers: Sequence[Workers]):
        self.store, self.workers = store, workers
        self._lock = asyncio.Lock()
        self._last: tuple[float, Health] | None = None

    async def feel(self) -> Health:
        """How the server is; a new look if the last is too old."""
        async with self._lock:
            if self._last is None or monotonic() - self._last[0] > LASTS:
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
        wrong += [f"the {each.name} do not work" for each in self.workers if not each.well()]
        return Health(not wrong, __version__, tuple(wrong), waiting, sum(w.waiting for w in self.workers))
