"""Many games from one position: where an action has led before, it leads again, and is not worked out twice."""

from __future__ import annotations

from typing import Any

from grognard.engine.choices import Action, Fall
from grognard.engine.flow import Engine, Position
from grognard.engine.log import Entry

Led = tuple[Position, list[Entry]]


class Walk:
    """Remembers where every action of every position led. Dice lead by what is read, not by their faces."""

    def __init__(self, engine: Engine):
        self.engine = engine
        self._same: dict[Position, Position] = {}
        self._from: dict[int, tuple[Position, dict[Any, Led]]] = {}

    def on(self, position: Position, action: Action) -> Led:
        """Where an action leads, and what it causes."""
        # By identity: a position is compared as a whole only once, when it is first come upon.
        _, known = self._from.setdefault(id(position), (position, {}))
        key = ("dice", action.reading) if isinstance(action, Fall) else action
        led = known.get(key)
        if led is None:
            entries: list[Entry] = []
            after = self.engine.apply(position, action, entries)
            led = known[key] = self._same.setdefault(after, after), entries
        return led
