"""Gun and limber, limbering and unlimbering. [VF 25–29, B5, B39]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import (
    deployed,
    figure_count,
    form,
    front_count,
    gun_poses,
    stand,
)
from grognard.books.valour_and_fortitude.facts.contact import figures_on, front_touched, touching
from grognard.books.valour_and_fortitude.facts.fighting import outflanked
from grognard.books.valour_and_fortitude.facts.sight import in_front_arc, visible
from grognard.books.valour_and_fortitude.state import Unit
from grognard.books.valour_and_fortitude.words import Form
from grognard.geometry.gaps import gap, within
from grognard.geometry.shapes import centre
from tests.books.valour_and_fortitude.drill import (
    find,
    gun,
    limbered,
    reform,
    scene,
    unit,
    unlimbered,
    why,
    worked,
)
from tests.rules import rule

param = pytest.param
LINE, ATTACK, MARCH = "line", "attack column", "march column"


# ---- gun and limber


def edges(body: Unit) -> tuple[Any, Any]:
    """The gun's base and the limber's."""
    from grognard.books.valour_and_fortitude.facts.bodies import GUN, LIMBER
    from grognard.geometry.shapes import box

    piece, team = gun_poses(stand(body))
    return box(*piece, *GUN), box(*team, *LIMBER)


@pytest.mark.parametrize("facing", [0, 45, 137.5, 270])
@rule("25", "26", "B39")
def test_the_limber_touches_the_back_of_a_limbered_gun_and_leads(facing: float) -> None:
    body = unit("A", gun, limbered, at=(30, 20), facing=facing)
    piece, team = edges(body)
    assert within(piece[2:], team, 2)  # the rear edge
    # The gun looks back, the limber ahead, and the limber's facing is the unit's.
    assert gun_poses(stand(body))[1].facing == body.facing
    assert gun_poses(stand(body))[0].facing == (body.facing + 1800) % 3600
    assert [figure.base for figure in stand(body).front] == [team]


@pytest.mark.parametrize("facing", [0, 45, 137.5, 270])
@rule("25", "26")
def test_an_unlimbered_gun_stands_within_an_inch_of_its_limber_and_does_not_touch_it(facing: float) -> None:
    piece, team = edges(unit("A", gun, at=(30, 20), facing=facing))
    assert 2 < gap(piece, team) <= 100


@rule("27", "22")
def test_a_limbered_gun_counts_as_march_column_and_has_the_limbers_arc() -> None:
    body = unit("A", gun, limbered, at=(30, 20))
    assert form(body) is Form.MARCH
    assert not deployed(body)
    ahead = unit("b", at=(30, 40), facing=180)
    back = unit("c", at=(30, 5))
    state = scene(body, ahead, back)
    assert in_front_arc(state, find(state, "A"), find(state, "b"))
    assert not in_front_arc(state, find(state, "A"), find(state, "c"))


@rule("28", "23")
def test_an_unlimbered_gun_counts_as_line_and_has_the_guns_arc() -> None:
    body = unit("A", gun, at=(30, 20), facing=180)
    assert form(body) is Form.LINE
    assert deployed(body)
    state = scene(body, unit("b", at=(30, 5)), unit("c", at=(30, 40), facing=180))
    assert visible(state, find(state, "A"), find(state, "b"))
    assert not visible(state, find(state, "A"), find(state, "c"))


@rule("29", "B5")
def test_each_artillery_base_counts_as_three_figures() -> None:
    body = unit("A", gun)
    assert figure_count(body) == 6
    assert front_count(body) == 3
    assert front_count(unit("A", figures=24, files=12)) == 12


@rule("29", "B5")
def test_touching_the_gun_is_touching_three_front_rank_figures() -> None:
    state = scene(unit("A", files=6, front=(30, 20)), unit("b", gun, front=(30, 20), facing=180))
    ours, theirs = state.units
    assert touching(state, ours, theirs)
    assert front_touched(state, ours, theirs) == 3
    assert figures_on(state, theirs, ours) == 3
    assert not outflanked(state, theirs, ours)


@rule("B5")
def test_a_gun_touched_on_its_limber_only_is_outflanked() -> None:
    # The limber's rear is 6.9 behind the gun's front.
    state = scene(unit("A", files=6, front=(30, 20)), unit("b", gun, front=(30, 26.9), facing=0))
    ours, theirs = state.units
    assert touching(state, ours, theirs)
    assert figures_on(state, theirs, ours) == 0
    assert outflanked(state, theirs, ours)


# ---- limbering and unlimbering


@pytest.mark.parametrize("facing", [0, 90, 222])
@rule("B39", "80", "82")
def test_unlimbering_keeps_the_gun_where_it_is_and_turns_it(facing: float) -> None:
    state = scene(unit("A", gun, limbered, at=(30, 20), facing=10))
    before = gun_poses(stand(find(state, "A")))[0]
    end = worked(state, "A", reform(unlimbered, 1, facing)).end
    after = gun_poses(end)[0]
    assert abs(after.x - before.x) <= 1
    assert abs(after.y - before.y) <= 1
    assert after.facing == round(facing * 10)
    assert why(state, "A", reform(unlimbered, 1, facing)) == ""


@rule("B39", "26")
def test_limbering_sets_the_limber_to_the_guns_back_facing_away() -> None:
    state = scene(unit("A", gun, at=(30, 20), facing=0))
    before = gun_poses(stand(find(state, "A")))[0]
    end = worked(state, "A", reform(limbered, 1, 180)).end
    piece, team = gun_poses(end)
    assert (piece.x, piece.y) == (before.x, before.y)
    assert piece.facing == 0
    assert team.facing == 1800
    assert team.y < piece.y


@pytest.mark.parametrize(
    ("right", "behind", "turn", "number"),
    [
        # The gun is 2.4 square, the limber 2 wide and 4 deep; lengths from centre to centre.
        param(0, 3.7, 0, "", id="half an inch behind"),
        param(0, 4.2, 0, "", id="an inch behind"),
        param(0, 4.21, 0, "25", id="more than an inch behind"),
        param(0, 3.2, 0, "26", id="touching the back is limbered"),
        param(0, 3.0, 0, "17", id="one on the other"),
        param(2.2, 0, 0, "", id="beside it, touching its flank"),
        param(3.2, 0, 0, "", id="an inch beside it"),
        param(3.21, 0, 0, "25", id="too far beside it"),
        param(-3.2, 1, 0, "", id="on the other side"),
        param(0, 2.7, 90, "", id="across, half an inch behind"),
        param(0, -3.7, 180, "", id="in front of the muzzle, if one likes"),
    ],
)
@rule("25", "B39")
def test_an_unlimbered_guns_limber_may_stand_anywhere_within_an_inch(
    right: float, behind: float, turn: float, number: str
) -> None:
    state = scene(unit("A", gun, limbered, at=(30, 20)))
    spread = round(right * 100), round(behind * 100), round(turn * 10)
    legs = (*reform(unlimbered, 1, 0), *spread)
    assert why(state, "A", legs) == number
    if not number:
        end = worked(state, "A", legs).end
        piece, team = end.bases
        assert gap(piece, team) <= 100
        before = gun_poses(stand(find(state, "A")))[0]
        assert centre(piece) == (before.x, before.y)


@rule("25")
def test_a_limber_set_aside_moves_with_its_gun() -> None:
    state = scene(unit("A", gun, at=(30, 20), spread=(320, 0, 900)))
    end = worked(state, "A", "forward 3").end
    for before, after in zip(stand(find(state, "A")).bases, end.bases):
        assert centre(after) == (centre(before)[0], centre(before)[1] + 300)
    assert why(state, "A", "forward 3") == ""
    assert why(state, "A", "forward 3.01") == "76"


@rule("25", "75")
def test_a_limber_may_not_hang_over_the_edge() -> None:
    state = scene(unit("A", gun, limbered, at=(2.5, 20)))
    assert why(state, "A", (*reform(unlimbered, 1, 0), 220, 0, 0)) == ""
    assert why(state, "A", (*reform(unlimbered, 1, 0), -220, 0, 0)) == "75"
