"""A complete book has the rooms of every other: what is shipped with a book beside what it needs to be played."""

from __future__ import annotations

from pathlib import Path

from grognard import books
from grognard.engine.book import Book
from grognard.testing.shelf import by_book, house

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
FEWEST_LAWS = 20
"""What holds in every position takes so many lines at least."""


def ruleset(name: str) -> Book:
    return books.load(name)


def rooms(folder: Path) -> set[str]:
    """What stands in a house, a module or a package of the same name alike."""
    return {
        path.stem if path.suffix == ".py" and path.stem != "__init__" else path.name
        for path in folder.iterdir()
        if not path.name.startswith((".", "__pycache__"))
    }


@by_book
def test_a_house_has_the_rooms_of_every_other(name: str) -> None:
    found, wanted = rooms(house(name)), {*MODULES, *FILES, *FOLDERS}
    assert found == wanted, f"missing: {sorted(wanted - found)}; of its own: {sorted(found - wanted)}"
    for folder in FOLDERS:
        assert list((house(name) / folder).glob("*.toml")), f"{folder} is empty"


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
def test_every_ruling_is_written_down(name: str) -> None:
    text = (house(name) / "rulings.md").read_text("utf-8")
    named = {rule.ruling for rule in ruleset(name).rulebook.rules.values() if rule.ruling}
    single = {part.strip() for ruling in named for part in ruling.split(",")}
    assert not [ruling for ruling in sorted(single) if ruling not in text]


@by_book
def test_ranges_sight_and_threats_can_be_drawn(name: str) -> None:
    book = ruleset(name)
    drawn = set(book.sheet.overlays)
    assert {"range", "sight", "threat"} <= drawn
    state = book.start(next(iter(book.scenarios))).state
    units = book.sheet.names(state)
    for kind, part in (("range", "shapes"), ("sight", "lines")):
        assert any(getattr(book.sheet.overlay(state, kind, unit), part) for unit in units), kind


@by_book
def test_it_has_many_laws(name: str) -> None:
    assert len(ruleset(name).laws) >= FEWEST_LAWS
