"""What is left behind: nothing to reroll, leaders out of houses, a fight that is still one of a feature. [10, 79, 98, 172, 182]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.sight import lines
from grognard.books.valour_and_fortitude.state import State, Zone
from grognard.books.valour_and_fortitude.steps.env import Brigading, Leading, Placing, Shooting, Suffering
from grognard.books.valour_and_fortitude.words import Mode, Phase, Special, Where
from grognard.engine.flow import replace
from tests.books.valour_and_fortitude.bouts import fight, foe, foremost, hit, melee
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    foot,
    horse,
    lead,
    leader,
    scene,
    unit,
)
from tests.rules import rule

param = pytest.param
HOUSE = area("building", 34, 4, 38, 8, name="house")
AWAY = {"I": (2, 2), "i": (70, 46), "General": (4, 2), "general": (66, 46)}


def env(game: Play) -> Any:
    """Whom the stretch being played concerns."""
    return game.position.agenda[-1].env


# ---- rerolls


@rule("10", "11", "125")
def test_after_a_volley_is_rerolled_nothing_is_left_to_reroll() -> None:
    state = scene(
        unit("A", foot, Special.DISCIPLINED_MUSKETRY, front=(30, 20), fire=4),
        unit("b", front=(30, 30), facing=180, tenacity=6),
        phase=Phase.FIRE,
        hands=((6,), ()),
    )
    game = begin(state, "shoot", env=Shooting(0, 1, Mode.VOLLEY)).play((1, 1, 2, 5))
    assert (env(game).main.hits, env(game).main.ones, env(game).main.spare) == (1, 2, 1)
    game.play((6, 2))
    assert (env(game).main.hits, env(game).main.ones, env(game).main.spare) == (2, 0, 1)
    game.play("deadly_attack")
    assert (env(game).main.hits, env(game).main.again, env(game).main.spare) == (2, 1, 0)
    game.play(6)
    assert game.unit("b").losses == 3


@rule("11", "FC6")
def test_after_a_card_is_used_in_a_fight_nothing_is_left_to_reroll() -> None:
    state = melee(foremost("A", melee=3, files=6), foe("b", melee=2), hands=((6,), ()), leaders=AWAY)
    game = fight(state)
    dice = game.throw.dice.faces()[0]
    game.play((5,) + (2,) * (dice - 1))
    assert (env(game).main.hits, env(game).main.spare) == (1, dice - 1)
    game.play("deadly_attack", (6,) * (dice - 1))
    main = env(game).main
    assert (main.hits, main.ones, main.spare, main.again) == (dice, 0, 0, 0)


@rule("F5.22", "133")
def test_after_a_stoic_reroll_nothing_is_left_to_reroll() -> None:
    state = scene(
        unit("A", foot, Special.STOIC, at=(30, 10), losses=4), unit("b", at=(60, 40)), hands=((8,), ())
    )
    game = begin(state, "suffer", env=Suffering(0, 3)).play((1, 5, 6))
    assert (env(game).ones, env(game).passed) == (1, 2)
    game.play(2)
    assert (env(game).ones, env(game).failed) == (0, True)
    assert "inspiration" in game.ask.offers
    again = begin(state, "suffer", env=Suffering(0, 3)).play((1, 5, 6), 4)
    assert again.over
    assert again.unit("A").on_table


# ---- leaders


def camp(**more: Any) -> State:
    """One unit a side; a house near ours."""
    return scene(
        unit("A", figures=12, files=4, front=(20, 10)),
        unit("z", front=(36, 40), facing=180),
        terrain=(HOUSE,),
        **more,
    )


@rule("98", "176", "B81")
@pytest.mark.parametrize("inside", [-1, 0])
def test_a_leader_who_has_ridden_is_in_no_feature(inside: int) -> None:
    state = lead(camp(leaders={"I": (36, 6) if inside == 0 else (20, 2)}), "I", inside=inside)
    game = begin(state, "leader", env=Leading(leader(state, "I").id)).play(("ride", (("place", 3600, 1300),)))
    assert (game.leader("I").inside, game.leader("I").x, game.leader("I").y) == (-1, 3600, 1300)


@rule("79", "184a")
def test_a_leader_turned_out_of_a_house_starts_from_its_middle() -> None:
    state = lead(camp(leaders={"General": (4, 2)}), "general", inside="house", at=(35, 7))
    near = replace(state, units=(replace(state.units[0], x=3200, y=600), *state.units[1:]))
    game = begin(near, "brigade", env=Brigading(0)).play(("occupy", ("A", "house")))
    out = game.leader("general")
    assert (out.inside, out.x, out.y) == (-1, 3600, 600)
    game.play(("put_back", (("place", 3600, 3600),)))
    assert (game.leader("general").inside, game.leader("general").y) == (-1, 3600)


def deploying(name: str = "I", inside: int = -1) -> Play:
    """Our brigade is being set up, its leader standing or inside the house."""
    zones = (Zone(0, ((0, 0), (7200, 0), (7200, 1400), (0, 1400))),)
    state = lead(camp(options={"free_deployment": True}), name, inside=inside)
    state = replace(state, field=replace(state.field, zones=zones))
    return begin(state, "set up brigade", env=Placing(0, brigade=0))


@rule("44a", "172")
@pytest.mark.parametrize("inside", [-1, 0])
def test_a_leader_who_follows_his_units_or_is_posted_is_in_no_feature(inside: int) -> None:
    followed = deploying(inside=inside).play("ready").leader("I")
    assert followed.inside == -1
    assert followed.y < 1000  # behind A's front, which is at 10
    posted = deploying(inside=inside).play(("post", (("place", 600, 600),)))
    assert posted.leader("I").inside == -1
    # Where he was posted he stays: he no longer follows.
    assert (posted.play("ready").leader("I").x, posted.leader("I").y) == (600, 600)
    billeted = deploying(inside=inside).play(("billet", "house"), "ready").leader("I")
    assert (billeted.inside, billeted.x, billeted.y) == (0, 3600, 600)


@rule("138", "140")
def test_who_has_routed_is_in_no_feature_and_neither_is_his_leader() -> None:
    state = scene(
        unit("A", inside="house", losses=4), unit("z", front=(36, 40), facing=180), terrain=(HOUSE,)
    )
    game = begin(lead(state, "I", inside="house"), "suffer", env=Suffering(0, 1)).play(1)
    assert (game.unit("A").where, game.unit("A").inside) == (Where.ROUTED, -1)
    assert (game.leader("I").where, game.leader("I").inside) == (Where.ROUTED, -1)


# ---- second fights


@rule("B65", "182", "108")
@pytest.mark.parametrize("held", [True, False])
def test_headstrong_horse_thrown_back_from_a_house_need_not_retreat(held: bool) -> None:
    """A routs b, charges on at c and is beaten: only in the open must it fall back."""
    house = area("building", 33, 34, 39, 38, name="house")
    where: dict[str, Any] = {"inside": "house"} if held else {"front": (36, 34), "facing": 180}
    state = melee(
        foremost("A", horse, Special.HEADSTRONG, figures=6, files=6, tenacity=6),
        foe("b", figures=12, files=6),
        unit("c", figures=12, files=6, melee=6, **where),
        unit("d", front=(8, 44), facing=180),
        terrain=(house,) if held else (),
        leaders=AWAY,
    )
    game = hit(fight(state), 2, 0).play(("charge_at", "c"))
    game.play(("charge", next(iter(game.ask.offers["charge"]))))
    hit(game, 0, 2)
    assert game.notes("fight result")[-1].facts["side"] == 1
    assert game.over is held
    if not held:
        assert set(game.ask.offers) == {"fall_back"}


# ---- sight


@rule("174", "175")
def test_a_look_out_of_a_house_that_is_barred_is_shown_from_the_nearest_wall() -> None:
    """A long line of friends closes the view: what is drawn begins where the house is nearest to the target."""
    state = scene(
        unit("A", inside="house"),
        unit("z", figures=6, files=6, front=(36, 40), facing=180),
        unit("B", figures=120, files=60, front=(36, 24)),
        terrain=(area("building", 34, 4, 38, 8, name="house"),),
    )
    (line,) = lines(state, state.units[0], state.units[1])
    assert not line.clear
    assert line.start[1] == 800
    assert 3400 <= line.start[0] <= 3800
