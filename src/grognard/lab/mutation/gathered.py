"""Changes tried in forks of one process that has collected the tests already: no fork imports anything again.

Only where a change can be swapped in without anybody noticing (see `swap`); the others are left to `trial.run_tests`.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from grognard.engine.book import BadInput
from grognard.lab.mutation.hook import ROOT, Changed, bequeath
from grognard.lab.mutation.swap import Swaps, swap
from grognard.lab.mutation.trial import QUIET, Job, Watch, quiet, run_all

UNCHANGED = -1
LONGEST = 1800


class Change(NamedTuple):
    """One change, whom to ask about it, and how much of a processor's time that may take."""

    changed: Callable[[], Changed]
    seconds: float
    asked: Callable[[Sequence[str]], Sequence[str]]
    """Which of the tests gathered are asked, in which order."""
    work: Callable[[], Any] | None = None
    """What to do instead of asking tests."""


def try_gathered(
    changes: Sequence[Change], where: Sequence[str], at_once: int, *more: str
) -> Iterator[tuple[int, Any, float]]:
    """The number of each change that could be swapped in, with the answer of its child and the seconds it took.

    In the end whoever has noticed anything is asked once more with nothing changed, and must notice nothing.
    """
    for number, answer, seconds in _told(partial(_gather, changes, where, at_once, more)):
        if number != UNCHANGED:
            yield number, answer, seconds
        elif not isinstance(answer, list) or answer[0] != "passed":
            raise BadInput(f"a test does not pass without any change: {answer}")


def _told(work: Callable[[Callable[[Any], None]], None]) -> Iterator[Any]:
    """What a forked process has to tell, as it comes; nothing more if it dies."""
    pipe, end = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(pipe)
        try:
            quiet()
            with os.fdopen(end, "w", encoding="utf-8") as out:
                work(lambda said: print(json.dumps(said), file=out, flush=True))
        finally:
            os._exit(0)
    os.close(end)
    try:
        with os.fdopen(pipe, encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)
    finally:
        os.waitpid(pid, 0)


def _gather(
    changes: Sequence[Change],
    where: Sequence[str],
    at_once: int,
    more: Sequence[str],
    tell: Callable[[Any], None],
) -> None:
    """Collect the tests and try every change that can be swapped in. For a child."""
    import pytest

    os.chdir(ROOT)
    swaps = Swaps()
    gathered = _Gathered(changes, at_once, tell, swaps)
    swaps.watch()
    pytest.main([*QUIET, *more, *where], plugins=[gathered])


class _Gathered(Watch):
    """A plugin: instead of running the tests, runs some of them for every change in a child."""

    def __init__(self, changes: Sequence[Change], at_once: int, tell: Callable[[Any], None], swaps: Swaps):
        super().__init__()
        self.changes, self.at_once, self.tell, self.swaps = changes, at_once, tell, swaps

    def pytest_runtestloop(self, session: Any) -> bool:
        """All that can be tried here."""
        self.swaps.rest()
        noticed: set[str] = set()
        for found in run_all(self._jobs(session), self.at_once):
            self.tell(found)
            noticed |= {found[1][1]} if isinstance(found[1], list) else set()
        same = Change(dict, LONGEST, lambda there: [name for name in there if name in noticed])
        for found in run_all([Job(UNCHANGED, partial(self._try, session, same, {}, {}), LONGEST)]):
            self.tell(found)
        return True

    def _jobs(self, session: Any) -> Iterator[Job]:
        for number, change in enumerate(self.changes):
            changed = change.changed()
            codes = self.swaps.of(changed)
            if codes is not None:
                yield Job(number, partial(self._try, session, change, changed, codes), change.seconds)

    def _try(
        self, session: Any, change: Change, changed: Changed, codes: dict[FunctionType, CodeType]
    ) -> Any:
        """Run the tests of one change until one fails. For a child."""
        with tempfile.TemporaryDirectory() as folder:
            bequeath(changed, Path(folder))
            swap(changed, codes)
            if change.work is not None:
                return change.work()
            items = {item.nodeid: item for item in session.items}
            self._run(session, [items[name] for name in change.asked(list(items))])
        return ["failed" if self.failed else "passed", self.failed, self.words, self.tests]

    def _run(self, session: Any, items: list[Any]) -> None:
        for item, following in zip(items, [*items[1:], None], strict=False):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                break
        # whoever was set up for several tests (a server) is ended
        session.config.hook.pytest_sessionfinish(session=session, exitstatus=int(bool(self.failed)))
