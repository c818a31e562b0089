"""Who may do a thing: one who may, and for each condition one who lacks only that."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.fix_bayonets.facts import assault, charging, command, moving, victory, zones
from grognard.books.fix_bayonets.facts.stacks import fits, heavy, layout, rides, shooters, together
from grognard.books.fix_bayonets.state import OM, Command, Desk, State, Unit
from grognard.books.fix_bayonets.steps.cleanup import EnterReserve, Fatigue
from grognard.books.fix_bayonets.steps.env import Turn
from grognard.books.fix_bayonets.steps.rally import ReturnLeaders, needs_rally
from grognard.books.fix_bayonets.words import Arm, Card, Fate, Formation, Order, Rank, Trait, Where
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, INF, at, chief, country, man, state
from tests.rules import rule

F = Formation
ROAD = replace(country(), roads=((at("1616"), at("1615")),))
Change = dict[str, Any]


def reserve(scene: State, side: int = 0) -> State:
    commands = list(scene.commands)
    commands[side] = replace(commands[side], reserve=True)
    return replace(scene, commands=tuple(commands))


def led(*units: Unit, **more: Any) -> State:
    """Side 0 with a leader who activates."""
    boss = chief(0, 0, "1620", cr=30, command=0)
    return state(*units, leaders=(boss,), active=(boss.id,), **more)


# ---- movement


@rule("STA-06", "F-10.4", "PT-01", "R-57", "F-6.5")
@pytest.mark.parametrize(
    ("arm", "form", "change", "barred"),
    [
        (INF, "column", {}, False),
        (INF, "routed", {}, True),
        (INF, "disordered", {}, False),
        (INF, "column", {"halted": True}, True),
        (INF, "square", {}, False),
        (INF, "square", {"traits": (Trait.POOR,)}, True),
        (INF, "column", {"traits": (Trait.POOR,)}, False),
        (INF, "extended line", {}, True),
        (ART, "unlimbered", {}, True),
        (ART, "limbered", {}, False),
    ],
)
def test_who_cannot_move(arm: Arm, form: str, change: Change, barred: bool) -> None:
    unit = man(0, 0, arm, form, 4, "1616", **change)
    scene = state(unit)
    assert moving.barred_from_moving(scene, (unit,)) is barred
    assert moving.barred_from_moving(reserve(scene), (unit,))


@rule("F-10.9", "STA-02")
@pytest.mark.parametrize(
    "change",
    [
        {"formation": F.LIMBERED},
        {"order": Order.DISORDERED},
        {"suppressed": 1},
        {"shot": True},
        {"used": 1},
        {"ooc": True},
        {"halted": True},
        {"arm": INF, "formation": F.COLUMN},
    ],
)
def test_which_guns_are_manhandled(change: Change) -> None:
    guns = man(0, 0, ART, "unlimbered", 1, "1616")
    scene = led(guns)
    assert len(moving.prolonge_hexes(scene, (guns,))) == 6
    other = replace(guns, **change)
    assert moving.prolonge_hexes(led(other), (other,)) == ()
    assert moving.prolonge_hexes(reserve(scene), (guns,)) == ()
    assert moving.prolonge_hexes(scene, (guns, guns)) == ()


@rule("F-10.9")
@pytest.mark.parametrize(("letter", "open_"), [(".", True), ("r", False), ("o", False), ("~", False)])
def test_guns_are_manhandled_over_clear_ground(letter: str, open_: bool) -> None:
    guns = man(0, 0, ART, "unlimbered", 1, "1616")
    scene = led(guns, field=country(h1615=letter))
    assert (at("1615") in moving.prolonge_hexes(scene, (guns,))) is open_


@rule("F-10.5")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ({}, True),
        ({"halves": 6}, True),
        ({"halves": 5}, False),
        ({"sv": 0}, False),
        ({"ooc": True}, False),
        ({"halted": True}, False),
        ({"order": Order.DISORDERED, "formation": F.NONE}, False),
        ({"arm": CAV}, False),
    ],
)
def test_who_may_send_out_a_screen(change: Change, may: bool) -> None:
    unit = replace(man(0, 0, INF, "line", 4, "1616", sv=1), **change)
    assert bool(moving.screen_hexes(led(unit), unit)) is may


@rule("F-10.8")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ({}, True),
        ({"arm": ART, "formation": F.LIMBERED}, True),
        ({"formation": F.COLUMN}, False),
        ({"order": Order.DISORDERED}, False),
        ({"forced": True}, False),
        ({"used": 1}, False),
        ({"ooc": True}, False),
        ({"hex": at("1613")}, False),
    ],
)
def test_who_may_force_march(change: Change, may: bool) -> None:
    unit = replace(man(0, 0, INF, "road column", 4, "1616"), **change)
    assert moving.may_force_march(state(unit, field=ROAD), (unit,)) is may


@rule("F-10.1", "R-41")
@pytest.mark.parametrize(
    ("form", "change", "letter", "may"),
    [
        ("column", {}, ".", True),
        ("column", {}, "h", True),
        ("column", {}, "r", False),
        ("column", {"used": 1}, ".", False),
        ("column", {"ooc": True}, ".", False),
        ("square", {}, ".", False),
    ],
)
def test_who_moves_one_hex_with_nothing_to_pay(form: str, change: Change, letter: str, may: bool) -> None:
    unit = man(0, 0, INF, form, 4, "1616", **change)
    scene = led(unit, field=country(h1615=letter))
    assert (at("1615") in moving.steps(scene, (unit,), 1, True)) is may
    assert at("1615") not in moving.steps(scene, (unit,), 1, False), "only as its first move"


@rule("F-10.3", "STA-03", "R-67")
@pytest.mark.parametrize(
    ("arm", "form", "change", "may"),
    [
        (INF, "column", {}, True),
        (INF, "column", {"halted": True}, False),
        (INF, "disordered", {}, False),
        (INF, "column", {"spent": True}, True),
        (CAV, "column", {"spent": True}, False),
        (CAV, "column", {}, True),
    ],
)
def test_who_may_change_formation(arm: Arm, form: str, change: Change, may: bool) -> None:
    unit = man(0, 0, arm, form, 4, "1616", **change)
    assert bool(moving.changes(led(unit), (unit,), 24, 24, True)) is may
    assert moving.changes(reserve(led(unit)), (unit,), 24, 24, True) == ()


@rule("F-10.3", "F-11.3")
@pytest.mark.parametrize(("first", "may"), [(True, True), (False, False)])
def test_whoever_has_come_into_a_zone_changes_no_more(first: bool, may: bool) -> None:
    unit, foe = man(0, 0, INF, "column", 4, "1616"), man(1, 1, INF, "line", 4, "1615", facing=7)
    assert bool(moving.changes(led(unit, foe), (unit,), 24, 24, first)) is may


# fmt: off
@rule("F-10.3", "F-6.3", "R-76", "F-10.4", "OOC-03", "F-7.3")
@pytest.mark.parametrize(("arm", "form", "steps", "change", "letter", "forms"), [
    (INF, "column", 4, {}, ".", "line masse square general road"), (INF, "column", 3, {}, ".", "line square general road"),
    (INF, "column", 1, {}, ".", "line general road"), (INF, "column", 1, {"sv": 1}, ".", "line screen general road"),
    (INF, "column", 2, {"halves": 3}, ".", "line general road"), (INF, "column", 4, {"halves": 7}, ".", "line square general road"),
    (INF, "line", 5, {}, ".", "ext column square general road"), (INF, "line", 5, {"halves": 9}, ".", "column square general road"),
    (INF, "masse column", 4, {"sv": 1}, ".", "column"), (INF, "masse column", 3, {}, ".", "column"), (INF, "road column", 4, {}, ".", "line column general"),
    (INF, "square", 4, {}, ".", "line column general road"), (INF, "general order", 4, {}, "w", ""), (INF, "general order", 4, {}, "f", ""),
    (INF, "general order", 4, {}, "o", "line column square road"),
    (INF, "column", 4, {"ooc": True}, ".", "general road"), (INF, "line", 4, {"ooc": True}, ".", "column general road"),
    (CAV, "column", 4, {}, ".", "line open screen general road"), (CAV, "column", 5, {}, ".", "line general road"),
    (INF, "skirmish screen", 1, {"sv": 1, "parent": 7}, ".", ""), (INF, "skirmish screen", 1, {"sv": 1}, ".", "line column general road"),
    (ART, "limbered", 1, {}, ".", "unlimbered"), (ART, "limbered", 1, {"ooc": True}, ".", ""), (ART, "unlimbered", 1, {"ooc": True}, ".", "limbered"),
    (ART, "unlimbered", 1, {"suppressed": 1}, ".", ""), (ART, "unlimbered", 1, {"traits": (Trait.POOR,)}, ".", ""),
])
def test_what_a_stack_may_form(arm: Arm, form: str, steps: int, change: Change, letter: str, forms: str) -> None:
    unit = man(0, 0, arm, form, steps, "1616", **change)
    names = {"ext": F.EXT_LINE, "masse": F.MASSE, "screen": F.SCREEN, "general": F.GENERAL, "road": F.ROAD, "open": F.OPEN}
    found = moving.changes(led(unit, field=country(h1616=letter)), (unit,), 24, 24, True)
    assert set(found) == {names.get(word) or Formation(word) for word in forms.split()}
# fmt: on


@rule("F-6.1a")
@pytest.mark.parametrize(
    ("first", "second", "may"),
    [
        ({}, {}, True),
        ({}, {"formation": F.COLUMN}, False),
        ({}, {"arm": ART, "formation": F.UNLIMBERED}, True),
        ({"formation": F.SQUARE}, {"arm": ART, "formation": F.UNLIMBERED}, True),
        ({"formation": F.COLUMN}, {"arm": ART, "formation": F.UNLIMBERED}, False),
        ({}, {"fb": True}, False),
        ({}, {"order": Order.DISORDERED}, False),
    ],
)
def test_who_may_stack(first: Change, second: Change, may: bool) -> None:
    line = man(0, 0, INF, "line", 4, "1616")
    assert together((replace(line, **first), replace(line, id=1, **second))) is may


# fmt: off
@rule("STK-01", "STK-10", "F-10.6", "F-10.7", "R-65", "R-68")
@pytest.mark.parametrize(("arms", "form", "letter", "may"), [
    ("i12", "line", ".", True), ("i13", "line", ".", False), ("i6 i6", "column", ".", True), ("i6 i7", "column", ".", False),
    ("i18", "masse column", ".", True), ("i19", "masse column", ".", False), ("i12", "general order", "w", True), ("i13", "general order", "w", False),
    ("i6", "general order", "f", True), ("i7", "general order", "f", False), ("i6", "line", "f", True), ("i7", "line", "f", False),
    ("g1 g1", "unlimbered", ".", True), ("g1 g1 g1", "unlimbered", ".", False), ("g1", "limbered", ".", True), ("g1 g1", "limbered", ".", False),
    ("i8 g1 g1", "line", ".", True), ("i9 g1 g1", "line", ".", False), ("i6 g1 g1 g1", "line", ".", False), ("i4 g1", "column", ".", False),
    ("i4 g1", "square", ".", True), ("c4 g1", "line", ".", False), ("i4 c4", "line", ".", False), ("c4", "square", ".", False),
    ("i12", "road column", ".", True), ("i2 i2", "road column", ".", False), ("i8", "extended line", ".", True), ("i4 i4", "extended line", ".", False),
    ("i2", "skirmish screen", ".", True), ("i3", "skirmish screen", ".", False), ("c4", "skirmish screen", ".", True), ("c5", "skirmish screen", ".", False),
    ("i1 i1", "skirmish screen", ".", False), ("c4", "open column", ".", True), ("c5", "open column", ".", False), ("i4", "open column", ".", False),
])
def test_who_may_stand_together_in_a_hex(arms: str, form: str, letter: str, may: bool) -> None:
    kinds = {"i": INF, "c": CAV, "g": ART}
    units = tuple(man(n, 0, kinds[word[0]], "unlimbered" if word[0] == "g" else "column", int(word[1:]), "1616") for n, word in enumerate(arms.split()))
    assert fits(state(*units, field=country(h1616=letter)), units, Formation(form), at("1616")) is may
# fmt: on


@rule("F-5.2", "F-11.3", "F-13.1")
def test_kinds_of_units() -> None:
    horse, foot = man(0, 0, CAV, "column", 4, "1616"), man(0, 0, INF, "line", 4, "1616")
    light = replace(horse, traits=(Trait.LIGHT,))
    guns = man(1, 0, ART, "unlimbered", 1, "1616")
    team = replace(guns, traits=(Trait.HORSE,))
    assert [heavy(each) for each in (horse, light, foot, guns)] == [True, False, False, False]
    assert [rides(each) for each in (horse, light, foot, guns, team)] == [True, True, False, False, True]
    assert shooters((foot, replace(foot, id=2), guns)) == (foot, guns)
    assert shooters((horse, replace(guns, formation=F.LIMBERED))) == ()


# fmt: off
@rule("F-5.2")
@pytest.mark.parametrize(("arm", "form", "change", "front", "flank"), [
    (INF, "line", {}, 2, 2), (INF, "extended line", {}, 2, 2), (INF, "skirmish screen", {}, 4, 2), (INF, "road column", {}, 1, 4),
    (ART, "limbered", {}, 1, 4), (INF, "column", {}, 3, 2), (INF, "masse column", {}, 3, 2), (CAV, "column", {}, 3, 2),
    (CAV, "column", {"traits": (Trait.LIGHT,)}, 5, 0), (INF, "column", {"traits": (Trait.LIGHT,)}, 3, 2), (CAV, "open column", {"traits": (Trait.LIGHT,)}, 3, 2),
    (ART, "unlimbered", {}, 3, 2), (ART, "unlimbered", {"facing": 1}, 2, 2), (INF, "square", {}, 6, 0), (INF, "general order", {}, 6, 0),
    (INF, "disordered", {}, 6, 0), (INF, "routed", {}, 6, 0), (ART, "routed", {}, 6, 0), (ART, "unlimbered", {"order": Order.DISORDERED}, 6, 0),
])
def test_how_many_sides_are_front_and_flank(arm: Arm, form: str, change: Change, front: int, flank: int) -> None:
    found = layout(man(0, 0, arm, form, 4, "1616", **change))
    assert (len(found.front), len(found.flank)) == (front, flank)
# fmt: on


# ---- zones


# fmt: off
@rule("F-11.1", "F-11.2", "F-11.4", "F-13.4")
@pytest.mark.parametrize(("arm", "form", "change", "told"), [
    (INF, "line", {}, "foot fire"), (INF, "line", {"sv": 1}, "foot fire skirmish"), (INF, "line", {"sv": 1, "spent": True}, "foot skirmish"),
    (INF, "line", {"sv": 1, "fb": True}, "foot"), (INF, "square", {"sv": 1}, "foot fire"), (INF, "road column", {"sv": 1}, "skirmish"),
    (INF, "disordered", {"sv": 1}, ""), (INF, "routed", {"sv": 1}, ""), (INF, "skirmish screen", {}, "foot fire skirmish"),
    (INF, "skirmish screen", {"spent": True}, "foot skirmish"), (CAV, "column", {"sv": 1}, "horse"), (CAV, "skirmish screen", {}, "horse skirmish"),
    (ART, "unlimbered", {}, "guns fire"), (ART, "unlimbered", {"fired": True}, "guns"), (ART, "unlimbered", {"suppressed": 1}, ""),
    (ART, "unlimbered", {"spent": True}, "guns fire"), (ART, "limbered", {}, ""),
])
def test_the_zones_of_a_stack(arm: Arm, form: str, change: Change, told: str) -> None:
    unit = man(0, 0, arm, form, 4, "1616", **change)
    for scene, words in ((state(unit), told), (reserve(state(unit)), "")):
        own, here = zones.zones(scene, 0), at("1615")
        found = {
            "foot": here in own.foot, "guns": here in own.guns, "horse": here in own.horse,
            "fire": here in zones.fire_zones(scene, 0), "skirmish": bool(zones.skirmishing_in(scene, 0, here)),
        }
        assert " ".join(name for name, there in found.items() if there) == words
# fmt: on


@rule("F-11.3")
@pytest.mark.parametrize(
    ("foe", "form", "mover", "stopped"),
    [
        (INF, "line", INF, True),
        (INF, "line", CAV, False),
        (CAV, "column", CAV, True),
        (CAV, "column", INF, False),
        (ART, "unlimbered", INF, True),
        (ART, "unlimbered", CAV, True),
    ],
)
def test_whose_zone_stops_whom(foe: Arm, form: str, mover: Arm, stopped: bool) -> None:
    enemy = man(0, 1, foe, form, 4, "1615", facing=7 if form == "line" else 6)
    unit = man(1, 0, mover, "column", 4, "1616")
    scene = state(enemy, unit)
    assert zones.halts(scene, unit) is stopped
    assert zones.in_zone(scene, 0, at("1616")) is (foe is not CAV)


# ---- charges and assaults


@rule("F-17.3", "STA-06")
@pytest.mark.parametrize(
    "change",
    [
        {"arm": INF},
        {"order": Order.DISORDERED},
        {"spent": True},
        {"failed_charge": True},
        {"formation": F.SCREEN},
        {"formation": F.GENERAL},
        {"formation": F.ROAD},
    ],
)
def test_who_charges_back(change: Change) -> None:
    marker, horse = man(0, 0, CAV, "column", 4, "1620"), man(1, 1, CAV, "column", 4, "1617")
    scene = state(marker, horse)
    assert charging.reactors(scene, marker, ()) == (1,)
    assert charging.reactors(scene, marker, (1,)) == ()
    assert charging.reactors(reserve(scene, 1), marker, ()) == ()
    assert charging.reactors(state(marker, horse, weather="night"), marker, ()) == ()
    for form in (F.LINE, F.OPEN):
        formed = replace(horse, formation=form, facing=7 if form is F.LINE else 6)
        assert charging.reactors(state(marker, formed), marker, ()) == (1,)
    assert charging.reactors(state(marker, replace(horse, **change)), marker, ()) == ()


@rule("F-17.5")
@pytest.mark.parametrize(
    ("change", "letter", "may"),
    [
        ({}, "w", True),
        ({}, "r", True),
        ({}, ".", False),
        ({"formation": F.COLUMN}, "w", False),
        ({"order": Order.DISORDERED}, "w", False),
    ],
)
def test_which_screens_slip_into_cover(change: Change, letter: str, may: bool) -> None:
    screen = replace(man(0, 0, INF, "skirmish screen", 1, "1616"), **change)
    scene = state(screen, field=country(h1617=letter))
    assert (at("1617") in charging.screen_exits(scene, (screen,))) is may
    assert charging.screen_exits(reserve(scene), (screen,)) == ()
    taken = state(screen, man(1, 0, INF, "column", 4, "1617"), field=country(h1617=letter))
    assert charging.screen_exits(taken, (screen,)) == ()


@rule("F-16.3", "ASP-02")
@pytest.mark.parametrize(
    ("arm", "form", "change", "may"),
    [
        (INF, "skirmish screen", {}, True),
        (INF, "skirmish screen", {"order": Order.DISORDERED}, False),
        (INF, "column", {}, False),
        (CAV, "column", {}, True),
        (CAV, "column", {"spent": True}, False),
        (CAV, "disordered", {}, False),
        (CAV, "skirmish screen", {"spent": True}, True),
        (ART, "limbered", {"traits": (Trait.HORSE,)}, True),
        (ART, "limbered", {}, False),
        (ART, "unlimbered", {"traits": (Trait.HORSE,)}, False),
        (ART, "limbered", {"traits": (Trait.HORSE,), "order": Order.DISORDERED}, False),
    ],
)
def test_who_slips_away_from_an_assault(arm: Arm, form: str, change: Change, may: bool) -> None:
    unit = man(0, 0, arm, form, 1, "1616", **change)
    scene = state(unit)
    assert bool(assault.withdrawals(scene, (unit,))) is may
    assert assault.withdrawals(reserve(scene), (unit,)) == ()


@rule("F-16.3", "F-17.11")
@pytest.mark.parametrize(("mcf", "far"), [(7, 3), (8, 4), (6, 3)])
def test_half_the_mcf_carries_so_far_and_no_farther(mcf: int, far: int) -> None:
    """What half of an odd MCF leaves over does not pay for another hex."""
    unit = man(0, 0, CAV, "column", 4, "1616", mcf=mcf)
    scene = state(unit)
    for found in (assault.withdrawals(scene, (unit,)), charging.regroup_hexes(scene, (unit,), ())):
        assert max(scene.field.grid.distance(unit.hex, there) for there in found) == far


@rule("F-17.10", "R-46")
@pytest.mark.parametrize(
    ("labels", "rank", "company", "grand"),
    [
        ("1616 1617 1618", Rank.CORPS, True, True),
        ("1616 1617 1618", Rank.ARMY, True, True),
        ("1616 1617 1618", Rank.DIVISION, True, False),
        ("1616 1617 1618", Rank.CORPS, False, False),
        ("1616 1617", Rank.CORPS, True, False),
        ("1616 1617 1619", Rank.CORPS, True, False),
        ("1616 1617 1618 1619", Rank.CORPS, True, True),
    ],
)
def test_what_is_a_grand_charge(labels: str, rank: Rank, company: bool, grand: bool) -> None:
    units = tuple(man(n, 0, CAV, "column", 4, label) for n, label in enumerate(labels.split()))
    boss = chief(0, 0, "1616", rank=rank)
    scene = state(*units, leaders=(boss,))
    assert bool(charging.grand_charge(scene, units, (boss.id,) if company else ())) is grand


@rule("F-17.7", "R-18")
@pytest.mark.parametrize(
    ("path", "count"), [((), 0), ((0,), 1), ((0, 0, 0), 3), ((0, 0, 1), 0), ((1, 0, 0), 2)]
)
def test_the_straight_hexes_before_contact(path: tuple[int, ...], count: int) -> None:
    assert charging.straight(path, 0) == count


@rule("F-17.11")
def test_a_facing_towards_a_hex_farther_off_stays() -> None:
    """The hex that a stack in two hexes has left may be two off."""
    unit = man(0, 0, CAV, "column", 4, "1616", facing=2)
    assert charging.toward(state(unit), unit, at("1614")) == 2
    assert charging.toward(state(unit), unit, at("1615")) in (0, 2)


# ---- leaders


@rule("F-9.3")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ({}, True),
        ({"command": -1}, False),
        ({"fate": Fate.AWAY}, False),
        ({"card": Card.NONE}, False),
        ({"superior": -1}, False),
    ],
)
def test_who_is_given_orders(change: Change, may: bool) -> None:
    boss = chief(0, 0, "1620", rank=Rank.CORPS)
    low = replace(chief(1, 0, "1618", command=0, superior=500), **change)
    scene = state(man(0, 0, INF, "line", 4, "1616"), leaders=(boss, low), active=(500,))
    assert command.receivers(scene) == ((501,) if may else ())


@rule("F-8.1", "SEQ-07")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ({}, True),
        ({"side": 0}, False),
        ({"card": Card.PLAYED}, False),
        ({"fate": Fate.AWAY}, False),
        ({"passive": True}, False),
        ({"barred": True}, False),
    ],
)
def test_whose_card_interrupts(change: Change, may: bool) -> None:
    top = chief(0, 0, "1620", command=0, card=Card.STACK)
    other = replace(chief(1, 1, "1610", command=1), **change)
    units = (man(0, 0, INF, "line", 4, "1616"), man(1, 1, INF, "line", 4, "1610", facing=7))
    scene = state(*units, leaders=(top, other), stack=(500,))
    assert command.interrupters(scene) == ((501,) if may else ())
    assert command.interrupters(replace(scene, interrupted=(500,))) == ()


@rule("F-8.2", "OPS-02")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ({}, True),
        ({"card": Card.PLAYED}, False),
        ({"fate": Fate.AWAY}, False),
        ({"hex": at("1613")}, False),
        ({"hex": at("1614")}, True),
        ({"superior": -1}, False),
    ],
)
def test_who_is_brought_along(change: Change, may: bool) -> None:
    boss = chief(0, 0, "1620", rank=Rank.CORPS, cr=6)
    low = replace(chief(1, 0, "1618", command=0, superior=500), **change)
    scene = state(man(0, 0, INF, "line", 4, "1616"), leaders=(boss, low))
    assert command.may_come_along(scene, boss, ()) == ((501,) if may else ())
    assert command.may_come_along(scene, boss, (501,)) == ()


@rule("OPS-04c", "R-53", "F-9.3a")
@pytest.mark.parametrize(
    ("change", "foe", "must"),
    [
        ({}, None, True),
        ({"om": None}, None, False),
        ({"passive": True}, None, False),
        ({"rank": Rank.ARMY}, None, False),
        ({"om": OM(at("1620"))}, None, False),
        ({"om": OM(at("1612"))}, None, False),
        ({}, "1612", False),
        ({}, "1601", True),
    ],
)
def test_who_must_ride_nearer_to_his_order(change: Change, foe: str | None, must: bool) -> None:
    """In mist he sees 5 hexes: his order lies farther off."""
    one = replace(chief(0, 0, "1617", command=0), **{"om": OM(at("1605")), **change})
    one = replace(one, hex=at("1620")) if one.om == OM(at("1620")) else one
    units = (man(0, 0, INF, "line", 1, "1625"), *((man(1, 1, INF, "line", 1, foe, facing=7),) if foe else ()))
    assert command.must_ride(state(*units, leaders=(one,), weather="mist"), one) is must


# ---- rally and cleanup


@rule("F-18.5", "R-49")
@pytest.mark.parametrize(
    ("form", "change", "foe", "leader", "needs"),
    [
        ("column", {}, "1601", True, False),
        ("disordered", {}, "1601", False, True),
        ("routed", {}, "1601", False, True),
        ("disordered", {}, "1615", False, False),
        ("disordered", {}, "1615", True, True),
        ("column", {"halves": 7, "lost": 1}, "1601", True, True),
        ("column", {"halves": 7, "lost": 1}, "1601", False, False),
        ("column", {"halves": 7}, "1601", True, False),
        ("column", {"halves": 6, "lost": 2}, "1601", True, False),
        ("column", {"halves": 7, "lost": 1}, "1615", True, False),
    ],
)
def test_who_may_rally(form: str, change: Change, foe: str, leader: bool, needs: bool) -> None:
    unit = man(0, 0, INF, form, 4, "1616", **change)
    enemy = man(1, 1, INF, "line", 4, foe, facing=7)
    scene = state(unit, enemy, leaders=(chief(0, 0, "1616"),) if leader else ())
    assert needs_rally(Desk(scene, Turn()), scene.at[at("1616")]) is needs


@rule("F-9.6", "R-77")
@pytest.mark.parametrize(
    ("change", "due"),
    [
        ({"fate": Fate.KILLED}, True),
        ({"fate": Fate.AWAY, "clock": 1}, True),
        ({"fate": Fate.AWAY, "clock": 0}, False),
        ({"fate": Fate.MAP}, False),
        ({"fate": Fate.KILLED, "command": -1}, False),
        ({"fate": Fate.KILLED, "replaces": 501}, False),
        ({"fate": Fate.KILLED, "rank": Rank.ARMY}, False),
    ],
)
def test_whom_a_second_replaces(change: Change, due: bool) -> None:
    one = replace(chief(0, 0, "1620", command=0), **change)
    other = chief(1, 1, "1610", command=1)
    scene = state(man(0, 0, INF, "line", 4, "1616"), leaders=(one, other))
    assert bool(ReturnLeaders()._posts(Desk(scene, Turn()), one)) is due
    for fate, still in ((Fate.MAP, False), (Fate.KILLED, due)):
        second = replace(chief(1, 0, "1616", command=0), replaces=500, fate=fate)
        again = replace(scene, leaders=(one, second))
        assert bool(ReturnLeaders()._posts(Desk(again, Turn()), one)) is still


def tired(scene: State, **change: Any) -> State:
    made = {"fatigue": 3, **change}
    return replace(scene, commands=(replace(scene.commands[0], **made), scene.commands[1]))


@rule("F-19.1", "FAT-01")
@pytest.mark.parametrize(
    ("change", "rests"),
    [
        ({}, True),
        ({"fatigue": 1}, True),
        ({"fatigue": 0}, False),
        ({"fought": True}, False),
        ({"active": True}, False),
        ({"lost": 1}, False),
        ({"forced": True}, False),
    ],
)
def test_which_formation_rests(change: Change, rests: bool) -> None:
    units = (man(0, 0, INF, "line", 4, "1616"), man(1, 1, INF, "line", 4, "1601", facing=7))
    scene = tired(state(*units), **change)
    desk = Desk(scene, Turn())
    assert (Fatigue()._who(desk) == 0) is rests
    assert Fatigue()._who(Desk(scene, Turn(done=(0,)))) == -1
    assert Fatigue()._who(Desk(tired(state(*units, weather="night"), **change), Turn())) == -1


@rule("F-19.1")
def test_no_formation_rests_off_the_map_or_in_a_zone() -> None:
    near = man(1, 1, INF, "line", 4, "1615", facing=7)
    line = man(0, 0, INF, "line", 4, "1616")
    assert Fatigue()._who(Desk(tired(state(line, near)), Turn())) == -1
    gone = replace(line, where=Where.GONE)
    assert Fatigue()._who(Desk(tired(state(gone, near)), Turn())) == -1
    both = (line, near, man(2, 0, INF, "line", 4, "1625"))
    assert Fatigue()._who(Desk(tired(state(*both)), Turn())) == -1, "one unit in a zone is enough"


@rule("F-10.10", "R-47")
def test_which_formation_goes_into_reserve_and_who_stands_for_it() -> None:
    """The first of its units may be lost: another of the same Formation is named."""
    lost = man(0, 0, INF, "line", 4, "1616", where=Where.DEAD)
    there = man(1, 0, INF, "line", 4, "1616")
    for label, able in (("1610", False), ("1609", True)):
        foe = man(2, 1, INF, "line", 4, label, facing=7)
        scene = state(lost, there, foe)
        asked = EnterReserve().ask(Desk(scene, Turn()))
        assert (asked is not None) is able
        if asked is not None:
            assert set(asked.offers["reserve"] or ()) == {1}
        desk = Desk(scene, Turn())
        assert EnterReserve()._able(desk, 0) == ((0,) if able else ())
        assert EnterReserve()._able(Desk(reserve(scene), Turn()), 0) == ()
    nobody = state(lost, man(1, 1, INF, "line", 4, "1601", facing=7))
    assert EnterReserve()._able(Desk(nobody, Turn()), 0) == ()


# ---- the end


@rule("F-19.1", "R-22")
@pytest.mark.parametrize(
    ("fought", "lost", "start", "forced", "more"),
    [
        (False, 0, 0, False, 0),
        (False, 0, 100, False, 0),
        (True, 0, 100, False, 1),
        (False, 10, 100, False, 1),
        (False, 9, 100, False, 0),
        (False, 0, 100, True, 1),
        (True, 10, 100, True, 2),
    ],
)
def test_what_tires_a_formation(fought: bool, lost: int, start: int, forced: bool, more: int) -> None:
    assert victory.gain(fought, lost, start, forced, ()) == more


@rule("F-19.3", "SEQ-16")
@pytest.mark.parametrize(
    ("turn", "levels", "winner"),
    [
        (3, (0, 3), 0),
        (2, (0, 3), None),
        (3, (1, 3), 0),
        (3, (2, 3), None),
        (3, (3, 1), 1),
        (3, (0, 2), None),
        (3, (3, 3), None),
    ],
)
def test_when_an_army_goes_to_pieces(turn: int, levels: tuple[int, int], winner: int | None) -> None:
    units = (man(0, 0, INF, "line", 4, "1616"), man(1, 1, INF, "line", 4, "1601", facing=7))
    scene = replace(state(*units), turn=turn, cohesion=levels)
    found = victory.collapse(scene)
    assert (found.winner if found else None) == winner


@rule("F-19.3")
@pytest.mark.parametrize(
    ("fates", "alive", "over"),
    [
        ((Fate.KILLED, Fate.KILLED), False, True),
        ((Fate.KILLED, Fate.AWAY), False, False),
        ((Fate.KILLED, Fate.KILLED), True, False),
        ((), False, False),
    ],
)
def test_an_army_without_a_leader_left(fates: tuple[Fate, ...], alive: bool, over: bool) -> None:
    foes = [replace(chief(n, 1, "1601", command=1), fate=fate) for n, fate in enumerate(fates)]
    own = chief(len(foes), 0, "1620", command=0)
    units = (
        man(0, 0, INF, "line", 4, "1616"),
        man(1, 1, INF, "line", 4, "1601", where=Where.MAP if alive else Where.DEAD),
    )
    assert (victory.collapse(state(*units, leaders=(*foes, own))) is not None) is over


@rule("F-22.3", "R-52", "F-19.4")
@pytest.mark.parametrize(
    ("lost", "winner"), [((0, 10), 0), ((0, 9), None), ((10, 0), 1), ((9, 0), None), ((2, 12), 0)]
)
def test_a_lead_of_five_points_wins(lost: tuple[int, int], winner: int | None) -> None:
    units = (man(0, 0, INF, "line", 9, "1616", lost=lost[0]), man(1, 1, INF, "line", 9, "1601", lost=lost[1]))
    found = victory.final(state(*units))
    assert found.winner == winner
    assert found.scores == (lost[1], lost[0])


@rule("F-19.4", "F-21.3", "F-22.2")
@pytest.mark.parametrize(
    ("form", "held_now", "holders", "default", "points"),
    [
        ("column", True, (), -1, (4, 0)),
        ("disordered", True, (), -1, (0, 0)),
        ("disordered", True, (), 1, (0, 6)),
        ("disordered", True, (), 0, (4, 0)),
        ("disordered", False, ((at("1616"), 1),), -1, (0, 6)),
        ("disordered", False, (), 0, (4, 0)),
        ("disordered", True, ((at("1616"), 1),), -1, (0, 0)),
    ],
)
def test_who_has_the_ground(
    form: str, held_now: bool, holders: tuple[Any, ...], default: int, points: tuple[int, int]
) -> None:
    field = replace(country(), prizes=((at("1616"), 4, 6, default),), held_now=held_now)
    scene = replace(state(man(0, 0, INF, form, 4, "1616"), field=field), holders=holders)
    assert victory.points(scene) == points


@rule("F-19.4")
@pytest.mark.parametrize(
    ("arm", "change", "points"),
    [
        (INF, {}, 0),
        (INF, {"lost": 3}, 1.5),
        (INF, {"where": Where.GONE}, 2),
        (INF, {"order": Order.ROUTED}, 2),
        (INF, {"order": Order.ROUTED, "where": Where.DEAD}, 0),
        (INF, {"where": Where.DEAD}, 0),
        (ART, {"where": Where.DEAD}, 3),
        (ART, {}, 0),
    ],
)
def test_points_for_what_the_enemy_has_lost(arm: Arm, change: Change, points: float) -> None:
    unit = man(0, 1, arm, "limbered" if arm is ART else "column", 4, "1616", **change)
    assert victory.points(state(unit)) == (points, 0)


def test_commands_are_made_as_expected() -> None:
    """The scenes above change the first of two Formations."""
    scene = state(man(0, 0, INF, "line", 4, "1616"))
    assert [each.side for each in scene.commands] == [0, 1]
    assert isinstance(scene.commands[0], Command)
