"""Why nobody may do a thing: worked out when a player wants to know, for most never do. [68]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from grognard.engine.memo import lazily
from grognard.engine.tables import Refusal

from ..state import Unit


class Barred(Mapping[str, Refusal]):
    """The reason for each verb that is not offered."""

    def __init__(self, work: Callable[[], Mapping[str, Refusal]]):
        self._work = work

    @lazily
    def _found(self) -> Mapping[str, Refusal]:
        return self._work()

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, verb: str) -> Refusal:
        return self._found[verb]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


def for_all(units: Sequence[Unit], why: Callable[[int], Refusal | None]) -> Refusal | None:
    """What bars every one of some units: once where it bars all alike, else by name."""
    bars: dict[tuple[str, str], list[str]] = {}
    for unit in units:
        reason = why(unit.id)
        if reason is not None:
            bars.setdefault((reason.cite, reason.words), []).append(unit.name)
    if not bars:
        return None
    cite, words = max(bars, key=lambda bar: len(bars[bar]))
    if len(bars) > 1 or len(bars[cite, words]) < len(units):
        words = "; ".join(f"{', '.join(names)}: {told}" for (_, told), names in bars.items())
    return Refusal(cite, words)
