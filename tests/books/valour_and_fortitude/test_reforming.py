"""Reforming round the middle figure, and formations by name. [VF 80, 82, F5.13]"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.books.valour_and_fortitude.facts.bodies import (
    block_of,
    drawn_up,
    shape_of,
    stand,
)
from grognard.books.valour_and_fortitude.facts.forming import (
    named_form,
    shape_refusal,
)
from grognard.books.valour_and_fortitude.facts.placing import Entrant, Leaver
from grognard.books.valour_and_fortitude.facts.riding import mover_for_leader
from grognard.books.valour_and_fortitude.facts.soundness import faults
from grognard.books.valour_and_fortitude.facts.strides import March
from grognard.books.valour_and_fortitude.words import Special, Where
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.geometry.formations import central_figures
from grognard.geometry.gaps import gap
from grognard.geometry.shapes import centre, first_overlap
from tests.books.valour_and_fortitude.drill import (
    RULES,
    area,
    close,
    find,
    foot,
    gun,
    limbered,
    marcher,
    open_order,
    reform,
    scene,
    square,
    unit,
    unlimbered,
    why,
    worked,
)
from tests.rules import rule

param = pytest.param
LINE, ATTACK, MARCH = "line", "attack column", "march column"


# ---- reforming round the middle figure


@rule("82")
def test_a_reform_leaves_the_middle_figure_in_its_place() -> None:
    state = scene(unit("A", figures=15, files=5, at=(30, 20)))
    before = centre(stand(find(state, "A")).bases[2])
    for facing in (0, 77, 180):
        end = worked(state, "A", reform(close, 3, facing)).end
        after = centre(end.bases[1])
        assert abs(after[0] - before[0]) <= 1
        assert abs(after[1] - before[1]) <= 1


@pytest.mark.parametrize(
    ("which", "old", "new"),
    [(0, 5, 3), (1, 6, 4), (2, 5, 4), (3, 6, 3)],
    ids=["left", "right", "cross", "cross"],
)
@rule("82")
def test_either_of_two_middle_figures_may_turn_and_become_either(which: int, old: int, new: int) -> None:
    state = scene(unit("A", figures=24, files=12, at=(30, 20)))
    before = centre(stand(find(state, "A")).bases[old])
    end = worked(state, "A", reform(close, 8, 0, which)).end
    assert centre(end.bases[new]) == before
    assert why(state, "A", reform(close, 8, 0, 4)) == "82"


# ---- formations by name, as a client asks for them


@rule("25", "80", "B39")
def test_a_gun_is_unlimbered_by_name_with_its_limber_to_a_side() -> None:
    state = scene(unit("A", gun, limbered, at=(30, 20)))
    mover = marcher(state, "A")
    assert mover.orders() == ("limbered", "unlimbered", "limber to the left", "limber to the right")
    for name, way in (("limber to the left", -1), ("limber to the right", 1)):
        legs = mover.plan((3000, 2000, 0, name))
        assert not isinstance(legs, Refusal)
        march = mover.work_out(legs)
        assert isinstance(march, March)
        piece, team = march.end.bases
        assert gap(piece, team) == 50
        assert way * (centre(team)[0] - centre(piece)[0]) > 0


@rule("F5.13", "80")
def test_formations_by_name_or_by_order_and_files() -> None:
    light = unit("A", foot, Special.LIGHT_INFANTRY, Special.SQUARE, figures=24)
    assert named_form(light, "line") == (close, 12, ())
    assert named_form(light, "wide open order") == (open_order, 12, (50,))
    assert named_form(light, "square") == (square, 6, ())
    assert named_form(light, "close 8") == (close, 8, ())
    assert named_form(light, "open") == (open_order, 12, ())
    assert named_form(light, "phalanx") is None
    assert "wide open order" not in marcher(scene(unit("A", at=(30, 20))), "A").orders()


@rule("176", "44a", "150")
def test_setting_down_offers_formations_too_and_arrivals_only_march_columns() -> None:
    house = area("building", 25, 20, 35, 30)
    state = scene(unit("A", inside="building", brigade="I"), terrain=(house,))
    leaving = Leaver(state, find(state, "A"))
    assert leaving.orders() == (LINE, ATTACK, MARCH)
    found = leaving.plan((3000, 3200, 0, ATTACK))
    assert found == (("place", 3000, 3200, 0, "close", 6),)
    late = scene(unit("A", where=Where.LATER, files=3))
    assert Entrant(late, find(late, "A")).orders() == (MARCH,)
    piece = scene(unit("A", gun, limbered, where=Where.LATER))
    assert Entrant(piece, find(piece, "A")).orders() == ("limbered",)


@given(
    figures=st.integers(3, 40),
    before=st.integers(1, 20),
    after=st.integers(1, 20),
    facing=st.integers(0, 3599),
    turned=st.integers(0, 3599),
    which=st.integers(0, 3),
)
@rule("17", "18", "19", "20", "82")
def test_any_reform_that_is_allowed_leaves_a_sound_unit_round_its_middle_figure(
    figures: int, before: int, after: int, facing: int, turned: int, which: int
) -> None:
    body = unit("A", figures=figures, files=before, at=(80, 80), facing=facing / 10)
    assume(shape_refusal(body, close, before) is None)
    assume(shape_refusal(body, close, after) is None)
    state = scene(body, size=(160, 160))
    end = worked(state, "A", reform(close, after, turned / 10, which)).end
    assert list(faults(replace(state, units=(drawn_up(find(state, "A"), end),)))) == []
    # One figure of the old front rank's middle stands where one of the new one's middle does.
    old = [centre(stand(find(state, "A")).bases[i]) for i in central_figures(block_of(shape_of(body)))]
    new = [centre(end.bases[i]) for i in central_figures(block_of(end.shape))]
    assert any(abs(x - u) <= 2 and abs(y - v) <= 2 for x, y in old for u, v in new)


@given(
    right=st.integers(-500, 500),
    behind=st.integers(-500, 500),
    turn=st.integers(0, 3599),
    facing=st.integers(0, 3599),
)
@rule("25", "26")
def test_wherever_a_limber_may_stand_it_is_close_and_beside_nothing_it_should_not_touch(
    right: int, behind: int, turn: int, facing: int
) -> None:
    spread = right, behind, turn
    body = unit("A", gun, at=(30, 24), facing=facing / 10)
    assume(shape_refusal(body, unlimbered, 1, spread) is None)
    piece, team = stand(replace(body, spread=spread)).bases
    # Turned bases have corners rounded to hundredths.
    assert gap(piece, team) <= 100 + 2
    assert first_overlap(piece, (team,), 2) is None


@pytest.mark.parametrize(
    "pose", [(), ("x",), (None, None, None), (10**9, 0, 0), (1, 2), "abc", (float("inf"), 0, 0)], ids=repr
)
@rule("82", "176")
def test_a_pose_that_is_none_is_answered_with_a_rule(pose: Any) -> None:
    house = area("building", 25, 20, 35, 30)
    state = scene(unit("A", at=(10, 20)), unit("B", inside="building"), terrain=(house,))
    movers = marcher(state, "A"), Leaver(state, find(state, "B")), mover_for_leader(state, state.leaders[0])
    for mover in movers:
        answer = mover.plan(pose)
        assert isinstance(answer, Refusal) or pose == (1, 2)
        assert not isinstance(answer, Refusal) or answer.cite in RULES


@rule("27", "28")
def test_a_gun_is_shown_as_limbered_or_not() -> None:
    state = scene(unit("A", gun, at=(30, 20)))
    mover = marcher(state, "A")
    assert mover.preview((("forward", 100),))["end"][3] == "unlimbered"
    assert mover.preview((reform(limbered, 1, 0),))["end"][3] == "limbered"
