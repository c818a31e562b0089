"""Evading a charge. [EVA E1–E4, G-44]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.facts.readiness import may_evade
from grognard.books.ever_victorious_armies.facts.shots import may_shoot
from grognard.books.ever_victorious_armies.state import Options, State, Terrain, Unit
from grognard.engine.choices import Throw
from grognard.geometry.gaps import gap
from tests.books.ever_victorious_armies.drill import (
    cite,
    duties,
    moving,
    offered,
    place,
    refused,
    side_to_choose,
)
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    find,
    foot,
    general,
    horse,
    line,
    minie,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

param = pytest.param

CHARGER = unit("A", at=(30, 20))


def screen(*, at: tuple[float, float] = (30, 25), figures: int = 8, **more: Any) -> Unit:
    """Enemy skirmishers, facing the charger."""
    return unit("c", foot, figures, skirmish, minie, at=at, facing=180, **more)


def charged(state: State) -> Play:
    """A charges c; whatever comes next."""
    return moving(state).play(("charge", ("A", "c")))


def evaded(state: State, *faces: int) -> Play:
    """c evades with these dice."""
    return charged(state).play("evade", faces)


# ---- who may


@pytest.mark.parametrize(
    ("target", "number"),
    [
        param(screen(), "", id="skirmish foot"),
        param(unit("c", horse, 6, skirmish, at=(30, 25), facing=180), "", id="skirmish horse"),
        param(unit("c", foot, 12, line, at=(30, 25), facing=180), "E1", id="not a line"),
        param(unit("c", horse, 8, at=(30, 25), facing=180), "E1", id="nor formed horse"),
        param(screen(today={"acted": True, "moved": True}), "", id="also after its move"),
        param(screen(today={"evaded": True}), "E1", id="once a turn"),
        param(screen(today={"retired": True}), "E1", id="not after retiring"),
        param(screen(today={"pursued": True}), "E1", id="nor pursuing"),
        param(
            screen(duties=duties()), "E1", marks=rule("G-40", "55"), id="nor if last turn's combat holds it"
        ),
    ],
)
@rule("E1", "G-44")
def test_who_may_evade(target: Unit, number: str) -> None:
    state = scene(CHARGER, target)
    assert cite(may_evade(state, find(state, "c"))) == number
    game = charged(state)
    if number:
        assert isinstance(game.pending, Throw)
    else:
        assert side_to_choose(game) == 1
        assert set(game.ask.offers) == {"evade", "stand"}


# ---- who is asked


def screened(*more: Unit) -> State:
    """Horse before a skirmish screen with a line behind it."""
    return scene(
        unit("A", horse, 8, at=(30, 12)),
        unit("b", foot, 8, skirmish, at=(30, 18), facing=180),
        unit("c", foot, 12, line, at=(30, 23), facing=180),
        *more,
    )


@rule("E1", "H4", "G-44")
def test_the_screen_is_asked_though_the_line_behind_it_is_named() -> None:
    game = charged(screened())
    assert side_to_choose(game) == 1
    assert game.ask.about == find(game.state, "b").id
    # It runs through its friends, and the charge goes on against the line.
    game.play("evade", (6, 5, 4))
    assert game.throw.what == "charge"
    assert game.throw.facts["needs"] == 975
    game.play((6, 6, 6, 6))
    assert game.state.touching(find(game.state, "A").id) == (find(game.state, "c").id,)


@rule("E1", "H4")
def test_a_screen_that_stands_is_met_before_the_line() -> None:
    game = charged(screened()).play("stand")
    assert [entry.unit for entry in game.notes("stands")] == [find(game.state, "b").id]
    game.play((6, 6, 6, 6))
    assert game.state.touching(find(game.state, "A").id) == (find(game.state, "b").id,)


@rule("E1", "H4")
def test_after_each_that_runs_the_next_in_the_lane_is_asked() -> None:
    second = unit("d", foot, 8, skirmish, at=(30, 20.5), facing=180)
    game = charged(screened(second))
    asked = []
    for faces in ((6, 6, 6), (6, 6, 5)):
        asked.append(game.ask.about)
        game.play("evade", faces)
    assert asked == [find(game.state, key).id for key in "bd"]
    assert game.throw.what == "charge"


@rule("E1", "H4")
def test_skirmishers_behind_a_line_are_not_in_the_lane() -> None:
    behind = unit("c", foot, 8, skirmish, at=(30, 26), facing=180)
    wall_ = unit("b", foot, 18, line, at=(30, 22), facing=180)
    hill = scene(unit("A", horse, 8, at=(30, 12)), wall_, behind)
    assert ("A", "c") not in offered(moving(hill), "charge")
    # Seen past its end, but with no lane that does not meet the line first: nobody is asked.
    posts = [unit(key, foot, 6, line, at=(x, 16), facing=180) for key, x in (("b", 32.2), ("d", 28))]
    past = scene(unit("A", horse, 8, at=(30, 12)), *posts, behind)
    assert ("A", "c") in offered(moving(past), "charge")
    assert isinstance(charged(past).pending, Throw)


@rule("E1")
def test_nobody_evades_who_is_in_contact() -> None:
    other = unit("B", at=(30, 26))
    state = scene(CHARGER, other, screen(), contacts="B>c")
    assert cite(may_evade(state, find(state, "c"))) == "E1"


@rule("G-44", "E1")
def test_the_switch_skirmishers_evade() -> None:
    state = scene(CHARGER, screen(), options=Options(skirmishers_evade=False))
    assert cite(may_evade(state, find(state, "c"))) == "G-44"
    assert isinstance(charged(state).pending, Throw)
    assert not isinstance(charged(scene(CHARGER, screen())).pending, Throw)


@rule("E1", "H4")
def test_standing_is_a_choice_too_and_comes_before_the_charger_throws() -> None:
    game = charged(scene(CHARGER, screen())).play("stand")
    assert game.throw.what == "charge"
    assert game.position.agenda[-1].env.stood
    assert game.play((2, 2)).state.contacts


# ---- how it runs


@rule("E2")
def test_straight_away_from_the_charger_its_full_throw() -> None:
    game = charged(scene(CHARGER, screen())).play("evade")
    assert (game.throw.what, game.throw.cite, game.throw.dice.faces()) == ("evasion", "1", (3, 6))
    gone = game.play((2, 3, 4)).unit("c")
    assert place(gone) == (30, 34, 180)
    assert (gone.today.evaded, gone.today.moved, gone.today.acted) == (True, True, True)
    # From centre to centre, whatever the facing: here to the north-east.
    slanted = evaded(scene(CHARGER, screen(at=(33, 24), figures=2)), 1, 1, 3)
    assert place(slanted.unit("c")) == (36, 28, 180)


@pytest.mark.parametrize(
    ("ground", "y"),
    [
        param(area("paddy", 20, 29, 40, 40), 31, id="2D6 of 3D6 if it meets difficult going"),
        param(area("paddy", 20, 40, 40, 44), 35, id="not if it does not get there"),
        param(area("canal", 0, 30, 72, 33), 29.5, id="up to impassable ground"),
    ],
)
@rule("E2")
def test_ground_in_its_way(ground: Terrain, y: float) -> None:
    game = evaded(scene(CHARGER, screen(), terrain=(ground,)), 2, 4, 4)
    assert place(game.unit("c"))[1] == pytest.approx(y, abs=0.02)


@rule("E2")
def test_as_far_as_the_table_edge() -> None:
    state = scene(unit("A", at=(30, 38)), screen(at=(30, 43)))
    assert place(evaded(state, 6, 6, 6).unit("c")) == (30, 47.5, 180)


@rule("E2")
def test_through_friends_but_never_on_to_them() -> None:
    friend = unit("d", at=(30, 28), facing=180)
    through = evaded(scene(CHARGER, screen(), friend), 2, 2, 2)
    assert place(through.unit("c")) == (30, 31, 180)
    # Three inches would put it on the friend: it stops before him.
    stopped = evaded(scene(CHARGER, screen(), friend), 1, 1, 1)
    assert gap(body(stopped.state, stopped.unit("c")), body(stopped.state, stopped.unit("d"))) <= 10
    assert place(stopped.unit("c"))[1] < 27.03
    assert not stopped.unit("d").today.unformed


@rule("E2")
def test_an_inch_from_other_enemies() -> None:
    behind = unit("B", at=(30, 34), facing=180)
    game = evaded(scene(CHARGER, behind, screen()), 6, 6, 6)
    assert gap(body(game.state, game.unit("c")), body(game.state, game.unit("B"))) == 100


# ---- what it has done


@rule("E3", "S10")
def test_it_has_moved_does_not_shoot_and_has_no_further_move() -> None:
    game = evaded(scene(CHARGER, screen(), unit("d", at=(60, 40))), 1, 1, 1).play((1, 1))
    runner = game.unit("c")
    assert (runner.today.evaded, runner.today.moved, runner.today.advanced) == (True, True, False)
    assert cite(may_shoot(game.state, runner)) == "E3"
    after = moving(game.state, 1)
    assert offered(after, "march") == {"d"}
    assert refused(after, "march", "c") in ("M1", "E3")


@rule("E1", "E3")
def test_a_second_charge_finds_it_standing() -> None:
    second = unit("B", horse, at=(40, 20))
    game = evaded(scene(CHARGER, second, screen()), 1, 1, 1).play((1, 1))
    game.play(("charge", ("B", "c")))
    assert game.throw.what == "charge"


# ---- the charger


@rule("E4")
def test_the_charger_follows_him_where_he_now_stands() -> None:
    game = evaded(scene(CHARGER, screen()), 1, 1, 1)
    assert game.throw.facts["needs"] == 700
    assert game.play((3, 4)).state.touching(0) == (1,)
    short = evaded(scene(CHARGER, screen()), 1, 1, 1).play((3, 3))
    assert not short.state.contacts
    assert place(short.unit("A")) == (30, 26, 0)


@rule("E4", "H2")
def test_a_new_free_turn_brings_him_into_the_lane() -> None:
    state = scene(unit("A", foot, 4, at=(30, 20)), screen(at=(33, 24), figures=2))
    game = evaded(state, 1, 1, 3)  # to (36, 28)
    charger = game.play((6, 6)).unit("A")
    assert game.state.touching(0) == (1,)
    assert 300 <= charger.facing <= 450


@rule("E4")
def test_out_of_reach_he_is_followed_the_full_throw() -> None:
    state = scene(unit("A", foot, 4, at=(30, 20)), screen(at=(33, 24), figures=2))
    game = evaded(state, 6, 6, 6).play((3, 2))
    # Still in the lane after a free turn of 36.9 degrees, though no throw could reach him.
    assert place(game.unit("A")) == (33, 24, 36.9)
    assert game.unit("A").today.charged


@rule("E4")
def test_out_of_the_lane_the_charger_goes_straight_ahead() -> None:
    # A screen behind the charger's flank runs where no free turn of a line can follow.
    state = scene(unit("A", foot, 4, at=(30, 20)), screen(at=(34, 21.6), figures=12))
    game = charged(state)
    game.play("evade", (6, 6, 6))
    game.play((2, 3))
    assert place(game.unit("A")) == (30, 25, 0)
    assert [entry.cite for entry in game.notes("charge falls short")] == ["E4"]


@rule("E4", "U1")
def test_a_charger_who_goes_on_uses_the_difficult_allowance_where_he_must() -> None:
    rough = (area("paddy", 20, 24, 40, 30),)
    state = scene(unit("A", foot, 4, at=(30, 20)), screen(at=(34, 21.6), figures=12), terrain=rough)
    game = charged(state).play("evade", (6, 6, 6), (5, 6))
    assert place(game.unit("A")) == (30, 25, 0)
    assert game.unit("A").today.unformed == "U1"
    short = charged(state).play("evade", (6, 6, 6), (2, 6))
    # The difficult allowance ends before the paddy: it has not been in it.
    assert place(short.unit("A")) == (30, 22, 0)
    assert short.unit("A").today.unformed == ""


@rule("E2", "N6", "N1")
def test_a_general_runs_with_his_unit() -> None:
    state = scene(CHARGER, screen(), unit("g", general, joined="c"))
    game = evaded(state, 2, 2, 2)
    assert place(game.unit("g"))[:2] == place(game.unit("c"))[:2] == (30, 31)
    assert game.unit("g").joined == 1
