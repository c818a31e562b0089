"""Own forces, who starts on the table, buildings, the solo game's opponent and goal. [TMWWBK F-6, F-SB1, F-B1, F-B13]"""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.books.men_who_would_be_kings import RULESET
from grognard.books.men_who_would_be_kings.advice.automaton import Babbage
from grognard.books.men_who_would_be_kings.facts.bodies import heart
from grognard.books.men_who_would_be_kings.facts.ground import level_at, price
from grognard.books.men_who_would_be_kings.facts.values import light_footed
from grognard.books.men_who_would_be_kings.facts.victory import over
from grognard.books.men_who_would_be_kings.sequence import SEQUENCES
from grognard.books.men_who_would_be_kings.setup.forces import HOUSE, force
from grognard.books.men_who_would_be_kings.state import Options
from grognard.books.men_who_would_be_kings.steps.solo import ComeBack, Trigger
from grognard.books.men_who_would_be_kings.tables.actions import ACCESS
from grognard.books.men_who_would_be_kings.tables.nerve import ORDER
from grognard.books.men_who_would_be_kings.words import Action, Weapon, Where
from grognard.cli.given import options
from grognard.cli.terminal.start import meant_for
from grognard.engine.book import BadInput
from grognard.engine.choices import Throw
from grognard.engine.flow import replace
from grognard.engine.guide import load_guide
from grognard.engine.replay import Game
from tests.books.men_who_would_be_kings.scenes import (
    Play,
    area,
    begin,
    horse,
    light_horse,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

OWN = """\
title = "My own"
source = "invented"
points = 13

[[unit]]
name = "Bowmen"
type = "tribal_infantry"
points = 4
options = ["bows"]

[[unit]]
name = "Muskets"
type = "tribal_infantry"
points = 3
weapon = "rag_tag_muskets"

[[unit]]
name = "Line"
type = "regular_infantry"
points = 6
"""


# ---- own forces


@rule("F-6", "T052")
def test_a_force_of_ones_own_takes_the_field_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OWN)
    chosen = options(RULESET, [f"first_force={path}", "second_force=boer"])
    assert chosen.first_force == OWN
    state = RULESET.start("meeting", chosen).state
    mine = [(u.name, u.weapon) for u in state.units if u.side == 0]
    assert mine == [
        ("Bowmen", Weapon.FOOT_BOWS),
        ("Muskets", Weapon.RAG_TAG_MUSKETS),
        ("Line", Weapon.MODERN_RIFLE),
    ]


@rule("F-6")
def test_a_saved_game_keeps_the_list_with_it() -> None:
    game = Game(RULESET, "meeting", Options(first_force=OWN))
    assert OWN in RULESET.decode(RULESET.encode(game.position)).state.options.first_force


@rule("F-6", "F-2", "T052")
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("points = 13", "points = 14", "its units cost 13"),
        ("points = 6", "points = 5", "costs 6"),
        ('weapon = "rag_tag_muskets"', 'weapon = "machine_gun"', "weapon"),
        ('options = ["bows"]', 'options = ["bows"]\nweapon = "rag_tag_muskets"', "weapon"),
        ('name = "Line"', 'name = "Bowmen"', "listed twice"),
        ("[[unit]]", "[[host]]", "unknown field"),
    ],
)
def test_a_faulty_list_is_refused_wherever_it_comes_from(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    faulty = OWN.replace(old, new)
    with pytest.raises(BadInput, match=words):
        RULESET.start("meeting", Options(second_force=faulty))
    path = tmp_path / "mine.toml"
    path.write_text(faulty)
    with pytest.raises(BadInput, match=words):
        options(RULESET, [f"first_force={path}"])


@rule("F-6")
def test_the_name_of_a_file_is_no_force_to_the_book_itself() -> None:
    there = HOUSE / "armies" / "boer.toml"
    assert there.is_file()
    for name in (str(there), "../armies/boer", "armies/boer.toml"):
        with pytest.raises(BadInput, match="no force"):
            force(name)
    with pytest.raises(BadInput, match="no force"):
        options(RULESET, ["first_force=nowhere.toml"])
    with pytest.raises(BadInput, match="20000"):
        force("\n" + "#" * 20_001)
    with pytest.raises(BadInput, match="1 to 24"):
        force('title = "x"\nsource = "invented"\npoints = 0\nunit = []\n')


@rule("F-U7", "F-U11", "F-U12", "F-P10", "T051", "F-G1", "F-G5", "F-G9", "F-G10", "F-G12")
def test_the_ford_brings_troops_and_ground_one_seldom_meets() -> None:
    state = RULESET.start("the_ford").state
    assert {u.weapon for u in state.units} >= {
        Weapon.FOOT_BOWS, Weapon.RAG_TAG_MUSKETS, Weapon.ANTIQUATED_MUSKET, Weapon.MACHINE_GUN,
    }  # fmt: skip
    assert any(light_footed(u) and u.kind is regular for u in state.units)
    assert any(u.rides and u.kind is regular for u in state.units)
    top = 5800, 1400
    assert level_at(state, top) == 1
    line = next(u for u in state.units if u.weapon is Weapon.ANTIQUATED_MUSKET)
    assert price(state, line, top, (5800, 1300)) == 200  # a steep hillside is Difficult
    kinds = {piece.kind for piece in state.field.terrain}
    assert kinds >= {"stream", "marsh", "deep_water", "cliff", "trench", "ditch", "fence", "crops", "sangar"}


# ---- who starts on the table


@rule("F-SB1", "F-S7")
def test_the_owner_says_who_is_in_the_village() -> None:
    game = Play(RULESET.start("seek_and_destroy", Options(free_deployment=True)))
    here = list(game.state.on_table(0))
    away = [u for u in game.state.units if u.side == 0 and u.where is Where.WAITING]
    game.do("keep_back", here[0].id)
    assert game.state.units[here[0].id].where is Where.WAITING
    assert game.refused("ready").cite == "F-SB1"  # fewer than 8 points
    assert game.refused("set_up", here[0].id).cite == "F-S1"
    newcomer = next(u for u in away if u.id in game.offers("call_up"))
    game.do("call_up", newcomer.id)
    assert game.state.units[newcomer.id].on_table
    while "ready" not in game.ask.offers:
        game.do("call_up", game.offers("call_up")[0])
    assert 8 <= sum(u.cost for u in game.state.on_table(0)) <= 12
    game.do("ready")
    assert game.ask.who == (1,)
    assert "keep_back" not in game.ask.offers
    assert game.refused("keep_back", 5).cite == "F-S7"


@rule("F-SB1", "F-SH1")
def test_too_many_points_in_the_camp_are_refused_and_the_edge_is_chosen_afterwards() -> None:
    game = Play(RULESET.start("sigh_of_relief", Options(free_deployment=True)))
    assert game.ask.who == (0,)
    while game.offers("call_up") and "ready" in game.ask.offers:
        game.do("call_up", game.offers("call_up")[0])
    assert game.refused("ready").cite == "F-SB1"
    while "ready" not in game.ask.offers:
        game.do("keep_back", game.offers("keep_back")[0])
    game.do("ready")
    assert (game.ask.who, set(game.ask.offers)) == ((1,), {"from_west", "from_east"})
    game.do("from_east")
    assert game.ask.prompt == "Set up your units"


@rule("F-SC1")
def test_the_native_says_who_hides_before_the_intruder_sets_up() -> None:
    game = Play(RULESET.start("get_off_my_land", Options(free_deployment=True)))
    hidden = [u.id for u in game.state.units if u.where is Where.HIDDEN]
    if hidden:
        game.do("call_up", hidden[0])
        assert game.state.units[hidden[0]].on_table
        game.do("keep_back", hidden[0])
    game.do("ready")
    while "hide" in game.ask.offers:
        assert game.ask.who == (0,)
        game.do("hide", 4)
    assert game.ask.who == (1,)
    assert all(u.sector == 4 for u in game.state.units if u.where is Where.HIDDEN)


@rule("F-SB1", "R-62")
def test_defenders_may_be_set_up_in_buildings() -> None:
    game = Play(RULESET.start("seek_and_destroy", Options(free_deployment=True)))
    first, second = [u for u in game.state.on_table(0) if not u.cavalry and not u.crewed][:2]
    game.do("set_up", first.id).do("place", (("at", 3000, 3000),))
    assert game.state.units[first.id].inside is not None
    game.do("set_up", second.id)
    assert game.refused("place", (("at", 3000, 3000),)).cite == "R-62"  # one unit a building
    assert game.may("place", (("at", 4200, 3000),))
    game.do("place", (("at", 3600, 3400),)).do("set_up", first.id)
    assert game.may("place", (("at", 3000, 3000),))  # its own
    game.do("place", (("at", 3600, 4250),))
    assert game.state.units[first.id].inside is None


@rule("R-62", "F-SG1", "F-M4")
def test_horse_and_the_enemy_are_not_set_up_in_buildings() -> None:
    start = RULESET.start("storm_the_fort", Options(free_deployment=True, first_force="british_nwf_a"))
    game = Play(start)
    rider = next(u for u in game.state.on_table(0) if u.cavalry)
    foot = next(u for u in game.state.on_table(0) if not u.cavalry)
    game.do("set_up", rider.id)
    assert game.refused("place", (("at", 3600, 3800),)).cite == "R-62"
    spot = game.unit(rider.key).models[0]
    game.do("place", (("at", *spot),)).do("set_up", foot.id).do("place", (("at", 3600, 3800),))
    assert game.state.units[foot.id].inside is not None
    assert heart(game.state.units[foot.id]) != (0, 0)


# ---- the solo game


@rule("F-B1", "F-B7")
def test_mr_babbage_plays_his_own_scenario() -> None:
    assert RULESET.scenarios["mr_babbage"].opponent == "babbage"
    assert meant_for(Game(RULESET, "mr_babbage")) == "babbage"
    assert meant_for(Game(RULESET, "meeting")) == "sergeant"


@rule("F-B13", "F-S4")
def test_the_crossroads_decide_after_turn_twenty() -> None:
    state = RULESET.start("mr_babbage", Options(goal="crossroads")).state
    assert state.field.area
    mine = state.on_table(0)[0]
    held = replace(
        state,
        turn=20,
        units=tuple(
            replace(
                u,
                models=tuple(
                    (x - mine.models[0][0] + 5400, y - mine.models[0][1] + 2400) for x, y in u.models
                ),
            )
            if u.id == mine.id
            else u
            for u in state.units
        ),
    )
    assert over(replace(held, turn=19), True) is None
    assert over(held, False) is None
    won, lost = over(held, True), over(replace(state, turn=20), True)
    assert won is not None
    assert lost is not None
    assert (won.winner, won.cite, lost.winner) == (0, "F-B13", 1)
    plain = RULESET.start("mr_babbage").state
    assert over(replace(plain, turn=20), True) is None


@rule("F-B5", "F-B2")
def test_a_loss_is_settled_before_anybody_appears() -> None:
    order = [type(step) for step in SEQUENCES["action"]]
    assert order.index(ComeBack) < order.index(Trigger)
    state = scene(
        unit("A", horse, at=(36, 14)),
        unit("b", tribal, 1, at=(36, 20)),
        unit("c", tribal, where=Where.POOL, places=()),
        solo=1,
        victory="solo",
        queues=((2,), (), ()),
    )
    game = begin(state).do("attack", "A", "b").hits(8).hits(0)
    thrown = []
    while isinstance(game.pending, Throw):
        thrown.append(game.throw.what)
        game.fall(*[6] * game.throw.dice.faces()[0])
        if thrown[-1] == "appearance":
            break
    assert thrown == ["return", "appearance"]


@rule("F-B9")
def test_mr_babbages_riders_spare_only_the_beaten_who_are_hard() -> None:
    ridge = area("hill", 25, 20, 40, 30)
    fresh = scene(
        unit("A", regular, 1, at=(44, 24)),
        unit("B", regular, at=(37, 24)),
        unit("b", light_horse, at=(49, 24)),
        terrain=(ridge,),
        solo=1,
        victory="solo",
    )
    game = begin(fresh, side=1).do("attack", "b", "A").hits(3).hits(0)
    while isinstance(game.pending, Throw):
        game.total(12)
    assert game.offers("follow_up") == [1]
    assert Babbage().choose(game.position, game.ask, 1).verb == "follow_up"
    beaten = scene(
        unit("A", regular, 8, at=(42, 24)),
        unit("b", light_horse, at=(49, 24)),
        terrain=(ridge,),
        solo=1,
        victory="solo",
    )
    game = begin(beaten, side=1).do("attack", "b", "A").hits(3).hits(0)
    while isinstance(game.pending, Throw):
        game.total(12)
    assert game.offers("follow_up") == [0]
    assert Babbage().choose(game.position, game.ask, 1).verb == "stay"


# ---- what the sheets say


@rule("T107", "R-02", "T116")
def test_what_is_a_switch_or_for_some_only_is_said_to_be() -> None:
    assert "Fieldcraft" in ACCESS.row(Action.GO_TO_GROUND).words
    assert all("switch" in row.words for row in ORDER.rows)
    cards = load_guide("grognard.books.men_who_would_be_kings", RULESET.rulebook)
    down = next(card for card in cards if card.title == "Down!")
    assert "Fieldcraft" in down.words
    assert "kirmish" not in down.words
