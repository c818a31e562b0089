"""The golden games still go as recorded: every ask, choice, fall, line of the log, map and the last hash.

The recorded choices and dice are replayed, so it is the rules that are compared, not the players. A change
of rules shows as a difference of text: if it was meant, `make golden` and review the diff.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

from grognard import books
from grognard.engine.replay import encode_save
from grognard.lab.matrix import golden_reached
from tests.tools import drills, golden, transcript
from tests.tools.shelf import BOOKS, GOLDEN, ROOT, SCENES

FILES = sorted(GOLDEN.glob("*/*.txt"))
DRILLS = [(book, name) for book in BOOKS for name in drills.drills(book)]
LARGEST, LARGEST_TOGETHER = (
    450_000,
    3_000_000,
)  # since every order that is missing says why, marches are told hex by hex, and a book has eleven battles
LARGEST_DRILL, DRILLS_TOGETHER = 20_000, 400_000
SHOWN = 60


def name_of(path: Path) -> str:
    return str(path.relative_to(GOLDEN))


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_golden_game_goes_as_recorded(path: Path) -> None:
    recorded = path.read_text("utf-8")
    record = transcript.parse(recorded)
    now = transcript.write(books.load(record.book), record)
    the_same(path, recorded, now)


def the_same(path: Path, recorded: str, now: str) -> None:
    if now != recorded:
        lines = unified_diff(recorded.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=6)
        shown = "\n".join(islice(lines, SHOWN))
        pytest.fail(f"{name_of(path)} goes otherwise now; if so meant, `make golden`\n{shown}", pytrace=False)


@pytest.mark.parametrize(("book", "name"), DRILLS)
def test_a_drill_goes_as_recorded(book: str, name: str) -> None:
    """Played anew from its script, under the laws."""
    script = drills.drills(book)[name]
    assert drills.shown(script), f"{name} does not say what it shows"
    path = drills.path_of(book, name)
    assert path.exists(), f"{name} of {book} is not recorded: `make golden`"
    the_same(path, path.read_text("utf-8"), drills.played(books.load(book), script))


def test_every_recorded_drill_has_its_script() -> None:
    recorded = {(path.parts[-3], path.stem) for path in GOLDEN.glob("*/drills/*.txt")}
    assert recorded == set(DRILLS)


@pytest.mark.parametrize(("book", "scenario"), SCENES)
def test_every_scenario_has_a_golden_game(book: str, scenario: str) -> None:
    assert any(
        transcript.parse(path.read_text("utf-8")).scenario == scenario
        for path in (GOLDEN / book).glob(f"{scenario}-*.txt")
    ), f"{scenario} of {book} has no golden game: `make golden`"


@pytest.mark.parametrize("book", BOOKS)
def test_the_plan_and_the_records_agree(book: str) -> None:
    planned = {golden.path_of(record): record for record in golden.plan(books.load(book))}
    assert set(planned) == set((GOLDEN / book).glob("*.txt"))
    for path, record in planned.items():
        found = transcript.parse(path.read_text("utf-8"))
        assert found._replace(actions=()) == record


def test_the_records_stay_small() -> None:
    sizes = {name_of(path): path.stat().st_size for path in FILES}
    assert not [name for name, size in sizes.items() if size > LARGEST]
    for book in BOOKS:
        assert sum(size for name, size in sizes.items() if name.startswith(book)) < LARGEST_TOGETHER, book
        short = {path.name: path.stat().st_size for path in (GOLDEN / book).glob("drills/*.txt")}
        assert not [name for name, size in short.items() if size > LARGEST_DRILL]
        assert sum(short.values()) < DRILLS_TOGETHER, book


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_listed_as_reached_is_a_rule(book: str) -> None:
    assert golden_reached(books.load(book), ROOT) <= set(books.load(book).rulebook.rules)


@pytest.mark.parametrize("book", BOOKS)
def test_a_game_file_gives_the_same_hash_in_another_process(book: str, tmp_path: Path) -> None:
    """Whatever the order of sets and dictionaries there, the last hash is the one written down."""
    path = min((GOLDEN / book).glob("*.txt"), key=lambda path: path.stat().st_size)
    text = path.read_text("utf-8")
    expected = text.rstrip().rpartition("hash: ")[2]
    file = tmp_path / "game.json"
    file.write_bytes(encode_save(transcript.parse(text).save(books.load(book))))
    done = subprocess.run(
        [sys.executable, "-m", "grognard", "replay", str(file), "--verify", "--expect", expected, "--json"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["state_hash"] == expected
