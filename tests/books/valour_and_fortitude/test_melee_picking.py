"""Who fights whom, in which order, and who leads. [VF 99–102, 108a, 123, 129b]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.support import agree, can_agree
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.steps.env import Melee
from grognard.books.valour_and_fortitude.steps.melee import Fights, PickFights
from grognard.books.valour_and_fortitude.words import Special
from tests.books.valour_and_fortitude.bouts import foe, foremost, melee
from tests.books.valour_and_fortitude.drill import Halt, Play, area, begin, horse, offered, refused, unit
from tests.rules import rule


def picking(state: State) -> Play:
    """The picking of targets, with a look before any fight."""
    return begin(state, PickFights(), Halt(), env=Melee())


def picks(game: Play) -> set[tuple[str, str]]:
    """Who has picked whom, by keys."""
    keys = [u.key for u in game.state.units]
    return {(keys[a], keys[b]) for a, b in game.position.agenda[-1].env.picks}


def between(*more: Any, **fields: Any) -> State:
    """A stands across the gap between b and c and touches both; `more` stand elsewhere."""
    return melee(
        foremost("A", files=12),
        foe("b", figures=12, files=6, front=(33.5, 24)),
        foe("c", figures=12, files=6, front=(38.5, 24)),
        *more,
        **fields,
    )


@rule("99", "100")
def test_units_in_contact_have_to_fight_and_others_do_not() -> None:
    game = picking(melee(foremost("A"), foe("b"), unit("C", files=6, front=(10, 10))))
    assert picks(game) == {("A", "b")}
    assert "go_on" in game.ask.offers
    assert not picks(picking(melee(foremost("A", front=(36, 23.9)), foe("b"))))


@rule("99", "65")
def test_a_brigade_that_failed_fights_all_the_same() -> None:
    game = picking(melee(foremost("A", today={"shot": True, "acted": True}), foe("b")))
    assert picks(game) == {("A", "b")}


@rule("100")
def test_a_unit_that_touches_two_names_one() -> None:
    game = picking(between())
    assert offered(game, "pick") == {("A", "b"), ("A", "c")}
    assert refused(game, "pick", ("A", "A")) == "100"
    game.play(("pick", ("A", "c")))
    assert picks(game) == {("A", "c")}
    assert "go_on" in game.ask.offers


@rule("101", "B51")
def test_several_on_one_target_one_leads() -> None:
    state = melee(foremost("A"), foe("b"), unit("C", files=6, front=(36, 25.6), facing=180))
    game = begin(state, PickFights(), Fights(), env=Melee())
    assert offered(game, "fight") == {("A", "b"), ("C", "b")}
    game.play(("fight", ("C", "b")))
    assert game.throw.facts["unit"] == game.unit("C").id


@rule("102")
def test_fights_one_at_a_time() -> None:
    state = melee(
        foremost("A", front=(20, 24)),
        foe("b", front=(20, 24)),
        foremost("C", front=(50, 24)),
        foe("d", front=(50, 24)),
    )
    game = begin(state, PickFights(), Fights(), env=Melee())
    assert offered(game, "fight") == {("A", "b"), ("C", "d")}
    game.play(("fight", ("C", "d")), (1,) * 4, (1,) * 5)
    assert offered(game, "fight") == {("A", "b")}
    game.play(("fight", ("A", "b")), (1,) * 4, (1,) * 5)
    assert game.over


@rule("108a")
def test_an_enemy_nobody_chose_makes_no_attack() -> None:
    game = begin(between(), PickFights(), Fights(), env=Melee())
    game.play(("pick", ("A", "b")), ("fight", ("A", "b")))
    throws = []
    while not game.over:
        throws.append(game.throw.facts["unit"])
        game.play((1,) * game.throw.dice.faces()[0])
    assert [game.state.units[i].key for i in throws] == ["A", "b"]


@rule("123", "129b")
def test_a_supporter_may_not_leave_an_enemy_unfought() -> None:
    """Both A and D touch b and c: one on each, or both on one with the other... is not allowed."""
    state = between(unit("D", files=12, front=(36, 25.6), facing=180))
    game = picking(state).play(("pick", ("A", "b")))
    assert picks(game) == {("A", "b"), ("D", "c")}


@rule("123", "129b")
def test_the_main_attacker_may_leave_an_enemy_unfought() -> None:
    """D touches b alone. A may lead against b, and leave c; then D cannot lead."""
    state = between(unit("D", files=4, figures=12, front=(33, 25.6), facing=180))
    game = begin(state, PickFights(), Fights(), env=Melee()).play(("pick", ("A", "b")))
    assert offered(game, "fight") == {("A", "b")}
    other = begin(state, PickFights(), Fights(), env=Melee()).play(("pick", ("A", "c")))
    assert offered(other, "fight") == {("A", "c"), ("D", "b")}


@rule("129b")
@pytest.mark.parametrize(
    ("chosen", "touched", "fine"),
    [
        ({1: 8}, {1: {8, 9}}, True),
        ({1: 8, 2: 8}, {1: {8, 9}, 2: {8}}, True),
        ({1: 8, 2: 8}, {1: {8, 9}, 2: {8, 9}}, False),
        ({1: 8, 2: 9}, {1: {8, 9}, 2: {8, 9}}, True),
        ({1: 8, 2: 8, 3: 9}, {1: {8, 9}, 2: {8, 9}, 3: {9}}, True),
    ],
)
def test_picks_that_agree(chosen: dict[int, int], touched: dict[int, set[int]], fine: bool) -> None:
    assert agree(chosen, {unit: frozenset(near) for unit, near in touched.items()}) is fine


@rule("129b")
def test_somebody_can_always_pick() -> None:
    """Whatever three units touch of four enemies, picks that obey exist."""
    enemies = (6, 7, 8, 9)
    some = [frozenset(e for i, e in enumerate(enemies) if mask >> i & 1) for mask in range(1, 16)]
    for a in some:
        for b in some:
            for c in some:
                touched = {1: a, 2: b, 3: c}
                assert can_agree({}, {u: tuple(near) for u, near in touched.items()}, touched)


@rule("B50", "102")
def test_a_fight_is_cancelled_when_its_target_is_gone() -> None:
    """Horse routs b's line; C, who had picked it too but not supported, does not pick again."""
    state = melee(
        foremost("A", horse, figures=12, files=6),
        foe("b", figures=12, files=6),
        unit("C", files=3, front=(36, 25.6), facing=180),
    )
    game = begin(state, PickFights(), Fights(), env=Melee())
    game.play(("fight", ("A", "b")), (6,) * 6, (1,) * game_dice(state))
    assert not game.unit("b").on_table
    assert "fight" not in getattr(game.pending, "offers", {})


def game_dice(state: State) -> int:
    """How many dice b has: its line bonus counts."""
    from tests.books.valour_and_fortitude.bouts import attack

    return attack(state, "b", "A", main=False).value


@rule("B50")
def test_another_takes_over_from_an_attacker_that_hit_and_ran() -> None:
    state = melee(
        foremost("A", horse, Special.HIT_AND_RUN, figures=6, files=6),
        foe("b"),
        unit("C", files=6, front=(36, 25.6), facing=180),
    )
    game = begin(state, PickFights(), Fights(), env=Melee())
    game.play(("fight", ("A", "b")), "hit_and_run", 3)
    game.play(("fall_back", next(iter(game.ask.offers["fall_back"]))))
    assert offered(game, "fight") == {("C", "b")}


@rule("99", "184")
@pytest.mark.parametrize("fights", [True, False])
def test_connected_sections_may_be_left_alone(fights: bool) -> None:
    west = area("building", 20, 20, 30, 30, "west", group="town")
    east = area("building", 30, 20, 40, 30, "east", group="town")
    state = melee(unit("A", inside="west"), unit("b", inside="east"), terrain=(west, east))
    game = begin(state, PickFights(), Fights(), env=Melee())
    assert offered(game, "pick") == {("A", "b")}
    assert offered(game, "let_be") == {"A"}
    if fights:
        game.play(("pick", ("A", "b")))
        assert offered(game, "fight") == {("A", "b")}
    else:
        game.play(("let_be", "A"))
        assert game.over  # nor does the enemy fight back
