"""Corners of rules that only whole games used to pass: leaders stepping aside, whom cards may name, who is gone. [FC1, 138, B81]"""

from __future__ import annotations

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.facts.bodies import leader_box
from grognard.books.valour_and_fortitude.facts.detours import ways_to
from grognard.books.valour_and_fortitude.facts.riding import beside
from grognard.books.valour_and_fortitude.steps.cards import MeleeCards
from grognard.books.valour_and_fortitude.steps.env import Suffering
from grognard.books.valour_and_fortitude.words import Deed, Phase, Where
from grognard.geometry.shapes import overlap
from grognard.tabletop.manoeuvre import Wish
from tests.books.valour_and_fortitude.drill import (
    area,
    begin,
    find,
    horse,
    lead,
    leader,
    marcher,
    scene,
    unit,
)
from tests.rules import rule


@rule("B81")
@pytest.mark.parametrize(("where", "free"), [(Where.TABLE, False), (Where.ROUTED, True), (Where.LATER, True)])
def test_a_leader_steps_aside_only_for_leaders_who_are_there(where: Where, free: bool) -> None:
    state = scene(
        unit("A", front=(30, 30)),
        unit("B", front=(50, 30), brigade="II"),
        unit("z", front=(30, 44), facing=180),
        leaders={"I": (10, 10), "II": (20, 10)},
    )
    state = lead(state, "II", where=where)
    found = beside(state, leader(state, "I"), (2000, 1000))
    assert ((found.x, found.y) == (2000, 1000)) is free
    assert overlap(leader_box(found), leader_box(leader(state, "II"))) is free


@rule("B81")
def test_a_leader_inside_a_feature_is_in_nobodys_way() -> None:
    house = area("building", 60, 30, 66, 36, "house")
    state = scene(
        unit("A", front=(30, 30)),
        unit("B", front=(50, 30), brigade="II"),
        unit("z", front=(30, 44), facing=180),
        leaders={"I": (10, 10), "II": (20, 10)},
        terrain=(house,),
    )
    found = beside(lead(state, "II", inside="house"), leader(state, "I"), (2000, 1000))
    assert (found.x, found.y) == (2000, 1000)


@rule("FC1")
def test_all_out_attack_names_a_leader_of_ones_own_who_is_there() -> None:
    state = scene(
        unit("A", front=(36, 24)),
        unit("B", front=(20, 10), brigade="II"),
        unit("z", front=(36, 24), facing=180),
        hands=((1,), ()),
        phase=Phase.MELEE,
    )
    state = lead(state, "II", where=Where.ROUTED)
    game = begin(state, MeleeCards(active=True))
    named = {game.state.leader(i).name for i in game.ask.offers["all_out_attack"]}
    assert named == {"I", "General"}


@rule("138")
def test_an_occupant_that_routs_is_inside_nothing() -> None:
    house = area("building", 30, 20, 36, 26, "house")
    state = scene(
        unit("A", figures=12, files=6, inside="house", losses=4),
        unit("B", front=(60, 10)),
        unit("z", front=(33, 44), facing=180),
        terrain=(house,),
        phase=Phase.FIRE,
    )
    game = begin(state, "suffer", env=Suffering(0, 1)).play(1)
    assert game.unit("A").where is Where.ROUTED
    assert game.unit("A").inside == -1


@rule("44a", "149")
def test_only_ones_own_brigades_that_deploy_are_drawn_up() -> None:
    """With other armies the brigades of one's own side that do not arrive later stand in the zone, and no others."""
    options = RULESET.read_options({"first_army": "spanish_300", "second_army": "russian_300"})
    state = RULESET.start("meeting_engagement", options).state
    for unit_ in state.units:
        late = bool(state.brigades[unit_.brigade].arrives)
        assert (unit_.where is Where.LATER) is late, unit_.key
    assert {b.side for b in state.brigades if not b.arrives} == {0, 1}


@rule("70", "B20")
def test_the_full_distance_is_tried_to_the_last_hundredth() -> None:
    """Only the whole move of 18 leads out behind the friends on both sides."""
    walls = (area("river", 0, 0, 33.4, 21), area("river", 38.6, 0, 72, 21))
    state = scene(
        unit("A", horse, figures=10, files=5, front=(36, 25)),
        unit("b", figures=60, files=30, front=(36, 25), facing=180),
        unit("C", figures=30, files=6, front=(36, 20), brigade="I"),
        terrain=walls,
        size=(72, 48),
    )
    judge = marcher(state, "A", Deed.RETREAT)
    found = next(iter(judge.candidates()), None)
    assert found is not None
    assert judge.refusal(found) is None


@rule("70")
def test_ways_to_a_place_begin_with_the_straight_one() -> None:
    state = scene(unit("A", files=6, front=(30, 20)), unit("z", front=(60, 44), facing=180))
    judge = marcher(state, "A")
    first = next(iter(ways_to(judge, Wish(3000, 2240, 0))))
    assert first == (("glide", 3000, 2240, 0),)
    assert find(state, "A").x == 3000
