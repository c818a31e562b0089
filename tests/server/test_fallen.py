"""Who has left the table is told to whoever sits down at it: where they stood, and what was told of them last."""

from __future__ import annotations

import random

from grognard.server.fallen import last_line
from grognard.server.parts import EntryOf
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


def line(what: str, words: str, /, **facts: int) -> EntryOf:
    return EntryOf(7, "1.1", what, facts, words, what == "shoots")


def test_the_last_words_are_of_the_unit_itself() -> None:
    """Unit 2 routs, and the other one takes two losses: a number is no unit."""
    lines = [
        line("routs", "Light companies rout", unit=2),
        line("loses", "The 2/17e takes 2 losses", unit=6, losses=2),
    ]
    found = last_line(lines, 2)
    assert found is not None
    assert found.words == "Light companies rout"


def test_how_it_was_lost_comes_after_what_it_lost() -> None:
    lines = [
        line("loses", "Guerrilleros lose 1", unit=4),
        line("destroyed", "Guerrilleros are destroyed", unit=4),
    ]
    assert last_line(lines, 4) == lines[1]


def test_what_it_did_to_another_is_not_how_it_was_lost() -> None:
    lines = [
        line("shoots", "The guns shoot", unit=3),
        line("hits", "The guns hit the Guard", unit=3, target=5),
        line("fights", "The Guard fights the guns", unit=5, target=3),
        line("dice", "hits: 3", unit=3),
    ]
    assert last_line(lines, 3) is None
