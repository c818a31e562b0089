"""Moves of several glides: round what bars the way, and by places that a player names. [70, 73, 76, 77, 80]"""

from __future__ import annotations

import random
from itertools import islice
from math import cos, pi, sin

import pytest

from grognard.books.valour_and_fortitude.facts.moving import MOST_LEGS, Marcher
from grognard.engine.tables import Refusal
from grognard.geometry.angles import ahead
from grognard.geometry.points import Pose
from grognard.tabletop.manoeuvre import Legs
from tests.books.valour_and_fortitude.crowds import _facing, _ground, _standing, anybody
from tests.books.valour_and_fortitude.drill import area, foot, gun, horse, marcher, scene, unit
from tests.rules import rule
from tests.tools.wandering import Walker, gone_by, in_order, missed, wandered


def column(*others: object, limit: int = 1200) -> Marcher:
    """A narrow column that may move, and what stands about."""
    state = scene(unit("A", files=3, at=(36, 16)), unit("z", at=(5, 44)), *others)
    return marcher(state, "A", limit=limit)


@rule("70", "77")
def test_what_bars_the_straight_way_is_gone_round() -> None:
    state = scene(
        unit("A", files=3, at=(36, 16)),
        unit("z", at=(5, 44)),
        terrain=(area("building", 35, 20, 36.5, 22, "house"),),
    )
    mover = marcher(state, "A", limit=1600)
    direct = ("glide", 3600, 2700, 0)
    assert mover.refusal((direct,)) is not None
    found = mover.plan((3600, 2700, 0, ""))
    assert not isinstance(found, Refusal)
    assert len(found) >= 2
    assert found[-1] == direct
    assert mover.refusal(found) is None


@rule("70")
def test_what_is_free_is_gone_straight() -> None:
    mover = column()
    assert mover.plan((3600, 2700, 0, "")) == (("glide", 3600, 2700, 0),)


@rule("70", "76")
def test_way_points_are_gone_by_one_after_another() -> None:
    mover = column(limit=1500)
    by = ((3400, 1900), (3700, 2200))
    found = mover.arrange((3600, 2500, 0, ""), (), by)
    assert not isinstance(found, Refusal)
    assert [leg[1:3] for leg in found] == [*by, (3600, 2500)]
    far = mover.arrange((3600, 2500, 0, ""), (), ((2600, 1600),))
    assert isinstance(far, Refusal)
    assert far.cite == "76"


@rule("70", "80")
def test_way_points_and_a_reform_go_together() -> None:
    mover = column(limit=1500)
    other = next(name for name in mover.orders()[1:] if "square" not in name)
    found = mover.arrange((3600, 2300, 0, other), (), ((3400, 1900),))
    assert not isinstance(found, Refusal)
    assert any(leg[0] == "reform" for leg in found)
    assert (3400, 1900) in [leg[1:3] for leg in found if leg[0] == "glide"]


@rule("70")
def test_there_is_an_end_of_way_points() -> None:
    mover = column()
    assert mover.bends() == MOST_LEGS - 2
    by = tuple((3600, 1600 + 20 * step) for step in range(1, 8))
    assert isinstance(mover.arrange((3600, 2000, 0, ""), (), by), Refusal)
    assert not isinstance(mover.arrange((3600, 2000, 0, ""), (), by[:6]), Refusal)


# ---- by chance


def crowded(rng: random.Random) -> Marcher | None:
    """A unit among others, most of them friends, and ground."""
    x, y = 3600, 2400
    units = [anybody(rng, "A", (foot, foot, horse, gun), x, y, _facing(rng))]
    for key in rng.sample("BCDEFGHbcd", rng.randint(5, 8)):
        spot = x + rng.randint(-1000, 1000), y + rng.randint(-1000, 1000)
        units.append(anybody(rng, key, (foot, horse, gun), *spot, _facing(rng)))
    state = _standing(units, _ground(rng, x, y) + _ground(rng, x, y))
    if not state.units or state.units[0].key != "A":
        return None
    return marcher(state, "A")


def hemmed_in(rng: random.Random) -> Marcher | None:
    """A unit with others close on most sides, and ground: few plain ways lead out."""
    x, y, first = 3600, 2400, rng.randint(0, 3599)
    units = [anybody(rng, "A", (foot, foot, horse, gun), x, y, _facing(rng))]
    for number, key in enumerate(rng.sample("BCDEFGHbcd", rng.randint(6, 9))):
        away = (first + 400 * number) % 3600
        facing = rng.choice((away, away + 900, rng.randint(0, 3599))) % 3600
        units.append(anybody(rng, key, (foot, horse, gun), *ahead(x, y, away, rng.randint(350, 750)), facing))
    state = _standing(units, _ground(rng, x, y) + _ground(rng, x, y))
    if not state.units or state.units[0].key != "A":
        return None
    return marcher(state, "A")


def strolled(mover: Marcher, rng: random.Random) -> Legs:
    """Two or three glides, or steps of any kind."""
    count, left, at = rng.choice((2, 3)), float(mover.most), mover.start
    if rng.random() < 0.5:
        return tuple(_step(rng, mover.most) for _ in range(count))
    x, y, facing, legs = at.x, at.y, at.facing, []
    for _ in range(count):
        angle, far = rng.uniform(0, 2 * pi), rng.uniform(0.1, 0.7) * left
        left -= far
        x, y = x + round(far * cos(angle)), y + round(far * sin(angle))
        facing = (facing + rng.choice((0, 0, rng.randint(-600, 600)))) % 3600
        legs.append(("glide", x, y, facing))
    return tuple(legs)


def _step(rng: random.Random, most: int) -> tuple[object, ...]:
    kind, far = (
        rng.choice(("forward", "forward", "back", "side", "turn", "wheel")),
        round(rng.uniform(0.1, 0.5) * most),
    )
    sign = rng.choice((1, -1))
    if kind == "turn":
        return kind, rng.randint(-900, 900)
    if kind == "wheel":
        return kind, sign * rng.randint(50, 600), "right" if sign > 0 else "left"
    return kind, sign * far if kind == "side" else far


def curved(mover: Marcher, rng: random.Random) -> Legs:
    """Two or three glides, turning or not, each of them as far as the judge allows so far: most of them come to something."""
    at, left, legs = Pose(mover.start.x, mover.start.y, mover.start.facing), float(mover.most), ()
    for _ in range(rng.choice((2, 3))):
        for _ in range(6):
            far, turned = rng.uniform(0.1, 0.6) * left, rng.choice((0, rng.randint(-600, 600)))
            leg = ("glide", *ahead(at.x, at.y, rng.randint(0, 3599), round(far)), (at.facing + turned) % 3600)
            if mover.legal((*legs, leg)):
                at, left, legs = Pose(*leg[1:]), left - far, (*legs, leg)
                break
        else:
            return ()
    return legs


@pytest.mark.slow
@rule("70")
@pytest.mark.parametrize(("walk", "cases"), [(curved, 120), (strolled, 30)])
def test_where_a_legal_move_of_several_legs_ends_a_plan_finds_a_way(walk: Walker, cases: int) -> None:
    """Where the straight way is barred or too far."""
    barred = (
        each for each in wandered(7, hemmed_in, walk) if not each.mover.legal((("glide", *each.pose[:3]),))
    )
    tried = list(islice(barred, cases))
    assert [each.legs for each in tried if isinstance(each.mover.plan(each.pose), Refusal)] == []


@pytest.mark.gauntlet
@rule("70")
def test_where_no_plain_way_leads_a_plan_finds_one() -> None:
    assert missed(3, 4, hemmed_in, strolled) == []


@rule("70", "76")
@pytest.mark.parametrize("kind", ["forward", "back", "side"])
def test_steps_straight_on_that_use_up_the_whole_move_are_found(kind: str) -> None:
    """One glide to the same place may be too long by rounding alone, a step is as long as it says."""
    rng = random.Random(5)
    rounded = 0
    for _ in range(60):
        state = scene(unit("A", files=6, at=(36, 24), facing=rng.randint(0, 3599) / 10), unit("z", at=(5, 4)))
        mover = marcher(state, "A", limit=800)
        first, second = rng.randint(50, 350), rng.randint(50, 350)
        legs = tuple((kind, part) for part in (first, second, 800 - first - second))
        assert mover.legal(legs)
        done = mover.work_out(legs)
        assert not isinstance(done, Refusal)
        pose = done.end.x, done.end.y, done.end.facing
        rounded += not mover.legal((("glide", *pose),))
        assert not isinstance(mover.plan((*pose, "")), Refusal)
    assert rounded > 10
    too_far = mover.plan((*ahead(3600, 2400, mover.start.facing, 806), mover.start.facing, ""))
    assert isinstance(too_far, Refusal)
    assert too_far.cite == "76"


@rule("70", "76")
def test_the_places_of_any_legal_move_will_do_as_way_points() -> None:
    moves = wandered(7, crowded, strolled)
    tried = found = 0
    while tried < 100:
        mover, legs, pose = next(moves)
        by = gone_by(mover, legs)[1:-1]
        if not by or any(leg[0] != "glide" or leg[3] != mover.start.facing for leg in legs):
            continue
        tried += 1
        way = mover.arrange(pose, (), tuple(by))
        assert not isinstance(way, Refusal)
        assert in_order(gone_by(mover, way), [*by, pose[:2]])
        found += 1
    assert found == tried
