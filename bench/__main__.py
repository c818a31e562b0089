"""`python -m bench [BOOK …] [--seconds N] [--server]`: measure, print a table, store bench/results.json."""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import books as measures
from bench import pages, peers, ratio, server
from grognard import books

RESULTS = Path(__file__).with_name("results.json")


def main() -> None:
    """Measure everything asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure speed next to peers.")
    parser.add_argument("books", nargs="*", metavar="BOOK", help=f"of: {', '.join(books.names())} (all)")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement (2)")
    parser.add_argument(
        "--server", action="store_true", help="the server only: action round trips under load"
    )
    given = parser.parse_args()
    if given.server:
        serve(given.books or books.names(), given.seconds)
        return
    results: dict[str, Any] = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "commit": _commit(),
        "chess": peers.chess_play(given.seconds),
        "pools": peers.pools(),
        "books": {
            name: measures.measure(books.load(name), given.seconds) for name in given.books or books.names()
        },
        "ratios": ratio.both(list(given.books or books.names())),
    }
    kept = _kept()
    results |= {
        part: kept[part] for part in ("growth", "server", "charges", "first_odds") if part in kept
    }  # measured by themselves
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    pages.main()
    show(results)


def serve(names: Sequence[str], seconds: float) -> None:
    """Measure the server with games of every book asked for, then boardgame.io's, and keep it among the results."""
    each = max(3 * seconds, 2.0)
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    found = {name: server.measure(books.load(name), each) for name in names}
    theirs = server.peer(each)
    kept = _kept().get("server", {})
    told = {"machine": machine, "commit": _commit(), "books": {**kept.get("books", {}), **found}}
    results = {**_kept(), "server": {**told, "boardgame.io": theirs}}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    pages.main()
    for one in found.values():
        server.show(one, theirs, Console())


def _kept() -> dict[str, Any]:
    """What was measured before."""
    try:
        found: dict[str, Any] = json.loads(RESULTS.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def show(results: dict[str, Any]) -> None:
    """The results as a table: a column for each book, next to python-chess."""
    console = Console()
    chess, pools, found = results["chess"], results["pools"], results["books"]
    console.print(f"{results['machine']}, commit {results['commit']}")
    table = Table(
        "", "python-chess", *(f"{name.replace('_', ' ')}: {one['scenario']}" for name, one in found.items())
    )
    for label, peer, path in ROWS:
        row = [_at(one, path) for one in found.values()]
        table.add_row(label, _at(chess, (peer,)) if peer else "", *row)
    for kernel in ("compiled", "plain"):
        row = [_at(results.get("ratios", {}).get(name, {}), (kernel,)) for name in found]
        table.add_row(f"ratio, kernel {kernel}", "1", *row)
    console.print(table)
    console.print(
        f"{pools['what']}: icepool {pools['icepool_us']} µs, ours {pools['ours_us']} µs uncached: "
        f"{pools['ratio']} times as fast ({pools['ours_cached_us']} µs remembered)"
    )


# fmt: off
ROWS: tuple[tuple[str, str, tuple[str, ...]], ...] = (  # label, what python-chess calls it, where it lies
    ("random actions/s",     "actions_per_s", ("random_play", "actions_per_s")),
    ("random games/s",       "games_per_s",   ("random_play", "games_per_s")),
    ("  with views",         "",              ("random_agents", "actions_per_s")),
    ("keep a position µs",   "copy_us",       ("copy_us", "keep")),
    ("JSON round trip µs",   "",              ("copy_us", "json_round_trip")),
    ("choice listed ms",     "list_moves_ms", ("ask_ms", "mean")),
    ("  p95",                "",              ("ask_ms", "p95")),
    ("reach checked ms",     "",              ("reach_check_ms", "mean")),
    ("  p95",                "",              ("reach_check_ms", "p95")),
    ("odds of a charge ms",  "",              ("charge_odds", "ms")),
    ("  falls",              "",              ("charge_odds", "falls")),
    ("  µs a fall",          "",              ("charge_odds", "us_per_fall")),
    ("greedy decision ms",   "",              ("greedy_decision_ms", "mean")),
    ("  p95",                "",              ("greedy_decision_ms", "p95")),
    ("  max",                "",              ("greedy_decision_ms", "max")),
)
# fmt: on


def _at(found: dict[str, Any], path: tuple[str, ...]) -> str:
    """One number out of the results, or a dash."""
    value: Any = found
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return "–" if value is None else f"{value:,}"


def _commit() -> str:
    """The commit measured; a dash where there is none."""
    try:
        run = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"],
            cwd=RESULTS.parent,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return "–"
    return run.stdout.strip() if run.returncode == 0 else "–"


if __name__ == "__main__":
    main()
