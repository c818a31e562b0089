"""The first unit of a roster is a unit like others; who is passed over, looked over, or left alone. [47, 69, 79, 104, 124, B60, B65]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import Shape, stand_at
from grognard.books.valour_and_fortitude.facts.sight import visible
from grognard.books.valour_and_fortitude.state import Desk, State
from grognard.books.valour_and_fortitude.steps.common import push_leaders
from grognard.books.valour_and_fortitude.steps.env import Brigading
from grognard.books.valour_and_fortitude.words import Special, Where
from grognard.geometry.angles import ahead
from grognard.geometry.shapes import centre
from tests.books.valour_and_fortitude.bouts import fight, foe, foremost, hit, melee
from tests.books.valour_and_fortitude.drill import (
    area,
    begin,
    find,
    foot,
    gun,
    horse,
    lead,
    leader,
    legs,
    put,
    scene,
    square,
    told,
    unit,
)
from tests.rules import rule

param = pytest.param
AWAY = {"I": (2, 2), "i": (70, 46), "General": (4, 2), "general": (66, 46)}


# ---- the first of the roster


@rule("104", "124")
def test_the_first_of_the_roster_lends_brigade_support_to_who_fights_back() -> None:
    state = melee(
        unit("c", figures=12, files=6, front=(36, 28), facing=180),
        foremost("A", figures=12, files=6),
        foe("b", figures=12, files=6),
        leaders=AWAY,
    )
    game = hit(fight(state), 0)
    assert game.throw.facts["unit"] == 2
    assert "124" in told(game)
    assert game.unit("c").today.fought
    alone = hit(fight(put(state, "c", x=500, y=4500)), 0)
    assert "124" not in told(alone)
    assert not alone.unit("c").today.fought


@rule("103", "124")
def test_the_first_of_the_roster_lends_brigade_support_to_the_main_attacker() -> None:
    state = melee(
        unit("C", figures=12, files=6, front=(36, 20)),
        foremost("A", figures=12, files=6),
        foe("b", figures=12, files=6),
        leaders=AWAY,
    )
    game = fight(state)
    assert "124" in told(game)
    assert game.unit("C").today.fought
    alone = fight(put(state, "C", x=500, y=500))
    assert "124" not in told(alone)
    assert not alone.unit("C").today.fought


@rule("F5.6", "B65")
def test_headstrong_horse_charges_on_at_the_first_of_the_roster() -> None:
    state = melee(
        unit("c", files=6, figures=12, front=(36, 34), facing=180),
        foremost("A", horse, Special.HEADSTRONG, figures=6, files=6),
        foe("b", figures=12, files=6),
        unit("d", front=(8, 44), facing=180),
        leaders=AWAY,
    )
    game = hit(fight(state), 2, 0).play(("charge_at", "c"))
    game.play(("charge", next(iter(game.ask.offers["charge"]))))
    assert game.throw.facts["target"] == 0
    hit(game, 3, 0)
    assert game.unit("c").where is Where.ROUTED


@rule("108", "86")
@pytest.mark.parametrize(("won", "asked"), [(0, "c"), (1, "A")])
def test_losing_horse_falls_back_whichever_side_lost(won: int, asked: str) -> None:
    state = melee(foremost("A", horse, figures=6, files=6), foe("c", horse, figures=6, files=6), leaders=AWAY)
    game = hit(fight(state, "A", "c"), *((2, 0) if won == 0 else (0, 2)))
    assert set(game.ask.offers) == {"fall_back"}
    assert game.ask.prompt.startswith(asked)


# ---- Surprise Attack


def surprising(*more: Any, **fields: Any) -> State:
    """We hold Surprise Attack; an enemy, the first of the roster, could be assaulted at once."""
    return scene(
        unit("b", figures=12, files=6, front=(36, 24), facing=180),
        unit("A", figures=12, files=6, front=(36, 16)),
        *more,
        **{"hands": ((9,), ()), "leaders": {"general": (66, 46), "i": (70, 46)}, **fields},
    )


@rule("FC9")
def test_the_card_is_spent_only_where_it_is_played() -> None:
    assault = begin(surprising(), "brigade", env=Brigading(1)).play(("assault", ("A", "b")))
    assert set(assault.ask.offers) == {"go", "hold"}
    assert assault.state.fates[0].hand == (9,)
    move = begin(surprising(), "brigade", env=Brigading(1)).play(("move", "A"), ("go", legs("forward 2")))
    assert move.state.fates[0].hand == (9,)
    card = begin(surprising(), "brigade", env=Brigading(1)).play(("surprise_attack", "A"))
    assert card.state.fates[0].hand == ()
    card.play(("go", legs("forward 2")), ("strike", "b"))
    assert "go" in card.ask.offers
    card.play(("go", next(iter(card.ask.offers["go"]))))
    assert card.unit("A").today.assaulted


# ---- leaders that are pushed aside, or are not


@rule("B81")
@pytest.mark.parametrize(
    ("changes", "general", "pushed"),
    [
        param({}, {}, True, id="a unit that ends on him"),
        param({"inside": 0}, {}, False, id="an occupant is nowhere in the open"),
        param({"where": Where.ROUTED}, {}, False, id="nor who has routed"),
        param({}, {"inside": 0}, False, id="a leader in a house is on nobody's way"),
        param({}, {"where": Where.LATER}, False, id="nor one who is still to come"),
    ],
)
def test_whom_a_unit_pushes_aside(changes: dict[str, Any], general: dict[str, Any], pushed: bool) -> None:
    house = area("building", 50, 4, 54, 8, name="house")
    state = scene(unit("A", at=(30, 20)), unit("z", at=(60, 40)), terrain=(house,), leaders={"I": (30, 20)})
    state = lead(put(state, "A", **changes), "I", **general)
    desk = Desk(state, None)
    push_leaders(desk, 0)
    there = leader(desk.state, "I")
    assert ((there.x, there.y) != (3000, 2000)) is pushed


@rule("B81", "79")
def test_only_friends_are_pushed_aside() -> None:
    state = scene(unit("A", at=(30, 20)), unit("z", at=(60, 40)), leaders={"i": (30, 20)})
    desk = Desk(state, None)
    push_leaders(desk, 0)
    assert (leader(desk.state, "i").x, leader(desk.state, "i").y) == (3000, 2000)


# ---- looking over others


@rule("57", "60", "FC7", "F5.14")
@pytest.mark.parametrize(
    ("screen", "hill", "over", "sees"),
    [
        ("B", False, "", False), ("y", False, "", False),
        ("B", False, "friends", True), ("y", False, "friends", False),
        ("B", False, "units", True), ("y", False, "units", True),
        ("B", True, "friends", False), ("B", True, "units", False), ("y", True, "units", False),
    ],
)  # fmt: skip
def test_over_whom_one_sees(screen: str, hill: bool, over: str, sees: bool) -> None:
    """A long line stands between; whoever stands on a hill is never looked over."""
    terrain = (area("hill", 2, 17, 70, 20, crest=((2, 18), (70, 18))),) if hill else ()
    state = scene(
        unit("A", gun, front=(36, 6)),
        unit(screen, figures=80, files=40, front=(36, 19)),
        unit("z", figures=6, files=6, front=(36, 34), facing=180),
        terrain=terrain,
    )
    assert visible(state, find(state, "A"), find(state, "z"), over) is sees


# ---- squares


@rule("B60", "F5.17")
@pytest.mark.parametrize(
    ("figures", "files", "facings"),
    [
        param(16, 4, [0] * 4 + [2700, 900] * 2 + [1800] * 4, id="four ranks of four"),
        param(14, 4, [0] * 4 + [2700, 900] + [2700] + [1800] * 4, id="whoever has nobody behind him looks to the rear"),
        param(9, 3, [0] * 3 + [2700, 900] + [1800] * 3, id="three ranks of three"),
    ],
)  # fmt: skip
def test_where_the_figures_of_a_square_look(figures: int, files: int, facings: list[int]) -> None:
    at = stand_at(Shape(foot, figures, files, square), 3000, 2000, 0)
    assert [figure.facing for figure in at.front] == facings
    # Each sees from the middle of its outward edge, and those who look to a flank stand on it.
    assert all(figure.eye == ahead(*centre(figure.base), figure.facing, 40) for figure in at.front)
    flank = 40 * (files - 1)
    for facing, x in ((2700, 3000 - flank), (900, 3000 + flank)):
        assert {centre(figure.base)[0] for figure in at.front if figure.facing == facing} == {x}
