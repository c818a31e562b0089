"""Whether a battle is fair, over HTTP: a run is begun, asked after, ended; nobody is kept waiting by it."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic, sleep
from typing import Any

import pytest

from grognard.server.fairness import Contests
from tests.server.running import PATIENCE, Running

WISH = {"book": "toy", "scenario": "battle", "games": 6, "agent": "corporal", "seed": 3}


@pytest.fixture
def ended(server: Running) -> Iterator[list[str]]:
    """Runs of a test, ended when it is over: there is one for an address."""
    begun: list[str] = []
    yield begun
    for run in begun:
        server.http.delete(f"/api/balance/{run}")


def begin(server: Running, begun: list[str], **wish: Any) -> Any:
    answer = server.http.post("/api/balance", json={**WISH, **wish})
    if answer.status_code == 202:
        begun.append(answer.json()["run"])
    return answer


def until(server: Running, run: str, *states: str) -> dict[str, Any]:
    """How a run stands once it stands so."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        found: dict[str, Any] = server.http.get(f"/api/balance/{run}").json()
        if found["state"] in states:
            return found
        sleep(0.02)
    raise AssertionError(f"it is still {found['state']}: {found['words']}")


def test_a_run_is_begun_asked_after_and_done(server: Running, ended: list[str]) -> None:
    answer = begin(server, ended)
    assert answer.status_code == 202, answer.text
    found = until(server, answer.json()["run"], "done")
    balance = found["balance"]
    assert (balance["games"], balance["played"]) == (6, 6)
    assert sum(side["won"] for side in balance["sides"]) + balance["drawn"] == 6
    assert balance["verdict"]
    assert balance["met"]
    assert found["advised"] is None
    again = begin(server, ended).json()["run"]
    assert until(server, again, "done")["balance"] == balance, "the same seed, the same games"


def test_advice_is_looked_for_where_it_is_wished(server: Running, ended: list[str]) -> None:
    run = begin(server, ended, suggest=True, games=4).json()["run"]
    found = until(server, run, "done")
    assert found["advised"]["words"]


def test_a_run_is_ended_by_whoever_has_its_name(server: Running, ended: list[str]) -> None:
    run = begin(server, ended, games=200).json()["run"]
    answer = server.http.delete(f"/api/balance/{run}")
    assert answer.status_code == 200
    assert answer.json()["state"] == "cancelled"
    assert answer.json()["balance"]["played"] < 200
    after = server.http.get(f"/api/balance/{run}").json()
    assert after["state"] == "cancelled"
    assert begin(server, ended).status_code == 202, "its place is free"


def test_one_run_for_an_address(server: Running, ended: list[str]) -> None:
    assert begin(server, ended, games=200).status_code == 202
    answer = begin(server, ended)
    assert answer.status_code == 429
    assert "one run at a time" in answer.json()["error"]["message"]


@pytest.mark.parametrize("name", ["nobody", "x" * 300, "..%2Fhealth", "%00"])
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_a_name_that_is_nobodys_finds_nothing(server: Running, name: str, method: str) -> None:
    answer = server.http.request(method, f"/api/balance/{name}")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


@pytest.mark.parametrize(
    ("wish", "status", "words"),
    [
        pytest.param({"games": 201}, 422, "at most 200 games", id="too many games"),
        pytest.param({"games": 10**30}, 422, "", id="absurdly many"),
        pytest.param({"games": 0}, 422, "", id="none"),
        pytest.param({"games": -5}, 422, "", id="fewer than none"),
        pytest.param({"book": "nobook"}, 404, "no book is called", id="no such book"),
        pytest.param({"book": "x" * 200}, 422, "", id="no name of a book"),
        pytest.param({"scenario": "moon"}, 404, "no scenario", id="no such scenario"),
        pytest.param({"scenario": "../toy/scenarios/battle.toml"}, 404, "no scenario", id="a path"),
        pytest.param({"scenario": None}, 422, "scenario or a battle", id="no battle at all"),
        pytest.param({"battle": "title = 1\n"}, 422, "scenario or a battle", id="two battles"),
        pytest.param({"scenario": None, "battle": "battle.toml"}, 422, "", id="a battle that is a path"),
        pytest.param({"scenario": None, "battle": "x" * 50_000}, 422, "", id="a battle too long"),
        pytest.param({"agent": "captain"}, 422, "corporal", id="who thinks too long"),
        pytest.param({"agent": "nobody"}, 422, "corporal", id="who is not there"),
        pytest.param({"options": {"rain": True}}, 422, "no option 'rain'", id="no such switch"),
        pytest.param({"armies": {"1": "x"}}, 422, "armies they name", id="armies where there are none"),
        pytest.param({"elsewhere": 1}, 422, "", id="something else"),
        pytest.param({"seed": "x"}, 422, "", id="a seed that is none"),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_is_begun(
    server: Running, ended: list[str], wish: dict[str, Any], status: int, words: str
) -> None:
    answer = begin(server, ended, **wish)
    assert answer.status_code == status, answer.text
    assert words in answer.json()["error"]["message"]
    assert not any(each.running for each in server.service.contests._all.values())


def limited(server: Running, monkeypatch: pytest.MonkeyPatch, **limits: float) -> Contests:
    """The runs of a server that soon loses patience."""
    contests = server.service.contests
    monkeypatch.setattr(contests, "limits", contests.limits._replace(**limits))
    return contests


def test_a_run_that_nobody_asks_for_ends_and_is_forgotten(
    server: Running, ended: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    contests = limited(server, monkeypatch, fair_idle_seconds=0.01, fair_kept_seconds=0.1)
    run = begin(server, ended, games=200).json()["run"]
    contest = contests._all[run]
    deadline = monotonic() + PATIENCE
    while run in contests._all and monotonic() < deadline:
        sleep(0.02)
    assert (contest.state, contest.words) == ("cut", "nobody asked for it any more")
    assert contest.tally.balance().played < 200
    assert server.http.get(f"/api/balance/{run}").status_code == 404


def test_so_many_runs_and_no_more(server: Running, ended: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run = begin(server, ended, games=200).json()["run"]
    contests = limited(server, monkeypatch, fair_runs=1)
    contests._all[run].address = "somebody else"
    answer = begin(server, ended)
    assert answer.status_code == 503
    assert "others are finding out" in answer.json()["error"]["message"]


def test_a_run_is_over_when_its_time_is(
    server: Running, ended: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    limited(server, monkeypatch, fair_seconds=0.01)
    run = begin(server, ended, games=200).json()["run"]
    found = until(server, run, "cut")
    assert "time" in found["words"]
    assert found["balance"]["played"] < 200


def test_a_game_that_takes_too_long_ends_its_run_and_its_process(
    server: Running, ended: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    limited(server, monkeypatch, fair_game_seconds=1e-6)
    found = until(server, begin(server, ended).json()["run"], "cut")
    assert "a single game" in found["words"]
    monkeypatch.undo()
    assert until(server, begin(server, ended).json()["run"], "done")["balance"]["played"] == 6


def test_whoever_plays_or_asks_is_not_kept_waiting(server: Running, ended: list[str]) -> None:
    """The games of a run have processes of their own: the others' are free, and nobody stands in line behind it."""
    begin(server, ended, games=200)
    service = server.service
    assert service.umpires is not service.thinkers
    assert service.umpires is not service.reckoners
    assert service.umpires.nice > service.thinkers.nice
    made = server.http.post(
        "/api/games",
        json={"book": "toy", "scenario": "battle", "seats": [{"kind": "here"}, {"kind": "here"}]},
    )
    assert made.status_code == 201
    assert service.thinkers.waiting == 0
    assert service.reckoners.waiting == 0
