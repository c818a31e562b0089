"""Whole games through the socket: two players, onlookers, coming back, taking back."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from grognard.server.messages import (
    CardAnswer,
    Done,
    Fault,
    PlanAnswer,
    PreviewAnswer,
    RegionAnswer,
    Seats,
    Sync,
    Update,
    WaysAnswer,
    WhyAnswer,
)
from tests.server.player import Player, level, play_out
from tests.server.running import Running


def table(server: Running, *, scenario: str = "skirmish") -> tuple[dict[str, Any], Player, Player]:
    """A game with both its players."""
    made = server.new_game("here", "open", scenario=scenario)
    first, second = (Player(server, made["game"], seat["token"]) for seat in made["seats"])
    return made, first, second


def to_act(first: Player, second: Player) -> Player:
    """Play on until somebody may act with a unit; that player."""
    for bid, one in enumerate((second, first)):
        level([first, second])
        one.act("bid", bid)
    for _ in range(20):
        level([first, second])
        asked = first if first.mine else second
        offers = {offer["verb"] for offer in asked.state["ask"]["offers"]}
        if "ride" in offers:
            return asked
        asked.act("go_on")
    raise AssertionError("nobody came to act")


def ride(player: Player) -> str:
    """Let the general ride somewhere: a choice without dice, which can be taken back."""
    (offer,) = (offer for offer in player.state["ask"]["offers"] if offer["verb"] == "ride")
    assert player.act("ride", offer["ids"][0])["type"] == "answer"
    zone: str = offer["ids"][0]
    return zone


@pytest.mark.parametrize("seed", range(3))
def test_two_players_and_an_onlooker_play_a_game_to_its_end(server: Running, seed: int) -> None:
    made, first, second = table(server)
    with first, second, Player(server, made["game"]) as onlooker:
        play_out([first, second, onlooker], random.Random(seed))
        for one in (first, second, onlooker):
            assert one.state["outcome"]["cite"] == "9.2"
            assert one.state["ask"] is None
            assert len(one.state["seed"]) == 64
            check_types(one.frames)
        assert first.state["outcome"] == second.state["outcome"] == onlooker.state["outcome"]
        assert [one.state["side"] for one in (first, second, onlooker)] == [0, 1, None]
        assert first.act("end")["code"] == "over"


def check_types(frames: list[str]) -> None:
    """Everything sent is as the schema says."""
    kinds = {"sync": Sync, "update": Update, "seats": Seats, "error": Fault}
    answers = (PreviewAnswer, PlanAnswer, WaysAnswer, RegionAnswer, CardAnswer, WhyAnswer, Done)
    for frame in frames:
        raw = msgspec.json.decode(frame)
        kind = kinds.get(raw["type"])
        if kind is None:
            fitting = [one for one in answers if set(one.__struct_fields__) <= set(raw)]
            kind = fitting[0]
        assert msgspec.json.decode(frame, type=kind, strict=True)


def test_a_game_begins_with_everything_a_client_needs(server: Running) -> None:
    made, first, second = table(server)
    with first, second:
        state = first.state
        assert (state["game"], state["book"], state["scenario"]) == (made["game"], "toy", "skirmish")
        assert state["sides"] == ["Reds", "Blues"]
        assert state["board"]["unit"] == "paces"
        assert state["ask"]["who"] == [0, 1]
        assert state["ask"]["mine"]
        (bid, hold) = state["ask"]["offers"]
        assert bid == {
            "verb": "bid", "label": "Bid", "pick": "number",
            "low": 0, "high": 2, "step": 1, "unit": "",
        }  # fmt: skip
        assert hold["pick"] == "button"
        assert state["where"][0] == {"title": "Turn", "cite": "3.1"}
        assert (state["seq"], state["log_after"], state["undos"]) == (0, 0, 0)
        assert [entry["words"] for entry in state["log"]] == ["turn 1", "event: sun"]
        assert state["options"] == {"nightfall": True}
        assert state["hides"]
        assert state["seed"] is None
        assert len(state["seed_hash"]) == 64


def test_an_onlooker_sees_the_table_and_no_offers(server: Running) -> None:
    made = server.new_game("here", "open")
    with Player(server, made["game"]) as onlooker:
        ask = onlooker.state["ask"]
        assert (ask["mine"], ask["offers"], ask["barred"]) == (False, [], {})
        assert ask["prompt"] == "Bid for the first turn"
        assert onlooker.state["side"] is None
        assert onlooker.act("bid", 1)["code"] == "not_yours"
        assert onlooker.ask("undo", seq=0)["code"] == "not_yours"
        assert onlooker.ask("preview", verb="bid", noun=1)["code"] == "not_yours"
        assert onlooker.ask("card", unit=0)["rows"][0]["label"] == "arm"


def test_a_choice_for_another_moment_is_stale(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        before = actor.state["seq"]
        ride(actor)
        assert actor.ask("act", seq=before, verb="end", noun=None)["code"] == "stale"
        assert actor.ask("act", seq=before + 7, verb="end", noun=None)["code"] == "stale"
        assert actor.state["seq"] == before + 1


def test_the_other_side_s_sealed_answer_does_not_make_mine_stale(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        assert first.act("bid", 2)["seq"] == 1
        assert second.ask("act", seq=0, verb="bid", noun=0)["seq"] > 1  # made before the other's was heard of
        assert first.ask("act", seq=1, verb="bid", noun=0)["code"] == "stale"


def test_only_the_side_that_is_asked_may_choose(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        other = second if actor is first else first
        refused = other.act("end")
        assert refused["code"] == "not_yours"
        assert refused["cite"] == "5.1"
        assert other.state["ask"]["offers"] == []


def test_what_is_not_offered_is_refused_with_its_rule(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        refused = actor.act("rally", 0)
        assert (refused["code"], refused["cite"]) == ("illegal", "5.1")
        side = actor.state["side"]
        mine = [piece["id"] for piece in actor.state["view"]["pieces"] if piece["side"] == side]
        refused = actor.act("march", 99)
        assert refused["code"] == "illegal"
        assert actor.act("march", mine[0])["type"] == "answer"
        refused = actor.act("go", [["advance", 100_000]])
        assert (refused["code"], refused["cite"]) == ("illegal", "5.2b")
        assert refused["place"] is not None


def test_a_table_that_changes_is_sent_with_the_action_that_changes_it(server: Running) -> None:
    """Also when that is taken back; an action that changes nothing of it sends no table."""
    made, first, second = table(server)
    with first, second, Player(server, made["game"]) as onlooker:
        actor = to_act(first, second)
        seats = (actor, second if actor is first else first, onlooker)
        level([*seats])
        before, side = actor.state["board"], actor.state["side"]
        zone = ride(actor)
        level([*seats])
        for one in seats:
            sent = [msgspec.json.decode(frame) for frame in one.frames]
            boards = [frame["board"] for frame in sent if frame["type"] == "update"]
            assert boards == [None] * (len(boards) - 1) + [one.state["board"]]
            camps = [area["label"] for area in one.state["board"]["areas"] if area["kind"] == "camp"]
            assert camps[side] == zone
        with Player(server, made["game"]) as late:
            assert late.state["board"] == actor.state["board"]
        actor.ask("undo", seq=actor.state["seq"])
        for one in seats:
            one.until(lambda one=one: one.state["undos"] == 1)  # type: ignore[misc]
            assert one.state["board"] == before


def test_a_choice_can_be_taken_back_and_made_again(server: Running) -> None:
    made, first, second = table(server)
    with first, second, Player(server, made["game"]) as onlooker:
        actor = to_act(first, second)
        other = second if actor is first else first
        side, seq, log = actor.state["side"], actor.state["seq"], list(actor.log)
        generals = actor.state["view"]["extra"]["generals"]
        zone = ride(actor)
        assert actor.state["can_undo"]
        assert actor.state["view"]["extra"]["generals"][side] == zone
        level([actor, other, onlooker])
        assert not other.state["can_undo"]
        assert other.ask("undo", seq=seq + 1)["code"] == "no_undo"

        assert actor.ask("undo", seq=seq + 1)["seq"] == seq
        other.until(lambda: other.state["seq"] == seq)
        onlooker.until(lambda: onlooker.state["seq"] == seq)
        for one in (actor, other, onlooker):
            assert one.actions[-1] == {"side": side, "verb": "ride", "noun": zone, "undone": True}
            assert one.state["view"]["extra"]["generals"] == generals
            assert one.state["undos"] == 1
        assert actor.log == log
        assert actor.state["can_redo"]
        assert not other.state["can_redo"]
        assert other.ask("redo", seq=seq)["code"] == "no_redo"

        assert actor.ask("redo", seq=seq)["seq"] == seq + 1
        assert actor.actions[-1]["redone"]
        assert actor.state["view"]["extra"]["generals"][side] == zone
        assert not actor.state["can_redo"]


def test_nothing_is_taken_back_over_dice_or_a_change_of_hands(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        assert not actor.state["can_undo"]  # the bids are open
        assert actor.ask("undo", seq=actor.state["seq"])["code"] == "no_undo"
        actor.act("end")
        assert actor.ask("undo", seq=actor.state["seq"])["code"] == "no_undo"


def test_undone_choices_stay_undone_when_the_game_is_loaded_again(server: Running) -> None:
    made, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        ride(actor)
        actor.ask("undo", seq=actor.state["seq"])
        ride(actor)
        actor.ask("undo", seq=actor.state["seq"])
        actor.ask("redo", seq=actor.state["seq"])
        before = actor.state
    server.put_away(made["game"])
    with Player(server, made["game"], actor.token) as again:
        for part in ("seq", "undos", "view", "ask", "where", "can_undo", "can_redo"):
            assert again.state[part] == before[part], part
        assert again.log == actor.log


def test_coming_back_to_the_same_seat_and_place(server: Running) -> None:
    made, first, second = table(server)
    rng = random.Random(5)
    with second:
        with first:
            for _ in range(12):
                level([first, second])
                (first if first.mine else second).play_one(rng)
            level([first, second])
            left = first.state
            log = list(first.log)
        second.until(lambda: not second.state["seats"][0]["online"])
        while second.mine and second.state["seq"] < left["seq"] + 3:
            second.play_one(rng)
        with Player(server, made["game"], first.token, since=left["seq"], undos=left["undos"]) as back:
            assert back.state["side"] == 0
            assert back.state["seq"] == second.state["seq"]
            assert back.state["log_after"] == left["seq"]
            assert all(entry["seq"] > left["seq"] for entry in back.state["log"])
            with Player(server, made["game"], first.token) as afresh:
                assert afresh.log == log + back.log
            assert back.state["view"] == afresh.state["view"]
            second.until(lambda: second.state["seats"][0]["online"])


@pytest.mark.parametrize("known", [{"since": 3}, {"since": 3, "undos": 5}, {"since": 4000, "undos": 0}])
def test_who_cannot_be_sure_of_his_log_gets_all_of_it(server: Running, known: dict[str, int]) -> None:
    made, first, second = table(server)
    with first, second:
        to_act(first, second)
        with Player(server, made["game"], first.token, **known) as back:
            assert back.state["log_after"] == 0
            assert back.state["log"][0]["what"] == "turn"


def test_two_people_at_one_screen_change_seats_on_one_socket(server: Running) -> None:
    made = server.new_game("here", "here")
    tokens = [seat["token"] for seat in made["seats"]]
    with Player(server, made["game"], tokens[0]) as player:
        assert player.act("bid", 2)["type"] == "answer"
        assert not player.mine
        assert player.hello(tokens[1])["side"] == 1
        assert player.mine
        assert player.act("bid", 0)["type"] == "answer"
        assert player.hello(None)["side"] is None


def test_everybody_is_told_who_is_there(server: Running) -> None:
    made = server.new_game("here", "open")
    with Player(server, made["game"], made["seats"][0]["token"]) as first:
        assert [seat["online"] for seat in first.state["seats"]] == [True, False]
        with Player(server, made["game"], made["seats"][1]["token"]):
            first.until(lambda: first.state["seats"][1]["online"])
        first.until(lambda: not first.state["seats"][1]["online"])


def test_a_choice_and_the_dice_after_it_are_told_one_by_one(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        (fire,) = (offer for offer in actor.state["ask"]["offers"] if offer["verb"] == "fire")
        unit, targets = fire["from"][0]
        heard = len(actor.frames)
        assert actor.act("fire", [unit, targets[0]])["type"] == "answer"
        chosen, fallen, *_ = map(msgspec.json.decode, actor.frames[heard:])
        assert chosen["action"] == {"side": actor.state["side"], "verb": "fire", "noun": [unit, targets[0]]}
        assert chosen["ask"] is None
        assert chosen["throw"]["what"] == "volley"
        assert chosen["throw"]["dice"].endswith("D6 at 5+")
        dice = fallen["action"]["dice"]
        (tally,) = dice["tally"]
        assert dice["throw"] == "volley"
        assert tally["total"] == len(dice["faces"])
        assert dice["reading"] == sum(face >= 5 for face in dice["faces"])
        assert (dice["sides"], dice["unit"]) == (6, unit)
        assert fallen["seq"] == chosen["seq"] + 1
        assert fallen["entries"][0]["what"] == "dice"
        assert fallen["throw"] is None
