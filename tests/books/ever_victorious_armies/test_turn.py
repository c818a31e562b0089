"""The frame of a turn: opening it, the initiative, the order of its steps. [EVA T0, T1, T4, G-2]"""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.books.ever_victorious_armies.sequence import SEQUENCES
from grognard.books.ever_victorious_armies.state import Duties, State, Today
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.books.ever_victorious_armies.steps.turn import Initiative, OpenTurn, WhoGoesFirst
from grognard.books.ever_victorious_armies.words import Duty, Where
from grognard.engine.choices import Ask, Throw
from tests.books.ever_victorious_armies.drill import duties, game_of, legs, on, side_to_choose
from tests.books.ever_victorious_armies.scenes import (
    Halt,
    Play,
    foot,
    general,
    minie,
    odds,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param

F = Fraction
COMMANDERS = unit("G", general, at=(1, 1)), unit("g", general, at=(70, 47))


def armies(*generals: int, **more: object) -> State:
    """A unit a side, and the generals of the sides named."""
    leaders = [COMMANDERS[side] for side in generals]
    return scene(unit("A", at=(30, 20)), unit("b", at=(30, 40)), *leaders, **more)  # type: ignore[arg-type]


def initiative(state: State) -> Play:
    """The dice for the initiative, and who goes first."""
    return game_of(state, Initiative(), WhoGoesFirst(), Halt(), env=Turn())


# ---- T0


@rule("T0", "O1", "C9")
def test_the_turn_opens() -> None:
    ordered = duties("must", away=(30, 21), foes=(1,))
    state = scene(
        unit("A", foot, 7, at=(30, 20), today={"moved": True, "lost_to_fire": 5}, tomorrow=ordered),
        unit("b", at=(30, 40), duties=Duties(fought=True), today={"shot": True}),
        turn=3,
    )
    game = game_of(state, OpenTurn(), Halt(), env=Turn())
    assert game.state.turn == 4
    opened = game.unit("A")
    # The size for the tests of this turn is what is left now; last turn's doings are forgotten.
    assert (opened.start, opened.figures, opened.today) == (7, 7, Today())
    # Orders of last turn's combats come into force, and only for this turn.
    assert (opened.duties, opened.tomorrow) == (ordered, Duties())
    assert game.unit("b").duties.retire is Duty.NO
    assert not game.unit("b").duties.fought
    assert (game.unit("b").start, game.unit("b").today.shot) == (12, False)


# ---- T1


@pytest.mark.parametrize(
    ("generals", "faces", "winner"),
    [
        param((0, 1), (5, 4), 0, id="the higher die"),
        param((0, 1), (4, 5), 1, id="the other"),
        param((0,), (4, 4), 0, id="+1 for a commander-in-chief"),
        param((1,), (4, 4), 1, id="for the other's too"),
        param((0,), (4, 6), 1, id="one is not two"),
        param((), (6, 5), 0, id="no commander at all"),
    ],
)
@rule("T1", "N7")
def test_who_has_the_initiative(generals: tuple[int, ...], faces: tuple[int, int], winner: int) -> None:
    game = initiative(armies(*generals)).play(faces)
    assert game.state.had_initiative == winner
    assert side_to_choose(game) == winner


@pytest.mark.parametrize(
    ("tie", "last", "winner"),
    [
        param(0, None, 0, id="turn 1: as the scenario says"),
        param(1, None, 1, id="turn 1: the other"),
        param(0, 0, 1, id="later: who lacked it last turn"),
        param(0, 1, 0, id="later: and back"),
    ],
)
@rule("T1")
def test_a_tie(tie: int, last: int | None, winner: int) -> None:
    state = on(armies(0, 1, had_initiative=last), tie=tie)
    assert initiative(state).play((3, 3)).state.had_initiative == winner


@pytest.mark.parametrize(
    ("faces", "verb", "first"),
    [((6, 1), "go_first", 0), ((6, 1), "go_second", 1), ((1, 6), "go_first", 1), ((1, 6), "go_second", 0)],
)
@rule("T1")
def test_the_winner_says_who_is_first_side(faces: tuple[int, int], verb: str, first: int) -> None:
    game = initiative(armies(0, 1)).play(faces)
    assert game.play(verb).state.first == first


@rule("T1")
def test_example_35_initiative() -> None:
    both = initiative(armies(0, 1)).throw.dice.dist()
    assert both.chance(lambda score: score > 0) == both.chance(lambda score: score < 0) == F(5, 12)
    assert both.chance_of(0) == F(1, 6)
    one = initiative(armies(0)).throw.dice.dist()
    assert one.chance(lambda score: score > 0) == F(7, 12)
    assert one.chance_of(0) == F(5, 36)
    assert one.chance(lambda score: score < 0) == F(5, 18)


@rule("T1")
def test_walked_through_the_engine_a_tie_falls_to_the_named_side() -> None:
    game = game_of(armies(0, 1), Initiative(), env=Turn())
    found = odds(game, lambda state: state.had_initiative)
    assert found.fractions() == {0: F(5, 12) + F(1, 6), 1: F(5, 12)}


@rule("T1", "N7")
def test_a_general_who_is_lost_or_not_there_counts_for_nothing() -> None:
    state = scene(unit("A", at=(30, 20)), unit("b", at=(30, 40)), unit("G", general, where=Where.LOST))
    assert initiative(state).throw.dice.plus == 0  # type: ignore[attr-defined]
    assert initiative(armies(0)).throw.dice.plus == 1  # type: ignore[attr-defined]


# ---- the order of the steps


@rule("G-2", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "21a")
def test_the_steps_of_a_turn_in_the_order_of_the_sheet() -> None:
    cites = [step.cite for step in SEQUENCES["turn"]]
    ordered = list(dict.fromkeys(cites))
    assert ordered == ["T0", "T1", "T2", "M13", "T3", "T4", "T5", "T6", "T7", "T8"]


@rule("T4", "G-2", "21a")
def test_both_move_then_both_name_targets_then_all_shoot() -> None:
    armed = unit("A", foot, 12, minie, at=(30, 20)), unit("b", foot, 12, minie, at=(30, 30), facing=180)
    for first in (0, 1):
        game = game_of(scene(*armed, turn=0), "turn", env=Turn()).play(
            (6, 1) if first == 0 else (1, 6), "go_first"
        )
        met: list[tuple[str, int | None]] = []
        while game.state.turn == 1 and not game.over and len(met) < 6:
            waiting = game.pending
            if isinstance(waiting, Throw):
                met.append((waiting.what, waiting.side))
                game.play((1,) * waiting.dice.faces()[0])
            elif isinstance(waiting, Ask) and "end_moves" in waiting.offers:
                met.append(("moves", waiting.who[0]))
                game.play("end_moves")
            elif isinstance(waiting, Ask) and "aim" in waiting.offers:
                met.append(("aims", waiting.who[0]))
                game.play(("aim", ("A", "b") if waiting.who == (0,) else ("b", "A")))
        second = 1 - first
        assert met == [
            ("moves", first),
            ("moves", second),
            ("aims", first),
            ("aims", second),
            ("volley", first),
            ("volley", second),
        ]


@rule("T4")
def test_all_losses_come_off_together() -> None:
    armed = unit("A", foot, 2, minie, at=(30, 20)), unit("b", foot, 2, minie, at=(30, 25), facing=180)
    game = game_of(scene(*armed, turn=0), "turn", env=Turn()).play((6, 1), "go_first")
    game.play(("march", "A"), (1, 1), ("go", legs("side 1")), ("march", "b"), (1, 1), ("go", legs("side 1")))
    game.play(("aim", ("A", "b")), ("aim", ("b", "A")), 6)
    assert game.unit("b").figures == 2  # hit, but it still shoots
    game.play(6)
    assert (game.unit("A").figures, game.unit("b").figures) == (1, 1)
