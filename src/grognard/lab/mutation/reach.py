"""Which tests of a book run which of its lines: gathered once by running them, kept under build/.

What one file of tests reaches is kept by itself: a new test costs only the run of its own file.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from grognard.engine.book import BadInput
from grognard.lab.mutation.hook import ROOT
from grognard.lab.mutation.trial import QUIET, Job, run_all, run_tests

KEPT = ROOT / "build" / "mutants"
LONGEST = 1800
Tick = Callable[[float, float], None]


class Runner(NamedTuple):
    """One test: how long it takes, and the rules it is marked with."""

    name: str
    seconds: float
    rules: tuple[str, ...]


class Reach(NamedTuple):
    """Who runs what."""

    tests: dict[str, Runner]
    lines: dict[str, dict[int, frozenset[str]]]
    """For each file of the house and each line, the tests that run it."""

    def of(self, file: str, first: int, last: int) -> frozenset[str]:
        """The tests that run any of some lines."""
        known = self.lines.get(file, {})
        return frozenset().union(*(known[line] for line in range(first, last + 1) if line in known))


def house_of(book: str) -> Path:
    """Where a book's code lies."""
    return ROOT / "src" / "grognard" / "books" / book


def gather(book: str, at_once: int = 2, progress: Tick | None = None) -> Reach:
    """What the tests of a book reach, from what is kept where it still holds."""
    folder = ROOT / "tests" / "books" / book
    files = sorted(folder.rglob("test_*.py"))
    if not files:
        raise BadInput(f"{book} has no tests")
    common = _fingerprint(_common(book, folder))
    kept = {path: KEPT / book / f"{path.stem}.json" for path in files}
    known = {path: _read(kept[path], common + _fingerprint([path])) for path in files}
    missing = [path for path in files if known[path] is None]
    done = len(files) - len(missing)
    for part, answer, _ in run_all(_jobs(book, missing, at_once), at_once):
        if not isinstance(answer, dict):
            raise BadInput(f"the tests of {book} could not be run: {str(answer)[-600:]}")
        if answer["failed"]:
            raise BadInput(f"a test fails without any change: {answer['failed']}")
        for path in part:
            known[path] = found = answer["files"].get(path.relative_to(ROOT).as_posix(), _EMPTY)
            _write(kept[path], common + _fingerprint([path]), found)
        done += len(part)
        if progress is not None:
            progress(done, len(files))
    return _joined(each for each in known.values() if each is not None)


_EMPTY: dict[str, Any] = {"tests": {}, "lines": {}}


def _jobs(book: str, files: list[Path], at_once: int) -> Iterator[Job]:
    """The files in as many parts as there are processes, of about the same length."""
    parts: list[list[Path]] = [[] for _ in range(max(1, at_once))]
    for path in sorted(files, key=lambda path: -path.stat().st_size):
        min(parts, key=lambda part: sum(each.stat().st_size for each in part)).append(path)
    for part in parts:
        if part:
            yield Job(part, partial(_looked, str(house_of(book)), [str(path) for path in part]), LONGEST)


def _looked(house: str, files: list[str]) -> dict[str, Any]:
    """Run tests and note what each runs. For a child."""
    import coverage
    import pytest

    os.chdir(ROOT)
    cover = coverage.Coverage(data_file=None, config_file=False, include=[f"{house}/*"], messages=False)
    look = _Look(cover)
    options = [word for word in QUIET if word != "-x"]
    ended = pytest.main([*options, *files], plugins=[look])
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return {"failed": look.failed or "they cannot even be collected", "files": {}}
    data = cover.get_data()
    found: dict[str, Any] = {}
    for name, (seconds, rules) in look.tests.items():
        own = found.setdefault(name.partition("::")[0], {"tests": {}, "lines": {}})
        own["tests"][name] = [round(seconds, 4), rules]
    for file in data.measured_files():
        short = Path(file).relative_to(house).as_posix()
        for line, names in data.contexts_by_lineno(file).items():
            for name in names:
                if name:
                    lines = found[name.partition("::")[0]]["lines"].setdefault(short, {})
                    lines.setdefault(str(line), []).append(name)
    return {"failed": look.failed, "files": found}


def _caches() -> list[Any]:
    """What the books remember from call to call; a book that is loaded has gone out of the collector's sight."""
    gc.unfreeze()
    kind = type(functools.lru_cache(lambda: None))
    # By its type alone: a weak proxy whose object has gone cannot be asked what it is.
    found = [
        each
        for each in gc.get_objects()
        if type(each) is kind and each.__module__.startswith("grognard.books")
    ]
    gc.freeze()
    return found


class _Look:
    """A plugin: every test is a context of its own, and forgets what the one before it remembered."""

    def __init__(self, cover: Any):
        self.cover, self.failed = cover, ""
        self.tests: dict[str, tuple[float, list[str]]] = {}
        self.caches: list[Any] = []
        self.began = 0.0

    def pytest_sessionstart(self) -> None:
        from grognard.lab.mutation.trial import unhurried

        unhurried()

    def pytest_collection_finish(self, session: Any) -> None:
        self.caches = _caches()
        for item in session.items:
            marks = {str(number) for mark in item.iter_markers("rule") for number in mark.args}
            self.tests[item.nodeid] = (0.0, sorted(marks))
        self.cover.start()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        for cache in self.caches:
            cache.cache_clear()
        self.cover.switch_context(nodeid)
        self.began = process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.tests[nodeid] = (process_time() - self.began, self.tests[nodeid][1])

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_sessionfinish(self) -> None:
        self.cover.stop()


def records_pass(book: str, where: Sequence[str]) -> float:
    """The seconds that the recorded games of a book take; they must pass as long as nothing is changed."""
    key = _fingerprint(_recorded(book, where))
    kept = KEPT / book / "records.json"
    known = _read(kept, key)
    if known is None:
        ((_, answer, _),) = run_all([Job(book, partial(_control, book, where), LONGEST)])
        seconds, (outcome, test, words, tests) = (
            answer
            if isinstance(answer, list)
            else (0.0, ("stopped", "", str(answer or "it takes too long"), 0))
        )
        if outcome != "passed" or not tests:
            reason = f"{test} {words}".strip() or f"{outcome}, {tests} tests"
            raise BadInput(f"the recorded games of {book} do not pass without any change: {reason[-600:]}")
        known = {"key": key, "seconds": seconds}
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(known), "utf-8")
    return float(known["seconds"])


def _recorded(book: str, where: Sequence[str]) -> list[Path]:
    """The files on which the recorded games of a book hang."""
    rooms = [ROOT / name if (ROOT / name).is_dir() else (ROOT / name).parent for name in where]
    found = [
        path
        for room in (*rooms, ROOT / "tests" / "tools")
        for path in room.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    ]
    folder = ROOT / "tests" / "books" / book
    return sorted({*_common(book, folder), *folder.rglob("drills.py"), *found})


def _control(book: str, where: Sequence[str]) -> tuple[float, list[Any]]:
    """Run the recorded games on a mutant that changes nothing. For a child."""
    same = house_of(book) / "__init__.py"
    changed = {same.relative_to(ROOT).as_posix(): same.read_text("utf-8")}
    began = process_time()
    answer = run_tests(changed, where, None, "-k", book)
    return process_time() - began, answer


# ---- what is kept


def _common(book: str, folder: Path) -> list[Path]:
    """The sources on which all tests of a book hang."""
    house = ROOT / "src" / "grognard"
    rooms = [house / name for name in ("engine", "geometry", "tabletop", "odds", "ai")] + [house_of(book)]
    found = [path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".toml")]
    found += [
        path for path in folder.rglob("*.py") if not path.name.startswith("test_") and path.stem != "drills"
    ]
    return sorted(found)


def _fingerprint(paths: Sequence[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _read(path: Path, key: str) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found if found.get("key") == key else None


def _write(path: Path, key: str, found: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    names = list(found["tests"])
    number = {name: at for at, name in enumerate(names)}
    lines = {
        file: {line: [number[name] for name in reached] for line, reached in each.items()}
        for file, each in found["lines"].items()
    }
    tests = [[name, *found["tests"][name]] for name in names]
    path.write_text(json.dumps({"key": key, "tests": tests, "lines": lines}), "utf-8")


def _joined(parts: Iterable[dict[str, Any]]) -> Reach:
    tests: dict[str, Runner] = {}
    lines: dict[str, dict[int, set[str]]] = {}
    for part in parts:
        rows = part["tests"]
        if isinstance(rows, dict):
            rows = [[name, *rest] for name, rest in rows.items()]
        names = [name for name, _, _ in rows]
        tests |= {name: Runner(name, seconds, tuple(rules)) for name, seconds, rules in rows}
        for file, each in part["lines"].items():
            for line, reached in each.items():
                known = lines.setdefault(file, {}).setdefault(int(line), set())
                known |= {names[one] if isinstance(one, int) else one for one in reached}
    frozen = {file: {line: frozenset(some) for line, some in each.items()} for file, each in lines.items()}
    return Reach(tests, frozen)
