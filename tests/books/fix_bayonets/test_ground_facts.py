"""Facts of ground, sight, zones, retreats, assaults, checks and the end at their edges."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.books.fix_bayonets.facts import assault, ground, victory, zones
from grognard.books.fix_bayonets.facts.checks import check, skirmish, why_not_square
from grognard.books.fix_bayonets.facts.retreat import candidates, settles
from grognard.books.fix_bayonets.state import Flight, Options, Unit
from grognard.books.fix_bayonets.words import Arm, Fate, Formation, Order, Trial, Weather, Where
from grognard.engine.book import Outcome
from grognard.engine.flow import replace
from tests.books.fix_bayonets.drill import ART, CAV, GRID, INF, at, chief, country, man, skirmish_zones, state
from tests.rules import rule

F = Formation


def foot(number: int = 1, label: str = "1616", **more: Any) -> Unit:
    return man(number, 1, INF, "line", 5, label, **{"facing": 7, **more})


# fmt: off
@rule("F-7", "F-7.2", "F-7.3", "F-10.1", "STA-05")
@pytest.mark.parametrize(("arm", "form", "here", "there", "cost"), [
    (INF, "column", ".", ".", 2), (INF, "line", ".", ".", 4), (CAV, "line", ".", ".", 4), (INF, "extended line", ".", ".", 2),
    (INF, "column", ".", "h", 4), (CAV, "column", ".", "h", 4), (ART, "limbered", ".", "h", 6), (INF, "column", "h", ".", 2), (ART, "limbered", "h", ".", 2),
    (INF, "column", ".", "H", 8), (CAV, "column", ".", "H", 8), (INF, "column", "H", ".", 8), (ART, "limbered", ".", "H", None), (ART, "limbered", "H", ".", None),
    (INF, "column", "h", "H", 4), (INF, "column", ".", "w", 6), (CAV, "column", ".", "w", 10), (ART, "limbered", ".", "w", None),
    (ART, "limbered", ".", "f", 6), (ART, "unlimbered", ".", "f", None), (ART, "unlimbered", ".", "o", 8), (CAV, "column", ".", "~", 6), (ART, "limbered", ".", "r", 4),
])
def test_what_a_hex_costs(arm: Arm, form: str, here: str, there: str, cost: int | None) -> None:
    field = country(h1616=here, h1615=there)
    assert ground.price(field, arm, Formation(form), at("1616"), at("1615")) == cost


@rule("F-7.1", "ASR-01")
@pytest.mark.parametrize(("own", "foe", "number"), [
    (".", ".", 0), (".", "h", 1), ("h", ".", 0), ("~", ".", 1), ("~", "~", 1), (".", "~", 1), ("~", "h", 2), ("~", "f", 3), (".", "f", 2), (".", "w", 1), ("h", "h", 0),
])
def test_the_number_of_the_ground(own: str, foe: str, number: int) -> None:
    assert ground.number(country(h1616=own, h1615=foe), at("1616"), at("1615")) == number
# fmt: on


@rule("F-7.1")
def test_the_number_of_the_ground_is_three_at_most() -> None:
    """A brook before a farm that lies higher, were there one."""
    field = replace(country(h1616="~", h1615="f"))
    low = replace(field, terrain=field.terrain)
    assert ground.number(low, at("1616"), at("1615")) == 3


@rule("F-12.1", "F-12.2")
@pytest.mark.parametrize(
    ("form", "halves", "open_"),
    [
        ("column", 8, False),
        ("column", 4, False),
        ("column", 3, True),
        ("general order", 8, True),
        ("skirmish screen", 4, True),
        ("disordered", 8, True),
    ],
)
def test_who_stands_in_the_way_of_sight(form: str, halves: int, open_: bool) -> None:
    body = man(0, 0, INF, form, 4, "1614", halves=halves)
    scene = state(body)
    assert ground.seen(scene, at("1616"), at("1612")) is open_
    assert ground.seen(scene, at("1616"), at("1612"), own=(0,))
    assert ground.seen(scene, at("1616"), at("1612"), own=(1,)) is open_


@rule("F-12.1", "F-12.1a")
@pytest.mark.parametrize(
    ("here", "between", "there", "afoot", "mounted"),
    [
        (".", ".", ".", True, True),
        (".", "h", ".", False, False),
        ("h", "r", ".", True, True),
        ("h", "o", ".", False, False),
        ("H", "o", ".", True, True),
        (".", "r", ".", False, False),
    ],
)
def test_sight_afoot_and_from_the_saddle(
    here: str, between: str, there: str, afoot: bool, mounted: bool
) -> None:
    scene = state(foot(0, "0101"), field=country(h1616=here, h1615=between, h1614=there))
    found = [ground.seen(scene, at("1616"), at("1614"), saddle=saddle) for saddle in (False, True)]
    assert found == [afoot, mounted]


@rule("F-12.1", "F-12.3", "R-48")
@pytest.mark.parametrize(
    ("sky", "far"), [("clear", 20), ("mist", 5), ("fog", 2), ("night", 1), ("squall", 0), ("dusk", 5)]
)
def test_how_far_one_sees(sky: str, far: int) -> None:
    """Down the column of the map; next to each other always but in a squall, whatever stands there."""
    scene = state(foot(0, "0101"), weather=sky)
    for apart in range(25):
        assert ground.seen(scene, at("1630"), at("1630") - 31 * apart) is (apart <= far)
    wood = state(foot(0, "0101"), field=country(h1616="w", h1615="w", h1614="w"))
    assert ground.seen(wood, at("1616"), at("1615"))
    assert not ground.seen(wood, at("1616"), at("1614"))


# ---- retreats


@rule("RET-01", "RET-02", "RET-05", "RET-06")
def test_classes_of_retreat_hexes() -> None:
    unit = man(0, 0, INF, "routed", 4, "1616")
    found = candidates(state(unit), Flight((0,), 2))
    depot = at("1631")
    now = GRID.distance(at("1616"), depot)
    nearer = {there for _, there in GRID.steps(at("1616")) if GRID.distance(there, depot) < now}
    same = {there for _, there in GRID.steps(at("1616")) if GRID.distance(there, depot) == now}
    assert same
    assert found == dict.fromkeys(nearer, 1)
    friend = man(1, 0, INF, "column", 4, GRID.label(min(same)))
    assert candidates(state(unit, friend), Flight((0,), 2)) == {**dict.fromkeys(nearer, 1), min(same): 5}
    ring = [
        man(n + 1, 0, INF, "column", 4, GRID.label(there))
        for n, (_, there) in enumerate(GRID.steps(at("1616")))
    ]
    assert set(candidates(state(unit, *ring), Flight((0,), 2)).values()) == {5}
    foes = [replace(each, side=1, command=1, order=Order.ROUTED, formation=F.NONE) for each in ring]
    assert candidates(state(unit, *foes), Flight((0,), 2)) == {}


@rule("F-7.3", "RET-01", "F-10.6")
@pytest.mark.parametrize(
    ("arm", "steps", "letter", "may"),
    [
        (INF, 4, "w", True),
        (ART, 1, "w", False),
        (ART, 1, "f", True),
        (INF, 6, "f", True),
        (INF, 7, "f", False),
        (CAV, 4, "w", True),
        (INF, 4, ".", True),
    ],
)
def test_over_which_ground_one_runs(arm: Arm, steps: int, letter: str, may: bool) -> None:
    unit = man(0, 0, arm, "routed", steps, "1616")
    scene = state(unit, field=country(h1617=letter))
    assert (at("1617") in candidates(scene, Flight((0,), 2))) is may


@rule("F-18.3a")
@pytest.mark.parametrize(
    ("arm", "form", "may"),
    [(INF, "routed", True), (INF, "disordered", False), (CAV, "routed", False), (INF, "column", False)],
)
def test_with_whom_the_routed_stay(arm: Arm, form: str, may: bool) -> None:
    unit, friend = man(0, 0, INF, "routed", 4, "1616"), man(1, 0, arm, form, 4, "1617")
    assert settles(state(unit, friend), (unit,), at("1617")) is may
    assert settles(state(unit), (unit,), at("1617"))


# ---- zones


@rule("F-11.2", "F-13.4")
def test_how_far_screens_and_guns_reach() -> None:
    screen = man(0, 0, INF, "skirmish screen", 1, "1616")
    reached = [GRID.distance(at("1616"), there) for there in skirmish_zones(state(screen), 0)]
    assert sorted(reached) == [1] * 6 + [2] * reached.count(2)
    assert 0 < reached.count(2) < 12
    guns = man(0, 0, ART, "unlimbered", 1, "1616")
    far = [GRID.distance(at("1616"), there) for there in zones.fire_zones(state(guns), 0)]
    assert max(far) == 2
    assert far.count(1) == 3
    line = man(0, 0, INF, "line", 4, "1616")
    assert {GRID.distance(at("1616"), there) for there in zones.fire_zones(state(line), 0)} == {1}


@rule("RET-01", "R-87")
@pytest.mark.parametrize(
    ("shun", "label", "bad"), [(False, "1615", False), (True, "1615", True), (True, "1612", False)]
)
def test_zones_of_cavalry_count_for_retreats_by_the_letter_only(shun: bool, label: str, bad: bool) -> None:
    horse = man(0, 1, CAV, "column", 4, "1616", facing=0)
    scene = replace(state(horse), options=Options(retreats_shun_all_zones=shun))
    assert zones.dangerous(scene, 0, at(label)) is bad


# ---- assaults


@rule("F-16.2")
@pytest.mark.parametrize(
    ("label", "facing", "reached"), [("1616", 6, True), ("1615", 6, True), ("1614", 6, False)]
)
def test_whom_an_assault_reaches(label: str, facing: int, reached: bool) -> None:
    unit, target = man(0, 0, INF, "column", 5, "1617"), man(1, 1, INF, "column", 5, label, facing=facing)
    scene = state(unit, target)
    found = assault.approaches(scene, (unit,), (target,))
    assert bool(found) is reached
    if label == "1616":
        assert found == (at("1617"),)
    elif reached:
        assert all(
            GRID.distance(there, at(label)) == 1 and GRID.distance(there, at("1617")) == 1 for there in found
        )


@rule("F-16.2")
def test_an_enemy_at_the_side_is_not_reached() -> None:
    """Next to it, but not before it."""
    unit = man(0, 0, INF, "column", 5, "1617")
    side = next(there for way, there in GRID.steps(at("1617")) if way == 2)
    target = man(1, 1, INF, "column", 5, GRID.label(side))
    assert assault.approaches(state(unit, target), (unit,), (target,)) == ()
    assert assault.easiest(state(unit, target), (unit,)) == 0


@rule("F-16.3")
def test_a_withdrawal_ends_elsewhere_and_with_room() -> None:
    unit = man(0, 0, CAV, "column", 8, "1616")
    found = assault.withdrawals(state(unit, field=country(h1617="f")), (unit,))
    assert at("1616") not in found
    assert at("1617") not in found
    assert at("1615") in found


# ---- checks


@rule("TEM-04")
@pytest.mark.parametrize(("letter", "heavy"), [("f", True), ("w", False), (".", False)])
def test_heavy_cover_is_told_to_a_check(letter: str, heavy: bool) -> None:
    scene = state(foot(0), field=country(h1616=letter))
    assert check(scene, (scene.units[0],), Trial.FIRE).heavy is heavy


@rule("F-17.4", "F-21.2", "F-22.1", "SQR-12a")
@pytest.mark.parametrize(
    ("far", "sky", "hasty", "rye", "letter", "cite"),
    [
        (4, "clear", False, False, ".", ""),
        (5, "clear", False, False, ".", "SQR-12a"),
        (3, "rain", True, False, ".", "F-21.2"),
        (2, "rain", True, False, ".", ""),
        (3, "rain", False, False, ".", ""),
        (3, "clear", True, False, ".", ""),
        (3, "clear", False, True, "r", "F-21.2"),
        (2, "clear", False, True, "r", ""),
        (3, "clear", False, True, ".", ""),
        (3, "clear", False, False, "r", ""),
    ],
)
def test_how_far_off_a_square_is_tried(
    far: int, sky: str, hasty: bool, rye: bool, letter: str, cite: str
) -> None:
    field = replace(country(h1616=letter), hasty=(1,) if hasty else (0,), rye=rye)
    horse = man(0, 0, CAV, "column", 4, GRID.label(at("1616") + 31 * far))
    scene = state(horse, foot(), field=field, weather=sky)
    refusal = why_not_square(scene, (scene.units[1],), horse)
    assert (refusal.cite if refusal else "") == cite


@rule("R-66")
@pytest.mark.parametrize(
    ("form", "halves", "hex2", "may"),
    [
        ("line", 4, "", True),
        ("line", 3, "", False),
        ("skirmish screen", 4, "1716", True),
        ("skirmish screen", 4, "", False),
    ],
)
def test_how_many_steps_a_square_needs(form: str, halves: int, hex2: str, may: bool) -> None:
    unit = man(1, 1, INF, form, 5, "1616", halves=halves, facing=7, **({"hex2": at(hex2)} if hex2 else {}))
    horse = man(0, 0, CAV, "column", 4, "1618")
    refusal = why_not_square(state(horse, unit), (unit,), horse)
    assert (refusal.cite if refusal else "") == ("" if may else "R-66")


@rule("SKC-01", "SKC-03", "SKC-05")
@pytest.mark.parametrize(
    ("arm", "form", "sv", "foe", "told"),
    [
        (INF, "column", 0, "foot", "SKC-02"),
        (INF, "column", 2, "foot", "SKC-01 SKC-02"),
        (CAV, "column", 0, "foot", "SKC-02"),
        (CAV, "skirmish screen", 0, "foot", "SKC-02 SKC-03"),
        (INF, "skirmish screen", 0, "foot", "SKC-02"),
        (INF, "column", 0, "horse", "SKC-05"),
    ],
)
def test_what_a_skirmish_check_is_told(arm: Arm, form: str, sv: int, foe: str, told: str) -> None:
    unit = man(0, 0, arm, form, 1, "1617", sv=sv)
    enemy = foot(sv=1) if foe == "foot" else man(1, 1, CAV, "skirmish screen", 1, "1616", facing=7)
    found = skirmish(state(unit, enemy), (unit,), at("1617"))
    assert found is not None
    assert " ".join(line.cite for line in found.lines) == told


# ---- the end


@rule("F-19.1", "R-22", "WX-08a")
@pytest.mark.parametrize(
    ("lost", "start", "sky", "more"),
    [
        (1, 1, (), 1),
        (10, 105, (), 0),
        (10, 109, (), 0),
        (11, 110, (), 1),
        (10, 100, (Weather.MIST,), 1),
        (10, 100, (Weather.DUSK,), 3),
        (10, 100, (Weather.MIST, Weather.NIGHT), 3),
        (0, 100, (Weather.NIGHT,), 0),
        (10, 100, (Weather.CLEAR,), 1),
    ],
)
def test_a_tenth_lost_tires_and_weather_adds(
    lost: int, start: int, sky: tuple[Weather, ...], more: int
) -> None:
    assert victory.gain(False, lost, start, False, sky) == more


@rule("WX-08a", "F-19.1")
@pytest.mark.parametrize(
    ("sky", "may"),
    [
        ((), True),
        ((Weather.CLEAR,), True),
        ((Weather.RAIN,), True),
        ((Weather.NIGHT,), False),
        ((Weather.NIGHT, Weather.RAIN), False),
    ],
)
def test_when_one_may_rest(sky: tuple[Weather, ...], may: bool) -> None:
    assert victory.may_rest(sky) is may


@rule("F-19.2", "R-51")
@pytest.mark.parametrize(
    ("own", "level"),
    [
        ({"lost": 20}, 1),
        ({"lost": 19}, 0),
        ({"where": Where.GONE, "halves": 20}, 1),
        ({"where": Where.GONE, "halves": 19}, 0),
        ({"where": Where.GONE, "halves": 30}, 2),
        ({"order": Order.ROUTED, "halves": 40}, 1),
        ({"order": Order.ROUTED, "halves": 39}, 0),
        ({"order": Order.ROUTED, "halves": 40, "where": Where.DEAD}, 0),
        ({"lost": 45}, 3),
    ],
)
def test_what_counts_towards_cohesion(own: dict[str, Any], level: int) -> None:
    """An army of 100 half steps against one of 60."""
    scene = state(man(0, 0, INF, "column", 4, "1616", **own), foot())
    scene = replace(scene, commands=(scene.commands[0], replace(scene.commands[1], start=60)))
    assert victory.cohesion(scene, 0) == level
    assert victory.cohesion(scene, 1) == 0


@rule("F-19.2")
def test_an_army_that_never_was_has_lost_nothing() -> None:
    nothing = Fraction(0)
    assert victory.share_lost(nothing, nothing, nothing, nothing) == 0


@rule("F-19.3", "F-19.4")
@pytest.mark.parametrize("side", [0, 1])
def test_the_score_of_an_automatic_victory(side: int) -> None:
    """Points in halves: three half steps lost are one and a half."""
    gone = man(0, 1 - side, INF, "column", 4, "1616", lost=3, where=Where.DEAD)
    dead = replace(chief(0, 1 - side, "1616"), fate=Fate.KILLED)
    found = victory.collapse(state(gone, man(1, side, INF, "column", 4, "1610"), leaders=(dead,)))
    assert found is not None
    assert found.winner == side
    assert found.scores == ((3, 0) if side == 0 else (0, 3))


@rule("F-22.3", "F-19.4")
@pytest.mark.parametrize("side", [0, 1])
def test_who_wins_by_points_is_named(side: int) -> None:
    loser = man(0, 1 - side, INF, "column", 9, "1616", lost=10)
    found = victory.final(state(loser, man(1, side, INF, "column", 9, "1610")))
    assert found.winner == side
    assert found.words == f"{('first', 'second')[side]} win, 5 points to 0"


@rule("F-19.3", "F-22.3")
@pytest.mark.parametrize(
    ("winner", "cited", "cohesion", "words"),
    [
        (0, "F-19.3", (0, 3), "cohesion was lost"),
        (1, "F-19.3", (3, 0), "cohesion was lost"),
        (0, "F-19.3", (3, 2), "no leader was left"),
        (1, "F-19.3", (2, 3), "no leader was left"),
        (0, "F-22.3", (0, 3), "the last turn was over: points"),
        (None, "F-22.3", (0, 3), "the last turn was over: points"),
    ],
)
def test_what_ended_a_battle_is_told(
    winner: int | None, cited: str, cohesion: tuple[int, int], words: str
) -> None:
    over = replace(state(foot()), cohesion=cohesion, outcome=Outcome(winner, "", cited, (0, 0)))
    assert victory.decided(over) == words


@rule("F-16.2", "F-10.6", "R-65")
@pytest.mark.parametrize(("label", "free"), [("1616", False), ("1816", True)])
def test_a_wide_screen_goes_in_only_where_both_its_hexes_are_free(label: str, free: bool) -> None:
    screen = man(0, 0, INF, "skirmish screen", 2, "1517", hex2=at("1617"))
    target = man(1, 1, INF, "column", 5, "1515", facing=7)
    scene = state(screen, target, man(2, 0, INF, "column", 5, label))
    assert (at("1516") in assault.approaches(scene, (screen,), (target,))) is free
