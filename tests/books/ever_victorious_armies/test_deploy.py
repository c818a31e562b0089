"""Free deployment. [EVA Z1, G-36]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.books.ever_victorious_armies import RULESET
from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.laws import faults
from grognard.books.ever_victorious_armies.state import Options, State, Terrain, Unit, Zone
from grognard.books.ever_victorious_armies.steps.deploy import Deploy, Placer
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.engine.choices import Ask
from grognard.geometry.gaps import nearer_than
from tests.books.ever_victorious_armies.drill import (
    cite,
    game_of,
    offered,
    on,
    place,
    refused,
    side_to_choose,
)
from tests.books.ever_victorious_armies.scenes import (
    Halt,
    Play,
    area,
    column,
    field_gun,
    find,
    general,
    heavy_gun,
    limbered,
    scene,
    unit,
    unlimbered,
)
from tests.rules import rule

param = pytest.param

FREE = Options(free_deployment=True)
SOUTH = Zone(0, ((0, 0), (7200, 0), (7200, 2000), (0, 2000)))
NORTH = Zone(1, ((0, 2000), (7200, 2000), (7200, 4800), (0, 4800)))


def field(*units: Unit, zones: tuple[Zone, ...] = (SOUTH, NORTH), terrain: tuple[Terrain, ...] = ()) -> State:
    """A table cut in two along y 20."""
    return on(scene(*units, options=FREE, terrain=terrain, turn=0), zones=zones)


def deploying(state: State) -> Play:
    """Both sides set up."""
    return game_of(state, Deploy(), Halt(), env=Turn())


def to(x: float, y: float, facing: float = 0, order: str = "line") -> tuple[tuple[Any, ...], ...]:
    """A place to stand."""
    return (("place", round(100 * x), round(100 * y), round(10 * facing), order),)


def why(state: State, key: str, legs: Any) -> str:
    """The rule that forbids a place; nothing if it is allowed."""
    return cite(Placer(state, find(state, key)).refusal(legs))


@rule("Z1")
def test_only_with_the_switch() -> None:
    plain = scene(unit("A", at=(30, 10)), unit("b", at=(30, 30)), turn=0)
    assert deploying(plain).ask.prompt == "Look around"
    assert RULESET.start("stockade").agenda[-1].sequence == "turn"
    assert RULESET.start("stockade", FREE).agenda[-1].sequence == "set up side"


@rule("Z1")
def test_the_second_side_sets_up_before_the_first() -> None:
    game = deploying(field(unit("A", at=(30, 10)), unit("b", at=(30, 30))))
    assert (side_to_choose(game), offered(game, "set_up")) == (1, {"b"})
    assert game.position.agenda[0].env.stage == 1
    game.play("ready")
    assert (side_to_choose(game), offered(game, "set_up")) == (0, {"A"})
    assert game.position.agenda[0].env.stage == 2
    assert game.play("ready").ask.prompt == "Look around"
    for name in RULESET.scenarios:
        waiting = RULESET.engine().pending(RULESET.start(name, FREE))
        assert isinstance(waiting, Ask)
        assert waiting.who == (1,)


@rule("Z1")
def test_each_unit_is_set_up_once_where_its_owner_wants_it() -> None:
    game = deploying(field(unit("A", at=(30, 10)), unit("b", at=(30, 30)), unit("c", at=(50, 30))))
    game.play(("set_up", "b"), ("place", to(10, 40, 180)))
    assert place(game.unit("b")) == (10, 40, 180)
    assert game.unit("b").still == 1
    assert offered(game, "set_up") == {"c"}
    assert refused(game, "set_up", "b") == "Z1"


@pytest.mark.parametrize(
    ("legs", "number"),
    [
        param(to(30, 10), "", id="in the zone"),
        param(to(30, 19.5), "", id="up to its edge"),
        param(to(30, 19.51), "Z1", id="a hair over it"),
        param(to(30, 19, 90), "Z1", id="a corner outside"),
        param(to(3, 10), "", id="up to the table's edge"),
        param(to(2.99, 10), "M10", id="over it"),
        param(to(50, 10), "M9", id="on a friend"),
        param(to(44, 10), "", id="beside him"),
        param(to(30, 10, 0, "column"), "M7", id="in an order it has not"),
        param((("place", 3000, 1000, 0),), "Z1", id="no facing"),
        param((("forward", 3000),), "Z1", id="no place"),
        param((("place", 10**9, 0, 0, "line"),), "Z1", id="nowhere near"),
        param((), "Z1", id="nothing"),
    ],
)
@rule("Z1")
def test_where_a_unit_may_stand(legs: Any, number: str) -> None:
    state = field(unit("A", at=(30, 10)), unit("B", at=(50, 10)), unit("c", at=(60, 40)))
    assert why(state, "A", legs) == number


@pytest.mark.parametrize(
    ("ground", "kind", "number"),
    [
        param("canal", heavy_gun, "Q6", id="nobody in a canal"),
        param("paddy", heavy_gun, "8a", id="no heavy gun in a paddy"),
        param("paddy", field_gun, "", id="a field gun may"),
    ],
)
@rule("Z1", "8a", "Q6")
def test_not_on_closed_ground(ground: str, kind: Any, number: str) -> None:
    state = field(unit("A", kind, at=(30, 5)), terrain=(area(ground, 0, 10, 72, 15),))
    assert why(state, "A", to(30, 12, 0, "unlimbered")) == number


@pytest.mark.parametrize(
    ("y", "number"),
    [param(15.0, "", id="4.00 apart"), param(15.01, "Z1", id="3.99 apart")],
)
@rule("Z1")
def test_enemies_at_least_four_apart(y: float, number: str) -> None:
    state = field(unit("A", at=(30, 5)), unit("b", at=(30, 20)), zones=(SOUTH, Zone(1, SOUTH.poly)))
    assert why(state, "A", to(30, y)) == number
    # Whoever sets up first has no enemy on the table yet.
    assert why(state, "b", to(30, 5, 180)) == ""


@rule("Z1")
def test_whoever_the_enemy_has_come_too_near_to_must_move() -> None:
    both = Zone(0, ((0, 0), (7200, 0), (7200, 4800), (0, 4800)))
    state = field(unit("A", at=(30, 10)), unit("b", at=(30, 30)), zones=(both, Zone(1, both.poly)))
    game = deploying(state)
    game.play(("set_up", "b"), ("place", to(30, 12, 180)), "ready")
    assert refused(game, "ready") == "Z1"
    game.play(("set_up", "A"))
    reach = game.ask.offers["place"]
    assert reach.sample(random.Random(1)) in reach
    assert all(legs in reach for legs in list(reach)[:5])
    assert refused(game, "place", to(30, 10)) == "Z1"
    game.play(("place", to(50, 10)), "ready")
    assert game.ask.prompt == "Look around"


@rule("Z1")
def test_a_unit_with_a_zone_of_its_own_keeps_to_it() -> None:
    own = Zone(0, ((1000, 0), (3000, 0), (3000, 1000), (1000, 1000)), "A")
    state = field(unit("A", at=(20, 5)), unit("B", at=(50, 5)), zones=(SOUTH, NORTH, own))
    assert why(state, "A", to(50, 15)) == "Z1"
    assert why(state, "A", to(20, 8)) == ""
    assert why(state, "B", to(20, 15)) == ""
    assert why(state, "B", to(20, 8.9)) == ""


@rule("Z1", "B6")
def test_a_general_may_stand_among_his_men() -> None:
    state = field(unit("A", at=(30, 10)), unit("G", general, at=(5, 5)), unit("b", at=(30, 30)))
    assert why(state, "G", to(30, 10, 0, "")) == ""
    assert why(state, "G", to(30, 30, 0, "")) == "Z1"


@rule("G-36", "Z1")
def test_guns_on_or_off_their_limbers() -> None:
    for order, still in ((unlimbered, 1), (limbered, 0)):
        state = field(unit("A", field_gun, at=(30, 10)), unit("b", at=(30, 30)))
        game = deploying(state).play("ready", ("set_up", "A"), ("place", to(30, 5, 0, order.value)))
        assert (game.unit("A").order, game.unit("A").still) == (order, still)


@rule("Z1", "M7")
def test_in_any_order_of_the_roster() -> None:
    state = field(unit("A", at=(30, 10), orders=(unit("A").order, column)), unit("b", at=(30, 30)))
    game = deploying(state).play("ready", ("set_up", "A"))
    assert game.play(("place", to(30, 10, 0, "column"))).unit("A").order is column


@rule("Z1")
def test_the_planner_and_the_preview() -> None:
    state = field(unit("A", at=(30, 10)), unit("b", at=(30, 30)))
    placer = Placer(state, find(state, "A"))
    assert placer.plan((3000, 1500, 0, "")) == to(30, 15)
    assert cite(placer.plan((3000, 2500, 0, "line"))) == "Z1"
    assert placer.preview(to(30, 15))["end"] == [3000, 1500, 0, "line"]
    assert placer.preview(to(30, 25))["refusal"]["cite"] == "Z1"
    assert placer.region() == SOUTH.poly[::-1] or set(placer.region()) == set(SOUTH.poly)


@pytest.mark.parametrize("name", ["stockade", "rearguard", "palikao"])
@pytest.mark.parametrize("seed", range(4))
@rule("Z1")
def test_whatever_is_sampled_is_legal_and_leaves_a_sound_battle(name: str, seed: int) -> None:
    rng = random.Random(seed)
    engine, position = RULESET.engine(), RULESET.start(name, FREE)
    for _ in range(200):
        waiting = engine.pending(position)
        assert isinstance(waiting, Ask) or position.agenda[-1].sequence == "turn"
        if position.agenda[-1].sequence == "turn":
            break
        assert isinstance(waiting, Ask)
        busy = "set_up" in waiting.offers and rng.random() < 0.9
        action = waiting.sample(rng)
        if busy:
            action = type(action)(waiting.who[0], "set_up", waiting.offers["set_up"].sample(rng))
        assert action in waiting, waiting.refusal(action)
        position = engine.apply(position, action)
    state = position.state
    assert state.turn == 1
    assert list(faults(state)) == []
    for mine in state.of_side(0):
        for theirs in state.of_side(1):
            assert not nearer_than(body(state, mine), body(state, theirs), 400), (mine, theirs)


@rule("Z1")
@pytest.mark.parametrize(("said", "facing"), [(0, 0), (359.9, 3599), (360, 0), (-0.1, 3599), (725, 50)])
def test_a_facing_is_an_angle_of_the_circle(said: float, facing: int) -> None:
    state = field(unit("A", at=(30, 10)), unit("b", at=(30, 30)))
    found = Placer(state, find(state, "A")).work_out(to(30, 10, said))
    assert isinstance(found, Unit)
    assert found.facing == facing


@rule("Z1")
def test_what_is_shown_of_a_place_costs_nothing() -> None:
    state = field(unit("A", at=(30, 10)), unit("c", at=(60, 40)))
    shown = Placer(state, find(state, "A")).preview(to(20, 10))
    assert (shown["end"], shown["cost"], shown["refusal"]) == ([2000, 1000, 0, "line"], 0, None)
