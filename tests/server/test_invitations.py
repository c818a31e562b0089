"""An open seat is given by an invitation that works once; whoever began the game never holds the guest's token."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.player import Player
from tests.server.running import Running, in_thread


def open_game(server: Running) -> dict[str, Any]:
    return server.new_game("here", "open", claim=False)


def ask(
    server: Running, made: dict[str, Any], what: str, side: int = 1, token: str | None = None
) -> httpx.Response:
    headers = {"Authorization": f"Bearer {token or made['host']}"}
    return server.http.post(f"/api/games/{made['game']}/{what}", json={"side": side}, headers=headers)


def test_the_maker_is_given_an_invitation_and_no_token(server: Running) -> None:
    made = open_game(server)
    here, guest = made["seats"]
    assert here["token"]
    assert here["invitation"] is None
    assert guest["token"] is None
    assert guest["invitation"]
    # Neither the invitation nor the maker's own token is a seat.
    with Player(server, made["game"], greet=False) as player:
        for false in (guest["invitation"], made["host"]):
            player.say({"type": "hello", "token": false})
            assert player.hear()["code"] == "unknown_seat"


def test_whoever_comes_first_gets_the_seat_and_a_token_of_his_own(server: Running) -> None:
    made = open_game(server)
    code = made["seats"][1]["invitation"]
    got = server.join(made["game"], code)
    assert (got.status_code, got.json()["side"]) == (200, 1)
    token = got.json()["token"]
    assert token not in (code, made["host"], made["seats"][0]["token"])
    with Player(server, made["game"], token) as guest:
        assert guest.state["side"] == 1
    again = server.join(made["game"], code)
    assert (again.status_code, again.json()["error"]["code"]) == (409, "claimed")


def test_everybody_sees_when_it_is_claimed(server: Running) -> None:
    made = open_game(server)
    with Player(server, made["game"], made["seats"][0]["token"]) as maker:
        assert [seat["claimed"] for seat in maker.state["seats"]] == [True, False]
        server.join(made["game"], made["seats"][1]["invitation"])
        maker.until(lambda: all(seat["claimed"] for seat in maker.state["seats"]))


def test_an_invitation_nobody_used_can_be_taken_back(server: Running) -> None:
    made = open_game(server)
    code = made["seats"][1]["invitation"]
    assert ask(server, made, "revoke").json() == {"side": 1, "invitation": None}
    assert server.join(made["game"], code).json()["error"]["code"] == "not_found"
    other = ask(server, made, "invite").json()["invitation"]
    assert other not in (None, code)
    assert server.join(made["game"], other).status_code == 200


def test_a_new_invitation_makes_the_old_one_worthless(server: Running) -> None:
    made = open_game(server)
    other = ask(server, made, "invite").json()["invitation"]
    assert server.join(made["game"], made["seats"][1]["invitation"]).status_code == 404
    assert server.join(made["game"], other).status_code == 200


def test_a_claimed_seat_cannot_be_taken_back(server: Running) -> None:
    made = open_game(server)
    server.join(made["game"], made["seats"][1]["invitation"])
    for what in ("revoke", "invite"):
        assert ask(server, made, what).json()["error"]["code"] == "claimed"


@pytest.mark.parametrize("what", ["invite", "revoke"])
def test_only_the_maker_invites(server: Running, what: str) -> None:
    made, other = open_game(server), open_game(server)
    for token in (made["seats"][0]["token"], made["seats"][1]["invitation"], other["host"], "nonsense"):
        assert ask(server, made, what, token=token).status_code == 401
    assert server.http.post(f"/api/games/{made['game']}/{what}", json={"side": 1}).status_code == 401
    assert ask(server, made, what, side=0).status_code == 404  # not an open seat
    assert server.join(made["game"], made["seats"][1]["invitation"]).status_code == 200


def test_invitations_and_claims_outlive_the_server(tmp_path: Path) -> None:
    with in_thread(tmp_path / "games.db") as server:
        made, other = open_game(server), open_game(server)
        token = server.join(made["game"], made["seats"][1]["invitation"]).json()["token"]
        revoked = open_game(server)
        ask(server, revoked, "revoke")
    with in_thread(tmp_path / "games.db") as server:
        with Player(server, made["game"], token) as guest:
            assert guest.state["side"] == 1
        assert server.join(made["game"], made["seats"][1]["invitation"]).status_code == 409
        assert server.join(other["game"], other["seats"][1]["invitation"]).status_code == 200
        assert server.join(revoked["game"], revoked["seats"][1]["invitation"]).status_code == 404


def test_games_kept_before_there_were_invitations_go_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with in_thread(path) as server:
        made = server.new_game("here", "open")
    with sqlite3.connect(path) as line:  # as the program before kept it
        line.execute("ALTER TABLE games DROP COLUMN host_hash")
        line.execute("ALTER TABLE seats DROP COLUMN invite_hash")
        line.execute("ALTER TABLE games DROP COLUMN clock")
        line.execute("UPDATE about SET schema = 1")
    line.close()
    with in_thread(path) as server:
        old = made["seats"][1]["token"]
        assert server.join(made["game"], old).json() == {
            "side": 1,
            "token": old,
        }  # an old link is the seat itself
        with Player(server, made["game"], old) as guest:
            assert guest.state["side"] == 1
        assert ask(server, made, "revoke").status_code == 401
