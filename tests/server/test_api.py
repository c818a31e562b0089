"""What is served over HTTP, call by call; and with which headers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest

from examples.toy_brigade.toy import RULESET
from grognard import __version__
from grognard.ai.agents import names
from grognard.engine.replay import Game, read_save
from grognard.server import schema as schema_module
from tests.server.player import Player, level, play_out
from tests.server.running import Running, in_thread
from tests.server.test_game import table


def got(server: Running, path: str, **more: Any) -> Any:
    answer = server.http.get(path, **more)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def wrong(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of an answer that is not a success; it always says what is wrong."""
    error = answer.json()["error"]
    assert error["message"]
    return answer.status_code, error["code"]


# ---------------------------------------------------------------- the shelf


def test_health(server: Running) -> None:
    found = got(server, "/api/health")
    assert (found["ok"], found["version"], found["wrong"]) == (True, __version__, [])


def test_books_with_scenarios_options_and_agents(server: Running) -> None:
    (book,) = got(server, "/api/books")
    assert (book["key"], book["title"], book["abbreviation"]) == ("toy", "Toy Brigade", "TB")
    assert [scenario["name"] for scenario in book["scenarios"]] == ["battle", "skirmish", "secrets"]
    assert book["scenarios"][1]["sides"] == ["Reds", "Blues"]
    assert book["options"] == [
        {
            "name": "nightfall",
            "type": "flag",
            "default": True,
            "words": "nightfall",
            "cite": "",
            "choices": [],
            "titles": [],
            "side": None,
            "group": "",
            "unit": "",
            "scale": 1,
        }
    ]
    assert [agent["name"] for agent in book["agents"]] == list(names())
    assert book["agents"][0] == {
        "name": "recruit",
        "title": "recruit",
        "words": "does anything that is allowed",
        "usual": False,
        "elo": None,
        "measured_in": "",
    }
    assert [agent["name"] for agent in book["agents"] if agent["usual"]] == ["sergeant"]


def test_a_book_with_its_reference(server: Running) -> None:
    book = got(server, "/api/books/toy")
    assert book["labels"]["charge"] == {"words": "Charge", "hint": "", "confirm": True}
    assert book["phrases"]["turn"] == "turn {number}"
    rules = {rule["number"] for chapter in book["chapters"] for rule in chapter["rules"]}
    assert rules == set(RULESET.rulebook.rules)
    volley = next(one for one in book["tables"] if one["cite"] == "6.2")
    assert volley["columns"] == ["", "when"]
    assert all(row["cite"] in rules for row in volley["rows"])
    assert [one["name"] for one in book["situations"]] == ["volley", "charge"]
    assert book["guide"] == []
    assert book["lesson"] is None
    assert book["first_battle"] == ""


def test_a_scenario_before_the_first_move(server: Running) -> None:
    scenario = got(server, "/api/books/toy/scenarios/skirmish")
    assert scenario["title"] == "A skirmish at the farm"
    assert scenario["board"]["width"] == 1200
    assert len(scenario["view"]["pieces"]) == 4
    assert set(scenario["cards"]) == {"0", "1", "2", "3"}
    assert "ambush" not in json.dumps(scenario)  # hands are hidden from onlookers


def test_odds_of_a_situation(server: Running) -> None:
    answer = server.http.post("/api/books/toy/odds/volley", json={"strength": 3, "cover": "yes"})
    assert answer.status_code == 200
    assert sum(Fraction(row["fraction"]) for row in answer.json()["outcomes"]) == 1
    assert wrong(server.http.post("/api/books/toy/odds/volley", json={"speed": 3})) == (422, "bad_input")
    assert wrong(server.http.post("/api/books/toy/odds/storm", json={})) == (404, "not_found")
    assert wrong(server.http.post("/api/books/toy/odds/volley", json={"arm": [[]] * 50})) == (
        400,
        "bad_message",
    )


def test_the_schema_describes_every_message(server: Running) -> None:
    described = got(server, "/api/schema")
    assert described == json.loads(schema_module.schema())
    names = [ref["$ref"].rpartition("/")[2] for refs in described["socket"].values() for ref in refs]
    assert {"Hello", "Act", "Sync", "Update", "Fault"} <= set(names)
    assert set(names) <= set(described["$defs"])
    assert described["$defs"]["Act"]["additionalProperties"] is False


# ---------------------------------------------------------------- games


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"book": "toy", "scenario": "skirmish", "seats": [{"kind": "here"}]}, 422),
        ({"book": "toy", "scenario": "moon", "seats": [{"kind": "here"}] * 2}, 422),
        ({"book": "moon", "scenario": "skirmish", "seats": [{"kind": "here"}] * 2}, 422),
        ({"book": "toy", "scenario": "../../etc/passwd", "seats": [{"kind": "here"}] * 2}, 422),
        ({"book": "toy", "scenario": "skirmish", "seats": [{"kind": "here"}, {"kind": "king"}]}, 422),
        ({"book": "toy", "scenario": "skirmish", "seats": [{"kind": "agent", "agent": "deep"}] * 2}, 422),
        ({"book": "toy", "scenario": "skirmish", "seats": [{"kind": "here", "agent": "greedy"}] * 2}, 422),
        ({"book": "toy", "scenario": "skirmish", "seats": [{"kind": "here"}] * 2, "options": {"x": 1}}, 422),
        ({"book": "toy", "scenario": "skirmish", "seats": [{"kind": "here"}] * 2, "cheat": True}, 422),
        (
            {"book": "toy", "scenario": "skirmish", "seats": [{"kind": "here"}] * 2, "armies": {"1": "mine"}},
            422,
        ),
        ([1, 2], 422),
    ],
    ids=range(11),
)
def test_a_game_that_cannot_be_is_refused(server: Running, body: Any, code: int) -> None:
    assert wrong(server.http.post("/api/games", json=body)) == (code, "bad_input")


def test_bodies_must_be_json_and_of_our_own_site(server: Running) -> None:
    def post(data: bytes, **headers: str) -> tuple[int, str]:
        return wrong(server.http.post("/api/games", content=data, headers=headers))

    assert post(b"{", **{"Content-Type": "application/json"}) == (400, "bad_request")
    assert post(b"{}", **{"Content-Type": "text/plain"}) == (415, "media_type")
    assert post(b'{"options":{"x":' + b"[" * 50_000, **{"Content-Type": "application/json"}) == (
        400,
        "bad_request",
    )
    assert post(b" " * 300_000, **{"Content-Type": "application/json"}) == (413, "too_large")
    assert post(b"{}", **{"Content-Type": "application/json", "Origin": "http://evil.example"}) == (
        403,
        "forbidden",
    )


def test_one_s_games_are_listed_newest_first(server: Running) -> None:
    made = [server.new_game("here", "open", options={"nightfall": False}) for _ in range(3)]
    with Player(server, made[0]["game"], made[0]["seats"][0]["token"]) as player:
        player.act("bid", 1)
    tokens = [game["seats"][0]["token"] for game in made] + ["no such token"]
    listed = server.http.post("/api/games/list", json={"tokens": tokens}).json()
    assert [one["game"] for one in listed] == [made[0]["game"], made[2]["game"], made[1]["game"]]
    assert [one["waiting"] for one in listed] == [False, True, True]
    first = listed[0]
    assert first["token"] == tokens[0]
    assert (first["title"], first["side"], first["seq"], first["turn"]) == ("A skirmish at the farm", 0, 1, 1)
    assert (first["over"], first["headline"]) == (False, "Turn 1 of 3, sun")
    assert wrong(server.http.post("/api/games/list", json={"tokens": ["x"] * 201})) == (422, "bad_input")
    assert server.http.post("/api/games/list", json={"tokens": []}).json() == []


@pytest.fixture(scope="module")
def finished(server: Running) -> tuple[dict[str, Any], Player]:
    """A game played out, and one who played it."""
    made, first, second = table(server)
    with first, second:
        play_out([first, second], random.Random(3))
        level([first, second])
    return made, first


def proof(made: dict[str, Any], side: int = 0) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['seats'][side]['token']}"}


def test_every_moment_of_a_game_can_be_seen_again(server: Running, finished: Any) -> None:
    made, player = finished
    total = player.state["seq"]
    moments = [
        got(server, f"/api/games/{made['game']}/at/{n}", headers=proof(made)) for n in range(total + 1)
    ]
    assert [moment["seq"] for moment in moments] == list(range(total + 1))
    assert all(moment["total"] == total for moment in moments)
    assert moments[0]["action"] is None
    assert [moment["action"] for moment in moments[1:]] == player.actions
    assert [entry for moment in moments for entry in moment["entries"]] == player.log
    assert moments[-1]["view"] == player.state["view"]
    assert moments[-1]["outcome"] == player.state["outcome"]
    assert moments[0]["outcome"] is None
    address = f"/api/games/{made['game']}/at"
    assert wrong(server.http.get(f"{address}/{total + 1}")) == (404, "not_found")
    assert wrong(server.http.get(f"{address}/-1")) == (404, "not_found")
    assert wrong(server.http.get(f"{address}/999999999999999999999")) == (404, "not_found")


def test_a_summary_tells_luck_and_losses(server: Running, finished: Any) -> None:
    made, player = finished
    told = got(server, f"/api/games/{made['game']}/summary", headers=proof(made))
    assert told["over"]
    assert told["outcome"] == player.state["outcome"]
    assert [side["name"] for side in told["sides"]] == ["Reds", "Blues"]
    assert [side["units"] for side in told["sides"]] == [2, 2]
    assert [side["figures"] for side in told["sides"]] == [7, 7]
    assert told["seed"] == player.state["seed"]
    thrown = [action["dice"] for action in player.actions if "dice" in action]
    numbers = [dice for dice in thrown if isinstance(dice["reading"], int)]
    assert sum(line["throws"] for line in told["luck"]) == len(numbers)
    assert sum(line["read"] for line in told["luck"]) == sum(dice["reading"] for dice in numbers)
    pips = [face for dice in thrown if dice["sides"] for face in dice["faces"]]
    assert sum(line["read"] for line in told["pips"]) == sum(pips)
    assert sum(line["expected"] for line in told["pips"]) == pytest.approx(3.5 * len(pips))
    assert all(0 <= line["percentile"] <= 1 for line in told["luck"] + told["pips"])
    assert told["rules"][0]["count"] >= told["rules"][-1]["count"]
    assert [point["turn"] for point in told["course"]] == sorted(point["turn"] for point in told["course"])
    assert told["course"][0]["figures"] == [7, 7]
    assert told["course"][-1]["figures"] == [side["figures_left"] for side in told["sides"]]
    assert told["course"][-1]["seq"] == told["seq"]
    gone = [side["units"] - side["units_left"] for side in told["sides"]]
    assert [sum(one["side"] == side for one in told["lost"]) for side in (0, 1)] == gone
    assert all(one["words"] and one["cite"] and 0 < one["seq"] <= told["seq"] for one in told["lost"])
    assert got(server, f"/api/games/{made['game']}/summary", headers=proof(made)) == told


def test_the_course_of_a_game_waits_for_its_end(server: Running) -> None:
    """Places in the record would tell how much has been chosen in secret."""
    made = server.new_game("here", "open")
    told = got(server, f"/api/games/{made['game']}/summary", headers=proof(made))
    assert not told["over"]
    assert (told["course"], told["lost"]) == ([], [])


def test_a_game_goes_out_as_a_file_and_comes_in_again(server: Running, finished: Any) -> None:
    made, player = finished
    answer = server.http.get(f"/api/games/{made['game']}/save", headers=proof(made))
    assert answer.headers["content-disposition"] == 'attachment; filename="toy-skirmish.json"'
    save = read_save(answer.content)
    assert len(save.actions) == player.state["seq"]
    again = server.http.post("/api/games/import", content=answer.content, headers=JSON)
    assert again.status_code == 201
    with Player(server, again.json()["game"], again.json()["seats"][0]["token"]) as back:
        assert back.state["outcome"] == player.state["outcome"]
        assert back.state["view"] == player.state["view"]
        assert back.state["dice_from"] == player.state["seq"]
        assert back.log == player.log


JSON = {"Content-Type": "application/json"}


def test_a_game_from_a_file_goes_on_from_where_it_broke_off(server: Running) -> None:
    game = Game(RULESET, "skirmish")
    game.move("bid", 2, 0)
    game.move("bid", 0, 1)
    fire = next(m for m in game.pending.moves() if m.verb == "fire")  # type: ignore[union-attr]
    game.apply(fire)  # dice are due now
    made = server.http.post(
        "/api/games/import?seats=here,agent:greedy", content=game.save(), headers=JSON
    ).json()
    assert made["seats"][1]["token"] is None
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        assert player.state["seq"] > 3  # the dice have fallen
        assert player.state["dice_from"] == 3


@pytest.mark.parametrize(
    ("spoil", "status"),
    [
        (lambda text: text.replace('"skirmish"', '"/etc/passwd.toml"'), 422),
        (lambda text: text.replace('"skirmish"', f'"{Path(__file__).with_name("secrets.toml")}"'), 422),
        (lambda text: text.replace('"toy"', '"moon"'), 422),
        (lambda text: text.replace('"version": "', '"version": "9'), 409),
        (lambda text: text.replace('"noun":2', '"noun":7'), 422),
        (lambda text: text.replace('"noun":2', '"noun":' + "[" * 900 + "]" * 900), 400),
        (lambda text: text.replace('"noun":2', '"noun":[' + "1," * 1000 + "1]"), 400),
        (lambda text: text[:-20], 422),
        (lambda text: text.replace('"side":0', '"side":"0"'), 422),
        (lambda text: "", 422),
        (lambda text: "[" * 100_000, 422),
        (lambda text: " " * 2_100_000, 413),
    ],
    ids=range(12),
)
def test_a_spoilt_file_is_refused(server: Running, spoil: Any, status: int) -> None:
    game = Game(RULESET, "skirmish")
    game.move("bid", 2, 0)
    answer = server.http.post("/api/games/import", content=spoil(game.save().decode()), headers=JSON)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_seats_of_another_game_prove_nothing(server: Running) -> None:
    one, other = server.new_game("here", "here"), server.new_game("here", "here")
    for path in ("save", "at/0", "summary"):
        answer = server.http.get(f"/api/games/{one['game']}/{path}", headers=proof(other))
        assert wrong(answer) == (401, "unknown_seat")
    answer = server.http.get(f"/api/games/{one['game']}/at/0", headers={"Authorization": "Basic abc"})
    assert wrong(answer) == (401, "unknown_seat")


# ---------------------------------------------------------------- addresses, headers, the client


@pytest.mark.parametrize(
    "path",
    [
        "/api/nothing",
        "/api/games/nosuchgame/summary",
        "/api/games/..%2f..%2fetc%2fpasswd/summary",
        "/api/games/%00/at/0",
        "/api/books/..%2f..%2f/scenarios/x",
        "/api/books/toy/scenarios/..%2fskirmish.toml",
        "/api/books/toy/scenarios/%2fetc%2fpasswd",
        "/api/books/" + "x" * 3000,
        "/api/games/a/at/x",
    ],
)
def test_tricks_with_addresses_lead_nowhere(server: Running, path: str) -> None:
    answer = server.http.get(path)
    assert wrong(answer) == (404, "not_found")
    assert "passwd" not in answer.text


def test_other_methods_are_refused(server: Running) -> None:
    assert wrong(server.http.get("/api/games")) == (404, "not_found")
    assert wrong(server.http.delete("/api/books")) in ((404, "not_found"), (405, "method"))


@pytest.fixture(scope="module")
def with_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a client to serve, on a name of its own."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>the table</title>")
    (folder / "assets" / "main-abc.js").write_text("// the client")
    (folder.parent / "secret.txt").write_text("the secret")
    with in_thread(folder / "games.db", static=folder, hosts=("127.0.0.1", "localhost")) as running:
        yield running


def test_the_client_is_served_at_every_address_of_its_own(with_client: Running) -> None:
    for path in ("/", "/game/abc", "/books/toy", "/game/abc/at/17"):
        page = with_client.http.get(path)
        assert page.status_code == 200
        assert "the table" in page.text
        assert page.headers["cache-control"] == "no-cache"
    script = with_client.http.get("/assets/main-abc.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    for path in ("/assets/gone.js", "/favicon.png", "/assets/gone"):
        assert with_client.http.get(path).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "//etc/passwd",
        "/assets/..%5c..%5csecret.txt",
    ],
)
def test_nothing_outside_the_client_is_served(with_client: Running, path: str) -> None:
    import socket

    with socket.create_connection(("127.0.0.1", with_client.port)) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        heard = b""
        while part := raw.recv(65536):
            heard += part
    assert b"the secret" not in heard
    assert b"root:" not in heard


def test_every_answer_carries_the_strict_headers(with_client: Running) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/assets/gone.js"):
        headers = with_client.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert with_client.http.get("/api/health").headers["cache-control"] == "no-store"


def test_a_page_elsewhere_cannot_pose_as_this_server(with_client: Running) -> None:
    answer = with_client.http.get("/api/books", headers={"Host": "evil.example"})
    assert wrong(answer) == (403, "forbidden")
    assert with_client.http.get("/api/books", headers={"Host": "localhost:1"}).status_code == 200


def test_without_a_client_the_games_are_served_all_the_same(server: Running, tmp_path: Path) -> None:
    with in_thread(tmp_path / "games.db", static=tmp_path) as bare:
        assert bare.http.get("/").status_code == 503
        assert bare.http.get("/api/health").status_code == 200
