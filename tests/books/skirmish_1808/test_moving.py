"""Layouts, cohesion, moves and what stops them. [B1–B10, P1–P6, W2, W3, W5, O1–O3]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.skirmish_1808.facts.bodies import body_of, gap_between, muzzle
from grognard.books.skirmish_1808.facts.ground import area_cover_of, level_of, met
from grognard.books.skirmish_1808.facts.layout import in_cohesion, rank_of, widest_pitch
from grognard.books.skirmish_1808.facts.moving import Marching
from grognard.books.skirmish_1808.facts.regrouping import Regrouping
from grognard.books.skirmish_1808.facts.walks import Walk, walk
from grognard.books.skirmish_1808.state import State, Unit, centre
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.words import Arm, Cover, Pace, Role, Trait
from grognard.engine.flow import replace
from tests.books.skirmish_1808.drill import (
    area,
    battle,
    foot,
    gun,
    horse,
    leader,
    light,
    play,
    road,
    wagons,
    wall,
)
from tests.rules import rule

param = pytest.param


def cite(state: State, legs: Any, pace: Pace = Pace.NORMAL, unit: int = 0) -> str:
    """The rule that refuses a move, or nothing."""
    found = Marching(state, state.units[unit], pace).refusal(legs)
    return "" if found is None else found.cite


def go(dx: float, dy: float) -> tuple[tuple[Any, ...], ...]:
    """One straight leg of a loose unit."""
    return (("go", round(dx * 100), round(dy * 100)),)


@rule("B1", "B2", "B2a")
def test_bases_and_gaps() -> None:
    state = battle(
        foot("A", count=1, at=(10, 10)),
        foot("B", side=1, count=1, at=(10, 15)),
        horse("C", count=1, at=(20, 10)),
    )
    assert gap_between(state, state.units[0], state.units[1]) == 300, "5 between centres less two radii of 1"
    assert [state.units[n].radius for n in (0, 2)] == [100, 150]
    assert muzzle(gun("G", at=(30, 30), facing=0)) == (3000, 3200)
    assert state.units[0].figures[0].x == 1000, "lengths are kept in hundredths"


@rule("B3", "B3a")
def test_formed_layout() -> None:
    roles = (Role.RANKER,) * 9 + (Role.GUIDE, Role.MUSICIAN, Role.FLAG)
    unit = foot("A", roles=roles, formed=True, files=5, at=(30, 30))
    places = [(f.x, f.y) for f in unit.figures]
    assert places[1][0] - places[0][0] == 200, "bases touch"
    assert {y for _, y in places[:5]} == {places[0][1]}
    assert [rank_of(unit, n) for n in (0, 4, 5, 10)] == [0, 0, 1, 2]
    last = places[10:]
    assert sum(x for x, _ in last) / 2 == sum(x for x, _ in places[:5]) / 5, "the last rank is centred"
    assert [unit.figures[n].role for n in (10, 11)] == [Role.MUSICIAN, Role.FLAG]
    rider = horse("H", formed=True, count=6)
    assert abs(rider.figures[1].x - rider.figures[0].x) == 300


@rule("B4", "B4a")
def test_loose_layout() -> None:
    unit = light("A", count=8, at=(30, 30))
    xs = [f.x for f in unit.figures]
    assert xs[1] - xs[0] == 300
    assert xs[4] - xs[0] == 150, "the rear rank stands half a pitch aside"
    state = battle(unit)
    assert cite(state, (("dress", 4, 700, 0),)) != "B4", "as wide as cohesion allows"
    assert cite(state, (("dress", 4, 701, 0),)) == "B4"
    assert cite(state, (("dress", 2, 300, 0),)) == "B4", "four ranks"
    assert widest_pitch(Arm.FOOT) == 700


@rule("B5")
def test_cohesion() -> None:
    assert in_cohesion([(0, 0), (700, 0)], 100)
    assert not in_cohesion([(0, 0), (701, 0)], 100)
    assert not in_cohesion([(0, 0), (300, 0), (2000, 0), (2300, 0)], 100), "one chain"
    broken = foot("A", count=2, at=(30, 30))
    apart = replace(broken, figures=(broken.figures[0]._replace(x=1000), broken.figures[1]._replace(x=3000)))
    game = play(battle(apart, foot("B", side=1, at=(30, 90))), "activation", Act(0, commanded=True))
    assert set(game.offers()) == {"regroup"}
    assert game.refusal("advance", go(0, 1)) == "B5"
    assert game.waiting.prompt == "A is broken up: it may only regroup"


@rule("B6", "B6a", "B6b", "W2", "P1")
def test_a_move_is_as_long_as_the_longest_way() -> None:
    state = battle(foot("A", count=4, at=(30, 30)), foot("B", side=1, at=(30, 90)))
    assert cite(state, go(0, 6)) == ""
    assert cite(state, go(0, 6.01)) == "P1"
    assert cite(state, (*go(0, 3), *go(3, 0))) == "", "by way points"
    assert cite(state, (*go(0, 3), *go(3.01, 0))) == "P1"
    assert cite(state, (*go(0, 1), *go(0, 1), *go(0, 1))) == ""
    assert cite(state, (*go(0, 1), *go(0, 1), *go(0, 1), *go(0, 1))) == "B6"
    turned = walk(state.units[0], (("go", 0, 100), ("dress", 2, 300, 900)))
    assert isinstance(turned, Walk)
    assert turned.facing == 900
    far = [
        ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in ((t[0], t[-1]) for t in turned.trails)
    ]
    assert turned.cost >= max(far) - 1


@pytest.mark.parametrize(
    ("legs", "refused"),
    [
        param((("move", 0, 600),), "", marks=rule("B7"), id="straight on"),
        param((("move", 0, 601),), "P1", marks=rule("B7"), id="too far"),
        param((("move", 450, 600),), "", marks=rule("B7"), id="obliquely"),
        param((("move", 451, 100),), "B7", marks=rule("B7"), id="more than 45°"),
        param((("wheel", 300),), "", marks=rule("B7"), id="a wheel"),
        param((("wheel", 300), ("move", 0, 75)), "", marks=rule("B7"), id="a wheel and on"),
        param((("wheel", 300), ("move", 0, 200)), "P1", marks=rule("B7"), id="the wheel is paid"),
        param((("wheel", 100), ("wheel", 100)), "B7", marks=rule("B7"), id="one wheel only"),
        param((("side", 200),), "", marks=rule("B7a"), id="a step aside"),
        param((("side", 201),), "B7", marks=rule("B7a"), id="too far aside"),
        param((("back", 200),), "", marks=rule("B7a"), id="a step back"),
        param((("back", 300),), "B7", marks=rule("B7a"), id="too far back"),
        param((("about", 1),), "", marks=rule("B7a"), id="about"),
        param((("go", 0, 100),), "B7", marks=rule("B7"), id="not like loose ones"),
    ],
)
def test_formed_moves(legs: Any, refused: str) -> None:
    unit = foot("A", count=12, formed=True, at=(60, 60))
    assert cite(battle(unit, foot("B", side=1, at=(60, 110))), legs) == refused


@rule("B7", "B7a")
def test_what_formed_turns_cost() -> None:
    unit = foot("A", count=12, files=6, formed=True, at=(60, 60))
    wheeled = walk(unit, (("wheel", 300),))
    assert isinstance(wheeled, Walk)
    assert wheeled.cost == 524, "the arc of the outermost front figure: 10 cm by 30°"
    about = walk(unit, (("about", 1),))
    assert isinstance(about, Walk)
    assert (about.cost, about.facing) == (200, 1800)
    ridden = walk(horse("H", count=6, formed=True, at=(60, 60)), (("about", 1),))
    assert isinstance(ridden, Walk)
    assert ridden.cost == 400


@rule("B8")
def test_who_passes_whom() -> None:
    def crossing(first: Unit, second: Unit) -> str:
        return cite(battle(first, second, foot("E", side=1, at=(30, 110))), go(0, 8))

    mover = light("A", count=2, files=2, at=(30, 30))
    assert crossing(mover, light("B", count=2, files=2, at=(30, 33.5))) == "", "loose through loose"
    assert crossing(mover, foot("B", count=6, formed=True, at=(30, 34))) == "B8"
    assert crossing(mover, gun("B", at=(30, 34))) == "B8"
    assert crossing(leader("A", at=(30, 30)), foot("B", count=6, files=3, formed=True, at=(30, 34))) == "", (
        "leaders pass"
    )
    assert crossing(mover, light("B", count=2, files=2, at=(30, 38))) == "B8", "no base on another"


@rule("B8")
def test_nobody_comes_within_one_of_an_enemy() -> None:
    state = battle(foot("A", count=1, at=(30, 30)), foot("B", side=1, count=1, at=(30, 36)))
    assert cite(state, go(0, 3)) == "", "1 is kept"
    assert cite(state, go(0, 3.1)) == "B8"


@rule("B9", "B9a", "B10")
def test_majorities() -> None:
    half = foot("A", count=2, files=2, at=(30, 30), pitch=400)
    wood = area("light_wood", 20, 20, 30, 40)
    state = battle(half, ground=(wood,))
    assert area_cover_of(state, half) is Cover.NONE, "exactly half: the worse cover"
    inside = foot("A", count=3, files=3, at=(28, 30), pitch=300)
    assert area_cover_of(battle(inside, ground=(wood,)), inside) is Cover.MEDIUM
    hill = area("hill", 20, 20, 30, 40)
    assert level_of(battle(half, ground=(hill,)), half) == 0
    assert level_of(battle(inside, ground=(hill,)), inside) == 1
    touched = met(state, [((3500, 3000), (2900, 3000))])
    assert touched.kinds == {"light_wood"}
    assert not met(state, [((3500, 3000), (3100, 3000))]).kinds


@rule("L2", "30", "33", "34", "S2", "S3")
def test_forbidden_ground() -> None:
    ground = (area("wood", 25, 34, 35, 60), area("stream", 40, 34, 50, 36), wall(7, (55, 34), (65, 34)))
    enemy = foot("E", side=1, at=(60, 110))
    rider = horse("H", count=1, at=(30, 30))
    assert cite(battle(rider, enemy, ground=ground), go(0, 6)) == "30"
    assert cite(battle(foot("A", count=1, at=(30, 32)), enemy, ground=ground), go(0, 2)) == ""
    assert cite(battle(foot("A", count=1, at=(45, 32)), enemy, ground=ground), go(0, 3)) == "S2"
    assert cite(battle(foot("A", count=1, at=(60, 32)), enemy, ground=ground), go(0, 3)) == "33"
    assert cite(battle(wagons("W", 1, at=(30, 32)), enemy, ground=ground), go(0, 3)) == "S3"


@rule("P1", "P3", "P4", "41")
def test_ground_slows_and_bans() -> None:
    enemy = foot("E", side=1, at=(60, 110))
    crops = battle(foot("A", count=1, at=(30, 30)), enemy, ground=(area("crops", 20, 31, 40, 60),))
    assert cite(crops, go(0, 4)) == ""
    assert cite(crops, go(0, 4.1)) == "P1"
    assert cite(crops, go(0, 8), Pace.MARCH) == "", "10 - 2"
    woods = battle(foot("A", count=1, at=(30, 30)), enemy, ground=(area("wood", 20, 31, 40, 60),))
    assert cite(woods, go(0, 2)) == ""
    assert cite(woods, go(0, 2), Pace.MARCH) == "30"
    heavy = battle(foot("A", count=1, at=(30, 30)), enemy, ground=(area("heavy_wood", 20, 30.5, 40, 60),))
    assert cite(heavy, go(0, 1)) == ""
    assert cite(heavy, go(0, 1.1)) == "P1"


@rule("P2", "38", "S2", "A-24")
def test_roads() -> None:
    way = road("road", (30, 0), (30, 120))
    enemy = foot("E", side=1, at=(90, 110))
    unit = foot("A", count=4, at=(30, 30))
    state = battle(unit, enemy, ground=(way, area("crops", 20, 20, 40, 60)))
    assert cite(state, go(0, 12)) == "", "6 + 6, and the crops are ignored"
    assert cite(state, go(0, 12.1)) == "P2"
    assert cite(state, go(2, 6)) == "P1", "off the road"
    forded = battle(unit, enemy, ground=(road("path", (30, 0), (30, 120)), area("ford", 25, 34, 35, 36)))
    assert cite(forded, go(0, 4)) == ""
    assert cite(forded, go(0, 6)) == "P1", "a ford takes its own modifier and no bonus"


@rule("P6", "32")
def test_climbing_a_wall() -> None:
    enemy = foot("E", side=1, at=(60, 110))
    far = battle(foot("A", count=1, at=(30, 30)), enemy, ground=(wall(4, (20, 34), (40, 34)),))
    assert cite(far, go(0, 6)) == "P6", "6 - 8 leaves nothing"
    near = battle(foot("A", count=1, at=(30, 32.5)), enemy, ground=(wall(4, (20, 34), (40, 34)),))
    assert cite(near, go(0, 3)) == "", "the whole action from the foot of the wall"


@rule("M7")
def test_the_edge_of_the_table() -> None:
    state = battle(foot("A", count=1, at=(30, 3)), foot("E", side=1, at=(60, 110)))
    assert cite(state, go(0, -2)) == ""
    assert cite(state, go(0, -2.1)) == "M7"


@rule("W3")
def test_a_march_keeps_ten_from_visible_enemies() -> None:
    mover = foot("A", count=1, at=(30, 30))
    seen = battle(mover, foot("B", side=1, count=1, at=(30, 51)))
    assert cite(seen, go(0, 8.9), Pace.MARCH) == ""
    assert cite(seen, go(0, 9), Pace.MARCH) == "W3", "exactly 10 is within"
    hidden = battle(
        mover, foot("B", side=1, count=1, at=(30, 51)), ground=(area("building", 25, 44, 35, 47),)
    )
    assert cite(hidden, go(0, 10), Pace.MARCH) == "", "not seen"


@rule("O3", "105", "107")
@pytest.mark.parametrize(("kind", "stays"), [("light_wood", False), ("crops", True)])
def test_formation_is_lost_in_broken_ground(kind: str, stays: bool) -> None:
    unit = foot("A", count=6, formed=True, at=(30, 30))
    state = battle(unit, foot("B", side=1, at=(30, 110)), ground=(area(kind, 20, 31, 40, 60),))
    game = play(state, "activation", Act(0, commanded=True)).say("advance", (("move", 0, 200),))
    assert game.unit(0).formed is stays


@rule("W5", "O1", "20")
def test_regrouping() -> None:
    roles = (Role.RANKER,) * 7 + (Role.GUIDE,)
    state = battle(
        foot("A", count=8, at=(30, 30)), foot("G", roles=roles, at=(60, 30)), foot("B", side=1, at=(30, 100))
    )
    plain, guided = Regrouping(state, state.units[0]), Regrouping(state, state.units[1])
    assert (plain.step, guided.step) == (400, 600)
    form = (("dress", 4, 200, 0, 0, 0, 1),)
    assert plain.refusal(form) is None
    assert plain.refusal((("dress", 4, 300, 0, 0, 200, 0),)) is None
    shifted = plain.refusal((("dress", 4, 300, 0, 0, 260, 0),))
    assert shifted is not None
    assert shifted.cite == "W5"
    game = play(state, "activation", Act(0, commanded=True)).say("regroup", form)
    assert game.unit(0).formed
    assert game.position.over, "there is nobody to fire at"
    near = replace(state, units=(*state.units[:2], replace(foot("B", side=1, at=(30, 50)), id=2)))
    game = play(near, "activation", Act(0, commanded=True)).say("regroup", form)
    assert set(game.offers()) == {"no_fire", "fire"}, "then it may fire, unaimed"


@pytest.mark.parametrize(
    ("unit", "ground", "refused"),
    [
        param(foot("A", count=8), (), "", marks=rule("O1"), id="it may form"),
        param(foot("A", count=5), (), "O1", marks=rule("O1"), id="too few"),
        param(foot("A", count=8, traits=(Trait.CANNOT_FORM,)), (), "O1", marks=rule("O1"), id="cannot form"),
        param(
            foot("A", count=8),
            (area("light_wood", 0, 0, 60, 60),),
            "O1",
            marks=rule("O1", "105"),
            id="in a wood",
        ),
    ],
)
def test_who_may_form(unit: Unit, ground: Any, refused: str) -> None:
    state = battle(unit, foot("B", side=1, at=(90, 90)), ground=ground)
    legs = (("dress", -(-unit.size // 2), 200, 0, 0, 0, 1),)
    found = Regrouping(state, state.units[0]).refusal(legs)
    assert ("" if found is None else found.cite) == refused


@rule("W1", "T2")
def test_holding_is_passing() -> None:
    state = battle(foot("A"), foot("B", side=1, at=(30, 100)))
    game = play(state, "activation", Act(0, commanded=True)).say("hold")
    assert game.unit(0).today.acted
    assert centre(game.unit(0)) == centre(state.units[0])
    assert body_of(game.unit(0)).circles == body_of(state.units[0]).circles
