"""Sheets over HTTP: PDF by address and by body, nothing by path, refusals with their reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grognard import books
from grognard.server.config import LIBRARY
from tests.server.running import PATIENCE, Running, in_thread

BOOK = "ever_victorious_armies"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the real shelf."""
    with in_thread(tmp_path_factory.mktemp("library") / "games.db", shelf=LIBRARY) as running:
        yield running


def get(library: Running, **query: str) -> Any:
    return library.http.get(f"/api/books/{BOOK}/print", params=query, timeout=PATIENCE)


def post(library: Running, **wish: Any) -> Any:
    return library.http.post(f"/api/books/{BOOK}/print", json=wish, timeout=PATIENCE)


def test_a_sheet_is_had_by_its_address(library: Running) -> None:
    answer = get(library, what="scenario", name="palikao", paper="letter")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="{BOOK}-scenario-palikao.pdf"'
    assert answer.content.startswith(b"%PDF")


def test_a_list_of_ones_own_is_printed_and_a_faulty_one_refused_with_its_rule(library: Running) -> None:
    draft = library.http.post(
        f"/api/books/{BOOK}/workshop", json={"name": "taiping"}, timeout=PATIENCE
    ).json()
    assert post(library, what="roster", text=draft["text"]).content.startswith(b"%PDF")
    forces = books.load(BOOK).forces
    laid_out = post(
        library, what="scenario", name="open_battle", options={forces[0]: draft["text"], "ground": 3}
    )
    assert laid_out.content.startswith(b"%PDF")
    faulty = post(library, what="roster", text=draft["text"].replace("figures = 12", "figures = 13"))
    assert faulty.status_code == 422
    assert "[B1]" in faulty.json()["error"]["message"]


@pytest.mark.parametrize(
    ("wish", "status", "said"),
    [
        ({"what": "roster", "name": "/etc/passwd.toml"}, 404, "no army list"),
        ({"what": "roster"}, 404, "no army list"),
        ({"what": "scenario", "name": "../stockade.toml"}, 404, "no scenario"),
        ({"what": "poster"}, 422, "nothing is called 'poster'"),
        ({"what": "record", "paper": "a3"}, 422, "no paper is called 'a3'"),
        ({"what": "record", "options": {"ground": 1}}, 422, "only a scenario's table"),
        ({"what": "scenario", "name": "palikao", "options": {"rain": 1}}, 422, "not by 'rain'"),
        ({"what": "scenario", "text": "title = 1\n"}, 422, ""),
        ({"name": "taiping"}, 422, "what"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    library: Running, wish: dict[str, Any], status: int, said: str
) -> None:
    answer = post(library, **wish)
    assert (answer.status_code, said in answer.json()["error"]["message"]) == (status, True), answer.text
    if not {"options", "text"} & set(wish):
        assert get(library, **wish).status_code == status
