"""Engineers lay charges at a bridge and fire them; garrisons barricade their house. [D1–D7]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.skirmish_1808 import RULESET
from grognard.books.skirmish_1808.facts.fighting import bout
from grognard.books.skirmish_1808.facts.garrisons import rooms
from grognard.books.skirmish_1808.facts.ground import house_named
from grognard.books.skirmish_1808.facts.layout import placed
from grognard.books.skirmish_1808.facts.mining import blown
from grognard.books.skirmish_1808.facts.victory import points
from grognard.books.skirmish_1808.setup import scenarios
from grognard.books.skirmish_1808.state import Charge, Contact, Prize, State, Unit, places_of
from grognard.books.skirmish_1808.steps.env import Act
from grognard.books.skirmish_1808.tables.melee import MELEE
from grognard.books.skirmish_1808.tables.points import figure_cost
from grognard.books.skirmish_1808.words import Arm, Class, Quality, Trait, Weapon
from grognard.engine.choices import Move, Throw
from grognard.engine.flow import replace
from grognard.odds.explore import explore
from tests.books.skirmish_1808.drill import Play, area, battle, foot, gun, horse, play
from tests.rules import rule

BRIDGE = "the bridge"
GROUND = (
    area("stream", 0, 40, 28, 46, "the river"),
    area("bridge", 28, 40, 36, 46, BRIDGE),
    area("stream", 36, 40, 120, 46, "the lower river"),
)


def sappers(key: str = "S", at: tuple[float, float] = (32, 36), **given: Any) -> Unit:
    """Eight engineers, their front 1.5 from the bridge."""
    return foot(key, at=at, traits=(Trait.ENGINEER,), **given)


def at_the_bridge(*others: Unit, laid: int = 0, engineers: Unit | None = None) -> State:
    state = battle(engineers or sappers(), *others, ground=GROUND)
    return replace(state, charges=(Charge(BRIDGE, 0, laid),)) if laid else state


def acting(state: State, unit: int = 0) -> Play:
    return play(state, "activation", Act(unit, commanded=True))


def on_the_bridge(key: str, count: int, **given: Any) -> Unit:
    return foot(key, side=1, at=(32, 43), count=count, files=2, facing=180, **given)


@rule("D1", "E1")
def test_an_engineer_costs_four_points_more() -> None:
    def cost(*traits: Trait) -> int:
        return figure_cost(Arm.FOOT, Class.LINE, Quality.VETERAN, 8, 6, Weapon.CARBINE, traits)

    assert cost(Trait.ENGINEER) - cost() == 4


@rule("D1", "D2")
def test_none_but_engineers_lay_charges() -> None:
    assert "lay_charge" in acting(at_the_bridge()).offers()
    assert "lay_charge" not in acting(battle(foot("A", at=(32, 36)), ground=GROUND)).offers()


@rule("D2")
@pytest.mark.parametrize(("south", "near"), [(36.0, True), (35.5, True), (35.4, False)])
def test_charges_are_laid_from_two_centimetres(south: float, near: bool) -> None:
    game = acting(at_the_bridge(engineers=sappers(at=(32, south))))
    if near:
        game.say("lay_charge", BRIDGE)
        assert game.state.charges == (Charge(BRIDGE, 0, 1),)
        assert game.unit(0).today.acted, "the whole action"
    else:
        assert game.refusal("lay_charge", BRIDGE) == "D2"


@rule("D2")
def test_a_side_lays_three_charges_at_most() -> None:
    game = acting(at_the_bridge(laid=2)).say("lay_charge", BRIDGE)
    assert game.state.charges == (Charge(BRIDGE, 0, 3),)
    assert acting(at_the_bridge(laid=3)).refusal("lay_charge", BRIDGE) == "D2"


@rule("D3")
@pytest.mark.parametrize(("laid", "need"), [(1, 7), (2, 5), (3, 3)])
def test_each_charge_makes_the_fuse_surer(laid: int, need: int) -> None:
    throw = acting(at_the_bridge(laid=laid)).say("blow", BRIDGE).waiting
    assert isinstance(throw, Throw)
    assert throw.dice.dist().chance(lambda hit: bool(hit)) == Fraction(11 - need, 10)


@rule("D3")
def test_without_a_charge_or_from_afar_or_on_the_bridge_nothing_is_fired() -> None:
    assert acting(at_the_bridge()).refusal("blow", BRIDGE) == "D3"
    assert acting(at_the_bridge(laid=1, engineers=sappers(at=(32, 15)))).refusal("blow", BRIDGE) == "D3"
    assert acting(at_the_bridge(laid=1, engineers=sappers(at=(32, 42)))).refusal("blow", BRIDGE) == "D3"
    assert "blow" in acting(at_the_bridge(laid=1, engineers=sappers(at=(32, 20)))).offers()


@rule("D3a")
@pytest.mark.parametrize("spot", [(32, 43), (32, 60)])
def test_a_gun_on_the_bridge_keeps_the_charges_from_being_fired(spot: tuple[float, float]) -> None:
    game = acting(at_the_bridge(gun("G", at=spot, side=1), laid=3))
    assert ("blow" in game.offers()) == (spot == (32, 60))


@rule("D3")
def test_a_fuse_that_goes_out_spoils_one_charge() -> None:
    game = acting(at_the_bridge(laid=2)).say("blow", BRIDGE).fall(0)
    assert game.state.charges == (Charge(BRIDGE, 0, 1),)
    assert not game.state.down
    assert game.told("fuse_fails")


@rule("D4")
def test_a_bridge_carries_over_the_river_until_it_is_down() -> None:
    crossing = foot("A", at=(32, 50), side=1, count=4, files=2, facing=180)
    standing = acting(battle(crossing, ground=GROUND))
    legs = standing.offers()["march"].mover.plan((3200, 4300, 1800))
    assert isinstance(legs, tuple), legs
    blown = acting(at_the_bridge(crossing, laid=3)).say("blow", BRIDGE).fall(1)
    assert blown.state.down == (BRIDGE,)
    assert blown.state.charges == ()
    after = play(blown.state, "activation", Act(1, commanded=True))
    assert after.offers()["march"].mover.refusal(legs).cite == "S2"


@rule("D5")
def test_who_is_on_the_bridge_throws_and_those_saved_come_to_the_bank() -> None:
    game = acting(at_the_bridge(on_the_bridge("F", 4), laid=3)).say("blow", BRIDGE).fall(1)
    throw = game.waiting
    assert isinstance(throw, Throw)
    assert throw.cite == "D5"
    assert throw.dice.faces()[0] == 4
    game.fall(3)
    fallen = game.unit(1)
    assert fallen.size == 3
    river = [piece for piece in game.state.field.terrain if piece.kind == "stream"]
    assert len(river) == 3
    assert all(not 4000 < y < 4600 for _, y in places_of(fallen)), "nobody stands in the river"


@rule("D5")
def test_who_is_beside_the_bridge_does_not_throw() -> None:
    game = acting(at_the_bridge(foot("F", side=1, at=(32, 60)), laid=3)).say("blow", BRIDGE).fall(1)
    assert not isinstance(game.waiting, Throw)
    assert game.unit(1).size == 8


@rule("D5", "D3")
def test_the_odds_of_firing_are_those_of_the_fuse_and_the_fall() -> None:
    position = acting(at_the_bridge(on_the_bridge("F", 2), laid=2)).position
    scene = RULESET.scene_for(position, Move(0, "blow", BRIDGE))
    assert scene is not None
    told = explore(RULESET.engine(), scene).dist
    assert told.chance(lambda end: end[0] == "falls") == pytest.approx(0.6)
    assert told.chance(lambda end: end[0] == "stands") == pytest.approx(0.4)


@rule("D6", "G5")
def test_a_barricaded_garrison_fights_better_until_the_enemy_goes_in() -> None:
    ground = (area("building", 30, 30, 40, 40, "the mill"),)
    state = battle(foot("A"), foot("F", side=1, at=(35, 44), facing=180), ground=ground)
    inside = replace(state.units[0], house="the mill")
    inside = replace(inside, figures=placed(inside, rooms(inside, house_named(state, "the mill"))))
    state = replace(state, units=(inside, state.units[1]))
    game = acting(state).say("barricade")
    assert game.state.barricades == (("the mill", 0),)
    storm = Contact(1, 0, house="the mill")

    def total(state: State) -> int:
        return MELEE.tally(bout(state, storm, state.units[0], state.units[1])).total

    assert total(game.state) - total(state) == 1
    again = play(replace(game.state, units=state.units), "activation", Act(0, commanded=True))
    assert "barricade" not in again.offers(), "once"
    empty = replace(
        game.state,
        units=(replace(state.units[0], house="", figures=foot("x", at=(90, 90)).figures), state.units[1]),
    )
    entered = play(empty, "activation", Act(1, commanded=True)).say("enter", "the mill")
    assert entered.state.barricades == ()


@rule("D6")
def test_troops_in_the_open_barricade_nothing() -> None:
    assert "barricade" not in acting(battle(foot("A"))).offers()


@rule("D7")
@pytest.mark.parametrize(("north", "torn"), [(47.0, True), (50.0, False)])
def test_an_enemy_at_the_bridge_tears_the_charges_out(north: float, torn: bool) -> None:
    raider = horse("F", side=1, at=(32, north), count=1, facing=180)
    game = acting(at_the_bridge(raider, laid=2), unit=1).say("hold")
    assert (game.state.charges == ()) == torn
    assert bool(game.told("tears_out")) == torn


@rule("D7")
def test_ones_own_troops_leave_the_charges() -> None:
    game = acting(at_the_bridge(horse("A", at=(32, 47), count=1), laid=2), unit=1).say("hold")
    assert game.state.charges == (Charge(BRIDGE, 0, 2),)


@rule("S1", "D4")
def test_a_bridge_that_is_down_is_worth_its_prize() -> None:
    prize = Prize("bridge", 0, 400, BRIDGE)
    state = battle(sappers(), ground=GROUND, prizes=(prize,))
    assert points(state)[0] == 0
    assert points(replace(state, down=(BRIDGE,)))[0] == 400


@rule("D2", "D3", "S1")
def test_computer_players_lay_and_fire_charges() -> None:
    prize = Prize("bridge", 0, 400, BRIDGE)
    enemy = horse("F", side=1, at=(32, 110), facing=180)
    state = battle(sappers(), enemy, ground=GROUND, prizes=(prize,))
    assert _chosen(state) == "lay_charge"
    near = replace(
        state,
        charges=(Charge(BRIDGE, 0, 2),),
        units=(state.units[0], replace(foot("F", side=1, at=(32, 60), facing=180), id=1)),
    )
    assert _chosen(near) == "blow"


def _chosen(state: State) -> str:
    from grognard.ai.greedy import GreedyAgent

    position = acting(state).position
    ask = RULESET.engine().pending(position)
    return GreedyAgent(RULESET).choose(position, ask, 0).verb  # type: ignore[arg-type]


@rule("D4")
def test_a_shipped_battle_is_about_a_bridge() -> None:
    state = RULESET.start("esla").state
    assert "esla" in scenarios()
    assert [piece.name for piece in state.field.terrain if piece.kind == "bridge"] == [
        "the bridge of Castro Gonzalo"
    ]
    assert any(Trait.ENGINEER in unit.traits for unit in state.units)


@rule("D4")
def test_a_bridge_is_drawn_once_and_not_when_it_is_down() -> None:
    state = RULESET.start("esla").state
    name = "the bridge of Castro Gonzalo"
    assert [area.look for area in RULESET.sheet.board(state).areas].count("bridge") == 1
    down = blown(state, name)
    looks = {area.label: area.look for area in RULESET.sheet.board(down).areas}
    assert looks[name] == "water"
    assert "bridge" not in looks.values()


@rule("D4")
@pytest.mark.parametrize(("hits", "falls"), [(1, True), (0, False)])
def test_the_table_is_drawn_anew_when_a_bridge_falls(hits: int, falls: bool) -> None:
    game = acting(at_the_bridge(laid=3))
    before = game.state
    game.say("blow", BRIDGE).fall(hits)
    assert bool(game.state.down) is falls
    assert RULESET.sheet.redraws(before, game.state) is falls
    assert (RULESET.sheet.board(before) != RULESET.sheet.board(game.state)) is falls
