"""The ten cards every army has, and "any card". [FC0–FC10]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.facts.command import automatic
from grognard.books.valour_and_fortitude.facts.morale import outcome, score
from grognard.books.valour_and_fortitude.state import Objective, State
from grognard.books.valour_and_fortitude.steps.cards import EndOfMelee, OwnFatePhase, StartOfEnemyTurn
from grognard.books.valour_and_fortitude.steps.env import Acting, Brigading, Suffering
from grognard.books.valour_and_fortitude.steps.env import Testing as Trying
from grognard.books.valour_and_fortitude.words import Deed, Phase, Special, Where
from grognard.engine.choices import Ask, Move, Throw
from grognard.engine.flow import replace
from grognard.engine.secrets import told as heard
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    brigaded,
    find,
    foot,
    gun,
    legs,
    offered,
    put,
    refused,
    scene,
    told,
    unit,
)
from tests.rules import rule

MILL = Objective("the mill", (3000, 2000))
ARRIVING = {"arrives": 2, "entry": (3000, 0)}


def to_hits(game: Play) -> Play:
    """Play the first thing offered until hit tests are due."""
    while not (isinstance(game.pending, Throw) and game.pending.what == "hit tests"):
        move = next(game.ask.moves())
        game.position = game.engine.apply(game.position, move, game.log)
    return game


def volley(game: Play, shooter: str, target: str) -> Play:
    """A volley without support, up to its dice."""
    game.play(("fire", (shooter, target)))
    return game.play("resolve") if isinstance(game.pending, Ask) else game


# ---- any card


@rule("FC0")
def test_any_card_lets_one_unit_act_though_its_brigade_failed() -> None:
    state = scene(
        unit("A", front=(20, 10)), unit("B", front=(40, 10)), unit("c", front=(30, 40), facing=180),
        leaders={"General": (70, 1)}, hands=((6, 8), ()),
    )  # fmt: skip
    game = begin(state, "action").play(("brigade", "I"), 1)
    assert offered(game, "rouse") == {(key, rank) for rank in (6, 8) for key in "AB"}
    game.play(("rouse", ("B", 8)))
    assert game.state.fates[0].hand == (6,)
    assert offered(game, "rouse") == {("A", 6)}  # B is free already
    game.play("decline")
    assert offered(game, "move") == {"B"}
    assert game.cites()[-1] == "FC0"


@rule("FC0")
def test_without_a_card_the_brigade_stays_idle() -> None:
    state = scene(
        unit("A", front=(20, 10)), unit("c", front=(30, 40), facing=180), leaders={"General": (70, 1)}
    )
    game = begin(state, "action").play(("brigade", "I"), 1)
    assert game.over or "move" not in game.ask.offers


@rule("FC0")
@pytest.mark.parametrize(
    ("today", "special", "roused"),
    [
        ({}, (), True),
        ({"shot": True}, (), False),
        ({"shot": True, "skirmished": True}, (), True),
        ({"shot": True}, (Special.HORSE_ARTILLERY,), True),
    ],
)
def test_a_card_does_not_give_an_action_to_a_unit_that_shot(
    today: dict[str, bool], special: tuple[Special, ...], roused: bool
) -> None:
    state = scene(
        unit("A", gun if special else foot, *special, front=(20, 10), today=today),
        unit("c", front=(30, 40), facing=180), leaders={"General": (70, 1)}, hands=((6,), ()),
    )  # fmt: skip
    game = begin(state, "action").play(("brigade", "I"), 1)
    assert (("A", 6) in offered(game, "rouse")) is roused


@rule("FC0")
def test_any_card_makes_up_for_a_lost_messenger() -> None:
    state = scene(
        unit("A", front=(20, 10)), unit("B", front=(50, 10)), unit("c", front=(30, 40), facing=180),
        hands=((6,), ()),
    )  # fmt: skip
    game = begin(brigaded(state, "I", active=True), "brigade", env=Brigading(0))
    game.play(("move", "B"), 3)
    assert offered(game, "any_card") == {6}
    game.play(("any_card", 6))
    assert set(game.ask.offers) == {"go", "hold"}
    assert game.notes("throws away a card")[0].card == "6, Deadly Attack"


@rule("FC0")
def test_a_card_kept_leaves_the_messenger_lost() -> None:
    state = scene(
        unit("A", front=(20, 10)), unit("B", front=(50, 10)), unit("c", front=(30, 40), facing=180),
        hands=((6,), ()),
    )  # fmt: skip
    game = begin(brigaded(state, "I", active=True), "brigade", env=Brigading(0))
    game.play(("move", "B"), 3, "decline")
    assert game.unit("B").today.acted
    assert game.state.fates[0].hand == (6,)


# ---- Ace, All Out Attack


def fight(hands: tuple[tuple[int, ...], tuple[int, ...]], **more: Any) -> State:
    return scene(
        unit("A", front=(30, 20)),
        unit("b", front=(30, 20), facing=180),
        hands=hands,
        phase=Phase.MELEE,
        **more,
    )


@rule("FC1")
@pytest.mark.parametrize(("leader", "cited"), [((30, 10), True), ((30, 4), False)])
def test_all_out_attack_helps_units_within_12_of_the_leader(leader: tuple[float, float], cited: bool) -> None:
    state = fight(((1,), ()), leaders={"I": leader, "General": (70, 1)})
    game = begin(state, "melee").play(("all_out_attack", state.leaders[0].id))
    assert ("FC1" in told(to_hits(game))) is cited


@rule("FC1")
def test_all_out_attack_is_for_ones_own_melee_phase_and_for_a_fight() -> None:
    assert "all_out_attack" not in begin(fight(((), (1,))), "melee").ask.offers
    apart = scene(unit("A", front=(30, 20)), unit("b", front=(30, 30), facing=180), hands=((1,), ()))
    assert begin(apart, "melee").over


# ---- 3, Confusion


@rule("FC3")
def test_confusion_takes_the_automatic_activation_away_and_holds_up_reinforcements() -> None:
    state = scene(
        unit("A", front=(30, 10)), unit("B", front=(50, 10), brigade="II", where=Where.LATER),
        unit("c", front=(30, 40), facing=180), hands=((), (3,)),
    )  # fmt: skip
    state = brigaded(state, "II", **ARRIVING)
    game = begin(state, StartOfEnemyTurn())
    assert game.ask.who == (1,)
    assert automatic(state, 0)
    game.play("confusion")
    assert not automatic(game.state, 0)
    assert game.state.brigades[1].arrives == 3
    assert game.state.fates[1].discards == (3,)


@rule("FC3")
@pytest.mark.parametrize(("arrives", "after"), [(0, 0), (1, 3), (2, 3), (3, 3), (4, 4)])
def test_confusion_holds_up_only_those_due(arrives: int, after: int) -> None:
    """Those who should have come before, and could not, are due as well; later ones come when they would."""
    state = scene(unit("A", front=(30, 10)), unit("c", front=(30, 40), facing=180), hands=((), (3,)))
    state = brigaded(state, "I", arrives=arrives)
    game = begin(state, StartOfEnemyTurn()).play("confusion")
    assert game.state.brigades[0].arrives == after


@rule("FC3")
def test_without_confusion_the_first_brigade_activates_by_itself() -> None:
    state = scene(unit("A", front=(30, 10)), unit("c", front=(30, 40), facing=180), hands=((), (3,)))
    game = begin(state, StartOfEnemyTurn()).play("decline")
    assert automatic(game.state, 0)
    assert begin(replace(state, side=1), StartOfEnemyTurn()).over  # one's own turn is not the moment


# ---- 4, Breakthrough


@rule("FC4")
def test_breakthrough_gives_each_unit_of_a_brigade_one_move() -> None:
    tired = {"acted": True, "shot": True}
    state = scene(
        unit("A", front=(30, 20), today=tired), unit("B", front=(50, 20), brigade="II", today=tired),
        unit("c", front=(30, 29), facing=180), hands=((4,), ()), phase=Phase.MELEE,
    )  # fmt: skip
    game = begin(state, EndOfMelee()).play(("breakthrough", "I"))
    assert set(game.ask.offers) == {"move", "finish"}  # no assault, no double, no rally
    assert offered(game, "move") == {"A"}
    game.play(("move", "A"), ("go", legs("back 4")))
    assert game.unit("A").y == find(state, "A").y - 400
    assert game.over


@rule("FC4")
def test_breakthrough_is_for_the_end_of_ones_own_melee_phase() -> None:
    state = scene(
        unit("A", front=(30, 20)), unit("c", front=(30, 29), facing=180), hands=((), (4,)), phase=Phase.MELEE
    )
    assert begin(state, EndOfMelee()).over


# ---- 5, Stubborn


@rule("FC5")
def test_stubborn_takes_a_marker_off_before_an_action() -> None:
    state = scene(
        unit("A", front=(20, 10), losses=1), unit("B", front=(32, 10)), unit("c", front=(30, 40), facing=180),
        hands=((5,), ()),
    )  # fmt: skip
    game = begin(state, "action").play(("brigade", "I"))
    assert offered(game, "stubborn") == {"A"}
    game.play(("stubborn", "A"))
    assert game.unit("A").losses == 0
    assert "A" in offered(game, "move")  # the action is still to come


@rule("FC5")
def test_stubborn_is_too_late_after_the_action() -> None:
    state = scene(
        unit("A", front=(20, 10), losses=1), unit("B", front=(32, 10)), unit("c", front=(30, 40), facing=180),
        hands=((5,), ()),
    )  # fmt: skip
    game = begin(state, "action").play(("brigade", "I"), ("move", "A"), "hold")
    assert "stubborn" not in game.ask.offers


# ---- 6, Deadly Attack


def shot(*special: Special, hands: tuple[tuple[int, ...], tuple[int, ...]]) -> State:
    return scene(
        unit("A", foot, *special, front=(30, 20)), unit("b", front=(30, 30), facing=180), phase=Phase.FIRE,
        hands=hands,
    )  # fmt: skip


@rule("FC6")
def test_deadly_attack_rerolls_what_failed() -> None:
    game = volley(begin(shot(hands=((6,), ())), "fire"), "A", "b").play((1, 2, 5), "deadly_attack", (4, 6))
    assert game.unit("b").losses == 3


@rule("FC6", "11")
def test_a_die_rerolled_already_stays() -> None:
    game = volley(begin(shot(Special.DISCIPLINED_MUSKETRY, hands=((6,), ())), "fire"), "A", "b")
    game.play((1, 2, 5), 3, "deadly_attack")
    assert game.throw.dice.faces()[0] == 1  # the 2; the 1 has been rerolled into a 3
    assert game.play(6).unit("b").losses == 2


@rule("FC6")
def test_deadly_attack_has_nothing_to_do_when_all_hit() -> None:
    game = volley(begin(shot(hands=((6,), ())), "fire"), "A", "b").play((4, 5, 6))
    assert game.over or "deadly_attack" not in game.ask.offers


@rule("FC6")
def test_deadly_attack_serves_a_unit_that_fights_back() -> None:
    game = to_hits(begin(fight(((), (6,))), "melee"))
    game.play(tuple([1] * game.throw.dice.faces()[0]))
    to_hits(game).play(tuple([1] * game.throw.dice.faces()[0]))
    assert game.ask.who == (1,)
    assert "deadly_attack" in game.ask.offers


# ---- 7, Directed Fire


@rule("FC7")
def test_directed_fire_is_one_die_more_at_one_target() -> None:
    state = scene(
        unit("A", front=(30, 20)), unit("B", front=(50, 20)), unit("c", front=(30, 30), facing=180),
        unit("d", front=(50, 30), facing=180), phase=Phase.FIRE, hands=((7,), ()),
    )  # fmt: skip
    game = begin(state, "fire")
    assert offered(game, "directed_fire") == {"c", "d"}
    game.play(("directed_fire", "c"))
    volley(game, "A", "c")
    assert "FC7" in told(game)
    assert game.throw.dice.faces()[0] == 4
    volley(game.play((1, 1, 1, 1)), "B", "d")
    assert "FC7" not in told(game)


@rule("FC7")
@pytest.mark.parametrize(
    ("hill", "hands", "seen"), [(True, (7,), True), (False, (7,), False), (True, (), False)]
)
def test_directed_guns_on_a_hill_see_over_units_that_are_not(
    hill: bool, hands: tuple[int, ...], seen: bool
) -> None:
    state = scene(
        unit("A", gun, front=(30, 8)), unit("B", front=(30, 18), today={"shot": True}),
        unit("c", front=(30, 34), facing=180), phase=Phase.FIRE, hands=(hands, ()),
        terrain=(area("hill", 20, 0, 40, 9, crest=((20, 4), (40, 4))),) if hill else (),
    )  # fmt: skip
    game = begin(state, "fire")
    assert ("c" in offered(game, "directed_fire")) is seen
    if seen:
        game.play(("directed_fire", "c"))
        assert ("A", "c") in offered(game, "fire")


# ---- 8, Inspiration


@rule("FC8")
@pytest.mark.parametrize(("card", "stands"), [("inspiration", True), ("decline", False)])
def test_inspiration_turns_a_failed_valour_test(card: str, stands: bool) -> None:
    state = scene(
        unit("A", front=(30, 20), losses=4), unit("B", front=(10, 20)), unit("c", front=(30, 40), facing=180),
        hands=((8,), ()), phase=Phase.MELEE,
    )  # fmt: skip
    game = begin(state, "suffer", env=Suffering(0, 1)).play(2, card)
    assert game.unit("A").on_table is stands
    assert game.state.fates[0].hand == (() if stands else (8,))


@rule("FC8")
@pytest.mark.parametrize(("card", "defeats"), [("inspiration", (0, 0)), ("decline", (1, 0))])
def test_inspiration_turns_a_failed_fortitude_test(card: str, defeats: tuple[int, int]) -> None:
    state = scene(
        unit("A", front=(30, 20), where=Where.ROUTED), unit("B", front=(10, 20)),
        unit("c", front=(30, 40), facing=180), hands=((8,), ()), phase=Phase.MELEE, routed=(0,),
        leaders={"General": (70, 1)},
    )  # fmt: skip
    game = begin(state, "fortitude", env=Trying(0)).play(3, card)
    assert game.state.defeats == defeats


@rule("FC8")
def test_inspiration_is_not_asked_after_a_test_passed() -> None:
    state = scene(
        unit("A", front=(30, 20), losses=4), unit("c", front=(30, 40), facing=180), hands=((8,), ()),
        phase=Phase.MELEE,
    )  # fmt: skip
    assert begin(state, "suffer", env=Suffering(0, 1)).play(4).over


# ---- 9, Surprise Attack


def surprise(far: float, hands: tuple[int, ...] = (9,)) -> State:
    state = scene(
        unit("A", files=6, front=(30, 8)), unit("b", front=(30, 8 + far), facing=180), hands=(hands, ())
    )
    return brigaded(state, "I", active=True)


@rule("FC9")
def test_a_surprise_attack_moves_first_and_then_assaults() -> None:
    game = begin(surprise(20), "brigade", env=Brigading(0))
    assert "assault" not in game.ask.offers
    assert offered(game, "surprise_attack") == {"A"}
    game.play(("surprise_attack", "A"), ("go", legs("forward 10")))
    assert game.state.fates[0].discards == (9,)
    assert offered(game, "strike") == {"b"}
    game.play(("strike", "b"))
    assert "go" in game.ask.offers
    move = next(m for m in game.ask.moves() if m.verb == "go")
    game.position = game.engine.apply(game.position, move, game.log)
    assert game.unit("A").today.assaulted
    assert game.notes("assaults")


@rule("FC9")
def test_a_surprise_attack_may_stop_after_its_move() -> None:
    game = begin(surprise(24), "brigade", env=Brigading(0))
    game.play(("surprise_attack", "A"), ("go", legs("forward 4")))
    assert set(game.ask.offers) == {"hold"}
    game.play("hold")
    assert game.unit("A").today.acted
    assert not game.unit("A").today.assaulted


@rule("FC9", "69")
@pytest.mark.parametrize("side", [1, None])
def test_an_order_for_a_surprise_attack_is_heard_before_its_messenger_arrives(side: int | None) -> None:
    """Unseen by them is only the hand it comes from; whom the messenger rides to, everybody sees."""
    state = surprise(20)
    leaders = tuple(replace(one, x=7000, y=4600) for one in state.leaders)
    game = begin(replace(state, leaders=leaders), "brigade", env=Brigading(0))
    order = Move(0, "surprise_attack", game.unit("A").id)
    after = game.engine.apply(game.position, order)
    assert isinstance(game.engine.pending(after), Throw)
    assert after.reveals == game.position.reveals
    assert heard(RULESET, game.engine, game.position, order, after, side) == order


@rule("FC9")
def test_the_first_move_keeps_the_rules_of_a_move() -> None:
    game = begin(surprise(12), "brigade", env=Brigading(0)).play(("surprise_attack", "A"))
    assert refused(game, "go", legs("forward 10")) == "77"


@rule("FC9")
@pytest.mark.parametrize(
    ("state", "why"),
    [
        (surprise(30), "out of reach of two moves"),
        (surprise(20, ()), "no card"),
        (put(surprise(20), "A", files=3), "a march column reaches, so it may"),
        (put(surprise(2), "A"), "less than 3 from the enemy it cannot move"),
    ],
)
def test_who_may_surprise(state: State, why: str) -> None:
    game = begin(state, "brigade", env=Brigading(0))
    assert (offered(game, "surprise_attack") == {"A"}) is why.startswith("a march column")


@rule("FC9")
def test_the_card_is_kept_if_the_messenger_is_lost() -> None:
    state = scene(
        unit("A", files=6, front=(30, 8)), unit("b", front=(30, 28), facing=180), hands=((9,), ()),
        leaders={"I": (60, 8)},
    )  # fmt: skip
    game = begin(state, "act", env=Acting(0, Deed.ASSAULT)).play(1, "decline")
    assert game.state.fates[0].hand == (9,)


# ---- 10, Capture


@rule("FC10")
@pytest.mark.parametrize(("holder", "scores"), [(0, (2, 0)), (1, (0, 1)), (-1, (0, 0))])
def test_a_captured_objective_counts_two_for_him_who_named_it(holder: int, scores: tuple[int, int]) -> None:
    state = scene(
        unit("A", front=(30, 10)), unit("b", front=(30, 40), facing=180), objectives=(MILL,), holders=(1,),
        hands=((10,), ()),
    )  # fmt: skip
    game = begin(state, OwnFatePhase()).play(("capture", 0))
    after = replace(game.state, holders=(holder,))
    assert score(after) == scores
    assert outcome(after).scores == scores


@rule("FC10")
@pytest.mark.parametrize("holder", [0, -1])
def test_only_an_objective_the_enemy_holds_can_be_named(holder: int) -> None:
    state = scene(
        unit("A", front=(30, 10)), unit("b", front=(30, 40), facing=180), objectives=(MILL,),
        holders=(holder,), hands=((10,), ()),
    )  # fmt: skip
    assert "capture" not in begin(state, OwnFatePhase()).ask.offers
