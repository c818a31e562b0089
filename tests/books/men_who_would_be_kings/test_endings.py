"""How every scenario is scored and ends: each line where it bites and where it does not. [TMWWBK F-S2–F-S6, F-SA1–F-SZ1]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.men_who_would_be_kings.facts.victory import (
    bitten,
    can_level,
    cost,
    decided,
    empty,
    escaped,
    holder,
    lost_units,
    over,
    points,
    searchable,
)
from grognard.books.men_who_would_be_kings.state import State, Task, Unit
from grognard.books.men_who_would_be_kings.words import Where
from grognard.engine.book import Outcome
from grognard.engine.flow import replace
from grognard.geometry.shapes import upright
from tests.books.men_who_would_be_kings.scenes import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    area,
    gun,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param
CAMP = upright(3000, 1800, 4200, 3000)
PLAYS_ON = Task((WEST,), (EAST,), plays_on=True), Task((EAST,), (WEST,), plays_on=True)


def off(key: str, points_: int = 6, where: Where = Where.ROUTED, fallen: int = 12) -> Unit:
    """A unit that is not on the table."""
    return replace(unit(key, regular), where=where, models=(), cost=points_, fallen=fallen)


def on(key: str, x: float = 10, y: float = 10, **more: Any) -> Unit:
    """One that is."""
    return unit(key, tribal, 4, at=(x, y), **more)


def told(state: State, turn_ends: bool = True) -> tuple[int | None, tuple[int, int], str] | None:
    """Who has won, the points, and by which rule."""
    found = over(state, turn_ends)
    return None if found is None else (found.winner, found.scores, found.cite)


# ---- counting


@rule("F-S2")
def test_what_is_lost_and_where_the_others_are() -> None:
    state = scene(
        on("A"), off("B", 5), off("C", 4, Where.EXITED), off("D", 3, Where.RETREATED), off("E", 2, Where.DESTROYED),
        off("F", 1, Where.WAITING, 0), on("b", 50, 40), off("c", 7),
    )  # fmt: skip
    assert [u.key for u in lost_units(state, 0)] == ["B", "D", "E"]
    assert [u.key for u in lost_units(state, 1)] == ["c"]
    assert cost(state, 0, Where.EXITED) == 4
    assert cost(state, 1, Where.EXITED) == 0
    assert cost(state, 0, Where.EXITED, Where.WAITING) == 5
    assert bitten(state, 1) == 7
    assert bitten(state, 0) == 5 + 4 + 3 + 2
    assert bitten(scene(on("A"), on("b", 50, 40)), 0) == 0


@rule("R-41", "F-S5")
@pytest.mark.parametrize(
    ("where", "nobody"),
    [
        (Where.WAITING, False), (Where.HIDDEN, False), (Where.EXITED, True), (Where.ROUTED, True),
        (Where.DESTROYED, True), (Where.RETREATED, True),
    ],
)  # fmt: skip
def test_who_is_still_to_come_is_somebody(where: Where, nobody: bool) -> None:
    state = scene(on("A"), off("b", 6, where, 0))
    assert empty(state, 1) == nobody
    assert not empty(state, 0)


@rule("F-S4", "R-62")
def test_who_holds_a_place() -> None:
    hut = area("building", 36, 40, 36.4, 44)
    men = unit("A", tribal, 2, places=[(3570, 4200), (3670, 4200)], inside=0)
    state = scene(men, terrain=(hut,))
    assert holder(state, hut.poly, 0) == 0
    assert holder(state, hut.poly) is None
    assert holder(state, hut.poly, 1) is None
    assert holder(scene(on("A", 36, 22), on("B", 10, 10), on("b", 60, 40)), CAMP, 0) == 0
    assert holder(scene(on("b", 36, 22), on("A", 10, 10)), CAMP) == 1
    assert holder(scene(on("A", 36, 22), on("b", 36, 27, pins=1)), CAMP) == 0
    assert holder(scene(on("A", 10, 10)), CAMP) is None


@rule("F-SC2")
def test_who_may_search() -> None:
    def found(each: Unit, **more: Any) -> tuple[int, ...]:
        state = scene(
            each, *more.pop("others", ()), spots=((3600, 2400), (5000, 2400)), victory="land", **more
        )
        return searchable(state, state.units[0])

    man = unit("b", tribal, 1, places=[(3600, 2550)])
    assert found(man) == (0,)
    assert found(replace(man, models=((3600, 2551),))) == ()
    assert found(replace(man, pins=1)) == ()
    assert found(replace(man, side=0, key="B")) == ()
    assert found(man, markers=(1,)) == ()
    assert found(man, others=(on("c", 60, 40, prize=True),)) == ()
    assert found(man, others=(on("c", 60, 40),)) == (0,)
    assert found(off("b", 6, Where.WAITING, 0)) == ()


@rule("F-SB2")
def test_who_may_pull_a_building_down() -> None:
    houses = (
        area("building", 30, 28, 34, 32, "one", structure=3),
        area("building", 35, 28, 39, 32, "two", structure=3),
    )

    def found(each: Unit, left: tuple[int, int] = (3, 3), victory: str = "destroy") -> tuple[int, ...]:
        state = replace(scene(each, terrain=houses, victory=victory), structure=left)
        return can_level(state, state.units[0])

    man = unit("b", regular, 1, places=[(3200, 2650)])
    assert found(man) == (0,)
    assert found(replace(man, models=((3200, 2649),))) == ()
    assert found(replace(man, models=((3450, 2700),))) == (0, 1)
    assert found(replace(man, models=((3450, 2700),)), (0, 1)) == (1,)
    assert found(replace(man, models=((3450, 2700),)), (1, 0)) == (0,)
    solid = scene(man, terrain=(area("building", 30, 28, 34, 32), houses[1]), victory="destroy")
    assert solid.structure == (0, 3)
    assert can_level(solid, solid.units[0]) == ()
    assert found(man, victory="meeting") == ()
    assert found(replace(man, side=0, key="B")) == ()
    assert found(replace(man, pins=1)) == ()
    assert found(off("b", 6, Where.WAITING, 0)) == ()
    assert found(unit("b", gun, 1, places=[(3200, 2650)])) == ()


# ---- scenarios with points


@rule("F-S6", "F-T14", "F-SZ1", "R-41", "F-S5")
def test_points_decide_at_the_end() -> None:
    units = (
        on("A"),
        on("B", 20, 10),
        on("C", 30, 10),
        off("D", 4),
        on("b", 50, 40),
        on("c", 60, 40),
        on("d", 40, 40),
        off("e", 5),
    )
    state = scene(*units, turn=14, turns=15)
    assert points(state) == (5, 4)
    assert told(state) is None
    assert told(replace(state, turn=15), False) is None
    assert told(replace(state, turn=15)) == (0, (5, 4), "F-S6")
    assert told(replace(state, turn=16)) == (0, (5, 4), "F-S6")
    assert told(replace(state, turn=15, nephews=(0, 1))) == (None, (5, 5), "F-S6")
    assert told(replace(state, turn=15, nephews=(0, 3))) == (1, (5, 7), "F-S6")
    assert points(replace(state, nephews=(2, 1))) == (7, 5)
    no_points = replace(scene(on("A"), victory="fort", area=CAMP), nephews=(2, 1))
    assert points(no_points) == (0, 0)


@rule("F-SZ1", "R-41")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("lost", "whole", "ends"), [(1, 2, True), (1, 3, False), (2, 3, True), (2, 4, True), (2, 5, False)]
)
def test_half_of_the_units_lost_ends_a_meeting(side: int, lost: int, whole: int, ends: bool) -> None:
    keys = "ABCDE" if side == 0 else "abcde"
    units = [off(key, 2) if i < lost else on(key, 10 + 8 * i) for i, key in enumerate(keys[:whole])]
    others = [on(key, 10 + 8 * i, 40) for i, key in enumerate("vwxyz" if side == 0 else "VWXYZ")]
    state = scene(*units, *others)
    scores = (0, 2 * lost) if side == 0 else (2 * lost, 0)
    assert told(state) == ((1 - side, scores, "F-S6") if ends else None)
    assert told(state, False) is None


@rule("F-SA1", "F-SA2")
def test_exits_count_whole_and_bites_half() -> None:
    hurt = unit("A", regular, 9, at=(36, 30), fallen=3)
    state = scene(
        hurt,
        off("B", 4, Where.EXITED, 0),
        off("b", 5),
        off("c", 6, Where.EXITED, 0),
        on("d", 50, 40),
        victory="passing",
    )
    assert points(state) == (4 + 2, 6)  # half of 5 and half of 1.5, in whole points
    assert points(scene(on("A"), off("b", 7), off("c", 4), victory="passing")) == (5, 0)


@rule("F-SB3", "F-SB2")
def test_buildings_count_four_each() -> None:
    houses = tuple(area("building", 10 + 10 * i, 28, 14 + 10 * i, 32, f"h{i}", structure=3) for i in range(3))
    state = scene(
        off("A", 5),
        on("B"),
        off("b", 8),
        on("c", 50, 40),
        terrain=(*houses, area("scrub", 50, 10, 55, 15)),
        victory="destroy",
    )

    def left(*structure: int) -> State:
        return replace(state, structure=(*structure, 0))

    assert points(left(3, 3, 3)) == (12 + 4, 2)
    assert points(left(0, 1, 3)) == (8 + 4, 4 + 2)
    assert points(left(0, 0, 0)) == (4, 12 + 2)
    assert told(left(0, 0, 1), False) is None
    assert told(left(0, 0, 0), False) == (1, (4, 14), "F-S6")


@rule("F-SD2", "F-S4", "F-S5")
def test_the_farm_counts_six_for_who_holds_it() -> None:
    hut = area("building", 33, 2, 39, 6)
    inside = unit("A", regular, 2, places=[(3500, 400), (3600, 400)], inside=0)

    def farm(*units: Unit, **more: Any) -> State:
        return scene(*units, terrain=(area("scrub", 60, 40, 65, 45), hut), victory="bullet", **more)

    def in_hut(each: Unit) -> Unit:
        return replace(each, inside=1)

    assert points(farm(in_hut(inside), off("B", 5), on("b", 50, 40), off("c", 7))) == (3 + 6, 5)
    assert points(farm(on("A"), off("B", 5), in_hut(replace(inside, side=1, key="b")), off("c", 7))) == (
        3,
        5 + 6,
    )
    assert points(farm(on("A"), on("b", 50, 40))) == (0, 0)
    assert points(farm(on("A"), off("b", 3))) == (1 + 6, 0)  # alone it holds everything
    assert points(farm(off("A", 3), on("b", 50, 40))) == (0, 3 + 6)
    quiet = farm(in_hut(inside), on("b", 50, 40), quiet=5)
    assert told(quiet) == (0, (6, 0), "F-S6")
    assert told(replace(quiet, quiet=6)) == (0, (6, 0), "F-S6")
    assert told(quiet, False) is None
    assert told(replace(quiet, quiet=4)) is None


@rule("F-SF2")
def test_the_column_counts_exits_whole_and_who_is_left_half() -> None:
    units = (
        off("A", 5, Where.EXITED, 0),
        on("B", cost=5),
        off("C", 3),
        on("b", 50, 40),
        off("c", 5),
        off("d", 4, Where.EXITED),
    )
    assert points(scene(*units, victory="quiet")) == (5 + 2 + 2, 3)


# ---- scenarios without


@rule("F-SC4", "F-SC3")
def test_the_prize() -> None:
    home, carrier = on("A"), on("b", 50, 40, prize=True)

    def land(*units: Unit, **more: Any) -> State:
        return scene(
            *units, victory="land", tasks=(Task((NORTH,)), Task((SOUTH,), (SOUTH,), plays_on=True)), **more
        )

    assert told(land(home, carrier, prize_out=True), False) == (1, (0, 0), "F-SC4")
    assert told(land(home, carrier), False) is None
    assert told(land(home, carrier, turn=15)) == (None, (0, 0), "F-SC4")
    assert told(land(home, on("b", 50, 40), turn=15)) == (0, (0, 0), "F-SC4")
    assert told(land(home, off("b"), turn=15)) == (0, (0, 0), "F-SC4")


@rule("F-SE2", "F-S5")
@pytest.mark.parametrize(("out", "winner"), [(13, 0), (12, None), (11, 1), (0, 1)])
def test_half_of_the_points_must_get_away(out: int, winner: int | None) -> None:
    exited = (off("A", out, Where.EXITED, 0),) if out else ()
    units = *exited, off("B", 24 - out), on("b", 50, 40), off("c", 9, Where.EXITED)
    state = scene(*units, victory="hills", tasks=PLAYS_ON)
    assert told(state, False) is None
    assert told(replace(state, turn=15)) == (winner, (out, 24 - out), "F-SE2")


@rule("F-SE2")
def test_a_weak_unit_gets_half_of_its_points_away() -> None:
    units = (
        off("A", 7, Where.EXITED, 7),
        off("B", 4, Where.EXITED, 6),
        off("C", 5),
        on("D"),
        off("b", 8, Where.EXITED, 0),
    )
    assert escaped(scene(*units, victory="hills")) == 3 + 4


@rule("F-SG2", "F-S4", "F-S5")
def test_the_fort_is_taken_disputed_or_held() -> None:
    def fort(*units: Unit, turn: int = 15) -> State:
        return scene(*units, victory="fort", area=CAMP, turn=turn)

    inside, near, away = on("b", 36, 27), on("A", 36, 22), on("A", 10, 10)
    assert told(fort(away, inside, turn=3)) == (1, (0, 0), "F-SG2")
    assert told(fort(away, inside, turn=3), False) is None
    assert told(fort(near, inside, turn=3)) is None
    assert told(fort(near, inside)) == (None, (0, 0), "F-SG2")
    assert told(fort(near, on("b", 60, 40))) == (0, (0, 0), "F-SG2")
    assert told(fort(near, on("b", 60, 40), turn=3)) is None
    assert told(fort(off("A"), on("b", 60, 40), turn=3), False) == (1, (0, 0), "F-SG2")
    assert told(fort(near, off("b"), turn=3), False) == (0, (0, 0), "F-SG2")


@rule("F-SH2", "F-S4", "F-S5")
def test_the_camp_is_relieved_or_not() -> None:
    def camp(*units: Unit, turn: int = 15, **more: Any) -> State:
        return scene(*units, victory="relief", area=CAMP, turn=turn, **more)

    assert told(camp(on("A", 36, 22), on("b", 60, 40))) == (0, (0, 0), "F-SH2")
    assert told(camp(on("A", 10, 10), on("b", 36, 22))) == (1, (0, 0), "F-SH2")
    assert told(camp(on("A", 36, 22), on("b", 36, 27))) == (None, (0, 0), "F-SH2")
    assert told(camp(on("A", 10, 10), on("b", 60, 40), turn=3)) is None
    assert told(camp(on("A", 10, 10), off("b"), turn=3), False) == (0, (0, 0), "F-SH2")
    assert told(camp(off("A"), on("b", 10, 10), turn=3), False) == (1, (0, 0), "F-SH2")
    assert told(camp(on("A", 10, 10), off("b"), on("c", 60, 40), turn=3), False) is None
    for lost, left, winner in ((off("b"), on("A", 10, 10), 0), (off("A"), on("b", 10, 10), 1)):
        found = over(camp(lost, left, turn=3, tasks=PLAYS_ON), False)
        assert found is not None
        assert (found.winner, found.words) == (winner, "every enemy unit is lost")
    gone = camp(off("A", 6, Where.EXITED, 0), on("b", 60, 40), turn=3)
    assert told(gone, False) == (1, (0, 0), "F-SH2")


# ---- alone with Mr Babbage


@rule("F-B6", "F-B13")
def test_the_solo_game_ends() -> None:
    def solo(*units: Unit, **more: Any) -> State:
        return scene(*units, **{"victory": "solo", "solo": 1, "turns": 30, **more})

    human, native = on("A"), on("b", 50, 40)
    waiting = ((1,), (), ())
    assert told(solo(human, native), False) is None
    assert told(solo(off("A"), native), False) == (1, (0, 0), "F-B6")
    assert told(solo(off("A"), off("b")), False) == (1, (0, 0), "F-B6")
    assert told(solo(human, off("b")), False) == (0, (0, 0), "F-B6")
    assert told(solo(human, off("b", 6, Where.POOL), queues=waiting), False) is None
    assert told(solo(human, native, queues=waiting), False) is None
    late = solo(human, off("B", 5), native, off("c", 4), turn=30, points_gone=5)
    assert told(late) == (0, (5, 5), "F-B6")
    assert told(late, False) is None
    assert told(replace(late, turn=29)) is None
    assert told(replace(late, turn=31, points_gone=4)) == (1, (4, 5), "F-B6")
    held = solo(on("A", 36, 22), native, area=CAMP, turn=20)
    assert told(held) == (0, (0, 0), "F-B13")
    assert told(replace(held, turn=19)) is None
    assert told(held, False) is None
    assert told(solo(human, native, area=CAMP, turn=21)) == (1, (0, 0), "F-B13")
    assert told(solo(human, on("b", 36, 22), area=CAMP, turn=20)) == (1, (0, 0), "F-B13")


@rule("R-41", "F-S5")
def test_nobody_left_on_either_side() -> None:
    assert told(scene(off("A", 6, Where.EXITED, 0), off("b", 6, Where.EXITED, 0), victory="passing", tasks=PLAYS_ON), False) == (
        None, (6, 6), "F-S6",
    )  # fmt: skip
    assert (
        told(scene(on("A"), off("b", 6, Where.EXITED, 0), victory="passing", tasks=PLAYS_ON), False) is None
    )
    assert told(scene(on("A"), off("b", 6, Where.EXITED, 0), victory="passing"), False) == (1, (0, 6), "F-S6")
    assert (
        told(scene(off("A", 6, Where.EXITED, 0), on("b"), victory="passing", tasks=PLAYS_ON), False) is None
    )


@rule("F-SC1")
def test_who_hides_hides_elsewhere_for_all_the_enemy_knows() -> None:
    from random import Random

    from grognard.books.men_who_would_be_kings.facts.deploy import sectors
    from grognard.books.men_who_would_be_kings.facts.secrecy import SECRETS, redact

    hidden = [replace(off(key, 6, Where.HIDDEN, 0), sector=4) for key in "AB"]
    foe = replace(off("b", 6, Where.HIDDEN, 0), sector=4)
    idle = off("C", 6, Where.HIDDEN, 0)
    state = scene(*hidden, idle, foe, on("D"))
    found = {SECRETS.others(state, 0, Random(seed)).units[0].sector for seed in range(60)}
    assert found == set(sectors())
    other = SECRETS.others(state, 0, Random(1))
    assert [u.sector for u in other.units[2:]] == [None, 4, None]
    assert [u.sector for u in redact(state, 1).units] == [None, None, None, 4, None]
    assert [u.sector for u in redact(state, 0).units] == [4, 4, None, None, None]
    assert [u.sector for u in redact(state, None).units] == [None] * 5
    shown = scene(idle, on("D"))
    assert redact(shown, 1) is shown


# ---- what is told of many games


@rule("F-S5", "F-S6")
@pytest.mark.parametrize(
    ("cited", "words", "told_as"),
    [
        ("F-SE2", "12 of 24 points got away", "how much got away"),
        ("F-SH2", "North holds the camp", "the camp is held"),
        ("F-SH2", "South holds the camp", "the camp is held"),
        ("F-SH2", "nobody holds the camp", "nobody holds the camp"),
        ("F-SH2", "every enemy unit is lost", "every enemy unit is lost"),
        ("F-B6", "7 points of natives against 3", "points lost on both sides"),
        ("F-B6", "the natives have had enough", "the natives have had enough"),
        ("F-SG2", "North takes 1 fort", "North takes 1 fort"),
        ("F-S6", "South wins on points", "enough was lost or done: points"),
    ],
)
def test_what_decided_is_told_without_names_and_numbers(cited: str, words: str, told_as: str) -> None:
    state = scene(on("A"), on("b", 50, 40), turn=14)
    assert decided(replace(state, outcome=Outcome(0, words, cited, (0, 0)))) == told_as
    assert decided(state) == "", "nothing is decided yet"


@rule("F-S5", "F-S6", "R-41")
def test_points_count_when_nobody_is_left_or_no_turn() -> None:
    won = Outcome(0, "South wins on points", "F-S6", (6, 0))
    alone = replace(scene(on("A"), off("b", 6)), outcome=won)
    beaten = replace(scene(off("A", 6), on("b")), outcome=won)
    assert decided(alone) == decided(beaten) == "nobody was left of a side: points"
    ends = [
        decided(replace(scene(on("A"), on("b", 50, 40), turn=turn), outcome=won)) for turn in (14, 15, 16)
    ]
    assert ends == ["enough was lost or done: points", *["the last turn was over: points"] * 2]
