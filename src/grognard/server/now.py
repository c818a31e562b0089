"""What time it is for the clocks of games: the machine's own when this process began, and steadily on from there.

A machine's clock is put right now and then, by hand or by another's; nobody at a table may lose or win time by that.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, time


class Steady:
    """A clock that is read once and then only counts."""

    def __init__(self, wall: Callable[[], float] = time, steady: Callable[[], float] = monotonic):
        self._steady = steady
        self._began = wall() - steady()

    def __call__(self) -> float:
        """Seconds since 1970, as far as this process knows."""
        return self._began + self._steady()


now = Steady()
"""The one clock of this process."""
