"""Support in melee: who may lend it, what it adds, and when anybody is asked. [VF 110, 120–124, 129a, B19, B45–B49, B51]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.support import (
    Helper,
    Support,
    backers,
    best_support,
    brigade_supporters,
    ways_to_support,
    why_no_support,
)
from grognard.books.valour_and_fortitude.state import Desk, State, Unit
from grognard.books.valour_and_fortitude.steps.env import Fight
from grognard.books.valour_and_fortitude.steps.support import BrigadeSupport
from grognard.books.valour_and_fortitude.tables.fighting import BRIGADE_SUPPORT, MELEE_SUPPORT
from grognard.books.valour_and_fortitude.words import Special, Where
from grognard.engine.flow import replace
from tests.books.valour_and_fortitude.bouts import fight, foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    cite,
    find,
    foot,
    gun,
    horse,
    limbered,
    offered,
    open_order,
    unit,
)
from tests.rules import rule

FINE = Helper(True, False, figures=3, same_brigade=True, near=True)


@pytest.mark.parametrize(
    ("change", "number"),
    [
        pytest.param({}, "", id="allowed"),
        pytest.param({"deployed": False}, "120", marks=rule("120"), id="120"),
        pytest.param({"fought": True}, "110", marks=rule("110"), id="110"),
        pytest.param({"figures": 2}, "122", marks=rule("122"), id="122"),
        pytest.param({"touches_unchosen": True}, "123", marks=rule("123"), id="123"),
    ],
)
def test_who_may_lend_melee_support(change: dict[str, Any], number: str) -> None:
    assert cite(MELEE_SUPPORT.refusal(FINE._replace(**change))) == number


@pytest.mark.parametrize(
    ("change", "number"),
    [
        pytest.param({}, "", id="allowed"),
        pytest.param({"deployed": False}, "129a", marks=rule("129a"), id="129a"),
        pytest.param({"fought": True}, "110", marks=rule("110"), id="110"),
        pytest.param({"same_brigade": False}, "124", marks=rule("124"), id="another brigade"),
        pytest.param({"near": False}, "124", marks=rule("124"), id="too far"),
        pytest.param({"in_contact": True}, "124", marks=rule("124"), id="in contact"),
    ],
)
def test_who_may_lend_brigade_support(change: dict[str, Any], number: str) -> None:
    assert cite(BRIGADE_SUPPORT.refusal(FINE._replace(**change))) == number


def behind(key: str, *words: Any, at: float = 36, **more: Any) -> Unit:
    """A unit on the back of b's line, looking north to south."""
    arm = horse if horse in words else gun if gun in words else foot
    usual: dict[str, Any] = {"files": 3, "figures": 9} if arm is foot else {}
    rest = [word for word in words if word is not arm]
    return unit(key, arm, *rest, **{**usual, "front": (at, 25.6), "facing": 180, **more})


def ways(state: State, key: str) -> tuple[Support, ...]:
    """How a unit may support an attack on b, whom alone somebody has chosen."""
    return ways_to_support(state, find(state, key), find(state, "b"), frozenset({find(state, "b").id}))


@rule("122", "F5.13f", "186", "B46", "B47", "F5.2a")
@pytest.mark.parametrize(
    ("supporter", "adds"),
    [
        (behind("C"), [2]),
        (behind("C", horse), [2]),
        (behind("C", Special.LIGHT_INFANTRY, open_order, files=5, figures=10), [1]),
        (behind("C", horse, Special.LIGHT_CAVALRY, open_order, figures=6, files=6), [1]),
        (behind("C", gun), [2]),
        (behind("C", gun, Special.CANISTER), [4, 2]),
        (behind("C", gun, limbered, Special.CANISTER), []),
        (behind("C", files=3, figures=24), []),
        (behind("C", figures=4, files=2), []),
    ],
    ids=[
        "foot",
        "horse",
        "open order",
        "open horse",
        "gun",
        "canister",
        "limbered",
        "march column",
        "two files",
    ],
)
def test_what_a_supporter_adds(supporter: Unit, adds: list[int]) -> None:
    assert [way.plus for way in ways(melee(foremost("A"), foe("b"), supporter), "C")] == adds


@rule("122", "B51")
def test_three_figures_in_contact_are_needed() -> None:
    """b's line ends at 40.8: so far out only some figures of C's front rank touch it."""
    for at, figures in ((40, True), (41.6, False)):
        state = melee(foremost("A"), foe("b"), behind("C", files=4, figures=12, at=at))
        reason = why_no_support(state, find(state, "C"), find(state, "b"), frozenset({1}))
        assert cite(reason) == ("" if figures else "122")


@rule("122", "B45", "B46")
def test_the_best_support_within_the_limit() -> None:
    three = [(Support(i, 2),) for i in range(3)]
    loose = [(Support(i + 10, 1),) for i in range(3)]
    case = (Support(9, 4, 2, True), Support(9, 2))
    assert sum(s.plus for s in best_support(three)) == 6
    assert sum(s.plus for s in best_support([*loose, *three])) == 6
    assert sum(s.plus for s in best_support([*loose, case])) == 5
    assert sum(s.plus for s in best_support([*three, case])) == 6
    assert sum(s.plus for s in best_support([case, (Support(8, 4, 2, True), Support(8, 2))])) == 6
    assert best_support([]) == ()


# ---- nobody is asked where there is nothing to choose


def dice(game: Play) -> int:
    """How many dice are due."""
    count: int = game.throw.dice.faces()[0]
    return count


@rule("101", "122")
def test_up_to_three_support_by_themselves() -> None:
    helpers = [behind(key, at=at) for key, at in (("C", 32.5), ("D", 36), ("E", 39.5))]
    game = fight(melee(foremost("A"), foe("b"), *helpers), "A", "b", "C", "D", "E")
    assert dice(game) == 4 + 6
    assert len(game.notes("supports")) == 3


@rule("122", "B51")
def test_a_fourth_adds_nothing_and_its_owner_says_who() -> None:
    keys = ("C", "D", "E", "F")
    helpers = [behind(key, at=32.2 + 2.5 * i) for i, key in enumerate(keys)]
    game = fight(melee(foremost("A"), foe("b"), *helpers), "A", "b", *keys)
    assert offered(game, "join") == set(keys)
    game.play(("join", "C"), ("join", "F"), ("join", "D"))
    assert dice(game) == 4 + 6
    short = fight(melee(foremost("A"), foe("b"), *helpers), "A", "b", *keys)
    assert dice(short.play(("join", "C"), "no_more")) == 4 + 2


@rule("B45", "B46", "F5.2a")
@pytest.mark.parametrize(("fills_two", "asked"), [(True, True), (False, False)])
def test_canister_takes_two_places_or_one(fills_two: bool, asked: bool) -> None:
    """Two foot and a gun: with canister as two they are four."""
    helpers = [behind("C", at=32.5), behind("D", at=39.5), behind("G", gun, Special.CANISTER)]
    state = melee(foremost("A"), foe("b"), *helpers, options={"canister_fills_two": fills_two})
    game = fight(state, "A", "b", "C", "D", "G")
    if asked:
        assert offered(game, "join_canister") == {"G"}
        assert offered(game, "join") == {"C", "D", "G"}
        game.play(("join_canister", "G"))
        assert offered(game, "join") == {"C", "D"}
        assert "join_canister" not in game.ask.offers
        assert dice(game.play(("join", "C"))) == 4 + 4 + 2
        plain = fight(state, "A", "b", "C", "D", "G")
        assert dice(plain.play(("join", "G"), ("join", "C"), ("join", "D"))) == 4 + 6
    else:
        assert dice(game) == 4 + 2 + 2 + 4


@rule("F5.2", "186")
def test_a_guns_own_canister_in_melee() -> None:
    for words, count in (((Special.CANISTER,), 4), ((), 2)):
        state = melee(foremost("A", gun, *words, melee=2), foe("b"))
        assert dice(fight(state)) == count
    # Fought from the rear it has nobody in its arc.
    state = melee(foremost("A"), unit("b", gun, Special.CANISTER, melee=2, front=(36, 30.9), facing=0))
    game = fight(state).play((1,) * 5)  # enfilade
    assert dice(game) == 2 // 2 + 1  # outflanked; A is a column


@rule("B47")
def test_a_limbered_gun_has_no_canister() -> None:
    state = melee(foremost("A", gun, limbered, Special.CANISTER, melee=2), foe("b"))
    assert dice(fight(state)) == 1


# ---- support for the unit that fights back


def defended(*words: Any, main: Unit | None = None, **more: Any) -> State:
    """A attacks b; c touches A's flank with its front."""
    arm, *rest = words or (foot,)
    helper = unit(
        "c", arm, *rest, **{"files": 4, "figures": 12, "front": (38.4, 22.4), "facing": 270, **more}
    )
    return melee(main or foremost("A"), foe("b", front=(33.6, 24)), helper)


def fought_back(state: State, *plays: Any) -> Play:
    """The fight to the dice of the unit that fights back."""
    return fight(state).play((1,) * 4, *plays)


@rule("B19", "123")
def test_friends_on_the_main_attacker_support_fighting_back() -> None:
    state = defended()
    assert dice(fought_back(state)) == 4 + 1 + 2
    # Not if it is a target itself this phase.
    number = {u.key: u.id for u in state.units}
    both = frozenset({number["b"], number["c"]})
    assert backers(state, find(state, "b"), find(state, "A"), both) == ()


@rule("B19")
def test_support_of_fighting_back_is_a_switch() -> None:
    state = defended()
    off = replace(state, options=replace(state.options, fight_back_support=False))
    assert dice(fought_back(off)) == 4 + 1


@rule("B65", "B19")
def test_nobody_supports_either_side_of_a_second_fight() -> None:
    second = Fight(0, 1, second=True, chosen=())
    game = begin(defended(), "fight", env=second)
    assert dice(game) == 4 - 1
    assert dice(game.play((1,) * 3)) == 4 + 1


@rule("110", "B50")
@pytest.mark.parametrize("gone", [{"today": {"fought": True}}, {"where": Where.ROUTED}])
def test_whoever_is_spent_or_gone_does_not_support(gone: dict[str, Any]) -> None:
    state = melee(foremost("A"), foe("b"), behind("C", **gone))
    game = fight(state, "A", "b", "C")
    assert dice(game) == 4
    assert game.position.agenda[-1].env.idle == ()


@rule("B19", "B22")
def test_cavalry_is_asked_because_it_would_have_to_retreat() -> None:
    state = defended(horse, figures=6, files=6, front=(38.4, 21.8))
    game = fought_back(state)
    assert game.ask.who == (1,)
    assert offered(game, "join") == {"c"}
    assert dice(game.play(("join", "c"))) == 4 + 1 + 2
    alone = fought_back(state).play("no_more")
    assert dice(alone) == 4 + 1
    alone.play((1,) * 5)
    # A tie: the active side wins, and c, which kept out, stays.
    assert "fall_back" not in getattr(alone.pending, "offers", {})


@rule("B19", "120")
def test_a_unit_that_touches_two_attackers_chooses_whom_to_fight() -> None:
    """c touches A with its front and D with its flank: it may rather wait for D's fight."""
    state = melee(
        foremost("A"),
        foe("b", front=(33.6, 24)),
        unit("c", files=4, figures=12, front=(38.4, 22.4), facing=270),
        unit("D", files=6, front=(39.6, 20.8), facing=0),
    )
    assert offered(fought_back(state), "join") == {"c"}


# ---- brigade support


@rule("124", "129a", "B49")
@pytest.mark.parametrize(
    ("helper", "lends"),
    [
        (unit("C", files=6, front=(36, 20)), True),
        (unit("C", files=6, front=(36, 17.8)), True),
        (unit("C", files=6, front=(36, 17.7)), False),
        (unit("C", files=6, front=(36, 20), brigade="II"), False),
        (unit("C", files=3, front=(36, 20)), False),
        (unit("C", gun, front=(36, 20)), True),
        (unit("C", gun, limbered, front=(36, 20)), False),
        (unit("C", files=6, front=(36, 20), today={"shot": True}), True),
        (unit("C", files=6, front=(36, 20), today={"fought": True}), False),
    ],
    ids=[
        "near",
        "3 away",
        "farther",
        "of another brigade",
        "marching",
        "gun",
        "limbered",
        "shot",
        "has fought",
    ],
)
def test_brigade_support(helper: Unit, lends: bool) -> None:
    state = melee(foremost("A"), foe("b"), helper)
    assert bool(brigade_supporters(state, find(state, "A"))) is lends
    assert dice(fight(state)) == (5 if lends else 4)


@rule("124", "B49")
def test_an_occupant_lends_brigade_support_from_its_feature() -> None:
    village = area("building", 30, 10, 42, 18, "village")
    state = melee(foremost("A"), foe("b"), unit("C", inside="village"), terrain=(village,))
    assert brigade_supporters(state, find(state, "A")) == [2]


@rule("124")
def test_never_more_than_one() -> None:
    state = melee(
        foremost("A"), foe("b"), unit("C", files=6, front=(36, 20)), unit("D", files=6, front=(31, 20.5))
    )
    assert dice(fight(state)) == 5


@rule("124")
def test_whoever_touches_an_enemy_lends_none() -> None:
    state = melee(foremost("A", files=4), foe("b"), unit("C", files=4, front=(39.4, 24)))
    assert brigade_supporters(state, find(state, "A")) == []


@rule("124", "B49")
def test_brigade_support_for_fighting_back() -> None:
    state = melee(foremost("A"), foe("b"), unit("c", front=(36, 28), facing=180))
    assert dice(fought_back(state)) == 4 + 1 + 1


@rule("110", "120", "124")
def test_who_supports_once_supports_no_more() -> None:
    """C stands behind both A and D; its owner says whose fight it joins."""
    state = melee(
        foremost("A", files=4, figures=12, front=(34, 24)),
        foe("b", figures=8, files=4, front=(34, 24)),
        foremost("D", files=4, figures=12, front=(39, 24)),
        foe("e", figures=8, files=4, front=(39, 24)),
        unit("C", files=6, front=(36.5, 20)),
    )
    game = begin(state, "melee")
    game.play(("fight", ("A", "b")))
    assert set(game.ask.offers) == {"stand_by", "keep_back"}
    game.play("keep_back")
    assert dice(game) == 4
    game.play((1,) * 4, (1,) * 5, ("fight", ("D", "e")))
    assert dice(game) == 5
    other = begin(state, "melee").play(("fight", ("A", "b")), ("stand_by", "C"))
    assert dice(other) == 5
    other.play((1,) * 5, (1,) * 5, ("fight", ("D", "e")))
    assert dice(other) == 4


@rule("124")
@pytest.mark.parametrize("gone", ["A", "b"])
def test_no_brigade_support_where_one_of_the_two_is_gone(gone: str) -> None:
    state = melee(foremost("A"), foe("b"), unit("C", files=6, front=(36, 20)))
    left = tuple(replace(u, where=Where.ROUTED) if u.key == gone else u for u in state.units)
    desk = Desk(replace(state, units=left), Fight(0, 1), [])
    assert BrigadeSupport("friend", "unit").able(desk) == []
    assert BrigadeSupport("friend", "unit").able(Desk(state, Fight(0, 1), [])) == [2]
