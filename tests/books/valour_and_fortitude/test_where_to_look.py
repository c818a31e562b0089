"""Where the program looks for a place, in which order: leaders, units set down, armies drawn up. [44a, 79, 98, 149, 176, B81]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.placing import Deployer, Entrant, Leaver
from grognard.books.valour_and_fortitude.facts.riding import beside, displaced, mover_for_leader, poster
from grognard.books.valour_and_fortitude.state import State, Zone
from grognard.books.valour_and_fortitude.words import Where
from grognard.engine.flow import replace
from grognard.geometry.angles import ahead, heading, turn_between
from tests.books.valour_and_fortitude.drill import (
    area,
    brigaded,
    find,
    foot,
    horse,
    lead,
    leader,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param
HOUSE = area("building", 30, 20, 36, 24, "house")


def two(**more: Any) -> State:
    """Two units of one brigade, one facing east, and an enemy far away."""
    return scene(
        unit("A", files=6, at=(30, 10)),
        unit("B", files=6, at=(40, 12), facing=90),
        unit("C", files=6, at=(20, 30), brigade="II"),
        unit("z", at=(66, 44)),
        **more,
    )


def _rings(x: int, y: int, far: int) -> list[tuple[int, int]]:
    """Twelve bearings at each quarter of the way out, then twenty-four at its end."""
    inner = [ahead(x, y, 300 * step, far * part // 4) for part in (1, 2, 3) for step in range(12)]
    return [*inner, *(ahead(x, y, 150 * step, far) for step in range(24))]


@rule("98")
def test_a_leader_looks_behind_his_units_and_round_about_where_he_stands() -> None:
    state = two(leaders={"I": (25, 9)})
    spots = list(mover_for_leader(state, leader(state, "I"))._spots())
    assert spots[:3] == [(3500, 1100), (3000, 500), (3500, 1200)]
    assert spots[3:-1] == _rings(2500, 900, 3600)
    assert spots[-1] == (2500, 900)  # there is room where he stands


@rule("98")
def test_the_army_leader_looks_behind_everybody() -> None:
    state = two(leaders={"General": (25, 9)})
    spots = list(mover_for_leader(state, leader(state, "General"))._spots())
    assert spots[:4] == [(3000, 1733), (3000, 500), (3500, 1200), (2000, 2500)]
    assert spots[4:-1] == _rings(2500, 900, 3600)


@rule("176")
def test_a_leader_leaves_a_feature_for_any_inch_round_it() -> None:
    house = area("building", 30, 20, 35.99, 23.99, "house")
    state = scene(
        unit("A", inside="house"), unit("B", files=6, at=(40, 12)), unit("z", at=(66, 44)), terrain=(house,)
    )
    state = lead(state, "I", inside="house")
    spots = list(mover_for_leader(state, leader(state, "I"))._spots())
    # Who is inside has nothing behind him.
    assert spots[:2] == [((3299 + 4000) // 2, (2199 + 1200) // 2), (4000, 700)]
    rings = _rings(3299, 2199, 600 + 299)
    assert spots[2 : 2 + len(rings)] == rings
    grid = [(x, y) for x in range(2400, 4200, 100) for y in range(1400, 3000, 100)]
    assert spots[2 + len(rings) : -1] == grid
    assert spots[-1] == tuple(_place(beside(state, leader(state, "I"), (3299, 2199))))


def _place(someone: Any) -> tuple[int, int]:
    return someone.x, someone.y


@rule("79", "B81")
@pytest.mark.parametrize(
    ("facing", "crowd", "far", "bearing"),
    [
        param(0, (), 0, 1800, id="room where he wants to be"),
        param(0, (unit("B", files=6, at=(30, 20)),), 250, 1800, id="behind a unit that stands there"),
        param(900, (unit("B", files=6, at=(30, 20)),), 250, 3300, id="behind, whichever way that is"),
        param(0, (unit("B", figures=12, files=6, at=(30, 20)), unit("C", files=6, at=(30, 17))), 150, 3300, id="else elsewhere"),
    ],
)  # fmt: skip
def test_a_leader_stands_as_near_as_there_is_room(facing: int, crowd: Any, far: int, bearing: int) -> None:
    """Every half inch out, every thirty degrees round, straight behind first."""
    state = scene(unit("A", files=6, at=(10, 10)), *crowd, unit("z", at=(66, 44)), leaders={"I": (10, 5)})
    there = beside(state, leader(state, "I"), (3000, 2000), facing)
    assert _place(there) == ahead(3000, 2000, bearing, far)


@rule("79")
def test_nobody_without_room_anywhere_is_moved() -> None:
    """A table full of water: he is left on the spot."""
    state = scene(unit("A", at=(30, 20)), terrain=(area("river", 0, 0, 72, 48),))
    assert _place(beside(state, leader(state, "I"), (1234, 987))) == (1234, 987)


@rule("79")
@pytest.mark.parametrize(("x", "near", "far"), [(32, (3000, 2000), 600), (36, (4000, 2000), 600)])
def test_who_was_moved_over_goes_to_his_nearest_unit(x: int, near: tuple[int, int], far: int) -> None:
    state = scene(unit("A", files=6, at=(30, 20)), unit("B", files=6, at=(40, 20)), leaders={"I": (x, 20)})
    mover = displaced(state, leader(state, "I"))
    (rim,) = mover.near
    assert (sum(px for px, _ in rim) // 4, sum(py for _, py in rim) // 4) == near
    assert mover.limit == far
    alone = displaced(scene(unit("z", at=(30, 20)), leaders={"General": (5, 5)}), leader(state, "General"))
    assert alone.limit == 7200 + 4800


@rule("176")
@pytest.mark.parametrize(("east", "north"), [(3600, 2400), (3594, 2602), (3600, 2600), (3596, 2600)])
def test_units_leave_a_feature_facing_outward(east: int, north: int) -> None:
    """The nearest quarter of the compass: from just before south-west, south."""
    house = area("building", 30, 20, east / 100, north / 100, "house")
    state = scene(unit("A", files=6, inside="house"), unit("z", at=(66, 44)), terrain=(house,))
    mover = Leaver(state, state.units[0])
    middle = (3000 + east) // 2, (2000 + north) // 2
    places = [
        (x, y)
        for off in (220, 330, 430)
        for x in range(3000 - off, east + off + 1, 250)
        for y in range(2000 - off, north + off + 1, 250)
    ]
    assert [(x, y) for x, y, _ in mover.places()] == places
    for x, y, facing in mover.places():
        assert facing % 900 == 0
        assert -450 <= turn_between(facing, heading(middle, (x, y))) < 450
    assert mover.region() == (
        (2400, north + 600), (east + 600, north + 600), (east + 600, 1400), (2400, 1400),
    )  # fmt: skip


@rule("149", "150")
@pytest.mark.parametrize(("entry", "inward"), [(3600, 0), (1208, 449), (2481, 250)])
def test_reinforcements_look_inward_from_where_they_arrive(entry: int, inward: int) -> None:
    """Straight and to both sides, as they go or squared up to the table: just before north-east, north."""
    state = scene(
        unit("A", files=6, at=(10, 10)),
        unit("B", figures=12, files=3, where=Where.LATER, brigade="II"),
        unit("z", at=(66, 44)),
    )
    state = brigaded(state, "II", arrives=2, entry=(entry, 0))
    mover = Entrant(state, find(state, "B"))
    swings = [inward + swing for swing in (0, 200, -200, 400, -400, 600, -600, 750, -750)]
    expected = [
        (*ahead(entry, 0, bearing, far), bearing) for far in (900, 700, 500, 350) for bearing in swings
    ]
    places = list(mover.places())
    assert places[::2] == expected
    for (x, y, bearing), (x2, y2, squared) in zip(places[::2], places[1::2], strict=True):
        assert (x, y) == (x2, y2)
        assert squared % 900 == 0
        assert -450 <= bearing - squared < 450
    assert mover.region() == (
        (entry - 1200, 1200), (entry + 1200, 1200), (entry + 1200, -1200), (entry - 1200, -1200),
    )  # fmt: skip


@rule("44a")
def test_units_are_deployed_all_over_their_zone() -> None:
    zone = ((0, 0), (3000, 0), (3000, 1200), (0, 1200))
    state = two()
    state = replace(state, field=replace(state.field, zones=(Zone(0, zone),)))
    mover = Deployer(state, find(state, "B"))
    places = list(mover.places())
    assert places[0] == (4000, 1200, 900)
    assert {facing for _, _, facing in places} == {900}
    assert [(x, y) for x, y, _ in places[1:]] == [
        (x, y) for x in range(300, 3000, 600) for y in range(300, 1200, 400)
    ]
    assert mover.region() == ((0, 1200), (3000, 1200), (3000, 0), (0, 0))
    lone = Deployer(two(), find(two(), "B"))
    assert lone.region() == ((3840, 1440), (4160, 1440), (4160, 960), (3840, 960))


@rule("44a")
def test_a_leader_is_set_up_in_his_zone() -> None:
    zone = ((0, 0), (3000, 0), (3000, 1200), (0, 1200))
    state = two()
    state = replace(
        state, field=replace(state.field, zones=(Zone(0, zone), Zone(1, ((6000, 0), (7200, 0), (7200, 900)))))
    )
    mover = poster(state, leader(state, "I"))
    assert [sorted(part) for part in mover.near] == [sorted(zone)]
    assert mover.limit == mover.keep == 0
    assert [mover.judge(spot) is None for spot in ((50, 50), (49, 50), (1000, 1150), (1000, 1151))] == [
        True, False, True, False,
    ]  # fmt: skip
    zoneless = poster(two(), leader(two(), "I"))
    assert zoneless.near == ((_place(leader(two(), "I")),),)


@rule("98", "176", "B81")
@pytest.mark.parametrize(
    ("spot", "number"),
    [
        param((2500, 900), "", id="where he stands"),
        param((2500, 4500), "", id="36 away"),
        param((2500, 4501), "98", id="farther"),
        param((49, 900), "75", id="over the edge"),
        param((50, 900), "", id="just on the table"),
        param((7150, 50), "98", id="the far corner"),
        param((3000, 1000), "B81", id="on a unit"),
        param((3290, 1000), "", id="beside it"),
        param((3288, 1000), "", id="touching it"),
        param((3287, 1000), "B81", id="pressing in"),
    ],
)
def test_where_a_leader_may_ride(spot: tuple[int, int], number: str) -> None:
    state = two(leaders={"I": (25, 9)})
    mover = mover_for_leader(state, leader(state, "I"))
    refusal = mover.judge(spot)
    assert (refusal.cite if refusal else "") == number
    assert mover.allows(spot) is (refusal is None)


@rule("98")
@pytest.mark.parametrize(
    ("who", "gap", "may"), [(foot, 6.01, True), (foot, 6, False), (horse, 6.01, True), (horse, 6, False)]
)
def test_a_leader_keeps_more_than_6_from_enemies(who: Any, gap: float, may: bool) -> None:
    state = scene(unit("A", at=(10, 5)), unit("z", who, front=(30, 20), facing=180), leaders={"I": (30, 10)})
    mover = mover_for_leader(state, leader(state, "I"))
    assert (mover.judge((3000, round(2000 - 100 * gap - 50))) is None) is may
