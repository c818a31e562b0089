"""The workshop over HTTP: kits, drafts, tables with lists of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grognard import books
from grognard.cli.main import app
from grognard.server.config import LIBRARY
from tests.server.running import PATIENCE, Running, in_thread


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the real shelf."""
    with in_thread(tmp_path_factory.mktemp("library") / "games.db", shelf=LIBRARY) as running:
        yield running


def ask(library: Running, book: str, **wish: Any) -> Any:
    return library.http.post(f"/api/books/{book}/workshop", json=wish, timeout=PATIENCE)


@pytest.mark.parametrize("book", books.names())
def test_a_list_is_looked_at_fielded_and_played(library: Running, book: str) -> None:
    kit = library.http.get(f"/api/books/{book}/workshop").json()
    listed = kit["lists"][0]
    draft = ask(library, book, name=listed["name"]).json()
    assert draft["faults"] == []
    assert draft["points"] == listed["points"]
    again = ask(library, book, text=draft["text"]).json()
    assert again == ask(library, book, list=draft["list"]).json() == draft
    forces = books.load(book).forces
    options = {forces[1]: draft["text"], "ground": 7, "size": 5000}
    table = library.http.post(
        f"/api/books/{book}/scenarios/{kit['battle']}", json={"options": options}, timeout=PATIENCE
    )
    assert table.status_code == 200, table.text
    assert table.json()["view"]["pieces"]
    wish = {
        "book": book,
        "scenario": kit["battle"],
        "seats": [{"kind": "here"}, {"kind": "here"}],
        "options": {"ground": 7},
        "armies": {"2": draft["text"]},
    }
    assert library.http.post("/api/games", json=wish, timeout=PATIENCE).status_code in (200, 201)


@pytest.mark.parametrize("book", books.names())
def test_a_wrong_list_is_named_with_its_rule_and_not_fielded(
    library: Running, tmp_path: Path, book: str
) -> None:
    kit = library.http.get(f"/api/books/{book}/workshop").json()
    plain = ask(library, book, name=kit["lists"][0]["name"]).json()["list"]
    rows = plain["brigade"][0]["unit"] if "brigade" in plain else plain["unit"]
    rows.append(dict(rows[0]))
    draft = ask(library, book, list=plain).json()
    assert draft["faults"]
    assert all(fault["cite"] for fault in draft["faults"])
    forces = books.load(book).forces
    wish = {"options": {forces[0]: draft["text"]}}
    answer = library.http.post(f"/api/books/{book}/scenarios/{kit['battle']}", json=wish, timeout=PATIENCE)
    assert answer.status_code == 422
    assert "[" in answer.json()["error"]["message"]
    # The command line refuses the same file with the same rule.
    file, key = tmp_path / "mine.toml", books.load(book).key
    file.write_text(draft["text"], "utf-8")
    checked = CliRunner().invoke(app, ["army", book, "check", str(file)])
    assert checked.exit_code == 1
    assert f"[{key} {draft['faults'][0]['cite']}]" in checked.stdout
    words = ["simulate", book, "--scenario", kit["battle"], "--army", f"1={file}", "--games", "1"]
    played = CliRunner().invoke(app, words)
    assert played.exit_code == 2
    assert draft["faults"][0]["cite"] in played.output


@pytest.mark.parametrize(
    "wish",
    [
        {"text": "x" * 41_000},
        {"text": "{"},
        {"list": {"title": "x" * 5000}},
        {"list": {"a": [[[[[[[[1]]]]]]]]}},
        {"list": {"figures": 10**12}},
        {"name": "../../etc/passwd"},
        {"name": "nobody"},
        {"elsewhere": 1},
        {},
    ],
)
def test_what_is_no_list_is_refused_in_a_sentence(library: Running, wish: Any) -> None:
    answer = ask(library, "men_who_would_be_kings", **wish)
    assert answer.status_code == 422
    assert answer.json()["error"]["message"]
    assert "Traceback" not in answer.text


def test_other_switches_do_not_lay_out_a_table(library: Running) -> None:
    address = "/api/books/men_who_would_be_kings/scenarios/"
    for name, options, status in (
        ("meeting", {"leadership": "rolled"}, 422),
        ("meeting", {"ground": "x"}, 422),
        ("meeting", {"ground": 10**9}, 422),
        ("nowhere", {}, 404),
    ):
        assert (
            library.http.post(address + name, json={"options": options}, timeout=PATIENCE).status_code
            == status
        )
    assert library.http.get("/api/books/nobody/workshop").status_code == 404
