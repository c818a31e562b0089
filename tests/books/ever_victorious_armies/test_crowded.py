"""Crowded positions: every question comes up, can be loaded again, and is answered truly. [EVA H2, M10, M13, R2, S11]"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.facts.exits import any_way_out
from grognard.books.ever_victorious_armies.facts.marching import Marcher
from grognard.books.ever_victorious_armies.facts.readiness import Allowance, best_roll
from grognard.books.ever_victorious_armies.laws.crowds import crowd_of
from grognard.engine.choices import Ask
from grognard.engine.soundness import broken_at
from grognard.lab.soundness import soundness
from tests.rules import rule

KINDS = {"charge", "come on", "leave by the edge", "out of closed ground", "retire a whole throw", "shoot at"}


def test_every_question_comes_up_both_ways() -> None:
    crowded = RULESET.crowded
    assert crowded is not None
    told = Counter(
        (asked.kind, asked.offered)
        for seed in range(12)
        for asked in crowded.asked(crowded.scene(Random(seed)))
    )
    assert {kind for kind, _ in told} == KINDS
    assert {kind for kind, offered in told if not offered} == KINDS


def test_the_positions_are_sound_and_the_game_goes_on_from_them() -> None:
    crowded = RULESET.crowded
    assert crowded is not None
    for seed in range(6):
        position = crowded.scene(Random(seed))
        assert RULESET.decode(RULESET.encode(position)) == position
        waiting = RULESET.engine().pending(position)
        assert isinstance(waiting, Ask)
        assert waiting.who == (0,)
        faults = [fault for law, fault in broken_at(RULESET.laws, position.state) if "closed" not in fault]
        assert [fault for fault in faults if "breaks" not in fault and "stands in" not in fault] == []


@rule("H2", "M10", "M13", "R2", "S11")
def test_nothing_is_refused_or_offered_untruly() -> None:
    report = soundness(RULESET, 8, 0, seed=11)
    assert not [kind for kind in report.kinds if kind.untrue_yes]
    assert sum(kind.untrue_no for kind in report.kinds) <= 1


@rule("M10")
@pytest.mark.parametrize(("seed", "key"), [(3, "A3"), (57, "A8"), (59, "A7"), (75, "A6")])
def test_who_is_hemmed_in_leaves_by_several_legs(seed: int, key: str) -> None:
    """Aside past whoever stands there, back out of a gap, ahead and aside: what turning and going ahead does not find."""
    state = crowd_of(Random(seed))
    unit = next(unit for unit in state.units if unit.key == key)
    most = best_roll(unit)
    assert most.difficult is not None
    mover = Marcher(state, unit, Allowance(most.good * 2 // 3, most.difficult * 2 // 3))
    found = any_way_out(mover)
    assert found is not None
    assert found[-1] == ("leave", 0)
    assert len(found) > 3
    assert mover.refusal(found) is None


@pytest.mark.slow
@rule("M2", "S1", "T6", "H4", "P3")
def test_choices_of_live_games_come_out_as_told() -> None:
    report = soundness(RULESET, 0, 6, seed=1, playouts=200)
    assert report.scenes >= 4
    assert report.off == 0
