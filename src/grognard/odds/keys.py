"""Small keys for frozen positions, so that the same position reached twice is recognised cheaply."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec

from grognard.engine.flow import Position

astuple = msgspec.structs.astuple
SAME = object()
"""Stands for whatever is as it was at the start."""


class Keys:
    """Gives equal keys to equal positions, and different keys to different ones.

    Hashing a whole state visits every unit and the ground under it. But everything reached from one start
    shares most of it with the start, so a key holds only what differs: each field of the state, and each
    unit of a list of units, is left out if it is the start's. (Measured on 20 units: 2 µs, against 8 for
    the hash of the whole and 6 for its bytes.)
    """

    def __init__(self, start: Position):
        self._whole = not isinstance(start.state, msgspec.Struct)
        self._packed = not _hashable(start)
        self._start: tuple[Any, ...] = () if self._whole else astuple(start.state)
        self._lists = [at for at, part in enumerate(self._start) if _is_list(part)]

    def of(self, position: Position) -> Hashable:
        """The key of a position; comparable to other keys from the same start only."""
        if self._packed:
            return msgspec.msgpack.encode(position)
        if self._whole:
            return position
        start = self._start
        parts = astuple(position.state)
        key = [SAME if part is old or part == old else part for part, old in zip(parts, start)]
        for at in self._lists:
            part, old = parts[at], start[at]
            if part is not old and len(part) == len(old):
                key[at] = tuple([SAME if a is b or a == b else a for a, b in zip(part, old)])
        return tuple(key), position.agenda, position.reveals


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _is_list(part: Any) -> bool:
    """Whether a field is a list of units, or of other things with fields."""
    return type(part) is tuple and bool(part) and isinstance(part[0], msgspec.Struct)
