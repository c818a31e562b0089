"""Half scale for small tables, and the time agreed. [VF 38, B68, B89, F7.8]"""

from __future__ import annotations

import random

import pytest

from grognard import books
from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.facts.bodies import form, shape_of, size_of
from grognard.books.valour_and_fortitude.facts.soundness import faults
from grognard.books.valour_and_fortitude.printing import brief
from grognard.books.valour_and_fortitude.setup.lists import army
from grognard.books.valour_and_fortitude.setup.smaller import halved
from grognard.books.valour_and_fortitude.state import Options
from grognard.books.valour_and_fortitude.steps.turn import CloseTurn, TimeIsUp, TimeIsUpToo
from grognard.books.valour_and_fortitude.words import Arm
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import replace
from grognard.engine.replay import Game
from tests.books.valour_and_fortitude.drill import begin, foot, gun, horse, scene, unit
from tests.rules import rule

HALF = Options(scale=2)


@rule("F7.8", "B89")
@pytest.mark.parametrize("name", list(RULESET.scenarios))
def test_every_battle_is_set_up_at_half_scale_and_nobody_stands_on_another(name: str) -> None:
    whole, half = RULESET.start(name).state, RULESET.start(name, HALF).state
    assert list(faults(half)) == []
    assert (half.field.width, half.field.height) == (whole.field.width, whole.field.height)
    for before, after in zip(whole.units, half.units):
        assert after.figures == (1 if before.arm is Arm.ARTILLERY else max(3, -(-before.figures // 2)))
        if before.on_table and before.inside < 0 and before.figures >= 24:
            assert after.inside < 0


@rule("F7.8", "B89")
@pytest.mark.parametrize(
    ("made", "figures", "size"),
    [
        (unit("A", foot, files=12), 12, (960, 320)),
        (unit("A", horse, figures=9, files=5), 5, None),
        (unit("A", horse, figures=3, files=3), 3, None),
        (unit("A", gun), 1, (240, 690)),
    ],
    ids=["foot", "an odd number", "three stay three", "a gun"],
)
def test_half_the_figures_on_the_same_bases(made: object, figures: int, size: object) -> None:
    half = halved(made)  # type: ignore[arg-type]
    assert half.figures == figures
    if half.arm is Arm.INFANTRY:
        half = replace(half, files=6)
        assert form(half) is form(made)  # type: ignore[arg-type]
    if size:
        assert size_of(shape_of(half)) == size


@rule("F7.8")
def test_the_scale_is_written_over_the_table_and_on_the_sheet() -> None:
    half, whole = RULESET.start("first_brigade", HALF).state, RULESET.start("first_brigade").state
    assert "half scale" in RULESET.sheet.view(half, 0).headline
    assert "half scale" not in RULESET.sheet.view(whole, 0).headline
    assert any(line.cite == "F7.8" for line in brief(half).setup)
    assert not any(line.cite == "F7.8" for line in brief(whole).setup)


@rule("F7.8", "B89")
def test_the_board_says_how_much_shorter_lengths_are_and_the_roster_how_many_figures() -> None:
    assert RULESET.sheet.board(RULESET.start("first_brigade", HALF).state).shrunk == 2
    assert RULESET.sheet.board(RULESET.start("first_brigade").state).shrunk == 1
    printed = RULESET.printing
    assert printed is not None
    own = printed.roster(army("austrian_300"))
    for part in own.parts[1:]:
        at, half = part.heads.index("Figures"), part.heads.index("At ½")
        for row in part.rows:
            whole = row.cells[at]
            expected = whole if whole == "1 gun" else str(max(-(-int(whole) // 2), min(3, int(whole))))
            assert row.cells[half] == expected


@rule("F7.8")
def test_a_scale_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="scale"):
        Options(scale=3)


def at_random(game: Game, rng: random.Random, most: int) -> None:
    for _ in range(most):
        waiting = game.pending
        if isinstance(waiting, Throw):
            game.apply(waiting.roll(rng))
        elif isinstance(waiting, Ask):
            verb = rng.choice(list(waiting.offers))
            domain = waiting.offers[verb]
            game.apply(Move(waiting.who[0], verb, None if domain is None else domain.sample(rng)))
        else:
            return


@rule("F7.8")
def test_a_game_at_half_scale_goes_on_soundly() -> None:
    game = Game(books.load("valour_and_fortitude"), "first_brigade", options=HALF)
    at_random(game, random.Random(3), 150)
    assert list(faults(game.position.state)) == []


@rule("38", "B68")
@pytest.mark.parametrize("side", [0, 1])
def test_either_side_may_say_that_time_is_up_and_turns_are_made_equal(side: int) -> None:
    state = scene(
        unit("A", front=(36, 10)),
        unit("b", front=(36, 40)),
        turn=1,
        turns=9,
        side=side,
        options={"clock": True},
    )
    for answers in (("time_is_up",), ("play_on", "time_is_up")):
        game = begin(state, TimeIsUp(), TimeIsUpToo(), CloseTurn()).play(*answers)
        assert game.notes("time is up")[0].cite == "38"
        assert game.notes("time is up")[0].facts["side"] == (side if len(answers) == 1 else 1 - side)
        assert (game.state.outcome is not None) is (side == 1)
    game = begin(state, TimeIsUp(), TimeIsUpToo(), CloseTurn()).play("play_on", "play_on")
    assert game.state.outcome is None


@rule("38")
def test_playing_on_is_what_the_page_takes_for_the_end_of_the_turn() -> None:
    """One key ends stretch after stretch by the last line without a noun: it must not end the battle."""
    state = scene(unit("A", front=(36, 10)), unit("b", front=(36, 40)), options={"clock": True})
    assert list(begin(state, TimeIsUp()).ask.offers) == ["time_is_up", "play_on"]


@rule("38", "B68")
def test_time_called_is_recorded_and_replayed() -> None:
    book = books.load("valour_and_fortitude")
    game = Game(book, "first_brigade", options=Options(clock=True))
    rng = random.Random(1)
    while "time_is_up" not in getattr(game.pending, "offers", ()):
        at_random(game, rng, 1)
    game.move("time_is_up")
    assert game.position.state.time_up
    assert "time is up" in RULESET.sheet.view(game.position.state, 0).headline
    again = Game(book, "first_brigade", options=Options(clock=True))
    for action in game.actions:
        again.apply(action)
    assert again.position.state == game.position.state
