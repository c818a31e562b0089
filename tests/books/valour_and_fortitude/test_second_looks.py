"""Second looks at small things: who is asked, what is told, what is left behind. [37, 57, 80, 87, 147, 160, B39, B66, FC6]"""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from grognard.books.valour_and_fortitude.facts import assaults, onsets
from grognard.books.valour_and_fortitude.facts.assaults import needed
from grognard.books.valour_and_fortitude.facts.bodies import (
    Shape,
    front_ends,
    gun_box,
    gun_poses,
    square_files,
    stand,
    stand_at,
)
from grognard.books.valour_and_fortitude.facts.contact import base_touches, figures_on, touching
from grognard.books.valour_and_fortitude.facts.forming import _limbered
from grognard.books.valour_and_fortitude.facts.ground import _apart, _border, land_of, path_cost
from grognard.books.valour_and_fortitude.facts.layout import distance, nearest_enemy, spot_of
from grognard.books.valour_and_fortitude.facts.morale import decided
from grognard.books.valour_and_fortitude.facts.placing import Entrant, Leaver
from grognard.books.valour_and_fortitude.facts.riding import beside
from grognard.books.valour_and_fortitude.facts.shooting import barrier_cover, could_support, enfiladed
from grognard.books.valour_and_fortitude.facts.sight import (
    height,
    lines,
    look_between,
    lookout,
    on_hill,
    seen_by,
    visible,
)
from grognard.books.valour_and_fortitude.state import Terrain
from grognard.books.valour_and_fortitude.steps.cards import Deadly
from grognard.books.valour_and_fortitude.steps.common import may_occupy
from grognard.books.valour_and_fortitude.steps.env import Attack, Brigading, Displacing, Fight, Melee
from grognard.books.valour_and_fortitude.steps.env import Testing as Proving
from grognard.books.valour_and_fortitude.steps.fight import Headstrong, Verdict
from grognard.books.valour_and_fortitude.steps.fire import _pairs
from grognard.books.valour_and_fortitude.steps.leaders import PutBack
from grognard.books.valour_and_fortitude.steps.losses import WaverLosses
from grognard.books.valour_and_fortitude.steps.melee import Fights, HitAndRun
from grognard.books.valour_and_fortitude.steps.odds import closed
from grognard.books.valour_and_fortitude.steps.turn import CloseTurn, Phases
from grognard.books.valour_and_fortitude.words import Cover, Deed, Mode, Phase, Special, Where
from grognard.engine.choices import Ask
from grognard.geometry.angles import ahead
from grognard.geometry.contact import TOUCH
from tests.books.valour_and_fortitude.bouts import foe, foremost, melee
from tests.books.valour_and_fortitude.drill import (
    Halt,
    area,
    begin,
    brigaded,
    cite,
    close,
    find,
    foot,
    ground,
    gun,
    horse,
    leader,
    limbered,
    marcher,
    put,
    reform,
    scene,
    unit,
    unlimbered,
    worked,
)
from tests.rules import rule

param = pytest.param


@rule("B39", "80")
@pytest.mark.parametrize(("order", "off"), [(unlimbered, -225), (limbered, 200)])
def test_the_gun_keeps_its_place_while_the_limber_comes_and_goes(order: Any, off: int) -> None:
    """The middle of gun and limber lies straight behind the gun, or before it: at every heading."""
    start = stand_at(Shape(gun, 1, 1, unlimbered), 3000, 2000, 0)
    wrong = []
    for facing in range(0, 3600, 7):
        end = _limbered(start, Shape(gun, 1, 1, order), facing)
        x = 3000 + off * sin(radians(facing / 10))
        y = 2225 + off * cos(radians(facing / 10))
        if max(abs(end.x - x), abs(end.y - y)) > 0.51:
            wrong.append(facing)
    assert wrong == []


@rule("160")
def test_who_goes_inside_the_angle_of_a_wall_crosses_none_of_it() -> None:
    corner = ground("low_wall", (10, 30), (10, 10), (30, 10))
    state = scene(unit("A", at=(60, 40)), terrain=(corner,))
    assert path_cost(state, ((1500, 1500), (2500, 2500)), False) == 1415
    assert path_cost(state, ((1500, 1500), (1500, 500)), False) == 1000 + 400


@rule("147", "B66")
@pytest.mark.parametrize(("gone", "turn", "cite"), [("b", 3, "B66"), ("b", 10, "147"), ("", 10, "147")])
def test_a_battle_that_ends_in_its_last_turn_ends_for_that(gone: str, turn: int, cite: str) -> None:
    away: dict[str, Any] = {"where": Where.ROUTED} if gone else {}
    state = scene(unit("A", at=(10, 10)), unit("b", at=(40, 40), **away), turn=turn, side=1, turns=10)
    game = begin(state, CloseTurn())
    assert [entry.cite for entry in game.notes("ends")] == [cite]


@rule("148", "B66")
@pytest.mark.parametrize(
    ("gone", "switch", "words"),
    [
        ((), True, "objectives held and brigades beaten"),
        (("b",), True, "an army was destroyed"),
        (("A",), True, "an army was destroyed"),
        (("b",), False, "objectives held and brigades beaten"),
        (("A", "b"), True, "objectives held and brigades beaten"),
    ],
)
def test_what_ended_a_battle(gone: tuple[str, ...], switch: bool, words: str) -> None:
    units = [
        unit(key, at=(10, y), where=Where.ROUTED if key in gone else Where.TABLE)
        for key, y in (("A", 10), ("b", 30))
    ]
    assert decided(scene(*units, options={"wipeout_wins": switch})) == words


@rule("57", "60")
def test_each_figure_that_is_blocked_is_told_by_whom() -> None:
    """Friends stand close before the whole front rank; without them every figure sees the enemy."""
    line, enemy = (
        unit("A", figures=6, files=6, front=(30, 10)),
        unit("z", files=12, front=(30, 20), facing=180),
    )
    friends = unit("B", figures=24, files=12, front=(30, 13))
    shut = scene(line, friends, enemy)
    assert [each.blocker for each in lines(shut, shut.units[0], find(shut, "z"))] == ["B"] * 6
    clear = scene(line, enemy)
    assert [each.blocker for each in lines(clear, clear.units[0], find(clear, "z"))] == [""] * 6


@rule("49", "52")
def test_only_who_can_shoot_so_and_has_not_shot_is_asked() -> None:
    state = scene(
        unit("A", files=12, front=(20, 10)),
        unit("B", files=12, front=(40, 10), today={"shot": True}),
        unit("C", horse, front=(60, 10)),
        unit("z", files=12, front=(20, 18), facing=180),
        phase=Phase.FIRE,
    )
    assert _pairs(state, 0, Mode.VOLLEY).firsts == (0,)
    assert _pairs(state, 0, Mode.SKIRMISH).firsts == ()


@rule("FC6", "11")
def test_a_deadly_attack_leaves_no_die_to_be_thrown_once_more() -> None:
    state = melee(foremost("A"), foe("b"), hands=((6, 6), ()))
    attack = Attack(0, 1, 4, 4, False, hits=2, spare=2)
    game = begin(state, Deadly("main"), Halt(), env=Fight(0, 1, main=attack)).play("deadly_attack")
    main = game.position.agenda[-1].env.main
    assert (main.again, main.spare, main.hits) == (2, 0, 2)


@rule("87", "103", "110")
def test_when_an_assault_has_closed_nobody_has_fought_yet() -> None:
    state = scene(
        unit("A", files=6, front=(36, 12)),
        unit("B", files=6, front=(50, 12), today={"fought": True, "won": True}),
        unit("b", files=12, front=(36, 20), facing=180),
    )
    after = closed(state, 0, 2, (("forward", 800),))
    assert after.phase is Phase.MELEE
    assert (after.units[0].today.acted, after.units[0].today.assaulted) == (True, True)
    assert not any(u.today.fought or u.today.won for u in after.units)
    assert [u.today.acted for u in after.units[1:]] == [False, False]
    assert after.units[0].y == state.units[0].y + 800


@rule("87", "177", "B42")
def test_straight_on_at_a_house_one_stops_at_its_wall() -> None:
    """The house is the first piece of ground; whoever is in it stands in its middle."""
    house = area("building", 32, 20, 40, 26, "house")
    state = scene(unit("A", files=6, front=(36, 12)), unit("b", inside="house"), terrain=(house,))
    judge = marcher(state, "A", Deed.ASSAULT, target="b")
    (legs,) = onsets._straight_ahead(judge, state.units[1])
    assert 800 - TOUCH <= legs[0][1] <= 800
    assert judge.refusal(legs) is None


@rule("57", "59", "60", "168")
@pytest.mark.parametrize(
    ("eye", "aim", "blocker"),
    [
        param((10, 20), (60, 20), "house", id="a house"),
        param((10, 30), (60, 30), "hill", id="a hill"),
        param((10, 40), (40, 40), "hedge", id="a high hedge"),
        param((10, 10), (60, 10), "A", id="a unit"),
        param((10, 5), (60, 5), "", id="nothing"),
        param((10, 7.39), (60, 7.39), "A", id="an inch before its front"),
        param((10, 7.38), (60, 7.38), "A", id="exactly an inch"),
        param((10, 7.37), (60, 7.37), "", id="more than an inch"),
        param((36, 20), (60, 20), "", id="out of the house"),
        param((30, 19), (39, 27), "", id="past the corner of the house"),
        param((30, 29), (39, 37), "", id="past the corner of the hill"),
        param((52, 41), (55, 44), "", id="inside the angle of a high wall"),
        param((52, 41), (48, 44), "angle", id="out of it"),
        param((10, 9), (36, 9), "", id="at the unit itself"),
        param((36, 20), (36, 20), "", id="nowhere"),
    ],
)
def test_a_line_from_point_to_point(eye: Any, aim: Any, blocker: str) -> None:
    """The unit faces south, its front at 8.38."""
    terrain = (
        area("building", 34, 18, 38, 22, "house"),
        area("hill", 34, 28, 38, 32, "hill"),
        ground("high_hedge", (36, 38), (36, 42), name="hedge"),
        ground("high_wall", (50, 38), (50, 46), (56, 46), name="angle"),
    )
    state = scene(unit("A", figures=6, files=6, at=(36, 8.78), facing=180), terrain=terrain)
    a, b = ((round(100 * x), round(100 * y)) for x, y in (eye, aim))
    found = look_between(state, a, b)
    assert (found.start, found.end, found.blocker) == (a, b, blocker)
    assert found.clear is (blocker == "")


@rule("88", "B41")
@pytest.mark.parametrize(
    ("turn", "count"),
    [(0, 2), (45, 2), (45.1, 3), (90, 3), (134.9, 3), (135, 2), (180, 2), (-45, 2), (-45.1, 3)],
)
def test_how_askew_one_still_meets_a_front(turn: float, count: int) -> None:
    """Foot in a single file is narrower than a horse: two reach its front or rear, three its flank."""
    assert needed(unit("A", horse, facing=turn), unit("b", figures=6, files=1)) == count


@rule("169", "171", "183")
@pytest.mark.parametrize("first", [True, False])
def test_who_is_in_a_feature_occupies_no_other_from_there(first: bool) -> None:
    west, east = area("building", 30, 20, 34, 24, "west"), area("building", 35, 20, 39, 24, "east")
    state = scene(unit("A", inside="west"), terrain=(west, east) if first else (east, west))
    assert may_occupy(state, state.units[0]) == []
    outside = scene(unit("A", files=6, front=(34.5, 18)), terrain=(west, east))
    assert may_occupy(outside, outside.units[0]) == [0, 1]


@rule("110", "135")
@pytest.mark.parametrize("done", [("fought", "won"), ("fought",), ("won",)])
def test_a_new_phase_forgets_who_has_fought_and_who_has_won(done: tuple[str, ...]) -> None:
    today = {"acted": True, **dict.fromkeys(done, True)}
    units = unit("A", at=(10, 10), today=today), unit("z", at=(40, 40))
    game = begin(scene(*units), Phases(Phase.FIRE))
    after = game.unit("A").today
    assert (after.fought, after.won, after.acted) == (False, False, True)


@rule("174")
@pytest.mark.parametrize("first", [True, False])
def test_who_enters_a_feature_is_as_near_as_that(first: bool) -> None:
    """It is drawn where it stood, but its enemies are as far off as the house."""
    house, barn = area("building", 30, 20, 36, 26, "house"), area("building", 2, 2, 4, 4, "barn")
    terrain = (house, barn) if first else (barn, house)
    units = unit("A", files=6, front=(33, 18)), unit("z", files=12, front=(33, 40), facing=180)
    outside = scene(*units, terrain=terrain)
    assert nearest_enemy(outside, outside.units[0]) == distance(outside, *outside.units) == 2200
    inside = put(outside, "A", inside=0 if first else 1)
    assert nearest_enemy(inside, inside.units[0]) == distance(inside, *inside.units) == 1400
    assert spot_of(inside.units[0]) == (0 if first else 1)
    assert nearest_enemy(inside, inside.units[1]) == 1400


@rule("102", "B50")
@pytest.mark.parametrize(("today", "where", "over"), [
    ({}, Where.TABLE, False), ({"fought": True}, Where.TABLE, True), ({}, Where.ROUTED, True),
])  # fmt: skip
def test_whom_one_has_fought_nobody_fights_again(today: Any, where: Where, over: bool) -> None:
    state = melee(foremost("A"), foe("b", today=today, where=where))
    game = begin(state, Fights(), Halt(), env=Melee(picks=((0, 1),)))
    assert ("go_on" in game.ask.offers if isinstance(game.pending, Ask) else False) is over


@rule("87", "B42")
def test_at_first_an_assault_looks_at_a_few_places_only() -> None:
    state = scene(unit("A", files=6, front=(36, 12)), unit("b", files=12, front=(36, 20), facing=180))
    judge = marcher(state, "A", Deed.ASSAULT, target="b")
    few = onsets.onset_poses(state, judge.unit, state.units[1])
    assert [legs[0][1:] for legs in assaults.onsets(judge)] == [
        tuple(pose) for pose in few if not onsets.out_of_reach(judge, pose)
    ]
    assert len(few) < len(onsets.onset_poses(state, judge.unit, state.units[1], True))


@rule("105", "106", "135")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [(2, 1, [True, False]), (1, 2, [False, True]), (1, 1, [True, False]), (0, 0, [True, False])],
)
def test_who_won_a_fight_is_remembered_for_the_phase(ours: int, theirs: int, winners: list[bool]) -> None:
    state = melee(foremost("A"), foe("b"))
    env = Fight(0, 1, main=Attack(0, 1, 4, 4, hits=ours), back=Attack(1, 0, 4, 4, hits=theirs))
    game = begin(state, Verdict(), Halt(), env=env)
    assert [u.today.won for u in game.state.units] == winners
    assert game.notes("fight result")[0].side == winners.index(True)


@rule("79")
def test_of_several_leaders_moved_over_each_is_put_back() -> None:
    units = unit("A", at=(10, 10)), unit("z", at=(36, 40)), unit("y", at=(60, 40), brigade="ii")
    state = scene(*units, leaders={"i": (20, 20), "ii": (24, 20), "general": (28, 20)})
    ids = tuple(leader(state, name).id for name in ("i", "ii", "general"))
    game = begin(state, PutBack(), Halt(), env=Displacing(ids))
    for number, name in enumerate(("i", "ii", "general")):
        assert set(game.ask.offers) == {"put_back"}
        assert game.position.agenda[-1].env.leaders == ids[number:]
        game.play(("put_back", next(iter(game.ask.offers["put_back"]))))
        assert [note.general for note in game.notes("put back")] == list(ids[: number + 1])
        assert (game.leader(name).y > 2500) is True
    assert set(game.ask.offers) == {"go_on"}


@rule("171", "F5.11c")
@pytest.mark.parametrize("first", [True, False])
def test_light_infantry_that_occupies_at_the_end_of_its_move_is_inside(first: bool) -> None:
    house, barn = area("building", 28, 20, 34, 26, "house"), area("building", 2, 2, 4, 4, "barn")
    state = scene(
        unit("A", foot, Special.LIGHT_INFANTRY, files=6, front=(31, 18)),
        unit("z", at=(60, 44)),
        terrain=(house, barn) if first else (barn, house),
    )
    number = 0 if first else 1
    game = begin(state, "brigade", env=Brigading(0))
    game.play(("move", "A"), ("go", (("forward", 100), ("occupy", number))))
    assert game.unit("A").inside == number
    assert game.unit("A").today.entered
    assert [note.feature for note in game.notes("occupies")] == ["house"]


@rule("14", "159")
def test_a_wall_elsewhere_brings_nobody_into_contact() -> None:
    """Both must touch it, from both sides, two inches apart at most."""
    units = unit("A", files=6, front=(30, 20)), unit("z", files=6, front=(30, 21), facing=180)
    for wall, count in (
        (ground("low_wall", (60, 5), (66, 5)), 0),
        (ground("low_wall", (20, 20), (40, 20)), 0),
        (ground("low_wall", (20, 20.5), (40, 20.5)), 0),
    ):
        state = scene(*units, terrain=(wall,))
        assert figures_on(state, state.units[0], state.units[1]) == count
        assert not touching(state, *state.units)
        assert not any(base_touches(state, base, state.units[1]) for base in stand(state.units[0]).bases)


@rule("117", "B57")
@pytest.mark.parametrize("first", [True, False])
def test_who_is_in_a_feature_is_never_taken_in_flank(first: bool) -> None:
    """Not even by somebody whom he cannot see behind a hill."""
    house, hill = area("building", 28, 20, 34, 26, "house"), area("hill", 10, 30, 60, 34, "hill")
    state = scene(
        unit("A", at=(31, 40)), unit("z", inside="house"), terrain=(house, hill) if first else (hill, house)
    )
    assert not visible(state, state.units[1], state.units[0])
    assert not enfiladed(state, state.units[1], state.units[0])
    line = scene(unit("A", at=(31, 40)), unit("z", at=(31, 23)), terrain=(hill,))
    assert enfiladed(line, line.units[1], line.units[0])


@rule("57", "B56")
def test_whom_one_has_looked_for_in_vain_stays_unseen() -> None:
    """However often one asks, and whichever question comes first; flat ground is no height."""
    units = unit("A", at=(20, 20)), unit("z", at=(20, 30)), unit("y", at=(20, 10))
    state = scene(*units)
    for foe_, count in ((1, 12), (2, 0)):
        assert seen_by(state, state.units[0], state.units[foe_]) == count
        assert visible(state, state.units[0], state.units[foe_]) is (count > 0)
    lone = scene(unit("A", figures=3, files=1, at=(20, 20)), *units[1:])
    assert seen_by(lone, lone.units[0], lone.units[1]) == 1
    assert visible(lone, lone.units[0], lone.units[1])
    again = scene(*units)
    assert [visible(again, again.units[0], again.units[foe_]) for foe_ in (1, 2)] == [True, False]
    assert {height(state, each) for each in state.units} == {0}
    assert not any(on_hill(state, each) for each in state.units)
    hill = scene(*units, terrain=(area("hill", 10, 25, 40, 40, "hill"),))
    assert [height(hill, each) for each in hill.units] == [0, 1, 0]


@rule("183")
@pytest.mark.parametrize(
    ("piece", "border", "connected"),
    [
        param(3, 297, False, id="edges that hardly more than touch share a corner"),
        param(4, 296, False, id="also if each end touches just so"),
        param(5, 300, True, id="longer ones a border"),
    ],
)
def test_a_border_of_several_pieces(piece: int, border: int, connected: bool) -> None:
    """Two sections side by side; of one of them the last hundredths of the border are an edge of their own."""
    west = Terrain(
        "building", "west", ((0, 0), (1000, 0), (1000, 300 - piece), (1000, 300), (0, 300)), group="town"
    )
    east = Terrain("building", "east", ((1000, 0), (2000, 0), (2000, 300), (1000, 300)), group="town")
    state = scene(unit("A", at=(40, 40)), terrain=(west, east))
    assert _border(state.field, 0, 1) == border
    assert land_of(state).connected == ({0: (1,), 1: (0,)} if connected else {0: (), 1: ()})


@rule("26", "27", "56", "B39")
@pytest.mark.parametrize(("order", "gun_off", "limber_off"), [(unlimbered, 225, -145), (limbered, -200, 120)])
def test_gun_and_limber_stand_one_behind_the_other_at_every_heading(
    order: Any, gun_off: int, limber_off: int
) -> None:
    wrong = []
    for facing in range(0, 3600, 7):
        at = stand_at(Shape(gun, 1, 1, order), 3000, 2000, facing)
        for pose, off in zip(gun_poses(at), (gun_off, limber_off)):
            x = 3000 + off * sin(radians(facing / 10))
            y = 2000 + off * cos(radians(facing / 10))
            if max(abs(pose.x - x), abs(pose.y - y)) > 0.51:
                wrong.append(facing)
    assert wrong == []
    at = stand_at(Shape(gun, 1, 1, order), 3000, 2000, 0)
    assert sorted(gun_box(at)) == [
        (x, y) for x in (2880, 3120) for y in (2000 + gun_off - 120, 2000 + gun_off + 120)
    ]
    lead_ = 345 if order is unlimbered else 320
    half = 120 if order is unlimbered else 100
    assert front_ends(at) == ((3000 - half, 2000 + lead_), (3000 + half, 2000 + lead_), 0)
    line = stand_at(Shape(foot, 24, 12, close), 3000, 2000, 0)
    assert front_ends(line) == ((2520, 2080), (3480, 2080), 0)


@rule("160")
@pytest.mark.parametrize(("apart", "cost"), [(2, 2400), (3, 2800)])
def test_where_two_pieces_of_a_wall_meet_is_one_crossing(apart: int, cost: int) -> None:
    """There and back again, a hundredth or two beside: that is the wall's own breadth."""
    far = 10 + apart / 100
    wall = ground("low_wall", (10, 0), (10, 10), (far, 10), (far, 0))
    state = scene(unit("A", at=(60, 40)), terrain=(wall,))
    assert path_cost(state, ((0, 500), (2000, 500)), False) == cost


@rule("70", "76")
@pytest.mark.parametrize(("far", "may"), [(1200, True), (1201, False)])
def test_a_move_of_exactly_its_distance_is_legal_at_a_glance_too(far: int, may: bool) -> None:
    judge = marcher(scene(unit("A", files=6, at=(30, 10)), unit("z", at=(66, 44))), "A")
    assert judge.legal((("glide", 3000, 1000 + far, 0),)) is may
    assert (judge.refusal((("glide", 3000, 1000 + far, 0),)) is None) is may


@rule("87")
def test_an_assault_that_only_meets_somebody_else_is_none() -> None:
    state = scene(
        unit("A", files=6, front=(30, 12)),
        unit("b", files=6, front=(44, 20), facing=180),
        unit("c", files=6, front=(30, 20), facing=180),
    )
    assert cite(marcher(state, "A", Deed.ASSAULT, target="c").refusal((("forward", 800),))) == ""
    assert cite(marcher(state, "A", Deed.ASSAULT, target="b").refusal((("forward", 800),))) == "87"
    assert cite(marcher(state, "A", Deed.ASSAULT).refusal((("forward", 700),))) == "87"


@rule("87", "70")
def test_an_assault_is_asked_for_with_its_target() -> None:
    state = scene(unit("A", files=6, front=(30, 12)), unit("b", files=6, front=(30, 20), facing=180))
    game = begin(state, "brigade", env=Brigading(0)).play(("assault", ("A", "b")))
    assert game.ask.prompt == "A: assault b"
    far = scene(unit("A", files=6, front=(30, 12)), unit("b", files=6, front=(30, 40), facing=180))
    assert begin(far, "brigade", env=Brigading(0)).play(("move", "A")).ask.prompt == "A: move"


@rule("144", "B34")
def test_each_unit_that_wavers_near_enemies_takes_its_loss() -> None:
    units = [unit(key, files=6, at=(10 * at, 10)) for at, key in enumerate("ABC", 1)]
    state = scene(*units, unit("z", at=(60, 44)))
    game = begin(state, WaverLosses(), Halt(), env=Proving(0, wavering=(0, 1, 2)))
    while "go_on" not in (game.ask.offers if isinstance(game.pending, Ask) else ()):
        game.play(6)
    assert [u.losses for u in game.state.units] == [1, 1, 1, 0]


@rule("F5.6", "B65")
@pytest.mark.parametrize(
    ("main", "second", "charges"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_a_headstrong_unit_charges_on_after_its_first_fight_only(
    main: bool, second: bool, charges: bool
) -> None:
    state = melee(
        foremost("A", horse, Special.HEADSTRONG, figures=6, files=6),
        foe("b", where=Where.ROUTED),
        unit("c", files=6, figures=12, front=(36, 34), facing=180),
    )
    env = Fight(0, 1, main=Attack(0, 1, 4, 4, hits=1) if main else None, second=second, fallen=(1,))
    game = begin(state, Headstrong(), Halt(), env=env)
    assert ("go_on" not in game.ask.offers) is charges


@rule("F5.8", "110")
def test_who_hits_and_runs_has_fought() -> None:
    state = melee(foremost("A", horse, Special.HIT_AND_RUN, figures=6, files=6), foe("b"))
    game = begin(state, HitAndRun("unit"), Halt(), env=Fight(0, 1)).play("hit_and_run")
    assert game.unit("A").today.fought
    assert not game.unit("b").today.fought


@rule("B18", "F5.5")
@pytest.mark.parametrize("switch", [True, False])
def test_the_main_attacker_rerolls_by_either_reading(switch: bool) -> None:
    options = {"fight_back_is_main": switch}
    state = melee(foremost("A", foot, Special.ELAN), foe("b", foot, Special.ELAN), options=options)
    game = begin(state, "fight", env=Fight(0, 1))
    assert game.throw.facts["unit"] == 0
    assert game.position.agenda[-1].env.main.reroll


@rule("57", "60")
@pytest.mark.parametrize(("x", "seen"), [(33.4, 1), (60, 1), (36, 0)])
def test_a_limber_is_seen_though_its_gun_is_hidden(x: float, seen: int) -> None:
    """The limber stands beside its gun; a friend hides the gun, nothing, or both."""
    state = scene(
        unit("A", figures=1, files=1, front=(36, 20)),
        unit("B", figures=4, files=4, at=(x, 27)) if seen else unit("B", figures=12, files=12, at=(x, 27)),
        unit("z", gun, at=(34.5, 32.25), facing=180, spread=(-270, 0, 0)),
    )
    assert seen_by(state, state.units[0], find(state, "z")) == seen
    assert [line.clear for line in lines(state, state.units[0], find(state, "z"))] == [bool(seen)]


@rule("B21")
@pytest.mark.parametrize(
    ("gap", "forward", "number"), [(0.03, 3, "B21"), (0.03, 1, ""), (0.05, 3, "B21"), (0.05, 2, "")]
)
def test_a_retreat_goes_no_nearer_than_it_began(gap: float, forward: int, number: str) -> None:
    """Touching forgives two hundredths."""
    state = scene(
        unit("A", horse, figures=10, files=5, front=(36, 24)),
        unit("b", files=12, front=(36, 24 + gap), facing=180),
    )
    legs = ("forward", forward), ("back", 600)
    assert cite(marcher(state, "A", Deed.RETREAT).refusal(legs)) == number


@rule("82")
@pytest.mark.parametrize("which", range(4))
def test_of_one_central_figure_there_is_no_choice(which: int) -> None:
    state = scene(unit("A", figures=10, files=5, at=(30, 20)), unit("z", at=(66, 44)))
    end = worked(state, "A", reform(close, 5, 90, which)).end
    assert end == worked(state, "A", reform(close, 5, 90, 0)).end


@rule("87", "B42")
def test_where_nobody_has_room_to_shift_the_middle_alone_is_tried() -> None:
    """A single file before a single file."""
    state = scene(
        unit("A", figures=6, files=1, front=(36, 12)),
        unit("b", figures=6, files=1, front=(36, 20), facing=180),
    )
    judge = marcher(state, "A", Deed.ASSAULT, target="b")
    found = [legs[0][1:] for legs in onsets.exact_onsets(judge) if legs[0][0] == "glide"]
    assert [place for place in found if place[2] == 0] == [(3600, 2000 - 240, 0)]


@rule("73", "80", "81")
def test_who_reforms_passes_over_nobody() -> None:
    """A column becomes a line; somebody of another brigade stands in the angle between the two, clear of both."""
    column, friend = (
        unit("A", files=6, at=(30, 20)),
        unit("B", figures=1, files=1, at=(33.4, 19.2), brigade="II"),
    )
    state = scene(column, friend, unit("z", at=(66, 44)))
    assert cite(marcher(state, "A").refusal((reform(close, 12),))) == ""
    near = scene(column, unit("B", figures=1, files=1, at=(33.4, 19.6), brigade="II"), unit("z", at=(66, 44)))
    assert cite(marcher(near, "A").refusal((reform(close, 12),))) == "74"


@rule("77")
@pytest.mark.parametrize(("deed", "number"), [(Deed.MOVE, "77"), (Deed.RETREAT, "77"), (Deed.ASSAULT, "87")])
def test_a_way_over_an_enemy_is_too_near_him(deed: Deed, number: str) -> None:
    state = scene(unit("A", files=6, front=(30, 10)), unit("z", files=6, front=(30, 16), facing=180))
    assert cite(marcher(state, "A", deed).refusal((("forward", 1200),))) == number


@rule("B81")
@pytest.mark.parametrize(("bank", "moved"), [(57.4, False), (56.9, True)])
def test_a_leader_is_looked_for_room_less_than_48_inches_off(bank: float, moved: bool) -> None:
    """All is water west of the bank, and the first dry place is 48 or 47 and a half away."""
    state = scene(unit("A", at=(66, 8)), terrain=(area("river", 0, 0, bank, 48),))
    there = beside(state, leader(state, "I"), (1000, 2400))
    assert (there.x, there.y) == ((5750, 2400) if moved else (1000, 2400))


@rule("57", "165")
def test_a_line_ends_at_the_base_it_meets_and_not_at_the_nearest_centre() -> None:
    """The edge of a limber behind its gun is nearer to the middle of the gun than to its own."""
    state = scene(unit("A", at=(20, 10)), unit("z", gun, at=(40, 30)), unit("y", files=6, at=(50, 20)))
    z, y = find(state, "z"), find(state, "y")
    there = lookout(state, state.units[0], z)
    gun_base, limber = stand(z).bases
    assert there.figure_at((4000, 3055)) == limber
    assert there.figure_at((4000, 3105)) == gun_base
    column = lookout(state, state.units[0], y)
    assert [column.figure_at(place) for place in stand(y).places] == list(stand(y).bases)


@rule("150", "164", "B80")
@pytest.mark.parametrize(("x", "number"), [(34.9, ""), (35.7, "164"), (36.7, "")])
def test_what_lies_in_the_gap_of_its_last_rank_is_in_nobodys_way(x: float, number: str) -> None:
    """Ten figures in three files, their backs to the field: the last rank is a single figure."""
    state = scene(
        unit("A", files=6, at=(10, 40)),
        unit("B", figures=10, files=3, where=Where.LATER, brigade="II"),
        unit("z", at=(66, 44)),
        terrain=(area("river", x, 9.1, x + 0.4, 9.5),),
    )
    state = brigaded(state, "II", arrives=2, entry=(3600, 0))
    mover = Entrant(state, find(state, "B"))
    assert cite(mover.refusal((("place", 3600, 800, 1800, "close", 3),))) == number


@rule("87", "B42")
def test_turned_less_across_north_is_still_a_heading() -> None:
    """The line stands half a degree askew; a column that looks straight north may turn less than it should."""
    seen: set[int] = set()
    for gap in (11.86, 11.88, 11.9, 11.92, 11.94, 11.96, 11.98, 12):
        state = scene(
            unit("A", files=6, at=(36, 12)), unit("b", files=12, front=(36, 13.6 + gap), facing=179.5)
        )
        judge = marcher(state, "A", Deed.ASSAULT, target="b")
        seen |= {legs[0][3] for legs in onsets.exact_onsets(judge) if legs[0][0] == "glide"}
    assert seen == {3595, 0}


@rule("44a", "176", "F5.17a")
def test_who_is_set_down_is_in_no_feature() -> None:
    house = area("building", 28, 20, 34, 26, "house")
    state = scene(unit("A", files=6, inside="house"), unit("z", at=(66, 44)), terrain=(house,))
    mover = Leaver(state, state.units[0])
    placed = mover.set_down((("place", 3100, 1600, 0, "close", 6),))
    assert (placed.inside, placed.x, placed.y) == (-1, 3100, 1600)
    assert [square_files(figures) for figures in (1, 2, 4, 6, 8, 9, 12, 24)] == [1, 2, 2, 3, 4, 3, 4, 6]


@rule("70")
def test_the_fan_of_a_move_has_a_rib_every_fifteen_degrees() -> None:
    judge = marcher(scene(unit("A", files=6, at=(30, 20))), "A")
    assert list(judge.region()) == [ahead(3000, 2000, 150 * rib, judge.limit + 240) for rib in range(24)]


@rule("87", "B42")
def test_an_assault_falls_back_on_what_was_found_when_it_was_offered() -> None:
    state = scene(unit("A", files=6, front=(30, 12)), unit("b", files=6, front=(33, 20), facing=170))
    found = assaults.first_onset(state, state.units[0], state.units[1])
    assert found is not None
    assert marcher(state, "A", Deed.ASSAULT, target="b").fallback() == found
    assert marcher(state, "A", Deed.ASSAULT).refusal(marcher(state, "A", Deed.ASSAULT).fallback()) is not None


@rule("59", "159")
@pytest.mark.parametrize(("west", "apart"), [(9, False), (10, False), (11, True)])
def test_boxes_that_touch_are_not_apart(west: int, apart: bool) -> None:
    assert _apart((0, 0, 10, 10), (west, 0, 20, 10)) is apart
    assert _apart((0, west, 10, 20), (0, 0, 10, 10)) is apart


@rule("49", "50", "55", "121")
@pytest.mark.parametrize(
    ("who", "front", "mode", "could"),
    [
        param({}, (24, 10), Mode.VOLLEY, True, id="near enough, loaded"),
        param({}, (24, 10), Mode.SKIRMISH, False, id="not so"),
        param({"today": {"shot": True}}, (24, 10), Mode.VOLLEY, False, id="it has shot"),
        param({}, (24, 2), Mode.VOLLEY, False, id="too far"),
        param({}, (24, 20), Mode.VOLLEY, False, id="in contact"),
    ],
)
def test_who_could_lend_fire_support_at_a_glance(who: Any, front: Any, mode: Mode, could: bool) -> None:
    state = scene(
        unit("A", figures=12, files=6, front=front, **who),
        unit("z", files=12, front=(24, 20), facing=180),
        phase=Phase.FIRE,
    )
    assert could_support(state, state.units[0], state.units[1], mode) is could


@rule("161", "168")
@pytest.mark.parametrize(("inside", "cover"), [(True, Cover.NONE), (False, Cover.SOFT)])
def test_a_wall_covers_nobody_who_is_in_a_feature(inside: bool, cover: Cover) -> None:
    """He is drawn where he stood, behind a wall."""
    wall, house = ground("low_wall", (20, 20), (40, 20)), area("building", 28, 12, 32, 18, "house")
    state = scene(
        unit("A", files=6, front=(30, 20)),
        unit("z", files=6, front=(30, 30), facing=180),
        terrain=(wall, house),
    )
    state = put(state, "A", inside=1) if inside else state
    assert barrier_cover(state, state.units[0], state.units[1]) is cover


@rule("70", "76")
@pytest.mark.parametrize("facing", [0, 1, 3599, 1800, 2700])
def test_a_glance_and_the_judge_agree_to_a_hundredth(facing: int) -> None:
    """A line goes straight on as far as it may, at headings just beside north as well."""
    judge = marcher(scene(unit("A", files=12, at=(36, 24), facing=facing / 10), unit("z", at=(4, 4))), "A")
    told = set()
    for far in range(judge.limit - 3, judge.limit + 4):
        legs = (("glide", *ahead(3600, 2400, facing, far), facing),)
        assert judge.legal(legs) is (judge.refusal(legs) is None)
        told.add(judge.legal(legs))
    assert told == {True, False}
    assert worked(judge.state, "A", "forward 1").occupies == -1
