"""Drills: what is played is written down, refusals with it, and the laws look on."""

from __future__ import annotations

import pytest

from examples.toy_brigade.toy import RULESET
from grognard.engine.replay import Game
from grognard.engine.soundness import Law
from grognard.lab.laws import Broken
from tests.tools.drills import Drill, drill, drills, ids, played


@drill
def a_turn_begins(d: Drill) -> None:
    """Nobody bids, so dice decide; and a choice that is not due is refused."""
    d.scenario("battle", nightfall=False)
    d.refused("march", 3, cite="3.3")
    d.move("hold_back", side=0)
    d.move("hold_back", side=1)


def state_now() -> Game:
    return Game(RULESET, "battle")


def test_a_drill_is_written_down_with_what_is_refused() -> None:
    text = played(RULESET, a_turn_begins)
    assert text == played(RULESET, a_turn_begins)
    assert "shows: Nobody bids, so dice decide;" in text
    assert text.count("\nx 0 march 3: ") == 1
    assert text.splitlines()[-1].startswith("hash: ")


def test_a_drill_begins_from_a_position_a_scene_or_a_state() -> None:
    game = state_now()
    assert Drill(RULESET).start(game.position).ask.prompt == Drill(RULESET).start(game).ask.prompt
    rally = Drill(RULESET).start(game.position.state, *RULESET.sequences["battle"])
    assert rally.position.agenda[0].sequence == "drill"
    named = Drill(RULESET).start(game.position.state, "battle", map=True)
    assert len(named.lines) > len(rally.lines), "the map is drawn"


def test_what_is_refused_by_another_rule_or_allowed_after_all_fails() -> None:
    def wrong(d: Drill) -> None:
        """Shown."""
        d.start(state_now().position)
        d.refused("march", 3, cite="no such rule")

    def allowed(d: Drill) -> None:
        """Shown."""
        d.start(state_now().position)
        move = next(d.ask.moves())
        d.refused(move.verb, move.noun, cite="3.1")

    with pytest.raises(AssertionError, match="is refused by"):
        played(RULESET, wrong)
    with pytest.raises(AssertionError, match="was allowed"):
        played(RULESET, allowed)


def test_a_drill_is_held_to_the_laws() -> None:
    strict = RULESET._replace(laws=(Law("nothing is ever right", ("3.1",), at=lambda state: ["all of it"]),))
    with pytest.raises(Broken, match="nothing is ever right"):
        played(strict, a_turn_begins)


def test_keys_in_nouns_become_ids_and_books_without_drills_have_none() -> None:
    class Unit:
        id, key = 3, "A"

    class State:
        units = (Unit(),)

    assert ids(State(), ("A", ("A", "b"), 1)) == (3, (3, "b"), 1)
    assert drills("no_such_book") == {}
