"""`python -m tests.tools.defects [BOOK] [--only WORDS] [--laws] [--jobs 2]`: mended defects, switched back on one by one.

tests/defects/<book>.toml keeps how each comes back: a text of the mended code and what it was before. The
change is made in memory, in a child process, and the tests named there must fail. Where only a law is named,
random games are played until it breaks; `--laws` does so wherever a law is named.

    [[defect]]
    name = "D2 what was wrong"
    caught_by = ["tests/books/<book>/test_x.py::test_y"]
    law = "the words of a law"          # optional if there are tests
    games = 20                          # optional: how many games at most until the law breaks; and
    scenario = "stockade"               # which scenario, who plays ("random" or "greedy"), the first seed
    agents = "random"
    seed = 0
    [[defect.change]]
    file = "src/grognard/books/<book>/steps/x.py"
    old = '''the mended text, once in the file'''
    new = '''the text with the defect'''
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from grognard.lab.mutation import gathered, hook, trial

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "defects"
SECONDS, LAW_SECONDS = 200, 300
CLOCK = ("-o", "timeout=300")
"""A server that waits for ever takes no processor's time: by the clock it is noticed, but so late that a busy machine is not taken for it."""
GAMES = 30
OF_SERVERS = (
    "sqlalchemy.dialects.sqlite",
    *("starlette.applications", "starlette.staticfiles", "starlette.websockets"),
    *("uvicorn.protocols.http.h11_impl", "uvicorn.protocols.websockets.websockets_sansio_impl"),
    *("websockets.sync.client", "httpx", "typer.testing"),
)
"""What others wrote that a server is made of: imported once for all of its defects."""
KEYS = {"name", "caught_by", "law", "change", "games", "scenario", "agents", "seed"}


class Defect(NamedTuple):
    """One mended defect, and who would notice if it came back."""

    book: str
    name: str
    caught_by: tuple[str, ...]
    law: str
    changes: tuple[dict[str, str], ...]
    how: dict[str, Any]
    """How to look for the broken law: games, scenario, agents, seed."""

    def changed(self) -> dict[str, str]:
        """The sources with the defect."""
        found: dict[str, str] = {}
        for each in self.changes:
            file = each["file"]
            text = found.get(file) or (ROOT / file).read_text("utf-8")
            found[file] = text.replace(each["old"], each["new"])
        return found


def read(path: Path) -> list[Defect]:
    """The defects of one file."""
    entries = tomllib.loads(path.read_text("utf-8")).get("defect", [])
    return [
        Defect(
            path.stem,
            entry.get("name", "?"),
            tuple(entry.get("caught_by", ())),
            entry.get("law", ""),
            tuple(entry.get("change", ())),
            {key: value for key, value in entry.items() if key not in {"name", "caught_by", "law", "change"}},
        )
        for entry in entries
    ]


def defects(book: str = "") -> list[Defect]:
    """All defects, or those of one file."""
    paths = sorted(FOLDER.glob("*.toml"))
    return [defect for path in paths if book in ("", path.stem) for defect in read(path)]


# ---- whether the entries are sound


def faults(book: str) -> list[str]:
    """What is wrong with a file's entries."""
    found, seen = [], set()
    for defect in defects(book):
        if defect.name in seen or defect.name == "?":
            found.append(f"{defect.name}: stands twice, or has no name")
        seen.add(defect.name)
        found += [f"{defect.name}: {words}" for words in _faults(defect)]
    return found


def _faults(defect: Defect) -> Iterator[str]:
    yield from (f"unknown key {key}" for key in defect.how if key not in KEYS)
    if not defect.caught_by and not defect.law:
        yield "nobody is named who catches it"
    if not defect.changes:
        yield "nothing is changed"
    for each in defect.changes:
        yield from _change_faults(each)
    for test in defect.caught_by:
        if not exists(test):
            yield f"there is no test {test}"


def _change_faults(change: dict[str, str]) -> Iterator[str]:
    if set(change) != {"file", "old", "new"}:
        yield f"a change has file, old and new, not {sorted(change)}"
        return
    path = ROOT / change["file"]
    if not path.is_file():
        yield f"there is no file {change['file']}"
        return
    count = path.read_text("utf-8").count(change["old"])
    if count != 1:
        yield f"{change['file']} has the old text {count} times, not once: {change['old'][:60]!r}"
    elif change["old"] == change["new"]:
        yield "the change changes nothing"
    elif path.suffix == ".py":
        try:
            ast.parse(path.read_text("utf-8").replace(change["old"], change["new"]))
        except SyntaxError as fault:
            yield f"{change['file']} is no Python with the defect: {fault}"


def exists(test: str) -> bool:
    """Whether a test is there, by its node id, with or without the brackets of a parameter."""
    file, _, names = re.sub(r"\[.*\]$", "", test).partition("::")
    if not names or not (ROOT / file).is_file():
        return False
    body: list[ast.stmt] = ast.parse((ROOT / file).read_text("utf-8")).body
    for name in names.split("::"):
        node = next((each for each in body if getattr(each, "name", None) == name), None)
        if node is None:
            return False
        body = getattr(node, "body", [])
    return True


# ---- trying them


def changed_law(defect: Defect) -> list[Any]:
    """Import the defect, and play until the law breaks."""
    hook.change(defect.changed())
    return broken_law(defect)


def broken_law(defect: Defect) -> list[Any]:
    """Play until the law breaks. For a child: a verdict as plain data, `failed` if the law found it."""
    from grognard import books
    from grognard.lab.fuzz import fuzz

    book = books.load(defect.book)
    names = [defect.how["scenario"]] if "scenario" in defect.how else list(book.scenarios)
    others: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(int(defect.how.get("games", GAMES))):
            report = fuzz(
                book,
                LAW_SECONDS,
                seed=int(defect.how.get("seed", 0)) + number,
                scenarios=[names[number % len(names)]],
                folder=Path(folder),
                agents=str(defect.how.get("agents", "random")),
                most_games=1,
            )
            for fault in report.faults:
                if fault.law == defect.law:
                    return ["failed", f"law: {fault.law}", fault.found, number + 1]
                others[fault.law] = fault.found
    told = "; ".join(f"another law breaks: {law}: {found}" for law, found in others.items())
    return ["passed", "", told, 0]


class Trial(NamedTuple):
    """One defect and one way in which it may be noticed."""

    defect: Defect
    kind: str
    """tests or law."""

    def change(self) -> gathered.Change:
        """To be tried where everything is imported already."""
        law = self.kind == "law"
        work = partial(broken_law, self.defect) if law else None
        return gathered.Change(self.defect.changed, LAW_SECONDS if law else SECONDS, self.asked, work)

    def asked(self, tests: Sequence[str]) -> list[str]:
        """Those of some tests that are named for the defect, with all their parameters."""
        names = self.defect.caught_by
        return [
            test for test in tests if test in names or test.startswith(tuple(f"{name}[" for name in names))
        ]

    def job(self) -> trial.Job:
        """To be tried by importing the changed sources."""
        if self.kind == "law":
            return trial.Job(self, partial(changed_law, self.defect), LAW_SECONDS)
        work = partial(trial.run_tests, self.defect.changed(), self.defect.caught_by, None, *CLOCK)
        return trial.Job(self, work, SECONDS)


def trials(wanted: list[Defect], laws: bool) -> list[Trial]:
    """What there is to try."""
    return [
        Trial(defect, kind)
        for defect in wanted
        for kind in ("tests", "law")
        if (defect.caught_by if kind == "tests" else defect.law and (laws or not defect.caught_by))
    ]


def tried(
    wanted: list[Defect], laws: bool = False, at_once: int = 2
) -> Iterator[tuple[Defect, str, trial.Verdict]]:
    """Each defect, whom it was tried on, and what came of it."""
    trial.preload(*(OF_SERVERS if any(each.book == "server" for each in wanted) else ()))
    left = dict(enumerate(trials(wanted, laws)))
    where = list(dict.fromkeys(test.partition("::")[0] for defect in wanted for test in defect.caught_by))
    changes = [each.change() for each in left.values()]
    for number, answer, seconds in gathered.try_gathered(changes, where, at_once, *CLOCK):
        one = left.pop(number)
        yield one.defect, one.kind, trial.verdict(answer, seconds)
    for one, answer, seconds in trial.run_all((each.job() for each in left.values()), at_once):
        yield one.defect, one.kind, trial.verdict(answer, seconds)


def main(words: list[str]) -> None:
    """Try the defects of one book, or of all."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.defects", description=__doc__.splitlines()[0]
    )
    parser.add_argument("book", nargs="?", default="", help="a file of tests/defects; left out: all")
    parser.add_argument("--only", default="", help="only those with these words in their name")
    parser.add_argument("--laws", action="store_true", help="look for every law named, not only the tests")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    given = parser.parse_args(words)
    wanted = [defect for defect in defects(given.book) if given.only in defect.name]
    wrong = [f"{book}: {fault}" for book in sorted({each.book for each in wanted}) for fault in faults(book)]
    missed = []
    for defect, kind, found in tried([] if wrong else wanted, given.laws, given.jobs):
        good = found.outcome == "failed" or (found.outcome == "slow" and kind == "tests")
        by = found.test.rpartition("/")[2] or found.outcome
        print(
            f"{'caught' if good else 'MISSED'} {defect.book} {defect.name}: {by} ({found.seconds:.1f} s)",
            flush=True,
        )
        if not good:
            missed.append(f"{defect.book} {defect.name} ({kind}): {found.outcome} {found.words}".strip())
    for line in (*wrong, *missed):
        print(line, file=sys.stderr)
    print(f"{len(wanted)} defects, {len(missed)} missed, {len(wrong)} faults in the list")
    if wrong or missed:
        raise SystemExit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
