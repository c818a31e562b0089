"""How an answer that is remembered is found again: what `memo` makes of the functions it is given.

Two twins come of this one file: itself, ordinary Python, and `_recall`, built from it where there is a compiler, in which what
is annotated as a `dict` is C's and a value's room is asked for without a look at its class (`recall.pxd`; ADR 26). `twins`
chooses, and `tests/engine/test_memo.py` asks both. Nobody comes here but `memo`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import islice
from operator import attrgetter
from typing import Any

RECENT = 16
"""How many arrangements of the same parts are known at once."""

_UNKNOWN = object()
_watch: Any = None
_recent: dict[tuple[str, ...], dict[Any, tuple[Any, dict[str, Any]]]] = {}


def watch(by: Any) -> Any:
    """From now on this one is shown every remembered answer before it is given, or nobody; gives who was until now."""
    global _watch
    before, _watch = _watch, by
    return before


def alone(function: Callable[..., Any], name: str, of: tuple[str, ...]) -> Callable[..., Any]:
    """A function of the value alone."""
    shared = _sharing(of)

    @wraps(function)
    def remembered(value: Any) -> Any:
        room: dict[str, Any] = value.__dict__
        found = room.get(name, _UNKNOWN)  # nine times of ten it is there
        if found is not _UNKNOWN:
            if _watch is not None:
                _watch.look(function, (value,), found)
            return found
        known: dict[str, Any] = room if shared is None else shared(value)
        if name not in known:
            known[name] = function(value)
        found = room[name] = known[name]
        return found

    return remembered


def by_one(function: Callable[..., Any], name: str, of: tuple[str, ...], most: int) -> Callable[..., Any]:
    """A function of the value and one thing more, which is the key as it is: as `by_more`, without packing it."""
    shared = _sharing(of)

    @wraps(function)
    def remembered(value: Any, key: Any) -> Any:
        room: dict[str, Any] = value.__dict__
        memo = room.get(name)
        if memo is None and shared is not None:
            memo = room[name] = shared(value).setdefault(name, {})
        found = _known(memo, key)
        if found is _UNKNOWN:
            found = function(value, key)
            _keep(room, name, most, key, found)
        elif _watch is not None:
            _watch.look(function, (value, key), found)
        return found

    return remembered


def by_more(function: Callable[..., Any], name: str, of: tuple[str, ...], most: int) -> Callable[..., Any]:
    """A function of the value and more."""
    shared = _sharing(of)

    @wraps(function)
    def remembered(value: Any, *key: Any) -> Any:
        room: dict[str, Any] = value.__dict__
        memo = room.get(name)
        if memo is None and shared is not None:
            memo = room[name] = shared(value).setdefault(name, {})
        found = _known(memo, key)
        if found is _UNKNOWN:
            found = function(value, *key)
            _keep(room, name, most, key, found)
        elif _watch is not None:
            _watch.look(function, (value, *key), found)
        return found

    return remembered


def _known(memo: Any, key: Any) -> Any:
    """What a memo has of a key: it is nothing yet, or one key and its answer, as most are, or a table of several."""
    if memo is None:
        return _UNKNOWN
    if type(memo) is tuple:
        one: tuple[Any, Any] = memo
        return one[1] if one[0] is key or one[0] == key else _UNKNOWN
    several: dict[Any, Any] = memo
    return several.get(key, _UNKNOWN)


def _keep(room: dict[str, Any], name: str, most: Any, key: Any, found: Any) -> None:
    """Note an answer. A table for a single one would be four times as large, and so much more to be looked through for garbage."""
    memo = room.get(name)
    if memo is None:
        room[name] = key, found
        return
    if type(memo) is tuple:
        one: tuple[Any, Any] = memo
        memo = room[name] = {one[0]: one[1]}
    several: dict[Any, Any] = memo
    if len(several) >= most:
        _forget(several, most)
    several[key] = found


def latest(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function of the value asked about last."""
    known: tuple[Any, Any] = (_UNKNOWN, None)

    @wraps(function)
    def remembered(value: Any) -> Any:
        nonlocal known
        asked, found = known
        if asked is not value:
            found = function(value)
            known = (value, found)
        elif _watch is not None:
            _watch.look(function, (value,), found)
        return found

    return remembered


def _forget(memo: dict[Any, Any], most: int) -> None:
    """Let some of the oldest answers go: one at a time, each would be looked for past all that went before it."""
    for old in list(islice(memo, most // 16 + 1)):
        memo.pop(old, None)


def _sharing(of: tuple[str, ...]) -> Callable[[Any], dict[str, Any]] | None:
    """What is kept of these very parts, whichever value holds them; None where no parts are named."""
    if not of:
        return None
    name, look, one = f"of {' '.join(of)}", attrgetter(*of), len(of) == 1
    recent = _recent.setdefault(of, {})

    def shared(value: Any) -> dict[str, Any]:
        room: dict[str, Any] = value.__dict__
        found: dict[str, Any] | None = room.get(name)
        if found is None:
            parts = look(value)
            # The parts are held as long as their numbers are known, so no number is given to another meanwhile.
            known = recent.get(key := id(parts) if one else tuple(map(id, parts)))
            if known is None:
                if len(recent) >= RECENT:
                    del recent[next(iter(recent))]
                known = recent[key] = parts, {}
            found = room[name] = known[1]
        return found

    return shared
