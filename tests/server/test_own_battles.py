"""Battles of one's own over HTTP: begun from a text, kept, listed, saved, imported; never a path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from grognard import books
from grognard.server.config import LIBRARY
from grognard.testing.own_battles import SMALL, TITLE, text_of
from tests.engine.test_own_battles import HOSTILE
from tests.server.running import PATIENCE, Running, in_thread
from tests.tools.shelf import BOOKS

HERE = [{"kind": "here"}, {"kind": "here"}]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the real shelf."""
    with in_thread(tmp_path_factory.mktemp("library") / "games.db", shelf=LIBRARY) as running:
        yield running


def begin(library: Running, book: str, **wish: Any) -> Any:
    return library.http.post("/api/games", json={"book": book, "seats": HERE, **wish}, timeout=PATIENCE)


@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_is_begun_listed_saved_and_imported(library: Running, book: str) -> None:
    text = text_of(book)
    made = begin(library, book, battle=text)
    assert made.status_code == 201, made.text
    game, token = made.json()["game"], made.json()["seats"][0]["token"]
    (listed,) = library.http.post("/api/games/list", json={"tokens": [token]}).json()
    sides = list(books.load(book).scenarios[SMALL[book]].sides)
    assert (listed["scenario"], listed["title"], listed["sides"]) == ("", TITLE, sides)
    key = {"Authorization": f"Bearer {token}"}
    saved = library.http.get(f"/api/games/{game}/save", headers=key)
    if saved.status_code == 200:  # a book may hide something
        assert saved.headers["content-disposition"].endswith(f'{book}-my_own_battle.json"')
        assert saved.json()["scenario"] == text
        assert library.http.get(f"/api/games/{game}/battle", headers=key).json()["text"] == text
        again = library.http.post("/api/games/import", json=saved.json(), timeout=PATIENCE)
        assert again.status_code == 201, again.text
    assert library.http.get(f"/api/games/{game}/battle").status_code != 200


def test_a_shipped_scenario_has_no_text_of_its_own(library: Running) -> None:
    made = begin(library, "fix_bayonets", scenario="first_blood").json()
    key = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    assert library.http.get(f"/api/games/{made['game']}/battle", headers=key).status_code == 404


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_battle_is_refused(library: Running, text: str) -> None:
    answer = begin(library, "fix_bayonets", battle=text)
    assert answer.status_code in (413, 422), answer.text
    assert answer.json()["error"]["message"]


def test_a_path_is_never_taken(library: Running, tmp_path: Path) -> None:
    book = books.load("fix_bayonets")
    there = tmp_path / "mine.toml"
    there.write_text(text_of("fix_bayonets"), "utf-8")
    shipped = str(book.scenarios["first_blood"].path)
    for name in (str(there), shipped, "first_blood"):
        assert begin(library, "fix_bayonets", battle=name).status_code == 422
    for name in (str(there)[:80], "first_blood.toml", "title = 1"):
        assert begin(library, "fix_bayonets", scenario=name).status_code == 422
    save = {"book": book.name, "version": book.rulebook.version, "options": {}, "actions": []}
    for name in (str(there), shipped, "title = 1\n"):
        answer = library.http.post("/api/games/import", json={**save, "scenario": name}, timeout=PATIENCE)
        assert answer.status_code == 422, answer.text


def look(library: Running, book: str, **wish: Any) -> Any:
    return library.http.post(f"/api/books/{book}/battles", json=wish, timeout=PATIENCE)


@pytest.mark.parametrize("book", BOOKS)
def test_a_draft_is_looked_at_laid_out_and_begun(library: Running, book: str) -> None:
    kit = library.http.get(f"/api/books/{book}/battles").json()
    assert {"head", "sections", "kinds", "blanks", "lists"} <= set(kit)
    known = library.http.get(f"/api/books/{book}/battles/{SMALL[book]}").json()
    draft = look(library, book, battle=known["battle"]).json()
    assert (draft["battle"], draft["text"], draft["faults"]) == (known["battle"], known["text"], [])
    shown = library.http.get(f"/api/books/{book}/scenarios/{SMALL[book]}", timeout=PATIENCE).json()
    assert draft["picture"]["board"] == shown["board"]
    assert look(library, book, text=draft["text"]).json() == draft
    blank = look(library, book, battle=kit["blanks"][0]["battle"]).json()
    assert blank["faults"] == []
    assert begin(library, book, battle=blank["text"]).status_code == 201


@pytest.mark.parametrize("book", BOOKS)
def test_faults_come_with_their_places(library: Running, book: str) -> None:
    plain = library.http.get(f"/api/books/{book}/battles/{SMALL[book]}").json()["battle"]
    draft = look(library, book, battle={**plain, "turns": 0, "side": plain["side"][:1] * 2}).json()
    assert draft["picture"] is None
    assert ["turns", 0] in [fault["at"] for fault in draft["faults"]]
    assert begin(library, book, battle=draft["text"]).status_code == 422


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"text": "x"},
        {"text": "x" * 61_000},
        {"battle": {"a": [[[[[[[[[[[1]]]]]]]]]]]}},
        {"battle": {"a": [0] * 14_000}},
        {"battle": {"a": 10**30}},
        {"battle": {"title": "<script>"}},
        {"battle": {"title": "\u0000"}},
        {"battle": 7},
    ],
    ids=range(9),
)
def test_what_is_no_battle_at_all_is_refused(library: Running, wish: dict[str, Any]) -> None:
    answer = look(library, "fix_bayonets", **wish)
    assert answer.status_code in (400, 413, 422), answer.text
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_battle_by_chance_is_drawn_and_begun(library: Running, book: str) -> None:
    address = f"/api/books/{book}/battles/random"
    draft = library.http.post(address, json={"seed": 7, "mirrored": False}, timeout=PATIENCE).json()
    assert draft["faults"] == []
    assert draft["picture"]["view"]["pieces"]
    assert begin(library, book, battle=draft["text"]).status_code == 201
    for wish in ({"seed": 0}, {"seed": 10**9}, {"seed": "x"}, {"seed": 1, "size": 1}, {}):
        assert library.http.post(address, json=wish, timeout=PATIENCE).status_code in (400, 422)


def test_there_is_no_desk_elsewhere(library: Running) -> None:
    for address in ("nobody/battles", "fix_bayonets/battles/nowhere", "fix_bayonets/battles/..%2Fx"):
        assert library.http.get(f"/api/books/{address}").status_code == 404


def test_a_battle_of_ones_own_is_weighed(library: Running) -> None:
    book = "fix_bayonets"
    wish = {"book": book, "battle": text_of(book), "games": 1, "agent": "corporal"}
    begun = library.http.post("/api/balance", json=wish, timeout=PATIENCE)
    assert begun.status_code == 202, begun.text
    run, deadline = begun.json()["run"], monotonic() + PATIENCE
    while (found := library.http.get(f"/api/balance/{run}").json())["state"] != "done":
        assert found["state"] in ("waiting", "playing")
        assert monotonic() < deadline
        sleep(0.05)
    assert found["balance"]["played"] == 1
    assert [side["name"] for side in found["balance"]["sides"]] == list(
        books.load(book).scenarios[SMALL[book]].sides
    )


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_battle_is_not_weighed(library: Running, text: Any) -> None:
    wish = {"book": "fix_bayonets", "battle": text, "games": 1}
    assert library.http.post("/api/balance", json=wish, timeout=PATIENCE).status_code in (400, 413, 422)
