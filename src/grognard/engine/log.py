"""The log: records with a citation and ids, never sentences. Clients render them."""

from __future__ import annotations

from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened: the rule's number, a short word for it, the units and numbers."""

    cite: str
    what: str
    facts: dict[str, Any] = {}
    only: int | None = None
    """The one side that may read this entry; None: everybody."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self.facts[name]
        except KeyError:
            raise AttributeError(name) from None


Log = list[Entry]


def visible(entries: list[Entry], side: int | None) -> list[Entry]:
    """What one side (None: a spectator) may read."""
    return [entry for entry in entries if entry.only is None or entry.only == side]
