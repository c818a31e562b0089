"""Graphs of chances: sharing out in integers, and circles solved exactly."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grognard.odds.graph import Endless, Row, spread


def chances(rows: list[Row | None]) -> dict[int, Fraction]:
    ends = spread(rows)
    total = sum(ends.values())
    assert all(type(weight) is int for weight in ends.values())
    return {end: Fraction(weight, total) for end, weight in ends.items()}


def by_hand(rows: list[Row | None], node: int = 0) -> dict[int, Fraction]:
    """The same by plain recursion over fractions; only for graphs without circles."""
    row = rows[node]
    if row is None:
        return {node: Fraction(1)}
    found: dict[int, Fraction] = {}
    for child, weight in row.items():
        for end, chance in by_hand(rows, child).items():
            found[end] = found.get(end, Fraction(0)) + chance * Fraction(weight, sum(row.values()))
    return found


def test_a_single_end_is_certain() -> None:
    assert chances([None]) == {0: 1}


def test_ends_are_reached_by_every_way_there_is() -> None:
    # 0 goes to 1 or 2; 2 goes back up the numbers to 1, which is no circle
    assert chances([{1: 1, 2: 2}, {3: 1, 4: 5}, {1: 1, 4: 1}, None, None]) == {
        3: Fraction(1, 9),
        4: Fraction(8, 9),
    }


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_agree_with_plain_recursion(seed: int) -> None:
    rng = random.Random(seed)
    inner, ends = 12, 5
    rows: list[Row | None] = []
    for node in range(inner):
        following = rng.sample(range(node + 1, inner + ends), k=min(3, inner + ends - node - 1))
        rows.append({child: rng.randint(1, 9) for child in following})
    rows += [None] * ends
    assert chances(rows) == by_hand(rows)


def test_a_tie_thrown_again_leaves_the_rest_in_proportion() -> None:
    assert chances([{0: 6, 1: 10, 2: 20}, None, None]) == {1: Fraction(1, 3), 2: Fraction(2, 3)}


def test_a_circle_of_two_is_solved() -> None:
    # A hits on 1 in 3, else B hits on 1 in 2, else A again: A wins 1/3 / (1 - 1/3) = 1/2
    assert chances([{2: 1, 1: 2}, {3: 1, 0: 1}, None, None]) == {2: Fraction(1, 2), 3: Fraction(1, 2)}


def test_circles_within_circles_are_solved() -> None:
    # 0 -> 1; 1 -> 1 | 2 | 0; 2 -> 1 | 0 | end 3 | end 4
    rows: list[Row | None] = [{1: 1}, {1: 1, 2: 1, 0: 1}, {1: 1, 0: 1, 3: 1, 4: 2}, None, None]
    assert chances(rows) == {3: Fraction(1, 3), 4: Fraction(2, 3)}


def test_a_circle_entered_from_outside_keeps_its_other_exits() -> None:
    # end 4 only by the circle of 1 and 2; end 3 also directly
    rows: list[Row | None] = [{1: 1, 3: 1}, {2: 1, 3: 1}, {1: 1, 4: 1}, None, None]
    # from 1: half to 3; half to 2, of which half comes back: 1 ends in 3 with 1/2 / (3/4) = 2/3
    assert chances(rows) == {3: Fraction(1, 2) + Fraction(1, 3), 4: Fraction(1, 6)}


def solved(rows: list[Row | None]) -> dict[int, Fraction]:
    """The same as linear equations, by elimination over fractions: chance of each end from node 0."""
    size = len(rows)
    found = {}
    for end in (node for node, row in enumerate(rows) if row is None):
        grid = [[Fraction(int(a == b)) for b in range(size)] + [Fraction(int(a == end))] for a in range(size)]
        for node, row in enumerate(rows):
            for child, weight in (row or {}).items():
                grid[node][child] -= Fraction(weight, sum((row or {}).values()))
        for at in range(size):
            pivot = next(line for line in range(at, size) if grid[line][at])
            grid[at], grid[pivot] = grid[pivot], grid[at]
            grid[at] = [value / grid[at][at] for value in grid[at]]
            for line in range(size):
                if line != at and grid[line][at]:
                    factor = grid[line][at]
                    grid[line] = [a - factor * b for a, b in zip(grid[line], grid[at])]
        if grid[0][size]:
            found[end] = grid[0][size]
    return found


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_full_of_circles_agree_with_linear_equations(seed: int) -> None:
    rng = random.Random(seed)
    inner, ends = 7, 3
    rows: list[Row | None] = []
    for node in range(inner):
        following = {*rng.sample(range(inner), k=3), inner + rng.randrange(ends), node}
        rows.append({child: rng.randint(1, 5) for child in following})
    rows += [None] * ends
    assert chances(rows) == solved(rows)


def test_a_circle_without_a_way_out_is_refused() -> None:
    with pytest.raises(Endless):
        spread([{1: 1, 2: 1}, {1: 1}, None])
