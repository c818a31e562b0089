"""Headstrong horse: it charges on after its fight and fights again. [VF F5.6, F5.6a, B65]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.state import State, Today, Unit
from grognard.books.valour_and_fortitude.words import Special, Where
from tests.books.valour_and_fortitude.bouts import fall_back, fight, foe, foremost, hit, melee
from tests.books.valour_and_fortitude.drill import begin, horse, offered, put, told, unit
from tests.rules import rule

AWAY = {"I": (2, 2), "i": (70, 46), "General": (4, 2), "general": (66, 46)}
"""Leaders where nobody rides over them."""


def bold(key: str = "A", **more: Any) -> Unit:
    """Headstrong horse."""
    maker = foremost if key.isupper() else foe
    return maker(key, horse, Special.HEADSTRONG, **{"figures": 6, "files": 6, **more})


def beyond(*more: Unit, **fields: Any) -> State:
    """A fights b; c stands behind b, visible once b is gone."""
    return melee(
        bold(),
        foe("b", figures=12, files=6),
        unit("c", files=6, figures=12, front=(36, 34), facing=180),
        unit("d", front=(8, 44), facing=180),
        *more,
        **{"leaders": AWAY, **fields},
    )


@rule("F5.6", "B65")
def test_headstrong_horse_must_charge_on() -> None:
    game = hit(fight(beyond()), 2, 0)
    assert game.unit("b").where is Where.ROUTED
    assert set(game.ask.offers) == {"charge_at"}
    assert offered(game, "charge_at") == {"c"}
    game.play(("charge_at", "c"))
    game.play(("charge", next(iter(game.ask.offers["charge"]))))
    assert game.unit("A").today.assaulted
    assert game.throw.what == "hit tests"
    assert "F5.6" in told(game)
    assert game.throw.dice.faces()[0] == 6 - 1


@rule("F5.6", "B65")
@pytest.mark.parametrize("words", [(), (Special.HEADSTRONG,)])
def test_only_headstrong_horse_and_only_if_somebody_can_be_reached(words: tuple[Any, ...]) -> None:
    attacker = foremost("A", horse, *words, figures=6, files=6)
    state = melee(attacker, foe("b", figures=12, files=6), unit("c", front=(8, 44), facing=0))
    game = hit(fight(state), 2, 0)
    assert "charge_at" not in game.ask.offers
    assert set(game.ask.offers) == {"fall_back", "stand_fast"}


@rule("F5.6", "108")
def test_it_charges_on_when_its_opponent_retreats() -> None:
    state = melee(
        bold(),
        foe("b", horse, figures=6, files=6),
        unit("c", front=(50, 36), facing=180, files=6),
        size=(100, 80),
    )
    game = hit(fight(state), 2, 0)
    *_, last = game.ask.offers["fall_back"]
    game.play(("fall_back", last))
    assert "charge_at" in game.ask.offers


@rule("F5.6a", "B65")
def test_one_such_fight_and_no_retreat_of_choice_after_it() -> None:
    game = hit(fight(beyond(unit("e", files=6, figures=12, front=(24, 34), facing=180))), 2, 0)
    game.play(("charge_at", sorted(offered(game, "charge_at"))[0]))
    game.play(("charge", next(iter(game.ask.offers["charge"]))))
    hit(game, 3, 0)
    assert game.over  # neither a third fight nor the winner's choice to fall back


@rule("B65", "106")
def test_the_new_enemy_fights_back_even_if_it_has_fought() -> None:
    state = beyond()
    spent = put(state, "c", today=Today(fought=True))
    game = hit(fight(spent), 2, 0).play(("charge_at", "c"))
    game.play(("charge", next(iter(game.ask.offers["charge"]))))
    hit(game, 0)
    assert game.throw.facts["unit"] == 2
    hit(game, 0)
    # A tie: the active side wins, and infantry beaten by horse routs.
    assert game.unit("c").where is Where.ROUTED


@rule("B65", "110")
def test_the_new_enemy_still_has_its_own_fight() -> None:
    """D touches c and has picked it; A routs b, charges c as well and is thrown back. D's fight is still to come."""
    state = melee(
        bold(),
        foe("b", figures=12, files=6),
        unit("c", files=12, front=(36, 34), facing=180),
        unit("D", files=3, figures=9, front=(40.4, 35.6), facing=180),
        leaders=AWAY,
    )
    game = begin(state, "melee").play(("fight", ("A", "b")))
    hit(game, 2, 0).play(("charge_at", "c"))
    game.play(("charge", next(iter(game.ask.offers["charge"]))))
    hit(game, 0, 1)
    fall_back(game)
    assert offered(game, "fight") == {("D", "c")}
    game.play(("fight", ("D", "c")))
    hit(game, 0)
    assert game.throw.facts["unit"] == 2  # and c fights back again


@rule("B65")
@pytest.mark.parametrize("switch", [True, False])
def test_headstrong_after_fighting_back_is_a_switch(switch: bool) -> None:
    """b, the passive side's horse, beats A's foot off and would charge C behind it."""
    state = melee(
        foremost("A", losses=4, figures=12, files=6),
        bold("b"),
        unit("C", files=6, figures=12, front=(36, 14)),
        options={"headstrong_fighting_back": switch},
        leaders=AWAY,
    )
    game = hit(fight(state), 0, 3)
    game.play((1,) * game.throw.dice.faces()[0])
    assert game.unit("A").where is Where.ROUTED
    assert ("charge_at" in game.ask.offers) is switch
    if switch:
        game.play(("charge_at", "C"))
        game.play(("charge", next(iter(game.ask.offers["charge"]))))
        hit(game, 1, 1)
        # Tied: the active side wins as always, though it is b that charged.
        (_, last) = game.notes("fight result")
        assert last.facts["side"] == 0


@rule("B65", "124")
def test_brigade_support_but_no_melee_support_in_the_second_fight() -> None:
    near = unit("E", files=6, figures=12, front=(30, 31))
    helper = unit("F", files=3, figures=9, front=(39, 35.6), facing=180, brigade="II")
    state = beyond(near, helper)
    game = hit(fight(state), 2, 0)
    game.play(("charge_at", "c"))
    game.play(("charge", next(iter(game.ask.offers["charge"]))))
    game.play(("stand_by", "E"))
    assert "122" not in told(game)
    assert "124" in told(game)


@rule("F5.6", "91")
def test_a_headstrong_unit_that_still_touches_an_enemy_stays() -> None:
    state = melee(
        bold(figures=12, files=12),
        foe("b", figures=12, files=6, front=(33.5, 24)),
        foe("e", figures=12, files=6, front=(38.5, 24)),
        unit("c", files=6, figures=12, front=(33, 34), facing=180),
    )
    game = hit(fight(state), 3, 0)
    assert game.unit("b").where is Where.ROUTED
    assert "charge_at" not in game.ask.offers
