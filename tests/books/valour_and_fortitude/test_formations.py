"""Figures, ranks and files, the formations they make, gun and limber. [VF 12–29, F8, B4, B5, B39, B69, B79]"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.books.valour_and_fortitude.facts.bodies import (
    Shape,
    block_of,
    deployed,
    drawn_up,
    figure_count,
    form,
    form_of,
    front_count,
    gun_poses,
    shape_of,
    size_of,
    stand,
)
from grognard.books.valour_and_fortitude.facts.contact import figures_on, front_touched, touching
from grognard.books.valour_and_fortitude.facts.fighting import outflanked
from grognard.books.valour_and_fortitude.facts.forming import (
    march_files,
    named_form,
    orders_for,
    sensible_files,
    shape_refusal,
)
from grognard.books.valour_and_fortitude.facts.placing import Entrant, Leaver
from grognard.books.valour_and_fortitude.facts.riding import mover_for_leader
from grognard.books.valour_and_fortitude.facts.shooting import dense
from grognard.books.valour_and_fortitude.facts.sight import in_front_arc, visible
from grognard.books.valour_and_fortitude.facts.soundness import faults
from grognard.books.valour_and_fortitude.facts.strides import March
from grognard.books.valour_and_fortitude.state import Unit
from grognard.books.valour_and_fortitude.words import Arm, Form, Order, Special, Where
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from grognard.field.formations import central_figures
from grognard.field.gaps import gap, within
from grognard.field.shapes import centre, first_overlap
from tests.books.valour_and_fortitude.drill import (
    RULES,
    area,
    cite,
    close,
    find,
    foot,
    formation,
    gun,
    horse,
    limbered,
    marcher,
    open_order,
    put,
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


# ---- formations are counted off ranks and files


@pytest.mark.parametrize(
    ("figures", "files", "name"),
    [
        param(24, 12, LINE, marks=rule("23"), id="12x2"),
        param(24, 8, ATTACK, marks=rule("24"), id="8x3"),
        param(24, 4, ATTACK, marks=rule("24"), id="4x6"),
        param(24, 3, MARCH, marks=rule("22"), id="3x8"),
        param(24, 2, MARCH, marks=rule("22"), id="2x12"),
        param(9, 3, ATTACK, marks=rule("22", "24", "B4"), id="3x3 has not more ranks than files"),
        param(10, 3, MARCH, marks=rule("22", "B4"), id="3x3 and one more"),
        param(6, 3, LINE, marks=rule("23", "B4"), id="3x2"),
        param(4, 2, LINE, marks=rule("22", "23", "B4"), id="2x2"),
        param(5, 2, MARCH, marks=rule("22", "B4"), id="2x2 and one more"),
        param(6, 2, MARCH, marks=rule("22", "B4"), id="2x3"),
        param(25, 12, ATTACK, marks=rule("24", "B4"), id="a short third rank counts"),
        param(23, 12, LINE, marks=rule("23", "B4"), id="a short second rank"),
        param(6, 6, LINE, marks=rule("23"), id="one rank"),
        param(16, 4, ATTACK, marks=rule("22"), id="four files are no march column"),
    ],
)
@rule("21")
def test_ranks_and_files_make_the_formation(figures: int, files: int, name: str) -> None:
    assert formation(figures, files) == name
    body = unit("A", figures=figures, files=files)
    assert deployed(body) == (name != MARCH)


@rule("23", "22", "B4")
def test_three_horsemen_are_line_abreast_and_march_column_in_file() -> None:
    assert formation(3, 3, arm=horse) == LINE
    assert formation(3, 1, arm=horse) == MARCH


@rule("21", "B79")
def test_open_order_is_a_deployed_formation_of_its_own() -> None:
    light = unit("A", foot, open_order, Special.LIGHT_INFANTRY, figures=24, files=3)
    assert form(light) is Form.OPEN  # eight ranks of three would be a march column in close order
    assert deployed(light)
    assert not dense(light)
    assert dense(unit("A", figures=24, files=3))


@rule("173", "B49")
def test_inside_a_feature_there_is_no_formation() -> None:
    column = unit("A", files=3)
    inside = put(scene(column), "A", inside=0)
    assert form(column) is Form.MARCH
    assert form(find(inside, "A")) is Form.INSIDE
    assert deployed(find(inside, "A"))


@pytest.mark.parametrize("figures", range(2, 49))
@rule("19", "20", "22", "23", "24")
def test_every_formation_offered_is_one_and_legal(figures: int) -> None:
    body = unit("A", foot, Special.LIGHT_INFANTRY, Special.SQUARE, figures=figures)
    found = list(sensible_files(body))
    names = {form_of(Shape(foot, figures, files, order)) for order, files in found}
    assert {Form.LINE, Form.MARCH, Form.OPEN} <= names
    assert (Form.ATTACK in names) == (figures > 6)
    for order, files in found:
        if figures > 2 or order is not square:  # two figures make no square
            assert shape_refusal(body, order, files) is None, (order, files)


@rule("22")
def test_the_widest_march_column() -> None:
    assert [march_files(n) for n in (2, 3, 4, 5, 9, 10, 36)] == [1, 1, 1, 2, 2, 3, 3]
    assert named_form(unit("A", figures=24), MARCH) == (close, 3, ())


# ---- what cannot be drawn up


@pytest.mark.parametrize(
    ("figures", "files", "order", "number"),
    [
        param(6, 6, close, "", marks=rule("20"), id="six in one rank"),
        param(7, 7, close, "20", marks=rule("20"), id="seven need two ranks"),
        param(7, 4, close, "", marks=rule("20"), id="seven in two ranks"),
        param(24, 0, close, "19", marks=rule("19"), id="no files"),
        param(5, 6, close, "19", marks=rule("19"), id="more files than figures"),
        param(23, 12, close, "", marks=rule("19"), id="the last rank is short"),
        param(24, 24, open_order, "", marks=rule("F5.13"), id="open order in one rank"),
        param(24, 6, open_order, "", marks=rule("F5.13"), id="open order in four ranks"),
        param(24, 5, open_order, "F5.13", marks=rule("F5.13"), id="open order in five ranks"),
        param(24, 6, square, "", marks=rule("F5.17a"), id="an oblong of 6x4"),
        param(24, 4, square, "", marks=rule("F5.17a"), id="the other way round"),
        param(24, 5, square, "", marks=rule("F5.17a"), id="nearly square"),
        param(24, 8, square, "F5.17a", marks=rule("F5.17a"), id="8x3 is too long"),
        param(24, 12, square, "F5.17a", marks=rule("F5.17a"), id="a line back to back is no square"),
        param(24, 1, limbered, "80", id="foot does not limber"),
    ],
)
def test_what_may_be_drawn_up(figures: int, files: int, order: Order, number: str) -> None:
    body = unit("A", foot, Special.LIGHT_INFANTRY, Special.SQUARE, figures=figures)
    assert cite(shape_refusal(body, order, files)) == number


@pytest.mark.parametrize(
    ("words", "orders"),
    [
        ((), {close}),
        ((Special.SQUARE,), {close, square}),
        ((Special.LIGHT_INFANTRY,), {close, open_order}),
        ((Special.OPEN_ORDER,), {close, open_order}),
    ],
)
@rule("F5.11", "F5.13", "F5.17")
def test_who_may_take_which_order(words: tuple[Special, ...], orders: set[Order]) -> None:
    assert set(orders_for(unit("A", foot, *words))) == orders
    assert set(orders_for(unit("A", gun))) == {limbered, unlimbered}


@rule("19", "20")
def test_no_position_shows_a_unit_badly_drawn_up() -> None:
    sound = scene(unit("A", figures=8, files=4, at=(30, 20)))
    assert list(faults(sound)) == []
    assert "20" in next(faults(put(sound, "A", files=8)))
    assert "19" in next(faults(put(sound, "A", files=9)))


# ---- every figure touches another, in straight ranks and files


DRAWN = [
    unit("A", figures=24, files=12, at=(30, 20), facing=0),
    unit("A", figures=23, files=8, at=(30, 20), facing=37),
    unit("A", figures=10, files=3, at=(30, 20), facing=201.5),
    unit("A", horse, figures=11, files=6, at=(30, 20), facing=300),
]


@pytest.mark.parametrize("each", DRAWN, ids=["line", "attack column", "march column", "horse"])
@rule("17", "18", "B69")
def test_every_figure_touches_another_along_a_side(each: Unit) -> None:
    bases = stand(each).bases
    for base in bases:
        others = [other for other in bases if other is not base]
        assert any(gap(base, other) <= 1 for other in others)
    # Side contact, not only corners: centres of some neighbour are a base apart.
    width, depth = (80, 80) if each.arm is foot else (100, 200)
    for base in bases:
        x, y = centre(base)
        near = [abs(x - u) + abs(y - v) for u, v in map(centre, bases) if (u, v) != (x, y)]
        assert min(near) <= 1.5 * max(width, depth)


@pytest.mark.parametrize("each", DRAWN, ids=["line", "attack column", "march column", "horse"])
@rule("17")
def test_no_bases_overlap(each: Unit) -> None:
    # Turned bases have corners rounded to hundredths.
    assert not any(first_overlap(a, (b,), 2) is not None for a, b in combinations(stand(each).bases, 2))


@pytest.mark.parametrize("each", DRAWN, ids=["line", "attack column", "march column", "horse"])
@rule("12", "18")
def test_all_figures_face_one_way(each: Unit) -> None:
    assert {figure.facing for figure in stand(each).front} == {each.facing}


@rule("19")
def test_only_the_last_rank_is_short() -> None:
    bases = stand(unit("A", figures=10, files=4, at=(30, 20))).bases
    rows = sorted({centre(base)[1] for base in bases}, reverse=True)
    assert [sum(centre(base)[1] == row for base in bases) for row in rows] == [4, 4, 2]


@pytest.mark.parametrize(
    ("arm", "order", "figures", "files", "expected"),
    [
        param(foot, close, 24, 12, (9.6, 1.6), marks=rule("F8.1"), id="line"),
        param(foot, close, 24, 6, (4.8, 3.2), marks=rule("F8.1"), id="attack column"),
        param(foot, close, 24, 3, (2.4, 6.4), marks=rule("F8.1"), id="march column"),
        param(horse, close, 12, 6, (6, 4), marks=rule("F8.2"), id="horse"),
        param(gun, unlimbered, 1, 1, (2.4, 6.9), marks=rule("F8.3"), id="gun, a gap and limber"),
        param(gun, limbered, 1, 1, (2.4, 6.4), marks=rule("F8.3", "26"), id="gun and limber hooked on"),
        param(foot, open_order, 24, 12, (12.35, 1.85), marks=rule("F5.13"), id="open order with gaps"),
    ],
)
def test_how_much_room_a_unit_takes(
    arm: Arm, order: Order, figures: int, files: int, expected: tuple[float, float]
) -> None:
    wide, deep = size_of(Shape(arm, figures, files, order))
    assert (wide / 100, deep / 100) == expected


@rule("F5.13")
def test_open_order_may_be_a_quarter_to_half_an_inch_loose() -> None:
    state = scene(unit("A", foot, Special.LIGHT_INFANTRY, at=(30, 20)))
    for loose, number in ((24, "F5.13"), (25, ""), (50, ""), (51, "F5.13")):
        assert why(state, "A", (*reform(open_order, 12), loose)) == number
    end = worked(state, "A", (*reform(open_order, 12), 50)).end
    bases = end.bases
    assert gap(bases[0], bases[1]) == 50
    assert gap(bases[0], bases[12]) == 50
    # Close order is never loose.
    assert why(state, "A", (*reform(close, 12), 30)) == "18"


@rule("F8.4")
def test_losses_take_no_figures_off() -> None:
    fresh, hurt = unit("A"), unit("A", losses=4)
    assert figure_count(fresh) == figure_count(hurt) == 24
    assert stand(hurt).bases == stand(fresh).bases


# ---- gun and limber


def edges(body: Unit) -> tuple[Any, Any]:
    """The gun's base and the limber's."""
    from grognard.books.valour_and_fortitude.facts.bodies import GUN, LIMBER
    from grognard.field.shapes import box

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
