"""A stack's action, verb by verb: what it costs, what it marks, what it leaves open."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.state import ANY_WAY, NO_PIVOT, State, Unit
from grognard.books.fix_bayonets.steps.act import screens_kept
from grognard.books.fix_bayonets.steps.env import Act
from grognard.books.fix_bayonets.words import Arm, Formation, Order, Trait, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, Drill, at, chief, country, man, state, told
from tests.rules import rule

F = Formation
ROAD = replace(country(), roads=((at("1616"), at("1615")), (at("1615"), at("1614"))))
SKIRMISHER = man(1, 1, INF, "line", 4, "1614", facing=7, sv=1, spent=True)
"""It skirmishes into 1615 and shoots no more."""


def led(*units: Unit, **more: Any) -> State:
    boss = replace(chief(0, 0, "1620", cr=30), command=0)
    return state(*units, leaders=(boss,), active=(boss.id,), **more)


def acting(*units: Unit, field: Any = None, left: int = 24, **env: Any) -> Drill:
    return Drill(led(*units, field=field), "act", Act((0,), left, 24, good=units[0].good, **env))


@rule("F-8.3", "F-10.1", "F-10.2", "F-19.1", "F-17.1")
@pytest.mark.parametrize(
    ("arm", "form", "cost", "pivot", "shifted"),
    [
        (INF, "column", 2, 0, False),
        (INF, "line", 4, NO_PIVOT, False),
        (CAV, "open column", 2, 0, False),
        (ART, "limbered", 2, 0, True),
    ],
)
def test_a_march(arm: Arm, form: str, cost: int, pivot: int, shifted: bool) -> None:
    facing = 1 if form == "line" else 0
    drill = acting(man(0, 0, arm, form, 4, "1616", fb=True, facing=facing), turns=2)
    assert told(led(man(0, 0, arm, form, 4, "1616", fb=True, facing=facing)), drill.state) == {
        "unit 0": {"acted": True, "fb": False}
    }
    before = drill.state
    drill.do("march", at("1615"))
    new = {"hex": at("1615"), "used": cost, **({"shifted": True} if shifted else {})}
    assert told(before, drill.state) == {"unit 0": new, "command 0": {"active": True}}
    env = drill.env
    assert (env.left, env.moved, env.turns, env.checked) == (24 - cost, True, 0, False)
    assert (env.pivot, env.busy, env.ended) == (pivot, True, False)


@rule("F-14.1")
@pytest.mark.parametrize(
    ("foe", "checked", "asked"), [("1614", False, True), ("1614", True, False), ("1610", False, False)]
)
def test_one_skirmish_check_an_action(foe: str, checked: bool, asked: bool) -> None:
    enemy = replace(SKIRMISHER, hex=at(foe))
    drill = acting(man(0, 0, INF, "column", 4, "1616"), enemy, checked=checked).do("march", at("1615"))
    assert (getattr(drill.waits, "what", "") == "skirmish check") is asked
    assert drill.position.agenda[0].env.checked is (asked or checked)


@rule("F-10.2")
@pytest.mark.parametrize(
    ("form", "verb", "facing", "cost"),
    [
        ("line", "turn_left", 11, 2),
        ("line", "turn_right", 3, 2),
        ("masse column", "turn_left", 10, 4),
        ("masse column", "turn_right", 2, 4),
    ],
)
def test_a_turn_is_paid(form: str, verb: str, facing: int, cost: int) -> None:
    unit = man(0, 0, INF, form, 4, "1616", facing=1 if form == "line" else 0)
    drill = acting(unit)
    before = drill.state
    drill.do(verb)
    assert told(before, drill.state) == {
        "unit 0": {"facing": facing, "used": cost},
        "command 0": {"active": True},
    }
    assert (drill.env.left, drill.env.pivot, drill.env.turns, drill.env.busy) == (
        24 - cost,
        NO_PIVOT,
        0,
        True,
    )
    short = acting(unit, left=cost - 1)
    assert not {"turn_left", "turn_right"} & short.verbs
    assert {"turn_left", "turn_right"} <= acting(unit, left=cost).verbs


@rule("F-10.2")
def test_a_nimble_stack_turns_sixty_degrees_free_from_where_it_looked() -> None:
    """Half a circle of turns in all, never more than 60 degrees off."""
    mark = man(1, 1, INF, "routed", 4, "1615")
    drill = acting(man(0, 0, INF, "column", 4, "1616"), mark, left=0, pivot=0)
    assert {"turn_left", "turn_right"} <= drill.verbs
    before = drill.state
    drill.do("turn_right")
    assert told(before, drill.state) == {"unit 0": {"facing": 2}}
    assert (drill.env.left, drill.env.pivot, drill.env.turns, drill.env.busy) == (0, 0, 1, True)
    assert "turn_right" not in drill.verbs
    drill.do("turn_left").do("turn_left")
    assert (drill.unit(0).facing, drill.env.turns) == (10, 3)
    assert not {"turn_left", "turn_right"} & drill.verbs, "enough"


@rule("F-10.2")
@pytest.mark.parametrize(
    ("pivot", "facing", "free"),
    [
        (NO_PIVOT, 0, set()),
        (ANY_WAY, 0, {"turn_left", "turn_right"}),
        (ANY_WAY, 6, {"turn_left", "turn_right"}),
        (1, 0, {"turn_right"}),
        (11, 0, {"turn_left"}),
        (0, 2, {"turn_left"}),
        (4, 2, {"turn_left", "turn_right"}),
        (6, 2, {"turn_right"}),
    ],
)
def test_which_turns_are_free(pivot: int, facing: int, free: set[str]) -> None:
    mark = man(1, 1, INF, "routed", 4, "1617" if facing == 6 else "1615")
    drill = acting(man(0, 0, INF, "column", 4, "1616", facing=facing), mark, left=0, pivot=pivot)
    offered = drill.verbs & {"turn_left", "turn_right"}
    assert offered == (free if pivot not in (4,) else {"turn_left", "turn_right"} & offered)


@rule("F-13.4", "F-10.2")
@pytest.mark.parametrize(("pivot", "shot"), [(NO_PIVOT, True), (0, False)])
def test_a_turn_that_is_paid_draws_fire(pivot: int, shot: bool) -> None:
    foe = man(1, 1, INF, "line", 4, "1615", facing=7)
    drill = acting(man(0, 0, INF, "column", 4, "1616"), foe, pivot=pivot).do("turn_right")
    assert ("shoot" in drill.verbs) is shot


@rule("F-10.5")
@pytest.mark.parametrize(("form", "facing", "corner"), [("column", 0, 1), ("column", 10, 11), ("line", 1, 1)])
def test_a_screen_sent_out(form: str, facing: int, corner: int) -> None:
    home = man(0, 0, INF, form, 4, "1616", sv=1, facing=facing, shot=False)
    screen = man(1, 0, INF, "column", 1, "1620", sv=1, parent=0, where=Where.ATTACHED, halves=0, seat=3)
    screen = replace(screen, order=Order.DISORDERED)
    drill = acting(home, screen)
    before, there = drill.state, min(drill.nouns("detach"))
    drill.do("detach", there)
    assert told(before, drill.state) == {
        "unit 0": {"halves": 6, "used": 2},
        "unit 1": {
            **{"where": Where.MAP, "hex": there, "halves": 2, "formation": F.SCREEN, "facing": corner},
            **{"order": Order.GOOD, "acted": True, "seat": 0},
        },
        "command 0": {"active": True},
    }
    assert (drill.env.left, drill.env.busy) == (22, True)


@rule("F-10.5")
@pytest.mark.parametrize(("left", "may"), [(2, True), (1, False)])
def test_a_screen_costs_one(left: int, may: bool) -> None:
    screen = man(1, 0, INF, "column", 1, "1620", parent=0, where=Where.ATTACHED)
    mark = man(2, 1, INF, "routed", 4, "1615")
    drill = acting(man(0, 0, INF, "line", 4, "1616", sv=1), screen, mark, left=left)
    assert ("detach" in drill.verbs) is may


@rule("F-10.5")
@pytest.mark.parametrize(
    ("change", "kept"),
    [({}, (1,)), ({"parent": 2}, ()), ({"where": Where.MAP}, ()), ({"where": Where.DEAD}, ())],
)
def test_which_screen_a_battalion_keeps(change: dict[str, Any], kept: tuple[int, ...]) -> None:
    home = man(0, 0, INF, "line", 4, "1616")
    screen = replace(man(1, 0, INF, "column", 1, "1620", parent=0, where=Where.ATTACHED), **change)
    other = man(2, 0, INF, "line", 4, "1622")
    drill = acting(home, screen, other)
    table = type("T", (), {"state": drill.state})
    assert screens_kept(table, (home,)) == kept  # type: ignore[arg-type]
    assert screens_kept(table, (home, other)) == ()  # type: ignore[arg-type]


@rule("F-10.9", "F-14.1")
@pytest.mark.parametrize("facing", [0, 2])
def test_guns_manhandled(facing: int) -> None:
    drill = acting(man(0, 0, ART, "unlimbered", 1, "1616", facing=facing))
    before = drill.state
    drill.do("prolonge", at("1617"))
    assert told(before, drill.state) == {
        "unit 0": {"hex": at("1617"), "shot": True, "shifted": True, "used": 2},
        "command 0": {"active": True},
    }
    env = drill.env
    assert (env.left, env.moved, env.changed, env.checked, env.busy) == (0, True, True, False, True)
    assert env.pivot == facing


@rule("F-10.9", "F-14.1")
@pytest.mark.parametrize(
    ("foe", "there", "checked", "check"),
    [
        ("1615", "1617", False, "1616"),
        ("1615", "1617", True, ""),
        ("1614", "1615", False, "1615"),
        ("1614", "1615", True, ""),
        ("1610", "1617", False, ""),
    ],
)
def test_guns_manhandled_before_skirmishers_check_once(
    foe: str, there: str, checked: bool, check: str
) -> None:
    """Where they stand, before they are moved; or where they come to."""
    drill = acting(man(0, 0, ART, "unlimbered", 1, "1616"), replace(SKIRMISHER, hex=at(foe)), checked=checked)
    drill.do("prolonge", at(there))
    assert (getattr(drill.waits, "what", "") == "skirmish check") is bool(check)
    if check:
        assert drill.unit(0).hex == at(check)
        assert drill.position.agenda[0].env.checked
        drill.fall(0)
    if check == "1616":
        drill.do("prolonge", at(there))
    assert drill.unit(0).hex == at(there)


@rule("F-10.8")
@pytest.mark.parametrize(("left", "after"), [(24, 36), (22, 32), (16, 24)])
def test_a_forced_march(left: int, after: int) -> None:
    drill = acting(man(0, 0, INF, "road column", 4, "1616"), field=ROAD, left=left, **{})
    drill = Drill(led(man(0, 0, INF, "road column", 4, "1616"), field=ROAD), "act", Act((0,), left, left))
    before = drill.state
    drill.do("force_march")
    assert told(before, drill.state) == {
        "unit 0": {"forced": True},
        "command 0": {"forced": True, "active": True},
    }
    assert (drill.env.left, drill.env.road, drill.env.busy) == (after, True, True)
    assert drill.nouns("march") == {at("1615")}


@rule("F-14.1", "F-13.3")
@pytest.mark.parametrize(
    ("arm", "form", "checked", "check"),
    [
        (ART, "unlimbered", False, True),
        (ART, "unlimbered", True, False),
        (INF, "column", False, False),
    ],
)
def test_guns_before_skirmishers_check_before_they_fire(
    arm: Arm, form: str, checked: bool, check: bool
) -> None:
    foe = replace(SKIRMISHER, hex=at("1615"))
    drill = acting(man(0, 0, arm, form, 4, "1616"), foe, checked=checked).do("fire", (0, 1))
    assert drill.waits.what == ("skirmish check" if check else "fire")
    if check:
        assert drill.position.agenda[0].env.checked
        drill.fall(0).do("fire", (0, 1))
        assert drill.waits.what == "fire"


@rule("F-8.3")
@pytest.mark.parametrize("busy", [True, False])
def test_a_shot_after_other_acts_is_the_last(busy: bool) -> None:
    drill = acting(man(0, 0, INF, "column", 4, "1616"), man(1, 1, INF, "routed", 4, "1615"), busy=busy)
    drill.do("fire", (0, 1))
    assert drill.position.agenda[0].env.last_shot is busy


@rule("F-6.1a")
def test_another_unit_takes_the_lead() -> None:
    units = [man(n, 0, INF, "column", 2, "1616", seat=n) for n in range(3)]
    boss = replace(chief(0, 0, "1620", cr=30), command=0)
    scene = state(*units, leaders=(boss,), active=(boss.id,))
    drill = Drill(scene, "act", Act((0, 1, 2), 24, 24))
    assert drill.nouns("put_on_top") == {1, 2}
    drill.do("put_on_top", 2)
    assert [unit.seat for unit in drill.state.units] == [1, 2, 0]


@rule("F-13.3")
@pytest.mark.parametrize(("traits", "moves"), [((), False), ((Trait.HORSE,), True)])
def test_only_horse_guns_move_after_their_shot(traits: tuple[Trait, ...], moves: bool) -> None:
    guns = man(0, 0, ART, "unlimbered", 1, "1616", traits=traits, shot=True)
    drill = acting(guns)
    assert ("limber" in drill.verbs) is moves
