"""Conditions of two parts, each part tried alone: cards, support, losses, second fights, ways of retreat. [70, 86, 101, 129]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts import detours, onsets, withdrawing
from grognard.books.valour_and_fortitude.facts.bodies import gun_and_limber
from grognard.books.valour_and_fortitude.facts.fighting import bout_of
from grognard.books.valour_and_fortitude.facts.placing import Leaver
from grognard.books.valour_and_fortitude.state import Spell, State, Today
from grognard.books.valour_and_fortitude.steps.attack import RerollFailed
from grognard.books.valour_and_fortitude.steps.env import (
    Acting,
    Attack,
    Brigading,
    Displacing,
    Fight,
    Retreating,
    Shooting,
    Suffering,
)
from grognard.books.valour_and_fortitude.steps.hands import brigades, reckoned_with
from grognard.books.valour_and_fortitude.steps.odds import joined
from grognard.books.valour_and_fortitude.steps.turn import OpenTurn
from grognard.books.valour_and_fortitude.words import Deed, Mode, Phase, Special, Where
from grognard.engine.domains import Units
from grognard.tabletop.slides import clear_from, least
from tests.books.valour_and_fortitude.bouts import fight, foe, foremost, hit, melee
from tests.books.valour_and_fortitude.drill import (
    Halt,
    area,
    begin,
    both,
    find,
    foot,
    gun,
    horse,
    lead,
    leader,
    marcher,
    offered,
    put,
    scene,
    square,
    unit,
    why,
)
from tests.rules import rule

param = pytest.param


# --- cards ------------------------------------------------------------------------------------------------------------


@rule("FC12P", "43")
@pytest.mark.parametrize(("card", "assaulted", "plus"), [
    ("hurrah", True, True), ("hurrah", False, False), ("capture", True, False),
])  # fmt: skip
def test_hurrah_is_for_those_of_the_brigade_who_assaulted(card: str, assaulted: bool, plus: bool) -> None:
    state = melee(foremost("A", today=Today(assaulted=assaulted)), foe("b"), spells=(Spell(card, 0, 0),))
    assert bout_of(state, *both(state), 0, False).hurrah is plus


@rule("FC7", "44")
@pytest.mark.parametrize(
    ("hill", "hand", "asked"), [(True, (3,), True), (False, (3,), False), (True, (), False)]
)
def test_a_pause_for_guns_that_might_fire_over_others(hill: bool, hand: Any, asked: bool) -> None:
    """The enemy must reckon with directed fire only where a gun on a hill would see somebody over its friends."""
    state = scene(
        unit("G", gun, front=(30, 10)),
        unit("B", files=12, front=(30, 14), today=Today(shot=True)),
        unit("z", files=12, front=(30, 30), facing=180),
        terrain=(area("hill", 20, 2, 40, 12, "hill", crest=((20, 4), (40, 4))),) if hill else (),
        phase=Phase.FIRE,
        hands=(hand, ()),
        options={"pause_at_windows": True},
    )
    assert (not begin(state, "fire").over) is asked


@rule("44")
def test_a_moment_that_does_not_come_again_cannot_be_silenced() -> None:
    state = scene(unit("A", at=(20, 10)), unit("z", at=(20, 40)), hands=((3,), (3,)), phase=Phase.FATE)
    game = begin(state, "turn")
    while "confusion" not in getattr(game.pending, "offers", {}):
        game.play(1) if not hasattr(game.pending, "offers") else game.play("go_on")
    assert set(game.ask.offers) == {"confusion", "decline"}


@rule("FC6", "11")
@pytest.mark.parametrize(("hand", "upto"), [((6,), 3), ((), None)])
def test_the_odds_reroll_all_that_failed_with_the_card(hand: Any, upto: int | None) -> None:
    state = scene(
        unit("A", files=12, front=(30, 10)), unit("z", files=12, front=(30, 18), facing=180),
        phase=Phase.FIRE, hands=(hand, ()),
    )  # fmt: skip
    dice = begin(state, "odds: shoot", env=Shooting(0, 1, Mode.VOLLEY)).throw.dice
    assert getattr(dice, "upto", None) == upto


@rule("11")
@pytest.mark.parametrize("attack", [None, Attack(0, 1, 4, 4, False, hits=2, spare=2)])
def test_after_its_rerolls_nothing_is_left_of_an_attack_but_its_hits(attack: Attack | None) -> None:
    state = melee(foremost("A"), foe("b"))
    game = begin(state, RerollFailed("main"), Halt(), env=Fight(0, 1, main=attack))
    main = game.position.agenda[-1].env.main
    assert main is None if attack is None else (main.hits, main.spare, main.again) == (2, 0, 0)


# --- fights and losses ------------------------------------------------------------------------------------------------


@rule("101")
def test_who_joins_an_assault_in_the_odds() -> None:
    state = melee(
        foremost("A", figures=12, files=4, front=(34, 24)),
        foremost("B", figures=12, files=4, front=(38, 24)),
        foremost("C", figures=12, files=4, front=(50, 20)),
        foe("b"),
    )
    assert joined(state, 0, 3).idle == (1,)
    assert joined(state, 2, 3).idle == (0, 1)


@rule("F5.6", "B65")
def test_the_first_unit_of_all_is_charged_on_as_others_are() -> None:
    away = {"I": (2, 2), "i": (70, 46), "General": (4, 2), "general": (66, 46)}
    state = melee(
        unit("c", files=6, figures=12, front=(36, 34), facing=180),
        foremost("A", horse, Special.HEADSTRONG, figures=6, files=6),
        foe("b", figures=12, files=6),
        leaders=away,
    )
    game = hit(fight(state), 2, 0).play(("charge_at", "c"))
    game.play(("charge", next(iter(game.ask.offers["charge"]))))
    assert game.throw.what == "hit tests"


@rule("129", "131")
@pytest.mark.parametrize(
    ("losses", "suffered", "left", "dice"),
    [(0, 2, 2, 0), (3, 1, 4, 0), (3, 2, 4, 1), (4, 1, 4, 1), (5, 1, 5, 1), (0, 0, 0, 0)],
)
def test_markers_up_to_tenacity_then_dice(losses: int, suffered: int, left: int, dice: int) -> None:
    state = scene(unit("A", losses=losses, at=(30, 20)), unit("z", at=(60, 40)))
    game = begin(state, "suffer", env=Suffering(0, suffered))
    assert game.unit("A").losses == left
    assert (0 if game.over else game.throw.dice.faces()[0]) == dice


@rule("129")
def test_who_is_gone_takes_no_losses() -> None:
    state = put(scene(unit("A", at=(30, 20)), unit("B", at=(10, 10))), "A", where=Where.ROUTED)
    game = begin(state, "suffer", env=Suffering(0, 2))
    assert game.over
    assert game.unit("A").losses == 0
    assert not game.log


@rule("44a", "98")
def test_a_new_turn_forgets_who_has_entered() -> None:
    state = lead(scene(unit("A", at=(30, 20)), unit("z", at=(60, 40))), "I", entered=True)
    state = put(state, "A", today=Today(acted=True))
    game = begin(state, OpenTurn(), Halt())
    assert not leader(game.state, "I").entered
    assert game.unit("A").today == Today()


@rule("79", "184a")
def test_a_leader_turned_out_stands_where_the_feature_is_until_he_is_put_back() -> None:
    house = area("building", 28, 20, 34, 26, "house")
    state = scene(unit("A", front=(31, 18)), unit("z", at=(60, 40)), terrain=(house,))
    state = lead(state, "i", inside="house", at=(50, 40))
    game = begin(state, "brigade", env=Brigading(0)).play(("occupy", ("A", "house")))
    him = leader(game.state, "i")
    assert (him.inside, him.x, him.y) == (-1, 3100, 2300)
    assert set(game.ask.offers) == {"put_back"}


@rule("94")
@pytest.mark.parametrize(("gap", "may"), [(18, False), (18.01, True)])
def test_a_double_starts_more_than_18_from_enemies(gap: float, may: bool) -> None:
    state = scene(unit("A", files=6, front=(30, 10)), unit("z", front=(30, 10 + gap), facing=180))
    assert ("A" in offered(begin(state, "brigade", env=Brigading(0)), "double")) is may


# --- where searches look ----------------------------------------------------------------------------------------------


@rule("168", "F5.11c")
@pytest.mark.parametrize(
    ("legs", "number"),
    [
        param((("occupy", 0),), "", id="the house"),
        param((("occupy", 1),), "168", id="a road is no such feature"),
        param((("occupy", 0, 0),), "168", id="one number too many"),
        param((("occupy", 9),), "168", id="nothing at all"),
        param((("occupy", 0), ("forward", 100)), "F5.11c", id="not before a move"),
    ],
)
def test_occupying_ends_a_move_of_light_infantry(legs: Any, number: str) -> None:
    state = scene(
        unit("A", foot, Special.LIGHT_INFANTRY, files=6, front=(31, 18)),
        unit("B", files=6, front=(31, 10)),
        terrain=(area("building", 28, 20, 34, 26, "house"), area("road", 0, 0, 10, 2, "road")),
    )
    assert why(state, "A", *legs) == number
    assert why(state, "B", *legs) == "F5.11c"


def hemmed() -> State:
    """Horse in contact, a friend beside it, mud behind."""
    return scene(
        unit("A", horse, figures=10, files=5, front=(36, 24)),
        unit("b", files=12, front=(36, 24), facing=200),
        unit("C", figures=36, files=6, front=(30.8, 23.7), brigade="II"),
        terrain=(area("mud", 0, 0, 72, 19, "mud"),),
    )


@rule("84", "B20")
def test_the_bearings_a_retreat_tries() -> None:
    judge = marcher(hemmed(), "A", Deed.RETREAT)
    found = withdrawing._compass(judge, judge.start, 450)
    assert found == [1800, 200, 2000, 2900, 1100, 2250, 1350, 2700, 900, 3150, 450, 0]


@rule("84", "166")
def test_how_far_of_a_slide_the_move_pays_for() -> None:
    """The first inch is open ground; the rest is mud, at twice the price."""
    judge = marcher(hemmed(), "A", Deed.RETREAT)
    limit = judge.limit
    assert withdrawing._affordable(judge, judge.start, 1800, 0, limit, ()) == 200 + (limit - 200) // 2
    assert withdrawing._affordable(judge, judge.start, 1800, 0, 150, ()) == 150
    assert withdrawing._affordable(judge, judge.start, 1800, limit - 100, limit, ()) == limit - 100


@rule("84", "B20")
def test_a_slide_said_as_a_leg() -> None:
    at = marcher(hemmed(), "A", Deed.RETREAT).start
    said = {1800: ("back", 300), 900: ("side", 300), 2700: ("side", -300)}
    for bearing, leg in said.items():
        assert withdrawing._leg(at, bearing, 300, True) == leg
    assert withdrawing._leg(at, 0, 300, True) == ("glide", 3600, at.y + 300, 0)
    assert withdrawing._leg(at, 1800, 300, False) == ("glide", 3600, at.y - 300, 0)


@rule("84")
def test_a_retreat_that_turns_ends_turned() -> None:
    state = scene(
        unit("A", horse, figures=10, files=5, front=(36, 24)), unit("b", files=12, front=(36, 24), facing=180)
    )
    judge = marcher(state, "A", Deed.RETREAT)
    ends = {leg[-1][3] if leg[-1][0] == "glide" else 0 for leg in withdrawing._turning(judge)}
    assert ends
    assert 0 not in ends


@rule("84")
@pytest.mark.parametrize(
    ("low", "high", "found"), [(0, 10, 7), (7, 10, 7), (8, 10, 8), (0, 7, 7), (0, 6, None)]
)
def test_the_least_from_which_on_it_holds(low: int, high: int, found: int | None) -> None:
    assert least(lambda far: far >= 7, low, high) == found


@rule("70", "B42")
@pytest.mark.parametrize(
    ("keep", "facing", "wide", "high"), [(0, 0, 243, 163), (300, 0, 543, 463), (0, 900, 163, 243)]
)
def test_the_corners_a_way_round_passes(keep: int, facing: int, wide: int, high: int) -> None:
    """Half a body of 4.8 by 3.2, how far to keep, and a little more, round a block of 2 by 1."""
    judge = marcher(scene(unit("A", files=6, at=(30, 20))), "A")
    block = ((2000, 2000), (2200, 2000), (2200, 2100), (2000, 2100))
    ring = detours._ring(judge, block, keep, facing)
    assert sorted(ring) == [
        (2000 - wide, 2000 - high), (2000 - wide, 2100 + high), (2200 + wide, 2000 - high), (2200 + wide, 2100 + high),
    ]  # fmt: skip


@rule("70")
def test_corners_off_the_table_are_passed_over() -> None:
    judge = marcher(scene(unit("A", files=6, at=(30, 20))), "A")
    block = ((0, 100), (200, 100), (200, 200), (0, 200))
    assert detours._ring(judge, block, 0, 0) == ((443, 363),)


@rule("88", "B14")
@pytest.mark.parametrize(
    ("long", "width", "fine", "held", "shifts"),
    [
        param(960, 480, False, False, [0, 240, -240, 520, -520, 260, -260], id="an enemy"),
        param(960, 480, False, True, [0, 240, -240], id="a feature, at first"),
        param(100, 80, False, False, [0, 10, -10], id="too short for three"),
        param(
            160, 480, True, True,
            [0, -160, 160, 120, -120, 60, -60, 40, -40, 80, -80], id="all along it",
        ),
    ],
)  # fmt: skip
def test_how_far_to_the_side_an_assault_ends(
    long: int, width: int, fine: bool, held: bool, shifts: Any
) -> None:
    assert onsets._shifts(unit("A"), long, width, fine, held) == shifts


@rule("176")
def test_halfway_between_two_sides_one_faces_on_round_the_clock() -> None:
    state = scene(unit("A", inside="house"), terrain=(area("building", 30, 20, 36, 26, "house"),))
    places = list(Leaver(state, find(state, "A")).places())
    assert places[0] == (2780, 1780, 2700)


# --- the first unit of all is a unit like others ----------------------------------------------------------------------


@rule("87", "FC9")
def test_an_assault_on_the_first_unit_needs_no_second_name() -> None:
    state = scene(unit("z", files=12, front=(30, 17), facing=180), unit("A", files=6, front=(30, 12)))
    game = begin(state, "brigade", env=Brigading(1)).play(("assault", ("A", "z")))
    assert "go" in game.ask.offers


@rule("124", "110")
def test_the_first_unit_lends_brigade_support_once_to_whoever_fights_back() -> None:
    state = melee(
        unit("c", figures=12, files=6, front=(36, 28), facing=180),
        foe("b", figures=12, files=6),
        foremost("A"),
    )
    game = hit(fight(state), 0, 0)
    assert game.unit("c").today.fought
    assert game.unit("b").today.fought
    assert game.unit("A").today.fought


@rule("102", "108")
def test_there_is_no_fight_with_who_is_gone() -> None:
    state = melee(foremost("A", horse), foe("b"))
    game = fight(put(state, "b", where=Where.ROUTED))
    assert game.over
    assert not game.log


@rule("F5.17e", "F5.8")
def test_the_first_unit_faces_a_square_rather_than_hit_and_run() -> None:
    state = melee(
        foremost("A", horse, Special.HIT_AND_RUN, figures=6, files=6),
        foe("b", Special.SQUARE, square, figures=24, files=6),
    )
    game = begin(state, "melee")
    assert set(game.ask.offers) == {"hit_and_run", "face_the_square"}
    assert game.play("face_the_square").throw.what == "square"
    other = begin(state, "melee").play("hit_and_run")
    assert other.throw.what == "hit and run"


# --- what is near, and what is shown ----------------------------------------------------------------------------------


@rule("B21")
def test_only_enemies_nearer_than_3_are_close_to_a_retreat() -> None:
    house = area("building", 40, 20, 46, 26, "house")
    state = scene(
        unit("A", files=6, front=(36, 22)),
        unit("x", files=6, front=(36, 24.99), facing=180),
        unit("y", files=6, at=(60, 40)),
        unit("z", inside="house"),
        terrain=(house,),
    )
    assert marcher(state, "A", Deed.RETREAT).close_ones == frozenset({1})
    assert marcher(state, "A").close_ones == frozenset()


@rule("70")
def test_a_move_is_shown_as_a_fan_as_wide_as_it() -> None:
    judge = marcher(scene(unit("A", files=6, at=(30, 20))), "A")
    region = judge.region()
    assert len(region) == 24
    assert max(x for x, _ in region) == 3000 + judge.limit + 240


@rule("25", "B39")
def test_a_gun_and_its_limber_stand_square() -> None:
    gun_, limber = gun_and_limber((270, 0, 0))
    assert sorted(gun_) == [(-120, -120), (-120, 120), (120, -120), (120, 120)]
    assert sorted(limber) == [(170, -200), (170, 200), (370, -200), (370, 200)]


@rule("84")
def test_the_first_place_of_a_slide_that_is_clear() -> None:
    far = marcher(scene(unit("A", files=6, at=(30, 10)), unit("z", at=(30, 40))), "A", Deed.RETREAT)
    assert clear_from(far.start.rims, 1800, 500, far.all_enemies, 300) == 0
    near = marcher(
        scene(unit("A", files=6, front=(30, 20)), unit("z", front=(30, 20), facing=180)), "A", Deed.RETREAT
    )
    assert clear_from(near.start.rims, 1800, 500, near.all_enemies, 300) == 300
    assert clear_from(near.start.rims, 1800, 299, near.all_enemies, 300) is None


@rule("B81")
@pytest.mark.parametrize("inside", [True, False])
def test_a_leader_in_the_first_feature_is_not_pushed_aside(inside: bool) -> None:
    house = area("building", 50, 30, 56, 36, "house")
    state = scene(unit("A", files=6, front=(30, 12)), unit("z", at=(60, 44)), terrain=(house,))
    state = lead(state, "I", at=(30, 14), **({"inside": "house"} if inside else {}))
    game = begin(state, "free move", env=Acting(0, Deed.MOVE, free=True)).play(("go", (("forward", 300),)))
    him = leader(game.state, "I")
    assert ((him.x, him.y) == (3000, 1400)) is inside


@rule("86", "182")
def test_nobody_retreats_out_of_a_feature() -> None:
    house = area("building", 28, 20, 34, 26, "house")
    state = scene(unit("A", horse, inside="house"), unit("z", at=(60, 40)), terrain=(house,))
    game = begin(state, "retreat", env=Retreating(0, forced=True))
    assert game.over
    assert game.unit("A").on_table


@rule("79")
@pytest.mark.parametrize(("where", "asked"), [(Where.TABLE, True), (Where.ROUTED, False)])
def test_only_leaders_who_are_there_are_put_back(where: Where, asked: bool) -> None:
    state = lead(scene(unit("A", at=(30, 20)), unit("z", at=(60, 40))), "I", where=where)
    game = begin(state, "displace", env=Displacing((leader(state, "I").id,)))
    assert (not game.over) is asked


@rule("43", "44")
def test_a_card_is_reckoned_with_where_it_has_somebody_to_work_on() -> None:
    state = scene(
        unit("A", at=(30, 20)), unit("z", at=(60, 40)), hands=((3,), ()), options={"pause_at_windows": True}
    )
    assert reckoned_with(state, 0, {"stubborn": Units([0])})
    assert not reckoned_with(state, 0, {"stubborn": Units([])})
    assert not reckoned_with(state, 1, {"stubborn": Units([1])})
    assert brigades(state, 0) == [0]
    assert brigades(state, 1) == [1]
    assert brigades(put(state, "A", where=Where.LATER), 0) == []
