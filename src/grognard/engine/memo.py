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
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, overload

from grognard.engine import recall, twins

if TYPE_CHECKING:
    WHICH = ""
else:
    recall, WHICH = twins.chosen(recall)
    """The twin that finds what is remembered, and its name in words."""

P = ParamSpec("P")
R = TypeVar("R")
V = TypeVar("V")
MOST = 4096
"""How many answers of one function one value keeps."""


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
    one = Watch(every)
    before = recall.watch(one)
    try:
        yield one
    finally:
        recall.watch(before)


@overload
def kept(function: Callable[P, R]) -> Callable[P, R]: ...


@overload
def kept(*, of: tuple[str, ...] = (), most: int = MOST) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def kept(function: Callable[..., Any] | None = None, *, of: tuple[str, ...] = (), most: int = MOST) -> Any:
    """Keep what a function works out on its first argument, a frozen value with room beside its fields (`dict=True`).

    Further arguments are the key, given by place and hashable; of more than `most` the oldest answers are forgotten.
    `of` are the only fields of the value that the function looks at.
    """
    if function is None:
        return lambda one: _kept(one, of, most)
    return _kept(function, of, most)


_FUNCTIONS: dict[str, Callable[..., Any]] = {}
"""Every function whose answers are kept, by its whole name."""


def kept_in(package: str) -> Iterator[Callable[..., Any]]:
    """The functions of a package whose answers are kept."""
    return (function for name, function in _FUNCTIONS.items() if name.startswith(f"{package}."))


def _kept(function: Callable[..., Any], of: tuple[str, ...], most: int) -> Callable[..., Any]:
    if inspect.isgeneratorfunction(function):
        raise TypeError(f"{function.__qualname__}: a generator can be gone through only once")
    name = f"{function.__module__}.{function.__qualname__}"
    _FUNCTIONS[name] = function
    _, *more = inspect.signature(function).parameters.values()
    if not more:
        return recall.alone(function, name, of)
    if len(more) == 1 and more[0].kind is more[0].POSITIONAL_OR_KEYWORD and more[0].default is more[0].empty:
        return recall.by_one(function, name, of, most)
    return recall.by_more(function, name, of, most)


def latest(function: Callable[[V], R]) -> Callable[[V], R]:
    """Keep only what was worked out of the value asked about last.

    For what several look at one after the other, and is too much to be kept with every value there ever was: a table
    drawn for both sides of a game.
    """
    return recall.latest(function)


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
