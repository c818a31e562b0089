"""Every row of every table: where it bites alone, and where it does not. [VF 4–11, 40–148, 153–166]"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts.command import Courier, Doer, Pace, Roused, Steadied
from grognard.books.valour_and_fortitude.facts.fighting import Beaten, Bout, Tie
from grognard.books.valour_and_fortitude.facts.morale import Fortitude, Valour
from grognard.books.valour_and_fortitude.facts.shooting import Shooter, Shot
from grognard.books.valour_and_fortitude.facts.support import Helper
from grognard.books.valour_and_fortitude.steps.cards import BrigadeActivates, Deadly, Inspiration
from grognard.books.valour_and_fortitude.steps.deeds import InvisibleEnemy, SpanishUlcer
from grognard.books.valour_and_fortitude.steps.hands import ANY
from grognard.books.valour_and_fortitude.steps.losses import Conquerors, StoicResolve
from grognard.books.valour_and_fortitude.tables import TABLES
from grognard.books.valour_and_fortitude.tables.fate import FATE, verb_of
from grognard.books.valour_and_fortitude.tables.fighting import (
    AUTOMATIC_ROUTS,
    BRIGADE_SUPPORT,
    HIT_AND_RUN,
    MELEE_HALVED,
    MELEE_SUPPORT,
    MELEE_TO_HIT,
    MELEE_VALUE,
    SQUARE_DIE,
    TIES,
    UNPREDICTABLE,
)
from grognard.books.valour_and_fortitude.tables.morale import FORTITUDE, SCORES, VALOUR
from grognard.books.valour_and_fortitude.tables.moving import (
    ACTIVATION,
    DISTANCES,
    MAY_ACT,
    MAY_ASSAULT,
    MAY_DOUBLE,
    MAY_MOVE,
    MAY_RALLY,
    MAY_RETREAT,
    MESSENGER,
    MORE_MOVE,
    RALLYING,
)
from grognard.books.valour_and_fortitude.tables.shooting import (
    BATTERY,
    FIRE_HALVED,
    FIRE_TO_HIT,
    FIRE_VALUE,
    MAY_SHOOT,
    MAY_SUPPORT,
    SUPPORTERS,
)
from grognard.books.valour_and_fortitude.tables.terrain import COVER, FEATURES, GOING, Feature
from grognard.books.valour_and_fortitude.words import Cover, Nation
from tests.rules import rule

param = pytest.param
SOFT, HARD, MELEE = Cover.SOFT, Cover.HARD, Cover.MELEE

BOUT, SHOT = Bout(4), Shot(4)
TIE = Tie(False, False)
BEATEN = Beaten(False, False, False, False, False)
STEADY = Fortitude(4, False, False)

# fmt: off
MODIFIERS: list[tuple[Any, Any, dict[str, Any], str]] = [
    # table, facts where nothing bites, what is changed, and which rows bite then
    (MELEE_HALVED, BOUT, {}, ""),
    (MELEE_HALVED, BOUT, {"outflanked": True}, "119-2"),
    (MELEE_HALVED, BOUT, {"mounted_or_guns": True}, ""),
    (MELEE_HALVED, BOUT, {"rough": True}, ""),
    (MELEE_HALVED, BOUT, {"feature": True}, ""),
    (MELEE_HALVED, BOUT, {"mounted_or_guns": True, "rough": True}, "167-2"),
    (MELEE_HALVED, BOUT, {"mounted_or_guns": True, "feature": True}, "179-2"),
    (MELEE_HALVED, BOUT, {"outflanked": True, "mounted_or_guns": True, "rough": True}, "119-2"),
    (MELEE_VALUE, BOUT, {}, ""),
    (MELEE_VALUE, BOUT, {"attack_column": True}, ""),
    (MELEE_VALUE, BOUT, {"target_inside": True}, ""),
    (MELEE_VALUE, BOUT, {"attack_column": True, "target_inside": True}, "113+1"),
    (MELEE_VALUE, BOUT, {"half_fire": 1}, "115+1"),
    (MELEE_VALUE, BOUT, {"half_fire": 2}, "115+2"),
    (MELEE_VALUE, BOUT, {"artillery": True}, ""),
    (MELEE_VALUE, BOUT, {"dense": True}, ""),
    (MELEE_VALUE, BOUT, {"target_square": True}, ""),
    (MELEE_VALUE, BOUT, {"artillery": True, "dense": True}, "116+1"),
    (MELEE_VALUE, BOUT, {"artillery": True, "target_square": True}, "B59+1"),
    (MELEE_VALUE, BOUT, {"enfilade": True}, "117+1"),
    (MELEE_VALUE, BOUT, {"foot_inside": True}, "178+1"),
    (MELEE_VALUE, BOUT, {"canister": True}, "F5.2+2"),
    (MELEE_VALUE, BOUT, {"open_order": True}, "F5.13e-1"),
    (MELEE_VALUE, BOUT, {"square": True}, "F5.17c+1"),
    (MELEE_VALUE, BOUT, {"support": 1}, "122+1"),
    (MELEE_VALUE, BOUT, {"support": 6}, "122+6"),
    (MELEE_VALUE, BOUT, {"brigade_support": True}, "124+1"),
    (MELEE_VALUE, BOUT, {"attack_all": True}, "FC12G+1"),
    (MELEE_VALUE, BOUT, {"second": True}, "F5.6-1"),
    (MELEE_VALUE, BOUT, {"all_out": True}, "FC1+1"),
    (MELEE_VALUE, BOUT, {"outrance": True}, "FC12F+1"),
    (MELEE_VALUE, BOUT, {"defensive": True}, "FC12B+1"),
    (MELEE_VALUE, BOUT, {"village": True}, "FC11A+1"),
    (MELEE_VALUE, BOUT, {"hurrah": True}, "FC12P+1"),
    (MELEE_TO_HIT, BOUT, {}, ""),
    (MELEE_TO_HIT, BOUT, {"fresh": True}, "126+1"),
    (MELEE_TO_HIT, BOUT, {"shaken": True}, "127-1"),
    (MELEE_TO_HIT, BOUT, {"heavy": True}, "B87+1"),
    (TIES, TIE, {}, ""),
    (TIES, TIE, {"cover": True}, "145+1"),
    (TIES, TIE, {"higher": True}, "139+1"),
    (TIES, TIE, {"cover": True, "needs_edge": True}, "145+1"),
    (TIES, TIE, {"cover": True, "enemy_edge": True}, "145+1"),
    (TIES, TIE, {"cover": True, "needs_edge": True, "enemy_edge": True}, ""),
    (TIES, TIE, {"higher": True, "needs_edge": True}, "139+1"),
    (TIES, TIE, {"higher": True, "enemy_edge": True}, "139+1"),
    (TIES, TIE, {"higher": True, "needs_edge": True, "enemy_edge": True}, ""),
    (TIES, TIE, {"needs_edge": True}, ""),
    (TIES, TIE, {"enemy_edge": True}, ""),
    (AUTOMATIC_ROUTS, BEATEN, {}, ""),
    (AUTOMATIC_ROUTS, BEATEN, {"artillery": True}, "136+1"),
    (AUTOMATIC_ROUTS, BEATEN, {"artillery": True, "feature": True}, ""),
    (AUTOMATIC_ROUTS, BEATEN, {"feature": True}, ""),
    (AUTOMATIC_ROUTS, BEATEN, {"infantry": True}, ""),
    (AUTOMATIC_ROUTS, BEATEN, {"by_cavalry": True}, ""),
    (AUTOMATIC_ROUTS, BEATEN, {"infantry": True, "by_cavalry": True}, "137+1"),
    (AUTOMATIC_ROUTS, BEATEN, {"infantry": True, "by_cavalry": True, "feature": True}, ""),
    (AUTOMATIC_ROUTS, BEATEN, {"square": True}, "F5.17d+1"),
    (FIRE_HALVED, SHOT, {}, ""),
    (FIRE_HALVED, SHOT, {"attack_column": True}, "112-2"),
    (FIRE_HALVED, SHOT, {"obscured": True}, "118-2"),
    (FIRE_HALVED, SHOT, {"foot_inside": True}, "178-2"),
    (FIRE_HALVED, SHOT, {"skirmishing": True}, "F5.15-2"),
    (FIRE_HALVED, SHOT, {"skirmishing": True, "carbines": True}, ""),
    (FIRE_HALVED, SHOT, {"carbines": True}, ""),
    (FIRE_HALVED, SHOT, {"square": True}, "F5.17c-2"),
    (FIRE_HALVED, SHOT, {"deep_open": True}, "F5.13b-2"),
    (FIRE_VALUE, SHOT, {}, ""),
    (FIRE_VALUE, SHOT, {"artillery": True}, ""),
    (FIRE_VALUE, SHOT, {"dense": True}, ""),
    (FIRE_VALUE, SHOT, {"target_square": True}, ""),
    (FIRE_VALUE, SHOT, {"artillery": True, "dense": True}, "116+1"),
    (FIRE_VALUE, SHOT, {"artillery": True, "target_square": True}, "F5.17b+1"),
    (FIRE_VALUE, SHOT, {"enfilade": True}, "117+1"),
    (FIRE_VALUE, SHOT, {"canister": True}, "F5.2+2"),
    (FIRE_VALUE, SHOT, {"support": 1}, "121+1"),
    (FIRE_VALUE, SHOT, {"support": 5}, "121+5"),
    (FIRE_VALUE, SHOT, {"directed": True}, "FC7+1"),
    (FIRE_VALUE, SHOT, {"perfect": True}, "FC13B+1"),
    (FIRE_TO_HIT, SHOT, {}, ""),
    (FIRE_TO_HIT, SHOT, {"shaken": True}, "127-1"),
    (FIRE_TO_HIT, SHOT, {"cover": SOFT}, "162-1"),
    (FIRE_TO_HIT, SHOT, {"cover": HARD}, "162-2"),
    (FIRE_TO_HIT, SHOT, {"cover": MELEE}, ""),
    (FIRE_TO_HIT, SHOT, {"all_heavy": True}, "F5.20+1"),
    (FIRE_TO_HIT, SHOT, {"rockets": True}, "F5.14b-1"),
    (VALOUR, Valour(False, False), {}, ""),
    (VALOUR, Valour(False, False), {"fire_phase": True}, "134+1"),
    (VALOUR, Valour(False, False), {"scum": True}, "FC11B-1"),
    (FORTITUDE, STEADY, {}, ""),
    (FORTITUDE, STEADY, {"units": 5}, "142+1"),
    (FORTITUDE, STEADY, {"units": 6}, "142+1"),
    (FORTITUDE, STEADY, {"near": True}, "142+1"),
    (FORTITUDE, STEADY, {"all_shaken": True}, "142-1"),
    (ACTIVATION, Roused(False), {}, ""),
    (ACTIVATION, Roused(False), {"routed": True}, "64-1"),
    (MESSENGER, Courier(False, False), {}, ""),
    (MESSENGER, Courier(False, False), {"light_cavalry": True}, "F5.10a+2"),
    (MESSENGER, Courier(False, False), {"light": True}, "F5.11a+2"),
    (RALLYING, Steadied(False), {}, ""),
    (RALLYING, Steadied(False), {"far": True}, "96+1"),
]
# fmt: on


def _id(row: tuple[Any, Any, dict[str, Any], str]) -> str:
    table, _, changes, _ = row
    return f"{table.title}: {', '.join(f'{name} {value}' for name, value in changes.items()) or 'nothing'}"


@rule("109", "125", "133", "142", "63", "69", "95", "106", "136")
@pytest.mark.parametrize("row", MODIFIERS, ids=_id)
def test_each_modifier_bites_where_it_should_and_nowhere_else(
    row: tuple[Any, Any, dict[str, Any], str],
) -> None:
    table, plain, changes, bite = row
    lines = table.lines(plain._replace(**changes))
    assert " ".join(f"{line.cite}{line.value:+d}" for line in lines) == bite


DOER = Doer(
    acted=False, spent=False, active=True, inside=False, enemy=300, any_enemy=1801, in_contact=False, artillery=False,
    skirmished=False, square=False, front=3, losses=1,
)  # fmt: skip
SHOOTER = Shooter(True, True, False, False, False, False, True, True, True, True, "too far")
HELPER = Helper(True, False, 3, False, True, True, False)
ACTING = [({"acted": True}, "67"), ({"spent": True}, "49"), ({"active": False}, "65")]
SHOOTING = [
    ({"armed": False}, "B16"), ({"deployed": False}, "50"), ({"in_contact": True}, "51"), ({"shot": True}, "54"),
    ({"target_engaged": True}, "45"), ({"target_shot_at": True}, "47"), ({"in_range": False}, "55"),
    ({"visible": False}, "52"), ({"closest": False}, "53"),
]  # fmt: skip
NEEDS: list[tuple[Any, Any, list[tuple[dict[str, Any], str]]]] = [
    (MAY_ACT, DOER, ACTING),
    (MAY_MOVE, DOER, [*ACTING, ({"inside": True}, "B84"), ({"enemy": 299}, "78")]),
    (MAY_RETREAT, DOER, [*ACTING, ({"inside": True}, "B84")]),
    (
        MAY_ASSAULT,
        DOER,
        [
            *ACTING, ({"inside": True}, "B84"), ({"in_contact": True}, "91"), ({"artillery": True}, "92"),
            ({"skirmished": True}, "F5.15a"), ({"square": True}, "F5.17a"), ({"front": 2}, "B41"),
        ],
    ),
    (
        MAY_DOUBLE,
        DOER,
        [*ACTING, ({"inside": True}, "B84"), ({"enemy": 299}, "78"), ({"any_enemy": 1800}, "94")],
    ),
    (MAY_RALLY, DOER, [*ACTING, ({"losses": 0}, "95")]),
    (MAY_SHOOT, SHOOTER, SHOOTING),
    (MAY_SUPPORT, SHOOTER, [*SHOOTING, ({"half_see": False}, "121")]),
    (
        MELEE_SUPPORT,
        HELPER,
        [
            ({"deployed": False}, "120"), ({"fought": True}, "110"), ({"figures": 2}, "122"),
            ({"touches_unchosen": True}, "123"),
        ],
    ),
    (
        BRIGADE_SUPPORT,
        HELPER,
        [
            ({"deployed": False}, "129a"), ({"fought": True}, "110"), ({"same_brigade": False}, "124"),
            ({"near": False}, "124"), ({"in_contact": True}, "124"),
        ],
    ),
]  # fmt: skip


@rule("67", "78", "83", "91", "94", "95", "50", "121", "122", "124")
@pytest.mark.parametrize(("table", "sound", "faults"), NEEDS, ids=[table.title for table, *_ in NEEDS])
def test_each_need_refuses_by_itself_and_nothing_else_does(table: Any, sound: Any, faults: Any) -> None:
    assert table.refusals(sound) == ()
    for changes, cite in faults:
        assert [refusal.cite for refusal in table.refusals(sound._replace(**changes))] == [cite], changes
    assert len(faults) == len(table.rows)


@rule("B41", "122", "78", "94")
@pytest.mark.parametrize(
    ("table", "facts", "words"),
    [
        (MAY_ASSAULT, DOER._replace(front=1), "only 1 of its figures stands in the front rank, and an assault takes 3"),
        (MAY_ASSAULT, DOER._replace(front=2), "only 2 of its figures stand in the front rank, and an assault takes 3"),
        (MELEE_SUPPORT, HELPER._replace(figures=0), "none of its front-rank figures touch the target: it takes 3"),
        (MELEE_SUPPORT, HELPER._replace(figures=1), "1 of its front-rank figures touches the target: it takes 3"),
        (MELEE_SUPPORT, HELPER._replace(figures=2), "2 of its front-rank figures touch the target: it takes 3"),
        (MAY_MOVE, DOER._replace(enemy=250), "an enemy is 2.5″ away, and a plain move starts 3″ or more from all"),
        (MAY_MOVE, DOER._replace(enemy=0, in_contact=True), "it is in contact, and so does not make a plain move"),
        (MAY_DOUBLE, DOER._replace(any_enemy=1750), "an enemy is 17.5″ away, and a double starts more than 18″ from all"),
        (MAY_SHOOT, SHOOTER._replace(in_range=False), "too far"),
    ],
)  # fmt: skip
def test_a_refusal_says_what_is_the_case(table: Any, facts: Any, words: str) -> None:
    assert table.refusal(facts).words == words


@rule("F5.18", "FC13F", "FC13P", "FC13G")
@pytest.mark.parametrize(
    ("changes", "more"),
    [
        ({}, ""), ({"swift": True}, "F5.18+600"), ({"urged": "vive_lempereur"}, "FC13F+600"),
        ({"urged": "vorwaerts"}, "FC13P+600"), ({"urged": "forward"}, "FC13G+600"),
        ({"swift": True, "urged": "forward"}, "F5.18+600 FC13G+600"),
    ],
)  # fmt: skip
def test_what_makes_a_unit_go_farther(changes: dict[str, Any], more: str) -> None:
    lines = MORE_MOVE.lines(Pace(False, "")._replace(**changes))
    assert " ".join(f"{line.cite}{line.value:+d}" for line in lines) == more


# ---- results and look-ups


@rule("F5.17e", "F5.8", "F5.19")
def test_every_face_of_the_results() -> None:
    assert [tuple(SQUARE_DIE.find(face).value) for face in range(1, 9)] == [
        *[(True, True)] * 3, *[(False, True)] * 2, *[(False, False)] * 3,
    ]  # fmt: skip
    assert [HIT_AND_RUN.find(face).value for face in range(0, 8)] == [-1, -1, 0, 0, 1, 1, 1, 1]
    assert [UNPREDICTABLE.find(face).value for face in range(0, 8)] == [-1, -1, 0, 0, 0, 0, 1, 1]


COMMON = {
    1: "all_out_attack", 2: "tide_of_battle", 3: "confusion", 4: "breakthrough", 5: "stubborn", 6: "deadly_attack",
    7: "directed_fire", 8: "inspiration", 9: "surprise_attack", 10: "capture",
}  # fmt: skip
NATIONAL = {
    Nation.FRENCH: ("les_grognards", "attaque_a_outrance", "vive_lempereur"),
    Nation.BRITISH: ("scum_of_the_earth", "defensive_fire", "perfect_volleys"),
    Nation.SPANISH: ("spanish_ulcer", "invisible_enemy", "conquerors"),
    Nation.PRUSSIAN: ("landwehr_spirit", "hurrah", "vorwaerts"),
    Nation.RUSSIAN: ("for_the_tsar", "grand_battery", "stoic_resolve"),
    Nation.AUSTRIAN: ("hold_the_village", "masses", "archdukes_order"),
    Nation.GENERIC: ("old_soldiers", "attack_all", "forward"),
}


@rule("40", "43")
@pytest.mark.parametrize("nation", list(Nation))
def test_the_thirteen_cards_of_each_army(nation: Nation) -> None:
    cards = {**COMMON, **dict(enumerate(NATIONAL[nation], 11))}
    assert {rank: verb_of(nation, rank) for rank in range(1, 14)} == cards
    assert [FATE[verb].rank for verb in cards.values()] == list(range(1, 14))
    assert verb_of(nation, 0) == verb_of(nation, 14) == ""


@rule("43", "44")
@pytest.mark.parametrize(
    ("window", "number"),
    [(BrigadeActivates, 13), (Deadly, 6), (Inspiration, 8), (SpanishUlcer, 11), (InvisibleEnemy, 12),
     (Conquerors, 13), (StoicResolve, 13)],
)  # fmt: skip
def test_a_window_is_silenced_under_the_number_of_its_card(window: Any, number: int) -> None:
    assert window.often == number
    assert ANY not in range(1, 14)


@rule("153", "154", "155", "156", "157", "158")
@pytest.mark.parametrize(
    ("kind", "feature"),
    [
        ("building", Feature(("defendable", "obstacle"), HARD)),
        *[(kind, Feature(("impassable", "obstacle"), line=True)) for kind in ("high_fence", "high_hedge", "high_wall")],
        *[(kind, Feature(("barrier",), SOFT, line=True)) for kind in ("low_fence", "low_hedge", "low_wall")],
        ("hill", Feature(("obstacle",))),
        ("river", Feature(("impassable",))),
        ("ford", Feature(("rough",))),
        ("mud", Feature(("rough",))),
        ("stream", Feature(("barrier",), MELEE, line=True)),
        *[(kind, Feature(("highway",))) for kind in ("road", "track", "path", "bridge")],
        ("wood", Feature(("defendable", "obstacle"), SOFT)),
    ],
)  # fmt: skip
def test_what_each_kind_of_terrain_means(kind: str, feature: Feature) -> None:
    assert FEATURES[kind] == feature
    assert len(FEATURES.rows) == 17
    rules = ("defendable", "obstacle", "impassable", "barrier", "rough", "highway")
    assert tuple(each for each in rules if FEATURES[kind].has(each)) == tuple(
        sorted(feature.rules, key=rules.index)
    )


@rule("76", "148", "162", "166")
def test_the_numbers_of_the_look_ups() -> None:
    assert {row.key: row.value for row in COVER.rows} == {HARD: -2, SOFT: -1, MELEE: 0, Cover.NONE: 0}
    assert {row.key: row.value for row in GOING.rows} == {
        "open": 100, "rough": 200, "highway": 50, "barrier": 400,
    }  # fmt: skip
    assert {row.key: row.value for row in SCORES.rows} == {"objective": 1, "captured": 2, "defeat": 1}
    assert {row.key: row.value for row in DISTANCES.rows} == {
        "cavalry": 1800, "column": 1200, "open": 900, "line": 800, "square": 300,
        "limbered": 1200, "limbered horse": 1800, "limbered slow": 600,
        "unlimbered": 300, "unlimbered horse": 900, "unlimbered slow": 100, "leader": 3600,
    }  # fmt: skip
    assert (SUPPORTERS, BATTERY) == (3, 5)


@rule("43", "125")
def test_every_table_is_on_the_sheet() -> None:
    shown = {table.title for table in TABLES}
    tried = {table.title for table, *_ in (*MODIFIERS, *NEEDS)}
    others = {each.title for each in (FATE, SQUARE_DIE, HIT_AND_RUN, UNPREDICTABLE, DISTANCES, MORE_MOVE)}
    assert shown == tried | others | {each.title for each in (FEATURES, COVER, GOING, SCORES)}
