"""Odds of a choice in a game, and questions that cannot be asked. [VF]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.valour_and_fortitude import RULESET
from grognard.books.valour_and_fortitude.situations.live import scene_for
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.words import Phase, Special
from grognard.engine.book import BadInput
from grognard.engine.choices import Move
from grognard.engine.dist import Dist
from grognard.odds.explore import explore
from grognard.odds.report import solve
from tests.books.valour_and_fortitude.bouts import fight, foe, foremost, melee
from tests.books.valour_and_fortitude.drill import Play, begin, foot, gun, horse, numbers, scene, unit
from tests.rules import rule

F = Fraction


def told(game: Play, verb: str, noun: Any = None) -> Dist[Any]:
    """The odds shown before a choice."""
    found = scene_for(game.position, Move(game.ask.who[0], verb, numbers(game.state, noun)))
    assert found is not None
    return explore(RULESET.engine(), found).dist


def volley(**more: Any) -> State:
    """A line, a second one beside it and an enemy in range."""
    return scene(
        unit("A", foot, Special.SKIRMISHERS, front=(31, 20)),
        unit("C", front=(41, 20)),
        unit("b", front=(36, 30), facing=180, **more),
        phase=Phase.FIRE,
    )


@rule("61", "109", "121")
def test_fire_before_it_is_ordered() -> None:
    game = begin(volley(), "fire")
    assert told(game, "fire", ("A", "b")).map(lambda end: end[0]).mean() == F(3, 2)
    assert told(game, "skirmish", ("A", "b")).map(lambda end: end[0]).mean() == F(1, 2)
    game.play(("fire", ("A", "b")))
    assert told(game, "support", "C").map(lambda end: end[0]).mean() == F(2)
    assert told(game, "resolve").map(lambda end: end[0]).mean() == F(3, 2)


@rule("61", "133")
def test_fire_at_a_shaken_unit_may_rout_it() -> None:
    game = begin(volley(losses=4), "fire")
    ends = told(game, "fire", ("A", "b")).map(lambda end: end[2])
    # Each die hits with a half, and each hit is survived with two thirds.
    assert ends.chance_of("routs") == 1 - F(5, 6) ** 3


@rule("63", "69")
def test_orders_before_they_are_given() -> None:
    state = scene(
        unit("A", front=(36, 20)), unit("b", front=(36, 45), facing=180),
        leaders={"I": (2, 2), "General": (70, 40)},
    )  # fmt: skip
    game = begin(state, "action")
    assert told(game, "brigade", "I").chance_of((True,)) == F(5, 6)
    game.play(("brigade", "I"), 6)
    assert told(game, "move", "A").chance_of((True,)) == F(1, 2)


@rule("95", "96")
def test_a_rally_before_it_is_ordered() -> None:
    state = scene(unit("A", front=(36, 20), losses=2), unit("b", front=(36, 30), facing=180))
    game = begin(state, "action").play(("brigade", "I"))
    assert told(game, "rally", "A").map(lambda end: end[0]).mean() == F(1, 3)


@rule("101", "122")
def test_a_fight_with_everybody_who_picked_its_target() -> None:
    state = melee(foremost("A"), foe("b"), unit("C", files=6, front=(36, 25.6), facing=180))
    game = begin(state, "melee")
    alone = begin(melee(foremost("A"), foe("b")), "melee")
    with_c = told(game, "fight", ("A", "b")).chance(lambda end: end[0] == "attacker")
    without = told(alone, "fight", ("A", "b")).chance(lambda end: end[0] == "attacker")
    assert with_c > without


def won(dist: Dist[Any]) -> Fraction:
    """How likely the attacker wins."""
    return dist.chance(lambda end: end[0] == "attacker")


@rule("100", "101")
def test_a_pick_before_it_is_made() -> None:
    state = melee(
        foremost("A", files=12),
        foe("b", figures=12, files=6, front=(33.5, 24)),
        foe("c", figures=12, files=6, front=(38.5, 24), melee=1),
    )
    game = begin(state, "melee")
    assert won(told(game, "pick", ("A", "c"))) > won(told(game, "pick", ("A", "b")))


@rule("122", "124")
def test_support_before_it_is_lent() -> None:
    keys = ("C", "D", "E", "F")
    helpers = [
        unit(key, figures=9, files=3, front=(32.2 + 2.5 * i, 25.6), facing=180) for i, key in enumerate(keys)
    ]
    game = fight(melee(foremost("A"), foe("b"), *helpers), "A", "b", *keys)
    # Whoever joins now, others follow until three support.
    assert won(told(game, "join", "C")) == won(told(game, "join", "F"))
    pair = melee(
        foremost("A", files=4, figures=12, front=(34, 24)),
        foe("b", figures=8, files=4, front=(34, 24)),
        foremost("D", files=4, figures=12, front=(39, 24)),
        foe("e", figures=8, files=4, front=(39, 24)),
        unit("C", files=6, front=(36.5, 20)),
    )
    asked = begin(pair, "melee").play(("fight", ("A", "b")))
    helped = told(asked, "stand_by", "C")
    asked.play("keep_back")
    assert asked.throw.dice.faces()[0] == 4
    alone = begin(pair, "melee")
    assert won(helped) == won(told(alone, "fight", ("A", "b")))  # odds take what support there is


@rule("F5.6", "B65")
def test_a_second_fight_before_it_is_charged() -> None:
    away = {"I": (2, 2), "i": (70, 46), "General": (4, 2), "general": (66, 46)}
    state = melee(
        foremost("A", horse, Special.HEADSTRONG, figures=6, files=6),
        foe("b", figures=12, files=6),
        unit("c", files=6, figures=12, front=(36, 34), facing=180),
        leaders=away,
    )
    game = begin(state, "melee").play(("fight", ("A", "b")), (6,) * 6, (1,) * 5)
    before = told(game, "charge_at", "c")
    game.play(("charge_at", "c"))
    ends = told(game, "charge", next(iter(game.ask.offers["charge"])))
    assert {end[0] for end in ends} == {"attacker", "target"}
    assert ends == before


@rule("FC0", "87")
def test_a_roused_unit_needs_no_activation_any_more() -> None:
    """Its brigade failed and a card lets it assault: no second roll in its odds."""
    state = scene(
        unit("A", files=6, front=(36, 20)),
        unit("b", front=(36, 25), facing=180),
        first_pick=False,
        hands=((5,), ()),
    )
    game = begin(state, "action").play(("brigade", "I"), 1, ("rouse", ("A", 5)))
    assert not game.state.brigades[0].active
    ends = told(game, "assault", ("A", "b"))
    assert ends.chance(lambda end: end[0] == "no fight") == 0


def test_nothing_is_told_where_no_dice_follow() -> None:
    state = scene(unit("A", front=(36, 20)), unit("b", front=(36, 45), facing=180))
    game = begin(state, "action").play(("brigade", "I"))
    assert scene_for(game.position, Move(0, "finish")) is None
    assert scene_for(game.position, Move(0, "no such verb")) is None
    assert scene_for(game.position, Move(0, "move", 0)) is None  # its leader is near: no messenger


@rule("44")
def test_odds_do_not_know_the_cards() -> None:
    """A hand full of rerolls changes nothing: nobody may peek."""
    plain = begin(volley(), "fire")
    armed = begin(scene(*_again(volley()), phase=Phase.FIRE, hands=((6,), (8,))), "fire")
    assert told(plain, "fire", ("A", "b")) == told(armed, "fire", ("A", "b"))


def _again(_state: State) -> list[Any]:
    return [
        unit("A", foot, Special.SKIRMISHERS, front=(31, 20)),
        unit("C", front=(41, 20)),
        unit("b", front=(36, 30), facing=180),
    ]


@pytest.mark.parametrize(
    ("situation", "given", "says"),
    [
        ("shoot", {"distance": 13}, "mode"),
        ("shoot", {"mode": "canister"}, "mode"),
        ("shoot", {"supporters": 4}, "supporters"),
        ("shoot", {"supporters": 1, "support_canister": 2}, "support_canister"),
        ("shoot", {"figures": 2}, "figures"),
        ("fight", {"supporters": 2, "supporters_canister": 1}, "supporters"),
        ("fight", {"supporters": 9}, "supporters"),
        ("fight", {"tenacity": 2, "losses": 3}, "losses"),
        ("fight", {"brigade": 1, "brigade_support": "yes"}, "brigade"),
        ("fight", {"troops": "line", "ranks": 4}, "ranks"),
        ("rally", {"losses": 0}, "losses"),
        ("fortitude", {"routed": 0}, "routed"),
        ("valour", {"taken": 0}, "taken"),
        ("fight", {"cards": 7}, "cards"),
    ],
)
def test_wrong_questions_name_their_field(situation: str, given: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput, match=rf"^\w*{says}: "):
        solve(RULESET, situation, given)


@rule("B45")
def test_canister_support_by_the_switch() -> None:
    asked = {"supporters": 1, "supporters_canister": 2, "canister_fills_two": "no"}
    assert solve(RULESET, "fight", asked).odds.tallies[0].tally.total == 4 + 2 + 8


def test_every_situation_answers_with_its_defaults() -> None:
    for name in RULESET.situations:
        report = solve(RULESET, name, {})
        assert sum(report.dist.fractions().values()) == 1
        assert report.odds.heads


def test_guns_shoot_from_where_they_stand() -> None:
    state = scene(unit("A", gun, front=(36, 10)), unit("b", front=(36, 30), facing=180), phase=Phase.FIRE)
    assert told(begin(state, "fire"), "fire", ("A", "b")).map(lambda end: end[0]).mean() == F(1, 2)
