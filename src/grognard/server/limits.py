"""How much anybody may ask of us: buckets that fill with time, and a share of the time of the event loop."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from time import monotonic, perf_counter
from typing import Generic, TypeVar

from grognard.server.turns import Crowded


class Bucket:
    """So many at once, so many a second."""

    __slots__ = ("clock", "left", "most", "rate", "seen")

    def __init__(self, rate: float, most: float, clock: Callable[[], float] = monotonic):
        self.rate, self.most, self.clock = rate, most, clock
        self.left, self.seen = most, clock()

    def take(self, count: float = 1.0) -> bool:
        """Whether there was enough."""
        now = self.clock()
        self.left = min(self.most, self.left + (now - self.seen) * self.rate)
        self.seen = now
        if self.left < count:
            return False
        self.left -= count
        return True

    def wait(self) -> float:
        """Seconds until there is one again."""
        return max(0.0, (1.0 - self.left) / self.rate)


class Share:
    """So much of the event loop's time for one address; whoever has had it waits, in the order of coming.

    Whatever is worked out on the loop is charged with the time it took, so that nobody need know beforehand what is dear.
    """

    __slots__ = ("bucket", "lock", "patience")

    def __init__(self, rate: float, most: float, patience: float, clock: Callable[[], float] = monotonic):
        self.bucket = Bucket(rate, most, clock)
        self.lock = asyncio.Lock()
        self.patience = patience

    async def turn(self) -> bool:
        """Wait until there is time left for this address; False if that would take too long."""
        if not self.lock.locked() and self.bucket.take(0.0):
            return True  # nobody waits: no clock need be set
        try:
            async with asyncio.timeout(self.patience), self.lock:
                while not self.bucket.take(0.0):
                    await asyncio.sleep(-self.bucket.left / self.bucket.rate)
                return True
        except TimeoutError:
            return False

    def timed(self) -> Meter:
        """Charge what is done inside; nothing in it may wait."""
        return Meter(self)


class OneByOne:
    """What one address may have worked out only one after another, with so many waiting."""

    __slots__ = ("lock", "most", "waiting")

    def __init__(self, most: int):
        self.lock, self.most, self.waiting = asyncio.Lock(), most, 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn; Crowded if too much waits already."""
        if self.waiting > self.most:
            raise Crowded("too much is waiting")
        self.waiting += 1
        try:
            async with self.lock:
                yield
        finally:
            self.waiting -= 1


class Meter:
    """Charges the time of what is done inside to somebody, or to nobody."""

    __slots__ = ("began", "payer")

    def __init__(self, payer: Share | None):
        self.payer, self.began = payer, 0.0

    def __enter__(self) -> None:
        self.began = perf_counter()

    def __exit__(self, *_: object) -> None:
        if self.payer is not None:
            self.payer.bucket.left -= perf_counter() - self.began


PAYER: ContextVar[Share | None] = ContextVar("payer", default=None)
"""Whoever has asked for what is being done."""


def metered() -> Meter:
    """Charge what is done inside to whoever has asked for it, if anybody has; nothing in it may wait."""
    return Meter(PAYER.get())


S = TypeVar("S")


class ByAddress(Generic[S]):
    """Something for each address; the longest unused make room, so nobody can fill our memory."""

    def __init__(self, make: Callable[[], S], kept: int = 10_000):
        self.make, self.kept = make, kept
        self._known: OrderedDict[str, S] = OrderedDict()

    def of(self, address: str) -> S:
        """What an address has."""
        found = self._known.get(address)
        if found is None:
            found = self._known[address] = self.make()
            if len(self._known) > self.kept:
                self._known.popitem(last=False)
        self._known.move_to_end(address)
        return found


class Buckets(ByAddress[Bucket]):
    """A bucket for each address."""

    def __init__(self, rate: float, most: float, kept: int = 10_000, clock: Callable[[], float] = monotonic):
        super().__init__(lambda: Bucket(rate, most, clock), kept)
