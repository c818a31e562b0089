"""Why a computer player did what it did, and what an officer would do in one's place."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.ai.told import told_chance
from grognard.ai.why import Thought, Why
from grognard.books import load
from grognard.engine.choices import Move, Throw
from grognard.engine.measures import way
from grognard.engine.replay import Game
from grognard.engine.view import Board
from grognard.server import questions, thoughts
from grognard.server.config import Limits
from grognard.server.jobs import Bench
from grognard.server.parts import ThoughtOf, Weighed
from grognard.server.record import Story
from grognard.server.said import HintOf
from grognard.server.workers import Errand
from tests.server.player import Player, play_out
from tests.server.running import Running
from tests.server.test_game import table, to_act
from tests.toy import RULESET


def test_a_hint_weighs_moves_the_asker_may_make(server: Running) -> None:
    _, first, second = table(server)
    with first, second:
        actor = to_act(first, second)
        other = second if actor is first else first
        weighed = actor.ask("hint")["weighed"]
        verbs = {offer["verb"] for offer in actor.state["ask"]["offers"]}
        assert 1 < len(weighed["thoughts"]) <= 3
        assert {thought["verb"] for thought in weighed["thoughts"]} <= verbs
        assert all(thought["words"] and thought["trials"] for thought in weighed["thoughts"])
        assert {thought["chance"] for thought in weighed["thoughts"]} == {None}, (
            "Toy Brigade's was never fitted"
        )
        assert weighed["simulated"] > 0
        best = weighed["thoughts"][0]
        assert actor.ask("why", verb=best["verb"], noun=best["noun"])["refusal"] is None
        assert other.ask("hint")["code"] == "bad_input"  # nothing is asked of it


def test_motives_are_kept_back_while_secrets_are_about_and_told_at_the_end(server: Running) -> None:
    made = server.new_game("here", "sergeant")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        player.until(lambda: player.state["ask"] is not None and player.state["ask"]["mine"])
        assert player.ask("motives")["motives"] == []
        play_out([player], random.Random(1))
        told = player.ask("motives")
        assert not told["kept_back"]
        assert {motive["side"] for motive in told["motives"]} == {1}
        assert {motive["agent"] for motive in told["motives"]} == {"sergeant"}
        assert all(motive["weighed"]["thoughts"][0]["words"] for motive in told["motives"])
        last = told["motives"][-1]["seq"]
        assert [one["seq"] for one in player.ask("motives", since=last)["motives"]] == [last]


def room(may_be: bool, over: bool = False) -> Any:
    """A room as far as motives look at it."""
    secrets = SimpleNamespace(may_be=lambda state: may_be)
    record = SimpleNamespace(
        over=over,
        position=SimpleNamespace(over=over, state=None),
        book=SimpleNamespace(secrets=secrets),
        stories={None: Story(), 0: Story()},
    )
    for story in record.stories.values():
        story.ends = list(range(10))
    return SimpleNamespace(record=record, motives=[], seq=0)


FOUND = Weighed((ThoughtOf("fire", None, "Fire", 1.0, 0.5, 4),), 10, False)


@pytest.mark.parametrize(
    ("may_be", "over", "told", "kept_back"),
    [(False, False, 1, False), (True, False, 0, True), (True, True, 1, False)],
)
def test_what_is_told_and_when(may_be: bool, over: bool, told: int, kept_back: bool) -> None:
    table = room(may_be, over)
    table.seq = 3
    thoughts.note(table, 3, 1, "captain", FOUND)
    found, back = thoughts.told(table, 0)
    assert (len(found), back) == (told, kept_back)


def test_what_was_taken_back_is_forgotten() -> None:
    table = room(False)
    for seq in (3, 5):
        table.seq = seq
        thoughts.note(table, seq, 1, "captain", FOUND)
    table.seq = 4
    assert [motive.seq for motive in thoughts.told(table, None)[0]] == [3]
    thoughts.note(table, 4, 1, "captain", FOUND)
    thoughts.note(table, 4, 1, "captain", None)  # it had nothing to say
    assert [motive.seq for motive in table.motives] == [3, 4]


def test_a_move_is_said_by_its_label_and_its_units() -> None:
    position = RULESET.start("battle")
    (name, *_) = (RULESET.sheet.names(position.state)[0],)
    why = Why((Thought(Move(0, "charge", (0, 1)), 2.0, 0.61234, 8),), 12)
    (thought,) = thoughts.weighed(RULESET, RULESET.engine(), position, why).thoughts
    assert name in thought.words
    assert (thought.chance, thought.trials) == (None, 8)


def test_where_a_move_goes_is_said_too() -> None:
    """Three marches of one unit are three orders, and read as such."""
    book = load("ever_victorious_armies")
    game = Game(book, "stockade")
    game.fall(6, 1)
    game.move("go_first")
    unit = next(iter(game.pending.offers["march"]))
    game.move("march", unit)
    game.fall(3, 3, 3, 3)
    moves = [game.pending.sample(random.Random(seed), 0) for seed in range(40)]
    ways = list({move.noun: move for move in moves if move.noun}.values())[:3]
    assert len(ways) == 3
    why = Why(tuple(Thought(move, 1.0) for move in ways), 0)
    told = thoughts.weighed(book, game.engine, game.position, why).thoughts
    assert len({thought.words for thought in told}) == len(told), told


def test_who_stays_is_said_to_stay_and_what_reads_alike_is_said_once() -> None:
    book = load("ever_victorious_armies")
    game = Game(book, "stockade")
    game.fall(6, 1)
    game.move("go_first")
    game.move("march", next(iter(game.pending.offers["march"])))
    game.fall(3, 3, 3, 3)
    stay, ahead, hair = (
        Move(0, "go", ()),
        Move(0, "go", (("forward", 300),)),
        Move(0, "go", (("forward", 301),)),
    )
    why = Why(tuple(Thought(move, 1.0) for move in (ahead, hair, stay)), 0)
    told = thoughts.weighed(book, game.engine, game.position, why).thoughts
    assert [thought.words.split(",")[0] for thought in told] == ["March so", "Stay in place"]
    assert told[0].noun == (("forward", 300),), (
        "the first of those who read alike, which is the one that was liked"
    )


def test_a_hex_is_told_by_its_number() -> None:
    book = load("fix_bayonets")
    game = Game(book, "first_blood")
    rng = random.Random(5)
    while "march" not in getattr(game.pending, "offers", {}):
        waiting = game.pending
        game.apply(waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng, waiting.who[0]))
    march = next(move for move in game.pending.moves() if move.verb == "march")
    numbers = {area.cell: area.number for area in book.sheet.board(game.position.state).areas}
    (told,) = thoughts.weighed(book, game.engine, game.position, Why((Thought(march, 1.0),), 0)).thoughts
    assert told.words.startswith(f"March here: {numbers[march.noun]}, ")


def test_a_place_is_not_taken_for_the_unit_that_has_its_number() -> None:
    book = load("fix_bayonets")
    state = book.start("first_blood").state
    hexes = {area.number for area in book.sheet.board(state).areas}
    for cell in sorted(book.sheet.names(state)):
        if state.field.grid.is_hex(cell):
            assert thoughts.said(book, state, Move(0, "march", cell)).removeprefix("March here: ") in hexes
    assert state.field.grid.is_hex(min(book.sheet.names(state)))


@pytest.mark.parametrize(
    ("name", "scenario", "verb", "noun"),
    [
        ("skirmish_1808", "farm", "come_on", 600),
        ("men_who_would_be_kings", "hlobane", "hide", 0),
        ("valour_and_fortitude", "first_brigade", "capture", 0),
    ],
)
def test_a_noun_that_is_no_unit_is_told_by_the_words_of_the_book(
    name: str, scenario: str, verb: str, noun: Any
) -> None:
    book = load(name)
    state = book.start(scenario).state
    told = book.sheet.noun_words(state, verb, noun)
    assert told is not None
    assert thoughts.said(book, state, Move(0, verb, noun)).endswith(f": {told}")


@pytest.mark.parametrize(
    ("kind", "before", "now", "words"),
    [
        ("table", (0, 0, 0), (300, 400, 0), "5″ north-east"),
        ("table", (0, 0, 0), (0, -123, 0), "1.2″ south"),
        ("table", (5, 5, 0), (5, 5, 2700), "facing west"),
        ("hex", (0, 0, 0), (0, -200, 0), "2 hexes south"),
        ("hex", (0, 0, 0), (87, 50, 0), "1 hex north-east"),
    ],
)
def test_ways_in_words(kind: Any, before: Any, now: Any, words: str) -> None:
    assert way(Board(kind, 1000, 1000, "inch"), before, now) == words


def test_a_chance_is_told_where_one_was_fitted() -> None:
    book = load("fix_bayonets")
    why = Why((Thought(Move(0, "pass", None), 2.0, 0.61234, 8), Thought(Move(0, "wait", None), 1.0)), 12)
    played, rated = thoughts.weighed(book, book.engine(), book.start("first_blood"), why).thoughts
    stands = told_chance(book, book.start("first_blood").state, 0, 0.61234, thoughts.AHEAD) or 0.0
    assert (played.chance, played.trials) == (round(stands, 3), 8)
    assert (rated.chance, rated.trials) == (None, 0)


def test_points_are_told_as_the_chance_that_games_gave_them() -> None:
    """Valour & Fortitude's players go by points; what people read is the chance, in the same order."""
    book = load("valour_and_fortitude")
    why = Why(tuple(Thought(Move(0, "finish", None), 1.0, chance, 8) for chance in (0.7, 0.6, 0.45)), 12)
    position = book.start("first_brigade")
    told = [one.chance for one in thoughts.weighed(book, book.engine(), position, why).thoughts]
    assert told == sorted((one for one in told if one is not None), reverse=True)
    assert told[0] == round(told_chance(book, position.state, 0, 0.7, thoughts.AHEAD) or 0.0, 3) != 0.7


def test_whoever_reads_a_motive_counts_his_own_story() -> None:
    table = room(False)
    table.seq = 6
    table.record.stories[0].ends = [0, 1, 2, 5, 6]  # two secret choices were not noticed
    thoughts.note(table, 5, 1, "captain", FOUND)
    assert [motive.seq for motive in thoughts.told(table, 0)[0]] == [3]
    assert [motive.seq for motive in thoughts.told(table, None)[0]] == [5]


def test_a_motive_stands_at_the_choice_and_not_at_the_dice_after_it(server: Running) -> None:
    made = server.new_game("here", "sergeant")
    with Player(server, made["game"], made["seats"][0]["token"]) as player:
        # The computer may have chosen before this player came.
        before = player.state["seq"] - len(player.actions)
        play_out([player], random.Random(1))
        motives = player.ask("motives")["motives"]
        for motive in (one for one in motives if one["seq"] > before):
            action = player.actions[motive["seq"] - before - 1]
            assert action.get("side") == motive["side"]
            verb = motive["weighed"]["thoughts"][0]["verb"]
            assert action.get("hidden") or action["verb"] == verb
        known = {motive["seq"] for motive in motives}
        choice = before
        for seq, action in enumerate(player.actions, before + 1):
            choice = choice if "dice" in action else seq
            asked = [one["seq"] for one in player.ask("motives", at=seq)["motives"]]
            assert asked == ([choice] if choice in known else [])


def test_an_officer_who_is_asked_tells_the_asker_how_far_he_is(monkeypatch: pytest.MonkeyPatch) -> None:
    far: list[tuple[int, int]] = []

    async def call(job: str, *_args: object, errand: Errand, **_named: object) -> Weighed:
        assert job == "hint"
        errand.heard(3, 10)
        return Weighed((), 0, cut_short=False)

    monkeypatch.setattr(questions, "position_args", lambda _room, _side: {})
    asked = SimpleNamespace(answers={}, version=1)
    reckoners = SimpleNamespace(call=call)
    answer = asyncio.run(
        questions.slowly(
            asked,  # type: ignore[arg-type]
            0,
            HintOf(7),
            reckoners,  # type: ignore[arg-type]
            Limits(),
            lambda: None,
            heard=lambda done, most: far.append((done, most)),
        )
    )
    assert far == [(3, 10)]
    assert answer.id == 7  # type: ignore[attr-defined]


def test_the_officer_is_watched_while_he_thinks() -> None:
    seen: list[int] = []
    book = load("ever_victorious_armies")
    bench = Bench({book.name: book}, lambda done, _most: seen.append(done) is None)
    game = Game(book, "stockade")
    game.fall(6, 1)
    game.move("go_first")
    bench.hint(book.name, "x", book.encode(game.position), 0)
    assert seen
    assert max(seen) > 10
