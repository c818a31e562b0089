"""Connections: how many there may be, and how long the head of a request may take to come.

uvicorn waits for ever for a head that does not come and takes as many connections as there are files; these are its two
protocols with a count and a clock.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from grognard.server.config import Limits

AT_ONCE = "grognard.at_once"
"""What a socket can do besides the rest: write a message at once, if the line is free."""
UNHEARD = 4
"""So many messages may wait on a socket before no more are read from it."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Doors:
    """Who has come in, by address; proxies we trust bring everybody, so they are not counted one by one."""

    def __init__(self, limits: Limits, proxies: tuple[str, ...] = ()):
        self.limits, self.proxies = limits, proxies
        self.open = 0
        self.by_address: Counter[str] = Counter()

    def full(self, address: str) -> bool:
        """Whether one more is too many."""
        crowded = self.by_address[address] >= self.limits.connections_per_address
        return self.open >= self.limits.connections or (crowded and address not in self.proxies)

    def enter(self, address: str) -> None:
        """One more."""
        self.open += 1
        self.by_address[address] += 1

    def leave(self, address: str) -> None:
        """One less."""
        self.open -= 1
        self.by_address[address] -= 1
        if self.by_address[address] <= 0:
            del self.by_address[address]


class _Http(H11Protocol):
    """A connection for requests."""

    doors: Doors
    inside = False
    refused = False
    clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else "nowhere"
        if self.doors.full(self.address):
            self.refused = True
            transport.write(FULL)
            transport.close()
            return
        self.inside = True
        self.doors.enter(self.address)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self.refused:
            return
        super().data_received(data)
        if self.inside and self.conn.their_state is h11.IDLE:
            self._wait()
        else:
            self._go_on()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._go()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._go()
        super().connection_lost(exc)
        cycle: Any = self.cycle
        if cycle is not None and cycle.response_complete:
            self.cycle = None  # type: ignore[assignment]  # it knows us, and we know it

    def _wait(self) -> None:
        """Somebody has begun a request, or may: the rest of its head must come soon."""
        if self.clock is None:
            self.clock = self.loop.call_later(self.doors.limits.head_seconds, self._too_slow)

    def _go_on(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def _go(self) -> None:
        self._go_on()
        if self.inside:
            self.inside = False
            self.doors.leave(self.address)

    def _too_slow(self) -> None:
        self.clock = None
        self.transport.close()


class _Socket(WebSocketsSansIOProtocol):
    """A connection for a game's socket."""

    doors: Doors

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = self.client[0] if self.client else "nowhere"
        self.doors.enter(self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.leave(self.address)
        super().connection_lost(exc)
        if hasattr(
            self, "scope"
        ):  # it knows us, and we know it: neither would be freed before somebody looks
            self.scope["extensions"].pop(AT_ONCE, None)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[AT_ONCE] = {"send": self.send_at_once}

    def send_at_once(self, text: str) -> bool:
        """Write a message without waiting for anything; False if there is anything to wait for."""
        free = self.handshake_complete and not self.close_sent and self.initial_response is None
        if not free or not self.writable.is_set() or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text.encode())
        except InvalidState:  # they are going
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. Reading stops once some wait to be heard, not for each of them."""
        stopped, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = stopped
        if not stopped and self.queue.qsize() >= UNHEARD:
            self.read_paused = True
            self.transport.pause_reading()


def protocols(doors: Doors) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """uvicorn's two protocols behind these doors; it makes the connections itself, so the doors are known to the class."""
    behind = {"doors": doors}
    return type("Http", (_Http,), behind), type("Socket", (_Socket,), behind)
