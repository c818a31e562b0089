"""Small facts one by one: dice, cards that are others, drawing up, costs of paths, who supports. [3, 10, 44, 44a, 70, 122, 163]"""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.arrange import _facing, _free, _spots, arrange, usual_files
from grognard.books.valour_and_fortitude.facts.bodies import Shape, square_files, stand_at
from grognard.books.valour_and_fortitude.facts.forming import (
    form_words,
    march_files,
    named_form,
    sensible_files,
    shape_refusal,
)
from grognard.books.valour_and_fortitude.facts.ground import path_cost
from grognard.books.valour_and_fortitude.facts.layout import perhaps_near, surely_apart
from grognard.books.valour_and_fortitude.facts.morale import figures_at
from grognard.books.valour_and_fortitude.facts.onsets import beside
from grognard.books.valour_and_fortitude.facts.secrecy import SECRETS
from grognard.books.valour_and_fortitude.facts.sight import visible
from grognard.books.valour_and_fortitude.facts.strides import figure_places, sound, successors
from grognard.books.valour_and_fortitude.facts.support import Support, agree, best_support, risks_nothing
from grognard.books.valour_and_fortitude.state import Fate, Objective, State, Zone
from grognard.books.valour_and_fortitude.steps.fight import SEQUENCES as FIGHT
from grognard.books.valour_and_fortitude.steps.fire import SEQUENCES as FIRE
from grognard.books.valour_and_fortitude.steps.odds import LEFT_OUT, SHORT, _short
from grognard.books.valour_and_fortitude.tables.dice import Hits, HitsAgain
from grognard.books.valour_and_fortitude.words import Arm, Order, Special, Where
from grognard.engine.book import BadInput
from grognard.engine.flow import replace
from grognard.geometry.outlines import convex_parts, tidy
from tests.books.valour_and_fortitude.drill import (
    area,
    both,
    brigaded,
    cite,
    close,
    find,
    foot,
    ground,
    gun,
    horse,
    leader,
    open_order,
    scene,
    square,
    unit,
)
from tests.books.valour_and_fortitude.test_setting_down import Drawn
from tests.rules import rule

param = pytest.param

# --- dice and cards ---------------------------------------------------------------------------------------------------


@rule("3", "125")
def test_hit_dice_are_thrown_and_read() -> None:
    rng = Drawn(last=True)
    dice = Hits(3, 4)
    assert (dice.faces(), dice.groups, dice.roll(rng)) == ((3, 6), ((3, 4),), (6, 6, 6))
    assert rng.asked == [(1, 6)] * 3
    assert [dice.read(faces) for faces in ((1, 3, 4), (1, 1, 6), (2, 5, 5))] == [(1, 1), (1, 2), (2, 0)]
    assert len(list(dice.every())) == 216


@rule("10", "11")
def test_dice_with_their_reroll_are_thrown_and_read() -> None:
    rng = Drawn()
    dice = HitsAgain(2, 4, 2)
    assert (dice.faces(), dice.roll(rng)) == ((4, 6), (1, 1, 1, 1))
    assert rng.asked == [(1, 6)] * 4
    for faces, hits in (((3, 4, 6, 6), 1), ((2, 1, 3, 4), 1), ((2, 2, 4, 6), 2), ((4, 6, 1, 1), 2)):
        assert dice.read(faces) == hits
    with pytest.raises(ValueError, match="shorter"):
        dice.read((1, 1, 1))


@rule("10", "11", "FC6")
@pytest.mark.parametrize(("n", "need", "upto"), [(1, 4, 1), (2, 5, 1), (2, 4, 3), (1, 2, 1), (2, 6, 5)])
def test_the_chances_of_a_reroll_are_those_of_all_falls(n: int, need: int, upto: int) -> None:
    dice = HitsAgain(n, need, upto)
    falls = list(dice.every())
    assert len(falls) == 36**n
    for hits in range(n + 1):
        assert dice.dist()[hits] == sum(dice.read(f) == hits for f in falls)


@rule("44")
@pytest.mark.parametrize("side", [0, 1])
def test_other_cards_are_as_many_of_the_same(side: int) -> None:
    state = scene(unit("A", at=(20, 20)), unit("z", at=(20, 40)))
    fate, other = Fate(deck=(1, 2, 3), hand=(5,), discards=(7,)), Fate(deck=(9,), hand=(8,))
    state = replace(state, fates=(fate, other) if side == 0 else (other, fate))
    rng = Drawn()
    assert SECRETS.others is not None
    found = SECRETS.others(state, side, rng)
    assert rng.asked == [(0, 3), (0, 2), (0, 1)]
    assert found.fates[side] == Fate(deck=(2, 3, 5), hand=(1,), discards=(7,))
    assert found.fates[1 - side] == other
    seen = {SECRETS.others(state, side, random.Random(seed)).fates[side].hand for seed in range(60)}
    assert seen == {(1,), (2,), (3,), (5,)}


@rule("11", "121", "B19")
@pytest.mark.parametrize(("book", "name"), [(FIRE, "shoot"), (FIGHT, "fight")])
def test_the_odds_go_through_the_same_steps_but_for_those_thrown_at_once(book: Any, name: str) -> None:
    steps = _short(book[name])
    kept = [step for step in book[name] if not isinstance(step, LEFT_OUT)]
    assert len(kept) < len(book[name])
    assert [type(step) for step in steps] == [type(SHORT.get(type(step), step)) for step in kept]


# --- drawing up -------------------------------------------------------------------------------------------------------


def drawn(west: float, south: float, east: float, north: float, **more: Any) -> State:
    """Two brigades of the first side drawn up in a box."""
    corners = ((west, south), (east, south), (east, north), (west, north))
    zone = Zone(0, tuple((round(x * 100), round(y * 100)) for x, y in corners))
    state = scene(
        unit("A"),
        unit("B", horse),
        unit("C", gun),
        unit("D", figures=12, brigade="II"),
        unit("z", at=(36, 24)),
        **more,
    )
    state = replace(state, field=replace(state.field, zones=(zone,)))
    return arrange(state, frozenset({4}))


@rule("44a", "30")
@pytest.mark.parametrize(
    ("box", "facing", "places", "leaders"),
    [
        param(
            (10, 2, 34, 14), 0, [(1250, 1170), (2360, 1110), (1830, 955), (2970, 1230)],
            [(1640, 978), (2970, 1030), (2059, 1091)], id="in the south",
        ),
        param(
            (10, 34, 34, 46), 1800, [(1250, 3570), (2360, 3610), (1830, 3755), (2970, 3530)],
            [(1986, 3745), (2970, 3730), (2102, 3666)], id="in the north",
        ),
        param(
            (2, 10, 14, 40), 900, [(1170, 1250), (1110, 2360), (955, 1830), (1230, 2970)],
            [(978, 1986), (1030, 2970), (1141, 2059)], id="in the west",
        ),
        param(
            (58, 10, 70, 40), 2700, [(5970, 1250), (6010, 2360), (6155, 1830), (5930, 2970)],
            [(6145, 1640), (6130, 2970), (6066, 2102)], id="in the east",
        ),
    ],
)  # fmt: skip
def test_an_army_is_drawn_up_facing_the_middle(box: Any, facing: int, places: Any, leaders: Any) -> None:
    """Foot at the front, then guns, then horse, each brigade in its share; leaders in the midst of their units."""
    state = drawn(*box)
    assert [(u.x, u.y) for u in state.units[:4]] == places
    assert {u.facing for u in state.units[:4]} == {facing}
    assert [u.files for u in state.units[:4]] == [6, 5, 1, 4]
    assert [u.order for u in state.units[:3]] == [close, close, Order.UNLIMBERED]
    assert [(x.x, x.y) for x in state.leaders if x.side == 0] == leaders
    assert (state.units[4].x, state.units[4].y) == (3600, 2400)


@rule("44a")
@pytest.mark.parametrize(
    ("zone", "facing"),
    [
        param((0, 0, 7198, 4800), 900, id="a hair west"),
        param((2, 0, 7200, 4800), 2700, id="a hair east"),
        param((0, 0, 7200, 4798), 0, id="a hair south"),
        param((0, 2, 7200, 4800), 1800, id="a hair north"),
        param((0, 0, 7200, 4800), 1800, id="all of the table"),
        param((0, 0, 3600, 2400), 0, id="a quarter of it: equally far, so along the table"),
        param((0, 0, 3596, 2400), 900, id="a little farther west than south"),
    ],
)
def test_an_army_faces_the_middle_however_near_it_is(zone: Any, facing: int) -> None:
    west, south, east, north = zone
    state = scene(unit("A"))
    assert _facing(state, ((west, south), (east, south), (east, north), (west, north))) == facing


@rule("44a")
def test_where_a_brigade_is_looked_for_room() -> None:
    """Rows from the front of the zone, lanes from the beginning of its share to the end, then those before it."""
    state = scene(unit("A"))
    column = find(state, "A")

    def lanes(share: tuple[int, int], east: int = 2000, north: int = 640) -> list[tuple[int, int]]:
        parts = convex_parts(tidy(((1000, 200), (east, 200), (east, north), (1000, north))))
        return [(spot.x, spot.y) for spot in _spots(state, column, parts, 0, share)]

    first = [1250, 1350, 1450, 1550, 1650, 1750]
    assert lanes((0, 2)) == [(x, y) for y in (470, 370) for x in first]
    # The second of two begins half way: no room is left to its right there.
    assert lanes((1, 2)) == [(x, y) for y in (470, 370) for x in (1750, 1250, 1350, 1450)]
    assert lanes((0, 0)) == lanes((0, 2))
    assert {y for _, y in lanes((0, 1), north=639)} == {370}
    assert {y for _, y in lanes((0, 1), north=641)} == {370, 470}
    assert not lanes((0, 1), east=1490)
    assert {x for x, _ in lanes((0, 1), east=1500)} == {1250}


@rule("44a")
@pytest.mark.parametrize(("gap", "free"), [(1.2, False), (1.21, True)])
def test_units_are_drawn_up_clear_of_each_other(gap: float, free: bool) -> None:
    state = scene(unit("A", files=6, at=(20, 10)), unit("B", files=6, at=(20 + 4.8 + gap, 10)))
    table = convex_parts(tidy(((0, 0), (7200, 0), (7200, 4800), (0, 4800))))
    hidden = replace(state, units=(state.units[0],))
    assert _free(hidden, state.units[1], table) is free


@rule("44a", "30")
def test_each_brigade_has_its_share_of_the_zone() -> None:
    """The enemy's brigades and those still to come take none of it."""
    state = scene(
        unit("A"),
        unit("B", brigade="II"),
        unit("C", brigade="III", where=Where.LATER),
        unit("z", at=(36, 40)),
    )
    state = brigaded(state, "III", arrives=2)
    zone = Zone(0, ((1000, 200), (6000, 200), (6000, 1400), (1000, 1400)))
    state = arrange(replace(state, field=replace(state.field, zones=(zone,))), frozenset({3}))
    assert [(u.x, u.y) for u in state.units[:2]] == [(1250, 1170), (3750, 1170)]


@rule("30", "B81")
def test_leaders_stand_behind_units_that_were_placed() -> None:
    """A mass eight ranks deep, nobody told where to look: straight behind it; inside a house, round the house."""
    state = scene(
        unit("A", figures=96, files=12, at=(20, 20)),
        unit("z", at=(60, 40)),
        leaders={"I": (3, 3), "General": (40, 3)},
    )
    found = arrange(state, frozenset({0, 1}))
    assert (leader(found, "I").x, leader(found, "I").y) == (2000, 1600)
    house = area("building", 28, 20, 34, 26, "house")
    held = scene(
        unit("A", inside="house", at=(60, 10)),
        unit("z", at=(60, 40)),
        terrain=(house,),
        leaders={"General": (3, 3)},
    )
    found = arrange(held, frozenset({0, 1}))
    assert (leader(found, "I").x, leader(found, "I").y) == (3100, 1950)


@rule("44a")
def test_who_finds_no_room_is_named() -> None:
    with pytest.raises(BadInput, match="there is no room for C in its zone"):
        drawn(10, 2, 22, 9)
    state = scene(unit("A", at=(20, 20)), unit("z", at=(36, 24)))
    with pytest.raises(BadInput, match="z has no place, and its side no zone"):
        arrange(state, frozenset({0}))
    assert arrange(state, frozenset({0, 1})).units == state.units


@rule("44a")
def test_nobody_is_drawn_up_on_ground_he_may_not_stand_on() -> None:
    """A house and a river where the first units would stand: they stand beside."""
    plain = drawn(10, 2, 34, 14).units[0]
    house = drawn(10, 2, 34, 14, terrain=(area("building", 12, 11, 14, 13, "house"),)).units[0]
    river = drawn(10, 2, 34, 14, terrain=(area("river", 12, 11, 14, 13, "river"),)).units[0]
    assert (plain.x, plain.y) == (1250, 1170)
    assert (house.x, house.y) == (river.x, river.y) == (1650, 1170)


@rule("20", "44a")
@pytest.mark.parametrize(
    ("arm", "wide"),
    [
        (foot, {1: 1, 6: 6, 7: 4, 8: 4, 16: 4, 17: 5, 20: 5, 21: 6, 24: 6, 25: 7, 36: 9}),
        (horse, {1: 1, 2: 2, 3: 3, 4: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 12: 6}),
        (gun, {1: 1, 2: 1}),
    ],
)
def test_how_wide_units_stand_when_nobody_says(arm: Arm, wide: dict[int, int]) -> None:
    assert {n: usual_files(unit("A", arm, figures=n)) for n in wide} == wide


# --- forms ------------------------------------------------------------------------------------------------------------


@rule("F5.17a")
def test_how_wide_a_square_is() -> None:
    wide = {4: 2, 6: 3, 8: 4, 9: 3, 12: 4, 15: 5, 16: 4, 18: 6, 20: 5, 22: 5, 24: 6, 30: 6, 32: 8, 36: 6}
    assert {n: square_files(n) for n in wide} == wide


@rule("22")
def test_the_widest_march_column() -> None:
    wide = {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2, 8: 2, 9: 2, 10: 3, 12: 3, 24: 3}
    assert {n: march_files(n) for n in wide} == wide


@rule("20", "22", "23", "24")
def test_the_formations_a_machine_tries() -> None:
    def tried(figures: int, *words: Any) -> list[tuple[Order, int]]:
        return list(sensible_files(unit("A", foot, *words, figures=figures)))

    assert tried(1) == [(close, 1)]
    assert tried(2) == [(close, 2), (close, 1)]
    assert tried(6) == [(close, 6), (close, 2)]
    assert tried(7) == [(close, 4), (close, 3), (close, 2)]
    assert tried(8) == [(close, 4), (close, 3), (close, 2)]
    assert tried(9) == [(close, 5), (close, 4), (close, 2)]
    assert tried(17) == [(close, 9), (close, 5), (close, 3)]
    assert tried(24, Special.SQUARE, Special.OPEN_ORDER) == [
        (close, 12), (close, 6), (close, 3), (open_order, 12), (square, 6),
    ]  # fmt: skip


@rule("F5.13", "25", "26", "17", "18")
@pytest.mark.parametrize(
    ("key", "order", "spread", "number"),
    [
        ("A", open_order, (24,), "F5.13"),
        ("A", open_order, (25,), ""),
        ("A", open_order, (50,), ""),
        ("A", open_order, (51,), "F5.13"),
        ("A", open_order, (30, 30), "F5.13"),
        ("A", close, (30,), "18"),
        ("G", Order.LIMBERED, (270, 0, 0), "18"),
        ("G", Order.UNLIMBERED, (270, 0), "25"),
        ("G", Order.UNLIMBERED, (270, 0, 3601), "25"),
        ("G", Order.UNLIMBERED, (270, 0, -3601), "25"),
        ("G", Order.UNLIMBERED, (270, 0, 3600), ""),
        ("G", Order.UNLIMBERED, (320, 0, 0), ""),
        ("G", Order.UNLIMBERED, (321, 0, 0), "25"),
        ("G", Order.UNLIMBERED, (200, 0, 0), "17"),
        ("G", Order.UNLIMBERED, (0, 320, 0), "26"),
        ("G", Order.UNLIMBERED, (0, 323, 0), ""),
    ],
)
def test_how_loosely_figures_stand_and_where_a_limber(
    key: str, order: Order, spread: Any, number: str
) -> None:
    state = scene(unit("A", foot, Special.OPEN_ORDER, at=(20, 20)), unit("G", gun, at=(40, 20)))
    assert cite(shape_refusal(find(state, key), order, 12, spread)) == number


@rule("19", "20", "80", "F5.13", "F5.17a")
@pytest.mark.parametrize(
    ("figures", "order", "files", "number"),
    [
        (24, close, 0, "19"), (24, close, 1, ""), (24, close, 24, "20"), (24, close, 25, "19"),
        (24, close, 23, ""), (6, close, 6, ""), (7, close, 7, "20"), (7, close, 6, ""),
        (24, open_order, 24, ""), (24, open_order, 6, ""), (24, open_order, 5, "F5.13"),
        (24, square, 6, ""), (24, square, 4, ""), (24, square, 3, "F5.17a"), (24, square, 8, "F5.17a"),
        (8, square, 4, ""), (8, square, 2, ""), (2, square, 2, "F5.17a"), (4, square, 2, ""),
        (24, Order.LIMBERED, 1, "80"),
    ],
)  # fmt: skip
def test_ranks_and_files_a_unit_may_form(figures: int, order: Order, files: int, number: str) -> None:
    each = unit("A", foot, Special.OPEN_ORDER, Special.SQUARE, figures=figures)
    assert cite(shape_refusal(each, order, files)) == number


@rule("80")
def test_formations_by_their_names() -> None:
    light = unit("A", foot, Special.OPEN_ORDER, Special.SQUARE)
    assert named_form(light, "open") == named_form(light, "open order") == (open_order, 12, ())
    assert named_form(light, "wide open order") == (open_order, 12, (50,))
    assert named_form(light, "close 8") == (close, 8, ())
    assert named_form(light, "close") == (close, 12, ())
    assert named_form(light, "square") == (square, 6, ())
    assert named_form(light, "huddle") is None
    assert named_form(light, "huddle 8") is None
    piece = unit("G", gun)
    assert named_form(piece, "limber to the right") == (Order.UNLIMBERED, 1, (270, 0, 0))
    assert named_form(piece, "limber to the left") == (Order.UNLIMBERED, 1, (-270, 0, 0))
    assert form_words(piece) == "unlimbered"
    assert form_words(unit("A")) == "line, 12 files of 2"
    assert form_words(unit("A", figures=25, files=6)) == "attack column, 6 files of 5"


# --- paths ------------------------------------------------------------------------------------------------------------


@rule("71")
@pytest.mark.parametrize("files", [2, 3, 4])
@pytest.mark.parametrize("turned", [0, 1, 2, 3])
def test_who_faces_about_takes_the_place_of_him_who_stood_there(files: int, turned: int) -> None:
    shape = Shape(foot, files * files, files, close)
    before = figure_places(stand_at(shape, 1000, 1000, 0))
    after = figure_places(stand_at(shape, 1000, 1000, 900 * turned))
    assert [after[i] for i in successors(shape, turned)] == list(before)


@rule("70")
@pytest.mark.parametrize(
    ("leg", "fits"),
    [
        (("forward", 0), True), (("forward", -1), False), (("back", 5), True), (("back", -5), False),
        (("side", -5), True), (("turn", -5), True), (("wheel", 5, "left"), True), (("wheel", 5, "about"), False),
        (("glide", 1, 2, 3), True), (("glide", 1, 2), False), (("glide", 1, 2, 100_001), False),
        (("glide", 1, -100_000, 3), True), (("forward", 1.5), False), (("fly", 5), False),
    ],
)  # fmt: skip
def test_legs_that_make_sense(leg: Any, fits: bool) -> None:
    assert sound(leg) is fits


MUD = area("mud", 12, 0, 14, 10, "mud")
ROAD = area("road", 10, 4, 20, 6, "road")
WALL = ground("low_wall", (15, 0), (15, 10), name="wall")


@rule("160", "163", "166", "F5.13d")
@pytest.mark.parametrize(
    ("terrain", "march", "nimble", "cost"),
    [
        param((), False, False, 1000, id="open ground"),
        param((MUD,), False, False, 1200, id="two inches of mud"),
        param((MUD,), False, True, 1000, id="mud is nothing to light troops in open order"),
        param((ROAD,), True, False, 500, id="a march column on a road"),
        param((ROAD,), False, False, 1000, id="a road for others"),
        param((ROAD, MUD), True, False, 600, id="an inch of road through mud is an inch"),
        param((MUD, WALL), False, False, 1600, id="a wall besides"),
        param((ROAD, MUD, WALL), True, False, 1000, id="all three"),
    ],
)
def test_what_a_path_costs(terrain: Any, march: bool, nimble: bool, cost: int) -> None:
    state = scene(unit("A", at=(40, 40)), terrain=terrain)
    assert path_cost(state, ((1000, 500), (2000, 500)), march, nimble) == cost


@rule("163", "166")
def test_road_and_mud_side_by_side_count_each_for_itself() -> None:
    """Half the way on the road, then two inches of mud beyond its end."""
    short = area("road", 10, 4, 12, 6, "road")
    state = scene(unit("A", at=(40, 40)), terrain=(short, MUD))
    assert path_cost(state, ((1000, 500), (2000, 500)), True) == 100 + 400 + 600


@rule("57", "154")
@pytest.mark.parametrize(
    ("wall", "clear"),
    [
        param(((36, 26), (46, 26)), False, id="between"),
        param(((28, 27), (29, 28)), True, id="beside the lines"),
        param(((45, 23), (46, 24)), True, id="beside them on the other side"),
    ],
)
def test_a_high_wall_hides_only_what_is_behind_it(wall: Any, clear: bool) -> None:
    state = scene(
        unit("A", figures=4, files=4, at=(36, 20)),
        unit("z", figures=4, files=4, at=(44, 32), facing=180),
        terrain=(ground("high_wall", *wall),),
    )
    assert visible(state, *both(state)) is clear


@rule("B14")
def test_a_few_hundredths_beside() -> None:
    found = beside()
    assert len(found) == len(set(found)) == 121
    assert [x * x + y * y for x, y in found] == sorted(x * x + y * y for x, y in found)
    assert found[0] == (0, 0)
    assert set(found[-4:]) == {(-5, -5), (-5, 5), (5, -5), (5, 5)}


# --- support and objectives -------------------------------------------------------------------------------------------


def ways(number: int, *plus: int) -> tuple[Support, ...]:
    """What one unit may lend: four dice take two places."""
    return tuple(Support(number, each, 2 if each == 4 else 1, each == 4) for each in plus)


@rule("122", "B46")
@pytest.mark.parametrize(
    ("lent", "best"),
    [
        ([], []),
        ([ways(1, 2)], [(1, 2)]),
        ([ways(1, 2), ways(2, 1), ways(3, 2), ways(4, 2)], [(1, 2), (3, 2), (4, 2)]),
        ([ways(1, 4, 2), ways(2, 2), ways(3, 2)], [(1, 4), (2, 2)]),
        ([ways(1, 4, 2), ways(2, 4, 2)], [(1, 4), (2, 2)]),
        ([ways(1, 4, 2), (), ways(2, 4)], [(1, 4)]),
    ],
)
def test_the_most_that_three_places_give(lent: Any, best: Any) -> None:
    assert [way[:2] for way in best_support(lent)] == best


@rule("B19", "B22")
@pytest.mark.parametrize(
    ("arm", "counts", "nothing"), [(foot, 1, True), (foot, 3, True), (foot, 4, False), (horse, 1, False)]
)
def test_support_that_risks_nothing(arm: Any, counts: int, nothing: bool) -> None:
    state = scene(unit("A", arm, at=(20, 20)), unit("z", at=(40, 40)))
    lent = [(Support(0, 2, counts),)]
    assert risks_nothing(state, lent, find(state, "z")) is nothing


@rule("123", "129b")
@pytest.mark.parametrize(
    ("picks", "sound_"),
    [
        ({1: 8, 2: 8}, False),
        ({1: 8, 2: 9}, True),
        ({1: 8, 3: 8}, True),
        ({1: 8}, True),
    ],
)
def test_picks_that_leave_nobody_unfought(picks: Any, sound_: bool) -> None:
    """Units 1 and 2 touch both enemies, 3 only one of them."""
    touched = {1: frozenset({8, 9}), 2: frozenset({8, 9}), 3: frozenset({8})}
    assert agree(picks, touched) is sound_


@rule("159")
def test_who_is_inside_is_as_far_as_his_feature() -> None:
    state = scene(
        unit("A", inside="house"),
        unit("z", at=(60, 40)),
        terrain=(area("building", 10, 10, 16, 16, "house"),),
    )
    inside, far = both(state)
    assert surely_apart(state, inside, far, 3000)
    assert surely_apart(state, far, inside, 3000)
    assert not surely_apart(state, inside, far, 4500)
    assert perhaps_near(state, inside, 1, 3000) == []
    assert perhaps_near(state, inside, 1, 4500) == [far]


@rule("35", "B8", "29")
@pytest.mark.parametrize(
    ("at", "figures"),
    [
        param((30, 26.8), 2, id="the two in the middle of the front rank, exactly 6 away"),
        param((30, 26.81), 0, id="a hair more"),
        param((38.4, 20), 2, id="a whole file to the east"),
        param((38.41, 20), 0, id="a hair more"),
        param((21.6, 20), 2, id="to the west"),
        param((21.59, 20), 0, id="a hair more"),
        param((30, 13.2), 2, id="the rear rank"),
        param((30, 13.19), 0, id="a hair more"),
    ],
)
def test_figures_within_6_of_an_objective(at: Any, figures: int) -> None:
    """Six figures in two ranks of three: the middle one, and its neighbours a little farther."""
    spot = Objective("hill", (round(at[0] * 100), round(at[1] * 100)))
    state = scene(unit("A", figures=12, files=6, at=(30, 20)), unit("z", at=(60, 44)), objectives=(spot,))
    assert figures_at(state, 0, 0) == figures
    assert figures_at(state, 0, 1) == 0


@rule("29", "35")
@pytest.mark.parametrize(("y", "figures"), [(26, 6), (32.2, 3), (40, 0)])
def test_a_gun_near_an_objective_counts_three_a_base(y: float, figures: int) -> None:
    spot = Objective("hill", (3000, round(y * 100)))
    state = scene(unit("G", gun, at=(30, 23)), unit("z", at=(60, 44)), objectives=(spot,))
    assert figures_at(state, 0, 0) == figures
