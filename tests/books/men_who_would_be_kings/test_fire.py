"""Fire: targets, ranges, dice, cover, tests. [TMWWBK T039–T066, R-14–R-20]"""

from __future__ import annotations

import pytest

from grognard.books.men_who_would_be_kings.facts.ground import model_cover, unit_cover
from grognard.books.men_who_would_be_kings.facts.shooting import band, shot, tallies, targets, why_not_shoot
from grognard.books.men_who_would_be_kings.state import Options, State
from grognard.books.men_who_would_be_kings.tables.fighting import (
    FIRE_DICE,
    FIRE_HITS,
    FIRE_SCORE,
    GUN,
    MACHINE,
    SMALL,
    Shot,
)
from grognard.books.men_who_would_be_kings.words import Action, Band, Cover, Kind, Trait, Upgrade, Weapon
from grognard.engine.choices import Ask
from grognard.engine.flow import replace
from tests.books.men_who_would_be_kings.scenes import (
    Play,
    area,
    begin,
    disc,
    find,
    gun,
    horse,
    irregular,
    line,
    maxim,
    old_maxim,
    regular,
    scene,
    tribal,
    unit,
    wild_horse,
)
from tests.rules import rule

param = pytest.param
A = Action


def facts(**changes: object) -> Shot:
    """A plain shot, with changes."""
    return Shot(12, SMALL, 5, Band.SHORT, Cover.NONE)._replace(**changes)


@pytest.mark.parametrize(
    ("change", "dice"),
    [
        param({}, 12, marks=rule("T053"), id="one a model"),
        param({"arm": GUN, "models": 4}, 8, marks=rule("T054", "R-18"), id="two a crew"),
        param({"arm": MACHINE, "models": 4}, 12, marks=rule("T055", "R-18"), id="three a crew"),
        param({"skirmish": True, "models": 11}, 5, marks=rule("T057", "T139"), id="half, rounded down"),
        param({"marksman": True}, 13, marks=rule("F-T21", "T147"), id="Expert marksman"),
        param({"marksman": True, "arm": GUN, "models": 4}, 8, marks=rule("F-T21"), id="not for crews"),
        param({"skirmish": True, "models": 1}, 0, marks=rule("T057"), id="half of one"),
    ],
)
def test_dice(change: dict[str, object], dice: int) -> None:
    found = facts(**change)
    assert FIRE_DICE.tally(found, found.models).total == dice


@pytest.mark.parametrize(
    ("change", "score"),
    [
        param({}, 5, marks=rule("T053"), id="plain"),
        param({"volley": True}, 4, marks=rule("T131", "R-04"), id="volley"),
        param({"dense": True}, 4, marks=rule("T080", "R-04"), id="Close Order target"),
        param({"volley": True, "dense": True}, 3, marks=rule("R-04"), id="both add up"),
        param(
            {"firing": 2, "volley": True, "dense": True}, 2, marks=rule("R-04", "R-64"), id="never below 2"
        ),
    ],
)
def test_scores(change: dict[str, object], score: int) -> None:
    found = facts(**change)
    assert FIRE_SCORE.tally(found, found.firing).total == score


HITS = [(SMALL, 1, 2, 3, 2, 3, 4), (MACHINE, 1, 2, 3, 2, 3, 4), (GUN, 1, 1, 2, 2, 2, 3)]


@rule("T058", "T059", "T060", "T061", "T061a", "T063", "T063a", "R-17")
@pytest.mark.parametrize("row", HITS, ids=[row[0] for row in HITS])
def test_hits_for_a_casualty(row: tuple[str, int, int, int, int, int, int]) -> None:
    arm, *wanted = row
    found = [
        FIRE_HITS.tally(facts(arm=arm, band=band_, cover=cover), 1).total for band_ in Band for cover in Cover
    ]
    assert found == wanted


@pytest.mark.parametrize(
    ("weapon", "short", "long"),
    [
        param(Weapon.MODERN_RIFLE, 12, 24, marks=rule("T046")),
        param(Weapon.OBSOLETE_RIFLE, 9, 18, marks=rule("T047")),
        param(Weapon.MODERN_CARBINE, 9, 18, marks=rule("T047")),
        param(Weapon.ANTIQUATED_MUSKET, 6, 12, marks=rule("T048")),
        param(Weapon.OBSOLETE_CARBINE, 6, 12, marks=rule("T048")),
        param(Weapon.FIELD_GUN, 16, 36, marks=rule("T049")),
        param(Weapon.MACHINE_GUN, 12, 24, marks=rule("T050")),
        param(Weapon.FOOT_BOWS, 6, 12, marks=rule("T051")),
        param(Weapon.TRIBAL_SPEARS, 6, None, marks=rule("T052")),
        param(Weapon.RAG_TAG_MUSKETS, 6, None, marks=rule("T052")),
        param(Weapon.MOUNTED_BOWS, 6, None, marks=rule("T052")),
    ],
)
@rule("T040", "R-15", "T141")
def test_bands_and_their_edges(weapon: Weapon, short: int, long: int | None) -> None:
    def at(inches: float) -> Band | None:
        state = scene(
            unit("A", models=1, at=(36, 2), weapon=weapon), unit("b", models=1, at=(36, 3 + inches))
        )
        return band(state, state.units[0], state.units[1])

    assert at(short) is Band.SHORT
    assert at(short + 0.01) is (Band.LONG if long else None)
    if long:
        assert at(long) is Band.LONG
        assert at(long + 0.01) is None


@rule("T141", "T140")
def test_one_model_in_range_and_sight_is_enough() -> None:
    far = unit("A", row=True, at=(36, 10))
    state = scene(far, unit("b", tribal, at=(52, 23)))
    assert band(state, state.units[0], state.units[1]) is not None
    assert why_not_shoot(state, state.units[0], state.units[1], A.FIRE) is None


@rule("T039", "T042")
def test_one_target_all_round() -> None:
    state = scene(unit("A", at=(36, 24)), unit("b", tribal, at=(36, 40)), unit("c", tribal, at=(36, 8)))
    assert set(targets(state, state.units[0], A.FIRE)) == {1, 2}


@rule("T041", "T013")
def test_the_target_must_be_in_sight() -> None:
    state = scene(
        unit("A", at=(36, 10)), unit("b", tribal, at=(36, 26)), terrain=(area("building", 32, 17, 40, 20),)
    )
    reason = why_not_shoot(state, state.units[0], state.units[1], A.FIRE)
    assert reason is not None
    assert reason.cite == "T041"


# ---- forced targets


def choice(*enemies: object, me: Kind = regular, **mine: object) -> set[str]:
    """Whom a unit may fire at."""
    state: State = scene(unit("A", me, at=(36, 10), **mine), *enemies)  # type: ignore[arg-type]
    return {state.units[number].key for number in targets(state, state.units[0], A.FIRE)}


@rule("T043", "R-14")
def test_an_enemy_who_could_charge_limits_the_choice() -> None:
    near, far = unit("b", tribal, at=(36, 18)), unit("c", tribal, at=(20, 26))
    assert choice(near, far) == {"b"}
    assert choice(unit("b", tribal, at=(36, 25)), far) == {"b", "c"}


@rule("T044", "T105", "R-14")
def test_a_pinned_one_may_be_ignored() -> None:
    assert choice(unit("b", tribal, at=(36, 18), pins=1), unit("c", tribal, at=(20, 26))) == {"b", "c"}


@rule("T045", "T110", "R-14")
def test_one_gone_to_ground_may_be_ignored() -> None:
    assert choice(unit("b", tribal, at=(36, 18), to_ground=True), unit("c", tribal, at=(20, 26))) == {
        "b",
        "c",
    }


@rule("T044", "R-14")
def test_a_pinned_one_in_reach_may_be_chosen_beside_a_forcing_one() -> None:
    pinned = unit("b", tribal, at=(32, 18), pins=1)
    assert choice(pinned, unit("c", tribal, at=(40, 18)), unit("d", tribal, at=(20, 28))) == {"b", "c"}


@rule("R-14", "R-49")
def test_cavalry_eleven_off_forces_plain_fire_but_not_a_volley() -> None:
    me = unit("A", regular, None, Upgrade.POORLY_ARMED, at=(36, 10), close_order=True)
    state = scene(me, unit("b", horse, 1, at=(45, 20)), unit("c", tribal, 1, at=(36, 19.5)))
    assert set(targets(state, state.units[0], A.FIRE)) == {1}
    assert set(targets(state, state.units[0], A.VOLLEY)) == {2}


@rule("F-T10")
def test_a_sporting_umpire_spares_the_pinned_while_others_stand() -> None:
    pinned, other = unit("b", tribal, at=(30, 24), pins=1), unit("c", tribal, at=(42, 24))
    assert choice(pinned, other, trait=Trait.SPORTING_UMPIRE) == {"c"}
    assert choice(pinned, trait=Trait.SPORTING_UMPIRE) == {"b"}
    assert choice(pinned, other) == {"b", "c"}


@rule("F-T15")
def test_the_short_sighted_fire_at_short_range_only() -> None:
    assert choice(unit("b", tribal, at=(36, 30)), trait=Trait.SHORT_SIGHTED) == set()
    assert choice(unit("b", tribal, at=(36, 20)), trait=Trait.SHORT_SIGHTED) == {"b"}


@rule("T109", "R-36")
def test_gone_to_ground_is_no_target_beyond_short_range() -> None:
    assert choice(unit("b", tribal, at=(36, 30), to_ground=True)) == set()
    assert choice(unit("b", tribal, at=(36, 24), to_ground=True)) == {"b"}


# ---- what fire does


def volley_at(target: object, me: Kind = regular, **more: object) -> Play:
    """A fires at b."""
    options = more.pop("options", None)
    state = scene(unit("A", me, at=(36, 10), **more), target, options=options)  # type: ignore[arg-type]
    game = begin(state).do("fire", "A", "b")
    return game.total(12) if game.throw.what == "order" else game


@rule("T058", "T064", "T065", "T096", "R-05", "R-48")
def test_losses_then_leader_then_pinning() -> None:
    game = volley_at(unit("b", tribal, at=(36, 20)))
    game.hits(3)
    assert game.unit("b").count == 13
    assert (game.throw.what, game.throw.facts["unit"]) == ("leader", 1)
    game.total(7)
    assert game.throw.what == "pinning"
    game.total(8)
    assert game.unit("b").pins == 1  # 8 - 3 = 5, needs 6


@rule("T066")
def test_without_casualties_nothing_is_tested() -> None:
    game = volley_at(unit("b", tribal, at=(36, 20))).hits(0)
    assert isinstance(game.pending, Ask)


@rule("T064", "R-05", "R-03", "R-06", "T026")
def test_double_one_removes_the_leader_before_the_test() -> None:
    game = volley_at(unit("b", tribal, at=(36, 20), leadership=10, trait=Trait.BRUTAL)).hits(1)
    game.total(2)
    after = game.unit("b")
    assert after.leader is None
    assert after.count == 15  # he is one of those removed
    assert game.throw.facts["need"] == 8
    assert "Discipline" not in str(game.throw.why)  # the Brutal's penalty went with him


@rule("R-05", "T026a")
def test_a_leaderless_unit_throws_for_nobody() -> None:
    game = volley_at(unit("b", tribal, at=(36, 20), leader=None)).hits(1)
    assert game.throw.what == "pinning"


@rule("F-T2")
def test_nobody_ever_throws_for_a_bulletproof_bumbler() -> None:
    game = volley_at(unit("b", tribal, at=(36, 20), trait=Trait.BULLETPROOF_BUMBLER)).hits(1)
    assert game.throw.what == "pinning"
    assert game.throw.facts["need"] == 9


@rule("F-T26")
def test_the_first_double_one_passes_the_destined_by() -> None:
    target = unit("b", tribal, at=(36, 20), trait=Trait.DESTINED)
    game = volley_at(target).hits(1).total(2)
    assert game.unit("b").leader is not None
    assert game.unit("b").spared
    second = volley_at(replace(target, spared=True)).hits(1).total(2)
    assert second.unit("b").leader is None


@rule("F-T14")
def test_a_fallen_nephew_is_a_point_to_the_enemy() -> None:
    game = volley_at(unit("b", tribal, at=(36, 20), trait=Trait.GENERALS_NEPHEW)).hits(1).total(2)
    assert game.state.nephews == (1, 0)
    whole = volley_at(unit("b", tribal, 3, at=(36, 20), trait=Trait.GENERALS_NEPHEW)).hits(3)
    assert whole.state.nephews == (1, 0)


@rule("F-T11", "R-48")
def test_a_bag_of_nerves_may_desert_at_his_first_marker() -> None:
    target = unit("b", tribal, at=(36, 20), trait=Trait.BAG_OF_NERVES)
    game = volley_at(target).hits(1).total(7).total(2)
    assert game.throw.what == "nerves"
    game.total(5)
    assert game.unit("b").leader is None
    assert game.unit("b").count == 15
    later = volley_at(replace(target, unnerved=True)).hits(1).total(7).total(2)
    assert isinstance(later.pending, Ask)


@rule("F-T7")
def test_a_terrible_planner_may_run_dry() -> None:
    game = volley_at(unit("b", tribal, at=(36, 20)), trait=Trait.TERRIBLE_PLANNER).hits(0)
    assert game.throw.what == "ammunition"
    game.fall(1)
    assert game.unit("A").dry
    state = replace(game.state, units=tuple(replace(u, acted=False) for u in game.state.units))
    assert not begin(state).may("fire", "A", "b")


@rule("T098", "R-33", "R-32")
def test_friends_within_twelve_of_a_unit_shot_to_pieces_test() -> None:
    near, far = unit("c", tribal, at=(46, 20)), unit("d", tribal, at=(66, 20))
    state = scene(unit("A", at=(36, 10)), unit("b", tribal, 2, at=(36, 20)), near, far)
    game = begin(state).do("fire", "A", "b").hits(2)
    assert not game.unit("b").on_table
    assert (game.throw.what, game.throw.facts["unit"]) == ("pinning", 2)
    assert "casualties" not in str(game.throw.why)
    game.total(2)
    assert game.unit("c").pins == 1
    assert isinstance(game.pending, Ask)


@rule("R-20")
def test_cavalry_loses_a_model_for_each_hit_by_fire() -> None:
    game = volley_at(unit("b", wild_horse, at=(36, 24))).hits(4)
    assert game.unit("b").count == 6


@rule("T059")
def test_at_long_range_two_hits_are_one_model() -> None:
    game = volley_at(unit("b", tribal, at=(36, 30))).hits(5)
    assert game.unit("b").count == 14


@rule("T056", "R-19")
@pytest.mark.parametrize(("ones", "jams"), [(4, False), (5, True)])
def test_more_ones_than_crew_jam_a_machine_gun(ones: int, jams: bool) -> None:
    game = volley_at(unit("b", tribal, at=(36, 20)), old_maxim).fall(*[1] * ones, *[6] * (12 - ones))
    assert game.told("jams") == jams
    assert (game.unit("b").count == 16) == jams


@rule("R-19")
def test_the_other_reading_of_a_jam() -> None:
    options = Options(jam_mode="next_turn")
    game = volley_at(unit("b", tribal, at=(36, 20)), maxim, options=options).fall(*[1] * 5, *[6] * 7)
    assert game.unit("b").count == 9
    gun_ = game.unit("A")
    assert gun_.jammed == 2
    state = replace(game.state, turn=2, units=tuple(replace(u, acted=False) for u in game.state.units))
    assert not begin(state).may("fire", "A", "b")
    assert begin(replace(state, turn=3)).may("fire", "A", "b")


# ---- cover


@rule("T062", "R-16")
@pytest.mark.parametrize(
    ("hard", "soft", "open_", "cover"),
    [
        (4, 1, 4, Cover.SOFT),
        (5, 0, 4, Cover.HARD),
        (4, 0, 4, Cover.NONE),
        (0, 5, 5, Cover.NONE),
        (0, 6, 5, Cover.SOFT),
    ],
)
def test_cover_needs_most_of_the_unit(hard: int, soft: int, open_: int, cover: Cover) -> None:
    models = (
        [(3000 + 110 * i, 1000) for i in range(hard)]
        + [(3000 + 110 * i, 1500) for i in range(soft)]
        + [(3000 + 110 * i, 2000) for i in range(open_)]
    )
    rocks, scrub = area("rocks", 25, 9, 45, 11), area("scrub", 25, 14, 45, 16)
    target = unit("b", tribal, len(models), places=models)
    state = scene(target, terrain=(rocks, scrub))
    assert unit_cover(state, state.units[0], (3500, 4000)) is cover


@rule("R-63", "F-G7", "F-G8", "F-G10")
@pytest.mark.parametrize(
    ("kind", "judge", "near", "cover"),
    [
        param("wall", (36, 30), 0.9, Cover.HARD, id="a wall between"),
        param("wall", (36, 10), 0.9, Cover.NONE, id="shot from behind"),
        param("wall", (36, 30), 1.2, Cover.NONE, id="too far back"),
        param("hedge", (36, 30), 0.9, Cover.SOFT, id="a hedge"),
        param("gate", (36, 30), 0.9, Cover.SOFT, id="a gate"),
        param("trench", (36, 10), 0.9, Cover.HARD, id="a trench covers both ways"),
        param("stream", (36, 30), 0.9, Cover.NONE, id="a stream covers nobody"),
    ],
)
def test_lines_cover_those_close_behind(kind: str, judge: tuple[int, int], near: float, cover: Cover) -> None:
    state = scene(unit("b", tribal, 1, at=(36, 20)), terrain=(line(kind, 30, 20.5 + near, 42, 20.5 + near),))
    spot = (judge[0] * 100, judge[1] * 100)
    assert model_cover(state, state.units[0].models[0], 50, spot) is cover


@rule("R-63", "F-G2", "F-G3", "F-G4", "F-G5", "F-G6", "F-G1", "F-G13")
@pytest.mark.parametrize(
    ("kind", "cover"),
    [
        ("wood", Cover.SOFT), ("scrub", Cover.SOFT), ("crops", Cover.SOFT), ("rocks", Cover.HARD), ("sand", Cover.NONE),
        ("marsh", Cover.NONE), ("rubble", Cover.SOFT), ("hill", Cover.NONE), ("road", Cover.NONE), ("open", Cover.NONE),
    ],
)  # fmt: skip
def test_areas_cover_those_inside(kind: str, cover: Cover) -> None:
    state = scene(unit("b", tribal, at=(36, 20)), terrain=(disc(kind, 36, 20, 4),))
    assert unit_cover(state, state.units[0], (3600, 4000)) is cover
    outside = scene(unit("b", tribal, at=(20, 20)), terrain=(disc(kind, 36, 20, 4),))
    assert unit_cover(outside, outside.units[0], (3600, 4000)) is Cover.NONE


@rule("R-16", "T063")
def test_fire_into_cover_through_the_whole_chain() -> None:
    state = scene(
        unit("A", gun, at=(36, 10)), unit("b", tribal, at=(36, 22)), terrain=(disc("rocks", 36, 22, 4),)
    )
    dice, score, hits = tallies(shot(state, find(state, "A"), find(state, "b"), A.FIRE))
    assert (dice.total, score.total, hits.total) == (8, 4, 2)


@rule("F-U4", "F-U8")
def test_sharpshooters_and_poor_shots() -> None:
    target = unit("b", tribal, at=(36, 20))
    for upgrades, score in (((Upgrade.SHARPSHOOTERS,), 4), ((Upgrade.POOR_SHOTS,), 6), ((), 5)):
        state = scene(unit("A", irregular, None, *upgrades, at=(36, 12)), target)
        assert shot(state, state.units[0], state.units[1], A.FIRE).firing == score
