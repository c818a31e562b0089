"""A crowd answers what asking each of its stands would, and is the same value whenever all stand alike."""

from __future__ import annotations

from itertools import combinations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.geometry.crowds import Disc
from grognard.geometry.gaps import gap, nearer_than, within
from grognard.geometry.points import Bounds, Poly, bounds_of_all, farther
from grognard.geometry.shapes import box, overlap_beyond
from grognard.geometry.slides import stretch, stretch_clear
from grognard.tabletop.crowd import crowd, swarm

TABLE = 900
places = st.integers(0, TABLE)
facings = st.sampled_from([0, 300, 450, 900, 1800, 2710])


class Rank(msgspec.Struct, frozen=True):
    """A body of one box, or of two one behind the other."""

    id: int
    x: int
    y: int
    facing: int
    wide: int
    halves: int

    @property
    def shapes(self) -> tuple[Poly, ...]:
        return tuple(
            box(self.x + 50 * i, self.y + 30 * i, self.facing, self.wide, 40) for i in range(self.halves)
        )

    @property
    def around(self) -> Bounds:
        return bounds_of_all(self.shapes)


class Knot(msgspec.Struct, frozen=True):
    """A few loose figures."""

    id: int
    discs: tuple[Disc, ...]

    @property
    def around(self) -> Bounds:
        west, south, east, north = zip(*[(x - r, y - r, x + r, y + r) for x, y, r in self.discs])
        return min(west), min(south), max(east), max(north)


bodies = st.tuples(places, places, facings, st.sampled_from([40, 120, 300]), st.sampled_from([1, 1, 2]))
ranks = st.lists(bodies, max_size=7).map(lambda many: [Rank(at, *one) for at, one in enumerate(many)])
shapes = st.builds(box, places, places, facings, st.just(150), st.just(50))
figures = st.tuples(places, places, st.integers(5, 60))
knots = st.lists(st.lists(figures, min_size=1, max_size=4), max_size=5).map(
    lambda many: [Knot(at, tuple(one)) for at, one in enumerate(many)]
)
lengths = st.integers(0, 300)


def one_of(stand: Rank | None) -> int | None:
    return None if stand is None else stand.id


@given(ranks)
@settings(max_examples=60)
def test_the_same_arrangement_is_the_same_value(stands: list[Rank]) -> None:
    known = crowd(stands)
    assert crowd([Rank(*msgspec.structs.astuple(stand)) for stand in stands]) is known
    assert list(known) == stands
    assert len(known) == len(stands)
    for stand in stands:
        assert known.but(stand) is crowd([other for other in stands if other != stand])
        assert stand in known
        assert stand not in known.but(stand)
    assert known.pick(lambda stand: stand.wide > 40) is crowd([s for s in stands if s.wide > 40])
    assert known.pick(lambda stand: True) is known


@given(ranks, shapes, lengths)
@settings(max_examples=120)
def test_who_is_near_is_never_left_out(stands: list[Rank], shape: Poly, distance: int) -> None:
    around, known = bounds_of_all((shape,)), crowd(stands)
    assert known.near(around, distance) == [s for s in stands if not farther(around, s.around, distance)]


@given(ranks, shapes, lengths)
@settings(max_examples=120)
def test_each_question_is_a_loop(stands: list[Rank], shape: Poly, distance: int) -> None:
    known = crowd(stands)
    every = [(stand.id, each) for stand in stands for each in stand.shapes]

    def first(found: list[int]) -> int | None:
        return found[0] if found else None

    for but in range(-1, len(every)):
        on = [i for at, (i, s) in enumerate(every) if at != but and overlap_beyond(shape, s, 2)]
        assert one_of(known.on(shape, 2, but)) == first(on)
    assert one_of(known.on(shape, 2)) == first([i for i, s in every if overlap_beyond(shape, s, 2)])
    assert one_of(known.within(shape, distance)) == first([i for i, s in every if within(shape, s, distance)])
    assert one_of(known.nearer(shape, distance)) == first(
        [i for i, s in every if nearer_than(shape, s, distance)]
    )
    assert [s.id for s in known.all_within(shape, distance)] == [
        s.id for s in stands if any(within(shape, part, distance) for part in s.shapes)
    ]
    assert [s.id for s in known.all_on(shape, 2)] == [
        s.id for s in stands if any(overlap_beyond(shape, part, 2) for part in s.shapes)
    ]
    gaps = [gap(shape, s) for _, s in every if within(shape, s, distance)]
    assert known.nearest((shape,), distance) == min(gaps, default=None)


@given(ranks, lengths)
@settings(max_examples=120)
def test_gaps_and_close_pairs(stands: list[Rank], distance: int) -> None:
    known = crowd(stands)
    close = []
    for one, other in combinations(stands, 2):
        pairs = [(a, b) for a in one.shapes for b in other.shapes]
        assert known.gap(one, other) == known.gap(other, one) == min(gap(a, b) for a, b in pairs)
        if any(within(a, b, distance) for a, b in pairs):
            close.append((one, other))
    assert list(known.close(distance)) == close


@given(ranks, shapes, facings, lengths, lengths)
@settings(max_examples=120)
def test_slides(stands: list[Rank], shape: Poly, bearing: int, limit: int, keep: int) -> None:
    known = crowd(stands)
    every = [(stand.id, each) for stand in stands for each in stand.shapes]
    for found, plain in (
        (known.slide(shape, bearing, limit), stretch(shape, bearing, limit, [s for _, s in every])),
        (
            known.slide_clear(shape, bearing, limit, keep),
            stretch_clear(shape, bearing, limit, [s for _, s in every], keep),
        ),
    ):
        assert (found[0], one_of(found[1])) == (
            plain.distance,
            None if plain.by is None else every[plain.by][0],
        )


@given(knots, figures, figures, st.integers(0, 90))
@settings(max_examples=120)
def test_loose_figures(stands: list[Knot], base: Disc, to: Disc, keep: int) -> None:
    known = swarm(stands)
    assert swarm(list(stands)) is known
    x, y, radius = base

    def near(one: Disc, spot: tuple[int, int]) -> bool:
        return (one[0] - spot[0]) ** 2 + (one[1] - spot[1]) ** 2 < (one[2] + radius + keep) ** 2

    hit = known.nearer(base, keep)
    assert hit == next((stand for stand in stands if any(near(one, (x, y)) for one in stand.discs)), None)
    struck = known.struck(((x, y), to[:2]), radius, keep)
    if hit is not None:
        assert struck is not None
        assert stands.index(struck) <= stands.index(hit)
    if struck is not None:
        along = [(x + (to[0] - x) * k / 400, y + (to[1] - y) * k / 400) for k in range(401)]
        least = min(
            (one[0] - u) ** 2 + (one[1] - v) ** 2 - (one[2] + radius + keep) ** 2
            for one in struck.discs
            for u, v in along
        )
        assert least < 2000
    for one, other in combinations(stands, 2):
        gap_ = known.gap(one, other)
        assert gap_ is not None
        assert gap_ == known.gap(other, one)
        touching = any(
            (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= (a[2] + b[2]) ** 2
            for a in one.discs
            for b in other.discs
        )
        assert (gap_ == 0) == touching
