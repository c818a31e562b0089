"""`python -m bench [BOOK …] [--seconds N]`: measure, print a table, store bench/results.json."""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench import books as measures
from bench import peers
from grognard import books

RESULTS = Path(__file__).with_name("results.json")


def main() -> None:
    """Measure everything asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure speed next to peers.")
    parser.add_argument("books", nargs="*", metavar="BOOK", help=f"of: {', '.join(books.names())} (all)")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement (2)")
    given = parser.parse_args()
    results: dict[str, Any] = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "commit": _commit(),
        "chess": peers.chess_play(given.seconds),
        "pools": peers.pools(),
        "books": {
            name: measures.measure(books.load(name), given.seconds) for name in given.books or books.names()
        },
    }
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    show(results)


def show(results: dict[str, Any]) -> None:
    """The results as a table, each book next to python-chess."""
    console = Console()
    chess, pools = results["chess"], results["pools"]
    console.print(f"{results['machine']}, commit {results['commit']}")
    table = Table(
        "book",
        "actions/s",
        "of chess",
        "games/s",
        "ask ms",
        "reach ms",
        "charge ms",
        "µs/fall",
        "greedy ms (p95, max)",
    )
    table.add_row("python-chess", f"{chess['actions_per_s']:,}", "1.00", str(chess["games_per_s"]))
    for name, found in results["books"].items():
        play, charge, greedy = found["random_play"], found["charge_odds"], found["greedy_decision_ms"]
        table.add_row(
            f"{name} ({found['scenario']})",
            f"{play['actions_per_s']:,}",
            f"{play['actions_per_s'] / chess['actions_per_s']:.2f}",
            str(play["games_per_s"]),
            str(found["ask_ms"].get("mean", "–")),
            str(found["reach_check_ms"].get("mean", "–")),
            str(charge.get("ms", "–")),
            str(charge.get("us_per_fall", "–")),
            f"{greedy.get('mean', '–')} ({greedy.get('p95', '–')}, {greedy.get('max', '–')})",
        )
    console.print(table)
    console.print(
        f"{pools['what']}: icepool {pools['icepool_us']} µs, ours {pools['ours_us']} µs uncached: "
        f"{pools['ratio']} times as fast ({pools['ours_cached_us']} µs remembered)"
    )


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
