"""Laws about the files themselves: whose name may stand where, and what may never be written down."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from tests.tools.idle import idle

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "grognard"
BOOKS = sorted(house.name for house in (SOURCE / "books").iterdir() if (house / "__init__.py").exists())

# Paths of one machine, and hosts of package registries: both differ from place to place.
MACHINE = re.compile(
    r"(?<![\w.>])/(?:work|root|home|opt|Users)/\w"
    r"|\b(?:pypi\.org|pythonhosted\.org|registry\.npmjs\.org|debian\.org)\b"
)


def text_of(path: Path) -> str:
    """What a text file says; nothing for a picture or a file just removed."""
    try:
        return path.read_text(encoding="utf-8")
    except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
        return ""


def project_files() -> list[Path]:
    """Every file git tracks or would track."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    return [ROOT / name for name in listing.stdout.split("\0") if name]


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_is_named_only_in_its_own_house(book: str) -> None:
    house = SOURCE / "books" / book
    named = [
        str(path.relative_to(ROOT))
        for path in sorted(SOURCE.rglob("*"))
        if path.is_file() and house not in path.parents and book in text_of(path)
    ]
    assert not named, f"{book} is named outside src/grognard/books/{book}"


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git checkout")
def test_no_file_names_a_machine_or_a_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {hit.group()}"
        for path in project_files()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if (hit := MACHINE.search(line))
    ]
    assert not found, "\n".join(found)


STILL_IDLE = {
    "geometry/arcs": {"any_in_arc", "count_in_arcs", "gap2_in_arc", "wedge", "wholly_in_arc", "within_in_arc"},
    "geometry/contact": {"ALIGNS", "flush_poses", "side_met", "sides_touched"},
    "geometry/crowds": {
        "clear_line", "clear_shots", "first_disc_approached", "first_disc_at",
    },
    "geometry/gaps": {"by_nearness", "closer", "nearest_of"},
    "geometry/hexarcs": {"aspects", "wedge"},
    "geometry/hexlines": {"sextants", "vertex_sextants"},
    "geometry/hexplane": {"hex_at"},
    "geometry/shapes": {"contains_all"},
    "geometry/sight": {"any_crossed", "passes_within"},
    "geometry/ways": {"way_round"},
    "tabletop/crowd": {"Swarm", "swarm"},
}  # fmt: skip
"""Questions of the kernel and yardsticks of tests that no book asks yet; a name may be taken away and none added."""


def test_no_mechanism_waits_for_a_book_that_never_comes() -> None:
    found = {module: set(names) - STILL_IDLE.get(module, set()) for module, names in idle().items()}
    assert not any(found.values()), "use them or delete them"


def tables_by_book(tree: ast.AST) -> list[int]:
    """Lines at which a table stands whose keys or entries are names of several books."""
    found = []
    for node in ast.walk(tree):
        entries = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
        named = {entry.value for entry in entries if isinstance(entry, ast.Constant)} & set(BOOKS)
        if len(named) > 1:
            found.append(node.lineno)  # type: ignore[attr-defined]
    return found


def test_no_test_module_keeps_a_table_by_the_names_of_books() -> None:
    """What tests must know of a book stands in its `book.toml`, so that another book needs no line here."""
    places = [*(ROOT / "tests").rglob("*.py"), *(SOURCE / "testing").rglob("*.py")]
    outside = [path for path in places if not any(book in path.parts for book in BOOKS)]
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in outside
        for line in tables_by_book(ast.parse(text_of(path)))
    ]
    assert not found


def test_a_table_by_the_names_of_books_is_found() -> None:
    first, second = BOOKS[:2]
    assert tables_by_book(ast.parse(f"x = {{{first!r}: 1, {second!r}: 2}}"))
    assert not tables_by_book(ast.parse(f"x = {{{first!r}: 1}}"))
