"""What one side may not know never reaches it: not over the socket, not over HTTP, not by a preview."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.server.player import Player, level, play_out
from tests.server.running import Running
from tests.server.test_game import table

RED, BLUE = ("red-held-a", "red-held-b"), ("blue-held-a", "blue-held-b")
DECK, PILE = ("deck-a", "deck-b", "deck-c", "deck-d"), ("pile-a", "pile-b", "pile-c")


def test_no_frame_holds_a_card_its_reader_may_not_know(server: Running) -> None:
    for seed in range(3):
        made, first, second = table(server, scenario="secrets")
        with first, second, Player(server, made["game"]) as onlooker:
            everybody = [first, second, onlooker]
            rng = random.Random(seed)
            while True:
                level(everybody)
                ask_everything(first)
                ask_everything(second)
                ask_everything(onlooker)
                if first.state["outcome"] is not None:
                    break
                (first if first.mine else second).play_one(rng)
            drawn = {
                side: set(one.state["view"]["extra"]["hands"][side])
                for side, one in ((0, first), (1, second))
            }
            assert drawn[0] | drawn[1] > {*RED, *BLUE}  # somebody did draw
            shown = PILE[: sum(entry["what"] == "event" for entry in first.log)]
            for one in everybody:
                mine = drawn.get(one.state["side"], set())
                text = "".join(one.frames)
                for card in {*RED, *BLUE, *DECK} - mine:
                    assert card not in text, f"{card} reached side {one.state['side']}"
                for event in set(PILE) - set(shown):
                    assert event not in text


def ask_everything(player: Player) -> None:
    """Every question there is, about everything."""
    offers = player.state["ask"]["offers"] if player.state["ask"] else []
    for offer in offers:
        for noun in some_nouns(offer):
            assert player.ask("preview", verb=offer["verb"], noun=noun)["type"] == "answer"
            player.post("why", verb=offer["verb"], noun=noun)
    player.ask("why", verb="play", noun="ambush")
    for piece in player.state["view"]["pieces"]:
        player.post("card", unit=piece["id"])
    player.ask("overlay", kind="threat", unit=player.state["view"]["pieces"][0]["id"])
    player.ask("ping")


def some_nouns(offer: dict[str, Any]) -> list[Any]:
    match offer["pick"]:
        case "button":
            return [None]
        case "unit" | "cell" | "card":
            return list(offer["ids"])
        case "pair":
            return [[first, second] for first, seconds in offer["from"] for second in seconds]
        case "number":
            return [offer["low"], offer["high"]]
    return []


def test_over_http_no_seat_learns_more_than_at_its_table(server: Running) -> None:
    made, first, second = table(server, scenario="secrets")
    game = made["game"]
    with first, second:
        rng = random.Random(2)
        for _ in range(10):
            level([first, second])
            (first if first.mine else second).play_one(rng)
        level([first, second])
        seq = first.state["seq"]
        known = [set(one.state["view"]["extra"]["hands"][side]) for side, one in enumerate((first, second))]
    tokens = [seat["token"] for seat in made["seats"]]
    for side, token in ((0, tokens[0]), (1, tokens[1]), (None, None)):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        texts = [server.http.get(f"/api/games/{game}/at/{n}", headers=headers).text for n in range(seq + 1)]
        texts.append(server.http.get(f"/api/games/{game}/summary", headers=headers).text)
        texts.append(server.http.get(f"/api/games/{game}/save", headers=headers).text)
        if token:
            texts.append(server.http.post("/api/games/list", json={"tokens": [token]}).text)
        mine = known[side] if side is not None else set()
        for card in {*RED, *BLUE, *DECK} - mine:
            assert card not in "".join(texts), f"{card} reached {side}"
        for one in mine:
            assert one in "".join(texts)


def heard_by_the_other(server: Running, verb: str, noun: Any) -> list[dict[str, Any]]:
    """What the second seat and an onlooker hear while the first makes a sealed choice."""
    made, first, second = table(server)
    with first, second, Player(server, made["game"]) as onlooker:
        first.act(verb, noun)
        heard = []
        for one in (second, onlooker):
            one.until(lambda one=one: one.state["seq"] == 1)  # type: ignore[misc]
            heard.append(json.loads(one.frames[-1]))
            at = server.http.get(f"/api/games/{made['game']}/at/1", headers=_proof(one))
            heard.append(at.json())
        return heard


def _proof(player: Player) -> dict[str, str]:
    return {"Authorization": f"Bearer {player.token}"} if player.token else {}


def test_a_sealed_choice_tells_the_others_only_that_it_was_made(server: Running) -> None:
    one = heard_by_the_other(server, "bid", 2)
    other = heard_by_the_other(server, "hold_back", None)
    assert one == other
    assert one[0]["action"] == {"side": 0, "hidden": True}
    assert one[0]["ask"]["who"] == [1]
    assert one[0]["ask"]["mine"]
    assert one[1]["action"] == {"side": 0, "hidden": True}


def test_a_draw_unseen_by_the_other_is_told_without_its_card(server: Running) -> None:
    _, first, second = table(server, scenario="secrets")
    with first, second:
        first.act("bid", 2)
        level([first, second])
        second.act("bid", 0)  # the lower bid draws, when its turn comes
        level([first, second])
        play_on = random.Random(4)
        while not any("dice" in action and action["dice"]["throw"] == "card" for action in second.actions):
            (first if first.mine else second).play_one(play_on)
            level([first, second])
        draw = next(a for a in second.actions if "dice" in a and a["dice"]["throw"] == "card")
        same = first.actions[second.actions.index(draw)]
        assert draw["dice"]["reading"] in DECK
        assert same["hidden"]
        assert (same["dice"]["reading"], same["dice"]["faces"]) == (None, None)
        assert [e["what"] for e in second.log if "drew" in e["what"]] == ["drew"]
        assert not [e for e in first.log if e["what"] == "drew"]


def test_the_file_of_a_game_can_be_had_only_when_nothing_is_hidden_any_more(server: Running) -> None:
    made, first, second = table(server)
    address = f"/api/games/{made['game']}/save"
    with first, second:
        refused = server.http.get(address, headers=_proof(first))
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "hidden")
        play_out([first, second], random.Random(1))
        assert server.http.get(address, headers=_proof(first)).status_code == 200
        assert server.http.get(address).status_code == 401
        assert server.http.get(address, headers={"Authorization": "Bearer nonsense"}).status_code == 401


def test_whoever_plays_alone_may_take_the_file_at_any_time(server: Running) -> None:
    """There is nobody from whom anything is to be hidden."""
    made = server.new_game("here", "greedy")
    token = next(seat["token"] for seat in made["seats"] if seat["token"])
    answer = server.http.get(f"/api/games/{made['game']}/save", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
