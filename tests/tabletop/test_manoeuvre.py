"""What every mover does alike: wishes read, ways tried, ideas sifted, reasons given."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from grognard.engine.dice import Rng
from grognard.engine.tables import Refusal
from grognard.tabletop.manoeuvre import FARTHEST, Legs, Manoeuvre, Shown, Wish, amounts, once, wish


class Slide(Manoeuvre[int]):
    """A piece on a line of ten places: it starts at 0, goes up by even steps, and never past 10."""

    cite, tries = "1", 2

    def __init__(self, whims: Iterable[Legs] = ()):
        self.whims, self.judged = iter(whims), 0

    def work_out(self, legs: Legs) -> int | Refusal:
        found = amounts(legs, "up", 1)
        return Refusal("1", "a slide is one leg up") if found is None else int(found[0])

    def judge(self, done: int) -> Refusal | None:
        self.judged += 1
        if done % 2:
            return Refusal("2", "odd steps are not made")
        return Refusal("3", "that is past the end") if done > 10 else None

    def show(self, done: int) -> Shown:
        return Shown(end=(done, 0, 0, ""), cost=done)

    def staying(self) -> Shown:
        return Shown(end=(0, 0, 0, ""), cost=0)

    def ways(self, to: Wish) -> Iterable[Legs]:
        if to.x >= 0:
            yield (("up", to.x),)
            yield (("up", to.x + 1),)

    def ideas(self) -> Iterable[Legs]:
        return once((("up", step),) for step in (3, 4, 4, 12, 6))

    def whim(self, rng: Rng, attempt: int) -> Legs:
        return next(self.whims)


class Bending(Slide):
    """Odd places are reached by a rest on an even one, if that is looked for; by one place named at most."""

    def bends(self) -> int:
        return 1

    def judge(self, done: int) -> Refusal | None:
        return None if done == 3 else super().judge(done)

    def nowhere(self, done: int) -> bool:
        return done > 10

    def ways(self, to: Wish) -> Iterable[Legs]:
        yield (("up", to.x + sum(x for x, _ in to.by) + 100 * (to.x == 3)),)

    def detours(self, to: Wish) -> Iterable[Legs]:
        yield (("up", 5),)
        yield (("up", to.x),)


def test_detours_are_looked_for_where_no_plain_way_is_allowed() -> None:
    mover = Bending()
    assert mover.plan((4, 0, 0)) == (("up", 4),)
    assert mover.turned_from is None
    mover.nowhere = lambda done: False  # type: ignore[method-assign]
    assert mover.plan((3, 0, 0)) == (("up", 3),)
    assert mover.turned_from == Refusal("2", "odd steps are not made") or mover.turned_from == Refusal(
        "3", "that is past the end"
    )
    refused = mover.plan((7, 0, 0))
    assert refused == Refusal("2", "odd steps are not made"), "the plain way is the one spoken of"
    assert mover.turned_from is None


def test_where_nobody_may_stand_no_detour_is_looked_for() -> None:
    mover = Bending()
    assert mover.plan((3, 0, 0)) == Refusal("2", "odd steps are not made")


def test_no_more_places_are_named_than_may_be() -> None:
    assert Bending().arrange((2, 0, 0), (), ((2, 0),)) == (("up", 4),)
    refused = Bending().arrange((2, 0, 0), (), ((2, 0), (2, 0)))
    assert refused == Refusal("1", "its way goes by 1 place at most")
    refused = Slide().arrange((2, 0, 0), (), ((2, 0),))
    assert refused == Refusal("1", "its way goes by no places that one could name")


class Resting(Slide):
    """The same, and it may stay."""

    stays = True


@pytest.mark.parametrize(
    ("pose", "read"),
    [
        ((1, 2, 3), Wish(1, 2, 3)),
        ([1, 2, 3603, None], Wish(1, 2, 3)),
        ([1, 2, -1, "line"], Wish(1, 2, 3599, "line")),
        ([1.0, 2.0, 3.0, ""], Wish(1, 2, 3)),
        (None, None),
        ((), None),
        ((1, 2), None),
        ((1, 2, 3, "line", 5), None),
        (("x", 2, 3), None),
        ((True, 2, 3), None),
        ((None, None, None, None), None),
        ((0, 0, 0, 7), None),
        ((FARTHEST + 1, 0, 0), None),
        ((float("nan"), 0, 0), None),
    ],
)
def test_a_pose_is_read_in_one_way(pose: Any, read: Wish | None) -> None:
    assert wish(pose) == read


@pytest.mark.parametrize(
    ("legs", "found"),
    [
        ((("up", 4),), (4,)),
        ((("down", 4),), None),
        ((("up", 4, 5),), None),
        ((("up", "4"),), None),
        ((("up", FARTHEST + 1),), None),
        ((("up", 4), ("up", 4)), None),
        ((), None),
    ],
)
def test_amounts_are_those_of_one_leg_of_its_kind(legs: Legs, found: tuple[int, ...] | None) -> None:
    assert amounts(legs, "up", 1) == found


def test_a_plan_is_the_first_way_that_is_allowed() -> None:
    assert Slide().plan((4, 0, 0)) == (("up", 4),)
    assert Slide().plan((5, 0, 0)) == (("up", 6),)


def test_a_plan_that_fails_gives_the_reason_of_the_best_way() -> None:
    assert Slide().plan((11, 0, 0)) == Refusal("2", "odd steps are not made")
    assert Slide().plan((-1, 0, 0)) == Refusal("1", "no way leads there")
    assert Slide().plan("nonsense") == Refusal("1", "that is no place on the table")


def test_candidates_are_the_legal_ideas_once_each() -> None:
    assert list(Slide().candidates()) == [(("up", 4),), (("up", 6),)]
    assert list(Resting().candidates()) == [(), (("up", 4),), (("up", 6),)]


def test_a_sample_is_a_legal_whim_or_the_first_candidate() -> None:
    rng = random.Random(1)
    assert Slide([(("up", 3),), (("up", 8),)]).sample(rng) == (("up", 8),)
    assert Slide([(("up", 3),), (("up", 5),)]).sample(rng) == (("up", 4),)
    assert Resting([(("up", 3),), (("up", 5),)]).sample(rng) == ()


def test_staying_is_allowed_only_where_the_book_says_so() -> None:
    assert Resting().refusal(()) is None
    assert Slide().refusal(()) == Refusal("1", "a slide is one leg up")


def test_a_preview_shows_and_gives_the_reason() -> None:
    assert Slide().preview((("up", 4),)) == {"end": [4, 0, 0, ""], "cost": 4, "refusal": None}
    told = Slide().preview((("up", 5),))
    assert told["end"] == [5, 0, 0, ""]
    assert told["refusal"]["cite"] == "2"
    assert Slide().preview((("fly", 5),)) == {"refusal": Refusal("1", "a slide is one leg up")._asdict()}
    assert Resting().preview(()) == {"end": [0, 0, 0, ""], "cost": 0, "refusal": None}


def test_the_manoeuvre_picked_is_not_judged_twice() -> None:
    mover = Slide()
    legs = next(iter(mover.candidates()))
    before = mover.judged
    assert mover.refusal(legs) is None
    assert mover.judged == before
