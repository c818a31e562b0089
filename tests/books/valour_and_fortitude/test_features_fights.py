"""Distance, contact and fights at features. [VF 174, 177–182, B76, B77, B83]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.contact import figures_on, in_contact, touching
from grognard.books.valour_and_fortitude.facts.fighting import (
    automatic_rout,
    bout_of,
    melee_value,
    outflanked,
)
from grognard.books.valour_and_fortitude.facts.layout import distance
from grognard.books.valour_and_fortitude.facts.shooting import fire_value, range_to, shot_of
from grognard.books.valour_and_fortitude.state import State
from grognard.books.valour_and_fortitude.words import Deed, Mode, Phase
from grognard.engine.choices import Ask
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    both,
    find,
    foot,
    gun,
    horse,
    offered,
    put,
    scene,
    unit,
    why,
)
from tests.rules import rule

param = pytest.param

HOUSE = area("building", 25, 20, 35, 30)
WOOD = area("wood", 25, 20, 35, 30)


def acting(state: State, side: int = 0) -> Play:
    """A side's action phase, its first brigade active by itself."""
    game = begin(state, "action").play(("brigade", "I" if side == 0 else "i"))
    return game if isinstance(game.pending, Ask) else game.play(6)


def features(game: Play, verb: str) -> set[Any]:
    """Pairs of unit and feature by name."""
    terrain = game.state.field.terrain
    waiting = game.ask.offers.get(verb)
    if waiting is None:
        return set()
    return {(game.state.units[u].key, terrain[n].name) for u, n in waiting}


# ---- distance


@rule("174", "B8")
def test_distances_to_those_inside_are_the_features() -> None:
    state = scene(
        unit("A", inside="building", at=(5, 5)), unit("b", front=(30, 40), facing=180), terrain=(HOUSE,)
    )
    assert distance(state, *state.units) == 1000
    guns = scene(
        unit("A", gun, inside="building", at=(5, 5)), unit("b", front=(30, 40), facing=180), terrain=(HOUSE,)
    )
    assert range_to(guns, *guns.units) == 1000


# ---- contact


def at_the_wall(figures: int, files: int, x: float = 30) -> State:
    """A unit facing north against the south side of a held building that ends at x 35."""
    return scene(
        unit("A", figures=figures, files=files, front=(x, 20)), unit("b", inside="building"), terrain=(HOUSE,)
    )


@pytest.mark.parametrize(
    ("x", "yes"),
    [
        param(30, True, id="all of it"),
        # Six files, 4.8 wide: of the leftmost three the third begins at x - 0.8.
        param(35.7, True, id="three figures"),
        param(36.5, False, id="two figures"),
    ],
)
@rule("180", "B83")
def test_three_figures_on_a_held_feature_are_contact(x: float, yes: bool) -> None:
    state = at_the_wall(6, 6, x)
    assert touching(state, *state.units) is yes
    assert in_contact(state, find(state, "b")) is yes


@rule("B83", "180")
def test_figures_of_any_rank_will_do_but_front_rank_figures_decide_who_is_outflanked() -> None:
    # A march column with its flank along the wall: eight figures touch, one of them in the front rank.
    column = unit("A", figures=24, files=3, at=(30, 18.8), facing=90)
    state = scene(column, unit("b", inside="building"), terrain=(HOUSE,))
    ours, theirs = state.units
    assert touching(state, ours, theirs)
    assert figures_on(state, ours, theirs, front_only=False) == 8
    assert figures_on(state, ours, theirs) == 1
    assert outflanked(state, ours, theirs)


@rule("180", "29")
def test_one_gun_base_on_a_feature_is_three_figures() -> None:
    state = scene(unit("A", gun, front=(30, 20)), unit("b", inside="building"), terrain=(HOUSE,))
    assert touching(state, *state.units)


@pytest.mark.parametrize("phase", list(Phase))
@rule("B76", "180")
def test_contact_with_occupants_holds_in_every_phase_or_in_melee_only(phase: Phase) -> None:
    units = unit("A", figures=6, files=6, front=(30, 20)), unit("b", inside="building")
    always = scene(*units, terrain=(HOUSE,), phase=phase)
    assert in_contact(always, find(always, "A"))
    melee = scene(*units, terrain=(HOUSE,), phase=phase, options={"feature_contact_always": False})
    assert in_contact(melee, find(melee, "A")) is (phase is Phase.MELEE)


@rule("B76", "51", "45")
def test_in_contact_with_a_feature_nobody_shoots_and_the_outsider_leaves_by_retreat() -> None:
    state = scene(
        unit("A", figures=6, files=6, front=(30, 20)),
        unit("b", inside="building"),
        terrain=(HOUSE,),
        phase=Phase.FIRE,
    )
    assert begin(state, "fire").over
    game = acting(state)
    assert offered(game, "move") == set()
    assert offered(game, "retreat") == {"A"}
    off = scene(
        unit("A", figures=6, files=6, front=(30, 20)), unit("b", inside="building"), terrain=(HOUSE,),
        phase=Phase.FIRE, options={"feature_contact_always": False},
    )  # fmt: skip
    assert offered(begin(off, "fire"), "fire") == {("A", "b")}


@rule("180", "99")
def test_those_inside_have_to_fight_in_their_own_melee_phase() -> None:
    state = scene(
        unit("A", inside="building"), unit("b", figures=6, files=6, front=(30, 30), facing=180),
        terrain=(HOUSE,), phase=Phase.MELEE,
    )  # fmt: skip
    assert offered(begin(state, "melee"), "fight") == {("A", "b")}


@rule("177", "74")
def test_friends_may_touch_a_feature_that_friends_hold() -> None:
    state = scene(unit("A", front=(30, 18)), unit("B", inside="building"), terrain=(HOUSE,))
    assert why(state, "A", "forward 2") == ""


@rule("177", "77")
def test_enemies_may_come_near_a_held_feature_but_touch_it_only_by_assault() -> None:
    state = scene(unit("A", front=(30, 16)), unit("b", inside="building"), terrain=(HOUSE,))
    assert why(state, "A", "forward 3.9") == ""
    assert why(state, "A", "forward 4") == "177"
    assert why(state, "A", "forward 4", deed=Deed.ASSAULT, target="b") == ""
    empty = scene(unit("A", front=(30, 16)), terrain=(HOUSE,))
    assert why(empty, "A", "forward 4") == ""


@rule("177", "B83")
def test_an_assault_on_a_feature_ends_with_three_figures_on_it() -> None:
    state = scene(
        unit("A", figures=6, files=6, front=(35.7, 18)), unit("b", inside="building"), terrain=(HOUSE,)
    )
    assert why(state, "A", "forward 2", deed=Deed.ASSAULT, target="b") == ""
    short = put(state, "A", x=3650)
    assert why(short, "A", "forward 2", deed=Deed.ASSAULT, target="b") == "177"


# ---- fighting over features


def bout(state: State, key: str, against: str) -> int:
    """A unit's melee value against another, on its own."""
    return melee_value(bout_of(state, find(state, key), find(state, against), 0, False)).total


@rule("178")
def test_infantry_inside_halves_its_fire_and_adds_one_in_melee() -> None:
    outside = unit("b", figures=12, files=6, front=(30, 30), facing=180)
    state = scene(unit("A", inside="building", fire=4), outside, terrain=(HOUSE,))
    assert fire_value(shot_of(state, *both(state), Mode.VOLLEY)).total == 2
    assert bout(state, "A", "b") == 5
    # In the open, in attack column for want of a line's bonus: plain values.
    bare = scene(unit("A", figures=24, files=8, front=(30, 30), fire=4), outside)
    assert bout(bare, "A", "b") == 4


@rule("179", "B52")
def test_cavalry_and_artillery_inside_or_fighting_somebody_inside_are_halved() -> None:
    outside = unit("b", figures=12, files=6, front=(30, 30), facing=180)
    for arm, melee in ((horse, 6), (gun, 4)):
        inside = scene(unit("A", arm, inside="building", melee=melee), outside, terrain=(HOUSE,))
        assert bout(inside, "A", "b") == melee // 2
        body = unit("A", arm, front=(30, 20), melee=melee, files=1 if arm is gun else 5)
        against = scene(body, unit("b", inside="building"), terrain=(HOUSE,))
        assert bout(against, "A", "b") == melee // 2
    # Infantry outside is not halved.
    column = scene(
        unit("A", figures=24, files=6, front=(30, 20)), unit("b", inside="building"), terrain=(HOUSE,)
    )
    assert bout(column, "A", "b") == 4 + 1  # 113


@rule("179")
def test_a_guns_fire_from_inside_is_not_halved() -> None:
    state = scene(
        unit("A", gun, inside="building", fire=2), unit("b", front=(30, 40), facing=180), terrain=(HOUSE,)
    )
    assert fire_value(shot_of(state, *both(state), Mode.VOLLEY)).total == 2


@rule("182", "B77")
def test_nobody_routs_at_once_where_either_side_is_inside() -> None:
    riders = unit("A", horse, figures=5, files=5, front=(30, 20))
    inside = scene(riders, unit("b", inside="building"), terrain=(HOUSE,))
    assert automatic_rout(inside, find(inside, "b"), find(inside, "A"), ()) is None
    # Nor a gun outside that loses as the target of an occupant.
    guns = scene(unit("A", inside="building"), unit("b", gun, front=(30, 30), facing=180), terrain=(HOUSE,))
    assert automatic_rout(guns, find(guns, "b"), find(guns, "A"), ()) is None
    bare = scene(unit("A", front=(30, 30)), unit("b", gun, front=(30, 30), facing=180))
    found = automatic_rout(bare, find(bare, "b"), find(bare, "A"), ())
    assert found is not None
    assert found.cite == "136"


def storm(losses: int = 0, arm: Any = foot, **more: Any) -> Play:
    """Six files assault a building; the fight is chosen."""
    state = scene(
        unit("A", arm, figures=6, files=6, front=(30, 20), melee=4, brigade="II"),
        unit("b", inside="building", melee=1, tenacity=2, losses=losses, brigade="ii", **more),
        unit("C", at=(60, 10)),
        unit("d", at=(60, 40), facing=180),
        terrain=(HOUSE,),
        phase=Phase.MELEE,
    )
    return begin(state, "melee").play(("fight", ("A", "b")))


def through(game: Play, *faces: Any) -> Play:
    """Let dice fall as given, then low ones, until somebody is asked something."""
    given = list(faces)
    while not game.over:
        waiting = game.pending
        if waiting is None or not hasattr(waiting, "dice"):
            return game
        count = waiting.dice.faces()[0]
        game.play(given.pop(0) if given else (1,) * count)
    return game


@rule("181", "171")
def test_if_the_occupant_loses_and_routs_the_attacker_may_occupy() -> None:
    game = through(storm(losses=2), (6, 6, 6, 6), (1, 1), (1, 1, 1, 1))
    assert not game.unit("b").on_table
    assert set(game.ask.offers) == {"take", "stay_out"}
    assert game.play("take").unit("A").inside == 0


@rule("181")
def test_a_beaten_occupant_that_stands_keeps_the_feature() -> None:
    game = through(storm(), (6, 1, 1, 1), (1, 1))
    assert game.unit("b").losses == 1
    assert game.unit("b").inside == 0
    assert game.unit("A").inside < 0


@rule("182", "108")
def test_beaten_cavalry_does_not_retreat_from_a_feature() -> None:
    game = through(storm(arm=horse), (1, 1), (6, 6))
    assert game.notes("fight result")[-1].facts["side"] == 1
    assert not game.notes("retreats")
    assert game.unit("A").y == scene(unit("A", horse, figures=6, files=6, front=(30, 20))).units[0].y
