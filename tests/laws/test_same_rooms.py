"""Every book is a house with the same rooms, and in each room things are as the others expect them."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest

from grognard import books
from grognard.engine.book import UNIT_FACTS, Book
from grognard.engine.reference import reference
from grognard.engine.tables import Lookup, ModTable, Needs, Result, Results
from grognard.engine.verbs import Verb, Verbs, labels_of
from tests.laws import sources
from tests.laws.games import played_out
from tests.tools import chapters
from tests.tools.shelf import BOOKS, TESTS, citations_of, house

MODULES = (
    "words", "state", "setup", "facts", "tables", "sequence", "steps", "sheet", "situations", "advice", "army",
    "laws", "printing",
)  # fmt: skip
FILES = (
    "__init__.py",
    "rulebook.toml",
    "rulings.md",
    "glossary.toml",
    "guide.toml",
    "lesson.toml",
    "liveries.toml",
    "switches.toml",
)
FOLDERS = ("armies", "scenarios")
MOST_WORDS = 40
FEWEST_LAWS = 20
"""A rule in our words is a line, not a paragraph."""

by_book = pytest.mark.parametrize("name", BOOKS)


def ruleset(name: str) -> Book:
    return books.load(name)


def rooms(folder: Path) -> set[str]:
    """What stands in a house, a module or a package of the same name alike."""
    return {
        path.stem if path.suffix == ".py" and path.stem != "__init__" else path.name
        for path in folder.iterdir()
        if not path.name.startswith((".", "__pycache__"))
    }


def test_there_are_books() -> None:
    assert BOOKS


@by_book
def test_a_house_has_the_rooms_of_every_other(name: str) -> None:
    found, wanted = rooms(house(name)), {*MODULES, *FILES, *FOLDERS}
    assert found == wanted, f"missing: {sorted(wanted - found)}; of its own: {sorted(found - wanted)}"
    for folder in FOLDERS:
        assert list((house(name) / folder).glob("*.toml")), f"{folder} is empty"


@by_book
def test_every_module_belongs_to_a_chapter(name: str) -> None:
    strays = [
        f"{room}/{module}" for room, module in chapters.modules(name) if not chapters.chapter_of(room, module)
    ]
    assert not strays, (
        f"name them as a chapter is named, or say in tests/tools/chapters.py which it is: {strays}"
    )


def test_a_chapters_name_stands_once_and_is_used() -> None:
    names = [name for each in chapters.CHAPTERS.values() for name in each]
    assert len(set(names)) == len(names)
    used = {
        part for book in BOOKS for room, name in chapters.modules(book) for part in (name, f"{room}/{name}")
    }
    assert not set(names) - used


def test_the_page_of_chapters_is_current() -> None:
    assert chapters.PAGE.read_text("utf-8") == chapters.page(), "docs/chapters.md is stale: `make docs`"


KNOWN_CYCLES = {
    "valour_and_fortitude": {
        f"facts.{name}"
        for name in ("assaults", "detours", "ideas", "judging", "moving", "onsets", "withdrawing")
    }
}
"""Modules that still import one another; a line may be taken away and never added."""


@by_book
def test_no_module_imports_itself_in_the_end(name: str) -> None:
    circling = sources.in_cycles(sources.imports(house(name)))
    assert circling <= KNOWN_CYCLES.get(name, set()), sorted(circling)


def test_a_cycle_of_imports_is_seen(tmp_path: Path) -> None:
    (tmp_path / "facts").mkdir()
    texts = {
        "state.py": "",
        "facts/one.py": "def f():\n    from .two import g\n",
        "facts/two.py": "from ..state import State\nfrom . import three\n",
        "facts/three.py": "if TYPE_CHECKING:\n    from .four import x\nfrom .one import f\n",
        "facts/four.py": "from .three import y\n",
    }
    for path, text in texts.items():
        (tmp_path / path).write_text(text, "utf-8")
    found = sources.imports(tmp_path)
    assert found["facts.two"] == {"state", "facts.three"}
    assert sources.in_cycles(found) == {"facts.one", "facts.two", "facts.three"}


@by_book
def test_a_house_has_its_tests(name: str) -> None:
    assert list((TESTS / "books" / name).rglob("test_*.py"))


@by_book
def test_the_front_door_names_the_house(name: str) -> None:
    book = ruleset(name)
    assert book.name == name
    assert book.key
    assert book.tables
    assert book.situations
    assert book.army is not None
    assert set(book.scenarios) == {path.stem for path in (house(name) / "scenarios").glob("*.toml")}


@by_book
def test_every_rule_is_told_in_one_line_of_our_own(name: str) -> None:
    rulebook = ruleset(name).rulebook
    for number, rule in rulebook.rules.items():
        assert rule.words.strip(), number
        assert len(rule.words.split()) <= MOST_WORDS, f"{number} is long"
    for number, reason in rulebook.left_out.items():
        assert len(reason.split()) >= 3, f"{number} is left out without a reason"


@by_book
def test_every_ruling_is_written_down(name: str) -> None:
    text = (house(name) / "rulings.md").read_text("utf-8")
    named = {rule.ruling for rule in ruleset(name).rulebook.rules.values() if rule.ruling}
    single = {part.strip() for ruling in named for part in ruling.split(",")}
    assert not [ruling for ruling in sorted(single) if ruling not in text]


@by_book
def test_every_citation_in_the_code_is_in_the_rulebook(name: str) -> None:
    book = ruleset(name)
    astray = [
        f"{one.number} in {one.where}"
        for one in citations_of(name)
        if one.kind == "declared" and one.number not in book.rulebook.rules
    ]
    assert not astray, astray


# ---- what is drawn

KINDS = {"range", "sight", "threat", "reach", "aim"}
"""What a client may ask to have drawn for a unit."""


@by_book
def test_ranges_sight_and_threats_can_be_drawn(name: str) -> None:
    book = ruleset(name)
    drawn = set(book.sheet.overlays)
    assert {"range", "sight", "threat"} <= drawn <= KINDS
    state = book.start(next(iter(book.scenarios))).state
    units = book.sheet.names(state)
    for kind, part in (("range", "shapes"), ("sight", "lines")):
        assert any(getattr(book.sheet.overlay(state, kind, unit), part) for unit in units), kind


@by_book
def test_everything_can_be_drawn_for_everybody_whatever_has_happened(name: str) -> None:
    book = ruleset(name)
    position = book.start(next(iter(book.scenarios)))
    for part in range(4):
        for unit in book.sheet.names(position.state):
            for kind in book.sheet.overlays:
                book.sheet.overlay(position.state, kind, unit)
        position = played_out(book, position, part, 40)


# ---- tables


@by_book
def test_every_row_of_every_table_cites_a_rule(name: str) -> None:
    book = ruleset(name)
    for table in book.tables:
        assert table.cite in book.rulebook.rules, table
        for row in table:
            assert row.cite in book.rulebook.rules, f"{table}: {row}"
            assert row.words.strip(), f"{table}: {row}"


@by_book
def test_tables_have_titles_of_their_own(name: str) -> None:
    titles = [table.title for table in ruleset(name).tables]
    assert len(set(titles)) == len(titles)
    assert all(isinstance(table, ModTable | Needs | Results | Lookup) for table in ruleset(name).tables)


@by_book
def test_every_whole_number_falls_into_one_row_of_a_results_table(name: str) -> None:
    for table in ruleset(name).tables:
        if isinstance(table, Results):
            assert not gaps(list(table)), f"{table}: {gaps(list(table))}"


def gaps(rows: list[Result[object]]) -> list[str]:
    """Where rows leave a number out or share one; rows must run from below everything to above it."""
    ordered = sorted(rows, key=lambda row: (row.low is not None, row.low or 0))
    found = []
    if not ordered or ordered[0].low is not None:
        found.append("no row for the smallest numbers")
    if not ordered or ordered[-1].high is not None:
        found.append("no row for the greatest numbers")
    for lower, upper in pairwise(ordered):
        if lower.high is None or upper.low is None or upper.low != lower.high + 1:
            found.append(f"{lower.high} is followed by {upper.low}")
    return found


def test_gaps_are_found() -> None:
    def row(low: int | None, high: int | None) -> Result[object]:
        return Result("1", low, high, "", None)

    assert not gaps([row(None, None)])
    assert not gaps([row(3, None), row(None, 0), row(1, 2)])
    assert gaps([row(0, None)])
    assert gaps([row(None, 0), row(2, None)])
    assert gaps([row(None, 1), row(1, None)])
    assert gaps([row(None, None), row(1, None)])


@by_book
def test_every_column_of_the_quick_reference_has_a_head(name: str) -> None:
    for table in reference(ruleset(name)).tables:
        for row in table.rows:
            assert len(row.cells) == len(table.columns), table.title
        heads = table.columns[1:] if table.kind == "look-up" else table.columns[-1:]
        assert all(heads), f"{table.title}: {table.columns}"


# ---- what players read


@by_book
def test_every_verb_has_a_label_and_every_label_a_verb(name: str) -> None:
    book = ruleset(name)
    unlabelled = [verb for verb in sources.offered(name) if verb.verb not in book.sheet.labels]
    assert not unlabelled
    runs = (*book.sequences.values(), *book.excerpts.values())
    steps = [step for run in runs for step in run]
    idle = [verb for verb in book.sheet.labels if not any(step.answers(verb) for step in steps)]
    assert not idle, f"nobody can do this: {idle}"
    assert all(label.words.strip() for label in book.sheet.labels.values())


@by_book
def test_a_verb_with_a_deed_of_its_own_is_taken_from_its_row(name: str) -> None:
    book = ruleset(name)
    verbs: Verbs = import_module(f"grognard.books.{name}.steps.verbs").VERBS
    assert book.sheet.labels == labels_of(verbs)
    rows = [step.rows for run in (*book.sequences.values(), *book.excerpts.values()) for step in run]
    with_deeds = {verb: row for verb, row in verbs.items() if type(row).does is not Verb.does}
    assert with_deeds
    assert {verb: row for each in rows for verb, row in each.items()} == with_deeds


@by_book
def test_every_log_entry_has_a_phrase_that_fits(name: str) -> None:
    phrases = ruleset(name).sheet.phrases
    assert "dice" in phrases
    written = list(sources.notes(name))
    assert written
    assert not [note for note in written if note.what not in phrases]
    for note in written:
        parsed = Formatter().parse(phrases[note.what])
        wanted = {field.partition("[")[0] for _, field, _, _ in parsed if field}
        if note.facts is not None:
            assert wanted <= note.facts, f"{note.where}: {phrases[note.what]!r} has no {wanted - note.facts}"


@by_book
def test_phrases_name_units_by_facts_that_hold_one(name: str) -> None:
    """A unit's id under another name would be printed as a number."""
    for note in sources.notes(name):
        odd = {"unit_id", "units", "attacker", "defender", "shooter"} & (note.facts or frozenset())
        assert not odd, f"{note.where}: {odd}; ids of units go under {', '.join(sorted(UNIT_FACTS))}"


@by_book
def test_sequences_begin_at_the_opening_and_steps_cite_rules(name: str) -> None:
    book = ruleset(name)
    assert book.opening in book.sequences
    assert not book.sequences.keys() & book.excerpts.keys()
    assert not [name for name in book.sequences if name.startswith("odds")], "those are excerpts"
    for sequence, steps in (*book.sequences.items(), *book.excerpts.items()):
        for step in steps:
            cites = step.cite in book.rulebook.rules
            assert cites, f"{type(step).__name__} of '{sequence}' cites {step.cite!r}"


@by_book
def test_situations_cite_rules_and_have_words_for_every_field(name: str) -> None:
    book = ruleset(name)
    for key, situation in book.situations.items():
        assert situation.name == key
        assert situation.cite in book.rulebook.rules, situation.name
        for field in situation.fields:
            assert field.words.strip(), f"{key}: {field.name}"
            assert field.kind != "choice" or field.default in field.choices, f"{key}: {field.name}"
            assert field.kind != "length" or field.unit, f"{key}: {field.name} has no unit"


@by_book
def test_a_unit_card_and_its_tags_cite_rules(name: str) -> None:
    book = ruleset(name)
    for scenario in book.scenarios:
        state = book.start(scenario).state
        view = book.sheet.view(state, None)
        for piece in view.pieces:
            cited = [tag.cite for tag in piece.tags] + [row.cite for row in book.sheet.card(state, piece.id)]
            assert not [cite for cite in cited if cite and cite not in book.rulebook.rules]
        assert not [row.cite for row in view.score if row.cite and row.cite not in book.rulebook.rules]


@by_book
def test_a_law_has_its_words_its_rules_and_one_way_to_look(name: str) -> None:
    book = ruleset(name)
    assert len(book.laws) >= FEWEST_LAWS
    assert len({law.words for law in book.laws}) == len(book.laws)
    for law in book.laws:
        assert law.cites, law.words
        assert set(law.cites) <= set(book.rulebook.rules), law.words
        assert sum(way is not None for way in (law.at, law.over, law.seek)) == 1, law.words
