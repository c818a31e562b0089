"""Generals: characters are weights; they differ in play, see no more than others, and tell the chances as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from examples.toy_brigade.toy import RULESET
from grognard import books
from grognard.ai.agents import known, levels, make, names, title_of
from grognard.ai.greedy import GreedyAgent
from grognard.ai.levels import OFFICER, RANKS
from grognard.ai.planner import Planner
from grognard.ai.playout import Playout
from grognard.ai.search import Depth, SearchAgent
from grognard.engine.book import Advice, Book, Look
from grognard.engine.choices import Move
from grognard.engine.generals import RASH, STEADY, WILY, General, Generals, Temper, felt
from grognard.engine.tasks import Duty, Plan, Task
from grognard.lab.puzzles import load
from tests.ai.test_agents import at_the_act
from tests.ai.test_plans import MUSING, Commanded
from tests.tools.shelf import BOOKS

HERO = General("hero", "The Hero", "He rides first", RASH)


def book_of(name: str) -> Book:
    return books.load(name)


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_has_one_of_each_character_to_be_chosen_by_name(name: str) -> None:
    book = book_of(name)
    assert {general.temper for general in book.generals.who} == {RASH, STEADY, WILY}
    told = {level.name: level for level in levels(book)}
    for general in book.generals.who:
        assert general.name in known(book)
        assert general.name not in RANKS
        assert told[general.name].title == general.title
        assert general.words in told[general.name].words
        player = make(general.name, book, 3)
        assert isinstance(player, SearchAgent)
        assert player.temper == general.temper
        assert player.depth.nodes == OFFICER.nodes, "nobody thinks longer for his character"


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_bold_and_what_is_wary_are_verbs_of_the_book(name: str) -> None:
    book = book_of(name)
    bold, wary = book.generals.bold, book.generals.wary
    assert bold | wary <= set(book.sheet.labels)
    assert not bold & wary


@pytest.mark.parametrize("name", BOOKS)
def test_the_rash_take_to_bold_deeds_where_the_steady_do_not(name: str) -> None:
    book = book_of(name)
    puzzles = load(book, Path(__file__).parents[1] / "puzzles" / name)

    def bold(temper: Temper) -> int:
        agent, found = GreedyAgent(book, 1, temper=temper), 0
        for puzzle in puzzles:
            view = book.view_of(puzzle.position, puzzle.side)
            ask: Any = book.engine().pending(view)
            verb = agent.choose(view, ask.for_side(puzzle.side), puzzle.side).verb
            found += (verb in book.generals.bold) - (verb in book.generals.wary)
        return found

    assert bold(RASH) > bold(STEADY)


def test_a_leaning_is_counted_in_what_makes_a_difference_in_the_book() -> None:
    generals = Generals(frozenset({"charge"}), frozenset({"halt"}), 4.0)
    assert generals.leaning(RASH, "charge") == 4.0
    assert generals.leaning(RASH, "halt") == -2.0
    assert generals.leaning(STEADY, "charge") < 0 < generals.leaning(STEADY, "halt")
    assert generals.leaning(RASH, "march") == generals.leaning(WILY, "charge") == 0.0


@pytest.mark.parametrize("temper", [RASH, STEADY, WILY])
def test_who_feels_a_chance_otherwise_still_likes_the_better_one_more(temper: Temper) -> None:
    chances = [felt(temper, number / 20) for number in range(21)]
    assert chances == sorted(chances)
    assert chances[0] == 0.0
    assert chances[-1] == 1.0


class Gamble(Advice):
    """East is sure to be even; west is won or lost by the luck of the round."""

    def value(self, state: Any, side: int) -> float:
        return 0.0

    def moves(self, look: Look) -> Any:
        return ((move, 0.0) for move in look.ask.moves(look.side) if move.verb == "ride")

    def drill(self, look: Look) -> Move | None:
        return next(look.ask.moves(look.side))

    def chance(self, state: Any, side: int) -> float:
        if state.generals[side] == "east":
            return 0.52
        return 1.0 if len(repr(state.units)) % 2 else 0.0


def test_chances_are_told_as_they_are_and_not_as_they_are_felt() -> None:
    view, ask = at_the_act()
    side = ask.who[0]
    depth = Depth(candidates=9, rounds=4, turns=(1,), nodes=2000)
    for temper in (None, RASH, STEADY):
        agent = SearchAgent(RULESET._replace(advice=Gamble()), 2, depth, temper)
        agent.choose(view, ask, side)
        told = {thought.move.noun: thought.chance for thought in agent.why().thoughts}
        assert told.get("east", 0.52) == pytest.approx(0.52)


def test_the_rash_give_orders_to_attack_that_others_need_a_reason_for() -> None:
    view, ask = at_the_act()

    def orders(temper: Temper | None) -> Plan:
        book = RULESET._replace(advice=Commanded(0.5))
        return Planner(Playout(book), MUSING, temper).orders(view, ask.who[0], 7)[0]

    assert orders(None) == orders(STEADY) == {}
    assert orders(RASH) == {"all": Task(Duty.TAKE, "east", firm=True)}


def test_generals_of_a_book_stand_before_the_levels() -> None:
    book = RULESET._replace(generals=Generals(frozenset(), frozenset(), 0.0, (HERO,)))
    assert [level.name for level in levels(book)][:2] == ["hero", "recruit"]
    assert [level.name for level in levels(book)] == list(names(book))
    assert "hero" not in known()


@pytest.mark.parametrize("name", BOOKS)
def test_everybody_has_a_title_that_may_be_read_aloud(name: str) -> None:
    book = book_of(name)
    for agent in names(book):
        assert "_" not in title_of(agent, book)
    for general in book.generals.who:
        assert title_of(general.name, book) == general.title
    assert title_of("sergeant", book) == "sergeant"


@pytest.mark.parametrize("name", BOOKS)
def test_a_lieutenant_thinks_as_many_of_his_choices_through_as_his_book_says(name: str) -> None:
    book = book_of(name)
    lieutenant, captain = make("lieutenant", book, 3), make("captain", book, 3)
    assert isinstance(lieutenant, SearchAgent)
    assert isinstance(captain, SearchAgent)
    assert 0 < lieutenant.depth.attention == book.advice.attention <= captain.depth.attention == 1
    assert lieutenant.depth.nodes < captain.depth.nodes
