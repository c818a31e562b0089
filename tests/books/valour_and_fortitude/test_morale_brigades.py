"""Fortitude, shattered and wavering brigades, defeats, the end. [VF 138, 140–148, B31–B36, B66]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.command import activation
from grognard.books.valour_and_fortitude.facts.morale import (
    Fortitude,
    brigades_to_test,
    fortitude,
    outcome,
    score,
)
from grognard.books.valour_and_fortitude.sequence import SEQUENCES
from grognard.books.valour_and_fortitude.state import Objective, State
from grognard.books.valour_and_fortitude.steps.losses import FortitudeTests
from grognard.books.valour_and_fortitude.steps.turn import CloseTurn
from grognard.books.valour_and_fortitude.tables.morale import FORTITUDE
from grognard.books.valour_and_fortitude.words import Phase, Special, Where
from grognard.engine.flow import replace
from tests.books.valour_and_fortitude.bouts import fight, foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    find,
    foot,
    lead,
    put,
    scene,
    unit,
)
from tests.rules import rule

GONE: dict[str, Any] = {"where": Where.ROUTED}


def mourning(*lost: str, left: int = 3, losses: int = 0, **more: Any) -> State:
    """A brigade with so many units left and one routed unit for each of `lost`; an enemy far away."""
    keys = "ABCDEFGH"[:left]
    near = [
        unit(key, front=(8 + 11 * (i % 6), 8 + 6 * (i // 6)), losses=losses) for i, key in enumerate(keys)
    ]
    gone = [unit(key, **GONE) for key in lost]
    state = scene(*near, *gone, unit("b", front=(36, 40), facing=180), unit("c", front=(50, 40)), **more)
    return state if "routed" in more else _due(state, *lost)


def _due(state: State, *lost: str) -> State:
    return replace(state, routed=tuple(find(state, key).id for key in lost))


def trial(state: State) -> Play:
    """The fortitude tests at the end of a phase."""
    return begin(state, FortitudeTests())


@rule("142")
@pytest.mark.parametrize(
    ("facts", "total"),
    [
        (Fortitude(4, False, False), 0),
        (Fortitude(5, False, False), 1),
        (Fortitude(4, True, False), 1),
        (Fortitude(8, True, False), 2),
        (Fortitude(4, False, True), -1),
        (Fortitude(5, True, True), 1),
    ],
)
def test_what_is_added_to_fortitude(facts: Fortitude, total: int) -> None:
    assert FORTITUDE.tally(facts).total == total


@rule("138", "141")
@pytest.mark.parametrize("lost", [("X",), ("X", "Y"), ("X", "Y", "Z")])
def test_a_die_for_each_unit_routed_this_phase(lost: tuple[str, ...]) -> None:
    game = trial(mourning(*lost))
    assert game.throw.what == "fortitude"
    assert game.throw.dice.faces() == (len(lost), 6)


@rule("141")
def test_a_unit_routed_in_an_earlier_phase_costs_no_die() -> None:
    assert trial(mourning("X", routed=())).over


@rule("141")
def test_the_active_sides_brigades_test_first() -> None:
    state = scene(
        unit("a", front=(36, 40)),
        unit("x", **GONE),
        unit("B", front=(36, 8)),
        unit("Y", **GONE),
        routed=(1, 3),
    )
    assert [state.brigades[b].name for b in brigades_to_test(state)] == ["I", "i"]
    other = replace(state, side=1)
    assert [state.brigades[b].name for b in brigades_to_test(other)] == ["i", "I"]
    game = trial(state).play(6)
    assert game.throw.side == 1
    assert game.play(6).over


@rule("142", "143", "146")
@pytest.mark.parametrize(("face", "defeats"), [(3, (1, 0)), (4, (0, 0))])
def test_four_or_more_holds(face: int, defeats: tuple[int, int]) -> None:
    far: dict[str, Any] = {"leaders": {"General": (70, 1)}}
    assert trial(mourning("X", **far)).play(face).state.defeats == defeats


@rule("142", "B32")
def test_units_still_to_come_count_among_five() -> None:
    state = mourning("X", left=4, leaders={"General": (70, 1)})
    assert fortitude(state, 0).total == 0
    more = scene(*[unit(k, front=(8 + 11 * i, 8)) for i, k in enumerate("ABCD")], unit("E", where=Where.LATER),
                 unit("X", **GONE), unit("b", front=(36, 40)), leaders={"General": (70, 1)})  # fmt: skip
    assert fortitude(more, 0).total == 1


@rule("142", "B33")
def test_a_leader_inside_is_measured_from_his_feature() -> None:
    village = area("building", 10, 10, 30, 20, "village")
    where = {"I": (20, 15), "General": (42.4, 15)}
    state = scene(unit("A", front=(36, 40)), unit("b", front=(60, 5)), terrain=(village,), leaders=where)
    assert fortitude(state, 0).total == 0
    assert fortitude(lead(state, "I", inside="village"), 0).total == 1


@rule("142")
def test_all_remaining_units_shaken() -> None:
    far: dict[str, Any] = {"leaders": {"General": (70, 1)}}
    assert fortitude(mourning("X", losses=4, **far), 0).total == -1
    assert fortitude(put(mourning("X", losses=4, **far), "B", losses=3), 0).total == 0


@rule("140", "146", "B31")
def test_the_last_unit_shatters_the_brigade_without_a_test() -> None:
    state = melee(foremost("A"), foe("b", losses=4), unit("c", front=(5, 40), brigade="ii"))
    game = fight(state).play((6, 6, 1, 1), (1,) * 5, (1, 6))
    assert game.state.brigades[1].shattered
    assert game.leader("i").where is Where.ROUTED
    assert game.state.defeats == (0, 1)
    assert brigades_to_test(game.state) == []
    assert trial(game.state).over


@rule("140")
def test_one_unit_left_is_no_shattered_brigade() -> None:
    state = melee(foremost("A"), foe("b", losses=4), unit("c", front=(5, 40)))
    game = fight(state).play((6, 6, 1, 1), (1,) * 5, (1, 6))
    assert game.state.defeats == (0, 0)
    assert not game.state.brigades[1].shattered
    assert brigades_to_test(game.state) == [1]


@rule("143", "144")
def test_wavering_is_over_at_once_and_causes_no_more_tests() -> None:
    """Two shaken units go with it; nobody tests for them."""
    state = mourning("X", left=3)
    state = put(put(state, "A", losses=4), "B", losses=4)
    game = trial(state).play(1)
    assert game.over
    assert [u.key for u in game.state.of_side(0)] == ["C"]
    assert game.state.defeats == (1, 0)


@rule("144", "B34", "F5.19")
def test_the_loss_of_wavering_is_a_loss() -> None:
    """An unpredictable unit rolls for its worth when it takes it: at tenacity 3 its third marker shakes it."""
    state = scene(
        unit("A", foot, Special.UNPREDICTABLE, front=(36, 20), losses=2),
        unit("X", **GONE),
        unit("b", front=(36, 24), facing=180),
        routed=(1,),
    )
    game = trial(state).play(1)
    assert game.throw.what == "unpredictable"
    game.play(1)
    assert (game.unit("A").losses, game.unit("A").tenacity, game.unit("A").shaken) == (3, 3, True)
    assert game.over
    assert game.state.routed == ()


@rule("144", "B34", "F5.19")
def test_nobody_who_goes_while_wavering_causes_another_test() -> None:
    """At tenacity 3 its three markers leave it shaken; the loss is a valour die, and it fails."""
    state = scene(
        unit("A", foot, Special.UNPREDICTABLE, front=(36, 20), losses=3),
        unit("C", front=(10, 5)),
        unit("X", **GONE),
        unit("b", front=(36, 24), facing=180),
        routed=(2,),
    )
    game = trial(state).play(1, 1)
    assert game.throw.what == "valour"
    game.play(2)
    assert game.unit("A").where is Where.ROUTED
    assert game.over
    assert game.state.defeats == (1, 0)


@rule("144")
def test_wavering_spares_other_brigades() -> None:
    state = scene(
        unit("A", front=(20, 20)), unit("X", **GONE), unit("C", front=(40, 20), brigade="II"),
        unit("b", front=(20, 24), facing=180), unit("d", front=(40, 24), facing=180), routed=(1,),
    )  # fmt: skip
    game = trial(state).play(1)
    assert (game.unit("A").losses, game.unit("C").losses) == (1, 0)


@rule("B35", "141")
def test_routs_of_the_action_phase_are_tested_as_it_ends() -> None:
    game = trial(mourning("X", phase=Phase.ACTION))
    assert game.throw.what == "fortitude"
    for sequence in ("fire", "action", "melee"):
        assert any(isinstance(step, FortitudeTests) for step in SEQUENCES[sequence])


@rule("64", "B36")
def test_activation_counts_units_lost_by_wavering_once() -> None:
    state = mourning("X", "Y", routed=())
    assert activation(state, 0).total == -1
    assert activation(mourning(), 0).total == 0


@rule("148", "B66")
@pytest.mark.parametrize(
    ("defeats", "holders", "winner", "points"),
    [
        ((0, 0), (), None, (0, 0)),
        ((0, 1), (), 0, (1, 0)),
        ((2, 1), (0,), None, (2, 2)),
        ((2, 1), (0, 0), 0, (3, 2)),
        ((0, 0), (1, -1), 1, (0, 1)),
    ],
)
def test_objectives_and_defeats(
    defeats: tuple[int, int], holders: tuple[int, ...], winner: int | None, points: tuple[int, int]
) -> None:
    goals = tuple(Objective(str(i), (100 * i, 100)) for i in range(len(holders)))
    state = scene(
        unit("A", front=(10, 10)),
        unit("b", front=(40, 40)),
        objectives=goals,
        holders=holders,
        defeats=defeats,
    )
    assert score(state) == points
    assert outcome(state).winner == winner


def wiped(*gone: str, **more: Any) -> State:
    """A battle in which some have routed; side 1 holds more objectives."""
    goals = Objective("x", (100, 100)), Objective("y", (500, 100))
    units = [
        unit(key, **({"where": Where.ROUTED} if key in gone else {"front": (10, 10)})) for key in ("A", "b")
    ]
    return scene(*units, objectives=goals, holders=(1, 1), **more)


@rule("B66", "148")
def test_an_army_wiped_out_has_lost() -> None:
    assert outcome(wiped("b")).winner == 0
    assert outcome(wiped("b")).cite == "B66"
    assert outcome(wiped("b", options={"wipeout_wins": False})).winner == 1
    assert outcome(wiped("A", "b")).cite == "148"
    assert outcome(wiped()).cite == "148"


@rule("147", "38")
@pytest.mark.parametrize(
    ("turn", "side", "ends"), [(9, 1, False), (10, 0, False), (10, 1, True), (1, 0, False)]
)
def test_the_battle_ends_with_equal_turns(turn: int, side: int, ends: bool) -> None:
    state = scene(unit("A", front=(10, 10)), unit("b", front=(40, 40)), turn=turn, side=side, turns=10)
    game = begin(state, CloseTurn())
    assert (game.state.outcome is not None) is ends
    assert game.state.side == (side if ends else 1 - side)


@rule("B66", "147")
@pytest.mark.parametrize(("switch", "ends"), [(True, True), (False, False)])
def test_an_army_wiped_out_ends_the_battle_at_once_by_the_switch(switch: bool, ends: bool) -> None:
    game = begin(wiped("b", options={"wipeout_wins": switch}), CloseTurn())
    assert (game.state.outcome is not None) is ends
    late = begin(wiped("b", options={"wipeout_wins": switch}, turn=10, side=1), CloseTurn())
    assert late.state.outcome is not None
    assert late.state.outcome.winner == (0 if switch else 1)
