"""Stopwatches. They count processor time, so that other work on the machine is not measured too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time
from typing import Any


def best_us(task: Callable[[], Any], seconds: float = 0.5, number: int = 1) -> float:
    """Microseconds of the best run of a task, tried again and again for so many seconds."""
    best, until = float("inf"), process_time() + seconds
    while process_time() < until:
        began = process_time()
        for _ in range(number):
            task()
        took = process_time() - began
        if took > 0:  # the clock of a busy machine may stand still for a moment: that is no measurement
            best = min(best, took / number)
    return best * 1e6


def spread_ms(seconds: Sequence[float]) -> dict[str, float]:
    """Mean, 95th percentile and maximum in milliseconds."""
    if not seconds:
        return {}
    ranked = sorted(seconds)
    return {
        "mean": round(1000 * sum(ranked) / len(ranked), 4),
        "p95": round(1000 * ranked[min(len(ranked) - 1, int(len(ranked) * 0.95))], 4),
        "max": round(1000 * ranked[-1], 4),
        "count": len(ranked),
    }
