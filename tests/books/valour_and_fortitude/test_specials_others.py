"""Special rules of fire and movement. [VF F5.1–F5.3, F5.9b, F5.11, F5.14, F5.15, F5.20, F5.21, 186–191a]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.command import doer
from grognard.books.valour_and_fortitude.facts.shooting import (
    fire_losses,
    fire_rerolls,
    fire_to_hit,
    fire_value,
    may_support,
    modes,
    reach_of,
    shot_of,
    support_limit,
    targets,
)
from grognard.books.valour_and_fortitude.setup.files import sheet as sheet_file
from grognard.books.valour_and_fortitude.state import State, Unit
from grognard.books.valour_and_fortitude.tables.moving import MAY_ACT, MAY_ASSAULT
from grognard.books.valour_and_fortitude.words import Deed, Mode, Special
from tests.books.valour_and_fortitude.drill import (
    area,
    brigaded,
    cite,
    find,
    foot,
    ground,
    gun,
    horse,
    open_order,
    reform,
    scene,
    square,
    unit,
    why,
)
from tests.rules import rule

F5 = Special


def duel(shooter: Unit, *more: Unit, enemy: Unit | None = None, **fields: Any) -> State:
    """A shooter on (36, 10) looking north, b 10 inches before it."""
    other = enemy or unit("b", front=(36, 20), facing=180)
    return brigaded(scene(shooter, other, *more, **fields), "I", active=True)


def cannon(key: str, *words: Any, at: float = 36, **more: Any) -> Unit:
    """A gun that looks north."""
    return unit(key, gun, *words, front=(at, 10), **more)


def shot(state: State, mode: Mode = Mode.VOLLEY, *supporters: tuple[int, Mode]) -> tuple[int, int]:
    """Dice and bonus of A's fire at b."""
    facts = shot_of(state, find(state, "A"), find(state, "b"), mode, supporters)
    return fire_value(facts).total, fire_to_hit(facts).total


@rule("F5.1")
@pytest.mark.parametrize(
    ("each", "again"),
    [(cannon("A", F5.BATTERY), True), (cannon("A", F5.BATTERY, losses=1), False), (cannon("A"), False)],
)
def test_a_battery_without_markers_rerolls(each: Unit, again: bool) -> None:
    assert fire_rerolls(duel(each), each) is again


@rule("F5.1a")
@pytest.mark.parametrize(
    ("words", "others", "allowed"),
    [
        ((F5.BATTERY,), {}, True),
        ((), {}, False),
        ((F5.BATTERY,), {"brigade": "II"}, False),
    ],
)
def test_a_battery_has_five_supporters(words: tuple[Any, ...], others: dict[str, Any], allowed: bool) -> None:
    places = {"C": 39, "D": 33, "E": 42, "F": 30}
    guns = [cannon(key, at=at, **(others if key == "F" else {})) for key, at in places.items()]
    state = duel(cannon("A", *words), *guns)
    lent = tuple((find(state, key).id, Mode.VOLLEY) for key in places)
    assert support_limit(state, find(state, "A"), lent) is allowed
    assert support_limit(state, find(state, "A"), lent[:3])


@rule("F5.1a")
def test_guns_of_a_battery_stand_within_six() -> None:
    far = cannon("F", at=36 + 2.4 + 6.01)
    near = [cannon(key, at=at) for key, at in (("C", 39), ("D", 33), ("E", 30))]
    state = duel(cannon("A", F5.BATTERY), *near, far)
    lent = tuple((find(state, key).id, Mode.VOLLEY) for key in "CDEF")
    assert not support_limit(state, find(state, "A"), lent)


@rule("F5.2", "186", "B47")
def test_canister_adds_two_within_twelve() -> None:
    state = duel(cannon("A", F5.CANISTER))
    assert shot(state) == (1, 0)
    assert shot(state, Mode.CANISTER) == (3, 0)
    a = find(state, "A")
    assert targets(state, a, Mode.CANISTER) == [1]
    far = duel(cannon("A", F5.CANISTER), enemy=unit("b", front=(36, 23), facing=180))
    assert targets(far, find(far, "A"), Mode.CANISTER) == []
    assert targets(far, find(far, "A"), Mode.VOLLEY) == [1]


@rule("F5.2a", "B45")
@pytest.mark.parametrize(("switch", "allowed"), [(True, False), (False, True)])
def test_canister_support_fills_two_places(switch: bool, allowed: bool) -> None:
    guns = [cannon(key, F5.CANISTER, at=at) for key, at in (("C", 39), ("D", 33))]
    state = duel(cannon("A"), *guns, options={"canister_fills_two": switch})
    lent = tuple((find(state, key).id, Mode.CANISTER) for key in "CD")
    assert support_limit(state, find(state, "A"), lent) is allowed
    assert shot(state, Mode.VOLLEY, *lent[:1]) == (3, 0)
    assert shot(state, Mode.VOLLEY, (lent[0][0], Mode.VOLLEY)) == (2, 0)


@rule("F5.3", "B16")
def test_carbines() -> None:
    rider = unit("A", horse, F5.CARBINES, front=(36, 10))
    assert modes(rider) == (Mode.SKIRMISH,)
    assert reach_of(rider, Mode.SKIRMISH) == 1200
    assert shot(duel(rider), Mode.SKIRMISH) == (1, 0)
    assert modes(unit("A", horse)) == ()


@rule("F5.9b", "187")
@pytest.mark.parametrize(("words", "refusal"), [((F5.HORSE_ARTILLERY,), ""), ((), "49")])
def test_horse_artillery_shoots_and_acts(words: tuple[Any, ...], refusal: str) -> None:
    state = duel(cannon("A", *words, today={"shot": True}))
    assert cite(MAY_ACT.refusal(doer(state, find(state, "A")))) == refusal


@rule("F5.11", "F5.15", "190")
@pytest.mark.parametrize("special", [F5.LIGHT_INFANTRY, F5.SKIRMISHERS])
def test_skirmishers_halve_their_fire_and_reach_farther(special: Special) -> None:
    each = unit("A", foot, special, front=(36, 10), fire=4)
    assert modes(each) == (Mode.VOLLEY, Mode.SKIRMISH)
    assert (reach_of(each, Mode.VOLLEY), reach_of(each, Mode.SKIRMISH)) == (1200, 1800)
    assert shot(duel(each)) == (4, 0)
    assert shot(duel(each), Mode.SKIRMISH) == (2, 0)
    assert modes(unit("A")) == (Mode.VOLLEY,)


@rule("F5.15a", "190")
def test_after_skirmishing_anything_but_an_assault() -> None:
    near = unit("b", front=(36, 16), facing=180)
    for skirmished, act, assault in ((True, "", "F5.15a"), (False, "49", "49")):
        each = unit("A", foot, F5.SKIRMISHERS, front=(36, 10), today={"shot": True, "skirmished": skirmished})
        state = duel(each, enemy=near)
        facts = doer(state, find(state, "A"))
        assert cite(MAY_ACT.refusal(facts)) == act
        assert cite(MAY_ASSAULT.refusal(facts)) == assault


@rule("F5.15b")
@pytest.mark.parametrize(("main_mode", "refusal"), [(Mode.SKIRMISH, ""), (Mode.VOLLEY, "F5.15b")])
def test_skirmishers_support_only_skirmishers(main_mode: Mode, refusal: str) -> None:
    state = duel(
        unit("A", foot, F5.SKIRMISHERS, front=(36, 10)), unit("C", foot, F5.SKIRMISHERS, front=(46, 10))
    )
    a, c, b = find(state, "A"), find(state, "C"), find(state, "b")
    assert cite(may_support(state, c, a, b, Mode.SKIRMISH, main_mode)) == refusal
    assert cite(may_support(state, c, a, b, Mode.VOLLEY, main_mode)) == ""


@rule("F5.11b", "F5.13a", "189", "B61", "B62")
@pytest.mark.parametrize("switch", [True, False])
def test_halved_losses(switch: bool) -> None:
    wood = area("wood", 30, 20, 42, 30, "wood")
    light = unit("b", foot, F5.LIGHT_INFANTRY, inside="wood")
    inside = duel(
        unit("A", front=(36, 10)), enemy=light, terrain=(wood,), options={"open_order_min_one": switch}
    )
    loose = unit("b", foot, F5.LIGHT_INFANTRY, open_order, front=(36, 20), facing=180)
    open_ = duel(unit("A", front=(36, 10)), enemy=loose, options={"open_order_min_one": switch})
    for state in (inside, open_):
        found = [fire_losses(state, find(state, "b"), hits) for hits in range(5)]
        assert found == [0, 1 if switch else 0, 1, 1, 2]
    closed = duel(unit("A", front=(36, 10)), enemy=unit("b", foot, F5.LIGHT_INFANTRY, front=(36, 20)))
    assert [fire_losses(closed, find(closed, "b"), hits) for hits in range(4)] == [0, 1, 2, 3]


@rule("F5.11c")
@pytest.mark.parametrize(
    ("words", "away", "refusal"),
    [((F5.LIGHT_INFANTRY,), 2.99, ""), ((F5.LIGHT_INFANTRY,), 3, "171"), ((), 2.99, "F5.11c")],
)
def test_light_infantry_occupies_after_its_move(words: tuple[Any, ...], away: float, refusal: str) -> None:
    wood = area("wood", 30, 14 + away, 42, 30, "wood")
    state = scene(unit("A", foot, *words, front=(36, 10)), unit("b", front=(36, 45)), terrain=(wood,))
    assert why(state, "A", "forward 4", ("occupy", 0)) == refusal


@rule("F5.14")
def test_rockets_need_not_aim_at_the_closest() -> None:
    far = unit("b", front=(50, 40), facing=180)
    near = unit("c", front=(30, 25), facing=180, files=6)
    for words, found in (((F5.ROCKETS,), {1, 2}), ((), {2})):
        state = duel(cannon("A", *words, range=60), near, enemy=far)
        assert set(targets(state, find(state, "A"), Mode.VOLLEY)) == found


@rule("F5.14a")
@pytest.mark.parametrize(
    ("words", "hill", "seen"), [((F5.ROCKETS,), True, True), ((F5.ROCKETS,), False, False), ((), True, False)]
)
def test_rockets_see_over_friends_if_one_end_is_on_a_hill(
    words: tuple[Any, ...], hill: bool, seen: bool
) -> None:
    heights = ground("hill", (26, 4), (46, 4), (46, 11), (26, 11), crest=((26, 4.2), (46, 4.2)))
    friend = unit("C", files=12, front=(36, 14))
    state = duel(cannon("A", *words), friend, terrain=(heights,) if hill else ())
    assert (1 in targets(state, find(state, "A"), Mode.VOLLEY)) is seen


@rule("F5.14b")
def test_rockets_cost_one_to_hit_and_whomever_they_support() -> None:
    assert shot(duel(cannon("A", F5.ROCKETS))) == (1, -1)
    state = duel(cannon("A"), cannon("C", F5.ROCKETS, at=39))
    assert shot(state, Mode.VOLLEY, (2, Mode.VOLLEY)) == (2, -1)
    assert shot(state) == (1, 0)


@rule("F5.20", "188")
@pytest.mark.parametrize(
    ("main", "other", "plus"),
    [
        ((F5.HEAVY_ARTILLERY,), (F5.HEAVY_ARTILLERY,), 1),
        ((F5.HEAVY_ARTILLERY,), (), 0),
        ((), (F5.HEAVY_ARTILLERY,), 0),
    ],
)
def test_heavy_artillery(main: tuple[Any, ...], other: tuple[Any, ...], plus: int) -> None:
    state = duel(cannon("A", *main), cannon("C", *other, at=39))
    assert shot(state, Mode.VOLLEY, (2, Mode.VOLLEY))[1] == plus


@rule("191", "191a", "F5.17b", "F5.17c", "B59", "B60")
def test_squares_and_fire() -> None:
    block = unit("b", foot, square, files=6, front=(36, 20), facing=180)
    assert shot(duel(cannon("A"), enemy=block)) == (2, 0)
    assert shot(duel(unit("A", front=(36, 10)), enemy=block)) == (3, 0)
    own = duel(unit("A", foot, square, files=6, front=(36, 10), fire=5))
    assert shot(own) == (2, 0)
    # All outward figures are its front rank, so it hardly ever lends fire support.
    pair = duel(unit("A", front=(46, 10)), unit("C", foot, square, files=6, front=(36, 10)))
    reason = may_support(pair, find(pair, "C"), find(pair, "A"), find(pair, "b"), Mode.VOLLEY, Mode.VOLLEY)
    assert cite(reason) == "121"


@rule("F5.21")
def test_landwehr_is_militia() -> None:
    sheet = sheet_file("austrian")
    landwehr = [row for row in sheet.profile if row.id in ("landwehr", "insurrectio_infantry")]
    assert len(landwehr) == 2
    assert all(F5.MILITIA in row.specials for row in landwehr)
    assert all(F5.MILITIA not in row.specials for row in sheet.profile if row not in landwehr)


@rule("F5.12")
def test_militia_does_not_move_and_reform() -> None:
    state = scene(unit("A", foot, F5.MILITIA, front=(36, 10)), unit("b", front=(36, 45)))
    assert why(state, "A", "forward 4", reform("close", 6)) == "F5.12"
    assert why(state, "A", "forward 4") == ""
    assert why(state, "A", reform("close", 6)) == ""
    line = scene(unit("A", front=(36, 10)), unit("b", front=(36, 45)))
    assert why(line, "A", "forward 4", reform("close", 6)) == ""


@rule("F5.18", "F5.13c")
@pytest.mark.parametrize(
    ("each", "inches"),
    [
        (unit("A", horse, F5.SWIFT, front=(36, 10), figures=6, files=6), 24),
        (unit("A", horse, front=(36, 10), figures=6, files=6), 18),
        (unit("A", foot, F5.LIGHT_INFANTRY, open_order, front=(36, 10)), 9),
        (unit("A", horse, F5.LIGHT_CAVALRY, open_order, front=(36, 10), figures=6, files=6), 18),
    ],
)
def test_how_far(each: Unit, inches: float) -> None:
    state = scene(each, unit("b", front=(36, 47.5)))
    assert why(state, "A", f"forward {inches}", deed=Deed.MOVE) == ""
    assert why(state, "A", f"forward {inches + 0.01}", deed=Deed.MOVE) == "76"
