"""Defendable features: getting in and out, limits, contact, fights, sections. [VF 168–184b, B37, B49, B57, B76, B77, B81, B83, B84]"""

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
from grognard.books.valour_and_fortitude.facts.placing import Leaver
from grognard.books.valour_and_fortitude.facts.riding import displaced, mover_for_leader
from grognard.books.valour_and_fortitude.facts.shooting import fire_value, range_to, shot_of
from grognard.books.valour_and_fortitude.facts.soundness import faults
from grognard.books.valour_and_fortitude.state import State, Terrain, Unit
from grognard.books.valour_and_fortitude.words import Deed, Mode, Phase
from grognard.engine.choices import Ask, Throw
from tests.books.valour_and_fortitude.drill import (
    Play,
    area,
    begin,
    both,
    cite,
    find,
    foot,
    gun,
    horse,
    hundredths,
    lead,
    leader,
    offered,
    place,
    put,
    refused,
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


# ---- getting in


@pytest.mark.parametrize(
    ("y", "yes"),
    [
        param(17.01, True, id="less than 3 away"),
        param(17.0, False, id="exactly 3 away"),
        param(10, False, id="far away"),
    ],
)
@rule("171", "B73")
def test_a_unit_less_than_three_away_may_occupy_instead_of_acting(y: float, yes: bool) -> None:
    game = acting(scene(unit("A", front=(30, y)), terrain=(HOUSE,)))
    assert features(game, "occupy") == ({("A", "building")} if yes else set())


@rule("171", "B37", "184a")
def test_occupying_is_the_units_action_and_takes_its_figures_off_the_table() -> None:
    ours, friend = unit("A", front=(30, 18)), unit("B", front=(50, 18))
    game = acting(scene(ours, friend, terrain=(HOUSE,))).play(("occupy", ("A", "building")))
    assert game.unit("A").inside == 0
    assert game.unit("A").today.acted
    assert "A" not in offered(game, "move")
    # Where it stood there is room now: its bases no longer count.
    assert why(game.state, "B", ("glide", 3000, 1600, 0)) in ("76", "")
    far = put(game.state, "B", x=3000, y=1300)
    assert why(far, "B", "forward 4") == ""


@rule("171", "B37", "69")
def test_far_from_its_leader_a_unit_needs_a_messenger_to_occupy() -> None:
    state = scene(unit("A", front=(30, 18)), terrain=(HOUSE,), leaders={"I": (60, 5)})
    game = acting(state).play(("occupy", ("A", "building")))
    assert game.throw.what == "messenger"
    game.play(3)
    assert game.unit("A").inside < 0
    assert game.unit("A").today.acted


@rule("171", "B37", "49")
def test_a_unit_that_shot_does_not_occupy() -> None:
    game = begin(
        scene(unit("A", front=(30, 18), today={"shot": True}), unit("B", front=(50, 5)), terrain=(HOUSE,)),
        "action",
    ).play(("brigade", "I"))
    assert features(game, "occupy") == set()


@rule("171")
def test_enemies_near_or_touching_the_feature_do_not_keep_one_out() -> None:
    enemy = unit("b", front=(30, 30), facing=180)
    game = acting(scene(unit("A", front=(30, 18)), enemy, terrain=(HOUSE,)))
    assert features(game, "occupy") == {("A", "building")}


@rule("169", "171")
def test_one_unit_fills_a_feature_friend_or_foe() -> None:
    for other in ("B", "b"):
        state = scene(unit("A", front=(30, 18)), unit(other, inside="building"), terrain=(HOUSE,))
        assert features(acting(state), "occupy") == set()


@rule("169")
def test_no_position_has_two_units_in_one_feature() -> None:
    state = scene(unit("A", inside="building"), unit("B", inside="building"), terrain=(HOUSE,))
    assert any("169" in fault for fault in faults(state))
    assert not list(faults(put(state, "B", inside=-1, x=5000, y=1000)))


@rule("168", "184b")
def test_moves_go_neither_into_nor_through_a_feature() -> None:
    state = scene(unit("A", horse, figures=4, files=4, front=(30, 19)), terrain=(WOOD,))
    assert why(state, "A", "forward 1") == ""
    assert why(state, "A", "forward 2") == "168"
    assert why(state, "A", "forward 18") == "168"


# ---- leaders inside


@rule("169", "170", "171")
def test_leaders_enter_beside_a_friendly_unit_and_each_other() -> None:
    state = scene(
        unit("A", inside="building"), terrain=(HOUSE,), leaders={"I": (30, 18), "General": (30, 32)}
    )
    game = acting(state).play("finish", ("shelter", 0))
    game.play(("shelter", 0))
    assert leader(game.state, "I").inside == leader(game.state, "General").inside == 0


@pytest.mark.parametrize(
    ("at", "yes"), [((30, 16.51), True), ((30, 16.5), False)], ids=["less than 3", "exactly 3"]
)
@rule("171", "B73")
def test_a_leader_too_must_be_less_than_three_away(at: tuple[float, float], yes: bool) -> None:
    game = acting(scene(unit("A", front=(50, 10)), terrain=(HOUSE,), leaders={"I": at})).play("finish")
    assert ("shelter" in game.ask.offers) is yes


@rule("170")
def test_leaders_stay_out_where_an_enemy_unit_or_leader_is_inside() -> None:
    state = scene(unit("A", front=(50, 10)), terrain=(HOUSE,), leaders={"I": (30, 18)})
    assert "shelter" in acting(state).play("finish").ask.offers
    enemy = scene(
        unit("A", front=(50, 10)), unit("b", inside="building"), terrain=(HOUSE,), leaders={"I": (30, 18)}
    )
    assert "shelter" not in acting(enemy).play("finish").ask.offers
    general = lead(state, "general", inside="building")
    assert "shelter" not in acting(general).play("finish").ask.offers


@rule("170", "79", "B81")
def test_a_unit_entering_displaces_enemy_leaders_inside() -> None:
    state = scene(unit("A", front=(30, 18)), unit("b", front=(30, 42), facing=180), terrain=(HOUSE,))
    state = lead(state, "i", inside="building", at=(30, 25))
    game = acting(state).play(("occupy", ("A", "building")))
    assert game.ask.who == (1,)
    assert refused(game, "put_back", (("place", 3000, 3500),)) == "79"  # 7 from his nearest unit
    game.play(("put_back", (("place", 3000, 3600),)))
    assert leader(game.state, "i").inside < 0


@rule("B81", "97")
def test_entering_a_feature_is_the_leaders_move_and_so_is_leaving() -> None:
    state = scene(unit("A", front=(50, 10)), terrain=(HOUSE,), leaders={"I": (30, 18), "General": (60, 40)})
    game = acting(state).play("finish", ("shelter", 0))
    assert game.ask.prompt == "Move General"  # he has had his move


@rule("176", "B81")
def test_a_leader_leaves_to_wholly_within_six_and_three_from_enemies() -> None:
    state = scene(unit("A", inside="building"), unit("b", front=(50, 25), facing=270), terrain=(HOUSE,))
    state = lead(state, "I", inside="building", at=(30, 25))
    mover = mover_for_leader(state, leader(state, "I"))
    cases = {(30, 35.5): "", (30, 35.51): "176", (40.5, 10): "176"}
    for spot, number in cases.items():
        assert cite(mover.refusal((("place", hundredths(spot[0]), hundredths(spot[1])),))) == number
    close_by = scene(unit("A", inside="building"), unit("b", front=(41, 25), facing=270), terrain=(HOUSE,))
    mover = mover_for_leader(
        lead(close_by, "I", inside="building"), leader(lead(close_by, "I", inside="building"), "I")
    )
    assert cite(mover.refusal((("place", 3750, 2500),))) == ""  # exactly 3 away
    assert cite(mover.refusal((("place", 3751, 2500),))) == "176"


# ---- getting out


def leaving(*others: Unit, terrain: tuple[Terrain, ...] = (HOUSE,)) -> Leaver:
    """A unit about to leave the building."""
    state = scene(unit("A", inside="building"), *others, terrain=terrain)
    return Leaver(state, find(state, "A"))


def out(x: float, y: float, files: int = 12, facing: float = 0, order: str = "close") -> Any:
    """Set down there."""
    return (("place", hundredths(x), hundredths(y), round(facing * 10), order, files),)


@pytest.mark.parametrize(
    ("spot", "number"),
    [
        param(out(30, 35.2), "", id="wholly within 6: its rear at 34.4, its front at 36"),
        param(out(30, 35.21), "176", id="a hundredth sticks out"),
        param(out(30, 30.8), "", id="against the wall"),
        param(out(30, 30.5), "168", id="still inside"),
        param(out(30, 32, files=3, facing=90), "", id="in march column along the wall"),
        param(out(30, 32, files=6), "", id="in attack column"),
        param(out(30, 18, files=6, facing=180), "", id="out of the back"),
        param(out(30, 33.2, files=3), "176", id="a march column is longer than 6"),
        param(out(30, 33, files=24), "20", id="not in one rank"),
    ],
)
@rule("176")
def test_a_unit_leaves_to_wholly_within_six_in_any_formation(spot: Any, number: str) -> None:
    assert cite(leaving().refusal(spot)) == number


@rule("176", "174", "B73")
def test_it_leaves_to_at_least_three_from_enemies_in_the_open_and_inside() -> None:
    # The enemy's front is at 36; with its own front at 33 it is exactly 3 away.
    enemy = unit("b", front=(30, 36), facing=180)
    assert cite(leaving(enemy).refusal(out(30, 32.2))) == ""
    assert cite(leaving(enemy).refusal(out(30, 32.21))) == "77"
    wood = area("wood", 25, 36, 35, 40)
    inside = unit("b", inside="wood")
    assert cite(leaving(inside, terrain=(HOUSE, wood)).refusal(out(30, 32.2))) == ""
    assert cite(leaving(inside, terrain=(HOUSE, wood)).refusal(out(30, 32.21))) == "176"
    assert cite(leaving(terrain=(HOUSE, wood)).refusal(out(30, 32.21))) == ""


@rule("176", "184b")
def test_nobody_leaves_in_the_turn_he_entered() -> None:
    state = scene(unit("A", inside="building"), terrain=(HOUSE,))
    assert offered(acting(state), "exit") == {"A"}
    assert (
        offered(acting(put(state, "A", today=find(state, "A").today.__class__(entered=True))), "exit")
        == set()
    )
    # A whole turn later he may: two turns to pass through.
    game = acting(scene(unit("A", front=(30, 18)), terrain=(HOUSE,))).play(("occupy", ("A", "building")))
    assert offered(game, "exit") == set()


@rule("176")
def test_leaving_is_the_units_action() -> None:
    game = acting(scene(unit("A", inside="building"), terrain=(HOUSE,)))
    game.play(("exit", "A"), ("go", out(30, 32, files=6)))
    assert place(game.unit("A")) == (30, 32, 0)
    assert game.unit("A").inside < 0
    assert game.unit("A").today.acted


@rule("176", "170")
def test_a_leader_who_entered_this_turn_stays() -> None:
    state = scene(unit("A", inside="building"), terrain=(HOUSE,))
    state = lead(state, "I", inside="building", at=(30, 25))
    assert "ride" in acting(state).play("finish").ask.offers
    fresh = lead(state, "I", entered=True)
    assert acting(fresh).play("finish").ask.prompt == "Move General"


@rule("B84", "68")
def test_what_occupants_may_do() -> None:
    state = scene(
        unit("A", inside="building", losses=1), unit("b", front=(50, 25), facing=270), terrain=(HOUSE,)
    )
    game = acting(state)
    assert {verb for verb in game.ask.offers if "A" in offered(game, verb)} == {"rally", "exit"}
    outside = acting(scene(unit("A", front=(30, 15), losses=1), terrain=(HOUSE,)))
    assert {"move", "rally"} <= {verb for verb in outside.ask.offers if "A" in offered(outside, verb)}


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


# ---- sections


def village(shared: float = 3) -> tuple[Terrain, Terrain]:
    """Two sections side by side that share so much of a border."""
    west = area("building", 20, 20, 30, 30, name="west", group="village")
    east = area("building", 30, 30 - shared, 40, 40 - shared, name="east", group="village")
    return west, east


@pytest.mark.parametrize(
    ("shared", "yes"), [(3, True), (2.99, False), (10, True)], ids=["exactly 3", "less", "all of it"]
)
@rule("183", "B73")
def test_a_step_between_sections_needs_a_common_border_of_three(shared: float, yes: bool) -> None:
    game = acting(scene(unit("A", inside="west"), terrain=village(shared)))
    assert features(game, "step_across") == ({("A", "east")} if yes else set())


@rule("183")
def test_a_border_round_a_corner_counts_in_full() -> None:
    from tests.books.valour_and_fortitude.drill import ground

    # An L of 2 and 2 inches.
    west = ground(
        "wood", (20, 20), (30, 20), (30, 24), (32, 24), (32, 26), (20, 26), name="west", group="forest"
    )
    east = ground(
        "wood", (30, 22), (40, 22), (40, 30), (32, 30), (32, 24), (30, 24), name="east", group="forest"
    )
    game = acting(scene(unit("A", inside="west"), terrain=(west, east)))
    assert features(game, "step_across") == {("A", "east")}


@rule("183")
def test_only_sections_of_one_feature_are_connected() -> None:
    west, east = village()
    apart = west, area("building", 30, 27, 40, 37, name="east")
    assert features(acting(scene(unit("A", inside="west"), terrain=apart)), "step_across") == set()
    held = scene(unit("A", inside="west"), unit("b", inside="east"), terrain=(west, east))
    assert features(acting(held), "step_across") == set()


@rule("183", "184b")
def test_a_step_is_one_action_and_no_second_one_follows() -> None:
    game = acting(scene(unit("A", inside="west"), unit("B", at=(60, 10)), terrain=village()))
    game.play(("step_across", ("A", "east")))
    assert game.unit("A").inside == 1
    assert game.unit("A").today.entered
    assert "A" not in offered(game, "exit") | offered(game, "rally") | offered(game, "step_across")


@rule("183", "170")
def test_stepping_over_displaces_enemy_leaders() -> None:
    state = scene(unit("A", inside="west"), unit("b", at=(60, 40)), terrain=village())
    state = lead(state, "i", inside="east", at=(35, 35))
    game = acting(state).play(("step_across", ("A", "east")))
    assert game.ask.who == (1,)
    assert "put_back" in game.ask.offers


@rule("184", "99")
def test_neighbouring_sections_may_fight_and_need_not() -> None:
    state = scene(unit("A", inside="west"), unit("b", inside="east"), terrain=village(), phase=Phase.MELEE)
    game = begin(state, "melee")
    assert offered(game, "pick") == {("A", "b")}
    assert offered(game, "let_be") == {"A"}
    assert begin(state, "melee").play(("let_be", "A")).over
    game.play(("pick", ("A", "b")), ("fight", ("A", "b")))
    assert game.throw.what == "hit tests"
    apart = scene(unit("A", inside="west"), unit("b", inside="east"), terrain=village(2), phase=Phase.MELEE)
    assert begin(apart, "melee").over


@rule("184")
def test_who_is_let_be_does_not_fight_back() -> None:
    state = scene(unit("A", inside="west"), unit("b", inside="east"), terrain=village(), phase=Phase.MELEE)
    game = begin(state, "melee").play(("let_be", "A"))
    assert (game.unit("A").losses, game.unit("b").losses) == (0, 0)
    assert not game.notes("dice")


@rule("184", "180")
def test_next_door_is_no_contact() -> None:
    state = scene(unit("A", inside="west"), unit("b", inside="east"), terrain=village())
    assert not in_contact(state, find(state, "A"))


@rule("184a")
def test_bases_inside_block_nobody() -> None:
    state = scene(unit("A", inside="building", at=(50, 20)), unit("B", front=(50, 12)), terrain=(HOUSE,))
    assert why(state, "B", "forward 8") == ""
    assert not list(faults(put(state, "B", x=5000, y=2000)))


@rule("79", "170", "B81")
def test_in_a_crowd_a_displaced_leader_still_finds_room() -> None:
    """Friends stand shoulder to shoulder all round; he squeezes in where there is a gap."""
    wall = [
        unit("bcdefghij"[i], figures=36, files=6, at=(30 + 5.9 * (i % 3), 40 - 6 * (i // 3)), facing=180)
        for i in range(9)
    ]
    state = scene(unit("A", front=(30, 18)), *wall, terrain=(HOUSE,))
    state = lead(state, "i", inside="building", at=(30, 25))
    mover = displaced(state, leader(state, "i"))
    assert next(iter(mover.candidates()), None) is not None


@rule("183", "176")
def test_a_leader_too_steps_into_a_connected_section() -> None:
    state = scene(unit("A", inside="west"), terrain=village())
    state = lead(state, "I", inside="west", at=(25, 25))
    game = acting(state).play("finish")
    assert set(game.ask.offers["shelter"]) == {1}
    assert leader(game.play(("shelter", 1)).state, "I").inside == 1
    # Not where the enemy is, nor in the turn he came in.
    held = lead(
        scene(unit("A", inside="west"), unit("b", inside="east"), terrain=village()), "I", inside="west"
    )
    assert "shelter" not in acting(held).play("finish").ask.offers
    fresh = lead(state, "I", entered=True)
    assert acting(fresh).play("finish").ask.prompt == "Move General"


@rule("184", "101", "122", "B57")
def test_of_two_sections_that_attack_a_third_one_leads_and_the_other_supports() -> None:
    middle = area("building", 30, 20, 40, 30, name="middle", group="village")
    sides = (
        area("building", 20, 20, 30, 30, name="west", group="village"),
        area("building", 40, 20, 50, 30, name="east", group="village"),
    )
    state = scene(
        unit("A", inside="west"), unit("B", inside="east"), unit("c", inside="middle"),
        terrain=(middle, *sides), phase=Phase.MELEE,
    )  # fmt: skip
    assert figures_on(state, find(state, "B"), find(state, "c")) == 3
    # The enemy inside supports nobody next door by himself: he is chosen, or he is let be.
    assert figures_on(state, find(state, "c"), find(state, "A")) == 0
    game = begin(state, "melee").play(("pick", ("A", "c")), ("pick", ("B", "c")), ("fight", ("A", "c")))
    while not isinstance(game.pending, Throw):
        game.play(("join", "B") if "join" in game.ask.offers else "no_more")
    assert game.throw.dice.faces() == (4 + 1 + 2, 6)
