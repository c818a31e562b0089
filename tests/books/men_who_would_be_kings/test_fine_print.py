"""Small things to the hundredth: fronts, bases, places along a wall, who is asked in which order. [TMWWBK R-23, R-31, F-SC1, F-T9]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.babbage import front_of
from grognard.books.men_who_would_be_kings.facts.bodies import bases, cluster_slots
from grognard.books.men_who_would_be_kings.facts.ground import layout
from grognard.books.men_who_would_be_kings.facts.houses import indoors
from grognard.books.men_who_would_be_kings.facts.moving import Walker
from grognard.books.men_who_would_be_kings.facts.placing import Facer, in_rows
from grognard.books.men_who_would_be_kings.facts.secrecy import SECRETS
from grognard.books.men_who_would_be_kings.facts.storming import _along
from grognard.books.men_who_would_be_kings.state import Desk, Options, Point
from grognard.books.men_who_would_be_kings.steps.common import drop_prize, pick_up, remove
from grognard.books.men_who_would_be_kings.steps.env import Opening
from grognard.books.men_who_would_be_kings.words import Trait, Where
from grognard.engine.flow import replace
from grognard.engine.log import Entry
from grognard.geometry.angles import ahead
from grognard.geometry.shapes import upright
from tests.books.men_who_would_be_kings.scenes import (
    ENGINE,
    area,
    begin,
    gun,
    horse,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule


@rule("F-T9")
def test_mild_drunkards_throw_one_after_another() -> None:
    men = [unit(key, at=(x, y), trait=Trait.DRUNKARD_MILD) for key, x, y in [("A", 20, 5), ("B", 30, 5)]]
    state = replace(scene(*men, unit("c", at=(36, 44), trait=Trait.DRUNKARD_MILD)), turn=0)
    game = begin(state, "battle", Opening())
    asked = []
    while game.throw.what == "drink":
        asked.append(game.throw.facts["unit"])
        game.fall(4)
        if len(asked) == 3:
            break
    assert asked == [0, 1, 2]
    assert [u.drink for u in game.state.units] == [8, 8, 8]


@rule("R-23", "T072", "T042")
@pytest.mark.parametrize(("angle", "facing"), [(0, 0), (3599, 3599), (3600, 0), (3601, 1)])
def test_a_front_is_one_of_3600(angle: int, facing: int) -> None:
    state = scene(
        unit("A", regular, at=(36, 20), facing=90),
        unit("B", gun, at=(50, 20), facing=90),
        options=Options(crew_arc_deg=180),
    )
    formed = begin(state).do("form_close_order", "A").total(12).do("face", (("face", angle),))
    assert formed.unit("A").facing == facing
    crew = state.units[1]
    assert Facer(state, crew, False).work_out((("face", angle),)) == facing
    walk = Walker(state, crew, 400).work_out((("face", angle),))
    assert getattr(walk, "facing", None) == facing


@rule("R-62", "R-56")
def test_to_stay_and_to_enter_cost_nothing() -> None:
    hut = (area("building", 34, 24, 38, 28),)
    inside = scene(unit("A", tribal, 2, places=[(3550, 2600), (3650, 2600)], inside=0), terrain=hut)
    assert getattr(Walker(inside, inside.units[0], 800).work_out(()), "costs", None) == (0,)
    outside = scene(unit("A", tribal, 2, places=[(3550, 2250), (3650, 2250)]), terrain=hut)
    mover = Walker(outside, outside.units[0], 800)
    assert getattr(mover.work_out((("enter", 0),)), "costs", None) == (0,)
    assert getattr(mover.work_out(()), "costs", None) == (0, 0)


@rule("R-55")
@pytest.mark.parametrize(("kind", "radius", "drawn"), [(regular, 50, 55), (horse, 75, 82)])
def test_bases_are_drawn_with_eight_corners_round_them(kind: object, radius: int, drawn: int) -> None:
    one = unit("A", kind, 1, places=[(3600, 2400)])  # type: ignore[arg-type]
    assert one.radius == radius
    assert bases(one) == (tuple(ahead(3600, 2400, turn, drawn) for turn in range(225, 3600, 450)),)


@rule("F-S1")
def test_a_loose_group_is_packed_like_a_honeycomb() -> None:
    ring = {(-57, 100), (58, 100), (-115, 0), (115, 0), (-57, -100), (58, -100)}
    assert cluster_slots(1, 115) == ((0, 0),)
    slots = cluster_slots(7, 115)
    assert slots[0] == (0, 0)
    assert {(x, y) for x, y in slots[1:]} <= ring | {(57, 100), (57, -100), (-58, 100), (-58, -100)}


@rule("R-62")
@pytest.mark.parametrize(
    ("wide", "count", "places"),
    [
        (400, 1, ((200, 200),)),
        (400, 4, ((50, 200), (150, 200), (250, 200), (350, 200))),
        (400, 5, ((100, 250), (200, 250), (300, 250), (100, 150), (200, 150))),
        (100, 3, ((50, 300), (50, 200), (50, 100))),
        (50, 2, ((25, 250), (25, 150))),
        (100, 9, ((-50, 350), (50, 350), (150, 350), (-50, 250), (50, 250), (150, 250), (-50, 150), (50, 150), (150, 150))),
    ],
)  # fmt: skip
def test_rows_indoors(wide: int, count: int, places: tuple[Point, ...]) -> None:
    assert indoors(upright(0, 0, wide, 400), count, 50) == places


@rule("F-S1")
def test_rows() -> None:
    assert in_rows((0, 0), 5, 100, 2) == ((200, 0), (100, 0), (0, 0), (0, 100), (100, 100))


@rule("R-31")
@pytest.mark.parametrize(
    ("beyond", "rows"), [((1000, 2100), (1949, 1860)), ((1000, 1900), (2051, 2140)), ((3000, 2000), (2051, 2140))]
)  # fmt: skip
def test_places_along_a_wall(beyond: Point, rows: tuple[int, int]) -> None:
    state = scene(unit("A", at=(36, 10)), terrain=(line("wall", 10, 20, 10.5, 20),))
    wall = layout(state).barriers[0]
    found = list(_along(wall, 50, beyond))
    assert found == [(1000 + step, y) for y in rows for step in (0, 25, 50)]


@rule("R-31")
@pytest.mark.parametrize(("end", "last"), [(2999, 2975), (3000, 3000), (3024, 3000), (3025, 3025)])
def test_places_along_a_wall_end_with_it(end: int, last: int) -> None:
    wall = layout(scene(terrain=(line("wall", 20, 25, end / 100, 25),))).barriers[0]
    places = list(_along(wall, 50, (2500, 2600)))
    assert [x for x, _ in places] == 2 * list(range(2000, last + 1, 25))


@rule("F-B3")
@pytest.mark.parametrize(("gone", "front"), [(0, 900), (49, 900), (50, 0), (300, 0)])
def test_who_hardly_moved_faces_east(gone: int, front: int) -> None:
    here = unit("A", regular, 1, places=[(3600, 2400)], was=(3600, 2400 - gone))
    assert front_of(here) == front
    assert front_of(replace(here, was=None)) == 900


class Told:
    """Dice that remember between what they were thrown."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def randint(self, least: int, most: int) -> int:
        """The least."""
        self.asked.append((least, most))
        return least


@rule("F-SC1")
def test_who_hides_may_hide_in_any_of_six_sectors() -> None:
    hidden = unit("b", tribal, places=(), where=Where.HIDDEN, sector=5)
    known = unit("c", tribal, places=(), where=Where.HIDDEN)
    state = scene(unit("A", at=(36, 5)), hidden, known)
    dice = Told()
    elsewhere = SECRETS.others(state, 1, dice)  # type: ignore[arg-type]
    assert dice.asked == [(0, 5)]
    assert [u.sector for u in elsewhere.units] == [None, 3, None]
    assert SECRETS.others(state, 0, dice) == state  # type: ignore[arg-type]


@rule("T098", "R-35")
@pytest.mark.parametrize(
    ("status", "value"), [("pins", 2), ("to_ground", True), ("inside", 0), ("prize", True), ("close_order", True)]
)  # fmt: skip
def test_a_unit_off_the_table_keeps_no_status(status: str, value: int) -> None:
    hut = (area("building", 34, 24, 38, 28),)
    spot = {"at": (36, 26)} if status == "inside" else {"at": (36, 35)}
    man = unit("a", regular if status == "close_order" else tribal, 6, **spot, **{status: value})  # type: ignore[arg-type]
    state = scene(man, unit("B", at=(36, 5)), terrain=hut)
    desk: Desk = ENGINE.table(state, None, [], 0)  # type: ignore[assignment]
    remove(desk, state.units[0], Where.DESTROYED, "T098", "destroyed")
    gone = desk.state.units[0]
    kept = gone.pins, gone.close_order, gone.to_ground, gone.inside, gone.prize
    assert kept == (0, False, False, None, False)


@rule("F-SC3")
@pytest.mark.parametrize(
    ("at", "edge"),
    [((100, 2400), (0, 2400)), ((7100, 2400), (7200, 2400)), ((3600, 100), (3600, 0)), ((3600, 4700), (3600, 4800))],
)  # fmt: skip
def test_the_prize_is_dropped_at_the_nearest_edge(at: Point, edge: Point) -> None:
    log: list[Entry] = []
    state = scene(unit("a", tribal, 1, places=[at], prize=True))
    desk: Desk = ENGINE.table(state, None, log, 0)  # type: ignore[assignment]
    drop_prize(desk, state.units[0], Where.RETREATED)
    assert desk.state.prize == edge
    drop_prize(desk, state.units[0], Where.DESTROYED)
    assert desk.state.prize == at


@rule("F-SC3")
@pytest.mark.parametrize(
    ("key", "gap", "taken"), [("a", 100, True), ("a", 101, False), ("A", 0, False), ("a", 0, True)]
)
def test_who_takes_the_prize_up(key: str, gap: int, taken: bool) -> None:
    state = scene(unit(key, tribal, 1, places=[(3600, 2400)]), prize=(3600, 2450 + gap))
    desk: Desk = ENGINE.table(state, None, [], 0)  # type: ignore[assignment]
    pick_up(desk, 0)
    assert (desk.state.units[0].prize, desk.state.prize is None) == (taken, taken)
