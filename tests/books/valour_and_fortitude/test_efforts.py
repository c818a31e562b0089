"""How hard the program looks for a retreat, an assault, a place: far enough, and not for ever. [86, 90, B20, B42]"""

from __future__ import annotations

from itertools import count, repeat
from types import SimpleNamespace
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts import detours, withdrawing
from grognard.books.valour_and_fortitude.facts.arrange import arrange
from grognard.books.valour_and_fortitude.facts.bodies import Shape, stand_at
from grognard.books.valour_and_fortitude.facts.moving import Marcher
from grognard.books.valour_and_fortitude.facts.placing import Leaver
from grognard.books.valour_and_fortitude.facts.strides import Stride
from grognard.books.valour_and_fortitude.state import State, Zone
from grognard.books.valour_and_fortitude.words import Deed
from grognard.engine.flow import replace
from tests.books.valour_and_fortitude.drill import (
    area,
    close,
    find,
    foot,
    gun,
    horse,
    marcher,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param
SHAPE = Shape(foot, 12, 6, close)


@rule("86", "B20")
def test_a_retreat_is_looked_for_all_round_then_turning_then_in_two_legs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every half bearing as it stands, every fifteen degrees at an eighth, a quarter and half of a turn."""
    looked: list[tuple[int, int]] = []

    def compass(_judge: Any, at: Any, step: int) -> list[int]:
        looked.append((at.facing, step))
        return []

    monkeypatch.setattr(withdrawing, "_compass", compass)
    monkeypatch.setattr(withdrawing, "_past_corners", lambda judge, at: [])
    state = scene(unit("A", horse, front=(36, 24), facing=10), unit("b", front=(36, 26), facing=180))
    judge = marcher(state, "A", Deed.RETREAT)
    assert list(withdrawing.straight_back(judge)) == []
    assert looked == [(100, 50)]
    looked.clear()
    assert list(withdrawing._turning(judge)) == []
    turned = (550, 3250, 1000, 2800, 1900, 325, 3475)
    assert looked == [(facing, 150) for facing in turned]


@rule("86", "B20")
def test_a_second_leg_is_tried_from_sixty_places_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    at = stand_at(SHAPE, 3600, 2400, 0)
    tried: list[int] = []

    def slide(_judge: Any, _at: Any, bearing: int, _before: Any) -> Any:
        tried.append(bearing)
        return iter(())

    monkeypatch.setattr(withdrawing, "_bends", lambda judge: repeat(((), at)))
    monkeypatch.setattr(withdrawing, "_compass", lambda judge, at, step: [step])
    monkeypatch.setattr(withdrawing, "_slide", slide)
    assert list(withdrawing._bent(SimpleNamespace())) == []  # type: ignore[arg-type]
    assert tried == [150] * 60


@rule("90", "B42")
@pytest.mark.parametrize(("places", "tries"), [(1, 60), (2, 120), (6, 360), (7, 400), (20, 400)])
def test_sixty_ways_round_to_a_place_and_four_hundred_in_all(
    places: int, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every straight way is barred, and there is always one more way round that is refused."""
    refused = count()

    def legal(_legs: Any) -> bool:
        next(refused)
        return False

    ends = {number: stand_at(SHAPE, 1000 + number, 1000, 0) for number in range(places)}
    judge: Any = SimpleNamespace(
        state=None,
        unit=unit("A"),
        start=stand_at(SHAPE, 1000, 900, 0),
        limit=1200,
        legal=legal,
        stride=lambda start, leg: Stride(start, ends[leg], reform=False),
    )
    monkeypatch.setattr(detours, "exact_onsets", lambda judge: ((number,) for number in ends))
    monkeypatch.setattr(detours, "_all_along", lambda judge: iter(()))
    monkeypatch.setattr(detours, "reached_for", lambda state, stride, light, limit: 0)
    monkeypatch.setattr(detours, "_clear_at", lambda judge, at: True)
    monkeypatch.setattr(detours, "why_not_there", lambda judge, march: None)
    monkeypatch.setattr(detours, "why_not_that_way", lambda judge, march: "barred")
    monkeypatch.setattr(detours, "ways_round", lambda judge, place, slow: repeat(()))
    assert list(detours._last_onsets(judge)) == []
    assert next(refused) == tries


@rule("B42", "74")
@pytest.mark.parametrize(("keep", "off"), [(0, 3), (300, 303), (2, 5), (-40, -37)])
def test_a_way_round_passes_a_corner_three_hundredths_clearer_than_it_must(keep: int, off: int) -> None:
    """A column of six is 4.8 wide and 3.2 deep: its centre passes half of that off, and as far as it must keep."""
    judge = marcher(scene(unit("A", files=6, at=(10, 10)), unit("z", at=(60, 40))), "A")
    block = ((3000, 2000), (3400, 2000), (3400, 2300), (3000, 2300))
    ring = detours._ring(judge, block, keep, 0)
    across, along = 240 + off, 160 + off
    assert set(ring) == {
        (3000 - across, 2000 - along), (3400 + across, 2000 - along),
        (3400 + across, 2300 + along), (3000 - across, 2300 + along),
    }  # fmt: skip


@rule("B42", "75")
def test_no_way_round_leads_off_the_table() -> None:
    judge = marcher(scene(unit("A", files=6, at=(10, 10)), unit("z", at=(60, 40))), "A")
    corner = ((0, 2000), (400, 2000), (400, 2300), (0, 2300))
    assert {x for x, _ in detours._ring(judge, corner, 0, 0)} == {643}


@rule("B20")
def test_ten_whims_for_a_place_and_six_for_a_march(monkeypatch: pytest.MonkeyPatch) -> None:
    house = area("building", 34, 4, 38, 8, name="house")
    state = scene(unit("A", inside="house"), unit("B", at=(10, 10)), unit("z", at=(60, 40)), terrain=(house,))
    for mover, tries in ((Leaver(state, find(state, "A")), 10), (marcher(state, "B"), 6)):
        tried: list[int] = []

        def whim(_rng: Any, attempt: int, tried: list[int] = tried) -> Any:
            tried.append(attempt)
            return (("nowhere",),)

        monkeypatch.setattr(mover, "whim", whim)
        assert mover.legal(mover.sample(None))  # type: ignore[arg-type]
        assert tried == list(range(tries))


@rule("70")
@pytest.mark.parametrize(("legs", "allowed"), [(8, True), (9, False)])
def test_a_way_has_eight_parts_at_most(legs: int, allowed: bool) -> None:
    judge = marcher(scene(unit("A", files=6, at=(10, 10)), unit("z", at=(60, 40))), "A")
    assert (judge.refusal((("forward", 10),) * legs) is None) is allowed


@rule("70")
def test_of_several_ways_to_a_place_a_march_takes_the_cheapest() -> None:
    assert Marcher.weighs
    assert not Leaver.weighs


# ---- an army that draws itself up


def drawn_up(*units: Any, zone: Any) -> State:
    """The units set up by themselves in a zone of side 0."""
    state = scene(*units, unit("z", at=(60, 44), facing=180))
    zones = (Zone(0, zone), Zone(1, ((5000, 4000), (7200, 4000), (7200, 4800), (5000, 4800))))
    state = replace(state, field=replace(state.field, zones=zones))
    return arrange(state, frozenset({state.units[-1].id}))


@rule("44a", "34")
@pytest.mark.parametrize(
    ("zone", "facing", "first", "second"),
    [
        param(((0, 0), (7200, 0), (7200, 1400), (0, 1400)), 0, (170, 1230), (670, 1230), id="from the south"),
        param(((0, 3400), (7200, 3400), (7200, 4800), (0, 4800)), 1800, (170, 3530), (670, 3530), id="from the north"),
        param(((0, 0), (1400, 0), (1400, 4800), (0, 4800)), 900, (1230, 170), (1230, 670), id="from the west"),
        param(((5800, 0), (7200, 0), (7200, 3900), (5800, 3900)), 2700, (5930, 170), (5930, 670), id="from the east"),
    ],
)  # fmt: skip
def test_units_stand_at_the_front_of_their_zone_beside_each_other(
    zone: Any, facing: int, first: tuple[int, int], second: tuple[int, int]
) -> None:
    """Columns of four, 3.2 wide and 2.4 deep: a tenth of an inch inside the zone, inch by inch, 1.2 or more apart."""
    state = drawn_up(unit("A", figures=12), unit("B", figures=12), zone=zone)
    assert [(u.x, u.y, u.facing, u.files) for u in state.units[:2]] == [
        (*first, facing, 4),
        (*second, facing, 4),
    ]


@rule("34", "30")
def test_foot_stands_in_front_then_guns_then_horse_and_the_leader_behind_the_middle() -> None:
    state = drawn_up(
        unit("H", horse),
        unit("G", gun),
        unit("A", figures=12),
        zone=((3200, 0), (4000, 0), (4000, 2400), (3200, 2400)),
    )
    places = {u.key: (u.x, u.y) for u in state.units}
    assert places["A"][1] > places["H"][1]
    assert places["G"][1] > places["H"][1]
    chief = state.leaders[0]
    middle = sum(x for x, _ in list(places.values())[:3]) // 3
    assert abs(chief.x - middle) < 600
