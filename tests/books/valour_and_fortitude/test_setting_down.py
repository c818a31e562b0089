"""Units and leaders set down: what a client is shown, where a machine looks, how near is near. [44a, 79, 98, 150, 176]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.placing import Deployer, Entrant, Leaver, Placer
from grognard.books.valour_and_fortitude.facts.riding import (
    LeaderPlacer,
    beside,
    displaced,
    mover_for_leader,
    poster,
)
from grognard.books.valour_and_fortitude.state import State, Zone
from grognard.books.valour_and_fortitude.words import Order, Where
from grognard.engine.flow import replace
from grognard.engine.tables import Refusal
from tests.books.valour_and_fortitude.drill import (
    area,
    brigaded,
    cite,
    find,
    gun,
    horse,
    lead,
    leader,
    put,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param
HOUSE = area("building", 30, 20, 36, 26, "house")
ZONES = (
    Zone(1, ((0, 4000), (7200, 4000), (7200, 4800), (0, 4800))),
    Zone(0, ((1000, 200), (3400, 200), (3400, 1400), (1000, 1400))),
)


class Drawn:
    """A generator that gives the first or the last, and remembers between what it was asked to choose."""

    def __init__(self, last: bool = False):
        self.last, self.asked = last, list[tuple[int, int]]()

    def random(self) -> float:
        raise AssertionError

    def randint(self, a: int, b: int) -> int:
        self.asked.append((a, b))
        return b if self.last else a


def zoned(*more: Any, zones: tuple[Zone, ...] = ZONES, **fields: Any) -> State:
    """A line in its zone, an enemy far off."""
    state = scene(unit("A", at=(20, 8)), unit("z", at=(36, 44), facing=180), *more, **fields)
    return replace(state, field=replace(state.field, zones=zones))


def deployer(*more: Any, **fields: Any) -> Deployer:
    state = zoned(*more, **fields)
    return Deployer(state, find(state, "A"))


def leaver(*more: Any, **fields: Any) -> Leaver:
    state = scene(
        unit("A", inside="house"), unit("z", at=(66, 44), facing=180), *more, terrain=(HOUSE,), **fields
    )
    return Leaver(state, find(state, "A"))


def entrant(key: str = "A", **more: Any) -> Entrant:
    state = scene(
        unit("A", files=3, **more),
        unit("G", gun, Order.LIMBERED),
        unit("z", at=(66, 44), facing=180),
    )
    state = brigaded(put(put(state, "A", where=Where.LATER), "G", where=Where.LATER), "I", entry=(3000, 0))
    return Entrant(state, find(state, key))


def down(x: float, y: float, facing: float = 0, order: str = "close", files: int = 12) -> Any:
    """One leg."""
    return (("place", round(x * 100), round(y * 100), round(facing * 10), order, files),)


# --- what a table is shown --------------------------------------------------------------------------------------------


@rule("44a", "150", "176")
@pytest.mark.parametrize(
    ("mover", "west", "south", "east", "north"),
    [
        param(deployer, 1000, 200, 3400, 1400, id="the zone"),
        param(leaver, 2400, 1400, 4200, 3200, id="6 round the feature"),
        param(entrant, 1800, -1200, 4200, 1200, id="12 round the arrival point"),
    ],
)
def test_the_region_of_a_unit(mover: Any, west: int, south: int, east: int, north: int) -> None:
    assert mover().region() == ((west, north), (east, north), (east, south), (west, south))


@rule("44a")
def test_two_zones_are_shown_as_one_region_and_without_one_it_is_where_it_stands() -> None:
    beside = Zone(0, ((4000, 300), (5000, 300), (5000, 1200), (4000, 1200)))
    both = deployer(zones=(*ZONES, beside))
    assert both.region() == ((1000, 1400), (5000, 1400), (5000, 200), (1000, 200))
    assert deployer(zones=()).region() == ((1520, 880), (2480, 880), (2480, 720), (1520, 720))


@rule("44a", "176", "150")
def test_a_preview_tells_where_it_would_stand_and_why_not() -> None:
    mover = deployer()
    shown = mover.preview(down(20, 8, 90))
    assert {key: shown[key] for key in ("end", "steps", "cost", "allowance", "refusal")} == {
        "end": [2000, 800, 900, "line"], "steps": [], "cost": 0, "allowance": 0, "refusal": None,
    }  # fmt: skip
    assert sorted(shown["body"]) == [[1920, 320], [1920, 1280], [2080, 320], [2080, 1280]]
    out = mover.preview(down(40, 8))
    assert out["refusal"]["cite"] == "44a"
    assert out["end"] == [4000, 800, 0, "line"]
    assert set(mover.preview(down(20, 8, files=0))) == {"refusal"}


@rule("98", "176", "79", "44a")
def test_the_region_of_a_leader() -> None:
    state = scene(unit("A", files=6, at=(20, 8)), unit("z", at=(66, 44), facing=180), terrain=(HOUSE,))
    inside = lead(state, "I", inside="house")
    assert mover_for_leader(inside, leader(inside, "I")).region() == (
        (2400, 3200), (4200, 3200), (4200, 1400), (2400, 1400),
    )  # fmt: skip
    free = lead(state, "I", at=(30, 10))
    xs, ys = zip(*mover_for_leader(free, leader(free, "I")).region())
    assert (min(xs), max(xs)) == (3000 - 3600, 3000 + 3600)
    assert (min(ys), max(ys)) == (1000 - 3600, 1000 + 3600)
    assert len(xs) == 36
    posted = zoned()
    assert poster(posted, leader(posted, "I")).region() == (
        (1000, 1400), (3400, 1400), (3400, 200), (1000, 200),
    )  # fmt: skip


@rule("98", "176")
def test_a_leaders_preview() -> None:
    state = scene(unit("A", files=6, at=(20, 8)), unit("z", at=(66, 44), facing=180), terrain=(HOUSE,))
    free = lead(state, "I", at=(10, 10))
    mover = mover_for_leader(free, leader(free, "I"))
    shown = mover.preview((("place", 1300, 1400),))
    assert sorted(shown.pop("body")) == [[1250, 1350], [1250, 1450], [1350, 1350], [1350, 1450]]
    assert shown == {"end": [1300, 1400, 0, ""], "steps": [], "cost": 500, "allowance": 3600, "refusal": None}
    assert mover.preview((("place", 1000, 4790),))["refusal"]["cite"] == "75"
    for wrong in ((), (("place", 1, 2, 3),), (("place", 1),), (("ride", 1, 2),), (("place", 1, 2),) * 2):
        assert set(mover.preview(wrong)) == {"refusal"}
    inside = lead(state, "I", inside="house", at=(33, 23))
    out = mover_for_leader(inside, leader(inside, "I")).preview((("place", 3300, 1700),))
    assert (out["cost"], out["allowance"], out["refusal"]) == (0, 600, None)


@rule("98", "44a")
def test_places_beyond_all_sense_are_no_places() -> None:
    """A million hundredths are off the table; beyond that a number is no place."""
    state = zoned()
    ride = mover_for_leader(state, leader(state, "I"))
    mover = deployer()
    for x, y, other in ((1_000_000, 0, False), (-1_000_000, 0, False), (0, 1_000_001, True)):
        assert cite(ride.refusal((("place", x, y),))) == ("98" if other else "75")
        legs = (("place", x, y, 0, "close", 12),)
        assert cite(mover.refusal(legs)) == ("44a" if other else "75")
    for wrong in (("place", 0, 1.5), ("place", "0", 1)):
        assert cite(ride.refusal((wrong,))) == "98"
    nonsense = Refusal("44a", "that is no place on the table")
    assert mover.plan((1_000_000, 0, 0)) != nonsense
    for pose in ((1_000_001, 0, 0), (0, -1_000_001, 0), ("?", 0, 0), (0, 0)):
        assert mover.plan(pose) == nonsense


# --- how near is near -------------------------------------------------------------------------------------------------


@rule("44a")
@pytest.mark.parametrize(
    ("x", "y", "sound"), [(10.5, 8, True), (10.49, 8, False), (33.5, 13.5, True), (33.51, 13.5, False)]
)
def test_a_leader_is_posted_wholly_in_his_zone(x: float, y: float, sound: bool) -> None:
    state = zoned()
    legs = (("place", round(x * 100), round(y * 100)),)
    assert cite(poster(state, leader(state, "I")).refusal(legs)) == ("" if sound else "44a")


@rule("44a")
def test_without_a_zone_a_leader_is_posted_nowhere_else() -> None:
    state = zoned(zones=())
    mover = poster(state, leader(state, "I"))
    assert mover.near == (((leader(state, "I").x, leader(state, "I").y),),)
    assert cite(mover.refusal((("place", 3000, 3000),))) == "44a"


@rule("44a")
def test_a_posted_leader_may_stand_before_the_enemy() -> None:
    """Distances to enemies bind leaders in their moves only."""
    state = zoned(unit("y", at=(30, 12), facing=180))
    assert poster(state, leader(state, "I")).refusal((("place", 3000, 1020),)) is None


@rule("79")
@pytest.mark.parametrize(("gap", "sound"), [(6, True), (6.01, False)])
def test_a_leader_put_back_is_near_the_nearest_unit(gap: float, sound: bool) -> None:
    state = scene(
        unit("A", files=6, at=(20, 20)), unit("B", files=6, at=(60, 20)), unit("z", at=(20, 30), facing=180)
    )
    state = lead(state, "I", at=(30, 20))
    mover = displaced(state, leader(state, "I"))
    legs = (("place", round(100 * (20 + 2.4 + gap + 0.5)), 2000),)
    assert cite(mover.refusal(legs)) == ("" if sound else "79")
    # However near the enemy is.
    assert mover.refusal((("place", 2000, 2810),)) is None


@rule("79")
def test_a_leader_with_no_unit_left_is_put_anywhere() -> None:
    state = put(scene(unit("A", at=(20, 20)), unit("z", at=(20, 30), facing=180)), "A", where=Where.ROUTED)
    state = lead(state, "I", at=(0.5, 0.5))
    mover = displaced(state, leader(state, "I"))
    assert mover.refusal((("place", 7150, 4750),)) is None
    assert mover.refusal((("place", 2000, 2850),)) is None
    assert cite(mover.refusal((("place", 7151, 4750),))) == "75"


@rule("98", "176")
@pytest.mark.parametrize(
    ("inside", "y", "sound"),
    [
        param(False, 30 - 0.8 - 6.5, False, id="exactly 6 is too near in his move"),
        param(False, 30 - 0.8 - 6.51, True, id="more than 6"),
        param(True, 30 - 0.8 - 3.5, True, id="exactly 3 will do as he leaves"),
        param(True, 30 - 0.8 - 3.49, False, id="less than 3"),
    ],
)
def test_how_near_enemies_a_leader_is_set_down(inside: bool, y: float, sound: bool) -> None:
    state = scene(unit("A", at=(10, 8)), unit("z", at=(39, 30), facing=180), terrain=(HOUSE,))
    state = lead(state, "I", at=(39, 20), **({"inside": "house"} if inside else {}))
    legs = (("place", 3900, round(y * 100)),)
    assert cite(mover_for_leader(state, leader(state, "I")).refusal(legs)) == (
        "" if sound else "176" if inside else "98"
    )


@rule("176")
@pytest.mark.parametrize(("y", "sound"), [(14.5, True), (14.49, False)])
def test_a_leader_leaves_to_wholly_within_6(y: float, sound: bool) -> None:
    state = scene(unit("A", at=(10, 8)), unit("z", at=(66, 44), facing=180), terrain=(HOUSE,))
    state = lead(state, "I", inside="house")
    legs = (("place", 3300, round(y * 100)),)
    assert cite(mover_for_leader(state, leader(state, "I")).refusal(legs)) == ("" if sound else "176")


@rule("98", "B81", "164")
@pytest.mark.parametrize(
    ("x", "y", "number"),
    [
        param(46.0, 10, "", id="36 away, from place to place"),
        param(46.01, 10, "98", id="farther"),
        param(20, 8, "B81", id="on a unit"),
        param(33, 23, "164", id="in a building"),
        param(10, 0.49, "75", id="over the edge"),
        param(10, 0.5, "", id="at the edge"),
    ],
)
def test_where_a_leader_rides(x: float, y: float, number: str) -> None:
    state = scene(unit("A", files=6, at=(20, 8)), unit("z", at=(66, 44), facing=180), terrain=(HOUSE,))
    state = lead(state, "I", at=(10, 10))
    legs = (("place", round(x * 100), round(y * 100)),)
    assert cite(mover_for_leader(state, leader(state, "I")).refusal(legs)) == number


@rule("98")
def test_a_leaders_plan_is_a_place_with_or_without_a_facing() -> None:
    state = lead(zoned(), "I", at=(10, 10))
    mover = mover_for_leader(state, leader(state, "I"))
    assert mover.plan((1300, 1400)) == mover.plan((1300, 1400, 900)) == (("place", 1300, 1400),)
    for wrong in (("?", 1), (1300,), (1_000_001, 0)):
        assert mover.plan(wrong) == Refusal("98", "that is no place on the table")
    refused = mover.plan((7150, 1000))
    assert isinstance(refused, Refusal)
    assert refused.cite == "98"


@rule("176", "77", "174", "177", "74")
@pytest.mark.parametrize(
    ("others", "legs", "number"),
    [
        param((), down(33, 28), "", id="room enough"),
        param((), down(33, 30.4, files=6), "", id="its rear rank wholly within 6"),
        param((), down(33, 30.41, files=6), "176", id="a hair too far"),
        param((), down(33, 27.8), "", id="it may touch the feature"),
        param((), down(33, 26.7), "168", id="but not stand in it"),
        param((unit("y", at=(33, 33.4), facing=180),), down(33, 28.8), "", id="3 from an enemy"),
        param((unit("y", at=(33, 33.39), facing=180),), down(33, 28.8), "77", id="less than 3"),
        param((unit("B", at=(33, 30.5)),), down(33, 28.8), "", id="clear of a friend"),
        param((unit("B", at=(33, 30.4)),), down(33, 28.8), "74", id="touching a friend"),
    ],
)
def test_where_an_occupant_comes_out(others: Any, legs: Any, number: str) -> None:
    assert cite(leaver(*others).refusal(legs)) == number


@rule("44a")
@pytest.mark.parametrize(
    ("pose", "legs"),
    [
        param((2000, 800, 0), (("place", 2000, 800, 0, "close", 12),), id="as it is"),
        param((2000, 800, 3600), (("place", 2000, 800, 0, "close", 12),), id="a whole turn"),
        param((2000, 800, 0, "attack column"), (("place", 2000, 800, 0, "close", 6),), id="by name"),
        param((2000, 800, 0, "close 8"), (("place", 2000, 800, 0, "close", 8),), id="by files"),
        param((2000, 800, 0, "no such thing"), (("place", 2000, 800, 0, "close", 12),), id="unknown"),
    ],
)
def test_a_plan_for_a_unit_is_direct(pose: Any, legs: Any) -> None:
    assert deployer().plan(pose) == legs


@rule("44a")
def test_a_plan_that_is_refused_says_why() -> None:
    refused = deployer().plan((4000, 800, 0))
    assert isinstance(refused, Refusal)
    assert refused.cite == "44a"


@rule("18", "19", "44a")
@pytest.mark.parametrize(
    "legs",
    [
        (),
        (*down(20, 8), *down(20, 8)),
        (("move", 2000, 800, 0, "close", 12),),
        (("place", 2000, 800, 0, "close"),),
        (("place", 2000, 800.5, 0, "close", 12),),
        (("place", 2000, 800, 0, "close", "12"),),
        (("place", 2000, 800, 0, "huddle", 12),),
    ],
)
def test_what_is_no_leg_is_refused(legs: Any) -> None:
    assert cite(deployer().refusal(legs)) == "44a"


# --- where a machine looks --------------------------------------------------------------------------------------------


@rule("44a")
def test_a_machine_looks_all_over_the_zone() -> None:
    places = list(deployer().places())
    assert places[0] == (2000, 800, 0)
    assert places[1:] == [(x, y, 0) for x in (1300, 1900, 2500, 3100) for y in (500, 900, 1300)]


@rule("176")
def test_a_machine_looks_round_the_feature_facing_outward() -> None:
    barn = area("building", 30, 20, 35.6, 25.9, "house")
    state = scene(unit("A", inside="house"), unit("z", at=(66, 44)), terrain=(barn,))
    places = list(Leaver(state, find(state, "A")).places())
    assert places[:3] == [(2780, 1780, 1800), (2780, 2030, 2700), (2780, 2280, 2700)]
    assert {facing for _, _, facing in places} == {0, 900, 1800, 2700, 3600}
    near, next_, far = places[:25], places[25 : 25 + 30], places[25 + 30 :]
    for some, xs, ys in (
        (near, range(2780, 3781, 250), range(1780, 2811, 250)),
        (next_, range(2670, 3891, 250), range(1670, 2921, 250)),
        (far, range(2570, 3991, 250), range(1570, 3021, 250)),
    ):
        assert [(x, y) for x, y, _ in some] == [(x, y) for x in xs for y in ys]


@rule("150")
def test_a_machine_looks_inward_from_the_arrival_point() -> None:
    mover = entrant()
    places = list(mover.places())
    assert len(places) == 4 * 9 * 2
    inward = places[0][2]
    assert inward == 140
    swings = [0, 200, -200, 400, -400, 600, -600, 750, -750]
    assert [facing - inward for _, _, facing in places[:18:2]] == swings
    assert [facing for _, _, facing in places[1:18:2]] == [0, 0, 0, 900, 0, 900, -900 + 0, 900, -900]
    far = [round(((x - 3000) ** 2 + y**2) ** 0.5) for x, y, _ in places[::18]]
    assert far == [900, 700, 500, 350]


@rule("150", "151")
def test_reinforcements_come_in_march_column_a_detachment_as_it_likes() -> None:
    assert entrant().forms() == [(Order.CLOSE, 3)]
    assert entrant("G").forms() == [(Order.LIMBERED, 1)]
    detached = entrant(detachment=True)
    assert detached.forms() == [(Order.CLOSE, 3), (Order.CLOSE, 12), (Order.CLOSE, 6)]
    assert detached.orders() == ("march column", "line", "attack column")


def firsts(mover: Placer | LeaderPlacer) -> Any:
    found: Iterable[Any] = mover.candidates()
    return next(iter(found))


@rule("44a")
@pytest.mark.parametrize("last", [False, True])
def test_a_sample_is_any_place_in_any_formation(last: bool) -> None:
    mover = deployer()
    rng = Drawn(last)
    legs = mover.sample(rng)
    forms = mover.forms()
    assert forms == [(Order.CLOSE, 12), (Order.CLOSE, 6), (Order.CLOSE, 3)]
    assert rng.asked[:2] == [(0, 12), (0, 2)]
    # The last place of all is refused, ten times; then the first that is allowed is taken.
    assert len(rng.asked) == (20 if last else 2)
    assert legs == firsts(mover) == (("place", 2000, 800, 0, "close", 12),)


@rule("44a")
def test_a_sample_keeps_facings_within_a_turn() -> None:
    mover = deployer()
    mover.places = lambda: iter([(2000, 800, -900)])  # type: ignore[method-assign]
    assert mover.sample(Drawn()) == (("place", 2000, 800, 2700, "close", 12),)
    assert firsts(mover) == (("place", 2000, 800, 2700, "close", 12),)


@rule("98")
def test_a_leaders_sample_is_any_of_his_places() -> None:
    state = lead(zoned(), "I", at=(20, 12))
    mover = mover_for_leader(state, leader(state, "I"))
    found = list(mover.candidates())
    low, high = Drawn(), Drawn(last=True)
    assert mover.sample(low) == found[0]
    assert mover.sample(high) == found[-1]
    assert low.asked == high.asked == [(0, len(found) - 1)]


@rule("79")
def test_nowhere_to_go_is_no_legs() -> None:
    state = scene(unit("A", at=(20, 20)), unit("z", at=(20, 30), facing=180), size=(0.9, 0.9))
    assert displaced(state, leader(state, "I")).sample(Drawn()) == ()


@rule("98")
def test_where_a_leader_looks_first() -> None:
    """The middle of his units, behind each, then in three rings and at the full distance."""
    state = scene(
        unit("A", files=6, at=(20, 20)), unit("B", files=6, at=(30, 21)), unit("C", horse, at=(50, 10), brigade="II"),
        unit("z", at=(60, 40), facing=180),
    )  # fmt: skip
    state = lead(state, "I", at=(10, 10))
    mover = mover_for_leader(state, leader(state, "I"))
    spots = [legs[0][1:] for legs in mover.ideas()]
    assert spots[:3] == [(2500, 2050), (2000, 1500), (3000, 1600)]
    rings = spots[3:39]
    assert rings[0] == (1000, 1000 + 900)
    assert rings[3] == (1000 + 900, 1000)
    assert rings[12] == (1000, 1000 + 1800)
    assert rings[24] == (1000, 1000 + 2700)
    assert spots[39] == (1000, 4600)
    assert spots[39 + 6] == (4600, 1000)
    assert len(spots) == 3 + 36 + 24 + 1
    assert spots[-1] == (1000, 1000)
    chief = mover_for_leader(state, leader(state, "General"))
    assert next(iter(chief.ideas()))[0][1:] == (3333, 1700)


@rule("79", "176")
def test_out_of_a_feature_every_inch_is_looked_at() -> None:
    state = lead(
        scene(unit("A", inside="house"), unit("z", at=(60, 40)), terrain=(HOUSE,)), "I", inside="house"
    )
    mover = mover_for_leader(state, leader(state, "I"))
    spots = [legs[0][1:] for legs in mover.ideas()]
    grid = [(x, y) for x in range(2400, 4201, 100) for y in range(1400, 3201, 100)]
    assert spots[-1 - len(grid) : -1] == grid
    assert spots[0] == (3300, 2300)
    assert spots[1] == (3300, 2300 + (600 + 300) // 4)
    assert spots[37] == (3300, 2300 + 900)


@rule("B81")
@pytest.mark.parametrize(
    ("facing", "spot"),
    [(0, (2000, 850)), (90, (1925, 1130)), (180, (2000, 1150)), (270, (2075, 870))],
)
def test_a_leader_stands_behind_whom_he_would_stand_on(facing: int, spot: tuple[int, int]) -> None:
    state = scene(unit("A", at=(20, 10)), unit("z", at=(60, 40)), leaders={"I": (3, 3), "General": (3, 6)})
    found = beside(state, leader(state, "I"), (2000, 1000), facing * 10)
    assert (found.x, found.y) == spot
