"""Sheets to print: drawn by a process of their own, and those of the books' own things kept, for they never change."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import msgspec

from grognard.server.config import Limits
from grognard.server.workers import Workers


class Sheets:
    """Every sheet that was drawn lately and anybody may ask for again."""

    def __init__(self, printers: Workers, limits: Limits):
        self.printers, self.limits = printers, limits
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._bytes = 0
        self._drawing: dict[bytes, asyncio.Future[bytes]] = {}

    async def sheet(self, wish: dict[str, Any], asker: str) -> bytes:
        """A sheet as PDF; what many ask for at once is drawn once."""
        if wish["text"] is not None or wish["options"]:
            return await self._draw(wish, asker)
        key = msgspec.json.encode(wish)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._drawing:
            task = asyncio.ensure_future(self._drawn(key, wish, asker))
            self._drawing[key] = task
            task.add_done_callback(lambda done: self._done(key, done))
        return await asyncio.shield(self._drawing[key])

    async def _drawn(self, key: bytes, wish: dict[str, Any], asker: str) -> bytes:
        found = await self._draw(wish, asker)
        self._kept[key] = found
        self._bytes += len(found)
        while self._bytes > self.limits.sheets_bytes:
            self._bytes -= len(self._kept.popitem(last=False)[1])
        return found

    def _done(self, key: bytes, task: asyncio.Future[bytes]) -> None:
        del self._drawing[key]
        if not task.cancelled():
            task.exception()  # whoever asked has been told, if anybody is still there

    async def _draw(self, wish: dict[str, Any], asker: str) -> bytes:
        found: bytes = await self.printers.call(
            "printed", wish, self.limits.print_seconds, bytes, asker=asker
        )
        return found
