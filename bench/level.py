"""Whether memory stays level: `python -m bench.level [--games N]` begins many games on a server that may hold ten.

Each is looked at over a socket, and a choice is made in it; then it is left. What the server's process holds is read off after every hundred.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

GAMES, EACH, WARM = 2000, 100, 400
"""Games in all, from one look to the next, and before the first that counts."""
LEVEL = 1.15
"""So much more may be held at the end than after the first games."""
MANY = "100000000"
LIFTED = (
    "games_per_hour",
    "requests_per_second",
    "requests_at_once",
    "messages_at_once",
    "address_messages_at_once",
)
WISH = {"book": "ever_victorious_armies", "scenario": "stockade", "seats": [{"kind": "here"}] * 2}


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, int]]:
    """A server that may hold ten games: its address and process."""
    command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--no-open"]
    command += [
        "--db",
        f"sqlite:///{folder / 'games.db'}",
        "--limit",
        "rooms=10",
        "--limit",
        "loop_share=1000",
    ]
    for name in LIFTED:
        command += ["--limit", f"{name}={MANY}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield (
                process.stdout.readline().split()[-1].rstrip("/").replace("localhost", "127.0.0.1"),
                process.pid,
            )
        finally:
            process.terminate()


def held_mb(pid: int) -> float:
    """What a process holds in memory, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


async def play(address: str, http: httpx.AsyncClient) -> None:
    """One game: begun, looked at, a choice, left."""
    made: dict[str, Any] = (await http.post(f"{address}/api/games", json=WISH)).raise_for_status().json()
    url = f"{address.replace('http', 'ws', 1)}/api/games/{made['game']}/socket"
    async with connect(url, max_size=None, open_timeout=120, close_timeout=5) as line:
        for seat in made["seats"]:
            await line.send(json.dumps({"type": "hello", "token": seat["token"]}))
            while (told := json.loads(await line.recv()))["type"] != "sync":
                pass
            if told["ask"] and told["ask"]["mine"]:
                break
        button = next((one["verb"] for one in told["ask"]["offers"] if one["pick"] == "button"), "nothing")
        for verb in (button, "no such verb"):
            await line.send(
                json.dumps({"type": "act", "id": 1, "seq": told["seq"], "verb": verb, "noun": None})
            )
            while json.loads(await line.recv())["type"] not in ("answer", "error"):
                pass


async def measure(games: int) -> list[float]:
    """What is held after every hundred games."""
    found = []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (address, pid):
        async with httpx.AsyncClient(timeout=120) as http:
            for number in range(1, games + 1):
                await play(address, http)
                if number % EACH == 0:
                    found.append(round(held_mb(pid), 1))
                    print(number, found[-1], "MB", flush=True)
    return found


def main() -> None:
    """Measure, and say whether it is level."""
    parser = argparse.ArgumentParser(prog="python -m bench.level", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    found = asyncio.run(measure(parser.parse_args().games))
    first, last = found[min(WARM // EACH, len(found)) - 1], found[-1]
    print(
        f"{first} MB after the first, {last} MB at the end: {'level' if last <= LEVEL * first else 'NOT LEVEL'}"
    )


if __name__ == "__main__":
    main()
