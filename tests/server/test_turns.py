"""Who thinks next, how long while others wait, and for whom at all: the order by itself, without processes or clocks."""

from __future__ import annotations

import pytest

from grognard.server.turns import LEAST, LONG, SLICE, Crowded, Turns, attended, patience


def turns(*waiting: str, most: int = 10, each: int = 100, in_all: int = 100) -> Turns[str]:
    """Places that wait, as `address/game`, in the order they came."""
    found: Turns[str] = Turns(each, in_all, most)
    for place in waiting:
        address, _, game = place.partition("/")
        found.add(address, game.rstrip("'"), place)
    return found


def order(found: Turns[str]) -> list[str]:
    return list(iter(found.take, None))


def test_addresses_take_turns_whatever_each_has_waiting() -> None:
    found = turns("a/1", "a/2", "a/3", "b/9", "c/5", "c/6")
    assert order(found) == ["a/1", "b/9", "c/5", "a/2", "c/6", "a/3"]
    assert found.waiting == 0


def test_the_games_of_an_address_take_turns_too() -> None:
    assert order(turns("a/1", "a/1'", "a/1''", "a/2")) == ["a/1", "a/2", "a/1'", "a/1''"]


def test_who_comes_late_is_behind_one_turn_of_each_other_and_no_more() -> None:
    found = turns(*(f"a/{n}" for n in range(30)))
    found.take()
    found.add("b", "1", "b/1")
    assert [found.take(), found.take()] == ["a/1", "b/1"]


def test_who_gives_up_leaves_no_gap_and_may_give_up_twice() -> None:
    found = turns("a/1", "b/1")
    found.drop("a", "1", "a/1")
    found.drop("a", "1", "a/1")
    found.drop("nobody", "1", "x")
    assert (found.waiting, order(found)) == (1, ["b/1"])


def test_an_address_has_so_many_workers_and_the_others_theirs() -> None:
    found = turns("a/1", "a/2", "b/1", most=1)
    assert order(found) == ["a/1", "b/1"]
    assert found.waiting == 1
    found.give_back("a")
    assert order(found) == ["a/2"]


def test_nobody_may_wait_for_ever_with_ever_more() -> None:
    found = turns("a/1", "a/2", each=2, in_all=3)
    with pytest.raises(Crowded):
        found.add("a", "3", "a/3")
    found.add("b", "1", "b/1")
    with pytest.raises(Crowded):
        found.add("c", "1", "c/1")
    assert found.waiting == 3


def test_who_has_the_worker_that_others_want_is_told_so() -> None:
    found = turns("a/1", "a/2")
    found.take()
    assert not found.wanted_by_others("a")  # only more of its own waits
    assert found.wanted_by_others("b")
    found.add("b", "1", "b/1")
    assert found.wanted_by_others("a")
    assert found.games("a") == 2


def test_who_may_have_no_more_workers_presses_nobody() -> None:
    found = turns("a/1", "a/2", most=1)
    found.take()
    assert not found.wanted_by_others("b")


def test_alone_a_thought_has_all_its_time_and_among_others_its_share() -> None:
    assert patience(12.0, others=False, games=30) == 12.0
    assert patience(12.0, others=True, games=1) == SLICE
    assert patience(12.0, others=True, games=3) == SLICE / 3
    assert patience(12.0, others=True, games=1000) == LEAST
    assert patience(0.5, others=True, games=1) == 0.5


def test_a_queue_is_long_by_one_s_own_games_and_by_how_many_others_there_are() -> None:
    flood = turns(*(f"a/{n}" for n in range(LONG)))
    assert flood.long("a", 1)
    assert not flood.long("a", 2)
    assert not flood.long("b", 1)  # thirty games of one address are one before another
    crowd = turns(*(f"{n}/1" for n in range(LONG)))
    assert crowd.long("b", 1)


def test_computer_players_play_while_somebody_is_there_and_a_moment_longer() -> None:
    assert attended(True, None, 100.0, 30.0)
    assert not attended(False, None, 100.0, 30.0)  # begun, and nobody ever came
    assert attended(False, 80.0, 100.0, 30.0)
    assert not attended(False, 60.0, 100.0, 30.0)
