"""What is told of speed is what was measured."""

from __future__ import annotations

import json

import pytest

from bench import growth, pages
from grognard import books

RESULTS = json.loads((pages.HERE / "results.json").read_text("utf-8"))


def test_the_page_tells_what_was_measured() -> None:
    assert pages.PAGE.read_text("utf-8") == pages.page(RESULTS), "python -m bench.pages writes it anew"


def test_the_chart_draws_what_was_measured() -> None:
    assert growth.CHART.read_text("utf-8") == growth.chart(RESULTS["growth"]), "python -m bench.growth"


@pytest.mark.parametrize("name", growth.TILES)
def test_a_battle_laid_beside_itself_is_a_battle(name: str) -> None:
    """All units stand on the table, none twice, and the book finds no fault in it."""
    book, tiles = books.load(name), growth.TILES[name]
    alone, twice = (growth.tiled(book, tiles, copies).state for copies in (1, 2))
    assert len(twice.units) == 2 * len(alone.units)
    assert [unit.id for unit in twice.units] == list(range(len(twice.units)))
    assert not list(book.check(twice))
