"""Who comes at a unit after its fight: volleys at fresh enemies, runners followed out of sight, two fires. [EVA S10, E4, R1]"""

from __future__ import annotations

import pytest

from grognard.books.ever_victorious_armies.facts.shots import may_shoot
from grognard.books.ever_victorious_armies.state import State, Unit
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.engine.choices import Ask, Throw
from tests.books.ever_victorious_armies.drill import (
    LET_BE,
    cite,
    compulsory,
    duties,
    game_of,
    moving,
    offered,
    place,
)
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    column,
    find,
    foot,
    formed,
    horse,
    line,
    minie,
    scene,
    skirmish,
    smoothbore,
    unit,
)  # fmt: skip
from tests.rules import rule

QUIET = (*LET_BE, "end_moves", "done_aiming")


def until_the_shooting(state: State, *charges: tuple[str, str], dice: dict[str, tuple[int, ...]]) -> Play:
    """A turn with some charges, up to where targets are named."""
    game, left = game_of(state, "turn", env=Turn()), list(charges)
    while not game.over:
        waiting = game.pending
        if isinstance(waiting, Throw):
            n = waiting.dice.faces()[0]
            usual = (6, 1) if waiting.what == "initiative" else (6 if waiting.what == "charge" else 1,) * n
            if waiting.what in ("volley", "close combat"):
                return game
            game.play(dice.get(waiting.what, usual))
            continue
        assert isinstance(waiting, Ask)
        if "done_aiming" in waiting.offers:
            return game
        named = next((pair for pair in left if pair in offered(game, "charge")), None)
        if named is not None:
            left.remove(named)
            game.play(("charge", named))
        else:
            game.play(next(verb for verb in QUIET if verb in waiting.offers))
    raise AssertionError("nobody came to shoot")


def halted_winner(charger: Unit, *, fresh: bool) -> State:
    """A has won last turn and is to halt; b, whom it beat, has gone, or still touches it; c is somebody new."""
    won = duties("", "may", pursue_by="65", away=(30, 21), foes=(1,), locked=True)
    return scene(
        unit("A", foot, 12, line, minie, at=(30, 20), duties=won, tomorrow=won),
        unit("b", foot, 12, line, smoothbore, at=(30, 40) if fresh else (30, 21), facing=180),
        charger,
        contacts="" if fresh else "b>A",
    )


@rule("S10", "65", "52", "S4")
@pytest.mark.parametrize(
    "charger",
    [
        unit("c", foot, 12, column, at=(36, 27), facing=210),
        unit("c", horse, 8, formed, at=(36, 27), facing=210),
    ],
    ids=("foot", "horse"),
)
def test_a_winner_that_halted_shoots_at_a_fresh_enemy_who_charges_it(charger: Unit) -> None:
    game = until_the_shooting(halted_winner(charger, fresh=True), ("c", "A"), dice={})
    assert game.state.touching(0) == (2,)
    assert game.unit("A").today.halted
    assert may_shoot(game.state, game.unit("A")) is None
    assert ("A", "c") in offered(game, "aim")


@rule("S10", "G-39")
def test_it_does_not_shoot_while_one_it_fought_still_touches_it() -> None:
    state = halted_winner(unit("c", foot, 12, column, at=(60, 40), facing=210), fresh=False)
    assert cite(may_shoot(state, find(state, "A"))) == "S10"


@rule("S10", "P3")
def test_a_pursuer_who_runs_into_it_is_a_new_fight() -> None:
    state = scene(
        unit("A", foot, 12, line, minie, at=(30, 20), duties=duties(foes=(1,), locked=True)),
        unit("b", foot, 12, line, at=(60, 40), facing=180),
        unit("c", horse, 8, formed, at=(30, 21.25), facing=180, today={"pursued": True, "moved": True}),
        contacts="c>A",
    )
    assert may_shoot(state, find(state, "A")) is None


# ---- runners


def chase(*extra: Unit, ground: bool = False, named: str = "s", run: int = 3, throw: int = 6) -> Play:
    """Horse charges a screen, which runs."""
    hill = (area("hill", 24, 18, 36, 22),) if ground else ()
    charger = unit("H", horse, 8, formed, at=(30, 10))
    screen = unit("s", foot, 6, skirmish, smoothbore, at=(30, 17), facing=180)
    game = moving(scene(charger, screen, *extra, terrain=hill)).play(
        ("charge", ("H", named)), "evade", (run,) * 3
    )
    while isinstance(game.pending, Ask) and "evade" in game.ask.offers:
        game.play("evade", (6,) * 3)
    return game.play((throw,) * 4)


@rule("E4", "H4")
@pytest.mark.parametrize("ground", [False, True], ids=("in sight", "behind a hill"))
def test_a_runner_is_caught_whether_he_is_seen_or_not(ground: bool) -> None:
    assert chase(ground=ground).state.touching(0) == (1,)


@rule("E4")
def test_a_runner_out_of_reach_is_run_after() -> None:
    game = chase(run=6, throw=3)
    assert game.state.touching(0) == ()
    assert [entry.cite for entry in game.notes("charge falls short")] == ["E4"]


@rule("E4", "H4", "G-44")
@pytest.mark.parametrize("named", ["s", "t"])
def test_whoever_was_named_the_line_behind_a_screen_is_met(named: str) -> None:
    behind = unit("t", foot, 12, line, minie, at=(30, 22), facing=180)
    game = chase(behind, named=named, run=6)
    assert game.state.touching(0) == (2,)


@rule("E1", "E4")
def test_the_next_in_the_lane_of_a_runner_is_asked_as_well() -> None:
    behind = unit("t", foot, 6, skirmish, smoothbore, at=(30, 22), facing=180)
    game = chase(behind, named="s", run=6)
    assert game.unit("t").today.evaded


@rule("H4", "E4")
def test_a_throw_too_short_for_the_line_behind_meets_nobody() -> None:
    behind = unit("t", foot, 12, line, minie, at=(30, 22), facing=180)
    game = chase(behind, named="s", run=6, throw=2)
    assert game.state.touching(0) == ()
    assert game.notes("charge falls short")[0].facts["distance"] == 800


# ---- between two fires


def between(aside: float, behind: bool = True) -> Play:
    """A line beaten by an enemy before it and a column behind it, a little to the side."""
    foes = [unit("b", foot, 12, line, at=(30 + aside, 21), facing=180)]
    if behind:
        foes.append(unit("c", foot, 12, column, at=(30 + aside, 18)))
    middle = (30 + aside, 19.5 if behind else 21)
    beaten = unit(
        "A",
        foot,
        12,
        line,
        at=(30, 20),
        duties=duties("must", away=middle, foes=tuple(range(1, 1 + len(foes)))),
    )
    return compulsory(scene(beaten, *foes, contacts="b>A c>A" if behind else "b>A")).play((3, 3))


@rule("R1", "R3")
@pytest.mark.parametrize("aside", [0, 0.01, 0.5, 2])
def test_between_two_fires_a_unit_goes_where_there_is_room(aside: float) -> None:
    game = between(aside)
    assert game.unit("A").on_table
    assert game.notes("retires")[0].facts["distance"] == 600


@rule("R1")
def test_from_enemies_on_one_side_it_goes_straight_away() -> None:
    assert place(between(0, behind=False).unit("A"))[:2] == (30, 14)
