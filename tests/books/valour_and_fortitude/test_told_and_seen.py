"""Seen from a front that is touched; leaders under garrisons; cards, ties and formations told. [VF 44, 57, 79, 106, B15]"""

from __future__ import annotations

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.facts.sight import visible
from grognard.books.valour_and_fortitude.state import Objective, State, Terrain
from grognard.books.valour_and_fortitude.steps.cards import OwnFatePhase
from grognard.books.valour_and_fortitude.words import Phase
from grognard.engine.phrases import render
from tests.books.valour_and_fortitude.bouts import attack, fight, foe, foremost, melee
from tests.books.valour_and_fortitude.drill import Play, area, begin, find, foot, gun, scene, unit
from tests.rules import rule


@rule("57", "117", "B15")
def test_a_gun_met_head_on_sees_its_attacker_past_the_gun_beside_it() -> None:
    state = melee(
        unit("a", gun, front=(36, 24), facing=180), unit("b", gun, front=(38.54, 24), facing=180),
        unit("A", files=12, front=(37.06, 24)),
    )  # fmt: skip
    told = attack(state, "A", "a")
    assert "117" not in told.cites
    assert told.value == 5


@rule("57", "60", "B15")
@pytest.mark.parametrize(("ahead", "sees"), [(0, True), (0.5, False)], ids=["it touches", "half an inch off"])
def test_a_front_that_is_touched_sees_past_neighbours_and_otherwise_they_hide(
    ahead: float, sees: bool
) -> None:
    """b, two files wide, looks south between two friends a tenth off: every line of its comes within 1 of them."""
    state = melee(
        unit("a", foot, files=6, front=(32.7, 24), facing=180),
        unit("b", foot, files=2, front=(36, 24), facing=180),
        unit("c", foot, files=6, front=(39.3, 24), facing=180),
        unit("B", foot, figures=9, files=3, front=(36, 24 - ahead)),
    )
    assert visible(state, find(state, "b"), find(state, "B")) is sees


@rule("79", "176", "B81")
@pytest.mark.parametrize(("y", "moved"), [(19, True), (30, False)])
def test_a_garrison_that_comes_out_onto_an_enemy_leader_moves_him(y: float, moved: bool) -> None:
    state = scene(
        unit("A", foot, files=12, inside="building"), unit("b", foot, files=6, at=(60, 40), facing=180),
        terrain=(area("building", 33, 21, 39, 27),), leaders={"I": (45, 24), "General": (47, 24), "i": (36, y)},
    )  # fmt: skip
    game = begin(state, "action")
    game.play(("brigade", "I"), ("exit", "A"), ("go", (("place", 3600, 1900, 1800, "close", 12),)))
    assert (game.pending is not None and "put_back" in game.ask.offers) is moved


def told(game: Play) -> str:
    state: State = game.state
    names = {u.id: u.name for u in state.units} | {x.id: x.name for x in state.leaders}
    return " / ".join(render(e, RULESET.sheet, names, "VF", ("North", "South")) for e in game.log)


@rule("FC10", "44")
def test_the_journal_and_the_score_name_the_objective_of_capture() -> None:
    state = scene(
        unit("A", front=(36, 10)), unit("b", front=(36, 40), facing=180),
        objectives=(Objective("the hill", (3600, 2400)), Objective("the mill", (1000, 2400))),
        hands=((10,), ()), phase=Phase.FATE, holders=(1, 1),
    )  # fmt: skip
    game = begin(state, OwnFatePhase()).play(("capture", 1))
    assert "Capture on the mill" in told(game)
    rows = {row.label: row.value for row in RULESET.sheet.view(game.state, 1).score}
    assert "Capture" in rows["the mill"]
    assert "Capture" not in rows["the hill"]


@rule("FC5", "44")
def test_the_journal_names_the_unit_of_stubborn() -> None:
    state = scene(
        unit("A", front=(36, 10), losses=2), unit("B", front=(50, 10), losses=2), unit("b", front=(36, 40), facing=180),
        hands=((5,), ()),
    )  # fmt: skip
    assert "Stubborn on A" in told(begin(state, "action").play(("brigade", "I"), ("stubborn", "A")))


@rule("FC13G", "44")
def test_a_card_at_work_is_seen_on_the_units_of_its_brigade() -> None:
    state = scene(unit("A", front=(36, 10)), unit("B", front=(50, 10), brigade="II"), hands=((13,), ()))
    game = begin(state, "action").play(("brigade", "I"), "forward")
    tags = {p.name: [tag.words for tag in p.tags] for p in RULESET.sheet.view(game.state, 1).pieces}
    assert "Forward!" in tags["A"]
    assert "Forward!" not in tags["B"]


@rule("80", "176")
def test_the_journal_says_what_a_unit_forms_and_what_it_comes_out_of() -> None:
    game = begin(scene(unit("A", files=12, front=(36, 10)), unit("b", front=(36, 40))), "action")
    game.play(("brigade", "I"), ("move", "A"), ("go", (("reform", "close", 6, 0, 0),)))
    assert "A forms up: attack column" in told(game)
    house = area("building", 33, 21, 39, 27, name="the farm")
    out = begin(scene(unit("A", inside="the farm"), unit("b", front=(36, 46)), terrain=(house,)), "action")
    out.play(("brigade", "I"), ("exit", "A"), ("go", (("place", 3600, 1900, 1800, "close", 12),)))
    assert "A comes out of the farm" in told(out)


@rule("106", "145")
@pytest.mark.parametrize(("wall", "why"), [(False, "the active side wins ties"), (True, "b is in cover")])
def test_the_journal_says_why_a_tie_is_won(wall: bool, why: str) -> None:
    walls = (Terrain("low_wall", "wall", ((2000, 2401), (5200, 2401))),) if wall else ()
    game = fight(melee(foremost("A"), foe("b"), terrain=walls), "A", "b")
    while "fight result" not in [entry.what for entry in game.log]:
        game.play((1,) * int(game.throw.dice.faces()[0]))
    assert why in told(game)


@rule("68", "B84")
def test_why_nobody_may_is_told_of_each_who_is_barred_otherwise() -> None:
    state = scene(
        unit("A", inside="building"), unit("B", files=12, front=(60, 10)), unit("b", front=(60, 12), facing=180),
        terrain=(area("building", 33, 21, 39, 27),),
    )  # fmt: skip
    barred = begin(state, "action").play(("brigade", "I")).ask.barred["move"]
    assert "A: it is inside" in barred.words
    assert "B: an enemy is" in barred.words
