"""Tests run against changed sources, in a process of their own that nobody else notices.

A child is forked after everything common is imported and before any book is; in it the changed sources are
imported instead of the files.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import selectors
import signal
import sys
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

from grognard.engine.book import BadInput
from grognard.lab.mutation.hook import ROOT, Changed, bequeath, change

MEMORY = 6 << 30
PATIENCE = 30
COMMON = (
    "pytest",
    "hypothesis",
    "grognard.engine.book",
    "grognard.engine.replay",
    "grognard.lab.laws",
    "grognard.odds.explore",
    "grognard.odds.report",
    "grognard.ai.agents",
    "anyio.pytest_plugin",
    "anyio._backends._asyncio",
)
FLOORS = ("engine", "geometry", "tabletop", "odds")
"""What every book stands on."""

QUIET = (
    *("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=line", "--assert=plain", "--capture=no"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *(
        "-o",
        "timeout=0",
    ),  # a child's time is counted by its processor; by the clock a crowded machine would notice
)


class Verdict(NamedTuple):
    """What a child has to say."""

    outcome: str
    """passed, failed, broken (it could not even be imported), slow (stopped) or crashed (nobody can tell)."""
    test: str = ""
    """The first test that failed."""
    words: str = ""
    tests: int = 0
    seconds: float = 0.0

    @property
    def noticed(self) -> bool:
        """Whether somebody would have noticed: a child that died of something else has noticed nothing."""
        return self.outcome in ("failed", "broken", "slow")


class Job(NamedTuple):
    """Work for a child: what it does, and how much of a processor's time it may take."""

    name: Any
    work: Callable[[], Any]
    seconds: float

    @property
    def patience(self) -> float:
        """How long it may take by the clock: somebody else may be busy here, but nobody sleeps for ever."""
        return PATIENCE * self.seconds + 30


def preload(*more: str) -> None:
    """Import what all children need, but no book."""
    floors = [import_module(f"grognard.{floor}") for floor in FLOORS]
    found = [each.name for floor in floors for each in iter_modules(floor.__path__, f"{floor.__name__}.")]
    for name in (*COMMON, *found, *more):
        try:
            import_module(name)
        except ImportError as fault:
            raise BadInput(f"this needs the tools of `make setup`: {fault}") from None
    gc.collect()
    gc.freeze()


# ---- children


def run_all(
    jobs: Iterable[Job], at_once: int = 1, then: Callable[[Any, Any, float], Job | None] | None = None
) -> Iterator[tuple[Any, Any, float]]:
    """Each job in a child of its own, some at once; gives name, answer and seconds as they come in.

    The answer is None if the child was stopped for taking too long, and text if it died, or slept
    while others were busy: nobody can tell then. What is to be done `then` joins the queue in its place, so that
    nobody is idle while the slowest of the first round comes to its end.
    """
    waiting, running = iter(jobs), selectors.DefaultSelector()
    later: deque[Job] = deque()
    children: dict[int, _Child] = {}
    try:
        while True:
            while len(children) < at_once and (job := next(waiting, None) or (later and later.popleft())):
                child = _Child(job)
                children[child.pipe] = child
                running.register(child.pipe, selectors.EVENT_READ)
            if not children:
                return
            for key, _ in running.select(timeout=0.2):
                children[int(key.fd)].read()
            for pipe, child in list(children.items()):
                if child.done or child.late:
                    running.unregister(pipe)
                    del children[pipe]
                    found = (child.job.name, child.answer(), child.seconds)
                    more = then(*found) if then is not None else None
                    if more is None:
                        yield found
                    else:
                        later.append(more)
    finally:
        for child in children.values():
            child.answer()
        running.close()


class _Child:
    """One forked process and the pipe it answers by."""

    def __init__(self, job: Job):
        self.job, self.done = job, False
        self.data = bytearray()
        self.began = time.perf_counter()
        self.pipe, end = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.pipe)
            _live(job, end)
        os.close(end)

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.perf_counter() - self.began

    @property
    def late(self) -> bool:
        """Whether its time is up."""
        return self.seconds > self.job.patience

    def read(self) -> None:
        """Take in what it has written."""
        part = os.read(self.pipe, 1 << 16)
        self.data += part
        self.done = not part

    def answer(self) -> Any:
        """What it said; the child is gone afterwards."""
        if not self.done:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.pipe)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
            return None
        if not self.done:
            return f"its {self.job.seconds:.0f} s were not used up after {self.seconds:.0f} s by the clock"
        return json.loads(self.data) if self.data else f"it died with status {status}"


def _live(job: Job, end: int) -> None:
    """The whole life of a child."""
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        limit = int(used + job.seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        quiet()
        try:
            answer = job.work()
        except BaseException:
            answer = traceback.format_exc(limit=-6)
        with os.fdopen(end, "wb") as pipe:
            pipe.write(json.dumps(answer).encode())
        status = 0
    finally:
        os._exit(status)


def quiet() -> None:
    """Say and hear nothing from now on."""
    nobody = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nobody, standard)
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115


# ---- tests


def unhurried() -> None:
    """The same examples every time, and no shrinking: that a test fails is enough."""
    from hypothesis import Phase, settings

    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("noticed", deadline=None, derandomize=True, database=None, phases=phases)
    settings.load_profile("noticed")


class Watch:
    """A plugin: only the tests wanted, in the order wanted, until one fails."""

    def __init__(self, order: Mapping[str, float] | None = None):
        self.order = order
        self.failed, self.words, self.tests, self.broken = "", "", 0, ""

    def pytest_sessionstart(self) -> None:
        """No shrinking."""
        unhurried()

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """The tests wanted, first those with the least number."""
        order = self.order
        if order is not None:
            items[:] = sorted(
                (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
            )

    def pytest_collectreport(self, report: Any) -> None:
        """Somebody could not be imported."""
        if report.failed:
            self.broken = f"{report.nodeid}: {str(report.longrepr)[-400:]}"

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Count, and keep the first failure."""
        self.tests += report.when == "call"
        if report.failed and not self.failed:
            self.failed, self.words = report.nodeid, _last_line(report)


def _last_line(report: Any) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    return str(crash.message).splitlines()[0][:200] if crash and crash.message else ""


def run_tests(
    changed: Changed, where: Sequence[str], order: Mapping[str, float] | None = None, *more: str
) -> list[Any]:
    """Run some tests with some sources changed, until one fails. For a child: gives a verdict as plain data."""
    import pytest

    os.chdir(ROOT)
    watch = Watch(order)
    with tempfile.TemporaryDirectory() as folder:
        bequeath(changed, Path(folder))
        change(changed)
        status = pytest.main([*QUIET, *more, *where], plugins=[watch])
    if watch.broken:
        return ["broken", "", watch.broken, watch.tests]
    if watch.failed:
        return ["failed", watch.failed, watch.words, watch.tests]
    if status not in (0, 5):
        return ["crashed", "", f"pytest ended with {status}", watch.tests]
    return ["passed", "", "", watch.tests]


def verdict(answer: Any, seconds: float) -> Verdict:
    """What a child of `run_tests` came to."""
    seconds = round(seconds, 2)
    if answer is None:
        return Verdict("slow", words=f"stopped after {seconds:.0f} s", seconds=seconds)
    if isinstance(answer, str):
        return Verdict("crashed", words=answer[-400:], seconds=seconds)
    outcome, test, words, tests = answer
    return Verdict(outcome, test, words, tests, seconds)
