"""How units may be drawn up, figure by figure and limber by limber. [12–29, 80–82, B4, B39, F5.13, F5.17]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import (
    Shape,
    figure_count,
    form_of,
    front_count,
    gun_poses,
    leader_box,
    size_of,
    square_files,
    stand_at,
)
from grognard.books.valour_and_fortitude.facts.forming import (
    form_words,
    formations,
    march_files,
    orders_for,
    reformed,
    sensible_files,
    shape_refusal,
)
from grognard.books.valour_and_fortitude.state import Leader
from grognard.books.valour_and_fortitude.words import Form, Order, Special
from grognard.engine.tables import Refusal
from tests.books.valour_and_fortitude.drill import (
    cite,
    close,
    foot,
    gun,
    horse,
    limbered,
    open_order,
    reform,
    scene,
    square,
    unit,
    unlimbered,
    worked,
)
from tests.rules import rule

param = pytest.param


def light(figures: int) -> Any:
    """Light infantry that may form square."""
    return unit("A", foot, Special.LIGHT_INFANTRY, Special.SQUARE, figures=figures)


# ---- ranks and files


@pytest.mark.parametrize(
    ("who", "order", "files", "number"),
    [
        param(light(24), close, 1, "", marks=rule("19"), id="one file"),
        param(light(24), close, 0, "19", marks=rule("19"), id="no file"),
        param(light(6), close, 6, "", marks=rule("20"), id="six in a rank"),
        param(light(7), close, 7, "20", marks=rule("20"), id="seven in a rank"),
        param(light(7), close, 6, "", marks=rule("20"), id="seven in two"),
        param(light(7), close, 8, "19", marks=rule("19"), id="more files than figures"),
        param(light(24), open_order, 24, "", marks=rule("F5.13"), id="open order, one rank"),
        param(light(24), open_order, 6, "", marks=rule("F5.13"), id="four ranks"),
        param(light(25), open_order, 6, "F5.13", marks=rule("F5.13"), id="a fifth begun"),
        param(light(24), square, 6, "", marks=rule("F5.17a"), id="a square of six by four"),
        param(light(24), square, 7, "", marks=rule("F5.17a"), id="of seven by four"),
        param(light(24), square, 8, "F5.17a", marks=rule("F5.17a"), id="of eight by three"),
        param(light(18), square, 6, "", marks=rule("F5.17a"), id="twice as long as wide"),
        param(light(18), square, 3, "", marks=rule("F5.17a"), id="twice as deep"),
        param(light(14), square, 2, "F5.17a", marks=rule("F5.17a"), id="seven deep, two wide"),
        param(light(4), square, 2, "", marks=rule("F5.17a"), id="two by two"),
        param(light(3), square, 3, "F5.17a", marks=rule("F5.17a"), id="one deep"),
        param(unit("A"), open_order, 12, "80", marks=rule("80"), id="not everybody has open order"),
        param(unit("A"), square, 6, "80", marks=rule("80"), id="nor the square"),
        param(unit("A", gun), close, 1, "80", marks=rule("80"), id="guns are limbered or not"),
    ],
)
def test_why_a_unit_cannot_be_drawn_up_so(who: Any, order: Order, files: int, number: str) -> None:
    assert cite(shape_refusal(who, order, files)) == number


@rule("80", "F5.10", "F5.11", "F5.17")
@pytest.mark.parametrize(
    ("who", "orders"),
    [
        (unit("A"), (close,)),
        (unit("A", foot, Special.OPEN_ORDER), (close, open_order)),
        (unit("A", foot, Special.LIGHT_INFANTRY), (close, open_order)),
        (unit("A", horse, Special.LIGHT_CAVALRY), (close, open_order)),
        (unit("A", foot, Special.SQUARE), (close, square)),
        (light(24), (close, open_order, square)),
        (unit("A", gun), (limbered, unlimbered)),
    ],
)
def test_which_orders_there_are(who: Any, orders: tuple[Order, ...]) -> None:
    assert orders_for(who) == orders


@rule("22", "23", "24", "B4")
@pytest.mark.parametrize(
    ("figures", "files", "form"),
    [
        (24, 12, Form.LINE), (24, 11, Form.ATTACK), (24, 4, Form.ATTACK), (24, 3, Form.MARCH), (24, 1, Form.MARCH),
        (9, 3, Form.ATTACK), (10, 3, Form.MARCH), (6, 3, Form.LINE), (4, 2, Form.LINE), (5, 2, Form.MARCH), (2, 1, Form.MARCH),
        (1, 1, Form.LINE), (12, 4, Form.ATTACK), (13, 4, Form.ATTACK), (20, 4, Form.ATTACK),
    ],
)  # fmt: skip
def test_the_formation_that_ranks_and_files_make(figures: int, files: int, form: Form) -> None:
    assert form_of(Shape(foot, figures, files, close)) is form


@rule("22")
def test_the_widest_march_column() -> None:
    assert [march_files(figures) for figures in range(1, 13)] == [1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3]


@rule("F5.17a")
def test_the_usual_square_is_a_full_oblong_if_there_is_one() -> None:
    wide = {
        4: 2,
        6: 3,
        8: 4,
        9: 3,
        12: 4,
        15: 5,
        16: 4,
        18: 6,
        20: 5,
        24: 6,
        25: 5,
        28: 7,
        30: 6,
        32: 8,
        36: 6,
    }
    assert {figures: square_files(figures) for figures in wide} == wide
    # None of these fills one: nearly as wide as deep.
    ragged = {5: 3, 7: 3, 10: 4, 11: 4, 14: 4, 17: 5, 22: 5, 26: 6, 34: 6, 37: 7}
    assert {figures: square_files(figures) for figures in ragged} == ragged
    for figures in range(4, 49):
        assert shape_refusal(light(figures), square, square_files(figures)) is None


@rule("20", "22", "24", "80")
@pytest.mark.parametrize(
    ("figures", "line", "attack", "march"),
    [
        (1, 1, None, None), (2, 2, None, 1), (6, 6, None, 2), (7, 4, 3, 2), (8, 4, 3, 2), (9, 5, 4, 2), (12, 6, 4, 3),
        (16, 8, 4, 3), (17, 9, 5, 3), (24, 12, 6, 3), (36, 18, 9, 3),
    ],
)  # fmt: skip
def test_the_usual_formations(figures: int, line: int, attack: int | None, march: int | None) -> None:
    closed = [files for files in (line, attack, march) if files is not None]
    wanted = [*[(close, files) for files in closed], (open_order, line), (square, square_files(figures))]
    assert list(sensible_files(light(figures))) == wanted
    assert list(sensible_files(unit("A", figures=figures))) == wanted[: len(closed)]


@rule("25", "80")
def test_the_formations_of_a_gun() -> None:
    assert list(sensible_files(unit("G", gun))) == [(unlimbered, 1), (limbered, 1)]
    found = formations(unit("G", gun))
    # Half a gun, half an inch and half a limber to a side.
    assert found["limber to the left"] == (unlimbered, 1, (-270, 0, 0))
    assert found["limber to the right"] == (unlimbered, 1, (270, 0, 0))
    assert form_words(unit("G", gun, limbered)) == "limbered"
    assert form_words(unit("A", figures=13, files=4)) == "attack column, 4 files of 4"


# ---- bases


@rule("F8.1", "F8.2", "F8.3", "F5.13", "18")
@pytest.mark.parametrize(
    ("shape", "size"),
    [
        (Shape(foot, 24, 12, close), (960, 160)),
        (Shape(foot, 25, 12, close), (960, 240)),
        (Shape(horse, 9, 5, close), (500, 400)),
        (Shape(foot, 24, 12, open_order), (12 * 80 + 11 * 25, 2 * 80 + 25)),
        (Shape(foot, 24, 12, open_order, (50,)), (12 * 80 + 11 * 50, 2 * 80 + 50)),
        (Shape(foot, 24, 12, open_order, (33,)), (12 * 80 + 11 * 33, 2 * 80 + 33)),
        (Shape(gun, 1, 1, limbered), (240, 640)),
        (Shape(gun, 1, 1, unlimbered), (240, 690)),
    ],
)
def test_how_much_room_a_unit_takes(shape: Shape, size: tuple[int, int]) -> None:
    assert size_of(shape) == size


@rule("29", "B5")
@pytest.mark.parametrize(
    ("who", "front", "figures"),
    [(unit("A", files=6), 6, 24), (unit("H", horse), 5, 9), (unit("G", gun), 3, 6), (unit("G", gun, limbered), 3, 6), (unit("A", foot, square, files=6), 16, 24)],
)  # fmt: skip
def test_how_many_figures_count(who: Any, front: int, figures: int) -> None:
    assert (front_count(who), figure_count(who)) == (front, figures)


@rule("F8.3")
def test_a_leader_takes_an_inch() -> None:
    assert leader_box(Leader(0, "I", 0, 0, x=1000, y=1000)) == (
        (950, 1050),
        (1050, 1050),
        (1050, 950),
        (950, 950),
    )


# ---- guns and limbers


@rule("26", "27", "B39")
@pytest.mark.parametrize(
    ("order", "facing", "piece", "limber"),
    [
        param(limbered, 0, (3000, 1800, 1800), (3000, 2120, 0), id="the limber leads, the gun looks back"),
        param(limbered, 900, (2800, 2000, 2700), (3120, 2000, 900), id="to the east"),
        param(limbered, 2700, (3200, 2000, 900), (2880, 2000, 2700), id="to the west"),
        param(unlimbered, 0, (3000, 2225, 0), (3000, 1855, 0), id="unlimbered, the limber behind"),
        param(unlimbered, 900, (3225, 2000, 900), (2855, 2000, 900), id="to the east"),
    ],
)
def test_where_gun_and_limber_stand(order: Order, facing: int, piece: Any, limber: Any) -> None:
    assert gun_poses(stand_at(Shape(gun, 1, 1, order), 3000, 2000, facing)) == (piece, limber)


@rule("25", "B39")
def test_a_limber_stands_where_it_is_said() -> None:
    for spread, limber in (
        ((320, 0, 0), (3320, 2225, 0)),
        ((-320, 10, 900), (2680, 2215, 900)),
        ((0, 400, 3595), (3000, 1825, 3595)),
    ):
        at = stand_at(Shape(gun, 1, 1, unlimbered, spread), 3000, 2000, 0)
        assert gun_poses(at) == ((3000, 2225, 0), limber)
    turned = stand_at(Shape(gun, 1, 1, unlimbered, (320, 0, 900)), 3000, 2000, 2700)
    assert gun_poses(turned) == ((2775, 2000, 2700), (2775, 2320, 0))


@rule("82", "B39")
@pytest.mark.parametrize(
    ("key", "order", "facing", "piece"),
    [
        param("G", unlimbered, 0, (3000, 1800, 0), id="unlimbered ahead"),
        param("G", unlimbered, 180, (3000, 1800, 1800), id="unlimbered to the rear"),
        param("G", limbered, 90, (3000, 1800, 2700), id="turned on the limber"),
        param("H", limbered, 0, (3000, 4225, 1800), id="limbered to go ahead"),
        param("H", limbered, 180, (3000, 4225, 0), id="limbered to go back"),
        param("H", unlimbered, 45, (3000, 4225, 450), id="turned as it stands"),
    ],
)
def test_a_gun_that_reforms_keeps_its_place(key: str, order: Order, facing: float, piece: Any) -> None:
    state = scene(unit("G", gun, limbered, at=(30, 20)), unit("H", gun, at=(30, 40)))
    end = worked(state, key, reform(order, 1, facing)).end
    x, y, _ = piece
    there = gun_poses(end)[0]
    assert abs(there.x - x) <= 1
    assert abs(there.y - y) <= 1
    assert there.facing == piece[2]


@rule("25", "26", "17")
@pytest.mark.parametrize(
    ("spread", "number"),
    [
        param((320, 0, 0), "", id="an inch to the right"),
        param((321, 0, 0), "25", id="a hundredth more"),
        param((-320, 0, 0), "", id="to the left"),
        param((-321, 0, 0), "25", id="a hundredth more"),
        param((220, 0, 0), "", id="flank to flank"),
        param((219, 0, 0), "17", id="into it"),
        param((0, 420, 0), "", id="an inch behind"),
        param((0, 421, 0), "25", id="a hundredth more"),
        param((0, 323, 0), "", id="just clear of its back"),
        param((0, 322, 0), "26", id="touching its back"),
        param((217, 320, 0), "26", id="touching the end of its back"),
        param((218, 320, 0), "", id="touching its corner only"),
        param((-217, 320, 0), "26", id="the other end"),
        param((-218, 320, 0), "", id="the other corner"),
        param((0, -420, 0), "", id="an inch before it"),
        param((0, -421, 0), "25", id="a hundredth more"),
        param((320, 0), "25", id="no place"),
        param((320, 0, 0, 0), "25", id="no place either"),
        param((320, 0, 3600), "", id="a whole turn"),
        param((320, 0, 3601), "25", id="more than one"),
    ],
)
def test_where_a_limber_may_stand(spread: tuple[int, ...], number: str) -> None:
    assert cite(shape_refusal(unit("G", gun), unlimbered, 1, spread)) == number


@rule("F5.13", "18")
@pytest.mark.parametrize(
    ("order", "spread", "number"),
    [
        (open_order, (25,), ""), (open_order, (24,), "F5.13"), (open_order, (50,), ""), (open_order, (51,), "F5.13"),
        (open_order, (25, 25), "F5.13"), (close, (25,), "18"), (square, (25,), "18"), (close, (), ""),
    ],
)  # fmt: skip
def test_how_loosely_figures_may_stand(order: Order, spread: tuple[int, ...], number: str) -> None:
    assert cite(shape_refusal(light(24), order, 6, spread)) == number


@rule("80", "82")
@pytest.mark.parametrize(
    ("leg", "number"),
    [
        param(("reform", "close", 6, 0), "80", id="too short"),
        param(("reform", "phalanx", 6, 0, 0), "80", id="no order"),
        param(("reform", "close", 6.0, 0, 0), "80", id="no number"),
        param(("reform", "close", 6, 0, 4), "82", id="no such figure"),
        param(("reform", "close", 6, 0, -1), "82", id="nor this"),
        param(("reform", "close", 6, 3600, 3), "", id="a reform"),
    ],
)
def test_what_is_a_reform(leg: Any, number: str) -> None:
    body = unit("A", at=(30, 20))
    found = reformed(body, stand_at(Shape(foot, 24, 12, close), 3000, 2000, 0), leg)
    assert (cite(found) if isinstance(found, Refusal) else "") == number
    if not number:
        assert not isinstance(found, Refusal)
        assert found.facing == 0
