"""Mutants: where code can be changed, what is left out, how it is drawn, and that a child notices."""

from __future__ import annotations

import ast
import gc
import json
import subprocess
import sys
from functools import cache, partial
from pathlib import Path

import pytest

from grognard import books
from grognard.engine.book import BadInput
from grognard.lab.mutation import mutants, reach, sites
from grognard.lab.mutation.mutants import Report, Tried
from grognard.lab.mutation.reach import Reach, Runner, _looked
from grognard.lab.mutation.trial import Job, Verdict, run_all
from tests.tools.shelf import BOOKS, ROOT, house

SITES = cache(sites.sites)

CODE = '''
"""The docstring has 3 of 4."""
TABLE = ModTable("Volley", "6", (
    Mod("6.2a", +1, "first volley", lambda shot: shot.loaded and not shot.wet),
    Mod("6.2b", -1, "long range", lambda shot: shot.range > LONG),
))
LONG = 12


class Shot(Struct, frozen=True):
    range: int = 3
    wet = True

    def __repr__(self):
        return "x" if self.range == 9 else "y"


@lru_cache(maxsize=16)
def hits(shot: Shot, most: int = 6) -> int:
    assert shot.range > 0
    memo = shot.memo
    found = memo.get(shot)
    if found is not None or "hits" in memo:
        return found
    if shot.legs[0] == -1:
        raise ValueError(f"{shot.range + 1}" if most == 2 else "")
    return sum(1 for one in shot if not one.out)
'''


def changes(kind: str) -> list[str]:
    return [site.change for site in sites.sites_in(CODE, "tables/x.py") if site.kind == kind]


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("and/or", ["shot.loaded and (not shot.wet) → shot.loaded or not shot.wet"]),
        ("not", ["shot.loaded and (not shot.wet) → shot.loaded and shot.wet", "(1 for one in shot if not one.out) → (1 for one in shot if one.out)"]),
        ("comparison", ["shot.range > LONG → shot.range >= LONG", "shot.legs[0] == -1 → shot.legs[0] != -1"]),
        ("truth", ["wet = True → wet = False"]),
        ("row", ["Mod('6.2a', +1, 'first volley', lambda shot: shot.loaded and (not shot.wet)) → nothing", "Mod('6.2b', -1, 'long range', lambda shot: shot.range > LONG) → nothing"]),
    ],
)  # fmt: skip
def test_what_can_be_changed_and_what_is_spared(kind: str, found: list[str]) -> None:
    assert changes(kind) == found


def test_numbers_go_up_and_down_but_not_defaults_indices_and_messages() -> None:
    found = changes("number")
    assert "LONG = 12 → LONG = 13" in found
    assert "LONG = 12 → LONG = 11" in found
    assert "shot.legs[0] == -1 → shot.legs[0] == 0" in found
    assert "shot.legs[0] == -1 → shot.legs[0] == -2" in found
    assert not [
        change for change in found if "[1]" in change or "16" in change or "3" in change.split(" → ")[0]
    ]


def test_a_mutant_differs_in_one_place_and_compiles() -> None:
    whole = ast.dump(ast.parse(CODE))
    found = sites.sites_in(CODE, "tables/x.py")
    texts = {ast.dump(sites.mutated(CODE, site)) for site in found}
    assert len(texts) == len(found)
    assert whole not in texts
    for site in found:
        compile(sites.mutated(CODE, site), "x.py", "exec")


def test_a_place_knows_what_runs_as_a_whole_around_it() -> None:
    by_change = {site.change: site for site in sites.sites_in(CODE, "tables/x.py")}
    lambda_ = by_change["shot.range > LONG → shot.range >= LONG"]
    assert (lambda_.within, lambda_.local, lambda_.first, lambda_.last) == ("TABLE", True, 5, 5)
    constant = by_change["LONG = 12 → LONG = 13"]
    assert (constant.within, constant.local, constant.room) == ("LONG", False, "tables")
    inner = by_change["shot.legs[0] == -1 → shot.legs[0] != -1"]
    assert (inner.within, inner.local, inner.first) == ("hits", True, 25)


@pytest.mark.parametrize("book", BOOKS)
def test_a_draw_is_the_same_every_time_and_has_every_kind(book: str) -> None:
    found = SITES(house(book))
    drawn = sites.draw(found, 60, seed=4)
    assert drawn == sites.draw(list(reversed(found)), 60, seed=4)
    assert drawn != sites.draw(found, 60, seed=5)
    assert len(drawn) == 60
    assert {site.kind for site in drawn} == set(sites.SHARES)
    assert {site.room for site in drawn} == set(sites.ROOMS)
    assert len({site.where for site in drawn}) == 60, "one a line"


@pytest.mark.parametrize("book", BOOKS)
def test_every_survivor_that_is_explained_is_still_there(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sites, "sites", SITES)
    assert not mutants.stale(book)


def test_the_score_leaves_out_what_is_explained() -> None:
    site = sites.sites_in(CODE, "tables/x.py")[0]
    fates = ("killed", "killed", "golden_only", "survived", "equivalent")
    report = Report("toy", 3, tuple(Tried(site, fate, "why") for fate in fates))
    assert report.score == 0.75
    told = report.as_json()
    assert (told["mutants"], told["killed"], told["score"]) == (5, 3, 0.75)
    assert {key: len(told[key]) for key in ("survived", "equivalent", "golden_only")} == {
        "survived": 1,
        "equivalent": 1,
        "golden_only": 1,
    }
    assert told["survived"][0]["file"] == "tables/x.py"
    assert Report("toy", 3, ()).score == 1


def test_whoever_runs_the_line_and_holds_its_rule_is_asked_first() -> None:
    book = BOOKS[0]
    site = next(site for site in SITES(house(book)) if site.local)
    near = frozenset({"a::slow", "a::quick"})
    known = Reach(
        {
            name: Runner(name, seconds, ())
            for name, seconds in (("a::slow", 2.0), ("a::quick", 0.1), ("a::far", 0.0))
        },
        {site.file: {site.first: near}},
    )
    order = mutants._Uses(book, known).order(site)
    assert sorted(order, key=lambda name: order[name]) == ["a::quick", "a::slow"]


def test_a_file_or_a_line_that_has_nothing_is_told() -> None:
    with pytest.raises(BadInput, match="nothing can be changed in facts/nowhere"):
        mutants.wanted(BOOKS[0], 5, 0, "facts/nowhere.py")


SCRIPT = """
import json
from functools import partial
from pathlib import Path
from grognard.lab.mutation import trial

trial.preload()
file = "examples/toy_brigade/toy/tables.py"
text = Path(file).read_text("utf-8")
kinds = {
    "same": text,
    "changed": text.replace("Mod(", "(lambda *row: Mod(*row[:1], 7, *row[2:]))("),
    "broken": "import nothing_of_the_kind",
    "endless": text + "\\nwhile True: pass",
}
jobs = [
    trial.Job(name, partial(trial.run_tests, {file: changed}, ["tests/toy/test_toy.py"]), 1 if name == "endless" else 60)
    for name, changed in kinds.items()
]
print(json.dumps({name: trial.verdict(answer, 0).outcome for name, answer, _ in trial.run_all(jobs, 2)}))
"""


def test_a_child_notices_and_the_sources_stay_as_they_are() -> None:
    file = ROOT / "examples" / "toy_brigade" / "toy" / "tables.py"
    before = file.read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    outcomes = {"same": "passed", "changed": "failed", "broken": "broken", "endless": "slow"}
    assert json.loads(done.stdout) == outcomes
    assert file.read_bytes() == before


MEETING = """
import json, os
from functools import partial
from grognard.lab.mutation import trial

def meet(own, other):
    os.write(own[1], b"x")
    return os.read(other[0], 1).decode()

def then(name, answer, seconds):
    return trial.Job("after " + name, partial(meet, pipes[3], pipes[2]), 0) if name == "quick" else None

pipes = [os.pipe() for _ in range(4)]
jobs = [
    trial.Job("one", partial(meet, pipes[0], pipes[1]), 0),
    trial.Job("other", partial(meet, pipes[1], pipes[0]), 0),
    trial.Job("quick", str, 0),
    trial.Job("long", partial(meet, pipes[2], pipes[3]), 0),
]
print(json.dumps({name: answer for name, answer, _ in trial.run_all(jobs, 2, then)}))
"""


def test_two_children_are_busy_together_and_what_follows_waits_for_nobody() -> None:
    """Each of a pair answers only when the other runs: otherwise it is stopped in the end, and has no answer."""
    done = subprocess.run(
        [sys.executable, "-c", MEETING], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == {"one": "x", "other": "x", "after quick": "x", "long": "x"}


CROWDED = """
import time
from grognard.lab.mutation import trial

trial.Job.patience = 0.3
((_, answer, seconds),) = trial.run_all([trial.Job("idle", lambda: time.sleep(60), 20)])
print(trial.verdict(answer, seconds).outcome)
"""


def test_whoever_got_no_processor_in_time_has_noticed_nothing() -> None:
    """On a crowded machine the clock runs out long before the processor's seconds do: that is no kill."""
    done = subprocess.run(
        [sys.executable, "-c", CROWDED], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["crashed"]


@pytest.mark.parametrize(
    ("outcome", "by_tests", "by_records"),
    [
        ("passed", "survived", "survived"),
        ("failed", "killed", "golden_only"),
        ("slow", "killed", "golden_only"),
        ("broken", "killed", "survived"),
        ("crashed", "survived", "survived"),
    ],
)
def test_only_what_the_change_makes_fail_is_a_kill(outcome: str, by_tests: str, by_records: str) -> None:
    new = Tried(sites.sites_in(CODE, "tables/x.py")[0], "", reached=4)
    found = Verdict(outcome, "a::test" if outcome == "failed" else "", "words", 3, 2.5)
    first = mutants._after(new, found)
    assert (first.fate, first.tests, first.reached, first.seconds) == (by_tests, 3, 4, 2.5)
    second = mutants._after(first._replace(fate="survived", by=""), found)
    assert (second.fate, second.tests) == (by_records, 3)
    assert second.by == {"passed": "", "failed": "a::test"}.get(outcome, f"{outcome}: words")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([9.0, ["failed", "tests/golden/x.py::y", "goes otherwise", 7]], "x.py::y goes otherwise"),
        ([9.0, ["broken", "", "no such drill", 0]], "no such drill"),
        ([9.0, ["passed", "", "", 0]], "passed, 0 tests"),
        ("it died with status 9", "it died"),
        (None, "too long"),
    ],
)
def test_records_that_do_not_pass_as_they_are_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: object, words: str
) -> None:
    monkeypatch.setattr(reach, "KEPT", tmp_path)
    monkeypatch.setattr(reach, "run_all", lambda jobs: ((job.name, answer, 1.0) for job in jobs))
    with pytest.raises(BadInput, match=f"do not pass without any change: .*{words}"):
        reach.records_pass(BOOKS[0], mutants.RECORDS)


def test_records_that_pass_are_run_once_and_set_the_time_a_mutant_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def run_all(jobs: list[Job]) -> list[tuple[object, object, float]]:
        asked.extend(jobs)
        return [(job.name, [9.0, ["passed", "", "", 7]], 1.0) for job in jobs]

    monkeypatch.setattr(reach, "KEPT", tmp_path)
    monkeypatch.setattr(reach, "run_all", run_all)
    assert [reach.records_pass(BOOKS[0], mutants.RECORDS) for _ in range(2)] == [9.0, 9.0]
    assert len(asked) == 1
    assert mutants._limit(9.0) == 3 * 9 + 15


CHILD = """
import os, subprocess, sys, tempfile
from pathlib import Path
from grognard.lab.mutation import hook

with tempfile.TemporaryDirectory() as folder:
    hook.bequeath({"src/grognard/engine/rulebook.py": "Rule = 'changed'"}, Path(folder))
    say = "from grognard.engine import rulebook; print(rulebook.Rule)"
    print(subprocess.run([sys.executable, "-c", say], capture_output=True, text=True).stdout)
"""


def test_processes_that_a_test_starts_are_changed_too() -> None:
    done = subprocess.run([sys.executable, "-c", CHILD], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["changed"]


HOUSE = """
import sys
from pathlib import Path
from grognard.lab.mutation import hook

file = "src/grognard/books/%s/__init__.py"
hook.change({file: Path(file).read_text("utf-8") + "\\nSEEN = 'changed'"})
from grognard import books
books.load("%s")
print(sys.modules["grognard.books.%s"].SEEN)
"""


def test_a_changed_house_still_reads_its_pages() -> None:
    script = HOUSE % ((BOOKS[0],) * 3)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["changed"]


def test_explained_survivors_are_read_and_faults_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "EQUIVALENT", tmp_path)
    assert mutants.equivalents(BOOKS[0]) == []
    (tmp_path / f"{BOOKS[0]}.toml").write_text(
        '[[equivalent]]\nfile = "facts/x.py"\nwithin = "f"\nchange = "1 → 2"\nwhy = "because"\n'
    )
    assert mutants.stale(BOOKS[0]) == ["facts/x.py f: 1 → 2"]
    (tmp_path / f"{BOOKS[0]}.toml").write_text('[[equivalent]]\nfile = "facts/x.py"\n')
    with pytest.raises(BadInput, match="missing"):
        mutants.equivalents(BOOKS[0])


def test_tests_that_cannot_be_collected_are_no_tests_that_reach_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "test_broken.py"
    broken.write_text("from grognard.engine.flow import nothing_of_this_name\n", "utf-8")
    ((_, answer, _),) = run_all([Job("broken", partial(_looked, str(tmp_path), [str(broken)]), 60)])
    assert answer["failed"]


def test_what_a_loaded_book_remembers_is_found_and_can_be_forgotten() -> None:
    """A book that is loaded is taken out of the garbage collector's sight: its memories must be found all the same."""
    books.load(BOOKS[0])
    gc.freeze()
    kept = {f"{each.__module__}.{each.__name__}" for each in reach._caches()}
    assert "grognard.books.load" in kept
    assert any(name.startswith(f"grognard.books.{BOOKS[0]}.facts.") for name in kept)
