"""Who has left the table is told to whoever sits down at it: where they stood, and what was told of them last."""

from __future__ import annotations

import random

from tests.server.player import Player, play_out
from tests.server.running import Running

Seen = dict[int, tuple[str, list[int]]]


def battle(server: Running) -> tuple[str, str, Seen, set[int]]:
    """One battle played out: its name, the player's proof, where everybody was seen last, and who is gone."""
    made = server.new_game("here", "sergeant")
    token = made["seats"][0]["token"]
    seen: Seen = {}
    with Player(server, made["game"], token) as player:
        assert player.state["lost"] == []
        for _ in range(2000):
            if player.state["outcome"] is not None:
                break
            seen |= {
                piece["id"]: (piece["name"], piece["pose"][:2]) for piece in player.state["view"]["pieces"]
            }
            if player.mine:
                player.play_one(random.Random(len(seen)))
            else:
                player.hear()
        left = {piece["id"] for piece in player.state["view"]["pieces"]}
    return made["game"], token, seen, {unit for unit in seen if unit not in left}


def test_whoever_comes_back_finds_the_stones_where_they_were(server: Running) -> None:
    battles = (battle(server) for _ in range(20))  # the dice are the server's own: some battles cost nobody
    game, token, seen, gone = next(one for one in battles if one[3])
    for proof in (token, None):
        with Player(server, game, proof) as back:
            told = {one["unit"]: one for one in back.state["lost"]}
            assert set(told) == gone
            for unit, one in told.items():
                assert (one["name"], one["at"]) == seen[unit]
                assert one["name"] in one["words"]


def test_a_battle_that_is_over_tells_all_who_are_gone(server: Running) -> None:
    made = server.new_game("here", "sergeant")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        play_out([player], random.Random(4))
    with Player(server, made["game"], None) as onlooker:
        summary = server.http.get(f"/api/games/{made['game']}/summary").json()
        assert {one["unit"] for one in onlooker.state["lost"]} >= {one["unit"] for one in summary["lost"]}
