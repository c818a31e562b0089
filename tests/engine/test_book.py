"""A rule set's front door: options, scenarios, the index, the log as words."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from examples.toy_brigade.toy import RULESET
from examples.toy_brigade.toy.state import Options
from grognard.engine.book import BadInput, render
from grognard.engine.log import Entry, visible
from grognard.engine.rulebook import load_rulebook
from tests.engine.play import whole_game


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({}, Options()),
        ({"nightfall": False}, Options(nightfall=False)),
        ({"nightfall": "false"}, Options(nightfall=False)),
        ({"nightfall": 1}, Options(nightfall=True)),
    ],
    ids=str,
)
def test_switches_are_read_from_plain_data(given: dict[str, Any], options: Options) -> None:
    assert RULESET.read_options(given) == options


class Lax(msgspec.Struct, frozen=True):
    """Options that forgot to forbid unknown fields."""

    fog: bool = False


@pytest.mark.parametrize("kind", [Options, Lax])
def test_an_unknown_switch_is_named(kind: type[Any]) -> None:
    with pytest.raises(BadInput, match="toy has no option 'weather'; it has: "):
        RULESET._replace(options=kind).read_options({"weather": True})


def test_a_scenario_is_found_by_name_or_as_a_file(tmp_path: Path) -> None:
    path = RULESET.scenarios["skirmish"].path
    copy = tmp_path / "mine.toml"
    copy.write_text(path.read_text("utf-8").replace("turns = 3", "turns = 9"), "utf-8")
    assert RULESET.scenario_path("skirmish") == path
    assert RULESET.start(path) == RULESET.start("skirmish")
    assert RULESET.start(copy).state.turns == 9
    assert RULESET.start(str(copy)) == RULESET.start(copy)


@pytest.mark.parametrize(
    "name", ["", "Skirmish", "skirmish.toml", "/", ".", "x" * 9999 + ".toml", "\0.toml", "rulebook.md"]
)
def test_an_unknown_scenario_is_named_with_those_there_are(name: str) -> None:
    with pytest.raises(BadInput, match=r"toy has no scenario '.*'; it has: battle, skirmish"):
        RULESET.scenario_path(name)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: s.replace("turns = 3", "turns = "), "Invalid value"),
        (lambda s: s.replace("turns = 3", "turns = 3.5"), "Expected `int`, got `float`"),
        (lambda s: s.replace("turns = 3", ""), "missing required field `turns`"),
        (lambda s: s.replace('"guard"', '"dragon"'), "Invalid enum value 'dragon'"),
        (lambda s: s.replace("x = 450", "x = 4500"), "Foot is off the table"),
        (lambda s: s.replace("[[units]]", "[[knights]]"), "units"),
    ],
    ids=range(6),
)
def test_a_wrong_scenario_is_answered_in_one_line(
    change: Callable[[str], str], words: str, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(change(RULESET.scenarios["skirmish"].path.read_text("utf-8")), "utf-8")
    with pytest.raises(BadInput, match=r"^wrong\.toml: ") as fault:
        RULESET.start(wrong)
    assert words in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_ruleset_tells_its_key_and_title() -> None:
    assert (RULESET.key, RULESET.title) == ("TB", "Toy Brigade")
    assert RULESET.rulebook.cite("6.2c") == "TB 6.2c"
    assert RULESET.rulebook.rules["6.2c"].words == "cover costs the shooter a die"


# ---------------------------------------------------------------- the index

INDEX = """
key = "X"
title = "X"
version = "1"
[chapter.one]
title = "One"
[chapter.one.rules]
"1" = { words = "first", source = "given" }
[chapter.two]
title = "Two"
[chapter.two.rules]
"2" = { words = "second", source = "deduced", ruling = "R1" }
[left_out]
"2" = "no reason"
"""


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Reads the text of a rulebook.toml as if it stood in a package."""

    def load(text: str) -> Any:
        package = tmp_path / "indexed_book"
        package.mkdir()
        (package / "__init__.py").touch()
        (package / "rulebook.toml").write_text(text, "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "indexed_book", raising=False)
        return load_rulebook("indexed_book")

    return load


def test_the_index_lists_all_chapters_in_order(index: Callable[[str], Any]) -> None:
    book = index(INDEX)
    assert list(book.rules) == ["1", "2"]
    assert book.rules["2"].ruling == "R1"
    assert book.left_out == {"2": "no reason"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"2" = { words', '"1" = { words', "stands in two chapters"),
        ('"2" = "no', '"3" = "no', "left out but not in the book: 3"),
        ('"deduced"', '"dreamt"', "Invalid enum value 'dreamt'"),
        ('ruling = "R1"', 'rulng = "R1"', "unknown field `rulng`"),
        (', source = "given"', "", "missing required field `source`"),
    ],
)
def test_a_wrong_index_is_refused(index: Callable[[str], Any], old: str, new: str, words: str) -> None:
    assert old in INDEX
    with pytest.raises((ValueError, msgspec.ValidationError), match=words):
        index(INDEX.replace(old, new))


# ---------------------------------------------------------------- the log


def test_an_entry_is_read_by_its_facts() -> None:
    entry = Entry("6.4", "loses", {"unit": 3, "hits": 2})
    assert (entry.unit, entry.hits, entry.cite) == (3, 2, "6.4")
    with pytest.raises(AttributeError, match="target"):
        _ = entry.target
    assert msgspec.json.decode(msgspec.json.encode(entry), type=Entry) == entry


def test_an_entry_for_one_side_is_for_one_side() -> None:
    log = [Entry("1", "all"), Entry("1", "ours", only=0), Entry("1", "theirs", only=1)]
    seen = {side: [entry.what for entry in visible(log, side)] for side in (0, 1, None)}
    assert seen == {0: ["all", "ours"], 1: ["all", "theirs"], None: ["all"]}


NAMES = {0: "Foot", 2: "Militia"}


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (Entry("6.4", "loses", {"unit": 2, "hits": 2}), "Militia loses 2 [TB 6.4]"),
        (Entry("7.1", "charges", {"unit": 0, "target": 2}), "Foot charges Militia [TB 7.1]"),
        (Entry("6.4", "loses", {"unit": 9, "hits": 2}), "9 loses 2 [TB 6.4]"),
        (Entry("3.1", "turn", {"number": 2}), "turn 2 [TB 3.1]"),  # a number, not the Militia
        (Entry("6.4", "loses", {"unit": 2}), "loses {'unit': 'Militia'} [TB 6.4]"),  # a fact is missing
        (Entry("9.9", "unheard of"), "unheard of [TB 9.9]"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_an_entry_as_a_line_of_text(entry: Entry, line: str) -> None:
    assert render(entry, RULESET.sheet, NAMES, "TB") == line


def test_the_whole_log_of_a_game_reads_and_travels() -> None:
    game = whole_game(RULESET, "skirmish", 1)
    names = RULESET.sheet.names(game.position.state)
    for entry in game.log:
        assert "{" not in render(entry, RULESET.sheet, names, "TB")
        msgspec.json.encode(entry)
