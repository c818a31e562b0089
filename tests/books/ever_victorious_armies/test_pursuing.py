"""Pursuing and halting. [EVA P1–P5, U2, G-31, G-40, G-41, C8]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.ever_victorious_armies.facts.bodies import body
from grognard.books.ever_victorious_armies.facts.shots import may_shoot
from grognard.books.ever_victorious_armies.state import State, Unit
from grognard.books.ever_victorious_armies.steps.env import Turn
from grognard.books.ever_victorious_armies.words import Where
from grognard.engine.choices import Ask, Throw
from grognard.geometry.gaps import gap
from tests.books.ever_victorious_armies.drill import (
    cite,
    compulsory,
    duties,
    game_of,
    moving,
    offered,
    place,
    refused,
    side_to_choose,
    wall,
    work,
)
from tests.books.ever_victorious_armies.scenes import (
    Play,
    area,
    column,
    field_gun,
    foot,
    horse,
    line,
    minie,
    scene,
    skirmish,
    unit,
)
from tests.rules import rule

param = pytest.param


# ---- pursuing


def victory(*words: Any, pursue: str = "must", prey: Any = (30, 27), **more: Any) -> State:
    """A has beaten c, who has gone back to `prey`; nowhere if that is None."""
    won = duties("", pursue, foes=(1,), away=(30, 21))
    gone = {"where": Where.LOST} if prey is None else {"at": prey}
    beaten_one = unit("c", facing=0, today={"retired": True, "unformed": "U2"}, **gone)
    units = (unit("A", *(words or (foot, 12, minie)), at=(30, 20), duties=won), beaten_one)
    return scene(*units, *more.pop("others", ()), **more)


@rule("P1", "51", "64", "67")
def test_cavalry_that_must_pursue_throws_and_goes() -> None:
    game = compulsory(victory(horse, 8, prey=(30, 45)))
    assert (game.throw.what, game.throw.cite, game.throw.dice.faces()) == ("pursuit", "5", (4, 6))
    gone = game.play((1, 2, 3, 4)).unit("A")
    assert place(gone) == (30, 30, 0)
    assert (gone.today.pursued, gone.today.moved, gone.today.advanced) == (True, True, True)
    assert gone.today.acted


@pytest.mark.parametrize(
    ("prey", "end"),
    [
        param((38, 14), (34, 17, 126.9), id="a turn of any angle, at the beaten unit"),
        param(None, (30, 25, 0), id="straight ahead if none is left"),
    ],
)
@rule("P1")
def test_the_way_of_a_pursuit(prey: Any, end: tuple[float, float, float]) -> None:
    game = compulsory(victory(foot, 6, skirmish, prey=prey)).play((6, 6, 6), ("go_on", 500))
    assert place(game.unit("A")) == pytest.approx(end, abs=0.02)


@rule("P1")
def test_at_the_nearest_of_those_it_has_beaten() -> None:
    won = duties("", "must", foes=(1, 2), away=(30, 21))
    state = scene(
        unit("A", horse, 8, at=(30, 20), duties=won),
        unit("c", at=(30, 36)),
        unit("d", at=(42, 20), facing=90),
        unit("e", at=(30, 14)),  # nearer, but it was not beaten here
    )
    assert compulsory(state).play((1, 1, 1, 1)).unit("A").facing == 900


@pytest.mark.parametrize(
    ("words", "least"),
    [
        param((foot, 12, line), 200, id="line: depth 1 and 1"),
        param((foot, 12, column), 400, id="column: depth 3 and 1"),
    ],
)
@rule("P2")
def test_foot_may_stop_after_its_own_depth_and_one(words: Any, least: int) -> None:
    game = compulsory(victory(*words, prey=(30, 45))).play((5, 4))
    most = 900 + (300 if column in words else 0)
    assert refused(game, "go_on", least - 1) == "P2"
    assert refused(game, "go_on", most + 1) == "P2"
    assert least in game.ask.offers["go_on"]
    # Every inch from half an inch on is marked, and both ends.
    assert list(game.ask.offers["go_on"])[:3] == [least, least + 50, least + 150]
    assert list(game.ask.offers["go_on"])[-2:] == [most - 50, most]
    assert place(game.play(("go_on", most)).unit("A"))[1] == 20 + most / 100


@rule("P2")
def test_horse_goes_its_full_throw_and_foot_with_a_poor_throw_too() -> None:
    assert compulsory(victory(horse, 8, prey=(30, 45))).play((1, 1, 1, 1)).over
    poor = compulsory(victory(prey=(30, 45))).play((1, 1))
    assert poor.over
    assert place(poor.unit("A"))[1] == 22


@rule("P3", "C2", "U2")
def test_it_stops_on_touching_an_enemy_and_attacks_him() -> None:
    game = compulsory(victory(horse, 8)).play((6, 6, 6, 6))
    assert place(game.unit("A")) == (30, 25.75, 0)
    assert [(c.attacker, c.defender) for c in game.state.contacts] == [(0, 1)]
    # The retirer so caught is unformed.
    assert game.unit("c").today.unformed == "U2"


@rule("P3")
def test_any_enemy_will_do() -> None:
    other = unit("d", foot, 12, skirmish, at=(30, 24), facing=180)
    game = compulsory(victory(horse, 8, others=(other,))).play((6, 6, 6, 6))
    assert game.state.touching(0) == (2,)


@rule("P3", "M9")
def test_friends_who_stand_where_it_would_halt_keep_it_from_touching() -> None:
    # Skirmishers are passed, but these stand right before the enemy.
    screen = unit("B", foot, 8, skirmish, at=(30, 25.9))
    game = compulsory(victory(horse, 8, others=(screen,))).play((6, 6, 6, 6))
    assert not game.state.contacts
    # The enemy is 5.75 off, the screen 4.65: back by tenths of an inch.
    assert game.notes("pursues")[0].distance == 465


@rule("P3", "T3", "M1")
def test_whoever_is_caught_has_lost_his_move() -> None:
    other = unit("d", foot, 12, at=(30, 24), facing=180)
    game = compulsory(victory(horse, 8, others=(other,))).play((6, 6, 6, 6))
    assert offered(moving(game.state, 1), "march") == set()


@pytest.mark.parametrize(
    ("words", "more", "y"),
    [
        param((horse, 8), {"others": (unit("B", at=(30, 26)),)}, 23.75, id="1 short of a friend"),
        param(
            (horse, 8), {"others": (unit("B", foot, 8, skirmish, at=(30, 26)),)}, 32, id="who may be passed"
        ),
        param((horse, 8), {"terrain": (area("canal", 0, 26, 72, 28),)}, 25.25, id="at impassable ground"),
        param((horse, 8), {"terrain": (work(20, 26, 40, 34),)}, 25.25, id="horse at a work"),
        param((horse, 8), {"terrain": (area("village", 20, 26, 40, 34),)}, 25.25, id="horse at a village"),
        param((horse, 8), {"terrain": (wall("wall", (20, 26), (40, 26)),)}, 30, id="a wall costs 2"),
        param((horse, 8), {"terrain": (area("paddy", 20, 26, 40, 34),)}, 26, id="difficult going"),
        param((foot, 12, skirmish), {"terrain": (work(20, 26, 40, 34),)}, 27, id="foot goes into a work"),
    ],
)
@rule("P4")
def test_what_stops_a_pursuit(words: Any, more: dict[str, Any], y: float) -> None:
    game = compulsory(victory(*words, prey=(30, 46), **more))
    game.play((3,) * game.throw.dice.faces()[0])
    if isinstance(game.pending, Ask):
        game.play(("go_on", max(game.ask.offers["go_on"])))
    assert place(game.unit("A"))[1] == pytest.approx(y, abs=0.02)


@pytest.mark.parametrize(
    ("walls", "distance"),
    [
        param((9.99,), 1000, id="a wall it can pay for: 2 of its 12"),
        param((10,), 1000, id="it gets onto the wall with its last inch"),
        param((10.01,), 999, id="and not across it with less than 2: it stops before it"),
        param((4, 8), 800, id="two walls: onto the second"),
        param((4, 8.01), 799, id="and not quite"),
        param((11.99, 13), 1197, id="the last of its throw goes up to the wall"),
    ],
)
@rule("P4", "Q8")
def test_what_lines_on_its_way_cost_a_pursuer(walls: tuple[float, ...], distance: int) -> None:
    lines = tuple(wall("wall", (20, 20 + y), (40, 20 + y)) for y in walls)
    game = compulsory(victory(horse, 8, prey=(30, 46), terrain=lines)).play((3, 3, 3, 3))
    assert game.notes("pursues")[0].distance == distance


@rule("P3", "M9")
def test_a_pursuer_with_no_free_place_before_it_stays_where_it_is() -> None:
    # Skirmishers right before its front could be passed, but behind them stands the enemy.
    screen = unit("B", foot, 8, skirmish, at=(30, 21.25))
    for face in (1, 3):
        game = compulsory(victory(horse, 8, prey=(30, 22.25), others=(screen,))).play((face,) * 4)
        assert place(game.unit("A")) == (30, 20, 0)
        assert game.notes("pursues")[0].distance == 0
        assert not game.state.contacts


@rule("P4")
def test_the_table_edge_stops_a_pursuit() -> None:
    state = scene(
        unit("A", horse, 8, at=(30, 40), duties=duties("", "must", foes=(1,))), unit("c", where=Where.LOST)
    )
    game = compulsory(state).play((6, 6, 6, 6))
    assert place(game.unit("A")) == (30, 47.25, 0)
    assert game.unit("A").on_table


@pytest.mark.parametrize(
    ("words", "unformed"),
    [
        param((foot, 12, line, minie), "U2", id="line"),
        param((foot, 12, column, minie), "U2", id="column"),
        param((foot, 8, skirmish, minie), "", id="skirmishers"),
    ],
)
@rule("P5", "U2", "52a", "65a", "G-28")
def test_pursuers_do_not_shoot_and_formed_foot_is_unformed(words: Any, unformed: str) -> None:
    game = compulsory(victory(*words, prey=(30, 45)))
    game.play((1,) * game.throw.dice.faces()[0])
    if isinstance(game.pending, Ask):
        game.play(("go_on", min(game.ask.offers["go_on"])))
    assert game.unit("A").today.unformed == unformed
    assert cite(may_shoot(game.state, game.unit("A"))) == "52a"


# ---- pursue or halt


@rule("T2", "52", "65", "68", "G-41")
def test_infantry_chooses_to_pursue_or_halt_after_all_retirements() -> None:
    won = duties("", "may", foes=(1,), away=(30, 21))
    state = scene(
        unit("A", foot, 12, minie, at=(30, 20), duties=won),
        unit("c", at=(30, 21), facing=180, duties=duties("must", away=(30, 20), foes=(0,))),
        contacts="A>c",
    )
    game = compulsory(state)
    assert game.throw.what == "retirement"
    game.play((1, 1))
    assert (side_to_choose(game), offered(game, "pursue")) == (0, {"A"})
    halted = game.play("halt").unit("A")
    assert game.over
    assert (halted.today.halted, halted.today.moved, place(halted)) == (True, False, (30, 20, 0))


@rule("G-40", "52", "65")
def test_a_halted_unit_does_not_move_and_infantry_shoots() -> None:
    game = compulsory(victory(pursue="may")).play("halt")
    assert may_shoot(game.state, game.unit("A")) is None
    assert offered(moving(game.state), "march") == set()


@rule("G-40", "58")
def test_halted_cavalry_never_shoots() -> None:
    game = compulsory(victory(horse, 6, skirmish, minie, pursue="may")).play("halt")
    assert cite(may_shoot(game.state, game.unit("A"))) == "G-40"


@rule("G-40", "M1")
def test_a_halted_unit_may_turn_45_on_the_spot() -> None:
    free = unit("B", at=(60, 20))
    game = moving(compulsory(victory(pursue="may", others=(free,))).play("halt").state)
    assert offered(game, "hold") == {"A", "B"}
    assert refused(game, "march", "A") == "T2"
    turned = game.play(("hold", "A"), ("face", (("turn", 450),))).unit("A")
    assert (turned.facing, turned.today.moved) == (450, False)


@rule("C8", "G-40", "M1")
def test_gunners_who_won_halt() -> None:
    state = scene(unit("A", field_gun, at=(30, 20), duties=duties()), unit("c", at=(30, 40)))
    game = compulsory(state)
    assert game.unit("A").today.halted
    assert offered(moving(game.state), "hold") == {"A"}
    held = scene(unit("A", field_gun, at=(30, 20), duties=duties(no_shot="55")), unit("c", at=(30, 40)))
    assert not compulsory(held).unit("A").today.halted


@rule("T2", "58", "65")
def test_whoever_pursues_by_choice_does() -> None:
    game = compulsory(victory(pursue="may", prey=(30, 45)))
    assert refused(game, "pursue", "c") == "T2"
    game.play(("pursue", "A"), (2, 3), ("go_on", 300))
    assert place(game.unit("A"))[1] == 23


@pytest.mark.parametrize(
    ("words", "markers", "barred"),
    [
        param((foot, 12), 0, False, id="unmarked"),
        param((foot, 12), 1, False, marks=rule("G-24"), id="one marker on a line"),
        param((foot, 12), 2, True, id="two markers"),
        param((foot, 8, skirmish), 1, True, id="a marker on skirmishers"),
    ],
)
@rule("P5", "81", "82")
def test_marked_units_make_no_pursuit_of_choice(words: Any, markers: int, barred: bool) -> None:
    state = victory(*words, pursue="may")
    marked = Unit(
        **{f: getattr(state.units[0], f) for f in state.units[0].__struct_fields__} | {"markers": markers}
    )
    game = compulsory(scene(marked, state.units[1]))
    assert (offered(game, "pursue") == set()) is barred
    if barred:
        assert game.unit("A").today.halted


@rule("P5", "82")
def test_the_reason_is_told() -> None:
    won = {"duties": duties("", "may", foes=(2,))}
    state = scene(
        unit("A", at=(20, 20), markers=2, **won), unit("B", at=(40, 20), **won), unit("c", at=(30, 40))
    )
    game = compulsory(state)
    assert offered(game, "pursue") == {"B"}
    assert refused(game, "pursue", "A") == "P5"


@rule("P5", "G-31", "82")
def test_but_one_that_must_be_made_is_made() -> None:
    won = duties("", "must", foes=(1,))
    state = scene(unit("A", horse, 8, at=(30, 20), duties=won, markers=2), unit("c", at=(30, 40)))
    assert place(compulsory(state).play((1, 1, 1, 1)).unit("A"))[1] == 24


@rule("T2")
def test_pursuits_first_side_before_second() -> None:
    for first in (0, 1):
        state = scene(
            unit("A", horse, 8, at=(20, 20), duties=duties("", "must")),
            unit("c", horse, 8, at=(50, 20), duties=duties("", "must")),
            first=first,
        )
        assert compulsory(state).throw.facts["unit"] == first


@rule("T2", "58", "C6")
def test_attacking_cavalry_of_a_drawn_fight_retires_pursues_or_halts() -> None:
    def drawn() -> Play:
        free = duties("may", "may", foes=(1,), away=(30, 21.25), no_shot="59")
        gone = unit("c", at=(30, 27), today={"retired": True})
        return compulsory(scene(unit("A", horse, 8, at=(30, 20), duties=free), gone))

    went = drawn().play(("retire", "A"), (1, 1, 1, 1)).unit("A")
    assert (went.today.retired, went.today.pursued, place(went)[1]) == (True, False, 16)
    assert drawn().play("stay", ("pursue", "A"), (1, 1, 1, 1)).unit("A").today.pursued
    halted = drawn().play("stay", "halt")
    assert halted.unit("A").today.halted
    assert cite(may_shoot(halted.state, halted.unit("A"))) in ("59", "G-53", "S10")


@rule("T2", "T3")
def test_nothing_to_do_nothing_asked() -> None:
    state = scene(unit("A", at=(30, 20)), unit("c", at=(30, 40)))
    assert compulsory(state).over
    game = game_of(scene(unit("A", at=(30, 20)), unit("c", at=(30, 40)), turn=0), "turn", env=Turn())
    assert isinstance(game.pending, Throw)
    assert game.play((6, 1), "go_first").ask.cite == "M1"


@rule("P3", "P1")
def test_a_pursuer_that_could_not_turn_first_does_not_turn_out_of_contact() -> None:
    hunter = unit(
        "A", horse, 8, at=(30, 20), facing=90, duties=duties(pursue="must", foes=(1,), pursue_by="64")
    )
    prey = unit("c", foot, 2, at=(30, 29), facing=0)
    # A neighbour before its front leaves no room to turn: it goes sideways, and touches with its flank.
    state = scene(hunter, prey, unit("B", field_gun, at=(32.2, 20)))
    game = compulsory(state)
    game.play((6, 6, 6, 6))
    assert game.unit("A").facing == 900
    assert game.state.touching(0) == (1,)
    assert gap(body(game.state, game.unit("A")), body(game.state, game.unit("c"))) <= 2


@pytest.mark.parametrize("prey", [(30.3, 28.3, 5), (27.6, 28.9, 190), (33.1, 29.5, 330)])
@rule("P2", "P3")
def test_hemmed_in_foot_that_goes_as_far_as_it_can_does_not_turn_out_of_contact(
    prey: tuple[float, float, int],
) -> None:
    """Nor where going so far ends a hundredth short of touching, by rounding."""
    hunter = unit("A", at=(30, 20), facing=90, duties=duties(pursue="must", foes=(1,), pursue_by="64"))
    hunted = unit("c", foot, 2, at=prey[:2], facing=prey[2])
    game = compulsory(scene(hunter, hunted, unit("B", field_gun, at=(32.2, 20)))).play((6, 6))
    game.play(("go_on", game.ask.offers["go_on"].high))
    assert game.unit("A").facing == 900
    assert game.state.touching(0) == (1,)
    assert gap(body(game.state, game.unit("A")), body(game.state, game.unit("c"))) <= 2


@rule("P1", "P3")
def test_a_pursuer_with_room_turns_before_it_goes() -> None:
    """Turned, its front is four wide and meets whoever stands beside the way of its prey."""
    hunter = unit(
        "A", horse, 8, at=(30, 20), facing=90, duties=duties(pursue="must", foes=(1,), pursue_by="64")
    )
    state = scene(hunter, unit("c", foot, 2, at=(30, 35)), unit("d", foot, 2, at=(31.7, 28)))
    game = compulsory(state).play((6, 6, 6, 6))
    assert game.unit("A").facing == 0
    assert game.state.touching(0) == (2,)


@rule("P2", "P3")
def test_foot_that_stops_short_of_an_enemy_in_reach_does_not_touch_him() -> None:
    caught = compulsory(victory()).play((6, 6), ("go_on", 600))
    assert caught.state.touching(0) == (1,)
    short = compulsory(victory()).play((6, 6), ("go_on", 400))
    assert not short.state.contacts
    assert place(short.unit("A"))[1] == 24


@rule("P4")
def test_horse_that_stops_at_a_work_does_not_touch_the_enemy_behind_its_edge() -> None:
    state = victory(horse, 8, prey=(30, 26.6), terrain=(work(20, 26, 40, 34),))
    game = compulsory(state).play((6, 6, 6, 6))
    assert place(game.unit("A"))[1] == pytest.approx(25.25, abs=0.02)
    assert not game.state.contacts


@pytest.mark.parametrize(
    ("by", "cites"),
    [param("", ("T2", "G-40"), id="by no line"), param("52", ("52", "52"), id="by a line of the sheet")],
)
@rule("T2", "G-40", "52")
def test_the_journal_names_what_lets_it_pursue_or_halt(by: str, cites: tuple[str, str]) -> None:
    won = duties("", "may", foes=(1,), pursue_by=by)
    state = scene(unit("A", foot, 12, at=(30, 20), duties=won), unit("c", at=(30, 45)))
    assert compulsory(state).play(("pursue", "A")).notes("will pursue")[0].cite == cites[0]
    halted = compulsory(state).play("halt")
    assert halted.notes("halts")[0].cite == cites[1]
    assert halted.unit("A").today.halted


@pytest.mark.parametrize(("by", "cite_"), [("", "54"), ("56a", "56a")])
@rule("54", "56a", "55", "56b")
def test_the_journal_names_what_lets_it_retire(by: str, cite_: str) -> None:
    free = duties("may", away=(30, 21), foes=(1,), retire_by=by, no_shot="59" if by else "55")
    state = scene(unit("A", at=(30, 20), duties=free), unit("c", at=(30, 21), facing=180), contacts="A>c")
    assert compulsory(state).play(("retire", "A")).notes("will retire")[0].cite == cite_
    assert compulsory(state).play("stay").notes("stays")[0].cite == ("56b" if by else "55")
