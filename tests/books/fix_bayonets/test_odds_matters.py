"""What the odds of a charge leave out changes none of them: every charge walked whole, and by what still matters."""

from __future__ import annotations

from itertools import islice

import pytest

from bench.odds import CHARGING, charges
from grognard import books
from grognard.books.fix_bayonets.facts.retreat import candidates
from grognard.books.fix_bayonets.situations.live import FoughtOut
from grognard.books.fix_bayonets.situations.matters import Matters, chooses
from grognard.books.fix_bayonets.situations.sandtable import MIDDLE, field_of, state_of, unit
from grognard.books.fix_bayonets.state import Flight, State
from grognard.books.fix_bayonets.words import Arm
from grognard.engine.flow import replace
from grognard.odds.explore import explore

BOOK = books.load("fix_bayonets")


class Nothing(Matters):
    """Leaves nothing out, and lets everybody run who must."""

    def settled(self, state: State) -> bool:
        return False


@pytest.mark.parametrize(
    ("scenario", "many"),
    [
        ("first_blood", 5),
        pytest.param("albuera", 15, marks=pytest.mark.slow),
    ],
)
def test_the_odds_of_a_charge_are_those_of_the_whole_walk(scenario: str, many: int) -> None:
    engine, smaller = BOOK.engine(), 0
    for charge in islice(charges(BOOK, scenario, CHARGING[BOOK.name].verbs), many):
        scene = BOOK.scene_for(BOOK.decode(charge.view), charge.move)
        assert scene is not None
        assert isinstance(scene.done, FoughtOut)
        plain = Nothing(scene.done.matters.start, scene.done.matters.charge, scene.done.units)
        whole = scene._replace(done=replace(scene.done, matters=plain), matters=None)
        found, all_of_it = explore(engine, scene), explore(engine, whole)
        assert found.dist.fractions() == all_of_it.dist.fractions(), charge.move
        assert set(found.tallies) == set(all_of_it.tallies)
        smaller += found.positions < all_of_it.positions
    assert smaller


def _alone(friends: tuple[int, ...] = (), foes: tuple[int, ...] = ()) -> State:
    """A beaten stack in the middle, friends and enemies beside it by their directions."""
    field = field_of()
    beside = field.grid.neighbours(MIDDLE)
    stacks = [unit(0, 0, Arm.INF, "routed", 4, MIDDLE)]
    for side, ways in ((0, friends), (1, foes)):
        for way in ways:
            there = beside[way]
            assert there is not None
            stacks.append(unit(len(stacks), side, Arm.INF, "column", 4, there))
    return state_of(tuple(stacks), field)


@pytest.mark.parametrize("friends", [(), (0,), (2, 3)])
@pytest.mark.parametrize("foes", [(), (1,), (0, 1, 4), (0, 1, 2, 3, 4)])
def test_who_surely_chooses_has_more_than_one_way(friends: tuple[int, ...], foes: tuple[int, ...]) -> None:
    state = _alone(friends, tuple(way for way in foes if way not in friends))
    stage = frozenset(one.hex for one in state.units if one.side == 1)
    if chooses(state, state.units[:1], stage):
        assert len(candidates(state, Flight((0,), 4))) > 1


def test_a_stack_in_the_open_chooses_and_one_shut_in_does_not() -> None:
    assert chooses(_alone(), _alone().units[:1], frozenset())
    shut = _alone((), (0, 1, 2, 3, 4))
    assert not chooses(shut, shut.units[:1], frozenset())
