"""Attack, follow-up and storming. [TMWWBK T013–T038, R-09–R-13, R-28–R-31]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.bodies import gap, in_cohesion
from grognard.books.men_who_would_be_kings.facts.ground import unit_cover
from grognard.books.men_who_would_be_kings.facts.melee import strikes, tallies, why_not_attack
from grognard.books.men_who_would_be_kings.facts.paths import reach
from grognard.books.men_who_would_be_kings.tables.fighting import MELEE_DICE, MELEE_HITS, MELEE_SCORE, Strike
from grognard.books.men_who_would_be_kings.words import Action, Cover, Kind, Trait, Where
from grognard.engine.choices import Ask
from grognard.engine.flow import replace
from grognard.geometry.gaps import length
from tests.books.men_who_would_be_kings.scenes import (
    Play,
    area,
    begin,
    disc,
    find,
    gun,
    horse,
    irregular,
    light_horse,
    line,
    regular,
    scene,
    tribal,
    unit,
)
from tests.rules import rule

param = pytest.param
A = Action


def blow(**changes: object) -> Strike:
    """A plain strike, with changes."""
    return Strike(12, 5, False, False, "", False, 12, False, "", False)._replace(**changes)


@pytest.mark.parametrize(
    ("change", "dice"),
    [
        param({}, 12, marks=rule("T017", "T016"), id="one a model"),
        param({"models": 11, "halved": "T018"}, 5, marks=rule("T018", "T104", "T139"), id="Pinned, half"),
        param({"models": 11, "halved": "T112"}, 5, marks=rule("T112"), id="Gone to Ground, half"),
        param({"models": 1, "halved": "T018"}, 0, marks=rule("R-13"), id="half of one is none"),
        param({"foe_close_order": True, "foe_models": 9}, 9, marks=rule("T082", "R-51"), id="capped by Close Order"),
        param({"foe_close_order": True, "foe_models": 14}, 12, marks=rule("T082"), id="cap that does not bite"),
        param({"models": 16, "halved": "T018", "foe_close_order": True, "foe_models": 6}, 6, marks=rule("R-13"), id="halved, then capped"),
        param({"trait_die": 1}, 13, marks=rule("F-T24", "T147"), id="Brave"),
        param({"trait_die": -1}, 11, marks=rule("F-T16"), id="Weakling"),
        param({"models": 1, "halved": "T018", "trait_die": -1}, 0, marks=rule("F-T16"), id="not below none"),
    ],
)  # fmt: skip
def test_melee_dice(change: dict[str, object], dice: int) -> None:
    found = blow(**change)
    assert MELEE_DICE.tally(found, found.models).total == dice


@rule("T079", "R-04")
@pytest.mark.parametrize(("close", "score"), [(True, 4), (False, 5)])
def test_close_order_fights_one_better(close: bool, score: int) -> None:
    assert MELEE_SCORE.tally(blow(close_order=close), 5).total == score


@pytest.mark.parametrize(
    ("change", "hits"),
    [
        param({}, 1, marks=rule("T019"), id="one a hit"),
        param({"foe_cavalry": True}, 2, marks=rule("T020"), id="Cavalry struck by foot"),
        param({"foe_cavalry": True, "cavalry": True}, 1, marks=rule("T021"), id="Cavalry struck by Cavalry"),
        param({"foe_defends": "T022"}, 2, marks=rule("T022"), id="defended"),
        param({"foe_uphill": True}, 2, marks=rule("T023"), id="uphill"),
        param({"foe_uphill": True, "foe_defends": "T022"}, 2, marks=rule("R-11"), id="one clause, once"),
        param({"foe_uphill": True, "foe_cavalry": True}, 3, marks=rule("R-11"), id="and Cavalry besides"),
    ],
)
def test_hits_for_a_casualty(change: dict[str, object], hits: int) -> None:
    assert MELEE_HITS.tally(blow(**change), 1).total == hits


def duel(attacker: object, defender: object, **more: object) -> Play:
    """A attacks b; an order, if one is needed, is obeyed."""
    state = scene(attacker, defender, **more)  # type: ignore[arg-type]
    game = begin(state).do("attack", "A", "b")
    return game.total(12) if game.throw.what == "order" else game


def foot(**more: object) -> object:
    return unit("A", tribal, at=(36, 20), **more)  # type: ignore[arg-type]


@rule("T013", "R-37")
def test_the_target_must_be_seen() -> None:
    state = scene(
        unit("A", horse, at=(36, 15)),
        unit("b", tribal, at=(36, 26)),
        terrain=(area("building", 26, 19, 46, 21),),
    )
    refusal = why_not_attack(state, state.units[0], state.units[1], A.ATTACK)
    assert refusal is not None


@rule("T014", "R-09", "R-55")
@pytest.mark.parametrize(("inches", "legal"), [(8, True), (8.01, False)])
def test_the_target_must_be_within_a_move(inches: float, legal: bool) -> None:
    state = scene(unit("A", tribal, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 11 + inches)))
    assert (why_not_attack(state, state.units[0], state.units[1], A.ATTACK) is None) == legal


@rule("R-09", "R-26", "T091")
def test_difficult_ground_shortens_the_reach_but_not_for_tribes() -> None:
    sand = (area("sand", 30, 12, 42, 14),)
    for kind, legal in ((tribal, True), (horse, True), (irregular, False)):
        inches = 6 if kind is irregular else 8 if kind is tribal else 10
        state = scene(
            unit("A", kind, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 10 + inches)), terrain=sand
        )
        found = reach(state, state.units[0], state.units[1], {tribal: 800, horse: 1200, irregular: 600}[kind])
        assert (found is not None) == legal, kind


@rule("R-09", "R-56", "R-14")
def test_the_way_round_what_blocks_is_found() -> None:
    blocked = (area("building", 35, 14, 37, 16),)
    state = scene(unit("A", horse, 1, at=(36, 12)), unit("b", tribal, 1, at=(36, 18)), terrain=blocked)
    way = reach(state, state.units[0], state.units[1], 1200)
    assert way is not None
    assert len(way.points) > 1
    assert way.cost > 475


@rule("R-56", "R-25")
def test_a_third_enemy_bars_the_way() -> None:
    screen = unit("c", tribal, 16, at=(36, 15), row=True)
    state = scene(unit("A", regular, 1, at=(36, 10)), unit("b", tribal, 1, at=(36, 16.9)), screen)
    assert reach(state, state.units[0], state.units[1], 600) is None


@rule("T015", "R-57", "T150")
def test_the_attackers_end_in_contact_and_together() -> None:
    game = duel(foot(), unit("b", regular, at=(36, 28)))
    assert gap(game.state, game.unit("A"), game.unit("b")) <= 2
    assert in_cohesion(game.unit("A"))


@rule("T016", "T017", "R-10", "R-54")
def test_everybody_fights_and_third_units_do_not() -> None:
    bystander = unit("c", regular, at=(42, 28))
    state = scene(foot(), unit("b", regular, at=(36, 28)), bystander)  # type: ignore[arg-type]
    game = begin(state).do("attack", "A", "b").total(12)
    assert game.throw.dice.faces()[0] == 16
    game.hits(12)
    assert game.throw.dice.faces()[0] == 12  # from starting strength, though all are hit
    game.hits(4)
    assert game.unit("A").count == 12
    assert not game.unit("b").on_table


@rule("T018", "T018a", "T104")
def test_a_pinned_defender_fights_with_half() -> None:
    game = duel(foot(), unit("b", regular, at=(36, 28), pins=2)).hits(1)
    assert game.throw.dice.faces()[0] == 6


@rule("T112", "R-36")
def test_one_gone_to_ground_fights_with_half_and_may_be_attacked() -> None:
    game = duel(foot(), unit("b", tribal, at=(36, 28), to_ground=True)).hits(1)
    assert game.throw.dice.faces()[0] == 8
    game.hits(5)
    assert game.unit("b").to_ground  # it did not lose


@rule("T022", "T024", "T025", "R-11")
@pytest.mark.parametrize(("kind", "needed"), [("rocks", 2), ("scrub", 1), ("sand", 1), ("wood", 1)])
def test_only_hard_cover_defends(kind: str, needed: int) -> None:
    game = duel(foot(), unit("b", regular, at=(36, 27)), terrain=(disc(kind, 36, 28, 4),))
    assert game.throw.facts["needed"] == needed


@rule("T022", "R-09", "R-11", "T037", "R-31", "T038")
def test_a_held_wall_is_fought_across_and_may_be_stormed() -> None:
    wall = (line("wall", 28, 26, 44, 26),)
    state = scene(foot(), unit("b", regular, at=(36, 26.6), row=True), terrain=wall)  # type: ignore[arg-type]
    game = begin(state).do("attack", "A", "b").total(12)
    assert game.throw.facts["needed"] == 2
    assert all(y <= 2550 for _, y in game.unit("A").models)
    game.hits(16).hits(0).total(7).total(12)
    assert set(game.ask.offers) == {"storm", "hold_back"}
    stayed = Play(game.position).do("hold_back")
    assert all(y <= 2550 for _, y in stayed.unit("A").models)
    assert unit_cover(stayed.state, stayed.unit("A"), (3600, 3400)) is Cover.NONE
    game.do("storm")
    assert unit_cover(game.state, game.unit("A"), (3600, 3400)) is Cover.HARD
    assert all(y <= 2550 for _, y in game.unit("A").models)
    assert in_cohesion(game.unit("A"))


@rule("R-11", "R-53", "F-G8")
def test_any_obstacle_counts_for_the_defender_and_never_for_the_attacker() -> None:
    hedge = (line("hedge", 28, 26, 44, 26),)
    state = scene(foot(), unit("b", regular, at=(36, 26.6), row=True), terrain=hedge)  # type: ignore[arg-type]
    both = strikes(state, state.units[0], state.units[1], (3600, 2300), 0)
    assert tallies(both[0])[2].total == 2
    assert tallies(both[1])[2].total == 1


@rule("T023", "R-11", "F-G1")
def test_uphill_is_by_the_level_of_most_models() -> None:
    hill = (disc("hill", 36, 28, 4),)
    game = duel(foot(), unit("b", regular, at=(36, 27)), terrain=hill)
    assert game.throw.facts["needed"] == 2
    down = duel(unit("A", tribal, at=(36, 27)), unit("b", regular, at=(36, 20)), terrain=hill).hits(0)
    assert down.throw.facts["needed"] == 2  # the attacker charging downhill is uphill


@rule("T026", "T026a", "R-48")
def test_leader_rolls_attacker_first_and_only_for_losses() -> None:
    game = duel(foot(), unit("b", regular, at=(36, 28))).hits(3).hits(1)
    assert (game.throw.what, game.throw.facts["unit"]) == ("leader", 0)
    game.total(7)
    assert (game.throw.what, game.throw.facts["unit"]) == ("leader", 1)
    unhurt = duel(foot(), unit("b", regular, at=(36, 28))).hits(3).hits(0)
    assert unhurt.throw.facts["unit"] == 1
    nobody = duel(foot(), unit("b", regular, at=(36, 28))).hits(0).hits(0)
    assert isinstance(nobody.pending, Ask)


@rule("T027", "T028", "T029", "T097", "R-28", "T142")
def test_the_loser_retreats_and_tests_for_its_losses() -> None:
    game = duel(foot(), unit("b", regular, at=(36, 28))).hits(3).hits(1)
    before = game.unit("b")
    game.total(7).total(7)
    assert game.throw.what == "pinning"
    assert "-3 casualties" in str(game.throw.why)
    assert 299 <= length(before.models[0], game.unit("b").models[0]) <= 301
    assert game.unit("A").models == find(game.state, "A").models
    game.total(2)
    assert game.unit("b").pins == 1


@rule("T027", "T029")
def test_a_beaten_attacker_retreats_and_tests() -> None:
    game = duel(foot(), unit("b", regular, at=(36, 28))).hits(1).hits(3).total(7).total(7)
    assert (game.throw.what, game.throw.facts["unit"]) == ("pinning", 0)
    assert "-3 casualties" in str(game.throw.why)


@rule("T030", "T031", "R-29")
@pytest.mark.parametrize("each", [0, 2])
def test_a_draw_sends_the_attacker_back_without_a_test(each: int) -> None:
    game = duel(foot(), unit("b", regular, at=(36, 28))).hits(each).hits(each)
    if each:
        game.total(7).total(7)
    assert isinstance(game.pending, Ask)
    assert game.cited("retreats")
    assert gap(game.state, game.unit("A"), game.unit("b")) >= 390
    assert game.unit("A").pins == game.unit("b").pins == 0


@rule("R-12", "R-59")
def test_a_unit_without_models_has_lost() -> None:
    game = duel(foot(), unit("b", regular, 3, at=(36, 28))).hits(3).hits(3)
    assert game.told("melee won")
    both = duel(unit("A", tribal, 2, at=(36, 20)), unit("b", regular, 2, at=(36, 26))).hits(2).hits(2)
    assert both.told("melee drawn")
    assert not both.unit("A").on_table
    assert not both.unit("b").on_table


@rule("R-28", "R-35", "T138")
def test_a_loser_that_leaves_the_table_does_not_test() -> None:
    friend = unit("c", tribal, at=(48, 45))
    state = scene(unit("A", tribal, at=(36, 39)), unit("b", regular, at=(36, 45.5)), friend)
    game = begin(state).do("attack", "A", "b").total(12).hits(3).hits(0).total(7)
    assert game.unit("b").where is Where.RETREATED
    assert isinstance(game.pending, Ask)  # neither it nor its friends test


@rule("R-42", "R-58")
def test_fights_are_complete_one_after_another() -> None:
    second = unit("B", tribal, at=(28, 24))
    state = scene(foot(), second, unit("b", regular, at=(36, 28)))  # type: ignore[arg-type]
    game = begin(state).do("attack", "A", "b").total(12).hits(0).hits(0)
    assert game.may("attack", "B", "b")


# ---- follow-up


def riders(defender: object, **more: object) -> Play:
    state = scene(unit("A", horse, at=(36, 15)), defender, **more)  # type: ignore[arg-type]
    return begin(state).do("attack", "A", "b")


@rule("T032", "T033", "T034", "R-30", "T010")
def test_winning_cavalry_may_follow_up() -> None:
    game = riders(unit("b", regular, at=(36, 24))).hits(3).hits(0).total(7).total(12)
    assert set(game.ask.offers) == {"follow_up", "stay"}
    stayed = Play(game.position).do("stay")
    assert stayed.ask.prompt.startswith("Activate")
    game.do("follow_up", "b")
    assert game.throw.what == "melee"
    assert game.throw.dice.faces()[0] == 8


@rule("T035", "R-30")
def test_only_once() -> None:
    game = riders(unit("b", regular, at=(36, 24))).hits(2).hits(0).total(7).total(12).do("follow_up", "b")
    game.hits(2).hits(0).total(7).total(12)
    assert game.ask.prompt.startswith("Activate")


@rule("T032", "R-30")
def test_not_foot_not_the_defender_not_after_a_draw() -> None:
    infantry = duel(foot(), unit("b", regular, at=(36, 28))).hits(3).hits(0).total(7).total(12)
    assert infantry.ask.prompt.startswith("Activate")
    defended = duel(foot(), unit("b", horse, at=(36, 28))).hits(0).hits(3).total(7).total(12)
    assert defended.ask.prompt.startswith("Activate")
    drawn = riders(unit("b", regular, at=(36, 24))).hits(0).hits(0)
    assert drawn.ask.prompt.startswith("Activate")


@rule("R-50", "F-M1")
def test_mounted_infantry_is_no_cavalry() -> None:
    from grognard.books.men_who_would_be_kings.words import Upgrade

    rider = unit("A", irregular, None, Upgrade.MOUNTED_INFANTRY, at=(36, 15), mounted=True)
    state = scene(rider, unit("b", regular, at=(36, 24)))
    game = begin(state).do("attack", "A", "b").total(12)
    assert not state.units[0].cavalry
    game.hits(3).hits(0).total(7).total(12)
    assert game.ask.prompt.startswith("Activate")


@rule("T036", "R-30")
def test_a_fresh_enemy_only_if_the_first_is_gone() -> None:
    other = unit("c", regular, at=(42.5, 24), pins=1)
    state = scene(unit("A", horse, at=(36, 15)), unit("b", regular, 3, at=(36, 24)), other)
    game = begin(state).do("attack", "A", "b").hits(3).hits(0)
    while not isinstance(game.pending, Ask):
        game.total(12)
    assert game.offers("follow_up") == [2]
    kept = begin(state).do("attack", "A", "b").hits(1).hits(0).total(7).total(12)
    assert kept.offers("follow_up") == [1]


@rule("R-30", "T018")
def test_one_pinned_on_the_way_fights_the_second_melee_with_half() -> None:
    game = riders(unit("b", regular, at=(36, 24))).hits(2).hits(0).total(7).total(2).do("follow_up", "b")
    assert game.unit("b").pins == 1
    assert game.hits(0).throw.dice.faces()[0] == 5


@rule("R-31", "T037")
def test_no_storming_after_a_follow_up() -> None:
    wall = (line("wall", 28, 26, 44, 26),)
    state = scene(
        unit("A", light_horse, at=(36, 20)),
        unit("b", regular, at=(36, 26.6), row=True),
        unit("c", at=(5, 5)),
        terrain=wall,
    )
    game = begin(state).do("attack", "A", "b").hits(8).hits(0).total(7).total(12)
    game.do("follow_up", "b").hits(8).hits(0)
    while not isinstance(game.pending, Ask):
        game.total(12)
    assert "storm" not in game.ask.offers


# ---- buildings


@rule("R-62", "F-G11", "T022", "T037")
def test_a_garrison_defends_is_driven_out_and_its_house_taken() -> None:
    house = (area("building", 34, 24, 38, 28, "the house"),)
    places = [(3450 + 100 * (i % 4), 2450 + 100 * (i // 4)) for i in range(12)]
    held = unit("b", regular, inside=0, places=places)
    state = scene(unit("A", tribal, at=(36, 19)), held, terrain=house)
    game = begin(state).do("attack", "A", "b").total(12)
    assert game.throw.facts["needed"] == 2
    game.hits(4).hits(0).total(7)
    assert game.unit("b").inside is None
    assert all(y > 2800 for _, y in game.unit("b").models)
    game.total(12).do("storm")
    assert game.unit("A").inside == 0


@rule("R-62")
@pytest.mark.parametrize("kind", [horse, gun])
def test_cavalry_and_guns_hold_no_building(kind: Kind) -> None:
    house = (area("building", 34, 24, 38, 28, "the house"),)
    state = scene(
        unit("A", kind, at=(36, 22) if kind is gun else (36, 21.5)), unit("b", at=(10, 40)), terrain=house
    )
    game = begin(state).do("move", "A").total(12)
    assert game.refused("go", (("enter", 0),)).cite == "R-62"


@rule("F-T10")
def test_a_sporting_umpire_attacks_the_standing_first() -> None:
    pinned, other = unit("b", tribal, at=(30, 26), pins=1), unit("c", tribal, at=(42, 26))
    state = scene(unit("A", horse, at=(36, 18), trait=Trait.SPORTING_UMPIRE), pinned, other)
    game = begin(state)
    assert game.may("attack", "A", "c")
    assert not game.may("attack", "A", "b")
    alone = begin(scene(unit("A", horse, at=(36, 18), trait=Trait.SPORTING_UMPIRE), replace(pinned, key="b")))
    assert alone.may("attack", "A", "b")
