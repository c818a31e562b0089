"""Where the program looks before it sets somebody down, and what a table is shown of it. [44a, 79, 98, 150, 176]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.bodies import gun_and_limber
from grognard.books.valour_and_fortitude.facts.placing import Deployer, Entrant, Leaver, outline
from grognard.books.valour_and_fortitude.facts.riding import beside, displaced, mover_for_leader, poster
from grognard.books.valour_and_fortitude.facts.secrecy import SECRETS, redact
from grognard.books.valour_and_fortitude.state import Fate, State, Zone
from grognard.books.valour_and_fortitude.words import Deed
from grognard.engine.flow import replace
from grognard.geometry.angles import ahead
from grognard.geometry.gaps import length
from tests.books.valour_and_fortitude.drill import (
    area,
    find,
    foot,
    gun,
    horse,
    lead,
    leader,
    legs,
    marcher,
    put,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param
HOUSE = area("building", 34, 4, 38, 8, name="house")
ZONES = (Zone(0, ((0, 0), (2000, 0), (2000, 1400), (0, 1400))),)


def camp(**more: Any) -> State:
    """Two columns of one brigade, one of another, an enemy far off, and a house."""
    return scene(
        unit("A", figures=12, files=4, at=(20, 10)),
        unit("B", figures=12, files=4, at=(30, 14), facing=90),
        unit("C", at=(50, 30), brigade="II"),
        unit("z", at=(60, 40)),
        terrain=(HOUSE,),
        **more,
    )


def spots(mover: Any) -> list[tuple[int, int]]:
    """Where a leader might be set down."""
    return [found[0][1:] for found in mover.ideas()]


class Dice:
    """Gives what it is told, and keeps what it was asked."""

    def __init__(self, *gives: int):
        self.gives, self.asked = list(gives), []

    def randint(self, low: int, high: int) -> int:
        self.asked.append((low, high))
        return self.gives.pop(0)


# ---- leaders


@rule("98")
def test_a_leader_looks_behind_his_units_then_round_about() -> None:
    state = camp()
    mover = mover_for_leader(state, leader(state, "I"))
    found, here = spots(mover), (2000, 480)
    assert found[:3] == [(2500, 1200), (2000, 500), (2500, 1400)]  # amid them, and 5 behind each
    rings = found[3:-1]
    near = [ahead(*here, bearing, far) for far in (900, 1800, 2700) for bearing in range(0, 3600, 300)]
    assert rings == [*near, *[ahead(*here, bearing, 3600) for bearing in range(0, 3600, 150)]]
    assert found[-1] == here  # and where he is


@rule("98", "30")
def test_the_army_leader_looks_behind_the_whole_army_but_not_behind_occupants() -> None:
    state = put(camp(), "A", inside=0)
    found = spots(mover_for_leader(state, leader(state, "General")))
    assert found[:3] == [((2000 + 3000 + 5000) // 3, (1000 + 1400 + 3000) // 3), (2500, 1400), (5000, 2500)]


@rule("176", "B81")
def test_out_of_a_house_every_inch_is_looked_at() -> None:
    state = lead(camp(), "I", inside="house", at=(36, 6))
    mover = mover_for_leader(state, leader(state, "I"))
    found = spots(mover)
    # The rings reach 6 beyond the walls: 8 from the middle.
    assert found[3:5] == [ahead(3600, 600, 0, 200), ahead(3600, 600, 300, 200)]
    assert ahead(3600, 600, 150, 800) in found
    grid = [(x, y) for x in range(2800, 4401, 100) for y in range(-200, 1401, 100)]
    assert found[63:-1] == grid
    assert mover.region() == ((2800, 1400), (4400, 1400), (4400, -200), (2800, -200))


@rule("98", "79", "44a")
def test_what_is_shown_of_where_a_leader_may_go() -> None:
    state = camp()
    rides = mover_for_leader(state, leader(state, "I"))
    region = rides.region()
    assert len(region) == 36
    assert {length((2000, 480), point) for point in region} <= {3599, 3600, 3601}
    told = rides.show((3000, 1000))
    assert (told.end, told.cost, told.allowance) == ((3000, 1000, 0, ""), 1128, 3600)
    # Put back he may be within 6 of his nearest unit, however far that is from where he was.
    back = displaced(state, leader(state, "general"))
    assert back.region() == outline((5520, 3920, 6480, 4080), 600)
    assert (back.show((3000, 1000)).cost, back.show((3000, 1000)).allowance) == (0, 600)
    ours = replace(state, field=replace(state.field, zones=ZONES))
    assert poster(ours, leader(ours, "I")).region() == ((0, 1400), (2000, 1400), (2000, 0), (0, 0))


@rule("79")
def test_a_leader_without_any_unit_may_be_put_anywhere() -> None:
    state = put(camp(), "z", where="routed")
    lone = displaced(state, leader(state, "general"))
    assert lone.limit == 7200 + 4800
    assert lone.refusal((("place", 100, 100),)) is None


@rule("B81")
def test_a_leader_stands_as_near_as_there_is_room() -> None:
    """Straight behind the spot first, then all round in steps of half an inch."""
    state = scene(unit("A", figures=12, files=4, at=(30, 20)), unit("z", at=(60, 40)), leaders={"I": (5, 5)})
    chief = leader(state, "I")
    assert (beside(state, chief, (1000, 1000)).x, beside(state, chief, (1000, 1000)).y) == (1000, 1000)
    # A's rear is at 18.8: his base, an inch across, is clear of it from 18.29 on.
    back = beside(state, chief, (3000, 2000))
    assert (back.x, back.y) == (3000, 1800)
    turned = beside(state, chief, (3000, 2000), 1800)
    assert (turned.x, turned.y) == (3000, 2200)
    # Nobody stands on another leader, nor off the table.
    taken = beside(state, chief, (leader(state, "General").x, leader(state, "General").y))
    assert length((taken.x, taken.y), (leader(state, "General").x, leader(state, "General").y)) >= 100
    assert (beside(state, chief, (0, 1000)).x, beside(state, chief, (0, 1000)).y) == (50, 1000)


# ---- units


@rule("44a")
def test_where_a_unit_might_be_set_up() -> None:
    state = camp()
    ours = replace(state, field=replace(state.field, zones=ZONES))
    column = find(ours, "A")
    grid = [(x, y, 0) for x in (300, 900, 1500) for y in (300, 700, 1100)]
    assert list(Deployer(ours, column).places()) == [(2000, 1000, 0), *grid]
    assert Deployer(ours, column).region() == ((0, 1400), (2000, 1400), (2000, 0), (0, 0))
    # Where a side has no zone, the unit's own ground is shown.
    assert Deployer(state, column).region() == ((1840, 1120), (2160, 1120), (2160, 880), (1840, 880))
    told = Deployer(ours, column).show(
        Deployer(ours, column).work_out((("place", 1000, 700, 0, "close", 4),))
    )  # type: ignore[arg-type]
    assert (told.end, told.cost, told.allowance) == ((1000, 700, 0, "attack column"), 0, 0)


@rule("176")
def test_where_a_unit_might_come_out_of_a_house() -> None:
    state = put(camp(), "A", inside=0)
    leaves = Leaver(state, find(state, "A"))
    found = list(leaves.places())
    wanted = [
        (x, y)
        for off in (220, 330, 430)
        for x in range(3400 - off, 3800 + off + 1, 250)
        for y in range(400 - off, 800 + off + 1, 250)
    ]
    assert [(x, y) for x, y, _ in found] == wanted
    # It looks away from the house, square to the table.
    assert {facing % 900 for *_, facing in found} == {0}
    assert found[0] == (3180, 180, 2700)
    assert found[-1] == (4220, 1220, 900)
    assert leaves.region() == ((2800, 1400), (4400, 1400), (4400, -200), (2800, -200))


@rule("150", "B80")
def test_where_a_unit_might_come_on() -> None:
    state = camp()
    west = replace(state, brigades=tuple(replace(b, entry=(0, 2400)) for b in state.brigades))
    comes = Entrant(west, find(west, "A"))
    found = list(comes.places())
    swings = (0, 200, -200, 400, -400, 600, -600, 750, -750)
    wanted = [
        (*ahead(0, 2400, 900 + swing, far), facing)
        for far in (900, 700, 500, 350)
        for swing in swings
        for facing in (900 + swing, (900 + swing + 450) // 900 * 900)
    ]
    assert found == wanted
    assert comes.region() == outline((0, 2400, 0, 2400), 1200)
    assert comes.orders() == ("march column",)


@rule("70", "76")
@pytest.mark.parametrize(
    ("who", "half", "limit"),
    [(unit("A", files=6, at=(30, 20)), 240, 1200), (unit("A", at=(30, 20)), 480, 800), (unit("A", horse, at=(30, 20)), 250, 1800)],
)  # fmt: skip
def test_the_fan_of_a_move_is_as_wide_as_the_move_and_half_the_unit(who: Any, half: int, limit: int) -> None:
    judge = marcher(scene(who, unit("z", at=(60, 44))), "A")
    region = judge.region()
    assert len(region) == 24
    assert {length((3000, 2000), point) - half - limit for point in region} <= {-1, 0, 1}
    told = judge.preview(legs("forward 3"))
    assert (told["cost"], told["allowance"]) == (300, limit)
    assert marcher(judge.state, "A", Deed.DOUBLE).preview(legs("forward 3"))["allowance"] == 2 * limit


@rule("25", "B39")
def test_a_gun_and_its_limber_at_the_origin() -> None:
    piece, limber = gun_and_limber((320, 0, 0))
    assert sorted(piece) == [(-120, -120), (-120, 120), (120, -120), (120, 120)]
    assert sorted(limber) == [(220, -200), (220, 200), (420, -200), (420, 200)]
    behind = gun_and_limber((0, 370, 900))[1]
    assert sorted(behind) == [(-200, -470), (-200, -270), (200, -470), (200, -270)]


# ---- chance


@rule("B20")
def test_a_whim_takes_any_of_what_there_is() -> None:
    state = camp()
    leaves = Leaver(put(state, "A", inside=0), find(put(state, "A", inside=0), "A"))
    places, forms = list(leaves.places()), leaves.forms()
    dice = Dice(4, 1)
    ((_, x, y, facing, order, files),) = leaves.whim(dice, 0)  # type: ignore[arg-type]
    assert dice.asked == [(0, len(places) - 1), (0, len(forms) - 1)]
    assert (x, y, facing) == (places[4][0], places[4][1], places[4][2] % 3600)
    assert (order, files) == (forms[1][0].value, forms[1][1])


@rule("44")
@pytest.mark.parametrize("side", [0, 1])
def test_what_the_other_side_might_hold_is_any_deal_of_its_cards(side: int) -> None:
    mine = Fate(deck=(4, 5), hand=(1, 2), discards=(9,))
    state = scene(unit("A", foot), unit("z", gun), hands=((7,), (8,)))
    fates = (mine, state.fates[1]) if side == 0 else (state.fates[0], mine)
    state = replace(state, fates=fates)
    others = SECRETS.others
    assert others is not None
    dice = Dice(0, 0, 0)
    dealt = others(state, side, dice)  # type: ignore[arg-type]
    # 1 2 4 5: the last changes with the first, then the last but one, then the last but two.
    assert dice.asked == [(0, 3), (0, 2), (0, 1)]
    assert dealt.fates[side] == Fate(deck=(1, 5), hand=(2, 4), discards=(9,))
    assert dealt.fates[1 - side] == state.fates[1 - side]
    assert redact(state, 1 - side).fates[side] == Fate(deck=(0, 0), hand=(0, 0), discards=(9,))
