"""The charts of the source as data: a copy kept here, so that every table can be compared with it cell by cell."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SOURCE = Path(__file__).parents[4] / "shared" / "books" / "fix_bayonets" / "rules.md"
"""The book the copy was taken from, where somebody has it beside the repository."""
CHARTS: dict[str, Any] = json.loads((HERE / "charts.json").read_text("utf-8"))


def source_charts() -> dict[str, Any]:
    """The data block of the book itself."""
    found = re.search(r"```json\n(.*?)```", SOURCE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    charts: dict[str, Any] = json.loads(found.group(1))
    return charts


def plain(cell: Any) -> Any:
    """A value of ours as the charts write it."""
    if isinstance(cell, Fraction):
        return int(cell) if cell.denominator == 1 else str(cell)
    return [plain(each) for each in cell] if isinstance(cell, tuple | list) else cell


def band(low: int | None, high: int | None) -> str:
    """The dice of a row: `3-5`, or `9`."""
    first, last = (0 if low is None else low), (9 if high is None else high)
    return str(first) if first == last else f"{first}-{last}"
