"""How what an action costs grows with the number of units: `python -m bench.growth [--actions N]`.

A battle is laid beside itself so often that there are about 10, 20, 40 and 80 units a side on a table as much larger, and played at random
from its first turn, every action checked. Writes the figures to bench/results.json and draws bench/growth.svg.
"""

from __future__ import annotations

import argparse
import json
import random
from math import log2
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from bench import pages
from grognard import books
from grognard.engine.book import Book
from grognard.engine.choices import Throw
from grognard.engine.flow import Position

RESULTS = Path(__file__).with_name("results.json")
CHART = Path(__file__).with_name("growth.svg")
ACTIONS = 8
"""So many actions for each unit on the table are played."""


class Tiles(NamedTuple):
    """Which battle is laid beside itself, how often, and along which side of the table."""

    scenario: str
    copies: tuple[int, ...]
    along: int = 0


# fmt: off
TILES = {
    "ever_victorious_armies": Tiles("palikao",         (1, 2, 4, 8)),
    "valour_and_fortitude":   Tiles("setpiece_battle", (1, 2, 3, 6)),
    "men_who_would_be_kings": Tiles("meeting",         (2, 4, 8, 16)),
    "skirmish_1808":          Tiles("redinha",         (1, 3, 5, 11)),
}
COLOURS = ("#1b6ca8", "#b23a48", "#2f7d32", "#8a5a00")
# fmt: on


def tiled(book: Book, tiles: Tiles, copies: int) -> Position:
    """The first position of a battle laid beside itself."""
    data = json.loads(book.encode(book.start(tiles.scenario)))
    state, field = data["state"], data["state"]["field"]
    size = ("width", "height")[tiles.along]
    far = field[size]
    field[size] = far * copies
    ground, units = field["terrain"], state["units"]
    leaders, brigades = state.get("leaders", []), state.get("brigades", [])
    by = [(far * at, 0) if tiles.along == 0 else (0, far * at) for at in range(copies)]
    field["terrain"] = [_shifted(piece, step) for step in by for piece in ground]
    many = len(units) * copies
    state["units"] = [
        _unit(each, step, at, len(units), len(ground), len(brigades))
        for at, step in enumerate(by)
        for each in units
    ]
    if leaders:
        state["leaders"] = [
            _unit(each, step, at, len(leaders), len(ground), len(brigades))
            | {"id": many + at * len(leaders) + n}
            for at, step in enumerate(by)
            for n, each in enumerate(leaders)
        ]
        state["brigades"] = [
            each
            | {
                "id": each["id"] + at * len(brigades),
                "leader": many + at * len(leaders) + each["leader"] - len(units),
            }
            for at in range(copies)
            for each in brigades
        ]
    return book.decode(json.dumps(data).encode())


def _unit(each: dict[str, Any], by: tuple[int, int], at: int, units: int, ground: int, brigades: int) -> Any:
    """One of the copies of a unit or leader."""
    found: dict[str, Any] = _shifted(each, by)
    found["id"] = each["id"] + at * units
    if each.get("brigade", -1) >= 0:
        found["brigade"] = each["brigade"] + at * brigades
    if isinstance(each.get("inside"), int) and each["inside"] >= 0:
        found["inside"] = each["inside"] + at * ground
    return found


def _shifted(value: Any, by: tuple[int, int]) -> Any:
    """The same with every place in it elsewhere."""
    if isinstance(value, dict):
        found = {name: _shifted(part, by) for name, part in value.items()}
        for name, step in zip("xy", by):
            if isinstance(found.get(name), int):
                found[name] += step
        return found
    if isinstance(value, list):
        if len(value) == 2 and all(type(part) is int for part in value):
            return [value[0] + by[0], value[1] + by[1]]
        if len(value) == 3 and isinstance(value[0], str) and all(type(part) is int for part in value[1:]):
            return [value[0], value[1] + by[0], value[2] + by[1]]
        return [_shifted(part, by) for part in value]
    return value


def measure(name: str, each: int = ACTIONS) -> list[dict[str, float]]:
    """What an action costs with so many units a side."""
    book, tiles = books.load(name), TILES[name]
    found = []
    for copies in tiles.copies:
        start = tiled(book, tiles, copies)
        engine, rng, position = book.engine(), random.Random(1), start
        units = len(start.state.units)
        began = process_time()
        for _ in range(each * units):
            waiting = engine.pending(position)
            if waiting is None:
                position = start
                continue
            action = waiting.roll(rng) if isinstance(waiting, Throw) else waiting.sample(rng)
            position = engine.apply(position, action)
        spent = process_time() - began
        found.append({"a_side": round(units / 2, 1), "us_per_action": round(1e6 * spent / (each * units))})
    return found


def chart(results: dict[str, list[dict[str, float]]]) -> str:
    """Both axes double from line to line; twice the units at twice the cost is the grey slope."""

    def x(units: float) -> float:
        return 60 + 150 * (log2(units) - log2(8))

    def y(cost: float) -> float:
        return 360 - 60 * (log2(cost) - log2(64))

    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 420" font-family="sans-serif" font-size="12">'
    ]
    lines.append('<rect width="720" height="420" fill="#fff"/>')
    lines += [
        f'<path d="M60 {y(cost):.0f}H580" stroke="#ddd"/><text x="52" y="{y(cost) + 4:.0f}" text-anchor="end">{cost}</text>'
        for cost in (64, 128, 256, 512, 1024, 2048, 4096)
    ]
    lines += [
        f'<path d="M{x(units):.0f} 0V360" stroke="#eee"/><text x="{x(units):.0f}" y="378" text-anchor="middle">{units}</text>'
        for units in (10, 20, 40, 80)
    ]
    lines.append(
        f'<path d="M{x(10):.0f} {y(128):.0f}L{x(80):.0f} {y(1024):.0f}" stroke="#999" stroke-dasharray="4 4"/>'
    )
    lines.append(
        '<text x="300" y="404" text-anchor="middle">units a side</text><text x="60" y="14">µs an action</text>'
    )
    for (name, rows), colour in zip(results.items(), COLOURS):
        spots = [(x(row["a_side"]), y(row["us_per_action"])) for row in rows]
        way = "L".join(f"{px:.0f} {py:.0f}" for px, py in spots)
        lines.append(f'<path d="M{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{px:.0f}" cy="{py:.0f}" r="3" fill="{colour}"/>' for px, py in spots]
        lines.append(
            f'<text x="{spots[-1][0] + 8:.0f}" y="{spots[-1][1] + 4:.0f}" fill="{colour}">{name.replace("_", " ")}</text>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


def main() -> None:
    """Measure, keep, draw and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.growth", description=__doc__)
    parser.add_argument("--actions", type=int, default=ACTIONS, help=f"for each unit ({ACTIONS})")
    given = parser.parse_args()
    found = {name: measure(name, given.actions) for name in TILES}
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    RESULTS.write_text(json.dumps({**kept, "growth": found}, indent=1) + "\n", encoding="utf-8")
    CHART.write_text(chart(found), encoding="utf-8")
    pages.main()
    for name, rows in found.items():
        print(name, *(f"{row['a_side']:g}: {row['us_per_action']} µs" for row in rows), sep="  ")


if __name__ == "__main__":
    main()
