"""Crowded positions: every question comes up, can be loaded again, and is answered truly. [TMWWBK R-23, R-27, R-31, R-37, R-56, R-61]"""

from __future__ import annotations

from collections import Counter
from random import Random

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.facts.bodies import heart
from grognard.books.men_who_would_be_kings.facts.moving import Walker
from grognard.books.men_who_would_be_kings.laws.groping import bent
from grognard.engine.choices import Ask
from grognard.lab.soundness import soundness
from tests.books.men_who_would_be_kings.scenes import regular, scene, unit
from tests.rules import rule

KINDS = {
    "arrive", "attack reach", "form close order", "leave the table", "move planned", "retreat", "storm", "target seen",
}  # fmt: skip


def test_every_question_comes_up_both_ways() -> None:
    crowded = RULESET.crowded
    assert crowded is not None
    told = Counter(
        (asked.kind, asked.offered)
        for seed in range(25)
        for asked in crowded.asked(crowded.scene(Random(seed)))
    )
    assert set(told) == {(kind, offered) for kind in KINDS for offered in (True, False)}


def test_a_position_asks_the_same_once_it_is_loaded_again() -> None:
    crowded = RULESET.crowded
    assert crowded is not None
    for seed in range(6):
        position = crowded.scene(Random(seed))
        assert isinstance(RULESET.engine().pending(position), Ask)
        again = RULESET.decode(RULESET.encode(position))
        told = [[(asked.kind, asked.about) for asked in crowded.asked(each)] for each in (position, again)]
        assert told[0] == told[1]


@rule("R-23", "R-27", "R-31", "R-37", "R-56", "R-61")
def test_nothing_is_refused_or_offered_untruly() -> None:
    report = soundness(RULESET, 20, 0, seed=11)
    assert not report.faults


@rule("R-44", "R-56")
def test_a_place_is_that_of_the_model_in_the_middle_where_no_leader_is() -> None:
    """Six in a row of a move of six inches: its end could go where its middle cannot."""
    row = unit("A", regular, 6, places=[(3000 + 110 * at, 2000) for at in range(6)], leader=None)
    state = scene(row)
    walker, (x, y) = Walker(state, state.units[0], 600), heart(row)
    assert bent(walker, (x - 700, y), Random(1), 200) is None
    assert bent(walker, (x - 500, y), Random(1), 200) is not None
