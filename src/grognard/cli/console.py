"""Where the commands write: reports on standard output, everything else on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

Tick = Callable[[float, float], None]
"""How far the work is, and how much there is of it."""


def emit(data: Any) -> None:
    """One JSON value on standard output, and nothing else."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False, default=_plain) + "\n")


def _plain(value: Any) -> Any:
    """What JSON has no word for: exact fractions, frozen structs, paths."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    import msgspec

    try:
        return msgspec.to_builtins(value)
    except TypeError:
        return str(value)


def output() -> Console:
    """The console for what a command reports."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=False)


def complain(line: str) -> None:
    """One line on standard error."""
    sys.stderr.write(" ".join(line.split()) + "\n")


@contextmanager
def progress(words: str) -> Iterator[Tick]:
    """A bar on standard error while something long runs; only where somebody watches a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    with Progress(
        *columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
