"""Defendable features: getting in and out, leaders, limits. [VF 168–173, 176, B37, B81, B84]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.placing import Leaver
from grognard.books.valour_and_fortitude.facts.riding import mover_for_leader
from grognard.books.valour_and_fortitude.facts.soundness import faults
from grognard.books.valour_and_fortitude.state import State, Terrain, Unit
from grognard.engine.choices import Ask
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    cite,
    find,
    horse,
    hundredths,
    lead,
    leader,
    offered,
    place,
    put,
    refused,
    scene,
    unit,
    why,
)
from tests.rules import rule

param = pytest.param

HOUSE = area("building", 25, 20, 35, 30)
WOOD = area("wood", 25, 20, 35, 30)


def acting(state: State, side: int = 0) -> Play:
    """A side's action phase, its first brigade active by itself."""
    game = begin(state, "action").play(("brigade", "I" if side == 0 else "i"))
    return game if isinstance(game.pending, Ask) else game.play(6)


def features(game: Play, verb: str) -> set[Any]:
    """Pairs of unit and feature by name."""
    terrain = game.state.field.terrain
    waiting = game.ask.offers.get(verb)
    if waiting is None:
        return set()
    return {(game.state.units[u].key, terrain[n].name) for u, n in waiting}


# ---- getting in


@pytest.mark.parametrize(
    ("y", "yes"),
    [
        param(17.01, True, id="less than 3 away"),
        param(17.0, False, id="exactly 3 away"),
        param(10, False, id="far away"),
    ],
)
@rule("171", "B73")
def test_a_unit_less_than_three_away_may_occupy_instead_of_acting(y: float, yes: bool) -> None:
    game = acting(scene(unit("A", front=(30, y)), terrain=(HOUSE,)))
    assert features(game, "occupy") == ({("A", "building")} if yes else set())


@rule("171", "B37", "184a")
def test_occupying_is_the_units_action_and_takes_its_figures_off_the_table() -> None:
    ours, friend = unit("A", front=(30, 18)), unit("B", front=(50, 18))
    game = acting(scene(ours, friend, terrain=(HOUSE,))).play(("occupy", ("A", "building")))
    assert game.unit("A").inside == 0
    assert game.unit("A").today.acted
    assert "A" not in offered(game, "move")
    # Where it stood there is room now: its bases no longer count.
    assert why(game.state, "B", ("glide", 3000, 1600, 0)) in ("76", "")
    far = put(game.state, "B", x=3000, y=1300)
    assert why(far, "B", "forward 4") == ""


@rule("171", "B37", "69")
def test_far_from_its_leader_a_unit_needs_a_messenger_to_occupy() -> None:
    state = scene(unit("A", front=(30, 18)), terrain=(HOUSE,), leaders={"I": (60, 5)})
    game = acting(state).play(("occupy", ("A", "building")))
    assert game.throw.what == "messenger"
    game.play(3)
    assert game.unit("A").inside < 0
    assert game.unit("A").today.acted


@rule("171", "B37", "49")
def test_a_unit_that_shot_does_not_occupy() -> None:
    game = begin(
        scene(unit("A", front=(30, 18), today={"shot": True}), unit("B", front=(50, 5)), terrain=(HOUSE,)),
        "action",
    ).play(("brigade", "I"))
    assert features(game, "occupy") == set()


@rule("171")
def test_enemies_near_or_touching_the_feature_do_not_keep_one_out() -> None:
    enemy = unit("b", front=(30, 30), facing=180)
    game = acting(scene(unit("A", front=(30, 18)), enemy, terrain=(HOUSE,)))
    assert features(game, "occupy") == {("A", "building")}


@rule("169", "171")
def test_one_unit_fills_a_feature_friend_or_foe() -> None:
    for other in ("B", "b"):
        state = scene(unit("A", front=(30, 18)), unit(other, inside="building"), terrain=(HOUSE,))
        assert features(acting(state), "occupy") == set()


@rule("169")
def test_no_position_has_two_units_in_one_feature() -> None:
    state = scene(unit("A", inside="building"), unit("B", inside="building"), terrain=(HOUSE,))
    assert any("169" in fault for fault in faults(state))
    assert not list(faults(put(state, "B", inside=-1, x=5000, y=1000)))


@rule("168", "184b")
def test_moves_go_neither_into_nor_through_a_feature() -> None:
    state = scene(unit("A", horse, figures=4, files=4, front=(30, 19)), terrain=(WOOD,))
    assert why(state, "A", "forward 1") == ""
    assert why(state, "A", "forward 2") == "168"
    assert why(state, "A", "forward 18") == "168"


# ---- leaders inside


@rule("169", "170", "171")
def test_leaders_enter_beside_a_friendly_unit_and_each_other() -> None:
    state = scene(
        unit("A", inside="building"), terrain=(HOUSE,), leaders={"I": (30, 18), "General": (30, 32)}
    )
    game = acting(state).play("finish", ("shelter", 0))
    game.play(("shelter", 0))
    assert leader(game.state, "I").inside == leader(game.state, "General").inside == 0


@pytest.mark.parametrize(
    ("at", "yes"), [((30, 16.51), True), ((30, 16.5), False)], ids=["less than 3", "exactly 3"]
)
@rule("171", "B73")
def test_a_leader_too_must_be_less_than_three_away(at: tuple[float, float], yes: bool) -> None:
    game = acting(scene(unit("A", front=(50, 10)), terrain=(HOUSE,), leaders={"I": at})).play("finish")
    assert ("shelter" in game.ask.offers) is yes


@rule("170")
def test_leaders_stay_out_where_an_enemy_unit_or_leader_is_inside() -> None:
    state = scene(unit("A", front=(50, 10)), terrain=(HOUSE,), leaders={"I": (30, 18)})
    assert "shelter" in acting(state).play("finish").ask.offers
    enemy = scene(
        unit("A", front=(50, 10)), unit("b", inside="building"), terrain=(HOUSE,), leaders={"I": (30, 18)}
    )
    assert "shelter" not in acting(enemy).play("finish").ask.offers
    general = lead(state, "general", inside="building")
    assert "shelter" not in acting(general).play("finish").ask.offers


@rule("170", "79", "B81")
def test_a_unit_entering_displaces_enemy_leaders_inside() -> None:
    state = scene(unit("A", front=(30, 18)), unit("b", front=(30, 42), facing=180), terrain=(HOUSE,))
    state = lead(state, "i", inside="building", at=(30, 25))
    game = acting(state).play(("occupy", ("A", "building")))
    assert game.ask.who == (1,)
    assert refused(game, "put_back", (("place", 3000, 3500),)) == "79"  # 7 from his nearest unit
    game.play(("put_back", (("place", 3000, 3600),)))
    assert leader(game.state, "i").inside < 0


@rule("B81", "97")
def test_entering_a_feature_is_the_leaders_move_and_so_is_leaving() -> None:
    state = scene(unit("A", front=(50, 10)), terrain=(HOUSE,), leaders={"I": (30, 18), "General": (60, 40)})
    game = acting(state).play("finish", ("shelter", 0))
    assert game.ask.prompt == "Move General"  # he has had his move


@rule("176", "B81")
def test_a_leader_leaves_to_wholly_within_six_and_three_from_enemies() -> None:
    state = scene(unit("A", inside="building"), unit("b", front=(50, 25), facing=270), terrain=(HOUSE,))
    state = lead(state, "I", inside="building", at=(30, 25))
    mover = mover_for_leader(state, leader(state, "I"))
    cases = {(30, 35.5): "", (30, 35.51): "176", (40.5, 10): "176"}
    for spot, number in cases.items():
        assert cite(mover.refusal((("place", hundredths(spot[0]), hundredths(spot[1])),))) == number
    close_by = scene(unit("A", inside="building"), unit("b", front=(41, 25), facing=270), terrain=(HOUSE,))
    mover = mover_for_leader(
        lead(close_by, "I", inside="building"), leader(lead(close_by, "I", inside="building"), "I")
    )
    assert cite(mover.refusal((("place", 3750, 2500),))) == ""  # exactly 3 away
    assert cite(mover.refusal((("place", 3751, 2500),))) == "176"


# ---- getting out


def leaving(*others: Unit, terrain: tuple[Terrain, ...] = (HOUSE,)) -> Leaver:
    """A unit about to leave the building."""
    state = scene(unit("A", inside="building"), *others, terrain=terrain)
    return Leaver(state, find(state, "A"))


def out(x: float, y: float, files: int = 12, facing: float = 0, order: str = "close") -> Any:
    """Set down there."""
    return (("place", hundredths(x), hundredths(y), round(facing * 10), order, files),)


@pytest.mark.parametrize(
    ("spot", "number"),
    [
        param(out(30, 35.2), "", id="wholly within 6: its rear at 34.4, its front at 36"),
        param(out(30, 35.21), "176", id="a hundredth sticks out"),
        param(out(30, 30.8), "", id="against the wall"),
        param(out(30, 30.5), "168", id="still inside"),
        param(out(30, 32, files=3, facing=90), "", id="in march column along the wall"),
        param(out(30, 32, files=6), "", id="in attack column"),
        param(out(30, 18, files=6, facing=180), "", id="out of the back"),
        param(out(30, 33.2, files=3), "176", id="a march column is longer than 6"),
        param(out(30, 33, files=24), "20", id="not in one rank"),
    ],
)
@rule("176")
def test_a_unit_leaves_to_wholly_within_six_in_any_formation(spot: Any, number: str) -> None:
    assert cite(leaving().refusal(spot)) == number


@rule("176", "174", "B73")
def test_it_leaves_to_at_least_three_from_enemies_in_the_open_and_inside() -> None:
    # The enemy's front is at 36; with its own front at 33 it is exactly 3 away.
    enemy = unit("b", front=(30, 36), facing=180)
    assert cite(leaving(enemy).refusal(out(30, 32.2))) == ""
    assert cite(leaving(enemy).refusal(out(30, 32.21))) == "77"
    wood = area("wood", 25, 36, 35, 40)
    inside = unit("b", inside="wood")
    assert cite(leaving(inside, terrain=(HOUSE, wood)).refusal(out(30, 32.2))) == ""
    assert cite(leaving(inside, terrain=(HOUSE, wood)).refusal(out(30, 32.21))) == "176"
    assert cite(leaving(terrain=(HOUSE, wood)).refusal(out(30, 32.21))) == ""


@rule("176", "184b")
def test_nobody_leaves_in_the_turn_he_entered() -> None:
    state = scene(unit("A", inside="building"), terrain=(HOUSE,))
    assert offered(acting(state), "exit") == {"A"}
    assert (
        offered(acting(put(state, "A", today=find(state, "A").today.__class__(entered=True))), "exit")
        == set()
    )
    # A whole turn later he may: two turns to pass through.
    game = acting(scene(unit("A", front=(30, 18)), terrain=(HOUSE,))).play(("occupy", ("A", "building")))
    assert offered(game, "exit") == set()


@rule("176")
def test_leaving_is_the_units_action() -> None:
    game = acting(scene(unit("A", inside="building"), terrain=(HOUSE,)))
    game.play(("exit", "A"), ("go", out(30, 32, files=6)))
    assert place(game.unit("A")) == (30, 32, 0)
    assert game.unit("A").inside < 0
    assert game.unit("A").today.acted


@rule("176", "170")
def test_a_leader_who_entered_this_turn_stays() -> None:
    state = scene(unit("A", inside="building"), terrain=(HOUSE,))
    state = lead(state, "I", inside="building", at=(30, 25))
    assert "ride" in acting(state).play("finish").ask.offers
    fresh = lead(state, "I", entered=True)
    assert acting(fresh).play("finish").ask.prompt == "Move General"


@rule("B84", "68")
def test_what_occupants_may_do() -> None:
    state = scene(
        unit("A", inside="building", losses=1), unit("b", front=(50, 25), facing=270), terrain=(HOUSE,)
    )
    game = acting(state)
    assert {verb for verb in game.ask.offers if "A" in offered(game, verb)} == {"rally", "exit"}
    outside = acting(scene(unit("A", front=(30, 15), losses=1), terrain=(HOUSE,)))
    assert {"move", "rally"} <= {verb for verb in outside.ask.offers if "A" in offered(outside, verb)}
