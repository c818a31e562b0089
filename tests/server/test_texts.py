"""What strangers write is read by workers and threads, never on the event loop, and refused before it is dear."""

from __future__ import annotations

import json
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard import books
from grognard.engine import replay, toml
from grognard.server.config import LIBRARY
from tests.server.running import Running, in_thread

VALOUR = "valour_and_fortitude"
SKIRMISH = "skirmish_1808"
SEATS = [{"kind": "here"}] * 2


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, path_for_workers: None) -> Iterator[Running]:
    """A server with the real shelf."""
    with in_thread(tmp_path_factory.mktemp("library") / "games.db", shelf=LIBRARY) as running:
        yield running


# ---- the cheap refusal


def dotted(letters: int) -> str:
    """One key with as many dots as fit."""
    return "x" + ".x" * (letters // 2 - 2) + "=1\n"


LONG = {
    "key": dotted(60_000),
    "with spaces": "x" + " . x" * 5000 + "=1\n",
    "quoted": "a" + '."a"' * 5000 + "=1\n",
    "in single quotes": "a" + ".'.'" * 5000 + "=1\n",
    "header": "[a" + ".a" * 20_000 + "]\n",
    "header of a row": "[[a" + ".a" * 20_000 + "]]\n",
    "inside a mapping": "a = {" + dotted(30_000).strip() + "}\n",
    "after words": 'a = "b \\" # c"\n' + dotted(30_000),
    "after a literal": "a = 'b \\'\n" + dotted(30_000),
    "after long words": 'a = """b " \\""" c"""""\n' + dotted(30_000),
    "after a long literal": "a = '''b ' \" '''''\n" + dotted(30_000),
    "after a remark": '# don\'t """ \n' + dotted(30_000),
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_a_key_with_too_many_dots_is_refused_before_it_is_read(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda _text: pytest.fail("it was read"))
    with pytest.raises(ValueError, match="dots"):
        toml.read(text)


ALLOWED = {
    "sixteen dots": "a" + ".b" * toml.DOTS + " = 1\n",
    "dots in words": 'a = "' + "x." * 5000 + '"\n',
    "in a literal": "a = '" + "x." * 5000 + "'\n",
    "in long words": 'a = """\n' + "x.x.x.x\n" * 5000 + '"""\n',
    "in a quoted key": '"' + "x." * 300 + '" = 1\n',
    "in a remark": "# " + "x." * 5000 + "\na = 1\n",
    "many fractions": "a = [" + "1.5, " * 3000 + "]\n",
    "many short keys": "".join(f"a.b.c{n} = 1.5\n" for n in range(500)),
}


@pytest.mark.parametrize("text", ALLOWED.values(), ids=ALLOWED.keys())
def test_dots_elsewhere_are_no_fault(text: str) -> None:
    assert toml.read(text) == tomllib.loads(text)


def test_every_file_of_the_books_is_read_as_before() -> None:
    for path in Path(books.__file__).parent.rglob("*.toml"):
        text = path.read_text("utf-8")
        assert toml.read(text) == tomllib.loads(text), path


def test_such_a_text_is_refused_in_words_wherever_it_is_sent(library: Running) -> None:
    long, army = dotted(59_000), dotted(19_000)
    seats = {"seats": SEATS}
    sent: list[tuple[str, dict[str, Any]]] = [
        (f"/api/books/{VALOUR}/battles", {"text": long}),
        (f"/api/books/{VALOUR}/workshop", {"text": dotted(39_000)}),
        ("/api/games", {"book": VALOUR, "battle": long, **seats}),
        ("/api/games", {"book": VALOUR, "scenario": "attack_and_defence", "armies": {"1": army}, **seats}),
        ("/api/games", {"book": SKIRMISH, "scenario": "ambush", "options": {"first_force": army}, **seats}),
        (f"/api/books/{SKIRMISH}/scenarios/ambush", {"options": {"first_force": army}}),
        ("/api/balance", {"book": VALOUR, "battle": long, "games": 1}),
        (
            "/api/balance",
            {"book": VALOUR, "scenario": "attack_and_defence", "armies": {"1": army}, "games": 1},
        ),
        (
            "/api/games/import",
            {"book": VALOUR, "version": "2", "scenario": long, "options": {}, "actions": []},
        ),
        (f"/api/books/{VALOUR}/print", {"what": "roster", "text": army}),
        (f"/api/books/{VALOUR}/print", {"what": "scenario", "text": long}),
    ]
    for path, body in sent:
        answer = library.http.post(path, json=body, timeout=120)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_input"), (path, answer.text)
        assert "dots" in answer.json()["error"]["message"], (path, answer.text)


# ---- where it is read


STRANGE = "# written by a stranger"


@pytest.fixture
def readers(library: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The threads of the server's process in which a text of anybody's was taken apart."""
    found: list[str] = []
    read, read_save = toml.read, replay.read_save

    def noted(kind: str, work: Any) -> Any:
        def reading(text: Any, *more: Any) -> Any:
            if STRANGE in str(text):
                found.append(f"{kind} in {threading.current_thread().name}")
            return work(text, *more)

        return reading

    for module in ("battles", "files", "workshop", "inspection"):
        monkeypatch.setattr(f"grognard.engine.{module}.read", noted("toml", read))
    monkeypatch.setattr("grognard.engine.replay.read_save", noted("save", read_save))
    return found


def test_no_text_is_read_on_the_loop(library: Running, readers: list[str]) -> None:
    def post(path: str, status: int = 200, **body: Any) -> Any:
        answer = library.http.post(path, json=body, timeout=120)
        assert answer.status_code == status, answer.text
        return answer.json()

    kit = library.http.get(f"/api/books/{SKIRMISH}/workshop").json()
    army = post(f"/api/books/{SKIRMISH}/workshop", name=kit["lists"][0]["name"])["text"] + f"{STRANGE}\n"
    assert post(f"/api/books/{SKIRMISH}/workshop", text=army)["text"]
    shipped = library.http.get(f"/api/books/{VALOUR}/battles/first_brigade").json()["text"]
    battle = post(f"/api/books/{VALOUR}/battles", text=shipped)
    assert battle["picture"] is not None
    text = battle["text"] + f"{STRANGE}\n"
    made = post("/api/games", 201, book=VALOUR, battle=text, seats=SEATS, options={"fate_cards": False})
    post("/api/games", 201, book=SKIRMISH, scenario="bridge", seats=SEATS, armies={"1": army})
    post("/api/balance", 202, book=VALOUR, battle=text, games=1)
    head = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    library.put_away(made["game"])
    save = library.http.get(f"/api/games/{made['game']}/save", headers=head).json()
    post("/api/games/import", 201, **save)
    library.http.get(f"/api/games/{made['game']}/battle", headers=head)
    reading = {place.rpartition(" in ")[2].partition("_")[0] for place in readers}
    assert "loader" in reading
    assert reading <= {"loader", "importer"}, readers


def test_a_save_is_taken_apart_elsewhere_and_comes_in_pieces(library: Running) -> None:
    """A file of two megabytes in lists within lists took the loop a fifth of a second, in one piece."""
    deep = "[1," * 150 + "1" + "]" * 150
    action = f'{{"type":"move","side":0,"verb":"bid","noun":{deep}}}'
    head = f'{{"book":"{VALOUR}","version":"2","scenario":"first_brigade","options":{{}},"actions":['
    data = head + ",".join([action] * (2_000_000 // len(action))) + "]}"
    json.loads(data)
    answer = library.http.post(
        "/api/games/import", content=data, headers={"Content-Type": "application/json"}, timeout=120
    )
    assert answer.status_code in (409, 422)
