"""The computer's judgement over a finished battle: nobody hears it before, everybody afterwards."""

from __future__ import annotations

import random

from tests.server.player import Player, play_out
from tests.server.running import Running
from tests.server.test_game import table


def test_it_is_told_when_the_battle_is_over_and_never_before(server: Running) -> None:
    made, first, second = table(server, scenario="secrets")
    path = f"/api/games/{made['game']}/judgement"
    headers = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    with first, second:
        refused = server.http.get(path, headers=headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "hidden")
        play_out([first, second], random.Random(1))
        for proof in (headers, {}):
            told = server.http.get(path, headers=proof).json()
            assert not told["fitted"], "Toy Brigade's chances were never fitted"
            total = first.state["seq"]
            seqs = [point["seq"] for point in told["points"]]
            assert seqs == sorted(seqs)
            assert all(0 <= seq <= total for seq in seqs)
            assert all(0 <= point["chance"] <= 1 for point in told["points"])
            for one in told["turning"]:
                assert 0 < one["seq"] <= total
                assert one["gained"] == (0 if one["after"] > one["before"] else 1)


def test_a_game_against_the_computer_is_judged_to_its_end(server: Running) -> None:
    made = server.new_game("here", "sergeant")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        play_out([player], random.Random(2))
    told = server.http.get(f"/api/games/{made['game']}/judgement").json()
    assert len(told["points"]) > 2
