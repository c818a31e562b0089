"""The reference sheet, cell by cell, and where the text or an army sheet goes before it. [VF 185–191a]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.command import move_distance
from grognard.books.valour_and_fortitude.facts.fighting import (
    automatic_rout,
    bout_of,
    line_bonus,
    melee_value,
    tie_breaker,
)
from grognard.books.valour_and_fortitude.facts.shooting import (
    Shot,
    fire_losses,
    fire_value,
    reach_of,
    shot_of,
)
from grognard.books.valour_and_fortitude.facts.sight import in_front_arc, visible
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.tables.dice import ACTIVATION, HIT, RALLY
from grognard.books.valour_and_fortitude.tables.fighting import SQUARE_DIE
from grognard.books.valour_and_fortitude.tables.moving import DISTANCES
from grognard.books.valour_and_fortitude.tables.shooting import SUPPORTERS
from grognard.books.valour_and_fortitude.tables.terrain import GOING
from grognard.books.valour_and_fortitude.words import Deed, Mode, Special
from tests.books.valour_and_fortitude.drill import (
    area,
    both,
    find,
    foot,
    ground,
    gun,
    horse,
    limbered,
    marcher,
    open_order,
    scene,
    square,
    unit,
    unlimbered,
)
from tests.rules import rule

param = pytest.param

SHEET = {
    "cavalry": 18, "column": 12, "open": 9, "line": 8, "square": 3,
    "limbered horse": 18, "limbered": 12, "limbered slow": 6,
    "unlimbered horse": 9, "unlimbered": 3, "unlimbered slow": 1, "leader": 36,
}  # fmt: skip


@rule("185", "76")
def test_the_move_distances_of_the_sheet() -> None:
    assert {row.key: row.value / 100 for row in DISTANCES.rows} == SHEET


@pytest.mark.parametrize(
    ("body", "inches"),
    [
        param(unit("A", horse), 18, id="cavalry"),
        param(unit("A", horse, open_order, Special.LIGHT_CAVALRY), 18, id="cavalry in open order"),
        param(unit("A", files=3), 12, id="march column"),
        param(unit("A", files=6), 12, id="attack column"),
        param(unit("A", foot, open_order, Special.LIGHT_INFANTRY), 9, id="open order"),
        param(unit("A"), 8, id="line"),
        param(unit("A", foot, square, Special.SQUARE, files=6), 3, id="square"),
        param(unit("A", gun, limbered), 12, id="limbered"),
        param(unit("A", gun, unlimbered), 3, id="unlimbered"),
        param(unit("A", gun, limbered, Special.HORSE_ARTILLERY), 18, id="limbered horse artillery"),
        param(unit("A", gun, unlimbered, Special.HORSE_ARTILLERY), 9, id="unlimbered horse artillery"),
        param(unit("A", gun, limbered, Special.SLOW), 6, id="limbered slow"),
        param(unit("A", gun, unlimbered, Special.SLOW), 1, id="unlimbered slow"),
    ],
)
@rule("185", "76")
def test_every_formation_reads_its_row(body: Any, inches: int) -> None:
    state = scene(body)
    assert move_distance(state, state.units[0]).total == inches * 100
    assert marcher(state, "A", Deed.DOUBLE).limit == 2 * inches * 100


@rule("185", "166", "163", "160")
def test_the_going_of_the_sheet() -> None:
    assert {row.key: row.value for row in GOING.rows} == {
        "open": 100,
        "rough": 200,
        "highway": 50,
        "barrier": 400,
    }


@rule("125", "63", "95")
def test_what_tests_need_on_the_sheet() -> None:
    assert (ACTIVATION, HIT, RALLY, SUPPORTERS) == (2, 4, 6, 3)


# ---- the short forms of the special rules


@rule("186")
def test_canister_adds_two_and_supports_as_two() -> None:
    assert fire_value(Shot(base=1, canister=True)).total == 3
    field = unit("A", gun, Special.CANISTER, front=(30, 20), fire=1)
    state = scene(
        field, unit("B", gun, Special.CANISTER, front=(34, 20)), unit("c", front=(32, 30), facing=180)
    )
    shot = shot_of(state, find(state, "A"), find(state, "c"), Mode.VOLLEY, ((1, Mode.CANISTER),))
    assert fire_value(shot).total == 3
    plain = shot_of(state, find(state, "A"), find(state, "c"), Mode.VOLLEY, ((1, Mode.VOLLEY),))
    assert fire_value(plain).total == 2


@rule("189")
def test_open_order_halves_losses_of_the_fire_phase() -> None:
    loose = scene(unit("A", foot, open_order, Special.LIGHT_INFANTRY))
    tight = scene(unit("A", foot, Special.LIGHT_INFANTRY))
    assert [fire_losses(loose, loose.units[0], hits) for hits in range(6)] == [0, 1, 1, 1, 2, 2]
    assert [fire_losses(tight, tight.units[0], hits) for hits in range(6)] == [0, 1, 2, 3, 4, 5]


@rule("190")
def test_skirmishers_halve_their_fire_and_add_six_to_their_range() -> None:
    body = unit("A", foot, Special.SKIRMISHERS, fire=4)
    assert reach_of(body, Mode.SKIRMISH) == 1800
    assert reach_of(body, Mode.VOLLEY) == 1200
    assert fire_value(Shot(base=4, skirmishing=True)).total == 2


@pytest.mark.parametrize(
    ("die", "loss", "retreat"),
    [
        (1, True, True),
        (3, True, True),
        (4, False, True),
        (5, False, True),
        (6, False, False),
        (8, False, False),
    ],
)
@rule("191", "F5.17e")
def test_the_dice_of_horse_that_meets_a_square(die: int, loss: bool, retreat: bool) -> None:
    assert SQUARE_DIE.find(die).value == (loss, retreat)


@rule("191", "F5.17c")
def test_a_square_halves_its_fire_and_adds_one_in_melee() -> None:
    assert fire_value(Shot(base=4, square=True)).total == 2
    body = unit("A", foot, square, Special.SQUARE, figures=24, files=6, front=(30, 20))
    state = scene(body, unit("b", figures=12, files=6, front=(30, 20), facing=180))
    assert melee_value(bout_of(state, *both(state), 0, False)).total == 5


# ---- the text goes first


def pair(*words: Any, **more: Any) -> State:
    """Our unit against a line, front to front."""
    return scene(unit("A", *words, front=(30, 20), **more), unit("b", front=(30, 20), facing=180))


@rule("191a", "B15", "115")
def test_the_lines_bonus_asks_for_a_visible_target_not_only_for_the_arc() -> None:
    state = pair(foot, fire=4)
    assert line_bonus(state, *state.units) == 2
    # In contact the two coincide; a screen between two units apart shows which one counts.
    screen = unit("C", figures=40, files=20, front=(30, 25))
    apart = scene(unit("A", front=(30, 20), fire=4), unit("b", front=(30, 30), facing=180), screen)
    ours, theirs = find(apart, "A"), find(apart, "b")
    assert in_front_arc(apart, ours, theirs)
    assert not visible(apart, ours, theirs)
    assert line_bonus(apart, ours, theirs) == 0


@rule("191a", "B24", "145")
def test_a_defender_in_cover_wins_ties_even_if_the_attacker_is_too() -> None:
    wall = ground("low_wall", (10, 20), (60, 20))
    both = scene(unit("A", front=(30, 20)), unit("b", front=(30, 20), facing=180), terrain=(wall,))
    assert tie_breaker(both, find(both, "b"), find(both, "A"), ()) is not None
    edge = scene(
        unit("A", front=(30, 20)), unit("b", front=(30, 20), facing=180), terrain=(wall,),
        options={"tie_needs_edge": True},
    )  # fmt: skip
    assert tie_breaker(edge, find(edge, "b"), find(edge, "A"), ()) is None


@rule("191a", "B30", "136", "137")
def test_only_the_target_routs_at_once() -> None:
    # The gun is the target: it routs. As main attacker it has no such row, whoever fights back.
    state = scene(
        unit("A", horse, figures=5, files=5, front=(30, 20)), unit("b", gun, front=(30, 20), facing=180)
    )
    found = automatic_rout(state, find(state, "b"), find(state, "A"), ())
    assert found is not None
    assert found.cite == "136"


@rule("191a", "B77", "182")
def test_the_attackers_of_a_feature_are_spared_too() -> None:
    house = area("building", 25, 20, 35, 30)
    state = scene(
        unit("A", inside="building"), unit("b", figures=12, files=6, front=(30, 30), facing=180),
        unit("C", horse, figures=5, files=5, front=(50, 20)), terrain=(house,),
    )  # fmt: skip
    assert automatic_rout(state, find(state, "b"), find(state, "A"), (2,)) is None


@rule("191a", "B52", "167", "179")
def test_artillery_is_halved_also_against_those_in_rough_or_defendable_ground() -> None:
    piece = unit("A", gun, front=(30, 20), melee=4)
    mud = scene(piece, unit("b", front=(30, 20), facing=180), terrain=(area("mud", 20, 20.5, 40, 30),))
    wood = scene(piece, unit("b", inside="wood"), terrain=(area("wood", 25, 20, 35, 30),))
    bare = scene(piece, unit("b", front=(30, 20), facing=180))
    values = [melee_value(bout_of(s, find(s, "A"), find(s, "b"), 0, False)).total for s in (mud, wood, bare)]
    assert values == [2, 2, 4]


@rule("191a", "B59", "F5.17b")
def test_a_square_is_dense_to_artillery_fire_only() -> None:
    target = unit("b", foot, square, Special.SQUARE, figures=24, files=6, front=(30, 20), facing=180)
    guns = scene(unit("A", gun, front=(30, 20), melee=4), target)
    assert melee_value(bout_of(guns, *both(guns), 0, False)).total == 4
    far = scene(unit("A", gun, front=(30, 5)), target)
    assert fire_value(shot_of(far, *both(far), Mode.VOLLEY)).total == 2
    muskets = scene(unit("A", front=(30, 10)), target)
    assert fire_value(shot_of(muskets, *both(muskets), Mode.VOLLEY)).total == 3
