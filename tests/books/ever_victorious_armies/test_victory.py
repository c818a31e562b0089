"""Break, points and victory. [EVA V1–V5, T8]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.facts.victory import (
    break_point,
    broken,
    decided,
    items,
    lost,
    outcome,
    points,
)
from grognard.books.ever_victorious_armies.state import Score, State
from grognard.books.ever_victorious_armies.steps.close import Close
from grognard.books.ever_victorious_armies.words import Where
from grognard.engine.book import Outcome
from tests.books.ever_victorious_armies.scenes import (
    area,
    begin,
    field_gun,
    foot,
    general,
    horse,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

LOST, LEFT, LATER = Where.LOST, Where.LEFT, Where.LATER


def armies(ours: int, theirs: int, ours_lost: int = 0, theirs_lost: int = 0, **more: Any) -> State:
    """So many foot units a side, the first of them lost."""
    units = [
        unit(f"{key}{n}", where=LOST if n < gone else Where.TABLE)
        for key, number, gone in (("A", ours, ours_lost), ("b", theirs, theirs_lost))
        for n in range(number)
    ]
    return scene(*units, **more)


# ---- breaking


@pytest.mark.parametrize(("units", "breaks"), [(7, 4), (8, 4), (9, 5), (10, 5)])
@rule("V1")
def test_example_37_half_the_units_rounded_up(units: int, breaks: int) -> None:
    assert break_point(armies(units, 1), 0) == breaks
    assert not broken(armies(units, 1, breaks - 1), 0)
    assert broken(armies(units, 1, breaks), 0)


@rule("V1")
def test_the_scenario_may_name_the_number() -> None:
    state = armies(8, 10, 4, 5, break_at=(5, 6))
    assert (break_point(state, 0), break_point(state, 1)) == (5, 6)
    assert not broken(state, 0)
    assert not broken(state, 1)
    assert broken(armies(8, 10, 5, 6, break_at=(5, 6)), 0)
    assert broken(armies(8, 10, 5, 6, break_at=(5, 6)), 1)


@rule("V1", "G-54")
def test_units_still_to_come_count_and_generals_do_not() -> None:
    units = unit("A"), unit("B"), unit("C", where=LATER), unit("D", where=LATER)
    assert break_point(scene(*units, unit("G", general)), 0) == 2
    assert lost(scene(*units, unit("G", general, where=LOST)), 0) == 0


@rule("V2")
def test_units_that_left_are_not_lost() -> None:
    state = scene(unit("A", where=LEFT), unit("B", where=LOST), unit("C"), unit("D", where=LATER))
    assert lost(state, 0) == 1


# ---- points


def lines(state: State) -> list[tuple[int, int, str]]:
    return [(line.side, line.points, line.cite) for line in items(state)]


@pytest.mark.parametrize(
    ("enemy", "worth"),
    [
        (unit("b", foot, where=LOST), 1),
        (unit("b", horse, where=LOST), 1),
        (unit("b", foot, 6, skirmish, where=LOST), 1),
        (unit("b", field_gun, where=LOST), 2),
        (unit("b", general, where=LOST), 3),
        (unit("b", foot), 0),
        (unit("b", field_gun, where=LEFT), 0),
        (unit("b", general, where=LEFT), 0),
        (unit("b", foot, where=LATER), 0),
    ],
)
@rule("V3", "V2")
def test_what_enemy_losses_are_worth(enemy: Any, worth: int) -> None:
    state = scene(unit("A"), enemy, unit("z"), unit("y"), unit("x"))
    assert points(state) == (worth, 0)


@rule("V3")
def test_an_enemy_broken_alone_is_five() -> None:
    assert points(armies(4, 4, 0, 2)) == (2 + 5, 0)
    assert points(armies(4, 4, 2, 2)) == (2, 2)
    assert points(armies(4, 4, 2, 1)) == (1, 2 + 5)


@rule("V3")
def test_the_score_is_itemised() -> None:
    state = scene(unit("A"), unit("b", field_gun, where=LOST), unit("c"), unit("d"))
    assert items(state) == ((0, 2, "b lost", "V3"),)


WORK = area("work", 20, 20, 40, 30, name="the stockade")
HOLD = Score("hold", points=6, area="the stockade", shared=2)
INSIDE, OUTSIDE = (30, 25), (10, 10)


def garrison(*units: Any) -> tuple[int, int]:
    far = unit("Y", at=OUTSIDE), unit("z", at=OUTSIDE)
    return points(scene(*units, *far, terrain=(WORK,), scores=(HOLD,), break_at=(9, 9)))


@rule("V5")
def test_holding_is_for_the_side_alone_inside() -> None:
    assert garrison(unit("A", at=INSIDE)) == (6, 0)
    assert garrison(unit("b", at=INSIDE)) == (0, 6)


@rule("V5")
def test_the_score_says_who_is_there() -> None:
    state = scene(unit("A", at=INSIDE), unit("b", at=INSIDE), terrain=(WORK,), scores=(HOLD,))
    assert {line.words for line in items(state)} == {"both are in the stockade"}
    empty = scene(unit("A", at=OUTSIDE), unit("b", at=OUTSIDE), terrain=(WORK,), scores=(HOLD,))
    assert {line.words for line in items(empty)} == {"nobody is in the stockade"}


@rule("V5")
def test_both_or_nobody_share() -> None:
    assert garrison() == (2, 2)
    assert garrison(unit("A", at=INSIDE), unit("b", at=INSIDE)) == (2, 2)


@pytest.mark.parametrize(
    ("kind", "figures", "holds"),
    [(foot, 3, True), (foot, 2, False), (horse, 3, True), (field_gun, 4, False), (general, 1, False)],
)
@rule("V5")
def test_only_foot_or_horse_of_three_figures_holds(kind: Any, figures: int, holds: bool) -> None:
    assert garrison(unit("A", kind, figures, at=INSIDE)) == ((6, 0) if holds else (2, 2))
    assert garrison(unit("A", at=INSIDE), unit("b", kind, figures, at=INSIDE)) == (
        (2, 2) if holds else (6, 0)
    )


@rule("V5")
def test_the_centre_decides() -> None:
    assert garrison(unit("A", at=(20, 25))) == (6, 0)
    assert garrison(unit("A", at=(19.99, 25))) == (2, 2)
    assert garrison(unit("A", at=INSIDE, where=LOST)) == (2, 2 + 1)


EXIT = Score("exit", side=0, gun=3, foot_large=2, large_from=6, foot_small=1, general=1)


@pytest.mark.parametrize(
    ("leaver", "worth"),
    [
        (unit("A", field_gun, where=LEFT), 3),
        (unit("A", foot, 6, where=LEFT), 2),
        (unit("A", foot, 5, where=LEFT), 1),
        (unit("A", general, where=LEFT), 1),
        (unit("A", horse, 8, where=LEFT), 0),
        (unit("A", general, subordinate=True, where=LEFT), 0),
        (unit("A", foot, 12), 0),
    ],
)
@rule("V3")
def test_units_that_got_away_score(leaver: Any, worth: int) -> None:
    state = scene(leaver, unit("B"), unit("C"), unit("z"), scores=(EXIT,))
    assert points(state) == (worth, 0)


REMAIN = Score("remain", side=1, points=1, unless_broken=True)


@rule("V3")
def test_units_left_behind_score_for_the_pursuers_unless_they_alone_have_broken() -> None:
    units = unit("A"), unit("B"), unit("C", where=LEFT), unit("G", general)
    assert points(scene(*units, unit("z"), scores=(REMAIN,))) == (0, 2)
    assert points(scene(*units, unit("z", where=LOST), scores=(REMAIN,))) == (1 + 5, 0)
    both = armies(4, 2, 2, 1, scores=(REMAIN,))
    assert points(both) == (1, 2 + 2)


BRIDGE = area("bridge", 34, 35.5, 38, 39.5, name="the bridge")
CROSSING = Score("crossing", side=0, points=3, area="the bridge", north_of=3900, figures=3, clear=300)


def crossing(*units: Any) -> int:
    far = unit("Y", at=OUTSIDE), unit("z", at=OUTSIDE)
    return points(scene(*units, *far, terrain=(BRIDGE,), scores=(CROSSING,)))[0]


@rule("V3")
def test_a_crossing_made_good_scores_once() -> None:
    assert crossing() == 0
    assert crossing(unit("A", foot, 3, at=(36, 36))) == 3
    assert crossing(unit("A", foot, 12, at=(5, 39.01))) == 3
    assert crossing(unit("A", at=(5, 40)), unit("B", at=(60, 40))) == 3
    assert crossing(unit("A", foot, 12, at=(5, 39))) == 0
    assert crossing(unit("A", foot, 2, at=(36, 36))) == 0
    assert crossing(unit("A", field_gun, 4, at=(36, 36))) == 0
    assert crossing(unit("b", foot, 12, at=(36, 36))) == 0


@rule("V3")
def test_an_enemy_unit_within_three_spoils_it() -> None:
    across = unit("A", foot, 2 * 6, at=(30, 42))
    assert crossing(across, unit("b", at=(30, 46))) == 0
    assert crossing(across, unit("b", at=(30, 46.01))) == 3
    assert crossing(across, unit("g", general, at=(30, 43))) == 3


# ---- the end


@pytest.mark.parametrize(
    ("ours_lost", "theirs_lost", "winner", "words"),
    [
        (0, 1, None, "A draw, 1 to 0"),
        (0, 2, 0, "North: a victory, 2 to 0"),
        (5, 0, 1, "South: a victory, 5 to 0"),
        (6, 0, 1, "South: a decisive victory, 6 to 0"),
        (4, 4, None, "A draw, 4 to 4"),
    ],
)
@rule("V4")
def test_two_points_win_and_six_are_decisive(
    ours_lost: int, theirs_lost: int, winner: int | None, words: str
) -> None:
    state = armies(20, 20, ours_lost, theirs_lost)
    assert outcome(state) == Outcome(winner, words, "V4", points(state))


@rule("V4", "T8")
def test_the_last_turn_ends_the_game() -> None:
    game = begin(armies(6, 6, turn=9, turns=10), Close())
    assert game.state.outcome is None
    last = begin(armies(6, 6, 1, 3, turn=10, turns=10, break_at=(9, 9)), Close())
    assert last.over
    assert last.state.outcome == Outcome(0, "North: a victory, 3 to 1", "V4", (3, 1))
    assert last.notes("ends")[0].scores == (3, 1)


@rule("V1", "T8")
def test_a_break_ends_the_game_at_once() -> None:
    game = begin(armies(4, 4, 0, 2, turn=3), Close())
    assert game.over
    assert game.state.outcome == Outcome(0, "North: a decisive victory, 7 to 0", "V4", (7, 0))
    assert [(entry.cite, entry.side) for entry in game.notes("breaks")] == [("V1", 1)]


@rule("V1", "T8")
def test_either_army_ends_it_by_breaking() -> None:
    game = begin(armies(4, 4, 2, 0, turn=3), Close())
    assert game.state.outcome == Outcome(1, "South: a decisive victory, 7 to 0", "V4", (0, 7))


@rule("V1", "V4")
def test_both_may_break() -> None:
    game = begin(armies(4, 4, 2, 2, turn=3), Close())
    assert len(game.notes("breaks")) == 2
    assert game.state.outcome == Outcome(None, "A draw, 2 to 2", "V4", (2, 2))


@rule("V1")
def test_a_battle_not_decided_goes_on() -> None:
    game = begin(armies(4, 4, 1, 1), Close())
    assert game.state.outcome is None
    assert game.notes("ends") == []


@pytest.mark.parametrize(
    ("gone", "words"),
    [
        ((), "the last turn was over: points"),
        (("A",), "an army broke"),
        (("z",), "an army broke"),
        (("A", "z"), "both armies broke"),
    ],
)
@rule("V1", "V4")
def test_what_decided_the_battle(gone: tuple[str, ...], words: str) -> None:
    units = [unit(key, where=Where.LOST if key in gone else Where.TABLE) for key in ("A", "B", "y", "z")]
    assert decided(scene(*units, break_at=(1, 1))) == words


@rule("V3")
def test_the_lines_of_the_score_add_up_to_its_head() -> None:
    for name in RULESET.scenarios:
        state = RULESET.start(name).state
        head, lines = RULESET.sheet.view(state, 0).score[:2], RULESET.sheet.view(state, 0).score[2:]
        for row in head:
            counted = [int(one.value.split()[0]) for one in lines if one.label.startswith(f"{row.label}: ")]
            assert sum(counted) == int(row.value), name
            assert all(one.cite for one in lines)
