"""Battles played out in thought: how far they go, and who does what in them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.ai.dice import KeyedDice
from grognard.ai.look import AgentLook, Budget, OddsCache
from grognard.ai.playout import Nodes, Playout
from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.advice.drill import drill
from grognard.engine.choices import Ask, Throw
from grognard.engine.flow import Position, replace
from grognard.lab import puzzles
from tests.rules import rule

PUZZLES = puzzles.load(RULESET, Path(__file__).parents[2] / "puzzles" / RULESET.name)
BY_NAME = {each.name: each for each in PUZZLES}


@rule("44a")
@pytest.mark.parametrize(
    ("active", "side", "turn"),
    [(0, 0, 4), (0, 1, 3), (1, 1, 4), (1, 0, 4)],
)
def test_a_turn_of_ones_own_begins_when_the_others_is_over(active: int, side: int, turn: int) -> None:
    """The side that goes second is asked for cards in the other's turn: its own is not come yet."""
    state = BY_NAME["hussars_rally_before_they_ride"].position.state
    assert state.field.first == 0
    assert state.turn == 4
    assert RULESET.advice.turn(replace(state, side=active), side) == turn


def test_whoever_goes_second_thinks_the_enemys_turn_through() -> None:
    """Played on to its next turn, the enemy has had his: it was judged before he had done anything."""
    puzzle = BY_NAME["hussars_rally_before_they_ride"]
    assert puzzle.side == 1
    playout, seen = Playout(RULESET), list[tuple[int, int]]()
    choose = playout.drill.choose

    def watched(view: Position, ask: Ask, side: int, plans: object = None) -> object:
        seen.append((side, view.state.turn))
        return choose(view, ask, side, plans)  # type: ignore[arg-type]

    playout.drill.choose = watched  # type: ignore[method-assign, assignment]
    until = playout.turn(puzzle.position, 1) + 1
    playout.chance(puzzle.position, 1, until, KeyedDice(3), Nodes(400))
    assert (0, 5) in seen, "the British had their fifth turn"
    assert (1, 5) in seen, "in which the French were asked, but not for the last time"


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_what_comes_to_mind_at_once_is_on_offer(puzzle: puzzles.Puzzle) -> None:
    """For as long as a side's turn lasts, choice after choice."""
    engine, position, dice = RULESET.engine(), puzzle.position, KeyedDice(1)
    for _ in range(40):
        waiting = engine.pending(position)
        if isinstance(waiting, Throw):
            position = engine.follow(position, dice.fall(position, waiting))
            continue
        if not isinstance(waiting, Ask):
            break
        side = waiting.who[0]
        ask = waiting.for_side(side)
        move = drill(AgentLook(engine, position, ask, side, Budget(400), OddsCache(), brief=True))
        assert move is None or move in ask
        position = engine.apply(position, move or next(ask.moves(side)))
