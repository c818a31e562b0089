"""Who may shoot at whom. [EVA S10, S13, S14, G-53, G-55]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.shots import (
    Shooter,
    Volley,
    may_shoot,
    targets,
    touches_front,
    volley,
)
from grognard.books.ever_victorious_armies.state import Options, State, Unit
from grognard.books.ever_victorious_armies.steps.env import SideTurn, Turn
from grognard.books.ever_victorious_armies.steps.menu import why_not_aim
from grognard.books.ever_victorious_armies.steps.shooting import Shooting
from grognard.books.ever_victorious_armies.tables.shooting import MAY_SHOOT
from grognard.books.ever_victorious_armies.words import Order, Round, Where
from grognard.engine.tables import Refusal
from tests.books.ever_victorious_armies.drill import cite, duties, game_of, offered, refused
from tests.books.ever_victorious_armies.scenes import (
    Play,
    column,
    field_gun,
    find,
    foot,
    general,
    horse,
    limbered,
    line,
    minie,
    repeater,
    scene,
    skirmish,
    smoothbore,
    unit,
)
from tests.rules import rule

param = pytest.param

POST = unit("A", foot, 2, repeater, at=(30, 20))
"""A single base: its front edge runs from (29.5, 20.5) to (30.5, 20.5)."""


def fire(state: State, target: str = "c", round_: Round = Round.BALL) -> Volley | str:
    """A's fire at a target, or the rule that forbids it."""
    found = volley(state, find(state, "A"), find(state, target), round_)
    return found if isinstance(found, Volley) else cite(found)


def dice(state: State, target: str = "c", round_: Round = Round.BALL) -> int | str:
    """How many dice A has at a target, or the rule that forbids it."""
    found = fire(state, target, round_)
    return found.dice if isinstance(found, Volley) else found


def aiming(state: State, side: int = 0) -> Play:
    """One side names its targets."""
    return game_of(state, "name targets", env=SideTurn(side))


# ---- who may shoot at all


@pytest.mark.parametrize(
    ("facts", "number"),
    [
        param(Shooter(), "", id="anybody"),
        param(Shooter(armed=False), "S10"),
        param(Shooter(formed_horse=True), "G-53", marks=rule("G-53", "B3")),
        param(Shooter(charged=True), "S4", marks=rule("S4", "H5")),
        param(Shooter(evaded=True), "E3", marks=rule("E3")),
        param(Shooter(retired=True), "R4", marks=rule("R4")),
        param(Shooter(pursued=True), "52a", marks=rule("52a")),
        param(Shooter(pursued=True, pursued_on=True), "65a", marks=rule("65a")),
        param(Shooter(barred_by="55"), "55", marks=rule("55")),
        param(Shooter(barred_by="59"), "59", marks=rule("59")),
        param(Shooter(halted_horse=True), "G-40", marks=rule("G-40")),
        param(Shooter(locked=True), "S10"),
        param(Shooter(limbered=True), "X3", marks=rule("X3")),
        param(Shooter(gun_moved=True), "G-13", marks=rule("G-13")),
        param(Shooter(gun_unsettled=True), "30", marks=rule("30")),
        param(Shooter(reloading=True), "29", marks=rule("29")),
    ],
)
@rule("S10")
def test_rows_of_who_may_shoot(facts: Shooter, number: str) -> None:
    assert cite(MAY_SHOOT.refusal(facts)) == number


@pytest.mark.parametrize(
    ("each", "number"),
    [
        param(unit("A", foot, 12, minie), "", id="foot with a firearm"),
        param(unit("A", foot, 12), "S10", id="spears"),
        param(unit("A", horse, 8, minie), "G-53", marks=rule("G-53", "B3"), id="formed horse, armed or not"),
        param(
            unit("A", horse, 6, skirmish, smoothbore),
            "",
            marks=rule("G-53", "B4"),
            id="skirmish horse with firearms",
        ),
        param(unit("A", horse, 6, skirmish), "S10", id="skirmish horse without"),
        param(unit("A", foot, 12, minie, today={"charged": True}), "S4", marks=rule("H5"), id="charged"),
        param(unit("A", foot, 12, minie, today={"retired": True}), "R4", id="retired"),
        param(unit("A", foot, 12, minie, today={"pursued": True}), "52a", id="pursued"),
        param(
            unit("A", foot, 12, minie, today={"pursued": True}, duties=duties(pursue_by="65")),
            "65a",
            marks=rule("65a"),
            id="pursued after an attack",
        ),
        param(
            unit("A", foot, 12, minie, duties=duties(no_shot="55")), "55", marks=rule("55"), id="barred by 55"
        ),
        param(
            unit("A", foot, 12, minie, duties=duties(no_shot="59")), "59", marks=rule("59"), id="barred by 59"
        ),
        param(
            unit("A", foot, 12, minie, today={"halted": True}), "", marks=rule("G-40", "52"), id="halted foot"
        ),
        param(unit("A", horse, 6, skirmish, minie, today={"halted": True}), "G-40", id="halted horse"),
        param(unit("A", field_gun, 4, limbered), "X3", marks=rule("X3"), id="limbered gun"),
        param(unit("A", foot, 12, minie, today={"moved": True}), "", marks=rule("13"), id="moved: at -1"),
    ],
)
@rule("S10")
def test_who_may_shoot(each: Unit, number: str) -> None:
    state = scene(each)
    assert cite(may_shoot(state, state.units[0])) == number


@rule("S10", "G-39")
def test_a_locked_unit_does_not_shoot() -> None:
    held = unit("A", foot, 12, minie, at=(30, 20), duties=duties(locked=True))
    other = unit("c", at=(30, 21), facing=180)
    state = scene(held, other, contacts="A>c")
    assert cite(may_shoot(state, state.units[0])) == "S10"
    free = scene(held, other)
    assert may_shoot(free, free.units[0]) is None


# ---- which target


def near_and_far(extra: float, *words: Any) -> State:
    """An enemy 5 inches to the left front and one so much farther to the right front."""
    shooter = unit("A", *(words or (foot, 12, repeater)), at=(30, 20))
    front = 21 if words and words[0] is field_gun else 20.5
    left = unit("c", foot, 4, at=(28, front + 5.5), facing=180)
    right = unit("d", foot, 4, at=(32, front + 5.5 + extra), facing=180)
    return scene(shooter, left, right)


@pytest.mark.parametrize(
    ("state", "open_to"),
    [
        param(near_and_far(2.0), {"c", "d"}, id="2.00 farther"),
        param(near_and_far(2.01), {"c"}, id="2.01 farther"),
        param(near_and_far(9, field_gun, 4), {"c", "d"}, id="guns choose freely"),
    ],
)
@rule("S13")
def test_the_nearest_or_one_at_most_two_farther(state: State, open_to: set[str]) -> None:
    keys = {state.units[i].key for i in targets(state, find(state, "A"))}
    assert keys == open_to
    if "d" not in open_to:
        assert refused(aiming(state), "aim", ("A", "d")) == "S13"


@rule("S13", "S11")
def test_whom_it_cannot_shoot_at_does_not_count_as_nearest() -> None:
    beside = unit("c", foot, 4, at=(36, 20), facing=270)
    state = scene(unit("A", foot, 12, repeater, at=(30, 20)), beside, unit("d", at=(30, 32), facing=180))
    assert offered(aiming(state), "aim") == {("A", "d")}
    assert refused(aiming(state), "aim", ("A", "c")) == "S8"


@rule("S13")
def test_one_target_a_unit() -> None:
    state = near_and_far(1)
    both = scene(*state.units, unit("B", foot, 4, repeater, at=(34, 20)))
    game = aiming(both)
    game.play(("aim", ("A", "c")))
    assert offered(game, "aim") == {("B", "c"), ("B", "d")}
    assert refused(game, "aim", ("A", "d")) == "S13"
    assert game.play("done_aiming").over


@rule("S13", "H6")
def test_a_unit_touched_this_turn_shoots_only_at_enemies_touching_it() -> None:
    shooter = unit("A", foot, 12, repeater, at=(30, 20), today={"touched": True})
    state = scene(
        shooter, unit("c", at=(30, 21), facing=180), unit("d", at=(38, 24), facing=180), contacts="c>A"
    )
    assert offered(aiming(state), "aim") == {("A", "c")}
    assert refused(aiming(state), "aim", ("A", "d")) == "S13"
    # Touched from behind, its only target is out of its arc: then nothing.
    behind = scene(shooter, unit("c", at=(30, 19)), unit("d", at=(30, 26), facing=180), contacts="c>A")
    assert aiming(behind).over
    gun = unit("A", field_gun, at=(30, 20))
    held = scene(
        gun, unit("c", at=(30, 21.5), facing=180), unit("d", at=(38, 28), facing=180), contacts="c>A"
    )
    assert offered(aiming(held), "aim") == {("A", "c")}


@rule("S10", "S4")
def test_the_reason_a_unit_may_not_shoot_is_told() -> None:
    charger = unit("A", foot, 12, repeater, at=(30, 20), today={"charged": True})
    state = scene(charger, unit("B", foot, 12, repeater, at=(40, 20)), unit("c", at=(36, 26), facing=180))
    assert offered(aiming(state), "aim") == {("B", "c")}
    assert refused(aiming(state), "aim", ("A", "c")) == "S4"


@rule("S13", "N1")
def test_what_is_no_target() -> None:
    leader = unit("g", general, at=(30, 23))
    state = scene(
        unit("A", foot, 12, repeater, at=(30, 20)), unit("B", at=(40, 25)), unit("c", at=(30, 26)), leader
    )
    game = aiming(state)
    assert offered(game, "aim") == {("A", "c")}
    assert refused(game, "aim", ("A", "g")) == "N1"
    assert refused(game, "aim", ("A", "B")) == "S13"
    assert refused(game, "aim", ("c", "A")) == "S13"
    assert refused(game, "aim", ("A", 99)) == "S13"
    assert "canister" not in game.ask.offers


NOT_YOURS, NO_ENEMY = "that unit is not yours to shoot with", "that is no enemy unit on the table"


@pytest.mark.parametrize(
    ("shooter", "target", "reason"),
    [
        ("A", "B", Refusal("S13", NO_ENEMY)),
        ("A", "A", Refusal("S13", NO_ENEMY)),
        ("A", "d", Refusal("S13", NO_ENEMY)),
        ("A", "e", Refusal("S13", NO_ENEMY)),
        ("c", "A", Refusal("S13", NOT_YOURS)),
        ("L", "c", Refusal("S13", NOT_YOURS)),
        ("A", "g", Refusal("N1", "a general cannot be shot at by himself")),
    ],
)
@rule("S13", "N1")
def test_why_a_pair_is_no_aim(shooter: str, target: str, reason: Refusal) -> None:
    state = scene(
        unit("A", foot, 12, repeater, at=(30, 20)),
        unit("B", at=(36, 26), facing=180),
        unit("c", at=(30, 26), facing=180),
        unit("d", at=(30, 24), facing=180, where=Where.LOST),
        unit("e", at=(30, 24), facing=180, where=Where.LATER),
        unit("g", general, at=(30, 23)),
        unit("L", foot, 12, repeater, at=(30, 20), where=Where.LOST),
    )
    pair = find(state, shooter).id, find(state, target).id
    for round_ in Round:
        assert why_not_aim(state, 0, round_, pair) == reason


@pytest.mark.parametrize(
    ("x", "shot"),
    [
        # The line of fire runs up x 30; the friend is three wide, its near edge at x - 1.5.
        param(32.5, "S14", id="a friend 1.00 from the line"),
        param(32.51, 1, id="1.01 from it"),
    ],
)
@rule("S14", "G-55")
def test_no_friend_within_an_inch_of_the_line_at_a_unit_in_contact(x: float, shot: int | str) -> None:
    # A second friend, more than 1 from the straight line, closes every line to the enemy's left.
    friends = unit("B", foot, 6, at=(x, 23)), unit("E", foot, 6, at=(27.2, 23))
    fighter = unit("D", at=(30, 29), facing=180)
    enemy = unit("c", foot, 12, column, at=(30, 27), facing=180)
    assert dice(scene(POST, *friends, fighter, enemy, contacts="D>c")) == shot
    assert dice(scene(POST, *friends, fighter, enemy)) == 1
    letter = Options(friends_mask_fire=False)
    assert dice(scene(POST, *friends, fighter, enemy, contacts="D>c", options=letter)) == 1


FIGHT = (
    unit("D", foot, 12, at=(30, 29), facing=180),
    unit("c", foot, 12, column, at=(30, 27), facing=0),
)


@pytest.mark.parametrize(
    ("shooters", "shot"),
    [
        # Friend D faces south from y 28.5, column c touches it from below: x 29 to 31, y 25.5 to 28.5.
        param((unit("A", field_gun, 4, at=(34.2, 29), facing=180),), 4, id="a gun beside the charged line"),
        param(
            (unit("A", foot, 12, minie, at=(36.2, 27.5), facing=235),), 5, id="a line wheeled in beside it"
        ),
        param((unit("A", foot, 12, minie, at=(36.2, 29), facing=180),), "S14", id="a line level with it"),
        param(
            (unit("A", foot, 12, minie, at=(30, 31), facing=180),), "S12", id="not over the fighters' heads"
        ),
    ],
)
@rule("S14", "S12", "G-55")
def test_fire_into_a_fight_from_the_same_line_of_battle(shooters: tuple[Unit, ...], shot: int | str) -> None:
    """The corner nearest to the friend is masked by him; another corner of the target is not."""
    assert dice(scene(*shooters, *FIGHT, contacts="c>D")) == shot


# ---- an enemy who has come into contact


def charged(figures: int, x: float, *words: Any, y: float = 21.5, by: str = "c") -> State:
    """A line facing north with its front edge at y 20, and a column of 12 somewhere before it."""
    shooter = unit("A", foot, figures, minie, *words, at=(30, 19.5))
    enemy = unit("c", foot, 12, column, at=(x, y), facing=180)
    return scene(shooter, enemy, contacts="c>A" if by == "c" else "")


@pytest.mark.parametrize(
    ("figures", "x"), [(12, 30.0), (12, 33.0), (12, 27.0), (12, 33.9), (18, 30.0), (18, 34.0), (18, 25.5)]
)
@rule("S11", "16")
def test_the_whole_front_fires_at_an_enemy_who_touches_it(figures: int, x: float) -> None:
    found = fire(charged(figures, x))
    assert isinstance(found, Volley)
    assert (found.near, found.far) == (figures // 2, 0)
    assert found.shot.in_contact


@rule("S11")
def test_as_many_dice_at_contact_as_an_inch_before_it() -> None:
    assert dice(charged(12, 30, y=22.5, by="")) == dice(charged(12, 30)) == 6


@rule("S11")
def test_two_columns_on_one_line_are_each_fired_at_by_all_of_it() -> None:
    shooter = unit("A", foot, 12, minie, at=(30, 19.5))
    both = [unit(key, foot, 12, column, at=(x, 21.5), facing=180) for key, x in (("c", 28.0), ("d", 32.0))]
    state = scene(shooter, *both, contacts="c>A d>A")
    assert [dice(state, key) for key in "cd"] == [6, 6]


@rule("S11", "S8")
def test_an_enemy_on_the_flank_is_not_on_the_front() -> None:
    # Flush on the right flank, a little behind the line's own front: in nobody's arc.
    beside = unit("c", foot, 12, column, at=(34.5, 18.9), facing=270)
    shooter = unit("A", foot, 12, minie, at=(30, 19.5))
    assert dice(scene(shooter, beside, contacts="c>A")) == "S8"
    # Half of it ahead of the line: the bases at that end bear, not the whole front.
    ahead = unit("c", foot, 12, line, at=(33.5, 19.5), facing=270)
    assert dice(scene(shooter, ahead, contacts="c>A")) == 3


@rule("S11", "S8")
def test_skirmishers_fire_all_round_at_whoever_touches_them() -> None:
    shooter = unit("A", foot, 8, skirmish, minie, at=(30, 19.5))
    for facing, at in ((0, (30, 17.5)), (180, (30, 21.5)), (270, (35, 19.5))):
        enemy = unit("c", foot, 12, column, at=at, facing=facing)
        assert dice(scene(shooter, enemy, contacts="c>A")) == 4


@pytest.mark.parametrize(
    ("at", "shot"),
    [
        # One base at (30, 20): its arc opens at 45° from (30.5, 20.5). The enemy is a line of six, end on.
        param((32.5, 26.5), 1, id="only its far end is in the arc"),
        param((32.5, 21.0), 1, id="an end in the arc, its near part beside"),
        param((34.6, 20.9), "S8", id="no part in it"),
    ],
)
@rule("S11")
def test_any_part_of_the_target_in_the_arc_will_do(at: tuple[float, float], shot: int | str) -> None:
    assert dice(scene(POST, unit("c", foot, 12, at=at, facing=270))) == shot


@rule("S11", "15", "G-50")
def test_range_is_taken_to_the_nearest_part_in_the_arc() -> None:
    # A line of six, end on, from y 18.5 to 24.5. At x 33.4 its nearest part is 3.4 away, the nearest in the arc 4.47.
    near = unit("A", foot, 2, smoothbore, at=(30, 20))
    for x, half in ((32.5, 1), (33.9, 0)):
        found = fire(scene(near, unit("c", foot, 12, at=(x, 21.5), facing=270)))
        assert isinstance(found, Volley)
        assert (found.near, found.far) == (half, 1 - half)


@rule("S14")
def test_the_shooter_itself_is_no_friend_in_the_way() -> None:
    state = scene(POST, unit("c", foot, 12, at=(30, 21), facing=180), contacts="c>A")
    assert dice(state) == 1


@rule("T4", "S13")
def test_nobody_in_range_nobody_asked() -> None:
    state = scene(POST, unit("c", foot, 12, at=(30, 46)))
    assert game_of(state, Shooting(), env=Turn()).over


@pytest.mark.parametrize(
    ("at", "front"),
    [
        param((33.5, 20.51), True, id="ahead of the line of its front"),
        param((33.5, 20.5), False, id="level with it is beside"),
        param((33.5, 20.49), False, id="behind it"),
    ],
)
@rule("S11")
def test_who_touches_a_corner_touches_the_front_only_from_ahead(at: tuple[float, float], front: bool) -> None:
    state = scene(unit("A", foot, 12, minie, at=(30, 20)), unit("c", foot, 2, at=at), contacts="c>A")
    assert touches_front(state, find(state, "A"), find(state, "c")) is front


@rule("S11", "S13")
def test_an_enemy_flush_before_the_front_without_a_fight_is_shot_at_by_every_base() -> None:
    state = scene(unit("A", foot, 12, minie, at=(30, 20)), unit("c", foot, 12, at=(30, 21), facing=180))
    found = fire(state)
    assert isinstance(found, Volley)
    assert (found.near, found.far) == (6, 0)


@pytest.mark.parametrize(
    ("order", "y", "front"),
    [
        param(skirmish, 19, True, id="skirmishers from behind"),
        param(skirmish, 21, True, id="skirmishers from ahead"),
        param(line, 19, False, id="a line from behind"),
        param(line, 21, True, id="a line from ahead"),
    ],
)
@rule("S11", "S8")
def test_skirmishers_have_their_front_all_round(order: Order, y: float, front: bool) -> None:
    mine = unit("A", foot, 8, order, minie, at=(30, 20))
    state = scene(
        mine, unit("c", foot, 8, at=(30, y)), unit("B", foot, 8, at=(30, y - 1)), contacts="c>A B>c"
    )
    assert touches_front(state, find(state, "A"), find(state, "c")) is front
    if order is skirmish and y == 19:
        # The friend close behind him masks nobody who is touched.
        found = fire(state)
        assert isinstance(found, Volley)
        assert (found.near, found.far) == (4, 0)
