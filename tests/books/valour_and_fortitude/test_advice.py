"""The computer's judgement: sensible in plain cases, and never needed to know what is legal. [2]"""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

import pytest

from grognard.ai.greedy import GreedyAgent
from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.advice.cards import CARD_SUMS
from grognard.books.valour_and_fortitude.advice.charges import assaults_of, could_join
from grognard.books.valour_and_fortitude.advice.moves import SUMS
from grognard.books.valour_and_fortitude.advice.places import place_worth, scape, takers
from grognard.books.valour_and_fortitude.advice.prospects import Array, arc_of, array_of
from grognard.books.valour_and_fortitude.advice.threats import (
    Side,
    charge_danger,
    charge_worth,
    enemies_of,
    fire_danger,
    fire_dice,
    place_of,
    winning,
)
from grognard.books.valour_and_fortitude.advice.worth import losses_worth
from grognard.books.valour_and_fortitude.facts.bodies import stand
from grognard.books.valour_and_fortitude.facts.ground import land
from grognard.books.valour_and_fortitude.facts.layout import distance, nearest_enemy
from grognard.books.valour_and_fortitude.state import Objective, State, Unit
from grognard.books.valour_and_fortitude.steps.cards import OwnFatePhase
from grognard.books.valour_and_fortitude.steps.env import Acting, Suffering
from grognard.books.valour_and_fortitude.steps.verbs import VERBS, Rating
from grognard.books.valour_and_fortitude.words import Deed, Form, Phase, Special
from grognard.engine.choices import Ask
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    brigaded,
    find,
    foot,
    gun,
    horse,
    limbered,
    open_order,
    put,
    scene,
    square,
    unit,
)
from tests.rules import rule

MILL = Objective("the mill", (3000, 2400))


def chosen(game: Play) -> Any:
    """What the computer would do now."""
    ask = game.ask
    side = ask.who[0]
    return GreedyAgent(RULESET, 1).choose(game.position, ask, side)


def danger(state: State, key: str = "A") -> float:
    each = find(state, key)
    return fire_danger(place_of(state, each, stand(each), enemies_of(state, each)))


def charged(state: State, key: str = "A") -> float:
    each = find(state, key)
    return charge_danger(place_of(state, each, stand(each), enemies_of(state, each)))


# ---- judging


@pytest.mark.parametrize(
    ("who", "how", "far", "dice"),
    [
        (unit("A"), Form.LINE, 1200, 3),
        (unit("A"), Form.LINE, 1201, 0),
        (unit("A", foot, Special.SKIRMISHERS), Form.LINE, 1800, 1),
        (unit("A", foot, Special.SKIRMISHERS), Form.LINE, 1801, 0),
        (unit("A"), Form.ATTACK, 1200, 1),
        (unit("A"), Form.MARCH, 600, 0),
        (unit("A", gun, Special.CANISTER), Form.LINE, 1200, 3),
        (unit("A", gun, Special.CANISTER), Form.LINE, 1201, 1),
        (unit("A", gun, limbered), Form.MARCH, 600, 0),
        (unit("A", horse), Form.LINE, 600, 0),
        (unit("A", horse, Special.CARBINES), Form.LINE, 1200, 1),
    ],
)
def test_how_many_dice_an_enemy_has_at_a_distance(who: Unit, how: Form, far: int, dice: int) -> None:
    assert fire_dice(who, how, far) == dice


def test_a_rough_arc_is_the_rules_arc_for_the_plain_cases() -> None:
    arc = arc_of(stand(unit("A", figures=6, files=6, front=(30, 20))), 450)
    assert arc.holds(((3000, 2500),))
    assert not arc.holds(((3000, 1500),))
    assert not arc.holds(((4000, 2100),))
    assert arc_of(stand(unit("A", foot, square, files=6, front=(30, 20))), 450).holds(((3000, 100),))


@pytest.mark.parametrize(
    ("mine", "other", "low", "high"),
    [
        (Side(4, 2 / 3), Side(5, 2 / 3), 0.45, 0.452),
        (Side(1, 0.5), Side(1, 0.5), 0.749, 0.751),
        (Side(8, 5 / 6), Side(1, 1 / 6), 0.99, 1.0),
    ],
)
def test_the_chance_to_win_counts_ties_for_the_attacker(
    mine: Side, other: Side, low: float, high: float
) -> None:
    assert low <= winning(mine, other) <= high


def test_losses_weigh_more_on_a_unit_that_is_near_its_end() -> None:
    fresh, worn = unit("A"), unit("A", losses=4)
    assert losses_worth(worn, 2, True) > losses_worth(fresh, 2, True) > 0
    assert losses_worth(worn, 2, False) > losses_worth(worn, 2, True)


def test_canister_is_feared_more_than_round_shot_and_less_in_open_order() -> None:
    def facing(y: float, *words: Any) -> float:
        return danger(
            scene(
                unit("A", foot, *words, front=(30, 20)),
                unit("b", gun, Special.CANISTER, front=(30, y), facing=180),
            )
        )

    assert facing(30) > facing(40) > 0
    assert facing(30, open_order) < facing(30)


def test_woods_and_friends_in_front_shelter_from_fire() -> None:
    plain = scene(unit("A", front=(30, 10)), unit("b", gun, front=(30, 40), facing=180))
    wooded = scene(
        unit("A", front=(30, 10)), unit("b", gun, front=(30, 40), facing=180),
        terrain=(area("wood", 20, 20, 40, 28),),
    )  # fmt: skip
    screened = scene(
        unit("A", front=(30, 10)), unit("B", front=(30, 30)), unit("b", gun, front=(30, 40), facing=180)
    )
    assert danger(plain) > danger(screened) > danger(wooded) == 0


def test_a_square_does_not_fear_cavalry_and_a_flank_does() -> None:
    def met(*words: Any, facing: float = 0, files: int = 12) -> float:
        return charged(
            scene(
                unit("A", foot, *words, files=files, at=(30, 20), facing=facing),
                unit("b", horse, figures=12, files=6, front=(30, 34), facing=180),
            )
        )

    assert met(square, files=6) == 0
    assert met(facing=90) > met() > 0


def test_a_charge_on_guns_is_worth_more_than_one_on_a_steady_line() -> None:
    rider = unit("A", horse)
    battery, line = unit("b", gun), unit("b")
    assert charge_worth(rider, Form.LINE, battery, Form.LINE, False) > charge_worth(
        rider, Form.LINE, line, Form.LINE, True
    )
    assert charge_worth(rider, Form.LINE, line, Form.SQUARE, True) < 0


def test_every_objective_worth_it_gets_one_taker() -> None:
    ford = Objective("the ford", (1000, 2400))
    state = scene(
        unit("A", front=(30, 10)), unit("B", front=(12, 10)), unit("C", gun, front=(20, 10)),
        unit("d", front=(60, 44), facing=180), objectives=(MILL, ford),
    )  # fmt: skip
    assert takers(state, 0) == {0: 0, 1: 1}


# ---- choosing


def test_it_goes_for_an_objective_and_in_column_while_far() -> None:
    state = scene(
        unit("A", files=6, front=(30, 6)), unit("b", front=(60, 46), facing=180), objectives=(MILL,),
    )  # fmt: skip
    game = begin(brigaded(state, "I", active=True), "act", env=acting("move"))
    legs = chosen(game).noun
    assert legs
    game.play(("go", legs))
    assert game.unit("A").y > find(state, "A").y + 700


def acting(deed: str) -> Any:
    return Acting(0, Deed(deed))


def test_a_line_with_time_stops_short_of_canister_and_goes_on_if_there_is_none() -> None:
    def ends(turn: int) -> int:
        state = scene(
            unit("A", front=(30, 11)), unit("b", gun, Special.CANISTER, front=(28, 30), facing=180),
            unit("c", gun, Special.CANISTER, front=(32, 30), facing=180), objectives=(MILL,), turns=10,
            turn=turn,
        )  # fmt: skip
        game = begin(brigaded(state, "I", active=True), "act", env=acting("move"))
        game.play(("go", chosen(game).noun))
        each = game.unit("A")
        return place_of(game.state, each, stand(each), enemies_of(game.state, each)).nearest

    assert ends(2) > 1200
    assert ends(9) < 1200


def test_it_charges_guns_in_the_flank_and_not_a_square() -> None:
    state = scene(
        unit("A", horse, figures=12, files=6, front=(30, 10)),
        unit("b", gun, front=(30, 20), facing=90), unit("c", foot, square, files=6, front=(50, 24), facing=180),
    )  # fmt: skip
    game = begin(brigaded(state, "I", active=True), "action").play(("brigade", "I"))
    move = chosen(game)
    assert (move.verb, move.noun) == ("assault", (0, 1))
    only = scene(
        unit("A", horse, figures=12, files=6, front=(30, 10)),
        unit("c", foot, square, files=6, front=(30, 20), facing=180),
    )  # fmt: skip
    game = begin(brigaded(only, "I", active=True), "action").play(("brigade", "I"))
    assert chosen(game).verb != "assault"


def test_friends_who_could_join_make_an_assault_worth_more() -> None:
    one = scene(unit("A", files=6, front=(28, 20)), unit("b", front=(30, 27), facing=180, losses=2))
    two = scene(
        unit("A", files=6, front=(27, 20)), unit("B", files=6, front=(33, 20)),
        unit("b", front=(30, 27), facing=180, losses=2),
    )  # fmt: skip
    assert could_join(one, one.units[0], one.units[1]) == 0
    assert could_join(two, two.units[0], two.units[2]) == 1
    assert dict(assaults_of(two, two.units[0]))[2] > dict(assaults_of(one, one.units[0]))[1]


def test_it_fires_its_best_shot_first_and_keeps_a_good_shot_from_mere_support() -> None:
    state = scene(
        unit("A", front=(20, 20)), unit("B", front=(40, 20)), unit("c", front=(20, 30), facing=180),
        unit("d", front=(40, 30), facing=180, losses=3), phase=Phase.FIRE,
    )  # fmt: skip
    game = begin(state, "fire")
    move = chosen(game)
    assert (move.verb, move.noun) == ("fire", (1, 3))
    game.play(("fire", ("B", "d")))
    if isinstance(game.pending, Ask):
        assert chosen(game).verb == "resolve"  # A has a target of its own


def test_it_stays_in_a_village_that_counts_and_leaves_a_wood_that_does_not() -> None:
    def inside(objectives: tuple[Objective, ...]) -> str:
        state = scene(
            unit("A", at=(30, 22), inside="wood"), unit("b", front=(30, 46), facing=180),
            terrain=(area("wood", 27, 20, 33, 24),), objectives=objectives, holders=(-1,),
        )  # fmt: skip
        game = begin(brigaded(state, "I", active=True), "action").play(("brigade", "I"))
        return str(chosen(game).verb)

    assert inside((Objective("wood", (3000, 2200), 0),)) == "finish"
    assert inside((Objective("far hill", (6500, 2200)),)) == "exit"


def test_a_place_on_the_objective_is_better_than_one_beside_it() -> None:
    state = scene(unit("A", at=(30, 20)), unit("b", front=(60, 46), facing=180), objectives=(MILL,))
    moved = put(state, "A", y=2400)
    there, here = (
        place_worth(state, u, stand(u), scape(state, state.units[0]))
        for u in (moved.units[0], state.units[0])
    )
    assert there > here


# ---- cards


def test_who_is_behind_on_points_counts_the_danger_less() -> None:
    def fear(holder: int) -> float:
        state = scene(
            unit("A", front=(30, 11)), unit("b", front=(30, 30), facing=180), objectives=(MILL,),
            holders=(holder,), turns=10,
        )  # fmt: skip
        return scape(state, state.units[0]).fear

    assert fear(1) < fear(-1) == fear(0) == 1.0


def test_a_place_is_measured_as_the_rules_measure_it() -> None:
    state = scene(
        unit("A", front=(30, 11)), unit("b", front=(31, 29), facing=180), unit("c", horse, figures=12, files=6, front=(12, 15), facing=900),
        unit("d", at=(44, 22), inside="wood"), terrain=(area("wood", 41, 20, 47, 24),),
    )  # fmt: skip
    mine, *others = state.units
    prospect = array_of(state, 1).seen_from(stand(mine))
    fars = [prospect.far(n) for n in range(3)]
    assert fars == [distance(state, mine, other) for other in others]
    assert all(n in prospect.perhaps_within(far) for n, far in enumerate(fars))
    assert prospect.perhaps_within(min(fars) // 2) == []
    assert prospect.nearest == min(fars) == nearest_enemy(state, mine)
    assert prospect.within(min(fars)) == [fars.index(min(fars))]
    assert prospect.within(min(fars) - 1) == []
    assert [prospect.seen(n) for n in range(3)] == [True, False, True]


def test_places_measured_against_enemies_who_moved_on_are_let_go_at_once() -> None:
    """Garbage is looked for seldom: held in a circle they came to gigabytes in a hundred battles."""
    state = scene(unit("A", front=(30, 20)), unit("b", front=(30, 36), facing=180))
    array = Array(land(state.field), 450)
    prospect = array.seen_from(stand(state.units[0]))
    gone = ref(array)
    gc.disable()
    try:
        del array
        assert gone() is None
        assert prospect.middle == (state.units[0].x, state.units[0].y)
    finally:
        gc.enable()


@rule("44")
def test_a_card_in_its_window_is_played_when_it_helps() -> None:
    state = scene(
        unit("A", front=(30, 20), losses=4), unit("B", front=(10, 20)), unit("c", front=(30, 40), facing=180),
        hands=((8,), ()), phase=Phase.MELEE,
    )  # fmt: skip
    game = begin(state, "suffer", env=Suffering(0, 1)).play(2)
    assert chosen(game).verb == "inspiration"


@rule("44")
def test_the_computer_sees_only_its_own_hand() -> None:
    """Its choice is the same whatever the enemy holds."""

    def opening(hand: tuple[int, ...]) -> Any:
        state = scene(
            unit("A", front=(30, 10)), unit("b", front=(30, 40), facing=180), hands=((7,), hand),
            phase=Phase.FIRE,
        )  # fmt: skip
        game = begin(state, OwnFatePhase())
        view = RULESET.view_of(game.position, 0)
        ask = game.engine.pending(view)
        assert isinstance(ask, Ask)
        return view, GreedyAgent(RULESET, 3).choose(view, ask, 0)

    assert opening((6,)) == opening((12,))


def test_every_sum_of_the_advice_rates_a_verb_and_every_verb_has_its_sum() -> None:
    sums = {*SUMS, *CARD_SUMS, Rating.LITTLE}
    assert sums == {row.rating for row in VERBS.values() if isinstance(row.rating, Rating)} == set(Rating)
    assert not SUMS.keys() & CARD_SUMS.keys()
