"""How much anybody may ask of us: buckets that fill with time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic


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


class Buckets:
    """A bucket for each address; the longest unused make room, so nobody can fill our memory."""

    def __init__(self, rate: float, most: float, kept: int = 10_000, clock: Callable[[], float] = monotonic):
        self.rate, self.most, self.kept, self.clock = rate, most, kept, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str) -> Bucket:
        """The bucket of an address."""
        found = self._buckets.get(address)
        if found is None:
            found = self._buckets[address] = Bucket(self.rate, self.most, self.clock)
            if len(self._buckets) > self.kept:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return found
