"""The tables of bench/README.md, written from bench/results.json: `python -m bench.pages`. A test holds that they are current."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

IDLE = 0.8
"""Milliseconds of processor time that the server's own clock and housekeeping take each second, measured over 24 s."""
HERE = Path(__file__).parent
PAGE = HERE / "README.md"
HEAD = """\
# How fast it is

Written by `python -m bench.pages` from `results.json`; `make bench` measures anew. Processor time on a busy machine of two cores, so that only ratios
within one run mean much. What limits single books: [Ever Victorious Armies](ever_victorious_armies.md), [Fix Bayonets!](fix_bayonets.md),
[The Men Who Would Be Kings](men_who_would_be_kings.md), [Skirmish 1808](skirmish_1808.md), [Valour & Fortitude](valour_and_fortitude.md); the kernel's single calls: [kernel.md](kernel.md); what every action pays: [engine.md](engine.md); floods of requests: [flood.md](flood.md).
"""


def page(results: dict[str, Any]) -> str:
    """The whole page."""
    parts = [
        HEAD,
        *_ratios(results),
        *_growth(results),
        *_choices(results),
        *_charges(results),
        *_first_odds(results),
        *_peers(results),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _named(book: str) -> str:
    return book.replace("_", " ")


def _ratios(results: dict[str, Any]) -> Iterator[str]:
    yield "## Random play, every action checked, as a ratio to python-chess in the same run\n"
    yield "| book | scenario | kernel compiled | kernel plain | the same games |\n|---|---|---:|---:|---|"
    for book, row in results["ratios"].items():
        both = " | ".join(f"{row[kernel]:.3f}" if kernel in row else "–" for kernel in ("compiled", "plain"))
        yield f"| {_named(book)} | {row['scenario']} | {both} | {'yes' if row['same_games'] else 'no'} |"
    yield ""


def _growth(results: dict[str, Any]) -> Iterator[str]:
    if "growth" not in results:
        return
    yield "## How cost grows with units\n"
    yield "µs an action, battles laid beside themselves (`python -m bench.growth`); the broken line is cost that doubles with the units.\n"
    yield "![cost by units](growth.svg)\n"
    yield "| book | units a side: µs an action |\n|---|---|"
    for book, rows in results["growth"].items():
        told = ", ".join(f"{row['a_side']:g}: {row['us_per_action']:,}" for row in rows)
        yield f"| {_named(book)} | {told} |"
    yield ""


def _choices(results: dict[str, Any]) -> Iterator[str]:
    yield f"## Choices, odds and decisions (commit {results['commit']})\n"
    yield "| book | choice listed, ms | 95 % | odds of a charge, ms | greedy decision, ms | 95 % |\n|---|---:|---:|---:|---:|---:|"
    for book, row in results["books"].items():
        ask, odds, greedy = row["ask_ms"], row["charge_odds"], row["greedy_decision_ms"]
        yield f"| {_named(book)} | {ask['mean']:.2f} | {ask['p95']:.2f} | {odds.get('ms', 0):.1f} | {greedy['mean']:.1f} | {greedy['p95']:.1f} |"
    yield ""


def _charges(results: dict[str, Any]) -> Iterator[str]:
    if "charges" not in results:
        return
    yield "## Odds of a whole charge, live\n"
    yield "Charges on offer in greedy games, each worked out from a position that remembers nothing (`python -m bench.odds`).\n"
    yield "| book | charges | median, ms | 95 % | worst | worst battle |\n|---|---:|---:|---:|---:|---|"
    for book, row in results["charges"].items():
        worst = max(row["battles"], key=lambda name: row["battles"][name].get("max", 0))
        yield f"| {_named(book)} | {row['charges']} | {row['median']} | {row['p95']} | {row['max']} | {_named(worst)} |"
    yield ""


def _first_odds(results: dict[str, Any]) -> Iterator[str]:
    if "first_odds" not in results:
        return
    yield "## The first odds after a start\n"
    yield (
        "A server started on a game it has kept; a player comes back at once and asks for the odds of a charge the moment he sees the game"
        " (`python -m bench.first_odds`). Wall-clock, the median of some starts; beside it how busy the machine was before.\n"
    )
    yield "| book | scenario | from asking, ms | slowest | from the server's first word, ms | load before |\n|---|---|---:|---:|---:|---:|"
    for book, row in results["first_odds"].items():
        told = f"{row['asked_ms']} | {row['slowest_ms']} | {row['since_start_ms']} | {row['load_before']}"
        yield f"| {_named(book)} | {row['scenario']} | {told} |"
    yield ""


def _peers(results: dict[str, Any]) -> Iterator[str]:
    pools, server = results["pools"], results.get("server")
    yield "## Peers\n"
    yield f"- Odds of {pools['what']}: icepool {pools['icepool_us']} µs, ours {pools['ours_us']} µs, nothing remembered.\n"
    if server is None:
        return
    yield f"What an action costs the server, in ms of its processor, and its round trip over a socket (commit {server['commit']}). A server on which nobody plays uses some {IDLE} ms a second, which one live game bears alone:\n"
    loads = list(server["boardgame.io"])
    heads = " | ".join(f"{load}: processor | median | 95 %" for load in loads)
    yield f"| server | {heads} |\n|---|{'---:|' * 3 * len(loads)}"
    for book, row in server["books"].items():
        yield f"| {_named(book)} | {_trips(row['ours'], loads)} |"
    yield f"| boardgame.io, the smallest game | {_trips(server['boardgame.io'], loads)} |"


def _trips(found: dict[str, Any], loads: list[str]) -> str:
    keys = ("cpu_ms", "p50_ms", "p95_ms")
    return " | ".join(str(found.get(load, {}).get(key, "–")) for load in loads for key in keys)


def main() -> None:
    """Write it."""
    PAGE.write_text(page(json.loads((HERE / "results.json").read_text("utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
