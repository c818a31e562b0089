"""The tables say what they said when readers compared every cell of them with the source."""

from __future__ import annotations

import pytest

from tests.tools.numbers import kept, numbers, tables

BOOK = "fix_bayonets"


@pytest.fixture(scope="module")
def found() -> dict[str, str]:
    return numbers(BOOK)


@pytest.mark.parametrize("table", kept(BOOK))
def test_a_table_is_as_it_was_compared_with_the_source(found: dict[str, str], table: str) -> None:
    assert found.get(table) == kept(BOOK)[table]


def test_every_table_is_kept(found: dict[str, str]) -> None:
    assert tables(found) == tables(kept(BOOK))
