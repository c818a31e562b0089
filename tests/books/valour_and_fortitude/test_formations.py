"""Figures, ranks and files, and the formations they make. [VF 12–24, F8, B4, B69, B79]"""

from __future__ import annotations

from itertools import combinations

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import (
    Shape,
    deployed,
    figure_count,
    form,
    form_of,
    size_of,
    stand,
)
from grognard.books.valour_and_fortitude.facts.forming import (
    march_files,
    named_form,
    orders_for,
    sensible_files,
    shape_refusal,
)
from grognard.books.valour_and_fortitude.facts.shooting import dense
from grognard.books.valour_and_fortitude.facts.soundness import faults
from grognard.books.valour_and_fortitude.state import Unit
from grognard.books.valour_and_fortitude.words import Arm, Form, Order, Special
from grognard.geometry.gaps import gap
from grognard.geometry.shapes import centre, first_overlap
from tests.books.valour_and_fortitude.drill import (
    cite,
    close,
    find,
    foot,
    formation,
    gun,
    horse,
    limbered,
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
