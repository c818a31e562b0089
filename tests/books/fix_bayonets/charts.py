"""The charts of the source as data: a copy kept here, so that every table can be compared with it cell by cell.

`python -m tests.books.fix_bayonets.charts RULES.MD` compares the copy with the book it was taken from.
"""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CHARTS: dict[str, Any] = json.loads((HERE / "charts.json").read_text("utf-8"))


def source_charts(book: Path) -> dict[str, Any]:
    """The data block of the book itself."""
    found = re.search(r"```json\n(.*?)```", book.read_text("utf-8"), re.DOTALL)
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


if __name__ == "__main__":
    same = source_charts(Path(sys.argv[1])) == CHARTS
    print("the copy is the source" if same else "the copy differs from the source")
    sys.exit(not same)
