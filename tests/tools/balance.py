"""Put what `grognard balance BOOK NAME --games 200 --json` found into docs/balance.md and the scenario's own file.

python -m tests.tools.balance FILE…: files of such answers. A battle that has no line yet gets one at the end of its book's table.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from grognard import books

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/balance.md"
USUAL = 200


def line_of(title: str, found: dict[str, Any]) -> str:
    """A battle's line of the page."""
    first, games = found["sides"][0], found["played"]
    named = title if games == USUAL else f"{title} ({games} games)"
    share = f"{first['share']:.2f} [{first['low']:.2f}, {first['high']:.2f}]"
    return f"| {named} | {first['name']} | {first['won']} | {found['drawn']} | {found['sides'][1]['won']} | {share} |"


def told(page: str, found: dict[str, Any]) -> str:
    """The page with one battle measured anew."""
    book = books.load(found["book"])
    title = book.scenarios[found["scenario"]].title
    lines = page.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {book.title} | first side |"))
    end = next(n for n in range(start, len(lines)) if not lines[n].startswith("|"))
    for number in range(start + 2, end):
        known = re.sub(r" \(\d+ games\)$", "", lines[number].split("|")[1].strip())
        if title.startswith(known) or known.startswith(title):
            lines[number] = line_of(known, found)
            break
    else:
        lines.insert(end, line_of(title, found))
    return "\n".join(lines) + "\n"


def about(text: str, found: dict[str, Any]) -> str:
    """A scenario's file with its figures."""
    won, lost = (side["won"] for side in found["sides"])
    line = f"measured = {{ games = {found['played']}, won = {won}, drawn = {found['drawn']}, lost = {lost} }}"
    if re.search(r"^measured = ", text, re.M):
        return re.sub(r"^measured = .*$", line, text, count=1, flags=re.M)
    return re.sub(r"(^\[about\]\n(?:.+\n)*)", lambda head: head[1] + line + "\n", text, count=1, flags=re.M)


def main(files: list[str]) -> None:
    """Every answer that is whole."""
    for name in files:
        found = json.loads(Path(name).read_text("utf-8"))
        if found["cut"] or found["played"] < found["games"]:
            print(f"left out, since it was cut short: {name}")
            continue
        PAGE.write_text(told(PAGE.read_text("utf-8"), found), "utf-8")
        file = ROOT / f"src/grognard/books/{found['book']}/scenarios/{found['scenario']}.toml"
        file.write_text(about(file.read_text("utf-8"), found), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
