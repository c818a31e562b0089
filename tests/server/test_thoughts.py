"""Why a computer player did what it did, and what an officer would do in one's place."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.ai.agents import make
from grognard.ai.told import told_chance
from grognard.ai.why import Thought, Why
from grognard.books import load
from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.measures import way
from grognard.engine.replay import Game
from grognard.engine.view import Board
from grognard.server import questions, thoughts
from grognard.server.config import Limits
from grognard.server.jobs import Bench
from grognard.server.parts import ThoughtOf, Weighed
from grognard.server.record import Record, Story
from grognard.server.said import HintOf
from grognard.server.workers import Errand
from tests.server.player import Player, play_out
from tests.server.running import Running
from tests.server.test_game import table, to_act


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
    assert len(told) == 2
    assert told[1].words == "March so, without moving"
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


@cache
def sentences(name: str, scenario: str, choices: int, eager: str = "", seed: int = 1) -> tuple[str, ...]:
    """What is said of moves on offer in a game of quick players: those they thought of, and some others.

    They are eager to do one thing, whenever they may.
    """
    book, rng, found = load(name), random.Random(seed), dict[str, None]()
    whims = random.Random(seed)
    game = Game(book, scenario)
    players = [make("sergeant", book, 2 * seed + side) for side in (0, 1)]
    while choices and not game.position.over:
        if isinstance(waiting := game.pending, Throw):
            game.apply(waiting.roll(rng))
            continue
        side, choices = waiting.who[0], choices - 1
        view = book.view_of(game.position, side)
        ask = game.engine.pending(view)
        assert isinstance(ask, Ask)
        chosen = players[side].choose(view, ask, side)
        chosen = (
            next((each for each in ask.moves(side) if each.verb == eager), chosen)
            if eager in ask.offers
            else chosen
        )
        rated = [one.move for one in players[side].why().thoughts[:3]]  # type: ignore[attr-defined]
        for move in (*rated, *(ask.sample(whims, side) for _ in range(2))):
            why = Why((Thought(move, 1.0),), 0)
            (thought,) = thoughts.weighed(book, game.engine, view, why).thoughts
            found[thought.words] = None
        game.apply(chosen)
    return tuple(found)


EVA = ("ever_victorious_armies", "stockade", 40)
FARM = ("skirmish_1808", "farm", 60)
MEETING = ("men_who_would_be_kings", "meeting", 70)
DESTROY = ("men_who_would_be_kings", "seek_and_destroy", 110)
BLOOD = ("fix_bayonets", "first_blood", 60)
BRIGADE = ("valour_and_fortitude", "first_brigade", 75, "assault")
LIGNY = ("valour_and_fortitude", "ligny", 25)
POINT = r"(north|south|east|west)(-(north|south|east|west)){0,2}"


@pytest.mark.parametrize(
    ("game", "fits"),
    [
        pytest.param(EVA, r"Shoot at: Matchlock skirmishers, west → 2nd Regiment", id="who shoots at whom"),
        pytest.param(EVA, r"March so, [^→]+ \d.*″ (west|east|north|south)-\w+-\w+(, .*)?", id="16 points of the compass"),
        pytest.param(FARM, r"Come on: \d+ cm along the edge", id="who comes on came from nowhere"),
        pytest.param(FARM, r"Fire round shot, 4-pounder aimed at [A-Z].*, [\d.]+ cm " + POINT, id="upon whom a shot is to land"),
        pytest.param(FARM, r"(Advance|Regroup), without moving", id="no legs, and yet no holding"),
        pytest.param(FARM, r"Hold", id="holding"),
        pytest.param(FARM, r"Regroup, .*(, | )formed", id="a unit forms"),
        pytest.param(MEETING, r"Fire: 1st Company → \w+ flag", id="who fires at whom"),
        pytest.param(MEETING, r"Follow up: (\w+ flag), Lancers [\d.]+″ " + POINT, id="who follows whom, and where"),
        pytest.param(DESTROY, r"Arrive here", id="reserves come from nowhere"),
        pytest.param(DESTROY, r"Go there, [A-Z][a-z-]+ .*gathering round its Leader|Go there, [A-Z][a-z-]+ gathering round its Leader", id="a unit closes up"),
        pytest.param(BLOOD, r"Fire at: 4e a pied → 1st Foot", id="guns at a column"),
        pytest.param(BLOOD, r"Charge: (Light Dragoons → .*|7e Lanciers → .*)", id="who charges whom"),
        pytest.param(BLOOD, r"Form Line, .* in line|Form Line, .* facing .*|Form Column", id="a formation once"),
        pytest.param(LIGNY, r"Fire at: Battery No. 7 → 11e léger", id="a battery at a battalion"),
        pytest.param(LIGNY, r"Occupy: [^:]+: the Ligny orchards, 7″ south-west", id="a feature once"),
        pytest.param(BRIGADE, r"Go so, .*, in (line|march column|attack column)", id="a change of formation"),
        pytest.param(BRIGADE, r"Go so, 31e léger [\d.]+″ [-a-z]+, into Light companies", id="an assault"),
    ],
)  # fmt: skip
def test_what_is_said_in_games(game: tuple[Any, ...], fits: str) -> None:
    assert any(re.fullmatch(fits, words) for words in sentences(*game)), sentences(*game)


@pytest.mark.parametrize(
    "game", [EVA, FARM, MEETING, DESTROY, BLOOD, BRIGADE, LIGNY], ids=lambda game: game[1]
)
def test_what_nobody_reads(game: tuple[Any, ...]) -> None:
    """No way of no length, no word of ours, nobody measured from a corner of the table, no way after two names."""
    book = load(game[0])
    state = book.start(game[1]).state
    units = "|".join(map(re.escape, sorted({*book.sheet.names(state).values()}, key=len, reverse=True)))
    wrong = (
        r"\b0(″| cm| hexes) [nesw]", "_", "Stay in place", r"(Come on|Enter|Bring on|Enter the map).*(along the edge,| hex)",
        r"Arrive here, ", rf"→ ({units}) \d", r"no longer (column|line|must)",
    )  # fmt: skip
    for words in sentences(*game):
        assert not any(re.search(each, words) for each in wrong), words


def test_the_first_piece_that_a_noun_names_is_the_one_that_is_told_of() -> None:
    """Lancers who attack Spearmen: they go, and not those whom they attack."""
    found = [
        words
        for words in sentences("men_who_would_be_kings", "just_passing_by", 70, "attack")
        if words.startswith("Attack")
    ]
    assert any(re.fullmatch(rf"Attack: (.*) → (.*), \1 [\d.]+″ {POINT}", words) for words in found), found


@pytest.mark.parametrize(("order", "words"), [("skirmish", "in skirmish order"), ("line", "in line")])
def test_a_march_says_how_it_ends_drawn_up(order: str, words: str) -> None:
    book = load("ever_victorious_armies")
    game = Game(book, "stockade")
    game.fall(6, 1)
    game.move("go_first")
    game.move("march", 2)
    game.fall(3, 3)
    go = (("forward", 200), ("order", order))
    (told,) = thoughts.weighed(
        book, game.engine, game.position, Why((Thought(Move(0, "go", go), 1.0),), 0)
    ).thoughts
    assert told.words.endswith(f", {words}")


@cache
def plans(name: str, scenario: str) -> tuple[str, ...]:
    """Whatever sides could be told in the first turns of a game of quick players, in words."""
    book, rng, found = load(name), random.Random(1), dict[str, None]()
    game = Game(book, scenario)
    players = [make("corporal", book, side) for side in (0, 1)]
    while not game.position.over and game.position.state.turn < 4:
        if isinstance(waiting := game.pending, Throw):
            game.apply(waiting.roll(rng))
            continue
        side = waiting.who[0]
        view = book.view_of(game.position, side)
        choices = book.advice.tasks(view.state, side) if len(game.actions) % 7 == 0 else {}
        for at in range(max(map(len, choices.values()), default=0)):
            plan = {who: each[min(at, len(each) - 1)] for who, each in choices.items()}
            found.update(dict.fromkeys(book.advice.told(view.state, side, plan)))
        game.apply(players[side].choose(view, game.engine.pending(view), side))  # type: ignore[arg-type]
    return tuple(found)


@pytest.mark.parametrize(
    ("name", "scenario", "fits"),
    [
        ("ever_victorious_armies", "stockade", r"Ever Victorious Army: to take the stockade"),
        ("ever_victorious_armies", "stockade", r"Ever Victorious Army: to take the stockade at once"),
        (
            "ever_victorious_armies",
            "stockade",
            r"Ever Victorious Army: to form up, then take the stockade together on turn \d",
        ),
        ("ever_victorious_armies", "stockade", r"Taiping: to hold the stockade"),
        ("ever_victorious_armies", "stockade", r"Taiping: to stand where it is and shoot"),
        ("ever_victorious_armies", "rearguard", r"Ever Victorious Army: to leave the table"),
        ("ever_victorious_armies", "rearguard", r"Taiping: to attack the enemy"),
        ("men_who_would_be_kings", "storm_the_fort", r"1st Company.*: to hold the fort"),
        ("men_who_would_be_kings", "sigh_of_relief", r".*: to hold the camp"),
        ("men_who_would_be_kings", "seek_and_destroy", r"Spearmen.*: to pull down the (mosque|khan)"),
        ("men_who_would_be_kings", "get_off_my_land", r"1st Company.*: to search [\w' ]+"),
        ("valour_and_fortitude", "first_brigade", r"Brigade Maucune: to (take|hold) .*"),
        ("valour_and_fortitude", "first_brigade", r".*: to take .* by turn \d"),
        ("valour_and_fortitude", "first_brigade", r"Brigade Maucune: to stand where it is"),
    ],
)
def test_plans_say_what_they_come_to(name: str, scenario: str, fits: str) -> None:
    told = plans(name, scenario)
    assert any(re.fullmatch(fits, line) for line in told), told
    assert not any(re.search("_|as the battle goes|what the scenario is about|None", line) for line in told)


def recorded(name: str, scenario: str, ends: Callable[[Record], bool]) -> Record:
    """A game of quick players, as the server keeps it, until something has happened."""
    book = load(name)
    record = Record(book, scenario, book.options(), b"x" * 32)
    players = [make("sergeant", book, side) for side in (0, 1)]
    first: Move | None = None
    while not ends(record):
        for tried in record.try_out(first):
            record.take_in(tried)
        ask = record.pending
        assert isinstance(ask, Ask)
        side = ask.who[0]
        first = players[side].choose(record.position, ask, side)
    return record


def test_what_went_on_after_a_card_was_held_back_is_told_of_the_choice_before() -> None:
    """Who fired is not asked why he played no card."""

    def held_back(record: Record) -> bool:
        moves = [each for each in record.actions if isinstance(each, Move)]
        return [each.verb for each in moves[-2:]] in (["fire", "decline"], ["fire", "not_this_phase"])

    record = recorded("valour_and_fortitude", "ligny", held_back)
    real = max(
        n for n, each in enumerate(record.actions, 1) if isinstance(each, Move) and each.verb == "fire"
    )
    asked = SimpleNamespace(record=record)
    for seq in range(real, len(record.actions) + 1):
        assert thoughts.leading_to(asked, None, record.stories[None].after(seq)) == record.stories[
            None
        ].after(real)


@pytest.mark.parametrize(
    ("played", "leads"),
    [
        pytest.param([(0, "fire"), (0, "decline")], 1, id="who fired held his card back"),
        pytest.param([(0, "fire"), None, (0, "decline"), None], 1, id="dice fall before and after"),
        pytest.param([(0, "fire"), (1, "decline"), (0, "not_this_phase")], 1, id="both hold back"),
        pytest.param([(0, "fire"), (0, "decline"), (0, "deadly_attack"), None], 3, id="a card is played"),
        pytest.param([(0, "fire"), (1, "decline")], 2, id="the other side's own moment"),
        pytest.param([(0, "decline")], 1, id="nothing before it"),
        pytest.param([None], 0, id="only dice"),
    ],
)
def test_which_choice_led_to_it(played: list[tuple[int, str] | None], leads: int) -> None:
    table = room(False)
    table.record.book = load("valour_and_fortitude")
    table.record.actions = [Fall(1) if each is None else Move(*each) for each in played]
    assert thoughts.leading_to(table, 0, len(played)) == leads


@pytest.mark.parametrize(
    ("kind", "before", "now", "words"),
    [
        ("table", (0, 0, 0), (300, 400, 0), "5″ north-east"),
        ("table", (0, 0, 0), (0, -123, 0), "1.2″ south"),
        ("table", (0, 0, 0), (-1020, 429, 0), "11.1″ west-north-west"),
        ("table", (5, 5, 0), (5, 5, 2700), "facing west"),
        ("table", (5, 5, 0), (8, 5, 1575), "facing south-south-east"),
        ("table", (5, 5, 900), (7, 4, 900), ""),
        ("hex", (0, 0, 0), (0, -200, 0), "2 hexes south"),
        ("hex", (0, 0, 0), (87, 50, 0), "1 hex north-east"),
        ("hex", (0, 0, 0), (7, 7, 600), "facing north-east"),
        ("hex", (0, 0, 0), (7, 7, 0), ""),
    ],
)
def test_ways_in_words(kind: Any, before: Any, now: Any, words: str) -> None:
    assert way(Board(kind, 1000, 1000, "inch"), before, now) == words


def test_a_chance_that_stands_on_few_battles_is_not_told() -> None:
    book = load("fix_bayonets")
    tried = (8, thoughts.FEWEST, thoughts.FEWEST - 1, 1)
    verbs = ("pass", "wait", "done", "stay")
    why = Why(tuple(Thought(Move(0, verb), 1.0, 0.6, trials) for verb, trials in zip(verbs, tried)), 12)
    told = thoughts.weighed(book, book.engine(), book.start("first_blood"), why).thoughts
    assert [one.chance is None for one in told] == [False, False, True, True]
    assert [one.trials for one in told] == list(tried)


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
