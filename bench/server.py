"""What the server costs: from sending an action to hearing that it is on disk, at 1, 50 and 200 live games.

Server and clients are processes of their own on this machine. A live game acts about once a second, as a fast
player would; `flat out` lets 50 games act as soon as they may. boardgame.io's server is measured in the same
run with the smallest game there is, which it keeps in memory, if Node and the network let us install it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from grognard.engine.book import Book

LIVE = (1, 50, 200)
FLAT_OUT = 50
PACE = 1.0
ENOUGH, LONGEST = 500, 12.0
"""A mean over fewer actions is noise: so many are waited for, though not for ever."""
PATIENCE = 180.0
PEER = "boardgame.io@0.50.2"
SCRIPTS = Path(__file__).with_name("boardgame")
START = """
import sys
from grognard.server.config import Config, Limits
from grognard.server.run import serve
many = 10 ** 9
limits = Limits()._replace(games_per_hour=many, requests_per_second=many, requests_at_once=many,
    address_messages_per_second=many, address_messages_at_once=many, sockets_per_address=many,
    connections=many, connections_per_address=many, loop_share=float(many))
serve(Config(sys.argv[1], limits=limits), "127.0.0.1", 0, say=lambda line: print(line, flush=True))
"""


def measure(book: Book, seconds: float) -> dict[str, Any]:
    """Our server with games of one book."""
    scenario = next(iter(book.scenarios))
    load = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as (address, pid):
        ours = {
            f"{n} live": ask(address, pid, book.name, scenario, n, long_enough(n, seconds), PACE)
            for n in LIVE
        }
        ours["flat out"] = ask(address, pid, book.name, scenario, FLAT_OUT, seconds, 0)
    return {
        "load_before": load,
        "processors": os.cpu_count(),
        "book": book.name,
        "scenario": scenario,
        "pace_s": PACE,
        "ours": ours,
    }


def long_enough(games: int, seconds: float) -> float:
    """Seconds in which so many games act often enough to be measured."""
    return max(seconds, min(ENOUGH * PACE / games, LONGEST))


@contextmanager
def running(folder: Path) -> Iterator[tuple[str, int]]:
    """Our server on a database of its own: its address and process."""
    command = [sys.executable, "-c", START, f"sqlite:///{folder / 'games.db'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[-1].rstrip("/").replace("localhost", "127.0.0.1")
            yield address, process.pid
        finally:
            process.terminate()


def ask(
    address: str, pid: int, book: str, scenario: str, games: int, seconds: float, pace: float
) -> dict[str, Any]:
    """So many games at once, played by a client process; with what an action costs the server's processor."""
    words = [address, book, scenario, str(games), str(seconds), str(pace), str(pid)]
    return told([sys.executable, "-m", "bench.server_client", *words], Path(__file__).parents[1])


def told(command: list[str], folder: Path) -> dict[str, Any]:
    """The line of JSON a client prints; what went wrong if it prints none."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=True
        )
    except subprocess.TimeoutExpired:
        return {"failed": f"took longer than {PATIENCE:g} s"}
    except subprocess.CalledProcessError as fault:
        return {"failed": (fault.stderr.strip().splitlines() or ["no word"])[-1][:200]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def peer(seconds: float) -> dict[str, Any]:
    """boardgame.io's server, the same way; or why it could not be measured."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    npm, node = shutil.which("npm", path=path), shutil.which("node", path=path)
    if npm is None or node is None:
        return {"skipped": "there is no Node here"}
    with tempfile.TemporaryDirectory() as folder:
        for script in SCRIPTS.glob("*.cjs"):
            shutil.copy(script, folder)
        install = [npm, "install", "--no-fund", "--no-audit", "--silent", PEER, "socket.io-client@4"]
        try:
            subprocess.run(
                install,
                cwd=folder,
                env={**os.environ, "PATH": path},
                capture_output=True,
                timeout=PATIENCE,
                check=True,
            )
        except (subprocess.SubprocessError, OSError):
            return {"skipped": "it could not be installed"}
        return peer_measured(node, Path(folder), seconds)


def peer_measured(node: str, folder: Path, seconds: float) -> dict[str, Any]:
    """boardgame.io in a folder where it is installed."""
    port, other = free_port(), free_port()
    environment = {**os.environ, "NODE_ENV": "production"}
    command = [node, "server.cjs", str(port), str(other)]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        try:
            while (line := process.stdout.readline()) and line.strip() != "ready":
                pass
            client = [node, "client.cjs", f"http://127.0.0.1:{port}"]
            found = {f"{n} live": told([*client, str(n), str(seconds), str(PACE)], folder) for n in LIVE}
            found["flat out"] = told([*client, str(FLAT_OUT), str(seconds), "0"], folder)
            return found
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # Node may have been started by a wrapper


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def show(found: dict[str, Any], theirs: dict[str, Any], console: Console) -> None:
    """The results of a book as a table, next to boardgame.io."""
    table = Table(
        "",
        "p50 ms",
        "p95 ms",
        "actions/s",
        "CPU ms an action",
        "of actions",
        "boardgame.io p50 ms",
        "p95 ms",
        "moves/s",
        title=f"Server: {found['book'].replace('_', ' ')}, {found['scenario']}; a live game acts every "
        f"{found['pace_s']:g} s; {found['processors']} processors, load {found['load_before']} before we began",
        title_justify="left",
    )
    for name, ours in found["ours"].items():
        row = [str(ours.get(key, "–")) for key in ("p50_ms", "p95_ms", "actions_per_s", "cpu_ms", "actions")]
        peer_row = theirs.get(name, {})
        row += [str(peer_row.get(key, "–")) for key in ("p50_ms", "p95_ms", "actions_per_s")]
        table.add_row(name, *row)
    console.print(table)
    if "skipped" in theirs:
        console.print(f"boardgame.io was not measured: {theirs['skipped']}")
    for name, ours in found["ours"].items():
        if "failed" in ours:
            console.print(f"{name}: {ours['failed']}", markup=False)
