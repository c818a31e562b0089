"""The deterministic checks of the audit: boundaries, wavering, shattering, formations, scores. [VF D1–D8]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import form
from grognard.books.valour_and_fortitude.facts.command import automatic, needs_messenger, rallying
from grognard.books.valour_and_fortitude.facts.contact import touching
from grognard.books.valour_and_fortitude.facts.morale import fortitude, gains, outcome, score, valour
from grognard.books.valour_and_fortitude.facts.placing import Leaver
from grognard.books.valour_and_fortitude.facts.riding import mover_for_leader
from grognard.books.valour_and_fortitude.facts.shooting import why_no_shot
from grognard.books.valour_and_fortitude.facts.sight import visible
from grognard.books.valour_and_fortitude.facts.support import brigade_supporters, canister_at
from grognard.books.valour_and_fortitude.state import Objective, Spell, State
from grognard.books.valour_and_fortitude.steps.common import may_occupy
from grognard.books.valour_and_fortitude.steps.env import Acting, Brigading, Suffering
from grognard.books.valour_and_fortitude.steps.env import Testing as OnTrial
from grognard.books.valour_and_fortitude.words import Deed, Mode, Nation, Phase, Special, Where
from grognard.engine.flow import replace
from tests.books.valour_and_fortitude.bouts import fight, foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    area,
    begin,
    cite,
    find,
    formation,
    ground,
    gun,
    horse,
    leader,
    reform,
    scene,
    told,
    unit,
    why,
)
from tests.rules import rule

GAP = 0.01
"""The least a table tells apart."""


def pair(apart: float, *, first: dict[str, Any] | None = None, **more: Any) -> State:
    """Two lines that face each other so far apart."""
    return scene(
        unit("A", files=12, front=(36, 20), **(first or {})),
        unit("b", files=12, front=(36, 20 + apart), facing=180, **more),
    )


@rule("143", "144", "B34")
def test_d1_wavering() -> None:
    """A is shaken, B has three of four markers and is 5 from an enemy, C has none and is 10 away."""
    state = scene(
        unit("A", front=(10, 10), losses=4),
        unit("B", front=(30, 10), losses=3),
        unit("C", front=(50, 5)),
        unit("D", where=Where.ROUTED),
        unit("e", front=(30, 15), facing=180),
        unit("f", front=(50, 15), facing=180),
        phase=Phase.MELEE,
        routed=(3,),
    )
    game = begin(state, "fortitude", env=OnTrial(0)).play(1)
    assert game.over
    assert game.state.defeats == (1, 0)
    assert game.unit("A").where is Where.ROUTED
    assert (game.unit("B").losses, game.unit("B").shaken) == (4, True)
    assert game.unit("B").on_table
    assert game.unit("C").losses == 0
    assert game.state.routed == ()


@rule("140", "144", "146", "B31")
def test_d2_wavering_takes_the_last_units() -> None:
    state = scene(
        unit("A", front=(10, 10), losses=4),
        unit("B", front=(30, 10), losses=4),
        unit("D", where=Where.ROUTED),
        unit("e", front=(30, 25), facing=180),
        routed=(2,),
    )
    game = begin(state, "fortitude", env=OnTrial(0)).play(3)
    assert game.state.defeats == (2, 0)
    assert game.state.brigades[0].shattered
    assert game.leader("I").where is Where.ROUTED
    assert game.over


@rule("104", "126")
def test_d3_losses_count_only_after_the_target_has_fought_back() -> None:
    game = fight(melee(foremost("A"), foe("b")))
    game.play((6, 6, 6, 6))
    assert game.unit("b").losses == 0
    assert "126" in told(game)
    game.play((1, 1, 1, 1, 1))
    assert game.unit("b").shaken


@rule("55")
@pytest.mark.parametrize(("apart", "refusal"), [(12, ""), (12 + GAP, "55")])
def test_d4_range(apart: float, refusal: str) -> None:
    state = pair(apart)
    assert cite(why_no_shot(state, find(state, "A"), find(state, "b"), Mode.VOLLEY)) == refusal


@rule("69")
@pytest.mark.parametrize(("away", "needed"), [(12, False), (12 + GAP, True)])
def test_d4_messenger(away: float, needed: bool) -> None:
    state = scene(unit("A", front=(36, 20)), unit("b", front=(36, 40)), leaders={"I": (36, 20 + 0.5 + away)})
    assert needs_messenger(state, find(state, "A")) is needed


@rule("96")
@pytest.mark.parametrize(("apart", "plus"), [(12, 0), (12 + GAP, 1)])
def test_d4_rally(apart: float, plus: int) -> None:
    state = pair(apart, first={"losses": 2})
    assert rallying(state, find(state, "A")).total == plus


@rule("66")
@pytest.mark.parametrize(("away", "free"), [(24, True), (24 + GAP, False)])
def test_d4_automatic_activation(away: float, free: bool) -> None:
    # Leaders' bases are an inch wide: distance from base to base.
    state = scene(unit("A", front=(36, 20)), leaders={"I": (10, 10), "General": (11 + away, 10)})
    assert automatic(state, 0) is free


@rule("81", "84")
def test_d4_three_inches_after_a_retreat() -> None:
    state = pair(1)
    assert why(state, "A", "back 2", deed=Deed.RETREAT) == ""
    assert why(state, "A", "back 1.99", deed=Deed.RETREAT) == "84"
    there = pair(3)
    assert why(there, "A", reform("close", 8)) == "81"
    assert why(pair(3 + GAP), "A", reform("close", 12)) == ""


@rule("171")
@pytest.mark.parametrize(("away", "allowed"), [(3, False), (3 - GAP, True)])
def test_d4_a_feature_at_three_inches(away: float, allowed: bool) -> None:
    village = area("building", 30, 20 + away, 42, 30)
    state = scene(unit("A", front=(36, 20)), terrain=(village,))
    assert bool(may_occupy(state, find(state, "A"))) is allowed


@rule("93")
@pytest.mark.parametrize(("apart", "refusal"), [(6, "93"), (6 - GAP, "")])
def test_d4_infantry_at_cavalry(apart: float, refusal: str) -> None:
    state = scene(
        unit("A", files=6, front=(36, 20)),
        unit("b", horse, figures=12, files=6, front=(36, 20 + apart), facing=180),
    )
    assert why(state, "A", f"forward {apart}", deed=Deed.ASSAULT, target="b") == refusal


@rule("22", "23", "24", "B4")
@pytest.mark.parametrize(
    ("figures", "files", "name"),
    [
        (24, 12, "line"),
        (24, 8, "attack column"),
        (24, 3, "march column"),
        (24, 4, "attack column"),
        (9, 3, "attack column"),
        (4, 2, "line"),
    ],
)
def test_d5_formations(figures: int, files: int, name: str) -> None:
    assert formation(figures, files) == name


@rule("22", "23")
@pytest.mark.parametrize(("files", "name"), [(3, "line"), (1, "march column")])
def test_d5_three_horsemen(files: int, name: str) -> None:
    assert form(unit("A", horse, figures=3, files=files)).value == name


def score_of(objectives: tuple[int, int], defeats: tuple[int, int]) -> State:
    """A battle with so many objectives held by each side, and defeats suffered by each."""
    places = tuple(Objective(str(i), (100 * i, 100)) for i in range(sum(objectives)))
    holders = (0,) * objectives[0] + (1,) * objectives[1]
    units = unit("A", front=(10, 10)), unit("b", front=(40, 40))
    return scene(*units, objectives=places, holders=holders, defeats=defeats)


@rule("148")
def test_d6_scores() -> None:
    drawn = score_of((2, 1), (2, 1))
    assert score(drawn) == (3, 3)
    assert outcome(drawn).winner is None
    won = score_of((2, 1), (1, 1))
    assert score(won) == (3, 2)
    assert outcome(won).winner == 0


@rule("60", "B73")
@pytest.mark.parametrize(("aside", "seen"), [(1, False), (1 + 2 * GAP, True)])
def test_d7_one_inch_blocks_sight(aside: float, seen: bool) -> None:
    # A one-figure front looks straight at a narrow column; C stands so far beside the line.
    state = scene(
        unit("A", figures=3, files=1, front=(36, 10)),
        unit("b", figures=3, files=1, front=(36, 40), facing=180),
        unit("C", figures=3, files=3, front=(36 + aside + 1.2, 25)),
        unit("D", figures=3, files=3, front=(36 - aside - 1.2, 25)),
    )
    # Both sides of the line are closed, so only the line down the middle is left to see along.
    assert visible(state, find(state, "A"), find(state, "b")) is seen


@rule("159")
@pytest.mark.parametrize(("gap", "contact"), [(2, True), (2 + GAP, False)])
def test_d7_two_inches_across_a_barrier(gap: float, contact: bool) -> None:
    # One straight wall, A south of it and b north of it, so far apart along it.
    wall = ground("low_wall", (10, 20), (60, 20))
    state = scene(
        unit("A", figures=4, files=4, front=(30, 20)),
        unit("b", figures=4, files=4, front=(30 + 3.2 + gap, 20), facing=180),
        terrain=(wall,),
    )
    assert touching(state, find(state, "A"), find(state, "b")) is contact


@rule("124")
@pytest.mark.parametrize(("away", "lends"), [(3, ["C"]), (3 + GAP, [])])
def test_d7_brigade_support_at_three_inches(away: float, lends: list[str]) -> None:
    state = melee(foremost("A"), foe("b"), unit("C", files=6, front=(36, 24 - 3.2 - away)))
    assert [state.units[i].key for i in brigade_supporters(state, find(state, "A"))] == lends


@rule("77")
def test_d7_a_move_may_pass_at_three_inches() -> None:
    assert why(pair(6), "A", "forward 3") == ""
    assert why(pair(6), "A", "forward 3.01") == "77"


@rule("144")
@pytest.mark.parametrize(("apart", "losses"), [(6, 1), (6 + GAP, 0)])
def test_d7_the_loss_of_wavering_at_six_inches(apart: float, losses: int) -> None:
    state = scene(
        unit("A", files=12, front=(36, 20)),
        unit("b", files=12, front=(36, 20 + apart), facing=180),
        unit("D", where=Where.ROUTED),
        routed=(2,),
    )
    assert begin(state, "fortitude", env=OnTrial(0)).play(1).unit("A").losses == losses


@rule("F5.9c")
@pytest.mark.parametrize(("apart", "refusal"), [(6, ""), (6 + GAP, "F5.9c")])
def test_d7_infantry_at_horse_artillery(apart: float, refusal: str) -> None:
    state = scene(
        unit("A", files=6, front=(36, 20)),
        unit("b", gun, Special.HORSE_ARTILLERY, front=(36, 20 + apart), facing=180),
    )
    assert why(state, "A", f"forward {apart}", deed=Deed.ASSAULT, target="b") == refusal


@rule("142", "186")
@pytest.mark.parametrize(("away", "near"), [(12, True), (12 + GAP, False)])
def test_d7_twelve_inches(away: float, near: bool) -> None:
    state = scene(unit("A", front=(36, 20)), leaders={"I": (10, 10), "General": (11 + away, 10)})
    assert fortitude(state, 0).total == (1 if near else 0)
    guns = scene(
        unit("A", gun, Special.CANISTER, front=(36, 20)), unit("b", front=(36, 20 + away), facing=180)
    )
    assert canister_at(guns, find(guns, "A"), find(guns, "b")) is near


@rule("94")
@pytest.mark.parametrize(("apart", "refusal"), [(26, "94"), (26 + GAP, "")])
def test_d7_no_double_to_eighteen_inches(apart: float, refusal: str) -> None:
    state = scene(
        unit("A", files=12, front=(36, 10)), unit("b", files=12, front=(36, 10 + apart), facing=180)
    )
    assert why(state, "A", "forward 8", deed=Deed.DOUBLE) == refusal


@rule("98")
def test_d7_leaders_at_six_and_thirty_six_inches() -> None:
    state = scene(unit("A", front=(10, 5)), unit("b", front=(36, 40), facing=180), leaders={"I": (10, 5)})
    mover = mover_for_leader(state, leader(state, "I"))
    assert cite(mover.refusal((("place", 4600, 500),))) == ""
    assert cite(mover.refusal((("place", 4601, 500),))) == "98"
    mover = mover_for_leader(state, replace(leader(state, "I"), x=3300))
    # b's front is on y = 40; his own base reaches half an inch farther.
    assert cite(mover.refusal((("place", 3300, 4000 - 650),))) == "98"
    assert cite(mover.refusal((("place", 3300, 4000 - 651),))) == ""


@rule("176")
@pytest.mark.parametrize(("away", "refusal"), [(3, ""), (3 - GAP, "176")])
def test_d7_an_exit_at_three_inches(away: float, refusal: str) -> None:
    houses = area("building", 30, 10, 42, 20)
    # Set down in line just north of the houses: its front, at 21.7, looks at b.
    there = (("place", 3600, 2090, 0, "close", 12),)
    state = scene(
        unit("A", files=12, inside="building", front=(36, 15)),
        unit("b", front=(36, 21.7 + away), facing=180),
        terrain=(houses,),
    )
    assert (cite(Leaver(state, find(state, "A")).refusal(there)) != "") is bool(refusal)


@rule("35", "B73")
@pytest.mark.parametrize(("away", "winner"), [(6, 0), (6 + GAP, None)])
def test_d7_figures_at_six_inches_of_an_objective(away: float, winner: int | None) -> None:
    goal = Objective("the hill", (3600, round(2000 + 100 * away)))
    state = scene(
        unit("A", figures=4, files=4, front=(36.4, 20)), unit("b", front=(5, 40)), objectives=(goal,)
    )
    assert gains(state, 0) == winner


def village(inside: bool) -> State:
    """A village that is an objective, with thirty enemies round it."""
    houses = area("building", 30, 20, 40, 28)
    crowd = unit("b", figures=30, files=15, front=(35, 29), facing=180)
    few = unit("A", figures=4, files=4, inside="building" if inside else -1, front=(5, 5))
    goal = Objective("village", (3500, 2400), feature=0)
    return scene(few, crowd, terrain=(houses,), objectives=(goal,))


@rule("37", "B72")
def test_d8_a_village_is_held_from_inside() -> None:
    assert gains(village(inside=True), 0) == 0
    assert gains(village(inside=False), 0) is None


@rule("63", "64", "8", "9")
@pytest.mark.parametrize(("face", "acts"), [(1, False), (2, False), (3, True), (6, True)])
def test_d10_activation_with_a_routed_unit(face: int, acts: bool) -> None:
    state = scene(
        unit("A", front=(36, 20)), unit("X", where=Where.ROUTED), unit("b", front=(36, 45)), first_pick=False
    )
    game = begin(state, "brigade", env=Brigading(0)).play(face)
    assert game.state.brigades[0].active is acts


@rule("69", "F5.10a", "9")
@pytest.mark.parametrize(("face", "arrives"), [(1, False), (2, True)])
def test_d10_messenger_of_light_cavalry(face: int, arrives: bool) -> None:
    state = scene(
        unit("A", horse, Special.LIGHT_CAVALRY, front=(36, 20)),
        unit("b", front=(36, 45)),
        leaders={"I": (2, 2)},
    )
    game = begin(state, "act", env=Acting(0, Deed.MOVE)).play(face)
    assert game.over is not arrives


@rule("142", "9")
@pytest.mark.parametrize(("face", "defeats"), [(1, 1), (2, 0)])
def test_d10_fortitude_at_plus_two(face: int, defeats: int) -> None:
    units = [unit(key, front=(8 + 11 * i, 8)) for i, key in enumerate("ABCDE")]
    state = scene(*units, unit("X", where=Where.ROUTED), unit("b", front=(36, 45)), routed=(5,))
    assert fortitude(state, 0).total == 2
    assert begin(state, "fortitude", env=OnTrial(0)).play(face).state.defeats == (defeats, 0)


@rule("133", "8", "FC11B")
@pytest.mark.parametrize(("face", "stands"), [(4, False), (5, True), (6, True)])
def test_d10_valour_at_minus_one(face: int, stands: bool) -> None:
    """Scum of the Earth, against a unit that touches British infantry."""
    state = melee(
        foremost("A"),
        foe("b", losses=4),
        unit("c", front=(5, 40)),
        nations=(Nation.BRITISH, Nation.FRENCH),
        spells=(Spell("scum_of_the_earth", 0),),
    )
    assert valour(state, find(state, "b")).total == -1
    game = begin(state, "suffer", env=Suffering(1, 1)).play(face)
    assert game.unit("b").on_table is stands
