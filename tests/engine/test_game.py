"""A game being played: what may be taken back and what may not."""

from __future__ import annotations

from random import Random

import pytest

from examples.toy_brigade.toy import RULESET
from examples.toy_brigade.toy.state import Options
from grognard.engine.book import BadInput
from grognard.engine.choices import Ask, Fall, Move, Throw
from grognard.engine.flow import IllegalAction, barrier
from grognard.engine.replay import Game, say, state_hash
from tests.engine.play import playing, some_action


def reds_to_act() -> Game:
    """The skirmish, at the Reds' first choice: Foot is 300 from the Militia, and they hold an ambush."""
    game = Game(RULESET, "skirmish")
    game.move("bid", 2, side=0)
    game.move("hold_back", side=1)
    assert isinstance(game.pending, Ask)
    assert game.pending.who == (0,)
    return game


def test_a_choice_is_taken_back_and_played_again() -> None:
    game = reds_to_act()
    before, log = game.position, list(game.log)
    game.move("ride", "middle")
    after, entry = game.position, game.log[-1]
    assert entry.what == "rides"
    assert game.undo() == Move(0, "ride", "middle")
    assert game.position == before
    assert game.log == log
    assert game.redo() == Move(0, "ride", "middle")
    assert game.position == after
    assert game.log == [*log, entry]


def test_several_choices_are_taken_back_one_by_one() -> None:
    game = reds_to_act()
    start, actions = game.position, len(game.actions)
    game.move("ride", "middle")
    game.move("march", 1)
    game.move("go", (("advance", 30),))
    end = game.position
    for _ in range(3):
        game.undo()
    assert game.position == start
    assert len(game.actions) == actions
    assert [game.redo().verb for _ in range(3)] == ["ride", "march", "go"]  # type: ignore[union-attr]
    assert game.position == end
    with pytest.raises(BadInput, match="nothing to redo"):
        game.redo()


def test_another_choice_forgets_what_was_taken_back() -> None:
    game = reds_to_act()
    game.move("ride", "middle")
    game.undo()
    game.move("march", 0)
    with pytest.raises(BadInput, match="nothing to redo"):
        game.redo()


def test_a_refused_choice_forgets_nothing() -> None:
    game = reds_to_act()
    game.move("ride", "middle")
    game.undo()
    with pytest.raises(IllegalAction):
        game.move("ride", "east")
    game.redo()
    assert game.position.state.generals[0] == "middle"


def test_no_undo_over_dice_but_up_to_them() -> None:
    game = reds_to_act()
    game.move("fire", (0, 2))
    assert isinstance(game.pending, Throw)
    assert game.can_undo()  # the dice are still in the hand
    game.undo()
    game.redo()
    game.fall(1, 1, 1)
    assert not game.can_undo()
    with pytest.raises(BadInput, match="nothing to undo since the last dice, reveal or change of hands"):
        game.undo()
    game.move("ride", "middle")
    game.undo()
    assert not game.can_undo()  # back at the dice, and no further


def test_dice_in_the_log_explain_themselves() -> None:
    game = reds_to_act()
    game.move("fire", (0, 2))
    (entry,) = game.fall(1, 4, 1)
    assert (entry.cite, entry.what) == ("6.3", "dice")
    assert entry.facts == {
        "throw": "volley",
        "reading": 0,
        "faces": (1, 4, 1),
        "groups": ((3, 5),),
        "side": 0,
        "unit": 0,
        "target": 2,
        "tally": ["4 strength, +1 first volley [6.2a], -1 target in cover [6.2c], -1 long range [6.2d] = 3"],
    }


def test_no_undo_over_a_reveal_by_the_same_hand() -> None:
    game = Game(RULESET, "skirmish")
    game.move("hold_back", side=0)
    game.move("bid", 0, side=1)
    game.move("go_on")
    game.move("play", "cartridges")
    assert isinstance(game.pending, Ask)
    assert game.pending.who == (1,)
    assert not game.can_undo()


def test_no_undo_over_a_change_of_hands() -> None:
    game = reds_to_act()
    game.move("charge", (0, 2))
    assert isinstance(game.pending, Ask)
    assert game.pending.who == (1,)
    assert not game.can_undo()
    game.move("decline")
    assert game.can_undo()  # the same side is asked how it meets the charge
    game.move("give_ground")
    assert not game.can_undo()


def test_no_undo_of_the_end_or_before_the_beginning() -> None:
    game = Game(RULESET, "skirmish")
    assert not game.can_undo()
    rng = Random(2)
    while (waiting := game.pending) is not None:
        game.apply(some_action(waiting, rng))
    assert not game.can_undo()


def test_no_undo_of_the_choice_that_ended_the_game() -> None:
    game = Game(RULESET, "skirmish", Options(nightfall=False))
    while (waiting := game.pending) is not None:
        if isinstance(waiting, Throw):
            game.apply(Fall(next(iter(waiting.dice.dist()))))
        else:
            game.move(list(waiting.offers)[-1])
    assert game.actions[-1] == Move(1, "end")
    assert not game.can_undo()


@pytest.mark.parametrize("seed", range(8))
def test_undo_stops_exactly_at_barriers(seed: int) -> None:
    """At every position of a game: what can be undone was this side's own plain choice, and comes back the same."""
    for game, waiting in playing(RULESET, "skirmish", seed):
        if not game.actions:
            continue
        before, action, after = game.positions[-2], game.actions[-1], game.positions[-1]
        same_hand = isinstance(action, Move) and (isinstance(waiting, Throw) or waiting.who == (action.side,))
        assert game.can_undo() is (same_hand and before.reveals == after.reveals)
        assert game.can_undo() is not barrier(before, action, after, game.engine)
        if game.can_undo():
            log = game.log
            game.undo()
            assert game.position == before
            game.redo()
            assert (game.position, game.log) == (after, log)


def test_dice_are_refused_when_none_are_due() -> None:
    game = reds_to_act()
    with pytest.raises(ValueError, match="no dice are due"):
        game.fall(1)
    game.move("fire", (0, 2))
    with pytest.raises(ValueError, match="volley takes 3 faces from 1 to 6"):
        game.fall(7, 7, 7)
    with pytest.raises(IllegalAction, match="the dice must fall first"):
        game.move("end")


def test_the_side_asked_is_meant_unless_another_is_named() -> None:
    game = reds_to_act()
    with pytest.raises(IllegalAction, match="not this side's choice"):
        game.move("end", side=1)
    game.move("end")
    assert game.actions[-1] == Move(0, "end")


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Move(1, "end"), "side 1 end"),
        (Move(0, "fire", (1, 2)), "side 0 fire (1, 2)"),
        (Fall(7), "dice 7"),
        (Fall(7, (3, 4)), "dice [3, 4]"),
    ],
    ids=str,
)
def test_actions_in_a_few_words(action: Move | Fall, words: str) -> None:
    assert say(action) == words


def test_each_position_has_its_own_fingerprint() -> None:
    prints = [state_hash(RULESET, game.position) for game, _ in playing(RULESET, "battle", 4)]
    assert len(set(prints)) == len(prints)
