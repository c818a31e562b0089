"""Mutants: a book's code with one small thing changed. The tests that run the changed line should notice.

A mutant that no test of the book notices is tried on what holds all books: recorded games, drills, perft counts, odds as they come and
the laws; what only they notice is told apart. Survivors that change nothing are explained in tests/mutants/<book>.toml:

    [[equivalent]]
    file = "facts/bodies.py"
    within = "depth"
    change = "n > 1 → n > 0"
    why = "one base in column stands where one in line does"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from grognard.engine.book import BadInput
from grognard.lab.mutation import sites, trial
from grognard.lab.mutation.gathered import Change, try_gathered
from grognard.lab.mutation.hook import ROOT, Changed
from grognard.lab.mutation.reach import Reach, Tick, gather, house_of, records_pass
from grognard.lab.mutation.sites import Site
from grognard.lab.mutation.trial import Job, Verdict

EQUIVALENT = ROOT / "tests" / "mutants"
RECORDS = (
    "tests/laws/test_hashes.py",
    "tests/golden/test_golden.py",
    "tests/perft",
    "src/grognard/testing/playable/test_situations.py",
    "src/grognard/testing/playable/test_games.py",
    "tests/laws/test_recorded_games.py",
)
"""What every book is held by in common, the quickest first."""
FACTOR, GRACE, LONGEST = 3.0, 15.0, 300.0
"""A mutant may take so many times what its tests take, and so many seconds more; never longer than this."""
LEAST = 0.98
CITED = re.compile(r"""["']([A-Za-z]{0,4}-?\d[\w.\-–]*)["']""")


class Equivalent(NamedTuple):
    """A mutant that changes nothing anybody could notice, and why."""

    file: str
    within: str
    change: str
    why: str


class Tried(NamedTuple):
    """One mutant and what became of it."""

    site: Site
    fate: str
    """killed, golden_only, survived or equivalent; empty before it is tried."""
    by: str = ""
    """The test that noticed, the reason why none can, or what kept one from it."""
    tests: int = 0
    """How many tests were run on it."""
    reached: int = 0
    """How many tests run its line."""
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The mutant as plain data."""
        place = {name: getattr(self.site, name) for name in ("file", "line", "kind", "within", "change")}
        found = {**place, "reached": self.reached, "tests": self.tests, "seconds": self.seconds}
        return found | ({"why" if self.fate == "equivalent" else "by": self.by} if self.by else {})


class Report(NamedTuple):
    """What some mutants of one book came to."""

    book: str
    seed: int
    tried: tuple[Tried, ...]

    def of(self, *fates: str) -> list[Tried]:
        """Those with a fate."""
        return [each for each in self.tried if each.fate in fates]

    @property
    def score(self) -> float:
        """The share killed of those that change anything."""
        killed, left = len(self.of("killed", "golden_only")), len(self.of("survived"))
        return killed / (killed + left) if killed + left else 1.0

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "book": self.book,
            "seed": self.seed,
            "mutants": len(self.tried),
            "killed": len(self.of("killed", "golden_only")),
            "survived": [each.as_json() for each in self.of("survived")],
            "equivalent": [each.as_json() for each in self.of("equivalent")],
            "golden_only": [each.as_json() for each in self.of("golden_only")],
            "score": round(self.score, 4),
        }


def equivalents(book: str) -> list[Equivalent]:
    """The survivors of a book that are explained."""
    path = EQUIVALENT / f"{book}.toml"
    if not path.exists():
        return []
    try:
        entries = tomllib.loads(path.read_text("utf-8")).get("equivalent", [])
        return [Equivalent(**entry) for entry in entries]
    except (tomllib.TOMLDecodeError, TypeError) as fault:
        raise BadInput(f"{path.name}: {fault}") from None


def why_equivalent(site: Site, known: Iterable[Equivalent]) -> str:
    """Why a mutant changes nothing; empty if nobody says so."""
    place = (site.file, site.within, site.change)
    return next((each.why for each in known if (each.file, each.within, each.change) == place), "")


def wanted(book: str, count: int, seed: int, file: str = "", line: int = 0) -> list[Site]:
    """The mutants to try: a draw, or all of a file or a line."""
    found = sites.sites(house_of(book))
    if not file:
        return sites.draw(found, count, seed)
    short = file.partition(f"{book}/")[2] or file
    here = [site for site in found if site.file == short and line in (0, site.line)]
    if not here:
        raise BadInput(f"nothing can be changed in {short}" + (f", line {line}" if line else ""))
    return here


def mutants(
    book: str,
    count: int = 150,
    seed: int = 0,
    *,
    file: str = "",
    line: int = 0,
    at_once: int = 2,
    records: bool = True,
    progress: Tick | None = None,
) -> Report:
    """Try mutants of a book on the tests that reach them."""
    if not house_of(book).is_dir():
        raise BadInput(f"{book} is no book of this repository, and mutants are tried on those alone")
    known = equivalents(book)
    chosen = wanted(book, count, seed, file, line)
    trial.preload()
    limit = _limit(records_pass(book, RECORDS)) if records else None
    reach = gather(book, at_once)
    explained = [site for site in chosen if why_equivalent(site, known)]
    trials = [site for site in chosen if site not in set(explained)]
    found = {site: Tried(site, "equivalent", why_equivalent(site, known)) for site in explained}
    for one in _tried(book, trials, reach, at_once, limit):
        found[one.site] = one
        if progress is not None:
            progress(len(found), len(chosen))
    return Report(book, seed, tuple(found[site] for site in chosen if site in found))


def _tried(book: str, trials: list[Site], reach: Reach, at_once: int, limit: float | None) -> Iterator[Tried]:
    """Every mutant on the book's tests; those left on the records, in `limit` seconds, if they are wanted."""
    uses = _Uses(book, reach)
    left = dict(enumerate(_asked(site, uses) for site in trials))
    later: list[Job] = []

    def then(name: Asked, answer: Any, seconds: float) -> Job | None:
        one = _after(name.one, trial.verdict(answer, seconds))
        if limit is None or name.one.fate or one.fate != "survived":
            return None
        work = partial(_notice, book, one.site, list(RECORDS), None, "-k", book)
        return Job(name._replace(one=one), work, limit)

    changes = [each.change(book) for each in left.values()]
    files = list(dict.fromkeys(file for each in left.values() for file in each.files))
    for number, answer, seconds in try_gathered(changes, files, at_once) if files else ():
        name = left.pop(number)
        if (job := then(name, answer, seconds)) is not None:
            later.append(job)
        else:
            yield _after(name.one, trial.verdict(answer, seconds))
    jobs = chain(later, (each.job(book) for each in left.values()))
    for name, answer, seconds in trial.run_all(jobs, at_once, then):
        yield _after(name.one, trial.verdict(answer, seconds))


def _after(one: Tried, found: Verdict) -> Tried:
    """What is known of a mutant after the tests, or after the records if it has survived those."""
    if not one.fate:
        fate = "killed" if found.noticed else "survived"
        return one._replace(fate=fate, by=_noticed_by(found), tests=found.tests, seconds=found.seconds)
    # the tests have imported it: what breaks only now has another reason, and nobody has noticed anything
    fate = "golden_only" if found.outcome in ("failed", "slow") else "survived"
    return one._replace(fate=fate, by=_noticed_by(found) or one.by)


def _noticed_by(found: Verdict) -> str:
    return found.test or ("" if found.outcome == "passed" else f"{found.outcome}: {found.words}")


class Asked(NamedTuple):
    """A mutant, and whom to ask about it in which order."""

    one: Tried
    order: dict[str, float]
    seconds: float

    @property
    def files(self) -> list[str]:
        """The files of those who are asked."""
        return list(dict.fromkeys(name.partition("::")[0] for name in self.order))

    def change(self, book: str) -> Change:
        """To be tried where everything is imported already."""
        queue = sorted(self.order, key=self.order.__getitem__)
        return Change(
            partial(_changed, book, self.one.site), self.seconds, lambda there: _among(queue, set(there))
        )

    def job(self, book: str) -> Job:
        """To be tried by importing the changed file."""
        work = partial(_notice, book, self.one.site, self.files, self.order)
        return Job(self, work, self.seconds)


def _among(queue: list[str], there: set[str]) -> list[str]:
    return [name for name in queue if name in there]


def _asked(site: Site, uses: _Uses) -> Asked:
    order = uses.order(site)
    seconds = _limit(sum(uses.reach.tests[name].seconds for name in order))
    return Asked(Tried(site, "", reached=len(order)), order, seconds)


def _limit(seconds: float) -> float:
    return min(LONGEST, FACTOR * seconds + GRACE)


def _notice(book: str, site: Site, where: list[str], order: dict[str, float] | None, *more: str) -> list[Any]:
    """Run tests on a mutant. For a child."""
    if not where:
        return ["passed", "", "", 0]
    return trial.run_tests(_changed(book, site), where, order, *more)


def _changed(book: str, site: Site) -> Changed:
    path = house_of(book) / site.file
    return {path.relative_to(ROOT).as_posix(): sites.mutated(path.read_text("utf-8"), site)}


class _Uses:
    """Who may notice a mutant, likeliest and quickest first."""

    def __init__(self, book: str, reach: Reach):
        self.reach = reach
        self.texts = {
            path.relative_to(house_of(book)).as_posix(): path.read_text("utf-8").splitlines()
            for path in sorted(house_of(book).rglob("*.py"))
        }

    def order(self, site: Site) -> dict[str, float]:
        """Tests with their place in the queue: marked with the rule of the line, then by their time."""
        near = self.reach.of(site.file, site.first, site.last)
        everybody = near if site.local else frozenset(self.reach.tests)
        if not site.local:
            near = near or self._of_name(site)
        rules = set(CITED.findall(" ".join(self.texts[site.file][site.first - 1 : site.last])))

        def place(name: str) -> float:
            test = self.reach.tests[name]
            return test.seconds + (0 if rules & set(test.rules) else 1000) + (0 if name in near else 2000)

        return {name: place(name) for name in sorted(everybody)}

    def _of_name(self, site: Site) -> frozenset[str]:
        """The tests that run a line on which the name that is defined here stands."""
        name = site.within.partition(".")[0]
        if not name:
            return frozenset()
        word = re.compile(rf"\b{re.escape(name)}\b")
        found: set[str] = set()
        for file, lines in self.texts.items():
            for number, text in enumerate(lines, 1):
                if word.search(text):
                    found |= self.reach.of(file, number, number)
        return frozenset(found)


def stale(book: str, house: Path | None = None) -> list[str]:
    """Explained survivors that no longer stand anywhere, or are not explained."""
    there = {(site.file, site.within, site.change) for site in sites.sites(house or house_of(book))}
    return [
        f"{each.file} {each.within}: {each.change}"
        for each in equivalents(book)
        if (each.file, each.within, each.change) not in there or not each.why.strip()
    ]
