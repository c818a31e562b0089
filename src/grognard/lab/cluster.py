"""A crew on as many machines as a Ray cluster has; every one of them needs this package, nothing else.

Ray is an extra. It only carries orders there and finished games back: an order holds all that a game depends on, so
the games are the same as on one machine.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from grognard.engine.book import BadInput
from grognard.lab.runner import Crew, Done, Order, Terms, play_batch

AHEAD = 2
"""Batches that wait for each processor, so that none is idle and a run that is cut has little to throw away."""
BATCH = 4
PATIENCE = 10
"""Seconds to wait for an address to answer."""
HERE = "here"


def crew_on_ray(address: str) -> Crew:
    """Whoever works in a cluster: at an address, the one this machine belongs to (`auto`), or one begun `here`."""
    ray = _ray()
    _place(address)

    def crew(terms: Terms, orders: Sequence[Order]) -> Iterator[Done]:
        ours = _join(ray, address)
        try:
            yield from _played(ray, terms, orders)
        finally:
            if ours:
                ray.shutdown()

    return crew


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise BadInput("Ray is not installed here; it comes with: pip install 'grognard[ray]'") from None
    return ray


def _join(ray: Any, address: str) -> bool:
    """Join a cluster; whether it was us who did, and not somebody before."""
    if ray.is_initialized():
        return False
    try:
        _knock(address)
        where = None if address == HERE else address
        ray.init(address=where, include_dashboard=False, log_to_driver=False, configure_logging=False)
    except (OSError, ValueError, RuntimeError) as fault:
        reason = next(iter(str(fault).strip().splitlines()), type(fault).__name__)
        raise BadInput(f"no Ray cluster answers at '{address}': {reason}") from None
    return True


def _place(address: str) -> tuple[str, int] | None:
    """The host and port of an address; None for words that name no place. BadInput for anything else."""
    if address in (HERE, "auto"):
        return None
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if not host or not (port.isascii() and port.isdigit() and 1 <= int(port[:6]) <= 65535):
        raise BadInput(
            f"'{address}' is no address of a Ray cluster: write HOST:PORT, for instance 10.0.0.1:6379, or auto, or here"
        )
    return host, int(port)


def _knock(address: str) -> None:
    """Whether anybody is there: Ray itself would knock for minutes."""
    if (place := _place(address)) is not None:
        socket.create_connection(place, timeout=PATIENCE).close()


def _played(ray: Any, terms: Terms, orders: Sequence[Order]) -> Iterator[Done]:
    task = ray.remote(play_batch)
    most = max(1, round(ray.cluster_resources().get("CPU", 1))) * AHEAD
    size = max(1, min(BATCH, len(orders) // most))
    batches = (tuple(orders[start : start + size]) for start in range(0, len(orders), size))
    waiting = [task.remote(terms, batch) for batch in islice(batches, most)]
    try:
        while waiting:
            ready, waiting = ray.wait(waiting, num_returns=1)
            waiting += [task.remote(terms, batch) for batch in islice(batches, len(ready))]
            for done in ready:
                yield from ray.get(done)
    finally:  # whoever has seen enough does not wait for the rest
        for rest in waiting:
            ray.cancel(rest, force=True)
