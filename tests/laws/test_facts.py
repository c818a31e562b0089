"""A book's facts ask the floor below, `tabletop`, and hold numbers and conditions: no loops over the corners of shapes."""

from __future__ import annotations

import pytest

from tests.tools.loops import loops
from tests.tools.shelf import BOOKS

STILL_LOOPING = {
    "valour_and_fortitude": {
        "contact": 3, "detours": 2, "ground": 2, "ideas": 1, "judging": 6, "moving": 1, "onsets": 6, "placing": 2,
        "riding": 2, "soundness": 3, "strides": 6, "withdrawing": 6,
    },
}  # fmt: skip
"""How many loops over shapes each module of facts still has (`python -m tests.tools.loops` says where). A number may only be made
smaller: a mechanism that is lacking belongs in `tabletop`, where a sixth book finds it."""


@pytest.mark.parametrize("book", BOOKS)
def test_facts_have_no_more_loops_over_shapes_than_are_listed(book: str) -> None:
    listed = STILL_LOOPING.get(book, {})
    found = {name.partition("/")[2]: count for name, count in loops().items() if name.startswith(f"{book}/")}
    more = {name: count for name, count in found.items() if count > listed.get(name, 0)}
    assert not more, "ask tabletop about all of them at once"


def test_the_list_names_no_module_that_is_clean() -> None:
    found = loops()
    gone = [
        f"{book}/{name}"
        for book, rows in STILL_LOOPING.items()
        for name in rows
        if f"{book}/{name}" not in found
    ]
    assert not gone, "take them off the list"
