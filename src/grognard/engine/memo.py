"""What is worked out of a frozen value is kept on it: `@kept`, the one memo of the house.

A value that never changes cannot make what was worked out of it stale, and what hangs on it goes when it goes. So the
function must look at nothing but its arguments; `watched` is how the fuzzer sees that it does. Where it looks at some
parts of the value only, `of` names them: values that hold the very same parts share the answers, so that a position
whose units have not moved knows what the one before it knew.

    >>> import msgspec
    >>> class Line(msgspec.Struct, frozen=True, dict=True):
    ...     figures: tuple[int, ...]
    >>> @kept
    ... def strength(line: Line, least: int = 0) -> int:
    ...     return sum(figure for figure in line.figures if figure >= least)
    >>> line = Line((1, 2, 3))
    >>> strength(line), strength(line, 2), sorted(line.__dict__.values())
    (6, 5, [{(): 6, (2,): 5}])
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V")
MOST = 4096
"""How many answers of one function one value keeps."""

RECENT = 16
"""How many arrangements of the same parts are known at once."""

_UNKNOWN = object()
_watch: Watch | None = None
_recent: dict[tuple[str, ...], dict[Any, tuple[Any, dict[str, Any]]]] = {}


class Watch:
    """Works every so manieth answer out again that was remembered, and notes those that are no longer true."""

    def __init__(self, every: int):
        self.every, self.hits, self.again = every, 0, 0
        self.stale: list[str] = []
        self._busy = False

    def look(self, function: Callable[..., Any], given: tuple[Any, ...], known: Any) -> None:
        """One remembered answer is about to be given."""
        self.hits += 1
        equality: object = type(known).__eq__
        # What has no equality of its own would always differ.
        if self._busy or self.hits % self.every or equality is object.__eq__:
            return
        self._busy = True
        try:
            self.again += 1
            found = function(*given)
        finally:
            self._busy = False
        if found != known:
            self.stale.append(
                f"{function.__module__}.{function.__qualname__} kept {known!r}, now {found!r}"[:500]
            )


@contextmanager
def watched(every: int = 100) -> Iterator[Watch]:
    """While this lasts, one in so many remembered answers is worked out again and compared."""
    global _watch
    before, _watch = _watch, Watch(every)
    try:
        yield _watch
    finally:
        _watch = before


@overload
def kept(function: Callable[P, R]) -> Callable[P, R]: ...


@overload
def kept(*, of: tuple[str, ...] = (), most: int = MOST) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def kept(function: Callable[..., Any] | None = None, *, of: tuple[str, ...] = (), most: int = MOST) -> Any:
    """Keep what a function works out on its first argument, a frozen value with room beside its fields (`dict=True`).

    Further arguments are the key, given by place and hashable; of more than `most` the oldest answer is forgotten.
    `of` are the only fields of the value that the function looks at.
    """
    if function is None:
        return lambda one: _kept(one, of, most)
    return _kept(function, of, most)


def _kept(function: Callable[..., Any], of: tuple[str, ...], most: int) -> Callable[..., Any]:
    if inspect.isgeneratorfunction(function):
        raise TypeError(f"{function.__qualname__}: a generator can be gone through only once")
    name = f"{function.__module__}.{function.__qualname__}"
    _, *more = inspect.signature(function).parameters.values()
    if not more:
        return _alone(function, name, of)
    if len(more) == 1 and more[0].kind is more[0].POSITIONAL_OR_KEYWORD and more[0].default is more[0].empty:
        return _by_one(function, name, of, most)
    return _by(function, name, of, most)


def _alone(function: Callable[..., Any], name: str, of: tuple[str, ...]) -> Callable[..., Any]:
    """A function of the value alone."""
    shared = _sharing(of)

    @wraps(function)
    def remembered(value: Any) -> Any:
        try:
            found = value.__dict__[name]  # nine times of ten it is there
        except KeyError:
            pass
        else:
            if _watch is not None:
                _watch.look(function, (value,), found)
            return found
        # Not in the handler: what the function raises would be told as raised while handling a KeyError.
        known = shared(value)
        if name not in known:
            known[name] = function(value)
        found = value.__dict__[name] = known[name]
        return found

    return remembered


def _by_one(function: Callable[..., Any], name: str, of: tuple[str, ...], most: int) -> Callable[..., Any]:
    """A function of the value and one thing more, which is the key as it is: as `_by`, without packing it."""
    shared = _sharing(of) if of else None

    @wraps(function)
    def remembered(value: Any, key: Any) -> Any:
        memo = value.__dict__.get(name)
        if memo is None:
            memo = value.__dict__[name] = {} if shared is None else shared(value).setdefault(name, {})
        found = memo.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = function(value, key)
            if len(memo) >= most:
                del memo[next(iter(memo))]
            memo[key] = found
        elif _watch is not None:
            _watch.look(function, (value, key), found)
        return found

    return remembered


def _by(function: Callable[..., Any], name: str, of: tuple[str, ...], most: int) -> Callable[..., Any]:
    """A function of the value and more."""
    shared = _sharing(of) if of else None

    @wraps(function)
    def remembered(value: Any, *key: Any) -> Any:
        memo = value.__dict__.get(name)
        if memo is None:
            memo = value.__dict__[name] = {} if shared is None else shared(value).setdefault(name, {})
        found = memo.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = function(value, *key)
            if len(memo) >= most:
                del memo[next(iter(memo))]
            memo[key] = found
        elif _watch is not None:
            _watch.look(function, (value, *key), found)
        return found

    return remembered


def latest(function: Callable[[V], R]) -> Callable[[V], R]:
    """Keep only what was worked out of the value asked about last.

    For what several look at one after the other, and is too much to be kept with every value there ever was: a table
    drawn for both sides of a game.
    """
    known: tuple[Any, Any] = (_UNKNOWN, None)

    @wraps(function)
    def remembered(value: V) -> R:
        nonlocal known
        asked, found = known
        if asked is not value:
            found = function(value)
            known = (value, found)
        elif _watch is not None:
            _watch.look(function, (value,), found)
        answer: R = found
        return answer

    return remembered


def _sharing(of: tuple[str, ...]) -> Callable[[Any], dict[str, Any]]:
    """What is kept of these very parts, whichever value holds them; of the value itself where none are named."""
    if not of:
        return _beside
    name, look, alone = f"of {' '.join(of)}", attrgetter(*of), len(of) == 1
    recent = _recent.setdefault(of, {})

    def shared(value: Any) -> dict[str, Any]:
        memo = value.__dict__
        found: dict[str, Any] | None = memo.get(name)
        if found is None:
            parts = look(value)
            # The parts are held as long as their numbers are known, so no number is given to another meanwhile.
            known = recent.get(key := id(parts) if alone else tuple(map(id, parts)))
            if known is None:
                if len(recent) >= RECENT:
                    del recent[next(iter(recent))]
                known = recent[key] = parts, {}
            found = memo[name] = known[1]
        return found

    return shared


def _beside(value: Any) -> dict[str, Any]:
    memo: dict[str, Any] = value.__dict__
    return memo


if TYPE_CHECKING:
    from functools import cached_property

    lazily = cached_property
else:

    class lazily:
        """A property worked out when it is first asked for: as `functools.cached_property`, without its lock.

        For facts of which a row that fails early spares the rest.
        """

        def __init__(self, function: Callable[[Any], Any]):
            self._function, self._name = function, function.__name__
            self.__doc__ = function.__doc__

        def __get__(self, value: Any, kind: type) -> Any:
            if value is None:
                return self
            found = value.__dict__[self._name] = self._function(value)
            return found
