"""The matrix: citations found in source, joined with tests and goldens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import examples.toy_brigade.toy
from examples.toy_brigade.toy import RULESET
from grognard.engine.book import BadInput
from grognard.lab.citations import citations
from grognard.lab.matrix import Matrix, golden_counts, matrix, read_report, run_tests

TOY = Path(examples.toy_brigade.toy.__file__).parent

SOURCE = '''"""A chapter. [XX 1, 2]"""

from somewhere import Mod, ModTable, Need, Refusal, Throw, Ask, Results, Result, Lookup, Item


class Charge(Step):
    """They charge. [XX 3.1]"""

    cite = "3.1"
    also: str = "not a citation"

    def ask(self, t):
        # [R7, 3.2] a ruling, and a rule
        return Ask(0, "Charge?", "3.3", {})

    def fell(self, t, reading):
        t.note("3.4" if reading else "3.5", "charges", unit=1)
        t.lose(1, 2, "3.6")
        t.lose(1, 2, cite="3.7")
        return Throw("volley", Pool.of(1, 2), "3.8")


def lose(self, unit, hits, cite):
    """Men fall."""


TABLE = ModTable("Volley", "4", rows=(Mod[Shot]("4.1", +1, "first", lambda s: s.first),))
NEEDS = (Need("4.2", "in order", holds), Refusal("4.3", "no"))
RESULTS = Results("Morale", cite="4.4", rows=(Result("4.5", 1, 2, "runs", 1),))
LOOKUP = Lookup("Moves", "4.6", (Item("4.7", "foot", "foot", 6),))
WORDS = "5.1"
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "steps").mkdir()
    (tmp_path / "steps" / "charge.py").write_text(SOURCE, "utf-8")
    (tmp_path / "list.toml").write_text('[guard]\ncite = "6.1"\n', "utf-8")
    (tmp_path / "rulebook.toml").write_text('cite = "7.7"\n', "utf-8")
    return tmp_path


def test_every_kind_of_citation_is_found_with_its_line(package: Path) -> None:
    found = {(one.number, one.kind): one.where for one in citations(package, "XX")}
    declared = [number for number, kind in found if kind == "declared"]
    wanted = [
        "3.1",
        "3.3",
        "3.4",
        "3.5",
        "3.6",
        "3.7",
        "3.8",
        "4",
        "4.1",
        "4.2",
        "4.3",
        "4.4",
        "4.5",
        "4.6",
        "4.7",
    ]
    assert sorted(declared) == sorted([*wanted, "6.1"])
    assert found["3.1", "declared"] == "steps/charge.py:9"
    assert found["6.1", "declared"] == "list.toml:2"
    assert found["1", "keyed"] == found["2", "keyed"] == "steps/charge.py:1"
    assert found["3.1", "keyed"] == "steps/charge.py:7"
    assert found["3.2", "loose"] == "steps/charge.py:13"
    numbers = {number for number, _ in found}
    assert "5.1" not in numbers  # a text like any other
    assert "7.7" not in numbers  # the rulebook itself is no code


def report_file(tmp_path: Path, rules: dict[str, Any]) -> Path:
    path = tmp_path / "rules.json"
    path.write_text(json.dumps({"toy": rules}), "utf-8")
    return path


def held(passed: int, failed: int = 0) -> dict[str, Any]:
    return {"passed": passed, "failed": failed, "tests": ["tests/books/toy/test_fire.py::test_it"]}


def joined(tmp_path: Path, rules: dict[str, Any]) -> Matrix:
    return matrix(RULESET, report_file(tmp_path, rules), package=TOY, root=tmp_path)


def test_a_book_with_all_its_tests_is_sound(tmp_path: Path) -> None:
    whole = joined(tmp_path, {number: held(2) for number in RULESET.rulebook.rules})
    told = whole.as_json()
    assert whole.sound
    assert told["book"] == "toy"
    assert told["rules"] == len(RULESET.rulebook.rules) == told["tested"]
    assert told["coded"] == told["rules"] - 1
    assert told["left_out"] == {"9.3": "there is no umpire here"}
    assert told["missing"] == []
    assert told["unknown"] == []


def test_a_rule_without_a_test_or_with_a_failing_one_is_missing(tmp_path: Path) -> None:
    rules = {number: held(1) for number in RULESET.rulebook.rules if number != "6.2c"}
    rules["6.2d"] = held(3, failed=1)
    lacking = joined(tmp_path, rules)
    assert not lacking.sound
    reasons = {row["number"]: row["reasons"] for row in lacking.as_json()["missing"]}
    assert reasons == {"6.2c": ["no test"], "6.2d": ["1 tests fail"]}


def test_a_rule_without_code_is_missing(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    rules = {number: held(1) for number in RULESET.rulebook.rules}
    lacking = matrix(RULESET, report_file(tmp_path, rules), package=tmp_path / "empty", root=tmp_path)
    assert lacking.as_json()["coded"] == 0
    assert all(row.missing() == ["no code"] for row in lacking.rows if not row.left_out)


def test_unknown_numbers_are_faults_wherever_they_stand(tmp_path: Path, package: Path) -> None:
    golden = tmp_path / "tests" / "golden" / "toy"
    golden.mkdir(parents=True)
    (golden / "battle-1.txt").write_text("fires [TB 6.3]\nfires [TB 6.3] and dreams [TB 66]\n", "utf-8")
    rules = {**{number: held(1) for number in RULESET.rulebook.rules}, "77": held(1)}
    found = matrix(RULESET, report_file(tmp_path, rules), package=package, root=tmp_path)
    assert not found.sound
    unknown = " | ".join(found.unknown)
    assert "3.6 in steps/charge.py" in unknown
    assert "77 in tests/books/toy/test_fire.py::test_it" in unknown
    assert "66 in the goldens" in unknown
    seen = {row.number: row.seen for row in found.rows}
    assert seen["6.3"] == 2
    assert golden_counts(RULESET, tmp_path) == {"6.3": 2, "66": 1}


def test_a_rule_whose_code_the_goldens_run_has_been_seen(tmp_path: Path, package: Path) -> None:
    golden = tmp_path / "tests" / "golden" / "toy"
    golden.mkdir(parents=True)
    (golden / "battle-1.txt").write_text("fires [TB 6.3]\nfires [TB 6.3]\n", "utf-8")
    (golden / "reached.list").write_text("# a comment\n6.2c\n6.3\n", "utf-8")
    rules = {number: held(1) for number in RULESET.rulebook.rules}
    found = matrix(RULESET, report_file(tmp_path, rules), package=package, root=tmp_path)
    seen = {row.number: row.seen for row in found.rows}
    assert (seen["6.2c"], seen["6.3"], seen["6.2d"]) == (1, 2, 0)
    assert {"6.2c", "6.3"}.isdisjoint(found.as_json()["never_seen"])


def test_what_recorded_games_and_drills_meet_is_counted_among_what_can_occur(tmp_path: Path) -> None:
    drills = tmp_path / "tests" / "golden" / "toy" / "drills"
    drills.mkdir(parents=True)
    (drills / "a_volley.txt").write_text("x 0 fire 3: too far [TB 6.1]\n", "utf-8")
    (drills.parent / "reached.list").write_text("6.2c\n", "utf-8")
    away = {"9.2": "nobody counts here"}
    book = RULESET._replace(rulebook=msgspec.structs.replace(RULESET.rulebook, not_in_play=away))
    rules = {number: held(1) for number in RULESET.rulebook.rules}
    found = matrix(book, report_file(tmp_path, rules), package=TOY, root=tmp_path)
    told = found.as_json()
    can = len(rules) - 2  # 9.2, and 9.3 is left out
    assert (told["cited"], told["met"], told["not_in_play"]) == (1, 2, away)
    assert found.share_met == pytest.approx(2 / can)
    assert len(told["never_met"]) == can - 2
    assert {"6.1", "6.2c", "9.2", "9.3"}.isdisjoint(told["never_met"])


def test_prose_may_name_a_chapter_but_not_one_that_is_not_there(tmp_path: Path) -> None:
    code = tmp_path / "code"
    code.mkdir()
    (code / "steps.py").write_text('"""Marching. [TB 5]"""\n\n# [TB 55] nowhere, [R1] a ruling\n', "utf-8")
    rules = {number: held(1) for number in RULESET.rulebook.rules}
    found = matrix(RULESET, report_file(tmp_path, rules), package=code, root=tmp_path)
    assert found.unknown == ("55 in steps.py:3",)


def test_the_matrix_prints(tmp_path: Path) -> None:
    from io import StringIO

    from rich.console import Console

    out = StringIO()
    Console(file=out, width=140).print(joined(tmp_path, {"6.2c": held(2)}).table())
    line = next(line for line in out.getvalue().splitlines() if "6.2c" in line)
    assert "cover costs the shooter a die" in line
    assert "tables.py:" in line
    assert "2/2" in line


def test_a_broken_report_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.json"
    path.write_text("{", "utf-8")
    with pytest.raises(BadInput, match="not a rule report"):
        read_report(path, "toy")


def test_the_tests_of_a_book_are_run_where_no_report_is_given(tmp_path: Path) -> None:
    assert run_tests("nowhere", tmp_path) == {}
    root = Path(__file__).resolve().parents[2]
    folder = tmp_path / "tests" / "books" / "toy"
    folder.mkdir(parents=True)
    (tmp_path / "tests" / "conftest.py").write_text(
        (root / "tests" / "conftest.py").read_text("utf-8"), "utf-8"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rule: numbers\n", "utf-8")
    (folder / "test_it.py").write_text(
        "import pytest\n\n"
        "@pytest.mark.rule('6.3')\ndef test_good(): pass\n\n"
        "@pytest.mark.rule('6.3', '6.4')\ndef test_bad(): assert False\n",
        "utf-8",
    )
    found = run_tests("toy", tmp_path)
    assert (found["6.3"]["passed"], found["6.3"]["failed"]) == (1, 1)
    assert found["6.4"]["failed"] == 1
