"""How much of the whole reaches each end of a graph of chances, in integers only.

A graph is a list of rows, one per node: None for an end, else the weight of each following node. Node 0 is
the start. Graphs may run in circles ("a tie is thrown again"), which are solved exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd, lcm

Row = dict[int, int]


class Endless(ValueError):
    """A graph with a circle that nothing leads out of."""


def spread(rows: Sequence[Row | None]) -> Row:
    """The weight with which each end is reached from node 0, by the end's number."""
    order, circles = _order(rows)
    open_rows, heads = _cut(rows, circles)
    order.reverse()
    totals, heights = _heights(open_rows, order)
    start = _push(open_rows, order, totals, heights, 0)
    if not heads:
        return start
    places = {node: place for place, node in enumerate(order)}
    circling = {
        head: _push(open_rows, order[places[head] :], totals, heights, head)
        for head in sorted(heads, key=places.__getitem__, reverse=True)
    }
    return _unwind(start, circling)


def _order(rows: Sequence[Row | None]) -> tuple[list[int], list[tuple[int, int]]]:
    """The nodes with every node after those it leads to, and the edges that lead back in a circle."""
    new, entered, left = 0, 1, 2
    marks = [new] * len(rows)
    marks[0] = entered
    order: list[int] = []
    circles: list[tuple[int, int]] = []
    stack = [(0, iter(rows[0] or ()))]
    while stack:
        node, following = stack[-1]
        for child in following:
            if marks[child] == new:
                marks[child] = entered
                stack.append((child, iter(rows[child] or ())))
                break
            if marks[child] == entered:
                circles.append((node, child))
        else:
            stack.pop()
            marks[node] = left
            order.append(node)
    return order, circles


def _cut(
    rows: Sequence[Row | None], circles: Sequence[tuple[int, int]]
) -> tuple[Sequence[Row | None], set[int]]:
    """The rows with each edge that closes a circle led to a token, the complement of where it led."""
    if not circles:
        return rows, set()
    changed = list(rows)
    for node, head in circles:
        row = dict(changed[node] or {})
        row[~head] = row.pop(head)
        changed[node] = row
    return changed, {head for _, head in circles}


def _heights(rows: Sequence[Row | None], order: Sequence[int]) -> tuple[list[int], list[int]]:
    """For each node its total, and a number divisible by every total met from there to any end.

    Whoever starts with the height of a node can share it out along all its edges without a remainder.
    """
    totals, heights = [1] * len(rows), [1] * len(rows)
    for node in reversed(order):
        row = rows[node]
        if row:
            totals[node] = total = sum(row.values())
            heights[node] = total * lcm(*{heights[child] for child in row if child >= 0})
    return totals, heights


def _push(
    rows: Sequence[Row | None], order: Sequence[int], totals: list[int], heights: list[int], start: int
) -> Row:
    """Share the start's height out along the edges; what gathers at each end and token."""
    flow: Row = {start: heights[start]}
    ends: Row = {}
    for node in order:
        amount = flow.pop(node, 0)
        if not amount:
            continue
        row = rows[node]
        if row is None:
            ends[node] = amount
            continue
        share = amount // totals[node]
        for child, weight in row.items():
            flow[child] = flow.get(child, 0) + share * weight
    ends.update(flow)  # only tokens are left
    return ends


def _unwind(start: Row, circling: Mapping[int, Row]) -> Row:
    """Put in place of each token what its circle comes to."""
    solved: dict[int, Row] = {}
    for head, row in circling.items():
        for earlier, earlier_row in solved.items():
            row = _replace(row, ~earlier, earlier_row)
        row = {end: weight for end, weight in row.items() if end != ~head}
        if not row:
            raise Endless("the same positions come round again and again, and nothing leads out")
        solved = {earlier: _replace(old, ~head, row) for earlier, old in solved.items()}
        solved[head] = row
    for head, row in solved.items():
        start = _replace(start, ~head, row)
    return start


def _replace(row: Row, token: int, by: Row) -> Row:
    """A row with one entry shared out as another row says."""
    if token not in row:
        return row
    total = sum(by.values())
    mixed = {end: weight * total for end, weight in row.items() if end != token}
    for end, weight in by.items():
        mixed[end] = mixed.get(end, 0) + row[token] * weight
    factor = gcd(*mixed.values())
    return {end: weight // factor for end, weight in mixed.items()}
