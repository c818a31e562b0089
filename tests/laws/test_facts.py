"""A book's facts ask the floor below, `tabletop`, and hold numbers and conditions: no loops over the corners of shapes."""

from __future__ import annotations

import ast

import pytest

from tests.tools.loops import BOOKS as HOUSES
from tests.tools.loops import loops, told
from tests.tools.shelf import BOOKS


@pytest.mark.parametrize("book", BOOKS)
def test_facts_have_no_loops_over_shapes(book: str) -> None:
    assert list(HOUSES.glob(f"{book}/facts/*.py"))
    found = {name: count for name, count in loops().items() if name.startswith(f"{book}/")}
    assert not found, "ask tabletop about all of them at once (`python -m tests.tools.loops` says where)"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("from grognard.geometry.gaps import gap\nfound = [gap(here, one) for one in others]", 1),
        ("for rim in stand.rims:\n    print(rim)", 1),
        ("found = {key: hull for key in names for hull in area.parts}", 1),
        ("from grognard.geometry.angles import heading\nfound = [heading(here, one) for one in others]", 0),
        ("from grognard.tabletop.bodies import apart\nfound = [apart(here, one) for one in others]", 0),
    ],
)
def test_a_loop_over_shapes_is_found(source: str, count: int) -> None:
    assert len(list(told(ast.parse(source)))) == count
