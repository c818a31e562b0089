"""A book that cannot be opened is told of in one line, and the shelf goes on without it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard.books
from grognard import books
from grognard.cli.main import app
from grognard.engine.book import BadInput
from grognard.server.bodies.printing import PrintWish
from grognard.server.catalogue import Catalogue, book_of
from grognard.server.config import LIBRARY, books_from, broken_in
from grognard.server.faults import ApiError
from tests.tools.shelf import house

SOUND = "ever_victorious_armies"
NAME = "broken_brigade"
Spoil = Callable[[Path], None]


def front_door(text: str) -> Spoil:
    return lambda folder: (folder / "__init__.py").write_text(text, "utf-8") and None


def torn(file: str) -> Spoil:
    """A whole house, with one file in it that is no TOML."""

    def spoil(folder: Path) -> None:
        shutil.copytree(house(SOUND), folder, dirs_exist_ok=True)
        (folder / file).write_text("title = [", "utf-8")

    return spoil


def without(*rooms: str) -> Spoil:
    """A whole house without some of its rooms or files."""

    def spoil(folder: Path) -> None:
        shutil.copytree(house(SOUND), folder, dirs_exist_ok=True)
        for room in rooms:
            path = folder / room
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    return spoil


def wrong_rules(folder: Path) -> None:
    shutil.copytree(house(SOUND), folder, dirs_exist_ok=True)
    (folder / "rulebook.toml").write_text('key = "BB"\n', "utf-8")


CASES: dict[str, tuple[Spoil, str]] = {
    "a name that is not there": (front_door("RULESET = nobody\n"), "NameError"),
    "no Python": (front_door("def def\n"), "SyntaxError"),
    "a module that is not there": (front_door("import no_such_module_anywhere\n"), "no_such_module_anywhere"),
    "no front door": (front_door(""), "RULESET"),
    "a front door that is no book": (front_door("RULESET = 7\n"), "its RULESET is no book"),
    "somebody who leaves": (front_door("import sys\nsys.exit(3)\n"), "SystemExit"),
    "a missing room": (without("advice"), "advice"),
    "a missing file": (without("rulebook.toml"), "rulebook.toml"),
    "rules torn": (torn("rulebook.toml"), "rulebook.toml"),
    "rules without a title": (wrong_rules, "title"),
    "words torn": (torn("glossary.toml"), "glossary.toml"),
    "a battle torn": (torn("scenarios/stockade.toml"), "stockade.toml"),
    "an army torn": (torn("armies/qing.toml"), "qing.toml"),
}


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The shelf with a folder more in which books may stand."""
    monkeypatch.setattr(grognard.books, "__path__", [*grognard.books.__path__, str(tmp_path)])
    books.look_again()
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith(f"grognard.books.{NAME}")]:
        del sys.modules[name]
    vars(grognard.books).pop(NAME, None)
    books.look_again()


@pytest.fixture(params=CASES, ids=lambda case: case.replace(" ", "-"))
def fault(request: pytest.FixtureRequest, shelf: Path) -> str:
    """A broken book is put on the shelf: what its line has to name."""
    spoil, words = CASES[request.param]
    (shelf / NAME).mkdir()
    spoil(shelf / NAME)
    return words


def test_one_line_says_what_is_wrong(fault: str) -> None:
    (line,) = books.broken().values()
    assert line.startswith(f"the book '{NAME}' cannot be opened: ")
    assert fault in line
    assert "\n" not in line


def test_the_shelf_goes_on_without_it(fault: str) -> None:
    assert NAME in books.names()
    assert NAME not in books.library()
    assert SOUND in books.library()


def test_who_asks_for_it_is_told(fault: str) -> None:
    if fault == "qing.toml":
        assert books.load(NAME).army is not None  # its armies are read when they are asked for
        return
    with pytest.raises(BadInput, match="cannot be opened"):
        books.load(NAME)
    result = CliRunner().invoke(app, ["quickref", NAME])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr


def test_the_list_of_books_has_the_others_and_the_line(fault: str) -> None:
    for words in (["books"], ["books", "--json"]):
        result = CliRunner().invoke(app, words, catch_exceptions=False)
        assert result.exit_code == 0
        assert result.stderr.splitlines() == list(books.broken().values())
        assert SOUND in result.stdout
        assert NAME not in result.stdout


def test_the_server_has_the_others_and_the_line(fault: str) -> None:
    found = books_from(LIBRARY)
    assert NAME not in found
    assert SOUND.encode() in Catalogue(found).listed
    assert broken_in(LIBRARY) == tuple(books.broken().values())


def test_who_is_asked_which_rules_is_told_of_it_and_has_the_others(fault: str) -> None:
    result = CliRunner().invoke(app, ["play"], input="", catch_exceptions=False)
    assert result.exit_code == 0
    assert "cannot be opened" in result.stderr
    assert "Which rules?" in result.stdout


def test_a_sound_shelf_says_nothing(shelf: Path) -> None:
    assert books.broken() == {}
    assert broken_in(LIBRARY) == ()
    assert CliRunner().invoke(app, ["books"]).stderr == ""
    assert broken_in("examples.toy_brigade.toy:RULESET") == ()


def test_pages_are_told_what_a_book_lacks() -> None:
    whole = books.load(SOUND)
    bare = whole._replace(
        army=None, forces=(), battles=None, situations={}, scenarios={}, lesson=None, printing=None
    )
    assert book_of(whole).lacks == ()
    assert book_of(bare).lacks == ("armies", "battles", "odds")
    catalogue = Catalogue({SOUND: bare})
    assert b'"scenarios":[]' in catalogue.listed
    assert catalogue.reference(SOUND)
    with pytest.raises(ApiError, match="no army lists"):
        catalogue.printed(SOUND, PrintWish(what="roster", name="qing"))
