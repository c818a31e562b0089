"""Every rule, row, label, phrase and field of a book has its words and its rule, and fits the others."""

from __future__ import annotations

from itertools import pairwise
from string import Formatter

from grognard import books
from grognard.engine.book import UNIT_FACTS, Book
from grognard.engine.reference import reference
from grognard.engine.tables import Lookup, ModTable, Needs, Result, Results
from grognard.testing import sources
from grognard.testing.games import played_out
from grognard.testing.shelf import by_book, citations_of

MOST_WORDS = 40
"""A rule in our words is a line, not a paragraph."""


def ruleset(name: str) -> Book:
    return books.load(name)


@by_book
def test_every_rule_is_told_in_one_line_of_our_own(name: str) -> None:
    rulebook = ruleset(name).rulebook
    for number, rule in rulebook.rules.items():
        assert rule.words.strip(), number
        assert len(rule.words.split()) <= MOST_WORDS, f"{number} is long"
    for number, reason in rulebook.left_out.items():
        assert len(reason.split()) >= 3, f"{number} is left out without a reason"


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
def test_everything_can_be_drawn_for_everybody_whatever_has_happened(name: str) -> None:
    book = ruleset(name)
    assert set(book.sheet.overlays) <= KINDS
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
    offered = list(sources.offered(name))
    assert not [verb for verb in offered if verb.verb not in book.sheet.labels]
    runs = (*book.sequences.values(), *book.excerpts.values())
    steps = [step for run in runs for step in run]
    asked = {verb.verb for verb in offered}  # a sealed choice has no method of its own
    idle = [
        verb for verb in book.sheet.labels.keys() - asked if not any(step.answers(verb) for step in steps)
    ]
    assert not idle, f"nobody can do this: {idle}"
    assert all(label.words.strip() for label in book.sheet.labels.values())


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
    assert len({law.words for law in book.laws}) == len(book.laws)
    for law in book.laws:
        assert law.cites, law.words
        assert set(law.cites) <= set(book.rulebook.rules), law.words
        assert sum(way is not None for way in (law.at, law.over, law.seek)) == 1, law.words
